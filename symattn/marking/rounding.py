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
from symattn.marking.course import Course, Known, Patch, doing, lenient, then
from symattn.marking.key import Key
from symattn.marking.quick import Quick
from symattn.marking.rule import Rule
from symattn.marking.said import told
from symattn.marking.trials import head_of
from symattn.marking.ways import Way
from symattn.ops import has
from symattn.plan import Call
from symattn.plan.derivation import rule
from symattn.plan.tree import line_of
from symattn.records import frozen
from symattn.said import Fact, Said
from symattn.tables import among, every, grouped, in_turn

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
            lambda x: fmpq(*(float(x.mid()) or 1.0).as_integer_ratio()),
            Quick.lifted(value).values,
        )
        return every(lambda x: rule.worth(x) / more, sizes)

    def rounded(self, name: str, value: Mat) -> Mat:
        """A line as people write it down."""
        if self.even:
            return rule("round")(
                value, places=self.kind(self.rules(name).places + self.more)
            )
        units = self.units(name, value)
        whole = value.entrywise(Matrix.of(every(lambda unit: 1 / unit, units)))
        short = rule("round")(whole, places=self.kind(0))
        return short.entrywise(Matrix.of(units)).masked(value.blocked)


def kept_digits(key: Key) -> list[Digits]:
    """The digits that people keep on the way, those asked or a few more: cut where the sheet cuts them, or rounded all the
    same."""
    cut = key.rule.truncate
    return [
        _asked(key, more, how)
        for how in dict.fromkeys((cut, False))
        for more in range(MORE + 1)
    ]


def fewer_digits(key: Key) -> list[Digits]:
    """Fewer digits than are asked of the lines, one fewer first."""
    rule = key.rule
    least = -(rule.significant or rule.places)
    return [_asked(key, more, rule.truncate) for more in range(-1, least, -1)]


def _asked(key: Key, more: int, cut: bool) -> Digits:
    """So many digits more than are asked of each line."""
    even = not key.rules and key.rule.significant is None
    return Digits(key.rule_of, more, cut, even)


def widened(way: Way, digits: Digits) -> Mat | None:
    """All that any rounding to so many digits may lead to."""
    patch = {
        call.out: then(
            doing(lenient(call.op)),
            partial(by_blocks, partial(_wider, way.course, call, digits)),
        )
        for call in way.path
        if call.out != way.target or _divides(call)
    }
    return way.again(patch) if patch else None


def rounded_ways(way: Way, digits: Digits) -> Iterator[tuple[Said, Patch, Mat | None]]:
    """What comes of every way in which lines before may be rounded to so many digits."""
    for what, patch in _ways(way, digits):
        yield what, patch, way.again(patch) if patch else None


def behind(way: Way, patch: Patch, digits: Digits) -> Iterator[Patch]:
    """Something that is done otherwise, with the lines on the way rounded to so many digits, in the ways in which most are."""
    for _, before in islice(_ways(way, digits), ROUNDINGS):
        short = _each_rounded(among(patch, before.keys() - {way.target}), digits)
        yield {**before, **patch, **short}


def _ways(way: Way, digits: Digits) -> Iterator[tuple[Said, Patch]]:
    """What may have been rounded: all lines before, in one of several ways, from some line on, one kind of line, one line."""

    def when(what: str, *names: str) -> Said:
        facts: dict[str, Fact] = {"names": names} if names else {}
        return told("when", what=what, **facts, **dict(digits.facts))

    steps = {
        call.out: doing(lenient(call.op))
        for call in way.path
        if call.out != way.target and not (call.hidden and has(call.op, "transposes"))
    }
    each = _each_rounded(steps, digits)
    named = {out: run for out, run in each.items() if line_of(out) == out}
    roots = {
        call.out: partial(_rounded_root, call.op, digits)
        for call in way.path
        if _divides(call)
    }
    yield when("before"), named
    yield (
        when("before and root"),
        {**named, **roots, **_each_rounded(among(roots, named), digits)},
    )
    yield when("steps"), each
    yield when("root"), roots
    groups = grouped((head_of(name), (name, run)) for name, run in named.items())
    for group in groups.values():
        yield when("names", *dict(group)), dict(group)
    if len(groups) < len(named):
        yield from ((when("names", name), {name: run}) for name, run in named.items())
    for start in range(1, len(groups) - 1):
        later = dict(in_turn([*groups.values()][start:]))
        yield when("from", next(iter(later))), later


def _each_rounded(patch: Patch, digits: Digits) -> Patch:
    """Calls whose results are rounded, where anything is left of them: nobody goes on from probabilities of 10⁻⁹ that are all
    0.000."""

    def near(name: str, value: Mat) -> Mat:
        short = by_blocks(partial(digits.rounded, name), value)
        left = not isinstance(short, AnyMatrix) or any(
            x != 0 for x in in_turn(short.values)
        )
        return short if left else value

    return {out: then(run, partial(near, out)) for out, run in patch.items()}


def _divides(call: Call) -> bool:
    return has(call.op, "scales") and "by" in dict(call.params)


def _rounded_root(
    op: str, digits: Digits, known: Known, /, *inputs: Mat, by: Number, **params: object
) -> Mat:
    near = (
        digits.rounded("", Matrix.of([[by]])).cells()[0][0]
        if isinstance(by, Number)
        else by
    )
    return lenient(op)(*inputs, by=near if getattr(near, "terms", by) else by, **params)


def _wider(course: Course, call: Call, digits: Digits, value: Mat) -> Mat:
    """The value with every entry uncertain by half a unit, or a whole one where it is cut, and by as much of itself where a root
    is divided by."""
    half = 1 - up(digits.kind(0))
    if _divides(call):
        largest = max(abs(float(x.mid())) for x in in_turn(value.values))
        half = half * (
            2 + int(largest if largest < LARGEST else LARGEST)
        )  # it may be no number
    off = digits.units(call.out, value)
    spread = every(lambda unit: Span.between(-half * unit, half * unit), off)
    return value + course.lift(IntervalMatrix(spread))
