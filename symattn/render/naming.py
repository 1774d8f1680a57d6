"""Names for what recurs: the small weight of a row, or the sum of its exponentials; later lines go on in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from flint import fmpq

from symattn.boxes import Box, Ink, Script, number
from symattn.derivation import Derivation, Step, solve
from symattn.errors import SymattnError
from symattn.exact.atoms import Atom
from symattn.exact.decide import sign
from symattn.exact.functions import exp
from symattn.exact.matrix import Blocked, Entry, Matrix, from_cells
from symattn.exact.number import ONE, ZERO, Number, Powers, from_powers, total
from symattn.plan import Plan

MOST = 4  # rows with more open scores than this are shown by decimals
UNIT = Number({ONE: fmpq(1)})
TINY = Number.of(Fraction(1, 10**6))
SMALL = Number.of(Fraction(1, 2000))


@dataclass(frozen=True)
class Name:
    """One name: its box, the exact value, and what kind of thing it names (a small weight, or a row's sum)."""

    key: str
    box: Box
    value: Number
    kind: str
    exponents: tuple[Number, ...] = ()

    @property
    def tiny(self) -> bool:
        """Whether it is a weight that four or more decimals cannot show."""
        return self.kind == "weight" and sign(self.value - TINY) < 0


@dataclass
class Naming:
    """The names of one question: by line where they first appear, the weights in them, and later values in them."""

    letters: dict[str, Box] = field(default_factory=dict)
    new: dict[str, list[Name]] = field(default_factory=dict)
    names: dict[str, Name] = field(default_factory=dict)
    weights: dict[str, Matrix] = field(default_factory=dict)
    values: dict[str, Matrix] = field(default_factory=dict)
    taken: frozenset[str] = frozenset()

    def symbols(self, matrix: Matrix) -> list[Name]:
        """The names that stand in a matrix, in the order of their numbers."""
        found = {
            str(b.body)
            for r in matrix.values
            for x in r
            for m in x.terms
            for b, _ in m[0]
            if isinstance(b, Atom) and b.kind == "sym"
        }
        return [name for key, name in self.names.items() if key in found]

    def restored(self, x: Number) -> Number:
        """A value with 0 for every tiny weight: what it comes to at first sight."""
        return total(Number({m: c}) for m, c in x.terms.items() if not self._is_tiny(m[0]))

    def _is_tiny(self, powers: Powers) -> bool:
        return any(isinstance(b, Atom) and b.kind == "sym" and self.names[str(b.body)].tiny for b, _ in powers)


def name_weights(plan: Plan, givens: Mapping[str, object], steps: tuple[Step, ...], taken: frozenset[str]) -> Naming:
    """Names for every softmax line, and the later lines worked out in them."""
    naming = Naming(taken=taken)
    known: dict[Number, Name] = {}
    for step in steps:
        if step.op == "softmax" and step.name and isinstance(step.value, Matrix):
            named = _named(step, naming, known)
            if named is not None:
                naming.weights[step.name] = named
    if not naming.names:
        naming.weights.clear()
        return naming
    try:
        done: Derivation = solve(plan, givens, yours=naming.weights)  # type: ignore[arg-type]
        naming.values = {n: m for n, m in done.values.items() if naming.symbols(m)}
    except (SymattnError, ArithmeticError):
        naming.values = {}
    naming.values.update(naming.weights)
    return naming


def _named(step: Step, naming: Naming, known: dict[Number, Name]) -> Matrix | None:
    """The weights with names in them, or None where a row is too long for names."""
    down = step.params.get("axis") == 0
    scores, weights = (m.T if down else m for m in (step.inputs[0], step.value))
    rows = []
    for i in range(scores.rows):
        row = scores.cells()[i]
        if sum(not isinstance(x, Blocked) for x in row) > MOST:
            return None
        rows.append(_row(row, weights.values[i], naming, known, str(step.name)))
    found = from_cells(tuple(rows))
    return found.T if down else found


def _row(
    scores: tuple[Entry, ...], weights: tuple[Number, ...], naming: Naming, known: dict[Number, Name], line: str
) -> tuple[Number, ...]:
    if all(w.is_rational for w in weights):
        return weights
    live = [j for j, x in enumerate(scores) if not isinstance(x, Blocked)]
    if len(live) == 2:
        return _pair(scores, weights, live, naming, known, line)
    return _sum(scores, weights, live, naming, known, line)


def _pair(
    scores: tuple[Entry, ...],
    weights: tuple[Number, ...],
    live: list[int],
    naming: Naming,
    known: dict[Number, Name],
    line: str,
) -> tuple[Number, ...]:
    """Two scores: the smaller weight gets a name, the other is what is left of 1."""
    a, b = (scores[j] for j in live)
    assert isinstance(a, Number)
    assert isinstance(b, Number)
    small, large = live if sign(b - a) > 0 else live[::-1]
    gap = (b - a) if small == live[0] else (a - b)
    name = _new(weights[small], "weight", naming, known, line, (gap,))
    letter = _letter(name.key)
    return tuple(letter if j == small else UNIT - letter if j == large else ZERO for j in range(len(scores)))


def _sum(
    scores: tuple[Entry, ...],
    weights: tuple[Number, ...],
    live: list[int],
    naming: Naming,
    known: dict[Number, Name],
    line: str,
) -> tuple[Number, ...]:
    """Three scores or more: the sum of the exponentials gets a name, the smallest score taken out first."""
    open_scores = {j: x for j, x in enumerate(scores) if j in live and isinstance(x, Number)}
    least = next(x for x in open_scores.values() if all(sign(y - x) >= 0 for y in open_scores.values()))
    tops = {j: exp(x - least) for j, x in open_scores.items()}
    name = _new(total(tops.values()), "sum", naming, known, line, tuple(x - least for x in open_scores.values()))
    inverse = from_powers({Atom("sym", name.key): Fraction(-1)}, None, fmpq(1))
    return tuple(tops[j] * inverse if j in tops else ZERO for j in range(len(scores)))


def _letter(key: str) -> Number:
    return from_powers({Atom("sym", key): Fraction(1)}, None, fmpq(1))


def _new(value: Number, kind: str, naming: Naming, known: dict[Number, Name], line: str, exponents: tuple[Number, ...]) -> Name:
    if value in known:
        return known[value]
    letters = "εδη" if kind == "weight" else "σςN"
    letter = next((x for x in letters if x not in naming.taken), letters[0])
    count = 1 + sum(name.kind == kind for name in naming.names.values())
    key = f"{kind}{count:03d}"
    box = Script(Ink(letter), sub=number(count))
    name = Name(key, box, value, kind, exponents)
    known[value] = naming.names[key] = name
    naming.letters[key] = box
    naming.new.setdefault(line, []).append(name)
    return name
