"""From a text to what it means: lines of a plan, and texts in any of the formats to values."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import field
from decimal import Decimal
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from flint import arb, ctx, fmpq

from symattn.binding import POSTFIX
from symattn.errors import LineError, ReadError, SymattnError
from symattn.exact import sympy
from symattn.exact.decide import BITS, EVERYTHING, Span
from symattn.exact.matrix import BLOCKED, Entry, Matrix
from symattn.exact.number import Number
from symattn.exact.units import Unit
from symattn.language import arrays, latex
from symattn.language.evaluate import check_result, decimal, evaluate, spend
from symattn.language.letters import with_bars
from symattn.language.loose import RULES
from symattn.language.pratt import (
    Grammar,
    Parser,
    Reader,
    Token,
    negative,
    numeral,
    part,
    positive,
)
from symattn.language.text import (
    CONSTANTS,
    PIECES,
    Vocabulary,
    half,
    radical,
    read_text,
    tokens,
)
from symattn.language.tree import (
    FUNCTIONS,
    NodeKind,
    Precision,
    Spot,
    Tree,
    Written,
    precision,
    prepared,
)
from symattn.later import pattern
from symattn.limits import MOST_ENTRIES
from symattn.records import frozen
from symattn.said import Integers
from symattn.tables import every, in_turn
from symattn.wording import said, unread, worded

if TYPE_CHECKING:
    from sympy import Basic


# --- lines ---
# The line language, NAME = EXPRESSION: the grammar of cells, and in it names, @, .T, slices and functions of matrices.
#
# One parser serves both, so a number in a line is written as in a cell: ``S / (2 sqrt(2))``, ``A * 2^-3``. What a line
# has besides becomes nodes of the same tree: ``name``, ``call`` (its name in ``text``), ``keyword``, ``tuple``,
# ``transpose``, and ``select`` (what stands between its brackets in ``text``). Nothing is ever evaluated as Python.

# Lines come from strangers: no line beyond these is read, so that none takes long or goes deeper than Python's stack.
LONGEST_LINE = 2_000
DEEPEST = 100  # brackets inside each other; with functions before them Python's stack ends between 150 and 200
MOST_SIGNS = 200  # of a chain without brackets, whose tree is as deep as it has signs; there the stack ends before 250
_DEFINED = pattern(r"\s*([A-Za-z][A-Za-z0-9_]*)\s*")
_OTHER_EQUALS = ("==", ":=", "<-", "+=", "-=", "*=", "/=", "@=")
_HINTS = {
    **dict.fromkeys("×·⋅∙", "times_in_line"),
    **dict.fromkeys("ᵀ'", "transposed_in_line"),
}
_SIGNS = {
    **dict.fromkeys("\\$", "latex_in_line"),
    **dict.fromkeys("{}", "number_of_name"),
    ";": "end_of_line",
    ".": "methods_in_line",
    "#": "comment_in_line",
    **dict.fromkeys("–—", "dash"),
}
_SHARE = pattern(r"(?<![\w.])(\d{1,20}(?:\.\d{1,20})?)[ ]?%(?=[ ]*(?:[-+*/),]|$))")
"""50 % in a line is 0.5; what is behind a remainder's sign, as in 7 % n, is none of these."""
_WORDS = Vocabulary(
    pattern(rf"(?P<turned>\.[ ]*T(?![A-Za-z0-9_]))|{PIECES}|(?P<sign>[@:=<>])"),
    lambda word, source, start: "constant" if word == "π" else "name",
    lambda sign: said(_HINTS.get(sign) or _SIGNS.get(sign, "form_of_line")),
)


class ParsedLine(NamedTuple):
    """A line before its names mean anything: the name it defines, where its expression starts, its tree."""

    name: str
    column: int
    tree: Tree


