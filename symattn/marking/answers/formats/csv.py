"""Answers from a form: a CSV table whose columns are questions and whose rows are students; or one student's own table."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import dropwhile, groupby, islice, pairwise

from symattn.errors import LimitError, SymattnError
from symattn.language.evaluate import budget
from symattn.later import pattern
from symattn.limits import MOST_ANSWERS, MOST_CHARACTERS, MOST_ROWS, MOST_TEXT
from symattn.marking.answers import about, prose
from symattn.marking.answers.cells import entries
from symattn.marking.answers.formats import decoded
from symattn.marking.answers.headings import heading, prefix
from symattn.marking.answers.ledger import AnswerText
from symattn.marking.answers.numerals import evidence
from symattn.marking.answers.tables import of_text
from symattn.marking.answers.written import START, AnswerPlace, Contents, WrittenAnswer
from symattn.marking.said import reading
from symattn.records import frozen
from symattn.tables import in_turn
from symattn.tex.signs import words

ORDER = 60
SUFFIXES = {".csv": "CSV of a form", ".tsv": "a table with tabs"}
LONGEST_TITLE = 300
_WHO = (r"e-?mail", r"student\W*(?:id|no|number)|\bid\b|matric|roll", r"user\s*name|login", r"\bname\b|student|who")
_QUOTED = pattern(r'"[^"\n]*"')
_NUMBER = pattern(r"[-−+]?(?:\d+(?:[.,]\d*)?|\.\d+)(?:[eE][-+]?\d+)?%?|[-−+]?\d+/\d+|[-−]?(?:inf|∞)")
_QUESTIONS = words("question problem aufgabe frage exercice")
_ROWS, _COLUMNS = words("row zeile ligne i"), words("column col spalte colonne j")
_NAMES = words(
    "line label symbol variable matrix tensor quantity größe groesse bezeichnung grandeur symbole matrice object objekt tenseur"
)
_PARTS = words("part teil partie") | _QUESTIONS
_SYMBOL = pattern(r"[^\W\d_]\w{0,8}(?:[_^]\{?\w+\}?)?")
_COLUMN = pattern(r"(?:[acdehkltvwxy]|col|column|entry|spalte|val|value|wert)?[ _]?(\d{0,2})")  # above the numbers of a table
_GROUPED = pattern(r"[1-9]\d{0,2}(?:[.,' \u00a0\u202f]\d{3})+")
_ROW_OF = pattern(r"[ \t,]+(?:row|zeile|ligne)[ \t]*\d{1,2}\Z", re.IGNORECASE)
_WORDS_ALONE = pattern(r"\([^\W\d_][^()\d]*\)")  # (column)
_OF_PART = pattern(r"(\(?[a-h]\))[ \t]*(?=\S)")
MOST_BETWEEN = 400  # lines in which the heading of a part is not written again
MOST_ABOUT = 3  # rows of a table that say whose it is
_NUMBERED = pattern(r"\A(?:q|question|problem)\s*(\d{1,3})[\s.:-]+(?=[A-Za-z]{1,5}_?\d?\Z)", re.IGNORECASE)
_ABOUT = pattern(
    r"time\s*stamp|e-?mail|\bname\b|student|\bid\b|^who$|^(?:total )?score$|user\s*name|section|submitted"
    r"|start(?:ed)? (?:time|on)|completion",
    re.IGNORECASE,
)


def read(data: bytes, ids: frozenset[str]) -> Sequence[Contents]:
    """What one student wrote into a table, the answers in the columns of all its rows; raises SymattnError, LimitError.

    >>> [(found.who, [answer.label for answer in found.answers]) for found in read(b'name,A_1\\nAda,"[[1, 2]]"', frozenset())]
    [('', ['A_1'])]
    """
    titles, rows = _opened(data)
    if (table := _table(titles, rows, ids)) is not None:
        return [table]
    if said := _too_much(rows):
        raise LimitError(said)
    columns = _columns(titles)
    answers = [answer for row in rows for answer in _answers(columns, row)]
    return [Contents(answers, sources=[source for row in rows for source in _sources(columns, row)])]


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
        _contents(columns, row, who=row[who].strip() if who < len(row) and row[who].strip() else f"line {i}")
        for i, row in enumerate(rows, 2)
        if any(cell.strip() for cell in row)
    ]


def _opened(data: bytes) -> tuple[list[str], list[list[str]]]:
    """The titles of a table's columns, and its rows."""
    text = decoded(data)
    lines = csv.reader(io.StringIO(text), delimiter=_between(text))
    try:
        rows = list(islice(lines, MOST_ROWS + 2))
    except csv.Error:  # of a cell that is longer than the module reads
        raise LimitError(reading("long_cell", line=lines.line_num, most=f"{MOST_CHARACTERS:,}")) from None
    rows = list(dropwhile(lambda row: not any(map(str.strip, row)), rows))
    if len(rows) < 2:
        raise SymattnError(reading("no_rows_below"))
    if len(rows) > MOST_ROWS + 1:
        raise LimitError(reading("most_rows", most=f"{MOST_ROWS:,}"))
    if said := _too_much(rows[:1]):
        raise LimitError(said)
    return [" ".join(title.split())[:LONGEST_TITLE] for title in rows[0]], rows[1:]


