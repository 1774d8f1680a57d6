"""Verdicts, marks, reports and the command, on small sheets whose values can be seen."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from symattn.cli import main
from symattn.files import find
from symattn.marking import check
from symattn.marking.records import packed
from symattn.marking.reports import FORMATS, written
from symattn.marking.reports.text import plain
from symattn.marking.stated import departures
from symattn.records import replace
from symattn.sheet import load, loads
from tests.marking.small_rules import OF_MARKER

HEAD = """
title = "A head"
decimals = 3
{top}
[[question]]
variant = "attention"
{options}
[question.given]
X = [[1, 0], [0, 1]]
W_Q = [[1, 2], [0, 1]]
W_K = [[1, 0], [1, 1]]
W_V = [["1/3", 1], [1, "1/7"]]
{more}
"""
# Q = [[1, 2], [0, 1]], K = [[1, 0], [1, 1]], S = [[1, 3], [0, 1]], L = S/√2
A = [["0.196", "0.804"], ["0.330", "0.670"]]
V = [["1/3", 1], [1, "1/7"]]
L = [["0.707", "2.121"], ["0", "0.707"]]
H = [["0.870", "0.310"], ["0.780", "0.426"]]


def sheet(top: str = "", options: str = "", more: str = ""):
    return loads(HEAD.format(top=top, options=options, more=more))


def marked(answers: dict, **options: str) -> dict:
    report = check(sheet(**options), answers)
    return {r.name: r for r in report.answers[0].questions[0].results}


CASES = {  # what is handed in -> the verdicts
    "exact forms": ({"L": [["1/sqrt(2)", "3/sqrt(2)"], [0, "sqrt(2)/2"]]}, {"L": "correct"}),
    "an exact softmax": ({"A": [["1/(1+e^sqrt(2))", "1-1/(1+e^sqrt(2))"], ["1/(1+e^(1/sqrt(2)))", "e^(1/sqrt(2))/(1+e^(1/sqrt(2)))"]]}, {"A": "correct"}),
    "decimals as asked": ({"A": A}, {"A": "correct"}),
    "right behind what cannot be read": ({"S": [["1", "3"], ["0", "1)"]], "A": A, "H": H}, {"S": "unreadable", "A": "correct", "H": "correct"}),
    "more digits than asked": ({"A": [["0.195575", "0.804425"], ["0.330234", "0.669766"]]}, {"A": "correct"}),
    "too few digits": ({"A": [["0.20", "0.80"], ["0.33", "0.67"]]}, {"A": "imprecise"}),
    "a whole number is no coarse rounding": ({"A": [[0, 1], ["0.330", "0.670"]]}, {"A": "incorrect"}),
    "the value itself needs no digits": ({"S": [["1.", "3.0"], ["0.", 1]]}, {"S": "correct"}),
    "a printed float is right but for its last digits": ({"V": [["0.333", 1], [1, "0.1428571428571428"]]}, {"V": "correct"}),
    "whole numbers that a slip explains": ({"L": [[1, 3], [0, 1]]}, {"L": "slip"}),
    "one digit off": ({"A": [["0.197", "0.804"], ["0.330", "0.670"]]}, {"A": "incorrect"}),
    "another shape": ({"Q": [[1, 2, 3]]}, {"Q": "shape"}),
    "no scale": ({"L": [[1, 3], [0, 1]]}, {"L": "slip"}),
    "wrong, then right from it": ({"L": [[1, 3], [0, 1]], "A": [["0.119", "0.881"], ["0.269", "0.731"]]}, {"L": "slip", "A": "follows"}),
    "wrong, then mended": ({"L": [[1, 3], [0, 1]], "A": A}, {"L": "slip", "A": "correct"}),
    "follows goes before slip": ({"S": [[1, 2], [3, 1]], "L": [["0.707", "1.414"], ["2.121", "0.707"]]}, {"S": "incorrect", "L": "follows"}),
    "wrong with zeros, then right from it": ({"Q": [["1.0", "2.0"], ["0.0", "2.0"]], "S": [["1.0", "3.0"], ["0.0", "2.0"]]}, {"Q": "incorrect", "S": "follows"}),
    "wrong twice": ({"Q": [[1, 2], [0, 2]], "S": [[1, 3], [0, 2]], "A": [[9, 9], [9, 9]]}, {"Q": "incorrect", "S": "follows", "A": "incorrect"}),
    "rounding carried on": ({"A": A, "H": [["0.869", "0.311"], ["0.780", "0.426"]]}, {"A": "correct", "H": "correct"}),
    "the same rounding out of nothing": ({"H": [["0.869", "0.311"], ["0.780", "0.426"]]}, {"H": "correct"}),
    "cut off, and worked on from there": (
        {"A": [["0.195", "0.804"], ["0.330", "0.669"]], "H": [["0.869", "0.309"], ["0.779", "0.425"]]}, {"A": "imprecise", "H": "correct"},
    ),
    "not from the right line before it": ({"L": L, "A": [["0.119", "0.881"], ["0.269", "0.731"]]}, {"L": "correct", "A": "slip"}),
    "right at last": ({"H": H}, {"H": "correct"}),
}  # fmt: skip


@pytest.mark.parametrize(("answers", "expected"), CASES.values(), ids=CASES)
def test_verdicts(answers: dict, expected: dict[str, str]) -> None:
    found = {name: r.verdict for name, r in marked(answers).items() if r.verdict != "missing"}
    assert found == expected


def test_whole_numbers_are_no_rough_decimals_where_a_slip_explains_them() -> None:
    text = """
    [[question]]
    steps = ["S = Q @ K.T", "L = S / sqrt(cols(K))"]
    given = { Q = [[1, 0], [0, 1]], K = [[1, 0], [0, 1]] }
    """
    results = {r.name: r for r in check(loads(text), {"L": [[1, 0], [0, 1]]}).answers[0].questions[0].results}
    assert (results["L"].verdict, results["L"].slip.id) == ("slip", "unscaled")
    rough = {r.name: r for r in check(loads(text), {"L": [["1.0", 0], [0, "0.7"]]}).answers[0].questions[0].results}
    assert rough["L"].verdict == "incorrect"


def test_a_line_with_a_wrong_entry_never_earns_everything() -> None:
    text = "[[question]]\nsteps = ['B = A * 2']\ngiven = { A = [[1, 2, 3], [4, 5, 6], [7, 8, 9]] }\n"
    (result,) = check(loads(text), {"B": [[2, 4, 6], [8, 10, 12], [14, 16, 19]]}).answers[0].questions[0].results
    assert (result.verdict, result.marks) == ("incorrect", Fraction(1, 2))  # 8/9 of the half that right entries share


def test_entries_say_which_are_wrong() -> None:
    result = marked({"A": [["0.197", "0.804"], ["0.33", "0.670"]]})["A"]
    assert result.entries == (("incorrect", "correct"), ("correct", "correct"))  # 0.33 is 0.330
    assert result.marks == Fraction(1, 2)  # 3/4 of a half, in quarters


def test_what_follows_from_a_stated_value_or_from_the_exact_one_is_right() -> None:
    more = '[question.stated]\nA = [["0.20", "0.80"], ["0.33", "0.67"]]'
    from_stated = [["13/15", "11/35"], ["0.78", "2.98/7"]]
    assert marked({"H": from_stated}, more=more)["H"].verdict == "correct"
    assert marked({"H": H}, more=more)["H"].verdict == "correct"
    assert marked({"H": from_stated})["H"].verdict == "incorrect"


def test_a_line_wrong_in_one_entry_from_a_stated_value_is_wrong_in_that_one_alone() -> None:
    more = '[question.stated]\nA = [["0.20", "0.80"], ["0.33", "0.67"]]'
    found = marked({"H": [["13/15", "11/35"], ["0.78", "5"]]}, more=more)["H"]
    assert (found.verdict, found.entries) == ("incorrect", (("correct", "correct"), ("correct", "incorrect")))


def test_marks_are_spread_over_the_lines_of_a_part() -> None:
    more = '[[question.part]]\nasks = ["Q", "K"]\nmarks = 3\n[[question.part]]\nasks = ["H"]\nmarks = 5'
    found = marked({"Q": [[1, 2], [0, 1]], "K": [[1, 0], [1, 2]]}, more=more)
    assert {n: (r.marks, r.of) for n, r in found.items()} == {
        "Q": (Fraction(3, 2), Fraction(3, 2)), "K": (Fraction(1, 2), Fraction(3, 2)), "H": (0, 5),
    }  # fmt: skip


def test_the_right_end_alone_earns_the_lines_before_it() -> None:
    assert sum(r.marks for r in marked({"H": H}).values()) == 7
    half = marked({"H": H}, top="[marking]\nskipped = 0.5")
    assert (half["H"].marks, half["A"].marks, half["A"].verdict) == (1, Fraction(1, 2), "missing")


WRONG_THEN_FOLLOWS = {"L": [[1, 3], [0, 1]], "A": [["0.119", "0.881"], ["0.269", "0.731"]]}


def test_the_sheet_says_what_follow_through_earns() -> None:
    assert marked(WRONG_THEN_FOLLOWS)["A"].marks == 1
    assert marked(WRONG_THEN_FOLLOWS, top="[marking]\nfollow = 0.5")["A"].marks == Fraction(1, 2)


GAMES = {
    "the identity": [[1, 0], [0, 1]],
    "zeros": [[0, 0], [0, 0]],
    "the same number everywhere": [["1/2", "1/2"], ["1/2", "1/2"]],
}


@pytest.mark.parametrize(("why", "weights"), GAMES.items(), ids=GAMES)
def test_a_trivial_answer_earns_no_follow_through(why: str, weights: list) -> None:
    rows = [[Fraction(str(x)) for x in row] for row in weights]
    values = [[Fraction(1, 3), 1], [1, Fraction(1, 7)]]
    carried = [[str(sum(a * v[j] for a, v in zip(row, values, strict=True))) for j in range(2)] for row in rows]
    result = marked({"A": weights, "H": carried})["H"]
    assert result.verdict == "incorrect"
    assert why in result.message
    assert result.marks == 0
    assert marked({"A": weights, "H": carried}, top="[marking]\ntrivial = 1")["H"].marks == 1


RULES = {
    "broken off": ("rounding = \"truncate\"", [["0.195", "0.804"], ["0.330", "0.669"]], "correct"),
    "rounded where it is to be broken off": ("rounding = \"truncate\"", A, "incorrect"),
    "significant digits": ("significant = 2", [["0.20", "0.80"], ["0.33", "0.67"]], "correct"),
    "too few significant digits": ("significant = 4", A, "imprecise"),
    "a tolerance": ("tolerance = 0.01", [["0.199", "0.800"], ["0.325", "0.675"]], "correct"),
    "beyond the tolerance": ("tolerance = 0.001", [["0.199", "0.800"], ["0.325", "0.675"]], "incorrect"),
}


@pytest.mark.sliced(2)
@pytest.mark.parametrize(("rule", "weights", "verdict"), RULES.values(), ids=RULES)
def test_rules_for_decimals(rule: str, weights: list, verdict: str) -> None:
    assert marked({"A": weights}, top=f"[marking]\n{rule}")["A"].verdict == verdict


FORMS = {
    "decimals where exact values are asked": ("exact", "A", A, "imprecise"),
    "whole numbers are exact": ("exact", "S", [[1, 3], [0, 1]], "correct"),
    "a fraction": ("fraction", "V", V, "correct"),
    "a fraction not in lowest terms": ("fraction", "V", [["2/6", 1], [1, "1/7"]], "imprecise"),
    "a root where decimals are asked": ("decimal", "L", [["1/sqrt(2)", "3/sqrt(2)"], [0, "sqrt(2)/2"]], "imprecise"),
}


@pytest.mark.parametrize(("form", "line", "answer", "verdict"), FORMS.values(), ids=FORMS)
def test_forms(form: str, line: str, answer: list, verdict: str) -> None:
    more = f'[[question.part]]\nasks = ["{line}"]\nform = "{form}"'
    assert marked({line: answer}, more=more)[line].verdict == verdict


def test_a_mask_made_after_softmax() -> None:
    text = """
    [[question]]
    steps = ["A = softmax(causal_mask(S))"]
    given = { S = [[0, 1, 2], [1, 0, 3], [0, 1, 0]] }
    """
    weights = [["0.0900", 0, 0], ["0.1142", "0.0420", 0], ["0.2119", "0.5761", "0.2119"]]
    found = check(loads(text), {"A": weights}).answers[0].questions[0].results[0]
    assert (found.verdict, found.slip.id, found.slip.at) == ("slip", "mask-after-softmax", "A")


def test_one_short_number_is_too_little_evidence_for_a_slip() -> None:
    found = marked({"A": [["0.196", 0], ["0.330", "0.670"]]}, options='options = { mask = "causal" }')["A"]
    assert (found.verdict, found.slip, found.maybe.name) == ("incorrect", None, "mask-after-softmax")
    assert found.message == "1 of 4 entries is wrong."  # a marked script says no more


ROUNDED = [["2.9716", "-3.9716"], ["2.9998", "-3.9998"]]  # of weights with four decimals; 2.9717 … of the exact ones
BEFORE = {"L_1": [["2.8284", "7.0711"], ["7.0711", "16.9706"]], "A_1": [["0.0142", "0.9858"], ["0.0001", "0.9999"]]}
WRONG_BEFORE = {"A_1": [["0.5", "0.5"], ["0.25", "0.75"]]}
WORKED_ON = [["2.0000", "-3.0000"], ["2.5000", "-3.5000"]]


@pytest.mark.parametrize(("before", "whole", "beside"), [({}, ROUNDED, "correct"), (BEFORE, ROUNDED, "correct"), (WRONG_BEFORE, WORKED_ON, "follows")])
@pytest.mark.parametrize("place", [(0, 0), (1, 1)])
def test_a_wrong_entry_leaves_those_beside_it_what_they_are(before, whole, beside, place) -> None:
    """Right from the student's own values, or with rounding on the way, whatever stands beside."""
    sheet = load(find("two-heads-by-hand"))
    spoilt = [["7.5" if (i, j) == place else x for j, x in enumerate(row)] for i, row in enumerate(whole)]
    right, wrong = (
        {one.name: one for one in check(sheet, {**before, "H_1": H}).answers[0].questions[0].results}["H_1"] for H in (whole, spoilt)
    )
    assert right.verdict == beside
    assert wrong.entries == tuple(tuple("incorrect" if (i, j) == place else beside for j in range(2)) for i in range(2))
    assert (wrong.verdict, wrong.message.split(".")[0]) == ("incorrect", "1 of 4 entries is wrong")
    assert 0 < wrong.marks < right.marks


