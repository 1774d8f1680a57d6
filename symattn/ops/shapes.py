"""What an operation takes: its parameters as they are written, and the shapes of its matrices, in numbers or letters."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from enum import StrEnum, auto
from math import gcd
from typing import Any, TypeAlias

from symattn.errors import ShapeError, SymattnError, how_many
from symattn.limits import MOST_SIZE_TERMS
from symattn.records import frozen
from symattn.said import Glossary, Keyed, Pairs, Strings
from symattn.tables import in_each, in_turn, not_empty

# --- signature ---
# How an operation is written in a line, read off its value rule: how many matrices, which parameters, which defaults.

MANY = (
    -1
)  # matrices that an operation takes: one or more, where others have their number
Axis = int  # 1 for each row, 0 for each column; -1 and -2 count from the end
Places = int  # decimal places
Origin = int  # from where places in a row are counted: 0 or 1
Whole = int  # any whole number
AxisSize = (
    int  # how long an axis is: a number, a letter, rows(A), or worked out from such
)
Sizes = tuple[Any, ...]  # all that are left, each the size of an axis
Index = tuple[Any, ...]  # which rows or columns: a slice, a place or a list of places


class ParameterKind(StrEnum):
    """How a parameter is written."""

    AXIS = auto()
    PLACES = auto()
    ORIGIN = auto()
    WHOLE = auto()
    SIZE = auto()
    SIZES = auto()
    INDEX = auto()
    SCALAR = auto()

    __repr__ = str.__repr__


KINDS = {
    "Axis": ParameterKind.AXIS,
    "Places": ParameterKind.PLACES,
    "Origin": ParameterKind.ORIGIN,
    "Whole": ParameterKind.WHOLE,
    "AxisSize": ParameterKind.SIZE,
    "Sizes": ParameterKind.SIZES,
    "Index": ParameterKind.INDEX,
    "Number": ParameterKind.SCALAR,
}
"""What the annotation of a parameter says about how it is written."""
UNSHOWN = (ParameterKind.AXIS, ParameterKind.ORIGIN)
"""What a formula does not list among the parameters: an axis stands below the name, and where places begin a sentence says."""


@frozen
class Signature:
    """How many matrices an operation takes (MANY: one or more), and its parameters by name with their kinds.

    ``positional`` must be written, ``options`` have ``defaults``. A kind is one of KINDS: ``scalar`` (any scalar
    expression), ``whole``, ``count`` (a whole number, or a letter or given number), ``axis`` (0 or 1, or counted from the
    end), ``places`` (0 to 1,000), ``size`` (of one axis),
    ``sizes`` (all that are left), ``index``.
    """

    matrices: int = 1
    positional: Pairs = ()
    options: Pairs = ()
    defaults: Keyed = field(default_factory=dict)

    @property
    def kinds(self) -> Glossary:
        """Every parameter's kind, in the order in which they are written."""
        return dict((*self.positional, *self.options))

    @property
    def written_defaults(self) -> Glossary:
        """Every option's default as one writes it."""
        return in_each(
            lambda default: str(getattr(default, "rational", default)), self.defaults
        )

    def written(self, name: str) -> str:
        """The call as one writes it, with the defaults of its options.

        >>> Signature(1, (), (("axis", "axis"),), {"axis": 1}).written("softmax")
        'softmax(A, axis=1)'
        """
        matrices = (
            ["A", "B", "…"] if self.matrices == MANY else list("ABC"[: self.matrices])
        )
        options = (
            f"{key}={default}"
            for key, default in self.written_defaults.items()
            if default != "None"
        )
        return f"{name}({', '.join([*matrices, *(key for key, _ in self.positional), *options])})"


