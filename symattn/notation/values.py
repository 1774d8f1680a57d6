"""Exact values as boxes: readable forms, terminating decimals, rounded decimals, powers of ten."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property

from flint import fmpq, fmpz

from symattn.binding import ATOM
from symattn.boxes import (
    BLANK,
    DOT,
    MINUS,
    PLUS,
    Box,
    Fence,
    Frac,
    Ink,
    Root,
    Script,
    number,
    row,
    times_ten,
    whole,
)
from symattn.boxes.paper import PAPER
from symattn.exact.ball import FIRST_BITS, as_of, ball, onward, whole_bits
from symattn.exact.decide import sign, sign_if_told
from symattn.exact.decimals import decimal, scientific
from symattn.exact.form import ONE_FORM, Form, Printer
from symattn.exact.number import Number
from symattn.exact.text import form
from symattn.exact.zero import is_zero
from symattn.limits import MOST_WHOLE_BITS
from symattn.notation.names import spelled
from symattn.records import frozen
from symattn.said import Glossary, Strings

HIGHEST_ROOT = 8  # that is read beside its decimals
HIGHEST_SIGN = (
    4  # the index of a root with its sign, ∜2; above it stands a power, 2^(1/5)
)
LONG_INSIDE = 8  # digits of a number in a formula that nobody reads
LONG_FRACTION = 7  # the same of a fraction of two numbers, together
HANDY, UNHANDY = (
    16,
    100,
)  # a fraction of two numbers above the first, with one from the second on, or of a product ten times as
# large says little
KEPT = 2  # significant digits that are left of a number below a logarithm or a bar, where 0.00 could not be worked with
MOST_ZEROS = (
    20  # of a small number that is worked on with: beyond that it is a power of ten
)
MOST_PLACES = 9  # a terminating decimal longer than this is shown as a fraction


@frozen
class ValuePrinter(Printer[Box]):
    """How exact values are written: *decimals* says that rationals show as terminating decimals.

    ``letters`` maps the names of symbols (ε_1 …) to their boxes, ``words`` has the notation's own names of functions: ln for log.
    Where ``e`` is another thing's name, a power of Euler's number is exp(x). Letters stand in the ``order`` of these names.
    What is not ``built`` stands on one line, fractions slashed, as in an exponent.

    >>> ValuePrinter(decimals=True).exact(Number.of(fmpq(79, 5)))
    Ink(text='15.8', kind='number')
    """

    decimals: bool = False
    letters: Mapping[str, Box] = field(default_factory=dict)
    words: Glossary = field(default_factory=dict)
    built: bool = True
    e: bool = True
    order: Strings = ()
    pen = PAPER

    def exact(self, x: Number, places: int = 0, built: bool = False) -> Box:
        """The exact value; *places* pads a terminating decimal, *built* stacks a rational fraction."""
        if x.is_rational:
            return self.rational(x.rational, places, built)
        return self.write(self._tree(x))

    def _tree(self, x: Number) -> Form:
        return in_order(form(x), self.order) if self.order else form(x)

    def cell(self, x: Number, places: int = 0) -> Box:
        """The exact value as a matrix shows it: only exponentials are built up, √2/2 stays on the line."""
        f = self._tree(x)
        if x.is_rational or any(part.kind in ("add", "exp") for part in _parts(f)):
            return self.exact(x, places)
        match f:
            case Form("div", (_, Form("int"))) | Form("neg", (Form("div"),)):
                return self.flat(f)
        return self.exact(x, places)

    def inline(self, x: Number) -> Box:
        """The exact value on one line, for a sentence: fractions slashed."""
        return self.rational(x.rational) if x.is_rational else self.flat(self._tree(x))

    def rational(self, q: fmpq, places: int = 0, built: bool = False) -> Box:
        """A rational as a whole number, a terminating decimal, or a fraction."""
        if self.decimals and (places or q.q != 1):
            own = places_of(q, max(MOST_PLACES, len(str(q)) - 1))
            if own is not None:  # no longer than the fraction is
                return number(fixed_point(q, max(places, own)))
        if q.q == 1:
            return whole(int(q.p))
        top, bottom = number(abs(int(q.p))), number(int(q.q))
        shown = Frac(top, bottom) if built else PAPER.joined("/", top, bottom)
        return PAPER.negative(shown) if q < 0 else shown

    def flat(self, f: Form) -> Box:
        """A form on one line, for exponents."""
        return self._flat.write(f)

    @cached_property
    def _flat(self) -> ValuePrinter:
        return replace(self, built=False)

    def over(self, top: Form, bottom: Form) -> Box:
        """A fraction; a plain rational one follows the sheet's style."""
        if top.kind == bottom.kind == "int" and (self.built or self.decimals):
            return self.rational(
                fmpq(int(top.value), int(bottom.value)), built=self.built
            )
        if (under := _under_one_root(top, bottom)) is not None:
            return self.write(under)
        above, below = self._over_root(top, bottom) or (
            self.write(top),
            self.write(bottom),
        )
        if self.built:
            return PAPER.over(above, below)
        # a/b/c and abc/d are hard to read
        if top.kind == "div" or (top.kind == "mul" and len(top.items) > 2):
            above = PAPER.fenced(above, ATOM)
        return PAPER.joined("/", above, below)

    def raised(self, base: Form, exponent: Form) -> Box:
        """A power, what stands above on one line."""
        return PAPER.raised(self.write(base), self.flat(exponent))

    def leaf(self, f: Form) -> Box:
        """A number, a letter, a root or a function."""
        match f.kind:
            case "int":
                return whole(int(f.value))
            case "sym" | "def":
                return self.letters.get(str(f.value)) or symbol(str(f.value))
            case "pi":
                return Ink("π")
        of, root = f.items[0], int(f.value)
        match f.kind:
            case "root" if root <= HIGHEST_SIGN:
                return Root(self.write(of), root)
            case "root":
                return replace(self, decimals=False).raised(*_as_power(of, root))
            case "exp" if self.e:
                return (
                    Ink("e") if of == ONE_FORM else Script(Ink("e"), sup=self.flat(of))
                )
            case "abs":
                return Fence("|", self.write(of), "|")
        word = Ink(self.words.get(f.kind, f.kind), "upright")
        match of:
            case Form(
                "div", (Form("int"), Form("int"))
            ):  # sin(1/10): no small fraction
                inside = self.flat(of)
            case _:
                inside = self.write(of)
        return row(word, Fence("(", inside, ")"))

    def _over_root(self, top: Form, bottom: Form) -> tuple[Box, Box] | None:
        """In a sheet of decimals c√n/q is written with the root below, 246.4/√3, where that ends the decimal."""
        if not self.decimals or bottom.kind != "int":
            return None
        match top.items if top.kind == "mul" else (ONE_FORM, top):
            case Form("int", (), times), Form("root", (Form("int", (), under),), 2):
                c = fmpq(int(times), int(bottom.value)) * int(under)
                if places_of(c) is not None:
                    return self.rational(c), Root(number(under))
        return None


