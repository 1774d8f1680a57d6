"""One wrong number as an explanation: an entry of a line, or of what is given, and everything after it right from there.

The number is looked for by secants over floats, then the shortest decimal that does is tried like any other explanation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import inf, isfinite, log2
from operator import itemgetter

from symattn.exact.any_matrix import AnyMatrix, Mat
from symattn.exact.number import Number
from symattn.marking.course import Patch, Run, doing, lenient, then
from symattn.marking.evidence import middles
from symattn.marking.handed import Handed
from symattn.marking.trials import Trial
from symattn.marking.ways import Way
from symattn.records import frozen
from symattn.said import Facts, Said
from symattn.tables import Place, placed

MOST_RUNS = 500  # of the lines, for all candidates together
MOST_STEPS = 12  # towards a zero
MOST_DIGITS = 12  # behind the point, that are looked for in a table of floats
AHEAD = 3  # of the steps below, which are made before anybody asks: most zeros lie between them
STEPS = (
    1.0,
    -1.0,
    4.0,
    -4.0,
    12.0,
    -12.0,
    40.0,
    -40.0,
)  # from the right value, between which the wrong one is looked for

Floats = dict[Place, float | None]
Ends = tuple[
    tuple[float, float], tuple[float, float]
]  # two values of the entry, and how far the target is off there


@frozen
class _Entry:
    """One entry that may be wrong on a way: of a line's result or of a given matrix."""

    way: Way = field(compare=False)
    name: str
    place: Place
    right: float
    scale: float
    is_given: bool
    digits: int = MOST_DIGITS  # a number that was given is misread as one with as many: 7 for 1, no -1.059 for 0

    def patch(self, value: Fraction) -> Patch:
        """What makes it another number: it is read, or comes out of its line, otherwise."""
        rightly: Run = (
            itemgetter(self.name)
            if self.is_given
            else doing(lenient(self.way.course.calls[self.name].op))
        )
        put = partial(_with_entry, self.place, Number.of(value))
        return {self.name: then(rightly, put)}

    def target(self, value: float) -> Floats | None:
        """The target when it has another value; None where it has none then, or is of another shape."""
        found = self.way.again(self.patch(Fraction(value)))
        right = self.way.course.own.get(self.way.target)
        alike = found is not None and right is not None and found.shape == right.shape
        return middles(found) if found is not None and alike else None

    def stepped(self, step: float) -> Floats | None:
        """The target when it is so far off, which is the same for every answer."""
        return self.way.once((self, step), lambda: self.target(self.right + step))


def changed_numbers(
    way: Way, answer: Handed, leads: Callable[[Patch], bool]
) -> Iterator[Trial | None]:
    """Every entry that may be wrong: the number that would explain an answer, if one does; *leads* says whether the answer
    comes out of what is done, or read, otherwise."""
    base = way.course.own.get(way.target)
    if base is None or base.shape != answer.shape or base.blocked:
        return
    solver = _Solver(answer, middles(base))
    for entry in _entries_of(way):
        if solver.runs > MOST_RUNS:
            break
        found = solver.candidates(entry)
        yield next((trial for trial in found if leads(trial.patch)), None)


