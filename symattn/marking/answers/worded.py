"""Tables with words, names or counters above their columns or before their rows, as people and programs make them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import dropwhile, takewhile, zip_longest

from symattn.later import pattern
from symattn.marking.answers.about import is_headed, is_name, is_single, is_token
from symattn.marking.answers.beside import (
    DASHED,
    LABELLED,
    MOST_TABBED,
    NAME_ALONE,
    RULE,
    SHORT_NAME,
    SYMBOL,
    LinesFrom,
    RowsBeside,
    body_of,
    cells_in,
    named_rows,
    tabbed,
)
from symattn.marking.answers.catalogue import spoken
from symattn.marking.answers.cells import LONGEST, entries, is_entry, unbracketed
from symattn.marking.answers.counters import counts, number_of
from symattn.marking.answers.drawings import PLAIN_ROW
from symattn.marking.answers.flat import SEP
from symattn.marking.answers.headings import head_in, heading
from symattn.marking.answers.table_rows import chained, name_in

FORMULA_ALONE = pattern(
    r"\w{1,4}(?:[ \t]*[-+·×*@/−][ \t]*(?!\d)\w{1,4})+[ \t]*:?"
)  # X + P
_PARTED, _LETTER = pattern("[|\t]"), pattern(r"[^\W\d_]")
_WORD = pattern(r"[^\W\d_]{3,20}")
_IS_SUM = spoken(r"[*`$]*(?:«row»[ \t]+«sum»|«sum»|Σ|∑)[*`$]*", re.IGNORECASE)
_CORNER = pattern(
    r"\A[*`$]*[^\W\d_]{3,20}[ \t]*[\\/|↓→][ \t]*[^\W\d_]{3,20}[ \t]*[↓→]?[*`$]*\Z"
)  # query \ key
COLUMN = spoken(
    r"(?:[acdehkltvwxy]|«table.column»)?[ _]?(\d{0,2})", re.IGNORECASE
)  # above the numbers of a table
_OF_ROW = r"(?:«row»|«place»|«word»)\.?"
ROW_WORD = spoken(rf"{_OF_ROW}|[imnr#]", re.IGNORECASE)
_ROW_LABEL = spoken(
    rf"(?P<name>[*`$]*{SHORT_NAME}[*`$]*)[ \t,(]+{_OF_ROW}[ \t]*(?P<number>\d{{1,2}})\)?",
    re.IGNORECASE,
)


def labelled(at: LinesFrom) -> RowsBeside | None:
    """Tables with words or counters above and before their numbers, as pandas and R print them and spreadsheets copy them."""
    line, head = at.first, cells_in(at.first)
    alone = heading(line) is not None or ("\t" in at.next and "\t" not in line)
    if len(head) < 2 + alone or _is_title(line, head):  # Question 1, Query 1
        return None
    if len(head) > 2 and head[1] == "=":  # S1 =  0  1, as a print with a label has it
        name, tops = head[0], head[2:]
        if not {"[", "("}.isdisjoint(
            "".join(tops)
        ):  # t = [70 162], and a table below it
            return None
    else:
        name, tops = _CORNER.sub("", head[0]), head[1:]
    counted = counts(tops)
    called = LABELLED.sub("", name).strip("() ")
    many = _others(tops)
    worded = len(tops) > 1 and all(map(is_token, tops[:2]))
    looks = (NAME_ALONE, FORMULA_ALONE)
    known = not name or worded or any(one.fullmatch(called) for one in looks)
    if not known or (not counted and any(map(is_entry, tops))):
        if all(map(is_entry, tops)) and ("|" in line or is_token(name)):
            return _beside_words(at, len(tops))
        return None
    if not counted and len(tops) == 1:
        firsts = [cells_in(line)[:1] for line in at[1:4]]
        if any(is_name(first) for (first,) in filter(None, firsts)) or (
            name and not _is_of_one(at, tops[0])
        ):  # | Line | Value |: each row has a name and its value
            return None
    # word | to word 1 | to word 2
    corner = (len(called) > 3 or ROW_WORD.fullmatch(called)) and not is_name(called)
    is_row = partial(
        _labelled_row,
        width=len(tops),
        counted=counted,
        indexed=bool(corner or worded or not name),
    )
    body, count = body_of(at.below(), is_row)
    labels = [row[0] for row in body]
    filled = _is_filled(at.below(1 + count), len(head))
    if len(body) == 1 and is_entry(labels[0]) and filled:
        return None  # every column has a word, and 1 counts no row
    rows = [row[1:] for row in body]
    body = [row[: len(row) - many] for row in rows]
    if all(is_name(name_in(label)) and not is_token(label) for label in labels):
        return None  # each row is a line
    if len(body) < 2 and not (
        counted or all(map(is_token, tops)) or is_token(labels[0])
    ):
        return None
    if corner and (at.is_below_name or all(map(is_entry, labels))):
        name = ""
    over = _over_column(tops, at)
    name = _of_rows(labels) or (over if corner else "") or name or over
    found = named_rows(name, body, 1 + count)
    if many and worded and all(map(all, rows)):
        return _with_others(found, rows, tops[len(tops) - many :])
    return found


def _is_filled(at: LinesFrom, width: int) -> bool:
    """Whether a line has a number for each of so many columns.

    >>> _is_filled(LinesFrom(["1 0 0", "0.5 0.5 0"], 1), 3), _is_filled(LinesFrom(["1 0 0", "2 0 0.5"], 2), 3)
    (True, False)
    """
    row = cells_in("".join(at[0:1]))
    return len(row) == width and all(map(is_entry, row))


def _is_title(line: str, head: Sequence[str]) -> bool:
    """Whether a line ends in the name of what stands below it: Output H =, Attention output H."""
    name = head[-1]
    called = not _PARTED.search(line) and is_name(name) and not is_token(name)
    return len(head) > 2 and head[0] != "" and (name in "=≈:" or called)


def _others(tops: Sequence[str]) -> int:
    """How many of the last columns are no part of a matrix: other lines behind the sheet's words, or what its rows add up to.

    >>> from symattn.marking.answers.about import about
    >>> with about(["I", "saw"], [], False):
    ...     [_others(tops) for tops in (["I", "saw", "sum", "best"], ["x", "y", "Σ"], ["I", "saw", "I", "saw"])]
    [2, 1, 0]
    """
    wide = len([*takewhile(is_token, tops)])
    if wide < 2:
        return int(len(tops) > 2 and _IS_SUM.fullmatch(tops[-1]) is not None)
    return 0 if any(map(is_token, tops[wide:])) else len(tops) - wide


def _with_others(
    found: RowsBeside, rows: Sequence[Sequence[str]], tops: Sequence[str]
) -> RowsBeside:
    """A matrix with the columns of other lines behind it in its rows, each below its name."""
    at = len(rows[0]) - len(tops)
    tables = (
        tuple("\t".join(row[:at]) for row in rows),
        *zip(*(row[at:] for row in rows), strict=True),
    )
    words = (found.words[0], *(f"{SEP}{top}: " for top in tops), "")
    return found._replace(words=words, tables=tables, cells=None)


def named_columns(at: LinesFrom) -> RowsBeside | None:
    """A table with a name of a line over each of its matrices, and perhaps a word before each row: | | Q | K |, | the | 1 | 2 |;
    or matrices beside each other, each below its name."""
    label = LABELLED.match(at.first)
    title = at.first[label.end() if label else 0 :] if len(at.first) < LONGEST else ""
    head = (
        _over_words(title, at.next)
        or _columns(title)
        or re.split(r"[ ]{2,}", title.strip())
    )
    head = list(map(_titled, head))
    if counts([cell[1:] for cell in head if cell[:1] == "V"]) and at.awaited:
        return None  # V1 V2: R's own
    starts = _starts(head)
    if starts and not at.is_below_name and _columns(title):
        starts = sorted({*starts, *_of_words(head)})
    if len(starts) < 2 or is_entry(head[0]):
        return None
    if any(cell and c not in starts for c, cell in enumerate(head) if c):
        return None
    behind = min(starts)  # the columns of words
    body, count = _rows_below(at.below(), head, behind)
    width = max(map(len, body), default=0)
    tables = []
    for c, after in zip(starts, [*starts[1:], width], strict=True):
        columns = zip_longest(*(row[c:after] for row in body), fillvalue="")
        filled = [column for column in columns if any(column)]
        tables.append(tuple(map("\t".join, zip(*filled, strict=True))))
    if len(body) < 2 or not all(map(_is_whole, tables)):
        return None
    number = head_in(head[0]) if behind else None  # | head 2 | Q | K |
    words = []
    for c in starts:
        name = head[c].strip("*`$ :=")
        if number is not None and is_headed(head[c]):
            name = f"{name}_{number}"
        words.append(f"{name} = ")
    if label:
        words[0] = f"{label[0]} {words[0]}"
    return RowsBeside(1 + count, (*words, ""), tuple(tables))


def _starts(head: Sequence[str]) -> list[int]:
    """The columns over which the name of a matrix stands."""
    told = {c: cell for c, cell in enumerate(head) if cell and not is_token(cell)}
    names = [c for c, cell in told.items() if is_name(cell) or is_headed(cell)]
    letters = [c for c, cell in told.items() if SYMBOL.fullmatch(cell.strip("*`$ "))]
    if len(names) > 1 and len(letters) == sum(
        map(bool, head)
    ):  # Q | K | V₁: of one table each
        return [
            c for c in letters if c or 0 in names
        ]  # a corner says what the rows are
    return names


def _of_words(head: Sequence[str]) -> Iterator[int]:
    """The columns behind the first over which a word stands that is no line and no token: what is worked out on the way, score.

    >>> list(_of_words(["word", "score", "x", "exp"]))
    [1, 3]
    """
    return (
        c
        for c, cell in enumerate(head)
        if c and _WORD.fullmatch(cell) and not is_token(cell)
    )


def _is_whole(table: Sequence[str]) -> bool:
    """Whether the rows of a table have entries, all of them as many."""
    rows = [row.split("\t") for row in table]
    return all(map(all, rows)) and len(set(map(len, rows))) == 1


def _rows_below(
    at: LinesFrom, head: Sequence[str], behind: int
) -> tuple[list[list[str]], int]:
    """The rows of a table from a line on, cell by cell, the first *behind* of which are words or counters, and how many lines
    they take."""
    body: list[list[str]] = []
    count = 0
    for line in at[0:MOST_TABBED]:
        cells = _columns(line) or (
            _grouped(line, len(head)) if head[0] else line.split()
        )
        cells = [*map(_spread, cells), *[""] * (len(head) - len(cells))]
        if RULE.fullmatch(line) or not (line.strip() or body):
            count += 1
            continue
        cells = cells[:1] + [
            "" if is_token(cell) else cell for cell in cells[1:]
        ]  # each matrix with the words before its rows
        numbers = [
            entry for cell in cells[behind:] if cell for entry in cell.split("\t")
        ]
        worded = not behind or (
            cells[0]
            and (
                not is_entry(cells[0])
                or number_of(cells[0]) in (len(body), len(body) + 1)
            )
        )
        if not worded or not numbers or not all(map(is_entry, numbers)):
            break
        body.append(cells)
        count += 1
    return body, count


def _over_words(title: str, below: str) -> list[str]:
    """The head of a table of blanks whose rows have words before them, or counters and columns that end below their names.

    >>> _over_words("     u  Q", "saw  4  0"), _over_words("   u   Q", "0  4   0"), _over_words("   u   Q", "0  4 0")
    (['', 'u', 'Q'], ['', 'u', 'Q'], [])
    """
    head, first = cells_in(title), below.split()
    if title[:1] != " " or len(first) != len(head) or not first:
        return []
    if not is_entry(first[0]):
        return head
    over, under = (
        [cell.end() for cell in re.finditer(r"\S+", line)] for line in (title, below)
    )
    return head if first[0] == "0" and over == under[1:] else []


def _titled(cell: str) -> str:
    """What stands over a column without the formula behind its name or the words before it: s = m/7, scale s."""
    name = cell.partition("=")[0].strip("*`$ ")
    return next(
        (short for short in (name, name.rpartition(" ")[2]) if is_name(short)), cell
    )


def _columns(line: str) -> list[str]:
    """The cells of a line of a table with tabs or bars between them, none for any other."""
    if "\t" in line.strip(" "):
        return tabbed(line)
    return cells_in(line) if line.lstrip()[:1] == "|" else []


def _grouped(line: str, count: int) -> list[str]:
    """The numbers of a line in so many groups, with wider gaps between these than in them, and tabs between those of a group.

    >>> _grouped("  1  2     3  4", 2), _grouped("1  2  3  4", 2), _grouped("1    2", 2)
    (['1\\t2', '3\\t4'], [], ['1', '2'])
    """
    gaps = sorted(
        (len(gap) for gap in re.findall(r"(?<=\S)[ ]+(?=\S)", line)), reverse=True
    )
    if len(line) > LONGEST or len(gaps) < count:
        return line.split() if len(gaps) == count - 1 else []
    between, within = gaps[count - 2 : count]
    if between == within:
        return []
    groups = re.split(rf"[ ]{{{between},}}", line.strip())
    return ["\t".join(group.split()) for group in groups]


def _spread(cell: str) -> str:
    """A cell of a table with the entries of a row in it apart: (15, 0)."""
    row = unbracketed(cell)
    if ", " not in cell and cell[:1] not in "([" and not PLAIN_ROW.fullmatch(row):
        return cell
    inner = entries(row)
    return "\t".join(inner) if len(inner) > 1 else cell


def _of_rows(labels: Sequence[str]) -> str:
    """The one name of which some labels count the rows: E, row 1 · E, row 2."""
    found = [_ROW_LABEL.fullmatch(label.strip("*`$ ")) for label in labels]
    names = {row["name"].strip("*`$ ,") for row in found if row}
    counted = [int(row["number"]) for row in found if row]
    from_zero = list(range(len(labels)))
    from_one = [n + 1 for n in from_zero]
    return names.pop() if len(names) == 1 and counted in (from_zero, from_one) else ""


def _is_of_one(at: LinesFrom, top: str) -> bool:
    """Whether the only column of a table is of one line, by the name over it or above the table: | token | v |."""
    apart = "|" in at.first or "\t" in at.first or "  " in at.first.strip()
    return apart and (at.is_below_name or (is_name(top) and not is_token(top)))


def _over_column(tops: Sequence[str], at: LinesFrom) -> str:
    """The name of a column where it stands in the table's head, and nothing above the table names it: | | m | over | I | 2 |."""
    if len(tops) > 1 or not SYMBOL.fullmatch(tops[0].strip("*`$ ")):
        return ""
    return "" if at.is_below_name else tops[0]


