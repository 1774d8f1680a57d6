"""Working laid out on lines: one '=' axis, a break before a sign where a line is full, two heads side by side.

On paper everything is measured in millimetres (``laid_out``); the other formats break a line where it is too wide for
them, if they break at all (``plainly``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from symattn.boxes import QQUAD, Box, Boxed, Boxes, Grid, Ink, Row, inked, items_of, row
from symattn.boxes.measure import LINE, height, in_print, scales, widest, width
from symattn.page.forms import LIMIT, Link, fits
from symattn.records import frozen, replace
from symattn.tables import filled, in_turn

GAP = 9.0  # between two heads side by side
AROUND = 5.0  # above and below a display
TALLEST_BOX = (
    3000.0  # of what is set in one box, by an estimate that may be half of the truth
)
NAMES = ("", "small", "footnotesize", "scriptsize")
Span = Callable[[bool, int, int], str]
Displays = list["Display"]
"""What a block of a matrix shows, in the page's words: columns (or rows), the first and the last of them."""


@frozen
class Eq:
    """One equation: what is left of the axis, and a chain of signs and boxes."""

    lhs: Box
    chain: tuple[Link, ...]
    mark: str = ""

    @property
    def width(self) -> float:
        """The width when it is set on one line."""
        return width(self.lhs) + sum(map(link_width, self.chain))


Eqs: TypeAlias = tuple[Eq, ...]
Groups: TypeAlias = Sequence[Sequence[Sequence[Eq]]]
"""Families of lines, of each line its equations."""


def in_a_row(eq: Eq) -> Box:
    """An equation as one formula, signs and all.

    >>> [item.text for item in in_a_row(Eq(Ink("A"), (("=", Ink("B")), ("≈", Ink("C"))))).items]
    ['A', '=', 'B', '≈', 'C']
    """
    return row(
        eq.lhs,
        *(box for sign, part in eq.chain for box in (Ink(sign, "relation"), part)),
    )


@frozen
class DisplayLine:
    """One line of a display; ``lhs`` is None where the equation goes on, ``right`` is a second head."""

    lhs: Box | None
    chain: tuple[Link, ...]
    mark: str = ""
    tie: bool = False
    right: DisplayLine | None = None


@frozen
class Display:
    """Lines set together at one size; ``paired`` says that two heads stand side by side, ``own`` are the names whose axis they
    have where that is not the part's."""

    lines: tuple[DisplayLine, ...]
    size: str = ""
    paired: bool = False
    flush: bool = False  # too wide for the axis: from the left edge, one line each
    anew: bool = False  # the box around the working is full: it ends here, and the next one begins
    own: Boxes = ()


def sizes() -> tuple[tuple[str, float], ...]:
    """The sizes that a formula may be set at: LaTeX's name, and how much smaller it is than the page's own.

    >>> sizes()[1]
    ('small', 0.92)
    """
    return tuple(zip(NAMES, scales(), strict=True))


def link_width(link: Link) -> float:
    """The width of a sign and what follows it."""
    return width(link[1]) + in_print(5.2 if link[0] else 1.0)


def tall(display: Display) -> float:
    """The height of a display in millimetres."""
    return sum(map(_high, display.lines)) + AROUND


def _high(line: DisplayLine) -> float:
    return max(height(box) for _, box in line.chain) + 2.4 if line.chain else 0.0


def boxed(displays: Displays, full: float = 0.0) -> tuple[Displays, float]:
    """The displays with a new box wherever one would be taller than TeX measures, and how full the last one is.

    A box that breaks over pages is one height before it is broken, and TeX has no length above 5.7 m.

    >>> line = DisplayLine(None, (("", Ink("1")),))
    >>> [(len(d.lines), d.anew) for d in boxed([Display((line,) * 400), Display((line,) * 300)])[0]]
    [(400, False), (9, False), (291, True)]
    """
    out: Displays = []
    for display in displays:
        lines: list[DisplayLine] = []
        anew = False
        full += AROUND
        for line in display.lines:
            high = _high(line)
            if (
                full + high > TALLEST_BOX
                and full > high
                and not (lines and lines[-1].tie)
            ):
                out += (
                    [replace(display, lines=tuple(lines), anew=anew)] if lines else []
                )
                lines, anew, full = [], True, 0.0
            lines.append(line)
            full += high
        out.append(replace(display, lines=tuple(lines), anew=anew))
    return out, full


