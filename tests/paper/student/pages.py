"""A page in any of the four formats: its chains in order, each link worked out and held against the one before it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

import flint
from flint import arb

from . import drawn, latex, mathml
from .reading import CONSTANTS, TRANSPOSED, Reader, Tree, by_places, ordered, placed, unknown, used
from .signs import (
    RELATIONS,
    Frac,
    Gap,
    Grid,
    Name,
    Num,
    Root,
    Sign,
    Stream,
    Sub,
    Sup,
    Text,
    Under,
    flat,
    formulas,
    links,
    trimmed,
)
from .values import BITS, Batch, Misprint, Unread, Value, is_matrix, meet, meets, same, shown, width
from .work import Work


class Found(NamedTuple):
    """A piece of a page: a ``question`` begins, or a chain that stands in a ``display`` or in a ``sentence``."""

    kind: str
    stream: Stream = ()


# ---- the chains of a page


NEXT_BLOCK = re.compile(
    r"(?:\n\$\$\n\n\$\$\n|\\end\{equation\*\}\}\s*\{\\shown\\begin\{equation\*\})(?=\\text\{(?:[Cc]olumns?|Spalten?|[Cc]olonnes?) )"
)
"""Between the blocks of a matrix, each of which is a display of its own."""


def of_markdown(page: str, comma: bool = False) -> Iterator[Found]:
    page = NEXT_BLOCK.sub(r" \\\\ ", page)
    for m in re.finditer(r"^## [^\n]*$|\$\$\n(.*?)\n\$\$|(?<![\\$])\$([^$\n]+)\$(?: = (\d+))?", page, re.M | re.S):
        if m[1] is None and m[2] is None:
            yield Found("question")
        elif m[1] is not None:
            body = re.match(r"\\begin\{aligned\}\n(.*)\n\\end\{aligned\}", m[1], re.S)
            yield from displayed(body[1] if body else m[1], r"\\qquad \[\\text\{[^}]*\}\]")
        else:
            yield Found("sentence", latex.signs(f"{m[2]}={m[3]}" if m[3] else m[2]))


def displayed(body: str, mark: str) -> Iterator[Found]:
    """The chains of a display in LaTeX, lines that go on joined to the one before."""
    chains: list[str] = []
    for line in latex.rows(latex.whole(re.sub(mark, "", body))):
        line = line.strip()
        if re.match(r"(& ?)?(=|\\approx)|& ?[-+]", line) and chains:
            chains[-1] += " " + line
        elif line:
            chains.append(line)
    for chain in chains:
        for stream in formulas(latex.signs(chain)):
            yield Found("display", stream)


def of_tex(page: str, comma: bool = False) -> Iterator[Found]:
    body = page.split("\\begin{document}")[-1]
    for unseen in (r"\axis", r"\widest", r"\tag*"):
        body = latex.without(unseen, body)
    body = NEXT_BLOCK.sub(r" \\\\ ", body)
    for m in re.finditer(
        r"\\titledquestion|\\begin\{(?:align|equation|alignat)\*\}(.*?)\\end\{(?:align|equation|alignat)\*\}|\\\[(.*?)\\\]"
        r"|(?<!\\)\$((?:[^$\\]|\\.)+)\$(?: = (\d+))?", body, re.S):  # fmt: skip
        if m[1] is not None or m[2] is not None:
            yield from displayed(re.sub(r"^\{\d\}", "", m[1] or m[2]), r"\\mk\{[^}]*\}")
        elif m[3] is not None:
            yield Found("sentence", latex.signs(f"{m[3]}={m[4]}" if m[4] else m[3]))
        else:
            yield Found("question")


def of_html(page: str, comma: bool = False) -> Iterator[Found]:
    math = re.compile(r"<math.*?</math>", re.S)
    for m in re.finditer(
        r'<section id="[^"]*" class="question">|<div class="lhs">(.*?)</div><div class="chain">(.*?)</div>|(<math.*?</math>)(?: = (\d+))?',
        page, re.S):  # fmt: skip
        if m[2] is not None:
            stream = tuple(s for one in math.findall(m[1] + m[2]) for s in mathml.signs(one))
            yield from (Found("display", f) for f in formulas(stream))
        elif m[3]:
            stream = mathml.signs(m[3])
            stream = (*stream, Sign("="), Num(m[4])) if m[4] else stream
            yield from (Found("display" if 'displaystyle="true"' in m[3][:40] else "sentence", f) for f in formulas(stream))
        else:
            yield Found("question")


def of_text(page: str, comma: bool = False) -> Iterator[Found]:
    for block in re.split(r"\n\s*\n", page):
        block = block.strip("\n")
        lines = block.split("\n")
        if re.match(r"\S.*\[[^\]]*\]$|(Question|Frage|Aufgabe|Problem) \w+", lines[0]) and not lines[0].startswith("("):
            yield Found("question")
        drawing = any(sign in block for sign in "⎡⎛─")
        if not drawing and len(lines) > 1 and all(re.match(r" {4,}(\S+|\w+_\(\w+, \w+\)) = ", line) for line in lines):
            yield from (Found("display", f) for line in lines for f in formulas(tuple(written(line.strip(), comma))))  # givens
            continue
        if not drawing and len(lines) > 1 and re.match(r" {4,}(\w+ |\w+_\(\w+, )?\S+ [=≈]( |$)|     [=≈] ", lines[0]) and all(line.startswith("    ") for line in lines):
            joined = "    " + " ".join(map(str.strip, lines))  # a formula that goes on below
            lines = lines if prose(joined) else [block := joined]
        if not drawing and len(lines) == 1 and re.match(r" {4}\S", block) and len(block) < 50 and not re.search("[=≈]", block) and block[-1] not in ".:?,":
            yield Found("display", tuple(drawn.linear(block.strip(), comma)))  # what is worked out, its chain below it
            continue
        if not drawing and (len(lines) > 1 or not block.startswith(" ") or not re.search("[=≈]", block) or prose(block)):
            yield Found("words", tuple(x for word in block.split() if len(word.strip(",.:;()?")) < 7 for x in written(word, comma)))
            yield from (Found("sentence", s) for s in told(block, comma))
            continue
        lines = [re.sub(r" {5}\[[\d¼½¾]+\]$", "", line) for line in lines]
        yield from pictured([line for line in lines if line.startswith(" ")] if drawing else lines, comma)


def pictured(lines: list[str], comma: bool, aside: bool = False) -> Iterator[Found]:
    """The formulas of a drawing: of its storeys, and where these do not stand on one line each, of its columns."""
    out: list[Found] = []
    try:
        for storey in storeys(lines):
            stream = drawn.signs(storey, comma)
            while stream and isinstance(stream[0], Gap):
                stream = stream[1:]
            out += (Found("display", f) for f in ([going_on(stream)] if starts(stream) else formulas(stream)))
    except drawn.Undrawn as error:
        parts = [] if aside else columns(lines)
        out = [f for part in parts for f in pictured(part, comma, aside=True)] if len(parts) > 1 else [Found("undrawn", (Text(str(error)), *heads(lines, comma)))]
    yield from out


def heads(lines: list[str], comma: bool) -> Iterator[Sign | Name | Text]:
    """The names that a drawing's lines begin with, each before its sign."""
    for line in lines:
        if m := re.match(r"\s*(\S+ [=≈]) ", line):
            with suppress(drawn.Undrawn):
                yield from drawn.linear(m[1], comma)  # type: ignore[misc]


