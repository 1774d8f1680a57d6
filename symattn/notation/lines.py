"""A line of a plan as a formula: with its symbols, or with the numbers put in their place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from symattn.boxes import Box, Fence, Frac, Grid, Ink, Row, Script, number, row
from symattn.boxes import Root as RootBox
from symattn.boxes.latex import read
from symattn.ops import OPS, has
from symattn.ops.formula import ATOM, DOT, MINUS, PLUS, PRODUCT, SUM, Placed, listed, raised, summed
from symattn.ops.formula import joined as joined
from symattn.ops.record import Amount, size_latex
from symattn.ops.shapes import Shape, Size
from symattn.plan import is_number
from symattn.plan.amounts import factors
from symattn.plan.tree import GIVEN_MASK, Apply, Counted, Expr, Func, Num, Ref, Root, Scalar, Sum, stem_and_head
from symattn.plan.tree import Size as SizeOf


@dataclass(frozen=True)
class Formula:
    """How the parts of a line are written.

    ``atom(name, turned)`` writes a matrix, or its transpose; ``scalar(name)`` a given number; ``size(axis, name)`` a
    number of rows or columns. ``words`` are the notation's own names of operations, ``shapes`` those of all matrices,
    from which what is counted is worked out. ``columns`` says that tokens are columns, ``numbers`` are the lines that are
    numbers.
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
    shapes: Mapping[str, Shape] = field(default_factory=dict)
    numbers: frozenset[str] = frozenset()

    def write(self, tree: Expr, level: int = 0, turned: bool = False) -> Box:
        """The formula of a tree, in brackets where it binds less tightly than *level*."""
        box, own = self.placed(tree, turned)
        return box if own >= level else Fence("(", box, ")")

    def placed(self, tree: Expr, turned: bool) -> Placed:
        """The formula of a tree, and how tightly it binds."""
        if isinstance(tree, Ref):
            box = self.atom(tree.name, turned)
            return box, _level(box)
        return OPS[tree.op].formula(_Written(self, tree, turned))

    def amount(self, value: object, level: int = 0) -> Box:
        """A scalar: a numeral, a given number, a size, a root, or a sum of such."""
        match value:
            case Num("pi" | "e" as text):
                return Ink("π" if text == "pi" else text)
            case Num(text):
                return number(text)
            case Ref(name):
                return self.scalar(name)
            case SizeOf(axis, of):
                return self.size(axis, of.name)
            case Root(of):
                return RootBox(self.amount(of))
            case Func("exp", (of,)):
                return Script(Ink("e"), sup=self.amount(of))
            case Counted() if self.shapes and not value.random:
                box, own = self._counted(value)
                return box if own >= level else Fence("(", box, ")")
            case Counted("expectation" | "variance", names):
                word = Ink("E" if value.kind == "expectation" else "Var", "upright")
                return row(word, Fence("[", self.atom(names[0], False), "]"))
            case Counted(kind, names):
                inner = listed([self.atom(name, False) for name in names], Ink(",", "punct"))
                return row(Ink(kind, "upright"), Fence("(", inner, ")"))
            case Func(name, args):
                inner = listed([self.amount(arg) for arg in args], Ink(",", "punct"))
                return row(Ink(name, "upright"), Fence("(", inner, ")"))
            case Sum(sign, left, right):
                box, own = self._sum(sign, left, right)
                return box if own >= level else Fence("(", box, ")")
        return number(value)

    def _sum(self, sign: str, left: Scalar, right: Scalar) -> Placed:
        if sign == "^":
            return raised(self.amount(left, ATOM), self.amount(right)), ATOM
        if sign == "/":
            return Frac(self.amount(left), self.amount(right)), ATOM
        if sign == "*":
            dot = None if isinstance(right, Root) and isinstance(left, Num) else Ink("·", "operator")
            return row(self.amount(left, PRODUCT), dot, self.amount(right, PRODUCT)), PRODUCT
        if sign == "-" and isinstance(left, Num) and not left.value:
            return row(Ink("−", "punct"), self.amount(right, PRODUCT)), SUM
        return row(self.amount(left, SUM), MINUS if sign == "-" else PLUS, self.amount(right, PRODUCT)), SUM


    def _counted(self, what: Counted) -> Placed:
        """What is counted, matrix by matrix and operation by operation: 3·(2·4) + 1·4."""
        terms = [term for part in what.parts() if (term := factors(part, self.shapes))]
        alike = {term: terms.count(term) for term in terms}  # equal ones once, with how many there are
        boxes = [self._term(term if many == 1 else (many, *term)) for term, many in alike.items()]
        return (summed(boxes) if boxes else number(0)), SUM if len(boxes) > 1 else PRODUCT

    def _term(self, term: tuple[Amount, ...]) -> Box:
        return listed([_amount(factor) for factor in term], DOT)


