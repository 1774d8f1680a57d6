"""How wide and how high a formula is on paper, in millimetres, near enough to decide where a line breaks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache

from symattn.boxes import (
    GROUP,
    Box,
    Boxed,
    Fence,
    Frac,
    Grid,
    Ink,
    Root,
    Row,
    Script,
    Stack,
    grouped,
    on_points,
)
from symattn.during import during
from symattn.tex.signs import BIG

EM = 3.85  # millimetres: 10.95 pt Latin Modern
LINE = 4.9  # millimetres from one line of writing to the next
SCRIPT = 0.74  # of the size of its base: 8 pt of 10.95, as LaTeX sets it
SCALES = (
    1.0,
    0.92,
    0.83,
    0.75,
)  # the sizes that a formula may be set at, from the page's own downwards
COLUMN = 2.95  # the room between two columns of a matrix
_SPACES = {"thin": 0.17, "medium": 0.25, "quad": 1.0, "qquad": 2.0}
_NARROW, _WIDE = frozenset("ijltf1,.;:()[]|'"), frozenset("mwMWQHNKXOGVDUAY")
_LETTER = {
    "letter": 0.56,
    "bold": 0.62,
    "upright": 0.5,
    "word": 0.5,
    "text": 0.48,
    "number": 0.5,
    "accent": 0.0,
    "phantom": 0.5,
    "unit": 0.5,
}


def width(box: Box) -> float:
    """The width of *box* in millimetres of the usual page, set at the page's own size.

    >>> round(width(Ink("1234", "number")), 1)
    7.7
    >>> width(Frac(Ink("1", "number"), Ink("1234", "number"))) > width(Ink("1234", "number"))
    True
    """
    return in_print(_em(box) * EM)


def widest(boxes: Iterable[Box]) -> float:
    """The width of the widest of some boxes, 0 where there is none."""
    return max(map(width, boxes), default=0.0)


_ZOOM: ContextVar[tuple[float, float, bool]] = ContextVar(
    "zoom", default=(1.0, 1.0, True)
)


@contextmanager
def zoomed(
    line: float = 1.0, print_: float = 1.0, sizes: bool = True
) -> Iterator[None]:
    """While this lasts, a page is laid out whose lines are so much shorter than the usual one's, its print so much larger:
    formulas count as so much wider, and all that is laid out keeps its measures. Without *sizes* nothing can be set smaller.

    >>> with zoomed(line=2.0):
    ...     round(width(Ink("1234", "number")), 1), on_paper(10.0)
    (15.4, 5.0)
    """
    with during(_ZOOM, (line, print_, sizes)):
        yield


def measures() -> tuple[float, float, bool]:
    """What is laid out now is measured by this: what was laid out with other measures may look otherwise.

    >>> measures() == (1.0, 1.0, True)
    True
    """
    return _ZOOM.get()


def in_print(length: float) -> float:
    """What millimetres of usual print take of the usual page.

    >>> with zoomed(line=2.0, print_=1.5):
    ...     in_print(10.0)
    30.0
    """
    line, print_, _ = measures()
    return length * line * print_


def scales() -> tuple[float, ...]:
    """How much smaller each of LaTeX's sizes is than the page's own, which is the first.

    >>> with zoomed(sizes=False):
    ...     scales()
    (1.0, 1.0, 1.0, 1.0)
    """
    return SCALES if measures()[2] else (1.0,) * len(SCALES)


def on_paper(length: float) -> float:
    """What millimetres of the usual page are on paper.

    >>> on_paper(10.0)
    10.0
    """
    return length / _ZOOM.get()[0]


def height(box: Box) -> float:
    """The height of *box* in millimetres, near enough to see whether working fills a page.

    >>> height(Grid(((Ink("1"),), (Ink("2"),)))) > height(Ink("1"))
    True
    """
    match box:
        case Row(items):
            return max(map(height, items), default=LINE)
        case Script(Ink(text)) if text in BIG:
            return 2 * LINE
        case Frac(top, bottom):
            return height(top) + height(bottom)
        case Grid(rows):
            return sum(max(map(height, r), default=LINE) for r in rows)
        case Fence(_, body, _) | Root(body, _) | Script(body, _, _):
            return height(body)
        case Stack(body, over, under):
            return height(body) + sum(
                SCRIPT * height(mark)
                for mark in (over, under)
                if mark and not isinstance(mark, Ink)
            )
        case Boxed(body):
            return height(body) + 2
    return LINE


def _em(box: Box) -> float:
    match box:
        case Ink(text, kind):
            return _ink(text, kind)
        case Row(items):
            return sum(map(_em, items))
        case Frac(top, bottom):
            return max(_em(top), _em(bottom)) + 0.24
        case Script(base, sub, sup):
            scripts = [SCRIPT * _em(s) for s in (sub, sup) if s is not None]
            return _em(base) + max(scripts, default=0.0) + 0.05
        case Stack(body, over, under):
            return max(
                [
                    _em(body),
                    *(SCRIPT * _em(mark) for mark in (over, under) if mark is not None),
                ]
            )
        case Root(body, _):
            return _em(body) + 0.84
        case Fence(left, body, right):
            return _em(body) + 0.5 * (bool(left) + bool(right))
        case Grid():
            return _grid(box, measures()[2])
        case Boxed(body):
            return _em(body) + 0.5


@lru_cache(4096)
def _ink(text: str, kind: str) -> float:
    if kind == "space":
        return _SPACES.get(text, 0.17)
    if kind == "relation":
        return 1.34
    if kind == "operator":
        return 1.22 if text in "+−×⊕" else 0.75
    if kind == "punct":
        return 0.78 if text == "−" else 0.45
    usual = _LETTER[kind]
    if kind in ("number", "phantom"):
        groups = grouped(text.partition(".")[0]).count(GROUP)
        return (
            sum(0.28 if c in ".,/" else usual for c in text) + _SPACES["thin"] * groups
        )
    wide = 0.95 if kind == "bold" else 0.82
    return sum(0.34 if c in _NARROW else wide if c in _WIDE else usual for c in text)


def _grid(grid: Grid, sizes: bool) -> float:
    if sizes not in grid.widths:
        shown = on_points(grid)
        columns = [
            max((_em(r[j]) for r in shown.rows if j < len(r)), default=0.0)
            for j in range(shown.columns)
        ]
        between = (COLUMN / EM if sizes else 1.0) * max(0, len(columns) - 1)
        grid.widths[sizes] = (
            sum(columns)
            + between
            + 0.45 * (bool(grid.left) + bool(grid.right))
            + 0.3 * len(grid.rules)
        )
    return grid.widths[sizes]