def test_a_number_where_a_score_is_blocked_is_never_right() -> None:
    """Whatever was rounded on the way: below what is blocked there is a number, but it is none."""
    S = [["0.6931", "0", "0.6931", "1.3863"], ["0.6931", "0", "0.6931", "1.3863"], ["1.3863", "0", "1.3863", "2.7726"], ["1.3863", "0", "1.3863", "2.7726"]]
    L = [[x if j <= i else "-inf" for j, x in enumerate(row)] for i, row in enumerate(S)]  # causal, without the window
    found = check(load(find("sliding-window")), {"S": S, "L": L}).answers[0].questions[0].results
    (result,) = [one for one in found if one.name == "L"]
    assert result.verdict != "correct"
    assert [entry == "correct" for entry in result.entries[2]] == [False, True, True, True]


def test_what_follows_from_nothing_is_no_right_entry() -> None:
    found = check(load(find("two-heads-by-hand")), {"A_1": [[0, 0], [0, 0]], "H_1": [[0, 0], [0, 5]]}).answers[0].questions[0].results
    assert {one.name: one.entries for one in found}["H_1"] == (("incorrect", "incorrect"),) * 2


def test_shapes_and_parts_by_hand() -> None:
    text = """
    [[question]]
    steps = ["Q = X @ W_Q", "S = Q @ Q.T"]
    shapes = { X = ["B", "n", "d"], W_Q = ["d", "d_k"] }
    where = ["d = h*d_k"]
    sizes = { n = 5 }
    [[question.part]]
    asks = ["Q", "S", "X"]
    marks = 3
    [[question.part]]
    label = "why"
    prompt = "Why?"
    answer = "So."
    marks = 2
    """
    report = check(loads(text), {"Q": "(B, n, d_k)", "S": "B × n × 4", "X": "B, 5, h d_k".replace(" d_k", "*d_k"), "why": "because"})
    found = {r.name: (r.verdict, r.marks) for r in report.answers[0].questions[0].results}
    assert found == {"Q": ("correct", 1), "S": ("incorrect", Fraction(1, 4)), "X": ("correct", 1), "why": ("by-hand", 0)}
    assert not report.answers[0].notes


