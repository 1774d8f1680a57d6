"""Roots and division once the zero test stands: single terms, perfect powers, sums."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import lcm, prod

from flint import fmpq, fmpq_mat
from flint.utils.flint_exceptions import DomainError

from symattn.errors import LimitError, SymattnError
from symattn.exact.decide import by_size, sign
from symattn.exact.factors import prime_powers
from symattn.exact.number import (
    IMAGINARY,
    NOTHING,
    ONE,
    UNIT,
    ZERO,
    Atom,
    Base,
    Exponent,
    Monomial,
    Number,
    WrittenKey,
    exponential,
    from_powers,
    letter,
    monomial,
    monomial_power,
    of_kind,
    order,
    plain_exponent,
    product,
    same_form,
    scaled,
    total,
)
from symattn.exact.quotients import (
    by_name,
    conjugate,
    content,
    decomposed,
    denominators,
    extreme,
    fraction,
    groups,
    highest,
    inverse_monomial,
    is_real,
    numerator,
    tidy,
)
from symattn.exact.quotients import parts as real_parts
from symattn.exact.zero import (
    factors_positive,
    is_zero,
    known_positive,
    shared,
    symbolic,
    without,
)
from symattn.limits import LARGEST_FIELD, MOST_ROOT_ORDER, MOST_ROOT_TERMS
from symattn.tables import in_each
from symattn.wording import undefined, worded

# --- radicals ---
# Roots of single terms: over primes where they are rational, else letters of their own.


def monomial_root(m: Monomial, c: fmpq, n: Fraction) -> Number:
    """|c · m| to the n, which is the power of a positive monomial.

    >>> monomial_root(ONE, fmpq(4), Fraction(1, 2))
    Number(2)
    """
    front = rational_root(abs(c), n)
    if m == ONE:
        return front
    exponent = (
        None if m[1] is None else scaled(m[1], fmpq(n.numerator, n.denominator)).key
    )
    plain = from_powers({b: p * n for b, p in m[0] if not negative(b)}, exponent)
    flipped = [kept(-from_powers({b: 1}), p * n) for b, p in m[0] if negative(b)]
    return prod([plain, *flipped], start=front)


def rational_root(q: fmpq, n: Fraction) -> Number:
    """A positive rational to a rational power, over its primes.

    >>> rational_root(fmpq(1, 3), Fraction(1, 2))
    Number([3^1/2]*1/3)
    """
    split = prime_powers(q)
    if split is not None:
        return from_powers({p: k * n for p, k in split.items()})
    sides = (q.p, n), (q.q, -n)
    return from_powers(
        {
            Atom("root", Number({ONE: fmpq(whole)})): p
            for whole, p in sides
            if whole != 1
        }
    )


def kept(x: Number, n: Fraction) -> Number:
    """The root as a letter of its own.

    >>> kept(Number.of(2), Fraction(1))
    Number(2)
    """
    return from_powers({Atom("root", x): n})


def negative(base: Base) -> bool:
    """Whether a generator is negative, which only a logarithm and what is held by its definition can be.

    >>> negative(Atom("pi")), negative(2)
    (False, False)
    """
    if (
        isinstance(base, int)
        or base.kind not in ("log", "def")
        or isinstance(base.body, int)
    ):
        return False
    return sign(from_powers({base: 1})) < 0


# --- perfect ---
# Perfect powers and factors of sums of exponentials: √(1 + 2e + e²) is 1 + e, √(1 + e + e² + e³) is √(1 + e) √(1 + e²).


def perfect_root(x: Number, n: int) -> Number | None:
    """The n-th root of a sum of exponentials, where it is such a sum again; for an even n the positive one.

    FLINT finds it where coefficients are rational. Where they have roots in them, the largest exponential is taken
    first, and each next term is what is left over n times the first to the n-1.

    >>> from symattn.exact.functions import exp, root
    >>> perfect_root(1 + 2 * exp(1) + exp(2), 2) == 1 + exp(1)
    True
    >>> perfect_root((root(2) - exp(1)) ** 2, 2) == exp(1) - root(2)
    True
    """
    if (
        n > MOST_ROOT_ORDER
        or not 2 < len(x.terms) <= MOST_ROOT_TERMS
        or all(_algebraic(m) for m in x.terms)
    ):
        return None
    try:
        if not all(map(is_real, x.terms)):
            return _of_waves(x) if n == 2 else None
        found = _of_factors(x, n)
        return (
            _grown(x, n, _by_exponent(x))
            if found is None and any(map(_rooted, x.terms))
            else found
        )
    except SymattnError:
        return None


def _rooted(m: Monomial) -> bool:
    """Whether roots stand before the exponential, of which FLINT knows nothing."""
    return any(isinstance(b, int) or b.kind == "root" for b, _ in m[0])


def _algebraic(m: Monomial) -> bool:
    return m[1] is None and all(isinstance(b, int) or b.kind == "root" for b, _ in m[0])


def _of_factors(x: Number, n: int) -> Number | None:
    front, factors = decomposed(x)
    if (
        not factors
        or any(power % n for _, power in factors)
        or not _all_real([front, *(f for f, _ in factors)])
    ):
        return None
    side = sign(front)
    if (side < 0 and n % 2 == 0) or len(front.terms) != 1:
        return None
    found = _rooted_factors(
        monomial_root(*next(iter(front.terms.items())), Fraction(1, n)) * side,
        factors,
        n,
    )
    return -found if n % 2 == 0 and sign(found) < 0 else found


def _rooted_factors(
    front: Number, factors: Iterable[tuple[Number, int]], n: int
) -> Number:
    """The root of a product, from that of what stands before it."""
    return prod((factor ** (power // n) for factor, power in factors), start=front)


def _all_real(values: Iterable[Number]) -> bool:
    """Whether i drops out of every one: the halves of a sine in an exponent are letters of their own to FLINT."""
    return all(same_form(conjugate(x), x) for x in values)


def _of_waves(x: Number) -> Number | None:
    """The positive square root of a sum of sines and cosines, where it is such a sum: the halves of e^(iθ) are put together.

    >>> from symattn.exact.functions import cos, exp
    >>> same_form(_of_waves(9 * exp(2) * (1 + cos(1)) ** 2), 3 * exp(1) * (1 + cos(1)))
    True
    """
    front, factors = decomposed(x)
    if any(power % 2 for _, power in factors) or len(front.terms) != 1:
        return None
    ((m, c),) = front.terms.items()
    front = (
        rational_root(abs(c), Fraction(1, 2))
        * monomial_power(m, Fraction(1, 2))
        * (IMAGINARY if c < 0 else 1)
    )
    found = _rooted_factors(front, factors, 2)
    if not same_form(found * found, x) or not same_form(conjugate(found), found):
        return None
    return found if sign(found) > 0 else -found


def split_power(x: Number) -> tuple[Number, int] | None:
    """A sum in normal form as a power of a shorter one, where it is.

    By Fermat a sum of whole coefficients none of which a prime p divides is no p-th power, which spares most tries.

    >>> from symattn.exact.functions import exp
    >>> split_power(1 + 2 * exp(1) + exp(2))[1]
    2
    """
    for p in (2, 3, 5, 7):
        if any(c.p % p == 0 for c in x.terms.values()):
            found = perfect_root(x, p)
            if found is not None:
                return found, p
    return None


def positive_factors(x: Number) -> list[tuple[Number, int]]:
    """The factors of a positive sum of exponentials with their powers, each made positive; nothing where there is one.

    >>> from symattn.exact.functions import exp
    >>> [n for _, n in positive_factors((1 + exp(1)) ** 2 * (2 + exp(3)))]
    [1, 2, 1]
    """
    if (
        not 2 < len(x.terms) <= MOST_ROOT_TERMS
        or all(_algebraic(m) for m in x.terms)
        or not all(map(is_real, x.terms))
    ):
        return []
    try:
        front, factors = decomposed(x, fully=True)
        parts = [*factors, (front, 1)]
        if not _all_real(f for f, _ in parts):
            return []
        return (
            [(f if sign(f) > 0 else -f, n) for f, n in parts]
            if sum(n for _, n in factors) > 1
            else []
        )
    except SymattnError:
        return []


def _grown(x: Number, n: int, parts: dict[WrittenKey, Number]) -> Number | None:
    if len(parts) < 2:
        return None
    order = sorted(parts, key=by_size, reverse=True)
    lead, least = order[0], order[-1] * fmpq(1, n)
    side = sign(parts[lead])
    if (side < 0 and n % 2 == 0) or len(parts[lead].terms) > 1:
        return None
    first = (
        monomial_root(*next(iter(parts[lead].terms.items())), Fraction(1, n))
        * side
        * exponential(lead * fmpq(1, n))
    )
    slope = 1 / (n * first ** (n - 1))
    found = first
    for _ in range(len(parts)):
        left = x - found**n
        if not left.terms:
            return -found if n % 2 == 0 and sign(found) < 0 else found
        rest = _by_exponent(left)
        top = max(rest, key=by_size)
        term = (
            monomial(((), top), fmpq(1)) * rest[top] * slope
            if top.terms
            else rest[top] * slope
        )
        if sign(top - lead) >= 0 or sign(top - lead * fmpq(n - 1, n) - least) < 0:
            return None
        found = found + term
        if len(found.terms) > len(
            x.terms
        ):  # a root longer than its power: not tried, its powers would grow for seconds
            return None
    return None


def _by_exponent(x: Number) -> dict[WrittenKey, Number]:
    """The coefficient of every exponential; nothing where i or a letter in an exponent forbids an order."""
    out: dict[WrittenKey, dict[Monomial, fmpq]] = {}
    for m, c in x.terms.items():
        if any(b == -1 for b, _ in m[0]) or (
            m[1] is not None and any(n[1] is not None for n in m[1].terms)
        ):
            return {}
        out.setdefault(m[1] or NOTHING, {})[(m[0], None)] = c
    return in_each(Number, out)


# --- field ---
# Division: what stands over what, the one normal form of a sum, and the inverse of a value.


def normal(
    x: Number, *, largest: bool, roots: bool = True
) -> tuple[fmpq, Monomial, Number]:
    """x = c · m · rest, the rest with coprime integers and its smallest (or largest) exponential taken out.

    Only real factors are taken out, so that the rest is real if x is.

    >>> normal(Number.of(6), largest=False)
    (6, ((), None), Number(1))
    """
    first = extreme(x, largest)
    powers = dict(shared(x))
    rest = without(x, powers) if powers else x
    lead = tuple(
        (b, p)
        for b, p in first[0]
        if roots and isinstance(b, int) and b != -1 and b not in powers
    )
    growth = (
        first[1]
        if first[1] is None or all(is_real(m) for m in x.terms)
        else _growth(first[1])
    )
    if lead or growth is not None:
        rest = rest * monomial_power((lead, growth), -1)
    front: Monomial = (
        tuple(sorted([*powers.items(), *lead], key=lambda item: order(item[0]))),
        growth,
    )
    c = content(rest)
    if rest.terms[min(rest.terms, key=by_name)] < 0:
        c = -c
    return c, front, scaled(rest, 1 / c)


def _growth(exponent: Number) -> WrittenKey | None:
    real = real_parts(exponent)[0]
    return real.key if real.terms else None


def inverse(x: Number) -> Number:
    """1/x; raises SymattnError when x is zero, LimitError when that cannot be told.

    >>> inverse(Number.of(4))
    Number(1/4)
    """
    if not x.terms:
        raise undefined("by_zero")
    if len(x.terms) == 1:
        _refuse_held_zero(x)
        return inverse_monomial(*next(iter(x.terms.items())))
    kept = not x.has("sym")  # letters look alike and differ
    return (_inverse_of_sum if kept else _inverse_of_sum.__wrapped__)(x.key)


@lru_cache(maxsize=256)
def _inverse_of_sum(x: WrittenKey) -> Number:
    """1 over a sum: the entries of a row are divided by the same one, one after the other."""
    _refuse_zero(x)
    top, bottom = fraction(x)
    if not same_form(bottom, UNIT):
        return tidy(inverse(top) * bottom)
    turned = _in_field(x)
    if turned is not None:
        return turned
    c, m, rest = normal(x, largest=False)
    under = scaled(_under(rest), 1 / c)
    return under if m == ONE else under * inverse_monomial(m, fmpq(1))


def divided(x: Number, y: Number) -> Number:
    """x / y; raises SymattnError when y is zero, LimitError when that cannot be told.

    >>> divided(Number.of(1), Number.of(4))
    Number(1/4)
    """
    if len(y.terms) == 1:
        _refuse_held_zero(y)
        return _over_monomial(x, *next(iter(y.terms.items())))
    quotient = x * inverse(y)
    return tidy(quotient) if len(y.terms) > 1 and len(x.terms) > 1 else quotient


def _over_monomial(x: Number, m: Monomial, c: fmpq) -> Number:
    """x / (c · m), where denominators that both have cancel before anything is multiplied out."""
    below = dict(denominators(m))
    if not below:
        return x * inverse_monomial(m, c)
    plain = tuple(item for item in m[0] if item[0] not in below), m[1]
    parts = []
    for dens, top in groups(x).items():
        have = dict(dens)
        left = {
            atom: have.get(atom, 0) - below.get(atom, 0) for atom in {**have, **below}
        }
        under = tuple(
            sorted(
                ((atom, p) for atom, p in left.items() if p > 0),
                key=lambda item: order(item[0]),
            )
        )
        for atom, p in left.items():
            top = top * atom.number**-p if p < 0 else top
        parts.append(top * monomial((under, None)))
    return total(parts) * inverse_monomial(plain, c)


def _under(rest: Number) -> Number:
    """1 over a sum in normal form; over a perfect power, the power of 1 over its root."""
    if same_form(rest, UNIT):
        return UNIT
    found = split_power(rest)
    return inverse(found[0]) ** found[1] if found else letter(Atom("den", rest))


def _refuse_held_zero(x: Number) -> None:
    """A monomial is not zero, unless a value that is held by its definition stands in it: those are looked at."""
    if any(of_kind(b, "def") for m in x.terms for b, _ in m[0]):
        _refuse_zero(x)


def _refuse_zero(x: Number) -> None:
    found = is_zero(x)
    if found:
        raise undefined("exactly_zero")
    if found is None and not symbolic(x):
        raise LimitError(worded("maybe_zero"))


def _in_field(x: Number) -> Number | None:
    """1/x in the field of the real roots of primes that occur, by one linear solve over the rationals."""
    basis = _field_basis(x)
    if basis is None:
        return None
    place = {m: i for i, m in enumerate(basis)}
    size = len(basis)
    table = fmpq_mat(size, size)
    for j, m in enumerate(basis):
        for n, c in x.terms.items():
            for k, d in product(m, c, n).terms.items():
                table[place[k], j] += d
    right = fmpq_mat(size, 1)
    right[place[ONE], 0] = 1
    solved = table.solve(right)
    return Number({m: solved[i, 0] for m, i in place.items() if solved[i, 0]})


def field(x: Number) -> dict[int, int] | None:
    """The primes whose roots a sum is made of, each with the order that generates these; None for any other value.

    >>> field(1 + rational_root(fmpq(2), Fraction(1, 3)))
    {2: 3}
    """
    orders: dict[int, int] = {}
    for powers, exponent in x.terms:
        for base, p in powers:
            if not isinstance(base, int):
                return None
            orders[base] = lcm(orders.get(base, 1), p.denominator)
        if exponent is not None:
            return None
    return orders


def _field_basis(x: Number) -> list[Monomial] | None:
    orders = field(x)
    if orders is None or prod(orders.values()) > LARGEST_FIELD:
        return None
    basis: list[dict[Base, Exponent]] = [{}]
    for b in sorted(orders):
        basis = [
            {**powers, b: plain_exponent(k, orders[b])}
            for powers in basis
            for k in range(orders[b])
        ]
    return [(tuple((b, p) for b, p in powers.items() if p), None) for powers in basis]


# --- roots ---
# Positive real roots in normal form: over primes where the radicand is rational, denested where a square root allows.


def positive_root(x: Number, n: Fraction) -> Number:
    """x to a rational power, x being at least 0; raises SymattnError when x is negative.

    >>> positive_root(Number.of(8), Fraction(1, 2))
    Number([2^1/2]*2)
    """
    if symbolic(x):
        if known_positive(-x):
            raise undefined("negative_base")
        (m, c), *others = x.terms.items()
        if c > 0 and not others and factors_positive(m, n):
            return monomial_root(m, c, n)
        front = abs(content(x))
        return rational_root(front, n) * kept(scaled(x, 1 / front), n)
    found = sign(x)
    if found < 0:
        raise undefined("negative_base")
    if found == 0:
        if n < 0:
            raise undefined("power_of_zero")
        return ZERO
    if len(x.terms) > 1 or any(denominators(m) for m in x.terms):
        return _sum_root(x, n)
    ((m, c),) = x.terms.items()
    return monomial_root(m, c, n)


def _sum_root(x: Number, n: Fraction) -> Number:
    x = tidy(x)
    below = highest(groups(x))
    if below:
        return _over_roots(numerator(x), below, n)
    if len(x.terms) < 2:  # what stood over its denominators was one term after all
        return positive_root(x, n)
    c, m, rest = normal(x, largest=False, roots=False)
    if (
        sign(rest) < 0
    ):  # a logarithm in m may be negative: the sign of c alone does not tell
        rest = -rest
    front = monomial_root(m, c, n)
    for k in (k for k in (2, 3, 5, 7) if n.denominator % k == 0):
        inner = denested(rest) if k == 2 else None
        inner = perfect_root(rest, k) if inner is None else inner
        if inner is not None:
            return front * positive_root(inner, k * n)
    factors = positive_factors(rest)
    return front * (
        prod((positive_root(f, k * n) for f, k in factors), start=UNIT)
        if factors
        else kept(rest, n)
    )


def _over_roots(top: Number, below: dict[Atom, int], n: Fraction) -> Number:
    """The root of a numerator over those of its denominators, each to its own power: a square has no root left."""
    out, side = UNIT, 1
    for atom, p in below.items():
        bottom = atom.number
        found = sign(bottom)
        side *= found**p
        if (p * n).denominator == 1:
            under = inverse(bottom * found)
            out = out * (
                under ** int(p * n) if p * n > 0 else (bottom * found) ** int(-p * n)
            )
        else:
            out = out * positive_root(bottom * found, -p * n)
    return positive_root(top * side, n) * out


def denested(x: Number) -> Number | None:
    """The square root of a + b√c where it is a sum of two square roots of rationals.

    >>> from flint import fmpq
    >>> denested(3 + 2 * rational_root(fmpq(2), Fraction(1, 2)))
    Number(1+[2^1/2]*1)
    """
    if len(x.terms) != 2 or ONE not in x.terms:
        return None
    ((m, b),) = [(m, c) for m, c in x.terms.items() if m != ONE]
    square = monomial(m, b) * monomial(m, b)
    if m[1] is not None or not square.is_rational:
        return None
    a = x.rational
    gap = a * a - square.rational
    if gap < 0:
        return None
    try:
        difference = gap.sqrt()
    except (ValueError, DomainError):
        return None
    big, small = (a + difference) / 2, (a - difference) / 2
    if small < 0:
        return None
    second = rational_root(small, Fraction(1, 2)) if small else ZERO
    return rational_root(big, Fraction(1, 2)) + (second if b > 0 else -second)
