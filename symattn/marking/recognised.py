"""Values without a name: what stands below the heading of a part and is, by proof, the value of a line that is missing there.

Students answer "(c) λ → ∞: (1, 0, 0)" without any name of the sheet's, and a marker sees which line it is. So a value that no
name claims is a missing line's where it is right for it, in the part that asks for that line; where no heading says the part, or
the line is one number, only a value that nobody writes by chance is. What is not right stays what it was: nobody loses by this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from symattn.errors import SymattnError
from symattn.exact.decide import decision
from symattn.exact.matrix import Blocked, Matrix
from symattn.marking.answers import Submission
from symattn.marking.answers.fitting import in_shape, shape_of
from symattn.marking.answers.grids import Cells
from symattn.marking.answers.ledger import ANSWER, LedgerEntry
from symattn.marking.answers.written import FORMULA, WrittenAnswer
from symattn.marking.handed import Handed
from symattn.marking.judging import CORRECT, Right, judged, worst
from symattn.marking.key import Key
from symattn.marking.said import told
from symattn.marking.shaping import marked_shapes
from symattn.marking.sheet import Ready
from symattn.plan.shapes import ShapeLine
from symattn.sheet import Question
from symattn.tables import in_turn

TELLING = 3  # digits of a number that is not written by chance
COMPETING = 8  # numbers of a part of which one may be a line's: more are no answer to it


Taken = Iterator[tuple[Sequence[WrittenAnswer], Cells]]  # values without a name, and the entries that they are together
Alone = Callable[[WrittenAnswer], bool]  # whether a line is the only one that a value's part still misses


def recognised(ready: Ready, found: Submission) -> Submission:
    """A submission in which the values without a name that are missing lines' are these lines' answers."""
    if not found.nameless:
        return found
    answers, taken = {question: dict(lines) for question, lines in found.answers.items()}, dict[int, tuple[str, WrittenAnswer]]()
    for question in ready.sheet.questions:
        here = answers.setdefault(question.id, {})
        missing = [name for name in question.asked if not _is_there(ready, question, name, here.get(name))]
        # a guess that is right keeps its line
        settled = {(one.line, one.text) for name, one in here.items() if _is_there(ready, question, name, one)}
        mine = [one for one in found.nameless if one.place.question == question.id and (one.place.line, one.text) not in settled]
        if missing and mine:
            for name, handed, used in _Recognising(ready, question, missing, mine).found():
                at = handed.line, handed.text
                for other in [other for other, one in here.items() if one.open and (one.line, one.text) == at]:
                    del here[other]  # what words were taken for is known better now
                here[name] = handed
                taken |= {id(answer): (name, answer) for answer in used}
    if not taken:
        return found
    lines = {(answer.place.line, answer.text): name for name, answer in taken.values()}
    ledger = [_claimed(entry, lines) for entry in found.ledger]
    unused = [one for one in found.unused if not any(one.line == line and _same(one.text, text) for line, text in lines)]
    return replace(found, answers=answers, ledger=ledger, unused=unused)


def _is_alone(alone: bool, several: bool, one: WrittenAnswer) -> bool:
    """Whether a line is *alone* missing where a value stands, of *several* parts."""
    return alone and (not several or one.place.part is not None)


def _is_there(ready: Ready, question: Question, name: str, handed: Handed | None) -> bool:
    """Whether there is a value for a line, no doubtful one that is not right."""
    if handed is None:
        return False
    if question.shapes is not None:  # is read from its text
        return handed.error in ("", FORMULA)
    return bool(handed.cells) and not (handed.open and not _is(handed.cells, ready.key(question).rights(name)[0]))


def _claimed(entry: LedgerEntry, lines: dict[tuple[int, str], str]) -> LedgerEntry:
    """The numbers of a value that was recognised are an answer's."""
    names = (name for (line, text), name in lines.items() if entry.line == line and _same(entry.text, text))
    name = next(names, None) if entry.kind != ANSWER else None
    return entry if name is None else replace(entry, kind=ANSWER, what=name)


def _same(one: str, other: str) -> bool:
    """Whether one of two texts, which may be cut off or without brackets, is part of the other."""
    short, long = sorted(("".join(x for x in text if x.isdecimal()) for text in (one, other)), key=len)
    return bool(short) and short in long


