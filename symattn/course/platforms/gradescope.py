"""Gradescope: an autograder that marks what was handed in as ``symattn check`` does and writes ``results.json``.

The folders are those of Gradescope's documentation ("Autograder specifications"): ``source`` has what was uploaded,
``submission`` the student's files, ``submission_metadata.json`` says who the student is.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from symattn.course.cohort.handed import handed_by, students
from symattn.course.platforms.markup import engine
from symattn.course.platforms.wheel import NAME, wheel
from symattn.errors import SymattnError
from symattn.files import Files, contents, dumped, write_whole
from symattn.formats.templates import spoken
from symattn.limits import LARGEST_SHEET
from symattn.marking.answers.formats import suffixes
from symattn.marking.answers.handins import parts
from symattn.marking.checking import check_file
from symattn.marking.reports import Report, written
from symattn.marking.said import reading
from symattn.marking.sheet import Ready
from symattn.page import page
from symattn.page.engine import Engine
from symattn.said import Glossary
from symattn.sheet import Sheet, load
from symattn.tables import apart_from
from symattn.version import VERSION

ONE, EVERYBODY = "sheet.toml", "class/manifest.json"
"""Where the sheet lies, and where the sheets of a class whose students have numbers of their own."""


def files(sheet: Sheet, source: str, many: int = 0, secret: str = "") -> Files:
    """The autograder for one sheet: zip the files and upload the archive."""
    return _autograder(ONE) | {ONE: source.encode()}


def class_files(manifest: Path) -> Files:
    """The autograder for a class in which everybody has numbers of their own: the manifest of ``symattn vary``, without the
    secret they are drawn with, and every student's sheet go along. SymattnError for what is no such manifest."""
    known = students(manifest)
    sheets = {
        f"sheets/{id}.toml": contents(
            manifest.parent / "sheets" / f"{id}.toml", LARGEST_SHEET
        )
        for id in known
    }
    told = apart_from(json.loads(manifest.read_bytes()), ("secret",))
    inside = {"manifest.json": f"{dumped(told)}\n".encode(), **sheets}
    return _autograder(EVERYBODY) | {
        f"class/{place}": data for place, data in inside.items()
    }


def _autograder(place: str) -> Files:
    engine = Engine("text")
    known = {
        "wheel": NAME,
        "place": place,
        "endings": suffixes(),
        "several": place == EVERYBODY,
    }
    made = {
        name: engine.render(f"gradescope/{name}.j2", **known)
        for name in ("setup.sh", "run_autograder", "README.md")
    }
    return {name: text.encode() for name, text in made.items()} | {NAME: wheel()}


def main(root: Path, place: str) -> None:
    """Mark the submission that lies under *root* against the sheet at *place*; ``results/results.json`` is written whatever
    was handed in."""
    try:
        text = _marked(root / "source" / place, root / "submission", _metadata(root))
    except SymattnError as error:
        said = spoken(str(error), _language(root / "source" / place))
        text = json.dumps(
            {"score": 0, "output": said, "output_format": "text"}, ensure_ascii=False
        )
    (root / "results").mkdir(exist_ok=True)
    write_whole(root / "results" / "results.json", text.encode())


def _language(place: Path) -> str:
    """The language of the sheet, or of a class's first."""
    return load(
        place
        if place.suffix == ".toml"
        else min((place.parent / "sheets").glob("*.toml"))
    ).language


def _metadata(root: Path) -> object:
    path = root / "submission_metadata.json"
    try:
        return json.loads(contents(path, LARGEST_SHEET)) if path.is_file() else {}
    except (ValueError, RecursionError):
        raise SymattnError(reading("no_metadata")) from None


def _marked(sheet: Path, submission: Path, metadata: object) -> str:
    """The report on the files of a submission, all of them together."""
    found = parts(submission) if submission.is_dir() else []
    if not found:
        raise SymattnError(reading("nothing_handed_in", known=", ".join(suffixes())))
    student = whose(metadata, students(sheet)) if sheet.suffix == ".json" else ""
    hand = handed_by(student, submission, sheet)
    if not hand.scripts:
        raise SymattnError("\n".join(map(str, hand.trouble)) or reading("all_unread"))
    (script,) = hand.scripts
    ready = Ready(load(Path(script.sheet)))
    reports = check_file(ready, *script.places)
    found = json.loads(
        written(Report(ready.sheet.title, ready.digest, VERSION, reports), "gradescope")
    )
    found["tests"].append(_worked(ready.sheet))
    return dumped(found) + "\n"


def _worked(sheet: Sheet) -> Glossary:
    """The worked solution as a test without marks, which Gradescope keeps to itself until marks are published."""
    words: Any = (
        engine(sheet.language).environment.get_template("words/platforms.j2").module
    )
    return {
        "name": str(words.hint),
        "output": page(sheet, "text"),
        "output_format": "text",
        "visibility": "after_published",
    }


def whose(metadata: object, names: Glossary) -> str:
    """The student, id → name, whom the metadata mean: the id is the e-mail address, what stands before its @, or Gradescope's
    number. What somebody is called is nobody's id, for anybody may be called so. SymattnError when it is nobody.

    >>> whose({"users": [{"email": "S01@example.com", "id": 7, "name": "Ada"}]}, {"s01": "", "s02": ""})
    's01'
    """
    users = metadata.get("users") if isinstance(metadata, dict) else None
    ids = {id.casefold(): id for id in names}
    for user in users if isinstance(users, list) else []:
        if not isinstance(user, dict):
            continue
        email, number = (
            str(user.get(key, "")).strip().casefold() for key in ("email", "id")
        )
        for word in (email, email.partition("@")[0], number):
            if word in ids:
                return ids[word]
    raise SymattnError(reading("not_listed"))
