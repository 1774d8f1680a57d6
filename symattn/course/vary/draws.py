"""The ways a given may be drawn, each giving cells as a sheet writes them; those of a number are one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
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
    if draw.among and draw.kind == "permutation":
        return tuple(tuple(dice.shuffled(draw.among)[: shape[1]]) for _ in range(shape[0]))
    if draw.among:
        return _entries(
            dice, shape, replace(draw, low=0, high=len(draw.among) - 1), draw.among.__getitem__
        )
    return _KINDS[draw.kind](dice, shape, draw)


def _entries(dice: Dice, shape: Extent, draw: Draw, write: Callable[[int], str]) -> Cells:
    rows, cols = shape
    zeros = min(draw.zeros, rows * cols)
    flat = ["0"] * zeros + [
        write(dice.between(draw.low, draw.high)) for _ in range(rows * cols - zeros)
    ]
    if zeros:
        flat = dice.shuffled(flat)
    return tuple(tuple(flat[i * cols : (i + 1) * cols]) for i in range(rows))


def _decimals(dice: Dice, shape: Extent, draw: Draw) -> Cells:
    scaled = replace(draw, low=draw.low * 10**draw.places, high=draw.high * 10**draw.places)
    return _entries(dice, shape, scaled, lambda n: fixed(n, draw.places))


def _permutation(dice: Dice, shape: Extent, draw: Draw) -> Cells:
    """One 1 in every row; in a square matrix in every column too."""
    rows, cols = shape
    order: list[int] = []
    while len(order) < rows:
        order += dice.shuffled(range(cols))
    return tuple(tuple("1" if j == order[i] else "0" for j in range(cols)) for i in range(rows))


def _logarithms(dice: Dice, shape: Extent, draw: Draw) -> Cells:
    """factor · log(n): with d_k = factor² the weights of a row of such scores are rational."""

    def write(n: int) -> str:
        return "0" if n == 1 else (f"{draw.factor}*" if draw.factor > 1 else "") + f"log({n})"

    return _entries(
        dice, shape, replace(draw, low=max(1, draw.low), high=max(1, draw.high)), write
    )


_KINDS: dict[str, Callable[[Dice, Extent, Draw], Cells]] = {
    "integers": lambda dice, shape, draw: _entries(dice, shape, draw, str),
    "decimals": _decimals,
    "permutation": _permutation,
    "logarithms": _logarithms,
}


def room(shape: Extent, draw: Draw) -> int:
    """How many different matrices a draw leaves, at most.

    >>> room((2, 2), Draw(high=2)), room((2, 2), Draw("permutation"))
    (81, 2)
    """
    rows, cols = shape
    if draw.among and draw.kind == "permutation":
        return int(perm(len(draw.among), cols) ** rows)
    if draw.kind == "permutation":
        return int(factorial(cols) ** -(-rows // cols))
    per = (
        len(draw.among)
        or (draw.high - draw.low) * (10**draw.places if draw.kind == "decimals" else 1) + 1
    )
    zeros = min(draw.zeros, rows * cols)
    return int(comb(rows * cols, zeros) * per ** (rows * cols - zeros))
