"""What makes a sheet a template: which givens vary and how, and what every variant must keep to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, cast

from symattn.errors import how_many, nearest
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.tensor import Tensor
from symattn.exact.units import BARE, Dims, Unit, told
from symattn.plan.derivation import sizes_of
from symattn.plan.tree import GIVEN_MASK
from symattn.records import frozen
from symattn.said import Named, Pair, Pairs, Strings
from symattn.sheet.cells import CellNumber, Given, WrittenCells
from symattn.sheet.kinds import (
    Choice,
    FilledKey,
    Flag,
    KeyOf,
    Keys,
    ListOf,
    Table,
    Text,
    Whole,
)
from symattn.sheet.source import Place
from symattn.tables import not_none

if TYPE_CHECKING:
    from symattn.sheet.sheet import Question


DRAWN = ("integers", "decimals", "permutation", "logarithms")


class DrawKeys(Keys):
    """How some givens vary."""

    question = KeyOf(
        Text(), "the question's id; needed when the sheet has several", '"q1"'
    )
    names = FilledKey(
        ListOf(Text()),
        "the givens that vary in this way",
        '["X", "W_Q_1"]',
        required=True,
    )
    among = FilledKey(
        ListOf(Given()),
        'the values drawn from, of a matrix for each entry; none twice in a row with kind = "permutation"',
        '["40 GB", "80 GB"]',
    )
    kind = KeyOf(
        Choice(DRAWN),
        '"integers" (default), "decimals", "permutation" or "logarithms"',
        '"decimals"',
    )
    low = KeyOf(Whole(-1000, 1000), "the smallest number drawn", "-2")
    high = KeyOf(Whole(-1000, 1000), "the largest number drawn", "3")
    places = KeyOf(Whole(0, 6), "decimal places of decimals", "1")
    factor = KeyOf(Whole(1, 1000), "logarithms: each entry is factor · log(n)", "2")
    zeros = KeyOf(Whole(0, 10_000), "at least so many entries are 0", "1")


class WishKeys(Keys):
    """What some lines keep to."""

    question = KeyOf(
        Text(), "the question's id; needed when the sheet has several", '"q1"'
    )
    names = FilledKey(
        ListOf(Text()), "the lines that are to keep to it", '["H"]', required=True
    )
    whole = KeyOf(Flag(), "every entry is a whole number", "true")
    rational = KeyOf(Flag(), "every entry is rational", "true")
    at_most = KeyOf(CellNumber(), "no entry is larger", "9")
    at_least = KeyOf(CellNumber(), "no entry is smaller", "-9")
    visible = KeyOf(
        Whole(1, 20),
        "no entry rounds to 0 or 1 at so many places (a masked 0 may)",
        "4",
    )
    unlike = FilledKey(
        Text(), "another line, which must not be the same matrix", '"K_1"'
    )
    row_sums_differ = KeyOf(Flag(), "no two rows add up to the same", "true")
    rows_differ = KeyOf(Flag(), "no two rows are the same", "true")


class SpreadKeys(Keys):
    """How far a variant may be from the sheet's own difficulty."""

    operations = KeyOf(
        Whole(0, 10**6),
        "how far the count of multiplications may be from the sheet's own",
        "10",
    )
    digits = KeyOf(
        Whole(0, 10**6), "how far the count of digits may be from the sheet's own", "20"
    )
    exponentials = KeyOf(
        Whole(0, 10**6),
        "how far the count of different exponentials may be from the sheet's own",
        "0",
    )


class VaryKeys(Keys):
    """What makes a sheet a template."""

    draw = FilledKey(
        ListOf(Table(DrawKeys), "write [[vary.draw]], in two brackets"),
        'which givens vary, and how: write [[vary.draw]], and below it names = ["X"], low = 0, high = 3',
        required=True,
    )
    wish = FilledKey(
        ListOf(Table(WishKeys), "write [[vary.wish]], in two brackets"),
        "what every variant keeps to",
    )
    distinct = FilledKey(
        ListOf(Text()),
        "lines no two students should share; of several questions, QUESTION.LINE",
        '["Y"]',
    )
    spread = KeyOf(
        Table(SpreadKeys), "how far a variant's difficulty may be from the sheet's own"
    )
    tries = KeyOf(
        Whole(1, 10**7),
        "how many draws are tried for one student; 20000 unless written",
        "1000",
    )


@frozen
class Draw:
    """How a given is drawn: numbers from ``low`` to ``high`` of some kind, at least so many ``zeros`` among them; or any of the
    values that ``among`` names.

    >>> Draw(high=9).low
    0
    """

    kind: str = "integers"
    low: int = 0
    high: int = 3
    places: int = 1
    factor: int = 1
    zeros: int = 0
    among: Strings = ()


@frozen
class Vary:
    """The checked ``[vary]`` table: draws and wishes as (question id, names, settings), and what holds for all."""

    draws: tuple[tuple[str, Strings, Draw], ...]
    wishes: tuple[tuple[str, Strings, Named], ...] = ()
    distinct: Pairs = ()
    spread: Mapping[str, int] = field(default_factory=dict)
    tries: int = 20_000


def vary_of(
    table: VaryKeys | None, questions: Sequence[Question], at: Place
) -> Vary | None:
    """The checked table; a name that no question has is reported at its place."""
    if table is None:
        return None
    known = {question.id: question for question in questions}
    draws = tuple(
        (
            where,
            names,
            Draw(
                **cast(
                    dict[str, Any],
                    not_none(settings),
                )
            ),
        )
        for where, names, settings in _rules(table.draw, at / "draw", known, drawable)
    )
    wishes = tuple(
        _rules(table.wish, at / "wish", known, lambda question: question.plan.names)
    )
    distinct = tuple(_distinct(table.distinct, at / "distinct", known))
    return Vary(
        draws,
        wishes,
        distinct,
        cast(Mapping[str, int], table.spread or {}),
        table.tries or 20_000,
    )


