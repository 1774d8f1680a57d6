"""Numbers and matrices of ones worked into what they are multiplied by: a loss is one number, and its derivative with respect
to itself is 1, so that no line says so and no line multiplies by it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial, reduce
from itertools import accumulate, takewhile
from operator import eq
from typing import cast

from symattn.exact.number import Number
from symattn.language.letters import ADDING_UP, ONE_HOT
from symattn.ops import has
from symattn.ops.shapes import Shape, Shapes, Size
from symattn.plan import Line, Plan
from symattn.plan.amounts import worked
from symattn.plan.derivation import shapes
from symattn.plan.reader import read_line
from symattn.plan.tree import (
    SIGNS,
    Apply,
    Counted,
    Expr,
    Num,
    Ref,
    Scalar,
    SizeOf,
    Sum,
    applies,
    has_trait,
    parts,
    replaced,
)
from symattn.tables import apart_from, in_turn, only, some

SHAPE = Callable[[Expr], "Shape | None"]
_NUMBER, _TIMES, _OVER, _MINUS = SIGNS["c"], SIGNS["A * c"], SIGNS["A / c"], SIGNS["-A"]
_PRODUCT, _QUOTIENT, _PLUS, _LESS = (SIGNS[f"A {sign} B"] for sign in "*/+-")
_MATMUL, _TURNED = SIGNS["A @ B"], SIGNS["A.T"]
_PRODUCTS = (_PRODUCT, _MATMUL)


def _number(value: Scalar) -> Apply:
    """A number where a line has a matrix of one entry."""
    return Apply(_NUMBER, (), (("value", value),))


def numeral(n: int) -> Num:
    """A whole number as a line writes it.

    >>> numeral(2)
    Num(text='2', value=Number(2))
    """
    return Num(str(n), Number.of(n))


UNIT, ZERO = numeral(1), numeral(0)
ONE, _NOTHING = _number(UNIT), _number(ZERO)
MINUS_ONE = Sum("-", ZERO, UNIT)


def put_into(tree: Expr, known: Mapping[str, object], shape: SHAPE) -> Expr:
    """A tree with what is *known* by its names in their places, simpler where that can be."""

    def put(part: object) -> object:
        if isinstance(part, Ref):
            part = known.get(part.name, part)
        return simpler(part, shape)

    return replaced(tree, put)


def simpler(part: object, shape: SHAPE) -> object:
    """A part of a line with numbers worked into their factors, and ones left out; *shape* tells that of a matrix.

    >>> from symattn.plan.reader import read_line
    >>> simpler(Apply(SIGNS["A @ B"], (ONE, read_line("B = A.T")[1])), lambda tree: None)
    Apply(op='transpose', args=(Ref(name='A'),), params=())
    """
    if (
        isinstance(part, Sum)
        and part.sign == "-"
        and part.left != ZERO
        and _plain(part)
    ):
        return _worked_out(part)
    if not isinstance(part, Apply) or part.op == _NUMBER:
        return part
    if part.op == SIGNS["A ** c"] and part.param("by") == UNIT:
        return part.args[0]
    if part.op == _TURNED:
        found = turned(part.args[0], shape)
        return found if found.op == _TURNED else simpler(found, shape)
    if part.op in (_TIMES, _OVER, _MINUS):
        by, inner = peeled(part)
        alone = inner == part.args[0] and inner.op != _NUMBER
        return part if alone else scaled(inner, by)
    for k, arg in enumerate(part.args if part.op == _QUOTIENT else ()):
        if (positive := negated(arg)) is not None:  # −(A/B), and no (−A)/B
            args = (*part.args[:k], positive, *part.args[k + 1 :])
            product = simpler(replace(part, args=args), shape)
            return scaled(cast(Expr, product), MINUS_ONE)
    values = [
        arg.param("value") if applies(arg, _NUMBER) else None for arg in part.args
    ]
    if any(value is not None for value in values):
        return _with_numbers(part, values)
    if part.op in _PRODUCTS:
        (by, left), (times, right) = map(peeled, part.args)
        if (left, right) != part.args:  # 2Xᵀ(Xw − y), and no Xᵀ·2(Xw − y)
            product = simpler(replace(part, args=(left, right)), shape)
            return scaled(cast(Expr, product), _joined("*", by, times))
        if any(map(_is_identity, part.args)):
            return _with_identity(part, shape)
    if part.op == _PRODUCT:
        return _without_ones(part, shape)
    if part.op in (_PLUS, _LESS) and (behind := negated(part.args[1])) is not None:
        return replace(
            part,
            op=_LESS if part.op == _PLUS else _PLUS,
            args=(part.args[0], behind),
        )
    if has(part.op, "adds up") and (behind := negated(part.args[0])) is not None:
        return scaled(replace(part, args=(behind,)), MINUS_ONE)
    return part


def _with_numbers(part: Apply, values: Sequence[object]) -> Expr:
    """An operation on a number and on what else there is; *values* has None for a matrix."""
    value = next(cast(Scalar, value) for value in values if value is not None)
    if part.op in _PRODUCTS:
        other = part.args[1 if values[0] is value else 0]
        return scaled(other, value)
    joined = has(part.op, "side by side", "one below the other")
    placed = has(part.op, "takes places") and values[-1] is not None
    if joined or placed or part.op in SIGNS.values() or has(part.op, "of numbers"):
        return part
    args = (
        arg if given is None else _matrix(cast(Scalar, given))
        for given, arg in zip(values, part.args, strict=True)
    )
    return replace(part, args=tuple(args))


def _is_identity(tree: Expr) -> bool:
    return has_trait(tree, "identity")


def _with_identity(part: Apply, shape: SHAPE) -> Expr:
    """A product with the identity: the other matrix, or its diagonal matrix where entries of a row or column are multiplied."""
    one, other = part.args if _is_identity(part.args[0]) else part.args[::-1]
    size, found = shape(one), shape(other)
    if part.op == _MATMUL or size == (1, 1):
        return other
    if found is None or size is None or found not in ((1, size[-1]), (size[-1], 1)):
        return part
    return replace(read_line("G = diag(A)")[1], args=(other,))


def _matrix(value: Scalar) -> Expr:
    """A number as a matrix of one entry, for what takes no numbers."""
    one = read_line("G = ones(1, 1)")[1]
    return one if value == UNIT else Apply(_TIMES, (one,), (("by", value),))


def _without_ones(part: Apply, shape: SHAPE) -> Expr:
    """A product entry by entry in which one side is ones, or a multiple of them, and no larger than the other."""
    for side, other in (part.args, part.args[::-1]):
        if applies(side, _PRODUCT) and shape(side.args[0]) == (1, 1):
            whole = _without_ones(replace(part, args=(side.args[1], other)), shape)
            if whole == other:  # c·𝟏∘A is c·A
                return replace(part, args=(side.args[0], other))
        above = (
            side.args[0] if applies(side, _QUOTIENT) and side.args[1] == other else None
        )
        if above is not None and shape(other) in ((1, 1), shape(above)):
            return above  # 1/σ(x) · σ(x)
        by, one = peeled(side)
        if not has_trait(one, "all ones"):
            continue
        if _covers(shape(other), shape(one)):
            return scaled(other, by)
        product = _repeated(other, one, shape)
        if product is not None:
            return scaled(product, by)
    return part


def _repeated(line: Expr, ones: Apply, shape: SHAPE) -> Expr | None:
    """A row or a column as often as a matrix of ones has rows or columns: a product with a column or a row of ones."""
    found, wanted = shape(line), shape(ones)
    if found is None or wanted is None or found == (1, 1) or 1 not in found:
        return None
    axis = found.index(1)
    if wanted[1 - axis] not in (1, found[1 - axis]):
        return None
    kept = "mn"[axis]
    sizes = tuple((key, by if key == kept else UNIT) for key, by in ones.params)
    once = replace(ones, params=sizes)
    return Apply(_MATMUL, (line, once) if axis else (once, line))


def _covers(whole: Shape | None, part: Shape | None) -> bool:
    """Whether a matrix of one shape is repeated to the other, or has it already."""
    if whole is None or part is None:
        return False
    return all(own in (1, wide) for own, wide in zip(part, whole, strict=True))


def peeled(tree: Expr) -> tuple[Scalar, Expr]:
    """The number that a matrix is multiplied by, and the matrix.

    >>> from symattn.plan.reader import read_line
    >>> peeled(read_line("G = -(2 * A)")[1])
    (Sum(sign='-', left=Num(text='0', value=Number(0)), right=Num(text='2', value=Number(2))), Ref(name='A'))
    """
    if not applies(tree, _TIMES, _OVER, _MINUS):
        return UNIT, tree
    by, inner = peeled(tree.args[0])
    if tree.op == _MINUS:
        return _joined("*", MINUS_ONE, by), inner
    own = cast(Scalar, tree.param("by"))
    return _joined("*" if tree.op == _TIMES else "/", by, own), inner


def turned(tree: Expr, shape: SHAPE) -> Expr:
    """The transpose, written as one does: of a transpose the matrix itself, of a product the factors turned; one number is its
    own, as what is symmetric is, and a sign or a number stays before it."""
    if has(tree.op, "symmetric") or shape(tree) == (1, 1):
        return tree
    if applies(tree, _TIMES, _OVER, _MINUS):
        return replace(tree, args=(turned(tree.args[0], shape),))
    if applies(tree, _TURNED):
        return tree.args[0]
    if applies(tree, _MATMUL):
        return Apply(tree.op, tuple(turned(arg, shape) for arg in reversed(tree.args)))
    if applies(tree, _PLUS, _LESS) and any(
        applies(arg, _TURNED) for arg in tree.args
    ):  # A + Aᵀ of (Aᵀ + A)ᵀ
        return replace(tree, args=tuple(turned(arg, shape) for arg in tree.args))
    return Apply(_TURNED, (tree,))


def times(tree: Expr, over: Expr) -> Expr | None:
    """What a quotient is multiplied by what it is divided by: u of −u/p is −u, [0 1 0] that of 1/p₂ among zeros; None for
    anything else than a multiple of such.

    >>> from symattn.plan.tree import spelled
    >>> spelled(times(read_line("G = -(y / p)")[1], Ref("p")))
    '-y'
    >>> spelled(times(read_line("G = concat(zeros(1, 1), -1 / p[:, 1])")[1], Ref("p")))
    '-concat(0, 1)'
    >>> spelled(times(read_line("G = stack(zeros(2, 1), -1 / p[2, 0])")[1], Ref("p")))
    '-stack(0, 0, 1)'
    """
    by, inner = peeled(tree)
    if inner.op == _QUOTIENT:
        return scaled(inner.args[0], by) if inner.args[1] == over else None
    if inner.op == _PRODUCT:
        return _at_targets(by, inner.args[0], inner.args[1], over)
    axis = _joined_along(inner)
    if axis is None:
        return None
    size, at = ("n", "cols") if axis else ("m", "rows")
    entries: list[Expr] = []
    for part in inner.args:
        own, one = peeled(part)
        wide = one.param(size)
        if has(one.op, "all zeros") and isinstance(wide, Num):
            entries += [_NOTHING] * int(wide.text)
        elif one.op != _QUOTIENT or ONE in entries:
            return None
        else:
            above, picked = one.args
            top = above.param("value")
            if top is None or picked.args != (over,):
                return None
            if picked.param(at) != ("at", len(entries)):
                return None
            by = _joined("*", by, _joined("*", own, cast(Scalar, top)))
            entries.append(ONE)
    return (
        scaled(Apply(inner.op, tuple(entries), inner.params), by)
        if ONE in entries
        else None
    )


def _joined_along(tree: Expr) -> int | None:
    """The axis along which the parts of a matrix are joined: 0 where one is below the other, 1 where they are side by side."""
    if has(tree.op, "side by side"):
        return 1
    return 0 if has(tree.op, "one below the other") else None


def _at_targets(by: Scalar, shared: Expr, y: Expr, over: Expr) -> Expr | None:
    """A multiple of the rows y of 0 and 1, from the same number over what each row of a matrix has at its place."""
    own, inner = peeled(shared)
    if not (
        applies(inner, _QUOTIENT) and has_trait(y, "a unit vector") and len(y.args) == 1
    ):
        return None
    more, top = peeled(inner.args[0])
    picked = inner.args[1]
    if not (
        is_constant(top)
        and has_trait(picked, "pairs")
        and picked.args == (over, *y.args)
    ):
        return None
    if applies(top, _NUMBER):
        more = _joined("*", more, cast(Scalar, top.param("value")))
    return scaled(y, _joined("*", by, _joined("*", own, more)))


def less_its_share(
    u: Expr, p: Expr, axis: int, adds_up: Callable[[str], str | bool]
) -> Expr:
    """What comes back through log p to the scores of weights p: u − p·sum(u), and p − y where u is −y and y adds up to 1.

    >>> from symattn.plan.tree import spelled
    >>> [spelled(less_its_share(u, Ref("p"), 1, "y".__eq__)) for u in (Ref("u"), Apply(_MINUS, (Ref("y"),)))]
    ['u - p * sum(u, axis=1)', 'p - y']
    """
    by, inner = peeled(u)
    share: Expr = p
    if not known_of(inner, axis, adds_up):
        added = read_line(f"G = sum(U, axis={axis})")[1]
        share = Apply(_PRODUCT, (p, replace(added, args=(inner,))))
    minus = behind_minus(by)
    if minus is not None:
        return scaled(Apply(_LESS, (share, inner)), minus)
    return scaled(Apply(_LESS, (inner, share)), by)


def known_of(y: Expr, axis: int, adds_up: Callable[[str], str | bool]) -> str:
    """What is known of targets that add up to 1 along an axis: that one entry is "picked", they are "onehot" or a "distribution";
    else "".

    >>> def of(y): return known_of(read_line(f"G = {y}")[1], 1, lambda name: False)
    >>> of("concat(0, 1)"), of("concat(1, 1)"), of("stack(0, 1)"), of("1 - y"), of("onehot(t, 3)"), of("gather(A, t)")
    ('picked', '', '', '', 'onehot', '')
    """
    if isinstance(y, Ref):
        found = adds_up(y.name)
        return found if isinstance(found, str) else ADDING_UP * found
    if _joined_along(y) == axis:
        is_one_of_all = y.args.count(ONE) == 1
        rest = y.args.count(_NOTHING) == len(y.args) - 1
        return "picked" if is_one_of_all and rest else ""
    return ONE_HOT if has(y.op, "a unit vector") and axis == 1 else ""


def is_constant(tree: Expr) -> bool:
    """Whether a matrix is a number, or the same number everywhere: the derivative by a term of a sum, or by an entry of a mean.

    >>> is_constant(read_line("G = ones(2, 2) / 4")[1]), is_constant(read_line("G = A / 4")[1])
    (True, False)
    """
    inner = peeled(tree)[1]
    return applies(inner, _NUMBER) or has_trait(inner, "all ones")


def over_two(tree: Expr, p: Expr) -> list[tuple[Expr, bool]]:
    """Of u/p + v/(1 − p), or of one of the two, u and v, each with whether it stands over p; nothing for any other sum.

    >>> from symattn.plan.tree import spelled
    >>> [(spelled(x), first) for x, first in over_two(read_line("G = (1 - y) / (1 - p) - y / p")[1], Ref("p"))]
    [('1 - y', False), ('-y', True)]
    """
    other, terms = Apply(_LESS, (ONE, p)), [tree]
    if applies(tree, _PLUS, _LESS):
        first, second = tree.args
        terms = [first, scaled(second, MINUS_ONE) if tree.op == _LESS else second]
    found = [
        (u, below == p)
        for term in terms
        for below in (p, other)
        if (u := times(term, below)) is not None
    ]
    return found if len(found) == len(terms) else []


def beside_its_target(a: Expr, b: Expr) -> Expr | None:
    """p − y of (1 − y)∘p and −y∘(1 − p), in either order and with the same factors before both, y a number perhaps; None for any
    other two.

    >>> from symattn.plan.tree import spelled
    >>> spelled(beside_its_target(*(read_line(f"G = {text}")[1] for text in ("(1 - y) * p", "-(y * (1 - p))"))))
    'p - y'
    """
    for (by, left), (own, right) in ((peeled(a), peeled(b)), (peeled(b), peeled(a))):
        target = behind_minus(by)
        if (
            left == Apply(_LESS, (ONE, right))
            and target
            and own == Sum("-", UNIT, target)
        ):
            return Apply(_LESS, (right, _number(target)))
        if not (applies(left, _PRODUCT) and applies(right, _PRODUCT)):
            continue
        (y, other), (rest, p) = left.args, right.args
        front: Expr = ONE
        if (
            applies(y, _PRODUCT)
            and applies(rest, _PRODUCT)
            and y.args[0] == rest.args[0]
        ):
            front, y, rest = y.args[0], y.args[1], rest.args[1]
        if other != Apply(_LESS, (ONE, p)) or rest != Apply(_LESS, (ONE, y)):
            continue
        if by == _joined("*", MINUS_ONE, own):
            gap = Apply(_LESS, (p, y))
            return scaled(gap if front == ONE else Apply(_PRODUCT, (front, gap)), own)
    return None


def in_common(a: Expr, b: Expr) -> Expr | None:
    """A sum of two products with the number, or the factors on the left or on the right, that both have taken out: U(p − y) of Up
    and −Uy; None where they have none.

    >>> from symattn.plan.tree import spelled
    >>> def of(a, b): return spelled(in_common(*(read_line(f"G = {text}")[1] for text in (a, b))))
    >>> of("U @ p", "-(U @ y)"), of("-(X @ A @ B)", "X @ C @ B"), of("2 * v @ p.T", "2 * v @ y.T"), of("p / 2", "-y / 2")
    ('U @ (p - y)', 'X @ (C - A) @ B', 'v * 2 @ (p + y).T', '(p - y) / 2')
    """
    (by, left), (own, right) = peeled(a), peeled(b)
    if behind_minus(by) is not None and behind_minus(own) is None:
        by, left, own, right = own, right, by, left
    f, g = _factors(left), _factors(right)
    shorter = min(len(f), len(g)) - 1  # something is left of both
    front = _alike(f[:shorter], g)
    back = _alike(f[::-1][: shorter - front], g[::-1])
    alike = by != UNIT and own in (by, _joined("*", MINUS_ONE, by))
    if not front + back and not alike:
        return None
    rest = [_product(x[front : len(x) - back]) for x in (f, g)]
    turned = all(applies(x, _TURNED) for x in rest)
    if turned:
        rest = [x.args[0] for x in rest]
    plus = own == by
    if not plus and _joined("*", MINUS_ONE, own) != by:
        first, second = scaled(rest[0], by), scaled(rest[1], own)
        by = UNIT
        positive = negated(second)
        plus = positive is None
        rest = [first, positive or second]
    middle: Expr = Apply(_PLUS if plus else _LESS, tuple(rest))
    if turned:
        middle = Apply(_TURNED, (middle,))
    return scaled(_product([*f[:front], middle, *f[len(f) - back :]]), by)


def _alike(f: Sequence[Expr], g: Sequence[Expr]) -> int:
    """How many factors two products begin with alike."""
    return sum(takewhile(bool, map(eq, f, g)))


def _factors(tree: Expr) -> list[Expr]:
    """The factors of a product of matrices, from left to right."""
    if not applies(tree, _MATMUL):
        return [tree]
    return [part for arg in tree.args for part in _factors(arg)]


def _product(factors: Sequence[Expr]) -> Expr:
    return reduce(lambda a, b: Apply(_MATMUL, (a, b)), factors)


def scaled(tree: Expr, by: Scalar) -> Expr:
    """A multiple of a matrix; what is multiplied by numbers that come to 1 is the matrix itself, and a single 1 is a number."""
    if applies(tree, _NUMBER):
        return _number(_joined("*", cast(Scalar, tree.param("value")), by))
    own, tree = peeled(tree)
    if tree in (_matrix(UNIT), ONE):
        return _number(_joined("*", own, by))
    by = _joined("*", own, by)
    if (positive := behind_minus(by)) is not None:
        return Apply(_MINUS, (scaled(tree, positive),))
    if isinstance(by, Sum) and by.sign == "/" and by.left == UNIT:
        return Apply(_OVER, (tree,), (("by", by.right),))
    return tree if by == UNIT else Apply(_TIMES, (tree,), (("by", by),))


def negated(tree: Expr) -> Expr | None:
    """What stands behind a minus sign; None where there is none.

    >>> negated(_number(MINUS_ONE)) == ONE
    True
    """
    if not applies(tree, _MINUS, _NUMBER):
        return None
    if tree.op == _MINUS:
        return tree.args[0]
    positive = behind_minus(tree.param("value"))
    return None if positive is None else _number(positive)


def behind_minus(value: object) -> Scalar | None:
    """What a scalar is the negative of, where it is written so, a factor at least: −1/2.

    >>> behind_minus(MINUS_ONE) == UNIT, behind_minus(UNIT)
    (True, None)
    """
    minus, factors = _factored(value)
    return _written(factors) if minus else None


Factors = dict[Scalar, int]
"""What is multiplied, each with its power, a negative one of what stands below the bar."""


def _factored(value: object) -> tuple[bool, Factors]:
    """Whether a scalar has a minus sign, and its factors."""
    match value:
        case Sum("-", left, right) if left == ZERO:
            minus, factors = _factored(right)
            return not minus, factors
        case Sum("*" | "/" as sign, left, right):
            (minus, factors), (other, more) = map(_factored, (left, right))
            by = 1 if sign == "*" else -1
            powers = {
                x: factors.get(x, 0) + by * more.get(x, 0) for x in factors | more
            }
            return minus != other, {x: n for x, n in powers.items() if n}
        case Sum("^", base, Num(text)) if text.isdecimal() and not _plain(base):
            return False, {base: int(text)}
    return False, {} if value == UNIT else {cast(Scalar, value): 1}


def _written(factors: Factors) -> Scalar:
    """A product, a quotient where something stands below."""
    over, under = (
        [
            Sum("^", x, numeral(abs(n))) if abs(n) > 1 else x
            for x, n in factors.items()
            if n * side > 0
        ]
        for side in (1, -1)
    )
    above, below = (reduce(partial(Sum, "*"), x or [UNIT]) for x in (over, under))
    return Sum("/", above, below) if under else above


def _joined(sign: str, a: Scalar, b: Scalar) -> Scalar:
    """A product or a quotient of two scalars, the sign before it, without what stands above and below: T of T²/T, λ of λ/2 times
    2. Several numerals are worked out where they come to a fraction.

    >>> T, lam, two = Ref("T"), Ref("lam"), numeral(2)
    >>> _joined("/", Sum("^", T, two), T) == T, _joined("*", Sum("/", lam, two), two) == lam
    (True, True)
    """
    minus, factors = _factored(Sum(sign, a, b))
    plain = {x: n for x, n in factors.items() if _plain(x)}
    if sum(map(abs, plain.values())) > 1:
        negative, own = _factored(_worked_out(_written(plain)))
        minus, factors = minus != negative, own | apart_from(factors, plain)
    whole = _written(factors)
    return Sum("-", ZERO, whole) if minus else whole


def _worked_out(whole: Scalar) -> Scalar:
    """What numerals come to, a whole number or a fraction with its sign before it; as it stands where that is neither."""
    value = worked(whole, {})
    if not value.is_rational or not value.rational:
        return whole
    over, under = abs(int(value.rational.p)), int(value.rational.q)
    found = _written(
        {numeral(over): 1, numeral(under): -1} if under > 1 else {numeral(over): 1}
    )
    return found if value.rational > 0 else Sum("-", ZERO, found)


def _plain(value: object) -> bool:
    """Whether a scalar is made of numerals alone."""
    return not some(parts(value), Ref, SizeOf, Counted)


def beside_zeros(tree: Apply, known: Shapes) -> Expr | None:
    """What zeros of its own shape are added to; None for any other expression. *known* are the shapes of matrices by name.

    >>> from symattn.plan.reader import read_line
    >>> line = read_line("B = zeros(2, 2) + M")[1]
    >>> beside_zeros(line, {"M": (2, 2)}), beside_zeros(line, {"M": (1, 2)})
    (Ref(name='M'), None)
    """
    if tree.op != _PLUS:
        return None
    for nothing, other in (tree.args, tree.args[::-1]):
        if has_trait(nothing, "all zeros"):
            shape = shape_of(nothing, known)
            return (
                other if shape is not None and shape == shape_of(other, known) else None
            )
    return None


def beside_each_other(a: Expr, b: Expr, shape: SHAPE) -> Expr | None:
    """The sum of two joined matrices, each of parts that stand where the other has zeros, as one that is joined of all of them;
    None for any others.

    >>> from symattn.plan.reader import read_line
    >>> a, b = (read_line(f"G = concat({parts})")[1] for parts in ("zeros(2, 1), A", "B, zeros(2, 3)"))
    >>> beside_each_other(a, b, lambda tree: shape_of(tree, {"A": (2, 3), "B": (2, 1)})).args
    (Ref(name='B'), Ref(name='A'))
    """
    axis = _joined_along(a) if a.op == b.op else None
    shapes = list(map(shape, (a, *a.args, *b.args)))
    whole = shapes[0]
    if (
        axis is None
        or whole is None
        or not all(found and only(found, int) for found in shapes)
    ):
        return None
    placed = [*_places(a, axis, shape), *_places(b, axis, shape)]
    placed.sort(key=lambda part: part[:2])
    joined: list[Expr] = []
    end = 0
    for start, stop, part in (*placed, (whole[axis], whole[axis], None)):
        gap = start - end
        if gap < 0:
            return None
        if gap:
            rows, cols = (whole[0], gap) if axis else (gap, whole[1])
            joined.append(read_line(f"G = zeros({rows}, {cols})")[1])
        if part is not None:
            joined.append(part)
        end = stop
    return Apply(a.op, tuple(joined), a.params)


def _places(tree: Expr, axis: int, shape: SHAPE) -> list[tuple[int, int, Expr]]:
    """The parts of a joined matrix that are no zeros, each behind the places at which it begins and ends."""
    sizes = [(shape(part) or (0, 0))[axis] for part in tree.args]
    ends = list(accumulate(sizes))
    parts = zip(ends, sizes, tree.args, strict=True)
    return [
        (end - size, end, part)
        for end, size, part in parts
        if not has_trait(part, "all zeros")
    ]


def shape_of(tree: Expr, known: Shapes) -> Shape | None:
    """The shape of an expression, in letters perhaps; None where it does not follow from the *known* shapes of matrices by name.

    >>> from symattn.plan.reader import read_line
    >>> shape_of(read_line("B = M.T")[1], {"M": (1, 2)}), shape_of(Ref("M"), {})
    ((2, 1), None)
    """
    if isinstance(tree, Ref):
        return known.get(tree.name)
    sizes = [size for size in in_turn(known.values()) if isinstance(size, Size)]
    letters = {name: Size.letter(name) for size in sizes for name in size.letters}
    return shapes(Plan((Line("G", "", tree),)), known, letters)[0].get("G")
