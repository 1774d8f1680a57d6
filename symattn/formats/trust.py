"""Whose templates are used: those of a folder that was named, and those beside a sheet whose folder the user has trusted.

A template words a page and runs while the page is made, and so does an extension, a file of Python among the templates. A folder
that came with somebody's worksheet is not used for lying there. What ``symattn trust`` was told is kept among the user's own
files, with a digest of every template: one that is changed, added or taken away afterwards has to be trusted again.
"""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path
from shlex import quote

from symattn import extensions
from symattn.errors import LimitError, SymattnError
from symattn.files import (
    FileError,
    contents,
    folder,
    inert,
    is_folder,
    noted,
    open_inside,
    own_folder,
    reason,
    shown,
    state,
    write_whole,
)
from symattn.limits import LARGEST_NOTE, LARGEST_TEMPLATE, MOST_TEMPLATES
from symattn.said import Glossary, Strings
from symattn.tables import not_empty

RUN = "templates"
"""The folder beside a sheet in which lies what runs when a page is made; what else lies there is data."""
CHANGED = "changed since it was trusted, while it was being used; run it again"
Digests = Glossary
_vouched: dict[Path, Digests] = {}
"""The folders that were found as they were trusted, with the digests that what is read there must have."""


def beside(sheet: Path) -> tuple[Path, ...]:
    """The folder of templates beside a worksheet, if the user has trusted it as it is now."""
    own = sheet.parent / RUN
    _vouched.pop(own, None)
    if not _has_own(sheet) or _changes(sheet.parent):
        return ()
    _vouched[own] = _known(sheet.parent) or {}
    return (own,)


def is_as_trusted(own: Path, name: Path, data: bytes) -> bool:
    """Whether a file among trusted templates still is what was trusted, now that it was read; what was named needs no trust."""
    known = _vouched.get(own)
    return known is None or known.get(name.as_posix()) == sha256(data).hexdigest()


def bring(own: Path) -> None:
    """Load the extensions in a folder of templates that was named for this run; raises SymattnError."""
    for file in sorted(own.glob("*.py")):
        extensions.take(file, open_inside(own, Path(file.name), LARGEST_TEMPLATE))
    for words in own.glob("*/words"):
        extensions.lies(words.parent, named=True)


def bring_beside(sheet: Path) -> None:
    """Load the extensions and languages beside a worksheet, where the user has trusted them: what was trusted is what
    runs. Raises SymattnError."""
    for own in beside(sheet):
        for name, digest in ((Path(file), of) for file, of in _vouched[own].items()):
            if name.suffix == ".py" and name.parent == Path():
                data = open_inside(own, name, LARGEST_TEMPLATE)
                if sha256(data).hexdigest() != digest:
                    raise FileError(shown(own / name), CHANGED)
                extensions.take(own / name, data)
            elif name.parts[1:2] == ("words",):
                language = own / name.parts[0]
                _vouched[language] = {
                    path.removeprefix(f"{language.name}/"): of
                    for path, of in _vouched[own].items()
                }
                extensions.lies(language)


def untrusted(sheet: Path, named: str = "") -> str:
    """What is to be said where templates lie beside a worksheet and are not used, nor *named* for this run; the empty text
    where there is nothing."""
    is_named = bool(named) and Path(named).resolve() == (sheet.parent / RUN).resolve()
    if is_named or not _has_own(sheet) or not (changes := _changes(sheet.parent)):
        return ""
    place = inert(shown(sheet.parent / RUN))
    home = inert(shown(sheet.parent))
    known = _known(sheet.parent)
    what = (
        "; ".join(changes) + " since they were trusted"
        if known
        else "nobody has trusted them here"
    )
    return (
        f"{place}: these templates and extensions are not used, for {what}; the page is made with the shipped ones."
        f" Read them, then write: symattn trust {quote(home)}    (or --templates {quote(place)} for this run)"
    )


