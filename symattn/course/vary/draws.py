"""The ways a given may be drawn, each giving cells as a sheet writes them; those of a number are one."""

from __future__ import annotations

from collections.abc import Callable
from math import comb, factorial, perm

from symattn.course.vary.dice import Dice
from symattn.exact.ball import fixed
from symattn.said import Texts
from symattn.sheet.varying import Draw

Cells = Texts
Extent = tuple[int, int]  # rows and columns


def cells(dice: Dice, shape: Extent, draw: Draw) -> Cells:
    """A matrix of that shape, drawn as is said.

    >>> cells(Dice(3, "a"), (2, 2), Draw("permutation"))
    (('0', '1'), ('1', '0'))
    >>> cells(Dice(3, "a"), (1, 1), Draw(among=("40 GB", "80 GB")))
    (('40 GB',),)
    """
    rows, cols = shape
    if draw.kind == "permutation":
        return _permutation(dice, shape, draw)
    low, high, write = _numbers(draw)
    zeros = min(draw.zeros, rows * cols)
    flat = ["0"] * zeros + [
        write(dice.between(low, high)) for _ in range(rows * cols - zeros)
    ]
    if zeros:
        flat = dice.shuffled(flat)
    return tuple(tuple(flat[i * cols : (i + 1) * cols]) for i in range(rows))


def _permutation(dice: Dice, shape: Extent, draw: Draw) -> Cells:
    """One 1 in every row; in a square matrix in every column too."""
    rows, cols = shape
    if draw.among:
        return tuple(tuple(dice.shuffled(draw.among)[:cols]) for _ in range(rows))
    order: list[int] = []
    while len(order) < rows:
        order += dice.shuffled(range(cols))
    return tuple(
        tuple("1" if j == order[i] else "0" for j in range(cols)) for i in range(rows)
    )


def _numbers(draw: Draw) -> tuple[int, int, Callable[[int], str]]:
    """From where to where whole numbers are drawn, and how an entry is written for each."""

    def logarithm(n: int) -> str:
        return (
            "0"
            if n == 1
            else (f"{draw.factor}*" if draw.factor > 1 else "") + f"log({n})"
        )

    if draw.among:
        return 0, len(draw.among) - 1, draw.among.__getitem__
    if draw.kind == "decimals":
        unit = 10**draw.places
        return draw.low * unit, draw.high * unit, lambda n: fixed(n, draw.places)
    if (
        draw.kind == "logarithms"
    ):  # with d_k = factor² the weights of a row of such scores are rational
        return max(1, draw.low), max(1, draw.high), logarithm
    return draw.low, draw.high, str


def room(shape: Extent, draw: Draw) -> int:
    """How many different matrices a draw leaves, at most.

    >>> room((2, 2), Draw(high=2)), room((2, 2), Draw("permutation"))
    (81, 2)
    """
    rows, cols = shape
    if draw.kind == "permutation":
        if draw.among:
            return int(perm(len(draw.among), cols) ** rows)
        return int(factorial(cols) ** -(-rows // cols))
    low, high, _ = _numbers(draw)
    zeros = min(draw.zeros, rows * cols)
    return int(comb(rows * cols, zeros) * (high - low + 1) ** (rows * cols - zeros))
