"""Values as people write them: their readable form, the text language of answers and sheets, and a prettier one for messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import TypeGuard

from flint import fmpq

from symattn.errors import LimitError
from symattn.exact.absorbed import shortest
from symattn.exact.decimals import scientific
from symattn.exact.form import ONE_FORM, PLAIN, PRETTY, Called, Form, Plain
from symattn.exact.number import (
    Atom,
    Base,
    Exponent,
    Monomial,
    Number,
    Powers,
    from_powers,
    of_kind,
    scaled,
)
from symattn.exact.quotients import (
    Denominators,
    content,
    decomposed,
    groups,
    least,
    square_of,
    tidy,
    together,
)
from symattn.exact.waves import Wave, waves
from symattn.exact.zero import symbolic
from symattn.limits import MOST_JOINED, MOST_SHOWN, MOST_UNDER_ROOT, MOST_WRITTEN
from symattn.records import replace

LOGGED = (
    10**5
)  # up to which the logarithm of a number is shown in place of those of its primes
LOGGED_PRIMES = 20  # so many of them, each as often as it divides

LONG = 80  # letters of a value in a sentence


def text(x: Number, printer: Plain | None = None) -> str:
    """The value in the text language, which ``symattn.read`` and SymPy read back to the same value, or in a library's own.

    >>> from symattn.exact.functions import exp, root
    >>> text(1 / (1 + exp(3 * root(2))))
    '1/(1 + exp(3*sqrt(2)))'

    Raises LimitError for what is held by its definition, and past MOST_WRITTEN letters.
    """
    if wordy(x, MOST_WRITTEN):
        raise LimitError(
            f"an exact form of more than {MOST_WRITTEN:,} letters; its decimals can be asked for"
        )
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


def integer(n: int) -> Form:
    """A whole number, a negative one as the negative of a positive.

    >>> integer(-2).kind
    'neg'
    """
    return Form("neg", (Form("int", value=-n),)) if n < 0 else Form("int", value=n)


def wordy(x: Number, most: int = MOST_SHOWN, named: bool = False) -> bool:
    """Whether a value has more signs than a page shows: it has more than *most* letters, or is held by its definition, which is
    one letter where it is *named*.

    >>> wordy(Number.of(2)), wordy(Number.of(2), 0)
    (False, True)
    """
    return _left(x, most, named) < 0


def _left(x: Number, room: int, named: bool) -> int:
    """What is left of so much room once a value is written, below 0 where it does not fit."""
    for m in x.terms:
        room -= 1
        for b, _ in m[0]:
            if room < 0 or (of_kind(b, "def") and not named):
                return -1
            if isinstance(b, Atom) and isinstance(b.body, Number):
                room = _left(b.body, room, named)
            else:
                room -= 1
        if m[1] is not None:
            room = _left(m[1], room, named)
        if room < 0:
            return -1
    return room


def form(x: Number) -> Form:
    """The readable tree of a value: fractions where they stand, or all over one denominator where that is shorter; the
    smallest exponential first.

    >>> form(Number.of(-2))
    Form(kind='neg', items=(Form(kind='int', items=(), value=2),), value=0)
    """
    found: Form | None = x._form
    if found is None:
        found = x._form = _made(shortest(tidy(x)))
    return found


def collected(
    x: Number, below_zero: Callable[[Number], bool] = lambda _: False
) -> Form:
    """The tree of a value in letters with the fewest letters and numbers: as it stands, with like denominators in one fraction,
    or in factors over one denominator, where what is *below_zero* is turned, as one writes what an equation is solved for.

    >>> from symattn.exact.functions import symbol
    >>> p, r, a, b = map(symbol, "prab")
    >>> [PLAIN.write(collected(x))[0] for x in ((p - 1) * (1 - r) / r, a / r + b / r - p, (a + b) * (p + r) / (a - r))]
    ['(r - 1)*(1 - p)/r', '(a + b)/r - p', '(p + r)*(a + b)/(a - r)']
    """
    found = [form(x)]
    if 1 < len(x.terms) <= MOST_JOINED and all(_of_letters(m) for m in x.terms):
        found += [*_in_factors(x, below_zero), _by_denominators(x)]
    return min(found, key=lambda f: (_leaves(f), _leaves(f, "sym")))


def _of_letters(m: Monomial) -> bool:
    """Whether a term has nothing but letters and sums of such below it."""
    return m[1] is None and all(
        isinstance(b, Atom) and b.kind in ("sym", "den") and p.denominator == 1
        for b, p in m[0]
    )


def _leaves(f: Form, kind: str = "") -> int:
    """How many letters and numbers a form has, or leaves of one *kind*."""
    return sum(_leaves(x, kind) for x in f.items) if f.items else kind in ("", f.kind)


def _by_denominators(x: Number) -> Form:
    """A sum in which terms with the same below them are one fraction."""
    parts: dict[tuple[Denominators, Powers], dict[Monomial, fmpq]] = {}
    for dens, top in groups(tidy(x)).items():
        for m, c in top.terms.items():
            below = tuple((b, p) for b, p in m[0] if p < 0)
            parts.setdefault((dens, below), {})[m] = c
    return _sum(
        [part for (dens, _), top in parts.items() for part in _over(dens, Number(top))]
    )


def _in_factors(x: Number, below_zero: Callable[[Number], bool]) -> Iterator[Form]:
    """A sum as one fraction of factors; nothing where that is too long."""
    try:
        joined = together(tidy(x))
        if joined is None:
            return
        ((dens, top),) = groups(joined).items()
        top, letters = _without_letters_below(top, every=True)
        front, sums = decomposed(top, fully=True)
    except (ValueError, LimitError):
        return
    ((m, c),) = front.terms.items()
    if not _of_letters(m):
        return  # e⁻ᵗ/(1 + e⁻ᵗ)² has a factor that is none of letters
    for k, (factor, power) in enumerate(sums):
        if power % 2 and below_zero(factor):
            sums[k], c = (-factor, power), -c
    can_turn = [
        k for k, (factor, power) in enumerate(sums) if _of_both_signs(factor, power)
    ]
    if c < 0 and can_turn:
        last = can_turn[-1]
        factor, power = sums[last]
        sums[last], c = (-factor, power), -c
    n, d = abs(int(c.p)), int(c.q)
    above = [*_unless_one(n), *(_base(b, p) for b, p in m[0] if isinstance(b, Atom))]
    above += [_raised(form(factor), power) for factor, power in sums]
    below = [*_unless_one(d), *(_base(b, p) for b, p in letters.items())]
    below += [_raised(form(a.number), p) for a, p in dens]
    whole = _with_bar(above, below)
    yield Form("neg", (whole,)) if c < 0 else whole


def _of_both_signs(factor: Number, power: int) -> bool:
    """Whether an odd power of a sum in which something is taken off: with a minus sign before it, it is turned."""
    return power % 2 == 1 and min(factor.terms.values()) < 0 < max(
        factor.terms.values()
    )


def _made(x: Number) -> Form:
    found = _as_it_stands(x)
    if not 1 < len(x.terms) <= MOST_JOINED or len(groups(x)) < 2:
        return found
    joined = together(x)
    if joined is None:
        return found
    other = _as_it_stands(joined)
    if len(joined.terms) == 1:  # −e/(1 + e), and no 1/(1 + e) − 1
        return other
    return min(found, other, key=lambda f: len(PLAIN.write(f)[0]))


def _as_it_stands(x: Number) -> Form:
    return _sum([part for dens, top in groups(x).items() for part in _over(dens, top)])


def _over(dens: Denominators, top: Number) -> Iterable[Form]:
    """A numerator over its denominators; a bare sum stays a sum of its own terms when its coefficients are whole. Letters below
    a fraction in a fraction are multiplied out."""
    below, front = [], fmpq(1)
    for a, p in dens:
        if a.has("sym") or a.has("def"):
            inner, letters = _without_letters_below(a.number, every=True)
            inner, up = _with_no_letter_taken_off(inner)
            top *= _product_of(letters, p) * up**p
            if _of_both_signs(inner, p) and all(c < 0 for c in top.terms.values()):
                top, inner = -top, -inner  # a/(c − b), and no −a/(b − c)
            n, under = _number_before(form(inner))
        else:
            n, under = _known_below(a)
        front *= fmpq(n) ** p
        below.append(_raised(under, p))
    if dens or len(top.terms) > 1:
        top, letters = _without_letters_below(
            top, every=bool(dens) or content(top).q != 1
        )
        below = [*(_base(letter, k) for letter, k in letters.items()), *below]
    waved = _one_logarithm(waves(top))
    apart = Number(
        {(w.powers, Number.of(i).key): w.coefficient for i, w in enumerate(waved)}
    )
    c = content(apart)
    q = int((c / front).q)
    root = _root_in_all(waved)
    divides = root > 1 and q % root == 0
    if not below and (c.q == 1 or len(waved) == 1) and not divides:
        return _terms(waved)
    c = c / front
    outside: list[Form] = []
    if divides or (root > 1 and len(waved) > 1):  # (a + b)/√2
        waved = [replace(w, powers=_without_root(w.powers, root)) for w in waved]
        outside = _unless_one(int(c.p))
        front *= c.p
        surd = _rooted(integer(root), 2)
        if divides:
            below = [surd, *below]
            q //= root
        else:
            outside.append(surd)
    whole = [replace(w, coefficient=w.coefficient * c.q / front) for w in waved]
    bottom = _unless_one(q) + below
    numerator = _sum(_terms(whole))
    above = numerator.items[0] if numerator.kind == "neg" else numerator
    above = _product([*outside, above]) if outside else above
    found = Form("div", (above, _product(bottom)))
    return [Form("neg", (found,)) if numerator.kind == "neg" else found]


def _unless_one(n: int) -> list[Form]:
    """A whole number as a factor; none where it is 1."""
    return [integer(n)] if n != 1 else []


def _with_bar(above: list[Form], below: list[Form]) -> Form:
    """A product over another; without a bar where nothing is below."""
    top = _product(above)
    return Form("div", (top, _product(below))) if below else top


def _root_in_all(found: Sequence[Wave]) -> int:
    """The number whose square root every term of a sum with letters has; 1 where there is none."""
    powers = [power for w in found for power in w.powers]
    lettered = any(_is_letter(b) and p.denominator == 1 for b, p in powers)
    apart = any(_under_a_root(b) and p == Fraction(1, 2) for b, p in powers)
    if apart or not lettered:
        return 1
    roots = [
        {b for b, p in w.powers if isinstance(b, int) and p == Fraction(1, 2)}
        for w in found
    ]
    n = prod(set[int].intersection(*roots))
    return n if n.bit_length() <= MOST_UNDER_ROOT else 1


def _without_root(powers: Powers, n: int) -> Powers:
    return tuple(
        (b, p)
        for b, p in powers
        if not (isinstance(b, int) and p == Fraction(1, 2) and n % b == 0)
    )


def _without_letters_below(x: Number, every: bool) -> tuple[Number, dict[Atom, int]]:
    """A sum times the letters that stand below its terms, and these with their powers: those that stand below all of its terms,
    or below any where *every* one is to go."""
    lows = [
        {
            b: -int(p)
            for b, p in powers
            if _is_letter(b) and p < 0 and p.denominator == 1
        }
        for powers, _ in x.terms
    ]
    below = dict.fromkeys(b for low in lows for b in low)
    letters = {
        b: max(low.get(b, 0) for low in lows)
        for b in below
        if every or all(b in low for low in lows)
    }
    if letters:
        x *= _product_of(letters, 1)
    return x, letters


def _with_no_letter_taken_off(x: Number) -> tuple[Number, Number]:
    """A sum of three or more terms and a power of e, by which it was multiplied so that no letter is taken off another
    above an e: e^a + e^b + e^c for 1 + e^(b − a) + e^(c − a)."""
    both = any(
        min(m[1].terms.values()) < 0 < max(m[1].terms.values()) for m in x.terms if m[1]
    )
    low = least(x).terms if both and len(x.terms) > 2 else {}
    off = Number(
        {m: -c for m, c in low.items() if c < 0 and any(_is_letter(b) for b, _ in m[0])}
    )
    up = Number({((), off.key): fmpq(1)}) if off.terms else Number.of(1)
    return x * up, up


def _is_letter(base: Base) -> TypeGuard[Atom]:
    return of_kind(base, "sym")


def _product_of(letters: Mapping[Atom, int], p: int) -> Number:
    """Letters with their powers, all of it to a power."""
    powers: dict[Base, Exponent] = {letter: k * p for letter, k in letters.items()}
    return from_powers(powers)


def _one_logarithm(found: list[Wave]) -> list[Wave]:
    """The logarithms of primes that are added up as that of one number, where it is not long: log 21 − log 50 is log(21/50)."""
    logs = {k: prime for k, w in enumerate(found) if (prime := _logged(w)) is not None}
    if len(logs) < 2:
        return found
    added = {Atom("log", prime): found[k].coefficient for k, prime in logs.items()}
    unit = _unit(added)
    if sum(abs(c / unit) for c in added.values()) > LOGGED_PRIMES:
        return found
    whole = _inside(added, unit)
    if _longest(whole) > LOGGED:
        return found
    first, *others = logs
    kept = [w for k, w in enumerate(found) if k not in others]
    kept[first] = Wave(unit, ((_logarithm(whole), 1),), None)
    return kept


def _unit(logs: Mapping[Atom, fmpq]) -> fmpq:
    """What so many of some logarithms are whole multiples of."""
    return content(Number({(((log, 1),), None): c for log, c in logs.items()}))


def _inside(logs: Mapping[Atom, fmpq], unit: fmpq) -> Number:
    """The value whose logarithm, times a unit, so many of some logarithms add up to."""
    return prod(
        (log.number ** int(c / unit) for log, c in logs.items()), start=Number.of(1)
    )


def _longest(x: Number) -> int:
    """The largest whole number above or below a bar among the coefficients of a value."""
    return max(int(max(c.p, c.q)) for c in x.terms.values())


def _logarithm(x: Number) -> Atom:
    return Atom("log", int(x.rational.p) if x.is_rational and x.rational.q == 1 else x)


def _logged(w: Wave) -> int | None:
    """The prime of which a term is the logarithm, with nothing beside it but its coefficient."""
    if w.exponent is not None or w.turn or len(w.powers) != 1:
        return None
    ((base, p),) = w.powers
    return (
        base.body
        if p == 1 and of_kind(base, "log") and isinstance(base.body, int)
        else None
    )


@lru_cache(maxsize=256)
def _known_below(atom: Atom) -> tuple[int, Form]:
    """A denominator, which a whole row of weights and all that comes of it share; not of letters, which look alike and differ."""
    return _number_before(form(atom.number))


def _number_before(f: Form) -> tuple[int, Form]:
    """The whole number before a form, and the rest: what is below a fraction may be 2 cos(π/8), put together from e^(iπ/8)."""
    if f.kind == "neg":
        n, rest = _number_before(f.items[0])
        return -n, rest
    if f.kind == "mul" and f.items[0].kind == "int":
        return int(f.items[0].value), _product(list(f.items[1:]))
    return 1, f


def _terms(found: Sequence[Wave]) -> list[Form]:
    """The terms of a sum; letters before one sine or cosine stand there together, (ac + bd) cos(m − n)."""
    alike: dict[object, list[Wave]] = {}
    for k, w in enumerate(found):
        key = k if w.angle is None else (w.turn, w.angle, w.exponent)
        alike.setdefault(key, []).append(w)
    out = list[Form]()
    for several in alike.values():
        lettered = any(_is_letter(b) for w in several for b, _ in w.powers)
        if len(several) == 1 or not lettered or several[0].exponent is not None:
            out += map(_term, several)
            continue
        before = form(Number({(w.powers, None): w.coefficient for w in several}))
        wave = _term(replace(several[0], coefficient=fmpq(1), powers=()))
        whole = before.items[0] if before.kind == "neg" else before
        whole = _product([whole, wave])
        out.append(Form("neg", (whole,)) if before.kind == "neg" else whole)
    return out


def _term(w: Wave) -> Form:
    """One term: its rational, its letters, its roots, its exponential, its sine or cosine."""
    c = abs(w.coefficient)
    top, bottom = _unless_one(int(c.p)), _unless_one(int(c.q))
    # √C · √30 is √(30C)
    under = [
        base for base, p in w.powers if p == Fraction(1, 2) and _under_a_root(base)
    ]
    powers, raised = (
        _exponential(w.exponent, w.powers) if w.exponent is not None else ([], ())
    )
    for base, p in w.powers:
        if not isinstance(base, int) and base not in under and base not in raised:
            side = bottom if p < 0 else top
            side.append(_base(base, -p if p < 0 else p))
    top += _surds(w.powers, [_bare_base(base) for base in under])
    for power in powers:
        match power:
            case Form(
                "pow", (Form("sym") as letter, Form("neg", (exponent,)))
            ):  # D^(−β)
                bottom.append(Form("pow", (letter, exponent)))
            case _:
                top.append(power)
    if w.angle is not None:
        top.append(Form(w.turn, (form(w.angle),)))
    out = _with_bar(top, bottom)
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
            exponent = Form("div", (integer(p.numerator), integer(p.denominator)))
            apart.append(Form("pow", (integer(base), exponent)))
        else:
            under[p.denominator] = under.get(p.denominator, 1) * base**p.numerator
    if letters:
        under.setdefault(2, 1)
    roots: list[Form] = []
    for order, n in sorted(under.items()):
        inside = [integer(n)] if n > 1 else []
        if order == 2:
            inside += letters
        roots.append(_rooted(_product(inside), order))
    return roots + apart


def _exponential(alpha: Number, letters: Powers) -> tuple[list[Form], list[Base]]:
    """e^α, where α = β · log p shown as p^β; and which of the *letters* beside it are in that: a · a^g is a^(g + 1)."""
    powers: dict[Atom, dict[Monomial, fmpq]] = {}
    rest: dict[Monomial, fmpq] = {}
    for m, c in alpha.terms.items():
        logs = [(b, p) for b, p in m[0] if of_kind(b, "log") and p == 1]
        if len(logs) == 1 and m[1] is None:
            (log,) = logs
            others = tuple(power for power in m[0] if power != log)
            powers.setdefault(log[0], {})[others, None] = c
        else:
            rest[m] = c
    powers = _with_one_exponent(powers)
    names = {
        letter.body: (letter, p)
        for letter, p in letters
        if _is_letter(letter) and p.denominator == 1
    }
    found, raised = list[Form](), list[Base]()
    for b in sorted(powers, key=_primes_first):
        base = integer(b.body) if isinstance(b.body, int) else form(b.number)
        exponent = Number(powers[b])
        if base.kind == "sym" and base.value in names:
            letter, p = names[base.value]
            exponent += Number.of(int(p))
            raised.append(letter)
        found.append(Form("pow", (base, form(exponent))))
    if rest:
        found.append(Form("exp", (form(Number(rest)),)))
    return found, raised


def _primes_first(log: Atom) -> tuple[bool, int, str]:
    """The order of powers by their bases: primes as they grow, and what is none behind them."""
    if isinstance(log.body, int):
        return False, log.body, ""
    return True, 0, str(log.body)


def _with_one_exponent(
    powers: Mapping[Atom, dict[Monomial, fmpq]],
) -> dict[Atom, dict[Monomial, fmpq]]:
    """Powers whose exponents are in proportion as one, those of primes, 2^(x/2)·5^(x/2) as 10^(x/2) and 2^(2x)·3^x as 12^x, and
    whatever has a letter below its exponent, as what stands under one root does: b^(1/a)·c^(−1/a) as (b/c)^(1/a). A number
    stands under such a root as it is: 8^(1/a), not 2^(3/a)."""
    alike: dict[Number, dict[Atom, fmpq]] = {}
    for b, exponent in powers.items():
        x = Number(exponent)
        below = any(p < 0 or of_kind(base, "den") for m in exponent for base, p in m[0])
        if below or isinstance(b.body, int):
            whole = scaled(x, 1 / content(x))
            turned = (-whole).key in alike
            group = alike.setdefault((-whole if turned else whole).key, {})
            group[b] = -content(x) if turned else content(x)
    found = dict(powers)
    for whole, group in alike.items():
        unit = _unit(group)
        root = _is_one_over_letters(whole) and all(
            isinstance(b.body, int) for b in group
        )
        if root:
            unit = 1 / fmpq(unit.q)
        if min(group.values()) < 0 and all(c < 0 for c in whole.terms.values()):
            unit = -unit
        base = _inside(group, unit)
        if (root or len(group) > 1) and _longest(base) <= MOST_UNDER_ROOT:
            found = {b: x for b, x in found.items() if b not in group}
            found[_logarithm(base)] = dict(scaled(whole, unit).terms)
    return found


def _is_one_over_letters(exponent: Number) -> bool:
    """Whether an exponent has letters below its bar and none above it."""
    if len(exponent.terms) != 1:
        return False
    ((powers, _),) = exponent.terms
    return bool(powers) and all(p < 0 or of_kind(base, "den") for base, p in powers)


def _under_a_root(base: Base) -> TypeGuard[Atom]:
    """Whether the root of a base is that of one letter."""
    return _is_letter(base) or (of_kind(base, "root") and is_letter(base.number))


def _bare_base(base: Atom) -> Form:
    return form(base.number) if base.kind == "root" else _letter(base)


def is_letter(x: Number) -> bool:
    """Whether a value is one letter, with nothing beside it.

    >>> from symattn.exact.functions import symbol
    >>> is_letter(symbol("a")), is_letter(2 * symbol("a"))
    (True, False)
    """
    if len(x.terms) != 1:
        return False
    (((powers, exponent), c),) = x.terms.items()
    return (
        c == 1
        and exponent is None
        and [p for b, p in powers if _is_letter(b)] == [1] == [p for _, p in powers]
    )


def _base(base: Atom, p: Exponent) -> Form:
    squared = (
        square_of(base.number) if base.kind == "root" and p.denominator == 2 else None
    )
    if squared is not None:  # the root of t² is |t|
        return _raised(Form("abs", (form(squared),)), p.numerator)
    inner = _bare_base(base)
    if p.numerator == 1 or p.denominator == 1:
        return _rooted(_raised(inner, p.numerator), p.denominator)
    return Form(
        "pow", (inner, Form("div", (integer(p.numerator), integer(p.denominator))))
    )


def _letter(atom: Atom) -> Form:
    if atom.kind == "pi":
        return Form("pi")
    if atom.kind == "sym":
        assert isinstance(atom.body, str)
        return Form(
            "sym", value=atom.body
        )  # a name, or a Letter that knows its SymPy symbol
    if atom.kind == "def":
        return Form("def", value=Called(atom))
    inner = integer(atom.body) if isinstance(atom.body, int) else form(atom.number)
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
    flat = [
        part
        for item in items
        for part in (item.items if item.kind == "add" else (item,))
    ]
    if flat[0].kind == "neg":
        first = next((i for i, part in enumerate(flat) if part.kind != "neg"), None)
        if first is None:
            return Form("neg", (Form("add", tuple(part.items[0] for part in flat)),))
        flat.insert(0, flat.pop(first))
    return Form("add", tuple(flat))