def _too_much(rows: list[list[str]]) -> str:
    """Why the cells of a student, or those that name the columns, are more than is read, looked at before any of them is."""
    cells = [len(cell) for cell in in_turn(rows) if cell and not cell.isspace()]
    if sum(cells) > MOST_TEXT:
        return reading("long_text", count=f"{sum(cells):,}", most=f"{MOST_TEXT:,}")
    return reading("most_answers", count=f"{len(cells):,}", most=f"{MOST_ANSWERS:,}") if len(cells) > MOST_ANSWERS else ""


def _table(titles: list[str], rows: list[list[str]], ids: frozenset[str]) -> Contents | None:
    """A table that is one student's whoever hands it in: of numbers, or of a name and a value in each row."""
    if not any(re.search(r"[^\W\d_]", title) for title in titles[1:]):
        return prose.read("\n".join(_numbered([titles, *rows])), ids)
    if (lines := _of_lines([titles, *rows])) is not None:
        return prose.read(lines, ids)
    below = _below(titles, rows)
    if below is not None or (found := _listed(titles, rows)) is None:
        below = below if below is not None else _by_columns(titles, rows) or _untitled([titles, *rows])
        return None if below is None else prose.read(below, ids)
    return found


def _of_lines(rows: list[list[str]]) -> str | None:
    """A table without titles each row of which begins with a line's name or goes on with the one above; None for any other.

    >>> with about.about([], ["S", "K"], False):
    ...     _of_lines([["S", "1", "ln(2)"], ["", "0", "1"], ["K", "1", "2", "(column)"]])
    'S =\\n1\\tln(2)\\n0\\t1\\nK = [1  2]'
    """
    if not rows[0] or not about.is_name(rows[0][0].strip()) or _too_much(rows):
        return None
    stripped = [[cell.strip() for cell in row] for row in rows if any(map(str.strip, row))]
    filled = [[cell for cell in row if not _WORDS_ALONE.fullmatch(cell)] for row in stripped]
    if not filled or any(not row or (row[0] and not about.is_name(row[0])) for row in filled) or not filled[0][0]:
        return None
    if any(len(entries(cell)) != 1 for row in filled for cell in row[1:] if cell):
        return None
    return "\n".join(_row_by_row(filled))


