"""A class on paper: variants, honest ways of writing a right script, and ways of being wrong.

Every value is worked out with mpmath and nothing of symattn's. No right line may be marked wrong, no wrong one right, and a
slip that is named must be the one that was made.
"""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from random import Random

import pytest
from by_hand import INF, PLACES, Setup, decimals, lines, places, rounded
from mpmath import mp, mpf

from symattn.marking import check
from symattn.sheet import loads

COUNT = 30
EXACT = ("Q", "K", "V", "S")  # lines of whole numbers and short decimals


@cache
def variant(number: int) -> Setup:
    rng = Random(number)
    return Setup(
        heads=rng.choice([1, 2]), mask=rng.choice(["none", "causal", "matrix"]), n=rng.choice([2, 3]), d=rng.choice([2, 3]),
        dk=rng.choice([2, 3]), bias=rng.random() < 0.3, scale=rng.random() < 0.8, whole=rng.random() < 0.5, seed=1000 + number,
    )  # fmt: skip


@cache
def sheet(number: int):
    return loads(variant(number).sheet)


@cache
def right(number: int) -> dict:
    with mp.workdps(60):
        return {name: rows for name, rows in lines(variant(number)).items() if not name.startswith("_")}


def results(number: int, answers: dict) -> dict:
    report = check(sheet(number), answers).answers[0]
    assert not report.failures
    return {r.name: r for q in report.questions for r in q.results if r.verdict != "missing"} | {"": report}


def each(write):
    return lambda m: [["-inf" if x == INF else write(x) for x in row] for row in m]


def bare(x) -> str:
    return str(int(mp.nint(x))) if abs(x - mp.nint(x)) < mpf("1e-30") else decimals([[x]])[0][0]


def fraction(x) -> str:
    return str(Fraction(mp.nstr(x, 30)).limit_denominator(10**6))


def scientific(x) -> str:
    return f"{float(x):.6e}"


def floats(m) -> list:
    return [[float(x) for x in row] for row in m]


def last(values: dict) -> list[str]:
    return [name for name in values if name[0] in "HY"]


def in_steps(number: int, digits: int) -> dict:
    with mp.workdps(60):
        found = lines(variant(number), change=lambda name, m: m if name == "Y" else rounded(m, digits))
    return {name: rows for name, rows in found.items() if not name.startswith("_")}


def before_sure_weights(number: int) -> set[str]:
    """The lines that lead to weights of one score a row: these are 1 whatever the scores are, so an answer behind them shows none."""
    sure = [name for name, rows in right(number).items() if name[0] == "A" and all(sum(x != 0 for x in row) == 1 for row in rows)]
    return {f"{stem}{name[1:]}" for name in sure for stem in "QKSL"}


def only_last(values: dict) -> dict:
    return {"Y": values["Y"]}


HONEST = {
    "all lines": lambda n: {k: decimals(m) for k, m in right(n).items()},
    "the last lines": lambda n: {k: decimals(right(n)[k]) for k in last(right(n))},
    "the last matrix": lambda n: only_last({k: decimals(m) for k, m in right(n).items()}),
    "whole numbers bare": lambda n: {k: each(bare)(m) for k, m in right(n).items()},
    "more digits than asked": lambda n: {k: decimals(m, 7) for k, m in right(n).items()},
    "each step rounded, all lines": lambda n: {k: decimals(m) for k, m in in_steps(n, 4).items()},
    "each step rounded, the last lines": lambda n: {k: decimals(m) for k, m in in_steps(n, 4).items() if k[0] in "HY"},
    "each step rounded, the last matrix": lambda n: only_last({k: decimals(m) for k, m in in_steps(n, 4).items()}),
    "each step rounded to five": lambda n: only_last({k: decimals(m) for k, m in in_steps(n, 5).items()}),
    "fractions": lambda n: {k: (each(fraction) if k[0] in EXACT else decimals)(m) for k, m in right(n).items()},
    "scientific": lambda n: {k: each(scientific)(m) for k, m in right(n).items()},
    "floats": lambda n: json.loads(json.dumps({k: floats(m) for k, m in right(n).items()})),
}  # fmt: skip


@pytest.mark.exhaustive
@pytest.mark.parametrize("way", HONEST)
def test_right_scripts_are_right(way: str) -> None:
    for number in range(COUNT):
        with mp.workdps(60):
            answers = HONEST[way](number)
        found = results(number, answers)
        report = found.pop("")
        wrong = {name: (r.verdict, r.message) for name, r in found.items() if r.verdict != "correct"}
        assert not wrong, (way, number)
        lines = [r for q in report.questions for r in q.results if r.name not in before_sure_weights(number) or r.name in answers]
        assert "Y" not in answers or report.marks == sum(r.of for r in lines)


def slipped(slip: str):
    """A slip of the table at a line drawn by chance, its line or the last one handed in."""

    def answers(number: int, rng: Random) -> tuple[dict, str] | None:
        setup = variant(number)
        where = places(setup, slip)
        if not where:
            return None
        at = rng.choice(where)
        try:
            values = lines(setup, slip, at)
        except AssertionError:
            return None
        target = rng.choice([at, list(values)[-1]])
        return {target: values[target]}, slip

    return answers


