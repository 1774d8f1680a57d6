"""One entry explained by its operation's record: a sentence, the entry spelled out with its numbers, and what it is made of."""

from __future__ import annotations

from collections.abc import Mapping

from symattn.boxes import INFINITE, Box
from symattn.exact.any_matrix import Blocked, Entry
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.text import shown, wordy
from symattn.exact.zero import symbolic
from symattn.later import pattern
from symattn.notation.values import ValuePrinter, rounded
from symattn.ops import OPS, has
from symattn.plan.derivation import PlanStep
from symattn.plan.tree import SIGNS, RootOf, SizeOf
from symattn.said import Named, Said

VALUES = ValuePrinter()
Part = tuple[str, int, int]  # a matrix and a place in it
Links = tuple[tuple[str, Box], ...]
_ALONE = pattern(r"[\w.]+|\w+\([^()]*\)")


def explained(
    steps: Mapping[str, PlanStep],
    name: str,
    i: int,
    j: int,
    of: type[Seen] | None = None,
) -> tuple[Said, Links, tuple[Part, ...]]:
    """Why the entry in row i, column j (from 0) of a step's matrix is what it is: a sentence, the links of its chain, and the
    entries of other matrices that it is made of; *of* says how these are called, as one would unless it is written.

    >>> from symattn.plan.derivation import solve
    >>> from symattn.plan import Plan
    >>> steps = solve(Plan.read(["S = X @ X"]), {"X": Matrix.of([[1, 2], [3, 4]])}).steps
    >>> explained({step.call.out: step for step in steps}, "S", 0, 1)[2]
    (('X', 0, 0), ('X', 0, 1), ('X', 0, 1), ('X', 1, 1))
    """
    seen = (of or Seen)(steps, steps[name], i, j)
    said, box = seen.told()
    value = steps[name].value[i, j]
    rough = any(not isinstance(x, Blocked) and wordy(x) for x in seen.read)
    written = (
        ()
        if box is None or box == written_entry(value)
        else (("≈" if rough else "=", box),)
    )
    return said, (*written, *result(value)), tuple(seen.parts)


def written_entry(x: Entry) -> Box:
    """An entry as it is shown."""
    if isinstance(x, Blocked):
        return INFINITE
    return rounded(x, 4) if wordy(x) else VALUES.exact(x)


def result(x: Entry) -> list[tuple[str, Box]]:
    """The links of an entry's value: exact, and rounded where that is another."""
    if not isinstance(x, Blocked) and wordy(x):
        return [("≈", written_entry(x))]
    if isinstance(x, Blocked) or x.is_rational or symbolic(x):
        return [("=", written_entry(x))]
    return [("=", written_entry(x)), ("≈", rounded(x, 4))]


class Seen:
    """One entry under explanation: its step, and the entries of other matrices that were looked at."""

    def __init__(
        self, steps: Mapping[str, PlanStep], step: PlanStep, i: int, j: int
    ) -> None:
        self.steps, self.step, self.i, self.j = steps, step, i, j
        self.parts: list[Part] = []
        self.read: list[Entry] = []

    def name(self, k: int) -> str | Said:
        """The k-th matrix as one would call it: a hidden transpose as K.T, other hidden values by what they are."""
        return self.called(self.step.args[k])

    def called(self, name: str) -> str | Said:
        """A name, or the expression a hidden value stands for."""
        return self._made(name, beside_a_sign=False)

    def _made(self, name: str, beside_a_sign: bool) -> str | Said:
        """The same beside a sign or not: a number that has a sign itself is in brackets there."""
        if name not in self.steps or not self.steps[name].call.hidden:
            return name
        step = self.steps[name]
        joined = step.op in SIGNS.values() and step.args != ()
        numbers = (
            shown(x) for x in step.params.values() if isinstance(x, Number)
        )  # the power of a power
        if joined or (beside_a_sign and has(step.op, "number")):
            numbers = (x if _ALONE.fullmatch(x) else f"({x})" for x in numbers)
        args = (*(self._made(arg, joined) for arg in step.args), *numbers)
        return Said("why", "result", (("op", step.op), ("args", args)))

    def at(self, k: int, i: int, j: int) -> Entry:
        """An entry of the k-th matrix, a single row or column repeated; it is remembered."""
        matrix = self.step.inputs[k]
        i, j = (i if matrix.rows > 1 else 0), (j if matrix.cols > 1 else 0)
        self._remember(self.step.args[k], i, j)
        self.read.append(matrix[i, j])
        return matrix[i, j]

    def _remember(self, name: str, i: int, j: int) -> None:
        """The place in a matrix that has a name: a hidden transpose or scaling leads to the one it is made of."""
        hidden = self.steps.get(name)
        if hidden is None or not hidden.call.hidden:
            self.parts.append((name, i, j))
        elif has(hidden.op, "transposes"):
            self._remember(hidden.args[0], j, i)
        elif has(hidden.op, "scales"):
            self._remember(hidden.args[0], i, j)

    def here(self, k: int) -> Entry:
        """The entry of the k-th matrix in the same place."""
        return self.at(k, self.i, self.j)

    @property
    def inputs(self) -> tuple[Matrix, ...]:
        """The matrices that went in."""
        return self.step.inputs

    @property
    def params(self) -> Named:
        """The parameters, worked out."""
        return self.step.params

    @property
    def value(self) -> Entry:
        """The entry itself."""
        return self.step.value[self.i, self.j]

    def inner(self, k: int) -> tuple[Said, Box]:
        """The entry in the same place of the k-th matrix, spelled out where that is a hidden value."""
        value = self.written(self.here(k))
        hidden = self.steps.get(self.step.args[k])
        if hidden is not None and hidden.call.hidden:
            return self.spelled(hidden, value)
        return Said("why", "entry", (("of", self.name(k)),)), value

    def spelled(self, hidden: PlanStep, value: Box) -> tuple[Said, Box]:
        """The entry in the same place of something done on the way, told and spelled out where there is more than its *value*."""
        said, box = type(self)(self.steps, hidden, self.i, self.j).told()
        return said, value if box is None else box

    def written(self, x: Entry) -> Box:
        """A value as it is shown."""
        return written_entry(x)

    def root_of(self, key: str) -> str:
        """What a parameter stands in the line as the root of: a "size", a "number", or nothing."""
        found = dict(self.step.call.params).get(key)
        return (
            ""
            if not isinstance(found, RootOf)
            else "size"
            if isinstance(found.of, SizeOf)
            else "number"
        )

    def told(self) -> tuple[Said, Box | None]:
        """What the operation says of the entry."""
        why = OPS[self.step.op].why
        assert why is not None  # a record without one is refused by its test
        facts, box = why(self)
        return Said("why", self.step.op, facts), box
