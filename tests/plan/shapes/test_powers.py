"""A power as a size: n² is n·n in a line, in a given's shape and in a relation, on the page too."""

from __future__ import annotations

import pytest

from symattn.errors import SheetError, SymattnError
from symattn.page import page
from symattn.plan.shapes import SizeRelations
from symattn.plan.shapes.letters import parsed
from symattn.sheet import loads

PRODUCTS = {  # a power -> the product that it is
    "n**1": "n",
    "n**2": "n*n",
    "n^2": "n*n",
    "n ** 3": "n*n*n",
    "2**3*n": "8*n",
    "d*n**2": "d*n*n",
    "n**2*d^2": "n*n*d*d",
    "n**2 - n": "n*n - n",
    "n**2/n": "n",
    "2**2**3": "256",
    "n**63": "*".join(["n"] * 63),
    "0**99999999999": "0",
}
NONE = {  # what is no size -> what is said of it
    "n**d": "n to the power of d is no size",
    "n**64": "n to the power of 64 is no size",
    "n**99999999999": "n to the power of 99999999999 is no size",
    "n**9**9": "n to the power of 387420489 is no size",
    "n**": "cannot read",
    "**2": "cannot read",
    "n***2": "cannot read",
    "n**1.5": "cannot read",
    "n^-1": "cannot read",
}


@pytest.mark.parametrize(("power", "product"), PRODUCTS.items(), ids=PRODUCTS)
def test_a_power_is_a_product(power: str, product: str) -> None:
    assert parsed(power) == parsed(product)


@pytest.mark.parametrize(("power", "words"), NONE.items(), ids=NONE)
def test_what_is_no_size_is_said(power: str, words: str) -> None:
    with pytest.raises(SymattnError) as found:
        parsed(power)
    assert words in str(found.value)


def test_a_relation_may_have_a_power() -> None:
    letters = SizeRelations.read(["N = H^2", "M = P**2*C"], {"H": 32, "P": 8, "C": 3})
    assert [letters.number(letters.size(name)) for name in "NM"] == [1024, 192]


def shown(steps: list[str], shapes: str, more: str = "") -> str:
    return page(loads(f"[[question]]\nsteps = {steps}\nshapes = {{ {shapes} }}\n{more}").solve(), "text")


@pytest.mark.parametrize("sign", ["**", "^"])
@pytest.mark.parametrize(
    ("power", "product", "given", "told", "number"),
    [
        ("n{}2, d", "n*n, d", '["n", "n", "d"]', "(n², d)", "(16, 3)"),
        ("n{}3, d", "n*n*n, d", '["n", "n*n", "d"]', "(n³, d)", "(64, 3)"),
        ("n*n, d{}2", "n*n, d*d", '["n", "n", "d*d"]', "(n², d²)", "(16, 9)"),
        ("(n*d){}2, 1", "n*d*n*d, 1", '["n", "n", "d*d"]', "(d²·n², 1)", "(144, 1)"),
        ("(n+1){}2, d", "(n+1)*(n+1), d", '["n+1", "n+1", "d"]', "(n² + 2·n + 1, d)", "(25, 3)"),
    ],
)
def test_a_line_and_a_shape_may_have_powers(power: str, product: str, given: str, told: str, number: str, sign: str) -> None:
    power = power.format(sign)
    found = shown([f"X = reshape(S, {power})"], f"S = {given}", "sizes = { n = 4, d = 3 }")
    plain = shown([f"X = reshape(S, {product})"], f"S = {given}", "sizes = { n = 4, d = 3 }")
    assert told in found
    assert number in found
    assert " ".join(found.partition(told)[2].split()) == " ".join(plain.partition(told)[2].split())  # the numbers and the reason


@pytest.mark.parametrize("width", ["P**2*C", "P^2*C", "C*P**2"])
def test_what_a_shape_says_with_a_power_goes_with_the_product(width: str) -> None:
    shapes = f'I = ["n*n", "P*P*C"], W = ["{width}", "d"]'
    assert "(n², d)" in shown(["Z = I @ W"], shapes)


@pytest.mark.parametrize("exponent", ["m", "-1", "64", "n"])
def test_a_line_says_what_is_no_size(exponent: str) -> None:
    with pytest.raises(SheetError, match=f"n to the power of {exponent} is no size\n  write a small whole exponent"):
        shown([f"X = reshape(S, n**{exponent}, m)"], 'S = ["n", "n", "m"]')


@pytest.mark.parametrize("letters", ["abcd", "abcdefgh", "abcdefghijkl"])
@pytest.mark.parametrize("way", [lambda of: "*".join([of] * 12), lambda of: f"({of}**4)**3", lambda of: f"{of}**12"])
def test_a_size_of_too_many_terms_is_told_at_once(letters: str, way) -> None:
    size = way(f"({'+'.join(letters)})")
    shapes = f"S = {[*letters[:4]]}, T = {[*letters[4:8]]}, U = {[*letters[8:]]}".replace(", T = []", "").replace(", U = []", "")
    with pytest.raises(SheetError, match="a size of more than 1,000 terms"):
        shown([f"X_0 = reshape(S, {size}, a)"], shapes)
