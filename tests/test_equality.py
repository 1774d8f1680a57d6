"""symattn.equal: whatever people write on either side."""

from decimal import Decimal
from fractions import Fraction

import numpy
import pytest

import symattn
from symattn.exact.matrix import BLOCKED, Matrix

EITHER = {  # sentence: (one side, the other, decision, a piece of the reason)
    "two texts": ("sqrt(8)", "2 sqrt(2)", "equal", "both are 2√2"),
    "LaTeX and text": (r"\frac{1}{1+e^{3\sqrt{2}}}", "1/(1+exp(3*sqrt(2)))", "equal", "1/(1+e^{3√2})"),
    "a list and a text": ([[1, "1/2"]], "[[1, 0.5]]", "equal", "all 2 entries"),
    "Python's numbers": (Fraction(1, 10), Decimal("0.1"), "equal", "1/10"),
    "a NumPy array": (numpy.array([[1, 2], [3, 4]]), "[[1, 2], [3, 5]]", "different", "row 2, column 2: they differ by 1"),
    "what read returned": (symattn.read("[[1 2]\n [3 4]]"), [[1, 2], [3, 4]], "equal", "all 4"),
    "a matrix and its transpose": ("[[1, 2]]", "[[1], [2]]", "different", "a 1×2 matrix is not a 2×1 matrix"),
    "a number and a matrix": ("1", "[[1]]", "different", "a number is not a 1×1 matrix"),
    "minus infinity": (Matrix.of([[BLOCKED]]), "[[-inf]]", "equal", "minus infinity"),
    "minus infinity and a number": (Matrix.of([[1, BLOCKED]]), [[1, 2]], "different", "row 1, column 2: one is minus infinity"),
    "the first that differs is named": ([[1, 2], [3, 4]], [[1, 7], [8, 4]], "different", "row 1, column 2: they differ by 5"),
    "a difference goes before a doubt": (["sin((e-1)^(1/11))", 1], ["sin((sqrt(e)-1)^(1/11)*(sqrt(e)+1)^(1/11))", 2], "different", "row 2"),
    "a doubt is named": (["sin((e-1)^(1/11))", 1], ["sin((sqrt(e)-1)^(1/11)*(sqrt(e)+1)^(1/11))", 1], "undecided", "row 1, column 1"),
}  # fmt: skip


@pytest.mark.parametrize(("a", "b", "decision", "said"), EITHER.values(), ids=EITHER)
def test_equal(a, b, decision, said):
    found = symattn.equal(a, b)
    assert found.decision == decision
    assert said in found.reason


def test_sympy_expressions_and_matrices():
    import sympy as sp

    assert symattn.equal(sp.sqrt(8), "2 sqrt(2)").decision == "equal"
    assert symattn.equal(sp.Matrix([[sp.exp(1), sp.pi]]), [["e", "pi"]]).decision == "equal"
    assert symattn.equal(sp.Matrix([[sp.exp(1), 3]]), [["e", "pi"]]).decision == "different"


def test_a_float_is_refused():
    with pytest.raises(symattn.SymattnError, match="exact"):
        symattn.equal(0.5, "1/2")


def test_a_text_that_is_no_number_is_a_read_error():
    with pytest.raises(symattn.ReadError):
        symattn.equal("1e", "1")


@pytest.mark.parametrize("empty", [[], [[]], [[], []]])
def test_an_empty_matrix_is_refused(empty: list[list[object]]) -> None:
    with pytest.raises(symattn.SymattnError, match="empty"):
        symattn.equal(empty, 1)


@pytest.mark.parametrize(("last", "decision", "place"), [(2, "undecided", "matrix 1, row 1, column 2"), (3, "different", "matrix 2, row 1, column 2")])
def test_a_doubt_in_a_batch_is_named_unless_something_differs(last: int, decision: str, place: str) -> None:
    import sympy as sp

    x = sp.Symbol("x")
    left, right = ([[[1, sp.Function(name)(x)]], [[1, second]]] for name, second in (("f", 2), ("g", last)))
    found = symattn.equal(sp.Array(left), sp.Array(right))
    assert found.decision == decision
    assert found.reason.startswith(f"{place}: ")
