"""Exports for learning platforms, each held against the strictest check that runs without the platform."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any
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


def test_a_question_folder_says_what_prairielearn_requires(tmp_path: Path) -> None:
    """The required keys, types and patterns of PrairieLearn's public schema of info.json, written down here."""
    info = json.loads((made("prairielearn", "two-heads-template", tmp_path) / "info.json").read_text("utf-8"))
    assert set(info) == {"uuid", "title", "topic", "tags", "type", "singleVariant"}
    assert re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", info["uuid"])
    assert info["type"] == "v3"
    assert info["singleVariant"] is False


def server(place: Path) -> ModuleType:
    """The question's server.py, imported as the platform does."""
    module = ModuleType("server")
    module.__file__ = str(place / "server.py")
    code = compile((place / "server.py").read_text("utf-8"), module.__file__, "exec")
    exec(code, module.__dict__)
    return module


def data(seed: str) -> dict[str, Any]:
    return {"params": {}, "correct_answers": {}, "submitted_answers": {}, "partial_scores": {}, "variant_seed": seed}


def test_a_prairielearn_question_draws_and_marks(tmp_path: Path) -> None:
    page = server(made("prairielearn", "two-heads-template", tmp_path))
    one, other = data("17"), data("18")
    page.generate(one)
    page.generate(other)
    assert one["params"]["html"] != other["params"]["html"]
    from symattn.sheet import loads
    from symattn.sheet.json import exact

    solution = loads(one["params"]["sheet"]).solve()["q1"]
    asked = [name for part in solution.question.parts for name in part.asks]
    one["submitted_answers"] = {name: str(exact(solution[name])).replace("'", "") for name in asked}
    page.grade(one)
    assert one["score"] == 1
    one["submitted_answers"]["Y"] = "[[1, 1], [1, 1]]"
    page.grade(one)
    assert 0 < one["score"] < 1
    assert one["partial_scores"]["Y"]["score"] < 1


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
def test_a_sheet_without_numbers_is_refused(platform: str, tmp_path: Path) -> None:
    with pytest.raises(SymattnError, match="asks for numbers"):
        made(platform, "attention-laws", tmp_path)
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
