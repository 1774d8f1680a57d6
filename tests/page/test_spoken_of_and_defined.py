"""A line that a page speaks of is defined on it, and what is counted is written as a product of sizes, not as a program."""

from __future__ import annotations

import pytest

from symattn.page import page
from symattn.sheet import loads

READ = {"s / sqrt(cols(k))": "t = s/√dₖ", "s * 3": "t = 3s", "-s": "t = −s", "s.T": "t = sᵀ", "s ** 2": "t = s²", "sum(s)": "t = "}


def shown(steps: list[str], asks: list[list[str]], shapes: str = 'q = [1, "d_k"], k = [1, "d_k"]') -> str:
    parts = "".join(f"[[question.part]]\nasks = {one}\n" for one in asks)
    return " ".join(page(loads(f"[[question]]\nsteps = {steps}\nshapes = {{ {shapes} }}\n{parts}"), "text").split())


@pytest.mark.parametrize("of", READ)
@pytest.mark.parametrize("kind", ["expectation", "variance"])
@pytest.mark.parametrize("asks", [[["v"]], [["w", "v"]], [["w"], ["v"]]])
def test_a_line_that_is_spoken_of_is_defined_once(of, kind, asks) -> None:
    if of == "s ** 2":
        kind = "expectation"
    text = shown(["s = q @ k.T", "w = variance(s)", f"t = {of}", f"v = {kind}(t)"], asks)
    assert text.count("s = qkᵀ") == 1
    assert text.count(READ[of]) == 1
    assert text.index(READ[of]) < text.index("v = ")


@pytest.mark.parametrize("factor", [2, 5])
def test_a_second_line_of_the_same_kind_is_defined_too(factor) -> None:
    text = shown(["s = q @ k.T", "t = s * 3", f"u = s * {factor}", "v = variance(t)", "w = variance(u)"], [["v"], ["w"]])
    assert text.count(f"u = {factor}s") == text.count("t = 3s") == text.count("s = qkᵀ") == 1


COUNTED = {"numbers(A)": "n·n = n²", "numbers(W, b)": "D·D + D = D² + D", "numbers(O, c)": "Dn·Dn + Dn = D²n² + Dn", "multiplications(A)": "n·D·n = Dn²",
           "2 * numbers(W)": "2·D·D = 2D²", "numbers(W) / numbers(b)": "D·D/D = D", "flops(A) + numbers(b)": "2·n·D·n + D = 2Dn² + D"}


@pytest.mark.parametrize("line", COUNTED)
@pytest.mark.parametrize("D", ["D", "h"])
def test_what_is_counted_is_a_product_of_sizes(line, D) -> None:
    shapes = f'X = ["n", "{D}"], W = ["{D}", "{D}"], b = [1, "{D}"], O = ["n*{D}", "n*{D}"], c = [1, "n*{D}"]'
    text = shown(["A = X @ X.T", f"P = {line}"], [["P"]], shapes)
    assert not any(word in text for word in ("numbers", "flops", "multiplications"))
    if D == "D":
        assert f"P = {COUNTED[line]} [1]" in text or "/" in line
