"""Rows that stand below each other, whatever draws them, become one matrix in brackets on the line where the first stands.

A line is cut into the rows in it and the words before, between and behind them. Lines go together while they have as many
rows, these as many entries, and one line alone has words at each place: the name may stand at any row. Nothing that does not
fit is touched.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate, islice, takewhile
from typing import NamedTuple

from symattn.later import pattern
from symattn.marking.answers import numerals
from symattn.marking.answers.about import is_headed, is_name, is_token
from symattn.marking.answers.cells import LONGEST, alike, between_bars, entries, fits, is_entry, spaced, widths
from symattn.marking.answers.counters import counts, depth_behind, number_of
from symattn.marking.answers.drawings import DRAWN, LABEL, PLAIN_ROW, RowLine, Rule, barred, bracketed, celled, drawn, many
from symattn.marking.answers.headings import head_in, heading

MOST_BLANK = 20  # lines between a name and the rows below it
MOST_TABBED = 100  # rows with tabs and empty cells
SHORT_NAME = r"\\?[^\W\d_][^\W_]{0,12}'?(?:[_^](?:\{[^{}]{1,20}\}|\([^()]{1,20}\)|[^\W_]{1,20})){0,6}_?[⁰¹²³⁴-⁹ⁱ₀-₉ᵢᵀ]{0,4}"
NAME_ALONE = pattern(rf"[ \t>#*_`$]*(?:[^\W\d_]+[ \t]+){{0,2}}{SHORT_NAME}[*_`$]*[ \t]*:?[ \t$]*")
FORMULA_ALONE = pattern(r"\w{1,4}(?:[ \t]*[-+·×*@/−][ \t]*(?!\d)\w{1,4})+[ \t]*:?")  # X + P
_RULE = pattern(r"(?=.*?(?:--|──|==|:-))[ \t|+:=─┼├┤┌┐└┘┬┴-]*")
_EMPTY_ROW = pattern(r"[ \t]*\|(?:[ \t]*\|)+[ \t]*")
_IS_LABEL = pattern(LABEL)
_LABELLED = pattern(rf"\A{LABEL}")
_SYMBOL = pattern(rf"{SHORT_NAME}[ \t]*:?")
_NAMED_ABOVE = pattern(r"(?:[=≈:→]|->|\b(?:is|are|equals|ist|lautet|gibt|gives|yields))[ \t$]*\Z")
_EQUATED_ABOVE = pattern(r".*[^\W\d_]\S{0,12}[ \t$*]*=[ \t$]*(?!.*\d[.,]\d)[^\W\d][^=≈\[\]|,;]{0,60}")  # H = A V
_DASHED = pattern(r"[ ]{2}[-−–—·.](?:[ ]{2,}|\Z)")  # nothing stands there
_IS_SUM = pattern(r"[*`$]*(?:row[ \t]+sum|sum|total|summe|somme|Σ|∑)[*`$]*", re.IGNORECASE)
_CORNER = pattern(r"\A[*`$]*[^\W\d_]{3,20}[ \t]*[\\/|↓→][ \t]*[^\W\d_]{3,20}[ \t]*[↓→]?[*`$]*\Z")  # query \ key
_COMMAND = pattern(r"\\[^\s|]")
_LEADING = pattern(r"(?P<name>.*[=≈:])[ \t$]*(?P<row>(?:[^=≈:\[\] \t$][^=≈:\[\]]*)?)")
REMARK = pattern(  # j: 0, 2, 1 (so I, cats, like), r: 0, 1. The others are …
    r"[ \t]*\([^()\d]*[^\W\d_]{2}[^()\d]*\)[ \t.]*\Z|\.[ \t]+[A-ZÄÖÜÀÉÊ].*\Z"
)
_PARTED = pattern(r";|(?<=\S) // (?=\S)|(?<=\S) [|/] (?=\S)|(?<=\d)\|(?=\s*[-−+]?\d)")
_AND = pattern(r",?[ \t]+(?:and|und|et)[ \t]+|,[ \t]+")
_OF_ROW = r"(?:row|zeile|ligne|pos(?:ition)?|token|word|wort|mot)\.?"
_ROW_WORD = pattern(rf"{_OF_ROW}|[imnr#]", re.IGNORECASE)
_ROW_LABEL = pattern(
    rf"(?P<name>[*`$]*{SHORT_NAME}[*`$]*)[ \t,(]+{_OF_ROW}[ \t]*(?P<number>\d{{1,2}})\)?", re.IGNORECASE
)


class RowsBeside(NamedTuple):
    """Lines that are one or several matrices beside each other: how many lines, and the words and rows that stand there."""

    lines: int
    words: tuple[str, ...]
    tables: tuple[tuple[str, ...], ...]  # of each matrix the texts of its rows
    cells: tuple[tuple[str, ...], ...] | None = None  # where they are known already, of the only matrix


def _named(name: str, body: Sequence[Sequence[str]], lines: int) -> RowsBeside:
    """A table of so many lines as one matrix behind its name, "" for none; what is empty in it is shown as _."""
    shown = tuple(" ".join(cell or "_" for cell in row) for row in body)
    bare = name.strip("*`$ :=")
    return RowsBeside(lines, (f"{bare} = " if bare else "", ""), (shown,), tuple(map(tuple, body)))


def _body(lines: Sequence[str], k: int, reads: Callable[[str, int], Sequence[str]]) -> tuple[list[Sequence[str]], int]:
    """What is read of the lines from one on, while there is something, each with the number of its row, and where they end; the
    rules of a table are passed over."""
    body: list[Sequence[str]] = []
    end = stop = k
    while end < len(lines) and (_RULE.fullmatch(lines[end]) or (row := reads(lines[end], len(body)))):
        if not _RULE.fullmatch(lines[end]):
            body.append(row)
            stop = end + 1
        end += 1
    return body, stop


Finder = Callable[[Sequence[str], int], RowsBeside | None]


def drawn_below(lines: Sequence[str], k: int) -> RowsBeside | None:
    """Rows that are drawn, with the name at any of them; a table's empty row, or its words over the columns of several rows, and
    its rule above them go with them."""
    if k + 2 < len(lines) and "|" in lines[k] and _RULE.fullmatch(lines[k + 1]) and (first := celled(lines[k + 2])):
        tops = _cells_of(lines[k])
        if not tops[0] and counts(tops[1:]) and number_of(first.rows[0].partition("\t")[0]) in (0, 1):
            return None  # rows and columns are counted
        empty = _EMPTY_ROW.fullmatch(lines[k]) is not None
        indexed = (_ROW_WORD.fullmatch(tops[0]) or counts(tops[1:])) and number_of(first.rows[0].partition("\t")[0]) in (0, 1)
        over = len(tops) == _many_cells(first.rows[0]) and not any(map(is_entry, tops)) and not indexed
        if empty or over:
            below = _gathered(celled, first, lines, k + 2, alone=empty)
            return below and below._replace(lines=below.lines + 2)
    for rule, _, _ in DRAWN:
        first = rule(lines[k]) if len(lines[k]) < LONGEST else None
        if first is not None and not first.ends:
            named = rule is celled and _is_below_name(lines, k) and not _is_top(lines, k)
            behind = rule is barred and first.words[0].rstrip()[-1:] == "=" and many(first.rows[0]) > 1
            found = _gathered(rule, first, lines, k, alone=named or behind)
            if found is not None:
                return found
    return None


def _is_top(lines: Sequence[str], k: int) -> bool:
    """Whether a line stands over the columns of a table, whose rows are below it, perhaps behind a rule."""
    below = next((line for line in lines[k + 1 : k + 3] if not _RULE.fullmatch(line)), "")
    return below.lstrip()[:1] == "|"


def _gathered(rule: Rule, first: RowLine, lines: Sequence[str], k: int, alone: bool = False) -> RowsBeside | None:
    """The block that begins with a row, as far as the rows below it go on with it; *alone* says that one row is enough."""
    tables = [[text] if text.strip() else [] for text in first.rows]
    found = [first]
    words = list(first.words)
    end, last = k + 1, first
    while end < len(lines) and len(lines[end]) < LONGEST:
        row = rule(lines[end])
        if row is not None and len(row.rows) < len(tables):
            row = _below_some(first, row)
        if row is None and _RULE.fullmatch(lines[end]):
            end += 1
            continue
        beside = rule is celled and row is not None and _width(row) == _width(first)
        if row is None or row.begins or not (beside or _goes_on(tables, words, row, _cell_widths if rule is celled else widths)):
            break
        if rule is bracketed and (_is_apart(last, row) or (_said(row.words[0]) and _is_below_name(lines, k))):
            break
        last = row
        found.append(row)
        for table, text in zip(tables, row.rows, strict=True):
            table += [text] if text.strip() else []
        words = [_both(old, new) for old, new in zip(words, row.words, strict=True)]
        end += 1
        if row.ends:
            break
    tall = alone or max(map(len, tables)) > 1 or (rule is drawn and end > k + 1)
    cells = _filled(found) if rule is celled else None
    shown = [tuple(" ".join(cell or "_" for cell in row) for row in cells)] if cells else map(tuple, tables)
    return RowsBeside(end - k, tuple(words), tuple(shown), cells) if tall else None


def _width(row: RowLine) -> int:
    """How many cells a row of a table has, the empty ones too."""
    return row.blanks[0] + _many_cells(row.rows[0]) + row.blanks[1]


def _filled(rows: Sequence[RowLine]) -> tuple[tuple[str, ...], ...]:
    """The cells of the rows of a table; a column with a number in some row is one of the matrix, whatever is empty in it.

    >>> _filled([row for line in ("| | 1 | |", "| | | 2 |") if (row := celled(line))])
    (('1', ''), ('', '2'))
    """
    before, behind = (min(row.blanks[k] for row in rows) if len({_width(row) for row in rows}) == 1 else -1 for k in (0, 1))
    if before < 0:  # a cell over several rows
        return tuple(tuple(row.rows[0].split("\t")) for row in rows)
    return tuple((*[""] * (row.blanks[0] - before), *row.rows[0].split("\t"), *[""] * (row.blanks[1] - behind)) for row in rows)


def _starts(row: RowLine) -> list[int]:
    """Where the brackets of a line begin."""
    ends = accumulate(len(words) + len(text) + 2 for words, text in zip(row.words, row.rows, strict=False))
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
    return row._replace(words=("",) * (len(above) + 1), rows=tuple(mine.get(start, "") for start in above))


def _is_apart(last: RowLine, row: RowLine) -> bool:
    """Whether one of two rows is a whole number in brackets that stands elsewhere than the other: the marks [3] at the margin,
    below a column or above a name."""
    alone = any(len(one.rows) == 1 and one.rows[0].strip().isdecimal() for one in (row, last))
    return alone and len(row.words[0]) != len(last.words[0])


def _is_below_name(lines: Sequence[str], k: int) -> bool:
    """Whether the last line above one with something on it ends with a name and =, or is a name alone."""
    return _awaits(lines, k) or _EQUATED_ABOVE.fullmatch(_above(lines, k)) is not None


def _awaits(lines: Sequence[str], k: int) -> bool:
    """Whether the last line above one ends with what asks for more, or is a symbol alone."""
    last = _above(lines, k)
    return _NAMED_ABOVE.search(last) is not None or _SYMBOL.fullmatch(last.strip("*`$#> ")) is not None


def _above(lines: Sequence[str], k: int) -> str:
    """The last line above one with something on it, behind the fence of a block of code."""
    return next((lines[j].strip() for j in range(k - 1, max(k - MOST_BLANK, -1), -1) if lines[j].strip(" \t`")), "")


def _said(words: str) -> str:
    return words.strip(" \t,;.$>")


def _goes_on(tables: Sequence[Sequence[str]], words: Sequence[str], row: RowLine, many: Callable[[str], frozenset[int]]) -> bool:
    """Whether a line goes on with the matrices above it: as many rows, of as many entries, and words where there are none yet."""
    if len(row.rows) != len(tables):
        return False
    if any(table and text.strip() and not many(text) & many(table[0]) for table, text in zip(tables, row.rows, strict=True)):
        return False
    pairs = zip(words, row.words, strict=True)
    return not any(_said(old) and _said(new) and not _IS_LABEL.fullmatch(_said(old)) for old, new in pairs)


def _both(old: str, new: str) -> str:
    """The words at a place of two rows, where one row at most has any; a part's label stays before the name below it.

    >>> _both("", "Q = "), _both("a)", "Q = ")
    ('Q = ', 'a) Q = ')
    """
    return (f"{old.strip()} {new.lstrip()}" if _said(old) else new) if _said(new) else old


def _many_cells(text: str) -> int:
    """How many cells a row of a table has, whatever commas stand in them."""
    return text.count("\t") + 1


def _cell_widths(row: str) -> frozenset[int]:
    """The same of the cells of a table, whatever commas stand in them."""
    return frozenset((_many_cells(row),))


def labelled(lines: Sequence[str], k: int) -> RowsBeside | None:
    """Tables with words or counters above and before their numbers, as pandas and R print them and spreadsheets copy them."""
    head = _cells_of(lines[k])
    if len(head) < 2 or (len(head) == 2 and heading(lines[k]) is not None):  # Question 1
        return None
    named = len(head) > 2 and head[1] == "="  # S1 =  0  1, as a print with a label has it
    name, tops = (head[0], head[2:]) if named else (_CORNER.sub("", head[0]), head[1:])
    counted, called = counts(tops), _LABELLED.sub("", name).strip()
    known = not name or any(looks.fullmatch(called) for looks in (NAME_ALONE, FORMULA_ALONE))
    if not known or (not counted and any(map(is_entry, tops))):
        return _beside_words(lines, k, len(tops)) if all(map(is_entry, tops)) and "|" in lines[k] else None
    valued = not counted and len(tops) == 1  # | Line | Value |: each row has a name and its value
    if valued and (name or any(is_name(_cells_of(line)[0]) for line in lines[k + 1 : k + 4] if _cells_of(line))):
        return None
    summed = len(tops) > 2 and _IS_SUM.fullmatch(tops[-1]) is not None  # what its row adds up to, beside a matrix
    corner = (len(called) > 3 or _ROW_WORD.fullmatch(called)) and not is_name(called)  # word | to word 1 | to word 2
    body, stop = _body(lines, k + 1, partial(_labelled_row, width=len(tops), counted=counted, indexed=bool(corner or not name)))
    labels = [row[0] for row in body]
    body = [row[1 : len(row) - summed] for row in body]
    if len(body) < 2 and not (body and (counted or all(map(is_token, tops)) or is_token(labels[0]))):
        return None
    if corner and (_is_below_name(lines, k) or all(map(is_entry, labels))):
        name = ""
    return _named(_of_rows(labels) or name or _over_column(tops, lines, k), body, stop - k)


def named_columns(lines: Sequence[str], k: int) -> RowsBeside | None:
    """A table with a name of a line over each of its matrices, and perhaps a word before each row: | | Q | K |, | the | 1 | 2 |;
    or matrices beside each other, each below its name."""
    label = _LABELLED.match(lines[k])
    title = lines[k][label.end() if label else 0 :] if len(lines[k]) < LONGEST else ""
    head = _columns(title) or re.split(r"[ ]{2,}", title.strip())
    head = _over_words(title, "".join(lines[k + 1 : k + 2])) or head
    head = list(map(_titled, head))
    names = [c for c, cell in enumerate(head) if (is_name(cell) or is_headed(cell)) and not is_token(cell)]
    if len(names) > 1 and all(_SYMBOL.fullmatch(cell.strip("*`$ ")) for cell in head if cell):  # Q | K | V₁: of one table each
        names = [c for c, cell in enumerate(head) if cell and (c or 0 in names)]  # a corner says what the rows are
    starts = names if not (counts([cell[1:] for cell in head if cell[:1] == "V"]) and _awaits(lines, k)) else []  # V1 V2: R's own
    if len(starts) < 2 or is_entry(head[0]) or any(cell and c not in starts for c, cell in enumerate(head) if c):
        return None
    behind = min(starts)  # the columns of words
    body: list[list[str]] = []
    end = k + 1
    for line in lines[k + 1 : k + 1 + MOST_TABBED]:
        cells = _columns(line) or (_grouped(line, len(head)) if head[0] else line.split())
        cells = [*map(_spread, cells), *[""] * (len(head) - len(cells))]
        if _RULE.fullmatch(line) or not (line.strip() or body):
            end += 1
            continue
        cells = cells[:1] + ["" if is_token(cell) else cell for cell in cells[1:]]  # each matrix with the words before its rows
        numbers = [entry for cell in cells[behind:] if cell for entry in cell.split("\t")]
        worded = not behind or (cells[0] and (not is_entry(cells[0]) or number_of(cells[0]) in (len(body), len(body) + 1)))
        if not worded or not numbers or not all(map(is_entry, numbers)):
            break
        body.append(cells)
        end += 1
    width = max(map(len, body), default=0)
    tables = []
    for c, after in zip(starts, [*starts[1:], width], strict=True):
        kept = [j for j in range(c, after) if any(row[j : j + 1] != [""] and row[j : j + 1] for row in body)]
        tables.append(tuple("\t".join("".join(row[j : j + 1]) for j in kept) for row in body))
    uneven = any(len({row.count("\t") for row in table}) > 1 for table in tables)
    if len(body) < 2 or uneven or any(not table[0] or "" in row.split("\t") for table in tables for row in table):
        return None
    number = head_in(head[0]) if behind else None  # | head 2 | Q | K |
    words = [f"{head[c].strip('*`$ :=')}{f'_{number}' if number is not None and is_headed(head[c]) else ''} = " for c in starts]
    words[0] = f"{label[0]} {words[0]}" if label else words[0]
    return RowsBeside(end - k, (*words, ""), tuple(tables))


def _over_words(title: str, below: str) -> list[str]:
    """The head of a table of blanks whose rows have words before them, or counters and columns that end below their names.

    >>> _over_words("     u  Q", "saw  4  0"), _over_words("   u   Q", "0  4   0"), _over_words("   u   Q", "0  4 0")
    (['', 'u', 'Q'], ['', 'u', 'Q'], [])
    """
    head, first = _cells_of(title), below.split()
    if title[:1] != " " or len(first) != len(head) or not first:
        return []
    over, under = ([cell.end() for cell in re.finditer(r"\S+", line)] for line in (title, below))
    return head if not is_entry(first[0]) or (first[0] == "0" and over == under[1:]) else []


def _titled(cell: str) -> str:
    """What stands over a column without the formula behind its name or the words before it: s = m/7, scale s."""
    name = cell.partition("=")[0].strip("*`$ ")
    return next((short for short in (name, name.rpartition(" ")[2]) if is_name(short)), cell)


def _columns(line: str) -> list[str]:
    """The cells of a line of a table with tabs or bars between them, none for any other."""
    return _tabbed(line) if "\t" in line.strip(" ") else _cells_of(line) if line.lstrip()[:1] == "|" else []


def _grouped(line: str, count: int) -> list[str]:
    """The numbers of a line in so many groups, with wider gaps between these than in them, and tabs between those of a group.

    >>> _grouped("  1  2     3  4", 2), _grouped("1  2  3  4", 2)
    (['1\\t2', '3\\t4'], [])
    """
    gaps = sorted((len(gap) for gap in re.findall(r"(?<=\S)[ ]+(?=\S)", line)), reverse=True)
    if len(line) > LONGEST or len(gaps) < count or gaps[count - 2] == gaps[count - 1]:
        return []
    return ["\t".join(group.split()) for group in re.split(rf"[ ]{{{gaps[count - 2]},}}", line.strip())]


def unbracketed(cell: str) -> str:
    """A cell of a table without the brackets round a row.

    >>> unbracketed("(15, 0)"), unbracketed("(1 + 2)/3")
    ('15, 0', '(1 + 2)/3')
    """
    return cell[1:-1] if cell[:1] + cell[-1:] in ("()", "[]") and len(entries(cell[1:-1])) > 1 else cell


def _spread(cell: str) -> str:
    """A cell of a table with the entries of a row in it apart: (15, 0)."""
    inner = entries(unbracketed(cell)) if ", " in cell or cell[:1] in "([" or PLAIN_ROW.fullmatch(unbracketed(cell)) else ()
    return "\t".join(inner) if len(inner) > 1 else cell


def _of_rows(labels: Sequence[str]) -> str:
    """The one name of which some labels count the rows: E, row 1 · E, row 2."""
    found = [_ROW_LABEL.fullmatch(label.strip("*`$ ")) for label in labels]
    names = {row["name"].strip("*`$ ,") for row in found if row}
    counted = [int(row["number"]) for row in found if row]
    return names.pop() if len(names) == 1 and counted in (list(range(len(labels))), list(range(1, len(labels) + 1))) else ""


def _over_column(tops: Sequence[str], lines: Sequence[str], k: int) -> str:
    """The name of a column where it stands in the table's head, and nothing above the table names it: | | m | over | I | 2 |."""
    return tops[0] if len(tops) == 1 and _SYMBOL.fullmatch(tops[0].strip("*`$ ")) and not _is_below_name(lines, k) else ""


