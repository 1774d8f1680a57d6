"""A number in LaTeX is one number, or none, wherever it stands: in a cell, a sheet, an answer of any kind, an author's text."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from symattn.errors import SymattnError
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.files import find
from symattn.formats import writer
from symattn.formats.prose import unread
from symattn.language import read
from symattn.language.reader import Cell
from symattn.marking.answers import submissions
from symattn.marking.sheet import Ready
from symattn.sheet import load, loads
from symattn.tex.commands import COMMANDS

SAME = {  # how it is written: the same in the text language
    r"\frac{1}{2}": "1/2", r"\dfrac{1}{2}": "1/2", r"\tfrac12": "1/2", r"\frac1{2}": "1/2", r"\frac 1 2": "1/2",
    r"\nicefrac{1}{2}": "1/2", r"\sfrac{1}{2}": "1/2", r"\flatfrac{1}{2}": "1/2", r"\cfrac12": "1/2", r"{1\over 2}": "1/2",
    r"{1+\sqrt 2\over 2}": "(1+sqrt(2))/2", r"\num{0.5}": "0.5", r"\num{-0.5}": "-0.5", r"\ensuremath{2}": "2",
    r"\left.2\right.": "2", r"\left(2\right)": "2", r"\bigl(2\bigr)": "2", r"\Bigl(1+1\Bigr)": "2", r"\mathopen{(}2\mathclose{)}": "2",
    r"\mathrm e^{3\sqrt 2}": "exp(3 sqrt(2))", r"\mathrm{e}^{2}": "exp(2)", r"\text{e}^{2}": "exp(2)", r"{\rm e}^2": "exp(2)",
    r"\operatorname{e}^2": "exp(2)", r"\mathrm{e}^{\mathrm{-2}}": "exp(-2)", r"e^{{-}1}": "1/e",
    r"\operatorname{exp}(2)": "exp(2)", r"\operatorname{exp}\left(2\right)": "exp(2)", r"\mathrm{exp}(2)": "exp(2)",
    r"\frac{\mathrm{exp}(2)}{3}": "exp(2)/3", r"2\operatorname{ln}(3)": "2 log(3)",
    r"\textcolor{red}{2}": "2", r"\textcolor[rgb]{1,0,0}{2}": "2", r"\color{red} 2": "2", r"\color{red}{2}": "2",
    r"{\color{red}2}": "2", r"\colorbox{yellow}{2}": "2", r"\colorbox{yellow}{$2$}": "2", r"\fcolorbox{red}{yellow}{2}": "2",
    r"\underline{2}": "2", r"\boxed{2}": "2", r"\fbox{2}": "2", r"\fbox{$2$}": "2", r"\framebox{2}": "2", r"\framebox[2em]{2}": "2",
    r"\boxed{\textcolor{red}{\frac{1}{2}}}": "1/2", r"\hl{2}": "2", r"\makebox[2em][l]{2}": "2", r"\raisebox{1pt}{2}": "2",
    r"\phantom{-}2": "2", r"\hphantom{-}2": "2", r"\vphantom{\frac12}2": "2", r"2\phantom{.00}": "2", r"\hphantom{0}2": "2",
    r"\hspace{1em}2": "2", r"\hspace*{1em}2": "2", r"\kern1pt 2": "2", r"\mkern3mu2": "2", r"\hskip 1em 2": "2", r"2\hfill": "2",
    r"\mathstrut 2": "2", r"\strut 2": "2", r"\displaystyle 2": "2", r"\textstyle\frac12": "1/2", r"\scriptstyle 2": "2",
    r"\small 2": "2", r"\bf 2": "2", r"{\bf 2}": "2", r"\relax 2": "2", r"\null 2": "2",
    r"2\!": "2", r"2\,": "2", r"\;2": "2", r"~2": "2", r"\ 2": "2", r"\quad 2": "2", r"2\qquad": "2",
    r"\text{2}": "2", r"\textbf{2}": "2", r"\textup{2}": "2", r"\textit{2}": "2", r"\mathbf{2}": "2", r"\mathrm{2}": "2",
    r"\mathsf{2}": "2", r"\boldsymbol{2}": "2", r"\bm{2}": "2", r"\mbox{2}": "2", r"\emph{2}": "2", r"\smash{2}": "2",
    r"\mathord{2}": "2", r"\overset{!}{2}": "2", r"\underset{x}{2}": "2", r"\underbrace{2}_{a}": "2", r"\overbrace{2}^{a}": "2",
    r"\mathrm{-}2": "-2", r"\text{-}2": "-2", r"{-}2": "-2", r"0\text{.}5": "0.5", r"2{.}5": "2.5",
    r"\cancel{2}3": "3", r"3\bcancel{2}": "3", r"\xcancel{\frac12}3": "3", r"\sout{2}3": "3", r"\tag{2}3": "3", r"2\label{a}": "2",
    r"\abs{-2}": "2", r"\mathrm\pi": "pi", r"2\mathrm{\pi}": "2 pi", r"\sqrt 2": "sqrt(2)", r"\sqrt[3]{2}": "2^(1/3)",
    r"2\cdot10^{-3}": "2*10^-3", r"$2$": "2", r"$\frac12$": "1/2", r"\(2\)": "2",
}  # fmt: skip
REFUSED = [
    r"e^{-}2", r"2^{.}5", r"\mathbf{1}\,\mathbf{2}", r"\frac{-}{2}",
    r"\cancel{2}", r"\xcancel{2}", r"\bcancel{2}", r"\sout{2}", r"\st{2}", r"\phantom{2}", r"\foo 2", r"2\frac12", r"\pm 2", r"2\pm 1",
    r"\lvert -2", r"\left(2", r"\sqrt", r"\frac{1}", r"\frac{1}{0}", r"\frac123", r"\hat{2}", r"0.\overline{3}", r"\norm{2}",
    r"\num{a}", r"\href{2}", r"\tan 2", r"\root 3 \of {2}", r"\genfrac{}{}{}{}{1}{2}", r"2\mathrm{m}", r"\text{about }2", r"\le 2",
    r"2^{\circ}", r"\ldots", r"\infty", r"\neg 2", r"2'", r"2!", "{2", r"\textcolor{2}", r"\mathbb{R}", r"\mathbf{a}",
]  # fmt: skip
NUMERALS = {"2\\,000": "2000", "12\\,345": "12345", "2{,}5": "2.5", "0{,}5": "0.5", "50\\%": "1/2"}
"""What students write and a sheet's author does not: digits in groups, decimal commas, per cent. A lone text is refused then."""


