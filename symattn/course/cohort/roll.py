"""Who is in the class, and which files are whose: several files of one student are one submission."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from symattn.course.batch.roster import roster
from symattn.errors import SymattnError
from symattn.files import shown
from symattn.marking.answers.handins import claim, parts, student


@dataclass(frozen=True)
class Handin:
    """What one student handed in: files or folders, and whose they are as far as that is known.

    ``stranger`` says that the class is known and this is of nobody in it.
    """

    places: tuple[Path, ...]
    student: str = ""
    name: str = ""
    stranger: bool = False


@dataclass(frozen=True)
class Roll:
    """The students of a class, id → name; empty where nobody said who is in it.

    >>> roll = Roll({"s01": "Ada", "s02": ""})
    >>> [(h.student, h.name, len(h.places)) for h in roll.handins([Path("s01_a.tex"), Path("s01_b.tex"), Path("zoe.tex")])]
    [('s01', 'Ada', 2), ('zoe', '', 1)]
    """

    names: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, file: Path | None) -> Roll:
        """The class of a roster, CSV with the columns id and name; raises SheetError."""
        return cls() if file is None else cls({one.id: one.name for one in roster(file)})

    @cached_property
    def _ids(self) -> dict[str, str]:
        return {id.casefold(): id for id in self.names}

    def handins(self, paths: Iterable[Path]) -> list[Handin]:
        """The submissions in some files and folders, in their order; those of one student are together."""
        found: dict[str, Handin] = {}
        paths = [file for path in paths for file in self._opened(path)]
        shared = self._shared(paths)
        for path in paths:
            one = self._of(path, shared)
            sure = one.student in self.names or (not self.names and claim(path).sure)
            is_form = path.suffix.lower() == ".csv" and path.is_file()
            key = one.student if sure and not is_form else f"{path}/"
            before = found.get(key)
            found[key] = one if before is None else Handin((*before.places, path), one.student, one.name)
        return list(found.values())

    def _opened(self, path: Path) -> list[Path]:
        """A folder that is nobody's, but has files that are somebody's by their names, as these files: ``late/s01.tex``."""
        if not self.names or not path.is_dir() or student(path, self._ids) is not None:
            return [path]
        try:
            inside = parts(path)
        except SymattnError:
            return [path]
        return inside if any(student(Path(file.name), self._ids) is not None for file in inside) else [path]

    def _shared(self, paths: list[Path]) -> set[Path]:
        """The folders in which files lie that are somebody's by their own name: the folder's name says nothing of the others."""
        by_name = [path for path in paths if self.names and student(Path(path.name), self._ids) is not None]
        folders: dict[Path, set[str | None]] = {}
        for path in by_name:
            for folder in list(path.parents)[:2]:
                folders.setdefault(folder, set()).add(student(Path(path.name), self._ids))
        return {folder for folder, own in folders.items() if own != {student(Path(f"{folder.name}/"), self._ids)}}

    def _of(self, path: Path, shared: set[Path]) -> Handin:
        own = student(path, self._ids, shared) if self.names else None
        if own is not None:
            return Handin((path,), own, self.names[own])
        said = claim(path)
        return Handin((path,), said.student, said.name, stranger=bool(self.names))

    def known(self, label: str) -> str:
        """The student whom a row of a form names, by the id in it; the label itself where that is of nobody."""
        return student(Path(f"{label}/"), self._ids) or label

    def absent(self, present: Iterable[str]) -> dict[str, str]:
        """The students of whom there is nothing, id → name."""
        here = set(present)
        return {id: name for id, name in self.names.items() if id not in here}


def called(handin: Handin) -> str:
    """A submission as messages call it.

    >>> called(Handin((Path("in/zoe.tex"),)))
    'in/zoe.tex'
    """
    return shown(handin.places[0])
