"""The width of a sheet's text, the size of its print, its columns: formulas are laid out for them."""

from __future__ import annotations

import re
import shutil
import subprocess
from itertools import pairwise, product
from pathlib import Path

import pytest

from symattn import check
from symattn import page as pages
from symattn.boxes import Ink, number
from symattn.boxes.measure import zoomed
from symattn.errors import SheetError
from symattn.files import find
from symattn.page import layout
from symattn.page.engine import Engine
from symattn.sheet import loads

SHEET = '''
[[question]]
steps = ["Q = X @ W", "S = Q @ X.T", "A = softmax(S)", "H = A @ X"]
given = { X = [[1.25, 2.5, 1.75, 4.5], [3.5, 0.5, 2.25, 1.5], [1, 2, 3, 4]], W = [[1, 2, 3, 4], [2, 1, 0, 1], [0.5, 1, 2, 1], [1, 0, 0, 1]] }
'''


def broken(setting: str) -> int:
    """How often a chain goes on on a line of its own, behind its name or from the left edge."""
    return len(re.findall(r"^  &|\\begin\{equation\*\}", pages.page(loads(setting + SHEET).solve(), "tex"), re.M))


@pytest.mark.exhaustive
def test_lines_are_broken_for_the_width_of_the_text() -> None:
    wide, usual, narrow, columns = map(broken, ('width = "250mm"', "", 'width = "100mm"', "columns = 2"))
    assert wide <= usual < narrow <= columns
    assert broken('size = "large"') > usual


def shown(setting: str, sheet: str) -> str:
    return pages.page(loads(f"{setting}\n{sheet}").solve(), "md")


@pytest.mark.exhaustive
def test_markdown_is_set_for_the_width_of_a_sheet() -> None:
    """The givens of two heads stand beside all others on a wide line alone, the working breaks sooner on a narrow one."""
    sheet = find("two-heads-by-hand").read_text(encoding="utf-8")
    wide, narrow, usual = (shown(setting, sheet) for setting in ('width = "200mm"', 'width = "115mm"', ""))
    lines = [page.count("\n &") for page in (wide, narrow, usual)]
    assert lines[0] < lines[1] < lines[2]
    assert [len(re.findall(r"^.*W.*W.*W.*W.*W.*W.*W", page, re.M)) for page in (wide, usual)] == [1, 0]
    assert usual == shown('width = "77mm"', sheet), "a telephone's, unless the sheet says so"


@pytest.mark.sliced(2)
@pytest.mark.parametrize(("columns", "cut"), [(4, False), (6, False), (12, True), (16, True), (30, True)])
def test_a_matrix_wider_than_a_column_of_markdown_comes_in_blocks_and_reads_back(tmp_path: Path, columns: int, cut: bool) -> None:
    """Formulas have one size there."""
    sheet = f'[[question]]\nsteps = ["B = A * 2"]\ngiven.A = [{[j % 10 + 10 for j in range(columns)]}]'
    made = shown("", sheet)
    assert ("columns 1 to" in made) == cut
    assert max(line.count("&") for line in made.split("\n")) < 9
    assert "columns" not in shown('width = "400mm"', sheet)
    (tmp_path / "key.md").write_text(made, encoding="utf-8")
    report = check(loads(sheet), tmp_path / "key.md")
    assert [line.verdict for line in report.answers[0].questions[0].results] == ["correct"]


@pytest.mark.sliced(2)
@pytest.mark.parametrize(("written", "parts"), [
    (r"$H = \operatorname{Attention}(Q, K, V) = \operatorname{softmax}(\frac{Q K^T}{\sqrt{d_k}}) V, \quad Y = H W$", 3),
    (r"$H = (A = B)$", 1),
])  # fmt: skip
def test_an_authors_formula_may_go_on_below_where_it_is_wide(written: str, parts: int) -> None:
    made = shown("", f"intro = '{written}'" + SHEET).split("## ")[0]
    assert len(re.findall(r"\$[^$]+\$", made)) >= parts
    assert len(re.findall(r"\$[^$]+\$", shown('width = "250mm"', f"intro = '{written}'" + SHEET).split("## ")[0])) == 1


@pytest.mark.exhaustive
def test_a_page_measures_as_usual_behind_one_that_is_narrow() -> None:
    before = pages.page(loads(SHEET).solve(), "tex")
    pages.page(loads('width = "60mm"' + SHEET).solve(), "tex")
    assert pages.page(loads(SHEET).solve(), "tex") == before
    with zoomed(2.0, 1.5):
        assert pages.page(loads(SHEET).solve(), "tex") == before, "a page takes its own sheet's width"


@pytest.mark.parametrize(("setting", "said"), [
    ('width = "120"', "no length"), ("width = 120", "a length"), ('width = "1cm"', "from 50 to 400 mm"), ('width = "2m"', "no length"),
    ('width = "100mm"\ncolumns = 2', "for two columns"), ("columns = 3", "columns"), ('size = "huge"', "size"), ('width = "9 lines"', "no length"),
])  # fmt: skip
def test_what_is_no_width_is_refused(setting: str, said: str) -> None:
    with pytest.raises(SheetError, match=said):
        loads(setting + SHEET)


