"""What a line comes to when something before it is done otherwise, worked out once for all who hand in the same lines.

From the sheet's own values that is the same for a whole class: hundreds of slips, thousands of pairs of them. Whoever
looks for an explanation goes through what is there already and makes the rest as far as it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import Generic, TypeVar

from symattn.exact.any_matrix import Mat
from symattn.exact.ball import working
from symattn.exact.matrix import Matrices
from symattn.marking.course import Course, Patch, in_one
from symattn.marking.quick import BITS, as_balls, quick
from symattn.said import Integers, Strings

MOST_ENTRIES = 64  # of any matrix on the way, up to which anything is kept
MOST_KEPT = 400_000  # numbers kept for one run, in all: some 40 MB

T = TypeVar("T")


class Replay(Generic[T]):
    """The items of an iterator, each made when it is first asked for and kept for whoever asks again.

    >>> squares = Replay(n * n for n in range(3))
    >>> list(squares), list(squares), len(squares)
    ([0, 1, 4], [0, 1, 4], 3)
    """

    def __init__(self, items: Iterator[T]) -> None:
        self._items, self._made = items, list[T]()
        self._error: Exception | None = None

    def __iter__(self) -> Iterator[T]:
        at = 0
        while at < len(self._made) or self.more():
            yield self._made[at]
            at += 1

    def more(self) -> bool:
        """Make the next item, if there is one; an error that ended the iterator is met by all who come that far."""
        if self._error is not None:
            raise self._error
        try:
            self._made.append(next(self._items))
        except StopIteration:
            return False
        except Exception as error:
            self._error = error
            raise
        return True

    def __len__(self) -> int:
        return len(self._made)


@dataclass
class Run:
    """One run in which an explanation is looked for: over balls to try, over intervals and exact values to be sure; with the
    ways through it that were asked for, which are all forgotten when too much is kept."""

    plan_of: Course
    exactly: Callable[[], Course]
    bare: Run | None = (
        None  # the run with nothing of the student's in it, from which most is taken
    )
    ways: dict[Strings, Way] = field(default_factory=dict)

    @cached_property
    def balls(self) -> Course:
        """The run over balls of 64 bits."""
        with working(BITS):
            if self.bare is not None:
                return self.bare.balls.over(quick(self.plan_of.yours))
            return Course(
                self.plan_of.plan,
                quick(self.plan_of.givens),
                quick(self.plan_of.yours),
                as_balls,
            )

    @cached_property
    def exact(self) -> Course:
        """The run over exact values."""
        return self.exactly()

    @property
    def size(self) -> int:
        """About how many numbers are kept of it."""
        return sum(way.size for way in self.ways.values())

    def way(self, target: str, handed: Collection[str] = ()) -> Way:
        """The calls that lead to a line from what is given and what was handed in, with what is known about them."""
        found = Way(self, target, handed)
        key = (target, *(call.out for call in found.path))
        if key not in self.ways:
            if self.size > MOST_KEPT:
                self.ways.clear()
            self.ways[key] = found
        return self.ways[key]

    def over(self, course: Course, exactly: Matrices) -> Run:
        """This run from some matrices of a student, in intervals and as they are written."""
        return Run(course, lambda: self.exact.over(exactly), self)


class Way:
    """The calls that lead to one line of a run, back to what is given or was handed in, and what is known about them."""

    def __init__(self, run: Run, target: str, handed: Collection[str]) -> None:
        self.run, self.course, self.target = run, run.balls, target
        self.path = self.course.before(target, handed)
        sizes = [
            _entries(self.course.own.get(name))
            for name in (target, *(call.out for call in self.path))
        ]
        self._entries, self.keeps = sizes[0], max(sizes) <= MOST_ENTRIES
        self._known: dict[object, object] = {}

    def once(self, key: object, make: Callable[[], T]) -> T:
        """What *make* gives, kept under a key where matrices are small."""
        if not self.keeps:
            return make()
        if key not in self._known:
            self._known[key] = make()
        return self._known[key]  # type: ignore[return-value]

    def knows(self, key: object) -> bool:
        """Whether something is kept under a key."""
        return key in self._known

    def each(
        self, items: Callable[[Way], Iterator[T]], key: object = None
    ) -> Iterable[T]:
        """The items that *items* gives of this way, kept under its name, or a *key*, as they are made."""
        return (
            self.once(key or items, lambda: Replay(items(self)))
            if self.keeps
            else items(self)
        )

    def again(self, patch: Patch, over: Course | None = None) -> Mat | None:
        """The line's value, over balls or another course, with some calls done otherwise, or some givens read otherwise; None
        when that has none."""
        return in_one((over or self.course).changes(patch, self.path).get(self.target))

    @property
    def size(self) -> int:
        """About how many numbers are kept."""
        known = self._known.values()
        return self._entries * sum(
            len(x) if isinstance(x, Replay) else 1 for x in known
        )


def _entries(value: object) -> int:
    """How many entries a matrix has, or several; more than are kept for what is none."""
    shape: Integers = getattr(value, "shape", ())
    return prod(shape) if len(shape) > 1 else MOST_ENTRIES + 1
