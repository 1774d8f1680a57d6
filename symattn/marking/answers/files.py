"""From an answer file to answers by question and line; what cannot be told is said, and never stops the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from symattn.errors import LimitError, SymattnError
from symattn.files import FileError, contents
from symattn.marking.answers.equations import equations
from symattn.marking.answers.form import from_csv
from symattn.marking.answers.naming import Naming
from symattn.marking.answers.notebook import from_notebook, literal_arrays, printed_arrays
from symattn.marking.answers.raw import Raw
from symattn.marking.answers.tables import from_json, from_toml
from symattn.marking.handed import Handed

LARGEST = 5_000_000  # bytes of an answer file
MOST_ANSWERS = 5_000
_PROGRAM = re.compile(r"^[ \t]*(?:import \w+|from \w+ import|In \[\d+\]:|print\(|def \w+\()|\bnp\.\w+\(", re.MULTILINE)
SUFFIXES = (".toml", ".json", ".tex", ".md", ".txt", ".ipynb", ".csv")


@dataclass
class Submission:
    """One student's answers: question → line → what may be meant, and what is to be said about the file.

    A label in words may mean several lines: then ``answers`` has it under the likeliest and ``instead`` names the others.
    """

    file: str
    answers: dict[str, dict[str, Handed]] = field(default_factory=dict)
    instead: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    error: str = ""


def submissions(path: Path, namings: Mapping[str, Naming]) -> Iterator[Submission]:
    """The submissions in a file, one but for a form's CSV; raises LimitError when the file is too large."""
    try:
        groups = _raws(path, tuple(namings))
    except LimitError:
        raise
    except SymattnError as error:
        yield Submission(str(path), error=str(error))
        return
    for label, raws in groups:
        yield submission(label, raws, namings)


def submission(file: str, raws: list[Raw], namings: Mapping[str, Naming]) -> Submission:
    """Some answers placed under their lines; raises LimitError when there are too many.

    >>> submission("a.toml", [], {}).answers
    {}
    """
    if len(raws) > MOST_ANSWERS:
        raise LimitError(f"{len(raws):,} answers; at most {MOST_ANSWERS:,} are read")
    found = Submission(file)
    for question, naming in namings.items():
        mine = [raw for raw in raws if raw.question == question or (raw.question is None and len(namings) == 1)]
        _place(found, question, naming, mine)
    _strangers(found, raws, namings)
    return found


def _raws(path: Path, questions: tuple[str, ...]) -> list[tuple[str, list[Raw]]]:
    text = _text(path)
    suffix = path.suffix.lower()
    if suffix == ".csv":
        return [(f"{path}: {who}", raws) for who, raws in from_csv(text)]
    if suffix == ".toml":
        return [(str(path), from_toml(text, questions))]
    if suffix == ".json":
        return [(str(path), from_json(text))]
    if suffix == ".ipynb":
        return [(str(path), from_notebook(text))]
    if suffix == ".tex":
        return [(str(path), equations(text, questions))]
    if suffix not in SUFFIXES:
        raise SymattnError(f"{path.suffix or 'no suffix'}: answers are read from {', '.join(SUFFIXES)}")
    return [(str(path), _written(text, questions))]


def _written(text: str, questions: tuple[str, ...]) -> list[Raw]:
    """Equations, and in plain text the labelled arrays of a printout too; a program's own equations are no answers."""
    text = re.sub(r"^[ \t]*%.*", "", text, flags=re.MULTILINE)
    if _PROGRAM.search(text):
        return [*literal_arrays(text), *printed_arrays(text)]
    written = equations(text, questions)
    labels = {raw.label for raw in written}
    return [*(raw for raw in printed_arrays(text) if raw.label not in labels), *written]


def _text(path: Path) -> str:
    try:
        data = contents(path, LARGEST)
    except FileError as error:
        raise SymattnError(error.why) from None
    except LimitError as error:
        raise LimitError(f"{error}, the most an answer file may have") from None
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise SymattnError(f"byte {error.start + 1} is not UTF-8; save the file as UTF-8 text") from None


def _place(found: Submission, question: str, naming: Naming, raws: list[Raw]) -> None:
    """Put every answer of one question under its line, the heads renumbered where they begin elsewhere."""
    meant = [(raw, _meanings(naming, raw)) for raw in raws]
    numbers = [head for _, options in meant for _, head in options if head is not None]
    by = naming.shift(numbers, any(naming.is_symbol(raw.label) for raw in raws if not raw.loose))
    renumbered = by is not None and by not in (0, -naming.names.shift)
    here = found.answers.setdefault(question, {})
    for raw, options in meant:
        lines = [_line(stem, head, by) for stem, head in options]
        known = [line for line in lines if line in naming.lines]
        if not known or (raw.loose and not raw.cells and known[0] in here):
            continue
        note = _renumbering(options[0][1], by) if renumbered and options[0][1] is not None and by else ""
        if known[0] in here and not raw.cells and here[known[0]].cells:
            continue
        here[known[0]] = Handed(raw.label, raw.cells, raw.error, (note,) if note else (), raw.text)
        found.instead[question, known[0]] = tuple(known[1:])


def _meanings(naming: Naming, raw: Raw) -> list[tuple[str, int | None]]:
    found = naming.parsed(raw.label)
    return [found] if found is not None else naming.spoken(raw.label) if raw.loose else []


def _line(stem: str, head: int | None, by: int | None) -> str:
    return stem if head is None else f"{stem}{head + (by or 0)}"


def _renumbering(written: int | None, by: int) -> str:
    return f"Your heads are numbered from another start than the sheet's: your head {written} is its head {(written or 0) + by}."


def _strangers(found: Submission, raws: list[Raw], namings: Mapping[str, Naming]) -> None:
    """Say which names mean nothing here, with the nearest that do."""
    for raw in raws:
        if raw.loose:
            continue
        naming = namings.get(raw.question or "") or (next(iter(namings.values())) if len(namings) == 1 else None)
        if naming is None:
            what = f"question {raw.question!r}" if raw.question else f"{raw.label}: no question is named"
            found.notes.append(f"unknown {what}; the questions are {', '.join(namings)}")
        elif not _known(naming, raw.label, found.answers):
            found.notes.append(f"unknown name {raw.label!r}; {naming.hint(raw.label)}")


def _known(naming: Naming, label: str, answers: Mapping[str, Mapping[str, Handed]]) -> bool:
    if label in naming.words or any(handed.written == label for lines in answers.values() for handed in lines.values()):
        return True
    meant = naming.parsed(label)
    if meant is None:
        return False
    stem, head = meant
    if head is None:
        return True
    return any(name == f"{stem}{head}" for name in naming.lines) or any(name.startswith(stem) for name in naming.givens)
