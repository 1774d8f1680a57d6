"""What a page shows before any result: what is given, general formulas, and frames to write in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from symattn.binding import ATOM
from symattn.boxes import (
    COMMA,
    ELLIPSIS,
    EQUALS,
    QQUAD,
    QUAD,
    SLASH,
    Box,
    Boxes,
    Grid,
    Ink,
    Script,
    listed,
    number,
    row,
)
from symattn.boxes.latex import read
from symattn.boxes.measure import height, on_paper, width
from symattn.boxes.paper import fenced
from symattn.exact.in_letters import letters_in
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number, Numbers, scaled
from symattn.exact.quotients import content, square_of
from symattn.exact.tensor import Tensor, flat
from symattn.exact.zero import asked_of_letters, kind_of
from symattn.later import pattern
from symattn.notation import Notation
from symattn.ops.record import size_latex
from symattn.ops.shapes import Shape, Size
from symattn.page import layout
from symattn.page.engine import PartFamilies
from symattn.page.forms import block_place, given, given_batch, in_batch
from symattn.page.lettered import left_open, solved_for
from symattn.page.work import Work
from symattn.plan import Line
from symattn.plan.tree import Apply, Expr, Ref, RootOf, SizeOf, made_with
from symattn.records import frozen
from symattn.said import Integers, Strings
from symattn.sheet import Answer
from symattn.sheet.sheet import Part
from symattn.tables import filled, grouped, in_turn

# --- given ---
# The given matrices arranged: those without a head first, then one row for each head.

# Millimetres, of the 170 for which everything is laid out.
LINE = 158.0
_LETTERS = pattern(r"[A-Za-z][A-Za-z0-9_]*")

KINDS = {
    "integer": (Ink("∈", "relation"), Ink("ℤ")),
    "positive": (Ink(">", "relation"), Ink("0", "number")),
    "real": (Ink("∈", "relation"), Ink("ℝ")),
}


@frozen
class GivenRow:
    """Given matrices on one line, and the size they are set at; *goes_on* parts it from the row before where it goes on
    from that, which was full."""

    box: Box
    size: str = ""
    goes_on: Boxes = ()


def rows(work: Work, span: layout.Span) -> tuple[GivenRow, ...]:
    """The givens of a question, in rows that fit the page; *span* says which block of a large matrix is shown."""
    letters, shapes = work.question.letters, work.question.shapes
    if shapes:
        return _rows_of(
            [
                *(_stated(text) for text in shapes.where),
                *(_number(name, n) for name, n in shapes.sizes.items()),
                *(
                    _adding_up(work.symbol(x), shapes.givens[x], kind)
                    for x, kind in shapes.rows.items()
                    if x in shapes.givens
                ),
                *(
                    row(work.symbol(x), EQUALS, work.put_in(x, percent=True))
                    for x in shapes.values
                ),
            ]
        )
    found = _of_values(
        work,
        [
            n
            for n, text in work.question.given_text.items()
            if n not in letters
            and n not in work.question.unknown
            and text != n  # π = π
        ],
        span,
    )
    return (GivenRow(_said(work, letters)), *found) if letters else found


def _stated(text: str) -> Box:
    """A relation of sizes as it is written: d = h · d_k.

    >>> [box.text for box in _stated("d = h*d").items]
    ['d', '=', 'h', '·', 'd']
    """
    return read(
        _LETTERS.sub(lambda m: size_latex(Size.letter(m[0])), text).replace(
            "*", r"\cdot "
        )
    )


def _adding_up(symbol: Box, shape: Shape, kind: str) -> Box:
    """What is known of the rows of a matrix, or of one column: yₖ ∈ {0, 1}, ∑ₖ yₖ = 1."""
    index = Ink("k") if 1 in shape else row(Ink("i"), Ink("k"))
    entry = Script(
        fenced(symbol, ATOM) if isinstance(symbol, Script) else symbol, sub=index
    )
    adding = row(read(r"\sum_k"), entry, EQUALS, number(1))
    if kind == "distribution":
        return adding
    return row(entry, Ink("∈", "relation"), read(r"\{0, 1\}"), COMMA, QUAD, adding)


def _number(name: str, n: int) -> Box:
    return row(read(size_latex(Size.letter(name))), EQUALS, number(n))


def _rows_of(items: Sequence[Box]) -> tuple[GivenRow, ...]:
    """Items beside each other, as many on a line as fit; one that is longer than a line is set smaller."""
    return tuple(
        replace(line, size=_sized(line.box).size) for line in _lined(items, COMMA, QUAD)
    )


def _lined(items: Iterable[Box], *between: Box) -> Iterator[GivenRow]:
    """Items on lines, as many on each as fit, with what stands *between* them."""
    found = filled(items, lambda line: width(listed(line, *between)) <= LINE)
    for i, line in enumerate(found):
        yield GivenRow(listed(line, *between), goes_on=between if i else ())


def _said(work: Work, letters: Numbers) -> Box:
    """The letters of a question, those of a kind together: m, n ∈ ℤ, λ > 0."""
    out: list[Box | None] = []
    for assumed, behind in KINDS.items():
        alike = (name for name, letter in letters.items() if kind_of(letter) == assumed)
        names = [
            work.symbol(name) for letter in alike for name in _called(work, letter)
        ]
        if names:
            out += [QUAD if out else None, listed(names, COMMA), *behind]
    asked = _asked(work)
    for x, above in asked.values():
        side = square_of(x) if above else None  # (a − b)² > 0 says a − b ≠ 0
        if side is not None and asked.get(side.key, (side, False))[1]:
            continue
        sign = ">" if side is None and above else "≠" if above else "≥"
        x = x if side is None else side
        out += [QUAD, work.values.exact(x), Ink(sign, "relation"), number(0)]
    return row(*out)


def _called(work: Work, letter: str) -> Strings:
    """What a letter is called on the page: as the lines that solve an equation for it, where nothing else has it."""
    question = work.question
    lines = [line for line in question.plan.lines if letter in line.uses]
    solved = lines and all(solved_for(work, line) == letter for line in lines)
    values = [x for name, x in question.given.items() if name not in question.letters]
    entries = in_turn([x] if isinstance(x, Number) else flat(x) for x in values)
    given = any(letter in letters_in(x) for x in entries if isinstance(x, Number))
    proved = any(part.proof for part in question.parts)
    return (
        (letter,)
        if not solved or given or proved
        else tuple(line.name for line in lines)
    )


def _asked(work: Work) -> dict[object, tuple[Number, bool]]:
    """What the letters have to keep to for the values of all lines to be real, by what is to be positive or not negative; what
    is known to keep to it anyway, such as t² − tu + u², is not asked of them."""
    found: dict[object, tuple[Number, bool]] = {}
    arrays = [
        step.value
        for step in work.answer.exact.steps
        if not left_open(work, step.call.line)
    ]  # the (a − b)² of a maximum is never negative
    blocks = (
        block
        for array in arrays
        for block in (array.blocks if isinstance(array, Tensor) else (array,))
    )
    for x, above in in_turn(
        asked_of_letters(entry) for block in blocks for entry in in_turn(block.values)
    ):
        x = scaled(x, 1 / content(x))  # 99n − 99 > 0 says n − 1 > 0
        found[x.key] = x, above or (x.key in found and found[x.key][1])
    return found


def _of_values(work: Work, names: list[str], span: layout.Span) -> tuple[GivenRow, ...]:
    """The given matrices and numbers, in rows that fit the page."""
    by_head: dict[int, list[str]] = {}
    plain = []
    head_in, given = work.notation.names.head_in, work.question.given
    kinds = {(head_in(name)[0], isinstance(given[name], Number)) for name in names}
    heads = {name: head_in(name)[1] for name in names}
    with_matrix = {
        head for name, head in heads.items() if not isinstance(given[name], Number)
    }
    for name in names:
        stem, head = head_in(name)
        of_head = (
            head in with_matrix and not {(stem, True), (stem, False)} <= kinds
        )  # of a number and a matrix neither is one's
        if head is not None and of_head:
            by_head.setdefault(head, []).append(name)
        else:
            plain.append(name)
    groups = [plain, *_of_heads(work, by_head)]
    blocks = (
        [block for name in group for block in _blocks(work, name, span)]
        for group in groups
    )
    return _whole(work, plain, by_head) or tuple(in_turn(map(_rows_of, blocks)))


def _of_heads(work: Work, by_head: Mapping[int, list[str]]) -> list[list[str]]:
    """The heads' matrices, one row for each head; where heads share some, or have one each, those of one kind beside each
    other, kind by kind on a line while it has room."""
    sizes = {len(names) for names in by_head.values()}
    if len(sizes) == 1 and sizes != {1}:
        return list(by_head.values())
    kinds = grouped(
        (work.notation.names.head_in(name)[0], name)
        for name in in_turn(by_head.values())
    )

    def fits(found: list[list[str]]) -> bool:
        return (
            width(
                row(
                    *(
                        box
                        for name in in_turn(found)
                        for box in (_item(work, name), QUAD)
                    )
                )
            )
            <= LINE
        )

    return [list(in_turn(found)) for found in filled(kinds.values(), fits)]


def _whole(
    work: Work, plain: list[str], by_head: dict[int, list[str]]
) -> tuple[GivenRow, ...]:
    """Everything beside each other: plain matrices, and the heads' in aligned rows; nothing where it does not fit."""
    sizes = {len(v) for v in by_head.values()}
    batch = any(isinstance(value, Tensor) for value in work.question.given.values())
    if len(by_head) < 2 or len(sizes) != 1 or len(by_head) > 3 or batch:
        return ()
    cells = tuple(
        tuple(
            row(_item(work, name), COMMA if name != names[-1] else None)
            for name in names
        )
        for names in by_head.values()
    )
    block = Grid(cells, "", "", "l")
    items = [_item(work, name) for name in plain]
    stacked = Grid(tuple((item,) for item in items), "", "", "l")
    arranged = [row(listed(items, COMMA, QUAD), QUAD, block)]
    if height(stacked) <= height(block):  # a tower beside two short rows fills no page
        arranged.append(row(block, QUAD, stacked))
    for size, scale in layout.sizes()[:2]:
        for whole in arranged:
            if items and width(whole) <= LINE / scale:
                return (GivenRow(whole, size),)
    return ()