def _as_power(under: Form, index: int) -> tuple[Form, Form]:
    """The root of a form as its base and exponent, the nineteenth root of 8 as 2 and 3/19."""
    power = 1
    if under.kind == "int":
        n = fmpz(under.value)
        power = next((k for k in range(index - 1, 1, -1) if n.root(k) ** k == n), 1)
        under = Form("int", (), int(n.root(power)))
    return under, Form("div", (Form("int", (), power), Form("int", (), index)))


def in_order(whole: Form, names: Sequence[str]) -> Form:
    """A form with its letters in the order of some names: in products behind numbers and roots of these, and before sums, which
    stand by the first of theirs; in long sums of products of equally many by those of each: q₁²k₁² + 2q₁q₂k₁k₂ + q₂²k₂².

    >>> from symattn.exact.functions import symbol
    >>> q, k = symbol("q"), symbol("k")
    >>> ValuePrinter().write(in_order(form(2 * k * q + k * k), ["q", "k"])).items[0]
    Ink(text='2', kind='number')
    """
    items = tuple(in_order(part, names) for part in whole.items)
    places = {name: k for k, name in enumerate(names)}
    if whole.kind == "mul":
        items = tuple(sorted(items, key=lambda part: _standing(part, places)))
    elif whole.kind == "add" and len(items) > 2:  # Nd + N² as it stands
        powers = [_powers(part, places) for part in items]
        found = [x for x in powers if x is not None]
        if len(found) == len(powers) and len(set(map(sum, found))) == 1:
            falling = sorted(range(len(items)), key=found.__getitem__, reverse=True)
            if items[falling[0]].kind != "neg":
                items = tuple(items[k] for k in falling)
    return replace(whole, items=items)


