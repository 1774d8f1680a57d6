"""A value as it is written: correctly rounded decimals, a form that is easily read, the text language."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Generic, TypeGuard, Union

from flint import arb, fmpq, fmpz

from symattn.binding import ATOM, PRODUCT, SUM, Pen, Piece, Text, Written
from symattn.errors import LimitError
from symattn.exact.ball import HALF, ball, nearest, settled, sharper, whole_bits, working
from symattn.exact.ball import fixed as fixed
from symattn.exact.number import (
    PI,
    UNIT,
    Atom,
    Base,
    Exponent,
    Key,
    Monomial,
    Number,
    Powers,
    from_powers,
    holds,
    monomial,
    same_form,
    scaled,
    symbols_in,
)
from symattn.exact.quotients import body, content, denominators, fraction, groups, is_real, parts, square_of, tidy, together
from symattn.exact.zero import is_zero, symbolic
from symattn.limits import MOST_BITS, MOST_JOINED, MOST_PLACES, MOST_SHOWN, MOST_UNDER_ROOT, MOST_WRITTEN, REFUTE_BITS
from symattn.records import dataclass

# --- decimals ---
# Decimals of exact values, correctly rounded: balls are narrowed until they settle, and a tie is proved.

LOGGED = 10**5  # up to which the logarithm of a number is shown in place of those of its primes
LOGGED_PRIMES = 20  # so many of them, each as often as it divides
NEARLY = 1024  # bits, up to which a value that is nearly zero is tried as it stands


def decimal(x: Number, places: int) -> str:
    """The value with so many decimals, correctly rounded, a tie away from zero; LimitError when it will not settle.

    >>> from symattn.exact.number import PI
    >>> decimal(Number.of(Fraction(-1, 8)), 2), decimal(PI, 4)
    ('-0.13', '3.1416')
    """
    return fixed(rounded(x, places), places)


def check_places(places: int) -> None:
    """Raise LimitError past MOST_PLACES decimals.

    >>> check_places(4)
    """
    if places > MOST_PLACES:
        raise LimitError(f"at most {MOST_PLACES:,} decimals are worked out, not {places:,}")


def rounded(x: Number, places: int) -> int:
    """The whole number nearest to x · 10^places, a tie going away from zero; LimitError past MOST_PLACES.

    >>> rounded(Number.of(Fraction(5, 2)), 0)
    3
    """
    check_places(places)
    if x.is_rational:
        return nearest(x.rational * fmpq(10) ** places)
    scaled = x * Number.of(Fraction(10) ** places)
    length = whole_bits(ball(scaled, 64))
    start = 64 + 4 * max(0, places) + length
    most = start + REFUTE_BITS if any(map(holds, x.terms)) else MOST_BITS + length
    for tries, b in enumerate(sharper(scaled, start, most)):
        found = settled(b)
        if found is not None:
            return found
        if tries == 2:
            tie = _tie(scaled, b)
            if tie is not None:
                return nearest(tie)
    if any(map(symbols_in, x.terms)):
        raise LimitError("a letter has no decimals to be rounded", "round numbers, or leave the line in letters")
    raise LimitError(f"a decimal does not settle within {most:,} bits")


def _tie(x: Number, b: arb) -> fmpq | None:
    """The half or whole number that x equals exactly, if it does."""
    with working(MOST_BITS + whole_bits(b)):
        twice = (b * 2 + HALF).floor().unique_fmpz()
    if twice is not None and is_zero(x - fmpq(twice, 2)):
        return fmpq(twice, 2)
    return None


def scientific(x: Number, digits: int = 4) -> tuple[str, int]:
    """Mantissa (so many significant digits, correctly rounded) and power of ten of a value; "0" where it is proved to be 0.

    What cancels nearly, as 1 less a weight near 1 does, is brought over one denominator first, where it cancels wholly.

    >>> scientific(Number.of(Fraction(1, 3000)), 3)
    ('3.33', -4)
    """
    for b in _together(x, 64 + 4 * digits):
        if b == 0:  # over one denominator everything cancelled
            return "0", 0
        if b.rel_accuracy_bits() > 16:
            found = _mantissa(x, b, digits)
            if found is not None:
                return fixed(found[0], digits - 1), found[1]
    raise LimitError(f"the first digits do not settle within {MOST_BITS:,} bits")


def _together(x: Number, start: int) -> Iterator[arb]:
    """A few balls of a value as it stands, then those of its numerator over its denominator."""
    yield from sharper(x, start, NEARLY)
    if any(denominators(m) for m in x.terms):
        try:
            top, bottom = fraction(x)
        except LimitError:
            top, bottom = x, UNIT
        yield from (above / below for above, below in zip(sharper(top, start), sharper(bottom, start), strict=True))
    yield from sharper(x, 2 * NEARLY)


def _mantissa(x: Number, b: arb, digits: int) -> tuple[int, int] | None:
    """The whole number of so many digits that a ball rounds to, and the power of ten of its first digit."""
    with working(min(MOST_BITS, max(128, int(b.rel_accuracy_bits()) + 64))):
        guess = int((abs(b).log() / arb.const_log10()).mid().floor().unique_fmpz())
        for power in (guess, guess + 1, guess - 1):
            shift = digits - 1 - power
            n = nearest(x.rational * fmpq(10) ** shift) if x.is_rational else settled(b * arb(10) ** shift)
            if n is not None and 10 ** (digits - 1) <= abs(n) < 10**digits:
                return n, power
    return None


# --- trigonometry ---
# Real terms out of complex ones: what was put together from e^(iθ) and e^(-iθ) is shown as sines and cosines.


@dataclass(frozen=True)
class Wave:
    """coefficient · powers · e^exponent · (cos or sin of an angle, where there is one).

    >>> waves(Number.of(3))[0].coefficient
    3
    """

    coefficient: fmpq
    powers: Powers
    exponent: Key | None
    turn: str = ""
    angle: Key | None = None


def waves(x: Number) -> list[Wave]:
    """The terms of a real value, small exponents first, complex pairs joined to sines and cosines.

    >>> waves(Number.of(0))
    []
    """
    if all(is_real(m) for m in x.terms):
        return [Wave(c, m[0], m[1]) for m, c in _ordered(x)]
    sums: dict[tuple[Powers, Key | None, str, Key | None], fmpq] = {}
    for m, c in x.terms.items():
        for key, value in _real_parts(m, c):
            sums[key] = sums.get(key, fmpq(0)) + value
    found = [Wave(c, *key) for key, c in sums.items() if c]
    return sorted(found, key=lambda w: (w.angle is not None, str(w.angle or ""), w.turn, str(w.powers)))


def _ordered(x: Number) -> list[tuple[Monomial, fmpq]]:
    """The terms of a sum in the order in which one writes them: those of a polynomial in letters by their degrees, the highest
    first, or the lowest where a minus would stand in front."""
    found = sorted(x.terms.items(), key=_place)
    if not any(isinstance(base, Atom) and base.kind == "sym" for m in x.terms for base, _ in m[0]):
        return found
    falling = sorted(found, key=lambda item: -_degree(item[0]))
    return falling if falling[0][1] > 0 else sorted(found, key=lambda item: _degree(item[0]))


def _degree(m: Monomial) -> Fraction:
    """How many letters are multiplied in a term."""
    return sum((Fraction(p) for base, p in m[0] if isinstance(base, Atom) and base.kind == "sym"), Fraction(0))


def _place(item: tuple[Monomial, fmpq]) -> tuple[bool, float, bool, str]:
    m, _ = item
    if m[1] is None:
        return False, 0.0, bool(m[0]), str(m[0])
    middle = ball(m[1], 64).mid()
    return True, (float(middle) if middle.is_finite() else 0.0), bool(m[0]), str(m[0]) + str(m[1])


def _real_parts(m: Monomial, c: fmpq) -> list[tuple[tuple[Powers, Key | None, str, Key | None], fmpq]]:
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


def _shortest(turn: str, angle: Key) -> tuple[str, Key]:
    """Below a quarter turn the sine of rπ is the cosine of (1/2 − r)π and back: the shorter one, then the smaller angle."""
    r = next(iter(angle.terms.values()))
    other = fmpq(1, 2) - r
    if not same_form(angle, PI * r) or other <= 0 or (int(other.q), other) >= (int(r.q), r):
        return turn, angle
    return ("sin" if turn == "cos" else "cos"), (PI * other).key


def _leading(angle: Number) -> fmpq:
    return angle.terms[min(angle.terms, key=str)]


def _split(exponent: Number) -> tuple[Key | None, Key | None]:
    """The real part of an exponent and its angle: α = growth + i·angle."""
    growth, angle = parts(exponent)
    return growth.key if growth.terms else None, angle.key if angle.terms else None


# --- form ---
# The readable form of a value: a small tree that text, formulas and SymPy are written from.


@dataclass(frozen=True)
class Form:
    """A node: ``kind`` is int, sym, def, pi, root, exp, log, cos, sin, abs, neg, add, mul, div or pow.

    ``items`` are the children; ``value`` is the integer of int, the name of sym, the ``Called`` of def, the order of root.

    >>> form(Number.of(1) / 3).kind
    'div'
    """

    kind: str
    items: tuple[Form, ...] = ()
    value: Union[int, str] = 0


class Called(str):
    """What a value that is held by its definition is called, "Y[0, 1]", and the letter that it is."""

    __slots__ = ("atom",)
    atom: Atom

    def __new__(cls, atom: Atom) -> Called:
        """The name is that of the line, with the place in it."""
        out = super().__new__(cls, getattr(atom.body, "name", ""))
        out.atom = atom
        return out


ONE_FORM = Form("int", value=1)


def integer(n: int) -> Form:
    """A whole number, a negative one as the negative of a positive.

    >>> integer(-2).kind
    'neg'
    """
    return Form("neg", (Form("int", value=-n),)) if n < 0 else Form("int", value=n)


def wordy(x: Number, most: int = MOST_SHOWN) -> bool:
    """Whether a value has more signs than a page shows: it is held by its definition, or has more than *most* letters.

    >>> wordy(Number.of(2)), wordy(Number.of(2), 0)
    (False, True)
    """
    return _left(x, most) < 0


def _left(x: Number, room: int) -> int:
    """What is left of so much room once a value is written, below 0 where it does not fit."""
    for m in x.terms:
        room -= 1
        for b, _ in m[0]:
            if room < 0 or (isinstance(b, Atom) and b.kind == "def"):
                return -1
            room = _left(b.body, room) if isinstance(b, Atom) and isinstance(b.body, Number) else room - 1
        room = room if m[1] is None else _left(m[1], room)
        if room < 0:
            return -1
    return room


def form(x: Number) -> Form:
    """The readable tree of a value: fractions where they stand, or all over one denominator where that is shorter; the
    smallest exponential first.

    >>> form(Number.of(-2))
    Form(kind='neg', items=(Form(kind='int', items=(), value=2),), value=0)
    """
    x = tidy(x)
    found = _as_it_stands(x)
    if 1 < len(x.terms) <= MOST_JOINED and len(groups(x)) > 1:
        joined = together(x)
        if joined is not None:
            other = _as_it_stands(joined)
            return other if len(PLAIN.write(other)[0]) < len(PLAIN.write(found)[0]) else found
    return found


def _as_it_stands(x: Number) -> Form:
    return _sum([part for dens, top in groups(x).items() for part in _over(dens, top)])


def _over(dens: Powers, top: Number) -> Iterable[Form]:
    """A numerator over its denominators; a bare sum stays a sum of its own terms when its coefficients are whole. Letters below
    a fraction in a fraction are multiplied out."""
    below, front = [], fmpq(1)
    for a, p in dens:
        assert isinstance(a, Atom)
        if a.lettered or a.held:
            inner, letters = _without_letters_below(body(a), every=True)
            top *= _product_of(letters, int(p))
            n, under = _number_before(form(inner))
        else:
            n, under = _known_below(a)
        front *= fmpq(n) ** int(p)
        below.append(_raised(under, int(p)))
    if dens or len(top.terms) > 1:
        top, letters = _without_letters_below(top, every=bool(dens) or content(top).q != 1)
        below = [*(_base(letter, k) for letter, k in letters.items()), *below]
    waved = _one_logarithm(waves(top))
    c = content(Number({(w.powers, Number.of(i).key): w.coefficient for i, w in enumerate(waved)}))
    if not below and (c.q == 1 or len(waved) == 1):
        return [_term(w) for w in waved]
    c = c / front
    whole = [Wave(w.coefficient * c.q / front, w.powers, w.exponent, w.turn, w.angle) for w in waved]
    bottom = ([integer(int(c.q))] if c.q != 1 else []) + below
    numerator = _sum([_term(w) for w in whole])
    if numerator.kind == "neg":
        return [Form("neg", (Form("div", (numerator.items[0], _product(bottom))),))]
    return [Form("div", (numerator, _product(bottom)))]


def _without_letters_below(x: Number, every: bool) -> tuple[Number, dict[Atom, int]]:
    """A sum times the letters that stand below its terms, and these with their powers: those that stand below all of its terms,
    or below any where *every* one is to go."""
    lows = [{b: -int(p) for b, p in powers if _is_letter(b) and p < 0 and p.denominator == 1} for powers, _ in x.terms]
    found = {b for low in lows for b in low if every or all(b in other for other in lows)}
    letters = {b: max(low.get(b, 0) for low in lows) for low in lows for b in low if b in found}
    return (x * _product_of(letters, 1) if letters else x), letters


def _is_letter(base: Base) -> TypeGuard[Atom]:
    return isinstance(base, Atom) and base.kind == "sym"


def _product_of(letters: Mapping[Atom, int], p: int) -> Number:
    """Letters with their powers, all of it to a power."""
    powers: dict[Base, Exponent] = {letter: k * p for letter, k in letters.items()}
    return from_powers(powers, None, fmpq(1))


def _one_logarithm(found: list[Wave]) -> list[Wave]:
    """The logarithms of primes that are added up as that of one number, where it is not long: log 21 − log 50 is log(21/50)."""
    logs = {k: prime for k, w in enumerate(found) if (prime := _logged(w)) is not None}
    if len(logs) < 2:
        return found
    unit = content(Number({(((Atom("log", prime), 1),), None): found[k].coefficient for k, prime in logs.items()}))
    powers = [(prime, int(found[k].coefficient / unit)) for k, prime in logs.items()]
    if sum(abs(p) for _, p in powers) > LOGGED_PRIMES:
        return found
    whole = fmpq(1)
    for prime, p in powers:
        whole *= fmpq(prime) ** p
    if max(int(whole.p), int(whole.q)) > LOGGED:
        return found
    one = Wave(unit, ((Atom("log", int(whole.p) if whole.q == 1 else Number.of(whole).key), 1),), None)
    first = min(logs)
    return [one if k == first else w for k, w in enumerate(found) if k == first or k not in logs]


def _logged(w: Wave) -> int | None:
    """The prime of which a term is the logarithm, with nothing beside it but its coefficient."""
    if w.exponent is not None or w.turn or len(w.powers) != 1:
        return None
    ((base, p),) = w.powers
    return base.body if p == 1 and isinstance(base, Atom) and base.kind == "log" and isinstance(base.body, int) else None


@lru_cache(maxsize=256)
def _known_below(atom: Atom) -> tuple[int, Form]:
    """A denominator, which a whole row of weights and all that comes of it share; not of letters, which look alike and differ."""
    return _number_before(form(body(atom)))


def _number_before(f: Form) -> tuple[int, Form]:
    """The whole number before a form, and the rest: what is below a fraction may be 2 cos(π/8), put together from e^(iπ/8)."""
    if f.kind == "neg":
        n, rest = _number_before(f.items[0])
        return -n, rest
    if f.kind == "mul" and f.items[0].kind == "int":
        return int(f.items[0].value), _product(list(f.items[1:]))
    return 1, f


def _term(w: Wave) -> Form:
    """One term: its rational, its letters, its roots, its exponential, its sine or cosine."""
    c = abs(w.coefficient)
    top: list[Form] = [integer(int(c.p))] if c.p != 1 else []
    bottom: list[Form] = [integer(int(c.q))] if c.q != 1 else []
    under = [base for base, p in w.powers if p == Fraction(1, 2) and _under_a_root(base)]  # √C · √30 is √(30C)
    for base, p in w.powers:
        if not isinstance(base, int) and base not in under:
            (bottom if p < 0 else top).append(_base(base, p if p > 0 else -p))
    top += _surds(w.powers, [_bare_base(base) for base in under])
    for power in _exponential(w.exponent) if w.exponent is not None else []:
        below = power.kind == "pow" and power.items[0].kind == "sym" and power.items[1].kind == "neg"  # D^(−β)
        (bottom if below else top).append(Form("pow", (power.items[0], power.items[1].items[0])) if below else power)
    if w.angle is not None:
        top.append(Form(w.turn, (form(w.angle),)))
    out = _product(top) if not bottom else Form("div", (_product(top), _product(bottom)))
    return Form("neg", (out,)) if w.coefficient < 0 else out


def _surds(powers: Powers, letters: Sequence[Form]) -> list[Form]:
    """The roots of primes and of some letters, those of one order under one sign: √2 · √3 is √6; a power that is too long to
    stand under one stands as a power."""
    under: dict[int, int] = {}
    apart: list[Form] = []
    for base, p in powers:
        if not isinstance(base, int):
            continue
        if base.bit_length() * p.numerator > MOST_UNDER_ROOT:
            apart.append(Form("pow", (integer(base), Form("div", (integer(p.numerator), integer(p.denominator))))))
        else:
            under[p.denominator] = under.get(p.denominator, 1) * base**p.numerator
    if letters:
        under.setdefault(2, 1)
    inside = {order: [integer(n)] if n > 1 else [] for order, n in sorted(under.items())}
    return [*(_rooted(_product([*n, *(letters if order == 2 else [])]), order) for order, n in inside.items()), *apart]


def _exponential(alpha: Number) -> list[Form]:
    """e^α, where α = β · log p shown as p^β."""
    powers: dict[Atom, dict[Monomial, fmpq]] = {}
    rest: dict[Monomial, fmpq] = {}
    for m, c in alpha.terms.items():
        logs = [(b, p) for b, p in m[0] if isinstance(b, Atom) and b.kind == "log" and p == 1 and _raises(b)]
        if len(logs) == 1 and m[1] is None:
            powers.setdefault(logs[0][0], {})[tuple(item for item in m[0] if item != logs[0]), None] = c
        else:
            rest[m] = c
    bases = sorted(powers, key=lambda b: (not isinstance(b.body, int), b.body if isinstance(b.body, int) else str(b.body)))
    found = [Form("pow", (integer(b.body) if isinstance(b.body, int) else form(body(b)), form(Number(powers[b])))) for b in bases]
    return found + ([Form("exp", (form(Number(rest)),))] if rest else [])


def _under_a_root(base: Base) -> TypeGuard[Atom]:
    """Whether the root of a base is that of one letter."""
    return _is_letter(base) or (isinstance(base, Atom) and base.kind == "root" and _is_one_letter(body(base)))


def _bare_base(base: Atom) -> Form:
    return form(body(base)) if base.kind == "root" else _letter(base)


def _raises(log: Atom) -> bool:
    """Whether e to a multiple of a logarithm is written as a power: of a prime, and of a letter."""
    if isinstance(log.body, int):
        return True
    return _is_one_letter(body(log))


def _is_one_letter(x: Number) -> bool:
    ((powers, exponent), c), *others = x.terms.items()
    return not others and c == 1 and exponent is None and len(powers) == 1 and _is_letter(powers[0][0]) and powers[0][1] == 1


def _base(base: Atom, p: Exponent) -> Form:
    squared = square_of(body(base)) if base.kind == "root" and p.denominator == 2 else None
    if squared is not None:  # the root of t² is |t|
        return _raised(Form("abs", (form(squared),)), p.numerator)
    inner = _bare_base(base)
    if p.numerator == 1 or p.denominator == 1:
        return _rooted(_raised(inner, p.numerator), p.denominator)
    return Form("pow", (inner, Form("div", (integer(p.numerator), integer(p.denominator)))))


def _letter(atom: Atom) -> Form:
    if atom.kind == "pi":
        return Form("pi")
    if atom.kind == "sym":
        assert isinstance(atom.body, str)
        return Form("sym", value=atom.body)  # a name, or a Letter that knows its SymPy symbol
    if atom.kind == "def":
        return Form("def", value=Called(atom))
    inner = integer(atom.body) if isinstance(atom.body, int) else form(body(atom))
    return Form("log", (inner,))


def _rooted(inner: Form, order: int) -> Form:
    return inner if order == 1 else Form("root", (inner,), order)


def _raised(inner: Form, p: int) -> Form:
    return inner if p == 1 else Form("pow", (inner, integer(int(p))))


def _product(items: list[Form]) -> Form:
    if not items:
        return ONE_FORM
    return items[0] if len(items) == 1 else Form("mul", tuple(items))


def _sum(items: list[Form]) -> Form:
    if not items:
        return Form("int", value=0)
    if len(items) == 1:
        return items[0]
    flat = [part for item in items for part in (item.items if item.kind == "add" else (item,))]
    if flat[0].kind == "neg":
        first = next((i for i, part in enumerate(flat) if part.kind != "neg"), None)
        if first is None:
            return Form("neg", (Form("add", tuple(part.items[0] for part in flat)),))
        flat.insert(0, flat.pop(first))
    return Form("add", tuple(flat))


def single(m: Monomial, c: fmpq = fmpq(1)) -> Form:
    """The readable form of one monomial.

    >>> from symattn.exact.number import ONE
    >>> single(ONE, fmpq(2)).value
    2
    """
    return form(scaled(monomial(m), c))


# --- text ---
# Values as people write them on one line: the text language of answers and sheets, and a prettier one for messages.

LONG = 80  # letters of a value in a sentence


def text(x: Number, printer: Plain | None = None) -> str:
    """The value in the text language, which ``symattn.read`` and SymPy read back to the same value, or in a library's own.

    >>> from symattn.exact.functions import exp, root
    >>> text(1 / (1 + exp(3 * root(2))))
    '1/(1 + exp(3*sqrt(2)))'

    Raises LimitError for what is held by its definition, and past MOST_WRITTEN letters.
    """
    if wordy(x, MOST_WRITTEN):
        raise LimitError(f"an exact form of more than {MOST_WRITTEN:,} letters; its decimals can be asked for")
    return (printer or PLAIN).write(form(x))[0]


def shown(x: Number) -> str:
    """The value in the text language, or about what it is where that would be too long.

    >>> shown(Number.of(1) / 3)
    '1/3'
    """
    return pretty(x) if wordy(x, MOST_WRITTEN) else text(x)


def pretty(x: Number) -> str:
    """The value for a sentence, with √ and e^{…}; a long one is shortened to its decimals.

    >>> from symattn.exact.functions import exp, root
    >>> pretty(1 / (1 + exp(3 * root(2))))
    '1/(1+e^{3√2})'
    """
    if not wordy(x):
        out = PRETTY.write(form(x))[0]
        if len(out) <= LONG:
            return out
        if symbolic(x):
            return f"{out[:LONG]}…"
    try:
        mantissa, power = scientific(x, 6)
    except LimitError:
        return f"a sum of {len(x.terms):,} terms"
    if not mantissa.strip("-0."):
        return "0"
    return f"about {mantissa}·10^{power}" if power else f"about {mantissa}"


class Printer(ABC, Generic[Piece]):
    """Writes forms with a pen, which puts the brackets; how a root, a function and a number look, a medium says."""

    pen: Pen[Piece]

    @abstractmethod
    def leaf(self, f: Form) -> Piece:
        """A form that is no sum, product, quotient or power."""

    def write(self, f: Form) -> Piece:
        """A form as this medium writes it."""
        match f.kind:
            case "neg":
                return self.pen.negative(self.write(f.items[0]))
            case "add":
                return self.pen.total((x.kind == "neg", self.write(x.items[0] if x.kind == "neg" else x)) for x in f.items)
            case "mul":
                return self.pen.joined("*", *map(self.write, f.items))
            case "div":
                return self.over(*f.items)
            case "pow":
                return self.raised(*f.items)
        return self.leaf(f)

    def over(self, top: Form, bottom: Form) -> Piece:
        """One form over another."""
        return self.pen.joined("/", self.write(top), self.write(bottom))

    def raised(self, base: Form, exponent: Form) -> Piece:
        """One form to the power of another."""
        return self.pen.joined("**", self.write(base), self.write(exponent))


class Plain(Printer[Written]):
    """The text language; a library has words, letters and fractions of its own."""

    pen: Pen[Written] = Text("+-", SUM, ATOM)

    def over(self, top: Form, bottom: Form) -> Written:
        """One form over another; a denominator is what a row of weights and all that comes of it share."""
        if top.kind == bottom.kind == "int":
            return self.fraction(self.write(top)[0], self.write(bottom)[0])
        return self.pen.joined("/", self.write(top), _below(self, bottom))

    def leaf(self, f: Form) -> Written:
        """A numeral, a name or a function."""
        if f.kind == "pi":
            return self.word("pi"), ATOM
        if not f.items:
            return fmpz(f.value).str() if isinstance(f.value, int) else self.name(f.value), ATOM
        inner = self.write(f.items[0])
        if f.kind == "root" and f.value != 2:
            return self.pen.joined("**", inner, self.fraction("1", str(f.value)))
        return f"{self.word('sqrt' if f.kind == 'root' else f.kind)}({inner[0]})", ATOM

    def word(self, name: str) -> str:
        """A function or π by its name."""
        return name

    def name(self, letter: str) -> str:
        """A letter."""
        return letter

    def fraction(self, top: str, bottom: str) -> Written:
        """A fraction of two whole numbers."""
        return f"{top}/{bottom}", PRODUCT


class _Close(Text):
    """Signs close together, as on paper, and a dot only where a number or two letters would run into each other."""

    def spelled(self, sign: str, before: str, after: str) -> str:
        if sign == "*":
            return "·" if after[0].isdigit() or (before[-1].isalpha() and after[0].isalpha()) else ""
        return {"-": "−", "**": "^"}.get(sign, sign)


class Pretty(Plain):
    """Text for sentences, with √ and e^{…}."""

    pen = _Close("", SUM, ATOM)

    def leaf(self, f: Form) -> Written:
        """A numeral, a name or a function, with signs as on paper."""
        inner = self.write(f.items[0])[0] if f.items else ""
        match f.kind:
            case "pi":
                return "π", ATOM
            case "abs":
                return f"|{inner}|", ATOM
            case "exp":
                return ("e" if inner == "1" else f"e^{{{inner}}}"), ATOM
            case "root":
                sign = {2: "√", 3: "∛"}.get(int(f.value), f"{f.value}-th root of ")
                return sign + (inner if f.items[0].kind == "int" else f"({inner})"), ATOM
        return super().leaf(f)


@lru_cache(maxsize=256)
def _below(printer: Plain, f: Form) -> Written:
    return printer.write(f)


PLAIN, PRETTY = Plain(), Pretty()
