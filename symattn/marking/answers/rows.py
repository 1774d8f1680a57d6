"""Rows that stand below each other, whatever draws them, become one matrix in brackets on the line where the first stands.

A line is cut into the rows in it and the words before, between and behind them. Lines go together while they have as many
rows, these as many entries, and one line alone has words at each place: the name may stand at any row. Nothing that does not
fit is touched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from symattn.later import pattern
from symattn.marking.answers.about import is_token
from symattn.marking.answers.beside import (
    RULE,
    Finder,
    LinesFrom,
    RowsBeside,
    cells_in,
)
from symattn.marking.answers.cells import LONGEST, is_entry, widths
from symattn.marking.answers.counters import counts, depth_behind, number_of
from symattn.marking.answers.drawings import (
    DRAWN,
    LABEL,
    RowLine,
    Rule,
    barred,
    bracketed,
    celled,
    drawn,
    many,
)
from symattn.marking.answers.numbers_alone import bare
from symattn.marking.answers.staggered import staggered
from symattn.marking.answers.table_rows import of_questions
from symattn.marking.answers.worded import (
    ROW_WORD,
    by_names,
    gapped,
    labelled,
    named_columns,
)
from symattn.said import Strings

_EMPTY_ROW = pattern(r"[ \t]*\|(?:[ \t]*\|)+[ \t]*")
_IS_LABEL = pattern(LABEL)


def drawn_below(at: LinesFrom) -> RowsBeside | None:
    """Rows that are drawn, with the name at any of them; a table's empty row, or its words over the columns of several rows, and
    its rule above them go with them."""
    top, (rule, below) = at.first, ["", "", *at[1:3]][-2:]
    if "|" in top and RULE.fullmatch(rule) and (first := celled(below)):
        tops = cells_in(top)
        across = counts(tops[1:])
        down = number_of(first.rows[0].partition("\t")[0]) in (0, 1)
        if not tops[0] and across and down:
            return None  # rows and columns are counted
        empty = _EMPTY_ROW.fullmatch(top) is not None
        indexed = down and (
            across or ROW_WORD.fullmatch(tops[0]) or any(map(is_token, tops[1:]))
        )
        over = (
            len(tops) == _many_cells(first.rows[0])
            and not any(map(is_entry, tops))
            and not indexed
            and (at.is_below_name or named_columns(at) is None)
        )
        if empty or over:
            found = _gathered(celled, first, at.below(2), alone=empty)
            return found and found._replace(lines=found.lines + 2, drawn=False)
    for reads, _, _ in DRAWN:
        first = reads(top) if len(top) < LONGEST else None
        if first is not None and not first.ends:
            named = reads is celled and at.is_below_name and not _is_top(at)
            behind = (
                reads is barred
                and first.words[0].rstrip()[-1:] == "="
                and many(first.rows[0]) > 1
            )
            found = _gathered(reads, first, at, alone=named or behind)
            if found is not None:
                return found
    return None


def _is_top(at: LinesFrom) -> bool:
    """Whether a line stands over the columns of a table, whose rows are below it, perhaps behind a rule."""
    below = next((line for line in at[1:3] if not RULE.fullmatch(line)), "")
    return below.lstrip()[:1] == "|"


def _gathered(
    rule: Rule, first: RowLine, at: LinesFrom, alone: bool
) -> RowsBeside | None:
    """The block that begins with a row, as far as the rows below it go on with it; *alone* says that one row is enough."""
    tables = [[text] if text.strip() else [] for text in first.rows]
    found = [first]
    words = list(first.words)
    count, last = 1, first
    for line in at.below().rest:
        if len(line) >= LONGEST:
            break
        row = rule(line)
        if row is not None and len(row.rows) < len(tables):
            row = _below_some(first, row)
        if row is None and RULE.fullmatch(line):
            count += 1
            continue
        beside = (
            rule is celled and row is not None and len(row.cells) == len(first.cells)
        )
        if (
            row is None
            or row.begins
            or not (
                beside
                or _goes_on(
                    tables, words, row, _cell_widths if rule is celled else widths
                )
            )
        ):
            break
        if rule is bracketed and (
            _is_apart(last, row) or (_said(row.words[0]) and at.is_below_name)
        ):
            break
        last = row
        found.append(row)
        for table, text in zip(tables, row.rows, strict=True):
            table += [text] if text.strip() else []
        words = [_both(old, new) for old, new in zip(words, row.words, strict=True)]
        count += 1
        if row.ends:
            break
    tall = alone or max(map(len, tables)) > 1 or (rule is drawn and count > 1)
    cells = _filled(found) if rule is celled else None
    shown = (
        [tuple(" ".join(cell or "_" for cell in row) for row in cells)]
        if cells
        else map(tuple, tables)
    )
    if not tall:
        return None
    return RowsBeside(count, tuple(words), tuple(shown), cells, drawn=True)


def _filled(rows: Sequence[RowLine]) -> tuple[Strings, ...]:
    """The cells of the rows of a table; a column with a number in some row is one of the matrix, whatever is empty in it.

    >>> _filled([row for line in ("| | 1 | |", "| | | 2 |") if (row := celled(line))])
    (('1', ''), ('', '2'))
    """
    if len({len(row.cells) for row in rows}) > 1:  # a cell over several rows
        return tuple(tuple(row.rows[0].split("\t")) for row in rows)
    columns = list(zip(*(row.cells for row in rows), strict=True))
    full = [k for k, column in enumerate(columns) if any(column)]
    return tuple(zip(*columns[full[0] : full[-1] + 1], strict=True))


def _starts(row: RowLine) -> list[int]:
    """Where the brackets of a line begin."""
    ends = accumulate(
        len(words) + len(text) + 2
        for words, text in zip(row.words, row.rows, strict=False)
    )
    return [end - len(text) - 2 for end, text in zip(ends, row.rows, strict=True)]


def _below_some(first: RowLine, row: RowLine) -> RowLine:
    """A line below taller ones of several matrices beside each other, with nothing where a shorter one has ended: each of its
    rows stands right below one of the first line's, or it is as it was.

    >>> first, row = bracketed("Q = [1 2]  K = [3 4]"), bracketed("               [5 6]")
    >>> _below_some(first, row).rows
    ('', '5 6')
    """
    above, mine = _starts(first), dict(zip(_starts(row), row.rows, strict=True))
    if any(_said(words) for words in row.words) or not mine.keys() <= set(above):
        return row
    return row._replace(
        words=("",) * (len(above) + 1),
        rows=tuple(mine.get(start, "") for start in above),
    )


def _is_apart(last: RowLine, row: RowLine) -> bool:
    """Whether one of two rows is a whole number in brackets that stands elsewhere than the other: the marks [3] at the margin,
    below a column or above a name."""
    alone = any(
        len(one.rows) == 1 and one.rows[0].strip().isdecimal() for one in (row, last)
    )
    return alone and len(row.words[0]) != len(last.words[0])


def _said(words: str) -> str:
    return words.strip(" \t,;.$>")


def _goes_on(
    tables: Sequence[Sequence[str]],
    words: Sequence[str],
    row: RowLine,
    many: Callable[[str], frozenset[int]],
) -> bool:
    """Whether a line goes on with the matrices above it: as many rows, of as many entries, and words where there are none yet."""
    if len(row.rows) != len(tables):
        return False
    if any(
        table and text.strip() and not many(text) & many(table[0])
        for table, text in zip(tables, row.rows, strict=True)
    ):
        return False
    pairs = zip(words, row.words, strict=True)
    return not any(
        _said(old) and _said(new) and not _IS_LABEL.fullmatch(_said(old))
        for old, new in pairs
    )


def _both(old: str, new: str) -> str:
    """The words at a place of two rows, where one row at most has any; a part's label stays before the name below it.

    >>> _both("", "Q = "), _both("a)", "Q = ")
    ('Q = ', 'a) Q = ')
    """
    return (
        (f"{old.strip()} {new.lstrip()}" if _said(old) else new) if _said(new) else old
    )


def _many_cells(text: str) -> int:
    """How many cells a row of a table has, whatever commas stand in them."""
    return text.count("\t") + 1


def _cell_widths(row: str) -> frozenset[int]:
    """The same of the cells of a table, whatever commas stand in them."""
    return frozenset((_many_cells(row),))


class Layout(NamedTuple):
    """How a matrix is laid out over lines: what finds it, an example, and the matrix that it gives."""

    finds: Finder
    example: str
    gives: str


BLOCKS: tuple[Layout, ...] = (
    Layout(drawn_below, "Q =\n| 1 | 2 |\n| 3 | 4 |", "[1 2; 3 4]"),
    Layout(
        staggered,
        "Q = 1 0   K = 1 1\n    0 1       1 3",
        "[1 0; 0 1] and [1 1; 1 3]",
    ),
    Layout(named_columns, "\tQ\tK\nI\t1\t2\nlike\t3\t4", "[1; 3] and [2; 4]"),
    Layout(gapped, "Q =\n1\n\t1", "[1 _; _ 1]"),
    Layout(by_names, "Q\t1\t2\n\t3\t4", "[1 2; 3 4]"),
    Layout(labelled, "Q =\n      x  y\nI     1  2\nlike  3  4", "[1 2; 3 4]"),
    Layout(bare, "Q =\n1 2\n3 4", "[1 2; 3 4]"),
)
"""How matrices are laid out over lines, in the order in which they are tried: drawn rows before rows that are only lined up,
tables with names or labels before rows of nothing but numbers, which would take their first line for words."""


def blocks(lines: Sequence[str]) -> Iterator[tuple[int, int, RowsBeside | None]]:
    """The lines from first to last, those that are matrices taken together: the first line, how many, the block or None.

    What stands inside a bracket that an earlier line opened is read with that bracket: the rows [2 3] and [4 5] between [[0 1]
    and [6 7]] are no matrix of their own. A blank line ends what is never closed. Nor are the rows below questions.
    """
    k = depth = asked = 0
    while k < len(lines):
        at = LinesFrom(lines, k)
        block, asked = None, asked - 1 if asked > 1 else of_questions(at)
        if at.first.strip() and not (depth or asked):
            block = next(filter(None, (one.finds(at) for one in BLOCKS)), None)
        count = block.lines if block else 1
        if block is None:
            depth = depth_behind(at.first, depth)
        yield k, count, block
        k += count
