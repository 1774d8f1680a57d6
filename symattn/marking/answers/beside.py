"""Lines that are matrices, as one block, and what the lines above say of them: that they stand below a name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from symattn.later import pattern
from symattn.marking.answers.catalogue import spoken
from symattn.marking.answers.cells import LONGEST, between_bars
from symattn.marking.answers.drawings import LABEL
from symattn.records import frozen
from symattn.said import Strings

MOST_BLANK = 20  # lines between a name and the rows below it
MOST_TABBED = 100  # rows with tabs and empty cells
SHORT_NAME = r"\\?[^\W\d_][^\W_]{0,12}'?(?:[_^](?:\{[^{}]{1,20}\}|\([^()]{1,20}\)|[^\W_]{1,20})){0,6}_?[⁰¹²³⁴-⁹ⁱ₀-₉ᵢᵀ]{0,4}"
NAME_ALONE = pattern(
    rf"[ \t>#*_`$]*(?:[^\W\d_]+[ \t]+){{0,2}}{SHORT_NAME}[*_`$]*[ \t]*:?[ \t$]*"
)
RULE = pattern(r"(?=.*?(?:--|──|==|:-))[ \t|+:=─┼├┤┌┐└┘┬┴-]*")
LABELLED = pattern(rf"\A{LABEL}")
SYMBOL = pattern(rf"{SHORT_NAME}[ \t]*:?")
NAMED_ABOVE = spoken(r"(?:[=≈:→]|->|\b(?:«is»|«gives»))[ \t$]*\Z")
EQUATED_ABOVE = pattern(
    r".*[^\W\d_]\S{0,12}[ \t$*]*=[ \t$]*(?!.*\d[.,]\d)[^\W\d][^=≈\[\]|,;]{0,60}"
)  # H = A V
DASHED = pattern(r"[ ]{2}[-−–—·.](?:[ ]{2,}|\Z)")  # nothing stands there


class RowsBeside(NamedTuple):
    """Lines that are one or several matrices beside each other: how many lines, and the words and rows that stand there."""

    lines: int
    words: Strings
    tables: tuple[Strings, ...]  # of each matrix the texts of its rows
    cells: tuple[Strings, ...] | None = (
        None  # where they are known already, of the only matrix
    )
    drawn: bool = False  # with something round them, or bars between their entries


def named_rows(name: str, body: Sequence[Sequence[str]], lines: int) -> RowsBeside:
    """A table of so many lines as one matrix behind its name, "" for none; what is empty in it is shown as _."""
    shown = tuple(" ".join(cell or "_" for cell in row) for row in body)
    bare = name.strip("*`$ :=")
    return RowsBeside(
        lines, (f"{bare} = " if bare else "", ""), (shown,), tuple(map(tuple, body))
    )


@frozen
class LinesFrom:
    """The lines of a text, of which those from one on are looked at.

    >>> at = LinesFrom(["Q =", "1 2", "3 4"], 1)
    >>> at.first, at.next, at[-1:1], at.above, at.is_below_name
    ('1 2', '3 4', ['Q =', '1 2'], 'Q =', True)
    """

    lines: Sequence[str]
    k: int

    def __getitem__(self, part: slice) -> Sequence[str]:
        """Those of some places, which count from the first."""
        return self.lines[max(self.k + part.start, 0) : self.k + part.stop]

    @property
    def first(self) -> str:
        """The first of them."""
        return self.lines[self.k]

    @property
    def next(self) -> str:
        """The one below it, "" where there is none."""
        return "".join(self[1:2])

    @property
    def rest(self) -> Iterator[str]:
        """All of them."""
        return (self.lines[k] for k in range(self.k, len(self.lines)))

    def below(self, by: int = 1) -> LinesFrom:
        """Those from so many lines further down."""
        return LinesFrom(self.lines, self.k + by)

    @property
    def above(self) -> str:
        """The last line above the first with something on it, behind the fence of a block of code."""
        lines = reversed(self[1 - MOST_BLANK : 0])
        return next((line.strip() for line in lines if line.strip(" \t`")), "")

    @property
    def awaited(self) -> bool:
        """Whether that ends with what asks for more, or is a symbol alone."""
        last = self.above
        return (
            NAMED_ABOVE.search(last) is not None
            or SYMBOL.fullmatch(last.strip("*`$#> ")) is not None
        )

    @property
    def is_below_name(self) -> bool:
        """Whether that ends with a name and =, or is a name alone."""
        return self.awaited or EQUATED_ABOVE.fullmatch(self.above) is not None


Finder = Callable[[LinesFrom], RowsBeside | None]


def body_of(
    at: LinesFrom, reads: Callable[[str, int], Sequence[str]]
) -> tuple[list[Sequence[str]], int]:
    """What is read of some lines, while there is something, each with the number of its row, and on how many lines that stands;
    the rules of a table are passed over."""
    body: list[Sequence[str]] = []
    count = 0
    for many, line in enumerate(at.rest, 1):
        if RULE.fullmatch(line):
            continue
        if not (row := reads(line, len(body))):
            break
        body.append(row)
        count = many
    return body, count


def cells_in(line: str) -> list[str]:
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


def tabbed(line: str) -> list[str]:
    """The cells of a line with tabs between them, or with gaps of blanks where there are none."""
    if "\t" not in line:
        return [
            "" if DASHED.fullmatch(f"  {cell}") else cell
            for cell in re.split(r"[ ]{2,}", line.strip())
        ]
    return (
        [cell.strip() for cell in line.rstrip("\t ").split("\t")]
        if len(line) < LONGEST
        else [""]
    )
