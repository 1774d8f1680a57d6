"""Which explanation fits a wrong answer, and how much the answer says for it.

Explanations are tried from the simple to the far-fetched: a slip of the table at one line or in every head; another matrix,
a sign, a transposed result; one number that is wrong; two slips together. Each must give every entry as it was written.
What the answer says for it is weighed against how many explanations were tried. The search ends after a number of trials,
never after a time, so that the same answer gets the same report everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import islice, product
from math import log2
from typing import TypeAlias, cast

from flint import arb

from symattn.errors import SymattnError
from symattn.exact.any_matrix import Entry, Mat
from symattn.exact.ball import working
from symattn.exact.decide import decision
from symattn.exact.interval import IntervalMatrix
from symattn.exact.matrix import Blocked, Matrices, Matrix
from symattn.exact.number import rational
from symattn.language import Cell
from symattn.marking.course import NOTHING, Course, Misread, Patch
from symattn.marking.evidence import NEEDED, bits, most
from symattn.marking.handed import Handed
from symattn.marking.judging import CORRECT, INCORRECT, Entries, met
from symattn.marking.numbers import Changed, changed_numbers, stepped
from symattn.marking.quick import BITS, Quick, as_balls, quick
from symattn.marking.results import Found
from symattn.marking.rounding import ROUNDINGS, Digits, behind, rounded_ways, widened
from symattn.marking.trials import Trial, anywhere, operands, repeated, trials, whole
from symattn.marking.ways import Replay, Way, Ways
from symattn.plan import Call
from symattn.records import frozen
from symattn.said import Integers, Pair, Said, Strings
from symattn.tables import every, in_turn, paired

MUCH = 0.02  # of the largest entry, where digits are significant ones: no rounding on the way takes another so far
HUNDRED = 100  # units of the last digit asked, where they stand behind the point
MOST_PAIRS = 3_000  # two slips together that are tried


@dataclass
class Run:
    """One run in which an explanation is looked for: over balls to try, over intervals and exact values to be sure."""

    plan_of: Course
    exactly: Callable[[], Course]
    bare: Run | None = (
        None  # the run with nothing of the student's in it, from which most is taken
    )

    @cached_property
    def balls(self) -> Course:
        """The run over balls of 64 bits."""
        with working(BITS):
            if self.bare is not None:
                return self.bare.balls.over(quick(self.plan_of.yours))
            return Course(
                self.plan_of.plan,
                quick(self.plan_of.givens),
                quick(self.plan_of.yours),
                as_balls,
            )

    @cached_property
    def exact(self) -> Course:
        """The run over exact values."""
        return self.exactly()

    @cached_property
    def _ways(self) -> Ways:
        return Ways(self.balls)

    @property
    def size(self) -> int:
        """About how many numbers are kept of it."""
        return self._ways.size if "_ways" in self.__dict__ else 0

    def way(self, target: str, handed: Collection[str]) -> Way:
        """The calls that lead to a line from what was handed in, with what is known about them."""
        return self._ways.to(target, handed)

    def over(self, course: Course, exactly: Matrices) -> Run:
        """This run from some matrices of a student, in intervals and as they are written."""
        return Run(course, lambda: self.exact.over(exactly), self)


@frozen
class Fit:
    """An explanation that fits: what was done (one slip or two), the bits it has, those a free number in it costs."""

    trials: tuple[Trial, ...]
    lines: Strings
    bits: float
    cost: float = 0.0

    @property
    def order(self) -> tuple[float, Integers]:
        """The most evidence first, then the first in the table."""
        return -round(self.bits - self.cost, 6), tuple(trial.place for trial in self.trials)


@dataclass
class Search:
    """The search for what leads from some runs to one answer; ``rights`` are the right values as balls, ``before`` the pairs
    of slips that explain earlier answers of the same student: they are tried first; ``kept`` the digits to which lines on the
    way may have been rounded."""

    target: str
    answer: Handed
    handed: Collection[str]
    runs: Sequence[Run]
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
    changes: list[tuple[Changed, float]] = field(
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
                fits = sorted(
                    (fit for run in self.runs for fit in level(run)), key=lambda fit: fit.order
                )
                if fits and level is slips:
                    rivals = [fit for run in self.runs for fit in self._rivals(run, fits[0])]
                    fits = sorted((*fits, *rivals), key=lambda fit: fit.order)
                if (
                    fits and level is whole
                ):  # how a right result came to stand so, nobody can know: it is asked, never said
                    self.maybe = self.turned = self._told(fits[0], ())
                elif fits:
                    return self._named(fits)
        return None

    def undone(self, runs: Sequence[Run]) -> Found | None:
        """A slip of an earlier line from which this one was worked out, though that line was handed in without it."""
        other = replace(self, handed=(), runs=runs, before=(), far_fetched=True)
        other.tried = self.tried
        return other.found(simple=True)

    @cached_property
    def as_asked(self) -> Search:
        """The same search for an answer whose decimals have to have the digits asked."""
        return replace(self, answer=replace(self.answer, as_asked=True))

    def proves(self, run: Run) -> bool:
        """Whether the answer says enough for what a run gives, and no slip of the table on the way there comes to the same."""
        with working(BITS):
            way = self._way(run)
            right = cast("Quick | None", run.balls.whole(self.target))
            if right is None or right.shape != self.answer.shape:
                return False
            tried = [found for _, found in way.each(_slips_of) if found is not None]
            slips = [found for found in tried if not right.agrees(found)]
            if any(self.meets(found) for found in slips):
                return False
            return bits(self.answer, right, ()) - log2(max(len(slips), 1)) >= NEEDED

    def follows(self, run: Run, slip: Found) -> bool:
        """Whether the answer comes out of a run, with nothing of the student's in it, in which a slip was made."""
        with working(BITS):
            whole = replace(self, handed=())
            way = whole._way(run)
            known = [
                trial
                for trial in _single(way)
                if trial.id == slip.id and trial.at in (slip.lines or (slip.at,))
            ]
            patch = {out: done for trial in known for out, done in trial.patch.items()}
            return bool(patch) and whole.fits(run, way.path, way.again(patch), patch)

    def _as_before(self, run: Run) -> Iterator[Fit]:
        """The pairs of slips that explained earlier answers, in another head."""
        way = self._way(run)
        path = way.path
        single = _single(way) if self.before else []
        for ids in dict.fromkeys(self.before):
            for first, second in product(
                *([trial for trial in single if trial.id == id] for id in ids)
            ):
                patch = {**first.patch, **second.patch}
                self.tried += 1
                found = way.again(patch)
                if len(patch) == 2 and found is not None and self.fits(run, path, found, patch):
                    yield Fit(
                        (first, second),
                        self._lines(run, first, second),
                        bits(self.answer, found, self.rights),
                    )

    def _rivals(self, run: Run, best: Fit) -> Iterator[Fit]:
        """Another matrix in the place of the line with the slip, which may come to the same."""
        path = self._way(run).path
        readers = [call for call in path if set(call.args) & set(best.lines)]
        for trial in (trial for call in readers for trial in operands(run.balls, call)):
            yield from self._tried(
                run, path, trial, run.balls.again(trial.patch, self.target, path)
            )

    def _named(self, fits: list[Fit]) -> Found | None:
        best = fits[0]
        evidence = best.bits - best.cost - log2(max(self.tried, 1))
        found = self._told(
            best,
            tuple(
                dict.fromkeys(
                    f.trials[0].id for f in sorted(fits[1:], key=lambda f: f.trials[0].place)
                )
            ),
        )
        if evidence < NEEDED:
            self.maybe = found
            self.leaning = [(self._told(fit, ()), fit.bits - fit.cost) for fit in fits]
            return None
        return replace(found, evidence=Fraction(round(10 * evidence), 10), lines=best.lines)

    def _told(self, fit: Fit, others: Strings) -> Found:
        names = self.runs[0].plan_of.plan.names
        first, *more = sorted(fit.trials, key=lambda trial: names.index(trial.at))
        second = Found(more[0].at, more[0].id, more[0].what) if more else None
        mine = {trial.id for trial in fit.trials}
        return Found(
            first.at, first.id, first.what, tuple(id for id in others if id not in mine), second
        )

    def _way(self, run: Run) -> Way:
        return run.way(self.target, self.handed)

    def _each(self, items: Items, run: Run) -> Iterator[Fit]:
        """One thing after the other that is done otherwise."""
        way = self._way(run)
        for trial, found in way.each(items):
            yield from self._tried(run, way.path, trial, found)

    def _numbers(self, run: Run) -> Iterator[Fit]:
        """One number that is wrong, in a line or in what is given, and everything after it right from it."""
        way = self._way(run)

        def fits(change: Changed) -> bool:
            patch, given = change.trial.patch, change.given
            return self.fits(run, way.path, way.again(patch, given), patch, given)

        found = changed_numbers(way, self.answer, fits)
        self.tried += found.tried
        for change in found.changes:
            said = bits(
                self.answer, cast(Mat, way.again(change.trial.patch, change.given)), self.rights
            )  # it fits
            self.changes.append((change, said))
            yield Fit((change.trial,), change.lines, said, change.cost)

    def _tried(
        self, run: Run, path: tuple[Call, ...], trial: Trial, found: Mat | None
    ) -> Iterator[Fit]:
        """An explanation that gives *found* at the line, where that is what was written, or would be with rounding behind it."""
        self.tried += 1
        rights: Sequence[Mat] = self.rights
        cost = 0.0
        if found is not None and not self.fits(run, path, found, trial.patch):
            cost = log2(len(self.kept) * ROUNDINGS or 1)
            near = self._rounded(run, path, trial.patch) if self._nearly(found) else None
            found, rights = near or (None, rights)
        if found is not None:
            alone, far = trial.id == "sign", self.far_fetched
            said = bits(self.answer, found, rights, one_is_enough=alone, far_fetched=far)
            yield Fit((trial,), self._lines(run, trial), said, cost)

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

    def _rounded(
        self, run: Run, path: tuple[Call, ...], patch: Patch
    ) -> tuple[Mat, list[Mat]] | None:
        """What the answer comes out of when something is done otherwise and the lines on the way are rounded, beside the right
        values and what these come to with the same rounding; None if nothing does."""
        whole = path if run.bare else run.balls.before(self.target)
        for k in self.kept:
            tries = [behind(run.balls, whole, self.target, done, k) for done in (patch, {})]
            for rounding, alone in zip(*tries, strict=True):
                found = run.balls.again(rounding, self.target, whole)
                if found is not None and self.fits(run, whole, found, rounding, jumps=k.cut):
                    right = run.balls.again(alone, self.target, whole)
                    return found, [*self.rights, *(x for x in (right,) if x is not None)]
        return None

    def _lines(self, run: Run, *done: Trial) -> Strings:
        return tuple(
            dict.fromkeys(run.balls.lines[out] for trial in done for out in trial.patch)
        )

    def _pairs(self, run: Run) -> Iterator[Fit]:
        """Two slips of the table together, or one with another matrix."""
        way = self._way(run)
        for first, second, patch, found in way.each(_pairs_of):
            self.tried += 1
            if found is not None and self.fits(run, way.path, found, patch):
                said = bits(self.answer, found, self.rights, far_fetched=True)
                yield Fit((first, second), self._lines(run, first, second), said)
                return  # other pairs would fit no better, and there are many

    @cached_property
    def _balls(self) -> Quick:
        return Quick.of(self.answer.spans)

    def meets(self, found: Mat, *, finite: bool = True) -> bool:
        """Whether every entry of the answer may be what a run over balls gives; what divides by 0 gives nothing."""
        mine, found = self._balls, cast(Quick, found)
        if found.shape != mine.shape or found.blocked != mine.blocked:
            return False
        pairs: Iterable[tuple[arb, arb]] = zip(mine.m.entries(), found.m.entries(), strict=True)
        if mine.blocked:
            places = product(range(mine.rows), range(mine.cols))
            pairs = [
                pair for at, pair in zip(places, pairs, strict=True) if at not in mine.blocked
            ]
        return all((y.is_finite() or not finite) and x.overlaps(y) for x, y in pairs)

    def fits(
        self,
        run: Run,
        path: tuple[Call, ...],
        found: Mat | None,
        patch: Patch,
        given: Misread = NOTHING,
        *,
        jumps: bool = False,
    ) -> bool:
        """Whether the answer is what a run over balls gave when a patch was made, and intervals and proofs say so too."""
        return (
            found is not None
            and self.meets(found)
            and self.sure(run, path, patch, given, jumps=jumps)
        )

    def sure(
        self,
        run: Run,
        path: tuple[Call, ...],
        patch: Patch,
        given: Misread = NOTHING,
        *,
        jumps: bool = False,
    ) -> bool:
        """Intervals, which are narrower than balls, agree too, and proofs where the answer is written exactly, or where what is
        done otherwise *jumps* at values that balls do not settle."""
        found = run.plan_of.again(patch, self.target, path, given)
        if found is None or not all(
            all(row) for row in self.answer.spans.overlaps(cast(IntervalMatrix, found))
        ):
            return (
                False  # without a value where balls have one: a sum that may be 0 is divided by
            )
        settles = run.plan_of.settles(path, jumps)
        if not settles and all(cell.precision for cell in in_turn(self.answer.cells)):
            return True
        exact = run.exact.again(patch, self.target, path, given)
        if not isinstance(exact, Matrix):
            return not jumps
        try:
            if settles and not all(all(row) for row in self.answer.spans.overlaps(exact)):
                return False
            return not any(
                _differ(x, y) for _, x, y in paired(self.answer.cells, exact.cells())
            )
        except SymattnError:
            return not jumps

    def comes_out(self, run: Run, digits: Sequence[Digits]) -> Said | None:
        """What has to be rounded, or cut, and to how many of these decimals, for the answer to come out of a run; None when
        nothing does."""
        with working(BITS):
            way = self._way(run)
            for k in digits:
                wide = way.once(("widened", k), partial(widened, way, k))
                if wide is None or not self.meets(wide, finite=False):
                    continue  # most wrong answers end here
                for what, patch, found in way.each(
                    partial(rounded_ways, digits=k), ("rounded", k)
                ):
                    if self.fits(run, way.path, found, patch, jumps=k.cut):
                        return what
        return None

    def come_out(self, run: Run, digits: Sequence[Digits]) -> Entries:
        """Which decimals of the answer are right when lines before are rounded to so many decimals, in the way in which most
        are."""
        with working(BITS):
            way = self._way(run)
            jumps = any(
                run.plan_of.settles(way.path, k.cut) for k in digits
            )  # a value, not a ball, says to which side
            found = [
                value
                for k in digits
                for *_, value in way.each(partial(rounded_ways, digits=k), ("rounded", k))
                if not jumps
            ]
            tried = [
                met(self.answer, cast(Quick, x).spans(), self.answer.rule)
                for x in found
                if x is not None
            ]
        right = max(
            filter(None, tried),
            key=lambda entries: [*in_turn(entries)].count(CORRECT),
            default=None,
        )
        pairs = map(zip, right or self.answer.cells, self.answer.cells)
        return every(
            lambda pair: CORRECT if pair[0] == CORRECT and pair[1].precision else INCORRECT,
            pairs,
        )


