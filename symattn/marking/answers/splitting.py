"""The entries of a written matrix told apart: rows by brackets or lines, columns by commas or blanks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from symattn.errors import SymattnError
from symattn.language.letters import longest
from symattn.later import pattern
from symattn.marking.answers import numerals
from symattn.marking.answers.flat import ROW, FlatGrid
from symattn.marking.said import reading
from symattn.records import replace
from symattn.said import Strings
from symattn.tables import in_turn

Entries = tuple[Strings, ...]
_QUICK = pattern(r"[-+0-9.eE \t]*")
BRACKETS = {"[": "]", "(": ")", "{": "}"}
_SIGN_ALONE = pattern(
    r"\{([-+−])\}"
)  # LaTeX without the space behind a sign: no row begins with it
CALL = pattern(r"\s*(?:\w+\s*\.\s*)?\w+\s*\((?=\s*[\[({])")
_OPTIONS = pattern(
    r"\s*(?:,\s*(?:\w+\s*=\s*[^=,]*|\w+)\s*)*,?\s*"
)  # dtype=float32, device='cpu'
_ROWS = pattern(rf"[\[{{;&|│\n{ROW}]")
_BATCH = pattern(r"((?:\s*(?:\w+\s*\.\s*)?\w+\s*\(\s*)?)\[\s*\[\s*\[")
_GAPS = rf"(?:(?!(?<=\d)[{numerals.THIN}](?=\d{{3}}(?!\d)))\s)+"  # a narrow blank between thousands is none
_IN_QUOTES = pattern(r"""(["'])\s*([-+−]?\d+),(\d+)\s*\1""")  # "0,5": a decimal comma
MIXED = pattern(r"([-+−]?)\s*(\d{1,9})\s+(\d{1,9}\s*[/⁄]\s*\d{1,9}|[¼-¾⅐-⅞])")
_FUNCTION = r"(?:(?:ln|log)\d*|sin|cos|tanh|exp|sqrt)\b|√"
_IS_CALL = pattern(_FUNCTION)
FACTOR = pattern(rf"(?<=\d)[ ](?={_FUNCTION})")  # a number before a function
_JOINS = pattern(
    r"(?:[-+*/^·×⋅∗÷−(]|\\(?:cdot|times|sqrt|ln|log|exp|div)|\b(?:sqrt|exp|log|ln|sin|cos|tanh)|√)\Z"
)
_JOINED = pattern(r"(?:[*/^·×⋅∗÷)%]|\\(?:cdot|times|div)|\*\*)")
_LISTED = pattern(r"[-+]?[0-9.]+(?:,[ ]+[-+]?[0-9.]+)*")  # what most rows are
_COMMA = pattern(r",[ ]+")
_SEVERAL = pattern(r"(?!\d{1,3}(?: \d{3})+\Z)[-−+]?[\d./]+(?:[ \t]+[-−+]?[\d./]+)+")
_SEVERAL_WIDE = pattern(  # 7 -3 and 0.5 0 are two entries, however wide the gaps beside them are; 524 800 may be one
    r".*\d[ \t]+[-−](?=[\d.]).*|(?!\d{1,3}(?: \d{3})+\Z)[-−+]?[\d.,]+(?:[ \t]+[-−+]?[\d.,]+)+"
)
_LONE = pattern(r"[-+−]\Z")


_CALLED = pattern(r"(?:sin|cos|ln|log|sqrt)[ (]\d")


def is_list(grid: FlatGrid) -> bool:
    """Whether a matrix is written as a list of entries: one row in one pair of brackets, or in none; in round or curly ones, and
    beside decimal commas, semicolons part entries as well.

    >>> texts = ("(0.5, 1)", "(0{,}5; 1)", "array([0.5, 1.])", "0.5, 1", "[[0.5, 1]]", "[0.5; 1]")
    >>> [is_list(FlatGrid(text, 1)) for text in texts]
    [True, True, True, True, False, False]
    """
    bare = grid.text.lstrip()[:1] not in BRACKETS and CALL.match(grid.text) is None
    try:
        inner = grid.text if bare else _inside(grid.text)
        inner = inner.replace("{,}", ",")  # decimals of LaTeX
        commas = numerals.with_comma() and numerals.tight(inner) > 0
        inner = (
            inner.replace(";", ",")
            if commas or grid.text.lstrip()[:1] in ("(", "{")
            else inner
        )
        return (
            _ROWS.search(inner if _bars_part_rows(inner) else inner.replace("|", ","))
            is None
        )
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
    >>> split('[["0,5", "-1,25"]]')
    (('0.5', '-1.25'),)
    """
    inner = _SIGN_ALONE.sub(r"\1", _inside(_IN_QUOTES.sub(r"\2.\3", text)))
    if inner.lstrip()[:1] in BRACKETS and _nested(inner):
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
    return _even(
        [
            tuple(map(str.strip, cut_outside(row, ";")))
            if ";" in row
            else tuple(row_of(row))
            for row in rows
        ]
    )


def _by_commas(row: str) -> list[str]:
    """The rows of several numbers each that commas part, (1 2, 3 4); one row where they part entries.

    >>> _by_commas("15 0, 0 15"), _by_commas("1, 2"), _by_commas("524 800, 100 200")
    (['15 0', ' 0 15'], ['1, 2'], ['524 800, 100 200'])
    >>> with numerals.taking(True):
    ...     _by_commas("2 1,6094 4"), _by_commas("15 0, 0 15")
    (['2 1,6094 4'], ['15 0', ' 0 15'])
    """
    decimals = numerals.with_comma() and numerals.tight(row) == row.count(",")
    parts = row.split(",") if not decimals else []
    several = all(_SEVERAL.fullmatch(part.strip()) for part in parts)
    return (
        parts if several and len({len(part.split()) for part in parts}) == 1 else [row]
    )


def _bars_part_rows(inner: str) -> bool:
    """Whether bars stand between rows of several entries, and nothing else parts them: ( 0 1 | 2 3 )."""
    parts = inner.split("|")
    several = all(re.search(r"\S[\s,]+\S", part.strip()) for part in parts)
    return several and not re.search(f"[;\n{ROW}&]", inner)


def _even(rows: list[Strings]) -> Entries:
    """Rows of which some are longer than others, with numbers before functions as factors of these where that makes all even.

    >>> _even([("0", "ln2"), ("2", "ln2", "3", "ln2")]), _even([("1",), ("2", "3")])
    ((('0', 'ln2'), ('2 ln2', '3 ln2')), (('1',), ('2', '3')))
    """
    least = min(map(len, rows))
    joined = [products(row) if len(row) > least else row for row in rows]
    return tuple(joined if len(set(map(len, joined))) == 1 else rows)


_SUM = pattern(r" [-+−] ")


def products(row: Strings) -> Strings:
    """The entries of a row with each number before a function as a factor of it, also one that ends a sum.

    >>> products(("0", "ln 2")), products(("1", "0")), products(("cos(1) - 2", "sin(1)"))
    (('0 ln 2',), ('1', '0'), ('cos(1) - 2 sin(1)',))
    """
    found: list[str] = []
    for entry in row:
        if (
            found
            and _IS_CALL.match(entry)
            and found[-1][-1:].isdigit()
            and not _IS_CALL.search(_SUM.split(found[-1])[-1])
        ):
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
    call = CALL.match(text)
    start = call.end() - 1 if call else len(text) - len(text.lstrip())
    end = partner(text, start) if text[start : start + 1] in BRACKETS else None
    if end is None:
        raise SymattnError(reading("not_closed"))
    if text[end + 1 :].strip():
        raise SymattnError(reading("rows_and_numbers"))
    inner = text[start + 1 : end]
    if call is None:
        return inner
    first = len(inner) - len(inner.lstrip())
    close = partner(inner, first)
    assert close is not None
    options = _OPTIONS.match(inner, close + 1)
    return (
        inner[first + 1 : close] if options and options.end() == len(inner) else inner
    )


def stacked(text: str) -> list[object] | None:
    """A batch of matrices typed in one line, as lists in lists of entries; None for a single matrix. Raises SymattnError.

    >>> stacked("[[[1, 2]], [[3, 4]]]"), stacked("[[1, 2]]")
    ([[['1', '2']], [['3', '4']]], None)
    """
    text = text.strip()
    if not re.match(r"\[\s*\[\s*\[", text):
        return None
    if partner(text, 0) != len(text) - 1:
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
    end = partner(grid.text, found.end(1))
    if end is None:
        raise SymattnError(reading("batch_not_closed"))
    return tuple(
        replace(grid, text=f"[{one}]")
        for one in _groups(grid.text[found.end(1) + 1 : end])
    )


def _nested(inner: str) -> bool:
    """Whether rows stand in brackets of their own: [[1, 2], [3, 4]], not [(1 + e)/2, 3]."""
    start = len(inner) - len(inner.lstrip())
    end = partner(inner, start)
    if end is None:
        return False
    after = inner[end + 1 :].lstrip()
    alone = not after or after[0] in (",", ";", inner[start])
    return inner[start] in "[{" or (
        alone and re.search(r"[\s,]", inner[start + 1 : end].strip()) is not None
    )


def _groups(inner: str) -> Iterator[str]:
    at = 0
    while at < len(inner):
        if inner[at] in BRACKETS:
            end = partner(inner, at)
            if end is None:
                raise SymattnError(reading("not_closed"))
            yield inner[at + 1 : end]
            at = end + 1
        elif inner[at] in " \t\n,;" + ROW:
            at += 1
        else:
            raise SymattnError(reading("rows_and_numbers"))


def partner(text: str, start: int) -> int | None:
    """The place of the bracket that closes one, None where none does."""
    depth = 0
    for found in re.compile(r"[()\[\]{}]").finditer(text, start):
        depth += 1 if found[0] in "([{" else -1
        if depth == 0:
            return found.start()
    return None


def of_rows(rows: Sequence[str], text: str, line: int) -> FlatGrid:
    """The matrix of some rows below each other, with the text that messages show: two blanks part entries, or one where that
    gives no even rows.

    >>> [of_rows(rows, "", 1).entries for rows in (["1 + e  2", "3  4"], ["1 2", "3 4"])]
    [(('1 + e', '2'), ('3', '4')), (('1', '2'), ('3', '4'))]
    """
    wide = tuple(tuple(re.split(r"\s{2,}|\t", row.strip())) for row in rows)
    even = len(set(map(len, wide))) == 1 and (
        len(wide[0]) > 1 or not any(" " in row[0] for row in wide)
    )
    if even and not any(
        "," in entry or _SEVERAL_WIDE.fullmatch(entry) for entry in in_turn(wide)
    ):
        return FlatGrid(text, line, wide)
    try:
        return FlatGrid(text, line, _even([tuple(row_of(row)) for row in rows]))
    except SymattnError as error:
        return FlatGrid(text, line, error=str(error))


_TIMES_CALL = pattern(
    r"(\d|²|³|(?<![^\W\d_])[^\W\d_]) (?=(?:sin|cos|exp|sqrt|log|abs)\()"
)


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
    in_letters = bool(
        longest()
    )  # then bars may stand around |t|, and entries have blanks in them
    for mark in ("&", "│", "|"):
        if mark in row and not (in_letters and mark == "|"):
            return [entry.strip() for entry in row.split(mark)]
    if "\t" in row and all(_one(cell) for cell in row.split("\t")):
        return [cell.strip() for cell in row.split("\t")]
    if (
        in_letters
        and len(wide := cut_outside(re.sub(r"\s{2,}", "\x1f", row), "\x1f")) > 1
        and "," not in row
    ):
        return [entry.strip() for entry in wide]
    if in_letters:  # 3 sin(m) and u cos(s) are one entry
        row = _TIMES_CALL.sub(r"\1*", row)
    if _QUICK.fullmatch(row) and " - " not in row and " + " not in row:
        return row.split()
    parts = cut_outside(row, ",")
    if len(parts) == 1:
        return _wide(row) or _blanks(row)
    told = _CALLED.search(row) and numerals.tight(row) == row.count(
        ","
    )  # sin 0,1   cos 0,1
    if told and (apart := _wide(row)):
        return apart
    if (
        numerals.tight(row)
        and (with_commas := numerals.row(parts, _blanks(row))) is not None
    ):
        return with_commas
    if not parts[-1].strip():
        parts.pop()
    if any(not part.strip() for part in parts):
        raise SymattnError(reading("missing_entry"))
    return [part.strip() for part in parts]


def _one(cell: str) -> bool:
    """Whether a cell of a row with tabs has one entry in it."""
    return MIXED.fullmatch(cell.strip()) is not None or len(_blanks(cell)) == 1


def _wide(row: str) -> list[str] | None:
    """A row cut at gaps of two blanks and more, where a number stands before a function: "3/2 ln 3  0" has two entries."""
    parts = [
        products(tuple(_blanks(piece))) for piece in re.split(r"\s{2,}", row) if piece
    ]
    return (
        [part[0] for part in parts]
        if len(parts) > 1 and all(len(part) == 1 for part in parts)
        else None
    )


def cut_outside(row: str, mark: str) -> list[str]:
    """A row cut at every match of a mark outside all brackets.

    >>> cut_outside("f(1, 2), 3", ",")
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
    pieces = cut_outside(row, _GAPS)
    pieces = [piece for piece in pieces if piece]
    found: list[str] = []
    for k, piece in enumerate(pieces):
        if found and (
            _JOINS.search(pieces[k - 1])
            or _JOINED.match(piece)
            or (_LONE.fullmatch(piece) and k + 1 < len(pieces))
        ):
            found[-1] += " " + piece
        else:
            found.append(piece)
    return found
