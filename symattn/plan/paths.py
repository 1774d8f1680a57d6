"""What comes back by one path, and by several that meet: their sum, and how such a sum goes wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial, reduce

from symattn.ops.shapes import Size
from symattn.plan import Astray, Through
from symattn.plan.ones import (
    SHAPE,
    ZERO,
    beside_each_other,
    beside_its_target,
    in_common,
    negated,
    numeral,
    scaled,
)
from symattn.plan.tree import (
    SIGNS,
    Apply,
    Expr,
    Ref,
    Scalar,
    Sum,
    spelled,
    stem_and_head,
)
from symattn.records import frozen

PATH_DROPPED = "path-dropped"
MOST_ASTRAY = 60  # wrong forms of one line that are tried


@frozen
class BackPath:
    """What comes back by one path: the tree, what of it may be computed wrongly, and where the path goes."""

    tree: Expr
    astray: tuple[Astray, ...] = ()
    through: tuple[Through, ...] = ()
    between: tuple[tuple[str, Expr], ...] = ()
    added: int = 1  # how many paths meet in it


def added_up(trees: Sequence[Expr], shape: SHAPE) -> Expr:
    """What comes back by several paths: the same one twice is twice that, parts that stand beside each other are joined."""
    found = {spelled(tree): tree for tree in trees}
    many = Counter(map(spelled, trees))
    terms = [scaled(tree, size_in_line(many[text])) for text, tree in found.items()]
    return reduce(partial(_added, shape), terms)


def _added(shape: SHAPE, a: Expr, b: Expr) -> Expr:
    whole = beside_each_other(a, b, shape) or beside_its_target(a, b) or in_common(a, b)
    if whole is not None:
        return whole
    without = negated(b)
    if without is not None:
        return Apply(SIGNS["A - B"], (a, without))
    taken_off = negated(a)
    if isinstance(taken_off, Ref):
        return Apply(SIGNS["A - B"], (b, taken_off))  # p − y, and no −y + p
    return Apply(SIGNS["A + B"], (a, b))


def forms_astray(paths: Sequence[BackPath], shape: SHAPE) -> Iterator[Astray]:
    """How a sum over paths goes wrong: one slip in one path or in all that have it, or paths that are forgotten."""
    trees = [path.tree for path in paths]
    seen = {spelled(added_up(trees, shape))}

    def new(id: str, op: str, terms: Sequence[Expr]) -> Iterator[Astray]:
        text = spelled(tree := added_up(terms, shape))
        if text not in seen and len(seen) <= MOST_ASTRAY:
            seen.add(text)
            yield Astray(id, op, tree)

    for id, op in dict.fromkeys(
        (one.id, one.op) for path in paths for one in path.astray
    ):
        first = [
            next((one.tree for one in path.astray if one.id == id), path.tree)
            for path in paths
        ]
        yield from new(id, op, first)
    for k, path in enumerate(paths):
        for one in path.astray:
            yield from new(one.id, one.op, [*trees[:k], one.tree, *trees[k + 1 :]])
    for group in _groups(paths) if len(paths) > 1 else ():
        for kept in (False, True):
            terms = [
                tree for tree, mine in zip(trees, group, strict=True) if mine == kept
            ]
            yield from new(PATH_DROPPED, "", terms) if terms else ()


def _groups(paths: Sequence[BackPath]) -> Iterator[list[bool]]:
    """The paths that one may forget together: those through one head, through one kind of line, a single one."""
    lines = [
        stem_and_head(path.through[-1].line) if path.through else ("", None)
        for path in paths
    ]
    for part in (1, 0):
        for key in dict.fromkeys(line[part] for line in lines):
            yield [line[part] == key for line in lines]
    yield from ([k == one for k in range(len(paths))] for one in range(len(paths)))


def size_in_line(size: int | Size) -> Scalar:
    """A size as a line writes it.

    >>> from symattn.plan.tree import spelled
    >>> spelled(Apply(SIGNS["A * c"], (Ref("A"),), (("by", size_in_line(Size.letter("d") + 1)),)))
    'A * (d + 1)'
    """
    if not isinstance(size, Size):
        return numeral(size)
    whole: Scalar | None = None
    for letters, many in size.terms.items():
        alone = abs(many) == 1 and letters
        factors: list[Scalar] = [] if alone else [numeral(abs(many))]
        factors += map(Ref, letters)
        product = reduce(partial(Sum, "*"), factors)
        if many < 0:
            whole = Sum("-", ZERO if whole is None else whole, product)
        else:
            whole = product if whole is None else Sum("+", whole, product)
    return ZERO if whole is None else whole
