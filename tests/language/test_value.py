"""What read returns: precision as written, shapes, names, guesses, and what texts mean together."""

import pytest

from symattn.errors import ReadError, SymattnError
from symattn.exact.matrix import BLOCKED
from symattn.exact.number import Number
from symattn.exact.text import text
from symattn.language import Precision, cell, entry, read

PRECISION = {
    "a whole number": ("12", Precision(0)),
    "a decimal": ("0.10", Precision(2)),
    "a negative decimal": ("-0.5", Precision(1)),
    "a decimal in brackets": ("(-2.50)", Precision(2)),
    "a decimal point at the end": ("3.", Precision(0)),
    "a power of ten": ("6.30e-02", Precision(2, -2)),
    "a written power of ten": ("6.3*10^-2", Precision(1, -2)),
    "a fraction is exact": ("1/2", None),
    "a sum is exact": ("0.5+0.25", None),
    "a decimal over a power of ten is exact": ("6.3/10^2", None),
    "a decimal over a whole number is exact": ("0.5/4", None),
    "a decimal times another power is exact": ("6.3*20^2", None),
    "a root is exact": ("sqrt(2)", None),
}


@pytest.mark.parametrize(("written", "precision"), PRECISION.values(), ids=PRECISION)
def test_precision(written, precision):
    assert read(written, "text").cells[0][0].precision == precision


def test_precision_of_a_latex_entry():
    cells = read(r"\begin{bmatrix}0.50 & 6.3 \times 10^{-2} & \frac12 & -\infty\end{bmatrix}", "latex").cells[0]
    assert [c.precision for c in cells] == [Precision(2), Precision(1, -2), None, None]


GUESSES = {
    "a command": (r"\frac12", "latex"),
    "dollars": ("$2$", "latex"),
    "a group in an exponent": ("e^{2}", "latex"),
    "spaces between entries": ("[[1 2]\n [3 4]]", "numpy"),
    "rows side by side": ("[[1]\n [2]]", "numpy"),
    "a semicolon": ("[1, 2; 3, 4]", "numpy"),
    "a tensor": ("tensor([1., 2.])", "numpy"),
    "a list": ("[[1, 2], [3, 4]]", "text"),
    "an expression": ("1/(1+e^-sqrt(2))", "text"),
    "SymPy's matrix": ("Matrix([[1, 2]])", "text"),
    "a decimal": ("0.5", "text"),
}


@pytest.mark.parametrize(("written", "format"), GUESSES.values(), ids=GUESSES)
def test_guesses(written, format):
    assert read(written).format == format


def test_an_unknown_format_is_named():
    with pytest.raises(ReadError, match="mathml"):
        read("1", "mathml")


def test_a_number_is_no_matrix_and_a_matrix_is_no_number():
    with pytest.raises(SymattnError, match="one number"):
        _ = read("1").matrix
    with pytest.raises(SymattnError, match="1×2"):
        _ = read("[[1, 2]]").number


def test_cells_of_a_worksheet():
    assert cell("0.10") == Number.of(1) / 10
    assert entry("-inf") is BLOCKED
    for bad in ("-inf", "[[1]]", "010", "1,5"):
        with pytest.raises(ReadError):
            cell(bad)


LOGS = {
    "a product splits": ("log((1+e)*(2+e))", "log(1+e)+log(2+e)"),
    "a quotient splits": ("log((1+e)/(2+e))", "log(1+e)-log(2+e)"),
    "a power splits": ("log((1+e)^3)", "3*log(1+e)"),
    "a root splits": ("log(sqrt(1+e))", "log(1+e)/2"),
    "two negative factors": ("log((1-e)*(2-e))", "log(e-1)+log(e-2)"),
    "an even power of a negative base": ("log((1-e)^2)", "2*log(e-1)"),
    "a power that is one": ("log((1-1)^0*3)", "log(3)"),
    "an irrational power": ("log((1+e)^sqrt(2))", "sqrt(2)*log(1+e)"),
    "an exponential": ("log(exp(sqrt(2))*3)", "sqrt(2)+log(3)"),
    "an exponential of a logarithm": ("exp(log(1+e))", "1+e"),
    "a power of an exponential": ("(e^sqrt(2))^sqrt(2)", "exp(2)"),
    "a rational splits into primes": ("log(12/5)", "2*log(2)+log(3)-log(5)"),
    "a rational power of a rational": ("exp(2/3*log(8))", "4"),
}


@pytest.mark.parametrize(("one", "other"), LOGS.values(), ids=LOGS)
def test_logarithms(one, other):
    assert read(one).number == read(other).number


VALUES = [
    "-7/3",
    "sqrt(2)",
    "2*3^(1/3)-1",
    "1/(1+exp(3*sqrt(2)))",
    "exp(-1/2)*sqrt(5)",
    "pi^2",
    "log(2)",
    "2^sqrt(3)",
    "sqrt(1+sqrt(2))",
    "(3*e+1)/(e+exp(2)+1)",
    "exp(pi)",
    "log(1+e)",
]


@pytest.mark.parametrize("written", VALUES)
def test_a_value_written_out_is_read_back(written):
    value = read(written).number
    assert read(text(value), "text").number == value


def test_a_caller_deep_in_the_stack_gets_an_answer_or_a_read_error():
    written = "exp(-" * 150 + "1" + ")" * 150

    def deep(levels):
        if levels:
            return deep(levels - 1)
        try:
            return read(written).number
        except ReadError:
            return None

    assert isinstance(deep(0), Number)
    assert deep(700) is None or isinstance(deep(700), Number)
