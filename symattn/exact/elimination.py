"""Linear algebra on exact values without fractions: determinant, rank, reduced form, inverse, eigenvalues, by proof.

The entries of a row are brought over one denominator, and FLINT eliminates among the numerators, polynomials in the
roots and exponentials that occur (Bareiss, 1968: every entry on the way is a minor, every division comes out even).
The letters of these polynomials need not be independent: a pivot is one whose *value* is not zero, by proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import inf, prod

from flint import arb, fmpq, fmpq_mat, fmpq_mpoly, fmpq_poly

from symattn.errors import LimitError, ShapeError, SymattnError
from symattn.exact.ball import Balls, real, working
from symattn.exact.decide import sign
from symattn.exact.functions import root
from symattn.exact.number import I_PI, UNIT, ZERO, Atom, Monomial, Number, Powers, monomial, total
from symattn.exact.quotients import Letter, Poly, Polynomials, body, groups, highest, numerator
from symattn.exact.roots import inverse as inverse_of
from symattn.exact.roots import normal
from symattn.exact.zero import canonical, is_zero, symbolic

Table = Sequence[Sequence[Number]]
Cells = tuple[tuple["Ratio", ...], ...]
Polys = list[list[fmpq_mpoly]]
MOST_TERMS = 200_000  # of all polynomials on the way; a larger elimination is refused
MOST_PAIRS = 4_000_000  # products of terms formed in one multiplication
MOST_WORK = 1_000_000  # terms of all products formed in one elimination
EXPANDED_ROWS = 8  # of a matrix whose determinant is expanded by minors, where its entries have one term each
HIGH_DEGREE = 3_000  # up to which FLINT looks for what two polynomials share
FEW = 12  # terms of a denominator up to which its simplest form is looked for


def nonzero(x: Number) -> bool:
    """Whether a value is not zero, by proof; LimitError where that cannot be told.

    A symbol stands for itself, not for a number: x − y is not zero, (x + y)² − x² − 2xy − y² is.

    >>> nonzero(root(8) - 2 * root(2)), nonzero(root(8) - 3)
    (False, True)
    """
    if not x.terms or x.is_rational:
        return bool(x.terms)
    found = is_zero(x)
    if found is None and symbolic(x):
        parts = groups(x)
        top = x if not highest(parts) else _numerator(parts)
        if not top.terms or all(map(_independent, top.terms)):
            return bool(top.terms)
    if found is None:
        raise LimitError("it cannot be told whether a value is zero")
    return not found


def _numerator(parts: dict[Powers, Number]) -> Number:
    return numerator(total(top * monomial((dens, None)) for dens, top in parts.items()))


def _independent(m: Monomial) -> bool:
    """Whether a monomial is made of symbols, roots of primes and an exponential of a polynomial in such.

    Distinct ones are linearly independent: exponentials of polynomials that differ by more than a number are so over
    the rational functions, and those that differ by a number by Lindemann and Weierstrass.
    """
    plain = all(isinstance(b, int) or (_is_symbol(b) and p.denominator == 1) for b, p in m[0])
    return plain and (m[1] is None or all(n[1] is None and _independent(n) for n in m[1].terms))


def _is_symbol(b: Atom) -> bool:
    """Whether an atom is a symbol that stands for itself; the value of an undefined function may be any other's."""
    if b.kind != "sym":
        return False
    symbol = getattr(b.body, "symbol", None)
    return symbol is None or bool(symbol.is_Symbol)


