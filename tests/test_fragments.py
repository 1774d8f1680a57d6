"""Fragments: a worksheet inside a LaTeX document of one's own, its questions and points counted there."""

from __future__ import annotations

import re
import subprocess
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from symattn import page as pages
from symattn.cli import main
from symattn.errors import SymattnError
from symattn.files import folder
from symattn.sheet import Sheet, load, loads

SHIPPED = sorted(path.stem for path in folder("worksheets").glob("*.toml"))
EXAM = r"""\documentclass[%s,addpoints]{exam}
\usepackage{symattn}
\begin{document}
\gradetable
\begin{questions}
\question[4] A question of the course's own.
%s
\end{questions}
\end{document}
"""


def shipped(name: str) -> Sheet:
    return load(folder("worksheets") / f"{name}.toml")


def typeset(document: str, fragments: dict[str, str], place: Path) -> tuple[str, str, list[float]]:
    """What stands on the pages, the .aux file, and how much too wide lines are."""
    over = too_wide(document, fragments, place)
    tex(place)
    text = subprocess.run(["pdftotext", "-layout", "own.pdf", "-"], cwd=place, capture_output=True, text=True, check=True).stdout
    return text, (place / "own.aux").read_text(encoding="utf-8"), over


def too_wide(document: str, fragments: dict[str, str], place: Path) -> list[float]:
    """How much too wide lines are: seen in one run, and without a PDF, for no line is as wide as an .aux file says."""
    (place / "symattn.sty").write_text(CliRunner().invoke(main, ["show", "symattn.sty"]).output, encoding="utf-8")
    for name, text in fragments.items():
        (place / f"{name}.tex").write_text(text, encoding="utf-8")
    (place / "own.tex").write_text(document, encoding="utf-8")
    tex(place, "-draftmode")
    log = (place / "own.log").read_text(encoding="utf-8", errors="replace")
    return [float(pt) for pt in re.findall(r"Overfull \\hbox \(([\d.]+)pt", log)]


def tex(place: Path, *options: str) -> None:
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", *options, "own.tex"],
        cwd=place, capture_output=True, text=True, errors="replace",
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:]


def points(aux: str) -> list[int]:
    """The points of each question as the class exam has counted them."""
    return [int(value) for _, value in re.findall(r"\\pointsofq@([ivxl]+)\s*\{(\d+)\}", aux)]


@cache
def fragments_of_all() -> dict[str, str]:
    return {name: pages.page(shipped(name), "tex", whole="fragment") for name in SHIPPED}


@pytest.mark.exhaustive
@pytest.mark.tex
@pytest.mark.parametrize("answers", ["answers", "noanswers"])
def test_three_fragments_in_an_exam_of_ones_own(answers: str, tmp_path: Path) -> None:
    names = ["two-heads-by-hand", "softmax-step-by-step", "causal-mask"]
    sheets = [shipped(name) for name in names]
    fragments = {name: pages.page(sheet, "tex", key=answers == "answers", whole="fragment") for name, sheet in zip(names, sheets)}
    text, aux, over = typeset(EXAM % (answers, "\n".join(f"\\input{{{name}}}" for name in names)), fragments, tmp_path)
    asked = [sum((part.marks for part in question.parts), Fraction(0)) for sheet in sheets for question in sheet.questions]
    assert points(aux) == [4, *asked]
    assert [pt for pt in over if pt > 5] == []
    assert ("6.9433" in text) == (answers == "answers")


@pytest.mark.exhaustive
@pytest.mark.tex
def test_a_fragment_outside_a_list_and_in_another_class(tmp_path: Path) -> None:
    fragment = {"one": pages.page(shipped("causal-mask"), "tex", whole="fragment")}
    body = "\\begin{document}\n\\input{one}\n\\input{one}\n\\end{document}\n"
    for place, head in (("exam", r"\documentclass[answers]{exam}\usepackage{symattn}"), ("article", r"\documentclass[a4paper]{article}"
                        r"\usepackage[margin=25mm]{geometry}\usepackage[answers]{symattn}")):  # fmt: skip
        (tmp_path / place).mkdir()
        text, _, _ = typeset(head + body, fragment, tmp_path / place)
        assert re.search(r"^\s*1\.", text, re.M)
        assert re.search(r"^\s*2\.", text, re.M), "the second fragment is numbered on"


@pytest.mark.sliced(24)
@pytest.mark.parametrize("name", SHIPPED)
def test_every_sheet_has_a_fragment_of_known_macros(name: str) -> None:
    fragment = pages.page(shipped(name), "tex", whole="fragment")
    assert "documentclass" not in fragment
    assert fragment.count(r"\question") == len(shipped(name).questions)
    assert r"\titledquestion" not in fragment


