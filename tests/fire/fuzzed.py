"""A process of its own that reads what strangers wrote, with little memory: it says what each piece came to, and what it took.

``python fuzzed.py KIND SEED FIRST LAST SIZE`` prints one line of JSON a piece; anything but an answer or an error of
symattn's own ends it with a traceback. So does a text whose counted work goes beyond its limit.
"""

from __future__ import annotations

import json
import re
import resource
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import attack

MEMORY = 500_000_000
KILO = 1 if sys.platform == "darwin" else 1024


def read(chance: Random, size: int, folder: Path) -> None:
    """One text; no operation begins once the counted steps are beyond their limit."""
    from symattn.language import evaluate
    from symattn.language import read as reader
    from symattn.language.evaluate import steps
    from symattn.limits import MOST_STEPS

    taken = [0]

    def counted(*args: Any) -> int:
        assert taken[0] <= MOST_STEPS, f"{taken[0]} steps, and it went on"
        taken[0] += steps(*args)
        return steps(*args)

    evaluate.steps = counted
    try:
        reader(attack.number(chance, size))
    finally:
        evaluate.steps = steps


def sheet(chance: Random, size: int, folder: Path) -> None:
    from symattn.sheet import loads

    loads(attack.sheet(chance, size))


def answer(chance: Random, size: int, folder: Path) -> None:
    from symattn.course.delivery import FEEDBACK, Marked, Wanted
    from symattn.course.feedback import give_back
    from symattn.marking.checking import check_file
    from symattn.marking.reports import FORMATS, Report, written
    from symattn.marking.sheet import Ready
    from symattn.sheet import loads

    suffix, text = attack.answer(chance, size)
    path = folder / f"ada{suffix}"
    path.write_bytes(attack.packed(text) if suffix == ".docx" else text.encode("utf-8", "surrogatepass"))
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
    from symattn.marking.overrides import GraderMarks

    path = folder / "marks.toml"
    path.write_bytes(attack.marks(chance, size).encode("utf-8", "surrogatepass"))
    GraderMarks.read(path)


def form(chance: Random, size: int, folder: Path) -> int:
    """A form with one hostile row: the others are marked as if it were not there. How many students it has; line ends make many."""
    from symattn.errors import LimitError
    from symattn.marking.answers import submissions
    from symattn.marking.checking import marked
    from symattn.marking.sheet import Ready
    from symattn.sheet import loads

    path = folder / "form.csv"
    path.write_bytes(attack.form(chance, size).encode("utf-8", "surrogatepass"))
    ready = Ready(loads(attack.SHEET))
    try:
        reports = [marked(ready, found) for found in submissions(path, ready.namings)]
    except LimitError:
        return 1
    failures = [failure for report in reports for failure in report.failures.values()]
    assert not failures, failures[0]
    return len(reports)


def notation(chance: Random, size: int, folder: Path) -> None:
    from symattn.sheet import load

    (folder / "mine.toml").write_bytes(attack.notation(chance, size).encode("utf-8", "surrogatepass"))
    (folder / "sheet.toml").write_text('notation = "mine.toml"\n' + attack.SHEET, "utf-8")
    load(folder / "sheet.toml")


def page(chance: Random, size: int, folder: Path) -> None:
    """A sheet with loaded texts, in every format: nothing of it acts."""
    from xml.etree.ElementTree import fromstring

    from symattn.course.delivery import Wanted, deliver
    from symattn.sheet import loads

    loaded = loads(attack.hostile(chance))
    form = chance.choice(["tex", "html", "md", "json", "ipynb", "text"])
    made = deliver(loaded, Wanted(form, chance.choice(["key", "blank"]))).decode()
    if form == "html":
        body = made.partition("<body")[2].lower()
        assert "<script>alert" not in body
        assert "onerror=alert" not in body.replace("&lt;img src=x onerror=alert", "")
    if form in ("json", "ipynb"):
        json.loads(made)
    if form == "html":
        for drawing in re.findall(r"<svg.*?</svg>", made, re.S)[:3]:
            fromstring(drawing)


def record(chance: Random, size: int, folder: Path) -> None:
    """A folder's manifest or ledger that a crash or a person spoilt: what can be read is, nothing stops."""
    from symattn.course.batch.ledger import FolderRecord

    for name in ("m.json", "m.jsonl"):
        (folder / name).write_bytes(attack.record(chance).encode("utf-8", "surrogatepass"))
    ledger = FolderRecord(folder, "m", "variants")
    ledger.begin({"schema": 1})
    ledger.find("01")
    ledger.close({"schema": 1}, list(dict.fromkeys(["01", *ledger.names])))
    (folder / "m.json").unlink()


KINDS = {function.__name__: function for function in (read, sheet, answer, roster, marks, form, notation, page, record)}


def most_memory() -> int:
    """The most bytes that this process had at once; what the system counts for it begins with what its parent had."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text().partition("VmHWM:")[2].split()[0]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * KILO


def main(kind: str, seed: str, first: int, last: int, size: int) -> None:
    from symattn.errors import SymattnError

    with tempfile.TemporaryDirectory() as name:
        for number in range(first, last):
            print(json.dumps({"begun": number}), flush=True)
            began = time.process_time()
            try:
                students = KINDS[kind](Random(f"{kind} {seed} {number}"), size, Path(name)) or 1
                said = ""
            except SymattnError as error:
                students, said = 1, str(error)[:200]
            took, peak = time.process_time() - began, most_memory()
            print(json.dumps({"done": number, "seconds": took, "bytes": peak, "students": students, "said": said}), flush=True)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:6]))
