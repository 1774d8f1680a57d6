"""The students' sheet: no answer stands in it, not even in its source, and it leaves room to write."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest

from symattn import page as pages
from symattn.exact.decimals import decimal
from symattn.exact.number import Number
from symattn.exact.zero import symbolic
from symattn.files import shipped
from symattn.formats import names
from symattn.page.engine import rows
from symattn.sheet import SolvedSheet, load


@cache
def solved(name: str) -> SolvedSheet:
    return load(shipped()[name]).solve()


@pytest.mark.sliced(240)
@pytest.mark.parametrize("form", names())
@pytest.mark.parametrize("name", shipped())
def test_no_decimal_of_an_answer_stands_in_a_blank(name: str, form: str) -> None:
    """Decimals with four places or more are never part of a prompt: where one stands, an answer does."""
    solution = solved(name)
    if not any(question.plan.lines and not question.stated for question in solution.sheet.questions):
        return  # nothing is computed
    blank = pages.page(solution, form, key=False)
    for answer in solution.answers:
        given = repr(answer.question.given_text)
        values = [x for value in answer.follow.values.values() for row in getattr(value, "values", ()) for x in row]
        for x in values:
            rough = isinstance(x, Number) and not x.is_rational and not symbolic(x)
            shown = decimal(x, 4) if rough else "not there"
            assert shown in given or not re.search(rf"(?<!\d){re.escape(shown)}", blank)


def test_there_is_room_for_every_computed_part() -> None:
    blank = pages.page(load(shipped()["two-heads-by-hand"]), "tex", key=False)
    rooms = [int(n) for n in re.findall(r"\\room\{(\d+)\}", blank)]
    assert len(rooms) == 5
    assert all(4 <= n <= 40 for n in rooms)
    assert rooms[0] > rooms[2], "six products need more room than two matrices of weights"


def test_room_grows_with_the_working_and_ends_with_the_page() -> None:
    assert [rows(high, "1.5") for high in (1.0, 20.0, 40.0, 9000.0)] == [2, 6, 12, 40]


@pytest.mark.sliced(3)
@pytest.mark.parametrize("key", [True, False], ids=["key", "blank"])
@pytest.mark.parametrize("form", names())
def test_a_students_own_sheet_carries_the_name(form: str, key: bool) -> None:
    sheet = replace(load(shipped()["causal-mask"]), student="Ada Lovelace (17)", header=("Name",))
    page = pages.page(sheet, form, key=key)
    assert 1 <= page.count("Ada Lovelace (17)") <= 2


@pytest.mark.sliced(6)
@pytest.mark.parametrize("key", [True, False], ids=["key", "blank"])
@pytest.mark.parametrize("name", ["two-heads-by-hand", "positions", "transformer-block"])
def test_a_display_in_markdown_has_empty_lines_around_it(name: str, key: bool) -> None:
    """So that it is one for Python-Markdown's readers of formulas too, which take two in a row for one another's."""
    lines = [*pages.page(solved(name), "md", key=key).splitlines(), ""]
    places = [k for k, line in enumerate(lines) if line == "$$"]
    assert len(places) % 2 == 0
    assert [k for first, last in zip(places[::2], places[1::2]) for k in (first - 1, last + 1) if lines[k]] == []