def displays(eqs: Sequence[Eq], axis: float, least: int = 0) -> Displays:
    """Equations broken into lines, neighbours of one size in one display; none larger than size number *least*."""
    return _joined(
        [display for eq in eqs for display in _sized(eq, axis, LIMIT, least)]
    )


def as_a_block(
    eqs: Sequence[Eq],
    found: Displays,
    again: Callable[[float, int], Displays],
    least: int,
) -> Displays:
    """Equations that were laid out, as one block at one size, none larger than number *least*, where one of them had no room
    behind the part's axis: *again* behind the widest of their own names, else each from the left edge."""
    if not any(display.flush for display in found):
        return found
    names = tuple(eq.lhs for eq in eqs)
    for size in range(least, max(2, least + 1)):
        alone, name = again(widest(names), size), NAMES[size]
        if all(display.size == name and not display.flush for display in alone):
            return [replace(display, own=names) for display in alone]
    for name, scale in sizes()[least:]:
        if all(eq.width <= LIMIT / scale for eq in eqs):
            lines = [DisplayLine(eq.lhs, eq.chain, eq.mark) for eq in eqs]
            return [Display((line,), name, flush=True) for line in lines]
    return found


def _sized(eq: Eq, axis: float, limit: float, least: int) -> Displays:
    """An equation at the largest size at which every part of it fits behind the axis, none larger than number *least*; from the
    left edge where it would be a size that nobody likes to read."""
    wide = max(map(link_width, eq.chain), default=0.0)
    for size, (_, scale) in enumerate(sizes()[:2]):
        if wide <= (limit - axis) / scale:
            name, scale = sizes()[max(size, least)]
            return [Display(_broken(eq, (limit - axis) / scale), name)]
    return _flush(eq, limit)


def _in_blocks(eq: Eq, limit: float, span: Span, formulas: bool = True) -> Eq:
    """An equation whose parts fit on a line; one of symbols alone is broken where *formulas* are."""
    cut = [
        _blocks(link, limit - 8, span) if formulas or _has_matrix(link[1]) else [link]
        for link in eq.chain
    ]
    return replace(eq, chain=tuple(in_turn(cut)))


def _has_matrix(box: Box) -> bool:
    inner = box.body if isinstance(box, Boxed) else box
    return any(isinstance(part, Grid) for part in items_of(inner))


def _flush(eq: Eq, limit: float) -> Displays:
    """An equation with parts too wide for the axis: its lines start at the left edge, each at the size it needs."""
    chain, room = eq.chain, limit - width(eq.lhs)
    wide = (k for k, link in enumerate(chain) if link_width(link) > room)
    first = next(wide, len(chain))
    head = replace(eq, chain=chain[:first], mark="" if chain[first:] else eq.mark)
    heads = _broken(head, room) if first else (DisplayLine(eq.lhs, ()),)
    out = [Display((replace(line, tie=False),), "", flush=True) for line in heads]
    for k, link in enumerate(chain[first:], first):
        # with what it is cut into, which stands at one size: those after the first have no sign
        start = next((i for i in range(k, 0, -1) if chain[i][0]), 0)
        end = next((i for i in range(k + 1, len(chain)) if chain[i][0]), len(chain))
        out.append(
            Display(
                (DisplayLine(None, (link,), eq.mark if k == len(chain) - 1 else ""),),
                size_for(max(map(link_width, chain[start:end])), limit),
                flush=True,
            )
        )
    return out


def size_for(wide: float, limit: float) -> str:
    """The largest size at which so many millimetres fit on a line, the smallest where they fit at none."""
    return next((name for name, scale in sizes() if wide <= limit / scale), NAMES[-1])


def _broken(
    eq: Eq,
    room: float,
    wide: Callable[[Link], float] = link_width,
    used: float = 0.0,
    alone: float = 0.0,
) -> tuple[DisplayLine, ...]:
    """As many links on a line as fit, a break before the sign; of the first line so much is *used*, perhaps by a name that takes
    it all, and one of links *alone* has so much room."""
    lines: list[list[Link]] = [[]]
    for link in eq.chain:
        size = wide(link)
        if used + size > room and (
            lines[-1] or used > NARROW or size <= alone < used + size
        ):
            lines.append([])
            used = 0.0
        lines[-1].append(link)
        used += size
    last = len(lines) - 1
    return tuple(
        DisplayLine(
            eq.lhs if k == 0 else None,
            tuple(links),
            eq.mark if k == last else "",
            k < last,
        )
        for k, links in enumerate(lines)
    )


