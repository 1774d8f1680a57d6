"""One way in: a text of any format becomes a Value, or a ReadError that says where and what to write instead."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from symattn.errors import ReadError
from symattn.exact.decide import Span
from symattn.exact.matrix import BLOCKED, Entry
from symattn.exact.number import Number
from symattn.language.effort import spend
from symattn.language.evaluate import check_result, decimal, evaluate
from symattn.language.letters import with_bars
from symattn.language.limits import prepared
from symattn.language.precision import precision
from symattn.language.rounding import rounded, spans
from symattn.language.text import read_text
from symattn.language.tree import Spot, Tree, Written
from symattn.language.value import Cell, Value
from symattn.later import later
from symattn.limits import MOST_ENTRIES

if TYPE_CHECKING:
    from symattn.language import arrays, latex
else:
    arrays = later("symattn.language.arrays")
    latex = later("symattn.language.latex")

READERS: dict[str, Callable[[str, str], Written]] = {
    "text": read_text,
    "latex": lambda plain, text: latex.read_latex(plain, text),
    "numpy": lambda plain, text: arrays.read_array(plain, text),
}
_LATEX = re.compile(r"[\\$&]|[_^]\s*\{")
_ARRAY = re.compile(
    r"\s*(?:"
    r"(?:(?:np|numpy|torch)\.)?(?:array|asarray|matrix|tensor)\s*\("  # array(…)
    r"|\[[-0-9.eE+,\s]+\]"  # one row of decimals
    r"|\[(?=[^,]*[0-9.]\s+(?:-(?=[.0-9])|[\[.0-9]))"  # spaces between entries; 1 - 2 is a difference
    r"|\[[^\[\]]*;"  # MATLAB
    r"|\[\s*\[[^\[\]]*\]\s*\["  # rows without commas between them
    r"|\[[\[\s]*(?:np|numpy)\."  # a list of NumPy's scalars
    r")"
)
NEVER = ("-inf", "-oo", "−∞", "-∞")
"""How minus infinity is written as an entry of its own."""
_DECIMAL = re.compile(r"\.[0-9]|[0-9][.eE]")
_PLAIN = re.compile(r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,18})?")


def read(text: str, format: str | None = None) -> Value:
    """Read a number or a matrix; ``format`` is "text", "latex", "numpy" or None (guess). Raises ReadError.

    >>> read("1/3").number, read("[[1 2]\\n [3 4]]").matrix
    (Number(1/3), Matrix([[1, 2], [3, 4]]))
    """
    if format is not None and format not in READERS:
        raise ReadError(f'unknown format {format!r}', hint='write "text", "latex" or "numpy"')
    plain = prepared(text)
    spend(0, characters=len(text))
    chosen = format or guess(plain)
    plain = with_bars(plain, chosen == "latex")
    try:
        written = READERS[chosen](plain, text)
        return _value(written, text, chosen)
    except RecursionError:  # a caller close to Python's own limit: refused like any depth that is too much
        raise ReadError("nested too deeply", text, 0, hint="write it with fewer levels") from None


def guess(plain: str) -> str:
    """The format a prepared text is most likely in.

    >>> guess("\\\\frac12"), guess("[1. 2.]"), guess("[[1/2, 1]]")
    ('latex', 'numpy', 'text')
    """
    if _LATEX.search(plain):
        return "latex"
    return "numpy" if _ARRAY.match(plain) else "text"


def _value(written: Written, text: str, format: str) -> Value:
    is_matrix = isinstance(written.layout, list)
    rows = written.layout if isinstance(written.layout, list) else [[written.layout]]
    _check_rows(rows, text)
    values = evaluate(written.tree, text)
    for spot in {spot.node: spot for row in rows for spot in row}.values():
        check_result(values[spot.node], text, spot.start)
    around = spans(written.tree) if _DECIMAL.search(text) else None
    cells = tuple(tuple(_cell(written.tree, s, text, values[s.node], around) for s in row) for row in rows)
    return Value(text, format, cells, is_matrix, written.name, written.approximate)


def _cell(tree: Tree, spot: Spot, text: str, value: Entry, around: list[Span] | None) -> Cell:
    """One entry; an expression with decimals in it stands for all that these may be rounded from."""
    known = precision(tree, spot.node)
    loose = known is None and around is not None and rounded(tree, spot.node)
    return Cell(text[spot.start : spot.end], value, known, around[spot.node] if loose and around is not None else None)


def _check_rows(rows: list[list[Spot]], text: str) -> None:
    if len(rows) * len(rows[0]) > MOST_ENTRIES:
        raise ReadError(f"{len(rows)}×{len(rows[0])} entries", text, rows[-1][0].start, hint=f"at most {MOST_ENTRIES:,} are read")
    for i, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise ReadError(
                f"row {i + 1} has {len(row)} entr{'y' if len(row) == 1 else 'ies'}, row 1 has {len(rows[0])}",
                text, row[0].start, "write rows of one length",
            )  # fmt: skip


def cell(text: str) -> Number:
    """One number in the text language, for a cell of a worksheet; raises ReadError.

    >>> cell("0.10"), cell("1/3")
    (Number(1/10), Number(1/3))
    """
    if isinstance(text, str) and _PLAIN.fullmatch(text):
        return Number.of(decimal(text))
    found = read(text, "text")
    if found.is_matrix:
        raise ReadError("a matrix in the place of a number", text, 0, hint="write one number")
    return found.number


def entry(text: str) -> Entry:
    """An entry of a matrix of scores: a number in the text language, or ``-inf``; raises ReadError.

    >>> entry("-inf"), entry("1/2")
    (-inf, Number(1/2))
    """
    return BLOCKED if isinstance(text, str) and text.strip() in NEVER else cell(text)
