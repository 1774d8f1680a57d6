"""Answer files as people write them, by format: what is to be read as which line, and how many matrices are not used.

Every case is (name, suffix, text, line → rows, matrices that are not used). All are for the shipped sheet of two heads by hand.
"""

from __future__ import annotations

import json

Q, K, V, S = "1 2; 3 4", "2 1; 4 3", "1 -2; 3 -4", "4 10; 10 24"
L = "2.8284 7.0711; 7.0711 16.9706"
P = "0.0142 0.9858; 0.0001 0.9999"
H1 = "2.9717 -3.9717; 2.9999 -3.9999"
M = "6.9433 -6.9433; 6.9998 -6.9998"
Case = tuple[str, str, str, dict[str, str], int]


def tex(rows: str, env: str = "bmatrix") -> str:
    """A matrix in LaTeX."""
    return rf"\begin{{{env}}}" + r" \\ ".join(" & ".join(row.split()) for row in rows.split(";")) + rf"\end{{{env}}}"


def nested(rows: str) -> str:
    """A matrix as nested lists."""
    return "[" + ", ".join("[" + ", ".join(row.split()) + "]" for row in rows.split(";")) + "]"


def printed(rows: str) -> str:
    """A matrix as NumPy prints it."""
    return "[" + "\n ".join("[" + " ".join(x + "." * ("." not in x) for x in row.split()) + "]" for row in rows.split(";")) + "]"


def cells(*parts: tuple[str, str, str]) -> str:
    """A notebook: the kind of each cell, its source, its output."""
    made = []
    for kind, source, output in parts:
        made.append({"cell_type": kind, "source": source.splitlines(True), "metadata": {}})
        if kind == "code":
            made[-1]["outputs"] = [{"output_type": "stream", "name": "stdout", "text": output.splitlines(True)}] if output else []
    return json.dumps({"cells": made, "nbformat": 4})


