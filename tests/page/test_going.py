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


@pytest.mark.parametrize("language", AS)
@pytest.mark.parametrize("policy", ["exact", "letters", "decimals"])
@pytest.mark.parametrize("parts", [False, True])
@pytest.mark.parametrize(("lines", "times"), [
    (("limit(1 + exp(-t), t)", "limit(2 + exp(-t), t)"), 1), (("limit(1 + exp(-t), t)", "limit(2 + exp(-t), t, 0)"), 2), (("limit(1 + exp(-t), t)", "limit(2 + exp(-2*t), t)"), 2),
    (("limit(1 + exp(-t), t)", "limit(2 + exp(-t), t)", "limit(exp(-t) / 2, t)"), 1), (("limit(t / (t + exp(-t)), t)", "limit(3, t)", "limit(2 + exp(-t), t)"), 1),
])  # fmt: skip
def test_a_reason_that_several_limits_have_is_said_once(lines, times, parts, policy, language):
    names = "LMN"[:len(lines)]
    steps = ", ".join(f'"{name} = {line}"' for name, line in zip(names, lines, strict=True))
    asked = "".join(f'[[question.part]]\nasks = ["{name}"]\n' for name in names) if parts else ""
    sheet = f'language = "{language}"\nworking = "{policy}"\n[[question]]\nsteps = [{steps}]\nletters.t = "positive"\n{asked}'
    assert page(loads(sheet).solve(), "text").count(f" {AS[language]} t → ") == times
