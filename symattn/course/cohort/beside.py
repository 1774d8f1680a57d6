"""What stands in a script, to be shown beside what explains it: the beginning of its text, and pictures handed in with it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from symattn.course.batch.scripts import Script
from symattn.course.cohort.facts import Facts
from symattn.course.cohort.overview import Group
from symattn.errors import SymattnError
from symattn.files import inert
from symattn.marking.answers.files import Piece, pieces, read
from symattn.marking.answers.naming import Naming

MOST_GROUPS, MOST_SCRIPTS = 100, 2  # groups beside which scripts stand, and scripts beside each
LONGEST = 3_000  # characters of a text
LARGEST, MOST_PICTURES = 400_000, 10  # bytes of a picture, and pictures on a page
PICTURES = {b"\x89PNG\r\n\x1a\n": "image/png", b"\xff\xd8\xff": "image/jpeg", b"GIF8": "image/gif"}


@dataclass(frozen=True)
class Beside:
    """One script beside a group: whose it is, its text, its pictures as data."""

    label: str
    text: str = ""
    pictures: tuple[str, ...] = ()


def beside(
    groups: Iterable[Group], facts: Iterable[Facts], scripts: Iterable[Script], namings: Mapping[str, Naming]
) -> dict[str, list[Beside]]:
    """The first scripts of each group: the name of the group → what stands in them."""
    files = {one.label: one.file for one in facts}
    known = {script.shown: script for script in scripts}
    left = MOST_PICTURES
    found: dict[str, list[Beside]] = {}
    for group in list(groups)[:MOST_GROUPS]:
        for label in group.students[:MOST_SCRIPTS]:
            one = _shown(label, files.get(label, ""), known, namings, left)
            left -= len(one.pictures)
            if one.text or one.pictures:
                found.setdefault(group.name, []).append(one)
    return found


def _shown(label: str, file: str, known: Mapping[str, Script], namings: Mapping[str, Naming], left: int) -> Beside:
    """One script; of a form the row of this student alone."""
    form, _, row = file.rpartition(": ")
    script = known.get(file) or known.get(form)
    texts: list[str] = []
    pictures: list[str] = []
    for piece in _pieces(script):
        if drawn := _picture(piece):
            pictures += [drawn] if len(pictures) < left else []
            continue
        try:
            contents = [content for content in read(piece, namings) if file in known or content.who == row]
            texts += [source.text for content in contents for source in content.sources]
        except SymattnError:
            texts.append(_raw(piece))
    text = "\n".join(texts).strip("\n")
    text = text if len(text) <= LONGEST else f"{text[:LONGEST]} …"
    return Beside(label, "\n".join(map(inert, text.split("\n"))), tuple(pictures))


def _pieces(script: Script | None) -> Iterator[Piece]:
    try:
        yield from pieces(script.places) if script else ()
    except (OSError, SymattnError):
        return


def _picture(piece: Piece) -> str:
    """A picture as data, by what it begins with; nothing for anything else."""
    if piece.path.suffix.lower() not in (".png", ".jpg", ".jpeg", ".gif"):
        return ""
    try:
        data = piece.data
    except SymattnError:  # said of the script itself
        return ""
    kind = next((kind for begin, kind in PICTURES.items() if data.startswith(begin)), "")
    return f"data:{kind};base64,{b64encode(data).decode()}" if kind and len(data) <= LARGEST else ""


def _raw(piece: Piece) -> str:
    """A file that cannot be read as it stands, where it is a text of some kind."""
    try:
        data = piece.data[:LONGEST]
    except SymattnError:
        return ""
    return "" if b"\0" in data or data.startswith((b"PK", b"%PDF", *PICTURES)) else data.decode("utf-8", "replace")