def _standing(part: Form, places: Mapping[str, int]) -> tuple[int, int]:
    """Where a factor stands: numbers, roots of numbers, letters, all else by the first of its letters, a sine or cosine last."""
    base = part.items[0] if part.kind == "pow" else part
    if part.kind == "int":
        return 0, 0
    if base.kind in ("cos", "sin"):
        return 4, 0
    letters = [
        str(inner.value) for inner in _parts(part) if inner.kind in ("sym", "def")
    ]
    if not letters:
        return 1, 0
    known = [places[x] for x in letters if x in places]
    return 2 if known and base.kind == "sym" else 3, min(known, default=0)


def _parts(whole: Form) -> Iterator[Form]:
    """A form and all that it is made of."""
    yield whole
    for item in whole.items:
        yield from _parts(item)


def fractions_of(x: Number) -> Iterator[fmpq]:
    """The rationals in a value that are written as fractions or as decimals of their own, those in exponents too.

    >>> from symattn.exact.functions import exp
    >>> list(fractions_of(Number.of(fmpq(2, 3)))), list(fractions_of(1 + exp(fmpq(3, 2))))
    ([2/3], [3/2])
    """
    if x.is_rational:
        yield from () if x.rational.q == 1 else (x.rational,)
        return
    for part in _parts(form(x)):
        match part:
            case Form("div", (Form("int") as top, Form("int") as bottom)):
                yield fmpq(int(top.value), int(bottom.value))


def _powers(term: Form, places: Mapping[str, int]) -> tuple[int, ...] | None:
    """How often each letter stands in a term; None where more than these and numbers stands in it."""
    term = term.items[0] if term.kind == "neg" else term
    found = [0] * len(places)
    for part in term.items if term.kind == "mul" else (term,):
        base, power = part.items if part.kind == "pow" else (part, ONE_FORM)
        rank = _standing(part, places)[0]
        if rank == 3 or (rank == 2 and power.kind != "int"):
            return None
        if rank == 2:
            found[places[str(base.value)]] += int(power.value)
    return tuple(found) if any(found) else None


def _under_one_root(top: Form, bottom: Form) -> Form | None:
    """A root of letters over a whole number that has divisors in common with the number under it, or over another root of such:
    √(C/120), and no √(30C)/60; √(AC/(6B))."""
    match bottom:
        case Form("int"):
            by, root = bottom, ONE_FORM
        case Form("mul", (by, root)):
            pass
        case _:
            by, root = ONE_FORM, bottom
    if by.kind != "int" or not _is_square(top):
        return None
    if root != ONE_FORM and not _is_square(root):
        return None
    c, above = _letters_under(top)
    d, below = _letters_under(root)
    square = int(by.value) ** 2
    inside = fmpq(c, d * square)
    if not above or (not below and (c == 1 or inside.q == square)):
        return None
    under = _times(int(inside.p), above)
    divisor = _times(int(inside.q), below)
    if divisor != ONE_FORM:
        under = Form("div", (under, divisor))
    return Form("root", (under,), 2)


def _is_square(f: Form) -> bool:
    return f.kind == "root" and f.value == 2


def _letters_under(f: Form) -> tuple[int, tuple[Form, ...]]:
    """What stands under a square root: a whole number, and the factors that are none."""
    if not _is_square(f):
        return 1, ()
    under = f.items[0]
    first, *rest = under.items if under.kind == "mul" else (under,)
    if first.kind == "int":
        return int(first.value), tuple(rest)
    return 1, (first, *rest)


def _times(first: int, factors: tuple[Form, ...]) -> Form:
    """A whole number times factors; 1 of nothing."""
    if first != 1 or not factors:
        factors = (Form("int", (), first), *factors)
    return factors[0] if len(factors) == 1 else Form("mul", factors)


def in_unit(digits: Box, unit: str) -> Box:
    """A number with its unit behind it.

    >>> in_unit(number("80"), "GB").items[2]
    Ink(text='GB', kind='unit')
    """
    return row(digits, BLANK, Ink(unit, "unit"))


def symbol(name: str) -> Box:
    """A symbol of the reader's own: x_1 as x with 1 below; what is no name (X[0, 1]) as it is.

    >>> symbol("x_1").sub.text
    '1'
    """
    return spelled(name) if name.isidentifier() else Ink(name, "text")


def fixed_point(q: fmpq, places: int) -> str:
    """A rational with exactly so many places; it must terminate there.

    >>> fixed_point(fmpq(7), 1)
    '7.0'
    """
    return decimal(Number.of(q), places)


