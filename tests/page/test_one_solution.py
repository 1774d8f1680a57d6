"""Pages made of one solution: what one has worked out serves the next, and none is another for it."""

from __future__ import annotations

import pytest

from symattn.files import find, shipped
from symattn.page import page
from symattn.sheet import load

PAGES = (
    ("html", True, "standard"), ("html", False, "standard"), ("html", True, "full"), ("html", False, "full"), ("tex", False, "brief"),
    ("tex", True, "brief"), ("text", True, "standard"), ("html", True, "standard"),
)  # fmt: skip


@pytest.mark.exhaustive
@pytest.mark.sliced(6)
@pytest.mark.parametrize("name", shipped())
def test_a_page_is_the_same_whatever_was_made_of_its_solution_before(name: str) -> None:
    sheet = load(find(name))
    shared = sheet.solve().for_pages
    for form, key, detail in PAGES:
        assert page(shared, form, key, detail) == page(sheet.solve(), form, key, detail), (form, key, detail)
