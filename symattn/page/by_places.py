"""Formulas that tell what stands at each place by its letters, ∑ⱼ Aᵢⱼ and ‖Aᵢ,:‖, read at every place that these have."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product

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
            put_in = {box: _at(whole, [place[x] for x in at]) for box, (whole, at) in entries}
            counted = zip(letters, place, strict=True)
            put_in |= {letter: arb(n + self.first) for letter, n in counted}
            found.setdefault(place[bound:], []).append(self.worth(body, put_in))
        each = {at: self.together(head, line) for at, line in found.items()}
        if len(letters) == bound:
            one = each[()]
            return as_number(one) if getattr(one, "shape", ()) == (1, 1) else one
        free = letters[bound:]
        # Where i is a name of the sheet other letters say it by their places.
        named = ROW in letters or bool(last)
        if named and {*free} <= {ROW, COLUMN}:  # i goes down and j across
            turned = {at[:: 1 if free[0] == ROW else -1]: x for at, x in each.items()}
            return _table(in_each(as_number, turned), len(free), ROW in free)
        axes = {end: k for k, end in last.items()}
        stands = [axes.get(x, x) for x in range(bound, len(letters))]
        return _laid_out(in_each(as_number, each), stands, entries)

    def _entries(
        self, body: Items, letters: Sequence[Items]
    ) -> tuple[list[tuple[Items, tuple[BallMatrix, list[int]]]], dict[int, int]]:
        """The entries that a formula reads by letters, each with its matrix and which letters tell its place; and how many places
        each letter has."""
        entries: dict[Items, tuple[BallMatrix, list[int]]] = {}
        sizes: dict[int, int] = {}
        for part in parts(Row(body)):
            if not isinstance(part, Script) or part.sub is None or part.sup is not None:
                continue
            under = split(flat(part.sub), (COMMA,))
            at = [letters.index(place) for place in under if place in letters]
            if part.base in SIGNS_OVER_PLACES or not at:
                continue
            known = [
                x for x in under if len(x) == 1 and inked(x[0], "letter") and x in self.names
            ]
            if len(under) == 2 and len(known) == len(at) == 1:  # Aᵢₖ with i known
                size = as_matrix(self.one(part.base)).shape[under[0] in known]
                if sizes.setdefault(at[0], size) != size:
                    raise Unread("picked")
                continue
            if under[-1] not in letters:  # P at k, yₖ, once these are known
                continue
            front = under[: len(under) - len(at)]
            name = Script(part.base, sub=listed(in_turn(front), COMMA)) if front else part.base
            if len(front) == 1 and inked(front[0][0], "letter") and (name,) not in self.names:
                continue  # Aₖⱼ of a sum within, over k
            whole = as_matrix(self.one(name))
            long = [n for n in whole.shape if n != 1] if len(at) < 2 else [*whole.shape]
            if len(long) != len(at) or any(
                sizes.setdefault(letter, size) != size
                for letter, size in zip(at, long, strict=True)
            ):
                raise Unread("picked")
            entries[flat(part)] = whole, at
        return [*entries.items()], sizes

    def lengths(self, items: Items) -> Value | None:
        """‖Aᵢ,:‖ of every row, ‖A:,ⱼ‖ of every column, ‖Aᵢ,: − Bⱼ,:‖ of each row and each row, one below the other but those of j
        beside each other; nothing where no letter is free."""
        lines: dict[Items, tuple[BallMatrix, Items, bool]] = {}
        for part in parts(Row(items)):
            under = (
                split(flat(part.sub), (COMMA,)) if isinstance(part, Script) and part.sub else []
            )
            free = [
                x
                for x in under
                if len(x) == 1 and inked(x[0], "letter") and x not in self.names
            ]
            if isinstance(part, Script) and len(under) == 2 and (COLON,) in under and free:
                lines[flat(part)] = as_matrix(self.one(part.base)), free[0], under[0] == free[0]
        letters = sorted(
            dict.fromkeys(x for _, x, _ in lines.values()), key=lambda x: x == COLUMN
        )
        if not letters:
            return None
        sizes = {letter: whole.shape[not rows] for whole, letter, rows in lines.values()}
        found: dict[tuple[int, ...], arb] = {}
        for place in product(*(range(sizes[letter]) for letter in letters)):
            at = dict(zip(letters, place, strict=True))
            put_in: dict[Items, Value] = {
                box: _line(whole, at[letter], rows)
                for box, (whole, letter, rows) in lines.items()
            }
            found[place] = length(self.worth(items, put_in))
        return _table(found, len(letters), letters != [COLUMN])


def _line(whole: BallMatrix, k: int, rows: bool) -> Value:
    """A row of a matrix, or a column."""
    if k >= whole.shape[not rows]:
        raise Unread("picked")
    return made(
        lambda: whole.select(*(([k], range(whole.cols)) if rows else (range(whole.rows), [k])))
    )


def _laid_out(
    found: Mapping[tuple[int, ...], arb],
    stands: Sequence[int],
    entries: Sequence[tuple[Items, tuple[BallMatrix, list[int]]]],
) -> Value:
    """Numbers for every place of the letters that are left: rows down, columns across, as the letters *stands* have them."""
    if len(stands) == 1:
        many = [at for _, (_, at) in entries if len(at) > 1]
        alone = [whole.cols == 1 for _, (whole, at) in entries if at == [stands[0]]]
        return _table(
            found, 1, any(at[0] == stands[0] for at in many) or (not many and all(alone))
        )
    if not any(at == [*stands] for _, (_, at) in entries):
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
    i, j = place if len(place) > 1 else (place[0], 0) if whole.cols == 1 else (0, place[0])
    if (i, j) in whole.blocked:
        raise Unread("no_entry")
    return whole.values[i][j]
