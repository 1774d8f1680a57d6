"""A matrix made of parts shows where they meet, in every format, and is read back."""

from __future__ import annotations

from pathlib import Path

import pytest

from symattn.course.delivery import DETAILS, Wanted, deliver
from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.page import evaluated, page
from symattn.sheet import Sheet, loads

GIVEN = 'A = [[1, 2], [3, 4]]\nZ = [[0, 0], [0, "sqrt(2)"]]\nx = [[1, 2]]\ny = [[3, 4]]'
LINES = {  # the line, after which columns and rows its parts meet, and its formula where blocks stand in it
    "kron(A, Z)": ((2,), (2,), ""),
    "kron(Z, x)": ((2,), (1,), ""),
    "concat(A, Z)": ((2,), (), ""),
    "concat(A, Z, A)": ((2, 4), (), ""),
    "stack(A, Z)": ((), (2,), ""),
    "stack(A, x, Z)": ((), (2, 3), ""),
    "stack(concat(A, Z), concat(Z, A))": ((2,), (2,), "⎡A  Z⎤"),
    "concat(stack(A, x), stack(Z, y))": ((2,), (2,), "⎡A  Z⎤"),
    "stack(concat(x, y), concat(A, Z))": ((2,), (1,), "⎡x  y⎤"),
    "stack(concat(A, Z), kron(x, A))": ((2,), (2,), ""),
    "A @ Z": ((), (), ""),
}
FORMS = {"text": "txt", "tex": "tex", "md": "md", "html": "html", "ipynb": "ipynb", "json": "json"}


def sheet(line: str, policy: str = "exact", more: str = "") -> Sheet:
    return loads(f'working = "{policy}"\n[[question]]\nsteps = ["B = {line}"{more}]\n[question.given]\n{GIVEN}')


@pytest.mark.sliced(12)
@pytest.mark.parametrize("policy", ["exact", "decimals", "carried"])
@pytest.mark.parametrize("line", LINES)
def test_parts_meet_where_the_page_says(line: str, policy: str) -> None:
    across, down, formula = LINES[line]
    made = sheet(line, policy)
    text, tex, html = (page(made.solve(), form) for form in ("text", "tex", "html"))
    assert formula in text
    rows = text.splitlines()
    assert sum("╌" in row for row in rows) == len(down), text
    assert max(row.count("│") for row in rows) in (len(across), 2 * len(across)), text  # once more where it is rounded
    assert tex.split(r"\begin{document}")[1].count(r"\hline ") in (len(down), 2 * len(down))
    assert (" under" in html.split("</style>")[-1] or '"under' in html.split("</style>")[-1]) == bool(down)


@pytest.mark.sliced(40)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("line", LINES)
def test_a_key_of_blocks_is_read_back(line: str, form: str, tmp_path: Path) -> None:
    made = sheet(line, more=', "C = 2 * B"')
    for detail in DETAILS:
        evaluated(made.solve(), detail)
    key = tmp_path / f"key.{FORMS[form]}"
    key.write_bytes(deliver(made, Wanted(form)))
    (report,) = check_file(Ready(made), key)
    assert {r.name: r.verdict for q in report.questions for r in q.results} == {"B": "correct", "C": "correct"}, report.error


def test_a_block_of_zeros_is_0_in_brackets_alone() -> None:
    """Behind a word zeros have their size: Concat(𝟏, 𝟎)."""
    text = page(loads("[[question]]\nsteps = ['M = concat(ones(1, 2), zeros(1, 2))']\n").solve(), "text")
    assert "Concat(𝟏_(1×2), 𝟎_(1×2))" in text
    assert "[1  1 │ 0  0]" in text
