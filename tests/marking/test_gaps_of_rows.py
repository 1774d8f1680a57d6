"""Entries of one row that are sums with functions in them, as a key in text writes them: wide gaps part them, narrow ones do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from symattn.course.delivery import Wanted, deliver
from symattn.marking.answers.splitting import row_of
from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.sheet import loads


@pytest.mark.parametrize(
    ("row", "entries"),
    [
        ("cos(1) − 2 sin(1)  2 cos(1) + sin(1)", ["cos(1) − 2 sin(1)", "2 cos(1) + sin(1)"]),
        ("cos(1) - 2 sin(1)  3", ["cos(1) - 2 sin(1)", "3"]),
        ("1 + ln 2  ln 3", ["1 + ln 2", "ln 3"]),
        ("ln 2 ln 3", ["ln 2", "ln 3"]),
        ("ln 2  3 ln 3", ["ln 2", "3 ln 3"]),
    ],
)
def test_a_number_that_ends_a_sum_goes_with_the_function_behind_it(row: str, entries: list[str]) -> None:
    assert row_of(row) == entries


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_key_of_rope_reads_back_without_a_word(language: str, tmp_path: Path) -> None:
    """R = [1·cos(1) − 2·sin(1)  …] = [cos(1) − 2 sin(1)  2 cos(1) + sin(1)] ≈ …: each side has two entries."""
    sheet = loads(f"language = '{language}'\n[[question]]\nsteps = ['R = rope(Q, start=1)']\ngiven.Q = [[1, 2]]\n")
    file = tmp_path / "key.txt"
    file.write_bytes(deliver(sheet, Wanted("text", detail="full")))
    (report,) = check_file(Ready(sheet), file)
    assert [(r.verdict, r.message) for q in report.questions for r in q.results] == [("correct", "")]
