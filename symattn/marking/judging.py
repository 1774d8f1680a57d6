"""Each entry of an answer against the value it should have: by intervals where decimals are written, else by proof."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cached_property
from math import log
from operator import and_, attrgetter

from flint import arb, fmpq

from symattn.errors import LimitError
from symattn.exact.any_matrix import Mat
from symattn.exact.ball import working
from symattn.exact.decide import Span, decision, proved_equal
from symattn.exact.in_letters import apart
from symattn.exact.interval import IntervalMatrix
from symattn.exact.matrix import Blocked, Entry, Matrix
from symattn.exact.number import Number, rational
from symattn.exact.zero import atoms, symbolic
from symattn.language import Cell
from symattn.marking.handed import Handed
from symattn.marking.quick import BITS, Quick
from symattn.marking.results import Found, Result
from symattn.marking.rule import Rule
from symattn.marking.said import quoted, told
from symattn.ops import has
from symattn.plan import Call
from symattn.said import Said, Texts
from symattn.tables import every, in_turn, placed

CORRECT, IMPRECISE, INCORRECT, UNDECIDED, FOLLOWS = (
    "correct",
    "imprecise",
    "incorrect",
    "undecided",
    "follows",
)
Entries = Texts
TINY = (
    arb(2) ** -100
)  # of one and the value: thirty digits, and no decimal on the way leaves so little open
TENTH = (
    10  # a small entry is told where it is known to within one such part of the largest
)
MOST_TIMES = (
    12  # the power of ten up to which it is said that a number is so many times another
)
LOG_10 = log(10)
MOST_TEXT = 200  # characters of an answer that cannot be read
_WORST = (CORRECT, FOLLOWS, IMPRECISE, UNDECIDED, INCORRECT)


class Right:
    """A right value in the forms that answers are compared with, each worked out when first needed and kept for a class.

    >>> Right(Matrix.of([[Number.of(1) / 3]]), Rule(places=2)).balls.shape
    (1, 1)
    """

    def __init__(self, value: Matrix, rule: Rule) -> None:
        self.value, self.rule = value, rule
        self.cells: tuple[tuple[Entry, ...], ...] = value.cells()

    @cached_property
    def near(self) -> IntervalMatrix:
        """The value in narrow intervals."""
        return IntervalMatrix.from_exact(self.value)

    @cached_property
    def balls(self) -> Quick:
        """The value in balls."""
        with working(BITS):
            return Quick.of(self.value)


def against(answer: Handed, rights: Iterable[Right]) -> Entries | None:
    """The verdict on every entry, against the best of several right values: of those that are as bad the one with fewest such
    entries; None where none has the answer's shape.

    >>> from symattn.language import read
    >>> rights = [Right(Matrix.of(rows), Rule()) for rows in ([[1, 2]], [[3, 4]], [[5, 4]], [[5]])]
    >>> against(Handed("A", read("[5, 6]").cells), rights)
    (('correct', 'incorrect'),)
    """
    fitting = [right for right in rights if right.value.shape == answer.shape]
    found = (judged(answer, right) for right in fitting)
    return min(found, key=_badness, default=None)


def judged(answer: Handed, right: Right) -> Entries:
    """The verdict on every entry, against the exact value; the shapes agree."""
    return tuple(
        tuple(_entry(cell, right, i, j) for j, cell in enumerate(row))
        for i, row in enumerate(answer.cells)
    )


def _entry(cell: Cell, right: Right, i: int, j: int) -> str:
    truth, rule = right.cells[i][j], right.rule
    if isinstance(cell.number, Blocked) or isinstance(truth, Blocked):
        return CORRECT if cell.number is truth else INCORRECT
    if symbolic(truth) or symbolic(cell.number):
        return _in_letters(cell.number, truth, rule)
    try:
        if cell.precision is None:
            return _worked(cell, cell.number, truth, rule)
        return _decimal(cell, right.near.values[i][j], truth, rule)
    except LimitError:
        return UNDECIDED


def _decimal(cell: Cell, near: Span, truth: Number, rule: Rule) -> str:
    """The verdict on a decimal: with the digits asked, with too few of them, or wrong."""
    low, high = rule.reach(cell)
    if near.low > low and near.high < high:
        return CORRECT
    if Span.between(low, high).contains(truth) and not (
        rule.truncate and _cut_further(cell, truth, rule)
    ):
        return CORRECT
    ends = rule.rough(cell)
    if ends is None or not Span.between(*ends).contains(truth):
        return INCORRECT
    broken_off = rule.truncate or rule.has_enough(cell)
    beyond = max(ends, key=abs)  # nothing but itself is cut to the next number
    reached = not (broken_off and proved_equal(Number.of(beyond), truth))
    return IMPRECISE if reached else INCORRECT


def _cut_further(cell: Cell, truth: Number, rule: Rule) -> bool:
    """Whether a value is the next number with the digits asked, which breaking off never reaches."""
    ends = [end for end in rule.reach(cell) if abs(end) > abs(rational(cell.number))]
    return not rule.tolerance and any(
        proved_equal(Number.of(end), truth) for end in ends
    )


def _worked(cell: Cell, written: Number, truth: Number, rule: Rule) -> str:
    """The verdict on an exact form, by proof; a decimal in it stands for all it was rounded from."""
    found = decision(written, truth)
    if found != "different" or cell.span is None:
        return {"equal": CORRECT, "different": INCORRECT}.get(found, UNDECIDED)
    gap = abs(Span.of(written).low - Span.of(truth).low)
    if rule.significant is None and gap < arb(rational(rule.finest)) / 2:
        return CORRECT
    if not cell.span.contains(truth):
        return INCORRECT
    return CORRECT if rule.has_enough(cell) else IMPRECISE


def _in_letters(written: Number, truth: Number, rule: Rule) -> str:
    """By proof for all letters; numbers in their places may show that it is wrong. Where digits are asked of the numbers before
    them, each has to be the right one rounded to these."""
    found = decision(written, truth)
    if (
        found != "equal"
        and rule.coefficients
        and written.terms.keys() == truth.terms.keys()
    ):
        near = (
            rule.is_near(q, truth.terms[letters])
            for letters, q in written.terms.items()
        )
        return CORRECT if all(near) else INCORRECT
    if (
        found == "different"
        and rule.coefficients
        and any(a.kind == "root" for a in atoms(truth))
    ):
        return UNDECIDED  # the numbers within a maximum may be rounded
    if found == "undecided" and apart(written, truth):
        return INCORRECT
    return {"equal": CORRECT, "different": INCORRECT}.get(found, UNDECIDED)


def is_in_its_digits(answer: Handed, right: Right) -> bool:
    """Whether every entry is the right one as far as its digits go, a whole number what it rounds to: proved, of any size.

    >>> from symattn.language import read
    >>> right = Right(Matrix.of([[Fraction(10**15) + Fraction(1, 3)]]), Rule())
    >>> [is_in_its_digits(Handed("N", read(text).cells), right) for text in (f"{10**15}", f"{10**15} + 1", f"{10**15 + 1}")]
    [True, False, False]
    """
    if right.value.shape != answer.shape:
        return False
    pairs = zip(in_turn(answer.cells), in_turn(right.cells), strict=True)
    return all(_is_in_its_digits(answer, cell, truth) for cell, truth in pairs)


def _is_in_its_digits(answer: Handed, cell: Cell, truth: Number | Blocked) -> bool:
    number = cell.number
    if isinstance(number, Blocked) or isinstance(truth, Blocked):
        return number is truth
    if symbolic(number) or symbolic(truth):
        return decision(number, truth) == "equal"
    if cell.precision is None and cell.span is None:
        spans = [Span.of(number)] if decision(number, truth) == "equal" else []
    else:
        spans = [answer.span(cell)]
    decimals = cell.precision is not None and cell.precision.places > 0
    if number.is_rational and number.rational.q == 1 and not decimals:
        half = fmpq(1, 2)
        spans.append(Span.between(number.rational - half, number.rational + half))
    return any(span.contains(truth) for span in spans)


def met(answer: Handed, found: Mat | None) -> Entries | None:
    """The verdict on every entry, against the intervals a run gives; None unless the answer has its shape."""
    if found is None or found.shape != answer.shape:
        return None
    numbers = [
        cell.number
        for cell in in_turn(answer.cells)
        if not isinstance(cell.number, Blocked)
    ]
    size = max((abs(Span.of(number).low) for number in numbers), default=arb(0))
    return tuple(
        tuple(_meets(answer, cell, found[i, j], size) for j, cell in enumerate(row))
        for i, row in enumerate(answer.cells)
    )


def _meets(answer: Handed, cell: Cell, found: Span | Blocked, size: arb) -> str:
    rule = answer.rule
    if isinstance(cell.number, Blocked) or isinstance(found, Blocked):
        return CORRECT if cell.number is found else INCORRECT
    width = found.high - found.low
    if width < (1 + abs(found.high)) * TINY and Span.of(cell.number).overlaps(found):
        return CORRECT  # a run gave one value, not all that rounded numbers lead to
    if not _says_something(width, answer.span(cell), size):
        return INCORRECT
    if cell.precision is None:
        fits = answer.span(cell).overlaps(found)
        return (
            INCORRECT if not fits else CORRECT if rule.has_enough(cell) else IMPRECISE
        )
    told = arb(
        rational(max(rule.finest, cell.precision.unit / 100))
    )  # so well that all that its digits lack is zeros
    if (rule.has_enough(cell) or width <= told) and Span.between(
        *rule.reach(cell)
    ).overlaps(found):
        return CORRECT
    ends = rule.rough(cell)
    fits = ends is not None and Span.between(*ends).overlaps(found)
    return IMPRECISE if fits else INCORRECT


def _says_something(width: arb, written: Span, size: arb) -> bool:
    """Whether a run tells an entry to within its own size, a small one to within a tenth of the *size* of the largest beside
    it (7 − 7.0003 is worth 0 as well): from numbers that may be anything, anything would follow."""
    return bool(
        width <= 2 * (written.high - written.low)
        or width <= abs(written.low)
        or width <= size / TENTH
    )


def is_cut(answer: Handed, entries: Entries | None) -> bool:
    """Whether what keeps an answer from being right is that last digits are cut off in place of rounded."""
    pairs = zip(in_turn(answer.cells), in_turn(entries or ()), strict=False)
    rough = [cell for cell, entry in pairs if entry == IMPRECISE]
    return bool(rough) and all(map(answer.rule.has_enough, rough))


def nothing_for_something(answer: Handed, entries: Entries | None) -> bool:
    """Whether a zero stands for a number that is none, where significant digits are asked, of which it has none."""
    zeros = [
        isinstance(cell.number, Number) and not cell.number.terms
        for cell in in_turn(answer.cells)
    ]
    wrong = [verdict != CORRECT for verdict in in_turn(entries or ())]
    return answer.rule.significant is not None and any(map(and_, zeros, wrong))


def told_finely(cells: Iterable[Cell], rule: Rule) -> bool:
    """Whether numbers that are worked out of rounded ones are known to within ten of the last digit that their line is asked for:
    a quotient of two numbers with all digits asked is, one of numbers with a digit less is not."""
    asked = 10 * arb(rational(rule.finest))
    spans = (cell.span for cell in cells if cell.span is not None)
    return all(span.high - span.low < asked for span in spans)


def is_any_count(path: Iterable[Call], found: object) -> bool:
    """Whether a whole number comes of rounded ones, and may be one of many: 8 GB over 131.1 kB, rounded down."""
    spans = in_turn(found.values) if isinstance(found, IntervalMatrix) else ()
    wide = any(not isinstance(x, Blocked) and x.high - x.low > 1 for x in spans)
    return wide and any(has(call.op, "makes whole") for call in path)


def unreadable(name: str, answer: Handed) -> Result:
    """The verdict on an answer that cannot be read, with the reason."""
    return Result(name, "unreadable", said=quoted(answer.error))


def by_rounding(name: str, entries: Entries, when: Said) -> Result:
    """The verdict on an answer that is right when something on the way is rounded."""
    right = every(lambda _: CORRECT, entries)
    return Result(name, "correct", right, said=(told("rounded", when=when),))


def as_written(result: Result, handed: Handed) -> Result:
    """A verdict on one student's own answer: with its entries as written, and what there is to say about how it was read."""
    written = every(attrgetter("text"), handed.cells)
    shown = "" if written else " ".join(handed.text.split())[:MOST_TEXT]
    return result.but(said=(*handed.notes, *result.said), written=written, text=shown)


