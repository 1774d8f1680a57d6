"""LaTeX, as TeX and MathJax set it, to signs."""

from __future__ import annotations

import re

from .signs import Cases, Frac, Gap, Grid, Name, Num, Root, Sign, Stream, Sub, Sup, Text, Under, grouped

TOKEN = re.compile(r"\\begin\{[a-z*]+\}|\\end\{[a-z*]+\}|\\\\\*?(?:\[[^\]]*\])?|\\[a-zA-Z]+\*?|\\.|\d+(?:(?:\.|\{,\})\d+)?|\s+|.", re.S)
SIGNS = {
    r"\cdot": "·", r"\times": "×", r"\approx": "≈", r"\mid": "|", r"\circ": "∘", r"\odot": "∘", r"\oplus": "⊕", r"\to": "→", r"\in": "∈",
    r"\le": "≤", r"\ge": "≥", r"\leq": "≤", r"\geq": "≥", r"\ne": "≠", r"\neq": "≠", r"\gt": ">", r"\lt": "<", r"\lceil": "⌈", r"\rceil": "⌉",
    r"\lfloor": "⌊", r"\rfloor": "⌋", r"\langle": "⟨", r"\rangle": "⟩", r"\dots": "…", r"\ldots": "…", r"\cdots": "…", r"\infty": "∞",
    r"\sum": "∑", r"\partial": "∂", r"\{": "(", r"\}": ")", r"\lvert": "|", r"\rvert": "|", r"\vert": "|", r"\%": "%", r"\#": "#",
    r"\top": "ᵀ", r"\nabla": "∇", r"\otimes": "⊗", r"\prod": "∏", r"\|": "‖", r"\lVert": "‖", r"\rVert": "‖", r"\colon": ":", r"\prime": "′",
}  # fmt: skip
GREEK = dict(zip(
    ["alpha", "beta", "gamma", "delta", "varepsilon", "epsilon", "zeta", "eta", "theta", "vartheta", "iota", "kappa", "lambda", "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "upsilon", "varphi", "phi", "chi", "psi", "omega", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega", "ell"],
    "αβγδεϵζηθϑικλμνξπρστυφϕχψωΓΔΘΛΞΠΣΥΦΨΩℓ", strict=True))  # fmt: skip
FUNCTIONS = {"exp", "log", "ln", "sin", "cos", "tan", "tanh", "sinh", "cosh", "max", "min", "lim", "arg", "det"}
UPRIGHT = {r"\text", r"\textrm", r"\mbox", r"\textnormal"}
LETTERS = {r"\mathrm", r"\operatorname", r"\mathit", r"\operatorname*"}
ACCENTED = {r"\hat": "̂", r"\tilde": "̃", r"\bar": "̄", r"\vec": "⃗", r"\dot": "̇", r"\widehat": "̂", r"\widetilde": "̃", r"\overline": "̄"}
PLAIN = {r"\mathsf", r"\displaystyle", r"\textstyle", r"\boxed", r"\res", r"\used", r"\lhs", r"\underline", r"\left", r"\right", r"\bigl", r"\bigr",
         r"\big", r"\Bigl", r"\Bigr", r"\!", r"\limits", r"\nolimits", r"\allowbreak", r"\nobreak", r"\relax", r"\hline", r"\mathstrut", r"\strut", r"\shown"}  # fmt: skip
STYLED = {r"\mathbf": "b", r"\boldsymbol": "b", r"\bm": "b", r"\mathbb": "bb", r"\mathcal": "cal", r"\mathfrak": "frak"}
THIN, WIDE = {r"\,", r"\:", r"\;", r"\ ", "~"}, {r"\quad", r"\qquad"}
DROPPED = {r"\phantom": 1, r"\tag": 1, r"\tag*": 1, r"\vphantom": 1, r"\hphantom": 1, r"\mk": 1, r"\label": 1, r"\color": 1, r"\vspace": 1, r"\hspace": 1, r"\noalign": 1}


