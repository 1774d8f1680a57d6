"""A sheet's notation: line names, formulas and matrices as boxes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from pathlib import Path

from symattn.binding import PRODUCT, SUM
from symattn.boxes import Box, Fence, Grid, Ink, Kind, Row, Script, Stack, number, rebuilt, row, times_ten, whole
from symattn.boxes import Root as RootBox
from symattn.boxes.latex import read
from symattn.boxes.paper import PAPER, fenced, slashed
from symattn.later import pattern
from symattn.notation import table as tables
from symattn.notation.symbols import SAID, told_apart
from symattn.notation.table import NotationLike, NotationTable
from symattn.ops import OPS, has
from symattn.ops.formula import DOT, listed, summed
from symattn.ops.formula import joined as joined
from symattn.ops.picking import picked
from symattn.ops.record import size_latex
from symattn.ops.shapes import UNSHOWN, Amount, Shape, Shapes
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
    factors,
    is_number,
    numbers,
    stem_and_head,
)
from symattn.records import frozen, replace
from symattn.tex.signs import GREEK

# --- lines ---
# How a line is written: its name, and its formula with symbols or with numbers.

# --- names ---
# How a line's name is written; which line a student's symbol means is for ``symbols``.

_GRADIENT = pattern("d(?=[A-Z]|[a-z]_[A-Z])")
"""What stands before the name of a matrix in that of a derivative: dV; of the names that a question has, also before dl."""
_ABOVE = ("hat", "tilde", "bar")
_GREEK_NAMES = {**GREEK, "epsilon": "ε", "eps": "ε", "phi": "φ"}


@lru_cache(maxsize=4096)
def _drawn(pattern: str, head: Box | None = None) -> Box:
    """The boxes of a name's pattern, with the head in place of its i: every sheet of a class asks for the same ones."""
    found = read(pattern)
    return found if head is None else _put(found, head)


@frozen
class Names:
    """The table of names: patterns such as ``Q_i`` → ``\\\\mathbf{Q}^{i}``, where i stands for the head's number.

    ``shift`` is added to a head's number in the lines to get the number that is shown, ``derivatives`` are the names of
    derivatives of what a question has.

    >>> names = Names({"Q_i": "Q^i"}, shift=-1)
    >>> names.symbol("Q_1")
    Script(base=Ink(text='Q', kind='letter'), sub=None, sup=Ink(text='0', kind='number'))
    """

    patterns: Mapping[str, str]
    shift: int = 0
    derivatives: frozenset[str] = frozenset()

    def among(self, names: Iterable[str]) -> Names:
        """The same table for a question that has these names: dl is the derivative of l where it has both.

        >>> Names({"l": "\\\\ell"}).among(["l", "dl"]).symbol("dl")
        Row(items=(Ink(text='d', kind='text'), Ink(text='ℓ', kind='letter')))
        """
        known = {part for name in names for part in (name, stem_and_head(name)[0])}
        return replace(self, derivatives=frozenset(name for name in known if name[0] == "d" and name[1:] in known))

    def _derives(self, name: str) -> bool:
        return name in self.derivatives or bool(_GRADIENT.match(name))

    def symbol(self, name: str) -> Box:
        """The symbol of a line, a given or a head's matrix; a name the notation lacks is spelled out sensibly."""
        if self.patterns.get(name):
            return _drawn(self.patterns[name])
        if self._derives(name):
            return row(Ink("d", "text"), self.symbol(name[1:]))
        stem, head = self.head_in(name)
        return spelled(name) if head is None else self.of_head(stem, number(head + self.shift))

    def of_head(self, stem: str, head: Box) -> Box:
        """The symbol of a head's matrix, the head written as *head*: a number, or the letter i.

        >>> Names({"W_Q_i": "W_i^Q"}).of_head("W_Q", Ink("h")).sub
        Ink(text='h', kind='letter')
        """
        if self._derives(stem) and f"{stem}_i" not in self.patterns:
            return row(Ink("d", "text"), self.of_head(stem[1:], head))
        return _drawn(self._pattern(stem) or f"{stem}_i", head)

    def counted(self, name: str) -> str:
        """A line's name with the head's number that is shown.

        >>> Names({"W_Q_i": "W_i^Q"}, shift=-1).counted("W_Q_2"), Names({}, shift=-1).counted("W_2")
        ('W_Q_1', 'W_2')
        """
        stem, head = self.head_in(name)
        return name if head is None else f"{stem}_{head + self.shift}"

    def generic(self, name: str) -> Box:
        """The symbol of any head's matrix, Q_i, the head as the letter i; of another name its own.

        >>> Names({"Q_i": "Q^i"}).generic("Q_i").sup, Names({}).generic("B_i").sub
        (Ink(text='i', kind='letter'), Ink(text='i', kind='letter'))
        """
        return self.of_head(name[:-2], Ink("i")) if name.endswith("_i") else self.symbol(name)

    def _pattern(self, stem: str) -> str:
        """The pattern of a head's matrix; one that the notation lacks is written as its sisters are: W_G as W_Q, b_G as b_Q."""
        if f"{stem}_i" in self.patterns:
            return self.patterns[f"{stem}_i"]
        first, _, own = stem.partition("_")
        if not own.isupper():
            return ""
        sisters = ((re.fullmatch(rf"{first}_([A-Z]+)_i", key), shown) for key, shown in self.patterns.items())
        return next((shown.replace(key[1], own) for key, shown in sisters if key and shown.count(key[1]) == 1), "")

    def head_in(self, name: str) -> tuple[str, int | None]:
        """A line's name as its stem and the number of its head; None where it belongs to no head.

        >>> Names({"W_Q_i": "W_i^Q"}).head_in("W_Q_2"), Names({"W_Q_i": "W_i^Q"}).head_in("W_G_2"), Names({}).head_in("W_2")
        (('W_Q', 2), ('W_G', 2), ('W_2', None))
        """
        stem, head = stem_and_head(name)
        bare = stem[1:] if self._derives(stem) else stem
        return (stem, head) if self._pattern(stem) or self._pattern(bare) else (name, None)

    def unnamed(self, name: str) -> bool:
        """Whether the notation has no symbol for this line, so that its formula stands for it."""
        return self.patterns.get(name) == ""


