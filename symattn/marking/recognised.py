"""Values without a name: what stands below the heading of a part and is, by proof, the value of a line that is missing there.

Students answer "(c) λ → ∞: (1, 0, 0)" without any name of the sheet's, and a marker sees which line it is. So a value that no
name claims is a missing line's where it is right for it, in the part that asks for that line; where no heading says the part, or
the line is one number, only a value that nobody writes by chance is. What is not right is no answer, and nobody loses by it; but
where a part has as many such values as it misses lines of their shape, these lines are for a person, and not called missing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import prod

from symattn.errors import LimitError
from symattn.exact.decide import decision
from symattn.exact.matrix import Blocked, Matrix
from symattn.exact.number import ZERO
from symattn.language import Cell
from symattn.later import pattern
from symattn.marking.answers import Submission
from symattn.marking.answers.catalogue import spoken
from symattn.marking.answers.fitting import shape_of
from symattn.marking.answers.grids import Cells, shortened
from symattn.marking.answers.ledger import ANSWER, LedgerEntry
from symattn.marking.answers.written import FORMULA, WrittenAnswer
from symattn.marking.handed import Handed
from symattn.marking.judging import IMPRECISE, Right
from symattn.marking.key import Key
from symattn.marking.readings import as_meant, entries_of, for_parts, is_right
from symattn.marking.said import reading, told
from symattn.marking.shaping import marked_shapes
from symattn.marking.sheet import Ready
from symattn.marking.trivial import is_same
from symattn.plan.shapes import ShapeLine
from symattn.plan.tree import leading_to
from symattn.said import Integers
from symattn.sheet import Question
from symattn.tables import grouped, in_turn

TELLING = 3  # digits of a number that is not written by chance
_OF_EACH = spoken(r"\b(?:«each»)\b", re.IGNORECASE)
_IN_LETTERS = pattern(r"\\?[^\W\d_]")
_AS_A_NAME = pattern(r"[^\W\d_]_?\d")  # weights0 is a name of the student's own
_OPEN = pattern(r"[-−+]?\d{1,3}[.,]\d{3}(?!\S)")  # of one country or of another
COMPETING = (
    8  # numbers of a part of which one may be a line's: more are no answer to it
)


Taken = Iterator[
    tuple[Sequence[WrittenAnswer], Cells]
]  # values without a name, and the entries that they are together
Alone = Callable[
    [WrittenAnswer], bool
]  # whether a line is the only one that a value's part still misses


def recognised(ready: Ready, found: Submission) -> Submission:
    """A submission in which the values without a name that are missing lines' are these lines' answers."""
    answers = {question: dict(lines) for question, lines in found.answers.items()}
    taken = dict[int, tuple[str, WrittenAnswer]]()
    for question in ready.sheet.questions:
        if not question.shapes and not _is_solved(ready, question):
            continue
        lines = _Lines(ready, question, answers.setdefault(question.id, {}))
        if not question.shapes:
            lines.here |= as_meant(lines.here, lines.right)
        here, there = lines.here, {name for name in lines.here if lines.are_there(name)}
        missing = [name for name in question.asked if name not in there]
        # a guess that is right keeps its line
        settled = {(one.line, one.text) for name, one in here.items() if name in there}
        free = [
            one
            for one in found.nameless
            if id(one) not in taken
            and (one.spoken or (one.place.line, one.text) not in settled)
        ]
        mine = [one for one in free if one.place.question == question.id]
        mine = mine or [one for one in free if one.place.question is None]
        if missing:
            by_value = set[str]()
            doubtful = {name for name in missing if name in here and here[name].cells}
            for name, handed, used in _Recognising(
                lines, missing, mine, doubtful
            ).found():
                at = handed.line, handed.text
                for other in [
                    other
                    for other, one in here.items()
                    if one.open and (one.line, one.text) == at
                ]:
                    del here[other]  # what words were taken for is known better now
                here[name] = handed
                by_value |= {name} if handed.shape != (1, 1) else set()
                taken |= {id(answer): (name, answer) for answer in used}
            here |= lines.for_persons(found, mine, taken, by_value)
    _with_strangers(ready, answers, found.strange)
    for asked, name, handed in [*for_parts(ready, answers)]:
        answers[asked][name] = handed
    found = replace(found, answers=answers)
    return _accounted(found, taken) if taken else found


def _with_strangers(
    ready: Ready,
    answers: dict[str, dict[str, Handed]],
    strange: Sequence[WrittenAnswer],
) -> None:
    """Put beside the answers what stands under names that are no line's and is no answer yet."""
    known = {
        (one.line, one.text) for lines in answers.values() for one in lines.values()
    }
    others = [one for one in strange if (one.place.line, one.text) not in known]
    for question in ready.sheet.questions if others else ():
        if not question.shapes and (here := answers.get(question.id)) is not None:
            here |= _Lines(ready, question, here).called_otherwise(others)


