"""Boxes are plain, comparable data, and their measured width follows the ink."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from itertools import pairwise

import pytest

from symattn.boxes import Box, Boxed, Fence, Frac, Grid, Ink, Root, Row, Script, items_of, number, row
from symattn.boxes.latex import OPERATORS, RELATIONS, _BoxReader, read, unread
from symattn.boxes.measure import height, width, zoomed
from symattn.formats import tex
from symattn.tex.commands import COMMANDS

ONE, LONG = Ink("1", "number"), Ink("123456", "number")
WIDER = {
    "more digits": (ONE, LONG),
    "a sign in front": (number(1), number(-1)),
    "a fraction is wider than its parts": (LONG, Frac(ONE, LONG)),
    "a subscript": (Ink("Q"), Script(Ink("Q"), sub=ONE)),
    "a root": (ONE, Root(ONE)),
    "brackets": (ONE, Fence("(", ONE, ")")),
    "a matrix of two columns": (Grid(((LONG,),)), Grid(((LONG, ONE),))),
}


@pytest.mark.parametrize(("narrow", "wide"), WIDER.values(), ids=WIDER)
def test_width_grows(narrow: Box, wide: Box) -> None:
    assert 0 < width(narrow) < width(wide)


MORE: dict[str, Callable[[int], Box]] = {  # of each kind 0, 1, 2 and 3 more
    "digits": lambda k: Ink("1" * (1 + k), "number"),
    "columns": lambda k: Grid(((ONE,) * (1 + k),)),
    "rules between columns": lambda k: Grid(((ONE,) * 4,), rules=tuple(range(1, 1 + k))),
    "brackets": lambda k: reduce(lambda box, _: Fence("(", box, ")"), range(k), ONE),
    "roots": lambda k: reduce(lambda box, _: Root(box), range(k), ONE),
    "fractions": lambda k: reduce(lambda box, _: Frac(ONE, box), range(k), ONE),
    "boxes": lambda k: reduce(lambda box, _: Boxed(box), range(k), ONE),
    "signs": lambda k: Row((ONE, *(Ink("+", "operator"), ONE) * k)),
    "relations": lambda k: Row((ONE, *(Ink("≈", "relation"), ONE) * k)),
}
TALLER: dict[str, Callable[[int], Box]] = {
    "rows": lambda k: Grid(((ONE,),) * (1 + k)),
    "fractions": lambda k: reduce(lambda box, _: Frac(ONE, box), range(k), ONE),
    "boxes": lambda k: reduce(lambda box, _: Boxed(box), range(k), ONE),
    "a row's tallest": lambda k: Row((ONE, Grid(((ONE,),) * (1 + k)), ONE)),
    "in brackets below a root": lambda k: Fence("(", Root(Grid(((ONE,),) * (1 + k))), ")"),
}


@pytest.mark.parametrize("sizes", [True, False])
@pytest.mark.parametrize("kind", MORE)
def test_each_one_more_takes_as_much_room_as_the_one_before(kind: str, sizes: bool) -> None:
    with zoomed(sizes=sizes):
        found = [width(MORE[kind](k)) for k in range(4)]
    steps = [b - a for a, b in pairwise(found)]
    assert steps[0] > 0
    assert steps == pytest.approx(steps[:1] * 3)


@pytest.mark.parametrize("kind", TALLER)
def test_each_row_more_is_as_high_as_the_one_before(kind: str) -> None:
    steps = [b - a for a, b in pairwise(height(TALLER[kind](k)) for k in range(4))]
    assert steps[0] > 0
    assert steps == pytest.approx(steps[:1] * 3)


@pytest.mark.parametrize(("left", "right"), [("", "]"), ("[", ""), ("(", ")")])
def test_a_bracket_takes_the_same_room_on_either_side(left: str, right: str) -> None:
    bare, one = width(Grid(((ONE,),), "", "")), width(Grid(((ONE,),), "[", "")) - width(Grid(((ONE,),), "", ""))
    assert one > 0
    assert width(Grid(((ONE,),), left, right)) - bare == pytest.approx(one * (bool(left) + bool(right)))


def test_a_column_is_as_wide_as_its_widest_cell() -> None:
    assert width(Grid(((ONE,), (LONG,)))) == width(Grid(((LONG,),)))


def test_rows_open_up_and_single_boxes_stay_alone() -> None:
    assert row(row(ONE, ONE), None, LONG) == Row((ONE, ONE, LONG))
    assert row(ONE) is ONE
    assert row() == Row(())


def test_a_minus_is_a_minus_sign_not_a_hyphen() -> None:
    assert number("-2.5") == Row((Ink("−", "punct"), Ink("2.5", "number")))


def test_what_stands_before_a_last_ampersand_stays() -> None:
    assert read(r"\begin{bmatrix} 1 & 2 \\ 3 & \end{bmatrix}").rows == ((ONE, number(2)), (number(3), Row(())))


def test_boxes_are_values() -> None:
    assert len({Grid(((ONE,),)), Grid(((ONE,),)), Grid(((LONG,),))}) == 2


@pytest.mark.parametrize(("signs", "kind"), [(OPERATORS, "operator"), (RELATIONS, "relation")])
def test_a_sign_of_latex_has_the_room_of_its_kind(signs: dict[str, str], kind: str) -> None:
    for name, sign in signs.items():
        found = [box for box in items_of(read(f"a \\{name} b")) if box == Ink(sign, kind)]
        assert len(found) == 1, name


WRITTEN = {  # what an author writes -> how the page writes it
    r"\frac12x": r"\frac{1}{2}x",
    r"\sfrac[x]{1}{2}3": r"\frac{1}{2}3",
    r"{a+b \over c} d": r"\frac{a+b}{c}d",
    r"\sqrt2x": r"\sqrt{2}x",
    r"\sqrt[3]{x}": r"\sqrt[3]{x}",
    r"\sqrt[n]{x}": r"\sqrt{x}",
    r"\sqrt[123456789]{x}": r"\sqrt{x}",
    r"\mathbf{W}_1": r"\mathbf{W}_{1}",
    r"\mathrm{soft max}(x)": r"\operatorname{softmax}(x)",
    r"\mathrm{W_{q}\,x}": r"\operatorname{W}_{\operatorname{q}}\operatorname{x}",
    r"\mathit{head one}": r"\mathit{headone}",
    r"\text{of~$x_1$ 5\%}": r"\text{of }x_{1}\text{ 5\%}",
    r"\text{5\$ or 6\$}": r"\text{5\$ or 6\$}",
    r"\mathbb{R}^{n\times d}": r"\mathbb{R}^{n\times d}",
    r"\mathcal{L}": r"\mathcal{L}",
    r"\hbox{x}": "x",
    r"\boxed{x}": r"\res{x}",
    r"\underline{x}": r"\underline{x}",
    r"\underbrace{x+1}_{n}": r"\underbrace{x+1}_{n}",
    r"\overbrace{x}^{n}": r"\overbrace{x}^{n}",
    r"\hat x^2": r"{\hat{x}}^{2}",
    r"\overset{!}{=}": r"\overset{!}{=}",
    r"\underset{x}{\max} y": r"\underset{x}{\max }y",
    r"\binom{n}{k}": r"\left(\begin{array}{@{}c@{}}n \\ k\end{array}\right)",
    r"\xrightarrow[t]{f}": r"\overset{f}{\to}",
    r"\xleftarrow{f}": r"\overset{f}{\leftarrow}",
    r"a\phantom{b}c": "ac",
    r"\rule{1em}{2em}x": "x",
    r"\hskip 3pt x": "x",
    r"x = 1 \tag{3}": r"x=1\qquad \text{(3)}",
    r"\big( x \big)": "(x)",
    r"\left( x \right]": "(x]",
    r"\left. x \right|": r"\left.x\right|",
    r"\left\langle x \right\rangle y": r"\langle x\rangle y",
    r"\left\| x \right\|": r"\|x\|",
    r"\not=": r"\ne",
    r"\not\in": r"\notin",
    r"\not R": r"\neg R",
    r"a \bmod n": r"a\; \operatorname{mod}\; n",
    r"a \pmod n": r"a(\operatorname{mod}\; n)",
    r"\sum_{\substack{i \\ j > 1}} x": r"\sum_{\begin{array}{@{}c@{}}i \\ j>1\end{array}}x",
    "f''_1": r"f_{1}^{\prime\prime}",
    "f^{a}'": r"f^{a\prime}",
    "x_1^23": "x_{1}^{2}3",
    "{}^2 x": "{}^{2}x",
    r"\lim\limits_{x \to 0} x": r"\lim_{x\to 0}x",
    "-x - y, a(-1)": "{-}x-y,a({-}1)",
    r"a = -1, b \cdot -1": r"a={-}1,b\cdot{-}1",
    "a~b*c": r"a b\ast c",
    "x % a remark": "x",
    "x } y": "xy",
    "$x$": "x",
    r"\sin x": r"\sin x",
    r"\quad x\! y": r"\quad xy",
    r"\begin{cases} 1 & x \\ 0 & \text{else} \end{cases}": r"\left\{\begin{array}{@{}ll@{}}1 & x \\ 0 & \text{else}\end{array}\right.",
    r"\begin{aligned}[t] a &= b \\[2pt] &= c \\ \end{aligned}": r"\begin{array}{@{}rl@{}}a & =b \\  & =c\end{array}",
    r"\begin{alignat}{2} a & b & c \end{alignat}": r"\begin{array}{@{}rlr@{}}a & b & c\end{array}",
    r"\begin{array}{l|r} a & b \\ 1 & 2 \end{array}": r"\begin{array}{@{}lr@{}}a & b \\ 1 & 2\end{array}",
    r"\begin{bmatrix*}[r] 1 & 2 \end{bmatrix*}": r"\begin{bmatrix}1 & 2\end{bmatrix}",
    r"\begin{pmatrix} 1 \\ 2 \end{pmatrix} x": r"\begin{pmatrix}1 \\ 2\end{pmatrix}x",
}


@pytest.mark.parametrize("latex", WRITTEN)
def test_what_an_author_writes_is_written_again(latex: str) -> None:
    assert tex.Writer().write(read(latex)) == WRITTEN[latex]
    assert unread(latex) == ()


def test_every_kind_of_command_has_an_example() -> None:
    tried = {COMMANDS[name].formula for name in COMMANDS if any(f"\\{name}" in latex for latex in WRITTEN)}
    assert set(_BoxReader.DOES) <= tried


def test_what_is_not_known_stands_as_it_was_written_and_is_named_once() -> None:
    written = r"\unknown x \unknown* \text{a $\strange$} \begin{what*} x \end{what*}"
    assert unread(written) == (r"\unknown", r"\unknown*", r"\strange", r"\begin{what*}")
    assert Ink(r"\unknown", "text") in items_of(read(written))