COUNTED = """
[[question]]
steps = ["S = Q @ K.T", "A = softmax(S)", "a = 4 * numbers(W) + 4 * numbers(b)", "f = numbers(W, b)", "c = a + f", "t = L * c"]
shapes = { Q = ["B", "n", "d"], K = ["B", "n", "d"], W = ["d", "d"], b = [1, "d"] }
sizes = { d = 8, L = 3 }
[[question.part]]
asks = ["S", "A", "a", "f", "c", "t"]
"""
OWN = {  # what is handed in -> the verdicts
    "a shape": ({"S": "(B, d, d)", "A": "(B, d, d)"}, {"S": "incorrect", "A": "follows"}),
    "a shape without its batch": ({"S": "(n, n)", "A": "(n, n)"}, {"S": "incorrect", "A": "follows"}),
    "another shape than that": ({"S": "(B, d, d)", "A": "(B, d, n)"}, {"S": "incorrect", "A": "incorrect"}),
    "the right shape": ({"S": "(B, d, d)", "A": "(B, n, n)"}, {"S": "incorrect", "A": "correct"}),
    "letters": ({"a": "4d^2", "f": "d^2 + d", "c": "5d^2 + d", "t": "3*(5d^2 + d)"}, {"a": "incorrect", "f": "correct", "c": "follows", "t": "follows"}),
    "numbers": ({"a": "256", "f": "72", "c": "328", "t": "984"}, {"a": "incorrect", "f": "correct", "c": "follows", "t": "follows"}),
    "letters, then numbers": ({"a": "4d^2", "t": "984"}, {"a": "incorrect", "t": "follows"}),
    "numbers, then letters": ({"a": "256", "f": "72", "c": "5d^2 + d"}, {"a": "incorrect", "f": "correct", "c": "follows"}),
    "another number": ({"a": "256", "c": "329"}, {"a": "incorrect", "c": "incorrect"}),
    "what cannot be read": ({"a": "4q^2", "c": "5d^2 + d"}, {"a": "unreadable", "c": "undecided"}),
}  # fmt: skip


