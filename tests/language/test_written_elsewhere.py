"""What SymPy prints and what symattn writes is read back to the same value."""

import pytest
import sympy

from symattn.formats.tex import Writer
from symattn.language import read
from symattn.notation.values import ValuePrinter

VALUES = [
    "-7/3", "sqrt(2)/2", "2**(1/3)", "1/(1+exp(3*sqrt(2)))", "exp(-1/2)*sqrt(5)", "pi**2", "log(2)**2", "2**sqrt(3)",
    "sqrt(1+sqrt(2))", "exp(pi)", "log(1+e)", "sin(1)**2", "cos(sqrt(2))", "(1+sqrt(2))*e", "sqrt(3)/(2*pi)",
    "2**(2/3)*3**(1/3)", "exp(e)", "-3*sqrt(6)/4+1/7", "exp(1/3)/(exp(1/3)+exp(2/3))", "5*e", "3/(2*(1+e))",
]  # fmt: skip


@pytest.mark.parametrize("written", VALUES)
def test_sympy_prints_are_read(written):
    value = read(written)
    shown = value.to_sympy()
    for text, format in ((sympy.latex(shown), "latex"), (str(shown), "text")):
        assert read(text, format).to_sympy().equals(shown)


@pytest.mark.parametrize("written", VALUES)
def test_our_own_latex_is_read(written):
    value = read(written).number
    for shown in (ValuePrinter().exact(value), ValuePrinter().inline(value)):
        assert read(Writer().write(shown), "latex").number == value


def test_sympy_matrices_are_read():
    shown = sympy.Matrix([[sympy.sqrt(2), sympy.Rational(1, 2)], [sympy.exp(-2), -sympy.oo]])
    meant = read("[[sqrt(2), 1/2], [exp(-2), -inf]]").matrix
    for text in (sympy.latex(shown), sympy.latex(shown, mat_str="array"), sympy.latex(shown, mat_delim="("), str(shown)):
        assert read(text).matrix == meant
    assert read(sympy.latex(shown, mode="equation")).matrix == meant