class Reader:
    """Signs of one formula, or of a cell of it."""

    def __init__(self, text: str) -> None:
        self.tokens = [m[0] for m in TOKEN.finditer(text) if not m[0].isspace()]
        self.texts = {}
        self.at = 0
        self.source = text

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def next(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1] if self.at <= len(self.tokens) else ""

    def all(self, *ends: str) -> list[object]:
        """Signs up to one of these tokens, or to the end."""
        out: list[object] = []
        while (t := self.peek()) and t not in ends:
            self.one(out)
        return out

    def one(self, out: list[object]) -> None:
        """The next sign, put behind the others."""
        t = self.next()
        if t[0].isdigit():
            out.append(Num(t.replace("{,}", ".")))
        elif t in PLAIN or t in ("&",):
            pass
        elif t == "{":
            out += self.all("}")
            self.next()
        elif t in "_^" and len(t) == 1:
            body = grouped(self.argument())
            out.append((Sub if t == "_" else Sup)(body) if not (out and out[-1] in map(Name, ("lim",))) else Under(body))
        elif t == "'":
            out.append(Sup((Sign("′"),)))
        elif t in THIN | WIDE:
            out.append(Gap("thin" if t in THIN else "wide"))
        elif t in DROPPED:
            self.argument()
        else:
            out += self.made(t)

    def made(self, t: str) -> list[object]:
        """What a command, a letter or another sign makes."""
        if t in (r"\frac", r"\dfrac", r"\tfrac", r"\ffrac", r"\cfrac"):
            return [Frac(grouped(self.argument()), grouped(self.argument()))]
        if t == r"\sqrt":
            degree = 2
            if self.peek() == "[":
                self.next()
                degree = int(self.next())
                self.next()
            return [Root(grouped(self.argument()), degree)]
        if t in UPRIGHT:
            return [Text(self.words())]
        if t in LETTERS:
            return [Name(self.words())]
        if t in STYLED:
            return [Name(STYLED[t] + ":" + s.text) if isinstance(s, (Name, Num)) else s for s in self.argument()]
        if t in ACCENTED:
            return [Name(s.text + ACCENTED[t]) if isinstance(s, Name) else s for s in self.argument()]
        if t.startswith(r"\begin"):
            grid = self.grid(t[7:-1])
            return [Cases(grid.rows)] if t == r"\begin{cases}" else laid(grid)
        if t in SIGNS:
            return [Sign(SIGNS[t])]
        if t[:1] == "\\" and t[1:] in GREEK:
            return [Name(GREEK[t[1:]])]
        if t[:1] == "\\" and t[1:] in FUNCTIONS:
            return [Name(t[1:])]
        if t.isalpha():
            return [Name(t)]
        return [Sign({"-": "−", "|": "|", "*": "·"}.get(t, t))]

    def argument(self) -> list[object]:
        out: list[object] = []
        if self.peek() == "{":
            self.next()
            out = self.all("}")
            self.next()
        elif self.peek():
            self.one(out)
        return out

    def words(self) -> str:
        """A group of text; spaces were dropped with the tokens, which names do not mind."""
        if self.peek() != "{":
            return self.next()
        self.next()
        depth, out = 1, []
        while self.peek():
            t = self.next()
            depth += (t == "{") - (t == "}")
            if not depth:
                break
            plain = t.lstrip("\\") if t[0] == "\\" else t
            out.append({r"\[": "[", r"\]": "]", r"\_": "_", r"\ ": "", "~": ""}.get(t, GREEK.get(plain, plain) if t != plain else t))
        return "".join(out)

    def grid(self, kind: str) -> Grid:
        if kind == "array":
            self.argument()
        elif self.peek() == "[":  # matrices whose columns are aligned
            while self.next() != "]":
                pass
        rows: list[tuple[Stream, ...]] = [()]
        while (t := self.peek()) and not t.startswith(r"\end"):
            if t.startswith("\\\\"):
                self.next()
                rows.append(())
            elif t == "&":
                self.next()
            cell = []
            while (t := self.peek()) and t != "&" and not t.startswith(("\\\\", r"\end")):
                self.one(cell)
            rows[-1] = (*rows[-1], grouped([c for c in cell if c != Gap("wide")]))
        self.next()
        return Grid(tuple(r for r in rows if any(r)))


