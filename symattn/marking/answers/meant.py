"""Which question each answer of a file is for, and what its name may mean there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise

from symattn.exact.matrix import Blocked
from symattn.later import pattern
from symattn.marking.answers.calls import made_of
from symattn.marking.answers.fitting import shape_of
from symattn.marking.answers.headings import bare, labels
from symattn.marking.answers.line_names import Meaning, is_of
from symattn.marking.answers.naming import QuestionNames
from symattn.marking.answers.pieces import ROW
from symattn.marking.answers.written import FORMULA, WrittenAnswer
from symattn.records import replace
from symattn.tables import grouped

_PART = pattern(r"(?P<name>.*?)(?P<index>(?:\[\d+\])*)", re.DOTALL)
_SAID_OF = pattern(r"[^\W\d_]{2,}(?:[ \t]+[^\W\d_]{2,}){1,7}")  # row by row
Meant = tuple[
    WrittenAnswer, str | None, list[Meaning]
]  # an answer, the question that it is for, what its name may mean there


def _slashed(answer: WrittenAnswer) -> bool:
    """Whether the slashes of a matrix may part rows, and its semicolons entries: (1; 2 / 3; 4)."""
    return (
        answer.grid is not None
        and ";" in answer.grid.text
        and " / " in answer.grid.text
    )


def _masked(answer: WrittenAnswer) -> bool:
    """Whether an answer blocks scores."""
    return any(type(cell.number) is Blocked for row in answer.cells for cell in row)


def is_structured(answer: WrittenAnswer) -> bool:
    """Whether the file itself says which question an answer belongs to."""
    return answer.place.sure and answer.place.line == 0


class Addresses:
    """Finds for every answer the question that it is for, and what its name may mean there."""

    def __init__(self, namings: Mapping[str, QuestionNames]) -> None:
        self.namings, self.labels = namings, labels(namings)

    def of(self, answers: Iterable[WrittenAnswer]) -> list[Meant]:
        """The answers of one file, each with its question and its meanings, likeliest first."""
        asked = [(one, *self._question(one)) for one in map(self._renamed, answers)]
        return self._row_by_row(self._going_on(self._with_neighbours(asked)))

    def _with_neighbours(self, meant: list[Meant]) -> list[Meant]:
        """In a file that names no question, a name that several have is that question's whose names all the others are."""
        sure = {
            question
            for answer, question, meanings in meant
            if meanings and not answer.loose
        }
        if len(sure) != 1 or any(
            answer.place.question is not None for answer, *_ in meant
        ):
            return meant
        (only,) = sure
        assert only is not None
        found, seen = list(meant), set()
        for k, (answer, question, _) in enumerate(meant):
            if question is None and answer.label not in seen:
                shape = shape_of(answer.cells) if answer.cells else None
                meanings = self.namings[only].meanings(
                    answer.label, answer.place.head, shape
                )
                if self.has_line(only, meanings):
                    found[k] = answer, only, meanings
            if answer.error != FORMULA:
                seen.add(answer.label)
        return found

    def _going_on(self, meant: list[Meant]) -> list[Meant]:
        """What stands behind a remark on the line of a name without a value is its: A = softmax(L), row by row = …"""
        found = list(meant)
        for k, ((before, question, meanings), (answer, asked, mine)) in enumerate(
            pairwise(meant), 1
        ):
            here = before.place.line == answer.place.line and before.error == FORMULA
            said = here and _SAID_OF.fullmatch(answer.label)
            if said and not (asked and self.has_line(asked, mine)):
                found[k] = (
                    replace(answer, label=before.label, guessed=True),
                    question,
                    meanings,
                )
        return found

    def _row_by_row(self, meant: list[Meant]) -> list[Meant]:
        """A line that is named once for each of its rows, with a row each time, is those rows: N = (1, -1), then N = (-1, 1)."""
        places = grouped(
            ((question, meanings[0]), k)
            for k, (_, question, meanings) in enumerate(meant)
            if question is not None and meanings
        )
        found = list(meant)
        for (question, meaning), at in places.items():
            shape = self.namings[question].shape_of(meaning)
            single = (
                len(shape) == 2
                and shape[1] > 1
                and all(shape_of(meant[k][0].cells) == (1, shape[1]) for k in at)
            )
            if single and shape[0] == len(at) > 1:
                for row, k in enumerate(at, 1):
                    found[k] = (*meant[k][:2], [meaning._replace(kind=ROW, at=(row,))])
        return found

    def _renamed(self, answer: WrittenAnswer) -> WrittenAnswer:
        """An answer of a program under the line that its name was made as, where that is nobody's: w = softmax(scores / 2); one
        whose chain has the name of a line where its label is none: Residual stream: [1 2] = R."""
        meant = [
            meaning.sure
            for naming in self.namings.values()
            for meaning in naming.meanings(answer.label, answer.place.head)
        ]
        headed = "" if meant else answer.headed
        if (answer.also or headed) and not any(meant):
            known = (
                text
                for text in (*answer.also, headed)
                if self.is_known(text) and not (answer.scalar and self._is_given(text))
            )
            named = next(known, answer.label)
            answer = replace(
                answer, label=named, guessed=answer.guessed or named == headed
            )
        name, index = _PART.fullmatch(answer.label).group("name", "index")  # type: ignore[union-attr]
        if not answer.made or self.is_known(name):
            return answer
        lines = (
            made_of(name, answer.made, naming.as_made)
            for naming in self.namings.values()
        )
        line = next(filter(None, lines), None)
        return answer if line is None else replace(answer, label=line + index)

    def _is_given(self, name: str) -> bool:
        """Whether a name is that of a given: its value, Var(Q) = d = 512, may be another thing's."""
        return any(name in naming.givens for naming in self.namings.values())

    def is_known(self, text: str) -> bool:
        """Whether a text is the name, the symbol or the formula of a line or a given."""
        return any(naming.parsed(text) for naming in self.namings.values())

    def shift(self, question: str, meant: list[Meant]) -> int | None:
        """What is added to the heads' numbers of a question to get those of its lines; None when nothing fits."""
        naming = self.namings[question]
        mine = [
            (answer.label, meanings[0])
            for answer, q, meanings in meant
            if q == question and meanings
        ]
        numbers = [m.head for _, m in mine if m.head is not None and naming.counts(m)]
        return naming.shift(
            numbers,
            naming.names.shift != 0
            and any(naming.is_symbol(label) for label, _ in mine),
        )

    def _question(self, answer: WrittenAnswer) -> tuple[str | None, list[Meaning]]:
        """The question an answer belongs to: as its headings say, else the one that knows its name."""
        place = answer.place
        asked = bare(place.question or "")
        named = self.labels.get(asked + (place.part or "")) or self.labels.get(asked)
        shape = (
            shape_of(answer.cells) if answer.cells and not _slashed(answer) else None
        )
        knowing = {}
        for question, naming in self.namings.items():
            if (
                place.line and not answer.loose
            ):  # a table of a file or a program has the lines' own names
                naming = naming.as_printed
            meanings = naming.meanings(
                answer.label, place.head, shape, masked=_masked(answer)
            )
            if meanings or answer.label in naming.words:
                knowing[question] = meanings
        ways: list[Callable[[str], object]] = [
            lambda q: answer.label in (*self.namings[q].lines, *self.namings[q].givens),
            lambda q: self.has_line(q, knowing[q]),
            lambda q: any(self.namings[q].fits(m, shape) for m in knowing[q]),
            lambda q: self.namings[q].parsed(answer.label),
        ]  # E is given here, and elsewhere S may be called e; a name of its own before a word for several
        if named in knowing:
            spelled = [
                q
                for q in knowing
                if self.namings[q].shapes.get(answer.label, ()) == shape
            ]
            own, is_line, fits, _ = (way(named) for way in ways)
            if own or (is_line and fits) or len(spelled) != 1:
                return named, knowing[named]
            (other,) = (
                spelled  # g is given here, not G; where s is a row here, S may be meant for it
            )
            return other, [
                m._replace(sure=not is_line and m.sure) for m in knowing[other]
            ]
        if (
            named is None and is_structured(answer) and len(asked) > 1
        ):  # one letter is a part's
            return None, []
        if (
            named and place.sure
        ):  # words below a heading are its own, a name may be misplaced
            knowing = {q: ms for q, ms in knowing.items() if ways[-1](q)}
        for way in ways:
            knowing = {q: ms for q, ms in knowing.items() if way(q)} or knowing
        if len(knowing) == 1:
            return self._named_elsewhere(named, *next(iter(knowing.items())))
        if len(self.namings) == 1:
            return next(iter(self.namings)), []
        return None if knowing else named, []

    def _named_elsewhere(
        self, named: str | None, question: str, meanings: list[Meaning]
    ) -> tuple[str, list[Meaning]]:
        """What only one question calls so is that question's, or perhaps the line of that name of the question that is *named*:
        QKᵀ/√d, where L is QKᵀ/√d_k."""
        same = [
            m._replace(sure=False) for m in meanings if named and self.is_line(named, m)
        ]
        return (named, same) if named and same else (question, meanings)

    def has_line(self, question: str, meanings: Iterable[Meaning]) -> bool:
        """Whether a line of the question is one of some meanings."""
        return any(self.is_line(question, meaning) for meaning in meanings)

    def is_line(self, question: str, meaning: Meaning) -> bool:
        """Whether a line of the question is meant."""
        return any(is_of(line, meaning) for line in self.namings[question].lines)
