"""A class to attack: one sheet, a roster of Ada (s01), Mallory (s02) and Zoe (s03), right and wrong answers, and a marked report."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from symattn.cli import main

SHEET = '[[question]]\nid = "q1"\nsteps = ["Q = X @ X"]\ngiven.X = [[1, 2], [3, 4]]\n[[question.part]]\nasks = ["Q"]\nmarks = 2\n'
GOOD = "[q1]\nQ = [[7, 10], [15, 22]]\n"
BAD = "[q1]\nQ = [[1, 1], [1, 1]]\n"
ROSTER = "id,name\ns01,Ada\ns02,Mallory\ns03,Zoe\n"
FULL, NONE = "2", "0"


@dataclass(frozen=True)
class Said:
    """What a run came to: its exit code, the marks by student, the rows as they stand, and what was said beside them."""

    code: int
    marks: Mapping[str, str]
    rows: list[dict[str, str]]
    words: str


def hand_in(place: Path, files: Mapping[str, str]) -> Path:
    """A sheet, a roster and what was handed in: the path of a file and its text, or "-> target" for a link."""
    (place / "sheet.toml").write_text(SHEET, "utf-8")
    (place / "class.csv").write_text(ROSTER, "utf-8")
    for name, text in files.items():
        path = place / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if text.startswith("-> "):
            path.symlink_to(text[3:])
        else:
            path.write_text(text, "utf-8")
    return place


def check(place: Path, *answers: str, roster: bool = True, more: tuple[str, ...] = ()) -> Said:
    """Mark what was handed in, as a grader does."""
    paths = [str(place / name) for name in answers or ("in",)]
    known = ["--roster", str(place / "class.csv")] if roster else []
    result = CliRunner().invoke(main, ["check", str(place / "sheet.toml"), *paths, *known, "--format", "csv", *more], standalone_mode=False)
    if result.exception is not None:
        return Said(2, {}, [], f"{result.exception}\n{result.stderr}")
    rows = [row for row in csv.DictReader(io.StringIO(result.stdout)) if row["verdicts"] != "absent"]
    return Said(result.return_value, {row["id"]: row["marks"] for row in rows}, rows, result.stderr)
