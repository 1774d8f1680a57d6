"""What was written, before any arithmetic: a list of nodes, each made of earlier ones.

The children of a node always stand before it, so a plain loop over the list evaluates everything and depth
costs nothing. Equal parts are stored once: a softmax row that repeats its exponentials is computed once.
"""

from __future__ import annotations

from enum import StrEnum, auto
from typing import NamedTuple


class Kind(StrEnum):
    """What a node is; any other operation of a node is the name of a function (``symattn.language.functions``).

    Cells know the first twelve, lines the others too: ``known`` stands for a value worked out before, ``keyword`` for an
    argument with its name.

    >>> Kind.POWER, Kind.POWER == "power"
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

    __repr__ = str.__repr__


class Node(NamedTuple):
    """One numeral or one operation on earlier nodes; ``position`` counts characters from 0.

    ``op`` is a ``Kind``, or the name of a function. In a product ``text`` says ``*`` or ``/`` for every factor.

    >>> Node("sum", (0, 1), "", 2).args
    (0, 1)
    """

    op: str
    args: tuple[int, ...]
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
        self._known: dict[tuple[str, tuple[int, ...], str], int] = {}

    def add(self, op: str, args: tuple[int, ...], text: str, position: int) -> int:
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
        return node.op == Kind.NUMERAL and node.text.isdigit()


class Written(NamedTuple):
    """What a text says: the tree, its layout, and the name before = or ≈, if any.

    >>> Written(Tree(), [], "Q_0", True).approximate
    True
    """

    tree: Tree
    layout: Layout
    name: str = ""
    approximate: bool = False