def _accounted(
    found: Submission, taken: Mapping[int, tuple[str, WrittenAnswer]]
) -> Submission:
    """A submission whose ledger and unused matrices know which values were taken for lines'."""
    lines = {(answer.place.line, answer.text): name for name, answer in taken.values()}
    ledger = [_claimed(entry, lines) for entry in found.ledger]
    unused = [
        one
        for one in found.unused
        if not any(one.line == line and _same(one.text, text) for line, text in lines)
    ]
    return replace(found, ledger=ledger, unused=unused)


def _is_solved(ready: Ready, question: Question) -> bool:
    """Whether a question has right values, which may be beyond a limit."""
    try:
        ready.key(question)
    except LimitError:
        return False
    return True


@dataclass
class _Lines:
    """The lines of one question, shapes or matrices, and what stands for them in a file."""

    ready: Ready
    question: Question
    here: dict[str, Handed]

    @property
    def key(self) -> Key:
        """The right values."""
        return self.ready.key(self.question)

    def right(self, name: str) -> Right:
        """The right value of a matrix."""
        return self.key.rights[name][0]

    def shape(self, name: str) -> Integers:
        """The shape that a line's value has; that of a shape is none."""
        return () if self.question.shapes else self.right(name).value.shape

    def verdicts(self, name: str, text: str) -> list[str]:
        """The verdict on a text for a shape or count."""
        return [
            result.verdict
            for result in marked_shapes(
                self.question, {name: text}, self.ready.sheet.cuts
            )
            if result.name == name
        ]

    def matching(self, name: str, one: WrittenAnswer) -> Cells | None:
        """The entries of a value, none for a shape, that is right for a line; None where it is not."""
        if self.question.shapes:
            return () if "correct" in self.verdicts(name, one.text) else None
        cells = entries_of(one, self.shape(name))
        return cells if is_right(cells, self.right(name)) else None

    def are_there(self, name: str) -> bool:
        """Whether there is a value for a line, no doubtful one that is not right; a number that cannot be read is one, whatever
        else stands in the file."""
        handed = self.here[name]
        if self.question.shapes:  # is read from its text
            verdicts = self.verdicts(name, handed.text)
            sure = "correct" in verdicts or not (
                handed.open or "unreadable" in verdicts
            )
            return sure and handed.error in ("", FORMULA)
        few, most = prod(handed.shape), prod(self.shape(name))
        strange = few == 1 < most or few > most  # with D = 1 + e, where D is a matrix
        named = " " not in handed.written and _OPEN.match(handed.text)
        if most == 1 and handed.error and named:
            return True  # under the line's own name, which a person reads
        sure = not (strange or handed.open) or is_right(handed.cells, self.right(name))
        return bool(handed.cells) and sure

    @property
    def valued(self) -> dict[str, Handed]:
        """What has a value, and is no formula alone."""
        return {
            name: one
            for name, one in self.here.items()
            if self.question.shapes or one.error != FORMULA
        }

    def shown(self, valued: Mapping[str, Handed]) -> set[str]:
        """The lines that lead to right ones."""
        right = [
            name
            for name in (() if self.question.shapes else self.question.asked)
            if name in valued and is_right(valued[name].cells, self.right(name))
        ]
        return {line.out for line in leading_to(right, self.key.plan.lines)}

    def for_persons(
        self,
        found: Submission,
        mine: Sequence[WrittenAnswer],
        taken: Mapping[int, tuple[str, WrittenAnswer]],
        by_value: Collection[str],
    ) -> dict[str, Handed]:
        """The lines of a question that a person looks at, since they may stand in the file: among the values of the question that
        are nobody's and its numbers that were not read."""
        used_up = {(one.line, one.text) for one in self.here.values()}
        free = [
            one
            for one in mine
            if id(one) not in taken
            and not one.loose
            and (one.place.line, one.text) not in used_up
        ]
        rest = [cell for place, cell in found.rest if place in (None, self.question.id)]
        if not (self.here or free or rest):
            return {}
        valued = self.valued
        count = self.left_over(found, taken.values())
        shown = self.shown(valued)
        near = [  # what was written again under its own name is not another line's by its shape alone
            one
            for one in free
            if one.place.question == self.question.id and (one.label or not one.also)
        ]
        return (
            dict(self.torn(valued))
            | dict(self.overlooked(valued, rest, count, by_value, shown))
            | dict(self.opened(valued, near, shown))
        )

    def left_over(
        self, found: Submission, taken: Collection[tuple[str, WrittenAnswer]]
    ) -> int:
        """How many numbers of a question are nobody's, and its share of those that stand in none: no labels, where it has
        nothing."""
        numbers = Counter(place for place, _ in found.rest)
        for _, one in taken:
            numbers[one.place.question] -= prod(shape_of(one.cells))
        shared = numbers[None] // max(len(self.ready.sheet.questions) - 1, 1)
        tiny = all(
            _digits(cell.text) < 2 for place, cell in found.rest if place is None
        )
        nothing = tiny and not found.answers.get(self.question.id)
        return numbers[self.question.id] + (0 if nothing else shared)

    def called_otherwise(self, strange: Sequence[WrittenAnswer]) -> dict[str, Handed]:
        """The lines of which there is nothing, and whose value stands under a name of the student's own, mu for M: for a
        person."""
        valued, found = self.valued, dict[str, Handed]()
        shown = self.shown(valued)
        near = [
            one
            for one in strange
            if one.place.question in (None, self.question.id) and _telling(one.cells)
        ]
        for name in self.question.asked:
            for one in near if name not in valued and name not in shown else ():
                if self.matching(name, one):
                    found[name] = _for_a_person(one.label, one.text, one.place.line)
        return found

    def torn(self, valued: Mapping[str, Handed]) -> Iterator[tuple[str, Handed]]:
        """The answers of more entries than their line has, in which its value stands in turn: they were not read as meant."""
        for name, one in valued.items() if not self.question.shapes else ():
            cells = [*in_turn(one.cells)]
            if len(cells) > prod(self.shape(name)) and _in_turn(
                cells, self.right(name)
            ):
                yield name, _for_a_person(one.written, one.text, one.line)

    def opened(
        self,
        valued: Mapping[str, Handed],
        free: Sequence[WrittenAnswer],
        shown: Collection[str],
    ) -> Iterator[tuple[str, Handed]]:
        """The lines of which there is nothing, where below the heading of their part, or outside of sentences anywhere in their
        question, are as many values without a name and of their shape as are missing and not *shown* to be right: each with such
        a value, which may be meant for it."""
        parts = [
            (part.names, (part.label or "").lower()) for part in self.question.parts
        ]
        found = dict[str, WrittenAnswer]()
        others = [name for name in self.question.asked if name not in shown]
        for asked, label in (*parts, (others, None)):
            near = [
                one
                for one in _left(free, [*found.values()])
                if (
                    not (one.spoken or _AS_A_NAME.search(one.label))
                    if label is None
                    else one.place.part == label
                )
            ]
            missing = [
                name for name in asked if name not in valued and name not in found
            ]
            for names in grouped((self.shape(name), name) for name in missing).values():
                fits = [one for one in near if self.has_shape(names[0], one)]
                if len(fits) >= len(names):
                    found |= zip(names, fits, strict=False)
        for name, one in found.items():
            yield name, _for_a_person(one.label, one.text, one.place.line)

    def overlooked(
        self,
        valued: Mapping[str, Handed],
        rest: Sequence[Cell],
        count: int,
        by_value: Collection[str],
        shown: Collection[str],
    ) -> Iterator[tuple[str, Handed]]:
        """The lines of which there is nothing though something stands there that was not read: those whose value stands in turn
        among the numbers that are nobody's. Where there are such, where another line of the question could not be read, or none
        of it was though half its numbers are there, also the sisters of what could not be read or has no name, for other heads,
        and as many others as its *count* of numbers is enough for; none that is *shown* to be right."""
        missing = [name for name in self.question.asked if name not in valued]
        found = {
            name: () if self.question.shapes else _in_turn(rest, self.right(name))
            for name in missing
        }
        sizes = {name: prod(self.shape(name)) for name in self.question.asked}
        nothing = len(missing) == len(sizes) and 2 * count >= sum(sizes.values())
        unread = [
            name
            for name, one in valued.items()
            if not one.cells and one.error != FORMULA
        ]
        missing = [name for name in missing if name not in shown]
        at = sum(sizes.get(name, 0) for name in unread)
        at += sum(len(found[name]) for name in missing)
        for name in (
            missing if nothing or unread or by_value or any(found.values()) else ()
        ):
            if found[name]:
                yield (
                    name,
                    _for_a_person(
                        name, ", ".join(cell.text for cell in found[name]), 0
                    ),
                )
            elif (at := at + sizes[name]) <= count:
                yield name, Handed(name, (), reading("overlooked"))

    def has_shape(self, name: str, one: WrittenAnswer) -> bool:
        """Whether a value is of a line's shape and, a single number, not there by chance."""
        if self.question.shapes:
            return "unreadable" not in self.verdicts(name, one.text)
        telling = not one.scalar or _telling(one.cells) or _IN_LETTERS.match(one.label)
        shape = self.shape(name)
        return bool(telling) and shape_of(entries_of(one, shape)) == shape


