"""Every file that symattn writes reads back as the answers it shows: all sheets and formats, the details in turn.

A sheet is read in its standard key in every format, and in the brief and the full one in a third of the formats each, which
ones going round from sheet to sheet; ``SYMATTN_KEYS=all`` reads every detail of every sheet in every format.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from symattn.course.delivery import DETAILS, PROGRAMS, Wanted, deliver, formats_known, suffix
from symattn.files import folder
from symattn.marking.answers.formats import suffixes
from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.sheet import load

SHEETS = sorted(path for path in folder("worksheets").glob("*.toml"))
READ = [name for name in formats_known() if name not in PROGRAMS and suffix(name) in suffixes()]
FINE = ("correct", "by-hand")


@cache
def ready(path: Path) -> Ready:
    return Ready(load(path))


KEYS = [
    pytest.param(path, form, detail, id=f"{path.stem}-{form}-{detail}")
    for k, path in enumerate(SHEETS)
    for f, form in enumerate(READ)
    for d, detail in enumerate(DETAILS)
    if detail == "standard" or (k + f + d) % 3 == 0 or os.environ.get("SYMATTN_KEYS") == "all"
]


@pytest.mark.parametrize(("path", "form", "detail"), KEYS)
def test_a_key_reads_back_as_the_answers_it_shows(tmp_path: Path, path: Path, form: str, detail: str) -> None:
    key = ready(path)
    file = tmp_path / f"key{suffix(form)}"
    file.write_bytes(deliver(key.sheet, Wanted(form, detail=detail)))
    (report,) = check_file(key, file)
    assert not report.error
    wrong = {f"{q.id}.{r.name}": (r.verdict, r.message) for q in report.questions for r in q.results if r.verdict not in FINE}
    assert not wrong
