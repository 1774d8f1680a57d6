"""What a formula comes to as it stands on the page: its boxes are read by the rules of print, and evaluated in balls.

Nothing of how the page writes is used here, least of all where it puts brackets. Juxtaposition and · bind tighter than + and −, a
product entry by entry less tightly than a product; a slash divides what stands left of it by the next factor alone; a power
belongs to the one thing that stands left of it. A bracket that was forgotten is read as a student would read what is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import partial, reduce
from itertools import product

from flint import arb, arb_mat, fmpq, fmpz

from symattn.boxes import (
    CIRCLE,
    COLON,
    COMMA,
    DOT,
    ELLIPSIS,
    EQUALS,
    PLUS,
    SLASH,
    THIN,
    TIMES,
    Box,
    Fence,
    Frac,
    Grid,
    Ink,
    Root,
    Row,
    Script,
    inked,
    listed,
    row,
)
from symattn.errors import SymattnError
from symattn.exact.any_matrix import AnyMatrix, LogsOfNothing
from symattn.exact.defined import BallMatrix
from symattn.exact.units import unit
from symattn.limits import MOST_MADE_ENTRIES
from symattn.ops import OPS, has, named_by
from symattn.ops.formula import only_line
from symattn.ops.shapes import Shape
from symattn.page.arithmetic import (
    BRACKETS,
    INFINITE,
    NOTHING,
    Unread,
    Value,
    as_matrix,
    as_number,
    compared,
    each,
    entrywise,
    length,
    made,
    over,
    plus,
    raised,
    times,
)
from symattn.page.by_places import SIGNS_OVER_PLACES, SUM_SIGN, Places, entry, table
from symattn.page.digits import ROUNDED
from symattn.page.functions import (
    FALLING,
    OF_TWO,
    OPTIONS,
    Arguments,
    listed_below,
    of_two,
    run,
    whole_number,
)
from symattn.page.ink import (
    IN_NUMBERS,
    SIGNS,
    Items,
    fence_of,
    flat,
    has_point,
    is_compared,
    is_number,
    is_sign,
    last_digit,
    next_same,
    parts,
    split,
    word_of,
)
from symattn.page.picked import counted_from_one, entries_of, gone_through
from symattn.plan.reader import read_line
from symattn.records import frozen, replace
from symattn.said import Glossary, Strings
from symattn.tables import every, in_turn, placed

KRONECKER = Ink("⊗", "operator")
ENTRYWISE = (CIRCLE, Ink("⊙", "operator"))
MULTIPLIES = (DOT, TIMES, *ENTRYWISE)
TURNED = tuple((Ink(sign),) for sign in ("ᵀ", "⊤", "′"))
FUNCTIONS: Mapping[str, Callable[[arb], arb]] = {
    "ln": arb.log,
    "sin": arb.sin,
    "cos": arb.cos,
}  # those that are no operations
WORDS = ("text", "accent")
OVER_PLACES = dict(zip(SIGNS_OVER_PLACES, (plus, times), strict=True))


class Misread(Exception):
    """What is written cannot be meant as it stands: two signs side by side, a power of what has no brackets."""


@frozen
class Reader:
    """Reads boxes under names: what a symbol stands for by its boxes, ``words`` what an operation is by its word on the page.

    ``join`` is the sign that puts matrices side by side, ``columns`` says that tokens are columns, so that a function runs down
    them where nothing else is written. With ``rough`` a number with a point stands for all that are rounded to it, or ``off`` by
    as much of its last digit, as does a whole number of so many digits as are ``significant``; any other, or a fraction of such,
    that is a result or an entry of its own stands for what is as near to it as ``whole``. What is told entry by entry,
    [pᵢ ≥ pⱼ], has so many rows and columns as ``shape`` says.

    >>> Reader({}).worth(Row(tuple(Ink(x, "number" if x.isdigit() else "operator") for x in "2+3·5")))
    17.0000000000000
    """

    names: Mapping[Items, Value]
    words: Glossary = field(default_factory=dict)
    join: Box | None = None
    columns: bool = False
    first: int = 0
    shape: Shape = ()
    rough: bool = False
    significant: int = 0
    whole: arb = field(default_factory=arb)
    off: arb = field(default_factory=lambda: ROUNDED)

    def worth(self, box: Box) -> Value:
        """The value of a formula; raises Unread for what is no arithmetic, Misread for what cannot be read as it stands."""
        return self._result(flat(box))

    def _result(self, items: Items) -> Value:
        """What stands by itself: a whole number or a fraction of such is rounded too where all is."""
        value = self._whole(items)
        if not (self.rough and isinstance(value, arb)):
            return value
        if (scale := last_digit(items, self.significant)) is not None:
            one = as_number(
                self._whole((Ink("1", "number"), *scale))
            )  # 588 · 10²¹, 5 GB
            return value + one * (-self.off if value < 0 else self._off(value))
        if all(
            item in (*IN_NUMBERS, SLASH) or (is_number(item) and not has_point(item))
            for item in items
        ):
            return value + self.whole
        return value

    # --- what binds least first ---

    def _whole(self, items: Items) -> Value:
        if self.join is not None and self.join in items:
            if items[0] == Ink("[", "punct") and items[-1] == Ink("]", "punct"):
                items = items[1:-1]
            parts = [as_matrix(self._sum(part)) for part in split(items, (self.join,))]
            # what stands below each other is drawn so
            return made(lambda: AnyMatrix.beside(*parts))
        return self._sum(items)

    def _sum(self, items: Items) -> Value:
        match items:
            case (Ink(text, "number"),):
                return self._number(text)
        total: Value | None = None
        sign, start = 1, 0
        for k, item in enumerate((*items, PLUS)):
            if not is_sign(item) or (k < len(items) and _behind_a_dot(items, k)):
                continue
            if k > start:
                term = self._circled(items[start:k])
                if sign < 0:
                    term = times(term, arb(-1))
                total = term if total is None else plus(total, term)
            elif k == len(items):
                raise Misread("a sign with nothing behind it")
            elif start:
                raise Misread("two signs side by side")
            assert isinstance(item, Ink)
            sign, start = SIGNS[item.text], k + 1
        assert total is not None
        return total

    def _circled(self, items: Items) -> Value:
        factors = split(items, ENTRYWISE)
        told = [x for x in factors if len(x) == 1 and is_compared(x[0])]
        known = [self._blocks(x) for x in factors if x not in told]
        if told and known:
            of = reduce(entrywise, known)
            self = replace(self, shape=gone_through(told, of, self.shape))
        return reduce(entrywise, [*known, *map(self._blocks, told)])

    def _blocks(self, items: Items) -> Value:
        parts = list(map(self._product, split(items, (KRONECKER,))))
        return reduce(
            lambda a, b: made(lambda: OPS[_BLOCKS].run(as_matrix(a), as_matrix(b))),
            parts,
        )

    def _product(self, items: Items) -> Value:
        total: Value | None = None
        k, sign = 0, ""
        while k < len(items):
            item = items[k]
            if isinstance(item, Ink) and item in (DOT, TIMES, SLASH):
                if sign or total is None:
                    raise Misread("a sign of a product with nothing before it")
                sign, k = item.text, k + 1
                continue
            if isinstance(item, Script) and (
                item.base in OVER_PLACES or self._largest(item)
            ):
                end = next_same(items, k) if item.base == SUM_SIGN else len(items)
                body = items[k + 1 : end]
                if body[-1:] == (DOT,):
                    body = body[:-1]
                found, k = self._by_places().over(item, body), end
            else:
                base = item.base if isinstance(item, Script) else item
                if not sign and k and is_number(items[k - 1]) and is_number(base):
                    raise Misread("two numbers side by side")
                beside = None if sign else self._beside(items, k)
                found, k = beside or self._factor(items, k, total)
            if total is None:
                total = found
            elif sign == "/":
                total = over(total, found)
            else:
                total = times(total, found)
            sign = ""
        if sign or total is None:
            raise Misread(f"nothing behind {sign or 'a sign'}")
        return total

    def _beside(self, items: Items, k: int) -> tuple[Value, int] | None:
        """What is told by entries or as a unit vector before a matrix, whose rows say how long it is: [yᵢ = j]E."""
        item, behind = items[k], items[k + 1 :]
        if len(self.shape) != 2 or not behind or inked(behind[0], "operator", "punct"):
            return None
        if not is_compared(item) and getattr(item, "base", None) != Ink("e"):
            return None
        rest = self._product(behind)
        wide = replace(self, shape=(self.shape[0], as_matrix(rest).rows))
        return times(wide._one(item), rest), len(items)

    def _by_places(self) -> Places:
        """What it knows at a place, for what is told by letters."""

        def worth(items: Items, more: Mapping[Items, Value]) -> Value:
            return replace(self, names={**self.names, **more})._whole(items)

        return Places(self.names, self.first, self._one, worth, self._together)

    def _together(self, head: Script, found: Sequence[Value]) -> Value:
        """What a sign over places makes of what stands at each."""
        if head.base in OVER_PLACES:
            return reduce(OVER_PLACES[head.base], found)
        line = BallMatrix([[as_number(x) for x in found]])
        return self._applied(word_of(head.base) or "", head.base, [line])

    def _largest(self, item: Script) -> bool:
        """Whether it is the sign of a largest entry, maxₖ, which stands before what is at a place."""
        word = item.base.text if inked(item.base, "upright") else ""
        return has(self.words.get(word, ""), "of a line") and word_of(item) is None

    def _factor(self, items: Items, k: int, before: Value | None) -> tuple[Value, int]:
        """The factor that begins at place k, and the place behind it; what is told by entries has as many rows as a
        matrix *before* it has columns."""
        item = items[k]
        if isinstance(before, BallMatrix) and fence_of(item) and len(self.shape) == 2:
            self = replace(self, shape=(before.cols, self.shape[1]))
        if is_number(item):
            end = k + 1
            while items[end : end + 1] == (THIN,) and any(
                map(is_number, items[end + 1 : end + 2])
            ):
                end += 2  # 786 944
            digits = "".join(x.text for x in items[k:end:2] if isinstance(x, Ink))
            return self._number(digits), end
        word = word_of(item)
        behind = items[k + 1] if k + 1 < len(items) else None
        if word is not None and word in self.words and isinstance(behind, Fence):
            # though a matrix may have the same name: mask(S)
            return self._function(word, items, k)
        for end in range(min(len(items), k + 4), k, -1):
            if items[k:end] in self.names:
                return self._cut(self.names[items[k:end]], items, end)
        if word is None and behind is not None:
            word = self._with_below(item, behind)
        if word is not None:
            return self._function(word, items, k)
        return self._cut(self._one(item), items, k + 1)

    def _with_below(self, item: Box, of: Box) -> str | None:
        """The name of a function with a parameter below it, of what stands behind it in brackets: top₂(A)."""
        name = (
            item.base
            if isinstance(item, Script) and item.sub and not item.sup
            else None
        )
        behind = of.base if isinstance(of, Script) else of
        if not inked(name, "upright") or not isinstance(behind, Fence):
            return None
        return name.text if name.text in self.words else None

    def _cut(self, value: Value, items: Items, k: int) -> tuple[Value, int]:
        """A value, cut as what stands behind it says: Q[:, 0:2]."""
        behind = items[k] if k < len(items) else None
        if not inked(behind, "text") or not behind.text.startswith("["):
            return value, k

        def cut() -> object:
            tree = read_line(f"B = A{behind.text}")[1]
            return OPS[tree.op].run(as_matrix(value), **dict(tree.params))

        return made(cut), k + 1

    # --- one thing ---

    def _one(self, item: Box) -> Value:
        if (item,) in self.names:
            return self.names[item,]
        match item:
            case Ink("e", "letter"):
                return arb(1).exp()
            case Ink("π"):
                return arb.pi()
            case Ink("⋯"):
                raise Unread("left_out")
            case Ink(text, "unit"):
                return arb(unit(text).factor)
            case Ink(text, kind):
                raise (
                    Unread("words")
                    if kind in WORDS
                    else Unread("unknown_name", name=text)
                )
            case Frac(top, bottom):
                return over(self._whole(flat(top)), self._whole(flat(bottom)))
            case Root(body, index):
                return each(lambda x: x.root(index), self._whole(flat(body)))
            case Fence():
                return self._fenced(item)
            case Script():
                return self._script(item)
            case Grid():
                return self._grid(item)
        raise Unread("above_or_below")

    def _number(self, text: str) -> arb:
        whole, point, places = text.partition(".")
        if not (whole + places).isdecimal():
            raise Unread("no_number", text=text)
        value = arb(fmpq(fmpz(whole + places), fmpz(10) ** len(places)))
        if not point or not self.rough:
            return value
        return value + self._off(value) * arb(10) ** -len(places)

    def _off(self, value: arb) -> arb:
        """By how much of its last digit a number is off; what is cut to 0 may be so from either side."""
        return self.off.union(-self.off) if value == 0 else self.off

    def _fenced(self, item: Fence) -> Value:
        inner = flat(item.body)
        commas = split(inner, (COMMA,))
        if len(commas) > 1:
            return made(
                lambda: BallMatrix([[as_number(self._sum(part)) for part in commas]])
            )
        if (item.left, item.right) in (("(", ")"), ("[", "]"), ("{", "}")):
            related = any(inked(x, "relation") for x in inner)
            return self._holds(inner) if related else self._whole(inner)
        if (meant := BRACKETS.get(item.left + item.right)) is None:
            raise Unread("brackets", left=item.left, right=item.right)
        if meant is length and (found := self._by_places().lengths(inner)) is not None:
            return found
        return meant(self._whole(inner))

    def _holds(self, items: Items) -> Value:
        """A > B, or A > B > C: 1 where it holds and 0 where it does not, told by entries too: pᵢ ≥ pⱼ."""
        letters = [
            x
            for x in map(Ink, "kijlm")
            if x in parts(Row(items)) and (x,) not in self.names
        ]
        if letters and len(self.shape) == 2:
            return self._by_entries(items, letters)
        signs = [x for x in items if inked(x, "relation")]
        sides = [*map(self._whole, split(items, signs))]  # a ≤ x ≤ b is both
        return reduce(entrywise, map(compared, signs, sides, sides[1:]))

    def _script(self, item: Script) -> Value:
        if item.sup is None:
            return self._entry(item)
        if (of := (Script(item.base, sup=item.sup),)) in self.names:  # A⁽²⁾, cut
            return self._entry(Script(Fence("(", *of, ")"), sub=item.sub))
        base = item.base if item.sub is None else Script(item.base, item.sub)
        if (base,) not in self.names and (
            isinstance(base, Frac)
            or (isinstance(base, Script) and base.sup is not None)
        ):
            raise Misread(
                "a power of what has a line or an exponent of its own, without brackets"
            )
        above = flat(item.sup)
        if above in TURNED:
            return as_matrix(replace(self, shape=self.shape[::-1])._one(base)).T
        entrywise = above[:1] == (Ink("∘", "punct"),)
        power = Reader(self.names, self.words)._whole(above[1:] if entrywise else above)
        if base == Ink("e") and (base,) not in self.names:
            return as_number(power).exp()
        if isinstance(base, Ink) and is_number(base):
            value: Value = self._number(base.text)
        else:
            value = self._one(base)
        if isinstance(power, BallMatrix) and not isinstance(value, BallMatrix):
            return each(lambda x: raised(value, x), power)
        exponent = as_number(power)
        if isinstance(value, BallMatrix) and not entrywise and 1 not in value.shape:
            raise Unread("power_of_matrix")
        return each(lambda x: raised(x, exponent), value)

    def _entry(self, item: Script) -> Value:
        """(S)₁₂ or (S)₁₀,₁₂: an entry of what stands in brackets; Q₃,: and Q₁:₂,: are rows of Q, s₂ and s₁:₂ parts of a row."""
        base = item.base
        below = split(flat(item.sub), (COMMA,)) if item.sub is not None else []
        long = entries_of(self.shape)
        if base == Ink("e") and (base,) not in self.names and long:
            place = as_number(self._whole(below[0]))
            return made(
                lambda: OPS[_UNIT].run(as_matrix(place), n=long, first=self.first)
            )
        self = replace(self, shape=())  # of what an entry is taken from nobody says it
        if (
            isinstance(base, Ink)
            and base.text in self.words
            and (base,) not in self.names
        ):  # 𝟏₂ₓ₃
            return self._called(base.text, base, listed_below(row(item.sub)))
        if len(below) == 3:  # Q at k, yₖ for a name that has something below
            named = Script(base, sub=row(*below[0]))
            return self._entry(Script(named, sub=listed(in_turn(below[1:]), COMMA)))
        if len(below) == 2:
            name = Script(base, sub=row(*below[0]))
            if (
                flat(base) not in self.names and (name,) in self.names
            ):  # x₂,₁ of a row x₂
                return self._part(as_matrix(self.names[name,]), below[1])
            whole = as_matrix(self._one(base))
            match below:
                case (Ink() | Script() as down,), (Script(of, Ink() | Row() as at),):
                    # P at i, yᵢ: of every row; at aᵢ, bᵢ: of those
                    same = flat(at)[0] in (down, getattr(down, "sub", None))
                    if same and (down,) not in self.names:
                        return self._at_places(whole, down, of, at)
            rows, cols = (
                self._picked(part, size)
                for part, size in zip(below, whole.shape, strict=True)
            )
            return made(lambda: whole.select(rows, cols))
        text = item.sub.text if inked(item.sub, "number") else ""
        in_brackets = isinstance(base, Fence) and text != ""
        is_named = flat(base) in self.names
        if not in_brackets and not is_named:
            raise Unread("unknown_name")
        whole = as_matrix(self._one(base))
        if 1 in whole.shape and (is_named or len(text) == 1):  # (2s + s)₂
            return self._part(whole, below[0])
        if not in_brackets:
            raise Unread("unknown_name")
        place = [int(x) - 1 for x in (text.split(",") if "," in text else text)]
        if place not in ([i, j] for i in range(whole.rows) for j in range(whole.cols)):
            raise Unread("no_entry")
        return entry(whole, place)

    def _at_places(
        self, whole: BallMatrix, down: Ink | Script, of: Box, at: Ink | Row
    ) -> Value:
        """P at i, yᵢ: the entries of rows at the places that a matrix has for each of them."""
        lines = list(range(whole.rows))
        if isinstance(down, Script):
            lines = self._picked((down.base,), whole.rows)
        places = as_matrix(self._whole((of,)))
        if isinstance(at, Ink) and places.rows == 1:  # at i, Rᵢⱼ is a row's own
            places = places.T
        taken = every(lambda x: whole_number(x, "place") - self.first, places.values)
        pairs = list(zip(lines, taken, strict=True))
        return made(
            lambda: BallMatrix([[whole.values[k][j] for j in at] for k, at in pairs])
        )

    def _part(self, whole: BallMatrix, below: Items) -> Value:
        """s₂ of a row or of a column."""
        places = self._picked(below, max(whole.shape))
        rows, cols = (places, [0]) if whole.cols == 1 else ([0], places)
        return made(lambda: whole.select(rows, cols))

    def _picked(self, items: Items, size: int) -> list[int]:
        """The rows or columns that are picked: by their numbers, or by a row or column of places."""
        if items not in self.names and all(
            isinstance(x, Fence) or inked(x, "number") for x in items
        ):
            return counted_from_one(items, size)
        if COLON in items:  # k+1:n
            ends = [self._whole(x) if x else None for x in split(items, (COLON,))]
            first, last = (
                None if x is None else whole_number(x, "place") for x in ends
            )
            return list(range(size))[(first or 1) - 1 : last]
        places = as_matrix(self._whole(items))
        if 1 not in places.shape:
            raise Unread("picked")
        found = [whole_number(x, "place") - self.first for x in in_turn(places.values)]
        if not all(0 <= place < size for place in found):
            raise Unread("no_entry")
        return found

    def _by_entries(self, items: Items, letters: Sequence[Box]) -> Value:
        """A comparison that is told entry by entry, at every place of what comes out: [pᵢ ≥ pⱼ]."""
        rows, cols = (int(str(size)) for size in self.shape)
        both = len(letters) == 2
        sizes = [range(size) for size in (rows, cols) if both or size != 1]
        if len(sizes) != len(letters):
            raise Unread("picked")
        found = dict[tuple[int, ...], arb]()
        for place in product(*sizes):
            counted = zip(letters, place, strict=True)
            more: dict[Items, Value] = {(x,): arb(n + self.first) for x, n in counted}
            inner = replace(self, names={**self.names, **more}, shape=())
            found[place] = as_number(inner._holds(items))
        return table(found, down=both or rows != 1)

    def _grid(self, grid: Grid) -> Value:
        if not grid.left:
            raise Unread("table")
        cells = every(flat, grid.rows)
        if grid.left == "{":  # cases: what is taken, and where
            taken = [
                reduce(entrywise, map(self._holds, split(at, [COMMA])), self._whole(x))
                for x, at in cells
            ]
            return reduce(plus, taken)
        if (ELLIPSIS,) in in_turn(cells):
            return self._going_on(grid)
        blocked = frozenset(
            at
            for at, items in placed(cells)
            if len(items) == 2 and items[1] == INFINITE
        )
        rows = every(
            lambda items: NOTHING if items[1:] == (INFINITE,) else self._result(items),
            cells,
        )
        if any(isinstance(x, BallMatrix) for x in in_turn(rows)):
            return made(
                lambda: AnyMatrix.on_top(
                    *(AnyMatrix.beside(*map(as_matrix, r)) for r in rows)
                )
            )
        return made(lambda: BallMatrix(arb_mat(rows), blocked))

    def _going_on(self, grid: Grid) -> Value:
        """[0 1 … n − 1]: from the first by equal steps to the last, in a row or a column."""
        ends = [
            self._result(flat(cell)) for cell in in_turn(grid.rows) if cell != ELLIPSIS
        ]
        first, second, last = map(as_number, ends)
        steps = ((last - first) / (second - first)).unique_fmpz()
        if steps is None or not 0 <= steps < MOST_MADE_ENTRIES:
            raise Unread("left_out")
        row = [first + (second - first) * k for k in range(int(steps) + 1)]
        return made(
            lambda: BallMatrix([row] if len(grid.rows) == 1 else [[x] for x in row])
        )

    # --- functions ---

    def _function(self, word: str, items: Items, k: int) -> tuple[Value, int]:
        """A function and what it is taken of, which stands in brackets behind it, perhaps with an exponent of the whole."""
        head = items[k]
        of = items[k + 1] if k + 1 < len(items) else head
        above = below = None
        under = head.sub if isinstance(head, Script) and not word_of(head) else None
        more = listed_below(under) if under else []
        if isinstance(of, Script) and isinstance(of.base, Fence):
            above, below, of = of.sup, of.sub, of.base
        if not isinstance(of, Fence) or of.left not in ("(", "["):
            raise Unread("bare_function", word=word)
        found = self._called(word, head, [*split(flat(of.body), (COMMA,)), *more])
        if above is not None:
            if flat(above) not in TURNED:
                raise Unread("behind_function")
            found = as_matrix(found).T
        if below is not None:  # softmax(s)₂
            found = self._part(as_matrix(found), flat(below))
        return found, k + 2

    def _called(self, word: str, head: Box, parts: Sequence[Items]) -> Value:
        """A function of what is listed in its brackets or below its name, options by theirs: RMSNorm(A, ε = 2)."""
        told = [part for part in parts if len(part) > 2 and part[1] == EQUALS]
        plain = [part for part in parts if part not in told]
        options = {
            OPTIONS.get(key.text, key.text): x
            for key, _, *x in told
            if isinstance(key, Ink)
        }
        if word.endswith(FALLING):
            rising = word.removesuffix(FALLING)
            args = [each(arb.__neg__, self._whole(part)) for part in plain]
            found = self._applied(rising, head, args)
            return each(arb.__neg__, found) if has(rising, "in order") else found
        texts = [*plain, *map(tuple, options.values())]
        if not _stays(self.words.get(word, ""), self.shape, len(plain)):
            self = replace(self, shape=())
        return self._applied(
            word, head, [*map(self._whole, texts)], texts, tuple(options)
        )

    def _applied(
        self,
        word: str,
        head: Box,
        args: Sequence[Value],
        texts: Sequence[Items] = (),
        options: Strings = (),
    ) -> Value:
        if word in FUNCTIONS and len(args) == 1:
            return each(FUNCTIONS[word], args[0])
        if word in ("rows", "columns", "cols") and len(args) == 1:
            matrix = as_matrix(args[0])
            return arb(matrix.rows if word == "rows" else matrix.cols)
        name = self.words.get(word) or (word if word in OPS else None)
        if name is None:
            raise Unread("unknown_function", word=word)
        if (
            has(name, "a logarithm")
            and not isinstance(args[0], BallMatrix)
            and args[0] == 0
        ):
            return BallMatrix([[args[0]]], LogsOfNothing({(0, 0)}))
        if len(args) > 1 and has(name, "of a line") and word in OF_TWO:  # max(a, b, c)
            return reduce(partial(of_two, OF_TWO[word]), args)
        signature = OPS[name].signature
        params: dict[str, object] = {}
        if "axis" in signature.kinds:
            usual = signature.defaults.get("axis")
            params["axis"] = self._axis(head, usual, as_matrix(args[0]).shape)
        if "first" in signature.kinds:
            params["first"] = self.first
        also = self.names.get(flat(head))  # mask(S), with what is called mask
        return run(name, args, Arguments(texts, options, word), params, also)

    def _axis(self, head: Box, usual: object, shape: Shape) -> object:
        """What a function runs along: as it is written below its name, else rows, or columns where tokens are."""
        if isinstance(head, Script) and inked(head.sub, "text"):
            return {"rows": 1, "columns": 0}[head.sub.text]
        return None if usual is None else only_line(shape, int(not self.columns))


_BLOCKS, _UNIT = named_by("in blocks"), named_by("a unit vector")


def _stays(op: str, shape: Shape, many: int) -> bool:
    """Whether what an operation makes of so many matrices of a shape has that shape, as what goes entry by entry does."""
    try:
        return not shape or op not in OPS or OPS[op].shape(*[shape] * many) == shape
    except (SymattnError, TypeError, ValueError):
        return False


def _behind_a_dot(items: Items, k: int) -> bool:
    """Whether a sign stands right behind one of a product, which no reader can take for a sum."""
    if k and items[k - 1] in MULTIPLIES:
        raise Misread("a sign behind a sign of a product")
    return False


def known(symbols: Iterable[tuple[Box, Value]]) -> dict[Items, Value]:
    """Names as a reader looks them up.

    >>> known([(Ink("A"), arb(2))])[(Ink("A"),)]
    2.00000000000000
    """
    return {flat(box): value for box, value in symbols}
