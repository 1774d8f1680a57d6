"""The shapes of a plan, line by line: its shape in letters and in numbers, why, and how much work it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from types import MappingProxyType

from symattn.exact.in_letters import letters_in, put_in
from symattn.exact.number import Number
from symattn.exact.zero import symbolic
from symattn.ops import OPS, has
from symattn.ops.record import Count, Use, entries, size_latex
from symattn.ops.shapes import Amount, Shape, Shapes
from symattn.plan import Call, Line, Plan
from symattn.plan.amounts import EQUATION, OfShape, Operand, amount, polynomial, worked
from symattn.plan.derivation import shapes
from symattn.plan.shapes.letters import SizeRelations
from symattn.plan.tree import Counted, has_trait, parts, scalars
from symattn.records import frozen
from symattn.said import Facts, Integers, Said, Strings
from symattn.tables import apart_from, in_each

Numbers = dict[str, Number]
NOTHING: Mapping[str, Number] = MappingProxyType({})


@frozen
class ShapeLine:
    """One line or given as shapes: its shape as shown, in numbers where they are known, why, and its work.

    ``op`` and ``args`` are those of the line's last operation; a given has the op "given" and its parameters.
    A line that is a number has its ``value`` in letters, the same in the ``base`` letters
    that relations leave (h·d_k for d), and the ``number`` it is where all letters are known, or ``partly`` what it is with the
    numbers of some, 134217728b.
    """

    name: str
    op: str
    args: Strings
    shape: Shape
    numbers: Integers | None
    why: Said | None
    work: Count
    parameters: Amount = 0
    value: Number | None = None
    base: Number | None = None
    number: Number | None = None
    partly: Number | None = None

    @property
    def in_numbers(self) -> Integers | None:
        """The shape in numbers, where it has letters and these are known."""
        return None if self.numbers == self.shape else self.numbers


@frozen
class ShapeTable:
    """Every given and every line of a plan as shapes, by name; ``shown`` has the shapes of hidden steps too."""

    lines: Mapping[str, ShapeLine]
    problems: tuple[tuple[Line, str], ...] = ()
    shown: Shapes = field(default_factory=dict)

    def __getitem__(self, name: str) -> ShapeLine:
        return self.lines[name]


def table(
    plan: Plan,
    givens: Shapes,
    letters: SizeRelations,
    given: Mapping[str, Number] = NOTHING,
    free: Mapping[str, Number] = NOTHING,
) -> ShapeTable:
    """The shapes of all lines from those of the givens; what does not fit stands among the problems. *given* are numbers beside
    shapes, *free* letters of the question's own.

    >>> plan, letters = Plan.read(["Q = X @ W"]), SizeRelations.read(["d_k = d"])
    >>> found = table(plan, {"X": letters.shape(["n", "d"]), "W": letters.shape(["d", "d_k"])}, letters)
    >>> found["Q"].shape, found["Q"].why.name
    ((Size(n), Size(d)), 'matmul')
    """
    known, problems = shapes(plan, givens, letters.sizes(givens.values()))
    told = tuple((line, letters.said(str(error))) for line, error in problems)
    lines = {
        name: _given(name, shape, plan, known, letters)
        for name, shape in givens.items()
    }
    values: tuple[Numbers, Numbers, Numbers] = (
        dict(free),
        dict(free),
        dict(given),
    )  # in letters, in base letters, in numbers
    for line in plan.lines:
        if line.name in known:
            lines[line.name] = _line(line, known, letters)
            if has(line.calls[-1].op, "number") or has_trait(line.tree, EQUATION):
                lines[line.name] = _amount(
                    lines[line.name], line, known, letters, values
                )
    return ShapeTable(lines, told, in_each(lambda shape: _shown(shape, letters), known))


def _amount(
    row: ShapeLine,
    line: Line,
    known: Shapes,
    letters: SizeRelations,
    found: tuple[Numbers, Numbers, Numbers],
) -> ShapeLine:
    """A line that is a number: worked out in letters, and with the numbers that are known for them."""
    tree = dict(line.calls[-1].params).get("value", line.tree)
    values, bases, numbers = found
    sizes = letters.sizes(known.values())
    shown: dict[str, Operand] = in_each(
        lambda shape: OfShape(_shown(shape, letters)), known
    )
    named = in_each(lambda size: amount(letters.shown(size)), sizes)
    value = worked(tree, {**shown, **named, **values})
    if (whole := polynomial(value)) is not None:  # gathered: 4D² for 3DHd + D²
        value = amount(letters.shown(whole))
    values[line.name] = value
    plain_shapes: dict[str, Operand] = in_each(OfShape, known)
    bases[line.name] = worked(tree, {**plain_shapes, **in_each(amount, sizes), **bases})
    row = replace(row, value=value, base=bases[line.name])
    plain = in_each(letters.number, sizes)
    shaped: dict[str, Shape] = in_each(
        lambda shape: tuple(map(letters.number, shape)), known
    )
    matrices = apart_from(shaped, values)  # a count without a number is no matrix
    told: dict[str, Operand] = {
        name: OfShape(shape) for name, shape in matrices.items() if None not in shape
    }
    told |= {name: Number.of(n) for name, n in plain.items() if n is not None}
    solved = tree is line.tree
    if not solved and told.keys() >= {*line.reads, *_inner(tree)} - numbers.keys():
        found_number = worked(tree, {**told, **numbers})
    else:  # of other letters than those that have no number, perhaps
        known_sizes = in_each(Number.of, letters.numbers)
        found_number = put_in(bases[line.name], {**known_sizes, **numbers})
    if symbolic(
        found_number
    ):  # letters that have no number, such as the mean of a random given
        fewer = letters_in(found_number) < letters_in(bases[line.name])
        return replace(row, partly=found_number) if fewer else row
    numbers[line.name] = found_number
    return replace(row, number=found_number)


def _inner(tree: object) -> set[str]:
    """The letters and the matrices that a number is worked out from, hidden steps of counted lines too."""
    calls = [
        call for part in parts(tree) if isinstance(part, Counted) for call in part.calls
    ]
    return {
        *scalars(tree),
        *(name for call in calls for name in (call.out, *call.args)),
    }


def _line(line: Line, known: Shapes, letters: SizeRelations) -> ShapeLine:
    last, work = line.calls[-1], Count()
    for call in line.calls:
        work += OPS[call.op].work(call.use(known))
    done = tuple(_done(call, known, letters) for call in line.calls)
    shown, numbers = (
        _shown(known[line.name], letters),
        _numbers(known[line.name], letters),
    )
    return ShapeLine(
        line.name, last.op, last.args, shown, numbers, reason(done), letters.work(work)
    )


def reason(done: tuple[Use, ...]) -> Said:
    """Why a line of these operations has its shape: what changes shapes, else what the last one does.

    >>> reason((Use(((2, 2),), (2, 2), {}, "softmax"),))
    Said(room='reasons', name='stays', facts=(('what', Said(room='reasons', name='softmax', facts=())),))
    """
    telling = [
        (k, OPS[d.op].reason)
        for k, d in enumerate(done)
        if not _shown_by_product(done, k)
    ]
    told = dict.fromkeys(
        _why(done[k], tell(done[k])) for k, tell in telling if callable(tell)
    )
    said = tuple(one for one in told if one is not None)
    if not said:
        along = tuple(
            (key, value)
            for key, value in done[-1].params.items()
            if key == "axis" and isinstance(value, int)
        )
        return Said(
            "reasons", "stays", (("what", Said("reasons", done[-1].op, along)),)
        )
    return said[0] if len(said) == 1 else Said("reasons", "then", (("said", said),))


def _why(done: Use, facts: Facts) -> Said | None:
    """The reason of one operation: a number beside a matrix changes no shape and is not spoken of, 1 − h is entry by entry."""
    if has(done.op, "number"):
        return None
    two = has(done.op, "each entry") and len(done.inputs) == 2
    numbers = two and (1, 1) in map(tuple, done.inputs)
    if two and (numbers or not facts):
        return Said("reasons", "entrywise")
    return Said("reasons", done.op, facts)


def _shown_by_product(done: tuple[Use, ...], k: int) -> bool:
    """Whether a transpose is part of a product that names its shape anyway."""
    return has(done[k].op, "transposes") and any(
        has(later.op, "product") for later in done[k + 1 :]
    )


def _done(call: Call, known: Shapes, letters: SizeRelations) -> Use:
    return call.use(
        {name: _shown(known[name], letters) for name in (call.out, *call.args)}
    )


def _given(
    name: str, shape: Shape, plan: Plan, known: Shapes, letters: SizeRelations
) -> ShapeLine:
    why = _role(name, plan, known, letters)
    amount = letters.shown(entries(shape))
    return ShapeLine(
        name,
        "given",
        (),
        _shown(shape, letters),
        _numbers(shape, letters),
        why,
        Count(),
        amount,
    )


def _role(name: str, plan: Plan, known: Shapes, letters: SizeRelations) -> Said | None:
    """Why a weight has its shape: its rows meet the columns of what it multiplies."""
    for call in plan.calls:
        if has(call.op, "product") and call.args[1] == name and call.args[0] in known:
            meets, *rest = (
                f"${size_latex(letters.shown(size))}$" for size in known[name]
            )
            return Said("reasons", "role", (("meets", meets), ("rest", tuple(rest))))
    return None


def _shown(shape: Shape, letters: SizeRelations) -> Shape:
    return tuple(map(letters.shown, shape))


def _numbers(shape: Shape, letters: SizeRelations) -> Integers | None:
    found = tuple(map(letters.number, shape))
    return None if None in found else found  # type: ignore[return-value]