def _in_turn(rest: Sequence[Cell], right: Right) -> Sequence[Cell]:
    """Numbers that are the entries of a line in turn, not by chance, perhaps with others between them; none where there are
    no such. Zeros need not be written."""
    if not isinstance(right.value, Matrix):
        return ()
    wanted = [x for x in in_turn(right.cells) if not isinstance(x, Blocked)]
    wanted = [x for x in wanted if decision(x, ZERO) != "equal"] or wanted
    if len(wanted) < min(
        2, prod(right.value.shape)
    ):  # one number beside zeros is there by chance
        return ()
    at, used = 0, list[Cell]()
    for x in wanted:
        want = Right(Matrix.of([[x]]), right.rule)
        at = (
            next(
                (
                    k
                    for k in range(at, len(rest))
                    if is_right(((rest[k],),), want, IMPRECISE)
                ),
                -1,
            )
            + 1
        )
        if not at:
            return ()
        used.append(rest[at - 1])
    return used if _telling((tuple(used),)) else ()


def _for_a_person(label: str, text: str, line: int) -> Handed:
    """What stands where a line's answer may: nobody says that there is none."""
    said = reading("unaccounted", text=shortened(text), line=line)
    return Handed(label, (), said, (), text, line=line)


def _claimed(entry: LedgerEntry, lines: dict[tuple[int, str], str]) -> LedgerEntry:
    """The numbers of a value that was recognised are an answer's."""
    names = (
        name
        for (line, text), name in lines.items()
        if entry.line == line and _same(entry.text, text)
    )
    name = next(names, None) if entry.kind != ANSWER else None
    return entry if name is None else replace(entry, kind=ANSWER, what=name)


