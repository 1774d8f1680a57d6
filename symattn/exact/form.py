"""The readable form of a value: a small tree that text, formulas and SymPy are written from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Union

from flint import fmpq

from symattn.exact.atoms import Atom
from symattn.exact.number import Exponent, Monomial, Number, Powers, monomial, scaled
from symattn.exact.polynomials import square_of
from symattn.exact.quotients import body, content, groups, tidy
from symattn.exact.trigonometry import Wave, waves
from symattn.limits import MOST_SHOWN


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
    """The readable tree of a value: fractions where they stand, the smallest exponential first.

    >>> form(Number.of(-2))
    Form(kind='neg', items=(Form(kind='int', items=(), value=2),), value=0)
    """
    parts = [part for dens, top in groups(tidy(x)).items() for part in _over(dens, top)]
    return _add(parts)


def _over(dens: Powers, top: Number) -> Iterable[Form]:
    """A numerator over its denominators; a bare sum stays a sum of its own terms when its coefficients are whole."""
    waved = waves(top)
    c = content(Number({(w.powers, Number.of(i).key): w.coefficient for i, w in enumerate(waved)}))
    if not dens and (c.q == 1 or len(waved) == 1):
        return [_term(w) for w in waved]
    below, front = [], fmpq(1)
    for a, p in dens:
        assert isinstance(a, Atom)
        n, under = _number_before(form(body(a)))
        front *= fmpq(n) ** int(p)
        below.append(_raised(under, int(p)))
    c = c / front
    whole = [Wave(w.coefficient * c.q / front, w.powers, w.exponent, w.turn, w.angle) for w in waved]
    bottom = ([integer(int(c.q))] if c.q != 1 else []) + below
    numerator = _add([_term(w) for w in whole])
    if numerator.kind == "neg":
        return [Form("neg", (Form("div", (numerator.items[0], _mul(bottom))),))]
    return [Form("div", (numerator, _mul(bottom)))]


def _number_before(f: Form) -> tuple[int, Form]:
    """The whole number before a form, and the rest: what is below a fraction may be 2 cos(π/8), put together from e^(iπ/8)."""
    if f.kind == "neg":
        n, rest = _number_before(f.items[0])
        return -n, rest
    if f.kind == "mul" and f.items[0].kind == "int":
        return int(f.items[0].value), _mul(list(f.items[1:]))
    return 1, f


def _term(w: Wave) -> Form:
    """One term: its rational, its letters, its roots, its exponential, its sine or cosine."""
    c = abs(w.coefficient)
    top: list[Form] = [integer(int(c.p))] if c.p != 1 else []
    bottom: list[Form] = [integer(int(c.q))] if c.q != 1 else []
    for base, p in w.powers:
        if not isinstance(base, int):
            (bottom if p < 0 else top).append(_base(base, p if p > 0 else -p))
    top += _surds(w.powers)
    if w.exponent is not None:
        top += _exponential(w.exponent)
    if w.angle is not None:
        top.append(Form(w.turn, (form(w.angle),)))
    out = _mul(top) if not bottom else Form("div", (_mul(top), _mul(bottom)))
    return Form("neg", (out,)) if w.coefficient < 0 else out


def _surds(powers: Powers) -> list[Form]:
    """The roots of primes, those of one order under one sign: √2 · √3 is √6."""
    under: dict[int, int] = {}
    for base, p in powers:
        if isinstance(base, int):
            under[p.denominator] = under.get(p.denominator, 1) * base**p.numerator
    return [_rooted(integer(n), order) for order, n in sorted(under.items())]


def _exponential(alpha: Number) -> list[Form]:
    """e^α, where α = β · log p shown as p^β."""
    powers: dict[int, dict[Monomial, fmpq]] = {}
    rest: dict[Monomial, fmpq] = {}
    for m, c in alpha.terms.items():
        logs = [(b, p) for b, p in m[0] if isinstance(b, Atom) and b.kind == "log" and isinstance(b.body, int) and p == 1]
        if len(logs) == 1 and m[1] is None:
            prime = logs[0][0].body
            assert isinstance(prime, int)
            powers.setdefault(prime, {})[tuple(item for item in m[0] if item != logs[0]), None] = c
        else:
            rest[m] = c
    found = [Form("pow", (integer(p), form(Number(beta)))) for p, beta in sorted(powers.items())]
    return found + ([Form("exp", (form(Number(rest)),))] if rest else [])


def _base(base: Atom, p: Exponent) -> Form:
    squared = square_of(body(base)) if base.kind == "root" and p.denominator == 2 else None
    if squared is not None:  # the root of t² is |t|
        return _raised(Form("abs", (form(squared),)), p.numerator)
    inner = form(body(base)) if base.kind == "root" else _letter(base)
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


def _mul(items: list[Form]) -> Form:
    if not items:
        return ONE_FORM
    return items[0] if len(items) == 1 else Form("mul", tuple(items))


def _add(items: list[Form]) -> Form:
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
