"""Everything a student may have done otherwise at one line: each known slip as a patch of one call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field, replace
from functools import partial
from itertools import combinations, permutations
from operator import attrgetter, itemgetter, neg
from typing import cast

from symattn.exact.any_matrix import AnyMatrix, Mat
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.later import pattern
from symattn.marking.course import (
    Course,
    Known,
    Patch,
    Run,
    Value,
    doing,
    lenient,
    then,
)
from symattn.marking.scores import Sizes, branch_of, sizes_of, weight_of
from symattn.ops import OPS, Slip, has
from symattn.ops.slips import ONE_NUMBER, rank
from symattn.plan import Astray, Call, Line
from symattn.plan.derivation import arguments, rule
from symattn.plan.tree import Apply, line_of, stem_and_head
from symattn.records import frozen
from symattn.said import Facts, Integers, Named, Said, Strings
from symattn.tables import Place, placed

MOST_HEADS = (
    4  # all orders of so many heads are tried; of more heads, two of them exchanged
)
MOST_FLIPS = 4_000  # entries of a matrix of which each is tried with the other sign: a run of the lines each
_HEAD = pattern(r"_(\d+)(?=$|\.)")
MOST_LINES = 6  # rows or columns of which every two are exchanged


@frozen
class Trial:
    """One slip at one line: its id, where, what was done, and the calls that are done otherwise, or the given matrix that is
    read otherwise; the bits that it *costs* to say which number it is, where it is one of many."""

    id: str
    at: str
    what: Said
    patch: Patch = field(repr=False, compare=False)
    cost: float = field(default=0.0, repr=False, compare=False)

    @property
    def place(self) -> int:
        """Its place in the table of slips."""
        return rank(self.id)

    @property
    def lines(self) -> Strings:
        """The lines in which it happened."""
        patched = () if self.id in ONE_NUMBER else map(line_of, self.patch)
        return tuple(dict.fromkeys([self.at, *patched]))


def trials(course: Course, call: Call) -> Iterator[Trial]:
    """Every slip of the table that can happen at one call; what can happen at every call is told by ``anywhere``."""
    line = course.plan.line(call.line)
    sizes = sizes_of(course, call)
    for slip in OPS[call.op].slips.values():
        if _can_happen(slip, sizes, course, call):
            axis = dict(call.params).get("axis", 1)
            width = int(_by_width(course, call, sizes))
            facts = (
                ("op", call.op),
                ("axis", axis if isinstance(axis, int) else 1),
                ("width", width),
            )
            for extra in _extras(slip, sizes, course, call):
                run = partial(rule(call.op, slip.run), **extra)
                yield _trial(call, slip.id, doing(run), facts)
    for wrong in line.back.astray if line.back and not call.hidden else ():
        yield _trial(call, wrong.id, partial(astray, line, wrong), (("op", wrong.op),))


def _trial(call: Call, id: str, run: Run, facts: Facts = ()) -> Trial:
    """A slip at one call, which runs otherwise."""
    return Trial(id, call.line, Said("slips", id, facts), {call.out: run})


def _by_width(course: Course, call: Call, sizes: Sizes) -> bool:
    """Whether what is divided by is the root of the keys' width, or of what was made of scores was divided by it before."""
    by = course.params.get(call.out, {}).get("by")
    if by is None:
        return sizes.d_k is not None
    return (
        isinstance(by, Number)
        and (square := by * by).is_rational
        and square.rational == sizes.d_k
    )


def anywhere(course: Course, call: Call) -> Iterator[Trial]:
    """What can happen at every call: another matrix in the place of an operand, a flipped sign, the result transposed."""
    yield from operands(course, call)
    yield from flips(course, call)
    if not call.hidden and hasattr(course.own.get(call.out), "T"):
        yield _trial(call, "result-transposed", _result(call, attrgetter("T")))


def whole(course: Course, call: Call) -> Iterator[Trial]:
    """What can be wrong with a whole result: every sign turned, two of its rows or columns exchanged."""
    value = course.own.get(call.out)
    if not isinstance(value, AnyMatrix):
        return
    changes: list[tuple[str, Integers, Callable[[Mat], Mat]]] = [
        ("result-negated", (), neg)
    ]
    for id, size in (("rows-exchanged", value.rows), ("columns-exchanged", value.cols)):
        pairs = combinations(range(size if size <= MOST_LINES else 0), 2)
        changes += [
            (id, pair, partial(_exchanged, pair, id == "rows-exchanged"))
            for pair in pairs
        ]
    for id, pair, change in changes:
        facts = tuple(zip("ij", (k + 1 for k in pair), strict=False))
        yield _trial(call, id, _result(call, change), facts)


