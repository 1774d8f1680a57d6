"""Rounding on the way: an answer that comes out as written when lines before it are rounded first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

from flint import fmpq

from symattn.exact.any_matrix import AnyMatrix, Mat
from symattn.exact.ball import Cut, up
from symattn.exact.decide import Span
from symattn.exact.interval import IntervalMatrix
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number, rational
from symattn.exact.tensor import by_blocks
from symattn.marking.course import Course, Known, Patch, lenient
from symattn.marking.evidence import middles
from symattn.marking.quick import Quick
from symattn.marking.rule import Rule
from symattn.marking.said import told
from symattn.marking.trials import head_of
from symattn.marking.ways import Way
from symattn.ops import has
from symattn.plan import Call
from symattn.plan.derivation import rule
from symattn.records import frozen
from symattn.said import Said
from symattn.tables import every, in_turn

LARGEST = 1e9  # of what a rounded root is reckoned with
ROUNDINGS = 2  # ways of rounding that are tried behind a slip
MORE = 2  # digits beyond those asked that people keep on the way


@frozen
class Digits:
    """The digits asked of each line and so many *more*, or fewer; *cut* off behind them, where a sheet does so, or rounded.
    Where all lines are *even* they are so many decimals."""

    rules: Callable[[str], Rule]
    more: int
    cut: bool
    even: bool

    @property
    def kind(self) -> type[int]:
        """A number of decimals behind which all is rounded, or cut off."""
        return Cut if self.cut else int

    @property
    def facts(self) -> tuple[tuple[str, int], ...]:
        """What there is to say of them."""
        places = self.more + self.rules("").places if self.even else self.more
        flags = ("cut", self.cut), ("asked", not self.even)
        return ("places", places), *((name, 1) for name, flag in flags if flag)

    def units(self, name: str, value: Mat) -> tuple[tuple[fmpq, ...], ...]:
        """What one in the last digit of every entry of a line is worth."""
        rule, more = self.rules(name), fmpq(10) ** self.more
        if rule.significant is None:
            return ((rational(rule.finest) / more,) * value.cols,) * value.rows
        sizes = every(
            lambda x: fmpq(*(x or 1.0).as_integer_ratio()), middles(Quick.lifted(value))
        )
        return every(lambda x: rule.worth(x) / more, sizes)

    def rounded(self, name: str, value: Mat) -> Mat:
        """A line as people write it down."""
        if self.even:
            return rule("round")(value, places=self.kind(self.rules(name).places + self.more))
        units = self.units(name, value)
        whole = value.entrywise(Matrix.of(every(lambda unit: 1 / unit, units)))
        short = rule("round")(whole, places=self.kind(0))
        return short.entrywise(Matrix.of(units)).masked(value.blocked)


def widened(way: Way, digits: Digits) -> Mat | None:
    """All that any rounding to so many digits may lead to."""
    course = way.course
    patch = {
        call.out: partial(_widened, course, call, digits)
        for call in way.path
        if call.out != way.target or _divides(call)
    }
    return way.again(patch) if patch else None


def rounded_ways(way: Way, digits: Digits) -> Iterator[tuple[Said, Patch, Mat | None]]:
    """What comes of every way in which lines before may be rounded to so many digits."""
    for what, patch in _ways(way.course, way.path, way.target, digits):
        said = Said(what.room, what.name, (*what.facts, *digits.facts))
        yield said, patch, way.again(patch) if patch else None


def behind(
    course: Course, path: tuple[Call, ...], target: str, patch: Patch, digits: Digits
) -> Iterator[Patch]:
    """Something that is done otherwise, with the lines on the way rounded to so many digits, in the ways in which most are."""
    for _, before in islice(_ways(course, path, target, digits), ROUNDINGS):
        done = {
            out: partial(_rounded, run, digits, out) if out in before and out != target else run
            for out, run in patch.items()
        }
        yield {**before, **done}


def _ways(
    course: Course, path: tuple[Call, ...], target: str, digits: Digits
) -> Iterator[tuple[Said, Patch]]:
    """What may have been rounded: all lines before, in one of several ways, from some line on, one kind of line, one line."""
    named = {
        call.out: partial(_rounded, partial(_plain, call.op), digits, call.out)
        for call in path
        if not call.hidden and call.out != target
    }
    hidden = {
        call.out: partial(_rounded, partial(_plain, call.op), digits, call.out)
        for call in path
        if call.hidden and not has(call.op, "transposes")
    }
    roots = {
        call.out: partial(_rounded_root, call.op, digits) for call in path if _divides(call)
    }
    yield told("when", what="before"), named
    both = {
        out: partial(_rounded, run, digits, out) if out in named else run
        for out, run in roots.items()
    }
    yield told("when", what="before and root"), {**named, **both}
    yield told("when", what="steps"), {**hidden, **named}
    yield told("when", what="root"), roots
    kinds: dict[str, dict[str, Callable[..., Mat]]] = {}
    for name, run in named.items():
        kinds.setdefault(head_of(name), {})[name] = run
    groups = list(kinds.values())
    for group in groups:
        yield told("when", what="names", names=tuple(group)), group
    if len(groups) < len(named):
        yield from (
            (told("when", what="names", names=(name,)), {name: run})
            for name, run in named.items()
        )
    for start in range(1, len(groups) - 1):
        later = {name: run for group in groups[start:] for name, run in group.items()}
        yield told("when", what="from", names=(next(iter(later)),)), later


def _plain(op: str, known: Known, /, *inputs: Mat, **params: object) -> Mat:
    return lenient(op)(*inputs, **params)


def _rounded(
    run: Callable[..., Mat],
    digits: Digits,
    name: str,
    known: Known,
    /,
    *inputs: Mat,
    **params: object,
) -> Mat:
    """The value rounded, where anything is left of it: nobody goes on from probabilities of 10⁻⁹ that are all 0.000."""
    value = run(known, *inputs, **params)
    near = by_blocks(partial(digits.rounded, name), value)
    left = not isinstance(near, AnyMatrix) or any(x != 0 for x in in_turn(near.values))
    return near if left else value


def _divides(call: Call) -> bool:
    return has(call.op, "scales") and "by" in dict(call.params)


def _rounded_root(
    op: str, digits: Digits, known: Known, /, *inputs: Mat, by: Number, **params: object
) -> Mat:
    near = digits.rounded("", Matrix.of([[by]])).cells()[0][0] if isinstance(by, Number) else by
    return lenient(op)(*inputs, by=near if getattr(near, "terms", by) else by, **params)


def _widened(
    course: Course, call: Call, digits: Digits, known: Known, /, *inputs: Mat, **params: object
) -> Mat:
    """The value with every entry uncertain by half a unit, or a whole one where it is cut, and by as much of itself where a root
    is divided by."""

    def wider(value: Mat) -> Mat:
        half = 1 - up(digits.kind(0))
        if _divides(call):
            largest = max(abs(float(x.mid())) for x in in_turn(value.values))
            half = half * (
                2 + int(largest if largest < LARGEST else LARGEST)
            )  # it may be no number
        off = digits.units(call.out, value)
        spread = every(lambda unit: Span.between(-half * unit, half * unit), off)
        return value + course.lift(IntervalMatrix(spread))

    return by_blocks(wider, lenient(call.op)(*inputs, **params))
