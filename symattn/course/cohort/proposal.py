"""A file of decisions proposed to the grader: a group for each explanation, with nothing decided yet.

The file is TOML that ``--marks`` reads. As it is written it changes nothing: every decision in it is a comment, to be taken out
of it with other marks or a remark, and put back to undo it. A file that is there already keeps every letter; only explanations
that it does not have are added at its end.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from symattn import toml
from symattn.course.cohort.overview import Group, Overview
from symattn.errors import LimitError, SymattnError
from symattn.files import contents, reason, shown, write_whole
from symattn.later import pattern
from symattn.limits import LARGEST_MARKS
from symattn.marking.overrides import GROUP
from symattn.marking.reports.json import number
from symattn.said import Glossary

HEAD = """# What explains the wrong lines of a class, one [[group]] for each explanation.
# To decide for everybody whom it fits, take the # away and change marks or remark; put it back to undo that.
# A decision for one student goes before that of the group:
#   [ada.q1]
#   L_1 = { marks = 1, remark = "seen on paper" }
# Marks for a question, or for a whole script, and "*" for every line there:
#   [ada]
#   marks = 20
#   "q1.*" = { marks = 1 }
# Then: symattn check … --marks THIS-FILE
"""
_BARE = pattern(r"[A-Za-z0-9_-]+")
MOST = 12  # students who are named in a comment


def propose(found: Overview, file: Path, says: Glossary) -> int:
    """Write the groups of a class that the file does not have yet, each with the sentence that *says* what it is; how many they
    were. Raises SymattnError."""
    before = ""
    if file.exists():
        before = contents(file, LARGEST_MARKS).decode("utf-8-sig")
    known = _known(before, file)
    new = [group for group in found.groups if group.of and group.name not in known]
    if new or not before:
        start = before or HEAD
        try:
            parts = [
                line for group in new for line in ("", *_lines(group, says[group.name]))
            ]
            write_whole(file, "\n".join([start.rstrip("\n"), *parts, ""]).encode())
        except OSError as error:
            raise SymattnError(f"cannot write {shown(file)}: {reason(error)}") from None
    return len(new)


def _known(text: str, file: Path) -> set[str]:
    """The explanations in a file; raises SymattnError for what is no file of marks."""
    try:
        groups = toml.loads(text).get(GROUP, [])
    except (LimitError, ValueError) as error:
        raise SymattnError(f"{shown(file)}: {error}") from None
    return (
        {str(group.get("explanation", "")) for group in groups}
        if isinstance(groups, list)
        else set()
    )


def _lines(group: Group, says: str) -> Iterator[str]:
    """One group as TOML."""
    yield f"[[{GROUP}]]"
    yield f"explanation = {quoted(group.name)}"
    yield f"# {_some([says])}"
    yield f"# {_counted(len(group.students))}: {_some(group.students)}"
    now = ", ".join(f"{number(marks)} ({count})" for marks, count in group.marks)
    yield f"# marks now: {now} of {number(group.of)}"
    if not group.question:
        yield f"# marks = {number(group.marks[0][0])}"
        yield '# remark = ""'
    for line, marks in group.usual.items():
        yield f'# {_key(group.question)}.{_key(line)} = {{ marks = {number(marks)}, remark = "" }}'


def _key(name: str) -> str:
    """A name as a key of TOML.

    >>> _key("L_1"), _key("b (i)")
    ('L_1', '"b (i)"')
    """
    return name if _BARE.fullmatch(name) else quoted(name)


def _counted(count: int) -> str:
    return f"{count} script{'' if count == 1 else 's'}"


def _some(students: Iterable[str]) -> str:
    """Some names in a comment: no line break in them ends it.

    >>> _some(["ada", "bo\\nb"])
    'ada, bo b'
    >>> _some("abcdefghijklmno"[:MOST])[-4:], _some("abcdefghijklmno")[-15:]
    ('k, l', 'k, l and 3 more')
    """
    names = [
        " ".join("".join(c if c.isprintable() else " " for c in name).split())
        for name in students
    ]
    return ", ".join(names[:MOST]) + (
        f" and {len(names) - MOST} more" if len(names) > MOST else ""
    )


def quoted(text: str) -> str:
    """A TOML string: JSON's escapes are TOML's.

    >>> quoted('a "b"')
    '"a \\\\"b\\\\""'
    """
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
