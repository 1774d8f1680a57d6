"""What one side of an equation is: a value, worked out where written matrices are joined, a formula, or unreadable."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial, reduce
from operator import add, mul, truediv
from typing import Protocol, TypeVar

from symattn.errors import SymattnError
from symattn.exact.decide import Span, sign
from symattn.exact.matrix import Blocked
from symattn.exact.number import Number
from symattn.exact.text import text as text_of
from symattn.exact.units import THINGS, Unit, at_end, read_now
from symattn.exact.zero import symbolic
from symattn.language import Cell
from symattn.language.letters import may_be_letter
from symattn.later import pattern
from symattn.marking.answers import numerals
from symattn.marking.answers.among_words import (
    MINUS,
    OVER,
    PLUS,
    REMARKED,
    TIMES,
    before_words,
    in_a_number,
    is_foreign,
    of_letters,
    remarked,
    without_remarks,
)
from symattn.marking.answers.among_words import (
    symbolic as is_symbol,
)
from symattn.marking.answers.catalogue import spoken, words_for
from symattn.marking.answers.entry_names import in_letters
from symattn.marking.answers.flat import FlatGrid
from symattn.marking.answers.grids import (
    Cells,
    cells_of,
    entry_text,
    in_unit,
    percent,
    value_of,
)
from symattn.marking.answers.splitting import is_list
from symattn.marking.answers.tokens import BLANK, GAP, AnswerToken
from symattn.marking.answers.written import Side
from symattn.marking.said import reading
from symattn.records import frozen, replace
from symattn.said import Integers
from symattn.tables import every

X = TypeVar("X", Number, Span)
MOST_PRODUCTS = 4_000  # multiplications of numbers in one side
MOST_DEPTH = 40  # brackets with a matrix inside each other, each of which is a few calls within the last
LONGEST_LETTER = 3  # characters of a word that may stand for a number; a longer one in brackets behind a number is a remark

_TURNED = pattern(r"\s*\^\s*\{?\s*(?:\\top|\\intercal|T|⊤|t|\\prime)\s*\}?|ᵀ|'|\.T\b|⊤")


UNITS = spoken(
    r"(?<=[\w)}²³])\s*\b«counts»\.?\s*\Z",
    re.IGNORECASE,
)
"""What a number counts, behind it."""


_PER = spoken(
    r"(?<=[\d)])\s*(?:(?:B|FLOPs?|bytes?|tokens?|numbers?)(?:\s*/\s*(?:s|B|bytes?|tokens?))?|s|sec|seconds?|×|-?«fold»|nats?|bits?)\Z",
    re.IGNORECASE,
)
"""A unit right behind digits that scales nothing: 4 B, 2.5 FLOP/byte, 3 s; 3 ms is 3 or 0.003, which is not known here."""
_UNIT_BEHIND = pattern(r"(?:\\[;, ])*[^\W\d_]{1,12}[.,;]?")
_OF_INFORMATION = pattern(r"(?:(nat)|bit|shannon)s?", re.IGNORECASE)
_FACTOR = spoken(r"\A«factor» (?=\d)", re.IGNORECASE)
_WORD = pattern(r"\\[A-Za-z]+|[^\W\d_]+")
_BINARY = pattern(r"(.*[\d)])\s*([KMGT])iB\Z")
_SAME = spoken(  # 4,294,967,296 bytes (also 4 GiB)
    r"\s*\((?:«that_is»|=|≈)?\s*[\d.,]{1,20}\s*"
    r"(?:[KMGT]i?B|[Bb]ytes?|[Bb]its?|[kKM]|«large»)\)\s*\Z"
)
_GROUPED = pattern(
    r"(?<![\d.,])\d{1,3}(?:(,|[ \u00a0\u2009\u202f])\d{3})(?:\1\d{3})+(?![\d.,])"
)


_SAID = pattern(r"[^\W\d_]{2,}[ \t]+\d")  # 4 GiB for 8192 tokens
_DENIED = spoken(  # 70 GB (no, 140 GB), 2 B times parameters
    r"\b(?:«correction.denies»|«correction.admits»|«correction.ought»|«times»|«divided»|«by»)\b",
    re.IGNORECASE,
)
_ONE_GROUP = pattern(r"([1-9]\d{0,2})([, ])(\d{3})")


class NoValue(Exception):
    """A side that is a formula: it speaks of other matrices, or of functions of matrices."""


_CHOOSING = pattern(r"\\?(?:max|min)")


def side(first: AnswerToken, last: AnswerToken) -> Side | None:
    """What stands from one token to another, without the words after it; None when nothing does.

    >>> from symattn.marking.answers.latex import flatten
    >>> from symattn.marking.answers.tokens import Pieces
    >>> first, *_, last = Pieces.of(flatten("-2 [1 2; 3 4] (as before)")).tokens
    >>> [[cell.text for cell in row] for row in side(first, last).cells]
    [['-2', '-4'], ['-6', '-8']]
    """
    first, last = _trimmed(first, last)
    if last.at < first.at:
        return None
    line = first.line
    places = [token for token in first.through(last) if token.kind == "grid"]
    grids = tuple(token.grid for token in places)
    if not places:
        return _bare(first, last, line)
    first, last = without_remarks(first, last, places)
    hundredth = percent if _is_percent(last.after) else None
    text = shown(first.through(last))
    formula = Side(text, line, formula=True, matrices=grids)
    if first.at > places[0].at or last.at < places[-1].at or _chosen_from(first, last):
        return formula
    alone = grids[0] if first is last and hundredth is None else None
    try:
        if first is last:
            cells = cells_of(grids[0])
            others = _with_percent(cells, last.after)
            cells = every(hundredth, cells) if hundredth else cells
            return Side(text, line, cells, matrices=grids, grid=alone, others=others)
        found = _Expression(first, last).value()
    except NoValue:
        return formula
    except SymattnError as error:
        return Side(text, line, error=str(error), matrices=grids, grid=alone)
    # (1; 2)ᵀ: whether (1; 2) lies or stands, its line tells
    listed = ";" in grids[0].text and is_list(grids[0])
    lies = listed and first is places[0] and turned(first) is last
    return Side(text, line, found, matrices=grids, grid=grids[0] if lies else None)


def _is_percent(sign: AnswerToken) -> bool:
    """Whether a sign behind a matrix is that of per cent, and begins no remark: [30 70] %, [30 70] % each, [3 7] % rounded."""
    remark = sign.prev.kind in GAP and sign.after.at < sign.ends.at
    each = sign.after.text.lower() in words_for("each", "of", "in", "for", "and", "or")
    ends = sign.after.kind not in ("word", "num", "rel", "open", "grid")
    return sign.text == "%" and (not remark or each or ends)


def _with_percent(cells: Cells, sign: AnswerToken) -> tuple[Cells, ...]:
    """What entries before a sign of per cent with more behind it may be too: with what is behind it as a remark, or without."""
    if sign.text != "%" or sign.after.kind not in (
        "word",
        "num",
        "rel",
        "open",
        "grid",
    ):
        return ()
    return (cells if _is_percent(sign) else every(percent, cells),)


def _chosen_from(first: AnswerToken, last: AnswerToken) -> bool:
    """Whether max or min is taken of a matrix: one of its entries is meant, which the formula does not say."""
    return any(
        token.after.has_matrix and token.after.at <= last.at
        for token in first.until(last)
        if _CHOOSING.fullmatch(token.text)
    )


def shown(tokens: Iterable[AnswerToken]) -> str:
    """The text of some tokens with their matrices as they were written."""
    parts = (
        token.grid.text
        if token.kind == "grid"
        else " "
        if token.kind in BLANK
        else token.text
        for token in tokens
    )
    return " ".join("".join(parts).split())


def _trimmed(first: AnswerToken, last: AnswerToken) -> tuple[AnswerToken, AnswerToken]:
    """Without blanks, stops and brackets of nobody at both ends."""

    def edge(token: AnswerToken) -> bool:
        return first.at <= last.at and (
            token.kind in BLANK
            or token.text in ",;.:$`✓✔☑✅∎□"
            or _lonely(token, first, last)
        )

    while True:
        while edge(first):
            first = first.next
        while edge(last):
            last = last.prev
        if (gap := _before_marks(first, last)) is None:
            return first, last
        last = gap


def _before_marks(first: AnswerToken, last: AnswerToken) -> AnswerToken | None:
    """The wide gap before marks in square brackets, with which an answer ends; None where none are."""
    opened = last.partner if last.text == "]" else None
    if opened is None or opened.at <= first.at:
        return None
    gap = opened.prev
    return gap if gap.kind == "space" and len(gap.text) > 1 else None


def turned(token: AnswerToken) -> AnswerToken:
    """The last token of what ends at one, with the power T that is behind it.

    >>> from symattn.marking.answers.latex import flatten
    >>> from symattn.marking.answers.tokens import Pieces
    >>> [turned(Pieces.of(flatten(text)).tokens[0]).at for text in ("[1 2]^{T} X", "[1 2]ᵀ", "[1 2] X")]
    [4, 1, 0]
    """
    found = _TURNED.match(token.flat.text, token.end)
    end = found.end() if found else token.end
    last = token
    while last.next.text and last.next.end <= end:
        last = last.next
    return last if last is token else last.next.before


def within_braces(
    first: AnswerToken, last: AnswerToken
) -> tuple[AnswerToken, AnswerToken]:
    """A name without what ends or begins a group of LaTeX's at its ends: the two in "{\\[ X \\]} {\\[ = 1 \\]}".

    >>> from symattn.marking.answers.latex import flatten
    >>> from symattn.marking.answers.tokens import Pieces
    >>> first, *_, last = Pieces.of(flatten("X } {")).tokens
    >>> [token.text for token in within_braces(first, last)]
    ['X', 'X']
    """

    def edge(token: AnswerToken, brace: str) -> bool:
        lonely = token.text == brace and _lonely(token, first, last)
        return first.at < last.at and (token.kind in BLANK or lonely)

    while edge(first, "}"):
        first = first.next
    while edge(last, "{"):
        last = last.prev
    return first, last


def _lonely(token: AnswerToken, first: AnswerToken, last: AnswerToken) -> bool:
    partner = token.partner
    return token.kind in ("open", "close") and not (
        partner is not None and first.at <= partner.at <= last.at
    )


def _counted(text: str) -> str:
    """A number without its unit, the word that says what it counts, and the signs between its digits.

    >>> _counted("4 GiB"), _counted("4,294,967,296 B"), _counted("2.5 FLOP/byte"), _counted("0,5"), _counted("a factor of 4")
    ('(4)*2^30', '4294967296', '2.5', '0,5', '4')
    """
    text = _FACTOR.sub("", text)
    if binary := _BINARY.fullmatch(text):
        return f"({binary[1].strip()})*2^{10 * ('KMGT'.index(binary[2]) + 1)}"
    if (unit := _PER.search(text)) and not any(
        map(may_be_letter, _WORD.findall(unit[0]))
    ):
        text = text[: unit.start()]
    return _GROUPED.sub(lambda m: re.sub(r"\D", "", m[0]), text)


def _bare(first: AnswerToken, last: AnswerToken, line: int) -> Side:
    """A side without a matrix: a number, or a formula."""
    if (measured := _measured(first, last)) is not None:
        return _number(f"{measured[0]} {measured[1]}", line, measured)
    for token in first.next.through(last):
        less = (token.kind == "compare" or token.text in "<>") and not token.inside
        because = token.text in words_for("because") and token.before.kind == "num"
        if less or because:  # 0.08 < 0.288, 64 for an entry of S
            last = token.prev
            break
    whole = shown(first.through(last))
    last = before_words(first, last)
    close = first.partner
    if (
        close is not None
        and first.at < close.at < last.at
        and remarked(first, close, last)
    ):
        last = close
    while last.at > first.at and (
        last.kind in BLANK or UNITS.fullmatch(f"1 {last.text}", 1)
    ):
        last = last.prev
    text = _counted(_SAME.sub("", shown(first.through(last))))
    text, product = _without_remark(text)
    if UNITS.search(whole.rstrip(" .;")):
        text = _of_thousands(text)
    digits = any(
        token.kind == "num"
        or token.text in ("e", "π", "√", "½")
        or of_letters(token.text)
        for token in first.through(last)
    )
    if len(text) > 2_000 or not (digits or entry_text(text)[0] == "-inf"):
        return Side(text, line, formula=True)
    if product:
        return replace(_number(text, line), doubtful=_values_of(product, line))
    behind = whole[len(text) :].strip() if whole.startswith(text) else ""
    unit = behind.strip("\\;, ") if _UNIT_BEHIND.fullmatch(behind) else ""
    return replace(_number(text, line), unit=unit)


def _measured(first: AnswerToken, last: AnswerToken) -> tuple[str, Unit] | None:
    """A number with its unit, perhaps with a remark in brackets or words behind it: 140 GB (2 bytes each), 0.5 MiB per token."""
    if read_now() is None:
        return None
    whole, end = at_end(shown(first.through(last))), last
    if whole is not None and _SAID.search(whole[0]) is None:
        return whole
    while (shorter := _without_last(first, end)) is not None:
        end = shorter
        found = at_end(shown(first.through(end)))
        if found is not None and _SAID.search(found[0]) is None:
            return found
    return _before_details(first, last) or whole


def _before_details(first: AnswerToken, last: AnswerToken) -> tuple[str, Unit] | None:
    """A quantity at the beginning, before words with other numbers: 4 GiB for 8192 tokens; none of what is counted in words,
    2 tokens of 500 MB."""
    for token in first.next.through(last):
        if token.kind != "word" or token.before is token.prev or is_symbol(token):
            continue
        found = at_end(shown(first.through(token.before)))
        if found is not None and _SAID.search(found[0]) is None:
            counted = any(name in THINGS for name, _ in found[1].dims)
            denied = _DENIED.search(token.to(last)) is not None
            return None if counted or denied else found
    return None


def _without_last(first: AnswerToken, last: AnswerToken) -> AnswerToken | None:
    """The last token but for a word, or for a remark in brackets, behind a gap; None where neither ends there."""
    opened = last.partner if last.kind == "close" else last
    if opened is None or opened.at <= first.at or opened.prev.kind not in GAP:
        return None
    word = last.kind == "word" and not is_symbol(last)
    remark = opened is not last and not opened.has_matrix
    denied = _DENIED.search(opened.to(last)) is not None
    return opened.before if (word or remark) and not denied else None


def _of_thousands(text: str) -> str:
    """How many there are of something, with a sign or a blank between its thousands: 49,152 parameters, 1 024 octets.

    >>> _of_thousands("49,152"), _of_thousands("1 024"), _of_thousands("0,152"), _of_thousands("49,15")
    ('49152', '1024', '0,152', '49,15')
    """
    found = _ONE_GROUP.fullmatch(text)
    known = found and (found[2] == " " or not numerals.with_comma())
    return f"{found[1]}{found[3]}" if found and known else text


def _without_remark(text: str) -> tuple[str, str]:
    """A number without the remark in brackets behind it, and with a number in these the product that it may be.

    >>> _without_remark("0.33 (4 d.p.)"), _without_remark("0.33 (2)"), _without_remark("3 (m)")
    (('0.33', ''), ('0.33', '(0.33)*(2)'), ('3 (m)', ''))
    """
    found = REMARKED.fullmatch(text)
    if found is None:
        return text, ""
    said, inside = _WORD.findall(found[2]), found[2].strip("() ")
    long = any(len(word) > LONGEST_LETTER for word in said)
    plain = long or "." in text or inside.isdecimal()
    if not plain or any(map(in_a_number, said)):
        return text, ""
    return found[1], f"({found[1]})*({inside})" if inside.isdecimal() else ""


def _values_of(text: str, line: int) -> tuple[Cells, ...]:
    """What a number is worth, where it can be read."""
    try:
        return (cells_of(FlatGrid(text, line, ((text,),))),)
    except SymattnError:
        return ()


def _number(text: str, line: int, measured: tuple[str, Unit] | None = None) -> Side:
    """A side that is a number, or a formula, perhaps *measured*: then with the number and its unit apart."""
    number = measured[0] if measured else text
    words = [
        word for word in _WORD.findall(in_letters(number)) if word not in ("e", "E")
    ]
    if any(not (in_a_number(word) or of_letters(word)) for word in words):
        return Side(text, line, formula=True)
    bare = _GROUPED.sub(lambda m: re.sub(r"\D", "", m[0]), number) if measured else text
    try:
        cells = cells_of(FlatGrid(bare, line, ((number,),)))
        if measured:
            cells = every(
                lambda cell: replace(in_unit(cell, measured[1]), text=text), cells
            )
    except SymattnError as error:  # 0,5 and 1,5 2; 3 4 mean a value
        formula = bool(words) and not measured
        return Side(text, line, error=str(error), formula=formula, scalar=True)
    return Side(text, line, cells, scalar=True)


@frozen
class _Term:
    """A number or a matrix on the way."""

    cells: Cells
    scalar: bool


class _Expression:
    """Sums, products and quotients of written matrices and numbers."""

    def __init__(self, first: AnswerToken, last: AnswerToken) -> None:
        self.token, self.last = first, last
        self.done = self.depth = 0

    def value(self) -> Cells:
        found = self.sum(self.last)
        if found.scalar:
            raise NoValue
        return found.cells

    def sign(self, end: AnswerToken) -> str:
        """The next sign up to a token; blanks are passed over."""
        while self.token.at <= self.last.at and self.token.kind in BLANK:
            self.token = self.token.next
        return self.token.text if self.token.at <= end.at else ""

    def sum(self, end: AnswerToken) -> _Term:
        found, negative = None, False
        while text := self.sign(end):
            if text in MINUS | PLUS:
                negative ^= text in MINUS
                self.token = self.token.next
                continue
            term = self.product(end)
            term = (
                replace(term, cells=every(opposite, term.cells)) if negative else term
            )
            found, negative = term if found is None else self.added(found, term), False
        if found is None:
            raise NoValue
        return found

    def product(self, end: AnswerToken) -> _Term:
        found = self.factor(end)
        while (text := self.sign(end)) and text not in MINUS | PLUS:
            over = text in OVER
            if over or text in TIMES:
                self.token = self.token.next
            other = self.factor(end)
            found = self.over(found, other) if over else self.times(found, other)
        return found

    def factor(self, end: AnswerToken) -> _Term:
        """One matrix, a bracket with matrices in it, or a run of numbers."""
        text, token = self.sign(self.last), self.token
        partner = token.partner
        if token.kind == "grid":
            self.token = token.next
            return self.turned(_Term(cells_of(token.grid), False), end)
        if partner is not None and partner.at <= end.at and token.has_matrix:
            self.token = token.next
            self.depth += 1
            if self.depth > MOST_DEPTH:
                raise SymattnError(reading("nested", most=MOST_DEPTH))
            found = self.sum(partner.prev)
            self.depth -= 1
            self.token = partner.next
            return self.turned(found, end)
        if token.kind == "close" or not text:
            raise NoValue
        return self.number(end)

    def turned(self, term: _Term, end: AnswerToken) -> _Term:
        last = self.token.prev
        stop = turned(last)
        if stop is last:
            if self.token.solid.text == "^" and self.token.at <= end.at:
                raise SymattnError(reading("only_transposed"))
            return term
        self.token = stop.next
        return _Term(tuple(zip(*term.cells, strict=True)), False)

    def number(self, end: AnswerToken) -> _Term:
        """Numbers up to the next matrix or sum, as one text, so that 1/2 sqrt(3) is refused as it is everywhere."""
        first = token = self.token
        while token.at <= end.at and token.kind != "grid":
            partner = token.partner or token
            sign = token.text in PLUS | MINUS and token is not first
            binary = sign and self.binary(token)
            if binary or not token.at <= partner.at <= end.at or token.has_matrix:
                break
            token = partner.next
        self.token, last = token, token.prev
        while last.text and (last.kind in BLANK or last.text in TIMES):
            last = last.prev
        if last.text in OVER:
            raise SymattnError(reading("no_divisor"))
        text = shown(first.through(last))
        if any(map(is_foreign, first.through(last))):
            raise NoValue
        return _Term(cells_of(FlatGrid(text, 1, ((text,),))), True)

    def binary(self, token: AnswerToken) -> bool:
        """Whether + or - stands between two terms, not in an exponent."""
        return token.before.text not in TIMES | OVER | {"^", "(", "{"}

    def count(self, products: int) -> None:
        self.done += products
        if self.done > MOST_PRODUCTS:
            raise SymattnError(reading("most_products", most=f"{MOST_PRODUCTS:,}"))

    def added(self, a: _Term, b: _Term) -> _Term:
        if a.scalar != b.scalar or _shape(a) != _shape(b):
            raise SymattnError(reading("sum_shapes", first=_size(a), second=_size(b)))
        rows = zip(a.cells, b.cells, strict=True)
        return replace(
            a, cells=tuple(tuple(map(partial(_worked, add), *row)) for row in rows)
        )

    def times(self, a: _Term, b: _Term) -> _Term:
        if a.scalar or b.scalar:
            one, many = (a, b) if a.scalar else (b, a)
            factor = one.cells[0][0]
            self.count(len(many.cells) * len(many.cells[0]))
            return _Term(
                every(partial(_worked, mul, factor), many.cells), a.scalar and b.scalar
            )
        (m, n), (p, q) = _shape(a), _shape(b)
        if n != p:
            raise SymattnError(reading("product_shapes", first=(m, n), second=(p, q)))
        self.count(m * n * q)
        products = (
            [
                map(partial(_worked, mul), row, column)
                for column in zip(*b.cells, strict=True)
            ]
            for row in a.cells
        )
        return _Term(every(partial(reduce, partial(_worked, add)), products), False)

    def over(self, a: _Term, b: _Term) -> _Term:
        if not b.scalar:
            raise SymattnError(reading("no_divisor"))
        divisor = b.cells[0][0]
        if not isinstance(divisor.number, Number) or _is_nothing(divisor.number):
            raise SymattnError(reading("by_zero"))
        self.count(len(a.cells) * len(a.cells[0]))
        return _Term(
            every(lambda cell: _worked(truediv, cell, divisor), a.cells), a.scalar
        )


def _is_nothing(x: Number) -> bool:
    """Whether a divisor is 0; one in letters is not, where it is written as anything else."""
    return not x.terms if symbolic(x) else not x


def _shape(term: _Term) -> tuple[int, int]:
    return len(term.cells), len(term.cells[0])


def _size(term: _Term) -> Integers:
    """The shape of a matrix, as a sentence tells it; nothing for a number."""
    return () if term.scalar else _shape(term)


def span_of(cell: Cell) -> Span | None:
    """The values a rounded number may stand for; None for an exact one.

    >>> from symattn.marking.answers.grids import plain_cell
    >>> span_of(plain_cell("3")) is None, span_of(plain_cell("0.5")).ends
    (True, (9/20, 11/20))
    """
    if cell.span is not None:
        return cell.span
    if (
        cell.precision is None
        or cell.precision.unit >= 1
        or not isinstance(cell.number, Number)
    ):
        return None
    return Span.written((cell.number, cell.precision.unit))


def is_of_information(unit: str) -> bool:
    """Whether a word is a unit of information, in which one value has several numbers.

    >>> is_of_information("bits"), is_of_information("bytes")
    (True, False)
    """
    return _OF_INFORMATION.fullmatch(unit) is not None


def in_other_units(number: Side) -> tuple[Cells, ...]:
    """A number in bits as so many nats, in nats as so many bits; nothing for any other.

    >>> from symattn.marking.answers.grids import plain_cell
    >>> ((cell,),), = in_other_units(Side("2", 1, ((plain_cell("2"),),), unit="bits"))
    >>> cell.text
    '2*log(2)'
    """
    found = _OF_INFORMATION.fullmatch(number.unit)
    if found is None or not number.cells:
        return ()
    two = value_of("log(2)").cells[0][0]
    work: _Work = truediv if found[1] else mul
    return (every(lambda cell: _worked(work, cell, two), number.cells),)


def without_factor(number: Cells, divisor: Cells) -> tuple[Cells, ...]:
    """One number over another; nothing where that is none.

    >>> from symattn.marking.answers.grids import plain_cell
    >>> ((cell,),), = without_factor(((plain_cell("2"),),), ((plain_cell("4"),),))
    >>> cell.text, without_factor(((cell,),), ((plain_cell("0"),),))
    ('1/2', ())
    """
    ((x,),), ((y,),) = number, divisor
    if not isinstance(x.number, Number) or not isinstance(y.number, Number):
        return ()
    if symbolic(x.number) or symbolic(y.number) or _is_nothing(y.number):
        return ()
    return (((_worked(truediv, x, y),),),)


class _Work(Protocol):
    """What is done with two numbers, or with all the values that two may stand for."""

    def __call__(self, x: X, y: X, /) -> X: ...


def _worked(work: _Work, x: Cell, y: Cell) -> Cell:
    """The entry that comes of two: exact where both are, else with the values it may stand for. Minus infinity stays what it is
    beside any number that is added, and beside a factor or over a divisor above 0."""
    blocked = next((cell for cell in (x, y) if isinstance(cell.number, Blocked)), None)
    if blocked is not None:
        other = y if blocked is x else x
        if work is not add and not _is_positive(other):
            raise SymattnError(reading("infinity"))
        return blocked
    assert isinstance(x.number, Number)
    assert isinstance(y.number, Number)
    number, a, b = work(x.number, y.number), span_of(x), span_of(y)
    exact = a is None and b is None
    return Cell(
        text_of(number),
        number,
        None,
        None if exact else work(a or Span.of(x.number), b or Span.of(y.number)),
    )


def _is_positive(cell: Cell) -> bool:
    return (
        isinstance(cell.number, Number)
        and not symbolic(cell.number)
        and sign(cell.number) > 0
    )


def opposite(cell: Cell) -> Cell:
    """An entry with its sign turned; raises SymattnError for minus infinity."""
    if not isinstance(cell.number, Number):
        raise SymattnError(reading("infinity"))
    text = cell.text[1:] if cell.text[:1] in "-−" else f"-{cell.text}"
    return Cell(
        text, -cell.number, cell.precision, None if cell.span is None else -cell.span
    )
