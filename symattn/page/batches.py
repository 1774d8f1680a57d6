"""Lines about a batch of matrices, such as one table for each head: shown matrix by matrix."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from symattn.boxes import Box, Ink, row
from symattn.exact.matrix import Matrix
from symattn.exact.tensor import Tensor
from symattn.exact.text import text
from symattn.notation.values import Values
from symattn.page import matrices
from symattn.page.layout import Eq, Link
from symattn.page.parts import Family
from symattn.page.work import Work
from symattn.page.working import Shown
from symattn.plan import Line

LONGEST = 60  # an exact entry longer than this is left to its decimals


def is_batch(work: Work, family: Family) -> bool:
    """Whether a line of the family takes or gives more than one matrix."""
    steps = (step for line in family.lines for step in work.answer.follow.of(line.name))
    return any(isinstance(value, Tensor) for step in steps for value in (step.value, *step.inputs))


def show_batch(work: Work, family: Family) -> Shown:
    """The formula of each line, then its matrices one below the other, counted from 0 as code counts them."""
    lines = [tuple(_equations(work, line)) for line in family.lines]
    facts: dict[str, Any] = {
        "detail": work.detail, "divisor": None, "tiny": None, "long": False,
        "symbols": [work.notation.symbol(line.name) for line in family.lines],
    }  # fmt: skip
    last = lines[-1][-1]
    lines[-1] = (*lines[-1][:-1], Eq(last.lhs, last.chain, family.mark))
    return Shown("batch", (tuple(lines),), facts)


def _equations(work: Work, line: Line) -> Iterator[Eq]:
    value: Any = work.answer.follow[line.name]
    symbol, formula = work.notation.symbol(line.name), work.notation.formula(line.tree)
    if isinstance(value, Matrix):
        yield Eq(symbol, (("=", formula), *_result(work, value)))
        return
    yield Eq(symbol, (("=", formula),))
    for number, block in enumerate(value.blocks):
        yield Eq(row(symbol, Ink(_place(value.lead, number), "text")), tuple(_result(work, block)))


def _place(lead: tuple[int, ...], number: int) -> str:
    """Where a matrix stands in its batch, as code writes it: [0], or [1, 2] for two axes.

    >>> _place((2, 3), 5)
    '[1, 2]'
    """
    places: list[int] = []
    for size in reversed(lead):
        number, place = divmod(number, size)
        places.insert(0, place)
    return f"[{', '.join(map(str, places))}]"


def _result(work: Work, value: Matrix) -> Iterator[Link]:
    brackets = work.notation.brackets
    long = any(len(text(x)) > LONGEST for cells in value.values for x in cells)
    if not long:
        yield "=", _exact(value, work)
    if long or not value.is_rational:
        yield "≈", matrices.approximate(value, work.places, brackets, tiny=True)


def _exact(value: Matrix, work: Work) -> Box:
    return matrices.exact(value, Values(work.values.decimals), work.notation.brackets)
