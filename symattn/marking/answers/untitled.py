"""Tables without titles, whose rows begin with names: the rows of their matrices, and what stands behind a name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import compress, groupby, pairwise, zip_longest
from typing import NamedTuple

from symattn.exact.units import at_end
from symattn.later import pattern
from symattn.marking.answers import about
from symattn.marking.answers.cells import entries

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


def of_names(rows: Rows) -> list[AnswerRow] | None:
    """The rows of a table without titles in which each begins with the name of a line, and its formula and value follow; None for
    any other.

    >>> with about.about([], ["Q", "a"], False):
    ...     of_names([["Q", "n x d"], ["a", "4d^2", "262144"]])
    [AnswerRow(part='', name='', cells=['Q: n x d']), AnswerRow(part='', name='', cells=['a: 4d^2 = 262144'])]
    """
    named = len(rows) > 1 and all(about.is_name(row[0]) for row in rows)
    said = (
        [(row[0], " = ".join(filter(None, row[1:]))) for row in rows] if named else []
    )
    return [AnswerRow("", "", [f"{name}: {value}"]) for name, value in said] or None


def untitled(rows: Rows) -> list[AnswerRow] | None:
    """The rows of a table without titles, where names or words of the sheet say that they are one student's, each behind its
    part; None for a form, where nothing says that its rows are no students.

    >>> [tuple(row) for row in untitled([["7", "Ada", "", ""], ["1a", "Q", "1", "2"], ["", "", "3", ""], ["", "S", "1", ""]])]
    [('7', '', ['Ada:', '', '']), ('1a', '', ['Q', '1', '2']), ('', '', ['', '3', '']), ('', '', ['S', '1', ''])]
    """
    second = (
        sum(SYMBOL_ALONE.fullmatch(row[1]) is not None for row in rows if len(row) > 2)
        > 1
    )
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
    named = False  # a matrix, which the row may go on with
    others = 0
    for k, (first, *cells) in enumerate(rows, 1):
        part, label = "", _PART.match(first)
        if second and cells:
            part, first, *cells = first, *cells
        elif label:
            part, first = label[1], first[label.end() :]
        cells = ["" if _WORDS_ALONE.fullmatch(cell) else cell for cell in cells]
        part = part if len(part) < 4 and re.search(r"[\d)]", part) else ""
        valued, of_token = are_numbers(cells), about.is_token(first)
        called = SYMBOL_ALONE.fullmatch(first) or (goes_on and LETTER.search(first))
        if valued and named and not first:
            sure = True
        else:
            named = bool(valued and not of_token and called)
            sure = sure or (valued and of_token) or (named and about.is_name(first))
            others += any(cells) and not (named or (valued and of_token))
        if LETTER.search(first) and not any(cells):
            below = next((row[0] for row in rows[k:] if any(row)), "")
            named_below = SYMBOL_ALONE.fullmatch(below) and not about.is_token(below)
            first += "" if named_below else ":"  # it is called so
        found.append(AnswerRow(part, "", [first, *cells]))
    if not sure or (others > MOST_ABOUT and any(rows[0][1:])):
        return None
    full = list(
        map(any, zip_longest(*(row.cells for row in found)))
    )  # the other columns are empty
    return _apart(
        [row._replace(cells=list(compress(row.cells, full))) for row in found]
    )


def _apart(rows: list[AnswerRow]) -> list[AnswerRow]:
    """Rows of which those of a line, behind its name and below it, have that as their name, where no rows of a matrix are
    counted: no other table takes them for its own.

    >>> with about.about([], ["Q", "t"], False):
    ...     [row.name for row in _apart([AnswerRow("", "", cells) for cells in (["Q", "1"], ["", "2"], ["t", "3"])])]
    ['Q', 'Q', 't']
    """
    groups: list[list[AnswerRow]] = []
    for row in rows:
        name = groups[-1][0].cells[0] if groups else None
        again = name is not None and row.cells[0] == name and not about.is_single(name)
        if groups and (again or not row.cells[0]) and any(row.cells):
            groups[-1].append(row)
        else:
            groups.append([row])
    if any(map(_are_counted, groups)):
        return rows
    return [
        group[0]._replace(name=group[0].cells[0], cells=row.cells[1:]) if own else row
        for group in groups
        for own in [_is_line(group)]
        for row in group
    ]


def _are_counted(rows: list[AnswerRow]) -> bool:
    """Whether a column behind the name of some rows counts them."""
    said = [row.cells[1] for row in rows if len(row.cells) > 2]
    return len(said) > 1 and said in (
        [str(k) for k in range(len(rows))],
        [str(k + 1) for k in range(len(rows))],
    )


def _is_line(rows: list[AnswerRow]) -> bool:
    """Whether the name of a line stands before rows of numbers."""
    name = rows[0].cells[0]
    numbers = all(are_numbers(row.cells[1:]) for row in rows)
    return numbers and about.is_name(name) and not about.is_token(name)


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


def below_names(titles: Sequence[str], rows: Rows) -> list[AnswerRow] | None:
    """The rows of matrices beside each other, each below its name, which stands over the first of its columns; None for any
    other table.

    >>> with about.about([], ["S_1", "Q_1"], False):
    ...     [row.cells for row in below_names(["S_1", "", "Q_1", ""], [["1", "2", "2", "4"], ["3", "4", "6", "8"]])]
    [['1', '2'], ['3', '4'], ['2', '4'], ['6', '8']]
    """
    starts = [k for k, title in enumerate(titles) if title]
    named = [k for k in starts if about.is_name(titles[k])]
    filled = [row for row in rows if any(row)]
    if not named or named != starts or starts[0] != 0 or not filled:
        return None
    found, most = list[AnswerRow](), 0
    for first, last in pairwise([*starts, len(titles)]):
        cells = [row[first:last] for row in filled]
        used = [k for k in range(last - first) if any(row[k] for row in cells)]
        for row in cells:
            texts = [row[k] for k in used]
            found += [AnswerRow("", titles[first], texts)] if any(texts) else []
        most = max(most, len(used))
    texts = [text for row in found for text in row.cells if text]
    if any(map(about.is_name, texts)):
        return None  # the next matrix below this one
    return found if most > 1 and 2 * sum(map(is_number, texts)) > len(texts) else None


def joined(name: int, value: int, rows: Rows) -> Rows:
    """The rows of a table of which a matrix goes on in those below its name, as one each.

    >>> joined(0, 1, [["S", "[1, 2]"], ["", "[3, 4]"], ["A", "1 2"], ["", "3 4"], ["m", "5"]])
    [['S', '[[1, 2], [3, 4]]'], ['A', '[1 2; 3 4]'], ['m', '5']]
    """
    found: list[tuple[list[str], list[str]]] = []  # a row, and the texts of its matrix
    for row in rows:
        more = [cell for cell in row if cell] == [row[value]]
        if more and row[value] and not row[name] and found and found[-1][1][0]:
            found[-1][1].append(row[value])
        else:
            found.append((list(row), [row[value]]))
    for row, texts in found:
        if len(texts) > 1:
            bracketed = all(text[:1] + text[-1:] in ("[]", "()") for text in texts)
            between = ", " if bracketed else "; "
            row[value] = f"[{between.join(texts)}]"
    return [row for row, _ in found]
