"""A claim and its check: two expressions of the line language that are equal, proved for matrices of letters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from functools import cached_property

from symattn.errors import LimitError
from symattn.exact.decide import compare
from symattn.exact.in_letters import put_in, samples
from symattn.exact.matrix import Blocked, Matrices, Matrix
from symattn.exact.number import Numbers, same_form
from symattn.exact.tensor import flat
from symattn.language.letters import ADDING_UP, ONE_HOT
from symattn.ops.shapes import Shapes, written
from symattn.plan import LEFT, RIGHT, SIDES, Plan
from symattn.plan.derivation import PlanRun, solve
from symattn.records import frozen
from symattn.said import Glossary, Strings
from symattn.sheet.cells import Values
from symattn.sheet.proofs.generic import adding_up, generic, onehots, sample
from symattn.tables import in_each

Make = Callable[[int, str, int, int], Matrix]
_KNOWN = {"": "", ONE_HOT: ", one-hot", ADDING_UP: ", adding up to 1"}


@frozen
class Claim:
    """One step of a proof: what is claimed, why it holds, and the check that runs.

    ``check`` is two expressions with == between them, ``steps`` are lines it may use, ``sizes`` the shapes of its
    generic matrices (letters for entries), ``given`` matrices with values, ``letters`` numbers without one, ``rows`` what is
    known of generic matrices: "onehot", or "distribution" where the rows add up to 1, a column as one.
    The texts are LaTeX prose.

    >>> claim = Claim("", "", "X @ concat(A, B) == concat(X @ A, X @ B)", {"X": (2, 3), "A": (3, 1), "B": (3, 1)})
    >>> check(claim).says
    'X of 2×3, A of 3×1, B of 3×1, with letters for entries'
    >>> for rows in ("onehot", "distribution", ""):
    ...     check(Claim("", "", "y * y == y", {"y": (3, 1)}, rows={"y": rows})).decision
    'equal'
    'different'
    'different'
    """

    claim: str
    because: str
    check: str = ""
    sizes: Shapes = field(default_factory=dict)
    given: Matrices = field(default_factory=dict)
    steps: Strings = ()
    letters: Numbers = field(default_factory=dict)
    rows: Glossary = field(default_factory=dict)

    @cached_property
    def plan(self) -> Plan:
        """The steps and both sides as lines; raises LineError, numbered as the steps are, the check last."""
        return Plan.of_check(
            self.check, self.steps, self.letters, (*self.sizes, *self.given)
        )

    def sampled(self) -> Values:
        """Its matrices with numbers in place of the letters, the letters themselves, and what its steps then are.

        >>> Claim("", "", "B == 2 * A", {"A": (1, 1)}, steps=("B = A + A",)).sampled()
        {'A': Matrix([[1]]), 'B': Matrix([[2]])}
        """
        values = next(samples(self.letters))
        run = _run(
            self,
            lambda k, name, *shape: sample(k, *shape),
            values,
            next(onehots(self.sizes, self.rows)),
        )
        return {
            **run.givens,
            **{
                step.name: step.value
                for step in run.steps
                if step.name and step.name not in SIDES
            },
        }

    @property
    def says(self) -> str:
        """For which matrices the check runs."""
        generic_ones = [
            f"{name} of {rows}×{cols}{_KNOWN[self.rows.get(name, '')]}"
            for name, (rows, cols) in self.sizes.items()
        ]
        letters = (
            f"{', '.join(generic_ones)}, with letters for entries"
            if generic_ones
            else ""
        )
        letters = "; ".join(filter(None, (letters, _for_all(self))))
        return "; ".join(filter(None, (letters, _told(self.given))))


@frozen
class Checked:
    """What the check of a claim found: "equal" (proved), "different" or "undecided", and how it is known."""

    claim: Claim
    decision: str
    says: str

    @property
    def holds(self) -> bool:
        """Whether the claim is proved for these matrices."""
        return self.decision == "equal"


def check(claim: Claim) -> Checked:
    """Run a claim's check: with letters for entries; where that is left open, numbers may refute it.

    A claim without a check is undecided. Raises LineError and ShapeError where the check cannot be read or run.

    >>> check(Claim("", "", "A @ B == B @ A", {"A": (2, 2), "B": (2, 2)})).holds
    False
    """
    if not claim.check:
        return Checked(claim, "undecided", "there is no check")
    names = _stems(claim.sizes)
    found = _compared(
        claim, lambda k, name, rows, cols: generic(names[name], rows, cols)
    )
    if found.holds or not (claim.sizes or claim.letters):
        return found
    for values in samples(claim.letters):
        refuted = _compared(claim, lambda k, name, *shape: sample(k, *shape), values)
        if refuted.decision == "different":
            break
    if refuted.decision == "different":
        return Checked(
            claim, "different", f"with numbers in place of the letters, {refuted.says}"
        )
    return found


def _run(
    claim: Claim,
    make: Make,
    letters: Numbers | None,
    placed: Matrices,
) -> PlanRun:
    made = {
        name: make(k, name, *shape)
        for k, (name, shape) in enumerate(claim.sizes.items())
    }
    made |= {name: adding_up(made[name]) for name in claim.rows if name not in placed}
    given = (
        in_each(lambda matrix: matrix.map(lambda x: put_in(x, letters)), claim.given)
        if letters
        else claim.given
    )
    return solve(claim.plan, {**given, **made, **placed, **(letters or claim.letters)})


def _compared(claim: Claim, make: Make, letters: Numbers | None = None) -> Checked:
    """What is found for all places of ones in what is one-hot: the first where it is not proved, else that it is."""
    cases = (
        _compared_in(claim, _run(claim, make, letters, placed))
        for placed in onehots(claim.sizes, claim.rows)
    )
    found = next(cases)
    return (
        next((one for one in cases if not one.holds), found) if found.holds else found
    )


def _compared_in(claim: Claim, run: PlanRun) -> Checked:
    left, right = run[LEFT], run[RIGHT]
    if left.shape != right.shape:
        sizes = [written(side.shape) for side in (left, right)]
        return Checked(
            claim,
            "different",
            f"the left side is {sizes[0]}, the right side {sizes[1]}",
        )
    for k, (a, b) in enumerate(zip(flat(left), flat(right), strict=True)):
        if a is b:
            continue
        where = f"row {k // left.cols % left.rows + 1}, column {k % left.cols + 1}"
        if isinstance(a, Blocked) or isinstance(b, Blocked):
            return Checked(
                claim, "different", f"in {where} only one side is minus infinity"
            )
        if same_form(a, b):
            continue
        try:
            verdict = compare(a, b)
        except LimitError as error:
            return Checked(claim, "undecided", f"in {where}: {error}")
        if verdict.decision != "equal":
            return Checked(claim, verdict.decision, f"in {where} {verdict.reason}")
    return Checked(claim, "equal", claim.says)


def _stems(names: Shapes) -> Glossary:
    """What the entries of each matrix are called: its name in small letters, where that is no other's."""
    small = {name: name[0].lower() + name[1:] for name in names}
    return {
        name: stem if list(small.values()).count(stem) == 1 else name
        for name, stem in small.items()
    }


def _for_all(claim: Claim) -> str:
    """For which letters of the question, where the check reads any."""
    names = [name for name in claim.letters if name in claim.plan.givens]
    return f"for all {', '.join(names)}" if names else ""


def _told(given: Matrices) -> str:
    return ", ".join(f"{name} = {repr(matrix)[7:-1]}" for name, matrix in given.items())