def one_wrong(alone: bool, kinds: str):
    """One entry of a line is wrong by a small number, and what comes after it follows; the last matrix or that line is
    handed in."""

    def answers(number: int, rng: Random) -> tuple[dict, str]:
        names = [name for name in right(number) if name[0] in kinds]
        at = rng.choice(names)
        i, j = rng.randrange(len(right(number)[at])), rng.randrange(len(right(number)[at][0]))
        by = rng.choice([-2, -1, 1, 2])

        def change(name: str, m):
            if name == at and m[i][j] != INF:
                m = [[x + by if (r, c) == (i, j) else x for c, x in enumerate(row)] for r, row in enumerate(m)]
            return m

        values = lines(variant(number), change=change)
        return ({at: values[at]} if alone else {"Y": values["Y"]}), "one-entry"

    return answers


def misread(number: int, rng: Random) -> tuple[dict, str]:
    """One number of X is read wrongly; the last matrix is handed in."""
    given = {name: [list(row) for row in rows] for name, rows in variant(number).given.items()}
    i, j = rng.randrange(len(given["X"])), rng.randrange(len(given["X"][0]))
    given["X"][i][j] = str(mpf(given["X"][i][j]) + rng.choice([1, 2]))
    values = lines(variant(number), given=given)
    name = rng.choice(["Y", "Q" + variant(number).suffixes[0]])
    return {name: values[name]}, "given-misread"


def garbage(number: int, rng: Random) -> tuple[dict, str]:
    name = rng.choice(list(right(number)))
    return {name: [[mpf(rng.randint(-90000, 90000)) / 10000 for _ in row] for row in right(number)[name]]}, ""


def whole_garbage(number: int, rng: Random) -> tuple[dict, str]:
    name = rng.choice(list(right(number)))
    return {name: [[mpf(rng.randint(-9, 9)) for _ in row] for row in right(number)[name]]}, ""


def rows_exchanged(number: int, rng: Random) -> tuple[dict, str]:
    name = rng.choice([name for name in right(number) if name[0] in "AHY"])
    return {name: right(number)[name][-1:] + right(number)[name][:-1]}, ""


def halved(number: int, rng: Random) -> tuple[dict, str]:
    return {"Y": [[x / 2 for x in row] for row in right(number)["Y"]]}, ""


WRONG = {
    **{slip: slipped(slip) for slip in PLACES if slip != "mask-strict"},  # which blocks a row entirely in these sheets
    "one entry, its line": one_wrong(True, "QKVSH"),
    "one entry of the scores, carried on": one_wrong(False, "S"),
    "one entry of the values, carried on": one_wrong(False, "V"),
    "one entry of the queries, carried on": one_wrong(False, "QK"),
    "a number misread": misread,
    "random decimals": garbage,
    "random whole numbers": whole_garbage,
    "rows exchanged": rows_exchanged,
    "half of it": halved,
}  # fmt: skip
SAME = {  # other names under which the same wrong matrix is known, by what was done
    "scaled-twice": ("scaled-by-width",), "scaled-by-width": ("scaled-twice",),
    "one-entry": ("sign", "given-misread"), "given-misread": ("sign", "one-entry"),
}  # fmt: skip


def apart(a, b) -> bool:
    """Whether an entry is further off than rounding to two places on the way may take it."""
    if (len(a), len(a[0])) != (len(b), len(b[0])):
        return True
    pairs = ((x, y) for r, s in zip(a, b, strict=True) for x, y in zip(r, s, strict=True))
    return any((x == INF) != (y == INF) or (x != INF and abs(x - y) > mpf("0.006")) for x, y in pairs)


def gives(number: int, slip, target: str, rows) -> bool:
    """Whether the slip that was named leads to this very matrix, as mpmath has it: then nobody can tell them apart."""
    if slip.id not in PLACES or slip.second:
        return False
    with mp.workdps(60):
        try:
            return decimals(lines(variant(number), slip.id, slip.lines)[target]) == decimals(rows)
        except AssertionError:
            return False


@pytest.mark.exhaustive
@pytest.mark.parametrize("way", WRONG)
def test_wrong_scripts_are_wrong_and_nobody_is_accused(way: str) -> None:
    asked = 0
    for number in range(COUNT):
        with mp.workdps(60):
            made = WRONG[way](number, Random(f"{way} {number}"))
            if made is None:
                continue
            (target, rows), = made[0].items()
            if not apart(rows, right(number)[target]):
                continue
            answers = {target: decimals(rows)}
        result = results(number, answers)[target]
        asked += 1
        assert result.verdict not in ("correct", "imprecise", "follows", "undecided"), (number, target)
        if result.slip:
            named = {result.slip.id, *result.slip.others} | ({result.slip.second.id} if result.slip.second else set())
            true = named & {made[1], *SAME.get(made[1], ())} or gives(number, result.slip, target, rows)
            assert true, (number, answers, result.slip)
    assert asked
