"""What is understood of answer files, matrix by matrix, in the sheet's notation; nothing is marked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symattn import formats
from symattn.boxes import Box, Grid, Ink, row
from symattn.marking.answers import Submission
from symattn.marking.answers.written import FORMULA, Unused
from symattn.marking.handed import Handed
from symattn.marking.reports.json import shown
from symattn.marking.reports.page import boxed, templates
from symattn.marking.reports.text import MOST_UNUSED, plain, unused
from symattn.marking.sheet import Ready


@dataclass(frozen=True)
class Line:
    """One answer as it is understood: the line's name and symbol, the matrix, what is to be said about it."""

    name: str
    symbol: Box
    handed: Handed

    @property
    def formula(self) -> Box:
        """The symbol, =, and the matrix as it was written."""
        entries = tuple(tuple(boxed(cell.text) for cell in cells) for cells in self.handed.cells)
        return row(self.symbol, Ink("=", "relation"), Grid(entries) if entries else Ink("?", "text"))

    @property
    def says(self) -> str:
        """Where it stands, and what could not be read or was read in its own way."""
        where = f"line {self.handed.line}" if self.handed.line else ""
        return ". ".join(part.rstrip(".") for part in (where, self.handed.error, *self.handed.notes) if part)


@dataclass(frozen=True)
class Asked:
    """What is understood of one question, what was not used, and the lines that are asked and were not found."""

    label: str
    id: str
    lines: tuple[Line, ...]
    unused: tuple[Unused, ...]
    absent: tuple[str, ...]


@dataclass(frozen=True)
class Understood:
    """What is understood of one submission."""

    file: str
    questions: tuple[Asked, ...]
    notes: tuple[str, ...] = ()
    error: str = ""

    @property
    def sure(self) -> bool:
        """Whether everything in the file could be read and has its place."""
        bad = any(line.handed.error for asked in self.questions for line in asked.lines)
        return not (self.error or bad or any(note.startswith("unknown") for note in self.notes))


def understood(ready: Ready, found: Submission) -> Understood:
    """What is understood of a submission.

    >>> from symattn.marking.answers import prose, submission
    >>> from symattn.resources import find
    >>> from symattn.sheet import load
    >>> ready = Ready(load(find("two-heads-by-hand")))
    >>> found = understood(ready, submission("a.txt", [prose.read("Q_1 = [1 2; 3 4]")], ready.namings))
    >>> [line.name for line in found.questions[0].lines], found.sure
    (['Q_1'], True)
    """
    questions = []
    for number, question in enumerate(ready.sheet.questions, 1):
        here = found.answers.get(question.id, {})
        notation = ready.notations[question.id]
        kept = {name: handed for name, handed in here.items() if question.shapes or handed.error != FORMULA}
        lines = tuple(Line(name, notation.symbol(name), kept[name]) for name in ready.namings[question.id].lines if name in kept)
        asked = dict.fromkeys(name for part in question.parts for name in (*part.asks, *part.shapes))
        absent = tuple(name for name in asked if name not in kept)
        mine = tuple(one for one in found.unused if one.question == question.id)
        questions.append(Asked(f"Question {number}", question.id, lines, mine, absent))
    return Understood(found.file, tuple(questions), tuple(dict.fromkeys(found.notes)), found.error)


def as_text(found: Sequence[Understood]) -> str:
    """What is understood, for the terminal."""
    return "\n\n".join("\n".join(_text(one)) for one in found) + "\n"


def _text(found: Understood) -> Iterator[str]:
    writer = formats.writer("text")
    yield plain(found.file)
    for note in (*found.notes, *([found.error] if found.error else ())):
        yield f"  ! {plain(note)}"
    if found.error:
        return
    for asked in found.questions:
        if len(found.questions) > 1:
            yield f"\n  {asked.label}"
        for line in asked.lines:
            if line.handed.cells:
                yield ""
                yield from (f"    {plain(text)}" for text in str(writer.write(line.formula)).split("\n"))
            else:
                written = " ".join(line.handed.text.split())[:80]
                yield f"\n    {plain(str(writer.write(line.symbol)))}: {plain(written)}"
            if line.says and line.handed.error != FORMULA:
                yield f"      {plain(line.says)}"
        if asked.absent:
            yield f"\n  · not found: {', '.join(asked.absent)}"
        yield from unused(asked.unused)
    if not any(asked.lines for asked in found.questions):
        yield "  Nothing in this file is an answer; write equations such as Q_1 = [1 2; 3 4]."


def as_json(found: Sequence[Understood]) -> str:
    """What is understood, as JSON text, version 1."""
    files = [
        {
            "file": one.file,
            "questions": [
                {
                    "id": asked.id,
                    "lines": [
                        {
                            "name": line.name,
                            "read": shown(tuple(tuple(cell.text for cell in cells) for cells in line.handed.cells)),
                            "written": line.handed.written,
                            "line": line.handed.line,
                            "message": line.says,
                        }
                        for line in asked.lines
                    ],
                    "unused": [{"text": u.text, "line": u.line, "why": u.why} for u in asked.unused],
                    "absent": list(asked.absent),
                }
                for asked in one.questions
            ],
            "notes": list(one.notes),
            "error": one.error,
        }
        for one in found
    ]
    return json.dumps({"schema": 1, "files": files}, ensure_ascii=False, indent=1) + "\n"


def as_html(found: Sequence[Understood], title: str) -> str:
    """What is understood, as one page without scripts and without anything from elsewhere."""
    facts = {"found": found, "title": title, "most": MOST_UNUSED * 25, "formula": FORMULA}
    return str(templates("html").render("check/read.html.j2", **facts))


WRITERS = {
    "text": lambda found, title: as_text(found),
    "json": lambda found, title: as_json(found),
    "html": as_html,
}
"""The formats of ``symattn read``."""
