"""A line of a plan as a formula: with its symbols, or with the numbers put in their place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import reduce
from typing import TYPE_CHECKING, Any

from symattn.binding import PRODUCT, SUM
from symattn.boxes import (
    DOT,
    EQUALS,
    Box,
    Fence,
    Grid,
    Ink,
    Script,
    applied,
    listed,
    number,
    row,
    times_ten,
    whole,
)
from symattn.boxes import Root as RootBox
from symattn.boxes.latex import read
from symattn.boxes.paper import PAPER, divided, fenced
from symattn.notation.entries import (
    At,
    below,
    is_term,
    meets,
    named,
    numbers_made,
    on_one_line,
    place_by_letter,
    side_by_side,
)
from symattn.ops import OPS, has
from symattn.ops.formula import summed, transposed
from symattn.ops.picking import picked
from symattn.ops.record import count_latex
from symattn.ops.shapes import UNSHOWN, Amount, Shape, Shapes
from symattn.plan.amounts import OfShape, factors, polynomial, worked
from symattn.plan.ones import beside_zeros, shape_of
from symattn.plan.tree import (
    GIVEN_MASK,
    SIGNS,
    Apply,
    Counted,
    Expr,
    Func,
    Num,
    Ref,
    RootOf,
    Scalar,
    SizeOf,
    Sum,
    applies,
    has_trait,
    is_number,
    stem_and_head,
    within,
)
from symattn.records import frozen, replace
from symattn.said import Glossary
from symattn.tables import in_each, in_turn

if TYPE_CHECKING:
    from symattn.notation import Notation

MOST_TERMS = 64  # of a sum that is written with its numbers
FEW_TERMS = (
    4  # of an entry of a product within a formula that is written entry by entry
)


@frozen
class LineStyle:
    """How the parts of a line are written.

    ``atom(name, turned)`` writes a matrix, or its transpose; ``scalar(name)`` a given number; ``size(axis, name)`` a
    number of rows or columns; all else is as the ``notation`` has it. ``shapes`` are those of all matrices, from which what is
    counted is worked out. ``numeric`` says that numbers stand in place of symbols.
    """

    notation: Notation
    atom: Callable[[str, bool], Box]
    scalar: Callable[[str], Box]
    size: Callable[[str, str], Box]
    numeric: bool = False
    whole: bool = False  # a product is turned round as a whole, and not its factors
    shapes: Shapes = field(default_factory=dict)
    entry: Callable[[str, Any, Any], Box | None] | None = (
        None  # of a matrix that is put in: where sums have their terms
    )
    letters: bool = False  # entries are told by the letters of their places
    named: bool = (
        False  # a function of numbers stands by its name, σ(−1), not spelled out
    )
    grouped: Expr | None = (
        None  # a product whose brackets are what is said: (PX)W = P(XW)
    )

    @property
    def all_shapes(self) -> dict[str, Shape]:
        """The shapes of matrices, where these are known or are asked for what is counted."""
        return {**self.notation.known, **self.shapes}

    def shape(self, tree: Expr) -> Shape | None:
        """The shape of an expression; None where it does not follow."""
        return shape_of(tree, self.all_shapes)

    def write(self, tree: Expr, level: int = 0, turned: bool = False) -> Box:
        """The formula of a tree, in brackets where it binds less tightly than *level*."""
        if isinstance(tree, Ref):
            return fenced(self.atom(tree.name, turned), level)
        of_two = not self.numeric and tree.op in _OF_TWO  # (A − B)ᵀ
        if turned and (self.whole or of_two) and not has(tree.op, "transposes"):
            return fenced(transposed(self.write(tree), turned), level)
        known = self.notation.known
        if known and (other := beside_zeros(tree, known)) is not None:
            return self.write(other, level, turned)
        box = OPS[tree.op].formula(_Written(self, tree, turned))
        if (
            self.numeric
            and isinstance(box, Grid)
            and len(box.rows) == len(box.rows[0]) == 1
        ):
            box = box.rows[0][0]  # A[0:1, 1] is a number
        return fenced(box, level)

    def at(self, tree: Expr, i: int, j: int) -> Box | None:
        """One entry of a tree with its numbers, on one line; None where it is made of more than the entries in its place."""
        entries: dict[str, Box] = {}
        if (whole := self._entry(tree, i, j, entries)) is None:
            return None
        return on_one_line(self._of_entries(whole, entries))

    def _of_entries(self, tree: Expr, entries: Mapping[str, Box]) -> Box:
        """The formula of a tree whose names are those of entries."""
        known: Shapes = dict.fromkeys(entries, (1, 1))
        style = replace(
            self,
            atom=lambda name, turned: entries[name],
            notation=replace(self.notation, known=known),
            shapes={},
            entry=None,
        )
        return style.write(tree)

    def symbol_at(self, name: str, *at: At) -> Box | None:
        """The symbol of an entry of a matrix, of a batch in each, q₂ of a row; None where another name looks like it."""
        sizes = self.all_shapes[name][-2:]
        places = [
            number(place + 1) if isinstance(place, int) else place
            for place, size in zip(at, sizes, strict=True)
            if size != 1
        ]
        symbol = self.atom(name, False)
        found = below(symbol, places, self.notation.taken) if places else symbol
        return None if places and found in self.notation.taken else found

    def general(self, tree: Expr) -> tuple[list[Box], Box] | None:
        """The entry of a tree at any place, of a batch at any in each matrix, and the letters of that place."""
        shape = (self.shape(tree) or ())[-2:]
        many = sum(size != 1 for size in shape)
        letters: list[Box] = [Ink(x) for x in ("ijlm" if many > 1 else "kijlm")]
        letters = [x for x in letters if x not in self.notation.taken][:many]
        if self.numeric or len(shape) != 2 or not 0 < len(letters) == many:
            return None
        free = iter(letters)
        i, j = (next(free) if size != 1 else 0 for size in shape)
        clash = set[Box]()  # letters with which an entry looks like another name, d_k

        def entry(name: str, *at: At) -> Box | None:
            found = self.symbol_at(name, *at)
            clash.update(() if found else (x for x in letters if x in at))
            return found

        entries: dict[str, Box] = {}
        whole = replace(self, entry=entry, letters=True)._entry(tree, i, j, entries)
        if clash:
            own = replace(self.notation, taken=self.notation.taken | clash)
            return replace(self, notation=own).general(tree)
        if whole is None or not entries:
            return None
        return letters, side_by_side(self._of_entries(whole, entries))

    def _entry(self, tree: Expr, i: At, j: At, entries: dict[str, Box]) -> Expr | None:
        """A tree with the *entries* of its matrices in place of these, by numbers as their names."""
        if isinstance(tree, Ref):
            shape = self.all_shapes.get(tree.name, ())[-2:]
            if self.entry is None or len(shape) != 2:
                return None
            box = self.entry(
                tree.name, i if shape[0] != 1 else 0, j if shape[1] != 1 else 0
            )
            return None if box is None else named(box, entries)
        op = tree.op
        if has(op, "transposes"):
            return self._entry(tree.args[0], j, i, entries)
        if has(op, "diagonal"):
            rows, cols = self.shape(tree.args[0]) or (1, 1)
            return (
                self._entry(tree.args[0], j, j, entries) if rows == cols != 1 else None
            )
        if op == SIGNS["A[0:2, :]"]:
            return self._of_part(tree, i, j, entries)
        if self.letters and has(op, "a unit vector"):
            return self._unit(tree, i, j, entries)
        if self.letters and has(op, "pairs", "at places"):
            return self._read_off(tree, i, j, entries)
        places: list[tuple[tuple[At, At], ...]] = [((i, j),) * len(tree.args)]
        if op == SIGNS["A @ B"] and self.numeric:  # of few terms
            shape = self.shape(tree.args[0]) or (0,)
            many = (
                shape[-1]
                if isinstance(shape[-1], int) and shape[-1] <= FEW_TERMS
                else 0
            )
            places = [((i, k), (k, j)) for k in range(many)]
        elif not is_term(op):
            return self._position(tree, i, j, entries)
        terms = list[Expr]()
        for place in places:
            found = [
                self._entry(arg, *at, entries)
                for arg, at in zip(tree.args, place, strict=True)
            ]
            args = tuple(arg for arg in found if arg is not None)
            if len(args) < len(found):
                return None
            times = SIGNS["A * B"] if op == SIGNS["A @ B"] else op
            terms.append(replace(tree, op=times, args=args))
        plus = SIGNS["A + B"]
        return reduce(lambda x, y: Apply(plus, (x, y), ()), terms) if terms else None

    def _of_part(
        self, tree: Apply, i: At, j: At, entries: dict[str, Box]
    ) -> Expr | None:
        """An entry of some rows and columns of a matrix, as one of the whole."""
        shape = self.shape(tree.args[0]) or ()
        if len(shape) != 2 or not all(isinstance(size, int) for size in shape):
            return None
        at: dict[str, Any] = dict(tree.params)
        places = list[At]()
        for key, size, place in zip(("rows", "cols"), shape, (i, j), strict=True):
            part = picked(at[key], size, key)
            if len(part) == 1:  # one is beside every entry, C₁ₖ of C[0, :]
                place = part[0]
            elif isinstance(place, int):
                place = part[place]
            elif len(part) != size:
                return None
            places.append(place)
        i, j = places
        return self._entry(tree.args[0], i, j, entries)

    def _read_off(
        self, tree: Apply, i: At, j: At, entries: dict[str, Box]
    ) -> Expr | None:
        """What stands in a table at the places that have a name: P at k, tₖ, or of several in each row at k, tₖⱼ."""
        table, of = tree.args
        pairs, rows = has(tree.op, "pairs"), (self.shape(table) or (0,))[0]
        several = 1 not in (self.shape(of) or (1,)) if pairs else rows == 1
        place = self._entry(of, i, j if several else i, entries)
        if not isinstance(of, Ref) or not isinstance(place, Ref):
            return None
        at = entries[place.name]
        if pairs or rows == 1:
            return self._entry(table, i, at, entries)
        return self._entry(table, at, j, entries)

    def _unit(self, tree: Apply, i: At, j: At, entries: dict[str, Box]) -> Expr | None:
        """What stands in rows of 0 and 1 at places: [yᵢ = j]."""
        (of,) = tree.args
        alone = (self.shape(of) or (1, 1)) == (1, 1)
        place = of if alone else self._entry(of, i, i, entries)
        if isinstance(j, int) or not (alone or isinstance(place, Ref)):
            return None
        at = (
            entries[place.name]
            if isinstance(place, Ref) and not alone
            else self.write(of)
        )
        return named(Fence("[", row(at, EQUALS, j), "]"), entries)

    def _position(
        self, tree: Apply, i: At, j: At, entries: dict[str, Box]
    ) -> Expr | None:
        """One of a few numbers that a tree makes of nothing, as arange(3) does; None for any other. One alone, arange(1), is
        beside all, whatever letter their places have."""
        if self.shape(tree) == (1, 1):
            i = j = 0
        if not isinstance(i, int) or not isinstance(j, int):
            place = (
                place_by_letter(tree, j, self.notation.first)
                if has(tree.op, "positions")
                else None
            )
            return None if place is None else named(place, entries)
        made = has(tree.op, "all ones", "all zeros")
        told = numbers_made(tree) if self.numeric and not (tree.args or made) else []
        if not told or len(told[0]) > 2 * FEW_TERMS:
            return None
        found = told[i if len(told) != 1 else 0]  # one row, or column, is beside all
        return named(found[j if len(found) != 1 else 0], entries)

    def amount(self, value: object, level: int = 0) -> Box:
        """A scalar: a numeral, a given number, a size, a root, or a sum of such; in brackets as ``write`` has them."""
        return fenced(self._amount(value), level)

    def _amount(self, value: object) -> Box:
        match value:
            case Num("pi" | "e" as text):
                return Ink("π" if text == "pi" else text)
            case Num(text):
                digits, e, power = text.lower().partition("e")
                if e:
                    return times_ten(digits, int(power))
                return whole(int(text)) if text.isdecimal() else number(text)
            case Ref(name):
                return self.scalar(name)
            case SizeOf(axis, of):
                return self.size(axis, of.name)
            case RootOf(of):
                return RootBox(self.amount(of))
            case Func("abs", (of,)):
                return Fence("|", self.amount(of), "|")
            case Func("exp", (of,)) if Ink("e") not in self.notation.taken:
                return Script(Ink("e"), sup=self.amount(of))
            case Counted() if self.shapes and not value.random:
                return self._counted(value)
            case Counted(kind, names):
                word, brackets = (
                    (_MOMENTS[kind], "[]") if value.random else (kind, "()")
                )
                made = dict(value.made)
                parts = (self.write(made.get(name, Ref(name))) for name in names)
                return applied(word, *parts, brackets=brackets)
            case Func(name, args):
                return applied(
                    self.notation.table.words.get(name, name), *map(self.amount, args)
                )
            case Sum(sign, left, right):
                return self._sum(sign, left, right)
            case Apply():  # a number that an operation makes of others
                return self.write(value)
        return number(value)

    def _sum(self, sign: str, left: Scalar, right: Scalar) -> Box:
        match left:
            case Sum("-", nothing, positive) if sign in ("*", "/") and _is_nothing(
                nothing
            ):
                return PAPER.negative(
                    self._sum(sign, positive, right)
                )  # −α·m, not (−α)·m
        if sign == "/":
            return self._divided(left, right)
        a, b = self.amount(left), self.amount(right)
        match sign:
            case "^":
                return PAPER.raised(a, b)
            case "*":
                beside = isinstance(right, RootOf) and isinstance(left, Num)  # 2√3
                return PAPER.joined("*" if beside else "·", a, b)
            case "-" if _is_nothing(left):
                return PAPER.negative(b)
        return PAPER.joined(sign, a, b)

    def _divided(self, top: Scalar, *by: Scalar) -> Box:
        """A number divided by one after the other: by their product, a/(b·c)."""
        while isinstance(top, Sum) and top.sign == "/":
            by = (top.right, *by)
            top = top.left
        if isinstance(top, Sum) and top.sign == "*" and _divides(top.left):
            rest = self._divided(top.right, *by)
            # a/b · c/d, and no (a/b · c)/d
            return PAPER.joined("·", self.amount(top.left), rest)
        below = []
        for x in by:
            box = self.amount(x)
            if not self.numeric or box != number(1) or isinstance(x, Num):
                below.append(box)  # 2 of 2/1, where a number is put in
        return divided(self.amount(top), *below)

    def _counted(self, what: Counted) -> Box:
        """What is counted, matrix by matrix and operation by operation: 3·(2·4) + 1·4."""
        terms = [term for part in what.parts() if (term := factors(part, self.shapes))]
        # equal ones once, with how many there are
        made = ((many, *term) for term, many in Counter(terms).items())
        # a 1 beside other factors is left out
        plain = ([size for size in term if size != 1] or [1] for term in made)
        boxes = [listed(map(_amount, term), DOT) for term in plain]
        return summed(boxes) if boxes else number(0)


def _is_nothing(value: Scalar) -> bool:
    """Whether a scalar is the numeral 0, from which a negative one is taken."""
    return isinstance(value, Num) and not value.value


def _divides(value: Scalar) -> bool:
    """Whether a scalar is a product with a quotient among its factors, or a quotient."""
    if not isinstance(value, Sum):
        return False
    return value.sign == "/" or (value.sign == "*" and _divides(value.left))


_OF_TWO = {SIGNS[f"A {sign} B"] for sign in "+-*"}
_MOMENTS = {"expectation": "E", "variance": "Var", "covariance": "Cov"}


def _amount(size: Amount) -> Box:
    """A size as a factor."""
    return fenced(read(count_latex(size)), PRODUCT)


@frozen
class _Written:
    """One operation of a line, as its formula rule sees it (``symattn.ops.formula.Writing``)."""

    formula: LineStyle
    tree: Apply
    turned: bool
    args: dict[tuple[int, bool], Box] = field(
        default_factory=dict
    )  # once each: a rule that asks twice would double the time with every level

    @property
    def columns(self) -> bool:
        return self.formula.notation.columns

    @property
    def numeric(self) -> bool:
        return self.formula.numeric

    @property
    def named(self) -> bool:
        return self.formula.named

    @property
    def brackets(self) -> str:
        return self.formula.notation.brackets

    @property
    def word(self) -> str:
        return self.words.get(self.tree.op, OPS[self.tree.op].word)

    @property
    def words(self) -> Glossary:
        return self.formula.notation.table.words

    @property
    def product(self) -> str:
        return self.formula.notation.table.product

    @property
    def scores_product(self) -> str:
        own = self.formula.notation.table.scores_product
        return self.product if own is None else own

    @property
    def join(self) -> str:
        return self.formula.notation.table.join

    @property
    def count(self) -> int:
        return len(self.tree.args)

    def arg(self, k: int, level: int = 0, turned: bool | None = None) -> Box:
        at = k, self.turned if turned is None else turned
        if at not in self.args:
            box = self.formula.write(self.tree.args[k], turned=at[1])
            self.args[at] = Fence("(", box, ")") if self._is_group(k) else box
        return fenced(self.args[at], level)

    def _is_group(self, k: int) -> bool:
        """Whether a factor stands in brackets since these are what is said: one that is a product, a first one of the whole."""
        group = self.formula.grouped is not None and applies(self.tree, SIGNS["A @ B"])
        product = applies(
            self.tree.args[k], SIGNS["A @ B"], SIGNS["A * c"], SIGNS["A / c"]
        )
        return group and product and (k > 0 or self.tree is self.formula.grouped)

    def plain(self, k: int) -> Box:
        return self.arg(k, turned=False)

    def is_same(self, k: int) -> bool:
        arg = self.tree.args[k]
        return applies(arg, self.tree.op)

    def inner(self, k: int, trait: str) -> _Written | None:
        arg = self.tree.args[k]
        return (
            _Written(self.formula, arg, self.turned) if has_trait(arg, trait) else None
        )

    def is_transpose(self, k: int) -> bool:
        arg = self.tree.args[k]
        return has_trait(arg, "transposes")

    def terms(self, *ks: int) -> list[Box]:
        if len(ks) == 2 and any(
            applies(x, SIGNS["A @ B"]) for k in ks for x in within(self.tree.args[k])
        ):
            return []  # xᵀQx is no sum of single terms
        shapes = [self.shape(k) or (0, 0) for k in ks]
        found = [self.lines(k, None) for k in ks]
        if not all(found) or (len(ks) == 2 and not shapes[0][-2] == shapes[1][-1] == 1):
            return []
        return [
            PAPER.joined("·", *factors)
            for factors in zip(*(x[0] for x in found), strict=True)
        ]

    def lines(self, k: int, axis: int | None, symbols: bool = False) -> list[list[Box]]:
        sizes = [n if isinstance(n, int) else 0 for n in self.shape(k)]
        if len(sizes) != 2 or not 2 <= sizes[0] * sizes[1] <= MOST_TERMS:
            return []
        rows, cols = sizes
        tree = self.tree.args[k]
        if axis == 1 and (told := numbers_made(tree)):
            return told
        style = self.formula
        if style.entry is None and symbols and not style.numeric:
            style = replace(style, entry=style.symbol_at)
        if style.entry is None:
            return []
        places = [[(i, j) for j in range(cols)] for i in range(rows)]
        if axis is None:
            places = [list(in_turn(places))]
        elif axis == 0:
            places = [list(column) for column in zip(*places, strict=True)]
        found = [[style.at(tree, *at) for at in line] for line in places]
        known = [[box for box in line if box is not None] for line in found]
        return known if known == found and len(found[0]) > 1 else []

    def general(self, k: int) -> tuple[list[Box], Box] | None:
        return self.formula.general(self.tree.args[k])

    def entry(self) -> tuple[list[Box], Box] | None:
        return self.formula.general(self.tree)

    def meets(self) -> bool:
        return meets(self.tree, self.formula.all_shapes)

    def is_number(self, k: int) -> bool:
        return is_number(
            self.tree.args[k], self.formula.notation.numbers
        ) or self.shape(k) == (
            1,
            1,
        )

    def line_of(self, op: str) -> Box | None:
        for name, line in self.formula.notation.trees.items():
            if self.tree in within(line):
                return None
            if applies(line, op) and line.args == self.tree.args:
                along = [x.param("axis") for x in (line, self.tree)]
                if along[0] == along[1]:
                    return self.formula.atom(name, False)
        return None

    def is_taken(self, box: Box) -> bool:
        return box in self.formula.notation.taken

    def is_unnamed_mask(self, k: int) -> bool:
        return self.tree.args[k] == Ref(GIVEN_MASK)

    def is_family(self) -> bool:
        names = [arg.name for arg in self.tree.args if isinstance(arg, Ref)]
        return (
            len(names) == self.count
            and len({stem_and_head(name)[0] for name in names}) == 1
        )

    def shape(self, k: int) -> Shape:
        return self.formula.shape(self.tree.args[k]) or ()

    def param(self, key: str) -> object:
        found = self.tree.param(key)
        if not isinstance(found, tuple) or "slice" not in found:
            return found
        shapes = in_each(OfShape, self.formula.all_shapes)
        return tuple(  # a slice, 0:C
            polynomial(worked(x, shapes)) if isinstance(x, Scalar) else x for x in found
        )

    def amount(self, key: str, level: int = 0) -> Box:
        return self.formula.amount(self.tree.param(key), level)

    def has(self, key: str) -> bool:
        return key in OPS[self.tree.op].signature.kinds

    def default(self, key: str) -> object:
        return OPS[self.tree.op].signature.defaults.get(key)

    def parameters(self) -> Sequence[Box]:
        """Those that must be written one after another; an option with its name."""
        signature = OPS[self.tree.op].signature
        out: list[Box] = []
        for key, value in self.tree.params:
            if isinstance(value, tuple):
                out += [self.formula.amount(size, SUM) for size in value]
            elif key not in signature.defaults:
                out.append(self.formula.amount(value, SUM))
            elif signature.kinds[key] in UNSHOWN or _same(
                value, signature.defaults[key]
            ):
                continue
            else:
                name = Ink("ε") if key == "eps" else Ink(key, "text")
                out.append(row(name, EQUALS, self.formula.amount(value, SUM)))
        return out


def _same(value: object, default: object) -> bool:
    """Whether an option is written with the value that it has anyway."""
    return value == default or (isinstance(value, Num) and value.value == default)
