"""LaTeX made flat: dressing taken off, private macros put in, matrices taken out, environments turned into walls.

What has a value (``\\frac``, ``\\sqrt``, ``\\cdot`` …) stays as it is written. Every command costs a fixed piece of work,
which is counted, so that no text keeps a reader waiting.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from symattn.errors import LimitError
from symattn.limits import MOST_NESTING, MOST_TOKENS
from symattn.marking.answers.about import now
from symattn.marking.answers.flat import BEGUN, CLOSE, END, HEAD, OPEN, ROW, SEP, SHUT, WALL, Flat, Grid
from symattn.marking.answers.lists import Lists
from symattn.marking.said import reading
from symattn.notation.symbols import accented, faced, kept
from symattn.tex.signs import words

_TOKEN = re.compile(r"\\[A-Za-z@]+\*?|\\.|\$\$?|[{}~]|%|\n|[^\\{}$~%\n]+", re.DOTALL)

_BARE = words(
    "mathbf mathrm mathit mathsf mathtt mathcal mathbb mathfrak mathbfit mathop mathord mathbin mathrel mathmakebox mathstrut"
    " mathclose mathopen mathinner boldsymbol bm pmb symbf text textbf textit textrm textsf texttt textnormal textup textsl"
    " mbox hbox fbox operatorname ensuremath underline emph num boxed makebox framebox smash underbrace overbrace underbracket"
    " overbracket lhs res used Aboxed hl makecell resizebox scalebox tcbhighmath"
)
"""Dressing: the argument stays."""
_DROPPED = dict.fromkeys(
    ["label", "tag", "ref", "eqref", "cite", "vspace", "hspace", "phantom", "hphantom", "vphantom", "color", "mk", "worth",
    "earn",
     "widest", "axis", "need", "title", "author", "date", "usepackage", "documentclass", "geometry", "hypersetup", "input",
     "include",
     "pagestyle", "thispagestyle", "noalign", "rowcolor", "vskip", "usetikzlibrary", "bibliography", "includegraphics",
     "allowbreak",
     "cancel", "xcancel", "bcancel", "sout", "st", "strut", "blankline", "blanks", "tcbset", "pgfplotsset", "sisetup",
     "lstset", "xrightarrow", "xRightarrow", "xLongrightarrow", "xlongrightarrow", "xmapsto"], 1,
) | {"setlength": 2, "addtolength": 2, "answerframe": 3, "answerbox": 1, "setcounter": 2, "rule": 2, "sheet": 3, "definecolor": 3,
     "newcounter": 1, "hfill": 0, "newlength": 1, "hskip": 0, "total": 1}  # fmt: skip
_BEFORE = {"textcolor": 1, "colorbox": 1, "fcolorbox": 2, "underset": 1, "overset": 1, "stackrel": 1, "raisebox": 1, "parbox": 1,
           "href": 1, "foreignlanguage": 1, "begingroup": 0}  # fmt: skip
"""Commands whose first arguments go and whose last one stays."""
_HEADS = words("chapter section subsection subsubsection paragraph subparagraph titledquestion step part")
_WALLS = words("par question bigskip medskip smallskip newpage clearpage maketitle noindent remark")
_SIGNS = {
    **dict.fromkeys(["approx", "simeq", "cong", "approxeq", "thickapprox"], "≈"),
    **dict.fromkeys(["coloneqq", "coloneq", "equiv", "triangleq", "doteq", "eq"], "="),
    **dict.fromkeys(["to", "rightarrow", "Rightarrow", "implies", "therefore", "because", "Longrightarrow", "longrightarrow",
    "iff",
                     "Leftrightarrow", "hence", "leadsto", "rightsquigarrow", "mapsto"], "⇒"),
    **dict.fromkeys([",", ";", ":", "!", ">", " ", "\n", "thinspace", "enspace", "nobreak", "relax", "null", "shown", "/", "@"],
                    " "),
    **dict.fromkeys(["quad", "qquad"], SEP), "%": "%", "_": "_", "#": "#", "&": " and ", "$": " ", "-": "", "lbrack": "[",
    "rbrack": "]",
    **dict.fromkeys(["left", "right", "middle", "limits", "nolimits", "displaystyle", "textstyle", "scriptstyle", "nonumber",
    "notag",
                     "centering", "boldmath", "bf", "rm", "it", "sf", "tt", "small", "large", "Large", "footnotesize",
                     "normalsize", "scriptsize",
                     "displaylimits", "mathsurround", "leavevmode", "ignorespaces", "phantomsection", "qedhere", "protect"], ""),
    **dict.fromkeys([a + b for a in ("big", "Big", "bigg", "Bigg") for b in ("", "l", "r", "m")], ""),
    "checkmark": " ✓ ", "sfrac": "\\frac", "nicefrac": "\\frac", "flatfrac": "\\frac",
    "bold": "", "S": "", "ldots": "\\dots", "cdots": "\\dots", "vdots": "\\dots", "ddots": "\\dots",
}  # fmt: skip
_THREE = re.compile(r" ?\d{3}(?!\d)")
_MATRIX = re.compile(r"(?:[bpBvV]?(?:small)?matrix|[bpBvV]?NiceMatrix|(?:Nice)?[Aa]rray|[bp]array)\*?")
_LAYOUT = re.compile(r"tabularx?|tabu|longtable")
_FRAME = re.compile(rf"{_MATRIX.pattern}|{_LAYOUT.pattern}")
_RULES = words("hline midrule toprule bottomrule cline")
_PHYSICS = words("mqty pmqty bmqty Pmqty vmqty smqty spmqty sbmqty matrixquantity")
LONGEST_ITEM = 12  # characters of an item's label
_INLINE = words("aligned alignedat split gathered multlined small subequations subarray")
_LISTS = words("enumerate itemize description")
_HIDDEN = words("tikzpicture comment filecontents")
_MATHEMATICS = words("align aligned alignat equation gather multline displaymath math eqnarray flalign")
_ARGUMENTS = {"tabularx": 2} | dict.fromkeys(
    words("array Array NiceArray Nicearray barray parray tabular tabu longtable alignat alignedat subarray minipage multicols"), 1
)
"""How many arguments the beginning of an environment has."""
_DEFINING = words("newcommand renewcommand providecommand DeclareRobustCommand DeclareMathOperator def gdef let")
_RELATION = re.compile(r"[=≈]")
_OF_HEAD = re.compile(r"[\s*]*(?:head|kopf|group|gruppe)\s*\$?(\d{1,3})\$?[\s*]*", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]{1,12}")
_IS_MATRIX = re.compile(rf"[$\s{WALL}{BEGUN}{SHUT}]*(?:[\[(]\s*[\[(\d.\-−]|{OPEN})")
_VALUED = re.compile(rf"[=≈]\s*(?:\[|{OPEN})")
_SIZE = r"(?:[A-Za-z]\w{0,6}(?:_\{\w{1,4}\})?|\d{1,6})"
_TIMES = r"(?:[ \t]*(?:×|\\times\b)[ \t]*|[ \t]+(?:x|by|mal|sur)[ \t]+|(?<=\d)x(?=\d))"
SHAPE = rf"{_SIZE}(?:{_TIMES}{_SIZE})+"
"""Sizes with signs between them."""
Tokens = list[tuple[str, int]]


@dataclass
class _Macro:
    """A command the file defines: how many arguments, the first one's default, what it stands for."""

    count: int
    default: Tokens | None
    body: Tokens


