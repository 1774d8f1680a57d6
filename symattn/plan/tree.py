"""A line as it was written: the tree of names, operations and scalars that notation and plan are read from."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from symattn.exact.number import Number

if TYPE_CHECKING:
    from symattn.plan import Call


GIVEN_MASK = "mask_matrix"
"""The name under which a plan reads a mask that a question's options give as a matrix; no symbol stands for it."""
_NUMBERED = re.compile(r"(.+)_([0-9]{1,6})")


def stem_and_head(name: str) -> tuple[str, int | None]:
    """A name as its stem and the number of its head; None where it carries no number.

    >>> stem_and_head("W_Q_2"), stem_and_head("W_O")
    (('W_Q', 2), ('W_O', None))
    """
    found = _NUMBERED.fullmatch(name)
    return (found[1], int(found[2])) if found else (name, None)


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


@dataclass(frozen=True)
class Counted:
    """How much there is in some lines or givens: ``numbers`` that they hold, or the work of computing them.

    ``calls`` are the operations of these lines, once the lines are known; a given has none.
    """

    kind: str
    names: tuple[str, ...]
    calls: tuple[Call, ...] = ()

    @property
    def random(self) -> bool:
        """Whether it is asked of random entries: an expectation or a variance, of which ``calls`` are all those before it."""
        return self.kind in ("expectation", "variance")

    def parts(self) -> Iterator[Counted]:
        """What is counted, one matrix or one operation at a time."""
        if self.random:
            yield self
        elif self.kind == "numbers":
            yield from (Counted(self.kind, (name,)) for name in self.names)
        else:
            yield from (Counted(self.kind, (), (call,)) for call in self.calls)


Scalar = Ref | Num | Size | Root | Sum | Func | Counted


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
        for part in parts(value):
            if isinstance(part, Size):
                yield part.of.name
            elif isinstance(part, Counted):
                yield from part.names


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


def replaced(value: object, instead: Callable[[object], object]) -> object:
    """A tree with some of its parts exchanged: *instead* gives a part itself, or what stands in its place.

    >>> replaced(Root(Ref("c")), lambda part: Ref("d") if part == Ref("c") else part)
    Root(of=Ref(name='d'))
    """
    match value:
        case tuple():
            value = tuple(replaced(part, instead) for part in value)
        case Root(of):
            value = Root(replaced(of, instead))  # type: ignore[arg-type]
        case Sum(sign, left, right):
            value = Sum(sign, replaced(left, instead), replaced(right, instead))  # type: ignore[arg-type]
        case Func(name, args):
            value = Func(name, replaced(args, instead))  # type: ignore[arg-type]
        case Apply(op, args, params):
            value = Apply(op, replaced(args, instead), replaced(params, instead))  # type: ignore[arg-type]
    return instead(value)
