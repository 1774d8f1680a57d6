"""Matrices of enclosures; and matrices whose exact values would be too long, held by a definition and its enclosure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from typing import Protocol, TypeVar, cast

from flint import arb, arb_mat, ctx, fmpq

from symattn.errors import LimitError, SymattnError
from symattn.exact.any_matrix import NOWHERE, AnyMatrix, Function, Mat, Places, paired
from symattn.exact.ball import MATRIX_BITS, ball, working
from symattn.exact.budget import METER
from symattn.exact.matrix import Matrix
from symattn.exact.number import Atom, Base, Monomial, Number, letter
from symattn.exact.tensor import AnyArray
from symattn.limits import LONG_BITS, MOST_DIGITS, MOST_KEPT, REFUTE_BITS
from symattn.records import frozen
from symattn.said import Named
from symattn.tables import in_turn

# --- ball matrix ---
# Matrices of certified balls at the precision in force: an operation's own rule, carried out on them, bounds its value.

NIL = arb(0)
LARGEST = (
    arb(10) ** MOST_DIGITS
)  # the bound of exact values, so that a definition holds no larger one
B = TypeVar("B", bound="BallMatrix")


class BallMatrix(AnyMatrix[arb]):
    """An immutable matrix of balls.

    >>> from symattn.exact.ball import working
    >>> with working(64):
    ...     (BallMatrix.lifted(Matrix.of([[1, 2]])) @ Matrix.of([[3], [4]])).values
    [[11.0000000000000000]]
    """

    RANK = 2
    __slots__ = ("_values", "blocked", "cols", "m", "rows")

    def __init__(self, m: arb_mat | list[list[arb]], blocked: Places = NOWHERE) -> None:
        self.m, self.blocked = (m if isinstance(m, arb_mat) else arb_mat(m)), blocked
        self.rows, self.cols = self.m.nrows(), self.m.ncols()
        self._values: list[list[arb]] | None = None

    @property
    def values(self) -> list[list[arb]]:
        """The balls, row by row."""
        if self._values is None:
            self._values = self.m.table()
        return self._values

    @classmethod
    def lifted(cls: type[B], m: Mat) -> B:
        """An exact matrix as balls; a matrix of balls as it is; SymattnError for intervals."""
        if isinstance(m, cls):
            return m
        if not isinstance(m, Matrix):
            raise SymattnError("intervals have no precision to be raised")
        return cls(m.balls(), m.blocked)

    @classmethod
    def entry(cls, x: Number) -> arb:
        """The ball around a number."""
        return ball(x, ctx.prec)

    def made(self: B, values: Iterable[Iterable[arb]], blocked: Places = NOWHERE) -> B:
        """A matrix of these balls."""
        return type(self)(arb_mat([list(row) for row in values]), blocked)

    def image(self, f: Function, x: arb) -> arb:
        """A ball that holds every value of a function."""
        METER.function(ctx.prec)
        return f.ball(x)

    def times(self: B, other: B) -> B:
        """The product with a matrix that fits."""
        return type(self)(self.m * other.m)

    def plus(self: B, other: B) -> B:
        """The sum with a matrix of the same shape."""
        return type(self)(self.m + other.m, self.blocked | other.blocked)

    def scaled(self: B, x: Number) -> B:
        """Every entry times x."""
        return type(self)(self.m * self.entry(x), self.blocked)

    def squared(self: B) -> B:
        """Every entry times itself."""
        return self.made([[x**2 for x in row] for row in self.values], self.blocked)

    def larger_than(self: B, other: B) -> B:
        """What the larger of two entries may be."""
        return paired(self, other, lambda x, y: x.max(y))

    def normalized(self: B) -> B:
        """Every row divided by its sum; anything where that may be 0."""
        return type(self)(
            arb_mat(
                [
                    [x / total for x in row]
                    for row in self.values
                    for total in [sum(row, NIL)]
                ]
            )
        )


# --- defined ---
# Values that are held by their definition: an operation and the matrices it is carried out on.
#
# The exact form of an entry grows with every layer: after two blocks of a transformer it would fill books. What is larger
# than ``limits.MOST_IN_LINE`` is not multiplied out. Each entry becomes a letter (an ``Atom`` of kind "def") that knows
# which operation on which matrices made it, so the lines of a deep plan form a graph. Decimals stay certified: the
# operations are carried out on balls, at whatever precision is asked for, and every line once for all that need it.

_READING: list[
    Definition
] = []  # the definitions whose matrices are just being read, the innermost last


class ValueRule(Protocol):
    """An operation by its value rule, which takes exact matrices and matrices of balls alike; ``name`` tells it from others."""

    @property
    def name(self) -> str: ...

    def __call__(self, *inputs: AnyArray, **params: object) -> AnyArray: ...


class Definition:
    """An operation, the matrices it is carried out on and its parameters: what a matrix of letters stands for.

    Two definitions are the same when operation, matrices and parameters are, entry by entry as they are written.
    ``label`` is what a sentence calls the matrix.
    """

    def __init__(
        self,
        rule: ValueRule,
        inputs: Sequence[Matrix],
        params: Named,
        label: str = "",
    ) -> None:
        self.rule, self.inputs, self.params, self.label = (
            rule,
            tuple(inputs),
            dict(params),
            label,
        )
        self.needs: dict[
            Definition, None
        ] = {}  # the definitions that stand in the inputs, found when they are first read
        self._digest = ""
        self._known: dict[int, list[list[arb]]] = {}
        self._blocked: Places = NOWHERE  # places that the operation blocks

    def balls(self) -> list[list[arb]]:
        """The entries as balls at the precision in force; what it needs is worked out first, without recursion."""
        if _READING and _READING[-1] is not self:
            _READING[-1].needs[self] = None
        for one in self._before(lambda one: ctx.prec in one._known):
            one._work_out()
        return self._known[ctx.prec]

    def _before(self, done: Callable[[Definition], bool]) -> Iterator[Definition]:
        """The definitions that are not done yet, each after those it needs."""
        waiting: list[tuple[Definition, bool]] = [(self, False)]
        while waiting:
            one, ready = waiting.pop()
            if done(one):
                continue
            if ready:
                yield one
            else:
                waiting += [(one, True), *((need, False) for need in one.needs)]

    def _work_out(self) -> None:
        _READING.append(self)
        try:
            found = BallMatrix.lifted(
                cast(
                    Mat, self.rule(*map(BallMatrix.lifted, self.inputs), **self.params)
                )
            )
        finally:
            _READING.pop()
        while len(self._known) >= MOST_KEPT:
            del self._known[next(iter(self._known))]
        self._known[ctx.prec], self._blocked = found.values, found.blocked

    def matrix(self) -> Matrix:
        """The matrix of letters; an entry whose ball is a point is that number. Raises LimitError where an entry has no ball."""
        bits, refused = (
            MATRIX_BITS,
            LimitError(
                "a value whose exact form is too long has no decimals that can be certified"
            ),
        )
        while bits <= REFUTE_BITS:
            try:
                with working(bits):
                    table = self.balls()
            except (
                LimitError
            ) as error:  # what the rule itself says: more entries than there may be
                refused = error
            except SymattnError:
                pass  # a divisor or a radicand that these balls cannot tell from 0
            else:
                sizes = [abs(x) for x in in_turn(table)]
                if any(size > LARGEST for size in sizes):
                    raise LimitError(
                        f"a value beyond 10^{MOST_DIGITS:,}",
                        "values that large are refused",
                    )
                if all(
                    size <= LARGEST for size in sizes
                ):  # told for certain, so finite too
                    source = (
                        partial(self._letters, table),
                        lambda: arb_mat(self.balls()),
                    )
                    shape = len(table), len(table[0])
                    return Matrix.letters(shape, source, self._blocked)
            bits *= 2
        raise refused

    def _letters(self, first: list[list[arb]]) -> tuple[tuple[Number, ...], ...]:
        """A letter for every entry, or its value where the ball is a single point."""
        return tuple(
            tuple(_letter(self, i, j, x) for j, x in enumerate(row))
            for i, row in enumerate(first)
        )

    @property
    def digest(self) -> str:
        """A name that is the same in every run, and another for every other definition."""
        for one in self._before(lambda one: bool(one._digest)):
            one._digest = one._named()
        return self._digest

    def _named(self) -> str:
        known: dict[object, str] = {}
        told = [self.rule.name, *sorted(map(str, self.params.items()))]
        for m in self.inputs:
            told += [
                f"{m.shape}{sorted(m.blocked)}",
                *(digest_of(x, known) for x in in_turn(m.values)),
            ]
        return sha256("|".join(told).encode()).hexdigest()

    def __hash__(self) -> int:
        return hash((self.rule.name, *(m.shape for m in self.inputs)))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            isinstance(other, Definition)
            and self.rule == other.rule
            and self.digest == other.digest
        )

    def __getstate__(self) -> Named:
        return {**vars(self), "_known": {}}


@frozen
class DefinedEntry:
    """The entry in row i, column j of a definition's matrix: the body of an ``Atom`` of kind "def"."""

    i: int
    j: int
    definition: Definition

    @property
    def key(self) -> DefinedEntry:
        """Itself: it is told from others by what it is made of."""
        return self

    @property
    def name(self) -> str:
        """What a sentence calls it, rows and columns counted from 0."""
        return (
            f"{self.definition.label or self.definition.rule.name}[{self.i}, {self.j}]"
        )

    def ball(self) -> arb:
        """The value at the precision in force."""
        return self.definition.balls()[self.i][self.j]

    def __str__(self) -> str:
        return f"{self.definition.digest}[{self.i},{self.j}]"

    def __repr__(self) -> str:
        return self.name


