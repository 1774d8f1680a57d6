"""Formulas that tell what stands at each place by its letters, ∑ⱼ Aᵢⱼ and ‖Aᵢ,:‖, read at every place that these have."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from types import MappingProxyType

from flint import arb

from symattn.boxes import COLON, COMMA, Box, Ink, Row, Script, inked, listed
from symattn.exact.defined import BallMatrix
from symattn.page.arithmetic import Unread, Value, as_matrix, as_number, length
from symattn.page.ink import Items, flat, split
from symattn.page.picked import beside, is_letter, subscripts
from symattn.records import frozen
from symattn.tables import in_each, in_turn

SUM_SIGN = Ink("∑", "punct")
SIGNS_OVER_PLACES = (SUM_SIGN, Ink("∏", "punct"))
ROW, COLUMN = (Ink("i"),), (Ink("j"),)
UP_TO = Ink("≤", "relation")


Entries = dict[Items, tuple[BallMatrix, list[Items]]]
"""Entries that a formula reads, each with the matrix it is of, and the letters that tell its place."""


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
        ends = {part[:1]: part[2:] for part in below if part[1:2] == (UP_TO,)}
        letters = [part[:1] for part in below if len(part) == 1 or part[:1] in ends]
        bound = len(letters)
        letters += ends.values()
        letters += beside(body, letters, self.names)
        entries, sizes = self._entries(body, letters)
        sizes |= {end: sizes[k] for k, end in ends.items() if k in sizes}
        if len(sizes) < len(letters) or len(letters) > bound + 2:
            raise Unread("picked")
        found: dict[tuple[int, ...], list[Value]] = {}
        for place in product(*(range(sizes[letter]) for letter in letters)):
            at = dict(zip(letters, place, strict=True))
            if all(at[k] <= at[end] for k, end in ends.items()):
                own = {
                    box: entry(of, [at[x] for x in own])
                    for box, (of, own) in entries.items()
                }
                found.setdefault(place[bound:], []).append(self.at(body, at, own))
        each = {at: self.together(head, line) for at, line in found.items()}
        if len(letters) == bound:
            one = each[()]
            return as_number(one) if getattr(one, "shape", ()) == (1, 1) else one
        free, numbers = letters[bound:], in_each(as_number, each)
        # Where i is a name of the sheet other letters say it by their places.
        if (ROW in letters or ends) and {*free} <= {
            ROW,
            COLUMN,
        }:  # i goes down and j across
            return table(numbers, free != [COLUMN], free[0] == COLUMN)
        stands = [next((k for k, end in ends.items() if end == x), x) for x in free]
        if len(stands) == 1:
            many = [at for _, at in entries.values() if len(at) > 1]
            columns = all(
                whole.cols == 1 for whole, at in entries.values() if at == stands
            )
            return table(
                numbers, any(at[:1] == stands for at in many) or (not many and columns)
            )
        return table(numbers, across=all(at != stands for _, at in entries.values()))

    def at(
        self,
        body: Items,
        at: Mapping[Items, int],
        own: Mapping[Items, Value] = MappingProxyType({}),
    ) -> Value:
        """What a formula comes to where its letters have some places, and entries values of their *own* there."""
        return self.worth(
            body, {**own, **in_each(lambda place: arb(place + self.first), at)}
        )

    def _entries(
        self, body: Items, letters: Sequence[Items]
    ) -> tuple[Entries, dict[Items, int]]:
        """The entries that a formula reads by letters, and how many places each letter has."""
        entries, sizes = Entries(), dict[Items, int]()
        for part, under in subscripts(body):
            at = [place for place in under if place in letters]
            if part.sup is not None or part.base in SIGNS_OVER_PLACES or not at:
                continue
            known = [x for x in under if is_letter(x) and x in self.names]
            if len(under) == 2 and len(known) == len(at) == 1:  # Aᵢₖ with i known
                whole = as_matrix(self.one(part.base))
                _settle(sizes, at, [whole.cols if under[0] in known else whole.rows])
                continue
            if under[-1] not in letters:  # P at k, yₖ, once these are known
                continue
            front = under[: len(under) - len(at)]
            name = (
                Script(part.base, sub=listed(in_turn(front), COMMA))
                if front
                else part.base
            )
            if (
                len(front) == 1
                and inked(front[0][0], "letter")
                and (name,) not in self.names
            ):
                continue  # Aₖⱼ of a sum within, over k
            whole = as_matrix(self.one(name))
            _settle(sizes, at, [n for n in whole.shape if n != 1 or len(at) > 1])
            entries[flat(part)] = whole, at
        return entries, sizes

    def lengths(self, items: Items) -> Value | None:
        """‖Aᵢ,:‖ of every row, ‖A:,ⱼ‖ of every column, ‖Aᵢ,: − Bⱼ,:‖ of each row and each row, one below the other but those of j
        beside each other; nothing where no letter is free."""
        sizes: dict[Items, int] = {}
        for part, under in subscripts(items):
            free = [x for x in under if is_letter(x) and x not in self.names]
            if free and len(under) == 2 and (COLON,) in under:
                whole = as_matrix(self.one(part.base))
                _settle(sizes, free, [whole.shape[under.index(free[0])]])
        letters = sorted(sizes, key=COLUMN.__eq__)  # j goes across
        found = {
            place: length(self.at(items, dict(zip(letters, place, strict=True))))
            for place in product(*(range(sizes[letter]) for letter in letters))
        }
        return table(found, letters != [COLUMN]) if letters else None


def _settle(
    sizes: dict[Items, int], letters: Sequence[Items], found: Sequence[int]
) -> None:
    """Notes how many places letters have in a matrix; no letter has two sizes."""
    if len(found) != len(letters):
        raise Unread("picked")
    for letter, size in zip(letters, found, strict=True):
        if sizes.setdefault(letter, size) != size:
            raise Unread("picked")


def table(
    found: Mapping[tuple[int, ...], arb], down: bool = True, across: bool = False
) -> BallMatrix:
    """Numbers by one place as a column, or a row where they do not go *down*, by two as a matrix, of which the first goes down
    or *across*."""
    places = [place if len(place) > 1 else (*place, 0) for place in found]
    if any(len(place) != 2 for place in places):
        raise Unread("picked")
    many = dict(zip(places, found.values(), strict=True))
    rows, cols = (max(place[axis] for place in many) + 1 for axis in (0, 1))
    made = BallMatrix([[many[i, j] for j in range(cols)] for i in range(rows)])
    return made.T if across or not down else made


def entry(whole: BallMatrix, place: Sequence[int]) -> Value:
    """An entry of a matrix by its places; of a row or a column by one."""
    i, j = (
        place if len(place) > 1 else (place[0], 0) if whole.cols == 1 else (0, place[0])
    )
    if (i, j) in whole.blocked:
        raise Unread("no_entry")
    return whole.values[i][j]
