"""Answers from a form: a CSV table whose columns are questions and whose rows are students; or one student's own table."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile, groupby, islice, pairwise
from typing import NamedTuple

from symattn.errors import LimitError, SymattnError
from symattn.language.evaluate import budget
from symattn.later import pattern
from symattn.limits import MOST_ANSWERS, MOST_CHARACTERS, MOST_ROWS, MOST_TEXT
from symattn.marking.answers import about, prose
from symattn.marking.answers.asked_rows import EQUATION, equations_of
from symattn.marking.answers.catalogue import spoken, words_for
from symattn.marking.answers.cells import closed, is_entry
from symattn.marking.answers.formats import decoded
from symattn.marking.answers.headings import heading, prefix
from symattn.marking.answers.ledger import AnswerText
from symattn.marking.answers.numerals import evidence
from symattn.marking.answers.table_rows import columns_of
from symattn.marking.answers.tables import equations_in, of_text
from symattn.marking.answers.untitled import (
    LETTER,
    SYMBOL_ALONE,
    AnswerRow,
    Rows,
    below_names,
    is_number,
    joined,
    of_names,
    untitled,
)
from symattn.marking.answers.worded import COLUMN
from symattn.marking.answers.written import START, AnswerPlace, Contents, WrittenAnswer
from symattn.marking.said import reading
from symattn.records import replace
from symattn.said import Pair
from symattn.tables import Place, in_turn

ORDER = 60
SUFFIXES = {".csv": "CSV of a form", ".tsv": "a table with tabs"}
LONGEST_TITLE = 300  # characters of a column's title, which a form makes of a whole question; names stand at its beginning
_WHO = [
    spoken(f"«{of}»", re.IGNORECASE)
    for of in ("who.mail", "who.id", "who.login", "who.name")
]
_QUOTED = pattern(r'"[^"\n]*"')
_PLAIN_ROW = pattern(r"[^\s\[\];]+(?:\t[^\s\[\];]+)*")
_WORDED = pattern(r"[^\W\d_][\w{}^ -]{0,40}")
_GROUPED = pattern(r"[1-9]\d{0,2}(?:[.,' \u00a0\u202f]\d{3})+")
_ROW_OF = spoken(r"[ \t,]+«row»[ \t]*\d{1,2}\Z", re.IGNORECASE)
_NUMBERED = spoken(
    r"\A(?:q|«question»)\s*(\d{1,3})[\s.:-]+(?=[A-Za-z]{1,5}_?\d?\Z)", re.IGNORECASE
)
_ABOUT = spoken("«table.student»", re.IGNORECASE)


def read(data: bytes, ids: frozenset[str]) -> Sequence[Contents]:
    """What one student wrote into a table, the answers in the columns of all its rows; raises SymattnError, LimitError.

    >>> [(found.who, [answer.label for answer in found.answers]) for found in read(b'name,A_1\\nAda,"[[1, 2]]"', frozenset())]
    [('', ['A_1'])]
    """
    titles, rows = _opened(data)
    if (table := _table(titles, rows, ids)) is not None:
        return [table]
    if said := _too_much(rows):  # before a column of it is looked at
        raise LimitError(said)
    return [_contents(_columns(titles), rows)]


def form(data: bytes, ids: frozenset[str]) -> Sequence[Contents]:
    """Every row of a form: who it is, and the answers in its columns; raises SymattnError, LimitError.

    >>> [(found.who, [answer.label for answer in found.answers]) for found in form(b'name,A_1\\nAda,"[[1, 2]]"', frozenset())]
    [('Ada', ['A_1'])]
    """
    titles, rows = _opened(data)
    if (table := _table(titles, rows, ids)) is not None:
        return [table]
    who, columns = _who(titles), _columns(titles)
    return [
        _contents(columns, [row], "".join(row[who : who + 1]).strip() or f"line {i}")
        for i, row in enumerate(rows, 2)
        if any(cell.strip() for cell in row)
    ]


def _opened(data: bytes) -> tuple[list[str], Rows]:
    """The titles of a table's columns, and its rows."""
    text = decoded(data)
    lines = csv.reader(io.StringIO(text), delimiter=_between(text))
    try:
        rows = list(islice(lines, MOST_ROWS + 2))
    except csv.Error:  # of a cell that is longer than the module reads
        raise LimitError(
            reading("long_cell", line=lines.line_num, most=f"{MOST_CHARACTERS:,}")
        ) from None
    rows = list(dropwhile(lambda row: not any(map(str.strip, row)), rows))
    rows = [_whole(row, lines.dialect.delimiter) for row in rows]
    if len(rows) < 2:
        raise SymattnError(reading("no_rows_below"))
    if len(rows) > MOST_ROWS + 1:
        raise LimitError(reading("most_rows", most=f"{MOST_ROWS:,}"))
    if said := _too_much(rows[:1]):
        raise LimitError(said)
    return [" ".join(title.split())[:LONGEST_TITLE] for title in rows[0]], rows[1:]


