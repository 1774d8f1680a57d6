"""What explains one entry: a sentence, and the entry spelled out with its numbers.

A rule gets an ``Entry``: the place, and the entries of the matrices that went in. It gives the sentence and a box, None
where nothing is spelled out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from symattn.boxes import Box, Ink, Script, row
from symattn.exact.cells import Blocked
from symattn.exact.cells import Entry as Value
from symattn.exact.matrix import Matrix

Told = tuple[str, "Box | None"]
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

    def name(self, k: int) -> str:
        """The k-th matrix as one would call it."""
        ...

    def at(self, k: int, i: int, j: int) -> Value:
        """An entry of the k-th matrix, a single row or column repeated."""
        ...

    def here(self, k: int) -> Value:
        """The entry of the k-th matrix in the same place."""
        ...

    def inner(self, k: int) -> tuple[str, Box]:
        """The same entry of the k-th matrix, spelled out where that is something done on the way."""
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


def pointwise(sentence: str, write: Callable[[Box, Entry], Box] = lambda x, e: x) -> Why:
    """An operation on every entry by itself: the sentence names the matrix, *write* spells the entry out."""

    def why(e: Entry) -> Told:
        x = e.here(0)
        return sentence.format(e.name(0)), INFINITE if isinstance(x, Blocked) else write(e.factor(x), e)

    return why


def two(sign: Box, word: str) -> Why:
    """Two entries in the same place with a sign between."""

    def why(e: Entry) -> Told:
        return f"the entries of {e.name(0)} and {e.name(1)}, {word}", row(e.inner(0)[1], sign, e.factor(e.here(1)))

    return why


def from_row(sentence: str) -> Why:
    """An entry made of a whole row: the sentence names the matrix, nothing is spelled out."""

    def why(e: Entry) -> Told:
        a = e.inputs[0]
        for j in range(a.cols if e.i < a.rows else 0):
            e.at(0, e.i, j)
        return sentence.format(e.name(0)), None

    return why


def power(e: Entry, x: Value) -> Box:
    """e to a value."""
    return Script(Ink("e"), sup=e.written(x))
