"""What several figures share: shapes in words, rows of heads, matrices as grids, and labels of tokens."""

from __future__ import annotations

from fractions import Fraction

from symattn.boxes import COMMA, Box, Ink, Script, listed, row
from symattn.boxes.measure import width
from symattn.figures.context import Context, Sides, Size, as_formula, size
from symattn.figures.model import Content, Figure, Items, Length
from symattn.said import Strings

CELLS = 8  # a longer side, or a letter, is drawn without cells


def shape(sizes: tuple[Size, ...]) -> Box:
    """A shape as people write it in code: (4, 1024).

    >>> [ink.text for ink in shape((4, 2)).items]
    ['(', '4', ',', '2', ')']
    """
    return row(Ink("(", "punct"), listed([*map(size, sizes)], COMMA), Ink(")", "punct"))


def words(*parts: str | Box) -> Box:
    """Words and formulas in one label."""
    return row(
        *(Ink(part, "text") if isinstance(part, str) else part for part in parts)
    )


def figure(
    context: Context,
    name: str,
    width: Length,
    height: Length,
    items: Items,
    told: bool = True,
    **facts: int | str,
) -> Figure:
    """A figure with what it shows in the words of its name, of which the key says more where that is to be *told*.

    >>> [figure(Context(symbol=str), "joined-heads", 9, 9, [], told).told[:18] for told in (True, False)]
    ['The heads stand si', '']
    """
    said = "products" if name == "attention" else name
    more = context.says(f"{said}_told", **facts) if told else ""
    return Figure(name, context.says(said, **facts), width, height, tuple(items), more)


def titled(context: Context, word: str, formula: Box) -> Box:
    """One of the figures' words, and the formula that it belongs to."""
    return words(context.says(word) + " ", formula)


def wide(content: Content) -> Fraction:
    """About how many millimetres a label takes in the figures' largest size."""
    return Fraction(width(as_formula(content)) * 0.92).limit_denominator(100)


def tokens(context: Context, count: int) -> Strings:
    """The tokens' labels: the sheet's own, or "token 1", "token 2" ….

    >>> tokens(Context(symbol=str, tokens=("I", "love")), 2), tokens(Context(symbol=str), 2)
    (('I', 'love'), ('token 1', 'token 2'))
    """
    if len(context.tokens) == count:
        return context.tokens
    return tuple(context.says("token", k=k) for k in range(1, count + 1))


def seen(context: Context, count: int) -> Strings:
    """The labels of the tokens looked at: the same tokens, or those of the memory.

    >>> seen(Context(symbol=str, tokens=("I", "love"), memory=True), 2)
    ('memory 1', 'memory 2')
    """
    return (
        tuple(context.says("memory_token", k=k) for k in range(1, count + 1))
        if context.memory
        else tokens(context, count)
    )


def length(side: Size) -> int:
    """How many cells long a side is drawn: its own number when that is small, else a length that grows slowly.

    >>> length(3), length(128), length(1024), length("d"), length("n")
    (3, 9, 12, 6, 3)
    """
    if isinstance(side, int):
        return side if side <= CELLS else min(14, 2 + side.bit_length() - 1)
    return {"d": 6, "d_model": 6, "n": 3, "m": 3}.get(side, 4)


def sides(context: Context, name: str, usual: Sides) -> Sides:
    """The tokens and the width of a line, which are its rows and columns unless tokens are columns, else *usual* letters.

    >>> sides(Context(symbol=str, shapes={"Q": ("B", "n", "d_k")}), "Q", ("m", "m"))
    ('n', 'd_k')
    """
    known = context.shapes.get(name, usual)
    if (
        len(known) == 3 and known[1] == context.heads
    ):  # (tokens, heads, width): the heads side by side
        heads, each = known[1:]
        return known[0], heads * each if isinstance(heads, int) and isinstance(
            each, int
        ) else f"{heads} {each}"
    if context.columns and name in context.shapes:
        return known[-1], known[-2]
    return known[-2], known[-1]


def transposed(context: Context, name: str) -> Box:
    """A line's symbol transposed, as the sheet writes it or with a plain ⊤.

    >>> transposed(Context(symbol=str), "K").sup.text
    '⊤'
    """
    if context.turned is not None:
        return as_formula(context.turned(name))
    return Script(context.formula(name), sup=Ink("⊤", "upright"))
