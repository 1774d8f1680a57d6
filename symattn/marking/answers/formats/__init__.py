"""The formats of answer files: one module each, found where it lies or an extension; adding a format is adding a file.

A module has ``SUFFIXES``, the endings of its files with what they are in a few words, and ``read(data, ids)``: from the
bytes of a file and the ids of the sheet's questions to its contents, all of them one student's. It raises SymattnError
for what is no such file. It may have ``form(data, ids)`` for a file of many students': the contents of each, and an ``ORDER``
by which the formats are named to people: the commonest first, 50 where nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Protocol

from symattn import extensions
from symattn.errors import SymattnError
from symattn.marking.answers.written import Contents
from symattn.marking.said import reading
from symattn.said import Strings

FEWEST = 5  # characters of ASCII for each other one, in a text of Windows


class Format(Protocol):
    """What the module of a format has."""

    SUFFIXES: dict[str, str]

    @staticmethod
    def read(data: bytes, ids: frozenset[str]) -> Sequence[Contents]:
        """The contents of a student's file."""
        ...


def formats() -> dict[str, Format]:
    """Every suffix with the module that reads it, the commonest first; what is built in keeps its suffixes.

    >>> ".toml" in formats(), ".pdf" in formats()
    (True, False)
    """
    others = extensions.modules("answers")
    return {**_by_suffix(others.values()), **own()} if others else own()


@cache
def own() -> dict[str, Format]:
    """Those of this folder.

    >>> ".json" in own()
    True
    """
    modules = (
        import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)
    )
    return _by_suffix(
        sorted(
            modules, key=lambda module: (getattr(module, "ORDER", 50), module.__name__)
        )
    )


def _by_suffix(modules: Iterable[ModuleType]) -> dict[str, Format]:
    return {suffix: module for module in modules for suffix in module.SUFFIXES}  # type: ignore[misc]


def suffixes() -> Strings:
    """The suffixes of answer files.

    >>> ".tex" in suffixes()
    True
    """
    return tuple(formats())


def decoded(data: bytes, strict: bool = False) -> str:
    """The text of a file, in UTF-8 or as Windows in the west of Europe writes it; raises SymattnError for anything else.

    *strict* is for what is UTF-8 by its own standard: TOML, JSON, YAML.

    >>> decoded(b"a\\r\\nb"), decoded("Lösung, Aufgabe 1".encode("cp1252"))
    ('a\\nb', 'Lösung, Aufgabe 1')
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = "" if strict else _of_windows(data)
        if not text:
            raise SymattnError(reading("not_utf8", byte=error.start + 1)) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _of_windows(data: bytes) -> str:
    """Words with letters and signs of cp1252 in them; "" for what has other bytes, or no words."""
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        return ""
    plain = all(char.isprintable() or char in "\t\r\n\f" for char in text)
    foreign = sum(not char.isascii() for char in text)
    return text if plain and foreign * FEWEST < len(text) else ""
