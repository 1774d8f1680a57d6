"""The working of one family of lines: equations for the display, and what its template says about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from symattn.boxes import Box, Ink, row
from symattn.boxes.measure import width
from symattn.ops import has
from symattn.page import dots, layout, softmax
from symattn.page.layout import Display, Eq, Link
from symattn.page.parts import Family
from symattn.page.work import Work
from symattn.plan import Line

EQUALS = Ink("=", "relation")


@dataclass(frozen=True)
class Shown:
    """One family ready for its template: the operation, the equations, and facts for the sentences."""

    op: str
    groups: tuple[tuple[tuple[Eq, ...], ...], ...]
    facts: Mapping[str, Any] = field(default_factory=dict)
    before: tuple[tuple[Eq, ...], ...] = ()

    @property
    def shaded(self) -> bool:
        """Whether dot products are written out below a product."""
        return any(len(line) > 1 for group in self.groups for line in group)

    @property
    def names(self) -> tuple[Box, ...]:
        """What stands left of the axis, each once."""
        eqs = [eq for group in (self.before, *self.groups) for line in group for eq in line]
        return tuple(dict.fromkeys(eq.lhs for eq in eqs))


def together(shown: list[Shown]) -> list[Shown]:
    """Neighbours of one operation with nothing to say between them in one display."""
    out: list[Shown] = []
    for s in shown:
        silent = not any(s.facts[k] for k in ("divisor", "tiny", "long")) and s.facts["detail"] != "full"
        quiet = silent and not has(s.op, "weights")
        if out and quiet and out[-1].op == s.op and out[-1].facts["quiet"]:
            out[-1] = replace(out[-1], groups=(*out[-1].groups, *s.groups))
        else:
            out.append(replace(s, facts={**s.facts, "quiet": quiet}))
    return out


def show(work: Work, family: Family, final: bool) -> Shown:
    """The equations of a family, one tuple for each line; *final* restores full forms."""
    frame = family.framed
    eqs = _merged(work, family, [_equations(work, line, frame, final) for line in family.lines])
    marked = _marked(eqs, family.mark)
    op = work.steps[family.lines[0].name].op
    facts: dict[str, Any] = {"detail": work.detail, "symbols": [work.notation.symbol(x.name) for x in family.lines]}
    before: tuple[tuple[Eq, ...], ...] = ()
    if has(op, "weights"):
        before, more = softmax.explain(work, family)
        facts.update(more)
    facts.update(_facts(work, family))
    return Shown(op, (tuple(marked),), facts, before)


def _equations(work: Work, line: Line, frame: bool, final: bool) -> tuple[Eq, ...]:
    if work.detail == "brief":
        return (Eq(work.notation.symbol(line.name), tuple(work.result(line.name, frame))),)
    symbol = work.notation.symbol(line.name)
    lhs, chain = _opening(work, line, symbol)
    numbers = work.put_in(line) if line.name not in work.question.stated else None
    result = work.result(line.name)
    shaded, extra = dots.entries(work, line) if work.detail == "full" else (None, ())
    rounded = work.is_approximate(line) and line.name not in work.tainted
    if numbers is not None and not (rounded and any(sign == "=" for sign, _ in result)):
        chain.append(("≈" if work.is_approximate(line) else "=", shaded or numbers))
    links = _finished(work, line, result, frame, final)
    return (Eq(lhs, (*chain, *links)), *extra)


def _opening(work: Work, line: Line, symbol: Box) -> tuple[Box, list[Link]]:
    """What stands left of the axis: the name with its formula, where that is short enough."""
    if work.notation.names.unnamed(line.name):
        return symbol, []
    formula = work.notation.formula(line.tree)
    whole = row(symbol, EQUALS, formula)
    if width(whole) <= layout.NAME:
        return whole, []
    return symbol, [("=", formula)]


def _finished(work: Work, line: Line, result: list[Link], frame: bool, final: bool) -> list[Link]:
    """The result; in the question's last line the names give way to the full forms."""
    named = line.name in work.naming.values and line.name not in work.naming.weights and line.name not in work.tainted
    if final and named and result and result[0][0] == "=" and not work.all_tiny(work.naming.values[line.name]):
        whole = work.full(line.name)
        if whole:
            return [result[0], *layout.boxed(whole)]
    return list(layout.boxed(result)) if frame else result


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
    return [(replace(first[0], lhs=whole, chain=chain),)] if width(whole) <= layout.NAME else lines


def _marked(lines: list[tuple[Eq, ...]], mark: str) -> list[tuple[Eq, ...]]:
    """The family's mark at the end of its last line."""
    if not lines or not mark:
        return lines
    last = lines[-1]
    return [*lines[:-1], (*last[:-1], replace(last[-1], mark=mark))]


def _facts(work: Work, family: Family) -> dict[str, Any]:
    """Facts a sentence may need: the width under the root, and how far the decimals are right."""
    line = family.lines[0]
    facts: dict[str, Any] = {"divisor": None, "tiny": None, "long": work.too_long(line.name)}
    size = work.divided_by(line)
    if size is not None:
        facts["divisor"], facts["width"] = size[0][0], size[1]
    facts["tiny"] = work.tiny_error([x.name for x in family.lines])
    return facts


def laid_out(groups: tuple[tuple[tuple[Eq, ...], ...], ...], axis: float) -> list[Display]:
    """The displays of families of equations: two heads side by side where every line fits."""
    return _joined([display for lines in groups for display in _family(lines, axis)])


def _family(lines: tuple[tuple[Eq, ...], ...], axis: float) -> list[Display]:
    out: list[Display] = []
    k = 0
    while k < len(lines):
        two = layout.paired(list(lines[k]), list(lines[k + 1]), axis) if k + 1 < len(lines) else None
        out += [two] if two else layout.displays(list(lines[k]), axis)
        k += 2 if two else 1
    return out


def _joined(displays: list[Display]) -> list[Display]:
    out: list[Display] = []
    for display in displays:
        same = out and (out[-1].size, out[-1].paired, out[-1].flush) == (display.size, display.paired, False)
        if same and not display.flush:
            out[-1] = replace(out[-1], lines=out[-1].lines + display.lines)
        else:
            out.append(display)
    return out
