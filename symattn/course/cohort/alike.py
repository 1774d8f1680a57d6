"""Scripts that are too much alike: the answers to another student's numbers, the same file, the same odd mistakes.

Nothing here is a verdict. It says where two scripts agree in what is hardly found twice, and a person looks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from symattn.course.cohort.facts import Facts, Line, coarse
from symattn.records import frozen
from symattn.said import Named, Strings
from symattn.tables import grouped

RARE = (
    3  # scripts that may share a right answer, or an odd one, for it to tell them apart
)
ENOUGH = 2  # lines in which two scripts must agree
MOSTLY = 0.5  # of the wrong lines of a script, to be another student's
MOST = 200  # pairs that are listed

Keys = Mapping[str, Mapping[Line, int]]
"""Student → line → the right values of that student's own sheet, coarse."""


@frozen
class Alike:
    """Scripts that agree: ``kind`` "copied" (the first has what the second has for other numbers), "same" (the same answers,
    word for word), "mistakes" (the same wrong answers that nothing explains); and the lines."""

    kind: str
    students: Strings
    lines: tuple[Line, ...] = ()


def keys(
    finals: Mapping[str, Mapping[str, Mapping[str, Named]]],
) -> dict[str, dict[Line, int]]:
    """The final answers that a manifest records, student → question → line → values, to compare with.

    >>> list(keys({"ada": {"q1": {"Y": {"decimal": [["1.00"]]}}}})["ada"])
    [('q1', 'Y')]
    """
    found: dict[str, dict[Line, int]] = {}
    for student, questions in finals.items():
        for question, lines in questions.items():
            for line, value in lines.items():
                decimal = value.get("decimal")
                if isinstance(decimal, list):
                    found.setdefault(student, {})[question, line] = coarse(
                        tuple(map(tuple, decimal))
                    )
    return found


def alike(scripts: Sequence[Facts], finals: Keys) -> tuple[Alike, ...]:
    """All that is alike in a class; *finals* are the right final answers where every student has other numbers."""
    found = [*_copied(scripts, finals)] if finals else []
    known = {frozenset(one.students) for one in found}
    for one in (*_same(scripts), *([] if finals else _mistakes(scripts))):
        if not any(frozenset(one.students) <= before for before in known):
            found.append(one)
            known.add(frozenset(one.students))
    return tuple(found[:MOST])


def _copied(scripts: Sequence[Facts], finals: Keys) -> Iterator[Alike]:
    """Whose wrong answers are another student's, who has other numbers: most of them, and some that no slip explains."""
    owners: dict[tuple[Line, int], set[str]] = defaultdict(set)
    own = ((script.student, script.answers) for script in scripts)
    for student, found in (*finals.items(), *own):
        for known in found.items():
            owners[known].add(student)
    right = {
        script.student: len(script.answers) - len(script.wrong) for script in scripts
    }
    for script in scripts:
        whose = {
            line: owners[line, value] - {script.student}
            for line, value in script.answers.items()
            if line in script.wrong
        }
        matches = grouped(
            (other, line)
            for line, others in whose.items()
            if len(others) <= RARE
            for other in others
        )
        best = max(matches, key=lambda other: (len(matches[other]), other), default="")
        agreed = matches.get(best, [])
        original = right.get(best, len(agreed)) >= right[script.student]
        if (
            original
            and len(agreed) >= max(ENOUGH, MOSTLY * len(script.wrong))
            and any(line in script.odd for line in agreed)
        ):
            yield Alike("copied", (script.label, best), tuple(agreed))


def _same(scripts: Sequence[Facts]) -> Iterator[Alike]:
    """Files that are the same, where not everything in them is right."""
    found = grouped(
        (script.job, script)
        for script in scripts
        if script.job and script.handed and (script.wrong or script.odd)
    )
    for together in found.values():
        labels = tuple(dict.fromkeys(script.label for script in together))
        if len(labels) > 1:
            yield Alike(
                "same",
                labels,
                tuple(
                    line for line in together[0].answers if line in together[0].wrong
                ),
            )


def _mistakes(scripts: Sequence[Facts]) -> Iterator[Alike]:
    """Pairs with the same wrong answers to several lines, which no slip explains and hardly anybody else has."""
    holders = grouped(
        (odd, script.label) for script in scripts for odd in script.odd.items()
    )
    pairs = grouped(
        (pair, line)
        for (line, _), labels in holders.items()
        if 1 < len(labels) <= RARE
        for pair in combinations(dict.fromkeys(labels), 2)
    )
    for pair, lines in pairs.items():
        if len(lines) >= ENOUGH:
            yield Alike("mistakes", pair, tuple(lines))
