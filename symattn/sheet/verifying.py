"""A second proof: every line of a solved sheet once more, by another library's matrices, and compared.

The program that ``--code`` writes is run in a Python of its own, on the exact givens, and what it prints is compared
with the solution. By SymPy's matrices every entry is proved equal; by NumPy's, which hold mpmath's numbers here, it
agrees to 30 digits.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from symattn.errors import SymattnError, ToolError, nearest
from symattn.exact.any_matrix import Blocked, Entry
from symattn.exact.decide import Verdict, compare
from symattn.exact.in_letters import letters_in
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.sympy import from_sympy, written_by_srepr
from symattn.exact.tensor import flat
from symattn.later import pattern
from symattn.ops.shapes import written
from symattn.plan.code import DIALECTS, Program, outputs, program
from symattn.records import frozen
from symattn.said import Integers, Pair, Pairs
from symattn.sheet.cells import Value

if TYPE_CHECKING:
    from symattn.sheet.sheet import Answer, SolvedSheet

DIGITS = 30  # to which mpmath's numbers are compared
_FRACTION = pattern(r"(?<![\w.])(\d+)/(\d+)(?![\w.])")
_TELL = """
def _tell(x):
    import json
    rows = [m.tolist() for m in x] if isinstance(x, list) else x.tolist() if hasattr(x, "tolist") else [[x]]
    print(json.dumps(rows, default={as_text}))
"""
_MPMATH = """
import numpy
from mpmath import mp, mpf
mp.dps = 60
mp.mpf.__floordiv__ = lambda a, b: mp.floor(a / b)


