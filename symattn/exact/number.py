"""Exact numbers: the letters a value is spelled in, and the ring of sums of rational multiples of their monomials."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard, Union

from flint import fmpq, fmpz

from symattn.errors import LimitError, SymattnError
from symattn.exact.budget import HEIGHT, LONG, METER, Spent
from symattn.limits import MOST_POWER_PAIRS, MOST_TERMS
from symattn.wording import worded

if TYPE_CHECKING:
    from symattn.exact.defined import DefinedEntry

# --- atoms ---
# The letters a value is spelled in: primes under roots, e to a power, denominators, and opaque letters.


@lru_cache(maxsize=4096)
def plain_exponent(top: int, bottom: int) -> Fraction | int:
    """The exponent of a generator: a plain int where it is whole, else a fraction that hashes at once.

    >>> plain_exponent(4, 2), plain_exponent(1, 2) == Fraction(1, 2)
    (2, True)
    """
    p = Power(top, bottom)
    return p.numerator if p.denominator == 1 else p


class Power(Fraction):
    """A fraction that remembers its hash: powers stand in every monomial, and monomials are dictionary keys.

    >>> hash(Power(1, 2)) == hash(Fraction(1, 2))
    True
    """

    __slots__ = ("_hash",)
    _hash: int

    def __hash__(self) -> int:  # type: ignore[override]
        try:
            return self._hash
        except AttributeError:
            self._hash = Fraction.__hash__(self)
            return self._hash


class Atom:
    """One generator that is no prime: a root's radicand, a denominator, a logarithm, π or a symbol.

    ``kind`` is ``root`` (body: the radicand), ``den`` (body: what is divided by), ``log`` (body: a prime
    or a value), ``pi``, ``sym`` (body: its name) or ``def`` (body: a place in a matrix that is held by its definition).

    >>> Atom("sym", "a").key
    (1, 'sym', 'a')
    """

    __slots__ = ("kind", "body", "_hash", "_within")

    def __init__(
        self, kind: str, body: Union[Number, DefinedEntry, int, str, None] = None
    ) -> None:
        self.kind = kind
        self.body = body if body is None or isinstance(body, (int, str)) else body.key
        self._hash = hash((kind, self.body))
        self._within: dict[str | int, bool] = {}

    def has(self, what: str | int) -> bool:
        """Whether it is of a kind, or what is of that kind, or a prime, stands in it, however deep."""
        if what not in self._within:
            self._within[what] = self.kind == what or occurs(
                what, getattr(self.body, "terms", ())
            )
        return self._within[what]

    @property
    def number(self) -> Number:
        """The value that a root, a denominator or a logarithm is of.

        >>> Atom("log", 2).number
        Number(2)
        """
        assert isinstance(self.body, (Number, int))
        return Number.of(self.body)

    @property
    def symbol(self) -> object:
        """What is assumed of a letter: SymPy's symbol or what stands for one; None where nothing is."""
        return getattr(self.body, "symbol", None)

    @property
    def key(self) -> tuple[int, str, str]:
        """Its place among others: the same in every run."""
        return 1, self.kind, str(self.body)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Atom)
            and self.kind == other.kind
            and self.body == other.body
        )

    def __repr__(self) -> str:
        return f"{self.kind}({self.body})"

    def __reduce__(self) -> tuple[type[Atom], tuple[object, ...]]:
        return Atom, (self.kind, self.body)


Base = Union[int, Atom]  # a prime, -1 (whose square root is i), or an Atom


def of_kind(base: Base, kind: str) -> TypeGuard[Atom]:
    """Whether a generator is an atom of a kind.

    >>> of_kind(Atom("pi"), "pi"), of_kind(2, "pi")
    (True, False)
    """
    return isinstance(base, Atom) and base.kind == kind


def occurs(what: str | int, terms: Iterable[Monomial]) -> bool:
    """Whether a generator of a kind, a prime or -1, stands in one of some monomials, however deep.

    >>> m = ((2, 1), (Atom("sym", "a"), 1)), None
    >>> occurs("sym", [m]), occurs(2, [m]), occurs("def", [m])
    (True, True, False)
    """
    return any(
        any(b.has(what) if isinstance(b, Atom) else b == what for b, _ in powers)
        or (exponent is not None and occurs(what, exponent.terms))
        for powers, exponent in terms
    )


