"""From the tree to exact values: one loop over its nodes, sizes checked before anything large is computed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from flint import fmpq, fmpz

from symattn.errors import ReadError, SymattnError
from symattn.exact.ball import ball
from symattn.exact.functions import exp, power, root
from symattn.exact.matrix import BLOCKED, Entry
from symattn.exact.number import PI, ZERO, Number, total
from symattn.exact.quotients import tidy
from symattn.exact.roots import inverse
from symattn.language import sizes
from symattn.language.effort import spend, steps
from symattn.language.functions import OF_NUMBERS
from symattn.language.letters import value_of
from symattn.language.tree import Kind, Node, Tree
from symattn.later import later
from symattn.limits import MOST_DIGITS, MOST_FACTORING, MOST_ORDER, MOST_PAIRS, MOST_STEPS, MOST_TERMS, MOST_WORK

if TYPE_CHECKING:
    from symattn.language import logarithm
else:
    logarithm = later("symattn.language.logarithm")

TOO_MUCH = ("this goes beyond what exact arithmetic can hold", "write it smaller or with fewer levels")
_BEYOND = (OverflowError, MemoryError, RecursionError, ValueError, ArithmeticError)
_SPLITS = frozenset([Kind.ROOT, Kind.POWER, Kind.LOG])


class Values(list[Number]):
    """The values of the nodes so far; the entries of a softmax row share one denominator, inverted once.

    >>> Values([Number.of(4)]).over(Number.of(1), 0)
    Number(1/4)
    """

    def __init__(self, values: Iterable[Number] = ()) -> None:
        super().__init__(values)
        self._inverses: dict[int, Number] = {}

    def over(self, top: Number, index: int) -> Number:
        """A value divided by that of a node; raises SymattnError when it is 0."""
        bottom = self[index]
        if index not in self._inverses:
            self._inverses[index] = inverse(bottom)
        quotient = top * self._inverses[index]
        return tidy(quotient) if len(top.terms) > 1 and len(bottom.terms) > 1 else quotient


def operated(op: str, args: Sequence[Number], signs: str = "") -> Number:
    """The value of one operation or function of a cell on numbers that are known; raises ReadError as a cell does.

    >>> operated("power", [Number.of(2), Number.of(-3)])
    Number(1/8)
    """
    tree = Tree(shared=False)
    places = tuple(tree.add(Kind.KNOWN, (), "", 0) for _ in args)
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
    values = Values(known)
    spent = factored = worked = 0
    for node in tree.nodes[len(known) :]:
        try:
            if node.op in _SPLITS:
                factored += sizes.factoring(values[node.args[0]])
                if factored > MOST_FACTORING:
                    sizes.too_large("too many long numbers to be split into primes")
            values.append(_RULES[node.op](tree, node, values))
            digits, work = sizes.check(values[-1]), steps(node, values, values[-1])
            spent, worked = spent + digits, worked + work
            spend(work, digits)
            if worked > MOST_STEPS:
                sizes.too_large(f"reading all of it takes more than {MOST_STEPS:,} steps")
            if spent > MOST_WORK:
                sizes.too_large(f"together the numbers have more than {MOST_WORK:,} digits")
        except SymattnError as error:
            raise ReadError(error.what, source, node.position, error.hint) from error
        except _BEYOND as error:
            raise ReadError(TOO_MUCH[0], source, node.position, TOO_MUCH[1]) from error
    return [BLOCKED if node.op == Kind.BLOCKED else value for node, value in zip(tree.nodes, values, strict=True)]


def check_result(value: Entry, source: str, position: int) -> None:
    """Refuse a result beyond 10^±1,000,000; raises ReadError.

    >>> check_result(Number.of(3), "3", 0)
    """
    try:
        far = isinstance(value, Number) and not value.is_rational and sizes.beyond(ball(value, 64))
    except _BEYOND as error:
        raise ReadError(TOO_MUCH[0], source, position, TOO_MUCH[1]) from error
    if far:
        raise ReadError(f"the result is beyond 10^±{MOST_DIGITS:,}", source, position, hint="write a number of ordinary size")


def _numeral(tree: Tree, node: Node, values: Values) -> Number:
    return Number.of(decimal(node.text))


def decimal(text: str) -> fmpq:
    """The exact rational a decimal numeral says; raises SymattnError past the size limit.

    >>> decimal("2.5e-3")
    1/400
    """
    digits, _, written = text.lower().partition("e")
    whole, _, places = digits.partition(".")
    if len(written) > 9 or abs(int(written or 0)) + len(digits) > MOST_DIGITS:
        sizes.too_large(f"a numeral with more than {MOST_DIGITS:,} digits when written out")
    shift = int(written or 0) - len(places)
    n = fmpz(whole + places)
    return fmpq(n * fmpz(10) ** shift) if shift >= 0 else fmpq(n, fmpz(10) ** -shift)


def _blocked(tree: Tree, node: Node, values: Values) -> Number:
    return ZERO  # in place of minus infinity, which no operation ever reads


def _constant(tree: Tree, node: Node, values: Values) -> Number:
    return PI if node.text == "pi" else exp(1)


def _letter(tree: Tree, node: Node, values: Values) -> Number:
    found = value_of(node.text)
    assert found is not None, node.text
    return found


def _sum(tree: Tree, node: Node, values: Values) -> Number:
    items = [values[i] for i in node.args]
    rational = _folded([x.rational for x in items if x.is_rational], fmpq.__add__, fmpq(0))
    return total([Number.of(rational), *(x for x in items if not x.is_rational)])


def _folded(items: Sequence[fmpq], join: Callable[[fmpq, fmpq], fmpq], empty: fmpq) -> fmpq:
    """Join neighbours, then neighbours of these: a long sum or product of fractions in few large steps."""
    while len(items) > 1:
        pairs = [join(a, b) for a, b in zip(items[::2], items[1::2], strict=False)]
        items = [*pairs, items[-1]] if len(items) % 2 else pairs
    return items[0] if items else empty


def _negative(tree: Tree, node: Node, values: Values) -> Number:
    return -values[node.args[0]]


def _product(tree: Tree, node: Node, values: Values) -> Number:
    factors = list(zip(node.text, (values[i] for i in node.args), strict=True))
    if any(sign == "/" and not x.terms for sign, x in factors):
        raise SymattnError("division by zero", "write a divisor that is not 0")
    plain = [1 / x.rational if sign == "/" else x.rational for sign, x in factors if x.is_rational]
    sizes.check_product(plain)
    out = Number.of(_folded(plain, fmpq.__mul__, fmpq(1)))
    for (sign, i), times in Counter(zip(node.text, node.args, strict=True)).items():
        if values[i].is_rational:
            continue
        if sign == "/" and times == 1:
            out = values.over(out, i)
        else:
            sizes.check_power(values[i], fmpq(times))
            x = values[i] ** times
            out = out / x if sign == "/" else _times(out, x)
        sizes.check(out)
    return out


def _times(a: Number, b: Number) -> Number:
    if len(a.terms) * len(b.terms) > MOST_PAIRS:
        sizes.too_large(f"multiplied out, this product has more than {MOST_TERMS:,} terms")
    return a * b


def _fraction(tree: Tree, node: Node, values: Values) -> Number:
    top, bottom = node.args
    if not values[bottom].terms:
        raise SymattnError("division by zero", "write a denominator that is not 0")
    return values.over(values[top], bottom)


def _raised(tree: Tree, node: Node, values: Values) -> Number:
    base, exponent = (values[i] for i in node.args)
    if tree.nodes[node.args[0]].text == "e":  # the commonest power by far needs no look at its base
        return exp(exponent)
    if exponent.is_rational:
        sizes.check_power(base, exponent.rational)
    return power(base, exponent)


def _root(tree: Tree, node: Node, values: Values) -> Number:
    if len(node.args) == 1:
        sizes.check_power(values[node.args[0]], fmpq(1, 2))
        return root(values[node.args[0]])
    index = values[node.args[1]]
    if not index.is_rational or index.rational.q != 1 or not 1 <= index.rational.p <= MOST_ORDER:
        raise SymattnError(f"the order of a root is a whole number from 1 to {MOST_ORDER:,}")
    sizes.check_power(values[node.args[0]], 1 / index.rational)
    return root(values[node.args[0]], int(index.rational.p))


def _log(tree: Tree, node: Node, values: Values) -> Number:
    logs = [logarithm.split_log(tree, i, values) for i in node.args]
    if len(logs) == 2 and not logs[1].terms:
        raise SymattnError("the logarithm to the base 1 divides by zero", "write another base")
    return tidy(logs[0] / logs[1]) if len(logs) == 2 else logs[0]


def _applied(function: Callable[[Number], Number]) -> Callable[[Tree, Node, Values], Number]:
    def rule(tree: Tree, node: Node, values: Values) -> Number:
        return function(values[node.args[0]])

    return rule


_RULES: dict[str, Callable[[Tree, Node, Values], Number]] = {
    Kind.NUMERAL: _numeral, Kind.CONSTANT: _constant, Kind.LETTER: _letter, Kind.SUM: _sum,
    Kind.NEGATIVE: _negative, Kind.PRODUCT: _product,
    Kind.BLOCKED: _blocked, Kind.FRACTION: _fraction, Kind.POWER: _raised, Kind.ROOT: _root, Kind.LOG: _log,
    **{name: _applied(function.exact) for name, function in OF_NUMBERS.items()},
}  # fmt: skip