def flatten(text: str, comments: bool = True, grids: Sequence[Grid] = ()) -> Flat:
    """A text with LaTeX in it made flat; *comments* says whether ``%`` begins one, *grids* are the matrices that are taken out
    of it already. Raises LimitError for too much work.

    >>> flat = flatten(r"\\[ \\boxed{\\mathbf{M} = \\begin{bmatrix} 1 & 2 \\end{bmatrix}} \\]")
    >>> flat.text.replace("\\x01", "|"), flat.grids[0].entries
    ('| 𝐌 = \\ue0000\\ue001 |', (('1', '2'),))
    """
    return _Flattener(text, comments, grids).run()


class _Flattener:
    """One pass over the tokens of a text; what a macro stands for is put back in front of them."""

    def __init__(self, text: str, comments: bool, grids: Sequence[Grid] = ()) -> None:
        self.comments = comments
        self.tokens = _tokens(text, comments)[::-1]  # the next one last
        self.out = Flat(grids=list(grids))
        self.braces: list[str] = []  # what the closing of each open brace writes
        self.frames: list[tuple[Flat, str, int, int]] = []  # matrices that are open: the text around, name, line, braces
        self.macros: dict[str, _Macro] = {}
        self.lists = Lists()
        self.named: set[str] = set()  # letters that stood before an equals sign
        self.word = ""  # the last text that was no command
        self.math = 0
        self.done = 0
        self.last = ""

    def run(self) -> Flat:
        while self.tokens:
            token, line = self.tokens.pop()
            self.done += 1
            if self.done > MOST_TOKENS:
                raise LimitError(reading("most_pieces", most=f"{MOST_TOKENS:,}", latex=1))
            if token[0] == "\\":
                self.command(token[1:], line)
            else:
                self.plain(token, line)
        while self.frames:
            self.close_matrix("", self.frames[-1][2], broken=True)
        return self.out

    def plain(self, token: str, line: int) -> None:
        if token == "{":
            self.braces.append("}")
            self.out.add("{", line)
        elif token == "}":
            self.closing(line)
        elif token == "$$":
            self.out.add(WALL, line)
            self.math = 0 if self.math else 1
        elif token == "$":
            self.math = 0 if self.math else 1
            self.inline(line)
        elif token == "~":
            self.out.add(" ", line)
        elif token == "\n":
            blank = self.last == "\n"
            if blank and not self.frames:
                self.math = 0
            self.out.add("\n" if not self.math and not self.frames else " ", line)
        else:
            self.out.add(token, line)
            self.written(token)
        if token == "\n" or token.strip():
            self.last = token

    def written(self, text: str) -> None:
        """Remember the letter right before an equals sign: it has a value of its own."""
        before, sign, _ = text.partition("=")
        said = before.strip() or self.word
        if sign and said:
            self.named.add(said[-1])
        self.word = text.strip() or self.word

    def closing(self, line: int) -> None:
        if not self.braces:
            return
        mark = self.braces.pop()
        if mark == "script":  # \underbrace{X}_{words}: the words go
            self.out.add("", line)
            self.blanks()
            if self.tokens and self.tokens[-1][0][:1] in ("_", "^"):
                rest, at = self.tokens.pop()
                if len(rest) > 1:
                    self.tokens.append((rest[1:], at))
                self.argument()
        else:
            self.out.add(mark, line)

    def command(self, name: str, line: int) -> None:
        self.last = name
        star = name.rstrip("*")
        known = _COMMAND_OF.get(star)
        if name in self.macros and (known is None or known.gives_way):
            self.expand(self.macros[name])
        elif known is not None:
            known.does(self, star, line)
        else:
            self.out.add("\\" + star, line)

    def rule(self, name: str, line: int) -> None:
        """A line across a table; inside a matrix it is nothing."""
        if name == "cline":
            self.argument()
        self.out.add(" " if self.frames and _MATRIX.fullmatch(self.frames[-1][1]) else WALL, line)

    def display(self, name: str, line: int) -> None:
        """Mathematics on lines of its own; inside \\text{…} it is Markdown's way of writing a bracket."""
        if self.braces:
            self.out.add(name, line)
        else:
            self.math = int(name == "[")
            self.out.add(WALL, line)

    def within(self, name: str, line: int) -> None:
        """Mathematics inside a line."""
        self.math = int(name == "(")
        self.inline(line)

    def wall(self, name: str, line: int) -> None:
        self.out.add(WALL, line)

    def between(self, name: str, line: int) -> None:
        """Words between two rows, and no part of either."""
        self.out.add(WALL, line)
        self.blanks()
        if self.tokens and self.tokens[-1][0] == "{":
            self.tokens.pop()
            self.braces.append(WALL)

    def spaced(self, name: str, line: int) -> None:
        self.optional()

    def inline(self, line: int) -> None:
        """Where mathematics begins or ends inside a line; inside a matrix that says nothing."""
        self.out.add(" " if self.frames else BEGUN if self.math else SHUT, line)

    def item(self, name: str, line: int) -> None:
        """An item of a list: what stands in its square brackets comes before it, a matrix there stays in them."""
        self.out.add(WALL, line)
        label = self.optional()
        if label is None:
            self.out.add(self.lists.item(), line)
        else:
            long = sum(len(token) for token, _ in label) > LONGEST_ITEM
            around = [("[", line), *label, ("]", line)] if long else label
            self.tokens += reversed([*around, (" ", line)])

    def quantity(self, name: str, line: int) -> None:
        """The matrices of the physics package: \\mqty(1 & 2 \\\\ 3 & 4), in any brackets."""
        self.blanks()
        first = self.tokens[-1][0] if self.tokens else ""
        closing = {"(": ")", "[": "]", "|": "|"}.get(first[:1])
        if first == "{":
            body = self.argument()
        elif closing is None:
            return
        else:
            self.tokens[-1] = (first[1:] or " ", self.tokens[-1][1])
            body = self.until(closing)
        self.tokens += reversed([*_named("begin", line), *body, *_named("end", line)])

    def column(self, name: str, line: int) -> None:
        """\\binom{1}{2}, as some write a column."""
        first, second = self.argument(), self.argument()
        self.tokens += reversed([*_named("begin", line), *first, ("\\\\", line), *second, *_named("end", line)])

    def bordered(self, name: str, line: int) -> None:
        """\\bordermatrix{ & a & b \\cr x & 1 & 2 }: its first row and its first column are words."""
        body = "".join(token for token, _ in self.argument())
        rows = [row.partition("&")[2] for row in re.split(r"\\cr(?![A-Za-z])|\\\\", body) if row.strip()]
        inner = _tokens(r" \\ ".join(rows[1:]), comments=False)
        self.tokens += reversed([*_named("begin", line), *((token, line) for token, _ in inner), *_named("end", line)])

    def until(self, closing: str) -> Tokens:
        """The tokens up to a closing bracket outside all others."""
        found: Tokens = []
        depth = 0
        while self.tokens:
            token, line = self.tokens.pop()
            self.done += 1
            for k, sign in enumerate(token if token[0] != "\\" else ""):
                if depth == 0 and sign == closing:
                    found.append((token[:k], line))
                    if token[k + 1 :]:
                        self.tokens.append((token[k + 1 :], line))
                    return found
                depth += (sign in "([") - (sign in ")]")
            found.append((token, line))
        return found

    def sign(self, name: str, line: int) -> None:
        if name in ("left", "right") and self.tokens and self.tokens[-1][0][:1] == ".":  # an invisible bracket
            rest, at = self.tokens.pop()
            self.tokens.append((rest[1:] or " ", at))
        thin = name in (",", "thinspace") and self.out.parts and self.out.parts[-1][-1:].isdecimal()
        if thin and self.tokens and _THREE.match(self.tokens[-1][0]):
            rest, at = self.tokens.pop()
            self.tokens.append((rest.lstrip(" "), at))
            self.out.add("\u202f", line)  # between thousands
        else:
            self.out.add(_SIGNS[name], line)

    def row(self, name: str, line: int) -> None:
        """\\\\ with what may follow it: a star, a length."""
        if self.tokens and self.tokens[-1][0].startswith("*"):
            self.tokens[-1] = (self.tokens[-1][0][1:] or " ", self.tokens[-1][1])
        if self.tokens:
            length = re.match(r"\s*\[\s*-?[\d.]+\s*(?:pt|em|ex|mm|cm|in|\\?baselineskip|\\?jot)?\s*\]", self.tokens[-1][0])
            if length:
                self.tokens[-1] = (self.tokens[-1][0][length.end() :] or " ", self.tokens[-1][1])
        self.out.add(ROW, line)

    def bare(self, name: str, line: int) -> None:
        while name in ("makebox", "mathmakebox", "framebox", "resizebox", "scalebox") and self.optional() is not None:
            pass
        if name in ("resizebox", "scalebox"):
            for _ in range(2 if name == "resizebox" else 1):
                self.argument()
        self.blanks()
        if self.lettered(name):
            return
        if name == "mathbb" and [token for token, _ in self.tokens[-3:]] == ["}", "R", "{"]:
            self.out.add("ℝ", self.tokens[-1][1])
            del self.tokens[-3:]
            return
        if name == "mathbb" and self.tokens and self.tokens[-1][0][0] == "R":  # \\mathbb R
            rest, at = self.tokens.pop()
            self.tokens.append(("ℝ" + rest[1:], at))
            return
        if self.tokens and self.tokens[-1][0] == "{":
            self.tokens.pop()
            self.braces.append("script" if name.startswith(("under", "over")) and name != "underline" else "")
        elif name.startswith(("math", "text", "bm", "bold")):
            self.out.add(" ", self.tokens[-1][1] if self.tokens else 1)

    def lettered(self, name: str) -> bool:
        """One letter in an alphabet of its own, or with a line below, as signs of Unicode: 𝐒 is no S where a sheet has both."""
        whole = [token for token, _ in self.tokens[-3:]]
        braced = len(whole) == 3 and whole[2] == "{" and whole[0] == "}"
        letter = whole[1] if braced else whole[-1][:1] if whole and whole[-1][0] != "\\" else whole[-1] if whole else ""
        sign = accented(letter, "_") if name == "underline" and len(letter) == 1 else faced(name, letter)
        if not sign or sign == letter or (name != "underline" and not kept(sign)):
            return False
        rest, line = self.tokens.pop()
        if braced:
            del self.tokens[-2:]
        elif rest[len(letter) :]:
            self.tokens.append((rest[len(letter) :], line))
        self.out.add(sign, line)
        return True

    def drop(self, name: str, line: int) -> None:
        count = _BEFORE[name] if name in _BEFORE else _DROPPED[name]
        self.optional()
        crossed = name in ("cancel", "xcancel", "bcancel", "sout", "st")
        for _ in range(count):
            self.argument()
        if name in _BEFORE:
            self.blanks()
            if self.tokens and self.tokens[-1][0] == "{":
                self.tokens.pop()
                self.braces.append("")
        elif name in ("hfill", "hskip"):
            self.out.add(SEP, line)
        elif name[0] == "x" and name.endswith(("arrow", "mapsto")):  # what stands on it is no value
            self.out.add("⇒", line)
        elif crossed:
            self.out.add(" ", line)

    def heading(self, name: str, line: int) -> None:
        self.optional()
        self.blanks()
        self.out.add(WALL, line)
        if self.tokens and self.tokens[-1][0] == "{":
            self.tokens.pop()
            self.braces.append(END + WALL)
            self.out.add(HEAD, line)

    def begun(self, name: str, line: int) -> None:
        """An environment begins."""
        bare = self._called()
        if bare in _HIDDEN:
            self.skip(bare)
            return
        said = self.optional()
        if bare in _LISTS:
            self.lists.begun("".join(token for token, _ in said or ()) if bare == "enumerate" else None)
        for _ in range(_ARGUMENTS.get(bare, 0)):
            self.argument()
        if _FRAME.fullmatch(bare):
            if len(self.frames) >= MOST_NESTING:
                raise LimitError(reading("deep_matrices", most=MOST_NESTING))
            self.frames.append((self.out, bare, line, len(self.braces)))
            self.out = Flat()
        else:
            if bare == "document":
                self.out = Flat()
            self._outside(bare, int(bare in _MATHEMATICS), line)

    def ended(self, name: str, line: int) -> None:
        """An environment ends."""
        bare = self._called()
        if bare in _LISTS:
            self.lists.ended()
        if _FRAME.fullmatch(bare):
            self.close_matrix(bare, line)
        else:
            self._outside(bare, 0, line)

    def _called(self) -> str:
        return "".join(token for token, _ in self.argument()).strip().rstrip("*")

    def _outside(self, bare: str, math: int, line: int) -> None:
        """Where an environment begins or ends that is no table; one inside a line says nothing."""
        if bare not in _INLINE:
            self.math = math
        self.out.add(" " if bare in _INLINE else WALL, line)

    def skip(self, name: str) -> None:
        """A picture or a comment: nothing in it is read."""
        while self.tokens:
            token, _ = self.tokens.pop()
            self.done += 1
            if token == "\\end" and "".join(t for t, _ in self.tokens[: -len(name) - 4 : -1]).lstrip().startswith(f"{{{name}"):
                self.argument()
                return

    def close_matrix(self, name: str, line: int, broken: bool = False) -> None:
        if not self.frames:
            return
        inner = self.out
        self.out, opened, start, depth = self.frames.pop()
        del self.braces[depth:]
        body = inner.text
        if _LAYOUT.fullmatch(opened):
            cells = [row.split("&") for row in body.split(ROW)]
            made = (by_heads(row, heads_of(cells[0])) or equated(row) or SEP.join(row) for row in cells)
            _put(inner, self.out, start, WALL + WALL.join(made) + WALL)
            return
        if inner.grids or (_RELATION.search(body) and "array" in opened):  # a layout of equations, not a matrix
            self.out.add(SEP, start)
            _put(inner, self.out, start)
            self.out.add(SEP, line)
            return
        source = "\\begin{" + opened + "}" + body.replace(ROW, " \\\\ ") + "\\end{" + opened + "}"
        error = reading("no_end", name=opened) if broken else ""
        rows = body.split(ROW)
        while len(rows) > 1 and not rows[-1].strip():
            rows.pop()
        entries = tuple(tuple(entry.strip() for entry in row.split("&")) for row in rows)
        self.out.matrix(Grid(source, start, entries, error=error))
        if self.math and not self.frames and self._is_name_next(line):
            self.out.add("·", line)

    def _is_name_next(self, line: int) -> bool:
        """Whether a letter that has a value already stands right behind a matrix in a formula, on its line: a product."""
        ahead = [token for token, at in reversed(self.tokens[-4:]) if at == line and token.strip(" \t{")]
        face = bool(ahead) and ahead[0].startswith(("\\math", "\\bm", "\\boldsymbol"))
        letter = re.match(r"[ \t]*([A-Z])(?![a-z])", "".join(ahead[face : face + 1]))
        return letter is not None and letter[1] in self.named

    def define(self, name: str, line: int) -> None:
        """\\newcommand, \\def and \\DeclareMathOperator of the file itself."""
        self.blanks()
        if not self.tokens:
            return
        first, line = self.tokens.pop()
        if first == "{":
            self.tokens.append((first, line))
            called = "".join(token for token, _ in self.argument()).strip()
        else:
            called = first
        count, default = 0, None
        if "def" in name:
            if self.tokens and re.fullmatch(r"(?:#\d)*\s*", self.tokens[-1][0]):
                count = self.tokens.pop()[0].count("#")
        elif "let" in name:
            self.blanks()
        else:
            digits = self.optional()
            count = int(digits[0][0]) if digits and digits[0][0].isdecimal() and len(digits[0][0]) == 1 else 0
            default = self.optional() if count else None
        body = self.argument()
        if "Operator" in name:
            body = [("\\operatorname", line), ("{", line), *body, ("}", line)]
        if called.startswith("\\") and "let" not in name and len(self.macros) < 2_000:
            self.macros[called[1:]] = _Macro(count, default, body)

    def expand(self, macro: _Macro) -> None:
        args: list[Tokens] = []
        if macro.default is not None:
            given = self.optional()
            args.append(macro.default if given is None else given)
        while len(args) < macro.count:
            args.append(self.argument())
        body: Tokens = []
        for token, line in macro.body:
            if "#" not in token:
                body.append((token, line))
                continue
            for k, piece in enumerate(re.split(r"#(\d)", token)):
                if k % 2 and 0 < int(piece) <= len(args):
                    body += args[int(piece) - 1]
                elif piece and not k % 2:
                    body.append((piece, line))
        self.done += len(body)
        self.tokens += reversed(body)

    def blanks(self) -> None:
        while self.tokens and not self.tokens[-1][0].strip(" \t\n"):
            self.tokens.pop()
        if self.tokens and self.tokens[-1][0][0] in " \t":
            token, line = self.tokens[-1]
            self.tokens[-1] = (token.lstrip(" \t"), line)

    def argument(self) -> Tokens:
        """The tokens of a braced argument without its braces, or one token, or the first character of a text."""
        self.blanks()
        if not self.tokens:
            return []
        token, line = self.tokens.pop()
        if token != "{":
            if token[0] != "\\" and len(token) > 1:
                self.tokens.append((token[1:], line))
                token = token[0]
            return [(token, line)]
        depth, found = 1, []
        while self.tokens:
            item = self.tokens.pop()
            self.done += 1
            depth += (item[0] == "{") - (item[0] == "}")
            if depth == 0:
                break
            found.append(item)
        return found

    def optional(self) -> Tokens | None:
        """What stands in square brackets, when some come next."""
        self.blanks()
        if not self.tokens or self.tokens[-1][0][0] != "[":
            return None
        token, line = self.tokens.pop()
        found: Tokens = []
        rest = token[1:]
        while True:
            inside, bracket, after = rest.partition("]")
            if inside:
                found.append((inside, line))
            if bracket:
                if after:
                    self.tokens.append((after, line))
                return found
            if not self.tokens or len(found) > 200:
                return found
            rest, line = self.tokens.pop()


