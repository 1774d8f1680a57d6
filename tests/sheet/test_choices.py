"""Free choices: any that meets the conditions is right, by proof; what fails is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import symattn as sa
from symattn.cli import main
from symattn.errors import SheetError
from symattn.sheet import loads
from symattn.sheet.lint import findings

SHEET = """
[[question]]
steps = ["A = softmax(q @ K.T)", "H = A @ V"]
[question.given]
K = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
V = [[1, 2], [3, 4], [5, 6]]
[question.unknown]
q = { shape = [1, 3], example = [["log(50)", "log(50)", 0]] }
[[question.part]]
accept = [ACCEPT]
marks = 2
[[question.part]]
asks = ["H"]
"""
NEAR = '{ line = "A", near = [["1/2", "1/2", 0]], within = "0.01" }'
EDGE = '{ line = "A", near = [["1/2", "1/2", 0]], within = "1/101" }'  # the third weight of the example is 1/101 exactly
TWO = '{ line = "A", near = [["1/2", "1/2", 0]], within = "0.01" }, { check = "A[:, 0:1] == A[:, 1:2]" }'
CHOICES = [
    (NEAR, "[[5, 5, 0]]", "correct", "does what is asked"),
    (NEAR, "[[20, 20, 1]]", "correct", "does what is asked"),
    (NEAR, "[[sqrt(50), sqrt(50), -1]]", "correct", "does what is asked"),
    (NEAR, "[[9, 9.001, 0]]", "correct", "does what is asked"),
    (TWO, "[[9, 9.001, 0]]", "incorrect", "A[:, 0:1] == A[:, 1:2]"),
    (EDGE, "[[log(50), log(50), 0]]", "correct", "does what is asked"),
    (EDGE, "[[log(49), log(50), 0]]", "incorrect", "row 1, column 1"),
    (NEAR, "[[1, 1, 0]]", "incorrect", "row 1, column 1, which is not within 1/100 of 1/2"),
    (NEAR, "[[1, 1]]", "shape", "1×3"),
]


def _result(accept: str, q: str, **more: str) -> sa.Report:
    return sa.check(loads(SHEET.replace("ACCEPT", accept)), {"q": q, **more})


@pytest.mark.parametrize(("accept", "q", "verdict", "said"), CHOICES)
def test_a_choice_is_judged_by_what_it_does(accept: str, q: str, verdict: str, said: str) -> None:
    found = next(r for r in _result(accept, q).answers[0].questions[0].results if r.name == "q")
    assert (found.verdict, said in found.message) == (verdict, True), found.message
    assert found.marks == (2 if verdict == "correct" else 0)


@pytest.mark.parametrize(("question", "choices", "concerned", "said"), [
    ("average", {"q": [[1, 1, 0]]}, {"q": "111"}, "H has ≈ 2.2429 in row 1, column 1"),
    ("previous", {"W_Q": [[0, 0, 0, 0], [9, 0, 0, 0], [0, 0, 9, 0], [0, 0, 9, 0]]}, {"W_Q": "0000 0000 1110 0000"}, "A has ≈ 0.0001 in row 3"),
    ("copy", {"W_V": [[1, 0], [0, 1], [0, 0], [0, 0]], "W_O": [[0, 0, 1, 0], [0, 0, 0, 2]]}, {"W_V": "01 01 01 01", "W_O": "0001 0001"},
     "in row 1, column 2 its left side has 4, its right side 2"),
])  # fmt: skip
def test_the_entries_that_a_failed_condition_rests_on_are_told_from_the_others(question, choices, concerned, said) -> None:
    found = {one.name: one for one in sa.check(sa.worksheet("designs"), {question: choices}).answers[0].questions[SHEET_OF[question]].results}
    for name, places in concerned.items():
        assert " ".join("".join(str(int(entry == "incorrect")) for entry in row) for row in found[name].entries) == places
        assert said in found[name].message


SHEET_OF = {"average": 0, "previous": 1, "copy": 2}


def test_lines_are_run_from_the_students_choice() -> None:
    own = loads(SHEET.replace("ACCEPT", NEAR).replace('example = [["log(50)", "log(50)", 0]]', "example = [[8, 8, 1]]")).solve()
    h = [[str(x) for x in row] for row in own["q1"].exact.values["H"].decimals(4)]
    found = {r.name: r.verdict for r in _result(NEAR, "[[8, 8, 1]]", H=str(h).replace("'", "")).answers[0].questions[0].results}
    assert found == {"q": "correct", "H": "correct"}


def test_what_is_not_chosen_earns_nothing() -> None:
    results = {r.name: r for r in sa.check(loads(SHEET.replace("ACCEPT", NEAR)), {"H": "[[2, 3]]"}).answers[0].questions[0].results}
    assert (results["q"].verdict, results["q"].marks) == ("missing", 0)


TOGETHER = """
[[question]]
steps = ["N = V @ O"]
[question.unknown]
V = { shape = [1, 1], example = [[1]] }
O = { shape = [1, 1], example = [[1]] }
[[question.part]]
accept = [{ line = "N", equals = [[1]] }]
marks = 2
"""


@pytest.mark.parametrize(("other", "verdict"), [("?", "unreadable"), ("[[1, 2]]", "shape")])
def test_a_choice_beside_one_that_cannot_be_used_is_for_a_person(other: str, verdict: str) -> None:
    found = {r.name: r for r in sa.check(loads(TOGETHER), {"V": "[[2]]", "O": other}).answers[0].questions[0].results}
    assert {name: result.verdict for name, result in found.items()} == {"V": "undecided", "O": verdict}


SAYS = {"en": "judged only together with O", "de": "nur zusammen mit O", "fr": "qu’avec O"}


@pytest.mark.parametrize("language", SAYS)
@pytest.mark.parametrize("other", ["?", "[[1, 2]]", None])
def test_it_is_said_what_a_choice_waits_for(other: str | None, language: str) -> None:
    """That no proof was found is said only where one was looked for."""
    handed = {"V": "[[2]]"} | ({"O": other} if other else {})
    (found,) = (r for r in sa.check(loads(f'language = "{language}"\n{TOGETHER}'), handed).answers[0].questions[0].results if r.name == "V")
    assert found.verdict == "undecided"
    assert SAYS[language] in found.message


BAD = {
    '{ line = "A", near = [[1, 0, 0]] }': 'the key "within" is missing',
    '{ line = "B", equals = [[1, 0, 0]] }': "no line defines B",
    '{ line = "A" }': "a condition has one of near, equals and check",
    '{ check = "A" }': "a check reads LEFT SIDE == RIGHT SIDE",
    '{ check = "A == Z" }': "Z is neither given nor defined by a line",
}


@pytest.mark.parametrize("accept", BAD)
def test_conditions_that_cannot_be_read(accept: str) -> None:
    with pytest.raises(SheetError, match=BAD[accept]):
        loads(SHEET.replace("ACCEPT", accept))


def test_an_example_of_another_shape_and_one_that_is_given() -> None:
    with pytest.raises(SheetError, match="the example is 1×3, but q is 1×4"):
        loads(SHEET.replace("ACCEPT", NEAR).replace("[1, 3]", "[1, 4]"))
    with pytest.raises(SheetError, match="V is given as well"):
        loads(SHEET.replace("ACCEPT", NEAR).replace("q = {", "V = {"))


@pytest.mark.parametrize("example", ["[5, 5, 0]", "3", "'x'", "[[1, 2], [3]]", "[[1, 0]]", None])
def test_an_example_that_cannot_be_read_is_all_that_is_told(example: str | None) -> None:
    """The choice is known all the same to the lines and to what is asked."""
    written = f"example = {example}" if example else ""
    text = SHEET.replace("ACCEPT", NEAR).replace(', example = [["log(50)", "log(50)", 0]]', f", {written}" if written else "")
    with pytest.raises(SheetError) as found:
        loads(text)
    assert ["example" in str(problem) for problem in found.value.problems] == [True]


def test_an_example_that_is_not_right_is_found() -> None:
    wrong = loads(SHEET.replace("ACCEPT", '{ line = "A", equals = [[1, 0, 0]] }'))
    assert ["does not meet" in str(problem) for problem in findings(wrong)] == [True]


@pytest.mark.exhaustive
@pytest.mark.parametrize("format", ["json", "text", "md", "tex", "html", "ipynb"])
def test_the_key_reads_back_and_the_blank_tells_nothing(format: str, tmp_path: Path) -> None:
    end = {"text": "txt"}.get(format, format)
    key, blank = tmp_path / f"key.{end}", tmp_path / f"blank.{end}"
    for command, file in (("solve", key), ("blank", blank)):
        assert CliRunner().invoke(main, [command, "designs", "--format", format, "-o", str(file)]).exit_code == 0
    results = [r for q in sa.check("designs", key).answers[0].questions for r in q.results]
    assert {r.name: r.verdict for r in results if r.name in ("q", "W_Q", "W_V", "W_O")} == dict.fromkeys(
        ("q", "W_Q", "W_V", "W_O"), "correct"
    )
    results = [r for q in sa.check("designs", blank).answers[0].questions for r in q.results if r.verdict != "by-hand"]
    assert {r.verdict for r in results} <= {"missing", "unreadable"}  # an empty frame holds nothing to read
