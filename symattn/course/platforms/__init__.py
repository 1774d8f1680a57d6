"""Worksheets for learning platforms: each platform is one writer here and one template folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from symattn.course.platforms import gradescope, moodle, prairielearn
from symattn.sheet import Sheet

Writer = Callable[[Sheet, str], dict[str, bytes]]

PLATFORMS: dict[str, Writer] = {
    "gradescope": gradescope.files,
    "moodle": moodle.files,
    "prairielearn": prairielearn.files,
}


def export(platform: str, sheet: Sheet, folder: Path) -> list[Path]:
    """Write the platform's files for a sheet into a folder, each whole or not at all; raises OSError."""
    from symattn.files import write_whole

    made = PLATFORMS[platform](sheet, sheet.path.read_text("utf-8"))
    paths = []
    for place, data in made.items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)
        if data.startswith(b"#!"):
            path.chmod(0o755)
        paths.append(path)
    return paths