def signature(run: Callable[..., Any]) -> Signature:
    """The signature of a value rule: its matrices by position, its parameters by keyword, annotated with their kinds.

    Raises TypeError for a parameter whose annotation is not one of KINDS.

    >>> def shifted(a: Matrix, *, by: Number, axis: Axis = 1) -> Matrix: ...
    >>> signature(shifted).kinds
    {'by': 'scalar', 'axis': 'axis'}
    """
    written = inspect.unwrap(
        run
    )  # its own words, as `inspect.signature` reads them: every operation is asked at every start
    code, defaults = written.__code__, written.__kwdefaults__ or {}
    matrices = MANY if code.co_flags & inspect.CO_VARARGS else code.co_argcount
    kinds = {
        name: written.__annotations__.get(name)
        for name in code.co_varnames[code.co_argcount :][: code.co_kwonlyargcount]
    }
    for name, kind in kinds.items():
        if kind not in KINDS:
            raise TypeError(
                f"{run.__name__}: annotate {name} as one of {', '.join(KINDS)}, not {kind!r}"
            )
    needed = tuple(
        (name, KINDS[kind]) for name, kind in kinds.items() if name not in defaults
    )
    options = tuple(
        (name, KINDS[kind]) for name, kind in kinds.items() if name in defaults
    )
    return Signature(matrices, needed, options, defaults)


# --- shapes ---
# Shapes of matrices, their sizes as numbers or letters, and the rules by which they go together.

# --- sizes ---
# Sizes of axes as letters: polynomials with whole coefficients, such as h·d_k, beside plain integers.

Amount: TypeAlias = "int | Size"
Amounts: TypeAlias = Mapping[str, Amount]
Monomial = Strings  # letters in alphabetical order, each as often as it is a factor


class Size:
    """A polynomial in the letters of a question; one that is a plain number is an int instead.

    >>> h, d_k = Size.letter("h"), Size.letter("d_k")
    >>> str(h * d_k + 2), h * d_k == d_k * h, h - h
    ('h·d_k+2', True, 0)
    """

    __slots__ = ("terms",)

    def __init__(self, terms: Mapping[Monomial, int]) -> None:
        self.terms = dict(terms)

    @staticmethod
    def letter(name: str) -> Size:
        """The size that is one letter."""
        return Size({(name,): 1})

    @staticmethod
    def of(terms: Mapping[Monomial, int]) -> Amount:
        """A size from its terms: an int where no letter is left."""
        kept = not_empty(terms)
        return kept.get((), 0) if not kept or list(kept) == [()] else Size(kept)

    def __add__(self, other: Amount) -> Amount:
        out = dict(self.terms)
        for m, c in _terms(other).items():
            out[m] = out.get(m, 0) + c
        return Size.of(out)

    def __mul__(self, other: Amount) -> Amount:
        out: dict[Monomial, int] = {}
        terms = _terms(other)
        if len(self.terms) * len(terms) > MOST_SIZE_TERMS:
            raise ShapeError(f"a size of more than {MOST_SIZE_TERMS:,} terms")
        for m, c in self.terms.items():
            for n, k in terms.items():
                key = tuple(sorted(m + n))
                out[key] = out.get(key, 0) + c * k
        return Size.of(out)

    __radd__, __rmul__ = __add__, __mul__

    def __sub__(self, other: Amount) -> Amount:
        return self + other * -1

    def __rsub__(self, other: int) -> Amount:
        return self * -1 + other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Size) and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    def __repr__(self) -> str:
        return f"Size({self})"

    def __str__(self) -> str:
        return self.written("·")

    def written(self, times: str) -> str:
        """The size on one line, *times* between its factors.

        >>> (Size.letter("h") * Size.letter("d_k")).written("*")
        'h*d_k'
        """
        parts = [
            _monomial(m, c, times)
            for m, c in sorted(self.terms.items(), key=lambda t: (-len(t[0]), t[0]))
        ]
        return "+".join(parts).replace("+-", "-")

    @property
    def letters(self) -> Strings:
        """The letters that occur, each once."""
        return tuple(dict.fromkeys(in_turn(self.terms)))

    def put(self, values: Amounts) -> Amount:
        """The size with letters replaced.

        >>> (Size.letter("h") * 2).put({"h": 8})
        16
        """
        out: Amount = 0
        for m, c in self.terms.items():
            out = out + multiplied(
                c, (values.get(letter, Size.letter(letter)) for letter in m)
            )
        return out


def put(size: Amount, values: Amounts) -> Amount:
    """A size with letters replaced, a number as it is.

    >>> put(Size.letter("h") * 2, {"h": 8}), put(3, {})
    (16, 3)
    """
    return size.put(values) if isinstance(size, Size) else size


