"""Answers with letters in them: right by proof, for all that the letters stand for; slips are looked for with numbers put in.

A value with letters has no decimals, so nothing is compared by intervals. What is right from an earlier answer is run
exactly. Only what explains a *wrong* answer is looked for where every letter has become a number without any pattern.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from symattn.exact.any_matrix import Blocked
from symattn.exact.in_letters import put_in, samples
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number, Numbers
from symattn.exact.zero import symbolic
from symattn.language import Cell
from symattn.marking.handed import Handed
from symattn.marking.judging import (
    INCORRECT,
    UNDECIDED,
    Entries,
    misshapen,
    worst,
)
from symattn.marking.key import Key
from symattn.marking.results import Result
from symattn.marking.said import told
from symattn.ops.slips import ONE_NUMBER
from symattn.plan.derivation import solve
from symattn.tables import every, in_turn


def sampled(key: Key) -> tuple[Key, Numbers]:
    """The right values with numbers in the place of letters, and these numbers."""
    numbers = next(samples(key.letters))
    givens = {name: _at(value, numbers) for name, value in key.givens.items()}
    run = solve(key.plan, givens)
    return replace(
        key, givens=givens, exact=run, follow=run, stated={}, letters={}
    ), numbers


def _at(value: Any, numbers: Numbers) -> Any:
    if isinstance(value, Number):
        return put_in(value, numbers)
    return (
        value.map(lambda x: put_in(x, numbers)) if isinstance(value, Matrix) else value
    )


def with_numbers(answer: Handed, numbers: Numbers) -> Handed:
    """An answer with numbers in the place of letters."""

    def put(cell: Cell) -> Cell:
        x = cell.number
        if isinstance(x, Blocked) or not symbolic(x):
            return cell
        return replace(cell, number=put_in(x, numbers), precision=None, span=None)

    return replace(answer, cells=every(put, answer.cells), earlier=())


def explained(
    name: str,
    truth: Matrix,
    answer: Handed,
    entries: Entries | None,
    with_them: Result | None,
) -> Result:
    """The verdict on an answer that is not right: the slip that explains it with numbers put in, or simply wrong."""
    if entries is None:
        if with_them is None or with_them.verdict != "slip":
            return misshapen(name, truth.shape, answer)
    elif worst(entries) == UNDECIDED:
        return Result(name, "undecided", entries, said=(told("open"),))
    if with_them and with_them.slip and with_them.slip.id not in ONE_NUMBER:
        return replace(with_them, entries=entries or ())
    wrong = [*in_turn(entries or ())].count(INCORRECT)
    said = told("wrong", count=wrong, total=truth.rows * truth.cols)
    return Result(name, INCORRECT, entries or (), said=(said,))
