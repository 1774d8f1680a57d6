"""Figures for the web: one self-contained SVG that follows the page in light and in dark.

Lines and words take the page's text colour. A page may set ``--figure-ink``, ``--figure-paper``, ``--figure-shade``
and ``--figure-text``; cells filled by value keep their own paper and text colours, so that they stay readable on
any ground. There are no ids in the drawing: two figures on one page cannot disturb each other.
"""

from __future__ import annotations

from fractions import Fraction
from html import escape

from symattn.figures import lettering
from symattn.figures.model import (
    Area,
    Figure,
    Hairlines,
    Hatch,
    Item,
    Label,
    LabelledBox,
    Length,
    Path,
    Point,
    Shade,
    written,
)

_INK = "var(--figure-ink,currentColor)"
_SIZES = {
    "maths": Fraction(7, 2),
    "small": Fraction(63, 20),
    "tiny": Fraction(14, 5),
    "name": Fraction(63, 20),
    "token": Fraction(63, 20),
}  # millimetres: 10, 9 and 8 points
_TEXT = "var(--figure-text,#000)"
_GROUNDS = {"page": _INK, "halo": "var(--figure-text,currentColor)", "shade": _TEXT}
_BOXES = {
    "layer": (f'fill="{_INK}" fill-opacity=".1" stroke="{_INK}"', "0"),
    "result": (f'fill="none" stroke="{_INK}" stroke-dasharray="1 .8"', ".7"),
    "block": (f'fill="{_INK}" fill-opacity=".03" stroke="{_INK}"', ".7"),
    "chip": (
        f'fill="{_INK}" fill-opacity=".05" stroke="{_INK}" stroke-opacity=".55"',
        ".7",
    ),
    "frame": (f'fill="none" stroke="{_INK}"', "0"),
    "cell": (f'fill="none" stroke="{_INK}" stroke-opacity=".55"', "0"),
}
_LINES = {
    "hair": 'stroke-opacity=".55"',
    "edge": 'stroke-width=".25"',
    "cut": 'stroke-width=".25" stroke-dasharray="1 .8"',
    "arrow": "",
}


_SHIFTS = {"left": 0, "right": 1}


def write(figure: Figure) -> str:
    """The figure as an ``svg`` element with its description for those who do not see it.

    >>> write(Figure("rule", "A line.", 10, 1, ())).splitlines()[1]
    '<title>rule</title><desc>A line.</desc>'
    """
    w, h = (
        written(figure.width + 1),
        written(figure.height + 1),
    )  # half a millimetre for lines on the edge
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="-0.5 -0.5 {w} {h}" width="{w}mm" height="{h}mm" '
        f'style="max-width:100%;height:auto" fill="none" stroke-width=".15" font-family="serif">'
    )
    title = escape(figure.name.replace("-", " "))
    told = f"<title>{title}</title><desc>{escape(figure.description)}</desc>"
    return "\n".join([head, told, *map(_item, figure.items), "</svg>"]) + "\n"


def _item(item: Item) -> str:
    match item:
        case LabelledBox():
            look, corner = _BOXES[item.style]
            frame = f'<rect {_area(item)} rx="{corner}" {look}/>'
            return (
                frame
                if item.label is None
                else frame + _words(item.inside(item.label, "maths"))
            )
        case Shade():
            return _shade(item)
        case Hatch():
            return f'<path d="{_strokes(item)}" stroke="{_INK}" stroke-opacity=".3" stroke-width=".12"/>'
        case Hairlines():
            return f'<path d="{_cells(item)}" stroke="{_INK}" stroke-opacity=".55"/>'
        case Label():
            return _words(item)
        case Path():
            return _path(item)


def _shade(item: Shade) -> str:
    depth = written(Fraction(item.percent, 100))
    if not item.paper:
        return f'<rect {_area(item)} fill="{_INK}" fill-opacity="{depth}"/>'
    edge = 'stroke="var(--figure-shade,#1b3a5c)" stroke-opacity=".55"'
    ground = f'<rect {_area(item)} fill="var(--figure-paper,#fff)"/>'
    return f'{ground}<rect {_area(item)} fill="var(--figure-shade,#1b3a5c)" fill-opacity="{depth}" {edge}/>'


def _strokes(hatch: Hatch) -> str:
    """Lines at 45 degrees, cut off at the rectangle's edges."""
    found = []
    for s in range(
        1, int(hatch.w + hatch.h) + 1
    ):  # the line x + y = s of the rectangle
        ends = max(0, s - hatch.h), min(s, hatch.w)
        if ends[0] < ends[1]:
            found.append(
                "M" + "L".join(_at((hatch.x + x, hatch.y + s - x)) for x in ends)
            )
    return "".join(found)


def _cells(grid: Hairlines) -> str:
    right, low = written(grid.x + grid.w), written(grid.y + grid.h)
    across = [f"M{_at((grid.x, y))}H{right}" for y in grid.down]
    return "".join(across + [f"M{_at((x, grid.y))}V{low}" for x in grid.along])


def _path(path: Path) -> str:
    line = f'<path d="M{"L".join(map(_at, path.points))}" stroke="{_INK}" {_LINES[path.style]}/>'
    return line + _head(path.points) if path.style == "arrow" else line


def _head(points: tuple[Point, ...]) -> str:
    """The filled tip of an arrow whose last stretch runs along an axis."""
    (x0, y0), (x1, y1) = points[-2:]
    dx, dy = _sign(x1 - x0), _sign(y1 - y0)
    long, wide = Fraction(17, 10), Fraction(6, 10)
    back = (
        (x1 - dx * long - s * dy * wide, y1 - dy * long + s * dx * wide)
        for s in (1, -1)
    )
    return f'<path d="M{"L".join(map(_at, ((x1, y1), *back)))}Z" fill="{_INK}"/>'


def _words(label: Label) -> str:
    size = _SIZES[label.style]
    text = lettering.set_in_type(label.content, size, slanted=label.style == "token")
    upright = label.anchor.split("-")[0]
    shift = _SHIFTS.get(label.anchor.split("-")[-1], Fraction(1, 2))
    x = label.x - shift * text.width
    tall = max(text.above, size * 7 / 10)
    deep = size / 5 if label.style == "token" else text.below
    base = {"above": -deep, "below": tall}.get(upright, (tall - deep) / 2)
    family = ' font-family="sans-serif"' if label.style == "name" else ""
    behind = Area(x - 1, label.y + base - tall - 1, text.width + 2, tall + deep + 2)
    paper = f'<rect {_area(behind)} fill="var(--figure-paper,none)"/>'
    halo = paper if label.ground == "halo" else ""
    group = f'<g style="color:{_GROUNDS[label.ground]}" fill="currentColor"{family}>'
    return f"{halo}{group}{text.drawn(x, label.y + base)}</g>"


def _area(item: Area) -> str:
    return f'x="{written(item.x)}" y="{written(item.y)}" width="{written(item.w)}" height="{written(item.h)}"'


def _at(point: Point) -> str:
    return f"{written(point[0])} {written(point[1])}"


def _sign(x: Length) -> int:
    return (x > 0) - (x < 0)