class Command(NamedTuple):
    """Commands, without a star, that are *done* alike; an example and what is left of it; whether a macro that the file defines
    goes before them."""

    names: frozenset[str]
    does: Callable[[_Flattener, str, int], None]
    example: str
    gives: str
    gives_way: bool = False


COMMANDS: tuple[Command, ...] = (
    Command(words("\\"), _Flattener.row, r"1\\[8pt]2", f"1{ROW}2"),
    Command(words("begin"), _Flattener.begun, r"\begin{align*}1", f"{WALL}1"),
    Command(words("end"), _Flattener.ended, r"1\end{align*}", f"1{WALL}"),
    Command(_DEFINING, _Flattener.define, r"\newcommand{\a}[1]{2#1}\a{3}", "23"),
    Command(_HEADS, _Flattener.heading, r"\section{One}", f"{WALL}{HEAD}One{END}{WALL}", True),
    Command(words("item"), _Flattener.item, r"\item[a)]1", f"{WALL}a) 1"),
    Command(_RULES, _Flattener.rule, r"\begin{matrix}\hline 1\end{matrix}", f"{OPEN}0{CLOSE}"),
    Command(_PHYSICS, _Flattener.quantity, r"\mqty(1 & 2)", f"{OPEN}0{CLOSE}", True),
    Command(words("binom dbinom tbinom"), _Flattener.column, r"\binom{1}{2}", f"{OPEN}0{CLOSE}"),
    Command(words("bordermatrix"), _Flattener.bordered, r"\bordermatrix{& a\cr x& 1\cr}", f"{OPEN}0{CLOSE}"),
    Command(words("[ ]"), _Flattener.display, r"\[1\]", f"{WALL}1{WALL}"),
    Command(words("( )"), _Flattener.within, r"\(1\)", f"{BEGUN}1{SHUT}"),
    Command(words("intertext shortintertext"), _Flattener.between, r"1\intertext{so}2", f"1{WALL}so{WALL}2"),
    Command(_WALLS, _Flattener.wall, r"1\par2", f"1{WALL}2"),
    Command(frozenset(_SIGNS), _Flattener.sign, r"A\approx\left.1", "A≈1"),
    Command(_BARE, _Flattener.bare, r"\boxed{1}", "1"),
    Command(words("addlinespace"), _Flattener.spaced, r"1\addlinespace[2pt]2", "12"),
    Command(frozenset([*_BEFORE, *_DROPPED]), _Flattener.drop, r"\textcolor{red}{1}\label{a}", "1"),
)
"""What becomes of LaTeX's commands. Any other stays as it is, as those that have a value do."""
_COMMAND_OF = {name: command for command in reversed(COMMANDS) for name in command.names}


