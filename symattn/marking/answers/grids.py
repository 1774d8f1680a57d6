"""The values of a written matrix, entry by entry, and what else it may be read as."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache

from flint import fmpq

from symattn.errors import ReadError, SymattnError
from symattn.exact.decide import Span
from symattn.exact.matrix import BLOCKED
from symattn.exact.number import Number, ratio
from symattn.exact.units import PERCENT, Unit, at_end
from symattn.language import Cell, Precision, Value, read
from symattn.language.evaluate import check
from symattn.language.letters import any_known, name_of
from symattn.later import pattern
from symattn.limits import MOST_ENTRIES
from symattn.marking.answers import numerals
from symattn.marking.answers.entry_names import in_letters
from symattn.marking.answers.flat import FlatGrid
from symattn.marking.answers.splitting import (
    BRACKETS,
    CALL,
    FACTOR,
    MIXED,
    Entries,
    check_length,
    cut_outside,
    partner,
    split,
)
from symattn.marking.said import fact, reading
from symattn.records import replace
from symattn.said import Integers
from symattn.tables import Place, every, in_turn, placed

Cells = tuple[tuple[Cell, ...], ...]
_PLAIN = pattern(r"-?(?:(?:0|[1-9][0-9]{0,17})(?:\.([0-9]{0,18}))?|\.([0-9]{1,18}))")

_GOES_ON = pattern(
    r"\s*([-+−]?)(\d{0,18})\.(\d{1,18}?)\s*(?:\.{2,4}|…|\\[lc]?dots(?:\{\})?)\s*"
)

_NEXT = r"(?=[-−+]?[.\d])"
SLASH = pattern(rf"(?<=[\d.,%])[ \t]*/[ \t]*{_NEXT}")  # between numerals
ROW_SLASH = pattern(rf"(?<=[\d.,%])(?:[ \t]+/[ \t]*|/[ \t]+){_NEXT}")
_BROKEN = pattern(r",[ \t]*\n[ \t]*")
_GROUPS = pattern(r"\s*[-−]?[1-9]\d{0,2}(?: \d{3})+\s*")
_SIGMOID = pattern(r"(\\sigma|σ)\s*\(((?:[^()]|\([^()]*\))*)\)")
_CHOICE = pattern(
    r"\\?(?<!\w)(?:[mM]ax|(?P<smaller>[mM]in)|(?P<above>relu|ReLU))\s*(?:\\left)?\("
)
MOST_CHOICES = 4  # of max(a, b) inside each other in one entry
_PREFIX = pattern(
    r"\b(?:np|numpy|math|torch|jnp|sympy|sp|sym|cmath)\s*\.\s*(?=[A-Za-z])"
)
_ENDLESS = pattern(
    r"[-−–—‑]\s*(?:\\infty|∞|\.?inf(?:inity|ty)?|unendlich|oo)|minf\b|float\(\s*['\"]-inf(?:inity)?['\"]\s*\)",
    re.IGNORECASE,
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
_PRECISIONS = tuple(Precision(places) for places in range(19))
MOST_KNOWN = 2_000  # texts whose values are kept, of so many digits each at most: a class writes the same again and again
_QUOTED = pattern(
    r"""\s*(?:"(?=[^"]*"\s*\Z)|'(?=[^']*'\s*\Z)|“(?=[^“”]*”\s*\Z)|„(?=[^“”„]*[“”]\s*\Z))(?P<inside>.+).\s*"""
)
MOST_DIGITS = 2_000  # so that all that is kept stays within some megabytes
LONG = 15  # characters of a decimal that may be a printed float: what its last digits are worth depends on its row
_KNOWN: dict[tuple[str, str | None], Value] = {}


def cells_of(grid: FlatGrid) -> Cells:
    """The values of a written matrix; raises SymattnError that says which entry cannot be read and what to write.

    >>> [[cell.text for cell in row] for row in cells_of(FlatGrid("[1/3 -2; e^2 .5]", 1))]
    [['1/3', '-2'], ['e^2', '.5']]
    """
    if grid.error:
        raise SymattnError(grid.error)
    plain = not any_known() and len(grid.text) <= MOST_DIGITS
    return (
        _cells_of(grid.text, grid.entries, numerals.state())
        if plain
        else _read(grid.text, grid.entries)
    )