def misshapen(name: str, right: Iterable[int], answer: Handed) -> Result:
    """The verdict on an answer of another shape than the right one."""
    return Result(
        name,
        "shape",
        said=(told("shape", name=name, right=tuple(right), mine=answer.shape),),
    )


def worst(entries: Entries | None) -> str:
    """The verdict on a matrix: that of its worst entry; "" where there is none.

    >>> worst((("correct", "imprecise"),)), worst(None)
    ('imprecise', '')
    """
    return max(in_turn(entries or ()), key=_WORST.index, default="")


def counted(entries: Entries) -> Said:
    """How many entries of a matrix are wrong."""
    verdicts = [*in_turn(entries)]
    return told("wrong", count=verdicts.count(INCORRECT), total=len(verdicts))


def times_right(answer: Handed, right: Right, entries: Entries) -> int:
    """The power of ten by which every wrong entry is too large, 100 for per cent without their sign; 0 where there is none.

    >>> from symattn.language import read
    >>> answer, right = Handed("A", read("[28.0, 72]").cells), Right(Matrix.of([[Fraction(7, 25), Fraction(18, 25)]]), Rule())
    >>> times_right(answer, right, ((INCORRECT, INCORRECT),))
    2
    """
    wrong = [at for at, entry in placed(entries) if entry == INCORRECT]
    all_tens = {
        _tens(answer.span(answer.cells[i][j]), right.near.values[i][j])
        for i, j in wrong
    }
    return all_tens.pop() if len(all_tens) == 1 else 0


