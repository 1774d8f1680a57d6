"""What a formula looks like, before any format: small immutable boxes that every writer can set.

Text inside a box is Unicode (``ε``, ``×``, ``−``, ``⊤``); a format's writer turns it into its own commands.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import cached_property
from typing import Literal, TypeAlias, TypeGuard

from flint import fmpq, fmpz

from symattn.records import frozen, replace
from symattn.said import Glossary, Integers
from symattn.tables import Place, every

Kind = Literal[
    "number", "letter", "bold", "upright", "word", "operator", "relation", "punct", "text", "space", "accent", "phantom",
    "unit",
]  # fmt: skip
Box: TypeAlias = "Ink | Row | Frac | Script | Stack | Root | Fence | Grid | Boxed"
Boxes: TypeAlias = tuple[Box, ...]


@frozen
class Ink:
    """One run of ink: a number, a letter, a word, a sign, or a blank ("thin", "quad", "qquad").

    Kinds: ``letter`` is slanted maths, ``bold`` bold upright, ``upright`` a function's name, ``word`` a slanted
    word, ``operator`` a sign between two things (+ · ⊕), ``relation`` = or ≈, ``punct`` a comma, ``text`` prose,
    ``accent`` a sign that belongs right above or below something (a hat, a brace), ``phantom`` room as wide as these digits,
    ``unit`` that of a quantity (GB/s, %).

    >>> Ink("ε")
    Ink(text='ε', kind='letter')
    """

    text: str
    kind: Kind = "letter"


PLUS, MINUS, DOT, TIMES, CIRCLE = (Ink(sign, "operator") for sign in "+−·×∘")
EQUALS, NEARLY = Ink("=", "relation"), Ink("≈", "relation")
NEGATIVE, COMMA, SLASH, ELLIPSIS, DOTS = (Ink(sign, "punct") for sign in "−,/…⋯")
THIN, BLANK, QUAD, QQUAD = (
    Ink(room, "space") for room in ("thin", "medium", "quad", "qquad")
)


@frozen
class Row:
    """Boxes one after another.

    >>> Row((Ink("X", "bold"), Ink("W", "bold"))).items[0].text
    'X'
    """

    items: Boxes


@frozen
class Frac:
    """A built-up fraction.

    >>> Frac(Ink("1", "number"), Ink("3", "number")).bottom.text
    '3'
    """

    top: Box
    bottom: Box


@frozen
class Script:
    """A base with something below right, above right, or both.

    >>> Script(Ink("Q"), sup=Ink("1", "number")).sub is None
    True
    """

    base: Box
    sub: Box | None = None
    sup: Box | None = None


@frozen
class Stack:
    """Something with a sign or a formula right above it, right below it, or both: a hat, a brace, a limit.

    >>> Stack(Ink("y"), Ink("^", "accent")).brace
    False
    """

    body: Box
    over: Box | None = None
    under: Box | None = None

    @property
    def brace(self) -> bool:
        """Whether a brace stands above or below, to which a script says what it is."""
        return any(
            mark in (Ink("⏞", "accent"), Ink("⏟", "accent"))
            for mark in (self.over, self.under)
        )


@frozen
class Root:
    """A square root, or the root of another index.

    >>> Root(Ink("2", "number")).index
    2
    """

    body: Box
    index: int = 2


@frozen
class Fence:
    """Brackets as tall as what they hold; a side may be empty.

    >>> Fence("(", Ink("K"), ")").left
    '('
    """

    left: str
    body: Box
    right: str


@frozen
class Grid:
    """A matrix or a table of boxes: brackets around it, columns aligned, rules after some columns, cells shaded.

    ``align`` is one sign for all columns or one each (l, c, r, and . for decimals on their points, see ``on_points``);
    ``rules`` holds the columns and ``under`` the rows (counted from 1) after which a rule stands; ``used`` the cells (row, column
    from 0) that are shaded.

    >>> Grid(((Ink("1", "number"), Ink("2", "number")),)).columns
    2
    """

    rows: tuple[Boxes, ...]
    left: str = "["
    right: str = "]"
    align: str = "c"
    rules: Integers = ()
    used: frozenset[Place] = frozenset()
    under: Integers = ()

    @property
    def columns(self) -> int:
        """How many columns there are."""
        return max((len(cells) for cells in self.rows), default=0)

    @cached_property
    def widths(self) -> dict[bool, float]:
        """How wide it was found to be, by whether it could be set smaller: where a page is laid out that is asked often."""
        return {}

    @property
    def aligned(self) -> str:
        """How each column is aligned."""
        return self.align if len(self.align) > 1 else self.align * self.columns


def pointed(box: Box, mark: str) -> Box:
    """A formula as a reader of a language sees its numbers: with its decimals' *mark*, and with groups of three digits but in
    matrices, where a gap parts columns. Where the mark is a comma, numbers beside each other are parted by semicolons.

    >>> pointed(Row((Ink("0.5", "number"), Ink(",", "punct"), Ink("1", "number"))), ",")
    Row(items=(Ink(text='0,5', kind='number'), Ink(text=';', kind='punct'), Ink(text='1', kind='number')))
    """
    return _pointed(box, mark, grouped)


def _pointed(box: Box, mark: str, whole: Callable[[str], str]) -> Box:
    """A formula with the decimals' mark, its whole numbers written by *whole*."""
    if isinstance(box, Ink):
        if box.kind not in ("number", "phantom"):
            return box
        first, point, rest = box.text.partition(".")
        return Ink(whole(first) + (mark + rest if point else ""), box.kind)
    found = rebuilt(
        box, lambda part: _pointed(part, mark, str if isinstance(box, Grid) else whole)
    )
    if not isinstance(found, Row):
        return found
    if mark != ",":
        return _priced(found)
    is_list = any(inked(item, "number") and mark in item.text for item in found.items)
    return Row(
        tuple(
            Ink(";", "punct") if is_list and item == COMMA else item
            for item in found.items
        )
    )


