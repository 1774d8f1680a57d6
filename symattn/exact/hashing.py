"""The hash of a fraction as Python computes it, without making the fraction."""

from __future__ import annotations

import sys
from fractions import Fraction
from functools import lru_cache

_MODULUS = sys.hash_info.modulus


@lru_cache(maxsize=4096)
def _inverse_of(denominator: int) -> int | None:
    return pow(denominator, -1, _MODULUS) if denominator % _MODULUS else None


def rational_hash(top: int, bottom: int) -> int:
    """The hash Python gives top/bottom in lowest terms: equal numbers hash alike whatever their type.

    >>> rational_hash(-7, 3) == hash(Fraction(-7, 3))
    True
    """
    if bottom == 1:
        return hash(top)
    inverse = _inverse_of(bottom)
    if inverse is None:
        return hash(Fraction(top, bottom))
    found = hash(hash(abs(top)) * inverse)
    return hash(found if top >= 0 else -found)