def _tens(mine: Span, truth: Span) -> int:
    ratio = (mine.low + mine.high) / (2 * truth.low)
    tens = round(float(ratio.log().mid()) / LOG_10) if ratio > 0 else 0
    if abs(tens) > MOST_TIMES:
        return 0
    as_large = mine * Span.of(Number.of(Fraction(10) ** -tens))
    return tens if as_large.overlaps(truth) else 0


def parts_from_right(
    answer: Handed, right: Right, entries: Entries, turned: Found | None
) -> Iterator[Said]:
    """What parts wrong entries from the right ones, where it is the same in all: a fact, whatever was done."""
    if turned is not None and turned.id == "result-negated":
        yield told("signs")
    elif turned is not None:
        columns = int(turned.id == "columns-exchanged")
        yield told("places", columns=columns, **dict(turned.what.facts))
    elif right.value.shape == answer.shape and not answer.slipped:
        tens = times_right(answer, right, entries)
        wrong = [*in_turn(entries)].count(INCORRECT)
        if tens:
            yield told("times", tens=tens, one=int(wrong == 1))


def either(first: Entries, other: Entries) -> Entries:
    """Two judgements of one answer, of each entry the better.

    >>> either((("incorrect", "correct"),), (("correct", "incorrect"),))
    (('correct', 'correct'),)
    """
    return tuple(
        tuple(min(pair, key=_WORST.index) for pair in zip(r, s, strict=True))
        for r, s in zip(first, other, strict=True)
    )


def following(answer: Handed, entries: Entries | None) -> Entries:
    """The entries of an answer that follows from wrong ones: those right by themselves are correct, the others follow."""
    return every(
        lambda e: CORRECT if e == CORRECT else FOLLOWS, entries or answer.cells
    )


def _badness(entries: Entries) -> tuple[int, int]:
    verdict = worst(entries)
    return _WORST.index(verdict), sum(entry == verdict for entry in in_turn(entries))