def _beside_words(lines: Sequence[str], k: int, width: int) -> RowsBeside | None:
    """A table with a word before each of its rows and none above them, below its name: the tokens of a sentence."""
    word = _cells_of(lines[k])[0]
    if (width < 2 and not is_token(word)) or not _is_below_name(lines, k):  # asked at each row of a table, before others are
        return None
    body, stop = _body(lines, k, lambda line, _: row if len(row := _cells_of(line)) == width + 1 and _is_worded(row) else [])
    return _named("", [row[1:] for row in body], stop - k) if len(body) > 1 else None


def _is_worded(row: Sequence[str]) -> bool:
    """Whether words stand before the numbers of a row."""
    return row[0] != "" and not is_entry(row[0]) and all(map(is_entry, row[1:]))


def _labelled_row(line: str, i: int, width: int, counted: bool, indexed: bool) -> Sequence[str]:
    """The row of a table with its label or counter before its numbers; none for any other line. The rows of columns that are
    counted, or that have words above them and nothing above the counter (*indexed*), may be counted."""
    row = _cells_of(line)
    cells = row[1:] if len(row) == width + 2 and not row[0] else row
    if len(cells) != width + 1 or (counted and not cells[0]) or cells[0].endswith((",", ";")):
        return ()
    if counted and is_name(cells[0][:-1]) and not is_token(cells[0][:-1]):  # v: 1 4 below k: 1 2
        return ()
    if not all(map(is_entry, cells[1:])):
        return ()
    other = is_entry(cells[0]) and not ((counted or indexed) and number_of(cells[0]) in (i, i + 1))
    return () if other else cells


