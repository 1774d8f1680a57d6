"""LaTeX made flat: dressing taken off, private macros put in, matrices taken out, environments turned into walls.

What has a value (``\\frac``, ``\\sqrt``, ``\\cdot`` …) stays as it is written. Every command costs a fixed piece of work,
which is counted, so that no text keeps a reader waiting.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, NoReturn

from symattn.errors import LimitError
from symattn.later import pattern
from symattn.limits import MOST_NESTING, MOST_TOKENS
from symattn.marking.answers.flat import (
    BEGUN,
    CLOSE,
    END,
    HEAD,
    OPEN,
    ROW,
    SEP,
    SHUT,
    WALL,
    Flat,
    FlatGrid,
)
from symattn.marking.answers.lists import Lists
from symattn.marking.answers.table_rows import (
    bared,
    by_columns,
    columns_of,
    continued,
    equated,
    valued,
)
from symattn.marking.answers.tabulars import of_table
from symattn.marking.said import reading
from symattn.notation.symbols import accented, faced, kept
from symattn.tex.commands import COMMANDS, meaning_of
from symattn.tex.signs import words
from symattn.tex.tokens import Tokens, lexer, text_of
from symattn.tex.undressed import Undresser

_PIECES = lexer(r"[%\n]|[^\\{}$~%\n]+")
_CUT_NUMBER = pattern(
    r"(?<=[\d.])%[^\n]*\n[ \t]*([\d.]+)"
)  # by a comment: 1%, and 6 below it
_AROUND = f" \t\n{WALL}{BEGUN}{SHUT}{SEP}"
"""What says nothing round an entry."""
_GAPS = pattern(rf"{SEP}(?:\s*{SEP})*")
_LENGTH = pattern(
    r"\s*\[\s*-?[\d.]+\s*(?:pt|em|ex|mm|cm|in|\\?baselineskip|\\?jot)?\s*\]"
)
_THREE = pattern(r" ?\d{3}(?!\d)")
_MATRIX = pattern(
    r"(?:[bpBvV]?(?:small)?matrix|[bpBvV]?NiceMatrix|(?:Nice)?[Aa]rray|[bp]array)\*?"
)
_RULED = pattern(r"[lcr]\|[lcr@{}]{1,20}")
_LAYOUT = pattern(r"tabularx?|tabu|longtable")
_FRAME = pattern(rf"{_MATRIX.pattern}|{_LAYOUT.pattern}")
FAR_ABOVE = 300  # characters, and pieces, in which what a table is called stands
LONGEST_ITEM = 12  # characters of an item's label
_INLINE = words(
    "aligned alignedat split gathered multlined small subequations subarray"
)
_COUNTED = words("enumerate questions parts")
_LISTS = words("enumerate itemize description questions parts")
_HIDDEN = words("tikzpicture comment filecontents")
_MATHEMATICS = words(
    "align aligned alignat equation gather multline displaymath math eqnarray flalign"
)
_ARGUMENTS = {"tabularx": 2} | dict.fromkeys(
    words(
        "array Array NiceArray Nicearray barray parray tabular tabu longtable alignat alignedat subarray minipage multicols"
    ),
    1,
)
"""How many arguments the beginning of an environment has."""
_RELATION = pattern(r"[=≈]")
_POWER = (
    r"(?:\s*(?:\\cdot|\\times|[·×])\s*10(?:\s*\^\s*(?:\{[^{}]*\}|\d+)|[⁻⁰¹²³⁴-⁹]+))?"
)
_PRICE = pattern(
    rf"(?:\\mathrm\s*\{{\\\$\}}|\\\$)\s*(\d(?:[\d.,\u202f]|\{{,\}}|\\,)*{_POWER})"
)  # $5 is 5 $


class _Frame(NamedTuple):
    """A matrix or a table that is open: the text around it, its name and its line, how many braces are open there, whether a rule
    stands beside its first column."""

    out: Flat
    name: str
    line: int
    braces: int
    ruled: bool


@dataclass
class _Macro:
    """A command the file defines: how many arguments, the first one's default, what it stands for."""

    count: int
    default: Tokens | None
    body: Tokens


