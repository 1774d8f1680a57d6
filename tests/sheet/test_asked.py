"""Questions about shapes, proofs and answers in words: what is read, what is solved, and what is wrong where."""

from __future__ import annotations

import json

import pytest

from symattn.errors import SheetError
from symattn.files import folder
from symattn.formats.templates import plain
from symattn.sheet import load, loads
from symattn.sheet.json import to_json
from symattn.sheet.lint import findings

SHAPES = '[[question]]\nsteps = ["Q = X @ W", "S = Q @ Q.T"]\n[question.shapes]\nX = ["B", "n", "d"]\nW = ["d", "d_k"]\n'
PROOF = (
    "[[question]]\n[[question.part]]\n[[question.part.proof]]\nclaim = 'c'\n"
    'check = "A @ B == A @ B"\nsizes = { A = [2, 2], B = [2, 2] }\n'
)


def test_shapes_go_through_the_lines() -> None:
    answer = loads(SHAPES).solve()["q1"]
    assert answer.shapes is not None
    assert [str(size) for size in answer.shapes["S"].shape] == ["B", "n", "n"]
    assert plain(answer.shapes["S"].why) == r"$(B, n, d_k) \times (B, d_k, n)$: the inner $d_k$ cancels, $B$ stays"


def test_json_has_shapes_and_no_values() -> None:
    steps = json.loads(to_json(loads(SHAPES).solve(), 4))["questions"][0]["steps"]
    assert [(step["name"], step["shape"]) for step in steps] == [("Q", ["B", "n", "d_k"]), ("S", ["B", "n", "n"])]
    assert all("exact" not in step and "decimal" not in step for step in steps)


def test_relations_and_numbers() -> None:
    text = SHAPES.replace("[question.shapes]", 'where = ["d = h*d_k"]\nsizes = { h = 8, d = 1024, n = 4, B = 2 }\n[question.shapes]')
    answer = loads(text).solve()["q1"]
    assert answer.shapes is not None
    assert answer.shapes["Q"].numbers == (2, 4, 128)