def _cells_of(line: str) -> list[str]:
    """The cells of a line of a table: with tabs between them, bars around them, or blanks alone; none of a line too long."""
    bare = line.strip()
    if not bare or len(line) > LONGEST:
        return []
    if "\t" in bare:
        return [cell.strip() for cell in line.rstrip().split("\t")]
    if len(bare) > 2 and bare[0] == bare[-1] == "|":
        return between_bars(bare)
    cells = bare.split()
    return ["", *cells] if line[0] in " \t" else cells


def by_names(lines: Sequence[str], k: int) -> RowsBeside | None:
    """A table whose first column has a name before the first row of each matrix alone; one matrix at a time."""
    first = _cells_of(lines[k])
    if len(first) < 2 or not NAME_ALONE.fullmatch(first[0]) or not all(map(is_entry, first[1:])):
        return None
    rows = map(_cells_of, islice(lines, k + 1, None))
    below = takewhile(lambda row: row[:1] == [""] and len(row) == len(first) and all(map(is_entry, row[1:])), rows)
    body = [first[1:], *(row[1:] for row in below)]
    if len(body) < 2 and not (is_name(first[0]) and len(first) == 2):
        return None
    return _named(first[0], body, len(body))


def gapped(lines: Sequence[str], k: int) -> RowsBeside | None:
    """Rows with tabs between their cells, some of them left empty, as many leave zeros out: a person says what stands there."""
    if not any("\t" in line or _DASHED.search(line) for line in lines[k : k + 2]):
        return None
    rows = list(map(_tabbed, lines[k : k + MOST_TABBED]))
    name = rows[0][0] if rows[0][1:] and NAME_ALONE.fullmatch(rows[0][0]) and not is_entry(rows[0][0]) else ""
    if name:
        rows = [rows[0][1:], *([] if row[0] else row[1:] for row in rows[1:])]
    body = list(takewhile(lambda row: any(row) and all(is_entry(cell) for cell in row if cell), rows))
    width, before = max(map(len, body), default=0), min((row.index(next(filter(None, row))) for row in body), default=0)
    whole = tuple(tuple([*row, *[""] * (width - len(row))][before:]) for row in body)
    if len(body) < 2 or not any("" in row for row in whole):
        return None
    return _named(name, whole, len(body))


