"""A sheet on the student's desk: its page, what is understood of what is typed, and the marker's verdicts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from symattn.boxes import Box, Ink
from symattn.course.cohort.roll import HandedPath, Roll
from symattn.course.feedback import Lines, Pages
from symattn.course.given_back import KINDS
from symattn.course.vary import carried, seed_of, variant
from symattn.course.vary import written as sheet_text
from symattn.errors import SymattnError
from symattn.exact.matrix import Matrix
from symattn.files import write_whole
from symattn.formats.templates import plain
from symattn.formats.text import flat
from symattn.marking import reports
from symattn.marking.answers import Submission, submission
from symattn.marking.answers.tables import contents as answers_in
from symattn.marking.checking import ahead, check_file
from symattn.marking.handed import Handed
from symattn.marking.reports import Report
from symattn.marking.results import RIGHT, AnswerReport, QuestionReport, Result
from symattn.marking.shaping import marked_shape, marked_shapes
from symattn.marking.sheet import Ready, by_hand
from symattn.marking.understood import UnderstoodLine
from symattn.ops import has
from symattn.page.questions import question as question_view
from symattn.plan.shapes.table import ShapeLine
from symattn.practice.cells import UNREAD, Cells, Left, Rows
from symattn.practice.changes import changed, givens
from symattn.practice.helps import HAD, Helper, asked_in, steps_for
from symattn.practice.own import near
from symattn.practice.picture import MOST, Picture
from symattn.records import frozen
from symattn.said import Glossary, Named, Pair, Strings
from symattn.sheet import Part, Question, Sheet, load
from symattn.sheet.source import text_of
from symattn.tables import Place, apart_from, in_turn, placed
from symattn.version import VERSION

Json: TypeAlias = Named
Value: TypeAlias = str | Rows
Answers: TypeAlias = Mapping[str, Mapping[str, Value]]
"""What a student wrote: question → line → rows of texts, or one text."""

ANSWERS = "answers.json"
PIECES = 20
"""Runs of the lines that are made ahead at a time: a request that comes meanwhile waits for no more of them."""
STUCK = ("incorrect", UNREAD, "undecided")
"""Verdicts on an entry by which help is about it, the most urgent first."""
KEPT_RUNS = 32
"""Runs from the student's own values that are kept for the next check."""
FIRST = "01"
"""Whose numbers a seed alone gives."""
PRACTICE = "practice"
"""The secret of all practice pages, known to everybody: no class has one so short."""


@frozen
class AnswerField:
    """Where one line's answer is written: a matrix of so many rows and columns, or, with none, one text."""

    question: str
    line: str
    symbol: Box
    rows: int
    cols: int
    steps: Strings
    is_shape: bool = False