Change = tuple[Trial, dict[str, Mat]]
Items: TypeAlias = "Callable[[Way], Iterator[tuple[Trial, Mat | None]]]"


def _single(way: Way) -> list[Trial]:
    """Every slip of the table on a way."""
    return way.once(
        "single", lambda: [trial for call in way.path for trial in trials(way.course, call)]
    )


def _slips_of(way: Way) -> Iterator[tuple[Trial, Mat | None]]:
    """A slip of the table at one line, the same in every head, the same at every line."""
    single = _single(way)
    for trial in (*single, *repeated(single)):
        yield trial, way.again(trial.patch)


def _anywhere_of(way: Way) -> Iterator[tuple[Trial, Mat | None]]:
    """Another matrix, a flipped sign, a transposed result."""
    other = [trial for call in reversed(way.path) for trial in anywhere(way.course, call)]
    for trial in (*other, *repeated([trial for trial in other if trial.id == "wrong-operand"])):
        yield trial, way.again(trial.patch)


def _pairs_of(way: Way) -> Iterator[tuple[Trial, Trial, Patch, Mat | None]]:
    usual = list(way.each(_usual_of))
    for (first, a), (second, b) in islice(
        _pairs(usual, lambda: list(way.each(_others_of))), MOST_PAIRS
    ):
        patch = {**first.patch, **second.patch}
        yield first, second, patch, way.course.both(a, b, patch, way.target, way.path)


