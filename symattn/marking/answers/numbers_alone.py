"""Rows of nothing but numbers below each other: behind a name, below one, or of two entries and more."""

from __future__ import annotations

from itertools import takewhile

from symattn.later import pattern
from symattn.marking.answers import numerals
from symattn.marking.answers.about import is_name
from symattn.marking.answers.beside import (
    EQUATED_ABOVE,
    LABELLED,
    MOST_BLANK,
    MOST_TABBED,
    NAME_ALONE,
    NAMED_ABOVE,
    RULE,
    SYMBOL,
    LinesFrom,
    RowsBeside,
)
from symattn.marking.answers.catalogue import spoken
from symattn.marking.answers.cells import (
    LONGEST,
    alike,
    entries,
    fits,
    is_entry,
    is_single,
    spaced,
    widths,
)
from symattn.marking.answers.headings import heading
from symattn.said import Strings

_LEADING = pattern(r"(?P<name>.*[=≈:])[ \t$]*(?P<row>(?:[^=≈:\[\] \t$][^=≈:\[\]]*)?)")
REMARK = pattern(  # j: 0, 2, 1 (so I, cats, like), r: 0, 1. The others are …
    r"[ \t]*\([^()\d]*[^\W\d_]{2}[^()\d]*\)[ \t.]*\Z|\.[ \t]+[A-ZÄÖÜÀÉÊ].*\Z"
)
_PARTED = pattern(r";|(?<=\S) // (?=\S)|(?<=\S) [|/] (?=\S)|(?<=\d)\|(?=\s*[-−+]?\d)")
_COUNTED_NAME = pattern(
    r"[ \t*_]*(?:\(?[a-h]\)[ \t]*)?(?:[^\W\d_]{3,}[ \t]+){1,2}\d{1,2}[*_]*[ \t]*:?[ \t]*"
)  # Query 1
_ROW_INSIDE = pattern(r"[(\[][^()\[\]]*[\d.][ \t]+[-−\d.]")  # (1 2), (3 4)
_BOXED = pattern(
    r"[ \t]*\[{1,3}[ \t]*([-−+]?\d*[.,]?\d+)\.?[ \t]*\]{1,3}[ \t]*"
)  # [[0.5]]
_NUMBER = pattern(r"[ \t$]*[-−+]?\d{1,12}(?:[.,]\d{1,15})?[ \t$]*")
_COMMA = pattern(r"\d,\d")
_AND = spoken(r",?[ \t]+«and»[ \t]+|,[ \t]+")
_AND_ROWS = spoken(r",?[ \t]+«and»[ \t]+")


def bare(at: LinesFrom) -> RowsBeside | None:
    """Rows of nothing but numbers: behind or below a name and =, below a name alone, or two and more of two entries and more."""
    line, before = _unboxed(at), ""
    if column := _decimal_column(at):
        return column
    first = entries(line)
    if (
        block := _named_inside(at)
        if len(first) > 1
        else None
        if first
        else _semicolons(at)
    ):
        return block
    if not first:
        leading = fits(_LEADING, line)
        if leading is None or not leading["row"].strip():
            return None
        if line.lstrip()[:1] == "|" and "|" in leading["row"].rstrip(" \t|"):
            return None  # a cell with an equation, and another
        before = leading["name"] + " "
        line = REMARK.sub("", leading["row"].rstrip(" \t.").removesuffix("$"))
        lined = abs(_indent(at.next) - leading.start("row")) < 2 and widths(
            line
        ) & widths(at.next)
        if (whole := in_one_line(line)) and not (
            lined and len(whole) == 1 < len(entries(line))
        ):
            return RowsBeside(1, (before, ""), (whole,))
        first = entries(line)
        if not first or (len(first) < 2 and not _column(at, leading.start("row"))):
            return None
        if len(first) > 1 and numerals.single(line):
            return None
    wide, step = len(first) > 1, _step(at, widths(line))
    tall = step > 0
    if not before:
        last, over = at.above, "".join(at[-1:0]).strip()
        named = NAMED_ABOVE.search(last) is not None
        alone = over != "" and _is_named_by(last, at, wide, tall)
        if not (wide or tall) and _is_all_of_a_name(at):  # a number below its name
            return RowsBeside(1, ("", ""), ((line,),))
        if not named and not (tall and wide) and not alone:
            return None
        before = ": " if alone and not named and over == last else ""
    if not wide and not tall:
        return None
    step = step or 1
    found, count = _going_on(at, line, step)
    return RowsBeside(count, (before, ""), (tuple(found),))