def _read(text: str, known: Entries | None) -> Cells:
    entries = known if known is not None else split(text)
    count = sum(map(len, entries))
    if count > MOST_ENTRIES:
        raise SymattnError(
            reading("most_entries", count=f"{count:,}", most=f"{MOST_ENTRIES:,}")
        )
    for i, row in enumerate(entries):
        check_length(i, len(row), len(entries[0]))
    comma = numerals.shown_by([*in_turn(entries)])
    of_program = numerals.of_program(
        CALL.match(text) is not None
    )  # np.array([[1.500, 2]])
    with of_program, numerals.taking(comma):
        return _values(entries)


@lru_cache(maxsize=MOST_KNOWN)
def _cells_of(text: str, known: Entries | None, state: object) -> Cells:
    """The values of a matrix without letters: a class writes the same again and again."""
    return _read(text, known)


def otherwise(grid: FlatGrid) -> Iterator[Cells]:
    """What a written matrix may be too: with slashes between its rows; with each number before a function as its factor; where
    commas stand between digits, with all of them in decimals, with none.

    >>> [[[cell.text for cell in row] for row in cells] for cells in otherwise(FlatGrid("[1,3; 0,1]", 1))]
    [[['1,3'], ['0,1']], [['1', '3'], ['0', '1']]]
    >>> [[[cell.text for cell in row] for row in cells] for cells in otherwise(FlatGrid("[3 exp(1); 1 + 2 exp(2)]", 1))]
    [[['3*exp(1)'], ['1 + 2*exp(2)']]]
    """
    for comma, other in _ways(grid):
        with numerals.taking(comma), suppress(SymattnError):
            yield cells_of(other)


def _ways(grid: FlatGrid) -> Iterator[tuple[bool | None, FlatGrid]]:
    """The matrices that one may be too, each with what commas are in it where that is told."""
    rows = grid.entries or ()
    first = rows[0] if rows else ()
    tall = len(rows) > 2 and len(first) > 1
    if (tall or (len(rows) > 1 and grid.table)) and _is_counted(first):  # its columns
        yield None, replace(grid, entries=rows[1:])
    if grid.table and len(first) > 1 and _is_counted([row[0] for row in rows]):
        yield None, replace(grid, entries=tuple(row[1:] for row in rows))
    if _GROUPS.fullmatch(grid.text):  # 122 944 is one number too
        yield None, replace(grid, entries=((re.sub(r"\s", "", grid.text),),))
    text = grid.text if grid.text.lstrip()[:1] in BRACKETS else f"[{grid.text}]"
    written = FlatGrid(text, grid.line)
    if (
        " / " in text
    ):  # (1; 2 / 3; 4) is two rows as well as three numbers, 1 / 2 a column as well as a half
        slashed = replace(written, text=text.replace(";", "  ").replace(" / ", ";"))
        yield None, slashed
        yield from _ways(slashed)
    elif not re.search(r"[;\n]", text):  # 1 0/ 1/2 1, and 1 0/2 2 with all of them
        for cut in (ROW_SLASH, SLASH):
            if cut.search(text):
                yield None, replace(written, text=cut.sub(";", text))
    if (times := FACTOR.sub("*", text)) != text:
        yield None, replace(written, text=times)
    if _BROKEN.search(text):  # [1,\n2] is a list on two lines too
        yield None, replace(written, text=_BROKEN.sub(", ", text))
    if numerals.tight(text):
        yield from ((comma, written) for comma in (True, False))


def _is_counted(texts: Sequence[str]) -> bool:
    """Whether the first row or column of a table counts the others, from 0 or from 1 on."""
    said = [text.strip() for text in texts]
    return any(said == [str(k + by) for k in range(len(said))] for by in (0, 1))