def _whole(row: list[str], sign: str) -> list[str]:
    """A row in which cells that part a matrix in brackets are one.

    >>> _whole(["Q", "[1 0", " 1 2]"], ";")
    ['Q', '[1 0; 1 2]']
    """
    # no other row is gone through: a table of 400,000 cells is refused before they are
    open_ = "[" in sign.join(row) and any(map(_is_open, row))
    return list(map(str, closed(row, "[]", sign))) if open_ else row


def _is_open(cell: str) -> bool:
    return cell.count("[") > cell.count("]")


def _too_much(rows: Sequence[Sequence[str]]) -> str:
    """Why the cells of a student, or those that name the columns, are more than is read, looked at before any of them is."""
    cells = [len(cell) for cell in in_turn(rows) if cell and not cell.isspace()]
    if sum(cells) > MOST_TEXT:
        return reading("long_text", count=f"{sum(cells):,}", most=f"{MOST_TEXT:,}")
    return (
        reading("most_answers", count=f"{len(cells):,}", most=f"{MOST_ANSWERS:,}")
        if len(cells) > MOST_ANSWERS
        else ""
    )


def _table(titles: list[str], rows: Rows, ids: frozenset[str]) -> Contents | None:
    """A table that is one student's whoever hands it in: a name and its numbers, or its value, in each row; None for a form."""
    said = _too_much(rows)
    # what is too much is refused by its titles, whatever stands beyond them
    wide = len(titles) if said else max(map(len, [titles, *rows]))
    if wide * len(rows) > MOST_ROWS * MOST_ANSWERS:  # of a few cells far to the right
        return None
    blank = [""] * wide
    whole = [[*map(str.strip, row), *blank[len(row) :]] for row in (titles, *rows)]
    titles, *stripped = _measured(whole)
    near, *below = _near([titles, *stripped])
    of_heads = columns_of(_filled(near)) and any(about.is_name(row[0]) for row in below)
    if of_heads or (not said and _are_over_columns(_filled(near), below)):
        in_bars = map(" | ".join, map(_filled, (near, *below)))
        return prose.read("\n".join(f"| {line} |" for line in in_bars), ids)
    if not said and (lines := equations_of(near, below)):
        return prose.read("\n".join(lines), ids)
    if (columns := _told(near, below)) is not None and columns.value is not None:
        if said:
            raise LimitError(said)
        return _listed(columns, columns.value, stripped)
    if said:
        return None
    whole = [titles, *stripped]
    filled = [row for row in below if any(row)]
    laid_out, titled = _laid_out(whole)
    found = (
        (columns and _by_titles(columns, filled))
        or _across(near, filled)
        or below_names(near, filled)
        or (titled and laid_out)
        or untitled(whole)
        or laid_out
        or of_names([row for row in whole if any(row)])
        or of_names(filled)
    )
    return prose.read("\n".join(_lines(found)), ids) if found else None


