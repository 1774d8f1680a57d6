"""Matrices on a page: exact, as decimals, with a common factor before them, and sums of exponentials told by their scores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from math import gcd, lcm

from flint import fmpq

from symattn.boxes import INFINITE, Box, Frac, Grid, Ink, Row, inked, number, row
from symattn.boxes.paper import PAPER
from symattn.exact.any_matrix import Places
from symattn.exact.decimals import decimal
from symattn.exact.matrix import Blocked, Entry, Matrix
from symattn.exact.number import ONE, Atom, Base, Monomial, Number, of_kind
from symattn.exact.zero import Letter, is_zero
from symattn.later import pattern
from symattn.notation.values import (
    ValuePrinter,
    decimal_box,
    digits,
    fixed_point,
    places_of,
    read_decimal,
    rounded,
    vast,
)
from symattn.records import frozen
from symattn.said import Integers
from symattn.tables import every, grouped, in_turn, placed

# --- linear ---
# Values with names in them: the constant first, then each name with what stands before it (7 − 4ε₁).


def write(x: Number, values: ValuePrinter, places: int = 0) -> Box:
    """A value as boxes, its names in the order of their numbers; a value without names in its usual form.

    >>> write(Number.of(2), ValuePrinter()).text
    '2'
    """
    plain = Number({m: c for m, c in x.terms.items() if not names_in(m)})
    named = sorted(
        ((_key(m), m, c) for m, c in x.terms.items() if names_in(m)),
        key=lambda item: item[0],
    )
    if not named:
        return values.cell(x, places)
    below = grouped(
        (tuple(b for b, p in names_in(m) if p < 0), (m, c)) for _, m, c in named
    )
    parts = [_term(c, m, values, places) for m, c in below.pop((), ())]
    parts += [_over(_raised_to(terms), values) for terms in below.values()]
    return PAPER.total(
        [(False, values.cell(plain, places)), *parts] if plain.terms else parts
    )


def names_in(m: Monomial) -> list[tuple[Atom, Fraction | int]]:
    """The names that stand in a term, each with its power."""
    return [(b, p) for b, p in m[0] if isinstance(b, Atom) and is_name(b)]


def is_name(base: Base) -> bool:
    """Whether a generator is a name given to a sub-expression, and no symbol of the reader's own.

    >>> is_name(Atom("sym", "ε_1")), is_name(2)
    (True, False)
    """
    return of_kind(base, "sym") and not isinstance(base.body, Letter)


def _key(m: Monomial) -> tuple[str, int, str]:
    """By name first, then plain terms before roots and exponentials."""
    return (
        "".join(str(b.body) for b, _ in names_in(m)),
        m[1] is not None,
        str(m[1] or ""),
    )


def _letters(
    powers: Iterable[tuple[Atom, Fraction | int]], values: ValuePrinter
) -> list[Box]:
    letters = (
        (values.letters.get(str(b.body)) or Ink(str(b.body)), p) for b, p in powers
    )
    return [
        letter if p == 1 else PAPER.raised(letter, number(p)) for letter, p in letters
    ]


def _rest(m: Monomial) -> Number:
    """The roots and exponentials that stand with a name."""
    return Number({(tuple(bp for bp in m[0] if not is_name(bp[0])), m[1]): fmpq(1)})


def _term(c: fmpq, m: Monomial, values: ValuePrinter, places: int) -> tuple[bool, Box]:
    """The sign and the box of one name times its coefficient."""
    rest, size = _rest(m), abs(c)
    alone = rest.terms == {ONE: fmpq(1)}
    things = [
        *([] if alone else [values.exact(rest)]),
        *_letters(names_in(m), values),
    ]
    if values.decimals and places_of(size) is not None:
        padded = places if alone else 0
        silent = size == 1 and things  # √2ε, never 1.0√2ε
        count = (
            []
            if silent
            else [number(fixed_point(size, max(padded, places_of(size) or 0)))]
        )
        return c < 0, PAPER.joined("*", *count, *things)
    count = [number(int(size.p))] if size.p != 1 or not things else []
    top = PAPER.joined("*", *count, *things)
    return c < 0, top if size.q == 1 else PAPER.joined("/", top, number(int(size.q)))


def _raised_to(
    terms: Sequence[tuple[Monomial, fmpq]],
) -> tuple[list[tuple[Monomial, fmpq]], dict[Atom, Fraction | int]]:
    """Terms over the same names as numerators over the highest power of each: 1/σ − 1/σ² as σ − 1 over σ²."""
    below: dict[Atom, Fraction | int] = {}
    for m, _ in terms:
        for b, p in names_in(m):
            if p < 0:
                below[b] = max(below.get(b, 0), -p)
    lift = Number({(tuple(below.items()), None): fmpq(1)})
    lifted = [next(iter((Number({m: c}) * lift).terms.items())) for m, c in terms]
    return lifted, below


def _over(
    lifted: tuple[list[tuple[Monomial, fmpq]], dict[Atom, Fraction | int]],
    values: ValuePrinter,
) -> tuple[bool, Box]:
    """Everything over one row's sum."""
    terms, below = lifted
    scale = lcm(*(int(c.q) for _, c in terms))
    negative = all(c < 0 for _, c in terms)
    top = PAPER.total(
        _term(c * scale * (-1 if negative else 1), m, values, 0) for m, c in terms
    )
    return negative, Frac(
        top,
        PAPER.joined(
            "*",
            *([number(scale)] if scale != 1 else []),
            *_letters(below.items(), values),
        ),
    )


