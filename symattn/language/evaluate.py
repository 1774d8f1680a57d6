"""The exact value of a tree: how much work it would be, how large it would come out, and the value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from math import prod
from sys import maxsize
from typing import TypeAlias

from flint import arb, fmpq, fmpz

from symattn.during import during
from symattn.errors import LimitError, ReadError, SymattnError
from symattn.exact.ball import ball, working
from symattn.exact.factors import small_factors
from symattn.exact.functions import exp, root, to_power
from symattn.exact.matrix import BLOCKED, Entry
from symattn.exact.number import (
    PI,
    ZERO,
    Monomial,
    Number,
    of_kind,
    total,
    written_terms,
)
from symattn.exact.quotients import content, tidy
from symattn.exact.roots import field
from symattn.exact.zero import symbolic
from symattn.language import logarithm
from symattn.language.letters import value_of
from symattn.language.tree import OF_NUMBERS, Node, NodeKind, Tree, too_large
from symattn.limits import (
    CHARACTERS_A_STEP,
    DIGITS_A_STEP,
    FACTOR_BITS,
    LARGEST_FIELD,
    LONG_BITS,
    MOST_DIGITS,
    MOST_FACTORING,
    MOST_FILE_STEPS,
    MOST_ORDER,
    MOST_PAIRS,
    MOST_POWER,
    MOST_STEPS,
    MOST_SUM_ORDER,
    MOST_TERMS,
    MOST_WORK,
    MOST_WRITTEN_TERMS,
)
from symattn.wording import undefined, unread, worded

# --- effort ---
# How much work one text, and all texts of a file, may ask for: counted in steps of some 30 microseconds, so that no file
# keeps a reader waiting.

HIDDEN = 1_500  # a value so near zero that 64 bits do not show its sign
ENDLESS = maxsize  # a field of no bounded degree
_FIXED: dict[str, int] = {NodeKind.LOG: 8, NodeKind.ROOT: 4}
_SIGNED = frozenset(
    [NodeKind.LOG, NodeKind.ROOT, NodeKind.POWER, NodeKind.PRODUCT, NodeKind.FRACTION]
)


class Budget:
    """The steps that all texts of one file may take together; ``said`` is why it has come to its end, else nothing."""

    def __init__(self, most: int) -> None:
        self.most = self.left = most

    @property
    def said(self) -> str:
        """What to say of a file whose texts ask for more."""
        return (
            worded("much_reading", most=f"{self.most:,}").text if self.left < 0 else ""
        )

    def spend(self, count: int) -> None:
        """Take some steps; raises LimitError, then and for every text that follows, when there are no more."""
        self.left -= count
        if said := self.said:
            raise LimitError(said)


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
    with during(_BUDGET, shared):
        yield shared


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
    count = (
        1 + size // 16 + each * (1 if function and function.once else len(irrational))
    )
    if node.op == NodeKind.ROOT:  # of a sum: it is searched for squares and factors
        count += sum(
            4 * len(values[i].terms) for i in irrational if len(values[i].terms) > 1
        )
    signed = function.signed if function else node.op in _SIGNED
    if (
        signed
    ):  # a sign or a zero is proved there, the harder the more digits may cancel
        count += sum(_cancelling(values[i]) for i in irrational)
    if node.op == NodeKind.POWER and len(values[node.args[0]].terms) > 1:
        count += 4 + (
            size // 2
            if len(values[node.args[0]].terms) == 2
            else size + size * size // 50
        )
    if node.op == NodeKind.FRACTION:
        count += _division(values[node.args[1]])
    if node.op == NodeKind.PRODUCT:
        count += size // 3 + sum(
            _division(values[i])
            for mark, i in zip(node.text, node.args, strict=True)
            if mark == "/"
        )
    return count


def _cancelling(x: Number) -> int:
    """The steps it may take to see whether a value is positive, negative or zero."""
    if all(c > 0 for c in x.terms.values()) and all(_positive(m) for m in x.terms):
        return 0
    longest = max(_bits(x))
    return max(
        longest if longest > 400 else 0,
        0 if symbolic(x) or ball(x, 64) != 0 else HIDDEN,
    )


def _positive(m: Monomial) -> bool:
    return all(
        base > 0 if isinstance(base, int) else base.kind in ("root", "den", "pi")
        for base, _ in m[0]
    )


def _division(x: Number) -> int:
    if len(x.terms) < 2:
        return 0
    degree = field_degree(x)
    if degree <= LARGEST_FIELD:
        return 6 + degree * degree // 8
    nested = any(of_kind(base, "den") for powers, _ in x.terms for base, _ in powers)
    return 2 + len(x.terms) + 16 * nested


def field_degree(x: Number) -> int:
    """The most terms that powers of a sum of roots of primes can have: they fold into the basis of its field.

    >>> from symattn.exact.functions import root
    >>> field_degree(1 + root(2) + root(3))
    4
    """
    orders = field(x)
    return ENDLESS if orders is None else prod(orders.values())


# --- sizes ---
# How large a value may grow: looked up before a power or product is computed, and after every step.

_BITS = 3.3219281  # in one decimal digit


def digits(x: Number) -> float:
    """About how many digits the longest coefficient of a value has.

    >>> digits(Number.of(1000)) > 3
    True
    """
    return max(_bits(x), default=0) / _BITS


def _bits(x: Number) -> list[int]:
    """How many binary digits every coefficient has, those above and below its bar."""
    return [int(c.p.bit_length() + c.q.bit_length()) for c in x.terms.values()]


def check(x: Number) -> int:
    """About how many digits a value has in all; ReadError past a limit.

    >>> check(Number.of(12))
    1
    """
    if len(x.terms) > MOST_TERMS:
        too_large("many_terms", MOST_TERMS)
    if written_terms(x) > MOST_WRITTEN_TERMS:
        too_large("many_written_terms", MOST_WRITTEN_TERMS)
    size = sum(_bits(x))
    if size > _BITS * (2 * MOST_DIGITS + 8):
        too_large("long_number", MOST_DIGITS)
    return int(size / _BITS)


def check_product(factors: Iterable[fmpq]) -> None:
    """ReadError when the product of rationals may be longer than the limit.

    >>> check_product([fmpq(1, 3)])
    """
    if sum(q.p.bit_length() + q.q.bit_length() - 2 for q in factors) > _BITS * (
        2 * MOST_DIGITS + 8
    ):
        too_large("long_product", MOST_DIGITS)


def check_power(x: Number, y: fmpq) -> None:
    """ReadError when x to the y may have too many digits or terms; nothing is computed.

    >>> check_power(Number.of(2), fmpq(100))
    """
    if len(x.terms) == 0 or (x.is_rational and abs(x.rational) == 1):
        return
    whole = abs(y)
    if x.is_rational:
        longest = max(x.rational.p.bit_length(), x.rational.q.bit_length()) - 1
        if longest and whole * longest > fmpq(int(_BITS * MOST_DIGITS) + 8):
            too_large("long_power", MOST_DIGITS)
    elif len(x.terms) > 1:
        _check_power_of_sum(x, whole)
    elif y.q == 1 and whole * int(digits(x) + 1) > MOST_DIGITS:
        too_large("long_power", MOST_DIGITS)
    most = MOST_ORDER if len(x.terms) == 1 else MOST_SUM_ORDER
    if y.q > most:
        too_large("high_root", most)


def _check_power_of_sum(x: Number, whole: fmpq) -> None:
    n, terms = int(whole.ceil()), len(x.terms)
    length = n * (int(digits(x)) + 1)
    if length > MOST_DIGITS:
        too_large("long_power", MOST_DIGITS)
    count, field = 1, field_degree(x)
    for k in range(1, min(terms, n + 1)):
        count = count * (n + terms - k) // k
        if count >= field:
            count = field
            break
        if count > MOST_TERMS:
            too_large("power_of_terms", MOST_TERMS)
    if count * length > MOST_POWER:
        too_large("power_of_sum", MOST_POWER)


def factoring(x: Number) -> int:
    """The cost of splitting a value's rational front into primes, doubled by every 12 bits beyond 64.

    >>> factoring(Number.of(12))
    0
    """
    if all(c.p.bit_length() <= 64 and c.q.bit_length() <= 64 for c in x.terms.values()):
        return 0
    front = content(x)
    return sum(_cost(n) for n in (abs(front.p), front.q) if n.bit_length() > 64)


def _cost(n: fmpz) -> int:
    rest = [p for p, _ in small_factors(n) if not _prime(p)]
    bits = sum(p.bit_length() for p in rest)
    return 2 ** ((bits - 64) // 12) if 64 < bits <= FACTOR_BITS else 0


def _prime(p: fmpz) -> bool:
    return bool(p.bit_length() <= LONG_BITS and p.is_probable_prime())


def beyond(x: arb) -> bool:
    """Whether a ball lies outside 10^±1,000,000 (one that holds 0 does not).

    >>> beyond(arb(3))
    False
    """
    if x.contains(0) or x.is_nan():
        return False
    with working(64):
        return bool(abs(abs(x).log()) > arb.const_log10() * MOST_DIGITS)


# --- evaluate ---
# From the tree to exact values: one loop over its nodes, sizes checked before anything large is computed.

_BEYOND = (OverflowError, MemoryError, RecursionError, ValueError, ArithmeticError)
Rule: TypeAlias = Callable[[Node, Sequence[Number]], Number]
"""From a node and the values of its parts to its own."""
_SPLITS = frozenset([NodeKind.ROOT, NodeKind.POWER, NodeKind.LOG])


def operated(op: str, args: Sequence[Number], signs: str = "") -> Number:
    """The value of one operation or function of a cell on numbers that are known; raises ReadError as a cell does.

    *signs* are those of the factors of a product.

    >>> operated("power", [Number.of(2), Number.of(-3)])
    Number(1/8)
    """
    tree = Tree(shared=False)
    places = tuple(tree.add(NodeKind.KNOWN, (), "", 0) for _ in args)
    tree.add(op, places, signs, 0)
    found = evaluate(tree, "", args)[-1]
    assert isinstance(found, Number)
    return found


def evaluate(tree: Tree, source: str, known: Sequence[Number] = ()) -> list[Entry]:
    """The exact value of every node; raises ReadError for what has no value and for what grows beyond the limits.

    *known* are the values of the first nodes, where these have been worked out before.

    >>> tree = Tree()
    >>> one, three = (tree.add("numeral", (), n, 0) for n in "13")
    >>> evaluate(tree, "")
    [Number(1), Number(3)]
    """
    values = list(known)
    rules = _RULES | {
        NodeKind.POWER: partial(_raised, tree),
        NodeKind.LOG: partial(_log, tree, values),
    }
    spent = factored = worked = 0
    for node in tree.nodes[len(known) :]:
        try:
            if node.op in _SPLITS:
                factored += factoring(values[node.args[0]])
                if factored > MOST_FACTORING:
                    too_large("many_primes", MOST_FACTORING)
            values.append(rules[node.op](node, [values[i] for i in node.args]))
            digits = check(values[-1])
            work = steps(node, values, values[-1])
            spent, worked = spent + digits, worked + work
            spend(work, digits)
            if worked > MOST_STEPS:
                too_large("many_steps", MOST_STEPS)
            if spent > MOST_WORK:
                too_large("many_digits", MOST_WORK)
        except SymattnError as error:
            raise ReadError(
                error.words[0], source, node.position, error.words[1]
            ) from error
        except _BEYOND as error:
            raise unread("too_much", source, node.position) from error
    return [
        BLOCKED if node.op == NodeKind.BLOCKED else value
        for node, value in zip(tree.nodes, values, strict=True)
    ]


def check_result(value: Entry, source: str, position: int) -> None:
    """Refuse a result beyond 10^±1,000,000; raises ReadError.

    >>> check_result(Number.of(3), "3", 0)
    """
    try:
        far = (
            isinstance(value, Number)
            and not value.is_rational
            and beyond(ball(value, 64))
        )
    except _BEYOND as error:
        raise unread("too_much", source, position) from error
    if far:
        raise unread("beyond", source, position, most=f"{MOST_DIGITS:,}")


def _numeral(node: Node, args: Sequence[Number]) -> Number:
    return Number.of(decimal(node.text))


def decimal(text: str) -> fmpq:
    """The exact rational a decimal numeral says; raises SymattnError past the size limit.

    >>> decimal("2.5e-3")
    1/400
    """
    digits, _, written = text.lower().partition("e")
    whole, _, places = digits.partition(".")
    if len(written) > 9 or abs(int(written or 0)) + len(digits) > MOST_DIGITS:
        too_large("long_numeral", MOST_DIGITS)
    shift = int(written or 0) - len(places)
    n = fmpz(whole + places)
    return fmpq(n * fmpz(10) ** shift) if shift >= 0 else fmpq(n, fmpz(10) ** -shift)


def _blocked(node: Node, args: Sequence[Number]) -> Number:
    return ZERO  # in place of minus infinity, which no operation ever reads


def _constant(node: Node, args: Sequence[Number]) -> Number:
    return PI if node.text == "pi" else exp(1)


def _letter(node: Node, args: Sequence[Number]) -> Number:
    found = value_of(node.text)
    assert found is not None, node.text
    return found


def _sum(node: Node, args: Sequence[Number]) -> Number:
    rational = _folded(
        [x.rational for x in args if x.is_rational], fmpq.__add__, fmpq(0)
    )
    return total([Number.of(rational), *(x for x in args if not x.is_rational)])


def _folded(
    items: Sequence[fmpq], join: Callable[[fmpq, fmpq], fmpq], empty: fmpq
) -> fmpq:
    """Join neighbours, then neighbours of these: a long sum or product of fractions in few large steps."""
    while len(items) > 1:
        pairs = [join(a, b) for a, b in zip(items[::2], items[1::2], strict=False)]
        items = [*pairs, items[-1]] if len(items) % 2 else pairs
    return items[0] if items else empty


def _negative(node: Node, args: Sequence[Number]) -> Number:
    return -args[0]


def _product(node: Node, args: Sequence[Number]) -> Number:
    factors = list(zip(node.text, args, strict=True))
    if any(sign == "/" and not x.terms for sign, x in factors):
        raise undefined("divisor")
    plain = [
        1 / x.rational if sign == "/" else x.rational
        for sign, x in factors
        if x.is_rational
    ]
    check_product(plain)
    out = Number.of(_folded(plain, fmpq.__mul__, fmpq(1)))
    known = dict(zip(node.args, args, strict=True))
    for (sign, i), times in Counter(zip(node.text, node.args, strict=True)).items():
        x = known[i]
        if x.is_rational:
            continue
        if sign == "/" and times == 1:
            out = out / x
        else:
            check_power(x, fmpq(times))
            x = x**times
            out = out / x if sign == "/" else _times(out, x)
        check(out)
    return out


def _times(a: Number, b: Number) -> Number:
    if len(a.terms) * len(b.terms) > MOST_PAIRS:
        too_large("many_products", MOST_TERMS)
    return a * b


def _fraction(node: Node, args: Sequence[Number]) -> Number:
    top, bottom = args
    if not bottom.terms:
        raise undefined("denominator")
    return top / bottom


def _raised(tree: Tree, node: Node, args: Sequence[Number]) -> Number:
    base, exponent = args
    if (
        tree.nodes[node.args[0]].text == "e"
    ):  # the commonest power by far needs no look at its base
        return exp(exponent)
    if exponent.is_rational:
        check_power(base, exponent.rational)
    return to_power(base, exponent)


def _root(node: Node, args: Sequence[Number]) -> Number:
    of = args[0]
    if len(args) == 1:
        check_power(of, fmpq(1, 2))
        return root(of)
    index = args[1]
    if (
        not index.is_rational
        or index.rational.q != 1
        or not 1 <= index.rational.p <= MOST_ORDER
    ):
        raise undefined("order_of_root", most=f"{MOST_ORDER:,}")
    check_power(of, 1 / index.rational)
    return root(of, int(index.rational.p))


def _log(
    tree: Tree, values: list[Number], node: Node, args: Sequence[Number]
) -> Number:
    logs = [logarithm.split_log(tree, i, values) for i in node.args]
    if len(logs) == 2 and not logs[1].terms:
        raise undefined("base_one")
    return tidy(logs[0] / logs[1]) if len(logs) == 2 else logs[0]


def _applied(function: Callable[[Number], Number]) -> Rule:
    return lambda node, args: function(*args)


_RULES: dict[str, Rule] = {
    NodeKind.NUMERAL: _numeral, NodeKind.CONSTANT: _constant, NodeKind.LETTER: _letter, NodeKind.SUM: _sum,
    NodeKind.NEGATIVE: _negative, NodeKind.PRODUCT: _product,
    NodeKind.BLOCKED: _blocked, NodeKind.FRACTION: _fraction, NodeKind.ROOT: _root,
    **{name: _applied(function.exact) for name, function in OF_NUMBERS.items()},
}  # fmt: skip
