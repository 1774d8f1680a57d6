"""A tree worked out: what a formula is worth, with the values of the names on the page.

A formula with letters for places, A_{i,j}, is a number once they are places; as it stands it is the matrix of these numbers,
i going down and j across.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from functools import partial, reduce
from itertools import count, product, takewhile
from operator import add

from flint import arb

from . import functions
from .reading import Tree
from .values import (
    Batch,
    Unread,
    Value,
    batched,
    beside,
    compared,
    each,
    inverse,
    is_matrix,
    kron,
    meet,
    number,
    over,
    power,
    times,
    turned,
)


def free(tree: object) -> set[str]:
    """The letters for places that no sum in a tree runs over."""
    if not isinstance(tree, tuple) or not tree:
        return set()
    if tree[0] == "place":
        return {tree[1]}
    if tree[0] == "over places":
        return (free(tree[3]) | {place[2] for place in tree[2] if len(place) > 1}) - {place[0] for place in tree[2]}
    return set().union(*map(free, tree))


def nodes(tree: object, kind: str) -> Iterator[Tree]:
    """The parts of a tree that are of a kind."""
    if isinstance(tree, tuple) and tree:
        if tree[0] == kind:
            yield tree
        for part in tree:
            yield from nodes(part, kind)


def places_of(tree: Tree) -> int:
    """How many places a number has that stands alone; 0 for all else."""
    tree = tree[1] if tree[0] == "neg" else tree
    return len(tree[1].partition(".")[2]) if tree[0] == "num" else 0


def whole_number(tree: Tree) -> bool:
    """Whether a whole number stands alone."""
    tree = tree[1] if tree[0] == "neg" else tree
    return tree[0] == "num" and "." not in tree[1]


class Work:
    """Works out trees: with numerals as they stand, or, where a link is rounded, as all that they may stand for.

    How many places a letter goes through is seen from what has them, else from the *shape* of the other links.
    """

    def __init__(self, names: Mapping[str, Value], rounded: bool = False, whole: bool = False, columns: bool = False,
                 shape: Callable[[], tuple[int, ...]] = tuple) -> None:  # fmt: skip
        self.names, self.rounded, self.wholes, self.columns, self.shape = names, rounded, whole, columns, shape
        self.at: dict[str, int] = {}  # the places that letters stand for, counted from 0

    def __call__(self, tree: Tree) -> Value:
        if (letters := free(tree) - self.at.keys()) and (value := self.spread(tree, letters)) is not None:
            return value
        kind, *rest = tree
        value = getattr(self, f"of_{kind.replace(' ', '_')}")(*rest)
        if is_matrix(value) and not (value and value[0]):
            raise Unread("an empty matrix")
        return value

    # ---- places

    def where(self, at: Mapping[str, int]) -> Work:
        """The same with these letters standing for places."""
        out = copy(self)
        out.at = {**self.at, **at}
        return out

    def spread(self, tree: Tree, letters: set[str]) -> Value:
        """The matrix of the numbers that a tree is for all places; nothing where it is no number for one of them."""
        if len(letters) > 2:
            raise Unread("three letters for places")
        axes = {x: {"i": -1, "j": 2}.get(x, self.axis(x, tree)) for x in sorted(letters)}
        first, *more = sorted(axes, key=axes.__getitem__)
        down, across = (first, *more) if more else (first, "") if axes[first] < 1 else ("", first)
        sizes = [self.size(x, tree) if x else 1 for x in (down, across)]
        rows = [[{down: i, across: j} for j in range(sizes[1])] for i in range(sizes[0])]
        if is_matrix(self.where(rows[0][0])(tree)):
            return None
        return [[self.where(at)(tree) for at in row] for row in rows]

    @staticmethod
    def axis(letter: str, tree: Tree) -> int:
        """Whether a letter goes down (0) or across (1) what has its places."""
        return next((parts.index(("place", letter)) for _, _, *parts in nodes(tree, "at") if ("place", letter) in parts), 1)

    def size(self, letter: str, tree: Tree) -> int:
        """How many places there are for a letter."""
        bound = [set(place[::2]) for _, _, places, _ in nodes(tree, "over places") for place in places]
        alike = {letter}.union(*(pair for pair in bound if letter in pair))
        for _, base, *parts in nodes(tree, "at"):
            for axis, part in enumerate(parts):
                if part[0] == "place" and part[1] in alike and is_matrix(value := self(base)):
                    return max(len(value), len(value[0])) if len(parts) == 1 else (len(value), len(value[0]))[axis]
        if shape := self.shape():
            return shape[letter == "j"]
        raise Unread("how many places there are")

    def of_place(self, letter: str) -> Value:
        return arb(self.at[letter])

    def of_at(self, base: Tree, *parts: Tree) -> Value:
        value = self(base)
        if not is_matrix(value) or len(parts) > 2:
            raise Unread("an index of a number")
        if len(parts) == 1:
            parts = (("num", "1"), *parts) if len(value) == 1 else (*parts, ("num", "1"))
        down, across = (self.places(part, size) for part, size in zip(parts, (len(value), len(value[0]))))
        found = [[value[i][j] for j in across] for i in down]
        return found if ("all",) in parts or len(found) * len(found[0]) > 1 else found[0][0]

    def places(self, part: Tree, size: int) -> list[int]:
        """The places that are told, in a row or column of a size: numbers on the page count from 1, those in matrices from 0."""
        if part == ("all",):
            return [*range(size)]
        told = self(part)
        at = [functions.count(x) - (part[0] == "num") for row in functions.matrix(told) for x in row]
        if not all(0 <= k < size for k in at):
            raise Unread("an index")
        return at

    def of_over_places(self, word: str, places: tuple[tuple[str, ...], ...], body: Tree) -> Value:
        tree = ("over places", word, places, body)
        letters = [place[0] for place in places]
        values: list[arb] = []
        for chosen in product(*(range(self.size(x, tree)) for x in letters)):
            at = self.where(dict(zip(letters, chosen)))
            if all(compared(at.of_place(x), sign, at.of_place(y)) for x, sign, y in (place for place in places if len(place) > 1)):
                values.append(at(body))
        if not values or any(map(is_matrix, values)):
            raise Unread(f"{word} over matrices")
        return functions.OF_PLACES[word](values)

    def of_compared(self, sign: str, a: Tree, b: Tree) -> Value:
        return meet(lambda x, y: arb(int(compared(x, sign, y))), self(a), self(b))

    def of_cases(self, rows: tuple[Tree, ...]) -> Value:
        values, conditions = zip(*((self(value), self(condition)) for value, condition in rows))
        if any(x != 1 for r in functions.matrix(reduce(partial(meet, add), conditions)) for x in r):
            raise Unread("cases that leave something out")
        chosen = [meet(lambda x, y: y if x == 1 else arb(0), c, v) for c, v in zip(conditions, values)]
        return reduce(partial(meet, add), chosen)

    def of_num(self, text: str) -> Value:
        return number(text, self.rounded, self.wholes)

    def of_inf(self) -> Value:
        return arb("inf")

    def of_constant(self, name: str) -> Value:
        return arb.const_e() if name == "e" else arb.pi()

    def of_name(self, key: str) -> Value:
        value = self.names[key]
        if value is None:
            raise Unread("a name without a value on the page")
        return value

    def of_heads(self, key: str) -> Value:
        return Batch(self.of_name(head) for head in takewhile(self.names.__contains__, (f"{key}^{k}" for k in count(1))))

    def of_filled(self, entry: int, rows: int, columns: int) -> Value:
        return [[arb(entry)] * columns for _ in range(rows)]

    def of_unknown(self, key: str) -> Value:
        if key.startswith("mask"):
            return arb(0)  # or minus infinity, which is then not compared
        raise Unread("a name unknown to the page")

    def of_neg(self, a: Tree) -> Value:
        return each(lambda x: -x, self(a))

    def of_add(self, a: Tree, b: Tree) -> Value:
        return meet(lambda x, y: x + y, self(a), self(b))

    def of_times(self, a: Tree, b: Tree) -> Value:
        return times(self(a), self(b))

    def of_met(self, a: Tree, b: Tree) -> Value:
        return meet(lambda x, y: x * y, self(a), self(b))

    def of_joined(self, a: Tree, b: Tree) -> Value:
        return beside([self(a), self(b)])

    def of_over(self, a: Tree, b: Tree) -> Value:
        return over(self(a), self(b))

    def of_kron(self, a: Tree, b: Tree) -> Value:
        return kron(self(a), self(b))

    def of_pow(self, a: Tree, b: Tree) -> Value:
        base, exponent = self(a), self.sharp()(b)
        if not is_matrix(base):
            return each(lambda x: power(base, x), exponent)
        if exponent == -1:
            return inverse(base)
        raise Unread("power of a matrix")

    def of_powmet(self, a: Tree, b: Tree) -> Value:
        exponent = self.exponent(b)
        return each(lambda x: power(x, exponent), self(a))

    def sharp(self) -> Work:
        """The same with whole numbers as they stand, whatever is rounded."""
        out = copy(self)
        out.wholes = False
        return out

    def exponent(self, b: Tree) -> Value:
        value = self.sharp()(b)
        if is_matrix(value):
            raise Unread("a matrix as an exponent")
        return value

    def of_root(self, a: Tree, degree: int) -> Value:
        return each(lambda x: x.sqrt() if degree == 2 else x.root(degree), self(a))

    def of_turned(self, a: Tree) -> Value:
        return turned(self(a))

    def of_in_brackets(self, a: Tree) -> Value:
        return self(a)

    def of_beside(self, parts: tuple[Tree, ...], cut: str) -> Value:
        return turned(beside([turned(self(p)) for p in parts])) if cut == ";" and any(is_matrix(self(p)) for p in parts) else beside([self(p) for p in parts])

    def of_grid(self, rows: tuple[tuple[Tree, ...], ...]) -> Value:
        if len({len(r) for r in rows}) != 1 or not rows[0]:
            raise Unread("a ragged matrix")
        cells = [[self(c) for c in r] for r in rows]
        if self.rounded and (places := max(map(places_of, sum(rows, ())))):  # 18 beside 6.523 is rounded to three places as well
            near = number("0." + "0" * places, rounded=True)
            cells = [[x + near if whole_number(c) else x for c, x in zip(*r)] for r in zip(rows, cells)]
        if any(is_matrix(c) for r in cells for c in r):
            bands = [beside(r) for r in cells]
            return turned(beside([turned(b) for b in bands]))
        return cells

    def of_entry(self, a: Tree, *at: int) -> Value:
        value = self(a)
        if not is_matrix(value):
            raise Unread("an index of a number")
        if len(at) == 1:
            at = (1, at[0]) if len(value) == 1 else (at[0], 1)
        try:
            return value[at[0] - 1][at[1] - 1]
        except IndexError:
            raise Unread("an index") from None

    def of_cut(self, a: Tree, places: str) -> Value:
        """Rows and columns that are cut out, counted from 1 as pages count them, the last one with them."""
        value = self(a)
        for axis, part in enumerate(re.split(r",(?![^\[]*\])", places)):
            part = part.strip()
            if part.startswith("["):
                at = [int(x) for x in part[1:-1].split(",")]
                value = [value[k - 1] for k in at] if axis == 0 else [[r[k - 1] for k in at] for r in value]
                continue
            if ":" in part:
                lo, hi = part.split(":")
                keep = slice(int(lo) - 1 if lo else None, int(hi) if hi else None)
            elif part.isdigit():
                keep = slice(int(part) - 1, int(part))
            else:
                raise Unread("a slice")
            value = value[keep] if axis == 0 else [r[keep] for r in value]
        return value

    def of_masked(self, scores: Tree, mask: Tree) -> Value:
        return meet(lambda x, keep: x if keep == 1 else arb("-inf"), self(scores), self(mask))

    def of_call(self, name: str, args: tuple[Tree, ...], options: tuple[tuple[str, Tree], ...]) -> Value:
        if name in ("softmax", "LayerNorm", "RMSNorm", "normalise") and self.columns:
            options = options if any(key in ("sub", "axis") for key, _ in options) else (*options, ("sub", ("text", "columns")))
        given = {functions.OPTIONS.get(key, key): tree[1] if tree[0] == "text" else self(tree) for key, tree in options}
        function = functions.FUNCTIONS[name]
        return (function if name in functions.OF_BATCHES else batched(function))(*map(self, args), **given)
