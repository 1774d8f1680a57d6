"""``==`` of values: by proof, whatever they are written like; a way of writing is asked for by another name."""

from __future__ import annotations

import pytest

from symattn.errors import LimitError
from symattn.exact.functions import exp, log, root, symbol
from symattn.exact.matrix import Matrix
from symattn.exact.number import PI, Number, same_form
from symattn.exact.tensor import Tensor

ONE = 1 / (1 + exp(1)) + 1 / (1 + exp(-1))
"""1 in three terms."""


def test_equal_values_are_equal_however_they_are_written():
    assert ONE == 1
    assert Number.of(1) == ONE
    assert not same_form(ONE, Number.of(1))
    assert root(5 + 2 * root(6)) == root(2) + root(3)
    assert Matrix.of([[ONE, 2]]) == Matrix.of([[1, 2]])
    assert Tensor((1,), [Matrix.of([[ONE]])]) == Tensor((1,), [Matrix.of([[1]])])


def test_other_values_are_not_equal():
    assert exp(1) != Number.of(3)
    assert 1 + exp(-1000) != ONE
    assert Matrix.of([[1, 2]]) != Matrix.of([[1], [2]])
    assert Number.of(1) != "1"


def test_truth_is_by_value_too():
    assert not ONE - 1
    assert ONE - 2


def test_what_cannot_be_told_is_said():
    with pytest.raises(LimitError, match="cannot be told"):
        _ = symbol("a") == symbol("b")
    with pytest.raises(LimitError, match="cannot be told"):
        _ = exp(PI * PI) * log(PI) == exp(PI * PI) * log(PI * 2) - exp(PI * PI) * symbol("a")


def test_a_value_is_no_key_of_a_dictionary():
    for value in (ONE, Matrix.of([[1]]), Tensor((1,), [Matrix.of([[1]])])):
        with pytest.raises(TypeError, match="unhashable"):
            hash(value)
    assert len({ONE.key, ONE.key, Number.of(1).key}) == 2
