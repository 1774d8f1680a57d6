"""A limit in letters carries its reason: where the exponentials in it go."""

from __future__ import annotations

import pytest

from symattn.page import page
from symattn.sheet import loads

AS = {"en": "as", "de": "für", "fr": "quand"}
SCORES = {"[[0, 1]]": ["e^(−λ)"], "[[2, 0]]": ["e^(−2λ)"], "[[1, 3, 2]]": ["e^(−λ)", "e^(−2λ)"], "[[4, 1, 4]]": ["e^(−3λ)"]}


def text(line: str, of: str, given: str = "", language: str = "en") -> str:
    sheet = f'language = "{language}"\n[[question]]\nsteps = ["A = {of}", "B = {line}"]\nletters = {{ lambda = "positive", t = "positive", a = "real" }}\n{given}'
    return " ".join(page(loads(sheet).solve(), "text").split())


@pytest.mark.parametrize("language", AS)
@pytest.mark.parametrize(("to", "end", "value"), [("", "∞", "0"), (", 0", "0", "1")])
@pytest.mark.parametrize("scores", SCORES)
def test_exponentials_of_weights_go_where_their_letter_sends_them(scores: str, to: str, end: str, value: str, language: str) -> None:
    found = text(f"limit(A, lambda{to})", "softmax(lambda * s)", f"given.s = {scores}", language)
    both = {"en": " and ", "de": " und ", "fr": " et "}[language].join(f"{x} → {value}" for x in SCORES[scores])
    assert f"{both} {AS[language]} λ → {end}." in found
    assert found.count(f" {AS[language]} λ → ") == 1


@pytest.mark.parametrize(("of", "said"), [
    ("log(exp(lambda * a) + exp(lambda * (a - t))) / lambda", "e^(−λt) → 0 as λ → ∞."), ("(1 - exp(-lambda)) / (2 + exp(-lambda))", "e^(−λ) → 0 as λ → ∞."),
    ("lambda / (1 + lambda)", ""), ("(2 + lambda) / (3 * lambda)", ""),
])  # fmt: skip
def test_a_number_in_letters_tells_of_what_goes_to_0_and_one_without_exponentials_of_nothing(of: str, said: str) -> None:
    found = text("limit(A, lambda)", of)
    assert (said or "B =") in found
    assert (" as λ → " in found) is bool(said)