def _usual_of(way: Way) -> Iterator[Change]:
    single = _single(way)
    return _changing(way, sorted([*repeated(single), *single], key=lambda trial: trial.place))


def _others_of(way: Way) -> Iterator[Change]:
    return _changing(
        way,
        [
            trial
            for call in way.path
            for trial in anywhere(way.course, call)
            if trial.id == "wrong-operand"
        ],
    )


def _changing(way: Way, these: Iterable[Trial]) -> Iterator[Change]:
    """The slips that change the target at all, with what they change."""
    right = way.course.own.get(way.target)
    known = ((trial, way.course.changes(trial.patch, way.path)) for trial in these)
    same = right.agrees if isinstance(right, Quick) else lambda _: False
    return ((t, new) for t, new in known if way.target in new and not same(new[way.target]))


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
    usual: list[Change], others: Callable[[], list[Change]]
) -> Iterator[tuple[Change, Change]]:
    """Pairs of slips at different calls: the first of the table with each other, then ever later ones, then other operands.

    >>> from types import SimpleNamespace
    >>> at = [(SimpleNamespace(patch={call: None}), {}) for call in "QKLA"]
    >>> ["".join(next(iter(trial.patch)) for trial, _ in pair) for pair in _pairs(at, lambda: [])]
    ['QK', 'QL', 'QA', 'KL', 'KA', 'LA']
    """
    for total in range(1, 2 * len(usual) - 2):
        for i in range(max(0, total - len(usual) + 1), (total + 1) // 2):
            first, second = usual[i], usual[total - i]
            if not first[0].patch.keys() & second[0].patch.keys():
                yield first, second
    for second in others():
        yield from (
            (first, second)
            for first in usual
            if not first[0].patch.keys() & second[0].patch.keys()
        )


def _differ(cell: Cell, truth: Entry) -> bool:
    if (
        cell.precision
        or cell.span is not None
        or isinstance(cell.number, Blocked)
        or isinstance(truth, Blocked)
    ):
        return False
    return decision(cell.number, truth) == "different"
