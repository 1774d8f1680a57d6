"""Names under which what is counted is evaluated before it is printed: sizes in letters, and lines that are numbers."""

from __future__ import annotations

from symattn.boxes.latex import read
from symattn.exact.ball import MATRIX_BITS, ball
from symattn.exact.in_letters import letters_in, put_in
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.notation import Notation
from symattn.notation.values import symbol
from symattn.ops.record import size_latex
from symattn.ops.shapes import Size
from symattn.page import ink
from symattn.page.links import PlaceNames, Tally
from symattn.plan.amounts import amount
from symattn.plan.shapes.letters import SizeRelations
from symattn.plan.shapes.table import ShapeLine, ShapeTable
from symattn.plan.tree import Counted
from symattn.sheet import Question

SMALL = (5, 7, 3, 11, 2, 13, 17, 19, 23)  # sizes that nothing is known of


def counts(
    notation: Notation,
    question: Question,
    table: ShapeTable,
    tally: Tally | None = None,
) -> PlaceNames:
    """The names of a question about shapes: letters of sizes, which are the numbers that the sheet gives or small ones, and the
    lines that are numbers."""
    known = question.shapes.letters if question.shapes else SizeRelations()
    values: dict[str, Number] = {}
    found = [
        x
        for line in table.lines.values()
        for x in (line.value, line.base)
        if x is not None
    ]
    letters = sorted({letter for x in found for letter in letters_in(x)})
    for k, letter in enumerate(name for name in letters if name not in known.rules):
        own = question.given.get(letter)
        many = known.numbers.get(letter, SMALL[k % len(SMALL)])
        values[letter] = own if isinstance(own, Number) else Number.of(many)
    for letter, size in known.rules.items():
        values[letter] = put_in(amount(size), values)
    defined = {
        ink.flat(box): ball(x, MATRIX_BITS)
        for name, x in values.items()
        for box in (symbol(name), read(size_latex(Size.letter(name))))
    }
    for name, line in table.lines.items():
        if line.value is not None:
            value = defined[ink.flat(notation.symbol(name))] = ball(
                put_in(line.value, values), MATRIX_BITS
            )
            tree = notation.trees.get(name)
            if (
                tree is not None
                and isinstance(of := tree.param("value"), Counted)
                and of.random
            ):
                defined[ink.flat(notation.formula(tree))] = (
                    value  # Var[S] is what it comes to
                )
    lines = {name: alone(line) for name, line in table.lines.items()}
    shows = {
        ink.flat(notation.symbol(name)): show
        for name, one in lines.items()
        if one is not None
        and (show := question.measures.show(name, one)) is not None
        and show.digits is not None
    }
    kept = Tally() if tally is None else tally
    return PlaceNames(question.id, defined, kept, shows=shows)


def alone(line: ShapeLine) -> Matrix | None:
    """A line that is a number as a matrix of one entry, where all its letters have numbers."""
    return None if line.number is None else Matrix.of([[line.number]])
