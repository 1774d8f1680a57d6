"""A class at once: variants with their keys as LaTeX, and answer files marked, per second and core, on one and two cores."""

import json
from pathlib import Path

import pytest

from symattn.course.batch import executor, run
from symattn.course.batch.roster import counted
from symattn.course.batch.variants import Order, produce
from symattn.course.delivery import Wanted
from symattn.resources import folder
from symattn.sheet import load
from symattn.sheet.json import exact

TEMPLATE = folder("worksheets") / "two-heads-template.toml"
COUNT = 1000


def variants(place, jobs):
    order = Order(TEMPLATE.read_text("utf-8"), str(TEMPLATE), 1, Wanted("tex"))
    with executor(jobs) as pool:
        return sum(not outcome.error for outcome in produce(order, counted(COUNT), place, pool))


@pytest.mark.parametrize("jobs", [1, 2])
def test_variants_with_keys(benchmark, tmp_path, jobs):
    benchmark.group = f"{COUNT} variants with keys"
    assert benchmark.pedantic(variants, (tmp_path, jobs), rounds=1) == COUNT


def marked(files, jobs):
    from symattn.cli.commands.check import _checked

    sheet = str(folder("worksheets") / "two-heads-by-hand.toml")
    with executor(jobs) as pool:
        return sum(not outcome.error for outcome in run(_checked, [(sheet, str(file)) for file in files], pool))


@pytest.fixture(scope="module")
def answers(tmp_path_factory) -> list[Path]:
    place = tmp_path_factory.mktemp("answers")
    solution = load(folder("worksheets") / "two-heads-by-hand.toml").solve()["q1"]
    right = {name: exact(solution[name]) for name in solution.question.plan.names}
    files = []
    for number in range(COUNT):
        handed = dict(right) if number % 2 else {**right, "Y": [["1", "2"], ["3", "4"]]}
        file = place / f"{number}.json"
        file.write_text(json.dumps({"q1": handed}), "utf-8")
        files.append(file)
    return files


@pytest.mark.parametrize("jobs", [1, 2])
def test_answers_marked(benchmark, answers, jobs):
    benchmark.group = f"{COUNT} answer files"
    assert benchmark.pedantic(marked, (answers, jobs), rounds=1) == COUNT
