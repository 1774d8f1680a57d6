"""What a SymPy or Jupyter user is told whose matrices, lines or places cannot be: the sentence whole."""

from __future__ import annotations

from functools import reduce

import numpy as np
import pytest
import sympy

import symattn
from symattn.errors import SymattnError

UNIT = [[1, 0], [0, 1]]
PER_HEAD = "write a list with one matrix per head: [W_Q_1, W_Q_2, …]"


def one_line(x: object) -> object:
    return symattn.derive(["S = X"], X=x)


def solved() -> symattn.console.derived.Derivation:
    return symattn.derive(["S = X @ X"], X=UNIT)


SAID = {
    "a head below 0": (lambda: symattn.multi_head_attention(UNIT, [UNIT], [UNIT], [UNIT], first=-1),
                       "first is -1; write the first head's number, a whole number from 0"),
    "no heads": (lambda: symattn.multi_head_attention(UNIT, [], [], []), "W_Q: no heads; write one matrix per head"),
    "a row for a head": (lambda: symattn.multi_head_attention(UNIT, [np.array([1, 2])], [UNIT], [UNIT]), f"W_Q: one matrix stands here; {PER_HEAD}"),
    "heads of three numbers": (lambda: symattn.multi_head_attention(UNIT, [UNIT], [UNIT, UNIT], [UNIT]),
                               "as many heads everywhere: W_Q has 1, W_K has 2, W_V has 1"),
    "a scale that is a matrix": (lambda: symattn.attention(UNIT, UNIT, UNIT, UNIT, scale=UNIT), "scale: a matrix; write True, False or a number above 0"),
    "lines that are numbers": (lambda: symattn.derive([3], X=UNIT), 'derive takes lines of text, as in ["Q = X @ W_Q", "S = Q @ Q.T"]'),
    "no lines": (lambda: symattn.derive([], X=UNIT), 'derive takes lines of text, as in ["Q = X @ W_Q", "S = Q @ Q.T"]'),
    "a row for a matrix": (lambda: symattn.attention([1, 2], UNIT, UNIT, UNIT), "X: one row of numbers stands where a matrix is needed; write [[1, 2], [3, 4]]"),
    "minus infinity alone": (lambda: symattn.derive(["S = X * c"], X=UNIT, c=-sympy.oo),
                             "c: minus infinity stands alone; it can only be an entry of a matrix that is added to scores"),
    "a given that a line defines": (lambda: symattn.derive(["X = Y @ Y"], X=UNIT, Y=UNIT), "X is given and defined by a line as well; give the line another name"),
    "a list for an entry": (lambda: one_line([[[1], [2]], [3, 4]]), "X: row 1, column 1: [1] stands where a number is needed"),
    "a set for an entry": (lambda: one_line([[{7}, 1]]), "X: row 1, column 1: {7} stands where a number is needed"),
    "a matrix for an entry": (lambda: one_line([[sympy.eye(2), 1]]),
                              "X: row 1, column 1: a matrix stands where a number is needed; build the matrix from its numbers"),
    "truth values": (lambda: one_line(np.array([[True]])), "X: an array of truth values; write 1 and 0: array.astype(int)"),
    "an empty array": (lambda: one_line(sympy.Array([])), "X: the array is empty; write at least one row with one entry"),
    "a deep expression": (lambda: one_line([[reduce(lambda x, _: sympy.exp(x), range(3000), sympy.Symbol("t"))]]),
                          "X: row 1, column 1: an expression nested too deeply; name its parts in lines of their own"),
    "an integral": (lambda: one_line(sympy.Matrix([[sympy.Integral(sympy.Symbol("t"))]])),
                    "X: row 1, column 1: Integral(t, t) (SymPy's Integral) has no exact value here; it is not worked out; call .doit() first"),
    "a slip in no line": (lambda: solved().slip("Z", "not-normalised"), "there is no line 'Z'; the lines are S"),
    "a slip that there is not": (lambda: solved().slip("S", "sing"),
                                 "S has no slip 'sing'; there are swapped-product, added-not-multiplied, entrywise-product, weight-transposed"),
    "places below 0": (lambda: solved().decimals("S", -1), "-1 decimal places; write a whole number, 0 or more"),
    "a given in place of a line": (lambda: solved().replace("X", UNIT), "X is a given; write d.with_(X=…)"),
    "another given": (lambda: solved().with_(Z=UNIT), "Z was not given; given are X"),
    "a place outside": (lambda: solved().why("S", 5, 0), "S is 2×2; there is no row or column 5, they count from 0"),
    "an entry of a batch": (lambda: symattn.derive(["Q = split_heads(X, heads=2)"], X=UNIT).why("Q", 0, 0),
                            "Q is no single matrix; entries are explained in matrices of rows and columns"),
    "a tolerance below 0": (lambda: symattn.rational([[0.5]], tolerance=-1), "tolerance is -1; write a number from 0, such as '1e-9'"),
    "a tolerance in words": (lambda: symattn.rational([[0.5]], tolerance="x"), "tolerance is 'x'; write a number from 0, such as '1e-9'"),
    "minus infinity in a field": (lambda: symattn.to_domain([[1, -sympy.oo]]), "minus infinity is no number of this field; take softmax first"),
    "a number for a worksheet": (lambda: symattn.worksheet(3), "3 is no worksheet; write a path, the name of a shipped one, a text or its keys"),
}  # fmt: skip


@pytest.mark.parametrize(("ask", "said"), SAID.values(), ids=SAID)
def test_what_cannot_be_is_told_with_what_to_write(ask, said):
    with pytest.raises(SymattnError) as raised:
        ask()
    assert str(raised.value).replace("\n  ", "; ") == said


def test_the_field_of_exact_values_divides_by_no_zero_and_inverts_no_singular_matrix():
    root = symattn.to_domain([["sqrt(2)"]])[0, 0].element
    for x in (symattn.EXACT(1), root):
        with pytest.raises(ZeroDivisionError, match="the divisor is exactly 0"):
            x / symattn.EXACT(0)
    with pytest.raises(Exception, match="this matrix is 1×2; write a square one"):
        symattn.to_domain([[1, 2]]).inv()
    with pytest.raises(Exception, match="the matrix is singular: its rank is 1, it has 2 rows"):
        symattn.to_domain([[1, 1], [1, 1]]).inv()