def _beside_words(at: LinesFrom, width: int) -> RowsBeside | None:
    """A table with a word before each of its rows and none above them, below its name: the tokens of a sentence."""
    word = cells_in(at.first)[0]
    if width < 2 and not is_token(
        word
    ):  # asked at each row of a table, before others are
        return None
    if not at.is_below_name:
        return None

    def next_row(line: str, _: int) -> list[str]:
        row = cells_in(line)
        return row if len(row) == width + 1 and _is_worded(row) else []

    body, count = body_of(at, next_row)
    rows = [row[1:] for row in body]
    if width == 1 and is_single(at.above.strip(" \t:=*$#`")):
        rows = [[entry for (entry,) in rows]]  # its columns are of these words
    return named_rows("", rows, count) if len(body) > 1 else None


def _is_worded(row: Sequence[str]) -> bool:
    """Whether words stand before the numbers of a row."""
    return row[0] != "" and not is_entry(row[0]) and all(map(is_entry, row[1:]))


def _labelled_row(
    line: str, i: int, width: int, counted: bool, indexed: bool
) -> Sequence[str]:
    """The row of a table with its label or counter before its numbers; none for any other line. The rows of columns that are
    counted, or that have words above them and nothing above the counter (*indexed*), may be counted."""
    row = cells_in(line)
    cells = row[1:] if len(row) == width + 2 and not row[0] else row
    if len(cells) != width + 1 or not all(map(is_entry, cells[1:])):
        return ()
    label = cells[0]
    if (counted and not label) or label.endswith((",", ";")):
        return ()
    if (
        counted and is_name(label[:-1]) and not is_token(label[:-1])
    ):  # v: 1 4 below k: 1 2
        return ()
    if is_entry(label) and not (counted or indexed):
        return ()
    return () if is_entry(label) and number_of(label) not in (i, i + 1) else cells


