"""A matrix as written becomes entries, and every entry a value: rows by brackets or lines, columns by commas or blanks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache

from flint import fmpq

from symattn.errors import ReadError, SymattnError
from symattn.exact.decide import Span
from symattn.exact.matrix import BLOCKED
from symattn.exact.number import Number
from symattn.exact.units import PERCENT, Unit, at_end
from symattn.language import Cell, Precision, Value, read
from symattn.language.evaluate import check
from symattn.language.letters import any_known, longest, name_of
from symattn.later import pattern
from symattn.limits import MOST_ENTRIES
from symattn.marking.answers import numerals
from symattn.marking.answers.flat import ROW, FlatGrid
from symattn.marking.said import fact, reading
from symattn.records import replace
from symattn.tables import every, in_turn

Cells = tuple[tuple[Cell, ...], ...]
Entries = tuple[tuple[str, ...], ...]
_PLAIN = pattern(r"-?(?:(?:0|[1-9][0-9]{0,17})(?:\.([0-9]{0,18}))?|\.([0-9]{1,18}))")

_GOES_ON = pattern(r"\s*([-+−]?)(\d{0,18})\.(\d{1,18}?)\s*(?:\.{2,4}|…|\\[lc]?dots(?:\{\})?)\s*")
_QUICK = pattern(r"[-+0-9.eE \t]*")
_BRACKETS = {"[": "]", "(": ")", "{": "}"}
_SIGN_ALONE = pattern(r"\{([-+−])\}")  # LaTeX without the space behind a sign: no row begins with it
_CALL = pattern(r"\s*(?:\w+\s*\.\s*)?\w+\s*\((?=\s*[\[({])")
_OPTIONS = pattern(r"\s*(?:,\s*(?:\w+\s*=\s*[^=,]*|\w+)\s*)*,?\s*")  # dtype=float32, device='cpu'

_GROUPS = pattern(r"\s*[-−]?[1-9]\d{0,2}(?: \d{3})+\s*")
_ROWS = pattern(rf"[\[{{;&|│\n{ROW}]")
_BATCH = pattern(r"((?:\s*(?:\w+\s*\.\s*)?\w+\s*\(\s*)?)\[\s*\[\s*\[")
_GAPS = rf"(?:(?!(?<=\d)[{numerals.THIN}](?=\d{{3}}(?!\d)))\s)+"  # a narrow blank between thousands is none
_MIXED = pattern(r"([-+−]?)\s*(\d{1,9})\s+(\d{1,9}\s*[/⁄]\s*\d{1,9}|[¼-¾⅐-⅞])")
_IS_CALL = pattern(r"(?:(?:ln|log)\d*|sin|cos|tanh|exp|sqrt)\b|√")
_SIGMOID = pattern(r"(\\sigma|σ)\s*\(((?:[^()]|\([^()]*\))*)\)")
_CHOICE = pattern(r"\\?(?<!\w)(?:max|(?P<smaller>min)|(?P<above>relu|ReLU))\s*(?:\\left)?\(")
MOST_CHOICES = 4  # of max(a, b) inside each other in one entry
_PREFIX = pattern(r"\b(?:np|numpy|math|torch|jnp|sympy|sp|sym|cmath)\s*\.\s*(?=[A-Za-z])")
_ENDLESS = pattern(
    r"[-−–—‑]\s*(?:\\infty|∞|\.?inf(?:inity|ty)?|unendlich|oo)|minf\b|float\(\s*['\"]-inf(?:inity)?['\"]\s*\)", re.IGNORECASE
)
_ROOT = pattern(r"sqrt\s*(\d+(?:\.\d+)?)(?![\d.])")
_BARE_CALL = pattern(  # ln 2, ln2; log2 with nothing behind it that it may be taken of
    r"(?:\b|(?<=\d))(ln(?=\d)|log(?=\d+(?!\d|\s*[\w(\[]))|(?:ln|log|sin|cos|tanh|exp)(?=\s))\s*(\d+(?:\.\d+)?)(?![\w.^*/])"
)
_CALL_OF_LETTER = pattern(  # 2 cos m sin n
    r"(ln|log|sin|cos|tanh|exp)[ \t]+([^\W\d_]+)(?![\w(.^*/]|[ \t]*(?:[\d(.^*/]|(?!ln|log|sin|cos|tanh|exp|sqrt)[^\W\d_]))"
)
_OF_FRACTION = pattern(r"(?<![\w.)])(\d+/\d+)[ ](?=(?:ln|log)\b)")  # 9/4 ln 3
_TIMES = pattern(r"(?<=\d)\s*[xX]\s*(?=10\s*(?:\^|\*\*|[⁺⁻⁰¹²³⁴-⁹]))")
_JOINS = pattern(r"(?:[-+*/^·×⋅∗÷−(]|\\(?:cdot|times|sqrt|ln|log|exp|div)|\b(?:sqrt|exp|log|ln|sin|cos|tanh)|√)\Z")
_JOINED = pattern(r"(?:[*/^·×⋅∗÷)%]|\\(?:cdot|times|div)|\*\*)")
_LISTED = pattern(r"[-+]?[0-9.]+(?:,[ ]+[-+]?[0-9.]+)*")  # what most rows are
_COMMA = pattern(r",[ ]+")
_SEVERAL = pattern(r"(?!\d{1,3}(?: \d{3})+\Z)[-−+]?[\d./]+(?:[ \t]+[-−+]?[\d./]+)+")
_SEVERAL_WIDE = pattern(  # 7 -3 and 0.5 0 are two entries, however wide the gaps beside them are; 524 800 may be one
    r".*\d[ \t]+[-−](?=[\d.]).*|(?!\d{1,3}(?: \d{3})+\Z)[-−+]?[\d.,]+(?:[ \t]+[-−+]?[\d.,]+)+"
)
_LONE = pattern(r"[-+−]\Z")
_PRECISIONS = tuple(Precision(places) for places in range(19))
MOST_KNOWN = 2_000  # texts whose values are kept, of so many digits each at most: a class writes the same again and again
MOST_DIGITS = 2_000
LONG = 15  # characters of a decimal that may be a printed float: what its last digits are worth depends on its row
_KNOWN: dict[tuple[str, str | None], Value] = {}


def cells_of(grid: FlatGrid, letters: dict[str, str] | None = None) -> Cells:
    """The values of a written matrix; raises SymattnError that says which entry cannot be read and what to write.

    >>> [[cell.text for cell in row] for row in cells_of(FlatGrid("[1/3 -2; e^2 .5]", 1))]
    [['1/3', '-2'], ['e^2', '.5']]
    """
    if grid.error:
        raise SymattnError(grid.error)
    plain = not letters and not any_known() and len(grid.text) <= MOST_DIGITS
    return _cells_of(grid.text, grid.entries, numerals.state()) if plain else _read(grid.text, grid.entries, letters or {})


def _read(text: str, known: Entries | None, letters: dict[str, str]) -> Cells:
    entries = known if known is not None else split(text)
    count = sum(map(len, entries))
    if count > MOST_ENTRIES:
        raise SymattnError(reading("most_entries", count=f"{count:,}", most=f"{MOST_ENTRIES:,}"))
    for i, row in enumerate(entries):
        check_length(i, len(row), len(entries[0]))
    with numerals.of_program(_CALL.match(text) is not None):  # np.array([[1.500, 2]])
        return _values(entries, letters)


@lru_cache(maxsize=MOST_KNOWN)
def _cells_of(text: str, known: Entries | None, state: object) -> Cells:
    """The values of a matrix without letters: a class writes the same again and again."""
    return _read(text, known, {})


def otherwise(grid: FlatGrid) -> Iterator[Cells]:
    """What a written matrix may be too: with slashes between its rows; where commas stand between digits, with all of them in
    decimals, with none.

    >>> [[[cell.text for cell in row] for row in cells] for cells in otherwise(FlatGrid("[1,3; 0,1]", 1))]
    [[['1,3'], ['0,1']], [['1', '3'], ['0', '1']]]
    """
    first, rest = (grid.entries[0], grid.entries[1:]) if grid.entries else ((), ())
    counted = (tuple(map(str, range(len(first)))), tuple(map(str, range(1, len(first) + 1))))
    if (len(first) > 1 < len(rest) or (rest and grid.table)) and first in counted:
        with suppress(SymattnError):  # a row that counts the columns
            yield cells_of(FlatGrid(grid.text, grid.line, rest))
    if _GROUPS.fullmatch(grid.text):  # 122 944 is one number too
        yield cells_of(FlatGrid(grid.text, grid.line, ((re.sub(r"\s", "", grid.text),),)))
    text = grid.text if grid.text.lstrip()[:1] in _BRACKETS else f"[{grid.text}]"
    if " / " in text:  # (1; 2 / 3; 4) is two rows as well as three numbers, 1 / 2 a column as well as a half
        slashed = FlatGrid(text.replace(";", "  ").replace(" / ", ";"), grid.line)
        with suppress(SymattnError):
            yield cells_of(slashed)
        yield from otherwise(slashed)
    for comma in (True, False) if numerals.tight(text) else ():
        with numerals.taking(comma), suppress(SymattnError):
            yield cells_of(FlatGrid(text, grid.line))


def with_decimals(grid: FlatGrid, cells: Cells, shape: tuple[int, ...]) -> list[Cells]:
    """What a matrix may be in a shape where commas, which may be decimal signs, part its numbers: two ways at most.

    >>> grid = FlatGrid("[-2,1,5,-0,375]", 1)
    >>> with numerals.country("de"):
    ...     [[cell.text for cell in row] for (row,) in with_decimals(grid, cells_of(grid), (1, 3))]
    [['-2,1', '5', '-0,375'], ['-2', '1,5', '-0,375']]
    """
    if not numerals.with_comma() or len(cells) != shape[0]:
        return []
    rows = [numerals.with_decimals([cell.text for cell in row], grid.text, shape[1]) for row in cells]
    found = dict.fromkeys(tuple(row[at] for row in rows) for at in (0, -1)) if all(rows) else {}
    return [cells_of(FlatGrid("", grid.line, entries)) for entries in found]


def is_list(grid: FlatGrid) -> bool:
    """Whether a matrix is written as a list of entries: one row in one pair of brackets, or in none; in round ones semicolons
    part entries as well.

    >>> texts = ("(0.5, 1)", "(0{,}5; 1)", "array([0.5, 1.])", "0.5, 1", "[[0.5, 1]]", "[0.5; 1]")
    >>> [is_list(FlatGrid(text, 1)) for text in texts]
    [True, True, True, True, False, False]
    """
    bare = grid.text.lstrip()[:1] not in _BRACKETS and _CALL.match(grid.text) is None
    try:
        inner = grid.text if bare else _inside(grid.text)
        inner = inner.replace("{,}", ",")  # decimals of LaTeX
        inner = inner.replace(";", ",") if grid.text.lstrip()[:1] == "(" else inner
        return _ROWS.search(inner if _bars_part_rows(inner) else inner.replace("|", ",")) is None
    except SymattnError:
        return False


def check_length(i: int, length: int, first: int) -> None:
    """Raise SymattnError for a row that is not as long as the first; rows count from 0.

    >>> check_length(1, 1, 2)
    Traceback (most recent call last):
    symattn.errors.SymattnError: row 2 has 1 entry, row 1 has 2; write rows of one length
    """
    if length != first:
        raise SymattnError(reading("row_length", i=i + 1, many=length, first=first))


def split(text: str) -> Entries:
    """The entries of a matrix in brackets, row by row; raises SymattnError.

    >>> split("[[1, 2], [3, 4]]"), split("[1 - 2 3; 4 5]"), split("array([[1., 2.],\\n [3., 4.]], dtype=float32)")
    ((('1', '2'), ('3', '4')), (('1 - 2', '3'), ('4', '5')), (('1.', '2.'), ('3.', '4.')))
    >>> split("({-}1, 2)")
    (('-1', '2'),)
    """
    inner = _SIGN_ALONE.sub(r"\1", _inside(text))
    if inner.lstrip()[:1] in _BRACKETS and _nested(inner):
        rows = list(_groups(inner))
        if any(row.lstrip()[:1] == "[" for row in rows):
            raise SymattnError(reading("three_dimensions"))
    else:
        between = f"[;\n{ROW}|]" if _bars_part_rows(inner) else f"[;\n{ROW}]"
        rows = [row for row in re.split(between, inner) if row.strip().strip(",")]
        if ";" in inner and numerals.listed(rows):
            return tuple((row.strip(),) for row in rows)
        rows = [row.strip().removesuffix(",") for row in rows]
    if not rows:
        raise SymattnError(reading("no_entries"))
    rows = _by_commas(rows[0]) if len(rows) == 1 else rows
    return _even([tuple(map(str.strip, _apart(row, ";"))) if ";" in row else tuple(row_of(row)) for row in rows])


def _by_commas(row: str) -> list[str]:
    """The rows of several numbers each that commas part, (1 2, 3 4); one row where they part entries.

    >>> _by_commas("15 0, 0 15"), _by_commas("1, 2"), _by_commas("524 800, 100 200")
    (['15 0', ' 0 15'], ['1, 2'], ['524 800, 100 200'])
    """
    parts = row.split(",")
    several = all(_SEVERAL.fullmatch(part.strip()) for part in parts)
    return parts if several and len({len(part.split()) for part in parts}) == 1 else [row]


def _bars_part_rows(inner: str) -> bool:
    """Whether bars stand between rows of several entries, and nothing else parts them: ( 0 1 | 2 3 )."""
    parts = inner.split("|")
    several = all(re.search(r"\S[\s,]+\S", part.strip()) for part in parts)
    return several and not re.search(f"[;\n{ROW}&]", inner)


def _even(rows: list[tuple[str, ...]]) -> Entries:
    """Rows of which some are longer than others, with numbers before functions as factors of these where that makes all even.

    >>> _even([("0", "ln2"), ("2", "ln2", "3", "ln2")]), _even([("1",), ("2", "3")])
    ((('0', 'ln2'), ('2 ln2', '3 ln2')), (('1',), ('2', '3')))
    """
    least = min(map(len, rows))
    joined = [products(row) if len(row) > least else row for row in rows]
    return tuple(joined if len(set(map(len, joined))) == 1 else rows)


def products(row: tuple[str, ...]) -> tuple[str, ...]:
    """The entries of a row with each number before a function as a factor of it.

    >>> products(("0", "ln 2")), products(("1", "0"))
    (('0 ln 2',), ('1', '0'))
    """
    found: list[str] = []
    for entry in row:
        if found and _IS_CALL.match(entry) and found[-1][-1:].isdigit() and not _IS_CALL.search(found[-1]):
            found[-1] += f" {entry}"
        else:
            found.append(entry)
    return tuple(found)


def _inside(text: str) -> str:
    """What stands in the one pair of brackets of a matrix, behind a call's word and before its options; raises SymattnError
    for anything beside it, so that no row is left out.

    >>> _inside("((1, 2), (3, 4))"), _inside("matrix([1, 2], [3, 4])"), _inside("array([[1, 2]], dtype=float)")
    ('(1, 2), (3, 4)', '[1, 2], [3, 4]', '[1, 2]')
    """
    call = _CALL.match(text)
    start = call.end() - 1 if call else len(text) - len(text.lstrip())
    end = _partner(text, start) if text[start : start + 1] in _BRACKETS else None
    if end is None:
        raise SymattnError(reading("not_closed"))
    if text[end + 1 :].strip():
        raise SymattnError(reading("rows_and_numbers"))
    inner = text[start + 1 : end]
    if call is None:
        return inner
    first = len(inner) - len(inner.lstrip())
    close = _partner(inner, first)
    assert close is not None
    options = _OPTIONS.match(inner, close + 1)
    return inner[first + 1 : close] if options and options.end() == len(inner) else inner


def stacked(text: str) -> list[object] | None:
    """A batch of matrices typed in one line, as lists in lists of entries; None for a single matrix. Raises SymattnError.

    >>> stacked("[[[1, 2]], [[3, 4]]]"), stacked("[[1, 2]]")
    ([[['1', '2']], [['3', '4']]], None)
    """
    text = text.strip()
    if not re.match(r"\[\s*\[\s*\[", text):
        return None
    if _partner(text, 0) != len(text) - 1:
        raise SymattnError(reading("batch_not_closed"))
    inner = [f"[{group}]" for group in _groups(text[1:-1])]
    return [stacked(one) or [list(row) for row in split(one)] for one in inner]


def batch(grid: FlatGrid) -> tuple[FlatGrid, ...]:
    """The matrices of a batch, as NumPy and Torch print it or as nested lists; none for a single matrix. Raises SymattnError.

    >>> [one.text for one in batch(FlatGrid("tensor([[[1., 2.]], [[3., 4.]]])", 1))], batch(FlatGrid("[[1, 2]]", 1))
    (['[[1., 2.]]', '[[3., 4.]]'], ())
    """
    found = _BATCH.match(grid.text)
    if found is None or grid.entries is not None:
        return ()
    end = _partner(grid.text, found.end(1))
    if end is None:
        raise SymattnError(reading("batch_not_closed"))
    return tuple(replace(grid, text=f"[{one}]") for one in _groups(grid.text[found.end(1) + 1 : end]))


def _nested(inner: str) -> bool:
    """Whether rows stand in brackets of their own: [[1, 2], [3, 4]], not [(1 + e)/2, 3]."""
    start = len(inner) - len(inner.lstrip())
    end = _partner(inner, start)
    if end is None:
        return False
    after = inner[end + 1 :].lstrip()
    alone = not after or after[0] in (",", ";", inner[start])
    return inner[start] in "[{" or (alone and re.search(r"[\s,]", inner[start + 1 : end].strip()) is not None)


def _groups(inner: str) -> Iterator[str]:
    at = 0
    while at < len(inner):
        if inner[at] in _BRACKETS:
            end = _partner(inner, at)
            if end is None:
                raise SymattnError(reading("not_closed"))
            yield inner[at + 1 : end]
            at = end + 1
        elif inner[at] in " \t\n,;" + ROW:
            at += 1
        else:
            raise SymattnError(reading("rows_and_numbers"))


def _partner(text: str, start: int) -> int | None:
    depth = 0
    for found in re.compile(r"[()\[\]{}]").finditer(text, start):
        depth += 1 if found[0] in "([{" else -1
        if depth == 0:
            return found.start()
    return None


def entries_of(rows: Sequence[str]) -> tuple[Entries, str]:
    """The entries of some rows below each other, and what is wrong with them: two blanks part entries, or one where that gives no
    even rows.

    >>> entries_of(["1 + e  2", "3  4"]), entries_of(["1 2", "3 4"])[0]
    (((('1 + e', '2'), ('3', '4')), ''), (('1', '2'), ('3', '4')))
    """
    wide = tuple(tuple(re.split(r"\s{2,}|\t", row.strip())) for row in rows)
    even = len(set(map(len, wide))) == 1 and (len(wide[0]) > 1 or not any(" " in row[0] for row in wide))
    if even and not any("," in entry or _SEVERAL_WIDE.fullmatch(entry) for entry in in_turn(wide)):
        return wide, ""
    try:
        return _even([tuple(row_of(row)) for row in rows]), ""
    except SymattnError as error:
        return wide, str(error)


_TIMES_CALL = pattern(r"(\d|²|³|(?<![^\W\d_])[^\W\d_]) (?=(?:sin|cos|exp|sqrt|log|abs)\()")


def row_of(row: str) -> list[str]:
    """The entries of one row; raises SymattnError where it may be read in two ways.

    >>> row_of("0.5 -1 2/3"), row_of("2 sqrt(2), 1"), row_of("1 + e e^2")
    (['0.5', '-1', '2/3'], ['2 sqrt(2)', '1'], ['1 + e', 'e^2'])
    """
    row = row.strip().strip("|│").strip()
    if _LISTED.fullmatch(row):
        return _COMMA.split(row)
    if ";" in row and numerals.with_comma():
        return [entry.strip() for entry in row.split(";") if entry.strip()]
    in_letters = bool(longest())  # then bars may stand around |t|, and entries have blanks in them
    for mark in ("&", "│", "|"):
        if mark in row and not (in_letters and mark == "|"):
            return [entry.strip() for entry in row.split(mark)]
    if "\t" in row and all(_one(cell) for cell in row.split("\t")):
        return [cell.strip() for cell in row.split("\t")]
    if in_letters and len(wide := _apart(re.sub(r"\s{2,}", "\x1f", row), "\x1f")) > 1 and "," not in row:
        return [entry.strip() for entry in wide]
    if in_letters:  # 3 sin(m) and u cos(s) are one entry
        row = _TIMES_CALL.sub(r"\1*", row)
    if _QUICK.fullmatch(row) and " - " not in row and " + " not in row:
        return row.split()
    parts = _apart(row, ",")
    if len(parts) == 1:
        return _wide(row) or _blanks(row)
    if numerals.tight(row) and (with_commas := numerals.row(parts, _blanks(row))) is not None:
        return with_commas
    if not parts[-1].strip():
        parts.pop()
    if any(not part.strip() for part in parts):
        raise SymattnError(reading("missing_entry"))
    return [part.strip() for part in parts]


def _one(cell: str) -> bool:
    """Whether a cell of a row with tabs has one entry in it."""
    return bool(cell.strip()) and (_MIXED.fullmatch(cell.strip()) is not None or len(_blanks(cell)) == 1)


def _wide(row: str) -> list[str] | None:
    """A row cut at gaps of two blanks and more, where a number stands before a function: "3/2 ln 3  0" has two entries."""
    parts = [products(tuple(_blanks(piece))) for piece in re.split(r"\s{2,}", row) if piece]
    return [part[0] for part in parts] if len(parts) > 1 and all(len(part) == 1 for part in parts) else None


def _apart(row: str, mark: str) -> list[str]:
    """A row cut at every match of a mark outside all brackets.

    >>> _apart("f(1, 2), 3", ",")
    ['f(1, 2)', ' 3']
    """
    found, depth, start = [], 0, 0
    for match in re.finditer(rf"(?P<open>[(\[{{])|(?P<close>[)\]}}])|{mark}", row):
        if match["open"] or match["close"]:
            depth += 1 if match["open"] else -1
        elif depth == 0:
            found.append(row[start : match.start()])
            start = match.end()
    return [*found, row[start:]]


def _blanks(row: str) -> list[str]:
    """A row cut at blanks, but not round an operator that has blanks on both sides: [1 - 2 3] has two entries."""
    pieces = _apart(row, _GAPS)
    pieces = [piece for piece in pieces if piece]
    found: list[str] = []
    for k, piece in enumerate(pieces):
        if found and (_JOINS.search(pieces[k - 1]) or _JOINED.match(piece) or (_LONE.fullmatch(piece) and k + 1 < len(pieces))):
            found[-1] += " " + piece
        else:
            found.append(piece)
    return found


def _values(entries: Entries, letters: dict[str, str]) -> Cells:
    """Every entry read: plain decimals one by one, the others together, so that what they share is computed once."""
    known: dict[str, Cell] = {}
    hard: dict[bool, list[str]] = {}
    texts = {}
    measured: dict[str, Unit] = {}
    for row in entries:
        for entry in row:
            if entry in known or entry in texts:
                continue
            if doubt := numerals.doubtful(entry):
                raise SymattnError(doubt)
            found = plain_cell(entry) or _going_on(entry)
            if found is not None:
                known[entry] = found
            else:
                number, unit = at_end(entry) or (entry, None)
                texts[entry] = entry_text(number, letters)
                measured |= {entry: unit} if unit else {}
    for entry, (text, _) in texts.items():
        if text == "-inf":
            known[entry] = Cell(entry, BLOCKED, None)
        else:
            hard.setdefault(_is_latex(text), []).append(entry)
    for latex, names in hard.items():
        for entry, cell in zip(names, _together([texts[name][0] for name in names], latex, entries, names), strict=True):
            cell = replace(cell, text=entry)
            unit = PERCENT if texts[entry][1] else measured.get(entry)
            known[entry] = cell if unit is None else percent(cell) if unit is PERCENT else in_unit(cell, unit)
    return every(known.__getitem__, entries)


def _is_latex(text: str) -> bool:
    return "\\" in text or "{" in text


def _together(texts: Sequence[str], latex: bool, entries: Entries, names: Sequence[str]) -> list[Cell]:
    whole = "\\begin{bmatrix}" + " & ".join(texts) + "\\end{bmatrix}" if latex else f"[[{', '.join(texts)}]]"
    try:
        (row,) = value_of(whole, "latex" if latex else "text").cells
        if len(row) == len(texts):
            return list(row)
    except (ReadError, ValueError):
        pass
    found = []
    for text, name in zip(texts, names, strict=True):
        try:
            value = value_of(text, "latex" if latex else "text")
            if value.is_matrix:
                raise SymattnError(reading("matrix_inside"))
            found.append(value.cells[0][0])
        except SymattnError as error:
            i, j = next((i, j) for i, row in enumerate(entries) for j, entry in enumerate(row) if entry == name)
            said = error.message if isinstance(error, ReadError) else str(error)
            raise SymattnError(reading("at_entry", i=i + 1, j=j + 1, name=repr(shortened(name)), said=fact(said))) from None
    return found


def value_of(text: str, format: str | None = None) -> Value:
    """What ``read`` says of a text, remembered for the next who writes the same where no letters are known; raises ReadError.

    >>> value_of("1/3") is value_of("1/3")
    True
    """
    if any_known():
        return read(text, format)
    found = _KNOWN.get((text, format))
    if found is None:
        found = read(text, format)
        if _is_small(text, found):
            if len(_KNOWN) >= MOST_KNOWN:
                _KNOWN.clear()
            _KNOWN[text, format] = found
    return found


def _is_small(text: str, value: Value) -> bool:
    cells = list(in_turn(value.cells))
    if any(cell.precision and len(cell.text) >= LONG for cell in cells):
        return False
    return len(text) + sum(check(cell.number) for cell in cells if isinstance(cell.number, Number)) <= MOST_DIGITS


def shortened(answer: str, most: int = 60) -> str:
    """A piece of an answer on one line, cut off where it is long.

    >>> shortened("a  b\\nc"), len(shortened("x" * 100))
    ('a b c', 60)
    """
    flat = " ".join(answer.split())
    return flat if len(flat) <= most else f"{flat[: most - 1]}…"


def plain_cell(entry: str) -> Cell | None:
    """A plain decimal as an entry; None for anything else.

    >>> plain_cell("-0.50").precision.places, plain_cell("1/2")
    (2, None)
    """
    return _short_cell(entry) if len(entry) < LONG else _plain_cell(entry)


def _plain_cell(entry: str) -> Cell | None:
    found = _PLAIN.fullmatch(entry)
    if found is None:
        return None
    places = len(found[1] or found[2] or "")
    return Cell(entry, Number.of(fmpq(int(entry.replace(".", "")), 10**places)), _PRECISIONS[places])


def _going_on(entry: str) -> Cell | None:
    """A decimal with dots behind its digits, which may be broken off there or rounded; None for anything else.

    >>> _going_on("0.33...").span.ends, _going_on("…")
    ((13/40, 17/50), None)
    """
    found = _GOES_ON.fullmatch(entry)
    if found is None:
        return None
    unit = fmpq(1, 10 ** len(found[3]))
    value = fmpq(int(found[2] + found[3]), 1) * unit
    negative = found[1] in ("-", "−")
    low, high = (-value - unit, -value + unit / 2) if negative else (value - unit / 2, value + unit)
    return Cell(entry, Number.of(-value if negative else value), None, Span.between(low, high))


_short_cell = lru_cache(maxsize=4_096)(_plain_cell)


def entry_text(entry: str, letters: dict[str, str] | None = None) -> tuple[str, bool]:
    """An entry in the words of the reader, and whether it is per cent.

    >>> entry_text("≈ 1.42%"), entry_text("np.sqrt(2)"), entry_text("−∞"), entry_text("minf"), entry_text("3 sqrt 2")
    (('1.42', True), ('sqrt(2)', False), ('-inf', False), ('-inf', False), ('3 sqrt(2)', False))
    """
    text = numerals.pointed(entry.strip().lstrip("≈~=").strip())
    text = _PREFIX.sub("", text) if "." in text else text
    if _ENDLESS.fullmatch(text.replace("{", "").replace("}", "").strip()):
        return "-inf", False
    percent = text.endswith("%")
    if percent:
        text = text[:-1].rstrip()
    mixed = _MIXED.fullmatch(text)  # 1 1/2, which is no product
    if mixed:
        text = f"{mixed[1]}({mixed[2]} + {mixed[3]})"
    if not _is_latex(text):
        if "sqrt" in text:
            text = _ROOT.sub(r"sqrt(\1)", text)
        text = _BARE_CALL.sub(r"\1(\2)", text)
        text = _CALL_OF_LETTER.sub(lambda m: f"{m[1]}({m[2]})" if name_of(m[2]) else m[0], text) if any_known() else text
        text = _OF_FRACTION.sub(r"(\1) ", _TIMES.sub("*", text))
    if "σ" in text or "\\sigma" in text:
        text = _SIGMOID.sub(lambda m: m[0] if name_of(m[1]) else _sigmoid(m[1], m[2]), text)
    if "(" in text:
        text = _without_choices(text)
    for letter, value in (letters or {}).items():
        if letter in text:
            text = text.replace(letter, f"({value})")
    return text, percent


def _without_choices(text: str) -> str:
    """max(a, b), min(a, b) and relu(a) as half of a sum and an absolute value.

    >>> _without_choices("2 max(t, 0)"), _without_choices("min(1, t)"), _without_choices("max(1)")
    ('2 (((t) + (0) + abs((t) - (0)))/2)', '(((1) + (t) - abs((1) - (t)))/2)', 'max(1)')
    """
    latex = _is_latex(text)
    for _ in range(MOST_CHOICES):
        found = _CHOICE.search(text)
        end = _partner(text, found.end() - 1) if found else None
        if found is None or end is None:
            return text
        several = [part.strip() for part in _apart(text[found.end() : end], ",")]
        parts = [*several, "0"] if found["above"] else several
        if len(parts) != 2:
            return text
        a, b = parts
        sign = "-" if found["smaller"] else "+"
        whole, apart = f"({a}) + ({b})", f"({a}) - ({b})"
        made = rf"\frac{{{whole} {sign} |{apart}|}}{{2}}" if latex else f"(({whole} {sign} abs({apart}))/2)"
        text = text[: found.start()] + made + text[end + 1 :]
    return text


def _sigmoid(sign: str, inner: str) -> str:
    return f"\\frac{{1}}{{1+e^{{-({inner})}}}}" if sign[0] == "\\" else f"sigmoid({inner})"


def percent(cell: Cell) -> Cell:
    """A hundredth of an entry, which knows as many digits.

    >>> percent(plain_cell("12.5")).precision.places
    3
    """
    if not isinstance(cell.number, Number):
        raise SymattnError(reading("per_cent", text=repr(cell.text)))
    precision = cell.precision and Precision(cell.precision.places + 2, cell.precision.exponent)
    return replace(cell, number=cell.number / 100, precision=precision, unit=PERCENT)


def in_unit(cell: Cell, unit: Unit) -> Cell:
    """An entry with a unit behind it, as so many base units.

    >>> from symattn.exact.units import unit
    >>> in_unit(plain_cell("1.5"), unit("kB")).precision.unit
    Fraction(100, 1)
    """
    if not isinstance(cell.number, Number):
        raise SymattnError(reading("of_unit", text=repr(cell.text), unit=unit.text))
    factor = Number.of(unit.factor)
    worth = Fraction(int(unit.factor.p), int(unit.factor.q))
    precision = cell.precision and replace(cell.precision, worth=cell.precision.worth * worth)
    span = None if cell.span is None else cell.span * Span.of(factor)
    return replace(cell, number=cell.number * factor, precision=precision, span=span, unit=unit)
