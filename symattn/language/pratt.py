"""One precedence parser for cells, lines and LaTeX: Python's precedence, and factors that stand side by side.

A Pratt parser whose handlers are generators: a handler that needs a part yields the generator that reads it,
and ``Parser.run`` keeps them on a list. So nesting costs list entries, never Python's call stack.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from types import MappingProxyType
from typing import NamedTuple, NoReturn, Union

from symattn.binding import ATOM, POWER, PRODUCT, SIGN, SUM
from symattn.language.tree import NodeKind, Tree
from symattn.limits import MOST_NESTING
from symattn.said import Fact, Pair
from symattn.tex.signs import ON_THE_LINE
from symattn.wording import said, unread

DEEPEST = (
    8 * MOST_NESTING
)  # a bracket costs a few readers in a row: sum, product, sign, power, the bracket


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
    expected: Pair
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
        self.bare: set[int] = (
            set()
        )  # places of the tokens that end an argument written without brackets

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

    def close(self, opening: Token, kind: str) -> None:
        """Pass over the next token, which has to close what was opened."""
        place, shows = opening.start + 1, repr(opening.text)
        self.expect(
            kind, said("partner", close=shown(kind), opening=shows, position=place)
        )

    def found(self) -> Fact:
        """The next token in words."""
        token = self.next
        return said("the_end") if token.kind == "end" else repr(token.text)

    def fail(self, kind: str, position: int | None = None, **facts: Fact) -> NoReturn:
        """Raise ReadError at the next token or at *position*: a sentence of templates/words/numbers.j2, and its facts."""
        raise unread(
            kind,
            self.source,
            self.next.start if position is None else position,
            **facts,
        )

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


def expression(p: Parser, floor: int) -> Reader:
    """A prefix and every operator after it that binds tighter than *floor*."""
    begin = p.grammar.prefix.get(p.kind)
    if begin is None:
        kind, example = p.grammar.expected
        p.fail(kind, found=p.found(), example=example)
    left = yield begin(p, p.take())
    while True:
        binding, follow = (
            _INFIX.get(p.kind)
            or p.grammar.infix.get(p.kind)
            or (_BESIDE if p.kind in p.grammar.prefix else _STOP)
        )
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
        p.close(token, close)
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
        terms.append(
            p.node(NodeKind.NEGATIVE, sign.start, right) if sign.kind == "-" else right
        )
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
    last = _seen(p, p.at - 1, -1).kind
    first = _seen(p, p.at, 1).kind
    if (
        (last, first) != ("number", "half")
        and last in ("number", "script", "half")
        and first in ("number", "half")
    ):
        p.fail("two_numerals", times=times)
    if signs[-1] == "/":
        p.fail("unclear_quotient", times=times)
    p.grammar.beside(p, p.at - 1, p.at)


def _check_mixed(p: Parser, first: int, right: int) -> None:
    before, node = p.tokens[first - 1], p.tree.nodes[right]
    fraction = node.op == NodeKind.FRACTION and p.tokens[first].kind in (
        "frac",
        "half",
        "{",
    )
    if (
        fraction
        and before.kind == "number"
        and all(p.tree.integer(i) for i in node.args)
    ):
        p.fail("mixed_number", before.end, times=p.grammar.times)


def _seen(p: Parser, at: int, step: int) -> Token:
    """The nearest token that is seen on the page: braces are not."""
    while at > 0 and p.tokens[at].kind in ("{", "}"):
        at += step
    return p.tokens[at]


def _raised(p: Parser, left: int) -> Reader:
    sign = p.take()
    if (
        p.kind == "{"
    ):  # a group is the whole exponent, and two superscripts in a row are no LaTeX
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
    text = token.text.translate(ON_THE_LINE)
    exponent = numeral(p, Token("number", text.lstrip("+-"), token.start))
    if text[0] == "-":
        exponent = p.node(NodeKind.NEGATIVE, token.start, exponent)
    return p.node(NodeKind.POWER, token.start, left, exponent)


_INFIX: dict[str, Infix] = {
    "+": (SUM, _sum), "-": (SUM, _sum), "*": (PRODUCT, _product), "/": (PRODUCT, _product), "@": (PRODUCT, _product),
    "^": (POWER, _raised), "script": (POWER, _script),
}  # fmt: skip
_BESIDE, _STOP = (
    (PRODUCT, _product),
    (0, _sum),
)  # what binds as tightly as nothing is never run
_BINDING = {kind: binding for kind, (binding, _) in _INFIX.items()} | dict.fromkeys(
    [")", "]", "}", "&", "row", ",", "end", "right)", "right]"], 0
)
