"""A folder of pages: one for each student, to be given back, and the marker's beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from symattn.boxes import Box
from symattn.course.cohort.beside import Beside
from symattn.course.cohort.facts import Line
from symattn.course.cohort.overview import Overview
from symattn.course.cohort.view import page
from symattn.errors import SymattnError
from symattn.files import distinct, made_folder, unwritten, write_whole
from symattn.later import pattern
from symattn.marking.reports import Report
from symattn.marking.sheet import Ready

STUDENTS, MARKER = "students", "index.html"
_UNSAFE = pattern(r"[^A-Za-z0-9._-]+")


def symbols(ready: Ready) -> dict[Line, Box]:
    """The lines as the sheet writes them."""
    asked = [q for q in ready.sheet.questions if not q.shapes]
    return {
        (q.id, name): ready.notations[q.id].symbol(name)
        for q in asked
        for name in q.plan.names
    }


def write_pages(
    folder: Path,
    found: Overview,
    report: Report,
    symbols: Mapping[Line, Box],
    given_back: Iterable[bytes],
    own: Sequence[Path],
    shown: Mapping[str, Sequence[Beside]],
) -> None:
    """Write what every student gets back into the folder ``students`` and the marker's page as ``index.html``, with the scripts
    that are *shown* beside each group; templates are looked for in the folders *own* first. Raises SymattnError."""
    made_folder(folder)
    made_folder(folder / STUDENTS)
    names = file_names([script.label for script in found.scripts])
    try:
        for data, name in zip(given_back, names, strict=True):
            write_whole(folder / STUDENTS / name, data)
        places = {
            script.label: f"{STUDENTS}/{name}"
            for script, name in zip(found.scripts, names, strict=True)
        }
        write_whole(
            folder / MARKER,
            page(found, report, symbols, places, own, shown).encode("utf-8", "replace"),
        )
    except OSError as error:
        raise SymattnError(unwritten(error, folder)) from None


def file_names(labels: Iterable[str]) -> list[str]:
    """A file name for every student, no two alike, also where upper and lower case are one.

    >>> file_names(["s01", "S01", "in/a b.toml"])
    ['s01.html', 'S01-2.html', 'in-a-b.toml.html']
    """
    stems = (_UNSAFE.sub("-", label).strip("-.")[:80] or "script" for label in labels)
    return [f"{stem}.html" for stem in distinct(stems)]
