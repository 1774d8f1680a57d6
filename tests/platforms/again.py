"""A sheet that is corrected after its questions are in quizzes of a real Moodle: each is imported again as a new version of itself.

    python tests/platforms/again.py FOLDER PHP

FOLDER and PHP are as for ``pages.py``; the site has the plugin "Import question as new version" (maths/moodle-qbank_importasversion). It
ends with 1 where a question is not the same entry with a newer version that its quiz asks, or right answers of the corrected sheet do not
earn all.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import time
from pathlib import Path

from expected import of_sheet

from symattn.course.platforms import export
from symattn.sheet import load

HERE = Path(__file__).resolve().parent
SHEET = """
title = "TITLE"
[[question]]
prompt = 'Divide.'
steps = ["A = X / 3"]
given.X = [[1, 2]]
[[question]]
prompt = 'Multiply.'
steps = ["B = X * 3"]
given.X = [[1, 2]]
[[question.part]]
label = "a"
asks = ["B"]
"""


def main(folder: str, php: str) -> int:
    """Import, ask in quizzes, correct, import again, answer."""
    place = Path(folder) / "again"
    place.mkdir(exist_ok=True)
    run = shlex.split(php)
    titled = f"Imported again {time.time():.0f}"  # a category of its own: an ID number is there once
    first = SHEET.replace("TITLE", titled)
    for text in (first, first.replace("[[1, 2]]", "[[4, 5]]")):
        (place / "sheet.toml").write_text(text, "utf-8")
        sheet = load(place / "sheet.toml")
        export("moodle", sheet, place)
        if text == first:
            subprocess.run([*run, HERE / "moodle/import.php", place / "cloze.xml", place / "stack.xml"], check=True)
    wrong = 0
    for kind, type, names in (("cloze", "multianswer", {"q1": "q1", "q2": "q2"}), ("stack", "stack", {"q1": "q1", "q2 (a)": "q2-a"})):
        for name, file in names.items():
            full = f"{titled}: {name}"
            subprocess.run([*run, HERE / "moodle/quiz.php", full, "1", "1", type], check=True, capture_output=True)
            done = subprocess.run([*run, HERE / "moodle/again.php", full, type, place / f"versions/{kind}/{file}.xml"], check=False, capture_output=True, text=True)
            print(f"{full}, {kind}: {done.stdout.strip()} {done.stderr.strip()}")
            wrong += done.returncode != 0
    (place / "expected.json").write_text(json.dumps(of_sheet(sheet), ensure_ascii=False), "utf-8")
    wrong += subprocess.run([*run, HERE / "moodle/cloze.php", place / "expected.json"], check=False).returncode
    wrong += subprocess.run([*run, HERE / "moodle/stack.php", "300", f"{titled}%"], check=False).returncode
    return wrong > 0


if __name__ == "__main__":
    assert os.environ.get("MOODLE"), "MOODLE is the folder of the installed site"
    sys.exit(main(*sys.argv[1:]))
