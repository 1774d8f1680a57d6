"""What fails at one line stays there: the rest is marked, a person is called, and no student reads of it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from symattn.cli import main
from symattn.course.delivery import FEEDBACK, Marked
from symattn.course.feedback import page
from symattn.errors import LimitError
from symattn.marking import check
from symattn.marking.marking import Marking
from symattn.marking.reports import FORMATS, written
from symattn.marking.sheet import Ready
from symattn.sheet import Question, loads

SHEET = """
[[question]]
id = "q1"
steps = ["B = A @ A", "C = B + A", "D = C @ C"]
given = { A = [[1, 2], [3, 4]] }
[[question]]
id = "q2"
steps = ["E = A.T"]
given = { A = [[1, 2], [3, 4]] }
"""
ANSWERS = {"q1": {"B": [[7, 10], [15, 22]], "C": [[8, 12], [18, 26]], "D": [[1, 1], [1, 1]]}, "q2": {"E": [[1, 3], [2, 4]]}}
SECRET = "inner workings"


@pytest.fixture(params=[ZeroDivisionError, LimitError, RecursionError])
def broken_line(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Marking the line C fails."""
    right = Marking._marked

    def marked(self: Marking, name: str) -> object:
        if name == "C":
            raise request.param(SECRET)
        return right(self, name)

    monkeypatch.setattr(Marking, "_marked", marked)


@pytest.mark.usefixtures("broken_line")
def test_the_other_lines_are_marked() -> None:
    (answer,) = check(loads(SHEET), ANSWERS).answers
    found = {r.name: r.verdict for q in answer.questions for r in q.results}
    assert found == {"B": "correct", "C": "undecided", "D": "undecided", "E": "correct"}
    assert list(answer.failures) == ["q1.C"]


@pytest.mark.usefixtures("broken_line")
@pytest.mark.parametrize("form", FORMATS)
def test_no_page_shows_what_failed(form: str) -> None:
    out = written(check(loads(SHEET), ANSWERS), form)
    assert SECRET not in out
    assert "Error" not in out


@pytest.mark.usefixtures("broken_line")
@pytest.mark.parametrize("form", FEEDBACK)
def test_no_students_page_shows_what_failed(form: str) -> None:
    sheet = loads(SHEET)
    out = page([Marked(Ready(sheet), check(sheet, ANSWERS).answers[0])], form)
    assert SECRET not in out
    assert "Error" not in out


@pytest.mark.usefixtures("broken_line")
def test_the_command_says_where_and_shows_the_traceback_on_request(tmp_path: Path) -> None:
    (tmp_path / "sheet.toml").write_text(SHEET, encoding="utf-8")
    (tmp_path / "ada.json").write_text(json.dumps(ANSWERS), encoding="utf-8")
    args = ["check", str(tmp_path / "sheet.toml"), str(tmp_path / "ada.json"), "--format", "json"]
    quiet = CliRunner().invoke(main, args, standalone_mode=False)
    loud = CliRunner().invoke(main, ["--debug", *args], standalone_mode=False)
    assert quiet.return_value == loud.return_value == 3
    assert "q1.C could not be marked" in quiet.stderr
    assert "Traceback" not in quiet.stderr
    assert "Traceback" in loud.stderr
    assert quiet.stdout == loud.stdout


def test_a_question_that_cannot_be_solved_leaves_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Ready._key

    def key(self: Ready, question: Question) -> object:
        if question.id == "q1":
            raise LimitError(SECRET)
        return right(self, question)

    monkeypatch.setattr(Ready, "_key", key)
    (answer,) = check(loads(SHEET), ANSWERS).answers
    verdicts = {r.name: r.verdict for q in answer.questions for r in q.results}
    assert verdicts == {"B": "undecided", "C": "undecided", "D": "undecided", "E": "correct"}


@pytest.mark.exhaustive
def test_debug_stands_anywhere() -> None:
    code = "import symattn.cli as c, symattn.cli.commands.list as l\n"
    code += "def boom(*a, **k): raise KeyError('deep')\nl.command.callback = boom\nc.run()"
    for flag in ([], ["--debug"]):
        run = subprocess.run([sys.executable, "-c", code, "list", *flag], capture_output=True, text=True, check=False)
        assert run.returncode == 3
        assert ("Traceback" in run.stderr) == bool(flag)
