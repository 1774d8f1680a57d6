"""What makes a sheet a template: which givens vary and how, and what every variant must keep to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from symattn.errors import nearest
from symattn.exact.matrix import Matrix
from symattn.sheet.cells import Cell
from symattn.sheet.kinds import Flag, Text, Whole
from symattn.sheet.options import Choice
from symattn.sheet.place import Place
from symattn.sheet.tables import Key, ListOf, Table

if TYPE_CHECKING:
    from symattn.sheet.keys import DrawKeys, VaryKeys
    from symattn.sheet.sheet import Question

KINDS = ("integers", "decimals", "permutation", "logarithms")

DRAW = Table(
    {
        "question": Key(Text(), "the question's id; needed when the sheet has several", '"q1"'),
        "names": Key(ListOf(Text()), "the givens that vary in this way", '["X", "W_Q_1"]', required=True),
        "kind": Key(Choice(KINDS), '"integers" (default), "decimals", "permutation" or "logarithms"', '"decimals"'),
        "low": Key(Whole(-1000, 1000), "the smallest number drawn", "-2"),
        "high": Key(Whole(-1000, 1000), "the largest number drawn", "3"),
        "places": Key(Whole(0, 6), "decimal places of decimals", "1"),
        "factor": Key(Whole(1, 1000), "logarithms: each entry is factor · log(n)", "2"),
        "zeros": Key(Whole(0, 10_000), "at least so many entries are 0", "1"),
    }
)

WISH = Table(
    {
        "question": Key(Text(), "the question's id; needed when the sheet has several", '"q1"'),
        "names": Key(ListOf(Text()), "the lines that are to keep to it", '["H"]', required=True),
        "whole": Key(Flag(), "every entry is a whole number", "true"),
        "rational": Key(Flag(), "every entry is rational", "true"),
        "at_most": Key(Cell(), "no entry is larger", "9"),
        "at_least": Key(Cell(), "no entry is smaller", "-9"),
        "visible": Key(Whole(1, 20), "no entry rounds to 0 or 1 at so many places (a masked 0 may)", "4"),
        "unlike": Key(Text(), "another line, which must not be the same matrix", '"K_1"'),
        "row_sums_differ": Key(Flag(), "no two rows add up to the same", "true"),
        "rows_differ": Key(Flag(), "no two rows are the same", "true"),
    }
)

SPREAD = Table(
    {
        "operations": Key(Whole(0, 10**6), "how far the count of multiplications may be from the sheet's own", "10"),
        "digits": Key(Whole(0, 10**6), "how far the count of digits may be from the sheet's own", "20"),
        "exponentials": Key(Whole(0, 10**6), "how far the count of different exponentials may be from the sheet's own", "0"),
    }
)

VARY = Table(
    {
        "draw": Key(ListOf(DRAW, "write [[vary.draw]], in two brackets"), "which givens vary, and how", required=True),
        "wish": Key(ListOf(WISH, "write [[vary.wish]], in two brackets"), "what every variant keeps to"),
        "distinct": Key(ListOf(Text()), "lines no two students should share; of several questions, QUESTION.LINE", '["Y"]'),
        "spread": Key(SPREAD, "how far a variant's difficulty may be from the sheet's own"),
        "tries": Key(Whole(1, 10**7), "how many draws are tried for one student; 20000 unless written", "1000"),
    }
)


@dataclass(frozen=True)
class Draw:
    """How a given is drawn: numbers from ``low`` to ``high`` of some kind, at least so many ``zeros`` among them.

    >>> Draw(high=9).low
    0
    """

    kind: str = "integers"
    low: int = 0
    high: int = 3
    places: int = 1
    factor: int = 1
    zeros: int = 0


@dataclass(frozen=True)
class Vary:
    """The checked ``[vary]`` table: draws and wishes as (question id, names, settings), and what holds for all."""

    draws: tuple[tuple[str, tuple[str, ...], Draw], ...]
    wishes: tuple[tuple[str, tuple[str, ...], Mapping[str, object]], ...] = ()
    distinct: tuple[tuple[str, str], ...] = ()
    spread: Mapping[str, int] = field(default_factory=dict)
    tries: int = 20_000


def vary_of(table: VaryKeys | None, questions: Sequence[Question], at: Place) -> Vary | None:
    """The checked table; a name that no question has is reported at its place."""
    if table is None:
        return None
    known = {question.id: question for question in questions}
    draws = tuple(
        (where, names, Draw(**cast(dict[str, Any], {key: value for key, value in settings.items() if value is not None})))
        for where, names, settings in _rules(table.get("draw") or (), at / "draw", known, _drawable)
    )
    wishes = tuple(_rules(table.get("wish") or (), at / "wish", known, lambda question: question.plan.names))
    distinct = tuple(_distinct(table.get("distinct") or (), at / "distinct", known))
    return Vary(draws, wishes, distinct, table.get("spread") or {}, table.get("tries") or 20_000)


def _drawable(question: Question) -> tuple[str, ...]:
    return tuple(name for name, value in question.given.items() if isinstance(value, Matrix))


def _rules(
    tables: Iterable[DrawKeys | None],
    at: Place,
    known: Mapping[str, Question],
    names: Callable[[Question], tuple[str, ...]],
) -> Iterator[tuple[str, tuple[str, ...], Mapping[str, object]]]:
    for number, table in enumerate(tables):
        here = at / number
        question = _question(table.get("question") if table else None, known, here)
        if table is None or question is None:
            continue
        if (table.get("low") or Draw.low) > (Draw.high if (high := table.get("high")) is None else high):
            (here / "high").wrong("high is below low", "write the smallest number as low, the largest as high")
        for name in table.get("names") or ():
            if name is not None and name not in names(question):
                (here / "names").wrong(f'question "{question.id}" has no {name}', nearest(name, names(question)))
        settings = {key: _bare(value) for key, value in table.items() if key not in ("question", "names")}
        yield question.id, tuple(name for name in table.get("names") or () if name), settings


def _bare(value: object) -> object:
    """A bound as its exact value, without the way it is written."""
    return value[0] if isinstance(value, tuple) else value


def _question(name: str | None, known: Mapping[str, Question], at: Place) -> Question | None:
    if name is None and len(known) == 1:
        return next(iter(known.values()))
    if name is None or name not in known:
        what = "which question?" if name is None else f'no question "{name}"'
        at.wrong(what, f"write question = one of {', '.join(known)}")
        return None
    return known[name]


def _distinct(names: Iterable[str | None], at: Place, known: Mapping[str, Question]) -> Iterator[tuple[str, str]]:
    for name in filter(None, names):
        where, _, line = name.rpartition(".")
        question = _question(where or None, known, at)
        if question is None:
            continue
        if line not in question.plan.names:
            at.wrong(f'question "{question.id}" has no line {line}', nearest(line, question.plan.names))
        yield question.id, line