@pytest.mark.sliced(3)
@pytest.mark.parametrize("format_", ["md", "html", "text"])
@pytest.mark.parametrize("key", [True, False])
def test_what_is_not_printed_has_one_column(format_: str, key: bool) -> None:
    one, two = (pages.page(loads(setting + SHEET), format_, key=key) for setting in ("", "columns = 2"))
    assert one == two


SETTINGS = ['width = "120mm"', 'width = "90mm"', 'size = "large"', "columns = 2", 'width = "220mm"\ncolumns = 2\nsize = "large"']


@pytest.mark.exhaustive
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="LaTeX is not installed")
@pytest.mark.parametrize("key", [True, False], ids=["key", "blank"])
@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("sheet", ["", "two-heads-by-hand"])
def test_nothing_sticks_out_on_paper(tmp_path: Path, sheet: str, setting: str, key: bool) -> None:
    text = find(sheet).read_text(encoding="utf-8") if sheet else SHEET
    (tmp_path / "page.tex").write_text(pages.page(loads(setting + "\n" + text).solve(), "tex", key=key), encoding="utf-8")
    subprocess.run(["pdflatex", "-interaction=nonstopmode", "page.tex"], cwd=tmp_path, capture_output=True, check=True)
    log = (tmp_path / "page.log").read_text(errors="replace")
    assert not [float(pt) for pt in re.findall(r"Overfull \\hbox \(([\d.]+)pt", log) if float(pt) > 1]


@pytest.mark.parametrize("alone", [0.0, 11.0])
@pytest.mark.parametrize("used", [0.0, 3.0, 12.0, 13.0])
def test_a_chain_is_broken_where_the_line_is_full(used: float, alone: float) -> None:
    """Each line takes what fits, and a link more would not; the name stands on the first, the mark on the last, and lines hang together."""
    for wide in product([2.0, 5.0, 8.0, 11.0], repeat=3):
        breaks_are_right(wide, used, alone)


def breaks_are_right(wide: tuple[float, ...], used: float, alone: float) -> None:
    chain = tuple(("=", number(k)) for k in range(3))
    lines = layout._broken(layout.Eq(Ink("Q"), chain, "1 mark"), 10.0, lambda link: wide[chain.index(link)], used, alone)
    assert [link for line in lines for link in line.chain] == [*chain]
    assert [line.lhs for line in lines] == [Ink("Q"), *[None] * (len(lines) - 1)]
    assert [line.mark for line in lines] == [*[""] * (len(lines) - 1), "1 mark"]
    assert [line.tie for line in lines] == [*[True] * (len(lines) - 1), False]
    left = iter(wide)
    room = [[next(left) for _ in line.chain] for line in lines]
    assert all(room[1:])
    for k, (here, after) in enumerate(pairwise(room)):
        assert sum(here) + after[0] + used * (not k) > 10.0
    for k, here in enumerate(room):
        assert sum(here) + used * (not k) <= 10.0 or len(here) < 2
    goes_on = used <= layout.NARROW and not wide[0] <= alone < used + wide[0]  # below a name that takes little room nothing begins
    assert bool(room[0]) == (used + wide[0] <= 10.0 or goes_on)


@pytest.mark.parametrize("many", [2, 5, 7, 9, 10])
@pytest.mark.parametrize("name", ["p", "'p_{T=0.1}'"])
@pytest.mark.parametrize("places", [2, 4])
def test_a_row_in_full_has_one_size_and_one_axis(places: int, name: str, many: int) -> None:
    scores = [[round(4.51 - 1.37 * k % 5, 2) for k in range(many)]]
    sheet = f'''
        working = "decimals"
        decimals = {places}
        notation.names = {{ p = '{name.strip("'")}' }}
        [[question]]
        steps = ["p = softmax(z / 0.1)"]
        given = {{ z = {scores} }}
    '''
    tex = pages.page(loads(sheet).solve(), "tex")
    block = tex.partition(r"\step{The row in full}")[2].partition("p_{T=0.1}=" if "T" in name else "p=")[0]
    words = ("scores", "minus largest", "exponentials", "their sum", "weights")
    if many < 10 or places < 4:
        block, found, _ = block.partition(r"\lhs{\text{weights}}")
        assert found
        assert block.count(r"\begin{align*}") == 1
        assert r"\begin{equation*}" not in block
        assert all(f"\\lhs{{\\text{{{word}}}}}" in block for word in words[:-1])
    else:  # from the left edge, each on one line
        sizes = re.findall(r"\{(\\\w+)\\setlength\S+\\shown\\begin\{equation\*\}\\text\{([\w ]+)\}[=\\]", block)
        assert [word for _, word in sizes] == [*words]
        assert len({size for size, _ in sizes}) == 1


@pytest.mark.parametrize("least", [None, 0, 1, 2, 3])
@pytest.mark.parametrize("form", ["tex", "html", "md", "text"])
def test_what_has_room_is_as_large_as_what_it_belongs_to(form: str, least: int | None) -> None:
    """In full size where nothing is said of it, smaller on paper alone."""
    engine, eqs = Engine(form), (((layout.Eq(Ink("A"), (("=", number(1)),)),),),)
    (display,) = engine.laid_out(eqs, 5.0) if least is None else engine.laid_out(eqs, 5.0, least)
    assert display.size == (layout.sizes()[least or 0][0] if engine.writer.paper else "")
