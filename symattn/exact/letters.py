"""Letters without a value: whether one occurs, and what its SymPy symbol's assumptions say of reality and sign.

Everything here answers "known to be", never "is": a letter of which nothing is assumed may be negative or complex.
"""

from __future__ import annotations

from symattn.errors import LimitError
from symattn.exact.atoms import Atom, Base, symbols_in
from symattn.exact.number import Exponent, Monomial, Number


def symbolic(x: Number) -> bool:
    """Whether a symbol without a value occurs.

    >>> symbolic(Number.of(1))
    False
    """
    return any(map(symbols_in, x.terms))


def kind_of(letter: Number) -> str:
    """What a sheet says of a letter: "integer", "positive" or "real".

    >>> from symattn.exact.functions import symbol
    >>> kind_of(symbol("a"))
    'real'
    """
    bases = [base for m in letter.terms for base, _ in m[0]]
    return next((kind for kind in ("integer", "positive") if any(_assumed(base, f"is_{kind}") for base in bases)), "real")


def open_sign() -> LimitError:
    """What is raised where a result hangs on the sign of a letter of which too little is assumed.

    >>> print(open_sign())
    the sign of a symbol is not known; assume more of it: Symbol('a', positive=True), or real=True
    """
    return LimitError("the sign of a symbol is not known", "assume more of it: Symbol('a', positive=True), or real=True")


def known_positive(x: Number) -> bool:
    """Whether every term is positive whatever the letters stand for, as far as is assumed of them.

    >>> from symattn.exact.functions import symbol
    >>> known_positive(Number.of(3)), known_positive(symbol("a") * symbol("a"))
    (True, False)
    """
    return bool(x.terms) and all(c > 0 and _positive_monomial(m) for m, c in x.terms.items())


def known_nonnegative(x: Number) -> bool:
    """Whether no term is negative, whatever the letters stand for, as far as is assumed of them.

    >>> known_nonnegative(Number.of(3)), known_nonnegative(Number.of(-3))
    (True, False)
    """
    return all(c > 0 and all(_positive(b) or _even(b, p) for b, p in m[0]) and _real_exponent(m) for m, c in x.terms.items())


def known_real(x: Number) -> bool:
    """Whether a value is real whatever the letters stand for, as far as is assumed of them.

    >>> from symattn.exact.functions import symbol
    >>> known_real(Number.of(3)), known_real(symbol("a"))
    (True, False)
    """
    return _real(x)


def factors_positive(m: Monomial) -> bool:
    """Whether every factor of a monomial is known to be positive, so that its roots and logarithms split.

    >>> factors_positive(((), None)), factors_positive((((-1, 1),), None))
    (True, False)
    """
    return all(_positive(b) for b, _ in m[0]) and (m[1] is None or _real(m[1]))


def _positive_monomial(m: Monomial) -> bool:
    return all(_positive(b) or _square(b, p) for b, p in m[0]) and (m[1] is None or _real(m[1]))


def _positive(base: Base) -> bool:
    if isinstance(base, int):
        return base > 0
    if isinstance(base.body, int):
        return True  # the logarithm of a prime
    if isinstance(base.body, Number):
        if base.kind == "root" and not symbolic(base.body):
            return True
        return base.kind in ("root", "den") and known_positive(base.body)
    return base.kind == "pi" or _assumed(base, "is_positive")


def _even(base: Base, p: Exponent) -> bool:
    """Whether a power is an even one of a letter known to be real."""
    return isinstance(base, Atom) and base.kind == "sym" and p % 2 == 0 and p > 0 and _assumed(base, "is_real")


def _real_exponent(m: Monomial) -> bool:
    return m[1] is None or _real(m[1])


def _square(base: Base, p: Exponent) -> bool:
    """Whether a power is the square of something known to be real and not zero."""
    letter = isinstance(base, Atom) and base.kind == "sym"
    return letter and p % 2 == 0 and _assumed(base, "is_real") and _assumed(base, "is_nonzero")


def _real(x: Number) -> bool:
    return all(all(_real_base(b) for b, _ in m[0]) and (m[1] is None or _real(m[1])) for m in x.terms)


def _real_base(base: Base) -> bool:
    if isinstance(base, int):
        return base > 0
    if base.kind == "sym":
        return _assumed(base, "is_real")
    if not isinstance(base.body, Number) or not symbolic(base.body):
        return True
    return _real(base.body) if base.kind == "den" else known_positive(base.body)


def _assumed(letter: Base, what: str) -> bool:
    """What SymPy assumes of the symbol a letter came from; nothing of a letter that is known by name alone."""
    return getattr(getattr(getattr(letter, "body", None), "symbol", None), what, None) is True