class Ratio:
    """A quotient of two polynomials in the letters of a ``Field``, what both share taken out; its value on demand.

    >>> field = Field([root(2)])
    >>> half = field.take(Number.of(1) / 2)
    >>> (half + half * field.take(root(2))).number
    Number(1/2+[2^1/2]*1/2)
    """

    __slots__ = ("field", "top", "bottom", "_number")

    def __init__(self, field: Field, top: fmpq_mpoly, bottom: fmpq_mpoly) -> None:
        self.field, self._number = field, None if top else ZERO
        self.top, self.bottom = _shortened(top, bottom)

    @property
    def number(self) -> Number:
        """The value."""
        if self._number is None:
            top = self.field.value(self.top)
            self._number = top * under(self.field.value(self.bottom)) if nonzero(top) else ZERO
        return self._number

    @property
    def nonzero(self) -> bool:
        """Whether the value is not zero, by proof."""
        return self.field.nonzero(self.top)

    def __add__(self, other: Ratio) -> Ratio:
        mine, theirs = _shortened(self.bottom, other.bottom)  # what the denominators share is not multiplied
        top = times(self.top, theirs) + times(other.top, mine)
        return Ratio(self.field, top, times(self.bottom, theirs))

    def __neg__(self) -> Ratio:
        return Ratio(self.field, -self.top, self.bottom)

    def __sub__(self, other: Ratio) -> Ratio:
        return self + -other

    def __mul__(self, other: Ratio) -> Ratio:
        (left, below), (right, under) = _shortened(self.top, other.bottom), _shortened(other.top, self.bottom)
        return Ratio(self.field, times(left, right), times(below, under))

    def __truediv__(self, other: Ratio) -> Ratio:
        if not other.nonzero:
            raise ZeroDivisionError("division by zero: the divisor is exactly 0")
        return self * Ratio(self.field, other.bottom, other.top)

    def __repr__(self) -> str:
        return repr(self.number)


def times(a: fmpq_mpoly, b: fmpq_mpoly) -> fmpq_mpoly:
    """The product of two polynomials; LimitError past MOST_PAIRS products of terms."""
    if len(a) * len(b) > MOST_PAIRS:
        raise LimitError(f"multiplied out, this takes more than {MOST_PAIRS:,} products", "take a smaller matrix")
    return a * b


def _shortened(top: fmpq_mpoly, bottom: fmpq_mpoly) -> tuple[fmpq_mpoly, fmpq_mpoly]:
    """Two polynomials without what both share, which is not looked for where their degrees are so high that it takes long."""
    if not top:
        return top, top + 1
    if bottom.is_constant() or max(sum(map(int, x.degrees())) for x in (top, bottom)) > HIGH_DEGREE:
        return top, bottom
    common = top.gcd(bottom)
    return (top, bottom) if common.is_constant() else (top / common, bottom / common)


class Field:
    """The quotients of polynomials in the roots, exponentials and symbols that some values are made of.

    Where these letters are algebraically independent (``free``) a polynomial is zero only if it has no terms.

    >>> Field([root(2)]).free, Field([]).free
    (False, True)
    """

    def __init__(self, values: Iterable[Number], extra: Iterable[Number] = ()) -> None:
        parts = [groups(x) for x in values]
        self._bodies = {atom: body(atom) for x in parts for atom in highest(x)}
        tops = [top for x in parts for top in x.values()]
        self._ring = Polynomials([*tops, *self._bodies.values(), *extra, UNIT])
        self._below = {atom: self._ring.write(x) for atom, x in self._bodies.items()}
        self._flat = (0,) * self._ring.width
        self.one = self._ring.constant(fmpq(1))
        self.zero = 0 * self.one
        self.free = all(_stands_alone(letter) for letter in self._ring.orders)

    def row(self, values: Sequence[Number]) -> tuple[list[fmpq_mpoly], fmpq_mpoly]:
        """Several values over one denominator: their numerators, and it. KeyError for a letter that is not here."""
        parts = [groups(x) for x in values]
        common = highest(dens for x in parts for dens in x)
        polys = [*(self._over(x, common) for x in parts), self._product(common)]
        shift = tuple(map(min, zip(*(a[0] for a in polys), strict=True)))
        *tops, bottom = (self._ring.moved(a, shift) for a in polys)
        return tops, bottom

    def take(self, x: Number) -> Ratio:
        """A value as a quotient; KeyError for a letter that is not here."""
        (top,), bottom = self.row([x])
        return Ratio(self, top, bottom)

    def polynomial(self, terms: dict[tuple[int, ...], fmpq]) -> fmpq_mpoly:
        """A polynomial from its coefficients by powers."""
        return self._ring.polynomial(terms)

    def value(self, poly: fmpq_mpoly) -> Number:
        """The value of a polynomial."""
        return self._ring.read((self._flat, poly))

    def nonzero(self, poly: fmpq_mpoly) -> bool:
        """Whether the value of a polynomial is not zero, by proof."""
        return bool(poly) if self.free or not poly else nonzero(self.value(poly))

    def _over(self, x: dict[Powers, Number], common: dict[Atom, int]) -> Poly:
        """A value times a common denominator."""
        out: Poly = (self._flat, self.zero)
        for k, (dens, top) in enumerate(x.items()):
            lacks = {atom: p - int(dict(dens).get(atom, 0)) for atom, p in common.items()}
            term = self._ring.times(self._ring.write(top), self._product(lacks))
            out = self._ring.plus(out, term) if k else term
        return out

    def _product(self, powers: dict[Atom, int]) -> Poly:
        out: Poly = (self._flat, self.one)
        for atom, p in powers.items():
            for _ in range(p):
                out = self._ring.times(out, self._below[atom])
        return out


