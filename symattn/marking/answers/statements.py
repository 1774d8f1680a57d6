"""From a flat text to its equations: a name, and the chain of values that belongs to it up to the next name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from symattn.errors import LimitError, SymattnError
from symattn.language.text import name_of
from symattn.limits import MOST_EQUATIONS
from symattn.marking.answers.flat import Flat
from symattn.marking.answers.grids import batch, cells_of, percent, shortened
from symattn.marking.answers.headings import Heading, heading, prefix
from symattn.marking.answers.tokens import BLANK, GAP, SCALARS, VERBS, Pieces
from symattn.marking.answers.values import Side, shown, side, symbolic
from symattn.marking.answers.written import FORMULA, START, Contents, Earlier, Place, Unused, Written
from symattn.marking.said import reading

MOST_DIGITS = 6  # of a head's number
LONGEST_LABEL = 300
FAR = 400  # tokens of a chain in which a symbol is looked for that stands before the next name
SHORT = 40  # tokens of what a line says beside a name: a list of names, a count
_ENDS = frozenset(["nl", "row", "wall", "sep", "head", "arrow"])

MOST_SIZES = 24  # tokens of a shape behind a colon
_JOINING = frozenset("+-−*/·×@⋅^÷") | {"\\cdot", "\\times"}
_DRESS = frozenset(["`", "*"])
_LABEL_INSIDE = re.compile(r"\s*(?:[a-z]|[ivx]{1,4}|\d{1,3}[a-h]?)\s*")
_LETTER = r"\\?[^\W\d_]\d?(?:[_^](?:\{[^{}]*\}|\([^()]*\)|[^\W_]+))*"  # one way to read it, or failing takes ages
_PAIR = re.compile(rf"({_LETTER})\s+(?:and|und|&)\s+({_LETTER})")
_COUNTED = re.compile(r"(?:[-*•]\s+)?[^\W\d_][\w^{}-]{0,30}")
_COUNT = re.compile(r"(?!.*(?:,\s|\|))[\s$]*(?:\d|[\w(][^=:]*[*+^·²³][^=:]*=\s*\d)[^:;?!]*\Z")
_COUNTS = frozenset(["num", "word", "open"])
_SHAPE = re.compile(r"[\w*·]+(?:\s*(?:×|\\times)\s*|\s+x\s+|(?<=\d)x(?=\d))[\w*·]+")
_LIST_SIGN = re.compile(r",\s*and\b|,|\band\b|\bund\b|&")
_LISTED = re.compile(  # names before a name, at the beginning of a line or behind what ends another statement
    r"(?:\A|[)\]}.;|*•$(-]\s*,?)\s*(?P<names>(?:\\?[^\W\d_][^\W_]{0,12}(?:[_^](?:\{[^{}]*\}|\([^()]*\)|[^\W_]+))*\s*(?:,\s*and\b|,|\band\b|\bund\b|&)\s*)+)\Z"
)
_MODAL = re.compile(r"[ \t]+(?:to|will|must|should|would|then)\Z")
_CAPTION = re.compile(
    r"(?:[^\W\d_]{2,}[ \t]+){0,4}"
    r"(?:\\?[^\W\d_]\w{0,12}(?:[_^]\{?\w+\}?){0,2}[⁰¹²³⁴-⁹ⁱ₀-₉ᵢᵀ]*|[^\W\d_]+(?:[ \t]+\(?head[ \t]*\d\)?)?)[ \t]*:?"
)
_NO_CAPTION = re.compile(
    r"(?:\w+ )?(?:answers?|solutions?|results?|outputs?|code|checks?|python|matlab|given|where|and|or)", re.IGNORECASE
)
_LINE_NUMBER = re.compile(r"\d{1,2}\s?[a-h]?\)")
_NUMBERED = re.compile(r"(?:(?:Q|question|aufgabe|problem|exercise|part|teil)\.?\s*)?(?:\d{1,2}\s?[a-h]?|[a-h])", re.IGNORECASE)
_ASKED = re.compile(r"(?:Q|Question|Aufgabe|Problem|Exercise|Frage)\.?\s?(\d{1,2})\s+(?=\S)", re.IGNORECASE)
_PRIMED = re.compile(r"[^'\"]*[\w})\]]'{1,2}")  # S', and no quotes around a name
_IN_PERCENT = re.compile(r"(.+?)[\s,]*(?:in\s*%|\(\s*(?:in\s*)?%\s*\)|\[\s*%\s*\]|in per ?cent|in Prozent)")
_UNIT = re.compile(r"[kKMGTP]?i?[BbW]|[kKMGTP]|(?:kilo|mega|giga|tera)?(?:bytes?|flops?)|thousand|million|billion", re.IGNORECASE)
_AND = frozenset(["and", "und", "so", "then", "thus", "hence", "therefore", "also"])
_HEADS = frozenset(["head", "kopf", "group", "gruppe"])
_PARTED = BLANK | {"close", "arrow"}
_PARTING = frozenset(":,.;-–—*")
_SYMBOL_ALONE = re.compile(
    r"\\?[^\W\d_]\w{0,12}(?:[_^]\{?\w+\}?){0,2}[⁰¹²³⁴-⁹ⁱ₀-₉ᵢᵀ]*"
)
_BEFORE_CAPTION = frozenset(["nl", "wall", "row", "head", "grid", "rel"])


@dataclass
class _Equation:
    """A chain while it is gathered: where its name stands, and the relations in it."""

    label: tuple[int, int]
    relations: list[int]
    end: int = -1


def read(flat: Flat, ids: frozenset[str] = frozenset(), printed: bool = False, start: Place = START) -> Contents:
    """Every equation of a flat text, and the matrices that stand for no name; raises LimitError for too much.

    >>> from symattn.marking.answers.latex import flatten
    >>> found = read(flatten("Q_1 = X W = [1 2; 3 4], K_1 ≈ [[0.5, 1]]. Also [7 8]"))
    >>> [(answer.label, answer.text) for answer in found.answers], [unused.text for unused in found.unused]
    ([('Q_1', '[1 2; 3 4]'), ('K_1', '[[0.5, 1]]')], ['[7 8]'])
    """
    return _Reading(Pieces.of(flat), ids, printed).contents(start)


class _Reading:
    def __init__(self, pieces: Pieces, ids: frozenset[str], printed: bool) -> None:
        self.p, self.ids, self.printed = pieces, ids, printed
        self.tokens = pieces.tokens
        self.depth = self._depths()
        self.ends = self._line_ends()
        self.letters: dict[str, str] = {}
        self.out = Contents()
        self.used: set[int] = set()  # tokens of matrices that are accounted for

    def contents(self, place: Place) -> Contents:
        start = place
        equations = list(self._equations())
        if len(equations) > MOST_EQUATIONS:
            raise LimitError(reading("most_equations", count=f"{len(equations):,}", most=f"{MOST_EQUATIONS:,}"))
        marks = iter([*self._headings, (len(self.tokens) + 1, Heading())])
        at, found = next(marks)
        for equation in equations:
            while at <= equation.label[0] or (at <= equation.relations[0] and equation.label[0] > equation.label[1]):
                place, (at, found) = _entered(place, found), next(marks)
            place = self._read(equation, place)
        while at < len(self.tokens) + 1:
            place, (at, found) = _entered(place, found), next(marks, (len(self.tokens) + 1, found))
        self.out.end = place
        self._nameless(_Places(list(self._headings), start))
        self.out.unused.sort(key=lambda unused: unused.line)
        return self.out

    def _nameless(self, places: _Places) -> None:
        """The matrices that no equation has: those below a line that is a name alone are its, the others nobody's."""
        for k, token in enumerate(self.tokens):
            if token.kind != "grid" or k in self.used:
                continue
            grid = self.p.flat.grids[int(token.text[1:-1])]
            place, caption = places(k), self._caption(k)
            single = grid.entries is not None and sum(map(len, grid.entries)) <= 1
            if single and not caption:
                continue
            why = grid.error or reading("nameless")
            unused = Unused(shortened(grid.text, 120), grid.line, why, place.question, grid, grid.text)
            value = side(self.p, k, k, self.letters) if caption else None
            if value is None or not value.cells:
                self.out.unused.append(unused)
                continue
            at = replace(place, line=grid.line)
            answer = Written(caption, value.cells, place=at, text=value.text, above=unused, scalar=single)
            self.out.answers.append(replace(answer, printed=self.printed or value.printed))

    def _caption(self, k: int) -> str:
        """The line above a matrix where it is a name and nothing else, or the symbol right before it; "" for any other."""
        tokens, j, lines = self.tokens, k - 1, 0
        while j >= 0 and (tokens[j].kind in BLANK or tokens[j].text in _DRESS or tokens[j].text in "|-:"):
            lines += tokens[j].kind in ("nl", "wall")
            j -= 1
        if j < 0:
            return ""
        first = j
        while first > 0 and tokens[j].kind != "head" and tokens[first - 1].kind not in _BEFORE_CAPTION:
            first -= 1
        if first and tokens[first - 1].kind in ("grid", "rel"):
            return ""
        text = tokens[j].text[1:-1] if tokens[j].kind == "head" else self.p.source(first, j)
        text = _undressed(text).strip(" :")
        shape = _CAPTION if lines else _SYMBOL_ALONE  # Q [[1 2] …], as print("Q", Q) has it
        plain = shape.fullmatch(text) and not _NO_CAPTION.fullmatch(text)
        return text if plain and (heading(text, self.ids) is None or re.fullmatch(r"Q\d|head_?\d", text)) else ""

    def _depths(self) -> list[bool]:
        """Whether each token stands inside brackets that are part of a formula."""
        found, until, tokens = [], -1, self.tokens
        for k, token in enumerate(tokens):
            if k > until and token.kind == "open":
                close = self.p.partner.get(k, -1)
                before = tokens[k - 1] if k else None
                script = before is not None and (before.text in ("_", "^") or before.kind == "cmd" or before.text == "}")
                applied = before is not None and before.kind in ("word", "cmd")
                if close >= 0 and (
                    (token.text == "{" and script) or (token.text != "{" and (applied or k not in self.p.equated))
                ):
                    until = close
            found.append(k <= until)
        return found

    def _line_ends(self) -> list[int]:
        """Of every token, the first one from it on that ends what is said: a line, a cell, a heading."""
        found = [len(self.tokens)] * (len(self.tokens) + 1)
        for k in range(len(self.tokens) - 1, -1, -1):
            found[k] = k if self.tokens[k].kind in _ENDS else found[k + 1]
        return found

    def _relation(self, k: int) -> bool:
        token = self.tokens[k]
        if self.depth[k]:
            return False
        if token.kind == "rel":
            return True
        if token.text in ("->", "→", "⟶"):
            return self._leads(k)
        if token.text in (":", "∈", "\\in") or (token.kind == "word" and token.text in VERBS):
            after = self.p.after(k + 1)
            while after < len(self.tokens) and self.tokens[after].text in _DRESS:  # Markdown's code: `[[1, 2]]`
                after = self.p.after(after + 1)
            if after < len(self.tokens) and self.tokens[after].kind in _COUNTS and token.text not in "∈\\in" and self._counted(k):
                return True
            return after < len(self.tokens) and (self.tokens[after].kind == "grid" or self._sizes(after, token.text))
        return False

    def _leads(self, k: int) -> bool:
        """Whether an arrow stands between a symbol at the beginning of its line and a matrix or a number: Q -> [1 2]."""
        after, first = self.p.after(k + 1), k
        if after >= len(self.tokens) or self.tokens[after].kind not in ("grid", "num"):
            return False
        while first > 0 and self.tokens[first - 1].kind not in _ENDS and k - first < SHORT // 3:
            first -= 1
        name = prefix(_undressed(self.p.source(first, k - 1) if first < k else ""))[1]
        return _SYMBOL_ALONE.fullmatch(name) is not None

    def _counted(self, k: int) -> bool:
        """Whether a name at the beginning of a line has a number or a count behind its colon: norms: 4d = 3072."""
        value = self.p.source(k + 1, min(self.ends[k + 1] - 1, k + SHORT))
        if len(value) >= LONGEST_LABEL or _COUNT.match(value) is None:
            return False
        first = k
        while first > 0 and self.tokens[first - 1].kind not in _ENDS and k - first < SHORT // 3:
            first -= 1
        name = prefix(_undressed(self.p.source(first, k - 1) if first < k else ""))[1]
        return _COUNTED.fullmatch(name) is not None and heading(name) is None

    def _sizes(self, k: int, sign: str) -> bool:
        """Whether a shape stands there: (B, n, d), B x n x d, or ℝ with sizes above."""
        token = self.tokens[k]
        if sign in ("∈", "\\in"):
            return token.text in ("ℝ", "R")
        if sign == ":" and token.kind in ("word", "num"):
            end = min(self.ends[k] - 1, k + MOST_SIZES)
            alone = self.p.grids_before[k] == self.p.grids_before[end + 1]
            return alone and _SHAPE.match(self.p.source(k, end)) is not None
        close = self.p.partner.get(k) if token.text == "(" else None
        return close is not None and any(t.text in (",", "×", "\\times") for t in self.tokens[k:close])

    def _equations(self) -> Iterator[_Equation]:
        current: _Equation | None = None
        start = 0
        for k in range(len(self.tokens)):
            if not self._relation(k):
                continue
            cut = self._cut(start, k, current)
            if cut is None and current is not None:
                current.relations.append(k)
            else:
                if current is not None:
                    current.end = (cut if cut is not None else start) - 1
                    yield current
                current = _Equation((cut if cut is not None else start, k - 1), [k])
            start = k + 1
        if current is not None:
            current.end = len(self.tokens) - 1
            yield current

    def _cut(self, start: int, k: int, current: _Equation | None) -> int | None:
        """Where the name before a relation begins; None when the relation goes on with the chain before it."""
        tokens, at = self.tokens, k - 1
        significant = last_grid = None
        while at >= start:
            token = tokens[at]
            if token.kind not in BLANK and token.kind != "head":
                ends = not self.depth[at] and self._stop(at, start)
                if not ends and current is not None and significant is not None and self._next_one(at, start):
                    return self._name_start(at, k)
                if not ends:
                    significant = at
                    if token.kind == "grid":
                        last_grid = at
                        break
            else:
                ends = token.kind in _ENDS and not self.depth[at] and not self._joined(at, start)
                ends = ends or (token.kind == "amp" and significant is not None and self._beside_it(start, at))
                ends = ends or (current is not None and significant is not None and self._past_mathematics(start, at))
            if ends:
                if significant is None:
                    if token.kind == "head":
                        return at + 1
                    at -= 1
                    continue
                if (
                    current is not None
                    and self._nothing_between(start, at)
                    and not self._lone(significant, k)
                    and token.kind != "head"
                ):
                    return None  # the value of the name before goes on here
                return self._name_start(at + 1, k)
            at -= 1
        if significant is None:
            return None if current is not None else start
        if last_grid is not None:
            wall = self._given_before(start, last_grid) if current is not None else None
            if wall is not None:
                return self._name_start(wall + 1, k)
            label = self._past_labels(last_grid, k)
            if label is not None:
                return None if current is None else self._name_start(label, k)
            word = next((j for j in range(last_grid + 1, k) if not self.depth[j] and self._prose(j)), None)
            if word is not None and self._joined_word(word):
                word = None  # [4 10; 10 24] + mask = …: the formula goes on
            if word is None and current is not None and self._is_new(last_grid, k, current):
                return self._name_start(last_grid + 1, k)
            return None if word is None or current is None else self._name_start(word, k)
        return None if current is not None else self._name_start(start, k)

    def _joined_word(self, word: int) -> bool:
        """Whether a word belongs to the formula before it: behind a sign, or below another one, as in + mask_rows."""
        before = self.p.before(word)
        while self.tokens[before].text == "{":
            before = self.p.before(before)
        return self.tokens[before].text in (*_JOINING, "_", "^")

    def _past_labels(self, grid: int, k: int) -> int | None:
        """Where a name begins behind a part's label or a remark in brackets: (b), (see above); None where there is none."""
        found = None
        at = self.p.after(grid + 1)
        while at < k and self.tokens[at].kind == "open" and self.tokens[at - 1].kind in BLANK:
            close = self.p.partner.get(at, k)
            after = self.p.after(close + 1)
            inner = self.p.source(at + 1, close - 1)
            remark = _LABEL_INSIDE.fullmatch(inner) or any(self._prose(j) for j in range(at + 1, close))
            named = after < k and self.tokens[after].kind in ("word", "cmd") and self.tokens[close + 1].kind in BLANK
            if close >= k or not remark or not (named or self.tokens[min(after, k)].kind == "open"):
                break
            at = found = after
        return found

    def _given_before(self, start: int, grid: int) -> int | None:
        """The wall between a matrix just given and a formula of its own: V = [1 2] and, below it, [3 4][5; 6] = [39]."""
        tokens = self.tokens
        between = [j for j in range(grid, start, -1) if not self.depth[j]]
        wall = next((j for j in between if tokens[j].kind == "wall" or tokens[j].kind == tokens[j - 1].kind == "nl"), None)
        given = wall is not None and any(self.tokens[j].kind == "grid" for j in range(start, wall))
        return wall if given else None

    def _is_new(self, grid: int, k: int, current: _Equation) -> bool:
        """Whether a symbol after a matrix is the next name, "Q = [1 2] K = [3 4]", and no factor: "[1 2] W = [5 6]"."""
        first = self.p.after(grid + 1)
        inner = self.tokens[first:k]
        if first == grid + 1 or not inner or inner[0].kind not in ("word", "cmd") or not symbolic(self.p, first):
            return False
        parts = {"word", "cmd", "num", "open", "close", *GAP}
        if any(t.kind not in parts and t.text not in "_^.'ᵀ" for t in inner) or inner[0].text[0] in "WwXxd":
            return False
        name = self.p.source(first, k - 1).strip()
        stem = re.match(r"\\?\w+", name)
        before = shown(self.p, max(current.label[0], grid - FAR), grid)
        return stem is not None and not re.search(rf"(?<!\w){re.escape(stem[0])}(?!\w)", before) and not re.search(r"\s", name)

    def _stop(self, at: int, start: int) -> bool:
        """Whether a sign ends what stands before it: a comma, a semicolon, a full stop, an arrow, a bracket round an equation."""
        token = self.tokens[at]
        if token.kind == "arrow":
            return True
        if token.text in (",", ";"):
            return token.text == ";" or not self._inside_digits(at)
        if token.text in (".", ":"):
            after = self.tokens[at + 1] if at + 1 < len(self.tokens) else None
            return after is None or after.kind in BLANK
        if token.text == ")" and at not in self.p.partner and self._numbers_a_line(at):
            return False
        return (token.kind in ("open", "close") and at not in self.p.partner) or (token.kind == "open" and at in self.p.equated)

    def _numbers_a_line(self, at: int) -> bool:
        """Whether a bracket closes the number that a line begins with: 1a)."""
        first = at
        while first > 0 and at - first < 6 and self.tokens[first - 1].kind not in _ENDS:
            first -= 1
        return at - first < 6 and _LINE_NUMBER.fullmatch(self.p.source(first, at).strip()) is not None

    def _beside_it(self, start: int, at: int) -> bool:
        """Whether a name begins behind an alignment mark and the value of the name before it."""
        return self.tokens[self.p.after(at)].kind in ("word", "cmd", "open") and not self._nothing_between(start, at)

    def _past_mathematics(self, start: int, at: int) -> bool:
        """Whether a value ends where its mathematics does inside a line: $F = e^2$ (c) and what stands behind it."""
        if self.tokens[at].kind != "shut" or self.depth[at]:
            return False
        before, after = self.p.before(at), self.p.after(at)
        if before < start or after >= len(self.tokens):
            return False
        behind = self.tokens[after]
        goes_on = behind.kind in ("grid", "rel") or behind.text in _JOINING or behind.text == "%" or _UNIT.fullmatch(behind.text)
        return not (goes_on or self.tokens[before].kind == "rel" or self.tokens[before].text in _JOINING)

    def _next_one(self, at: int, start: int) -> bool:
        """Whether a word goes on to the next equation behind a number: s_1 = 0.1 and s_2 = 0.4."""
        known = self.tokens[at].kind == "word" and self.tokens[at].text.lower() in _AND and not self.depth[at]
        before = self.p.before(at)
        return known and before >= start and self.tokens[before].kind in ("num", "close")

    def _inside_digits(self, at: int) -> bool:
        """Whether a comma stands right between digits, as in 786,944, or in 0,5, which then is refused as a whole."""
        around = self.tokens[at - 1 : at] + self.tokens[at + 1 : at + 2]
        return len(around) == 2 and all(token.text.isdecimal() for token in around)

    def _joined(self, at: int, start: int) -> bool:
        """Whether a line ends in the middle of a formula, so that the next one goes on with it."""
        if self.tokens[at].kind not in ("nl", "row"):
            return False
        before = self.p.before(at)
        return (
            before >= start
            and self.tokens[before].text in _JOINING
            and not (before and self.tokens[before - 1].text == self.tokens[before].text)
        )

    def _nothing_between(self, start: int, at: int) -> bool:
        return self.p.after(start) >= at

    def _lone(self, first: int, k: int) -> bool:
        """Whether one symbol alone stands there, as the next name below an empty one."""
        words = [
            j for j in range(first, k) if self.tokens[j].kind in ("word", "cmd") and not (j and self.tokens[j - 1].text in "_^{")
        ]
        return len(words) <= 1 and not any(self.tokens[j].kind == "grid" for j in range(first, k))

    def _prose(self, k: int) -> bool:
        token = self.tokens[k]
        return token.kind == "word" and token.text not in SCALARS and not name_of(token.text) and not symbolic(self.p, k)

    def _name_start(self, first: int, k: int) -> int:
        """The beginning of a name, without signs that begin no name."""
        while first < k and (self.tokens[first].kind in BLANK or self.tokens[first].text in ",;.:$"):
            first += 1
        return first

    @cached_property
    def _headings(self) -> tuple[tuple[int, Heading], ...]:
        """Every heading, and the token that it stands before."""
        return tuple(self._found_headings())

    def _found_headings(self) -> Iterator[tuple[int, Heading]]:
        tokens, k = self.tokens, 0
        while k < len(tokens):
            if tokens[k].kind == "head":
                found = heading(tokens[k].text[1:-1], self.ids, marked=True)
                if found:
                    yield k, found
                k += 1
                continue
            end = k
            while end < len(tokens) and tokens[end].kind not in ("nl", "wall", "head", "row"):
                end += 1
            if k < end and end - k < 60 and not any(t.kind in ("grid", "rel") for t in tokens[k:end]):
                line = self.p.source(k, end - 1)
                found = heading(line, self.ids, marked=line.lstrip().startswith("#"))
                if found:
                    yield k, found
            else:
                yield from self._inline(k, end)
            k = end + 1 if end < len(tokens) and tokens[end].kind != "head" else max(end, k + 1)

    def _inline(self, first: int, end: int) -> Iterator[tuple[int, Heading]]:
        """The heads that a line with equations in it speaks of before their names: "Head 1: Q = …, K = …"."""
        tokens = self.tokens
        last = max((k for k in range(first, end) if tokens[k].kind == "rel"), default=first)
        for k in range(first, end):
            if tokens[k].kind != "word" or tokens[k].text.lower() not in _HEADS or self.depth[k]:
                continue
            number = self.p.after(k + 1)
            if number >= end or not tokens[number].text.isdecimal() or len(tokens[number].text) > MOST_DIGITS:
                continue
            j = number + 1
            while j < end and (tokens[j].kind in _PARTED or tokens[j].text in _PARTING):
                j += 1
            signs = {t.text for t in tokens[number + 1 : j] if t.kind not in BLANK}
            named = j < end and tokens[j].kind in ("word", "cmd", "open") and tokens[j].text.lower() not in _HEADS
            if signs and named and (number > k + 1 or signs - {","}) and j < last:
                yield k, Heading(head=int(tokens[number].text))

    def _read(self, equation: _Equation, place: Place) -> Place:
        """Put the answer of an equation into the contents; the place that its label leads to."""
        first, last = equation.label
        line_token = first if first <= last else equation.relations[0]
        label = self._label(first, last) if first <= last else ""
        for k in range(first, last + 1):
            if self.tokens[k].kind == "grid":
                label = ""
        place = replace(place, line=self.p.flat.line(self.tokens[line_token].start))
        found, name = prefix(_undressed(label))
        if found is not None:
            place = _entered(place, found, weak=True)
        sides = list(self._sides(equation))
        self._define(name, sides)
        values = [s for s in sides if not s.formula and (s.cells or s.error)]
        if not any(s.matrices for s in values):
            values = values if values and values[-1] is sides[-1] else []
        else:
            values = [s for s in values if not s.scalar]
        for s in sides:
            if s.formula and not any(s is v for v in values):
                self._inside(s, place)
        if len(name) > LONGEST_LABEL or not name:
            for s in values:
                self._nobody(s, place, name)
            return place
        also = tuple(s.text for s in (sides if values else sides[:-1]) if s.formula and not s.matrices and len(s.text) < 60)
        beside = self._beside(first)
        if pair := _PAIR.fullmatch(name):
            beside, name = (*beside, pair[1]), pair[2]
        whole = " ".join([label, *(s.text for s in sides)])
        answer = Written(name, place=place, also=also, beside=beside, printed=self.printed, whole=whole)
        if not values:
            text = sides[-1].text if sides else ""
            if text:
                self.out.answers.append(replace(answer, error=FORMULA, text=text))
            return place
        final = values[-1]
        if (share := _IN_PERCENT.fullmatch(name)) and final.cells:
            hundredth = tuple(tuple(map(percent, row)) for row in final.cells)
            self.out.answers.append(replace(answer, label=share[1], cells=hundredth, text=final.text))
            return place
        if self._batch(final, answer):
            return place
        earlier = tuple(Earlier(s.text, s.cells, s.line) for s in values[:-1] if s.cells)
        self.out.answers.append(
            replace(answer, cells=final.cells, error=final.error, text=final.text, printed=self.printed or final.printed,
                    earlier=earlier, scalar=final.scalar)
        )  # fmt: skip
        return place

    def _label(self, first: int, last: int) -> str:
        """What stands before a relation; the number of a question or part before its mathematics has a bracket: 1b $F$, Q2 B."""
        label, tokens = shown(self.p, first, last), self.tokens
        begun = next((k for k in range(first, last) if tokens[k].kind == "begun"), None)
        if begun is not None and _NUMBERED.fullmatch(before := self.p.source(first, begun).strip()):
            return f"{before}) {shown(self.p, begun, last)}"
        found = _ASKED.match(label) if len(self.ids) > 1 else None
        if found and int(found[1]) <= len(self.ids) and _SYMBOL_ALONE.fullmatch(label[found.end() :].strip(" :")):
            return f"{found[1]}) {label[found.end() :]}"
        return label

    def _beside(self, first: int) -> tuple[str, ...]:
        """The names in a list before a name: Q and K in "Q, K, V ∈ ℝ^{n×d}"."""
        start = first
        while start > 0 and first - start < SHORT and self.tokens[start - 1].kind not in ("nl", "wall", "row", "grid", "head"):
            start -= 1
        found = _LISTED.search(self.p.source(start, first - 1)[-LONGEST_LABEL:]) if start < first else None
        return tuple(name.strip() for name in _LIST_SIGN.split(found["names"]) if name.strip()) if found else ()

    def _batch(self, final: Side, answer: Written) -> bool:
        """Several matrices printed as one array, Q of every head: each is an answer, Q[0], Q[1] …"""
        try:
            tables = batch(final.matrices[0]) if len(final.matrices) == 1 and not final.cells else ()
            made = [(grid.text, cells_of(grid, self.letters)) for grid in tables]
        except SymattnError:
            return False
        printed = self.printed or final.printed
        for k, (text, cells) in enumerate(made):
            label = f"{answer.label}[{k}]" if len(made) > 1 else answer.label
            self.out.answers.append(replace(answer, label=label, cells=cells, text=text, printed=printed))
        return bool(made)

    def _define(self, name: str, sides: list[Side]) -> None:
        """A letter that a key names: ε₁ = 1/(1 + e^3)."""
        short = re.fullmatch(r"(?:\\(?:var)?epsilon|ε|\\delta|δ)(?:_\{?\d{1,3}\}?|[₀-₉]{1,3})?", name)
        value = next((s for s in sides if s.scalar and s.cells), None)
        if short and value is not None and len(self.letters) < 64:
            self.letters[name] = value.text

    def _inside(self, side: Side, place: Place) -> None:
        for grid in side.matrices:
            why = reading("inside")
            self.out.unused.append(Unused(shortened(grid.text, 120), grid.line, why, place.question, whole=grid.text))

    def _nobody(self, side: Side, place: Place, name: str) -> None:
        for grid in side.matrices:
            why = reading("nameless") if not name else reading("long_name", label=repr(shortened(name, 40)))
            self.out.unused.append(Unused(shortened(grid.text, 120), grid.line, why, place.question, whole=grid.text))

    def _sides(self, equation: _Equation) -> Iterator[Side]:
        ends = [*(k - 1 for k in equation.relations[1:]), equation.end]
        for number, (relation, end) in enumerate(zip(equation.relations, ends, strict=True)):
            final = number + 1 == len(ends)
            first = relation + 1
            stop = self._value_end(first, end) if final else end
            found = self._side(first, stop, self.tokens[relation].text)
            if found is not None:
                yield found
            if final and stop < end and (found is None or (found.formula and not found.matrices)):
                after = self.p.after(stop + 1)
                if after <= end and self.tokens[after].kind == "grid":  # S = Q Kᵀ, and the matrix on the next line
                    more = self._side(after, self._value_end(after, end), "=")
                    if more is not None:
                        yield more

    def _side(self, first: int, last: int, sign: str) -> Side | None:
        self.used.update(k for k in range(first, last + 1) if self.tokens[k].kind == "grid")
        return side(self.p, first, last, self.letters, sign)

    def _value_end(self, first: int, end: int) -> int:
        """The last token of the value that begins at one: up to the end of its line, where nothing joins the next to it."""
        tokens = self.tokens
        k = self.p.after(first)
        while k <= end:
            kind = tokens[k].kind
            if k > first and self._past_mathematics(first, k):
                return k - 1
            if not self.depth[k] and (kind in _ENDS or self._stop(k, first)):
                after = self.p.after(k + 1) if kind in _ENDS else k + 1
                joined = self._joined(k, first) or (
                    kind in ("nl", "row", "wall")
                    and after <= end
                    and tokens[after].text in _JOINING
                    and not self._list_item(after)
                )
                if not joined:
                    return k - 1
            k += 1
        return end

    def _list_item(self, k: int) -> bool:
        """Whether a dash or star begins an item of a list or bold words, not a term."""
        if k + 1 < len(self.tokens) and self.tokens[k].text == self.tokens[k + 1].text:
            return True
        return k + 1 < len(self.tokens) and self.tokens[k + 1].kind in GAP and self._words_follow(k + 1)

    def _words_follow(self, k: int) -> bool:
        after = self.p.after(k)
        return after < len(self.tokens) and self.tokens[after].kind in ("word", "cmd")


