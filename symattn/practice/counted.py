"""Smaller questions about what is no matrix of numbers: a count, an expectation, a formula in letters, a shape.

A number is asked for part by part of its line's tree, a count for the sizes that it comes from, an expectation for what is known
of what goes in, a shape for the shapes that it is made of. Each is a line of its own beside the question's, marked as such.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symattn.exact.number import Numbers
from symattn.ops import OPS, has
from symattn.plan import Call, Line, Plan
from symattn.plan.amounts import worked
from symattn.plan.shapes import ShapeTable, table
from symattn.plan.tree import (
    Apply,
    Counted,
    Func,
    Num,
    Ref,
    RootOf,
    Scalar,
    SizeOf,
    Sum,
)
from symattn.practice.own import SmallWorking
from symattn.said import Said
from symattn.sheet.shaping import ShapeReading

Told = tuple[Scalar, Said | None]
"""A part of a line that is a number, and what is said of it where its formula would give it away."""


def of_shapes(shapes: ShapeReading, name: str) -> Iterator[SmallWorking]:
    """What is smaller in a line about shapes, or in the shape of a given.

    >>> from symattn.plan.shapes import SizeRelations
    >>> letters, plan = SizeRelations(), Plan.read(["Q = X @ W", "c = multiplications(Q)", "t = 2 * c"])
    >>> shapes = ShapeReading(plan, {"X": letters.shape(["n", "d"]), "W": letters.shape(["d", "d"])}, letters)
    >>> [one.said.facts for one in of_shapes(shapes, "Q")]
    [(('of', 'X'),), (('of', 'W'),)]
    >>> [one.said.name for one in of_shapes(shapes, "c")]
    ['numbers_in', 'terms_in']
    >>> [one.tree.params[0][1] for one in of_shapes(shapes, "t")]
    [Ref(name='c')]
    """
    found = shapes.table
    if found[name].value is None:
        line = next(
            (
                line
                for line in shapes.plan.lines
                if line.name == name or name in line.reads
            ),
            None,
        )
        for other in dict.fromkeys((*line.reads, line.name)) if line else ():
            if other != name:
                yield SmallWorking(
                    found[other], said=Said("why", "shape_of", (("of", other),))
                )
        return
    for part, said in _parts(shapes.plan.line(name), found):
        tree = _instead(shapes.plan.line(name), part)
        longer = replace(
            shapes, plan=Plan((*shapes.plan.lines, Line("smaller", "", tree)))
        )
        value = table(longer.plan, shapes.givens, shapes.letters)["smaller"]
        yield SmallWorking(value, said=said, tree=tree)


def of_numbers(line: Line, known: Numbers) -> Iterator[SmallWorking]:
    """What is smaller in a line that is made of given numbers.

    >>> from symattn.exact.number import Number
    >>> line = Plan.read(["full = 2 * L * (n + 1)"], scalars=["L", "n"]).lines[0]
    >>> [one.value for one in of_numbers(line, {"L": Number.of(3), "n": Number.of(5)})]
    [Number(6), Number(6)]
    """
    for part, said in _parts(line, ShapeTable({})):
        yield SmallWorking(worked(part, known), said=said, tree=_instead(line, part))


def _instead(line: Line, part: Scalar) -> Apply:
    """The tree of a line that is a part of another."""
    return replace(line.tree, params=(("value", part),))


def _parts(line: Line, found: ShapeTable) -> Iterator[Told]:
    """The parts of a line that is a number: what is worked out before the last step, else the names that go into it."""
    value = line.tree.param("value")
    parts = [
        part
        for part in _under(value)
        if not isinstance(part, Ref) or not found.lines or part.name in found.lines
    ]
    inner = [part for part in parts if not isinstance(part, Ref | Num | SizeOf)]
    for part in inner or parts:
        if isinstance(part, Counted) and part == value:
            yield from _of_count(part, found) if not part.random else _of_moment(part)
        else:
            yield part, None


def _under(value: object) -> list[Scalar]:
    """What a scalar is made of, numerals left out; a count of one thing is itself."""
    match value:
        case Sum(_, left, right):
            return [part for part in (left, right) if not isinstance(part, Num)]
        case RootOf(of):
            return [of]
        case Func(_, args):
            return list(args)
        case Counted(kind, names, calls) if not value.random and len(names) > 1:
            return [
                Counted(
                    kind,
                    (name,),
                    tuple(call for call in calls if call.line == name),
                )
                for name in names
            ]
        case Counted() | Ref():
            return [value]
    return []


def _of_count(part: Counted, found: ShapeTable) -> Iterator[Told]:
    """How many numbers there are in what is counted, and of a product how many terms one of them has; of a matrix its sizes."""
    for name in part.names if not part.calls else ():
        for axis in ("rows", "cols"):
            yield SizeOf(axis, Ref(name)), Said("why", f"{axis}_in", (("of", name),))
    for call in (call for call in part.calls if not has(call.op, "transposes")):
        yield (
            Counted("numbers", (call.out,)),
            Said("why", "numbers_in", (("of", call.out),)),
        )
        yield from _terms_of(call)


def _of_moment(part: Counted) -> Iterator[Told]:
    """What is known of the entries that go in; of a product the number of its terms too."""
    if part.kind == "covariance":
        yield from (
            (Counted("variance", (name,), part.calls, part.stated), None)
            for name in dict.fromkeys(part.names)
        )
        return
    call = next((call for call in part.calls if call.out == part.names[0]), None)
    if call is None:
        return
    names = dict.fromkeys(_named(name, part.calls) for name in call.args)
    times = (
        has(call.op, "product") or OPS[call.op].units == "times"
    )  # for a square it takes both
    both = (
        times
        if part.kind == "variance"
        else len(names) == 1 and not has(call.op, "scales")
    )
    for name in names:
        for kind in ("expectation", "variance"):
            if both or kind == part.kind:
                yield Counted(kind, (name,), part.calls, part.stated), None
    yield from _terms_of(call)


def _terms_of(call: Call) -> Iterator[Told]:
    """How many terms a number of a product has."""
    if has(call.op, "product"):
        yield (
            SizeOf("cols", Ref(call.args[0])),
            Said("why", "terms_in", (("of", call.out),)),
        )


def _named(name: str, calls: tuple[Call, ...]) -> str:
    """A matrix that has a name: what a line turns on the way has that of what it turns."""
    call = next((call for call in calls if call.out == name and call.hidden), None)
    return name if call is None or not call.args else _named(call.args[0], calls)
