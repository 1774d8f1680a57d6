"""Whether a value is 0, by proof; also of values with letters, for all that these may stand for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import lcm, prod
from typing import TYPE_CHECKING

from flint import acb, arb, fmpq, fmpz

from symattn.errors import LimitError
from symattn.exact.ball import Ball, Balls, away, working
from symattn.exact.number import (
    I_PI,
    NOTHING,
    UNIT,
    Atom,
    Base,
    Exponent,
    Monomial,
    Number,
    WrittenKey,
    letter,
    monomial,
    of_kind,
    plain_exponent,
    scaled,
    total,
)
from symattn.exact.quotients import content, denominators, numerator
from symattn.limits import (
    MOST_LOGS,
    MOST_NORM_BITS,
    MOST_ROOT_ORDER,
    MOST_ROOTS,
    MOST_SQUARED,
    REFUTE_BITS,
)
from symattn.tables import apart_from, in_each

if TYPE_CHECKING:
    from sympy import Basic

# --- letters ---
# Letters without a value: whether one occurs, and what its SymPy symbol's assumptions say of reality and sign.
#
# Everything here answers "known to be", never "is": a letter of which nothing is assumed may be negative or complex.


class Letter(str):
    """The name of a symbol that remembers the SymPy symbol it came from, with what is assumed about it.

    >>> from sympy import Symbol
    >>> Letter(Symbol("a")) == Letter(Symbol("a")), Letter(Symbol("a")) == Letter(Symbol("a", positive=True))
    (True, False)
    """

    __slots__ = ("symbol",)
    symbol: Basic

    def __new__(cls, symbol: Basic) -> Letter:
        """The name is what SymPy prints."""
        out = super().__new__(cls, symbol)
        out.symbol = symbol
        return out

    def __eq__(self, other: object) -> bool:
        return (
            self.symbol == other.symbol
            if isinstance(other, Letter)
            else str.__eq__(self, other)
        )

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__

    def __reduce__(self) -> tuple[type[Letter], tuple[Basic]]:
        return Letter, (self.symbol,)


def symbolic(x: Number) -> bool:
    """Whether a symbol without a value occurs.

    >>> symbolic(Number.of(1))
    False
    """
    return x.has("sym")


def kind_of(letter: Number) -> str:
    """What a sheet says of a letter: "integer", "positive" or "real".

    >>> from symattn.exact.functions import symbol
    >>> kind_of(symbol("a"))
    'real'
    """
    bases = [base for m in letter.terms for base, _ in m[0]]
    return next(
        (
            kind
            for kind in ("integer", "positive")
            if any(_assumed(base, f"is_{kind}") for base in bases)
        ),
        "real",
    )


def open_sign() -> LimitError:
    """What is raised where a result hangs on the sign of a letter of which too little is assumed.

    >>> print(open_sign())
    the sign of a symbol is not known; write letters = { a = "positive" } in a sheet, Symbol('a', positive=True) in SymPy
    """
    hint = "write letters = { a = \"positive\" } in a sheet, Symbol('a', positive=True) in SymPy"
    return LimitError("the sign of a symbol is not known", hint)


def known_positive(x: Number) -> bool:
    """Whether a value is positive whatever the letters stand for, as far as is assumed of them: no term is negative and one is
    positive, or a square is completed and what is left over is positive.

    >>> from symattn.exact.functions import symbol
    >>> known_positive(Number.of(3)), known_positive(symbol("a") * symbol("a"))
    (True, False)
    """
    rest = _behind_squares(x)
    return rest is not None and any(_of_monomial(m) == ABOVE for m in rest.terms)


def known_nonnegative(x: Number) -> bool:
    """Whether a value is not negative, whatever the letters stand for, as far as is assumed of them: no term is, or a square is
    completed and what is left over is not.

    >>> known_nonnegative(Number.of(3)), known_nonnegative(Number.of(-3))
    (True, False)
    """
    return _behind_squares(x) is not None


def _behind_squares(x: Number) -> Number | None:
    """What is left of a value behind the squares that are completed, none of its terms negative; None where some are."""
    while not all(c > 0 and _of_monomial(m) >= NOT_BELOW for m, c in x.terms.items()):
        rest = _behind_square(x)
        if rest is None:
            return None
        x = rest
    return x


def _behind_square(x: Number) -> Number | None:
    """What stands behind the first square completed: d − b²/4c of ca² + ba + d = c(a + b/2c)² + d − b²/4c; None without one."""
    for m, c in x.terms.items():
        if (
            c > 0
            and m[1] is None
            and [p for b, p in m[0] if _real_letter(b)] == [2] == [p for _, p in m[0]]
        ):
            a = m[0][0][0]
            once = Number({n: k for n, k in x.terms.items() if dict(n[0]).get(a) == 1})
            b = once * letter(a, -1)
            rest = x - Number({m: c}) - once - scaled(b * b, 1 / (4 * c))
            return rest if known_real(b) else None
    return None


def known_real(x: Number) -> bool:
    """Whether a value is real whatever the letters stand for, as far as is assumed of them.

    >>> from symattn.exact.functions import symbol
    >>> known_real(Number.of(3)), known_real(symbol("a"))
    (True, False)
    """
    return all(_of_monomial(m) >= REAL for m in x.terms)


def factors_positive(m: Monomial, n: Exponent | None = None) -> bool:
    """Whether every factor of a monomial is known to be positive, so that its roots and logarithms split; to a power *n* an even
    power may stay one, as in √x⁴ = x².

    >>> factors_positive(((), None)), factors_positive((((-1, 1),), None))
    (True, False)
    """
    return (
        _of_monomial((tuple((b, 1 if n is None else p * n) for b, p in m[0]), m[1]))
        >= NOT_BELOW
    )


def asked_of_letters(x: Number) -> Iterator[tuple[Number, bool]]:
    """What letters have to keep to for a value to be real, as far as that is not assumed of them: each value below a root, which
    may not be negative, and of which a logarithm is taken or by whose root is divided, which is to be above 0 (True).

    >>> from symattn.exact.functions import log, root, symbol
    >>> list(asked_of_letters(root(symbol("a")) + log(symbol("a"))))
    [(Number([sym(a)^1]*1), False), (Number([sym(a)^1]*1), True)]
    """
    for m in x.terms if symbolic(x) else ():
        below = [
            letter(base) for base, p in m[0] if p < 0 and not isinstance(base, int)
        ]
        divisors = [base.body for base, _ in m[0] if of_kind(base, "den")]
        below += [
            side
            for body in divisors
            if isinstance(body, Number)
            for side in (body, -body)
        ]
        for base, p in m[0]:
            inner = base.body if isinstance(base, Atom) else None
            root_of = (
                letter(base)
                if of_kind(base, "sym") and p % 1
                else inner
                if of_kind(base, "root")
                else None
            )
            if isinstance(inner, Number):
                yield from asked_of_letters(inner)
            if (
                of_kind(base, "log")
                and isinstance(inner, Number)
                and symbolic(inner)
                and not known_positive(inner)
            ):
                yield inner, True
            if isinstance(root_of, Number) and symbolic(root_of):
                above = p < 0 or any(root_of.key == one.key for one in below)
                if not (known_positive if above else known_nonnegative)(root_of):
                    yield root_of, above
        if m[1] is not None:
            yield from asked_of_letters(m[1])


OPEN, REAL, NOT_BELOW, ABOVE = range(4)
"""What is known of a value: nothing, that it is real, that it is not below 0 either, that it is above 0."""


def _of_monomial(m: Monomial) -> int:
    """What is known of a monomial: what is of each of its factors, where its exponent is real."""
    if m[1] is not None and not known_real(m[1]):
        return OPEN
    return min((_of_power(base, p) for base, p in m[0]), default=ABOVE)


def _of_power(base: Base, p: Exponent) -> int:
    """What is known of a power of a generator."""
    if isinstance(base, int):
        return ABOVE if base > 0 else OPEN
    if base.kind == "sym":
        real = _real_letter(base)
        if _assumed(base, "is_positive") or (
            real and p % 2 == 0 and _assumed(base, "is_nonzero")
        ):
            return ABOVE
        return (NOT_BELOW if p % 2 == 0 and p > 0 else REAL) if real else OPEN
    if not isinstance(
        base.body, Number
    ):  # π, the logarithm of a prime, or what is held
        return REAL if base.kind == "def" else ABOVE
    if base.kind == "root" and not symbolic(base.body):
        return ABOVE
    if base.kind != "log" and known_positive(base.body):
        return ABOVE
    known = known_real if base.kind == "den" else known_positive
    return REAL if not symbolic(base.body) or known(base.body) else OPEN


def _real_letter(base: Base) -> bool:
    return of_kind(base, "sym") and _assumed(base, "is_real")


def _assumed(letter: Base, what: str) -> bool:
    """What SymPy assumes of the symbol a letter came from; nothing of a letter that is known by name alone."""
    return isinstance(letter, Atom) and getattr(letter.symbol, what, None) is True


# --- zero ---
# Is this value zero? Decided, not guessed: linear independence for exponentials, a norm bound for algebraic numbers.
#
# A sum of e^α with distinct algebraic α is zero only if every coefficient is (Lindemann-Weierstrass). A sum of
# distinct real roots of rationals is zero only if every coefficient is (Besicovitch). A polynomial in nested
# roots is an algebraic integer once its denominators are cleared; if it is not zero, its norm is at least 1, so
# it is at least M^(1-D) where D bounds the degree and M the conjugates: a ball narrower than that settles it.


def is_zero(x: Number) -> bool | None:
    """True or False by proof; None where letters (π, logarithms of different numbers, …) leave it open.

    >>> from symattn.exact.functions import root, exp
    >>> is_zero(root(3 + 2 * root(2)) - 1 - root(2)), is_zero(exp(1) - 3)
    (True, False)
    """
    if not x.terms:
        return True
    if x.is_rational or any(away(x, bits) for bits in (64, 256, 1024, REFUTE_BITS)):
        return False
    return vanishes(x)


def vanishes(x: Number, gone: frozenset[tuple[Atom, int]] = frozenset()) -> bool | None:
    """The proof without balls: multiply out, gather exponents, test every coefficient; *gone* are roots multiplied away.

    >>> vanishes(Number.of(1))
    False
    """
    try:
        top = numerator(x)
    except LimitError:
        return None
    if not top.terms:
        return True
    if all(canonical(m) for m in top.terms):
        return False
    found = _by_exponents(top)
    return _by_roots(top, gone) if found is None else found


def canonical(m: Monomial) -> bool:
    """Whether a monomial is made of roots of primes and an exponential of such a sum: a basis element.

    >>> canonical(((), None))
    True
    """
    plain = all(isinstance(b, int) for b, _ in m[0])
    return plain and (
        m[1] is None or all(n[1] is None and canonical(n) for n in m[1].terms)
    )


def _by_exponents(x: Number) -> bool | None:
    classes, sure = _exponent_classes(x)
    verdicts = [_coefficient_zero(part) for part in classes]
    if all(v is True for v in verdicts):
        return True
    if sure and False in verdicts and None not in verdicts and algebraic(x):
        return False
    return None


def _by_roots(x: Number, gone: frozenset[tuple[Atom, int]]) -> bool | None:
    """The proof for roots r of order p of sums of exponentials: x is multiplied by its conjugates (ζr, ζ²r, … for r; ζ^p = 1).

    The product holds r^p alone, which is what stands under the root. It is zero exactly if x or a conjugate is; where it is, and
    balls keep the conjugates away from zero, it is x. Roots that every term has are no zeros: they are taken out first.
    """
    roots: dict[Base, Exponent] = {
        base: p for base, p in shared(x) if of_kind(base, "root")
    }
    if roots:
        found = vanishes(without(x, roots), gone)
        return found if found or not symbolic(x) else None
    atom = _outer_root(x)
    if atom is None:
        return None
    order = lcm(*(p.denominator for m in x.terms for b, p in m[0] if b == atom))
    prime = next(n for n in range(2, order + 1) if order % n == 0)
    if (
        prime > MOST_ROOT_ORDER
        or len(x.terms) ** prime > MOST_SQUARED
        or (atom, order) in gone
        or len(gone) >= MOST_ROOTS
    ):
        return None  # too long, or a root that comes back
    parts: list[dict[Monomial, fmpq]] = [
        {} for _ in range(prime)
    ]  # by the power of r, beyond whole powers of r^p
    for m, c in x.terms.items():
        parts[next((int(p * order) % prime for b, p in m[0] if b == atom), 0)][m] = c
    gone = gone | {(atom, order)}
    powers = list(map(Number, parts))
    product = vanishes(_circulant(powers), gone)
    if not product:
        return product
    away = any(_conjugates_away(powers, bits) for bits in (64, 256, 1024))
    return away or all(vanishes(part, gone) for part in powers) or None


def _circulant(parts: Sequence[Number]) -> Number:
    """The product of a + ζb + ζ²c + … over all ζ with ζ^p = 1, which is the determinant of the circulant matrix of a, b, c, …

    >>> _circulant([Number.of(5), Number.of(3)])  # (5 + 3)(5 − 3)
    Number(16)
    """
    p = len(parts)
    minors: dict[frozenset[int], Number] = {
        frozenset(): UNIT
    }  # of the first rows, by their columns
    for i in range(p):
        longer: dict[frozenset[int], list[Number]] = {}
        for columns, minor in minors.items():
            for j in set(range(p)) - columns:
                if parts[j - i].terms:
                    turned = sum(k > j for k in columns) % 2
                    longer.setdefault(columns | {j}, []).append(
                        (-minor if turned else minor) * parts[j - i]
                    )
        minors = in_each(total, longer)
    return minors[frozenset(range(p))]


def _conjugates_away(parts: Sequence[Number], bits: int) -> bool:
    """Whether balls keep every a + ζb + ζ²c + … but the first, with ζ = 1, away from 0."""
    with working(bits):
        near, p = [Balls().value(part) for part in parts], len(parts)
        turns = [acb(fmpq(2 * k, p)).exp_pi_i() for k in range(p)]
        found = (
            sum((turns[i * j % p] * x for j, x in enumerate(near)), acb(0))
            for i in range(1, p)
        )
        return all(x.is_finite() and not x.contains(0) for x in found)


def shared(x: Number) -> Iterator[tuple[Base, Exponent]]:
    """The roots and letters that every term of a sum has.

    >>> list(shared(Number.of(3)))
    []
    """
    first, *others = (dict(m[0]) for m in x.terms)
    for base, p in first.items():
        least = min([p, *(powers.get(base, 0) for powers in others)])
        if least > 0 and base != -1 and (isinstance(base, int) or base.kind != "den"):
            yield base, least


def without(x: Number, powers: Mapping[Base, Exponent]) -> Number:
    """Every term without the powers that all have.

    >>> without(Number.of(3), {})
    Number(3)
    """
    out: dict[Monomial, fmpq] = {}
    for m, c in x.terms.items():
        left = ((b, p - powers.get(b, 0)) for b, p in m[0])
        out[
            tuple(
                (b, plain_exponent(p.numerator, p.denominator)) for b, p in left if p
            ),
            m[1],
        ] = c
    return Number(out)


def _outer_root(x: Number) -> Atom | None:
    """A root of no algebraic number that stands under no other one."""
    found = {
        b for m in x.terms for b, p in m[0] if of_kind(b, "root") and p.denominator > 1
    }
    open_ones = sorted((b for b in found if not _pure(b.number)), key=lambda b: b.key)
    return next(
        (
            b
            for b in open_ones
            if not any(b in atoms(other.number) for other in open_ones)
        ),
        None,
    )


def atoms(x: Number) -> Iterator[Atom]:
    """The generators of a value that are no primes, however deep.

    >>> list(atoms(Number.of(3)))
    []
    """
    for m in x.terms:
        for base, _ in m[0]:
            if isinstance(base, Atom):
                yield base
                if isinstance(base.body, Number):
                    yield from atoms(base.body)
        if m[1] is not None:
            yield from atoms(m[1])


def _exponent_classes(x: Number) -> tuple[list[Number], bool]:
    """The coefficients of the distinct exponentials, and whether all the distinctions are proved.

    A rational multiple of iπ in an exponent is a root of unity: it goes to the coefficient.
    """
    gathered: dict[WrittenKey, list[Number]] = {}
    for m, c in x.terms.items():
        turn, exponent = split_turn(m[1])
        gathered.setdefault(exponent, []).append(monomial((m[0], turn), c))
    if all(_basis(exponent) for exponent in gathered):
        return [total(parts) for parts in gathered.values()], True
    classes: list[tuple[Number, Ball, list[Number]]] = []
    sure = True
    for exponent, parts in gathered.items():
        with working(128):
            near = acb(Balls().value(exponent))
        for other, there, known in classes:
            same = is_zero(exponent - other) if near.overlaps(there) else False
            sure = sure and same is not None
            if same:
                known += parts
                break
        else:
            classes.append((exponent, near, parts))
    return [total(parts) for _, _, parts in classes], sure


def split_turn(exponent: WrittenKey | None) -> tuple[WrittenKey | None, WrittenKey]:
    """The rational multiple of iπ in an exponent (None where there is none), and the rest.

    >>> split_turn(Number.of(2).key)
    (None, Number(2))
    """
    if exponent is None or I_PI not in exponent.terms:
        return None, exponent or NOTHING
    rest = apart_from(exponent.terms, (I_PI,))
    return WrittenKey({I_PI: exponent.terms[I_PI]}), WrittenKey(rest)


def _basis(exponent: Number) -> bool:
    """Whether an exponent is a sum of roots of primes, so that another one is another number."""
    return all(m[1] is None and canonical(m) for m in exponent.terms)


def algebraic(x: Number) -> bool:
    """Whether only algebraic numbers and exponentials of algebraic numbers occur.

    >>> algebraic(Number.of(1))
    True
    """
    return all(
        all(
            isinstance(b, int) or (b.kind in ("root", "den") and _pure(b.number))
            for b, _ in m[0]
        )
        and _pure(split_turn(m[1])[1])
        for m in x.terms
    )


def _pure(x: Number) -> bool:
    """Whether only algebraic numbers occur: roots, however nested, and roots of unity."""
    return all(not split_turn(m[1])[1].terms for m in x.terms) and algebraic(x)


def _coefficient_zero(x: Number) -> bool | None:
    """Zero test of one coefficient: algebraic ones are decided, letters gathered and left open unless all cancel."""
    if not x.terms:
        return True
    if _pure(x):
        return algebraic_zero(x)
    letters: dict[object, list[Number]] = {}
    logs: dict[Monomial, dict[Atom, fmpq]] = {}
    of_logs: dict[Atom, list[Number]] = {}
    for m, c in x.terms.items():
        named = tuple(
            (b, p)
            for b, p in m[0]
            if isinstance(b, Atom) and not (b.kind == "root" and _pure(b.number))
        )
        rest = (tuple(item for item in m[0] if item not in named), m[1])
        if len(named) == 1 and named[0][0].kind == "log" and named[0][1] == 1:
            logs.setdefault(rest, {})[named[0][0]] = c
            of_logs.setdefault(named[0][0], []).append(monomial(rest, c))
        else:
            letters.setdefault(named, []).append(monomial(rest, c))
    if not all(algebraic_zero(total(parts)) for parts in letters.values()):
        return None
    cancel = all(map(_logs_cancel, logs.values())) or all(
        algebraic_zero(total(parts)) for parts in of_logs.values()
    )
    return cancel or None


def _logs_cancel(logs: dict[Atom, fmpq]) -> bool:
    """Whether Σ c · log a is shown to be 0: cleared of fractions, the product of the powers of the a is 1.

    That holds for positive a alone: log(xy) is log x + log y + 2πi where x and y are negative.
    """
    if all(
        isinstance(atom.body, int) for atom in logs
    ):  # logs of distinct primes are independent
        return False
    common = lcm(*(int(c.q) for c in logs.values()))
    powers = {atom: int(c.p) * (common // int(c.q)) for atom, c in logs.items()}
    if sum(map(abs, powers.values())) > MOST_LOGS:
        return False
    values = {atom: atom.number for atom in logs}
    if any(symbolic(a) and not known_positive(a) for a in values.values()):
        return False
    try:
        up, down = (
            prod(
                (values[a] ** (s * n) for a, n in powers.items() if s * n > 0),
                start=UNIT,
            )
            for s in (1, -1)
        )
        return is_zero(up - down) is True
    except LimitError:
        return False


def algebraic_zero(x: Number) -> bool | None:
    """Zero test of a polynomial in nested roots by the norm bound; None past MOST_NORM_BITS.

    >>> algebraic_zero(Number.of(0))
    True
    """
    if all(canonical(m) for m in x.terms):
        return not x.terms
    if any(denominators(m) for m in x.terms):
        return None
    whole = scaled(x, 1 / content(x))
    degree = prod(_orders(whole).values())
    bits = int(_log2(conjugate_bound(whole))) * (degree - 1) + 1
    if bits > MOST_NORM_BITS:
        return None
    precision = 128
    while precision < 4 * bits + 8192:
        with working(precision):
            size = abs(Balls().value(whole))
        if size > 0:
            return False
        with working(64):
            if size < arb(2) ** (-bits):
                return True
        precision = (
            max(4 * precision, bits + 256) if precision < bits else 2 * precision
        )
    return None


def _orders(x: Number) -> dict[Base | str, int]:
    """For every root that occurs, however deep, the order that generates it; for roots of unity theirs."""
    found: dict[Base | str, int] = {}
    for m in x.terms:
        if m[1] is not None:
            found["unity"] = lcm(found.get("unity", 1), 2 * int(m[1].terms[I_PI].q))
        for base, p in m[0]:
            found[base] = lcm(found.get(base, 1), p.denominator)
            if isinstance(base, Atom):
                for inner, order in _orders(base.number).items():
                    found[inner] = lcm(found.get(inner, 1), order)
    return found


def conjugate_bound(x: Number) -> arb:
    """An upper bound, at least 2, for the absolute value of every conjugate.

    >>> bool(conjugate_bound(Number.of(5)) >= 5)
    True
    """
    with working(64):
        out = arb(0)
        for m, c in x.terms.items():
            term = abs(arb(c))
            for base, p in m[0]:
                inner = (
                    arb(abs(base))
                    if isinstance(base, int)
                    else conjugate_bound(base.number)
                )
                term *= (
                    inner ** arb(fmpz(p.numerator))
                    if p.denominator == 1
                    else _raise(inner, p)
                )
            out += term
        return out.max(arb(2)).upper()


def _raise(x: arb, p: Exponent) -> arb:
    return (x.log() * p.numerator / p.denominator).exp()


def _log2(x: arb) -> fmpz:
    with working(64):
        found = (x.log() / arb.const_log2() + 1).ceil().upper().ceil().unique_fmpz()
        assert found is not None
        return found
