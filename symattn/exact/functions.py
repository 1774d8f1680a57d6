"""Functions of exact values: exponentials, logarithms, powers, angles, and the hyperbolic ones made of these."""

from __future__ import annotations

from fractions import Fraction

from flint import arb, fmpq

from symattn.errors import LimitError
from symattn.exact.ball import ball, guard, working
from symattn.exact.decide import sign
from symattn.exact.factors import prime_powers
from symattn.exact.number import (
    I_PI,
    IMAGINARY,
    ONE,
    UNIT,
    ZERO,
    Atom,
    Base,
    Exponent,
    Like,
    Monomial,
    Number,
    WrittenKey,
    from_powers,
    letter,
    monomial,
    of_kind,
    quarter_turns,
    ratio,
    same_form,
    scaled,
    total,
)
from symattn.exact.quotients import content, fraction, least, tidy, together
from symattn.exact.roots import negative, normal, positive_root, split_power
from symattn.exact.zero import (
    factors_positive,
    known_nonnegative,
    known_positive,
    known_real,
    open_sign,
    shared,
    symbolic,
    without,
)
from symattn.limits import MOST_DIGITS
from symattn.wording import undefined, worded

# --- functions ---
# Roots, powers, exponentials, logarithms and what is made of them, each brought to the one normal form.


def root(x: Like, n: int = 2) -> Number:
    """The positive n-th root; raises SymattnError for a negative value or n < 1.

    >>> root(12), root(root(2), 3)
    (Number([3^1/2]*2), Number([2^1/6]*1))
    """
    if n < 1:
        raise undefined("no_root", order=n)
    return positive_root(Number.of(x), Fraction(1, n))


def to_power(x: Like, y: Like) -> Number:
    """x to the y; raises SymattnError for 0 to a negative power and a negative base to a fractional one.

    >>> to_power(4, Fraction(-1, 2))
    Number(1/2)
    """
    x, y = Number.of(x), Number.of(y)
    if y.is_rational and y.rational.q == 1:
        return _whole_power(x, int(y.rational.p))
    if not x.terms:
        if sign(y) < 0:
            raise undefined("power_of_zero")
        return ZERO
    if y.is_rational:
        top = int(y.rational.p)
        _guard_power(x, y.rational)
        return positive_root(x, Fraction(top, int(y.rational.q)))
    return exp(y * log(x))


def _whole_power(x: Number, n: int) -> Number:
    if not x.terms and n < 0:
        raise undefined("power_of_zero")
    if n in (0, 1) or not x.terms or same_form(x, UNIT):
        return UNIT if n == 0 else x
    _guard_power(x, fmpq(n))
    return x**n


def _guard_power(x: Number, y: fmpq) -> None:
    longest = max(max(c.p.bit_length(), c.q.bit_length()) for c in x.terms.values()) - 1
    if longest * abs(y) > 8 * MOST_DIGITS:
        raise LimitError(worded("power_of_digits", most=f"{MOST_DIGITS:,}"))
    with working(64):
        size = abs(ball(x, 64)).log() * arb(y)
        guard(size)


def exp(x: Like) -> Number:
    """e to the x: logarithms in the exponent come down, the rest stays up.

    >>> exp(2 * log(3)), exp(0)
    (Number(9), Number(1))
    """
    alpha = tidy(Number.of(x))
    guard(ball(alpha, 64))
    out, stays = UNIT, {}
    for m, c in alpha.terms.items():
        factor, left = _lowered(m, c)
        out = out * factor
        if left:
            stays[m] = left
    return out * monomial(((), WrittenKey(stays))) if stays else out


def _lowered(m: Monomial, c: fmpq) -> tuple[Number, fmpq]:
    """e^(c·m) as a factor that is no exponential (q^c for c·log q, turns for c·iπ) and the c that stays up."""
    if m == I_PI:
        return quarter_turns(c)
    if m[1] is None and len(m[0]) == 1:
        atom, p = m[0][0]
        if of_kind(atom, "log") and p == 1:
            if isinstance(atom.body, int):
                guard(arb(c) * arb(atom.body).log())
                return from_powers({atom.body: ratio(c)}), fmpq(0)
            return to_power(atom.number, Number({ONE: c})), fmpq(0)
    return UNIT, c


def log(x: Like) -> Number:
    """The natural logarithm, split over primes and factors; raises SymattnError unless x > 0.

    >>> log(Fraction(9, 2)) == 2 * log(3) - log(2)
    True
    """
    x = Number.of(x)
    if symbolic(x):
        x = _joined(x)
        if known_positive(-x):
            raise undefined("logarithm")
        (m, c), *others = x.terms.items()
        if c > 0 and not others and factors_positive(m):
            return _log_monomial(m, c)
        if not known_positive(x):
            return _letter(x)
    elif sign(x) <= 0:
        raise undefined("logarithm")
    top, bottom = fraction(tidy(x))
    if not same_form(bottom, UNIT):
        negative = sign(bottom) < 0
        return log(-top) - log(-bottom) if negative else log(top) - log(bottom)
    if len(top.terms) == 1:
        return _log_monomial(*next(iter(top.terms.items())))
    c, m, rest = normal(top, largest=True)
    rest = (
        -rest if sign(rest) < 0 else rest
    )  # a logarithm in m may be negative: the sign of c alone does not tell
    found = split_power(rest)
    if found:
        return _log_monomial(m, abs(c)) + log(found[0]) * found[1]
    shift = least(rest) if symbolic(rest) else ZERO
    return _log_monomial(m, abs(c)) + shift + _letter(rest * exp(-shift))


