"""Printed arrays: NumPy, PyTorch, MATLAB, nested lists."""

import pytest

from symattn.errors import ReadError
from symattn.language import Precision, read
from tests.language.refusals import expected, refused

TWO = "[[1, 2], [3, 4]]"
SAME = {
    "print of whole numbers": ("[[1 2]\n [3 4]]", TWO),
    "print of decimals": ("[[ 1. -2.]\n [ 0.  4.]]", "[[1, -2], [0, 4]]"),
    "print padded to one width": ("[[0.5  0.25]\n [1.   0.  ]]", "[[1/2, 1/4], [1, 0]]"),
    "repr": ("array([[1, 2],\n       [3, 4]])", TWO),
    "repr with its type": ("array([[0.5, 0.25]], dtype=float32)", "[[1/2, 1/4]]"),
    "a nested list": (TWO, TWO),
    "a nested list of NumPy scalars": ("[[np.float64(0.5), np.int64(3)]]", "[[1/2, 3]]"),
    "np.array": ("np.array([[1, 2], [3, 4]])", TWO),
    "a tensor": ("tensor([[0.5000, 0.2500],\n        [1.0000, 0.0000]])", "[[1/2, 1/4], [1, 0]]"),
    "a tensor with its history": ("tensor([[0.5000]], grad_fn=<SoftmaxBackward0>)", "[[1/2]]"),
    "a tensor on a device": (
        "tensor([[1., 2.]], device='cuda:0', dtype=torch.float64, requires_grad=True)",
        "[[1, 2]]",
    ),
    "powers of ten": ("[[6.3379e-02 1.0e+01]]", "[[63379/1000000, 10]]"),
    "MATLAB": ("[1 2; 3 4]", TWO),
    "MATLAB with commas": ("[1, 2; 3, 4]", TWO),
    "a column in MATLAB": ("[1; 2]", "[[1], [2]]"),
    "one dimension is one row": ("[1 2 3]", "[[1, 2, 3]]"),
    "one dimension in commas": ("tensor([1, 2, 3])", "[[1, 2, 3]]"),
    "a long row that NumPy wraps": ("[" + "0.12345678 " * 6 + "\n 1.        ]", "[[" + "0.12345678, " * 6 + "1]]"),
    "minus infinity in masked scores": ("[[0.5 -inf]\n [0.1  0.2]]", "[[1/2, -inf], [1/10, 1/5]]"),
    "brackets on lines of their own": ("[\n[1, 2],\n[3, 4]\n]", TWO),
}

REFUSED = {
    "a print that is cut off": "[[0 1 ... 8 9]]",
    "not a number": "[[nan 1.]]",
    "infinity": "[[inf 1.]]",
    "minus infinity alone": "-inf",
    "three dimensions": "[[[1. 2.]]]",
    "a fraction": "[[1/2 1]]",
    "an expression": "[[1+1 2]]",
    "a root": "[[sqrt(2) 1]]",
    "no end": "[[1. 2.]",
    "one end too many": "[[1. 2.]]]",
    "no end of array": "array([[1, 2]]",
    "an unknown keyword": "array([1], size=3)",
    "code": "[[open('x')]]",
    "truth values": "[[True False]]",
    "text": "[['1']]",
    "a complex number": "[[1.+2.j]]",
    "ragged rows": "[[1 2]\n [3]]",
    "an empty array": "[]",
    "an empty row": "[[1 2]\n []]",
    "numbers without brackets": "1 2 3",
    "text after it": "[[1 2]] x",
    "two arrays": "[1 2] [3 4]",
    "rows and numbers": "[[1, 2], 3]",
    "a number and rows": "[1, [2, 3]]",
    "some commas": "[[1, 2 3]]",
    "commas between rows only": "[[1 2], [3 4]]",
    "a missing entry": "[[1,,2]]",
    "a comma at the end": "[1, 2,]",
    "a semicolon at the end": "[1 2; 3 4;]",
    "a semicolon between rows": "[[1 2]; [3 4]]",
    "rows by line end only": "[1 2\n 3 4]",
    "a leading zero": "[[01 2]]",
    "underscores": "[[1_0 2]]",
    "two signs": "[[--1 2]]",
    "a detached sign": "[1 - 2]",
    "a difference": "[1-2]",
    "too large for a float": "[[1e309]]",
    "too small for a float": "[[1e-500]]",
    "a letter": "[[x 1]]",
    "only a word": "array",
}


@pytest.mark.parametrize(("printed", "meant"), SAME.values(), ids=SAME)
def test_reads(printed, meant):
    assert read(printed, "numpy").matrix == read(meant, "text").matrix


@pytest.mark.parametrize("printed", REFUSED.values(), ids=REFUSED)
def test_refuses(printed):
    with pytest.raises(ReadError) as caught:
        read(printed, "numpy")
    assert 0 <= caught.value.position <= len(printed)


LONE = {"a number": ("0.50", "1/2"), "a tensor of one": ("tensor(0.5)", "1/2"), "an array of one": ("array(3)", "3")}


@pytest.mark.parametrize(("printed", "meant"), LONE.values(), ids=LONE)
def test_a_lone_number_is_a_number(printed, meant):
    found = read(printed, "numpy")
    assert found.shape == ()
    assert found.number == read(meant).number


def test_the_digits_shown_are_the_precision():
    cells = read("[[1. 0.50 6.3379e-02 -2]]", "numpy").cells[0]
    assert [c.precision for c in cells] == [Precision(0), Precision(2), Precision(4, -2), Precision(0)]


def test_numpy_prints_are_read():
    numpy = pytest.importorskip("numpy")
    values = numpy.array([[1.0, -2.5, 0.125], [1e-5, 3.0, 1234.5]])
    for array in (values, values.astype("float32"), values[0], values.astype(int), values * 1e-9):
        for shown in (str(array), repr(array), str(array.tolist())):
            found = read(shown, "numpy").matrix
            assert found.shape == numpy.atleast_2d(array).shape
            assert numpy.allclose([[float(x) for x in row] for row in found.decimals(20)], array, rtol=1e-3, atol=1e-12)


def test_what_cannot_be_read_is_told_with_where_and_why():
    assert refused("numpy", lambda text: read(text, "numpy")) == expected("numpy")
