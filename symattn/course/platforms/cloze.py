"""One blank of a Moodle cloze question: what earns marks in it, and what is said to everything else that can be foreseen.

Moodle reads a numerical blank from the front and drops what follows: 1/3 is 1 to it, 2exp(3) is 2 (``apply_units`` of its
question type "numerical"). A value that is a short decimal, which such a spelling could begin with, is therefore asked as text,
by patterns; other values as numbers, and the number at the front of their exact form is told that the box reads decimals.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from html import escape

from markupsafe import Markup

from symattn.course.platforms.mistakes import Mistake
from symattn.course.platforms.stack import MOST
from symattn.course.platforms.view import Asked
from symattn.exact.decimals import decimal
from symattn.exact.matrix import Blocked
from symattn.exact.number import Number
from symattn.exact.text import text
from symattn.records import dataclass

GUARD = 8  # the stored value has so many places more than is asked of students
FEW = 2  # decimals of an answer that is right with too few digits
EXACTLY = "0.000000001"
SHORT = 10**7
"""A value as large as this, or larger, is asked as a number: nobody writes an expression that begins with it."""
INFINITE = (
    "-inf", "-oo", "-∞", "−∞", "–∞", "−inf", "–inf", "−oo", "-infinity", "−infinity", "-infty", "- inf", "-Inf", "minus infinity",
    "-np.inf",
)  # fmt: skip
"""How minus infinity may be typed, with a hyphen, a dash and a minus sign."""
FILLER = "-9.8765432109877E+22"
"""A wrong answer worth nothing that every blank has. Moodle makes a box as wide as its longest stored answer, and no number that
it stores, with 14 digits, takes more characters: all boxes are of one width and tell nothing."""


@dataclass(frozen=True)
class Said:
    """What is said beside known mistakes: to *few* digits, to what is no decimal (*reads*), between two mistakes (*either*)."""

    few: str
    either: str
    reads: str


def blank(line: Asked, i: int, j: int, weight: int, said: Said, places: int, imprecise: Fraction) -> Markup:
    """The blank of one entry in Moodle's notation; Moodle takes the first answer that fits.

    >>> from symattn.exact.matrix import Matrix
    >>> asked = Asked(1, "Q", Markup("Q"), Matrix.of([[Fraction(1, 3)]]), Fraction(1))
    >>> blank(asked, 0, 0, 2, Said("few", "or", "decimals"), 1, Fraction(3, 4))
    Markup('{2:NUMERICAL:=0.333333333:0.050000001~%0%1:0.000000001#decimals~%0%3:0.000000001#decimals~%0%-9.8765432109877E+22:0}')
    """
    x = line.value.cells()[i][j]
    if isinstance(x, Blocked):
        kind, answers = "SHORTANSWER", [f"={word}" for word in INFINITE]
    elif (value := terminating(x, places)) is not None:
        kind, answers = "SHORTANSWER", list(_typed(line, i, j, value, said, places))
    else:
        kind, answers = "NUMERICAL", list(_counted(line, i, j, x, said, places, imprecise))
    end = f"~%0%{FILLER}" + ":0" * (kind == "NUMERICAL")
    return Markup(f"{{{weight}:{kind}:{'~'.join(answers)}{end}}}")


def terminating(x: Number, places: int) -> Fraction | None:
    """The value, if so many decimals write it in full and it is short.

    >>> terminating(Number.of(Fraction(1, 2)), 1), terminating(Number.of(Fraction(1, 3)), 9)
    (Fraction(1, 2), None)
    """
    if not x.is_rational:
        return None
    value = Fraction(int(x.rational.p), int(x.rational.q))
    return value if (value * 10**places).denominator == 1 and abs(value) < SHORT else None


def _slips(line: Asked, i: int, j: int, right: str, places: int) -> dict[str, list[Mistake]]:
    """What known mistakes come to, where it is another number than the right one; those that nobody tells apart together."""
    found: dict[str, list[Mistake]] = {}
    for mistake in line.mistakes:
        other = mistake.value.cells()[i][j]
        value = "" if isinstance(other, Blocked) else stored(other, places)
        if value and _apart(value, right, places) and abs(Fraction(value)) <= MOST:
            near = next((known for known in found if not _apart(known, value, places)), value)
            found.setdefault(near, []).append(mistake)
    return found


def _counted(line: Asked, i: int, j: int, x: Number, said: Said, places: int, imprecise: Fraction) -> Iterator[str]:
    """Answers as numbers: the value with its tolerance (half a unit in the last place asked for), what Moodle makes of a fraction
    and of a decimal comma on an English site, known mistakes with what they earn, the value with too few digits."""
    right = stored(x, places)
    yield f"={right}:{_half(places)}"
    slips = _slips(line, i, j, right, places)
    front = re.match(r"-?\d+", text(x))
    comma = decimal(x, places).replace(".", "") if places else ""
    read = {str(int(digits)) for digits in (front[0] if front else "", comma) if digits}
    for digits in sorted(read, key=lambda digits: (len(digits), digits)):
        if _apart(digits, right, places):
            made = next((mistakes for value, mistakes in slips.items() if not _apart(value, digits, places)), [])
            earned = _earned(made) if made else 0
            told = _told(made, said) if made and not x.is_rational else ""  # who wrote a right fraction made no slip
            yield f"%{earned}%{digits}:{EXACTLY}#{_said(said.reads)}{f' {said.either} {told}' if told else ''}"
    for value, mistakes in slips.items():
        yield f"%{_earned(mistakes)}%{value}:{_half(places)}#{_told(mistakes, said)}"
    for short in dict.fromkeys(decimal(x, digits) for digits in range(FEW, places)):
        if Fraction(short) and all(_apart(short, known, places) for known in (right, *slips)):
            yield f"%{_percent(imprecise)}%{short}:{EXACTLY}#{_said(said.few)}"


def _typed(line: Asked, i: int, j: int, value: Fraction, said: Said, places: int) -> Iterator[str]:
    """Answers as patterns: the short decimal however it is spelled, then what is no decimal, then decimals so near that they
    round to it, and known mistakes."""
    yield from (f"={spelling}" for spelling in spelled(value, places))
    front = decimal(Number.of(abs(value)), 0)
    for pattern in ("*/*", "*√*", "*^*", "*(*", f"{front}+*", f"{front} *", f"{front}e*"):
        yield f"%0%{pattern}#{_said(said.reads)}"
    yield from (f"={near}*" for near in _near(value, places))
    for wrong, mistakes in _slips(line, i, j, stored(Number.of(value), places), places).items():
        number = Fraction(wrong)
        whole = (number * 10**places).denominator == 1
        short = spelled(number, places) if whole else [_fixed(number, places), wrong[: wrong.index(".") + 1 + places] + "*"]
        if whole and places:
            short.append(f"{_fixed(number, places)}*")
        for spelling in dict.fromkeys(short):
            yield f"%{_earned(mistakes)}%{spelling}#{_told(mistakes, said)}"


def spelled(value: Fraction, places: int) -> list[str]:
    """How a decimal that ends within *places* is written: with more or fewer zeros, a point or a comma, any minus sign.

    >>> spelled(Fraction(-1, 2), 2)[:9]
    ['-0.5', '-0.50', '-.5', '-.50', '-0,5', '-0,50', '-,5', '-,50', '-5e-1']
    >>> spelled(Fraction(3), 1)
    ['3', '3.0', '3.', '3,0', '+3', '+3.0']
    """
    size = abs(value)
    least = next(k for k in range(places + 1) if (size * 10**k).denominator == 1)
    bodies = [_fixed(size, k) for k in range(least, places + 1)]
    if not least:
        bodies.append(f"{bodies[0]}.")
    bodies = marked(bodies)
    if least and (size * 10**least) < 10:
        bodies.append(f"{size * 10**least}e-{least}")
    if value < 0:
        return signed(bodies)
    zero = [f"-{bodies[0]}"] if not value else []
    return [*bodies, f"+{bodies[0]}", *([f"+{_fixed(size, places)}"] if places else []), *zero]


def marked(bodies: list[str]) -> list[str]:
    """Decimals without a sign, also without a zero before the mark, and with a comma.

    >>> marked(["0.5", "2."])
    ['0.5', '2.', '.5', '0,5', ',5']
    """
    bodies = [*bodies, *(body[1:] for body in bodies if body.startswith("0.") and len(body) > 2)]
    return [*bodies, *(body.replace(".", ",") for body in bodies if "." in body[:-1])]


def signed(bodies: list[str]) -> list[str]:
    """Decimals with the keyboard's minus and with the one that is printed.

    >>> signed(["1"])
    ['-1', '−1']
    """
    return [sign + body for sign in "-−" for body in bodies]


def _near(value: Fraction, places: int) -> Iterator[str]:
    """Beginnings of the decimals with more than *places* digits that lie within half a unit of a value.

    >>> list(_near(Fraction(1), 0))[::2]
    ['1.0', '1.1', '1.2', '1.3', '1.4', '0.5', '0.6', '0.7', '0.8', '0.9']
    >>> list(_near(Fraction(0), 1))[:4]
    ['0.00', '0,00', '0.01', '0,01']
    """
    dot, sign = "" if places else ".", "-" if value < 0 else ""
    above = [f"{sign}{_fixed(abs(value), places)}{dot}{digit}" for digit in range(5)]
    if value:
        least = _fixed(abs(value) - Fraction(1, 10**places), places)
        below = [f"{sign}{least}{dot}{digit}" for digit in range(5, 10)]
    else:
        below = [f"-{near}" for near in above]
    for near in (*above, *below):
        yield from (near, near.replace(".", ","))


def _fixed(size: Fraction, places: int) -> str:
    """A fraction as a decimal of so many places."""
    return decimal(Number.of(size), places)


def _earned(mistakes: list[Mistake]) -> int:
    return _percent(min(mistake.entry for mistake in mistakes))


def _told(mistakes: list[Mistake], said: Said) -> str:
    return _said(f" {said.either} ".join(dict.fromkeys(mistake.says for mistake in mistakes)))


def _apart(one: str, other: str, places: int) -> bool:
    """Whether no answer is within the tolerance of both."""
    return abs(Fraction(one) - Fraction(other)) > Fraction(2, 10**places)


def stored(x: Number, places: int) -> str:
    """A value with more places than are asked for, as Moodle keeps it.

    >>> stored(Number.of(Fraction(1, 3)), 2)
    '0.3333333333'
    """
    return decimal(x, places + GUARD)


def _half(places: int) -> str:
    """Half a unit in the last place, and a little for what is cut off.

    >>> _half(2)
    '0.0050000001'
    """
    return f"0.{'0' * places}5{'0' * (GUARD - 2)}1"


def _percent(share: Fraction) -> int:
    """Marks that Moodle knows, in quarters, at most as much as is earned.

    >>> _percent(Fraction(2, 3)), _percent(Fraction(0))
    (50, 0)
    """
    return int(share * 4) * 25


_ENDING = str.maketrans({"}": "&#125;", "~": "&#126;", "\\": "&#92;"})


def _said(message: str) -> str:
    """A sentence inside a blank: HTML, whose entities Moodle resolves once, without the signs that would end it.

    >>> _said("not {1} < 2/3")
    'not {1&#125; &amp;lt; 2/3'
    """
    return escape(escape(message, quote=False), quote=False).translate(_ENDING)
