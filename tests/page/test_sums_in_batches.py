"""What is taken along rows or columns of each matrix of a batch stands as it does of one matrix."""

from __future__ import annotations

import re
from itertools import product

import pytest

from symattn.page import evaluated, page
from symattn.sheet import loads

FUNCTIONS = ("sum", "mean", "var", "max", "min", "prod", "norm", "argmax", "logsumexp", "entropy")
MATRICES = [[[0.5, 0.25, 0.25], [0.125, 0.375, 0.5]], [[0.25, 0.5, 0.25], [0.75, 0.125, 0.125]]]
OF = {"a given": (["m = {}(X, axis={})"], "X"), "a line": (["Y = X ** 2", "m = {}(Y, axis={})"], "Y"), "a product": (["m = {}(X * X, axis={})"], "X")}


def formula(lines: list[str], name: str, axis: int, given: object) -> str:
    steps = [line.format(name, axis) for line in lines]
    solved = loads(f"[[question]]\nsteps = {steps}\ngiven.X = {given}").solve()
    evaluated(solved)
    found = re.search(r"^\s*m\s*=\s*(.*?)(?: = | \\approx| \\\\|$)", page(solved, "md").replace("&", ""), re.MULTILINE)
    assert found
    return found[1].strip()


@pytest.mark.parametrize(("name", "axis", "of"), [*product(FUNCTIONS, (0, 1), OF)])
def test_the_formula_of_a_batch_is_that_of_a_matrix(name: str, axis: int, of: str) -> None:
    lines, symbol = OF[of]
    batch, alone = (formula(lines, name, axis, given) for given in (MATRICES, MATRICES[0]))
    assert batch == alone
    assert not re.search("rows|columns", batch)
    assert symbol in batch