def with_decimals(grid: FlatGrid, cells: Cells, shape: Integers) -> list[Cells]:
    """What a matrix may be in a shape where commas, which may be decimal signs, part its numbers: two ways at most.

    >>> grid = FlatGrid("[-2,1,5,-0,375]", 1)
    >>> with numerals.country("de"):
    ...     [[cell.text for cell in row] for (row,) in with_decimals(grid, cells_of(grid), (1, 3))]
    [['-2,1', '5', '-0,375'], ['-2', '1,5', '-0,375']]
    """
    if not numerals.with_comma() or len(cells) != shape[0]:
        return []
    rows = [
        numerals.with_decimals([cell.text for cell in row], grid.text, shape[1])
        for row in cells
    ]
    found = (
        dict.fromkeys(tuple(row[at] for row in rows) for at in (0, -1))
        if all(rows)
        else {}
    )
    return [cells_of(FlatGrid("", grid.line, entries)) for entries in found]


def _values(entries: Entries) -> Cells:
    """Every entry read: plain decimals one by one, the others together, so that what they share is computed once."""
    entries = every(unquoted, entries)
    known: dict[str, Cell] = {}
    hard: dict[bool, list[str]] = {}
    texts = {}
    measured: dict[str, Unit | None] = {}
    places: dict[str, Place] = {}
    for at, entry in placed(entries):
        if entry in places:
            continue
        if doubt := numerals.doubtful(entry):
            raise SymattnError(doubt)
        places[entry] = at
        found = plain_cell(entry) or _going_on(entry)
        if found is not None:
            known[entry] = found
        else:
            number, measured[entry] = at_end(entry) or (entry, None)
            texts[entry] = entry_text(number)
    for entry, (text, _) in texts.items():
        if text == "-inf":
            known[entry] = Cell(entry, BLOCKED, None)
        else:
            hard.setdefault(_is_latex(text), []).append(entry)
    for latex, names in hard.items():
        read = _together({name: texts[name][0] for name in names}, latex, places)
        for entry, cell in zip(names, read, strict=True):
            text, of_hundred = texts[entry]
            whole = "," in entry and text.isdecimal()  # 9,216 is shown as 9216
            cell = replace(cell, text=text if whole else entry)
            unit = PERCENT if of_hundred else measured[entry]
            known[entry] = (
                cell
                if unit is None
                else percent(cell)
                if unit is PERCENT
                else in_unit(cell, unit)
            )
    return every(known.__getitem__, entries)


def unquoted(entry: str) -> str:
    """An entry without the quotes around it, as a file of TOML has them, wherever its lines are handed in.

    >>> unquoted('"0.50"'), unquoted("“1/2”"), unquoted("a'"), unquoted('"1" "2"')
    ('0.50', '1/2', "a'", '"1" "2"')
    """
    found = _QUOTED.fullmatch(entry)
    return found["inside"] if found else entry


def _is_latex(text: str) -> bool:
    return "\\" in text or "{" in text


def _together(
    texts: Mapping[str, str], latex: bool, places: Mapping[str, Place]
) -> list[Cell]:
    """The values of some entries, each under what is written, in the words of the reader."""
    kind = "latex" if latex else "text"
    whole = (
        "\\begin{bmatrix}" + " & ".join(texts.values()) + "\\end{bmatrix}"
        if latex
        else f"[[{', '.join(texts.values())}]]"
    )
    try:
        (row,) = value_of(whole, kind).cells
        if len(row) == len(texts):
            return list(row)
    except (ReadError, ValueError):
        pass
    found = []
    for name, text in texts.items():
        try:
            value = value_of(text, kind)
            if value.is_matrix:
                raise SymattnError(reading("matrix_inside"))
            found.append(value.cells[0][0])
        except SymattnError as error:
            i, j = places[name]
            said = error.message if isinstance(error, ReadError) else str(error)
            raise SymattnError(
                reading(
                    "at_entry",
                    i=i + 1,
                    j=j + 1,
                    name=repr(shortened(name)),
                    said=fact(said),
                )
            ) from None
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
    return (
        len(text)
        + sum(check(cell.number) for cell in cells if isinstance(cell.number, Number))
        <= MOST_DIGITS
    )


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
    return Cell(
        entry,
        Number.of(fmpq(int(entry.replace(".", "")), 10**places)),
        _PRECISIONS[places],
    )


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
    low, high = (
        (-value - unit, -value + unit / 2)
        if negative
        else (value - unit / 2, value + unit)
    )
    return Cell(
        entry, Number.of(-value if negative else value), None, Span.between(low, high)
    )


