"""What the signs are worth: numbers in balls, matrices as rows of them.

A numeral with a point is a number, or, where it has been rounded, all that it may stand for: half a unit of its last digit
to either side.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from flint import arb, arb_mat, fmpq

BITS = 160
Value = Any  # an arb, or rows of them


class Unread(Exception):
    """What a student could not work out from this page, with the reason."""


class Misprint(Exception):
    """What nobody would write: two signs side by side, a sign behind a dot."""


def number(text: str, rounded: bool = False, whole: bool = False) -> arb:
    head, _, tail = text.partition(".")
    places = len(tail)
    value = arb(fmpq(int(head + tail), 10**places))
    if rounded and (places or whole):
        return value + arb(0, 1) * arb(fmpq(50000001, 10 ** (places + 8)))
    return value


class Batch(list[Value]):
    """Matrices one behind the other, as heads are split."""


def batched(f: Callable[..., Value]) -> Callable[..., Value]:
    """The same of batches, matrix by matrix; what is none meets every one."""

    @wraps(f)
    def of_each(*args: Any, **given: Any) -> Value:
        batches = [a for a in args if isinstance(a, Batch)]
        if not batches:
            return f(*args, **given)
        if len({len(b) for b in batches}) > 1:
            raise Unread("shapes")
        return Batch(f(*(a[k] if isinstance(a, Batch) else a for a in args), **given) for k in range(len(batches[0])))

    return of_each


def is_matrix(a: Value) -> bool:
    return isinstance(a, list)


def shape(a: list[list[arb]]) -> tuple[int, int]:
    return len(a), len(a[0])


def known(x: arb) -> arb:
    if x.is_nan():
        raise Unread("no value")
    return x


@batched
def each(f: Callable[[arb], arb], a: Value) -> Value:
    return [[known(f(x)) for x in row] for row in a] if is_matrix(a) else known(f(a))


@batched
def meet(f: Callable[[arb, arb], arb], a: Value, b: Value) -> Value:
    """Entry by entry; a row, a column or a number meets every one."""
    if not is_matrix(a) and not is_matrix(b):
        return known(f(a, b))
    a, b = (x if is_matrix(x) else [[x]] for x in (a, b))
    (m, n), (p, q) = shape(a), shape(b)
    if (m != p and 1 not in (m, p)) or (n != q and 1 not in (n, q)):
        raise Unread("shapes")
    return [
        [known(f(a[i if m > 1 else 0][j if n > 1 else 0], b[i if p > 1 else 0][j if q > 1 else 0])) for j in range(max(n, q))]
        for i in range(max(m, p))
    ]


@batched
def times(a: Value, b: Value) -> Value:
    if not (is_matrix(a) and is_matrix(b)):
        return meet(lambda x, y: x * y, a, b)
    if len(a[0]) != len(b):
        if (1, 1) in (shape(a), shape(b)):
            return meet(lambda x, y: x * y, a, b)
        raise Unread("shapes")
    return [[known(sum((x * b[k][j] for k, x in enumerate(row)), arb(0))) for j in range(len(b[0]))] for row in a]


def over(a: Value, b: Value) -> Value:
    return meet(lambda x, y: x / y, a, b)


@batched
def turned(a: Value) -> Value:
    return [list(c) for c in zip(*a)] if is_matrix(a) else a


def beside(parts: list[Value]) -> Value:
    parts = [p if is_matrix(p) else [[p]] for p in parts]
    if len({len(p) for p in parts}) != 1:
        raise Unread("shapes")
    return [[x for p in parts for x in p[i]] for i in range(len(parts[0]))]


def power(a: arb, b: arb) -> arb:
    whole = b.unique_fmpz()
    return known(a ** int(whole)) if whole is not None and b.is_exact() and abs(int(whole)) < 10**6 else known(a**b)


def kron(a: Value, b: Value) -> Value:
    """Every entry of the first times the second."""
    a, b = (x if is_matrix(x) else [[x]] for x in (a, b))
    return [[x * y for x in r for y in q] for r in a for q in b]


def inverse(a: Value) -> Value:
    if len(a) != len(a[0]):
        raise Unread("shapes")
    return [[known(x) for x in row] for row in arb_mat(a).inv().table()]


def compared(a: arb, sign: str, b: arb) -> bool:
    """Whether two numbers stand to each other as a sign says, provided one can tell."""
    if sign in ("=", "≠"):
        if a.overlaps(b) and not a == b:
            raise Unread("too close to call")
        return bool(a == b) == (sign == "=")
    return {"≥": lambda: certain(a, b), "≤": lambda: certain(b, a), ">": lambda: not certain(b, a), "<": lambda: not certain(a, b)}[sign]()


def certain(a: arb, b: arb) -> bool:
    """Whether the first is at least the second, provided one can tell."""
    if a >= b:
        return True
    if a < b:
        return False
    raise Unread("too close to call")


def greatest(xs: list[arb]) -> arb:
    out = xs[0]
    for x in xs[1:]:
        out = out.max(x)
    return out


def least(xs: list[arb]) -> arb:
    out = xs[0]
    for x in xs[1:]:
        out = out.min(x)
    return out


def soft(row: list[arb]) -> list[arb]:
    top = greatest(row)
    lifted = [(x - top).exp() if x.is_finite() else arb(0) for x in row]
    return [x / sum(lifted, arb(0)) for x in lifted]


def mean(xs: list[arb]) -> arb:
    return sum(xs, arb(0)) / len(xs)


def variance(xs: list[arb]) -> arb:
    m = mean(xs)
    return mean([(x - m) * (x - m) for x in xs])


def same(a: Value, b: Value) -> bool:
    """Whether two values agree to 30 digits or so."""
    return all(_same(x, y) for x, y in paired(a, b))


def _same(x: arb, y: arb) -> bool:
    if not (x.is_finite() and y.is_finite()):
        return str(x) == str(y)
    gap = x - y
    if not gap.contains(0):
        return False
    if gap.rad() > arb("1e-15") * (1 + abs(x).upper()):
        raise Unread("too coarse")
    return True


def meets(a: Value, b: Value) -> bool:
    """Whether two balls have a number in common, entry by entry."""
    return all(str(x) == str(y) if not (x.is_finite() and y.is_finite()) else bool(x.overlaps(y)) for x, y in paired(a, b))


def paired(a: Value, b: Value) -> list[tuple[arb, arb]]:
    if not is_matrix(a) and not is_matrix(b):
        return [(a, b)]
    if isinstance(a, Batch) or isinstance(b, Batch):
        if type(a) is not type(b) or len(a) != len(b):
            raise Unread("a batch beside what is none")
        return [pair for x, y in zip(a, b) for pair in paired(x, y)]
    a, b = (x if is_matrix(x) else [[x]] for x in (a, b))
    if shape(a) != shape(b):
        raise Misprint(f"{shape(a)[0]}×{shape(a)[1]} beside {shape(b)[0]}×{shape(b)[1]}")
    return [(x, y) for r, s in zip(a, b) for x, y in zip(r, s)]


def shown(a: Value) -> str:
    if isinstance(a, Batch):
        return ", ".join(map(shown, a))
    one = lambda x: x.str(8, radius=False)  # noqa: E731
    return "[" + "; ".join(" ".join(map(one, r)) for r in a) + "]" if is_matrix(a) else one(a)


def width(a: Value) -> float:
    """How far a value may be from what it is written as."""
    if isinstance(a, Batch):
        return max(map(width, a))
    return max(float(x.rad()) for r in (a if is_matrix(a) else [[a]]) for x in r)
