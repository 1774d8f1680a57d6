"""A sentence is printed where its premise was checked: of what weights are made, and that both of their axes are the tokens."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from symattn.exact.any_matrix import Mat
from symattn.files import languages
from symattn.ops import OPS
from symattn.ops.formula import from_row
from symattn.ops.record import dialects, each
from symattn.ops.registry import op
from symattn.ops.shapes import Axis, same
from symattn.page import DETAILS, page
from symattn.sheet import loads

EXPONENTIALS = ("e^", "σ", "ε", "exponential", "gap")


@pytest.fixture
def squares() -> Iterator[None]:
    """An operation that gives weights, but not those of softmax."""

    @op(
        "square_weights", same, columns="axis", count=each(multiplications=1), reason="every row by itself", why=from_row,
        code=dialects(None, None, None), masked="refused", traits=("weights",),
    )  # fmt: skip
    def square_weights(a: Mat, *, axis: Axis = 1) -> Mat:
        """Take the squares of a row over their sum."""
        return a.squared().normalized() if axis else a.T.squared().normalized().T

    yield
    del OPS["square_weights"]


@pytest.mark.usefixtures("squares")
@pytest.mark.parametrize("detail", DETAILS)
@pytest.mark.parametrize("scores", ['[["sqrt(2)", 1, 3, 0]]', '[["1 + sqrt(2)", 1], [2, "sqrt(3)"]]', "[[1, 2, 3, 4]]"])
def test_weights_that_are_no_exponentials_are_not_told_as_such(scores: str, detail: str) -> None:
    text = page(
        loads(
            f'[[question]]\nsteps = ["A = square_weights(S)", "B = square_weights(split_heads(S, 2))"]\n[question.given]\nS = {scores}\n'
        ),
        "text",
        detail=detail,
    )
    assert not [word for word in EXPONENTIALS if word in text]


def gate(wide: int) -> str:
    rows = [[3 * int(i == j) for j in range(wide)] for i in range(3)]
    return (
        'tokens = ["a", "b", "c"]\n[[question]]\nsteps = ["S = X @ W", "A = softmax(S)"]\n'
        f"[question.given]\nX = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]\nW = {rows}\n"
    )


def attention(mask: str = "") -> str:
    lines = '["S = X @ W @ X.T", "A = softmax(S)"]' if not mask else '["S = X @ W @ X.T", "L = mask(S, M)", "A = softmax(L)"]'
    return gate(3).replace('["S = X @ W", "A = softmax(S)"]', lines) + mask


@pytest.mark.parametrize(
    ("sheet", "looks"),
    [
        (gate(3).replace("softmax(S)", "softmax(causal_mask(S))"), True),
        (gate(3), False),
        (gate(2), False),
        (attention(), True),
        (attention("M = [[1, 0, 0], [1, 1, 0], [1, 1, 1]]\n"), True),
    ],
    ids=["a causal mask", "three experts for three tokens", "two experts", "tokens for tokens", "tokens for tokens under a mask"],
)
def test_a_token_looks_at_tokens_alone(sheet: str, looks: bool) -> None:
    assert ("looks" in page(loads(sheet), "text")) == looks


DOWN = {
    ("paper", "A = softmax(S)"): 0,
    ("paper", "A = softmax(S, axis=0)"): 1,
    ("columns", "A = softmax(S, axis=0)"): 1,
    ("columns", "A = softmax(S, axis=1)"): 0,
    ("paper", "A = softmax(S, axis=0)', 'B = softmax(2 * S, axis=0)"): 1,  # said once
    ("paper", "A_1 = softmax(S, axis=0)', 'A_2 = softmax(S)"): 0,  # not of both
}
SAID = {"en": "runs down each column", "de": "läuft jede Spalte hinab"}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("scores", ["[[1, 0], [1, 1]]", "[[0, 0], [0, 0]]", '[[1, 2], ["sqrt(2)", 5], [1, 1]]'])
@pytest.mark.parametrize(("notation", "steps"), DOWN)
def test_a_softmax_down_columns_is_said_where_it_is_one(notation: str, steps: str, scores: str, language: str) -> None:
    sheet = f"language = '{language}'\nnotation = '{notation}'\n[[question]]\nsteps = ['{steps}']\n[question.given]\nS = {scores}\n"
    text = " ".join(page(loads(sheet), "text").split())
    assert text.count(SAID[language]) == DOWN[notation, steps]
    assert ("Tokens are columns" in text or "Tokens sind Spalten" in text) == (notation == "columns" and DOWN[notation, steps] > 0)