def flatten(text: str, comments: bool = True, grids: Sequence[FlatGrid] = ()) -> Flat:
    """A text with LaTeX in it made flat; *comments* says whether ``%`` begins one, *grids* are the matrices that are taken out
    of it already. Raises LimitError for too much work.

    >>> flat = flatten(r"\\[ \\boxed{\\mathbf{M} = \\begin{bmatrix} 1 & 2 \\end{bmatrix}} \\]")
    >>> flat.text.replace("\\x01", "|"), flat.grids[0].entries
    ('| 𝐌 = \\ue0000\\ue001 |', (('1', '2'),))
    """
    if text.count("$") == 1 and "\\$" not in text:  # 5 $
        text = text.replace("$", "\\$")
    return _Flattener(_PRICE.sub(r"\1 \$", text), comments, grids).flat()


class _Flattener(Undresser):
    """One pass over the tokens of a text; what a macro stands for is put back in front of them."""

    out: Flat

    def __init__(
        self, text: str, comments: bool, grids: Sequence[FlatGrid] = ()
    ) -> None:
        super().__init__(_tokens(text, comments), Flat(grids=list(grids)))
        self.frames: list[_Frame] = []  # matrices and tables that are open
        self.macros: dict[str, _Macro] = {}
        self.lists = Lists()
        self.named: set[str] = set()  # letters that stood before an equals sign
        self.word = ""  # the last text that was no command
        self.math = 0
        self.last = ""

    def flat(self) -> Flat:
        """All of it, matrices without an end among it."""
        self.run()
        while self.frames:
            self.close_matrix("", self.frames[-1].line, broken=True)
        return self.out.ungapped()

    def too_many(self) -> NoReturn:
        raise _too_many()

    def plain(self, token: str, line: int) -> None:
        if token == "$$":
            self.out.add(WALL, line)
            self.math = 0 if self.math else 1
        elif token == "$":
            self.math = 0 if self.math else 1
            self.mathematics(line)
        elif token == "~":
            self.out.add(" ", line)
        elif token == "\n":
            if self.last == "\n" and not self.frames:
                self.math = 0
            self.out.add("\n" if not self.math and not self.frames else " ", line)
        else:
            self.out.add(token, line)
            self.written(token)
        if token == "\n" or token.strip():
            self.last = token

    def opened(self, shown: str, closing: str, line: int) -> None:
        self.last = "{"
        super().opened(shown, closing, line)

    def closed(self, line: int) -> None:
        self.last = "}"
        super().closed(line)

    def written(self, text: str) -> None:
        """Remember the letter right before an equals sign: it has a value of its own."""
        before, sign, _ = text.partition("=")
        said = before.strip() or self.word
        if sign and said:
            self.named.add(said[-1])
        self.word = text.strip() or self.word

    def command(self, name: str, line: int) -> None:
        self.last = name
        macro = self.macros.get(name)
        meaning = meaning_of(name.rstrip("*")) if macro else ""
        if macro and (
            name in _OFTEN_MATRICES or meaning in _GIVES_WAY or meaning not in self.DOES
        ):
            self.expand(macro)
        else:
            super().command(name, line)

    def rule(self, name: str, line: int) -> None:
        """A line across a table; inside a matrix it is nothing."""
        self.gone(name, line)
        self.out.add(
            " " if self.frames and _MATRIX.fullmatch(self.frames[-1].name) else WALL,
            line,
        )

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
        self.mathematics(line)

    def wall(self, name: str, line: int) -> None:
        self.out.add(WALL, line)

    def between(self, name: str, line: int) -> None:
        """Words between two rows, and no part of either."""
        self.out.add(WALL, line)
        self.within_braces("", WALL, line)

    def mathematics(self, line: int) -> None:
        """Where mathematics begins or ends inside a line; inside a matrix that says nothing."""
        self.out.add(" " if self.frames else BEGUN if self.math else SHUT, line)

    def item(self, name: str, line: int) -> None:
        """An item of a list: what stands in its square brackets comes before it, a matrix there stays in them."""
        self.out.add(WALL, line)
        label = self.optional()
        if label is None or name.lstrip("\\") != "item":  # of exams: the marks
            self.out.add(self.lists.item(), line)
        else:
            long = sum(len(token) for token, _ in label) > LONGEST_ITEM
            around = [("[", line), *label, ("]", line)] if long else label
            self.put_back([*around, (" ", line)])

    def quantity(self, name: str, line: int) -> None:
        """The matrices of the physics package: \\mqty(1 & 2 \\\\ 3 & 4), in any brackets."""
        self.blanks()
        closing = {"(": ")", "[": "]", "|": "|"}.get(self.next[:1])
        if closing is not None:
            self.cut(1, " ")
            self.put_back(_matrix(self.until(closing), line))
        elif self.next == "{":
            self.put_back(_matrix(self.argument(), line))

    def column(self, name: str, line: int) -> None:
        """\\binom{1}{2}, as some write a column."""
        first, second = self.argument(), self.argument()
        self.put_back(_matrix([*first, ("\\\\", line), *second], line))

    def bordered(self, name: str, line: int) -> None:
        """\\pmatrix{1 & 2 \\cr 3 & 4}; of \\bordermatrix{ & a & b \\cr x & 1 & 2 } the first row and column are words."""
        rows = re.split(r"\\cr(?![A-Za-z])|\\\\", text_of(self.argument()))
        rows = [row for row in rows if row.strip()]
        if "border" in name:
            rows = [row.partition("&")[2] for row in rows[1:]]
        inner = _tokens(r" \\ ".join(rows), comments=False)
        self.put_back(_matrix([(token, line) for token, _ in inner], line))

    def until(self, closing: str) -> Tokens:
        """The tokens up to a closing bracket outside all others."""
        found: Tokens = []
        depth = 0
        while self.tokens:
            token, line = self.tokens.pop()
            self.done += 1
            for k, sign in enumerate(token if token[0] != "\\" else ""):
                if depth == 0 and sign == closing:
                    found += [(token[:k], line)] if k else []
                    self.tokens += [(token[k + 1 :], line)] if token[k + 1 :] else []
                    return found
                depth += (sign in "([") - (sign in ")]")
            found.append((token, line))
        return found

    def sign(self, name: str, line: int) -> None:
        thin = (
            name in (",", "thinspace")
            and self.out.parts
            and self.out.parts[-1][-1:].isdecimal()
        )
        if thin and _THREE.match(self.next):
            self.cut(self.next.startswith(" "))
            self.out.add("\u202f", line)  # between thousands
        else:
            self.out.add(COMMANDS[name].value[1:], line)

    def fence(self, name: str, line: int) -> None:
        """A bracket that grows, or one that is not seen."""
        if name != "middle" and self.next[:1] == ".":
            self.cut(1, " ")
        self.out.add("", line)

    def gap(self, name: str, line: int) -> None:
        self.gone(name, line)
        self.out.add(SEP, line)

    def arrow(self, name: str, line: int) -> None:
        """What stands on an arrow is no value."""
        self.gone(name, line)
        self.out.add("⇒", line)

    def row(self, name: str, line: int) -> None:
        """\\\\ with what may follow it: a star, a length."""
        if self.next.startswith("*"):
            self.cut(1, " ")
        if length := _LENGTH.match(self.next):
            self.cut(length.end(), " ")
        self.out.add(ROW, line)

    def dressed(self, name: str, line: int) -> None:
        if COMMANDS[name].takes != "a" or not self.lettered(name):
            super().dressed(name, line)

    def unbraced(self, name: str, line: int) -> None:
        if COMMANDS[name].takes == "a" and name.startswith(
            ("math", "text", "bm", "bold")
        ):
            self.out.add(" ", self.tokens[-1][1] if self.tokens else 1)

    def lettered(self, name: str) -> bool:
        """One letter in an alphabet of its own, or with a line below, as signs of Unicode: 𝐒 is no S where a sheet has both."""
        whole = [token for token, _ in self.tokens[-3:]]
        braced = len(whole) == 3 and whole[2] == "{" and whole[0] == "}"
        letter = whole[1] if braced else self.next
        letter = letter if braced or letter[:1] == "\\" else letter[:1]
        lined = name == "underline"
        sign = (
            accented(letter, "_") if lined and len(letter) == 1 else faced(name, letter)
        )
        if name == "mathbb" and letter == "R":
            sign = "ℝ"
        elif not sign or sign == letter or not (lined or kept(sign)):
            return False
        _, line = self.tokens[-1]
        if braced:
            del self.tokens[-3:]
        else:
            self.cut(len(letter))
        self.out.add(sign, line)
        return True

    def heading(self, name: str, line: int) -> None:
        if name.lstrip("\\") == "part" and self.lists:
            self.item(name, line)
            return
        self.optional()
        self.out.add(WALL, line)
        self.within_braces(HEAD, END + WALL, line)

    def within_braces(self, before: str, behind: str, line: int) -> None:
        """Put marks around an argument, if one is there."""
        self.blanks()
        if self.next == "{":
            self.tokens.pop()
            self.braces.append(behind)
            self.out.add(before, line)

    def begun(self, name: str, line: int) -> None:
        """An environment begins."""
        bare = self._called()
        if own := self.macros.get(f"begin {bare}"):
            self.expand(own)
            return
        if bare in _HIDDEN:
            self.skip(bare)
            return
        said = self.optional()
        if bare in _LISTS:
            self.lists.begun(text_of(said or []) if bare in _COUNTED else None)
        columns = [text_of(self.argument()) for _ in range(_ARGUMENTS.get(bare, 0))]
        if _FRAME.fullmatch(bare):
            if len(self.frames) >= MOST_NESTING:
                raise LimitError(reading("deep_matrices", most=MOST_NESTING))
            ruled = bare == "array" and _RULED.fullmatch(columns[0]) is not None
            braces = len(self.braces)
            self.frames.append(_Frame(self.out, bare, line, braces, ruled))
            self.out = Flat()
        else:
            if bare == "document":
                self.out = Flat()
            self._outside(bare, int(bare in _MATHEMATICS), line)

    def ended(self, name: str, line: int) -> None:
        """An environment ends."""
        bare = self._called()
        if own := self.macros.get(f"end {bare}"):
            self.expand(own)
            return
        if bare in _LISTS:
            self.lists.ended()
        if _FRAME.fullmatch(bare):
            self.close_matrix(bare, line)
        else:
            self._outside(bare, 0, line)

    def _called(self) -> str:
        return text_of(self.argument()).strip().rstrip("*")

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
            if token == "\\end" and "".join(
                t for t, _ in self.tokens[: -len(name) - 4 : -1]
            ).lstrip().startswith(f"{{{name}"):
                self.argument()
                return

    def close_matrix(self, name: str, line: int, broken: bool = False) -> None:
        if not self.frames:
            return
        inner, frame = self.out, self.frames.pop()
        self.out, opened, start = frame.out, frame.name, frame.line
        del self.braces[frame.braces :]
        body = inner.text
        if _MATRIX.fullmatch(opened) and not inner.grids and not _RELATION.search(body):
            body = _gapped(body)
        rows = [row.split("&") for row in body.split(ROW)]
        entries = [tuple(entry.strip(_AROUND) for entry in row) for row in rows]
        is_table = _LAYOUT.fullmatch(opened) is not None
        if (is_table or frame.ruled) and not inner.grids:
            above = "".join(self.out.parts[-FAR_ABOVE:])[-FAR_ABOVE:]
            name, matrix = of_table(list(filter(any, entries)), above.split("\n"))
            if matrix:
                made = f" ${name}{matrix}$ " if is_table else matrix
                self.put_back(
                    [(token, start) for token, _ in _tokens(made, comments=False)]
                )
                return
        if is_table:
            names = Counter(row[0].strip() for row in rows)
            equations = (
                by_columns(row, columns_of(rows[0]))
                or equated(row)
                or (names[row[0].strip()] == 1 and valued(list(map(bared, row))))
                or SEP.join(row)
                for row in continued(rows)
            )
            _put(inner, self.out, start, WALL + WALL.join(equations) + WALL)
            return
        if inner.grids or (
            _RELATION.search(body) and "array" in opened
        ):  # a layout of equations, not a matrix
            self.out.add(SEP, start)
            _put(inner, self.out, start, body.replace("&", SEP))
            self.out.add(SEP, line)
            return
        begin, end = (f"\\{side}{{{opened}}}" for side in ("begin", "end"))
        source = begin + body.replace(ROW, " \\\\ ") + end
        error = reading("no_end", name=opened) if broken else ""
        while entries[1:] and entries[-1] == ("",):
            del entries[-1]
        self.out.matrix(FlatGrid(source, start, tuple(entries), error=error))
        if self.math and not self.frames and self._is_name_next(line):
            self.out.add("·", line)

    def _is_name_next(self, line: int) -> bool:
        """Whether a letter that has a value already stands right behind a matrix in a formula, on its line: a product."""
        ahead = [
            token
            for token, at in reversed(self.tokens[-4:])
            if at == line and token.strip(" \t{")
        ]
        if ahead and ahead[0].startswith(("\\math", "\\bm", "\\boldsymbol")):
            ahead = ahead[1:]
        letter = re.match(r"[ \t]*([A-Z])(?![a-z])", ahead[0]) if ahead else None
        return letter is not None and letter[1] in self.named

    def define(self, name: str, line: int) -> None:
        """\\newcommand, \\def and \\DeclareMathOperator of the file itself."""
        self.blanks()
        if not self.tokens:
            return
        first, line = self.tokens.pop()
        if first == "{":
            self.tokens.append((first, line))
            called = text_of(self.argument()).strip()
        else:
            called = first
        count, default = 0, None
        if "def" in name:
            if self.tokens and re.fullmatch(r"(?:#\d)*\s*", self.tokens[-1][0]):
                count = self.tokens.pop()[0].count("#")
        elif "let" in name:
            self.blanks()
        else:
            digits = text_of(self.optional() or [])
            count = int(digits) if re.fullmatch(r"\d", digits) else 0
            default = self.optional() if count else None
        body = self.argument()
        if "environment" in name:
            self.macros[f"begin {called}"] = _Macro(count, default, body)
            self.macros[f"end {called}"] = _Macro(0, None, self.argument())
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
            for k, piece in enumerate(re.split(r"#(\d)", token)):
                if k % 2 and 0 < int(piece) <= len(args):
                    body += args[int(piece) - 1]
                elif piece and not k % 2:
                    body.append((piece, line))
        self.done += len(body)
        self.put_back(body)


