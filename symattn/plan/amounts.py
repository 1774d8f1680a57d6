"""The value of a scalar in a line: of a numeral, a given number, a size, and what is made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import mul
from typing import TYPE_CHECKING, Protocol, TypeAlias, cast

from symattn.errors import SymattnError
from symattn.exact.any_matrix import AnyMatrix
from symattn.exact.functions import root, symbol
from symattn.exact.number import ZERO, Atom, Number
from symattn.language.evaluate import operated
from symattn.language.tree import Kind
from symattn.ops import OPS, has
from symattn.ops.moments import Moments, given
from symattn.ops.record import Amount, entries, parameters
from symattn.ops.shapes import Shape, Size
from symattn.plan.tree import Counted, Func, Num, Ref, Root, Sum
from symattn.plan.tree import Size as SizeOf

if TYPE_CHECKING:
    from symattn.plan import Call


class Shaped(Protocol):
    """What has a shape: a matrix, a batch of them, or what stands for one whose shape alone is known."""

    @property
    def shape(self) -> Shape: ...


@dataclass(frozen=True)
class OfShape:
    """A matrix of which the shape alone is known."""

    shape: Shape


Operand: TypeAlias = Number | Shaped


def worked(value: object, known: Mapping[str, Operand]) -> Number:
    """The value of a scalar, its names looked up in *known*; raises SymattnError where it has none.

    >>> from symattn.plan.tree import Ref, Root
    >>> worked(Root(Ref("c")), {"c": Number.of(8)})
    Number([2^1/2]*2)
    """
    match value:
        case Num(_, number):
            return number
        case Ref(name):
            return _alone(known[name])
        case SizeOf(axis, of):
            return amount(_shape(known[of.name])[-2 if axis == "rows" else -1])
        case Counted() if value.random:
            return _moment(value, known)
        case Counted():
            return amount(counted(value, {name: x.shape for name, x in known.items() if not isinstance(x, Number)}))
        case Root(of):
            return root(worked(of, known))
        case Func(name, args):
            return operated(name, [worked(arg, known) for arg in args])
        case Sum(sign, left, right):
            return joined(sign, worked(left, known), worked(right, known))
    raise TypeError(f"{value!r} is no scalar")


def _moment(what: Counted, known: Mapping[str, Operand]) -> Number:
    """The expectation or the variance of an entry of a line whose givens are random."""
    (name,) = what.names
    found = moments(what.calls, name, known)[name]
    return found.mean if what.kind == "expectation" else found.variance


def moments(calls: Sequence[Call], name: str, known: Mapping[str, Operand]) -> dict[str, Moments]:
    """The moments of everything a line is made of, the givens with mean 0 and variance 1; the line itself comes last.

    Raises SymattnError where entries hang together so that no rule is known, or where they are no random ones but numbers.

    >>> from symattn.plan import Plan
    >>> class Known:
    ...     shape = (1, 64)
    >>> moments(Plan.read(["S = q @ k.T"]).calls, "S", {"q": Known(), "k": Known()})["S"].variance
    Number(64)
    """
    wanted, path = {name}, []
    for call in reversed(calls):
        if call.out in wanted:
            path.append(call)
            wanted.update(call.args)
    found: dict[str, Moments] = {}
    for call in reversed(path):
        for arg in call.args:
            if isinstance(known.get(arg), AnyMatrix):
                raise SymattnError(f"the entries of {arg} are numbers, not random", "ask it in a question with [question.shapes]")
            found.setdefault(arg, given(arg))
        rule = OPS[call.op].moments
        if rule is None:
            raise SymattnError(f"no rule is known for the expectation behind {call.op}", "ask it of products and sums")
        shape = _inner_shape(call.args[0], calls, known)
        params = {key: worked(value, known) for key, value in call.params}
        found[call.out] = rule([found[arg] for arg in call.args], [amount(size) for size in shape[-2:]], params)
    if name not in found:
        found[name] = given(name)
    return found


def _inner_shape(name: str, calls: Sequence[Call], known: Mapping[str, Operand]) -> Shape:
    """The shape of a name, or of a part of a line."""
    if name in known:
        return _shape(known[name])
    call = next(call for call in calls if call.out == name)
    return OPS[call.op].shape(*(_inner_shape(arg, calls, known) for arg in call.args))


def _shape(value: Operand) -> Shape:
    if isinstance(value, Number):
        raise SymattnError("a number has no rows and columns")
    return value.shape


def _alone(value: Operand) -> Number:
    """A line of one number as that number; among intervals it is one, and is reckoned with as a number is."""
    return cast(Number, value.values[0][0] if isinstance(value, AnyMatrix) and value.shape == (1, 1) else value)


def amount(found: Amount | Number) -> Number:
    """A size as an exact number, its letters as symbols.

    >>> amount(Size.letter("n") * 3 + 1)
    Number(1+[sym(n)^1]*3)
    """
    if isinstance(found, (int, Number)):
        return Number.of(found)
    terms = (reduce(mul, map(symbol, letters), Number.of(factor)) for letters, factor in found.terms.items())
    return sum(terms, ZERO)


def polynomial(x: Number) -> Amount | None:
    """A number with letters as a size, where it is a polynomial with whole coefficients: its terms then stand in order.

    >>> polynomial(symbol("d") + symbol("d") ** 2 * 3), polynomial(symbol("d") / 2)
    (Size(3·d^2+d), None)
    """
    found: dict[tuple[str, ...], int] = {}
    for (monomial, below), factor in x.terms.items():
        letters: list[str] = []
        for atom, power in monomial:
            if not isinstance(atom, Atom) or atom.kind != "sym" or not isinstance(power, int) or power < 0:
                return None
            letters += [str(atom.body)] * power
        if below is not None or factor.q != 1:
            return None
        found[tuple(sorted(letters))] = int(factor.p)
    return Size.of(found)


def counted(what: Counted, shapes: Mapping[str, Shape]) -> Amount:
    """What is counted of lines or givens, from the shapes of all names: a number, or a polynomial in letters.

    >>> counted(Counted("numbers", ("W", "b")), {"W": (2, Size.letter("d")), "b": (1, 3)})
    Size(2·d+3)
    """
    if what.kind == "numbers":
        return parameters(shapes[name] for name in what.names)
    return sum((_work(what.kind, call, shapes) for call in what.calls), 0)


def factors(part: Counted, shapes: Mapping[str, Shape]) -> tuple[Amount, ...]:
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
        return (*[2] * (part.kind == "flops"), *lead, rows, inner, shapes[call.out][-1]) if found else ()
    return (found,) if found else ()


def _work(kind: str, call: Call, shapes: Mapping[str, Shape]) -> Amount:
    out = shapes[call.out]
    work = OPS[call.op].work(tuple(shapes[name] for name in call.args), out, dict(call.params))
    if kind != "flops":
        return work.amounts[kind]
    if has(call.op, "product"):
        return 2 * work.multiplications
    return entries(out) if any(work.amounts.values()) else 0


def joined(sign: str, a: Number, b: Number) -> Number:
    """Two values under a sign; raises SymattnError for a division by 0 and for a power that grows too long.

    >>> joined("^", Number.of(2), Number.of(-3))
    Number(1/8)
    """
    match sign:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "/":
            return a / b
    return operated(Kind.POWER, [a, b])