def columns(lines: list[str]) -> list[list[str]]:
    """What stands side by side in a drawing, apart by three blanks on every line."""
    wide = max(map(len, lines))
    rows = [line.ljust(wide) for line in lines]
    used = "".join("x" if any(row[c] != " " for row in rows) else " " for c in range(wide))
    parts = [[row[m.start() : m.end()] for row in rows] for m in re.finditer(r"x+(?: {1,2}x+)*", used)]
    return [[row.rstrip() for row in part if row.strip()] for part in parts]


ONE_LINE = re.compile(r"\s*\S+ = [\w.,√/−·()]+\s*")  # a number among the givens


def storeys(lines: list[str]) -> list[list[str]]:
    """Rows of matrices that stand right below each other, as givens do: cut where one closes and the next opens."""
    out: list[list[str]] = [[]]
    for line in lines:
        above = out[-1][-1] if out[-1] else ""
        closed = (re.search(r"[⎣⎝]", above) and not re.search("[─⎢⎜]", above)) or ONE_LINE.fullmatch(above)
        if closed and (re.match(r"\s*((\S+|\w+_\(\w+, \w+\)) = )?[⎡⎛]", line) or ONE_LINE.fullmatch(line)):
            out.append([])
        out[-1].append(line)
    return out


def starts(stream: Stream) -> bool:
    """Whether a formula goes on with one that stands before it."""
    return bool(stream) and isinstance(stream[0], Sign) and stream[0].text in RELATIONS


