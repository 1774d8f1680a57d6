"""The formulas of a question in the sheet's notation, for sheets whose author writes none."""

from __future__ import annotations

from dataclasses import replace

from symattn.boxes import Box, Ink, row
from symattn.boxes.measure import width
from symattn.page.given import LINE, GivenRow
from symattn.page.work import Work
from symattn.plan import Line

EQUALS, QUAD = Ink("=", "relation"), Ink("qquad", "space")


def formulas(work: Work, texts: tuple[str, ...]) -> tuple[GivenRow, ...]:
    """One formula for each line, a head's lines once with the letter for any head; none where *texts* hold mathematics."""
    if not work.question.variant or any("$" in text or "\\[" in text for text in texts):
        return ()
    shown = [_formula(work, line) for line in work.question.plan.lines if _first(work, line)]
    rows: list[list[Box]] = [[]]
    for box in shown:
        if rows[-1] and width(row(*rows[-1], QUAD, box)) > LINE:
            rows.append([])
        rows[-1] += [QUAD, box] if rows[-1] else [box]
    return tuple(GivenRow(row(*boxes)) for boxes in rows if boxes)


def _first(work: Work, line: Line) -> bool:
    """Whether a line belongs to no head or to the first one."""
    stem, _, head = line.name.rpartition("_")
    of_head = head.isdigit() and f"{stem}_i" in work.notation.names.patterns
    return not of_head or int(head) == work.notation.heads[0]


def _formula(work: Work, line: Line) -> Box:
    own = work.notation
    if len(own.heads) > 1 and line.name.endswith(f"_{own.heads[0]}"):
        letter = Ink(str(own.table["index"]))
        stems = [name.removesuffix("_i") for name in own.names.patterns if name.endswith("_i")]
        shown = {f"{stem}_{own.heads[0]}": own.names.of_head(stem, letter) for stem in stems}
        own = replace(own, fixed=shown)
    if own.names.unnamed(line.name):
        return own.symbol(line.name)
    return row(own.symbol(line.name), EQUALS, own.formula(line.tree))
