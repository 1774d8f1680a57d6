"""From what was named on the command line to submissions, each with its student and the sheet it is marked against."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import field, replace
from hashlib import sha256
from pathlib import Path

from symattn.course.batch.scripts import HandedScript
from symattn.course.cohort.alike import Keys, keys
from symattn.course.cohort.roll import HandedPath, Handin, Roll, called
from symattn.errors import SymattnError
from symattn.files import contents, open_inside, reason, resembling, shown
from symattn.limits import LARGEST_MANIFEST, LARGEST_SHEET
from symattn.marking.answers.formats import suffixes
from symattn.marking.answers.handins import MARKS, entries, is_folder_itself
from symattn.marking.reports import is_ours
from symattn.records import frozen
from symattn.said import Glossary, Pair, Strings


@frozen
class Trouble:
    """What is to be said of something that was named: its ``file``, where it is one, and why; ``unmarked`` is an
    answer that is nobody's, or of a ``student`` and not marked for another reason.

    >>> str(Trouble("in/zoe.txt", "of no student"))
    'in/zoe.txt: of no student'
    """

    file: str
    why: str
    unmarked: bool = True
    student: str = ""

    def __str__(self) -> str:
        return f"{self.file}: {self.why}" if self.file else self.why


@frozen
class HandedIn:
    """What a class handed in: the submissions, who is in the class, what is to be said of files that are nobody's or cannot
    be marked, the students ``refused`` by that, and for personal sheets the right final answers of everybody."""

    scripts: list[HandedScript]
    roll: Roll
    trouble: list[Trouble]
    refused: Strings = ()
    finals: Keys = field(default_factory=dict)
    said: str = ""  # of the roster, where the names of files do not decide which column has the ids

    @property
    def files(self) -> list[Path]:
        """Everything that is marked."""
        return [path for script in self.scripts for path in script.places]

    @property
    def unmarked(self) -> dict[str, Pair]:
        """The files that were not marked, since they are nobody's or for another reason, file → student and why."""
        return {
            trouble.file: (trouble.student, trouble.why)
            for trouble in self.trouble
            if trouble.unmarked
        }


def handed(
    sheet: Path, answers: Sequence[Path], roster: Path | None, marks: Path | None
) -> HandedIn:
    """The submissions in what was named, files and classes' folders, with the sheet of each, for a manifest of variants that of
    the student; raises SymattnError for a roster or a manifest that cannot be read. *marks* are the grader's own."""
    said = ""
    if sheet.suffix == ".json":
        if roster is not None:
            raise SymattnError(
                "the manifest says who is in the class; leave --roster out"
            )
        known, roll, finals = _manifest(sheet)
        found, trouble = _found(answers, roll, marks)
        hand = _personal(sheet, found, known, roll, finals)
    else:
        roll, said = (Roll(), "") if roster is None else Roll.matching(roster, answers)
        found, trouble = _found(answers, roll, marks)
        hand = _class(sheet, found, roll, roster)
    if roster and found and all(one.stranger and not one.form for one in found):
        said = f"{shown(roster)}: no column of it has an id that stands in the name of a file"
    return replace(hand, trouble=[*trouble, *hand.trouble], said=said)


def handed_by(student: str, place: Path, sheet: Path) -> HandedIn:
    """What a platform handed over as one student's: the folder is the submission, whatever it and what is in it are called; for
    a manifest it is marked against the sheet of the *student*. Raises SymattnError for a manifest that cannot be read."""
    one = Handin((place,), student)
    return (
        _personal(sheet, [one], *_manifest(sheet))
        if sheet.suffix == ".json"
        else _class(sheet, [one], Roll(), None)
    )


def _found(
    answers: Sequence[Path], roll: Roll, marks: Path | None
) -> tuple[list[Handin], list[Trouble]]:
    """The submissions, and what is to be said of what is none."""
    trouble: list[Trouble] = []
    given: dict[Path, HandedPath] = {}
    files = [
        path for path in answers if os.path.lexists(path) and not is_folder_itself(path)
    ]
    singly = {one.path: one for one in roll.files(files)}
    for path in answers:
        if path in singly:
            given.setdefault(path, singly[path])
            continue
        if not os.path.lexists(path):
            near = resembling(path)
            trouble.append(
                _note(f"no such file: {shown(path)}{f'; {near}' if near else ''}")
            )
            continue
        try:
            inside = roll.inside(path)
        except SymattnError as error:
            trouble.append(_note(str(error)))
        except OSError as error:
            trouble.append(_note(f"{shown(path)}: {reason(error)}"))
        else:
            for one in inside:
                given.setdefault(one.path, one)
            if not inside:
                known = ", ".join(suffixes())
                trouble.append(
                    _note(
                        f"no answer file in {shown(path)}; answers are read from {known}"
                    )
                )
    none = {path: why for path in given if (why := _no_answer(path, roll))}
    trouble += [
        _note(why, shown(path))
        for path, why in none.items()
        if not _is_grader_s(path, marks)
    ]
    found = roll.handins(one for path, one in given.items() if path not in none)
    folders = [one for one in found if not one.sure and _holds_folders(one.places[0])]
    return found, trouble + [_note(FOLDERS, called(one)) for one in folders]