def paired(
    left: Sequence[Eq], right: Sequence[Eq], axis: float, least: int = 0
) -> Display | None:
    """Two heads side by side, line by line, or None where a line would be too wide; at size number *least*."""
    if len(left) != len(right):
        return None
    room, other = LIMIT - axis, widest(eq.lhs for eq in right)
    first, second = (
        max(eq.width - width(eq.lhs) for eq in eqs) for eqs in (left, right)
    )
    marked = (
        4.0 if any(eq.mark for eq in (*left, *right)) else 0.0
    )  # more than for one equation: two estimates add up
    if first + GAP + other + second > room - marked:
        return None
    pairs = zip(left, right, strict=True)
    lines = [
        DisplayLine(a.lhs, a.chain, b.mark or a.mark, right=DisplayLine(b.lhs, b.chain))
        for a, b in pairs
    ]
    return Display(tuple(lines), NAMES[least], paired=True)


TALLEST = 44  # rows of a matrix on one page
FRACTION = 2.5  # lines that a row of fractions is as tall as


def _blocks(link: Link, room: float, span: Span) -> list[Link]:
    """A link in blocks that fit, where it is one matrix that is too wide or too tall, or a product or a sum that is too wide."""
    sign, box = link
    grid = box.body if isinstance(box, Boxed) else box
    if isinstance(grid, Row) and not fits(grid, room, 3):
        parts = terms(grid, room)
    elif isinstance(grid, Grid):
        parts = chunks(grid, room, span)
    else:
        return [link]
    return (
        [link]
        if len(parts) == 1
        else [(sign if k == 0 else "", part) for k, part in enumerate(parts)]
    )


def terms(whole: Row, room: float) -> list[Box]:
    """A sum or a product of matrices on as many lines as it needs, each broken before a sign, or with a dot before a factor.

    >>> [len(line.items) for line in terms(Row((Ink("A" * 30), Ink("+", "operator"), Ink("B" * 30))), 60.0)]
    [1, 2]
    """
    lines: list[list[Box]] = [[]]
    for item, before in zip(whole.items, (None, *whole.items), strict=False):
        factors = isinstance(item, Grid) and isinstance(before, Grid)
        if lines[-1] and (factors or inked(item, "operator")):
            lines.append([BROKEN] if factors else [])
        lines[-1].append(item)

    def together(found: list[list[Box]]) -> Row:
        return Row(
            (
                *found[0],
                *(item for line in found[1:] for item in line if item is not BROKEN),
            )
        )

    return [
        together(found)
        for found in filled(lines, lambda found: fits(together(found), room, 3))
    ]


BROKEN = Ink("·", "operator")  # known from the dots of a formula by what it is


