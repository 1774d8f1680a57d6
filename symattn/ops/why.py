"""What explains one entry: the facts of a sentence, and the entry spelled out with its numbers.

A rule gets an ``Entry``: the place, and the entries of the matrices that went in. It gives the facts of the sentence, which is
the macro of the operation's name in ``templates/words/why.j2``, and a box, None where nothing is spelled out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from symattn.boxes import Box, Ink, Script, row
from symattn.exact.any_matrix import Blocked
from symattn.exact.any_matrix import Entry as Value
from symattn.exact.matrix import Matrix
from symattn.said import Facts, Said

Told = tuple[Facts, "Box | None"]
INFINITE = row(Ink("−", "punct"), Ink("∞", "number"))


class Entry(Protocol):
    """The entry in row ``i``, column ``j`` of what an operation gave."""

    @property
    def i(self) -> int: ...
    @property
    def j(self) -> int: ...
    @property
    def inputs(self) -> tuple[Matrix, ...]: ...
    @property
    def params(self) -> Mapping[str, Any]: ...
    @property
    def value(self) -> Value: ...

    def name(self, k: int) -> str | Said:
        """The k-th matrix as one would call it."""
        ...

    def at(self, k: int, i: int, j: int) -> Value:
        """An entry of the k-th matrix, a single row or column repeated."""
        ...

    def here(self, k: int) -> Value:
        """The entry of the k-th matrix in the same place."""
        ...

    def inner(self, k: int) -> tuple[Said, Box]:
        """The same entry of the k-th matrix, told and spelled out where that is something done on the way."""
        ...

    def written(self, x: Value) -> Box:
        """A value, minus infinity too."""
        ...

    def factor(self, x: Value) -> Box:
        """A value as a factor: in brackets where it has a sign."""
        ...

    def is_root(self, key: str) -> bool:
        """Whether a parameter stands in the line as a root."""
        ...


Why = Callable[[Entry], Told]


def pointwise(write: Callable[[Box, Entry], Box], says: str = "") -> Why:
    """An operation on every entry by itself: *write* spells the entry out; ``of`` is what the sentence calls the matrix.

    *says* are the words where templates/words/why.j2 has none, with "{of}" for the matrix.
    """

    def why(e: Entry) -> Told:
        x = e.here(0)
        words: Facts = (("words", says),) if says else ()
        return (*of(e), *words), INFINITE if isinstance(x, Blocked) else write(e.factor(x), e)

    return why


def of(e: Entry) -> Facts:
    """The facts of a sentence that calls the matrix by its name, and a second one: ``of`` and ``by``."""
    return tuple(zip(("of", "by"), map(e.name, range(min(2, len(e.inputs)))), strict=False))


def at(e: Entry, **more: int) -> Facts:
    """The facts of a sentence that tells of a place too: ``i`` and ``j``, counted from 0."""
    return (*of(e), ("i", e.i), ("j", e.j), *more.items())


def along(e: Entry, usual: int | None = None) -> Facts:
    """The facts of a sentence that tells of what an operation runs along: a ``row`` or a ``column`` by its number, or neither."""
    axis = e.params.get("axis", usual)
    return (*of(e), *((("row", e.i) if axis else ("column", e.j),) if isinstance(axis, int) else ()))


def two(sign: Box) -> Why:
    """Two entries in the same place with a sign between."""

    def why(e: Entry) -> Told:
        return of(e), row(e.inner(0)[1], sign, e.factor(e.here(1)))

    return why


def from_row(e: Entry) -> Told:
    """An entry made of a whole row: nothing is spelled out."""
    a = e.inputs[0]
    for j in range(a.cols if e.i < a.rows else 0):
        e.at(0, e.i, j)
    return of(e), None


def from_entry(e: Entry) -> Told:
    """An entry made of the one in its place: nothing is spelled out."""
    e.here(0)
    return of(e), None


def alone(e: Entry) -> Told:
    """An entry of which the sentence says everything."""
    return at(e), None


def power(e: Entry, x: Value) -> Box:
    """e to a value."""
    return Script(Ink("e"), sup=e.written(x))
