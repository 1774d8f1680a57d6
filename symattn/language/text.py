"""The text language: signs and letters, the reader of expressions, numbers and matrices as people type them."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import NamedTuple, NoReturn, Union

from symattn.binding import ATOM, POWER, PRODUCT, SIGN, SUM
from symattn.errors import closest
from symattn.exact import sympy
from symattn.exact.number import Number
from symattn.language.tree import FUNCTIONS, Layout, NodeKind, Spot, Tree, Written
from symattn.later import pattern
from symattn.limits import MOST_ENTRIES, MOST_NESTING
from symattn.said import Fact, Said
from symattn.tex.signs import GREEK
from symattn.wording import said, unread

# --- letters ---
# Letters of a question, m or λ: while they are known here, texts of every format may have them in their numbers.
#
# Reading goes through many hands, from a cell of a sheet to an entry in a student's notebook; a letter means the same to
# all of them, so it is known for a stretch of the program (as the precision of ``decimal.localcontext`` is), not handed on.

KINDS = ("integer", "positive", "real")
"""What a sheet may say of a letter: any whole number, any number above 0, any real number."""
_NOTHING: Mapping[str, Number] = MappingProxyType({})
_KNOWN: ContextVar[Mapping[str, Number]] = ContextVar("letters", default=_NOTHING)
_GREEK = {sign: name for name, sign in GREEK.items()}
_BAR = pattern(r"\\(?:left|right|bigl?|bigr)\s*\||\\[lr]vert(?![A-Za-z])|\|")
_SCRIPT = pattern(r"_\s*\{\s*([A-Za-z0-9]+)\s*\}")


def letter(name: str, kind: str) -> Number:
    """A letter of a kind as an exact value; its SymPy symbol has the same assumption.

    >>> from symattn.exact.zero import known_positive
    >>> known_positive(letter("lambda", "positive")), known_positive(letter("t", "real"))
    (True, False)
    """
    return sympy.lettered(name, kind)


@contextmanager
def known(letters: Mapping[str, Number]) -> Iterator[None]:
    """While this lasts, numbers may have these letters in them.

    >>> from symattn.language import cell
    >>> with known({"m": letter("m", "integer")}):
    ...     print(cell("2m + 1"))
    1+[sym(m)^1]*2
    """
    before = _KNOWN.set(letters)
    try:
        yield
    finally:
        _KNOWN.reset(before)


def any_known() -> bool:
    """Whether texts may have letters in their numbers now.

    >>> any_known()
    False
    """
    return bool(_KNOWN.get())


def value_of(name: str) -> Number | None:
    """The letter of that name, where it is known now.

    >>> value_of("m") is None
    True
    """
    return _KNOWN.get().get(name)


def name_of(written: str) -> str:
    """The name of a letter written as a sign, a LaTeX command or with a script; "" where no such letter is known now.

    >>> with known({"lambda": letter("lambda", "positive"), "x_1": letter("x_1", "real")}):
    ...     print(name_of("λ"), name_of("\\\\lambda"), name_of("x_{1}"))
    lambda lambda x_1
    """
    if not (letters := _KNOWN.get()):
        return ""
    plain = _SCRIPT.sub(r"_\1", written).replace(" ", "").removeprefix("\\")
    plain = _GREEK.get(plain, plain)
    return plain if plain in letters else ""


def first_of(word: str) -> str:
    """The letter that a word begins with where all of it are letters side by side, as in mn and te; "" for other words.

    >>> with known({"t": letter("t", "real")}):
    ...     print(first_of("te"), first_of("tan") or "nothing")
    t nothing
    """
    if not _KNOWN.get() or not word:
        return ""
    for k in range(len(word) - 1, 0, -1):
        rest = word[k:]
        if name_of(word[:k]) and (rest in ("e", "pi", "π") or name_of(rest) or first_of(rest)):
            return word[:k]
    return ""


def with_bars(text: str, latex: bool) -> str:
    """|x| as the function it means, where letters are known now: a number's sign is known without it.

    >>> with known({"t": letter("t", "real")}):
    ...     print(with_bars("2|t| + 1", False), with_bars("|t|/2", False))
    2abs(t) + 1 abs(t)/2
    """
    if not _KNOWN.get() or not _BAR.search(text):
        return text
    bars = iter(range(len(text)))
    name = "\\abs(" if latex else "abs("
    return _BAR.sub(lambda found: name if next(bars) % 2 == 0 else ")", text)


def longest() -> int:
    """How many signs the longest name has that is known now; 0 where there are no letters.

    >>> longest()
    0
    """
    return max(map(len, _KNOWN.get()), default=0)


# --- pratt ---
# One precedence parser for cells, lines and LaTeX: Python's precedence, and factors that stand side by side.
#
# A Pratt parser whose handlers are generators: a handler that needs a part yields the generator that reads it,
# and ``Parser.run`` keeps them on a list. So nesting costs list entries, never Python's call stack.

DEEPEST = 8 * MOST_NESTING  # a bracket costs a few readers in a row: sum, product, sign, power, the bracket


class Token(NamedTuple):
    """A piece of text; ``kind`` is the operator or bracket itself, or ``number``, ``constant``, ``call`` …

    >>> Token("number", "12", 0).text
    '12'
    """

    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        """The position after the token."""
        return self.start + len(self.text)


Reader = Generator[Union["Reader", int], int, int]
Prefix = Callable[["Parser", Token], Reader | int]
Infix = tuple[int, Callable[["Parser", int], Reader | int]]


class Grammar(NamedTuple):
    """What may begin a factor (kind of token to its reader), and how this language's hints are spelled.

    ``beside`` refuses two factors side by side that may mean two things: it is given the places of the last
    token of the left one and the first of the right one. ``expected`` is what is said where none begins, and an example;
    ``side`` is the sign under which a product without a sign is stored; ``infix`` are operators of this language alone.

    >>> Grammar({}, "*", ("no_factor", "1/3"), lambda p, last, first: None).times
    '*'
    """

    prefix: Mapping[str, Prefix]
    times: str
    expected: tuple[str, str]
    beside: Callable[[Parser, int, int], None]
    side: str = "*"
    infix: Mapping[str, Infix] = MappingProxyType({})


class Parser:
    """Reads tokens into a tree; ``at`` is the place among the tokens.

    >>> Parser([Token("end", "", 0)], Grammar({}, "*", ("no_factor", "1/3"), lambda p, last, first: None), "").kind
    'end'
    """

    def __init__(self, tokens: list[Token], grammar: Grammar, source: str) -> None:
        self.tokens, self.grammar, self.source = tokens, grammar, source
        self.at = 0
        self.tree = Tree()
        self.bare: set[int] = set()  # places of the tokens that end an argument written without brackets

    @property
    def kind(self) -> str:
        """The kind of the next token."""
        return self.tokens[self.at].kind

    @property
    def next(self) -> Token:
        """The next token."""
        return self.tokens[self.at]

    @property
    def behind(self) -> Token:
        """The token behind the next one."""
        return self.tokens[self.at + 1]

    def take(self) -> Token:
        """The next token, passed over."""
        token = self.tokens[self.at]
        self.at += 1
        return token

    def expect(self, kind: str, shown: Fact = "") -> Token:
        """The next token, which has to be of this kind; ``shown`` says it otherwise than as it is written."""
        if self.kind != kind:
            self.fail("expected", shown=shown or repr(kind), found=self.found())
        return self.take()

    def found(self) -> Fact:
        """The next token in words."""
        token = self.next
        return said("the_end") if token.kind == "end" else repr(token.text)

    def fail(self, kind: str, position: int | None = None, **facts: Fact) -> NoReturn:
        """Raise ReadError at the next token or at *position*: a sentence of templates/words/numbers.j2, and its facts."""
        raise unread(kind, self.source, self.next.start if position is None else position, **facts)

    def node(self, op: str, position: int, *args: int, text: str = "") -> int:
        """A node of the tree, made of earlier ones, by its number."""
        return self.tree.add(op, args, text, position)

    def run(self, reader: Reader | int) -> int:
        """Read one part; the generators that wait for a part of theirs stand on a list."""
        if isinstance(reader, int):
            return reader
        waiting = [reader]
        result: int | None = None
        while waiting:
            try:
                part = waiting[-1].send(result)  # type: ignore[arg-type]
            except StopIteration as done:
                waiting.pop()
                result = done.value
                continue
            if isinstance(part, int):
                result = part
                continue
            if len(waiting) > DEEPEST:
                self.fail("nested", most=MOST_NESTING)
            waiting.append(part)
            result = None
        assert result is not None
        return result


def part(p: Parser, floor: int) -> Reader | int:
    """The next part, as far as operators bind tighter than *floor*; a lone numeral needs no reader."""
    if p.kind == "number" and _BINDING.get(p.behind.kind, ATOM) <= floor:
        return numeral(p, p.take())
    return expression(p, floor)


def expression(p: Parser, floor: int = 0) -> Reader:
    """A prefix and every operator after it that binds tighter than *floor*."""
    begin = p.grammar.prefix.get(p.kind)
    if begin is None:
        kind, example = p.grammar.expected
        p.fail(kind, found=p.found(), example=example)
    left = yield begin(p, p.take())
    while True:
        binding, follow = _INFIX.get(p.kind) or p.grammar.infix.get(p.kind) or (_BESIDE if p.kind in p.grammar.prefix else _STOP)
        if binding <= floor:
            return left
        left = yield follow(p, left)


def numeral(p: Parser, token: Token) -> int:
    """A numeral; leading zeros are refused."""
    text = token.text
    if len(text) > 1 and text[0] == "0" and text[1].isdigit():
        p.fail("leading_zero", token.start, text=text, plain=text.lstrip("0") or "0")
    return p.node(NodeKind.NUMERAL, token.start, text=text)


def negative(p: Parser, token: Token) -> Reader:
    """A minus sign and what it belongs to: -2^2 is -(2^2)."""
    inner = yield part(p, SIGN)
    return p.node(NodeKind.NEGATIVE, token.start, inner)


def positive(p: Parser, token: Token) -> Reader:
    """A plus sign and what it belongs to."""
    return (yield part(p, SIGN))


def bracket(close: str) -> Prefix:
    """The reader of an expression up to *close*."""

    def read(p: Parser, token: Token) -> Reader:
        inner = yield part(p, 0)
        p.expect(close, said("partner", close=shown(close), opening=repr(token.text), position=token.start + 1))
        return inner

    return read


def shown(kind: str) -> str:
    """A kind of token as it is written: ``right)`` is LaTeX's \\right)."""
    return repr(f"\\right{kind[5:]}" if kind.startswith("right") else kind)


