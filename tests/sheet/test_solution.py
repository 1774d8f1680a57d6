"""Shipped and small sheets solved: what comes out, exactly and in decimals."""

from __future__ import annotations

import json
from typing import Any

import pytest

from symattn.errors import SheetError
from symattn.exact.matrix import Matrix
from symattn.files import folder
from symattn.sheet import SolvedSheet, load, loads
from symattn.sheet.json import to_json

SHEETS = sorted(folder("worksheets").glob("*.toml"))


def solved(name: str) -> SolvedSheet:
    return load(folder("worksheets") / f"{name}.toml").solve()


def shown(solution: SolvedSheet, decimals: int = 4) -> dict[str, dict[str, Any]]:
    """The named steps of every question, as a reader of the JSON finds them."""
    data = json.loads(to_json(solution, decimals))
    return {q["id"]: {step["name"]: step for step in q["steps"] if step["name"]} for q in data["questions"]}


def lengths(cells: Any) -> list[int]:
    """How long nested lists are, from the outermost to the innermost."""
    return [len(cells), *lengths(cells[0])] if isinstance(cells, list) else []


def test_two_heads_by_hand() -> None:
    output = shown(solved("two-heads-by-hand"))["q1"]["Y"]
    assert output["decimal"] == [["6.9433", "-6.9433"], ["6.9998", "-6.9998"]]
    a, minus_a = solved("two-heads-by-hand")["q1"]["Y"].cells()[0]
    assert minus_a == -a


# the arrays a published notebook prints for this sheet; 8 significant digits where it prints them
PRINTED = {
    "Q_0": [["7.0", "8.0", "9.0"], ["15.8", "18.4", "21.0"]],
    "K_0": [["9.0", "8.0", "7.0"], ["21.0", "18.4", "15.8"]],
    "V_0": [["7.0", "8.0", "9.0"], ["17.0", "19.6", "22.2"]],
    "Q_1": [["8.0", "9.0", "10.0"], ["18.4", "21.0", "23.6"]],
    "K_1": [["10.0", "9.0", "8.0"], ["23.6", "21.0", "18.4"]],
    "V_1": [["8.6", "9.6", "10.6"], ["21.4", "24.0", "26.6"]],
    "L_0": [["109.69655115", "251.95565747"], ["251.95565747", "578.59734577"]],
    "L_1": [["139.14141487", "324.35538123"], ["324.35538123", "756.02863050"]],
    "A_0": [["0.000", "1.000"], ["0.000", "1.000"]],
    "A_1": [["0.000", "1.000"], ["0.000", "1.000"]],
    "H_0": [["17.0", "19.6", "22.2"], ["17.0", "19.6", "22.2"]],
    "H_1": [["21.4", "24.0", "26.6"], ["21.4", "24.0", "26.6"]],
    "Y": [["155.96", "169.04", "182.12", "195.20"], ["155.96", "169.04", "182.12", "195.20"]],
}


@pytest.mark.parametrize("name", PRINTED)
def test_thinking_machine_gives_what_the_published_notebook_prints(name: str) -> None:
    value = solved("thinking-machine")["q1"][name]
    places = len(PRINTED[name][0][0].split(".")[1])
    assert [list(row) for row in value.decimals(places)] == PRINTED[name]


def test_the_weights_a_sheet_states_are_used_and_the_exact_ones_shown_beside_them() -> None:
    steps = shown(solved("stated-weights"))["q3"]
    assert steps["A"]["stated"] == [["1.00", "0.00"], ["0.50", "0.50"]]
    assert steps["A"]["decimal"] == [["0.9965", "0.0035"], ["0.5000", "0.5000"]]
    assert steps["Y"]["exact"] == [["4", "0"], ["2", "1"]]
    answer = solved("stated-weights")["q3"]
    assert answer.exact["Y"].decimals(4) == (("3.9861", "0.0070"), ("2.0000", "1.0000"))
    assert "stated" not in steps["Y"]


def test_heads_are_split_and_joined() -> None:
    questions = shown(solved("split-and-join"))
    assert questions["q5a"]["K_1"]["exact"] == [["1", "1"], ["0", "2"]]
    assert questions["q5b"]["H"]["exact"] == [["1", "0", "2", "1"], ["0", "1", "1", "2"]]
    assert questions["q5b"]["Y"]["exact"] == [["3", "1", "2", "2"], ["1", "3", "2", "2"]]


def test_a_causal_mask_shows_minus_infinity_and_gives_it_no_weight() -> None:
    steps = shown(solved("causal-mask"))["q1"]
    assert steps["L"]["exact"][0][1:] == steps["L"]["decimal"][0][1:] == ["-inf", "-inf"]
    assert steps["A"]["exact"][0] == ["1", "0", "0"]


def sizes(cells: object) -> list[int]:
    """How long nested lists are, outermost first."""
    return [len(cells), *sizes(cells[0])] if isinstance(cells, list) else []


