"""The pieces of a flat text, its matrices in brackets taken together, every bracket with its partner."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, islice
from typing import NamedTuple

from symattn.errors import LimitError, SymattnError
from symattn.language.latex_tokens import FUNCTIONS as IN_LATEX
from symattn.language.letters import any_known, name_of
from symattn.language.tree import FUNCTIONS
from symattn.later import Match, pattern
from symattn.limits import MOST_MATRICES, MOST_NESTING, MOST_TOKENS
from symattn.marking.answers import numerals
from symattn.marking.answers.catalogue import spoken, words_for
from symattn.marking.answers.cells import widths
from symattn.marking.answers.flat import (
    BEGUN,
    CLOSE,
    END,
    HEAD,
    OPEN,
    ROW,
    SEP,
    SHUT,
    WALL,
    Flat,
    FlatGrid,
)
from symattn.marking.answers.splitting import MIXED, row_of
from symattn.marking.said import reading
from symattn.tex.signs import words

_TOKEN = pattern(
    rf"(?P<grid>{OPEN}\d+{CLOSE})|(?P<head>{HEAD}[^{END}{HEAD}]*{END})|(?P<wall>{WALL})|(?P<row>{ROW})|(?P<sep>{SEP})|(?P<nl>\n)"
    rf"|(?P<begun>{BEGUN})|(?P<shut>{SHUT})"
    r"|(?P<space>[ \t\u00a0]+)|(?P<arrow>⇒|={1,2}>|-{1,3}>|→|⟹|⟶|⇔|<-|←|∴)"
    r"|(?P<compare>[<>!]=|≤|≥|≠)|(?P<rel>:=|={1,2}|≈|≃|≅|≔|≡|~=)"
    rf"|(?P<cmd>\\[A-Za-z]+)|(?P<num>(?:(?:[1-9]\d{{0,2}}(?:[{numerals.THIN}]\d{{3}})+(?!\d)|\d+)"
    r"(?:\.\d+|\{[.,]\}\d+|\.(?=[eE][-+]?\d))?|\.\d+)(?:[eE][-+]?\d+)?)|(?P<word>[^\W\d_]+)"
    r"|(?P<open>[(\[{])|(?P<close>[)\]}])"
    r"|(?P<amp>&)|(?P<other>.)",
    re.DOTALL,
)

_UNGROUPED = dict.fromkeys(map(ord, numerals.THIN))

BLANK = words("space nl row wall sep amp begun shut")
LINE_ENDS = words("nl row wall sep head arrow")
GAP = frozenset(["space", "begun", "shut"])  # blanks inside a line
SCALARS = FUNCTIONS.keys() | words(
    "e E pi π σ inf minf infty oo np numpy math torch float x max min Max Min relu ReLU"
)
"""The words that stand in a number: functions, constants, and what programs write before them."""
_ALSO = words("frac dfrac tfrac cfrac sqrt cdot times div pi infty ast sigma max min")
COMMANDS = frozenset(f"\\{name}" for name in IN_LATEX.keys() | _ALSO)
"""The commands that stand in a number."""
ARRAYS = words(
    "array Array asarray matrix mat tensor Matrix Tensor FloatTensor as_tensor DoubleTensor ImmutableMatrix"
)
_PARTNERS = {")": "(", "]": "[", "}": "{"}
LIBRARIES = words("np numpy torch sp sympy jnp tf")
_PARTS = frozenset(",;.:()")
_SIGNS = frozenset("+-−*/·×@:⋅")
_DIGITS = words("e pi π ∞ √")
_BEFORE_TABLES = words("rel grid open close num")
_BEFORE_ROWS = words("rel num * · × ⋅ :")
_PRODUCTS = words(r"\cdot \times")
_LEADS = words("-> → ⟶")
_BETWEEN_ROWS = frozenset(",;")
_AND = spoken(r"(?<=[)\]])(?:,|(?=\s))\s+«and»\s+(?=[(\[])")
_NO_NUMBERS = frozenset(["nan", "inf", "infinity"])
_WORDS_EQUATED = pattern(
    r"\([^()\n\d]*[^\W\d_]{3,}[ \t]*=[ \t]*[^\W\d_]{3,}[ \t]+[^\W\d_]{3,}[^()\n\d]*\)"
)  # (row = first word)
_RELATING = words("rel grid head wall arrow compare")
_NO_SIGN = BLANK | words(
    "open close rel"
)  # kinds of which no token is a number or has letters
MOST_OF_FRACTION = 24  # tokens of one before a matrix
_FRACTION = pattern(r"\\[dt]?frac[ ]?(?:\d|\{[^{}]*\})[ ]?\{[^{}]*\}\Z")
_MANY = pattern(r"[^\s,;\[\](){}][\s,;\[\](){}]+[^\s,;\[\](){}]")


class AnswerToken(NamedTuple):
    """A piece: its kind, where it begins and ends.

    >>> AnswerToken("word", "Q", 0, 1).text
    'Q'
    """

    kind: str
    text: str
    start: int
    end: int


def _token(found: Match) -> AnswerToken:
    """A piece as it was found; a number without the blanks between its thousands."""
    text = found[0].translate(_UNGROUPED) if found.lastgroup == "num" else found[0]
    return AnswerToken(found.lastgroup or "", text, *found.span())


_BEHIND = AnswerToken("nl", "", 0, 0)


@dataclass
class Pieces:
    """The tokens of a flat text; ``partner`` leads from a bracket to its other one.

    >>> flat = Flat()
    >>> flat.add("Q = [1 2; 3 4]", 1)
    >>> [token.kind for token in Pieces.of(flat).tokens if token.kind != "space"]
    ['word', 'rel', 'grid']
    """

    flat: Flat
    tokens: list[AnswerToken]
    partner: dict[int, int]
    equated: set[int]  # brackets with a relation directly inside
    grids_before: list[int]
    past: list[
        int
    ]  # of every token, the first one from it on that is no blank: a run of blanks is passed in one step
    last: list[int]  # of every token, the last one before it that is no blank

    @staticmethod
    def of(flat: Flat) -> Pieces:
        """The tokens of a flat text, matrices in brackets as one; raises LimitError."""
        read = islice(_TOKEN.finditer(flat.text), MOST_TOKENS + 1)
        found = Pieces(flat, [*map(_token, read)], {}, set(), [0], [], [])
        if len(found.tokens) > MOST_TOKENS:
            raise LimitError(reading("most_pieces", most=f"{MOST_TOKENS:,}"))
        found._pair()
        found.tokens = list(_Gatherer(found).run())
        found._pair()
        found._pass_blanks()
        found.grids_before = [
            0,
            *accumulate(token.kind == "grid" for token in found.tokens),
        ]
        return found

    def _pair(self) -> None:
        """Find the partner of every bracket."""
        self.partner, self.equated = {}, set()
        waiting: list[int] = []
        for i, token in enumerate(self.tokens):
            kind = token.kind
            last = waiting[-1] if waiting else None
            if kind == "open" and len(waiting) < MOST_NESTING:
                waiting.append(i)
            elif kind in ("wall", "head") or (
                kind == self.tokens[i - 1].kind == "nl" and i
            ):
                waiting.clear()
            elif last is None:
                continue
            elif kind == "rel":
                self.equated.add(last)
            elif kind == "close" and self.tokens[last].text == _PARTNERS[token.text]:
                self.partner[last], self.partner[i] = i, waiting.pop()
        self.equated = {
            k
            for k in self.equated
            if not _WORDS_EQUATED.fullmatch(self.source(k, self.partner.get(k, k)))
        }

    def _pass_blanks(self) -> None:
        """Find what stands before and behind the blanks at every token."""
        count = len(self.tokens)
        self.past, self.last = [*range(count + 1)], [*range(-1, count)]
        blanks = [i for i, token in enumerate(self.tokens) if token.kind in BLANK]
        for i in blanks:
            self.last[i + 1] = self.last[i]
        for i in reversed(blanks):
            self.past[i] = self.past[i + 1]

    @cached_property
    def inside(self) -> list[bool]:
        """Whether each token stands inside brackets that are part of a formula; those that are a side of a
        relation are, or begin one: T = [y = j] = ⋯, G = [y = j] − P."""
        found, until, tokens = [], -1, self.tokens
        for k, token in enumerate(tokens):
            if k > until and token.kind == "open":
                close = self.partner.get(k, -1)
                before = tokens[k - 1] if k else _BEHIND
                if token.text == "{":
                    part = before.text in ("_", "^", "}") or before.kind == "cmd"
                else:
                    part = before.kind in ("word", "cmd") or k not in self.equated
                    part = part or (close >= 0 and self._is_side(k, close))
                if part:
                    until = max(until, close)
            found.append(k <= until)
        return found

    def _is_side(self, k: int, close: int) -> bool:
        """Whether brackets, with braces around them, stand before a relation, or behind one and before what goes on with the
        formula."""
        before, end = self.before(k), self.after(close + 1)
        while self.at(end).text == "}" and self.partner.get(end) == before >= 0:
            before, end = self.before(before), self.after(end + 1)
        behind, begins = self.at(end), before >= 0 and self.tokens[before].kind == "rel"
        goes_on = end < self.ends[close] and behind.text not in _PARTS
        return behind.kind == "rel" or (begins and goes_on)

    @cached_property
    def ends(self) -> list[int]:
        """Of every token, the first one from it on that ends what is said: a line, a cell, a heading."""
        found = [len(self.tokens)] * (len(self.tokens) + 1)
        for k in range(len(self.tokens) - 1, -1, -1):
            found[k] = k if self.tokens[k].kind in LINE_ENDS else found[k + 1]
        return found

    def at(self, i: int) -> AnswerToken:
        """A token, or an empty one behind the last."""
        return self.tokens[i] if i < len(self.tokens) else _BEHIND

    def before(self, i: int) -> int:
        """The place of the last token before one that is no blank; -1 when there is none."""
        return self.last[i]

    def after(self, i: int) -> int:
        """The place of the first token from one on that is no blank."""
        return self.past[i] if i < len(self.tokens) else i

    def grid(self, k: int) -> FlatGrid:
        """The matrix that a token stands for."""
        return self.flat.grids[int(self.tokens[k].text[1:-1])]

    def has_matrix(self, k: int) -> bool:
        """Whether the bracket that opens at a token has a matrix in it."""
        return self.grids_before[self.partner.get(k, k)] > self.grids_before[k]

    def said(self, k: int, most: int, ends: frozenset[str] = LINE_ENDS) -> str:
        """What stands before a token, up to the last one of some kinds, of so many tokens."""
        first = self.begin(k, most, ends)
        return self.source(first, k - 1) if first < k else ""

    def begin(self, k: int, most: int, ends: frozenset[str] = LINE_ENDS) -> int:
        """Where that begins."""
        first = max(k - most, 0)
        before = (
            j + 1 for j in range(k - 1, first - 1, -1) if self.tokens[j].kind in ends
        )
        return next(before, first)

    def source(self, first: int, last: int) -> str:
        """The flat text of some tokens, the last one included."""
        return self.flat.text[self.tokens[first].start : self.tokens[last].end]


class _Gatherer:
    """Takes every matrix in brackets together into one token."""

    def __init__(self, pieces: Pieces) -> None:
        self.p, self.tokens, self.partner = pieces, pieces.tokens, pieces.partner
        self.words = [0, *accumulate(map(_no_number, self.tokens))]
        self.digits = [0, *accumulate(map(_is_number, self.tokens))]

    def run(self) -> Iterator[AnswerToken]:
        i, tokens = 0, self.tokens
        last = ""  # the last token that is no blank: a sign itself, else its kind
        while i < len(tokens):
            token = tokens[i]
            end = None
            if token.kind == "open":
                end = self.matrix(i, last)
            elif token.kind == "word" and (
                token.text in ARRAYS or token.text in LIBRARIES
            ):
                end = self.call(i)
            if end is not None:
                yield self.grid(i, end)
                last, i = "grid", end + 1
                continue
            if token.text == "[" and last == "rel" and i not in self.partner:
                i = yield from self.unclosed(i)
                last = "grid"
                continue
            each = last == "rel" and token.text in words_for("each")
            says = token.kind not in BLANK and token.text != "`" and not each
            if says and (token.text, last) != (",", "grid"):
                last = self.said(i)
            yield token
            i += 1

    def said(self, i: int) -> str:
        """What a token is to a bracket behind it: a sign itself, else its kind."""
        token = self.tokens[i]
        if token.text in words_for("is", "gives") or token.text in _LEADS:
            return "rel"
        if token.text in _PRODUCTS or self.fraction(i):
            return "num" if token.text == "}" else "·"
        return token.text if token.kind == "other" else token.kind

    def grid(self, i: int, end: int) -> AnswerToken:
        """The token of a matrix and its place among the matrices."""
        text = self.p.source(i, end)
        source = text if self.single(i, end) else f"[{_AND.sub(', ', text)}]"
        return self.taken(
            i, end, FlatGrid(source, self.p.flat.line(self.tokens[i].start))
        )

    def taken(self, i: int, end: int, grid: FlatGrid) -> AnswerToken:
        """The token that stands for some tokens: a matrix, put with the others; raises LimitError for too many."""
        grids = self.p.flat.grids
        if len(grids) >= MOST_MATRICES:
            raise LimitError(reading("most_matrices", most=f"{MOST_MATRICES:,}"))
        grids.append(grid)
        return AnswerToken(
            "grid",
            f"{OPEN}{len(grids) - 1}{CLOSE}",
            self.tokens[i].start,
            self.tokens[end].end,
        )

    def single(self, i: int, end: int) -> bool:
        """Whether a matrix stands in one pair of brackets, not row by row."""
        return self.tokens[i].kind != "open" or self.partner[i] == end

    def unclosed(self, i: int) -> Generator[AnswerToken, None, int]:
        """A matrix whose bracket is never closed: up to the end of its line."""
        end = i
        while self.p.at(end + 1).kind not in ("nl", "row", "wall", "head"):
            end += 1
        line = self.p.flat.line(self.tokens[i].start)
        grid = FlatGrid(self.p.source(i, end), line, error=reading("unclosed"))
        yield self.taken(i, end, grid)
        return end + 1

    def call(self, i: int) -> int | None:
        """np.array([[…]]): the place of its closing bracket."""
        k = i if self.tokens[i].text in ARRAYS else i + 2
        if k > i and (self.p.at(i + 1).text != "." or self.p.at(k).text not in ARRAYS):
            return None
        inner = k + 2
        while self.p.at(inner).kind == "space":
            inner += 1
        called = self.p.at(k + 1).text == "(" and self.p.at(inner).text in ("[", "(")
        return self.partner.get(k + 1) if called else None

    def matrix(self, i: int, last: str) -> int | None:
        """The closing bracket of a matrix that begins here, of its last row where each has its own; None for no matrix."""
        end = self.partner.get(i)
        if end is None or (last != "grid" and self.script(i)):
            return None
        sign = self.tokens[i].text
        text = self.p.source(i, end)
        numeric = self.numeric(i, end)
        many = numeric and _MANY.search(text) is not None
        if sign == "[":
            if not many and not (last in ("rel", ":") and self.meant(i, end)):
                return None
            return self.rows(i, end, last)
        if not many or not (last in _BEFORE_TABLES or last in _SIGNS):
            return None
        inner = text[1:-1].strip()
        decimals = numerals.tight(inner) if numerals.with_comma() else 0
        barred = "|" in inner and last == "rel" and not any_known()
        blanks = last == "rel" and "+" not in inner and not MIXED.fullmatch(inner)
        listed = (
            not {";", "\n"}.isdisjoint(inner)
            or barred  # (0,4 + 0,5)/2 is no list, z = (1 3), (ln 2 1/2 0) are
            or (
                inner.count(",") > decimals
                and (inner[0] == sign or last in _BEFORE_ROWS)
            )
            or (blanks and min(widths(inner)) > 1)
        )
        if not listed or (sign == "{" and "\\" in text):
            return None
        return self.rows(i, end, last) if last in ("rel", ":") else end

    def script(self, i: int) -> bool:
        """Whether a bracket belongs to what stands right before it: an index, an argument, a script."""
        before = self.tokens[i - 1] if i else _BEHIND
        if before.kind in BLANK:
            return False
        if (
            before.text == ")" and self.tokens[i].text == "["
        ):  # (1/2)[4 10; 10 24], but (Q + K)[:, 0:2]
            return ":" in self.p.source(i, self.partner[i])
        if before.kind == "num" and i > 1:  # S_1[0, 1], but 2[4 10; 10 24]
            return (
                self.tokens[i - 2].text in ("_", "^")
                or self.tokens[i - 2].kind == "word"
            )
        if self.fraction(i - 1) or before.text in _PRODUCTS:
            return False
        return before.kind in ("word", "cmd", "close") or before.text in (
            "_",
            "^",
            "'",
            "√",
        )

    def fraction(self, k: int) -> bool:
        r"""Whether a token ends a fraction of LaTeX: \frac{1}{16}(6, -1)."""
        first = max(k - MOST_OF_FRACTION, 0)
        return (
            self.tokens[k].text == "}"
            and _FRACTION.search(self.p.source(first, k)) is not None
        )

    def rows(self, i: int, end: int, last: str) -> int:
        """The end of the last of several rows that stand below or beside each other: [1, 2], [3, 4]. Rows with blanks alone
        between them, (1, 2) (3, 4), fill their line and are three or stand behind a colon: two may be factors."""
        count, whole, found = rows_of(self.p.source(i, end)), end, 1
        while count:
            k, parted = end + 1, False
            while k < len(self.tokens) and (
                self.tokens[k].kind in GAP | {"nl", "row"}
                or self.tokens[k].text in _BETWEEN_ROWS | words_for("and")
            ):
                parted = parted or self.tokens[k].kind not in GAP
                k += 1
            close = (
                self.partner.get(k)
                if self.p.at(k).text == self.tokens[i].text
                else None
            )
            loose = count > 1 and k > end + 1
            if (
                not (parted or loose)
                or close is None
                or not self.numeric(k, close)
                or rows_of(self.p.source(k, close)) != count
            ):
                break
            whole, end, found = (
                close if parted and whole == end else whole,
                close,
                found + 1,
            )
        k = end + 1
        while self.p.at(k).kind in GAP or self.p.at(k).text == ".":
            k += 1
        return (
            end
            if self.p.at(k).kind in LINE_ENDS and (found > 2 or last == ":")
            else whole
        )

    def numeric(self, i: int, end: int) -> bool:
        """Whether nothing but numbers stands in a bracket."""
        return self.words[end] == self.words[i] and self.digits[end] > self.digits[i]

    def meant(self, i: int, end: int) -> bool:
        """Whether something after = in square brackets is meant as a matrix although it has other than numbers in it."""
        inner = self.tokens[i + 1 : end]
        kinds = {token.kind for token in inner}
        return not kinds & {"grid", "head", "wall", "rel"} and bool(
            kinds & {"num", "word", "cmd"}
        )


def _no_number(token: AnswerToken) -> bool:
    kind, text = token.kind, token.text
    if kind == "word":  # e², which is e and a number
        known = (
            text.rstrip("⁰¹²³⁴⁵⁶⁷⁸⁹") in SCALARS or text.isnumeric() or name_of(text)
        )
        return not known and text.lower() not in _NO_NUMBERS
    if kind == "cmd":
        return text not in COMMANDS and not name_of(text)
    return kind in _RELATING


def _is_number(token: AnswerToken) -> bool:
    if token.kind in _NO_SIGN:
        return False
    text = token.text
    return (
        token.kind == "num"
        or text in _DIGITS
        or text.isnumeric()
        or bool(name_of(text))
        or text.lower() in _NO_NUMBERS
    )


def rows_of(text: str) -> int:
    """How many entries a flat row in brackets has; 0 when it is none, or may be read in two ways.

    >>> rows_of("[1, 2]"), rows_of("[[1, 2]]"), rows_of("[1 2; 3 4]")
    (2, 0, 0)
    """
    inner = text.strip()[1:-1]
    parts = inner.split(";")
    if (
        not inner.strip()
        or inner.lstrip()[0] in "[{"
        or re.search(r"[\[\n]", inner)
        or (len(parts) > 1 and not numerals.with_comma())
        or (len(parts) > 1 and any(len(part.split()) > 1 for part in parts))
    ):  # [1 2; 3 4] is two rows in any country
        return 0
    try:
        return len(row_of(inner))
    except SymattnError:
        return 0
