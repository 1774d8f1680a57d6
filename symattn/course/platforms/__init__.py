"""Worksheets for learning platforms: each platform is one writer here and one template folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from secrets import token_hex

from symattn.course.platforms import gradescope, moodle, numbas, prairielearn, qti
from symattn.course.platforms.variants import MANY, SECRET
from symattn.course.vary import carried, secret_in
from symattn.errors import SymattnError
from symattn.files import contents, shown, write_whole
from symattn.limits import LARGEST_SHEET
from symattn.sheet import Sheet
from symattn.sheet.source import decoded

SHEET, README = "sheet.toml", "README.md"
"""Places of an export at which something of the author's own may lie."""
Writer = Callable[[Sheet, str, int, str], dict[str, bytes]]

PLATFORMS: dict[str, Writer] = {
    "gradescope": gradescope.files,
    "moodle": moodle.files,
    "numbas": numbas.files,
    "prairielearn": prairielearn.files,
    "qti": qti.files,
}
CLASSES: dict[str, Callable[[Path], dict[str, bytes]]] = {"gradescope": gradescope.class_files}
"""Platforms that take a manifest of ``symattn vary``."""


def export(platform: str, sheet: Sheet, folder: Path, many: int = MANY, secret: str = "") -> list[Path]:
    """Write the platform's files for a sheet into a folder, each whole or not at all; raises OSError.

    Of a template so *many* variants go along, where the platform cannot draw numbers by itself, and the sheet with its notation
    in it where symattn marks. They are drawn with a *secret*, the folder's or a new one, which is kept there. A worksheet that
    lies in the folder and was not put there by an export is not overwritten: SymattnError.
    """
    source = decoded(contents(sheet.path, LARGEST_SHEET), shown(sheet.path))
    drawn = sheet.vary is not None and platform not in CLASSES
    if drawn and not secret:
        secret = secret_in(folder / SECRET) if (folder / SECRET).exists() else token_hex(16)
    made = PLATFORMS[platform](sheet, carried(source, sheet.path), many, secret if drawn else "")
    return _put(made | ({SECRET: f"{secret}\n".encode()} if drawn else {}), folder)


def export_class(platform: str, manifest: Path, folder: Path) -> list[Path]:
    """Write the platform's files for a class whose students have numbers of their own; raises OSError, SymattnError."""
    if platform not in CLASSES:
        raise SymattnError(f"{platform} draws numbers or takes variants by itself; export the template, not {shown(manifest)}")
    return _put(CLASSES[platform](manifest), folder)


def _put(made: dict[str, bytes], folder: Path) -> list[Path]:
    there = [place for place in made if (folder / place).exists()]
    strange = [place for place in there if (folder / place).read_bytes() != made[place]]
    if strange and set(there) <= {SHEET, README}:
        what = "a worksheet" if SHEET in strange else "a file"
        raise SymattnError(f"{shown(folder / strange[0])}: {what} lies there already; name another folder for the export")
    paths = []
    for place, data in made.items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)
        if data.startswith(b"#!"):
            path.chmod(0o755)
        paths.append(path)
    return paths
