"""A free choice on the key: the example with its marks, and below its working when any other one is right."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from symattn.boxes import MINUS, Boxes, Fence, row
from symattn.errors import SymattnError
from symattn.page.engine import Engine
from symattn.page.forms import given
from symattn.page.layout import Eq
from symattn.page.links import ledger
from symattn.page.work import Work
from symattn.plan import LEFT, RIGHT
from symattn.sheet.sheet import Condition, Part, held


def example(engine: Engine, work: Work, part: Part) -> Markup:
    """What the key chooses; nothing where a part leaves no choice. Raises SymattnError where it is not right."""
    names = [name for name in part.asks if name in work.question.unknown]
    if not names:
        return Markup("")
    for condition in part.accept:
        if held(condition, work.answer.follow).decision != "equal":
            raise SymattnError(
                f"{work.question.id}: the example does not meet the condition on {condition.line or condition.check}",
                "mend the example or the condition",
            )
    told = {name: engine.marks(share) for name, share in part.shares.items() if share}
    eqs = [
        Eq(work.symbol(name), (("=", given(work, name).box),), told.get(name, ""))
        for name in names
    ]
    ledger(work).check(eqs)
    return _rendered(engine, "for_example", eqs)


def conditions(
    engine: Engine, work: Work, part: Part, said: str = "others_serve"
) -> tuple[Markup, Boxes]:
    """When another choice is right as well, or any ("choices_serve"), and what stands left of the signs there."""
    eqs = [eq for condition in part.accept for eq in _condition(work, condition)]
    return (_rendered(engine, said, eqs) if eqs else Markup("")), tuple(
        eq.lhs for eq in eqs
    )


def _condition(work: Work, condition: Condition) -> Iterator[Eq]:
    if condition.check:
        sides = {
            line.name: work.notation.formula(line.tree) for line in condition.plan.lines
        }
        yield Eq(sides[LEFT], (("=", sides[RIGHT]),))
        return
    wanted = condition.near or condition.equals
    assert wanted is not None
    grid = work.exact(wanted)
    if condition.within is None:
        yield Eq(work.symbol(condition.line), (("=", grid),))
        return
    gap = row(
        work.symbol(condition.line), MINUS, grid
    )  # written so that nobody takes it for a value
    yield Eq(Fence("|", gap, "|"), (("≤", work.values.exact(condition.within)),))


def _rendered(engine: Engine, said: str, eqs: list[Eq]) -> Markup:
    lined = engine.below_each_other(eqs)
    return engine.told("steps/choice.j2", said=engine.word(said), displays=lined)
