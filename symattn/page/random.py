"""What is said of lines with random entries: what is assumed of the givens, and how each operation changes the moments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from symattn.boxes import Box
from symattn.notation import Notation
from symattn.ops import has
from symattn.ops.record import size_latex
from symattn.plan import Line
from symattn.plan.shapes.table import ShapeTable
from symattn.plan.tree import Apply, Counted, leading_to, parts


@dataclass(frozen=True)
class Step:
    """One operation: its name, what it is done for, how many terms a product of rows and columns has, and whether one like it
    was told of before."""

    op: str
    name: Box
    terms: str
    again: bool


@dataclass(frozen=True)
class Told:
    """The givens that are random, and the operations on them in order."""

    givens: tuple[Box, ...]
    steps: tuple[Step, ...]


def told(notation: Notation, lines: Sequence[Line], table: ShapeTable, before: Sequence[Line] = ()) -> tuple[Told, ...]:
    """What is to be said of the lines that ask for an expectation or a variance; each thing once, and nothing that was said
    of the lines *before*."""
    known = [*told(notation, before, table)] if before else []
    boxes = {box for one in known for box in one.givens}
    steps = {(step.op, step.terms) for one in known for step in one.steps}
    new = []
    for one in _told(notation, lines, table):
        left = tuple(step for step in one.steps if (step.op, step.terms) not in steps)
        left = tuple(replace(step, again=step.again or any(op == step.op for op, _ in steps)) for step in left)
        new.append(Told(tuple(box for box in one.givens if box not in boxes), left))
    return tuple(one for one in new if one.givens or one.steps)


def _told(notation: Notation, lines: Sequence[Line], table: ShapeTable) -> tuple[Told, ...]:
    found = dict.fromkeys(part.names[0] for line in lines for part in _random(line))
    calls = next((part.calls for line in reversed(lines) for part in _random(line)), ())
    if not found:
        return ()
    path = leading_to(found, calls)
    made = {call.out for call in path}
    read = {name for call in path for name in call.args} - made
    givens = [name for name in table.lines if name in read]
    steps: dict[tuple[str, str], Step] = {}
    for call in path:
        shape = table.shown.get(call.args[0], ())
        size = size_latex(shape[-1]) if shape and has(call.op, "product") else ""
        again = any(op == call.op for op, _ in steps)
        steps.setdefault((call.op, size), Step(call.op, notation.symbol(call.out.partition(".")[0]), size, again))
    return (Told(tuple(map(notation.symbol, givens)), tuple(steps.values())),)


def _random(line: Line) -> Iterator[Counted]:
    tree = line.tree
    values = tree.params if isinstance(tree, Apply) else ()
    yield from (part for _, value in values for part in parts(value) if isinstance(part, Counted) and part.random)
