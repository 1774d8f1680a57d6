"""From what was named on the command line to submissions, each with its student and the sheet it is marked against."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from symattn.course.batch.scripts import Script
from symattn.course.cohort.alike import Keys, keys
from symattn.course.cohort.roll import Handin, Roll, called
from symattn.errors import SymattnError
from symattn.files import contents, resembling, shown
from symattn.marking.answers.formats import suffixes
from symattn.marking.answers.handins import handins

LARGEST_MANIFEST = 1_000_000_000  # bytes


@dataclass(frozen=True)
class Handed:
    """What a class handed in: the submissions, who is in the class, what is to be said of files that are nobody's or cannot
    be marked, the students ``refused`` by that, and for personal sheets the right final answers of everybody."""

    scripts: list[Script]
    roll: Roll
    trouble: list[str]
    refused: tuple[str, ...] = ()
    finals: Keys = field(default_factory=dict)


def files_in(answers: Sequence[Path]) -> tuple[list[Path], list[str]]:
    """The answer files meant, folders as what is in them, by name, and what is to be said of others."""
    found: list[Path] = []
    trouble: list[str] = []
    for path in answers:
        if path.is_dir():
            try:
                kept = list(handins(path))
            except OSError as error:
                trouble.append(f"{shown(path)}: {(error.strerror or str(error)).lower()}")
                continue
            if not kept:
                trouble.append(f"no answer file in {shown(path)}; answers are read from {', '.join(suffixes())}")
            found += kept
        elif not os.path.lexists(path):
            near = resembling(path)
            trouble.append(f"no such file: {shown(path)}{f'; {near}' if near else ''}")
        else:
            found.append(path)
    return found, trouble


def handed(sheet: Path, files: Sequence[Path], roster: Path | None = None) -> Handed:
    """The submissions in some files, with the sheet of each, for a manifest of variants that of the student; raises SymattnError
    for a roster or a manifest that cannot be read."""
    if sheet.suffix == ".json":
        if roster is not None:
            raise SymattnError("the manifest says who is in the class; leave --roster out")
        return _personal(sheet, files)
    roll = Roll.of(roster)
    found = roll.handins(files)
    said = [f"{called(one)}: of no student in {shown(roster)}; marked all the same" for one in found if one.stranger and roster]
    return Handed([_script(one, sheet) for one in found], roll, said)


def _personal(manifest: Path, files: Sequence[Path]) -> Handed:
    """Every submission against its student's own sheet, as long as that is the one that was handed out."""
    known, roll, finals = _manifest(manifest)
    scripts, said, refused = [], [], []
    for one in roll.handins(files):
        own = manifest.parent / "sheets" / f"{one.student}.toml"
        if one.stranger:
            who = shown(one.places[0].stem)
            said.append(f"{called(one)}: no student {who!r} in {shown(manifest)}; name the file after the student's id")
        elif not own.is_file() or sha256(own.read_bytes()).hexdigest() != known[one.student]:
            refused.append(one.student)
            said.append(f"{called(one)}: {shown(own)} is not the sheet that was handed out; put that one back, or run vary again")
        else:
            scripts.append(_script(one, own))
    return Handed(scripts, roll, said, tuple(refused), finals)


def _script(one: Handin, sheet: Path) -> Script:
    first, *more = map(str, one.places)
    return Script(first, str(sheet), tuple(more), one.student, one.name)


def students(manifest: Path) -> dict[str, str]:
    """The students of a manifest of variants, id → name; raises SymattnError for what is none."""
    return dict(_manifest(manifest)[1].names)


def _manifest(manifest: Path) -> tuple[dict[str, str], Roll, Keys]:
    """The digest of every student's sheet, the class, and everybody's right final answers."""
    try:
        records = json.loads(contents(manifest, LARGEST_MANIFEST))["variants"]
        known = {record["id"]: record["files"][f"sheets/{record['id']}.toml"] for record in records}
        finals = keys({record["id"]: record.get("finals", {}) for record in records})
        return known, Roll({record["id"]: str(record.get("name", "")) for record in records}), finals
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise SymattnError(f"{shown(manifest)}: no manifest of `symattn vary`, or a damaged one; name a worksheet") from None
