"""How hard a variant is to work by hand: multiplications, digits to write, different exponentials."""

from __future__ import annotations

from symattn.exact.matrix import Matrix
from symattn.ops import has
from symattn.plan.derivation import PlanRun, PlanStep
from symattn.tables import in_turn, only

Figures = dict[str, int]


def difficulty(derivation: PlanRun) -> Figures:
    """Multiplications of numbers that are not 0, digits of all lines, different exponentials in the weights.

    >>> from symattn.plan.derivation import solve
    >>> from symattn.plan import Plan
    >>> difficulty(solve(Plan.read(["B = A @ A"]), {"A": Matrix.of([[2, 0], [0, 3]])}))
    {'operations': 2, 'digits': 4, 'exponentials': 0}
    """
    shown = [step.value for step in derivation.steps if not step.call.hidden]
    exponents = {
        m[1]
        for value in shown
        for x in in_turn(value.values)
        for m in x.terms
        if m[1] is not None
    }
    return {
        "operations": sum(map(_products, derivation.steps)),
        "digits": sum(_digits(value) for value in shown),
        "exponentials": len(exponents),
    }


def _products(step: PlanStep) -> int:
    if not has(step.op, "product") or not only(step.inputs, Matrix):
        return 0
    a, b = step.inputs
    left = [sum(map(bool, column)) for column in zip(*a.values, strict=True)]
    right = [sum(map(bool, row)) for row in b.values]
    return sum(m * n for m, n in zip(left, right, strict=True))


def _digits(m: Matrix) -> int:
    coefficients = (c for x in in_turn(m.values) for c in (x.terms.values() or (0,)))
    return sum(sum(map(str.isdigit, str(c))) for c in coefficients)
