"""One run of a plan that can be taken again from any call: with a student's matrices, or with a call done otherwise."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from copy import copy
from functools import partial
from types import MappingProxyType
from typing import TypeAlias, TypeVar, cast

from flint import arb

from symattn.errors import SymattnError
from symattn.exact.any_matrix import AnyMatrix, Mat
from symattn.exact.interval import IntervalMatrix
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.tensor import AnyArray, Tensor, by_blocks
from symattn.ops import OPS, has
from symattn.plan import Call, Plan
from symattn.plan.derivation import arguments, rule
from symattn.plan.tree import leading_to
from symattn.said import Integers
from symattn.tables import in_turn

M = TypeVar("M", bound="Mat | None")
Value: TypeAlias = "Mat | Number"
Known = Mapping[str, Value]
Run = Callable[..., Mat]  # known values, then what the operation takes
Patch = Mapping[str, Run]  # what is done at calls, or read for givens, otherwise
New = Mapping[str, Mat]  # what comes out otherwise
Lift = Callable[[Mat], Mat]
NO_VALUES: New = MappingProxyType({})

HAIR = arb(2) ** -100  # what a narrow interval is narrower than
MOST_LARGER = 2  # times as many entries as the right matrix has, up to which later lines are run from an answer


def is_near(shape: Integers, exact: Matrix | Tensor) -> bool:
    """Whether an answer is of a size that later lines can be run from: turned, stacked or a few rows too many, but no
    thousand rows, from which scores of a million entries would follow.

    >>> is_near((4, 1), Matrix.of([[1, 2], [3, 4]])), is_near((1000, 2), Matrix.of([[1, 2], [3, 4]]))
    (True, False)
    """
    if isinstance(exact, Tensor) or shape == exact.shape:
        return True
    (rows, cols), (right, across) = shape, exact.shape
    return rows * cols <= MOST_LARGER * right * across and max(
        rows, cols
    ) <= 2 * MOST_LARGER * max(right, across)


def in_one(found: M | Tensor) -> M:
    """Several matrices as one, one below the other; None of none."""
    return (
        cast("M", AnyMatrix.on_top(*found.blocks))
        if isinstance(found, Tensor)
        else found
    )


class Course:
    """A plan run over intervals (or exact matrices): ``own[name]`` is what a line gives, ``read[name]`` what later
    lines read, which is the student's own matrix where one was handed in.

    >>> plan = Plan.read(["B = A @ A", "C = B + A"])
    >>> course = Course(plan, {"A": Matrix.of([[2]])}, yours={"B": Matrix.of([[5]])})
    >>> course.own["B"], course.own["C"]
    (Matrix([[4]]), Matrix([[7]]))
    """

    def __init__(
        self,
        plan: Plan,
        givens: Known,
        yours: Known | None = None,
        lift: Lift = lambda value: value,
    ) -> None:
        self.plan, self.givens, self.yours = plan, dict(givens), dict(yours or {})
        self.lift = lift  # what no matrix went into, as a positional encoding, in the kind of matrix of this run
        self.calls = plan.by_out
        self.own: dict[str, Mat] = {}
        self.read: dict[str, Value] = dict(givens)
        self.params: dict[str, dict[str, object]] = {}
        self._rules = {call.op: lenient(call.op) for call in plan.calls}
        for call in plan.calls:
            self._take(call)

    def over(self, yours: Known) -> Course:
        """The same run from some matrices in place of its own; what does not depend on them is not worked out again.

        >>> course = Course(Plan.read(["B = A @ A", "C = B + A", "D = A + A"]), {"A": Matrix.of([[2]])})
        >>> other = course.over({"B": Matrix.of([[5]])})
        >>> other.own["B"], other.own["C"], other.own["D"] is course.own["D"]
        (Matrix([[4]]), Matrix([[7]]), True)
        """
        found = copy(self)
        found.yours = {**self.yours, **yours}
        found.own, found.read, found.params = (
            dict(self.own),
            dict(self.read),
            dict(self.params),
        )
        new = set(yours)
        for line in self.plan.lines:
            touched = not new.isdisjoint(line.uses)
            for call in line.calls:
                if touched:
                    for known in (found.own, found.read, found.params):
                        known.pop(call.out, None)
                    found._take(call)
                    new.add(call.out)
                elif call.out in yours:
                    found.read[call.out] = yours[call.out]
        return found

    def settles(self, path: tuple[Call, ...], jumps: bool = False) -> bool:
        """Whether only exact values tell what a path leads to: a call of it jumps, or what is done in its place, and nothing of
        the student's that it starts from stands for all it may be rounded from."""
        return (jumps or any(has(call.op, "jumps") for call in path)) and not any(
            map(_uncertain, self.yours.values())
        )

    def _take(self, call: Call) -> None:
        """Run one call; a line that has no value here (a student's matrix of another shape) is left out."""
        with suppress(SymattnError, KeyError):
            self.params[call.out] = arguments(call, self.read)
        value = self._done(call, {}, None)
        if value is not None:
            self.own[call.out] = value
        read = self.yours.get(call.out, value)
        if read is not None:
            self.read[call.out] = read

    def before(self, target: str, handed: Collection[str] = ()) -> tuple[Call, ...]:
        """The calls that lead to a line, in order: back to the givens and to the lines handed in."""
        return leading_to([target], self.plan.calls, handed)

    def whole(self, target: str) -> Mat | None:
        """What a line gives, several matrices one below the other; None where it has no value."""
        return in_one(self.own.get(target))

    def changes(
        self,
        patch: Patch,
        path: tuple[Call, ...],
        known: New = NO_VALUES,
        mixed: frozenset[str] = frozenset(),
    ) -> dict[str, Mat]:
        """Every value along a path that differs when the patched calls are done otherwise, and givens are read otherwise; it
        ends where one has none. Of two patches whose changes are *known* only what depends on both, the *mixed* ones and what
        comes of them, is run again."""
        misread = {
            name: read(self.read)
            for name, read in patch.items()
            if name not in self.calls
        }
        new: dict[str, Mat] = {**known, **misread}
        for call in path:
            out = call.out
            if out in known and out not in mixed and mixed.isdisjoint(call.args):
                continue
            if out in patch or not new.keys().isdisjoint(call.args or call.scalars):
                value = self._done(call, new, patch.get(out))
                if value is None:
                    return {}
                new[out] = value
                mixed |= {out}
        return new

    def _done(self, call: Call, new: New, other: Run | None) -> Mat | None:
        """One call with some values changed, done rightly or otherwise; None when that has no value."""
        try:
            inputs = [
                new[name] if name in new else self.read[name] for name in call.args
            ]
            if other is None and call.args:
                return self._rules[call.op](*inputs, **self.params[call.out])
            known = {**self.read, **new}
            params = self.params[call.out] if call.args else arguments(call, known)
            run = partial(other, known) if other else self._rules[call.op]
            return self.lift(run(*inputs, **params))
        except (SymattnError, KeyError):
            return None


def doing(rule: Callable[..., Mat]) -> Run:
    """A rule as what is done at a call, which is told all that is known."""
    return lambda known, /, *inputs, **params: rule(*inputs, **params)


def then(run: Run, change: Callable[[Mat], Mat]) -> Run:
    """What is done at a call, and its result changed."""
    return lambda known, /, *inputs, **params: change(run(known, *inputs, **params))


def lenient(op: str) -> Run:
    """The rule of an operation after a slip: a row that a wrong mask blocks entirely gives weights 0."""
    return rule(op, OPS[op].after_slip)


def _uncertain(x: Value) -> bool:
    return isinstance(x, Tensor) or (
        isinstance(x, IntervalMatrix)
        and any(span.high - span.low > HAIR for span in in_turn(x.values))
    )


def narrow(givens: Known) -> dict[str, Value]:
    """Exact givens as narrow intervals; numbers stay what they are."""
    return {
        name: x if isinstance(x, Number) else as_intervals(x)
        for name, x in givens.items()
    }


def as_intervals(x: AnyArray) -> Mat:
    """An exact matrix as narrow intervals, a batch of such too; another as it is."""
    return by_blocks(
        lambda m: IntervalMatrix.from_exact(m) if isinstance(m, Matrix) else m, x
    )
