"""What a known wrong way of an operation comes to, for every one that ships, along either axis, masked and not: worked out by NumPy.

A slip of which only the name is tested may be named with another number: then nobody who makes it is told so.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from symattn.errors import SymattnError
from symattn.exact.functions import root
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.tensor import Tensor
from symattn.ops import OPS
from symattn.plan.derivation import rule

Values = Any  # an array of numbers

WIDE = np.array([[1, 4, 2], [0, -1, 3]])
TALL = np.array([[2, 1], [-3, 5], [4, 0]])
SQUARE = np.array([[2, 1, 0], [-3, 5, 1], [4, 2, 7]])
OTHER = np.array([[1, 0, 2], [3, 1, -1], [2, 2, 5]])
GAPS = np.array([[1, 0, 1], [1, 1, 0], [0, 1, 1]])
FIRST, SECOND = np.array([[1, 2], [3, 4]]), np.array([[5, 6], [7, 8]])
ROWS_OF_FOUR = np.array([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 13]])
HIDDEN = 6  # what stands behind minus infinity
CHANCES = np.array([[0.5, 0.25, 0.25]])


def blocked(a: Values, keep: Values) -> Values:
    return np.where(keep == 1, a, -np.inf)


def opened(a: Values) -> Values:
    """With 0 where minus infinity stands."""
    return np.where(np.isneginf(a), 0, a)


def weights(a: Values) -> Values:
    powers = np.exp(a)
    return powers / powers.sum(axis=1, keepdims=True)


def largest(a: Values, k: int) -> Values:
    """1 where one of the k largest of its row stands."""
    return np.array([[int(sorted(row, reverse=True).index(x) < k) for x in row] for row in a.tolist()])


LOWER = np.tril(np.ones((3, 3)))
UPPER = np.triu(np.ones((3, 3)))
SOFTMAX: dict[str, tuple[Callable[[Values], Values], dict[str, int]]] = {  # along rows, blocked scores being minus infinity
    "scaled": (lambda a: weights(a / 3), {"d_k": 9}),
    "scaled-twice": (lambda a: weights(a / 2), {"d_k": 4}),
    "softmax-columns": (lambda a: weights(a.T).T, {}),
    "softmax-all": (lambda a: np.exp(a) / np.exp(a).sum(), {}),
    "not-normalised": (np.exp, {}),
    "normalised-scores": (lambda a: opened(a) / opened(a).sum(axis=1, keepdims=True), {}),
    "scaled-after-softmax": (lambda a: weights(3 * a) / 3, {"d_k": 9}),
    "base-two": (lambda a: 2.0**a / (2.0**a).sum(axis=1, keepdims=True), {}),
    "sigmoid-weights": (lambda a: np.exp(a) / (1 + np.exp(a)), {}),
    "hardmax": (lambda a: largest(a, 1), {}),
    "log-weights": (lambda a: a - np.log(np.exp(a).sum(axis=1, keepdims=True)), {}),
    "sums-misaligned": (lambda a: np.exp(a) / np.exp(a).sum(axis=1), {}),
    "negated-scores": (lambda a: weights(np.where(np.isneginf(a), a, -a)), {}),
}
SQUARE_ALONE = "sums-misaligned"


def of_softmax() -> Any:
    for id, (wrong, needs) in SOFTMAX.items():
        for scores in (WIDE, TALL, SQUARE, blocked(SQUARE, GAPS), blocked(SQUARE, LOWER)):
            if id == SQUARE_ALONE and len(set(scores.shape)) > 1:
                continue
            yield "softmax", id, (scores,), {"axis": 1}, needs, wrong(scores)
            yield "softmax", id, (scores.T,), {"axis": 0}, needs, wrong(scores).T
    for keep in (GAPS, LOWER):  # what needs a blocked score
        scores = blocked(SQUARE, keep)
        for id, right in (("exponential-of-nothing", weights(opened(scores))), ("mask-after-softmax", weights(np.where(keep, SQUARE, HIDDEN)) * keep)):
            yield "softmax", id, (scores,), {"axis": 1}, {}, right
            yield "softmax", id, (scores.T,), {"axis": 0}, {}, right.T


def of_masks() -> Any:
    def each(op: str, inputs: Any, params: dict[str, Any], keep: Values, flipped: bool = True, axis: int = 1) -> Any:
        scores = inputs[0]
        yield op, "scaled", inputs, params, {"d_k": 9}, blocked(scores / 3, keep)
        yield op, "unmasked", inputs, params, {}, scores
        yield op, "mask-zero", inputs, params, {}, scores * keep
        if flipped:
            yield op, "mask-strict", inputs, params, {}, blocked(scores, keep * (1 - np.eye(*keep.shape)))

    for scores in (SQUARE, WIDE, TALL):
        lower, upper = (cut(np.ones(scores.shape)) for cut in (np.tril, np.triu))
        for axis, keep, other in ((1, lower, upper), (0, upper, lower)):
            yield from each("causal_mask", (scores,), {"axis": axis}, keep)
            yield "causal_mask", "mask-flipped", (scores,), {"axis": axis}, {}, blocked(scores, other)
    for scores, keep in ((SQUARE, GAPS), (WIDE, GAPS[:2]), (TALL, GAPS[:, 1:])):
        yield from each("mask", (scores, keep), {}, keep)
        yield "mask", "mask-flipped", (scores, keep), {}, {}, blocked(scores, 1 - keep)
    yield "mask", "mask-flipped", (SQUARE, GAPS[:1]), {}, {}, blocked(SQUARE, np.repeat(1 - GAPS[:1], 3, axis=0))
    for k in (1, 2):
        yield from each("top_k", (SQUARE,), {"k": k}, largest(SQUARE, k), flipped=False)
    yield from each("top_p", (SQUARE,), {"p": Number.of(Fraction(3, 5))}, largest(SQUARE, 1), flipped=False)
    for size in (1, 2):
        keep = np.tril(np.triu(np.ones((3, 3)), 1 - size), size - 1)
        yield from each("window_mask", (SQUARE,), {"w": size}, keep, flipped=False)


def of_products() -> Any:
    for id, inputs, needs, value in (
        ("scores-transposed", (WIDE, TALL), {}, (WIDE @ TALL).T),
        ("scores-transposed", (TALL, WIDE), {}, (TALL @ WIDE).T),
        ("swapped-product", (WIDE, TALL), {}, TALL @ WIDE),
        ("swapped-product", (SQUARE, OTHER), {}, OTHER @ SQUARE),
        ("added-not-multiplied", (SQUARE, OTHER), {}, SQUARE + OTHER),
        ("entrywise-product", (SQUARE, OTHER), {}, SQUARE * OTHER),
        ("weights-transposed", (SQUARE, OTHER), {}, SQUARE.T @ OTHER),
        ("weight-transposed", (SQUARE, OTHER), {"weight": 0}, SQUARE.T @ OTHER),
        ("weight-transposed", (SQUARE, OTHER), {"weight": 1}, SQUARE @ OTHER.T),
        ("no-projection", (SQUARE, OTHER), {"weight": 1}, SQUARE),
        ("no-projection", (SQUARE, OTHER), {"weight": 0}, OTHER),
        ("output-projection-dropped", (SQUARE, OTHER), {"weight": 1}, SQUARE),
        ("output-projection-dropped", (SQUARE, OTHER), {"weight": 0}, OTHER),
    ):
        yield "matmul", id, inputs, {}, needs, value
    for id, needs, value in (
        ("bias-dropped", {}, SQUARE), ("bias-subtracted", {}, SQUARE - OTHER),
        ("residual-dropped", {"branch": 1}, OTHER), ("residual-dropped", {"branch": 0}, SQUARE),
    ):
        yield "add", id, (SQUARE, OTHER), {}, needs, value
    yield "transpose", "not-transposed", (WIDE,), {}, {}, WIDE
    yield "copy", "scaled", (WIDE,), {}, {"d_k": 9}, WIDE / 3
    for by, number in ((Number.of(2), 2), (root(2), 2**0.5), (root(3), 3**0.5), (root(8), 8**0.5), (Number.of(Fraction(7, 2)), 3.5)):
        whole = number if number < 1.5 else 4 if number == 3.5 else round(number)
        for id, needs, divisor in (
            ("unscaled", {}, 1), ("scaled-by-width", {"d_k": 5}, 5), ("scaled-by-model-width", {"d_model": 25}, 5),
            ("scaled-twice", {}, number**2), ("root-rounded", {}, whole), ("scaled-by-tokens", {}, 3**0.5),
            ("multiplied-by-root", {}, 1 / number),
        ):
            yield "divide", id, (WIDE,), {"by": by}, needs, WIDE / divisor


def of_lines() -> Any:
    ways: dict[str, Callable[..., Values]] = {"sum": np.sum, "mean": np.mean, "var": np.var, "max": np.max, "min": np.min}
    for op, way in ways.items():
        for a in (WIDE, TALL):
            for axis in (0, 1):
                yield op, "axis-exchanged", (a,), {"axis": axis}, {}, way(a, axis=1 - axis, keepdims=True)
        for axis in (0, 1):  # where it fits, it stands as the right one would
            yield op, "axis-exchanged", (SQUARE,), {"axis": axis}, {}, way(SQUARE, axis=1 - axis, keepdims=True).T
    for a in (WIDE, TALL, SQUARE):
        for axis in (None, 0, 1):
            yield "mean", "not-averaged", (a,), {"axis": axis}, {}, np.sum(a, axis=axis, keepdims=True)
            yield "var", "sample-deviation", (a,), {"axis": axis}, {}, np.var(a, axis=axis, keepdims=True, ddof=1)
        for axis in (0, 1):
            for eps in (0, 1, 0.25):
                around = a - a.mean(axis=axis, keepdims=True)
                params = {"axis": axis, "eps": Number.of(Fraction(eps))}
                yield "layer_norm", "sample-deviation", (a,), params, {}, around / np.sqrt(a.var(axis=axis, keepdims=True, ddof=1) + eps)


def of_the_rest() -> Any:
    hidden = blocked(SQUARE, GAPS)
    yield "exp", "normalised-scores", (SQUARE,), {}, {}, SQUARE
    yield "exp", "normalised-scores", (hidden,), {}, {}, opened(hidden)
    yield "exp", "exponential-of-nothing", (hidden,), {}, {}, np.exp(opened(hidden))
    for a in (abs(WIDE), abs(SQUARE)):
        yield "normalize", "softmax-columns", (a,), {}, {}, a / a.sum(axis=0)
        yield "normalize", "softmax-all", (a,), {}, {}, a / a.sum()
        yield "normalize", "not-normalised", (a,), {}, {}, a
    for op in ("relu", "silu"):
        yield op, "relu-dropped", (SQUARE,), {}, {}, SQUARE
    yield "log", "logarithm-base-ten", (1 + WIDE**2,), {}, {}, np.log10(1 + WIDE**2)
    yield "log", "logarithm-base-two", (1 + WIDE**2,), {}, {}, np.log2(1 + WIDE**2)
    for first in (0, 1):
        for id, log in (("logarithm-base-ten", np.log10), ("logarithm-base-two", np.log2)):
            loss = -log(weights(WIDE)[[0, 1], [2, 0]])
            for places in (np.array([[2, 0]]), np.array([[2], [0]])):
                yield "cross_entropy", id, (WIDE, places + first), {"first": first}, {}, loss.reshape(2, 1)
    yield "norm_scale", "bias-dropped", (WIDE, OTHER[:1], OTHER[1:2]), {}, {}, WIDE * OTHER[:1]
    yield "norm_scale", "bias-subtracted", (WIDE, OTHER[:1], OTHER[1:2]), {}, {}, WIDE * OTHER[:1] - OTHER[1:2]
    p = CHANCES[0]
    for id, value in {
        "jacobian-outer-dropped": np.diag(p), "jacobian-diagonal": np.diag(p - p**2), "jacobian-diagonal-dropped": -np.outer(p, p),
        "jacobian-outer-added": np.diag(p) + np.outer(p, p), "jacobian-negated": np.outer(p, p) - np.diag(p),
    }.items():
        yield "softmax_jacobian", id, (CHANCES,), {}, {}, value


def of_heads() -> Any:
    beside, below = np.hstack([FIRST, SECOND]), np.vstack([FIRST, SECOND])
    for op, right, other in (("concat", beside, below), ("stack", below, beside)):
        turned = [SECOND, FIRST]
        yield op, "heads-swapped", (FIRST, SECOND), {}, {"order": (1, 0)}, (np.hstack if op == "concat" else np.vstack)(turned)
        yield op, "heads-stacked", (FIRST, SECOND), {}, {}, other
        yield op, "heads-added", (FIRST, SECOND), {}, {}, FIRST + SECOND
        assert right is not other
    yield "concat", "heads-interleaved", (FIRST, SECOND), {}, {}, [[1, 5, 2, 6], [3, 7, 4, 8]]
    every = {"rows": ("slice", None, None, None)}
    for start, stop, dealt in ((0, 2, ROWS_OF_FOUR[:, [0, 2]]), (2, 4, ROWS_OF_FOUR[:, [1, 3]])):
        yield "select", "heads-interleaved", (ROWS_OF_FOUR,), {**every, "cols": ("slice", start, stop, None)}, {}, dealt
    for heads in (2, 4):
        dealt = [ROWS_OF_FOUR[:, k::heads] for k in range(heads)]
        yield "split_heads", "heads-interleaved", (ROWS_OF_FOUR,), {"heads": heads}, {}, dealt
    pair = np.array([FIRST, SECOND])
    for k in (2, 3):
        yield "repeat_heads", "heads-in-turn", (pair,), {"k": k}, {}, np.concatenate([pair] * k)


def angles(rows: int, width: int, base: float, start: int) -> Values:
    return np.array([[(start + i) / base ** (2 * (j // 2) / width) for j in range(width)] for i in range(rows)])


def of_angles() -> Any:
    for base in (4, 10_000):
        number = Number.of(base)
        at = np.radians(angles(3, 4, base, 0))
        even = np.arange(4) % 2 == 0
        yield "positional_encoding", "degrees", (), {"n": 3, "d": 4, "base": number}, {}, np.where(even, np.sin(at), np.cos(at))
        for start in (0, 1):
            own = angles(3, 4, base, start)
            pairs = ROWS_OF_FOUR[:, [1, 0, 3, 2]] * np.where(even, -1, 1)
            for id, turn in (("turned-back", -own), ("degrees", np.radians(own))):
                value = ROWS_OF_FOUR * np.cos(turn) + pairs * np.sin(turn)
                yield "rope", id, (ROWS_OF_FOUR,), {"base": number, "start": start}, {}, value


CASES = [*of_softmax(), *of_masks(), *of_products(), *of_lines(), *of_the_rest(), *of_heads(), *of_angles()]
TRIED = dict.fromkeys((op, id) for op, id, *_ in CASES)


def exact(a: Values) -> Any:
    if a.ndim == 3:
        return Tensor(a.shape[:1], [exact(each) for each in a])
    hidden = np.isneginf(a)
    whole = Matrix.of([[Fraction(x) for x in row] for row in np.where(hidden, HIDDEN, a).tolist()])
    return whole.masked(list(map(tuple, np.argwhere(hidden).tolist()))) if hidden.any() else whole


def shown(value: Any) -> Values:
    return np.array([[float(x) for x in row] for row in value.opened().decimals(15)])


def numbers(value: Any) -> Values:
    if isinstance(value, Tensor):
        return np.array([numbers(part) for part in value.blocks])
    return np.where([[(i, j) in value.blocked for j in range(value.cols)] for i in range(value.rows)], -np.inf, shown(value))


@pytest.mark.parametrize(("op", "id"), TRIED, ids=map(": ".join, TRIED))
def test_a_slip_comes_to_what_numpy_makes_of_it(op: str, id: str) -> None:
    slip = OPS[op].slips[id]
    for inputs, params, needs, expected in [rest for name, which, *rest in CASES if (name, which) == (op, id)]:
        assert needs.keys() == set(slip.needs)
        found = rule(op, slip.run)(*map(exact, inputs), **params, **needs)
        assert numbers(found) == pytest.approx(np.array(expected, dtype=float), abs=1e-12), (inputs, params, needs)


ONE = np.array([[3]])
IMPOSSIBLE = {
    "a sample of one": ("var", "sample-deviation", (ONE,), {"axis": None}),
    "a sample of one, in rows": ("var", "sample-deviation", (TALL[:, :1],), {"axis": 1}),
    "a sample of one, in columns": ("var", "sample-deviation", (WIDE[:1],), {"axis": 0}),
    "no other axis": ("sum", "axis-exchanged", (WIDE,), {"axis": None}),
    "two largest": ("softmax", "hardmax", (np.array([[2, 2, 1]]),), {}),
    "nothing blocked": ("softmax", "exponential-of-nothing", (WIDE,), {}),
    "nothing blocked before exp": ("exp", "exponential-of-nothing", (WIDE,), {}),
    "heads of two widths": ("concat", "heads-interleaved", (FIRST, WIDE), {}),
    "no block": ("select", "heads-interleaved", (ROWS_OF_FOUR,), {"rows": ("slice", None, None, None), "cols": ("slice", 1, 3, None)}),
}


@pytest.mark.parametrize(("op", "id", "inputs", "params"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_what_cannot_happen_has_no_value(op: str, id: str, inputs: Any, params: dict[str, Any]) -> None:
    with pytest.raises(SymattnError):
        rule(op, OPS[op].slips[id].run)(*map(exact, inputs), **params)
