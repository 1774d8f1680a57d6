"""In letters the Jacobian of weights that have a name stands by the entries of that name, and is read so."""

from __future__ import annotations

import pytest

from symattn.marking import check
from symattn.page import page
from symattn.sheet import loads

SMALL = "₀₁₂₃₄"


def source(size: int, how: str, name: str = "p") -> str:
    letters = [f"z_{k}" for k in range(1, size + 1)]
    head = f"[[question]]\nletters = {{ real = {letters} }}\n"
    if how == "column":
        return head + f"steps = ['{name} = softmax(z, axis=0)', 'J = softmax_jacobian({name})']\ngiven.z = {[[x] for x in letters]}\n"
    asked = "" if how == "gradient" else f", 'J = softmax_jacobian({name})'"
    gradient = f"gradient = {{ of = '{name}', wrt = ['z'], upstream = 'identity' }}\n" if how == "gradient" else ""
    return head + f"steps = ['{name} = softmax(z)'{asked}]\ngiven.z = [{letters}]\n{gradient}"


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("how", ["row", "column", "gradient"])
@pytest.mark.parametrize("name", ["p", "A"])
def test_a_jacobian_in_letters_has_the_entries_of_its_weights(size: int, how: str, name: str) -> None:
    sheet = loads(source(size, how, name))
    text = " ".join(page(sheet, "text").split())
    for k in range(1, size + 1):
        assert f"{name}{SMALL[k]}·(1 − {name}{SMALL[k]})" in text
        for other in {*range(1, size + 1)} - {k}:
            assert f"−{name}{SMALL[k]}·{name}{SMALL[other]}" in text
    assert text.count("exp(") + text.count("e^z") <= size * (size + 1), "the fractions stand in the weights alone"


@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize(("slip", "verdict"), [("", "correct"), ("+1", "incorrect")])
def test_entries_by_name_are_read(size: int, slip: str, verdict: str) -> None:
    places = range(1, size + 1)
    rows = [[(f"p_{i}*(1-p_{i})" if i == j else f"-p_{i}*p_{j}") + slip * (i == j == 1) for j in places] for i in places]
    results = check(loads(source(size, "row")), {"q1": {"J": rows}}).answers[0].questions[0].results
    assert [x.verdict for x in results if x.name == "J"] == [verdict]


@pytest.mark.parametrize("numbers", ["[[1, 2]]", '[["1/2", "x"]]'])
def test_with_numbers_and_of_a_given_the_jacobian_is_worked_out(numbers: str) -> None:
    letters = "letters = { real = ['x'] }\n" if "x" in numbers else ""
    steps = "['J = softmax_jacobian(p)']" if letters else "['p = softmax(z)', 'J = softmax_jacobian(p)']"
    text = page(loads(f"[[question]]\n{letters}steps = {steps}\ngiven.{'p' if letters else 'z'} = {numbers}\n"), "text")
    assert "p₁·(1 − p₁)" not in text


@pytest.mark.parametrize("size", [[1, 2], [1, 3], [1, 4]])
@pytest.mark.parametrize("turned", [False, True])
def test_a_claim_on_the_jacobian_names_it(size: list[int], turned: bool) -> None:
    sides = ["softmax_jacobian(p)", "diag(p) - p.T @ p"]
    check = " == ".join(reversed(sides) if turned else sides)
    text = page(loads(f"[[question]]\n[[question.part]]\nprompt = 'Show it.'\n[[question.part.proof]]\nclaim = 'So it is.'\ncheck = '{check}'\nsizes = {{ p = {size} }}"), "text")
    assert "J(p) = diag(p) − pᵀp" in text
    assert "written alike" not in text


def test_a_claim_that_is_written_alike_on_both_sides_says_so() -> None:
    text = page(loads("[[question]]\n[[question.part]]\nprompt = 'Show it.'\n[[question.part.proof]]\nclaim = 'So it is.'\ncheck = 'P @ (X @ W) == (P @ X) @ W'\nsizes = { P = [2, 2], X = [2, 3], W = [3, 2] }"), "text")
    assert "J(" not in text