class Cleared:
    """A matrix as rows of polynomials ``tops``, each row over a polynomial of its own in ``below``.

    >>> Cleared([[Number.of(1) / 2, Number.of(1)]]).below
    [1]
    """

    def __init__(self, table: Table, extra: Iterable[Number] = ()) -> None:
        self.field = Field([x for row in table for x in row], extra)
        rows = [self.field.row(row) for row in table]
        self.tops: Polys = [tops for tops, _ in rows]
        self.below = [bottom for _, bottom in rows]
        self.rows, self.cols = len(table), len(table[0])


def under(x: Number) -> Number:
    """1/x for a value that is known not to be zero; a long one is left as it stands, no powers or roots looked for.

    >>> under(root(2))
    Number([2^1/2]*1/2)
    """
    if len(x.terms) <= FEW:
        return inverse_of(x)
    c, front, rest = normal(x, largest=False)
    return Number({(((Atom("den", rest), 1),), None): fmpq(1)}) * inverse_of(monomial(front, c))


def _stands_alone(letter: Letter) -> bool:
    """Whether a letter is algebraically independent of the others that do: a symbol, or e to one basis element."""
    kind, what = letter
    if kind == "b":
        return isinstance(what, Atom) and _is_symbol(what)
    return isinstance(what, tuple) and what != I_PI and canonical(what)


class Eliminated:
    """Rows brought to echelon form: ``tops`` afterwards, the columns of the ``pivots``.

    ``divisors[k]`` is what step k divided by, ``even`` whether rows were swapped an even number of times.
    """

    def __init__(self, m: Cleared, tops: Polys, *, whole: bool, width: int | None = None, by_value: bool = True) -> None:
        self.m, self.tops = m, [list(row) for row in tops]
        self.even, self.work = True, 0
        self.pivots: list[int] = []
        self.divisors: list[fmpq_mpoly] = [m.field.one]
        for col in range(m.cols if width is None else width):
            k = len(self.pivots)
            if k == len(tops):
                break
            found = self._pivot(k, col, m.field.nonzero if by_value else bool)
            if found is None:
                continue
            if found != k:
                self.tops[k], self.tops[found] = self.tops[found], self.tops[k]
                self.even = not self.even
            self._clear(k, col, whole)
            self.pivots.append(col)
            self.divisors.append(self.tops[k][col])

    def _pivot(self, k: int, col: int, is_pivot: Callable[[fmpq_mpoly], bool]) -> int | None:
        """The row with the shortest entry that is not zero; LimitError where all that are left cannot be told."""
        rows = [i for i in range(k, len(self.tops)) if self.tops[i][col]]
        unknown: LimitError | None = None
        for i in sorted(rows, key=lambda i: len(self.tops[i][col])):
            try:
                if is_pivot(self.tops[i][col]):
                    return i
            except LimitError as error:
                unknown = error
        if unknown is not None:
            raise unknown
        return None

    def _clear(self, k: int, col: int, whole: bool) -> None:
        row, last = self.tops[k], self.divisors[-1]
        pivot, terms = row[col], 0
        for i, other in enumerate(self.tops):
            if i == k or (i < k and not whole):
                continue
            factor = other[col]
            formed = [times(pivot, x) - times(factor, y) for x, y in zip(other, row, strict=True)]
            self.work += sum(map(len, formed))
            if self.work > MOST_WORK:
                raise LimitError(f"eliminating forms more than {MOST_WORK:,} terms", "take a smaller matrix")
            self.tops[i] = [x / last for x in formed]
            terms += sum(map(len, self.tops[i]))
            if terms > MOST_TERMS:
                raise LimitError(f"eliminating takes more than {MOST_TERMS:,} terms", "take a smaller matrix")


