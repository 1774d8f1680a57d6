"""LaTeX as people write it in answers: fractions, roots, powers of e, and the matrix environments.

``\\log`` is natural, ``2^10`` is 1024 as in text, ``3e`` is a product. Refused, because the page and the source
may mean two things: ``2\\frac12``, ``\\sqrt12``, ``2\\,500``, ``2e-3``, ``\\ln 2 \\cdot 3``, ``1/2\\sqrt3``.
"""

from __future__ import annotations

import re

from symattn.binding import ANY, SIGN, SUM
from symattn.language.latex_tokens import FUNCTIONS, tokens
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
from symattn.language.text import cell, letter_node
from symattn.language.tree import Layout, NodeKind, Spot, Written
from symattn.later import pattern
from symattn.limits import MOST_ENTRIES
from symattn.said import Integers
from symattn.tex.undressed import bare_of
from symattn.wording import unread

_DISPLAYS = r"equation\*?|align\*?|aligned|displaymath|math|gather\*?"
_AROUND = pattern(
    rf"\s*(?P<opening>\$\$|\$|\\\[|\\\(|\\begin\{{(?P<name>{_DISPLAYS})\}})(?P<body>.*?)"
    r"(?P<closing>\$\$|\$|\\\]|\\\)|\\end\{(?P=name)\})\s*",
    re.DOTALL,
)
_CLOSING = {"$$": "$$", "$": "$", "\\[": "\\]", "\\(": "\\)"}
_MATRIX_ENDS = pattern(r"\\end\s?\{[A-Za-z]+\*?\}\s?(?:\\right\s?)?[)\]]?\Z")
_RELATION = pattern(r":?=|\\approx(?![A-Za-z])|≈")
_NAME = pattern(
    r"(?:[A-Za-z]+|\\(?:mathbf|mathrm|mathit|mathcal|mathbb|boldsymbol|bm|text|operatorname|hat|tilde|bar|widehat)\s*"
    r"\{[A-Za-z0-9 _\\{}^()-]*\}|\\(?!pi\b|infty\b|frac\b|sqrt\b)[A-Za-z]+)"
    r"(?:\s*\\?[,;!]?\s*(?:[_^]\s*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\\[A-Za-z]+|[A-Za-z0-9*])|'|\((?:[A-Za-z0-9]{1,3})\)))*\s*"
)


def read_latex(plain: str, source: str) -> Written:
    """The tree of a prepared LaTeX text; raises ReadError where it is none.

    >>> read_latex("Q_0 = 3", "").name
    'Q_0'
    """
    start, end = _inside(plain)
    first, name = _leading_name(plain, source, start, end)
    bare = bare_of(plain[first:end])
    p = Parser(tokens(bare, source, first), GRAMMAR, source)
    if first > start and p.kind == "&":
        p.take()
    layout = _document(p)
    return Written(
        p.tree,
        layout,
        name,
        "approx" in plain[start:first] or "≈" in plain[start:first],
    )


def _inside(plain: str) -> tuple[int, int]:
    """The positions between $…$, \\[…\\] or an equation environment, without the stop of a sentence after a matrix."""
    start, end = 0, len(plain)
    found = _AROUND.fullmatch(plain)
    if found and found["closing"] == _CLOSING.get(
        found["opening"], f"\\end{{{found['name']}}}"
    ):
        start, end = found.span("body")
    front = plain[start:end].rstrip()
    if front.endswith((".", ",")) and _MATRIX_ENDS.search(front[:-1].rstrip()[-60:]):
        end = start + len(front) - 1
    return start, end


def _leading_name(plain: str, source: str, start: int, end: int) -> tuple[int, str]:
    """The position after the = or ≈, and the name that stands before it."""
    found = list(_RELATION.finditer(plain, start, end))
    if not found:
        return start, ""
    if len(found) > 1:
        raise unread("two_relations", source, found[1].start())
    name = plain[start : found[0].start()].strip().removesuffix("&").rstrip()
    if len(name) > 200 or not _NAME.fullmatch(name):
        raise unread("no_name", source, start)
    return found[0].end(), name


def _cell(p: Parser) -> Spot:
    """One number, up to the end of the dressing that its last piece had."""
    if p.kind == "[":
        p.fail("square_brackets")
    found, last = cell(p), p.tokens[p.at - 1]
    if p.source.startswith(last.text, last.start):
        return found
    return found._replace(end=len(p.source[: p.next.start].rstrip()))


def _document(p: Parser) -> Layout:
    opening = p.kind if p.kind in _CLOSE and p.behind.kind == "begin" else ""
    if p.kind == "begin" or opening:
        bracket = p.take() if opening else None
        layout: Layout = _matrix(p)
        if bracket:
            p.close(bracket, _CLOSE[opening])
    else:
        layout = _cell(p)
    if p.kind == "row":
        p.take()
    if p.kind != "end":
        p.fail("no_end_of_formula", found=p.found())
    return layout


