"""Real terms out of complex ones: what was put together from e^(iθ) and e^(-iθ) is shown as sines and cosines."""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq

from symattn.exact.ball import ball
from symattn.exact.number import (
    PI,
    Monomial,
    Number,
    Powers,
    WrittenKey,
    of_kind,
    same_form,
)
from symattn.exact.quotients import is_real, parts
from symattn.records import frozen


@frozen
class Wave:
    """coefficient · powers · e^exponent · (cos or sin of an angle, where there is one).

    >>> waves(Number.of(3))[0].coefficient
    3
    """

    coefficient: fmpq
    powers: Powers
    exponent: WrittenKey | None
    turn: str = ""
    angle: WrittenKey | None = None


def waves(x: Number) -> list[Wave]:
    """The terms of a real value, small exponents first, complex pairs joined to sines and cosines.

    >>> waves(Number.of(0))
    []
    """
    if all(is_real(m) for m in x.terms):
        return [Wave(c, m[0], m[1]) for m, c in _ordered(x)]
    sums: dict[tuple[Powers, WrittenKey | None, str, WrittenKey | None], fmpq] = {}
    for m, c in x.terms.items():
        for key, value in _real_parts(m, c):
            sums[key] = sums.get(key, fmpq(0)) + value
    found = [Wave(c, *key) for key, c in sums.items() if c]
    return sorted(
        found,
        key=lambda w: (w.angle is not None, str(w.angle or ""), w.turn, str(w.powers)),
    )


def _ordered(x: Number) -> list[tuple[Monomial, fmpq]]:
    """The terms of a sum in the order in which one writes them: those of a polynomial in letters by their degrees, the highest
    first, or the lowest where a minus would stand in front."""
    found = sorted(x.terms.items(), key=_place)
    if not any(of_kind(base, "sym") for m in x.terms for base, _ in m[0]):
        return found
    falling = sorted(found, key=lambda item: -_degree(item[0]))
    return (
        falling
        if falling[0][1] > 0
        else sorted(found, key=lambda item: _degree(item[0]))
    )


def _degree(m: Monomial) -> Fraction:
    """How many letters are multiplied in a term."""
    return sum((Fraction(p) for base, p in m[0] if of_kind(base, "sym")), Fraction(0))


def _place(item: tuple[Monomial, fmpq]) -> tuple[bool, float, bool, str]:
    m, _ = item
    if m[1] is None:
        return False, 0.0, bool(m[0]), str(m[0])
    middle = ball(m[1], 64).mid()
    return (
        True,
        (float(middle) if middle.is_finite() else 0.0),
        bool(m[0]),
        str(m[0]) + str(m[1]),
    )


def _real_parts(
    m: Monomial, c: fmpq
) -> list[tuple[tuple[Powers, WrittenKey | None, str, WrittenKey | None], fmpq]]:
    """c·m with i taken out: what it gives to the real part (the imaginary parts of a real value cancel)."""
    has_i = any(b == -1 for b, _ in m[0])
    powers = tuple(item for item in m[0] if item[0] != -1)
    growth, angle = (None, None) if m[1] is None else _split(m[1])
    if angle is None:
        return [] if has_i else [((powers, growth, "", None), c)]
    side = 1 if _leading(angle) > 0 else -1
    angle = angle if side > 0 else (-angle).key
    if has_i:
        c = -c * side
    turn, angle = _shortest("sin" if has_i else "cos", angle)
    return [((powers, growth, turn, angle), c)]


def _shortest(turn: str, angle: WrittenKey) -> tuple[str, WrittenKey]:
    """Below a quarter turn the sine of rπ is the cosine of (1/2 − r)π and back: the shorter one, then the smaller angle."""
    r = next(iter(angle.terms.values()))
    other = fmpq(1, 2) - r
    if (
        not same_form(angle, PI * r)
        or other <= 0
        or (int(other.q), other) >= (int(r.q), r)
    ):
        return turn, angle
    return ("sin" if turn == "cos" else "cos"), (PI * other).key


def _leading(angle: Number) -> fmpq:
    return angle.terms[min(angle.terms, key=str)]


def _split(exponent: Number) -> tuple[WrittenKey | None, WrittenKey | None]:
    """The real part of an exponent and its angle: α = growth + i·angle."""
    growth, angle = parts(exponent)
    return growth.key if growth.terms else None, angle.key if angle.terms else None