def _tokens(text: str, comments: bool) -> Tokens:
    found: Tokens = []
    line, skip = 1, False
    for match in _TOKEN.finditer(text):
        token = match[0]
        if len(found) > MOST_TOKENS:
            raise LimitError(reading("most_pieces", most=f"{MOST_TOKENS:,}", latex=1))
        if skip:
            skip = "\n" not in token
            if not skip:
                found.append(("\n", line))
        elif token == "%" and comments:
            skip = True
        else:
            found.append((token, line))
        if "\n" in token:
            line += 1
    return found


def _named(side: str, line: int) -> Tokens:
    """\\begin{matrix} or its end."""
    return [(f"\\{side}", line), ("{", line), ("matrix", line), ("}", line)]


def equated(cells: Sequence[str]) -> str | None:
    """The row of a table as an equation, where its second cell has a value; None for any other row.

    >>> equated(["$Q$", "(B, n, d)", "why"]).replace(SEP, "|")
    '$Q$ = (B, n, d)|why'
    """
    if len(cells) > 1 and now().shapes and re.fullmatch(SHAPE, sizes := cells[1].strip(f" \t$`{BEGUN}{SHUT}{WALL}")):
        cells = [cells[0], shape(sizes), *cells[2:]]
    named = len(cells) > 1 and cells[0].strip() and not _VALUED.search(cells[0])
    if named and re.match(r"\s*[$`]*\s*[(\[\ue000]", cells[1]):
        return f"{cells[0].rstrip()} = {cells[1].strip()}{SEP}{SEP.join(cells[2:])}"
    return None