def _tabbed(line: str) -> list[str]:
    if "\t" not in line:
        return ["" if _DASHED.fullmatch(f"  {cell}") else cell for cell in re.split(r"[ ]{2,}", line.strip())]
    return [cell.strip() for cell in line.rstrip("\t ").split("\t")] if len(line) < LONGEST else [""]


def bare(lines: Sequence[str], k: int) -> RowsBeside | None:
    """Rows of nothing but numbers: behind or below a name and =, below a name alone, or two and more of two entries and more."""
    line, before = lines[k], ""
    first = entries(line)
    if block := _named_inside(lines, k) if len(first) > 1 else None if first else _semicolons(lines, k):
        return block
    if not first:
        leading = fits(_LEADING, line)
        if leading is None or not leading["row"].strip():
            return None
        before, line = leading["name"] + " ", REMARK.sub("", leading["row"].rstrip(" \t.").removesuffix("$"))
        if whole := in_one_line(line):
            return RowsBeside(1, (before, ""), (whole,))
        first = entries(line)
        if not first or (len(first) < 2 and not _column(lines, k, leading.start("row"))):
            return None
        if len(first) > 1 and numerals.single(line):
            return None
    wide, step = len(first) > 1, _step(lines, k, widths(line))
    tall = step > 0
    if not before:
        last, beside = _above(lines, k), k > 0 and lines[k - 1].strip() != ""
        named = _NAMED_ABOVE.search(last) is not None
        alone = tall and beside and bool(NAME_ALONE.fullmatch(last)) and (wide or len(last.strip("*`")) < 5)
        alone = alone or ((tall or wide) and beside and _EQUATED_ABOVE.fullmatch(last) is not None)
        below = next((line for line in lines[k + 1 : k + MOST_BLANK] if line.strip()), "")
        own = beside and is_name(_LABELLED.sub("", last).strip("*`$: ")) and not entries(below)
        alone = alone or (wide and own)  # q, and one row below it
        behind = "".join(lines[k + 1 : k + 2]).strip(" \t`")
        ends = not behind or _SYMBOL.fullmatch(behind) is not None
        if ends and not (wide or tall) and beside and _SYMBOL.fullmatch(last):  # a number below its name
            return RowsBeside(1, ("", ""), ((line,),))
        if not named and not (tall and wide) and not alone:
            return None
        before = ": " if alone and not named and lines[k - 1].strip() == last else ""
    if not wide and not tall:
        return None
    step = step or 1
    gaps = takewhile(lambda j: step < 2 or not lines[j - 1].strip(), range(k + step, len(lines), step))
    found = [line, *alike(widths(line), (lines[j] for j in gaps))]
    return RowsBeside(1 + step * (len(found) - 1), (before, ""), (tuple(found),))


