"""The working of a part: families of lines as equations, each line's chain in the order that its template asks for; what stands
between a line's formula and its result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import cast

from symattn.boxes import (
    EQUALS,
    Box,
    Boxed,
    Boxes,
    Ink,
    listed,
    row,
)
from symattn.boxes.measure import width
from symattn.errors import SymattnError, nearest
from symattn.exact.matrix import Matrices, Matrix
from symattn.ops import OPS, has
from symattn.page import dots, found, layout, naming
from symattn.page.chains import equation, linked
from symattn.page.engine import Family
from symattn.page.forms import (
    NAME,
    Link,
    in_batch,
    matrix_forms,
    near_short,
    unnamed,
)
from symattn.page.in_rows import InRows, in_rows
from symattn.page.layout import Eq, Eqs
from symattn.page.matrices import ValueForm
from symattn.page.present import present
from symattn.page.shown import MatrixForms, Shown
from symattn.page.weights import Weights, explain
from symattn.page.work import Work, sizes
from symattn.plan import Line, Plan
from symattn.plan.derivation import solve
from symattn.plan.tree import Apply
from symattn.records import frozen, replace
from symattn.said import Strings
from symattn.tables import among, apart_from, filled, in_turn

GRADIENT = "gradient"  # the template of lines of derivatives, whatever their operation
FRAMED = 110.0  # millimetres: exact and rounded value together in one frame, where they are no wider
PARTS = ("formula", "letters", "numbers", "within", "exact", "approx")
"""What a chain may have behind a line's name, by the words that a template uses, in the usual order."""
WEIGHTS_IN_BATCH = "_weights_in_batch"
"""The template that tells how the weights of a batch of matrices come about."""
Lines = tuple[Eqs, ...]  # the equations of each line
Named = Mapping[str, str | tuple[str, str]]
"""What parts of a working are called, in one word, or in two: ("mean", "means")."""


@frozen
class Told:
    """Lines that are told of together, by the template of their operation: one family, or neighbours of one operation."""

    op: str
    families: tuple[Family, ...]
    shown: tuple[Shown, ...]
    divisor: tuple[Box, int] | None
    tiny: (
        tuple[Box, int, Boxes] | None
    )  # the largest gap, right to how many places, of which lines if not of all
    weights: Weights | None

    @property
    def definitions(self) -> Lines:
        """The equations that define names which appear here for the first time."""
        return self.weights.definitions if self.weights else ()

    @property
    def quiet(self) -> bool:
        """Whether nothing is to be said about the lines."""
        said = (
            self.divisor
            or self.tiny
            or self.weights
            or any(line.long for line in self.shown)
        )
        return self.op not in (GRADIENT, WEIGHTS_IN_BATCH) and not said


def _divisor(work: Work, line: Line) -> tuple[Box, int] | None:
    """The keys whose width stands in a line, and how wide they are."""
    found = [
        size.of.name
        for size in sizes(line.tree)
        if work.notation.is_width(size.axis, size.of.name)
    ]
    return (
        (
            work.symbol(found[0]),
            work.shapes[found[0]][-2 if work.notation.columns else -1],
        )
        if found
        else None
    )


def by_width(work: Work, family: Family) -> list[Family]:
    """A family as families of one width of keys each, which has one letter on a page."""
    groups = [
        list(group)
        for _, group in groupby(
            family.lines, lambda line: (_divisor(work, line) or (None, 0))[1]
        )
    ]
    marks = [""] * (len(groups) - 1) + [family.mark]
    return [
        replace(family, lines=tuple(group), mark=mark)
        for group, mark in zip(groups, marks, strict=True)
    ]


def told(work: Work, family: Family) -> Told:
    """What is to be told of a family of lines."""
    shown = tuple(present(work, line) for line in family.lines)
    if work.detail != "brief":
        shown = tuple(
            replace(line, more=max(line.more, in_rows(work, line).more))
            for line in shown
        )
    divisor = _divisor(work, family.lines[0])
    batch = any(block.place for line in shown for block in line.blocks)
    shares = all(naming.are_shares(line.step) for line in shown)
    weights = explain(work, family) if shares and not batch else None
    close = [
        line.name
        for line in shown
        if line.name not in work.tainted and near_short(work, line.name)
    ]
    gap = naming.tiny_error(
        work.naming, ((work.value(name), work.naming.values[name]) for name in close)
    )
    which = (
        tuple(work.symbol(name) for name in close) if len(close) < len(shown) else ()
    )
    tiny = (*gap, which) if gap is not None else None
    usual_op = (
        GRADIENT if family.lines[0].back is not None else teller(work, shown[0]).op
    )
    if batch:
        usual_op = WEIGHTS_IN_BATCH if shares else "batch"
    return Told(usual_op, (family,), shown, divisor, tiny, weights)