def multiplied(start: Amount, factors: Iterable[Amount]) -> Amount:
    """Some sizes multiplied.

    >>> multiplied(2, [3, Size.letter("n")])
    Size(6·n)
    """
    for factor in factors:
        start = start * factor
    return start


def raised(a: Amount, b: Amount) -> Amount:
    """a^b as a product, where it fits in 64 bits with any letter above 1; ShapeError where b is no whole exponent of letters.

    >>> raised(Size.letter("n"), 2), raised(2, 3)
    (Size(n^2), 8)
    """
    wide = a.bit_length() if isinstance(a, int) else max(map(len, a.terms))
    if isinstance(b, int) and b >= 0 and wide * b < 64:
        return int(a**b) if isinstance(a, int) else multiplied(1, [a] * b)
    judged = isinstance(a, int) and isinstance(
        b, int
    )  # where it is worked out: 2^-1 · 4
    what = f"{a} to the power of {b} is no size"
    hint = "write a small whole exponent, as in n**2"
    raise (SymattnError if judged else ShapeError)(what, hint)


def divided(a: Amount, b: Amount) -> Amount:
    """a / b where it is a whole size whatever the letters are; else ShapeError, for b = 0 too.

    >>> divided(Size.letter("h") * Size.letter("d_k"), Size.letter("h"))
    Size(d_k)
    """
    if b == 0 or (isinstance(a, int) and isinstance(b, int) and a % b):
        raise ShapeError(f"{a} is not a multiple of {b}")
    if isinstance(a, int) and isinstance(b, int):
        return a // b
    if a == b:
        return 1
    (monomial, c), *more = _terms(b).items()
    out = (
        {}
        if more
        else {_without(m, monomial): divmod(k, c) for m, k in _terms(a).items()}
    )
    if not out or None in out or any(rest for _, rest in out.values()):
        hint = f'state the relation, such as where = ["{_as_multiple(a, b)}"]'
        raise ShapeError(f"{a} need not be a multiple of {b}", hint)
    return Size.of({m: k for m, (k, _) in out.items() if m is not None})


