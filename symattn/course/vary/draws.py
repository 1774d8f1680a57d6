"""The ways a given matrix may be drawn, each giving cells as a sheet writes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import comb, factorial
from typing import Any

from symattn.course.vary.dice import Dice
from symattn.exact.decimals import fixed

Cells = tuple[tuple[str, ...], ...]
Settings = Mapping[str, Any]


def cells(dice: Dice, shape: tuple[int, int], settings: Settings) -> Cells:
    """A matrix of that shape, drawn as the settings say.

    >>> cells(Dice(3, "a"), (2, 2), {"kind": "permutation"})
    (('0', '1'), ('1', '0'))
    """
    return _KINDS[settings.get("kind") or "integers"](dice, shape, settings)


def _range(settings: Settings) -> tuple[int, int]:
    low, high = settings.get("low"), settings.get("high")
    return (0 if low is None else low), (3 if high is None else high)


def _entries(dice: Dice, shape: tuple[int, int], settings: Settings, write: Callable[[int], str]) -> Cells:
    rows, cols = shape
    low, high = _range(settings)
    zeros = min(settings.get("zeros") or 0, rows * cols)
    flat = ["0"] * zeros + [write(dice.between(low, high)) for _ in range(rows * cols - zeros)]
    if zeros:
        flat = dice.shuffled(flat)
    return tuple(tuple(flat[i * cols : (i + 1) * cols]) for i in range(rows))


def _integers(dice: Dice, shape: tuple[int, int], settings: Settings) -> Cells:
    return _entries(dice, shape, settings, str)


def _decimals(dice: Dice, shape: tuple[int, int], settings: Settings) -> Cells:
    places = 1 if settings.get("places") is None else settings["places"]
    low, high = _range(settings)
    scaled = {**settings, "low": low * 10**places, "high": high * 10**places}
    return _entries(dice, shape, scaled, lambda n: fixed(n, places))


def _permutation(dice: Dice, shape: tuple[int, int], settings: Settings) -> Cells:
    """One 1 in every row; in a square matrix in every column too."""
    rows, cols = shape
    order: list[int] = []
    while len(order) < rows:
        order += dice.shuffled(range(cols))
    return tuple(tuple("1" if j == order[i] else "0" for j in range(cols)) for i in range(rows))


def _logarithms(dice: Dice, shape: tuple[int, int], settings: Settings) -> Cells:
    """factor · log(n): with d_k = factor² the weights of a row of such scores are rational."""
    factor = settings.get("factor") or 1
    low, high = _range(settings)

    def write(n: int) -> str:
        return "0" if n == 1 else (f"{factor}*" if factor > 1 else "") + f"log({n})"

    return _entries(dice, shape, {**settings, "low": max(1, low), "high": max(1, high)}, write)


_KINDS: dict[str, Callable[[Dice, tuple[int, int], Settings], Cells]] = {
    "integers": _integers,
    "decimals": _decimals,
    "permutation": _permutation,
    "logarithms": _logarithms,
}


def room(shape: tuple[int, int], settings: Settings) -> int:
    """How many different matrices the settings leave, at most.

    >>> room((2, 2), {"low": 0, "high": 2}), room((2, 2), {"kind": "permutation"})
    (81, 2)
    """
    rows, cols = shape
    if settings.get("kind") == "permutation":
        return int(factorial(cols) ** -(-rows // cols))
    low, high = _range(settings)
    per: int = (high - low) * (10 ** (settings.get("places") or 1) if settings.get("kind") == "decimals" else 1) + 1
    zeros = min(settings.get("zeros") or 0, rows * cols)
    return int(comb(rows * cols, zeros) * per ** (rows * cols - zeros))
