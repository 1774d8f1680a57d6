"""The functions that a page writes by name, as their definitions say; what is not here is not evaluated, and counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from inspect import signature
from itertools import accumulate, combinations
from math import prod
from typing import Any

from flint import arb, fmpq

from .values import (
    Batch,
    Unread,
    Value,
    beside,
    certain,
    each,
    greatest,
    is_matrix,
    known,
    least,
    mean,
    meet,
    over,
    power,
    soft,
    turned,
    variance,
)

FUNCTIONS: dict[str, Callable[..., Value]] = {}
WORDS: dict[str, str] = {"e": "e", "π": "π", "I": "eye"}


OF_BATCHES = ("repeat", "merge")  # what a batch is for as a whole, and no matrix of it by itself
OPTIONS = {"ε": "eps"}  # what stands on the page, and what it is called here


def named(word: str) -> str:
    """The function that a word on the page names, or nothing."""
    return WORDS.get(word, "")


def takes(word: str, option: str) -> bool:
    """Whether a function has an option."""
    return option in signature(FUNCTIONS[word]).parameters


def function(*words: str) -> Callable[[Callable[..., Value]], Callable[..., Value]]:
    def put(f: Callable[..., Value]) -> Callable[..., Value]:
        FUNCTIONS[words[0]] = f
        WORDS.update(dict.fromkeys(words, words[0]))
        return f

    return put


def matrix(a: Value) -> list[list[arb]]:
    return a if is_matrix(a) else [[a]]


def entrywise(f: Callable[[arb], arb], *words: str) -> None:
    FUNCTIONS[words[0]] = lambda a: each(f, a)
    WORDS.update(dict.fromkeys(words, words[0]))


ONE = arb(1)
entrywise(lambda x: x.exp() if x.is_finite() else arb(0), "exp")
entrywise(lambda x: x.sin(), "sin")
entrywise(lambda x: x.cos(), "cos")
entrywise(lambda x: x.tan(), "tan")
entrywise(lambda x: x.tanh(), "tanh")
entrywise(lambda x: x.sinh(), "sinh")
entrywise(lambda x: x.cosh(), "cosh")
entrywise(abs, "abs")
entrywise(lambda x: x.sqrt(), "sqrt")
entrywise(lambda x: x.max(arb(0)), "relu", "ReLU")
entrywise(lambda x: 1 / (1 + (-x).exp()), "sigmoid", "σ")
entrywise(lambda x: x / (1 + (-x).exp()), "silu", "SiLU")
entrywise(lambda x: ONE if x > 0 else arb(0) if x <= 0 else known(arb("nan")), "heaviside", "Heaviside", "step")


def sign(x: arb) -> arb:
    if x > 0 or x < 0:
        return ONE if x > 0 else -ONE
    if x == 0:
        return arb(0)
    raise Unread("the sign of what may be 0")


entrywise(sign, "sign")


@function("clip")
def _clip(a: Value, low: Value, high: Value) -> Value:
    return each(lambda x: x.max(low).min(high), a)


@function("log", "ln")
def _log(a: Value, sub: str = "") -> Value:
    return each(lambda x: x.log() / arb(int(sub)).log() if sub else x.log(), a)


def along(f: Callable[[list[arb]], list[arb]], a: Value, sub: str, axis: Any = None) -> Value:
    """Rows, or columns where that is said, each made into another."""
    a = matrix(a)
    if down(sub, axis):
        return turned([f(c) for c in turned(a)])
    return [f(r) for r in a]


def down(sub: str, axis: Any = None) -> bool:
    if sub and sub not in ROWS | COLUMNS:
        raise Unread(f"_{sub} at a function")
    return sub in COLUMNS or (axis is not None and bool(axis == 0))


ROWS, COLUMNS = {"rows", "row", "Zeilen", "zeilen"}, {"columns", "column", "Spalten", "spalten"}


@function("logsumexp")
def _logsumexp(a: Value, sub: str = "", axis: Any = None) -> Value:
    return along(lambda r: [sum((x.exp() for x in r), arb(0)).log()], a, sub, axis)


@function("cumsum")
def _cumsum(a: Value, sub: str = "", axis: Any = None) -> Value:
    return along(lambda r: [*accumulate(r)], a, sub, axis)


@function("sort")
def _sort(a: Value, sub: str = "", axis: Any = None) -> Value:
    return along(lambda r: sorted(r, key=float), a, sub, axis)


def reduction(f: Callable[[list[arb]], arb], *words: str) -> None:
    def reduced(*parts: Value, sub: str = "", axis: Any = None) -> Value:
        if len(parts) > 1:  # of several: entry by entry
            out = parts[0]
            for p in parts[1:]:
                out = meet(lambda x, y: f([x, y]), out, p)
            return out
        a = matrix(parts[0])
        if not sub and axis is None:
            return f([x for r in a for x in r])
        return along(lambda r: [f(r)], a, sub, axis)

    FUNCTIONS[words[0]] = reduced
    WORDS.update(dict.fromkeys(words, words[0]))


def disorder(xs: list[arb]) -> arb:
    return -sum((x * x.log() for x in xs if not x.is_zero()), arb(0))


reduction(lambda xs: sum(xs, arb(0)), "sum", "Summe")
reduction(mean, "mean", "Mittel")
reduction(variance, "var", "Var")


@function("cov", "Cov")
def covariance(*of: Value) -> Value:
    """Of random entries, which have no numbers on the page."""
    raise Unread("a covariance of random entries")


reduction(greatest, "max")
reduction(least, "min")


@function("softmax", "Softmax")
def _softmax(a: Value, sub: str = "", axis: Any = None) -> Value:
    return along(soft, a, sub, axis)


@function("normalise", "normalize", "normiere")
def _normalise(a: Value, sub: str = "") -> Value:
    return along(lambda r: [x / sum(r, arb(0)) for x in r], a, sub)


@function("LayerNorm")
def _layer_norm(a: Value, eps: Value = arb(0), sub: str = "") -> Value:  # noqa: B008
    return along(lambda r: [(x - mean(r)) / (variance(r) + eps).sqrt() for x in r], a, sub)


@function("RMSNorm")
def _rms_norm(a: Value, eps: Value = arb(0), sub: str = "") -> Value:  # noqa: B008
    return along(lambda r: [x / (mean([y * y for y in r]) + eps).sqrt() for x in r], a, sub)


@function("diag")
def _diag(a: Value) -> Value:
    a = matrix(a)
    if len(a) == 1 or len(a[0]) == 1:
        v = a[0] if len(a) == 1 else [r[0] for r in a]
        return [[x if i == j else arb(0) for j in range(len(v))] for i, x in enumerate(v)]
    return [[a[i][i] for i in range(min(len(a), len(a[0])))]]


def count(x: Value) -> int:
    whole = None if is_matrix(x) else x.unique_fmpz()
    if whole is None:
        raise Unread("a size that is no whole number")
    return int(whole)


@function("eye")
def _eye(n: Value) -> Value:
    return _diag([[arb(1)] * count(n)])


@function("ones")
def _ones(m: Value, n: Value) -> Value:
    return [[arb(1)] * count(n) for _ in range(count(m))]


@function("zeros")
def _zeros(m: Value, n: Value) -> Value:
    return [[arb(0)] * count(n) for _ in range(count(m))]


@function("tril")
def _tril(a: Value) -> Value:
    return [[x if j <= i else arb(0) for j, x in enumerate(r)] for i, r in enumerate(matrix(a))]


@function("triu")
def _triu(a: Value) -> Value:
    return [[x if j >= i else arb(0) for j, x in enumerate(r)] for i, r in enumerate(matrix(a))]


@function("repeat")
def _repeat(a: Value, k: Value) -> Value:
    times = range(count(k))
    return Batch(head for head in a for _ in times) if isinstance(a, Batch) else [list(r) for r in matrix(a) for _ in times]


@function("Concat", "concat")
def _concat(*parts: Value) -> Value:
    return beside(list(parts))


@function("split")
def _split(a: Value, heads: Value) -> Value:
    wide = len(a[0]) // count(heads)
    return Batch([r[k : k + wide] for r in a] for k in range(0, len(a[0]), wide))


@function("merge")
def _merge(heads: Value) -> Value:
    if not isinstance(heads, Batch):
        raise Unread("heads that are not split")
    return beside(heads)


@function("stack", "Stack")
def _stack(*parts: Value) -> Value:
    return turned(beside([turned(matrix(p)) for p in parts]))


@function("round")
def _round(a: Value, places: Value = arb(0)) -> Value:  # noqa: B008
    unit = arb(10) ** count(places)

    def one(x: arb) -> arb:
        low = (abs(x) * unit + arb("0.5")).floor()
        return known(low / unit if x >= 0 else -low / unit)

    return each(one, a)


@function("floor")
def _floor(a: Value) -> Value:
    return each(lambda x: x.floor(), a)


@function("ceil")
def _ceil(a: Value) -> Value:
    return each(lambda x: x.ceil(), a)


@function("onehot")
def _onehot(a: Value, n: Value) -> Value:
    return [[arb(int(k == count(x))) for k in range(count(n))] for r in matrix(a) for x in r]


@function("gather")
def _gather(a: Value, places: Value) -> Value:
    flat = [x for r in matrix(places) for x in r]
    return [[r[count(k)]] for r, k in zip(matrix(a), flat)]


@function("CE", "KE")
def _cross_entropy(a: Value, places: Value) -> Value:
    flat = [x for r in matrix(places) for x in r]
    return [[-soft(r)[count(k)].log()] for r, k in zip(matrix(a), flat)]


@function("argmax")
def _argmax(a: Value, sub: str = "", axis: Any = None) -> Value:
    def first(r: list[arb]) -> list[arb]:
        best = 0
        for k in range(1, len(r)):
            if not certain(r[best], r[k]):
                best = k
        return [arb(best)]

    a = matrix(a)
    return along(first, a, sub, axis) if sub or axis is not None else first([x for r in a for x in r])[0]


OF_PLACES: dict[str, Callable[[list[arb]], arb]] = {
    "∑": lambda xs: sum(xs, arb(0)),
    "∏": lambda xs: prod(xs, start=arb(1)),
    "max": greatest,
    "min": least,
    "argmax": lambda xs: _argmax([xs]),
}
"""What is taken of numbers, one for each of the places below its name."""


@function("RoPE")
def _rope(a: Value, start: Value = arb(0), base: Value = arb(10000), step: Value = arb(1)) -> Value:  # noqa: B008
    out = []
    for m, r in enumerate(matrix(a)):
        row: list[arb] = []
        for p in range(len(r) // 2):
            angle = (m * step + start) * power(base, -arb(2 * p) / len(r))
            x, y = r[2 * p], r[2 * p + 1]
            row += [x * angle.cos() - y * angle.sin(), x * angle.sin() + y * angle.cos()]
        out.append(row)
    return out


@function("dist²", "dist^2", "dist2", "dist")  # as each format writes the square of the name
def _distances(a: Value, b: Value) -> Value:
    return [[sum(((x - y) * (x - y) for x, y in zip(r, q)), arb(0)) for q in matrix(b)] for r in matrix(a)]


@function("det")
def _det(a: Value) -> Value:
    a = matrix(a)
    if len(a) == 1:
        return a[0][0]
    return sum(((-1) ** j * x * _det([r[:j] + r[j + 1 :] for r in a[1:]]) for j, x in enumerate(a[0])), arb(0))


@function("attention", "Attention")
def _attention(q: Value, k: Value, v: Value) -> Value:
    from .values import times

    return times(_softmax(over(times(q, turned(k)), arb(len(q[0])).sqrt())), v)


BLOCKED = arb("-inf")
LEFT_OUT = [BLOCKED]


@contextmanager
def leaving(value: arb) -> Iterator[None]:
    """While this lasts, what is not among the largest becomes this: nothing of probabilities, blocked of scores."""
    LEFT_OUT.append(value)
    try:
        yield
    finally:
        LEFT_OUT.pop()


def falling(row: list[arb]) -> list[int]:
    """The places of a row, that of its largest entry first."""
    return sorted(range(len(row)), key=lambda j: (-float(row[j]), j))


def keeping(a: Value, kept: Callable[[list[arb]], int]) -> Value:
    """As many of the largest entries of each row as that says; what is left out of the others."""
    return [[x if j in falling(r)[: kept(r)] else LEFT_OUT[-1] for j, x in enumerate(r)] for r in matrix(a)]


@function("top")
def _top(a: Value, k: Value) -> Value:
    return keeping(a, lambda r: count(k))


@function("nucleus")
def _nucleus(a: Value, share: Value) -> Value:
    def kept(row: list[arb]) -> int:
        weights = soft(row) if LEFT_OUT[-1] == BLOCKED else row
        reached = [*accumulate(weights[j] for j in falling(row))]
        return next((k for k, x in enumerate(reached, 1) if certain(x, share)), len(row))

    return keeping(a, kept)


@function("argtop")
def _argtop(a: Value, k: Value) -> Value:
    return [[arb(j) for j in falling(r)[: count(k)]] for r in matrix(a)]


@function("argsort")
def _argsort(a: Value, sub: str = "", axis: Any = None) -> Value:
    return along(lambda r: [arb(j) for j in sorted(range(len(r)), key=lambda j: (float(r[j]), j))], a, sub, axis)


@function("norm")
def _norm(a: Value) -> Value:
    return sum((x * x for r in matrix(a) for x in r), arb(0)).sqrt()


@function("tr")
def _trace(a: Value) -> Value:
    return sum((r[k] for k, r in enumerate(matrix(a))), arb(0))


@function("rank")
def _rank(a: Value) -> Value:
    """The size of the largest square in it whose determinant is not 0."""
    a = matrix(a)
    for k in range(min(len(a), len(a[0])), 0, -1):
        squares = [_det([[a[i][j] for j in across] for i in down])
                   for down in combinations(range(len(a)), k) for across in combinations(range(len(a[0])), k)]  # fmt: skip
        if not all(x.contains(0) for x in squares):
            return arb(k)
    return arb(0)


@function("where")
def _where(condition: Value, yes: Value, no: Value) -> Value:
    chosen = meet(lambda x, y: y if x == 1 else arb(0), condition, yes)
    return meet(lambda x, y: x + y, chosen, meet(lambda x, y: y if x == 0 else arb(0), condition, no))


@function("window")
def _window(a: Value, w: Value) -> Value:
    return [[x if abs(i - j) < count(w) else BLOCKED for j, x in enumerate(r)] for i, r in enumerate(matrix(a))]


@function("ALiBi")
def _alibi(a: Value, slope: Value) -> Value:
    return [[x + slope * (j - i) if j <= i else x for j, x in enumerate(r)] for i, r in enumerate(matrix(a))]


@function("PE")
def _positions(n: Value, d: Value, base: Value = arb(10000)) -> Value:  # noqa: B008
    width = count(d)
    angles = [[p / power(base, arb(2 * (j // 2)) / width) for j in range(width)] for p in range(count(n))]
    return [[x.sin() if j % 2 == 0 else x.cos() for j, x in enumerate(r)] for r in angles]


@function("scale")
def _scale(a: Value, gain: Value, bias: Value) -> Value:
    return meet(lambda x, y: x + y, meet(lambda x, y: x * y, a, gain), bias)


@function("entropy", "Entropie")
def _entropy(a: Value, sub: str = "", axis: Any = None) -> Value:
    return along(lambda r: [disorder(r)], a, sub, axis)


@function("GELU")
def _gelu(a: Value, sub: str = "") -> Value:
    if sub == "tanh":
        inner = lambda x: (2 / arb.pi()).sqrt() * (x + arb(fmpq(44715, 10**6)) * x**3)  # noqa: E731
        return each(lambda x: x / 2 * (1 + inner(x).tanh()), a)
    if sub == "σ":
        return each(lambda x: x / (1 + (-x * fmpq(1702, 1000)).exp()), a)
    raise Unread("GELU(…)")


@function("reshape")
def _reshape(a: Value, rows: Value, columns: Value) -> Value:
    flat = [x for r in matrix(a) for x in r]
    sizes = [int(x.unique_fmpz()) for x in (rows, columns)]
    wide = sizes[1] if sizes[1] > 0 else len(flat) // sizes[0]
    return [flat[k : k + wide] for k in range(0, len(flat), wide)]


@function("swap")
def _swap(a: Value, one: Value, other: Value) -> Value:
    return a if count(one) == count(other) else turned(a)
