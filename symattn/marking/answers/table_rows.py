"""The rows of tables as equations: a name and its value, or its values in columns that are of heads or of questions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from symattn.errors import SymattnError
from symattn.exact.units import at_end, read_now
from symattn.later import pattern
from symattn.marking.answers.about import is_name, is_number, now, of_sizes
from symattn.marking.answers.among_words import of_letters
from symattn.marking.answers.beside import LinesFrom
from symattn.marking.answers.catalogue import spoken
from symattn.marking.answers.cells import LONGEST, entries, is_entry, unbracketed
from symattn.marking.answers.chains import is_same
from symattn.marking.answers.flat import BEGUN, OPEN, SEP, SHUT, WALL, FlatGrid
from symattn.marking.answers.grids import cells_of
from symattn.marking.answers.headings import SHORT_WORDS, WORDS
from symattn.marking.answers.values import UNITS
from symattn.said import Pair

_OF_HEAD = spoken(r"[\s*]*(?:«head»|«group»)\s*\$?(\d{1,3})\$?[\s*]*", re.IGNORECASE)
_OF_QUESTION = spoken(  # Question 1, Q2 (free), Problem 3 b), 3b
    rf"[\s*_]*(?:(?P<word>{WORDS}|{SHORT_WORDS})\.?\s*#?)?(?P<number>\d{{1,2}})"
    r"(?:\s?\((?P<part>[a-h])\)|\s?(?P<inner>[a-h])\b\)?)?(?!\s*[=≈])[\s*_.:]*(?:[\s*(\[,;:–—-].*)?",
    re.IGNORECASE,
)
_GAP = pattern(r"\t|[ ]{2,}")
_FIRST = pattern(r"[\s:=≈(]")
_IN_BRACKETS = pattern(r"\(([^\W\d_]\w{0,6})\)[*`$ ]*\Z")
_NOTHING = pattern(r"[\s*–—./-]*")
_LETTER = pattern(r"[^\W\d_]{1,12}")
_IS_MATRIX = pattern(rf"[$\s{WALL}{BEGUN}{SHUT}]*(?:[\[(]\s*[\[(\d.\-−]|{OPEN})")
_VALUED = pattern(rf"[=≈]\s*(?:\[|{OPEN})")
LABEL_CELL = pattern(
    r"[ \t]*(?:\*\*|`)?\\?[^\W\d_]\w{0,12}(?:[_^]\{?\w+\}?)?(?:\*\*|`)?[ \t]*\Z"
)
"""A short name alone in a cell, perhaps in bold print or as code."""
_IN_WORDS = pattern(r"[ \t]+\([^()]*[^\W\d_][^()]*\)\Z")
_REMARK = pattern(r"[ \t]+(?:\([^()]*\)|[^\W\d_]{2,20})\Z")
_EQUALS = pattern(r"[=≈]")
_PLAIN = pattern(r"[-−+]?(?:\d+(?:[.,]\d+)?|\.\d+)(?:[ ]?/[ ]?\d+)?[ ]?%?")
_WORDS = pattern(r"[^\W\d_]+(?:[ \t-]+[^\W\d_]+){1,6}")
_LETTERS_INSIDE = pattern(r"\\?[^\W\d_]+(?:_\{?\w+\}?)?")
_SAID_BEHIND = pattern(r"(?:[ \t]+[^\W\d_]{2,}){2,8}\.?\Z")
_FORMULA_INSIDE = pattern(r"[\w\s*·⋅×+^/(){}²³.\\−-]{1,200}")
SIZE = r"(?:(?:\d{1,6}[·*]?(?!x\d))?[A-Za-z]\w{0,6}(?:_\{\w{1,4}\})?|\d{1,6})"
_TIMES = r"(?:[ \t]*(?:×|\\times\b)[ \t]*|[ \t]+(?:x|«by»)[ \t]+|(?<=\d)x(?=\d))"
SHAPE = rf"{SIZE}(?:{_TIMES}{SIZE})+"
"""Sizes with signs between them."""
_MANY = r"[\w*·]+(?:,[ \t]*[\w*·]+)+"
_SIZES, _LISTED = pattern(rf"\({_MANY}\)|\[{_MANY}\]"), spoken(r",|\b«and»\b|&")
_RELATES = frozenset("=≈→⇒:")
_AROUND_CELL = pattern(f"[*`${BEGUN}{SHUT}{WALL}]")
_AROUND_NUMBER = f" \t*`${BEGUN}{SHUT}{WALL}"
_IS_SHAPE, _BETWEEN_SIZES = spoken(SHAPE), spoken(_TIMES)
_IN_SPACE = spoken(
    rf"(?:∈|\\in\b)?[ \t]*ℝ[ \t]*\^[ \t]*[{{(][ \t]*({SHAPE})[ \t]*[}})]"
)


def equated(cells: Sequence[str]) -> str | None:
    """The row of a table as an equation, where its second cell has a value; None for any other row.

    >>> equated(["$Q$", "(B, n, d)", "why"]).replace(SEP, "|")
    '$Q$ = (B, n, d)|why'
    """
    if found := sized(cells):
        return found
    named = len(cells) > 1 and cells[0].strip() and not _VALUED.search(cells[0])
    if named and re.match(r"\s*[$`]*\s*[(\[\ue000]", cells[1]):
        return SEP.join((f"{cells[0].rstrip()} = {cells[1].strip()}", *cells[2:]))
    return None


def sized(cells: Sequence[str]) -> str | None:
    """The row of a table of names and shapes, on a sheet that asks for these, as an equation; None for any other row.

    >>> from symattn.marking.answers.about import about
    >>> with about([], ["Q", "K"], True):
    ...     sized(["K", "[B, n, d]"]), sized(["K", "ℝ^{n × d}"])
    ('K = (B, n, d)', 'K = (n, d)')
    >>> with about([], ["Q", "K"], True):
    ...     sized(["1", "Q, K", "n × d", "4 × 2"]), sized(["1", "turned back", "(n, d)", ""]), sized(["1", "Q", "", "so"])
    ('Q, K = (n, d) = (4, 2)', 'turned back = (n, d)', None)
    """
    bare = [bared(cell) for cell in cells if cell]
    bare = bare if now().shapes and _RELATES.isdisjoint("".join(bare)) else []
    bare = [_IN_SPACE.sub(r"\1", cell) for cell in bare]
    sizes = [
        cell for cell in bare if _IS_SHAPE.fullmatch(cell) or _SIZES.fullmatch(cell)
    ]
    names = [cell for cell in bare if all(map(is_name, _LISTED.split(cell)))]
    said = (
        [cell for cell in bare[: bare.index(sizes[0])] if not cell.isdecimal()]
        if sizes
        else []
    )
    name = names or said[:1]
    shapes = [f"({cell[1:-1]})" if cell[0] in "([" else shape(cell) for cell in sizes]
    return " = ".join([*name, *shapes]) if shapes and len(name) == 1 else None


def shape(sizes: str) -> str:
    """Sizes in brackets, with commas between them.

    >>> shape("n x d_k"), shape(r"4 \\times 1024")
    ('(n, d_k)', '(4, 1024)')
    """
    return f"({', '.join(_BETWEEN_SIZES.split(sizes))})"


def bared(cell: str) -> str:
    """A cell without what marks it as a formula or sets it in bold print."""
    return _AROUND_CELL.sub("", cell).strip()


def name_in(cell: str) -> str:
    """The name of a line in brackets at the end of a cell, or the cell as it is.

    >>> from symattn.marking.answers.about import about
    >>> with about([], ["A"], False):
    ...     name_in("temperature 1 (A)"), name_in("1/2 (C)")
    ('A', '1/2 (C)')
    """
    inner = _IN_BRACKETS.search(cell)
    return inner[1] if inner and is_name(inner[1]) else cell


def valued(cells: Sequence[str]) -> str | None:
    """The row of a table that has a name and numbers behind it as an equation; None for any other row.

    >>> valued(["S", "1/2", ""]), valued(["R", "1", "2", "3"]), valued(["S", "half"]), valued(["A", "1, 2", "(3, 4)"])
    ('S = 1/2', 'R = [1  2  3]', None, 'A = [1, 2; 3, 4]')
    >>> valued(["largest error", "0.2"]), valued(["the cat", "1", "2"])
    ('largest error = 0.2', None)
    """
    if found := of_quantity(cells):
        return found
    cells = [name_in(cells[0]), *cells[1:]]
    numbers = [cell for cell in cells[1:] if cell]
    if (
        len(numbers) == 2
        and is_name(cells[0])
        and re.search(r"[^\W\d_]", numbers[0])
        and re.fullmatch(r"[\d.,\s]+", numbers[1])
    ):
        return f"{cells[0]} = {numbers[0]} = {numbers[1]}"  # a count: in letters and in numbers
    if chain := chained(cells, sure=False):
        return chain
    if len(numbers) == 1 and is_name(cells[0]) and in_its_letters(bared(numbers[0])):
        return f"{cells[0]} = {numbers[0]}"
    if len(numbers) == 1 and LABEL_CELL.fullmatch(cells[0]):
        said = _IN_WORDS.sub("", numbers[0])
        if said != numbers[0] and is_entry(said):
            return f"{cells[0]} = {numbers[0]}"
    counts = {len(entries(unbracketed(cell))) for cell in numbers}
    name, sign, _ = cells[0].partition("=")  # g = f m
    worded = len(cells) == 2 and counts == {1} and _WORDS.fullmatch(name)
    if (
        len(counts) != 1
        or counts == {0}
        or not (is_name(name) if sign else LABEL_CELL.fullmatch(name) or worded)
    ):
        return None
    rows = ("  " if counts == {1} else "; ").join(map(unbracketed, numbers))
    alone = len(numbers) == 1 and counts == {1}
    return f"{cells[0]} = {rows if alone else f'[{rows}]'}"


def chained(cells: Sequence[str], sure: bool = True) -> str | None:
    """The row of a table with a line that is one number and several cells behind it as an equation; None for any other, and for
    one with values that differ, where it is *sure* alone that counts: the first may be that of a column that counts.

    >>> from symattn.marking.answers.about import about
    >>> with about([], ["a"], False, numbers=["a"]):
    ...     chained(["a", "2*1 + 1", "3"]), chained(["A", "2", "3"])
    ('a = 2*1 + 1 = 3', None)
    """
    name = cells[0].strip()
    bare = [cell.strip(_AROUND_NUMBER) for cell in cells[1:]] if is_number(name) else []
    chain = _chain([cell for cell in bare if cell])
    return f"{name} = {chain}" if chain and not (sure and " or " in chain) else None


def _chain(cells: Sequence[str]) -> str:
    """The cells of a line that is one number as a chain, what is worked out before what is plain; as values of which nobody knows
    the one that is meant, where several plain ones differ; "" where they are no numbers or one alone.

    >>> _chain(["3", "2 + 1"]), _chain(["1/3", "0.333"]), _chain(["3", "4"]), _chain(["x + 1 = 3", "3"]), _chain(["3", "so"])
    ('2 + 1 = 3', '1/3 = 0.333', '3 or 4', 'x + 1 = 3 = 3', '')
    """
    ends = [_EQUALS.split(cell)[-1].strip() for cell in cells]
    if len(cells) < 2 or not all(len(entries(end)) == 1 for end in ends):
        return ""
    plain = [cell for cell in cells if _PLAIN.fullmatch(cell)]
    worked = [cell for cell in cells if cell not in plain]
    try:
        values = [cells_of(FlatGrid(cell, 0, ((cell,),))) for cell in plain]
    except SymattnError:
        return ""
    apart = any(not is_same(values[0], other) for other in values[1:])
    return (" or " if apart else " = ").join([*worked, *plain])


def in_its_letters(cell: str) -> bool:
    """Whether a cell is a number with letters of the question, perhaps with what it counts: 2nd FLOPs.

    >>> from symattn.marking.answers.about import about
    >>> with about([], ["F"], True, sizes=["n", "d_k"]):
    ...     in_its_letters("2*n*d_k FLOPs"), in_its_letters("2nx"), in_its_letters("2 of n")
    (True, False, False)
    """
    formula = UNITS.sub("", _SAID_BEHIND.sub("", cell))
    words = _LETTERS_INSIDE.findall(formula)
    bare = (word.replace("{", "").replace("}", "") for word in words)
    letters = bool(words) and all(
        of_letters(word) or of_sizes(word.replace("_", "")) for word in bare
    )
    return letters and _FORMULA_INSIDE.fullmatch(formula) is not None


def of_quantity(cells: Sequence[str]) -> str | None:
    """The row of a table that has a name and quantities behind it as an equation; None for any other row.

    >>> from symattn.exact.units import reading
    >>> with reading([]):
    ...     of_quantity(["M", "140 GB", ""]), of_quantity(["weights in all", "140", "GB"]), of_quantity(["M", "140"])
    ('M = 140 GB', 'weights in all = 140 GB', None)
    """
    name = name_in(cells[0])
    called = LABEL_CELL.fullmatch(name) or _WORDS.fullmatch(name)
    said = _quantity([cell for cell in cells[1:] if cell]) if called else ""
    return f"{name} = {said}" if said else None


def _quantity(cells: Sequence[str]) -> str:
    """The quantities among some cells as a chain, each perhaps with a remark behind it or its unit in the next cell; "" where
    none is one.

    >>> from symattn.exact.units import reading
    >>> with reading([]):
    ...     [_quantity(cells) for cells in (["140 GB (weights)"], ["140", "GB"], ["N·b", "≈ 140 GB"], ["9", "%"], ["1", "2"])]
    ['140 GB (weights)', '140 GB', '140 GB', '9 %', '']
    """
    found = []
    for cell, after in zip(cells, (*cells[1:], ""), strict=False):
        said = bare = cell.strip("=≈ ")
        while (alone := _measured(bare)) is None and (more := _REMARK.search(bare)):
            bare = bare[: more.start()]
        if alone is not None and is_entry(alone):
            found.append(said)
        elif is_entry(said) and _measured(f"{said} {after}") is not None:
            found.append(f"{said} {after}")
    return " = ".join(found)


def _measured(text: str) -> str | None:
    """The number before a unit or a percent sign, where numbers may have units now; None where none ends the text."""
    if text.endswith("%") and read_now() is not None:
        return text[:-1].strip()
    found = at_end(text)
    return None if found is None else found[0]


def continued(rows: Sequence[list[str]]) -> list[list[str]]:
    """The rows of a table; those without a name below one of a line are the further rows of its matrix, and one with it.

    >>> from symattn.marking.answers.about import about
    >>> with about([], ["D"], False):
    ...     continued([["$D$ ", "1", "2"], ["", "3", "4"], ["so", "5", "6"], ["", "7", "8"]])
    [['$D$ ', '[1  2; 3  4]'], ['so', '5', '6'], ['', '7', '8']]
    """
    found: list[tuple[list[str], list[list[str]]]] = []  # as it stands, and bare
    for row in rows:
        one = list(map(bared, row))
        while one[1:] and not one[-1]:
            del one[-1]
        above = found[-1][1] if found else [[""]]
        numbers = all(len(entries(cell)) == 1 for cell in one[1:])
        named = len(above[0]) == len(one) > 1 and is_name(above[0][0])
        if named and numbers and not one[0]:
            above.append(one)
        else:
            found.append((row, [one]))
    return [
        [row[0], f"[{'; '.join('  '.join(one[1:]) for one in of)}]"] if of[1:] else row
        for row, of in found
    ]


def parted(line: str) -> list[str]:
    """The cells of a table's row, with bars, tabs or gaps between them; one of any other line.

    >>> parted("| Q | 1 |"), parted("Q\\t1"), parted("   Q1  Q2")
    ([' Q ', ' 1 '], ['Q', '1'], ['', 'Q1', 'Q2'])
    """
    if line.lstrip()[:1] == "|":
        return line.strip().strip("|").split("|")
    return _GAP.split(line.rstrip()) if len(line) < LONGEST else [line]


def of_questions(at: LinesFrom) -> int:
    """How many lines a table has that begins with questions over its columns, whose cells are no rows of matrices; 0 where none
    does.

    >>> from symattn.marking.answers.about import about
    >>> with about([], ["E"], False, asked=2):
    ...     of_questions(LinesFrom(["| | Q1 | Q2 |", "|--|--|--|", "| E | 1 | 2 |", ""], 0))
    3
    """
    columns = columns_of(parted(at.first)) if now().asked > 1 else []
    below = takewhile(lambda line: len(parted(line)) > 1, at.rest)
    return sum(1 for _ in below) if columns and columns[0][0][:1].isdecimal() else 0


def columns_of(cells: Sequence[str]) -> list[Pair]:
    """What the columns of a table are of, heads, groups, questions or lines, by its first row: what that puts before the name of
    a line and behind it; none for any other row.

    >>> columns_of(["", "Head 1", "Head 2"]), columns_of(["", "I", "Head 2"]), columns_of(["Head 1", "Head 2"])
    ([('', '_1'), ('', '_2')], [], [])
    >>> from symattn.marking.answers.about import about
    >>> with about([], ["Q", "K"], False, asked=2):
    ...     [columns_of(["", *titles]) for titles in (["1a", "Q2 (free)"], ["1", "2"], ["Q2", "Q3"], ["Q", "K"])]
    [[('1a) ', ''), ('2) ', '')], [], [], [('Q', ''), ('K', '')]]
    """
    of_head = _OF_HEAD.fullmatch
    if all(map(of_head, cells[1:])) and not of_head(cells[0]):
        return [("", f"_{head[1]}") for head in map(of_head, cells[1:]) if head]
    if asked := _asked(cells[1:]):
        return [] if _asked(cells[:1]) else [(one, "") for one in asked]
    names = list(map(bared, cells[1:]))
    return [(name, "") for name in names] if all(map(is_name, names)) else []


def _asked(cells: Sequence[str]) -> list[str]:
    """The questions that some cells name, as a label has them: 1a), 2); none where one of them names none of the sheet."""
    found = [
        one
        for cell in cells
        if (one := _OF_QUESTION.fullmatch(cell))
        and not is_name(
            _FIRST.split(cell.strip(), maxsplit=1)[0]
        )  # Q1 = [1 2], of a head
        and 0 < int(one["number"]) <= now().asked
    ]
    parts = [one["part"] or one["inner"] or "" for one in found]
    named = any(parts) or any(one["word"] for one in found)
    whole = named and len(found) == len(cells) and now().asked > 1
    return (
        [f"{one['number']}{part}) " for one, part in zip(found, parts, strict=True)]
        if whole
        else []
    )


def by_columns(cells: Sequence[str], columns: Sequence[Pair]) -> str | None:
    """The row of a table with heads or questions in its columns, a name and the value for each, as equations; of heads, a letter
    and matrices alone. With lines in its columns, the row of a question. None for any other.

    >>> by_columns(["Q", "[1 2]", "[3 4]"], [("", "_1"), ("", "_2")]).replace(SEP, " and ")
    'Q_1 = [1 2] and Q_2 = [3 4]'
    >>> by_columns(["the loss", "", "0.5"], [("1) ", ""), ("2) ", "")])
    '2) the loss = 0.5'
    """
    name = cells[0].strip("*`$ " + WALL + BEGUN + SHUT)
    values = [*cells[1:], *[""] * (len(columns) + 1 - len(cells))]
    if not name or not columns or len(values) != len(columns):
        return None
    of_heads, asked = columns[0][1], _asked([name])
    if of_heads and not (
        _LETTER.fullmatch(name) and all(map(_IS_MATRIX.match, values))
    ):
        return None
    if bool(asked) != is_name(columns[0][0]):
        return None
    pairs = [
        (f"{asked[0]}{before}" if asked else f"{before}{name}{behind}", value.strip())
        for (before, behind), value in zip(columns, values, strict=True)
        if not _NOTHING.fullmatch(value)
    ]
    return SEP.join(equated(pair) or " = ".join(pair) for pair in pairs) or None
