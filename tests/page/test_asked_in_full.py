"""A part that asks for the exact form gets it without names behind the line in names, weights too."""

from __future__ import annotations

import pytest

from symattn.page import page
from symattn.sheet import loads

SHEET = """[[question]]
steps = ["A = softmax(S)", "O = A @ V"]
given = {{ S = [[{scores}]], V = [[1, 0], [0, 1], [2, 2]] }}
[[question.part]]
asks = ["A", "O"]
{form}"""


@pytest.mark.parametrize(("scores", "closed"), [("1, 0, 1", r"\ffrac{e}{1+2e}"), ("0, 0, 1", r"\ffrac{1}{2+e}")])
@pytest.mark.parametrize("asked", [True, False])
def test_an_exact_form_that_is_asked_stands_without_names(scores: str, closed: str, asked: bool) -> None:
    text = page(loads(SHEET.format(scores=scores, form='form = "exact"' if asked else "")), "tex")
    assert r"\sigma" in text or closed in text
    assert (closed in text) >= asked, text.split(r"\begin{document}")[1]
