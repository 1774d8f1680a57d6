"""Running a plan: givens in, one step per operation out. The one function every reading by values goes through."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property, partial
from itertools import groupby
from operator import add, mul, sub
from types import MappingProxyType
from typing import TypeAlias, cast

from symattn.errors import LimitError, ShapeError, SymattnError
from symattn.exact import defined
from symattn.exact.any_matrix import Mat
from symattn.exact.budget import Spent
from symattn.exact.matrix import Matrices, Matrix, few_letters
from symattn.exact.number import Number
from symattn.exact.tensor import AnyArray, Tensor, batched
from symattn.exact.text import pretty
from symattn.language.loose import is_loose
from symattn.limits import MOST_SHEET_WORK
from symattn.ops import OPS, Op, has
from symattn.ops.shapes import Amount, Amounts, Shape, Shapes, divided, raised, written
from symattn.plan import Call, Line, Plan
from symattn.plan.amounts import Operands, worked
from symattn.plan.nothing import met, told
from symattn.plan.tree import Num, Ref, Scalar, SizeOf, Sum
from symattn.records import frozen
from symattn.said import Keyed, Named, Strings
from symattn.tables import some, without

Given = Matrix | Number | Tensor
Givens = Mapping[str, Given]
Value: TypeAlias = "Mat | Number | Tensor"
Run = Callable[..., Mat]
NOTHING: Keyed = MappingProxyType({})
FEWER = "write fewer lines, smaller matrices or rounder numbers"
SPENT = f"more work up to here than the {MOST_SHEET_WORK:,} steps that a sheet may take"


@frozen
class PlanStep:
    """One operation carried out: the call, the matrices that went in, its resolved parameters and what came out."""

    call: Call
    line: Line
    inputs: tuple[Matrix, ...]
    params: Keyed
    value: Matrix

    @property
    def name(self) -> str | None:
        """The line's name; None for what a compound line does on the way."""
        return None if self.call.hidden else self.call.out

    @property
    def op(self) -> str:
        """The operation's name in the table."""
        return self.call.op

    @property
    def args(self) -> Strings:
        """The names of the matrices that went in."""
        return self.call.args


def derive(
    plan: Plan,
    givens: Givens,
    *,
    yours: Matrices = NOTHING,
    slips: Mapping[str, Run] = NOTHING,
) -> Iterator[PlanStep]:
    """Run *plan*: a matrix in *yours* replaces ours wherever a later line reads it, *slips* replace the operation
    that defines a name (``Call.out``). Raises SymattnError naming the line.

    >>> plan = Plan.read(["B = A @ A"])
    >>> [step.value for step in derive(plan, {"A": Matrix.of([[2]])})]
    [Matrix([[4]])]
    """
    known: dict[str, Value] = dict(givens)
    for line in plan.lines:
        for call in line.calls:
            inputs = cast(
                tuple[Matrix, ...],
                tuple(
                    yours[name] if name in yours else known[name] for name in call.args
                ),
            )
            with _named_in_errors(line):
                params = arguments(call, known, yours)
                known[call.out] = rule(call.op, slips.get(call.out), call.out)(
                    *inputs, **params
                )
                if (
                    not call.hidden
                ):  # a line of its own has minus infinity, which is no 0
                    known[call.out] = told(known[call.out])
            yield PlanStep(call, line, inputs, params, cast(Matrix, known[call.out]))


EXACT = frozenset((Matrix, Tensor))


@frozen
class Carried:
    """An operation's value rule by name, or another in its place: what a value that is held by its definition comes from."""

    name: str
    instead: Callable[..., AnyArray] | None = None

    def __call__(self, *inputs: AnyArray, **params: object) -> AnyArray:
        return (self.instead or OPS[self.name].run)(*inputs, **params)


def rule(
    op: str, instead: Callable[..., AnyArray] | None = None, label: str = ""
) -> Run:
    """The value rule of an operation, or another in its place, that goes through batches matrix by matrix.

    Where the exact value would be too long, it is held by its definition (``symattn.exact.defined``), called *label*.

    >>> rule("transpose")(Tensor((1,), [Matrix.of([[1, 2]])]))
    Tensor([[[1], [2]]])
    """
    return partial(_through, OPS[op], Carried(op, instead), label)


def _through(op: Op, run: Carried, label: str, *inputs: Mat, **params: object) -> Mat:
    inputs = met(op.name, inputs)
    op.admits(inputs)
    if EXACT.isdisjoint(
        map(type, inputs)
    ):  # balls and intervals, which no value is too long for
        return cast(Mat, run(*inputs, **params))
    held = partial(_held, op, run, label)
    if not op.native and some(inputs, Tensor):
        return cast(Mat, batched(held, inputs, params))
    return cast(Mat, held(*inputs, **params))


