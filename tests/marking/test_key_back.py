"""Every shipped sheet's own key handed back: right in every spelling, all at once and line by line; made wrong, never right."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from symattn.errors import SymattnError
from symattn.exact.matrix import BLOCKED, Matrix
from symattn.exact.text import text
from symattn.exact.zero import symbolic
from symattn.files import folder
from symattn.marking import check
from symattn.sheet import load

SHEETS = sorted(path.stem for path in folder("worksheets").glob("*.toml"))
RIGHT = ("correct", "by-hand")


@cache
def sheet(name: str):
    return load(folder("worksheets") / f"{name}.toml")


@cache
def lines(name: str) -> dict[str, dict[str, Matrix]]:
    """The right values of every question that asks for matrices."""
    found = {}
    for question in sheet(name).questions:
        try:
            solution = sheet(name).solve()[question.id]
        except (SymattnError, KeyError):
            continue
        values = {n: solution[n] for n in question.plan.names} if question.plan.names and not question.shapes else {}
        if values:
            found[question.id] = {n: m for n, m in values.items() if isinstance(m, Matrix)}
    return found


def exactly(m: Matrix) -> list[list[str]]:
    return [["-inf" if x is BLOCKED else text(x) for x in row] for row in m.cells()]


def decimals(m: Matrix) -> list[list[str]]:
    """Six decimals; what has letters in it has none."""
    lettered = any(symbolic(x) for row in m.values for x in row)
    return exactly(m) if lettered else [list(row) for row in m.decimals(6)]


def bare(m: Matrix) -> list[list[object]]:
    """Whole numbers bare, the rest as decimals."""
    return [
        [int(x.rational.p) if x is not BLOCKED and x.is_rational and x.rational.q == 1 else d for x, d in zip(row, shown, strict=True)]
        for row, shown in zip(m.cells(), decimals(m), strict=True)
    ]


SPELLINGS = {"exact": exactly, "decimals": decimals, "whole numbers bare": bare}


def verdicts(name: str, answers: dict) -> dict:
    (answer,) = check(sheet(name), answers).answers
    assert not answer.error
    assert not answer.failures
    return {(q.id, r.name): r for q in answer.questions for r in q.results}


@pytest.mark.sliced(45)
@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("name", SHEETS)
def test_the_key_is_right(name: str, spelling: str) -> None:
    answers = {q: {n: SPELLINGS[spelling](m) for n, m in values.items()} for q, values in lines(name).items()}
    found = verdicts(name, answers) if answers else {}
    wrong = {place: r for place, r in found.items() if place[1] in answers.get(place[0], {}) and r.verdict not in RIGHT}
    assert not wrong


@pytest.mark.sliced(72)
@pytest.mark.parametrize("name", SHEETS)
def test_a_line_alone_is_right_and_made_wrong_never(name: str) -> None:
    rng = Random(name)
    for q, values in lines(name).items():
        for n, m in values.items():
            assert verdicts(name, {q: {n: bare(m)}})[q, n].verdict in RIGHT
            for wrong in wrongs(m, rng):
                assert verdicts(name, {q: {n: wrong}})[q, n].verdict not in ("correct", "imprecise"), (q, n, wrong)


def wrongs(m: Matrix, rng: Random):
    rows = exactly(m)
    yield [[x if x == "-inf" else f"{x} + 17" for x in row] for row in rows]
    i, j = rng.randrange(m.rows), rng.randrange(m.cols)
    if rows[i][j] != "-inf":
        yield [[f"{x} + 3" if (r, c) == (i, j) else x for c, x in enumerate(row)] for r, row in enumerate(rows)]
    yield [[f"{rng.randint(-9, 9)}.{rng.randint(10, 99)}37" for _ in row] for row in rows]
