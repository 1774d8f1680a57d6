"""The verdict on every line a student handed in: right, right from the student's own values, one known slip, or wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import combinations
from typing import Any

from symattn.exact.matrix import Matrix, show
from symattn.exact.tensor import Tensor
from symattn.marking.course import Course, as_intervals, narrow
from symattn.marking.diagnosis import Run, Search
from symattn.marking.handed import Handed
from symattn.marking.judging import CORRECT, FOLLOWS, IMPRECISE, INCORRECT, UNDECIDED, Entries, better, judged, met, worst
from symattn.marking.results import Found, Result, failed
from symattn.marking.rule import Rule
from symattn.marking.trivial import trivial
from symattn.plan import Plan
from symattn.plan.derivation import Derivation

MOST_SUBSETS = 3  # a line may use some of so many wrong earlier answers, and the right values of the others
SURE = ("correct",)


@dataclass
class Key:
    """A question's right values: computed exactly, and from the values the sheet states where it states some."""

    plan: Plan
    givens: Mapping[str, Any]
    exact: Derivation
    follow: Derivation
    stated: Mapping[str, Matrix]
    rule: Rule

    @cached_property
    def narrow(self) -> dict[str, Any]:
        """The givens as narrow intervals."""
        return narrow(self.givens)

    @cached_property
    def bases(self) -> tuple[Mapping[str, Matrix], ...]:
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

    def course(self, yours: Mapping[str, Any]) -> Course:
        """The lines run again, over intervals, from some matrices in place of ours."""
        return Course(self.plan, self.narrow, narrow(yours), as_intervals)

    def exactly(self, yours: Mapping[str, Any]) -> Course:
        """The same over exact values."""
        return Course(self.plan, self.givens, yours)