def _priced(found: Row) -> Row:
    """Amounts of money with the dollar before them: $2.5/h, $3·10⁶."""
    items = list(found.items)
    for k in reversed(range(2, len(items))):
        match items[k - 1], items[k]:
            case Ink("medium", "space"), Ink(text, "unit") if text[0] == "$":
                power = isinstance(items[k - 2], Script) and k > 3
                start = k - 4 if power and inked(items[k - 4], "number") else k - 2
                behind = [Ink(text[1:], "unit")] if text[1:] else []
                items[start : k + 1] = [
                    Ink("$", "unit"),
                    *items[start : k - 1],
                    *behind,
                ]
    return Row(tuple(items))


def renamed(box: Box, words: Glossary) -> Box:
    """A formula with its functions named in a language.

    >>> renamed(Row((Ink("numbers", "upright"), Fence("(", Ink("numbers"), ")"))), {"numbers": "Zahlen"}).items[0].text
    'Zahlen'
    """
    if isinstance(box, Ink):
        return (
            Ink(words[box.text], box.kind)
            if box.kind == "upright" and box.text in words
            else box
        )
    return rebuilt(box, lambda part: renamed(part, words)) if words else box


def inside(box: Box) -> list[Box]:
    """The boxes that a box is made of.

    >>> [ink.text for ink in inside(Script(Ink("x"), sup=Ink("2", "number")))]
    ['x', '2']
    """
    found: list[Box] = []

    def look(part: Box) -> Box:
        found.append(part)
        return part

    rebuilt(box, look)
    return found


