"""A line of a plan as a formula: with its symbols, or with the numbers put in their place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from symattn.boxes import Box, Fence, Frac, Grid, Ink, Script, number, row
from symattn.boxes import Root as RootBox
from symattn.plan.tree import Apply, Expr, Func, Num, Ref, Root, Scalar, Size, Sum

SUM, PRODUCT, ATOM = 1, 2, 3
MOST = 8  # heads that are listed one by one where they are joined
PLUS, MINUS = Ink("+", "operator"), Ink("−", "operator")
_NAMES = {
    "normalize": "normalise", "rope": "RoPE", "layer_norm": "LayerNorm", "relu": "ReLU", "norm_scale": "scale",
    "positional_encoding": "PE", "split_heads": "split", "merge_heads": "merge",
}  # fmt: skip
Placed = tuple[Box, int]


@dataclass(frozen=True)
class Formula:
    """How the parts of a line are written.

    ``atom(name, turned)`` writes a matrix, or its transpose; ``scalar(name)`` a given number; ``size(axis, name)`` a
    number of rows or columns. ``columns`` says that tokens are columns, so that every product turns round.
    """

    atom: Callable[[str, bool], Box]
    scalar: Callable[[str], Box]
    size: Callable[[str, str], Box]
    product: str = ""
    scores_product: str = ""
    join: str = "⊕"
    softmax: str = "softmax"
    columns: bool = False
    numeric: bool = False

    def write(self, tree: Expr, level: int = 0, turned: bool = False) -> Box:
        """The formula of a tree, in brackets where it binds less tightly than *level*."""
        box, own = self._placed(tree, turned)
        return box if own >= level else Fence("(", box, ")")

    def _placed(self, tree: Expr, turned: bool) -> Placed:
        if isinstance(tree, Ref):
            box = self.atom(tree.name, turned)
            return box, ATOM if _whole(box) else SUM
        rule = getattr(self, f"_{tree.op}", None)
        if rule is not None:
            placed: Placed = rule(tree, turned)
            return placed
        box, level = self._named(tree)
        return (Script(box, sup=Ink("ᵀ")), ATOM) if turned else (box, level)

    def _transpose(self, tree: Apply, turned: bool) -> Placed:
        return self._placed(tree.args[0], not turned)

    def _copy(self, tree: Apply, turned: bool) -> Placed:
        return self._placed(tree.args[0], turned)

    def _matmul(self, tree: Apply, turned: bool) -> Placed:
        order = tree.args if turned == self.columns else tree.args[::-1]
        flips = any(isinstance(arg, Apply) and arg.op == "transpose" for arg in tree.args)
        sign = self.scores_product if flips else self.product
        left, right = (self.write(arg, PRODUCT, turned) for arg in order)
        return row(left, Ink(sign, "operator") if sign and not self.numeric else None, right), PRODUCT

    def _add(self, tree: Apply, turned: bool, sign: Ink = PLUS) -> Placed:
        left, right = tree.args
        return row(self.write(left, SUM, turned), sign, self.write(right, PRODUCT, turned)), SUM

    def _subtract(self, tree: Apply, turned: bool) -> Placed:
        return self._add(tree, turned, MINUS)

    def _negate(self, tree: Apply, turned: bool) -> Placed:
        return row(Ink("−", "punct"), self.write(tree.args[0], PRODUCT, turned)), SUM

    def _multiply(self, tree: Apply, turned: bool) -> Placed:
        by = self.amount(tree.param("by"), PRODUCT)
        again = isinstance(tree.args[0], Apply) and tree.args[0].op == "multiply"
        sign = Ink("·", "operator") if (self.numeric or again) and not isinstance(by, RootBox) else None
        return row(by, sign, self.write(tree.args[0], PRODUCT, turned)), PRODUCT

    def _divide(self, tree: Apply, turned: bool) -> Placed:
        by = self.amount(tree.param("by"), SUM)
        if self.numeric:
            return row(Frac(number(1), by), self.write(tree.args[0], PRODUCT, turned)), PRODUCT
        return Frac(self.write(tree.args[0], SUM, turned), by), PRODUCT

    def _softmax(self, tree: Apply, turned: bool) -> Placed:
        down = (tree.param("axis") == 0) != self.columns
        usual = down == self.columns
        name: Box = Ink(self.softmax, "upright")
        name = name if usual else Script(name, sub=Ink("columns" if down else "rows", "text"))
        box = row(name, Fence("(", self.write(tree.args[0]), ")"))
        return (Script(box, sup=Ink("ᵀ")), ATOM) if turned else (box, ATOM)

    def _causal_mask(self, tree: Apply, turned: bool) -> Placed:
        return row(self.write(tree.args[0], SUM, turned), PLUS, Ink("mask", "text")), SUM

    def _mask(self, tree: Apply, turned: bool) -> Placed:
        named = tree.args[1] != Ref("mask_matrix") and not self.numeric
        name: Box = Ink("mask", "upright")
        name = Script(name, sub=self.write(tree.args[1], ATOM, turned)) if named else name
        return row(name, Fence("(", self.write(tree.args[0], 0, turned), ")")), ATOM

    def _concat(self, tree: Apply, turned: bool) -> Placed:
        parts = [self.write(arg, ATOM, turned) for arg in tree.args]
        if len(parts) > MOST and len({arg.name.rpartition("_")[0] for arg in tree.args if isinstance(arg, Ref)}) == 1:
            parts = [*parts[:2], Ink("…", "punct"), parts[-1]]  # many heads
        return _stacked(parts) if turned != self.columns else joined(parts, self.join)

    def _stack(self, tree: Apply, turned: bool) -> Placed:
        parts = [self.write(arg, ATOM, turned) for arg in tree.args]
        return _stacked(parts) if turned == self.columns else joined(parts, self.join)

    def _select(self, tree: Apply, turned: bool) -> Placed:
        specs = [_spec(tree.param("rows")), _spec(tree.param("cols"))]
        if turned != self.columns:
            specs.reverse()
        return row(self.write(tree.args[0], ATOM, turned), Ink(f"[{', '.join(specs)}]", "text")), ATOM

    def _tensordot(self, tree: Apply, turned: bool) -> Placed:
        left, right = (self.write(arg, PRODUCT, turned) for arg in tree.args)
        return row(left, Ink(self.product, "operator") if self.product else None, right), PRODUCT

    def _named(self, tree: Apply) -> Placed:
        parts: list[Box | None] = []
        for arg in tree.args:
            parts += [Ink(",", "punct") if parts else None, self.write(arg)]
        for key, value in tree.params:
            if isinstance(value, tuple):
                parts += [box for size in value for box in (Ink(",", "punct"), self.amount(size, SUM))]
            elif tree.op in ("round", "positional_encoding", "swap", "split_heads") or (
                key == "eps" and not (isinstance(value, Num) and not value.value)
            ):
                parts += [Ink(",", "punct") if parts else None, self.amount(value, SUM)]
        return row(Ink(_NAMES.get(tree.op, tree.op.replace("_", " ")), "upright"), Fence("(", row(*parts), ")")), ATOM

    def amount(self, value: object, level: int = 0) -> Box:
        """A scalar: a numeral, a given number, a size, a root, or a sum of such."""
        match value:
            case Num("pi" | "e" as text):
                return Ink("π" if text == "pi" else text)
            case Num(text):
                return number(text)
            case Ref(name):
                return self.scalar(name)
            case Size(axis, of):
                return self.size(axis, of.name)
            case Root(of):
                return RootBox(self.amount(of))
            case Func("exp", (of,)):
                return Script(Ink("e"), sup=self.amount(of))
            case Func(name, args):
                inner = _listed([self.amount(arg) for arg in args], Ink(",", "punct"))
                return row(Ink(name, "upright"), Fence("(", inner, ")"))
            case Sum(sign, left, right):
                box, own = self._sum(sign, left, right)
                return box if own >= level else Fence("(", box, ")")
        return number(value)

    def _sum(self, sign: str, left: Scalar, right: Scalar) -> Placed:
        if sign == "^":
            return Script(self.amount(left, ATOM), sup=self.amount(right)), ATOM
        if sign == "/":
            return Frac(self.amount(left), self.amount(right)), ATOM
        if sign == "*":
            dot = None if isinstance(right, Root) and isinstance(left, Num) else Ink("·", "operator")
            return row(self.amount(left, PRODUCT), dot, self.amount(right, PRODUCT)), PRODUCT
        if sign == "-" and isinstance(left, Num) and not left.value:
            return row(Ink("−", "punct"), self.amount(right, PRODUCT)), SUM
        return row(self.amount(left, SUM), MINUS if sign == "-" else PLUS, self.amount(right, PRODUCT)), SUM


def joined(parts: list[Box], how: str) -> Placed:
    """Matrices side by side in the notation's way: a sign, a word with brackets, or bars in brackets.

    >>> joined([Ink("A"), Ink("B")], "[A | B]")[0].items[2]
    Ink(text='∣', kind='operator')
    """
    if how == "[A | B]":
        return row(Ink("[", "punct"), _listed(parts, Ink("∣", "operator")), Ink("]", "punct")), ATOM
    if "…" in how:
        word, _, right = how.partition("…")
        inner = _listed(parts, Ink(",", "punct"), Ink("thin", "space"))
        return row(Ink(word[:-1], "upright"), Fence(word[-1], inner, right)), ATOM
    return _listed(parts, Ink(how, "operator")), SUM


def _listed(parts: list[Box], *signs: Ink) -> Box:
    out: list[Box | None] = []
    for part in parts:
        out += [*(signs if out else ()), part]
    return row(*out)


def _stacked(parts: list[Box]) -> Placed:
    return Grid(tuple((part,) for part in parts)), ATOM


def _spec(spec: object) -> str:
    if isinstance(spec, tuple) and spec and spec[0] == "slice":
        start, stop, step = (("" if x is None else str(x)) for x in spec[1:4])
        return f"{start}:{stop}" + (f":{step}" if step else "")
    if isinstance(spec, tuple) and spec and spec[0] in ("at", "list"):
        return str(spec[1]) if spec[0] == "at" else f"[{', '.join(map(str, spec[1]))}]"
    return ":" if spec is None else str(spec)


def _whole(box: Box) -> bool:
    """Whether a symbol needs no brackets: one letter with its scripts, a matrix, something fenced."""
    return isinstance(box, (Ink, Script, Grid, Fence, Frac))