@cache
def ready() -> Ready:
    return Ready(load(find("two-heads-by-hand")))


def handed_in(folder: Path, suffix: str, text: str) -> Number | None:
    """The first entry of what is read for Q_1, None where that is no 2×2 matrix."""
    file = folder / f"answers{suffix}"
    file.write_text(text, encoding="utf-8")
    (found,) = submissions(file, ready().namings)
    cells = found.answers["q1"]["Q_1"].cells if "Q_1" in found.answers["q1"] else ()
    assert not cells or [len(row) for row in cells] == [2, 2], cells
    return number(cells[0][0]) if cells else None


def number(cell: Cell) -> Number:
    assert isinstance(cell.number, Number)
    return cell.number


def matrix(written: str) -> str:
    return rf"\begin{{bmatrix}} {written} & 2 \\ 3 & 4 \end{{bmatrix}}"


def in_a_sheet(written: str) -> Number | None:
    given = f"X = [[{json.dumps(written)}, 2], [3, 4]]"
    sheet = loads(f'[[question]]\nid = "q1"\nsteps = ["A = X @ X"]\n[question.given]\n{given}\n')
    found = sheet.questions[0].given["X"]
    assert isinstance(found, Matrix)
    return found.values[0][0]


def alone(written: str) -> Number | None:
    return read(written, "latex").number


def in_a_matrix(written: str) -> Number | None:
    return number(read(matrix(written), "latex").cells[0][0])