def rebuilt(box: Box, change: Callable[[Box], Box]) -> Box:
    """A box of the same kind with each box that it is made of *change*d; ink as it is.

    >>> rebuilt(Frac(Ink("a"), Ink("b")), lambda part: Root(part)).bottom
    Root(body=Ink(text='b', kind='letter'), index=2)
    """
    match box:
        case Row(items):
            return Row(tuple(map(change, items)))
        case Grid(rows):
            return replace(box, rows=every(change, rows))
        case Frac(top, bottom):
            return Frac(change(top), change(bottom))
        case Script(base, sub, sup):
            return Script(change(base), sub and change(sub), sup and change(sup))
        case Stack(body, over, under):
            return Stack(change(body), over and change(over), under and change(under))
        case Root(body) | Fence(_, body) | Boxed(body):
            return replace(box, body=change(body))
    return box


GROUP = "\u202f"  # the narrow blank between groups of three digits
UNGROUPED = 4  # digits that are read at a glance


def grouped(digits: str) -> str:
    """A whole number with its digits in groups of three, where it has five or more.

    >>> grouped("786944").split(GROUP), grouped("50257").split(GROUP), grouped("1024")
    (['786', '944'], ['50', '257'], '1024')
    """
    if len(digits) <= UNGROUPED or not digits.isdecimal():
        return digits
    return GROUP.join(
        digits[max(0, k - 3) : k] for k in range(len(digits), 0, -3)[::-1]
    )


def on_points(grid: Grid) -> Grid:
    """A matrix whose columns aligned "." are flush right, with room behind shorter decimals, so that the points stand in line.

    >>> on_points(Grid(((Ink("0.25", "number"),), (Ink("7", "number"),)), align=".")).rows[1][0].items[1]
    Ink(text='.00', kind='phantom')
    """
    if "." not in grid.align:
        return grid
    align = grid.aligned
    columns = [[r[j] for r in grid.rows if j < len(r)] for j in range(grid.columns)]
    places = [
        max(map(_places, cells), default=0) if align[j] == "." else 0
        for j, cells in enumerate(columns)
    ]
    mark = (
        ","
        if any("," in text for column in columns for text in map(_digits, column))
        else "."
    )
    rows = tuple(
        tuple(_padded(cell, places[j], mark) for j, cell in enumerate(r))
        for r in grid.rows
    )
    same = "r" if set(align) == {"."} else align.replace(".", "r")
    return replace(grid, rows=rows, align=same)


def _digits(cell: Box) -> str:
    """A cell's last number as it is written."""
    last = cell.items[-1] if isinstance(cell, Row) and cell.items else cell
    return last.text if inked(last, "number") else ""


def _places(cell: Box) -> int:
    """How many digits stand behind the point of a cell's last number."""
    return len(_digits(cell).replace(",", ".").partition(".")[2])


def _padded(cell: Box, places: int, mark: str) -> Box:
    missing = places - _places(cell)
    return (
        Row(
            (
                cell,
                Ink(
                    "0" * missing if _places(cell) else mark + "0" * missing, "phantom"
                ),
            )
        )
        if missing > 0 and cell != INFINITE
        else cell
    )


@frozen
class Boxed:
    """A result, framed and tinted so that it is found at a glance.

    >>> Boxed(Ink("4", "number")).body.text
    '4'
    """

    body: Box


def inked(box: object, *kinds: str) -> TypeGuard[Ink]:
    """Whether a box is ink of one of these kinds.

    >>> inked(Ink("2", "number"), "number", "letter"), inked(Root(Ink("2", "number")), "number")
    (True, False)
    """
    return isinstance(box, Ink) and box.kind in kinds


def items_of(box: Box) -> Boxes:
    """What stands one after the other in a row; another box by itself.

    >>> items_of(Ink("X"))
    (Ink(text='X', kind='letter'),)
    """
    return box.items if isinstance(box, Row) else (box,)