# --- matrices ---
# Matrices as boxes: exact, rounded, as the sheet wrote them; a rounded one knows which of its entries are rounded.

Cells = Sequence[Sequence[Entry]]
MOST_ZEROS_BEHIND = 4  # digits behind the point up to which decimals of a matrix are as long as its longest


ROUGH: Places = frozenset({(0, 0)})
"""The places that are rounded of one number that is."""


@frozen
class ValueForm:
    """One way of writing a value: a box, the places in it that are rounded, and whether it follows from stated values.

    Two forms that stand next to each other are equal if neither is rounded and both are of one value; else they are
    approximately equal. No other place decides between = and ≈.
    """

    box: Box
    rough: Places = frozenset()
    carried: bool = False

    @property
    def exact(self) -> bool:
        """Whether nothing in it is rounded."""
        return not self.rough

    def cell(self, i: int, j: int) -> Box | None:
        """The entry at a place, where the form is a plain matrix."""
        grid = self.box
        return (
            grid.rows[i][j]
            if isinstance(grid, Grid) and i < len(grid.rows) and j < grid.columns
            else None
        )

    def entry(self, i: int, j: int) -> ValueForm | None:
        """The form of the entry at a place."""
        found = self.cell(i, j)
        rough = ROUGH if (i, j) in self.rough else frozenset()
        return None if found is None else ValueForm(found, rough, self.carried)


def sign(before: ValueForm, after: ValueForm) -> str:
    """The sign between two forms of one line.

    >>> sign(ValueForm(Ink("A")), ValueForm(Ink("B"))), sign(ValueForm(Ink("A")), ValueForm(Ink("B"), frozenset({(0, 0)})))
    ('=', '≈')
    """
    return (
        "=" if before.exact and after.exact and before.carried == after.carried else "≈"
    )


def exact(
    matrix: Matrix, values: ValuePrinter, brackets: str = "[]", rules: Integers = ()
) -> Grid:
    """The exact matrix: plain numbers with their points in line, other cells centred.

    >>> exact(Matrix.of([[7, 8]]), ValuePrinter()).align
    '.'
    """
    cells = matrix.cells()
    even = all(isinstance(x, Blocked) or _linear(x) for x in in_turn(cells))
    places = (
        shared_places(cells) if values.decimals and even else 0
    )  # beside e/(1 + e), as beside 0.34, a zero is 0, not 0.00
    places = places if places <= MOST_ZEROS_BEHIND else 0  # 0.5 beside 0.00390625
    named = any(
        not isinstance(x, Blocked) and any(map(names_in, x.terms))
        for x in in_turn(cells)
    )
    shown = every(lambda x: cell(x, values, 0 if _bare(x, named) else places), cells)
    plain = all(isinstance(x, Blocked) or x.is_rational for x in in_turn(cells))
    align = "c" if not plain else "." if _points(shown) == "." else "r"
    return Grid(shown, brackets[0], brackets[1], align, rules)


def _bare(x: Entry, named: bool) -> bool:
    """Whether an entry needs no zeros behind a point: 0, and beside names whole numbers, 1 − ε, not 1.0 − 1.0ε."""
    return (
        isinstance(x, Blocked)
        or not x.terms
        or (named and all(c.q == 1 for c in x.terms.values()))
    )


def cell(x: Entry, values: ValuePrinter, places: int = 0) -> Box:
    """One entry, exactly."""
    return INFINITE if isinstance(x, Blocked) else write(x, values, places)