def _sum(p: Parser, left: int) -> Reader:
    terms, position = [left], p.next.start
    while p.kind in ("+", "-"):
        sign = p.take()
        right = yield part(p, SUM)
        terms.append(p.node(NodeKind.NEGATIVE, sign.start, right) if sign.kind == "-" else right)
    return p.node(NodeKind.SUM, position, *terms)


def _product(p: Parser, left: int) -> Reader:
    factors, signs, position = [left], "*", p.next.start
    while True:
        if p.kind in ("*", "/", "@"):
            sign = p.take()
            p.grammar.beside(p, p.at - 2, p.at)
            right = yield part(p, PRODUCT)
            signs += sign.kind
        elif p.kind in p.grammar.prefix and p.kind not in ("+", "-"):
            first = p.at
            _check_beside(p, signs)
            right = yield part(p, PRODUCT)
            _check_mixed(p, first, right)
            signs += p.grammar.side
        else:
            return p.node(NodeKind.PRODUCT, position, *factors, text=signs)
        factors.append(right)


def _check_beside(p: Parser, signs: str) -> None:
    """Refuse what two factors side by side may mean in two ways."""
    times = p.grammar.times
    last, first = _seen(p, p.at - 1, -1).kind, _seen(p, p.at, 1).kind
    if (last, first) != ("number", "half") and last in ("number", "script", "half") and first in ("number", "half"):
        p.fail("two_numerals", times=times)
    if signs[-1] == "/":
        p.fail("unclear_quotient", times=times)
    p.grammar.beside(p, p.at - 1, p.at)