def _are_over_columns(titles: Sequence[str], rows: Rows) -> bool:
    """Whether lines stand over columns of numbers, one with several rows at least, with the sheet's words before the rows or no
    other title: these are one student's, where a form has a student or a whole answer in each row.

    >>> with about.about(["cat", "sat"], ["u", "r"], False, single=["r"]):
    ...     [_are_over_columns(titles, [["cat", "3"], ["sat", "4"]]) for titles in (["word", "u"], ["name", "r"])]
    [True, False]
    """
    worded = all(about.is_token(row[0]) for row in rows if any(row))
    cells = [cell for row in rows for cell in _filled(row)[worded:]]
    lines = [title for title in titles[worded:] if about.is_name(title)]
    return (
        len(rows) > 1
        and len(titles) > 1
        and (worded or len(lines) == len(titles))
        and not all(map(about.is_single, lines))
        and all(map(is_entry, cells))
    )


def _measured(table: Rows) -> Rows:
    """A table with the units of its numbers behind them, and not in a column of their own.

    >>> _measured([["quantity", "value", "unit"], ["M", "26", "GB"], ["r", "6.5%", ""]])
    [['quantity', 'value'], ['M', '26 GB'], ['r', '6.5%']]
    """
    titles, *rows = table
    for k, title in enumerate(titles[1:]):
        if title.lower() in words_for("table.unit"):
            rows = [
                [*row[:k], " ".join(filter(None, row[k : k + 2])), *row[k + 2 :]]
                for row in rows
            ]
            return [[*titles[: k + 1], *titles[k + 2 :]], *rows]
    return table


def _filled(row: Sequence[str]) -> Sequence[str]:
    """A row without the empty cells at its end."""
    return row[: max((k + 1 for k, cell in enumerate(row) if cell), default=1)]


def _near(table: Rows) -> Rows:
    """A table without what stands apart to the right of those of its columns that have titles.

    >>> _near([["name", "c1", "", ""], ["K", "1", "", "x = 1"]])
    [['name', 'c1'], ['K', '1']]
    """
    titles, *rows = table
    titled = len(_filled(titles))
    beyond = range(titled, len(titles)) if titled > 1 else ()
    wide = next((k for k in beyond if not any(row[k] for row in rows)), None)
    return table if wide is None else [row[:wide] for row in table]


class _AnswerColumns(NamedTuple):
    """Which column has what, as its title says; ``rest`` are those that their title does not tell, with their titles."""

    name: int
    part: int | None
    value: int | None
    places: Place | None  # of an entry: its row, its column
    rest: dict[int, str]


def _told(titles: list[str], rows: Rows) -> _AnswerColumns | None:
    """What the columns of a table have, by their titles, that of names beside one of values by its words too; None where none is
    told to have names.

    >>> _told(["part", "symbol", "row", "c1"], [["a", "Q", "1", "2"]])
    _AnswerColumns(name=1, part=0, value=None, places=None, rest={3: 'c1'})
    """
    told = (
        words_for("row") | {"i"},
        words_for("column") | {"j"},
        words_for("table.value"),
        words_for("part", "question"),
    )
    rows_in, _, values, parts = told
    low = [title.lower() for title in titles]
    names = words_for("table.name") | {"name"}
    places = range(len(low))
    ways = (
        (k for k in places if low[k] in names or not (k or low[k])),
        # German has one word for the line of a sheet and the row of a matrix
        (k for k in places if low[k] in rows_in and _are_names(rows, k)),
        (
            k
            for k in places
            if not values.isdisjoint(low)
            and low[k] not in in_turn(told)
            and all(_WORDED.fullmatch(row[k]) for row in rows)
        ),
        (k for k in places if low[k] in parts),
    )
    name = next(in_turn(ways), None)
    if name is None:
        return None
    row, column, value, part = (
        next((k for k in places if low[k] in known and k != name), None)
        for known in told
    )
    entry = None if row is None or column is None else (row, column)
    rest = {
        k: title
        for k, title in enumerate(low)
        if k not in (name, part) and title not in rows_in
    }
    if (
        low[name] in ("name", "")
        and value is None
        and not all(map(COLUMN.fullmatch, rest.values()))
        and not _are_names(rows, name)
    ):  # whose it is
        return None
    return _AnswerColumns(
        name, part, None if entry or len(_filled(low)) > 4 else value, entry, rest
    )


def _are_names(rows: Sequence[Sequence[str]], k: int) -> bool:
    """Whether a column holds names of lines alone."""
    return all(about.is_name(row[k]) for row in rows)