def chunks(grid: Grid, room: float, span: Span) -> list[Box]:
    """A matrix in blocks that fit, each with the columns or rows it shows as *span* says it; the matrix itself where it fits."""
    tall = max((height(box) for box in in_turn(grid.rows)), default=0.0) > LINE
    most = int(TALLEST / FRACTION) if tall else TALLEST
    if len(grid.rows) > most:
        parts = [
            replace(
                grid,
                rows=grid.rows[k : k + most],
                under=tuple(i - k for i in grid.under if k < i < k + most),
            )
            for k in range(0, len(grid.rows), most)
        ]
        return [
            row(
                Ink(f"{span(False, k * most + 1, k * most + len(p.rows))}  ", "text"),
                block,
            )
            for k, p in enumerate(parts)
            for block in chunks(p, room - 30, span)
        ]
    if fits(grid, room, 3):
        return [grid]
    per = grid.columns
    words = max(34.0, width(Ink(f"{span(True, per, per)}  ", "text")))

    def cut(per: int) -> list[tuple[int, Grid]]:
        return [(a, _cut(grid, a, a + per)) for a in range(0, grid.columns, per)]

    def fit(per: int) -> bool:
        return all(fits(block, room - words, 3) for _, block in cut(per))

    while per > 1 and not fit(per):
        per -= 1
    equal = -(-grid.columns // -(-grid.columns // per))  # as many blocks, all alike
    per = next(
        (k for k in (equal + equal % 2, equal) if fit(k)), per
    )  # pairs stay together
    return [
        row(Ink(f"{span(True, a + 1, a + block.columns)}  ", "text"), block)
        for a, block in cut(per)
    ]


def _cut(grid: Grid, start: int, stop: int) -> Grid:
    rules = tuple(r - start for r in grid.rules if start < r < stop)
    align = grid.align if len(grid.align) == 1 else grid.align[start:stop]
    return Grid(
        tuple(r[start:stop] for r in grid.rows),
        grid.left,
        grid.right,
        align,
        rules,
        under=grid.under,
    )


def laid_out(groups: Groups, axis: float, span: Span, least: int = 0) -> Displays:
    """The displays of families of equations on paper: two heads side by side where every line fits; none is larger than
    size number *least*. A matrix too large for the page comes in blocks, and *span* says which."""
    out: Displays = []
    for family in groups:
        lines = [[_in_blocks(eq, LIMIT, span) for eq in eqs] for eqs in family]
        k = 0
        while k < len(lines):
            both = k + 1 < len(lines)
            two = paired(lines[k], lines[k + 1], axis, least) if both else None
            out += [two] if two else displays(lines[k], axis, least)
            k += 2 if two else 1
    return _joined(out)


def _joined(displays: Displays) -> Displays:
    """Neighbours of one size as one display, but those that start at the left edge."""

    def alike(run: Displays) -> bool:
        return len({(d.size, d.paired) for d in run}) == 1 and not any(
            d.flush for d in run
        )

    runs = filled(displays, alike)
    return [replace(run[0], lines=tuple(in_turn(d.lines for d in run))) for run in runs]


NARROW = 12  # a name as wide as this may stand on a line of its own
MARK = 7  # signs beside a mark at the end of a line: blanks and brackets


def in_a_column(groups: Groups, axis: float, span: Span, limit: float) -> Displays:
    """The displays of equations in a column of text whose formulas have one size, every equation on lines of its own. A matrix
    too large for the column comes in blocks, and *span* says which; marks stand behind the last line."""
    out: Displays = []
    for eq in in_turn(in_turn(groups)):
        for display in _sized(
            _in_blocks(eq, limit - in_print(6.0) + 8.0, span, formulas=False),
            axis,
            limit,
            0,
        ):
            lines = [
                part
                for line in display.lines
                for part in _marked(line, limit - (0.0 if display.flush else axis))
            ]
            same = display.flush and out and out[-1].flush and lines[0].lhs is None
            if same:  # the lines of one equation, all from the left edge
                out[-1] = replace(out[-1], lines=(*out[-1].lines, *lines))
            else:
                out.append(replace(display, lines=tuple(lines), size=""))
    return _joined(
        [
            replace(d, lines=tuple(map(_from_the_left, d.lines))) if d.flush else d
            for d in out
        ]
    )


def _marked(line: DisplayLine, limit: float) -> list[DisplayLine]:
    """A line with its marks behind it, or below it where they have no room there."""
    used = sum(map(link_width, line.chain))
    if (
        not line.mark
        or used + width(row(QQUAD, Ink(f"[{line.mark}]", "text"))) <= limit
    ):
        return [line]
    return [replace(line, mark=""), DisplayLine(None, (), line.mark)]


def _from_the_left(line: DisplayLine) -> DisplayLine:
    return (
        line
        if line.lhs is None
        else replace(line, lhs=None, chain=(("", line.lhs), *line.chain))
    )


BLANKS = 3.0  # a sign with a blank on either side, in letters


def plainly(
    groups: Groups,
    wide: Callable[[Box], float],
    room: float | None,
) -> Displays:
    """One display, every equation on lines of its own; *wide* measures a box, *room* is how wide a line may be."""
    eqs = list(in_turn(in_turn(groups)))
    if room is None:
        return (
            [Display(tuple(DisplayLine(eq.lhs, eq.chain, eq.mark) for eq in eqs))]
            if eqs
            else []
        )
    lines: list[DisplayLine] = []
    for eq in eqs:
        here = room - (MARK + len(eq.mark) if eq.mark else 0)
        lines += _broken(
            eq,
            here,
            lambda link: wide(link[1]) + BLANKS * bool(link[0]),
            wide(eq.lhs),
            room,
        )
    return [Display(tuple(lines))] if lines else []
