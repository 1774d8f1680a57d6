"""Expectations and variances: against every outcome of entries that are 1 or -1, and what cannot be told is refused."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

import symattn as sa
from symattn.errors import SymattnError
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.text import pretty
from symattn.files import folder
from symattn.ops.moments import Moments
from symattn.plan import Plan
from symattn.plan.derivation import solve
from symattn.sheet import loads


def sheet(steps: list[str], shapes: str, sizes: str = "") -> str:
    wanted = ", ".join(f'"{step}"' for step in steps)
    return f"[[question]]\nsteps = [{wanted}]\n{sizes}\n[question.shapes]\n{shapes}\n"


CASES = {
    "a dot product": (["S = q @ k.T"], {"q": (1, 2), "k": (1, 2)}),
    "scaled": (["S = -(q @ k.T) / 3 * 2"], {"q": (1, 2), "k": (1, 2)}),
    "a product with weights": (["S = X @ W"], {"X": (2, 2), "W": (2, 1)}),
    "projected on both sides": (["Q = X @ A", "K = Z @ B", "S = Q @ K.T"], {"X": (1, 2), "A": (2, 2), "Z": (1, 2), "B": (2, 2)}),
    "sums": (["S = x + y - z"], {"x": (1, 2), "y": (1, 2), "z": (1, 2)}),
    "entry by entry": (["S = x * y"], {"x": (1, 2), "y": (1, 2)}),
    "a projected residual": (["H = X @ W", "R = X_0 + H", "S = R @ u.T"], {"X": (1, 2), "W": (2, 2), "X_0": (1, 2), "u": (1, 2)}),
}


@pytest.mark.parametrize("case", CASES)
def test_every_outcome_has_this_mean_and_this_variance(case: str) -> None:
    steps, sizes = CASES[case]
    text = sheet([*steps, "m = expectation(S)", "v = variance(S)"], "\n".join(f"{n} = {list(s)}" for n, s in sizes.items()))
    table = loads(text).solve()["q1"].shapes
    assert table is not None
    plan, total, squares, count = Plan.read(steps), Fraction(0), Fraction(0), 0
    numbers = sum(rows * cols for rows, cols in sizes.values())
    for signs in product((1, -1), repeat=numbers):
        entries = iter(signs)
        given = {n: Matrix.of([[next(entries) for _ in range(c)] for _ in range(r)]) for n, (r, c) in sizes.items()}
        found = Fraction(str(solve(plan, given)["S"].values[0][0].rational))
        total, squares, count = total + found, squares + found**2, count + 1
    mean = total / count
    for name, right in (("m", mean), ("v", squares / count - mean**2)):
        number = table[name].number
        assert number is not None
        assert Fraction(str(number.rational)) == right


def test_the_variance_of_a_score_is_the_width_of_the_keys() -> None:
    text = sheet(
        ["S = q @ k.T", "L = S / sqrt(cols(k))", "v = variance(S)", "w = variance(L)"],
        'q = [1, "d_k"]\nk = [1, "d_k"]', "sizes = { d_k = 64 }",
    )  # fmt: skip
    table = loads(text).solve()["q1"].shapes
    assert table is not None
    assert [pretty(table[name].value) for name in "vw"] == ["d_k", "1"]  # type: ignore[arg-type]
    verdicts = {}
    for answer in ("d_k", "64", "8"):
        results = sa.check(loads(text), {"v": answer}).answers[0].questions[0].results
        verdicts[answer] = next(r.verdict for r in results if r.name == "v")
    assert verdicts["d_k"] == verdicts["64"] == "correct"
    assert verdicts["8"] not in ("correct", "follows", "imprecise")


def test_unit_vectors() -> None:
    """Bishop and Bishop, Exercise 12.8: entries of variance 1/D, and Var(a·b) = 1/D."""
    text = sheet(["a = x / sqrt(cols(x))", "b = y / sqrt(cols(y))", "v = variance(S)"], 'x = [1, "D"]\ny = [1, "D"]')
    text = text.replace('"v =', '"S = a @ b.T", "v =')
    table = loads(text).solve()["q1"].shapes
    assert table is not None
    assert pretty(table["v"].value) == "1/D"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("steps", "says"),
    [
        (["S = X @ X.T", "v = variance(S)"], "not independent"),
        (["A = softmax(X)", "v = variance(A)"], "no rule is known"),
        (["H = (X @ W) * Z", "S = H @ (U + V).T", "v = variance(S)"], "hang together"),
    ],
)
def test_what_hangs_together_is_refused(steps: list[str], says: str) -> None:
    shapes = "\n".join(f"{name} = [2, 2]" for name in "XWZUV")
    with pytest.raises(SymattnError, match=says):
        loads(sheet(steps, shapes)).solve()


def test_entries_that_are_numbers_are_not_random() -> None:
    text = '[[question]]\nsteps = ["S = X @ X.T", "v = variance(S)"]\n[question.given]\nX = [[1, 2]]\n'
    with pytest.raises(SymattnError, match="numbers, not random"):
        loads(text).solve()


@pytest.mark.parametrize("language", ["", "de"])
def test_every_rule_has_its_words(language: str) -> None:
    from symattn.ops import OPS

    text = (folder("templates") / language / "words" / "moments.j2").read_text(encoding="utf-8")
    assert all(f"macro {name}(" in text or f"{name}" in text for name, op in OPS.items() if op.moments)


@pytest.mark.parametrize(("mean", "variance", "square"), [(0, 1, 1), (2, 0, 4), (-2, 3, 7), (1, 1, 2)])
def test_the_mean_of_a_square_is_the_variance_and_the_mean_squared(mean: int, variance: int, square: int) -> None:
    assert Moments(Number.of(mean), Number.of(variance), frozenset(), True, False).square == Number.of(square)