WRONG = {  # what it says -> text, the place and words of the message
    "sizes that do not fit stand at their line": (
        SHAPES.replace("Q @ Q.T", "Q @ W"),
        "2:23: question.steps",
        "B×n×d_k times d×d_k: d_k columns of the first meet d rows of the second\n  d_k and d need not be equal",
    ),
    "a given without a shape": (SHAPES.replace("X @ W", "X @ V"), "2:10", "V has no shape and no line defines it"),
    "a size that is no size": (SHAPES.replace('"d", "d_k"', '"d", "d-"'), "5:11", "as a size"),
    "a shape with one size": (SHAPES.replace('["d", "d_k"]', '["d"]'), "5:5", 'a shape with one size\n  a shape has two sizes or more: a row is W = [1, "d"]'),
    "shapes and values": (SHAPES + "[question.given]\nX = [[1]]\n", "6:11", "both shapes and given"),
    "relations alone": ('[[question]]\nsteps = ["A = X"]\nwhere = ["d = 2"]\ngiven = { X = [[1]] }\n', "3:1", "where without shapes"),
    "a relation that cannot be": (
        SHAPES.replace("[question.shapes]", 'where = ["d = h*d_k"]\nsizes = { h = 3, d = 10 }\n[question.shapes]'),
        "3:9",
        "not a multiple of 3",
    ),
    "a line that is not asked about": (SHAPES + '[[question.part]]\nasks = ["T"]\n', "7:9", "no line defines T"),
    "a check with one side": (PROOF.replace(" == A @ B", ""), "5:9", "with == once"),
    "a check with a matrix of no size": (PROOF.replace(", B = [2, 2]", ""), "5:9", "B has no size"),
    "a check that cannot be read": (PROOF.replace("== A @", "== A @@"), "5:9", "expected a name or a number, found '@'"),
    "a step that cannot be read": (PROOF + 'steps = ["C = A +"]\n', "7:10", "expected a name or a number, found the end"),
    "a size out of range": (PROOF.replace("A = [2, 2]", "A = [2, 2000]"), "6:15", "2×2000 is out of range"),
    "a figure without a name": ("[[question]]\nfigures = [3]\n[[question.part]]\nanswer = 'x'\n", "2:12", "where a figure belongs"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "place", "words"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_stands_at_its_place(text: str, place: str, words: str) -> None:
    with pytest.raises(SheetError) as found:
        loads(text, "a.toml")
    assert f"a.toml:{place}" in str(found.value)
    assert words in str(found.value)


@pytest.mark.parametrize(("size", "row"), [('"m"', '[1, "m"]'), ("4", "[1, 4]"), ('"2*m"', '[1, "2*m"]'), ('"P*P*C"', '[1, "P*P*C"]')])
@pytest.mark.parametrize("name", ["b", "b_1", "W"])
@pytest.mark.parametrize("lines", ['["Z = X @ M + {}"]', '["Z = X @ M", "Y = relu(Z) * {}", "N = numbers({})"]', '["Y = softmax({})", "U = Y"]'])
@pytest.mark.parametrize("more", ["", 'gradient = { of = "L", wrt = ["M", "NAME"] }\n'])
def test_a_shape_of_one_size_is_told_once_with_the_row_that_is_meant(size: str, row: str, name: str, lines: str, more: str) -> None:
    steps = lines.replace("{}", name).replace('"]', '", "L = sum(X @ M)"]')
    shapes = f'shapes = {{ X = ["n", "d"], M = ["d", "m"], {name} = [{size}] }}\n'
    with pytest.raises(SheetError) as found:
        loads(f"[[question]]\nsteps = {steps}\n{more.replace('NAME', name)}{shapes}", "a.toml")
    (problem,) = found.value.problems
    assert (problem.path, problem.what) == (f"question.shapes.{name}", "a shape with one size")
    assert problem.hint.splitlines()[0] == f"a shape has two sizes or more: a row is {name} = {row}"


def test_a_claim_that_holds_is_proved() -> None:
    ((checked,),) = loads(PROOF).solve()["q1"].proofs
    assert checked.holds
    assert findings(loads(PROOF)) == []


def test_lint_finds_a_claim_that_does_not_hold() -> None:
    (problem,) = findings(loads(PROOF.replace("== A @ B", "== B @ A")))
    assert (problem.line, problem.column) == (5, 9)
    assert "does not hold: with numbers in place of the letters" in problem.what


def test_a_key_never_prints_a_false_claim() -> None:
    from symattn import page as pages
    from symattn.errors import SymattnError

    with pytest.raises(SymattnError, match="q1, claim 1: A @ B == B @ A is not proved"):
        pages.page(loads(PROOF.replace("== A @ B", "== B @ A")).solve(), format="text")


SHEETS = {  # sheet, question, line -> its shape
    ("batched-shapes", "q1", "Q"): ["B", "n", "d"],
    ("batched-shapes", "q1", "W_V"): ["d", "d"],
    ("batched-shapes", "q1", "S"): ["B", "n", "n"],
    ("batched-shapes", "q1", "L"): ["B", "n", "n"],
    ("batched-shapes", "q1", "A"): ["B", "n", "n"],
    ("batched-shapes", "q1", "H"): ["B", "n", "d"],
    ("batched-shapes", "q1", "Y"): ["B", "n", "d"],
    ("batched-shapes", "q2", "H"): ["B", "n", "d_v"],
    ("seven-steps", "q1", "Q"): ["n", "h", "d_k"],
    ("seven-steps", "q1", "Q_h"): ["h", "n", "d_k"],
    ("seven-steps", "q1", "A"): ["h", "n", "n"],
    ("seven-steps", "q1", "H_h"): ["h", "n", "d_k"],
    ("seven-steps", "q1", "C"): ["n", "h", "d_k"],
    ("seven-steps", "q1", "H"): ["n", "d"],
    ("seven-steps", "q1", "Y"): ["n", "d"],
    ("seven-steps", "q2", "Q_h"): [8, 4, 128],
    ("seven-steps", "q2", "S"): [8, 4, 4],
    ("seven-steps", "q2", "H"): [4, 1024],
}


@pytest.mark.sliced(3)
@pytest.mark.parametrize(("where", "shape"), SHEETS.items(), ids=map("-".join, SHEETS))
def test_the_shipped_sheets_have_these_shapes(where: tuple[str, str, str], shape: list[object]) -> None:
    sheet, question, line = where
    solution = load(folder("worksheets") / f"{sheet}.toml").solve()
    found = next(q for q in json.loads(to_json(solution, 4))["questions"] if q["id"] == question)
    assert next(step["shape"] for step in found["steps"] if step["name"] == line) == shape


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["block-matrices", "attention-laws"])
def test_every_check_of_the_shipped_proofs_holds(name: str) -> None:
    answers = load(folder("worksheets") / f"{name}.toml").solve().answers
    checked = [c for answer in answers for part in answer.proofs for c in part if c.claim.check]
    assert len(checked) >= 4
    assert [c.claim.check for c in checked if not c.holds] == []
