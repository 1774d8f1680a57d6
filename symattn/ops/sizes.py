"""Sizes of axes as letters: polynomials with whole coefficients, such as h·d_k, beside plain integers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from symattn.errors import ShapeError

Monomial = tuple[str, ...]  # letters in alphabetical order, each as often as it is a factor


class Size:
    """A polynomial in the letters of a question; one that is a plain number is an int instead.

    >>> h, d_k = Size.letter("h"), Size.letter("d_k")
    >>> str(h * d_k + 2), h * d_k == d_k * h, h - h
    ('h·d_k+2', True, 0)
    """

    __slots__ = ("terms",)

    def __init__(self, terms: Mapping[Monomial, int]) -> None:
        self.terms = dict(terms)

    @staticmethod
    def letter(name: str) -> Size:
        """The size that is one letter."""
        return Size({(name,): 1})

    @staticmethod
    def of(terms: Mapping[Monomial, int]) -> int | Size:
        """A size from its terms: an int where no letter is left."""
        kept = {m: c for m, c in terms.items() if c}
        return kept.get((), 0) if not kept or list(kept) == [()] else Size(kept)

    def __add__(self, other: int | Size) -> int | Size:
        out = dict(self.terms)
        for m, c in _terms(other).items():
            out[m] = out.get(m, 0) + c
        return Size.of(out)

    def __mul__(self, other: int | Size) -> int | Size:
        out: dict[Monomial, int] = {}
        for m, c in self.terms.items():
            for n, k in _terms(other).items():
                key = tuple(sorted(m + n))
                out[key] = out.get(key, 0) + c * k
        return Size.of(out)

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> int | Size:
        return self * -1

    def __sub__(self, other: int | Size) -> int | Size:
        return self + other * -1

    def __rsub__(self, other: int) -> int | Size:
        return -self + other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Size) and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    def __repr__(self) -> str:
        return f"Size({self})"

    def __str__(self) -> str:
        return self.written("·")

    def written(self, times: str) -> str:
        """The size on one line, *times* between its factors.

        >>> (Size.letter("h") * Size.letter("d_k")).written("*")
        'h*d_k'
        """
        parts = [_monomial(m, c, times) for m, c in sorted(self.terms.items(), key=lambda t: (-len(t[0]), t[0]))]
        return "+".join(parts).replace("+-", "-")

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters that occur, each once."""
        return tuple(dict.fromkeys(letter for m in self.terms for letter in m))

    def put(self, values: Mapping[str, int | Size]) -> int | Size:
        """The size with letters replaced.

        >>> (Size.letter("h") * 2).put({"h": 8})
        16
        """
        out: int | Size = 0
        for m, c in self.terms.items():
            out = out + product(c, (values.get(letter, Size.letter(letter)) for letter in m))
        return out


def product(start: int | Size, factors: Iterable[int | Size]) -> int | Size:
    """Some sizes multiplied.

    >>> product(2, [3, Size.letter("n")])
    Size(6·n)
    """
    for factor in factors:
        start = start * factor
    return start


def divided(a: int | Size, b: int | Size) -> int | Size:
    """a / b where it is a whole size whatever the letters are; else ShapeError, for b = 0 too.

    >>> divided(Size.letter("h") * Size.letter("d_k"), Size.letter("h"))
    Size(d_k)
    """
    if b == 0 or (isinstance(a, int) and isinstance(b, int) and a % b):
        raise ShapeError(f"{a} is not a multiple of {b}")
    if isinstance(a, int) and isinstance(b, int):
        return a // b
    if a == b:
        return 1
    (monomial, c), *more = _terms(b).items()
    out = {} if more else {_without(m, monomial): divmod(k, c) for m, k in _terms(a).items()}
    if not out or None in out or any(rest for _, rest in out.values()):
        raise ShapeError(f"{a} need not be a multiple of {b}", "state the relation, such as where = [\"d = h*d_k\"]")
    return Size.of({m: k for m, (k, _) in out.items() if m is not None})


def _without(m: Monomial, factor: Monomial) -> Monomial | None:
    rest = list(m)
    for letter in factor:
        if letter not in rest:
            return None
        rest.remove(letter)
    return tuple(rest)


def _terms(x: int | Size) -> Mapping[Monomial, int]:
    return x.terms if isinstance(x, Size) else {(): x}


def _monomial(m: Monomial, c: int, times: str) -> str:
    letters = sorted(m, key=lambda letter: (len(letter.split("_")[0]), "_" in letter, letter))
    if not letters:
        return str(c)
    sign = {1: "", -1: "-"}.get(c, f"{c}{times}")
    powers = {letter: letters.count(letter) for letter in letters}
    return sign + times.join(letter if k == 1 else f"{letter}^{k}" for letter, k in powers.items())
