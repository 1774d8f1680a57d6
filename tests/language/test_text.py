"""The text language: what it reads, and what it refuses."""

import re
import unicodedata
from fractions import Fraction

import pytest

from symattn.errors import LineError, ReadError
from symattn.language import read
from symattn.language.letters import known, letter
from symattn.language.reader import parse_line
from tests.language.refusals import expected, refused

SAME = {  # as someone writes it, and the same value spelled out
    "a fraction": ("2/6", "1/3"),
    "a decimal is exact": ("0.1", "1/10"),
    "a decimal without its zero": (".25", "1/4"),
    "a decimal without its end": ("7.", "7"),
    "a power of ten": ("1.25e-2", "1/80"),
    "a capital exponent": ("3E+2", "300"),
    "a minus sign is weaker than a power": ("-3^2", "0-9"),
    "powers group to the right": ("2^3^2", "2**9"),
    "a negative exponent": ("2**-2", "1/4"),
    "a caret is a power": ("3^4", "81"),
    "nothing to the power nothing": ("0^0", "1"),
    "a power is stronger than a division": ("5/4^1/2", "5/8"),
    "divisions group to the left": ("24/2/3", "4"),
    "a sign after an operator": ("2*-3 - -1", "0-5"),
    "many signs": ("--+-2", "0-2"),
    "a root": ("sqrt(12)", "2*3^(1/2)"),
    "a numeral beside a function": ("2 sqrt(3)", "2*sqrt(3)"),
    "a numeral beside a function, no space": ("2sqrt(3)", "2*sqrt(3)"),
    "a numeral beside exp": ("2exp(3)", "2*e^3"),
    "a numeral beside a power of e, as a page writes it": ("1 + 2e⁴", "1 + 2*e^4"),
    "a numeral beside pi": ("2pi", "2*pi"),
    "functions side by side": ("sqrt(2)sqrt(3)", "sqrt(6)"),
    "brackets side by side": ("(1+2)(3)", "9"),
    "a numeral beside a bracket": ("2(3+4)", "14"),
    "a bracket beside a numeral": ("(3+4)2", "14"),
    "a power beside a bracket": ("2^3(4)", "32"),
    "a product beside a minus": ("-2 sqrt(2)", "0-sqrt(8)"),
    "e in three ways": ("e^2 + E**2 + exp(2)", "3*exp(2)"),
    "pi as a letter": ("2π", "pi*2"),
    "a natural logarithm": ("ln(8)", "3*log(2)"),
    "a logarithm to a base": ("log(81, 3)", "4"),
    "the tangens hyperbolicus": ("tanh(1/2)", "1 - 2/(e + 1)"),
    "the other hyperbolic functions": ("cosh(1)+sinh(1)", "e"),
    "the sigmoid": ("sigmoid(3)", "1/(1+exp(-3))"),
    "the absolute value": ("abs(1-sqrt(2))+Abs(-1)", "sqrt(2)"),
    "sine and cosine": ("sin(0)+cos(0)", "1"),
    "a minus sign from a typesetter": ("2 − 5", "0-3"),
    "a times cross and a dot": ("2×3·4", "24"),
    "a division sign": ("6÷4", "3/2"),
    "full-width digits and signs": ("１２＋（３）／４", "12+3/4"),
    "a root sign": ("√2", "sqrt(2)"),
    "a root sign before a bracket": ("√(1+1)", "sqrt(2)"),
    "a root sign is stronger than a division": ("√2/2", "sqrt(2)/2"),
    "a root sign after a numeral": ("3√2", "3*sqrt(2)"),
    "a half": ("½", "1/2"),
    "a half of a bracket": ("¾(8)", "6"),
    "a square": ("3²", "9"),
    "a raised minus": ("2⁻³", "1/8"),
    "a raised number of two digits": ("2¹⁰", "1024"),
    "spaces everywhere": ("  1 +  2 * 3 ", "7"),
    "lines inside brackets": ("(1 +\n2)", "3"),
}

