"""Which explanation fits a wrong answer, and how much the answer says for it.

Explanations are tried from the simple to the far-fetched: a slip of the table at one line or in every head; another matrix,
a sign, a transposed result; one number that is wrong; two slips together. Each must give every entry as it was written.
What the answer says for it is weighed against how many explanations were tried. The search ends after a number of trials,
never after a time, so that the same answer gets the same report everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain, islice, product
from math import log2
from typing import TypeAlias, cast

from flint import arb

from symattn.errors import SymattnError
from symattn.exact.any_matrix import Entry, Mat
from symattn.exact.ball import working
from symattn.exact.decide import decision
from symattn.exact.interval import IntervalMatrix
from symattn.exact.matrix import Blocked, Matrix
from symattn.exact.number import rational
from symattn.language import Cell
from symattn.marking.course import Patch
from symattn.marking.evidence import NEEDED, bits, most
from symattn.marking.handed import Handed
from symattn.marking.judging import CORRECT, INCORRECT, Entries, met
from symattn.marking.numbers import changed_numbers, stepped
from symattn.marking.quick import BITS, Quick
from symattn.marking.results import Found
from symattn.marking.rounding import ROUNDINGS, Digits, behind, rounded_ways, widened
from symattn.marking.trials import Trial, anywhere, operands, repeated, trials, whole
from symattn.marking.ways import Replay, Way
from symattn.records import frozen
from symattn.said import Integers, Pair, Said, Strings
from symattn.tables import every, in_turn, paired

MUCH = 0.02  # of the largest entry, where digits are significant ones: no rounding on the way takes another so far
HUNDRED = 100  # units of the last digit asked, where they stand behind the point
MOST_PAIRS = 3_000  # two slips together that are tried


@frozen
class Fit:
    """An explanation that fits: what was done (one slip or two) and the bits it has, less those a free number in it costs."""

    trials: tuple[Trial, ...]
    bits: float

    @property
    def lines(self) -> Strings:
        """The lines in which it happened."""
        return tuple(
            dict.fromkeys(line for trial in self.trials for line in trial.lines)
        )

    @property
    def order(self) -> tuple[float, Integers]:
        """The most evidence first, then the first in the table."""
        return -round(self.bits, 6), tuple(trial.place for trial in self.trials)


@dataclass
class Search:
    """The search for what leads to one answer on some ``ways`` to its line; ``rights`` are the right values as balls, ``before``
    the pairs of slips that explain earlier answers of the same student: they are tried first; ``kept`` the digits to which lines
    on the way may have been rounded."""

    answer: Handed
    ways: Sequence[Way]
    rights: Sequence[Quick]
    before: Sequence[Pair] = ()
    kept: Sequence[Digits] = ()
    far_fetched: bool = False
    tried: int = field(default=0, init=False)
    maybe: Found | None = field(default=None, init=False)
    turned: Found | None = field(
        default=None, init=False
    )  # what parts the answer from the right result, whatever was done
    leaning: list[tuple[Found, float]] = field(
        default_factory=list, init=False
    )  # what fits, with too few bits to say so
    changes: list[tuple[Trial, float]] = field(
        default_factory=list, init=False
    )  # single numbers that fit, and their bits

    def found(self, simple: bool = False) -> Found | None:
        """The explanation with the most evidence among the *simple* ones, or those, that fit; None when none fits or too little
        speaks for it (``maybe`` is what it looks like then)."""
        slips, anywhere, whole = (
            partial(self._each, items) for items in (_slips_of, _anywhere_of, _whole_of)
        )
        levels = (self._as_before, slips, anywhere, self._numbers, self._pairs, whole)
        with working(BITS):
            ceiling = most(self.answer, self.rights)
            for level in (slips,) if simple else levels:
                if self.tried and ceiling - log2(self.tried) < NEEDED:
                    break
                fits = _in_order(fit for way in self.ways for fit in level(way))
                if fits and level is slips:
                    rivals = [
                        fit for way in self.ways for fit in self._rivals(way, fits[0])
                    ]
                    fits = _in_order([*fits, *rivals])
                if (
                    fits and level is whole
                ):  # how a right result came to stand so, nobody can know: it is asked, never said
                    self.maybe = self.turned = self._told(fits[0])
                elif fits:
                    return self._named(fits)
        return None

    def beyond(self, rights: Sequence[Quick]) -> Found | None:
        """The slip of the table for which an answer says enough beyond some right values alone: where its entries agree some
        with these and some with what is right from the student's own, all of it agrees with neither."""
        return replace(self, rights=rights).found(simple=True)

    def undone(self, ways: Sequence[Way]) -> Found | None:
        """A slip of an earlier line from which this one was worked out, though that line was handed in without it."""
        other = replace(self, ways=ways, before=(), far_fetched=True)
        other.tried = self.tried
        return other.found(simple=True)

    @cached_property
    def as_asked(self) -> Search:
        """The same search for an answer whose decimals have to have the digits asked."""
        return replace(self, answer=replace(self.answer, as_asked=True))

    def proves(self, way: Way) -> bool:
        """Whether the answer says enough for what a way gives, and no slip of the table on it comes to the same."""
        with working(BITS):
            right = cast("Quick | None", way.course.whole(way.target))
            if right is None or right.shape != self.answer.shape:
                return False
            tried = [found for _, found in way.each(_slips_of) if found is not None]
            slips = [found for found in tried if not right.agrees(found)]
            if any(map(self.meets, slips)):
                return False
            return bits(self.answer, right, ()) - log2(max(len(slips), 1)) >= NEEDED

    def follows(self, way: Way, slip: Found) -> bool:
        """Whether the answer comes out of a way on which a slip was made."""
        known = [
            trial
            for trial in _single(way)
            if trial.id == slip.id and trial.at in (slip.lines or (slip.at,))
        ]
        return bool(known) and self.leads(way, _patch_of(known))

    def leads(self, way: Way, patch: Patch) -> bool:
        """Whether the answer comes out of a way on which something is done, or read, otherwise."""
        with working(BITS):
            return self.fits(way, way.again(patch), patch)

    def _as_before(self, way: Way) -> Iterator[Fit]:
        """The pairs of slips that explained earlier answers, in another head."""
        single = _single(way) if self.before else []
        for ids in dict.fromkeys(self.before):
            for pair in product(
                *([trial for trial in single if trial.id == id] for id in ids)
            ):
                patch = _patch_of(pair)
                self.tried += 1
                found = way.again(patch)
                if (
                    len(patch) == 2
                    and found is not None
                    and self.fits(way, found, patch)
                ):
                    yield Fit(pair, bits(self.answer, found, self.rights))

    def _rivals(self, way: Way, best: Fit) -> Iterator[Fit]:
        """Another matrix in the place of the line with the slip, which may come to the same."""
        readers = [call for call in way.path if set(call.args) & set(best.lines)]
        for trial in (
            trial for call in readers for trial in operands(way.course, call)
        ):
            yield from self._tried(way, trial, way.again(trial.patch))

    def _named(self, fits: list[Fit]) -> Found | None:
        best = fits[0]
        evidence = best.bits - log2(max(self.tried, 1))
        firsts = sorted(
            (fit.trials[0] for fit in fits[1:]), key=lambda trial: trial.place
        )
        found = self._told(best, *dict.fromkeys(trial.id for trial in firsts))
        if evidence < NEEDED:
            self.maybe = found
            self.leaning = [(self._told(fit), fit.bits) for fit in fits]
            return None
        return replace(
            found, evidence=Fraction(round(10 * evidence), 10), lines=best.lines
        )

    def _told(self, fit: Fit, *others: str) -> Found:
        names = self.ways[0].course.plan.names
        first, *more = sorted(fit.trials, key=lambda trial: names.index(trial.at))
        second = Found(more[0].at, more[0].id, more[0].what) if more else None
        mine = {trial.id for trial in fit.trials}
        return Found(
            first.at,
            first.id,
            first.what,
            tuple(id for id in others if id not in mine),
            second,
        )

    def _each(self, items: Items, way: Way) -> Iterator[Fit]:
        """One thing after the other that is done otherwise."""
        for trial, found in way.each(items):
            yield from self._tried(way, trial, found)

    def _numbers(self, way: Way) -> Iterator[Fit]:
        """One number that is wrong, in a line or in what is given, and everything after it right from it."""
        for trial in changed_numbers(way, self.answer, partial(self.leads, way)):
            self.tried += 1
            if trial is not None:
                value = cast(Mat, way.again(trial.patch))  # it fits
                said = bits(self.answer, value, self.rights)
                self.changes.append((trial, said))
                yield Fit((trial,), said - trial.cost)

    def _tried(self, way: Way, trial: Trial, found: Mat | None) -> Iterator[Fit]:
        """An explanation that gives *found* at the line, where that is what was written, or would be with rounding behind it."""
        self.tried += 1
        rights: Sequence[Mat] = self.rights
        cost = 0.0
        if found is not None and not self.fits(way, found, trial.patch):
            cost = log2(len(self.kept) * ROUNDINGS or 1)
            near = self._rounded(way, trial.patch) if self._nearly(found) else None
            found, rights = near or (None, rights)
        if found is not None:
            alone, far = trial.id == "sign", self.far_fetched
            said = bits(
                self.answer, found, rights, one_is_enough=alone, far_fetched=far
            )
            yield Fit((trial,), said - cost)

    def _nearly(self, found: Mat) -> bool:
        """Whether rounding may be all that parts the answer from what a run gave, which is not right."""
        found = cast(Quick, found)
        mine = self._balls
        if (found.shape, found.blocked) != (mine.shape, mine.blocked):
            return False
        pairs = zip(mine.m.entries(), found.m.entries(), strict=True)
        far = any(abs(x - y) > self._much for x, y in pairs)
        return bool(self.kept) and not far and not any(map(found.agrees, self.rights))

    @cached_property
    def _much(self) -> arb:
        """More than rounding on the way does to an entry."""
        units = HUNDRED * arb(rational(self.answer.rule.finest))
        return (
            max(map(abs, self._balls.m.entries())) * MUCH
            if self.answer.rule.significant
            else units
        )

    def _rounded(self, way: Way, patch: Patch) -> tuple[Mat, list[Mat]] | None:
        """What the answer comes out of when something is done otherwise and the lines on the way are rounded, beside the right
        values and what these come to with the same rounding; None if nothing does."""
        whole = way if way.run.bare else way.run.way(way.target)
        for k in self.kept:
            for rounding, alone in zip(
                *(behind(whole, done, k) for done in (patch, {}))
            ):
                found = whole.again(rounding)
                if self.fits(whole, found, rounding, jumps=k.cut):
                    right = whole.again(alone)
                    return cast(Mat, found), [
                        *self.rights,
                        *([] if right is None else [right]),
                    ]
        return None

    def _pairs(self, way: Way) -> Iterator[Fit]:
        """Two slips of the table together, or one with another matrix."""
        for pair, found in way.each(_pairs_of):
            self.tried += 1
            if self.fits(way, found, _patch_of(pair)):
                yield Fit(
                    pair,
                    bits(self.answer, cast(Mat, found), self.rights, far_fetched=True),
                )
                return  # other pairs would fit no better, and there are many

    @cached_property
    def _balls(self) -> Quick:
        return Quick.of(self.answer.spans)

    def meets(self, found: Mat, *, finite: bool = True) -> bool:
        """Whether every entry of the answer may be what a run over balls gives; what divides by 0 gives nothing."""
        mine, found = self._balls, cast(Quick, found)
        if found.shape != mine.shape or found.blocked != mine.blocked:
            return False
        pairs: Iterable[tuple[arb, arb]] = zip(
            mine.m.entries(), found.m.entries(), strict=True
        )
        if mine.blocked:
            places = product(range(mine.rows), range(mine.cols))
            pairs = [
                pair
                for at, pair in zip(places, pairs, strict=True)
                if at not in mine.blocked
            ]
        return all((y.is_finite() or not finite) and x.overlaps(y) for x, y in pairs)

    def fits(
        self,
        way: Way,
        found: Mat | None,
        patch: Patch,
        *,
        jumps: bool = False,
    ) -> bool:
        """Whether the answer is what a way gave over balls when a patch was made, and intervals, which are narrower, agree, and
        proofs where the answer is written exactly, or where what is done otherwise *jumps* at values that balls do not settle."""
        if found is None or not self.meets(found):
            return False
        surely = way.run.plan_of
        near = way.again(patch, surely)
        if near is None or not _overlap(self.answer, near):
            return False  # without a value where balls have one: a sum that may be 0 is divided by
        settles = surely.settles(way.path, jumps)
        if not settles and all(cell.precision for cell in in_turn(self.answer.cells)):
            return True
        exact = way.again(patch, way.run.exact)
        if not isinstance(exact, Matrix):
            return not jumps
        try:
            return not (settles and not _overlap(self.answer, exact)) and not any(
                _differ(x, y) for _, x, y in paired(self.answer.cells, exact.cells())
            )
        except SymattnError:
            return not jumps

    def comes_out(self, way: Way, digits: Sequence[Digits]) -> Said | None:
        """What has to be rounded, or cut, and to how many of these decimals, for the answer to come out of a way; None when
        nothing does."""
        with working(BITS):
            for k in digits:
                wide = way.once(("widened", k), partial(widened, way, k))
                if wide is None or not self.meets(wide, finite=False):
                    continue  # most wrong answers end here
                for what, patch, found in _roundings(way, k):
                    if self.fits(way, found, patch, jumps=k.cut):
                        return what
        return None

    def come_out(self, way: Way, digits: Sequence[Digits]) -> Entries:
        """Which decimals of the answer are right when lines before are rounded to so many decimals, in the way in which most
        are."""
        with working(BITS):
            jumps = any(
                way.run.plan_of.settles(way.path, k.cut) for k in digits
            )  # a value, not a ball, says to which side
            found = [] if jumps else [x for k in digits for *_, x in _roundings(way, k)]
            balls = (cast(Quick, x) for x in found if x is not None)
            tried = [met(self.answer, x.spans()) for x in balls]
        right = max(
            filter(None, tried),
            key=lambda entries: [*in_turn(entries)].count(CORRECT),
            default=None,
        )
        pairs = map(zip, right or self.answer.cells, self.answer.cells)
        return every(
            lambda pair: (
                CORRECT if pair[0] == CORRECT and pair[1].precision else INCORRECT
            ),
            pairs,
        )


