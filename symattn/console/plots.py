"""A line's value as a heat map: matplotlib's where it is installed, else a drawing that Jupyter shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from symattn.errors import SymattnError
from symattn.exact.any_matrix import Blocked, Entry
from symattn.exact.decide import sign
from symattn.exact.matrix import Matrix, Tensor
from symattn.exact.text import decimal
from symattn.figures import build, write
from symattn.figures.context import Context
from symattn.notation import Notation
from symattn.ops import has

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from symattn.console.derived import Derivation


@dataclass(frozen=True)
class Drawing:
    """An SVG that Jupyter shows; ``str()`` is its text.

    >>> Drawing("<svg></svg>")._repr_svg_()
    '<svg></svg>'
    """

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"Drawing({len(self.svg)} characters of SVG; str() is its text)"


def plot(d: Derivation, name: str, tokens: Sequence[str] = ()) -> Axes | Drawing:
    """A heat map of a line: matplotlib's axes, or a Drawing where matplotlib is not installed."""
    d.decimals(name, 2)  # raises where symbols stand in it
    value = d.value(name)
    if isinstance(value, Tensor):
        raise SymattnError(f"{name} is a batch; a heat map shows one matrix")
    matrix = value if isinstance(value, Matrix) else Matrix.of([[value]])
    try:
        from matplotlib import pyplot
    except ImportError:
        return _drawn(name, matrix, tokens)
    shades = [[_shade(x) for x in row] for row in matrix.cells()]
    axes: Axes = pyplot.subplots()[1]
    axes.imshow(shades, cmap="Greys")
    for i, row in enumerate(matrix.decimals(2)):
        for j, text in enumerate(row):
            axes.text(j, i, text, ha="center", va="center", color=_ink(shades, i, j))
    axes.set_title(name)
    axes.set_xticks(range(matrix.cols), _labels(tokens, matrix.cols))
    axes.set_yticks(range(matrix.rows), _labels(tokens, matrix.rows))
    across, down = ("key", "query") if _is_weights(d, name) else ("column", "row")
    axes.set_xlabel(across)
    axes.set_ylabel(down)
    return axes


def _labels(tokens: Sequence[str], size: int) -> list[str]:
    """The tokens where there are as many, else numbers from 0."""
    return list(tokens) if len(tokens) == size else [str(k) for k in range(size)]


def _is_weights(d: Derivation, name: str) -> bool:
    """Whether a line holds scores or weights: a row for each query, a column for each key."""
    steps = d.exact.of(name)
    return bool(steps) and (has(steps[-1].op, "weights") or has(steps[-1].op, "keeps scores"))


def _shade(x: Entry) -> float:
    return float("nan") if isinstance(x, Blocked) else float(decimal(x, 6))


def _ink(shades: list[list[float]], i: int, j: int) -> str:
    known = [x for row in shades for x in row if x == x]
    middle = (min(known) + max(known)) / 2 if known else 0.0
    return "white" if shades[i][j] > middle else "black"


def _drawn(name: str, matrix: Matrix, tokens: Sequence[str]) -> Drawing:
    """The figure of a worksheet, whose shades go from 0 to 1."""
    if any(isinstance(x, Blocked) or sign(x) < 0 or sign(1 - x) < 0 for row in matrix.cells() for x in row):
        raise SymattnError(f"{name} has entries below 0 or above 1", "install matplotlib to plot it: pip install symattn[plot]")
    heads = Notation.load(None)
    context = Context.of_sheet(heads, line=name, values={name: matrix}, tokens=tuple(tokens))
    return Drawing(write(build("heat-map", context), "svg"))