def going_on(stream: Stream) -> Stream:
    return tuple(s for s in stream if s != Gap("wide"))


def whole(pieces: Iterator[Found]) -> Iterator[Found]:
    """Displays that go on with what stands in the one before, over whatever words, joined to one."""
    last: Found | None = None
    words: list[Found] = []
    for found in pieces:
        if found.kind == "display" and starts(found.stream) and last and last.kind == "display":
            last = Found("display", (*last.stream, *going_on(found.stream)))
        elif found.kind in ("display", "question", "undrawn"):
            yield from ([last] if last else [])
            yield from words
            words = []
            last = found
        else:
            words.append(found)
    yield from ([last] if last else [])
    yield from words


def prose(line: str) -> bool:
    """Whether a single line is a sentence that has an equation in it."""
    line = line.strip()
    return line[-1] in ".:?," or len(re.findall(r"(?<![\w(])[a-zäöü]{2,}(?= [a-zäöü(]|,)", line.split("=")[-1])) > 1


def written(word: str, comma: bool) -> list[object]:
    try:
        return [Gap("wide"), *drawn.linear(word, comma)]
    except drawn.Undrawn:
        return []


def told(block: str, comma: bool) -> Iterator[Stream]:
    """What a sentence says of names: ε₁ = 1/(1 + e^(√2)) ≈ 0.1956, dₖ = 3."""
    text = " ".join(block.split())
    for m in re.finditer(r"(?<!\S)(\S+) = (.+?)(?=[,.;:]?(?: (?:and|und|for|für|is|the|der|die|das|are|so|if|with|multiplies|mit|[A-Z][a-z]+) |$)|[.,:;] |[.:]$)", text):
        try:
            yield tuple(drawn.linear(f"{m[1]} = {m[2]}", comma))
        except drawn.Undrawn:
            continue


READERS: dict[str, Callable[[str, bool], Iterator[Found]]] = {"md": of_markdown, "tex": of_tex, "html": of_html, "text": of_text}


# ---- judging

UNWORKABLE = (AttributeError, TypeError, ValueError, IndexError, ZeroDivisionError, OverflowError)
"""What working out a formula may end in whose parts do not fit."""


def masks(names: set[str], known: Container[str]) -> set[str]:
    """Names of what is 0 where a score is kept and minus infinity where it is not: mask, mask_columns, and mask_M of a matrix M that is known."""
    split = {name: name.partition("_") for name in names}
    return {name for name, (word, _, of) in split.items() if word == "mask" and (of in known or of in ("", "columns", "Spalten"))}


@dataclass
class Count:
    """What became of the links of pages."""

    evaluated: int = 0
    defined: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    false: list[str] = field(default_factory=list)
    loose: list[str] = field(default_factory=list)
    nameless: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)

    def __iadd__(self, other: Count) -> Count:
        self.evaluated += other.evaluated
        self.defined += other.defined
        self.skipped += other.skipped
        self.false += other.false
        self.loose += other.loose
        self.nameless += other.nameless
        self.unread += other.unread
        return self

    @property
    def share(self) -> float:
        """The part of all links that could be worked out."""
        return self.evaluated / max(1, self.evaluated + sum(self.skipped.values()))


def read(page: str, form: str, where: str = "", letters: Sequence[Mapping[str, Value]] = (), language: str = "en", columns: bool = False, stated: bool = False) -> Count:
    """What is true on a page; the *letters* of each of its questions have their sample values.

    Where tokens are *columns* a softmax goes down them. Where values are *stated* a name may stand for them or for the exact one.
    """
    judge, asked = Judge(where or form, columns, stated), iter(letters)
    with flint.ctx.workprec(BITS):
        for found in whole(READERS[form](page, language != "en")):
            if found.kind == "question":
                judge.question(next(asked, {}))
            elif found.kind == "undrawn":
                judge.skip("a drawing that is not understood", found)
                judge.lost(found.stream[1:])
            elif found.kind != "words" and any(isinstance(s, Sign) and s.text in RELATIONS for s in found.stream):
                judge.chain(found)
            if found.kind != "display":
                judge.introduced |= set(letters_in(found.stream))
    judge.close()
    return judge.count


