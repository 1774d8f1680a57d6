"""Numbers as the sheet writes them, and amounts as they stand on the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

from symattn.boxes import MANY_ZEROS, Box, Frac, number, times_ten
from symattn.boxes.paper import PAPER
from symattn.exact.units import behind
from symattn.later import pattern
from symattn.notation.values import in_unit
from symattn.page.matrices import is_plain
from symattn.sheet.measures import Amount
from symattn.tables import in_turn

FEW_ZEROS = 4  # 3e-5 stands as it is written, 0.003 with its zeros
_POWERED = pattern(r"(-?\d{1,20}(?:\.\d{1,20})?)[eE]([-+]?\d{1,7})")
"""A number as a sheet writes it with a power of ten."""
_SHARE = pattern(r"-?\d{1,20}/\d{1,20}")


def as_written(text: str, shares: bool) -> Box | None:
    """A number as the sheet writes it, where that is a plain decimal or, with *shares*, a fraction; what ends in many zeros as
    a power of ten. None for any other.

    >>> as_written("0.50", shares=True), as_written("sqrt(2)", shares=True)
    (Ink(text='0.50', kind='number'), None)
    """
    if is_plain(text) and not text.endswith("0" * MANY_ZEROS):
        return number(text)
    found = _POWERED.fullmatch(text)
    power = int(found[2]) if found else 0
    if found and not -FEW_ZEROS < power < MANY_ZEROS:
        return times_ten(found[1], power)
    if shares and _SHARE.fullmatch(text):
        whole = Frac(
            *map(number, text.lstrip("-").split("/"))
        )  # 36/210 as it is written
        return PAPER.negative(whole) if text[0] == "-" else whole
    return None


def amount_in(text: str, exact: bool = True) -> Amount:
    """A number that is written as a decimal, perhaps with a power of ten behind an e."""
    digits, _, power = text.partition("e")
    return Amount(digits, int(power) if power else None, exact=exact)


def of_hundred(digits: str) -> str:
    """A percentage as the number that is put in for it.

    >>> of_hundred("82.4"), of_hundred("5")
    ('0.824', '0.05')
    """
    return f"{Decimal(digits).scaleb(-2):f}"


def boxed(found: Amount) -> Box:
    """An amount as it stands on the page."""
    shown = (
        number(found.digits)
        if found.power is None
        else times_ten(found.digits, found.power)
    )
    return in_unit(shown, found.behind) if found.unit is not None else shown


def texts_of(given: Mapping[str, str | Sequence[Sequence[str]]]) -> list[str]:
    """The entries of what is given, as the sheet writes them."""
    return [
        t
        for texts in given.values()
        for t in ([texts] if isinstance(texts, str) else in_turn(texts))
    ]


def is_decimal(text: str) -> bool:
    """Whether a given is written as a decimal, perhaps with a power of ten and a unit behind it."""
    own = (behind(text) or (text,))[0].replace("_", "")
    return is_plain(own) or bool(_POWERED.fullmatch(own))


def most_decimals(texts: Sequence[Sequence[str]]) -> int:
    """How many digits stand behind the point, at most."""
    return max(
        (len(t.partition("e")[0].partition(".")[2]) for t in in_turn(texts)), default=0
    )
