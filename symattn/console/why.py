"""One entry explained: what it is made of, with the numbers put in, down to its decimals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from symattn.boxes import Box, Fence, Frac, Ink, Root, Row, Script, row
from symattn.console.shown import pretty_lines
from symattn.errors import SymattnError
from symattn.exact.cells import Blocked, Entry, show
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.zero import symbolic
from symattn.notation.values import DOT, MINUS, PLUS, Values, rounded
from symattn.plan.derivation import Step

if TYPE_CHECKING:
    from symattn.console.derived import Derivation

VALUES = Values()
INFINITE = row(Ink("−", "punct"), Ink("∞", "number"))
_SIGNS = {"=": "=", "≈": r"\approx"}
MOST = 12  # terms that are written out
Part = tuple[str, int, int]  # a matrix and a place in it


@dataclass(frozen=True)
class Explained:
    """Why an entry is what it is: a sentence, the links of its chain, and the entries it is made of.

    Printing gives text, Jupyter shows the chain as mathematics.
    """

    name: Box
    sentence: str
    chain: tuple[tuple[str, Box], ...]
    parts: tuple[Part, ...]

    def __str__(self) -> str:
        from symattn.formats.text import flat

        first, *rest = [f"{sign} {flat(box)}" for sign, box in self.chain]
        lhs = flat(self.name)
        return "\n".join([f"{lhs}: {self.sentence}", f"{lhs} {first}", *(f"{' ' * len(lhs)} {link}" for link in rest)])

    __repr__ = __str__

    def _pretty(self, printer: Any) -> Any:
        return pretty_lines(str(self))

    def _repr_latex_(self) -> str:
        from symattn.formats.tex import Writer

        write = Writer().write
        body = r" \\ ".join(rf"&{_SIGNS[sign]} {write(box)}" for sign, box in self.chain)
        return rf"$\displaystyle \begin{{aligned}}{write(self.name)} {body}\end{{aligned}}$"


def why(d: Derivation, name: str, i: int, j: int) -> Explained:
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
        return Explained(symbol, "it is given", tuple(_result(value[i, j])), ())
    seen = _Seen(steps, steps[name], i, j)
    sentence, box = RULES.get(steps[name].op, _other)(seen)
    written = [] if box is None or box == _entry(value[i, j]) else [("=", box)]
    return Explained(symbol, sentence, (*written, *_result(value[i, j])), tuple(seen.parts))


def _inside(k: int, size: int, name: str, value: Matrix) -> int:
    if isinstance(k, bool) or not isinstance(k, int) or not -size <= k < size:
        raise SymattnError(f"{name} is {show(value)}; there is no row or column {k!r}, they count from 0")
    return k % size


def _symbol(name: str) -> Box:
    return Ink(name, "text")


def _entry(x: Entry) -> Box:
    return INFINITE if isinstance(x, Blocked) else VALUES.exact(x)


def _result(x: Entry) -> list[tuple[str, Box]]:
    if isinstance(x, Blocked) or x.is_rational or symbolic(x):
        return [("=", _entry(x))]
    return [("=", _entry(x)), ("≈", rounded(x, 4))]


class _Seen:
    """One entry under explanation: its step, and the entries of other matrices that were looked at."""

    def __init__(self, steps: dict[str, Step], step: Step, i: int, j: int) -> None:
        self.steps, self.step, self.i, self.j = steps, step, i, j
        self.parts: list[Part] = []

    def name(self, k: int) -> str:
        """The k-th matrix as one would call it: a hidden transpose as K.T, other hidden values by what they are."""
        return self.called(self.step.args[k])

    def called(self, name: str) -> str:
        """A name, or the expression a hidden value stands for."""
        if name not in self.steps or not self.steps[name].call.hidden:
            return name
        step = self.steps[name]
        inner = ", ".join(map(self.called, step.args))
        return f"{inner}.T" if step.op == "transpose" else f"{SPOKEN.get(step.op, step.op)}({inner})"

    def at(self, k: int, i: int, j: int) -> Entry:
        """An entry of the k-th matrix, a single row or column repeated; it is remembered."""
        matrix = self.step.inputs[k]
        i, j = (i if matrix.rows > 1 else 0), (j if matrix.cols > 1 else 0)
        self._remember(self.step.args[k], i, j)
        return matrix[i, j]

    def _remember(self, name: str, i: int, j: int) -> None:
        """The place in a matrix that has a name: a hidden transpose or scaling leads to the one it is made of."""
        hidden = self.steps.get(name)
        if hidden is None or not hidden.call.hidden:
            self.parts.append((name, i, j))
        elif hidden.op == "transpose":
            self._remember(hidden.args[0], j, i)
        elif hidden.op in SPOKEN:
            self._remember(hidden.args[0], i, j)

    def here(self, k: int) -> Entry:
        """The entry of the k-th matrix in the same place."""
        return self.at(k, self.i, self.j)


SPOKEN = {"divide": "scaled", "multiply": "scaled"}


def _sum(terms: list[Box], sign: Box = PLUS) -> Box:
    if len(terms) > MOST:
        terms = [*terms[: MOST - 2], Ink("⋯", "operator"), terms[-1]]
    return row(*(x for k, term in enumerate(terms) for x in ((sign, term) if k else (term,))))


def _factor(x: Entry) -> Box:
    box = _entry(x)
    signed = isinstance(box, Row) and any(item in (PLUS, MINUS, Ink("−", "punct")) for item in box.items)
    return Fence("(", box, ")") if signed else box


def _matmul(e: _Seen) -> tuple[str, Box]:
    terms = [row(_factor(e.at(0, e.i, k)), DOT, _factor(e.at(1, k, e.j))) for k in range(e.step.inputs[0].cols)]
    return f"row {e.i} of {e.name(0)} times column {e.j} of {e.name(1)}", _sum(terms)


def _softmax(e: _Seen) -> tuple[str, Box]:
    axis = e.step.params.get("axis", 1)
    size = e.step.inputs[0].cols if axis else e.step.inputs[0].rows
    places = [(e.i, k) if axis else (k, e.j) for k in range(size)]
    line = f"row {e.i}" if axis else f"column {e.j}"
    if isinstance(e.here(0), Blocked):
        return f"its score in {e.name(0)} is blocked, so it gets no weight", Ink("0", "number")
    scores = [e.at(0, *place) for place in places]
    powers = [_power(x) for x in scores if not isinstance(x, Blocked)]
    return f"e to its score, over the sum of that for {line} of {e.name(0)}", Frac(_power(e.here(0)), _sum(powers))


def _power(x: Entry) -> Box:
    assert isinstance(x, Number)
    return Script(Ink("e"), sup=_entry(x))


def _mask(e: _Seen) -> tuple[str, Box]:
    if isinstance(e.step.value[e.i, e.j], Blocked) and not isinstance(e.here(0), Blocked):
        later = f"token {e.j} comes after token {e.i}" if e.step.op == "causal_mask" else "the mask is 0 there"
        return f"{later}, so the score is blocked", INFINITE
    sentence, box = _inner(e, 0)
    return f"the mask lets it stand: {sentence}", box


def _inner(e: _Seen, k: int) -> tuple[str, Box]:
    """The entry in the same place of the k-th matrix, spelled out where that is a hidden value."""
    value = _entry(e.here(k))
    hidden = e.steps.get(e.step.args[k])
    if hidden is not None and hidden.call.hidden:
        sentence, box = RULES.get(hidden.op, _other)(_Seen(e.steps, hidden, e.i, e.j))
        return sentence, value if box is None else box
    return f"the entry of {e.name(k)}", value


def _divided(e: _Seen) -> tuple[str, Box]:
    by = e.step.params["by"]
    asked = dict(e.step.call.params)["by"]
    bottom: Box = VALUES.exact(by)
    if type(asked).__name__ == "Root" and by.is_rational:
        bottom = Root(VALUES.exact(by * by))
    sentence, box = _inner(e, 0)
    return f"{sentence} over {'the square root of the width' if isinstance(bottom, Root) else 'a number'}", Frac(box, bottom)


def _pointwise(sentence: str, write: Callable[[Box, Number], Box]) -> Callable[[_Seen], tuple[str, Box]]:
    def rule(e: _Seen) -> tuple[str, Box]:
        x = e.here(0)
        box = INFINITE if isinstance(x, Blocked) else write(_factor(x), e.step.params.get("by", x))
        return sentence.format(e.name(0)), box

    return rule


def _two(sign: Box, word: str) -> Callable[[_Seen], tuple[str, Box]]:
    def rule(e: _Seen) -> tuple[str, Box]:
        return f"the entries of {e.name(0)} and {e.name(1)}, {word}", row(_inner(e, 0)[1], sign, _factor(e.here(1)))

    return rule


def _transpose(e: _Seen) -> tuple[str, Box]:
    return f"row {e.j}, column {e.i} of {e.name(0)}", _entry(e.at(0, e.j, e.i))


def _joined(e: _Seen) -> tuple[str, Box]:
    across = e.step.op == "concat"
    place = e.j if across else e.i
    for k, m in enumerate(e.step.inputs):
        size = m.cols if across else m.rows
        if place < size:
            entry = e.at(k, e.i, place) if across else e.at(k, place, e.j)
            return f"{'column' if across else 'row'} {place} of {e.name(k)}", _entry(entry)
        place -= size
    raise AssertionError


def _selected(e: _Seen) -> tuple[str, Box]:
    from symattn.ops.picking import picked

    a = e.step.inputs[0]
    i = picked(e.step.params["rows"], a.rows, "rows")[e.i]
    j = picked(e.step.params["cols"], a.cols, "columns")[e.j]
    return f"row {i}, column {j} of {e.name(0)}", _entry(e.at(0, i, j))


def _normalized(e: _Seen) -> tuple[str, Box]:
    cells = [_factor(e.at(0, e.i, k)) for k in range(e.step.inputs[0].cols)]
    return f"the entry over the sum of row {e.i} of {e.name(0)}", Frac(_entry(e.here(0)), _sum(cells))


def _other(e: _Seen) -> tuple[str, Box | None]:
    from symattn.ops import OPS

    for k, matrix in enumerate(e.step.inputs):
        if e.i < matrix.rows:
            e.parts += [(e.step.args[k], e.i, c) for c in range(matrix.cols)]
    return OPS[e.step.op].says.rstrip("."), None


RULES: dict[str, Callable[[_Seen], tuple[str, Box | None]]] = {
    "matmul": _matmul,
    "transpose": _transpose,
    "add": _two(PLUS, "added"),
    "subtract": _two(MINUS, "subtracted"),
    "negate": _pointwise("the entry of {} with its sign changed", lambda x, _: row(Ink("−", "punct"), x)),
    "multiply": _pointwise("the entry of {} times a number", lambda x, by: row(VALUES.exact(by), DOT, x)),
    "divide": _divided,
    "select": _selected,
    "softmax": _softmax,
    "causal_mask": _mask,
    "mask": _mask,
    "concat": _joined,
    "stack": _joined,
    "exp": _pointwise("e to the entry of {}", lambda x, _: Script(Ink("e"), sup=x)),
    "normalize": _normalized,
    "round": _pointwise("the entry of {}, rounded", lambda x, _: x),
    "copy": _pointwise("the entry of {}", lambda x, _: x),
    "relu": _pointwise("the entry of {} or 0, whichever is larger", lambda x, _: x),
}
