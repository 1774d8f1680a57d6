"""Exploring: a table of what each entry moves, and fields where ipywidgets is installed."""

from __future__ import annotations

import os

import pytest

import symattn as sa
from symattn.console.explore import Moves, fields

EYE = [[1, 0], [0, 1]]


@pytest.fixture
def d():
    return sa.attention([[1, 2], [3, 4]], EYE, EYE, EYE)


def test_the_table_names_what_moves(d):
    found = d.explore("X", "S")
    assert isinstance(found, Moves)
    assert str(found).splitlines()[0] == "X[0, 0] + 1    Q K V S L A H    S = [8.0000  14.0000; 14.0000  25.0000]"
    assert len(found.rows) == 4
    assert "| X[0, 0] + 1 |" in found._repr_markdown_()


def test_a_value_weight_moves_the_end_alone(d):
    assert {lines for _, lines, _ in d.explore("W_V").rows} == {("V", "H")}


def test_what_is_no_given_matrix_is_refused(d):
    with pytest.raises(sa.SymattnError, match="'Z' is no given matrix; given are X, W_Q, W_K, W_V"):
        d.explore("Z")


def test_a_batch_is_explored_matrix_by_matrix():
    batch = sa.derive(["S = X @ X.T"], X=[[[1, 2]], [[3, 4]]])
    with pytest.raises(sa.SymattnError, match="X is a batch; explore one matrix of it, with derive"):
        batch.explore("X")


def test_fields_move_the_result(d):
    if not os.environ.get("CI"):  # there it is installed, and missing it is a failure
        pytest.importorskip("ipywidgets")
    box = fields(d, "X", "S")
    first, shown = box.children[0].children[0], box.children[-1]
    assert "what moves: nothing" in shown.value
    first.value = "sqrt(2)"
    assert r"\sqrt{2}" in shown.value
    assert "what moves: Q, K, V, S, L, A, H" in shown.value
    first.value = "0.5e"
    assert "is no number" in shown.value
