"""The same boxes in every format, and text that no format obeys."""

from __future__ import annotations

import pytest

from symattn import page as pages
from symattn.boxes import Box, Boxed, Fence, Frac, Grid, Ink, Root, Row, Script, number, row
from symattn.boxes.latex import read
from symattn.course.delivery import typeset
from symattn.errors import SymattnError
from symattn.files import folder
from symattn.formats import names, writer
from symattn.sheet import loads

ONE, TWO = number(1), number(2)
WEIGHT = Frac(ONE, row(ONE, Ink("+", "operator"), Script(Ink("e"), sup=row(number(3), Root(TWO)))))

FORMULAS: dict[str, tuple[Box, str, str]] = {
    "a head above a bold letter": (Script(Ink("Q", "bold"), sup=ONE), r"\mathbf{Q}^{1}", "Q¹"),
    "a head below, a role above": (read("W_1^Q"), "W_{1}^{Q}", "W₁^Q"),
    "a transposed matrix in brackets": (
        Script(Fence("(", Script(Ink("K", "bold"), sup=ONE), ")"), sup=Ink("ᵀ")),
        r"(\mathbf{K}^{1})^{\mathsf T}",
        "(K¹)ᵀ",
    ),
    "a root of a high index behind a number": (row(TWO, Root(Ink("x"), 19)), r"2\sqrt[19]{x}", "2 ¹⁹√x"),
    "a root of a high index alone": (Root(row(Ink("x"), Ink("+", "operator"), ONE), 5), r"\sqrt[5]{x+1}", "⁵√(x + 1)"),
    "a softmax weight": (WEIGHT, r"\frac{1}{1+e^{3\sqrt{2}}}", "1/(1 + e^(3√2))"),
    "a negative number": (number("-0.5"), "{-}0.5", "−0.5"),
    "a Greek letter next to a Latin one": (Row((Ink("ε"), Ink("x"))), r"\varepsilon x", "εx"),
    "a named function": (
        row(Ink("softmax", "upright"), Fence("(", Ink("S"), ")")),
        r"\operatorname{softmax}(S)",
        "softmax(S)",
    ),
}


@pytest.mark.parametrize(("box", "tex", "text"), FORMULAS.values(), ids=FORMULAS)
def test_formulas(box: Box, tex: str, text: str) -> None:
    assert writer("tex").write(box) == tex
    assert writer("md").write(box) == tex
    assert writer("text").inline(box) == text


MATRIX = Grid(((number("7.0"), number("8.0")), (number("15.8"), number("-18.4"))), align="r", used=frozenset([(0, 0)]))


def test_a_matrix_is_an_environment_of_its_own_in_tex() -> None:
    assert writer("tex").write(MATRIX) == r"\begin{bmatrix*}[r]\used{7.0} & 8.0 \\ 15.8 & {-}18.4\end{bmatrix*}"


def test_markdown_needs_no_macro_of_ours() -> None:
    shown = writer("md").write(Boxed(MATRIX))
    assert shown == r"\boxed{\left[\begin{array}{rr}\underline{7.0} & 8.0 \\ 15.8 & {-}18.4\end{array}\right]}"


def test_a_matrix_in_a_terminal_lines_up_on_the_right() -> None:
    assert writer("text").write(row(Ink("Q"), Ink("=", "relation"), MATRIX)) == "Q = ⎡ 7.0    8.0⎤\n    ⎣15.8  −18.4⎦"


@pytest.mark.parametrize(
    ("latex", "text"),
    [("W_VX", "W_V X"), (r"\varphi_Q V", "φ_Q V"), (r"XW^QY", "XW^Q Y"), (r"3^{\pi}e^{x/2}", "3^π e^(x/2)"), (r"W^Q\sqrt{2}", "W^Q √2"),
     (r"W^Q + X", "W^Q + X"), (r"(W^Q)^T", "(W^Q)ᵀ"), (r"W_1X", "W₁X"), (r"e^{1.5}\sigma_1", "e^1.5 σ₁"), (r"e^{1.5}, x", "e^1.5, x"),
     (r"e^{1.5}(a+b)", "e^1.5(a + b)")],
)  # fmt: skip
def test_a_script_runs_into_nothing_that_stands_behind_it(latex: str, text: str) -> None:
    assert writer("text").write(read(latex)) == writer("text").inline(read(latex)) == text


