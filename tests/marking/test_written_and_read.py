"""Programs, prompts, tables and formulas in which D = [−1 −1 −1/2; 0 2 8], M = (−5/6, 10/3) and s = 10 are written: what is read of each."""

from __future__ import annotations

from pathlib import Path

import pytest

from symattn.marking.answers import submissions
from symattn.marking.answers.ledger import UNACCOUNTED
from symattn.marking.sheet import Ready
from symattn.sheet import loads

SHEET = """[[question]]
steps = ["D = A - B", "R = relu(D)", "M = mean(D, axis=1)", "W = normalize(exp(D))", "s = sum(R)"]
given.A = [[1, -2, "1/2"], [0, 3, 4]]
given.B = [[2, -1, 1], [0, 1, -4]]
"""
CASES = [  # how the file is called, what is in it, what is read
    (".m", "D = [-1 -1 -0.5; 0 2 8];\nM = [-5/6; 10/3]\ns = sum(R(:))\n% s = 9\n", ["D = -1 -1 -0.5; 0 2 8", "M = -5/6; 10/3", "s = ? a formula, not a value"]),
    (".jl", "D = [-1 -1 -0.5; 0 2 8]\nR = max.(D, 0)\nM = [-0.83, 3.33]\n", ["D = -1 -1 -0.5; 0 2 8", "R = ? a formula, not a value", "M = -0.83; 3.33"]),
    (".txt", ">> D\n\nD =\n\n   -1.0000   -1.0000   -0.5000\n         0    2.0000    8.0000\n\n>> s\n\ns =\n\n    10\n", ["D = -1.0000 -1.0000 -0.5000; 0 2.0000 8.0000", "s = 10"]),
    (".txt", "D:\n     0    1    2\n0 -1.0 -1.0 -0.5\n1  0.0  2.0  8.0\ns: 10\n", ["D = -1.0 -1.0 -0.5; 0.0 2.0 8.0", "s = 10"]),
    (".txt", "D = tensor([[-1.0000, -1.0000, -0.5000],\n        [ 0.0000,  2.0000,  8.0000]])\nM = tensor([-0.8333,  3.3333])\ns = tensor(10.)\n", ["D = -1.0000 -1.0000 -0.5000; 0.0000 2.0000 8.0000", "M = -0.8333; 3.3333", "s = 10"]),
    (".txt", "D = Matrix([[-1, -1, -1/2], [0, 2, 8]])\nM = Matrix(2, 1, [-5/6, 10/3])\n", ["D = -1 -1 -1/2; 0 2 8", "M = -5/6; 10/3"]),
    (".txt", "D = {{-1, -1, -1/2}, {0, 2, 8}}\nM = {-5/6, 10/3}\n", ["D = -1 -1 -1/2; 0 2 8", "M = -5/6; 10/3"]),
    (".txt", "D11 = -1, D12 = -1, D13 = -1/2, D21 = 0, D22 = 2, D23 = 8\nM1 = -5/6, M2 = 10/3\n", ["D = -1 -1 -1/2; 0 2 8", "M = -5/6; 10/3"]),
    (".txt", "D(1,1) = -1\nD(1,2) = -1\nD(1,3) = -0.5\nD(2,1) = 0\nD(2,2) = 2\nD(2,3) = 8\n", ["D = -1 -1 -0.5; 0 2 8"]),
    (".txt", "D^T = [-1 0; -1 2; -0.5 8]\nM' = [-0.83 3.33]\n", ["D = -1 -1 -0.5; 0 2 8", "M = -0.83; 3.33"]),
    (".txt", "D = -[1 1 0.5; 0 -2 -8]\nM = 1/6 [-5; 20]\ns = 2 * 5\n", ["D = -1 -1 -0.5; -0 2 8", "M = -5/6; 10/3", "s = 2 * 5"]),
    (".txt", "D = [-1 -1 -.5; 0 2 8] = A - B\ns = sum(R) = 2 + 8 = 10\n", ["D = -1 -1 -.5; 0 2 8", "s = 10"]),
    (".txt", "⎡-1  -1  -1/2⎤\nD = ⎢             ⎥\n⎣ 0   2    8 ⎦\n", ["D = -1 -1 -1/2; 0 2 8"]),
    (".txt", "      ⎡-1  -1  -1/2⎤        ⎡0 0 0⎤\n  D = ⎣ 0   2    8 ⎦    R = ⎣0 2 8⎦\n", ["D = -1 -1 -1/2; 0 2 8", "R = 0 0 0; 0 2 8"]),
    (".txt", "    | -1 -1 -0.5 |       | 0 0 0 |\nD = |  0  2  8   |,  R = | 0 2 8 |\n", ["D = -1 -1 -0.5; 0 2 8", "R = 0 0 0; 0 2 8"]),
    (".md", "| line | value |\n|---|---|\n| D | [-1 -1 -0.5; 0 2 8] |\n| M | (-0.83, 3.33) |\n| s | 10 |\n", ["D = -1 -1 -0.5; 0 2 8", "M = -0.83; 3.33", "s = 10"]),
    (".tex", "\\begin{align}\nD &= A - B \\\\\n  &= \\begin{pmatrix} -1 & -1 & -\\tfrac{1}{2} \\\\[2pt] 0 & 2 & 8 \\end{pmatrix} \\label{eq:d} \\\\\nM &\\approx \\left(-0.83,\\; 3.33\\right)^\\top\n\\end{align}\n", ["D = -1 -1 -\\tfrac{1}{2}; 0 2 8", "M = -0.83; 3.33"]),
    (".tex", "$D_{1,1} = -1$, $D_{1,2} = -1$, $D_{1,3} = -\\frac12$, $D_{2,1}=0$, $D_{2,2}=2$, $D_{2,3}=8$; $M_1 = -\\frac{5}{6}$ and $M_2 = \\frac{10}{3}$\n", ["D = -1 -1 -\\frac12; 0 2 8", "M = -\\frac{5}{6}; \\frac{10}{3}"]),
    (".tex", "\\newcommand{\\D}{\\mathbf{D}} \\[ \\D = \\left[\\begin{smallmatrix} -1&-1&-.5\\\\0&2&8 \\end{smallmatrix}\\right],\\quad s = \\underline{\\underline{10}} \\]\n", ["D = -1 -1 -.5; 0 2 8", "s = 10"]),
    (".tex", "\\[ D = \\begin{bmatrix} 9 & 9 & 9 \\\\ 9 & 9 & 9 \\end{bmatrix} \\]\n\\[ \\cancel{D = \\begin{bmatrix} 8 & 8 & 8 \\\\ 8 & 8 & 8 \\end{bmatrix}} \\]\n", ["D = 9 9 9; 9 9 9"]),
    (".tex", "$D = [[-1\\quad -1\\quad -.5],\\quad [0\\quad 2\\quad 8]]$ and $M = \\left(-\\tfrac56 \\quad \\tfrac{10}{3}\\right)^T \\qquad (s = 10 \\quad \\text{all})$\n", ["D = -1 -1 -.5; 0 2 8", "M = -\\tfrac56; \\tfrac{10}{3}", "s = 10"]),
    (".tex", "\\[ D = \\begin{bmatrix} -1\\quad -1\\quad -.5 \\\\ 0\\quad 2\\quad 8 \\end{bmatrix} \\quad M^T = [-\\tfrac56 \\quad (1+9)/3] \\]\n", ["D = -1 -1 -.5; 0 2 8", "M = -\\tfrac56; (1+9)/3"]),
    (".org", "* Question 1\n| D | -1 | -1 | -0.5 |\n|   |  0 |  2 |    8 |\ns = 10\n", ["D = -1 -1 -0.5; 0 2 8", "s = 10"]),
    (".org", "* Question 1\n** (a)\nD =\n| -1 | -1 | -0.5 |\n|  0 |  2 |    8 |\n** (b)\ns = 10\n*** Part c\n", ["D = -1 -1 -0.5; 0 2 8", "s = 10"]),
    (".rst", "Question 1\n==========\n\nD = [-1 -1 -0.5; 0 2 8]\n\n:math:`s = 10`\n", ["D = -1 -1 -0.5; 0 2 8", "s = 10"]),
]  # fmt: skip


@pytest.fixture(scope="module")
def ready() -> Ready:
    return Ready(loads(SHEET))


@pytest.mark.parametrize(("suffix", "text", "read"), CASES, ids=[f"{k} {case[0]}" for k, case in enumerate(CASES)])
def test_what_is_written_is_read_in_full(tmp_path: Path, ready: Ready, suffix: str, text: str, read: list[str]) -> None:
    file = tmp_path / f"answers{suffix}"
    file.write_text(text, "utf-8")
    with ready.reading():
        (found,) = submissions(file, ready.namings)
    handed = found.answers["q1"].items()
    assert [f"{name} = " + ("; ".join(" ".join(cell.text for cell in row) for row in one.cells) or f"? {one.error}") for name, one in handed] == read
    assert not found.unused
    assert [entry.text for entry in found.ledger if entry.kind == UNACCOUNTED] == []
