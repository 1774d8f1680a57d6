"""Figures for TeX: they compile without a warning, with tikz and four of its libraries only."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from symattn import figures
from symattn.figures import Context

SHEETS = [
    ("superscript-heads", 2, 1, 2),
    ("course-concat", 8, 0, 4),
    ("illustrated", 1, 0, 3),
    ("paper", 3, 1, 4),
    ("columns", 2, 1, 3),
]
PREAMBLE = r"""\documentclass[11pt]{article}
\usepackage[a4paper,hmargin=20mm,vmargin=10mm]{geometry}
\usepackage[T1]{fontenc}\usepackage{lmodern,mathtools,amssymb,xcolor,tikz}
\usetikzlibrary{arrows.meta,positioning,patterns,calc}
\definecolor{ink}{HTML}{1B3A5C}
\colorlet{tint}{ink!6}\colorlet{hair}{ink!55}\colorlet{quiet}{black!62}
\begin{document}\pagestyle{empty}\noindent
"""


def compiled(folder: Path, body: str) -> str:
    """The log of pdflatex on a document."""
    (folder / "figure.tex").write_text(f"{PREAMBLE}{body}\n\\end{{document}}\n", encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "figure.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    log = done.stdout.decode("latin-1")
    assert done.returncode == 0, log[-2000:]
    return log


@pytest.mark.exhaustive
@pytest.mark.tex
@pytest.mark.sliced(5)
@pytest.mark.parametrize("shape", SHEETS, ids=[name for name, *_ in SHEETS])
def test_every_figure_compiles_without_a_warning(shape: tuple[str, int, int, int], sheet: Callable[..., Context], tmp_path: Path) -> None:
    drawn = [drawn for n in figures.FIGURES for whole in [figures.build(n, sheet(*shape))] for drawn in (whole.key(), whole.blank())]
    drawn.append(figures.build("multi-head", Context(symbol=str, heads="n_heads")))
    drawn.append(figures.build("head-split", Context(symbol=str, heads="h")))
    log = compiled(tmp_path, "\n\\newpage\\noindent ".join(figures.write(figure, "tikz") for figure in drawn))
    assert not re.findall(r".*(?:Warning|Overfull|Underfull|Missing character).*", log)
    assert f"({len(drawn)} pages" in log.replace("\n", "")


@pytest.mark.parametrize("name", figures.FIGURES)
def test_words_are_escaped(sheet: Callable[..., Context], name: str) -> None:
    context = replace(sheet("paper", 3, 1, 4), tokens=("50%", "a_b", "#1", "x&y"))
    text = figures.write(figures.build(name, context), "tikz")
    assert "50%" not in text.replace(r"50\%", "")
    assert "a_b" not in text
    assert "x&y" not in text


def test_a_formula_is_maths_and_a_word_is_not() -> None:
    text = figures.write(figures.build("multi-head", Context(symbol=str, heads=2)), "tikz")
    assert "{$\\text{input }\\text{X}$}" in text
    assert "{scaled dot-product attention}" in text


DRAWN = [("course-concat", name) for name in figures.FIGURES] + [("columns", name) for name in ("heat-map", "causal-mask", "output-rows")]


@pytest.mark.parametrize(("notation", "name"), DRAWN)
def test_every_item_of_a_figure_is_where_it_was(sheet: Callable[..., Context], notation: str, name: str) -> None:
    """A figure is laid out by numbers; who changes them looks at it, and puts what is drawn then in the place of this."""
    drawn = figures.write(figures.build(name, sheet(notation, 2, 0, 3)), "tikz").partition("use as bounding box] ")[2]
    known = (Path(__file__).parents[1] / "golden" / "figures.tex").read_text(encoding="utf-8")
    assert drawn == known.partition(f"%% {name}, {notation}\n")[2].partition("\n%% ")[0] + "\n"
