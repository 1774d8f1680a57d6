"""A formula read by the rules of print, and worked out.

Products bind tighter than sums, a power takes what stands left of it alone, a function takes the bracket or the one factor
behind it, a root and a fraction what stands under and over their bars. No bracket is added in thought. Two signs side by side
and a sign behind a dot are misprints; a slash with a product without a sign behind it, 1/2√2, can be read in two ways and
is one too.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from typing import Any

from flint import arb

from . import functions
from .signs import Frac, Gap, Grid, Name, Num, Root, Sign, Stream, Sub, Sup, Text, Under, flat
from .values import Misprint, Unread, Value, beside, certain, each, is_matrix, meet, number, over, power, times, turned

Tree = tuple[Any, ...]
TRANSPOSED = {"ᵀ", "T", "⊤", "⊺"}  # whatever the format
CONSTANTS = ("e", "π")


class Reader:
    """One formula to a tree, with the names that stand for something here."""

    def __init__(self, stream: Stream, names: Container[str]) -> None:
        self.s = [x for x in stream if not isinstance(x, Gap)]
        self.at = 0
        self.names = names

    def peek(self, ahead: int = 0) -> object:
        return self.s[self.at + ahead] if self.at + ahead < len(self.s) else None

    def sign(self, *texts: str) -> bool:
        s = self.peek()
        if isinstance(s, Sign) and s.text in texts:
            self.at += 1
            return True
        return False

    def whole(self) -> Tree:
        tree = self.sum()
        if (rest := self.peek()) is not None:
            raise Unread(f"{rest.text if isinstance(rest, (Sign, Text)) else type(rest).__name__} in a formula")
        return tree

    def unsigned(self) -> None:
        s = self.peek()
        if isinstance(s, Sign) and s.text in ("−", "+"):
            raise Misprint("two signs side by side")

    def sum(self) -> Tree:
        if self.sign("−"):
            self.unsigned()
            tree: Tree = ("neg", self.product())
        else:
            self.sign("+")
            tree = self.product()
        while isinstance(s := self.peek(), Sign) and s.text in "+−":
            self.at += 1
            self.unsigned()
            right = self.product()
            tree = ("add", tree, right if s.text == "+" else ("neg", right))
        return tree

    def product(self) -> Tree:
        tree, slashed = self.factor(), False
        while (s := self.peek()) is not None:
            if isinstance(s, Sign) and s.text in ("·", "×", "∘", "/", "÷", "⊕"):
                self.at += 1
                self.unsigned()
                right = self.factor()
                tree = ({"∘": "met", "/": "over", "÷": "over", "⊕": "joined"}.get(s.text, "times"), tree, right)
                slashed = s.text == "/"
            elif isinstance(s, Sign) and s.text not in "([⌈⌊":
                return tree
            else:
                if slashed:
                    raise Misprint("a product behind a slash, which can be read in two ways")
                if isinstance(s, Num) and isinstance(self.s[self.at - 1], Num):
                    raise Misprint("two numerals side by side")
                tree = ("times", tree, self.factor())
        return tree

    def factor(self) -> Tree:
        tree = self.atom()
        while True:
            s = self.peek()
            if isinstance(s, Sup):
                self.at += 1
                tree = self.raised(tree, s.body)
            elif isinstance(s, Sub):
                self.at += 1
                tree = self.entry(tree, s.body)
            elif isinstance(s, Text) and s.text.startswith("[") and s.text.endswith("]"):
                self.at += 1
                tree = ("cut", tree, s.text[1:-1])
            elif s == Sign("%"):
                self.at += 1
                tree = ("over", tree, ("num", "100"))
            else:
                return tree

    def raised(self, tree: Tree, body: Stream) -> Tree:
        if flat(body) in TRANSPOSED:
            return ("turned", tree)
        if flat(body) == "′":
            raise Unread("a prime")
        if body[:1] == (Sign("∘"),):
            return ("powmet", tree, Reader(body[1:], self.names).whole())
        return ("pow", tree, Reader(body, self.names).whole())

    def entry(self, tree: Tree, body: Stream) -> Tree:
        digits = flat(body)
        if ":" in digits:
            return ("cut", tree, "".join(getattr(s, "text", "?") for s in body).translate(str.maketrans("{}()", "[][]")))
        parts = digits.split(",") if "," in digits else list(digits)
        if not all(p.isdigit() for p in parts) or len(parts) > 2 or tree[0] != "in brackets":
            raise Unread("an index")
        return ("entry", tree, *(int(p) for p in parts))

    def atom(self) -> Tree:
        s = self.peek()
        self.at += 1
        match s:
            case Num(text):
                return ("num", text)
            case Frac(top, bottom):
                return ("over", Reader(top, self.names).whole(), Reader(bottom, self.names).whole())
            case Root(body, degree):
                return ("root", Reader(body, self.names).whole(), degree)
            case Grid(rows):
                return ("grid", tuple(tuple(Reader(c, self.names).whole() for c in r) for r in rows))
            case Sign("(" | "["):
                return self.bracket(")" if s.text == "(" else "]")
            case Sign("⌈" | "⌊"):
                tree = self.sum()
                if not self.sign("⌉" if s.text == "⌈" else "⌋"):
                    raise Unread("brackets of different kinds")
                return ("call", "ceil" if s.text == "⌈" else "floor", (tree,), ())
            case Sign("|"):
                tree = self.sum()
                if not self.sign("|"):
                    raise Unread("a bar left open")
                return ("call", "abs", (tree,), ())
            case Sign("∞"):
                return ("inf",)
            case Name() | Text():
                return self.name()
            case Sign(text):
                if text in ("−", "+"):
                    raise Misprint(f"{text} where a number is due")
                raise Unread(f"{text} in a formula")
        raise Unread("the end, where a number is due" if s is None else f"{type(s).__name__} in a formula")

    def bracket(self, end: str) -> Tree:
        """A bracket: what is in it, a row of values apart by commas, or matrices side by side apart by bars."""
        parts, cut = [self.sum()], ","
        if end == "]" and self.sign(">"):
            parts = [("above", parts[0], self.sum())]
        while self.sign(",", ";", "|"):
            cut = self.s[self.at - 1].text
            parts.append(self.sum())
        if not self.sign(end):
            raise Unread(f"{s.text if isinstance(s := self.peek(), (Sign, Text)) else type(s).__name__} within brackets")
        return ("beside", tuple(parts), cut) if len(parts) > 1 else ("in brackets", parts[0])

    # ---- names

    def scripts(self, at: int) -> list[tuple[int, str]]:
        """The keys of the scripts behind a place, the longest first, with the place after each."""
        out, key = [(at, "")], ""
        while at < len(self.s) and isinstance(x := self.s[at], (Sub, Sup)) and len(out) < 3:
            if ":" in flat(x.body):  # rows and columns of what has the name, no part of it
                break
            key += ("_" if isinstance(x, Sub) else "^") + flat(x.body)
            at += 1
            out.append((at, key))
        return out[::-1]

    def name(self) -> Tree:
        """A name that is known here, the longest one; a function; or a name unknown."""
        start = self.at - 1
        word, best = "", None
        for end in range(start, len(self.s)):
            if not isinstance(x := self.s[end], (Name, Text)):
                break
            word += x.text
            for after, script in self.scripts(end + 1):
                if ordered(word + script) in self.names and (best is None or after > best[0]):
                    best = after, ordered(word + script)
            if len(word) > 24:
                break
        if best:
            self.at = best[0]
            if best[1] == "mask" and self.peek() == Sign("("):  # of scores, with the matrix of that name
                (scores,), _ = self.arguments()
                return ("masked", scores, ("name", "mask"))
            if places := places_in(self.peek(), self.names):
                self.at += 1
                return ("call", "gather at", (("name", best[1]), ("name", places)), ())
            return ("name", best[1])
        return self.function(start) or self.split(start)

    def function(self, start: int) -> Tree | None:
        """A function's name with its scripts and what it is taken of."""
        word, end, found = "", start, None
        while end < len(self.s) and isinstance(x := self.s[end], (Name, Text)):
            word, end = word + x.text, end + 1
            if functions.named(word) and (functions.named(word) != "e" or found is None):
                found = word, end
        if not found:
            return None
        word, self.at = found
        if word in ("e", "π"):
            return ("constant", word)
        subs, sup = "", None
        while isinstance(x := self.peek(), (Sub, Sup, Under)):
            self.at += 1
            if isinstance(x, Sup):
                sup = x.body
            else:
                subs += flat(x.body)
        if word == "I" and self.peek() != Sign("("):
            return ("call", "eye", (("num", subs or "0"),), ())
        if word == "σ" and self.peek() != Sign("("):
            self.at = start + 1
            return None  # a row's sum that nothing has been said of
        if sup and functions.named(f"{word}^{flat(sup)}"):
            word, sup = f"{word}^{flat(sup)}", None
        args, options = self.arguments() if self.peek() in (Sign("("),) else ((self.factor(),), ())
        tree: Tree = ("call", functions.named(word), args, (*options, *((("sub", ("text", subs)),) if subs else ())))
        return self.raised(tree, sup) if sup else tree

    def arguments(self) -> tuple[tuple[Tree, ...], tuple[tuple[str, Tree], ...]]:
        self.at += 1
        args: list[Tree] = []
        options: list[tuple[str, Tree]] = []
        while True:
            s = self.peek()
            if isinstance(s, (Name, Text)) and self.peek(1) == Sign("="):
                self.at += 2
                options.append((s.text, self.sum()))
            else:
                args.append(self.sum())
            if self.sign(")"):
                return tuple(args), tuple(options)
            if not self.sign(",", ";", "|"):
                raise Unread("an argument")

    def split(self, start: int) -> Tree:
        """Letters written together, of which each is a name; else a name that is not known."""
        x = self.s[start]
        text = x.text
        for cut in range(len(text) - 1, 0, -1):
            head, rest = text[:cut], text[cut:]
            if isinstance(x, Name) and (head in self.names or head in CONSTANTS) and self.made_up(rest, start):
                self.s[start : start + 1] = [Name(head), Name(rest)]
                self.at = start + 1
                return self.name()
        if (len(text) > 1 and self.peek() == Sign("(")) or (isinstance(self.peek(), Sub) and self.peek(1) == Sign("(")):
            raise Unread(f"{text}(…)")
        after, script = self.scripts(start + 1)[0]
        if isinstance(sup := self.s[after - 1], Sup) and (flat(sup.body) in TRANSPOSED or all(isinstance(b, (Num, Sign)) for b in sup.body)):
            after, script = [*self.scripts(start + 1), (start + 1, "")][1]
        self.at = after
        if filled := re.fullmatch(r"b:([01])_(\d+)×(\d+)", text + script):  # a matrix of ones, of zeros
            return ("filled", *map(int, filled.groups()))
        return ("unknown", ordered(text + script))


    def made_up(self, word: str, start: int) -> bool:
        """Whether letters are names one behind the other, the last one with the scripts that follow."""
        if word in CONSTANTS or any(ordered(word + script) in self.names for _, script in self.scripts(start + 1)):
            return True
        return any((word[:k] in self.names or word[:k] in CONSTANTS) and self.made_up(word[k:], start) for k in range(1, len(word)))


