"""Worksheets for learning platforms: each platform is one writer here and one template folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from symattn.course.platforms import gradescope, moodle, numbas, prairielearn, qti
from symattn.course.vary import carried
from symattn.errors import SymattnError
from symattn.files import contents, shown, write_whole
from symattn.sheet import Sheet
from symattn.sheet.source import LARGEST, decoded

SHEET = "sheet.toml"
"""The worksheet's place in an export."""
Writer = Callable[[Sheet, str], dict[str, bytes]]

PLATFORMS: dict[str, Writer] = {
    "gradescope": gradescope.files,
    "moodle": moodle.files,
    "numbas": numbas.files,
    "prairielearn": prairielearn.files,
    "qti": qti.files,
}


def export(platform: str, sheet: Sheet, folder: Path) -> list[Path]:
    """Write the platform's files for a sheet into a folder, each whole or not at all; raises OSError.

    The sheet goes along with its notation in it. A worksheet that lies in the folder and was not put there by an
    export is not overwritten: SymattnError.
    """
    source = decoded(contents(sheet.path, LARGEST), shown(sheet.path))
    made = PLATFORMS[platform](sheet, carried(source, sheet.path.parent))
    there = [place for place in made if (folder / place).exists()]
    if there == [SHEET] and (folder / SHEET).read_bytes() != made[SHEET]:
        raise SymattnError(f"{shown(folder / SHEET)}: a worksheet lies there already; name another folder for the export")
    paths = []
    for place, data in made.items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)
        if data.startswith(b"#!"):
            path.chmod(0o755)
        paths.append(path)
    return paths
