"""LaTeX: what it reads, and what it refuses."""

import json

import pytest

from symattn.errors import ReadError
from symattn.exact.matrix import BLOCKED
from symattn.language import read
from symattn.language.letters import known, letter
from symattn.sheet import loads
from tests.language.refusals import expected, refused

SAME = {  # LaTeX, and the same value in the text language
    "a fraction": (r"\frac{2}{3}", "2/3"),
    "fractions of all sizes": (r"\dfrac{1}{2}+\tfrac{1}{3}+\cfrac{1}{6}", "1"),
    "a fraction of two digits": (r"\frac34", "3/4"),
    "a fraction of a digit and a group": (r"\frac3{10}", "3/10"),
    "a fraction of a command": (r"\frac\pi2", "pi/2"),
    "a root of a digit": (r"\sqrt5", "sqrt(5)"),
    "a root of a group": (r"\sqrt{1+\sqrt{2}}", "sqrt(1+sqrt(2))"),
    "a cube root": (r"\sqrt[3]{2}", "2^(1/3)"),
    "a fraction before a root": (r"\frac12\sqrt3", "sqrt(3)/2"),
    "a numeral before a root": (r"2\sqrt{3}", "2*sqrt(3)"),
    "a power of e": (r"e^{-\sqrt{2}}", "exp(-sqrt(2))"),
    "an upright e": (r"\mathrm{e}^{2}+\text{e}^{2}", "2*exp(2)"),
    "exp with brackets": (r"\exp\left(\frac{1}{2}\right)", "sqrt(e)"),
    "a numeral before a power of e": (r"3e^{2}", "3*exp(2)"),
    "a numeral before e": (r"\frac{3e}{2}", "3*e/2"),
    "a sign in an exponent without braces": ("e^-1", "1/e"),
    "a long exponent without braces": ("2^10", "1024"),
    "a softmax weight": (r"\frac{e^{\sqrt{2}}}{1+e^{\sqrt{2}}}", "1/(1+exp(-sqrt(2)))"),
    "a dot and a cross": (r"2 \cdot 3 \times 4", "24"),
    "spaces": (r"2\,\cdot\;3\!\quad", "6"),
    "brackets that grow": (r"\left(1+2\right)\left(3\right)", "9"),
    "a natural logarithm": (r"\ln 8", "3*log(2)"),
    "a logarithm without a base is natural": (r"\log 8", "3*log(2)"),
    "a logarithm to a base": (r"\log_3 81", "4"),
    "a logarithm to a longer base": (r"\log_{10}{1000}", "3"),
    "a quotient of logarithms": (r"\ln 8 / \ln 2", "3"),
    "a root in a logarithm": (r"\ln\sqrt{2}", "log(2)/2"),
    "SymPy's logarithm": (r"\log{\left(2 \right)}^{2}", "log(2)*log(2)"),
    "the square of a sine": (r"\sin^{2}{\left(1 \right)}+\cos^2(1)", "1"),
    "hyperbolic functions": (r"\tanh(1)\cosh(1)-\sinh(1)+1", "tanh(1)*cosh(1)-sinh(1)+1"),
    "an operator name": (r"\operatorname{tanh}(1)", "tanh(1)"),
    "pi": (r"2\pi", "2*pi"),
    "a slash as in text": ("1/3", "1/3"),
    "a decimal": ("-0.25", "0-1/4"),
    "a decimal with its power of ten": (r"1.5 \times 10^{-3}", "3/2000"),
    "dollars around it": (r"$\frac{1}{2}$", "1/2"),
    "double dollars": (r"$$\frac{1}{2}$$", "1/2"),
    "display brackets": (r"\[ \frac{1}{2} \]", "1/2"),
    "bold": (r"\mathbf{2}", "2"),
    "two fractions side by side": (r"\frac{1}{2}\frac{1}{3}", "1/6"),
    "a fraction after a power": (r"e^{2}\frac{1}{2}", "exp(2)/2"),
    "a bracketed fraction after a numeral": (r"2\left(\frac12\right)", "1"),
    "a minus sign without space": (r"e^{{-}1}", "1/e"),
    "braces make a base": ("{2^{3}}^{2}", "64"),
}

