"""A wrong number that several lines show is one finding, said once: in a line that was not handed in as in what is given."""

from __future__ import annotations

import pytest

from symattn.marking import check
from symattn.marking.findings import findings
from symattn.sheet import loads

SHEET = """
decimals = 4
[[question]]
steps = ["V = X @ W", "P = A @ V", "R = V @ B", "Z = V @ C"]
[question.given]
X = [[1, 2], [3, 4]]
W = [[2, "1/2"], [1, 3]]
A = [["0.37", "0.63"], ["0.81", "0.19"]]
B = [["1.7", "0.3"], ["-0.4", "2.1"]]
C = [["0.23", "1.91"], ["3.17", "-0.53"]]
"""
WRONG = SHEET.replace('steps = ["V = X @ W",', 'steps = ["V = X @ W + F",') + "F = [[0, 0], [{off}, 0]]\n"


@pytest.fixture(scope="module")
def values() -> dict[str, dict[str, list]]:
    """Each line as it should be, and as it is after one wrong entry in V."""
    found = {}
    for off in (0, 4):
        solution = loads(WRONG.format(off=off)).solve()["q1"]
        found[off] = {name: [list(row) for row in solution[name].decimals(4)] for name in "VPRZ"}
    return {"right": found[0], "wrong": found[4]}


def marked(answers: dict):
    (answer,) = check(loads(SHEET), answers).answers
    return {r.name: r for r in answer.questions[0].results if r.verdict != "missing"}, answer


def test_a_wrong_entry_that_was_not_handed_in_is_told_once(values) -> None:
    results, answer = marked({name: values["wrong"][name] for name in "PRZ"})
    assert {name: r.verdict for name, r in results.items()} == {"P": "slip", "R": "follows", "Z": "follows"}
    assert (results["P"].slip.id, results["P"].slip.at) == ("one-entry", "V")
    assert results["P"].message == "You have 14 in place of 10 in row 2, column 1 of V, and everything after it follows from that."
    assert results["Z"].message.startswith("Right from a slip before it: you have 14 in place of 10 in row 2, column 1 of V")
    assert [found.name for found in findings(answer)] == ["one-entry at q1.V"]


WHOLE = {"A": [[1, 2], [3, 1]], "B": [[1, 2], [2, 1]], "C": [[2, 1], [1, 3]], "X": [[1, 2], [3, 4]], "W": [[2, 1], [1, 3]]}
V, P, R, Z = [[4, 11], [10, 15]], [[24, 41], [22, 48]], [[26, 19], [40, 35]], [[19, 37], [35, 55]]  # after 11 for 7 in V
RIGHT_Z = [[15, 25], [35, 55]]


def in_whole_numbers(answers: dict):
    givens = "".join(f"{name} = {rows}\n" for name, rows in WHOLE.items())
    top = SHEET.partition("[question.given]")[0].replace("decimals = 4", "decimals = 1")
    (answer,) = check(loads(f"{top}[question.given]\n{givens}"), answers).answers
    return {r.name: r for r in answer.questions[0].results if r.verdict != "missing"}


def test_too_little_in_each_line_is_enough_in_all() -> None:
    alone = [in_whole_numbers({name: rows})[name].verdict for name, rows in (("P", P), ("R", R))]
    assert alone == ["incorrect", "incorrect"]
    results = in_whole_numbers({"P": P, "R": R})
    assert {name: r.verdict for name, r in results.items()} == {"P": "slip", "R": "follows"}
    assert results["P"].slip.at == "V"


def test_a_line_that_is_right_clears_the_entry_before_it() -> None:
    """Who has Z right had V right: what P and R have in common is another thing."""
    results = in_whole_numbers({"P": P, "R": R, "Z": RIGHT_Z})
    assert {name: r.verdict for name, r in results.items()} == {"P": "incorrect", "R": "incorrect", "Z": "correct"}


def test_two_wrong_lines_with_nothing_in_common_stay_two(values) -> None:
    other = [[str(float(x) + 0.37 * i) for i, x in enumerate(row, 1)] for row in values["right"]["R"]]
    results, answer = marked({"P": values["wrong"]["P"], "R": other})
    assert results["R"].verdict == "incorrect"
    assert len(findings(answer)) == 2
