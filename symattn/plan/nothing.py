"""0 log 0 is 0: a product meets the logarithm of 0 with an exact 0, as p log p does where p is 0."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from symattn.exact.any_matrix import AnyMatrix, LogsOfNothing, Mat
from symattn.exact.number import ZERO, Number
from symattn.ops import has
from symattn.plan.tree import SIGNS
from symattn.tables import only

if TYPE_CHECKING:
    from symattn.plan import Plan
    from symattn.plan.derivation import PlanStep

X = TypeVar("X")
ENTRYWISE, PRODUCT = SIGNS["A * B"], SIGNS["A @ B"]


def met(op: str, inputs: tuple[Mat, ...]) -> tuple[Mat, ...]:
    """What goes into a product, 0 in the place of each logarithm of 0 where all that it meets is 0.

    >>> from symattn.exact.matrix import Matrix
    >>> from symattn.ops import OPS
    >>> p = Matrix.of([[1, 0]])
    >>> met("hadamard", (p, OPS["log"].run(p)))[1]
    Matrix([[0, 0]])
    """
    found = list(inputs)
    for k in range(2) if op in (ENTRYWISE, PRODUCT) else ():
        mine, other = inputs[k], inputs[1 - k]
        if not only(inputs, AnyMatrix):
            break
        places = mine.blocked
        if isinstance(places, LogsOfNothing) and all(
            _is_nothing(x)
            for place in places
            for x in _factors(op, k, place, mine, other)
        ):
            nothing = mine.entry(ZERO)
            found[k] = mine.made(
                [nothing if (i, j) in places else x for j, x in enumerate(line)]
                for i, line in enumerate(mine.values)
            )
    return tuple(found)


def _factors(
    op: str, k: int, place: tuple[int, int], mine: Mat, other: Mat
) -> Iterator[object]:
    """What an entry is multiplied by; a single row or column meets every one."""
    i, j = place
    if op == PRODUCT:
        yield from (line[i] for line in other.values) if k else other.values[j]
        return
    for row in range(other.rows) if mine.rows == 1 else [i % other.rows]:
        for column in range(other.cols) if mine.cols == 1 else [j % other.cols]:
            yield other.values[row][column]


def _is_nothing(x: object) -> bool:
    return not x.terms if isinstance(x, Number) else bool(x == 0)


def told(x: X) -> X:
    """A line's value, of which minus infinity is told wherever it comes from."""
    if isinstance(x, AnyMatrix) and isinstance(x.blocked, LogsOfNothing):
        return x.made(x.values, frozenset(x.blocked))
    return x


def is_met(step: PlanStep) -> bool:
    """Whether a product is worked out so."""
    if step.op not in (ENTRYWISE, PRODUCT):
        return False
    return any(
        isinstance(getattr(x, "blocked", ()), LogsOfNothing) for x in step.inputs
    )


def logs_in_products(plan: Plan, steps: Iterable[PlanStep]) -> frozenset[str]:
    """The logarithms on the way of lines whose −∞ is met by 0."""
    calls = plan.by_out
    found = set[str]()
    for step in steps:
        for name in step.args if is_met(step) else ():
            while name in calls and has(calls[name].op, "transposes"):
                name = calls[name].args[0]
            if (
                name in calls
                and calls[name].hidden
                and has(calls[name].op, "a logarithm")
            ):
                found.add(name)
    return frozenset(found)