@pytest.mark.parametrize(("answers", "expected"), OWN.values(), ids=OWN)
def test_shapes_and_counts_follow_from_wrong_ones(answers: dict[str, str], expected: dict[str, str]) -> None:
    results = check(loads(COUNTED), answers).answers[0].questions[0].results
    assert {one.name: one.verdict for one in results if one.verdict != "missing"} == expected


def test_the_stated_value_handed_in_again_is_right() -> None:
    more = '[question.stated]\nA = [["0.20", "0.80"], ["0.33", "0.67"]]'
    assert marked({"A": [["0.20", "0.80"], ["0.33", "0.67"]]}, more=more)["A"].verdict == "correct"


def test_a_wrong_line_behind_one_that_cannot_be_read_waits_for_a_person() -> None:
    wrong = [["0.119", "0.881"], ["0.269", "0.731"]]
    found = marked({"L": [["0;7", 1], [2, 3]], "A": wrong})
    assert found["L"].verdict == "unreadable"
    assert (found["A"].verdict, found["A"].marks, found["A"].open) == ("undecided", 0, 1)
    assert "L" in found["A"].message
    assert marked({"L": [["0,7", 1], [2, 3]], "A": A})["A"].verdict == "correct"


def test_rounding_on_the_way_is_recognised() -> None:
    """H from weights rounded to one decimal, which were not handed in."""
    result = marked({"H": [["0.867", "0.314"], ["0.800", "0.400"]]})["H"]
    assert result.verdict == "incorrect"
    assert "when A is rounded to 1 decimal; keep more digits" in result.message


