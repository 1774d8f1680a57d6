"""What is said of lines with random entries: what is assumed of the givens, and how each operation changes the moments."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from symattn.boxes import EQUALS, Box, Boxes, row
from symattn.exact.number import UNIT
from symattn.formats.text import flat
from symattn.notation import Notation
from symattn.notation.values import ValuePrinter
from symattn.ops import OPS, has
from symattn.ops.moments import Moments, given, moved, multiplied, same, squared, times
from symattn.ops.record import size_latex
from symattn.ops.shapes import Shape, Size
from symattn.plan import Call, Line
from symattn.plan.amounts import OfShape, moments, once_each
from symattn.plan.shapes.table import ShapeTable
from symattn.plan.tree import Counted, Expr, leading_to, parts
from symattn.records import frozen
from symattn.said import Pair, Strings
from symattn.tables import in_each


@frozen
class RandomStep:
    """One operation: its name, what it is done for, how many terms a product of rows and columns has, whether one like it
    was told of before, the letters for entries of what it is done to, and the line whose formula is told with it."""

    op: str
    name: Box
    terms: str
    again: bool
    letters: Pair = ("x", "y")
    defines: str = ""


@frozen
class RandomGroup:
    """Givens of which the same is known: their mean, variance and mean square, and whether their entries are independent of one
    another, at least uncorrelated, or neither; ``usual`` where the mean is 0 and the variance 1."""

    names: Boxes
    mean: Box
    variance: Box
    square: Box
    independent: bool
    uncorrelated: bool
    usual: bool
    letter: str = "x"


@frozen
class RandomTold:
    """The givens that are random, all together and in groups of which the same is known, and the operations on them in order;
    ``spread`` says that variances come in, and not expectations alone, ``lines`` are those that nothing else on the page
    defines."""

    givens: Boxes
    groups: tuple[RandomGroup, ...]
    steps: tuple[RandomStep, ...]
    spread: bool = True
    lines: Strings = ()


def told(
    notation: Notation,
    lines: Sequence[Line],
    table: ShapeTable,
    before: Sequence[Line],
    shown: Collection[str],
) -> tuple[RandomTold, ...]:
    """What is to be said of the lines that ask for an expectation or a variance; each thing once, and nothing that was said
    of the lines *before*. A line that is *shown* nowhere is told of with its formula, S = QKᵀ."""
    known = _told(notation, before, table, shown)
    new = _told(notation, lines, table, {*shown, *known.lines})
    steps = {(step.op, step.terms) for step in known.steps}
    ops = {step.op for step in known.steps}
    left = tuple(
        replace(step, again=step.again or step.op in ops)
        for step in new.steps
        if (step.op, step.terms) not in steps
    )
    groups = (
        replace(
            group, names=tuple(box for box in group.names if box not in known.givens)
        )
        for group in new.groups
    )
    fresh = tuple(box for box in new.givens if box not in known.givens)
    others = tuple(
        line for line in new.lines if all(line != step.defines for step in left)
    )
    known_of = tuple(group for group in groups if group.names)
    return (
        (RandomTold(fresh, known_of, left, new.spread, others),)
        if fresh or left or others
        else ()
    )


def _told(
    notation: Notation, lines: Sequence[Line], table: ShapeTable, shown: Collection[str]
) -> RandomTold:
    asked = [part for line in lines for part in _random(line)]
    found = dict.fromkeys(name for part in asked for name in part.names)
    if not found:
        return RandomTold((), (), ())
    calls = once_each(
        [*{call.out: call for part in asked for call in part.calls}.values()]
    )
    stated = dict(asked[-1].stated)
    own = [part for line in lines for part in line.made]
    inner = {at: x for part in own for at, x in part.inner.items()}

    path = leading_to(found, calls)
    made = {call.out for call in path}
    read = {*found, *(name for call in path for name in call.args)} - made
    givens = [name for name in table.lines if name in read]
    values = ValuePrinter(notation.table.numbers == "decimals")
    groups = {name: _group(stated.get(name) or given(name), values) for name in givens}
    alike: dict[RandomGroup, Boxes] = {}
    for name, group in groups.items():
        alike[group] = (*alike.get(group, ()), notation.symbol(name))
    known = moments(calls, tuple(found), in_each(OfShape, table.shown), stated)
    undefined = dict.fromkeys(call.line for call in path)
    undefined = {
        x: None for x in undefined if x not in shown and not _is_number(table, x)
    }
    steps = _steps(notation, table, path, known, inner, undefined)
    if any(len(part.names) > 1 for part in asked):
        steps.setdefault(
            ("covariance", ""),
            RandomStep(
                "covariance", _called(notation, asked[-1].names[0], inner), "", False
            ),
        )
    letter = _letters(notation, table, (), {})[0]
    together = tuple(
        replace(group, names=names, letter=letter) for group, names in alike.items()
    )
    spread = any(part.kind != "expectation" for part in asked)
    spread = spread or any(step.op in SPREADING for step in steps.values())
    told_of = steps.values() if spread else map(_of_means, steps.values())
    return RandomTold(
        tuple(map(notation.symbol, givens)),
        together,
        tuple(told_of),
        spread,
        tuple(undefined),
    )


def _steps(
    notation: Notation,
    table: ShapeTable,
    path: Sequence[Call],
    known: Mapping[str, Moments],
    inner: Mapping[str, Expr],
    lines: Collection[str],
) -> dict[Pair, RandomStep]:
    """The operations of a path, each kind once; the first to be told of one of the *lines* has its formula."""
    steps: dict[Pair, RandomStep] = {}
    sources: dict[str, frozenset[str]] = {}
    left = {*lines}
    plain = {call.out: call.args[0] for call in path if has(call.op, "transposes")}
    for call in path:
        shape = table.shown.get(call.args[0], ()) if call.args else ()
        size = size_latex(shape[-1]) if shape and has(call.op, "product") else ""
        again = any(op == call.op for op, _ in steps)
        told_as = _told_as(call, sources)
        if size and known[call.out].spread is None:
            told_as = "means"
        sources[call.out] = frozenset().union(
            *(sources.get(name, frozenset([name])) for name in call.args)
        )
        line = call.line
        symbol = _called(notation, call.out, inner, line)
        silent = OPS[call.op].moments in (same, moved)
        defines = line if line in left and call.out not in inner and not silent else ""
        if defines:
            symbol = row(symbol, EQUALS, notation.formula(notation.trees[line]))
        letters = _letters(notation, table, call.args, plain)
        if (told_as, size) not in steps:
            steps[told_as, size] = RandomStep(
                told_as, symbol, size, again, letters, defines
            )
            left.discard(defines)
    return steps


def _called(
    notation: Notation, name: str, inner: Mapping[str, Expr], line: str = ""
) -> Box:
    """How a line is written, or what no line is: E[s²]."""
    return (
        notation.formula(inner[name])
        if name in inner
        else notation.symbol(line or name)
    )


SPREADING = ("square", "shared", "covariance")
"""What makes an expectation of variances."""
_OF_MEANS: Mapping[object, str] = {multiplied: "means", times: "times"}


def _is_number(table: ShapeTable, name: str) -> bool:
    return name not in table.lines or table.lines[name].value is not None


def _of_means(step: RandomStep) -> RandomStep:
    """What is said of an operation where expectations alone are asked."""
    if step.op == "scale":
        return replace(step, op="scaled")
    changes = OPS[step.op].moments if step.op in OPS else None
    return replace(step, op=_OF_MEANS.get(changes, step.op))


def _letters(
    notation: Notation, table: ShapeTable, args: Sequence[str], plain: Mapping[str, str]
) -> Pair:
    """Letters for an entry of each of two matrices: their own names where these are small letters, E[wx] for wx; else such as the
    sheet has not."""
    names = [plain.get(name, name) for name in args]
    if len({*names}) == 2 and all(
        len(x) == 1 and x.islower() and flat(notation.symbol(x)) == x for x in names
    ):
        return names[0], names[1]
    taken = {
        *table.lines,
        *(x for line in table.lines.values() for x in _sizes(line.shape)),
    }
    free = [
        (x, y) for x, y in ("xy", "uv", "ab", "fg", "pq") if taken.isdisjoint((x, y))
    ]
    return free[0] if free else ("x", "y")


def _sizes(shape: Shape) -> Iterator[str]:
    for size in shape:
        yield from size.letters if isinstance(size, Size) else ()


def _group(of: Moments, values: ValuePrinter) -> RandomGroup:
    """What is known of a given, without its name."""
    mean, variance, square = map(values.exact, (of.mean, of.variance, of.square))
    usual = not of.mean.terms and of.variance.key == UNIT.key
    return RandomGroup(
        (), mean, variance, square, of.independent, of.uncorrelated, usual
    )


def _told_as(call: Call, sources: Mapping[str, frozenset[str]]) -> str:
    """The sentence of an operation: that of a square where both sides are one, that of a sum of what hangs together where both
    are made of the same."""
    op, of_two = OPS[call.op], len(call.args) == 2
    sides = [sources.get(name, frozenset([name])) for name in call.args]
    twice = of_two and call.args[0] == call.args[1] and op.units == "times"
    if twice or op.moments is squared:
        return "square"
    if of_two and sides[0] & sides[1] and op.units == "one":
        return "shared"
    return "scale" if has(call.op, "scales") else call.op


def _random(line: Line) -> list[Counted]:
    asked = (part for part in parts(line.tree) if isinstance(part, Counted))
    return [part for part in asked if part.random]
