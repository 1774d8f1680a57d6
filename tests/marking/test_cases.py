"""The table of marking cases in tests/cases/: sheets, answer files of every suffix, verdicts and slips."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.sheet import loads

TABLE = Path(__file__).parents[1] / "cases" / "marking.json"
CASES = {case["id"]: case for case in json.loads(TABLE.read_text(encoding="utf-8"))["cases"]}


@cache
def ready(sheet: str) -> Ready:
    return Ready(loads(sheet))


@pytest.mark.parametrize("id", CASES)
def test_marking(tmp_path: Path, id: str) -> None:
    case = CASES[id]
    file = tmp_path / f"answers{case['suffix']}"
    file.write_text(case["answers"], encoding="utf-8")
    (answer,) = check_file(ready(case["sheet"]), file)
    found = {result.name: result for question in answer.questions for result in question.results}
    for name, expected in case["expected"].items():
        assert found[name].verdict in expected["verdict"], name
        if "slip" in expected:
            assert found[name].slip.id in expected["slip"]