def test_the_first_line_where_a_key_departs() -> None:
    report = check(sheet(), {"S": [[1, 3], [0, 1]], "L": [[1, 3], [0, 1]], "H": [[9, 9], [9, 9]]})
    assert "departs at L: the slip unscaled at L" in written(report, "text")


def test_stated_values_that_do_not_hold_are_explained() -> None:
    assert list(departures(sheet(more='[question.stated]\nL = [[1, 3], [0, 1]]'))) == [
        "q1: L: You did not divide by √d_k. The line is L = S / sqrt(cols(K))."
    ]
    assert not list(departures(sheet(more='[question.stated]\nA = [["0.20", "0.80"], ["0.33", "0.67"]]')))


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """A sheet and an answer file with one slip."""
    (tmp_path / "sheet.toml").write_text(HEAD.format(top="", options="", more=""), encoding="utf-8")
    (tmp_path / "ada.toml").write_text("Q = [[1, 2], [0, 1]]\nL = [[1, 3], [0, 1]]\n", encoding="utf-8")
    return tmp_path / "sheet.toml", tmp_path / "ada.toml"


def run(*args: object):
    return CliRunner().invoke(main, ["check", *map(str, args)], standalone_mode=False)


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_json_is_laid_out_as_python_lays_it_out(count: int) -> None:
    report = check(loads("[[question]]\nsteps = ['A = softmax(S)']\ngiven.S = [[1, 2], [3, 1]]"), {"A": [["0.2689", "0.7311"], ["0.8", "0.1"]]})
    text = written(replace(report, answers=report.answers * count), "json")
    assert text == json.dumps(json.loads(text), indent=1, ensure_ascii=False) + "\n"
    assert len(json.loads(text)["answers"]) == count



