"""Multi-head attention (Vaswani et al., 2017, section 3.2.2): weights per head, or one wide matrix cut into heads."""

from __future__ import annotations

from symattn.errors import SymattnError
from symattn.sheet.variants.common import Setup, head, output, projection


def lines(setup: Setup) -> list[str]:
    """Every head from its own weights, the heads side by side, and their projection.

    >>> lines(Setup(("W_Q_0", "W_Q_1")))[-1]
    'H = concat(H_0, H_1)'
    """
    numbers = setup.numbers(indexed=True)
    out: list[str] = []
    for i in numbers:
        out += [projection(setup, letter, f"_{i}") for letter in "QKV"] + head(setup, f"_{i}")
    return [*out, _joined(numbers), *output(setup)]


def fused_lines(setup: Setup) -> list[str]:
    """One wide Q, K, V, their columns cut into heads, the heads side by side, and their projection.

    >>> fused_lines(Setup((), (("W_Q", 4), ("W_K", 4), ("W_V", 4)), heads=2))[3]
    'Q_1 = Q[:, 0:2]'
    """
    numbers = setup.numbers(indexed=False)
    out = [projection(setup, letter, "") for letter in "QKV"]
    for place, i in enumerate(numbers):
        out += [_cut(setup, letter, i, place, len(numbers)) for letter in "QKV"] + head(setup, f"_{i}")
    return [*out, _joined(numbers), *output(setup)]


def _cut(setup: Setup, letter: str, i: int, place: int, heads: int) -> str:
    width = setup.width(f"W_{letter}")
    if width % heads:
        raise SymattnError(f"W_{letter} has {width} columns; {heads} heads need a multiple of {heads}")
    size = width // heads
    return f"{letter}_{i} = {letter}[:, {place * size}:{(place + 1) * size}]"


def _joined(numbers: range) -> str:
    return f"H = concat({', '.join(f'H_{i}' for i in numbers)})"
