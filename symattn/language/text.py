"""The text language: numbers and matrices as one types them, in Python's notation and SymPy's names.

Factors side by side multiply (``2 sqrt(2)``, ``(1+2)(3)``, ``2pi``). What two readers may read in two ways is
refused with both spellings: ``12 3``, ``2½``, ``1/2 sqrt(2)``, ``e(2)``, ``√2π``, a lone list ``[1, 2]``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import NamedTuple

from symattn.binding import ATOM
from symattn.errors import closest
from symattn.language.letters import first_of, name_of
from symattn.language.pratt import (
    Grammar,
    Parser,
    Reader,
    Token,
    bracket,
    negative,
    numeral,
    part,
    positive,
)
from symattn.language.tree import FUNCTIONS, Layout, NodeKind, Spot, Written
from symattn.later import pattern
from symattn.limits import MOST_ENTRIES
from symattn.said import Said
from symattn.wording import said, unread

CONSTANTS = {"e": "e", "E": "e", "pi": "pi", "π": "pi"}
ENDLESS = frozenset(["inf", "oo", "∞", "Inf", "infinity", "Infinity"])
PIECES = (
    r"(?P<space>[ \n]+)|(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<name>[A-Za-z_][A-Za-z_0-9]*|[α-ωΑ-Ω∞])"
    r"|(?P<script>[⁺⁻]?[⁰¹²³⁴-⁹]+)|(?P<half>[¼-¾⅐-⅞])|(?P<root>√)|(?P<over>(?<=[0-9]):(?=[0-9.]+(?![0-9.]*:)))|(?P<mark>\*\*|[-+*/^(),\[\]])"
)
_BEHIND = pattern(r"[.0-9]+|[A-Za-z_][A-Za-z_0-9]*")
_HINTS = {
    "=": "one_side", "<": "comparison", ">": "comparison", "%": "per_cent", "!": "factorial", "{": "round_brackets",
    "}": "round_brackets", "|": "write_abs", ";": "semicolon", "$": "like_latex", "\\": "like_latex", "–": "dash", "—": "dash",
}  # fmt: skip


class Vocabulary(NamedTuple):
    """The pieces of one language: their pattern, what kind of token a name is, and what to say of a sign that is none.

    >>> CELLS.hint("%").name
    'per_cent'
    """

    piece: re.Pattern[str]
    kind: Callable[[str, str, int], str]
    hint: Callable[[str], Said]


def tokens(
    plain: str, source: str, words: Vocabulary | None = None, at: int = 0
) -> list[Token]:
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
            raise unread(
                "no_meaning",
                source,
                at,
                sign=repr(plain[at]),
                hint=words.hint(plain[at]),
            )
        kind, word, start, at = str(found.lastgroup), found[0], at, found.end()
        if kind == "space":
            if "\n" in word and out and not depth:
                raise unread("second_line", source, start)
            continue
        if kind == "number":
            _check_number(plain, start, at, source)
        elif kind == "name":
            if (
                words is CELLS
                and word not in CONSTANTS
                and word not in FUNCTIONS
                and not name_of(word)
                and first_of(word)
            ):
                word = first_of(word)
                at = start + len(word)
            kind = words.kind(word, source, start)
        elif kind == "over":  # 1:2, as many a school divides
            kind = "/"
        elif kind in ("mark", "sign"):
            kind = "^" if word == "**" else word
            depth += (word in "([") - (word in ")]")
        out.append(Token(kind, word, start))
    out.append(Token("end", "", last))
    return out


def _hint(character: str) -> Said:
    return said(_HINTS.get(character, "signs"))


def _check_number(plain: str, start: int, end: int, source: str) -> None:
    """What may follow a numeral directly is an operator, a bracket or a known name, as in 2sqrt(2) and 2pi."""
    after = _BEHIND.match(plain, end)
    if after is None:
        return
    word = after[0]
    if plain[end - 1] != "." and (
        word in FUNCTIONS or word in ("pi", "π") or name_of(word) or first_of(word)
    ):
        return
    if word == "e" and re.match(
        "[⁺⁻⁰¹²³⁴-⁹]", plain[end + 1 :]
    ):  # 2e⁴, as a page of text writes it
        return
    if word[0] in "eE" and word not in FUNCTIONS:
        hint = "exponent"
    elif word[0] == "_":
        hint = "separators"
    elif word in ("j", "i", "I"):
        hint = "real_numbers"
    else:
        hint = "one_point"
    raise unread(
        "no_numeral", source, start, text=repr(plain[start:end] + word), hint=said(hint)
    )


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
        raise unread("nan", source, start)
    near = closest(word, FUNCTIONS) if len(word) > 2 else ""
    behind = source[start + len(word) :].lstrip()[:1]
    if (
        near and word.removeprefix(near).isdigit() and behind not in ("(", ".")
    ):  # sqrt2, and not log2(8)
        near = f"{near}({word.removeprefix(near)})"
    raise unread("unknown_word", source, start, word=repr(word[:40]), near=near)


CELLS = Vocabulary(pattern(PIECES), _name, _hint)


def _constant(p: Parser, token: Token) -> int:
    return p.node(NodeKind.CONSTANT, token.start, text=CONSTANTS[token.text])


def letter_node(p: Parser, token: Token) -> int:
    """A letter of the question that the text belongs to."""
    return p.node(NodeKind.LETTER, token.start, text=name_of(token.text))


def half(p: Parser, token: Token) -> int:
    """A fraction that is one sign: ½."""
    top, bottom = (
        p.node(NodeKind.NUMERAL, token.start, text=n)
        for n in unicodedata.normalize("NFKC", token.text).split("⁄")
    )
    return p.node(NodeKind.FRACTION, token.start, top, bottom)


def _call(p: Parser, token: Token) -> Reader:
    op, most = FUNCTIONS[token.text]
    if p.kind != "(":
        p.fail("no_brackets", of=token.text)
    p.take()
    args = [(yield part(p, 0))]
    while p.kind == "," and len(args) < most:
        p.take()
        args.append((yield part(p, 0)))
    if p.kind == ",":
        p.fail("many_arguments", of=token.text, most=most)
    p.expect(")")
    return p.node(op, token.start, *args)


def radical(p: Parser, token: Token) -> Reader:
    """√2 and √(1+e): one numeral, name or bracket stands under the sign."""
    if p.kind not in ("number", "(", "call", "root", "constant", "e", "name", "letter"):
        p.fail("bare_root")
    bracketed = p.kind == "("
    inner = yield part(p, ATOM)
    if not bracketed:
        p.bare.add(p.at - 1)
    return p.node(NodeKind.ROOT, token.start, inner)


def _endless(p: Parser, token: Token) -> int:
    p.fail("infinity", token.start, written="-inf")


def _beside(p: Parser, last: int, first: int) -> None:
    before, after = p.tokens[last], p.tokens[first]
    if last + 1 < first:  # an operator stands between: nothing to doubt
        return
    if before.kind == "e" and after.kind == "(":
        p.fail("power_of_e")
    raised = before.kind == "number" and [
        token.kind for token in p.tokens[max(last - 2, 0) : last]
    ] == ["^", "-"]
    if (
        raised
        and after.kind in ("constant", "e", "letter", "call")
        and before.end == after.start
    ):  # e^-2λ
        p.fail("unclear_exponent")
    if last in p.bare and after.kind in ("constant", "e"):
        p.fail("unclear_root")


GRAMMAR = Grammar(
    {
        "number": numeral, "half": half, "constant": _constant, "e": _constant, "letter": letter_node, "call": _call,
        "root": radical, "-": negative, "+": positive, "(": bracket(")"), "endless": _endless,
    },
    "*", ("no_factor", "1/3"), _beside,
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
        p.fail("matrix_form")
    else:
        out = cell(p)
    if named:
        p.expect(")")
    if p.kind == ",":
        p.fail("comma_outside")
    if p.kind != "end":
        p.fail("no_end", found=p.found())
    return Written(p.tree, out)


def _matrix(p: Parser) -> list[list[Spot]]:
    p.expect("[")
    if p.kind != "[":
        p.fail("one_list")
    rows: list[list[Spot]] = []
    while True:
        p.expect("[", said("next_row"))
        rows.append(_row(p, sum(map(len, rows[-1:])) * len(rows)))
        if p.kind != ",":
            break
        p.take()
    p.expect("]", said("comma_or_bracket"))
    return rows


def _row(p: Parser, before: int) -> list[Spot]:
    row = [cell(p)]
    while p.kind == ",":
        p.take()
        row.append(cell(p))
        if before + len(row) > MOST_ENTRIES:
            p.fail("more_entries", most=f"{MOST_ENTRIES:,}")
    p.expect("]", said("comma_or_bracket"))
    return row


def cell(p: Parser) -> Spot:
    """One number, or minus infinity where only an entry may stand: its node and where it is written.

    >>> cell(Parser(tokens("1/2", ""), GRAMMAR, ""))
    Spot(node=2, start=0, end=3)
    """
    start = p.next.start
    if p.kind == "[":
        p.fail("list_in_row")
    if (
        p.at
        and p.kind == "-"
        and p.behind.kind == "endless"
        and p.tokens[p.at + 2].kind in (",", "]", "&", "row", "close")
    ):
        p.at += 2
        node = p.node(NodeKind.BLOCKED, start)
    else:
        node = p.run(part(p, 0))
    return Spot(node, start, p.tokens[p.at - 1].end)
