"""A text made flat: one run of characters in which matrices, walls and headings are marks, and the lines they came from."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from symattn.records import frozen
from symattn.said import Strings

WALL, HEAD, END, SEP, ROW = "\x01", "\x02", "\x03", "\x04", "\x05"
"""Where mathematics begins or ends; a heading's begin and end; a gap between two equations; the end of a row."""
BEGUN, SHUT = "\x1e", "\x1f"
"""Where mathematics begins and ends inside a line; both are blanks, to Python's expressions too."""
OPEN, CLOSE = "\ue000", "\ue001"
"""Around the number of a matrix that was taken out of the text."""
_PARTNERS = {")": "(", "]": "["}
_NO_ENTRIES = f"=≈⇒{WALL}{HEAD}{END}"  # what stands in no bracket of entries


@frozen
class FlatGrid:
    """A matrix as written: its text, its entries row by row where they are known already, its line, what cannot be read.

    >>> FlatGrid("[1 2; 3 4]", 1).entries is None
    True
    """

    text: str
    line: int
    entries: tuple[Strings, ...] | None = None
    error: str = ""
    table: bool = False  # drawn with cells, which may have a row over them
    below: bool = False  # numbers below each other with nothing round them


@dataclass
class Flat:
    """The flat text under construction.

    >>> flat = Flat()
    >>> flat.add("Q = ", 1)
    >>> flat.matrix(FlatGrid("[[1]]", 2))
    >>> flat.line(5), flat.grids[0].text
    (2, '[[1]]')
    """

    parts: list[str] = field(default_factory=list)
    grids: list[FlatGrid] = field(default_factory=list)
    size: int = 0
    _starts: list[int] = field(default_factory=lambda: [0])
    _lines: list[int] = field(default_factory=lambda: [1])
    _ends: tuple[int, list[int]] = field(
        default=(0, []), repr=False
    )  # where lines end, up to which size

    def add(self, text: str, line: int) -> None:
        """Put a piece at the end; *line* is where it stands in the file."""
        if line != self._lines[-1]:
            self._starts.append(self.size)
            self._lines.append(line)
        self.parts.append(text)
        self.size += len(text)

    def matrix(self, grid: FlatGrid) -> None:
        """Put a matrix at the end."""
        self.add(f"{OPEN}{len(self.grids)}{CLOSE}", grid.line)
        self.grids.append(grid)

    @property
    def text(self) -> str:
        """The whole flat text."""
        if len(self.parts) > 1:
            self.parts = ["".join(self.parts)]
        return self.parts[0] if self.parts else ""

    @property
    def lines(self) -> list[str]:
        """The lines of the flat text."""
        whole = self.text
        return whole.split("\n")

    def line(self, at: int) -> int:
        """The line of the file that a place of the flat text came from; line ends inside a piece count."""
        k = bisect_right(self._starts, at) - 1
        if self._ends[0] != self.size:
            self._ends = (
                self.size,
                [i for i, sign in enumerate(self.text) if sign == "\n"],
            )
        ends = self._ends[1]
        return (
            self._lines[k] + bisect_left(ends, at) - bisect_left(ends, self._starts[k])
        )

    def replaced(self, spans: Iterable[tuple[int, int, FlatGrid]]) -> Flat:
        """The same with a matrix in place of each span, whose places are in order; what stands beside keeps its lines.

        >>> flat = Flat()
        >>> flat.add("A = ", 1), flat.add("1 + 1", 2), flat.add("!", 7)
        (None, None, None)
        >>> new = flat.replaced([(4, 9, FlatGrid("[2]", 2))])
        >>> new.text, new.line(len(new.text))
        ('A = \ue0000\ue001!', 7)
        """
        out, at = Flat(grids=list(self.grids)), 0
        for start, stop, grid in spans:
            self._copied(out, at, start)
            out.matrix(grid)
            at = stop
        self._copied(out, at, self.size)
        return out

    def ungapped(self) -> Flat:
        """The same with the gaps between the entries of a bracket as what parts entries: a blank beside a comma, a semicolon or a
        bracket, else an ampersand, in round ones a comma. A gap beside an equals sign in brackets stays one between equations.

        >>> flat = Flat()
        >>> flat.add("p = [1,\x04 2\x04 3]\x04 (a = 1\x04 b = 2)", 1)
        >>> flat.ungapped().text.replace("\x04", "|")
        'p = [1,  2& 3]| (a = 1| b = 2)'
        """
        text = self.text
        if SEP in text:
            self.parts = [_ungapped(text)]
        return self

    def _copied(self, out: Flat, start: int, stop: int) -> None:
        """Put what stands between two places at the end of another, piece by piece."""
        places = sorted(
            {start, stop, *(place for place in self._starts if start < place < stop)}
        )
        for a, b in pairwise(places):
            out.add(self.text[a:b], self.line(a))


def _ungapped(text: str) -> str:
    """A text, as long as before, with what parts entries in place of the gaps in brackets."""
    signs = list(text)
    waiting: list[tuple[str, int]] = []
    gaps: list[int] = []
    matrix = -1  # where the last one stands
    for at, sign in enumerate(text):
        if sign in _PARTNERS.values():
            waiting.append((sign, at))
        elif sign in _NO_ENTRIES:
            waiting.clear()
        elif sign == SEP:
            gaps.append(at)
        elif sign == OPEN:
            matrix = at
        elif waiting and waiting[-1][0] == _PARTNERS.get(sign):
            _, start = waiting.pop()
            list_sign = "," if text.find(",", start, at) < 0 else ";"
            parting = list_sign if sign == ")" else "&"  # no factors of a product
            while matrix < start and gaps and gaps[-1] > start:
                place = gaps.pop()
                end = place
                while text[end - 1].isspace():
                    end -= 1
                signs[place] = " " if _is_parted(text, end, place) else parting
    return "".join(signs)


def _is_parted(text: str, end: int, gap: int) -> bool:
    """Whether what parts entries stands beside a gap already, before its blanks or behind them; rows in brackets need nothing.

    >>> [_is_parted(text, text.index("\x04"), text.index("\x04")) for text in ("[1,\x04 2]", "[e\x04 (1 - e)]", "[[1]\x04 [2]]")]
    [True, False, True]
    """
    before, behind = text[end - 1], text[gap + 1 : gap + 40].lstrip()[:1]
    return (
        before in f",;&([{SEP}"
        or behind in (",", ";", "&", ")", "]")
        or before + behind == "]["
    )
