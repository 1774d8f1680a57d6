"""A question about shapes: its lines and the shapes of its givens in letters, in place of values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING

from symattn.errors import SymattnError
from symattn.exact.in_letters import letters_in
from symattn.exact.number import Number, Numbers
from symattn.ops.shapes import Shapes, Size
from symattn.plan import Plan
from symattn.plan.shapes import ShapeTable, SizeRelations, table
from symattn.records import frozen
from symattn.said import Glossary, Named, Strings
from symattn.sheet import gradients
from symattn.sheet.cells import values_of
from symattn.sheet.planned import Known, fitted, place_of_line, plan_of_question
from symattn.sheet.randomness import stated_of, with_stated
from symattn.sheet.source import Place
from symattn.tables import in_each, in_turn, not_empty, not_none, of_type

if TYPE_CHECKING:
    from symattn.sheet.schema import QuestionKeys


@frozen
class ShapeReading:
    """The plan of a question about shapes, its givens' shapes, what is stated about the letters, and that as it is written:
    the numbers of ``sizes`` and the relations of ``where``; ``values`` are numbers that are given beside them, and no sizes,
    ``free`` letters of its own, ``rows`` what is said of the rows of givens: one-hot, or that they add up to 1."""

    plan: Plan
    givens: Shapes
    letters: SizeRelations
    sizes: Mapping[str, int] = field(default_factory=dict)
    where: Strings = ()
    values: Numbers = field(default_factory=dict)
    free: Numbers = field(default_factory=dict)
    rows: Glossary = field(default_factory=dict)

    @property
    def size_letters(self) -> frozenset[str]:
        """The letters that are sizes of givens."""
        sizes = (
            size for size in in_turn(self.givens.values()) if isinstance(size, Size)
        )
        return frozenset(x for size in sizes for x in size.letters if x.isidentifier())

    @cached_property
    def table(self) -> ShapeTable:
        """Every given and line with its shape."""
        return table(self.plan, self.givens, self.letters, self.values, self.free)


def shapes_of_question(
    keys: QuestionKeys, options: Named, at: Place, columns: bool
) -> ShapeReading | None:
    """The shapes a question asks about, or None where it asks about none; every problem is reported."""
    if "shapes" not in keys:
        for key in ("sizes", "where", "random"):
            if key in keys:
                hint = 'write given = { L = 80 } for numbers in lines, [question.shapes] with X = ["n", "d"] for matrices'
                (at / key).misnamed(f"{key} without shapes", hint)
        return None
    given = values_of(keys.given)
    values = of_type(given, Number)
    for key in ("given", "stated"):
        if key in keys and not (key == "given" and values == given):
            (at / key).misnamed(
                f"both shapes and {'matrices' if values else key}",
                "a question is about shapes or about values: make two of it; numbers, given = { a = 0.05 }, go with both",
            )
    written = not_empty(keys.shapes)
    letters = _letters(keys, at)
    if letters is None:
        return None
    try:
        givens = in_each(letters.shape, written)
    except SymattnError as error:
        (at / "shapes").wrong(error.what, error.hint)
        return None
    sizes = letters.sizes(givens.values())
    numbers = {*sizes, *keys.letters, *values}
    rows = keys.letters.rows
    stated = stated_of(keys.random, givens, at / "random")
    moments = [x for one in stated.values() for x in (one.mean, one.variance)]
    stating = frozenset(name for x in moments for name in letters_in(x))
    matrices = {name: givens.get(name) for name in keys.shapes}
    known = Known(
        "shapes", matrices, frozenset(numbers - matrices.keys()), sizes, stating
    )
    derivatives = gradients.derivatives_of(keys.gradient)
    plan = plan_of_question(keys, known, options, at, columns, derivatives)
    if plan is None:
        return None
    plan, behind = gradients.parted(plan, derivatives)
    if keys.gradient:
        first = fitted(plan, known, at, columns, letters.said)
        plan = gradients.with_gradients(
            plan, keys.gradient, first, givens, at / "gradient", rows
        )
        plan = Plan((*plan.lines, *behind))
    plan = with_stated(plan, stated)
    found = fitted(plan, known, at, columns, letters.said)
    for line in plan.lines:
        if line.name not in found and not at.problems:
            what = f"the shape of {line.name} does not follow from the shapes given"
            (place_of_line(line, plan, at) or at / "shapes").wrong(
                what, "name the sizes it uses under where or sizes"
            )
    return ShapeReading(
        plan, givens, letters, _sizes(keys), _where(keys), values, keys.letters, rows
    )


def _letters(keys: QuestionKeys, at: Place) -> SizeRelations | None:
    with (at / ("where" if "where" in keys else "sizes")).heard():
        return SizeRelations.read(_where(keys), _sizes(keys))
    return None


def _sizes(keys: QuestionKeys) -> dict[str, int]:
    return not_none(keys.sizes)


def _where(keys: QuestionKeys) -> Strings:
    return tuple(filter(None, keys.where))