def _row_by_row(rows: list[list[str]]) -> Iterator[str]:
    """The lines of a text in which a name stands before the first row of its matrix, one row alone in brackets; what has no
    numbers behind it as it is.

    >>> list(_row_by_row([["1.", ""], ["Q", "1", "2"], ["S", "0", "1"], ["", "1", "0"]]))
    ['1.', 'Q = [1  2]', 'S =\\n0\\t1', '1\\t0']
    """
    named = False
    for row, below in zip(rows, [*rows[1:], []], strict=True):
        cells = "\t".join(row[1:]).rstrip("\t")
        valued = cells and all(_NUMBER.fullmatch(cell) or len(entries(cell)) == 1 for cell in row[1:] if cell)
        if valued and _SYMBOL.fullmatch(row[0]) and not about.is_token(row[0]):
            named = any(below) and not below[0]
            single = f"[{cells.replace(chr(9), '  ')}]" if "\t" in cells else cells
            yield f"{row[0]} =\n{cells}" if named else f"{row[0]} = {single}"
        else:
            named = bool(named and valued and not row[0])
            yield cells if named else _line(row)


def _between(table: str) -> str:
    """What stands between the cells: tabs, or semicolons as spreadsheets write them where a comma stands in numbers; else commas.

    >>> [_between(table) for table in ("Q\\t0,5\\n\\t1", '"Ada";\\n"Q";0,5', 'name,"Q; K"\\nAda,1', '"Q; K"\\n1')]
    ['\\t', ';', ',', ',']
    """
    lines = [line for line in table.split("\n") if line.strip()]
    first = _QUOTED.sub("", lines[0]) if lines else ""
    for sign in "\t;":
        filled = [line for line in lines if sign in line or "," in line]  # a name alone on its line says nothing
        told = sign in first or (sign == ";" and [first] == lines[:1])
        commas = sign == ";" and ("," in first or '"' in first)
        if filled and told and not commas and all(sign in line for line in filled):
            return sign
    return ","


def _line(row: list[str]) -> str:
    """A row of a table of numbers as a line of text: a name alone, or cells with tabs between them."""
    filled = [cell.strip() for cell in row]
    if filled and filled[0] and not any(filled[1:]) and re.search(r"[^\W\d_]", filled[0]):
        return f"{filled[0]}:"
    return "\t".join(filled).rstrip("\t")


def _below(titles: list[str], rows: list[list[str]]) -> str | None:
    """A table with a row of a matrix, or a whole one, on each line behind its name, as a text; None for a form.

    >>> _below(["line", "row", "c1", "c2"], [["S", "1", "1", "3"], ["S", "2", "0", "1"]])
    'S =\\n1\\t3\\n0\\t1'
    >>> _below(["name", "a11", "a12", "a21", "a22"], [["S", "1", "3", "0", "1"]])
    'S = [1  3; 0  1]'
    >>> _below(["line", "values", ""], [["S", "1", "3"], ["p", "2", ""]])
    'S = [1  3]\\np = 2'
    """
    if titles[0].lower() in _QUESTIONS and len(titles) > 2:
        return _by_questions(titles, rows)
    if (text := _by_places(titles, rows)) is not None:
        return text
    kept = [k for k, title in enumerate(titles) if title.lower() not in _ROWS]
    titles = [titles[k] for k in kept]
    filled = [[row[k].strip() if k < len(row) else "" for k in kept] for row in rows if any(map(str.strip, row))]
    named = titles[:1] and titles[0].lower() in ("line", "label", "symbol", "variable", "name", "matrix", "")
    if not named or not filled or not all(row[0] and any(row[1:]) for row in filled):
        return None
    if not all(_NUMBER.fullmatch(cell) for row in filled for cell in row[1:] if cell):
        return None
    names = [row[0] for row in filled]
    if len(set(names)) == len(names):
        over_all = len(titles) > 2 and not any(titles[2:])  # line,values,,
        places = [_COLUMN.fullmatch("" if over_all else title.lower()) for title in titles[1:]]
        return "\n".join(_of_row(row, [place[1] or "" for place in places if place]) for row in filled) if all(places) else None
    out: list[str] = []
    for k, row in enumerate(filled):
        out += [f"{row[0]} ="] if k == 0 or names[k - 1] != row[0] else []
        out.append("\t".join(cell for cell in row[1:] if cell))
    return "\n".join(out)


