"""What is understood of answer files, matrix by matrix, in the sheet's notation; nothing is marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any

from symattn import boxes, formats
from symattn.boxes import EQUALS, INFINITE, Box, Grid, Ink, row
from symattn.boxes.measure import width
from symattn.errors import SymattnError
from symattn.exact.matrix import BLOCKED, Blocked, Entry, Matrix
from symattn.exact.number import Number
from symattn.exact.units import behind
from symattn.files import dumped
from symattn.formats.templates import Templates, spoken
from symattn.formats.templates import plain as plain_words
from symattn.language import Cell
from symattn.language.evaluate import budget
from symattn.language.reader import NEVER
from symattn.later import pattern
from symattn.limits import MOST_PAGE_STEPS
from symattn.marking.answers import Submission
from symattn.marking.answers import ledger as ledgers
from symattn.marking.answers.grids import shortened
from symattn.marking.answers.grids import value_of as remembered
from symattn.marking.answers.written import FORMULA, Unused
from symattn.marking.handed import Handed
from symattn.marking.reports.json import ledger as listed
from symattn.marking.reports.json import shown
from symattn.marking.reports.text import MOST_UNUSED, plain
from symattn.marking.results import Result
from symattn.marking.said import quoted
from symattn.marking.sheet import Ready
from symattn.notation.values import ValuePrinter, in_unit
from symattn.records import frozen
from symattn.said import Said, Strings
from symattn.tables import every, placed

_WITH_COMMA = pattern(r"\A\s*([-−]?\d+)(?:,|\{,\})(\d+)\s*\Z")
LONGEST = 28  # characters of an entry that are shown

WIDEST = 46.0  # millimetres of one that is set as mathematics


def typeset(text: str, value: Entry | None) -> Box:
    """An entry as it was understood: a decimal as it was written, whatever else by its value, cut off where it is long.

    >>> typeset("0.50", None), typeset("huh", value_of("huh"))
    (Ink(text='0.50', kind='number'), Ink(text='huh', kind='text'))
    >>> typeset("0,50", None) == typeset("0{,}50", None) == typeset("0.50", None)
    True
    >>> typeset(r"\\frac{1}{2}", value_of(r"\\frac{1}{2}")) == typeset("1/2", value_of("1/2"))
    True
    """
    text = _WITH_COMMA.sub(r"\1.\2", text)
    short = (
        text.strip() if len(text.strip()) <= LONGEST else f"{text.strip()[:LONGEST]}…"
    )
    plain = short.lstrip("-").replace(".", "", 1)
    if plain.isdecimal() and plain.isascii():
        return boxes.number(short)
    if value is None:
        return Ink(short, "text")
    box = INFINITE if isinstance(value, Blocked) else ValuePrinter().cell(value)
    return box if width(box) <= WIDEST else Ink(short, "text")


def value_of(text: str) -> Entry | None:
    """The value of one entry as it was written; None where it has none by itself."""
    plain = text.strip().strip("$")
    if plain in NEVER:
        return BLOCKED
    for format in ("text", None):
        try:
            return remembered(plain, format).number
        except SymattnError:  # not in this way
            continue
    return None


def values_of(written: Sequence[Sequence[str]]) -> list[list[Entry | None]]:
    """The value of every entry of an answer; None for those that have none by themselves, or come beyond the work for a page.

    >>> values_of([["1/2", "huh"]])
    [[Number(1/2), None]]
    """
    with budget(MOST_PAGE_STEPS):
        return [[value_of(text) for text in texts] for texts in written]


def matrix_of(
    result: Result, values: Sequence[Sequence[Entry | None]]
) -> Matrix | None:
    """The matrix that a student handed in for a line; None where there is none, or an entry says nothing by itself."""
    if not result.written or result.verdict == "unreadable":
        return None
    rows = [[x for x in found if x is not None] for found in values]
    return Matrix.of(rows) if rows == values else None


def mine(result: Result, values: Sequence[Sequence[Entry | None]]) -> Grid | None:
    """The entries handed in, the wrong ones marked; None where nothing could be read.

    >>> mine(Result("A", "incorrect", (("correct", "incorrect"),), written=(("1", "3"),)), values_of([["1", "3"]])).used
    frozenset({(0, 1)})
    """
    if not result.written:
        return None
    fine = ("correct", "follows", "imprecise")
    wrong = {at for at, verdict in placed(result.entries) if verdict not in fine}
    rows = zip(result.written, values, strict=True)
    return Grid(
        tuple(tuple(map(typeset, texts, found)) for texts, found in rows),
        used=frozenset(wrong),
    )


def _entry(cell: Cell) -> Box:
    """An entry as it was understood, with the unit that it was written in."""
    if cell.unit is None or isinstance(cell.number, Blocked):
        return typeset(cell.text, cell.number)
    found = behind(cell.text)
    return in_unit(
        typeset(found[0] if found else "", cell.number / Number.of(cell.unit.factor)),
        cell.unit.text,
    )


@frozen
class UnderstoodLine:
    """One answer as it is understood: the line's name and symbol, the matrix, what is to be said about it."""

    name: str
    symbol: Box
    handed: Handed
    language: str

    @property
    def formula(self) -> Box:
        """The symbol, =, and the matrix as it was written."""
        entries = every(_entry, self.handed.cells)
        return row(self.symbol, EQUALS, Grid(entries) if entries else Ink("?", "text"))

    @property
    def says(self) -> str:
        """Where it stands, and what could not be read or was read in its own way."""
        where = (
            (Said("reading", "at", (("line", self.handed.line),)),)
            if self.handed.line
            else ()
        )
        parts = [
            plain_words(one, language=self.language)
            for one in (*where, *quoted(self.handed.error), *self.handed.notes)
        ]
        return ". ".join(part.rstrip(".") for part in parts if part)


