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

A group with an explanation holds for every script that the explanation fits, also for those that come later, and what it says of
a line that cannot be read wherever that line cannot be; what is said of a student by name goes before it. ``*`` stands for
anything, in a student's name, an explanation and a line::

    [ada]
    marks = 20                                  # the whole script
    q1 = { marks = 6, remark = "on paper" }     # a question
    "q2.*" = { marks = 1 }                      # every line of it that carries marks

    [[group]]
    explanation = "unreadable at *"
    "*" = { remark = "typed by me" }            # every line that the explanation costs

Marks of a question or of a script are spread over its lines: those earned stay, what is missing to them is given, or taken, in
equal shares. ``symattn check … --groups FILE`` writes such groups down, for a grader to decide.

A folder stands for all the .toml files in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

from symattn import toml
from symattn.errors import LimitError, SymattnError, how_many
from symattn.files import FileError, contents, is_hidden, reason, shown
from symattn.formats.templates import joined, plain
from symattn.limits import LARGEST_MARKS
from symattn.marking.answers.handins import FORMS
from symattn.marking.findings import Finding, findings
from symattn.marking.results import AnswerReport, Result, total
from symattn.marking.said import told
from symattn.marking.trials import head_of
from symattn.records import frozen
from symattn.tables import apart_from, grouped, only

GROUP = "group"
ANY = "*"
MOST_DIGITS = 100  # of marks before or behind the point: an exponent beyond fills the memory as a fraction
_WRITE = 'write [STUDENT.QUESTION] and below it Y = { marks = 2, remark = "…" }, "*" for every line, or marks = 6 for all of it'


@frozen
class Decision:
    """What a grader says of one line: marks, or a remark alone, and the file that says it."""

    marks: Fraction | None
    remark: str
    source: str


Place = tuple[str, str]
"""A question and a line; no line for the question as a whole, neither for the script; ``*`` in them stands for anything."""
Decisions = dict[str, dict[Place, Decision]]


@frozen
class GraderMarks:
    """All decisions of a grader: student → place → decision, and the same for the name of an explanation."""

    decisions: Mapping[str, Mapping[Place, Decision]]
    explained: Mapping[str, Mapping[Place, Decision]] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> GraderMarks:
        """The decisions in a file, or in the .toml files of a folder; raises SymattnError that says everything wrong."""
        try:
            inside = (
                sorted(
                    p
                    for p in path.iterdir()
                    if p.suffix == ".toml" and not is_hidden(p)
                )
                if path.is_dir()
                else [path]
            )
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
        mine: dict[Place, tuple[Decision, str]] = {}
        for owner, decided in self._owners(report):
            for place, decision in decided.items():
                for around in (("", ""), (place[0], "")):
                    if around != place and around in mine and mine[around][1] != owner:
                        del mine[around]  # what is said later is of something in it
                mine[place] = decision, owner
        if not mine:
            return report
        _checked(report, mine)
        speaks = report.language
        rows = [
            (
                q.id,
                _set(r, mine[q.id, r.name][0], speaks) if (q.id, r.name) in mine else r,
            )
            for q in report.questions
            for r in q.results
        ]
        for of in (*(q.id for q in report.questions), ""):
            if (of, "") in mine:
                rows = _spread(rows, of, mine[of, ""][0], speaks)
        results = grouped(rows)
        questions = (
            replace(q, results=tuple(results.get(q.id, ()))) for q in report.questions
        )
        return replace(report, questions=tuple(questions))

    def _owners(
        self, report: AnswerReport
    ) -> Iterator[tuple[str, dict[Place, Decision]]]:
        """Who is decided on, whom this script belongs to, the most general first: explanations, then students."""
        lines = {(q.id, r.name): r.of for q in report.questions for r in q.results}
        for found in findings(report) if self.explained else ():
            for name in _fitting(self.explained, found.wider, found.name):
                yield name, self._on_finding(found, self.explained[name], lines)
        who = report.student or student(report.file)
        for name in _fitting(self.decisions, who):
            yield (
                name,
                _written_out(
                    self.decisions[name], [line for line, of in lines.items() if of]
                ),
            )

    def _on_finding(
        self, found: Finding, decided: Mapping[Place, Decision], lines: Iterable[Place]
    ) -> dict[Place, Decision]:
        """What is decided of an explanation: what is said of a line of it that this script has right does not hold here,
        nor what is said of a line that cannot be read in other scripts and can in this one."""
        family = {(found.question, head_of(line)) for line in found.lines}
        costs = (
            [(found.question, line) for line in found.lines]
            if found.question
            else list(lines)
        )
        others = set(lines) - set(costs) if found.wanders else set()
        own = {
            (q, x): d
            for (q, x), d in decided.items()
            if (q, x) in costs
            or ((q, head_of(x)) not in family and (q, x) not in others)
        }
        return _written_out(own, costs)

    def unused(self, students: Iterable[str]) -> list[str]:
        """The students decided on of whom there is no script."""
        return _unmatched(self.decisions, students)

    def unmet(self, names: Iterable[str]) -> list[str]:
        """The explanations decided on that fit no script, where *names* are all that do."""
        return _unmatched(self.explained, names)