class Judge:
    """Goes through a page's chains; knows what the page has said of names so far."""

    def __init__(self, where: str, columns: bool = False, stated: bool = False) -> None:
        self.where, self.columns, self.stated = where, columns, stated
        self.letters: set[str] = set()
        self.names: dict[str, Value] = {}
        self.fresh: set[str] = set()  # names that this question has given a value
        self.introduced: set[str] = set()  # names that a sentence has spoken of
        self.missing: list[tuple[str, str]] = []  # names that nothing had been said of where they stood
        self.count = Count()

    def question(self, letters: Mapping[str, Value]) -> None:
        """Names get values of their own in every question; what stands before the questions goes on."""
        self.names = {key: value for key, value in self.names.items() if key not in self.letters} | letters
        self.letters, self.fresh = set(letters), set()

    def close(self) -> None:
        """The names that nothing was said of; the matrices of a claim may be named in the sentence below it."""
        self.count.nameless = [
            f"{self.where}: {name} in {where}" for name, where in self.missing if name[0] in "σεd" or not splits(name, self.introduced)
        ]

    def lost(self, heads: Stream) -> None:
        """The names that a drawing gives values, which nobody could read: what they were before they are no longer."""
        for _, head in links(heads):
            if key := named(head, self.names):
                self.names[key] = None
                self.fresh.add(key)

    def chain(self, found: Found) -> None:
        chain = links(found.stream)
        keys: list[str] = []  # names that stand alone at the left: P¹ = P² = softmax(L¹)
        while len(keys) < len(chain) - 1 and (one := named(chain[len(keys)][1], self.names)) and (one not in CONSTANTS or chain[len(keys) + 1][0] == "=") and (not keys or not splits(one, self.names)):
            keys.append(one)
        key = keys[-1] if keys else ""
        first, *rest = chain[max(0, len(keys) - 1) :]
        if found.kind == "sentence" and not (key or all(not isinstance(s, Text) for s in found.stream)):
            return
        told = found.kind == "sentence" or label(first[1])
        if key in self.names and (told or key in self.letters or key not in self.fresh):
            del self.names[key]  # another question's, or a sentence's or a label's, which hold for a while
        values: list[Held] = []
        for at, (sign, stream) in enumerate([first, *rest]):
            if at == 0 and key and key not in self.names:
                self.count.defined += bool(rest)
                continue
            try:
                values.append(self.held(sign, stream, strict=found.kind == "display" and bool(keys), shape=partial(self.shape, chain)))
            except Misprint as error:
                self.count.false.append(f"{self.where}: {error}: {spelled(found.stream)}")
                continue
            except Unread as error:
                if sign and (at > 1 or not (key and at == 1 and not values)):
                    self.skip(str(error), found)
                continue
            if not sign or len(values) < 2:
                if sign and not (key and at == 1):
                    self.skip("nothing before it that could be evaluated", found)
                continue
            if found.kind == "display" or not used(tree_of(stream, self.names)) & self.letters:
                self.judge(values, found)
        for key in keys:
            if key not in self.names or values:
                self.names[key] = (widest if self.stated else sharpest)(values)
                self.fresh.add(key)
                if isinstance(batch := self.names[key], Batch):  # Z⁽¹⁾, Z⁽²⁾
                    heads = {f"{key}^{k}": head for k, head in enumerate(batch, 1)}
                    self.names |= heads
                    self.fresh |= heads.keys()

    def skip(self, reason: str, found: Found) -> None:
        if found.kind == "sentence":
            return  # what its author leaves to words
        self.count.skipped[reason] += 1
        self.count.unread.append(f"{self.where}: {reason}: {spelled(found.stream)}")

    def shape(self, chain: list[tuple[str, Stream]]) -> tuple[int, ...]:
        """Rows and columns of the first matrix in a chain that can be worked out."""
        for _, stream in chain:
            with suppress(Unread, Misprint, *UNWORKABLE):
                value = Work(self.names, columns=self.columns)(tree_of(stream, self.names))
                if is_matrix(value) and not isinstance(value, Batch):
                    return len(value), len(value[0])
        return ()

    def held(self, sign: str, stream: Stream, strict: bool, shape: Callable[[], tuple[int, ...]]) -> Held:
        tree = tree_of(stream, self.names)
        if strict and sign and any(self.names.get(key) is not None for key in self.fresh) and (missing := (new := unknown(tree)) - self.introduced - masks(new, self.names)):
            self.missing += [(name, spelled(stream)) for name in sorted(missing)]
        masked = added(stream)
        if masks(unknown(tree), self.names) and not masked:
            raise Unread("a mask within another formula")
        try:
            value = Work(self.names, columns=self.columns, shape=shape)(tree)
        except UNWORKABLE as error:
            raise Unread(f"{type(error).__name__} in working it out") from None
        whole = sign == "≈" and not any("." in n for n in numerals(stream))
        around = Work(self.names, rounded=True, whole=whole, columns=self.columns, shape=shape)(tree) if sign == "≈" else value
        return Held(sign, value, around, stream, masked)

    def judge(self, values: list[Held], found: Found) -> None:
        *before, last = values
        try:
            told = self.verdict(before, last)
        except Misprint as error:
            told = str(error)
        except Unread as error:
            self.skip(str(error), found)
            return
        self.count.evaluated += 1
        if told == "loose":
            self.count.loose.append(f"{self.where}: {shown(before[-1].value)} {spelled(found.stream)}")
        elif told:
            values.pop()
            self.count.false.append(f"{self.where}: {told}: {last.sign} {spelled(last.stream)} in {spelled(found.stream)}")

    @staticmethod
    def verdict(before: list[Held], last: Held) -> str:
        """Nothing where a link holds; ``loose`` where it does with what the numbers before it may stand for."""
        one = before[-1]
        if one.masked != last.masked:
            one, last = unmasked(one, last), unmasked(last, one)
            before = [one]
        if last.sign == "=":
            return "" if same(one.value, last.value) else f"{shown(one.value)} is not {shown(last.value)}"
        if meets(one.value, last.around):
            return ""
        if any(meets(b.value, last.around) for b in before) or meets(one.around, last.around):
            return "loose"
        return f"{shown(one.value)} is not about {shown(last.value)}"


