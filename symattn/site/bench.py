"""What runs behind the workshop: a sheet's text becomes pages and problems, files to take away, marks of an answer.

It is asked in JSON as the practice page's engine is, in the same thread of the browser. What it needs beside symattn itself it
names in ``needs``: archives of the folder ``engine`` that the page then brings.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from fractions import Fraction
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path

import tomlkit
from tomlkit.exceptions import TOMLKitError

from symattn import toml
from symattn.course import platforms
from symattn.course.bank import Entry, Wish, entries, exam, pick
from symattn.course.delivery import Marked, Wanted, deliver
from symattn.course.feedback import give_back
from symattn.course.platforms.packed import packed
from symattn.course.platforms.variants import MANY
from symattn.course.vary import seed_of, variant, written
from symattn.errors import Problem, SheetError, SymattnError, nearest
from symattn.exact.matrix import Matrix
from symattn.files import bank, write_whole
from symattn.limits import MOST_EXAM_MARKS, MOST_EXAM_MINUTES
from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.practice import session
from symattn.practice.session import Json
from symattn.practice.site import ENGINE, needs_sympy, pages, worker
from symattn.records import frozen
from symattn.said import Named, Strings
from symattn.sheet import Sheet, SolvedSheet, load
from symattn.sheet.lint import findings
from symattn.sheet.varying import Draw, Vary, drawable
from symattn.site.form import asked, entered, fields, made
from symattn.site.shared import shared_font
from symattn.tables import apart_from

SHEET = "sheet.toml"
PLATFORMS = ("moodle", "qti", "numbas")
"""Those that take a sheet as it is: the others get symattn itself along, which a browser does not have as it was built."""
DRAWS, TRIES = Draw(low=-2, high=3), 2000
"""How numbers are drawn for a sheet that does not say it."""


@frozen
class Opened:
    """A sheet whose text was read, and its solution."""

    text: str
    sheet: Sheet
    solution: SolvedSheet


class Missing(Exception):
    """Archives that have to be brought before a request can be answered."""

    def __init__(self, *names: str) -> None:
        self.names = names
        super().__init__(*names)


class Session(session.Session):
    """One workshop's conversation with the engine; *folder* is where the sheet is written.

    >>> import json, tempfile
    >>> bench = Session(Path(tempfile.mkdtemp()))
    >>> found = json.loads(bench.answer(json.dumps({"do": "page", "text": "[[question]]\\nsteps = ['B = A']", "form": "key"})))
    >>> found["problems"][0]["line"], found["problems"][0]["path"]
    (2, 'question.steps')
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.opened: Opened | None = None

    def _answer(self, asked: dict[str, object]) -> Json:
        wanted = str(asked.pop("do", ""))
        if wanted not in REQUESTS:
            return super()._answer({"do": wanted, **asked})
        try:
            return REQUESTS[wanted](self, **asked)
        except SheetError as error:
            return {"problems": [_told(problem, "error") for problem in error.problems]}
        except Missing as missing:
            return {"needs": missing.names}

    def _open(self, text: str) -> Opened:
        """The sheet of a text, solved; raises SheetError, LimitError and Missing."""
        if self.opened is None or self.opened.text != text:
            sheet = self._read(text)
            self.opened = Opened(text, sheet, sheet.solve().for_pages)
        return self.opened

    def _read(self, text: str) -> Sheet:
        write_whole(self.folder / SHEET, text.encode())
        sheet = load(self.folder / SHEET)
        if needs_sympy(sheet) and find_spec("sympy") is None:
            raise Missing("sympy")
        return sheet

    def page(self, text: str, form: str, detail: str = "standard") -> Json:
        """A sheet's key or blank as a page, and what lint finds."""
        opened = self._open(text)
        page = deliver(opened.sheet, Wanted("html", form, detail), opened.solution)
        questions = {
            question.id: question.plan.names for question in opened.sheet.questions
        }
        return {
            "html": shared_font(page, "font.woff2").decode(),
            "problems": [
                _told(problem, "warning")
                for problem in findings(opened.sheet, opened.solution)
            ],
            "title": opened.sheet.heading.title,
            "lines": questions,
            "fields": fields(opened.sheet),
            "language": "" if opened.sheet.language == "en" else opened.sheet.language,
            "notation": str(opened.sheet.notation or ""),
        }

    def file(
        self, text: str, form: str, kind: str = "key", detail: str = "standard"
    ) -> Json:
        """A file to take away: its name and its bytes in base64."""
        opened = self._open(text)
        stem = named(opened.sheet.heading.title)
        if form in PLATFORMS:
            name = f"{stem}-{form}.zip"
            data = packed(platforms.made(form, opened.sheet, opened.text, MANY))
        else:
            wanted = Wanted(form, kind, detail)
            name, data = (
                wanted.named(stem),
                deliver(opened.sheet, wanted, opened.solution),
            )
        return {"name": name, "data": b64encode(data).decode()}

    def practice(self, text: str) -> Json:
        """The page to practise on with everything it needs, as `symattn practice` writes it; the engine was brought."""
        opened = self._open(text)
        brought = [*ENGINE, *(["sympy.bin"] if needs_sympy(opened.sheet) else [])]
        files = {
            f"engine/{name}": (self.folder / "engine" / name).read_bytes()
            for name in brought
        }
        files |= pages([self.folder / SHEET])
        files["sw.js"] = worker(files)
        return {
            "name": f"{named(opened.sheet.heading.title)}-practice.zip",
            "data": b64encode(packed(files)).decode(),
        }

    def mark(self, text: str, answer: str, ending: str = "txt") -> Json:
        """A student's answer marked, as the page that the student gets back."""
        opened = self._open(text)
        file = self.folder / f"answer.{ending}"
        write_whole(file, answer.encode())
        ready = Ready(opened.sheet)
        reports = [
            replace(report, file=file.name) for report in check_file(ready, file)
        ]
        page = give_back(
            [Marked(ready, report) for report in reports], Wanted("html", "feedback")
        )
        return {"html": shared_font(page, "font.woff2").decode()}

    def change(self, text: str, key: str, value: str) -> Json:
        """The text with a key of the sheet set, or left out for an empty value; all else stands as it was written."""
        document = _document(text)
        if value:
            document[key] = value
        else:
            document.pop(key, None)
        return {"text": tomlkit.dumps(document)}

    def make(self, kind: str, sizes: dict[str, int], causal: bool, seed: str) -> Json:
        """A sheet of a kind of attention and its sizes, for those who do not write TOML."""
        return {"text": made(kind, sizes, causal, seed_of(seed))}

    def enter(
        self, text: str, question: int, name: str, row: int, column: int, value: str
    ) -> Json:
        """The text with another number in a given matrix."""
        document = _document(text)
        entered(document, question, name, row, column, value)
        return {"text": tomlkit.dumps(document)}

    def asks(self, text: str, question: int, part: int, names: list[str]) -> Json:
        """The text with other lines asked."""
        document = _document(text)
        asked(document, question, part, names)
        return {"text": tomlkit.dumps(document)}

    def draw(self, text: str, seed: str) -> Json:
        """The text with other numbers: drawn as its ``[vary]`` says, which stays, else whole numbers in each given matrix."""
        sheet = self._read(text)
        vary = sheet.vary or Vary(tuple(_drawn(sheet)), tries=TRIES)
        drawn = variant(replace(sheet, vary=vary), "workshop", seed_of(seed))
        rules = _document(text).get("vary")
        other = written(text, drawn)
        if rules is None:
            return {"text": other}
        tail = tomlkit.document()
        tail["vary"] = rules
        return {"text": f"{other.rstrip()}\n\n{tomlkit.dumps(tail).strip()}\n"}

    def question(self, id: str) -> Json:
        """A question of the bank as a sheet of its own."""
        found = [entry for entry in self._bank if entry.question.id == id]
        if not found:
            raise SymattnError(
                f"no question {id} in the bank",
                nearest(id, [entry.question.id for entry in self._bank]),
            )
        return {"text": exam(found, seed_of("1"), id)}

    def pick(self, topic: str, level: str, marks: str, minutes: str, seed: str) -> Json:
        """An exam from the bank, as `symattn pick` puts it together; what is empty is free, but for marks and minutes both."""
        much = _size("marks", marks, MOST_EXAM_MARKS) if marks or not minutes else None
        long = int(_size("minutes", minutes, MOST_EXAM_MINUTES)) if minutes else None
        wish = Wish(
            (topic,) if topic else (), (int(level),) if level else (), much, long
        )
        named = seed_of(seed)
        return {"text": exam(pick(self._bank, wish, named), named)}

    @cached_property
    def _bank(self) -> tuple[Entry, ...]:
        return entries(bank().values())


