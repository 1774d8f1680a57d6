"""Answer files of every suffix, marked as files are: verdicts and slips as written_cases expects them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from mpmath import mp
from written_cases import cases, written

from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.sheet import loads

with mp.workdps(60):
    CASES = {id: (setup.sheet, values, suffix, expected) for id, setup, values, suffix, expected in cases()}


@cache
def ready(sheet: str) -> Ready:
    return Ready(loads(sheet))


@pytest.mark.parametrize("id", CASES)
def test_marking(tmp_path: Path, id: str) -> None:
    sheet, values, suffix, wanted = CASES[id]
    file = tmp_path / f"answers{suffix}"
    file.write_text(written(values, suffix), encoding="utf-8")
    (answer,) = check_file(ready(sheet), file)
    found = {result.name: result for question in answer.questions for result in question.results}
    for name, expected in wanted.items():
        assert found[name].verdict in expected["verdict"], name
        if "slip" in expected and found[name].slip:
            assert set(expected["slip"]) & {found[name].slip.id, *found[name].slip.others}