def _by_questions(titles: list[str], rows: list[list[str]]) -> str | None:
    """A table whose first column names the question of each row, question by question as above; None where one is no such table.

    >>> _by_questions(["question", "line", "c1", "c2"], [["q1", "S", "1", "3"], ["q2", "T", "0", "1"]])
    '# q1\\nS = [1  3]\\n# q2\\nT = [0  1]'
    """
    filled = [row for row in rows if any(map(str.strip, row))]
    groups = groupby(filled, lambda row: row[0].strip())
    found = [(name, _below(titles[1:], [row[1:] for row in group])) for name, group in groups]
    texts = [f"# {name}\n{text}" for name, text in found if name and text is not None]
    return "\n".join(texts) if len(texts) == len(found) else None


def _by_columns(titles: list[str], rows: list[list[str]]) -> str | None:
    """A table whose columns are told by their titles and by what stands in them: question or part, name, the number or the word
    of a row, formulas, numbers; as a text; None for a form.

    >>> _by_columns(["part", "symbol", "token", "c1", "c2"], [["a", "S", "I", "1", "3"], ["a", "S", "saw", "0", "1"]])
    '# a\\nS =\\n1\\t3\\n0\\t1'
    >>> _by_columns(["Teil", "Formel", "Anzahl"], [["norms", "4d", "3.072"]])
    'norms = 4d = 3.072'
    """
    low = [title.lower() for title in titles]
    name = next((k for known in (_NAMES, _PARTS) for k, title in enumerate(low) if title in known), None)
    if name is None or _too_much(rows):
        return None
    part = next((k for k, title in enumerate(low) if title in _PARTS and k != name), None)
    filled = [[*map(str.strip, row), *[""] * (len(titles) - len(row))] for row in rows if any(map(str.strip, row))]
    for above, row in pairwise(filled):  # a name stands before the first row of its matrix
        row[name] = row[name] or above[name]
        if part is not None and row[name] == above[name]:
            row[part] = row[part] or above[part]
    if not filled or not filled[0][name]:
        return None
    rest = [k for k, title in enumerate(low) if k not in (name, part) and title not in _ROWS]
    entries = [k for k in rest if all(_is_entries(row[k]) for row in filled if row[k]) and any(row[k] for row in filled)]
    first = [row[entries[0]] for row in filled if row[entries[0]]] if entries else []
    if len(entries) > 1 and not _COLUMN.fullmatch(low[entries[0]]) and all(map(str.isdecimal, first)):
        entries = entries[1:]  # it counts the rows
    formulas = [k for k in rest if k not in entries and all(re.search(r"\d|[+*^(]", row[k]) for row in filled if row[k])]
    if not entries and len(rest) == 1 and all(row[rest[0]] for row in filled):  # shapes
        headings = (f"# {row[part]}\n" if part is not None and row[part] else "" for row in filled)
        return "\n".join(f"{said}{row[name]}: {row[rest[0]]}" for said, row in zip(headings, filled, strict=True))
    if not entries or any(not _COLUMN.fullmatch(low[k]) for k in entries[1:]) or len(formulas) > 1:
        return None
    out: list[str] = []
    filled = [[*row[:name], _ROW_OF.sub("", row[name]), *row[name + 1 :]] for row in filled]
    for (label, _), group in groupby(filled, lambda row: (row[name], part is not None and row[part])):
        members = list(group)
        if part is not None and members[0][part] and f"# {members[0][part]}" not in out[-MOST_BETWEEN:]:
            out.append(f"# {members[0][part]}")
        said = "".join(f"{members[0][k]} = " for k in formulas if members[0][k])
        table = ["\t".join(entry for k in entries for entry in _apart(row[k])) for row in members]
        single = len(table) == 1 and "\t" not in table[0]
        out += [f"{label} = {said}{table[0]}"] if single else [f"{label} =", *table]
    return "\n".join(out)


def _is_entries(cell: str) -> bool:
    return all(map(_NUMBER.fullmatch, _apart(cell))) or _GROUPED.fullmatch(cell) is not None


def _apart(cell: str) -> list[str]:
    """The numbers of a cell: a row with a blank behind each comma, or semicolons."""
    return [one.strip() for one in re.split(r",[ \t]+|;", cell.strip())] if cell.strip() else []


