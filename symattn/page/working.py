"""The working of a part: families of lines as equations, each line's chain in the order that its template asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from symattn.boxes import Box, Boxed, Ink, row, width
from symattn.errors import SymattnError, nearest
from symattn.exact.matrix import Matrix
from symattn.later import later
from symattn.ops import OPS, has
from symattn.page import layout, results, softmax
from symattn.page.engine import Family
from symattn.page.layout import Eq
from symattn.page.matrices import Form
from symattn.page.present import NAME, Block, Link, Shown, linked, matrix_forms, present, unnamed
from symattn.page.work import Work, sizes
from symattn.plan import Line, Plan
from symattn.plan.derivation import solve

if TYPE_CHECKING:
    from symattn.page import dots
else:
    dots = later("symattn.page.dots")

GRADIENT = "gradient"  # the template of lines of derivatives, whatever their operation
EQUALS = Ink("=", "relation")
FRAMED = 110.0  # millimetres: exact and rounded value together in one frame, where they are no wider
PARTS: dict[str, Callable[[Shown, Block], Form | None]] = {
    "formula": lambda shown, block: shown.formula if not block.place else None,
    "numbers": lambda shown, block: shown.numbers if not block.place else None,
    "exact": lambda shown, block: next((form for form in block.forms if form.exact), None),
    "approx": lambda shown, block: next((form for form in block.forms if not form.exact), None),
}
"""What a chain may have behind a line's name, by the words that a template uses."""
WEIGHTS_IN_BATCH = "_weights_in_batch"
"""The template that tells how the weights of a batch of matrices come about."""
Lines = tuple[tuple[Eq, ...], ...]  # the equations of each line


@dataclass(frozen=True)
class Told:
    """Lines that are told of together, by the template of their operation: one family, or neighbours of one operation."""

    op: str
    families: tuple[Family, ...]
    final: bool
    shown: tuple[Shown, ...]
    divisor: tuple[Box, int] | None
    tiny: tuple[Box, int] | None
    weights: softmax.Weights | None

    @property
    def definitions(self) -> Lines:
        """The equations that define names which appear here for the first time."""
        return self.weights.definitions if self.weights else ()

    @property
    def quiet(self) -> bool:
        """Whether nothing is to be said about the lines."""
        said = self.divisor or self.tiny or self.weights or any(line.long for line in self.shown)
        return self.op not in (GRADIENT, WEIGHTS_IN_BATCH) and not said


def told(work: Work, family: Family, final: bool) -> Told:
    """What is to be told of a family of lines; *final* says that the question's last line is among them."""
    shown = tuple(present(work, line) for line in family.lines)
    divisor = None
    found = [size for size in sizes(family.lines[0].tree) if size.axis == "cols"]
    batch = any(block.place for line in shown for block in line.blocks)
    if found and not batch:
        name = found[0].of.name
        divisor = work.notation.symbol(name), work.value(name).cols
    weights = softmax.explain(work, family) if has(shown[0].op, "weights") and not batch else None
    named = [name for line in shown if (name := line.name) in work.naming.values and name not in work.naming.weights]
    tiny = results.tiny_error(work.naming, ((work.value(name), work.naming.values[name]) for name in named))
    usual_op = GRADIENT if family.lines[0].back is not None else shown[0].op
    if batch or any(not line.forms for line in shown):
        usual_op = WEIGHTS_IN_BATCH if has(shown[0].op, "weights") else "batch"
    return Told(usual_op, (family,), final, shown, divisor, tiny, weights)


def together(work: Work, found: Sequence[Told]) -> list[Told]:
    """Neighbours of one operation with nothing to say between them as one."""
    out: list[Told] = []
    for one in found:
        if out and work.detail != "full" and one.quiet and out[-1].quiet and out[-1].op == one.op:
            last = out[-1]
            families, shown = (*last.families, *one.families), (*last.shown, *one.shown)
            out[-1] = replace(last, families=families, shown=shown, final=last.final or one.final)
        else:
            out.append(one)
    return out


def usual(detail: str) -> tuple[str, ...]:
    """The order of a chain where a template asks for none."""
    return ("exact", "approx") if detail == "brief" else ("formula", "numbers", "exact", "approx")


def equations(work: Work, found: Told, order: Sequence[str] = ()) -> tuple[Lines, ...]:
    """The equations of every family; raises SymattnError for a part of a chain that there is not."""
    for part in order:
        if part not in PARTS:
            hint = nearest(part, PARTS) or f"write {', '.join(PARTS)}"
            raise SymattnError(f"template steps/{found.op}.j2: a chain has no part {part!r}; {hint}")
    out = []
    for family in found.families:
        last = work.question.plan.lines[-1].name
        lines = [_equations(work, present(work, line), family, order, line.name == last) for line in family.lines]
        out.append(_marked(_merged(work, family, lines), family.mark))
    return tuple(out)