def _decimal_column(at: LinesFrom) -> RowsBeside | None:
    """Numbers below each other behind or below a name and =, some of them with a decimal comma that parts no two numbers, as
    others have none or more than two digits stand behind it: 77,6667 and 4 below it."""
    leading = fits(_LEADING, at.first)
    named = leading is not None and leading["row"].strip() != ""
    row = leading["row"] if leading and named else at.first
    if not _COMMA.search(row) and not _COMMA.search(at.next):
        return None
    if not (_column(at, leading.start("row")) if leading and named else at.awaited):
        return None
    below = takewhile(_NUMBER.fullmatch, at.below().rest)
    rows = [text.strip(" \t$") for text in (row, *below)]
    decimals = [text.partition(",")[2] for text in rows if "," in text]
    sure = len(decimals) < len(rows) or any(len(digits) > 2 for digits in decimals)
    grouped = not numerals.with_comma() and all(len(digits) == 3 for digits in decimals)
    if not (_NUMBER.fullmatch(row) and len(rows) > 1 and sure and decimals) or grouped:
        return None
    before = f"{leading['name']} " if leading and named else ""
    cells = tuple((text,) for text in rows)
    return RowsBeside(len(rows), (before, ""), (tuple(rows),), cells)


def _unboxed(at: LinesFrom) -> str:
    """The first line, without the brackets of a number where that is all that its name has."""
    boxed = _BOXED.fullmatch(at.first)
    alone = boxed and len(entries(boxed[1])) == 1 and _is_all_of_a_name(at)
    return boxed[1] if boxed and alone else at.first


def _is_all_of_a_name(at: LinesFrom) -> bool:
    """Whether one line stands between a symbol right above it and a gap or the next symbol."""
    over, behind = "".join(at[-1:0]).strip(), at.next.strip(" \t`")
    ends = not behind or SYMBOL.fullmatch(behind) is not None
    return ends and over != "" and SYMBOL.fullmatch(at.above) is not None


def _going_on(at: LinesFrom, line: str, step: int) -> tuple[list[str], int]:
    """A row and those that go on with it, so many lines apart, perhaps below a rule, and how many lines they take."""
    found, count, width = [line], 1, widths(line)
    for many, below in enumerate(at.below().rest, 2):
        if step > 1 and many % 2 == 0:
            if below.strip():
                break
            continue
        if RULE.fullmatch(below):
            continue  # a new row may stand below a rule
        width &= widths(below) - {0}
        if not width:
            break
        found.append(below)
        count = many
    return found, count


def _is_named_by(last: str, at: LinesFrom, wide: bool, tall: bool) -> bool:
    """Whether the line right above rows is their name alone, or says what they are equal to."""
    below = next((line for line in at[1:MOST_BLANK] if line.strip()), "")
    bare_name = LABELLED.sub("", last).strip("*`$: ")
    return bool(
        (tall and NAME_ALONE.fullmatch(last) and (wide or len(last.strip("*`")) < 5))
        or (
            wide and is_name(bare_name) and not entries(below)
        )  # q, and one row below it
        or (tall and wide and _COUNTED_NAME.fullmatch(last) and heading(last) is None)
        or EQUATED_ABOVE.fullmatch(last)
    )


