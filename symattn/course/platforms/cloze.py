"""One blank of a Moodle cloze question: what earns marks in it, and what is said to everything else that can be foreseen.

Moodle's blanks for numbers read what stands at the front and drop what follows: 1/3 is 1 to them, 2exp(3) is 2, a minus that is
not the keyboard's is nothing (``apply_units`` of its question type "numerical"). So every blank asks for text, by patterns, of
which the first that fits counts: decimals that are right, what is no decimal, decimals of more digits, known mistakes, too few
digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from html import escape
from itertools import count

from markupsafe import Markup

from symattn.course.platforms.blanks import FEW, GUARD, INFINITE, MOST, Blank, apart
from symattn.course.platforms.mistakes import Mistake
from symattn.exact.decimals import decimal
from symattn.exact.matrix import Blocked
from symattn.exact.number import Number, ratio
from symattn.records import frozen

FILLER = "-9.8765432109877E+22"
"""A wrong answer worth nothing that every blank has. Moodle makes a box as wide as its longest stored answer, and hardly any
other is longer: all boxes are of one width and tell nothing."""
STRANGE = ("*/*", "*√*", "*^*", "*(*")
"""What no decimal has, and is told so."""
BEHIND = (*"+-esapx·×", r"\*", *" .,")
"""What may stand behind a decimal and makes it none."""


@frozen
class ClozeSaid:
    """What is said beside known mistakes: to *few* digits, to what is no decimal (*reads*), between two mistakes (*either*)."""

    few: str
    either: str
    reads: str


def blank(of: Blank, weight: int, said: ClozeSaid, imprecise: Fraction) -> Markup:
    """A blank in Moodle's notation; Moodle takes the first answer that fits.

    >>> from symattn.course.platforms.blanks import Asked
    >>> from symattn.exact.matrix import Matrix
    >>> asked = Asked(1, "Q", Markup("Q"), Matrix.of([[Fraction(1, 3)]]), Fraction(1), 1)
    >>> made = blank(Blank(asked, 0, 0), 2, ClozeSaid("few", "or", "decimals"), Fraction(3, 4))
    >>> made[:60], made[-30:]
    (Markup('{2:SHORTANSWER:=0.3~=.3~=0,3~=,3~=+0.3~=+.3~=+0,3~=+,3~=3e-1'), Markup('0,29*~%0%-9.8765432109877E+22}'))
    """
    x = of.value
    answers = (
        [f"={word}" for word in INFINITE]
        if isinstance(x, Blocked)
        else _answers(of, x, said, imprecise)
    )
    return Markup(f"{{{weight}:SHORTANSWER:{'~'.join(answers)}~%0%{FILLER}}}")


def terminating(x: Number, places: int) -> Fraction | None:
    """The value, if so many decimals write it in full.

    >>> terminating(Number.of(Fraction(1, 2)), 1), terminating(Number.of(Fraction(1, 3)), 9)
    (Fraction(1, 2), None)
    """
    if not x.is_rational:
        return None
    value = ratio(x.rational)
    return value if (value * 10**places).denominator == 1 else None


def _answers(
    of: Blank, x: Number, said: ClozeSaid, imprecise: Fraction
) -> Iterator[str]:
    """What is right, what is no decimal, what has more digits and is right, known mistakes, the value with too few digits."""
    places = of.line.places
    value, short = terminating(x, places), decimal(x, places)
    spellings = spelled(value, places) if value is not None else _written(short, "+")
    full = (
        [short]
        if value is None
        else [_fixed(value, digits) for digits in range(_least(value), places + 1)]
    )
    powers = (power for one in full for power in _powers(one))
    yield from (f"={spelling}" for spelling in dict.fromkeys([*spellings, *powers]))
    longer = [decimal(x, places + 1), _cut(x, places + 1)]
    zeros = f"{short}{'' if places else '.'}0"
    yield from (
        f"={power}"
        for one in dict.fromkeys([*longer, zeros])
        for power in _powers(one, "*")
    )
    front = decimal(Number.of(abs(Fraction(short))), 0)
    for pattern in (*STRANGE, f"{front}+*", f"{front} *", f"{front}e*"):
        yield f"%0%{pattern}#{_said(said.reads)}"
    yield from (f"%0%*{point}*{sign}*" for point in ".," for sign in BEHIND)
    near = [
        *_near(Fraction(short), places),
        *(f"{one}{'' if places else '.'}" for one in longer),
    ]
    yield from (f"={one}*" for body in dict.fromkeys(near) for one in _minus(body))
    slips = {
        wrong: mistakes
        for wrong, mistakes in of.slips.items()
        if abs(Fraction(wrong)) <= MOST
    }
    earned = of.wrongs
    for wrong, mistakes in slips.items():
        number = Fraction(wrong)
        whole = (number * 10**places).denominator == 1
        bodies = spelled(number, places) if whole else _written(_fixed(number, places))
        more = wrong[: wrong.index(".") + 2 + places]
        for spelling in dict.fromkeys(
            [
                *bodies,
                *(f"{one}*" for one in (_written(more) if places or not whole else ())),
            ]
        ):
            yield f"%{_percent(earned[wrong])}%{spelling}#{_told(mistakes, said)}"
    for few in dict.fromkeys(
        decimal(x, digits) for digits in range(FEW, places) if value is None
    ):
        if Fraction(few) and all(
            apart(few, known, places) for known in (of.right, *slips)
        ):
            yield from (
                f"%{_percent(imprecise)}%{spelling}#{_said(said.few)}"
                for spelling in _written(few)
            )


def _written(number: str, plus: str = "") -> list[str]:
    """A decimal as it may be typed: a point or a comma, without the zero before it, either minus; with a *plus* as well.

    >>> _written("-0.5"), _written("0.0")
    (['-0.5', '-.5', '-0,5', '-,5', '−0.5', '−.5', '−0,5', '−,5'], ['0.0', '.0', '0,0', ',0', '-0.0', '-.0', '-0,0', '-,0'])
    """
    bodies = marked([number.removeprefix("-")])
    if not Fraction(number):
        return [
            sign + body for sign in dict.fromkeys(("", "-", plus)) for body in bodies
        ]
    return (
        signed(bodies)
        if number.startswith("-")
        else [*bodies, *(plus + body for body in bodies if plus)]
    )


def _powers(number: str, star: str = "") -> Iterator[str]:
    """A decimal with a power of ten, as programs write it, its last zeros too or not, where that is no longer than other answers;
    with a *star* where further digits may stand.

    >>> list(_powers("0.25")), list(_powers("-12.5", "*"))
    (['2.5e-1', '2.5e-01'], ['-1.25*e1', '-1.25*e+1', '-1.25*e+01'])
    >>> list(_powers("10")), list(_powers("0"))
    (['1.0e1', '1.0e+1', '1.0e+01', '1e1', '1e+1', '1e+01'], ['0e0', '0e+0', '0e+00'])
    """
    value = Fraction(number)
    whole, _, behind = number.removeprefix("-").partition(".")
    digits = (whole + behind).lstrip("0") if value else whole + behind
    power = (
        len(whole) - 1
        if abs(value) >= 1 or not value
        else len(digits) - 1 - len(behind)
    )
    for kept in dict.fromkeys((digits, digits if star else digits.rstrip("0") or "0")):
        mantissa = f"{'-' * (value < 0)}{kept[0]}{'.' * bool(kept[1:])}{kept[1:]}{star}"
        for shown in dict.fromkeys((f"{power}", f"{power:+d}", f"{power:+03d}")):
            if len(made := f"{mantissa}e{shown}") <= len(FILLER):
                yield made


def _cut(x: Number, places: int) -> str:
    """A value cut off behind so many places.

    >>> _cut(Number.of(Fraction(-2, 3)), 2)
    '-0.66'
    """
    return decimal(x, places + GUARD)[:-GUARD]


def _minus(body: str) -> list[str]:
    """A text with a point and with a comma, and with either minus."""
    bare = body.removeprefix("-")
    bodies = list(dict.fromkeys((bare, bare.replace(".", ","))))
    return signed(bodies) if body.startswith("-") else bodies


def spelled(value: Fraction, places: int) -> list[str]:
    """How a decimal that ends within *places* is written: with more or fewer zeros, a point or a comma, any minus sign.

    >>> spelled(Fraction(-1, 2), 2)[:9]
    ['-0.5', '-0.50', '-.5', '-.50', '-0,5', '-0,50', '-,5', '-,50', '-5e-1']
    >>> spelled(Fraction(3), 1)
    ['3', '3.0', '3.', '3,0', '+3', '+3.0', '+3.', '+3,0']
    """
    size = abs(value)
    least = _least(value)
    bodies = [_fixed(size, k) for k in range(least, places + 1)]
    if not least:
        bodies.append(f"{bodies[0]}.")
    bodies = marked(bodies)
    plus = [f"+{body}" for body in bodies]
    if least and (size * 10**least) < 10:
        bodies.append(f"{size * 10**least}e-{least}")
    if value < 0:
        return signed(bodies)
    zero = [f"-{bodies[0]}"] if not value else []
    return [*bodies, *plus, *zero]


def _least(value: Fraction) -> int:
    """How many decimals write a value in full; it has such a number of them.

    >>> _least(Fraction(3)), _least(Fraction(-1, 8))
    (0, 3)
    """
    return next(k for k in count() if (value * 10**k).denominator == 1)


def marked(bodies: list[str]) -> list[str]:
    """Decimals without a sign, also without a zero before the mark, and with a comma.

    >>> marked(["0.5", "2."])
    ['0.5', '2.', '.5', '0,5', ',5']
    """
    bodies = [
        *bodies,
        *(body[1:] for body in bodies if body.startswith("0.") and len(body) > 2),
    ]
    return [*bodies, *(body.replace(".", ",") for body in bodies if "." in body[:-1])]


def signed(bodies: list[str]) -> list[str]:
    """Decimals with the keyboard's minus and with the one that is printed.

    >>> signed(["1"])
    ['-1', '−1']
    """
    return [sign + body for sign in "-−" for body in bodies]


def _near(value: Fraction, places: int) -> Iterator[str]:
    """Beginnings of the decimals with more than *places* digits that lie within half a unit of a value.

    >>> list(_near(Fraction(1), 0))
    ['1.0', '1.1', '1.2', '1.3', '1.4', '0.5', '0.6', '0.7', '0.8', '0.9']
    >>> list(_near(Fraction(0), 1))[:2]
    ['0.00', '0.01']
    """
    dot, sign = "" if places else ".", "-" if value < 0 else ""
    above = [f"{sign}{_fixed(abs(value), places)}{dot}{digit}" for digit in range(5)]
    if value:
        least = _fixed(abs(value) - Fraction(1, 10**places), places)
        below = [f"{sign}{least}{dot}{digit}" for digit in range(5, 10)]
    else:
        below = [f"-{near}" for near in above]
    yield from (*above, *below)


def _fixed(size: Fraction, places: int) -> str:
    """A fraction as a decimal of so many places."""
    return decimal(Number.of(size), places)


def _told(mistakes: list[Mistake], said: ClozeSaid) -> str:
    return _said(
        f" {said.either} ".join(dict.fromkeys(mistake.says for mistake in mistakes))
    )


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
