"""Single entries within a formula: which operations work entry by entry, how an entry is called, how terms of entries stand."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import TypeAlias

from symattn.binding import ATOM
from symattn.boxes import (
    COMMA,
    DOT,
    NEGATIVE,
    Box,
    Fence,
    Ink,
    Row,
    Script,
    Stack,
    items_of,
    listed,
    number,
    rebuilt,
    row,
)
from symattn.boxes.paper import PAPER, fenced, slashed
from symattn.ops import has
from symattn.ops.formula import placed_at
from symattn.ops.shapes import Shapes
from symattn.plan import Line, Plan
from symattn.plan.derivation import solve
from symattn.plan.ones import shape_of
from symattn.plan.tree import SIGNS, Apply, Expr, Num, Ref

At: TypeAlias = "int | Box"
"""A place of an entry in its row or column, from 0, or the letter that it is told by."""


def named(box: Box, entries: dict[str, Box]) -> Ref:
    """The name by which one more of the *entries* is read; its box is kept under it."""
    name = str(len(entries))
    entries[name] = box
    return Ref(name)


_POSITIONS = (("start", 0), ("step", 1))


def place_by_letter(tree: Apply, letter: At, first: int) -> Box | None:
    """A position by the letter of its place, counted from *first*: j of arange(n), 2j + 1 of one from 1 by steps of 2."""
    start, step = (_whole(tree.param(key), usual) for key, usual in _POSITIONS)
    if isinstance(letter, int) or start is None or not step:
        return None
    off = start - step * first
    box = letter if abs(step) == 1 else PAPER.joined("*", number(abs(step)), letter)
    if step < 0:
        return PAPER.joined("-", number(off), box) if off else PAPER.negative(box)
    return PAPER.joined("-+"[off > 0], box, number(abs(off))) if off else box


def _whole(value: object, usual: int) -> int | None:
    """A parameter that is a whole number; what it is where it is left out."""
    if value is None:
        return usual
    if not isinstance(value, Num) or not value.value:
        return None
    exact = value.value
    return (
        int(exact.rational.p) if exact.is_rational and exact.rational.q == 1 else None
    )


def below(
    symbol: Box, places: Sequence[Box], taken: Container[Box] = frozenset()
) -> Box | None:
    """The symbol of an entry: places below that of its matrix, behind what stands there, in brackets where that without these is
    *taken*, (p_q)ₖ beside p; none where something stands above.

    >>> below(Script(Ink("p"), sub=Ink("1", "number")), [Ink("k")]).sub.items[2]
    Ink(text='k', kind='letter')
    """
    match symbol:
        case Script(base, Ink(kind="letter"), None) if len(places) > 1 or base in taken:
            # no tensor P_{i,k,k}
            return Script(Fence("(", symbol, ")"), sub=listed(places, COMMA))
        case Script(_, sub, None) if sub is not None:
            return placed_at(symbol, *places)
        case Script(base, None, None):  # P(w), which is one sign
            return Script(base, sub=listed(places, COMMA))
        case Ink() | Stack():
            return Script(symbol, sub=listed(places, COMMA))
    return None


def side_by_side(box: Box) -> Box:
    """Factors without the dots between them: pₖ log(pₖ)."""
    if isinstance(box, Row) and DOT in box.items:
        first = box.items.index(DOT)
        left = row(*box.items[:first])
        right = row(*box.items[first + 1 :])
        return PAPER.chain("*", [side_by_side(left), side_by_side(right)])
    return rebuilt(box, side_by_side)


def numbers_made(tree: Expr) -> list[list[Box]]:
    """The numbers of what reads nothing, as arange(3) does; none where one of them is no fraction, as sines are."""
    if isinstance(tree, Ref):
        return []
    whole = Line("", "", tree)
    if whole.reads or whole.scalars:
        return []
    made = solve(Plan((whole,)), {}).output
    if not made.is_rational:
        return []
    lines = [[x.rational for x in line] for line in made.values]
    return [[_fraction(int(x.p), int(x.q)) for x in line] for line in lines]


def _fraction(p: int, q: int) -> Box:
    if q == 1:
        return number(p)
    if p < 0:
        return PAPER.negative(_fraction(-p, q))
    return PAPER.joined("/", number(p), number(q))


def is_term(op: str) -> bool:
    """Whether an operation gives every entry of what stands in its place, so that terms of a sum may be made by it.

    >>> is_term("add"), is_term("matmul")
    (True, False)
    """
    places = has(op, "transposes", "diagonal") or op in (SIGNS["c"], SIGNS["A[0:2, :]"])
    return places or has(op, "each entry")


def meets(tree: Expr, shapes: Shapes) -> bool:
    """Whether entry by entry a row meets a column on the way, so that none of them has the shape of what comes out.

    >>> line = Plan.read(["M = abs(p - q) < 2"]).lines[0].tree
    >>> meets(line, {"p": (1, 3), "q": (2, 1)}), meets(line, {"p": (1, 3), "q": (1, 3)})
    (True, False)
    """
    if isinstance(tree, Ref) or not has(tree.op, "each entry"):
        return False
    sides = [shape_of(arg, shapes) for arg in tree.args]
    alone = len(sides) > 1 and shape_of(tree, shapes) not in sides and None not in sides
    return alone or any(meets(arg, shapes) for arg in tree.args)


def is_function(op: str) -> bool:
    """Whether an operation is a function of every entry, written with its name: the logarithm, and no sum or quotient."""
    return has(op, "each entry") and op not in SIGNS.values()


def on_one_line(box: Box) -> Box:
    """A formula with its fractions slashed: 2·(−1/x), and no 2·−1/x."""
    if not isinstance(box, Row):
        return slashed(rebuilt(box, on_one_line))
    first, *others = map(on_one_line, box.items)
    others = [fenced(x, ATOM) if items_of(x)[0] == NEGATIVE else x for x in others]
    return slashed(row(first, *others))
