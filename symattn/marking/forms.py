"""The form a part demands, apart from the value: exact, a fraction in lowest terms, or a decimal."""

from __future__ import annotations

from dataclasses import replace
from math import gcd

from symattn.exact.decide import proved_equal
from symattn.exact.matrix import Matrix
from symattn.language import Cell
from symattn.later import pattern
from symattn.marking.handed import Cells, Handed
from symattn.marking.results import Result
from symattn.marking.said import told
from symattn.sheet import Question
from symattn.tables import every, placed

_FRACTION = pattern(
    r"[-−+]?\s*(\d+)\s*/\s*(\d+)|[-−+]?\s*\\[dt]?frac\s*\{(\d+)\}\s*\{(\d+)\}"
)


def formed(question: Question, result: Result, answer: Handed, truth: Matrix) -> Result:
    """The result with what its form costs: a right value in another form than asked has too little said."""
    form = next((part.form for part in question.parts if result.name in part.asks), "")
    if not form or result.verdict not in ("correct", "follows") or not answer.cells:
        return result
    if any(
        _formed(form, cells, truth) for cells in (answer.cells, *answer.earlier)
    ):  # exact = … ≈ decimals has both
        return result
    entries = every(lambda e: "imprecise" if e == "correct" else e, result.entries)
    return replace(
        result,
        verdict="imprecise",
        entries=entries,
        said=(*result.said, told("form", form=form)),
    )


def _formed(form: str, cells: Cells, truth: Matrix) -> bool:
    """Whether every entry of a value has the form."""
    same = truth.shape == (len(cells), len(cells[0]))
    return all(
        _fits(form, cell, same and proved_equal(cell.number, truth[i, j]))
        for (i, j), cell in placed(cells)
    )


def _fits(form: str, cell: Cell, exact: bool) -> bool:
    if form == "exact":
        return cell.precision is None or exact or not cell.precision.places
    if form == "decimal":
        return cell.precision is not None or not hasattr(cell.number, "terms")
    found = _FRACTION.fullmatch(cell.text.strip().strip("$"))
    if found:
        top, bottom = (int(n) for n in found.groups() if n)
        return bottom > 1 and gcd(top, bottom) == 1
    return cell.precision is not None and not cell.precision.places
