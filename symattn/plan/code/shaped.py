"""A question about shapes as a program: arrays of zeros in its sizes, and the shape every line prints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import count

from symattn.exact.in_letters import letters_of, samples
from symattn.exact.number import Number
from symattn.ops.shapes import Amount, Amounts, Shapes, put
from symattn.plan import Plan
from symattn.plan.code.dialect import Dialect
from symattn.plan.code.program import Program, ProgramCell, assembled
from symattn.plan.tree import Counted, parts
from symattn.tables import apart_from, in_each, in_turn


def shape_program(
    plan: Plan,
    givens: Shapes,
    sizes: Amounts,
    numbers: Mapping[str, int],
    dialect: Dialect,
) -> Program:
    """The lines on arrays of zeros; letters without a number get small different ones.

    *sizes* are the letters with what they stand for, *numbers* those that are known.

    >>> from symattn.plan.code.dialect import NUMPY
    >>> made = shape_program(Plan.read(["Q = X @ W"]), {"X": (4, 8), "W": (8, 2)}, {}, {}, NUMPY)
    >>> [cell.code for cell in made.givens]
    ['X = np.zeros((4, 8))', 'W = np.zeros((8, 2))']
    """
    known = example(givens, sizes, numbers)
    arrays = in_each(
        lambda shape: tuple(_number(size, known) for size in shape), givens
    )
    cells = [
        ProgramCell(name, f"{dialect.called(name)} = {known[name]}", "number")
        for name in known
        if name not in givens
    ]
    letters = apart_from(_moments(plan), known)
    stand_ins = next(samples(letters))
    for name, x in letters.items():
        cells.append(
            ProgramCell(
                name,
                f"{dialect.called(name)} = {dialect.letter(name, x, stand_ins[name])}",
                "letter",
            )
        )
    for name, shape in arrays.items():
        inner = ", ".join(map(str, shape))
        cells.append(
            ProgramCell(name, f"{dialect.called(name)} = {dialect.zeros.format(inner)}")
        )
    return replace(
        assembled(plan, arrays, known, dialect, tuple(cells)), shapes_only=True
    )


def _moments(plan: Plan) -> dict[str, Number]:
    """The letters in what is said of random entries."""
    told = (part for line in plan.lines for part in parts(line.tree))
    stated = [
        moments
        for part in told
        if isinstance(part, Counted)
        for _, moments in part.stated
    ]
    numbers = [
        x for moments in stated for x in (moments.mean, moments.spread) if x is not None
    ]
    return {
        name: x for number in numbers for name, x in sorted(letters_of(number).items())
    }


def example(
    givens: Shapes, sizes: Amounts, numbers: Mapping[str, int]
) -> dict[str, int]:
    """A number for every letter: those that are known, and small ones for the others, as the relations ask.

    >>> from symattn.ops.shapes import Size
    >>> h, k = Size.letter("h"), Size.letter("k")
    >>> example({"X": (Size.letter("n"), h * k)}, {"d": h * k}, {})
    {'n': 2, 'h': 3, 'k': 4, 'd': 12}
    """
    known = dict(numbers)
    inner = [
        letter
        for size in (*_sizes(givens), *sizes.values())
        for letter in getattr(size, "letters", ())
    ]
    spare = (n for n in count(2) if n not in numbers.values())
    for letter in dict.fromkeys(inner):
        if letter not in known:
            known[letter] = next(spare)
    for name, size in sizes.items():
        known.setdefault(name, _number(size, known))
    return known


def _sizes(givens: Shapes) -> list[Amount]:
    return list(in_turn(givens.values()))


def _number(size: Amount, known: Mapping[str, int]) -> int:
    found = put(size, known)
    assert isinstance(found, int)
    return found