def _check_mixed(p: Parser, first: int, right: int) -> None:
    before, node = p.tokens[first - 1], p.tree.nodes[right]
    fraction = node.op == NodeKind.FRACTION and p.tokens[first].kind in ("frac", "half", "{")
    if fraction and before.kind == "number" and all(p.tree.integer(i) for i in node.args):
        p.fail("mixed_number", before.end, times=p.grammar.times)


def _seen(p: Parser, at: int, step: int) -> Token:
    """The nearest token that is seen on the page: braces are not."""
    while at > 0 and p.tokens[at].kind in ("{", "}"):
        at += step
    return p.tokens[at]


def _raised(p: Parser, left: int) -> Reader:
    sign = p.take()
    if p.kind == "{":  # a group is the whole exponent, and two superscripts in a row are no LaTeX
        right = yield p.grammar.prefix["{"](p, p.take())
        if p.kind == "^":
            p.fail("two_exponents", latex=1)
    else:
        right = yield part(p, SIGN)
    return p.node(NodeKind.POWER, sign.start, left, right)


def _script(p: Parser, left: int) -> int:
    token = p.take()
    if p.kind in ("^", "script"):
        p.fail("two_exponents")
    text = token.text.translate(SUPERSCRIPTS)
    exponent = numeral(p, Token("number", text.lstrip("+-"), token.start))
    if text[0] == "-":
        exponent = p.node(NodeKind.NEGATIVE, token.start, exponent)
    return p.node(NodeKind.POWER, token.start, left, exponent)


SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_INFIX: dict[str, Infix] = {
    "+": (SUM, _sum), "-": (SUM, _sum), "*": (PRODUCT, _product), "/": (PRODUCT, _product), "@": (PRODUCT, _product),
    "^": (POWER, _raised), "script": (POWER, _script),
}  # fmt: skip
_BESIDE, _STOP = (PRODUCT, _product), (0, _sum)  # what binds as tightly as nothing is never run
_BINDING = {kind: binding for kind, (binding, _) in _INFIX.items()} | dict.fromkeys(
    [")", "]", "}", "&", "row", ",", "end", "right)", "right]"], 0
)


# --- text ---
# The text language: numbers and matrices as one types them, in Python's notation and SymPy's names.
#
# Factors side by side multiply (``2 sqrt(2)``, ``(1+2)(3)``, ``2pi``). What two readers may read in two ways is
# refused with both spellings: ``12 3``, ``2½``, ``1/2 sqrt(2)``, ``e(2)``, ``√2π``, a lone list ``[1, 2]``.

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
    r"|(?P<script>[⁺⁻]?[⁰¹²³⁴-⁹]+)|(?P<half>[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒])|(?P<root>√)|(?P<over>(?<=[0-9]):(?=[0-9.]+(?![0-9.]*:)))|(?P<mark>\*\*|[-+*/^(),\[\]])"
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


def tokens(plain: str, source: str, words: Vocabulary | None = None, at: int = 0) -> list[Token]:
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
            raise unread("no_meaning", source, at, sign=repr(plain[at]), hint=words.hint(plain[at]))
        kind, word, start, at = str(found.lastgroup), found[0], at, found.end()
        if kind == "space":
            if "\n" in word and out and not depth:
                raise unread("second_line", source, start)
            continue
        if kind == "number":
            _check_number(plain, start, at, source)
        elif kind == "name":
            if words is CELLS and word not in CONSTANTS and word not in FUNCTIONS and not name_of(word) and first_of(word):
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
    if plain[end - 1] != "." and (word in FUNCTIONS or word in ("pi", "π") or name_of(word) or first_of(word)):
        return
    if word == "e" and re.match("[⁺⁻⁰¹²³⁴-⁹]", plain[end + 1 :]):  # 2e⁴, as a page of text writes it
        return
    if word[0] in "eE" and word not in FUNCTIONS:
        hint = "exponent"
    elif word[0] == "_":
        hint = "separators"
    elif word in ("j", "i", "I"):
        hint = "real_numbers"
    else:
        hint = "one_point"
    raise unread("no_numeral", source, start, text=repr(plain[start:end] + word), hint=said(hint))


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
    if near and word.removeprefix(near).isdigit() and behind not in ("(", "."):  # sqrt2, and not log2(8)
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
    top, bottom = (p.node(NodeKind.NUMERAL, token.start, text=str(n)) for n in FRACTIONS[token.text])
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
    raised = before.kind == "number" and [token.kind for token in p.tokens[max(last - 2, 0) : last]] == ["^", "-"]
    if raised and after.kind in ("constant", "e", "letter", "call") and before.end == after.start:  # e^-2λ
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
