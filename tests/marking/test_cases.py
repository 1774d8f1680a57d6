"""Answer files of every suffix, marked as files are: verdicts and slips as written_cases expects them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from by_hand import PLACES
from mpmath import mp
from written_cases import SETUPS, cases, written

from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.sheet import loads


@cache
def ready(sheet: str) -> Ready:
    return Ready(loads(sheet))


@pytest.mark.sliced(72)
@pytest.mark.parametrize("slip", ["", *PLACES])
@pytest.mark.parametrize("label", SETUPS)
def test_marking(tmp_path: Path, label: str, slip: str) -> None:
    with mp.workdps(60):
        made = list(cases(label, slip))
    for name, values, suffix, wanted in made:
        file = tmp_path / f"answers{suffix}"
        file.write_text(written(values, suffix), encoding="utf-8")
        (answer,) = check_file(ready(SETUPS[label].sheet), file)
        found = {result.name: result for question in answer.questions for result in question.results}
        for line, expected in wanted.items():
            assert found[line].verdict in expected["verdict"], (name, line)
            if "slip" in expected and found[line].slip:
                assert set(expected["slip"]) & {found[line].slip.id, *found[line].slip.others}, (name, line)
