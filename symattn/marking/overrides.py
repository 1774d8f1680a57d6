"""A grader's own marks, from a place the grader names: never from among the answers, which students write.

A marks file is TOML: student → question → line → marks and remark; or one decision for several scripts::

    [ada.q1]
    Y = { marks = 2, remark = "seen on paper" }

    [[group]]
    scripts = ["bob", "cyd"]
    q1.L_1 = { marks = 1, remark = "the sheet's own misprint" }

    [[group]]
    explanation = "unscaled at q1.L_i"
    q1.L_1 = { marks = 0.5, remark = "see page 3 of the notes" }

A group with an explanation holds for every script that the explanation fits, also for those that come later; what is said of a
student by name goes before it. ``symattn check … --groups FILE`` writes such groups down, for a grader to decide.

A folder stands for all the .toml files in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

from symattn import toml
from symattn.errors import LimitError, SymattnError
from symattn.files import FileError, contents, is_hidden, reason, shown
from symattn.formats.templates import joined, plain
from symattn.marking.diagnosis import head_of
from symattn.marking.findings import Finding, findings
from symattn.marking.results import AnswerReport, Result
from symattn.marking.said import told

LARGEST = 5_000_000  # bytes of a file of marks
GROUP = "group"
MOST_DIGITS = 100
_WRITE = 'write [STUDENT.QUESTION] and below it Y = { marks = 2, remark = "…" }'


@dataclass(frozen=True)
class Decision:
    """What a grader says of one line: marks, or a remark alone, and the file that says it."""

    marks: Fraction | None
    remark: str
    source: str


Decisions = dict[str, dict[tuple[str, str], Decision]]


@dataclass(frozen=True)
class Marks:
    """All decisions of a grader: student → (question, line) → decision, and the same for the name of an explanation."""

    decisions: Mapping[str, Mapping[tuple[str, str], Decision]]
    explained: Mapping[str, Mapping[tuple[str, str], Decision]] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> Marks:
        """The decisions in a file, or in the .toml files of a folder; raises SymattnError that says everything wrong."""
        try:
            inside = sorted(p for p in path.iterdir() if p.suffix == ".toml" and not is_hidden(p)) if path.is_dir() else [path]
        except OSError as error:
            raise SymattnError(f"{shown(path)}: {reason(error)}") from None
        found: Decisions = {}
        explained: Decisions = {}
        wrong: list[str] = []
        for file in inside:
            try:
                _take(found, explained, file)
            except SymattnError as error:
                wrong.append(str(error))
        if wrong:
            raise SymattnError("\n".join(wrong))
        return cls(found, explained)

    def on(self, report: AnswerReport) -> AnswerReport:
        """The report with the grader's decisions; raises SymattnError for a line that is not there, or marks beyond it."""
        who = report.student or student(report.file)
        explained = [(found.name, self._on_finding(found)) for found in findings(report)] if self.explained else []
        owners = [*explained, (who, dict(self.decisions.get(who, {})))]
        mine = {place: decision for _, decided in owners for place, decision in decided.items()}
        said_of = {place: owner for owner, decided in owners for place in decided}
        if not mine:
            return report
        known = {(q.id, r.name): r for q in report.questions for r in q.results}
        for (question, line), decision in mine.items():
            where = f"{decision.source}: {said_of[question, line]}: {question}.{line}"
            result = known.get((question, line))
            if result is None:
                raise SymattnError(f"{where}: no such line; {_WRITE}")
            if decision.marks is not None and not 0 <= decision.marks <= result.of:
                raise SymattnError(f"{where}: {decision.marks} marks; write a number from 0 to {result.of}")
        speaks = report.language
        questions = tuple(
            replace(q, results=tuple(_set(r, mine.get((q.id, r.name)), speaks) for r in q.results)) for q in report.questions
        )
        return replace(report, questions=questions)

    def _on_finding(self, found: Finding) -> dict[tuple[str, str], Decision]:
        """What is decided of an explanation: what is said of a line of it that this script has right does not hold here."""
        decided = {**self.explained.get(found.wider, {}), **self.explained.get(found.name, {})}
        family = {(found.question, head_of(line)) for line in found.lines}
        mine = {(found.question, line) for line in found.lines}
        return {(q, line): d for (q, line), d in decided.items() if (q, line) in mine or (q, head_of(line)) not in family}

    def unused(self, students: Iterable[str]) -> list[str]:
        """The students decided on of whom there is no script."""
        return sorted(set(self.decisions) - set(students))

    def unmet(self, names: Iterable[str]) -> list[str]:
        """The explanations decided on that fit no script, where *names* are all that do."""
        return sorted(set(self.explained) - set(names))