def _square(table: Table, what: str) -> None:
    if len(table) != len(table[0]):
        raise ShapeError(f"a {len(table)}×{len(table[0])} matrix has no {what}", "write a square one")


def determinant(table: Table) -> Ratio:
    """The determinant.

    >>> determinant([[root(2), Number.of(1)], [Number.of(2), root(2)]])
    Number(0)
    """
    _square(table, "determinant")
    m = Cleared(table)
    short = m.rows <= EXPANDED_ROWS and all(len(x) <= 1 for row in m.tops for x in row)
    return Ratio(m.field, _expanded(m) if short else _eliminated(m, m.tops), prod(m.below, start=m.field.one))


def _eliminated(m: Cleared, tops: Polys) -> fmpq_mpoly:
    """The determinant of the numerators, by elimination."""
    done = Eliminated(m, tops, whole=False, by_value=False)
    if len(done.pivots) < m.rows:
        return m.field.zero
    return done.divisors[-1] if done.even else -done.divisors[-1]


def _expanded(m: Cleared) -> fmpq_mpoly:
    """The determinant of numerators of one term each, as those of a softmax: by minors of the first rows, each formed once."""
    minors: dict[tuple[int, ...], fmpq_mpoly] = {(): m.field.one}
    for row in m.tops:
        longer: dict[tuple[int, ...], fmpq_mpoly] = {}
        for columns, minor in minors.items():
            for j, x in enumerate(row):
                if x and j not in columns:
                    chosen = tuple(sorted((*columns, j)))
                    term = times(x, minor)
                    odd = (len(chosen) - 1 - chosen.index(j)) % 2
                    longer[chosen] = longer.get(chosen, m.field.zero) + (-term if odd else term)
        minors = longer
        if sum(map(len, minors.values())) > MOST_TERMS:
            raise LimitError(f"a determinant takes more than {MOST_TERMS:,} terms", "take a smaller matrix")
    return minors.get(tuple(range(m.rows)), m.field.zero)


def reduced(table: Table) -> tuple[Cells, tuple[int, ...]]:
    """The reduced row echelon form and the columns of its pivots.

    >>> reduced([[root(2), Number.of(1)], [Number.of(2), root(2)]])
    (((Number(1), Number([2^1/2]*1/2)), (Number(0), Number(0))), (0,))
    """
    if len(table) == len(table[0]) == _sure_rank(table):
        return identity(len(table)), tuple(range(len(table)))
    m = Cleared(table)
    done = Eliminated(m, m.tops, whole=True)
    zero, one = (Ratio(m.field, x, m.field.one) for x in (m.field.zero, m.field.one))
    rows = []
    for i, row in enumerate(done.tops):
        cells = [zero] * m.cols
        for j in range(m.cols) if i < len(done.pivots) else ():
            if j in done.pivots:
                cells[j] = one if done.pivots[i] == j else zero
            else:
                cells[j] = Ratio(m.field, row[j], done.divisors[-1])
        rows.append(tuple(cells))
    return tuple(rows), tuple(done.pivots)


def identity(size: int) -> Cells:
    """Ones on the diagonal.

    >>> identity(2)
    ((Number(1), Number(0)), (Number(0), Number(1)))
    """
    field = Field([])
    zero, one = (Ratio(field, x, field.one) for x in (field.zero, field.one))
    return tuple(tuple(one if i == j else zero for j in range(size)) for i in range(size))


def independent_rows(table: Table) -> int:
    """The number of independent rows.

    >>> independent_rows([[root(2), Number.of(1)], [Number.of(2), root(2)]])
    1
    """
    sure = _sure_rank(table)
    if sure == min(len(table), len(table[0])):
        return sure
    m = Cleared(table)
    return len(Eliminated(m, m.tops, whole=False).pivots)


def _sure_rank(table: Table) -> int:
    """How many independent rows balls prove: an elimination on them goes on while one entry is surely not 0."""
    best = 0
    for bits in (64, 256, 1024):
        with working(bits):
            known = Balls()
            rows = [[real(known.value(x)) for x in row] for row in table]
            done = 0
            while rows and (place := _surest(rows)) is not None:
                pivot = rows.pop(place[0])
                factors = [row[place[1]] / pivot[place[1]] for row in rows]
                rows = [[x - c * y for x, y in zip(row, pivot, strict=True)] for c, row in zip(factors, rows, strict=True)]
                for row in rows:
                    row[place[1]] = arb(0)
                done += 1
        best = max(best, done)
        if best == min(len(table), len(table[0])):
            break
    return best


