"""Who gets a sheet: ids counted up, or the students of a roster: CSV with the columns id and name, or a list of participants as
Moodle, Canvas, Gradescope, Blackboard, Brightspace, an examination office or a spreadsheet writes it.
"""

from __future__ import annotations

import csv
import io
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from unicodedata import normalize

from symattn.errors import LimitError, Problem, SheetError, odd_sign
from symattn.files import FileError, contents, inert, shown
from symattn.later import pattern
from symattn.limits import LARGEST_ROSTER
from symattn.records import frozen
from symattn.said import Integers

SAFE = pattern(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,78}[A-Za-z0-9_-])?")
DEVICES = pattern(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.I)
"""Names that are no files on Windows, whatever follows them."""

IDS = (
    "id", "identifier", "matrikelnummer", "matrikelnr", "matrikel nr", "matrikel", "matr nr", "matrnr", "mtknr", "mtk nr",
    "matriculation number", "matriculation no", "matric number", "matric no", "student id", "studentid", "student number",
    "student no", "student id number", "sid", "sis user id", "orgdefinedid", "id number", "idnumber", "id nummer",
    "n étudiant", "nº étudiant", "no étudiant", "numéro étudiant", "numéro d étudiant", "code étudiant", "identifiant",
    "registration number", "enrolment number", "roll number", "roll no", "user id", "userid", "username", "user name",
    "benutzername", "anmeldename", "kennung", "nutzerkennung", "login", "login id", "sis login id", "netid", "uid",
    "email", "e mail", "email address", "e mail address", "e mail adresse", "email adresse", "mail",
    "courriel", "adresse courriel", "adresse mail", "adresse électronique",
)  # fmt: skip
"""Titles of columns that say who a student is, the best first: what platforms write into the names of files goes before what
an office calls somebody, an account or an address comes last."""
NAMES = (
    "name", "full name", "fullname", "student", "student name", "vollständiger name", "display name", "anzeigename",
    "name vorname", "nachname vorname", "last name first name", "surname first name", "last first", "first last",
    "nom complet", "nom prénom", "nom et prénom", "prénom nom", "nom",
)  # fmt: skip
FIRST = ("first name", "firstname", "given name", "forename", "vorname", "prénom")
LAST = (
    "last name",
    "lastname",
    "surname",
    "family name",
    "nachname",
    "familienname",
    "nom de famille",
)
ROLES = ("role", "roles", "rolle", "rollen", "rôle", "rôles")
NOBODY = ("points possible", "student, test")
"""What Canvas has in the place of a student's name, in rows that are no student's."""
DELIMITERS = (",", ";", "\t", "|")
CALLED = "id, Student ID, Matrikelnummer, SIS User ID, Username or Email"
MOST_ABOVE = 20  # lines in which the titles are looked for
MOST_TITLES = 12  # columns that are named where none is the right one
_PARTICIPANT = pattern(r"(?:participant|teilnehmer(?:/?in)?)\s*(\d+)", re.IGNORECASE)


@frozen
class Student:
    """An id, which names files and fixes the numbers, and a name, which is printed and nothing else; where a page has no letters
    for it, it is no ``printable`` one, and stands in records and reports alone."""

    id: str
    name: str = ""
    printable: bool = True


def counted(count: int) -> list[Student]:
    """So many students without names, their ids of equal length.

    >>> [student.id for student in counted(10)][-2:]
    ['09', '10']
    """
    width = max(2, len(str(count)))
    return [Student(str(n).rjust(width, "0")) for n in range(1, count + 1)]


@frozen
class Listed:
    """The students of a roster by the ids of one of its columns, and that column's title."""

    title: str
    students: list[Student]


def roster(path: Path) -> list[Student]:
    """The students of a roster, by the column that says best who they are; raises SheetError with every line that is wrong."""
    return _read(path)[0].students


def by_columns(path: Path) -> list[Listed]:
    """The students of a roster by each column that may have their ids, the likeliest first: one that is known by its title, then
    any other that is filled in with another id for everybody. Raises SheetError where there is none, with what is wrong."""
    return _read(path, others=True)