def trust(home: Path) -> Strings:
    """Trust what lies beside the sheets in a folder, as it is now; the names of the templates. Raises SymattnError."""
    if not is_folder(home / RUN):
        why = f"no folder {RUN} lies there; sheets, notations and catalogues are data and need no trust"
        raise SymattnError(f"{shown(home)}: {why}")
    digests, strange = _found(home)
    if strange:
        raise SymattnError(
            "\n".join(
                f"{shown(home / RUN / name)}: {why}" for name, why in strange.items()
            )
        )
    note = _note(home)
    if note is None:
        raise SymattnError(
            f"there is no folder of your own to keep this in; name the templates: --templates {shown(home / RUN)}"
        )
    try:
        write_whole(
            note,
            json.dumps({"folder": _name(home), "files": digests}, indent=1).encode(),
        )
    except OSError as error:
        raise SymattnError(f"{note}: {reason(error)}") from None
    return tuple(digests)


def forget(home: Path) -> bool:
    """Trust a folder no longer; whether it was trusted."""
    note = _note(home)
    if note is None or not note.exists():
        return False
    note.unlink()
    return True


def _has_own(sheet: Path) -> bool:
    own = sheet.parent / RUN
    return (
        bool(sheet.name)
        and is_folder(own)
        and own.resolve() != folder("templates").resolve()
    )


def _changes(home: Path) -> list[str]:
    """What is other than it was trusted, in words."""
    known = _known(home)
    if known is None:
        return ["not trusted"]
    now, strange = _found(home)
    there = {**now, **strange}
    ways = {
        "changed": [
            name for name in known if now.get(name, known[name]) != known[name]
        ],
        "added": [name for name in there if name not in known],
        "taken away": [name for name in known if name not in there],
        "made a link or unreadable": [name for name in known if name in strange],
    }
    return [
        f"{inert(', '.join(map(shown, names)))} was {way}"
        for way, names in not_empty(ways).items()
    ]


def _found(home: Path) -> tuple[dict[str, str], dict[str, str]]:
    """The digests of what lies in a folder of templates, and why some of it cannot be trusted."""
    digests: dict[str, str] = {}
    strange: dict[str, str] = {}
    if (home / RUN).is_symlink():
        return {}, {"": "a link, and no link is followed; put the folder itself there"}
    for above, folders, files in os.walk(home / RUN):
        for name in sorted(
            (
                *files,
                *(one for one in folders if os.path.islink(os.path.join(above, one))),
            )
        ):
            path = Path(above, name)
            called = path.relative_to(home / RUN).as_posix()
            if len(digests) + len(strange) >= MOST_TEMPLATES:
                strange[called] = (
                    f"more than {MOST_TEMPLATES:,} files; leave templates alone there"
                )
                return digests, strange
            if path.is_symlink():
                strange[called] = (
                    "a link, and no link is followed; put a copy in its place"
                )
                continue
            try:
                digests[called] = sha256(contents(path, LARGEST_TEMPLATE)).hexdigest()
            except FileError as error:
                strange[called] = error.why
            except LimitError as error:
                strange[called] = str(error)
    return digests, strange


def _name(home: Path) -> str:
    return os.fsencode(home.resolve()).hex()


def _note(home: Path) -> Path | None:
    place = own_folder(state(), "trusted")
    return place and place / f"{sha256(_name(home).encode()).hexdigest()}.json"


def _known(home: Path) -> Digests | None:
    """The digests under which a folder was trusted; None where it was not."""
    note = _note(home)
    if note is None:
        return None
    try:
        with noted():  # what a page was made from is kept beside it; where the user keeps things is nobody's business there
            found = json.loads(contents(note, LARGEST_NOTE))
    except (FileError, LimitError, ValueError):
        return None
    files = (
        found.get("files")
        if isinstance(found, dict) and found.get("folder") == _name(home)
        else None
    )
    return files if isinstance(files, dict) else None