def test_half_points_are_halves_and_other_fractions_are_refused() -> None:
    sheet = "[[question]]\nsteps = ['B = A @ A', 'C = B @ A']\ngiven.A = [[2]]\n[[question.part]]\nasks = ['B']\nmarks = {marks}\n"
    assert r"\question[1\half]" in pages.page(loads(sheet.replace("{marks}", "1.5")), "tex", whole="fragment")
    with pytest.raises(SymattnError, match="whole and half points"):
        pages.page(loads(sheet.replace("{marks}", "0.25")), "tex", whole="fragment")


def test_only_latex_has_fragments(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["solve", "causal-mask", "--fragment", "--format", "md"])
    assert done.exit_code == 2
    assert "write --format tex" in done.output
    whole = CliRunner().invoke(main, ["blank", "causal-mask", "--fragment"])
    assert whole.output.startswith("% Made by symattn")
    with pytest.raises(SymattnError, match="no fragment"):
        pages.page(shipped("causal-mask"), "html", whole="fragment")


def test_paper() -> None:
    sheet = "paper = 'letter'\n[[question]]\nsteps = ['B = A @ A']\ngiven.A = [[2]]\n"
    assert "letterpaper" in pages.page(loads(sheet), "tex")
    assert "@page { size: letter; }" in pages.page(loads(sheet), "html")
    assert "a4paper" in pages.page(loads(sheet.replace("paper = 'letter'", "")), "tex")


DOCUMENTS = {
    "exam": r"\documentclass{exam}\usepackage[@]{symattn}\begin{document}\begin{questions}\input{one}\end{questions}\end{document}",
    "article": r"\documentclass{article}\usepackage[@]{symattn}\begin{document}\input{one}\end{document}",
    "koma": r"\documentclass{scrartcl}\usepackage[@]{symattn}\begin{document}\input{one}\end{document}",
    "two columns": r"\documentclass[twocolumn]{article}\usepackage[margin=20mm]{geometry}\usepackage[@]{symattn}\begin{document}\input{one}\end{document}",
    "beamer": r"\documentclass{beamer}\usepackage[@]{symattn}\begin{document}\begin{frame}[allowframebreaks]\input{one}\end{frame}\end{document}",
}
AT_25_MM = {f"{name}, 25 mm": DOCUMENTS[name].replace(r"\usepackage[@]", r"\usepackage[margin=25mm]{geometry}\usepackage[@]") for name in ("exam", "article", "koma")}


@pytest.mark.exhaustive
@pytest.mark.tex
@pytest.mark.parametrize("answers", ["answers", "noanswers"])
@pytest.mark.parametrize("kind", [*DOCUMENTS, *AT_25_MM])
def test_fragments_are_as_wide_as_their_document(kind: str, answers: str, tmp_path: Path) -> None:
    """Of every shipped sheet: whatever is wider than a line of the document is set smaller, so that nothing stands out at the right,
    and what is higher than a slide goes on on the next.

    Without the answers there is nothing but room for them that is not there with them too: of that slides are seen alone for how
    high it is, in the others each sheet stands in a quarter of the documents."""
    fragments = fragments_of_all()
    slides = kind == "beamer"
    between = r"\end{frame}\begin{frame}[allowframebreaks]" if slides else ""
    document = (DOCUMENTS | AT_25_MM)[kind].replace("@", answers)
    at = [*DOCUMENTS, *AT_25_MM].index(kind)
    names = SHIPPED if slides or answers == "answers" else [name for k, name in enumerate(SHIPPED) if k % 4 == at % 4]
    assert too_wide(document.replace(r"\input{one}", between.join(rf"\input{{{name}}}" for name in names)), fragments, tmp_path) == []
    assert not slides or "Overfull" not in (tmp_path / "own.log").read_text(errors="replace")


NARROW = r"""title = 'Narrow'
intro = 'Before: \begin{itemize} \item one \end{itemize}'
[[question]]
prompt = 'A long line \[ a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q + r + s + t + u + v + w + x + y + z + a + b + c + d + e + f + g \] of the author'
steps = ["B = A @ A"]
given.A = [["1/3", "sqrt(2)", "1/7", "22/7"], [1, 2, 3, 4], [5, 6, 7, 8], ["exp(1)", 0, 1, 0]]
"""


@pytest.mark.exhaustive
@pytest.mark.sliced(6)
@pytest.mark.tex
@pytest.mark.parametrize("answers", ["answers", "noanswers"])
@pytest.mark.parametrize("kind", ["exam", "two columns", "beamer"])
def test_what_is_too_wide_for_a_document_is_set_smaller_in_it(kind: str, answers: str, tmp_path: Path) -> None:
    fragment = {"one": pages.page(loads(NARROW), "tex", whole="fragment")}
    text, _, over = typeset(DOCUMENTS[kind].replace("@", answers), fragment, tmp_path)
    assert over == []
    assert "of the author" in text
    assert "narrower" not in (tmp_path / "own.log").read_text(errors="replace")