def _amount(size: Amount) -> Box:
    """A size as a factor."""
    box = read(size_latex(size))
    return Fence("(", box, ")") if isinstance(size, Size) and len(size.terms) > 1 else box


@dataclass(frozen=True)
class _Written:
    """One operation of a line, as its formula rule sees it (``symattn.ops.formula.Writing``)."""

    formula: Formula
    tree: Apply
    turned: bool

    @property
    def columns(self) -> bool:
        return self.formula.columns

    @property
    def numeric(self) -> bool:
        return self.formula.numeric

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

    def placed(self, k: int, turned: bool) -> Placed:
        return self.formula.placed(self.tree.args[k], turned)

    def is_same(self, k: int) -> bool:
        arg = self.tree.args[k]
        return isinstance(arg, Apply) and arg.op == self.tree.op

    def is_transpose(self, k: int) -> bool:
        arg = self.tree.args[k]
        return isinstance(arg, Apply) and has(arg.op, "transposes")

    def is_number(self, k: int) -> bool:
        return is_number(self.tree.args[k], self.formula.numbers)

    def is_unnamed_mask(self, k: int) -> bool:
        return self.tree.args[k] == Ref(GIVEN_MASK)

    def is_family(self) -> bool:
        names = [arg.name for arg in self.tree.args if isinstance(arg, Ref)]
        return len(names) == self.count and len({stem_and_head(name)[0] for name in names}) == 1

    def param(self, key: str) -> object:
        return self.tree.param(key)

    def amount(self, key: str, level: int = 0) -> Box:
        return self.formula.amount(self.tree.param(key), level)

    def has(self, key: str) -> bool:
        return key in OPS[self.tree.op].signature.kinds

    def parameters(self) -> Sequence[Box]:
        """Those that must be written one after another; an option beside others with its name."""
        signature, out = OPS[self.tree.op].signature, list[Box]()
        for key, value in self.tree.params:
            if isinstance(value, tuple):
                out += [self.formula.amount(size, SUM) for size in value]
            elif key not in signature.defaults:
                out.append(self.formula.amount(value, SUM))
            elif signature.kinds[key] != "axis" and not _same(value, signature.defaults[key]):
                more = [other for other, kind in signature.options if kind != "axis"]
                name = row(Ink(key, "text"), Ink("=", "relation")) if len(more) > 1 else None
                out.append(row(name, self.formula.amount(value, SUM)))
        return out


def _same(value: object, default: object) -> bool:
    """Whether an option is written with the value that it has anyway."""
    return value == default or (isinstance(value, Num) and value.value == default)


def _level(box: Box) -> int:
    """How tightly a symbol binds: one letter with its scripts needs no brackets, the formula of an unnamed line may."""
    if isinstance(box, (Ink, Script, Grid, Fence, Frac)):
        return ATOM
    items = box.items if isinstance(box, Row) else ()
    signs = (item.text for item in items if isinstance(item, Ink) and item.kind in ("operator", "relation", "punct"))
    return PRODUCT if items and all(sign in "·×" for sign in signs) else SUM
