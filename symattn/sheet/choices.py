"""Free choices: matrices that the student chooses, and the conditions under which a choice is right, decided by proof."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from symattn.errors import LimitError, LineError, SymattnError, nearest
from symattn.exact.any_matrix import Blocked, Entry
from symattn.exact.decide import decision, sign
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.plan import Plan
from symattn.plan.derivation import Derivation, solve
from symattn.sheet.cells import Cells
from symattn.sheet.place import Place, short

if TYPE_CHECKING:
    from symattn.sheet.keys import AcceptKeys, UnknownKeys

LEFT, RIGHT = "LEFT", "RIGHT"


@dataclass(frozen=True)
class Condition:
    """When a choice is right: a line is near some values, or equal to them, or two expressions are equal.

    ``near`` and ``equals`` are matrices of the line's shape, ``within`` how far each entry may be off, ends included.
    """

    line: str = ""
    near: Matrix | None = None
    within: Number | None = None
    equals: Matrix | None = None
    check: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names that the condition speaks of."""
        return self.plan.givens if self.check else (self.line,)

    @property
    def plan(self) -> Plan:
        """Both sides of the check as lines; raises LineError."""
        left, sign_, right = self.check.partition("==")
        if not sign_ or "==" in right:
            raise LineError("a check reads LEFT SIDE == RIGHT SIDE, with == once", 0)
        return Plan.read([f"{LEFT} = {left.strip()}", f"{RIGHT} = {right.strip()}"])


@dataclass(frozen=True)
class Held:
    """What a choice comes to: whether a condition holds ("equal" where it is proved), and the first place where it does not."""

    condition: Condition
    decision: str
    place: tuple[int, int] | None = None
    value: Entry | None = None


def held(condition: Condition, run: Derivation) -> Held:
    """Whether a condition holds for the lines of a run, by proof.

    >>> run = solve(Plan.read(["A = softmax(q)"]), {"q": Matrix.of([[5, 5]])})
    >>> half = Number.of(1) / 2
    >>> [held(Condition("A", equals=Matrix.of([row])), run).decision for row in ([half, half], [1, 0])]
    ['equal', 'different']
    """
    try:
        if condition.check:
            known = {**run.givens, **run.values}
            sides = solve(condition.plan, {name: known[name] for name in condition.plan.givens})
            return _compared(condition, sides[LEFT], sides[RIGHT])
        wanted = condition.near or condition.equals
        assert wanted is not None
        return _compared(condition, run[condition.line], wanted)
    except LimitError:
        return Held(condition, "undecided")
    except SymattnError:
        return Held(condition, "different")


def _compared(condition: Condition, found: Matrix, wanted: Matrix) -> Held:
    if found.shape != wanted.shape:
        return Held(condition, "different")
    unsure = None
    for i, (row, other) in enumerate(zip(found.cells(), wanted.cells(), strict=True)):
        for j, (x, y) in enumerate(zip(row, other, strict=True)):
            said = _entry(x, y, condition.within if condition.near else None)
            if said == "different":
                return Held(condition, said, (i, j), x)
            unsure = unsure or (Held(condition, said, (i, j), x) if said == "undecided" else None)
    return unsure or Held(condition, "equal")


def _entry(x: Entry, y: Entry, within: Number | None) -> str:
    if isinstance(x, Blocked) or isinstance(y, Blocked):
        return "equal" if isinstance(x, Blocked) and isinstance(y, Blocked) else "different"
    if within is None:
        return decision(x, y)
    try:
        return "equal" if sign(within - (x - y)) >= 0 and sign(within + (x - y)) >= 0 else "different"
    except LimitError:
        return "undecided"


def unknowns_of(tables: Mapping[str, UnknownKeys | None] | None, given: Iterable[str], at: Place) -> dict[str, Cells]:
    """The examples of what the student chooses; what does not fit is reported at its place."""
    found: dict[str, Cells] = {}
    names = set(given)
    for name, table in (tables or {}).items():
        example, shape = (table or {}).get("example"), (table or {}).get("shape")
        if name in names:
            (at / name).misnamed(f"{name} is given as well", "leave it out under given: the student chooses it")
        elif example and isinstance(example.value, Matrix):
            if shape and example.value.shape != tuple(shape):
                said = ["×".join(map(str, size)) for size in (example.value.shape, shape)]
                (at / name / "example").wrong(f"the example is {said[0]}, but {name} is {said[1]}")
            found[name] = example
    return found


def conditions_of(
    tables: Iterable[AcceptKeys | None] | None, names: Iterable[str], at: Place
) -> tuple[Condition, ...]:
    """The conditions of a part; what cannot be read is reported at its place."""
    return tuple(_condition(table, tuple(names), at / k) for k, table in enumerate(tables or ()) if table is not None)


def _condition(table: AcceptKeys, names: tuple[str, ...], at: Place) -> Condition:
    near, equals, within = table.get("near"), table.get("equals"), table.get("within")
    line, check = table.get("line") or "", table.get("check") or ""
    kinds = [key for key in ("near", "equals", "check") if key in table]
    if len(kinds) != 1:
        at.misnamed("a condition has one of near, equals and check", 'write { line = "A", near = [[1, 0]], within = "0.01" }')
    if near and not within:
        at.misnamed('the key "within" is missing', 'how far each entry may be off, such as "0.01"')
    if not check and line not in names:
        hint = nearest(line, names) or f"the lines are {', '.join(names)}"
        (at / "line" if line else at).misnamed(f"no line defines {short(line)}" if line else 'the key "line" is missing', hint)
    found = Condition(line, _matrix(near), _number(within), _matrix(equals), check)
    if check:
        _readable(found, names, at / "check")
    return found


def _readable(condition: Condition, names: tuple[str, ...], at: Place) -> None:
    try:
        unknown = [name for name in condition.plan.givens if name not in names]
    except LineError as error:
        at.wrong(error.what, error.hint or "write two sides with == between them: A @ B == C")
        return
    for name in unknown:
        at.wrong(f"{name} is neither given nor defined by a line", nearest(name, names))


def _matrix(cells: Cells | None) -> Matrix | None:
    return cells.value if cells and isinstance(cells.value, Matrix) else None


def _number(cells: Cells | None) -> Number | None:
    return cells.value if cells and isinstance(cells.value, Number) else None