def spelled(name: str) -> Box:
    """A name no notation knows: Greek words as letters, what follows an underscore below, a hat, a tilde or a bar above.

    >>> spelled("omega_q").base, spelled("KT"), spelled("m_hat").over
    (Ink(text='ω', kind='letter'), Ink(text='KT', kind='word'), Ink(text='^', kind='accent'))
    """
    first, *rest = [part for part in name.split("_") if part] or [name]
    base = _word(first)
    if rest and rest[0] in _ABOVE:
        base = Stack(base, Ink(SAID[rest.pop(0)], "accent"))
    if not rest:
        return base
    parts: list[Box | None] = []
    for k, part in enumerate(rest):
        parts += [Ink(",", "operator") if k and len(part) > 1 else None, _word(part)]
    return Script(base, sub=row(*parts))


def _word(part: str) -> Box:
    letters = part.rstrip("0123456789")
    digits = part[len(letters) :]
    if not letters:
        return number(digits)
    base: Box = Ink(_GREEK_NAMES[letters]) if letters in _GREEK_NAMES else Ink(letters, _kind(letters))
    return Script(base, sub=number(digits)) if digits else base


def _kind(letters: str) -> Kind:
    return "letter" if len(letters) == 1 else "word"


def _put(box: Box, head: Box) -> Box:
    """The pattern with the head in place of its letter i."""
    if box in (Ink("i"), Ink("i", "bold")):
        return head
    found = rebuilt(box, lambda part: _put(part, head))
    return row(*found.items) if isinstance(found, Row) else found


# --- lines ---
# A line of a plan as a formula: with its symbols, or with the numbers put in their place.

MOST_TERMS = 64  # of a sum that is written with its numbers


