"""Matrices as boxes: exact, rounded, as the sheet wrote them, turned where tokens are columns."""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq

from symattn.boxes import Box, Fence, Frac, Grid, Ink, Row, Script, number, row
from symattn.exact.atoms import Atom
from symattn.exact.decimals import decimal
from symattn.exact.matrix import Blocked, Entry, Matrix
from symattn.exact.number import ONE, Number
from symattn.notation.values import Values, places_of, rounded
from symattn.page import linear

INFINITY = row(Ink("−", "punct"), Ink("∞", "number"))
Cells = Sequence[Sequence[Entry]]


def exact(matrix: Matrix, values: Values, brackets: str = "[]", rules: tuple[int, ...] = ()) -> Grid:
    """The exact matrix: plain numbers lined up on the right with equal places, other cells centred.

    >>> exact(Matrix.of([[7, 8]]), Values()).align
    'r'
    """
    cells = matrix.cells()
    places = shared_places(cells) if values.decimals else 0
    shown = tuple(tuple(cell(x, values, places) for x in r) for r in cells)
    plain = all(isinstance(x, Blocked) or x.is_rational for r in cells for x in r)
    return Grid(shown, brackets[0], brackets[1], "r" if plain else "c", rules)


def cell(x: Entry, values: Values, places: int = 0) -> Box:
    """One entry, exactly."""
    return INFINITY if isinstance(x, Blocked) else linear.write(x, values, places)


def shared_places(cells: Cells) -> int:
    """The most decimals that a terminating entry needs."""
    found = [places_of(c) for r in cells for x in r if not isinstance(x, Blocked) for c in _rationals(x)]
    return max((p for p in found if p is not None), default=0)


def _rationals(x: Number) -> list[fmpq]:
    """The rationals that are written in an entry: itself, or what stands before its names."""
    if x.is_rational:
        return [x.rational]
    plain = all(m == ONE or (m[1] is None and all(isinstance(b, Atom) and b.kind == "sym" for b, _ in m[0])) for m in x.terms)
    return [c for c in x.terms.values() if abs(c) != 1] if plain else []


def approximate(matrix: Matrix, places: int, brackets: str = "[]", rules: tuple[int, ...] = (), tiny: bool = False) -> Grid:
    """The matrix rounded; what is exact anyway stays bare, and with *tiny* no weight becomes 0 or 1."""
    cells = matrix.cells()
    shown = tuple(tuple(INFINITY if isinstance(x, Blocked) else rounded(x, places, tiny) for x in r) for r in cells)
    level = all(not isinstance(x, Blocked) and not x.is_rational for r in cells for x in r)
    return Grid(shown, brackets[0], brackets[1], "r" if level and all(map(_simple, sum(shown, ()))) else "c", rules)


def _simple(box: Box) -> bool:
    return isinstance(box, Ink) or (isinstance(box, Row) and len(box.items) == 2)


def fixed(matrix: Matrix, places: int, brackets: str = "[]", rules: tuple[int, ...] = ()) -> Grid:
    """The matrix with exactly so many decimals, as stated values are carried on."""
    shown = tuple(tuple(INFINITY if isinstance(x, Blocked) else number(decimal(x, places)) for x in r) for r in matrix.cells())
    return Grid(shown, brackets[0], brackets[1], "r", rules)


def written(cells: Sequence[Sequence[str]], brackets: str = "[]") -> Grid | None:
    """The matrix as the sheet writes it, where every cell is a plain number; else None.

    >>> written([["0.10", "-1"]]).rows[0][0]
    Ink(text='0.10', kind='number')
    """
    if not all(_plain(text) for r in cells for text in r):
        return None
    return Grid(tuple(tuple(number(text) for text in r) for r in cells), brackets[0], brackets[1], "r")


def _plain(text: str) -> bool:
    return text.lstrip("-").replace(".", "", 1).isdigit() and not text.endswith(".") and not text.lstrip("-").startswith(".")


def turned(grid: Grid) -> Grid:
    """The transposed matrix."""
    used = frozenset((j, i) for i, j in grid.used)
    return Grid(tuple(zip(*grid.rows, strict=True)), grid.left, grid.right, grid.align, (), used)


def ends(x: Entry, places: int) -> bool:
    """Whether an entry is shown exactly with so many decimals."""
    if isinstance(x, Blocked):
        return True
    found = places_of(x.rational) if x.is_rational else None
    return found is not None and found <= places


def tall(box: Box) -> bool:
    """Whether a fraction is built up anywhere in a box."""
    match box:
        case Frac():
            return True
        case Row(items):
            return any(map(tall, items))
        case Script(base, sub, sup):
            return any(tall(b) for b in (base, sub, sup) if b is not None)
        case Fence(_, body, _):
            return tall(body)
        case Grid(rows):
            return any(tall(c) for r in rows for c in r)
    return False