@frozen
class UnderstoodQuestion:
    """What is understood of one question, what was not used, and the lines that are asked and were not found."""

    label: str
    id: str
    lines: tuple[UnderstoodLine, ...]
    unused: tuple[Unused, ...]
    absent: Strings


@frozen
class Understood:
    """What is understood of one submission."""

    file: str
    questions: tuple[UnderstoodQuestion, ...]
    notes: Strings = ()
    error: str = ""
    unknown: Strings = ()
    language: str = ""
    ledger: tuple[ledgers.LedgerEntry, ...] = ()

    @property
    def sure(self) -> bool:
        """Whether everything in the file could be read and has its place."""
        bad = any(line.handed.error for asked in self.questions for line in asked.lines)
        return not (self.error or bad or self.unknown)


def understood(ready: Ready, found: Submission) -> Understood:
    """What is understood of a submission.

    >>> from symattn.marking.answers import prose, submission
    >>> from symattn.files import find
    >>> from symattn.sheet import load
    >>> ready = Ready(load(find("two-heads-by-hand")))
    >>> found = understood(ready, submission("a.txt", [prose.read("Q_1 = [1 2; 3 4]")], ready.namings))
    >>> [line.name for line in found.questions[0].lines], found.sure
    (['Q_1'], True)
    """
    questions, language = [], ready.sheet.language
    for number, question in enumerate(ready.sheet.questions, 1):
        here = found.answers.get(question.id, {})
        notation = ready.notations[question.id]
        kept = {
            name: handed
            for name, handed in here.items()
            if question.shapes or handed.error != FORMULA
        }
        named = [name for name in ready.namings[question.id].lines if name in kept]
        lines = tuple(
            UnderstoodLine(name, notation.symbol(name), kept[name], language)
            for name in named
        )
        absent = tuple(name for name in question.asked if name not in kept)
        mine = tuple(
            replace(u, why=spoken(u.why, language))
            for u in found.unused
            if u.question == question.id
        )
        questions.append(
            UnderstoodQuestion(str(number), question.id, lines, mine, absent)
        )
    return Understood(
        found.file,
        tuple(questions),
        tuple(spoken(note, language) for note in dict.fromkeys(found.notes)),
        spoken(found.error, language),
        tuple(found.unknown),
        language,
        tuple(found.ledger),
    )


