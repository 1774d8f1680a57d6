"""What stands in a script, to be shown beside what explains it: its own text of the lines, and pictures handed in with it."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence

from symattn.course.batch.scripts import HandedScript
from symattn.course.cohort.facts import Facts
from symattn.course.cohort.overview import Group
from symattn.errors import SymattnError
from symattn.files import inert
from symattn.later import pattern
from symattn.limits import (
    LARGEST_PICTURE,
    LONGEST_BESIDE,
    LONGEST_LINE_BESIDE,
    MOST_BESIDE,
    MOST_GROUPS_BESIDE,
    MOST_PICTURES,
)
from symattn.marking.answers import submission
from symattn.marking.answers.files import SubmittedFile, pieces, read
from symattn.marking.answers.ledger import ANSWER, AnswerText, LedgerEntry
from symattn.marking.answers.written import Contents
from symattn.marking.sheet import Ready
from symattn.records import frozen
from symattn.said import Strings

NAME = 2  # lines between a name and the numbers below it
PICTURES = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
}
DRAWN = (".png", ".jpg", ".jpeg", ".gif", ".pdf")
_SCANNED = pattern(rb"/DCTDecode[^\x80-\xff]{0,2000}?stream\r?\n(?=\xff\xd8\xff)")


@frozen
class Beside:
    """One script beside a group: whose it is, its text, its pictures as data."""

    label: str
    text: str = ""
    pictures: Strings = ()


def beside(
    groups: Iterable[Group],
    facts: Iterable[Facts],
    scripts: Iterable[HandedScript],
    ready: Ready,
) -> dict[str, list[Beside]]:
    """The first scripts of each group: the name of the group → what stands in them of the lines that it is about."""
    files = {one.label: one.file for one in facts}
    known = {script.shown: script for script in scripts}
    left = MOST_PICTURES
    found: dict[str, list[Beside]] = {}
    for group in list(groups)[:MOST_GROUPS_BESIDE]:
        for label in group.students[:MOST_BESIDE]:
            with ready.reading():
                one = _shown(label, files.get(label, ""), known, ready, group, left)
            left -= len(one.pictures)
            if one.text or one.pictures:
                found.setdefault(group.name, []).append(one)
    return found


def _own(ready: Ready, group: Group, content: Contents) -> list[str]:
    """What stands in a file of the lines of a group; nothing where it has none of them."""
    found = submission("", [content], ready.namings)
    here = found.answers.get(group.question, {})
    mine = [
        entry
        for entry in found.ledger
        if entry.kind == ANSWER and entry.what in group.lines and entry.what in here
    ]
    mine += [
        LedgerEntry("", here[line].line, ANSWER, line)
        for line in group.lines
        if line in here and here[line].line
    ]
    return [text for source in content.sources if (text := _passage(source, mine))]


def _passage(source: AnswerText, entries: Sequence[LedgerEntry]) -> str:
    """The lines of a text in which some numbers stand, with the line of a name above them; dots stand for what is between.

    >>> _passage(AnswerText("Hello\\nS =\\n[1 3]\\n\\nL = 2\\n"), [LedgerEntry("1 3", 3, ANSWER, "S")])
    'S =\\n[1 3]'
    """
    if source.cell:
        return (
            source.text if any(entry.line == source.cell for entry in entries) else ""
        )
    rows = source.text.split("\n")
    at: dict[int, str] = {}
    for k, text in ((entry.line - source.above - 1, entry.text) for entry in entries):
        if 0 <= k < len(rows) and rows[k].strip():
            at[k] = at.get(k) or text
    for k in [k for k in sorted(at) if not re.search(r"[=:≈]", rows[k])]:
        above = next(
            (j for j in range(k - 1, max(-1, k - 1 - NAME), -1) if rows[j].strip()), k
        )
        at.setdefault(above, "")
    found: list[str] = []
    last = None
    for k in sorted(at):
        found += (
            ["…"]
            if last is not None and any(row.strip() for row in rows[last + 1 : k])
            else []
        )
        found.append(_around(rows[k], at[k]))
        last = k
    return "\n".join(found)


def _around(row: str, numbers: str) -> str:
    """A line of a text, of a long one what stands around some numbers."""
    if len(row) <= LONGEST_LINE_BESIDE:
        return row
    at = max(0, row.find(numbers.removesuffix("…")) - LONGEST_LINE_BESIDE // 4)
    return f"{'… ' if at else ''}{row[at : at + LONGEST_LINE_BESIDE]}{' …' if at + LONGEST_LINE_BESIDE < len(row) else ''}"


def _shown(
    label: str,
    file: str,
    known: Mapping[str, HandedScript],
    ready: Ready,
    group: Group,
    left: int,
) -> Beside:
    """One script; of a form the row of this student alone."""
    form, _, row = file.rpartition(": ")
    script = known.get(file) or known.get(form)
    own: list[str] = []
    texts: list[str] = []
    pictures: list[str] = []
    for piece in _pieces(script):
        if drawn := list(_pictures(piece)):
            pictures += drawn[: left - len(pictures)]
            continue
        try:
            contents = [
                content
                for content in read(piece, ready.namings)
                if file in known or content.who == row
            ]
            texts += [source.text for content in contents for source in content.sources]
            own += [
                text for content in contents for text in _own(ready, group, content)
            ]
        except SymattnError:
            texts.append(_raw(piece))
    text = "\n".join(own or texts).strip("\n")
    text = text if len(text) <= LONGEST_BESIDE else f"{text[:LONGEST_BESIDE]} …"
    return Beside(label, "\n".join(map(inert, text.split("\n"))), tuple(pictures))


def _pieces(script: HandedScript | None) -> Iterator[SubmittedFile]:
    try:
        yield from pieces(script.places) if script else ()
    except (OSError, SymattnError):
        return


def _pictures(piece: SubmittedFile) -> Iterator[str]:
    """A picture as data, by what it begins with, and the pages of a scanned PDF, which are photographs in it; nothing of anything
    else: nothing that was handed in is run or drawn here."""
    if piece.path.suffix.lower() not in DRAWN:
        return
    try:
        data = piece.data
    except SymattnError:  # said of the script itself
        return
    scanned = data.startswith(b"%PDF") and [
        data[m.end() : data.find(b"endstream", m.end())]
        for m in _SCANNED.finditer(data)
    ]
    for one in scanned or [data]:
        kind = next(
            (kind for begin, kind in PICTURES.items() if one.startswith(begin)), ""
        )
        if kind and len(one) <= LARGEST_PICTURE:
            yield f"data:{kind};base64,{b64encode(one).decode()}"


def _raw(piece: SubmittedFile) -> str:
    """A file that cannot be read as it stands, where it is a text of some kind."""
    try:
        data = piece.data[:LONGEST_BESIDE]
    except SymattnError:
        return ""
    return (
        ""
        if b"\0" in data or data.startswith((b"PK", b"%PDF", *PICTURES))
        else data.decode("utf-8", "replace")
    )
