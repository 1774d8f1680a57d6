"""Several exact matrices of one shape along axes of their own: a batch, or the heads of one layer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from typing import TypeAlias, cast

from symattn.errors import ShapeError, how_many
from symattn.exact.any_matrix import Blocked, Entry, Mat, blocked_in
from symattn.exact.matrix import Matrix
from symattn.exact.number import ZERO, Number
from symattn.said import Integers, Named
from symattn.tables import in_turn

Shape = Integers


class Tensor:
    """Matrices along leading axes; ``blocks`` holds them in the order in which NumPy counts.

    >>> Tensor((2,), (Matrix.of([[1, 2]]), Matrix.of([[3, 4]])))
    Tensor([[[1, 2]], [[3, 4]]])
    """

    __slots__ = ("lead", "blocks")

    def __init__(self, lead: Shape, blocks: Sequence[Mat]) -> None:
        self.lead = tuple(lead)
        self.blocks = cast(
            tuple[Matrix, ...], tuple(blocks)
        )  # of intervals or balls while answers are marked

    @property
    def shape(self) -> Shape:
        """Every size, rows and columns last."""
        return (*self.lead, *self.blocks[0].shape)

    @property
    def rows(self) -> int:
        """The rows of each matrix."""
        return int(self.blocks[0].rows)

    @property
    def cols(self) -> int:
        """The columns of each matrix."""
        return int(self.blocks[0].cols)

    def cells(self) -> tuple[object, ...]:
        """The entries, nested as deep as there are axes."""
        return _nested(self.lead, [block.cells() for block in self.blocks])

    def decimals(self, places: int) -> tuple[object, ...]:
        """The entries correctly rounded, nested as deep as there are axes."""
        return _nested(self.lead, [block.decimals(places) for block in self.blocks])

    def map(self, f: Callable[[Number], Number]) -> Tensor:
        """f of every entry that is not blocked."""
        return Tensor(self.lead, [block.map(f) for block in self.blocks])

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Tensor)
            and self.lead == other.lead
            and self.blocks == other.blocks
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        inner = [repr(block).partition("(")[2][:-1] for block in self.blocks]
        for size in reversed(self.lead):
            inner = [
                f"[{', '.join(inner[k : k + size])}]"
                for k in range(0, len(inner), size)
            ]
        return f"Tensor({inner[0]})"


Array = Matrix | Tensor
AnyArray: TypeAlias = "Mat | Tensor"


def parts(a: AnyArray) -> tuple[Shape, tuple[Mat, ...]]:
    """The leading axes and the matrices along them; a matrix is one without such axes.

    >>> parts(Matrix.of([[1]]))
    ((), (Matrix([[1]]),))
    """
    return (a.lead, a.blocks) if isinstance(a, Tensor) else ((), (a,))


def built(lead: Shape, blocks: Sequence[Mat]) -> AnyArray:
    """A tensor, or the matrix itself where no axis is left before rows and columns.

    >>> built((), [Matrix.of([[1]])])
    Matrix([[1]])
    """
    return Tensor(lead, blocks) if lead else blocks[0]


def stacked(found: Sequence[AnyArray]) -> Tensor:
    """Matrices, or batches of them, along one more axis; raises ShapeError unless they are of one shape.

    >>> stacked([Matrix.of([[1]]), Matrix.of([[2]])]).shape
    (2, 1, 1)
    """
    for i, part in enumerate(found):
        if part.shape != found[0].shape:
            both = " and ".join("×".join(map(str, x.shape)) for x in (found[0], part))
            raise ShapeError(
                f"parts 1 and {i + 1} of a batch are {both}", "write parts of one shape"
            )
    return Tensor(
        (len(found), *parts(found[0])[0]),
        [block for part in found for block in parts(part)[1]],
    )


def batched(
    run: Callable[..., AnyArray], inputs: Sequence[AnyArray], params: Named
) -> AnyArray:
    """An operation on matrices, carried out for every matrix of a batch; leading axes broadcast as NumPy's do.

    >>> batched(lambda a, b: a @ b, [Tensor((2,), [Matrix.of([[1]]), Matrix.of([[2]])]), Matrix.of([[3]])], {})
    Tensor([[[3]], [[6]]])
    """
    leads = [parts(a)[0] for a in inputs]
    rank = max(map(len, leads))
    padded = [(1,) * (rank - len(lead)) + lead for lead in leads]
    lead = tuple(max(sizes) for sizes in zip(*padded, strict=True))
    if any(
        n not in (1, size) for own in padded for n, size in zip(own, lead, strict=True)
    ):
        shapes = " and ".join("×".join(map(str, a.shape)) for a in inputs)
        raise ShapeError(
            f"{shapes} do not go together: write matrices for as many heads or as large a batch"
        )
    places = product(*map(range, lead))
    chosen = (
        [
            parts(a)[1][number_at(own, place)]
            for a, own in zip(inputs, padded, strict=True)
        ]
        for place in places
    )
    return built(lead, [cast(Mat, run(*matrices, **params)) for matrices in chosen])


def flat(a: AnyArray | Number) -> list[Entry]:
    """Every entry, in the order in which NumPy counts; of a number itself.

    >>> flat(Matrix.of([[1, 2]]))
    [Number(1), Number(2)]
    """
    if isinstance(a, Number):
        return [a]
    return [x for block in parts(a)[1] for x in in_turn(block.cells())]


def reshaped(a: AnyArray, shape: Shape) -> AnyArray:
    """The same entries in another shape of two axes or more; raises ShapeError when their number differs.

    >>> reshaped(Matrix.of([[1, 2, 3, 4]]), (2, 1, 2))
    Tensor([[[1, 2]], [[3, 4]]])
    """
    return arranged(parts(a)[1][0], shape, flat(a))


def arranged(like: Mat, shape: Shape, entries: Sequence[Entry]) -> AnyArray:
    """Entries in a shape, in matrices of the kind of *like*; raises ShapeError when their number differs.

    >>> arranged(Matrix.of([[0]]), (1, 2), flat(Matrix.of([[3], [4]])))
    Matrix([[3, 4]])
    """
    if prod(shape) != len(entries):
        raise ShapeError(
            f"{how_many(len(entries), 'entry', 'entries')} cannot fill {'×'.join(map(str, shape))}"
        )
    rows, cols = shape[-2:]
    step = rows * cols
    return built(
        shape[:-2],
        [
            _matrix(like, entries[k : k + step], cols)
            for k in range(0, len(entries), step)
        ],
    )


def _matrix(like: Mat, entries: Sequence[Entry], cols: int) -> Mat:
    table = [entries[k : k + cols] for k in range(0, len(entries), cols)]
    if isinstance(like, Matrix):
        return Matrix.of(table)
    blocked = blocked_in(table)
    nothing = like.entry(ZERO)
    return like.made(
        [[nothing if isinstance(x, Blocked) else x for x in row] for row in table],
        blocked,
    )


def block_at(a: AnyArray, lead: Shape, number: int) -> Mat:
    """The matrix that goes into the block of a number of a batch of leading axes, as leading axes broadcast.

    >>> block_at(Tensor((1,), [Matrix.of([[7]])]), (2, 3), 5)
    Matrix([[7]])
    """
    own, blocks = parts(a)
    return blocks[
        number_at((1,) * (len(lead) - len(own)) + own, place_of(lead, number))
    ]


def place_of(lead: Shape, number: int) -> Shape:
    """The place of the block of a number, from 0 along each axis.

    >>> place_of((2, 3), 5)
    (1, 2)
    """
    return [*product(*map(range, lead))][number]


def number_at(lead: Shape, place: Sequence[int]) -> int:
    """The number of the block at a place, where an axis of size 1 is repeated.

    >>> number_at((2, 3), (1, 2)), number_at((2, 1), (1, 2))
    (5, 1)
    """
    index = 0
    for size, k in zip(lead, place, strict=True):
        index = index * size + (k if size > 1 else 0)
    return index


def _nested(lead: Shape, items: Sequence[object]) -> tuple[object, ...]:
    for size in reversed(lead):
        items = [tuple(items[k : k + size]) for k in range(0, len(items), size)]
    (whole,) = items
    return cast(tuple[object, ...], whole)


def by_blocks(change: Callable[[Mat], Mat], x: AnyArray) -> Mat:
    """A matrix changed, or each of several, which stand for one while answers are marked.

    >>> by_blocks(lambda m: m + m, Tensor((2,), (Matrix.of([[1]]), Matrix.of([[2]]))))
    Tensor([[[2]], [[4]]])
    """
    if isinstance(x, Tensor):
        return cast(Mat, Tensor(x.lead, [change(block) for block in x.blocks]))
    return change(x)
