"""The class as a grader wants to see it: marks, lines, explanations with who shares them, what to look at, what is odd."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, field
from fractions import Fraction

from symattn.course.cohort.alike import Alike, Keys, alike
from symattn.course.cohort.facts import Facts, Line, Reason
from symattn.course.cohort.figures import LineFigures, Spread, lines, spread
from symattn.marking.findings import ONE, Finding
from symattn.marking.reports.json import plainly
from symattn.records import frozen
from symattn.said import Glossary, Named, Strings
from symattn.tables import among, apart_from, grouped, not_empty

ORDER = (
    "stopped",
    "file",
    "beside",
    "undecided",
    "unreadable",
    "empty",
    "unused",
    "unknown",
    "nothing",
    "doubt",
    "trivial",
)
"""Reasons to look at a script, the weightiest first."""


@frozen
class Group:
    """Everybody whose script one explanation fits: its name, the lines whose marks it costs, the students, how many of them
    have which marks there now, and the ``usual`` marks of each line."""

    name: str
    question: str
    at: str
    id: str
    says: str
    lines: Strings
    students: Strings
    marks: tuple[tuple[Fraction, int], ...]
    of: Fraction
    usual: Mapping[str, Fraction] = field(default_factory=dict)


@frozen
class Look:
    """A script to be looked at by hand, and why."""

    script: Facts
    reasons: tuple[Reason, ...]


@frozen
class Overview:
    """What there is to say about a class."""

    scripts: tuple[Facts, ...]
    absent: Glossary
    spread: Spread
    lines: tuple[LineFigures, ...]
    groups: tuple[Group, ...]
    look: tuple[Look, ...]
    alike: tuple[Alike, ...]
    by_hand: tuple[tuple[str, str, Fraction], ...]
    warnings: Strings
    nobody_s: Glossary

    def data(self) -> Named:
        """Everything as JSON has it."""
        spread = asdict(self.spread)
        count, tenths = spread.pop("count"), spread.pop("bins")
        found: dict[str, object] = plainly(
            {
                "submissions": count,
                "absent": len(self.absent),
                "marks": {**spread, "tenths": tenths},
                "lines": [
                    {
                        "question": line.line[0],
                        "name": line.line[1],
                        **_but(line, "line"),
                    }
                    for line in self.lines
                ],
                "groups": [
                    {
                        "explanation": group.name,
                        **_but(group, "name", "usual"),
                        "marks": _listed(("marks", "scripts"), group.marks),
                    }
                    for group in self.groups
                ],
                "look": [
                    {
                        "student": look.script.label,
                        "reasons": [_reason(r) for r in look.reasons],
                    }
                    for look in self.look
                ],
                "alike": [
                    {**asdict(one), "lines": list(map(line_name, one.lines))}
                    for one in self.alike
                ],
                "by_hand": _listed(("question", "part", "of"), self.by_hand),
                "warnings": self.warnings,
                "nobody": _listed(("file", "why"), self.nobody_s.items()),
            }
        )
        return found


def overview(
    scripts: Sequence[Facts],
    absent: Glossary | None = None,
    finals: Keys | None = None,
    warnings: Sequence[str] = (),
    nobody_s: Glossary | None = None,
) -> Overview:
    """The class from its scripts' facts.

    >>> overview([]).data()["submissions"]
    0
    """
    looks = [
        Look(one, tuple(sorted(one.reasons, key=_weight)))
        for one in scripts
        if one.reasons
    ]
    by_hand = (
        (question, fared.part or name, fared.of)
        for script in scripts
        for (question, name), fared in script.lines.items()
        if fared.verdict == "by-hand" and not fared.marks
    )  # the parts that a person marks and has not marked yet, in some script
    return Overview(
        tuple(scripts),
        dict(absent or {}),
        spread(scripts),
        lines(scripts),
        groups(scripts),
        tuple(
            sorted(
                looks, key=lambda look: (_weight(look.reasons[0]), look.script.label)
            )
        ),
        alike(scripts, finals or {}),
        tuple(dict.fromkeys(by_hand)),
        tuple(warnings),
        dict(nobody_s or {}),
    )


def _weight(reason: Reason) -> int:
    return ORDER.index(reason.kind)


def groups(scripts: Sequence[Facts]) -> tuple[Group, ...]:
    """The scripts by what explains them, most first; one and the same wrong answer only where several have it, else a single
    wrong entry, whichever it is."""
    shared = Counter(finding.name for script in scripts for finding in script.findings)
    found = grouped(
        (
            finding.wider
            if finding.wider and shared[finding.name] == 1
            else finding.name,
            (script, finding),
        )
        for script in scripts
        for finding in script.findings
    )
    made = [_grouped(name, members) for name, members in found.items()]
    several = [
        group for group in made if len(group.students) > 1 or group.id != "incorrect"
    ]
    return tuple(sorted(several, key=lambda group: (-len(group.students), group.name)))


def _grouped(name: str, members: list[tuple[Facts, Finding]]) -> Group:
    one = members[0][1]
    order = [
        line
        for script, _ in members
        for question, line in script.lines
        if question == one.question
    ]
    said = {finding.says for _, finding in members}
    names = tuple(
        sorted(
            {line for _, finding in members for line in finding.lines}, key=order.index
        )
    )
    places = [
        {(one.question, name) for name in (finding.lines if finding.wanders else names)}
        for _, finding in members
    ]
    fared = [
        among(s.lines, own).values() if one.question else [s]
        for (s, _), own in zip(members, places, strict=True)
    ]
    earned = [
        (
            sum((f.marks for f in each), Fraction(0)),
            sum((f.of for f in each), Fraction(0)),
        )
        for each in fared
    ]
    usual = grouped(
        (line, s.lines[one.question, line].marks)
        for line in names
        for (s, _), own in zip(members, places, strict=True)
        if (one.question, line) in own & s.lines.keys()
    )
    return Group(
        name,
        one.question,
        one.at,
        ONE if name == one.wider else one.id,
        one.says if len(said) == 1 else "",
        names,
        tuple(sorted({script.label for script, _ in members})),
        tuple(sorted(Counter(marks for marks, _ in earned).items())),
        max(of for _, of in earned),
        {line: Counter(marks).most_common(1)[0][0] for line, marks in usual.items()},
    )


def _but(record: LineFigures | Group, *without: str) -> Named:
    """The fields of a record, some left out."""
    return apart_from(asdict(record), without)


def _listed(
    names: Sequence[str], rows: Iterable[Iterable[object]]
) -> list[dict[str, object]]:
    """The rows of a table, each entry under its name."""
    return [dict(zip(names, row, strict=True)) for row in rows]


def _reason(reason: Reason) -> Named:
    line = ".".join(reason.line or ())
    return not_empty({"kind": reason.kind, "line": line, "detail": reason.detail})


def line_name(line: Line) -> str:
    """A line as reports call it.

    >>> line_name(("q1", "L_1"))
    'q1.L_1'
    """
    return ".".join(line)