def _by_titles(columns: _AnswerColumns, rows: Rows) -> list[AnswerRow] | None:
    """The rows of a table whose columns are told by their titles and by what stands in them: formulas, numbers.

    >>> def told(titles, rows):
    ...     return _by_titles(_told(titles, rows), rows)
    >>> told(["name", "a11", "a12", "a21", "a22"], [["S", "1", "3", "0", "1"]])
    [AnswerRow(part='', name='S', cells=['1', '3']), AnswerRow(part='', name='S', cells=['0', '1'])]
    >>> told(["matrix", "row", "test 1", "test 2"], [["m", "1", "12", "11"]])
    [AnswerRow(part='', name='m', cells=['12', '11'])]
    >>> told(["Teil", "Formel", "Anzahl"], [["norms", "4d", "3.072"]])
    [AnswerRow(part='', name='norms', cells=['4d = 3.072'])]
    """
    places, rest = columns.places, columns.rest
    labels = _labels(columns, rows)
    if not rows or not all(label for _, label in labels):
        return None
    if places is not None:
        return _by_places(columns, rows)
    said = [
        AnswerRow("", "", [row[k]])
        for row in rows
        for k in rest
        if EQUATION.match(row[k])
    ]  # m = 0.83, behind the row that it is of
    filled = {
        k: [row[k] for row in rows if row[k]]
        for k in rest
        if not all(EQUATION.match(row[k]) for row in rows)
    }
    counted = len(rest) + (columns.part is not None) + 1 < len(
        rows[0]
    )  # by their own column
    numbers = [k for k, cells in filled.items() if _are_entries(rest[k], cells)]
    if (
        len(numbers) > 1
        and not counted
        and _counts(rest[numbers[0]], filled[numbers[0]])
    ):
        del filled[numbers.pop(0)]
    if (
        not numbers and len(rest) == 1 and not any(map(COLUMN.fullmatch, rest.values()))
    ):  # shapes
        return [
            AnswerRow(at, "", [f"{label}: {row[k]}"])
            for (at, label), row in zip(labels, rows, strict=True)
            for k in rest
        ]
    formulas = [
        k for k, cells in filled.items() if k not in numbers and _are_formulas(cells)
    ]
    places_said = [COLUMN.fullmatch(rest[k]) for k in numbers]
    if not numbers or not (counted or all(places_said[1:])) or len(formulas) > 1:
        return None
    row_of = [
        place[1][:1] if place and len(place[1]) == 2 else "" for place in places_said
    ]  # a11, a12: in the first row
    found = _by_columns(labels, rows, formulas, list(zip(numbers, row_of, strict=True)))
    return found + said


def _are_entries(title: str, cells: Sequence[str]) -> bool:
    """Whether a column has numbers of matrices; of one that is counted, c2, whatever else stands among them is for a person.

    >>> [_are_entries(title, ["1", "x"]) for title in ("c2", "2", "", "value")]
    [True, True, False, False]
    """
    counted = COLUMN.fullmatch(title)
    numbers = list(map(_is_entries, cells))
    return any(numbers) if counted and counted[1] else all(numbers) and bool(cells)


def _counts(title: str, cells: Sequence[str]) -> bool:
    """Whether a column counts the rows."""
    return not COLUMN.fullmatch(title) and all(map(str.isdecimal, cells))


def _are_formulas(cells: Sequence[str]) -> bool:
    return bool(cells) and all(re.search(r"\d|[+*^(]", cell) for cell in cells)


def _labels(columns: _AnswerColumns, rows: Rows) -> list[Pair]:
    """The part and the name of each row; a name stands before the first row of its matrix."""
    name, part = columns.name, columns.part
    for above, row in pairwise(rows):
        row[name] = row[name] or above[name]
        if part is not None and row[name] == above[name]:
            row[part] = row[part] or above[part]
    return [
        (row[part] if part is not None else "", _ROW_OF.sub("", row[name]))
        for row in rows
    ]