@frozen
class LineStyle:
    """How the parts of a line are written.

    ``atom(name, turned)`` writes a matrix, or its transpose; ``scalar(name)`` a given number; ``size(axis, name)`` a
    number of rows or columns. ``brackets`` stand around matrices, ``words`` are the notation's own names of operations,
    ``shapes`` those of all matrices, from which what is counted is worked out. ``columns`` says that tokens are columns,
    ``numbers`` are the lines that are numbers.
    """

    atom: Callable[[str, bool], Box]
    scalar: Callable[[str], Box]
    size: Callable[[str, str], Box]
    product: str = ""
    scores_product: str = ""
    join: str = "⊕"
    words: Mapping[str, str] = field(default_factory=dict)
    columns: bool = False
    numeric: bool = False
    brackets: str = "[]"
    shapes: Shapes = field(default_factory=dict)
    known: Shapes = field(default_factory=dict)  # of matrices, by which zeros that change nothing are left out
    numbers: frozenset[str] = frozenset()
    taken: frozenset[Box] = frozenset()  # the symbols of names, which no formula may look like
    entry: Callable[[str, int, int], Box | None] | None = None  # of a matrix that is put in: where sums have their terms

    def write(self, tree: Expr, level: int = 0, turned: bool = False) -> Box:
        """The formula of a tree, in brackets where it binds less tightly than *level*."""
        if isinstance(tree, Ref):
            return fenced(self.atom(tree.name, turned), level)
        if self.known and (other := beside_zeros(tree, self.known)) is not None:
            return self.write(other, level, turned)
        box = OPS[tree.op].formula(_Written(self, tree, turned))
        alone = self.numeric and isinstance(box, Grid) and len(box.rows) == len(box.rows[0]) == 1  # A[0:1, 1] is a number
        return fenced(box.rows[0][0] if alone and isinstance(box, Grid) else box, level)

    def at(self, tree: Expr, i: int, j: int) -> Box | None:
        """One entry of a tree with its numbers, on one line; None where it is made of more than the entries in its place."""
        entries: dict[str, Box] = {}
        if (whole := self._entry(tree, i, j, entries)) is None:
            return None
        numbers = dict.fromkeys(entries, (1, 1))
        style = replace(self, atom=lambda name, turned: entries[name], known=numbers, shapes={}, entry=None)
        return _on_one_line(style.write(whole))

    def _entry(self, tree: Expr, i: int, j: int, entries: dict[str, Box]) -> Expr | None:
        """A tree with the *entries* of its matrices in place of these, by numbers as their names."""
        if isinstance(tree, Ref):
            shape = {**self.known, **self.shapes}.get(tree.name, ())
            if self.entry is None or len(shape) != 2:
                return None
            box = self.entry(tree.name, i if shape[0] > 1 else 0, j if shape[1] > 1 else 0)
            name = str(len(entries))
            if box is None:
                return None
            entries[name] = box
            return Ref(name)
        if has(tree.op, "transposes"):
            return self._entry(tree.args[0], j, i, entries)
        if tree.op == SIGNS["A[0:2, :]"]:
            shape = shape_of(tree.args[0], {**self.known, **self.shapes}) or ()
            if len(shape) != 2:
                return None
            rows, cols = (picked(tree.param(key), size, key) for key, size in zip(("rows", "cols"), shape, strict=True))  # type: ignore[arg-type]
            return self._entry(tree.args[0], rows[i], cols[j], entries)
        if not has(tree.op, "each entry") and tree.op != SIGNS["c"]:
            return None
        args = tuple(arg for arg in (self._entry(arg, i, j, entries) for arg in tree.args) if arg is not None)
        return replace(tree, args=args) if len(args) == len(tree.args) else None

    def amount(self, value: object, level: int = 0) -> Box:
        """A scalar: a numeral, a given number, a size, a root, or a sum of such; in brackets as ``write`` has them."""
        return fenced(self._amount(value), level)

    def _amount(self, value: object) -> Box:
        match value:
            case Num("pi" | "e" as text):
                return Ink("π" if text == "pi" else text)
            case Num(text):
                digits, e, power = text.lower().partition("e")
                return times_ten(digits, int(power)) if e else whole(int(text)) if text.isdecimal() else number(text)
            case Ref(name):
                return self.scalar(name)
            case SizeOf(axis, of):
                return self.size(axis, of.name)
            case RootOf(of):
                return RootBox(self.amount(of))
            case Func("abs", (of,)):
                return Fence("|", self.amount(of), "|")
            case Func("exp", (of,)):
                return Script(Ink("e"), sup=self.amount(of))
            case Counted() if self.shapes and not value.random:
                return self._counted(value)
            case Counted(kind, names) if value.random:
                word = Ink(_MOMENTS[kind], "upright")
                return row(word, Fence("[", listed([self.atom(name, False) for name in names], Ink(",", "punct")), "]"))
            case Counted(kind, names):
                inner = listed([self.atom(name, False) for name in names], Ink(",", "punct"))
                return row(Ink(kind, "upright"), Fence("(", inner, ")"))
            case Func(name, args):
                inner = listed([self.amount(arg) for arg in args], Ink(",", "punct"))
                return row(Ink(name, "upright"), Fence("(", inner, ")"))
            case Sum(sign, left, right):
                return self._sum(sign, left, right)
        return number(value)

    def _sum(self, sign: str, left: Scalar, right: Scalar) -> Box:
        if sign in ("*", "/") and isinstance(left, Sum) and left.sign == "-" and _is_nothing(left.left):
            return PAPER.negative(self._sum(sign, left.right, right))  # −α·m, not (−α)·m
        a, b = self.amount(left), self.amount(right)
        match sign:
            case "^":
                return PAPER.raised(a, b)
            case "/":
                return PAPER.over(a, b)
            case "*":
                return PAPER.joined("*" if isinstance(right, RootOf) and isinstance(left, Num) else "·", a, b)
            case "-" if _is_nothing(left):
                return PAPER.negative(b)
        return PAPER.joined(sign, a, b)

    def _counted(self, what: Counted) -> Box:
        """What is counted, matrix by matrix and operation by operation: 3·(2·4) + 1·4."""
        terms = [term for part in what.parts() if (term := factors(part, self.shapes))]
        alike = {term: terms.count(term) for term in terms}  # equal ones once, with how many there are
        boxes = [self._term(term if many == 1 else (many, *term)) for term, many in alike.items()]
        return summed(boxes) if boxes else number(0)

    def _term(self, term: tuple[Amount, ...]) -> Box:
        return listed([_amount(factor) for factor in term], DOT)


