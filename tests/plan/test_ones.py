"""Numbers, signs and ones that are worked into the factors of a line: what is left is shorter and comes to the same."""

from __future__ import annotations

from itertools import product

import pytest

from symattn.exact.matrix import Matrix
from symattn.plan import Plan
from symattn.plan.derivation import solve
from symattn.plan.ones import simpler
from symattn.plan.reader import read_line
from symattn.plan.tree import replaced, spelled

GIVEN = {"A": Matrix.of([[1, 2], [3, -4]]), "B": Matrix.of([[5, -6], [7, 8]])}
FORMS = ("{}", "(-{})", "(2 * {})", "({} * 3)", "({} / 4)", "(-2 * {})", "(-({} / 3))", "(1 * {})", "({} ** 1)", "(-(-{}))", "(0 - {})")
SIGNS = ("@", "*", "/", "+", "-")
BY_HAND = {
    "(-A) @ B": "-(A @ B)", "A @ (-B)": "-(A @ B)", "(-A) @ (-B)": "A @ B", "(-A) * B": "-(A * B)", "A * (-B)": "-(A * B)",
    "(-A) * (-B)": "A * B", "(-A) / B": "-(A / B)", "A / (-B)": "-(A / B)", "(-A) / (-B)": "A / B", "A + (-B)": "A - B", "A - (-B)": "A + B",
    "(2 * A) @ B": "A @ B * 2", "A @ (3 * B)": "A @ B * 3", "(2 * A) @ (3 * B)": "A @ B * 6", "(A / 2) @ (B / 4)": "A @ B / 8",
    "(2 * A) @ (B / 2)": "A @ B", "(2 * A) * (-B)": "-(A * B * 2)", "A ** 1": "A",
    "eye(2) @ A": "A", "A @ eye(2)": "A", "sum(-A)": "-sum(A)",
}


def simplified(text: str) -> str:
    return spelled(replaced(read_line(f"Z = {text}")[1], lambda part: simpler(part, lambda tree: (2, 2))))  # type: ignore[arg-type]


def value(text: str) -> Matrix:
    plan = Plan.read([f"Z = {text}"])
    return solve(plan, {name: GIVEN[name] for name in plan.givens}).steps[-1].value  # type: ignore[return-value]


@pytest.mark.parametrize(("text", "expected"), BY_HAND.items(), ids=BY_HAND)
def test_a_product_is_as_one_would_write_it(text: str, expected: str) -> None:
    assert simplified(text) == expected


@pytest.mark.parametrize("sign", SIGNS)
def test_whatever_stands_on_either_side_it_comes_to_the_same(sign: str) -> None:
    for left, right in product(FORMS, FORMS):
        text = f"{left.format('A')} {sign} {right.format('B')}"
        assert value(simplified(text)) == value(text), (text, simplified(text))
        assert len(simplified(text)) <= len(text) + 2, (text, simplified(text))