def drawable(question: Question) -> Strings:
    """What may be drawn: given matrices and numbers, and the numbers that sizes are."""
    given = (
        name
        for name in question.given_text
        if name != GIVEN_MASK and not isinstance(question.given[name], Tensor)
    )
    return (*given, *(question.shapes.sizes if question.shapes else ()))


def _drawn(table: DrawKeys, question: Question, at: Place) -> None:
    """Report what does not fit the givens that are drawn, or one another."""
    if table.get("among") == ():
        (at / "among").wrong(
            "nothing to draw from", "write the values, such as among = [512, 1024]"
        )
    for key in ("kind", "low", "high", "places", "factor"):
        if table.among and key in table and table.kind != "permutation":
            (at / key).wrong(
                f"among and {key}", f"among names every value: leave {key} out"
            )
    if (table.low or Draw.low) > (Draw.high if (high := table.high) is None else high):
        (at / "high").wrong(
            "high is below low", "write the smallest number as low, the largest as high"
        )
    for name in drawable(question):
        if name in table.names:
            (_among if table.among else _between)(table, question, name, at)


def _among(table: DrawKeys, question: Question, name: str, at: Place) -> None:
    own = _dims(question.measures.given.get(name))
    value = question.given.get(name)
    if (
        table.kind == "permutation"
        and isinstance(value, Matrix)
        and len(table.among) < value.cols
    ):
        (at / "among").wrong(
            f"{how_many(len(table.among), 'value')} for a row of {value.cols}",
            "a permutation draws none twice",
        )
    for k, cells in enumerate(table.among):
        here = at / "among" / k
        if cells is None:
            continue
        if not isinstance(cells.value, Number):
            here.wrong(
                "a matrix among the values",
                "write numbers: each entry is drawn by itself",
            )
        elif _dims(cells.unit) != own:
            here.wrong(
                f"{cells.written} is in {told(_dims(cells.unit))}, {name} in {told(own)}",
                "write the unit of the given",
            )
        elif value is None and sizes_of({name: cells.value}).get(name, 0) < 1:
            here.wrong(f"{cells.written} is no size", "write a whole number above 0")


def _between(table: DrawKeys, question: Question, name: str, at: Place) -> None:
    if name in question.measures.given:
        what = (
            f'write the values with theirs: among = ["{question.given_text[name]}", …]'
        )
        (at / "names").wrong(f"{name} has a unit", what)
    elif name not in question.given and (
        (table.low or 0) < 1 or table.kind not in (None, "integers")
    ):
        (at / "names").wrong(
            f"{name} is a size",
            "write a whole number above 0 as low, or among = [512, 1024]",
        )
    elif table.kind == "permutation" and not isinstance(question.given[name], Matrix):
        (at / "kind").wrong(
            f"{name} is a number",
            "a permutation is a matrix; write among = [2, 4], or low and high",
        )


def _dims(unit: Unit | None) -> Dims:
    return unit.dims if unit else BARE


def _rules(
    tables: Iterable[DrawKeys | WishKeys | None],
    at: Place,
    known: Mapping[str, Question],
    names: Callable[[Question], Strings],
) -> Iterator[tuple[str, Strings, Named]]:
    for number, table in enumerate(tables):
        here = at / number
        question = _question(table.question if table else None, known, here)
        if table is None or question is None:
            continue
        if isinstance(table, DrawKeys):
            _drawn(table, question, here)
        for name in table.names:
            if name is not None and name not in names(question):
                (here / "names").wrong(*_none(name, names(question), question))
        settings = {
            key: _bare(key, value)
            for key, value in table.items()
            if key not in ("question", "names")
        }
        yield question.id, tuple(filter(None, table.names)), settings


def _none(name: str, names: Iterable[str], question: Question) -> Pair:
    """What a name is that cannot stand here, and what may."""
    if isinstance(question.given.get(name), Tensor):
        return f"{name} is a batch", "it is the entries of matrices that vary"
    if name in (*question.letters, *question.unknown):
        return (
            f"{name} is a letter"
            if name in question.letters
            else f"the student chooses {name}",
            "it is givens that vary",
        )
    return f'question "{question.id}" has no {name}', nearest(name, names)


def _bare(key: str, value: object) -> object:
    """A bound as its exact value, without the way it is written; what is drawn from as it is written."""
    if key == "among":
        return tuple(
            cells.written
            for cells in cast("Iterable[WrittenCells | None]", value or ())
            if cells
        )
    return value[0] if isinstance(value, tuple) else value


def _question(
    name: str | None, known: Mapping[str, Question], at: Place
) -> Question | None:
    if name is None and len(known) == 1:
        return next(iter(known.values()))
    if name is None or name not in known:
        what = "which question?" if name is None else f'no question "{name}"'
        at.wrong(what, f"write question = one of {', '.join(known)}")
        return None
    return known[name]


def _distinct(
    names: Iterable[str | None], at: Place, known: Mapping[str, Question]
) -> Iterator[Pair]:
    for name in filter(None, names):
        where, _, line = name.rpartition(".")
        question = _question(where or None, known, at)
        if question is None:
            continue
        if line not in question.plan.names:
            at.wrong(
                f'question "{question.id}" has no line {line}',
                nearest(line, question.plan.names),
            )
        yield question.id, line
