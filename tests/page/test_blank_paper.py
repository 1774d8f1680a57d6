"""Sheets and keys on paper: room fills the pages, what belongs together stays together, every asked line has its frame."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from symattn import page as pages
from symattn.files import shipped
from symattn.formats import pdf
from symattn.sheet import SolvedSheet, load, loads

FEW = ("thinking-machine", "seven-steps", "multi-head-figure", "positions")
MARGIN, DPI = 21, 40
"""The upper and the lower margin of a page in millimetres, and how finely pages are looked at."""


def solved(name: str) -> SolvedSheet:
    return load(shipped()[name]).solve()


def empty(data: bytes, folder: Path) -> list[float]:
    """How much of each page's text area is left empty below its last ink."""
    (folder / "page.pdf").write_bytes(data)
    subprocess.run(["pdftoppm", "-r", str(DPI), "-gray", "page.pdf", "page"], cwd=folder, check=True)
    found = []
    for file in sorted(folder.glob("page*.pgm")):
        _, size, _, pixels = file.read_bytes().split(b"\n", 3)
        wide, high = map(int, size.split())
        top, bottom = round(MARGIN / 25.4 * DPI), high - round(MARGIN / 25.4 * DPI)
        inked = [y for y in range(top, bottom) if min(pixels[y * wide : (y + 1) * wide]) < 235]
        found.append((bottom - max(inked, default=top)) / (bottom - top))
        file.unlink()
    return found


def lines(data: bytes, folder: Path) -> list[list[str]]:
    """The lines of text of each page, without its header and its number."""
    (folder / "page.pdf").write_bytes(data)
    text = subprocess.run(["pdftotext", "-layout", "page.pdf", "-"], cwd=folder, capture_output=True, check=True).stdout.decode()
    found = [[line.strip() for line in page.split("\n") if line.strip()] for page in text.split("\f")[:-1]]
    return [page[0 if k == 0 else 1 : -1] for k, page in enumerate(found)]


def captions(solution: SolvedSheet) -> list[str]:
    """What is said of the figures of a sheet, with letters alone."""
    said = [pages.page(solution, "tex", key=False)]
    return [re.sub(r"\W", "", text)[:30] for text in re.findall(r"\\end{drawing}\s*(.+)", said[0])]


@pytest.mark.exhaustive
@pytest.mark.tex
@pytest.mark.parametrize("sheets", [FEW[:2], pytest.param(tuple(shipped()), marks=pytest.mark.exhaustive)], ids=["two", "all"])
def test_pages_are_full_and_nothing_stands_alone(sheets: tuple[str, ...], tmp_path: Path) -> None:
    shares: list[float] = []
    gone_on: list[tuple[str, int]] = []
    for name in sheets:
        solution = solved(name)
        data, log = pdf.compiled(pages.page(solution, "tex", key=False), "pdflatex")
        left = empty(data, tmp_path)
        shares += left
        assert all(share <= 0.2 for share in left[:-1]), (name, left)
        assert all(float(pt) <= 5 for pt in re.findall(r"^Overfull \\[hv]box \(([\d.]+)pt", log, re.M)), name
        told = captions(solution)
        for number, page in enumerate(lines(data, tmp_path), 1):
            if page and number > 1 and not any(re.match(r"Question|Step|\([a-z]\)", line) for line in page[:3]):
                gone_on.append((name, number))  # the page before asked for what begins this one
            assert "Worked key" not in "".join(page)
            first = re.sub(r"\W", "", page[0])[:20] if page else ""
            assert not any(len(first) > 8 and caption.startswith(first) for caption in told), f"{name}: a caption without its figure"
            assert not page or not re.match(r"(Question \d+|\([a-z]\)\s*$)", page[-1]), f"{name}: a heading without its text"
    assert sum(shares) / len(shares) < 0.12
    assert not gone_on, "frames stand on the page of their part"


@pytest.mark.exhaustive
@pytest.mark.tex
def test_on_a_key_what_belongs_together_stands_on_one_page(tmp_path: Path) -> None:
    for name in ("batched-shapes", "designs", "positions-in-letters", "backward-through-a-head"):
        solution = solved(name)
        remarks = [re.sub(r"\W", "", part.remark)[:20] for q in solution.sheet.questions for part in q.parts if part.remark]
        for page in lines(pdf.compiled(pages.page(solution, "tex"), "pdflatex")[0], tmp_path):
            assert not re.match(r"(Question|Step) \d+|.*:$", page[-1]), f"{name}: words without what they open, {page[-1]}"
            assert re.sub(r"\W", "", page[0])[:20] not in remarks, f"{name}: a remark without its working"


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["few-bits", "gated-block", "attention-laws", "counting-gpt2"])
def test_no_display_of_working_opens_with_an_empty_line(name: str) -> None:
    body = pages.page(solved(name), "tex").split(r"\begin{document}")[1]
    assert all(before.endswith(r"\shown") for before in re.split(r"\\begin\{(?:align|equation)", body)[:-1])


