"""How a derivative goes back through an operation: a line for each of its matrices, in the line language itself.

In such a line ``G`` is the derivative with respect to the result ``Y``, ``A`` and ``B`` are the matrices that went in, and
a parameter that is a number goes by its own name: a product has ``G @ B.T`` and ``A.T @ G``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from symattn.ops.shapes import Shape


@dataclass(frozen=True)
class Went:
    """What went through an operation: the shapes of its matrices and of its result, and its parameters as written."""

    inputs: tuple[Shape, ...]
    out: Shape
    params: Mapping[str, Any]


Gradient = Callable[[Went], Sequence[str]]
"""A line for each matrix, and the empty text for one that only picks, as a mask does."""

Between = Callable[[Went], Mapping[str, str]]
"""What a page may show on the way back, as lines by name: a softmax's Jacobian of one row."""


@dataclass(frozen=True)
class BackwardSlip:
    """A known wrong way back through an operation: its id, the wrong lines, written as a ``Gradient`` is, and what was done
    in words, where templates/words/slips.j2 has no macro of the id. The empty text where the slip cannot happen."""

    id: str
    lines: Gradient
    says: str = ""


def always(*texts: str) -> Gradient:
    """The same lines whatever the shapes are.

    >>> always("G.T")(Went(((1, 2),), (2, 1), {}))
    ('G.T',)
    """
    return lambda went: texts


def spread(*texts: str) -> Gradient:
    """Lines for matrices of which a row, a column or a number may have been repeated: what reached the copies adds up.

    >>> spread("G", "-G")(Went(((2, 3), (1, 3)), (2, 3), {}))
    ('G', 'sum(-G, axis=0)')
    """
    return lambda went: tuple(_onto(text, shape, went.out) for text, shape in zip(texts, went.inputs, strict=True))


def _onto(text: str, shape: Shape, out: Shape) -> str:
    down, along = (own < whole for own, whole in zip(shape[-2:], out[-2:], strict=True))
    axis = "" if down and along else ", axis=0" if down else ", axis=1"
    return f"sum({text}{axis})" if down or along else text


def cut(went: Went, axis: int) -> tuple[str, ...]:
    """For matrices that were joined along an axis: to each its own rows (0) or columns (1).

    >>> cut(Went(((2, 1), (2, 3)), (2, 4), {}), 1)
    ('G[:, 0:1]', 'G[:, 1:4]')
    """
    found, start = [], 0
    for shape in went.inputs:
        end = start + shape[axis - 2]
        found.append(f"G[:, {start}:{end}]" if axis else f"G[{start}:{end}, :]")
        start = end
    return tuple(found)
