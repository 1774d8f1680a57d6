"""A name that is another with something below it, p_q beside p; letters of sizes beside those of places."""

from __future__ import annotations

import pytest

from symattn.page import evaluated, page
from symattn.sheet import loads

LINES = {  # of p_q, a row or a column, beside p, and what stands for an entry
    "a sum": ("sum({0})", "∑ₖ {1}"), "a product": ("prod({0})", "∏ₖ {1}"), "a mean": ("mean({0})", "∑ₖ {1}"), "shares": ("{0} / sum({0})", "∑ₖ {1}"),
    "an entropy": ("entropy({0})", "−∑ₖ {1} log({1})"), "a cross-entropy": ("-sum(p * log({0}))", "log({1})"), "a distance": ("sum(p * log(p / {0}))", "{1}"),
    "squares": ("sum({0} ** 2)", "∑ₖ {1}²"), "both": ("sum(p * {0})", "∑ₖ pₖ{1}"),
}  # fmt: skip


@pytest.mark.parametrize("case", LINES)
@pytest.mark.parametrize(("name", "base"), [("p_q", "p"), ("b_s", "b"), ("x_r", "x")])
@pytest.mark.parametrize("down", [False, True])
def test_an_entry_of_a_name_with_a_letter_below_it_is_none_of_another_name(case: str, name: str, base: str, down: bool) -> None:
    line, entry = LINES[case]
    line = line.replace("p *", f"{base} *").replace("p /", f"{base} /").format(name)
    rows = [[["1/4"], ["3/4"]], [["1/2"], ["1/2"]]] if down else [[["1/4", "3/4"]], [["1/2", "1/2"]]]
    also = "" if f"{base} " in line else f"\nM = {base} * 2"
    if down and case == "an entropy":
        line = line.replace(")", ", axis=0)")
    steps = [f"D = {line}", *also.strip().splitlines()]
    solved = loads(f"[[question]]\nsteps = {steps}\ngiven = {{ {base} = {rows[0]}, {name} = {rows[1]} }}").solve()
    assert evaluated(solved).passed.total() == 0
    text = " ".join(page(solved, "text").split())
    letter = {"q": "_q", "s": "ₛ", "r": "ᵣ"}[name[-1]]
    assert entry.replace("p", base).replace("{1}", f"({base}{letter})ₖ") in text


@pytest.mark.parametrize(("size", "shown"), [("k", "∑ᵢ log(pᵢ)"), ("n", "∑ₖ log(pₖ)"), ("K", "∑ₖ log(pₖ)")])
def test_no_place_has_the_letter_of_a_size(size: str, shown: str) -> None:
    sheet = f'[[question]]\nsteps = ["s = sum(log(p))"]\nshapes = {{ p = [1, "{size}"] }}\ngradient = {{ of = "s", wrt = ["p"] }}'
    assert f"s = {shown} ∈ ℝ" in page(loads(sheet).solve(), "text")


@pytest.mark.parametrize(("base", "shown"), [("10000**(2/5)", "(10000^(2/5))^"), ("sqrt(1000)", "(√1000)^"), ("10", "p/10^"), ("2.5", "(2.5)^")])
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_base_of_an_encoding_is_said_as_its_line_has_it(base: str, shown: str, language: str) -> None:
    text = page(loads(f'language = "{language}"\n[[question]]\nsteps = ["E = positional_encoding(2, 4, base={base})"]').solve(), "text")
    shown = shown.replace(".", "," if language != "en" else ".")
    assert f"sin(p/{shown.removeprefix('p/')}" in " ".join(text.split())
    assert "∗" not in text
