"""Stated values beside the exact ones: stated, exact, and how far they part."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from symattn.boxes import Box, Ink, number, row
from symattn.exact.decide import sign
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.notation.values import rounded
from symattn.page import linear, matrices
from symattn.page.engine import Engine
from symattn.page.softmax import Table, near
from symattn.page.work import Work

APPROX = Ink("≈", "relation")


def beside(engine: Engine, work: Work) -> Markup | None:
    """The comparison for a question with stated values; None for one without."""
    q = work.question
    if not q.stated:
        return None
    names = [line.name for line in q.plan.lines if line.name in q.stated or line.name in work.tainted]
    gaps = {name: _gap(work, name) for name in names}
    head = ("", "stated or from it", "exact", "exact less stated")
    table = Table(head, tuple(_row(work, name, gaps[name]) for name in names), "lccc", tall=True)
    last = names[-1]
    return engine.render(
        "steps/_stated.j2",
        fmt=engine.macros(),
        names=[_defined(work, name) for name in _names(work)],
        table=table,
        stated=[(work.notation.symbol(name), str(_half(q.stated_text[name]))) for name in q.stated],
        last=work.notation.symbol(last),
        worst=_worst(work, gaps[last]),
    )


def _names(work: Work) -> list[Any]:
    return [name for names in work.naming.new.values() for name in names]


def _defined(work: Work, name: Any) -> Box:
    exact = linear.write(name.value, work.values)
    return row(name.box, Ink("=", "relation"), exact, APPROX, near(work, name.value))


def _half(texts: Any) -> str:
    """Half a unit of the last decimal: how far a rounded value may be off."""
    places = max((len(t.partition(".")[2]) for r in texts for t in r), default=0)
    return "0." + "0" * places + "5"


def _gap(work: Work, name: str) -> Matrix:
    stated = work.question.stated.get(name)
    ours: Matrix = stated if stated is not None else work.value(name)
    exact: Matrix = work.answer.exact[name]
    return exact - ours


def _row(work: Work, name: str, gap: Matrix) -> tuple[Any, ...]:
    sides = work.notation.brackets
    exact: Matrix = work.answer.exact[name]
    named = work.naming.values.get(name, exact)
    shown: Box = matrices.exact(named, work.values, sides, work.rules(name))
    if not exact.is_rational:
        shown = row(shown, APPROX, matrices.approximate(exact, work.places, sides))
    ours = work.grid(name)
    return work.notation.symbol(name), ours, shown, matrices.approximate(gap, work.places, sides)


def _worst(work: Work, gap: Matrix) -> Box:
    """The largest difference in the last line."""
    sizes: list[Number] = [x if sign(x) >= 0 else -x for r in gap.values for x in r]
    largest = sizes[0]
    for x in sizes[1:]:
        largest = x if sign(x - largest) > 0 else largest
    return rounded(largest, work.places) if largest.terms else number(0)