def _exchanged(pair: tuple[int, int], rows: bool, matrix: Mat) -> Mat:
    """The matrix with two of its rows, or of its columns, in each other's place.

    >>> _exchanged((0, 1), False, Matrix.of([[1, 2, 3]]))
    Matrix([[2, 1, 3]])
    """
    order = {pair[0]: pair[1], pair[1]: pair[0]}
    lines = [order.get(k, k) for k in range(matrix.rows if rows else matrix.cols)]
    return (
        matrix.select(lines, range(matrix.cols))
        if rows
        else matrix.select(range(matrix.rows), lines)
    )


def _result(call: Call, change: Callable[[Mat], Mat]) -> Run:
    """A call whose result is changed."""
    return then(doing(rule(call.op)), change)


def _operand(call: Call, place: int, other: Run) -> Run:
    """A call one of whose matrices is another."""
    run = rule(call.op)
    return lambda known, /, *inputs, **params: run(
        *inputs[:place], other(known), *inputs[place + 1 :], **params
    )


def astray(
    line: Line, wrong: Astray, known: Known, /, *inputs: Mat, **params: object
) -> Mat:
    """What a line of derivatives comes to that went wrong in a known way; raises SymattnError where that has no value.

    >>> from symattn.plan.reader import read_line
    >>> line = Line("dL", "dL = P * dP", read_line("dL = P * dP")[1])
    >>> astray(line, Astray("jacobian-forgotten", "softmax", read_line("dL = -dP")[1]), {"dP": Matrix.of([[1, 2]])})
    Matrix([[-1, -2]])
    """
    found: dict[str, Value] = dict(known)
    kinds = (
        type(x)
        for x in (found.get(name) for name in line.reads)
        if isinstance(x, AnyMatrix)
    )
    kind: type[Mat] = next(kinds, Matrix)
    for call in replace(line, tree=cast(Apply, wrong.tree)).calls:
        value = lenient(call.op)(
            *(found[name] for name in call.args), **arguments(call, found)
        )
        found[call.out] = value if call.args else kind.lifted(value)
    return cast(Mat, found[line.name])


def _can_happen(slip: Slip, sizes: Sizes, course: Course, call: Call) -> bool:
    test = CONDITIONS.get(slip.when)
    return test is None or test(course, call, sizes)


def _is_cut(course: Course, call: Call) -> bool:
    whole = course.read.get(call.args[0])
    part = course.own.get(call.out)
    return getattr(part, "cols", None) != getattr(whole, "cols", None)


def _is_masked(course: Course, name: str) -> bool:
    """Whether a matrix is masked and the scores behind −∞ are known: whoever writes −∞, or is given it, has none there."""
    return (
        name not in course.givens
        and bool(getattr(course.read.get(name), "blocked", ()))
        and _is_known_behind(course, name)
    )


def _is_known_behind(course: Course, name: str) -> bool:
    if name in course.yours:
        return not getattr(course.yours[name], "blocked", ())
    return name not in course.calls or all(
        _is_known_behind(course, arg) for arg in course.calls[name].args
    )


CONDITIONS: dict[str, Callable[[Course, Call, Sizes], bool]] = {
    "scores": lambda course, call, sizes: (
        sizes.is_product and not course.plan.line(call.line).back
    ),
    "scaled": lambda course, call, sizes: sizes.scaled is True,
    "unscaled": lambda course, call, sizes: sizes.scaled is False,
    "bias": lambda course, call, sizes: (
        len(call.args) == 2 and call.args[1] in course.givens
    ),
    "masked": lambda course, call, sizes: _is_masked(course, call.args[0]),
    "weights": lambda course, call, sizes: (
        call.args[0] in course.calls and has(course.calls[call.args[0]].op, "weights")
    ),
    "projection": lambda course, call, sizes: call.out != course.plan.names[-1],
    "output": lambda course, call, sizes: (
        call.out == course.plan.names[-1] and not set(call.args) <= course.givens.keys()
    ),
    "residual": lambda course, call, sizes: branch_of(course, call) is not None,
    "cut": lambda course, call, sizes: _is_cut(course, call),
}
"""What ``Slip.when`` may say, and how it is found out at a call."""


def _extras(slip: Slip, sizes: Sizes, course: Course, call: Call) -> Iterator[Named]:
    if "order" in slip.needs:
        yield from ({"order": order} for order in _orders(len(call.args)))
        return
    known = {"d_k": sizes.d_k, "d_model": sizes.d_model}
    if "weight" in slip.needs:
        known["weight"] = weight_of(course, call)
    if "branch" in slip.needs:
        known["branch"] = branch_of(course, call)
    found = {name: known[name] for name in slip.needs}
    if None not in found.values():
        yield found


def _orders(heads: int) -> Iterator[Integers]:
    right = tuple(range(heads))
    if heads <= MOST_HEADS:
        yield from (order for order in permutations(right) if order != right)
        return
    yield right[::-1]
    for i, j in combinations(right, 2):
        yield tuple({i: j, j: i}.get(k, k) for k in right)