def places_in(sign: object, names: Container[str]) -> str:
    """The matrix of places by which entries of each row are told, B in the script of A_(i, Bᵢⱼ)."""
    found = re.fullmatch(r"i,(\w+?)ij?", flat(sign.body)) if isinstance(sign, Sub) else None
    return found[1] if found and found[1] in names else ""


def ordered(key: str) -> str:
    """A name's key with its lower script first, whichever was written first."""
    if "^" in key and "_" in key and key.index("^") < key.index("_"):
        base, rest = key.split("^", 1)
        sup, sub = rest.split("_", 1)
        return f"{base}_{sub}^{sup}"
    return key


def unknown(tree: object) -> set[str]:
    """Names in a tree that nothing has been said of."""
    if isinstance(tree, tuple):
        if tree[:1] == ("unknown",):
            return {tree[1]}
        return set().union(*map(unknown, tree)) if tree else set()
    return set()


def used(tree: object) -> set[str]:
    """Names in a tree that stand for something."""
    if isinstance(tree, tuple):
        if tree[:1] == ("name",):
            return {tree[1]}
        return set().union(*map(used, tree)) if tree else set()
    return set()


def places_of(tree: Tree) -> int:
    """How many places a number has that stands alone; 0 for all else."""
    tree = tree[1] if tree[0] == "neg" else tree
    return len(tree[1].partition(".")[2]) if tree[0] == "num" else 0


