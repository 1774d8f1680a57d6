"""Every file that symattn writes reads back as the answers it shows: every sheet in every format.

A key is written by four rooms: the detail decides what stands in it, the notation its symbols, the language its words and decimals, the
format how all of that is set. Every sheet in every format is one case, in which the other three go round so that every two values of two
of the five meet: what one room does wrong with another shows there, and a fault that needed three of them together was never met in the
2,150 cases of three full products that stood here. ``SYMATTN_KEYS=all`` reads every detail of every sheet in every notation and format.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from pathlib import Path

import pytest

from symattn.course.delivery import DETAILS, PROGRAMS, Wanted, deliver, formats_known, suffix
from symattn.errors import SheetError
from symattn.files import folder, languages
from symattn.marking.answers.formats import suffixes
from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.notation.table import shipped
from symattn.sheet import load, loads

SHEETS = sorted(path for path in folder("worksheets").glob("*.toml"))
READ = [name for name in formats_known() if name not in PROGRAMS and suffix(name) in suffixes()]
FINE = ("correct", "by-hand")
OWN = "own"
NOTATIONS = (OWN, *sorted(shipped()))
WORDS = (OWN, *(f"{language}{point}" for language in languages() if language != "en" for point in ("", ",")))
"""The sheet's own language and point, or another language with its own point or with a comma."""


@cache
def ready(path: Path, notation: str) -> Ready:
    """The sheet in that notation, or in its own where it cannot be in that: matrices that stand for rows of tokens are none for columns."""
    head, sheet, rest = path.read_text("utf-8").partition("[[question]]")
    own = re.sub(r'(?m)^notation = "[^"]*"', "", head)
    try:
        return Ready(load(path) if notation == OWN else loads(f'notation = "{notation}"\n{own}{sheet}{rest}', str(path)))
    except SheetError as error:  # or its symbols might be typed alike
        assert notation == "columns" or "notation" in rest + own or "told apart" in str(error)
        return ready(path, OWN)


def keys() -> list[tuple[Path, str, str, str, str]]:
    """Sheet, format, detail, notation and words of every case."""
    if os.environ.get("SYMATTN_KEYS") == "all":
        return [(path, form, detail, notation, OWN) for path, form, detail, notation in product(SHEETS, READ, DETAILS, NOTATIONS)]
    return [
        (path, form, DETAILS[(k // 6 + f) % 3], NOTATIONS[(k + f) % 6], WORDS[(k // 5 + f) % 5])
        for k, path in enumerate(SHEETS)
        for f, form in enumerate(READ)
    ]


def test_every_two_of_them_meet() -> None:
    every = (SHEETS, READ, DETAILS, NOTATIONS, WORDS)
    for one, other in combinations(range(5), 2):
        assert {(key[one], key[other]) for key in keys()} == set(product(every[one], every[other])), (one, other)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("path", "form", "detail", "notation", "words"), keys(), ids=["-".join([key[0].stem, *key[1:]]) for key in keys()])
def test_a_key_reads_back_as_the_answers_it_shows(tmp_path: Path, path: Path, form: str, detail: str, notation: str, words: str) -> None:
    key = ready(path, notation)
    if words != OWN:
        key = Ready(replace(key.sheet, language=words[:2], point=words[2:]))
    file = tmp_path / f"key{suffix(form)}"
    file.write_bytes(deliver(key.sheet, Wanted(form, detail=detail)))
    (report,) = check_file(key, file)
    assert not report.error
    wrong = {f"{q.id}.{r.name}": (r.verdict, r.message) for q in report.questions for r in q.results if r.verdict not in FINE}
    assert not wrong
    if form in ("text", "md", "tex"):  # no line with a number in it is missing in the ledger
        lines = file.read_text("utf-8").split("\n")
        assert {entry.line for entry in report.ledger} == {k for k, line in enumerate(lines, 1) if re.search(r"[0-9]", line)}


HEADS = (
    "notation = '{notation}'\n[[question]]\nvariant = 'multi-head-attention'\noptions = {{ heads = 3 }}\n"
    "[question.given]\nX = [[1, 0], [1, 2]]\n"
)


@pytest.mark.exhaustive
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize(("notation", "counts_from"), [("illustrated", 0), ("superscript-heads", 1), ("paper", None)])
def test_a_notebook_counts_heads_as_its_page_does(tmp_path: Path, notation: str, counts_from: int | None, first: int) -> None:
    text = HEADS.format(notation=notation)
    for head in range(first, first + 3):
        text += "".join(f"W_{x}_{head} = [[{head + k}, {2 * k - 3}], [{k}, {head}]]\n" for k, x in enumerate("QKV"))
    (tmp_path / "sheet.toml").write_text(text + "[[question.part]]\nasks = ['Q_2', 'H']\n", encoding="utf-8")
    key, file = Ready(load(tmp_path / "sheet.toml")), tmp_path / "key.ipynb"
    file.write_bytes(deliver(key.sheet, Wanted("ipynb")))
    by = 0 if counts_from is None else counts_from - first
    assert f"Q_{2 + by} = X @ W_Q_{2 + by}" in file.read_text("utf-8")
    (report,) = check_file(key, file)
    assert {r.verdict for q in report.questions for r in q.results} == {"correct"}


@pytest.mark.sliced(3)
@pytest.mark.parametrize("form", READ)
def test_a_mask_of_the_other_axis_is_no_name(tmp_path: Path, form: str) -> None:
    text = (
        "notation = 'columns'\n[[question]]\nsteps = ['L = causal_mask(S)']\n[question.given]\nS = [[1, 2], [3, 4]]\n"
        "[[question.part]]\nasks = ['L']\n"
    )
    (tmp_path / "sheet.toml").write_text(text, encoding="utf-8")
    key, file = Ready(load(tmp_path / "sheet.toml")), tmp_path / f"key{suffix(form)}"
    file.write_bytes(deliver(key.sheet, Wanted(form)))
    (report,) = check_file(key, file)
    assert {r.verdict for q in report.questions for r in q.results} == {"correct"}


@pytest.mark.exhaustive
def test_words_below_a_heading_are_no_answer_to_another_question(tmp_path: Path) -> None:
    text = (
        "[[question]]\nid = 'one'\nsteps = ['A = softmax(S)']\nshapes = { S = ['n', 'n'] }\n[[question]]\nid = 'two'\n"
        "steps = ['P = softmax(S)', 't = sum(P @ V)']\ngiven = { S = [[0, 'log(2)']], V = [[1], [3]] }\n"
        "gradient = { of = 't', wrt = ['S'] }\n"
    )
    (tmp_path / "sheet.toml").write_text(text, encoding="utf-8")
    key = Ready(load(tmp_path / "sheet.toml"))
    for form in READ:
        file = tmp_path / f"key{suffix(form)}"
        file.write_bytes(deliver(key.sheet, Wanted(form)))
        (report,) = check_file(key, file)
        assert {r.verdict for q in report.questions for r in q.results} == {"correct"}, form