def teller(work: Work, shown: Shown) -> Shown:
    """A line by the step that tells how it comes about: its own, or that of the norm which it goes on from."""
    norms = [call for call in shown.line.calls[:-1] if has(call.op, "tells its way")]
    alone = len(norms) == 1 and not has(shown.op, "weights")
    return (
        replace(shown, step=work.answer.follow.by_name[norms[0].out])
        if alone
        else shown
    )


def together(work: Work, found: Sequence[Told]) -> list[Told]:
    """Neighbours of one operation with nothing to say between them as one."""
    runs = filled(
        found,
        lambda run: (
            work.detail != "full"
            and all(one.quiet and one.op == run[0].op for one in run)
        ),
    )
    return [
        replace(
            run[0],
            families=tuple(in_turn(one.families for one in run)),
            shown=tuple(in_turn(one.shown for one in run)),
        )
        for run in runs
    ]


def usual(detail: str) -> Strings:
    """The order of a chain where a template asks for none."""
    return PARTS[-2:] if detail == "brief" else PARTS


def _parts(shown: Shown, block: MatrixForms) -> dict[str, ValueForm | None]:
    """What there is of a chain: of a place in a batch its numbers and its value alone."""
    own = {"approx" if form.rough else "exact": form for form in reversed(block.forms)}
    if block.place:
        return {"numbers": block.numbers, **own}
    line = shown.formula, shown.letters, shown.numbers, shown.within
    return {**dict(zip(PARTS, line, strict=False)), **own}


def equations(work: Work, found: Told, order: Sequence[str] = ()) -> tuple[Lines, ...]:
    """The equations of every family; raises SymattnError for a part of a chain that there is not."""
    for part in order:
        if part not in PARTS:
            hint = nearest(part, PARTS, "write")
            raise SymattnError(f"a chain has no part {part!r}; {hint}")
    out = []
    for family in found.families:
        last = work.question.plan.lines[-1].name
        lines = [
            _equations(work, present(work, line), family, order, line.name == last)
            for line in family.lines
        ]
        out.append(_marked(_merged(work, family, lines), family.mark))
    return tuple(out)


def begun(work: Work, line: Line, parts: Sequence[str]) -> Eqs:
    """A line's equation as far as some parts of its chain, of work without names for weights: what a hint shows."""
    families = equations(work, told(work, Family((line,))), parts)
    eqs = list(in_turn(in_turn(families)))
    return tuple(replace(eq, chain=eq.chain[: len(parts)]) for eq in eqs[:1])


def _equations(
    work: Work, shown: Shown, family: Family, order: Sequence[str], final: bool
) -> Eqs:
    again = (
        has(shown.op, "another name")
        and not family.asked
        and shown.formula is not None
        and not shown.blocks[0].place
    )
    if family.worked and not order:
        order = usual("brief")
    order = order or (
        ("formula",) if again and work.detail != "full" else usual(work.detail)
    )
    eqs: list[Eq] = []
    rows = in_rows(work, shown) if "numbers" in order else InRows()
    extra = rows.eqs
    blocks = (
        shown.blocks
        if shown.blocks[0].place == ""
        else (MatrixForms("", ()), *shown.blocks)
    )
    for block in blocks:
        parts = [*map(_parts(shown, block).get, order)]
        if rows.eqs or rows.column:
            parts = [rows.column if part is shown.numbers else part for part in parts]
        elif work.detail == "full" and "numbers" in order and shown.numbers is not None:
            shaded, extra = dots.entries(work, shown)
            parts = [
                replace(p, box=shaded)
                if shaded is not None and p is shown.numbers
                else p
                for p in parts
            ]
        symbol = in_batch(shown.symbol, block.place)
        lhs = symbol
        if parts and parts[0] is shown.formula and shown.formula is not None:
            whole = row(symbol, EQUALS, shown.formula.box)
            if width(whole) <= NAME:
                lhs, parts = whole, parts[1:]
        count = sum(part is not None and part in block.forms for part in parts)
        links = linked(parts)
        opening = links[: len(links) - count]
        result = links[len(links) - count :]
        words = None if block.place or not count else found.named(work, shown.name)
        result = _finished(work, shown, result, family.framed, final)
        eqs.append(Eq(lhs, (*opening, *result, *([("", words)] if words else []))))
    return (*dots.solved(work, shown), *eqs, *extra)


