"""Lines that are numbers in the letters of given ones: the result in letters, where it says more than the line's own formula."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import TypeAlias

from symattn.boxes import Box, Grid, Root, inked, number
from symattn.exact.decide import sign_if_told
from symattn.exact.in_letters import letters_of, put_in
from symattn.exact.matrix import Matrix
from symattn.exact.number import Atom, Number
from symattn.exact.text import collected, form
from symattn.exact.zero import atoms, symbolic
from symattn.notation.lines import LineStyle
from symattn.notation.values import in_order
from symattn.ops import has
from symattn.page import ink
from symattn.page.alike import in_any_order, letters_of_formula, storeys
from symattn.page.forms import LINED, fits
from symattn.page.matrices import ValueForm
from symattn.page.work import Work
from symattn.plan import Line, Plan
from symattn.plan.tree import Ref, Sum, has_trait
from symattn.records import replace
from symattn.tables import every, in_turn, of_type

MANY = 1000  # signs, more than fit on a line
Way: TypeAlias = Callable[[Callable[[str], Box]], Box]


def sought(line: Line) -> bool:
    """Whether a line seeks a letter, by an equation or a limit."""
    return line.tree.param("letter") is not None


def solved_for(work: Work, line: Line) -> str:
    """The letter that a line solves an equation for, which is called as the line is where that stands on the page; nothing where
    each entry has an equation of its own, or a number stands in the letter's place."""
    if not has_trait(line.tree, "of an equation") or not work.is_number(line.name):
        return ""
    letter = line.tree.param("letter")
    return letter.name if isinstance(letter, Ref) else ""


def by_entries(work: Work, line: Line) -> Grid | None:
    """The Jacobian of weights that a line has worked out in letters, by the entries of that line: pᵢ(1 − pᵢ) and −pᵢpⱼ, and not
    the fractions of exponentials that these are."""
    of = line.tree.args[0] if has_trait(line.tree, "by entries") else None
    if (
        not work.symbols
        or not isinstance(of, Ref)
        or of.name not in work.steps
        or not isinstance(work.array(of.name), Matrix)
        or work.notation.names.unnamed(of.name)
    ):
        return None
    name = of.name
    down = work.value(name).cols == 1
    entries = [
        f"{name}[{k}, 0]" if down else f"{name}[0, {k}]"
        for k in range(work.value(line.name).rows)
    ]
    written = [
        [f"{a} * (1 - {a})" if a == b else f"-({a} * {b})" for b in entries]
        for a in entries
    ]
    plans = every(lambda x: Plan.read([f"{line.name} = {x}"]), written)
    boxes = every(lambda plan: work.notation.formula(plan.lines[0].tree), plans)
    return Grid(boxes, *work.notation.brackets)


def left_open(work: Work, name: str) -> bool:
    """Whether a line is, or is made of, a maximum or a minimum of which it is not known which side it is: it stands as
    max(2BDF/P, D/W), and not by √((a − b)²)."""
    return work.symbols and name in work.once("left open", "", lambda: _left_open(work))


def _left_open(work: Work) -> frozenset[str]:
    found = set[str]()
    for step in work.answer.exact.steps:
        name = step.call.line
        before = [_roots(x) for x in step.inputs if isinstance(x, Matrix)]
        new = isinstance(step.value, Matrix) and _roots(step.value) - set(
            in_turn(before)
        )
        if has(step.op, "of any number") and new:
            found.add(name)
    for line in work.question.plan.lines:
        value = work.array(line.name)
        if (
            not found.isdisjoint(line.uses)
            and isinstance(value, Matrix)
            and _roots(value)
        ):
            found.add(line.name)
    return frozenset(found)


def _roots(value: Matrix) -> set[Atom]:
    numbers = (
        x for x in in_turn(value.values) if isinstance(x, Number) and symbolic(x)
    )
    return {atom for x in numbers for atom in atoms(x) if atom.kind == "root"}


def in_given(work: Work, line: Line, written: Callable[[str], Box]) -> Box | None:
    """The result of a line in the letters of the givens as these are *written*: worked out, 72Ld²T, or as it is
    made, with what earlier lines come to in place of their names, 2·log(L·d), whichever has fewer signs. None where neither has
    room on a line, with its letters and with its numbers, or one would have a bar above another.
    """
    way = work.once("in letters", "", lambda: _ways(work)).get(line.name)
    return way(written) if way else None