def _same(one: str, other: str) -> bool:
    """Whether one of two texts, which may be cut off or without brackets, is part of the other."""
    short, long = sorted(
        ("".join(x for x in text if x.isdecimal()) for text in (one, other)), key=len
    )
    return bool(short) and short in long


def _is_placed(alone: bool, several: bool, one: WrittenAnswer) -> bool:
    """Whether a line is *alone* missing where a value stands, of *several* parts."""
    return alone and (not several or one.place.part is not None)


@dataclass
class _Recognising:
    """The values without a name of one question, and its missing lines."""

    lines: _Lines
    missing: list[str]
    mine: list[WrittenAnswer]
    valued: set[str]  # those of them that have some value, which is doubtful

    def found(self) -> Iterator[tuple[str, Handed, Sequence[WrittenAnswer]]]:
        """The missing lines that are there after all, each with what was taken for it."""
        question = self.lines.question
        parts = {
            name: (part.label or "").lower()
            for part in question.parts
            for name in part.names
        }
        several = len(question.parts) > 1
        free, left = list(self.mine), list(self.missing)
        for name, one, cells in self._listed():
            yield name, self._handed(name, [one], cells), [one]
            free = _left(free, [one])
            left = [other for other in left if other != name]
        for name in (
            *self.missing,
            *self.missing,
        ):  # once more: it may be the last that its part still misses
            if name not in left:
                continue
            alone = sum(parts.get(other) == parts.get(name) for other in left) == 1
            near = [
                one
                for one in free
                if (
                    not (several and one.place.part)
                    or one.place.part == parts.get(name)
                )
                and self._may_be(name, one)
            ]
            sure = partial(_is_placed, alone, several)
            if (
                name in self.valued
            ):  # words for that line, and something else stands there
                near = [one for one in near if name not in one.also]
            among = self._shaped if question.shapes else self._valued
            used, cells = next(among(name, near, sure), ([], ()))
            if used:
                yield name, self._handed(name, used, cells), used
                free = _left(free, used)
                left.remove(name)

    def _may_be(self, name: str, one: WrittenAnswer) -> bool:
        """Whether a value may be a line's: what stands in the chain of another line, L = 1/√2 [4 10; 10 24], is of those alone
        that lead to it."""
        leading = leading_to(one.also, self.lines.key.plan.lines) if one.loose else ()
        return not one.loose or name in {line.out for line in leading}

    def _handed(self, name: str, used: Sequence[WrittenAnswer], cells: Cells) -> Handed:
        """What was taken for a line."""
        text = "; ".join(one.text for one in used)
        return Handed(
            used[0].label,
            cells,
            "",
            (told("by_value", name=name),),
            text,
            line=used[0].place.line,
        )

    def _listed(self) -> Iterator[tuple[str, WrittenAnswer, Cells]]:
        """As many values in a part, or on one of its lines, as it asks for, in its order, all of them missing: shapes that are
        right, and matrices that are all right."""
        mine = [one for one in self.mine if not (one.scalar or one.loose)]
        question = self.lines.question
        for part in question.parts:
            asked = part.names
            near = [
                one
                for one in mine
                if len(question.parts) < 2
                or one.place.part == (part.label or "").lower()
            ]
            rows = [
                [one for one in near if not one.spoken],
                near,
                *(
                    [one for one in near if one.place.line == line]
                    for line in {one.place.line: 1 for one in near}
                ),
            ]
            fits = (
                row
                for row in rows
                if len(row) == len(asked) and set(asked) <= set(self.missing)
            )
            found = [
                (name, one, self.lines.matching(name, one))
                for name, one in zip(asked, next(fits, []), strict=False)
            ]
            right = [
                (name, one, cells) for name, one, cells in found if cells is not None
            ]
            if question.shapes or len(right) == len(found) > 1:
                yield from right

    def _shaped(self, name: str, near: Sequence[WrittenAnswer], alone: Alone) -> Taken:
        """A count among some values."""
        shapes = self.lines.question.shapes
        line: ShapeLine | None = shapes.table.lines.get(name) if shapes else None
        for one in _single(near) if line and line.value is not None else ():
            telling = _digits(one.text) >= TELLING or alone(one)
            if telling and self.lines.matching(name, one) is not None:
                yield [one], ()

    def _valued(self, name: str, near: Sequence[WrittenAnswer], alone: Alone) -> Taken:
        """The value of a line among some values, whole or row by row."""
        key = self.lines.key
        truth = key.exact[name] if name in key.plan.names else None
        if not isinstance(truth, Matrix) or self._is_given(name):
            return
        for one in _single(near):
            cells = self.lines.matching(name, one)
            if cells and (
                _telling(cells)
                or name in one.beside
                or (truth.shape != (1, 1) and one.place.part)
                or alone(one)
            ):
                yield [one], cells
        numbers = [one for one in near if one.spoken and one.scalar]
        numbers = [one for one in numbers if one.place.part] or numbers
        if used := _told(self.lines.right(name), numbers, alone):
            said, width = [one.cells[0][0] for one in used], truth.cols
            yield (
                used,
                tuple(tuple(said[k : k + width]) for k in range(0, len(said), width)),
            )

    def _is_given(self, name: str) -> bool:
        """Whether a line has the value of a given: then it is not known which of the two is meant."""
        right, givens = self.lines.right(name), self.lines.key.givens.values()
        return any(
            is_same(given, right.value) for given in givens if isinstance(given, Matrix)
        )


