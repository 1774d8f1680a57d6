"""A slip that says where it can happen is tried there and nowhere else."""

from __future__ import annotations

import pytest

from symattn.marking.course import Course
from symattn.marking.trials import CONDITIONS, trials
from symattn.ops import OPS
from symattn.sheet import loads

WITH_A_PLACE = {slip.id: slip.when for record in OPS.values() for slip in record.slips.values() if slip.when}
HEAD = ["Q = X @ W_Q", "K = X @ W_K", "S = Q @ K.T", "L = S / sqrt(cols(K))", "A = softmax(L)", "H = A @ X", "Y = H @ W_O"]
AT = {"Q": {"no-projection"}, "K": {"no-projection"}, "S": {"scores-transposed"}, "L": {"scaled-twice"}, "A": {"scaled-twice", "scaled-after-softmax"},
      "H": {"weights-transposed", "no-projection"}, "Y": {"output-projection-dropped"}}  # fmt: skip
TRIED = {  # lines, and which slips are tried at which of them
    "a product of givens": (["Y = X @ W_Q"], {}),
    "a head": (HEAD, AT),
    "a head of scores as they are": ([line.replace(" / sqrt(cols(K))", "") for line in HEAD], AT | {"L": {"scaled"}, "A": {"scaled"}}),
    "a masked head": ([line.replace("softmax(L)", "softmax(causal_mask(L))") for line in HEAD], AT | {"A": AT["A"] | {"mask-after-softmax"}}),
    "a bias, and a sum of lines": (["B = X + b", "C = exp(X) + B"], {"B": {"bias-dropped", "bias-subtracted"}}),
    "a branch": (["H = X @ W_Q", "R = X + H"], {"H": {"no-projection"}, "R": {"residual-dropped"}}),
    "columns and rows that are cut out": (["H = X[:, 0:1]", "G = X[0:1, :]", "Z = H @ G"], {"H": {"heads-interleaved"}}),
}


@pytest.mark.parametrize(("steps", "expected"), TRIED.values(), ids=TRIED)
def test_a_slip_is_tried_where_it_can_happen(steps: list[str], expected: dict[str, set[str]]) -> None:
    text = "\n".join(steps)
    given = {name: rows for name, rows in {"X": [[1, 2], [3, 4]], "b": [[1, 2]], "W_Q": [[1, 0], [2, 1]], "W_K": [[1, 1], [0, 2]], "W_O": [[2, 1], [1, 0]]}.items()
             if name in text}  # fmt: skip
    written = ", ".join(f"{name} = {rows}" for name, rows in given.items())
    question = loads(f"[[question]]\nsteps = {steps}\ngiven = {{ {written} }}\n").questions[0]
    course = Course(question.plan, question.given, question.stated)
    found: dict[str, set[str]] = {}
    for call in course.before(question.plan.names[-1]):
        for trial in trials(course, call):
            if trial.id in WITH_A_PLACE:
                found.setdefault(trial.at, set()).add(trial.id)
    assert found == expected


def test_every_place_is_tried() -> None:
    assert {WITH_A_PLACE[id] for _, expected in TRIED.values() for ids in expected.values() for id in ids} == set(CONDITIONS)
