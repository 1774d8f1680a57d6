"""What every platform gets, whichever are registered: the worked solution, known slips with their messages and marks by the one
rule, variants, minus infinity, and beside every blank how its value is written. The table in the guide is these tests."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from symattn.course.platforms import export, gradescope, platforms, prairielearn
from symattn.course.platforms.notebooks import mark
from symattn.files import folder
from symattn.marking import check
from symattn.sheet import load, loads

sys.path.insert(0, str(Path(__file__).parents[2] / "platforms"))
from importers import canvas as of_canvas
from importers import converted
from importers import ilias as of_ilias

sys.path.pop(0)

SHEET = """
title = "Every platform"
[[question]]
variant = "attention"
options = { mask = "causal" }
given = { X = [[1, 0], [1, 1]], W_Q = [[1, 2], [3, 4]], W_K = [[1, 0], [2, 1]], W_V = [[2, 0], [0, 2]] }
[[question.part]]
asks = ["S", "L"]
marks = 4
"""
TEMPLATE = """
[[question]]
steps = ["A = 2 * X"]
given = { X = [[1, 2]] }
[[vary.draw]]
names = ["X"]
low = 0
high = 99
"""
UNTOLD = "no place for what is said to a known mistake"
"""Said in the README of a platform that has none."""
SLIP = {"L": [["1", "-inf"], ["4", "18"]]}  # not divided by the root


@dataclass(frozen=True)
class Seen:
    """What a student meets: blanks with what stands beside them, what is said to a slip, its marks, the worked solution."""

    blanks: int
    beside: int
    says: str
    share: float
    solution: str
    variants: int


def beside(text: str) -> int:
    return len(re.findall(r"decimals, as 0\.|or with 4 decimals|Write a matrix as \[\[", unescape(text)))


def moodle(place: Path, template: Path) -> Iterator[Seen]:
    for name in ("cloze", "stack"):
        root = ElementTree.parse(place / f"{name}.xml").getroot()
        text = " ".join(e.text or "" for e in root.findall("question/questiontext/text"))
        slips = " ".join(e.text or "" for e in root.iter("text"))
        drawn = ElementTree.parse(template / f"{name}.xml").getroot()
        variants = len(drawn.findall("question/deployedseed")) or len(drawn.findall("question[@type='cloze']"))
        blanks = text.count("[[input:") or text.count("<table>")
        solution = "".join(e.text or "" for e in root.findall("question/generalfeedback/text"))
        once = "typed with 4 decimals, as -0.5000" in text  # of all blanks of a cloze question
        yield Seen(blanks, blanks if name == "cloze" and once else beside(text), slips, 0, solution, variants)


def qti(place: Path, template: Path) -> Iterator[Seen]:
    for root in (".", "qti3"):
        item = (place / root / "items/1.xml").read_text("utf-8")
        body, _, solution = item.rpartition("identifier=\"solution\"")
        yield Seen(body.count("<table>"), beside(body), body, 0, solution, len(list((template / root / "items").glob("*.xml"))))


def canvas(place: Path, template: Path) -> Iterator[Seen]:
    quizzes = [list(map(of_canvas, converted(p / "canvas.zip")[0])) for p in (place, template)]
    text = " ".join(quiz.text for quiz in quizzes[0])
    once = text.count("typed with 4 decimals, as -0.5000") == len(quizzes[0])
    yield Seen(text.count("<table>"), text.count("<table>") * once, UNTOLD, 0, quizzes[0][0].comment, len(quizzes[1]))


def ilias(place: Path, template: Path) -> Iterator[Seen]:
    (quiz,), drawn = (of_ilias(p / "1__0__qpl_1.zip") for p in (place, template))
    once = "typed with 4 decimals, as -0.5000" in quiz.text
    yield Seen(quiz.text.count("<table>"), quiz.text.count("<table>") * once, UNTOLD, 0, quiz.comment, len(drawn))


def numbas(place: Path, template: Path) -> Iterator[Seen]:
    first, drawn = (json.loads((p / "sheet.exam").read_text("utf-8").partition("\n")[2]) for p in (place, template))
    (question,) = first["question_groups"][0]["questions"]
    parts = [part for part in question["parts"] if part["type"] != "information"]
    assert all("begin{aligned}" in step["prompt"] for part in parts for step in part["steps"])
    says = " ".join(other["alternativeFeedbackMessage"] for part in parts for other in part.get("alternatives", ()))
    says += " ".join(gap.get("customMarkingAlgorithm", "") for part in parts for gap in part.get("gaps", ()))
    beside_ = sum(beside(part["prompt"]) for part in parts)
    yield Seen(len(parts), beside_, says, 0, question["advice"], len(drawn["question_groups"][0]["questions"]))


def prairie(place: Path, template: Path) -> Iterator[Seen]:
    page = (place / "questions/every/q1/question.html").read_text("utf-8")

    def drawn(here: Path, seed: int) -> dict[str, Any]:
        data: dict[str, Any] = {"params": {}, "correct_answers": {}, "variant_seed": seed, "format_errors": {}, "partial_scores": {}}
        prairielearn.generate(data, str(here), "q1")  # type: ignore[arg-type]
        return data

    data = drawn(place / "questions/every/q1", 1)
    data["submitted_answers"] = {"L": str(SLIP["L"]).replace("'", ""), "S": ""}
    prairielearn.grade(data, str(place / "questions/every/q1"), "q1")  # type: ignore[arg-type]
    score = data["partial_scores"]["L"]
    many = {str(drawn(template / "questions/template/q1", seed)["correct_answers"]) for seed in range(3)}
    yield Seen(page.count("<pl-string-input"), beside(page), score["feedback"], score["score"], data["params"]["solution"], len(many))


def grade(place: Path, template: Path) -> Iterator[Seen]:
    root = place / "try"
    (root / "submission").mkdir(parents=True)
    (root / "source").mkdir()
    (root / "source/sheet.toml").write_bytes((place / "sheet.toml").read_bytes())
    (root / "submission/a.toml").write_text(f"L = {SLIP['L']}\n".replace("'-inf'", '"-inf"').replace("'", ""), "utf-8")
    gradescope.main(root, "sheet.toml")
    *tests, worked = json.loads((root / "results/results.json").read_text("utf-8"))["tests"]
    first = next(test for test in tests if test["name"] == "q1: L")
    yield Seen(0, 0, first["output"], first["score"] / first["max_score"], worked["output"], 3)  # a class's: symattn vary


def assignment(place: Path, template: Path) -> Iterator[Seen]:
    (made,) = place.rglob("*.ipynb")
    code = ["".join(cell["source"]) for cell in json.loads(made.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    called = {"S": "S", "L": "L"}
    result = mark(SHEET, "q1", "L", called, {"L": [[float(x) for x in row] for row in SLIP["L"]]})
    yield Seen(0, 0, result.message, float(result.marks / result.of), "\n".join(code), len(list(template.rglob("*.ipynb"))))


LOOKS: dict[str, Callable[[Path, Path], Iterator[Seen]]] = {
    "canvas": canvas, "gradescope": grade, "ilias": ilias, "moodle": moodle, "nbgrader": assignment, "numbas": numbas, "otter": assignment, "prairielearn": prairie, "qti": qti,
}  # fmt: skip


@pytest.mark.exhaustive
@pytest.mark.parametrize("platform", platforms())
def test_every_platform_gets_all_of_it(platform: str, tmp_path: Path) -> None:
    for name, text in (("every", SHEET), ("template", TEMPLATE)):
        (tmp_path / f"{name}.toml").write_text(text, "utf-8")
        export(platform, load(tmp_path / f"{name}.toml"), tmp_path / name, 3)
    (report,) = check(loads(SHEET), {"q1": SLIP}).answers
    result = report.questions[0].results[1]
    assert result.verdict == "slip"
    for seen in LOOKS[platform](tmp_path / "every", tmp_path / "template"):
        assert seen.beside == seen.blanks
        told = UNTOLD in " ".join((tmp_path / "every/README.md").read_text("utf-8").split()) if seen.says == UNTOLD else result.message.split(".")[0] in seen.says
        assert told
        assert seen.share == (float(result.marks / result.of) if platforms()[platform].__name__.endswith(("learn", "scope", "nbgrader", "otter")) else 0)
        assert len(seen.solution) > 300
        assert seen.variants == 3


@pytest.mark.parametrize("platform", ["canvas", "ilias", "moodle", "numbas", "qti"])
def test_words_are_not_asked_where_there_is_no_field_for_them_and_the_author_is_told(platform: str, tmp_path: Path) -> None:
    words = '[[question.part]]\nlabel = "b"\nprompt = "Why, pray?"\nanswer = "As pigs fly."\nmarks = 2\n'
    sheet = tmp_path / "sheet.toml"
    sheet.write_text(SHEET + words, encoding="utf-8")
    export(platform, load(sheet), tmp_path / "out")
    files = {one.name: one.read_text("utf-8", errors="ignore") for one in (tmp_path / "out").rglob("*") if one.is_file()}
    assert [name for name, text in files.items() if "pray" in text or "pigs" in text] == []
    assert "Left out, as the platform compares numbers alone: q1 (b)." in files["README.md"]


def test_words_are_worth_nothing_where_nobody_asks_for_them(tmp_path: Path) -> None:
    words = '[[question.part]]\nlabel = "b"\nprompt = "Why, pray?"\nmarks = 2\n'
    sheet = tmp_path / "sheet.toml"
    sheet.write_text(SHEET + words, encoding="utf-8")
    export("prairielearn", load(sheet), tmp_path / "out")
    said = (tmp_path / "out" / "symattn" / "README.md").read_text("utf-8")
    assert '"autoPoints": 4 }' in said
    assert "Left out, as a person marks them: q1 (b)." in said


def test_the_guide_has_every_platform() -> None:
    guide = (folder("worksheets") / "guide/platforms.md").read_text("utf-8").lower()
    assert all(f"| {platform}" in guide for platform in platforms())


def test_the_guide_names_what_every_run_holds_and_that_is_there() -> None:
    guide = (folder("worksheets") / "guide/platforms.md").read_text("utf-8")
    named = set(re.findall(r"`(tests/[\w/.]+)`", guide))
    here = Path(__file__).parents[3]
    assert all((here / place).exists() for place in named)
    kept = {str(one.relative_to(here)) for one in here.glob("tests/platforms/test_*.py")}
    assert kept <= named