def _matrix(p: Parser) -> list[list[Spot]]:
    opening = p.take().text
    begin = opening[: opening.index("}") + 1]
    rows: list[list[Spot]] = [[]]
    while True:
        if p.kind in ("&", "row", "close"):
            p.fail("empty_entry")
        rows[-1].append(_cell(p))
        if len(rows) * len(rows[0]) > MOST_ENTRIES:
            p.fail("more_entries", most=f"{MOST_ENTRIES:,}")
        if p.kind == "&":
            p.take()
            continue
        if p.kind == "row":
            p.take()
            if p.kind != "close":
                rows.append([])
                continue
        _close(p, begin)
        return rows


def _close(p: Parser, begin: str) -> None:
    end = begin.replace("begin", "end", 1)
    if p.kind != "close" or p.next.text.replace(" ", "") != end.replace(" ", ""):
        p.fail("no_end_of_entry", end=end, found=p.found())
    p.take()


def _argument(p: Parser, of: str) -> Reader | int:
    """What TeX takes as the argument of a command: a group, one digit, or one command with its own arguments."""
    if p.kind == "number":
        token = p.next
        if not token.text[0].isdigit():
            p.fail("one_digit_or_group", token.start, of=of)
        rest = token.text[1:]
        p.tokens[p.at : p.at + 1] = [token._replace(text=token.text[0])] + (
            [Token("number", rest, token.start + 1)] if rest else []
        )
        return numeral(p, p.take())
    if p.kind not in ("{", "constant", "e", "letter", "frac", "sqrt"):
        p.fail("no_argument", of=of)
    return p.grammar.prefix[p.kind](p, p.take())


def _fraction(p: Parser, token: Token) -> Reader:
    top = yield _argument(p, token.text)
    bottom = yield _argument(p, token.text)
    return p.node(NodeKind.FRACTION, token.start, top, bottom)


def _root(p: Parser, token: Token) -> Reader:
    index: Integers = ()
    if p.kind == "[":
        p.take()
        index = ((yield part(p, 0)),)
        p.expect("]")
    inner = yield _argument(p, token.text)
    return p.node(NodeKind.ROOT, token.start, inner, *index)


def _constant(p: Parser, token: Token) -> int:
    return p.node(
        NodeKind.CONSTANT, token.start, text="e" if token.kind == "e" else "pi"
    )


def _function(p: Parser, token: Token) -> Reader:
    """\\ln 2, \\log_2 8, \\sin^2(1): an argument without brackets is one factor with its power."""
    name = token.text.removeprefix("\\")
    base: Integers = ()
    if p.kind == "_":
        if name != "log":
            p.fail("no_base", of=f"\\{name}")
        p.take()
        base = ((yield _script_argument(p, "\\log_")),)
    power = None
    if p.kind == "^":
        p.take()
        power = yield _script_argument(p, f"\\{name}^")
        if not p.tree.integer(power):
            p.fail("power_of_function", token.start, of=f"\\{name}")
    bracketed = p.kind in ("(", "left(") or (
        p.kind == "{" and p.behind.kind in ("(", "left(")
    )
    if p.kind in ("+", "-"):
        p.fail("bare_argument", of=f"\\{name}")
    inner = yield (
        p.grammar.prefix[p.kind](p, p.take()) if bracketed else part(p, SIGN)
    )
    if not bracketed:
        p.bare.add(p.at - 1)
    out = p.node(FUNCTIONS[name], token.start, inner, *base)
    return out if power is None else p.node(NodeKind.POWER, token.start, out, power)


def _script_argument(p: Parser, of: str) -> Reader | int:
    if p.kind == "number" and len(p.next.text) > 1:
        p.fail("one_digit", of=of, digits=p.next.text)
    return _argument(p, of)


def _over(p: Parser, left: int) -> Reader:
    """{1 \\over 2}: all of the group before it over all behind it."""
    sign = p.take()
    right = yield part(p, ANY)
    return p.node(NodeKind.FRACTION, sign.start, left, right)


def _endless(p: Parser, token: Token) -> int:
    p.fail("infinity", token.start, written="-\\infty")


def _beside(p: Parser, last: int, first: int) -> None:
    if last in p.bare and p.tokens[first].kind != "function":
        p.fail("unclear_argument")


def _refused(p: Parser, token: Token) -> int:
    if token.kind in ("[", "left["):
        p.fail("square_brackets", token.start)
    if token.kind == "begin":
        p.fail("matrix_in_formula", token.start)
    p.fail("unknown_command", token.start, text=repr(token.text))


_CLOSE = {"(": ")", "[": "]", "left(": "right)", "left[": "right]"}
GRAMMAR = Grammar(
    {
        "number": numeral, "constant": _constant, "e": _constant, "letter": letter_node, "frac": _fraction, "sqrt": _root,
        "function": _function, "-": negative, "+": positive,
        "(": bracket(")"), "left(": bracket("right)"), "{": bracket("}"), "endless": _endless,
        **dict.fromkeys(["begin", "unknown", "[", "left["], _refused),
    },
    "\\cdot", ("no_factor", "\\frac{1}{3}"), _beside, infix={"over": (SUM, _over)},
)  # fmt: skip
