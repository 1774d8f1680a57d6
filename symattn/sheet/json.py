"""A solution as JSON: every step's exact value in the text language, and its decimals correctly rounded."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias, cast

from symattn.errors import LimitError
from symattn.exact.budget import budget
from symattn.exact.decimals import decimal
from symattn.exact.matrix import Blocked
from symattn.exact.number import Number
from symattn.exact.tensor import Array, flat
from symattn.exact.text import text
from symattn.exact.units import BARE, base
from symattn.exact.zero import symbolic
from symattn.files import dumped
from symattn.limits import MOST_PAGE_WORK
from symattn.ops import has
from symattn.ops.shapes import Size
from symattn.plan.amounts import polynomial
from symattn.plan.derivation import PlanStep
from symattn.plan.shapes import ShapeLine, ShapeTable
from symattn.sheet.proofs import Checked
from symattn.sheet.sheet import Answer, Question, Sheet, SolvedSheet, bounded
from symattn.tables import in_turn

Table = dict[str, Any]


def to_json(solution: SolvedSheet, decimals: int) -> str:
    """The solution as JSON text of version 1: for each question its steps, for each step the exact entries and the rounded ones.

    >>> import json
    >>> from symattn.files import find
    >>> from symattn.sheet import load
    >>> step = json.loads(to_json(load(find("cross-attention")).solve(), 2))["questions"][0]["steps"][0]
    >>> step["name"], step["exact"], step["decimal"]
    ('Q', [['1', '0'], ['1', '2']], [['1.00', '0.00'], ['1.00', '2.00']])
    """
    questions = []
    with budget(MOST_PAGE_WORK):
        for answer in solution.answers:
            with bounded(
                solution.sheet, answer.question, "writing its values", MOST_PAGE_WORK
            ):
                questions.append(_question(answer, decimals))
    return _written(solution.sheet, questions)


def blank_json(sheet: Sheet) -> str:
    """The students' sheet as JSON text, version 1: what is given and what is asked, no answers."""
    return _written(sheet, list(map(_blank, sheet.questions)))


def _written(sheet: Sheet, questions: list[Table]) -> str:
    return dumped({"schema": 1, "title": sheet.title, "questions": questions}) + "\n"


def _blank(question: Question) -> Table:
    parts = [
        {
            "label": part.label,
            "prompt": part.prompt,
            "asks": list(part.names),
            "marks": _number(part.marks),
        }
        for part in question.parts
    ]
    table: Table = {
        "id": question.id,
        "prompt": question.prompt,
        "given": dict(question.given_text),
    }
    if question.shapes:
        table |= {
            "sizes": dict(question.shapes.sizes),
            "where": list(question.shapes.where),
        }
    return table | {"parts": parts}


def _number(marks: Fraction) -> int | float:
    return int(marks) if marks.denominator == 1 else float(marks)


def _question(answer: Answer, decimals: int) -> Table:
    table: Table = {"id": answer.question.id}
    if answer.question.unknown:
        table["choices"] = [
            _example(name, answer.exact[name], decimals)
            for name in answer.question.unknown
        ]
    table["steps"] = steps(answer, decimals)
    if answer.shapes:
        table["steps"] = [
            _shaped(line, decimals) for line in _asked(answer, answer.shapes)
        ]
    if any(answer.proofs):
        table["claims"] = list(map(_claimed, in_turn(answer.proofs)))
    return table


def _asked(answer: Answer, shapes: ShapeTable) -> list[ShapeLine]:
    """The givens whose shapes are asked, then every line."""
    givens = [
        name
        for part in answer.question.parts
        for name in part.shapes
        if shapes[name].op == "given"
    ]
    lines = [line for line in shapes.lines.values() if line.op != "given"]
    return [*(shapes[name] for name in dict.fromkeys(givens)), *lines]


def _shaped(line: ShapeLine, decimals: int) -> Table:
    table: Table = {
        "name": line.name,
        "op": line.op,
        "args": list(line.args),
        "shape": list(map(_size, line.shape)),
    }
    if line.in_numbers:
        table["numbers"] = list(line.in_numbers)
    if line.value is not None:
        size = polynomial(line.value)
        table["exact"] = [[_size(size) if isinstance(size, Size) else text(line.value)]]
        table["decimal"] = [
            list(map(str, row)) for row in table["exact"]
        ]  # in letters, as those of matrices
    if line.number is not None:
        table["decimal"] = [
            [
                text(line.number)
                if _is_whole(line.number)
                else decimal(line.number, decimals)
            ]
        ]
    return table


