"""Exploring: a table of what each entry moves, and fields where ipywidgets is installed."""

from __future__ import annotations

import os

import pytest
from sympy import Symbol

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


def test_letters_whose_sign_is_open_leave_the_table_standing():
    t = Symbol("t", real=True)
    open_ = sa.derive(["S = X @ X.T", "A = softmax(S)"], X=[[t, 1], [0, 2]])
    table = str(open_.explore("X", "S"))
    assert "X[0, 0] + 1    S A    S = [" in table
    assert "t**2" in table
    both = open_.slip("A", "softmax-columns")
    assert (both.differs, both.open) == (("A",), ())
    assert {"A right", "A wrong"} <= set(str(both).splitlines())
    assert "e^{" in both._repr_markdown_()


def test_what_cannot_be_told_carries_a_question_mark(monkeypatch):
    monkeypatch.setattr("symattn.console.compared.apart", lambda a, b: False)  # no numbers show that the two differ
    t = Symbol("t", real=True)
    both = sa.derive(["S = X @ X.T", "A = softmax(S)"], X=[[t, 1], [0, 2]]).slip("A", "softmax-columns")
    assert both.open == ("A",)
    assert "A? right" in str(both)
    assert "cannot be told" in str(both)
