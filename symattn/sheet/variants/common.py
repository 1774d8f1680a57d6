"""What all kinds of attention share: the lines of one head from its queries, keys and values."""

from __future__ import annotations

import re
from dataclasses import dataclass

from symattn.errors import SymattnError


@dataclass(frozen=True)
class Setup:
    """The options of one question, and which givens it has (with their widths where columns are cut)."""

    names: tuple[str, ...]
    widths: tuple[tuple[str, int], ...] = ()
    heads: int | None = None
    first: int | None = None
    mask: str = "none"
    scale: str = "true"

    def numbers(self, *, indexed: bool) -> range:
        """The numbers of the heads: from the names of the givens where they carry one, else from ``first``."""
        found = sorted(int(m[1]) for name in self.names if (m := re.fullmatch(r"W_Q_(\d+)", name))) if indexed else []
        first = self.first if self.first is not None else (found[0] if found else 1)
        return range(first, first + (self.heads or len(found) or 1))

    def width(self, name: str) -> int:
        """The columns of a given."""
        return dict(self.widths)[name]


def projection(setup: Setup, letter: str, suffix: str) -> str:
    """The line of one projection, with its bias where there is one.

    >>> projection(Setup(("X", "b_K")), "K", "")
    'K = X @ W_K + b_K'
    """
    source = "memory" if letter in "KV" and "memory" in setup.names else "X"
    bias = f" + b_{letter}{suffix}" if f"b_{letter}{suffix}" in setup.names else ""
    return f"{letter}{suffix} = {source} @ W_{letter}{suffix}{bias}"


def head(setup: Setup, suffix: str) -> list[str]:
    """Scores, scaled and masked scores, weights, and the head's output.

    >>> head(Setup((), mask="causal"), "_1")[1]
    'L_1 = causal_mask(S_1 / sqrt(cols(K_1)))'
    """
    s = suffix
    scores = {"true": f"S{s} / sqrt(cols(K{s}))", "false": f"S{s}"}.get(setup.scale, f"S{s} / ({setup.scale})")
    masked = {"none": scores, "causal": f"causal_mask({scores})", "matrix": f"mask({scores}, mask_matrix)"}
    if setup.mask not in masked:
        raise SymattnError(f'mask is {setup.mask!r}; write "none", "causal" or a matrix of 1 (keep) and 0 (block)')
    return [f"S{s} = Q{s} @ K{s}.T", f"L{s} = {masked[setup.mask]}", f"A{s} = softmax(L{s})", f"H{s} = A{s} @ V{s}"]


def output(setup: Setup) -> list[str]:
    """The projection of the joined heads, where there is one.

    >>> output(Setup(("W_O",)))
    ['Y = H @ W_O']
    """
    if "W_O" not in setup.names:
        return []
    return ["Y = H @ W_O" + (" + b_O" if "b_O" in setup.names else "")]