def _note(why: str, file: str = "") -> Trouble:
    """What is to be said, where nothing is left unmarked for it."""
    return Trouble(file, why, unmarked=False)


FOLDERS = "holds folders alone, and is read as one submission; if each of them is a student's, name this folder itself"


def _holds_folders(place: Path) -> bool:
    """Whether a folder has folders in it and nothing else, as one of a class has."""
    try:
        inside = entries(place) if is_folder_itself(place) else []
    except OSError:  # said when it is read
        return False
    return len(inside) > 1 and all(map(is_folder_itself, inside))


def _no_answer(path: Path, roll: Roll) -> str:
    """Why a file among the answers is none of a student's: it is a grader's, by its name or as symattn wrote it."""
    if path.name.endswith(MARKS):
        return (
            "called as a file of marks is, and no answer; marks come from --marks alone"
        )
    if path.suffix.lower() != ".csv" or roll.sure(path):
        return ""
    try:
        return (
            "a report of symattn's, and no form"
            if is_ours(open_inside(path.parent, path.name, LARGEST_SHEET), b"")
            else ""
        )
    except SymattnError:  # said when it is read
        return ""


def _is_grader_s(path: Path, marks: Path | None) -> bool:
    """Whether a file of marks among the answers is the one that the grader named, or lies in the folder that is."""
    places = [] if marks is None else [marks, marks / path.name]
    return path.exists() and any(
        place.exists() and path.samefile(place) for place in places
    )


def _class(
    sheet: Path, found: Sequence[Handin], roll: Roll, roster: Path | None
) -> HandedIn:
    """Every submission against one sheet."""
    strangers = [one for one in found if one.stranger and not one.form]
    why = f"of no student in {shown(roster)}; marked all the same" if roster else ""
    said = [_note(why, called(one)) for one in strangers]
    said += [_note(one.why) for one in found if one.why]
    return HandedIn([_script(one, sheet) for one in found], roll, said)


def _personal(
    manifest: Path, found: Sequence[Handin], known: Glossary, roll: Roll, finals: Keys
) -> HandedIn:
    """Every submission against its student's own sheet, as long as that is the one that was handed out."""
    scripts: list[HandedScript] = []
    said: list[Trouble] = []
    refused: list[str] = []
    for one in found:
        own = manifest.parent / "sheets" / f"{one.student}.toml"
        if one.stranger:
            who = shown(one.places[0].stem)
            said.append(
                Trouble(
                    called(one),
                    f"no student {who!r} in {shown(manifest)}; name the file after the student's id",
                )
            )
        elif _digest(own) != known[one.student]:
            refused.append(one.student)
            why = f"{shown(own)} is not the sheet that was handed out; put that one back, or run vary again"
            said.append(Trouble(called(one), why, student=one.student))
        else:
            scripts.append(_script(one, own))
            said += [_note(one.why)] if one.why else []
    return HandedIn(scripts, roll, said, tuple(refused), finals)


def _digest(sheet: Path) -> str:
    try:
        return sha256(contents(sheet, LARGEST_SHEET)).hexdigest()
    except SymattnError:
        return ""


def _script(one: Handin, sheet: Path) -> HandedScript:
    first, *more = map(str, one.places)
    return HandedScript(
        first, str(sheet), tuple(more), one.student, one.name, one.why, one.form
    )


def students(manifest: Path) -> Glossary:
    """The students of a manifest of variants, id → name; raises SymattnError for what is none."""
    return dict(_manifest(manifest)[1].names)


def _manifest(manifest: Path) -> tuple[dict[str, str], Roll, Keys]:
    """The digest of every student's sheet, the class, and everybody's right final answers."""
    try:
        records = json.loads(contents(manifest, LARGEST_MANIFEST))["variants"]
        known = {
            record["id"]: record["files"][f"sheets/{record['id']}.toml"]
            for record in records
        }
        finals = keys({record["id"]: record.get("finals", {}) for record in records})
        return (
            known,
            Roll({record["id"]: str(record.get("name", "")) for record in records}),
            finals,
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise SymattnError(
            f"{shown(manifest)}: no manifest of `symattn vary`, or a damaged one; name a worksheet"
        ) from None
