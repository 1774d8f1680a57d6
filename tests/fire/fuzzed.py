"""A process of its own that reads what strangers wrote, with little memory: it says what each piece came to, and what it took.

``python fuzzed.py KIND SEED FIRST LAST SIZE`` prints one line of JSON a piece; anything but an answer or an error of
symattn's own ends it with a traceback.
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent))
import attack

MEMORY = 500_000_000


def read(chance: Random, size: int, folder: Path) -> None:
    from symattn.language import read as reader

    reader(attack.number(chance, size))


def sheet(chance: Random, size: int, folder: Path) -> None:
    from symattn.sheet import loads

    loads(attack.sheet(chance, size))


def answer(chance: Random, size: int, folder: Path) -> None:
    from symattn.course.delivery import FEEDBACK, Marked, Wanted, give_back
    from symattn.marking.checking import check_file
    from symattn.marking.reports import FORMATS, written
    from symattn.marking.results import Report
    from symattn.marking.sheet import Ready
    from symattn.sheet import loads

    suffix, text = attack.answer(chance, size)
    path = folder / f"ada{suffix}"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    found = check_file(Ready(loads(attack.SHEET)), path)
    failures = [failure for report in found for failure in report.failures.values()]
    assert not failures, failures[0]
    assert all(0 <= report.marks <= report.of for report in found)
    written(Report("", "", "", found), chance.choice(FORMATS))
    ready = Ready(loads(attack.SHEET))
    give_back([Marked(ready, report) for report in found], Wanted(chance.choice(FEEDBACK), "feedback"))


def roster(chance: Random, size: int, folder: Path) -> None:
    from symattn.course.batch.roster import roster as reader

    path = folder / "class.csv"
    path.write_bytes(attack.roster(chance, size).encode("utf-8", "surrogatepass"))
    reader(path)


def marks(chance: Random, size: int, folder: Path) -> None:
    from symattn.marking.overrides import Marks

    path = folder / "marks.toml"
    path.write_bytes(attack.marks(chance, size).encode("utf-8", "surrogatepass"))
    Marks.read(path)


KINDS = {function.__name__: function for function in (read, sheet, answer, roster, marks)}


def main(kind: str, seed: str, first: int, last: int, size: int) -> None:
    from symattn.errors import SymattnError

    with tempfile.TemporaryDirectory() as name:
        for number in range(first, last):
            print(json.dumps({"begun": number}), flush=True)
            began = time.process_time()
            try:
                KINDS[kind](Random(f"{kind} {seed} {number}"), size, Path(name))
                said = ""
            except SymattnError as error:
                said = str(error)[:200]
            print(json.dumps({"done": number, "seconds": time.process_time() - began, "said": said}), flush=True)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY + 400_000_000, MEMORY + 400_000_000))  # libraries are mapped too
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:6]))
