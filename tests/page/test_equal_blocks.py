"""A matrix too wide for the page is cut into blocks that are alike: equally wide, of one size, pairs of columns together."""

from __future__ import annotations

import re

import pytest

from symattn.page import page
from symattn.sheet import loads

PLACES = re.compile(r"\\text\{columns? (\d+)(?: to (\d+))?:")


def blocks(made: str) -> list[tuple[int, int]]:
    return [(int(first), int(last or first)) for first, last in PLACES.findall(made)]


@pytest.mark.sliced(3)
@pytest.mark.parametrize("width", ["150mm", "180mm", "210mm"])
@pytest.mark.parametrize("columns", [10, 12, 16, 17, 20, 24, 31])
@pytest.mark.parametrize("places", [2, 4])
def test_the_columns_of_an_encoding_are_cut_equally_between_pairs(places: int, columns: int, width: str) -> None:
    sheet = f'decimals = {places}\nworking = "decimals"\nwidth = "{width}"\n[[question]]\nsteps = ["P = positional_encoding(3, {columns + columns % 2}) @ Z"]\n'
    sheet = sheet.replace(" @ Z", f"[:, 0:{columns}]")
    found = blocks(page(loads(sheet).solve(), "tex"))
    result = [block for k, block in enumerate(found) if any(last == columns for _, last in found[k:])]
    sizes = [last - first + 1 for first, last in result]
    assert len(set(sizes[:-1])) <= 1, sizes
    assert not sizes or sizes[-1] <= sizes[0], sizes
    assert all(size % 2 == 0 for size in sizes[:-1]), sizes


@pytest.mark.parametrize("width", ["", 'width = "190mm"'])
@pytest.mark.parametrize("places", [3, 4, 6])
def test_blocks_of_one_matrix_have_one_size(places: int, width: str) -> None:
    made = page(loads(f'decimals = {places}\nworking = "decimals"\n{width}\n[[question]]\nsteps = ["P = positional_encoding(5, 16)"]').solve(), "tex")
    lines = [line for line in made.split("\n") if PLACES.search(line)]
    sizes = {re.match(r"\{(\\\w*)", line)[1] for line in lines if "begin{equation*}" in line}  # type: ignore[index]
    assert lines or width
    assert len(sizes) <= 1, sizes


@pytest.mark.parametrize(("columns", "shares"), [(40, None), (30, None), (2, [2]), (14, [14])])
def test_blocks_of_whole_numbers_are_as_many_as_before_and_alike(columns: int, shares: list[int] | None) -> None:
    made = page(loads(f"[[question]]\nsteps = ['B = A * 2']\ngiven.A = [{[1000 + j for j in range(columns)]}]").solve(), "tex")
    sizes = [last - first + 1 for first, last in blocks(made)]
    assert not sizes if shares else len(set(sizes[: len(sizes) // 2 - 1])) == 1