class Marking:
    """One student's answers to one question, marked line by line."""

    def __init__(self, key: Key, answers: Mapping[str, Handed]) -> None:
        self.key = key
        self.answers = {name: replace(handed, rule=key.rule) for name, handed in answers.items()}
        self.handed = frozenset(name for name, handed in answers.items() if handed.cells)
        self.results: dict[str, Result] = {}
        self._courses: dict[tuple[str, ...], list[Course]] = {}
        for name in key.plan.names:
            if name in answers:
                self.results[name] = self._line(name, answers[name])

    def _line(self, name: str, handed: Handed) -> Result:
        """One line's result; whatever fails there is that line's, and the others are marked all the same."""
        truth = self.key.exact[name]
        try:
            found = self._batch(name, truth) if isinstance(truth, Tensor) else self._marked(name, self.answers[name])
        except Exception as error:
            found = failed(name, error)
        notes = " ".join(note for note in (*handed.notes, found.message) if note)
        written = tuple(tuple(cell.text for cell in row) for row in handed.cells)
        return replace(found, message=notes, written=written)

    def _batch(self, name: str, truth: Tensor) -> Result:
        """Several matrices, one below the other, against the right ones; what follows from wrong ones is not looked for."""
        answer = self.answers.pop(name)
        if not answer.cells:
            return Result(name, "unreadable", message=answer.error)
        whole = Matrix.of([row for block in truth.blocks for row in block.cells()])
        if whole.shape != answer.shape:
            return Result(name, "shape", message=f"{name} is {'×'.join(map(str, truth.shape))}.")
        entries = judged(answer, whole, self.key.rule)
        verdict = worst(entries)
        return Result(name, verdict, entries, message=self._digits if verdict == IMPRECISE else "")

    def _marked(self, name: str, answer: Handed) -> Result:
        if not answer.cells:
            return Result(name, "unreadable", message=answer.error)
        entries = self._against_truth(name, answer)
        if entries and worst(entries) == CORRECT:
            return Result(name, "correct", entries)
        used = self._used(name)
        if used:
            found = self._carried(name, answer, entries, used)
            if found is not None:
                return found
        if entries and worst(entries) == IMPRECISE:
            return Result(name, "imprecise", entries, message=self._digits)
        if entries and worst(entries) == UNDECIDED:
            return Result(name, "undecided", entries, message="No proof was found either way; please look at it yourself.")
        return self._explained(name, answer, entries, used)

    @property
    def _digits(self) -> str:
        return f"Right as far as it goes: {self.key.rule.demanded}."

    def _against_truth(self, name: str, answer: Handed) -> Entries | None:
        fitting = [truth for truth in self.key.truths(name) if truth.shape == answer.shape]
        if not fitting:
            return None
        first, *others = (judged(answer, truth, self.key.rule) for truth in fitting)
        return better(first, others)

    def _used(self, name: str) -> tuple[str, ...]:
        """The answers handed in that lead to this line with nothing handed in between."""
        course = self._bare
        path = course.before(name, self.handed)
        read = dict.fromkeys(arg for call in path for arg in call.args)
        return tuple(arg for arg in read if arg in self.answers and arg in self.results and arg in self.handed)

    @cached_property
    def _bare(self) -> Course:
        return self.key.course({})

    def _carried(self, name: str, answer: Handed, entries: Entries | None, used: tuple[str, ...]) -> Result | None:
        """The verdict when the line is right from the student's own values."""
        sure = all(self.results[arg].verdict in SURE for arg in used)
        near = entries is not None and worst(entries) == IMPRECISE
        near = near and all(self.results[arg].verdict in (*SURE, IMPRECISE) for arg in used)
        for chosen in self._subsets(used):
            for course in self._from(chosen):
                found = met(answer, course.own.get(name), self.key.rule)
                if found is None or worst(found) == INCORRECT:
                    continue
                if sure or (near and worst(found) == CORRECT):
                    message = _CARRIED if worst(found) == CORRECT else self._digits
                    return Result(name, worst(found), found, message=message)
                if near:
                    continue
                return self._follows(name, entries, found, chosen)
        return None

    def _follows(self, name: str, entries: Entries | None, found: Entries, chosen: tuple[str, ...]) -> Result:
        wrong = [arg for arg in chosen if self.results[arg].verdict not in SURE]
        message = f"Right from your {' and '.join(wrong)}."
        easy = [(arg, why) for arg in wrong if (why := self._trivial(arg))]
        if easy:
            message += f" Your {easy[0][0]} is {easy[0][1]}, which makes this line easy."
        return Result(name, "follows", _following(entries, found), message=message, trivial=bool(easy))

    def _trivial(self, arg: str) -> str:
        return trivial(self.answers[arg].matrix, self.key.exact[arg], self.key.givens)

    def _subsets(self, used: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """All the answers used, then all but some of the wrong ones: a student may have mended one on the way."""
        yield used
        wrong = [arg for arg in used if self.results[arg].verdict not in SURE]
        for size in range(len(wrong) - 1, 0, -1) if len(wrong) <= MOST_SUBSETS else ():
            for kept in combinations(wrong, size):
                yield tuple(arg for arg in used if arg not in wrong or arg in kept)

    def _from(self, names: tuple[str, ...]) -> list[Course]:
        """The lines run from the student's matrices of these names."""
        if names not in self._courses:
            yours = {n: self.answers[n].carried(self.key.exact[n]) for n in names}
            self._courses[names] = [self.key.course({**base, **yours}) for base in self.key.bases]
        return self._courses[names]

    def _explained(self, name: str, answer: Handed, entries: Entries | None, used: tuple[str, ...]) -> Result:
        """The verdict on a wrong answer: one known slip, another shape, or simply wrong."""
        runs = list(self._runs(used))
        search = Search(name, answer, self.handed, runs)
        slip = search.found()
        if slip is not None:
            return Result(name, "slip", entries or (), slip=slip, message=self._says(name, slip))
        shape = self.key.exact[name].shape
        if entries is None:
            written = f"{answer.shape[0]}×{answer.shape[1]}"
            return Result(name, "shape", (), message=f"{name} is {show(self.key.exact[name])}, this is {written}.")
        wrong = sum(verdict == INCORRECT for row in entries for verdict in row)
        limit = f" The search for two slips stopped after {search.seconds:g} s." if search.stopped else ""
        rounded = search.rounded()
        what = f"{wrong} of {shape[0] * shape[1]} entries {'is' if wrong == 1 else 'are'} wrong. {rounded}".rstrip()
        return Result(name, "incorrect", entries, message=f"{what}{limit}", rounded_on_the_way=bool(rounded))

    def _runs(self, used: tuple[str, ...]) -> Iterator[Run]:
        """The runs a slip is looked for in: from the student's values, and from the right ones."""
        if used:
            exactly = {n: self.answers[n].matrix for n in used}
            for course, base in zip(self._from(used), self.key.bases, strict=True):
                yield Run(course, partial(self.key.exactly, {**base, **exactly}))
        if not used or not all(self.results[arg].verdict in SURE for arg in used) or self._masked(used):
            for base in self.key.bases:
                yield Run(self._bare if not base else self.key.course(base), partial(self.key.exactly, base))

    def _masked(self, used: tuple[str, ...]) -> bool:
        return any(self.answers[arg].matrix.blocked for arg in used)

    def _says(self, name: str, slip: Found) -> str:
        line = self.key.plan.line(slip.at)
        where = "" if slip.at == name else f" at {slip.at}"
        more = f" {self._says(name, slip.second)}" if slip.second else ""
        return f"You {slip.says}{where}. The line is {line.text.strip()}.{more}"


_CARRIED = "Right from your rounded values."


def _following(entries: Entries | None, found: Entries) -> Entries:
    """Entries right by themselves are correct, the others follow."""
    if entries is None:
        return tuple(tuple(FOLLOWS for _ in row) for row in found)
    return tuple(tuple(CORRECT if e == CORRECT else FOLLOWS for e in row) for row in entries)
