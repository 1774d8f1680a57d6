"""What a reason of a shape is told from, and sizes and shapes in LaTeX; the words stand in templates/words/reasons.j2."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from symattn.ops.shapes import Shape
from symattn.ops.sizes import Size
from symattn.said import Facts


@dataclass(frozen=True)
class Done:
    """One operation on shapes, each size as it is shown: what went in, its parameters, what came out."""

    op: str
    inputs: tuple[Shape, ...]
    out: Shape
    params: Mapping[str, Any]


def itself(done: Done) -> Facts:
    """The facts of a reason that needs none: its sentence is the same for all shapes.

    >>> itself(Done("transpose", ((2, 3),), (3, 2), {}))
    ()
    """
    return ()


def size_latex(size: object) -> str:
    """A size in LaTeX.

    >>> size_latex(Size.letter("h") * Size.letter("d_k")), size_latex(Size.letter("d_model"))
    ('h \\\\cdot d_k', 'd_{\\\\text{model}}')
    """
    if not isinstance(size, Size):
        return str(size)
    words = size.written(" * ").replace("+", " + ").replace("-", " - ").split(" ")
    return " ".join("\\cdot" if word == "*" else _letter(word) for word in words).strip()


def shape_latex(shape: Shape) -> str:
    """A shape in LaTeX, in round brackets.

    >>> shape_latex((4, Size.letter("d_k")))
    '(4, d_k)'
    """
    return "(" + ", ".join(map(size_latex, shape)) + ")"


def maths(size: object) -> str:
    """A size as LaTeX prose writes it.

    >>> maths(3)
    '$3$'
    """
    return f"${size_latex(size)}$"


def _letter(word: str) -> str:
    base, _, power = word.partition("^")
    stem, _, sub = base.partition("_")
    below = f"_{sub}" if len(sub) == 1 else f"_{{\\text{{{sub.replace('_', ' ')}}}}}" if sub else ""
    return stem + below + (f"^{power}" if power else "")
