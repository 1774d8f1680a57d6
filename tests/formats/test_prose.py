"""LaTeX as course sheets write it, in every format that is not LaTeX: one table of what each must show."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from symattn.boxes.latex import read
from symattn.errors import LimitError
from symattn.formats import names, writer
from symattn.formats.prose import unread
from symattn.tex import signs

SHOWN = {  # LaTeX: on a terminal, in Markdown, in HTML
    r"$-\frac12(a+b)$": ("−(1/2)(a + b)", r"$-\frac12(a+b)$", "<mfrac><mn>1</mn><mn>2</mn></mfrac>"),
    r"$\frac ab c$": ("(a/b)c", r"$\frac ab c$", "<mfrac><mi>a</mi><mi>b</mi></mfrac><mi>c</mi>"),
    r"$x^12$": ("x¹2", r"$x^12$", "<msup><mi>x</mi><mn>1</mn></msup><mn>2</mn>"),
    r"$\lVert x \rVert_2$": ("‖x‖₂", r"$\lVert x \rVert_2$", "‖"),
    r"$\|x\|$": ("‖x‖", r"$\|x\|$", "‖"),
    r"$\hat y$": ("ŷ", r"$\hat y$", '<mover accent="true"><mi>y</mi><mo>^</mo></mover>'),
    r"$\bar{x}$": ("x̄", r"$\bar{x}$", '<mover accent="true"><mi>x</mi><mo>‾</mo></mover>'),
    r"$\binom nk$": ("(n; k)", r"$\binom nk$", "<mtable"),
    r"$\forall x \in \mathbb{R}$": ("∀x ∈ ℝ", r"$\forall x \in \mathbb{R}$", "<mi>ℝ</mi>"),
    r"$\int_0^1 f$": ("∫₀¹f", r"$\int_0^1 f$", "<msubsup><mo"),
    r"$\sum_{j} e^{x_j}$": ("∑ⱼ e^xⱼ", r"$\sum_{j} e^{x_j}$", '<munder><mo movablelimits="true">∑</mo>'),
    r"$\sin a\cos b$": ("sin a cos b", r"$\sin a\cos b$", "<mi>sin</mi><mspace"),
    r"$2\log(x)$": ("2 log(x)", r"$2\log(x)$", "<mi>log</mi><mo"),
    r"$j>i$": ("j > i", r"$j\gt i$", "<mo>&gt;</mo>"),
    r"$a<b$": ("a < b", r"$a\lt b$", "<mo>&lt;</mo>"),
    r"$x \not= y$": ("x ≠ y", r"$x \not= y$", "<mo>≠</mo>"),
    r"$\mathcal{L}$": ("ℒ", r"$\mathcal{L}$", "<mi>ℒ</mi>"),
    r"$\text{if $x>0$}$": ("if x > 0", None, None),
    r"$\underbrace{a+b}_{c}$": ("a + b_(c)", r"$\underbrace{a+b}_{c}$", "<mo>⏟</mo>"),
    r"$\vec v \cdot \tilde w$": ("v⃗·w̃", r"$\vec v \cdot \tilde w$", '<mover accent="true"><mi>v</mi><mo>→</mo></mover>'),
    r"\textbf{Step 7: by $W_O$.}": ("Step 7: by W_O.", "**Step 7: by $W_O$.**", "<strong>Step 7: by <math>"),
    r"\textbf{a \textbf{b} c}": ("a b c", "**a b c**", None),
    r"\emph{one \textbf{two}}": ("one two", "*one **two***", "<em>one <strong>two</strong></em>"),
    r"{\bf bold} text": ("bold text", "**bold** text", "<strong>bold</strong> text"),
    r"\texttt{a_b}": ("a_b", "`a_b`", "<code>a_b</code>"),
    r"\textcolor{red}{red} ink": ("red ink", "red ink", "red ink"),
    r"caf\'e, na\"ive, \'{e}t\'e": ("café, naïve, été", "café, naïve, été", "café, naïve, été"),
    r"50\,\% \& \#1 --- ``so''": ("50 % & #1 — “so”", None, "50\u2009% &amp; #1 — “so”"),
    "5% more": ("5% more", "5% more", "5% more"),
    r"\begin{itemize}\item one \item $x^2$\end{itemize}": (
        "• one\n\n• x²", "- one\n- $x^2$", "<ul><li>one</li><li><math><msup><mi>x</mi><mn>2</mn></msup></math></li></ul>",
    ),
    r"\begin{enumerate}[(a)]\item one\item two\end{enumerate}": (
        "1) one\n\n2) two", "1. one\n2. two", "<ol><li>one</li><li>two</li></ol>",
    ),
    r"\begin{tabular}{|c|r|}\hline a & $b$ \\ \hline c & d \\ \hline\end{tabular}": (
        "    a  b\n    c  d", "| a | $b$ |\n| --- | --- |\n| c | d |",
        "<table><tbody><tr><td>a</td><td><math><mi>b</mi></math></td></tr><tr><td>c</td><td>d</td></tr></tbody></table>",
    ),
    r"\[\begin{cases}1 & x>0\\0 & \text{else}\end{cases}\]": (
        "    ⎧1  x > 0\n    ⎩0  else", "$$\n\\begin{cases}1 & x\\gt 0\\\\0 & \\text{else}\\end{cases}\n$$", "<mtext>else</mtext>",
    ),
    r"\begin{align*}a &= b\\ &= c\end{align*}": (
        "    a   = b\n       = c", "$$\n\\begin{align*}a &= b\\\\ &= c\\end{align*}\n$$", '<mtd class="right"><mi>a</mi></mtd>',
    ),
    r"\begin{center}in the middle\end{center}": ("in the middle", "in the middle", "in the middle"),
    r"\cite{x} and $\R^n$": (r"\citex and \Rⁿ", None, r"<mtext>\R</mtext>"),
}  # fmt: skip


@pytest.mark.parametrize("latex", SHOWN)
def test_what_authors_write_is_what_is_read(latex: str) -> None:
    text, markdown, html = SHOWN[latex]
    assert writer("text").prose(latex).rstrip() == text
    assert markdown is None or writer("md").prose(latex).rstrip() == markdown
    assert html is None or html in writer("html").prose(latex)


UNREAD = {
    r"\cite{x} and $\R^n$": ("\\cite", "\\R"),
    r"\begin{tikzpicture}\draw (0,0);\end{tikzpicture}": ("\\begin{tikzpicture}",),
    r"$\begin{foo}1\end{foo}$": ("\\begin{foo}",),
    r"$\foo$ $\foo$": ("\\foo",),
    r"50\% of $\frac12$ \textbf{all} \noindent": (),
}


@pytest.mark.parametrize("latex", UNREAD)
def test_what_is_not_known_is_named(latex: str) -> None:
    assert unread(latex) == UNREAD[latex]


def test_every_command_of_the_tables_is_read() -> None:
    known = [*signs.GREEK, *signs.OPERATORS, *signs.RELATIONS, *signs.OTHERS, *signs.FUNCTIONS, *signs.SPACES]
    assert unread(" ".join(f"$\\{name}$" for name in known if name != " ")) == ()


@pytest.mark.parametrize("format_", names())
@pytest.mark.parametrize(
    "broken", ["$", "{", "}", r"\begin{itemize}", r"\item", r"\end{x}", r"\textbf{", r"\begin{tabular}", "&", "\\", r"\'", "$$x"]
)
def test_broken_text_is_shown_not_refused(broken: str, format_: str) -> None:
    assert isinstance(writer(format_).prose(broken), str)


ROUND = [
    r"\hat{y}",
    r"\widehat{AB}",
    r"\underbrace{a}_{b}",
    r"\overset{!}{=}",
    r"\left\|x\right\|",
    r"\mathbb{R}^{n}",
    r"\lceil x\rceil",
]


@pytest.mark.parametrize("latex", ROUND)
def test_latex_written_is_latex_read(latex: str) -> None:
    written = writer("tex").write(read(latex))
    assert writer("tex").write(read(written)) == written


@pytest.mark.parametrize("piece", ["{", r"\frac{1}{", r"\sqrt{", "x^{"])
@pytest.mark.parametrize("more", [0, 1])
def test_the_depth_of_a_formula_has_a_limit(piece: str, more: int) -> None:
    text = piece * (60 + more) + "x" + "}" * (60 + more)
    with pytest.raises(LimitError, match="more than 60") if more else nullcontext():
        read(text)


@pytest.mark.parametrize("inside", [r"\begin{tabular}{ll}a & b\end{tabular}", r"\begin{itemize}\item a\item b\end{itemize}", r"\begin{enumerate}\item a\end{enumerate}", r"\begin{center}a\end{center}"])
@pytest.mark.parametrize("form", ["text", "md", "html"])
@pytest.mark.parametrize("times", [1, 2, 3])
def test_what_stands_behind_an_environment_stands_behind_it(inside: str, form: str, times: int) -> None:
    """It ends where it ends: the words of its end are nobody's, and the next begins anew."""
    shown = str(writer(form).prose(f"before {inside} " * times + "behind"))
    assert shown.count("before") == times
    assert shown.count("behind") == 1
    assert not any(word in shown for word in ("tabular", "itemize", "enumerate", "center", "end"))
    assert shown.index("behind") > shown.rindex("before")


@pytest.mark.parametrize("inside", [r"\begin{tabular}{ll}a & b\end{tabular}", r"\begin{enumerate}\item a\end{enumerate}", r"\begin{center}a\end{center}", r"\begin{quote}a\end{quote}"])
@pytest.mark.parametrize("times", [1, 2, 3])
def test_an_environment_in_an_item_does_not_end_the_list(inside: str, times: int) -> None:
    """What stands behind it is in the item still, and the next item in the list."""
    shown = writer("html").prose(r"\begin{itemize}" + rf"\item {inside} within " * times + r"\item last\end{itemize} behind")
    assert shown.count("<li") == times + 1 + times * inside.count(r"\item")
    assert shown.count("<ul") == shown.count("</ul>") == 1
    assert shown.index("within") < shown.rindex("last") < shown.index("</ul>") < shown.index("behind")
