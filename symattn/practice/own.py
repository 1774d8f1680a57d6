"""One entry explained from what the student has: the row and the column that meet, worked out with decimals on the way.

What an earlier line asks is given away nowhere: its numbers are the student's own, right or wrong, and where there are none yet
the entry is told in words alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress

from flint import arb

from symattn.boxes import INFINITE, NEGATIVE, Box, Frac, Grid, Ink, inked, number, row
from symattn.boxes.measure import width
from symattn.errors import FalseLink, LimitError
from symattn.exact.any_matrix import Blocked, Entry
from symattn.exact.ball import MATRIX_BITS, ball, fixed, working
from symattn.exact.decide import Span, decision
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.text import text, wordy
from symattn.exact.zero import symbolic
from symattn.marking.course import Course
from symattn.notation.values import ValuePrinter, places_of, rounded
from symattn.ops import OPS, has
from symattn.page.arithmetic import Unread
from symattn.page.entry import Links, Part, Seen
from symattn.page.ink import SIGNS, Items, flat
from symattn.page.layout import Eq
from symattn.page.links import by_value
from symattn.page.worth import Misread, Reader
from symattn.plan import Line
from symattn.plan.derivation import PlanStep
from symattn.plan.shapes.table import ShapeLine
from symattn.plan.tree import Expr
from symattn.records import frozen
from symattn.said import Said
from symattn.tables import Place

VALUES = ValuePrinter()
DIGITS = 5
"""Significant digits of a number on the way: one more than are asked as a rule, and what a calculator shows."""
WIDEST = 60.0
"""Millimetres of an exact form between the numbers put in and its decimals."""
MOST_MEETING = 24
"""Entries that are shown of what an entry is made of."""
NEAREST, FARTHEST = -6, 9
"""Powers of ten between which a number on the way is written out."""
MOST_DIGITS = 7
"""Digits of a number that a student may have written."""
MOST_ASKED = 6
"""Entries that are asked for on the way to one."""
# Balls of MATRIX_BITS are far narrower than TINY: what is nearer than that is the same value.
HALF, TINY = arb("0.5"), arb(10) ** -30


@frozen
class SmallWorking:
    """Something small to be found on the way to an entry, and its value: a part of the entry's formula with what it comes to, an
    entry of another matrix or of what the line does on the way, by its name and from 0, a part of the line that is a number, or
    what is asked in words. The value of what is no number alone is a line of a question about shapes."""

    value: arb | Entry | ShapeLine
    box: Box | None = None
    comes_to: Box | None = None
    place: Part | None = None
    said: Said | None = None
    tree: Expr | None = None


Pieces = tuple[SmallWorking, ...]


@frozen
class Meeting:
    """The part of one matrix that an entry is made of: ``what`` it is (row, column, entry, part), its number from 1."""

    name: str
    what: str
    number: int
    grid: Grid


@frozen
class ExplainedEntry:
    """One entry: why it is so, its chain from the numbers put in to its decimals, what meets in it, what is small in it, and the
    formula into which that goes."""

    said: Said
    chain: Links
    meets: tuple[Meeting, ...]
    pieces: Pieces
    between: Box | None


class ByName(Seen):
    """One entry under explanation, for who prints formulas: every matrix by its name, that too which is made on the way."""

    def called(self, name: str) -> str:
        """The name as the line's calls have it."""
        return name


class Mine(ByName):
    """One entry under explanation; decimals are written as such, since students write them, and what is looked at is kept apart
    by the operand that it was read from: X X has X twice. What is put in is kept too: entries of matrices, those that are made
    on the way among them, unless these are spelled out."""

    def __init__(
        self, steps: Mapping[str, PlanStep], step: PlanStep, i: int, j: int
    ) -> None:
        super().__init__(steps, step, i, j)
        self.operands: dict[tuple[str, int], set[Place]] = {}
        self.put_in: dict[Part, Entry] = {}

    def at(self, k: int, i: int, j: int) -> Entry:
        """An entry of the k-th matrix; it is remembered."""
        before = len(self.parts)
        found = super().at(k, i, j)
        for name, row_, column in self.parts[before:]:
            self.operands.setdefault((name, k), set()).add((row_, column))
        matrix, name = self.inputs[k], self.step.args[k]
        place = (i if matrix.rows > 1 else 0), (j if matrix.cols > 1 else 0)
        while "." in name and has(self.steps[name].op, "transposes"):
            name, place = self.steps[name].args[0], (place[1], place[0])
        self.put_in[name, *place] = found
        return found

    def spelled(self, hidden: PlanStep, value: Box) -> tuple[Said, Box]:
        """The same as it is; what is put in there is put in here."""
        self.put_in.popitem()
        inner = Mine(
            self.steps,
            hidden,
            min(self.i, hidden.value.rows - 1),
            min(self.j, hidden.value.cols - 1),
        )
        said, box = inner.told()
        self.put_in |= inner.put_in
        for operand, places in inner.operands.items():
            self.operands.setdefault(operand, set()).update(places)
        return said, value if box is None else box

    def written(self, x: Entry) -> Box:
        """A value as a student would write it."""
        return written(x)


