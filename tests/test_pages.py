"""Whole pages: the text of every shipped worksheet, and what TeX makes of it."""

from __future__ import annotations

import os
import re
import subprocess
from functools import cache
from pathlib import Path
from unicodedata import normalize

import pytest

from symattn import page as pages
from symattn.errors import LimitError, SymattnError, ToolError
from symattn.files import folder
from symattn.formats import names, pdf
from symattn.formats.tex import unsettable
from symattn.sheet import Sheet, SolvedSheet, load, loads

SHIPPED = sorted(path.stem for path in folder("worksheets").glob("*.toml"))
LEVELS = ("brief", "standard", "full")
GOLDEN = Path(__file__).parent / "golden"


def shipped(name: str) -> Sheet:
    return load(folder("worksheets") / f"{name}.toml")


@cache
def solved(name: str) -> SolvedSheet:
    return shipped(name).solve()


HAND, MACHINE, STATED = (shipped(name) for name in ("two-heads-by-hand", "thinking-machine", "stated-weights"))
SAYS: dict[str, tuple[Sheet, str, str]] = {
    "a small weight gets a name": (HAND, "standard", "ε₁ = ─────────── ≈ 0.0142"),
    "a weight below 0.0005 is a power of ten": (HAND, "standard", "≈ 5.02·10⁻⁵"),
    "heads that agree share a line": (HAND, "standard", "P¹ = P² = softmax(L¹) = ⎡ε₁  1 − ε₁⎤"),
    "a head goes on in the names": (HAND, "standard", "⎡3 − 2ε₁  −4 + 2ε₁⎤"),
    "the last box has the full form": (HAND, "standard", "3 + 7e^(3√2)"),
    "the output in decimals": (HAND, "standard", "⎡6.9433  −6.9433⎤"),
    "the width under the root": (HAND, "standard", "K¹ has 2 columns, so dₖ = 2."),
    "an instance in decimals answers in decimals": (MACHINE, "standard", "⎡ 7.0   8.0   9.0⎤"),
    "equal places": (MACHINE, "standard", "⎡190.00   436.40⎤"),
    "a tiny weight is a power of ten": (MACHINE, "standard", "1.651·10⁻⁶²"),
    "never 1 for what is left of it": (MACHINE, "standard", "1 − 1.651·10⁻⁶²"),
    "how far the decimals are right": (MACHINE, "standard", "right to 60 places"),
    "results less a tiny row": (MACHINE, "standard", "⎡17.0  19.6  22.2⎤ − ⎡ε₀₁⎤[10.0  11.6  13.2]"),
    "the output that is handed on": (MACHINE, "standard", "⎡155.96  169.04  182.12  195.20⎤"),
    "every dot product": (MACHINE, "full", "(Q₀)₂₁ = 5(0.1) + 6(0.4) + 7(0.7) + 8(1.0) = 15.8"),
    "one softmax row in five lines": (MACHINE, "full", "minus largest = "),
    "stated weights are followed": (STATED, "standard", "⎡4.00  0.00⎤"),
    "and held against the exact ones": (STATED, "standard", "⎡−0.0139  0.0070⎤"),
    "with what rounding allows": (STATED, "standard", "may be off by 0.005"),
}  # fmt: skip


@pytest.mark.sliced(4)
@pytest.mark.parametrize(("sheet", "detail", "shown"), SAYS.values(), ids=SAYS)
def test_the_solution_says(sheet: Sheet, detail: str, shown: str) -> None:
    assert shown in pages.page(sheet, "text", detail=detail)


@pytest.mark.sliced(48, pairs=True)  # the level decides what is shown, the format how that is written
@pytest.mark.parametrize("detail", LEVELS)
@pytest.mark.parametrize("format_", names())
@pytest.mark.parametrize("name", SHIPPED)
def test_every_sheet_in_every_format(name: str, format_: str, detail: str) -> None:
    solution = solved(name)
    key, blank = (pages.page(solution, format_, answered, detail) for answered in (True, False))
    assert key != blank
    assert key == pages.page(solution, format_, True, detail)


