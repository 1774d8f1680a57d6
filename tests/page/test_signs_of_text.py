"""Signs of a page of text that no line breaks and that run into nothing."""

from __future__ import annotations

from symattn.page import page
from symattn.sheet import loads


def test_a_matrix_in_a_sentence_is_broken_nowhere() -> None:
    check = """check = "(P @ X) @ W == P @ (X @ W)"
sizes = { X = [2, 2], W = [2, 2] }
given = { P = [[0, 1], [1, 0]] }"""
    sheet = f"[[question]]\nprompt = 'Show it.'\n[[question.part]]\n[[question.part.proof]]\nclaim = 'It holds.'\n{check}\n"
    for language in ("en", "de", "fr"):
        shown = page(loads(f"language = '{language}'\n{sheet}").solve(), "text")
        assert "[0 1; 1 0]" in shown, shown


def test_what_is_listed_with_decimal_commas_stands_apart() -> None:
    """With decimal commas a list is parted by semicolons, with a blank behind each."""
    sheet = "language = 'de'\n[[question]]\nsteps = ['L = layer_norm(x, eps=0.5)']\n[question.given]\nx = [[0, 2]]\n"
    assert "(x; ε = 0,5)" in page(loads(sheet).solve(), "text")
