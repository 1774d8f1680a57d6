"""The given matrices arranged: those without a head first, then one row for each head."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symattn.boxes import Box, Grid, Ink, row, width
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.tensor import Tensor
from symattn.exact.zero import kind_of
from symattn.page import layout
from symattn.page.present import given, given_batch
from symattn.page.work import Work

LINE = 158.0
EQUALS, COMMA, QUAD = Ink("=", "relation"), Ink(",", "punct"), Ink("quad", "space")

KINDS = {
    "integer": (Ink("∈", "relation"), Ink("ℤ")),
    "positive": (Ink(">", "relation"), Ink("0", "number")),
    "real": (Ink("∈", "relation"), Ink("ℝ")),
}


@dataclass(frozen=True)
class GivenRow:
    """Given matrices on one line, and the size they are set at."""

    box: Box
    size: str = ""


def rows(work: Work) -> tuple[GivenRow, ...]:
    """The givens of a question, in rows that fit the page."""
    letters = work.question.letters
    found = _of_values(work, [n for n in work.question.given if n not in letters and n not in work.question.unknown])
    return (GivenRow(_said(work, letters)), *found) if letters else found


def _said(work: Work, letters: Mapping[str, Number]) -> Box:
    """The letters of a question, those of a kind together: m, n ∈ ℤ, λ > 0."""
    out: list[Box | None] = []
    for assumed, behind in KINDS.items():
        names = [work.notation.symbol(name) for name, letter in letters.items() if kind_of(letter) == assumed]
        listed = [part for symbol in names for part in (COMMA, symbol)][1:]
        out += [QUAD if any(out) and names else None, *listed, *(behind if names else ())]
    return row(*out)


def _of_values(work: Work, names: list[str]) -> tuple[GivenRow, ...]:
    """The given matrices and numbers, in rows that fit the page."""
    by_head: dict[int, list[str]] = {}
    plain = []
    for name in names:
        _, head = work.notation.names.head_in(name)
        if head is not None:
            by_head.setdefault(head, []).append(name)
        else:
            plain.append(name)
    return _whole(work, plain, by_head) or _rows(work, [plain, *by_head.values()])


def _whole(work: Work, plain: list[str], by_head: dict[int, list[str]]) -> tuple[GivenRow, ...]:
    """Everything beside each other: plain matrices, and the heads' in aligned rows; nothing where it does not fit."""
    sizes = {len(v) for v in by_head.values()}
    batch = any(isinstance(value, Tensor) for value in work.question.given.values())
    if len(by_head) < 2 or len(sizes) != 1 or len(by_head) > 3 or batch:
        return ()
    cells = tuple(
        tuple(row(_item(work, name), COMMA if name != names[-1] else None) for name in names) for names in by_head.values()
    )
    block = Grid(cells, "", "", "l")
    items = [_item(work, name) for name in plain]
    beside = [part for k, item in enumerate(items) for part in (item, COMMA if k < len(items) - 1 else None, QUAD)]
    stacked = Grid(tuple((item,) for item in items), "", "", "l")
    for size, scale in layout.SIZES[:2]:
        for whole in (row(*beside, block), row(block, QUAD, stacked)):
            if items and width(whole) <= LINE / scale:
                return (GivenRow(whole, size),)
    return ()


def _rows(work: Work, groups: list[list[str]]) -> tuple[GivenRow, ...]:
    out: list[GivenRow] = []
    for group in groups:
        line: list[Box | None] = []
        for item in (item for name in group for item in _blocks(work, name)):
            candidate = row(*line, QUAD if line else None, item)
            if line and width(candidate) > LINE:
                out.append(_sized(row(*line[:-1])))
                line = []
            line += [QUAD if line else None, item, COMMA]
        if line:
            out.append(_sized(row(*line[:-1])))
    return tuple(out)


def _sized(box: Box) -> GivenRow:
    size = next((name for name, scale in layout.SIZES if width(box) <= LINE / scale), layout.SIZES[-1][0])
    return GivenRow(box, size)


def _item(work: Work, name: str) -> Box:
    value = work.question.given[name]
    shown = given(work, name).box if isinstance(value, Matrix) else work.put_in(name)
    return row(work.notation.symbol(name), EQUALS, shown)


def _blocks(work: Work, name: str) -> list[Box]:
    """A given in blocks that fit the page: one where it fits."""
    value = work.question.given[name]
    if isinstance(value, Tensor):
        symbol = work.notation.symbol(name)
        return [row(symbol, Ink(place, "text"), EQUALS, grid) for place, grid in given_batch(work, name)]
    if not isinstance(value, Matrix):
        return [_item(work, name)]
    grid = given(work, name).box
    first, *more = layout.chunks(grid, LINE - 14) if isinstance(grid, Grid) else [grid]
    return [row(work.notation.symbol(name), EQUALS, first), *more]