def _as_multiple(a: Amount, b: Amount) -> str:
    """The relation by which a is a multiple of b, where one of its letters may be: H = P*H_P; else that of another."""
    (top, c), *more = _terms(a).items()
    (below, k), *others = _terms(b).items()
    letter = next((x for x in top if x not in below), "")
    if not letter or more or others:
        return "d = h*d_k"
    lacking = list(below)
    for shared in top:
        if shared in lacking:
            lacking.remove(shared)
    by = _monomial(tuple(lacking), k // gcd(c, k), "*")
    return f"{letter} = {by}*{letter}_{lacking[0] if lacking else by}"


def _without(m: Monomial, factor: Monomial) -> Monomial | None:
    rest = list(m)
    for letter in factor:
        if letter not in rest:
            return None
        rest.remove(letter)
    return tuple(rest)


def _terms(x: Amount) -> Mapping[Monomial, int]:
    return x.terms if isinstance(x, Size) else {(): x}


def _monomial(m: Monomial, c: int, times: str) -> str:
    letters = sorted(
        m, key=lambda letter: (len(letter.split("_")[0]), "_" in letter, letter)
    )
    if not letters:
        return str(c)
    sign = {1: "", -1: "-"}.get(c, f"{c}{times}")
    powers = {letter: letters.count(letter) for letter in letters}
    return sign + times.join(
        letter if k == 1 else f"{letter}^{k}" for letter, k in powers.items()
    )


# --- shapes ---
# Shape rules: what an operation does to the shapes of its matrices, and what it says when they do not fit.
#
# A shape ends in rows and columns; axes before them count matrices (a batch, the heads) and are carried along. Sizes are
# integers or letters.

Shape = tuple[Any, ...]
Shapes: TypeAlias = Mapping[str, Shape]
"""The shapes of matrices by their names."""


def written(shape: Shape) -> str:
    """The shape as people write it.

    >>> written((2, 3))
    '2×3'
    """
    return "×".join(map(str, shape))


def need_not(m: object, n: object) -> str:
    """For sizes with letters: that nothing makes them equal.

    >>> need_not(Size.letter("d_k"), Size.letter("d_v"))
    'd_k and d_v need not be equal'
    """
    return (
        f"{m} and {n} need not be equal"
        if isinstance(m, Size) or isinstance(n, Size)
        else ""
    )


def same(a: Shape, **params: object) -> Shape:
    """The shape stays what it is.

    >>> same((2, 3))
    (2, 3)
    """
    return a


def product(a: Shape, b: Shape) -> Shape:
    """n×k times k×m is n×m; raises ShapeError when the inner sizes differ.

    >>> product((2, 3), (3, 4)), product((8, 4, 128), (8, 128, 4))
    ((2, 4), (8, 4, 4))
    """
    if a[-1] != b[-2]:
        meet = "meets" if a[-1] == 1 else "meet"
        what = f"{how_many(a[-1], 'column')} of the first {meet} {how_many(b[-2], 'row')} of the second"
        raise ShapeError(
            f"{written(a)} times {written(b)}: {what}", need_not(a[-1], b[-2])
        )
    return (*carried(a, b), a[-2], b[-1])


def carried(*shapes: Shape) -> Shape:
    """The axes before rows and columns, which all matrices share or some lack; else ShapeError.

    >>> carried((8, 2, 3), (2, 3))
    (8,)
    """
    return _spread([shape[:-2] for shape in shapes], [*shapes])


def _spread(parts: list[Shape], shapes: list[Shape]) -> Shape:
    """Parts of shapes, aligned at their ends, where a 1 is repeated."""
    rank = max(map(len, parts))
    out = []
    for sizes in zip(
        *((1,) * (rank - len(part)) + part for part in parts), strict=True
    ):
        wide = list(dict.fromkeys(n for n in sizes if n != 1))
        if len(wide) > 1:
            both = " and ".join(map(written, shapes))
            raise ShapeError(
                f"{both} do not go together: {wide[0]} meets {wide[1]}",
                need_not(*wide[:2]),
            )
        out.append(wide[0] if wide else 1)
    return tuple(out)


def turned(a: Shape) -> Shape:
    """n×m becomes m×n.

    >>> turned((2, 3))
    (3, 2)
    """
    return (*a[:-2], a[-1], a[-2])


def together(a: Shape, b: Shape) -> Shape:
    """Two equal shapes, or one of them a single row or column that is repeated; else ShapeError.

    >>> together((2, 3), (1, 3))
    (2, 3)
    """
    for m, n in zip(a[-2:], b[-2:], strict=True):
        if m != n and 1 not in (m, n):
            hints = filter(
                None, ("only a single row or column is repeated", need_not(m, n))
            )
            raise ShapeError(
                f"{written(a)} and {written(b)} do not go together entry by entry",
                "; ".join(hints),
            )
    return _spread([a, b], [a, b])


def reduced(a: Shape, *, axis: int | None = None) -> Shape:
    """One entry is left of every row (axis 1), of every column (axis 0), or of all.

    >>> reduced((2, 3), axis=1), reduced((2, 3))
    ((2, 1), (1, 1))
    """
    return (
        *a[:-2],
        1 if axis in (0, None) else a[-2],
        1 if axis in (1, None) else a[-1],
    )


def beside(*shapes: Shape) -> Shape:
    """Side by side: the rows agree, the columns add up; else ShapeError.

    >>> beside((2, 3), (2, 1))
    (2, 4)
    """
    if len({s[-2] for s in shapes}) > 1:
        raise ShapeError(
            "side by side need equally many rows, not "
            + " and ".join(map(written, shapes))
        )
    return (*carried(*shapes), shapes[0][-2], sum(s[-1] for s in shapes))


def stacked(*shapes: Shape) -> Shape:
    """On top of each other: the columns agree, the rows add up; else ShapeError.

    >>> stacked((2, 3), (1, 3))
    (3, 3)
    """
    if len({s[-1] for s in shapes}) > 1:
        raise ShapeError(
            "on top of each other need equally many columns, not "
            + " and ".join(map(written, shapes))
        )
    return (*carried(*shapes), sum(s[-2] for s in shapes), shapes[0][-1])
