"""Rounding on the way: an answer that comes out as written when lines before it are rounded first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

from flint import fmpq

from symattn.exact.any_matrix import AnyMatrix, Mat
from symattn.exact.ball import up
from symattn.exact.decide import Span
from symattn.exact.decimals import rounded
from symattn.exact.interval import IntervalMatrix
from symattn.exact.number import Number
from symattn.marking.course import Course, Known, Patch, lenient
from symattn.marking.said import told
from symattn.marking.trials import head_of
from symattn.marking.ways import Way
from symattn.ops import has
from symattn.plan import Call
from symattn.plan.derivation import rule
from symattn.said import Said
from symattn.tables import in_turn

LARGEST = 1e9  # of what a rounded root is reckoned with
ROUNDINGS = 2  # ways of rounding that are tried behind a slip
MORE = 2  # digits beyond those asked that people keep on the way


def widened(way: Way, k: int) -> Mat | None:
    """All that any rounding to k decimals may lead to."""
    course = way.course
    patch = {
        call.out: partial(_widened, course, call, k)
        for call in way.path
        if call.out != way.target or _divides(call)
    }
    return way.again(patch) if patch else None


def rounded_ways(way: Way, k: int) -> Iterator[tuple[Said, Patch, Mat | None]]:
    """What comes of every way in which lines before may be rounded to k decimals."""
    for what, patch in _ways(way.course, way.path, way.target, k):
        yield what, patch, way.again(patch) if patch else None


def behind(
    course: Course, path: tuple[Call, ...], target: str, patch: Patch, k: int
) -> Iterator[Patch]:
    """Something that is done otherwise, with the lines on the way rounded to k decimals, in the ways in which most are."""
    for _, before in islice(_ways(course, path, target, k), ROUNDINGS):
        done = {
            out: partial(_rounded_after, run, k) if out in before and out != target else run
            for out, run in patch.items()
        }
        yield {**before, **done}


def _ways(
    course: Course, path: tuple[Call, ...], target: str, k: int
) -> Iterator[tuple[Said, Patch]]:
    """What may have been rounded: all lines before, in one of several ways, from some line on, one kind of line, one line."""
    named = {
        call.out: partial(_rounded, call.op, k)
        for call in path
        if not call.hidden and call.out != target
    }
    hidden = {
        call.out: partial(_rounded, call.op, k)
        for call in path
        if call.hidden and not has(call.op, "transposes")
    }
    roots = {call.out: partial(_rounded_root, call.op, k) for call in path if _divides(call)}
    yield told("when", what="before"), named
    both = {
        out: partial(_rounded_after, run, k) if out in named else run
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


def _rounded(op: str, to: int, known: Known, /, *inputs: Mat, **params: object) -> Mat:
    return rule("round")(lenient(op)(*inputs, **params), places=to)


def _divides(call: Call) -> bool:
    return has(call.op, "scales") and "by" in dict(call.params)


def _rounded_root(
    op: str, to: int, known: Known, /, *inputs: Mat, by: Number, **params: object
) -> Mat:
    return lenient(op)(*inputs, by=_short(by, to) if isinstance(by, Number) else by, **params)


def _short(x: Number, places: int) -> Number:
    near = Number.of(fmpq(rounded(x, places), 10**places))
    return near if near.terms else x


def _rounded_after(
    run: Callable[..., Mat], to: int, known: Known, /, *inputs: Mat, **params: object
) -> Mat:
    return rule("round")(run(known, *inputs, **params), places=to)


def _widened(
    course: Course, call: Call, to: int, known: Known, /, *inputs: Mat, **params: object
) -> Mat:
    """The value with every entry uncertain by half a unit, or a whole one where it is cut, and by as much of itself where a root
    is divided by."""
    value = lenient(call.op)(*inputs, **params)
    if not isinstance(value, AnyMatrix):
        return value
    half = (1 - up(to)) / 10 ** int(to)
    if _divides(call):
        largest = max(abs(float(x.mid())) for x in in_turn(value.values))
        half = half * (
            2 + int(largest if largest < LARGEST else LARGEST)
        )  # it may be no number
    spread = IntervalMatrix([[Span.between(-half, half)] * value.cols] * value.rows)
    return value + course.lift(spread)
