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


@pytest.mark.parametrize("line", ["onehot(y, 3) * c", "c * onehot(y, 3)", "c * (onehot(y, 3) * M)", "tril(M) * c", "M * tril(M) * c"])
def test_what_a_column_multiplies_is_told_entry_by_entry_at_every_place(line: str) -> None:
    """[yᵢ = j] beside a column goes through the columns of what comes out: as that column alone it was refused as false."""
    given = "{ M = [[1, 2, 3], [4, 5, 6]], y = [[2], [0]], c = [[2], [7]] }"
    assert not evaluated(loads(f'[[question]]\nsteps = ["B = {line}"]\ngiven = {given}\n').solve()).passed


@pytest.mark.parametrize("y", ["y", "y_1"])
def test_what_came_back_to_entries_that_were_picked_is_told_of_their_rows(y: str) -> None:
    given = f"{{ M = [[1, 2, 3], [4, 5, 6]], {y} = [[2], [0]] }}"
    source = f'[[question]]\nsteps = ["s = gather(M, {y})", "L = sum(s ** 2)"]\ngiven = {given}\ngradient = {{ of = "L", wrt = ["M"] }}'
    assert "dM = ds ∘ [y" in page(loads(source), "text")


@pytest.mark.parametrize(("line", "total"), [("sum(S_1[2:3, :])", "S_(1, 3, k) = 5 + 6 = 11"), ("sum(S_1[2:3, :] * 3)", "3S_(1, 3, k) = 3·5 + 3·6 = 33")])
def test_the_third_row_of_what_has_a_number_in_its_name(line: str, total: str) -> None:
    """S₁,₃,ₖ was sought as place 3 of a row S₁, and no page was made."""
    assert total in page(loads(f'[[question]]\nsteps = ["L = {line}"]\ngiven.S_1 = [[1, 2], [3, 4], [5, 6]]'), "text")


@pytest.mark.parametrize(("cut", "given", "told"), [
    ("[[0, 0], [1]]", "[[1, 5]]", "B = x_({1, 1}, 2) ="),
    ("[[0, 0], 0:1]", "[[1, 5]]", "B = x_({1, 1}, 1) ="),
    ("[1, [0, 0]]", "[[1], [5]]", "B = [x₂  x₂] ="),
    ("[0:1, [0, 0]]", "[[1], [5]]", "B = x_(1, {1, 1}) ="),
])  # fmt: skip
def test_the_only_row_that_is_picked_twice_is_no_place_of_that_row(cut: str, given: str, told: str) -> None:
    assert told in page(loads(f'[[question]]\nsteps = ["B = x{cut}"]\ngiven.x = {given}'), "text")


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("line", ["sum(sum(onehot(t, 2) * p, axis=0))", "norm(onehot(t, 2) - p)", "softmax(onehot(t, 2) * p) @ p.T"])
def test_a_unit_vector_in_a_number_is_as_long_as_what_it_stands_beside(line: str, place: int) -> None:
    """In ∑ₖ (e_t ∘ p)ₖ it was taken for one entry, as the sum is, and the page was refused as false where t was the first place."""
    text = page(loads(f'[[question]]\nsteps = ["L = {line}"]\ngiven = {{ p = [[2, 3]], t = [[{place}]] }}'), "text")
    assert "eₜ" in text or "e_t" in text