@pytest.mark.parametrize(
    ("latex", "text"),
    [(r"p/(\frac{1}{2})^{2i}", "p/(1/2)²ⁱ"), (r"(\frac{1}{2})^{\frac{1}{2}}", "(1/2)^(1/2)"), (r"(-\frac12)^2", "(−1/2)²"), (r"[\frac12]^2", "[1/2]²"),
     (r"\left(\frac12\right)^n", "(1/2)ⁿ"), (r"(a)^2\frac12", "(a)²(1/2)"), (r"(\frac12x)^2", "((1/2)x)²"), (r"\frac12x^2", "(1/2)x²")],
)  # fmt: skip
def test_a_fraction_has_brackets_once_before_the_bracket_that_is_raised(latex: str, text: str) -> None:
    assert writer("text").inline(read(latex)) == text


def test_the_bar_of_a_fraction_is_longer_than_those_in_it() -> None:
    assert writer("text").write(read(r"\frac{\frac{1}{2}}{3}")).split("\n") == [" 1", " ─", " 2", "───", " 3"]
    assert writer("text").write(read(r"\frac{1}{\frac{2}{3}}")).split("\n") == [" 1", "───", " 2", " ─", " 3"]
    assert writer("text").write(read(r"\frac{a+b}{\frac{2}{3}}")).split("\n")[1] == "─────"


def test_joined_heads_keep_their_rule() -> None:
    joined = Grid(((ONE, TWO),), rules=(1,))
    assert writer("tex").write(joined) == r"\left[\begin{array}{@{}c|c@{}}1 & 2\end{array}\right]"
    assert writer("text").write(joined) == "[1 │ 2]"


def test_fractions_in_a_matrix_get_air() -> None:
    assert r"\ffrac{1}{2}" in writer("tex").write(Grid(((Frac(ONE, TWO),),)))
    assert r"\dfrac{1}{2} \\[6pt]" in writer("md").write(Grid(((Frac(ONE, TWO),), (ONE,))))


TITLES = {
    "signs LaTeX obeys": (
        "50% & _more_ #1 {x} $5 ~ ^ \\", "tex",
        r"50\% \& \_more\_ \#1 \{x\} \$5 \textasciitilde{} \textasciicircum{} \textbackslash{}",
    ),
    "umlauts stay": ("Übung für Köpfe", "tex", "Übung für Köpfe"),
    "a Greek letter becomes mathematics": ("ε-greedy", "tex", r"\ensuremath{\varepsilon}-greedy"),
    "a script pdflatex has no letters for": ("中", "tex", r"\texttt{U+4E2D}"),
    "signs Markdown obeys": ("a_b *c* <b> & [x]", "md", r"a\_b \*c\* \<b\> &amp; \[x\]"),
    "a list that is none": ("1. First", "md", r"1\. First"),
    "a terminal's escape sequence": ("a\x1b[31mb", "text", "a[31mb"),
}  # fmt: skip


@pytest.mark.parametrize(("title", "format_", "escaped"), TITLES.values(), ids=TITLES)
def test_titles_are_text(title: str, format_: str, escaped: str) -> None:
    assert writer(format_).escape(title) == escaped


PROSE = {
    "a formula in Markdown": (
        "md",
        r"Find $\mathbf{Q}^1$ and 50\% more.",
        r"Find $\mathbf{Q}^1$ and 50% more.",
    ),
    "a formula on a terminal": ("text", r"Find $\mathbf{Q}^1$, \emph{exactly}.", "Find Q¹, exactly."),
    "LaTeX stays LaTeX": (
        "tex",
        r"Find $\mathbf{Q}^1$, \emph{exactly}. ",
        r"Find $\mathbf{Q}^1$, \emph{exactly}.",
    ),
    "a matrix inside a prompt": ("text", r"$A = \begin{bmatrix}1 & 0\\0 & 1\end{bmatrix}$", "A = [1 0; 0 1]"),
}


@pytest.mark.parametrize(("format_", "latex", "shown"), PROSE.values(), ids=PROSE)
def test_prompts(format_: str, latex: str, shown: str) -> None:
    assert writer(format_).prose(latex) == shown