Change = tuple[Trial, dict[str, Mat]]
Items: TypeAlias = "Callable[[Way], Iterator[tuple[Trial, Mat | None]]]"


def _in_order(fits: Iterable[Fit]) -> list[Fit]:
    return sorted(fits, key=lambda fit: fit.order)


def _patch_of(trials: Iterable[Trial]) -> Patch:
    """What is done otherwise when several slips are made."""
    return {out: run for trial in trials for out, run in trial.patch.items()}


def _roundings(way: Way, digits: Digits) -> Iterable[tuple[Said, Patch, Mat | None]]:
    return way.each(partial(rounded_ways, digits=digits), ("rounded", digits))


def _overlap(answer: Handed, found: Mat) -> bool:
    """Whether every entry may be what a run gives."""
    return all(map(all, answer.spans.overlaps(cast(IntervalMatrix, found))))


def _single(way: Way) -> list[Trial]:
    """Every slip of the table on a way."""
    return way.once(
        "single",
        lambda: [trial for call in way.path for trial in trials(way.course, call)],
    )


def _slips_of(way: Way) -> Iterator[tuple[Trial, Mat | None]]:
    """A slip of the table at one line, the same in every head, the same at every line."""
    single = _single(way)
    for trial in (*single, *repeated(single)):
        yield trial, way.again(trial.patch)


