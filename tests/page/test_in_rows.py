"""A matrix over a column: one row with its numbers in place of a table of fractions."""

from __future__ import annotations

import re

import pytest

from symattn.page import page
from symattn.sheet import loads

HEADS = {"exact": "", "decimals": 'working = "decimals"\ndecimals = 3\n', "carried": 'working = "carried"\ndecimals = 3\n'}


def text(steps: list[str], given: dict[str, object], head: str = "", detail: str = "standard") -> str:
    givens = "\n".join(f"{name} = {value}" for name, value in given.items())
    sheet = f"{head}[[question]]\nsteps = {steps}\n[question.given]\n{givens}\n".replace("'", '"')
    return re.sub(r"\s+", " ", page(loads(sheet).solve(), "text", detail=detail))


def matrix(rows: int, cols: int) -> list[list[int]]:
    return [[3 * i + 2 * j + 1 + (i * j) % 3 for j in range(cols)] for i in range(rows)]


@pytest.mark.sliced(6)
@pytest.mark.parametrize("policy", HEADS)
@pytest.mark.parametrize("detail", ["standard", "full"])
@pytest.mark.parametrize(("rows", "cols", "many"), [(2, 2, 0), (2, 4, 0), (1, 6, 0), (2, 5, 2), (3, 2, 1), (3, 4, 1), (7, 6, 1)])
def test_a_small_table_of_fractions_stands_and_a_large_one_is_told_by_a_row(rows: int, cols: int, many: int, detail: str, policy: str) -> None:
    found = text(["r = sum(A, axis=1)", "C = A / r"], {"A": matrix(rows, cols)}, HEADS[policy], detail)
    named = re.findall(r"C_\(\d, :\) [=≈] \[(?:\d+/\d+ ?)+\]", found)
    entries = re.findall(r"\(C\)₍?[₀-₉,]+₎? [=≈] \d+/\d+", found)
    simple = policy == "exact"  # where 1/4 is 1/4
    assert len(named) == many or (not named and (simple or bool(entries) == bool(many))), found
    assert len(entries) <= 4


@pytest.mark.parametrize("rows", [3, 5])
@pytest.mark.parametrize("policy", HEADS)
def test_a_share_of_nothing_is_nothing(rows: int, policy: str) -> None:
    lower = [[i + j + 1 if j <= i else 0 for j in range(3)] for i in range(rows)]
    found = text(["r = sum(A, axis=1)", "C = A / r"], {"A": lower}, HEADS[policy])
    assert "0/" not in re.sub(r"\d0/", "", found)
    small = text(["C = A / r"], {"A": lower[:2], "r": [[7], [9]]}, HEADS[policy])
    assert "⎢─ 0 0⎥" in small


NORM = {"X": [["0.4967", "-0.1383", "0.6477", "1.523"], ["-0.2342", "-0.2341", "1.5792", "0.7674"], ["-0.4695", "0.5426", "-0.4634", "-0.4657"]], "eps": '"1e-5"'}


@pytest.mark.parametrize("places", [2, 3, 4])
@pytest.mark.parametrize(
    "steps",
    [
        ["mu = mean(X, axis=1)", "v = var(X, axis=1)", "N = (X - mu) / sqrt(v + eps)"],
        ["mu = mean(X, axis=1)", "v = var(X, axis=1)", "N = layer_norm(X, eps)"],
        ["N = layer_norm(X, eps)"],
    ],
)
def test_a_norm_stands_entry_by_entry_with_its_means_and_variances_once(steps: list[str], places: int) -> None:
    found = text(steps, NORM, f'working = "decimals"\ndecimals = {places}\n')
    first = re.search(r"\(N\)₁₁ ≈ \(0\.4967 − (0\.63\d*)\)/√\((0\.35\d*) \+ 10⁻⁵\) ≈ (−0\.\d+)", found)
    assert first is not None, found
    assert len(first[3]) == places + 3
    assert "LayerNorm⎜" not in found
    assert found.count("means") == (len(steps) == 1)
    assert "variances ≈" not in found or len(steps) == 1


def test_roots_of_sums_of_a_column_stand_in_their_places() -> None:
    for many in (2, 3, 6):
        rows = [[i + 2] for i in range(many)]
        found = text(["s = sqrt(v + 1)"], {"v": rows}, 'working = "decimals"\n')
        assert all(f"√({i + 2} + 1)" in found for i in range(many)), found


@pytest.mark.parametrize("eps", ["", ", 0.5"])
def test_a_norm_by_mean_squares_is_told_so_too(eps: str) -> None:
    found = text([f"N = rms_norm(X{eps})"], {"X": [[1, 7, 2], [3, 4, 5], [1, 1, 2]]}, 'working = "decimals"\ndecimals = 2\n')
    assert re.search(r"N_\(1, :\) [=≈] \[1/√|\(N\)₁₁ [=≈] 1/√", found), found
    assert ("+ 0.5" in found) == bool(eps)


DATA = {
    "deep-ml 109": [[0.4967, -0.1383, 0.6477, 1.523], [-0.2342, -0.2341, 1.5792, 0.7674], [-0.4695, 0.5426, -0.4634, -0.4657]],
    "of whole numbers": [[1, 4, 9, 2], [3, -7, 2, 8], [5, 6, -1, 1]], "of three columns": [[0.31, 2.75, -1.5], [4.4, 0.9, 1.25], [7.1, -3.3, 0.65], [2.2, 2.9, 3.1]],
}  # fmt: skip


def near(number: float, places: int) -> float:
    return round(number + 1e-12 * (1 if number > 0 else -1), places)


@pytest.mark.parametrize("places", [1, 2, 3, 4])
@pytest.mark.parametrize("name", DATA)
def test_the_row_is_one_that_the_fewest_digits_bring_out(name: str, places: int) -> None:
    rows = DATA[name]
    sheet = loads(f"""working = "decimals"
decimals = {places}
[[question]]
steps = ["m = mean(X, axis=1)", "D = X - m", "s = sqrt(var(X, axis=1))", "N = D / s"]
given.X = {rows}
""")
    (shown,) = re.findall(r"N_\((\d), :\)\s+≈ \[([^\]]+)\]", " ".join(page(sheet, "text").split()))
    digits = max(len(part.partition(".")[2]) for part in re.findall(r"[\d.]+", shown[1]))
    means = [sum(row) / len(row) for row in rows]
    sizes = [(sum((x - m) ** 2 for x in row) / len(row)) ** 0.5 for row, m in zip(rows, means, strict=True)]

    def comes(k: int, many: int) -> bool:
        above = [near(x - means[k], many) for x in rows[k]]
        return all(abs(a / near(sizes[k], many) - near((x - means[k]) / sizes[k], places)) <= 0.5 * 10**-places for a, x in zip(above, rows[k], strict=True))

    assert comes(int(shown[0]) - 1, digits)
    assert not any(comes(k, many) for k in range(len(rows)) for many in range(places, digits))