class CommandRule(NamedTuple):
    """Commands that *mean* the same to who reads a file, and what is done; an example, and what is left of it."""

    means: str
    does: Callable[[_Flattener, str, int], None]
    example: str
    gives: str


RULES: tuple[CommandRule, ...] = (
    CommandRule("row", _Flattener.row, r"1\\[8pt]2", f"1{ROW}2"),
    CommandRule("begin", _Flattener.begun, r"\begin{align*}1", f"{WALL}1"),
    CommandRule("end", _Flattener.ended, r"1\end{align*}", f"1{WALL}"),
    CommandRule("define", _Flattener.define, r"\newcommand{\a}[1]{2#1}\a{3}", "23"),
    CommandRule(
        "define",
        _Flattener.define,
        r"\newenvironment{m}{\[}{\]}\begin{m}1\end{m}",
        f"{WALL}1{WALL}",
    ),
    CommandRule(
        "heading", _Flattener.heading, r"\section{One}", f"{WALL}{HEAD}One{END}{WALL}"
    ),
    CommandRule("item", _Flattener.item, r"\item[a)]1", f"{WALL}a) 1"),
    CommandRule(
        "line",
        _Flattener.rule,
        r"\begin{matrix}\hline 1\end{matrix}",
        f"{OPEN}0{CLOSE}",
    ),
    CommandRule("matrix", _Flattener.quantity, r"\mqty(1 & 2)", f"{OPEN}0{CLOSE}"),
    CommandRule("column", _Flattener.column, r"\binom{1}{2}", f"{OPEN}0{CLOSE}"),
    CommandRule(
        "bordered",
        _Flattener.bordered,
        r"\bordermatrix{& a\cr x& 1\cr}",
        f"{OPEN}0{CLOSE}",
    ),
    CommandRule("display", _Flattener.display, r"\[1\]", f"{WALL}1{WALL}"),
    CommandRule("inline", _Flattener.within, r"\(1\)", f"{BEGUN}1{SHUT}"),
    CommandRule(
        "between", _Flattener.between, r"1\intertext{so}2", f"1{WALL}so{WALL}2"
    ),
    CommandRule("wall", _Flattener.wall, r"1\par2", f"1{WALL}2"),
    CommandRule("=", _Flattener.sign, r"A\approx1\,234", "A≈1\u202f234"),
    CommandRule("fence", _Flattener.fence, r"\left.1\right)", "1)"),
    CommandRule("gap", _Flattener.gap, r"1\quad2\hskip 1em 3", f"1{SEP}2{SEP}3"),
    CommandRule("arrow", _Flattener.arrow, r"\xrightarrow{so}", "⇒"),
    CommandRule("space", _Flattener.gone, r"1\addlinespace[2pt]2", "12"),
    CommandRule("kept", _Flattener.kept, r"\boxed{1}\textcolor{red}{2}", "12"),
    CommandRule("braced", _Flattener.kept, r"\underbrace{1}_{so}2", "12"),
    CommandRule("gone", _Flattener.gone, r"1\label{a}2", "12"),
    CommandRule("struck", _Flattener.struck, r"\cancel{1}2", " 2"),
)
"""What becomes of LaTeX's commands, by what they mean to a value. Any other stays as it is, as those that have a value do."""
_Flattener.DOES = {rule.means: rule.does for rule in RULES}
_GIVES_WAY = frozenset(["heading", "matrix"])
"""Meanings that go behind a macro that the file defines."""
_OFTEN_MATRICES = frozenset(["bm"])
"""Commands that go behind it too, though others of their meaning, such as the frame of a result, stay as they are."""