LATEX_ROUND = [
    r"\mathbf{W}_{1}^{Q}", r"\frac{Q K^{\mathsf T}}{\sqrt{d_{k}}}", r"\operatorname{softmax}\left(\frac{1}{2}\right)",
    r"\begin{bmatrix}1 & {-}2 \\ 3 & 4\end{bmatrix}", r"\mathit{head}_{1}\oplus \mathit{head}_{2}", r"\omega_{q}",
    r"\sqrt[3]{x}", r"\text{two words}", r"[A\mid B]", r"\left[\begin{array}{@{}c|c@{}}1 & 2\end{array}\right]",
]  # fmt: skip


@pytest.mark.parametrize("latex", LATEX_ROUND)
def test_latex_written_is_latex_read(latex: str) -> None:
    written = writer("tex").write(read(latex))
    assert writer("tex").write(read(written)) == written


@pytest.mark.parametrize("broken", ["", "{", "}", r"\frac", r"\left(", r"\begin{bmatrix}1", "^", "_", r"\sqrt[", "a__b", "\\"])
@pytest.mark.parametrize("format_", names())
def test_broken_latex_is_shown_not_refused(broken: str, format_: str) -> None:
    assert isinstance(writer(format_).write(read(broken)), str)


def test_an_unknown_format_names_the_nearest() -> None:
    with pytest.raises(SymattnError, match='did you mean "tex"'):
        writer("tx")


NAMES = {
    "nguyễn": ("Nguyễn", r"Nguy\~{\^{e}}n"),
    "decomposed": ("a\u0301", "á"),
    "below U+0180": ("Ħħ", r"\rlap{\raisebox{.4ex}{--}}H\ensuremath{\hbar}"),
    "comma below": ("Ș", r"\textcommabelow{S}"),
}


@pytest.mark.parametrize(("name", "set_"), NAMES.values(), ids=NAMES)
def test_names_are_set_in_latex_as_they_are_written(name: str, set_: str) -> None:
    assert writer("tex").escape(name) == set_


@pytest.mark.parametrize("name", ["李明", "محمد", "Анна", "Ελένη", "Phương"])
def test_names_that_latex_cannot_set_are_known_before(name: str) -> None:
    from symattn.formats.tex import unsettable

    assert unsettable(name)


SENTENCES = [path for path in folder("templates").rglob("*.j2") if {"steps", "words"} & set(path.parts)]
TYPED = "".join(sorted({sign for path in SENTENCES for sign in path.read_text("utf-8")}))


@pytest.mark.exhaustive
@pytest.mark.tex
def test_every_sign_of_a_sentence_and_of_an_author_is_set_by_latex() -> None:
    """Signs as one types them: those that stand in sentences of any language, and those that a formula has commands for."""
    loud = "".join(sign for sign in TYPED if ord(sign) >= 0x80)
    prompt = "x − y ≈ √2, α → β ≤ γ, $a − b ≠ ∞$, ‘∈’ and 2 × 3 · 4 ÷ 5"
    sheet = loads(f"[[question]]\nprompt = '{prompt}'\nsteps = ['B = A']\ngiven.A = [[2]]\n")
    page = pages.page(sheet, "tex").replace(r"\begin{document}", r"\begin{document}" + loud.replace("\\", ""))
    assert typeset(page, "tex", sheet).startswith(b"%PDF")


@pytest.mark.parametrize("environment", ["bmatrix", "pmatrix", "vmatrix"])
@pytest.mark.parametrize("columns", range(8, 14))
def test_amsmath_is_told_of_a_matrix_that_is_wider_than_it_allows(columns: int, environment: str) -> None:
    """It takes ten columns, and stops at an eleventh that it was not told of."""
    rows = r" \\ ".join(" & ".join("1" * columns) for _ in range(2))
    made = writer("tex").prose(rf"Given $\begin{{{environment}}} {rows} \end{{{environment}}}$")
    assert made.startswith(rf"\setcounter{{MaxMatrixCols}}{{{columns}}}") == (columns > 10)
    assert ("MaxMatrixCols" in made) == (columns > 10)