def whole_number(tree: Tree) -> bool:
    """Whether a whole number stands alone."""
    tree = tree[1] if tree[0] == "neg" else tree
    return tree[0] == "num" and "." not in tree[1]


class Work:
    """Works out trees: with numerals as they stand, or, where a link is rounded, as all that they may stand for."""

    def __init__(self, names: Mapping[str, Value], rounded: bool = False, whole: bool = False, columns: bool = False) -> None:
        self.names, self.rounded, self.wholes, self.columns = names, rounded, whole, columns

    def __call__(self, tree: Tree) -> Value:
        kind, *rest = tree
        value = getattr(self, f"of_{kind.replace(' ', '_')}")(*rest)
        if is_matrix(value) and not (value and value[0]):
            raise Unread("an empty matrix")
        return value

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

    def of_pow(self, a: Tree, b: Tree) -> Value:
        base = self(a)
        if is_matrix(base):
            raise Unread("power of a matrix")
        return each(lambda x: power(base, x), Work(self.names)(b))

    def of_powmet(self, a: Tree, b: Tree) -> Value:
        exponent = self.exponent(b)
        return each(lambda x: power(x, exponent), self(a))

    def exponent(self, b: Tree) -> Value:
        value = Work(self.names)(b)
        if is_matrix(value):
            raise Unread("a matrix as an exponent")
        return value

    def of_root(self, a: Tree, degree: int) -> Value:
        return each(lambda x: x.sqrt() if degree == 2 else x.root(degree), self(a))

    def of_turned(self, a: Tree) -> Value:
        return turned(self(a))

    def of_above(self, a: Tree, b: Tree) -> Value:
        return meet(lambda x, y: arb(int(not certain(y, x))), self(a), self(b))

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
        given = {key: tree[1] if tree[0] == "text" else self(tree) for key, tree in options}
        return functions.FUNCTIONS[name](*map(self, args), **given)