READERS: dict[str, Callable[[str, Path], Number | None]] = {
    "read": lambda written, folder: alone(written),
    "read, in a matrix": lambda written, folder: in_a_matrix(written),
    "a sheet's given": lambda written, folder: in_a_sheet(written),
    ".tex": lambda written, folder: handed_in(folder, ".tex", f"$Q_1 = {matrix(written)}$\n"),
    ".toml": lambda written, folder: handed_in(folder, ".toml", f"Q_1 = [[{json.dumps(written)}, 2], [3, 4]]\n"),
    ".json": lambda written, folder: handed_in(folder, ".json", json.dumps({"Q_1": [[written, "2"], ["3", "4"]]})),
    ".md": lambda written, folder: handed_in(folder, ".md", f"$$Q_1 = {matrix(written)}$$\n"),
}


def found_by(reader: str, written: str, folder: Path) -> Number | None:
    try:
        return READERS[reader](written, folder)
    except SymattnError:
        return None


DOLLARS = ("$", r"\(")
"""A formula in dollars is no formula inside another one."""


@pytest.mark.sliced(4)
@pytest.mark.parametrize("written", SAME)
def test_it_is_the_same_number_to_every_reader(written: str, tmp_path: Path) -> None:
    meant = read(SAME[written], "text").number
    readers = [name for name in READERS if not (written.startswith(DOLLARS) and name in ("read, in a matrix", ".tex", ".md"))]
    assert {name: found_by(name, written, tmp_path) for name in readers} == dict.fromkeys(readers, meant)


OF_PACKAGES = ("cancel", "sout", "framebox", "makebox", "raisebox", "\\hl", "\\abs", "\\null")
"""What no page can set: an author is told so."""


@pytest.mark.parametrize("written", [w for w in SAME if not w.startswith(DOLLARS)])
def test_an_author_may_write_it_in_a_formula(written: str) -> None:
    if any(name in written for name in OF_PACKAGES):
        assert unread(f"${written}$")
        return
    assert unread(f"${written}$") == ()
    for form in ("text", "html"):
        shown = writer(form).prose(f"${written}$")
        assert "\\" not in shown
        assert not re.search(r"\d(pt|mu|em)", re.sub("<[^>]*>", "", shown))


@pytest.mark.parametrize("form", ["tex", "md"])
def test_pages_are_written_with_the_commands_they_have(form: str) -> None:
    written = writer(form).prose(r"$\nicefrac{1}{2}\sfrac12\num{0.5}$")
    assert written == r"$\frac{1}{2}\frac12\mathord{0.5}$"


@pytest.mark.sliced(3)
@pytest.mark.parametrize("written", REFUSED)
def test_it_is_a_number_to_no_reader(written: str, tmp_path: Path) -> None:
    assert {name: found_by(name, written, tmp_path) for name in READERS} == dict.fromkeys(READERS)


@pytest.mark.parametrize("written", NUMERALS)
def test_numerals_of_hand_ins_are_the_same_in_every_file(written: str, tmp_path: Path) -> None:
    meant = read(NUMERALS[written], "text").number
    lone = ("read", "read, in a matrix", *(["a sheet's given"] * (written[-1] != "%")))
    assert {name: found_by(name, written, tmp_path) for name in READERS} == {n: None if n in lone else meant for n in READERS}


def test_a_place_is_the_place_in_what_was_written() -> None:
    written = r"\boxed{\textcolor{red}{1} + \mathrm{e}^{2} + 2x}"
    with pytest.raises(SymattnError) as told:
        read(written, "latex")
    assert getattr(told.value, "position", -1) == written.index("x}")


def test_a_cell_is_shown_as_it_was_written() -> None:
    found = read(matrix(r"\textcolor{red}{2} + \mathrm{e}"), "latex").cells[0][0].text
    assert found == r"\textcolor{red}{2} + \mathrm{e}"


def test_every_command_has_one_row() -> None:
    assert all(any((c.value, c.formula, c.text)) for c in COMMANDS.values())