_NAMES = [  # how S_1 is spelled in LaTeX
    "S_1", "S^1", r"\mathbf{S}^1", r"\mathbf{S}_1", r"\mathbf S^1", r"\boldsymbol{S}^{1}", r"\bm{S}_{1}", "S^{(1)}", "S^{[1]}", "S_{1}", "{S}_1",
    r"S^{\text{head 1}}", r"S_{\text{head1}}", r"S_{h1}", r"S_{\mathrm{head},1}", r"\mathrm{S}_1", r"\mathbf{Q}^1(\mathbf{K}^1)^T",
    r"\mathbf{Q}^1 \left(\mathbf{K}^1\right)^{\top}", r"Q_1 K_1^\top", r"\text{Scores}_1", r"Q_1 \cdot K_1^{T}",
]  # fmt: skip
_AROUND = [  # what stands around an equation; %s is the equation's right side
    r"\[ S_1 = %s \]", r"$$S_1 = %s$$", r"\begin{equation} \label{eq:s} S_1 = %s \end{equation}", r"\begin{align*} S_1 &= %s \end{align*}",
    r"\begin{align} S_1 &= Q_1 K_1^T \\ &= %s. \end{align}", r"\[ \boxed{S_1 = %s} \]", r"\[ S_1 = \boxed{%s} \]", r"\[ \Rightarrow S_1 = %s \]",
    r"\[ \implies \quad S_1 \;=\; %s\,, \]", r"\[ \therefore S_1 = {\color{red} %s} \]", r"\[ \textcolor{blue}{S_1} = %s \tag{3} \]",
    r"\[ \underbrace{S_1}_{2\times2} = %s \]", r"\[ S_1 = \underbrace{%s}_{2 \times 2} \]", r"The scores are $S_1 = %s$, as above.",
    r"\begin{gather*} S_1 = \left( %s \right) \end{gather*}", r"\[ S_1 := %s \text{ (symmetric)} \]", r"\[ \begin{aligned} S_1 &= %s \end{aligned} \]",
    r"\begin{itemize}\item $S_1 = %s$\end{itemize}", r"\[ S_1 = %s \qquad \checkmark \]", r"\section*{Head 1} \[ S = %s \]",
    r"\paragraph{Head 1.} $S = %s$", r"\newcommand{\ans}[1]{\boxed{#1}} \[ S_1 = \ans{%s} \]", r"\def\S1{S_1} \[ S_1 = %s \]",
    r"\newcommand{\Sone}{\mathbf{S}^{1}} \[ \Sone = %s \]", r"\[ S_1 \overset{!}{=} %s \]", r"\[ (Q_1 K_1^T) = %s \]",
]  # fmt: skip
_TEX: list[Case] = [
    *((f"tex name {n}", ".tex", rf"\[ {name} = {tex(S)} \]", {"S_1": S}, 0) for n, name in enumerate(_NAMES)),
    *((f"tex around {n}", ".tex", around % tex(S), {"S_1": S}, 0) for n, around in enumerate(_AROUND)),
    *((f"tex {env}", ".tex", rf"\[ S_1 = {tex(S, env)} \]", {"S_1": S}, 0) for env in ("pmatrix", "matrix", "Bmatrix", "smallmatrix", "bmatrix*")),
    ("tex array", ".tex", r"$$S_1 = \left[\begin{array}{cc} 4 & 10 \\[8pt] 10 & 24 \end{array}\right]$$", {"S_1": S}, 0),
    ("tex two on a line", ".tex", rf"\[ Q_1 = {tex(Q)}, \quad K_1 = {tex(K)} \]", {"Q_1": Q, "K_1": K}, 0),
    ("tex two and a word", ".tex", rf"\[ Q^1 = {tex(Q)} \text{{ and }} K^1 = {tex(K)} \]", {"Q_1": Q, "K_1": K}, 0),
    ("tex no blank after the row", ".tex", rf"\begin{{align*}}Q^1 &= {tex(Q)}\\K^1 &= {tex(K)}\end{{align*}}", {"Q_1": Q, "K_1": K}, 0),
    ("tex chain", ".tex", rf"\[ S_1 = Q_1 K_1^T = {tex(Q)} {tex('2 4; 1 3')} = {tex(S)} \]", {"S_1": S}, 0),
    ("tex both heads", ".tex", rf"\[ S_1 = S_2 = {tex(S)} \]", {"S_1": S, "S_2": S}, 0),
    ("tex factor", ".tex", rf"\[ S_1 = 2 {tex('2 5; 5 12')} \]", {"S_1": S}, 0),
    ("tex minus", ".tex", rf"\[ S_1 = -{tex('-4 -10; -10 -24')} \]", {"S_1": S}, 0),
    ("tex a fraction before", ".tex", rf"\[ S_1 = \frac{{1}}{{2}} {tex('8 20; 20 48')} \]", {"S_1": S}, 0),
    ("tex transposed", ".tex", rf"\[ K_1^T = {tex('2 4; 1 3')} \]", {"K_1": K}, 0),
    ("tex softmax of a matrix", ".tex", rf"\[ A_1 = \operatorname{{softmax}}\left({tex(L)}\right) = {tex(P)} \]", {"A_1": P}, 1),
    ("tex a given", ".tex", rf"\[ X = {tex(Q)}, Q_1 = {tex(Q)} \]", {"Q_1": Q}, 1),
    ("tex nobody's", ".tex", rf"We see {tex(Q)} here. \[ Q_1 = {tex(Q)} \]", {"Q_1": Q}, 1),
    ("tex numbers", ".tex", r"\[ S_1 = \begin{bmatrix} \num{4} & {10} \\ \mathbf{10} & \tfrac{48}{2} \end{bmatrix} \]", {"S_1": S}, 0),
    ("tex commented", ".tex", f"% Q_1 = {tex(Q)}\n$K_1 = {tex(K)}$", {"K_1": K}, 0),
    ("tex twice", ".tex", rf"\[ Q_1 = {tex(K)} \] \[ Q_1 = {tex(Q)} \]", {"Q_1": Q}, 1),
    ("tex document", ".tex", rf"\documentclass{{article}}\begin{{document}}\[ \mathbf{{M}} = {tex(M)} \]\end{{document}}", {"Y": M}, 0),
    ("tex the sheet's own formula", ".tex", rf"\[ \mathbf M = (\mathit{{head}}_1 \oplus \mathit{{head}}_2)\mathbf W^o \approx {tex(M)} \]", {"Y": M}, 0),
    ("tex MultiHead", ".tex", rf"\[ \text{{MultiHead}}(X) = {tex(M)} \]", {"Y": M}, 0),
    ("tex out", ".tex", rf"\[ M_{{\text{{out}}}} = {tex(M)} \]", {"Y": M}, 0),
    ("tex a table", ".tex", rf"\begin{{tabular}}{{cc}} $Q_1$ & ${tex(Q)}$ \\ $K_1$ & ${tex(K)}$ \end{{tabular}}", {"Q_1": Q, "K_1": K}, 0),
]  # fmt: skip
_TEXTS = [  # S_1 in plain text; %s is the matrix
    "S_1 = %s", "S1 = %s", "S1: %s", "S_1=%s", "s1 = %s", "S^1 = %s", "S¹ = %s", "S₁ = %s", "𝐒¹ = %s", "S_1 := %s", "S_1 ≈ %s",
    "scores 1 = %s", "Scores (head 1): %s", "head 1:\nS = %s", "Head 1\n------\nS = %s", "--- head 1 ---\nS: %s", "1st head\nS = %s",
    "QK^T for head 1 = %s", "Q1 K1^T = %s", "S_1 = Q_1 K_1^T = %s", "S_1 = Q_1 @ K_1.T = %s", "so S_1 = %s", "Hence the scores are S_1 = %s.",
    "S_1 = %s (4 d.p.)", "S_1 = %s  <- symmetric", "S_1 = %s  # as expected", "S_1 = same as before = %s", "(b) S_1 = %s", "2. S_1 = %s", "- S_1 = %s",
    "* S_1 = %s", "S_1 =\n%s", "S_1 =\n\n%s", "S[1] = %s", "S_h1 = %s", "S_head1 = %s", "Question 1\nS_1 = %s", "S_1 = %s ✓", "S_1 is %s",
    "=> S_1 = %s", "therefore, S_1 = %s", "1/2 * 2 S_1 note\nS_1 = %s",
]  # fmt: skip
_TEXT: list[Case] = [
    *((f"text {n}", ".txt", text % "[4 10; 10 24]", {"S_1": S}, 0) for n, text in enumerate(_TEXTS)),
    ("text nested", ".txt", f"S_1 = {nested(S)}", {"S_1": S}, 0),
    ("text NumPy's print", ".txt", f"S_1 =\n{printed(S)}", {"S_1": S}, 0),
    ("text array", ".txt", f"S_1 = np.array({nested(S)})", {"S_1": S}, 0),
    ("text tensor", ".txt", f"S_1 = tensor({nested(S)}, dtype=torch.float64)", {"S_1": S}, 0),
    ("text Matrix", ".txt", f"S_1 = Matrix({nested(S)})", {"S_1": S}, 0),
    ("text round brackets", ".txt", "S_1 = (4 10; 10 24)", {"S_1": S}, 0),
    ("text Mathematica", ".txt", "S_1 = {{4, 10}, {10, 24}}", {"S_1": S}, 0),
    ("text rows alone", ".txt", "S_1 =\n4 10\n10 24\n", {"S_1": S}, 0),
    ("text rows below a name", ".txt", "S_1\n4 10\n10 24\n", {"S_1": S}, 0),
    ("text rows beside =", ".txt", "S_1 = 4 10\n      10 24\n", {"S_1": S}, 0),
    ("text rows with bars", ".txt", "S_1 = | 4 10 |\n      | 10 24 |", {"S_1": S}, 0),
    ("text a row on each line", ".txt", "S_1 = [4, 10]\n      [10, 24]", {"S_1": S}, 0),
    ("text rows side by side", ".txt", "S_1 = [4, 10], [10, 24]", {"S_1": S}, 0),
    ("text drawn", ".txt", "S_1 = ⎡ 4 10⎤\n      ⎣10 24⎦", {"S_1": S}, 0),
    ("text drawn chain", ".txt", "S¹ = Q¹(K¹)ᵀ = ⎡1  2⎤⎡2  4⎤ = ⎡ 4  10⎤\n               ⎣3  4⎦⎣1  3⎦   ⎣10  24⎦", {"S_1": S}, 0),
    ("text minus", ".txt", "S_1 = -[-4 -10; -10 -24]", {"S_1": S}, 0),
    ("text factor", ".txt", "S_1 = 2*[2 5; 5 12]", {"S_1": S}, 0),
    ("text divided", ".txt", "S_1 = [8 20; 20 48]/2", {"S_1": S}, 0),
    ("text sum", ".txt", "S_1 = [1 10; 10 20] + [3 0; 0 4]", {"S_1": S}, 0),
    ("text product", ".txt", "S_1 = [1 2; 3 4] [2 4; 1 3]", {"S_1": S}, 0),
    ("text fractions", ".txt", "S_1 = [8/2 10; 100/10 24]", {"S_1": S}, 0),
    ("text roots", ".txt", "S_1 = [sqrt(16) 10; 10 2 * 12]", {"S_1": S}, 0),
    ("text per cent", ".txt", "S_1 = [400% 1000%; 1000% 2400%]", {"S_1": S}, 0),
    ("text np.sqrt", ".txt", "S_1 = [[np.sqrt(16), 10], [10, 24]]", {"S_1": S}, 0),
    ("text entry by entry", ".txt", "S_1[0,0] = 4\nS_1[0,1] = 10\nS_1[1,0] = 10\nS_1[1,1] = 24", {"S_1": S}, 0),
    ("text several on a line", ".txt", "Q_1 = [1 2; 3 4], K_1 = [2 1; 4 3]; V_1 = [1 -2; 3 -4]", {"Q_1": Q, "K_1": K, "V_1": V}, 0),
    ("text an empty name", ".txt", "Q_1 =\nK_1 = [2 1; 4 3]", {"K_1": K}, 0),
    ("text heads from zero", ".txt", "Q0 = [1 2; 3 4]\nQ1 = [2 1; 4 3]", {"Q_1": Q, "Q_2": K}, 0),
    ("text a stranger", ".txt", "W7 = [1 2; 3 4]\nQ_1 = [1 2; 3 4]", {"Q_1": Q}, 1),
    ("text nobody's", ".txt", "[1 2; 3 4]\nQ_1 = [1 2; 3 4]\nand [5 6; 7 8]", {"Q_1": Q}, 2),
    ("text times a letter", ".txt", "S_1 = [1 2; 3 4] K^T", {}, 1),
    ("text softmax of", ".txt", "A_1 = softmax([2.8284 7.0711; 7.0711 16.9706])", {}, 1),
    ("text words alone", ".txt", "I did not finish in time, sorry.", {}, 0),
    ("text a formula alone", ".txt", "S_1 = Q_1 K_1^T", {}, 0),
    ("text words for all", ".txt", "queries 1 = [1 2; 3 4]\nkeys 1 = [2 1; 4 3]\noutput = [6.9433 -6.9433; 6.9998 -6.9998]", {"Q_1": Q, "K_1": K, "Y": M}, 0),
    ("text Z", ".txt", "Z1 = [2.9717 -3.9717; 2.9999 -3.9999]", {"H_1": H1}, 0),
    ("text a heading and a sentence of more than eighty characters", ".txt", "Exercise 1: here I multiplied each row of X by the columns of the weights of head 1 and of head 2.\nQ_1 = [1 2; 3 4]", {"Q_1": Q}, 0),
    ("text rows that stand aside", ".txt", "注意力 Q_1=⎡1 2⎤\n      ⎣3 4⎦\n注意力权重 S_1=⎡4 10⎤\n            ⎢10 24⎥\n            ⎣10 24⎦", {"Q_1": Q, "S_1": "4 10; 10 24; 10 24"}, 0),
    ("text words of a program with numbers", ".txt", "scores1 = [4 10; 10 24]\nscores2: [4 10; 10 24]", {"S_1": S, "S_2": S}, 0),
    ("text attributes of a head", ".txt", "head1.Q = [1 2; 3 4]\nhead_2.Q = [2 1; 4 3]", {"Q_1": Q, "Q_2": K}, 0),
    ("text rows of a head in small letters", ".txt", "Head 1\nq_1 = (1, 2), q_2 = (3, 4)\nHead 2\nq_1 = (2, 1)\nq_2 = (4, 3)", {"Q_1": Q, "Q_2": K}, 0),
    ("text a correction in a sentence", ".txt", "Q_1 = [1 2; 3 5]\nI took a 4 for a 5, it should read Q_1 = [1 2; 3 4]", {"Q_1": Q}, 1),
    ("text what would be said in a sentence", ".txt", "Q_1 = [1 2; 3 4]\nWith other weights it would be Q_1 = [1 2; 3 5]", {"Q_1": Q}, 1),
    ("text alpha", ".txt", "head 1:\nalpha = [0.0142 0.9858; 0.0001 0.9999]", {"A_1": P}, 0),
    ("text session", ".txt", f">>> Q_1\narray({nested(Q)})\n>>> print(K_1)\n{printed(K)}\n", {"Q_1": Q, "K_1": K}, 0),
    ("text program", ".txt", f"import numpy as np\nW = np.array({nested(Q)})\nQ_1 = np.array({nested(Q)})\nprint(Q_1)\n", {"Q_1": Q}, 1),
]  # fmt: skip
_MD: list[Case] = [
    ("md dollars", ".md", f"$$S_1 = {tex(S)}$$", {"S_1": S}, 0),
    ("md one dollar", ".md", f"The scores: $S_1 = {tex(S)}$.", {"S_1": S}, 0),
    ("md fence", ".md", f"```python\nS_1 = np.array({nested(S)})\n```", {"S_1": S}, 0),
    ("md bold", ".md", "**S_1** = [4 10; 10 24]", {"S_1": S}, 0),
    ("md code", ".md", "`S_1 = [4 10; 10 24]`", {"S_1": S}, 0),
    ("md list", ".md", "- `Q_1` = [1 2; 3 4]\n- `K_1` = [2 1; 4 3]", {"Q_1": Q, "K_1": K}, 0),
    ("md headings", ".md", "## Head 1\nQ = [1 2; 3 4]\n## Head 2\nQ = [2 1; 4 3]\n## Output\nM = [6.9433 -6.9433; 6.9998 -6.9998]", {"Q_1": Q, "Q_2": K, "Y": M}, 0),
    ("md bold headings", ".md", "**Head 1:**\n\nQ = [1 2; 3 4]\n\n**Head 2:**\n\nQ = [2 1; 4 3]", {"Q_1": Q, "Q_2": K}, 0),
    ("md table", ".md", f"| line | value |\n|---|---|\n| Q_1 | {nested(Q)} |\n| K_1 | {nested(K)} |", {"Q_1": Q, "K_1": K}, 0),
    ("md name outside", ".md", f"$S_1$ = ${tex(S)}$", {"S_1": S}, 0),
    ("md matrix below", ".md", f"$S_1 =$\n\n$${tex(S)}$$", {"S_1": S}, 0),
    ("md quote", ".md", "> S_1 = [4 10; 10 24]", {"S_1": S}, 0),
]  # fmt: skip
_rows = {"Q_1": [[1, 2], [3, 4]], "S_1": [[4, 10], [10, 24]]}
_JSON: list[Case] = [
    ("json names", ".json", json.dumps(_rows), {"Q_1": Q, "S_1": S}, 0),
    ("json question", ".json", json.dumps({"q1": _rows}), {"Q_1": Q, "S_1": S}, 0),
    ("json wrapped", ".json", json.dumps({"student": "Ada", "answers": {"q1": _rows}}), {"Q_1": Q, "S_1": S}, 0),
    ("json wrapped without question", ".json", json.dumps({"name": "Ada", "id": 7, "answers": _rows}), {"Q_1": Q, "S_1": S}, 0),
    ("json texts", ".json", json.dumps({"Q_1": "[1 2; 3 4]", "S_1": [["4", "20/2"], ["10", "24"]]}), {"Q_1": Q, "S_1": S}, 0),
    ("json floats", ".json", '{"Q_1": [[1.0, 2.0], [3.0, 4.0]]}', {"Q_1": Q}, 0),
    ("json records", ".json", json.dumps([{"name": "Q_1", "value": [[1, 2], [3, 4]]}]), {"Q_1": Q}, 0),
    ("json heads", ".json", json.dumps({"head 1": {"Q": [[1, 2], [3, 4]]}, "head 2": {"Q": [[2, 1], [4, 3]]}}), {"Q_1": Q, "Q_2": K}, 0),
    ("json LaTeX", ".json", json.dumps({"S_1": tex(S)}), {"S_1": S}, 0),
    ("json stranger", ".json", json.dumps({"Q_1": [[1, 2], [3, 4]], "W7": [[1, 2]]}), {"Q_1": Q}, 1),
    ("json symbols", ".json", json.dumps({"P^1": [["0.0142", "0.9858"], ["0.0001", "0.9999"]]}), {"A_1": P}, 0),
    ("json nothing", ".json", "{}", {}, 0),
]  # fmt: skip
_TOML: list[Case] = [
    ("toml names", ".toml", "Q_1 = [[1, 2], [3, 4]]", {"Q_1": Q}, 0),
    ("toml question", ".toml", "[q1]\nQ_1 = [[1, 2], [3, 4]]", {"Q_1": Q}, 0),
    ("toml text", ".toml", '[q1]\nS_1 = "[4 10; 10 24]"', {"S_1": S}, 0),
    ("toml chain", ".toml", "S_1 = '1/2 [8 20; 20 48] = [4 10; 10 24]'", {"S_1": S}, 0),
    ("toml that is none", ".toml", "S_1 = [4 10; 10 24]\nQ_1 = [[1, 2], [3, 4]]", {"S_1": S, "Q_1": Q}, 0),
]  # fmt: skip
_IPYNB: list[Case] = [
    ("notebook print", ".ipynb", cells(("code", "print('Q1 =', Q1)", f"Q1 = {printed(Q)}\n")), {"Q_1": Q}, 0),
    ("notebook label above", ".ipynb", cells(("code", "", f"scores 1 =\n {printed(S)}\n")), {"S_1": S}, 0),
    ("notebook literal", ".ipynb", cells(("code", f"S_1 = np.array({nested(S)})", "")), {"S_1": S}, 0),
    ("notebook banners", ".ipynb", cells(("code", "for h in heads: ...", f"--- head 1 ---\nQ = {printed(Q)}\n--- head 2 ---\nQ = {printed(K)}\n")), {"Q_1": Q, "Q_2": K}, 0),
    ("notebook bare prints", ".ipynb", cells(("code", "print(Q_1)\nprint(K_1)", f"{printed(Q)}\n{printed(K)}\n")), {"Q_1": Q, "K_1": K}, 0),
    ("notebook Markdown", ".ipynb", cells(("markdown", f"## Question 1\n$$S_1 = {tex(S)}$$", "")), {"S_1": S}, 0),
    ("notebook printed twice", ".ipynb", cells(("code", "", f"Q1 = {printed(K)}\n"), ("code", "", f"Q1 = {printed(Q)}\n")), {"Q_1": Q}, 1),
    ("notebook unlabelled", ".ipynb", cells(("code", "show()", f"{printed(Q)}\n")), {}, 1),
    ("notebook weights", ".ipynb", cells(("code", "", "attention weights 1: [[0.0142 0.9858]\n [0.0001 0.9999]]\n")), {"A_1": P}, 0),
    ("notebook heading of a head", ".ipynb", cells(("markdown", "### Head 2", ""), ("code", "print('Q:\\n', Q)", f"Q:\n {printed(K)}\n")), {"Q_2": K}, 0),
]  # fmt: skip
_MATHML = "<mo>[</mo><mtable><mtr><mtd><mn>4</mn></mtd><mtd><mn>10</mn></mtd></mtr><mtr><mtd><mn>10</mn></mtd><mtd><mn>24</mn></mtd></mtr></mtable><mo>]</mo>"
_HTML: list[Case] = [
    ("html formula", ".html", f"<p>So <math><msup><mi>S</mi><mn>1</mn></msup><mo>=</mo>{_MATHML}</math>.</p>", {"S_1": S}, 0),
    ("html words", ".html", "<h2>Question 1</h2><p>S_1 = [4 10; 10 24]</p><p>Q_1 = [1 2; 3 4]</p>", {"S_1": S, "Q_1": Q}, 0),
    ("html table", ".html", f"<table><tr><td>S_1</td><td>{nested(S)}</td></tr></table>", {"S_1": S}, 0),
]  # fmt: skip
_CSV: list[Case] = [
    ("csv form", ".csv", 'Timestamp,Email Address,Q_1,M\n2026/11/20,ada@x.edu,[1 2; 3 4],"[[6.9433, -6.9433], [6.9998, -6.9998]]"\n', {"Q_1": Q, "Y": M}, 0),
    ("csv titles in words", ".csv", 'Name,What are the scores of head 1?\nAda,[4 10; 10 24]\n', {"S_1": S}, 0),
    ("csv entries", ".csv", "matrix;row;column;value\nS_1;1;1;4\nS_1;1;2;10\nS_1;2;1;10\nS_1;2;2;24\n", {"S_1": S}, 0),
    ("csv entries by i and j", ".csv", "name,i,j,value\nS_1,0,0,4\nS_1,0,1,10\nS_1,1,0,10\nS_1,1,1,24\n", {"S_1": S}, 0),
    *((f"{first} row of a line", ".txt", f"{first} row of S_1: 4, 10\n{then} row of S_1: 10, 24\n", {"S_1": S}, 0)
      for first, then in (("First", "Second"), ("The first", "The second"), ("1st", "2nd"))),
    ("csv questions", ".csv", "Name,q1.Q_1\nAda,[1 2; 3 4]\n", {"Q_1": Q}, 0),
]  # fmt: skip
_R = "     [,1] [,2]\n[1,]    4   10\n[2,]   10   24\n"
_BARS = "Q1 = | 1 2 |   K1 = | 2 1 |   V1 = | 1 -2 |\n     | 3 4 |        | 4 3 |        | 3 -4 |\n"
_TOOLS: list[Case] = [  # as other programs print and write matrices
    ("R's prompt", ".txt", f"> S_1\n{_R}", {"S_1": S}, 0),
    ("R below a name", ".txt", f"S1:\n{_R}", {"S_1": S}, 0),
    ("R's call, down the columns", ".txt", "Q_1 <- 0\nS_1 = matrix(c(4, 10, 10, 24), nrow = 2)\nK_1 = matrix(c(2, 4, 1, 3), 2, 2)\n", {"S_1": S, "K_1": K}, 0),
    ("R's call, along the rows", ".txt", "K_1 = matrix(c(2, 1, 4, 3), nrow=2, byrow=TRUE)\n", {"K_1": K}, 0),
    ("Octave", ".txt", ">> S1 = Q1*K1'\n\nS1 =\n\n    4   10\n   10   24\n\n", {"S_1": S}, 0),
    ("Julia", ".txt", "julia> S_1\n2×2 Matrix{Int64}:\n  4  10\n 10  24\n", {"S_1": S}, 0),
    ("NumPy's matrix", ".txt", "S_1 = np.matrix('4 10; 10 24')\n", {"S_1": S}, 0),
    ("SymPy's Matrix with its size", ".txt", "S_1 = Matrix(2, 2, [4, 10, 10, 24])\n", {"S_1": S}, 0),
    ("pandas", ".ipynb", cells(("code", "", "S1 =     0   1\n0   4  10\n1  10  24\n")), {"S_1": S}, 0),
    ("a loop over names", ".ipynb", cells(("code", "for n in ms: print(n); print(ms[n])", f"Q1\n{printed(Q)}\n\nS1\n{printed(S)}\n")), {"Q_1": Q, "S_1": S}, 0),
    ("between bars, side by side", ".txt", _BARS, {"Q_1": Q, "K_1": K, "V_1": V}, 0),
    ("between bars, the name halfway down", ".txt", "     | 4  10 |\nS1 = |       |\n     | 10 24 |\n", {"S_1": S}, 0),
    ("rows counted", ".txt", "S1:\nRow 1: 4, 10\nRow 2: 10, 24\n", {"S_1": S}, 0),
    ("no brackets, semicolons", ".txt", "S1: 4, 10; 10, 24\nQ1 = 1 2; 3 4\n", {"S_1": S, "Q_1": Q}, 0),
    ("to be", ".txt", "I found S_1 to be [4 10; 10 24] and Q1 to be [[1,2],[3,4]].", {"S_1": S, "Q_1": Q}, 0),
    ("a remark after slashes, a size", ".txt", "S_1 = [4 10; 10 24] // symmetric\nQ_1 = [1 2; 3 4] (2x2)\n", {"S_1": S, "Q_1": Q}, 0),
    ("several on one line", ".txt", "a) Q1=[1 2;3 4] K1=[2 1;4 3] V1=[1 -2;3 -4]\n", {"Q_1": Q, "K_1": K, "V_1": V}, 0),
    ("a factor is no name", ".txt", "S_1 = [1 2; 3 4] W = [4 10; 10 24]\n", {"S_1": S}, 1),
    ("a factor that came before is no name", ".txt", "S_1 = Q_1 K_1^T = [1 2; 3 4] K_1^T = [4 10; 10 24]\n", {"S_1": S}, 1),
    ("divided by a root is no head", ".txt", "Head 1\nS = [4 10; 10 24]\ndivided by sqrt(2): [2.8284 7.0711; 7.0711 16.9706]\n", {"S_1": S, "L_1": L}, 0),
    ("a heading above a table", ".md", "### S1\n\n| | |\n|---|---|\n| 4 | 10 |\n| 10 | 24 |\n", {"S_1": S}, 0),
    ("a heading above a formula", ".md", f"### S1\n\n$$\n{tex(S)}\n$$\n\n## Answer\n\n$${tex(Q)}$$", {"S_1": S}, 1),
    ("in code marks", ".md", "- S¹: `[[4, 10], [10, 24]]`\n", {"S_1": S}, 0),
    ("a sentence above is no name", ".md", f"We have seen this before, in the lecture\n\n$${tex(S)}$$", {}, 1),
    ("the physics package, a brace before the end", ".tex", r"$S_1 = \mqty(4 & 10 \\ 10 & \frac{48}{2})$, $Q_1 = \mqty[1 & \frac42 \\ 3 & \sqrt{16}]$", {"S_1": S, "Q_1": Q}, 0),
    ("the physics package", ".tex", r"$S_1 = \mqty(4 & 10 \\ 10 & 24)$, $Q_1 = \bmqty{1 & 2 \\ 3 & 4}$ and $K_1 = \mqty[2 & 1 \\ 4 & 3]$.", {"S_1": S, "Q_1": Q, "K_1": K}, 0),
    ("an item's label", ".tex", r"\begin{enumerate}\item[(a)] $S_1 = \left(\begin{array}{c|c} 4 & 10 \\ \hline 10 & 24 \end{array}\right)$\end{enumerate}", {"S_1": S}, 0),
    ("both heads in one list", ".json", json.dumps({"S": [[[4, 10], [10, 24]], [[4, 10], [10, 24]]]}), {"S_1": S, "S_2": S}, 0),
    ("parts below a question", ".json", json.dumps({"answers": {"Question 1": {"b": {"S1": [[4, 10], [10, 24]]}}}}), {"S_1": S}, 0),
    ("heads said on the line", ".txt", "Head 1: Q = [1 2; 3 4], K = [2 1; 4 3]\nHead 2: Q = [2 1; 4 3]\n", {"Q_1": Q, "K_1": K, "Q_2": K}, 0),
    ("heads said in brackets", ".txt", "(Head 1) Q = [1 2; 3 4]\n(Head 2) Q = [2 1; 4 3]\n", {"Q_1": Q, "Q_2": K}, 0),
    ("heads said in a sentence", ".txt", "For head 1, Q = [1 2; 3 4] and K = [2 1; 4 3]. For head 2, Q = [2 1; 4 3].\n", {"Q_1": Q, "K_1": K, "Q_2": K}, 0),
    ("heads said in bold", ".tex", rf"\textbf{{Head 1:}} $Q = {tex(Q)}$, $K = {tex(K)}$" + "\n\n" + rf"\textbf{{Head 2:}} $Q = {tex(K)}$", {"Q_1": Q, "K_1": K, "Q_2": K}, 0),
    ("joined heads are no heading", ".txt", "Q_1 = [1 2; 3 4]\nconcat(head 1, head 2) = [4 10; 10 24]\nhead1, head2 and M = [6.9433 -6.9433; 6.9998 -6.9998]\n", {"Q_1": Q, "H": S, "Y": M}, 0),
    ("a name and no sign", ".ipynb", cells(("code", "print('S1', S1)", f"S1 {printed(S)}\n")), {"S_1": S}, 0),
    ("ln 3 without brackets", ".txt", "S_1 = [4 10; 10 exp 0 + 23]\n", {"S_1": S}, 0),
    ("a line in each row", ".csv", 'name,matrix\nS_1,"[[4,10],[10,24]]"\nQ_1,1 2; 3 4\n', {"S_1": S, "Q_1": Q}, 0),
    ("a form without brackets", ".csv", "Email,Question 1 (b): S1\nada@x.edu,4 10; 10 24\n", {"S_1": S}, 0),
]  # fmt: skip
_BATCH = "tensor([[[ 1.,  2.],\n         [ 3.,  4.]],\n\n        [[ 2.,  1.],\n         [ 4.,  3.]]])"
_SYMPY = "      [4  10]\nS_1 = [     ]\n      [10 24]\n"
_HABITS: list[Case] = [  # how people set things out when nobody tells them how
    ("equations beside each other in align", ".tex", rf"\begin{{align*}} Q_1 &= X W = {tex(Q)} & K_1 &= {tex(K)} & V_1 &= {tex(V)} \end{{align*}}", {"Q_1": Q, "K_1": K, "V_1": V}, 0),
    ("a chain in columns", ".tex", rf"\begin{{alignat*}}{{2}} S_1 &= Q_1 K_1^T & &= {tex(S)} \end{{alignat*}}", {"S_1": S}, 0),
    ("the other head behind the value", ".tex", rf"\[ \mathbf{{Q}}^1(\mathbf{{K}}^1)^T = {tex(S)} = \mathbf{{Q}}^2(\mathbf{{K}}^2)^T \]", {"S_1": S, "S_2": S}, 0),
    ("rows in round brackets", ".txt", "Q_1 = (1, 2), (3, 4)\nK_1: (2,1),(4,3)\n", {"Q_1": Q, "K_1": K}, 0),
    ("i = 1 as a heading", ".txt", "i = 1:\nQ = [1 2; 3 4]\nfor i = 2:\nQ = [2 1; 4 3]\n", {"Q_1": Q, "Q_2": K}, 0),
    ("h=1 on the line", ".md", "**h=1:** Q = [1 2; 3 4]\n\n## h = 2\n\nQ = [2 1; 4 3]\n", {"Q_1": Q, "Q_2": K}, 0),
    ("rows by name", ".txt", "Row 1: S_1 = (4, 10)\nRow 2: S_1 = (10, 24)\nQ_1 row 1: (1, 2)\nQ_1 row 2: (3, 4)\n", {"S_1": S, "Q_1": Q}, 0),
    ("rows as slices", ".txt", "M[0] = [6.9433 -6.9433]\nM[1] = [6.9998 -6.9998]\nS_1[0, :] = [4 10]\nS_1[1, :] = [10 24]\n", {"Y": M, "S_1": S}, 0),
    ("rows and the whole", ".txt", "M = [6.9433 -6.9433; 6.9998 -6.9998]\nas a check, M[0] = [6.9433 -6.9433]\n", {"Y": M}, 0),
    ("rows by index", ".txt", "m_1 = (6.9433, -6.9433)\nm_2 = (6.9998, -6.9998)\n", {"Y": M}, 0),
    ("entries by index", ".txt", "m_11 = 6.9433, m_12 = -6.9433\nm_{2,1} = 6.9998, m_{22} = -6.9998\n", {"Y": M}, 0),
    ("both heads printed as one array", ".txt", f"Q = {_BATCH}\n", {"Q_1": Q, "Q_2": K}, 0),
    ("both heads printed by NumPy", ".txt", f"K = [{printed(K)}\n\n {printed(Q)}]\n", {"K_1": K, "K_2": Q}, 0),
    ("drawn in ASCII", ".txt", _SYMPY, {"S_1": S}, 0),
    ("R, a line that assigns and shows", ".txt", f"> S_1 <- Q_1 %*% t(K_1); S_1\n{_R}> (Q_1 <- X %*% W)\n     [,1] [,2]\n[1,]    1    2\n[2,]    3    4\n", {"S_1": S, "Q_1": Q}, 0),
    ("Julia, a call with a name in it", ".txt", "julia> A_1 = softmax(L_1, dims=2)\n2×2 Matrix{Float64}:\n 0.0142  0.9858\n 0.0001  0.9999\n", {"A_1": P}, 0),
    ("Mathematica's prompts", ".txt", "In[1]:= Q1 = X.WQ1\nOut[1]= {{1, 2}, {3, 4}}\n\nIn[2]:= S1 = Map[f, Q1] & /@ K1 // N\nOut[2]= {{Sqrt[16], 10}, {10, 24}}\n", {"Q_1": Q, "S_1": S}, 0),
    ("prints pasted as comments", ".txt", "import torch\nprint('Q_1', Q_1)\n# Q_1 tensor([[1., 2.],\n#         [3., 4.]])\n", {"Q_1": Q}, 0),
    ("rows parted by bars", ".txt", "Q1: 1, 2 | 3, 4\nK1 = 2 1 | 4 3\n", {"Q_1": Q, "K_1": K}, 0),
    ("rows parted by slashes", ".txt", "so then Q_1 = (1 2 / 3 4), and for K_1 we get K_1 = (2 1 / 4 3)\n", {"Q_1": Q, "K_1": K}, 0),
    ("per cent in the name", ".txt", "P_1 in %: [[1.42, 98.58], [0.01, 99.99]]\n", {"A_1": P}, 0),
    ("Maple's rows", ".txt", "Q1 := <1, 2; 3, 4>;\n", {"Q_1": Q}, 0),
    ("tabs and mixed numbers", ".txt", "S_1 =\n4\t9 1/2\n√4/2\t½\n", {"S_1": "4 19/2; 1 1/2"}, 0),
    ("transposed by a raised T", ".txt", "K_1 = [2 4; 1 3]ᵀ\n", {"K_1": K}, 0),
    ("bracketed rows beside each other", ".txt", "Q_1 = [1 2]   K_1 = [2 1]   V_1 = [1 -2]\n      [3 4]         [4 3]         [3 -4]\n", {"Q_1": Q, "K_1": K, "V_1": V}, 0),
    ("bracketed rows beside each other, named in the middle", ".txt", "      ( 4 10)       [1, 2]\nS_1 = (10 24), Q_1 = [3, 4]\n", {"S_1": S, "Q_1": Q}, 0),
    ("words between the rows of align", ".tex", rf"\begin{{align*}} Q_1 &= {tex(Q)} \\ \intertext{{and for the second head}} Q_2 &= {tex(K)} \end{{align*}}", {"Q_1": Q, "Q_2": K}, 0),
    ("an arrow with words on it", ".tex", rf"\[ S_1 = {tex(S)} \xrightarrow[\text{{rows}}]{{\text{{softmax}}}} A_1 = {tex(P)} \]", {"S_1": S, "A_1": P}, 0),
    ("a product without a name below an answer", ".tex", rf"\[ V_1 = {tex(V)} \] \[ {tex(Q)}{tex(K)} = {tex(S)} \]", {"V_1": V}, 3),
    ("a product without a name, a line left out", ".txt", "V_1 = [1 -2; 3 -4]\n\n[1 2; 3 4][2 4; 1 3] = [4 10; 10 24]\n", {"V_1": V}, 3),
    ("Word's linear format", ".txt", "Q_1=[■(1&2@3&4)]\nS_1=(■(√16&10@(5+5)&24))\n", {"Q_1": Q, "S_1": S}, 0),
    ("the last line of a cell, rounded", ".ipynb", json.dumps({"cells": [{"cell_type": "code", "source": "M = Z @ W; M.round(4)", "outputs": [{"data": {"text/plain": "array([[ 6.9433, -6.9433],\n       [ 6.9998, -6.9998]])"}}]}]}), {"Y": M}, 0),
]  # fmt: skip
_TABLE = "<table><tr><td><p>4</p></td><td><p>10</p></td></tr><tr><td><p>10</p></td><td><p>24</p></td></tr></table>"
_NEIGHBOURS: list[Case] = [  # nothing is read by its neighbour: every row, and no more than the rows
    *((f"rows in calls and brackets: {rows}", ".txt", f"S_1 = {rows}\n", {"S_1": S}, 0) for rows in (
        "((4, 10), (10, 24))", "matrix([4, 10], [10, 24])", "([4, 10], [10, 24])", "{4, 10}, {10, 24}", "{{4, 10}, {10, 24}}",
        "np.array(((4, 10), (10, 24)))", "Matrix([[4, 10], [10, 24]])", "tensor([[4, 10], [10, 24]], dtype=torch.int64)")),
    *((f"behind a matrix: {behind}", ".txt", f"S_1 = [[4, 10], [10, 24]] {behind}\n", {"S_1": S}, 0) for behind in (
        "(2)", "2 marks", "(1 mark)", "(3a)", "(2x2)", "  (4)")),
    *((f"between two answers: {label}", ".txt", f"S_1 = [[4, 10], [10, 24]] {label} Q_1 = [1 2; 3 4]\n", {"S_1": S, "Q_1": Q}, 0) for label in (
        "(b)", "(ii)", "(see above)", "(from the sheet)", "(2b)", "**(b)**")),
    ("a part's label between formulas", ".tex", rf"$S_1 = {tex(S)}$ (b) $Q_1 = {tex(Q)}$", {"S_1": S, "Q_1": Q}, 0),
    ("a part's label between cells", ".tex", rf"\begin{{tabular}}{{ll}}(a) $S_1 = {tex(S)}$ & (b) $Q_1 = {tex(Q)}$\end{{tabular}}", {"S_1": S, "Q_1": Q}, 0),
    ("answers in the cells of a row", ".md", "| a | b |\n|---|---|\n| S_1 = [4 10; 10 24] | Q_1 = [1 2; 3 4] |\n", {"S_1": S, "Q_1": Q}, 0),
    ("struck out in Markdown", ".md", "S_1 = ~~[9 9; 9 9]~~ [4 10; 10 24]\n\n~~Q_1 = [1 2; 3 4]~~\n", {"S_1": S}, 0),
    *((f"struck out in HTML: {begin}", ".html", f"<p>S_1 = <{begin}>[[9, 9], [9, 9]]</{begin.split()[0]}> [[4, 10], [10, 24]]</p>", {"S_1": S}, 0)
      for begin in ("s", "del", "strike", 'span style="text-decoration: line-through"')),
    ("a table of a page below a name", ".html", f"<p>S<sub>1</sub> =</p>{_TABLE}", {"S_1": S}, 0),
    ("a table of a page below a heading", ".html", f"<h3>S_1</h3>\n{_TABLE}\n<p>as above</p>", {"S_1": S}, 0),
]  # fmt: skip
_COMMAS: list[Case] = [  # decimal commas, in a file that shows them or where nothing else can be meant
    *((f"decimal commas: {rows}", ".txt", f"P_1 = {rows}\n", {"A_1": P}, 0) for rows in (
        "(0,0142 0,9858 / 0,0001 0,9999)", "[[0,0142; 0,9858]; [0,0001; 0,9999]]", "[0,0142 0,9858; 0,0001 0,9999]",
        "[[0,0142, 0,9858], [0,0001, 0,9999]]", "⎡0,0142  0,9858⎤\n      ⎣0,0001  0,9999⎦", "\n0,0142 0,9858\n0,0001 0,9999",
        "[0·0142 0·9858; 0·0001 0·9999]", "(1,42 % 98,58 % / 0,01 % 99,99 %)")),
    ("decimal commas in braces", ".tex", r"$P_1 = \begin{pmatrix} 0{,}0142 & 0{,}9858 \\ 0,0001 & 0,9999 \end{pmatrix}$", {"A_1": P}, 0),
    ("decimal commas in a table", ".json", json.dumps({"P_1": [["0,0142", "0,9858"], ["0,0001", "0,9999"]]}), {"A_1": P}, 0),
    ("semicolons between whole numbers", ".txt", "S_1 = [[4; 10]; [10; 24]]\n", {"S_1": S}, 0),
    *((f"rows drawn below each other: {rows}", ".txt", rows, {"S_1": S}, 0) for rows in (
        "S_1 =\n⎡ 4 10⎤\n⎣10 24⎦\n", "S_1 = ⎛ 4 10⎞\n      ⎝10 24⎠\n", "S_1 = / 4 10\\\n      \\10 24/\n", "得分 S_1=⎡ 4 10⎤\n      ⎣10 24⎦\n",
        "S_1 = ⎡ 4 10\n      ⎣10 24\n", "S_1:\nfirst row: (4, 10)\nsecond row: (10, 24)\n", "S_1 = (4 10 | 10 24)\n",
        "S_1 =   the  cat\nthe   4   10\ncat  10   24\n")),
]  # fmt: skip
_SAID: list[Case] = [  # what is said in words, by another line, in another country's words
    ("rows in a sentence", ".txt", "S_1 is the matrix with rows (4, 10) and (10, 24).\n", {"S_1": S}, 0),
    ("columns in a sentence", ".txt", "Q_1 has columns (1, 3) and (2, 4)\n", {"Q_1": Q}, 0),
    ("rows by number in a sentence", ".txt", "The scores 1 are the matrix with first row (4, 10) and second row (10, 24).\n", {"S_1": S}, 0),
    ("the same as the other head", ".txt", "Q_1 = [1 2; 3 4]\nS_1 = [4 10; 10 24]\nIt is the same: S_2 = S_1\n", {"Q_1": Q, "S_1": S, "S_2": S}, 0),
    ("a name that looks like a head", ".md", "head1:\n\n| | |\n|---|---|\n| 2.9717 | -3.9717 |\n| 2.9999 | -3.9999 |\n", {"H_1": H1}, 0),
    ("a matrix in per cent", ".txt", "P_1 = [[1.42, 98.58], [0.01, 99.99]] %\n", {"A_1": P}, 0),
    ("German words", ".txt", "Anfragen Kopf 1 = [1 2; 3 4]\nGewichte Kopf 1: [[0.0142, 0.9858], [0.0001, 0.9999]]\nErgebnis = [6.9433 -6.9433; 6.9998 -6.9998]\n", {"Q_1": Q, "A_1": P, "Y": M}, 0),
    ("names and counters before rows", ".txt", "S_1\t1\t4\t10\nS_1\t2\t10\t24\nQ_1\t1\t1\t2\nQ_1\t2\t3\t4\n", {"S_1": S, "Q_1": Q}, 0),
    ("a spreadsheet's column with decimal commas", ".csv", ";\nS_1;4;10\n;10;24,0\nA_1;0,0142;0,9858\n;0,0001;0,9999\n", {"S_1": S, "A_1": P}, 0),
    ("a row of a matrix on each line", ".csv", "line,c1,c2\nS_1,4,10\nS_1,10,24\nQ_1,1,2\nQ_1,3,4\n", {"S_1": S, "Q_1": Q}, 0),
    ("LaTeX's dressing in cells", ".toml", r"""S_1 = [['\nicefrac{8}{2}', '\boxed{10}'], ['\phantom{-}10', '\num{24}']]""", {"S_1": S}, 0),
    ("LaTeX's dressing in cells of JSON", ".json", json.dumps({"S_1": [[r"\ensuremath{4}", r"\textcolor{red}{10}"], [r"\underline{10}", "24"]]}), {"S_1": S}, 0),
]  # fmt: skip
_PROGRAMS: list[Case] = [  # what a cell prints has the names that its program gives
    ("a cell of names", ".ipynb", cells(("code", "Q1, K1", f"(tensor({nested(Q)}),\n tensor({nested(K)}))")), {"Q_1": Q, "K_1": K}, 0),
    ("a list of arrays", ".ipynb", cells(("code", "[Q1, K1]", f"[array({nested(Q)}), array({nested(K)})]")), {"Q_1": Q, "K_1": K}, 0),
    ("two prints in two outputs", ".ipynb", cells(("code", "H = 1; print(np.round(Q1, 4)); print(K1.detach().numpy())", f"{printed(Q)}\n{printed(K)}\n")), {"Q_1": Q, "K_1": K}, 0),
    ("a frame of a matrix", ".ipynb", cells(("code", "df = pd.DataFrame(S1); df", "    0   1\n0   4  10\n1  10  24")), {"S_1": S}, 0),
    ("a column of a frame under its name", ".ipynb", cells(("code", "q", "       S_1\n0   4\n1  10")), {"S_1": "4; 10"}, 0),
    ("a formula printed", ".ipynb", cells(("code", "print(Q1 @ K1.T)", printed(S))), {"S_1": S}, 0),
    ("a program by itself", ".py", f"import numpy as np\n\n# scores of the first head\nS_1 = np.array({nested(S)})\n", {"S_1": S}, 0),
    ("words of a print before a number", ".ipynb", cells(("code", "print('loss', loss); print('S_1', S1)", f"loss 0.25\nS_1 {printed(S)}")), {"S_1": S}, 0),
]  # fmt: skip
_ENDS: list[Case] = [  # where a value ends, and what stands before a name
    ("a part behind mathematics", ".tex", rf"(a) $S_1 = {tex(S)}$ (b) $Q_1 = {tex(Q)}$", {"S_1": S, "Q_1": Q}, 0),
    ("words behind mathematics", ".md", f"$S_1 = {nested(S)}$ as in class and $Q_1 = {nested(Q)}$", {"S_1": S, "Q_1": Q}, 0),
    ("a part in bold print", ".md", f"**1b** S_1 = {nested(S)}\n\n**1c** Q_1 = {nested(Q)}\n", {"S_1": S, "Q_1": Q}, 0),
    ("a question's number before mathematics", ".tex", rf"\textbf{{1}} $S_1 = {tex(S)}$", {"S_1": S}, 0),
    ("a question's number with a bracket", ".txt", f"1) S_1 = {nested(S)}, Q_1 = {nested(Q)}\n", {"S_1": S, "Q_1": Q}, 0),
    ("both from the other head", ".txt", "S1 = [4 10; 10 24]\nL1 = [2.8284 7.0711; 7.0711 16.9706]\nS2 = S1 and L2 = L1.", {"S_1": S, "L_1": L, "S_2": S, "L_2": L}, 0),
    ("a question before sizes", ".html", f"<p>Which are S<sub>1</sub>? Take m×k with k×n as here: S<sub>1</sub> = {nested(S)}</p>", {"S_1": S}, 0),
    ("Maxima's product", ".txt", "S_1 = Q_1 . K_1 = [4 10; 10 24]\n", {"S_1": S}, 0),
    ("rows in sentences", ".txt", "b) S_1: the first row is (4, 10), because of Q.\nSecond row: (10, 24)\n", {"S_1": S}, 0),
]  # fmt: skip
_BEFORE: list[Case] = [  # what stands between a name and its value, or before the name
    *((f"a step's number: {before}", ".txt", f"{before} S_1 = [4 10; 10 24]\n", {"S_1": S}, 0) for before in (
        "Step 4.", "Step 4:", "line 4:", "Schritt 4.", "4.", "4)")),
    *((f"{said!r} above {how}", ".txt", f"S_1{said}\n{rows}\n\n", {"S_1": S}, 0) for said in (" is", " ->", ":", " =", " ist")
      for how, rows in {"rows": "4  10\n10  24", "tabs": "4\t10\n10\t24", "bars": "| 4  10 |\n| 10  24 |", "commas": "4, 10\n10, 24",
                        "numbered rows": "row 1: 4, 10\nrow 2: 10, 24"}.items()),
    ("an arrow before a matrix", ".txt", "S_1 -> [4 10; 10 24]\n", {"S_1": S}, 0),
    ("an arrow before a name", ".txt", "so -> S_1 = [4 10; 10 24]\n", {"S_1": S}, 0),
    *((f"a table of Markdown without a head behind {sign}", ".md", f"S_1 {sign} \n\n| | |\n|---|---|\n| 4 | 10 |\n| 10 | 24 |\n", {"S_1": S}, 0) for sign in "=:"),
    ("a table of a page over lines", ".html", "<p><i>S<sub>1</sub></i> = <table><tr><td><p>4</p></td><td><p>10</p></td></tr>\n<tr><td><p>10</p></td><td>24</td></tr>\n</table></p>", {"S_1": S}, 0),
    ("a table of semicolons with names between", ".csv", "P_1\n0,0142;0,9858\n0,0001;0,9999\n", {"A_1": P}, 0),
    ("rows in braces", ".txt", "K_1 = {{2, 1}, {4, 3}}\n", {"K_1": K}, 0),
]  # fmt: skip
_TYPED: list[Case] = [  # as what is typed elsewhere has it
    ("a file of Org", ".org", "* Question 1\n** (a)\n#+NAME: Q1\n| 1 | 2 |\n| 3 | 4 |\n* (b)\n- S1 :: [[4,10],[10,24]]\n", {"Q_1": Q, "S_1": S}, 0),
    ("a file of AsciiDoc", ".adoc", "= Heads\n\n== (a)\n\n.Q1\n|===\n|1 |2\n|3 |4\n|===\n\nstem:[S_1 = \\begin{bmatrix} 4 & 10 \\\\ 10 & 24 \\end{bmatrix}]\n", {"Q_1": Q, "S_1": S}, 0),
    ("a file of reST", ".rst", f".. math::\n\n   S_1 = {tex(S)},\\quad\n   Q_1 = {tex(Q)}\n\n.. math:: K_1 = {tex(K)}\n\nand so on\n", {"S_1": S, "Q_1": Q, "K_1": K}, 0),
    ("Typst in its file", ".typ", "*a)* $ Q_1 = mat(1, 2; 3, 4), quad K_1 = mat(2, 1; 4, 3) $\n*b)* $ S_1 = Q_1 K_1^T = mat(4, 10; 10, 24) $\n", {"Q_1": Q, "K_1": K, "S_1": S}, 0),
    ("a file of R", ".r", "# two heads\nQ1 <- rbind(c(1, 2), c(3, 4))\nS1 <- matrix(c(4, 10, 10, 24), nrow = 2)  # symmetric\n", {"Q_1": Q, "S_1": S}, 0),
    ("a file of Octave", ".m", "% head one\nQ1 = [1 2; 3 4];\nS1 = [4, 10; 10, 24]\n", {"Q_1": Q, "S_1": S}, 0),
    ("what a console shows", ".log", "(base) ada@home:~/hw6$ python head.py\n--- forward ---\nQ_1 =\n[[1. 2.]\n [3. 4.]]\n--- backward ---\nS_1 =\n[[ 4. 10.]\n [10. 24.]]\n"
     "K_1 =\n[[2. 1.]\n [4. 3.]]\nrows of the queries sum to 3 and 7\n(base) ada@home:~/hw6$ \n", {"Q_1": Q, "S_1": S, "K_1": K}, 0),
    ("a session of JAX", ".log", ">>> Q_1 = X @ WQ; Q_1\nArray([[1., 2.],\n       [3., 4.]], dtype=float32)\n>>> S_1 = Q_1 @ K.T; S_1\nArray([[4., 10.],\n       [10., 24.]], dtype=float32)\n", {"Q_1": Q, "S_1": S}, 0),
    ("cells with tabs", ".tsv", "Q_1\t1\t2\n\t3\t4\nS_1\t4\t10\n\t10\t24\n", {"Q_1": Q, "S_1": S}, 0),
    ("a name in quotes over a spreadsheet's table", ".csv", '"Ada Muster";;\n;;\n"Q_1";1;2\n;3;4\n"S_1";4;10\n;10;24\n', {"Q_1": Q, "S_1": S}, 0),
    ("Julia's file", ".jl", "# head one\nQ_1 = [1 2; 3 4]\nS_1 = Q_1 * K_1'  # = [4 10; 10 24]\n", {"Q_1": Q, "S_1": S}, 0),
]  # fmt: skip
CASES: list[Case] = [*_TYPED, *_BEFORE, *_PROGRAMS, *_ENDS, *_SAID, *_COMMAS, *_NEIGHBOURS, *_HABITS, *_TEX, *_TEXT, *_MD, *_JSON, *_TOML, *_IPYNB, *_HTML, *_CSV, *_TOOLS]