def parse_line(text: str) -> ParsedLine:
    """The tree of a line, its last node the whole expression; raises LineError at the first thing that does not fit.

    >>> [node.op for node in parse_line("Q = X @ W.T").tree.nodes]
    ['name', 'name', 'transpose', 'product']
    """
    _check_size(text)
    try:
        plain = _SHARE.sub(
            lambda m: f"{Decimal(m[1]).scaleb(-2).normalize():f}", prepared(text)
        )
        found = _DEFINED.match(plain)
        if found is None:
            raise unread("no_line", text, len(plain) - len(plain.lstrip()))
        rest = plain[found.end() :]
        if sign := next(filter(rest.startswith, _OTHER_EQUALS), ""):
            name, rest = found[1], rest.removeprefix(sign).strip()[:60]
            if sign[0] in "+-*/@":  # a line defines a new name
                name, rest = "S" if name == "R" else "R", f"{name} {sign[0]} {rest}"
            raise unread(
                "other_equals", text, found.end(), sign=sign, name=name, rest=rest
            )
        if rest and rest[0] in "(@.+-*/[":
            raise unread(
                "nameless_line",
                text,
                len(plain) - len(plain.lstrip()),
                line=plain.strip()[:60],
            )
        if not rest.startswith("="):
            raise unread("no_equals", text, found.end(), name=found[1])
        p = Parser(tokens(plain, text, _WORDS, found.end() + 1), GRAMMAR, text)
        p.tree = Tree(shared=False)
        start = p.tokens[0].start
        top = p.run(_compared(p))
        if p.kind != "end":
            p.fail("no_end_of_line", found=p.found())
    except ReadError as error:
        raise LineError(error.words[0], column=error.position) from None
    assert top == len(p.tree.nodes) - 1
    return ParsedLine(found[1], start, p.tree)


def defined(text: str) -> str:
    """The name a line defines, as far as it can be told without reading the line; "" where it cannot.

    >>> defined("Q = X @ @"), defined("X @ W")
    ('Q', '')
    """
    found = _DEFINED.match(text)
    return (
        found[1]
        if found and text.startswith(("=", *_OTHER_EQUALS), found.end())
        else ""
    )


def _check_size(text: str) -> None:
    if len(text) > LONGEST_LINE:
        raise LineError(
            f"a line of {len(text):,} characters",
            hint=f"the limit is {LONGEST_LINE:,}, split it into lines",
        )
    depth = 0
    for column, sign in enumerate(text):
        if sign in _HINTS:
            raise LineError(
                worded("no_meaning", sign=repr(sign), hint=said(_HINTS[sign])),
                column=column,
            )
        depth += (sign in "([") - (sign in ")]")
        if depth > DEEPEST:
            raise LineError(
                f"brackets nested more than {DEEPEST} deep",
                column=column,
                hint="split the line",
            )
    if sum(map(text.count, "-+*/@^")) > MOST_SIGNS:
        raise LineError(f"more than {MOST_SIGNS} signs", hint="split the line")


def _name(p: Parser, token: Token) -> Reader:
    """A name, or a function with its arguments."""
    if p.kind != "(":
        return p.node(NodeKind.NAME, token.start, text=token.text)
    opening = p.take()
    args: list[int] = []
    while p.kind != ")":
        args.append((yield _argument(p)))
        if p.kind != ",":
            break
        p.take()
    p.expect(")", said("comma_or_partner", position=opening.start + 1))
    return p.node(NodeKind.CALL, token.start, *args, text=token.text)


def _argument(p: Parser) -> Reader | int:
    after = [token.kind for token in p.tokens[p.at + 1 : p.at + 3]]
    if p.kind == "name" and after[0] == "=" and after != ["=", "="]:
        return _keyword(p)
    return _compared(p)


def _compared(p: Parser) -> Reader:
    """An expression, or two of them that are compared: 1 where it holds, 0 elsewhere."""
    left = yield part(p, 0)
    if p.kind not in ("<", ">", "=") or (p.kind == "=" and p.behind.kind != "="):
        return left
    token = p.take()
    sign = token.text + (p.take().text if p.kind == "=" else "")
    right = yield part(p, 0)
    return p.node(NodeKind.COMPARISON, token.start, left, right, text=sign)


def _keyword(p: Parser) -> Reader:
    key = p.take()
    p.take()
    value = yield part(p, 0)
    return p.node(NodeKind.KEYWORD, key.start, value, text=key.text)