def order(base: Base) -> tuple[int, str, str] | tuple[int, int]:
    """The place of a generator among others: primes first, by size, then atoms by name.

    >>> sorted([3, Atom("pi"), 2], key=order)
    [2, 3, pi(None)]
    """
    return (0, base) if isinstance(base, int) else base.key


# --- number ---
# An exact value: a sum of rational multiples of monomials in roots, exponentials, denominators and letters.
#
# Never one common denominator: each term carries its own denominators, so a sum over heads stays as long as
# its parts. The monomials of real roots of rationals are linearly independent (Besicovitch, 1940), those of
# exponentials of distinct algebraic exponents too (Lindemann-Weierstrass): that is what makes zero decidable.

Exponent = Union[Fraction, int]
Powers = tuple[tuple[Base, Exponent], ...]
Monomial = tuple[
    Powers, Union["WrittenKey", None]
]  # the powers of the generators, and the α of e^α
ONE: Monomial = ((), None)
Like = Union["Number", int, Fraction, Decimal, fmpq, fmpz]
Numbers: TypeAlias = Mapping[str, "Number"]


class Number:
    """An immutable exact value; ``terms`` maps each monomial to its rational coefficient.

    ``==`` and truth decide by value, by proof, and raise LimitError where there is none: values may be equal though
    they are written otherwise, so a Number is no key of a dictionary (``key`` is) and ``same_form`` asks for the terms.

    >>> Number.of(Fraction(1, 3)) + 1
    Number(4/3)
    """

    __slots__ = ("terms", "_text", "_form")

    def __init__(self, terms: Mapping[Monomial, fmpq]) -> None:
        self.terms = terms
        self._text: str | None = None
        self._form: Any = (
            None  # as exact.text writes it, which every format of a page asks for
        )
        METER.done += len(terms) + sum(map(HEIGHT, terms.values())) // LONG
        if METER.done > METER.most:
            raise Spent

    @staticmethod
    def of(x: Like) -> Number:
        """An integer, fraction or decimal as an exact value; a float or a truth value is refused."""
        if isinstance(x, Number):
            return x
        q = rational(x)
        return Number({ONE: q}) if q else ZERO

    @property
    def is_rational(self) -> bool:
        """Whether the value is written as a plain rational."""
        return not self.terms or (len(self.terms) == 1 and ONE in self.terms)

    @property
    def rational(self) -> fmpq:
        """The rational part: the value itself when ``is_rational``."""
        return self.terms.get(ONE, fmpq(0))

    def __add__(self, other: Like) -> Number:
        return _sum((self.terms, Number.of(other).terms))

    __radd__ = __add__

    def __neg__(self) -> Number:
        return Number({m: -c for m, c in self.terms.items()})

    def __sub__(self, other: Like) -> Number:
        return self + -Number.of(other)

    def __rsub__(self, other: Like) -> Number:
        return Number.of(other) - self

    def __mul__(self, other: Like) -> Number:
        b = Number.of(other)
        if b.is_rational or self.is_rational:
            return (
                scaled(self, b.rational) if b.is_rational else scaled(b, self.rational)
            )
        return total(
            product(m, c * d, n)
            for m, c in self.terms.items()
            for n, d in b.terms.items()
        )

    __rmul__ = __mul__

    def __truediv__(self, other: Like) -> Number:
        return ABOVE.divided(self, Number.of(other))

    def __rtruediv__(self, other: Like) -> Number:
        return Number.of(other) / self

    def __pow__(self, n: int) -> Number:
        if n < 0:
            return (1 / self) ** -n
        if len(self.terms) == 1 and n > 1:
            ((m, c),) = self.terms.items()
            return scaled(monomial_power(m, n), c**n)
        if n < 2:
            return self if n else UNIT
        return power_of_sum(self, n)

    def __eq__(self, other: object) -> bool:
        """Whether both are the same value, by proof; LimitError where it cannot be told."""
        if isinstance(other, (int, Fraction, Decimal, fmpq)) and not isinstance(
            other, bool
        ):
            other = Number.of(other)
        if not isinstance(other, Number):
            return NotImplemented
        if self is other or self.terms == other.terms:
            return True
        return not (self.is_rational and other.is_rational) and ABOVE.same_value(
            self, other
        )

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        """Whether the value is not zero, by proof."""
        return bool(self.terms) and self != ZERO

    @property
    def key(self) -> WrittenKey:
        """The value as it is written, to be a key of a dictionary."""
        return WrittenKey(self.terms)

    def __str__(self) -> str:
        """The terms in a fixed order: a name for the value, the same in every run."""
        if self._text is None:
            parts = sorted(
                f"{_spell(m)}*{c}" if m != ONE else str(c)
                for m, c in self.terms.items()
            )
            self._text = "+".join(parts) or "0"
        return self._text

    def __repr__(self) -> str:
        return f"Number({self})"

    def _sympy_(self) -> object:
        """What SymPy's own functions take it for."""
        return ABOVE.to_sympy(self)

    def has(self, what: str | int) -> bool:
        """Whether a generator of a kind, a prime or -1, stands in it, however deep."""
        return occurs(what, self.terms)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        terms = tuple((m, int(c.p), int(c.q)) for m, c in self.terms.items())
        return _load, (type(self), terms)