def _by_columns(
    labels: list[Pair],
    rows: Rows,
    formulas: list[int],
    numbers: list[tuple[int, str]],
) -> list[AnswerRow]:
    """The rows of a table whose columns are formulas and numbers; several of one where each column says in which it stands."""
    places = dict.fromkeys(place for _, place in numbers)
    found = []
    for label, row in zip(labels, rows, strict=True):
        said = "".join(f"{row[k]} = " for k in formulas if row[k])
        for at in places if all(places) else [None]:
            cells = [
                cell
                for k, place in numbers
                if at in (None, place)
                for cell in _apart(row[k])
            ]
            found += (
                [AnswerRow(*label, [said + cells[0], *cells[1:]])] if any(cells) else []
            )
    return found


def _by_places(columns: _AnswerColumns, rows: Rows) -> list[AnswerRow] | None:
    """The rows of the matrices of which each row of a table has an entry, behind its name, its row and its column.

    >>> rows = [["S", "1", "2", "3"], ["S", "1", "1", "0,5"]]
    >>> _by_places(_told(["line", "row", "column", "value"], rows), rows)
    [AnswerRow(part='', name='S', cells=['0,5', '3'])]
    """
    assert columns.places is not None
    row, column = columns.places
    entry = next((k for k in columns.rest if k != column), None)
    if entry is None or not all(
        cells[k].isdecimal() for cells in rows for k in (row, column)
    ):
        return None
    part = columns.part
    known = sorted(
        (
            cells[part] if part is not None else "",
            cells[columns.name],
            int(cells[row]),
            int(cells[column]),
            cells[entry],
        )
        for cells in rows
    )
    return [
        AnswerRow(at[0], at[1], [one[-1] for one in group])
        for at, group in groupby(known, lambda one: one[:3])
    ]


def _across(titles: list[str], rows: Rows) -> list[AnswerRow] | None:
    """The rows of matrices that stand beside each other in a table that counts its rows, a column of it for each of theirs.

    >>> _across(["row", "S1", "S2", "m"], [["1", "3", "5", "5"], ["2", "0", "1", "1"]])
    ... # doctest: +NORMALIZE_WHITESPACE
    [AnswerRow(part='', name='S', cells=['3', '5']), AnswerRow(part='', name='S', cells=['0', '1']),
     AnswerRow(part='', name='m', cells=['5']), AnswerRow(part='', name='m', cells=['1'])]
    >>> [_across(["row", *names], [["1", "2", "3"], ["2", "4", "5"]]) for names in (["Q", "K"], ["Q1", "K1"])]  # no two are one's
    [None, None]
    """
    counted = [int(row[0]) for row in rows if row[0].isdecimal()]
    in_order = len(rows) > 1 and counted in (
        [*range(len(rows))],
        [*range(1, len(rows) + 1)],
    )
    numbers = all(is_number(cell) for row in rows for cell in row[1:])
    if titles[0].lower() not in words_for("row") | {"i"} or not in_order or not numbers:
        return None
    stems = [re.sub(r"(?<=[^\W\d_])\d\Z", "", title) for title in titles]
    found = []
    for stem, group in groupby(range(1, len(titles)), lambda k: stems[k]):
        places = list(group)
        name = stem if len(places) > 1 else titles[places[0]]
        found += [AnswerRow("", name, [row[k] for k in places]) for row in rows]
    return found if len({row.name for row in found}) < len(titles) - 1 else None


def _is_entries(cell: str) -> bool:
    return all(map(is_number, _apart(cell))) or _GROUPED.fullmatch(cell) is not None


def _apart(cell: str) -> list[str]:
    """The numbers of a cell: a row with a blank behind each comma, or semicolons."""
    return [one.strip() for one in re.split(r",[ \t]+|;", cell)]