def laid(grid: Grid) -> list[object]:
    """A matrix, or formulas that are set side by side and below each other."""
    if any(Sign(r) in cell for row in grid.rows for cell in row for r in "=≈"):
        return [s for row in grid.rows for cell in row for s in (*cell, Gap("wide"))]
    return [grid]


CASES = re.compile(r"\\left\\\{\\begin\{array\}\{(?:@\{\})?ll(?:@\{\})?\}(.*?)\\end\{array\}\\right\.", re.DOTALL)


def signs(text: str) -> Stream:
    """A formula's signs; what holds in each of several cases is no link of the page."""
    return grouped(Reader(CASES.sub(r"\\begin{cases}\1\\end{cases}", text)).all())


GOES_ON = re.compile(r"[\s&]*\\cdot\b")


def rows(text: str) -> list[str]:
    """Lines of a display, cut at the line breaks that stand outside of its matrices; one that begins with a dot goes on."""
    out, depth, line = [], 0, []
    for m in TOKEN.finditer(text):
        t = m[0]
        depth += t.startswith(r"\begin") or t == "{"
        depth -= t.startswith(r"\end") or t == "}"
        if t.startswith("\\\\") and depth == 0 and not GOES_ON.match(text, m.end()):
            out.append("".join(line))
            line = []
        else:
            line.append(t)
    return [*out, "".join(line)]


def without(command: str, text: str) -> str:
    """A page without a command and its argument, which holds groups."""
    out, at = [], 0
    while (start := text.find(command + "{", at)) >= 0:
        out.append(text[at:start])
        at, depth = start + len(command) + 1, 1
        while depth:
            depth += (text[at] == "{" and text[at - 1] != "\\") - (text[at] == "}" and text[at - 1] != "\\")
            at += 1
    return "".join((*out, text[at:]))


_COLUMNS = re.compile(
    r"\\text\{(?P<word>[Cc]olumns?|Spalten?|[Cc]olonnes?)\s+(?P<first>\d+)(?:\s+\w+\s+(?P<last>\d+))?[\s~]*:\s*\}\s*"
    r"(?P<open>\\left.\s*)?\\begin\{(?P<kind>array|[bpv]?matrix\*?)\}(?P<set>\{[a-z|]*\}|\[[a-z]\])?"
    r"(?P<body>(?:(?!\\begin\{|\\end\{).)*)\\end\{(?P=kind)\}(?:\s*\\right.)?(?P<behind>[\s&]*(?:\\\\[\s&]*)?)",
    re.S,
)


def whole(text: str) -> str:
    """Matrices that stand in blocks of columns, each said to be which, as one: the blocks follow each other and leave nothing
    out; others stay as they stand, under words that are no name."""
    out, end = "", 0
    blocks: list[re.Match[str]] = []

    def joined() -> str:
        lines = [rows(block["body"]) for block in blocks]
        fit = int(blocks[0]["first"]) == 1 and len({len(block) for block in lines}) == 1
        for before, block in zip([None, *blocks], blocks, strict=False):
            width = int(block["last"] or block["first"]) - int(block["first"]) + 1
            fit &= before is None or int(block["first"]) == int(before["last"] or before["first"]) + 1
            fit &= all(len(line.split("&")) == width for line in rows(block["body"]))
        if not fit:
            return "".join(block[0] for block in blocks)
        body = r" \\ ".join(" & ".join(parts) for parts in zip(*lines, strict=True))
        return rf"\begin{{bmatrix}}{body}\end{{bmatrix}}" + blocks[-1]["behind"]

    for found in _COLUMNS.finditer(text):
        if found.start() != end or not blocks or int(found["first"]) == 1:
            out += (joined() if blocks else "") + text[end : found.start()]
            blocks = []
        blocks.append(found)
        end = found.end()
    return out + (joined() if blocks else "") + text[end:]