REFUSED = {
    "a mixed number": r"2\frac{1}{2}",
    "a short mixed number": r"3\frac12",
    "three digits for a fraction": r"\frac123",
    "a root of two digits": r"\sqrt12",
    "a comma in braces": "2{,}500",
    "a space in a numeral": r"2\,500",
    "braces in a numeral": "2{5}",
    "an empty group": "{}",
    "a decimal comma": "2,5",
    "two exponents": "e^{2}^{3}",
    "a product or a power of ten": "3e-4",
    "an unclear argument in braces": r"\ln{2}\sqrt{3}",
    "two bold numerals": r"\mathbf{1}\mathbf{2}",
    "an unclear argument": r"\ln 2 \cdot 3",
    "an unclear argument beside a root": r"\ln 2\sqrt{3}",
    "an unclear quotient": r"1/2\sqrt{3}",
    "a base without braces": r"\log_28",
    "an inverse function": r"\sin^{-1} 1",
    "a base of ln": r"\ln_2 8",
    "an unknown command": r"\foo",
    "an unknown letter": "2x",
    "a plus or minus": r"\pm 2",
    "an integral": r"\int_0^1 1",
    "a sum": r"\sum_{i} 1",
    "a degree": r"90^\circ",
    "a percent sign": r"20\%",
    "a comment": "2 % two",
    "bars": r"\left|2\right|",
    "a chain": "a = b = 2",
    "no name": "2 = 2",
    "no value": "Q =",
    "a sign of order": r"a \le 2",
    "an open group": r"\frac{1}{2",
    "a closed group": "2}",
    "an open bracket": r"\left(2",
    "unlike brackets": r"\left(2\right]",
    "half a bracket": r"(2\right)",
    "a missing argument": r"\frac{1}",
    "an order of zero": r"\sqrt[0]{3}",
    "a fractional order": r"\sqrt[1.5]{3}",
    "a root of a negative number": r"\sqrt{-2}",
    "division by zero": r"\frac{1}{0}",
    "infinity": r"\infty",
    "minus infinity alone": r"-\infty",
    "dots": r"1+\dots+3",
    "dots in a matrix": r"\begin{bmatrix}1 & \cdots\end{bmatrix}",
    "unlike ends": r"\begin{bmatrix}1\end{pmatrix}",
    "no end": r"\begin{bmatrix}1",
    "an empty entry": r"\begin{bmatrix}1 & \end{bmatrix}",
    "ragged rows": r"\begin{bmatrix}1 & 2\\3\end{bmatrix}",
    "another environment": r"\begin{cases}1\end{cases}",
    "an array without columns": r"\begin{array}1\end{array}",
    "a factor before a matrix": r"2\begin{bmatrix}1\end{bmatrix}",
    "a product of matrices": r"\begin{bmatrix}1\end{bmatrix}\begin{bmatrix}1\end{bmatrix}",
    "a transpose": r"\begin{bmatrix}1\end{bmatrix}^T",
    "a matrix in a matrix": r"\begin{bmatrix}\begin{bmatrix}1\end{bmatrix}\end{bmatrix}",
    "two numerals in an entry": r"\begin{bmatrix}1 2 & 3\end{bmatrix}",
    "two formulas": "$1$ $2$",
    "an open dollar": "$1",
    "a tower": r"9^{9^{9^{9}}}",
    "a softmax": r"\operatorname{softmax}(1, 2)",
}


@pytest.mark.parametrize(("written", "meant"), SAME.values(), ids=SAME)
def test_reads(written, meant):
    assert read(written, "latex").number == read(meant, "text").number


@pytest.mark.parametrize("written", REFUSED.values(), ids=REFUSED)
def test_refuses(written):
    with pytest.raises(ReadError) as caught:
        read(written, "latex")
    assert 0 <= caught.value.position <= len(written)


def test_what_cannot_be_read_is_told_with_where_and_why():
    assert refused("latex", lambda text: read(text, "latex")) == expected("latex")


ENVIRONMENTS = ["bmatrix", "pmatrix", "matrix", "Bmatrix", "vmatrix", "smallmatrix"]


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_reads_the_environment(name):
    found = read(rf"\begin{{{name}}} 1 & \frac12 \\[2pt] 0 & -1 \end{{{name}}}", "latex")
    assert found.matrix == read("[[1, 1/2], [0, -1]]").matrix


MATRICES = {
    "an array with columns": r"\left[\begin{array}{c|c} 1 & 2 \\ 3 & 4 \end{array}\right]",
    "as SymPy prints it": r"\left[\begin{matrix}1 & 2\\3 & 4\end{matrix}\right]",
    "round brackets around it": r"\left(\begin{matrix}1 & 2\\3 & 4\end{matrix}\right)",
    "a row sign at the end": r"\begin{bmatrix}1 & 2\\3 & 4\\\end{bmatrix}",
    "the full stop of a sentence": r"\begin{bmatrix}1 & 2\\3 & 4\end{bmatrix}.",
    "an equation around it": r"\begin{equation*}\begin{bmatrix}1 & 2\\3 & 4\end{bmatrix}\end{equation*}",
    "aligned to the right": r"\begin{bmatrix*}[r]1 & 2\\3 & 4\end{bmatrix*}",
    "columns without margins": r"\left(\begin{array}{@{}r|r@{}}1 & 2\\3 & 4\end{array}\right)",
    "a skip between rows": r"\begin{bmatrix}1 & 2 \\\noalign{\vskip5pt} 3 & 4\end{bmatrix}",
    "over several lines": "\\begin{bmatrix}\n  1 & 2 \\\\\n  3 & 4\n\\end{bmatrix}\n",
}