def _named_inside(lines: Sequence[str], k: int) -> RowsBeside | None:
    """Rows whose name and sign stand before one in their middle, and left of all the others."""
    above = [lines[k], *alike(widths(lines[k]), lines[k + 1 : k + MOST_TABBED])]
    at = k + len(above)
    leading = fits(_LEADING, lines[at]) if at < len(lines) else None
    awaited = _awaits(lines, k) or NAME_ALONE.fullmatch(lines[k - 1] if k else "")
    if leading is None or not _SYMBOL.fullmatch(leading["name"].strip(" \t=≈:")) or awaited:
        return None
    below = list(alike(widths(lines[k]), lines[at + 1 : at + MOST_TABBED]))
    outer, start, row = [*above, *below], leading.start("row"), leading["row"].rstrip(" \t.,")
    lined = all(abs(_indent(line) - start) < 2 or abs(len(line.rstrip()) - start - len(row)) < 2 for line in outer)
    inside = abs(len(above) - len(below)) < 2 and min(map(_indent, outer)) >= leading.end("name")
    even = len(list(alike(widths(row), outer))) == len(outer)
    rows = (*above, row, *below)
    return RowsBeside(len(rows), (leading["name"] + " ", ""), (rows,)) if lined and inside and even else None


def _indent(line: str) -> int:
    """How many blanks a line begins with."""
    return len(line) - len(line.lstrip())