def _sized(box: Box) -> GivenRow:
    return GivenRow(box, layout.size_for(width(box), LINE))


def _item(work: Work, name: str) -> Box:
    value = work.question.given[name]
    shown = (
        given(work, name).box
        if isinstance(value, Matrix)
        else work.put_in(name, percent=True)
    )
    return row(work.symbol(name), EQUALS, shown)


def _blocks(work: Work, name: str, span: layout.Span) -> list[Box]:
    """A given in blocks that fit the page: one where it fits."""
    value = work.question.given[name]
    if isinstance(value, Tensor):
        symbol = work.symbol(name)
        return [
            row(in_batch(symbol, place), EQUALS, grid)
            for place, grid in given_batch(work, name)
        ]
    if not isinstance(value, Matrix):
        return [_item(work, name)]
    grid = given(work, name).box
    first, *more = (
        layout.chunks(grid, LINE - 14, span) if isinstance(grid, Grid) else [grid]
    )
    return [row(work.symbol(name), EQUALS, first), *more]


# --- formulas ---
# The formulas of a question in the sheet's notation, for sheets whose author writes none.
#
# A formula for any head (Qᵢ = X Wᵢ) is printed only after it was compared with every head's line: heads that are made
# alike share one formula, others have each its own.

MOST = 8  # of more heads than this that are not alike only the first ones and the last are printed
DIFFERENT = object()  # in place of a parameter that the heads have not in common
Family = Mapping[int, Line]