def student(file: str) -> str:
    """Whose script a report is on: the name of the file, or who is named in a row of a form.

    >>> student("hand/ada.toml"), student("form.csv: bob")
    ('ada', 'bob')
    """
    path, sign, row = file.rpartition(": ")
    return row if sign and path.lower().endswith(FORMS) else Path(file).stem


def _take(found: Decisions, explained: Decisions, file: Path) -> None:
    """Add the decisions of one file."""
    try:
        table = toml.loads(contents(file, LARGEST_MARKS).decode("utf-8-sig"))
    except FileError:
        raise
    except (LimitError, ValueError) as error:
        raise SymattnError(f"{shown(file)}: {error}") from None
    groups = table.pop(GROUP, [])
    if not isinstance(groups, list) or not only(groups, dict):
        raise SymattnError(
            f'{shown(file)}: {GROUP}: write [[{GROUP}]] and below it scripts = ["ada", "bob"]'
        )
    for name, questions in table.items():
        _add(found, [name], questions, file)
    for group in groups:
        scripts, explanation = (
            group.pop("scripts", None),
            group.pop("explanation", None),
        )
        if isinstance(explanation, str) and scripts is None:
            _add(explained, [explanation], group, file)
            continue
        if not isinstance(scripts, list) or not only(scripts, str):
            raise SymattnError(
                f'{shown(file)}: {GROUP}.scripts: write the students it is for, scripts = ["ada", "bob"], or the explanation '
                'that holds for all of them, explanation = "unscaled at q1.L_i"'
            )
        _add(found, scripts, group, file)


def _add(found: Decisions, names: list[str], table: object, file: Path) -> None:
    who = names[0] if names else GROUP
    for place, wanted in _places(table, f"{shown(file)}: {', '.join(names)[:80]}"):
        decision = _decision(wanted, _dotted(who, *place), shown(file))
        for name in names:
            mine = found.setdefault(name, {})
            if place in mine:
                other = mine[place].source
                raise SymattnError(
                    f"{shown(file)}: {_dotted(name, *place)}: decided twice, in {other} too; write it once"
                )
            mine[place] = decision


def _places(table: object, where: str) -> Iterator[tuple[Place, dict[str, object]]]:
    """What is decided in a table, and where: of the script, of a question, of a line; the last also as one key, "q1.Y"."""
    own, inner = _parted(table, where)
    if own:
        yield ("", ""), own
    for key, value in inner.items():
        question, _, line = ("*", "", "*") if key == "*" else key.partition(".")
        own, lines = _parted(value, where)
        if own or not lines:
            yield (question, line), own
        for name, wanted in lines.items():
            if not isinstance(wanted, dict) or line not in ("", "*"):
                raise SymattnError(f"{where}: {_WRITE}")
            yield (question, name), wanted


def _dotted(*names: str) -> str:
    return ".".join(filter(None, names))


def _parted(table: object, where: str) -> tuple[dict[str, object], dict[str, object]]:
    """What a table says of its own, and what it says of something in it; raises SymattnError for what is no table."""
    if not isinstance(table, dict):
        raise SymattnError(f"{where}: {_WRITE}")
    own = {
        key: value
        for key, value in table.items()
        if key in ("marks", "remark") and not isinstance(value, dict)
    }
    return own, apart_from(table, own)


def _fits(pattern: str, name: str) -> bool:
    """Whether a name is meant; ``*`` stands for anything, and "q1.*" for q1 as a whole too.

    >>> [_fits(pattern, "unreadable at q1") for pattern in ("unreadable at *", "unreadable at q1.*", "unreadable at q")]
    [True, True, False]
    """
    if pattern in (name, f"{name}.{ANY}"):
        return True
    return ANY in pattern and bool(
        re.fullmatch(".*".join(map(re.escape, pattern.split(ANY))), name)
    )


