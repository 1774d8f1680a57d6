"""How long it takes to read a 4×6 matrix of softmax cells in LaTeX."""

from symattn.language import read

CELL = r"\frac{e^{\frac{%d}{\sqrt{3}}}}{e^{\frac{%d}{\sqrt{3}}}+e^{\frac{%d}{\sqrt{3}}}}"


def test_latex(benchmark):
    rows = [" & ".join(CELL % (i + 2 * j, i + 2 * j, j) for j in range(6)) for i in range(4)]
    text = r"\begin{bmatrix}" + r" \\ ".join(rows) + r"\end{bmatrix}"
    assert benchmark(read, text, "latex").shape == (4, 6)