def test_json_is_the_contracts(files: tuple[Path, Path]) -> None:
    result = run(*files, "--format", "json")
    data = json.loads(result.stdout)
    assert result.return_value == 1
    assert (data["schema"], data["sheet"]) == (1, "A head")
    assert len(data["digest"]) == 64
    answer = data["answers"][0]
    assert (answer["file"], answer["marks"], answer["of"]) == (str(files[1]), 3.5, 7)  # K and S, which L shows to be right, count
    lines = {r["name"]: r for r in answer["questions"][0]["results"]}
    assert lines["L"]["entries"] == [["incorrect", "incorrect"], ["correct", "incorrect"]]
    slip = lines["L"]["slip"]
    assert (slip["at"], slip["id"], slip["says"]) == ("L", "unscaled", "did not divide by √d_k")
    assert isinstance(slip["others"], list)
    assert "slip" not in lines["Q"]


@pytest.mark.sliced(2)
@pytest.mark.parametrize("form", FORMATS)
def test_the_markers_formats_name_the_file_the_students_do_not(files: tuple[Path, Path], form: str) -> None:
    out = run(*files, "--format", form).stdout
    assert ("ada.toml" in out) == (form in ("json", "csv"))
    assert "\x1b" not in out


def test_exit_codes(files: tuple[Path, Path]) -> None:
    sheet_file, ada = files
    right = ada.with_name("right.toml")
    right.write_text("H = " + json.dumps(H), encoding="utf-8")
    assert run(sheet_file, ada).return_value == 1
    whole = {"Q": [[1, 2], [0, 1]], "K": [[1, 0], [1, 1]], "V": V, "S": [[1, 3], [0, 1]], "A": A, "H": H}
    right.write_text(json.dumps(whole | {"L": [["1/sqrt(2)", "3/sqrt(2)"], [0, "sqrt(2)/2"]]}), encoding="utf-8")
    assert run(sheet_file, right.rename(right.with_suffix(".json"))).return_value == 0
    huge = ada.with_name("huge.txt")
    huge.write_text("x" * 5_000_001, encoding="utf-8")
    result = run(sheet_file, huge, ada)
    assert result.return_value == 3
    assert "huge.txt" in result.stderr


def test_several_processes_give_the_same_report(files: tuple[Path, Path]) -> None:
    bob = files[1].with_name("bob.json")
    bob.write_text('{"Q": [[1, 2], [0, 1]]}', encoding="utf-8")
    alone, together = (run(*files, bob, "--format", "json", "-j", n).stdout for n in (1, 2))
    assert alone == together


