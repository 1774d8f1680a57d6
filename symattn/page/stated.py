"""Stated values beside the exact ones: stated, exact, and how far they part."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from symattn.boxes import Box, number, row
from symattn.exact.decide import by_size, sign_if_told
from symattn.exact.matrix import Matrix, from_cells
from symattn.exact.number import ZERO
from symattn.notation.values import MOST_PLACES, rounded
from symattn.page.chains import equation
from symattn.page.engine import Cell, Engine, PageTable
from symattn.page.forms import bare, measured, put_in
from symattn.page.layout import Eq, in_a_row
from symattn.page.links import PageNames, PlaceNames, by_value
from symattn.page.matrices import ValueForm
from symattn.page.weights import definition
from symattn.page.work import Work
from symattn.sheet.working import vanishes
from symattn.tables import in_turn

MORE = 2  # digits more than the page has, so that one sees what rounding on the way has done


def beside(engine: Engine, work: Work) -> Markup | None:
    """The comparison for a question with stated values; None for one without."""
    q = work.question
    if not q.stated:
        return None
    names = [
        line.name
        for line in q.plan.lines
        if line.name in q.stated or line.name in work.tainted
    ]
    if q.stated.keys() <= work.answer.carried:
        return _carried(engine, work, names)
    beside = PageNames(
        work
    )  # the exact lines go by the same names as the stated ones, whose page defines its own
    gaps = {name: _gap(work, name) for name in names}
    last, new = names[-1], in_turn(work.naming.new.values())
    return engine.told(
        "steps/_stated.j2",
        names=[_checked(beside, definition(work, name)) for name in new],
        table=PageTable(
            (),
            tuple(_row(work, name, gaps[name], beside) for name in names),
            "lccc",
            tall=(True,) * len(names),
        ),
        stated=[(work.symbol(name), _half(q.stated_text[name])) for name in q.stated],
        last=work.symbol(last),
        worst=_worst(work, gaps[last]),
    )


def _carried(engine: Engine, work: Work, names: Sequence[str]) -> Markup | None:
    """What the lines that are asked come to without rounding on the way, to two digits more than the page has; not those that
    come to the same; nothing where these are matrices that all do so in nine digits behind the point."""
    lines = [line.name for line in work.question.plan.lines]
    parted = [
        x for x in lines if isinstance(work.array(x), Matrix) and work.answer.parts(x)
    ]
    alike = [
        x
        for x in parted
        if not work.is_number(x) and vanishes(_gap(work, x), MOST_PLACES)
    ]
    if parted and parted == alike:
        return None
    names = parted or names
    last, places = names[-1], work.places + MORE
    wanted = [x for x in names if x in work.question.asked] or [last]
    eqs = tuple(_without_rounding(work, name, places) for name in wanted)
    return engine.told(
        "steps/_carried.j2",
        exact=engine.displays(engine.laid_out(((eqs,),), 0.0)),
        places=work.places,
        start=work.symbol(work.question.working.start)
        if work.question.working.start
        else None,
        measured=bool(work.question.measures),
        last=work.symbol(last),
        worst=_worst(work.to(places), _gap(work, last)),
    )


def _without_rounding(work: Work, name: str, places: int) -> Eq:
    """A line's exact value in decimals, its link evaluated; raises FalseLink."""
    value, symbol = work.answer.exact[name], work.symbol(name)
    show, brackets = work.question.measures.show(name, value), work.notation.brackets
    form = (
        work.to(places).rounded(value, name, tiny=True)
        if show is None
        else measured(show, value, work.places, brackets, MORE)
    )
    eq = equation(symbol, [bare(work, name, form)])
    by_value(work.question.id, symbol, value, places).check([eq])
    return Eq(
        row(), (("", symbol), *eq.chain)
    )  # from the left edge: what stands beside the parts is on no axis of theirs


def _checked(names: PlaceNames, eq: Eq) -> Box:
    """A chain as one formula, its links evaluated; raises FalseLink."""
    names.check([eq])
    return in_a_row(eq)


def _half(texts: Sequence[Sequence[str]]) -> Box:
    """Half a unit of the last decimal: how far a rounded value may be off."""
    places = max((len(t.partition(".")[2]) for t in in_turn(texts)), default=0)
    return number("0." + "0" * places + "5")


def _gap(work: Work, name: str) -> Matrix:
    stated = work.question.stated.get(name)
    ours = stated if stated is not None else work.value(name)
    return _shown(work.answer.exact[name]) - _shown(ours)


def _shown(value: Matrix) -> Matrix:
    """A matrix with 0 where it is minus infinity, which stays so whatever is rounded."""
    return from_cells(value.shown(lambda x: x, ZERO))


def _row(work: Work, name: str, gap: Matrix, names: PlaceNames) -> tuple[Cell, ...]:
    exact = work.answer.exact[name]
    named = work.naming.values.get(name, exact)
    forms = [
        ValueForm(work.exact(named, name)),
        *([] if exact.is_rational else [work.at(name).rounded(exact)]),
    ]
    shown = _checked(names, equation(forms[0].box, forms[1:]))
    return work.symbol(name), put_in(work, name).box, shown, work.rounded(gap).box


def _worst(work: Work, gap: Matrix) -> Box:
    """The largest difference in the last line; one of which no sign is told in all bits that there are is none."""
    sizes = [(sign_if_told(x) or 0) * x for x in in_turn(gap.values)]
    return rounded(max(sizes, key=by_size), work.places)