def _step(lines: Sequence[str], k: int, width: frozenset[int]) -> int:
    """How many lines further down the next row of as many entries stands: 2 where a blank line parts all rows, 0 for no row."""
    below = [width & widths(line) - {0} for line in lines[k + 1 : k + 4]]
    if any(below[:1]):
        return 1
    apart = len(below) > 1 and below[1] and not any(map(entries, lines[k + 3 : k + 4])) and not lines[k + 1].strip()
    return 2 if apart and "|" not in lines[k] and max(width) > 1 else 0


def _semicolons(lines: Sequence[str], k: int) -> RowsBeside | None:
    """Rows below a name and = whose entries have semicolons between them: 0,5;1 and 1;0,5 below it."""
    parted = ((line, spaced(line)) for line in lines[k : k + MOST_TABBED] if len(line) < LONGEST)
    rows = [row for _, row in takewhile(lambda pair: pair[0] != pair[1], parted)]
    rows = list(takewhile(lambda row: len(entries(row)) == len(entries(rows[0])), rows))
    return RowsBeside(len(rows), ("", ""), (tuple(rows),)) if len(rows) > 1 and _is_below_name(lines, k) else None


def _column(lines: Sequence[str], k: int, start: int) -> bool:
    """Whether a column goes on in the next line, below its first number: K = 1 and 2 below the 1, as it begins or as it ends."""
    after = lines[k + 1] if k + 1 < len(lines) else ""
    begins = len(after) - len(after.lstrip()) == start > 0
    return begins or abs(len(after.rstrip()) - len(lines[k].rstrip())) <= 1


