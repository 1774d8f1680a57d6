"""Worksheets for learning platforms: each is a module of this folder, or an extension, with a function ``files``.

``files(sheet, source, many, secret)`` gives the bytes of every file of the export by its place; ``class_files(manifest)``, which
few have, those for a class of ``symattn vary``.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from secrets import token_hex
from types import ModuleType

from symattn import extensions
from symattn.course.platforms.variants import MANY, SECRET
from symattn.course.vary import carried, secret_in
from symattn.errors import SymattnError
from symattn.files import Files, shown, write_all
from symattn.sheet import Sheet
from symattn.sheet.source import text_of

SHEET, README = "sheet.toml", "README.md"
"""Places of an export at which something of the author's own may lie."""


def platforms() -> dict[str, ModuleType]:
    """The platforms by their names.

    >>> {"gradescope", "moodle"} <= set(platforms())
    True
    """
    return own() | extensions.modules("platforms")


@cache
def own() -> dict[str, ModuleType]:
    """Those of this folder.

    >>> "stack" in own()  # which has no files of its own: it goes with Moodle
    False
    """
    modules = {
        module.name: import_module(f"{__name__}.{module.name}")
        for module in iter_modules(__path__)
    }
    return {
        name: module for name, module in modules.items() if hasattr(module, "files")
    }


def export(
    platform: str, sheet: Sheet, folder: Path, many: int = MANY, secret: str = ""
) -> list[Path]:
    """Write the platform's files for a sheet into a folder, each whole or not at all; raises OSError.

    Of a template so *many* variants go along, where the platform cannot draw numbers by itself, and the sheet with its notation
    in it where symattn marks. They are drawn with a *secret*, the folder's or a new one, which is kept there. A worksheet that
    lies in the folder and was not put there by an export is not overwritten: SymattnError.
    """
    source = carried(text_of(sheet.path), sheet.path)
    return _put(made(platform, sheet, source, many, secret, folder / SECRET), folder)


def made(
    platform: str,
    sheet: Sheet,
    source: str,
    many: int = MANY,
    secret: str = "",
    kept: Path | None = None,
) -> Files:
    """The platform's files for a sheet, whose text is the *source*, with the secret that its variants are drawn with: that which
    is said or *kept*, or a new one."""
    module = platforms()[platform]
    drawn = sheet.vary is not None and not hasattr(module, "class_files")
    if drawn and not secret:
        secret = secret_in(kept) if kept and kept.exists() else token_hex(16)
    files: Files = module.files(sheet, source, many, secret if drawn else "")
    return files | ({SECRET: f"{secret}\n".encode()} if drawn else {})


def export_class(platform: str, manifest: Path, folder: Path) -> list[Path]:
    """Write the platform's files for a class whose students have numbers of their own; raises OSError, SymattnError."""
    module = platforms()[platform]
    if not hasattr(module, "class_files"):
        raise SymattnError(
            f"{platform} draws numbers or takes variants by itself; export the template, not {shown(manifest)}"
        )
    return _put(module.class_files(manifest), folder)


def _put(made: Files, folder: Path) -> list[Path]:
    there = [place for place in made if (folder / place).exists()]
    strange = [place for place in there if (folder / place).read_bytes() != made[place]]
    if strange and set(there) <= {SHEET, README}:
        what = "a worksheet" if SHEET in strange else "a file"
        raise SymattnError(
            f"{shown(folder / strange[0])}: {what} lies there already; name another folder for the export"
        )
    write_all(folder, made)
    for place, data in made.items():
        if data.startswith(b"#!"):
            (folder / place).chmod(0o755)
    return [folder / place for place in made]