def _fitting(named: Iterable[str], *names: str) -> list[str]:
    """Those of the names written that mean one of some others, the widest first."""
    known = [
        name for name in named if any(other and _fits(name, other) for other in names)
    ]
    return sorted(
        known,
        key=lambda name: (
            -name.count(ANY),
            len(name),
            names.index(name) if name in names else 0,
        ),
    )


def _unmatched(named: Iterable[str], names: Iterable[str]) -> list[str]:
    known = set(names)
    return sorted(
        name
        for name in set(named) - known
        if not (ANY in name and any(_fits(name, other) for other in known))
    )


def _written_out(
    decided: Mapping[Place, Decision], lines: Iterable[Place]
) -> dict[Place, Decision]:
    """Decisions with every line in the place of ``*``, what is said of one line before what is said of several."""
    several = {
        place: decision for place, decision in decided.items() if ANY in "".join(place)
    }
    places = tuple(lines)
    found = {}
    for (question, line), decision in sorted(
        several.items(), key=lambda known: -"".join(known[0]).count(ANY)
    ):
        found.update(
            {
                (q, x): decision
                for q, x in places
                if _fits(question, q) and _fits(line, x)
            }
        )
    return found | apart_from(decided, several)


def _checked(
    report: AnswerReport, decided: Mapping[Place, tuple[Decision, str]]
) -> None:
    """Raise SymattnError for a place that is not there, or for marks beyond it."""
    most = {(q.id, r.name): r.of for q in report.questions for r in q.results}
    most |= {(q.id, ""): q.of for q in report.questions} | {("", ""): report.of}
    for place, (decision, owner) in decided.items():
        where = f"{decision.source}: {owner}: {_dotted(*place) or 'the script'}"
        if place not in most:
            raise SymattnError(f"{where}: no such line; {_WRITE}")
        if decision.marks is not None and not 0 <= decision.marks <= most[place]:
            raise SymattnError(
                f"{where}: {how_many(decision.marks, 'mark')}; write a number from 0 to {most[place]}"
            )


def _spread(
    rows: list[tuple[str, Result]], of: str, decision: Decision, language: str
) -> list[tuple[str, Result]]:
    """Results, each with its question, where there are marks *of* a question, or of all of them, as a whole: what they have more
    or less than that is given to all lines that lack marks, or taken from all that have some, in equal shares; a remark stands at
    the first line."""
    lines = [r for question, r in rows if of in ("", question)]
    has = total(r.marks for r in lines)
    wanted = has if decision.marks is None else decision.marks
    room = total(r.of - r.marks if wanted > has else r.marks for r in lines)
    share = (wanted - has) / room if room else Fraction(0)

    def given(result: Result) -> Result:
        more = share * (result.of - result.marks if share > 0 else result.marks)
        remark = decision.remark if result is lines[0] else ""
        if not (more or remark or (decision.marks is not None and result.open)):
            return result
        marks = None if decision.marks is None else result.marks + more
        return _set(result, Decision(marks, remark, decision.source), language)

    return [(question, given(r) if of in ("", question) else r) for question, r in rows]


def _decision(wanted: object, where: str, source: str) -> Decision:
    known = (
        wanted
        if isinstance(wanted, dict) and not set(wanted) - {"marks", "remark"}
        else {}
    )
    marks, remark = known.get("marks"), known.get("remark", "")
    if (
        not known
        or not isinstance(remark, str)
        or not (marks is None or _is_number(marks))
    ):
        raise SymattnError(f"{source}: {where}: {_WRITE}")
    return Decision(None if marks is None else Fraction(marks), remark, source)


def _is_number(marks: object) -> bool:
    """Whether marks are a number of ordinary size: no truth value, no nan, no exponent that fills the memory."""
    if isinstance(marks, Decimal):
        return marks.is_finite() and abs(marks.adjusted()) < MOST_DIGITS
    return isinstance(marks, int) and not isinstance(marks, bool)


def _set(result: Result, decision: Decision, language: str) -> Result:
    """A result with the grader's marks, and a word that they are the grader's."""
    marks = result.marks if decision.marks is None else decision.marks
    said = told("remark", text=decision.remark) if decision.remark else told("graded")
    message = joined((result.message, plain(said, language=language)))
    still_open = result.open if decision.marks is None else Fraction(0)
    return replace(
        result,
        marks=marks,
        open=still_open,
        said=(*result.said, said),
        message=message,
        graded=True,
    )