class WrittenKey(Number):
    """A value that stands for the way it is written: two keys are equal when their terms are the same.

    Exponents and the bodies of atoms are keys, for monomials are the keys of dictionaries.

    >>> len({Number.of(2).key, Number.of(2).key})
    1
    """

    __slots__ = ("_hash", "_weight")

    def __init__(self, terms: Mapping[Monomial, fmpq]) -> None:
        super().__init__(terms)
        self._hash: int | None = None
        self._weight: int | None = None

    @property
    def weight(self) -> int:
        """The terms that it has when written out, those inside exponents and letters counted in wherever they stand."""
        if self._weight is None:
            self._weight = written_terms(self)
        return self._weight

    def __eq__(self, other: object) -> bool:
        if isinstance(other, WrittenKey):
            if self is other:
                return True
            METER.done += 1
            return self.terms == other.terms
        return super().__eq__(other)

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __hash__(self) -> int:  # type: ignore[override]
        if self._hash is None:
            terms = [(m, int(c.p), int(c.q)) for m, c in self.terms.items()]
            self._hash = hash(frozenset(terms) if terms[1:] else (*terms,))
        return self._hash

    @property
    def key(self) -> WrittenKey:
        """Itself."""
        return self


class Above:
    """What ``/``, ``==`` and SymPy's functions ask of the floors above the ring.

    ``symattn.exact`` binds it, once, when it is imported.
    """

    divided: Callable[[Number, Number], Number]
    same_value: Callable[[Number, Number], bool]
    to_sympy: Callable[..., object]


ABOVE = Above()


def same_form(a: Number, b: Number) -> bool:
    """Whether two values are written with the same terms; values written otherwise may be equal too.

    >>> same_form(Number.of(2), UNIT + 1)
    True
    """
    return a is b or a.terms == b.terms


def _load(kind: type[Number], terms: tuple[tuple[Monomial, int, int], ...]) -> Number:
    return kind({m: fmpq(p, q) for m, p, q in terms})


def written_terms(x: Number) -> int:
    """The terms of a value when it is written out: a tower of powers of few terms each has very many.

    >>> written_terms(Number.of(2)), written_terms(exponential(exponential(Number.of(2)) + 1))
    (1, 4)
    """
    count = len(x.terms)
    for powers, exponent in x.terms:
        if exponent is not None:
            count += exponent.weight
        for base, _ in powers:
            body = getattr(base, "body", None)
            if isinstance(body, WrittenKey):
                count += body.weight
    return count


def _spell(m: Monomial) -> str:
    powers = "".join(f"[{b}^{p}]" for b, p in m[0])
    return powers + (f"e({m[1]})" if m[1] is not None else "")


def rational(x: Like) -> fmpq:
    """A plain exact number as a FLINT rational; raises SymattnError for floats and truth values.

    >>> rational(Decimal("0.10"))
    1/10
    """
    if isinstance(x, Fraction) or (isinstance(x, Decimal) and x.is_finite()):
        return fmpq(*x.as_integer_ratio())
    if type(x) is int or isinstance(x, (fmpz, fmpq)):
        return fmpq(x)
    if isinstance(x, Number) and x.is_rational:
        return x.rational
    raise SymattnError(
        f"{x!r} is no exact number",
        "write an int, a Fraction, a Decimal or a text such as '0.1'",
    )


