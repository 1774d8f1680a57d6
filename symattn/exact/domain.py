"""``symattn.EXACT``: the exact values as a domain of SymPy's, and matrices over it, every zero decided by proof.

SymPy's own ``EX`` decides a zero by what simplifies, and its fraction fields take e and √e for independent, so that the
rank of [[e, √e], [√e, 1]] comes out as 2. Here 1 is what comes out; what cannot be decided raises LimitError.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import prod
from operator import add, ge, gt, le, lt, mul, sub
from typing import TypeAlias

from sympy import latex
from sympy.core.expr import Expr
from sympy.polys.domains import EX, EXRAW
from sympy.polys.domains.domain import Domain
from sympy.polys.domains.domainelement import DomainElement
from sympy.polys.domains.expressiondomain import ExpressionDomain
from sympy.polys.domains.field import Field
from sympy.polys.matrices import DomainMatrix
from sympy.polys.matrices.exceptions import (
    DMNonInvertibleMatrixError,
    DMNonSquareMatrixError,
)
from sympy.polys.polyerrors import CoercionFailed
from sympy.printing.printer import Printer

from symattn.errors import SymattnError, how_many
from symattn.exact import elimination
from symattn.exact.decide import sign
from symattn.exact.decimals import decimal
from symattn.exact.elimination import Ratio, nonzero, under
from symattn.exact.functions import to_power
from symattn.exact.matrix import Matrix
from symattn.exact.number import UNIT, ZERO, Number
from symattn.exact.sympy import Value
from symattn.exact.sympy_in import value as from_sympy
from symattn.exact.sympy_out import entry as to_sympy
from symattn.said import Integers
from symattn.tables import in_turn

LONG = 60  # terms; a longer value is written by its decimals in a representation

Held: TypeAlias = "Number | Ratio"


def _number_of(held: Held) -> Number:
    return held.number if isinstance(held, Ratio) else held


def _together(a: Held, b: Held) -> tuple[Held, Held]:
    """Two values in one form: quotients in one ring where that has all their letters, else plain values."""
    if isinstance(a, Ratio) and isinstance(b, Ratio):
        return (a, b) if a.field is b.field else (a.number, b.number)
    try:
        if isinstance(a, Ratio) and isinstance(b, Number):
            return a, a.field.take(b)
        if isinstance(b, Ratio) and isinstance(a, Number):
            return b.field.take(a), b
    except KeyError:  # a root or an exponential that the ring does not have
        return _number_of(a), _number_of(b)
    return a, b


def _divided(a: Held, b: Held) -> Held:
    if isinstance(a, Ratio) and isinstance(b, Ratio):
        return a / b
    assert isinstance(a, Number)  # the two are in one form
    assert isinstance(b, Number)
    if not nonzero(b):
        raise ZeroDivisionError("division by zero: the divisor is exactly 0")
    if len(b.terms) == 1:
        return a * under(b)
    field = elimination.Field([a, b])
    return field.take(a) / field.take(b)


def _joined(op: Callable[[Held, Held], Held]) -> Callable[[Exact, object], Exact]:
    """A sign of arithmetic between an element and whatever has an exact value."""

    def method(self: Exact, other: object) -> Exact:
        try:
            mine, theirs = _together(self.held, _element(other).held)
        except CoercionFailed:
            return NotImplemented  # type: ignore[no-any-return]  # as an operator does
        return Exact(op(mine, theirs))

    return method


def _compared(test: Callable[[int, int], bool]) -> Callable[[Exact, object], bool]:
    """A comparison by the sign of the difference, which is proved."""
    return lambda self, other: test(sign((self - other).number), 0)


class Exact(ExpressionDomain.Expression):  # type: ignore[misc]
    """An element of ``EXACT``: equality and truth are decided by proof, or raise LimitError.

    Elimination leaves quotients of polynomials in one ring (``Ratio``), which go on without being written out.

    >>> from sympy import E, sqrt
    >>> e, root = EXACT.from_sympy(E), EXACT.from_sympy(sqrt(E))
    >>> root * root == e, bool(e - root * root)
    (True, False)
    """

    __slots__ = ("held",)
    held: Held

    def __init__(self, held: object = 0) -> None:
        self.held = held if isinstance(held, (Number, Ratio)) else _element(held).held

    @property
    def number(self) -> Number:
        """The exact value."""
        return _number_of(self.held)

    @property
    def ex(self) -> Expr:
        """The value as a SymPy expression."""
        return to_sympy(self.number)

    def as_expr(self) -> Expr:
        """The value as a SymPy expression."""
        return self.ex

    def parent(self) -> ExactField:
        """The domain."""
        return EXACT

    def __getstate__(self) -> Number:
        return self.number

    def __setstate__(self, state: Number) -> None:
        self.held = state

    __add__ = __radd__ = _joined(add)
    __sub__, __rsub__ = _joined(sub), _joined(lambda a, b: b - a)
    __mul__ = __rmul__ = _joined(mul)
    __truediv__, __rtruediv__ = _joined(_divided), _joined(lambda a, b: _divided(b, a))

    def __pow__(self, n: object) -> Exact:
        """A power; of a value above 0 to any exponent that has an exact value."""
        try:
            exponent = _element(n).number
        except CoercionFailed:
            return NotImplemented
        if not exponent.is_rational or exponent.rational.q != 1:
            return Exact(to_power(self.number, exponent))
        times = int(exponent.rational.p)
        if times < 0:
            return EXACT.one / self**-times
        if isinstance(self.held, Number):
            return Exact(self.held**times)
        out = EXACT.one
        for _ in range(times):
            out = out * self
        return out

    def __neg__(self) -> Exact:
        return Exact(-self.held)

    def __abs__(self) -> Exact:
        return -self if sign(self.number) < 0 else self

    __lt__, __le__, __gt__, __ge__ = map(_compared, (lt, le, gt, ge))

    def __eq__(self, other: object) -> bool:
        try:
            return not self - _element(other)
        except CoercionFailed:
            return NotImplemented

    def __hash__(self) -> int:
        """Equal values may be written in many ways, so only rational ones have a hash of their own."""
        x = self.held
        return hash(x.key) if isinstance(x, Number) and x.is_rational else hash("EXACT")

    def __bool__(self) -> bool:
        return self.held.nonzero if isinstance(self.held, Ratio) else nonzero(self.held)

    def _over_one(self) -> tuple[Exact, Exact]:
        field = elimination.Field([self.number])
        found = field.take(self.number)
        return Exact(field.value(found.top)), Exact(field.value(found.bottom))

    def numer(self) -> Exact:
        """What stands above, once all is over one denominator."""
        return self._over_one()[0]

    def denom(self) -> Exact:
        """What stands below, once all is over one denominator."""
        return self._over_one()[1]

    def _latex(self, printer: Printer) -> str:
        return printer._print(self.ex)  # type: ignore[no-any-return]

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {latex(self.ex)}$"

    def __repr__(self) -> str:
        terms = len(self.number.terms)
        return (
            f"EXACT({self.ex})"
            if terms <= LONG
            else f"EXACT(about {decimal(self.number, 6)}, {terms} terms)"
        )

    __str__ = __repr__


def _element(x: object) -> Exact:
    """Whatever has an exact value as an element; raises CoercionFailed."""
    if isinstance(x, Exact):
        return x
    if isinstance(x, str):
        raise CoercionFailed(
            f"{x!r} is a text; write EXACT(1, 2), or EXACT(symattn.read({x!r}))"
        )
    try:
        if isinstance(x, ExpressionDomain.Expression):
            x = x.ex
        elif not isinstance(x, Number) and hasattr(x, "_sympy_"):
            x = x._sympy_()
        return Exact(
            Number.of(x) if not hasattr(x, "is_commutative") else _number(from_sympy(x))
        )
    except SymattnError as error:
        raise CoercionFailed(str(error)) from None


def _number(x: Value) -> Number:
    if not isinstance(x, Number):
        raise SymattnError(
            "minus infinity is no number of this field", "take softmax first"
        )
    return x


class ExactField(ExpressionDomain):  # type: ignore[misc]
    """The field of exact values: rationals, real roots, exponentials, π, logarithms and symbols.

    A symbol stands for itself, as in SymPy's ``QQ(x)``. It unifies with ZZ, QQ, algebraic fields, rings of polynomials
    and fields of fractions to itself; with EX and EXRAW to those.

    >>> from sympy import QQ, exp, sqrt
    >>> EXACT.unify(QQ.algebraic_field(sqrt(2))), QQ.unify(EXACT)
    (EXACT, EXACT)
    >>> EXACT.to_sympy(EXACT.from_sympy(sqrt(8)) / 2)
    sqrt(2)
    """

    dtype = Exact
    rep = "EXACT"
    alias = "ExpressionDomain"  # other domains convert from here as they do from EX
    zero, one = Exact(ZERO), Exact(UNIT)
    is_positive, is_negative = (
        Field.is_positive,
        Field.is_negative,
    )  # by sign, where EX looks at how a value is written
    is_nonpositive, is_nonnegative = Field.is_nonpositive, Field.is_nonnegative

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ExactField)

    def __hash__(self) -> int:
        return hash("EXACT")

    def __reduce__(self) -> str:
        return "EXACT"

    def new(self, x: object = 0, below: object = 1) -> Exact:
        """An element from whatever has an exact value, or from what stands above a bar and below it, as QQ(1, 2).

        >>> EXACT(1, 2) * 2 == EXACT.one
        True
        """
        return _element(x) if below == 1 else _element(x) / _element(below)

    def unify(self, other: Domain, symbols: Iterable[Expr] | None = None) -> Domain:
        """The domain that has the elements of both."""
        return (
            other
            if other in (EX, EXRAW) and not isinstance(other, ExactField)
            else self
        )

    def from_ExpressionDomain(self, a: DomainElement, other: Domain) -> Exact:
        """An element of EX, or of this domain."""
        return _element(a)

    def lcm(self, a: Exact, b: Exact) -> Exact:
        """A common multiple."""
        return a * b


class _Minors(ExactField):
    """EXACT while a matrix of polynomials in one ring is eliminated: each entry is a minor, each division comes out even."""

    def exquo(self, a: Exact, b: Exact) -> Exact:
        mine, theirs = _together(a.held, b.held)
        return (
            Exact(mine.evenly(theirs))
            if isinstance(mine, Ratio) and isinstance(theirs, Ratio)
            else a / b
        )


EXACT, _MINORS = ExactField(), _Minors()


class ExactDomainMatrix(DomainMatrix):  # type: ignore[misc]
    """A DomainMatrix over ``EXACT`` whose elimination goes on in one ring of polynomials, without fractions.

    >>> from sympy import E, Matrix, exp, sqrt
    >>> m = ExactDomainMatrix.of(from_sympy(Matrix([[E, sqrt(E)], [sqrt(E), 1]])))
    >>> m.rank(), m.det()
    (1, EXACT(0))
    """

    @classmethod
    def of(cls, m: Matrix) -> ExactDomainMatrix:
        """The matrix over EXACT; raises SymattnError where minus infinity stands in it."""
        if m.blocked:
            raise SymattnError(
                "minus infinity is no number of this field", "take softmax first"
            )
        field = elimination.Field(
            in_turn(m.values)
        )  # one ring for all of them, which their results share
        return cls(
            [
                [Exact(x if x.is_rational else field.take(x)) for x in row]
                for row in m.values
            ],
            m.shape,
            EXACT,
        )

    def __eq__(self, other: object) -> bool:
        """Whether all entries are equal, by proof, however the two are kept."""
        if not isinstance(other, DomainMatrix):
            return NotImplemented
        return bool(
            self.shape == other.shape
            and self.domain == other.domain
            and self.to_list() == other.to_list()
        )

    __hash__ = None  # type: ignore[assignment]

    def _latex(self, printer: Printer) -> str:
        return printer._print(self.to_Matrix())  # type: ignore[no-any-return]

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {latex(self)}$"

    def det(self) -> DomainElement:
        """The determinant, an element of EXACT."""
        cleared, below = _cleared(self.to_list(), self.shape)
        return cleared.det() / below

    def rref(self, **options: object) -> tuple[DomainMatrix, Integers]:
        """The reduced row echelon form and the columns of its pivots, found without fractions; rank and null space follow."""
        plainly = sorted(
            self.to_list(), key=_begins_open
        )  # a pivot that is rational needs no proof
        cells, below, pivots = _cleared(plainly, self.shape)[0].rref_den(
            method="FF_dense"
        )
        return type(self)(
            [[x / below for x in row] for row in cells.to_list()], self.shape, EXACT
        ), pivots

    def inv(self) -> DomainMatrix:
        """The inverse; raises DMNonInvertibleMatrixError for a singular matrix."""
        rows, columns = self.shape
        if rows != columns:
            raise DMNonSquareMatrixError(
                f"this matrix is {rows}×{columns}; write a square one"
            )
        cells, pivots = self.from_rep(
            self.hstack(self.eye(rows, EXACT).to_dense()).rep
        ).rref()
        if pivots != tuple(range(rows)):
            rank = sum(k < rows for k in pivots)
            raise DMNonInvertibleMatrixError(
                f"the matrix is singular: its rank is {rank}, it has {how_many(rows, 'row')}"
            )
        return cells[:, rows:]


def _cleared(
    rows: Sequence[Sequence[Exact]], shape: tuple[int, int]
) -> tuple[DomainMatrix, Exact]:
    """A matrix with each row times what stands below its entries, so that polynomials remain; and the product of these."""
    field = elimination.Field(x.number for x in in_turn(rows))
    cleared = [field.row([x.number for x in row]) for row in rows]
    table = [
        [Exact(Ratio(field, top, field.one)) for top in tops] for tops, _ in cleared
    ]
    below = prod((bottom for _, bottom in cleared), start=field.one)
    return DomainMatrix(table, shape, _MINORS), Exact(Ratio(field, below, field.one))


def _begins_open(row: Sequence[Exact]) -> bool:
    """Whether the first entry of a row is none that is seen not to be 0."""
    return not any(x.number.terms and x.number.is_rational for x in row[:1])