def _untitled(rows: list[list[str]]) -> str | None:
    """A table without titles, each matrix with its name before its first row alone, as a text; None where no row goes on with the
    one above it, as none of a form does."""
    told = any(row and about.is_token(row[0]) and any(map(_NUMBER.fullmatch, row[1:])) for row in rows)
    if (not told and all(row[:1] != [""] for row in rows)) or _too_much(rows):
        return None
    filled = [[cell.strip() for cell in row] for row in rows]
    if told:  # a row is a word's of the sheet, and no student's
        return "\n".join(_numbered(filled))
    if sum(_SYMBOL.fullmatch(row[1]) is not None for row in filled if len(row) > 2) > 1 and not any(
        _SYMBOL.fullmatch(row[0]) and _NUMBER.fullmatch(row[1]) for row in filled if len(row) > 1
    ):  # the question's number stands before the name
        parts = [(f"# {row[0]}\n" if re.search(r"\d", row[0]) and len(row[0]) < 4 else "") for row in filled]
        filled = [row[1:] for row in filled]
    else:
        parts = [""] * len(filled)
    numbers = [row for row in filled if any(row[1:]) and all(_NUMBER.fullmatch(cell) for cell in row[1:] if cell)]
    named = [row for row in numbers if _SYMBOL.fullmatch(row[0])]
    going_on = [row for row in numbers if not row[0]]
    if not going_on or not named or len(named) + len(going_on) < len([row for row in filled if any(row[1:])]) - MOST_ABOUT:
        return None
    return "\n".join(map("".join, zip(parts, _row_by_row(filled), strict=True)))


def _numbered(rows: list[list[str]]) -> Iterator[str]:
    """Rows as lines of text, the number of a part before a name on a line of its own: a) Z;E1;E2."""
    parts = [_OF_PART.match(row[0]) if row else None for row in rows]
    bare = [[row[0][part.end() :], *row[1:]] if part else row for part, row in zip(parts, rows, strict=True)]
    for part, line in zip(parts, _row_by_row(bare), strict=True):
        yield f"{part[1]}\n{line}" if part else line


def _by_places(titles: list[str], rows: list[list[str]]) -> str | None:
    """A table with an entry of a matrix on each line, behind its name, its row and its column, as a text; None for any other.

    >>> _by_places(["line", "row", "column", "value"], [["S", "1", "2", "3"], ["S", "1", "1", "0,5"]])
    'S =\\n0,5\\t3'
    """
    low = [title.lower() for title in titles]
    row, column = (next((k for k, title in enumerate(low) if title in known), -1) for known in (_ROWS, _COLUMNS))
    others = [k for k in range(len(titles)) if k not in (row, column)]
    if len(titles) != 4 or min(row, column) < 0:
        return None
    found: dict[str, dict[tuple[int, int], str]] = {}
    for cells in rows:
        if not any(map(str.strip, cells)):
            continue
        if len(cells) < 4 or not cells[row].strip().isdecimal() or not cells[column].strip().isdecimal():
            return None
        found.setdefault(cells[others[0]].strip(), {})[int(cells[row]), int(cells[column])] = cells[others[1]].strip()
    out: list[str] = []
    for name, known in found.items():
        lines = {i: [known[at] for at in sorted(known) if at[0] == i] for i, _ in sorted(known)}
        out += [f"{name} =", *map("\t".join, lines.values())]
    return "\n".join(out)


def _of_row(row: list[str], numbers: list[str]) -> str:
    """A name and the numbers behind it as an equation; a number of two digits above each says in which row it stands."""
    cells = list(zip(numbers, row[1:], strict=False))
    two = all(len(number) == 2 for number in numbers)
    by_row = [[cell for number, cell in cells if cell and number[:1] == first] for first in dict.fromkeys(n[:1] for n in numbers)]
    rows = [found for found in by_row if found] if two else [[cell for _, cell in cells if cell]]
    inner = "; ".join("  ".join(found) for found in rows)
    return f"{row[0]} = [{inner}]" if "  " in inner or ";" in inner else f"{row[0]} = {inner}"


