"""How a country writes numbers: its decimal sign, the signs between thousands, and what then is ambiguous.

A comma inside an entry that stands alone is a decimal comma. Where commas may also part entries, the other signs of the row
decide, then the language of the sheet and the points of the file; what stays ambiguous is refused with both readings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from symattn.during import during
from symattn.errors import SymattnError
from symattn.formats.templates import Templates
from symattn.later import pattern
from symattn.marking.said import reading
from symattn.said import Pair, Strings


class NumbersNow(NamedTuple):
    """How numbers are read: all that their reading depends on beside their text."""

    comma: bool = False  # is the decimal sign
    shown: bool = False  # by the text itself, again and again
    grouped: bool = False  # a point may stand between thousands in the text
    by_commas: bool = False  # commas stand between thousands in the text
    in_braces: bool = (
        False  # commas in braces stand in decimals, and between no thousands
    )
    taken: bool | None = None  # for the decimal sign, where that is tried
    letters: tuple[Pair, ...] = ()  # that the text gives a number to, each with it


_NOW: ContextVar[NumbersNow] = ContextVar("numbers", default=NumbersNow())  # noqa: B039

THIN = "\u2009\u202f"  # narrow blanks, which part thousands
_FIGURE = r"(?<![\w.,])"
_WHOLE = r"[1-9](?<![\w.,][1-9])\d{0,2}"  # looked for by its digit, and then at what is before it
_TIGHT = pattern(r"(?<=\d),(?=\d)")
_POINTED = pattern(r"(?<![\w.])\d*\.\d+(?![\w.])")
_POINTED_BY_POINTS = pattern(
    r"(?<![\w.])[1-9]\d{0,2}\.\d{3}(?![\w.])"
)  # those of them that may be whole: 131.072
_SURE = pattern(r"0(?<![\w.,]0),\d{3,}(?![\w,])")
_ONE = pattern(  # one entry: a number, or one less or more than a whole one, 1 − 2,3·10⁻⁵
    r"\s*[-−+≈~]*\s*(?:\d+ [-−+] )?\d+(?:\.\d{3})*(?:,\d+)?\s*(?:%|(?:[·⋅×*]|\\cdot|\\times)\s*10[\^{}()\d⁰¹²³⁴-⁹⁻−-]{1,12})?\s*"
)
_WITH_COMMA = pattern(r"\s*[-−+≈~]*\s*\d+(?:\.\d{3})*,\d+\s*%?\s*")
_ALONE = pattern(
    r"\s*[-−+]?(?:0,\d+|\d+,(?:\d{1,2}|\d{4,}))\s*%?\s*"
)  # no thousands in it
_BRACED = pattern(r"(?<=\d)\{\s*([.,])\s*\}(?=\d)")
_DECIMAL = pattern(rf"{_FIGURE}(\d+),(\d+)(?![\d,.])")
_OPEN = pattern(
    rf"{_WHOLE},\d{{3}}(?![\d,.])"
)  # 1,234: a decimal of one country, a whole number of another
_IN_TURN = pattern(
    r"[(\[]([^()\[\]\n;]*(?:;[^()\[\]\n;]*)+)[)\]]"
)  # entries with semicolons between them
_RAISED = pattern(r"0(?<![\w.,]0)[·⋅](?=\d{2,}(?!\w))")
_THIN = r"(?:[\u00a0\u2009\u202f'’]|\\[,;:! ]|\{,\})"
_THOUSANDS = (  # sign between thousands, decimal sign
    pattern(rf"({_WHOLE}(?:\.\d{{3}}){{2,}})(?:,(\d+))?(?![\d.,])"),
    pattern(rf"({_WHOLE}(?:\.\d{{3}})+),(\d+)(?![\d.,])"),
    pattern(rf"({_WHOLE}(?:,\d{{3}}){{2,}})(?:\.(\d+))?(?![\d.,])"),
    pattern(rf"({_WHOLE}(?:,\d{{3}})+)\.(\d+)(?![\d.,])"),
    pattern(rf"({_WHOLE}(?:{_THIN}\d{{3}})+)(?:[.,](\d+))?(?![\d.,])"),
)


_SHORT_OR_LONG = pattern(
    r"\A(\d+),(\d{1,2}|\d{4,})\Z"
)  # a comma that parts no thousands
_MANY_POINTS = pattern(rf"{_WHOLE}(?:\.\d{{3}}){{2,}}(?![.,]?\d)")
_BY_POINTS = pattern(r"[1-9]\d{0,2}(?:\.\d{3})+")
_BETWEEN = pattern(rf"{_FIGURE}{_BY_POINTS.pattern}(?![\d.])")
_OPEN_POINT = pattern(rf"{_WHOLE}\.\d{{3}}(?![\w.,])")  # 1.234, as 1,234
_NO_THOUSANDS = pattern(r"(?<!\d)0\{,\}\d|\d\{,\}(?:\d{1,2}|\d{4,})(?!\d|\{,\})")
_THREE_BEHIND = pattern(r"\.\d{3}(?!\d)")
_COUNTED = pattern(r"[^\W\d_]\.? \d{1,2}\.\d{1,2}(?![\d,.])")  # exercise 2.1


@lru_cache(maxsize=16)
def _point(language: str) -> str:
    """The decimal sign on the pages of a language."""
    return Templates("text", language=language).point


@contextmanager
def country(language: str) -> Iterator[None]:
    """While this lasts, a comma may be the decimal sign, as it is in a language.

    >>> with country("de"):
    ...     with_comma()
    True
    """
    comma = language not in ("", "en") and _point(language) == ","
    with during(_NOW, _NOW.get()._replace(comma=comma)):
        yield


@lru_cache(maxsize=2)  # a file is read, and then its answers are placed
def _shown(text: str) -> tuple[bool, int, bool, bool, bool, bool, bool]:
    """Whether a text has decimal commas, how many numbers with points speak against them, and whether one surely does; whether
    points stand between thousands in it, and whether commas do; whether its points are in decimals, and none has three behind it,
    which a comma could have slipped into; whether commas in braces are in decimals."""
    body = _THOUSANDS[1].sub("", text.partition(r"\begin{document}")[2] or text)
    commas = len(_SURE.findall(body)) + _BRACED.findall(body).count(",")
    commas += sum(map(_uneven, _IN_TURN.findall(body))) if "," in body else 0
    found = len(_POINTED.findall(body))
    plain = found - len(_POINTED_BY_POINTS.findall(body))
    grouped = (
        not plain and _MANY_POINTS.search(body) is not None
    )  # 2.362.368, and no other point
    points = plain if commas > 1 or grouped else found
    by_points = _MANY_POINTS.search(text) is not None
    comma = grouped or commas > max(points, 1)
    pointed = plain > len(_COUNTED.findall(body))
    by_commas = not comma and any(way.search(body) for way in _THOUSANDS[2:4])
    in_decimals = pointed and _THREE_BEHIND.search(body) is None
    in_braces = "{,}" in body and _NO_THOUSANDS.search(body) is not None
    return comma, points, pointed, by_points, by_commas, in_decimals, in_braces


def _uneven(listed: str) -> int:
    """How many commas stand between semicolons where none can part entries, since the rows would not be of one length.

    >>> _uneven("7 ; -2,5 ; 1"), _uneven("1,3; 0,1"), _uneven("1, 3; 2")
    (1, 0, 0)
    """
    parts = listed.split(";")
    commas = sum("," in part for part in parts)
    return commas if commas < len(parts) and all(map(_ONE.fullmatch, parts)) else 0


@contextmanager
def evidence(text: str) -> Iterator[None]:
    """While this lasts, a comma is read as a text itself shows: no decimal sign where it writes points, one where numbers such
    as 0,107 stand again and again, more often than points. Points that may stand between thousands say nothing against those,
    and none of a preamble's does.

    >>> with country("de"), evidence("0.5 and [1,3]"):
    ...     with_comma()
    False
    >>> with evidence("(0,107; 0,787), then 134.217.728 and 131.072"):
    ...     with_comma(), whole("131.072")
    (True, '131072')
    >>> with evidence("1,073,741,824 B"):
    ...     pointed("61,036")
    '61036'
    >>> with evidence("k = 2{,}236 and c = 0{,}596"):
    ...     pointed("2{,}236")
    '2.236'
    >>> with evidence("w = 9,216 and r = 0.27"):
    ...     pointed("9,216")
    '9216'
    >>> with country("de"), evidence("1.000"):
    ...     with_comma(), doubtful("1.000")
    (False, 'a point may stand in a decimal or between thousands: 1.000 or 1000; write whole numbers without points')
    """
    shown, points, pointed, by_points, by_commas, in_decimals, in_braces = _shown(text)
    now = _NOW.get()
    told = now._replace(
        comma=shown or (now.comma and not points),
        shown=shown,
        grouped=shown or by_points or ((now.comma or now.grouped) and not pointed),
        by_commas=by_commas or (in_decimals and not now.comma),
        in_braces=in_braces,
    )
    with during(_NOW, told):
        yield


def shown_by(entries: Sequence[str]) -> bool | None:
    """Whether a comma that may be read in two ways is the decimal sign, as one of the entries of a matrix shows, or as is tried.

    >>> shown_by(["2,833", "0,167"]), shown_by(["2,833"]), shown_by(["0,5", "0.5", "1,234"])
    (True, None, None)
    """
    shown = any(map(_ALONE.fullmatch, entries)) and not any(
        "." in one for one in entries
    )
    return shown or _NOW.get().taken


@contextmanager
def taking(comma: bool | None) -> Iterator[None]:
    """While this lasts, every comma that may be read in two ways is the decimal sign, or none is; for None that is open.

    >>> with taking(True):
    ...     row(["1", "3"], ["1,3"]), pointed("1,234")
    (['1,3'], '1.234')
    >>> with taking(False):
    ...     row(["1", "3"], ["1,3"]), pointed("1,234")
    (None, '1234')
    """
    with during(_NOW, _NOW.get()._replace(taken=comma)):
        yield


@contextmanager
def of_program(program: bool = True) -> Iterator[None]:
    """While this lasts, a point is the decimal sign, as it is in programs and in numbers of TOML and JSON.

    >>> with country("de"), evidence("A = 1.000"), of_program():
    ...     doubtful("1.000")
    ''
    """
    now = _NOW.get()
    with during(_NOW, now._replace(grouped=now.grouped and not program)):
        yield


@contextmanager
def defined(letter: str, number: str) -> Iterator[None]:
    """While this lasts, a letter is a number that the text gives it: ε₁ = 1/(1 + e^3)."""
    now = _NOW.get()
    letters = {**dict(now.letters), letter: number}
    with during(_NOW, now._replace(letters=tuple(letters.items()))):
        yield


def with_comma() -> bool:
    """Whether a comma is the decimal sign now."""
    now = _NOW.get()
    return now.comma if now.taken is None else now.taken


def state() -> NumbersNow:
    """All that the reading of a number depends on beside its text.

    >>> with taking(True):
    ...     tuple(state())
    (False, False, False, False, False, True, ())
    """
    return _NOW.get()


def row(parts: list[str], blanks: list[str]) -> list[str] | None:
    """The entries of a row with commas in numbers: *parts* between all commas, *blanks* between all gaps; None where every
    comma parts two entries. Raises SymattnError where it may be read in two ways.

    >>> row(["0", "5 1", "5"], ["0,5", "1,5"])
    ['0,5', '1,5']
    >>> row(["1", " 3"], ["1,", "3"]) is None, row(["0.5", "0.5"], ["0.5,0.5"]) is None
    (True, True)
    """
    text, now = " ".join(blanks), _NOW.get()
    bare = _BETWEEN.sub("", text) if now.grouped else text
    if not _TIGHT.search(text) or _POINTED.search(bare) or now.taken is False:
        return None
    spaced = [part.strip() for part in re.split(r",\s+|,\Z", text) if part.strip()]
    if len(spaced) == 1 and not text.rstrip().endswith(
        ","
    ):  # blanks alone, or nothing, beside tight commas
        long = all(
            "." not in part and (now.taken or len(part.strip("% ")) > 2)
            for part in parts[1::2]
        )
        if len(blanks) == 1 and with_comma() and len(parts) % 2 == 0 and long:
            decimals = [
                f"{a},{b}" for a, b in zip(parts[::2], parts[1::2], strict=True)
            ]
            if now.taken or now.shown:
                return decimals
            raise SymattnError(_two_ways(decimals, parts))
        alone = all("," not in one or _ONE.fullmatch(one) for one in blanks)
        return blanks if len(blanks) > 1 and alone else None
    if not all(map(_ONE.fullmatch, spaced)):
        return None
    regular = all(map(_WITH_COMMA.fullmatch, spaced))
    if now.taken or (regular and now.comma):
        return spaced
    if regular or now.comma:
        raise SymattnError(_two_ways(spaced, parts))
    return None


def _two_ways(decimals: list[str], whole: list[str]) -> str:
    """What is said of entries that may be read in two ways: with commas in them, or between them."""
    first = " ".join(_TIGHT.sub(".", entry.strip()) for entry in decimals)
    return reading(
        "two_ways", first=first, second=" ".join(entry.strip() for entry in whole)
    )


def tight(text: str) -> int:
    """How many commas stand between digits, without a blank.

    >>> tight("[1,3]"), tight("[1, 3]")
    (1, 0)
    """
    return len(_TIGHT.findall(text))


def apart(text: str) -> bool:
    """Whether a list with commas in its numbers has others with blanks between these, and none that may part thousands.

    >>> apart("(5, 5, 2,2361)"), apart("(5,5,2,2361)"), apart("(5, 1,234)"), apart("(5, 5)")
    (True, False, False, False)
    """
    return ", " in text and tight(text) > 0 and _OPEN.search(text) is None


def with_decimals(parts: Sequence[str], text: str, count: int) -> list[Strings]:
    """Numbers between which commas stand in a text, as so many entries with decimal commas in some: the way that takes the first
    commas for these and the one that takes the last, which are one where there is no other.

    >>> with_decimals(["-2", "1", "5", "-0", "375"], "-2,1,5,-0,375", 3)
    [('-2,1', '5', '-0,375'), ('-2', '1,5', '-0,375')]
    >>> with_decimals(["1", "5", "-2"], "1,5,-2", 2), with_decimals(["1", "5", "2"], "1, 5, 2", 2)
    ([('1,5', '-2')], [])
    """
    pairs = [f"{a},{b}" for a, b in pairwise(parts)]
    joins = [
        *(_WITH_COMMA.fullmatch(pair) is not None and pair in text for pair in pairs),
        False,
    ]
    most = [0] * (len(parts) + 2)  # decimals from a part on
    for k in reversed(range(len(parts))):
        most[k] = max(most[k + 1], 1 + most[k + 2]) if joins[k] else most[k + 1]
    if not 0 < len(parts) - count <= most[0]:
        return []
    found = []
    for early in (True, False):
        way, k, left = list[str](), 0, len(parts) - count
        while k < len(parts):
            joined = joins[k] and left > 0 and (early or left > most[k + 1])
            way.append(pairs[k] if joined else parts[k])
            k, left = k + 1 + joined, left - joined
        found.append(tuple(way))
    return list(dict.fromkeys(found))


def single(text: str) -> bool:
    """Whether a text without blanks is one number with commas in it, not several.

    >>> single("0,6667"), single("2,362,368"), single("1,3,0"), single("0,5 1")
    (True, True, False, False)
    """
    bare = text.strip().rstrip(".;")
    return _WITH_COMMA.fullmatch(bare) is not None or any(
        way.fullmatch(bare) for way in _THOUSANDS
    )


def listed(entries: Sequence[str]) -> bool:
    """Whether entries between semicolons are decimals with commas, of which one at least has too many digits for two numbers.

    >>> with country("de"):
    ...     listed(["0,6652", " 0,6"]), listed(["1,3", "0,1"]), listed(["0,6652 1", "0,5 2"])
    (True, False, False)
    """
    bare = [entry.strip() for entry in entries]
    return (
        with_comma()
        and all(map(_WITH_COMMA.fullmatch, bare))
        and any(len(one.partition(",")[2]) > 2 for one in bare)
    )


def whole(text: str) -> str:
    """A count without what stands between its thousands; where a comma is the decimal sign a point is none.

    >>> whole("134.217.728"), whole("131.072")
    ('134217728', '131.072')
    >>> with country("de"):
    ...     whole("131.072")
    '131072'
    """
    text = _SHORT_OR_LONG.sub(r"\1.\2", text)
    if with_comma() and _BY_POINTS.fullmatch(text.strip()):
        return text.replace(".", "")
    return _THOUSANDS[0].sub(lambda m: m[1].replace(".", ""), text)


def doubtful(text: str) -> str:
    """What is said of a number with one point, where points may stand between thousands in the text; "" of any other.

    >>> with evidence("134.217.728, 0.5 and 131.072"):
    ...     "131072" in doubtful("131.072"), doubtful("0.5")
    (True, '')
    """
    found = _OPEN_POINT.search(text) if _NOW.get().grouped else None
    return (
        reading("thousands", first=found[0], second=found[0].replace(".", ""))
        if found
        else ""
    )


def pointed(entry: str) -> str:
    """An entry that stands alone with a point as its decimal sign and nothing between its thousands.

    >>> pointed("0,1956"), pointed("0{,}693"), pointed("1.073.741.824"), pointed("1.234,5"), pointed("0·1956")
    ('0.1956', '0.693', '1073741824', '1234.5', '0.1956')
    >>> pointed("(1, 2)"), pointed("2·3")
    ('(1, 2)', '2·3')
    """
    if (
        not any(sign in entry for sign in ",·⋅'’\u00a0\u2009\u202f\\{")
        and entry.count(".") < 2
    ):
        return entry
    if _NOW.get().in_braces:
        entry = _BRACED.sub(".", entry)
    elif with_comma():
        entry = _BRACED.sub(r"\1", entry)
    for way in _THOUSANDS:
        entry = way.sub(
            lambda m: re.sub(r"\D", "", m[1]) + (f".{m[2]}" if m[2] else ""), entry
        )
    entry = _RAISED.sub("0.", _BRACED.sub(r"\1", entry))
    if not with_comma() and (found := _OPEN.search(entry)):
        if _NOW.get().taken is None and not _NOW.get().by_commas:
            raise SymattnError(_two_ways([found[0]], [found[0].replace(",", "")]))
        entry = _OPEN.sub(lambda m: m[0].replace(",", ""), entry)
    return _DECIMAL.sub(r"\1.\2", entry)