@dataclass
class _Recognising:
    """The values without a name of one question, and its missing lines."""

    ready: Ready
    question: Question
    missing: list[str]
    mine: list[WrittenAnswer]

    def found(self) -> Iterator[tuple[str, Handed, Sequence[WrittenAnswer]]]:
        """The missing lines that are there after all, each with what was taken for it."""
        parts = {name: (part.label or "").lower() for part in self.question.parts for name in (*part.asks, *part.shapes)}
        several = len(self.question.parts) > 1
        free = list(self.mine)
        for name in self.missing:
            alone = sum(parts.get(other) == parts.get(name) for other in self.missing) == 1
            sure = partial(_is_alone, alone, several)
            near = [one for one in free if not (several and one.place.part) or one.place.part == parts.get(name)]
            if sum(one.scalar for one in near) > COMPETING:
                near = [one for one in near if not one.scalar]
            near = [one for one in near if name not in one.also]  # words for that line, and something else stands there
            among = self._shaped(name) if self.question.shapes else self._valued(name)
            for used, cells in among(near, sure):
                text = "; ".join(one.text for one in used)
                yield name, Handed(used[0].label, cells, "", (told("by_value", name=name),), text, line=used[0].place.line), used
                free = [one for one in free if not any(one is other for other in used)]
                break

    def _shaped(self, name: str) -> Callable[[Sequence[WrittenAnswer], Alone], Taken]:
        """What finds a count among some values."""
        shapes = self.question.shapes
        line: ShapeLine | None = shapes.table.lines.get(name) if shapes else None

        def among(near: Sequence[WrittenAnswer], alone: Alone) -> Taken:
            for one in near:
                if line is not None and line.value is not None and (_digits(one.text) >= TELLING or alone(one)):
                    results = marked_shapes(self.question, {name: one.text}, self.ready.sheet.cuts)
                    if any(result.name == name and result.verdict == "correct" for result in results):
                        yield [one], ()

        return among

    def _valued(self, name: str) -> Callable[[Sequence[WrittenAnswer], Alone], Taken]:
        """What finds the value of a line among some values, whole or row by row."""
        key = self.ready.key(self.question)
        truth = key.exact[name] if name in key.plan.names else None

        def among(near: Sequence[WrittenAnswer], alone: Alone) -> Taken:
            if not isinstance(truth, Matrix) or self._elsewhere(key, name):
                return
            right = key.rights(name)[0]
            for one in near:
                cells = in_shape(one, truth.shape, turned=False)[0].cells
                if _is(cells, right) and (_telling(cells) or (truth.shape != (1, 1) and one.place.part) or alone(one)):
                    yield [one], cells
            rows = [Right(Matrix.of([row]), right.rule) for row in right.cells] if truth.shape[0] > 1 else []
            used: list[WrittenAnswer] = []
            for row in rows:
                fits = (one for one in near if not any(one is other for other in used) and _is(one.cells, row))
                used += [one for one in [next(fits, None)] if one is not None and (len(one.cells[0]) > 1 or _telling(one.cells))]
            if rows and len(used) == len(rows):
                yield used, tuple(one.cells[0] for one in used)

        return among

    def _elsewhere(self, key: Key, name: str) -> bool:
        """Whether a line has the value of a given: then it is not known which of the two is meant."""
        right = key.rights(name)[0]
        givens = (given for given in key.givens.values() if isinstance(given, Matrix))
        return any(given.shape == right.value.shape and _equal(given, right) for given in givens)


def _equal(given: Matrix, right: Right) -> bool:
    """Whether a given is a right value."""
    for x, y in zip(in_turn(given.cells()), in_turn(right.cells), strict=True):
        if x is not y and (isinstance(x, Blocked) or isinstance(y, Blocked) or decision(x, y) != "equal"):
            return False
    return True


def _is(cells: Cells, right: Right) -> bool:
    """Whether some entries are right, each with the digits asked."""
    if shape_of(cells) != right.value.shape:
        return False
    try:
        return worst(judged(Handed("", cells), right)) == CORRECT
    except SymattnError:
        return False


def _digits(text: str) -> int:
    """How many digits a number has, or the signs that a formula has."""
    return len([x for x in text.strip().lstrip("-−0.,") if x.isalnum()])


def _telling(cells: Cells) -> bool:
    """Whether some entry is a number with so many digits, or no rational at all, or there are four and more of three kinds: they
    are not there by chance."""
    texts = [cell.text for cell in in_turn(cells)]
    return (len(texts) > TELLING and len(set(texts)) >= TELLING) or any(_digits(text) >= TELLING for text in texts)