def _held(op: Op, run: Carried, label: str, *inputs: Mat, **params: object) -> AnyArray:
    """The exact value, or letters that are held by their definition where it would be too long."""
    exact = [a for a in inputs if isinstance(a, Matrix)]
    may = bool(exact) and len(exact) == len(inputs) and not op.native
    try:
        if may:
            few_letters(exact)
        found = run(*inputs, **params)
    except LimitError:
        if not may or any(a.lettered for a in exact):
            raise  # letters without a value have no decimals by which a definition could hold it
        return defined.Definition(run, exact, params, label).matrix()
    if isinstance(found, Matrix):
        found.sized(exact)
        if may and not params and not any(m.held for m in exact):
            return found.without_definitions()
    return found


def arguments(
    call: Call, known: Operands, yours: Operands = NOTHING
) -> dict[str, object]:
    """The parameters of a call worked out; raises SymattnError for a size that is no whole number.

    >>> arguments(Plan.read(["B = split_heads(A, h)"]).calls[0], {"h": Number.of(2)})
    {'heads': 2}
    """
    sizes = OPS[call.op].sizes
    found = {
        key: _count(resolve(value, known, yours), key in sizes)
        for key, value in call.params
    }
    if is_loose(*found.values()) and not has(call.op, "by rounded"):
        raise SymattnError(f"{call.op} takes no rounded number")
    return found


@contextmanager
def _named_in_errors(line: Line) -> Iterator[None]:
    try:
        yield
    except SymattnError as error:
        raise type(error)(
            f"{line.text.strip()}: {error.what}", hint=error.hint
        ) from error
    except Spent:
        raise LimitError(f"{line.text.strip()}: {SPENT}", FEWER) from None


def resolve(value: object, known: Operands, yours: Operands = NOTHING) -> object:
    """A parameter's value: a scalar expression worked out, whole numbers and index specifications as they are.

    >>> from symattn.plan.tree import RootOf, SizeOf
    >>> resolve(RootOf(SizeOf("cols", Ref("A"))), {"A": Matrix.of([[1, 2, 3, 4]])})
    Number(2)
    """
    if isinstance(value, Scalar):
        return worked(value, {**known, **yours} if yours else known)
    if isinstance(value, tuple):
        return tuple(resolve(part, known, yours) for part in value)
    return value


def _count(value: object, is_size: bool) -> object:
    """A size of an axis as a whole number, once its scalars are worked out."""
    if not is_size or value is None or isinstance(value, int | str):
        return value
    if isinstance(value, tuple):
        return tuple(_count(part, True) for part in value)
    return _whole_number(value)


def _whole_number(value: object) -> int:
    if not isinstance(value, Number) or not value.is_rational or value.rational.q != 1:
        said = pretty(value) if isinstance(value, Number) else value
        raise SymattnError(f"{said} is no size", "write a whole number")
    return int(value.rational.p)


class PlanRun:
    """A plan that has been run: its steps, and every value by name."""

    def __init__(self, plan: Plan, givens: Givens, steps: tuple[PlanStep, ...]) -> None:
        self.plan, self.givens, self.steps = plan, dict(givens), steps

    @cached_property
    def values(self) -> dict[str, Matrix]:
        """Every line's value by its name, in order."""
        return {
            step.call.out: step.value for step in self.steps if not step.call.hidden
        }

    @cached_property
    def by_name(self) -> dict[str, PlanStep]:
        """The steps by what comes out of them, those on the way to a line too."""
        return {step.call.out: step for step in self.steps}

    def __getitem__(self, name: str) -> Matrix:
        found = self.values.get(name, self.givens.get(name))
        if not isinstance(found, (Matrix, Tensor)):
            raise KeyError(name)
        return cast(Matrix, found)  # or a batch, which only the console gives

    @property
    def output(self) -> Matrix:
        """The value of the last line."""
        return self.steps[-1].value

    def of(self, name: str) -> tuple[PlanStep, ...]:
        """The steps of one line, hidden ones first."""
        return self._by_line.get(name, ())

    @cached_property
    def _by_line(self) -> dict[str, tuple[PlanStep, ...]]:
        return {
            name: tuple(steps)
            for name, steps in groupby(self.steps, lambda step: step.line.name)
        }