def _named_inside(at: LinesFrom) -> RowsBeside | None:
    """Rows whose name and sign stand before one in their middle, and left of all the others."""
    above = [at.first, *alike(widths(at.first), at[1:MOST_TABBED])]
    middle = len(above)
    leading = fits(_LEADING, "".join(at[middle : middle + 1]))
    awaited = at.awaited or NAME_ALONE.fullmatch("".join(at[-1:0]))
    if (
        leading is None
        or not SYMBOL.fullmatch(leading["name"].strip(" \t=≈:"))
        or awaited
    ):
        return None
    after = at[middle + 1 : middle + MOST_TABBED]
    below = list(alike(widths(at.first), after))
    outer = [*above, *below]
    start = leading.start("row")
    row = leading["row"].rstrip(" \t.,")
    lined = all(
        abs(_indent(line) - start) < 2 or abs(len(line.rstrip()) - start - len(row)) < 2
        for line in outer
    )
    inside = abs(len(above) - len(below)) < 2 and min(
        map(_indent, outer)
    ) >= leading.end("name")
    even = len(list(alike(widths(row), outer))) == len(outer)
    rows = (*above, row, *below)
    return (
        RowsBeside(len(rows), (leading["name"] + " ", ""), (rows,))
        if lined and inside and even
        else None
    )


def _indent(line: str) -> int:
    """How many blanks a line begins with."""
    return len(line) - len(line.lstrip())


def _step(at: LinesFrom, width: frozenset[int]) -> int:
    """How many lines further down the next row of as many entries stands: 2 where a blank line parts all rows, 0 for no row."""
    below = [width & widths(line) - {0} for line in at[1:4]]
    if any(below[:1]):
        return 1
    apart = (
        len(below) > 1
        and below[1]
        and not any(map(entries, at[3:4]))
        and not at.next.strip()
    )
    return 2 if apart and "|" not in at.first and max(width) > 1 else 0


def _semicolons(at: LinesFrom) -> RowsBeside | None:
    """Rows below a name and = whose entries have semicolons between them: 0,5;1 and 1;0,5 below it."""
    parted = ((line, spaced(line)) for line in at[0:MOST_TABBED] if len(line) < LONGEST)
    rows = [row for _, row in takewhile(lambda pair: pair[0] != pair[1], parted)]
    rows = list(takewhile(lambda row: len(entries(row)) == len(entries(rows[0])), rows))
    return (
        RowsBeside(len(rows), ("", ""), (tuple(rows),))
        if len(rows) > 1 and at.is_below_name
        else None
    )


def _column(at: LinesFrom, start: int) -> bool:
    """Whether a column goes on in the next line, below its first number: K = 1 and 2 below the 1, as it begins or as it ends."""
    ends = len(at.next.rstrip()), len(at.first.rstrip())
    return _indent(at.next) == start > 0 or abs(ends[0] - ends[1]) <= 1


def in_one_line(text: str) -> Strings | None:
    """Rows of one length after a name, with semicolons, bars or slashes between them and no brackets; None for anything else.

    >>> in_one_line("1, 2; 3, 4"), in_one_line("1 0 and 1 2"), in_one_line("1/2 3")
    (('1, 2', ' 3, 4'), ('1 0', '1 2'), None)
    """
    bare = text.strip().rstrip(".;")
    if " // " in bare:  # then bars stand between entries
        bare = bare.replace("|", "  ")
    rows = _PARTED.split(bare)
    if len(rows) == 1 and _AND.search(bare):  # 3 and 4
        items = [item.strip() for item in _AND.split(bare) if item]
        rows = [*map(_alone, items)]
        single = all(
            is_single(row) or (is_entry(row) and " " not in row) for row in rows
        )
        single = single and not any(map(_ROW_INSIDE.search, items))
        if single:
            return ("\t".join(rows),)
        rows = _AND_ROWS.split(bare)
    counts = {len(entries(row)) for row in rows}
    if counts == {1} and bare.count(";") == len(rows) - 1 > 0:  # a list: 2; ln 5; 4
        return ("\t".join(row.strip() for row in rows),)
    return (
        tuple(rows) if len(rows) > 1 and len(counts) == 1 and min(counts) > 1 else None
    )


def _alone(entry: str) -> str:
    """A number without brackets round it: (0.7), which is no factor of the next."""
    return (
        entry[1:-1]
        if entry[:1] + entry[-1:] == "()" and "," not in entry and is_entry(entry[1:-1])
        else entry
    )
