"""A line as a tree: what it is made of, how it is spelled, the functions it may call, and the lines that lead to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeGuard, TypeVar, cast

from symattn.binding import ATOM, LINE, Written
from symattn.exact.number import Number
from symattn.later import pattern
from symattn.ops import OPS, has
from symattn.ops.moments import Moments
from symattn.ops.picking import index_text
from symattn.ops.shapes import Index
from symattn.records import frozen
from symattn.said import Strings
from symattn.tables import without

if TYPE_CHECKING:
    from symattn.plan import Call

GIVEN_MASK = "mask_matrix"
"""The name under which a plan reads a mask that a question's options give as a matrix; no symbol stands for it."""
T = TypeVar("T")
_NUMBERED = pattern(r"(.+)_([0-9]{1,6})")


def stem_and_head(name: str) -> tuple[str, int | None]:
    """A name as its stem and the number of its head; None where it carries no number.

    >>> stem_and_head("W_Q_2"), stem_and_head("W_O")
    (('W_Q', 2), ('W_O', None))
    """
    found = _NUMBERED.fullmatch(name)
    return (found[1], int(found[2])) if found else (name, None)


def line_of(name: str) -> str:
    """The line that a part of one stands in: S of S.1, and of S itself."""
    return name.partition(".")[0]


@frozen
class Ref:
    """A name: a given or an earlier line, a matrix unless it is known as a scalar; *late* stands behind what it multiplies. It is
    no operation, and so an expression with nothing within."""

    name: str
    late: bool = field(default=False, compare=False, repr=False)
    op: ClassVar[str] = ""
    args: ClassVar[tuple[Expr, ...]] = ()
    params: ClassVar[tuple[tuple[str, object], ...]] = ()

    def param(self, name: str) -> object:
        """None, for it has no parameters."""


@frozen
class Num:
    """A numeral, as written and as the exact value it stands for, which follows from that."""

    text: str
    value: Number = field(compare=False)


@frozen
class SizeOf:
    """rows(A) or cols(A): how many rows or columns a matrix has."""

    axis: str
    of: Ref


@frozen
class RootOf:
    """sqrt of a scalar."""

    of: Scalar


@frozen
class Sum:
    """Two scalars under one of the signs + - * / ^."""

    sign: str
    left: Scalar
    right: Scalar


@frozen
class Func:
    """A function of scalars, by the name it has in a cell: exp, log, sin …"""

    name: str
    args: tuple[Scalar, ...]


@frozen
class Counted:
    """How much there is in some lines or givens: ``numbers`` that they hold, or the work of computing them.

    ``calls`` are the operations of these lines, once the lines are known; a given has none. Where an expectation is asked of
    what no line is, E[s²], that is ``made`` here under a name of its own.
    """

    kind: str
    names: Strings
    calls: tuple[Call, ...] = ()
    stated: tuple[tuple[str, Moments], ...] = ()
    made: tuple[tuple[str, Apply], ...] = ()

    @property
    def random(self) -> bool:
        """Whether it is asked of random entries: an expectation, a variance or a covariance, of which ``calls`` are all those
        before it, and the moments of some givens may be ``stated``."""
        return self.kind in MOMENTS

    def parts(self) -> Iterator[Counted]:
        """What is counted, one matrix or one operation at a time."""
        if self.random:
            yield self
        elif self.kind == "numbers":
            yield from (Counted(self.kind, (name,)) for name in self.names)
        else:
            yield from (Counted(self.kind, (), (call,)) for call in self.calls)


Scalar = Ref | Num | SizeOf | RootOf | Sum | Func | Counted


@frozen
class Apply:
    """An operation of the table on matrices, with its parameters: scalars, whole numbers or index specifications."""

    op: str
    args: tuple[Expr, ...]
    params: tuple[tuple[str, object], ...] = ()

    def param(self, name: str) -> object:
        """The parameter of that name, or None."""
        return dict(self.params).get(name)


Expr = Ref | Apply
NODES = RootOf | Sum | Func | Apply  # those that have others within


def applies(tree: object, *ops: str) -> TypeGuard[Apply]:
    """Whether an expression is one of these operations.

    >>> applies(Apply("matmul", (Ref("Q"), Ref("K"))), "matmul"), applies(Ref("Q"), "matmul")
    (True, False)
    """
    return isinstance(tree, Apply) and tree.op in ops


def has_trait(tree: object, *traits: str) -> TypeGuard[Apply]:
    """Whether an expression is an operation with one of some traits.

    >>> has_trait(Apply("matmul", (Ref("Q"), Ref("K"))), "product"), has_trait(Ref("Q"), "product")
    (True, False)
    """
    return isinstance(tree, Apply) and has(tree.op, *traits)


def within(tree: Expr) -> Iterator[Expr]:
    """An expression and everything that its operations are applied to.

    >>> [has_trait(part, "product") for part in within(Apply("matmul", (Ref("Q"), Ref("K"))))]
    [True, False, False]
    """
    yield tree
    for arg in tree.args:
        yield from within(arg)