def _is_nothing(value: Scalar) -> bool:
    """Whether a scalar is the numeral 0, from which a negative one is taken."""
    return isinstance(value, Num) and not value.value


_MOMENTS = {"expectation": "E", "variance": "Var", "covariance": "Cov"}


def _amount(size: Amount) -> Box:
    """A size as a factor."""
    return fenced(read(size_latex(size)), PRODUCT)


def _on_one_line(box: Box) -> Box:
    """A formula with its fractions slashed."""
    return slashed(rebuilt(box, _on_one_line))


@frozen
class _Written:
    """One operation of a line, as its formula rule sees it (``symattn.ops.formula.Writing``)."""

    formula: LineStyle
    tree: Apply
    turned: bool

    @property
    def columns(self) -> bool:
        return self.formula.columns

    @property
    def numeric(self) -> bool:
        return self.formula.numeric

    @property
    def brackets(self) -> str:
        return self.formula.brackets

    @property
    def word(self) -> str:
        return self.formula.words.get(self.tree.op, OPS[self.tree.op].word)

    @property
    def product(self) -> str:
        return self.formula.product

    @property
    def scores_product(self) -> str:
        return self.formula.scores_product

    @property
    def join(self) -> str:
        return self.formula.join

    @property
    def count(self) -> int:
        return len(self.tree.args)

    def arg(self, k: int, level: int = 0, turned: bool | None = None) -> Box:
        return self.formula.write(self.tree.args[k], level, self.turned if turned is None else turned)

    def plain(self, k: int) -> Box:
        return self.formula.write(self.tree.args[k])

    def is_same(self, k: int) -> bool:
        arg = self.tree.args[k]
        return isinstance(arg, Apply) and arg.op == self.tree.op

    def inner(self, k: int, trait: str) -> _Written | None:
        arg = self.tree.args[k]
        return _Written(self.formula, arg, self.turned) if isinstance(arg, Apply) and has(arg.op, trait) else None

    def is_transpose(self, k: int) -> bool:
        arg = self.tree.args[k]
        return isinstance(arg, Apply) and has(arg.op, "transposes")

    def terms(self, *ks: int) -> list[Box]:
        args, shapes = [self.tree.args[k] for k in ks], [self.shape(k) or () for k in ks]
        if self.formula.entry is None or any(len(shape) != 2 for shape in shapes):
            return []
        (m, n), (_, q) = shapes[0], shapes[-1]
        if len(ks) == 2:
            places = [[(0, k), (k, 0)] for k in range(n)] if m == q == 1 else []
        else:
            places = [[(i, j)] for i in range(m) for j in range(n)]
        if not 2 <= len(places) <= MOST_TERMS:
            return []
        terms = [[self.formula.at(arg, *place) for arg, place in zip(args, term, strict=True)] for term in places]
        found = [PAPER.joined("·", *(box for box in term if box is not None)) for term in terms if None not in term]
        return found if len(found) == len(terms) else []

    def is_number(self, k: int) -> bool:
        return is_number(self.tree.args[k], self.formula.numbers) or self.shape(k) == (1, 1)

    def is_taken(self, box: Box) -> bool:
        return box in self.formula.taken

    def is_unnamed_mask(self, k: int) -> bool:
        return self.tree.args[k] == Ref(GIVEN_MASK)

    def is_family(self) -> bool:
        names = [arg.name for arg in self.tree.args if isinstance(arg, Ref)]
        return len(names) == self.count and len({stem_and_head(name)[0] for name in names}) == 1

    def shape(self, k: int) -> Shape | None:
        return shape_of(self.tree.args[k], {**self.formula.known, **self.formula.shapes})

    def param(self, key: str) -> object:
        return self.tree.param(key)

    def amount(self, key: str, level: int = 0) -> Box:
        return self.formula.amount(self.tree.param(key), level)

    def has(self, key: str) -> bool:
        return key in OPS[self.tree.op].signature.kinds

    def default(self, key: str) -> object:
        return OPS[self.tree.op].signature.defaults.get(key)

    def parameters(self) -> Sequence[Box]:
        """Those that must be written one after another; an option beside others with its name."""
        signature, out = OPS[self.tree.op].signature, list[Box]()
        for key, value in self.tree.params:
            if isinstance(value, tuple):
                out += [self.formula.amount(size, SUM) for size in value]
            elif key not in signature.defaults:
                out.append(self.formula.amount(value, SUM))
            elif signature.kinds[key] not in UNSHOWN and not _same(value, signature.defaults[key]):
                more = [other for other, kind in signature.options if kind not in UNSHOWN]
                name = row(Ink(key, "text"), Ink("=", "relation")) if len(more) > 1 else None
                out.append(row(name, self.formula.amount(value, SUM)))
        return out