def formulas(work: Work, texts: Strings) -> tuple[GivenRow, ...]:
    """One formula for each line, a head's lines once with the letter for any head; none where *texts* hold mathematics."""
    if not work.question.variant or any("$" in text or "\\[" in text for text in texts):
        return ()
    return tuple(_lined(formulas_of(work.notation, work.question.plan.lines), QQUAD))


def formulas_of(notation: Notation, lines: Sequence[Line]) -> Iterator[Box]:
    """The formulas of some lines: of all heads at once where their lines are alike, else of each."""
    families: dict[
        tuple[str, bool], dict[int, Line]
    ] = {}  # H and H_1, H_2 … are two families of one stem
    for line in lines:
        stem, head = notation.names.head_in(line.name)
        families.setdefault((stem, head is None), {})[head or 0] = line
    for (stem, _), family in families.items():
        alike = general(notation, stem, family) if len(family) > 1 else None
        if alike is not None:
            yield alike
        elif len(family) <= MOST:
            yield from (written(notation, line) for line in family.values())
        else:
            first, second, *_, last = family.values()
            yield from (
                written(notation, first),
                written(notation, second),
                ELLIPSIS,
                written(notation, last),
            )


def written(notation: Notation, line: Line) -> Box:
    """A line as its symbol and its formula; the formula alone where the notation has no symbol."""
    if notation.names.unnamed(line.name):
        return notation.symbol(line.name)
    return row(notation.symbol(line.name), EQUALS, notation.formula(line.tree))