@pytest.mark.sliced(3)
@pytest.mark.parametrize("format_", names())
def test_the_students_sheet_holds_no_answer(format_: str) -> None:
    blank = pages.page(HAND, format_, key=False)
    blank = blank[max(blank.find("<body"), blank.find(r"\begin{document}"), 0) :]
    assert "Compute the output" in blank
    assert not re.search(r"6\.94|varepsilon|ε|0\.0142", blank)


def test_brief_shows_results_alone() -> None:
    brief = pages.page(HAND, "text", detail="brief")
    assert "Q¹ = ⎡1  2⎤" in brief
    assert "XW" not in brief.split("(a)")[1]


@pytest.mark.parametrize("place", ["title", "course", "intro", "note", "prompt"])
def test_a_template_in_an_authors_text_is_text(place: str) -> None:
    text = "<< 7*7 >> <% for x in y %> <# z #>"
    where = f'[[question]]\n{place} = "{text}"' if place == "prompt" else f'{place} = "{text}"\n[[question]]'
    page = pages.page(loads(where + '\nsteps = ["B = A @ A"]\ngiven = { A = [[2]] }\n'), "text")
    assert text in page
    assert "49" not in page


def test_a_title_is_escaped() -> None:
    page = pages.page(loads('title = "R&D 100% a_b für $5"\n[[question]]\nsteps = ["B = A.T"]\ngiven = { A = [[2]] }\n'))
    assert r"\sheet{R\&D 100\% a\_b für \$5}" in page


SMALL = """
title = "One product"
course = "Golden"
tokens = ["I", "see"]
[[question]]
id = "q1"
prompt = 'Compute $Y$.'
steps = ["A = softmax(X @ X.T)", "Y = A @ X"]
given = { X = [[1, 0], [1, 1]] }
[[question.part]]
label = "a"
prompt = "The weights."
asks = ["A"]
marks = 2
[[question.part]]
label = "b"
prompt = "The output."
asks = ["Y"]
marks = 1.5
remark = 'Both rows of $A$ add up to 1.'
"""


def test_the_golden_page() -> None:
    page = pages.page(loads(SMALL))
    body = page[page.index(r"\begin{document}") :]
    if os.environ.get("GOLDEN"):
        (GOLDEN / "small.tex").write_text(body, encoding="utf-8")
    assert body == (GOLDEN / "small.tex").read_text(encoding="utf-8")


UNKNOWN = {
    "a format": (("tx", "standard"), 'did you mean "tex"'),
    "a level": (("tex", "fulll"), 'did you mean "full"'),
}


@pytest.mark.parametrize(("asked", "message"), UNKNOWN.values(), ids=UNKNOWN)
def test_an_unknown_word_names_the_nearest(asked: tuple[str, str], message: str) -> None:
    with pytest.raises(SymattnError, match=message):
        pages.page(HAND, asked[0], detail=asked[1])


def test_commands_of_the_course_stand_before_the_document() -> None:
    sheet = loads("preamble = '\\newcommand\\own{Z}'\n[[question]]\nprompt = '$\\own$'\nsteps = ['Y = X @ X']\ngiven.X = [[1]]\n")
    for key in (True, False):
        page = pages.page(sheet, "tex") if key else pages.page(sheet, "tex", key=False)
        head, _, body = page.partition("\\begin{document}")
        assert head.rstrip().endswith("\\newcommand\\own{Z}")
        assert "$\\own$" in body


def test_columns_are_printed_as_they_stand() -> None:
    page = pages.page(loads("""
notation = "columns"
[[question]]
variant = "attention"
[question.given]
X = [[1, 3, 5], [2, 4, 6]]
W_Q = [[1, 0], [1, 1]]
W_K = [[1, 0], [0, 1]]
W_V = [[1, 0]]
"""), "text")  # fmt: skip
    assert "X = ⎡1  3  5⎤" in page
    assert "Q = W_Q X = ⎡1  0⎤⎡1  3  5⎤" in page
    assert "A = softmax(L)" in page


def matrices(rows: int, cols: int) -> str:
    return str([[(3 * i + 5 * j) % 7 - 3 for j in range(cols)] for i in range(rows)])


BIG = "\n".join(
    ["[[question]]", 'variant = "multi-head-attention"', "[question.given]", f"X = {matrices(8, 16)}"]
    + [f"W_{w}_{h} = {matrices(16, 16)}" for h in range(1, 5) for w in "QKV"]
    + [f"W_O = {matrices(64, 16)}"]
)


