"""A class at once: variants with their keys as LaTeX, and answer files marked, per second and core, on one and two cores."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time

import pytest

from symattn.course.batch import executor
from symattn.course.batch.ledger import Journal
from symattn.course.batch.roster import counted
from symattn.course.batch.scripts import HandedScript
from symattn.course.batch.scripts import marked as mark
from symattn.course.batch.variants import Order, produce
from symattn.course.delivery import Wanted
from symattn.files import folder
from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.sheet import loads

sys.path.append(str(Path(__file__).parents[1] / "marking"))
from by_hand import PLACES, Setup, decimals, lines, places

TEMPLATE = folder("worksheets") / "two-heads-template.toml"
COUNT = 1000
SETUP = Setup(2, "none", 2, 4, 3, whole=False, seed=2)
STUDENTS = 300


def variants(place, jobs):
    order = Order(TEMPLATE.read_text("utf-8"), str(TEMPLATE), 1, Wanted("tex"))
    with executor(jobs) as pool:
        return sum(not outcome.error for outcome in produce(order, counted(COUNT), place, pool))


@pytest.mark.parametrize("jobs", [1, 2])
def test_variants_with_keys(benchmark, tmp_path, jobs):
    benchmark.group = f"{COUNT} variants with keys"
    assert benchmark.pedantic(variants, (tmp_path, jobs), rounds=1) == COUNT


def right(student: int) -> dict[str, list[list[str]]]:
    """All lines right, each rounded to as many digits as the student likes, four at least."""
    rng = Random(student)
    return {name: decimals(m, rng.randint(4, 7)) for name, m in lines(SETUP).items() if not name.startswith("_")}


def wrong(student: int) -> dict[str, list[list[str]]]:
    """One slip at one line and all that follows, or one entry or one matrix of random numbers; some hand in the end alone."""
    rng = Random(student)
    found: dict[str, list[list[str]]] = {}
    while not found:
        slip = rng.choice(list(PLACES))
        try:
            values = lines(SETUP, slip, rng.choice(places(SETUP, slip) or [""]))
            found = {name: decimals(m) for name, m in values.items() if not name.startswith("_")}
        except AssertionError:
            continue  # the shapes do not allow it here
    kind, name = rng.random(), rng.choice(list(found))
    if kind < 0.3:
        found = right(student)
        found[name] = [[f"{float(x) + rng.randint(1, 90) / 10:.4f}" if x != "-inf" else x for x in row] for row in found[name]]
    elif kind < 0.4:
        found = right(student)
        found[name] = [[f"{rng.uniform(-9, 9):.4f}" for _ in row] for row in found[name]]
    kept = list(found)[-rng.choice([1, 2, len(found), len(found)]) :]
    return {name: found[name] for name in kept}


def written(folder: Path, answers: Callable[[int], dict[str, list[list[str]]]], count: int) -> list[Path]:
    files = [folder / f"{student}.json" for student in range(count)]
    for student, file in enumerate(files):
        file.write_text(json.dumps({"q1": answers(student)}), "utf-8")
    return files


@pytest.mark.parametrize(("answers", "each"), [(right, 1 / 500), (wrong, 1 / 50)], ids=["right", "wrong"])
def test_scripts_marked_in_a_second_on_one_core(answers, each, tmp_path, record_property) -> None:
    """CPU time for a class, the sheet's own in it."""
    files = written(tmp_path, answers, STUDENTS)
    start = process_time()
    ready = Ready(loads(SETUP.sheet))
    verdicts = [report.right for file in files for report in check_file(ready, file)]
    each_took = (process_time() - start) / STUDENTS
    record_property("scripts a second", round(1 / each_took))
    assert all(verdicts) if answers is right else sum(verdicts) < STUDENTS // 10
    assert each_took < each


def marked(files, place, jobs):
    """How many scripts are marked, each with its report on disk."""
    (place / "sheet.toml").write_text(SETUP.sheet, "utf-8")
    scripts = [HandedScript(str(file), str(place / "sheet.toml")) for file in files]
    with executor(jobs) as pool:
        return sum(not outcome.error for outcome in mark(scripts, Journal(place / f"journal {jobs}"), pool))


@pytest.mark.parametrize("jobs", [1, 2])
def test_answers_marked(benchmark, tmp_path, jobs):
    benchmark.group = f"{COUNT} answer files"
    files = written(tmp_path, lambda student: (right if student % 2 else wrong)(student), COUNT)
    assert benchmark.pedantic(marked, (files, tmp_path, jobs), rounds=1) == COUNT
