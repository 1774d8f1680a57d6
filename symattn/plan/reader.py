"""Lines read: the syntax tree of a line turned into names, operations and scalars, with every mistake placed."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache
from typing import Any

from lark import Token

from symattn.errors import LineError, nearest
from symattn.exact.number import Number
from symattn.plan.functions import FUNCTIONS, MANY, RESERVED, SCALARS, Function
from symattn.plan.grammar import parse
from symattn.plan.tree import Apply, Expr, Num, Ref, Root, Scalar, Size, Sum

Value = Expr | Scalar
MOST_DIGITS = 1_000
RANGES = {
    "axis": (-2, 1, "the axis is 1 for each row, or 0 for each column"),
    "places": (0, 1_000, "the places are a whole number from 0 to 1,000"),
}


@lru_cache(maxsize=4096)
def read_line(text: str, scalars: frozenset[str] = frozenset()) -> tuple[str, Expr]:
    """The name a line defines and the expression it is defined by; raises LineError.

    >>> read_line("Q = X @ W_Q")
    ('Q', Apply(op='matmul', args=(Ref(name='X'), Ref(name='W_Q')), params=()))
    """
    tree = parse(text)
    name, body = tree.children
    assert isinstance(name, Token)
    if name in RESERVED:
        raise LineError(f"{name} is a function; give the line another name", column=_column(name))
    value = _Reader(scalars).value(body)
    if not isinstance(value, (Ref, Apply)) or (isinstance(value, Ref) and value.name in scalars):
        raise LineError("the line gives a number, not a matrix; write numbers as givens", column=_column(body))
    return str(name), Apply("copy", (value,)) if isinstance(value, Ref) else value


def _column(node: Any) -> int:
    if isinstance(node, Token):
        return (node.column or 1) - 1
    return (getattr(node.meta, "column", 1) or 1) - 1


def _wrong(node: Any, message: str) -> LineError:
    return LineError(message, column=_column(node))


class _Reader:
    """Turns syntax into values; knows which given names are scalars."""

    def __init__(self, scalars: frozenset[str]) -> None:
        self.scalars = scalars

    def value(self, node: Any) -> Value:
        rule: Callable[[Any], Value] = getattr(self, f"_{node.data}")
        return rule(node)

    def matrix(self, node: Any) -> Expr:
        value = self.value(node)
        if self._is_scalar(value):
            raise LineError("here a matrix is needed, not a number", column=_column(node))
        assert isinstance(value, (Ref, Apply))
        return value

    def scalar(self, node: Any) -> Scalar:
        value = self.value(node)
        if isinstance(value, Apply):
            raise LineError("here a number is needed, not a matrix", column=_column(node))
        return value

    def _is_scalar(self, value: Value) -> bool:
        return not isinstance(value, (Ref, Apply)) or (isinstance(value, Ref) and value.name in self.scalars)

    def _number(self, node: Any) -> Value:
        return _numeral(node.children[0])

    def _name(self, node: Any) -> Value:
        (token,) = node.children
        if token in RESERVED:
            raise LineError(f"{token} is a function; write {token}( … )", column=_column(token))
        return Ref(str(token))

    def _plus(self, node: Any) -> Value:
        return self._additive(node, "+", "add")

    def _minus(self, node: Any) -> Value:
        return self._additive(node, "-", "subtract")

    def _additive(self, node: Any, sign: str, op: str) -> Value:
        a, b = (self.value(child) for child in node.children)
        if self._is_scalar(a) != self._is_scalar(b):
            raise _wrong(node, "a matrix and a number cannot be added; write a row such as [[1, 1]] as a given")
        return Sum(sign, a, b) if self._is_scalar(a) else Apply(op, (a, b))  # type: ignore[arg-type]

    def _at(self, node: Any) -> Value:
        a, b = node.children
        return Apply("matmul", (self.matrix(a), self.matrix(b)))

    def _star(self, node: Any) -> Value:
        a, b = (self.value(child) for child in node.children)
        if self._is_scalar(a) and self._is_scalar(b):
            return Sum("*", a, b)  # type: ignore[arg-type]
        if not self._is_scalar(a) and not self._is_scalar(b):
            raise _wrong(node.children[1], "* multiplies by a number; write @ for the product of two matrices")
        matrix, by = (b, a) if self._is_scalar(a) else (a, b)
        return Apply("multiply", (matrix,), (("by", by),))  # type: ignore[arg-type]

    def _slash(self, node: Any) -> Value:
        a, by = self.value(node.children[0]), self.value(node.children[1])
        if not self._is_scalar(by):
            raise LineError("a matrix cannot be divided by; divide by a number", column=_column(node.children[1]))
        if self._is_scalar(a):
            return Sum("/", a, by)  # type: ignore[arg-type]
        return Apply("divide", (a,), (("by", by),))  # type: ignore[arg-type]

    def _negative(self, node: Any) -> Value:
        value = self.value(node.children[0])
        if self._is_scalar(value):
            return Sum("-", Num("0", Number.of(0)), value)  # type: ignore[arg-type]
        return Apply("negate", (value,))  # type: ignore[arg-type]

    def _turned(self, node: Any) -> Value:
        return Apply("transpose", (self.matrix(node.children[0]),))

    def _cut(self, node: Any) -> Value:
        matrix, rows, cols = node.children
        return Apply("select", (self.matrix(matrix),), (("rows", _index(rows)), ("cols", _index(cols))))

    def _call(self, node: Any) -> Value:
        name, args = node.children
        given = [child for child in args.children if child is not None] if args is not None else []
        if name in SCALARS:
            return self._scalar_call(name, given)
        if name not in FUNCTIONS:
            hint = nearest(name, (*FUNCTIONS, *SCALARS)) or "see `symattn ops`"
            raise _wrong(name, f"there is no function {name}; {hint}")
        return self._operation(name, FUNCTIONS[str(name)], given)

    def _scalar_call(self, name: Token, given: list[Any]) -> Value:
        if len(given) != 1:
            raise LineError(f"{name} takes one argument, not {len(given)}", column=_column(name))
        if name == "sqrt":
            return Root(self.scalar(given[0]))
        of = self.matrix(given[0])
        if not isinstance(of, Ref):
            raise LineError(f"{name} takes the name of a matrix", column=_column(given[0]))
        return Size(str(name), of)

    def _operation(self, name: Token, f: Function, given: list[Any]) -> Value:
        named = {str(n.children[0]): n.children[1] for n in given if getattr(n, "data", "") == "keyword"}
        plain = [n for n in given if getattr(n, "data", "") != "keyword"]
        kinds = dict((*f.positional, *f.options))
        if "sizes" in kinds.values() and plain[f.matrices :]:
            named["shape"], plain = plain[f.matrices :], plain[: f.matrices]
        for word in named:
            if word not in kinds:
                hint = nearest(word, kinds) or "it takes none of that name"
                raise _wrong(name, f"{name} has no option {word}; {hint}")
        count = len(plain) if f.matrices == MANY else f.matrices
        spare = [key for key in kinds if key not in named]
        if len(plain) < max(count, 1 if f.matrices == MANY else 0) or len(plain) - count > len(spare):
            raise LineError(f"{name} takes {_wanted(f)}, not {len(plain)}", column=_column(name))
        named.update(zip(spare, plain[count:], strict=False))
        for key, _ in f.positional:
            if key not in named:
                raise LineError(f"{name} needs {key}", column=_column(name))
        params = tuple((key, self._param(kinds[key], named[key])) for key in kinds if key in named)
        return Apply(f.op, tuple(self.matrix(n) for n in plain[:count]), params)

    def _sizes(self, nodes: list[Any]) -> tuple[Scalar, ...]:
        """The sizes of a shape, written one after another or in brackets of their own."""
        flat = [child for node in nodes for child in (node.children if node.data == "tuple" else [node])]
        return tuple(self.scalar(node) for node in flat if node is not None)

    def _tuple(self, node: Any) -> Value:
        raise LineError("a list of sizes belongs into reshape(A, ( … ))", column=_column(node))

    def _param(self, kind: str, node: Any) -> object:
        if kind == "sizes":
            return self._sizes(node if isinstance(node, list) else [node])
        value = self.scalar(node)
        if kind == "scalar":
            return value
        number = _plain(value)
        if number is None:
            raise LineError("here a whole number is needed", column=_column(node))
        low, high, what = RANGES.get(kind, (number, number, ""))
        if not low <= number <= high:
            raise LineError(what, column=_column(node))
        return number % 2 if kind == "axis" else number


def _plain(value: Scalar) -> int | None:
    if isinstance(value, Num) and value.value.is_rational and value.value.rational.q == 1:
        return int(value.value.rational.p)
    if isinstance(value, Sum) and value.sign == "-" and isinstance(value.left, Num) and not value.left.value:
        found = _plain(value.right)
        return None if found is None else -found
    return None


def _wanted(f: Function) -> str:
    if f.matrices == MANY:
        return "one matrix or more"
    parts = [f"{f.matrices} matri{'x' if f.matrices == 1 else 'ces'}"] if f.matrices else []
    return " and ".join(parts + [key for key, _ in f.positional])


def _numeral(token: Any) -> Num:
    text = str(token)
    if len(text) > MOST_DIGITS or abs(int(text.lower().partition("e")[2] or 0)) > MOST_DIGITS:
        raise LineError(f"a numeral of more than {MOST_DIGITS:,} digits", column=_column(token))
    return Num(text, Number.of(Decimal(text)))


def _index(node: Any) -> tuple[object, ...]:
    if node.data == "slice":
        found = [None if n is None else _whole(n) for n in node.children]
        if found[2] == 0:
            raise LineError("a slice with steps of 0 picks nothing; write 1, or leave the step out", column=_column(node))
        return ("slice", *found)
    if node.data == "at_index":
        return ("at", _whole(node.children[0]))
    return ("list", tuple(_whole(n) for n in node.children))


def _whole(node: Any) -> int:
    (digits,) = node.children
    if not str(digits).isdigit():
        raise LineError("an index is a whole number, counted from 0", column=_column(digits))
    return -int(digits) if node.data == "below" else int(digits)