def student(file: str) -> str:
    """Whose script a report is on: the name of the file, or who is named in a row of a form.

    >>> student("hand/ada.toml"), student("form.csv: bob")
    ('ada', 'bob')
    """
    path, sign, row = file.rpartition(": ")
    return row if sign and path.lower().endswith(".csv") else Path(file).stem


def _take(found: Decisions, explained: Decisions, file: Path) -> None:
    """Add the decisions of one file."""
    try:
        table = toml.loads(contents(file, LARGEST).decode("utf-8-sig"))
    except FileError:
        raise
    except (LimitError, ValueError) as error:
        raise SymattnError(f"{shown(file)}: {error}") from None
    groups = table.pop(GROUP, [])
    if not isinstance(groups, list) or not all(isinstance(group, dict) for group in groups):
        raise SymattnError(f'{shown(file)}: {GROUP}: write [[{GROUP}]] and below it scripts = ["ada", "bob"]')
    for name, questions in table.items():
        _add(found, [name], questions, file)
    for group in groups:
        scripts, explanation = group.pop("scripts", None), group.pop("explanation", None)
        if isinstance(explanation, str) and scripts is None:
            _add(explained, [explanation], group, file)
            continue
        if not isinstance(scripts, list) or not all(isinstance(name, str) for name in scripts):
            raise SymattnError(
                f'{shown(file)}: {GROUP}.scripts: write the students it is for, scripts = ["ada", "bob"], or the explanation '
                'that holds for all of them, explanation = "unscaled at q1.L_i"'
            )
        _add(found, scripts, group, file)


def _add(found: Decisions, names: list[str], questions: object, file: Path) -> None:
    if not isinstance(questions, dict) or not all(isinstance(lines, dict) for lines in questions.values()):
        raise SymattnError(f"{shown(file)}: {', '.join(names)[:80]}: {_WRITE}")
    for question, lines in questions.items():
        for line, wanted in lines.items():
            decision = _decision(wanted, f"{names[0] if names else GROUP}.{question}.{line}", shown(file))
            for name in names:
                mine = found.setdefault(name, {})
                if (question, line) in mine:
                    other = mine[question, line].source
                    raise SymattnError(f"{shown(file)}: {name}.{question}.{line}: decided twice, in {other} too; write it once")
                mine[question, line] = decision


def _decision(wanted: object, where: str, source: str) -> Decision:
    if not isinstance(wanted, dict) or not wanted or set(wanted) - {"marks", "remark"}:
        raise SymattnError(f"{source}: {where}: {_WRITE}")
    marks, remark = wanted.get("marks"), wanted.get("remark", "")
    if not isinstance(remark, str) or not (marks is None or _is_number(marks)):
        raise SymattnError(f"{source}: {where}: {_WRITE}")
    return Decision(None if marks is None else Fraction(marks), remark, source)


def _is_number(marks: object) -> bool:
    """Whether marks are a number of ordinary size: no truth value, no nan, no exponent that fills the memory."""
    if isinstance(marks, Decimal):
        return marks.is_finite() and abs(marks.adjusted()) < MOST_DIGITS
    return isinstance(marks, int) and not isinstance(marks, bool)


def _set(result: Result, decision: Decision | None, language: str) -> Result:
    """A result with the grader's marks, and a word that they are the grader's."""
    if decision is None:
        return result
    marks = result.marks if decision.marks is None else decision.marks
    said = told("remark", text=decision.remark) if decision.remark else told("graded")
    message = joined((result.message, plain(said, language=language)))
    still_open = result.open if decision.marks is None else Fraction(0)
    return replace(result, marks=marks, open=still_open, said=(*result.said, said), message=message, graded=True)
