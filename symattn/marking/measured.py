"""Answers with units: every number in base units before it is compared, and what is said where a unit is of another kind.

A bare number is one of the unit that the line is shown in; where it is not right so, but is right as a number of base units
(1.5e9 for 1.5 GB, 0.217 for 21.7 %), it is one of these. A whole number of another unit than the line's claims the digits that
it has in the line's: 733 ms are 0.733 s. What is counted and named by nobody in the question is a number: 512 KiB/token are
512 KiB where no quantity of it has tokens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from symattn.exact.matrix import Blocked, Matrix
from symattn.exact.number import Number, rational
from symattn.exact.units import PERCENT, THINGS, Unit, base
from symattn.language import Cell
from symattn.language.tree import Precision
from symattn.marking.answers.grids import in_unit, percent
from symattn.marking.handed import Cells, Handed
from symattn.marking.judging import INCORRECT, Right, against, worst
from symattn.marking.key import Key
from symattn.marking.results import Result
from symattn.marking.said import reading, told
from symattn.sheet import Question
from symattn.tables import every, in_turn

MOST_PLACES = 40  # a whole number that has no decimal of so many places in the unit of its line is left as it is


def measured(
    question: Question, key: Key, answers: Mapping[str, Handed]
) -> tuple[dict[str, Handed], dict[str, Result]]:
    """The answers in base units, and the results of those that have a unit of another kind than their line. What would be right
    with the unit of its line has a note that says so."""
    if not question.measures:
        return dict(answers), {}
    found, wrong = dict[str, Handed](), dict[str, Result]()
    counted = _counted_by_nobody(question)
    for name, answer in answers.items():
        plain = partial(_without_things, things=counted)
        handed = replace(
            answer,
            cells=every(plain, answer.cells),
            earlier=tuple(every(plain, cells) for cells in answer.earlier),
        )
        truth = key.exact[name]
        show = (
            question.measures.show(name, truth) if isinstance(truth, Matrix) else None
        )
        shown = show.unit_of(truth.values[0][0]) if show else None
        dims = question.measures.behind(name, truth)
        dims = question.measures.dims[name] if dims is None else dims
        other = next(
            (
                cell.unit
                for cell in in_turn(handed.cells)
                if cell.unit and cell.unit.dims != dims
            ),
            None,
        )
        if other is None:
            counted_in = partial(_counted_in, unit=key.rule_of(name).unit)
            here = replace(handed, cells=every(counted_in, handed.cells))
            rights = key.rights[name]
            found[name] = (
                _noted(_bare_read(here, rights, shown), rights, shown)
                if shown
                else here
            )
        elif dims or shown:
            entries = every(lambda _: INCORRECT, handed.cells)
            said = told(
                "unit", name=name, right=str(shown or base(dims)), mine=other.text
            )
            wrong[name] = Result(name, INCORRECT, entries, said=(said,))
        else:
            found[name] = _without(handed, other)
    return found, wrong


def _counted_by_nobody(question: Question) -> frozenset[str]:
    """What is counted in words and stands in no unit of a question."""
    measures = question.measures
    named = [*measures.dims.values(), *(one.dims for one in measures.given.values())]
    named += [show.unit.dims for show in measures.shows.values() if show.unit]
    return frozenset(THINGS) - {name for dims in named for name, _ in dims}


def _without_things(cell: Cell, things: frozenset[str]) -> Cell:
    """An entry whose unit is for each of nothing that is counted: 512 KiB/token as 512 KiB.

    >>> from symattn.exact.units import unit
    >>> from symattn.marking.answers.grids import plain_cell
    >>> cell = _without_things(in_unit(plain_cell("512"), unit("B/token")), frozenset(["token"]))
    >>> cell.unit.dims
    (('B', Fraction(1, 1)),)
    """
    if cell.unit is None:
        return cell
    dims = tuple(
        (name, power)
        for name, power in cell.unit.dims
        if power > 0 or name not in things
    )
    return replace(cell, unit=replace(cell.unit, dims=dims))


def _counted_in(cell: Cell, unit: Fraction) -> Cell:
    """An entry with the precision of its shortest decimal in a unit, where it is a whole number of another and a part of this.

    >>> from symattn.exact.units import unit
    >>> from symattn.marking.answers.grids import plain_cell
    >>> _counted_in(in_unit(plain_cell("730"), unit("ms")), Fraction(1)).precision
    Precision(places=2, exponent=0, worth=Fraction(1, 1))
    """
    known = cell.precision
    if cell.unit is None or known is None or known.worth == unit:
        return cell
    if known.places or known.exponent:
        return cell
    here = rational(cell.number) / rational(unit)
    places = next((k for k in range(MOST_PLACES) if (here * 10**k).q == 1), 0)
    return replace(cell, precision=Precision(places, worth=unit)) if places else cell


def _bare_read(handed: Handed, rights: Sequence[Right], shown: Unit) -> Handed:
    """An answer whose bare numbers are of the unit shown, or else of base units."""
    before = replace(
        handed, earlier=tuple(_each(cells, shown) for cells in handed.earlier)
    )
    if shown.factor == 1 or not any(map(_is_bare, in_turn(handed.cells))):
        return before
    as_shown = replace(before, cells=_each(handed.cells, shown))
    return (
        as_shown if _right(as_shown, rights) or not _right(handed, rights) else handed
    )


def _noted(handed: Handed, rights: Sequence[Right], shown: Unit) -> Handed:
    """An answer that is not right, but has the right number in front of another unit, with what there is to say of that."""
    other = next((cell.unit for cell in in_turn(handed.cells) if cell.unit), None)
    if other is None or other.factor == shown.factor or _right(handed, rights):
        return handed
    as_shown = replace(handed, cells=_each(every(_number_of, handed.cells), shown))
    said = told("unit_wrong", right=str(shown), mine=other.text)
    return replace(handed, slipped=said) if _right(as_shown, rights) else handed


def _number_of(cell: Cell) -> Cell:
    """The number in front of a unit."""
    if cell.unit is None or isinstance(cell.number, Blocked):
        return cell
    precision = cell.precision and replace(cell.precision, worth=Fraction(1))
    number = cell.number / Number.of(cell.unit.factor)
    return replace(cell, number=number, precision=precision, span=None, unit=None)


def _right(handed: Handed, rights: Sequence[Right]) -> bool:
    return worst(against(handed, rights)) not in ("", INCORRECT)


def _is_bare(cell: Cell) -> bool:
    return cell.unit is None and not isinstance(cell.number, Blocked)


def _each(cells: Cells, shown: Unit) -> Cells:
    """Entries with every bare number taken as one of a unit."""
    taken = percent if shown is PERCENT else partial(in_unit, unit=shown)
    return every(lambda cell: taken(cell) if _is_bare(cell) else cell, cells)


def _without(handed: Handed, other: Unit) -> Handed:
    """An answer with a unit where the sheet has none: as it was before units were known, where one is worth one."""
    if other.factor == 1 or other.text.endswith("iB"):
        return handed
    return replace(handed, cells=(), error=reading("no_unit_here", unit=other.text))
