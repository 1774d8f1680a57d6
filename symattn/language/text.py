"""The text language: numbers and matrices as one types them, in Python's notation and SymPy's names.

Factors side by side multiply (``2 sqrt(2)``, ``(1+2)(3)``, ``2pi``). What two readers may read in two ways is
refused with both spellings: ``12 3``, ``2½``, ``1/2 sqrt(2)``, ``e(2)``, ``√2π``, a lone list ``[1, 2]``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from symattn.errors import ReadError, nearest
from symattn.language.functions import FUNCTIONS
from symattn.language.letters import first_of, name_of
from symattn.language.pratt import ATOM, Grammar, Parser, Reader, Token, bracket, negative, numeral, part, positive
from symattn.language.tree import Kind, Layout, Spot, Written
from symattn.limits import MOST_ENTRIES

CONSTANTS = {"e": "e", "E": "e", "pi": "pi", "π": "pi"}
ENDLESS = frozenset(["inf", "oo", "∞", "Inf", "infinity", "Infinity"])
FRACTIONS = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5),
    "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅐": (1, 7), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8),
    "⅑": (1, 9), "⅒": (1, 10),
}  # fmt: skip
PIECES = (
    r"(?P<space>[ \n]+)|(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<name>[A-Za-z_][A-Za-z_0-9]*|[α-ωΑ-Ω∞])"
    r"|(?P<script>[⁺⁻]?[⁰¹²³⁴-⁹]+)|(?P<half>[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒])|(?P<root>√)|(?P<mark>\*\*|[-+*/^(),\[\]])"
)
_HINTS = {
    "=": "an answer is one value: write only what stands on one side",
    "<": "a comparison is no value", ">": "a comparison is no value", "%": "write 1/2 or 0.5, not 50%",
    "!": "write a factorial out as a product", "{": "write round brackets", "}": "write round brackets",
    "|": "write abs(x)", ";": "write commas between entries and brackets around rows", "$": "this looks like LaTeX",
    "\\": "this looks like LaTeX", "–": "this is a dash; write -", "—": "this is a dash; write -",
}  # fmt: skip


class Words(NamedTuple):
    """The pieces of one language: their pattern, what kind of token a name is, and what to say of a sign that is none.

    >>> CELLS.hint("%")
    'write 1/2 or 0.5, not 50%'
    """

    piece: re.Pattern[str]
    kind: Callable[[str, str, int], str]
    hint: Callable[[str], str]


def tokens(plain: str, source: str, words: Words | None = None, at: int = 0) -> list[Token]:
    """The pieces of a prepared text from *at* on, of a cell unless *words* say otherwise; raises ReadError.

    >>> [t.kind for t in tokens("2 sqrt(2)", "")]
    ['number', 'call', '(', 'number', ')', 'end']
    """
    words = words or CELLS
    out: list[Token] = []
    last, depth = len(plain.rstrip()), 0
    while at < last:
        found = words.piece.match(plain, at)
        if found is None:
            raise ReadError(f"{plain[at]!r} has no meaning here", source, at, hint=f"{words.hint(plain[at])}")
        kind, word, start, at = str(found.lastgroup), found[0], at, found.end()
        if kind == "space":
            if "\n" in word and out and not depth:
                raise ReadError("a second line", source, start, hint="write one value, on one line or inside brackets")
            continue
        if kind == "number":
            _check_number(plain, start, at, source)
        elif kind == "name":
            if words is CELLS and word not in CONSTANTS and word not in FUNCTIONS and not name_of(word) and first_of(word):
                word = first_of(word)
                at = start + len(word)
            kind = words.kind(word, source, start)
        elif kind in ("mark", "sign"):
            kind = "^" if word == "**" else word
            depth += (word in "([") - (word in ")]")
        out.append(Token(kind, word, start))
    out.append(Token("end", "", last))
    return out


def _hint(character: str) -> str:
    return _HINTS.get(character, "write numbers, + - * / ^, brackets and the functions sqrt, exp, log, …")


def _check_number(plain: str, start: int, end: int, source: str) -> None:
    """What may follow a numeral directly is an operator, a bracket or a known name, as in 2sqrt(2) and 2pi."""
    after = re.compile(r"[.0-9]+|[A-Za-z_][A-Za-z_0-9]*").match(plain, end)
    if after is None:
        return
    word = after[0]
    if plain[end - 1] != "." and (word in FUNCTIONS or word in ("pi", "π") or name_of(word) or first_of(word)):
        return
    if word[0] in "eE" and word not in FUNCTIONS:
        hint = "an exponent needs digits, as in 2e-3; to multiply by e write 2*e"
    elif word[0] == "_":
        hint = "write digits without separators: 1000"
    elif word in ("j", "i", "I"):
        hint = "only real numbers are read"
    else:
        hint = "write one decimal point, and * to multiply"
    raise ReadError(f"{plain[start:end] + word!r} is no number", source, start, hint=hint)


def _name(word: str, source: str, start: int) -> str:
    if word in FUNCTIONS:
        return "call"
    if name_of(word):
        return "letter"
    if word in CONSTANTS:
        return "e" if word in ("e", "E") else "constant"
    if word in ENDLESS:
        return "endless"
    if word == "Matrix":
        return "matrix"
    if word.lower() == "nan":
        raise ReadError("nan is no number", source, start, hint="write the value that was meant")
    hint = nearest(word, FUNCTIONS) if len(word) > 2 else ""
    raise ReadError(
        f"{word[:40]!r} is not known here",
        source,
        start,
     hint=f"{hint or 'write numbers, e, pi and functions such as sqrt(2)'}")


CELLS = Words(re.compile(PIECES), _name, _hint)


def _constant(p: Parser, token: Token) -> int:
    return p.tree.add(Kind.CONSTANT, (), CONSTANTS[token.text], token.start)


def letter(p: Parser, token: Token) -> int:
    """A letter of the question that the text belongs to."""
    return p.tree.add(Kind.LETTER, (), name_of(token.text), token.start)


def half(p: Parser, token: Token) -> int:
    """A fraction that is one sign: ½."""
    top, bottom = (p.tree.add(Kind.NUMERAL, (), str(n), token.start) for n in FRACTIONS[token.text])
    return p.tree.add(Kind.FRACTION, (top, bottom), "", token.start)


def _call(p: Parser, token: Token) -> Reader:
    op, most = FUNCTIONS[token.text]
    if p.kind != "(":
        p.fail(f"{token.text} needs brackets", hint=f"write {token.text}(2)")
    p.take()
    args = [(yield part(p, 0))]
    while p.kind == "," and len(args) < most:
        p.take()
        args.append((yield part(p, 0)))
    if p.kind == ",":
        p.fail(f"{token.text} takes {most} argument{'s' * (most > 1)}", hint="a decimal is written with a point: 0.5")
    p.expect(")")
    return p.tree.add(op, tuple(args), "", token.start)


def radical(p: Parser, token: Token) -> Reader:
    """√2 and √(1+e): one numeral, name or bracket stands under the sign."""
    if p.kind not in ("number", "(", "call", "root", "constant", "e", "name", "letter"):
        p.fail("√ needs a number under it", hint="write √2 or sqrt(2)")
    bracketed = p.kind == "("
    inner = yield part(p, ATOM)
    if not bracketed:
        p.bare.add(p.at - 1)
    return p.tree.add(Kind.ROOT, (inner,), "", token.start)


def _endless(p: Parser, token: Token) -> int:
    p.fail("infinity is no number", token.start, hint="only -inf is read, as the whole entry of a matrix")


def _beside(p: Parser, last: int, first: int) -> None:
    before, after = p.tokens[last], p.tokens[first]
    if last + 1 < first:  # an operator stands between: nothing to doubt
        return
    if before.kind == "e" and after.kind == "(":
        p.fail("e(…) is a power or a product? Write e^(…) or e*(…)")
    if last in p.bare and after.kind in ("constant", "e"):
        p.fail("it is not clear how far the √ reaches", hint="write √(…) or *")


GRAMMAR = Grammar(
    {
        "number": numeral, "half": half, "constant": _constant, "e": _constant, "letter": letter, "call": _call, "root": radical,
        "-": negative, "+": positive, "(": bracket(")"), "endless": _endless,
    },
    "*", ("a number", "write one such as 1/3"), _beside,
)  # fmt: skip


def read_text(plain: str, source: str) -> Written:
    """The tree of a prepared text, and its cells (node, start, end): rows of them, or one for a number.

    >>> read_text("[[1, 2]]", "").layout
    [[Spot(node=0, start=2, end=3), Spot(node=1, start=5, end=6)]]
    """
    p = Parser(tokens(plain, source), GRAMMAR, source)
    named = p.kind == "matrix"
    if named:
        p.take()
        p.expect("(")
    if p.kind == "[":
        out: Layout = _matrix(p)
    elif named:
        p.fail("a matrix is written Matrix([[1, 2], [3, 4]])")
    else:
        out = cell(p)
    if named:
        p.expect(")")
    if p.kind == ",":
        p.fail("a comma outside a matrix", hint="a decimal is written with a point, 0.5, and a matrix as [[1, 2], [3, 4]]")
    if p.kind != "end":
        p.fail(f"expected the end, found {p.found()}", hint="a matrix stands alone, and every bracket has its partner")
    return Written(p.tree, out)


def _matrix(p: Parser) -> list[list[Spot]]:
    p.expect("[")
    if p.kind != "[":
        p.fail("one list may be a row or a column", hint="write every row in brackets: [[1, 2]] or [[1], [2]]")
    rows: list[list[Spot]] = []
    while True:
        p.expect("[", "'[' for the next row")
        rows.append(_row(p, sum(map(len, rows[-1:])) * len(rows)))
        if p.kind != ",":
            break
        p.take()
    p.expect("]", "',' or ']'")
    return rows


def _row(p: Parser, before: int) -> list[Spot]:
    row = [cell(p)]
    while p.kind == ",":
        p.take()
        row.append(cell(p))
        if before + len(row) > MOST_ENTRIES:
            p.fail(f"more than {MOST_ENTRIES:,} entries", hint="at most that many are read")
    p.expect("]", "',' or ']'")
    return row


def cell(p: Parser) -> Spot:
    """One number, or minus infinity where only an entry may stand: its node and where it is written.

    >>> cell(Parser(tokens("1/2", ""), GRAMMAR, ""))
    Spot(node=2, start=0, end=3)
    """
    start = p.tokens[p.at].start
    if p.kind == "[":
        p.fail("a list inside a row", hint="write rows of numbers: [[1, 2], [3, 4]]")
    if (
        p.at
        and p.kind == "-"
        and p.tokens[p.at + 1].kind == "endless"
        and p.tokens[p.at + 2].kind in (",", "]", "&", "row", "close")
    ):
        p.at += 2
        node = p.tree.add(Kind.BLOCKED, (), "", start)
    else:
        node = p.run(part(p, 0))
    return Spot(node, start, p.tokens[p.at - 1].end)
