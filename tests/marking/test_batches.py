"""Sheets whose lines hold several matrices: single matrices are marked, and batches matrix by matrix."""

from __future__ import annotations

import pytest

from symattn.files import find
from symattn.marking.api import check
from symattn.sheet import load, loads

Y = [[1, 1], ["1.0000", "1.6698"], ["1.0851", "1.7517"]]


def verdicts(answers: dict[str, object]) -> dict[str, str]:
    report = check(load(find("heads-in-batches")), {"q1": answers})
    return {result.name: result.verdict for result in report.answers[0].questions[0].results}


def test_a_matrix_at_the_end_of_a_batch_is_marked() -> None:
    assert verdicts({"Y": Y})["Y"] == "correct"
    assert verdicts({"Y": [[1, 1], [1, 1], [1, 1]]})["Y"] == "incorrect"


def test_a_batch_is_marked_matrix_by_matrix_and_later_lines_too() -> None:
    first, second = [[1, 0], [0, 1], [1, 1]], [[0, 1], [1, 1], [0, 1]]
    found = verdicts({"Q_h": first, "Y": Y})
    assert (found["Q_h"], found["Y"]) == ("shape", "correct")
    assert verdicts({"Q_h": [first, second]})["Q_h"] == "correct"
    assert verdicts({"Q_h": [second, first]})["Q_h"] == "incorrect"
    assert verdicts({"Q_h[0]": first, "Q_h[1]": second})["Q_h"] == "correct"
    assert verdicts({"Q_h[0]": first})["Q_h"] == "unreadable"


def test_a_later_line_follows_from_the_joined_heads() -> None:
    uniform = ["0.5000", "0.5000", "0.5000", "1.0000"]
    found = verdicts({"H": [[1, 0, 0, 1], uniform, uniform], "Y": [[1, 1], ["1.0000", "1.5000"], ["1.0000", "1.5000"]]})
    assert (found["H"], found["Y"]) == ("incorrect", "follows")


RESHAPED = """
[[question]]
steps = ["Z = reshape(swap(reshape(X @ W, 2, 2, 2), 0, 1), 2, 4)", "A = softmax(Z @ Z.T / sqrt(cols(Z)))"]
given = { X = [[1, 0], [0, 1]], W = [[1, 0, 0, 1], [0, "0.5", 1, 0]] }
"""


def test_a_slip_is_found_behind_a_reshape() -> None:
    unscaled = loads(RESHAPED.replace(" / sqrt(cols(Z))", "")).solve()["q1"]["A"].decimals(4)
    result = check(loads(RESHAPED), {"A": unscaled}).answers[0].questions[0].results[-1]
    assert result.slip is not None
    assert (result.verdict, result.slip.id, result.slip.at) == ("slip", "unscaled", "A")


WRONG = {  # what is done otherwise in the batch of weights, by the slip that it is
    "scaled-by-width": ("sqrt(cols(Q_h))", "cols(Q_h)"),
    "unmasked": ("causal_mask(S / sqrt(cols(Q_h)))", "S / sqrt(cols(Q_h))"),
    "unscaled": ("S / sqrt(cols(Q_h))", "S"),
    "softmax-columns": ("softmax(causal_mask(S / sqrt(cols(Q_h))))", "softmax(causal_mask(S / sqrt(cols(Q_h))), axis=0)"),
}
BATCHED = ("Q_h = swap(reshape(X, 3, 2, 2), 0, 1)", "S = Q_h @ Q_h.T", "A = softmax(causal_mask(S / sqrt(cols(Q_h))))",
           "H_h = A @ Q_h", "H = reshape(swap(H_h, 0, 1), 3, 4)", "Y = H @ W")  # fmt: skip
SHEET = """
decimals = {places}
[[question]]
steps = {steps}
given = {{ X = [[1, 0, 0, 1], [0, 1, 1, 1], [1, 1, 0, 1]], W = [[1, 0], [0, 1], [1, 0], [0, 1]] }}
"""


@pytest.mark.sliced(12)
@pytest.mark.parametrize("handed", [("A", "H_h", "H", "Y"), ("A", "H", "Y"), ("A", "Y"), ("A", "H_h", "Y")], ids="-".join)
@pytest.mark.parametrize("places", [3, 4])
@pytest.mark.parametrize("wrong", WRONG)
def test_a_slip_in_a_batch_is_named_and_what_comes_behind_is_marked_from_it(wrong: str, places: int, handed: tuple[str, ...]) -> None:
    done = [line.replace(*WRONG[wrong]) for line in BATCHED]
    theirs = loads(SHEET.format(places=places, steps=done)).solve()["q1"]
    answers = {name: theirs[name].decimals(places) for name in handed}
    report = check(loads(SHEET.format(places=places, steps=list(BATCHED))), {"q1": answers})
    first, *behind = (result for result in report.answers[0].questions[0].results if result.name in handed)
    assert first.slip
    assert wrong in (first.slip.id, *first.slip.others)
    assert {result.verdict for result in behind} <= {"follows", "correct"}, behind


@pytest.mark.parametrize("handed", ["H_h", "H", "Y"])
def test_a_batch_rounded_on_the_way_is_right(handed: str) -> None:
    on_the_way = [*BATCHED[:2], "M = causal_mask(S / sqrt(cols(Q_h)))", "A = round(softmax(round(M, 2)), 2)", *BATCHED[3:]]
    mine = loads(SHEET.format(places=2, steps=on_the_way)).solve()["q1"][handed].decimals(2)
    steps = [*BATCHED[:2], *(line.replace(", 2)", ")").replace("round(", "(") for line in on_the_way[2:])]
    exact = loads(SHEET.format(places=2, steps=steps))
    assert mine != exact.solve()["q1"][handed].decimals(2)
    result = next(r for r in check(exact, {"q1": {handed: mine}}).answers[0].questions[0].results if r.name == handed)
    assert (result.verdict, "rounded to 2 decimals" in result.message) == ("correct", True)


def test_a_wrong_batch_explains_no_other_number() -> None:
    done = [line.replace(*WRONG["unscaled"]) for line in BATCHED]
    theirs = loads(SHEET.format(places=4, steps=done)).solve()["q1"]
    answers: dict[str, object] = {name: theirs[name].decimals(4) for name in ("A", "H_h")}
    (_, *more), *others = theirs["H"].decimals(4)
    wrong = [["0.1234", *more], *others]
    report = check(loads(SHEET.format(places=4, steps=list(BATCHED))), {"q1": {**answers, "H": wrong}})
    assert {r.name: r.verdict for r in report.answers[0].questions[0].results}["H"] in ("incorrect", "slip")


@pytest.mark.parametrize("copies", [2, 3])
def test_heads_in_turn_are_named_and_what_follows_from_them_counts(copies: int) -> None:
    """K 1 1 2 2 is meant, K 1 2 1 2 was made."""
    shared = SHEET.format(places=4, steps=["K = split_heads(X[:, 0:2], 2)", f"R = repeat_heads(K, {copies})", "S = R @ R.T"])
    shared = shared.replace(", W = [[1, 0], [0, 1], [1, 0], [0, 1]]", "")
    in_turn = [[[1], [0], [1]], [[0], [1], [1]]] * copies
    scores = [[[a[0] * b[0] for b in head] for a in head] for head in in_turn]
    *_, made, after = check(loads(shared), {"R": in_turn, "S": scores}).answers[0].questions[0].results
    assert made.slip is not None
    assert (made.verdict, made.slip.id, after.verdict) == ("slip", "heads-in-turn", "follows")