def by_names(at: LinesFrom) -> RowsBeside | None:
    """A table whose first column has a name before the first row of each matrix, or before each; one matrix at a time."""
    first = _filled(cells_in(at.first))
    if len(first) < 2 or not all(map(is_entry, first[1:])) or chained(first):
        return None
    under = cells_in(at.next)
    # loss 0.5 and loss 0.4 below it are said one after the other; what stands below other words is no row of the line
    called = is_name(first[0]) if len(first) > 2 or "|" in at.first else False
    again = under[:1] == first[:1] and not is_single(first[0])  # r, and r again
    again = again and (called or "\t" in at.first)
    starts = ["", first[0]] if again and not _is_below_words(at) else [""]

    def next_row(line: str, _: int) -> list[str]:
        row = _filled(cells_in(line))
        goes_on = len(row) == len(first) and row[0] in starts
        return row[1:] if goes_on and all(map(is_entry, row[1:])) else []

    below, count = body_of(at.below(), next_row)
    body = [first[1:], *below]
    name = first[0]
    short = NAME_ALONE.fullmatch(name) is not None
    if not short and not (
        _PARTED.search(at.first) and _LETTER.search(name) and not is_entry(name)
    ):
        return None
    top = (
        counts(first[1:]) and len(under) == len(first) and number_of(under[0]) in (0, 1)
    )
    alone = short and is_name(name) and not top and (len(first) == 2 or _is_row(at))
    return named_rows(name, body, 1 + count) if len(body) > 1 or alone else None