def _equations(work: Work, shown: Shown, family: Family, order: Sequence[str], final: bool) -> tuple[Eq, ...]:
    order = order or usual(work.detail)
    eqs: list[Eq] = []
    extra: tuple[Eq, ...] = ()
    blocks = shown.blocks if shown.blocks[0].place == "" else (Block("", ()), *shown.blocks)
    for block in blocks:
        parts = [PARTS[part](shown, block) for part in order]
        if work.detail == "full" and "numbers" in order and shown.numbers is not None:
            shaded, extra = dots.entries(work, shown)
            parts = [replace(p, box=shaded) if shaded is not None and p is shown.numbers else p for p in parts]
        symbol = row(shown.symbol, Ink(block.place, "text")) if block.place else shown.symbol
        lhs = symbol
        if parts and parts[0] is shown.formula and shown.formula is not None:
            whole = row(symbol, EQUALS, shown.formula.box)
            if width(whole) <= NAME:
                lhs, parts = whole, parts[1:]
        count = sum(part is not None and part in block.forms for part in parts)
        links = linked(Form(symbol), parts)
        opening, result = links[: len(links) - count], links[len(links) - count :]
        eqs.append(Eq(lhs, (*opening, *_finished(work, shown, result, family.framed and block is blocks[-1], final))))
    return (*eqs, *extra)


def _finished(work: Work, shown: Shown, result: list[Link], frame: bool, final: bool) -> list[Link]:
    """The result; in the question's last line the names give way to the full forms."""
    named = work.named(shown.name) if shown.name not in work.naming.weights and shown.name not in work.tainted else None
    if final and named is not None and result and result[0][0] == "=" and not results.all_tiny(work.naming, named):
        whole = unnamed(work, shown.name)
        if whole:
            return [result[0], *boxed(linked(Form(shown.symbol), whole))]
    return boxed(result) if frame else result


def on_the_way(work: Work, shown: Shown, words: Mapping[str, str]) -> tuple[Eq, ...]:
    """What the record of a line's operation shows between formula and result, each part with its words.

    Raises SymattnError for a name that the record has not.
    """
    if shown.line.back is not None:
        found = _on_the_way_back(work, shown.line)
        words = {name: text for name, text in words.items() if name in found}
    else:
        working = OPS[shown.op].working if shown.op in OPS else None
        matrices = [x for x in shown.inputs if isinstance(x, Matrix)]
        if working is None or len(matrices) < len(shown.inputs):
            return ()
        found = working(*matrices, **shown.parameters)
        for name in words.keys() - found.keys():
            raise SymattnError(f"template steps/{shown.op}.j2: {name!r} is no part of the working; write {', '.join(found)}")
    heads = {name: Ink(text, "text") for name, text in words.items()}
    return tuple(Eq(head, tuple(linked(Form(head), matrix_forms(work, found[name])))) for name, head in heads.items())


def _on_the_way_back(work: Work, line: Line) -> Mapping[str, Matrix]:
    """What the records of the operations show on the way back through them."""
    known = {**work.answer.follow.givens, **work.answer.follow.values}
    between = line.back.between if line.back is not None else ()
    return {name: solve(Plan((Line(name, name, tree),)), known).output for name, tree in between}


def boxed(links: list[Link]) -> list[Link]:
    """The links of a result in one frame, exact and rounded value together."""
    if not links:
        return []
    if sum(map(layout.link_width, links)) > FRAMED:
        return [*links[:-1], (links[-1][0], Boxed(links[-1][1]))]
    inner: list[Box | None] = [links[0][1]]
    for sign, box in links[1:]:
        inner += [Ink(sign, "relation"), box]
    return [(links[0][0], Boxed(row(*inner)))]


def _merged(work: Work, family: Family, lines: list[tuple[Eq, ...]]) -> list[tuple[Eq, ...]]:
    """Heads that come to the same working share a line: P¹ = P² = …"""
    first = lines[0]
    same = len(lines) > 1 and all(len(eqs) == 1 and eqs[0].chain == first[0].chain for eqs in lines)
    if not same:
        return lines
    names: list[Box | None] = []
    for line in family.lines:
        names += [EQUALS if names else None, work.notation.symbol(line.name)]
    whole = row(*names)
    formula = work.notation.formula(family.lines[0].tree)
    opened = first[0].lhs == row(work.notation.symbol(family.lines[0].name), EQUALS, formula)
    chain = (("=", formula), *first[0].chain) if opened else first[0].chain
    return [(replace(first[0], lhs=whole, chain=chain),)] if width(whole) <= NAME else lines


def _marked(lines: list[tuple[Eq, ...]], mark: str) -> Lines:
    """The family's mark at the end of its last line."""
    if not lines or not mark:
        return tuple(lines)
    last = lines[-1]
    return (*lines[:-1], (*last[:-1], replace(last[-1], mark=mark)))
