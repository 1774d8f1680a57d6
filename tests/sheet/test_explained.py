"""Every problem that is explained is one: its wrong example is told so, its right one is not, and what is told elsewhere is explained."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

from symattn.cli import main
from symattn.errors import Problem, SheetError, SymattnError
from symattn.sheet import loads
from symattn.sheet.explained import ExplainedProblem, explained, listed, names, of, table
from symattn.sheet.lint import findings

TABLE = table()
SHEETS = list(dict.fromkeys(entry.sheet for entry in TABLE))
LINES = TABLE[0].sheet


def told(text: str) -> list[Problem]:
    try:
        return findings(loads(text))
    except SheetError as error:
        return list(error.problems)


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_sheets_behind_the_examples_are_right(sheet: str) -> None:
    assert told(sheet) == []


@pytest.mark.sliced(4)
@pytest.mark.parametrize("entry", TABLE, ids=[entry.name for entry in TABLE])
def test_the_wrong_example_is_told_so_and_the_right_one_is_not(entry: ExplainedProblem) -> None:
    wrong, right = entry.written(entry.wrong), entry.written(entry.right)
    assert wrong != right
    assert names(str(problem) for problem in told(wrong)) == (entry.name,)
    assert told(right) == []


@pytest.mark.parametrize("entry", TABLE, ids=[entry.name for entry in TABLE])
def test_an_entry_is_found_by_its_name_and_by_what_is_said(entry: ExplainedProblem) -> None:
    (problem, *_) = told(entry.written(entry.wrong))
    assert explained(entry.name) is explained(problem.what) is explained(f"week3.toml:{problem}") is entry
    assert entry.told() in listed()


@pytest.mark.exhaustive
def test_whatever_the_other_tests_know_of_is_explained() -> None:
    """The tables of problems, of mistakes and of what lint finds: 150 sheets."""
    problems, mistaken, lint = (import_module(f"tests.sheet.test_{name}") for name in ("problems", "mistaken", "lint"))
    sheets = [text for text, _ in problems.PROBLEMS.values()]
    sheets += [mistaken.SHEET.replace(old, new, 1) for old, new, _, _ in mistaken.MISTAKES]
    sheets += [text for text, said in lint.SAID.values() if said]
    sheets += [mistaken.SHEET.replace("Compute $Q$.", prompt) for prompt, _, _ in mistaken.STOPS]
    assert len(sheets) > 140
    assert [str(problem) for text in sheets for problem in told(text) if of(problem.what) is None and of(str(problem)) is None] == []


@pytest.mark.parametrize(("said", "name"), [
    ("W_Q_3, W_K_3 are not given", "missing"), ("a number where room belongs", "kind"), ("a list of numbers where a matrix belongs", "no-matrix"),
    ("a table where a list belongs", "brackets-of-list"), ("a colon where = belongs", "colon"), ("is weather here", ""),
])  # fmt: skip
def test_a_sentence_is_explained_by_what_it_begins_with(said: str, name: str) -> None:
    assert "".join(names([said])) == name


def test_names_are_each_one_s_own() -> None:
    assert len({entry.name for entry in TABLE}) == len(TABLE)


def test_what_is_not_known_is_told_with_the_nearest() -> None:
    with pytest.raises(SymattnError, match='did you mean "dollar"'):
        explained("dolar")


@pytest.mark.parametrize(
    ("text", "code", "named"),
    [(LINES.replace("decimals = 4", "decimals: 4"), 2, "colon"), (LINES.replace("X = [[", "W = [[1]]\nX = [["), 1, "unused-given"), (LINES, 0, "")],
    ids=["unreadable", "found", "right"],
)  # fmt: skip
def test_lint_names_what_it_says_more_on(text: str, code: int, named: str, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.toml"
    sheet.write_text(text, encoding="utf-8")
    done = CliRunner().invoke(main, ["lint", str(sheet)])
    assert done.exit_code == code
    assert ("lint --explain" in done.stderr) == bool(named)
    if named:
        assert done.stderr.rstrip().endswith(f"symattn lint --explain {named}")
        assert CliRunner().invoke(main, ["lint", "--explain", named]).output.startswith(f"## {named}\n")


def test_lint_wants_a_sheet_or_what_to_explain() -> None:
    assert CliRunner().invoke(main, ["lint"]).exit_code == 2
    assert CliRunner().invoke(main, ["help", "problems"]).output.startswith("# Problems")