REFUSED = {
    "nothing": "",
    "only spaces": "   ",
    "an exponent without digits": "3e",
    "an exponent with a point": "2e1.5",
    "a leading zero": "007",
    "a leading zero before the point": "01.5",
    "two numerals": "4 2",
    "a decimal comma": "3,25",
    "underscores in digits": "12_000",
    "a second point": "3.1.4",
    "two points": "3..4",
    "an imaginary number": "3j",
    "not a number": "nan",
    "infinity": "inf",
    "minus infinity alone": "-inf",
    "infinity in a sum": "[[1 - inf]]",
    "three dots": "1, 2, ...",
    "one sign for three dots": "1…2",
    "an unknown letter": "a",
    "an unknown function": "tan(1)",
    "a function without brackets": "sqrt 2",
    "a function without argument": "exp()",
    "two arguments for one": "sqrt(4, 2)",
    "three arguments for two": "log(8, 2, 2)",
    "a comparison": "1 < 2",
    "an equation": "x = 2",
    "an open bracket": "2*(3+4",
    "a closed bracket": "2)",
    "an empty bracket": "()",
    "an operator at the end": "2+",
    "an operator at the start": "/2",
    "two operators": "2*/3",
    "a factorial": "5!",
    "a percentage": "50%",
    "an index": "[1, 2][0]",
    "a method": "(2).real",
    "an attribute of a call": "exp(1).x",
    "a call of a call": "exp(1)(2).y",
    "a string": "'2'",
    "a lambda": "lambda: 1",
    "a list in a sum": "1+[2]",
    "a matrix times a number": "2*[[1, 2]]",
    "a sum of matrices": "[[1]]+[[2]]",
    "three dimensions": "[[[1]]]",
    "an empty list": "[]",
    "an empty row": "[[]]",
    "a missing entry": "[[1,,2]]",
    "a comma at the end": "[[1, 2],]",
    "curly brackets": "{2}",
    "mixed brackets": "(2]",
    "a tuple": "(1, 2)",
    "a column to SymPy": "Matrix([1, 2])",
    "a shape to SymPy": "Matrix(1, 2, [1, 2])",
    "Matrix alone": "Matrix",
    "division by zero": "3/0",
    "zero by zero": "0/0",
    "zero to a negative power": "0^-2",
    "a hidden zero": "1/(sqrt(8)-2*sqrt(2))",
    "a logarithm of zero": "log(0)",
    "a logarithm of a negative number": "ln(1-2)",
    "a base of one": "log(2, 1)",
    "a root of a negative number": "sqrt(1-sqrt(2))",
    "a fractional power of a negative number": "(-2)^(3/5)",
    "a mixed number": "2½",
    "a half and a numeral": "½ 2",
    "two halves": "½½",
    "a square and a half": "2²½",
    "a raised number and a numeral": "2²3",
    "two raised numbers": "2²^3",
    "a quotient beside a factor": "1/2 sqrt(2)",
    "a quotient beside a bracket": "1/2(3)",
    "e beside a bracket": "e(2)",
    "a root sign with two ends": "√2π",
    "an exponent with two ends": "e^-2pi",
    "an exponent before a call": "e^-2sqrt(2)",
    "a second line": "1\n2",
    "a sum on two lines": "1\n+2",
    "a dash": "2–1",
    "a zero-width space": "1\u200b2",
    "a mark of direction": "\u200e12",
    "a byte-order mark inside": "1\ufeff2",
    "a soft hyphen": "1\u00ad2",
    "a null": "1\x002",
    "an invisible times": "2\u20623",
    "digits of another script": "٣",
    "LaTeX": "\\frac12",
    "a comment": "2 # two",
    "a backslash": "2 \\",
    "a semicolon": "1; 2",
    "an assignment": "a := 2",
    "ragged rows": "[[1, 2], [3]]",
    "not a text": 12,
}


@pytest.mark.parametrize(("written", "meant"), SAME.values(), ids=SAME)
def test_reads(written, meant):
    assert read(written, "text").number == read(meant, "text").number


@pytest.mark.parametrize("written", REFUSED.values(), ids=REFUSED)
def test_refuses(written):
    with pytest.raises(ReadError) as caught:
        read(written, "text")
    assert 0 <= caught.value.position <= len(str(written))
    assert caught.value.message


PLACES = {
    "the unknown letter": ("1 + q", 4),
    "the second numeral": ("12 3", 3),
    "the comma": ("0,5", 1),
    "the divisor": ("1/0", 1),
    "the power": ("2*0^(-1)", 3),
    "the function": ("1+log(0)", 2),
    "the row": ("[[1, 2], [3]]", 10),
    "the end": ("(1+2", 4),
}