def compiled(source: str, tmp_path: Path) -> tuple[str, list[float]]:
    """The text of the PDF and how far boxes stand out, in points."""
    data, log = pdf.compiled(source, "pdflatex")
    (tmp_path / "page.pdf").write_bytes(data)
    text = subprocess.run(["pdftotext", "-layout", "page.pdf", "-"], cwd=tmp_path, capture_output=True, check=True)
    return text.stdout.decode(), [float(pt) for pt in re.findall(r"^Overfull \\[hv]box \(([\d.]+)pt", log, re.M)]


@pytest.mark.tex
@pytest.mark.sliced(120)
@pytest.mark.parametrize("detail", LEVELS)
@pytest.mark.parametrize("name", SHIPPED)
def test_every_sheet_compiles_and_stays_on_the_page(name: str, detail: str, tmp_path: Path) -> None:
    """The keys; what the students' sheets look like is in page/test_blank_paper.py."""
    sheet = shipped(name)
    text, over = compiled(pages.page(solved(name), "tex", True, detail), tmp_path)
    assert not over
    assert "Worked key" in text
    for part in sheet.questions[0].parts:
        assert not part.label or f"({part.label})" in text


@pytest.mark.tex
def test_the_key_is_read_back_from_the_pdf(tmp_path: Path) -> None:
    text, _ = compiled(pages.page(HAND), tmp_path)
    for shown in ("6.9433", "−6.9998", "0.0142", "5.02 · 10−5", "[6 marks]", "softmax"):
        assert shown in text


@pytest.mark.exhaustive
@pytest.mark.tex
@pytest.mark.parametrize("detail", [level if level == "standard" else pytest.param(level, marks=pytest.mark.exhaustive) for level in LEVELS])
def test_eight_tokens_sixteen_wide_four_heads_stay_on_the_page(detail: str, tmp_path: Path) -> None:
    _, over = compiled(pages.page(loads(BIG), detail=detail), tmp_path)
    assert not over


LETTERS = [chr(code) for code in (*range(0xA1, 0x24F), *range(0x1E00, 0x1EFA)) if chr(code).isalpha()]


@pytest.mark.exhaustive
@pytest.mark.tex
def test_every_letter_that_is_not_said_at_vary_is_set(tmp_path: Path) -> None:
    """Latin letters with and without accents, the nine below U+0180 that no font has among them: no name of them stops a class."""
    settable = [letter for letter in LETTERS if not unsettable(letter)]
    assert set("ħĦŧŦŀĿĸŉſễṭșțłøđœßı") <= set(settable)
    words = " ".join("".join(settable[k : k + 12]) for k in range(0, len(settable), 12))
    text, _ = compiled(pages.page(loads(f'student = "Nguyễn {words} Jo\\u0308rg"\n{SMALL}')), tmp_path)
    assert "Nguyễn" in normalize("NFC", text)
    assert "U+" not in text


def heads(count: int) -> str:
    """A sheet whose last line joins so many heads."""
    lines = [f"H_{k} = X @ W_{k}" for k in range(1, count + 1)]
    joined = ", ".join(f"H_{k}" for k in range(1, count + 1))
    given = "\n".join(f"W_{k} = {matrices(2, 1)}" for k in range(1, count + 1))
    return f"[[question]]\nsteps = {[*lines, f'H = concat({joined})', 'Y = H @ O']}\n[question.given]\nX = {matrices(2, 2)}\n{given}\nO = {matrices(count, 2)}"


def tokens(count: int) -> str:
    """A sheet whose working, matrices of count × count, fills more pages than TeX has one length for."""
    steps = ["Q = X @ W", "S = Q @ X.T", "R = S + S.T", "P = R * 2", "Z = P - S"]
    return f"[[question]]\nsteps = {steps}\n[question.given]\nX = {matrices(count, 2)}\nW = [[1, 2], [0, 1]]"


LARGE = [pytest.param(heads(32), id="32 heads"), pytest.param(tokens(64), id="64 tokens", marks=pytest.mark.exhaustive)]