def _laid_out(rows: Rows) -> tuple[list[AnswerRow], bool]:
    """The rows of a sheet whose questions or parts have rows of their own, or on which matrices stand below and beside others,
    each below its name: tables by their titles, where these have some, which is said too, else as they are. Nothing where no
    row is a heading and no name stands over numbers, but in the first row, where a form has its questions.

    >>> with about.about(["I", "saw"], ["Q", "S"], False):
    ...     len(_laid_out([["1a", "", ""], ["Q", "", "S"], ["1", "", "2"]])[0]), _laid_out([["Q", "S"], ["1", "2"]])
    (3, ([], False))
    >>> rows = [["a)", "", ""], ["quantity", "value", ""], ["M", "26", ""], ["", "", ""], ["S", "I", "saw"], ["I", "1", "2"]]
    >>> list(_lines(_laid_out(rows)[0]))
    ['# a)', 'M = 26', '', 'S\\tI\\tsaw', 'I\\t1\\t2']
    """
    bare = [[cell for cell in row if cell and not about.is_token(cell)] for row in rows]
    named, valued = (
        [bool(row) and all(map(is_so, row)) for row in bare]
        for is_so in (about.is_name, is_number)
    )
    told = any(named[k] and valued[k + 1] for k in range(1, len(rows) - 1))
    found, any_titled = list[AnswerRow](), False
    for alone, block in groupby(rows, lambda row: not any(row[1:])):
        lines = list(block)
        if alone:
            heads = [heading(row[0]) is not None for row in lines]
            told = told or any(heads)
            lines = [
                ["# " * head + row[0]] for head, row in zip(heads, lines, strict=True)
            ]
        first, *others = _measured(lines)
        near, *below = _near([first, *others])
        columns = (
            _told(near, below) if others and LETTER.search("".join(first)) else None
        )
        titled = columns and _by_titles(columns, [row for row in below if any(row)])
        any_titled = any_titled or bool(titled)
        found += titled or [AnswerRow("", "", row) for row in lines]
    return found if told else [], any_titled


def _matrix(at: tuple[int, AnswerRow]) -> tuple[str, str, int]:
    """What the rows of one matrix share, their part and their name; what has one row is said again."""
    k, row = at
    return row.part, row.name, k * about.is_single(row.name)


def _lines(rows: list[AnswerRow]) -> Iterator[str]:
    """The lines of a text in which a name stands before the rows of its matrix, one row alone in brackets.

    >>> list(_lines([AnswerRow("1.", "Q", ["1", "2"]), AnswerRow("", "S", ["0", "1"]), AnswerRow("", "S", ["1", "0"])]))
    ['# 1.', 'Q = [1  2]', 'S = [0  1;', '1  0]']
    """
    part = ""
    for (at, name, _), block in groupby(enumerate(rows), _matrix):
        group = [row for _, row in block]
        if at not in ("", part):
            part = at
            yield f"# {part}"
        lines = ["\t".join(row.cells).rstrip("\t") for row in group]
        # blanks do not part decimals with commas for sure
        between = " & " if any("," in line for line in lines) else "  "
        if name and len(lines) == 1:
            yield (
                f"{name} = [{lines[0].replace(chr(9), '  ')}]"  # or a column of numbers
                if "\t" in lines[0]
                else f"{name}{' =' if '=' in name or SYMBOL_ALONE.fullmatch(name) else ':'} {lines[0]}"
            )
        elif name and all(map(_PLAIN_ROW.fullmatch, lines)):  # each on its line
            first, *others = (line.replace("\t", between) for line in lines)
            yield from ";\n".join([f"{name} = [{first}", *others]).split("\n")[:-1]
            yield f"{others[-1]}]"
        else:
            yield from [f"{name} =", *lines] if name else lines


def _listed(columns: _AnswerColumns, value: int, rows: Rows) -> Contents:
    """One student's table of a name and a value in each row."""
    rows = joined(columns.name, value, rows)
    filled = [row for row in rows if row[columns.name] and row[value]]
    sources = [AnswerText(row[value]) for row in filled]
    places = (
        _place(row[columns.part]) if columns.part is not None else START
        for row in filled
    )
    with evidence(" ".join(source.text for source in sources)):
        return _within(
            sources,
            in_turn(
                _valued(row[columns.name], source.text, place)
                for row, source, place in zip(filled, sources, places, strict=True)
            ),
        )


def _valued(name: str, text: str, place: AnswerPlace) -> Sequence[WrittenAnswer]:
    """What stands beside a name: its value, or equations where the name is that of a question or a part."""
    found = heading(name, marked=True)
    said = equations_in(name, text, place=_place(name)) if found else []
    return said or [of_text(prefix(name)[1], text, place)]


