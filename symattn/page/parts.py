"""What stands in a part's working: its lines and those they need, in families of heads, with the marks they earn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from symattn.page.engine import marks
from symattn.plan import Line
from symattn.plan.tree import stem_and_head
from symattn.sheet.sheet import Part, Question


@dataclass(frozen=True)
class Family:
    """The same line for every head, and the marks it earns in this part."""

    lines: tuple[Line, ...]
    mark: str = ""
    asked: bool = True
    framed: bool = False


@dataclass(frozen=True)
class Section:
    """A part with the families of lines of its working."""

    part: Part
    families: tuple[Family, ...]


def sections(question: Question, names: Iterable[str]) -> list[Section]:
    """Every part with its lines; lines no part asks for stand where they are first needed.

    *names* are the notation's patterns, by which the heads of one line are known.
    """
    shown: set[str] = set()
    patterns = set(names)
    return [_section(part, question, shown, patterns) for part in question.parts]


def _section(part: Part, question: Question, shown: set[str], patterns: set[str]) -> Section:
    leads = [name for condition in part.accept for name in condition.names]
    wanted = [n for n in dict.fromkeys((*part.asks, *leads)) if n in question.plan.names]
    needed = _needed(wanted, question, shown)
    shown |= needed
    lines = [line for line in question.plan.lines if line.name in needed]
    groups = _grouped(lines, patterns)
    asked = [any(line.name in wanted for line in group) for group in groups]
    earned = [_earned(part, group) for group in groups]
    framed = _framed(groups, asked)
    rows = zip(groups, earned, asked, framed, strict=True)
    return Section(part, tuple(Family(tuple(g), m, a, f) for g, m, a, f in rows))


def _framed(groups: list[list[Line]], asked: list[bool]) -> list[bool]:
    """Up to three results are framed; of more, the last, where it is computed from the others."""
    count = sum(len(group) for group, a in zip(groups, asked, strict=True) if a)
    if count <= 3:
        return asked
    last = groups[-1]
    inside = {line.name for group in groups[:-1] for line in group}
    final = len(last) <= 2 and any(name in inside for line in last for name in line.reads)
    return [False] * (len(groups) - 1) + [final and asked[-1]]


def _needed(wanted: list[str], question: Question, shown: set[str]) -> set[str]:
    """The asked lines and what they are computed from, as far as no earlier part shows it and the sheet states none."""
    found: set[str] = set(wanted)
    queue = list(wanted)
    while queue:
        line = question.plan.line(queue.pop())
        for name in line.reads:
            if name in question.plan.names and name not in found | shown and name not in question.stated:
                found.add(name)
                queue.append(name)
    return found


def _grouped(lines: list[Line], patterns: set[str]) -> list[list[Line]]:
    """Heads of one line together, where nothing a line reads would come after it."""
    groups: list[list[Line]] = []
    at: dict[str, int] = {}
    stems: dict[str, int] = {}
    for line in lines:
        stem = _stem(line.name, patterns)
        needs = max((at[n] for n in line.reads if n in at), default=-1)
        place = stems.get(stem, -1)
        if place > needs:
            groups[place].append(line)
        else:
            place = len(groups)
            stems[stem] = place
            groups.append([line])
        at[line.name] = place
    return groups


def _stem(name: str, patterns: set[str]) -> str:
    stem, head = stem_and_head(name)
    return f"{stem}_i" if head is not None and f"{stem}_i" in patterns else name


def _earned(part: Part, group: list[Line]) -> str:
    """The marks of a family in this part as they are printed; nothing for lines that nobody asks for."""
    total = sum((part.shares.get(line.name, Fraction(0)) for line in group), Fraction(0))
    return marks(total) if total else ""
