"""Links about a part of a line, and formulas told entry by entry within larger ones: each is held to what it is about."""

from __future__ import annotations

import pytest

from symattn.page import evaluated, page
from symattn.sheet import loads

ONE_DIGIT = """working = "{}"
decimals = 3
[[question]]
steps = ["h = layer_norm(x{}, eps=1)"]
given.x = [["2", "1/2", "exp(-2)*3"], ["1.5", "-300", "-1"], ["30", "0.5", "100"]]
show.h = {{ as = "decimal", digits = 1 }}
"""


@pytest.mark.parametrize("squared", ["", " ** 2"])
@pytest.mark.parametrize("working", ["decimals", "carried"])
def test_a_row_is_held_to_the_digits_of_its_line(working: str, squared: str) -> None:
    text = page(loads(ONE_DIGIT.format(working, squared)).solve(), "text", detail="full")
    assert ("≈ [1.2  −0.6  −0.6]" if squared else "≈ [0.8  −0.4  −0.5]") in text


TRIANGLE = """[[question]]
steps = ["Y = A - {}(R)"]
given.A = [["sqrt(2)", "3"], ["-1", "sin(1)"], ["2", "0"]]
given.R = {}
"""


@pytest.mark.parametrize("shape", [(1, 4), (3, 1)])
@pytest.mark.parametrize("triangle", ["tril", "triu"])
def test_a_triangle_of_a_row_or_a_column(triangle: str, shape: tuple[int, int]) -> None:
    rows, cols = shape
    given = [[i + j + 1 for j in range(cols)] for i in range(rows)]
    sheet = loads(f"[[question]]\nsteps = ['a = {triangle}(p)', 'b = 2 * a']\ngiven.p = {given}\n")
    solution = sheet.solve()
    assert f"p ∘ [i {'≥' if triangle == 'tril' else '≤'} j]" in page(solution, "text")
    assert not evaluated(solution).passed


@pytest.mark.parametrize("triangle", ["tril", "triu"])
@pytest.mark.parametrize("given", ["[[1], [2], [3]]", "[[5, 7]]", "[[1, 2], [3, 4], [5, 6]]"])
def test_a_triangle_of_what_is_broadcast(given: str, triangle: str) -> None:
    """[i ≥ j] has the rows and columns of what it stands beside, not those of the whole line."""
    text = page(loads(TRIANGLE.format(triangle, given)).solve(), "text", detail="full")
    assert f"R ∘ [i {'≥' if triangle == 'tril' else '≤'} j]" in text
