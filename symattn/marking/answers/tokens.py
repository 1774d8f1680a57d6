"""The pieces of a flat text, its matrices in brackets taken together, every bracket with its partner."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from itertools import accumulate, islice

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


@dataclass(eq=False, slots=True)
class AnswerToken:
    """A piece: its kind, where it begins and ends; among the pieces of a text it knows those beside it.

    >>> AnswerToken("word", "Q", 0, 1).text
    'Q'
    """

    kind: str
    text: str
    start: int
    end: int
    flat: Flat = field(init=False, repr=False)
    at: int = field(init=False, repr=False)  # its number
    prev: AnswerToken = field(init=False, repr=False)
    next: AnswerToken = field(init=False, repr=False)
    before: AnswerToken = field(init=False, repr=False)  # the last that is no blank
    after: AnswerToken = field(init=False, repr=False)  # the next that is no blank
    ends: AnswerToken = field(
        init=False, repr=False
    )  # what ends its line, cell or heading, perhaps itself
    partner: AnswerToken | None = field(
        default=None, init=False, repr=False
    )  # of a bracket the other one
    equated: bool = False  # a bracket with a relation directly inside
    inside: bool = False  # brackets that are part of a formula
    grids: int = 0  # matrices before it

    @property
    def solid(self) -> AnswerToken:
        """Itself, or the next that is no blank."""
        return self.after if self.kind in BLANK else self

    @property
    def line(self) -> int:
        """The line of the file that it came from."""
        return self.flat.line(self.start)

    @property
    def grid(self) -> FlatGrid:
        """The matrix that it stands for."""
        return self.flat.grids[int(self.text[1:-1])]

    @property
    def has_matrix(self) -> bool:
        """Whether the bracket that opens there has a matrix in it."""
        return self.partner is not None and self.partner.grids > self.grids

    @property
    def is_part(self) -> bool:
        """Whether the bracket that opens there is part of a formula; those that are a side of a relation are, or begin one:
        T = [y = j] = ⋯, G = [y = j] − P."""
        if self.text == "{":
            return self.prev.text in ("_", "^", "}") or self.prev.kind == "cmd"
        close = self.partner
        return (
            self.prev.kind in ("word", "cmd")
            or not self.equated
            or (close is not None and self._is_side(close))
        )

    def _is_side(self, close: AnswerToken) -> bool:
        """Whether brackets, with braces around them, stand before a relation, or behind one and before what goes on with the
        formula."""
        before, end = self.before, close.after
        while end.text == "}" and end.partner is before:
            before, end = before.before, end.after
        goes_on = end.at < close.ends.at and end.text not in _PARTS
        return end.kind == "rel" or (before.kind == "rel" and goes_on)

    def until(self, stop: AnswerToken) -> Iterator[AnswerToken]:
        """The tokens from it on, up to another one."""
        token = self
        while token.at < stop.at:
            yield token
            token = token.next

    def through(self, last: AnswerToken) -> Iterator[AnswerToken]:
        """The tokens from it to another one."""
        return self.until(last.next)

    def to(self, last: AnswerToken) -> str:
        """The flat text from it to another one."""
        return self.flat.text[self.start : last.end]

    def begin(self, most: int, ends: frozenset[str] = LINE_ENDS) -> AnswerToken:
        """The first of so many tokens before it, behind the last one of some kinds."""
        first = self
        while most and first.prev.kind not in ends:
            first, most = first.prev, most - 1
        return first

    def said(self, most: int, ends: frozenset[str] = LINE_ENDS) -> str:
        """What these say."""
        return self.begin(most, ends).to(self.prev)

    def far(self, most: int) -> AnswerToken:
        """The last of so many tokens behind it that stand on its line."""
        last = self
        while most and last.next.kind not in LINE_ENDS:
            last, most = last.next, most - 1
        return last


def _token(found: Match) -> AnswerToken:
    """A piece as it was found; a number without the blanks between its thousands."""
    text = found[0].translate(_UNGROUPED) if found.lastgroup == "num" else found[0]
    return AnswerToken(found.lastgroup or "", text, *found.span())


@dataclass
class Pieces:
    """The tokens of a flat text, between two that are empty.

    >>> flat = Flat()
    >>> flat.add("Q = [1 2; 3 4]", 1)
    >>> [token.kind for token in Pieces.of(flat).tokens if token.kind != "space"]
    ['word', 'rel', 'grid']
    """

    flat: Flat
    tokens: list[AnswerToken]

    @staticmethod
    def of(flat: Flat) -> Pieces:
        """The tokens of a flat text, matrices in brackets as one; raises LimitError."""
        read = islice(_TOKEN.finditer(flat.text), MOST_TOKENS + 1)
        found = Pieces(flat, [*map(_token, read)])
        if len(found.tokens) > MOST_TOKENS:
            raise LimitError(reading("most_pieces", most=f"{MOST_TOKENS:,}"))
        found._link()
        found.tokens = list(_Gatherer(found).run())
        found._link()
        until = -1
        for token in found.tokens:
            close = token.partner
            if token.at > until and token.kind == "open" and close and token.is_part:
                until = close.at
            token.inside = token.at <= until
        return found

    def _link(self) -> None:
        """Let every token know those beside it, and every bracket its partner."""
        size = len(self.flat.text)
        begin, end = (AnswerToken("nl", "", place, place) for place in (0, size))
        whole = [begin, *self.tokens, end]
        begin.prev = begin.before = begin
        end.next = end.after = end
        before, grids = begin, 0
        for at, token in enumerate(whole, -1):
            token.flat, token.at, token.grids = self.flat, at, grids
            token.partner, token.equated = None, False
            if at >= 0:
                token.prev, token.before = whole[at], before
                whole[at].next = token
            before = before if token.kind in BLANK else token
            grids += token.kind == "grid"
        after = ends = end
        for token in reversed(whole):
            token.after = after
            after = after if token.kind in BLANK else token
            token.ends = ends = token if token.kind in LINE_ENDS else ends
        self._pair()

    def _pair(self) -> None:
        """Find the partner of every bracket."""
        waiting: list[AnswerToken] = []
        for token in self.tokens:
            kind = token.kind
            last = waiting[-1] if waiting else None
            if kind == "open" and len(waiting) < MOST_NESTING:
                waiting.append(token)
            elif kind in ("wall", "head") or kind == token.prev.kind == "nl":
                waiting.clear()
            elif last is None:
                continue
            elif kind == "rel":
                last.equated = True
            elif kind == "close" and last.text == _PARTNERS[token.text]:
                last.partner, token.partner = token, waiting.pop()
        for token in self.tokens:
            if token.equated and _WORDS_EQUATED.fullmatch(
                token.to(token.partner or token)
            ):
                token.equated = False


class _Gatherer:
    """Takes every matrix in brackets together into one token."""

    def __init__(self, pieces: Pieces) -> None:
        self.p = pieces
        self.words = [0, *accumulate(map(_no_number, pieces.tokens))]
        self.digits = [0, *accumulate(map(_is_number, pieces.tokens))]

    def run(self) -> Iterator[AnswerToken]:
        tokens = self.p.tokens
        token = tokens[0] if tokens else AnswerToken("nl", "", 0, 0)
        last = ""  # the last token that is no blank: a sign itself, else its kind
        while token.text:
            end = None
            if token.kind == "open":
                end = self.matrix(token, last)
            elif token.kind == "word" and (
                token.text in ARRAYS or token.text in LIBRARIES
            ):
                end = self.call(token)
            if end is not None:
                yield self.grid(token, end)
                last, token = "grid", end.next
                continue
            if token.text == "[" and last == "rel" and token.partner is None:
                token = yield from self.unclosed(token)
                last = "grid"
                continue
            each = last == "rel" and token.text in words_for("each")
            says = token.kind not in BLANK and token.text != "`" and not each
            if says and (token.text, last) != (",", "grid"):
                last = self.said(token)
            yield token
            token = token.next

    def said(self, token: AnswerToken) -> str:
        """What a token is to a bracket behind it: a sign itself, else its kind."""
        if token.text in words_for("is", "gives") or token.text in _LEADS:
            return "rel"
        if token.text in _PRODUCTS or self.fraction(token):
            return "num" if token.text == "}" else "·"
        return token.text if token.kind == "other" else token.kind

    def grid(self, token: AnswerToken, end: AnswerToken) -> AnswerToken:
        """The token of a matrix and its place among the matrices."""
        text = token.to(end)
        single = token.kind != "open" or token.partner is end  # not row by row
        source = text if single else f"[{_AND.sub(', ', text)}]"
        return self.taken(token, end, FlatGrid(source, token.line))

    def taken(
        self, token: AnswerToken, end: AnswerToken, grid: FlatGrid
    ) -> AnswerToken:
        """The token that stands for some tokens: a matrix, put with the others; raises LimitError for too many."""
        grids = self.p.flat.grids
        if len(grids) >= MOST_MATRICES:
            raise LimitError(reading("most_matrices", most=f"{MOST_MATRICES:,}"))
        grids.append(grid)
        return AnswerToken(
            "grid", f"{OPEN}{len(grids) - 1}{CLOSE}", token.start, end.end
        )

    def unclosed(self, token: AnswerToken) -> Generator[AnswerToken, None, AnswerToken]:
        """A matrix whose bracket is never closed: up to the end of its line."""
        end = token
        while end.next.kind not in ("nl", "row", "wall", "head"):
            end = end.next
        grid = FlatGrid(token.to(end), token.line, error=reading("unclosed"))
        yield self.taken(token, end, grid)
        return end.next

    def call(self, token: AnswerToken) -> AnswerToken | None:
        """np.array([[…]]): its closing bracket."""
        name = token if token.text in ARRAYS else token.next.next
        if name is not token and (token.next.text != "." or name.text not in ARRAYS):
            return None
        inner = name.next.next
        while inner.kind == "space":
            inner = inner.next
        called = name.next.text == "(" and inner.text in ("[", "(")
        return name.next.partner if called else None

    def matrix(self, token: AnswerToken, last: str) -> AnswerToken | None:
        """The closing bracket of a matrix that begins here, of its last row where each has its own; None for no matrix."""
        end = token.partner
        if end is None or (last != "grid" and self.script(token, end)):
            return None
        sign = token.text
        text = token.to(end)
        numeric = self.numeric(token, end)
        many = numeric and _MANY.search(text) is not None
        if sign == "[":
            if not many and not (last in ("rel", ":") and self.meant(token, end)):
                return None
            return self.rows(token, end, last)
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
        return self.rows(token, end, last) if last in ("rel", ":") else end

    def script(self, token: AnswerToken, end: AnswerToken) -> bool:
        """Whether a bracket belongs to what stands right before it: an index, an argument, a script."""
        before = token.prev
        if before.kind in BLANK:
            return False
        if (
            before.text == ")" and token.text == "["
        ):  # (1/2)[4 10; 10 24], but (Q + K)[:, 0:2]
            return ":" in token.to(end)
        if before.kind == "num":  # S_1[0, 1], but 2[4 10; 10 24]
            return before.prev.text in ("_", "^") or before.prev.kind == "word"
        if self.fraction(before) or before.text in _PRODUCTS:
            return False
        return before.kind in ("word", "cmd", "close") or before.text in (
            "_",
            "^",
            "'",
            "√",
        )

    def fraction(self, token: AnswerToken) -> bool:
        r"""Whether a token ends a fraction of LaTeX: \frac{1}{16}(6, -1)."""
        return (
            token.text == "}"
            and _FRACTION.search(token.begin(MOST_OF_FRACTION, frozenset()).to(token))
            is not None
        )

    def rows(self, token: AnswerToken, end: AnswerToken, last: str) -> AnswerToken:
        """The end of the last of several rows that stand below or beside each other: [1, 2], [3, 4]. Rows with blanks alone
        between them, (1, 2) (3, 4), fill their line and are three or stand behind a colon: two may be factors."""
        count, whole, found = rows_of(token.to(end)), end, 1
        while count:
            row, parted = end.next, False
            while row.text and (
                row.kind in GAP | {"nl", "row"}
                or row.text in _BETWEEN_ROWS | words_for("and")
            ):
                parted = parted or row.kind not in GAP
                row = row.next
            close = row.partner if row.text == token.text else None
            loose = count > 1 and row is not end.next
            if (
                not (parted or loose)
                or close is None
                or not self.numeric(row, close)
                or rows_of(row.to(close)) != count
            ):
                break
            whole, end, found = (
                close if parted and whole is end else whole,
                close,
                found + 1,
            )
        behind = end.next
        while behind.kind in GAP or behind.text == ".":
            behind = behind.next
        return end if behind.kind in LINE_ENDS and (found > 2 or last == ":") else whole

    def numeric(self, token: AnswerToken, end: AnswerToken) -> bool:
        """Whether nothing but numbers stands in a bracket."""
        words, digits = (
            counts[end.at] - counts[token.at] for counts in (self.words, self.digits)
        )
        return words == 0 < digits

    def meant(self, token: AnswerToken, end: AnswerToken) -> bool:
        """Whether something after = in square brackets is meant as a matrix although it has other than numbers in it."""
        kinds = {inner.kind for inner in token.next.until(end)}
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

    >>> rows_of("[1, 2]"), rows_of("[[1, 2]]"), rows_of("[1 2; 3 4]"), rows_of("[1,, 2]")
    (2, 0, 0, 0)
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
