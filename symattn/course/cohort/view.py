"""The class on paper: the marker's page, and the class at a glance for the terminal. What is said stands in templates."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import MappingProxyType

from markupsafe import Markup

from symattn.boxes import Box
from symattn.course.cohort.beside import Beside
from symattn.course.cohort.facts import Facts, Line
from symattn.course.cohort.figures import LineFigures
from symattn.course.cohort.overview import Group, Overview
from symattn.course.feedback import MATHS
from symattn.formats.templates import Templates
from symattn.later import pattern
from symattn.marking.reports import Report
from symattn.marking.reports.json import number
from symattn.marking.reports.text import plain
from symattn.said import Glossary

SIGNS = pattern("|".join(sorted(map(re.escape, MATHS), key=len, reverse=True)))
MOST = 40  # entries of a list on the terminal
WIDTH = 30  # columns of a bar on the terminal


def text(found: Overview, own: Sequence[Path] = (), language: str = "") -> str:
    """The class at a glance, in the language of its sheet; templates are looked for in the folders *own* first.

    >>> from symattn.course.cohort.overview import overview
    >>> print(text(overview([])))
    0 submissions, 0 with full marks
    """
    return (
        _templates("text", own, language)
        .render("class/text.j2", **{"class": found, "most": MOST})
        .strip("\n")
    )


def page(
    found: Overview,
    report: Report,
    symbols: Mapping[Line, Box],
    pages: Glossary,
    own: Sequence[Path],
    shown: Mapping[str, Sequence[Beside]],
) -> str:
    """The marker's page as HTML: *symbols* are the lines as the sheet writes them, *pages* where each student's page lies,
    *shown* the scripts beside each group."""
    parts = list(
        dict.fromkeys(part for script in found.scripts for part in _parts(script))
    )
    return _templates("html", own, language_of(report)).render(
        "class/html.j2",
        title=report.sheet or "Worksheet",
        version=report.version,
        digest=report.digest,
        **{"class": found},
        symbols=symbols,
        pages=pages,
        parts=parts,
        shown=shown,
    )


def sentences(found: Overview, language: str) -> Glossary:
    """What explains each group of a class, as a sentence by the group's name."""
    said = (
        _templates("text", (), language)
        .environment.get_template("words/class.j2")
        .module
    )
    return {group.name: _flat(said.kind(group)) for group in found.groups}  # type: ignore[attr-defined]


def language_of(report: Report) -> str:
    """The language of the sheet that a class was marked against."""
    return next((answer.language for answer in report.answers), "")


def _templates(form: str, own: Sequence[Path], language: str) -> Templates:
    found = Templates(form, own, language)

    def figure(marks: Fraction) -> str:
        return str(number(marks)).replace(".", found.point)

    found.environment.globals.update(
        figure=figure,
        two=lambda x: f"{x:.2f}".replace(".", found.point),
        bar=_bar,
        percent=_percent,
        plain=plain,
        marks=partial(_marks, figure),
        verdicts=_verdicts,
        names=_names,
        earned=partial(_earned, figure),
        said=partial(_said, found),
        flat=_flat,
    )
    return found


def _said(templates: Templates, text: Markup) -> Markup:
    """What a macro said, its signs as mathematics: "They did not divide by √d_k" has a root over a d with an index.

    >>> str(_said(Templates("html"), Markup("by √d_k"))).startswith("by <math><msqrt><msub>")
    True
    """
    return Markup(SIGNS.sub(lambda sign: templates.writer.inline(MATHS[sign[0]]), text))


def _bar(count: float, most: float, width: int = WIDTH) -> str:
    """A bar for the terminal.

    >>> _bar(1, 2, 4), _bar(0, 2)
    ('██', '')
    """
    return "█" * (max(1, round(width * count / most)) if count else 0)


def _percent(part: float, whole: float) -> str:
    return f"{100 * part / whole:.1f}" if whole else "0"


def _flat(text: Markup) -> str:
    """What a macro said, on one line."""
    return " ".join(str(text).split())


def _marks(figure: Callable[[Fraction], str], group: Group, none: str, of: str) -> str:
    """Which marks the scripts of a group have now: "0 (12), 0.5 (2) of 1"."""
    if not group.of:
        return none
    told = ", ".join(
        f"{figure(marks)} ({count})" if len(group.marks) > 1 else figure(marks)
        for marks, count in group.marks
    )
    return f"{told} {of} {figure(group.of)}"


def _verdicts(line: LineFigures, called: Glossary = MappingProxyType({})) -> str:
    most_first = sorted(line.verdicts.items(), key=lambda v: (-v[1], v[0]))
    return ", ".join(
        f"{count} {called.get(verdict, verdict)}" for verdict, count in most_first
    )


def _names(absent: Glossary) -> str:
    return ", ".join(f"{name} ({id})" if name else id for id, name in absent.items())


def _parts(script: Facts) -> dict[str, Fraction]:
    """The marks of each part, of a question without parts those of the question; what nobody asked for has none.

    >>> from types import SimpleNamespace as Of
    >>> said = (("q1", "", 2, 1), ("q2", "a", 1, 0), ("q2", "a", 2, 2), ("q2", "b", 0, 0), ("q3", "", 0, 0))
    >>> lines = {(q, str(k)): Of(part=part, of=of, marks=marks) for k, (q, part, of, marks) in enumerate(said)}
    >>> {part: str(marks) for part, marks in _parts(Of(lines=lines)).items()}
    {'q1': '1', 'q2(a)': '2', 'q2(b)': '0'}
    """
    found: dict[str, Fraction] = {}
    for (question, _), fared in script.lines.items():
        if fared.of or fared.part:
            part = f"{question}({fared.part})" if fared.part else question
            found[part] = found.get(part, Fraction(0)) + fared.marks
    return found


def _earned(figure: Callable[[Fraction], str], script: Facts, part: str) -> str:
    marks = _parts(script).get(part)
    return "" if marks is None else figure(marks)