def operands(course: Course, call: Call) -> list[Trial]:
    """Another matrix of the same shape in the place of one operand, those first that are most easily taken for one another."""
    at = call.line
    names = course.plan.names
    earlier = [*course.givens, *names[: names.index(at)]]
    later = names[names.index(at) + 1 :]
    found = []
    for place, name in enumerate(call.args):
        right = course.read.get(name)
        if "." in name or right is None:
            continue
        heads = [
            other
            for other in later
            if stem_and_head(other)[0] == stem_and_head(name)[0] and _HEAD.search(name)
        ]
        for other in (*earlier, *heads):
            matrix = course.read.get(other)
            if (
                other != name
                and getattr(matrix, "shape", None) == getattr(right, "shape", ())
                and _near(name, other)
            ):
                taken = _operand(call, place, itemgetter(other))
                facts = (("other", other), ("right", name))
                trial = _trial(call, "wrong-operand", taken, facts)
                found.append((_unlike(name, other, course.givens), trial))
    return [trial for _, trial in sorted(found, key=lambda known: known[0])]


def _unlike(name: str, other: str, givens: Known) -> int:
    """How little two names are alike: of one kind in two heads, both given or both worked out, or neither."""
    return (
        0
        if stem_and_head(name)[0] == stem_and_head(other)[0]
        else 1
        if (name in givens) == (other in givens)
        else 2
    )


def _near(name: str, other: str) -> bool:
    """Whether two names are of one head, of one kind, or one of them of no head: Q_1 is not taken for K_3."""
    (stem, head), (kind, number) = stem_and_head(name), stem_and_head(other)
    return None in (head, number) or head == number or stem == kind


def flips(course: Course, call: Call) -> Iterator[Trial]:
    """One sign flipped in one entry of an operand or of the result."""
    if not call.hidden:
        for at in _places(course.own.get(call.out)):
            run = _result(call, partial(_flipped, at))
            yield _trial(call, "sign", run, _flip("", *at))
    for place, name in enumerate(call.args):
        for at in _places(course.read.get(name)) if "." not in name else ():
            flipped = then(itemgetter(name), partial(_flipped, at))
            run = _operand(call, place, flipped)
            yield _trial(call, "sign", run, _flip(name, *at))


def _flip(what: str, i: int, j: int) -> Facts:
    return ("what", what), ("i", i + 1), ("j", j + 1)


def _places(matrix: Value | None) -> Iterator[tuple[int, int]]:
    if (
        not isinstance(matrix, AnyMatrix) or matrix.rows * matrix.cols > MOST_FLIPS
    ):  # no matrix: a number, or a batch
        return
    yield from (
        at
        for at, x in placed(matrix.values)
        if at not in matrix.blocked and not _is_zero(x)
    )


def _is_zero(x: object) -> bool:
    """Whether an entry is 0 for sure, which is another thing than that it is not unequal to 0."""
    return bool(x == 0)


def _flipped(at: Place, matrix: Mat) -> Mat:
    """The matrix with the sign of one entry changed.

    >>> _flipped((0, 1), Matrix.of([[1, 2]]))
    Matrix([[1, -2]])
    """
    return matrix.changed(at, neg)


def head_of(name: str) -> str:
    """A line's or a call's name with "i" for the number of its head.

    >>> head_of("Q_1"), head_of("S_12.1"), head_of("H")
    ('Q_i', 'S_i.1', 'H')
    """
    return _HEAD.sub("_i", name)


def repeated(single: Iterable[Trial]) -> Iterator[Trial]:
    """The same slip made in every head, or at every line where it can be made: one misunderstanding, not several.

    >>> list(repeated([]))
    []
    """
    heads: dict[object, list[Trial]] = {}
    lines: dict[object, list[Trial]] = {}
    for trial in single:
        (out,) = trial.patch
        said = tuple(
            head_of(fact) if isinstance(fact, str) else fact
            for _, fact in trial.what.facts
        )
        if _HEAD.search(out):
            heads.setdefault((trial.id, head_of(out), said), []).append(trial)
        lines.setdefault((trial.id, said), []).append(trial)
    for members in heads.values():
        yield from _together(members, "heads")
    for members in lines.values():
        if len({head_of(out) for trial in members for out in trial.patch}) > 1:
            yield from _together(members, "lines")


def _together(members: list[Trial], where: str) -> Iterator[Trial]:
    patch = {out: run for trial in members for out, run in trial.patch.items()}
    if len(members) > 1 and len(patch) == len(members):
        yield Trial(
            members[0].id,
            members[0].at,
            Said("slips", "together", (("what", members[0].what), ("how", where))),
            patch,
        )
