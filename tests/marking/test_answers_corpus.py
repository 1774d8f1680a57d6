"""Nothing in an answer file is lost in silence, and no answer is invented: a corpus of files by format."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from symattn.files import find
from symattn.marking.answers import submissions
from symattn.marking.answers.formats import formats
from symattn.marking.answers.programs import REWRITINGS, Rewriting
from symattn.marking.sheet import Ready
from symattn.sheet import load
from tests.marking.answers_corpus import CASES, Case

HERE = Path(__file__).parent


@cache
def ready(sheet: str = "two-heads-by-hand") -> Ready:
    return Ready(load(find(sheet)))


def values(rows: str) -> list[list[Fraction]]:
    return [[Fraction(x) for x in row.split()] for row in rows.split(";")]


def test_the_corpus_is_large_and_has_every_format_it_can_be_written_in() -> None:
    assert len(CASES) >= 150
    assert len({name for name, *_ in CASES}) == len(CASES)
    elsewhere = {suffix for suffix, made in formats().items() if (HERE / f"test_{made.__name__.rpartition('.')[2]}.py").is_file()}
    missing = set(formats()) - {suffix for _, suffix, *_ in CASES} - elsewhere - {".docx", ".htm"}
    assert not missing, f"write cases for {missing} in answers_corpus.py, or a test of their own: tests/marking/test_FORMAT.py"


@pytest.mark.sliced(3)
@pytest.mark.parametrize("case", CASES, ids=[name for name, *_ in CASES])
def test_every_matrix_is_accounted_for(tmp_path: Path, case: Case) -> None:
    _, suffix, text, used, unused = case
    file = tmp_path / f"answers{suffix}"
    file.write_text(text, encoding="utf-8")
    (found,) = submissions(file, ready().namings)
    assert not found.error
    here = {name: handed for name, handed in found.answers["q1"].items() if handed.cells}
    read = {
        name: [[Fraction(str(cell.number.rational)) for cell in row] for row in handed.cells] for name, handed in here.items()
    }
    assert read == {name: values(rows) for name, rows in used.items()}  # none lost, none invented
    assert len(found.unused) == unused, [(one.text, one.why) for one in found.unused]
    assert all(one.why for one in found.unused)


@pytest.mark.parametrize("rule", REWRITINGS, ids=[rule.gives for rule in REWRITINGS])
def test_every_rewriting_makes_what_its_example_says(rule: Rewriting) -> None:
    assert rule.sign in rule.example
    assert rule.pattern.sub(rule.made, rule.example) == rule.gives