def solve(
    plan: Plan,
    givens: Givens,
    *,
    yours: Matrices = NOTHING,
    slips: Mapping[str, Run] = NOTHING,
) -> PlanRun:
    """Run a plan to its end. *yours* and *slips* are those of ``derive``.

    >>> solve(Plan.read(["B = A @ A"]), {"A": Matrix.of([[2]])}).output
    Matrix([[4]])
    """
    missing = without(plan.givens, givens)
    if missing:
        raise SymattnError(
            f"not given: {', '.join(missing)}",
            f"the lines read {', '.join(plan.givens)}",
        )
    problems = shapes(plan, shapes_of(givens), sizes_of(givens))[1]
    if problems:
        raise ShapeError("\n".join(str(error) for _, error in problems))
    return PlanRun(plan, givens, tuple(derive(plan, givens, yours=yours, slips=slips)))


def shapes_of(givens: Named) -> dict[str, Shape]:
    """The shapes of the matrices among some values, and of their batches.

    >>> shapes_of({"X": Matrix.of([[1, 2]]), "c": Number.of(8)})
    {'X': (1, 2)}
    """
    return {
        name: x.shape for name, x in givens.items() if isinstance(x, (Matrix, Tensor))
    }


def sizes_of(givens: Named) -> dict[str, int]:
    """The given numbers that may be sizes of axes.

    >>> sizes_of({"h": Number.of(8), "c": Number.of(1) / 2})
    {'h': 8}
    """
    numbers = (
        (name, value.rational)
        for name, value in givens.items()
        if isinstance(value, Number) and value.is_rational
    )
    return {name: int(value.p) for name, value in numbers if value.q == 1}


def shapes(
    plan: Plan, givens: Shapes, sizes: Amounts = NOTHING
) -> tuple[dict[str, Shape], list[tuple[Line, ShapeError]]]:
    """The shape of every line from the shapes of the givens, and what does not fit: the line and the error.

    *sizes* are the scalars that lines read as sizes: numbers, or letters.

    >>> shapes(Plan.read(["B = A @ A"]), {"A": (2, 3)})[1][0][1].what
    'B = A @ A: A is 2×3, A is 2×3: 2×3 times 2×3: 3 columns of the first meet 2 rows of the second'
    """
    known: dict[str, Shape] = dict(givens)
    problems: list[tuple[Line, ShapeError]] = []
    for line in (part for whole in plan.lines for part in (*whole.made, whole)):
        for call in line.calls:
            if not all(name in known for name in call.args):
                continue
            try:
                known[call.out] = _shape_of(call, known, sizes)
            except ShapeError as error:
                inputs = ", ".join(
                    f"{_named(name, line)} is {written(known[name])}"
                    for name in call.args
                )
                said = ": ".join(filter(None, (line.text.strip(), inputs, error.what)))
                problems.append((line, ShapeError(said, error.hint)))
            except (KeyError, SymattnError):
                continue  # a size that depends on what is not known, or a value only running it can judge
    return known, problems


def _shape_of(call: Call, known: Shapes, sizes: Amounts) -> Shape:
    op, params = OPS[call.op], dict(call.params)
    for key in op.sizes:
        params[key] = _size_of(params[key], known, sizes)
    return op.shape(*(known[name] for name in call.args), **params)


Axes: TypeAlias = "Amount | tuple[Axes, ...]"


def _size_of(value: object, known: Shapes, sizes: Amounts) -> Axes:
    """A size that a line names: a number or a letter, the rows of a matrix, or what is worked out from such."""
    match value:
        case tuple():
            return tuple(_size_of(part, known, sizes) for part in value)
        case int() | str() | None:  # of a slice
            return value  # type: ignore[return-value]
        case Num():
            return _whole_number(value.value)
        case Ref(name):
            return sizes[name]
        case SizeOf(axis, of):
            size: Amount = known[of.name][-2 if axis == "rows" else -1]
            return size
        case Sum(sign, left, right):
            a, b = (_whole(_size_of(side, known, sizes)) for side in (left, right))
            return divided(a, b) if sign == "/" else _JOINED[sign](a, b)
    raise SymattnError("this is no size", "write a whole number")


def _whole(size: Axes) -> Amount:
    """The size of one axis, not of several."""
    if isinstance(size, tuple):
        raise SymattnError("these are sizes of several axes", "write one")
    return size


_JOINED: dict[str, Callable[[Amount, Amount], Amount]] = {
    "+": add,
    "-": sub,
    "*": mul,
    "^": raised,
}


def _named(name: str, line: Line) -> str:
    """A matrix in a message: by its name, turned as it stands in the line, or as a part of the line."""
    call = line.by_out.get(name)
    if call is None or not call.hidden:
        return name
    if has(call.op, "transposes"):
        return f"{_named(call.args[0], line)}.T"
    return f"part {name.partition('.')[2]} of {line.name}"
