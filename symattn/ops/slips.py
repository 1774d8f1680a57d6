"""The ids of all known slips, in the order in which the first that fits is named."""

from __future__ import annotations

ORDER = (
    "unscaled", "scaled", "scaled-by-width", "scaled-by-model-width", "scaled-twice", "not-transposed",
    "scores-transposed", "swapped-product", "added-not-multiplied", "entrywise-product", "softmax-columns",
    "softmax-all", "not-normalised", "normalised-scores", "unmasked", "mask-zero", "mask-after-softmax",
    "mask-flipped", "mask-strict", "heads-swapped", "heads-stacked", "heads-added", "bias-dropped",
    "wrong-operand", "sign",
)  # fmt: skip
"""Ids never change once shipped: answer files and gradebooks carry them."""

RANK = {id: rank for rank, id in enumerate(ORDER)}
