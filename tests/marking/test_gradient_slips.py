"""Slips on the way back: every one of every operation, made in a line of derivatives, is named at that line."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import symattn as sa
from symattn.errors import SymattnError
from symattn.exact.matrix import Matrix
from symattn.marking.results import Result
from symattn.marking.trials import astray
from symattn.ops import OPS
from symattn.plan.derivation import solve
from symattn.plan.paths import PATH_DROPPED
from symattn.sheet import Sheet, loads

GIVEN = {
    "A": [[1, 2, -1], [0, "1/2", 3], [2, -1, 1]],
    "B": [[2, 1, 1], [1, 3, -2], [0, 1, 4]],
    "g": [[1, 2, 3]],
    "b": [[0, 1, 0]],
    "t": [[2], [0], [1]],
}
STEPS = {
    "softmax": ["Y = softmax(A)"],
    "matmul": ["Y = A @ B"],
    "multiply": ["Z = A @ B", "Y = Z * 3"],
    "divide": ["Z = A @ B", "Y = Z / 3"],
    "relu": ["Z = A @ B", "Y = relu(Z)"],
    "silu": ["Y = silu(A)"],
    "tanh": ["Y = tanh(A)"],
    "sigmoid": ["Y = sigmoid(A)"],
    "sin": ["Y = sin(A)"],
    "cos": ["Y = cos(A)"],
    "hadamard": ["Y = A * B"],
    "cross_entropy": ["Y = cross_entropy(A, t)"],
    "mean": ["Z = A @ B", "Y = mean(Z, axis=1)"],
    "layer_norm": ["Y = layer_norm(A)"],
    "rms_norm": ["Y = rms_norm(A)"],
    "norm_scale": ["Y = norm_scale(A, g, b)"],
    "rope": ["Z = A[:, 0:2]", "Y = rope(Z)"],
    "concat": ["Y = concat(A, B)"],
    "stack": ["Y = stack(A, B)"],
}
SLIPS = [(op, slip) for op in OPS for slip in OPS[op].backward_slips]


def written(rows: object) -> str:
    return str(rows).replace("'", '"')


def sheet_of(steps: list[str], of: str, wrt: list[str], upstream: object) -> Sheet:
    text = " ".join(steps)
    given = {name: rows for name, rows in GIVEN.items() if name in text}
    lines = [f"{name} = {written(rows)}" for name, rows in given.items()]
    names = ", ".join(f'"{name}"' for name in wrt)
    return loads(
        f"[[question]]\nsteps = {written(steps)}\n[question.gradient]\nof = \"{of}\"\nwrt = [{names}]\n"
        "[question.given]\n" + "\n".join(lines) + f"\nd{of} = {written(upstream)}\n"
    )


@dataclass(frozen=True)
class Made:
    """A slip made: the line, the slip's id, and what it comes to."""

    line: str
    id: str
    value: Matrix


def made(sheet: Sheet) -> list[Made]:
    """Every wrong line that has a value of the right shape which is another one."""
    answer = sheet.solve()["q1"]
    known = {**answer.exact.givens, **answer.exact.values}
    found = []
    for line in sheet.questions[0].plan.lines:
        for wrong in line.back.astray if line.back else ():
            try:
                value = astray(line, wrong, known)
            except SymattnError:  # shapes that do not fit: nobody can compute that
                continue
            if value.shape == known[line.name].shape and sa.equal(value, known[line.name]).decision == "different":
                found.append(Made(line.name, wrong.id, value))
    return found


def marked(sheet: Sheet, one: Made) -> Result:
    answer = {one.line: [list(row) for row in one.value.decimals(4)]}
    return next(r for r in sa.check(sheet, answer).answers[0].questions[0].results if r.name == one.line)


def upstream(rows: int, cols: int) -> list[list[int]]:
    return [[(5 * i + 3 * j) % 7 - 2 for j in range(cols)] for i in range(rows)]


@pytest.mark.sliced(5)
@pytest.mark.parametrize(("op", "slip"), SLIPS)
def test_a_slip_on_the_way_back_is_named(op: str, slip: str) -> None:
    steps = STEPS[op]  # a new operation with such a slip needs its lines here
    last = {"cross_entropy": (3, 1), "mean": (3, 1), "rope": (3, 2), "concat": (3, 6), "stack": (6, 3)}.get(op, (3, 3))
    wrt = ["Z"] if any(step.startswith("Z") for step in steps) else ["A"]
    sheet = sheet_of(steps, "Y", wrt, upstream(*last))
    mine = [one for one in made(sheet) if one.id == slip]
    assert mine, f"the slip {slip} of {op} comes to nothing new here"
    for one in mine:
        found = marked(sheet, one).slip
        assert found is not None
        assert found.at == one.line
        assert slip in (found.id, *found.others)


HEAD = ["Q = A @ B", "K = B @ A", "S = Q @ K.T", "L = S / 20", "P = softmax(L)", "H = P @ A"]


@pytest.mark.exhaustive
def test_the_ways_by_which_a_matrix_is_read_are_all_needed() -> None:
    sheet = sheet_of(HEAD, "H", ["A"], upstream(3, 3))
    dropped = [one for one in made(sheet) if one.id == PATH_DROPPED]
    assert len(dropped) == 6  # one of three left out, or one alone
    for one in dropped:
        slip = marked(sheet, one).slip
        assert slip is not None
        assert (slip.at, slip.id) == ("dA", PATH_DROPPED)


def test_a_slip_is_found_from_the_last_line_alone() -> None:
    """The scale is forgotten on the way back, or the Jacobian's second term, and only the derivative of the input is handed in."""
    sheet = sheet_of(HEAD, "H", ["P", "L", "S", "Q", "K", "A"], upstream(3, 3))
    plan, right = sheet.questions[0].plan, sheet.solve()["q1"].exact
    for at, id in (("dS", "scale-dropped"), ("dL", "jacobian-outer-dropped")):
        line = plan.line(at)
        assert line.back
        wrong = astray(line, next(one for one in line.back.astray if one.id == id), {**right.givens, **right.values})
        after = solve(plan, right.givens, yours={at: wrong})
        slip = marked(sheet, Made("dA", id, after["dA"])).slip
        assert slip is not None
        assert slip.at == at
        assert id in (slip.id, *slip.others)