@pytest.mark.exhaustive
@pytest.mark.tex
@pytest.mark.parametrize("sheet", LARGE)
def test_what_is_wider_or_taller_than_a_page_is_broken_and_stays_on_it(sheet: str, tmp_path: Path) -> None:
    solution = loads(sheet).solve()
    for key in (True, False):
        _, over = compiled(pages.page(solution, "tex", key), tmp_path)
        assert not over
        placed = subprocess.run(["pdftotext", "-bbox", "page.pdf", "-"], cwd=tmp_path, capture_output=True, check=True).stdout.decode()
        found = [tuple(map(float, place)) for place in re.findall(r'<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">', placed)]
        assert len(found) > (500 if key else 100)
        assert all(0 < left < right < 595.3 and 0 < top < bottom < 841.9 for left, top, right, bottom in found)


@pytest.mark.exhaustive
@pytest.mark.tex
def test_the_same_sheet_gives_the_same_pdf() -> None:
    source = pages.page(loads(SMALL))
    assert pdf.pdf(source) == pdf.pdf(source)


@pytest.mark.exhaustive
@pytest.mark.tex
def test_a_page_of_a_class_is_the_same_bytes_as_alone(tmp_path: Path) -> None:
    """Other pages before it, one of them wrong, leave no trace: not their page numbers, not their commands."""
    pdf._shared.cache_clear()
    alone = pdf.pdf(pages.page(HAND))
    pdf._shared.cache_clear()
    for other in (loads(SMALL), shipped("attention-laws")):
        pdf.pdf(pages.page(other))
    with pytest.raises(SymattnError, match=r"nosuchcommand.*Undefined control sequence"):
        pdf.pdf(pages.page(loads(f"intro = 'x'\n{SMALL}")).replace("\\begin{questions}", "\\nosuchcommand\\begin{questions}"))
    assert pdf._shared.cache_info().misses == 1
    assert pdf.pdf(pages.page(HAND)) == alone


@pytest.mark.exhaustive
@pytest.mark.tex
def test_without_a_format_a_page_is_set_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "_shared", lambda above: None)
    assert pdf.pdf(pages.page(loads(SMALL))).startswith(b"%PDF-")


def test_without_tex_the_message_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symattn.formats.pdf.shutil.which", lambda _: None)
    with pytest.raises(ToolError, match=r"sudo apt-get install texlive-latex-extra texlive-pictures lmodern"):
        pdf.pdf("")


PROMPTS = {
    "a command that is none": r"\nosuchcommand",
}


@pytest.mark.tex
@pytest.mark.parametrize("prompt", PROMPTS.values(), ids=PROMPTS)
def test_a_prompt_cannot_reach_out(prompt: str) -> None:
    page = pages.page(loads(f"[[question]]\nprompt = '{prompt}'\nsteps = [\"B = A.T\"]\ngiven = {{ A = [[2]] }}\n"))
    with pytest.raises(SymattnError, match="cannot set the page"):
        pdf.pdf(page)


@pytest.mark.tex
def test_no_shell(tmp_path: Path) -> None:
    sheet = loads(
        f"[[question]]\nprompt = '\\immediate\\write18{{touch {tmp_path}/made}}'\nsteps = [\"B = A.T\"]\ngiven = {{ A = [[2]] }}\n"
    )
    with pytest.raises(SymattnError, match="closed to the LaTeX of a sheet"):
        pages.page(sheet)
    assert not (tmp_path / "made").exists()


@pytest.mark.exhaustive
@pytest.mark.tex
def test_an_endless_macro_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symattn.formats.pdf.SECONDS", 3)
    page = pages.page(loads("[[question]]\nprompt = '\\def\\x{\\x}\\x'\nsteps = [\"B = A.T\"]\ngiven = { A = [[2]] }\n"))
    with pytest.raises(LimitError, match="3 seconds"):
        pdf.pdf(page)


BRACKETS = """
[[question]]
prompt = "[Easy] First."
steps = ["B = A.T"]
given = { A = [[2]] }
[[question.part]]
label = "a"
prompt = "[Hard] Second. % a comment"
asks = ["B"]
"""


@pytest.mark.tex
def test_a_prompt_may_begin_with_a_bracket_and_end_with_a_comment(tmp_path: Path) -> None:
    text, _ = compiled(pages.page(loads(BRACKETS)), tmp_path)
    for shown in ("[Easy] First.", "[Hard] Second.", "[1 mark]"):
        assert shown in text