def general(notation: Notation, stem: str, family: Family) -> Box | None:
    """The formula of every head at once, or None where the heads' lines are not alike.

    >>> from symattn.plan import Plan
    >>> plan = Plan.read(["Q_1 = X @ W_Q_1", "Q_2 = X @ W_Q_2", "K_1 = X @ W_K_1 + b_K_1", "K_2 = X @ W_K_2"])
    >>> own = Notation.load("paper").of(plan.trees, ["W_Q_1", "W_Q_2"])
    >>> general(own, "Q", {1: plan.lines[0], 2: plan.lines[1]}).items[0].sub.text
    'i'
    >>> general(own, "K", {1: plan.lines[2], 2: plan.lines[3]}) is None
    True
    """
    letter = notation.table.index
    if (
        tuple(family) != notation.heads
    ):  # groups of heads are counted by a letter of their own
        letter = next(x for x in "jgk" if x != letter)
    find = _Alike(notation, tuple(family), letter)
    tree = find.common([line.tree for line in family.values()])
    if not isinstance(tree, Expr):
        return None
    symbol = notation.names.of_head(stem, Ink(letter))
    return row(symbol, EQUALS, replace(notation, fixed=find.symbols).formula(tree))


class _Alike:
    """Lines of several heads compared part by part; ``symbols`` says how the names in the common line are written."""

    def __init__(self, notation: Notation, heads: Integers, letter: str) -> None:
        self.names, self.heads, self.letter = notation.names, heads, letter
        self.shown = [head + notation.names.shift for head in heads]
        self.symbols: dict[str, Box] = {}

    def common(self, values: Sequence[object]) -> object:
        """A line, or a part of one, for all heads: by the letter of the head where it is not the same for all; whole numbers that
        grow evenly are written with that letter."""
        first, parts = values[0], list[Any](values)  # of one kind, as is looked at here
        if all(value == first for value in values):
            return first
        if len(set(map(type, values))) > 1:
            return DIFFERENT
        match first:
            case Ref():
                return self._name([ref.name for ref in parts])
            case int():
                return self._even(parts)
            case Apply() | SizeOf() | RootOf():
                made: Any = self.common(list(map(made_with, values)))
                return made if made is DIFFERENT else type(first)(*made)
            case tuple() if len(set(map(len, parts))) == 1:
                found = tuple(map(self.common, zip(*parts, strict=True)))
                return DIFFERENT if DIFFERENT in found or not _as_wide(parts) else found
        return DIFFERENT

    def _name(self, names: Sequence[str]) -> object:
        """One name for all heads: each head's own, or one that every so many heads share."""
        found = [self.names.head_in(name) for name in names]
        stems = {stem for stem, _ in found}
        numbers = [head + self.names.shift for _, head in found if head is not None]
        index = (
            self._index(numbers)
            if len(stems) == 1 and len(numbers) == len(names)
            else None
        )
        if index is None:
            return DIFFERENT
        letters, box = index
        name = f"{stems.pop()}_{letters}"
        self.symbols[name] = self.names.of_head(name.removesuffix(f"_{letters}"), box)
        return Ref(name)

    def _index(self, numbers: Sequence[int]) -> tuple[str, Box] | None:
        """The letter, or the letter over how many heads share a matrix, rounded up (down where heads count from 0)."""
        if numbers == self.shown:
            return self.letter, Ink(self.letter)
        least = self.shown[0]
        for share in range(2, len(numbers)):
            if least in (0, 1) and all(
                n == least + (k - least) // share
                for n, k in zip(numbers, self.shown, strict=True)
            ):
                left, right = ("⌈", "⌉") if least else ("⌊", "⌋")
                over = (SLASH, Ink(str(share), "number"))
                return f"{self.letter}/{share}", row(
                    Ink(left, "punct"), Ink(self.letter), *over, Ink(right, "punct")
                )
        return None

    def _even(self, values: Sequence[int]) -> object:
        """Whole numbers that grow by the same from head to head: 2i − 2 for 0, 2, 4."""
        step, rest = divmod(values[-1] - values[0], self.shown[-1] - self.shown[0])
        start = values[0] - step * self.shown[0]
        if rest or any(
            value != start + step * head
            for value, head in zip(values, self.shown, strict=True)
        ):
            return DIFFERENT
        times = self.letter if step == 1 else f"{step}{self.letter}"
        return times + (f"{'+' if start > 0 else '−'}{abs(start)}" if start else "")