def _size(size: object) -> object:
    """A size in the text language: a number, or letters with spaces around the signs of a sum."""
    if not isinstance(size, Size):
        return size
    return (
        size.written("*")
        .replace("^", "**")
        .replace("+", " + ")
        .replace("-", " - ")
        .strip()
    )


def _claimed(checked: Checked) -> Table:
    claim = checked.claim
    return {
        "claim": claim.claim,
        "check": claim.check,
        "decision": checked.decision,
        "says": checked.says,
    }


Written: TypeAlias = dict[int, tuple[Number, str]]
"""Numbers that were written already, by their ``id``, each with its text; the number is held so that its ``id`` stays its own."""
Nested: TypeAlias = "str | list[Nested]"
"""Entries as JSON has them: a list for each axis, texts inside."""


def steps(answer: Answer, decimals: int) -> list[Table]:
    """Every step of an answer; a stated value stands beside the exact one."""
    found: list[Table] = []
    written: Written = {}
    for step in answer.follow.steps:
        table = _step(step, decimals, written)
        if step.name in answer.question.stated:
            table["carried" if step.name in answer.carried else "stated"] = (
                answer.question.stated_text[step.call.out]
            )
        table |= _measured(answer, step, decimals)
        found.append(table)
    return found


def _measured(answer: Answer, step: PlanStep, decimals: int) -> Table:
    """The base units that a line's values are counted in, and the values as a page shows them; nothing for bare numbers."""
    measures = answer.question.measures
    show = measures.show(step.name, step.value) if step.name else None
    if show is None:
        return {}
    unit = base(measures.dims.get(step.name or "", BARE))
    shown = [show.amount(x, decimals) for x in in_turn(step.value.values)]
    places = max([decimals, *(amount.places for amount in shown if not amount.exact)])
    table: Table = {
        "unit": unit,
        "shown": _entries(step.value.cells(), lambda x: str(show.amount(x, decimals))),
    }
    return (
        table
        if places == decimals
        else {**table, "decimal": _decimals(step.value, places)}
    )


def _example(name: str, value: Array, decimals: int) -> Table:
    """What the key chooses where the choice is free."""
    shape = list(value.shape)
    return {
        "name": name,
        "op": "choice",
        "args": [],
        "shape": shape,
        "exact": exact(value),
        "decimal": value.decimals(decimals),
    }


def exact(value: Array) -> Nested:
    """Every entry in the text language, nested as deep as there are axes.

    >>> from symattn.exact.matrix import Matrix
    >>> exact(Matrix.of([[1, 2]]))
    [['1', '2']]
    """
    return _entries(value.cells(), text)


def _exact_or_none(value: Array, written: Written) -> Nested | None:
    """The exact entries; None where they are too long to be written, and the decimals stand alone.

    To write a long entry takes time, and a transpose, a slice or a join has the very entries of another line: *written* keeps the
    text of each, so that it is made once.
    """

    def once(x: Number) -> str:
        if id(x) not in written:
            written[id(x)] = x, text(x)
        return written[id(x)][1]

    try:
        return _entries(value.cells(), once)
    except LimitError:
        return None


def _entries(cells: object, written: Callable[[Number], str]) -> Nested:
    if isinstance(cells, tuple):
        return [_entries(cell, written) for cell in cells]
    return "-inf" if isinstance(cells, Blocked) else written(cast(Number, cells))


def _step(step: PlanStep, decimals: int, written: Written) -> Table:
    """One step; what a compound line does on the way has no name. An entry with letters has no decimal, and stands as it is."""
    table: Table = {
        "name": step.name,
        "op": step.op,
        "args": list(step.args),
        "shape": list(step.value.shape),
        "exact": _exact_or_none(step.value, written),
    }
    count = has(step.op, "number") and _is_whole(
        step.value.values[0][0]
    )  # without a point
    table["decimal"] = _decimals(step.value, 0 if count else decimals)
    return table


def _decimals(value: Array, places: int) -> Nested:
    """Every entry rounded; one with letters in it, which has no digits, in the text language."""
    if not any(map(_lettered, flat(value))):
        return cast(Nested, value.decimals(places))
    return _entries(
        value.cells(), lambda x: text(x) if _lettered(x) else decimal(x, places)
    )


def _lettered(cell: object) -> bool:
    return isinstance(cell, Number) and symbolic(cell)


def _is_whole(x: Number) -> bool:
    return x.is_rational and x.rational.q == 1
