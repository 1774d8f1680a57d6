"""How much work an operation is: multiplications, additions, divisions and exponentials, as sizes in letters."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from symattn.ops.registry import Shape
from symattn.ops.sizes import Size, product

Amount = int | Size


@dataclass(frozen=True)
class Count:
    """Scalar operations by kind; counts add up.

    >>> str((Count(2) + Count(multiplications=Size.letter("n"))).multiplications)
    'n+2'
    """

    multiplications: Amount = 0
    additions: Amount = 0
    divisions: Amount = 0
    exponentials: Amount = 0

    def __add__(self, other: Count) -> Count:
        return Count(
            self.multiplications + other.multiplications,
            self.additions + other.additions,
            self.divisions + other.divisions,
            self.exponentials + other.exponentials,
        )


def count(op: str, inputs: tuple[Shape, ...], out: Shape) -> Count:
    """The work of one operation on these shapes; nothing where numbers only move.

    >>> count("matmul", ((2, 3), (3, 4)), (2, 4))
    Count(multiplications=24, additions=16, divisions=0, exponentials=0)
    """
    return _COUNTS.get(op, _none)(inputs, out)


def entries(shape: Shape) -> Amount:
    """How many numbers a shape holds: what a weight matrix has in parameters.

    >>> entries((1024, 8, 128))
    1048576
    """
    return product(1, shape)


def parameters(shapes: Iterable[Shape]) -> Amount:
    """The parameters of some weights together.

    >>> parameters([(2, 3), (3,)])
    9
    """
    return sum((entries(shape) for shape in shapes), 0)


def _none(inputs: tuple[Shape, ...], out: Shape) -> Count:
    return Count()


def _product(inputs: tuple[Shape, ...], out: Shape) -> Count:
    shared = inputs[0][-1]
    return Count(entries(out) * shared, entries(out) * (shared - 1))


def _sums(inputs: tuple[Shape, ...], out: Shape) -> Count:
    return Count(additions=entries(out))


def _normalized(inputs: tuple[Shape, ...], out: Shape) -> Count:
    return Count(additions=product(1, out[:-1]) * (out[-1] - 1), divisions=entries(out))


def _softmax(inputs: tuple[Shape, ...], out: Shape) -> Count:
    return _normalized(inputs, out) + Count(exponentials=entries(out))


_COUNTS: dict[str, Callable[[tuple[Shape, ...], Shape], Count]] = {
    "matmul": _product,
    "tensordot": _product,
    "add": _sums,
    "subtract": _sums,
    "multiply": lambda inputs, out: Count(multiplications=entries(out)),
    "divide": lambda inputs, out: Count(divisions=entries(out)),
    "exp": lambda inputs, out: Count(exponentials=entries(out)),
    "normalize": _normalized,
    "softmax": _softmax,
    "norm_scale": lambda inputs, out: Count(multiplications=entries(out), additions=entries(out)),
}
