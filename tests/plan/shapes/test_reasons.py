"""The one-line reason of every kind of line."""

from __future__ import annotations

import pytest

from symattn.formats.templates import plain
from symattn.plan import Plan
from symattn.plan.shapes import SizeRelations, table

LETTERS = SizeRelations.read(["d = h*d_k"])
GIVENS = {
    "X": LETTERS.shape(["n", "d"]),
    "B": LETTERS.shape(["B", "n", "d"]),
    "W": LETTERS.shape(["d", "d_k"]),
    "U": LETTERS.shape(["d", "h", "d_k"]),
    "b": LETTERS.shape([1, "d"]),
}
REASONS = {
    "X @ W": r"$(n, d) \times (d, d_k)$: the inner $d$ cancels",
    "B @ W": r"$(B, n, d) \times (d, d_k)$: the inner $d$ cancels, $B$ stays",
    "X @ X.T": r"$(n, d) \times (d, n)$: the inner $d$ cancels",
    "tensordot(X, U)": r"$(n, d) \times (d, h, d_k)$: the shared $d$ cancels",
    "X.T": "rows become columns",
    "X + b": "$(1, d)$ is repeated and added, the shape stays",
    "b * X": "$(1, d)$ is repeated, the shape stays",
    "b / X": "$(1, d)$ is repeated, the shape stays",
    "X / b": "divided by $(1, d)$ repeated, the shape stays",
    "X + X": "entry by entry, the shape stays",
    "split_heads(X, h)": "the $d$ columns are cut into $h$ heads of $d_k$, the head axis goes before the rows",
    "merge_heads(split_heads(X, h))": (
        "the $d$ columns are cut into $h$ heads of $d_k$, the head axis goes before the rows; "
        r"then the heads stand side by side again: $h \cdot d_k = d$ columns"
    ),
    "reshape(X, n, h, d_k)": r"the last axis is cut, $d = h \cdot d_k$",
    "reshape(U, d, d)": r"the last two axes become one, $h \cdot d_k = d$",
    "reshape(X, d, n)": r"the same $d \cdot n$ numbers, laid out anew",
    "swap(U, 0, -1)": "axes 0 and 2 (counted from 0) change places, no number changes",
    "swap(U, 1, 2)": "the last two axes change places, no number changes",
    "swap(B, -1, -2)": "the last two axes change places, no number changes",
    "swap(X, 0, 1)": "the last two axes change places, no number changes",
    "swap(U, 1, 0)": "axes 0 and 1 (counted from 0) change places, no number changes",
    "concat(X, X)": "side by side: the rows stay, the columns add up, $d + d$",
    "stack(X, b)": "on top of each other: the columns stay, the rows add up, $n + 1$",
    "X[:, 0:3]": "$n$ rows and $3$ columns are cut out",
    "softmax(X / sqrt(d_k))": "every row becomes weights, the shape stays",
    "softmax(X, axis=0)": "every column becomes weights, the shape stays",
    "layer_norm(X, axis=0)": "every column is centred and scaled, the shape stays",
    "X - b": "$(1, d)$ is repeated, the shape stays",
    "causal_mask(X)": "entries are only blocked, the shape stays",
    "exp(X)": "every entry on its own, the shape stays",
    "X * 2": "every entry is multiplied by the same number, the shape stays",
}


@pytest.mark.parametrize(("line", "why"), REASONS.items(), ids=REASONS)
def test_every_line_says_why(line: str, why: str) -> None:
    plan = Plan.read([f"OUT = {line}"], LETTERS.names)
    found = table(plan, {name: GIVENS[name] for name in plan.givens if name in GIVENS}, LETTERS)
    assert plain(found["OUT"].why) == why


def test_a_weight_says_what_its_rows_meet() -> None:
    found = table(Plan.read(["Q = X @ W"]), {"X": GIVENS["X"], "W": GIVENS["W"]}, LETTERS)
    assert plain(found["W"].why) == "its $d$ rows meet as many columns, $d_k$ for the result"
    assert str(found["W"].parameters) == "d·d_k"
    assert str(found["Q"].work.multiplications) == "d·n·d_k"
