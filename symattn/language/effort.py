"""How much work one text, and all texts of a file, may ask for: counted in steps of some 30 microseconds, so that no file
keeps a reader waiting."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import lcm, prod

from symattn.errors import LimitError
from symattn.exact.ball import ball
from symattn.exact.number import Atom, Monomial, Number
from symattn.exact.zero import symbolic
from symattn.language.functions import OF_NUMBERS
from symattn.language.tree import Kind, Node
from symattn.limits import CHARACTERS_A_STEP, DIGITS_A_STEP, LARGEST_FIELD, MOST_FILE_STEPS

HIDDEN = 1_500  # a value so near zero that 64 bits do not show its sign
ENDLESS = 1 << 62  # a field of no bounded degree
_FIXED: dict[str, int] = {Kind.LOG: 8, Kind.ROOT: 4}
_SIGNED = frozenset([Kind.LOG, Kind.ROOT, Kind.POWER, Kind.PRODUCT, Kind.FRACTION])


class Budget:
    """The steps that all texts of one file may take together; ``said`` is why it has come to its end, else nothing."""

    def __init__(self, most: int) -> None:
        self.most = self.left = most

    @property
    def said(self) -> str:
        """What to say of a file whose texts ask for more."""
        return "" if self.left >= 0 else f"reading its numbers takes more than {self.most:,} steps; write them shorter"

    def spend(self, count: int) -> None:
        """Take some steps; raises LimitError, then and for every text that follows, when there are no more."""
        self.left -= count
        if self.left < 0:
            raise LimitError(self.said)


_BUDGET: ContextVar[Budget | None] = ContextVar("budget", default=None)


@contextmanager
def budget(most: int = MOST_FILE_STEPS) -> Iterator[Budget]:
    """All texts that are read in this block share so many steps.

    >>> with budget(10) as shared:
    ...     spend(6)
    ...     shared.left
    4
    """
    shared = Budget(most)
    token = _BUDGET.set(shared)
    try:
        yield shared
    finally:
        _BUDGET.reset(token)


def spend(count: int, digits: int = 0, characters: int = 0) -> None:
    """Charge the work of one operation, or of looking at a text, to the file it stands in; raises LimitError.

    >>> with budget(100) as shared:
    ...     spend(2, digits=3 * DIGITS_A_STEP, characters=CHARACTERS_A_STEP - 1)
    ...     shared.left
    95
    """
    shared = _BUDGET.get()
    if shared is not None:
        shared.spend(count + digits // DIGITS_A_STEP + characters // CHARACTERS_A_STEP)


def steps(node: Node, values: list[Number], result: Number) -> int:
    """The steps one node took: long sums, powers of sums and divisions by sums count for more.

    >>> steps(Node("numeral", (), "3", 0), [], Number.of(3))
    0
    """
    if result.is_rational and all(values[i].is_rational for i in node.args):
        return 0  # plain fractions are counted by their digits
    size = len(result.terms)
    irrational = [i for i in node.args if not values[i].is_rational]
    function = OF_NUMBERS.get(node.op)
    each = function.steps if function else _FIXED.get(node.op, 0)
    count = 1 + size // 16 + each * (1 if function and function.once else len(irrational))
    if node.op == Kind.ROOT:  # of a sum: it is searched for squares and factors
        count += sum(4 * len(values[i].terms) for i in irrational if len(values[i].terms) > 1)
    signed = function.signed if function else node.op in _SIGNED
    if signed:  # a sign or a zero is proved there, the harder the more digits may cancel
        count += sum(_cancelling(values[i]) for i in irrational)
    if node.op == Kind.POWER and len(values[node.args[0]].terms) > 1:
        count += 4 + (size // 2 if len(values[node.args[0]].terms) == 2 else size + size * size // 50)
    if node.op == Kind.FRACTION:
        count += _division(values[node.args[1]])
    if node.op == Kind.PRODUCT:
        count += size // 3 + sum(_division(values[i]) for mark, i in zip(node.text, node.args, strict=True) if mark == "/")
    return count


def _cancelling(x: Number) -> int:
    """The steps it may take to see whether a value is positive, negative or zero."""
    if all(c > 0 for c in x.terms.values()) and all(_positive(m) for m in x.terms):
        return 0
    longest = max(c.p.bit_length() + c.q.bit_length() for c in x.terms.values())
    return max(longest if longest > 400 else 0, 0 if symbolic(x) or ball(x, 64) != 0 else HIDDEN)


def _positive(m: Monomial) -> bool:
    return all(base > 0 if isinstance(base, int) else base.kind in ("root", "den", "pi") for base, _ in m[0])


def _division(x: Number) -> int:
    if len(x.terms) < 2:
        return 0
    degree = field_degree(x)
    if degree <= LARGEST_FIELD:
        return 6 + degree * degree // 8
    nested = any(isinstance(base, Atom) and base.kind == "den" for powers, _ in x.terms for base, _ in powers)
    return 2 + len(x.terms) + 16 * nested


def field_degree(x: Number) -> int:
    """The most terms that powers of a sum of roots of primes can have: they fold into the basis of its field.

    >>> from symattn.exact.functions import root
    >>> field_degree(1 + root(2) + root(3))
    4
    """
    orders: dict[int, int] = {}
    for powers, exponent in x.terms:
        if exponent is not None:
            return ENDLESS
        for base, p in powers:
            if not isinstance(base, int):
                return ENDLESS
            orders[base] = lcm(orders.get(base, 1), p.denominator)
    return prod(orders.values())