def written(x: Entry) -> Box:
    """A value as a student would write it: what ends as a decimal, whatever else by its exact form.

    >>> from symattn.exact.number import Number
    >>> from symattn.formats.text import flat as line
    >>> line(written(Number.of(1) / 4)), line(written(Number.of(1) / 3))
    ('0.25', '1/3')
    """
    if isinstance(x, Blocked):
        return INFINITE
    own = DIGITS - 1 if _is_long(x) else _places(x)
    return VALUES.exact(x) if own is None else rounded(x, own)


def _places(x: Entry) -> int | None:
    """How many decimals write a value in full; None where they do not end."""
    return (
        None if isinstance(x, Blocked) or not x.is_rational else places_of(x.rational)
    )


def _is_long(x: Entry) -> bool:
    """Whether a value is read better in decimals: it has more signs than a page shows, or more digits than a student writes."""
    if isinstance(x, Blocked) or symbolic(x):
        return False
    own = _places(x)
    if own is not None and own < MOST_DIGITS:
        return False
    return wordy(x) or sum(sign.isdigit() for sign in text(x)) > MOST_DIGITS


def steps_of(line: Line, course: Course) -> dict[str, PlanStep] | None:
    """What a line does, run from the values of a course; None where it cannot be run from them.

    >>> from symattn.plan import Plan
    >>> plan = Plan.read(["B = A @ A", "C = B + A"])
    >>> course = Course(plan, {"A": Matrix.of([[2]])}, yours={"B": Matrix.of([[5]])})
    >>> steps_of(plan.line("C"), course)["C"].value
    Matrix([[7]])
    """
    found: dict[str, PlanStep] = {}
    for call in line.calls:
        inputs = tuple(course.read.get(name) for name in call.args)
        value = course.own.get(call.out)
        if not isinstance(value, Matrix) or not all(
            isinstance(one, Matrix) for one in inputs
        ):
            return None
        found[call.out] = PlanStep(call, line, inputs, course.params[call.out], value)  # type: ignore[arg-type]
    return found


def explained(
    steps: Mapping[str, PlanStep],
    course: Course,
    name: str,
    i: int,
    j: int,
    places: int,
) -> ExplainedEntry:
    """An entry of a line from the values of a course, counted from 0; whoever prints it has its links evaluated.

    >>> from symattn.formats.text import flat as line
    >>> from symattn.plan import Plan
    >>> plan = Plan.read(["B = A @ A"])
    >>> course = Course(plan, {"A": Matrix.of([[1, 2], [3, 4]])})
    >>> found = explained(steps_of(plan.line("B"), course), course, "B", 0, 1, 4)
    >>> " ".join(f"{sign} {line(box)}" for sign, box in found.chain)
    '= 1·2 + 2·4 = 2 + 8 = 10'
    >>> [(one.name, one.what, one.number) for one in found.meets]
    [('A', 'row', 1), ('A', 'column', 2)]
    """
    seen = Mine(steps, steps[name], i, j)
    said, box = seen.told()
    alone = steps[name].value.select([i], [j])
    value = alone[0, 0]
    ends = _ends(value, places, any(map(_places, seen.read)))
    chain: Links = ()
    pieces: Pieces = ()
    into: Box | None = None
    if box is not None and box != written(value):
        chain = (("≈" if any(map(_is_long, seen.read)) else "=", box),)
        pieces, middle = _between(alone, box, chain, ends)
        chain = (*chain, *middle)
        into = chain[-1][1]
    chain = (*chain, *(ends[-1:] if _rough(pieces) else ends))
    chain = tuple(
        link for k, link in enumerate(chain) if not k or link[1] != chain[k - 1][1]
    )
    return ExplainedEntry(
        said,
        chain,
        tuple(_meeting(seen.operands, course)),
        _smaller(seen, pieces, into is not None),
        into,
    )