def _same(value: object, default: object) -> bool:
    """Whether an option is written with the value that it has anyway."""
    return value == default or (isinstance(value, Num) and value.value == default)


# --- notation ---
# A sheet's notation: line names, formulas and matrices as boxes.


@frozen
class Notation:
    """How one sheet writes its mathematics.

    >>> plain = Notation.load("illustrated")
    >>> plain.symbol("H_0").base
    Ink(text='Z', kind='letter')
    """

    table: NotationTable
    names: Names
    trees: Mapping[str, Expr] = field(default_factory=dict)
    heads: tuple[int, ...] = ()
    fixed: Mapping[str, Box] = field(default_factory=dict)
    numbers: frozenset[str] = frozenset()  # the lines that are numbers, not matrices
    known: Shapes = field(default_factory=dict)  # the shapes of matrices, where a page knows them
    taken: frozenset[Box] = frozenset()  # the symbols of names, which no formula may look like

    @staticmethod
    def load(source: NotationLike, beside: Path | None = None) -> Notation:
        """The notation of a name, a path or a table.

        Raises SymattnError naming an unknown key or notation and the nearest known one.
        """
        table = tables.load(source, beside)
        return Notation(table, Names(table.names))

    def over(self, source: NotationLike, beside: Path | None = None) -> Notation:
        """The same notation with what a question overrides; a name or a path replaces it altogether."""
        if source is None:
            return self
        merged = tables.over(self.table, source, beside)
        return Notation(merged, Names(merged.names))

    def of(self, trees: Mapping[str, Expr], givens: Iterable[str] = ()) -> Notation:
        """The notation bound to the lines of a question, so that heads are numbered and unnamed lines have formulas."""
        table = self.names.among((*trees, *givens))
        found = {table.head_in(name)[1] for name in (*trees, *givens)}
        heads = tuple(sorted(head for head in found if head is not None))
        shift = self.table.first - heads[0] if heads and self.table.first is not None else 0
        own = Notation(self.table, replace(table, shift=shift), dict(trees), heads, numbers=numbers(trees))
        known = own.symbols((*trees, *givens))
        taken = {name for name in trees.keys() - known.keys() if own.formula(trees[name]) in known.values()}
        if taken:  # the only head's symbol cannot stand for the heads joined too
            names = {name: shown for name, shown in self.table.names.items() if name not in taken}
            own = replace(own, names=replace(own.names, patterns=names))
        symbols = own.symbols((*trees, *givens))
        return replace(own, fixed=told_apart(symbols), taken=frozenset(symbols.values()))

    def symbols(self, names: Iterable[str]) -> dict[str, Box]:
        """The symbols of those names that have one.

        >>> Notation.load("superscript-heads").symbols(["Q", "H"])
        {'Q': Ink(text='Q', kind='bold')}
        """
        return {name: self.names.symbol(name) for name in names if not self.names.unnamed(name)}

    @property
    def columns(self) -> bool:
        """Whether tokens are columns."""
        return self.table.tokens == "columns"

    @property
    def brackets(self) -> str:
        """The two brackets around a matrix."""
        return self.table.brackets

    def symbol(self, name: str) -> Box:
        """The symbol of a line or a given; the formula of a line that the notation leaves unnamed.

        >>> Notation.load("superscript-heads").symbol("H_1").base
        Ink(text='head', kind='word')
        """
        if name in self.fixed:
            return self.fixed[name]
        if self.names.unnamed(name) and name in self.trees:
            return self.formula(self.trees[name])
        return self.names.symbol(name)

    def turned(self, name: str) -> Box:
        """The symbol of a transposed matrix: (K¹)ᵀ, the brackets only where something stands above already."""
        symbol, sign = self.symbol(name), Ink(self.table.transpose)
        match symbol:
            case Script(base, sub, None):
                return Script(base, sub, sign)
            case Ink():
                return Script(symbol, sup=sign)
        return Script(Fence("(", symbol, ")"), sup=sign)

    def formula(self, tree: Expr) -> Box:
        """A line's right side in symbols."""
        return self._formula().write(tree)

    def counted(self, tree: Expr, shapes: Shapes) -> Box:
        """A line's right side in symbols, with what is counted worked out from the shapes: 3·d·d + d."""
        return replace(self._formula(), shapes=shapes).write(tree)

    def _formula(self) -> LineStyle:
        t = self.table
        return LineStyle(
            lambda name, turned: self.turned(name) if turned else self.symbol(name),
            self.names.symbol, self.size, t.product, t.product if t.scores_product is None else t.scores_product, t.join,
            t.words, self.columns, numbers=self.numbers, known=self.known, taken=self.taken,
        )  # fmt: skip

    def numeric(self, formula: LineStyle) -> LineStyle:
        """The same way of writing, for numbers put in place of symbols."""
        t = self.table
        return replace(
            formula, join=t.join, words=t.words, columns=self.columns, numeric=True,
            numbers=self.numbers, known=self.known, brackets=self.brackets,
        )  # fmt: skip

    def size(self, axis: str, name: str) -> Box:
        """A number of rows or columns as a symbol: its own letters, or d_k for the columns of keys."""
        size = self.known[name][-2 if axis == "rows" else -1] if name in self.known else 0
        if not isinstance(size, int):
            return read(size_latex(size))
        if self.is_width(axis, name):
            return read(self.table.width)
        return Row((Ink(axis, "upright"), Fence("(", self.symbol(name), ")")))

    def is_width(self, axis: str, name: str) -> bool:
        """Whether a number of rows or columns is the width of the keys, which has a sign of its own."""
        return axis == ("rows" if self.columns else "cols") and name.split("_")[0] == "K"

    def head(self, n: int) -> Box:
        """The number of a head as the sheet counts."""
        return number(n + self.names.shift)

    def joined(self, parts: Iterable[Box]) -> Box:
        """The heads' results side by side, in the sheet's way of joining them.

        >>> Notation.load("superscript-heads").joined([Ink("A"), Ink("B")]).items[1].text
        '⊕'
        """
        return joined(list(parts), self.table.join)


__all__ = ["Notation"]