def matrices(tree: Expr) -> Iterator[str]:
    """The names of the matrices an expression reads, in order, sizes of matrices included.

    >>> list(matrices(Apply("matmul", (Ref("Q"), Ref("K")))))
    ['Q', 'K']
    """
    if isinstance(tree, Ref):
        yield tree.name
        return
    for arg in tree.args:
        yield from matrices(arg)
    for _, value in tree.params:
        for part in parts(value):
            if isinstance(part, SizeOf):
                yield part.of.name
            elif isinstance(part, Counted):
                made = dict(part.made)
                yield from without(part.names, made)
                for inner in made.values():
                    yield from matrices(inner)


def parts(value: object) -> Iterator[object]:
    """An expression or a parameter and everything it is made of, outer parts first.

    >>> [type(part).__name__ for part in parts(RootOf(SizeOf("cols", Ref("K"))))]
    ['RootOf', 'SizeOf']
    """
    yield value
    for part in (
        value
        if isinstance(value, tuple)
        else made_with(value)
        if isinstance(value, NODES)
        else ()
    ):
        yield from parts(part)


def made_with(node: object) -> tuple[object, ...]:
    """What a node was made with.

    >>> made_with(SizeOf("cols", Ref("K")))
    ('cols', Ref(name='K'))
    """
    return tuple(getattr(node, name) for name in type(node).__match_args__)  # type: ignore[attr-defined]


def scalars(value: object) -> Iterator[str]:
    """The names of given scalars in a parameter.

    >>> list(scalars(RootOf(Ref("c"))))
    ['c']
    """
    for part in parts(value):
        if isinstance(part, Ref):
            yield part.name
        elif isinstance(part, Counted):
            yield from (name for _, tree in part.made for name in scalars_of(tree))


def scalars_of(tree: Expr) -> Iterator[str]:
    """The names of given scalars in an expression.

    >>> list(scalars_of(Apply("multiply", (Ref("A"),), (("by", Ref("c")),))))
    ['c']
    """
    for part in within(tree):
        for _, value in part.params:
            yield from scalars(value)


def replaced(value: T, instead: Callable[[object], object]) -> T:
    """A tree with some of its parts exchanged: *instead* gives a part itself, or what stands in its place.

    >>> replaced(RootOf(Ref("c")), lambda part: Ref("d") if part == Ref("c") else part)
    RootOf(of=Ref(name='d'))
    """
    made: object = value
    if isinstance(value, tuple):
        made = tuple(replaced(part, instead) for part in value)
    elif isinstance(value, NODES):
        made = type(value)(*(replaced(part, instead) for part in made_with(value)))  # type: ignore[arg-type]
    return cast(T, instead(made))


# --- spelling ---
# An expression as a line writes it: the way back from a tree to its text.


def spelled(tree: Expr) -> str:
    """The text of an expression, which reads back as the same.

    >>> from symattn.plan.reader import read_line
    >>> spelled(read_line("L = causal_mask((S / (sqrt(cols(K)))))")[1])
    'causal_mask(S / sqrt(cols(K)))'
    """
    return _placed(tree)[0]


def _placed(tree: Expr) -> Written:
    if isinstance(tree, Ref):
        return tree.name, ATOM
    args, params = list(map(_placed, tree.args)), dict(tree.params)
    op = OPS[tree.op]
    if not op.written:
        texts = [text for text, _ in args]
        texts += [
            f"{key}={_param(value)}" if key in op.signature.defaults else _param(value)
            for key, value in tree.params
        ]
        return f"{tree.op}({', '.join(texts)})", ATOM
    if infix := re.fullmatch(r"([Ac]) (\S+) [ABc]", op.written):
        sides = [*args, *map(_number, params.values())]
        return LINE.joined(infix[2], *(sides[::-1] if infix[1] == "c" else sides))
    if op.written.endswith("]"):
        if "place" in params:
            at = [
                *[":"] * cast(int, params.get("behind", 0)),
                str(params["place"]),
                ":",
                ":",
            ]
            return f"{LINE.fenced(args[0], ATOM)[0]}[{', '.join(at)}]", ATOM
        picks = ", ".join(
            index_text(cast(Index, params[key]), lambda x: _number(x)[0])
            for key in ("rows", "cols")
        )
        return f"{LINE.fenced(args[0], ATOM)[0]}[{picks}]", ATOM
    match op.written:
        case "A.T":
            return f"{LINE.fenced(args[0], ATOM)[0]}.T", ATOM
        case "-A":
            return LINE.negative(args[0])
        case "A":
            return args[0]
    return _number(next(iter(params.values())))


def _param(value: object) -> str:
    return (
        f"({', '.join(map(_param, value))})"
        if isinstance(value, tuple)
        else _number(value)[0]
    )


