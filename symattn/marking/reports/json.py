"""A report as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from symattn.files import dumped
from symattn.formats.templates import spoken
from symattn.marking.answers.ledger import LedgerEntry
from symattn.marking.findings import findings
from symattn.marking.results import AnswerReport, Found, QuestionReport, Result
from symattn.said import Keyed, Named, Texts
from symattn.tables import not_empty

if TYPE_CHECKING:
    from symattn.marking.reports import Report


def write(report: Report, *, about: Named | None = None) -> str:
    """The report as JSON text, version 1; *about* the class is what was found about it as a whole.

    One answer after the other becomes text: as data all answers of a class would take many times their room.
    """
    pieces = ["{\n"]
    for key, value in (
        ("schema", 1),
        ("symattn", report.version),
        ("sheet", report.sheet),
        ("digest", report.digest),
    ):
        pieces.append(f' "{key}": {_text(value, 1)},\n')
    answers = [f"\n  {_text(_answer(answer), 2)}" for answer in report.answers]
    pieces += [' "answers": [', ",".join(answers), "\n ]" if answers else "]"]
    absent = [{"id": student, "name": name} for student, name in report.absent.items()]
    pieces += [
        f',\n "{key}": {_text(value, 1)}'
        for key, value in (("absent", absent), ("class", about))
        if value
    ]
    return "".join([*pieces, "\n}\n"])


def _text(value: object, depth: int) -> str:
    """A value as it stands so deep inside a document; no string in JSON has a line end of its own."""
    return dumped(value).replace("\n", "\n" + " " * depth)


def _answer(answer: AnswerReport) -> Keyed:
    questions = [
        {
            "id": q.id,
            **_marks(q),
            "results": [_result(r) for r in q.results],
            "unused": [
                {"text": u.text, "line": u.line, "why": spoken(u.why, answer.language)}
                for u in q.unused
            ],
        }
        for q in answer.questions
    ]
    found: dict[str, object] = {"file": answer.file}
    found |= {"student": answer.student, "name": answer.name} if answer.student else {}
    found |= {**_marks(answer), "questions": questions}
    found["ledger"] = ledger(answer.ledger, answer.language)
    found["findings"] = [finding.name for finding in findings(answer)]
    notes = [spoken(note, answer.language) for note in answer.notes]
    more = {
        "notes": notes,
        "unread": list(answer.unread),
        "error": spoken(answer.error, answer.language),
    }
    return found | not_empty(more)


def ledger(entries: Iterable[LedgerEntry], language: str = "") -> list[Keyed]:
    """The numbers of a file and what each is, why they belong to nothing in the sheet's language.

    >>> ledger([LedgerEntry("1 3", 2, "answer", "S")])
    [{'text': '1 3', 'line': 2, 'as': 'answer', 'what': 'S'}]
    """
    return [
        {
            "text": one.text,
            "line": one.line,
            "as": one.kind,
            "what": spoken(one.what, language),
        }
        for one in entries
    ]


def _marks(part: AnswerReport | QuestionReport | Result) -> dict[str, int | float]:
    """What was earned, of how many, and how many are for a person to decide on."""
    return {
        "marks": number(part.marks),
        "of": number(part.of),
        "open": number(part.open),
    }


def _result(result: Result) -> Keyed:
    found: dict[str, object] = {
        "name": result.name,
        **({"part": result.part} if result.part else {}),
        "verdict": result.verdict,
        "read": shown(result.written),
        "entries": [list(row) for row in result.entries],
        **_marks(result),
    }
    if result.slip is not None:
        found["slip"] = _slip(result.slip)
    if result.graded:
        found["graded"] = True
    found["message"] = result.message
    return found


def shown(written: Texts) -> str:
    """A matrix as it was read, in one line.

    >>> shown((("1", "2"), ("3", "4")))
    '[1 2; 3 4]'
    """
    return f"[{'; '.join(' '.join(row) for row in written)}]" if written else ""


def _slip(slip: Found) -> Keyed:
    found: dict[str, object] = {
        "at": slip.at,
        "id": slip.id,
        "says": slip.says,
        "others": list(slip.others),
    }
    if slip.second is not None:
        found["second"] = _slip(slip.second)
    if slip.lines:
        found["evidence"] = number(slip.evidence)
    return found


def plainly(value: object) -> Any:
    """A value as JSON writes it: marks as numbers, other numbers to four decimals, whatever the table they stand in.

    >>> plainly({"mean": 1 / 3, "marks": (Fraction(1, 2), Fraction(2))})
    {'mean': 0.3333, 'marks': [0.5, 2]}
    """
    if isinstance(value, Mapping):
        return {key: plainly(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [plainly(inner) for inner in value]
    if isinstance(value, float):
        return round(value, 4)
    return number(value) if isinstance(value, Fraction) else value


def number(x: Fraction) -> int | float:
    """Marks as JSON writes them.

    >>> number(Fraction(1, 2)), number(Fraction(2))
    (0.5, 2)
    """
    return int(x) if x.denominator == 1 else round(float(x), 4)
