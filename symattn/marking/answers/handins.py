"""What a folder of answers holds: files of one student each, or a folder for every student, as platforms pack them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from symattn.errors import SymattnError
from symattn.files import contents, is_hidden
from symattn.marking.answers.formats import suffixes
from symattn.marking.said import reading

DEEPEST = 4  # folders in folders
MOST_FILES = 200  # of one submission
REFUSED = frozenset(
    [".pdf", ".png", ".jpg", ".jpeg", ".heic", ".heif", ".gif", ".tif", ".tiff", ".bmp", ".webp", ".svg", ".doc", ".odt",
     ".rtf", ".pages", ".xlsx", ".xls", ".ods", ".ppt", ".pptx", ".one"]
)  # fmt: skip
"""Pictures and office files: no answers can be read from them, which is said and not passed over."""
_ONE = re.compile(r"submission_\d+\Z|.*_assignsubmission_", re.IGNORECASE)  # as Gradescope and Moodle name a student's folder
_METADATA = "submission_metadata.yml"
_RECORD = re.compile(
    r"(?P<folder>submission_\d+):\s*\Z|\s+(?:- )?:?(?P<key>sid|email|name):\s*['\"]?(?P<value>[^'\"\n]+)['\"]?\s*\Z"
)

PLATFORMS = (
    re.compile(r"(?P<name>.+)_(?P<id>\d+)_assignsubmission_[a-z]+(?:_.*)?"),  # Moodle: Ada Lovelace_12345_assignsubmission_file_
    re.compile(r"(?P<name>[^_]+?)(?:_LATE)?_(?P<id>\d{3,})_\d{3,}_.+"),  # Canvas: lovelaceada_LATE_1234_5678_hw3.tex
    re.compile(r"(?P<name>)[^_].*_(?P<id>[^_]+)_attempt_\d{4}-\d\d-\d\d-.*"),  # Blackboard: hw3_ada_attempt_2026-03-01-…
)


def handins(folder: Path, depth: int = 0) -> Iterator[Path]:
    """The submissions in a folder: its files, and those of its folders that are one student's; raises OSError."""
    for path in sorted(folder.iterdir()):
        if is_hidden(path) or path.name == "__MACOSX":
            continue
        if not path.is_dir():
            if _answer(path):
                yield path
        elif _ONE.match(path.name) or _is_one(path):
            yield path
        elif depth < DEEPEST:
            yield from handins(path, depth + 1)


def _is_one(folder: Path) -> bool:
    """Whether a folder is one student's: answers lie in it, and they are not named as a platform names those of a class."""
    found = [file for file in folder.iterdir() if _answer(file)]
    return bool(found) and not any(pattern.fullmatch(file.name) for file in found for pattern in PLATFORMS)


def _answer(path: Path) -> bool:
    """Whether a file is meant to be an answer, readable or not; Gradescope's list of submissions is none, though it is YAML."""
    known = path.suffix.lower() in (*suffixes(), *REFUSED) and path.name != _METADATA
    return known and not is_hidden(path) and not path.is_dir()


def parts(folder: Path) -> list[Path]:
    """The files of a submission that is a folder, by name, also those that cannot be read; raises SymattnError when there are
    too many or none."""
    every = (path for path in sorted(folder.rglob("*")) if "__MACOSX" not in path.parts and not path.is_symlink())
    found = [path for path in every if _answer(path)]
    if len(found) > MOST_FILES:
        raise SymattnError(reading("most_files", count=len(found), most=MOST_FILES))
    if not found:
        raise SymattnError(reading("no_file", known=", ".join(suffixes())))
    return found


@dataclass(frozen=True)
class Claim:
    """Whose a file or a folder is, as the platform's way of naming it says; ``sure`` when it is a platform's, so that all that
    claim the same are one submission."""

    student: str
    name: str = ""
    sure: bool = False


def claim(path: Path) -> Claim:
    """Whose a file or a folder is as far as its own name says.

    >>> claim(Path("in/lovelaceada_LATE_1234_5678_hw3.tex"))
    Claim(student='1234', name='lovelaceada', sure=True)
    >>> claim(Path("in/Ada Lovelace_12345_assignsubmission_file_"))
    Claim(student='12345', name='Ada Lovelace', sure=True)
    >>> claim(Path("in/ada.toml"))
    Claim(student='ada', name='', sure=False)
    """
    own = path.name
    for pattern in PLATFORMS:
        found = pattern.fullmatch(own) or pattern.fullmatch(path.parent.name)
        if found:
            return Claim(found["id"], " ".join(found["name"].split()), sure=True)
    recorded = _recorded(path)
    if recorded:
        return Claim(recorded.get("sid") or recorded.get("email") or path.stem, recorded.get("name", ""), sure=True)
    return Claim(path.stem if path.suffix.lower() in (*suffixes(), *REFUSED) else own)


def student(path: Path, known: Mapping[str, str], shared: Collection[Path] = ()) -> str | None:
    """The student whose id stands in the name of a file or of the folders it lies in, but for those that are *shared* by
    several; None when none or several do. *known* are the ids, each under itself in lower case.

    >>> known = {"s01": "s01", "s02": "s02"}
    >>> student(Path("s01_Ada_late.tex"), known), student(Path("in/Ada (s02)/hw.tex"), known)
    ('s01', 's02')
    """
    folders = (parent.name for parent in list(path.parents)[:2] if parent not in shared)
    names = [path.stem if path.suffix else path.name, *folders]
    for name in (*names, *_recorded(path).values()):
        found = _ids(name.casefold(), known)
        if len(found) == 1:
            return found.pop()
    return None


_WORD = re.compile(r"[a-z0-9]+")
MOST_WORDS = 24  # of a name that is looked through for ids


def _ids(name: str, known: Mapping[str, str]) -> set[str]:
    """The ids in a name, bounded by anything but letters and digits; one that is part of a longer one is not meant."""
    if name in known:
        return {known[name]}
    words = [word.span() for word in _WORD.finditer(name)][:MOST_WORDS]
    spans = [(a, b) for k, (a, _) in enumerate(words) for _, b in words[k:] if name[a:b] in known]
    return {known[name[a:b]] for a, b in spans if not any((c, d) != (a, b) and c <= a and b <= d for c, d in spans)}


def _recorded(path: Path) -> Mapping[str, str]:
    """What Gradescope's list of submissions says of the student of a folder."""
    return _list(path.parent / _METADATA).get(path.name, {})


@lru_cache(maxsize=4)
def _list(file: Path) -> dict[str, dict[str, str]]:
    """Gradescope's list of submissions: folder → sid, email and name of the first who handed it in."""
    try:
        lines = contents(file, 5_000_000).decode("utf-8", "replace").split("\n")
    except SymattnError:
        return {}
    found: dict[str, dict[str, str]] = {}
    folder = ""
    for line in lines:
        record = _RECORD.match(line)
        if record and record["folder"]:
            folder = record["folder"]
        elif record:
            found.setdefault(folder, {}).setdefault(record["key"], record["value"].strip())
    return found
