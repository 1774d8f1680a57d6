"""Which known slip explains a wrong answer: one at one line, then the same in every head, a sign, two composed."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

from symattn.errors import SymattnError
from symattn.exact.decide import compare
from symattn.exact.matrix import Blocked, Matrix
from symattn.exact.precision import working
from symattn.marking.course import Course, lenient
from symattn.marking.handed import Handed
from symattn.marking.quick import Quick, as_balls, quick
from symattn.marking.results import Found
from symattn.marking.trials import Trial, flips, trials
from symattn.plan import Call
from symattn.plan.derivation import rule

SECONDS = 5.0  # of computing for two slips composed; after that the message says that the search was stopped
BITS = 64
FEWEST = 3  # entries: some two slips explain almost any one or two numbers
ROUNDINGS = (4, 3, 2, 1, 0)  # decimals that people round to on the way
_HEAD = re.compile(r"_(\d+)(?=$|\.)")


@dataclass
class Run:
    """One run in which a slip is looked for: over balls to try, over intervals and exact values to be sure."""

    plan_of: Course
    exactly: Callable[[], Course]

    @cached_property
    def balls(self) -> Course:
        """The run over balls of 64 bits."""
        return Course(self.plan_of.plan, quick(self.plan_of.givens), quick(self.plan_of.yours), as_balls)

    @cached_property
    def exact(self) -> Course:
        """The run over exact values."""
        return self.exactly()


@dataclass
class Search:
    """The search for the slips that lead from some runs to one answer."""

    target: str
    answer: Handed
    handed: Collection[str]
    runs: Sequence[Run]
    seconds: float = SECONDS
    singly: bool = False
    stopped: bool = field(default=False, init=False)

    def found(self) -> Found | None:
        """The first slip of the table that explains every entry, with all others that do; None when there is none."""
        with working(BITS):
            for run in self.runs:
                path = run.balls.before(self.target, self.handed)
                single = [t for call in path for t in trials(run.balls, call)]
                for group in (single, in_every_head(single), _flips(run.balls, path)):
                    fitting = [t for t in group if self._fits(run, path, t)]
                    if fitting:
                        return _named(fitting)
            few = len(self.answer.cells) * len(self.answer.cells[0]) < FEWEST
            return None if few or self.singly else self._composed()

    def rounded(self) -> str:
        """The line that was rounded on the way, when that explains the answer, in words."""
        with working(BITS):
            for run in self.runs:
                path = run.balls.before(self.target, self.handed)
                lines = [call.out for call in path if not call.hidden and call.out != self.target]
                for names, places in [*((lines, k) for k in ROUNDINGS), *(([n], k) for n in lines for k in ROUNDINGS)]:
                    patch = {n: partial(_rounded, run.balls.calls[n].op, places) for n in names}
                    found = run.balls.again(patch, self.target, path) if names else None
                    if found is not None and self._meets(found) and self._sure(run, path, patch):
                        what = names[0] if len(names) == 1 else "every line before it"
                        return f"It comes out so when {what} is rounded to {places} decimal{'s' * (places != 1)} first."
        return ""

    def _fits(self, run: Run, path: tuple[Call, ...], trial: Trial) -> bool:
        found = run.balls.again(trial.patch, self.target, path)
        return found is not None and self._meets(found) and self._sure(run, path, trial.patch)

    @cached_property
    def _balls(self) -> Quick:
        return Quick.of(self.answer.spans)

    def _meets(self, found: Any) -> bool:
        """Whether every entry of the answer may be what a run over balls gives; what divides by 0 gives nothing."""
        mine = self._balls
        if found.shape != mine.shape or found.blocked != mine.blocked:
            return False
        pairs = zip(mine.m.entries(), found.m.entries(), strict=True)
        if not mine.blocked:
            return all(y.is_finite() and x.overlaps(y) for x, y in pairs)
        places = ((i, j) for i in range(mine.rows) for j in range(mine.cols))
        return all(at in mine.blocked or (y.is_finite() and x.overlaps(y)) for at, (x, y) in zip(places, pairs, strict=True))

    def _sure(self, run: Run, path: tuple[Call, ...], patch: Any) -> bool:
        """Intervals, which are narrower than balls, agree too, and proofs where the answer is written exactly."""
        found = run.plan_of.again(patch, self.target, path)
        if found is None or not all(all(row) for row in self.answer.spans.overlaps(found)):
            return False  # without a value where balls have one: a sum that may be 0 is divided by
        if all(cell.precision for row in self.answer.cells for cell in row):
            return True
        exact = run.exact.again(patch, self.target, path)
        if not isinstance(exact, Matrix):
            return True
        try:
            rows = zip(self.answer.cells, exact.cells(), strict=True)
            return not any(_differ(x, y) for r, s in rows for x, y in zip(r, s, strict=True))
        except SymattnError:
            return True

    def _composed(self) -> Found | None:
        end = time.process_time() + self.seconds
        for run in self.runs:
            path = run.balls.before(self.target, self.handed)
            single = [t for call in path for t in trials(run.balls, call)]
            single += list(in_every_head(single))
            known = [(t, run.balls.changes(t.patch, path)) for t in single]
            for (first, a), (second, b) in _pairs([(t, changes) for t, changes in known if self.target in changes]):
                if time.process_time() > end:
                    self.stopped = True
                    return None
                patch = {**first.patch, **second.patch}
                found = run.balls.both(a, b, patch, self.target, path)
                if found is not None and self._meets(found) and self._sure(run, path, patch):
                    return _two(run.balls, first, second)
        return None


def _rounded(op: str, to: int, known: Any, /, *inputs: Any, **params: Any) -> Any:
    return rule("round")(lenient(op)(*inputs, **params), places=to)


def _flips(course: Course, path: tuple[Call, ...]) -> Iterator[Trial]:
    for call in reversed(path):
        yield from flips(course, call)


Changed = tuple[Trial, dict[str, Any]]


def _pairs(known: list[Changed]) -> Iterator[tuple[Changed, Changed]]:
    """Pairs of slips at different calls, those of the table before other operands."""
    usual = [pair for pair in known if pair[0].id != "wrong-operand"]
    operands = [pair for pair in known if pair[0].id == "wrong-operand"]
    for i, first in enumerate(usual):
        yield from ((first, second) for second in usual[i + 1 :] if not first[0].patch.keys() & second[0].patch.keys())
    for first in usual:
        yield from ((first, second) for second in operands if not first[0].patch.keys() & second[0].patch.keys())


def _two(course: Course, first: Trial, second: Trial) -> Found:
    a, b = sorted((first, second), key=lambda t: course.plan.names.index(t.at))
    return Found(a.at, a.id, a.says, (), Found(b.at, b.id, b.says))


def _named(fitting: list[Trial]) -> Found:
    best = min(fitting, key=lambda t: t.rank)
    ids = sorted({t.id: t.rank for t in fitting if t.id != best.id}.items(), key=lambda item: item[1])
    return Found(best.at, best.id, best.says, tuple(id for id, _ in ids))


def _differ(cell: Any, truth: Any) -> bool:
    if cell.precision or isinstance(cell.number, Blocked) or isinstance(truth, Blocked):
        return False
    return compare(cell.number, truth).decision == "different"


def in_every_head(single: Iterable[Trial]) -> Iterator[Trial]:
    """The same slip made in every head: one misunderstanding, not several.

    >>> list(in_every_head([]))
    []
    """
    families: dict[tuple[str, str, str], list[Trial]] = {}
    for trial in single:
        (out,) = trial.patch
        if _HEAD.search(out):
            key = (trial.id, _HEAD.sub("_i", out), re.sub(r"_\d+\b", "_i", trial.says))
            families.setdefault(key, []).append(trial)
    for members in families.values():
        outs = {out for t in members for out in t.patch}
        if len(members) > 1 and len(outs) == len(members):
            patch = {out: run for t in members for out, run in t.patch.items()}
            yield Trial(members[0].id, members[0].at, f"{members[0].says}, in every head", patch)