def _surest(rows: Sequence[Sequence[arb]]) -> tuple[int, int] | None:
    """The place of the entry that is surely furthest from 0."""
    sizes = [(x.abs_lower(), i, j) for i, row in enumerate(rows) for j, x in enumerate(row) if x.is_finite()]
    size, i, j = max(sizes, key=lambda found: float(found[0].log()) if found[0] > 0 else -inf, default=(arb(0), 0, 0))
    return (i, j) if size > 0 else None


def nullspace(table: Table) -> Cells:
    """Rows that span what the matrix sends to 0, a 1 at each free column.

    >>> nullspace([[Number.of(1), Number.of(2)]])
    ((Number(-2), Number(1)),)
    """
    cells, pivots = reduced(table)
    field = cells[0][0].field
    zero, one = (Ratio(field, x, field.one) for x in (field.zero, field.one))
    out = []
    for j in range(len(table[0])):
        if j not in pivots:
            row = [one if k == j else zero for k in range(len(table[0]))]
            for i, p in enumerate(pivots):
                row[p] = -cells[i][j]
            out.append(tuple(row))
    return tuple(out)


def inverse(table: Table) -> Cells:
    """The inverse; raises SymattnError for a singular matrix.

    >>> inverse([[Number.of(2)]])
    ((Number(1/2),),)
    """
    _square(table, "inverse")
    m = Cleared(table)
    unit = [[m.field.one if i == j else m.field.zero for j in range(m.rows)] for i in range(m.rows)]
    done = Eliminated(m, [[*row, *own] for row, own in zip(m.tops, unit, strict=True)], whole=True, width=m.cols)
    if len(done.pivots) < m.rows:
        raise SymattnError(f"the matrix is singular: its rank is {len(done.pivots)}, it has {m.rows} rows")
    last = done.divisors[-1]
    return tuple(tuple(Ratio(m.field, x * m.below[j], last) for j, x in enumerate(row[m.cols :])) for row in done.tops)


def triangular(table: Table) -> tuple[Cells, Cells, list[tuple[int, int]]]:
    """L, U and the swaps of rows with which L · U is the matrix, as SymPy's ``lu`` gives them.

    >>> triangular([[Number.of(2), Number.of(1)], [Number.of(4), Number.of(3)]])[1]
    ((Number(2), Number(1)), (Number(0), Number(1)))
    """
    field = Field([x for row in table for x in row])
    zero, one = (Ratio(field, x, field.one) for x in (field.zero, field.one))
    rows = [[field.take(x) for x in row] for row in table]
    swaps: list[tuple[int, int]] = []
    lower = [[zero] * len(rows) for _ in rows]
    for k in range(min(len(rows), len(rows[0]))):
        found = next((i for i in range(k, len(rows)) if rows[i][k].nonzero), None)
        if found is None:
            continue
        if found != k:
            rows[k], rows[found] = rows[found], rows[k]
            lower[k], lower[found] = lower[found], lower[k]
            swaps.append((k, found))
        for i in range(k + 1, len(rows)):
            lower[i][k] = rows[i][k] / rows[k][k]
            rows[i] = [*[zero] * (k + 1), *(rows[i][j] - lower[i][k] * rows[k][j] for j in range(k + 1, len(rows[0])))]
    whole = tuple(tuple(one if i == j else x for j, x in enumerate(row)) for i, row in enumerate(lower))
    return whole, tuple(map(tuple, rows)), swaps


def characteristic(table: Table) -> tuple[Ratio, ...]:
    """The coefficients of det(λ·1 − A), that of the highest power, 1, first.

    >>> characteristic([[Number.of(1), Number.of(2)], [Number.of(3), Number.of(4)]])
    (Number(1), Number(-5), Number(-2))
    """
    _square(table, "characteristic polynomial")
    m = Cleared(table)
    size = m.rows
    found = []
    for at in range(size + 1):  # worked out at as many whole numbers as it has coefficients, and put together from these
        tops = [[-x for x in row] for row in m.tops]
        for i, q in enumerate(m.below):
            tops[i][i] += at * q
        found.append(_eliminated(m, tops))
    powers = fmpq_mat(size + 1, size + 1, [at**k for at in range(size + 1) for k in range(size + 1)])
    weights = powers.inv().table()
    bottom = prod(m.below, start=m.field.one)
    shares = [[c * x for c, x in zip(row, found, strict=True)] for row in weights]
    return tuple(Ratio(m.field, sum(row, m.field.zero), bottom) for row in reversed(shares))