def places_of(q: fmpq, most: int = MOST_PLACES) -> int | None:
    """How many decimals a rational needs, or None when it does not end soon enough.

    >>> places_of(fmpq(79, 5)), places_of(fmpq(1, 3))
    (1, None)
    """
    if q.q.bit_length() > 4 * most + 1:
        return None
    below = int(q.q)
    twos = (below & -below).bit_length() - 1
    fives, rest = _fives(fmpz(below >> twos))
    found = max(twos, fives)
    return found if rest == 1 and found <= most else None


def _fives(of: fmpz) -> tuple[int, fmpz]:
    """How often 5 divides a number, and what is left of that; in few divisions, however many times it is.

    >>> _fives(fmpz(5) ** 1000 * 7)
    (1000, 7)
    """
    by, times = [fmpz(5)], 0
    while of % by[-1] == 0:
        by.append(by[-1] ** 2)
    for k in range(len(by) - 1, 0, -1):
        if of % by[k - 1] == 0:
            of //= by[k - 1]
            times += 2 ** (k - 1)
    return times, of


def unhandy(q: fmpq) -> bool:
    """Whether a fraction is one of which nobody sees how large it is.

    >>> unhandy(fmpq(512, 9)), unhandy(fmpq(65, 17)), unhandy(fmpq(7, 9))
    (True, True, False)
    """
    if q.q == 1:
        return False
    small, large = sorted((abs(int(q.p)), int(q.q)))
    return large >= UNHANDY or small > HANDY or small * large >= 10 * UNHANDY


def unreadable(x: Number, most: int = 10**LONG_INSIDE) -> bool:
    """Whether an exact value has numbers in it that nobody reads, as powers of decimals have: ⁵⁰√7730993719707444524137094407.
    Irrational ones have no numbers from *most* on.

    >>> from symattn.exact.functions import root
    >>> unreadable(Number.of(10**30)), unreadable(2 * root(fmpq(7, 2))), unreadable(root(7730993719707444524137094407, 50))
    (False, False, True)
    >>> unreadable(Number.of(fmpq(91, 100) ** 9))
    True
    """
    if x.is_rational:
        top, bottom = abs(x.rational.p), x.rational.q
        if bottom == 1:
            return False
        if max(top, bottom) >= 10**LONG_FRACTION:
            return True
        return places_of(x.rational) is None and len(f"{top}{bottom}") > LONG_FRACTION
    found = [*_parts(form(x))]
    roots = {int(f.value) for f in found if f.kind == "root"}
    long = (f.kind == "int" and int(f.value) >= most for f in found)
    return (
        len(roots) > 1
        or max(roots, default=0) > HIGHEST_ROOT
        or any(long)
        or any(map(_stacked, found))
    )


def _stacked(f: Form) -> bool:
    """Whether a fraction stands above or below the bar of another one, or a logarithm below one: (3 log(3)/log(2) − 2)/3."""
    kinds = (("div",), ("div", "log")) if f.kind == "div" else ()
    return any(_holds(side, kind) for side, kind in zip(f.items, kinds, strict=False))


def _holds(f: Form, kinds: Strings) -> bool:
    """Whether there is one of these kinds among the terms and factors of a form."""
    inner = f.items if f.kind in ("add", "mul", "neg") else ()
    return f.kind in kinds or any(_holds(item, kinds) for item in inner)


def power_of_ten(x: Number, digits: int = 4) -> Box:
    """A value as 1.651 · 10⁻⁶².

    >>> power_of_ten(Number.of(fmpq(1, 4000)), 3).items[0]
    Ink(text='2.50', kind='number')
    """
    mantissa, exponent = scientific(x, digits)
    return row(number(mantissa), DOT, Script(number(10), sup=number(exponent)))


def significant(q: fmpq, most: int) -> Box:
    """A number to so many significant digits; a small or a large one as a power of ten.

    >>> significant(fmpq(1, 3), 4), significant(fmpq(4000, 3), 4).items[0].text
    (Ink(text='0.3333', kind='number'), '1.333')
    """
    x = Number.of(q)
    whole = len(str(int(abs(q))))
    if abs(q) * 10**3 < 1 or whole >= most:
        return power_of_ten(x, most)
    write = digits(most - whole if abs(q) > 1 else 0, most)
    return number(write(x))


