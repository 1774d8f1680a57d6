"""Scaled dot-product attention with one head (Vaswani et al., 2017, section 3.2.1)."""

from __future__ import annotations

from symattn.sheet.variants.common import Setup, head, output, projection


def lines(setup: Setup) -> list[str]:
    """Q, K, V, scores, scaled and masked scores, weights, output, and its projection.

    >>> lines(Setup(("X",)))[3:]
    ['S = Q @ K.T', 'L = S / sqrt(cols(K))', 'A = softmax(L)', 'H = A @ V']
    """
    return [*(projection(setup, letter, "") for letter in "QKV"), *head(setup, ""), *output(setup)]