REQUESTS: dict[str, Callable[..., Json]] = {
    "page": Session.page,
    "file": Session.file,
    "practice": Session.practice,
    "mark": Session.mark,
    "change": Session.change,
    "draw": Session.draw,
    "make": Session.make,
    "enter": Session.enter,
    "asks": Session.asks,
    "question": Session.question,
    "pick": Session.pick,
}
"""What the page may ask for."""


def _told(problem: Problem, severity: str) -> Named:
    """A problem as the editor shows it."""
    return {**apart_from(asdict(problem), ("source",)), "severity": severity}


def named(title: str) -> str:
    """What the file of a sheet is called.

    >>> named("Two heads, two words"), named("")
    ('Two-heads-two-words', 'sheet')
    """
    return re.sub(r"\W+", "-", title).strip("-")[:60] or "sheet"


def _size(what: str, text: str, most: int) -> Fraction:
    """How large an exam is to be; raises SymattnError."""
    if not re.fullmatch(r"\d{1,3}(\.\d+)?", text) or not 1 <= Fraction(text) <= most:
        raise SymattnError(
            f"{text!r} is no number of {what}", f"write a number up to {most}"
        )
    return Fraction(text)


def _document(text: str) -> tomlkit.TOMLDocument:
    """The text as what can be changed in part; raises SymattnError."""
    try:
        return tomlkit.parse(toml.rewritable(text))
    except TOMLKitError as error:
        raise SymattnError(str(error)) from None


def _drawn(sheet: Sheet) -> Iterator[tuple[str, Strings, Draw]]:
    """What is drawn where the sheet does not say it: every given matrix of numbers."""
    for question in sheet.questions:
        names = tuple(
            name
            for name in drawable(question)
            if isinstance(question.given.get(name), Matrix)
        )
        if names and not question.letters:
            yield question.id, names, DRAWS