def _as_wide(slices: Sequence[tuple[object, ...]]) -> bool:
    """Whether slices, if that is what they are, take equally many columns: any two numbers would grow evenly."""
    bounds = [part[1:3] for part in slices if part and part[0] == "slice"]
    wide = {b - a for a, b in bounds if isinstance(a, int) and isinstance(b, int)}
    return len(wide) < 2


# --- frames ---
# What the students' sheet has to be filled in: an empty matrix, or a box, for every line that a part asks.

FRAMED_LINE = 168.0
"""Millimetres of a line of frames."""
MOST_FRAMES = 6
"""Matrices of a stack that have a frame each; of more there is one box."""
TALLEST = 24
"""Rows of an empty matrix; a taller one is a box."""
EXACT, CELLS = 28, (15, 12, 10, 8)
"""How wide a cell is, in millimetres: for an exact form of up to three columns; for a number, the widest that fits."""
VALUE, SHAPE, COUNT, NARROWEST = 40, 38, 60, 20
"""How wide a box is: for a value that is no matrix of numbers to write down, for a shape, for a count."""
COLON = Ink(":", "punct")


@frozen
class Frame:
    """Room for one result: cells of a matrix, each *cell* mm wide, or one box of that width where there are no rows.

    ``sign`` stands between the name and the room: a line equals its value, and has its shape.
    """

    symbol: Box
    rows: int
    cols: int
    cell: int
    sign: Ink = EQUALS


def high(frames: Iterable[Frame]) -> float:
    """About how many millimetres frames take on paper, as many side by side as a line has room for.

    >>> one = Frame(Ink("A"), 2, 2, 15)
    >>> high([one]), high([one] * 2), high([one] * 4)
    (21.0, 21.0, 42.0)
    """
    lines = filled(
        frames,
        lambda line: (
            sum((frame.cell + 1.5) * max(1, frame.cols) + 16 for frame in line)
            <= FRAMED_LINE
        ),
    )
    return sum(8.5 * max(1, *(frame.rows for frame in line)) + 4 for line in lines)


def of_lines(work: Work, section: PartFamilies) -> tuple[Frame, ...]:
    """A frame for every line that a part asks, and for each matrix that the student chooses."""
    free = [name for name in section.part.asks if name in work.question.unknown]
    asked = [
        line.name
        for family in section.families
        for line in family.lines
        if line.name in section.part.asks
    ]
    return tuple(frame for name in (*free, *asked) for frame in _frames(work, name))


def _frames(work: Work, name: str) -> Iterator[Frame]:
    """The frame of a line; of a stack of matrices one for each, as long as they are few."""
    symbol = work.symbol(name)
    value = work.value(name) if name in work.question.given else work.steps[name].value
    if isinstance(value, Tensor) and len(value.blocks) <= MOST_FRAMES:
        for k, block in enumerate(value.blocks):
            yield _frame(in_batch(symbol, block_place(value.lead, k)), block)
    else:
        yield _frame(symbol, value)


def _frame(symbol: Box, value: object) -> Frame:
    if not isinstance(value, Matrix) or value.shape == (1, 1):
        return _boxed(symbol, VALUE)
    rows, cols = value.shape
    cells = CELLS if value.is_rational or cols > 3 else (EXACT, *CELLS)
    cell = next(
        (
            c
            for c in cells
            if cols * (c + 1.5) + on_paper(width(symbol) + 14) <= on_paper(FRAMED_LINE)
        ),
        0,
    )
    return (
        Frame(symbol, rows, cols, cell)
        if cell and rows <= TALLEST
        else _boxed(symbol, VALUE)
    )


def _boxed(symbol: Box, wide: int, sign: Ink = EQUALS) -> Frame:
    """A box of so many millimetres, or of as many as a line has beside the name."""
    return Frame(
        symbol,
        0,
        1,
        max(NARROWEST, min(wide, int(on_paper(FRAMED_LINE - width(symbol))) - 10)),
        sign,
    )


def of_shapes(notation: Notation, answer: Answer, part: Part) -> Iterator[Frame]:
    """A box for every shape and every count that a part of a question about shapes asks."""
    asked = answer.question.shapes
    if asked is None or answer.shapes is None:
        return
    own = notation.of(asked.plan.trees, asked.givens)
    for name in part.shapes:
        count = answer.shapes[name].value is not None
        yield _boxed(
            own.symbol(name), COUNT if count else SHAPE, EQUALS if count else COLON
        )
