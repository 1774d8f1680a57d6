"""The units of lines that are made of quantities: every sign between two of them, in a scalar and in a matrix."""

from __future__ import annotations

import pytest

from symattn.errors import SymattnError
from symattn.exact.units import base, unit
from symattn.plan import Plan
from symattn.plan.units import units

MADE = {
    "a * b": "B·s", "b * a": "B·s", "a / b": "B/s", "b / a": "s/B", "a * a": "B²", "a / a": "", "a ** 2": "B²",
    "a + a": "B", "a - a": "B", "-a": "B", "2 * a": "B", "a / 2": "B", "2 / a": "1/B", "a * b / b": "B", "a / b / b": "B/s²",
}  # fmt: skip


@pytest.mark.parametrize("whole", ["{}", "({}) * 3", "M * ({})"])
@pytest.mark.parametrize("line", MADE)
def test_signs_make_units(line: str, whole: str) -> None:
    def wrong(number: int, error: SymattnError) -> None:
        raise error

    plan = Plan.read([f"t = {whole.format(line)}"], ["a", "b"])
    found = units(plan, {"a": unit("B").dims, "b": unit("s").dims, "M": ()}, {}, wrong)
    assert base(found["t"]) == MADE[line]


@pytest.mark.parametrize(("line", "shown", "found"), [  # operations and tokens are numbers where nobody names them
    ("2 / b", "token/s", "token/s"), ("2 / b", "B/s", "1/s"), ("2 * n", "B", "B"), ("n / f", "s", "s"), ("n / 2", "%", ""), ("n + 2", "", "token"),
    ("2 - n * n", "", "token²"), ("ceil(n / 3)", "", ""), ("log2(n)", "", ""), ("n + a", "", ""), ("2 / f", "s", "s"), ("2 / f", "ms", "s"), ("a * b", "s", "B·s"), ("2 * f", "", "FLOP/s"),
])  # fmt: skip
def test_a_line_has_the_counted_things_that_its_author_shows(line: str, shown: str, found: str) -> None:
    given = {"a": unit("B").dims, "b": unit("s").dims, "f": unit("TFLOP/s").dims, "n": unit("token").dims}
    meant = {"t": unit(shown).dims} if shown else {}
    assert base(units(Plan.read([f"t = {line}"], given), given, meant, lambda number, error: None)["t"]) == found


@pytest.mark.parametrize("line", ["a + b", "a - b", "b + a", "a + 1", "2 ** a", "a ** -1"])
def test_what_does_not_fit_together_is_told(line: str) -> None:
    said: list[int] = []
    units(Plan.read([f"t = {line}"], ["a", "b"]), {"a": unit("B").dims, "b": unit("s").dims}, {}, lambda number, error: said.append(number))
    assert said == [0]


@pytest.mark.parametrize(("line", "own", "of_x"), [
    ("solve(a == x * b, x)", "B/s", "B/s"), ("solve(2 * b + x * c == 3 * b, x)", "s", "s"), ("solve(a * x * x == a / b / b, x)", "1/s", "1/s"),
    ("x * a + a", "B", ""), ("limit(a * x / (x + 1), x)", "B", ""), ("limit(a * x / (x + b), x)", "B", "s"), ("log(x / b) * a", "B", "s"),
    ("x * a", "B", ""), ("sqrt(x / a) * b", "s", "B"),
])  # fmt: skip
def test_the_units_of_a_letter_follow_from_where_it_stands(line: str, own: str, of_x: str) -> None:
    def wrong(number: int, error: SymattnError) -> None:
        raise error

    found = units(Plan.read([f"t = {line}"], ["a", "b", "c", "x"]), {"a": unit("B").dims, "b": unit("s").dims}, {}, wrong, ["x"])
    assert (base(found["t"]), base(found["x"])) == (own, of_x)


def test_a_letter_has_one_unit() -> None:
    said: list[str] = []
    plan = Plan.read(["t = solve(a == 2 * x, x)", "u = x + b"], ["a", "b", "x"])
    units(plan, {"a": unit("B").dims, "b": unit("s").dims}, {}, lambda number, error: said.append(f"{number} {error.what}"), ["x"])
    assert said == ["1 a sum of B and s"]
