"""The same slip costs the same on every variant of a sheet, wherever it is named: for every slip that a shipped sheet can have."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from fractions import Fraction
from functools import cache, partial
from random import Random
from typing import Any, NamedTuple

import pytest

from symattn.errors import SymattnError
from symattn.exact.decimals import decimal
from symattn.exact.matrix import Blocked, Matrix
from symattn.files import shipped
from symattn.marking import check
from symattn.marking.sheet import Ready
from symattn.marking.trials import Trial, trials
from symattn.sheet import Sheet, loads

PLACES = 4
LARGEST = 200  # of a value in a variant: weights of larger scores are 0 and 1, which say nothing
MOST_TRIED = 12  # variants that are looked at for each in which the slip shows
THREE_WIDE = """
[[question]]
variant = "attention"
[question.given]
X = [[1, 0, 2], [-1, 1, 1]]
W_Q = [[1, 2, 0], [0, 1, -1], [2, 0, 1]]
W_K = [[0, 1, 1], [1, -1, 2], [1, 0, 1]]
W_V = [[1, 0, 1], [2, 1, 0], [0, 1, -1]]
"""
"""Keys as wide as no shipped sheet has them, whose root is rounded neither to itself nor to 1, which is no division at all."""
KEYS = ("id", "variant", "steps", "options", "given", "gradient", "sizes", "letters")
Rows = list[list[str]]


class Place(NamedTuple):
    """Where a slip can be made: in which question of which sheet, at which line."""

    slip: str
    sheet: str
    question: int
    at: str


@cache
def texts() -> dict[str, str]:
    """Every sheet in which slips are made, as it is written."""
    return {name: path.read_text("utf-8") for name, path in shipped().items()} | {"three-wide": THREE_WIDE}


@cache
def candidates() -> dict[str, list[Place]]:
    """For every slip that a shipped sheet can have the questions in which it can be made, those of few lines first."""
    found: dict[str, list[tuple[int, Place]]] = {}
    for name, text in texts().items():
        sheet = loads(text)
        for number, question in enumerate(sheet.questions):
            if question.shapes or question.letters or question.unknown or not question.plan.names or question.stated:
                continue
            course = Ready(sheet).keys[question.id].bare[0].exact
            for call in question.plan.calls:
                for trial in trials(course, call):
                    place = Place(trial.id, name, number, trial.at)
                    if trial.at in question.plan.names and place not in [one for _, one in found.get(trial.id, [])]:
                        found.setdefault(trial.id, []).append((len(question.plan.names), place))
    return {slip: [place for _, place in sorted(there)] for slip, there in sorted(found.items())}


@cache
def places() -> dict[str, Place]:
    """For every slip one question, where it shows in the first variants: in several lines if there is such a one, else in one."""
    found = {}
    for slip, there in candidates().items():
        shown = {place: max((len(script[2]) for script in map(partial(scripted, place), range(4)) if script), default=0) for place in there[:12]}
        found[slip] = next((place for least in (2, 1, 0) for place, lines in shown.items() if lines >= least))
    return found


def as_toml(value: Any) -> str:
    """A value of a sheet, tables in one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {as_toml(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def varied(value: Any, rng: Random) -> Any:
    """A given with other numbers: whole ones anew, decimals with another digit, texts in another order."""
    if isinstance(value, list) and value and all(isinstance(row, list) for row in value):
        texts = [x for row in value for x in row if isinstance(x, str)]
        rng.shuffle(texts)
        return [[texts.pop() if isinstance(x, str) else varied(x, rng) for x in row] for row in value]
    if isinstance(value, int) and not isinstance(value, bool):
        return rng.randint(-2, 3)
    return round(rng.randint(1, 30) / 10, 1) if isinstance(value, float) else value


def variant(place: Place, seed: int) -> Sheet:
    """The question alone with other numbers; raises SymattnError where these have no value."""
    table = tomllib.loads(texts()[place.sheet])["question"][place.question]
    table["given"] = {name: varied(value, Random(f"{seed} {name}")) for name, value in table.get("given", {}).items()}
    rows = "\n".join(f"{key} = {as_toml(table[key])}" for key in KEYS if key in table)
    return loads(f"decimals = {PLACES}\n[[question]]\n{rows}\n")


def written(value: Matrix) -> Rows:
    return [["-inf" if isinstance(x, Blocked) else decimal(x, PLACES) for x in row] for row in value.cells()]


def is_tame(value: Any) -> bool:
    return isinstance(value, Matrix) and all(isinstance(x, Blocked) or abs(float(decimal(x, 6))) < LARGEST for row in value.cells() for x in row)


Script = tuple[Sheet, dict[str, Rows], list[str]]


def made(place: Place, sheet: Sheet) -> Script | None:
    """A script in which the slip is made and all after it follows, and the lines that show it; None where nothing shows it."""
    (question,) = sheet.questions
    course = Ready(sheet).keys[question.id].bare[0].exact
    right = {name: course.own.get(name) for name in question.plan.names}
    found: list[Trial] = [trial for call in question.plan.calls for trial in trials(course, call) if (trial.id, trial.at) == (place.slip, place.at)]
    if not found or not all(map(is_tame, right.values())):
        return None
    changed = course.changes(found[0].patch, tuple(question.plan.calls))
    script = {name: changed.get(name, value) for name, value in right.items()}
    if place.at not in changed or not all(map(is_tame, script.values())):
        return None
    rows = {name: written(value) for name, value in script.items()}
    shows = [name for name, value in right.items() if rows[name] != written(value)]
    return (sheet, rows, shows) if shows and shows[0] == place.at else None


def scripted(place: Place, seed: int) -> Script | None:
    """As ``made``, of one variant; None too where its numbers have no value."""
    try:
        return made(place, variant(place, seed))
    except (SymattnError, ValueError, ArithmeticError):
        return None


class Cost(NamedTuple):
    """What a slip costs with the same lines handed in, where it alone is named, how often, and under which names."""

    by_lines: dict[tuple[str, ...], Counter[Fraction]]
    called: set[str]


def costs(place: Place, variants: int) -> Cost:
    """What a slip costs on some variants in which it shows."""
    found = Cost({}, set())
    done = 0
    for seed in range(MOST_TRIED * variants):
        script = scripted(place, seed) if done < variants else None
        if script is None:
            continue
        done, (sheet, rows, shows) = done + 1, script
        for names in (tuple(rows), tuple(name for name in rows if name != place.at), tuple(shows[-1:])):
            (answer,) = check(sheet, {name: rows[name] for name in names}).answers
            slips = {r.slip for q in answer.questions for r in q.results if r.verdict == "slip" and r.slip}
            if {slip.at for slip in slips} == {place.at} and all(place.slip in (slip.id, *slip.others) for slip in slips):
                found.by_lines.setdefault(names, Counter())[answer.of - answer.marks - answer.open] += 1
                found.called.update(slip.id for slip in slips)
    return found


Unlike = dict[str, object]
Others = dict[str, set[str]]


def unlike(made_at: list[Place], variants: int) -> tuple[Unlike, Others]:
    """The slips that cost differently with the same lines handed in, and those never called by their own name, with the names
    that come before it."""
    found = {place.slip: costs(place, variants) for place in made_at}
    apart = {
        slip: (names, dict(known)) for slip, cost in found.items() for names, known in cost.by_lines.items() if len(known) > 1
    }
    return apart, {slip: cost.called for slip, cost in found.items() if slip not in cost.called}


SAME_BACKWARD = {
    "factors-exchanged": {"swapped-product", "not-transposed"},
    "scale-dropped": {"unscaled"},
    "upstream-transposed": {"weight-transposed", "entrywise-product", "swapped-product", "not-transposed"},
}
"""Slips of a gradient that have, at the place chosen for them, the value of ones that can be made forwards too, whose names come
first in the table: a student is told one of these, and the other stands among those that fit as well."""


A_FEW = [
    Place("mask-strict", "causal-mask", 0, "L"), Place("root-rounded", "three-wide", 0, "L"),
    Place("unscaled", "cross-attention", 0, "L"), Place("softmax-columns", "rational-weights-template", 0, "A"), Place("bias-dropped", "transformer-block", 0, "Z"),
    Place("jacobian-diagonal", "backward-through-a-head", 0, "dL"), Place("sample-deviation", "norm-by-hand", 0, "v"), Place("turned-back", "positions", 1, "R"),
]  # fmt: skip


@pytest.mark.exhaustive
def test_a_slip_of_a_sheet_costs_the_same_on_every_variant() -> None:
    assert unlike(A_FEW, 2) == ({}, {})


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", range(4))
def test_every_slip_of_every_sheet_costs_the_same_on_its_variants(part: int, request: pytest.FixtureRequest) -> None:
    """On a hundred of them where that is asked for, and of those that have other names, all of which are to be seen; on a hundred of a
    few slips also in ``test_marks_in_order``."""
    assert len(places()) >= 50
    slips = list(places())[part::4]
    others = {slip: names for slip, names in SAME_BACKWARD.items() if slip in slips}
    some = 100 if request.config.getoption("--thorough") else 8
    apart, called = unlike([places()[slip] for slip in slips if slip not in others], some)
    assert (apart, called) == ({}, {})
    assert unlike([places()[slip] for slip in others], 100) == ({}, others)