def shared_places(cells: Cells) -> int:
    """The most decimals that a terminating entry needs."""
    found = [
        places_of(c)
        for x in in_turn(cells)
        if not isinstance(x, Blocked)
        for c in _rationals(x)
    ]
    return max((p for p in found if p is not None), default=0)


def _rationals(x: Number) -> list[fmpq]:
    """The rationals that are written in an entry: itself, or what stands before its names."""
    if x.is_rational:
        return [x.rational]
    return [c for c in x.terms.values() if abs(c) != 1] if _linear(x) else []


def _linear(x: Number) -> bool:
    """Whether an entry is made of rationals and names alone, as 21.4 − 12.8ε₁ is."""
    return all(
        m[1] is None and all(of_kind(b, "sym") for b, _ in m[0]) for m in x.terms
    )


def approximate(
    matrix: Matrix,
    places: int,
    brackets: str,
    rules: Integers = (),
    tiny: bool = False,
) -> ValueForm:
    """The matrix rounded; what is exact anyway stays bare, and with *tiny* no weight becomes 0 or 1."""
    return _decimals(
        matrix, lambda x: rounded(x, places, tiny), places, brackets, rules
    )


def _decimals(
    matrix: Matrix,
    write: Callable[[Number], Box],
    places: int,
    brackets: str,
    rules: Integers,
) -> ValueForm:
    """The matrix with its numbers written so; what does not end at so many places is rounded."""
    shown = matrix.shown(write, INFINITE)
    rough = frozenset(at for at, x in placed(matrix.cells()) if not ends(x, places))
    if rough:  # 0.50 beside 0.83
        shown = evenly(
            every(lambda box: _rewritten(box, partial(_to_places, places)), shown)
        )
    return ValueForm(
        Grid(shown, brackets[0], brackets[1], _points(shown), rules), rough
    )


def _rewritten(box: Box, change: Callable[[str], str]) -> Box:
    """A number with its digits changed, behind its sign; anything else as it is."""
    if isinstance(box, Row) and len(box.items) == 2:  # its sign
        return row(box.items[0], _rewritten(box.items[1], change))
    return number(change(box.text)) if inked(box, "number") else box


def _to_places(places: int, text: str) -> str:
    """A decimal with zeros to so many places."""
    whole, point, digits = text.partition(".")
    return f"{whole}.{digits.ljust(places, '0')}" if point else text


def evenly(shown: Sequence[Sequence[Box]]) -> tuple[tuple[Box, ...], ...]:
    """Numbers none of which has anything but zeros behind its point, all alike where one of them is exact: as whole ones, 52
    above 103; with their zeros where one is no 0 but rounded to it, 1.00 0.00 0.00. Beside 0.27 an exact 0 stays bare.

    >>> rows = [[number(x) for x in line.split()] for line in ("52 103.0", "1 0.00", "1.0 0.0", "0 0.27")]
    >>> [[box.text for box in line] for row in rows for line in evenly([row])]
    [['52', '103'], ['1.00', '0.00'], ['1.0', '0.0'], ['0', '0.27']]
    """
    numbers = [_digits(box) for _, box in placed(shown) if box != INFINITE]
    behind = [text.partition(".")[2] for text in numbers]
    if all(numbers) and not all(behind) and not "".join(behind).strip("0"):
        end = max(
            (x.partition(".")[2] for x in numbers if "." in x and not x.strip("0.")),
            default="",
        )
        behind_all = end and f".{end}"
        return every(
            lambda box: _rewritten(
                box, lambda text: text.partition(".")[0] + behind_all
            ),
            shown,
        )
    return tuple(map(tuple, shown))


def _digits(box: Box) -> str:
    """A number as it stands, without its sign; nothing for anything else."""
    if isinstance(box, Row) and len(box.items) == 2:
        return _digits(box.items[1])
    return box.text if inked(box, "number") else ""


def in_digits(
    matrix: Matrix,
    places: int,
    brackets: str,
    rules: Integers,
    keeps: int,
) -> ValueForm:
    """The matrix to so many places; where it *keeps* so many significant digits no number that is not 0 is written as 0.

    >>> in_digits(Matrix.of([[1, Fraction(1, 3000)]]), 2, "[]", (), keeps=2).box.rows[0][1].text
    '0.00033'
    """
    write = digits(places, keeps)
    return _decimals(matrix, lambda x: decimal_box(write(x)), places, brackets, rules)


