"""Of random quantities numbers are asked, and no table of shapes stands before them unless a part asks for shapes."""

from __future__ import annotations

import pytest

from symattn.page import page
from symattn.sheet import loads

HEAD = """[[question]]
steps = ["s = q @ k.T", "m = expectation(s)", "v = variance(s)"]
shapes = {{ q = [1, "d"], k = [1, "d"] }}
[question.random]
q = {{ mean = 0, variance = 1 }}
k = {{ mean = 0, variance = {variance} }}
"""


@pytest.mark.parametrize(("variance", "shown"), [("1", "v = Var[s] = d·1·1 = d [1]"), ("4", "v = Var[s] = d·1·4 = 4d [1]")])
@pytest.mark.parametrize(("part", "table", "marks"), [("", False, 2), ('[[question.part]]\nasks = ["v"]', False, 1), ('[[question.part]]\nasks = ["s", "v"]', True, 2)])
def test_a_table_of_shapes_stands_where_a_part_asks_for_it(variance, shown, part, table, marks) -> None:
    steps = HEAD.format(variance=variance)
    if part:
        steps = steps.replace('"m = expectation(s)", ', "")
    text = " ".join(page(loads(steps + part), "text").split())
    assert shown in text
    assert ("Shape" in text) == table
    assert f"[{marks} mark" in text
