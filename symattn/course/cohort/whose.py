"""Whose a file is. One rule: the outermost name says it, which the platform made or the grader; never a name that a student
chose, inside that folder or behind the platform's part of a file's name.

Platforms write a student's number and what the student is called into the names of files and folders. The number, and what a
list of submissions has as id or e-mail, say who it is; what somebody is called is shown, and is nobody's id.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from symattn.errors import SymattnError
from symattn.files import open_inside
from symattn.later import pattern
from symattn.limits import LARGEST_LIST
from symattn.marking.answers.formats import suffixes
from symattn.marking.answers.handins import LIST, REFUSED
from symattn.records import frozen
from symattn.said import Glossary, Strings
from symattn.tables import in_each

Known = Glossary
"""The ids of a class, each under itself in lower case."""


@frozen
class Owner:
    """Whose something is: the ``student``, a ``name`` to be shown, and the ``source``, the part of the path that says so.

    All that has one source was handed in as one: files that begin alike up to the id, or that a platform gave one number.
    ``sure`` says that a platform's number or the roster stands behind it.
    """

    student: str
    name: str = ""
    source: str = ""
    sure: bool = False


_MOODLE = pattern(
    r"_(\d+)_assignsubmission_[a-z]+(?:_|\Z)", re.IGNORECASE
)  # Ada Lovelace_12345_assignsubmission_file_hw.tex
_CANVAS = pattern(
    r"(?P<name>[^_]+)(?:_LATE)?_(?P<id>\d{3,})_\d{3,}_.+"
)  # lovelaceada_LATE_1234_5678_hw3.tex
_BLACKBOARD = pattern(
    r"[^_].*?_(?P<id>[^_]+)_attempt_\d{4}-\d\d-\d\d-.*"
)  # hw3_ada_attempt_2026-03-01-10-00-00_hw.tex
_GRADESCOPE = pattern(
    r"submission_\d+"
)  # a folder, of which the list beside it says whose it is


def by_platform(path: Path, known: Known) -> Owner | None:
    """Whose a file or a folder is, where a platform made its name; None where none did.

    >>> by_platform(Path("in/lovelaceada_LATE_1234_5678_s02_1_2_x.tex"), {})
    Owner(student='1234', name='lovelaceada', source='in//1234', sure=True)
    >>> by_platform(Path("in/Ada Lovelace_12345_assignsubmission_file_"), {})
    Owner(student='12345', name='Ada Lovelace', source='in//12345', sure=True)
    """
    if (said := _fields(path)) is None:
        return None
    *ids, name = said
    student = next(
        (known_as for id in ids if (known_as := of_label(id, known)) in known.values()),
        ids[0],
    )
    source = (
        str(path) if _GRADESCOPE.fullmatch(path.name) else f"{path.parent}//{ids[0]}"
    )
    return Owner(student, " ".join(name.split()), source, sure=True)


def _fields(path: Path) -> Strings | None:
    """What a platform wrote of the student into a name: the number, or id and e-mail address, and last the name to be shown."""
    found = list(_MOODLE.finditer(path.name))
    if len(found) == 1:
        return found[0][1], path.name[: found[0].start()]
    if _GRADESCOPE.fullmatch(path.name):
        said = _list(path.parent).get(path.name, {})
        ids = [said[key] for key in ("sid", "email") if key in said]
        return (*(ids or [path.name]), said.get("name", ""))
    flat = _CANVAS.fullmatch(path.name) or _BLACKBOARD.fullmatch(path.name)
    if (
        found or not flat or not path.suffix
    ):  # found twice: which is the platform's cannot be told
        return None
    return flat["id"], flat.groupdict().get("name", "")


def by_id(path: Path, known: Known) -> Owner | None:
    """Whose a file or a folder is, where one id of the class stands in its name; None where none or several do.

    >>> known = {"s01": "s01", "s02": "s02"}
    >>> by_id(Path("in/s01_Ada_late.tex"), known)
    Owner(student='s01', name='', source='in/s01', sure=True)
    >>> by_id(Path("in/s01 and s02.tex"), known)
    """
    name = plain_name(path).casefold()
    found = _ids(name, known)
    if len(found) != 1:
        return None
    ((id, end),) = found.items()
    return Owner(
        id,
        "",
        str(path.parent / name[:end]) if _is_file(path) else f"{path}/",
        sure=True,
    )


def by_name(path: Path) -> Owner:
    """Whose a file or a folder seems to be, where nobody says who is in the class.

    >>> by_name(Path("in/ada.toml"))
    Owner(student='ada', name='', source='in/ada', sure=False)
    """
    name = plain_name(path)
    return Owner(name, "", str(path.parent / name) if _is_file(path) else f"{path}/")


def of_label(label: str, known: Known) -> str:
    """The student whom a row of a form names: by the id, or by an e-mail address whose account it is; the label itself where
    that is nobody.

    >>> of_label("S01@x.edu", {"s01": "s01"}), of_label("not s01", {"s01": "s01"})
    ('s01', 'not s01')
    """
    own = " ".join(label.split()).casefold()
    return known.get(own) or known.get(
        own.partition("@")[0] if "@" in own else own, label
    )


def plain_name(path: Path) -> str:
    """The name of a folder, or that of a file without its ending."""
    return path.stem if _is_file(path) else path.name


def _is_file(path: Path) -> bool:
    return path.suffix.lower() in (*suffixes(), *REFUSED)


_WORD = pattern(r"[a-z0-9]+")
MOST_WORDS = 24  # of a name that is looked through for ids


def _ids(name: str, known: Known) -> dict[str, int]:
    """The ids in a name, bounded by anything but letters and digits, and where each ends; one that is part of a longer one is
    not meant."""
    if name in known:
        return {known[name]: len(name)}
    words = [word.span() for word in _WORD.finditer(name)][:MOST_WORDS]
    spans = [
        (a, b)
        for k, (a, _) in enumerate(words)
        for _, b in words[k:]
        if name[a:b] in known
    ]
    return {
        known[name[a:b]]: b
        for a, b in spans
        if not any((c, d) != (a, b) and c <= a and b <= d for c, d in spans)
    }


# Gradescope's list: a mapping of folders, each with its submitters, in the form that its writer always gives it.
_FOLDER = pattern(r"(submission_\d+):\s*")
_SUBMITTERS = pattern(r" +:?submitters:\s*")
_FIELD = pattern(r":?(sid|email|name):\s+(['\"]?)(.+?)\2\s*")


@lru_cache(maxsize=4)
def _list(folder: Path) -> dict[str, dict[str, str]]:
    """Gradescope's list of submissions: folder → sid, email and name of the first who handed it in."""
    try:
        lines = (
            open_inside(folder, LIST, LARGEST_LIST)
            .decode("utf-8", "replace")
            .split("\n")
        )
    except SymattnError:
        return {}
    found: dict[str, list[str]] = {}
    own: list[str] = []
    for line in lines:
        if head := _FOLDER.fullmatch(line):
            own = found.setdefault(head[1], [])
        else:
            own.append(line)
    return in_each(_submitter, found)


def _submitter(lines: list[str]) -> dict[str, str]:
    """The fields of the first submitter. A long name goes on in lines of its own, which stand further in than the fields do:
    they are none, whatever they say."""
    found: dict[str, str] = {}
    start = next(
        (k for k, line in enumerate(lines) if _SUBMITTERS.fullmatch(line)), len(lines)
    )
    column = None
    for line in lines[start + 1 :]:
        indent = len(line) - len(line.lstrip(" -"))
        if line.lstrip().startswith("- "):
            if column is not None:
                break
            column = indent
        if column is None or indent < column:
            break
        if indent == column and (field := _FIELD.fullmatch(line[indent:])):
            found.setdefault(field[1], field[3])
    return found
