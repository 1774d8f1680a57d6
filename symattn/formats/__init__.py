"""One writer per format: ``escape`` a text, ``write`` a box, set an author's ``prose``.

A new format is one module here, or an extension, with a ``Writer`` class, known wherever formats are named. Its templates
(``page``, ``macros`` and ``figure``) are in the module as ``TEMPLATES``, or, where they are long, in a folder of templates of the
format's name.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING, Protocol

from symattn import extensions
from symattn.errors import SymattnError, nearest
from symattn.files import folder
from symattn.said import Glossary, Strings

if TYPE_CHECKING:
    from symattn.boxes import Box


class Writer(Protocol):
    """What a format knows: plain text, mathematics, and the LaTeX text of an author's prompt. One whose formulas have one size
    has a ``column`` too: how many millimetres its text is wide unless a sheet says so.

    >>> writer("tex").escape("50 % of A & B")
    '50 \\\\% of A \\\\& B'
    """

    name: str
    paper: bool  # lines are laid out on paper by the millimetre
    room: (
        float | None
    )  # how wide a line of working may be, by the measure of ``wide``; None where the reader breaks it

    def wide(self, box: Box) -> float:
        """How wide a formula is, in the format's own unit."""

    def escape(self, text: str) -> str:
        """Plain text, safe in this format."""

    def write(self, box: Box) -> str:
        """A formula, without what marks it as mathematics."""

    def inline(self, box: Box) -> str:
        """A formula inside a sentence."""

    def prose(self, latex: str) -> str:
        """An author's LaTeX text in this format."""


def names() -> Strings:
    """The formats that pages are written in, found by their templates.

    >>> {"tex", "html", "md", "text"} <= set(names())
    True
    """
    return (*own(), *extensions.modules("formats"))


@cache
def own() -> Strings:
    """Those of this folder.

    >>> "html" in own()
    True
    """
    templates = folder("templates")
    return tuple(
        module.name
        for module in iter_modules(__path__)
        if (templates / module.name / "page.j2").is_file()
        or hasattr(import_module(f"{__name__}.{module.name}"), "TEMPLATES")
    )


def suffix(name: str) -> str:
    """The ending of a format's files: the format's name, but for plain text.

    >>> suffix("html"), suffix("text")
    ('.html', '.txt')
    """
    return ".txt" if name == "text" else f".{name}"


def writer(name: str) -> Writer:
    """The writer of a format; SymattnError names the nearest format when there is none.

    >>> writer("md").name
    'md'
    """
    if name not in names():
        known = ", ".join(names())
        raise SymattnError(
            f"format {name!r}: no such format; write one of {known}. {nearest(name, names())}".rstrip()
        )
    made: Writer = _module(name).Writer()
    return made


def own_templates(name: str) -> Glossary:
    """The templates that a format's module brings along, as they are asked for: ``gitlab/page.j2``. A format is called as its
    file is; what its templates ask for may be called as its writer is.

    >>> own_templates("tex")
    {}
    """
    module = _module(name)
    brought = getattr(module, "TEMPLATES", {})
    return {
        f"{called}/{template}.j2": text
        for called in (getattr(module.Writer, "name", name), name)
        for template, text in brought.items()
    }


def _module(name: str) -> ModuleType:
    return (
        import_module(f"{__name__}.{name}")
        if name in own()
        else extensions.modules("formats")[name]
    )
