"""What LaTeX would stop at in an author's text, for every command and every sign that opens something."""

from __future__ import annotations

import pytest

from symattn.sheet.stops import stops
from symattn.tex.commands import COMMANDS

TAKING = {name: command.takes.count("a") for name, command in COMMANDS.items() if command.takes and not command.takes.strip("oa") and "a" in command.takes}
PAIRS = [("{", "}"), ("$", "$"), ("$$", "$$"), (r"\[", r"\]"), (r"\(", r"\)"), (r"$\left(x", r"\right)$"), (r"\begin{quote}", r"\end{quote}"), (r"\begin{align}", r"\end{align}")]
SAID = [  # § stands where it stops
    ("Compute H§_1.", "_ outside a formula", "write $H_1$, or \\_ for the sign"),
    ("Compute §^2.", "^ outside a formula", "write it between dollars, or \\^ for the sign"),
    ("$H_1§_2$", "two subscripts on one sign", "write both in one pair of braces: H_{1, 2}"),
    ("$H^1_2§^3$", "two exponents on one sign", "write both in one pair of braces: H^{1, 2}"),
    ("a §& b", "& outside a table", "write \\& for the sign"),
    ("no. §#1", "# begins nothing here", "write \\# for the sign"),
    ("a §**bold** word", "stars are printed as they are", "write \\textbf{bold}"),
    ("the third, §*sat*: mostly", "stars are printed as they are", "write \\emph{sat}"),
    ("(§*für sich allein*)", "stars are printed as they are", "write \\emph{für sich allein}"),
    (r"$\text{of H§_1}$", "_ outside a formula", "write $H_1$, or \\_ for the sign"),
]
SOUND = [r"$H_1^2 H_1^2$ and $\text{of $H_1$}$", r"\begin{tabular}{ll}a & b\end{tabular}", r"$\begin{pmatrix}1 & 2\end{pmatrix}$", r"50\% of \#1 \& more\_so", "% H_1 & {", r"\verb|H_1 & {|",
         r"$\frac12 + \frac{1}{2} + \sqrt[3]{2}$", r"\newcommand{\x}[1]{#1}", r"$a^{b^c}_{d_e}$", "2 ** 3", "2*3*4 and a*b*c", "2 * a * b", "$*a*$", r"\section*{*} *", "* a * b", "$K^*b$ and $V^*$", r"\verb|*a*|"]  # fmt: skip


@pytest.mark.parametrize("star", ["", "*"])
def test_a_command_without_an_argument_is_told_with_or_without_its_star(star: str) -> None:
    nth = ("", "second ", "third ")
    for name, count in TAKING.items():
        command = f"\\{name}{star}"
        if not name.isalpha() or name in ("begin", "end"):
            continue
        for given in range(count):
            (stop,) = stops(f"See $x + {command}{'{y}' * given}$.")
            assert stop == (9, f"{command} without its {nth[given]}argument", f"write {command}{'{…}' * count}")
        assert stops(f"See $x + {command}{'{y}' * count}$.") == []


@pytest.mark.parametrize(("start", "end"), PAIRS)
def test_what_is_opened_is_closed_and_the_other_way_round(start: str, end: str) -> None:
    assert stops(f"Find {start} y {end}.") == []
    opened, closed = stops(f"Find {start} y."), stops(f"Find y {end}.")
    assert [stop.at for stop in opened][:1] == [5]
    assert " without its " in opened[0].what
    assert [stop.at for stop in closed][:1] == [7]
    assert " without its " in closed[0].what


@pytest.mark.parametrize(("text", "what", "instead"), SAID)
def test_a_sign_that_belongs_elsewhere_is_told_with_what_to_write(text: str, what: str, instead: str) -> None:
    assert stops(text.replace("§", "")) == [(text.index("§"), what, instead)]


@pytest.mark.parametrize("text", SOUND)
def test_what_latex_goes_through_is_left_alone(text: str) -> None:
    assert stops(text) == []
