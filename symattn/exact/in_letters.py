"""Values in letters: which letters stand in one, and its value when numbers are put in their places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import mul

from symattn.errors import SymattnError
from symattn.exact import sympy
from symattn.exact.decide import DIFFERENT, Verdict, compare
from symattn.exact.functions import exp, log, to_power
from symattn.exact.number import (
    UNIT,
    Base,
    Exponent,
    Monomial,
    Number,
    Numbers,
    from_powers,
    letter,
    scaled,
    total,
)
from symattn.exact.number import plain_exponent as fraction_of
from symattn.exact.zero import atoms, kind_of, symbolic

Put = Numbers
# By chance a formula is undefined at one sample, or two agree there. The primes are out of order, lest there be a pattern.
SAMPLES = 3  # one for either chance, and one that tells
_PRIMES = (5, 7, 3, 11, 2, 13, 17, 19, 23)


def letters_in(x: Number) -> frozenset[str]:
    """The names of the letters that stand in a value, however deep.

    >>> from symattn.exact.functions import symbol
    >>> sorted(letters_in(exp(symbol("a")) / (symbol("b") + 1)))
    ['a', 'b']
    """
    return frozenset(letters_of(x))


def letters_of(x: Number) -> dict[str, Number]:
    """The same by name, each as a value with what is assumed of it.

    >>> from symattn.exact.functions import symbol
    >>> letters_of(2 * symbol("a"))["a"] == symbol("a")
    True
    """
    return {str(atom.body): letter(atom) for atom in atoms(x) if atom.kind == "sym"}


def apart(a: Number, b: Number) -> bool:
    """Whether two values in letters are shown to differ: with some numbers in the place of the letters they do.

    >>> from symattn.exact.functions import symbol
    >>> apart(symbol("a"), symbol("b")), apart(symbol("a"), symbol("a"))
    (True, False)
    """
    return told_apart(a, b) is not None


def told_apart(a: Number, b: Number) -> tuple[Put, Verdict] | None:
    """Numbers that the letters may stand for and with which two values differ, and how; None where none are found.

    What is no letter of its own but stands for more, f(x) say, gets no numbers: f(x + x) may be f(2x).

    >>> from symattn.exact.functions import symbol
    >>> values, found = told_apart(symbol("a"), symbol("b"))
    >>> values, found.reason
    ({'a': Number(-5/7), 'b': Number(11/2)}, 'they differ by 87/14')
    """
    letters = letters_of(a - b)
    if not all(map(_free, letters.values())):
        return None
    for values in admitted(letters):
        try:
            found = compare(put_in(a, values), put_in(b, values))
        except SymattnError:
            continue  # no value there, such as 1/0
        if found.decision == DIFFERENT:
            return values, found
    return None


def admitted(letters: Numbers) -> Iterator[Put]:
    """Numbers that letters may stand for, as far as is assumed of them, and their opposites; none where none is known.

    >>> from symattn.exact.functions import symbol
    >>> [values["a"] for values in admitted({"a": symbol("a")})][::3]
    [Number(-5/7), Number(5/7)]
    """
    drawn = list(samples(letters))
    for values in (
        *drawn,
        *({name: -value for name, value in one.items()} for one in drawn),
    ):
        if all(_admits(letter, values[name]) for name, letter in letters.items()):
            yield values


def _symbol(letter: Number) -> object:
    """What is assumed of a letter; None where nothing is."""
    return next(atoms(letter)).symbol


def _free(letter: Number) -> bool:
    return getattr(_symbol(letter), "is_Symbol", True) is True


def _admits(letter: Number, value: Number) -> bool:
    """Whether a letter may stand for a rational number, by whatever SymPy's assumptions say of it."""
    assumed: Mapping[str, bool | None] = getattr(_symbol(letter), "assumptions0", {})
    number = sympy.to_sympy(value) if assumed else None
    return all(
        getattr(number, f"is_{name}") is want
        for name, want in assumed.items()
        if want is not None
    )


def samples(letters: Numbers) -> Iterator[dict[str, Number]]:
    """Numbers that letters may stand for, as far as is assumed of them: small, without any pattern; a few times over.

    >>> from symattn.exact.functions import symbol
    >>> next(samples({"a": symbol("a")}))
    {'a': Number(-5/7)}
    """
    for turn in range(SAMPLES):
        yield {
            name: _sample(value, turn + 3 * k)
            for k, (name, value) in enumerate(sorted(letters.items()))
        }


def _sample(letter: Number, k: int) -> Number:
    """The first number from the kth on that a letter may stand for; the kth where there is none."""
    kind = kind_of(letter)
    numbers = (_candidate(kind, k + step) for step in range(2 * len(_PRIMES)))
    return next(
        (number for number in numbers if _admits(letter, number)), _candidate(kind, k)
    )


def _candidate(kind: str, k: int) -> Number:
    turns, place = divmod(k, len(_PRIMES))
    top = _PRIMES[place]
    if kind == "integer":
        return Number.of(-top if turns % 2 else top)
    return (
        Number.of(top if kind == "positive" or k % 2 else -top)
        / _PRIMES[(place + 1) % len(_PRIMES)]
    )


def put_in(x: Number, values: Put) -> Number:
    """The value with numbers in the place of letters; raises SymattnError where that has no value, such as 1/0.

    >>> from symattn.exact.functions import symbol
    >>> put_in(exp(symbol("a")) / (symbol("b") + 1), {"a": Number.of(0), "b": Number.of(1)})
    Number(1/2)
    """
    return (
        total(scaled(_put(m, values), c) for m, c in x.terms.items())
        if symbolic(x)
        else x
    )


def _put(m: Monomial, values: Put) -> Number:
    factors = (
        _factor(base, Number.of(p.numerator) / p.denominator, values)
        for base, p in m[0]
    )
    return reduce(mul, factors, UNIT if m[1] is None else exp(put_in(m[1], values)))


def _factor(base: Base, p: Number, values: Put) -> Number:
    if isinstance(base, int) or base.kind == "pi":
        return from_powers({base: _plain(p)})
    if base.kind == "sym":
        known = values.get(str(base.body))
        return (
            to_power(known, p) if known is not None else from_powers({base: _plain(p)})
        )
    inner = (
        Number.of(base.body)
        if isinstance(base.body, int)
        else put_in(base.number, values)
    )
    if base.kind == "log":
        return to_power(log(inner), p)
    return to_power(inner, -p if base.kind == "den" else p)


def _plain(p: Number) -> Exponent:
    return fraction_of(int(p.rational.p), int(p.rational.q))
