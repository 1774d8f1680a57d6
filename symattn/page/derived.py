"""A derivation in letters: derivatives, each as a step back with the rule that it goes by, and its shape at its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from markupsafe import Markup

from symattn.boxes import Box
from symattn.boxes.latex import read
from symattn.boxes.measure import widest
from symattn.notation import Notation
from symattn.ops.record import size_latex
from symattn.ops.shapes import Shape
from symattn.page.engine import WORK, Engine, Formulas
from symattn.page.layout import Eq
from symattn.plan import Plan
from symattn.plan.closed import in_closed_form
from symattn.plan.shapes.table import ShapeLine, ShapeTable
from symattn.records import frozen
from symattn.tables import filled

BY_HAND = "d"
"""What the name of a derivative begins with, before that of what it is taken by."""


def is_derivation(plan: Plan, names: Sequence[str], table: ShapeTable) -> bool:
    """Whether derivatives are among these lines, as a table under [question.gradient] makes them or as they are written by
    hand: dx beside x, of its shape.

    >>> from symattn.plan.shapes import SizeRelations, table
    >>> plan, letters = Plan.read(["h = x @ W", "dx = dh @ W.T"]), SizeRelations()
    >>> shapes = {"x": letters.shape([1, "n"]), "W": letters.shape(["n", "m"]), "dh": letters.shape([1, "m"])}
    >>> [is_derivation(plan, [name], table(plan, shapes, letters)) for name in ("h", "dx")]
    [False, True]
    """

    def by_hand(name: str) -> bool:
        of = table.lines.get(name.removeprefix(BY_HAND))
        return of is not None and of.name != name and of.shape == table[name].shape

    return any(
        plan.line(name).back or by_hand(name) for name in names if name in plan.names
    )


@frozen
class StepsBack:
    """The lines of a part as equations; ``said`` are sentences that the question has already."""

    engine: Engine
    notation: Notation
    plan: Plan
    table: ShapeTable
    detail: str
    said: set[str]

    def told(
        self, names: Sequence[str], shares: Mapping[str, Fraction]
    ) -> tuple[Markup, list[Box]]:
        """The working of these lines, and what stands left of their signs of equality."""
        closed = in_closed_form(self.plan, self.table.shown)
        eqs = {
            name: Eq(
                self.notation.symbol(name),
                (
                    ("=", self.notation.formula(self.plan.trees[name])),
                    *(
                        ("=", self.notation.formula(closed[name]))
                        for _ in [0]
                        if name in closed
                    ),
                    ("∈", _space(self.table[name].shape)),
                    *_in_numbers(self.table[name]),
                ),
                self.engine.marks(shares[name]) if shares.get(name) else "",
            )
            for name in names
        }
        lhs = [eq.lhs for eq in eqs.values()]
        axis = widest(lhs)
        lines = filled(
            map(self.plan.line, names),
            lambda some: not any(one.back for one in some[1:]),
        )
        shown = (
            self.engine.told(
                "steps/derivation.j2",
                **{WORK: Formulas(self.notation, self.plan)},
                back=some[0].back,
                lines=some[:1],
                words=self.notation.table.words,
                detail=self.detail,
                again=self._again,
                displays=self.engine.laid_out(
                    ((tuple(eqs[line.name] for line in some),),), axis
                ),
            )
            for some in lines
        )
        return Markup("\n").join(shown), lhs

    def _again(self, what: str) -> bool:
        known = str(what) in self.said
        self.said.add(str(what))
        return known


def _space(shape: Shape) -> Box:
    """Where matrices of a shape live: ℝ^{n×d}, numbers in ℝ."""
    sizes = r" \times ".join(map(size_latex, shape))
    return read(r"\mathbb{R}" if shape == (1, 1) else rf"\mathbb{{R}}^{{{sizes}}}")


def _in_numbers(line: ShapeLine) -> tuple[tuple[str, Box], ...]:
    """The same with the numbers that are known for letters."""
    return (("=", _space(line.in_numbers)),) if line.in_numbers else ()
