"""A question's right values, and what its lines come to from a student's own: whatever answers are compared with."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import cast

from flint import arb

from symattn.exact.any_matrix import Mat
from symattn.exact.ball import working
from symattn.exact.matrix import Matrices, Matrix
from symattn.exact.number import Numbers
from symattn.marking.batches import value
from symattn.marking.course import Course, Known, as_intervals, in_one, is_near, narrow
from symattn.marking.handed import Handed
from symattn.marking.judging import Right
from symattn.marking.quick import BITS, Quick
from symattn.marking.results import Found
from symattn.marking.rule import Rule
from symattn.marking.trivial import is_same
from symattn.marking.ways import MOST_KEPT, Run, Way
from symattn.plan import Line, Plan
from symattn.plan.derivation import PlanRun
from symattn.records import MadeOnce, frozen
from symattn.said import Strings
from symattn.tables import in_turn

Runs = tuple[Run, ...]


class Newest:
    """The newest runs from a student's own values, so many; none are kept unless told, since in a class each is met once.

    >>> newest, made = Newest(2), []
    >>> for at in "abac":
    ...   runs = newest.get(at, lambda: tuple(made.append(at) or ()))
    >>> made, list(newest._known)
    (['a', 'b', 'c'], ['a', 'c'])
    """

    def __init__(self, most: int = 0) -> None:
        self.most = most
        self._known: dict[Hashable, Runs] = {}

    def get(self, at: Hashable, make: Callable[[], Runs]) -> Runs:
        """The runs from some values, made when they are not among the newest."""
        found = self._known.pop(at, None)
        if found is None:
            found = make()
        if self.most:
            self._known[at] = found
        while len(self._known) > self.most or (
            len(self._known) > 1 and self._size() > MOST_KEPT
        ):
            del self._known[next(iter(self._known))]
        return found

    def _size(self) -> int:
        return sum(run.size for run in in_turn(self._known.values()))


@dataclass
class Key:
    """A question's right values: computed exactly, and from the values the sheet states where it states some."""

    plan: Plan
    givens: Known
    exact: PlanRun
    follow: PlanRun
    stated: Matrices
    rule: Rule
    letters: Numbers = field(default_factory=dict)
    newest: Newest = field(default_factory=Newest)
    rules: Mapping[str, Rule] = field(
        default_factory=dict
    )  # of lines that are shown in their own way

    def rule_of(self, name: str) -> Rule:
        """What is demanded of a line."""
        return self.rules.get(name, self.rule)

    @cached_property
    def narrow(self) -> Known:
        """The givens as narrow intervals."""
        return narrow(self.givens)

    @cached_property
    def bases(self) -> tuple[Matrices, ...]:
        """What a line may be computed from beside the student's answers: nothing stated, or what the sheet states."""
        return ({}, self.stated) if self.stated else ({},)

    def truths(self, name: str) -> list[Matrix]:
        """The right values of a line."""
        found = [self.exact[name]]
        if self.follow is not self.exact:
            found.append(self.follow[name])
        if name in self.stated:
            found.append(self.stated[name])
        return found

    @cached_property
    def rights(self) -> MadeOnce[str, tuple[Right, ...]]:
        """The right values of each line in the forms that answers are compared with, worked out once."""
        return MadeOnce(
            lambda name: tuple(
                Right(in_one(truth), self.rule_of(name)) for truth in self.truths(name)
            )
        )

    @cached_property
    def bare(self) -> Runs:
        """The lines run again with nothing of a student's in them, once for a class: from each of the bases."""
        return tuple(map(self._bare, self.bases))

    @cached_property
    def telling(self) -> tuple[Tells, ...]:
        """The lines, each with what its value tells of: the weights of a single score are 1 whatever the score is."""
        with working(BITS):
            return tuple(
                Tells(line.out, self._telling(line), line.scalars)
                for line in self.plan.lines
            )

    def _telling(self, line: Line) -> Strings:
        course = self.bare[0].balls
        mine = course.own.get(line.out)
        if self.letters or not isinstance(mine, Quick):
            return line.reads
        return tuple(
            arg
            for arg in line.reads
            if not isinstance(course.own.get(arg), Quick)
            or _depends(course, line, arg, mine)
        )

    def _bare(self, base: Matrices) -> Run:
        return Run(
            Course(self.plan, self.narrow, narrow(base), as_intervals),
            lambda: Course(self.plan, self.givens, base),
        )


