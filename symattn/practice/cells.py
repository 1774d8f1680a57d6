"""An entry judged when it is left, whatever else of its matrix is still empty: by its own value, and by what it would be from
the student's values before it.

Nothing is said here that the marker would not say of the whole line: where only the line as a whole can tell, as with a value
that rounding on the way may have led to, an entry stays open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from flint import arb

from symattn.exact.any_matrix import Blocked
from symattn.exact.decide import Span
from symattn.exact.interval import IntervalMatrix
from symattn.exact.matrix import Matrix
from symattn.formats.templates import plain as plain_words
from symattn.marking.handed import Handed
from symattn.marking.judging import (
    CORRECT,
    FOLLOWS,
    IMPRECISE,
    INCORRECT,
    UNDECIDED,
    Right,
    against,
    judged,
    met,
    worst,
)
from symattn.marking.key import Key, OwnLines
from symattn.marking.measured import measured
from symattn.marking.said import quoted
from symattn.marking.sheet import Ready
from symattn.marking.trivial import trivial
from symattn.records import frozen, replace
from symattn.said import Said
from symattn.sheet import Question
from symattn.tables import Place, placed

Rows = Sequence[Sequence[str]]
"""The entries of a matrix as they are typed."""
UNREAD = "unreadable"
CLOSE = arb("0.02")
"""How near to the right value, as a part of it, an entry may be that the whole line has to decide about."""


@frozen
class Left:
    """An entry that was left: its place from 0, its verdict, and why it cannot be read."""

    at: Place
    verdict: str
    why: str = ""


@frozen
class Cells:
    """The entries of one line beside the answers to the lines before it, ``here``."""

    ready: Ready
    question: Question
    line: str
    here: Mapping[str, Handed]

    def left(
        self, texts: Rows, read: Sequence[Sequence[Handed | None]]
    ) -> Iterator[Left]:
        """What is to be said of every entry that is not empty; *read* is what was understood of each by itself."""
        judge = self._judge((len(texts), len(texts[0]) if texts else 0))
        for at, handed in placed(read):
            if handed is not None and handed.shape == (1, 1):
                yield Left(at, judge(handed, *at))
            elif handed is not None:
                yield Left(at, UNREAD, self._reason(handed))

    def _reason(self, handed: Handed) -> str:
        """Why an entry by itself cannot be read, in the sheet's language; where it stands is said beside it."""
        found = next(iter(quoted(handed.error)))
        alone = dict(found.facts).get("said")
        told = plain_words(
            alone if isinstance(alone, Said) else found,
            language=self.ready.sheet.language,
        )
        return told.rstrip("….").rstrip(", ")

    def _judge(self, shape: Place) -> Callable[[Handed, int, int], str]:
        """What judges one entry; where there is nothing to compare it with, all stay open."""
        question, line = self.question, self.line
        rights: list[Right] = []
        if not (question.shapes or question.unknown) and line in question.plan.names:
            key = self.ready.key(question)
            rights = [right for right in key.rights[line] if right.value.shape == shape]
        if not rights:
            return lambda handed, i, j: UNDECIDED
        mine, surely = list(self._mine(key)), self._is_sure(key)

        def judge(handed: Handed, i: int, j: int) -> str:
            found, wrong = measured(question, key, {line: handed})
            if line in wrong:
                return INCORRECT
            one = replace(found[line], rule=key.rule_of(line))
            seen = [
                judged(one, Right(right.value.select([i], [j]), right.rule))[0][0]
                for right in rights
            ]
            best = next(
                (verdict for verdict in seen if verdict != INCORRECT), INCORRECT
            )
            if best not in (IMPRECISE, INCORRECT):
                return best
            if any(met(one, own.select([i], [j])) == ((CORRECT,),) for own in mine):
                return FOLLOWS  # 2.9716, cut off from the right value, is right by one's own weights
            if best == IMPRECISE:
                return best
            if not surely:
                return UNDECIDED
            values = [] if key.letters else [*(right.near for right in rights), *mine]
            return (
                UNDECIDED
                if any(_is_close(one, value[i, j]) for value in values)
                else INCORRECT
            )

        return judge

    def _before(self, key: Key) -> dict[str, Handed]:
        """The answers handed in before the line, in the order of the lines."""
        names = key.plan.names[: key.plan.names.index(self.line)]
        return {name: self.here[name] for name in names if name in self.here}

    def _is_sure(self, key: Key) -> bool:
        """Whether an entry that is not right is wrong: nothing before it could make it right in the end, as a line that is wrong
        or cannot be read yet, a number misread there, or letters."""
        before = self._before(key)
        return not (before and key.letters) and all(
            map(partial(_is_right, key), before, before.values())
        )

    def _mine(self, key: Key) -> Iterator[IntervalMatrix]:
        """What the line is from the student's own values before it; not from those that made it easy."""
        before, _ = measured(
            self.question,
            key,
            {
                name: handed
                for name, handed in self._before(key).items()
                if handed.cells
            },
        )
        if key.letters or any(
            not isinstance(key.exact[name], Matrix) for name in (self.line, *before)
        ):
            return
        before = {
            name: one
            for name, one in before.items()
            if not trivial(one.matrix, key.exact[name])
        }
        own = OwnLines(key, before)
        used = own.used(self.line)
        for course in own.courses(used) if used else ():
            value = course.own.get(self.line)
            if (
                isinstance(value, IntervalMatrix)
                and value.shape == key.exact[self.line].shape
            ):
                yield value


def _is_right(key: Key, name: str, handed: Handed) -> bool:
    """Whether an answer is right as it stands."""
    return worst(against(handed, key.rights[name][:1])) == CORRECT


def _is_close(handed: Handed, truth: Span | Blocked) -> bool:
    """Whether an entry is within a hair of a value: what comes of rounded numbers may be so."""
    number = handed.cells[0][0].number
    if isinstance(number, Blocked) or isinstance(truth, Blocked):
        return False
    written = handed.span(handed.cells[0][0])
    last = arb(10) ** -handed.rule.places
    reach = CLOSE * abs(truth.low) + 2 * last
    return bool(written.low - truth.high <= reach and truth.low - written.high <= reach)