def _left(
    free: Sequence[WrittenAnswer], used: Sequence[WrittenAnswer]
) -> list[WrittenAnswer]:
    """The values that may be of other lines too: those that are not used, or are said to be of both, of each head."""
    taken = set(map(id, used))
    return [
        one
        for one in free
        if id(one) not in taken
        or one.each
        or _OF_EACH.search(f"{one.label} {one.said}")
    ]


def _single(near: Sequence[WrittenAnswer]) -> Sequence[WrittenAnswer]:
    """The values of a part that may be a line's by themselves: no number of many, of short ones the last that is said, and the
    first that stands on a line of its own."""
    said = [one for one in near if one.spoken and one.scalar]
    many = sum(_telling(one.cells) for one in said) > COMPETING
    short = [one for one in said if not _telling(one.cells)]
    line = [one.place.line for one in short[:2]]
    ends = [*short[:1], *short[-1:]] if line[:1] != line[1:] else short[-1:]
    return [
        one
        for one in near
        if not one.scalar
        or (
            not many
            if _telling(one.cells)
            else not one.spoken or any(one is other for other in ends)
        )
    ]


def _told(
    right: Right, said: Sequence[WrittenAnswer], alone: Alone
) -> Sequence[WrittenAnswer]:
    """The numbers of sentences that are a matrix in the order in which they are said: all of them, row after row, or one by one
    where each is long; rows with something said between them are no whole numbers."""
    rows = [list(row) for row in right.cells]
    cells = [one.cells[0] for one in said]
    flat = [x for row in rows for x in row]
    ways = [[flat], [[x] for x in flat] if 1 in right.value.shape else rows]
    for way in ways if len(flat) > 1 else []:
        used, at = list[int](), 0
        for unit in way:
            want, width = Right(Matrix.of([unit]), right.rule), len(unit)
            starts = range(at, len(said) - width + 1)
            k = next(
                (
                    k
                    for k in starts
                    if is_right((tuple(in_turn(cells[k : k + width])),), want)
                ),
                None,
            )
            if k is None:
                break
            used, at = [*used, *range(k, k + width)], k + width
        else:
            mine = tuple(cells[k] for k in used)
            apart = _telling if len(way[0]) == 1 else _is_broken
            if (
                all(apart((one,)) for one in mine)
                if len(way) > 1
                else _telling(mine) or (used[0] == 0 and alone(said[0]))
            ):
                return [said[k] for k in used]
    return []


def _digits(text: str) -> int:
    """How many digits a number has, or the signs that a formula has."""
    return len([x for x in text.strip().lstrip("-−0.,") if x.isalnum()])


def _is_broken(cells: Cells) -> bool:
    """Whether some entries are no whole numbers."""
    return not all(cell.text.lstrip("-−").isdecimal() for cell in in_turn(cells))


def _telling(cells: Cells) -> bool:
    """Whether some entry is a number with so many digits, or no rational at all, or there are four and more of three kinds: they
    are not there by chance."""
    texts = [cell.text for cell in in_turn(cells)]
    return (len(texts) > TELLING and len(set(texts)) >= TELLING) or any(
        _digits(text) >= TELLING for text in texts
    )