class _Places:
    """Where the headings before a token lead to; asked for later and later tokens.

    >>> places = _Places([(2, Heading("1")), (9, Heading("2"))], START)
    >>> [places(k).question for k in (0, 5, 12)]
    [None, '1', '2']
    """

    def __init__(self, headings: list[tuple[int, Heading]], start: Place) -> None:
        self.headings, self.at, self.place = headings, 0, start

    def __call__(self, k: int) -> Place:
        while self.at < len(self.headings) and self.headings[self.at][0] <= k:
            self.place = _entered(self.place, self.headings[self.at][1])
            self.at += 1
        return self.place


def _entered(place: Place, found: Heading, weak: bool = False) -> Place:
    """The place after a heading."""
    if found.question is not None:
        return Place(place.line, found.question, found.part, found.head, sure=not weak)
    if found.head is not None:
        return replace(place, head=found.head)
    if found.part is not None:
        return replace(place, part=found.part, head=None if found.ends else place.head)
    return replace(place, head=None) if found.ends else place


def _undressed(label: str) -> str:
    """A label without Markdown's stars and quotes."""
    bare = re.sub(r"\*\*|__|`|^>+\s*|^#+\s*", "", label).replace("\\_", "_").strip(" \t\"$,;")
    bare = bare if _PRIMED.fullmatch(bare) else bare.strip(" \t\"'$,;")
    if bare.startswith("{") and "}" not in bare:  # {"Q": [[1, 2]], as Python prints a dictionary
        bare = bare.strip("{\"' ")
    return _MODAL.sub("", bare)
