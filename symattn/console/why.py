"""One entry explained: what it is made of, with the numbers put in, down to its decimals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from symattn.boxes import Box, Fence, Ink, row
from symattn.console.shown import pretty_lines
from symattn.errors import SymattnError
from symattn.exact.cells import Blocked, Entry, show
from symattn.exact.form import wordy
from symattn.exact.letters import symbolic
from symattn.exact.matrix import Matrix
from symattn.formats.sentences import plain
from symattn.formats.tex import Writer
from symattn.formats.text import flat
from symattn.notation.values import Values, rounded
from symattn.ops import OPS, has
from symattn.ops.formula import signed
from symattn.ops.why import INFINITE
from symattn.plan.derivation import Step
from symattn.plan.tree import Root
from symattn.said import Said

if TYPE_CHECKING:
    from sympy.printing.pretty.stringpict import prettyForm
    from sympy.printing.printer import Printer

    from symattn.console.derived import Derivation

VALUES = Values()
_SIGNS = {"=": "=", "≈": r"\approx"}
Part = tuple[str, int, int]  # a matrix and a place in it


@dataclass(frozen=True)
class Explained:
    """Why an entry is what it is: a sentence, the links of its chain, and the entries it is made of.

    Printing gives text, Jupyter shows the chain as mathematics.
    """

    name: Box
    said: Said
    chain: tuple[tuple[str, Box], ...]
    parts: tuple[Part, ...]
    language: str = ""

    @property
    def sentence(self) -> str:
        """What is said of it, in its language."""
        return plain(self.said, language=self.language)

    def __str__(self) -> str:
        first, *rest = [f"{sign} {flat(box)}" for sign, box in self.chain]
        lhs = flat(self.name)
        return "\n".join([f"{lhs}: {self.sentence}", f"{lhs} {first}", *(f"{' ' * len(lhs)} {link}" for link in rest)])

    __repr__ = __str__

    def _pretty(self, printer: Printer) -> prettyForm:
        return pretty_lines(str(self))

    def _repr_markdown_(self) -> str:
        math = self._repr_latex_().strip("$")
        return f"{flat(self.name)}: {self.sentence}\n\n$${math}$$"

    def _repr_latex_(self) -> str:
        write = Writer().write
        body = r" \\ ".join(rf"&{_SIGNS[sign]} {write(box)}" for sign, box in self.chain)
        return rf"$\displaystyle \begin{{aligned}}{write(self.name)} {body}\end{{aligned}}$"


def why(d: Derivation, name: str, i: int, j: int, language: str = "") -> Explained:
    """The entry in row i, column j (from 0) of a line or a given; raises SymattnError for a place outside.

    >>> from symattn.console.calls import derive
    >>> print(derive(["S = X @ X"], X=[[1, 2], [3, 4]]).why("S", 0, 1))
    S[0, 1]: row 0 of X times column 1 of X
    S[0, 1] = 1·2 + 2·4
            = 10
    """
    value = d.value(name)
    if not isinstance(value, Matrix):
        raise SymattnError(f"{name} is no single matrix; entries are explained in matrices of rows and columns")
    i, j = (_inside(k, size, name, value) for k, size in ((i, value.rows), (j, value.cols)))
    steps = {step.call.out: step for step in d.exact.steps}
    symbol = row(_symbol(name), Ink(f"[{i}, {j}]", "text"))
    if name not in steps:
        return Explained(symbol, Said("why", "given"), tuple(_result(value[i, j])), (), language)
    seen = _Seen(steps, steps[name], i, j)
    said, box = _told(seen)
    rough = any(not isinstance(x, Blocked) and wordy(x) for x in seen.read)
    written = [] if box is None or box == _entry(value[i, j]) else [("≈" if rough else "=", box)]
    return Explained(symbol, said, (*written, *_result(value[i, j])), tuple(seen.parts), language)


def _inside(k: int, size: int, name: str, value: Matrix) -> int:
    if isinstance(k, bool) or not isinstance(k, int) or not -size <= k < size:
        raise SymattnError(f"{name} is {show(value)}; there is no row or column {k!r}, they count from 0")
    return k % size


def _symbol(name: str) -> Box:
    return Ink(name, "text")


def _entry(x: Entry) -> Box:
    if isinstance(x, Blocked):
        return INFINITE
    return rounded(x, 4) if wordy(x) else VALUES.exact(x)


def _result(x: Entry) -> list[tuple[str, Box]]:
    if not isinstance(x, Blocked) and wordy(x):
        return [("≈", _entry(x))]
    if isinstance(x, Blocked) or x.is_rational or symbolic(x):
        return [("=", _entry(x))]
    return [("=", _entry(x)), ("≈", rounded(x, 4))]


class _Seen:
    """One entry under explanation: its step, and the entries of other matrices that were looked at."""

    def __init__(self, steps: dict[str, Step], step: Step, i: int, j: int) -> None:
        self.steps, self.step, self.i, self.j = steps, step, i, j
        self.parts: list[Part] = []
        self.read: list[Entry] = []

    def name(self, k: int) -> str | Said:
        """The k-th matrix as one would call it: a hidden transpose as K.T, other hidden values by what they are."""
        return self.called(self.step.args[k])

    def called(self, name: str) -> str | Said:
        """A name, or the expression a hidden value stands for."""
        if name not in self.steps or not self.steps[name].call.hidden:
            return name
        step = self.steps[name]
        return Said("why", "result", (("op", step.op), ("args", tuple(map(self.called, step.args)))))

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
    def params(self) -> Mapping[str, object]:
        """The parameters, worked out."""
        return self.step.params

    @property
    def value(self) -> Entry:
        """The entry itself."""
        return self.step.value[self.i, self.j]

    def inner(self, k: int) -> tuple[Said, Box]:
        """The entry in the same place of the k-th matrix, spelled out where that is a hidden value."""
        value = _entry(self.here(k))
        hidden = self.steps.get(self.step.args[k])
        if hidden is not None and hidden.call.hidden:
            said, box = _told(_Seen(self.steps, hidden, self.i, self.j))
            return said, value if box is None else box
        return Said("why", "entry", (("of", self.name(k)),)), value

    def written(self, x: Entry) -> Box:
        """A value as it is shown."""
        return _entry(x)

    def factor(self, x: Entry) -> Box:
        """A value as a factor: a sum or a sign goes into brackets."""
        box = _entry(x)
        return Fence("(", box, ")") if signed(box) else box

    def is_root(self, key: str) -> bool:
        """Whether a parameter stands in the line as a root."""
        return isinstance(dict(self.step.call.params).get(key), Root)


def _told(e: _Seen) -> tuple[Said, Box | None]:
    why = OPS[e.step.op].why
    assert why is not None  # a record without one is refused by its test
    facts, box = why(e)
    return Said("why", e.step.op, facts), box