@pytest.mark.sliced(15)
@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_every_line_of_a_shipped_sheet_stands_once_and_is_asked(path: Any) -> None:
    sheet = load(path)
    for question, data in zip(sheet.questions, json.loads(to_json(sheet.solve(), 4))["questions"], strict=True):
        names = [step["name"] for step in data["steps"] if step["name"]]
        assert len(names) == len(set(names))
        if not question.shapes:
            assert names == list(question.plan.names)
            assert [choice["name"] for choice in data.get("choices", [])] == list(question.unknown)
            for step in data["steps"]:
                assert sizes(step["exact"]) == step["shape"]
        assert question.marks > 0
        assert question.prompt
        assert all(part.prompt for part in question.parts)


def test_a_question_without_parts_asks_every_line_one_mark_each() -> None:
    question = loads("[[question]]\nsteps = ['A = X.T', 'B = A @ X']\ngiven.X = [[1, 2]]")["q1"]
    assert [(part.asks, part.marks) for part in question.parts] == [(("A", "B"), 2)]


def test_a_part_counts_one_mark_for_each_line_asked_unless_it_says_otherwise() -> None:
    parts = "[[question.part]]\nasks = ['A', 'B']\n[[question.part]]\nasks = ['B']\nmarks = 0\n"
    question = loads("[[question]]\nsteps = ['A = X.T', 'B = A @ X']\ngiven.X = [[1, 2]]\n" + parts)["q1"]
    assert [part.marks for part in question.parts] == [2, 0]


CELLS = {
    "a decimal stays as it is written": ("0.10", "0.10", "1/10"),
    "an integer": ("-3", "-3", "-3"),
    "an exponent is written out": ("2.5e-3", "0.0025", "1/400"),
    "a fraction": ('"1/3"', "1/3", "1/3"),
    "a root": ('"sqrt(2)"', "sqrt(2)", "sqrt(2)"),
    "blanks are tidied": ('" 1/ 3 "', "1/ 3", "1/3"),
    "underscores between digits": ("1_000", "1000", "1000"),
}


@pytest.mark.parametrize(("toml", "written", "exact"), CELLS.values(), ids=CELLS)
def test_a_cell_is_exact_and_keeps_the_way_it_is_written(toml: str, written: str, exact: str) -> None:
    sheet = loads(f"[[question]]\nsteps = ['A = X']\ngiven.X = [[{toml}]]")
    assert sheet["q1"].given_text["X"] == ((written,),)
    assert shown(sheet.solve())["q1"]["A"]["exact"] == [[exact]]


def test_a_given_number_scales_a_matrix() -> None:
    sheet = loads("[[question]]\nsteps = ['A = c * X']\ngiven = { X = [[2, 4]], c = 0.5 }")
    assert sheet.solve()["q1"]["A"] == Matrix.of([[1, 2]])


def test_minus_infinity_may_be_added_to_scores() -> None:
    sheet = loads("[[question]]\nsteps = ['L = S + M', 'A = softmax(L)']\ngiven = { S = [[1, 2]], M = [[0, -inf]] }")
    assert sheet.solve()["q1"]["A"] == Matrix.of([[1, 0]])


def test_a_mask_may_be_a_matrix() -> None:
    given = "given = { X = [[1, 0], [0, 1]], W_Q = [[1, 0], [0, 1]], W_K = [[1, 0], [0, 1]], W_V = [[1, 0], [0, 1]] }\n"
    sheet = loads("[[question]]\nvariant = 'attention'\noptions.mask = [[1, 0], [0, 1]]\n" + given)
    assert sheet.solve()["q1"]["A"] == Matrix.of([[1, 0], [0, 1]])


@pytest.mark.parametrize(("scale", "line"), [("false", "S"), ("2", "S / 2"), ('"sqrt(3)"', "S / sqrt(3)")])
def test_the_scale_may_be_left_out_or_be_a_number(scale: str, line: str) -> None:
    given = "given = { X = [[1]], W_Q = [[1]], W_K = [[1]], W_V = [[1]] }\n"
    question = loads(f"[[question]]\nvariant = 'attention'\noptions.scale = {scale}\n{given}")["q1"]
    assert question.plan.line("L").text == f"L = {line}"


FAILS = {
    "a row that adds up to nothing": ("'B = X.T', 'A = normalize(X)'", "[[1, -1]]", "2:21: question.steps: A = normalize(X)"),
    "a row that is blocked entirely": ("'A = softmax(mask(X, X))'", "[[0, 0]]", "2:10: question.steps: A = softmax"),
}


@pytest.mark.parametrize(("steps", "x", "said"), FAILS.values(), ids=FAILS)
def test_a_line_without_a_value_is_a_bad_sheet(steps: str, x: str, said: str) -> None:
    sheet = loads(f"[[question]]\nsteps = [{steps}]\ngiven.X = {x}", "week3.toml")
    with pytest.raises(SheetError) as error:
        sheet.solve()
    assert str(error.value).startswith(f"week3.toml:{said}")


def test_questions_are_found_by_their_id() -> None:
    sheet = loads("[[question]]\nid = 'warm-up'\nsteps = ['A = X']\ngiven.X = [[1]]")
    assert sheet["warm-up"].id == sheet.solve()["warm-up"].question.id == "warm-up"
    with pytest.raises(KeyError):
        sheet["q1"]
    with pytest.raises(KeyError):
        sheet.solve()["q1"]