def _bracket(p: Parser, token: Token) -> Reader:
    """An expression in brackets, or several with commas between them: a list of sizes."""
    items = [(yield _compared(p))]
    several = p.kind == ","
    while p.kind == ",":
        p.take()
        if p.kind != ")":
            items.append((yield part(p, 0)))
    p.close(token, ")")
    return p.node(NodeKind.TUPLE, token.start, *items) if several else items[0]


def _list(p: Parser, token: Token) -> Reader:
    """Numbers in square brackets, or rows of them: [[0, 1], [-1, 0]]."""
    items = [(yield part(p, 0))]
    while p.kind == ",":
        p.take()
        items.append((yield part(p, 0)))
    p.close(token, "]")
    return p.node(NodeKind.LIST, token.start, *items)


def _constant(p: Parser, token: Token) -> int:
    return p.node(NodeKind.CONSTANT, token.start, text="pi")


def _turned(p: Parser, left: int) -> int:
    return p.node(NodeKind.TRANSPOSE, p.take().start, left)


def _selected(p: Parser, left: int) -> int:
    """Which rows and columns are taken: what stands between the brackets, not read yet."""
    opening, depth = p.take(), 1
    while depth:
        if p.kind == "end":
            p.close(opening, "]")
        depth += (p.kind == "[") - (p.kind == "]")
        closing = p.take()
    return p.node(
        NodeKind.SELECT, opening.start, left, text=p.source[opening.end : closing.start]
    )


def _beside(p: Parser, last: int, first: int) -> None:
    before, after = p.tokens[last], p.tokens[first]
    if last + 1 < first:  # an operator stands between: nothing to doubt
        return
    called = p.tokens[first + 1].kind == "(" and after.text in FUNCTIONS
    if before.kind in ("name", "turned", "]") or (
        after.kind == "name" and after.text not in CONSTANTS and not called
    ):
        p.fail("no_sign", before=repr(before.text), after=repr(after.text))
    if last in p.bare and after.kind in ("name", "constant"):
        p.fail("unclear_root")


GRAMMAR = Grammar(
    {
        "number": numeral, "half": half, "root": radical, "name": _name, "constant": _constant,
        "-": negative, "+": positive, "(": _bracket, "[": _list,
    },
    "*", ("no_operand", ""), _beside, " ",
    {"turned": (POSTFIX, _turned), "[": (POSTFIX, _selected)},
)  # fmt: skip


# --- reader ---
# A text in any of the formats to a value: the tree's numbers, and what its written decimals may stand for.

# --- rounding ---
# What an expression may stand for when the decimals in it are rounded numbers: 1/1.414 is no exact 500/707.


def spans(tree: Tree) -> list[Span | None]:
    """All the numbers every node may stand for that has decimals in it, each of them rounded; a node without bounds is the whole
    line, and for one without decimals there is None.

    >>> tree = Tree()
    >>> one, d = (tree.add("numeral", (), text, 0) for text in ("1", "0.5"))
    >>> quotient = tree.add("fraction", (one, d), "", 0)
    >>> spans(tree)[quotient], spans(tree)[one]
    ([1.8181818, 2.2222222], None)
    """
    balls: list[arb] = []
    found: list[Span | None] = []
    with ctx.workprec(BITS):
        for k, node in enumerate(tree.nodes):
            if node.op == NodeKind.NUMERAL:
                x, loose = _numeral(tree, k), _is_decimal(node.text)
            else:
                rule = RULES.get(node.op)
                x = (
                    rule(node.text, [balls[i] for i in node.args])
                    if rule
                    else arb("nan")
                )
                loose = any(found[i] is not None for i in node.args)
            balls.append(x)
            whole = Span(x.lower(), x.upper()) if x.is_finite() else EVERYTHING
            found.append(whole if loose else None)
    return found


def _is_decimal(text: str) -> bool:
    return "." in text or "e" in text.lower()


def _numeral(tree: Tree, k: int) -> arb:
    text = tree.nodes[k].text
    middle = decimal(text)
    found = precision(tree, k) if _is_decimal(text) else None
    if found is None:
        return arb(middle)
    half = fmpq(found.unit.numerator, 2 * found.unit.denominator)
    return arb(middle - half).union(arb(middle + half))


# --- value ---
# What a text says: a number or a matrix, exact, with every entry as it was written.


