"""Which known slip explains a wrong answer: one at one line, then the same in every head, a sign, two composed."""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from symattn.check.course import Course
from symattn.check.handed import Handed
from symattn.check.results import Found
from symattn.check.trials import Trial, flips, trials
from symattn.exact.decide import compare
from symattn.exact.interval import IntervalMatrix
from symattn.exact.matrix import Blocked, Matrix
from symattn.errors import SymattnError
from symattn.plan import Call

SECONDS = 5.0  # for two slips composed; after that the message says that the search was stopped
_HEAD = re.compile(r"_(\d+)(?=$|\.)")


@dataclass
class Search:
    """The search for the slips that lead from some runs to one answer; ``exact`` are the same runs over exact values."""

    target: str
    answer: Handed
    handed: Collection[str]
    runs: Sequence[tuple[Course, Course]]
    seconds: float = SECONDS
    stopped: bool = field(default=False, init=False)

    def found(self) -> Found | None:
        """The first slip of the table that explains every entry, with all others that do; None when there is none."""
        for course, exact in self.runs:
            path = course.before(self.target, self.handed)
            single = [t for call in path for t in trials(course, call)]
            for group in (single, _in_every_head(course, path, single), self._flips(course, path)):
                fitting = [t for t in group if self._fits(course, exact, path, t)]
                if fitting:
                    return _named(fitting)
        return self._composed()

    def _flips(self, course: Course, path: tuple[Call, ...]) -> Iterator[Trial]:
        for call in reversed(path):
            yield from flips(course, call)

    def _fits(self, course: Course, exact: Course, path: tuple[Call, ...], trial: Trial) -> bool:
        found = course.again(trial.patch, self.target, path)
        return found is not None and fits(self.answer, found) and self._confirmed(exact, path, trial)

    def _confirmed(self, exact: Course, path: tuple[Call, ...], trial: Trial) -> bool:
        """Where the answer is written exactly, the agreement of the intervals is proved."""
        if all(cell.precision for row in self.answer.cells for cell in row):
            return True
        found = exact.again(trial.patch, self.target, path)
        if not isinstance(found, Matrix):
            return True
        try:
            return not any(_differ(x, y) for r, s in zip(self.answer.cells, found.cells()) for x, y in zip((c for c in r), s))
        except SymattnError:
            return True

    def _composed(self) -> Found | None:
        end = time.monotonic() + self.seconds
        for course, _ in self.runs:
            path = course.before(self.target, self.handed)
            single = [t for call in path for t in trials(course, call)]
            single += list(_in_every_head(course, path, single))
            usual = [t for t in single if t.id != "wrong-operand"]
            for first, second in _pairs(usual, [t for t in single if t.id == "wrong-operand"]):
                if time.monotonic() > end:
                    self.stopped = True
                    return None
                found = course.again({**first.patch, **second.patch}, self.target, path)
                if found is not None and fits(self.answer, found):
                    a, b = sorted((first, second), key=lambda t: course.plan.names.index(t.at))
                    return Found(a.at, a.id, f"{a.says}; and at {b.at}: {b.says}", (b.id,) if b.id != a.id else ())
        return None


def _pairs(usual: list[Trial], operands: list[Trial]) -> Iterator[tuple[Trial, Trial]]:
    for known, more in ((usual, usual), (usual, operands)):
        for i, first in enumerate(known):
            for second in more[i + 1 :] if more is known else more:
                if not first.patch.keys() & second.patch.keys():
                    yield first, second


def _named(fitting: list[Trial]) -> Found:
    best = min(fitting, key=lambda t: t.rank)
    ids = sorted({t.id: t.rank for t in fitting if t.id != best.id}.items(), key=lambda item: item[1])
    return Found(best.at, best.id, best.says, tuple(id for id, _ in ids))


def fits(answer: Handed, found: Any) -> bool:
    """Whether every entry of an answer may be what a run gives."""
    if found.shape != answer.shape or found.blocked != answer.spans.blocked:
        return False
    if not isinstance(found, IntervalMatrix):
        found = IntervalMatrix.from_exact(found)
    return all(
        (i, j) in found.blocked or x.overlaps(found.values[i][j])
        for i, row in enumerate(answer.spans.values)
        for j, x in enumerate(row)
    )


def _differ(cell: Any, truth: Any) -> bool:
    if cell.precision or isinstance(cell.number, Blocked) or isinstance(truth, Blocked):
        return False
    return compare(cell.number, truth).decision == "different"


def _in_every_head(course: Course, path: tuple[Call, ...], single: list[Trial]) -> Iterator[Trial]:
    """The same slip made in every head: one misunderstanding, not several."""
    families: dict[tuple[str, str, str], list[Trial]] = {}
    for trial in single:
        (out,) = trial.patch
        if _HEAD.search(out):
            key = (trial.id, _HEAD.sub("_i", out), _HEAD.sub("_i", trial.says))
            families.setdefault(key, []).append(trial)
    for members in families.values():
        outs = {out for t in members for out in t.patch}
        if len(members) > 1 and len(outs) == len(members):
            patch = {out: run for t in members for out, run in t.patch.items()}
            yield Trial(members[0].id, members[0].at, f"in every head {members[0].says}", patch)
