"""What several lines of a script say together for one explanation, a number that was misread or a slip, where each alone may
not say enough."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import comb, log2
from typing import TypeVar

from symattn.marking.evidence import NEEDED
from symattn.marking.findings import family, habit
from symattn.marking.judging import INCORRECT, Entries
from symattn.marking.key import OwnLines
from symattn.marking.results import Found, Result
from symattn.marking.trials import Trial
from symattn.ops.slips import ONE_NUMBER
from symattn.plan.tree import leading_to
from symattn.records import frozen
from symattn.said import Strings
from symattn.tables import grouped, in_turn

T = TypeVar("T")


@frozen
class Weighed:
    """What one line says for a misread number: the bits, how many explanations were tried there, the line's entries."""

    name: str
    trial: Trial
    bits: float
    tried: int
    entries: Entries | None

    @property
    def places(self) -> float:
        """The bits of which entries are wrong, among all ways that so many of them could be."""
        flat = list(in_turn(self.entries or ()))
        return log2(comb(len(flat), flat.count(INCORRECT)))


@frozen
class Leaning:
    """What fits a wrong line without enough in it to say so: each explanation with its bits, and those that the number of
    explanations tried there costs."""

    fits: tuple[tuple[Found, float], ...]
    cost: float


def shown(weighed: Iterable[Weighed]) -> list[tuple[float, list[Weighed]]]:
    """The wrong numbers that several lines show, with the evidence that is enough for them, the most first."""
    shared = grouped((one.trial.what, one) for one in weighed)
    several = [
        members for members in shared.values() if len({one.name for one in members}) > 1
    ]
    return _enough((_together(members), members) for members in several)


def habits(
    results: Mapping[str, Result], leaning: Mapping[str, Leaning]
) -> list[tuple[float, dict[str, Found]]]:
    """The slips, and habits, that several lines show, each with what it is in every line and the evidence that is enough for it,
    the most first."""
    said = {
        name: [(result.slip, float(result.slip.evidence), 0.0)]
        for name, result in results.items()
        if result.slip
    }
    for name, one in leaning.items():
        if results[name].verdict == "incorrect":
            said[name] = [
                (found, bits, one.cost)
                for found, bits in one.fits
                if found.id not in ONE_NUMBER
            ]
    known: dict[object, dict[str, tuple[Found, float, float]]] = {}
    for name, fits in said.items():
        for fit in fits:
            for key in dict.fromkeys(((fit[0].id, family(fit[0])), habit(fit[0]))):
                known.setdefault(key, {}).setdefault(name, fit)
    several = [lines for lines in known.values() if len(lines) > 1]
    return _enough(
        (_summed(lines.values()), {name: fit[0] for name, fit in lines.items()})
        for lines in several
    )


def _enough(known: Iterable[tuple[float, T]]) -> list[tuple[float, T]]:
    return sorted((one for one in known if one[0] >= NEEDED), key=lambda one: -one[0])


def _together(weighed: list[Weighed]) -> float:
    """What several lines say for one wrong number, in bits."""
    first, *others = weighed
    tried = max(one.tried for one in weighed)
    return (
        first.bits
        + sum(one.bits + one.places for one in others)
        - first.trial.cost
        - log2(max(tried, 1))
    )


def _summed(fits: Iterable[tuple[Found, float, float]]) -> float:
    """What several lines say for one slip, in bits."""
    known = list(fits)
    return sum(bits for _, bits, _ in known) - max(cost for _, _, cost in known)


def same_slip_before(
    own: OwnLines, results: Mapping[str, Result], name: str, slip: Found
) -> Strings:
    """The lines on the way to this one in which the same slip was told, at the same operation, where this line shows it only
    because what it was made of was not handed in: heads that were cut in the wrong way are one slip in Q, K and V."""
    calls, plan, answers = own.key.plan.by_out, own.key.plan, own.answers
    if slip.second:
        return ()
    there = slip.at in results and results[slip.at].slip
    if there and (there.at, there.what, there.second) == (slip.at, slip.what, None):
        return (
            slip.at,
        )  # in another shape than it should have, so that nothing could be worked out from it
    if slip.at in answers or slip.id in ONE_NUMBER or slip.at not in calls:
        return ()
    before = {line.name for line in leading_to([name], plan.lines)} - {name}
    return tuple(
        other
        for other, result in results.items()
        if other in before
        and (found := result.slip) is not None
        and found.id == slip.id
        and found.at in calls
        and found.at not in answers
        and calls[found.at].op == calls[slip.at].op
    )
