"""Who is in the class, and which files are whose: several files of one student are one submission."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from functools import cached_property
from pathlib import Path

from symattn.course.batch.roster import by_columns, roster
from symattn.course.cohort.whose import Owner, by_id, by_name, by_platform, of_label
from symattn.errors import SymattnError
from symattn.files import inert, shown
from symattn.marking.answers.handins import FORMS, entries, is_folder_itself
from symattn.marking.said import fact, reading
from symattn.records import frozen
from symattn.said import Glossary
from symattn.tables import apart_from


@frozen
class HandedPath:
    """A file or a folder that is to be somebody's; ``names`` are the last so many parts of its path that may say whose, the
    outermost first; ``alone`` says that the outermost of them says it, or none."""

    path: Path
    names: int = 1
    alone: bool = False


@frozen
class Handin:
    """What one student handed in: files or folders, and whose they are as far as that is known.

    ``sure`` says that a platform or the roster stands behind that, ``stranger`` that the class is known and this is of nobody in
    it, ``why`` that it is not marked, ``form`` that it is a table of many students' answers and nobody's own, ``source`` what of
    its path says whose it is.
    """

    places: tuple[Path, ...]
    student: str = ""
    name: str = ""
    stranger: bool = False
    why: str = ""
    sure: bool = True
    form: bool = False
    source: str = ""


@frozen
class Roll:
    """The students of a class, id → name; empty where nobody said who is in it.

    >>> roll = Roll({"s01": "Ada", "s02": ""})
    >>> found = roll.handins(map(HandedPath, [Path("s01_a.tex"), Path("s01_b.tex"), Path("zoe.tex")]))
    >>> [(one.student, one.name, len(one.places)) for one in found]
    [('s01', 'Ada', 2), ('zoe', '', 1)]
    """

    names: Glossary = field(default_factory=dict)

    @classmethod
    def matching(cls, file: Path, answers: Sequence[Path]) -> tuple[Roll, str]:
        """The class of a roster by that column of it which the names of files and folders have most ids of, and what is to be
        said where that does not decide it; raises SheetError.

        Students are counted, not files: a number that stands in every name is nobody's.
        """
        listed = by_columns(file)
        rolls = [cls({one.id: one.name for one in by.students}) for by in listed]
        found = [len(roll._present(answers)) for roll in rolls]
        if not any(found):
            return cls({one.id: one.name for one in roster(file)}), ""
        best = found.index(max(found))
        matched = [
            (by.title, count) for by, count in zip(listed, found, strict=True) if count
        ]
        said = ""
        if len(matched) > 1:
            columns = ", ".join(
                f'"{inert(title[:30])}" {count}' for title, count in matched
            )
            taken = inert(listed[best].title[:30])
            said = f'{shown(file)}: names of files have ids of several columns ({columns}); those of "{taken}" are taken'
        return rolls[best], said

    def _present(self, answers: Sequence[Path]) -> set[str]:
        """The students whose ids stand in names of what was handed in."""
        found: set[str] = set()
        for path in answers:
            try:
                places = (
                    self.inside(path)
                    if is_folder_itself(path)
                    else [HandedPath(path, 2)]
                )
            except (OSError, SymattnError):  # said when it is read
                continue
            owners = (
                self.sure(place)
                for one in places
                for place in (one.path, *one.path.parents[: one.names - 1])
            )
            found |= {
                owner.student
                for owner in owners
                if owner and owner.student in self.names
            }
        return found

    @cached_property
    def _ids(self) -> Glossary:
        return {id.casefold(): id for id in self.names}

    def inside(self, folder: Path) -> list[HandedPath]:
        """What lies in a folder that was named: a class's, in which each thing is somebody's, but for one that is a student's by
        its whole name; raises SymattnError where it may be either, OSError.

        One folder alone, which an archive was packed with, is gone into where it holds several students' work.
        """
        found = entries(folder)
        if by_platform(folder, self._ids):
            return [HandedPath(folder)]
        if own := self._ids.get(folder.name.casefold()):
            whose = [
                (path.name, owner.student)
                for path in found
                if (owner := self.sure(path))
            ]
            if others := [
                name
                for name, student in whose
                if student != own and student in self.names
            ]:
                raise SymattnError(
                    reading(
                        "whose_folder", folder=shown(folder), other=shown(others[0])
                    )
                )
            return [HandedPath(folder)]
        if len(found) == 1 and is_folder_itself(found[0]) and not self.sure(found[0]):
            packed = entries(found[0])
            if (
                len({owner.student for path in packed if (owner := self.sure(path))})
                > 1
            ):
                found = packed
        return [HandedPath(path) for path in found]

    def files(self, paths: Sequence[Path]) -> list[HandedPath]:
        """Files that were named one by one: below the folder that holds them all, a folder may say whose they are; that one and
        the one above it by its whole name alone."""
        try:
            shared = len(
                Path(
                    os.path.commonpath([path.parent.absolute() for path in paths])
                ).parts
            )
        except ValueError:  # no files at all, or on several drives
            shared = 0
        found = []
        for path in paths:
            below = len(path.absolute().parts) - shared
            exact = [
                depth
                for depth, parent in enumerate(path.parents[:2], 2)
                if self._is_one(parent)
            ]
            found.append(HandedPath(path, max(min(3, below), *exact, 1)))
        outermost = {
            one: one.path.parents[one.names - 2] for one in found if one.names > 1
        }
        beside = {
            folder.parent for folder in outermost.values() if self.sure(folder)
        }  # where folders are students'
        return [
            replace(one, alone=one in outermost and outermost[one].parent in beside)
            for one in found
        ]

    def _is_one(self, folder: Path) -> bool:
        """Whether a folder is one student's by its whole name."""
        return (
            folder.name.casefold() in self._ids
            or by_platform(folder, self._ids) is not None
        )

    def sure(self, path: Path) -> Owner | None:
        """Whose something is by its own name, where a platform or the roster says so.

        A platform's name is looked at in its fields alone: what a student is called, or calls a file, is nobody's id.
        """
        return by_platform(path, self._ids) or by_id(path, self._ids)

    def _owner(self, one: HandedPath) -> tuple[Owner, Path | None]:
        """Whose something is, by the outermost name that says so, and the link on the way from there to it."""
        way = [*reversed(one.path.parents[: one.names - 1]), one.path]
        for depth, path in enumerate(way):
            owner = self.sure(path) or (by_name(path) if one.alone else None)
            if owner:
                return owner, next(
                    (place for place in way[depth:-1] if place.is_symlink()), None
                )
        return by_name(one.path), None

    def handins(self, given: Iterable[HandedPath]) -> list[Handin]:
        """The submissions, in their order: all that has one source is one, and what two sources have of one student is marked
        for neither.

        A table whose rows are students is a form: what is a student's own by its name never is, whomever its rows name, nor,
        where nobody said who is in the class, what lies among answers of other kinds.
        """
        found: dict[str, Handin] = {}
        given = list(given)
        may_be_forms = bool(self.names) or all(map(_is_table, given))
        for one in given:
            owner, link = self._owner(one)
            form = may_be_forms and _is_table(one) and not owner.sure
            key = (
                owner.student
                if owner.sure
                else str(one.path)
                if form
                else f"{one.path.parent}/{owner.student}"
            )
            if key not in found:
                name = self.names.get(owner.student, owner.name)
                stranger = self.is_stranger(owner.student)
                found[key] = Handin(
                    (),
                    owner.student,
                    name,
                    stranger,
                    "",
                    owner.sure,
                    form,
                    owner.source,
                )
            before = found[key]
            why = before.why or (
                reading("of_file", name=shown(link), said=fact(reading("link")))
                if link
                else ""
            )
            if before.source != owner.source:
                why = reading(
                    "two_sources",
                    one=shown(before.places[0]),
                    two=shown(one.path),
                    student=owner.student,
                )
            found[key] = replace(before, places=(*before.places, one.path), why=why)
        return list(found.values())

    def known(self, label: str) -> str:
        """The student whom a row of a form names; the label itself where that is nobody."""
        return of_label(label, self._ids)

    def is_stranger(self, student: str) -> bool:
        """Whether the class is known, and a student is none of it."""
        return bool(self.names) and student not in self.names

    def absent(self, present: Iterable[str]) -> Glossary:
        """The students of whom there is nothing, id → name."""
        here = set(present)
        return apart_from(self.names, here)


def _is_table(one: HandedPath) -> bool:
    return one.path.suffix.lower() in FORMS and not is_folder_itself(one.path)


def called(handin: Handin) -> str:
    """A submission as messages call it.

    >>> called(Handin((Path("in/zoe.tex"),)))
    'in/zoe.tex'
    """
    return shown(handin.places[0])