def stepped(way: Way) -> Iterator[None]:
    """The target when an entry is off by one of the first steps, which is the same for every answer; piece by piece."""
    for entry in _entries_of(way)[: MOST_RUNS // AHEAD]:
        for step in STEPS[:AHEAD]:
            if not way.knows((entry, step)):
                entry.stepped(step)
                yield


def _entries_of(way: Way) -> list[_Entry]:
    return way.once("entries", lambda: list(_entries(way)))


def _entries(way: Way) -> Iterator[_Entry]:
    course = way.course
    lines = [
        call.out
        for call in reversed(way.path)
        if not call.hidden and call.out != way.target
    ]
    read = dict.fromkeys(
        arg for call in way.path for arg in call.args if arg in course.givens
    )
    for name in (*lines, *read):
        is_given = name not in course.calls
        matrix = course.givens[name] if is_given else course.own.get(name)
        if not isinstance(matrix, AnyMatrix):
            continue
        table = middles(matrix)
        known = [abs(x) for x in table.values() if x is not None]
        digits = _digits(known) if is_given else MOST_DIGITS
        for at, x in table.items():
            if x is not None and isfinite(x):
                scale = max(max(known), 1.0)
                yield _Entry(way, name, at, x, scale, is_given, digits)


def _digits(numbers: Sequence[float]) -> int:
    """How many digits behind the point these numbers have at most; MOST_DIGITS where one goes on.

    >>> _digits([0.25, 3.0]), _digits([1 / 3])
    (2, 12)
    """
    return next(
        (
            k
            for k in range(MOST_DIGITS)
            if all(abs(round(x, k) - x) < 1e-12 * max(x, 1) for x in numbers)
        ),
        MOST_DIGITS,
    )


class _Solver:
    """Looks for the value of one entry with which the target comes out as written."""

    def __init__(self, answer: Handed, base: Floats) -> None:
        self.answer, self.base = answer, base
        self.runs = 0
        self.wanted = {
            at: (float(x.low.mid()), float(x.high.mid()))
            for at, x in placed(answer.spans.values)
            if at not in answer.spans.blocked
        }
        known = ((at, base[at], low, high) for at, (low, high) in self.wanted.items())
        self.wrong = {
            at: (low + high) / 2
            for at, x, low, high in known
            if x is None or not low - 1e-12 <= x <= high + 1e-12
        }

    def candidates(self, entry: _Entry) -> Iterator[Trial]:
        """The shortest decimal near the value that gives what was written."""
        self.runs += 1
        moved = entry.stepped(STEPS[0])
        if moved is None or not self.wrong:
            return
        slopes = {
            at: abs((moved[at] or 0.0) - (self.base[at] or 0.0)) for at in self.wrong
        }
        if min(slopes.values()) < 1e-12:
            return  # it does not reach every entry that is wrong
        at = max(slopes, key=lambda place: slopes[place])
        found = self._solved(entry, at, moved)
        if found is None:
            return
        value, reach = found
        for digits in range(min(self.answer.rule.places, entry.digits) + 1):
            short = round(value, digits)
            if (
                abs(short - value) <= 1.5 * reach + 1e-12
                and abs(short - entry.right) > 1e-9
            ):
                yield self._changed(entry, Fraction(f"{short:.{digits}f}"), digits)
                return

    def _solved(
        self, entry: _Entry, at: Place, moved: Floats
    ) -> tuple[float, float] | None:
        """The value of an entry that gives one entry of the target as written, and how far it may be off."""
        goal, (low, high) = self.wrong[at], self.wanted[at]
        close = max((high - low) / 8, 1e-12 * (1 + abs(goal)))
        known = {entry.right: self.base, entry.right + STEPS[0]: moved}
        for step in STEPS[1:]:
            gaps = {v: (table[at] or 0.0) - goal for v, table in known.items()}
            ends = _around_zero(gaps)
            if ends is not None:
                return self._narrowed(entry, at, ends, goal, close, high - low)
            self.runs += 1
            table = entry.stepped(step)
            if table is None:
                return None
            known[entry.right + step] = table
        return None

    def _narrowed(
        self,
        entry: _Entry,
        at: Place,
        ends: Ends,
        goal: float,
        close: float,
        width: float,
    ) -> tuple[float, float] | None:
        """The zero between two values, by secants that keep it between them (the Illinois rule)."""
        (u, gu), (v, gv) = ends
        slope = (gv - gu) / (v - u)
        for _ in range(MOST_STEPS):
            w = v - gv * (v - u) / (gv - gu)
            self.runs += 1
            table = entry.target(w)
            gw = ((table[at] or 0.0) if table else inf) - goal
            if not isfinite(gw):
                return None
            slope = (gw - gv) / (w - v) if w != v and gw != gv else slope
            if abs(gw) <= close:
                return w, width / 2 / abs(slope)
            (u, gu) = (v, gv) if gw * gv < 0 else (u, gu / 2)
            v, gv = w, gw
        return None

    def _changed(self, entry: _Entry, value: Fraction, digits: int) -> Trial:
        i, j = entry.place
        places = self.answer.rule.places
        more = next(
            (
                k
                for k in range(MOST_PLACES)
                if _shown(float(value), digits + k) != _shown(entry.right, places + k)
            ),
            0,
        )
        facts: Facts = (
            ("mine", _shown(float(value), digits + more)), ("right", _shown(entry.right, places + more)),
            ("i", i + 1), ("j", j + 1), ("of", entry.name),
        )  # fmt: skip
        cost = log2((2 * max(entry.scale, abs(float(value))) + 1) * 10**digits)
        if entry.is_given:
            first = next(call for call in entry.way.path if entry.name in call.args)
            at, id = first.line, "given-misread"
        else:
            at, id = entry.name, "one-entry"
        return Trial(id, at, Said("slips", id, facts), entry.patch(value), cost)


def _around_zero(gaps: dict[float, float]) -> Ends | None:
    """Two neighbouring values between which a zero lies."""
    row = sorted(gaps.items())
    return next(
        ((a, b) for a, b in pairwise(row) if a[1] * b[1] <= 0 and a[1] != b[1]), None
    )


MOST_PLACES = (
    15  # more than are asked, in which a number and the right one are told apart
)


def _shown(x: float, digits: int) -> str:
    text = f"{x:.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _with_entry(place: Place, value: Number, matrix: Mat) -> Mat:
    """A matrix with one entry replaced."""
    return matrix.changed(place, lambda _: matrix.entry(value))
