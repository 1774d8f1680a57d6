"""Complex conjugates: i stands in values only to hold sines and cosines, and this tells the real parts apart."""

from __future__ import annotations

from flint import fmpq

from symattn.exact.number import I, Monomial, Number, exponential, same_form, total


def conjugate(x: Number) -> Number:
    """The complex conjugate: i becomes −i wherever it stands.

    >>> from symattn.exact.functions import cos, sin
    >>> conjugate(cos(1)) == cos(1), conjugate(sin(1)) == sin(1), conjugate(Number({I: fmpq(1)}))
    (True, True, Number([-1^1/2]*-1))
    """
    return x if _plain(x) else total(_monomial(m, c) for m, c in x.terms.items())


def _monomial(m: Monomial, c: fmpq) -> Number:
    front = Number({(m[0], None): -c if any(b == -1 for b, _ in m[0]) else c})
    return front if m[1] is None else front * exponential(conjugate(m[1]))


def _plain(x: Number) -> bool:
    """Whether i stands nowhere, however deep."""
    return all(all(b != -1 for b, _ in m[0]) and (m[1] is None or _plain(m[1])) for m in x.terms)


def is_real(m: Monomial) -> bool:
    """Whether a monomial equals its conjugate.

    >>> is_real(I), is_real(((), Number.of(2).key))
    (False, True)
    """
    one = Number({m: fmpq(1)})
    return same_form(conjugate(one), one)


def parts(x: Number) -> tuple[Number, Number]:
    """The real and the imaginary part.

    >>> parts(Number({I: fmpq(3)}))
    (Number(0), Number(3))
    """
    if _plain(x):
        return x, Number({})
    other = conjugate(x)
    return (x + other) * fmpq(1, 2), (x - other) * Number({I: fmpq(-1, 2)})
