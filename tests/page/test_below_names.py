"""What stands below or above in a name stays apart from the place of an entry."""

from __future__ import annotations

import re

import pytest

from symattn.page import page
from symattn.sheet import loads

NAMES = {
    "p_{T=5}": ("(p_{T=5})_{%s}", "(p_{T=5})_{%s}"),
    "p^{(5)}": ("(p^{(5)})_{%s}", "(p^{(5)})_{%s}"),
    "p_{2n}": ("(p_{2n})_{%s}", "(p_{2n})_{%s}"),
    "p_{i+1}": ("(p_{i+1})_{%s}", "(p_{i+1})_{%s}"),
    "p_5": ("p_{5,%s}", "(p_{5})_{%s}"),
    r"p_{\text{new}}": (r"p_{\text{new},%s}", r"(p_{\text{new}})_{%s}"),
    "p": ("p_{%s}", "p_{%s}"),
    r"\hat{p}": (r"\hat{p}_{%s}", r"\hat{p}_{%s}"),
}


def made(name: str, line: str, p: str) -> str:
    sheet = f"[[question]]\nsteps = ['r = {line}']\ngiven.p = {p}\n[question.notation.names]\np = '{name}'\n"
    found = page(loads(sheet).solve(), "md")
    return re.sub(r"[{}\\ ]|left|right|mathsf|,(?=[^\d])", "", found)


def plain(x: str) -> str:
    return re.sub(r"[{}\\ ]|left|right", "", x)


@pytest.mark.parametrize("name", list(NAMES))
@pytest.mark.parametrize("at", [0, 3, 6])
@pytest.mark.parametrize("turned", [False, True])
def test_an_entry_of_a_row_has_one_index_that_is_its_own(turned: bool, at: int, name: str) -> None:
    values = [[k] for k in range(2, 10)] if turned else [list(range(2, 10))]
    line = f"p[{at}, 0] * 2" if turned else f"p[0, {at}] * 2"
    assert plain(NAMES[name][0] % (at + 1)) in made(name, line, str(values))


@pytest.mark.parametrize("name", list(NAMES))
@pytest.mark.parametrize(("i", "j"), [(0, 1), (1, 0), (1, 2)])
def test_an_entry_of_a_matrix_has_two(i: int, j: int, name: str) -> None:
    assert plain(NAMES[name][1] % f"{i + 1},{j + 1}") in made(name, f"p[{i}, {j}] * 2", "[[1, 2, 3], [4, 5, 6]]")


@pytest.mark.parametrize("name", list(NAMES))
@pytest.mark.parametrize("op", ["max", "min", "sum"])
def test_letters_for_places_are_apart_as_numbers_are(op: str, name: str) -> None:
    found = made(name, f"{op}(p)", "[[1, 2, 3]]")
    sub = name[3:-1] if name.startswith("p_{") else ""
    assert not re.search(rf"{re.escape(plain(sub))},?[k]", found) or len(sub) < 2 or "text" in sub or f"({plain(name)})" in found


WORDS = ("LoRA", "MoE", "GeLU", "BoW", "FLOPs", "Adam", "GPT", "FFN", "BOS", "full", "layer", "in", "no")
PLACES = ("QK", "KV", "QKVO", "ij", "ff", "kv", "Aj", "Kd")


@pytest.mark.parametrize("policy", ["exact", "letters", "decimals"])
@pytest.mark.parametrize("letter", ["N", "W", "n", "alpha"])
@pytest.mark.parametrize("below", [*WORDS, *PLACES])
def test_a_word_below_a_letter_is_upright_and_letters_of_places_are_not(below: str, letter: str, policy: str) -> None:
    found = page(loads(f'working = "{policy}"\n[[question]]\nsteps = ["{letter}_{below} = 2 * a", "r = {letter}_{below} / a"]\ngiven.a = 3').solve(), "tex")
    sign = r"\alpha" if letter == "alpha" else letter
    shown, other = (r"\text", r"\mathit") if below in WORDS else (r"\mathit", r"\text")
    assert f"{sign}_{{{shown}{{{below}}}}}" in found
    assert f"{sign}_{{{other}{{{below}}}}}" not in found