@frozen
class Tells:
    """A line by its name, and the lines, matrices and numbers that its value depends on."""

    out: str
    reads: Strings
    scalars: Strings


def _depends(course: Course, line: Line, arg: str, mine: Quick) -> bool:
    """Whether a line comes to something else with other numbers in one of the matrices that it reads: with rising ones, with
    falling ones below 0, and with nothing."""
    others = (_others(seed, cast(Mat, course.read[arg])) for seed in (2, -11, 0))
    changed = (
        course.changes({}, line.calls, {arg: other}).get(line.out) for other in others
    )
    return not all(map(mine.agrees, changed))


def _others(seed: int, m: Mat) -> Quick:
    """A matrix like another with numbers that have nothing to do with its own, of the sign of a seed."""
    sign = (seed > 0) - (seed < 0)
    return Quick(
        [
            [sign * arb(abs(seed) + i * m.cols + j).sqrt() for j in range(m.cols)]
            for i in range(m.rows)
        ],
        m.blocked,
    )


class OwnLines:
    """The lines from one student's ``answers``, under the rules of these lines; ``handed`` are those that later ones can be run
    from."""

    def __init__(self, key: Key, answers: Mapping[str, Handed]) -> None:
        self.key = key
        self.answers = {n: replace(x, rule=key.rule_of(n)) for n, x in answers.items()}
        self.handed = frozenset(
            name
            for name, handed in answers.items()
            if handed.cells and is_near(handed.shape, key.exact[name])
        )

    @cached_property
    def runs(self) -> MadeOnce[Strings, Runs]:
        """The lines run from the student's matrices of some names, to look for slips in."""
        return MadeOnce(
            lambda names: self.key.newest.get(
                tuple((name, self.answers[name].value) for name in names),
                lambda: self._carried(names),
            )
        )

    def used(self, name: str) -> Strings:
        """The answers handed in that lead to a line with nothing handed in between."""
        path = self.key.bare[0].plan_of.before(name, self.handed)
        read = {arg for call in path for arg in (*call.args, *call.scalars)} & {
            *self.handed
        }
        return tuple(
            arg for arg in self.key.plan.names if arg in read and arg in self.answers
        )

    def courses(self, names: Strings) -> list[Course]:
        """The same over intervals."""
        return [run.plan_of for run in self.runs[names]]

    def _carried(self, names: Strings) -> Runs:
        given = [(n, self.answers[n], self.key.exact[n]) for n in names]
        yours = {n: value(mine, right, Handed.carried) for n, mine, right in given}
        exactly = {
            n: value(mine, right, lambda one, _: one.matrix) for n, mine, right in given
        }
        return tuple(
            bare.over(bare.plan_of.over(yours), exactly) for bare in self.key.bare
        )

    def is_copied(self, name: str, slip: Found) -> bool:
        """Whether an answer is another line's matrix as it stands: that says nothing of what was multiplied by what, unless
        the other line is this one with the other operand, as K_1 = X W_K_1 is K_2 = X W_K_2 with W_K_1."""
        lines, facts = self.key.plan.names, dict(slip.what.facts)
        calls = self.key.bare[0].plan_of.calls
        mine = (
            tuple(
                facts["other"] if arg == facts["right"] else arg
                for arg in calls[name].args
            )
            if slip.at == name
            else ()
        )
        copied = self.copied(name, lines[: lines.index(name)])
        return bool(copied) and not any(
            calls[other].op == calls[name].op and calls[other].args == mine
            for other in copied
        )

    def copied(self, name: str, lines: Iterable[str]) -> list[str]:
        """Those of some lines whose matrix, the student's or the right one, an answer is as it stands."""
        found, answer = [], self.answers[name]
        for other in lines:
            mine, right = self.answers.get(other), in_one(self.key.exact[other])
            known = (mine.matrix, right) if mine and mine.cells else (right,)
            if other != name and any(is_same(x, answer.matrix) for x in known):
                found.append(other)
        return found


def ways_ahead(
    key: Key, answers: Mapping[str, Handed], names: Iterable[str]
) -> Iterator[Way]:
    """The ways on which slips will be looked for in any of these lines, from what is given and from some answers."""
    own = OwnLines(key, answers)
    for name in names:
        used = own.used(name)
        yield from (
            run.way(name, own.handed)
            for run in (*(own.runs[used] if used else ()), *key.bare)
        )
