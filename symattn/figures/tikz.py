"""Figures for TeX: one tikzpicture in millimetres, y downwards.

The preamble loads tikz with ``arrows.meta``, ``positioning``, ``patterns`` and ``calc`` and defines the colours
``ink``, ``tint``, ``hair`` and ``quiet``; nothing else is needed.
"""

from __future__ import annotations

from symattn.figures.model import (
    Area,
    Content,
    Figure,
    Hairlines,
    Hatch,
    Item,
    Label,
    LabelledBox,
    Path,
    Point,
    Shade,
    written,
)
from symattn.formats import writer

_STYLES = r"""[x=1mm,y=-1mm,font=\small,every node/.style={inner sep=0pt,outer sep=0pt},
  layer/.style={draw=ink,fill=ink!9},result/.style={draw=black!60,dashed,fill=white,rounded corners=2pt},
  block/.style={draw=ink,fill=ink!3,rounded corners=2pt},chip/.style={draw=hair,fill=tint,rounded corners=2pt},
  frame/.style={draw=ink},cell/.style={draw=hair},
  hair/.style={draw=hair},edge/.style={draw=ink,line width=.6pt},cut/.style={draw=ink,dashed,line width=.6pt},
  arrow/.style={draw=black!70,-{Latex[length=1.7mm]}},
  mask/.style={pattern=north east lines,pattern color=black!32},halo/.style={fill=white,inner sep=2pt},
  maths/.style={font=\small},small/.style={font=\footnotesize},tiny/.style={font=\scriptsize},
  name/.style={font=\sffamily\footnotesize,text=quiet},token/.style={font=\itshape\footnotesize,
    text height=1.5ex,text depth=.4ex}]"""
_TEX = writer("tex")
_ANCHORS = {
    "middle": "center",
    "left": "west",
    "right": "east",
    "above": "south",
    "below": "north",
    "above-left": "south west",
    "above-right": "south east",
}


def write(figure: Figure) -> str:
    r"""The figure as a tikzpicture.

    >>> print(write(Figure("rule", "A line.", 10, 1, (Path(((0, 0), (10, 0))),))).splitlines()[-2])
    \draw[hair] (0,0) -- (10,0);
    """
    lines = [f"\\begin{{tikzpicture}}{_STYLES}"]
    lines.append(
        f"\\path[use as bounding box] (0,0) rectangle ({written(figure.width)},{written(figure.height)});"
    )
    lines += [_item(item) for item in figure.items]
    return "\n".join([*lines, "\\end{tikzpicture}"]) + "\n"


def _item(item: Item) -> str:
    match item:
        case LabelledBox():
            frame = f"\\draw[{item.style}] {_area(item)};"
            return (
                frame
                if item.label is None
                else frame + "\n" + _node(item.middle, "", item.label, bool(item.kind))
            )
        case Shade():
            return f"\\fill[ink!{item.percent}] {_area(item)};"
        case Hatch():
            return f"\\path[mask] {_area(item)};"
        case Hairlines():
            return _grid(item)
        case Label():
            style = [
                item.style,
                f"anchor={_ANCHORS[item.anchor]}",
                *["halo"] * (item.ground == "halo"),
            ]
            return _node(
                (item.x, item.y),
                ",".join(style),
                item.content,
                bool(item.kind),
                item.ground,
            )
        case Path():
            return f"\\draw[{item.style}] {' -- '.join(map(_point, item.points))};"


def _node(
    at: Point, style: str, content: Content, answer: bool, ground: str = "page"
) -> str:
    """A label; what a student is to write stands in ink."""
    colour = {"shade": "text=black"}.get(ground, "text=ink" if answer else "")
    options = ",".join(filter(None, [style, colour]))
    return f"\\node[{options}] at {_point(at)} {{{words(content)}}};"


def words(content: Content) -> str:
    r"""A label as TeX: words are escaped, a formula is set in maths.

    >>> words("50 %")
    '50 \\%'
    """
    if isinstance(content, str):
        return _TEX.escape(content)
    text = _TEX.write(content)
    return (
        rf"$\displaystyle {text}$" if r"\frac" in text else f"${text}$"
    )  # a fraction keeps its size


def _grid(grid: Hairlines) -> str:
    right, low = grid.x + grid.w, grid.y + grid.h
    lines = [f"{_point((grid.x, y))} -- {_point((right, y))}" for y in grid.down]
    lines += [f"{_point((x, grid.y))} -- {_point((x, low))}" for x in grid.along]
    return (
        f"\\draw[hair] {' '.join(lines)};"
        if lines
        else "% a single cell has no lines inside"
    )


def _area(item: Area) -> str:
    return f"{_point((item.x, item.y))} rectangle {_point((item.x + item.w, item.y + item.h))}"


def _point(at: Point) -> str:
    return f"({written(at[0])},{written(at[1])})"