@frozen
class Cell:
    """One number as written: its text, its exact value, and its precision when it is a plain decimal.

    ``span`` is all that an expression with decimals in it may stand for, each of them rounded: 1/1.414. With a ``unit`` behind
    it the number is one of base units.

    >>> from symattn.language import read
    >>> read("[[0.50, 1/2]]").cells[0][0].precision
    Precision(places=2, exponent=0, worth=Fraction(1, 1))
    """

    text: str
    number: Entry
    precision: Precision | None
    span: Span | None = field(default=None, compare=False)
    unit: Unit | None = None

    @cached_property
    def value(self) -> Hashable:
        """What the verdict on it depends on: the value of an expression, a decimal digit by digit, which claims precision.

        >>> from symattn.language import read
        >>> half, quotient, double = (read(text).cells[0][0] for text in ("0.5", "1/2", "2/4"))
        >>> half.value == quotient.value, quotient.value == double.value
        (False, True)
        """
        if not isinstance(self.number, Number):
            return self.text.strip()
        if self.precision is not None:
            value = (
                self.number.rational
            )  # as two whole numbers: FLINT's own hash of a quotient takes Python's
            return (
                self.text.strip(),
                self.precision.places,
                self.precision.exponent,
                int(value.p),
                int(value.q),
            )
        return (
            self.number.key,
            self.span,
        )  # by its text alone 1 − ε₁ is another number for another student


@frozen
class Value:
    """A number or a matrix that someone wrote, exact; ``cells`` are its rows, each entry as written.

    ``name`` is what stood before = or ≈ in LaTeX, ``approximate`` whether that was ≈.

    >>> from symattn.language import read
    >>> read("[[1, 2], [3, 4]]").shape, read("1/3").shape
    ((2, 2), ())
    >>> read("[[1, 2/4]]"), read("0.10")
    (Value(Matrix([[1, 1/2]])), Value(1/10))
    """

    text: str
    format: str
    cells: tuple[tuple[Cell, ...], ...]
    is_matrix: bool
    name: str = ""
    approximate: bool = False

    def __repr__(self) -> str:
        return f"Value({self.matrix if self.is_matrix else self.number})"

    @property
    def shape(self) -> Integers:
        """Rows and columns of a matrix, nothing for a number."""
        return (len(self.cells), len(self.cells[0])) if self.is_matrix else ()

    @property
    def number(self) -> Number:
        """The exact number; raises SymattnError when it is a matrix."""
        found = self.cells[0][0].number
        if self.is_matrix or not isinstance(found, Number):
            raise SymattnError(
                f"a {len(self.cells)}×{len(self.cells[0])} matrix stands here",
                "write one number",
            )
        return found

    @property
    def matrix(self) -> Matrix:
        """The exact matrix; raises SymattnError when it is a number."""
        if not self.is_matrix:
            raise SymattnError(
                "one number stands here", "write a matrix such as [[1, 2], [3, 4]]"
            )
        return Matrix.of(every(attrgetter("number"), self.cells))

    def to_sympy(self) -> Basic:
        """The same value as a SymPy expression or ImmutableMatrix."""
        return sympy.to_sympy(self.matrix if self.is_matrix else self.number)

    _sympy_ = (
        to_sympy  # so that SymPy's own functions take it: N(value), value + Symbol("x")
    )

    def __float__(self) -> float:
        return float(self.to_sympy())


# --- reader ---
# One way in: a text of any format becomes a Value, or a ReadError that says where and what to write instead.

READERS: dict[str, Callable[[str, str], Written]] = {
    "text": read_text,
    "latex": lambda plain, text: latex.read_latex(plain, text),
    "numpy": lambda plain, text: arrays.read_array(plain, text),
}
_LATEX = pattern(r"[\\$&]|[_^]\s*\{")
_OF_LATEX = pattern(r"[\\${}~]")
_ARRAY = pattern(
    r"\s*(?:"
    r"(?:(?:np|numpy|torch)\.)?(?:array|asarray|matrix|tensor)\s*\("  # array(…)
    r"|\[[-0-9.eE+,\s]+\]"  # one row of decimals
    r"|\[(?=[^,]*[0-9.]\s+(?:-(?=[.0-9])|[\[.0-9]))"  # spaces between entries; 1 - 2 is a difference
    r"|\[[^\[\]]*;"  # MATLAB
    r"|\[\s*\[[^\[\]]*\]\s*\["  # rows without commas between them
    r"|\[[\[\s]*(?:np|numpy)\."  # a list of NumPy's scalars
    r")"
)
NEVER = ("-inf", "-oo", "−∞", "-∞", "-\\infty")
"""How minus infinity is written as an entry of its own."""
_DECIMAL = pattern(r"\.[0-9]|[0-9][.eE]")
_PLAIN = pattern(r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,18})?")


