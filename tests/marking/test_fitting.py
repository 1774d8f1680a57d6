"""An answer in the shape of its line: which reading it is, and whether a person is asked which was meant."""

from __future__ import annotations

import pytest

from symattn.marking.answers.fitting import in_shape
from symattn.marking.answers.tables import of_text


def fitted(text: str, shape: tuple[int, int]) -> tuple[list[list[str]], bool]:
    answer, doubt = in_shape(of_text("p", text), shape, False)
    return [[cell.text for cell in row] for row in answer.cells], bool(doubt)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
@pytest.mark.parametrize("rows", [1, 2])
def test_a_factor_before_a_function_is_no_entry_where_they_are_too_many(n: int, rows: int) -> None:
    """No comma stands there, so what commas are is no question, however many entries there are."""
    text = "[" + "; ".join(" ".join(f"{k + 2} exp({k})" for k in range(n)) for _ in range(rows)) + "]"
    assert fitted(text, (rows, n)) == ([[f"{k + 2}*exp({k})" for k in range(n)]] * rows, False)
    apart, doubt = fitted(text, (rows, 2 * n))
    assert (len(apart[0]), doubt) == (2 * n, False)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_a_comma_between_digits_is_a_question_where_the_shape_alone_tells(n: int) -> None:
    """[1,3; 0,1] is a column of decimals or a square; as a square it is what stands there."""
    text = "[" + "; ".join([f"{k},5" for k in range(n)]) + "]"
    assert fitted(text, (n, 2)) == ([[str(k), "5"] for k in range(n)], False)
    assert fitted(text, (n, 1)) == ([[f"{k},5"] for k in range(n)], True)


@pytest.mark.parametrize(("text", "rows", "asked"), [
    ("1 0/ 2 2/ 2 1", ["1 0", "2 2", "2 1"], False),
    ("1 0 /2 2 /2 1", ["1 0", "2 2", "2 1"], False),
    ("1 0/2 2/2 1", ["1 0", "2 2", "2 1"], True),
    ("1, 0/ 2, 2/ 2, 1", ["1 0", "2 2", "2 1"], False),
    ("1/2 0/ 1/2 2/ 2 1", ["1/2 0", "1/2 2", "2 1"], False),
    ("0.1 / 0.2 / 0.7", ["0.1 0.2 0.7"], True),
    ("0.1/0.2/0.7", ["0.1 0.2 0.7"], True),
    ("0.1 / 0.2 / 0.7", ["0.1", "0.2", "0.7"], False),
    ("1/2", ["1/2"], False),
])
def test_slashes_part_rows_where_the_shape_says_so(text: str, rows: list[str], asked: bool) -> None:
    """A person is asked where they may be those of fractions and the answer is not right."""
    shape = (len(rows), len(rows[0].split()))
    answer, doubt = in_shape(of_text("p", text), shape, False)
    assert [" ".join(cell.text for cell in row) for row in answer.cells] == rows
    assert bool(doubt) == asked
