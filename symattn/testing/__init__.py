"""The kit for extensions: ``python -m symattn.testing FILE`` tries one, wherever it lies, and says what does not hold.

A file of Python may hold operations, slips, a format of pages or of answers, a platform; a ``.toml`` file is a worksheet, a
notation or a kind of attention; a folder is a language. What is tried is what the tests of symattn try on its own.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from symattn import extensions
from symattn.errors import SymattnError, in_extension
from symattn.files import contents
from symattn.limits import LARGEST_SHEET
from symattn.ops import OPS
from symattn.said import Strings
from symattn.tables import some
from symattn.testing import files, operations

__all__ = ["Tried", "tried"]
Look = Callable[[], Iterable[str]]


class Tried(NamedTuple):
    """One thing that was tried: on what, what it was, what did not hold, and what else there is to tell."""

    of: str
    what: str
    faults: Strings
    notes: Strings = ()

    @property
    def untried(self) -> bool:
        """Whether it could not be tried, which its note tells."""
        return some(self.notes, files.Untried)


def tried(path: Path) -> Iterator[Tried]:
    """Everything that is tried on a file, one after the other; raises SymattnError for a file that is no extension.

    >>> from symattn.files import folder
    >>> [one.faults for one in tried(folder("worksheets") / "notations" / "paper.toml")]
    [()]
    """
    looks = _looks(path)
    if not looks:
        raise SymattnError(
            f"{path} holds no operation, slip, format or platform",
            "see symattn help extensions",
        )
    met: dict[str, str] = {}
    for of, what, look in looks:
        once = partial(_once, met, f"{of}: {what}")
        said = faults(look)
        notes = tuple(one for one in said if isinstance(one, files.Note))
        wrong = (one for one in said if not isinstance(one, files.Note))
        yield Tried(of, what, tuple(map(once, wrong)), notes)


def _once(met: dict[str, str], place: str, fault: str) -> str:
    """A fault as it is told the first time; where another look had met it already, that look."""
    first = met.setdefault(fault, place)
    return fault if first == place else f"the same as for {first}"


def _looks(path: Path) -> list[tuple[str, str, Look]]:
    if path.is_dir():
        if not (path / "words").is_dir():
            raise SymattnError(
                f"{path} is no language, for it has no folder words",
                "name the folder of a language, or files that end in .py or .toml",
            )
        extensions.lies(path.resolve())
        return [("language", path.name, partial(files.language, path))]
    if path.suffix == ".toml":
        return [_data(path)]
    if path.suffix == ".py":
        return list(_python(path))
    raise SymattnError(
        f"{path} is no extension",
        "name a file that ends in .py or .toml, or the folder of a language",
    )


def faults(look: Look) -> Strings:
    """What one look found; an error on the way is a fault as well."""
    try:
        return tuple(look())
    except Exception as error:  # a rule that is new may raise anything
        return (in_extension(error) or f"{type(error).__name__}: {error}",)


def _data(path: Path) -> tuple[str, str, Look]:
    try:
        table = tomllib.loads(contents(path, LARGEST_SHEET).decode())
    except ValueError as error:
        raise SymattnError(f"{path}: {error}") from None
    if "question" in table:
        return "worksheet", path.stem, partial(files.worksheet, path)
    if "lines" in table:
        return "kind of attention", path.stem, partial(files.attention, path)
    return "notation", path.stem, partial(files.notation, path)


def _python(path: Path) -> Iterator[tuple[str, str, Look]]:
    module = _loaded(path)
    of = module.__name__
    for name, record in OPS.items():
        entered = record.run.__module__ == of
        for title, check in operations.CHECKS.items():
            if entered or (
                title == "slips"
                and any(slip.of == of for slip in record.slips.values())
            ):
                for what, look in (
                    _by_dialect(name)
                    if title == "code"
                    else ((title, partial(check, name)),)
                ):
                    yield f"operation {name}", what, look
    if hasattr(module, "Writer"):
        yield "format", path.stem, partial(files.format_of_pages, path.stem)
    if hasattr(module, "SUFFIXES"):
        yield "format of answers", path.stem, partial(files.format_of_answers, module)
    if hasattr(module, "files"):
        yield "platform", path.stem, partial(files.platform, module)


def _by_dialect(name: str) -> list[tuple[str, Look]]:
    return [
        (f"code in {dialect}", partial(operations.code_in, dialect, name))
        for dialect in operations.SHOWN
    ]


def _loaded(path: Path) -> ModuleType:
    """The module of a file: loaded already, where it is one of symattn's own or of a distribution's."""
    place = path.resolve()
    own = (
        one
        for one in list(sys.modules.values())
        if getattr(one, "__file__", None) == str(place)
    )
    return next(own, None) or extensions.take(place, contents(path, LARGEST_SHEET))
