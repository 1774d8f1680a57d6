"""Tables without titles, whose rows begin with names: the rows of their matrices, and what stands behind a name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from symattn.exact.units import at_end
from symattn.later import pattern
from symattn.marking.answers import about
from symattn.marking.answers.cells import entries
from symattn.tables import in_turn

Rows = list[list[str]]
_NUMBER = pattern(
    r"[-−+]?(?:\d+(?:[.,]\d*)?|\.\d+)(?:[eE][-+]?\d+)?%?|[-−+]?\d+/\d+|[-−]?(?:inf|∞)"
)
LETTER = pattern(r"[^\W\d_]")
SYMBOL_ALONE = pattern(r"[^\W\d_]\w{0,8}(?:[_^]\{?\w+\}?)?")
_WORDS_ALONE = pattern(r"\([^\W\d_][^()\d]*\)")  # (column)
_PART = pattern(r"(\(?[a-h]\))[ \t]*(?=\S)")
MOST_ABOUT = 3  # rows of a table that say whose it is


class AnswerRow(NamedTuple):
    """A row of a table: the question or part and the name that it is of, and its cells; of no name its cells are words."""

    part: str
    name: str
    cells: list[str]


def counted_rows(rows: Rows) -> list[AnswerRow] | None:
    """The rows of matrices behind their names and a column that counts the rows of each, whatever stands above them; None for any
    other table.

    >>> with about.about([], ["m", "s"], False):
    ...     [row.cells for row in counted_rows([["m", "1", "0.7"], ["m", "2", "2.8"], ["s", "1", "0.1"]]) or ()]
    [['0.7'], ['2.8'], ['0.1']]
    """
    if not all(len(row) > 2 and about.is_name(row[0]) for row in rows):
        return None
    groups = [list(group) for _, group in groupby(rows, lambda row: row[0])]
    counted = all(row[1] == str(k) for group in groups for k, row in enumerate(group, 1))
    found = [AnswerRow("", row[0], list(filter(None, row[2:]))) for row in rows]
    numbers = all(map(is_number, in_turn(row.cells for row in found)))
    return found if counted and numbers and len(groups) < len(rows) else None


def of_names(rows: Rows) -> list[AnswerRow] | None:
    """The rows of a table without titles in which each begins with the name of a line, and its formula and value follow; None for
    any other.

    >>> with about.about([], ["Q", "a"], False):
    ...     of_names([["Q", "n x d"], ["a", "4d^2", "262144"]])
    [AnswerRow(part='', name='', cells=['Q: n x d']), AnswerRow(part='', name='', cells=['a: 4d^2 = 262144'])]
    """
    named = len(rows) > 1 and all(about.is_name(row[0]) for row in rows)
    said = [(row[0], " = ".join(filter(None, row[1:]))) for row in rows] if named else []
    return [AnswerRow("", "", [f"{name}: {value}"]) for name, value in said] or None


def untitled(rows: Rows) -> list[AnswerRow] | None:
    """The rows of a table without titles, with a name before the first row of each matrix alone, or a word of the sheet before
    each row; None for a form, where nothing says that its rows are no students.

    >>> [tuple(row) for row in untitled([["7", "Ada", "", ""], ["1a", "Q", "1", "2"], ["", "", "3", ""], ["", "S", "1", ""]])]
    [('7', '', ['Ada:']), ('1a', 'Q', ['1', '2']), ('1a', 'Q', ['3', '']), ('', 'S', ['1', ''])]
    """
    second = sum(SYMBOL_ALONE.fullmatch(row[1]) is not None for row in rows if len(row) > 2) > 1
    second = second and not any(
        SYMBOL_ALONE.fullmatch(row[0]) and _NUMBER.fullmatch(row[1])
        for row in rows
        if len(row) > 1
    )
    rows = [
        row
        for _, block in groupby(rows, lambda row: any(row[1:]))
        for row in _named_first(list(block))
    ]
    goes_on = any(  # rows below one that is called by whatever words: they are of one matrix
        above[0] and not row[0] and are_numbers(above[1:]) and are_numbers(row[1:])
        for above, row in pairwise(rows)
    )
    found = list[AnswerRow]()
    sure = not LETTER.search("".join(rows[0][1:]))
    others = 0
    for first, *cells in rows:
        part, label = "", _PART.match(first)
        if second and cells:
            part, first, *cells = first, *cells
        elif label:
            part, first = label[1], first[label.end() :]
        cells = [cell for cell in cells if not _WORDS_ALONE.fullmatch(cell)]
        part = part if len(part) < 4 and re.search(r"[\d)]", part) else ""
        valued, of_token = are_numbers(cells), about.is_token(first)
        if valued and not first and found and found[-1].name:
            found.append(found[-1]._replace(cells=cells))
            sure = True
        elif (
            valued
            and not of_token
            and (SYMBOL_ALONE.fullmatch(first) or (goes_on and LETTER.search(first)))
        ):
            found.append(AnswerRow(part, first, cells))
            sure = sure or about.is_name(first)
        else:
            alone = LETTER.search(first) and not any(cells)
            found.append(AnswerRow(part, "", [f"{first}:"] if alone else [first, *cells]))
            sure = sure or (valued and of_token)
            others += any(cells) and not (valued and of_token)
    return found if sure and (others <= MOST_ABOUT or not any(rows[0][1:])) else None


def _named_first(rows: Rows) -> Rows:
    """Rows up to an empty one, with the only name before them at the first, where it stands beside the middle ones.

    >>> _named_first([["", "1"], ["Q =", "2"]]), _named_first([["", "1"], ["Ada", "x"]])
    ([['Q', '1'], ['', '2']], [['', '1'], ['Ada', 'x']])
    """
    names = [row[0].rstrip(" =:") for row in rows if row[0]]
    valued = all(are_numbers(row[1:]) for row in rows)
    if not valued or len(names) != 1 or not SYMBOL_ALONE.fullmatch(names[0]):
        return rows
    first, *others = rows
    return [[names[0], *first[1:]], *(["", *row[1:]] for row in others)]


def are_numbers(cells: Sequence[str]) -> bool:
    """Whether there are numbers in cells, and nothing else.

    >>> are_numbers(["1", "", "2"]), are_numbers(["", ""]), are_numbers(["1", "so"])
    (True, False, False)
    """
    filled = list(filter(None, cells))
    return bool(filled) and all(map(is_number, filled))


def is_number(cell: str) -> bool:
    """Whether a cell is one number, perhaps with a unit that the sheet has behind it.

    >>> is_number("0,5"), is_number("1/2"), is_number("so")
    (True, True, False)
    """
    return bool(_NUMBER.fullmatch(cell) or len(entries(cell)) == 1 or at_end(cell))
