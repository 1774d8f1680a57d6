"""Lines read: the syntax tree of a line turned into names, operations and scalars, with every mistake placed."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from decimal import Decimal
from functools import lru_cache

from symattn.errors import LineError, SymattnError, nearest
from symattn.exact.functions import exp
from symattn.exact.number import PI, Number
from symattn.extensions import forgetting
from symattn.language.reader import parse_line
from symattn.language.text import CONSTANTS
from symattn.language.tree import FUNCTIONS as OF_NUMBERS
from symattn.language.tree import Node, NodeKind, Tree
from symattn.ops import INSTEAD, OPS, has, named_by
from symattn.ops.shapes import MANY, Signature
from symattn.ops.shapes import ParameterKind as Parameter
from symattn.plan.amounts import worked
from symattn.plan.picks import EVERY, WHOLE, joined_by, pairs, picked
from symattn.plan.tree import (
    COUNTS,
    MOMENTS,
    SIGNS,
    Apply,
    Counted,
    Expr,
    Func,
    Num,
    Ref,
    RootOf,
    Scalar,
    SizeOf,
    Sum,
    is_number,
    is_reserved,
    parts,
    spelled,
)
from symattn.tables import some, without

Value = Expr | Scalar
NUMBER = "c"  # how a lone number is written among the signs of operations
ZERO, ONE = Num("0", Number.of(0)), Num("1", Number.of(1))
SIZES = "rows", "cols"
MOST_DIGITS = 1_000  # of a numeral, and of its exponent: beyond what anything is measured in, and read in two milliseconds
MOST_COMPARED = 16  # one by one: each is a call within the last
RANGES: dict[str, tuple[int, int, str]] = {
    Parameter.AXIS: (-2, 1, "the axis is 1 for each row, or 0 for each column"),
    Parameter.ORIGIN: (0, 1, "places are counted from 0 or from 1"),
    Parameter.PLACES: (0, 1_000, "the places are a whole number from 0 to 1,000"),
}
_OF_TWO = {
    op.symbol: name for name, op in OPS.items() if has(name, "of numbers") and op.symbol
}


@forgetting
@lru_cache(maxsize=4096)
def read_line(
    text: str,
    scalars: frozenset[str] = frozenset(),
    matrices: frozenset[str] | None = None,
    single: frozenset[str] = frozenset(),
) -> tuple[str, Apply]:
    """The name a line defines and the expression it is defined by; raises LineError.

    *scalars* are the names of numbers. *matrices* are the names that are known besides, where all of them are known:
    then ``e``, ``E`` and ``pi`` are the constants, unless they are among these. *single* are lines of one entry, C[0, 1].

    >>> read_line("Q = X @ W_Q")
    ('Q', Apply(op='matmul', args=(Ref(name='X'), Ref(name='W_Q')), params=()))
    """
    name, _, tree = parse_line(text)
    if is_reserved(name):
        raise LineError(
            f"{name} is a function",
            column=text.index(name),
            hint="give the line another name",
        )
    reader = _LineReader(tree, scalars, matrices, single)
    value = reader.lifted(reader.value(reader.last))
    return name, Apply(SIGNS["A"], (value,)) if isinstance(value, Ref) else value


class _LineReader:
    """Turns the nodes of a line into values; knows which names are scalars, and which other names there are."""

    def __init__(
        self,
        tree: Tree,
        scalars: frozenset[str],
        matrices: Collection[str] | None,
        single: frozenset[str],
    ) -> None:
        self.tree, self.scalars, self.matrices, self.single = (
            tree,
            scalars,
            matrices,
            single,
        )
        self._known: dict[int, Value] = {}

    @property
    def last(self) -> int:
        """The node of the whole line."""
        return len(self.tree.nodes) - 1

    def value(self, index: int) -> Value:
        """What a node says: a matrix or a scalar; found once, for a function asks what its arguments are before it reads them."""
        if index not in self._known:
            self._known[index] = self._value(index)
        return self._known[index]

    def _value(self, index: int) -> Value:
        node = self.tree.nodes[index]
        rules: dict[str, Callable[[Node], Value]] = {
            NodeKind.NAME: self._name, NodeKind.SUM: self._sum, NodeKind.PRODUCT: self._product,
            NodeKind.NEGATIVE: self._negative, NodeKind.POWER: self._raised, NodeKind.TRANSPOSE: self._turned,
            NodeKind.SELECT: self._selected, NodeKind.CALL: self._call,
            NodeKind.COMPARISON: self._compared, NodeKind.LIST: self._matrix,
        }  # fmt: skip
        if node.op in rules:
            return rules[node.op](node)
        match node.op:
            case NodeKind.NUMERAL:
                return _numeral(node)
            case NodeKind.CONSTANT:
                return Num("pi", PI)
            case NodeKind.FRACTION:
                left, right = (_numeral(self.tree.nodes[i]) for i in node.args)
                return Sum("/", left, right)
            case NodeKind.ROOT:
                return RootOf(self.number(node.args[0]))
            case NodeKind.TUPLE:
                raise self.wrong(node, "a list of sizes belongs into reshape(A, ( … ))")
        raise self.wrong(
            node, f"{node.text}=… belongs among the arguments of a function"
        )

    def wrong(self, node: Node, what: str, *, hint: str = "") -> LineError:
        """An error at the first sign of a node."""
        position = node.position
        while node.args and node.op not in (NodeKind.CALL, NodeKind.KEYWORD):
            node = self.tree.nodes[node.args[0]]
            position = min(position, node.position)
        return LineError(what, column=position, hint=hint)

    def matrix(self, index: int, value: Value | None = None) -> Expr:
        """A node that has to be a matrix, or what one ends that has this *value*; a name alone is one, even where it might be a
        constant."""
        node = self.tree.nodes[index]
        value = value or self.value(index)
        if isinstance(value, Num) and node.op == NodeKind.NAME:
            value = self._reference(node)
        if self._is_scalar(value):
            raise self.wrong(node, "here a matrix is needed, not a number")
        assert isinstance(value, (Ref, Apply))
        return value

    def number(self, index: int) -> Scalar:
        """A node that has to be a number."""
        value, node = self.value(index), self.tree.nodes[index]
        if isinstance(value, Apply) or (
            isinstance(value, Ref)
            and self.matrices is not None
            and not self._is_scalar(value)
        ):
            if (
                isinstance(value, Ref)
                and self.matrices is not None
                and value.name not in self.matrices
            ):
                hint = (
                    "write .T for the transpose, as in K.T" if value.name == "T" else ""
                )
                raise self.wrong(
                    node,
                    f"here a number is needed, and nothing is named {value.name}",
                    hint=hint,
                )
            raise self.wrong(node, "here a number is needed, not a matrix")
        return self._checked(node, value)

    def _checked(self, node: Node, value: Scalar) -> Scalar:
        """A number without names is worked out at once, so that what has no value is told where it stands."""
        named = (Ref, SizeOf, Counted)
        if not some(parts(value), *named):
            try:
                worked(value, {})
            except SymattnError as error:
                raise self.wrong(node, error.what, hint=error.hint) from error
        return value

    def _is_scalar(self, value: Value) -> bool:
        return not isinstance(value, (Ref, Apply)) or (
            isinstance(value, Ref) and value.name in self.scalars
        )

    def _reference(self, node: Node) -> Ref:
        if is_reserved(node.text):
            raise self.wrong(
                node, f"{node.text} is a function", hint=f"write {node.text}( … )"
            )
        return Ref(node.text)

    def _name(self, node: Node) -> Value:
        name = node.text
        if (
            name in CONSTANTS
            and name not in self.scalars
            and self.matrices is not None
            and name not in self.matrices
        ):
            return Num("pi", PI) if CONSTANTS[name] == "pi" else Num("e", exp(1))
        return self._reference(node)

    def _sum(self, node: Node) -> Value:
        total = self.value(node.args[0])
        for index in node.args[1:]:
            term = self.tree.nodes[index]
            minus = self.tree.nodes[index].op == NodeKind.NEGATIVE
            total = self._added(
                minus, total, self.value(term.args[0] if minus else index)
            )
        return total

    def _added(self, minus: bool, a: Value, b: Value) -> Value:
        if self._is_scalar(a) and self._is_scalar(b):
            return Sum("-" if minus else "+", a, b)  # type: ignore[arg-type]
        return Apply(
            SIGNS["A - B" if minus else "A + B"], (self.lifted(a), self.lifted(b))
        )

    def _compared(self, node: Node) -> Value:
        """A > B is 1 where A − B is above 0, A < B where −(A − B) is, A = B where that is 0; A ≤ B is 1 − that of A > B."""
        a, b = map(self.value, node.args)
        off = self.lifted(a)
        if b != ZERO:
            off = Apply(SIGNS["A - B"], (off, self.lifted(b)))
        if node.text == "==":
            return Apply(named_by("nothing"), (off,))
        found = Apply(
            named_by("above nothing"),
            (off if node.text in (">", "<=") else Apply(SIGNS["-A"], (off,)),),
        )
        return self._added(True, ONE, found) if node.text.endswith("=") else found

    def _matrix(self, node: Node) -> Value:
        """Rows of numbers or matrices, or a single row, as joining them side by side and on top of each other."""
        beside, below = map(named_by, ("side by side", "one below the other"))
        rows = [self.tree.nodes[i] for i in node.args]
        if NodeKind.LIST not in {row.op for row in rows}:
            rows = [node]  # [a, b] is a row
        if {row.op for row in rows} != {NodeKind.LIST} or len(
            {len(row.args) for row in rows}
        ) > 1:
            raise self.wrong(
                node,
                "a matrix is written as rows that are equally long",
                hint="[[1, 2], [3, 4]]",
            )
        made = [joined_by(beside, list(map(self._either, row.args))) for row in rows]
        return joined_by(below, made)

    def lifted(self, value: Value) -> Expr:
        """A number beside a matrix, as a matrix of one entry that is repeated."""
        if not self._is_scalar(value):
            return value  # type: ignore[return-value]
        return Apply(SIGNS[NUMBER], (), (("value", value),))

    def _product(self, node: Node) -> Value:
        left, before = self.value(node.args[0]), node.args[0]
        for sign, index in zip(node.text[1:], node.args[1:], strict=True):
            if sign == "@":
                left = Apply(
                    SIGNS["A @ B"], (self.matrix(before, left), self.matrix(index))
                )
            else:
                left = self._times(sign, left, index)
            before = index
        return left

    def _times(self, sign: str, a: Value, index: int) -> Value:
        b, node = self.value(index), self.tree.nodes[index]
        plain = self._is_scalar(a), self._is_scalar(b)
        if all(plain):
            return Sum("/" if sign == "/" else "*", a, b)  # type: ignore[arg-type]
        if sign == " ":
            raise self.wrong(
                node,
                "two factors without a sign between them",
                hint="write @ for a product of matrices, else *",
            )
        if plain[1]:
            by = self._checked(node, b)  # type: ignore[arg-type]
            by = Ref(by.name, late=True) if isinstance(by, Ref) else by
            if sign == "/":
                self._checked(
                    node, Sum("/", ONE, by)
                )  # a divisor that is 0 is told where it stands
            return Apply(SIGNS[f"A {sign} c"], (a,), (("by", by),))  # type: ignore[arg-type]
        if plain[0] and sign == "*":
            return Apply(SIGNS["A * c"], (b,), (("by", self._checked(node, a)),))  # type: ignore[arg-type]
        return Apply(SIGNS[f"A {sign} B"], (self.lifted(a), b))  # type: ignore[arg-type]

    def _negative(self, node: Node) -> Value:
        value = self.value(node.args[0])
        if self._is_scalar(value):
            return Sum("-", ZERO, value)  # type: ignore[arg-type]
        return Apply(SIGNS["-A"], (value,))  # type: ignore[arg-type]

    def _raised(self, node: Node) -> Value:
        base, above = self.value(node.args[0]), self.value(node.args[1])
        if self._is_scalar(base) and not self._is_scalar(above):
            number = self._checked(node, base)  # type: ignore[arg-type]
            return Apply(SIGNS["c ** A"], (above,), (("base", number),))  # type: ignore[arg-type]
        exponent = self.number(node.args[1])
        if self._is_scalar(base):
            return Sum("^", base, exponent)  # type: ignore[arg-type]
        return Apply(SIGNS["A ** c"], (base,), (("by", exponent),))  # type: ignore[arg-type]

    def _turned(self, node: Node) -> Value:
        return Apply(SIGNS["A.T"], (self.matrix(node.args[0]),))

    def _selected(self, node: Node) -> Value:
        specs = re.split(
            r",(?![^\[]*\])", node.text
        )  # at the comma outside inner brackets
        column = node.position + 1
        if len(specs) < 2:
            hint = "write A[0:1, :] for a row; what a function takes stands in round brackets: softmax(A)"
            raise LineError(
                "rows and columns are both written, as in A[0:2, :]",
                column=column,
                hint=hint,
            )
        whole: Expr = self.matrix(node.args[0])
        kept = 0
        for spec in specs[:-2]:  # axes before rows and columns
            place = self._index(spec, column)
            kept += place == EVERY
            if place[0] == "at":
                behind = (("behind", kept),) if kept else ()
                whole = Apply(
                    SIGNS["A[0, :, :]"], (whole,), (("place", place[1]), *behind)
                )
            elif place != EVERY:
                raise LineError(
                    "of an axis before rows and columns one place is taken, or all: A[0, :, :]",
                    column=column,
                )
            column += len(spec) + 1
        return self._cut(whole, specs[-2], specs[-1], column)

    def _cut(self, whole: Expr, above: str, beside: str, column: int) -> Value:
        """Rows and columns of a matrix, by their numbers or by a matrix that holds them: P[i, j] is an entry of P for each."""
        at = list(map(self._places, (above, beside)))
        rows = EVERY if at[0] else self._index(above, column)
        cols = EVERY if at[1] else self._index(beside, column + 1 + len(above))
        if rows[0] == cols[0] == "list" and min(len(rows[1]), len(cols[1])) > 1:  # type: ignore[arg-type]
            return pairs(whole, rows[1], cols[1], column)  # type: ignore[arg-type]
        if at[1] and not at[0] and rows[0] != "at":
            raise LineError(
                "a matrix of places picks columns of one row, or of rows that are picked by another",
                column=column + 1 + len(above),
                hint=f"write A[0,{beside}], A[i,{beside}] or lookup(A.T,{beside}).T",
            )
        if rows != cols or rows != EVERY:
            whole = Apply(
                SIGNS["A[0:2, :]"], (whole,), (("rows", rows), ("cols", cols))
            )
        for places, trait in zip(
            at, (_ROWS, _PAIRS if all(at) else _ROWS), strict=True
        ):
            if places is not None:
                whole = Apply(named_by(trait), (whole, places), ())
        return whole

    def _index(self, text: str, column: int) -> tuple[object, ...]:
        """Which rows or columns are taken; the bounds of a slice may be letters, 0:C, or worked out from such."""
        start, sign, stop = text.partition(":")
        if not sign or ":" in stop or not re.search(r"[^\W\d]", text):
            return picked(text, column)
        return (
            "slice",
            *(self._bound(x) if x.strip() else None for x in (start, stop)),
            None,
        )

    def _bound(self, text: str) -> object:
        """Where a slice begins or ends: a numeral, or a number by its name."""
        if re.fullmatch(WHOLE, text):
            return int(text.replace(" ", ""))
        reader = self._within(text)
        return reader.number(reader.last)

    def _within(self, text: str) -> _LineReader:
        """What reads a part of the line that stands between brackets."""
        tree = parse_line(f"x = {text}").tree
        return _LineReader(tree, self.scalars, self.matrices, self.single)

    def _places(self, spec: str) -> Expr | None:
        """What stands between brackets as a matrix or a number by its name, or worked out from such; None for numerals."""
        if ":" in spec or not re.search(r"[^\W\d]", spec):
            return None
        reader = self._within(spec)
        return self.lifted(reader.value(reader.last))

    def _call(self, node: Node) -> Value:
        name, given = node.text, [self.tree.nodes[i] for i in node.args]
        if name in SIZES:
            return self._size(node)
        if name in COUNTS or name in MOMENTS:
            return self._counted(node)
        larger = _OF_TWO.get(name, name)
        if larger in _OF_TWO.values() and len(given) > MOST_COMPARED:
            raise self.wrong(
                node,
                f"{name} of {len(given)} numbers",
                hint=f"write {name}([a, b, c]) of a row of them",
            )
        if larger in _OF_TWO.values() and len(given) > 2:  # min(a, b, c)
            return self._larger(
                larger, self._call(node._replace(args=node.args[:-1])), node.args[-1]
            )
        if len(given) == 2 and larger != name and self._are_two(node):
            return self._call(node._replace(text=larger))
        numbers = name in OF_NUMBERS and not any(
            arg.op in (NodeKind.KEYWORD, NodeKind.TUPLE) for arg in given
        )
        if numbers and (
            name not in OPS.functions
            or all(self._is_scalar(self.value(i)) for i in node.args)
        ):
            return self._of_numbers(node)
        if name not in OPS.functions:
            known = (*OPS.functions, *SIZES, *OF_NUMBERS)
            hint = (
                f"write {INSTEAD[name]}"
                if name in INSTEAD
                else nearest(name, known) or "see `symattn ops`"
            )
            raise self.wrong(node, f"there is no function {name}", hint=hint)
        return self._operation(node, OPS[name].signature)

    def _are_two(self, node: Node) -> bool:
        """Whether two arguments are compared with each other: max(15 - d, 0), where max(A, 0) goes down the columns of A."""
        if NodeKind.KEYWORD in {self.tree.nodes[i].op for i in node.args}:
            return False
        first = self.lifted(self.value(node.args[0]))
        return is_number(first, self.scalars | self.single) or not self._is_scalar(
            self.value(node.args[1])
        )

    def _larger(self, name: str, a: Value, index: int) -> Value:
        """The larger or the smaller of what was found so far and one more."""
        return Apply(name, (self.lifted(a), self.lifted(self.value(index))), ())

    def _size(self, node: Node) -> SizeOf:
        of = self.matrix(node.args[0]) if len(node.args) == 1 else None
        if not isinstance(of, Ref):
            raise self.wrong(node, f"{node.text} takes the name of one matrix")
        return SizeOf(node.text, of)

    def _counted(self, node: Node) -> Counted:
        of = list(map(self.matrix, node.args))
        own = [(f".m{k}", x) for k, x in enumerate(of) if isinstance(x, Apply)]
        names = [x.name if isinstance(x, Ref) else f".m{k}" for k, x in enumerate(of)]
        if not names or (own and node.text not in MOMENTS):
            made = spelled(own[0][1]) if own else "A @ B"
            hint = f"give what it is asked of a line of its own: t = {made}, and {node.text}(t)"
            raise self.wrong(
                node, f"{node.text} takes the names of lines or givens", hint=hint
            )
        if node.text in MOMENTS and len(names) != (
            wanted := 2 if node.text == "covariance" else 1
        ):
            what = (
                "the names of two lines or givens"
                if wanted == 2
                else "the name of one line or given"
            )
            raise self.wrong(node, f"{node.text} takes {what}")
        return Counted(node.text, tuple(names), made=tuple(own))

    def _of_numbers(self, node: Node) -> Scalar:
        op, most = OF_NUMBERS[node.text]
        if not 1 <= len(node.args) <= most:
            count = "one argument" if most == 1 else f"1 to {most} arguments"
            raise self.wrong(node, f"{node.text} takes {count}, not {len(node.args)}")
        args = tuple(map(self.number, node.args))
        return RootOf(args[0]) if op == NodeKind.ROOT else Func(op, args)

    def _operation(self, node: Node, f: Signature) -> Value:
        named, plain = self._arguments(node, f)
        kinds = f.kinds
        count = len(plain) if f.matrices == MANY else f.matrices
        spare = without(kinds, named)
        if len(plain) < max(count, 1 if f.matrices == MANY else 0) or len(
            plain
        ) - count > len(spare):
            raise self.wrong(node, f"{node.text} takes {_wanted(f)}, not {len(plain)}")
        named.update(
            {key: [index] for key, index in zip(spare, plain[count:], strict=False)}
        )
        for key, _ in f.positional:
            if key not in named:
                raise self.wrong(node, f"{node.text} needs {key}")
        params = tuple(
            (key, self._sought(key, named[key]) or self._param(kinds[key], named[key]))
            for key in kinds
            if key in named
        )
        takes = [
            self._either if has(node.text, "of numbers", "of entries") else self.matrix
        ] * count
        if has(node.text, "takes places"):
            takes[-1] = self._either
        return Apply(
            node.text,
            tuple(take(i) for take, i in zip(takes, plain, strict=False)),
            params,
        )

    def _either(self, index: int) -> Expr:
        """A node that may be a matrix or a number."""
        return self.lifted(self.value(index))

    def _opened(self, node: Node) -> Node:
        """A call with the sides of its equation as two arguments."""
        nodes, args = self.tree.nodes, list[int]()
        for i in node.args:
            both = nodes[i].text == "==" and has(node.text, "of an equation")
            args += nodes[i].args if both else (i,)
        sought = nodes[args[-1]] if args and has(node.text, "of an equation") else None
        if (
            sought
            and sought.op == NodeKind.NAME
            and self.matrices is not None
            and sought.text not in self.scalars | self.single
        ):
            hint = f'declare it: letters = {{ {sought.text} = "positive" }}'
            raise self.wrong(sought, f"{sought.text} is no letter here", hint=hint)
        return node._replace(args=tuple(args))

    def _sought(self, key: str, indices: list[int]) -> Ref | None:
        """The letter that is sought, which is a matrix of itself where a derivative is taken by it."""
        one = self.tree.nodes[indices[-1]]
        return Ref(one.text) if key == "letter" and one.op == NodeKind.NAME else None

    def _arguments(
        self, node: Node, f: Signature
    ) -> tuple[dict[str, list[int]], list[int]]:
        """The arguments by name, and those without; all sizes of a shape go under its name."""
        nodes = self.tree.nodes
        node = self._opened(node)
        words = [nodes[i] for i in node.args if nodes[i].op == NodeKind.KEYWORD]
        named = {word.text: [word.args[0]] for word in words}
        for word in words[::-1]:
            if word.args != tuple(named[word.text]):
                raise self.wrong(
                    word, f"{word.text} is written twice", hint="write it once"
                )
        plain = [i for i in node.args if nodes[i].op != NodeKind.KEYWORD]
        kinds = f.kinds
        sizes = next(
            (key for key, kind in kinds.items() if kind == Parameter.SIZES), ""
        )
        if sizes and plain[f.matrices :]:
            named[sizes], plain = plain[f.matrices :], plain[: f.matrices]
        for option in named:
            if option not in kinds:
                below = option == "axis" and has(node.text, "side by side")
                hint = (
                    "stack(A, B) joins one below the other"
                    if below
                    else nearest(option, kinds)
                    or (f"it takes {', '.join(kinds)}" if kinds else "it takes none")
                )
                raise self.wrong(node, f"{node.text} has no option {option}", hint=hint)
        return named, plain

    def _param(self, kind: str, indices: list[int]) -> object:
        if kind == Parameter.SIZES:
            nodes = self.tree.nodes
            return tuple(
                self.number(j)
                for i in indices
                for j in (nodes[i].args if nodes[i].op == NodeKind.TUPLE else (i,))
            )
        (index,) = indices
        value, node = self.number(index), self.tree.nodes[index]
        if kind in (Parameter.SCALAR, Parameter.SIZE):
            return value
        number = _plain(value)
        if number is None:
            raise self.wrong(
                node,
                RANGES[kind][2] if kind in RANGES else "here a whole number is needed",
            )
        low, high, what = RANGES.get(kind, (number, number, ""))
        if not low <= number <= high:
            raise self.wrong(node, what)
        return number % 2 if kind == Parameter.AXIS else number


def _plain(value: Scalar) -> int | None:
    if (
        isinstance(value, Num)
        and value.value.is_rational
        and value.value.rational.q == 1
    ):
        return int(value.value.rational.p)
    if isinstance(value, Sum) and value.sign == "-" and value.left == ZERO:
        found = _plain(value.right)
        return None if found is None else -found
    return None


def _wanted(f: Signature) -> str:
    if f.matrices == MANY:
        return "one matrix or more"
    counted = (
        [f"{f.matrices} matri{'x' if f.matrices == 1 else 'ces'}"] if f.matrices else []
    )
    return " and ".join(counted + [key for key, _ in f.positional])


def _numeral(node: Node) -> Num:
    text = node.text
    if (
        len(text) > MOST_DIGITS
        or abs(int(text.lower().partition("e")[2] or 0)) > MOST_DIGITS
    ):
        raise LineError(
            f"a numeral of more than {MOST_DIGITS:,} digits", column=node.position
        )
    return Num(text, Number.of(Decimal(text)))


_ROWS, _PAIRS = (
    "at places",
    "pairs",
)  # the traits of what reads rows, and an entry of each