def _letter(definition: Definition, i: int, j: int, x: arb) -> Number:
    """A letter for one entry, or its value where the ball is a single point."""
    if x.is_exact():
        mantissa, exponent = x.mid().man_exp()
        if abs(exponent) < LONG_BITS:
            return Number.of(fmpq(mantissa) * fmpq(2) ** int(exponent))
    return letter(Atom("def", DefinedEntry(i, j, definition)))


def digest_of(x: Number, known: dict[object, str]) -> str:
    """A name for a value as it is written, whatever order its terms stand in; what recurs in it is looked at once."""
    terms = sorted(f"{_digest(m, known)}*{c}" for m, c in x.terms.items())
    return sha256("+".join(terms).encode()).hexdigest()


def _digest(part: Monomial | Base, known: dict[object, str]) -> str:
    """A name for a monomial or a generator."""
    if isinstance(part, int):
        return str(part)
    if part in known:
        return known[part]
    if isinstance(part, Atom):
        body = (
            digest_of(part.body, known) if isinstance(part.body, Number) else part.body
        )
        found = f"{part.kind}({body})"
    else:
        powers, exponent = part
        found = "".join(f"[{_digest(b, known)}^{p}]" for b, p in powers)
        found += "" if exponent is None else f"e{digest_of(exponent, known)}"
    known[part] = found
    return found
