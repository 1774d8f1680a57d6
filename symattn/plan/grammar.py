"""The grammar of the line language (NAME = EXPRESSION) and its errors; nothing is ever evaluated as Python."""

from __future__ import annotations

from functools import lru_cache

from lark import Lark, Token, Tree, UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from symattn.errors import LineError
from symattn.resources import cache_folder

LONGEST_LINE = 2_000
DEEPEST = 100

GRAMMAR = r"""
line: NAME "=" sum
?sum: term
    | sum "+" term -> plus
    | sum "-" term -> minus
?term: signed
    | term "@" signed -> at
    | term "*" signed -> star
    | term "/" signed -> slash
?signed: postfix
    | "-" signed -> negative
    | "+" signed
?postfix: atom
    | postfix ".T" -> turned
    | postfix "[" index "," index "]" -> cut
?atom: NUMBER -> number
    | NAME -> name
    | NAME "(" [args] ")" -> call
    | "(" sum ")"
args: arg ("," arg)* [","]
?arg: sum | tuple | NAME "=" (sum | tuple) -> keyword
tuple: "(" sum "," [sum ("," sum)* [","]] ")"
index: [whole] ":" [whole] [":" [whole]] -> slice
    | whole -> at_index
    | "[" whole ("," whole)* "]" -> list
whole: NUMBER
     | "-" NUMBER -> below
NAME: /[A-Za-z][A-Za-z0-9_]*/
NUMBER: /(\d+\.\d*|\.\d+|\d+)([eE][+-]?\d+)?/
%ignore /[ \t]+/
"""

SIGNS = {
    "EQUAL": "=", "PLUS": "+", "MINUS": "-", "STAR": "*", "SLASH": "/", "LPAR": "(", "RPAR": ")",
    "LSQB": "[", "RSQB": "]", "COMMA": ",", "COLON": ":", "NAME": "a name", "NUMBER": "a number",
    "$END": "the end of the line",
}  # fmt: skip


@lru_cache(maxsize=1)
def _parser() -> Lark:
    place = cache_folder()
    kept = str(place / "lines.lark") if place is not None else False
    return Lark(GRAMMAR, parser="lalr", start="line", propagate_positions=True, maybe_placeholders=True, cache=kept)


def parse(text: str) -> Tree[Token]:
    """The syntax tree of one line; raises LineError with the column of the first thing that does not fit.

    >>> print(parse("Q = X @ W").data)
    line
    """
    _bounded(text)
    try:
        return _parser().parse(text)
    except UnexpectedInput as error:
        raise _explained(text, error) from None


def _bounded(text: str) -> None:
    if len(text) > LONGEST_LINE:
        raise LineError(f"a line of {len(text):,} characters; the limit is {LONGEST_LINE:,}, split it into lines")
    depth = 0
    for column, sign in enumerate(text):
        depth += (sign in "([") - (sign in ")]")
        if depth > DEEPEST:
            raise LineError(f"brackets nested more than {DEEPEST} deep; split the line", column=column)
    if text.count("-") + text.count("+") > 4 * DEEPEST:
        raise LineError(f"more than {4 * DEEPEST} signs; split the line")


def _explained(text: str, error: UnexpectedInput) -> LineError:
    column = max(0, (error.column or 1) - 1)
    if isinstance(error, UnexpectedCharacters):
        return LineError(f"unexpected {text[column]!r}; {_hint(text[column])}", column=column)
    if isinstance(error, UnexpectedToken):
        found = str(error.token)
        at_end = error.token.type == "$END"
        column = len(text) if at_end else column
        wanted = _listed(sorted(SIGNS.get(kind, f"'{kind.lower()}'") for kind in error.expected))
        what = "the line ends too early" if at_end else f"unexpected {found!r}"
        return LineError(f"{what}; here may stand: {wanted}", column=column)
    return LineError("this is no line of the form NAME = EXPRESSION", column=column)


def _listed(signs: list[str]) -> str:
    """The signs with commas between them; a comma among them is named, or nobody could read it."""
    return ", ".join("a comma" if sign == "," else sign for sign in signs)


def _hint(sign: str) -> str:
    return {
        "^": "there are no powers in a line",
        "×": "write @ for a product of matrices, * by a scalar",
        "·": "write @ for a product of matrices, * by a scalar",
        "−": "write the plain minus sign -",
        "ᵀ": "write .T for the transpose",
        "'": "write .T for the transpose",
    }.get(sign, "a line reads NAME = EXPRESSION with + - @ * / .T [ , ] and the functions of `symattn ops`")