class _NumPy:  # NumPy with mpmath's numbers: what computes with floats is taken from mpmath, the rest is NumPy's
    inf, pi, e = mpf("inf"), +mp.pi, +mp.e

    def __getattr__(self, name):
        if name in ("exp", "log", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh", "sign", "floor"):
            return numpy.frompyfunc(lambda x: getattr(mp, name)(mpf(x)), 1, 1)
        if name == "heaviside":
            return numpy.frompyfunc(lambda x, at: mpf(1) if x > 0 else mpf(at if x == 0 else 0), 2, 1)
        if name in ("zeros", "ones", "eye", "arange"):
            return lambda *args, dtype=None, **options: self.array(getattr(numpy, name)(*args, **options))
        return getattr(numpy, name)

    @staticmethod
    def array(rows, dtype=None):
        return numpy.frompyfunc(mpf, 1, 1)(numpy.array(rows, dtype=object))


np = _NumPy()
"""


def _exact(written: str) -> str:
    """A number of a program as mpmath's.

    >>> _exact("1/3"), _exact("0.1"), _exact("2")
    ('mpf(1)/3', 'mpf("0.1")', '2')
    """
    if re.fullmatch(r"[+-]?\d*\.\d*", written):
        return f'mpf("{written}")'
    return _FRACTION.sub(r"mpf(\1)/\2", written)


@frozen
class OtherLibrary:
    """Another library that computes the lines: its name, what it needs, its program, how an entry is compared."""

    name: str
    library: str
    claim: str
    head: str
    as_text: str
    compared: Callable[[Entry, str], Verdict]
    exact: Callable[[str], str] | None = None

    def program(self, answer: Answer) -> Program:
        """The program of a question; raises SymattnError for a line that it cannot write."""
        dialect = DIALECTS["sympy" if self.exact is None else "numpy"]
        if self.exact is not None:
            dialect = replace(dialect, head=self.head, fraction=self.exact)
        question = answer.question
        made = program(question.plan, question.given, dialect, None, question.stated)
        letters = sorted(
            {name for x in question.given.values() for name in _letters(x)}
        )
        if letters and self.exact is not None:
            raise SymattnError(f"numbers only, and {', '.join(letters)} stand in it")
        return made


def _letters(given: Value) -> Iterator[str]:
    for cell in flat(given):
        if isinstance(cell, Number):
            yield from letters_in(cell)


def _by_proof(ours: Entry, theirs: str) -> Verdict:
    """One entry of SymPy's beside ours; it comes as SymPy's ``srepr``, and is read, not evaluated."""
    written = written_by_srepr(theirs)
    found = Number.of(written) if isinstance(written, int) else from_sympy(written)
    if isinstance(ours, Number) and isinstance(found, Number):
        return compare(ours, found)
    same = ours is found
    return Verdict(
        "equal" if same else "different",
        "both are minus infinity" if same else f"SymPy's is {theirs[:60]}",
    )


def _by_digits(ours: Entry, theirs: str) -> Verdict:
    """One entry of mpmath's beside ours: they agree to DIGITS digits, or to as many places where it is below 1."""
    if isinstance(ours, Blocked) or theirs == "-inf":
        same = isinstance(ours, Blocked) and theirs == "-inf"
        return Verdict(
            "equal" if same else "different",
            "minus infinity" if same else f"{ours} is not {theirs}",
        )
    (((shown,),),) = (Matrix.of([[ours]]).decimals(DIGITS + 10),)
    try:
        right, found = Fraction(shown), Fraction(theirs)
    except ValueError:
        return Verdict("different", f"{theirs} is no number")
    if abs(right - found) <= max(abs(right), 1) / 10**DIGITS:
        return Verdict("equal", f"they agree to {DIGITS} digits")
    return Verdict("different", f"it is {shown[:12]}…, not {theirs[:12]}…")


ENGINES = {
    "sympy": OtherLibrary("SymPy", "sympy", "proved equal to what SymPy's matrices give", "", "srepr", _by_proof),
    "mpmath": OtherLibrary(
        "mpmath", "numpy", f"equal to {DIGITS} digits to what NumPy's arrays of mpmath's numbers give",
        _MPMATH, "lambda x: mp.nstr(x, 55)", _by_digits, _exact,
    ),
}  # fmt: skip


@frozen
class LineVerified:
    """One line of a question: whether the other library's value is the same, and how that is known."""

    question: str
    line: str
    verdict: Verdict

    @property
    def holds(self) -> bool:
        """Whether both are equal."""
        return self.verdict.decision == "equal"

    def __str__(self) -> str:
        return f"{self.question}: {self.line}: {self.verdict.decision}: {self.verdict.reason}"


@frozen
class Verified:
    """A sheet computed again: every line, the questions that the other library cannot write, with the reason, and by question
    what is on the sheet besides and was not compared."""

    engine: OtherLibrary
    lines: tuple[LineVerified, ...]
    passed: Pairs = ()
    left: Pairs = ()

    @property
    def holds(self) -> bool:
        """Whether every line that was computed again is equal."""
        return all(line.holds for line in self.lines)

    @property
    def failed(self) -> tuple[LineVerified, ...]:
        """The lines that are not."""
        return tuple(line for line in self.lines if not line.holds)

    def __str__(self) -> str:
        said = list(map(str, self.failed))
        count = len(self.lines) - len(said)
        if count:
            said.append(
                f"{count} line{'s' * (count != 1)} {self.engine.claim}; decimals and the working shown are not compared"
            )
        said += [f"{id}: not computed again: {why}" for id, why in self.passed]
        said = said or ["no line has values to compute again"]
        return "\n".join(
            [*said, *(f"{id}: not compared: {what}" for id, what in self.left)]
        )

    def _repr_markdown_(self) -> str:
        return "\n\n".join(str(self).splitlines())

    __repr__ = __str__


def verify(solution: SolvedSheet, engine: str = "sympy") -> Verified:
    """Every line of a solved sheet, computed again by "sympy" or "mpmath" and compared with the solution.

    A question that the engine cannot write (SymPy's matrices know no batches) is named in ``passed``. Raises
    SymattnError for another engine, or when a program does not end; ToolError where NumPy is not installed for mpmath.

    >>> from symattn.sheet import loads, solve
    >>> print(verify(solve(loads('[[question]]\\nsteps = ["A = softmax(S)"]\\ngiven = { S = [[1, 2]] }'))))
    1 line proved equal to what SymPy's matrices give; decimals and the working shown are not compared
    """
    if engine not in ENGINES:
        raise SymattnError(
            f"no engine {engine!r}",
            f"{nearest(engine, ENGINES) or 'write ' + ' or '.join(ENGINES)}",
        )
    lines: list[LineVerified] = []
    passed: list[Pair] = []
    left: list[Pair] = []
    for answer in solution.answers:
        left += [(answer.question.id, what) for what in _left(answer)]
        if answer.question.plan.lines:
            try:
                made = ENGINES[engine].program(answer)
            except SymattnError as error:
                passed.append(
                    (answer.question.id, str(error).partition("; write --code")[0])
                )
                continue
            lines += _lines(ENGINES[engine], made, answer)
    return Verified(ENGINES[engine], tuple(lines), tuple(passed), tuple(left))


def _left(answer: Answer) -> Iterator[str]:
    """What of a question is on the page and not compared."""
    question = answer.question
    if question.shapes:
        yield "its shapes and counts"
    back = [line.name for line in question.plan.lines if line.back is not None]
    if back:
        yield f"whether {', '.join(back)} are derivatives; their formulas were computed again"
    if any(part.proof for part in question.parts):
        yield "its proofs, each checked by itself"
    if any(part.accept for part in question.parts):
        yield "the conditions on what is chosen freely"
    if any(part.answer.strip() for part in question.parts):
        yield "its answers in words"


def _lines(
    engine: OtherLibrary, made: Program, answer: Answer
) -> Iterator[LineVerified]:
    """Run the program of a question, and compare what it prints."""
    for name, text in zip(*_run(engine, made), strict=True):
        ours = answer.follow.values[name]
        yield LineVerified(
            answer.question.id, name, _compared(engine, ours, json.loads(text))
        )


def _run(engine: OtherLibrary, made: Program) -> tuple[list[str], list[str]]:
    """The names of the lines, and what the program prints for each."""
    start = "\n".join(
        [
            made.head,
            _TELL.format(as_text=engine.as_text),
            *(cell.code for cell in made.givens),
        ]
    )
    names, pieces = [], [start]
    for cell in made.lines:
        if cell.op == "stated":
            pieces[-1] += f"\n{cell.code}"
        else:
            names.append(cell.name)
            pieces.append(f"{cell.code}\n_tell({made.dialect.called(cell.name)})")
    printed = outputs(pieces, engine.library)
    if printed is None:
        raise ToolError(
            f"computing again by {engine.name} takes {engine.library}, which is not installed"
        )
    return names, printed[1:]


def _compared(engine: OtherLibrary, ours: Value, theirs: object) -> Verdict:
    """A line beside the other library's: nested lists of texts of the same shape, entry by entry."""
    cells = flat(ours)
    shape = (1, 1) if isinstance(ours, Number) else ours.shape
    if _shape(theirs) != shape:
        return Verdict(
            "different",
            f"its shape is {written(shape)}, not {written(_shape(theirs))}",
        )
    texts = list(_flat(theirs))
    for k, (x, text) in enumerate(zip(cells, texts, strict=True)):
        try:
            found = engine.compared(x, str(text))
        except SymattnError as error:
            found = Verdict(
                "undecided", f"{str(text)[:60]}: {str(error).splitlines()[0]}"
            )
        if found.decision != "equal":
            return Verdict(
                found.decision,
                f"row {k // shape[-1] % shape[-2] + 1}, column {k % shape[-1] + 1}: {found.reason}",
            )
    return Verdict("equal", f"all {len(cells)} entries are equal")


def _shape(x: object) -> Integers:
    return (len(x), *_shape(x[0])) if isinstance(x, list) and x else ()


def _flat(x: object) -> Sequence[object]:
    return [leaf for part in x for leaf in _flat(part)] if isinstance(x, list) else [x]
