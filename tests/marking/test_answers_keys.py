"""Every file that symattn writes reads back as the answers it shows: every sheet in every format, the details in turn.

Which of the three details a key is read back in goes round from sheet to sheet and from format to format: what stands in a key is decided
by the detail, how it is written by the format. ``SYMATTN_KEYS=all`` reads every detail of every sheet in every format.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from symattn.course.delivery import DETAILS, PROGRAMS, Wanted, deliver, formats_known, suffix
from symattn.errors import SheetError
from symattn.files import folder
from symattn.marking.answers.formats import suffixes
from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.notation.table import shipped
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
    if (k + f + d) % 3 == 0 or os.environ.get("SYMATTN_KEYS") == "all"
]


@pytest.mark.sliced(90)
@pytest.mark.parametrize(("path", "form", "detail"), KEYS)
def test_a_key_reads_back_as_the_answers_it_shows(tmp_path: Path, path: Path, form: str, detail: str) -> None:
    key = ready(path)
    file = tmp_path / f"key{suffix(form)}"
    file.write_bytes(deliver(key.sheet, Wanted(form, detail=detail)))
    (report,) = check_file(key, file)
    assert not report.error
    wrong = {f"{q.id}.{r.name}": (r.verdict, r.message) for q in report.questions for r in q.results if r.verdict not in FINE}
    assert not wrong


GERMAN = [(path, form, READ.index(form) % 2) for path in SHEETS for form in READ if form not in ("json", "toml")]


@pytest.mark.sliced(140)
@pytest.mark.parametrize(("path", "form", "point"), GERMAN, ids=[f"{path.stem}-{form}" for path, form, _ in GERMAN])
def test_a_german_key_has_decimal_commas_and_reads_back(tmp_path: Path, path: Path, form: str, point: int) -> None:
    sheet = replace(load(path), language="de", point=("", ",")[point])
    file = tmp_path / f"key{suffix(form)}"
    file.write_bytes(deliver(sheet, Wanted(form)))
    (report,) = check_file(Ready(sheet), file)
    assert not report.error
    wrong = {f"{q.id}.{r.name}": (r.verdict, r.message) for q in report.questions for r in q.results if r.verdict not in FINE}
    assert not wrong


NOTATIONS = sorted(shipped())


def crossed(path: Path, form: str, notation: str, kept: bool) -> object:
    """A key to be read back: one in a hundred in every run, the others where everything is tried."""
    id = f"{path.stem}-{form}-{notation}"
    marks = [pytest.mark.exhaustive] * (not kept)
    return pytest.param(path, form, notation, id=id, marks=marks)


CROSSED = [
    crossed(path, form, notation, (31 * k + 5 * f + n) % 97 == 0)
    for k, path in enumerate(SHEETS)
    for f, form in enumerate(READ)
    for n, notation in enumerate(NOTATIONS)
]


@pytest.mark.sliced(24)
@pytest.mark.parametrize(("path", "form", "notation"), CROSSED)
def test_a_key_reads_back_in_every_notation(tmp_path: Path, path: Path, form: str, notation: str) -> None:
    head, sheet, rest = path.read_text("utf-8").partition("[[question]]")
    own = re.sub(r'(?m)^notation = "[^"]*"', "", head)
    file = tmp_path / path.name
    file.write_text(f'notation = "{notation}"\n{own}{sheet}{rest}', encoding="utf-8")
    try:
        key = Ready(load(file))
    except SheetError as error:  # matrices that stand for rows of tokens are none for columns of them; symbols may be typed alike
        assert notation == "columns" or "notation" in rest + own or "told apart" in str(error)
        return
    answer = tmp_path / f"key{suffix(form)}"
    answer.write_bytes(deliver(key.sheet, Wanted(form)))
    (report,) = check_file(key, answer)
    assert not report.error
    assert not {f"{q.id}.{r.name}": r.verdict for q in report.questions for r in q.results if r.verdict not in FINE}


HEADS = (
    "notation = '{notation}'\n[[question]]\nvariant = 'multi-head-attention'\noptions = {{ heads = 3 }}\n"
    "[question.given]\nX = [[1, 0], [1, 2]]\n"
)


@pytest.mark.sliced(3)
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
