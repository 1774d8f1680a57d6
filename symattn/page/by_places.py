"""Formulas that tell what stands at each place by its letters, ∑ⱼ Aᵢⱼ and ‖Aᵢ,:‖, read at every place that these have."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from flint import arb

from symattn.boxes import COLON, COMMA, Box, Ink, Row, Script, inked, listed
from symattn.exact.defined import BallMatrix
from symattn.page.arithmetic import Unread, Value, as_matrix, as_number, length, made
from symattn.page.ink import Items, flat, parts, split
from symattn.page.picked import beside
from symattn.records import frozen
from symattn.tables import in_each, in_turn

SUM_SIGN = Ink("∑", "punct")
SIGNS_OVER_PLACES = (SUM_SIGN, Ink("∏", "punct"))
ROW, COLUMN = (Ink("i"),), (Ink("j"),)
UP_TO = Ink("≤", "relation")


class EntryAt(NamedTuple):
    """An entry that a formula reads: the matrix it is of, and which letters tell its place."""

    whole: BallMatrix
    at: list[int]


Entries = Mapping[Items, EntryAt]


class LineAt(NamedTuple):
    """A line that a formula reads: the matrix it is of, the letter that tells its place, and whether it is a row."""

    whole: BallMatrix
    letter: Items
    is_row: bool

    def size(self) -> int:
        """How many such lines there are."""
        return self.whole.rows if self.is_row else self.whole.cols

    def worth(self, k: int) -> Value:
        """The line at a place."""
        whole = self.whole
        if k >= self.size():
            raise Unread("picked")
        if self.is_row:
            return made(lambda: whole.select([k], range(whole.cols)))
        return made(lambda: whole.select(range(whole.rows), [k]))


@frozen
class Places:
    """What a reader knows at a place: its ``names``, from where it counts, the worth of ``one`` box, that of factors under more
    names, and what a sign makes ``together`` of what stands at each place."""

    names: Mapping[Items, Value]
    first: int
    one: Callable[[Box], Value]
    worth: Callable[[Items, Mapping[Items, Value]], Value]
    together: Callable[[Script, Sequence[Value]], Value]

    def over(self, head: Script, body: Items) -> Value:
        """∑ₖ, ∏ₖ or maxₖ of the product behind it, for every place that its letters have in the matrices above them, or for those
        up to another, k ≤ j; a letter that is not among them goes through the rows or columns of what comes out, i of ∑ⱼ Aᵢⱼ."""
        below = split(flat(head.sub or Row(())), (COMMA,))
        ends = {part[0]: part[2] for part in below if len(part) == 3 and part[1] == UP_TO}
        letters: list[Items] = [part[:1] for part in below if len(part) == 1 or part[0] in ends]
        bound = len(letters)
        letters += [(end,) for end in ends.values()]
        letters += beside(body, letters, self.names)
        last = {letters.index((k,)): letters.index((end,)) for k, end in ends.items()}
        entries, sizes = self._entries(body, letters)
        sizes |= {end: sizes[k] for k, end in last.items() if k in sizes}
        if len(sizes) < len(letters) or len(letters) > bound + 2:
            raise Unread("picked")
        found: dict[tuple[int, ...], list[Value]] = {}
        for place in product(*(range(sizes[letter]) for letter in range(len(letters)))):
            if any(place[k] > place[end] for k, end in last.items()):
                continue
            put_in = {
                box: _at(entry.whole, [place[x] for x in entry.at])
                for box, entry in entries.items()
            }
            for letter, n in zip(letters, place, strict=True):
                put_in[letter] = arb(n + self.first)
            found.setdefault(place[bound:], []).append(self.worth(body, put_in))
        each = {at: self.together(head, line) for at, line in found.items()}
        if len(letters) == bound:
            one = each[()]
            return as_number(one) if getattr(one, "shape", ()) == (1, 1) else one
        free = letters[bound:]
        # Where i is a name of the sheet other letters say it by their places.
        named = ROW in letters or bool(last)
        if named and {*free} <= {ROW, COLUMN}:  # i goes down and j across
            if free[0] == COLUMN:
                each = {at[::-1]: x for at, x in each.items()}
            return _table(in_each(as_number, each), len(free), ROW in free)
        axes = {end: k for k, end in last.items()}
        stands = [axes.get(x, x) for x in range(bound, len(letters))]
        return _laid_out(in_each(as_number, each), stands, entries)

    def _entries(self, body: Items, letters: Sequence[Items]) -> tuple[Entries, dict[int, int]]:
        """The entries that a formula reads by letters, each with its matrix and which letters tell its place; and how many places
        each letter has."""
        entries: dict[Items, EntryAt] = {}
        sizes: dict[int, int] = {}
        for part in parts(Row(body)):
            if not isinstance(part, Script) or part.sub is None or part.sup is not None:
                continue
            under = split(flat(part.sub), (COMMA,))
            at = [letters.index(place) for place in under if place in letters]
            if part.base in SIGNS_OVER_PLACES or not at:
                continue
            known = [x for x in under if _is_letter(x) and x in self.names]
            if len(under) == 2 and len(known) == len(at) == 1:  # Aᵢₖ with i known
                whole = as_matrix(self.one(part.base))
                _settle(sizes, at, [whole.cols if under[0] in known else whole.rows])
                continue
            if under[-1] not in letters:  # P at k, yₖ, once these are known
                continue
            front = under[: len(under) - len(at)]
            name = Script(part.base, sub=listed(in_turn(front), COMMA)) if front else part.base
            if len(front) == 1 and inked(front[0][0], "letter") and (name,) not in self.names:
                continue  # Aₖⱼ of a sum within, over k
            whole = as_matrix(self.one(name))
            long = [n for n in whole.shape if n != 1 or len(at) > 1]
            _settle(sizes, at, long)
            entries[flat(part)] = EntryAt(whole, at)
        return entries, sizes

    def lengths(self, items: Items) -> Value | None:
        """‖Aᵢ,:‖ of every row, ‖A:,ⱼ‖ of every column, ‖Aᵢ,: − Bⱼ,:‖ of each row and each row, one below the other but those of j
        beside each other; nothing where no letter is free."""
        lines: dict[Items, LineAt] = {}
        for part in parts(Row(items)):
            if not isinstance(part, Script) or part.sub is None:
                continue
            under = split(flat(part.sub), (COMMA,))
            free = [x for x in under if _is_letter(x) and x not in self.names]
            if free and len(under) == 2 and (COLON,) in under:
                whole = as_matrix(self.one(part.base))
                lines[flat(part)] = LineAt(whole, free[0], under[0] == free[0])
        if not lines:
            return None
        sizes = {line.letter: line.size() for line in lines.values()}
        letters = sorted(sizes, key=COLUMN.__eq__)  # j goes across
        found: dict[tuple[int, ...], arb] = {}
        for place in product(*(range(sizes[letter]) for letter in letters)):
            at = dict(zip(letters, place, strict=True))
            put_in = {box: line.worth(at[line.letter]) for box, line in lines.items()}
            found[place] = length(self.worth(items, put_in))
        return _table(found, len(letters), letters != [COLUMN])


def _is_letter(items: Items) -> bool:
    return len(items) == 1 and inked(items[0], "letter")


def _settle(sizes: dict[int, int], letters: Sequence[int], found: Sequence[int]) -> None:
    """Notes how many places letters have in a matrix; no letter has two sizes."""
    if len(found) != len(letters):
        raise Unread("picked")
    for letter, size in zip(letters, found, strict=True):
        if sizes.setdefault(letter, size) != size:
            raise Unread("picked")


def _laid_out(
    found: Mapping[tuple[int, ...], arb], stands: list[int], entries: Entries
) -> Value:
    """Numbers for every place of the letters that are left: rows down, columns across, as the letters *stands* have them."""
    if len(stands) == 1:
        many = [at for _, at in entries.values() if len(at) > 1]
        columns = all(whole.cols == 1 for whole, at in entries.values() if at == stands)
        down = any(at[0] == stands[0] for at in many) or (not many and columns)
        return _table(found, 1, down)
    if not any(at == stands for _, at in entries.values()):
        found = {(i, j): x for (j, i), x in found.items()}
    return _table(found, 2, True)


def _table(found: Mapping[tuple[int, ...], arb], letters: int, down: bool) -> BallMatrix:
    """Numbers by one place as a column or a row, by two as a matrix."""
    if letters == 1:
        numbers = [*found.values()]
        return BallMatrix([[x] for x in numbers] if down else [numbers])
    if letters != 2:
        raise Unread("picked")
    rows, cols = (max(place[axis] for place in found) + 1 for axis in (0, 1))
    return BallMatrix([[found[i, j] for j in range(cols)] for i in range(rows)])


def _at(whole: BallMatrix, place: Sequence[int]) -> Value:
    """An entry of a matrix by its places; of a row or a column by one."""
    if len(place) == 1:
        place = (place[0], 0) if whole.cols == 1 else (0, place[0])
    i, j = place
    if (i, j) in whole.blocked:
        raise Unread("no_entry")
    return whole.values[i][j]