def eigenvalues(table: Table) -> list[tuple[Number, int]]:
    """The eigenvalues with their multiplicities, where they are expressible; raises SymattnError where not.

    Expressible are those of a triangular matrix, and what 1, 0, −1, rational factors and square roots give.

    >>> eigenvalues([[Number.of(0), Number.of(2)], [Number.of(1), Number.of(0)]])
    [(Number([2^1/2]*1), 1), (Number([2^1/2]*-1), 1)]
    """
    _square(table, "eigenvalues")
    places = [(i, j) for i in range(len(table)) for j in range(len(table)) if i != j and nonzero(table[i][j])]
    if all(i > j for i, j in places) or all(i < j for i, j in places):
        return _counted([row[i] for i, row in enumerate(table)])
    rest, found = list(characteristic(table)), []
    for candidate in (1, 0, -1):
        while len(rest) > 1 and (shorter := _without(rest, candidate)) is not None:
            rest = shorter
            found.append(Number.of(candidate))
    if len(rest) > 3 and all(x.top.is_constant() and x.bottom.is_constant() for x in rest):
        pieces = fmpq_poly([x.number.rational for x in reversed(rest)]).factor()[1]
        field = rest[0].field
        polys = [[field.take(Number.of(c)) for c in reversed(piece.coeffs())] for piece, power in pieces for _ in range(power)]
    else:
        polys = [rest]
    return _counted([*found, *(x for poly in polys for x in _solved(poly))])


def eigenvectors(table: Table) -> list[tuple[Number, int, Cells]]:
    """Every eigenvalue with its multiplicity and rows that span its eigenvectors; raises as ``eigenvalues`` does.

    >>> eigenvectors([[Number.of(2), Number.of(1)], [Number.of(0), Number.of(2)]])
    [(Number(2), 2, ((Number(1), Number(0)),))]
    """
    return [
        (x, n, nullspace([[y - x if i == j else y for j, y in enumerate(row)] for i, row in enumerate(table)]))
        for x, n in eigenvalues(table)
    ]


def _without(poly: list[Ratio], at: int) -> list[Ratio] | None:
    """A polynomial divided by λ − at, which is 1, 0 or −1; None where that is no root."""
    out = [poly[0]]
    for c in poly[1:]:
        out.append(c + out[-1] if at > 0 else c - out[-1] if at else c)
    return None if out[-1].nonzero else out[:-1]


def _solved(poly: list[Ratio]) -> list[Number]:
    """The roots of a polynomial of degree 2 or less."""
    if len(poly) > 3:
        raise SymattnError(f"{len(poly) - 1} eigenvalues are roots of a polynomial that does not split into square roots")
    if len(poly) < 3:
        return [(-poly[1] / poly[0]).number] if len(poly) == 2 else []
    a, b, c = poly
    twice = a + a
    square = (b * b - (twice + twice) * c) / (twice * twice)
    if sum(map(int, square.top.degrees())) > HIGH_DEGREE:
        raise LimitError(f"two eigenvalues take the root of a sum with more than {HIGH_DEGREE:,} powers of one exponential")
    inside = square.number
    if not symbolic(inside) and sign(inside) < 0:
        raise SymattnError("two eigenvalues are not real")
    middle, apart = (-b / twice).number, root(inside)
    return [middle + apart, middle - apart]


def simplest(x: Number) -> Number:
    """The same value over one denominator, what top and bottom share taken out.

    >>> simplest(Number.of(3))
    Number(3)
    """
    return x if len(groups(x)) < 2 else Field([x]).take(x).number


def _counted(values: Sequence[Number]) -> list[tuple[Number, int]]:
    """Equal values gathered, by proof."""
    out: list[tuple[Number, int]] = []
    for x in values:
        same = next((k for k, (y, _) in enumerate(out) if not nonzero(x - y)), None)
        if same is None:
            out.append((x, 1))
        else:
            out[same] = (out[same][0], out[same][1] + 1)
    return out
