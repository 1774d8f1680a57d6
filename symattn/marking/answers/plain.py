"""Signs of a text made plain: letters of mathematics, blanks that pages leave, fractions of programs, marks of rounding."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from symattn.later import Match, pattern
from symattn.marking.answers import about
from symattn.marking.answers.catalogue import spoken
from symattn.marking.answers.programs import Rewriting
from symattn.notation.symbols import kept


def rule(
    sign: str, looks: str, made: str | Callable[[Match], str], example: str, gives: str
) -> Rewriting:
    """A rule over the lines of a text, in whose pattern «words» are what the languages say."""
    return Rewriting(sign, spoken(looks, re.MULTILINE), made, example, gives)


def _plain_letters(found: Match) -> str:
    """Letters of mathematics as plain ones, but for those that a name can have."""
    return found[0] if kept(found[0]) else unicodedata.normalize("NFKC", found[0])


_NEARLY = pattern(  # at the beginning of an entry; behind a number that is not nearly 0, a 0 is an entry of its own
    r"((?:^|[\[,;&])[ \t]*)≈[ \t]*(?=[-+−.\d])"
    r"|((?<![\w.,/^*()])[-+−]?(?:[1-9]\d*(?:[.,]\d+)?|0[.,][1-9]\d*)[ \t]+)≈[ \t]*(?=0(?![.,]?0*[^\s\];,&.0]))",
    re.MULTILINE,
)


def _nearly(brackets: Match) -> str:
    """A bracket with signs before its rounded entries that equate nothing."""
    return _NEARLY.sub(lambda m: f"{m[1] or m[2] or ''}~", brackets[0])


def _identity(found: Match) -> str:
    """V = I_2, where no line is called so."""
    if about.is_name(f"I_{found[2]}"):
        return found[0]
    size = range(int(found[2]))
    return f"{found[1]}[{'; '.join(', '.join(str(int(i == j)) for j in size) for i in size)}]"


SIGNS: tuple[Rewriting, ...] = (
    rule("", "[\U0001d400-\U0001d7ffℎℬℰℱℋℐℒℳℛℭℌℑℜℤ]+", _plain_letters, "𝟏𝟐", "12"),
    # pages leave such signs around their formulas; inside a number they stay, and the number cannot be read
    rule(
        "",
        "(?<![0-9.,])[\u200b\u2062\ufeff]+|[\u200b\u2062\ufeff]+(?![0-9.,\u200b\u2062\ufeff])",
        "",
        "\ufeffA = 1",
        "A = 1",
    ),
    rule(  # a list of numbers: ⟨1/3, 2/3⟩
        "",
        r"([=≈:][ \t$]*)(?:\\left[ \t]*)?(?:\\langle\b|⟨)((?:[^⟨⟩\n=A-Za-z\\]|\\[dt]?frac|\\sqrt|\\[,;]|\bln\b){2,200}?)"
        r"(?:\\right[ \t]*)?(?:\\rangle\b|⟩)",
        r"\1(\2)",
        r"A = \langle \frac13, \frac23\rangle",
        r"A = ( \frac13, \frac23)",
    ),
    rule("//", r"(?<=\d)//(?=\d)", "/", "1//2", "1/2"),  # of Julia
    rule(
        "–", r"(?:^|(?<=[\s(\[{,;=|&:]))–(?=\.?\d)", "−", "C = (0, –1)", "C = (0, −1)"
    ),
    rule(
        "⌈",
        "[⌈⌉⌊⌋]",
        lambda m: "⎡⎤⎣⎦"["⌈⌉⌊⌋".index(m[0])],
        "⌈1 2⌉\n⌊3 4⌋",
        "⎡1 2⎤\n⎣3 4⎦",
    ),
    rule(
        "─",
        "(?<![┌├└┼])[─┴┬]{2,}(?:[^\\W\\d_]+(?: [^\\W\\d_]+)?─{2,}[▶►]|·(?=[^─\\n]{1,60}─+[▶►])|[▶►])|(?<=[ \\t])─[┐┘]",
        " → ",
        "Q ──swap──▶ K ──·M──▶ S = ──·n",
        "Q  →  K  → M →  S = ──·n",
    ),
    # what stands for a matrix that was taken out is never the file's own
    rule("", "[\x00-\x08\x0b\x0c\x0e-\x1f\ue000-\uf8ff]", "\ufffd", "A\x01", "A\ufffd"),
    rule(
        "{,}",
        r"(?<![\d.,}])([1-9]\d{0,2}(?:\{,\}\d{3}){2,})(?!\d|\{,\})",
        lambda m: m[1].replace("{,}", ","),
        "16{,}777{,}216",
        "16,777,216",
    ),
    rule(
        "≈",
        r"\[[^\[\]=:≈]{0,400}≈[^\[\]=:]{0,400}\]",
        _nearly,
        "[1.5 ≈ 0; ≈0.1 1]",
        "[1.5 ~0; ~0.1 1]",
    ),
    rule(
        "_",
        r"(?<==)([ \t]*)(?:\\math(?:bf|bb|rm)\{)?I\}?_\{?([2-8])\}?(?=[ \t]*(?:[$,.;)\\]|\Z|\n))",
        _identity,
        "V = I_2",
        "V = [1, 0; 0, 1]",
    ),
    rule(
        "",
        r"(?<=[\w$\])])[ \t]*(?:=|\b«is»\b)[ \t]*(?i:«identity»)"
        r"(?=[ \t]*(?:[.;\n]|,[ \t]*[^\s\d\[(⎡|]|\Z)|(?P<on>[ \t]+\$[^\W\d_]))",
        lambda m: " = I;" if m["on"] else " = I",
        "V is the identity matrix, so",
        "V = I, so",
    ),
    # a fraction of LaTeX right before a symbol that has a value already: c = \tfrac15\, d = (1, 0)
    rule(
        "frac",
        r"(=[ \t]*\\[dt]?frac[ ]?(?:\d\d|\{\d{1,9}\}\{\d{1,9}\}))(?:[ \t]|\\[,;!]){0,5}(?=[^\W\d_](?:_\w|_\{\w{1,9}\})?[ \t]*=)",
        r"\1 \\cdot ",
        r"c = \tfrac15\, d = (1, 0)",
        r"c = \tfrac15 \cdot d = (1, 0)",
    ),
    # what stands behind a limit is no value of 0
    rule(
        "",
        r"\\?[^\W\d_]\w{0,7}[ \t]*(?:→|->|\\to(?:[ \t]|(?=\\)))[ \t]*[-+]?(?:∞|\\infty|inf(?:inity)?|oo|0)[ \t]*:",
        "limit:",
        "λ → ∞: (1, 0)   λ→0: (0, 1)",
        "limit: (1, 0)   limit: (0, 1)",
    ),
    # a loop's counter heads what it prints
    rule(
        "=",
        r"^([ \t#*_>-]*(?:«for»[ \t]+)?\$?)[ih][ \t]*=[ \t]*(\d{1,3})(?=\$?[ \t*_]*:)",
        r"\1Head \2",
        "for i = 1:",
        "for Head 1:",
    ),
    rule(
        "=",
        r"^(#{1,6}[ \t]+\$?)[ih][ \t]*=[ \t]*(\d{1,3})(?=\$?[ \t]*$)",
        r"\1Head \2",
        "## i = 1",
        "## Head 1",
    ),
)
"""What is made plain in every text, LaTeX too: signs first, so that headings are seen behind them."""