def _listed(titles: list[str], rows: list[list[str]]) -> Contents | None:
    """One student's table of a name and a matrix in each row; None for a form, whose rows are students."""
    low = [title.lower() for title in titles]
    name = next((k for k, title in enumerate(low) if title in ("line", "label", "symbol", "variable", "name")), None)
    value = next((k for k, title in enumerate(low) if title in ("value", "matrix", "answer")), None)
    if name is None or value is None or len(titles) > 4:
        return None
    question = next((k for k, title in enumerate(low) if title in ("question", "problem")), None)
    places = [_place(row[question].strip()) if question is not None and question < len(row) else START for row in rows]
    if said := _too_much([[row[value]] for row in rows if len(row) > value]):
        raise LimitError(said)
    wide = [(row, at) for row, at in zip(rows, places, strict=True) if len(row) > max(name, value)]
    filled = [(row, at) for row, at in wide if row[name].strip() and row[value].strip()]
    sources = [AnswerText(row[value]) for row, _ in filled]
    with budget() as shared, evidence(" ".join(source.text for source in sources)):
        answers = [of_text(prefix(row[name])[1], row[value], at) for row, at in filled]
    return Contents([] if shared.said else answers, limit=shared.said, sources=sources)


def _place(question: str) -> AnswerPlace:
    """The question, and perhaps the part, that a cell names: 1a."""
    found = heading(question, marked=True)
    return AnswerPlace(0, found.question or question, found.part) if found else AnswerPlace(0, question or None)


def _contents(columns: list[_Column | None], row: list[str], who: str) -> Contents:
    """One student's answers, with the steps of one file to themselves."""
    if said := _too_much([row]):
        return Contents(who=who, limit=said)
    with budget() as shared:
        answers = list(_answers(columns, row))
    return Contents([] if shared.said else answers, who=who, limit=shared.said, sources=_sources(columns, row))


def _sources(columns: list[_Column | None], row: list[str]) -> list[AnswerText]:
    return [AnswerText(cell) for column, cell in zip(columns, row, strict=False) if column]


def _who(titles: list[str]) -> int:
    """The column that says who a row is: an e-mail address, an id, a name, else the first."""
    if re.search("|".join(_WHO), titles[0], re.IGNORECASE):
        return 0
    for called in _WHO:
        for k, title in enumerate(titles):
            if re.search(called, title, re.IGNORECASE) and "_" not in title:
                return k
    return 0


@frozen
class _Column:
    """What the title of a column of answers says: the name, the question and part it is of, and whether it may be a sentence."""

    name: str
    place: AnswerPlace
    loose: bool


def _columns(titles: list[str]) -> list[_Column | None]:
    """What every column has answers to; None for one that says who or when, or nothing."""
    return [None if not title or _ABOUT.search(title) else _column(title) for title in titles]


def _column(title: str) -> _Column:
    dotted = re.fullmatch(r"([\w-]+)\.(\w+)", title)
    question, label = (dotted[1], dotted[2]) if dotted else (None, title)
    found, name = prefix(_NUMBERED.sub(r"\1) ", re.sub(r"\s*\[[^\[\]]*\]\s*\Z|[?*]+\s*\Z", "", label)))
    place = AnswerPlace(
        0,
        question or (found.question if found else None),
        found.part if found else None,
        found.head if found else None,
        sure=bool(dotted),
    )
    return _Column(name, place, loose=not dotted and (" " in title or "-" in title))


def _answers(columns: list[_Column | None], row: list[str]) -> Iterator[WrittenAnswer]:
    for column, cell in zip(columns, row, strict=False):
        if not column or not cell.strip():
            continue
        if re.search(r"[0-9]", cell):
            answer = of_text(column.name, cell, column.place)
        else:
            answer = WrittenAnswer(column.name, error=reading("words_alone"), place=column.place, text=cell, scalar=True)
        yield replace(answer, loose=column.loose)
