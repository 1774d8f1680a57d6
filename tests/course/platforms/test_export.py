"""Exports for learning platforms, each held against the strictest check that runs without the platform."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest

from symattn.course.platforms import PLATFORMS, export
from symattn.errors import SymattnError
from symattn.exact.decide import compare
from symattn.language import read
from symattn.resources import folder
from symattn.sheet import load

SHEETS = ["two-heads-by-hand", "causal-mask", "two-heads-template"]


def made(platform: str, name: str, place: Path) -> Path:
    export(platform, load(folder("worksheets") / f"{name}.toml"), place)
    return place


def test_stack_holds_the_exact_form(tmp_path: Path) -> None:
    root = ElementTree.parse(made("moodle", "two-heads-by-hand", tmp_path) / "stack.xml").getroot()
    solution = load(folder("worksheets") / "two-heads-by-hand.toml").solve()
    variables = "".join(question.findtext("questionvariables/text") or "" for question in root.findall("question"))
    inputs = [element.findtext("name") for element in root.findall("question/input")]
    assert inputs == [f"ans{n}" for n in range(1, len(inputs) + 1)]
    last = dict(re.findall(r"(ta\d+): (.*);", variables))[f"ta{len(inputs)}"]
    value = read(last.replace("matrix([", "Matrix([[").replace("])", "]])"), "text")
    for ours, theirs in zip(solution["q1"]["Y"].values, value.matrix.values, strict=True):
        assert all(compare(a, b).decision == "equal" for a, b in zip(ours, theirs, strict=True))


@pytest.mark.skipif(os.name != "posix", reason="the autograder runs on Linux")
def test_the_gradescope_autograder_runs(tmp_path: Path) -> None:
    made("gradescope", "two-heads-by-hand", tmp_path / "source")
    (tmp_path / "submission").mkdir()
    (tmp_path / "submission" / "answers.toml").write_text("Q_1 = [[1, 2], [3, 4]]\nK_1 = [[1, 2], [3, 4]]\n", "utf-8")
    script = tmp_path / "symattn"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m symattn "$@"\n', "utf-8")
    script.chmod(0o755)
    environment = {**os.environ, "AUTOGRADER_ROOT": str(tmp_path), "SYMATTN": str(script)}
    subprocess.run([str(tmp_path / "source" / "run_autograder")], check=True, env=environment)
    results = json.loads((tmp_path / "results" / "results.json").read_text("utf-8"))
    found = {test["name"]: test for test in results["tests"]}
    assert all(0 <= test["score"] <= test["max_score"] for test in results["tests"])
    assert results["score"] == pytest.approx(sum(test["score"] for test in results["tests"]))
    assert any("Q" in name for name in found)


def test_a_submission_without_a_file_is_answered(tmp_path: Path) -> None:
    made("gradescope", "two-heads-by-hand", tmp_path / "source")
    (tmp_path / "submission").mkdir()
    environment = {**os.environ, "AUTOGRADER_ROOT": str(tmp_path)}
    subprocess.run([str(tmp_path / "source" / "run_autograder")], check=True, env=environment)
    assert "No answer file" in (tmp_path / "results" / "results.json").read_text("utf-8")


@pytest.mark.parametrize("platform", PLATFORMS)
def test_the_same_sheet_gives_the_same_bytes(platform: str, tmp_path: Path) -> None:
    one, other = made(platform, "causal-mask", tmp_path / "a"), made(platform, "causal-mask", tmp_path / "b")
    names = sorted(path.relative_to(one) for path in one.rglob("*") if path.is_file())
    assert names
    assert all((one / name).read_bytes() == (other / name).read_bytes() for name in names)


@pytest.mark.parametrize("platform", ["moodle", "prairielearn"])
def test_a_sheet_that_asks_for_nothing_is_refused(platform: str, tmp_path: Path) -> None:
    with pytest.raises(SymattnError, match="asks for a line"):
        made(platform, "attention-laws", tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_free_choice_is_refused_where_one_answer_alone_would_be_right(tmp_path: Path) -> None:
    with pytest.raises(SymattnError, match="chosen freely"):
        made("moodle", "designs", tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("label", ["{@1+1@}", "{#1#}", "{1:SHORTANSWER:=x}"])
def test_a_label_is_no_command_of_moodle_s(tmp_path: Path, label: str) -> None:
    (tmp_path / "a.toml").write_text(
        f"[[question]]\nsteps = ['A = X @ X']\ngiven.X = [[1, 2], [3, 4]]\n[[question.part]]\nlabel = '{label}'\nasks = ['A']\n", "utf-8"
    )
    export("moodle", load(tmp_path / "a.toml"), tmp_path / "out")
    for name in ("cloze.xml", "stack.xml"):
        assert label not in (tmp_path / "out" / name).read_text("utf-8")


@pytest.mark.parametrize("name", ["two-heads-by-hand", "causal-mask", "heads-in-batches"])
def test_the_weights_of_blanks_are_the_marks_of_the_sheet(name: str, tmp_path: Path) -> None:
    root = ElementTree.parse(made("moodle", name, tmp_path) / "cloze.xml").getroot()
    sheet = load(folder("worksheets") / f"{name}.toml")
    for question, element in zip(sheet.questions, root.findall("question"), strict=True):
        weights = [int(w) for w in re.findall(r"\{(\d+):(?:NUMERICAL|SHORTANSWER)", element.findtext("questiontext/text") or "")]
        solution = sheet.solve()[question.id]
        unit = Fraction(sum(weights)) / question.marks
        at = 0
        for line, marks in question.shares.items():
            cells = len(re.findall(r'"[^"]*"', json.dumps(solution[line].decimals(1))))
            assert sum(weights[at : at + cells]) == marks * unit
            at += cells
        assert at == len(weights)
        assert float(element.findtext("defaultgrade") or 0) == float(question.marks)
