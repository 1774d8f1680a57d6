"""A formula read by the rules of print.

Products bind tighter than sums, a power takes what stands left of it alone, a function takes the bracket or the one factor
behind it, a root and a fraction what stands under and over their bars. No bracket is added in thought. Two signs side by side
and a sign behind a dot are misprints; a slash with a product without a sign behind it, 1/2√2, can be read in two ways and
is one too.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import Any

from . import functions
from .signs import Cases, Frac, Gap, Grid, Name, Num, Root, Sign, Stream, Sub, Sup, Text, Under, flat
from .values import Misprint, Unread

Tree = tuple[Any, ...]
TRANSPOSED = {"ᵀ", "T", "⊤", "⊺"}  # whatever the format
CONSTANTS = ("e", "π")
COMPARED = (">", "<", "≥", "≤", "=", "≠")
LETTER = re.compile("[a-z]")  # which may stand for a place


class Reader:
    """One formula to a tree, with the names that stand for something here."""

    def __init__(self, stream: Stream, names: Container[str]) -> None:
        self.s = [x for x in stream if not isinstance(x, Gap)]
        self.at = 0
        self.names = names
        self.open = ""  # the innermost bracket that is open

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
            if isinstance(s, Sign) and s.text in ("·", "×", "∘", "/", "÷", "⊕", "⊗"):
                self.at += 1
                self.unsigned()
                right = self.factor()
                tree = ({"∘": "met", "/": "over", "÷": "over", "⊕": "joined", "⊗": "kron"}.get(s.text, "times"), tree, right)
                slashed = s.text == "/"
            elif isinstance(s, Sign) and (s.text not in "([⌈⌊∑∏‖|" or s.text == self.open or (s.text == "|" and self.open)):
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
        digits, parts = flat(body), indices(body)
        if any(isinstance(s, Name) for part in parts for s in part):
            return ("at", tree, *map(self.place, parts))
        if ":" in digits:
            return ("cut", tree, "".join(getattr(s, "text", "?") for s in body).translate(str.maketrans("{}()", "[][]")))
        parts = digits.split(",") if "," in digits else list(digits)
        if not all(p.isdigit() for p in parts) or len(parts) > 2 or tree[0] != "in brackets":
            raise Unread("an index")
        return ("entry", tree, *(int(p) for p in parts))

    def place(self, part: Stream) -> Tree:
        """A place in a row or column: a letter, a number, an entry of a matrix of places, or a colon for all of them."""
        tree = ("all",) if part == (Sign(":"),) else Reader(part, self.names).whole()
        if tree[0] == "unknown" and not LETTER.fullmatch(tree[1]):
            raise Unread("an index")
        return tree

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
            case Cases(rows):
                return ("cases", tuple(self.case(*row) for row in rows))
            case Sign("(" | "["):
                return self.bracket(")" if s.text == "(" else "]")
            case Sign("⌈" | "⌊"):
                tree = self.sum()
                if not self.sign("⌉" if s.text == "⌈" else "⌋"):
                    raise Unread("brackets of different kinds")
                return ("call", "ceil" if s.text == "⌈" else "floor", (tree,), ())
            case Sign("|" | "‖"):
                tree = self.within(s.text)
                if not self.sign(s.text):
                    raise Unread("a bar left open")
                return ("call", "abs" if s.text == "|" else "norm", (tree,), ())
            case Sign("∑" | "∏"):
                return self.over_places(s.text, self.below())
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
        parts, cut = [self.within(end)], ","
        if end == "]" and self.sign(*COMPARED):
            parts = [("compared", self.s[self.at - 1].text, parts[0], self.sum())]
        while self.sign(",", ";", "|"):
            cut = self.s[self.at - 1].text
            parts.append(self.within(end))
        if not self.sign(end):
            raise Unread(f"{s.text if isinstance(s := self.peek(), (Sign, Text)) else type(s).__name__} within brackets")
        return ("beside", tuple(parts), cut) if len(parts) > 1 else ("in brackets", parts[0])

    def case(self, value: Stream, condition: Stream = ()) -> Tree:
        """What holds in one of several cases: a value, and the two sides of when it is that."""
        sign = next((s.text for s in condition if isinstance(s, Sign) and s.text in COMPARED), "")
        if not sign:
            raise Unread("a case in words")
        return Reader(value, self.names).whole(), ("compared", sign, *(Reader(side, self.names).whole() for side in cut(condition, sign)))

    def within(self, end: str) -> Tree:
        """A sum up to the bracket or bar that ends it."""
        self.open, outer = end, self.open
        tree = self.sum()
        self.open = outer
        return tree

    def below(self) -> list[Stream]:
        """What stands below a sign or a name, cut at its commas."""
        out: list[Stream] = []
        while isinstance(x := self.peek(), (Sub, Under)):
            self.at += 1
            out += indices(x.body)
        return out

    def over_places(self, word: str, places: list[Stream]) -> Tree:
        """A sum, a largest value, … of what stands behind it, over the places below it: i,j or k ≤ j."""
        told = tuple(tuple(getattr(s, "text", "?") for s in place) for place in places)
        if not told or not all(len(p) in (1, 3) and all(map(LETTER.fullmatch, p[::2])) and p[1:2] != ("=",) for p in told):
            raise Unread(f"what is below {word}")
        return ("over places", word, told, self.product())

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
            return ("name", best[1])
        return self.numbered(start) or self.function(start) or self.split(start)

    def numbered(self, start: int) -> Tree | None:
        """An entry of what has a number of its own in the same script, G_{1,i,j} of G_1."""
        name, script = self.s[start], self.peek()
        parts = indices(script.body) if isinstance(script, Sub) else []
        if len(parts) != 3 or (key := f"{name.text}_{flat(parts[0])}") not in self.names:  # type: ignore[attr-defined]
            return None
        self.at += 1
        return ("at", ("name", key), *map(self.place, parts[1:]))

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
        subs, sup = self.below(), None
        while isinstance(x := self.peek(), Sup):
            self.at += 1
            sup, subs = x.body, subs + self.below()
        if word == "I" and self.peek() != Sign("("):
            return ("call", "eye", (("num", flat(subs[0]) if subs else "0"),), ())
        if word == "σ" and self.peek() != Sign("("):
            self.at = start + 1
            return None  # a row's sum that nothing has been said of
        if sup and functions.named(f"{word}^{flat(sup)}"):
            word, sup = f"{word}^{flat(sup)}", None
        word = functions.named(word)
        if word in functions.OF_PLACES and subs and all(LETTER.fullmatch(flat(s[:1])) for s in subs):
            return self.over_places(word, subs)
        if self.peek() == Sign("("):
            args, options = self.arguments()
        else:
            args, options = () if subs and not isinstance(self.peek(), (Name, Grid)) else (self.factor(),), ()
        if subs and functions.takes(word, "sub"):
            options = (*options, ("sub", ("text", "".join(map(flat, subs)))))
        else:  # round₂, reshape_{3×2}
            args = (*args, *(Reader(part, self.names).whole() for sub in subs for part in cut(sub, "×")))
        if word in functions.OF_BATCHES:  # repeat₂(A) where A⁽¹⁾, A⁽²⁾ are told
            args = tuple(("heads", arg[1]) if arg[0] == "unknown" and f"{arg[1]}^1" in self.names else arg for arg in args)
        tree: Tree = ("call", word, args, options)
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


def cut(stream: Stream, sign: str) -> list[Stream]:
    """The parts of a stream between these signs."""
    out: list[list[object]] = [[]]
    for s in stream:
        if s == Sign(sign):
            out.append([])
        elif not isinstance(s, Gap):
            out[-1].append(s)
    return [tuple(part) for part in out]


def indices(body: Stream) -> list[Stream]:
    """The places that a script tells: i,j or ij, (i, Bᵢⱼ), (2, :)."""
    body = body[1:-1] if body[:1] == (Sign("("),) and body[-1:] == (Sign(")"),) else body
    if all(isinstance(s, Name) and re.fullmatch("[i-n]+", s.text) for s in body):
        return [(Name(letter),) for s in body for letter in s.text]  # type: ignore[attr-defined]
    return cut(body, ",")


def by_places(script: object) -> bool:
    """Whether a script tells places by letters or colons, and is no part of a name."""
    parts = indices(script.body) if isinstance(script, Sub) else []
    return len(parts) > 1 and any(part == (Sign(":"),) or LETTER.fullmatch(flat(part)) for part in parts)


def placed(tree: Tree) -> Tree:
    """A tree in which the letters that stand for places are told from names that nothing was said of."""
    letters = {x for x in meant(tree) if LETTER.fullmatch(x)}

    def told(t: Any) -> Any:
        if isinstance(t, tuple):
            return ("place", t[1]) if t[:1] == ("unknown",) and t[1] in letters else tuple(map(told, t))
        return t

    return told(tree) if letters else tree


def meant(tree: object) -> Iterator[str]:
    """The letters below sums, in scripts of entries and beside the signs of conditions."""
    if isinstance(tree, tuple) and tree:
        if tree[0] in ("at", "compared"):
            yield from (part[1] for part in tree[1 + (tree[0] == "at") :] if part[:1] == ("unknown",))
        elif tree[0] == "over places":
            yield from (x for place in tree[2] for x in place[::2])
        for part in tree:
            yield from meant(part)


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