@frozen
class Desk:
    """One open sheet; ``folder`` is where answers are written, ``own`` are folders of templates of one's own."""

    ready: Ready
    folder: Path
    own: tuple[Path, ...] = ()

    @classmethod
    def opened(
        cls,
        path: Path,
        folder: Path,
        seed: object = None,
        student: str = "",
        own: tuple[Path, ...] = (),
    ) -> Desk:
        """A sheet's file, or with a *seed* other numbers, those that are named by it and a student's id; raises SymattnError.

        They are practice's own: whoever publishes a graded sheet's template for practice publishes nobody's graded numbers.
        """
        if seed is not None:
            text = carried(text_of(path), path)
            about = {"student": student} if student else {}
            drawn = variant(load(path), student or FIRST, seed_of(str(seed)), PRACTICE)
            path = folder / f"{path.stem}.toml"
            write_whole(path, sheet_text(text, drawn, about).encode())
        return cls(Ready(load(path), KEPT_RUNS), folder, own)

    @property
    def file(self) -> str:
        """The name of the answer file: the student's id, if there is one, so that a class is told apart."""
        return f"{self.sheet.student or 'answers'}.json"

    @property
    def sheet(self) -> Sheet:
        """The sheet."""
        return self.ready.sheet

    @cached_property
    def engine(self) -> Pages:
        """The templates."""
        return Pages("html", self.own, self.sheet.language, self.sheet.point)

    def page(self) -> Json:
        """What a page is told of its sheet: what it is called, and where answers go."""
        fields = [
            field
            for question in self.sheet.questions
            for part in question.parts
            for field in self.fields(question, part)
        ]
        return {
            "title": self.sheet.title,
            "digest": self.ready.digest,
            "decimals": self.sheet.decimals,
            "fields": [
                {"question": f.question, "line": f.line, "rows": f.rows, "cols": f.cols}
                for f in fields
            ],
        }

    def html(self) -> str:
        """The questions with the places for answers as HTML: what stands in the page's middle."""
        views = []
        for number, question in enumerate(self.sheet.questions, 1):
            answer = self.ready.answer(question)
            notation = self.ready.notations[question.id]
            view = question_view(
                self.engine,
                self.sheet,
                answer,
                notation,
                self.sheet.decimals,
                "brief",
                False,
                number,
            )
            parts = [
                (seen, self.fields(question, part), _hand(question, number, part))
                for number, (seen, part) in enumerate(
                    zip(view.parts, question.parts, strict=True), 1
                )
            ]
            views.append((view, parts))
        return self.engine.render(
            "practice/sheet.j2", sheet=self.sheet.heading, questions=views
        )

    def fields(self, question: Question, part: Part) -> list[AnswerField]:
        """The places for the answers of one part."""
        return [self._field(question, part, name) for name in asked_in(part)]

    def _field(self, question: Question, part: Part, name: str) -> AnswerField:
        symbol = self.ready.notations[question.id].symbol(name)
        rows, cols, is_shape, chosen = 0, 0, False, name in question.unknown
        if question.shapes:
            shape = question.shapes.table.lines[name]
            is_shape = shape.value is None
            kind = "shape" if is_shape and shape.why else "number"
        else:
            own = question.given if chosen else self.ready.answer(question).follow
            value = own[name]
            rows, cols = value.shape if isinstance(value, Matrix) else (0, 0)
            kind = "matrix" if rows else "number"
        return AnswerField(
            question.id,
            name,
            symbol,
            rows,
            cols,
            steps_for(question, part, name, "choice" if chosen else kind),
            is_shape,
        )

    def read(self, question: str, line: str, value: Value) -> Json:
        """What is understood of an answer that is being typed or pasted: its cells, typeset, and what is to be said."""
        found = self._read({question: {line: value}})
        handed = found.answers.get(question, {}).get(line)
        if handed is None:
            return {
                "cells": [],
                "html": "",
                "says": "; ".join([*found.notes, *(one.why for one in found.unused)]),
            }
        seen = UnderstoodLine(
            line,
            self.ready.notations[question].symbol(line),
            handed,
            self.sheet.language,
        )
        if self.sheet[question].shapes:
            return self._sizes_read(question, line, handed.text)
        return {
            "cells": [[cell.text for cell in cells] for cells in handed.cells],
            "html": self.engine.math(seen.formula) if handed.cells else "",
            "says": seen.says,
        }

    def _sizes_read(self, question: str, line: str, text: str) -> Json:
        """What is understood of a shape or a count: the text itself, unless it cannot be read."""
        found = next(
            result
            for result in marked_shapes(self.sheet[question], {line: text})
            if result.name == line
        )
        if found.verdict == "unreadable":
            return {
                "cells": [],
                "html": "",
                "says": plain(*found.said, language=self.sheet.language),
            }
        return {"cells": [], "html": self.engine.math(Ink(text, "text")), "says": ""}

    def _handed(self, question: str, line: str, value: Value) -> Handed | None:
        """What is understood of an answer by itself."""
        return self._read({question: {line: value}}).answers.get(question, {}).get(line)

    def _read(self, answers: Answers) -> Submission:
        """What is understood of all answers; what was left empty is none."""
        ids = frozenset(q.id for q in self.sheet.questions)
        with self.ready.reading():
            found = answers_in(json.loads(answer_file(answers)), ids)
            return submission(ANSWERS, [found], self.ready.namings)

    def cells(self, question: str, line: str, texts: Rows, answers: Answers) -> Json:
        """What is to be said of every entry that was filled in, whatever is empty beside it: at once, no slip looked for."""
        return {
            "cells": [
                {
                    "row": one.at[0],
                    "column": one.at[1],
                    "verdict": one.verdict,
                    "why": one.why,
                }
                for one in self._left(question, line, texts, answers)
            ]
        }

    def _left(
        self, question: str, line: str, texts: Rows, answers: Answers
    ) -> Iterator[Left]:
        rows = [
            [
                self._handed(question, line, [[text]]) if text.strip() else None
                for text in row
            ]
            for row in texts
        ]
        before = {
            **answers,
            question: apart_from(answers.get(question, {}), (line,)),
        }
        found = Cells(
            self.ready,
            self.sheet[question],
            line,
            self._read(before).answers.get(question, {}),
        )
        return found.left(texts, rows)

    def check(self, answers: Answers) -> Json:
        """The marker's report, as ``symattn check --format json`` prints it, and what the page says to each line."""
        found = self._marked(answers)
        report = Report(self.sheet.title, self.ready.digest, VERSION, (found,))
        every = [result for question in found.questions for result in question.results]
        hand = sum(
            (result.of for result in every if result.verdict == "by-hand"), Fraction(0)
        )
        return {
            "report": reports.written(report, "json"),
            "lines": self._lines(found),
            "marks": self.engine.marks(found.marks),
            "of": self.engine.marks(found.of, words=True),
            "reach": self.engine.marks(found.of - hand, words=True),
            "hand": self.engine.marks(hand) if hand else "",
            "right": all(one.verdict in (*RIGHT, "by-hand") for one in every),
        }

    def prepare(self, answers: Answers, first: Sequence[str] = ()) -> Json:
        """A piece of what the next check will need, whatever is written next beside these answers; whether there is more.

        The page asks again and again while nothing else is to be done, so a check finds most of its search made; *first* are
        the question and the line that the student is at.
        """
        at = answer_file(answers), tuple(first)
        if at not in self._ahead:
            self._ahead.clear()
            self._ahead[at] = ahead(self.ready, self._read(answers), PIECES, *first)
        return {"more": next(self._ahead[at], self) is None}

    @cached_property
    def _ahead(self) -> dict[tuple[str, Strings], Iterator[None]]:
        return {}

    def _marked(self, answers: Answers) -> AnswerReport:
        """The report on the answer file."""
        file = self.folder / self.file
        write_whole(file, answer_file(answers).encode())
        (handin,) = Roll().handins([HandedPath(file)])
        (found,) = check_file(self.ready, file)
        return replace(found, student=handin.student, name=handin.name)

    def export(self, answers: Answers) -> Json:
        """The answer file, as ``symattn check`` takes it, and its name."""
        return {"name": self.file, "text": answer_file(answers)}

    def help(
        self,
        question: str,
        line: str,
        step: str,
        answers: Answers,
        at: Sequence[int] = (),
    ) -> Json:
        """One step of help with a line, and the entry that it is about: that where the student is, unless it is right."""
        helper = self._helper(question, answers)
        asked = self.sheet[question]
        rows, cols = (1, 1) if asked.shapes else self._sizes(asked).get(line, (1, 1))
        stuck = [
            place
            for place in self._stuck(question, line, answers, helper)
            if place[0] < rows and place[1] < cols
        ]
        place = next(
            (one for one in stuck if one == tuple(at)), next(iter(stuck), (0, 0))
        )
        return {"html": replace(helper, at=place).step(line, step), "at": place}

    def _stuck(
        self, question: str, line: str, answers: Answers, helper: Helper
    ) -> list[Place]:
        """The entries that help may be about: those that are wrong, then those that are empty."""
        texts = answers.get(question, {}).get(line, "")
        if isinstance(texts, str) or not any(text.strip() for text in in_turn(texts)):
            return [(i, j) for i in range(MOST) for j in range(MOST)]
        entries = next(
            (one.entries for one in helper.report.results if one.name == line), ()
        )
        if entries:
            wrong = [at for at, verdict in placed(entries) if verdict == "incorrect"]
        else:
            left = list(self._left(question, line, texts, answers))
            wrong = [
                one.at for verdict in STUCK for one in left if one.verdict == verdict
            ]
        return [*wrong, *(at for at, text in placed(texts) if not text.strip())]

    def small(
        self,
        question: str,
        line: str,
        row: int,
        column: int,
        piece: int,
        text: str,
        answers: Answers,
    ) -> Json:
        """Whether a smaller question is answered: a piece on the way to an entry, by number, to about three digits."""
        helper = replace(self._helper(question, answers), at=(row, column))
        pieces = helper.smaller(line)
        if not piece < len(pieces):
            raise SymattnError("this question is not asked any more")
        value = pieces[piece].value
        if isinstance(value, ShapeLine):
            verdict = marked_shape(helper.shapes, value, text).verdict
            return {"right": verdict == "correct", "read": verdict != "unreadable"}
        handed = self._handed(question, line, [[text]])
        if handed is None or handed.shape != (1, 1):
            return {"right": False, "read": False}
        cell = handed.cells[0][0]
        return {
            "right": near(value, cell.number, lambda: handed.span(cell)),
            "read": True,
        }

    def explain(
        self, question: str, line: str, row: int, column: int, answers: Answers
    ) -> Json:
        """One entry of a line explained, rows and columns counted from 0."""
        return {"html": self._helper(question, answers).explain(line, row, column)}

    def givens(self) -> Json:
        """What may be changed to see what moves: the givens of every question; and the lines that can be stepped through."""
        return {
            question.id: {
                "givens": givens(question),
                "lines": self._sizes(question),
                "called": self._called(question),
                "weighs": any(has(call.op, "weights") for call in question.plan.calls),
            }
            for question in self.sheet.questions
            if question.plan.lines
        }

    def _sizes(self, question: Question) -> dict[str, Place]:
        values = self.ready.answer(question).follow.values
        return {
            name: value.shape
            for name, value in values.items()
            if isinstance(value, Matrix)
        }

    def _called(self, question: Question) -> Glossary:
        """What the sheet calls its matrices, in plain signs."""
        notation = self.ready.notations[question.id]
        return {
            name: flat(notation.symbol(name))
            for name in (*givens(question), *self._sizes(question))
        }

    def picture(self, question: str, answers: Answers) -> Json:
        """A question as a picture: what is given, and what the student wrote, each line beside what it is made of."""
        return {
            "html": self.engine.render(
                "practice/picture.j2",
                stages=list(self._picture(question, answers).stages()),
            )
        }

    def made_of(self, question: str, line: str, row: int, column: int) -> Json:
        """The entries that one is made of, and in words how."""
        said, parts = self._picture(question, {}).made_of(line, row, column)
        helper = Helper(
            self.engine,
            self.ready,
            self.sheet[question],
            QuestionReport(question, ()),
            (row, column),
        )
        return {"parts": parts, "html": helper.told(line, said)}

    def _picture(self, question: str, answers: Answers) -> Picture:
        own = {
            name: value
            for name, value in answers.get(question, {}).items()
            if not isinstance(value, str)
        }
        asked = self.sheet[question]
        return Picture(
            asked, self.ready.notations[question], self.ready.answer(asked).follow, own
        )

    def change(
        self, question: str, given: str, cells: Rows, temperature: str = ""
    ) -> Json:
        """What moves when a given is another matrix, and at another temperature."""
        return {
            "html": changed(
                self.engine, self.ready, self.sheet[question], given, cells, temperature
            )
        }

    def _helper(self, question: str, answers: Answers) -> Helper:
        report = self._marked(answers)
        found = next((q for q in report.questions if q.id == question), None)
        if found is None:
            raise SymattnError(f"no question {question}")
        return Helper(self.engine, self.ready, self.sheet[question], found)

    def _lines(self, report: AnswerReport) -> Json:
        questions = {question.id: question for question in self.sheet.questions}
        told: dict[str, Json] = {}
        for found in report.questions:
            lines = Lines(
                self.engine, self.ready, questions[found.id], found.results, "brief"
            )
            told[found.id] = {
                result.name: self._line(result, lines) for result in found.results
            }
        return told

    @cached_property
    def _verdict(self) -> Callable[[Result], str]:
        """What a verdict is called: as on a marked sheet, but that nobody is there to look at what is not decided."""
        marked: Any
        own: Any
        marked, own = (
            self.engine.environment.get_template(f"words/{room}.j2").module
            for room in ("feedback", "practice")
        )
        return lambda result: (
            own.not_decided if result.verdict == "undecided" else marked.verdict(result)
        )

    def _line(self, result: Result, lines: Lines) -> Json:
        seen = lines.brief(result)
        told = self._verdict(result)
        each = [entry in HAD for entry in in_turn(result.entries)]
        html = self.engine.render(
            "practice/line.j2",
            line=seen,
            verdict=told,
            right=sum(each),
            total=len(each),
        )
        return {
            "kind": KINDS.get(result.verdict, "wrong"),
            "verdict": result.verdict,
            "entries": result.entries,
            "html": html,
            "called": seen.called if result.verdict != "by-hand" else result.name,
            "told": told,
            "earned": f"{self.engine.marks(result.marks)} / {self.engine.marks(result.of)}",
        }


def answer_file(answers: Answers) -> str:
    """The file that a student hands in: JSON, each entry as it was typed, nothing for what was left empty.

    >>> print(answer_file({"q1": {"A": [["0.50", "1/2"]], "B": [["", ""]], "C": ""}}), end="")
    {
     "q1": {
      "A": [["0.50", "1/2"]]
     }
    }
    """
    lines = []
    for question, own in answers.items():
        written = {
            line: json.dumps(value, ensure_ascii=False)
            for line, value in own.items()
            if is_filled(value)
        }
        filled = [f"  {json.dumps(line)}: {value}" for line, value in written.items()]
        if filled:
            lines.append(f" {json.dumps(question)}: {{\n" + ",\n".join(filled) + "\n }")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def is_filled(value: Value) -> bool:
    """Whether anything was typed."""
    return (
        bool(value.strip())
        if isinstance(value, str)
        else any(cell.strip() for cell in in_turn(value))
    )


def _hand(question: Question, number: int, part: Part) -> Pair | None:
    """The question and the name of a part that a person marks."""
    name = part.label or f"part {number}"
    return (question.id, name) if name in by_hand(question) else None