def _finished(
    work: Work, shown: Shown, result: list[Link], frame: bool, final: bool
) -> list[Link]:
    """The result; where it is in names, in full as well if that is asked or is the question's last line and shorter."""
    name = shown.name
    exactly = work.asked_exactly(name)
    kept = name in work.tainted or (name in work.naming.weights and not exactly)
    named = None if kept else work.named(name)
    if (
        named is not None
        and result
        and result[0][0] == "="
        and not naming.all_tiny(work.naming, named)
    ):
        asked = exactly or (final and work.detail == "full")
        whole = unnamed(work, name) if asked or final else ()
        if whole and (asked or width(whole[0].box) <= width(result[0][1])):
            in_full = linked(whole)
            return [
                *([result[0]] if asked else []),
                *(boxed(in_full) if frame else in_full),
            ]
    return boxed(result) if frame else result


def on_the_way(work: Work, shown: Shown, words: Named) -> Eqs:
    """What the record of a line's operation shows between formula and result, each part with its words.

    Raises SymattnError for a name that the record has not.
    """
    if shown.line.back is not None:
        found = _on_the_way_back(work, shown.line)
        words = among(words, found)
    else:
        working = OPS[shown.op].working
        matrices = [x for x in shown.inputs if isinstance(x, Matrix)]
        if working is None or len(matrices) < len(shown.inputs):
            return ()
        found = working(*matrices, **shown.parameters)
        told = _told_before(work, shown, found)
        found, words = apart_from(found, told), apart_from(words, told)
        if not found:  # of these inputs there is none
            return ()
        for name in words.keys() - found.keys():
            raise SymattnError(
                f"template steps/{shown.op}.j2: {name!r} is no part of the working; write {', '.join(found)}"
            )
    own = work.at(shown.name, True)
    return tuple(
        equation(
            Ink(_counted(called, found[name]), "text"), matrix_forms(own, found[name])
        )
        for name, called in words.items()
    )


def _counted(called: str | tuple[str, str], of: Matrix) -> str:
    """What a part is called: of two words, one for a single number and one for several, the word that fits."""
    return called if isinstance(called, str) else called[of.shape != (1, 1)]


def _told_before(work: Work, shown: Shown, found: Matrices) -> frozenset[str]:
    """What is the value of an earlier line that is made of the same: the means of X, where they have a name."""
    names = work.question.plan.names
    before = work.question.plan.lines[: names.index(shown.name)]
    alike = [
        line
        for line in before
        if line.reads == shown.line.reads and line.tree != shown.line.tree
    ]
    values = [work.array(line.name) for line in alike]
    return frozenset(
        name
        for name, x in found.items()
        for y in values
        if isinstance(y, Matrix) and x.is_rational and y.is_rational and x == y
    )


def _on_the_way_back(work: Work, line: Line) -> Matrices:
    """What the records of the operations show on the way back through them."""
    known = {**work.answer.follow.givens, **work.answer.follow.values}
    between = line.back.between if line.back is not None else ()
    return {
        name: solve(Plan((Line(name, name, cast(Apply, tree)),)), known).output
        for name, tree in between
    }


def boxed(links: list[Link]) -> list[Link]:
    """The links of a result in one frame, exact and rounded value together."""
    if not links:
        return []
    if sum(map(layout.link_width, links)) > FRAMED:
        return [*links[:-1], (links[-1][0], Boxed(links[-1][1]))]
    inner: list[Box | None] = [links[0][1]]
    for relation, box in links[1:]:
        inner += [Ink(relation, "relation"), box]
    return [(links[0][0], Boxed(row(*inner)))]


def _merged(work: Work, family: Family, lines: list[Eqs]) -> list[Eqs]:
    """Heads that come to the same working share a line: P¹ = P² = …"""
    (first, *_), of = lines[0], family.lines[0]
    same = len(lines) > 1 and all(
        len(eqs) == 1 and eqs[0].chain and eqs[0].chain == first.chain for eqs in lines
    )
    if any(
        line.name in work.answer.rounded for line in family.lines
    ):  # what is rounded alike need not be the same
        same = same and all(
            work.array(line.name) == work.array(of.name) for line in family.lines
        )
    if not same:
        return lines
    whole = listed((work.symbol(line.name) for line in family.lines), EQUALS)
    formula = work.notation.formula(of.tree)
    opened = first.lhs == row(work.symbol(of.name), EQUALS, formula)
    chain = (("=", formula), *first.chain) if opened else first.chain
    return (
        [(replace(first, lhs=whole, chain=chain),)] if width(whole) <= NAME else lines
    )


def _marked(lines: list[Eqs], mark: str) -> Lines:
    """The family's mark at the end of its last line."""
    if not lines or not mark:
        return tuple(lines)
    last = lines[-1]
    return (*lines[:-1], (*last[:-1], replace(last[-1], mark=mark)))