def _letter(x: Number | int) -> Number:
    return letter(Atom("log", x))


def _log_monomial(m: Monomial, c: fmpq) -> Number:
    """log |c · m|, which is the logarithm of a positive monomial."""
    parts = [_log_rational(abs(c))] + ([] if m[1] is None else [m[1]])
    for base, p in m[0]:
        parts.append(scaled(_log_base(base), fmpq(p.numerator, p.denominator)))
    return total(parts)


def _log_base(base: Base) -> Number:
    """log |base| of a generator; it may be negative."""
    if isinstance(base, int):
        return _letter(base)
    if base.kind in ("root", "den"):
        return log(base.number) if base.kind == "root" else -log(base.number)
    value = from_powers({base: 1})
    return _letter(-value if negative(base) else value)


def _log_rational(q: fmpq) -> Number:
    split = prime_powers(q)
    if split is None:
        return _letter(Number({ONE: q}))
    return Number(
        {(((Atom("log", p), 1),), None): fmpq(k) for p, k in sorted(split.items()) if k}
    )


def symbol(name: str) -> Number:
    """A letter without a value, known by its name alone.

    >>> symbol("a") - symbol("a"), symbol("a") + 1
    (Number(0), Number(1+[sym(a)^1]*1))
    """
    return letter(Atom("sym", name))


def cos(x: Like) -> Number:
    """The cosine (radians), as half the sum of e^(ix) and e^(-ix).

    >>> from symattn.exact.number import PI
    >>> cos(0), cos(PI / 3)
    (Number(1), Number(1/2))
    """
    return cosh(IMAGINARY * Number.of(x))


def sin(x: Like) -> Number:
    """The sine (radians), as (e^(ix) - e^(-ix)) / 2i.

    >>> from symattn.exact.number import PI
    >>> sin(PI / 2), sin(0)
    (Number(1), Number(0))
    """
    return sinh(IMAGINARY * Number.of(x)) * -IMAGINARY


# --- hyperbolic ---
# Hyperbolic functions, the logistic sigmoid and the absolute value, written in exponentials.


def cosh(x: Like) -> Number:
    """The hyperbolic cosine, (eˣ + e⁻ˣ) / 2.

    >>> cosh(0)
    Number(1)
    """
    return scaled(exp(x) + exp(-Number.of(x)), fmpq(1, 2))


def sinh(x: Like) -> Number:
    """The hyperbolic sine, (eˣ − e⁻ˣ) / 2.

    >>> sinh(0)
    Number(0)
    """
    return scaled(exp(x) - exp(-Number.of(x)), fmpq(1, 2))


def tanh(x: Like) -> Number:
    """The hyperbolic tangent, 1 − 2 / (e²ˣ + 1).

    >>> tanh(0)
    Number(0)
    """
    return 1 - 2 * sigmoid(-2 * Number.of(x))


def sigmoid(x: Like) -> Number:
    """The logistic function 1 / (1 + e⁻ˣ), a softmax over x and 0.

    >>> sigmoid(0)
    Number(1/2)
    """
    return 1 / (1 + exp(-Number.of(x)))


def absolute(x: Like) -> Number:
    """The absolute value; the sign is proved, LimitError where it cannot be. For real letters whose sign is open it stays |x|.

    >>> absolute(-3)
    Number(3)
    """
    x = Number.of(x)
    if symbolic(x):
        return _of_letters(x)
    return -x if sign(x) < 0 else x


def larger(x: Like, y: Like) -> Number:
    """The larger of two values, which one is proved; in letters whose signs are open (x + y + |x − y|) / 2.

    >>> larger(2, 3)
    Number(3)
    """
    gap = Number.of(x) - y
    if not symbolic(gap):
        return Number.of(x) if sign(gap) >= 0 else Number.of(y)
    return scaled(absolute(gap) + x + y, fmpq(1, 2))


def _of_letters(x: Number) -> Number:
    """|x| by the signs that are assumed; else the root of x², factor by factor, which is |x| for real letters alone."""
    joined = _joined(x)
    if known_nonnegative(joined) or known_nonnegative(-joined):
        return x if known_nonnegative(joined) else -x
    if not known_real(x):
        raise open_sign()
    c = content(x)
    whole: dict[Base, Exponent] = {
        b: p for b, p in shared(x) if of_kind(b, "sym") and p.denominator == 1
    }
    rest = scaled(without(x, whole), 1 / c)
    out = Number.of(abs(c)) * (
        UNIT
        if same_form(rest, UNIT) or same_form(-rest, UNIT)
        else _rooted_square(rest)
    )
    for b, p in whole.items():
        alone = letter(b)
        out = out * (
            alone if known_nonnegative(alone) else _rooted_square(alone)
        ) ** int(p)
    return out


def _joined(x: Number) -> Number:
    """A value over one denominator where that is not too long, which tells the sign of 1 − 1/(1 + e^a)."""
    found = together(x)
    return x if found is None else found


def _rooted_square(x: Number) -> Number:
    return x if known_nonnegative(x) else -x if known_nonnegative(-x) else root(x * x)
