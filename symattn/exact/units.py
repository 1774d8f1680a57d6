"""Quantities: units with their prefixes, what they are worth, and what comes of them under the signs of arithmetic.

A table of one's own, because it is short: the units that courses on attention count in, with the prefixes of the SI and of IEC
80000-13. Libraries of physical units reckon in floats, or with thousands of units of which most would be misreadings here
(5 m is no metre of a matrix). A quantity is an exact number of the *base* units below; ``Unit`` is one way of writing it.

>>> unit("GB/s").factor, unit("GB/s").dims
(1000000000, (('B', Fraction(1, 1)), ('s', Fraction(-1, 1))))
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from flint import fmpq

from symattn.during import during
from symattn.errors import SymattnError, nearest
from symattn.later import Match, pattern
from symattn.limits import LONGEST_UNIT
from symattn.records import frozen
from symattn.tex.signs import ON_THE_LINE, RAISED, spelled

Dims: TypeAlias = tuple[tuple[str, Fraction], ...]
"""What a quantity counts: base units with their powers, in the order in which they are written; nothing for a bare number."""

BARE: Dims = ()
SI = {
    "Q": 30, "R": 27, "Y": 24, "Z": 21, "E": 18, "P": 15, "T": 12, "G": 9, "M": 6, "k": 3,
    "m": -3, "µ": -6, "n": -9, "p": -12,
}  # fmt: skip
IEC = {"Ki": 10, "Mi": 20, "Gi": 30, "Ti": 40, "Pi": 50, "Ei": 60}
LARGE, SMALL = "QRYZEPTGMk", "mµnp"
THINGS = (
    "token", "parameter", "sequence", "GPU", "request", "query", "user", "image", "sample", "step", "word", "character",
)  # fmt: skip
"""What is counted in words."""
_MANY = {
    "byte": "B", "bytes": "B", "bits": "bit", "FLOPs": "FLOP", "param": "parameter", "params": "parameter", "sec": "s",
    "days": "d", "day": "d", "hours": "h", "hour": "h", "seconds": "s", "second": "s", "minutes": "min", "minute": "min",
    "dollars": "$", "queries": "query", "tonne": "t", "tonnes": "t", "weeks": "week",
} | {f"{thing}s": thing for thing in THINGS}  # fmt: skip

_SYMBOLS: Mapping[str, tuple[fmpq, Mapping[str, int], str]] = (
    {  # worth, in which base units, prefixes
        "B": (fmpq(1), {"B": 1}, LARGE),
        "bit": (fmpq(1, 8), {"B": 1}, LARGE),
        "FLOP": (fmpq(1), {"FLOP": 1}, LARGE),
        "s": (fmpq(1), {"s": 1}, SMALL),
        "min": (fmpq(60), {"s": 1}, ""),
        "h": (fmpq(3600), {"s": 1}, ""),
        "d": (fmpq(86400), {"s": 1}, ""),
        "week": (fmpq(7 * 86400), {"s": 1}, ""),
        "Hz": (fmpq(1), {"s": -1}, LARGE),
        "J": (fmpq(1), {"J": 1}, LARGE + SMALL),
        "W": (fmpq(1), {"J": 1, "s": -1}, LARGE + SMALL),
        "Wh": (fmpq(3600), {"J": 1}, LARGE + SMALL),
        "$": (fmpq(1), {"$": 1}, ""),
        "g": (fmpq(1), {"g": 1}, LARGE + SMALL),
        "t": (fmpq(10**6), {"g": 1}, LARGE),
    }
    | {thing: (fmpq(1), {thing: 1}, LARGE) for thing in THINGS}
)
_DAYS = {"year": ("365", "365.25"), "yr": ("365", "365.25"), "month": ("30", "30.4")}
"""How many days what is no fixed time may be: 365 in courses, 365.25 to astronomers (and in Pint)."""
_ORDER = ("FLOP", "B", "J", "g", "$", *THINGS, "s")
_WORD = r"(?:[A-Za-zµ]{1,12}|\$)"
_POWER = r"(?:[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}|\^\d{1,3})?"
_BELOW = rf"\(\s*{_WORD}{_POWER}(?:\s*[·* ]\s*{_WORD}{_POWER})*\s*\)"
_UNIT = rf"(?:{_WORD}{_POWER}|1(?=\s*/)|(?<!\S)(?=/))(?:\s*[/·*-]\s*{_WORD}{_POWER}|\s*/\s*{_BELOW})*"
_BEHIND = pattern(
    rf"(?s)\s*(?P<number>.*[\d)\]}}⁰¹²³⁴⁵⁶⁷⁸⁹₀-₉.])\s*(?P<unit>%|{_UNIT})\s*\Z"
)


@frozen
class Unit:
    """A unit as it is written, how many of the base units one of it is, and which these are."""

    text: str
    factor: fmpq
    dims: Dims

    def __str__(self) -> str:
        return self.text

    @property
    def is_prefix(self) -> bool:
        """Whether it only counts base units by powers of ten or of 1024, as GB and KiB do and hours do not.

        >>> unit("GB").is_prefix, unit("KiB").is_prefix, unit("h").is_prefix
        (True, True, False)
        """
        return all(
            str(n).strip("0") == "1" or n & (n - 1) == 0
            for n in (int(self.factor.p), int(self.factor.q))
        )


PERCENT = Unit("%", fmpq(1, 100), BARE)


@lru_cache(maxsize=1_024)
def unit(text: str) -> Unit:
    """The unit of a text: "GB", "TFLOP/s", "B/token", "1/s²", "FLOP/(s W)", "%"; raises SymattnError where it is none.

    >>> unit("FLOP/(s W)").text, unit("KiB").factor, unit("bits").factor, base(unit("tokens/s").dims)
    ('FLOP/(s·W)', 1024, 1/8, 'token/s')
    """
    plain = re.sub(r"\bu(?=[sJW])", "µ", " ".join(text.split()))
    plain = re.sub(
        rf"(?<=/)\s*{_WORD}(?:-{_WORD})+", lambda m: f"({m[0]})", plain
    ).replace("-", "·")
    if plain == "%":
        return PERCENT
    if len(plain) > LONGEST_UNIT or not re.fullmatch(_UNIT, plain):
        raise SymattnError(
            f'"{plain[:LONGEST_UNIT]}" is no unit',
            'write a unit such as "GB", "TFLOP/s" or "tokens"',
        )
    factor, found, sign = fmpq(1), dict[str, Fraction](), 1
    flat = re.sub(
        _BELOW, lambda m: re.sub(r"\s*[·* ]\s*", "/", m[0].strip("( )")), plain
    )
    for word in re.split(r"\s*([/·*])\s*", flat):
        if word in ("/", "·", "*", "1", ""):
            sign = -1 if word == "/" else 1
            continue
        bare = re.sub(rf"{_POWER}\Z", "", word)
        times = sign * int(word[len(bare) :].translate(ON_THE_LINE).strip("^") or 1)
        worth, of = _one(bare)
        factor = factor * worth**times
        for name, power in of.items():
            found[name] = found.get(name, Fraction(0)) + times * power
    inside = re.sub(r"(?<=[^\W\d])\s+(?=[^\W\d])", "·", plain)  # (s W) is (s·W)
    return Unit(
        re.sub(r"\s*([/·()])\s*", r"\1", inside.replace("*", "·")),
        factor,
        ordered(found),
    )


def _one(word: str) -> tuple[fmpq, Mapping[str, int]]:
    """What a unit with its prefix is worth; raises SymattnError."""
    for k in range(min(3, len(word))):
        front, symbol = word[:k], _MANY.get(word[k:], word[k:])
        if symbol not in _SYMBOLS:
            continue
        worth, of, prefixes = _SYMBOLS[symbol]
        if front in IEC and "B" in of:
            return worth * 2 ** IEC[front], of
        if not front or (k == 1 and front in prefixes):
            return worth * (fmpq(10) ** SI[front] if front else 1), of
    if word.upper().endswith("FLOPS"):
        raise SymattnError(
            f'"{word}" may be operations, or operations in a second',
            f'write "{word[:-1]}" or "{word[:-1]}/s"',
        )
    if (long := word.removesuffix("s")) in _DAYS:
        least, most = _DAYS[long]
        raise SymattnError(
            f'"{word}" may be {least} days, or {most}',
            f'count in days: give a = "{least} d" and divide by a',
        )
    if word in ("KB", "Kbit"):
        raise SymattnError(
            f'"{word}" is no unit',
            f'write "k{word[1:]}", 1000, or "Ki{word[1:]}", 1024',
        )
    known = [
        *_SYMBOLS,
        *_MANY,
        "kB",
        "MB",
        "GB",
        "TB",
        "KiB",
        "MiB",
        "GiB",
        "ms",
        "TFLOP",
        "kWh",
        "kg",
    ]
    raise SymattnError(
        f'"{word}" is no unit',
        nearest(word, known) or f"the units are {', '.join(_SYMBOLS)}, with prefixes",
    )


def ordered(powers: Mapping[str, Fraction]) -> Dims:
    """Base units with their powers, those that are there in the order in which they are written; last what is not known yet."""
    unknown = sorted(powers.keys() - set(_ORDER))
    return tuple(
        (name, powers[name]) for name in (*_ORDER, *unknown) if powers.get(name)
    )


def behind(text: str) -> tuple[str, Unit] | None:
    """A text with a unit at its end as what stands before it and the unit; None where there is none.

    >>> behind("80 GB"), behind("1.5e9"), behind("3.3·10²⁴ FLOP/s")[0], behind("12.5%")[1].text, behind("2 x")
    (('80', Unit(text='GB', factor=1000000000, dims=(('B', Fraction(1, 1)),))), None, '3.3·10²⁴', '%', None)
    """
    found = _BEHIND.fullmatch(text) if len(text) <= 2_000 else None
    if found is None:
        return None
    try:
        return found["number"], unit(found["unit"])
    except SymattnError:
        return None


_READ: ContextVar[frozenset[str] | None] = ContextVar("units", default=None)
_LAST = pattern(r"[^\W\d_]\w*\s*\Z")
_LETTERS: ContextVar[frozenset[str]] = ContextVar("letters", default=frozenset())
_UPRIGHT = pattern(
    r"\\(?:mathrm|mathsf|textrm|text|operatorname|mbox)\s*\{\s*([^{}\\]*?|\\[$%])\s*\}"
)
_GAPS = pattern(r"\\[,;:! ]|~|\\(?:thin|med)?space\b")


@contextmanager
def reading(names: Iterable[str] | None, letters: Iterable[str] = ()) -> Iterator[None]:
    """While this lasts, numbers may have units behind them; none for None. A few times what has one of the *names* is a product,
    and so is any number of times one of the *letters*: 18.5B is no number of bytes where the sheet has a letter B.

    >>> with reading(["h"]):
    ...     at_end(r"1.5\\;\\mathrm{GB}"), at_end("2 h"), at_end("2.5 h")[1].text
    (('1.5', Unit(text='GB', factor=1000000000, dims=(('B', Fraction(1, 1)),))), None, 'h')
    """
    read = during(_READ, None if names is None else frozenset(names))
    with read, during(_LETTERS, frozenset(letters)):
        yield


def read_now() -> frozenset[str] | None:
    """The names that are no units now; None where numbers have none."""
    return _READ.get()


def at_end(text: str) -> tuple[str, Unit] | None:
    """A text with a unit at its end, in LaTeX too, where numbers may have units now; a percent sign is read anywhere."""
    names = _READ.get()
    if names is None or len(text) > 2_000:
        return None
    plain = _GAPS.sub(" ", text)
    plain = re.sub(r"(\\mathrm\s*\{[^{}]*?)\\cdot\s*", r"\1·", plain)
    plain = re.sub(r"\\mu(?![A-Za-z])\s*", "µ", plain)
    plain = (
        re.sub(r"\^\s*\{\s*(\d+)\s*\}", r"^\1", plain)
        if "mathrm" in plain or "text" in plain
        else plain
    )
    plain = _UPRIGHT.sub(r" \1", plain).replace("\\%", "%").replace("\\$", "$").strip()
    head, _, tail = plain.rpartition(" ")
    last = _LAST.search(head)
    of_letter = last is not None and spelled(last[0]) in _LETTERS.get()  # 8192B kB
    found = (
        (head.rstrip(), one[1])
        if of_letter and (one := behind(f"1 {tail}"))
        else behind(plain)
    )
    if (
        found is None
        or found[1].text == "%"
        or (found[1].text in _LETTERS.get() and not of_letter)
        or (re.fullmatch(r"\d{1,2}", found[0]) and found[1].text in names)
    ):
        return None
    return found


_PRICE = pattern(r"(?m)^([^$\n]*(?:[=≈:][ ]*(?=\$\d)|\d[ ]*))\$([^$\n]*)$")


def priced(text: str) -> str:
    """A text in which a dollar beside a number is the unit and opens no formula, where numbers may have units now.

    >>> with reading([]):
    ...     priced("k = $5\\nm = 7 $")
    'k = \\\\$5\\nm = 7 \\\\$'
    """
    return text if _READ.get() is None else _PRICE.sub(r"\1\\$\2", text)


def looks(text: str) -> Match | None:
    """A decimal and a word behind it, which is meant as a quantity whether or not there is such a unit.

    >>> looks("80 GByte")["unit"], looks("sqrt(2)")
    ('GByte', None)
    """
    return re.fullmatch(
        rf"\s*(?P<number>[-−]?\d[\d_.]*(?:[eE][-+]?\d+)?)\s*(?P<unit>%|{_UNIT})\s*",
        text,
    )


# --- arithmetic ---
# What comes of quantities: the powers of units add up under a product, and a sum is one of equal units.


def product(a: Dims, b: Dims, sign: int = 1) -> Dims:
    """The units of a product, or with *sign* −1 of a quotient.

    >>> product(unit("GB").dims, unit("GB/s").dims, -1)
    (('s', Fraction(1, 1)),)
    """
    found = dict(a)
    for name, power in b:
        found[name] = found.get(name, Fraction(0)) + sign * power
    return ordered(found)


def are_counted(dims: Dims) -> bool:
    """Whether these are things that are counted, and so numbers where nobody names them: tokens, operations.

    >>> are_counted(unit("token/sequence").dims), are_counted(unit("token/s").dims)
    (True, False)
    """
    return all(name in ("FLOP", *THINGS) for name, _ in dims)


def raised(a: Dims, power: Fraction) -> Dims:
    """The units of a power."""
    return ordered({name: own * power for name, own in a})


def agreed(of: Iterable[Dims], where: str) -> Dims:
    """The units that all share, where what is counted is a number beside what names it; raises SymattnError where they do not.

    >>> agreed([unit("token").dims, BARE], "a sum")
    (('token', Fraction(1, 1)),)
    >>> agreed([unit("GB").dims, unit("s").dims], "a sum")
    Traceback (most recent call last):
        ...
    symattn.errors.SymattnError: a sum of B and s; write both sides in units of one kind
    """
    first, *others = of
    for other in others:
        apart = product(other, first, -1)
        more = {power > 0 for _, power in apart}
        if len(more) > 1 or not are_counted(apart):
            lacks = "" if first and other else base(first or other)
            number = f', or give a number the unit that is lacking, such as "2 {lacks}"'
            raise SymattnError(
                f"{where} of {told(first)} and {told(other)}",
                f"write both sides in units of one kind{number if lacks else ''}",
            )
        first = other if True in more else first
    return first


def told(dims: Dims) -> str:
    """Base units in a sentence."""
    return base(dims) or "numbers without a unit"


def base(dims: Dims) -> str:
    """Base units as they are written: "FLOP/s", "B·s²"; nothing for a bare number.

    >>> base(unit("W").dims), base(unit("Hz").dims), base(())
    ('J/s', '1/s', '')
    """
    above = "·".join(_powers((name, power) for name, power in dims if power > 0))
    below = list(_powers((name, -power) for name, power in dims if power < 0))
    under = f"({'·'.join(below)})" if below[1:] else "".join(below)
    return f"{above or '1'}/{under}" if below else above


def _powers(dims: Iterable[tuple[str, Fraction]]) -> Iterator[str]:
    for name, power in dims:
        yield name if power == 1 else name + str(power).translate(RAISED)


def of_base(dims: Dims) -> Unit:
    """The base units of a quantity as a unit."""
    return Unit(base(dims), fmpq(1), dims)


def spoken(found: Unit, many: bool) -> str:
    """A unit as it stands behind a number: what is counted in words has its plural.

    >>> spoken(unit("token"), True), spoken(unit("token/s"), True), spoken(unit("GB"), True)
    ('tokens', 'tokens/s', 'GB')
    >>> spoken(unit("query"), True), spoken(unit("Mtoken"), True)
    ('queries', 'Mtokens')
    """
    first, slash, rest = found.text.partition("/")
    if not many or not any(
        first in (thing, *(f"{p}{thing}" for p in LARGE)) for thing in (*THINGS, "week")
    ):
        return found.text
    return f"{first.removesuffix('y')}{'ies' if first[-1] == 'y' else 's'}{slash}{rest}"


def prefixed(dims: Dims, size: fmpq) -> Unit:
    """The binary unit of bytes in which a quantity is at least 1: KiB, MiB, …; bytes below that. KiB/token, where it is of these.

    >>> prefixed(unit("B").dims, fmpq(3 * 2**20)).text
    'MiB'
    """
    fits = [name for name, bits in IEC.items() if abs(size) >= 2**bits]
    whole = base(
        (
            *(part for part in dims if part[0] == "B"),
            *(part for part in dims if part[0] != "B"),
        )
    )
    return unit(f"{fits[-1]}{whole}") if fits else of_base(dims)
