"""One answer as it stands in a file, before anyone knows which line it is meant for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from symattn.errors import ReadError, SymattnError
from symattn.exact.matrix import BLOCKED
from symattn.exact.number import Number
from symattn.language import Cell, Precision, entry, read
from symattn.language.limits import MOST_ENTRIES

Cells = tuple[tuple[Cell, ...], ...]
MOST_DIGITS = 2_000
FORMULA = "a formula, not a value"
_FORMULA = re.compile(r"(?<![\\A-Za-z])[A-DF-Z]|(?<![\\A-Za-z])E(?=\w)|\b(?:np|torch|numpy)\.(?!array|matrix|tensor|float|int)")


@dataclass(frozen=True)
class Raw:
    """What stands for one name: the question where the file says it, the name or label, the entries or an error.

    ``loose`` answers come from prints and programs, where names that mean nothing here are no mistake.
    """

    label: str
    cells: Cells = ()
    error: str = ""
    question: str | None = None
    loose: bool = False
    text: str = ""


def of_text(label: str, text: str, question: str | None = None, loose: bool = False, format: str | None = None) -> Raw:
    """An answer from a text in any format that is read.

    >>> of_text("A", "[[1, 1/2]]").cells[0][1].number
    Number(1/2)
    """
    try:
        return Raw(label, read(text, format).cells, "", question, loose, text)
    except SymattnError as error:
        return Raw(label, (), str(error), question, loose, text)


def of_value(label: str, value: object, question: str | None = None) -> Raw:
    """An answer from a TOML or JSON value: rows of numbers and texts, one row, a number, or one text.

    >>> of_value("A", [[1, "1/2"]]).cells[0][1].number
    Number(1/2)
    """
    if isinstance(value, str):
        return of_text(label, value, question)
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    rows = value if isinstance(value, list) else [[value]]
    if rows and not any(isinstance(row, list) for row in rows):
        rows = [rows]
    try:
        return Raw(label, _rows(rows), "", question, False, text)
    except SymattnError as error:
        return Raw(label, (), str(error), question, False, text)


def _rows(rows: list[object]) -> Cells:
    entries = sum(len(row) for row in rows if isinstance(row, list))
    if entries > MOST_ENTRIES:
        raise SymattnError(f"{entries:,} entries; at most {MOST_ENTRIES:,} are read")
    found = []
    for i, row in enumerate(rows):
        if not isinstance(row, list) or not row:
            raise SymattnError(f"row {i + 1} is no row of numbers; write [[1, 2], [3, 4]]")
        found.append(tuple(_cell(x, i, j) for j, x in enumerate(row)))
    for i, cells in enumerate(found):
        if len(cells) != len(found[0]):
            raise SymattnError(f"row {i + 1} has {len(cells)} entries, row 1 has {len(found[0])}; write rows of one length")
    if not found:
        raise SymattnError("no rows; write [[1, 2], [3, 4]]")
    return tuple(found)


def _cell(x: object, i: int, j: int) -> Cell:
    where = f"row {i + 1}, column {j + 1}"
    if isinstance(x, str):
        try:
            if x.strip() in ("-inf", "-oo", "−∞", "-∞", r"-\infty"):
                return Cell(x.strip(), entry("-inf"), None)
            value = read(x)
        except ReadError as error:
            raise SymattnError(f"{where}: {error}") from None
        if value.is_matrix:
            raise SymattnError(f"{where}: a matrix inside a matrix; write one number")
        return value.cells[0][0]
    if isinstance(x, bool) or not isinstance(x, (int, Decimal)):
        raise SymattnError(f"{where}: no number; write a number or a text such as \"1/3\"")
    return number_cell(Decimal(x) if isinstance(x, int) else x, where)


def number_cell(x: Decimal, where: str = "") -> Cell:
    """A decimal as an entry, with the digits it was written with; raises SymattnError for nan and the huge.

    >>> number_cell(Decimal("0.50")).precision
    Precision(places=2, exponent=0)
    """
    if x == Decimal("-Infinity"):
        return Cell("-inf", BLOCKED, None)
    if not x.is_finite():
        raise SymattnError(f"{where}: {str(x).lower()} is no number; write the value")
    exponent = int(x.as_tuple().exponent)
    if abs(exponent) + len(x.as_tuple().digits) > MOST_DIGITS:
        raise SymattnError(f"{where}: a number of more than {MOST_DIGITS:,} digits")
    text = format(x, "f") if abs(x.adjusted()) <= 20 else str(x)
    return Cell(text, Number.of(x), Precision(max(0, -exponent), max(0, exponent)))


def is_formula(text: str) -> bool:
    """Whether a right side speaks of other matrices, so that it is no value.

    >>> is_formula("X W_Q"), is_formula("[[1, sqrt(2)]]"), is_formula("np.dot(x, w)")
    (True, False, True)
    """
    return bool(_FORMULA.search(text))