def unmasked(one: Held, other: Held) -> Held:
    """A side with 0 wherever one of both is minus infinity."""
    if not (is_matrix(one.value) and is_matrix(other.value)):
        return one
    zero = arb(0)
    clear = lambda a, b: meet(lambda x, y: x if x.is_finite() and y.is_finite() else zero, a, b)  # noqa: E731
    return one._replace(value=clear(one.value, other.value), around=clear(one.around, other.around))


def added(stream: Stream) -> bool:
    """Whether a mask is added to all that stands in a formula, outside of every bracket."""
    depth = 0
    for s in stream:
        depth += isinstance(s, Sign) and (s.text in "([") - (s.text in ")]")
        if depth == 0 and s in (Text("mask"), Name("mask")):
            return True
    return False


def tree_of(stream: Stream, names: Mapping[str, Value]) -> Tree:
    return placed(Reader(trimmed(list(stream)), names).whole())


def sharpest(values: list[Held]) -> Value:
    """What a chain says of its name: the most precise of its exact links, else what its first rounded one may stand for."""
    exact = []
    for v in values:
        if v.sign == "≈":
            break
        if v.masked:
            continue  # minus infinity is not seen in it
        exact.append(v.value)
    return min(exact, key=width) if exact else next((v.around for v in values if not v.masked), None)


def widest(values: list[Held]) -> Value:
    """What a name may stand for where values are stated: what is printed last, or the exact value before it."""
    if not values or not any(v.sign == "≈" for v in values):
        return sharpest(values)
    try:
        return meet(lambda x, y: x.union(y), values[0].around, values[-1].around)
    except Unread:
        return values[-1].around


class Held(NamedTuple):
    sign: str
    value: Value
    around: Value
    stream: Stream
    masked: bool = False  # "+ mask" is in it: minus infinity stands for any number


