"""Sheets that figures are drawn from: three notations, one, two and eight heads, values from the derivation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from symattn.exact.matrix import Matrix
from symattn.figures import Context
from symattn.notation import Notation
from symattn.notation.values import ValuePrinter
from symattn.plan import Plan
from symattn.plan.derivation import solve
from symattn.plan.turning import turned

WORDS = ("I", "love", "pepperoni", "pizza")


def _plan(heads: int, first: int) -> Plan:
    lines = []
    for i in range(first, first + heads):
        lines += [f"{side}_{i} = X @ W_{side}_{i}" for side in "QKV"]
        lines += [f"S_{i} = Q_{i} @ K_{i}.T", f"L_{i} = causal_mask(S_{i} / sqrt(cols(K_{i})))"]
        lines += [f"A_{i} = softmax(L_{i})", f"H_{i} = A_{i} @ V_{i}"]
    joined = ", ".join(f"H_{i}" for i in range(first, first + heads))
    return Plan.read([*lines, f"H = concat({joined})", "Y = H @ W_O"])


def _givens(heads: int, first: int, tokens: int) -> dict[str, Matrix]:
    width = 2 * heads
    given = {"X": Matrix.of([[(i + 2 * j) % 3 for j in range(width)] for i in range(tokens)])}
    for i in range(first, first + heads):
        for k, side in enumerate("QKV"):
            given[f"W_{side}_{i}"] = Matrix.of([[(a + b * k + i) % 2 for b in range(2)] for a in range(width)])
    return {**given, "W_O": Matrix.of([[1] * width] * width)}


def _context(notation: str, heads: int, first: int = 1, tokens: int = 4) -> Context:
    plan, given = _plan(heads, first), _givens(heads, first, tokens)
    if notation == "columns":
        plan = Plan(tuple(replace(line, tree=turned(line.tree)) for line in plan.lines))
        given = {name: value.T for name, value in given.items()}
    solved = solve(plan, given)
    values = {**given, **{line.name: solved[line.name] for line in plan.lines}}
    written = Notation.load(notation).of({line.name: line.tree for line in plan.lines}, given)
    return Context(
        written.symbol, written.names.of_head, written.turned, written.joined, shift=written.names.shift, columns=written.columns,
        heads=heads, first=first, head=first, tokens=WORDS[:tokens], values=values, causal=True,
        shapes={name: value.shape for name, value in values.items()}, number=ValuePrinter().exact,
        line=f"A_{first}", letter="n", amount=lambda name, letter, n: n * n, sizes={"n": 2},
    )  # fmt: skip


@pytest.fixture(scope="session")
def sheet() -> Callable[..., Context]:
    """A sheet's context from a notation, a number of heads, the first head's number and a number of tokens."""
    made: dict[tuple[object, ...], Context] = {}

    def make(notation: str, heads: int, first: int = 1, tokens: int = 4) -> Context:
        key = (notation, heads, first, tokens)
        if key not in made:
            made[key] = _context(*key)
        return made[key]

    return make