def _anywhere_of(way: Way) -> Iterator[tuple[Trial, Mat | None]]:
    """Another matrix, a flipped sign, a transposed result."""
    other = [
        trial for call in reversed(way.path) for trial in anywhere(way.course, call)
    ]
    for trial in (
        *other,
        *repeated([trial for trial in other if trial.id == "wrong-operand"]),
    ):
        yield trial, way.again(trial.patch)


def _pairs_of(way: Way) -> Iterator[tuple[tuple[Trial, Trial], Mat | None]]:
    usual = list(way.each(_usual_of))
    for (first, a), (second, b) in islice(
        _pairs(usual, way.each(_others_of)), MOST_PAIRS
    ):
        patch, mixed = _patch_of((first, second)), frozenset(a.keys() & b.keys())
        both = way.course.changes(patch, way.path, {**b, **a}, mixed)
        yield (first, second), both.get(way.target)


def _usual_of(way: Way) -> Iterator[Change]:
    single = _single(way)
    return _changing(
        way, sorted([*repeated(single), *single], key=lambda trial: trial.place)
    )


def _others_of(way: Way) -> Iterator[Change]:
    others = (trial for call in way.path for trial in operands(way.course, call))
    return _changing(way, others)


def _changing(way: Way, these: Iterable[Trial]) -> Iterator[Change]:
    """The slips that change the target at all, with what they change."""
    right = way.course.own.get(way.target)
    known = ((trial, way.course.changes(trial.patch, way.path)) for trial in these)
    same = right.agrees if isinstance(right, Quick) else lambda _: False
    return (
        (t, new) for t, new in known if way.target in new and not same(new[way.target])
    )