def named(stream: Stream, names: Mapping[str, Value]) -> str:
    """The key of a name that stands alone on the left of a chain, or nothing."""
    head = [s for s in stream if not isinstance(s, Gap)]
    scripts: list[Sub | Sup] = []
    place = head.pop().text if head and isinstance(head[-1], Text) and re.fullmatch(r"\[\d\]", head[-1].text) else ""
    while head and isinstance(head[-1], (Sub, Sup)):
        scripts.insert(0, head.pop())  # type: ignore[arg-type]
    if not head or len(scripts) > 2 or not all(isinstance(s, (Name, Text)) for s in head) or any(by_places(s) for s in scripts):
        return ""
    if len(head) > 1 and len({type(s) for s in head}) == 1 and all(len(s.text) == 1 for s in head) and "".join(s.text for s in head) not in names:  # type: ignore[attr-defined]
        return key if (key := "".join(s.text for s in head) + "".join("_" + flat(s.body) for s in scripts)) and not all(s.text in names for s in head) else ""  # type: ignore[attr-defined]
    if len(head) > 1 and head[0] not in (Text("d"), Name("d")) and not label(stream):
        return ""
    if any(isinstance(s, Sup) and (flat(s.body) in TRANSPOSED or any(isinstance(x, Sign) and x.text not in "()," for x in s.body)) for s in scripts):
        return ""
    word = "".join(s.text for s in head)  # type: ignore[attr-defined]
    powered = bool(scripts) and isinstance(scripts[-1], Sup) and all(isinstance(s, Num) for s in scripts[-1].body)
    if powered and ordered(word + "".join("_" + flat(s.body) for s in scripts[:-1])) in names:
        return ""  # a power of what is known
    key = ordered(word + "".join(("_" if isinstance(s, Sub) else "^") + flat(s.body) for s in scripts)) + place
    if key not in names and len(head) == 1 and isinstance(head[0], Name) and len(word) > 1 and scripts and splits(word, names):
        return ""
    return key


def label(stream: Stream) -> bool:
    """Whether words stand alone: scores, minus largest, sums under the weights."""
    words = [s for s in stream if not isinstance(s, Gap)]
    return isinstance(words[0] if words else None, Text) or (
        all(isinstance(s, Name) and re.fullmatch(r"[\w\u0308-]+", s.text) for s in words) and any(len(s.text) > 3 for s in words))


def splits(word: str, names: Container[str]) -> bool:
    """Whether a name is one of these, or several of them written together."""
    return word in names or any(word[:k] in names and splits(word[k:], names) for k in range(1, len(word)))


def letters_in(stream: Stream) -> Iterator[str]:
    """The keys of all names in a formula, each with its scripts and without."""
    for k, s in enumerate(stream):
        match s:
            case Name(word) | Text(word):
                yield word
                script = ""
                for x in stream[k + 1 : k + 3]:
                    if not isinstance(x, (Sub, Sup)):
                        break
                    script += ("_" if isinstance(x, Sub) else "^") + flat(x.body)
                    yield ordered(word + script)
            case Frac(a, b):
                yield from letters_in(a)
                yield from letters_in(b)
            case Root(b) | Sub(b) | Sup(b) | Under(b):
                yield from letters_in(b)


def numerals(stream: Stream) -> Iterator[str]:
    for s in stream:
        if isinstance(s, Num):
            yield s.text
        elif isinstance(s, Grid):
            for r in s.rows:
                for c in r:
                    yield from numerals(c)
        elif isinstance(s, Frac):
            yield from numerals(s.top)
            yield from numerals(s.bottom)
        elif isinstance(s, Root):
            yield from numerals(s.body)


def spelled(stream: Stream) -> str:
    """Signs on one line, for a report."""
    out = []
    for s in stream:
        match s:
            case Num(t) | Name(t) | Text(t):
                out.append(t if not (out and out[-1][-1:].isalnum()) else " " + t)
            case Sign(t):
                out.append(f" {t} " if t in "=≈+∘×" else t)
            case Frac(a, b):
                out.append("{" + spelled(a) + "}/{" + spelled(b) + "}")
            case Root(b, d):
                out.append(f"√{'' if d == 2 else d}" + "{" + spelled(b) + "}")
            case Sub(b):
                out.append("_{" + spelled(b) + "}")
            case Sup(b) | Under(b):
                out.append("^{" + spelled(b) + "}")
            case Grid(rows):
                out.append("[" + "; ".join(", ".join(map(spelled, r)) for r in rows) + "]")
    return "".join(out)
