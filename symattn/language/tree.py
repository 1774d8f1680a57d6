"""What is read, as trees; the functions that may be written, the precision that digits claim, and how long a text may be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum, auto
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, NoReturn

from flint import arb

from symattn.exact.functions import absolute, cos, cosh, exp, sigmoid, sin, sinh, tanh
from symattn.exact.number import Number
from symattn.later import pattern
from symattn.limits import MOST_CHARACTERS, MOST_NESTING
from symattn.records import frozen
from symattn.said import Integers
from symattn.wording import unread

# --- tree ---
# What was written, before any arithmetic: a list of nodes, each made of earlier ones.
#
# The children of a node always stand before it, so a plain loop over the list evaluates everything and depth
# costs nothing. Equal parts are stored once: a softmax row that repeats its exponentials is computed once.


class NodeKind(StrEnum):
    """What a node is; any other operation of a node is the name of a function (``symattn.language.tree``).

    Cells know the first twelve, lines the others too: ``known`` stands for a value worked out before, ``keyword`` for an
    argument with its name.

    >>> NodeKind.POWER, NodeKind.POWER == "power"
    ('power', True)
    """

    NUMERAL = auto()
    CONSTANT = auto()
    LETTER = auto()
    BLOCKED = auto()
    SUM = auto()
    NEGATIVE = auto()
    PRODUCT = auto()
    POWER = auto()
    ROOT = auto()
    FRACTION = auto()
    LOG = auto()
    KNOWN = auto()
    NAME = auto()
    CALL = auto()
    KEYWORD = auto()
    TUPLE = auto()
    TRANSPOSE = auto()
    SELECT = auto()
    COMPARISON = auto()
    LIST = auto()

    __repr__ = str.__repr__


class Node(NamedTuple):
    """One numeral or one operation on earlier nodes; ``position`` counts characters from 0.

    ``op`` is a ``NodeKind``, or the name of a function. In a product ``text`` says ``*`` or ``/`` for every factor.

    >>> Node("sum", (0, 1), "", 2).args
    (0, 1)
    """

    op: str
    args: Integers
    text: str
    position: int


class Spot(NamedTuple):
    """One entry: its node, and where in the text it is written.

    >>> Spot(0, 2, 5).end
    5
    """

    node: int
    start: int
    end: int


Layout = Spot | list[list[Spot]]  # a number, or the rows of a matrix


class Tree:
    """The nodes of one text; ``add`` returns the number of a node.

    A tree of a line does not share equal parts (``shared=False``): each keeps its own place for messages.

    >>> tree = Tree()
    >>> tree.add("numeral", (), "1", 0), tree.add("numeral", (), "1", 4)
    (0, 0)
    """

    def __init__(self, shared: bool = True) -> None:
        self.nodes: list[Node] = []
        self.shared = shared
        self._known: dict[tuple[str, Integers, str], int] = {}

    def add(self, op: str, args: Integers, text: str, position: int) -> int:
        """Store a node, unless an equal one is there to share, and return its number."""
        key = (op, args, text)
        found = self._known.get(key) if self.shared else None
        if found is None:
            found = self._known[key] = len(self.nodes)
            self.nodes.append(Node(op, args, text, position))
        return found

    def integer(self, index: int) -> bool:
        """Whether a node is a whole number written in digits."""
        node = self.nodes[index]
        return node.op == NodeKind.NUMERAL and node.text.isdigit()


class Written(NamedTuple):
    """What a text says: the tree, its layout, and the name before = or ≈, if any.

    >>> Written(Tree(), [], "Q_0", True).approximate
    True
    """

    tree: Tree
    layout: Layout
    name: str = ""
    approximate: bool = False


# --- functions ---
# The functions of numbers: each entered once, with its rules over exact values and over balls, and what it costs.
#
# A new one is a row of ``OF_NUMBERS``: cells, lines, LaTeX, rounded decimals and students' answers then know it. Two are written
# like functions and are rules of their own, since they may take a second number: ``sqrt`` and ``log``.


@frozen
class NumberFunction:
    """A function of one number: its ``exact`` rule, the same over ``ball``s, and how many ``steps`` of work it takes.

    The work is for each argument that is irrational, or, where the angle alone decides it, ``once``. ``signed`` says that
    the sign of the argument is proved on the way.

    >>> OF_NUMBERS["tanh"].exact(Number.of(0)), OF_NUMBERS["tanh"].steps
    (Number(0), 5)
    """

    exact: Callable[[Number], Number]
    ball: Callable[[arb], arb]
    steps: int = 0
    once: bool = False
    signed: bool = False


OF_NUMBERS: Mapping[str, NumberFunction] = {
    "exp": NumberFunction(exp, arb.exp),
    "sin": NumberFunction(sin, arb.sin, 2, once=True),
    "cos": NumberFunction(cos, arb.cos, 2, once=True),
    "tanh": NumberFunction(tanh, arb.tanh, 5),
    "sinh": NumberFunction(sinh, arb.sinh),
    "cosh": NumberFunction(cosh, arb.cosh),
    "sigmoid": NumberFunction(sigmoid, lambda x: 1 / (1 + (-x).exp()), 5),
    "abs": NumberFunction(absolute, abs, signed=True),
}

FUNCTIONS: Mapping[str, tuple[str, int]] = {
    **{name: (name, 1) for name in OF_NUMBERS},
    "sqrt": (NodeKind.ROOT, 1), "log": (NodeKind.LOG, 2), "ln": (NodeKind.LOG, 1), "Abs": ("abs", 1),
}  # fmt: skip
"""Every spelling of a function in text: the operation of the tree, and how many arguments it takes at most."""


# --- precision ---
# How precisely a number was written: its decimals, when it is a plain decimal.


@frozen
class Precision:
    """A plain decimal's digits after the point and its power of ten: 6.30e-02 has 2 and -2; what one of its unit is worth.

    >>> Precision(2, -2).unit
    Fraction(1, 10000)
    """

    places: int
    exponent: int = 0
    worth: Fraction = Fraction(1)

    @cached_property
    def unit(self) -> Fraction:
        """What one in the last digit is worth."""
        return self.worth * Fraction(10) ** (self.exponent - self.places)


def precision(tree: Tree, index: int) -> Precision | None:
    """The precision of a plain decimal (with a sign, with a power of ten), or None for an exact form such as 1/3.

    >>> tree = Tree()
    >>> precision(tree, tree.add("numeral", (), "0.50", 0))
    Precision(places=2, exponent=0, worth=Fraction(1, 1))
    """
    node = tree.nodes[index]
    if node.op == NodeKind.NEGATIVE:
        inner = tree.nodes[node.args[0]]
        return precision(tree, node.args[0]) if inner.op != NodeKind.NEGATIVE else None
    if node.op == NodeKind.NUMERAL:
        digits, _, power = node.text.lower().partition("e")
        return Precision(len(digits.partition(".")[2]), int(power or 0))
    if node.op == NodeKind.PRODUCT and node.text == "**" and len(node.args) == 2:
        return _scientific(tree, *node.args)
    return None


def _scientific(tree: Tree, left: int, right: int) -> Precision | None:
    """6.3·10^-2: a decimal times a power of ten."""
    power, front = tree.nodes[right], tree.nodes[left]
    if (
        power.op != NodeKind.POWER
        or tree.nodes[power.args[0]].text != "10"
        or front.op == NodeKind.PRODUCT
    ):
        return None
    exponent = tree.nodes[power.args[1]]
    sign, exponent = (
        (-1, tree.nodes[exponent.args[0]])
        if exponent.op == NodeKind.NEGATIVE
        else (1, exponent)
    )
    found = precision(tree, left)
    if found is None or found.exponent:
        return None
    if (
        exponent.op != NodeKind.NUMERAL
        or not exponent.text.isdigit()
        or len(exponent.text) > 6
    ):
        return None
    return Precision(found.places, sign * int(exponent.text))


# --- limits ---
# What is looked at before anything is read: length, characters that cannot be seen, nesting.

# One character for one character, so that positions stay what the writer counts.
_PLAIN = str.maketrans(
    {
        **{chr(0xFF10 + d): str(d) for d in range(10)},
        **dict(
            zip(
                "＋－．，（）［］｛｝＊／＾＝；｜＆＼＿",
                "+-.,()[]{}*/^=;|&\\_",
                strict=True,
            )
        ),
        **dict(zip("−×·⋅∙∗÷∕⁄", "-*****///", strict=True)),
        **dict.fromkeys(
            "\u00a0\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t\r",
            " ",
        ),
    }
)
_UNSEEN = pattern(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\ud800-\udfff\ue000-\uf8ff"
    "\U000e0000-\U0010ffff]"
)
_ELLIPSIS = pattern(r"…|⋯|⋮|⋱|\.\s?\.\s?\.|\\[lcvdi]?dots[a-z]?(?![A-Za-z])")
_BRACKET = pattern(r"[()\[\]{}]")


def prepared(text: object) -> str:
    """The text with signs, digits and brackets in their plain form; raises ReadError past a stated limit.

    >>> prepared("１−２")
    '1-2'
    """
    if not isinstance(text, str):
        raise unread("no_text", kind=type(text).__name__)
    if len(text) > MOST_CHARACTERS:
        raise unread(
            "most_characters", count=f"{len(text):,}", most=f"{MOST_CHARACTERS:,}"
        )
    seen = (
        text.isascii() and text.replace("\n", "").isprintable()
    )  # or the table, which takes longest of all to be made
    unseen = None if seen else _UNSEEN.search(text)
    if unseen:
        raise unread("unseen", text, unseen.start(), code=f"U+{ord(unseen[0]):04X}")
    plain = text.translate(_PLAIN)
    if not plain.strip():
        raise unread("nothing")
    dots = _ELLIPSIS.search(plain)
    if dots:
        raise unread("ellipsis", text, dots.start())
    _check_nesting(plain, text)
    return plain


def _check_nesting(plain: str, text: str) -> None:
    depth = 0
    for found in _BRACKET.finditer(plain):
        depth += 1 if found[0] in "([{" else -1
        if depth > MOST_NESTING:
            raise unread("deep_brackets", text, found.start(), most=MOST_NESTING)


def too_large(kind: str, most: int) -> NoReturn:
    """Raise ReadError that says what was too large.

    >>> too_large("long_number", 3)
    Traceback (most recent call last):
        ...
    symattn.errors.ReadError: a number of more than 3 digits; write a smaller number
    """
    raise unread(kind, most=f"{most:,}")