@pytest.mark.parametrize("written", MATRICES.values(), ids=MATRICES)
def test_reads_a_matrix(written):
    assert read(written, "latex").matrix == read("[[1, 2], [3, 4]]").matrix


def test_minus_infinity_is_an_entry():
    found = read(r"\begin{bmatrix}1 & -\infty\end{bmatrix}", "latex")
    assert found.cells[0][1].number is BLOCKED
    assert found.cells[0][1].text == r"-\infty"


NAMES = {
    "a letter with an index": (r"Q_0 = 2", "Q_0", False),
    "before an alignment": (r"Z_0 &\approx 0.5", "Z_0", True),
    "after an alignment": (r"S =& 2", "S", False),
    "bold": (r"\mathbf{M} = 2", r"\mathbf{M}", False),
    "a head in brackets": (r"W_Q^{(1)} = 2", "W_Q^{(1)}", False),
    "a word": (r"\text{head}_1 = 2", r"\text{head}_1", False),
    "two indices": ("A_{1,2} = 2", "A_{1,2}", False),
    "a prime": ("A' = 2", "A'", False),
    "a Greek letter": (r"\alpha_1 = 2", r"\alpha_1", False),
    "inside dollars": ("$Q = 2$", "Q", False),
    "none": ("2", "", False),
}


@pytest.mark.parametrize(("written", "name", "approximate"), NAMES.values(), ids=NAMES)
def test_keeps_the_name(written, name, approximate):
    found = read(written, "latex")
    assert (found.name, found.approximate) == (name, approximate)


LETTERS = {  # with letters of a sheet in place of numbers
    r"\frac t3": "t/3", r"\frac 3t": "3/t", r"\frac{t}{3}": "t/3", r"\tfrac t2": "t/2", r"\frac\lambda 2": "lambda/2", r"\frac1\lambda": "1/lambda",
    r"\frac{\lambda t}{2}": "lambda*t/2", r"-\frac{1}{t}": "-1/t", r"t/\lambda": "t/lambda", r"\sqrt t": "sqrt(t)", r"\sqrt{t}": "sqrt(t)",
    r"\sqrt\lambda": "sqrt(lambda)", r"\mathrm{e}^{-\lambda}": "exp(-lambda)", r"e^t": "exp(t)", r"\exp(-t)": "exp(-t)", r"\ln t": "log(t)",
    r"\cos t": "cos(t)", r"\sin(2t)": "sin(2*t)", r"2t": "2*t", r"2\,t": "2*t", r"t\cdot\lambda": "t*lambda", r"t^2": "t^2", r"t^{\lambda}": "t^lambda",
    r"\left(t+1\right)^2": "(t+1)^2", r"\mathbf{t}": "t", r"\boxed{t}": "t", r"\textcolor{red}{t}": "t", r"t_1+t": "t_1+t",
}  # fmt: skip


def test_a_letter_stands_wherever_a_number_may():
    kinds = 't = "positive"\nlambda = "positive"\nt_1 = "real"'
    givens = {name: [[text] for text in texts] for name, texts in (("X", LETTERS), ("Y", LETTERS.values()))}
    (question,) = loads(f'[[question]]\nsteps = ["A = X + Y"]\n[question.letters]\n{kinds}\n[question.given]\n' + "".join(f"{name} = {json.dumps(rows)}\n" for name, rows in givens.items())).questions
    read_as, meant = question.given["X"].values, question.given["Y"].values
    assert [text for text, one, other in zip(LETTERS, read_as, meant, strict=True) if one != other] == []


STARRED = {  # with something to undress beside it -> the same without
    r"\mu**2\,d": "mu^2 d", r"\mathbf{d}\,\mu**3": "mu^3 d", r"\mu*d\,d": "mu d^2", r"\boxed{\pi**2}": "pi^2", r"\lambda*{d}\,\mathbf{d}": "lambda d^2",
    r"\boxed{\mu*\lambda}": "mu lambda", r"\operatorname*{d}\mu": "mu d",
}


@pytest.mark.parametrize(("written", "right"), STARRED.items(), ids=map(repr, STARRED))
def test_a_star_behind_a_letter_is_a_product_or_half_a_power(written: str, right: str) -> None:
    with known({name: letter(name, "positive") for name in ("mu", "d", "lambda")}):
        assert read(written).number == read(right).number