def _number(value: object) -> Written:
    match value:
        case Num(text):
            return text, ATOM
        case Ref(name):
            return name, ATOM
        case SizeOf(axis, of):
            return f"{axis}({of.name})", ATOM
        case RootOf(of):
            return f"sqrt({_number(of)[0]})", ATOM
        case Func(name, args):
            return f"{name}({', '.join(_number(arg)[0] for arg in args)})", ATOM
        case Sum("-", Num("0"), right):
            return LINE.negative(_number(right))
        case Sum(sign, left, right):
            return LINE.joined(
                "**" if sign == "^" else sign, _number(left), _number(right)
            )
        case Counted(kind, names):
            made = dict(value.made)
            parts = (spelled(made[name]) if name in made else name for name in names)
            return f"{kind}({', '.join(parts)})", ATOM
        case Apply():
            return _placed(value)
    assert isinstance(value, int | str), value
    return str(value), ATOM


# --- functions ---
# The functions and signs of the line language, read off the table of operations.


SIGNS = OPS.signs

COUNTS = {
    "numbers": "how many numbers lines or givens hold: the parameters of weights, what a cache keeps",
    "multiplications": "the multiplications of computing lines; m×k times k×n takes m·n·k",
    "additions": "the additions of computing lines; m×k times k×n takes m·n·(k − 1)",
    "divisions": "the divisions of computing lines; softmax takes one for each weight",
    "exponentials": "the exponentials of computing lines; softmax takes one for each score",
    "flops": "floating-point operations: 2·m·n·k for m×k times k×n, 1 for every entry computed otherwise",
}
"""What is counted of lines, and how; as Kaplan et al., 2020, section 2.1, count a model's parameters and work."""

MOMENTS = {
    "expectation": "the mean of an entry of a line when the entries of the givens are independent, with mean 0 and variance 1",
    "variance": "the variance of an entry of a line under the same assumption; for q·k it is d_k",
    "covariance": "the covariance of the entries of two lines in the same place, under the same assumption",
}
"""What is asked of lines whose givens are random. These names stay free for lines."""

SCALARS = ("sqrt", "rows", "cols", *COUNTS)


def is_reserved(name: str) -> bool:
    """Whether no matrix may have a name: that of a function that is reserved, or of a scalar.

    >>> is_reserved("softmax"), is_reserved("split_heads"), is_reserved("rows")
    (True, False, True)
    """
    return name in SCALARS or (
        name in OPS and OPS[name].reserved and not OPS[name].written
    )


def numbers(trees: Mapping[str, Expr]) -> frozenset[str]:
    """The names of lines that are numbers, of trees by name in the order of the lines."""
    found: set[str] = set()
    for name, tree in trees.items():
        found |= {name} if is_number(tree, found) else set()
    return frozenset(found)


def is_number(tree: Expr, known: Collection[str]) -> bool:
    """Whether an expression is a number, not a matrix that happens to have one entry; *known* are the lines that are numbers.

    >>> is_number(Apply("matmul", (Ref("q"), Ref("K"))), ()), is_number(Apply("sum", (Ref("c"),)), ())
    (False, True)

    One place of a matrix is one: A[0, 1], not a cut that happens to have one entry, A[0:1, 1].

    >>> from symattn.plan import Plan
    >>> [is_number(Plan.read([text]).lines[0].tree, ()) for text in ("l = log(A[0, 1])", "l = log(A[0:1, 1])")]
    [True, False]
    """
    if isinstance(tree, Ref):
        return tree.name in known
    if has(tree.op, "number", "one number"):
        return True
    if tree.params and all(
        isinstance(place, tuple) and place[0] == "at" for _, place in tree.params
    ):
        return True
    defaults = OPS[tree.op].signature.defaults
    if "axis" in defaults and tree.param("axis") is None and defaults["axis"] is None:
        return True
    joins = has(tree.op, "side by side", "one below the other")
    return (
        bool(tree.args)
        and not joins
        and all(is_number(arg, known) for arg in tree.args)
    )  # [2 3] is none


class Made(Protocol):
    """A line or an operation: what it makes, and what it reads for that."""

    @property
    def out(self) -> str: ...
    @property
    def reads(self) -> Strings: ...
    @property
    def scalars(self) -> Strings: ...


M = TypeVar("M", bound=Made)


def leading_to(
    names: Iterable[str], made: Sequence[M], known: Collection[str] = ()
) -> tuple[M, ...]:
    """The lines or operations that lead to some names, in order: back to the givens and to what is *known*.

    >>> from symattn.plan import Plan
    >>> lines = Plan.read(["B = exp(A)", "C = exp(X)", "D = exp(B)"]).lines
    >>> [line.name for line in leading_to(["D"], lines)], [line.name for line in leading_to(["D"], lines, ["B"])]
    (['B', 'D'], ['D'])
    >>> [line.name for line in leading_to(["R"], Plan.read(["N = numbers(W)", "M = numbers(X)", "R = 2 / N"]).lines)]
    ['N', 'R']
    """
    first = set(names)
    wanted, found = set(first), []
    for one in reversed(made):
        if one.out in wanted and (one.out in first or one.out not in known):
            found.append(one)
            wanted.update((*one.reads, *one.scalars))
    return tuple(reversed(found))
