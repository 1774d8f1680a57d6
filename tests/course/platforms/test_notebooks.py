"""Notebooks as assignments: what nbgrader and Otter give to students, and what they make of what is handed in, by their own rules
(written down here from their code, versions 0.9.6 and 7.0.0), with programs of these tests' own."""

from __future__ import annotations

import ast
import json
import os
import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from symattn.course.platforms import export, prairielearn
from symattn.course.platforms.notebooks import mark, written
from symattn.files import shipped
from symattn.sheet import Sheet, load

SHEETS = ["causal-mask", "two-heads-by-hand", "gates", "cross-attention", "heads-in-batches"]
UNSCALED = "L = np.where(np.tril(np.ones(S.shape)) == 1, S, -np.inf)"


def cells(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["cells"]
    return [{**cell, "source": "".join(cell["source"])} for cell in found]


def region(begin: str, end: str, source: str, stub: str = "") -> str:
    return re.sub(rf"^{begin}$.*?^{end}$", stub, source, flags=re.MULTILINE | re.DOTALL)


def released(source: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """ClearSolutions, ClearHiddenTests."""
    made = []
    for cell in source:
        text = region("### BEGIN SOLUTION", "### END SOLUTION", cell["source"], "raise NotImplementedError()")
        hidden = region("### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS", text)
        assert hidden == text or cell["metadata"]["nbgrader"]["grade"]
        made.append({**cell, "source": hidden})
    return made


def run(source: str, names: dict[str, Any]) -> tuple[Any, str, bool]:
    """What a cell comes to, what it prints, whether it failed; as a kernel would."""
    tree, said = ast.parse(source), StringIO()
    last = ast.Expression(tree.body.pop().value) if tree.body and isinstance(tree.body[-1], ast.Expr) else None  # type: ignore[attr-defined]
    try:
        with redirect_stdout(said):
            exec(compile(tree, "cell", "exec"), names)
            return eval(compile(last, "cell", "eval"), names) if last else None, said.getvalue(), False
    except Exception:
        return None, said.getvalue(), True


def graded(notebook: list[dict[str, Any]], **answers: str) -> Iterator[tuple[str, float, float, str]]:
    """By the line: its points, their maximum and what is printed (``determine_grade``); *answers* replace parts' programs."""
    names: dict[str, Any] = {}
    for cell in notebook:
        if cell["cell_type"] != "code":
            continue
        known = cell["metadata"]["nbgrader"]
        value, said, failed = run(answers.get(known["grade_id"].replace("-", "_"), cell["source"]), names)
        if known["grade"] and known["points"]:
            points = 0.0 if failed else known["points"] if value is None else float(value)
            assert 0 <= points <= known["points"]
            yield known["grade_id"], points, known["points"], said


def total(sheet: Sheet) -> float:
    return float(sum(marks for question in sheet.questions for marks in question.shares.values()))


@pytest.mark.sliced(6)
@pytest.mark.parametrize("name", SHEETS)
def test_nbgrader_s_source_earns_all_and_its_release_nothing_and_has_no_answer(name: str, tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    sheet = load(shipped()[name])
    export("nbgrader", sheet, tmp_path)
    notebooks = [cells(path) for path in sorted((tmp_path / "source" / name).glob("*.ipynb"))]
    assert len(notebooks) == len(sheet.questions)
    found = [one for notebook in notebooks for one in graded(notebook)]
    assert [points for _, points, _, _ in found] == [most for _, _, most, _ in found]
    assert sum(most for _, _, most, _ in found) == total(sheet)
    for notebook in notebooks:
        ids = [cell["metadata"]["nbgrader"]["grade_id"] for cell in notebook]
        assert len(set(ids)) == len(ids)
        given = released(notebook)
        assert not re.search(r"symattn|SHEET|steps|softmax\(", " ".join(cell["source"] for cell in given if cell["cell_type"] == "code"))
        assert all(points == 0 for _, points, _, _ in graded([{**cell, "source": cell["source"] if "earned(" in cell["source"] or "SHEET" in cell["source"] else other["source"]} for cell, other in zip(notebook, given, strict=True)]))


def test_a_slip_is_told_and_what_follows_from_it_earns_in_full(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    export("nbgrader", load(shipped()["causal-mask"]), tmp_path)
    notebook = cells(tmp_path / "source/causal-mask/q1.ipynb")
    found = {id: (points, most, said) for id, points, most, said in graded(notebook, answer_2=f"S = Q @ K.T\n{UNSCALED}")}
    assert found["test-L"][0] == found["test-L"][1] / 2
    assert "√d_k" in found["test-L"][2]
    assert all(points == most for id, (points, most, _) in found.items() if id != "test-L")


@pytest.mark.sliced(12)
@pytest.mark.parametrize("answer", ["raise ValueError", "H = 'nonsense'", "H = float('nan')", "H = None", "H = ...", "H = [[1, 2], [3]]", "H = [[[[[[1]]]]]]",
                                    "class A:\n    def __str__(self): raise KeyError\nH = A()", "H = 'A' * 10**7", "H = {}"])  # fmt: skip
def test_what_is_no_value_earns_nothing_and_spoils_no_other_line(answer: str, tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    (tmp_path / "a.toml").write_text("[[question]]\nsteps = ['G = 2 * X', 'H = X / 2']\ngiven.X = [[1, 2]]\n[[question.part]]\nasks = ['G']\n[[question.part]]\nasks = ['H']\n", "utf-8")
    export("nbgrader", load(tmp_path / "a.toml"), tmp_path / "out")
    found = {id: points for id, points, _, _ in graded(cells(tmp_path / "out/source/a/q1.ipynb"), answer_2=answer)}
    assert found["test-H"] == 0
    assert found["test-G"] == 1


def points_on_otter(name: str) -> tuple[float, float]:
    """The points of all tests of a notebook in this folder, and of those that its solution passes."""
    names: dict[str, Any] = {}
    points, passed, tests = 0.0, 0.0, False
    for cell in cells(Path(f"{name}.ipynb")):
        if cell["cell_type"] == "raw":
            tests = {"# BEGIN TESTS": True, "# END TESTS": False}.get(cell["source"], tests)
        elif cell["cell_type"] == "code" and not tests:
            assert not run(cell["source"], names)[2]
        elif cell["cell_type"] == "code":
            tree = ast.parse(cell["source"])
            assert len(tree.body) == 2  # its configuration, and a function
            own: dict[str, Any] = {}
            exec(compile(ast.Module([tree.body[1]], []), "test", "exec"), own)
            (test,) = (one for key, one in own.items() if key.startswith("test_"))
            (worth,) = re.findall(r"^points: (.*)$", cell["source"], re.M)
            points += float(worth)
            test(names)
            passed += float(worth)
    return points, passed


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", SHEETS)
def test_otter_s_tests_give_the_marks_of_the_sheet(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    sheet = load(shipped()[name])
    export("otter", sheet, tmp_path)
    monkeypatch.chdir(tmp_path / name)
    assert points_on_otter(name) == (total(sheet), total(sheet))
    assert set(os.listdir()) == {f"{name}.ipynb", "sheet.toml", *(one for one in os.listdir() if one.endswith(".whl"))}


@pytest.mark.parametrize("marks", [(0.1, 0.3), (0.1, 0.1), (1.6, 0.25), (2, 1)])
def test_marks_that_are_no_quarters_are_earned_on_otter_and_prairielearn(marks: tuple[float, float], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    text = f"[[question]]\nsteps = ['A = X / 2', 'B = X * 3']\ngiven.X = [[1, 2]]\n[[question.part]]\nasks = ['A', 'B']\nmarks = {{ A = {marks[0]}, B = {marks[1]} }}\n"
    (tmp_path / "a.toml").write_text(text, "utf-8")
    for platform in ("otter", "prairielearn"):
        export(platform, load(tmp_path / "a.toml"), tmp_path / platform)
    monkeypatch.chdir(tmp_path / "otter/a")
    assert points_on_otter("a") == pytest.approx((sum(marks), sum(marks)))
    place = str(next((tmp_path / "prairielearn").rglob("server.py")).parent)
    data: Any = {"params": {}, "correct_answers": {}, "variant_seed": 1, "format_errors": {}, "partial_scores": {}}
    prairielearn.generate(data, place, "q1")
    for typed, earned in ((data["correct_answers"], 1), ({"A": "[[1/2, 1]]", "B": "[[7, 7]]"}, marks[0] / sum(marks))):
        data["submitted_answers"] = typed
        prairielearn.grade(data, place, "q1")
        assert data["score"] == pytest.approx(earned)
        assert all(isinstance(score["weight"], int) for score in data["partial_scores"].values())


def test_values_of_a_notebook_are_text() -> None:
    numpy = pytest.importorskip("numpy")
    sympy = pytest.importorskip("sympy")
    assert written(numpy.array([[0.1, -numpy.inf]])) == "[[0.1, -inf]]"
    assert written([numpy.float64(0.5), numpy.int64(3)]) == "[0.5, 3]"
    assert written(sympy.Matrix([[sympy.sqrt(2) / 2, 1]])) == "[[sqrt(2)/2, 1]]"
    text = "[[question]]\nsteps = ['A = softmax(X)']\ngiven.X = [[0, 'sqrt(2)/2']]\n"
    right = numpy.array([[0.3302384506733431, 0.6697615493266569]])
    for value in (right, right.tolist(), right.astype("float32"), right.round(4), sympy.Matrix([[1 / (1 + sympy.exp(sympy.sqrt(2) / 2)), 1 - 1 / (1 + sympy.exp(sympy.sqrt(2) / 2))]])):
        assert mark(text, "q1", "A", {"A": "A"}, {"A": value}).verdict == "correct"