def _within(
    sources: list[AnswerText], answers: Iterable[WrittenAnswer], who: str = ""
) -> Contents:
    """One student's answers, with the steps of one file to themselves, or why there were too many."""
    with budget() as shared:
        found = list(answers)
    return Contents(
        [] if shared.said else found, who=who, limit=shared.said, sources=sources
    )


def _between(table: str) -> str:
    """What stands between the cells: tabs, or semicolons as spreadsheets write them where a comma stands in numbers; else commas.

    >>> [_between(table) for table in ("Q\\t0,5\\n\\t1", '"Ada";\\n"Q";0,5', 'name,"Q; K"\\nAda,1', '"Q;K"\\n1', "A,B;\\nQ;0,5")]
    ['\\t', ';', ',', ',', ';']
    """
    lines = [line for line in table.split("\n") if line.strip()]
    counts = {_QUOTED.sub("", line).count(";") for line in lines}
    if (
        len(lines) > 1 and len(counts) == 1 and counts != {0}
    ):  # as many in each line, whatever its words are
        return ";"
    first = _QUOTED.sub("", lines[0]) if lines else ""
    for sign in "\t;":
        filled = [
            line for line in lines if sign in line or "," in line
        ]  # a name alone on its line says nothing
        told = sign in first or (sign == ";" and [first] == lines[:1])
        commas = sign == ";" and ("," in first or '"' in first)
        if filled and told and not commas and all(sign in line for line in filled):
            return sign
    return ","


def _place(question: str) -> AnswerPlace:
    """The question, and perhaps the part, that a cell names: 1a."""
    found = heading(question, marked=True)
    return (
        AnswerPlace(0, found.question or question, found.part)
        if found
        else AnswerPlace(0, question or None)
    )


def _contents(
    columns: list[WrittenAnswer | None], rows: Sequence[Sequence[str]], who: str = ""
) -> Contents:
    """One student's answers in the columns of some rows."""
    if said := _too_much(rows):
        return Contents(who=who, limit=said)
    cells = [
        (column, cell)
        for row in rows
        for column, cell in zip(columns, row, strict=False)
        if column
    ]
    sources = [AnswerText(cell) for _, cell in cells]
    answers = in_turn(_answers(*pair) for pair in cells if pair[1].strip())
    return _within(sources, answers, who)


def _who(titles: list[str]) -> int:
    """The column that says who a row is: an e-mail address, an id, a name, else the first."""
    if any(called.search(titles[0]) for called in _WHO):
        return 0
    known = (
        k
        for called in _WHO
        for k, title in enumerate(titles)
        if called.search(title) and "_" not in title
    )
    return next(known, 0)


def _columns(titles: list[str]) -> list[WrittenAnswer | None]:
    """What every column has answers to: one without a value, which may be loose where its title may be a sentence; None for a
    column that says who or when, or nothing."""
    return [
        None if not title or _ABOUT.search(title) else _column(title)
        for title in titles
    ]


def _column(title: str) -> WrittenAnswer:
    dotted = re.fullmatch(r"([\w-]+)\.(\w+)", title)
    question, label = (dotted[1], dotted[2]) if dotted else (None, title)
    found, name = prefix(
        _NUMBERED.sub(r"\1) ", re.sub(r"\s*\[[^\[\]]*\]\s*\Z|[?*]+\s*\Z", "", label))
    )
    place = AnswerPlace(
        0,
        question or found.question,
        found.part,
        found.head,
        sure=bool(dotted),
    )
    loose = not dotted and (" " in title or "-" in title)
    return WrittenAnswer(name, place=place, loose=loose)


def _answers(column: WrittenAnswer, cell: str) -> Sequence[WrittenAnswer]:
    """What stands in a cell of a column: equations, where it names lines by itself, or a value; words alone are none."""
    if not re.search(r"[0-9]", cell):
        return [replace(column, error=reading("words_alone"), text=cell, scalar=True)]
    place, label = column.place, column.label
    if place == START and not about.is_name(label):
        place = _place(label)
    if said := equations_in(label, cell, place=place):
        return said
    return [replace(of_text(label, cell, column.place), loose=column.loose)]
