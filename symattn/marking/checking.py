"""Marking files against a sheet: what ``symattn check`` and ``symattn.check`` do."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from symattn.errors import LimitError
from symattn.exact.ball import working
from symattn.formats.templates import plain
from symattn.limits import MOST_DIAGNOSED, MOST_RIGHT
from symattn.marking import diagnosis
from symattn.marking.answers import Submission, submissions, together
from symattn.marking.answers.written import FORMULA
from symattn.marking.choices import chosen_by
from symattn.marking.forms import formed
from symattn.marking.handed import Handed
from symattn.marking.judging import INCORRECT, against, as_written, worst
from symattn.marking.key import Key, ways_ahead
from symattn.marking.marking import Marking
from symattn.marking.marks import with_marks
from symattn.marking.measured import measured
from symattn.marking.quick import BITS
from symattn.marking.recognised import recognised
from symattn.marking.reports import Report
from symattn.marking.results import AnswerReport, Found, QuestionReport, Result, failed
from symattn.marking.rule import Rule
from symattn.marking.said import quoted, told
from symattn.marking.shaping import from_own, marked_shapes
from symattn.marking.sheet import Ready, by_hand
from symattn.records import replace
from symattn.said import Glossary
from symattn.sheet import Question
from symattn.version import VERSION

Values = tuple[tuple[str, Hashable], ...]


def check_files(ready: Ready, files: Iterable[Path]) -> Report:
    """The report on some answer files, one after the other; a file past a limit is reported as such."""
    found = [report for file in files for report in check_file(ready, file)]
    return Report(ready.sheet.title, ready.digest, VERSION, tuple(found))


def check_file(
    ready: Ready, file: Path, *more: Path, form: bool = True
) -> tuple[AnswerReport, ...]:
    """The reports on the submissions in one file, one but for a *form*, or on the one in several files."""
    try:
        with ready.reading():
            return tuple(
                marked(ready, found)
                for found in submissions(file, ready.namings, *more, form=form)
            )
    except LimitError as error:
        return (_stopped(ready, together(file, *more), f"{file}: {error}"),)


def _stopped(ready: Ready, file: str, why: str) -> AnswerReport:
    """The report on answers at which reading stopped at a limit."""
    return replace(broken(ready, file, why, "undecided"), limit=True)


def marked(ready: Ready, found: Submission) -> AnswerReport:
    """The report on one submission; raises LimitError."""
    if found.limit:
        return _stopped(ready, found.file, f"{found.file}: {found.error}")
    if found.error:
        return broken(ready, found.file, found.error)
    found = recognised(ready, found)
    questions = tuple(
        _apart(ready, question, found) for question in ready.sheet.questions
    )
    return AnswerReport(
        found.file,
        questions,
        tuple(dict.fromkeys(found.notes)),
        unread=tuple(found.unread),
        unknown=tuple(found.unknown),
        language=ready.sheet.language,
        ledger=tuple(found.ledger),
    )


def _apart(ready: Ready, question: Question, found: Submission) -> QuestionReport:
    """One question's results; where symattn fails or meets a limit its lines are for a person, the other questions are marked."""
    try:
        return _question(ready, question, found)
    except Exception as error:
        return _report(
            ready, question, [failed(name, error) for name in question.asked]
        )


def _question(ready: Ready, question: Question, found: Submission) -> QuestionReport:
    """Every line that is asked or handed in, in order, then the parts a person marks."""
    if question.shapes:
        here = found.answers.get(question.id, {})
        doubts = {
            name: quoted(handed.error)
            for name, handed in here.items()
            if handed.error not in ("", FORMULA)
        }
        texts = {name: handed.text for name, handed in here.items()}
        found_here = [
            one.but(verdict="unreadable", entries=(), said=doubts[one.name])
            if one.name in doubts
            else one
            for one in marked_shapes(question, texts, ready.sheet.cuts)
        ]
        results = [
            _looked_at(one, here[one.name]) if one.name in here else one
            for one in from_own(question, found_here, texts, ready.sheet.cuts)
        ]
    else:
        results = _lines(ready, question, found)
    return replace(
        _report(ready, question, results),
        unused=tuple(u for u in found.unused if u.question == question.id),
    )


def _report(
    ready: Ready, question: Question, results: Iterable[Result]
) -> QuestionReport:
    found = (
        *with_marks(
            question, tuple(results), Rule.of(ready.sheet), ready.keys.get(question.id)
        ),
        *_hand(question),
    )
    parts = _parts(question)
    language = ready.sheet.language
    return QuestionReport(
        question.id, tuple(_worded(r, parts.get(r.name, ""), language) for r in found)
    )


def _worded(result: Result, part: str, language: str) -> Result:
    """The result with its part, and what is said about it in plain words."""
    if not result.said:
        return result.but(part=part) if part else result
    slip = result.slip and _named(result.slip, language)
    return result.but(
        message=plain(*result.said, language=language), slip=slip, part=part
    )


def _named(slip: Found, language: str) -> Found:
    return replace(
        slip,
        says=plain(slip.what, language=language),
        second=slip.second and _named(slip.second, language),
    )


def _parts(question: Question) -> Glossary:
    """The part that asks for each line first, by its label, else by its number; nothing where there is one part alone."""
    found: dict[str, str] = {}
    for number, part in enumerate(question.parts if len(question.parts) > 1 else (), 1):
        label = part.label or str(number)
        for name in part.names or (part.label or f"part {number}",):
            found.setdefault(name, label)
    return found


