"""Drawings as data: a few shapes on a page measured in millimetres, x to the right and y downwards.

Every shape may carry a *kind*: what it answers ("weights", "results", "shapes" …). The blank sheet's figure is
the same drawing without the shapes (for a box: without the label) whose kind is asked for, so that one source
gives both sheets and nothing of an answer can survive by mistake.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum, auto
from fractions import Fraction
from typing import Union

from symattn.boxes import Box as Formula
from symattn.boxes import pointed
from symattn.records import frozen
from symattn.said import Strings

Length = int | Fraction
Content = Union[str, Formula]
Point = tuple[Length, Length]


class ShapeKind(StrEnum):
    """What a shape of a figure answers; a worksheet names them under ``hide``.

    >>> ShapeKind.SHAPES
    'shapes'
    """

    WEIGHTS = auto()
    RESULTS = auto()
    STEPS = auto()
    JOIN = auto()
    SHAPES = auto()
    COLUMNS = auto()
    MASK = auto()
    HOLDS = auto()
    VALUES = auto()

    __repr__ = str.__repr__


_BESIDE = {"left": (1, 0), "right": (-1, 0), "above": (0, -1), "below": (0, 1)}
WIDEST = 160  # millimetres: the text width of the page, and no figure may be wider


@frozen
class Area:
    """A rectangle: its upper left corner, how wide it is and how high.

    >>> Area(0, 0, 14, 11).inside("W").x
    Fraction(7, 1)
    """

    x: Length
    y: Length
    w: Length
    h: Length

    @property
    def edges(self) -> tuple[Length, Length, Length, Length]:
        """Its upper left corner, its width and its height."""
        return self.x, self.y, self.w, self.h

    @property
    def middle(self) -> Point:
        """The point in its middle."""
        return self.x + Fraction(self.w, 2), self.y + Fraction(self.h, 2)

    def cells(self, rows: int, cols: int) -> list[Area]:
        """Its parts of equal size, row by row.

        >>> [cell.x for cell in Area(0, 0, 9, 3).cells(1, 3)]
        [Fraction(0, 1), Fraction(3, 1), Fraction(6, 1)]
        """
        w, h = Fraction(self.w) / cols, Fraction(self.h) / rows
        return [
            Area(self.x + j * w, self.y + i * h, w, h)
            for i in range(rows)
            for j in range(cols)
        ]

    def inside(
        self,
        content: Content,
        style: str = "small",
        kind: str = "",
        ground: str = "page",
    ) -> Label:
        """A label in its middle."""
        return Label(*self.middle, content, style, kind=kind, ground=ground)

    def beside(
        self,
        content: Content,
        anchor: str,
        gap: Length,
        style: str = "small",
        kind: str = "",
    ) -> Label:
        """A label so far from the middle of an edge: one anchored at its left end stands right of it, one anchored above over it.

        >>> Area(0, 0, 14, 11).beside("W", "above", 1).y
        Fraction(-1, 1)
        """
        (x, y), (right, down) = self.middle, _BESIDE[anchor]
        x += right * (Fraction(self.w, 2) + gap)
        y += down * (Fraction(self.h, 2) + gap)
        return Label(x, y, content, style, anchor, kind)

    def ruled(self, rows: int, cols: int, kind: str = "") -> Hairlines:
        """The lines between its cells."""
        return Hairlines(*self.edges, rows, cols, kind)

    def framed(self, style: str = "frame") -> LabelledBox:
        """Its edge."""
        return LabelledBox(*self.edges, style)

    def tinted(self, percent: int, kind: str = "", paper: bool = False) -> Shade:
        """Ink all over it."""
        return Shade(*self.edges, percent, kind, paper)

    def hatched(self, kind: str) -> Hatch:
        """Strokes all over it."""
        return Hatch(*self.edges, kind)


@frozen
class LabelledBox(Area):
    """A rectangle with a label in its middle; *style* is layer, result, block, frame, chip or cell.

    >>> LabelledBox(0, 0, 14, 11, "layer", "W", kind="weights").bare({"weights"}).label is None
    True
    """

    style: str = "block"
    label: Content | None = None
    kind: str = ""

    def bare(self, hidden: Iterable[str]) -> LabelledBox:
        """The same rectangle, its label gone when it answers what is *hidden*."""
        return replace(self, label=None, kind="") if self.kind in hidden else self


@frozen
class Shade(Area):
    """A rectangle filled with so many per cent of ink; *paper* keeps it light under figures in black on any page."""

    percent: int
    kind: str = ""
    paper: bool = False


@frozen
class Hatch(Area):
    """A hatched rectangle: a masked cell, told apart without colour."""

    kind: str = ""


@frozen
class Hairlines(Area):
    """The hairlines between *rows* × *cols* cells of a rectangle; its frame is a box."""

    rows: int
    cols: int
    kind: str = ""

    @property
    def down(self) -> list[Length]:
        """Where lines across stand, from the top."""
        return [self.y + Fraction(self.h * k, self.rows) for k in range(1, self.rows)]

    @property
    def along(self) -> list[Length]:
        """Where upright lines stand, from the left."""
        return [self.x + Fraction(self.w * k, self.cols) for k in range(1, self.cols)]


@frozen
class Label:
    """Words or a formula at a point; *anchor* says which part of the label stands there.

    *style* is maths, small, tiny (three sizes), name (upright, quiet), token (slanted); *ground* is what it stands
    on: page, halo (paper put behind it, on hatching) or shade (a filled cell).
    """

    x: Length
    y: Length
    content: Content
    style: str = "maths"
    anchor: str = "middle"
    kind: str = ""
    ground: str = "page"


@frozen
class Path:
    """Straight lines through points; *style* is hair, edge, cut (dashed) or arrow (a head at the last point)."""

    points: tuple[Point, ...]
    style: str = "hair"
    kind: str = ""


Item = LabelledBox | Shade | Hatch | Hairlines | Label | Path
Items = list[Item]


@frozen
class Figure:
    """A drawing, what it shows in a sentence or two (caption and alt text), and its items in drawing order.

    >>> Figure("block", "A block.", 20, 10, (LabelledBox(0, 0, 20, 10, "block", "X", kind="names"),)).kinds
    ('names',)
    """

    name: str
    description: str
    width: Length
    height: Length
    items: tuple[Item, ...]
    told: str = ""  # what only the key's description adds

    @property
    def kinds(self) -> Strings:
        """What the figure can answer, in the order drawn."""
        return tuple(dict.fromkeys(item.kind for item in self.items if item.kind))

    def key(self) -> Figure:
        """The figure with everything on it."""
        return replace(
            self, description=f"{self.description} {self.told}".strip(), told=""
        )

    def pointed(self, mark: str) -> Figure:
        """The figure with a language's decimal *mark* in its formulas."""

        def marked(content: Content) -> Content:
            return content if isinstance(content, str) else pointed(content, mark)

        def set_anew(item: Item) -> Item:
            if isinstance(item, LabelledBox) and item.label is not None:
                return replace(item, label=marked(item.label))
            return (
                replace(item, content=marked(item.content))
                if isinstance(item, Label)
                else item
            )

        return replace(self, items=tuple(map(set_anew, self.items)))

    def blank(self, hidden: Iterable[str] | None = None) -> Figure:
        """The bare figure: without what answers the *hidden* kinds, by default all of them."""
        gone = frozenset(self.kinds if hidden is None else hidden)
        kept = tuple(
            item.bare(gone) if isinstance(item, LabelledBox) else item
            for item in self.items
            if isinstance(item, LabelledBox) or item.kind not in gone
        )
        return replace(self, items=kept, told="")


def arrow(*points: Point) -> Path:
    """A line with a head at its last point."""
    return Path(points, "arrow")


def up(x: Length, low: Length, high: Length) -> Path:
    """An arrow from one height up to another."""
    return arrow((x, low), (x, high))


def written(length: Length) -> str:
    """Millimetres to the hundredth, as both formats write a length; anything finer is below what a printer shows.

    >>> written(Fraction(2, 3)), written(12), written(Fraction(5, 2))
    ('0.67', '12', '2.5')
    """
    hundredths = round(Fraction(length) * 100)
    text = f"{abs(hundredths) // 100}.{abs(hundredths) % 100:02}".rstrip("0").rstrip(
        "."
    )
    return f"-{text}" if hundredths < 0 else text