def _alone(entry: str) -> str:
    """A number without brackets round it: (0.7), which is no factor of the next."""
    return entry[1:-1] if entry[:1] + entry[-1:] == "()" and "," not in entry and is_entry(entry[1:-1]) else entry


def in_one_line(text: str) -> tuple[str, ...] | None:
    """Rows of one length after a name, with semicolons, bars or slashes between them and no brackets; None for anything else.

    >>> in_one_line("1, 2; 3, 4"), in_one_line("1 0 / 1 2"), in_one_line("1/2 3")
    (('1, 2', ' 3, 4'), ('1 0', '1 2'), None)
    """
    bare = text.strip().rstrip(".;")
    if " // " in bare:  # then bars stand between entries
        bare = bare.replace("|", "  ")
    rows = _PARTED.split(bare)
    if len(rows) == 1 and _AND.search(bare):  # 3 and 4
        rows = [_alone(item.strip()) for item in _AND.split(bare) if item]
        single = all(numerals.single(row) or is_entry(row) for row in rows)
        return ("\t".join(rows),) if single else None
    counts = {len(entries(row)) for row in rows}
    if counts == {1} and bare.count(";") == len(rows) - 1 > 0:  # a list: 2; ln 5; 4
        return ("\t".join(row.strip() for row in rows),)
    return tuple(rows) if len(rows) > 1 and len(counts) == 1 and min(counts) > 1 else None


class Layout(NamedTuple):
    """How a matrix is laid out over lines: what finds it, an example, and the matrix that it gives."""

    finds: Finder
    example: str
    gives: str


BLOCKS: tuple[Layout, ...] = (
    Layout(drawn_below, "Q =\n| 1 | 2 |\n| 3 | 4 |", "[1 2; 3 4]"),
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
    and [6 7]] are no matrix of their own. A blank line ends what is never closed.
    """
    k = depth = 0
    while k < len(lines):
        block = None
        if lines[k].strip() and not depth:
            block = next((found for one in BLOCKS if (found := one.finds(lines, k)) is not None), None)
        count = block.lines if block else 1
        if block is None:
            depth = depth_behind(lines[k], depth)
        yield k, count, block
        k += count
