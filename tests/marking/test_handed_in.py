"""Answer files as students hand them in, with the verdicts that a fair marker gives: handed_in.toml."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import pytest

from symattn.files import folder
from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.sheet import load, loads
from tests.marking.told import expected, told

CASES = {case["name"]: case for case in tomllib.loads((Path(__file__).parent / "handed_in.toml").read_text("utf-8"))["case"]}


@cache
def ready(sheet: str, text: str) -> Ready:
    return Ready(loads(text) if text else load(folder("worksheets") / f"{sheet}.toml"))


def test_everything_is_told_of_a_file(tmp_path: Path) -> None:
    found = {}
    for name in expected("handed in"):
        case = CASES[name]
        sheet = ready(case.get("sheet", ""), case.get("sheet_text", ""))
        found[name] = told(sheet, tmp_path / f"answers{case['suffix']}", case["text"])
    assert found == expected("handed in")


@pytest.mark.sliced(8)
@pytest.mark.parametrize("name", CASES)
def test_verdicts(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    file = tmp_path / f"answers{case['suffix']}"
    file.write_text(case["text"], encoding="utf-8")
    (answer,) = check_file(ready(case.get("sheet", ""), case.get("sheet_text", "")), file)
    found: dict[str, str] = {}
    for result in (result for question in answer.questions for result in question.results):
        if found.get(result.name, "missing") == "missing":  # a name of two questions is where it was handed in
            found[result.name] = result.verdict
    for line, verdicts in case["verdicts"].items():
        assert found[line] in ([verdicts] if isinstance(verdicts, str) else verdicts), line