def _read(path: Path, others: bool = False) -> list[Listed]:
    """A roster by its first column of ids, and by the *others* that may be; raises SheetError."""

    def wrong(what: str, hint: str, line: int = 1) -> SheetError:
        return SheetError(shown(path), [Problem(line, 1, "file", what, hint)])

    try:
        text = _decoded(contents(path, LARGEST_ROSTER))
    except UnicodeDecodeError:
        raise wrong(
            "is neither UTF-8, UTF-16 nor Windows-1252", "save the roster as CSV, UTF-8"
        ) from None
    except (FileError, LimitError) as error:
        raise wrong(getattr(error, "why", str(error)), "name a CSV file") from None
    rows = csv.reader(
        io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True
    )
    try:
        tables = list(_tables(rows, path, others))
    except csv.Error as error:
        raise wrong(
            str(error),
            "write one line for each student, id,name, and close every quote",
            rows.line_num,
        ) from None
    problems = [list(_problems(students)) for _, students in tables]
    pairs = zip(tables, problems, strict=True)
    right = [
        Listed(title, [one for _, one in students])
        for (title, students), bad in pairs
        if not bad
    ]
    if not right or (problems[0] and not others):
        raise SheetError(shown(path), problems[0])
    return right


def _decoded(data: bytes) -> str:
    """The text of a table as spreadsheets save it: UTF-8, UTF-16 ("Unicode text"), or Windows-1252 where it is neither; raises
    UnicodeDecodeError.

    >>> [_decoded("ü".encode(code)) for code in ("utf-8-sig", "utf-16", "utf-16-le", "cp1252")]
    ['ü', 'ü', 'ü', 'ü']
    """
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16")
    if b"\0" in data[:2]:
        return data.decode("utf-16-le" if data[1:2] == b"\0" else "utf-16-be")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252")


def _delimiter(table: str) -> str:
    """What parts the cells: what a first line says of it for a spreadsheet, else where the most titles are known, in the first
    line that has any.

    >>> _delimiter("sep=;\\nName, Vorname;Kennung"), _delimiter("Matr.-Nr.;Name, Vorname"), _delimiter("id,name")
    (';', ';', ',')
    """
    if said := re.match(r"\ufeff?sep=([,;\t|])\r?\n", table):
        return said[1]
    lines = table.split("\n", MOST_ABOVE)[:MOST_ABOVE]
    known = {
        sign: max(len(_Columns.of(line.split(sign)).known) for line in lines)
        for sign in DELIMITERS
    }
    return max(DELIMITERS, key=lambda sign: known[sign])


def _plain(title: str) -> str:
    """A column's title as it is looked up.

    >>> _plain(' "E-Mail-Adresse"'), _plain("Matrikel-Nr.")
    ('e mail adresse', 'matrikel nr')
    """
    return " ".join(re.findall(r"[^\W_]+", normalize("NFC", title).casefold()))


@frozen
class _Columns:
    """Where in a table the ids stand, best first, the name or its parts, and the roles."""

    ids: Integers
    names: Integers
    role: int | None
    known: Integers

    @staticmethod
    def of(titles: Sequence[str]) -> _Columns:
        """The columns by their titles; "Name" and "Nom" beside a first name are the last name."""
        plain = [_plain(title) for title in titles]

        def places(*wanted: str) -> Integers:
            return tuple(plain.index(title) for title in wanted if title in plain)

        ids, first, last = places(*IDS), places(*FIRST), places(*LAST, "name", "nom")
        names = (
            (first[0], last[0])
            if first and last
            else places(*NAMES)[:1] or first[:1] or last[:1]
        )
        role = places(*ROLES)
        return _Columns(ids, names, role[0] if role else None, (*ids, *names, *role))