def _points(rows: Sequence[Sequence[Box]]) -> str:
    """How columns stand: points below each other where all are plain numbers, else centred."""
    simple = (
        isinstance(box, Ink) or (isinstance(box, Row) and len(box.items) == 2)
        for box in in_turn(rows)
    )
    return "." if all(simple) else "c"


def fixed(matrix: Matrix, places: int, brackets: str = "[]") -> Grid:
    """The matrix with exactly so many decimals, as stated values are carried on."""
    shown = matrix.shown(lambda x: number(decimal(x, places)), INFINITE)
    return Grid(shown, brackets[0], brackets[1], "r")


def written(
    cells: Sequence[Sequence[str]], brackets: str = "[]", powers: bool = False
) -> Grid | None:
    """The matrix as the sheet writes it, where every cell is a plain number, a fraction in lowest terms, or so small that it
    has a power of ten, with *powers* any that is written with one; else None.

    >>> written([["0.10", "-1"]]).rows[0][0]
    Ink(text='0.10', kind='number')
    >>> [written([[text]]) is None for text in ("3e2", "3e-9", "-1/2", "2/4")], written([["3e2"]], powers=True) is None
    ([True, False, False, True], False)
    """

    powers = powers or any(map(_SMALL.fullmatch, in_turn(cells)))

    def box(text: str) -> Box | None:
        if is_plain(text.partition("e")[0] if powers else text):
            return decimal_box(text)
        found = _FRACTION.fullmatch(text)
        return (
            ValuePrinter().rational(fmpq(*map(int, found.groups())))
            if found and gcd(*map(int, found.groups())) == 1
            else None
        )

    found = every(box, cells)
    shown = tuple(tuple(cell for cell in cells if cell is not None) for cells in found)
    if shown != found:
        return None
    fractions = any("/" in text for text in in_turn(cells))
    return Grid(shown, brackets[0], brackets[1], "r" if fractions else _points(shown))


_SMALL = pattern(r"[\d.-]+e-0?(?:[4-9]|[1-9]\d{1,6})")
_FRACTION = pattern(r"(-?\d{1,20})/([1-9]\d{0,19})")


def is_plain(text: str) -> bool:
    """Whether a text is a plain decimal: digits, perhaps with a sign and a point between them.

    >>> is_plain("-0.50"), is_plain("1/2"), is_plain(".5")
    (True, False, False)
    """
    digits = text.lstrip("-")
    return (
        digits.replace(".", "", 1).isdigit()
        and not digits.endswith(".")
        and not digits.startswith(".")
    )


def turned(grid: Grid) -> Grid:
    """The transposed matrix."""
    used = frozenset((j, i) for i, j in grid.used)
    return Grid(
        tuple(zip(*grid.rows, strict=True)), grid.left, grid.right, grid.align, (), used
    )


def turned_form(form: ValueForm) -> ValueForm:
    """The form of the transposed matrix."""
    if not isinstance(form.box, Grid):
        return form
    return ValueForm(
        turned(form.box), frozenset((j, i) for i, j in form.rough), form.carried
    )


def bare(form: ValueForm) -> ValueForm:
    """The form of a number: its one entry without brackets.

    >>> bare(ValueForm(Grid(((Ink("7"),),)))).box
    Ink(text='7', kind='letter')
    """
    entry = form.cell(0, 0)
    return form if entry is None else ValueForm(entry, form.rough, form.carried)


def plain(matrix: Matrix, places: int) -> Matrix:
    """A matrix with every entry that is a short decimal, whatever terms it came out as, written as that decimal.

    >>> from symattn.exact.functions import exp
    >>> half = Number.of(1) / (1 + exp(1)) - exp(-1) / (1 + exp(-1))
    >>> plain(Matrix.of([[half]]), 4).is_rational
    True
    """
    if matrix.is_rational:
        return matrix
    return matrix.map(lambda x: plain_number(x, places))


def plain_number(x: Number, places: int) -> Number:
    """A number that is a short decimal, written as that decimal; any other as it is."""
    if x.is_rational or vast(x):
        return x
    near = Number.of(read_decimal(decimal(x, places)))
    return near if is_zero(x - near) else x


def ends(x: Entry, places: int) -> bool:
    """Whether an entry is shown exactly with so many decimals."""
    if isinstance(x, Blocked):
        return True
    found = places_of(x.rational) if x.is_rational else None
    return found is not None and found <= places and not vast(x)
