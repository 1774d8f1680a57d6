"""The cases of a nested choice stand with their conditions as one writes them: W ≤ t ≤ C."""

from __future__ import annotations

import pytest

from symattn.page import page
from symattn.sheet import loads


def shown(line: str) -> str:
    return " ".join(page(loads(f"[[question]]\nsteps = ['y = {line}']\ngiven = {{ t = [[1, 2, 3, 4]], s = [[4, 3, 2, 1]], a = 2, b = 3 }}"), "text").split())


@pytest.mark.parametrize("first", ["<", "<="])
@pytest.mark.parametrize("second", ["<", "<="])
@pytest.mark.parametrize("x", ["t", "s"])
def test_what_is_bounded_from_both_sides_stands_between(first: str, second: str, x: str) -> None:
    text = shown(f"where({x} {first} a, 2 * {x}, where({x} {second} b, 3 * {x}, 4 * {x}))")
    low, high = {"<": "≤", "<=": "<"}[first], {"<": "<", "<=": "≤"}[second]
    assert f"a {low} {x} {high} b" in text
    assert f"{x} {'≥' if first == '<' else '>'} a, {x} {'≥' if second == '<' else '>'} b" in text


@pytest.mark.parametrize("first", [">", ">="])
def test_a_choice_that_begins_above_is_bounded_too(first: str) -> None:
    text = shown(f"where(t {first} b, 2 * t, where(t >= a, 3 * t, 4 * t))")
    assert f"a ≤ t {'≤' if first == '>' else '<'} b" in text


def test_conditions_on_different_things_stand_one_after_the_other() -> None:
    assert "t ≥ a, s ≤ b" in shown("where(t < a, 2 * t, where(s <= b, 3 * t, 4 * t))")