def ratio(q: fmpq) -> Fraction:
    """A rational of FLINT's as one of Python's.

    >>> ratio(fmpq(1, 3))
    Fraction(1, 3)
    """
    return Fraction(int(q.p), int(q.q))


def _sum(parts: Iterable[Mapping[Monomial, fmpq]]) -> Number:
    out: dict[Monomial, fmpq] = {}
    for terms in parts:
        for m, c in terms.items():
            if m in out:
                c = out[m] + c
                if not c:
                    del out[m]
                    continue
            out[m] = c
    return Number(out)


def total(values: Iterable[Number]) -> Number:
    """The sum of many values, like terms gathered.

    >>> total([Number.of(1), Number.of(2)])
    Number(3)
    """
    return _sum(x.terms for x in values)


def scaled(x: Number, c: fmpq) -> Number:
    """A value times a rational.

    >>> scaled(Number.of(2), fmpq(1, 4))
    Number(1/2)
    """
    if not c:
        return ZERO
    return x if c == 1 else Number({m: d * c for m, d in x.terms.items()})


def monomial(m: Monomial, c: fmpq = fmpq(1)) -> Number:
    """One monomial as a value.

    >>> monomial(ONE, fmpq(3))
    Number(3)
    """
    return Number({m: c})


def letter(base: Base, p: Exponent = 1) -> Number:
    """One generator to a power as a value, as it stands.

    >>> letter(2, Fraction(1, 2))
    Number([2^1/2]*1)
    """
    return monomial((((base, p),), None))


def product(a: Monomial, c: fmpq, b: Monomial) -> Number:
    """c times the product of two monomials; roots that fill up turn into what stands under them.

    >>> root2 = ((2, Fraction(1, 2)),), None
    >>> product(root2, fmpq(3), root2)
    Number(6)
    """
    if a[1] is None or b[1] is None:
        exponent, extra = (a[1] if b[1] is None else b[1]), UNIT
    else:
        exponent, extra = _exponent(a[1] + b[1])
    if a[0] and b[0]:
        powers: dict[Base, Exponent] = dict(a[0])
        for base, p in b[0]:
            powers[base] = powers[base] + p if base in powers else p
        out = from_powers(powers, exponent, c)
    else:
        out = Number({(a[0] or b[0], exponent): c})
    return out if extra is UNIT else out * extra


def _exponent(alpha: Number) -> tuple[WrittenKey | None, Number]:
    """The exponent of a product, and a factor where a rational multiple of iπ fills a part of a turn."""
    if I_PI in alpha.terms:
        factor, r = quarter_turns(alpha.terms[I_PI])
        rest = WrittenKey(
            {
                m: (r if m == I_PI else c)
                for m, c in alpha.terms.items()
                if r or m != I_PI
            }
        )
        return (rest if rest.terms else None), factor
    return (alpha.key if alpha.terms else None), UNIT


def exponential(alpha: Number) -> Number:
    """e^α with α left as it stands, but for the turns of iπ.

    >>> exponential(ZERO)
    Number(1)
    """
    exponent, factor = _exponent(alpha)
    return monomial(((), exponent)) * factor


def from_powers(
    powers: Mapping[Base, Exponent],
    exponent: WrittenKey | None = None,
    c: fmpq = fmpq(1),
) -> Number:
    """c · ∏ baseᵖ · e^exponent as a value: whole powers of primes and radicands are carried out.

    >>> from_powers({2: Fraction(3, 2)})
    Number([2^1/2]*2)
    """
    kept: list[tuple[Base, Exponent]] = []
    carried: list[tuple[Number, int]] = []
    for base, p in powers.items():
        if isinstance(base, int):
            whole = p.numerator // p.denominator
            c, p = c * fmpq(base) ** whole, p - whole
        elif base.kind == "root":
            whole = p.numerator // p.denominator
            p = p - whole
            if whole:
                carried.append((base.number, whole))
        if p:
            kept.append((base, plain_exponent(p.numerator, p.denominator)))
    if len(kept) > 1:
        kept.sort(key=lambda item: order(item[0]))
    out = Number({(tuple(kept), exponent): c})
    for radicand, whole in carried:
        out = _multiplied(out, radicand, whole)
    return out


