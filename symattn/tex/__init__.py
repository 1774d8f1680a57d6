"""The one reader of LaTeX: signs, commands with what each is to a value, a formula and a text, tokens, and dressing."""
