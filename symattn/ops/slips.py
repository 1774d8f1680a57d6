"""The ids of all known slips, in the order in which the first that fits is named."""

from __future__ import annotations

ORDER = (
    "unscaled", "scaled", "scaled-by-width", "scaled-by-model-width", "scaled-twice", "root-rounded",
    "not-transposed", "scores-transposed", "swapped-product", "added-not-multiplied", "entrywise-product", "softmax-columns",
    "softmax-all", "not-normalised", "normalised-scores", "unmasked", "mask-zero", "mask-after-softmax",
    "mask-flipped", "mask-strict", "heads-swapped", "heads-stacked", "heads-added", "bias-dropped",
    "wrong-operand", "sign", "scaled-by-tokens", "multiplied-by-root", "scaled-after-softmax", "base-two", "hardmax",
    "sigmoid-weights", "log-weights", "negated-scores", "sums-misaligned", "weights-transposed", "weight-transposed",
    "no-projection", "output-projection-dropped", "result-transposed", "bias-subtracted", "residual-dropped",
    "relu-dropped", "sample-deviation", "turned-back", "degrees", "heads-interleaved",
    "heads-in-turn", "one-entry", "given-misread",
)  # fmt: skip
"""Ids never change once shipped: answer files and gradebooks carry them."""

ONE_NUMBER = ("one-entry", "given-misread")
"""Those that are one wrong number, from which all that follows is right."""

_RANK = {id: rank for rank, id in enumerate(ORDER)}


def rank(id: str) -> int:
    """The place of a slip in the order; one that stands beside its operation alone comes after all of these.

    >>> rank("unscaled"), rank("a-new-one") == len(ORDER)
    (0, True)
    """
    return _RANK.get(id, len(ORDER))
