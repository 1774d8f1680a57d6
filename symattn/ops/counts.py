"""How much work an operation is: scalar operations by kind, as numbers or as sizes in letters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from symattn.ops.shapes import Shape
from symattn.ops.sizes import Size, product

Amount = int | Size


@dataclass(frozen=True)
class Count:
    """Scalar operations by kind; counts add up.

    ``comparisons``, ``roots``, ``sines`` (cosines too), ``roundings`` and ``logarithms`` are kept apart, so that no work
    counts as none.

    >>> str((Count(2) + Count(multiplications=Size.letter("n"))).multiplications)
    'n+2'
    """

    multiplications: Amount = 0
    additions: Amount = 0
    divisions: Amount = 0
    exponentials: Amount = 0
    comparisons: Amount = 0
    roots: Amount = 0
    sines: Amount = 0
    roundings: Amount = 0
    logarithms: Amount = 0

    def __add__(self, other: Count) -> Count:
        return Count(*(a + b for a, b in zip(self.amounts.values(), other.amounts.values(), strict=True)))

    def __mul__(self, times: Amount) -> Count:
        return Count(*(amount * times for amount in self.amounts.values()))

    @property
    def amounts(self) -> dict[str, Amount]:
        """Every kind with its amount."""
        return {kind: getattr(self, kind) for kind in self.__dataclass_fields__}


Counting = Callable[[tuple[Shape, ...], Shape, Mapping[str, object]], Count]
"""The work from the shapes that go in, the shape that comes out, and the parameters as the line has them."""


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


def nothing(inputs: tuple[Shape, ...], out: Shape, params: Mapping[str, object]) -> Count:
    """No work: numbers only change places.

    >>> nothing(((2, 3),), (3, 2), {}) == Count()
    True
    """
    return Count()


def each(**kinds: int) -> Counting:
    """So much of each kind for every entry of the result.

    >>> each(additions=1)(((2, 3), (2, 3)), (2, 3), {}).additions
    6
    """
    return lambda inputs, out, params: Count(**kinds) * entries(out)


def each_row(work: Callable[[Amount, Mapping[str, object]], Count]) -> Counting:
    """So much for every row, given how long a row is; with ``axis=0`` for every column.

    >>> each_row(lambda n, params: Count(additions=n - 1))(((2, 3),), (2, 3), {}).additions
    4
    """

    def counting(inputs: tuple[Shape, ...], out: Shape, params: Mapping[str, object]) -> Count:
        *lead, rows, cols = inputs[0]
        long, many = (rows, cols) if params.get("axis") == 0 else (cols, rows)
        return work(long, params) * product(1, (*lead, many))

    return counting
