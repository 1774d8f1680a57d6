"""How much an answer says for an explanation: the bits by which it agrees with it and not with the right value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf, log2

from symattn.exact.any_matrix import Mat
from symattn.exact.decide import Span
from symattn.exact.matrix import Blocked
from symattn.language import Cell
from symattn.marking.handed import Handed
from symattn.tables import Place, in_turn, placed

NEEDED = 10.0  # bits beyond the logarithm of the explanations tried, below which nothing is asserted
EXACT_BITS = 40.0  # what an entry in exact form says, at most
MASKED_BITS = (
    8.0  # what −∞ says where the right value is a number, and a number where that is −∞
)
SHORT = 3  # decimals up to which a value counts as short

Near = tuple[float, float] | None
"""The middle of a value and how far it may lie from there; nothing for one that is blocked."""


def middles(matrix: Mat) -> dict[Place, float | None]:
    """The entries as floats, only to weigh evidence and to look for candidates; None where one is blocked.

    >>> from symattn.exact.matrix import Matrix
    >>> from symattn.marking.quick import Quick
    >>> middles(Quick.of(Matrix.of([[1, 2]])))
    {(0, 0): 1.0, (0, 1): 2.0}
    """
    return {
        at: None if at in matrix.blocked else float(x.mid())
        for at, x in placed(matrix.values)
    }


def _ranges(answer: Handed, rights: Iterable[Mat]) -> list[list[Near]]:
    """The entries of right values of an answer's shape: what follows from a student's rounded numbers is known no better than
    those."""
    return [
        [
            None if at in right.blocked else (float(x.mid()), float(x.rad()))
            for at, x in placed(right.values)
        ]
        for right in rights
        if right.shape == answer.shape
    ]


def bits(
    answer: Handed,
    value: Mat,
    rights: Iterable[Mat],
    *,
    one_is_enough: bool = False,
    far_fetched: bool = False,
) -> float:
    """The bits of the entries in which the answer agrees with a value (balls) and with none of the right ones.

    Of entries that say the same (a number, its negative, what it lacks to 1, as weights do) one counts whole, each other
    one bit. A single entry that is a short number says little, unless *one_is_enough*: many a mistake ends at 2.
    For a *far_fetched* explanation a number that is right in another place says only where it was put, and a whole number
    no more than which of the whole ones it is: among thousands of pairs of slips some give [1 2; 3 4].
    """
    theirs = [*middles(value).values()]
    return _weighed(answer, theirs, rights, one_is_enough, far_fetched)


def most(answer: Handed, rights: Iterable[Mat]) -> float:
    """The most bits that any explanation of an answer could have."""
    return _weighed(answer, _written(answer), rights, True, False)


def _weighed(
    answer: Handed,
    theirs: Sequence[float | None],
    rights: Iterable[Mat],
    one_is_enough: bool,
    far_fetched: bool,
) -> float:
    """The bits of an answer for values."""
    mine, others = _written(answer), _ranges(answer, rights)
    scale = _scale([*mine, *(near[0] for near in in_turn(others) if near)])
    found: dict[object, float] = {}
    differing: list[float | None] = []
    entries = zip(in_turn(answer.cells), theirs, mine, strict=True)
    for k, (cell, x, written) in enumerate(entries):
        known = [right[k] for right in others]
        if any(_agrees(answer, cell, near) for near in known):
            continue
        key = (k,) if None in known or x is None or written is None else _token(written)
        said = _said(answer, cell, x, scale) + MASKED_BITS * (None in known)
        if far_fetched and any(_agrees(answer, cell, y) for y in in_turn(others)):
            said = min(said, log2(len(theirs)))
        if far_fetched and written is not None and _grain(written) == 1:
            said = min(said, max(0.0, log2(scale)))
        found[key] = max(found.get(key, 0.0), said)
        differing.append(None if None in known else written)
    if len(differing) == 1 and differing[0] is not None and not one_is_enough:
        return min(sum(found.values()), max(0.0, log2(scale / _grain(differing[0]))))
    return sum(found.values()) + len(differing) - len(found)


def is_rounded(answer: Handed, rights: Iterable[Mat]) -> bool:
    """Whether every entry of an answer is that of one of some values, as far as its digits go, a whole number what it rounds to:
    then nothing but rounding speaks for a slip."""
    return any(
        all(
            _agrees(answer, cell, near) or _rounds(cell, near)
            for cell, near in zip(in_turn(answer.cells), right, strict=True)
        )
        for right in _ranges(answer, rights)
    )


def _rounds(cell: Cell, near: Near) -> bool:
    """Whether a value rounds to a whole number that was written, without any decimals: 1.0000 claims to be no rounded 0.6."""
    number = cell.number
    return (
        near is not None
        and not (cell.precision and cell.precision.places)
        and not isinstance(number, Blocked)
        and number.is_rational
        and number.rational.q == 1
        and (abs(near[0] - int(number.rational.p)) <= 1 / 2)
    )


def _scale(entries: Iterable[float | None]) -> float:
    """How far entries of such a line range."""
    known = [x for x in entries if x is not None]
    largest = max(map(abs, known), default=1.0)
    return 2 * largest if min(known, default=0.0) < 0 else max(largest, 1e-9)


def _said(answer: Handed, cell: Cell, x: float | None, scale: float) -> float:
    if x is None:
        return MASKED_BITS
    width = _width(answer, cell, x)
    return min(max(0.0, log2(scale / width)), EXACT_BITS) if width else EXACT_BITS


LONG = 10**100
"""A denominator from which on a fraction claims as much as there is to claim: its square is beyond binary floats."""


def _width(answer: Handed, cell: Cell, x: float) -> float:
    """How wide the interval is that an entry claims: by its own last digit where the value agrees to that one, else by the last
    digit asked; a fraction claims as much as its denominator allows."""
    if cell.precision is not None and not isinstance(cell.number, Blocked):
        own = Span.between(*answer.rule.own(cell))
        slack = 1e-15 * (1 + abs(x))
        if float(own.low.mid()) - slack <= x <= float(own.high.mid()) + slack:
            return float((own.high - own.low).mid())
    if cell.precision is not None or cell.span is not None:
        span = answer.span(cell)
        return float((span.high - span.low).mid())
    if isinstance(cell.number, Blocked) or not cell.number.is_rational:
        return 0.0
    q = cell.number.rational.q
    return max(float(q) ** -2 if 1 < q < LONG else 0.0, float(answer.rule.finest))


def _agrees(answer: Handed, cell: Cell, near: Near) -> bool:
    if near is None or isinstance(cell.number, Blocked):
        return near is None and isinstance(cell.number, Blocked)
    x, off = near
    span = answer.span(cell)
    slack = 1e-12 * (1 + abs(x)) + off
    return float(span.low.mid()) - slack <= x <= float(span.high.mid()) + slack


def _written(answer: Handed) -> list[float | None]:
    return [
        None if at in answer.spans.blocked else float(((x.low + x.high) / 2).mid())
        for at, x in placed(answer.spans.values)
    ]


def _token(x: float) -> float:
    size = abs(x)
    return round(min(size, 1 - size), 9) if size <= 1 else round(size, 9)


def _grain(x: float) -> float:
    """What one in the last digit of a short number is worth; next to nothing for another.

    >>> _grain(2.0), _grain(0.25)
    (1.0, 0.01)
    """
    return (
        next(
            (
                10.0**-k
                for k in range(SHORT + 1)
                if abs(x * 10**k - round(x * 10**k)) < 1e-9
            ),
            1e-12,
        )
        if abs(x) < inf
        else 1.0
    )