def shape(sizes: str) -> str:
    """Sizes in brackets, with commas between them.

    >>> shape("n x d_k"), shape(r"4 \\times 1024")
    ('(n, d_k)', '(4, 1024)')
    """
    return f"({', '.join(re.split(_TIMES, sizes))})"


def heads_of(cells: Sequence[str]) -> list[str]:
    """The numbers of the heads, or groups, that the columns of a table are of, by its first row; none for any other row.

    >>> heads_of(["", "Head 1", "Head 2"]), heads_of(["", "I", "Head 2"])
    (['1', '2'], [])
    """
    found = [_OF_HEAD.fullmatch(cell) for cell in cells[1:]]
    return [head[1] for head in found if head] if all(found) else []


def by_heads(cells: Sequence[str], heads: Sequence[str]) -> str | None:
    """The row of a table with heads in its columns, a letter and the matrix of each head, as equations; None for any other.

    >>> by_heads(["Q", "[1 2]", "[3 4]"], ["1", "2"]).replace(SEP, " and ")
    'Q_1 = [1 2] and Q_2 = [3 4]'
    """
    name, values = cells[0].strip("*`$ " + WALL + BEGUN + SHUT), cells[1:]
    if not heads or len(values) != len(heads) or not _LETTER.fullmatch(name) or not all(map(_IS_MATRIX.match, values)):
        return None
    return SEP.join(f"{name}_{head} = {value.strip()}" for head, value in zip(heads, values, strict=True))


def _put(inner: Flat, out: Flat, line: int, source: str = "") -> None:
    """A layout's text with its cells apart, its matrices in their new numbers."""
    first = len(out.grids)
    text = source or inner.text.replace("&", SEP)
    for k, piece in enumerate(re.split(r"\ue000(\d+)\ue001", text)):
        if k % 2:
            out.matrix(inner.grids[int(piece)])
        elif piece:
            out.add(piece, line)
    assert len(out.grids) - first == len(inner.grids)