@pytest.mark.parametrize(("written", "position"), PLACES.values(), ids=PLACES)
def test_the_position_is_that_of(written, position):
    with pytest.raises(ReadError) as caught:
        read(written, "text")
    assert caught.value.position == position


@pytest.mark.parametrize(("how", "written"), [  # § stands before the one that has no partner
    *((parse_line, line) for line in ("Y = 2 * exp§(A + (1 - A)", "Y = A * §(A + 2", "Y = exp(A, §(1, 2", "Y = A * §[1, [2, 3]", "Y = A + A§[0:2, [1, 2]", "Y = reshape§(A, (1, 2)")),
    *((lambda text: read(text, "text"), text) for text in ("1+(2*§(3", "§(1+2", "2+§(3*(4+1)")),
    *((lambda text: read(text, "latex"), text) for text in (r"1+\frac{1}§{2+\sqrt{3}", r"2+§\left(3", r"\log_§{2", "§{2+3")),
])  # fmt: skip
def test_a_bracket_without_a_partner_is_named_with_its_place(how, written):
    text = written.replace("§", "")
    with pytest.raises((ReadError, LineError)) as caught:
        how(text)
    assert f"at character {written.index('§') + 1}," in str(caught.value)


@pytest.mark.parametrize(("section", "how"), [("text", lambda text: read(text, "text")), ("line", parse_line)], ids=["text", "line"])
def test_what_cannot_be_read_is_told_with_where_and_why(section, how):
    assert refused(section, how) == expected(section)


def test_a_ragged_matrix_names_the_row():
    with pytest.raises(ReadError, match="row 3 has 1 entry, row 1 has 2"):
        read("[[1, 2], [3, 4], [5]]", "text")


MATRICES = {
    "rows in brackets": ("[[1, 2], [3, 4]]", [["1", "2"], ["3", "4"]]),
    "SymPy's spelling": ("Matrix([[1/2, sqrt(2)]])", [["1/2", "sqrt(2)"]]),
    "over lines": ("[[1,\n 2],\n [3, 4]]", [["1", "2"], ["3", "4"]]),
    "a column": ("[[1], [2]]", [["1"], ["2"]]),
    "full-width brackets": ("［［１，２］］", [["1", "2"]]),
}


@pytest.mark.parametrize(("written", "cells"), MATRICES.values(), ids=MATRICES)
def test_reads_a_matrix(written, cells):
    found = read(written, "text")
    assert found.shape == (len(cells), len(cells[0]))
    assert [[c.number for c in row] for row in found.cells] == [[read(c).number for c in row] for row in cells]


@pytest.mark.parametrize("sign", ["<", ">", "&", '"', "'", "~"])
def test_a_sign_that_is_refused_is_said_as_it_was_written(sign):
    """In whatever language or page that is said later: here it is plain text."""
    with pytest.raises(ReadError) as caught:
        read(f"1 {sign} 2")
    assert sign in str(caught.value)
    assert not re.search("&[#a-z0-9]+;", str(caught.value))


@pytest.mark.parametrize("sign", [chr(n) for n in (*range(0xBC, 0xBF), *range(0x2150, 0x215F))])
def test_a_fraction_in_one_sign_is_the_fraction_that_it_is(sign):
    assert read(sign, "text").number == read(str(Fraction(unicodedata.numeric(sign)).limit_denominator(10)), "text").number


@pytest.mark.parametrize(
    ("written", "meant"),
    [("pi", "π"), ("2pi", "π*2"), ("mn", "m*n"), ("2mn", "2*n*m"), ("sin(2)", "sin(4/2)"), ("sin", None), ("pin", "p*i*n"), ("sp", "s*p")],
)
def test_letters_side_by_side_are_a_product_unless_together_they_are_a_number_or_a_function(written: str, meant: str | None) -> None:
    with known({name: letter(name, "real") for name in "pinms"}):
        if meant is None:
            with pytest.raises(ReadError):
                read(written, "text")
        else:
            assert read(written, "text").cells[0][0].value == read(meant, "text").cells[0][0].value


def test_a_long_word_of_letters_side_by_side_is_read_in_time() -> None:
    """Each letter was looked for in all that stands behind it again and again: a word of 300 took minutes."""
    with known({name: letter(name, "positive") for name in ("n", "d_k")}):
        assert read("n" * 300).number == read("n^300").number
        assert read("d_kn" * 60).number == read("n^60 d_k^60").number
        with pytest.raises(ReadError):
            read("n" * 300 + "z")