def read(text: str, format: str | None = None) -> Value:
    """Read a number or a matrix; ``format`` is "text", "latex", "numpy" or None (guess). Raises ReadError.

    >>> read("1/3").number, read("[[1 2]\\n [3 4]]").matrix
    (Number(1/3), Matrix([[1, 2], [3, 4]]))
    """
    if format is not None and format not in READERS:
        raise unread("unknown_format", name=repr(format))
    plain = prepared(text)
    spend(0, characters=len(text))
    chosen = format or guess(plain)
    plain = with_bars(plain, chosen == "latex")
    try:
        written = READERS[chosen](plain, text)
        return _value(written, text, chosen)
    except (
        RecursionError
    ):  # a caller close to Python's own limit: refused like any depth that is too much
        raise unread("too_deep", text, 0) from None


def guess(plain: str) -> str:
    """The format a prepared text is most likely in.

    >>> guess("\\\\frac12"), guess("[1. 2.]"), guess("[[1/2, 1]]")
    ('latex', 'numpy', 'text')
    """
    if _LATEX.search(plain):
        return "latex"
    return "numpy" if _ARRAY.match(plain) else "text"


def _value(written: Written, text: str, format: str) -> Value:
    is_matrix = isinstance(written.layout, list)
    rows = written.layout if isinstance(written.layout, list) else [[written.layout]]
    _check_rows(rows, text)
    values = evaluate(written.tree, text)
    for spot in {spot.node: spot for spot in in_turn(rows)}.values():
        check_result(values[spot.node], text, spot.start)
    around = spans(written.tree) if _DECIMAL.search(text) else [None] * len(values)
    cells = tuple(
        tuple(_cell(written.tree, s, text, values[s.node], around[s.node]) for s in row)
        for row in rows
    )
    return Value(text, format, cells, is_matrix, written.name, written.approximate)


def _cell(tree: Tree, spot: Spot, text: str, value: Entry, around: Span | None) -> Cell:
    """One entry; an expression with decimals in it stands for all that these may be rounded from."""
    known = precision(tree, spot.node)
    return Cell(
        text[spot.start : spot.end], value, known, around if known is None else None
    )


def _check_rows(rows: list[list[Spot]], text: str) -> None:
    if len(rows) * len(rows[0]) > MOST_ENTRIES:
        raise unread(
            "most_entries",
            text,
            rows[-1][0].start,
            count=f"{len(rows)}×{len(rows[0])}",
            most=f"{MOST_ENTRIES:,}",
        )
    for i, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise unread(
                "row_length",
                text,
                row[0].start,
                i=i + 1,
                many=len(row),
                first=len(rows[0]),
            )


def cell(text: str) -> Number:
    """One number in the text language, or in LaTeX, for a cell of a worksheet; raises ReadError.

    >>> cell("0.10"), cell("1/3"), cell(r"\\frac{1}{3}")
    (Number(1/10), Number(1/3), Number(1/3))
    """
    if isinstance(text, str) and _PLAIN.fullmatch(text):
        return Number.of(decimal(text))
    found = read(
        text, "latex" if isinstance(text, str) and _OF_LATEX.search(text) else "text"
    )
    if found.is_matrix:
        raise unread("matrix_for_number", text, 0)
    return found.number


def entry(text: str) -> Entry:
    """An entry of a matrix of scores: a number in the text language, or ``-inf``; raises ReadError.

    >>> entry("-inf"), entry("1/2")
    (-inf, Number(1/2))
    """
    return BLOCKED if isinstance(text, str) and text.strip() in NEVER else cell(text)