def _tokens(text: str, comments: bool) -> Tokens:
    found: Tokens = []
    line, skip = 1, False
    text = _CUT_NUMBER.sub(r"\1\n", text) if comments else text
    for match in _PIECES.finditer(text):
        token = match[0]
        if len(found) > MOST_TOKENS:
            raise _too_many()
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


def _too_many() -> LimitError:
    return LimitError(reading("most_pieces", most=f"{MOST_TOKENS:,}", latex=1))


def _matrix(body: Tokens, line: int) -> Tokens:
    """A matrix of some tokens."""
    begin, end = (
        [(f"\\{side}", line), ("{", line), ("matrix", line), ("}", line)]
        for side in ("begin", "end")
    )
    return [*begin, *body, *end]


def entry_of(text: str) -> str:
    """One number as a student writes it in LaTeX, without dressing.

    >>> entry_of(r"\\quad\\boxed{2}"), entry_of("$1/2$")
    ('2', '1/2')
    """
    return (
        flatten(text, comments=False).text.strip(_AROUND)
        if "\\" in text or "$" in text
        else text
    )


def _gapped(body: str) -> str:
    """The rows of a matrix with ampersands in place of the gaps between entries, where it has none; a gap beside one is a blank.

    >>> [_gapped(row.replace("|", SEP)) for row in ("1| 2|", "1 |& 2")]
    ['1& 2', '1  & 2']
    """
    if "&" in body:
        return body.replace(SEP, " ")
    rows = (row.strip(_AROUND) for row in body.split(ROW))
    return ROW.join(_GAPS.sub("&", row) for row in rows)


def _put(inner: Flat, out: Flat, line: int, text: str) -> None:
    """A layout's text with its cells apart, its matrices in their new numbers."""
    for k, piece in enumerate(re.split(r"\ue000(\d+)\ue001", text)):
        if k % 2:
            out.matrix(inner.grids[int(piece)])
        elif piece:
            out.add(piece, line)
