"""What students call things: the words of templates/words/called.toml, and of the file of that name in every other language.

A pattern names them, "«row»", and is made of the words of all languages there are, English first: a student may write another
language than the sheet's. With a language that comes later they are made anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from symattn import toml
from symattn.extensions import forgetting
from symattn.files import FileError, folder, language_folders, open_inside, shown
from symattn.formats.trust import is_as_trusted
from symattn.later import Pattern, pattern
from symattn.limits import LARGEST_TEMPLATE
from symattn.said import Keyed, Strings

CATALOGUE = Path("words", "called.toml")
_NAME = pattern(r"«([\w.]+)»")


@forgetting
@cache
def words_of(home: Path) -> dict[str, Strings]:
    """What things are called in the language of a folder, by the things' names; raises FileError.

    >>> words_of(folder("templates") / "de")["line.queries"]
    ('Anfragen?\\\\b', 'Abfragen?\\\\b')
    """
    if not (home / CATALOGUE).is_file():
        return {}
    data = open_inside(home, CATALOGUE, LARGEST_TEMPLATE)
    if not is_as_trusted(home, CATALOGUE, data):
        return {}
    try:
        found = dict(_flat(toml.loads(data.decode("utf-8"))))
        for words in found.values():
            re.compile("|".join(words))
    except (ValueError, TypeError, re.error) as error:
        raise FileError(shown(home / CATALOGUE), str(error)) from None
    return found


def _flat(table: Keyed, above: str = "") -> Iterator[tuple[str, Strings]]:
    """The words of a table and of the tables in it, which have their names before a dot."""
    for name, found in table.items():
        if isinstance(found, dict):
            yield from _flat(found, f"{above}{name}.")
        else:
            yield f"{above}{name}", tuple(found)


@forgetting
@cache
def _known() -> dict[str, list[str]]:
    """What everything is called, English words first; what stands in a table by the table's name too."""
    found: dict[str, list[str]] = {}
    for home in (
        folder("templates"),
        *dict(sorted(language_folders().items())).values(),
    ):
        for name, words in words_of(home).items():
            for key in {name, name.partition(".")[0]}:
                found.setdefault(key, []).extend(words)
    return found


def things(table: str) -> list[str]:
    """The things of a table, by their names.

    >>> things("many")
    ['many.1', 'many.2', 'many.3', 'many.4']
    """
    return [name for name in _known() if name.startswith(f"{table}.")]


def called(name: str) -> Sequence[str]:
    """What a thing is called in any language; of a table, all that is in it.

    >>> called("row"), called("nth.2")[:3]
    (['row', 'Zeile', 'ligne'], ['second', '2nd', 'zweite[mnrs]?'])
    """
    return _known().get(name, ())


@forgetting
@cache
def words_for(*names: str) -> frozenset[str]:
    """What things are called, in small letters; of things whose words are no patterns.

    >>> "gibt" in words_for("is", "gives")
    True
    """
    return frozenset(word.lower() for name in names for word in called(name))


def filled(looks: str) -> str:
    """A pattern with the words of what it names.

    >>> filled("«row» 1")
    '(?:row|Zeile|ligne) 1'
    """
    return _NAME.sub(lambda m: f"(?:{'|'.join(called(m[1])) or '(?!)'})", looks)


@forgetting
@cache
def _compiled(looks: str, flags: int) -> re.Pattern[str]:
    return re.compile(filled(looks), flags)


class SpokenPattern(Pattern[str]):
    """A pattern of words, compiled with its first use in the languages that there are then."""

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(_compiled(self.pattern, self._flags), name)


if TYPE_CHECKING:
    spoken = pattern
else:

    def spoken(looks: str, flags: int = 0) -> SpokenPattern:
        """As `re.compile`, for patterns with words of students.

        >>> bool(spoken("«row» [12]", re.I).fullmatch("zeile 2"))
        True
        """
        return SpokenPattern(looks, flags)
