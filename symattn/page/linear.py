"""Values with names in them: the constant first, then each name with what stands before it (7 − 4ε₁)."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from flint import fmpq

from symattn.boxes import Box, Fence, Frac, Ink, Script, number, row
from symattn.exact.number import ONE, Atom, Base, Monomial, Number
from symattn.exact.sympy import Letter
from symattn.notation.values import MINUS, NEGATIVE, PLUS, Values, fixed_point, places_of


def write(x: Number, values: Values, places: int = 0) -> Box:
    """A value as boxes, its names in the order of their numbers; a value without names in its usual form.

    >>> write(Number.of(2), Values()).text
    '2'
    """
    plain = Number({m: c for m, c in x.terms.items() if not _names(m)})
    named = sorted(((_key(m), m, c) for m, c in x.terms.items() if _names(m)), key=lambda item: item[0])
    if not named:
        return values.cell(x, places)
    above = [(m, c) for _, m, c in named if all(p > 0 for _, p in _names(m))]
    below: dict[str, list[tuple[Monomial, fmpq]]] = {}
    for key, m, c in named:
        if (m, c) not in above:
            below.setdefault(key[0], []).append((m, c))
    parts = [_term(c, m, values, places) for m, c in above]
    parts += [_over(terms, values) for terms in below.values()]
    return _sum(plain, parts, values, places)


def _names(m: Monomial) -> list[tuple[Atom, Fraction | int]]:
    return [(b, p) for b, p in m[0] if isinstance(b, Atom) and is_name(b)]


def is_name(base: Base) -> bool:
    """Whether a generator is a name given to a sub-expression, and no symbol of the reader's own.

    >>> is_name(Atom("sym", "ε_1")), is_name(2)
    (True, False)
    """
    return isinstance(base, Atom) and base.kind == "sym" and not isinstance(base.body, Letter)


def _key(m: Monomial) -> tuple[str, int, str]:
    """By name first, then plain terms before roots and exponentials."""
    return "".join(str(b.body) for b, _ in _names(m)), m[1] is not None, str(m[1] or "")


def _letters(m: Monomial, values: Values) -> Box:
    boxes: list[Box] = []
    for b, p in _names(m):
        letter = values.letters.get(str(b.body)) or Ink(str(b.body))
        boxes.append(letter if p == 1 else Script(Fence("(", letter, ")"), sup=number(p)))
    return row(*boxes)


def _rest(m: Monomial) -> Number:
    """The roots and exponentials that stand with a name."""
    return Number({(tuple(bp for bp in m[0] if not is_name(bp[0])), m[1]): fmpq(1)})


def _term(c: fmpq, m: Monomial, values: Values, places: int) -> tuple[bool, Box]:
    """The sign and the box of one name times its coefficient."""
    rest, letters = _rest(m), _letters(m, values)
    factor = None if rest.terms == {ONE: fmpq(1)} else values.exact(rest)
    size = abs(c)
    if values.decimals and places_of(size) is not None:
        padded = places if factor is None else 0  # ones before a root stay unwritten: √2ε, never 1.0√2ε
        shown = None if size == 1 and not padded else number(fixed_point(size, max(padded, places_of(size) or 0)))
        return c < 0, row(shown, factor, letters)
    top = row(number(int(size.p)) if size.p != 1 else None, factor, letters)
    return c < 0, top if size.q == 1 else row(top, Ink("/", "punct"), number(int(size.q)))


def _over(terms: list[tuple[Monomial, fmpq]], values: Values) -> tuple[bool, Box]:
    """Everything over one row's sum."""
    scale = lcm(*(int(c.q) for _, c in terms))
    negative = all(c < 0 for _, c in terms)
    top: list[Box | None] = []
    for k, (m, c) in enumerate(terms):
        n, rest = int(c * scale) * (-1 if negative else 1), values.exact(_rest(m))
        unit = rest == number(1)
        sign = MINUS if n < 0 else PLUS
        top.append((NEGATIVE if n < 0 else None) if k == 0 else sign)
        count = number(abs(n)) if unit or abs(n) != 1 else None
        top.append(row(count, None if unit else rest))
    letters = _denominator(terms[0][0], values)
    return negative, Frac(row(*top), row(number(scale) if scale != 1 else None, letters))


def _denominator(m: Monomial, values: Values) -> Box:
    return _letters(((tuple((b, p if p > 0 else -p) for b, p in _names(m))), None), values)


def _sum(plain: Number, parts: list[tuple[bool, Box]], values: Values, places: int) -> Box:
    out: list[Box | None] = []
    if plain.terms:
        out.append(values.cell(plain, places))
    for negative, box in parts:
        out.append((MINUS if negative else PLUS) if out else (NEGATIVE if negative else None))
        out.append(box)
    return row(*out)
