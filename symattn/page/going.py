"""Why a limit is what it is: where the exponentials go that stand in the entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flint import fmpq

from symattn.boxes import Box, Boxes, Ink, row
from symattn.errors import SymattnError
from symattn.exact.absorbed import shortest
from symattn.exact.growth import goes
from symattn.exact.matrix import Matrix
from symattn.exact.number import Monomial, Number, WrittenKey
from symattn.exact.zero import atoms
from symattn.page.shown import Shown
from symattn.page.work import Work
from symattn.records import frozen
from symattn.tables import in_turn

ARROW = Ink("→", "relation")
_ONE = fmpq(1)
MOST = 3  # exponentials that one line tells of


@frozen
class Going:
    """Where exponentials go, each with its arrow, and where their letter goes; ``key`` says the same in one text."""

    where: Boxes = ()
    to: Box = Ink("∞")
    key: str = ""


def going(work: Work, shown: Shown) -> Going:
    """What is told before a limit; nothing where no exponential, or too many, have the letter."""
    u, to = shown.parameters.get("letter"), shown.parameters.get("to")
    if not isinstance(u, Number) or not isinstance(shown.inputs[0], Matrix):
        return Going()
    letter = next(atoms(u), None)
    cells = in_turn(shown.inputs[0].cells())
    entries = [shortest(x) for x in cells if isinstance(x, Number)]
    found = dict.fromkeys(
        alpha
        for x in entries
        for alpha in _exponents(x.terms)
        if any(atom == letter for atom in atoms(alpha))
    )
    if letter is None or not 0 < len(found) <= MOST:
        return Going()
    end = to if isinstance(to, Number) else None
    write = work.values.exact
    powers = [Number({((), alpha): _ONE}) for alpha in sorted(found, key=str)]
    try:
        told = [(x, goes(x, u, end)) for x in powers]
    except SymattnError:
        return Going()
    where = [
        row(write(x), ARROW, write(value)) for x, value in told if value is not None
    ]
    below = row(write(u), ARROW, Ink("∞") if end is None else write(end))
    key = " ".join(map(str, [*found, u, end]))
    return Going(tuple(where) if len(where) == len(told) else (), below, key)


def _exponents(terms: Iterable[Monomial]) -> Iterator[WrittenKey]:
    """The exponents of e in a value, in what it is divided by and in logarithms too."""
    for powers, exponent in terms:
        if exponent is not None:
            yield exponent
        for base, _ in powers:
            yield from _exponents(getattr(getattr(base, "body", None), "terms", ()))