def between(items: Iterable[Box], signs: Collection[Box]) -> list[list[Box]]:
    """What stands between some signs.

    >>> len(between((Ink("A"), COMMA, Ink("B")), [COMMA]))
    2
    """
    parts: list[list[Box]] = [[]]
    for item in items:
        if item in signs:
            parts.append([])
        else:
            parts[-1].append(item)
    return parts


def row(*items: Box | None) -> Box:
    """Boxes one after another, rows inside rows opened up, nothing kept for None.

    >>> row(Ink("X"), None, row(Ink("W"), Ink("Y")))
    Row(items=(Ink(text='X', kind='letter'), Ink(text='W', kind='letter'), Ink(text='Y', kind='letter')))
    """
    flat = tuple(one for item in items if item is not None for one in items_of(item))
    return flat[0] if len(flat) == 1 else Row(flat)


def with_above(box: Box, more: Box) -> Box:
    """A box with something more above it, behind what stands there already.

    >>> with_above(Script(Ink("A"), sub=Ink("h")), Ink("i")).sub.text, with_above(Ink("A"), Ink("i")).sup.text
    ('h', 'i')
    """
    if isinstance(box, Script):
        return Script(box.base, box.sub, row(box.sup, more))
    return Script(box, sup=more)


def listed(parts: Iterable[Box], *signs: Box) -> Box:
    """Boxes one after another with signs between.

    >>> listed([Ink("A"), Ink("B")], COMMA).items[1].text
    ','
    """
    out: list[Box | None] = []
    for part in parts:
        out += [*(signs if out else ()), part]
    return row(*out)


def applied(function: str | Box, *args: Box, brackets: str = "()") -> Box:
    """A function, by its word or its symbol, of what stands in brackets behind it.

    >>> [type(item).__name__ for item in applied("max", Ink("a"), Ink("b")).items], applied("log", Ink("p")).items[1].body.text
    (['Ink', 'Fence'], 'p')
    """
    name = Ink(function, "upright") if isinstance(function, str) else function
    return row(name, Fence(brackets[0], listed(args, COMMA), brackets[1]))


COLON = Ink(":", "number")
"""Every row, or every column, below the symbol of a matrix."""
INFINITE = row(NEGATIVE, Ink("∞", "number"))
"""Minus infinity."""


def number(text: object) -> Box:
    """A number as it is written; its sign becomes a true minus.

    >>> number(-2)
    Row(items=(Ink(text='−', kind='punct'), Ink(text='2', kind='number')))
    """
    if not isinstance(text, int | str | fmpz | fmpq):
        raise TypeError(f"a {type(text).__name__} is no number that could be written")
    digits = (
        fmpz(text).str() if isinstance(text, int) else str(text)
    )  # Python itself writes no more than 4,300 digits
    if digits.startswith(("-", "−")):
        return Row((NEGATIVE, Ink(digits[1:], "number")))
    return Ink(digits, "number")


def times_ten(digits: str, power: int) -> Box:
    """Digits times a power of ten; the power alone where they are 1.

    >>> times_ten("1", 9).base, len(times_ten("-3.3", 24).items)
    (Ink(text='10', kind='number'), 4)
    """
    ten = Script(number(10), sup=number(power))
    return ten if digits == "1" else row(number(digits), DOT, ten)


MANY_DIGITS, MANY_ZEROS = (
    10,
    6,
)  # a whole number that long, with so many zeros at its end, is shown as a power of ten


def whole(n: int) -> Box:
    """A whole number; what ends in many zeros as a power of ten, 3.12·10¹⁴.

    >>> whole(4096), len(whole(312 * 10**12).items)
    (Ink(text='4096', kind='number'), 3)
    """
    if n % 10**MANY_ZEROS or abs(n) < 10 ** (MANY_DIGITS - 1):
        return number(n)
    digits = fmpz(abs(n)).str()
    first, *rest = digits.rstrip("0")
    return row(
        NEGATIVE if n < 0 else None,
        times_ten(first + ("." + "".join(rest) if rest else ""), len(digits) - 1),
    )
