"""The sign for the width of keys is theirs only where the sheet calls nothing else so."""

from __future__ import annotations

import pytest

from symattn.page import page
from symattn.sheet import loads

LINES = {  # what is called as the width of keys, and its lines
    "a given": (["S = Q @ K.T / sqrt(cols(K))", "B = S * {0}"], "{0} = 7"),
    "a line": (["{0} = Q @ K.T", "S = {0} / sqrt(cols(K))"], ""),
    "a number": (["{0} = cols(K) + 1", "S = Q @ K.T / sqrt(cols(K) * {0})"], ""),
    "the width": (["{0} = cols(K)", "S = Q @ K.T / sqrt({0})"], ""),
    "a mask": (["{0} = causal_mask(K @ K.T)", "S = softmax({0} / sqrt(cols(K)))"], ""),
    "a letter": (["S = Q @ K.T / sqrt(cols(K) * {0})"], "letters"),
    "a triangle": (["{0} = tril(K) @ K.T", "S = {0} + {0}"], ""),
}  # fmt: skip


def shown(case: str, name: str) -> str:
    steps, also = LINES[case]
    given = "given = { Q = [[1, 2, 0]], K = [[1, 2, 1], [0, 1, 1]]" + f", {also.format(name)}" * ("=" in also) + " }\n"
    letters = f'letters = {{ {name} = "positive" }}\n' * (also == "letters")
    return page(loads(f"[[question]]\nsteps = {[line.format(name) for line in steps]}\n{given}{letters}"), "text")


@pytest.mark.parametrize("case", LINES)
def test_a_name_of_the_sheet_has_its_sign_for_itself(case: str) -> None:
    """Every link of the page holds, and no sentence gives the name another value."""
    text = shown(case, "d_k")
    assert "columns, so dₖ" not in text
    other = shown(case, "u_k")
    assert "dₖ" in other or text.replace("dₖ", "uₖ") == other


def test_where_nothing_has_its_sign_the_width_has() -> None:
    assert "K has 3 columns, so dₖ = 3." in shown("a given", "u_k")
