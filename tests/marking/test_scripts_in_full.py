"""Scripts read and marked in full: each line's verdict, marks, what was read of it and what is said, and what becomes of every number.

``scripts.txt`` has small sheets, then scripts of many kinds; below each, behind ``---``, stands all that there is to say of it. What
stands there was worked out by hand, line by line: the values of the sheets are small, S₁ = [2 2 4; 3 2 5; 5 4 9], p = (1/4, 1/8, 5/8),
D = [−1 −1 −1/2; 0 2 8]. A line that is missing and earns nothing is left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from symattn.marking import reports
from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.sheet import loads

BLOCKS = [block for block in re.split(r"^(?=(?:sheet|case) )", (Path(__file__).parent / "scripts.txt").read_text("utf-8"), flags=re.MULTILINE) if block]
SHEETS = {head.split()[1]: text for head, _, text in (block.partition("\n") for block in BLOCKS) if head.startswith("sheet")}
CASES = [(*head.split()[1:], text) for head, _, text in (block.partition("\n") for block in BLOCKS) if head.startswith("case")]


@cache
def ready(sheet: str, language: str) -> Ready:
    return Ready(loads(f'language = "{language}"\n{SHEETS[sheet]}'))


def told(report: dict[str, Any]) -> Iterator[str]:
    """A report as JSON has it, one fact a line; of entries those that are not right."""
    for question in report["questions"]:
        for one in question["results"]:
            if one["verdict"] == "missing" and not one["marks"]:
                continue
            entries = [f"({i},{j})" for i, row in enumerate(one["entries"], 1) for j, entry in enumerate(row, 1) if entry != "correct"]
            still = f", {one['open']} open" if one["open"] else ""
            slip = [f"slip {one['slip']['id']} at {one['slip']['at']}"] if "slip" in one else []
            said = [f"{question['id']}.{one['name']} {one['verdict']} {one['marks']}/{one['of']}{still}", *slip, one["read"], *entries, one["message"]]
            yield " ".join(filter(None, said))
        yield from (f"{question['id']} unused {one['line']}: {one['text']} | {one['why']}" for one in question["unused"])
    yield from (f"{one['line']}: {one['text']} | {one['as']} {one['what']}".rstrip() for one in report["ledger"])
    yield from (f"note: {note}" for note in report.get("notes", ()))


@pytest.mark.parametrize(("sheet", "language", "suffix", "case"), CASES, ids=[f"{k} {' '.join(case[:3])}" for k, case in enumerate(CASES)])
def test_all_that_is_said_of_a_script_is_right(tmp_path: Path, sheet: str, language: str, suffix: str, case: str) -> None:
    text, _, expected = case.partition("\n---\n")
    file = tmp_path / f"answers{suffix}"
    file.write_text(f"{text}\n", "utf-8")
    report = reports.Report("", "", "", (check_file(ready(sheet, language), file)[0],))
    (found,) = json.loads(reports.written(report, "json"))["answers"]
    assert "\n".join(told(found)) == expected.rstrip("\n")
