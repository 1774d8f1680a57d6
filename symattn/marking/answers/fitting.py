"""An answer as a line's shape has it: a list that is a column, a comma that is a decimal sign, a number behind a matrix."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace

from symattn.errors import SymattnError
from symattn.later import pattern
from symattn.marking.answers import numerals
from symattn.marking.answers.about import is_name
from symattn.marking.answers.flat import FlatGrid
from symattn.marking.answers.grids import (
    SLASH,
    Cells,
    cells_of,
    otherwise,
    shortened,
    with_decimals,
)
from symattn.marking.answers.splitting import is_list
from symattn.marking.answers.written import FORMULA, Side, WrittenAnswer
from symattn.marking.said import reading
from symattn.said import Integers, Strings

_NUMBER = pattern(r"[-−+]?(?:\d+(?:\.\d+)?|\.\d+)")
_BETWEEN = pattern(r"(?<=[\d.])(?:[ \t]*//?[ \t]*|[ \t]*,[ \t]*|[ \t]+)(?=[-−+.\d])")
_WITH_SLASHES = pattern(
    rf"{_NUMBER.pattern}(?:{_BETWEEN.pattern}{_NUMBER.pattern}){{3,200}}"
)
MOST_WAYS = 64  # in which slashes may part rows and be those of fractions


def of_grid(grid: FlatGrid) -> WrittenAnswer:
    """The answer that a matrix is by itself, without a name; one without entries where these cannot be read.

    >>> [[cell.text for cell in row] for row in of_grid(FlatGrid("[1 2; 3 4]", 1)).cells]
    [['1', '2'], ['3', '4']]
    """
    try:
        cells = cells_of(grid)
    except SymattnError:
        cells = ()
    return WrittenAnswer(
        "", cells, text=grid.text, grid=grid, listed=is_list(grid), whole=grid.text
    )


def in_shape(
    answer: WrittenAnswer, shape: Integers, turned: bool
) -> tuple[WrittenAnswer, str]:
    """An answer in the reading that has its line's shape, where the likeliest has another; why a person looks at it, where
    nothing but the shape speaks for that reading.

    >>> from symattn.marking.answers.tables import of_text
    >>> one = of_text("p", "[1,3; 0,1]")
    >>> [[cell.text for cell in row] for row in in_shape(one, (2, 1), False)[0].cells]
    [['1,3'], ['0,1']]
    """
    want = shape[::-1] if turned else shape
    if answer.number is not None and want == (1, 1):
        return _number(answer, answer.number), ""
    if want == 2 * want[:1] not in ((), (1, 1)) and _is_identity(answer):
        every = range(want[0])
        ones = tuple(tuple(str(int(i == j)) for j in every) for i in every)
        return replace(answer, cells=cells_of(FlatGrid("", 0, ones)), error=""), ""
    if len(want) != 2 or answer.error == FORMULA or shape_of(answer.cells) == want:
        return answer, ""
    slashed = answer.scalar and _is_slashed(answer.text)
    listed = 1 in want and (
        slashed
        or answer.listed
        or (answer.grid is not None and (answer.grid.below or is_list(answer.grid)))
    )
    grid = answer.grid or (FlatGrid(answer.text, 0) if slashed else None)
    more = (
        [of_grid(grid).cells]
        if grid is not None and answer.scalar and answer.listed
        else []
    )  # b1 = 0, 1
    for cells in (answer.cells, *more, *(otherwise(grid) if grid is not None else ())):
        found = _turned(cells) if listed and shape_of(cells) == want[::-1] else cells
        if shape_of(found) == want:
            torn = _is_torn(answer.text, found) or (slashed and found is not cells)
            doubt = (
                ""
                if _is_sure(answer, cells) and not torn
                else reading(
                    "two_slashes" if torn else "two_ways",
                    first=_shown(cells),
                    second=_shown(answer.cells),
                )
            )
            return replace(
                answer, cells=found, earlier=_beside(answer.earlier, found), error=""
            ), doubt
    if grid is not None and (parted := _by_slashes(answer, grid, want)) is not None:
        return parted
    return _by_commas(answer, grid, want, listed, bool(more))


def _by_slashes(
    answer: WrittenAnswer, grid: FlatGrid, want: tuple[int, int]
) -> tuple[WrittenAnswer, str] | None:
    """An answer with slashes both between its rows and in its fractions, 1 0/1/2 1/2, and why a person looks at it; None for
    any other."""
    ways = _ways_to_part(grid.text, want[1])
    ways = [rows for rows in ways if len(rows) == want[0]]
    found = []
    for rows in ways:
        with suppress(SymattnError):
            found.append(cells_of(FlatGrid("", grid.line, rows)))
    if not found:
        return None
    other = (*found, answer.cells)[1]
    doubt = reading("two_slashes", first=_shown(found[0]), second=_shown(other))
    if len(found) > 1:
        return replace(answer, cells=(), error=doubt), ""
    return replace(answer, cells=found[0], earlier=(), error=""), doubt


def _ways_to_part(text: str, width: int) -> list[tuple[Strings, ...]]:
    """The rows of so many entries that a text may be, where a slash parts two rows or is that of a fraction, of no zero.

    >>> _ways_to_part("[1 0/1/2 1/2]", 2), _ways_to_part("1/2/1/2", 1)
    ([(('1', '0'), ('1/2', '1/2'))], [])
    """
    found = _WITH_SLASHES.fullmatch(text.strip(" []()"))
    if found is None or width < 2:
        return []
    numbers = _NUMBER.findall(text)
    signs = ["/" if "/" in sign else " " for sign in _BETWEEN.findall(found[0])]
    ways: list[tuple[tuple[Strings, ...], int]] = [((), 0)]
    for _ in range(len(numbers)):
        more = []
        for rows, at in ways:
            if at == len(numbers):
                more.append((rows, at))
                continue
            begins = at == 0 or (signs[at - 1] == "/" and len(rows[-1]) == width)
            goes_on = at > 0 and signs[at - 1] == " " and len(rows[-1]) < width
            if not (begins or goes_on):
                continue
            entries = [(numbers[at], at + 1)]
            halved = signs[at : at + 1] == ["/"] and len(numbers) > at + 1
            if halved and 0 not in (*map(_digits, numbers[at : at + 2]),):
                entries.append((f"{numbers[at]}/{numbers[at + 1]}", at + 2))
            more += [
                ((*rows, (entry,)), end)
                if begins
                else ((*rows[:-1], (*rows[-1], entry)), end)
                for entry, end in entries
            ]
        ways = more[:MOST_WAYS]
    return [rows for rows, _ in ways if rows and all(len(row) == width for row in rows)]


def _digits(number: str) -> int:
    """The digits of a number as one whole number."""
    return int("".join(filter(str.isdecimal, number)) or 0)


def _number(answer: WrittenAnswer, number: Side) -> WrittenAnswer:
    """The number that stands behind a matrix, where one number is asked; of the values before it those that are numbers."""
    said = (*answer.earlier, Side(answer.text, answer.place.line, answer.cells))
    earlier = tuple(e for e in said if shape_of(e.cells) == (1, 1))
    return replace(
        answer,
        cells=number.cells,
        error="",
        text=number.text,
        earlier=earlier,
        scalar=True,
    )


def _is_identity(answer: WrittenAnswer) -> bool:
    """Whether the identity is written by its letter, which is no name on the sheet."""
    return (
        answer.error == FORMULA
        and answer.text.strip(" $.,;") == "I"
        and not is_name("I")
    )


def _by_commas(
    answer: WrittenAnswer,
    grid: FlatGrid | None,
    want: tuple[int, int],
    listed: bool,
    more: bool,
) -> tuple[WrittenAnswer, str]:
    """An answer in the wanted shape where commas between its digits may be decimal signs, and why a person looks at it."""
    lies = listed and want[1] == 1 == len(answer.cells)
    ways = (
        with_decimals(grid, answer.cells, want[::-1] if lies else want)
        if grid is not None
        else []
    )
    if not ways:  # m = 10/4 = 2.5 and 5/4 = 1.25, where one number is asked
        several = more or (want == (1, 1) and listed and answer.earlier)
        return answer, reading(
            "unaccounted", text=shortened(answer.text), line=answer.place.line
        ) if several else ""
    doubt = reading(
        "two_ways", first=_shown(ways[0]), second=_shown((*ways, answer.cells)[1])
    )
    if len(ways) > 1:
        return replace(answer, cells=(), error=doubt), ""
    return replace(answer, cells=_turned(ways[0]) if lies else ways[0]), doubt


def _is_slashed(text: str) -> bool:
    """Whether slashes may part the numbers of a text: 1 / 2, 0.1/0.2/0.7; one half, 1/2, is a number."""
    return " / " in text or len(SLASH.findall(text)) > 1


def _is_torn(text: str, found: Cells) -> bool:
    """Whether a reading has rows, or numbers, on both sides of a slash without a blank, which may be that of a fraction."""
    tight = len(re.findall(r"(?<=\S)/(?=\S)", text))
    return tight > sum("/" in cell.text for row in found for cell in row)


def _beside(earlier: tuple[Side, ...], found: Cells) -> tuple[Side, ...]:
    """The values before one, a list among them turned as it is."""
    other = shape_of(found)[::-1]
    return tuple(
        replace(e, cells=_turned(e.cells))
        if 1 in other and shape_of(e.cells) == other
        else e
        for e in earlier
    )


def _turned(cells: Cells) -> Cells:
    return tuple(zip(*cells, strict=True))


def _is_sure(answer: WrittenAnswer, cells: Cells) -> bool:
    """Whether more than the shape that is wanted speaks for one of an answer's readings: what commas are is a question where
    there are any, whether the first row counts the columns is none."""
    torn = numerals.tight(answer.text) > 0 and not any(
        "," in cell.text for row in cells for cell in row
    )
    commas = (
        numerals.with_comma() and not torn
    )  # 0,5 is never 0 and 5 for the shape alone
    apart = numerals.apart(answer.text) and not torn  # (5, 5, 2,2361)
    return bool(
        cells is answer.cells
        or answer.error
        or answer.scalar
        or "," not in answer.text
        or len(cells) < len(answer.cells)
        or commas
        or apart
    )


def shape_of(cells: Cells) -> tuple[int, int]:
    """Rows and columns; (0, 0) of nothing.

    >>> shape_of(())
    (0, 0)
    """
    return (len(cells), len(cells[0])) if cells else (0, 0)


def _shown(cells: Cells) -> str:
    return "; ".join(
        " ".join(cell.text.replace(",", ".") for cell in row) for row in cells
    )
