"""A line as it was written: the tree of names, operations and scalars that notation and plan are read from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from symattn.exact.number import Number


@dataclass(frozen=True)
class Ref:
    """A name: a given or an earlier line, a matrix unless it is known as a scalar."""

    name: str


@dataclass(frozen=True)
class Num:
    """A numeral, as written and as the exact value it stands for."""

    text: str
    value: Number


@dataclass(frozen=True)
class Size:
    """rows(A) or cols(A): how many rows or columns a matrix has."""

    axis: str
    of: Ref


@dataclass(frozen=True)
class Root:
    """sqrt of a scalar."""

    of: Scalar


@dataclass(frozen=True)
class Sum:
    """Two scalars under one of the signs + - * / ^."""

    sign: str
    left: Scalar
    right: Scalar


@dataclass(frozen=True)
class Func:
    """A function of scalars, by the name it has in a cell: exp, log, sin …"""

    name: str
    args: tuple[Scalar, ...]


Scalar = Ref | Num | Size | Root | Sum | Func


@dataclass(frozen=True)
class Apply:
    """An operation of the table on matrices, with its parameters: scalars, whole numbers or index specifications."""

    op: str
    args: tuple[Expr, ...]
    params: tuple[tuple[str, object], ...] = ()

    def param(self, name: str) -> object:
        """The parameter of that name, or None."""
        return dict(self.params).get(name)


Expr = Ref | Apply


def matrices(tree: Expr) -> Iterator[str]:
    """The names of the matrices an expression reads, in order, sizes of matrices included.

    >>> list(matrices(Apply("matmul", (Ref("Q"), Ref("K")))))
    ['Q', 'K']
    """
    if isinstance(tree, Ref):
        yield tree.name
        return
    for arg in tree.args:
        yield from matrices(arg)
    for _, value in tree.params:
        yield from (part.of.name for part in parts(value) if isinstance(part, Size))


def parts(value: object) -> Iterator[object]:
    """A parameter and everything it is made of, outer parts first.

    >>> [type(part).__name__ for part in parts(Root(Size("cols", Ref("K"))))]
    ['Root', 'Size']
    """
    yield value
    match value:
        case tuple():
            inner: tuple[object, ...] = value
        case Root(of):
            inner = (of,)
        case Sum(_, left, right):
            inner = (left, right)
        case Func(_, args):
            inner = args
        case _:
            inner = ()
    for part in inner:
        yield from parts(part)


def scalars(value: object) -> Iterator[str]:
    """The names of given scalars in a parameter.

    >>> list(scalars(Root(Ref("c"))))
    ['c']
    """
    return (part.name for part in parts(value) if isinstance(part, Ref))
