"""What is said where an operation has no value for what goes in: the sentence whole, as a sheet tells it."""

from __future__ import annotations

import pytest

from symattn.errors import SheetError
from symattn.sheet import loads

X = "X = [[1, 2], [3, 4]]"
SAID = {
    "eye of nothing": ("eye(n)", "n = 0", "a size is above 0, not 0"),
    "ones of nothing": ("ones(2, 0)", X, "a size is above 0, not 0"),
    "repeated no times": ("repeat(X, n)", "X = [[1]]\nn = 0", "X is 1×1: a size is above 0, not 0"),
    "no positions": ("arange(n)", "n = 0", "a size is above 0, not 0"),
    "positions below 0": ("arange(-2)", X, "a size is above 0, not -2"),
    "an encoding of nothing": ("positional_encoding(0, 2)", X, "positional_encoding needs sizes above 0, not 0"),
    "an encoding without columns": ("positional_encoding(2, n)", "n = 0", "positional_encoding needs sizes above 0, not 0"),
    "distances of rows of two lengths": ("squared_distances(X, Y)", "X = [[1, 2]]\nY = [[1, 2, 3]]",
                                         "X is 1×2, Y is 1×3: rows of 1×2 and 1×3 are not equally long\n  write matrices of equally many columns"),
    "a choice among two shapes": ("where(X, Y, Z)", "X = [[1, 0]]\nY = [[1, 2, 3]]\nZ = [[1]]",
                                  "X is 1×2, Y is 1×3, Z is 1×1: where takes three of one shape, not 1×2, 1×3 and 1×1\n  the second and third may be numbers"),
    "eigenvalues of roots": ("eigenvalues(X)", 'X = [["sqrt(2)", 0, 0], [0, 1, 0], [0, 0, 1]]',
                             "eigenvalues of more than two rows are worked out for rational entries"),
    "more than there are": ("top_k(X, 5)", X, "the 5 largest of 2 scores\n  write a number from 1 to 2"),
    "none of them": ("keep_top_k(X, 0)", X, "the 0 largest of 2 scores\n  write a number from 1 to 2"),
    "more than all": ("top_p(X, 2)", X, "a nucleus of 2\n  write a share of the weight, such as top_p(S, 0.9)"),
    "none of the weight": ("keep_top_p(X, 0)", X, "a nucleus of 0\n  write a share of the weight, such as top_p(S, 0.9)"),
    "a window of nothing": ("window_mask(X, 0)", X, "a window of 0 blocks every score\n  write 1 or more"),
    "the determinant of a row": ("det(X)", "X = [[1, 2]]",
                                 "X is 1×2: only a square matrix has a determinant, a trace or an inverse, not 1×2\n  take that of A @ A.T"),
}  # fmt: skip


@pytest.mark.parametrize(("line", "given", "said"), SAID.values(), ids=SAID)
def test_what_has_no_value_is_told_with_a_remedy(line: str, given: str, said: str) -> None:
    with pytest.raises(SheetError) as raised:
        loads(f"[[question]]\nsteps = ['A = {line}']\n[question.given]\n{given}\n").solve()
    assert str(raised.value) == f"worksheet.toml:2:10: question.steps: A = {line}: {said}"
