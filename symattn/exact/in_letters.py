"""Values in letters: which letters stand in one, and its value when numbers are put in their places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import mul

from symattn.errors import SymattnError
from symattn.exact.decide import compare
from symattn.exact.functions import exp, log, to_power
from symattn.exact.number import UNIT, ZERO, Atom, Base, Exponent, Monomial, Number, from_powers, scaled, total
from symattn.exact.number import plain_exponent as fraction_of
from symattn.exact.quotients import body
from symattn.exact.zero import kind_of, symbolic

Put = Mapping[str, Number]
SAMPLES = 3
_PRIMES = (5, 7, 3, 11, 2, 13, 17, 19, 23)


def letters_in(x: Number) -> frozenset[str]:
    """The names of the letters that stand in a value, however deep.

    >>> from symattn.exact.functions import symbol
    >>> sorted(letters_in(exp(symbol("a")) / (symbol("b") + 1)))
    ['a', 'b']
    """
    return frozenset(str(atom.body) for atom in _atoms(x) if atom.kind == "sym")


def letters_of(x: Number) -> dict[str, Number]:
    """The same by name, each as a value with what is assumed of it.

    >>> from symattn.exact.functions import symbol
    >>> letters_of(2 * symbol("a"))["a"] == symbol("a")
    True
    """
    return {str(atom.body): Number({(((atom, 1),), None): UNIT.rational}) for atom in _atoms(x) if atom.kind == "sym"}


def _atoms(x: Number) -> Iterator[Atom]:
    for m in x.terms:
        for base, _ in m[0]:
            if isinstance(base, Atom):
                yield base
                if isinstance(base.body, Number):
                    yield from _atoms(base.body)
        if m[1] is not None:
            yield from _atoms(m[1])


def apart(a: Number, b: Number) -> bool:
    """Whether two values in letters are shown to differ: with some numbers in the place of the letters they do.

    >>> from symattn.exact.functions import symbol
    >>> apart(symbol("a"), symbol("b")), apart(symbol("a"), symbol("a"))
    (True, False)
    """
    gap = a - b
    for values in samples(letters_of(gap)):
        try:
            if compare(put_in(gap, values), ZERO).decision == "different":
                return True
        except SymattnError:
            continue  # no value there, such as 1/0
    return False


def samples(letters: Mapping[str, Number]) -> Iterator[dict[str, Number]]:
    """Numbers that letters may stand for, as far as is assumed of them: small, without any pattern; a few times over.

    >>> from symattn.exact.functions import symbol
    >>> next(samples({"a": symbol("a")}))
    {'a': Number(-5/7)}
    """
    for turn in range(SAMPLES):
        yield {name: _sample(value, turn + 3 * k) for k, (name, value) in enumerate(sorted(letters.items()))}


def _sample(letter: Number, k: int) -> Number:
    kind, top = kind_of(letter), _PRIMES[k % len(_PRIMES)]
    if kind == "integer":
        return Number.of(top)
    return Number.of(top if kind == "positive" or k % 2 else -top) / _PRIMES[(k + 1) % len(_PRIMES)]


def put_in(x: Number, values: Put) -> Number:
    """The value with numbers in the place of letters; raises SymattnError where that has no value, such as 1/0.

    >>> from symattn.exact.functions import symbol
    >>> put_in(exp(symbol("a")) / (symbol("b") + 1), {"a": Number.of(0), "b": Number.of(1)})
    Number(1/2)
    """
    return total(scaled(_put(m, values), c) for m, c in x.terms.items()) if symbolic(x) else x


def _put(m: Monomial, values: Put) -> Number:
    factors = (_factor(base, Number.of(p.numerator) / p.denominator, values) for base, p in m[0])
    return reduce(mul, factors, UNIT if m[1] is None else exp(put_in(m[1], values)))


def _factor(base: Base, p: Number, values: Put) -> Number:
    if isinstance(base, int) or base.kind == "pi":
        return from_powers({base: _plain(p)}, None, UNIT.rational)
    if base.kind == "sym":
        known = values.get(str(base.body))
        return to_power(known, p) if known is not None else from_powers({base: _plain(p)}, None, UNIT.rational)
    inner = Number.of(base.body) if isinstance(base.body, int) else put_in(body(base), values)
    if base.kind == "log":
        return to_power(log(inner), p)
    return to_power(inner, -p if base.kind == "den" else p)


def _plain(p: Number) -> Exponent:
    return fraction_of(int(p.rational.p), int(p.rational.q))