def _smaller(seen: Mine, pieces: Pieces, spelled: bool) -> Pieces:
    """What is asked on the way to an entry: what the line does before, what the operation asks and the parts of the formula; else
    the entries that are put in; where the entry is *spelled* out by no formula and is one of these, its place there."""
    put_in = [SmallWorking(value, place=place) for place, value in seen.put_in.items()][
        :MOST_ASKED
    ]
    before = [one for one in put_in if one.place and "." in one.place[0]]
    asks = OPS[seen.step.op].asks
    own = (
        tuple(SmallWorking(value, said=said) for said, value in asks(seen))
        if asks
        else ()
    )
    first = (*before, *own, *pieces)
    for wanted in (first, put_in):
        if any(not is_same(one.value, seen.value) for one in wanted):
            return tuple(wanted)
    if spelled:
        return tuple(first or put_in)
    if len(before) == 1 and before[0].place:
        name, i, j = before[0].place
        inner = Mine(seen.steps, seen.steps[name], i, j)
        inner.told()
        return _smaller(inner, (), False)
    return tuple(_where(seen, put_in)) or first


def _where(seen: Mine, put_in: list[SmallWorking]) -> Iterator[SmallWorking]:
    """Which row and which column an entry comes from, where there are several."""
    for name, i, j in (one.place for one in put_in if one.place):
        step = seen.steps.get(name)
        given = dict(zip(seen.step.args, seen.inputs, strict=True)).get(name)
        matrix = step.value if step else given
        rows, cols = matrix.shape if isinstance(matrix, Matrix) else (2, 2)
        for what, n, size in (("row_of", i, rows), ("column_of", j, cols)):
            if size > 1:
                yield SmallWorking(
                    Number.of(n + 1), said=Said("why", what, (("of", name),))
                )


def is_same(value: arb | Entry | ShapeLine, other: Entry) -> bool:
    """Whether a value is an entry's, as far as that is told at once."""
    if isinstance(value, ShapeLine):
        return False
    if isinstance(value, Blocked) or isinstance(other, Blocked):
        return value is other
    if isinstance(value, Number) and (symbolic(value) or symbolic(other)):
        return value.key == other.key
    with working(MATRIX_BITS):
        found: arb = ball(value, MATRIX_BITS) if isinstance(value, Number) else value
        return bool(found.overlaps(ball(other, MATRIX_BITS)))


def _between(
    entry: Matrix, box: Box, start: Links, ends: Links
) -> tuple[Pieces, Links]:
    """The small pieces of an entry's formula, and its link with what they come to in their places; none where that would not
    hold as it is printed."""
    with working(MATRIX_BITS), suppress(Unread, Misread, LimitError):
        between, found = _worked(box, False)
        pieces = tuple({piece.box: piece for piece in found}.values())
        middle = (("≈" if _rough(pieces) else "=", between),)
        if pieces and _holds(entry, (*start, *middle, ends[-1])):
            return pieces, middle
    return (), ()


def _rough(pieces: Pieces) -> bool:
    """Whether a piece was rounded."""
    with working(MATRIX_BITS):
        return any(
            isinstance(piece.value, arb)
            and piece.comes_to is not None
            and abs(Reader({}).worth(piece.comes_to) - piece.value) > TINY
            for piece in pieces
        )


def _holds(entry: Matrix, chain: Links) -> bool:
    """Whether every link of a chain comes to the entry as it is printed."""
    symbol = Ink("entry", "text")
    try:
        by_value("", symbol, entry).check([Eq(symbol, chain)])
    except FalseLink:
        return False
    return True


def _ends(x: Entry, places: int, decimals: bool) -> Links:
    """The links of an entry's value: exact where that is short and no *decimals* went into it, and rounded."""
    if isinstance(x, Blocked) or symbolic(x):
        return (("=", written(x)),)
    near, own = rounded(x, places), _places(x)
    if own is not None and own <= places:
        return (("=", near),)
    if decimals or wordy(x) or width(VALUES.exact(x)) > WIDEST:
        return (("≈", near),)
    return (("=", VALUES.exact(x)), ("≈", near))