def _multiplied(out: Number, radicand: Number, whole: int) -> Number:
    """A monomial times a whole power of a sum; where the sum stands below a bar as well, it cancels there."""
    below = dict(next(iter(out.terms))[0]) if len(out.terms) == 1 else {}
    if whole > 0 and len(radicand.terms) > 1 and any(of_kind(b, "den") for b in below):
        under = ABOVE.divided(UNIT, radicand)
        dens = [b for b, _ in next(iter(under.terms))[0] if of_kind(b, "den")]
        if len(under.terms) == 1 and dens and all(b in below for b in dens):
            return _multiplied(ABOVE.divided(out, under), radicand, whole - 1)
    return out * radicand**whole if whole else out


def monomial_power(m: Monomial, n: Exponent) -> Number:
    """A monomial to a rational power (its value is taken as positive).

    >>> monomial_power((((2, Fraction(1, 2)),), None), Fraction(4))
    Number(4)
    """
    exponent, factor = _exponent(scaled(m[1] or ZERO, fmpq(n.numerator, n.denominator)))
    return from_powers({b: p * n for b, p in m[0]}, exponent) * factor


def quarter_turns(c: fmpq) -> tuple[Number, fmpq]:
    """e^(iπc) as a factor made of square roots and the r left over, e^(iπr) with 0 <= r < 1/2.

    >>> quarter_turns(fmpq(7, 3))[1], quarter_turns(fmpq(1, 5))
    (0, (Number(1), 1/5))
    """
    quarters = (2 * c).floor()
    r = c - fmpq(quarters) / 2
    root = plain_exponent(1, 2)
    half = Number.of(fmpq(1, 2))
    three = letter(3, root) * fmpq(1, 2)
    known = {
        fmpq(0): UNIT,
        fmpq(1, 6): three + IMAGINARY * half,
        fmpq(1, 4): letter(2, root) * half * (1 + IMAGINARY),
        fmpq(1, 3): half + IMAGINARY * three,
    }
    return known.get(r, UNIT) * IMAGINARY ** int(quarters % 4), (
        fmpq(0) if r in known else r
    )


def power_of_sum(x: Number, n: int) -> Number:
    """x to a whole power, n at least 2, multiplied out; raises LimitError past MOST_TERMS terms.

    >>> power_of_sum(Number.of(1) + monomial_power((((2, Fraction(1, 2)),), None), 1), 2)
    Number(3+[2^1/2]*2)
    """
    if len(x.terms) == 2 and any(m[1] is not None for m in x.terms):
        return _binomial(x, n)
    out, square = UNIT, x
    while n:
        if n & 1:
            out = _times(out, square)
        n >>= 1
        square = _times(square, square) if n else square
    return out


def _times(a: Number, b: Number) -> Number:
    if len(a.terms) * len(b.terms) > MOST_POWER_PAIRS:
        raise LimitError(worded("power_of_long_sum", most=f"{MOST_TERMS:,}"))
    return a * b


def _binomial(x: Number, n: int) -> Number:
    """The binomial theorem: as many steps as terms, where squaring would take the square of that."""
    if n >= MOST_TERMS:
        raise LimitError(worded("power_of_long_sum", most=f"{MOST_TERMS:,}"))
    (a, c), (b, d) = x.terms.items()
    parts: list[Number] = []
    count, lead = fmpz(1), fmpq(c) ** n
    for k in range(n + 1):
        power = monomial_power(a, n - k) * monomial_power(b, k)
        parts.append(scaled(power, lead * count))
        count, lead = count * (n - k) // (k + 1), lead * d / c
    return total(parts)


ZERO = Number({})
NOTHING = ZERO.key
UNIT = monomial(ONE)
I: Monomial = (((-1, plain_exponent(1, 2)),), None)
IMAGINARY = monomial(I)
PI_ATOM = Atom("pi")
PI = letter(PI_ATOM)
I_PI: Monomial = (((-1, plain_exponent(1, 2)), (PI_ATOM, 1)), None)