def letters(work: Work, line: Line) -> ValueForm | None:
    """The result in the letters of the givens, C = 6·N·T = 72Ld²T: in the policy of this name, where it is another formula than
    the line's own, and where a letter is sought in any. What is in letters of the givens already has it only with fewer of them,
    however it is written.
    """
    found = work.lettered.get(line.name)
    if (
        found is None
        or not (work.question.working.policy == "letters" or sought(line))
        or not any(name.isidentifier() for name in letters_of(found))
        or left_open(work, line.name)
        or (work.symbols and found.key == work.value(line.name).values[0][0].key)
    ):
        return None  # nothing, or what stands behind it anyway
    box = in_given(work, line, work.symbol)
    own = work.notation.formula(line.tree)
    if box is None:
        return None
    plainly = work.values.write(
        form(found)
    )  # with nothing taken out of a sum, which shortens no formula
    reads = sought(line) or any(name in work.steps for name in line.scalars)
    told = (
        in_any_order(box) != in_any_order(own)
        if reads
        else all(
            letters_of_formula(x) < letters_of_formula(own) for x in (box, plainly)
        )
    )
    return ValueForm(box) if told else None


def _ways(work: Work) -> Mapping[str, Way]:
    """How the results of lines are written in the letters of the givens, by how each of these is."""
    found = dict[str, Way]()
    for line in work.question.plan.lines:
        if line.name not in work.lettered:
            continue
        ways: list[Way] = [partial(from_given, work, work.lettered[line.name])]
        before = [name for name in line.uses if name in work.lettered]
        if found.keys() >= {*before} and not sought(line):
            value = line.tree.param("value")
            made = partial(_as_made, work, line, found)
            ways.append(found.get(value.name, made) if isinstance(value, Ref) else made)
        boxes = [(way(work.symbol), way(work.put_in), way) for way in ways]
        bars = max(1, storeys(work.notation.formula(line.tree)))
        fit = [
            (box, numbers, way)
            for box, numbers, way in boxes
            if storeys(box) <= bars
            and fits(box, LINED)
            and (sought(line) or fits(numbers, LINED))
        ]
        if fit:
            apart = len(fit) == len(ways) > 1 and _adds_up(work, line)
            found[line.name] = (
                ways[1] if apart else min(fit, key=lambda x: _signs(x[0]))[2]
            )
    return found


def _adds_up(work: Work, line: Line) -> bool:
    """Whether a line is the total of named ones, of which no terms come together: they stand in it as they came out, and not in
    factors, Vd + 4d²L."""
    value = line.tree.param("value")
    names = list[str]()
    while (
        isinstance(value, Sum) and value.sign in "+-" and isinstance(value.right, Ref)
    ):
        names.append(value.right.name)
        value = value.left
    if not names or not isinstance(value, Ref):
        return False
    parts = [work.lettered.get(name) for name in (*names, value.name)]
    terms = [1 if part is None else len(part.terms) for part in parts]
    several = any(part is not None for part in parts)
    return several and sum(terms) == len(work.lettered[line.name].terms)


def _as_made(
    work: Work, line: Line, before: Mapping[str, Way], written: Callable[[str], Box]
) -> Box:
    """The formula of a line with those of the lines *before* it in place of their names."""

    def number(name: str) -> Box:
        way = before.get(name)
        return way(written) if way else written(name)

    style = LineStyle(
        work.notation,
        lambda name, _: number(name),
        number,
        work.size,
        numeric=True,
        shapes=work.shapes,
    )
    return style.write(line.tree)


def _signs(box: Box) -> int:
    """How many letters, numbers, words and roots stand in a formula, an absolute value for more than a formula has: a minimum
    stands as one."""
    kinds = ("letter", "number", "word", "upright")
    size = {"|": MANY}
    return sum(
        size.get(getattr(x, "left", ""), isinstance(x, Root) or inked(x, *kinds))
        for x in ink.parts(box)
    )


def from_given(
    work: Work,
    value: Number,
    written: Callable[[str], Box],
    letters: Mapping[str, Box] = MappingProxyType({}),
) -> Box:
    """A number in the letters of given ones, as these are *written*; free *letters* may have other symbols."""
    inside = letters_of(value)
    names = {
        part: written(part)
        for part in (*work.question.given, *work.lettered)
        if part in inside and part not in work.question.letters
    } | {part: number(part) for part in inside if not part.isidentifier()}
    tree = collected(value, partial(_below_zero, work))
    return replace(
        work.values, decimals=False, letters={**work.values.letters, **names, **letters}
    ).write(in_order(tree, tuple(names)))


def _below_zero(work: Work, value: Number) -> bool:
    """Whether a number in letters is below 0 with what is given."""
    return sign_if_told(put_in(value, of_type(work.question.given, Number))) == -1
