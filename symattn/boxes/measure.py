"""How wide a formula is on paper, in millimetres, near enough to decide where a line breaks."""

from __future__ import annotations

from symattn.boxes import Box, Boxed, Fence, Frac, Grid, Ink, Root, Row, Script, Stack, on_points

EM = 3.85  # millimetres: 10.95 pt Latin Modern
LINE = 4.9  # millimetres from one line of writing to the next
SCRIPT = 0.74
SCALES = (1.0, 0.92, 0.83, 0.75)  # the sizes that a formula may be set at, from the page's own downwards
COLUMN = 2.95  # the room between two columns of a matrix
_SPACES = {"thin": 0.17, "medium": 0.25, "quad": 1.0, "qquad": 2.0}
_NARROW, _WIDE = frozenset("ijltf1,.;:()[]|'"), frozenset("mwMWQHNKXOGVDUAY")
_LETTER = {"letter": 0.56, "bold": 0.62, "upright": 0.5, "word": 0.5, "text": 0.48, "number": 0.5, "accent": 0.0, "phantom": 0.5}


def width(box: Box) -> float:
    """The width of *box* in millimetres, set at the page's own size.

    >>> round(width(Ink("1234", "number")), 1)
    7.7
    >>> width(Frac(Ink("1", "number"), Ink("1234", "number"))) > width(Ink("1234", "number"))
    True
    """
    return _em(box) * EM


def height(box: Box) -> float:
    """The height of *box* in millimetres, near enough to see whether working fills a page.

    >>> height(Grid(((Ink("1"),), (Ink("2"),)))) > height(Ink("1"))
    True
    """
    match box:
        case Row(items):
            return max(map(height, items), default=LINE)
        case Frac(top, bottom):
            return height(top) + height(bottom)
        case Grid(rows):
            return sum(max(map(height, r), default=LINE) for r in rows)
        case Fence(_, body, _) | Root(body, _) | Script(body, _, _):
            return height(body)
        case Stack(body, over, under):
            return height(body) + sum(SCRIPT * height(mark) for mark in (over, under) if mark and not isinstance(mark, Ink))
        case Boxed(body):
            return height(body) + 2
    return LINE


def _em(box: Box) -> float:
    match box:
        case Ink():
            return _ink(box)
        case Row(items):
            return sum(map(_em, items))
        case Frac(top, bottom):
            return max(_em(top), _em(bottom)) + 0.24
        case Script(base, sub, sup):
            scripts = [SCRIPT * _em(s) for s in (sub, sup) if s is not None]
            return _em(base) + max(scripts, default=0.0) + 0.05
        case Stack(body, over, under):
            return max([_em(body), *(SCRIPT * _em(mark) for mark in (over, under) if mark is not None)])
        case Root(body, _):
            return _em(body) + 0.84
        case Fence(left, body, right):
            return _em(body) + 0.5 * (bool(left) + bool(right))
        case Grid():
            return _grid(box)
        case Boxed(body):
            return _em(body) + 0.5


def _ink(ink: Ink) -> float:
    if ink.kind == "space":
        return _SPACES.get(ink.text, 0.17)
    if ink.kind == "relation":
        return 1.34
    if ink.kind == "operator":
        return 1.22 if ink.text in "+−×⊕" else 0.75
    if ink.kind == "punct":
        return 0.78 if ink.text == "−" else 0.45
    usual = _LETTER[ink.kind]
    if ink.kind in ("number", "phantom"):
        return sum(0.28 if c in ".,/" else usual for c in ink.text)
    wide = 0.95 if ink.kind == "bold" else 0.82
    return sum(0.34 if c in _NARROW else wide if c in _WIDE else usual for c in ink.text)


def _grid(grid: Grid) -> float:
    grid = on_points(grid)
    columns = [max((_em(r[j]) for r in grid.rows if j < len(r)), default=0.0) for j in range(grid.columns)]
    between = COLUMN / EM * max(0, len(columns) - 1)
    return sum(columns) + between + 0.45 * (bool(grid.left) + bool(grid.right)) + 0.3 * len(grid.rules)