def _tables(
    rows: Iterator[list[str]], path: Path, others: bool
) -> Iterator[tuple[str, list[tuple[int, Student]]]]:
    """The students with their lines, by the first column of the best kind that is filled in for everybody; by *others* too."""
    columns, titles = _head(rows, path, others)
    table = []
    for row in rows:
        cells = [normalize("NFC", " ".join(cell.split())) for cell in row] + [""] * len(
            titles
        )
        name = " ".join(filter(None, (cells[k] for k in columns.names)))
        is_somebody = any(
            cells[k] for k in (*columns.ids, *columns.names)
        )  # "Manual Posting" is nobody
        if is_somebody and name.casefold() not in NOBODY:
            table.append((rows.line_num, cells, name))  # type: ignore[attr-defined]
    if (
        len(table) > 1
        and not table[-1][2]
        and re.fullmatch(r"[^\W\d_]+", "".join(table[-1][1]))
    ):
        numbered = (
            name and any(re.search(r"\d", cells[k]) for k in columns.ids)
            for _, cells, name in table[:-1]
        )
        if all(
            numbered
        ):  # endHISsheet, below students who all have a name and a number
            table.pop()
    if columns.role is not None:
        table = [row for row in table if _is_student(row[1][columns.role])] or table
    full = [k for k in range(len(titles)) if all(cells[k] for _, cells, _ in table)]
    filled = [k for k in columns.ids if k in full] or columns.ids[:1]
    unknown = [k for k in full if k not in columns.known]
    wanted = dict.fromkeys([*filled, *unknown] if others else filled[:1])
    if not wanted:
        raise _no_id([titles], path)
    for k in wanted:
        yield (
            titles[k].strip() or f"column {k + 1}",
            [(line, Student(_id(cells[k]), name)) for line, cells, name in table],
        )


def _head(
    rows: Iterator[list[str]], path: Path, others: bool
) -> tuple[_Columns, list[str]]:
    """The titles: the first row that has an id, below what a spreadsheet or an office writes above them; where *others* may be
    ids, the first that has a name."""
    above: list[list[str]] = []
    for row in islice(rows, MOST_ABOVE):
        above.append(row)
        found = _Columns.of(row)
        if found.known if others else found.ids:
            return found, row
    raise _no_id(above or [[]], path)


def _no_id(above: list[list[str]], path: Path) -> SheetError:
    """What is said where no column has the ids: the columns there are, and what one of them would have to be called."""
    titles = max(above, key=lambda row: len(_Columns.of(row).known))
    odd = "".join(word for word in titles if len(word.strip()) < 5)
    there = (
        ", ".join(
            f'"{inert(title.strip()[:30])}"'
            for title in titles[:MOST_TITLES]
            if title.strip()
        )
        or "none"
    )
    hint = f'write "id,name" as the first line, or call one of these columns {CALLED}: {there}'
    return SheetError(
        shown(path), [Problem(1, 1, "id", "there is no column id", _hint(odd, hint))]
    )


def _hint(text: str, hint: str) -> str:
    """What to write in place of a text, and which odd sign stands in it."""
    odd = odd_sign(text)
    return f"{odd} stands in it; {hint}" if odd else hint


def _id(cell: str) -> str:
    """An id as it names files: of "Participant 123" the number, of an e-mail address the account.

    >>> [_id(cell) for cell in ("Participant 123", "Teilnehmer/in123", "ada@x.edu", "#77", "s01")]
    ['123', '123', 'ada', '77', 's01']
    """
    participant = _PARTICIPANT.fullmatch(cell)
    return participant[1] if participant else cell.partition("@")[0].removeprefix("#")


def _is_student(role: str) -> bool:
    """Whether a role is a student's, and no teacher's.

    >>> _is_student("Student"), _is_student("Studierende/r"), _is_student("Instructor")
    (True, True, False)
    """
    return role.casefold().startswith(("student", "studier", "teilnehm", "learner"))


def _problems(students: list[tuple[int, Student]]) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for line, student in students:
        same = student.id.casefold()
        what, hint = "cannot be an id", ""
        if not SAFE.fullmatch(student.id):
            hint = _hint(
                student.id,
                "write letters, digits, . _ - only, a letter or digit first: the id names files",
            )
        elif DEVICES.fullmatch(student.id):
            hint = "no file may have this name on Windows"
        elif same in first:
            what = f"stands in line {first[same]} too"
            hint = "write each id once; upper and lower case are the same in many file systems"
        if hint:
            yield Problem(line, 1, "id", f'"{inert(student.id[:80])}" {what}', hint)
        first.setdefault(same, line)
    if not students:
        yield Problem(
            2, 1, "id", "the roster is empty", "write one line for each student"
        )