def before(first: Box, by: Box | None) -> Box:
    """A number before letters, or above what stands below a bar alone: 3.05/b.

    >>> before(number(3), Frac(number(1), Ink("b"))) == Frac(number(3), Ink("b"))
    True
    """
    match by:
        case Frac(Ink("1", "number"), bottom):
            return Frac(first, bottom)
    return row(first, by)


def decimal_box(text: str) -> Box:
    """A decimal as it is written, with its power of ten where it has one.

    >>> decimal_box("-0.25").items[1].text, decimal_box("3.3e-31").items[0].text
    ('0.25', '3.3')
    """
    digits, _, power = text.partition("e")
    return times_ten(digits, int(power)) if power else number(digits)


def vast(x: Number) -> bool:
    """Whether a value has more digits before its point than anybody reads: it is shown by the first ones.

    >>> vast(Number.of(10**500)), vast(Number.of(10**50))
    (True, False)
    """
    return whole_bits(ball(x, FIRST_BITS)) > MOST_WHOLE_BITS


FEW_PLACES = 4  # of a number near 0 or 1 that are read at a glance: 0.0002 beside 0.9998, and 2.5·10⁻⁵ beside 1 − 2.5·10⁻⁵


def rounded(x: Number, places: int, tiny: bool = True) -> Box:
    """A value to so many decimals; never 0 or 1 for what is neither, but a power of ten where *tiny* asks for it, and for a
    vast one."""
    if vast(x):
        return power_of_ten(x, as_of(places, max(4, places + 1)))
    own = places_of(x.rational) if x.is_rational else None
    if own is not None and own <= places:
        return number(fixed_point(x.rational, own))
    text = decimal(x, places)
    near = read_decimal(text)
    gap = x - Number.of(near)
    if text.endswith("0") and is_zero(gap):
        return rounded(Number.of(near), places)  # rational, though it is not written so
    if not tiny or abs(near) not in (0, 1) or not sign_if_told(gap):
        return number(text)
    closer = (decimal(x, more) for more in onward(places + 1, FEW_PLACES + 1))
    short = next((more for more in closer if abs(read_decimal(more)) not in (0, 1)), "")
    return number(short) if short else _away(text, gap, as_of(places, 4))


def _away(decimal: str, gap: Number, digits: int) -> Box:
    """A whole number and the tiny gap to it, to so many digits."""
    if not read_decimal(decimal):
        return power_of_ten(gap, digits)
    positive = sign(gap) > 0
    whole = number(decimal.split(".")[0])
    return row(
        whole,
        PLUS if positive else MINUS,
        power_of_ten(gap if positive else -gap, digits),
    )


def read_decimal(decimal: str) -> fmpq:
    """A written decimal as the rational it is.

    >>> read_decimal("-0.25"), read_decimal("2.5e2")
    (-1/4, 250)
    """
    digits, _, power = decimal.partition("e")
    whole, _, places = digits.partition(".")
    return fmpq(fmpz(whole + places), 1) * fmpq(10) ** (
        int(power or 0) - len(places)
    )  # int reads no 5,000 digits


def digits(places: int, keeps: int = 0) -> Callable[[Number], str]:
    """How a number is written to so many places; one that *keeps* so many significant digits is not written as 0. What nobody
    would read as a decimal has a power of ten behind an e.

    >>> write = digits(2, KEPT)
    >>> write(Number.of(fmpq(1, 3))), write(Number.of(fmpq(1, 3000))), write(Number.of(fmpq(1, 4)))
    ('0.33', '0.00033', '0.25')
    >>> write(Number.of(fmpq(1, 3 * 10**30))), write(Number.of(fmpq(10**500, 3))), write(Number.of(10**500))
    ('3.3e-31', '3.33e499', '1.00e500')
    """

    def write(x: Number) -> str:
        if vast(x):
            mantissa, exponent = scientific(x, as_of(places, max(places + 1, keeps)))
            return f"{mantissa}e{exponent}"
        if (
            x.is_rational
            and (own := places_of(x.rational)) is not None
            and own <= places
        ):
            return fixed_point(x.rational, own)
        text = decimal(x, places)
        if not keeps or read_decimal(text):
            return text
        mantissa, exponent = scientific(x, as_of(places, keeps))
        if exponent < -MOST_ZEROS:
            return f"{mantissa}e{exponent}"
        near = read_decimal(mantissa) * fmpq(1, 10) ** -exponent
        return decimal(Number.of(near), keeps - 1 - exponent) if near else text

    return write