_short_cell = lru_cache(maxsize=4_096)(_plain_cell)


_TIMES_E = pattern(r"(?<![\w.])(\d{1,9})e\^")  # 2e^a


def entry_text(entry: str) -> tuple[str, bool]:
    """An entry in the words of the reader, and whether it is per cent.

    >>> entry_text("≈ 1.42%"), entry_text("np.sqrt(2)"), entry_text("−∞"), entry_text("minf"), entry_text("3 sqrt 2")
    (('1.42', True), ('sqrt(2)', False), ('-inf', False), ('-inf', False), ('3 sqrt(2)', False))
    """
    text = in_letters(numerals.pointed(entry.strip().lstrip("≈~=").strip()))
    text = _PREFIX.sub("", text)
    if _ENDLESS.fullmatch(text.replace("{", "").replace("}", "").strip()):
        return "-inf", False
    percent = text.endswith("%")
    if percent:
        text = text[:-1].rstrip()
    mixed = MIXED.fullmatch(text)  # 1 1/2, which is no product
    if mixed:
        text = f"{mixed[1]}({mixed[2]} + {mixed[3]})"
    if not _is_latex(text):
        text = _ROOT.sub(r"sqrt(\1)", _TIMES_E.sub(r"\1*e^", text))
        text = _BARE_CALL.sub(r"\1(\2)", text)
        text = _CALL_OF_LETTER.sub(
            lambda m: f"{m[1]}({m[2]})" if name_of(m[2]) else m[0], text
        )
        text = _OF_FRACTION.sub(r"(\1) ", _TIMES.sub("*", text))
    text = _SIGMOID.sub(lambda m: m[0] if name_of(m[1]) else _sigmoid(m[1], m[2]), text)
    text = _without_choices(text)
    for letter, value in numerals.state().letters:
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
        if found is None or (end := partner(text, found.end() - 1)) is None:
            return text
        several = [part.strip() for part in cut_outside(text[found.end() : end], ",")]
        parts = [*several, "0"] if found["above"] else several
        if len(parts) != 2:
            return text
        a, b = parts
        sign = "-" if found["smaller"] else "+"
        whole, apart = f"({a}) + ({b})", f"({a}) - ({b})"
        made = (
            rf"\frac{{{whole} {sign} |{apart}|}}{{2}}"
            if latex
            else f"(({whole} {sign} abs({apart}))/2)"
        )
        text = text[: found.start()] + made + text[end + 1 :]
    return text


def _sigmoid(sign: str, inner: str) -> str:
    return (
        f"\\frac{{1}}{{1+e^{{-({inner})}}}}" if sign[0] == "\\" else f"sigmoid({inner})"
    )


def percent(cell: Cell) -> Cell:
    """A hundredth of an entry, which knows as many digits.

    >>> percent(plain_cell("12.5")).precision.places
    3
    """
    if not isinstance(cell.number, Number):
        raise SymattnError(reading("per_cent", text=repr(cell.text)))
    precision = cell.precision and Precision(
        cell.precision.places + 2, cell.precision.exponent
    )
    span = None if cell.span is None else cell.span * Span.of(Number.of(1) / 100)
    return replace(
        cell, number=cell.number / 100, precision=precision, span=span, unit=PERCENT
    )


def in_unit(cell: Cell, unit: Unit) -> Cell:
    """An entry with a unit behind it, as so many base units.

    >>> from symattn.exact.units import unit
    >>> in_unit(plain_cell("1.5"), unit("kB")).precision.unit
    Fraction(100, 1)
    """
    if not isinstance(cell.number, Number):
        raise SymattnError(reading("of_unit", text=repr(cell.text), unit=unit.text))
    factor = Number.of(unit.factor)
    worth = ratio(unit.factor)
    precision = cell.precision and replace(
        cell.precision, worth=cell.precision.worth * worth
    )
    span = None if cell.span is None else cell.span * Span.of(factor)
    return replace(
        cell, number=cell.number * factor, precision=precision, span=span, unit=unit
    )