def _worked(box: Box, inner: bool) -> tuple[Box, Pieces]:
    """A formula with each of its terms worked out by itself; one that is a single term has none, unless it is *inner*."""
    if isinstance(box, Frac):
        (top, above), (bottom, below) = (
            _worked(box.top, True),
            _worked(box.bottom, True),
        )
        if (
            not above and len(list(_terms(flat(box.top)))) > 1
        ):  # numbers alone, added up
            value = Reader({}).worth(box.top)
            if isinstance(value, arb):
                top, above = (
                    _signed(value),
                    (SmallWorking(value, box.top, _signed(value)),),
                )
        return Frac(top, bottom), (*above, *below)
    terms = list(_terms(flat(box)))
    if len(terms) == 1 and not inner:
        return box, ()
    items: list[Box] = []
    pieces: list[SmallWorking] = []
    for sign, term in terms:
        whole = row(*term)
        if len(term) == 1 and isinstance(term[0], Ink):
            comes_to, below_zero = whole, False
        else:
            value = Reader({}).worth(whole)
            if not isinstance(value, arb):
                raise Unread("words")
            comes_to, below_zero = _decimal(abs(value)), bool(value < 0)
            pieces.append(
                SmallWorking(
                    value, whole, row(NEGATIVE, comes_to) if below_zero else comes_to
                )
            )
        minus = (sign == "−") != below_zero
        if items or minus:
            items.append(Ink("−" if minus else "+", "operator" if items else "punct"))
        items.append(comes_to)
    return row(*items), tuple(pieces)


def _terms(items: Items) -> Iterator[tuple[str, Items]]:
    """What is added and subtracted, each with its sign."""
    sign, start = "+", 0
    for k, item in enumerate(items):
        if inked(item, "operator", "punct") and item.text in SIGNS:
            if k > start:
                yield sign, items[start:k]
            sign, start = item.text, k + 1
    yield sign, items[start:]


def _signed(x: arb) -> Box:
    """The same of any value."""
    return _decimal(x) if x >= 0 else row(NEGATIVE, _decimal(-x))


def _decimal(x: arb) -> Box:
    """A positive value with a few significant digits, exactly where it ends within them; raises Unread for what is too large,
    too small or not told well enough.

    >>> with working(MATRIX_BITS):
    ...     [_decimal(arb(x)).text for x in ("0", "1", "1234567", "0.125", "0.0012", "0.012345678", "0.9999949", "0.999996")]
    ['0', '1', '1234567', '0.125', '0.0012', '0.012346', '0.99999', '1.00000']
    """
    power = next(
        (p for p in range(NEAREST, FARTHEST) if x < arb(10) ** (p + 1)), FARTHEST
    )
    if x.contains(0) and x < TINY:
        return number(0)
    places = max(1, DIGITS - 1 - power)  # a point says that it is rounded
    found = (x * arb(10) ** places + HALF).floor().unique_fmpz()
    if found is None or not x > arb(10) ** NEAREST or power == FARTHEST:
        raise Unread("words")
    digits = fixed(int(found), places)
    exact = abs(x - arb(int(found)) / arb(10) ** places) < TINY
    return number(digits.rstrip("0").rstrip(".") if exact and "." in digits else digits)


def _meeting(
    used: Mapping[tuple[str, int], set[Place]], course: Course
) -> Iterator[Meeting]:
    """What an entry is made of, operand by operand: the rows and columns of each that are used."""
    if sum(map(len, used.values())) > MOST_MEETING:
        return
    for (name, _), places in used.items():
        matrix = course.read.get(name)
        if isinstance(matrix, Matrix):
            rows, cols = sorted({i for i, _ in places}), sorted({j for _, j in places})
            grid = Grid(tuple(tuple(written(matrix[i, j]) for j in cols) for i in rows))
            if len(rows) == len(cols) == 1:
                column = matrix.rows == 1 and len(used) > 1
                what = "row" if matrix.cols == 1 else "column" if column else "entry"
            else:
                what = (
                    "row" if len(rows) == 1 else "column" if len(cols) == 1 else "part"
                )
            yield Meeting(name, what, (cols if what == "column" else rows)[0] + 1, grid)


def near(value: arb | Entry, cell: Entry, span: Callable[[], Span]) -> bool:
    """Whether what was written is a value: to about three digits, in letters exactly.

    >>> from symattn.exact.number import Number
    >>> from symattn.exact.decide import Span
    >>> e2, half = arb(2).exp(), Number.of(1) / 2
    >>> near(e2, half, lambda: Span(arb("7.385"), arb("7.395"))), near(e2, half, lambda: Span(arb("7.5"), arb("7.5")))
    (True, False)
    """
    if isinstance(value, Blocked) or isinstance(cell, Blocked):
        return value is cell
    if isinstance(value, Number) and (symbolic(value) or symbolic(cell)):
        return decision(value, cell) == "equal"
    found: arb = ball(value, MATRIX_BITS) if isinstance(value, Number) else value
    reach, own = abs(found) / 1000, span()
    return bool(own.low - found <= reach and found - own.high <= reach)