@pytest.mark.exhaustive
@pytest.mark.tex
def test_letter_paper_and_a_page_without_room(tmp_path: Path) -> None:
    words = "Words of an introduction that go on and on. " * 150
    sheet = f"""paper = "letter"
intro = '{words}'
[[question]]
steps = ['B = A @ A']
given.A = [[1, 2], [3, 4]]
"""
    data, _ = pdf.compiled(pages.page(loads(sheet).solve(), "tex", key=False), "pdflatex")
    assert len(lines(data, tmp_path)) == 2
    assert empty(data, tmp_path)[0] < 0.2


@pytest.mark.exhaustive
@pytest.mark.tex
@pytest.mark.parametrize("count", [3, 14, 30])
def test_sizes_and_a_relation_of_many_of_them_stay_within_the_line(count: int) -> None:
    names = [f"n_{k}" for k in range(count)]
    sheet = f"""
[[question]]
steps = ["Y = X @ W"]
where = ["d = {"*".join(names)}"]
sizes = {{ {", ".join(f"{name} = {1000 + k}" for k, name in enumerate(names))} }}
[question.shapes]
X = ["n_0", "d"]
W = ["d", "n_1"]
[[question.part]]
asks = ["Y"]
"""
    _, log = pdf.compiled(pages.page(loads(sheet).solve(), "tex", key=False), "pdflatex")
    assert not re.findall(r"^Overfull \\[hv]box", log, re.M)


@pytest.mark.sliced(60)
@pytest.mark.parametrize("name", shipped())
def test_every_asked_line_has_a_frame(name: str) -> None:
    solution = solved(name)
    for form, written in (("tex", r"\\answer(?:frame|box)\[\d+mm\]"), ("html", r"mtable class=\"blank\"|mpadded class=\"box\"")):
        blank = pages.page(solution, form, key=False)
        asked = sum(
            len(getattr(solution[q.id][name], "blocks", ("one",))) if q.plan.lines and not q.shapes else 1
            for q in solution.sheet.questions for part in q.parts for name in (*dict.fromkeys(part.asks), *part.shapes)
        )  # fmt: skip
        assert len(re.findall(written, blank)) == asked, form


FRAMED = """
[[question]]
steps = ["S = sum(A)", "B = A @ A", "C = B * 2"]
given.A = [[1, 2], [3, 4]]
[[question]]
steps = ["Q = X @ W", "N = numbers(W)"]
[question.shapes]
X = ["n", "d"]
W = ["d", "d"]
"""


def test_a_stack_has_a_frame_for_each_of_its_matrices() -> None:
    blank = pages.page(solved("heads-in-batches"), "tex", key=False)
    found = re.findall(r"\\answerframe\[\d+mm\]\{S(.*?)\}\{3\}\{3\}", blank)
    assert [re.sub(r"\W", "", place) for place in found] == ["1", "2"]


def test_the_frames_are_as_large_as_the_results() -> None:
    blank = pages.page(loads(FRAMED).solve(), "tex", key=False)
    found = re.findall(r"\\answer(frame|box)\[(\d+)mm\]\{([^}]*)\}(?:\{(\d)\}\{(\d)\})?", blank)
    assert found == [
        ("box", "40", "S=", "", ""), ("frame", "15", "B", "2", "2"), ("frame", "15", "C", "2", "2"),
        ("box", "38", "Q:", "", ""), ("box", "60", "N=", "", ""),
    ]  # fmt: skip


@pytest.mark.parametrize("form", ["tex", "html", "md", "text"])
def test_what_is_to_be_known_while_working_stands_before_the_work(form: str) -> None:
    sheet = "note = 'You may use a computer.'\n[[question]]\nprompt = 'Compute the square.'\nsteps = ['B = A @ A']\ngiven.A = [[2]]\n"
    solution = loads(sheet).solve()
    blank, key = (pages.page(solution, form, key=answered) for answered in (False, True))
    assert blank.index("You may use") < blank.index("Compute the square")
    assert blank.count("You may use") == 1
    assert key.rindex("You may use") > key.index("Compute the square")