def _whole_of(way: Way) -> Iterator[tuple[Trial, Mat | None]]:
    """The right result with every sign turned, or with two of its rows or columns exchanged."""
    for trial in whole(way.course, way.path[-1]) if way.path else ():
        yield trial, way.again(trial.patch)


LEVELS: tuple[Callable[[Way], Iterator[object]], ...] = (
    _slips_of, _anywhere_of, _usual_of, _others_of, _pairs_of, _whole_of,
)  # fmt: skip


def ahead(way: Way) -> Iterator[None]:
    """What a search through a way goes through whatever was written, made before anybody asks; piece by piece."""
    if way.keeps:
        for items in LEVELS:
            made = way.each(items)
            while isinstance(made, Replay) and made.more():
                yield
        yield from stepped(way)


def _pairs(
    usual: list[Change], others: Iterable[Change]
) -> Iterator[tuple[Change, Change]]:
    """Pairs of slips at different calls: the first of the table with each other, then ever later ones, then other operands.

    >>> from types import SimpleNamespace
    >>> at = [(SimpleNamespace(patch={call: None}), {}) for call in "QKLA"]
    >>> ["".join(next(iter(trial.patch)) for trial, _ in pair) for pair in _pairs(at, [])]
    ['QK', 'QL', 'QA', 'KL', 'KA', 'LA']
    """
    near = (
        (usual[i], usual[total - i])
        for total in range(1, 2 * len(usual) - 2)
        for i in range(max(0, total - len(usual) + 1), (total + 1) // 2)
    )
    far = ((first, second) for second in others for first in usual)
    for first, second in chain(near, far):
        if first[0].patch.keys().isdisjoint(second[0].patch):
            yield first, second


def _differ(cell: Cell, truth: Entry) -> bool:
    if (
        cell.precision
        or cell.span is not None
        or isinstance(cell.number, Blocked)
        or isinstance(truth, Blocked)
    ):
        return False
    return decision(cell.number, truth) == "different"