def _is_below_words(at: LinesFrom) -> bool:
    """Whether the rows of a table have words over their columns that say more than which column it is."""
    width = len(cells_in(at.first))
    above = takewhile(
        lambda line: RULE.fullmatch(line) or len(cells_in(line)) == width,
        reversed(at[-MOST_TABBED:0]),
    )
    over = [
        cell
        for line in above
        if not RULE.fullmatch(line)
        for cell in cells_in(line)[1:]
    ]
    kinds = (is_entry, is_token, COLUMN.fullmatch, ROW_WORD.fullmatch)
    return not all(any(is_so(cell) for is_so in kinds) for cell in over)


def _is_row(at: LinesFrom) -> bool:
    """Whether a row of a spreadsheet is a line by itself, behind its name and in a table that is below no other."""
    if "\t" not in at.first or is_token(cells_in(at.first)[0]):
        return False
    top = next((j for j in range(at.k, 0, -1) if not at.lines[j - 1].strip()), 0)
    first, second = (LinesFrom(at.lines, min(j, at.k)) for j in (top, top + 1))
    return not first.is_below_name and not second.awaited


def _filled(row: list[str]) -> list[str]:
    """A row of a table without the empty cells at its end."""
    while row and not row[-1]:
        row = row[:-1]
    return row


def gapped(at: LinesFrom) -> RowsBeside | None:
    """Rows with tabs between their cells, some of them left empty, as many leave zeros out: a person says what stands there."""
    if not any("\t" in line or DASHED.search(line) for line in at[0:2]):
        return None
    rows = list(map(tabbed, at[0:MOST_TABBED]))
    name, *behind = rows[0]
    if behind and NAME_ALONE.fullmatch(name) and not is_entry(name):
        rows = [behind, *([] if row[0] else row[1:] for row in rows[1:])]
    else:
        name = ""
    body = list(takewhile(_is_gapped, rows))
    if len(body) < 2:
        return None
    columns = dropwhile(
        lambda column: not any(column), zip_longest(*body, fillvalue="")
    )
    whole = list(zip(*columns, strict=True))
    return (
        named_rows(name, whole, len(body)) if any("" in row for row in whole) else None
    )


def _is_gapped(row: Sequence[str]) -> bool:
    """Whether a row has numbers, perhaps with empty cells between them."""
    filled = [cell for cell in row if cell]
    return bool(filled) and all(map(is_entry, filled))
