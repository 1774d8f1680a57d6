"""Whatever is written: a value, or a ReadError with its place. Nothing else ever escapes."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from symattn.errors import ReadError
from symattn.language import read

QUICK = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
TEXT = [
    "1",
    "2",
    "0",
    "-",
    "+",
    "*",
    "/",
    "^",
    "**",
    "(",
    ")",
    "[",
    "]",
    ",",
    " ",
    ".",
    "e",
    "E",
    "pi",
    "sqrt(",
    "exp(",
    "log(",
    "sin(",
    "tanh(",
    "√",
    "½",
    "²",
    "⁻¹",
    "9",
    "10",
    "1e3",
    "1e-9",
    "inf",
    "Matrix(",
    "\n",
    "abs(",
    "sigmoid(",
    "ln(",
    "0.5",
]
LATEX = [
    "1",
    "2",
    "0",
    "-",
    "+",
    "{",
    "}",
    "^",
    "_",
    "(",
    ")",
    r"\frac",
    r"\sqrt",
    "[",
    "]",
    "e",
    r"\pi",
    r"\ln",
    r"\log",
    r"\sin",
    r"\cdot ",
    r"\left(",
    r"\right)",
    "&",
    r"\\",
    r"\begin{bmatrix}",
    r"\end{bmatrix}",
    " ",
    "=",
    r"\approx",
    "Q",
    r"\infty",
    "$",
    r"\exp",
    r"\mathbf",
    r"\,",
    "10",
    "0.5",
    "/",
]
ARRAY = [
    "1",
    "0.5",
    "-2.",
    "[",
    "]",
    "[[",
    "]]",
    ",",
    ", ",
    " ",
    "\n",
    ";",
    "array(",
    ")",
    "tensor(",
    "-inf",
    "nan",
    "1e5",
    "1e400",
    ", dtype=float32",
    "np.float64(",
    ".",
]
SEEDS = {
    "text": [
        "[[1/2, sqrt(2)], [exp(-1/2), 2^3^2]]",
        "1/(1+exp(3*sqrt(2)))",
        "2 sqrt(2)+½-√3²",
        "log(81, 3)*tanh(1)^2",
        "(sqrt(2)-1)^(1/2)/log(3)",
    ],
    "latex": [
        r"Q_0 &\approx \begin{bmatrix}\frac12 & \sqrt[3]{2}\\[2pt] e^{-\sqrt{2}} & -\infty\end{bmatrix}.",
        r"$\frac{e^{\sqrt{2}}}{1+e^{\sqrt{2}}}$",
        r"\log_{2} 8 + \sin^2(1)\left(2\right)",
    ],
    "numpy": [
        "tensor([[0.5000, 1e-3],\n        [1.0000, -inf]], grad_fn=<SoftmaxBackward0>)",
        "[[ 1. -2.]\n [ 0.  4.]]",
        "[1 2; 3 4]",
    ],
}


def refusal(written, format):
    """The ReadError of a text, or None when it is read."""
    try:
        assert read(written, format).cells
    except ReadError as error:
        return error
    return None


def survives(written, format):
    error = refusal(written, format)
    assert error is None or (str(error) and 0 <= error.position <= len(written))


def pieces(words):
    return st.lists(st.sampled_from(words), max_size=14).map("".join)


@QUICK
@given(pieces(TEXT))
def test_pieces_of_text(written):
    survives(written, "text")


@QUICK
@given(pieces(LATEX))
def test_pieces_of_latex(written):
    survives(written, "latex")


@QUICK
@given(pieces(ARRAY))
def test_pieces_of_arrays(written):
    survives(written, "numpy")


@pytest.mark.exhaustive
@QUICK
@given(st.text(max_size=60), st.sampled_from(["text", "latex", "numpy", None]))
def test_any_characters(written, format):
    survives(written, format)


@pytest.mark.sliced(3)
@pytest.mark.parametrize("format", SEEDS)
def test_one_character_wrong(format):
    chance = random.Random(7)
    for _ in range(400):
        written = chance.choice(SEEDS[format])
        at = chance.randrange(len(written))
        new = chance.choice(["", chance.choice(written), chance.choice("0()[]{}\\^-.,e \n\u200b")])
        survives(written[:at] + new + written[at + chance.randrange(2) :], format)
