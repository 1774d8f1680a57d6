"""[question.gradient]: the lines of derivatives that a question asks, behind its own, and before those that read them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import TYPE_CHECKING

from symattn.errors import SymattnError, nearest
from symattn.exact.matrix import Matrix
from symattn.exact.number import UNIT, Number, total
from symattn.language.letters import ADDING_UP, ONE_HOT
from symattn.ops import has
from symattn.ops.shapes import Shape, Shapes, written
from symattn.plan import Line, Plan
from symattn.plan.derivation import shapes as shapes_of
from symattn.plan.derivation import solve
from symattn.plan.gradients import HESSIAN, JACOBIAN, backward, gradient_name
from symattn.plan.tree import is_reserved
from symattn.said import Glossary, Strings
from symattn.sheet.cells import GivenCells, Value, WrittenCells, values_of
from symattn.sheet.source import Place, short
from symattn.tables import among, in_turn, of_type, some

if TYPE_CHECKING:
    from symattn.sheet.schema import GradientKeys

Given = Mapping[str, WrittenCells | Shape | None]
"""The givens by name: their values, or their shapes alone."""


NOTHING: Glossary = MappingProxyType({})


def _adds_up(
    plan: Plan, shapes: Shapes, values: Mapping[str, Value], rows: Glossary
) -> Callable[[str, int], str]:
    """Whether each row, or each column, of a given or a line adds up to 1, as targets and weights do: "onehot" where one entry
    is 1 and all others 0, "distribution" for others, else ""; *rows* is what the sheet says of them."""

    def adds_up(name: str, axis: int) -> str:
        found = values.get(name)
        if name in rows:
            return rows[name] if axis == (0 if shapes[name][-1] == 1 else 1) else ""
        last = plan.line(name).calls[-1] if name in plan.names else None
        if last and has(last.op, "shares of exponentials"):
            return ADDING_UP if last.use(shapes).axis == axis else ""
        with suppress(SymattnError, KeyError):
            found = solve(plan, values)[name] if name in plan.names else found
        if not isinstance(found, Matrix) or found.blocked or not found.is_rational:
            return ""
        lines = found.values if axis else found.T.values
        if not all(total(line).key == UNIT.key for line in lines):
            return ""
        plain = all(not x.terms or x.key == UNIT.key for x in in_turn(lines))
        return ONE_HOT if plain else ADDING_UP

    return adds_up


def with_gradients(
    plan: Plan,
    keys: GradientKeys | None,
    shapes: Shapes,
    given: Given,
    at: Place,
    rows: Glossary = NOTHING,
) -> Plan:
    """The plan with the lines of derivatives that a table asks; what does not hold is reported at its place.

    *shapes* are those of the givens and of every line, *rows* what is said of targets.
    """
    if not keys or not (of := keys.of) or not (wanted := keys.wrt):
        if keys and keys.get("wrt") == ():
            (at / "wrt").wrong(
                "no names", 'write the matrices, such as wrt = ["V", "A"]'
            )
        return plan
    if not all(name in shapes for name in plan.names) or not _named(
        plan, of, wanted, shapes, given, at
    ):
        return plan
    wrt = tuple(dict.fromkeys(name for name in wanted if name is not None))
    upstream = _upstream(keys, of, shapes, given, at)
    if upstream is None:
        return plan
    values = values_of(given)
    matrices = of_type(values, Matrix).items()
    try:
        lines = backward(
            plan,
            of,
            wrt,
            shapes,
            upstream=upstream,
            blocked=[name for name, x in matrices if x.blocked],
            shares=_adds_up(plan, shapes, values, rows),
            symmetric=[
                name for name, x in matrices if x.rows == x.cols > 1 and x == x.T
            ],
        )
    except SymattnError as error:
        (at / "of").wrong(error.what, error.hint)
        return plan
    if not _are_new(lines, {*plan.names, *given}, at):
        return plan
    return _with_second(
        Plan((*plan.lines, *lines)),
        keys,
        among(shapes, given),
        at / "second",
    )


def _are_new(lines: Iterable[Line], others: Collection[str], at: Place) -> bool:
    """Whether no derivative has a name that is taken; one that has is reported."""
    taken = [
        line.name for line in lines if line.name in others or is_reserved(line.name)
    ]
    for name in taken:
        at.wrong(
            f"{name} is already there, and the derivative has that name",
            "give the other one another name",
        )
    return not taken


def _with_second(plan: Plan, keys: GradientKeys, given: Shapes, at: Place) -> Plan:
    """The plan with the Hessians that a table asks: the Jacobian of a derivative with respect to what it is the derivative by."""
    for index, name in enumerate(keys.second):
        of = gradient_name(name or "")
        found = shapes_of(plan, given)[0]
        if of not in found:
            (at / index).wrong(
                f"{short(of)} is no derivative here", "name it under wrt too"
            )
        elif name and _of_a_row(of, found, at / index):
            with (at / index).heard():
                second = backward(plan, of, (name,), found, upstream=HESSIAN)
                plan = Plan((*plan.lines, *second))
    return plan


def derivatives_of(keys: GradientKeys | None) -> Strings:
    """The names of the derivatives that a table asks, which the question's own lines may read.

    >>> from symattn.sheet.schema import GradientKeys
    >>> derivatives_of(GradientKeys(wrt=("W", "b")))
    ('dW', 'db')
    """
    upstream = keys.upstream if keys else ""
    first = [
        gradient_name(name, upstream) for name in (keys.wrt if keys else ()) if name
    ]
    return (
        *first,
        *(
            gradient_name(name, HESSIAN)
            for name in (keys.second if keys else ())
            if name
        ),
    )


def in_matrices(
    keys: GradientKeys | None, given: GivenCells
) -> dict[str, WrittenCells]:
    """The given numbers with respect to which a table asks derivatives, as matrices of one entry, which pages show as numbers."""
    cells = {name: given.get(name) for name in (keys.wrt if keys else ()) if name}
    return {
        name: WrittenCells(Matrix.of([[of.value]]), ((of.written,),))
        for name, of in cells.items()
        if of
        and of.unit is None
        and isinstance(of.value, Number)
        and isinstance(of.written, str)
    }


def parted(plan: Plan, derivatives: Collection[str]) -> tuple[Plan, tuple[Line, ...]]:
    """The lines before the derivatives, and those from the first on that reads one: a step of gradient descent.

    >>> own, behind = parted(Plan.read(["l = x @ W", "V = W - dW", "m = V @ V"]), ["dW"])
    >>> own.names, [line.name for line in behind]
    (('l',), ['V', 'm'])
    """
    reads = (
        k
        for k, line in enumerate(plan.lines)
        if not {*line.uses}.isdisjoint(derivatives)
    )
    first = next(reads, len(plan.lines))
    return Plan(plan.lines[:first]), plan.lines[first:]


def asked_of(plan: Plan, own: Strings, keys: GradientKeys | None) -> Strings:
    """The lines that are asked unless the parts say it: the question's own, and the derivatives it names.

    >>> from symattn.sheet.schema import GradientKeys
    >>> asked_of(Plan.read(["H = A @ V", "dV = A.T @ dH"]), ("H",), GradientKeys(wrt=("V",)))
    ('H', 'dV')
    """
    wanted = derivatives_of(keys)
    return tuple(name for name in plan.names if name in own or name in wanted)


def _named(
    plan: Plan,
    of: str,
    wrt: Iterable[str | None],
    shapes: Shapes,
    given: Given,
    at: Place,
) -> bool:
    """Whether the names are lines and matrices of the question."""
    good = of in plan.names
    if not good:
        hint = nearest(of, plan.names, "the lines are")
        (at / "of").wrong(f"no line defines {short(of)}", hint)
    known = [name for name in shapes if "." not in name]
    for index, name in enumerate(wrt):
        if name is None:
            good = False
        elif name not in known:
            number = name in given
            near = nearest(name, known, "there are")
            hint = "derivatives are taken with respect to matrices" if number else near
            what = "is a number" if number else "is neither given nor a line"
            (at / "wrt" / index).wrong(f"{short(name)} {what}", hint)
            good = False
    return good


def _of_a_row(of: str, shapes: Shapes, at: Place) -> str | None:
    """The upstream of a Jacobian, where the line is one row or one column."""
    if len(shapes[of]) == 2 and 1 in shapes[of]:
        return JACOBIAN
    what = f"{of} is {written(shapes[of])}, and a Jacobian is that of one row or one column"
    at.wrong(what, "write all lines for one row, from the first on: x = X[0, :]")
    return None


def _upstream(
    keys: GradientKeys, of: str, shapes: Shapes, given: Given, at: Place
) -> str | None:
    """The name of the given upstream, empty where the line is one number and needs none; None where it does not fit."""
    name = keys.upstream or gradient_name(of)
    if name == JACOBIAN and name not in given:
        return _of_a_row(of, shapes, at / "upstream")
    place = at / "upstream" if "upstream" in keys else at
    if name not in given and "upstream" not in keys and shapes[of] == (1, 1):
        return ""
    if name not in given:
        lettered = some(given.values(), tuple)
        where = (
            '["n", "d"] under [question.shapes]'
            if lettered
            else "[[…]] under [question.given]"
        )
        hint = (
            nearest(name, given) or f"{name} = {where}, {written(shapes[of])} as {of}"
        )
        place.wrong(
            f"{short(name)} is not given", f"write {hint}" if "=" in hint else hint
        )
        return None
    if name not in shapes or shapes[name] != shapes[of]:
        size = written(shapes[name]) if name in shapes else "a number"
        place.wrong(
            f"{name} is {size}, but {of} is {written(shapes[of])}",
            "write one weight for each entry",
        )
        return None
    return name