def as_text(found: Sequence[Understood]) -> str:
    """What is understood, for the terminal."""
    return "\n\n".join("\n".join(_text(one)) for one in found) + "\n"


def _text(found: Understood) -> Iterator[str]:
    writer, words = formats.writer("text"), _words(found.language)
    yield plain(found.file)
    for note in (*found.notes, *filter(None, [found.error])):
        yield f"  ! {plain(note)}"
    if found.error:
        return
    for asked in found.questions:
        if len(found.questions) > 1:
            yield f"\n  {words.question(asked.label)}"
        for line in asked.lines:
            if line.handed.cells:
                yield ""
                yield from (
                    f"    {plain(text)}"
                    for text in str(writer.write(line.formula)).split("\n")
                )
            else:
                written = shortened(line.handed.text, 80)
                symbol = plain(str(writer.write(line.symbol)))
                yield f"\n    {symbol}{words.colon} {plain(written)}"
            if line.says and line.handed.error != FORMULA:
                yield f"      {plain(line.says)}"
        if asked.absent:
            yield f"\n  · {words.absent}{words.colon} {', '.join(asked.absent)}"
        yield from _unused(asked.unused, words)
    if not any(asked.lines for asked in found.questions):
        yield f"  {words.nothing}"
    answers = sum(one.kind == ledgers.ANSWER for one in found.ledger)
    others = [
        one for one in found.ledger if one.kind != ledgers.ANSWER and one.what != "name"
    ]
    if found.ledger:
        yield f"\n  {words.ledger(answers, len(found.ledger), bool(others))}"
    for one in others[:MOST_UNUSED]:
        yield f"  · {words.entry(one.line, plain(one.text), one.kind, plain(spoken(one.what, found.language)))}"


def _words(language: str) -> Any:
    """The words of what was understood, as they stand in a language's templates/words/reading.j2."""
    return (
        Templates("text", language=language)
        .environment.get_template("words/reading.j2")
        .module
    )


def _unused(found: Sequence[Unused], words: Any) -> Iterator[str]:
    colon = words.colon
    for one in found[:MOST_UNUSED]:
        yield f"  · {words.left_out(one.line)}{colon} {plain(one.text)}{colon} {plain(one.why)}"
    if len(found) > MOST_UNUSED:
        yield f"  · {words.more(len(found) - MOST_UNUSED)}"


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
                            "read": shown(every(attrgetter("text"), line.handed.cells)),
                            "written": line.handed.written,
                            "line": line.handed.line,
                            "message": line.says,
                        }
                        for line in asked.lines
                    ],
                    "unused": [
                        {"text": u.text, "line": u.line, "why": u.why}
                        for u in asked.unused
                    ],
                    "absent": list(asked.absent),
                }
                for asked in one.questions
            ],
            "notes": list(one.notes),
            "error": one.error,
            "ledger": listed(one.ledger, one.language),
        }
        for one in found
    ]
    return dumped({"schema": 1, "files": files}) + "\n"


def as_html(found: Sequence[Understood], title: str) -> str:
    """What is understood, as one page without scripts and without anything from elsewhere."""
    language = found[0].language if found else ""
    facts = {
        "found": found,
        "title": title,
        "most": MOST_UNUSED * 25,
        "formula": FORMULA,
        "language": language or "en",
    }
    return str(
        Templates("html", language=language).render("check/read.html.j2", **facts)
    )


WRITERS = {
    "text": lambda found, title: as_text(found),
    "json": lambda found, title: as_json(found),
    "html": as_html,
}
"""The formats of ``symattn read``."""