def _lines(ready: Ready, question: Question, found: Submission) -> list[Result]:
    key = ready.key(question)
    answers, wrong = measured(question, key, _settled(key, found, question.id))
    key, chosen = chosen_by(question, key, found.answers.get(question.id, {}))
    marked = (
        {
            name: _looked_at(
                formed(question, result, answers[name], key.exact[name]), answers[name]
            )
            for name, result in (
                Marking(key, answers).results
                if chosen
                else _diagnosed(ready, question.id, key, answers)
            ).items()
            if name not in wrong
        }
        | chosen
        | {
            name: as_written(result, found.answers[question.id][name])
            for name, result in wrong.items()
        }
    )
    asked = {name for part in question.parts for name in part.asks}
    wanted = [
        name
        for name in (*question.unknown, *question.plan.names)
        if name in asked or name in marked
    ]
    return [
        marked.get(name) or Result(name, "missing", said=(told("missing"),))
        for name in wanted
    ]


def _looked_at(result: Result, handed: Handed) -> Result:
    """The result where numbers stand beside the answer that nobody accounts for, or it may be another line's: what is not right
    then is for a person."""
    if not handed.open or result.verdict in ("correct", "follows", "unreadable"):
        return result
    return replace(result, verdict="undecided", slip=None, said=quoted(handed.open))


def ahead(
    ready: Ready, found: Submission, pieces: int, at: str = "", line: str = ""
) -> Iterator[None]:
    """What searches for slips will go through whatever is written next, made before anybody asks, some *pieces* at a time.

    A line that is not right yet is looked at as if it were the next to be handed in, first the *line* of the question *at*
    which the student is, then those that follow it; questions with letters or free choices, where a line is looked at
    otherwise, are left out.
    """
    for question in (
        ready.sheet[id]
        for id in _from([question.id for question in ready.sheet.questions], at)
    ):
        if not (question.shapes or question.unknown or question.letters):
            key = ready.key(question)
            answers, _ = measured(question, key, _settled(key, found, question.id))
            right = {
                name for name, handed in answers.items() if _may_be(key, name, handed)
            }
            names = _from(question.asked, line if question.id == at else "")
            ways = ways_ahead(
                key, answers, [name for name in names if name not in right]
            )
            yield from _in_pieces(
                (piece for way in ways for piece in diagnosis.ahead(way)), pieces
            )


def _from(names: Sequence[str], first: str) -> list[str]:
    """The names from one of them on, then those before it.

    >>> _from(["Q", "K", "V"], "K"), _from(["Q", "K", "V"], "")
    (['K', 'V', 'Q'], ['Q', 'K', 'V'])
    """
    start = names.index(first) if first in names else 0
    return [*names[start:], *names[:start]]


def _in_pieces(items: Iterator[None], pieces: int) -> Iterator[None]:
    while True:
        with working(BITS):
            done = sum(1 for _ in islice(items, pieces))
        if not done:
            return
        yield


def _diagnosed(
    ready: Ready, question: str, key: Key, answers: dict[str, Handed]
) -> dict[str, Result]:
    """The verdicts on some answers, found once for all who hand in the same values, however and in whichever format they
    write them: 1/2 and \\frac12 are the same, 0.5 and 0.50 are not. What is right by itself is known line by line."""
    alone, known = (
        ready.right.setdefault(question, {}),
        ready.diagnosed.setdefault(question, {}),
    )
    values = tuple((name, handed.value) for name, handed in answers.items())
    found = {at[0]: result for at in values if (result := alone.get(at)) is not None}
    if len(found) < len(values):
        found = known.get(values) or _marked(key, answers, values, alone, known)
    return {name: as_written(result, answers[name]) for name, result in found.items()}


def _marked(
    key: Key,
    answers: dict[str, Handed],
    values: Values,
    alone: dict[Hashable, Result],
    known: dict[Hashable, dict[str, Result]],
) -> dict[str, Result]:
    """The verdicts on some answers, kept where others may hand in the same: of a script that is all right each by itself."""
    bare = {name: replace(handed, notes=()) for name, handed in answers.items()}
    found = Marking(key, bare).results
    right: dict[Hashable, Result] = {
        at: result
        for at in values
        if (result := found[at[0]]).verdict == "correct" and not result.said
    }
    if len(alone) + len(right) > MOST_RIGHT:
        alone.clear()
    alone.update(right)
    if len(right) < len(values) and not any(
        result.failure for result in found.values()
    ):
        if len(known) >= MOST_DIAGNOSED:
            known.clear()
        known[values] = found
    return found


def _hand(question: Question) -> list[Result]:
    return [
        Result(name, "by-hand", of=marks, open=marks, said=(told("by_hand"),))
        for name, marks in by_hand(question).items()
    ]


def _settled(key: Key, found: Submission, question: str) -> dict[str, Handed]:
    """Every answer under one line: a label that may mean several lines means the first it is right for."""
    here = dict(found.answers.get(question, {}))
    for name, handed in list(here.items()):
        for other in found.instead.get((question, name), ()):
            if (
                other not in here
                and not _may_be(key, name, handed)
                and _may_be(key, other, handed)
            ):
                here[other] = here.pop(name)
                break
    found_here = {name: here[name] for name in key.plan.names if name in here}
    return {
        name: handed
        for name, handed in found_here.items()
        if handed.cells or handed.error != FORMULA
    }


def _may_be(key: Key, name: str, handed: Handed) -> bool:
    return worst(against(handed, key.rights[name][:1])) not in ("", INCORRECT)


def broken(
    ready: Ready, file: str, error: str, verdict: str = "unreadable"
) -> AnswerReport:
    """The report on a file that cannot be read or, *verdict* "undecided", at which symattn stopped: so is every line asked."""
    questions = []
    for question in ready.sheet.questions:
        results = (Result(name, verdict, said=quoted(error)) for name in question.asked)
        questions.append(_report(ready, question, results))
    return AnswerReport(
        file, tuple(questions), error=error, language=ready.sheet.language
    )
