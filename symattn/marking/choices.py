"""What a student chose freely: right where every condition holds, by proof; the lines after it are run from that choice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

from symattn.errors import LimitError, SymattnError
from symattn.exact.any_matrix import Blocked, Entry
from symattn.exact.decimals import decimal
from symattn.exact.matrix import Matrix
from symattn.exact.number import UNIT
from symattn.exact.text import pretty
from symattn.exact.zero import symbolic
from symattn.marking.handed import Handed
from symattn.marking.judging import CORRECT, INCORRECT, UNDECIDED, misshapen, unreadable
from symattn.marking.key import Key
from symattn.marking.results import Result
from symattn.marking.said import quoted, told
from symattn.plan.derivation import PlanRun, solve
from symattn.said import Said
from symattn.sheet import Question
from symattn.sheet.sheet import ChoiceHeld, held, sides
from symattn.tables import Place, every, not_empty

PLACES = 4  # decimals of what a choice comes to


def chosen_by(
    question: Question, key: Key, answers: Mapping[str, Handed]
) -> tuple[Key, dict[str, Result]]:
    """The right values from a student's own choices, and the verdict on each of them; both as they were where there are none."""
    handed = {name: answers[name] for name in question.unknown if name in answers}

    def all_are(verdict: str, *said: Said) -> dict[str, Result]:
        return {
            name: _result(name, answer, verdict, *said)
            for name, answer in handed.items()
        }

    found = {name: _misshapen(name, answer, key) for name, answer in handed.items()}
    beside = tuple(name for name, result in found.items() if result)
    if (
        not handed or beside
    ):  # a choice is judged together with the others: without one of them it is for a person
        shapes = not_empty(found)
        return key, all_are(UNDECIDED, told("together", names=beside)) | shapes
    mine = {name: answer.matrix for name, answer in handed.items()}
    try:
        run = solve(key.plan, {**key.exact.givens, **mine})
    except LimitError:
        return key, all_are(UNDECIDED, told("open"))
    except SymattnError as error:
        return key, all_are(INCORRECT, *quoted(str(error)))
    own = replace(key, givens={**key.givens, **mine}, exact=run, follow=run, stated={})
    return own, {
        name: _judged(question, key, name, answer, run, set(handed))
        for name, answer in handed.items()
    }


def _misshapen(name: str, answer: Handed, key: Key) -> Result | None:
    if not answer.cells:
        return unreadable(name, answer)
    right = key.exact[name].shape
    return None if answer.shape == right else misshapen(name, right, answer)


def _result(name: str, answer: Handed, verdict: str, *said: Said) -> Result:
    return Result(name, verdict, every(lambda _: verdict, answer.cells), said=said)


def _concerned(
    key: Key, run: PlanRun, name: str, failed: ChoiceHeld
) -> Iterator[Place]:
    """The entries of a choice that what fails depends on: with another number in one it would be another value, or none."""
    mine = run.givens[name]
    assert isinstance(mine, Matrix)
    old = sides(failed.condition, run)
    for place in product(range(mine.rows), range(mine.cols)):
        changed = mine.opened().changed(place, lambda x: x + UNIT)
        try:
            new = sides(
                failed.condition, solve(key.plan, {**run.givens, name: changed})
            )
        except SymattnError:
            yield place
            continue
        if any(
            a.cells()[i][j] != b.cells()[i][j]
            for a, b in zip(old, new, strict=True)
            for i, j in failed.places
        ):
            yield place


def _judged(
    question: Question,
    key: Key,
    name: str,
    answer: Handed,
    run: PlanRun,
    handed: set[str],
) -> Result:
    """A choice against the conditions of the parts that ask for it; none is judged by an example of ours in place of another."""
    conditions = [
        condition
        for part in question.parts
        if name in part.asks
        for condition in part.accept
    ]
    asked = {
        other for part in question.parts if name in part.asks for other in part.asks
    }
    lacking = tuple(other for other in question.unknown if other in asked - handed)
    if lacking or not conditions:
        return _result(
            name,
            answer,
            UNDECIDED,
            told("together", names=lacking) if lacking else told("by_hand"),
        )
    found = [held(condition, run) for condition in conditions]
    wrong = next((one for one in found if one.decision == "different"), None)
    if wrong is not None:
        at = set(_concerned(key, run, name, wrong)) if wrong.places else set()
        cells = enumerate(answer.cells)
        entries = tuple(
            tuple(
                INCORRECT if not at or (i, j) in at else UNDECIDED
                for j in range(len(row))
            )
            for i, row in cells
        )
        return Result(name, INCORRECT, entries, said=(_fails(wrong),))
    if any(one.decision != "equal" for one in found):
        return _result(name, answer, UNDECIDED, told("open"))
    return _result(name, answer, CORRECT, told("choice_holds"))


def _fails(one: ChoiceHeld) -> Said:
    condition = one.condition
    if one.place is None or one.value is None or one.wanted is None:
        return (
            told("choice_check", check=condition.check)
            if condition.check
            else told("choice_none", name=condition.line)
        )
    value, right = _shown(one.value), _shown(one.wanted)
    at = dict(zip("ij", (k + 1 for k in one.place), strict=True))
    if condition.check:
        return told(
            "choice_check", check=condition.check, **at, value=value, right=right
        )
    facts = {"name": condition.line, "value": value, "about": _about(one.value)}
    if condition.within is not None:
        within = pretty(condition.within)
        return told("choice_near", **at, near=right, within=within, **facts)
    return told("choice_equals", **at, right=right, **facts)


def _shown(x: Entry) -> str:
    return "-inf" if isinstance(x, Blocked) else pretty(x)


def _about(x: Entry) -> str:
    """The decimals of what is written with roots or exponentials."""
    return (
        ""
        if isinstance(x, Blocked) or x.is_rational or symbolic(x)
        else decimal(x, PLACES)
    )
