"""What scalars and counts come to: values under signs, moments of random entries, and what is counted of lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import mul
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, TypeAlias, cast

from symattn.errors import SymattnError
from symattn.exact.any_matrix import AnyMatrix
from symattn.exact.functions import root
from symattn.exact.in_letters import put_in
from symattn.exact.matrix import Matrix
from symattn.exact.number import ZERO, Atom, Number
from symattn.language import loose
from symattn.language.evaluate import check, operated
from symattn.language.letters import letter
from symattn.language.tree import NodeKind
from symattn.ops import OPS, has
from symattn.ops.moments import Entering, Moments, Worked, covariance, given
from symattn.ops.record import entries, parameters
from symattn.ops.shapes import Amount, Shape, Shapes, Size
from symattn.plan.tree import (
    Apply,
    Counted,
    Func,
    Num,
    Ref,
    RootOf,
    SizeOf,
    Sum,
    has_trait,
    leading_to,
)
from symattn.records import frozen
from symattn.said import Strings
from symattn.tables import in_each, of_type

if TYPE_CHECKING:
    from symattn.plan import Call

EQUATION = "of an equation"
NOTHING_STATED: Mapping[str, Moments] = MappingProxyType({})


class Shaped(Protocol):
    """What has a shape: a matrix, a batch of them, or what stands for one whose shape alone is known."""

    @property
    def shape(self) -> Shape: ...


@frozen
class OfShape:
    """A matrix of which the shape alone is known."""

    shape: Shape


Operand: TypeAlias = Number | Shaped
Operands: TypeAlias = Mapping[str, Operand]


def worked(value: object, known: Operands) -> Number:
    """The value of a scalar, its names looked up in *known*; raises SymattnError where it has none. A name that is not there is a
    size's letter, and stays one.

    >>> worked(RootOf(Ref("c")), {"c": Number.of(8)})
    Number([2^1/2]*2)
    """
    match value:
        case Num(_, number):
            return number
        case Ref(name):
            return _alone(known[name]) if name in known else amount(Size.letter(name))
        case SizeOf(axis, of):
            return amount(_shape(known[of.name])[-2 if axis == "rows" else -1])
        case Counted() if value.random:
            return _moment(value, known)
        case Counted():
            return amount(
                counted(
                    value,
                    {
                        name: x.shape
                        for name, x in known.items()
                        if not isinstance(x, Number)
                    },
                )
            )
        case RootOf(of):
            under = worked(of, known)
            return (
                cast(Number, loose.function("sqrt", [under]))
                if loose.is_loose(under)
                else root(under)
            )
        case Func(name, args):
            numbers = [worked(arg, known) for arg in args]
            return (
                cast(Number, loose.function(name, numbers))
                if loose.is_loose(*numbers)
                else operated(name, numbers)
            )
        case Sum(sign, left, right):
            return joined(sign, worked(left, known), worked(right, known))
        case Apply() if has_trait(value, EQUATION):
            sides = (Matrix.of([[worked(side, known)]]) for side in sides_of(value))
            return _alone(
                OPS[value.op].run(*sides, letter=worked(value.param("letter"), known))
            )
    raise TypeError(f"{value!r} is no scalar")


def sides_of(equation: Apply) -> tuple[object, ...]:
    """The numbers on both sides of an equation that is solved."""
    return tuple(side.param("value") for side in equation.args)


def _moment(what: Counted, known: Operands) -> Number:
    """The expectation or the variance of an entry of a line whose givens are random."""
    found = moments(what.calls, what.names, known, dict(what.stated))
    first, last = found[what.names[0]], found[what.names[-1]]
    if what.kind == "covariance":
        return covariance(first, last)
    return first.mean if what.kind == "expectation" else first.variance


def made_of(what: object, shapes: Shapes) -> Worked:
    """How an expectation or a variance comes about, as terms of factors; nothing for anything else.

    >>> from symattn.plan import Plan
    >>> plan = Plan.read(["S = q @ k.T", "v = variance(S)"])
    >>> made_of(plan.lines[1].tree.param("value"), {"q": (1, 64), "k": (1, 64)})
    ((Number(64), Number(1), Number(1)),)
    """
    if not isinstance(what, Counted) or not what.random or len(what.names) > 1:
        return ()
    found = moments(
        what.calls,
        what.names,
        in_each(OfShape, shapes),
        dict(what.stated),
    )
    one = found[what.names[0]]
    return one.mean_of if what.kind == "expectation" else one.spread_of


def moments(
    calls: Sequence[Call],
    names: Sequence[str],
    known: Operands,
    stated: Mapping[str, Moments] = NOTHING_STATED,
) -> dict[str, Moments]:
    """The moments of everything that lines are made of, givens with mean 0 and variance 1 where nothing else is *stated*.

    Raises SymattnError where entries hang together so that no rule is known, or where they are no random ones but numbers.

    >>> from symattn.plan import Plan
    >>> class Known:
    ...     shape = (1, 64)
    >>> moments(Plan.read(["S = q @ k.T"]).calls, ["S"], {"q": Known(), "k": Known()})["S"].variance
    Number(64)
    """
    found: dict[str, Moments] = {}
    calls = once_each(calls)

    def meant(name: str) -> Moments:
        """The moments of a given, letters in them at what is known of these; none of numbers."""
        if isinstance(known.get(name), AnyMatrix):
            raise SymattnError(
                f"the entries of {name} are numbers, not random",
                "ask it in a question with [question.shapes]",
            )
        if name not in stated:
            return given(name)
        values = of_type(known, Number)
        one = stated[name]
        mean, variance = put_in(one.mean, values), put_in(one.variance, values)
        return replace(one, mean=mean, spread=variance, terms=()).named(name)

    for call in leading_to(names, calls):
        for arg in call.args:
            found.setdefault(arg, meant(arg))
        rule = OPS[call.op].moments
        if rule is None:
            raise SymattnError(
                f"no rule is known for the expectation behind {call.op}",
                "ask it of products and sums",
            )
        made = rule(_entering(call, found, known))
        within = [found[arg] for arg in call.args if "." in arg]
        how = {id(a.mean): a.mean_of for a in within if a.mean.terms}
        how |= {id(a.spread): a.spread_of for a in within}
        mean_of, spread_of = (
            _spelled_out(x, how) for x in (made.mean_of, made.spread_of)
        )
        made = replace(made, mean_of=mean_of, spread_of=spread_of)
        found[call.out] = made.named(call.out)
    return found | {name: meant(name) for name in names if name not in found}


def _entering(call: Call, found: Mapping[str, Moments], known: Operands) -> Entering:
    """What goes into an operation: the moments of its matrices, the sizes of the first one, and its numbers."""
    shape = _shape(known[call.args[0]]) if call.args else ()
    params = {
        key: Number.of(value) if isinstance(value, int) else worked(value, known)
        for key, value in call.params
    }
    return Entering(
        [found[arg] for arg in call.args], list(map(amount, shape[-2:])), params
    )


def once_each(calls: Sequence[Call]) -> tuple[Call, ...]:
    """Operations with what is done twice read by the name that it had first: (q + k) ∘ (q + k) is a square.

    >>> from symattn.plan import Plan
    >>> [call.args for call in once_each(Plan.read(["s = (q + k) * (q + k)"]).calls)]
    [('q', 'k'), ('q', 'k'), ('s.1', 's.1')]
    """
    first: dict[tuple[object, ...], str] = {}
    called: dict[str, str] = {}
    found: list[Call] = []
    for call in calls:
        args = tuple(called.get(name, name) for name in call.args)
        found.append(replace(call, args=args))
        called[call.out] = first.setdefault(
            (call.op, args, repr(call.params)), call.out
        )
    return tuple(found)


def _spelled_out(made: Worked, inner: Mapping[int, Worked]) -> Worked:
    """How a number comes about, with what parts of the same line are made of in their places; without what adds nothing."""
    terms: list[tuple[Number, ...]] = []
    for term in made:
        within = [inner.get(id(x), ()) for x in term]
        if len(term) == 1 and within[0]:
            terms += within[0]
        else:
            terms.append(
                tuple(
                    y
                    for x, of in zip(term, within, strict=True)
                    for y in (of[0] if len(of) == 1 else (x,))
                )
            )
    return tuple(term for term in terms if len(term) > 1 or term[0].terms) or made[:1]


def _shape(value: Operand) -> Shape:
    if isinstance(value, Number):
        raise SymattnError("a number has no rows and columns")
    return value.shape


def _alone(value: Operand) -> Number:
    """A line of one number as that number; among intervals it is one, and is reckoned with as a number is."""
    if isinstance(value, AnyMatrix):
        if value.shape != (1, 1):
            raise SymattnError("a matrix stands where a number is put in")
        return cast(Number, value.values[0][0])
    return cast(Number, value)


def amount(found: Amount | Number) -> Number:
    """A size as an exact number, its letters as symbols.

    >>> amount(Size.letter("n") * 3 + 1)
    Number(1+[sym(n)^1]*3)
    """
    if isinstance(found, (int, Number)):
        return Number.of(found)
    terms = (
        reduce(mul, (letter(name, "positive") for name in letters), Number.of(factor))
        for letters, factor in found.terms.items()
    )
    return sum(terms, ZERO)


def polynomial(x: Number) -> Amount | None:
    """A number with letters as a size, where it is a polynomial with whole coefficients: its terms then stand in order.

    >>> from symattn.exact.functions import symbol
    >>> polynomial(symbol("d") + symbol("d") ** 2 * 3), polynomial(symbol("d") / 2)
    (Size(3·d^2+d), None)
    """
    found: dict[Strings, int] = {}
    for (monomial, below), factor in x.terms.items():
        letters: list[str] = []
        for atom, power in monomial:
            if (
                not isinstance(atom, Atom)
                or atom.kind != "sym"
                or not isinstance(power, int)
                or power < 0
            ):
                return None
            letters += [str(atom.body)] * power
        if below is not None or factor.q != 1:
            return None
        found[tuple(sorted(letters))] = int(factor.p)
    return Size.of(found)


def counted(what: Counted, shapes: Shapes) -> Amount:
    """What is counted of lines or givens, from the shapes of all names: a number, or a polynomial in letters.

    >>> counted(Counted("numbers", ("W", "b")), {"W": (2, Size.letter("d")), "b": (1, 3)})
    Size(2·d+3)
    """
    if what.kind == "numbers":
        return parameters(shapes[name] for name in what.names)
    return sum((_work(what.kind, call, shapes) for call in what.calls), 0)


def factors(part: Counted, shapes: Shapes) -> tuple[Amount, ...]:
    """One part of what is counted as the product that a person would write; nothing where there is nothing to count.

    >>> from symattn.plan import Plan
    >>> call = Plan.read(["S = Q @ K"]).calls[0]
    >>> factors(Counted("flops", (), (call,)), {"Q": (2, 3), "K": (3, 4), "S": (2, 4)})
    (2, 2, 3, 4)
    >>> factors(Counted("additions", (), (call,)), {"Q": (2, 3), "K": (3, 4), "S": (2, 4)})  # three products take two additions
    (2, 2, 4)
    """
    if part.kind == "numbers":
        return shapes[part.names[0]]
    (call,) = part.calls
    found = _work(part.kind, call, shapes)
    if has(call.op, "product") and part.kind != "divisions":
        *lead, rows, inner = shapes[call.args[0]]
        inner = inner - 1 if part.kind == "additions" else inner
        return (
            (*[2] * (part.kind == "flops"), *lead, rows, inner, shapes[call.out][-1])
            if found
            else ()
        )
    return (found,) if found else ()


def _work(kind: str, call: Call, shapes: Shapes) -> Amount:
    out = shapes[call.out]
    work = OPS[call.op].work(call.use(shapes))
    if kind != "flops":
        return work.amounts[kind]
    if has(call.op, "product"):
        return 2 * work.multiplications
    return entries(out) if any(work.amounts.values()) else 0


def joined(sign: str, a: Number, b: Number) -> Number:
    """Two values under a sign; raises SymattnError for a division by 0 and for a value that grows too long.

    >>> joined("^", Number.of(2), Number.of(-3))
    Number(1/8)
    """
    if loose.is_loose(a, b):  # what a student's rounded number may stand for
        return cast(Number, loose.joined(sign, a, b))
    if sign == "*":
        return operated(NodeKind.PRODUCT, [a, b], "**")
    if sign == "^":
        return operated(NodeKind.POWER, [a, b])
    found = a + b if sign == "+" else a - b if sign == "-" else a / b
    check(found)
    return found
