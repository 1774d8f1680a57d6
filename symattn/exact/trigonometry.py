"""Real terms out of complex ones: what was put together from e^(iθ) and e^(-iθ) is shown as sines and cosines."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq

from symattn.exact.ball import ball
from symattn.exact.number import I, Monomial, Number, Powers

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Wave:
    """coefficient · powers · e^exponent · (cos or sin of an angle, where there is one).

    >>> waves(Number.of(3))[0].coefficient
    3
    """

    coefficient: fmpq
    powers: Powers
    exponent: Number | None
    turn: str = ""
    angle: Number | None = None


def waves(x: Number) -> list[Wave]:
    """The terms of a real value, small exponents first, complex pairs joined to sines and cosines.

    >>> waves(Number.of(0))
    []
    """
    if not any(_is_complex(m) for m in x.terms):
        return [Wave(c, m[0], m[1]) for m, c in sorted(x.terms.items(), key=_place)]
    sums: dict[tuple[Powers, Number | None, str, Number | None], fmpq] = {}
    for m, c in x.terms.items():
        for key, value in _real_parts(m, c):
            sums[key] = sums.get(key, fmpq(0)) + value
    found = [Wave(c, *key) for key, c in sums.items() if c]
    return sorted(found, key=lambda w: (w.angle is not None, str(w.angle or ""), w.turn, str(w.powers)))


def _place(item: tuple[Monomial, fmpq]) -> tuple[bool, float, bool, str]:
    m, _ = item
    if m[1] is None:
        return False, 0.0, bool(m[0]), str(m[0])
    middle = ball(m[1], 64).mid()
    return True, (float(middle) if middle.is_finite() else 0.0), bool(m[0]), str(m[0]) + str(m[1])


def _is_complex(m: Monomial) -> bool:
    return any(b == -1 for b, _ in m[0]) or (m[1] is not None and any(any(b == -1 for b, _ in n[0]) for n in m[1].terms))


def _real_parts(m: Monomial, c: fmpq) -> list[tuple[tuple[Powers, Number | None, str, Number | None], fmpq]]:
    """c·m with i taken out: what it gives to the real part (the imaginary parts of a real value cancel)."""
    has_i = any(b == -1 for b, _ in m[0])
    powers = tuple(item for item in m[0] if item[0] != -1)
    growth, angle = _split(m[1])
    if angle is None:
        return [] if has_i else [((powers, growth, "", None), c)]
    side = 1 if _leading(angle) > 0 else -1
    angle = angle if side > 0 else -angle
    if has_i:
        return [((powers, growth, "sin", angle), -c * side)]
    return [((powers, growth, "cos", angle), c)]


def _leading(angle: Number) -> fmpq:
    return angle.terms[min(angle.terms, key=str)]


def _split(exponent: Number | None) -> tuple[Number | None, Number | None]:
    """The real part of an exponent and its angle: α = growth + i·angle."""
    if exponent is None:
        return None, None
    growth, angle = {}, {}
    for m, c in exponent.terms.items():
        if any(b == -1 for b, _ in m[0]):
            angle[tuple(item for item in m[0] if item != I[0][0]), m[1]] = c
        else:
            growth[m] = c
    return (Number(growth) if growth else None), (Number(angle) if angle else None)
