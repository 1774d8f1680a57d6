"""Letters as sizes: what is stated about them (d = h·d_k), the numbers they stand for, and how a size is shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import reduce
from math import gcd
from types import MappingProxyType

from symattn.errors import ShapeError, SymattnError
from symattn.later import pattern
from symattn.ops.record import Count
from symattn.ops.shapes import (
    Amount,
    Amounts,
    Shape,
    Size,
    divided,
    multiplied,
    put,
    raised,
)
from symattn.records import frozen
from symattn.tables import in_turn
from symattn.wording import worded

NOTHING: Amounts = MappingProxyType({})
_SUM = pattern(r"\s*([+-])\s*")
_FACTOR = pattern(r"\s*(?:(?<!\*)\*(?!\*)|·)\s*")
_POWER = pattern(r"\s*(?:\*\*|\^)\s*")
_LETTER = pattern(r"[A-Za-z][A-Za-z0-9_]*")
# Such a size still fits in 64 bits, in which the libraries count.
MOST_DIGITS = 18


@frozen
class SizeRelations:
    """The relations of a question: every letter that is another size by name, and the numbers that are known.

    >>> letters = SizeRelations.read(["d = h*d_k"], {"h": 8, "d": 1024})
    >>> letters.size("d"), letters.shown(letters.size("2*h*d_k")), letters.number(letters.size("d_k"))
    (Size(h·d_k), Size(2·d), 128)
    """

    rules: Amounts = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)

    @staticmethod
    def read(
        where: Iterable[str] = (), numbers: Mapping[str, int] | None = None
    ) -> SizeRelations:
        """The letters of relations such as "d = h*d_k" and of numbers; raises ShapeError where they contradict."""
        rules: dict[str, Amount] = {}
        for text in where:
            name, value, part = _relation(text, rules, numbers or {})
            rules = {k: put(v, part) for k, v in rules.items()} | part
            value = put(value, rules)
            if name in rules or (isinstance(value, Size) and name in value.letters):
                raise ShapeError(
                    f"{text}: {name} is already fixed by another relation",
                    "state each letter once",
                )
            rules = {k: put(v, {name: value}) for k, v in rules.items()}
            rules[name] = value
        return SizeRelations(rules, _solved(rules, numbers or {}))

    def size(self, entry: int | str) -> Amount:
        """The size that an entry of a shape stands for: a number, a letter, or letters worked out."""
        found = entry if isinstance(entry, int) else parsed(entry, self.rules)
        return put(found, self.rules)

    def shape(self, entries: Iterable[int | str]) -> tuple[Amount, ...]:
        """The shape of some entries."""
        return tuple(map(self.size, entries))

    def sizes(self, shapes: Iterable[Shape]) -> dict[str, Amount]:
        """The size of every letter that occurs in some shapes, in the relations or the numbers."""
        inner = {
            letter
            for size in in_turn(shapes)
            if isinstance(size, Size)
            for letter in size.letters
        }
        return {**{name: self.size(name) for name in inner}, **self.names}

    def shown(self, size: Amount) -> Amount:
        """The size with the letters that stand for products in their places: d for h·d_k."""
        if isinstance(size, Size) and len(size.terms) > 1:
            return sum((self.shown(Size.of({m: c})) for m, c in size.terms.items()), 0)
        for name, rule in self.rules.items():
            while (
                isinstance(size, Size) and isinstance(rule, Size) and _stands_for(rule)
            ):
                try:
                    size = divided(size, rule) * Size.letter(name)
                except ShapeError:
                    break
        return size

    def work(self, work: Count) -> Count:
        """An amount of work with the letters that stand for products in their places."""
        return Count(*map(self.shown, work.amounts.values()))

    def number(self, size: Amount) -> int | None:
        """The number a size stands for, where all its letters are known."""
        found = put(size, self.numbers)
        return found if isinstance(found, int) else None

    def said(self, message: str) -> str:
        """A message with the letters that stand for products in their places."""
        for name, rule in self.rules.items():
            if isinstance(rule, Size) and len(str(rule)) > len(name):
                message = re.sub(
                    rf"(?<![\w·]){re.escape(str(rule))}(?![\w·])", name, message
                )
        return message

    @property
    def names(self) -> dict[str, Amount]:
        """Every letter that occurs in the relations and the numbers, with its size."""
        inner = (
            letter
            for rule in self.rules.values()
            if isinstance(rule, Size)
            for letter in rule.letters
            if "/" not in letter
        )
        return {
            name: self.size(name)
            for name in dict.fromkeys((*self.rules, *inner, *self.numbers))
        }


def parsed(text: str, rules: Amounts = NOTHING) -> Amount:
    """A size as people write it: sums, products and powers of letters and numbers, d/h where it divides; else ShapeError.

    *rules* are what letters stand for.

    >>> parsed("2*n + 1"), parsed("h·d_k")
    (Size(2·n+1), Size(h·d_k))
    """
    signs = ["+", *_SUM.findall(text.strip())]
    terms = [_term(part, text, rules) for part in _SUM.split(text.strip())[::2]]
    found: Amount = 0
    for sign, term in zip(signs, terms, strict=True):
        found = found + term if sign == "+" else found - term
    return found


def _term(part: str, text: str, rules: Amounts) -> Amount:
    top, *below = (
        multiplied(1, [_tower(f, text, rules) for f in _FACTOR.split(side)])
        for side in part.split("/")
    )
    return reduce(divided, below, top)


def _tower(text: str, whole: str, rules: Amounts) -> Amount:
    *bases, last = (_factor(part, whole, rules) for part in _POWER.split(text))
    return reduce(lambda power, base: raised(base, power), reversed(bases), last)


def _factor(text: str, whole: str, rules: Amounts) -> Amount:
    word = text.strip()
    if word.isdecimal():
        if len(word) > MOST_DIGITS:
            raise ShapeError(
                worded("long_size", count=f"{len(word):,}", most=MOST_DIGITS)
            )
        return int(word)
    if not _LETTER.fullmatch(word):
        raise ShapeError(worded("no_size", text=whole))
    return rules.get(word, Size.letter(word))


def _relation(
    relation: str, rules: Amounts, numbers: Mapping[str, int]
) -> tuple[str, Amount, dict[str, Amount]]:
    """A letter, what it is, and what follows for a letter in it: f = 8·d/3 is whole, so d is 3 times some d/3."""
    left, sign, right = relation.partition("=")
    if not sign or not _LETTER.fullmatch(left.strip()):
        raise ShapeError(
            f'"{relation}" is no relation',
            "write one letter, = and what it is, such as d = h*d_k",
        )
    try:
        return left.strip(), parsed(right), {}
    except ShapeError:
        above, _, below = right.rpartition("/")
        n = int(below) if below.strip().isdecimal() and len(below) <= MOST_DIGITS else 0
        top = parsed(above) if n and "/" not in above else 0
        whole = put(top, rules)
        if not isinstance(whole, Size) or len(whole.terms) > 1:
            raise
    ((letters, c),) = whole.terms.items()
    by = n // gcd(c, n)
    shared = next(
        (
            letter
            for letter in letters
            if letter in numbers and numbers[letter] % by == 0
        ),
        letters[0],
    )
    share = {shared: Size.letter(f"{shared}/{by}") * by}
    return left.strip(), divided(whole.put(share), n), share


def _stands_for(rule: Size) -> bool:
    """Whether a letter is written for what a relation says of it: for a product, and for a multiple of a share such as d/3."""
    return rule.terms.keys() != {rule.letters[:1]} or "/" in rule.letters[0]


def _solved(rules: Amounts, given: Mapping[str, int]) -> dict[str, int]:
    """The numbers given, and those that follow from the relations; raises ShapeError where they contradict."""
    known = dict(given)
    for _ in rules:
        for name, rule in rules.items():
            _follow(name, rule, known)
    return known


def _follow(name: str, rule: Amount, known: dict[str, int]) -> None:
    value = put(rule, known)
    if isinstance(value, int):
        if known.setdefault(name, value) != value:
            raise ShapeError(
                f"{name} is {known[name]}, but {name} = {rule} makes it {value}"
            )
    elif name in known and len(value.terms) == 1 and len(value.letters) == 1:
        ((letters, c),) = value.terms.items()
        if len(letters) == 1:
            if known[name] % c:
                why = (
                    f"{letters[0]} is a size"
                    if "/" in letters[0]
                    else f"{name} = {rule}"
                )
                raise SymattnError(
                    f"{name} = {known[name]} is not a multiple of {c}, but {why}"
                )
            known[letters[0]] = known[name] // c