def test_a_class_at_a_glance(files: tuple[Path, Path]) -> None:
    bob = files[1].with_name("bob.toml")
    bob.write_text(files[1].read_text(encoding="utf-8"), encoding="utf-8")
    out = run(*files, bob).stdout
    assert "   2  ████████████ unscaled at q1.L: They did not divide by √d_k (" in out
    assert "2 submissions, 0 with full marks" in out


def test_the_gradebook_runs_no_formula(tmp_path: Path) -> None:
    evil = tmp_path / "form.csv"
    evil.write_text('who,Q\n"=HYPERLINK(1)","[[1, 2], [0, 1]]"\n', encoding="utf-8")
    report = check(sheet(), evil)
    rows = list(csv.DictReader(io.StringIO(written(report, "csv"))))
    assert all(cell[:1] not in "=+-@" for row in rows for cell in row.values() if cell)
    assert rows[0]["q1.Q"] == "1"


def test_gradescope(files: tuple[Path, Path]) -> None:
    data = json.loads(run(*files, "--format", "gradescope").stdout)
    assert data["score"] == 3.5
    assert data["tests"][0] == {
        "name": "q1: Q", "score": 1, "max_score": 1, "status": "passed", "output": "correct.", "output_format": "text",
    }  # fmt: skip


def test_what_a_file_says_never_steers_the_terminal() -> None:
    assert "\x1b" not in plain("\x1b[31mred\u202e")


def test_a_bad_sheet_and_a_missing_file(files: tuple[Path, Path]) -> None:
    assert CliRunner().invoke(main, ["check", str(files[0]), "nowhere.toml"]).exit_code == 2
    files[0].write_text("title = 3\n", encoding="utf-8")
    assert "title" in str(run(*files).exception)


RESTS_ON = {  # S by what it rests on: one that cannot be read, one that a person has to look at, both
    "en": ("which could not be read", "which a person has yet to look at"),
    "de": ("das war nicht zu lesen", "darüber entscheidet erst noch ein Mensch"),
    "fr": ("qui n’a pas pu être lu", "qu’une personne doit encore examiner"),
}


@pytest.mark.parametrize("language", RESTS_ON)
def test_it_is_said_why_a_line_waits(language: str) -> None:
    sheet = loads(f'language = "{language}"\n[[question]]\nsteps = ["Q = X * 2", "K = X * 3", "S = Q * K"]\ngiven = {{ X = [[1]] }}\n')
    (result,) = (r for r in check(sheet, {"Q": "?", "S": [[7]]}).answers[0].questions[0].results if r.name == "S")
    unread, waits = RESTS_ON[language]
    assert result.verdict == "undecided"
    assert unread in result.message
    assert waits not in result.message


@pytest.mark.parametrize("marks", [1, 2])
@pytest.mark.parametrize("count", [1, 4, 5])
def test_a_report_names_the_first_four_scripts_and_says_that_there_are_more(tmp_path: Path, count: int, marks: int) -> None:
    sheet = loads(f"[[question]]\nsteps = ['B = 2 * A']\ngiven.A = [[1]]\n[[question.part]]\nasks = ['B']\nmarks = {marks}\n")
    answers = [tmp_path / f"{k}.toml" for k in range(count)]
    for path in answers:
        path.write_text("q1.B = [[2]]\n")
    report = check(sheet, answers)
    word = "mark" if marks == 1 else "marks"
    said = [f"{path}: {marks} of {marks} {word}" for path in answers[:4]]
    assert repr(report) == f"Report({report.sheet!r}, {', '.join(said)}{', …' if count > 4 else ''})"
    assert report._repr_markdown_().count(f"| q1 B | correct | {marks}/{marks} |") == count


@pytest.mark.parametrize("value", [1.5, b"", {"a"}, object()], ids=["a float", "bytes", "a set", "an object"])
def test_what_is_no_part_of_a_report_is_not_kept(value: object) -> None:
    with pytest.raises(TypeError, match="is no part of a report"):
        packed([value])


def test_small_rules_of_the_marker_make_what_they_say_of_themselves() -> None:
    assert [(rule.__name__, *given, rule(*given)) for rule, given, _ in OF_MARKER] == [(rule.__name__, *given, gives) for rule, given, gives in OF_MARKER]
