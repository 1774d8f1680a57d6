"""What a formula looks like, before any format: small immutable boxes that every writer can set, and their widths on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Literal, TypeAlias

from flint import fmpz

from symattn.binding import ANY, ATOM, CIRCLED, POWER, PRODUCT, SIDES, SUM, Pen
from symattn.records import frozen, replace
from symattn.tables import every

# --- boxes ---
# What a formula looks like, before any format: small immutable boxes that every writer can set.
#
# Text inside a box is Unicode (``ε``, ``×``, ``−``, ``⊤``); a format's writer turns it into its own commands.

Kind = Literal[
    "number", "letter", "bold", "upright", "word", "operator", "relation", "punct", "text", "space", "accent", "phantom",
    "unit",
]  # fmt: skip
Box: TypeAlias = "Ink | Row | Frac | Script | Stack | Root | Fence | Grid | Boxed"


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


@frozen
class Row:
    """Boxes one after another.

    >>> Row((Ink("X", "bold"), Ink("W", "bold"))).items[0].text
    'X'
    """

    items: tuple[Box, ...]


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
        return any(mark in (Ink("⏞", "accent"), Ink("⏟", "accent")) for mark in (self.over, self.under))


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

    rows: tuple[tuple[Box, ...], ...]
    left: str = "["
    right: str = "]"
    align: str = "c"
    rules: tuple[int, ...] = ()
    used: frozenset[tuple[int, int]] = frozenset()
    under: tuple[int, ...] = ()

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
    found = rebuilt(box, lambda part: _pointed(part, mark, str if isinstance(box, Grid) else whole))
    if not isinstance(found, Row) or mark != ",":
        return found
    is_list = any(isinstance(item, Ink) and item.kind == "number" and mark in item.text for item in found.items)
    return Row(tuple(Ink(";", "punct") if is_list and item == Ink(",", "punct") else item for item in found.items))


def renamed(box: Box, words: Mapping[str, str]) -> Box:
    """A formula with its functions named in a language.

    >>> renamed(Row((Ink("numbers", "upright"), Fence("(", Ink("numbers"), ")"))), {"numbers": "Zahlen"}).items[0].text
    'Zahlen'
    """
    if isinstance(box, Ink):
        return Ink(words[box.text], box.kind) if box.kind == "upright" and box.text in words else box
    return rebuilt(box, lambda part: renamed(part, words)) if words else box


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
    return GROUP.join(digits[max(0, k - 3) : k] for k in range(len(digits), 0, -3)[::-1])


def on_points(grid: Grid) -> Grid:
    """A matrix whose columns aligned "." are flush right, with room behind shorter decimals, so that the points stand in line.

    >>> on_points(Grid(((Ink("0.25", "number"),), (Ink("7", "number"),)), align=".")).rows[1][0].items[1]
    Ink(text='.00', kind='phantom')
    """
    if "." not in grid.align:
        return grid
    align = grid.aligned
    columns = [[r[j] for r in grid.rows if j < len(r)] for j in range(grid.columns)]
    places = [max(map(_places, cells), default=0) if align[j] == "." else 0 for j, cells in enumerate(columns)]
    mark = "," if any("," in text for column in columns for text in map(_digits, column)) else "."
    rows = tuple(tuple(_padded(cell, places[j], mark) for j, cell in enumerate(r)) for r in grid.rows)
    same = "r" if set(align) == {"."} else align.replace(".", "r")
    return Grid(rows, grid.left, grid.right, same, grid.rules, grid.used, grid.under)


def _digits(cell: Box) -> str:
    """A cell's last number as it is written."""
    last = cell.items[-1] if isinstance(cell, Row) and cell.items else cell
    return last.text if isinstance(last, Ink) and last.kind == "number" else ""


def _places(cell: Box) -> int:
    """How many digits stand behind the point of a cell's last number."""
    return len(_digits(cell).replace(",", ".").partition(".")[2])


def _padded(cell: Box, places: int, mark: str) -> Box:
    missing = places - _places(cell)
    return Row((cell, Ink("0" * missing if _places(cell) else mark + "0" * missing, "phantom"))) if missing > 0 else cell


@frozen
class Boxed:
    """A result, framed and tinted so that it is found at a glance.

    >>> Boxed(Ink("4", "number")).body.text
    '4'
    """

    body: Box


def row(*items: Box | None) -> Box:
    """Boxes one after another, rows inside rows opened up, nothing kept for None.

    >>> row(Ink("X"), None, row(Ink("W"), Ink("Y")))
    Row(items=(Ink(text='X', kind='letter'), Ink(text='W', kind='letter'), Ink(text='Y', kind='letter')))
    """
    flat: list[Box] = []
    for item in items:
        if isinstance(item, Row):
            flat.extend(item.items)
        elif item is not None:
            flat.append(item)
    return flat[0] if len(flat) == 1 else Row(tuple(flat))


# --- binding ---
# How tightly a formula holds together, by what stands in it: brackets follow from that and from nothing else.

_SUMS, _CIRCLES = frozenset("+−⊕∣‖|⋯"), frozenset("∘⊙⊗")


def binding(box: Box) -> int:
    """How tightly a formula holds together as it stands.

    >>> plus = Ink("+", "operator")
    >>> binding(row(Ink("a"), plus, Ink("b"))) == SUM, binding(row(Ink("a"), Ink("b"))) == PRODUCT, binding(number(-2)) == SUM
    (True, True, True)
    """
    match box:
        case Frac():
            return PRODUCT
        case Root():
            return POWER
        case Script(base, _, sup):
            return ATOM if sup is None else min(POWER, binding(base) if isinstance(base, Row) else POWER)
        case Row(items):
            return _binding(tuple(item for item in items if not (isinstance(item, Ink) and item.kind == "space")))
    return ATOM


def _binding(items: tuple[Box, ...]) -> int:
    signs = {item.text for item in items if isinstance(item, Ink) and item.kind in ("operator", "punct", "relation")}
    if _enclosed([item.text if isinstance(item, Ink) and item.kind == "punct" else "" for item in items]):
        return ATOM
    if any(isinstance(item, Ink) and item.kind == "relation" for item in items):
        return ANY
    if signs & _SUMS:
        return SUM
    if signs & _CIRCLES:
        return CIRCLED
    if len(items) == 2 and is_call(items):
        return POWER
    behind = items[1:]
    if behind and all(isinstance(item, Ink) and item.kind == "text" and item.text.startswith("[") for item in behind):
        return POWER  # what is cut out of a matrix: Q[:, 0:2]
    return ATOM if all(isinstance(item, Ink) and item.kind == "number" for item in items) else PRODUCT


def _enclosed(signs: list[str]) -> bool:
    """Whether a bracket that opens at the very beginning closes at the very end."""
    depths = list(accumulate((sign in ("(", "[")) - (sign in (")", "]")) for sign in signs))
    return len(signs) > 1 and depths[-1] == 0 and min(depths[:-1]) > 0


def is_call(items: tuple[Box, ...]) -> bool:
    """Whether some boxes are a function and what it is taken of, in brackets.

    >>> is_call((Ink("log", "upright"), Fence("(", Ink("x"), ")")))
    True
    """
    return _name(items[0]) and isinstance(items[-1], Fence) and len(items) == 2


class Paper(Pen[Box]):
    """The pen for formulas. Factors stand side by side, with a dot where one begins with digits: 2√3, 16 · 3ˣ, 2 · 1/3.

    >>> len(PAPER.joined("*", number(2), Root(number(3))).items), len(PAPER.joined("*", number(2), number(3)).items)
    (2, 3)
    """

    sides = SIDES | {"*": (PRODUCT, PRODUCT, PRODUCT), "·": (PRODUCT, PRODUCT, PRODUCT), "/": (PRODUCT, PRODUCT, POWER)}

    def binding(self, piece: Box) -> int:
        """How tightly a formula holds together as it stands."""
        return binding(piece)

    def bracketed(self, piece: Box) -> Box:
        """A formula in brackets."""
        return Fence("(", piece, ")")

    def signed(self, piece: Box) -> Box:
        """A minus before a formula."""
        return row(_NEGATIVE, piece)

    def chain(self, signs: Sequence[str], pieces: Sequence[Box]) -> Box:
        """Formulas with signs between them."""
        out: list[Box | None] = [pieces[0]]
        for sign, piece in zip(signs, pieces[1:], strict=True):
            beside = sign == "*" and not _begins_with_digits(piece) and not _ends_with_unit(out[-1])
            out += [None if beside else _SIGNS[sign], piece]
        return row(*out)

    def raised(self, base: Box, exponent: Box) -> Box:
        """A power; the base in brackets where the exponent would seem to belong to its last sign: (n/2)², (eˣ)², (−3)².

        >>> PAPER.raised(Frac(Ink("n"), Ink("2", "number")), Ink("2", "number")).base.left
        '('
        """
        exponent = slashed(exponent)
        if isinstance(base, Script) and base.sup is None:
            return Script(base.base, base.sub, exponent)
        return Script(self.fenced(base, ATOM), sup=exponent)

    def over(self, top: Box, bottom: Box) -> Box:
        """A fraction; one that stands alone above or below its bar has a slash.

        >>> half = Frac(number(1), number(2))
        >>> PAPER.over(half, Ink("n")).top == PAPER.joined("/", number(1), number(2))
        True
        """
        return Frac(slashed(top), slashed(bottom))

    def root(self, of: Box) -> Box:
        """A root; of 0 and of 1 the number itself.

        >>> PAPER.root(number(1)), PAPER.root(Ink("d")).index
        (Ink(text='1', kind='number'), 2)
        """
        return of if of in (number(0), number(1)) else Root(of)


def slashed(box: Box) -> Box:
    """A fraction as it stands in an exponent or in another fraction, −2i/d, but for one of matrices; anything else as it is.

    >>> slashed(PAPER.negative(Frac(Ink("i"), Ink("d")))) == PAPER.negative(PAPER.joined("/", Ink("i"), Ink("d")))
    True
    >>> many = row(number(8), Ink("i"))
    >>> slashed(Frac(PAPER.negative(many), Ink("d"))) == PAPER.negative(PAPER.joined("/", many, Ink("d")))
    True
    """
    match box:
        case Frac(Row((Ink("−", "punct"), *rest)), bottom) if binding(row(*rest)) >= PRODUCT:  # −8i/n, and no (−8i)/n
            return slashed(PAPER.negative(Frac(row(*rest), bottom)))
        case Frac(top, bottom) if not (_is_tall(top) or _is_tall(bottom)):
            above = slashed(top)
            twice = isinstance(above, Row) and _SIGNS["/"] in above.items  # (1/3)/x, and no 1/3/x
            return PAPER.joined("/", fenced(above, POWER) if twice else above, slashed(bottom))
        case Row((Ink("−", "punct"), Frac(top, bottom) as fraction)) if slashed(fraction) != fraction:
            return PAPER.negative(slashed(fraction))
    return box


def _is_tall(box: Box) -> bool:
    return height(box) > 2 * LINE or isinstance(box, Grid)


def _begins_with_digits(box: Box) -> bool:
    """Whether a number that stands right before a formula would run into it."""
    first = box.items[0] if isinstance(box, Row) and box.items else box
    first = first.base if isinstance(first, Script) else first
    return isinstance(first, Frac) or (isinstance(first, Ink) and first.kind == "number")


def _ends_with_unit(box: Box | None) -> bool:
    """Whether a formula ends in a unit, which what stands right behind it would run into."""
    last = box.items[-1] if isinstance(box, Row) and box.items else box
    return isinstance(last, Ink) and last.kind == "unit"


_NEGATIVE = Ink("−", "punct")
_DOT = Ink("·", "operator")
_SIGNS = {"+": Ink("+", "operator"), "-": Ink("−", "operator"), "*": _DOT, "·": _DOT, "/": Ink("/", "punct")}
PAPER = Paper()


def fenced(box: Box, needed: int) -> Box:
    """A formula as it stands beside a sign: in brackets where it holds together less tightly than that sign needs.

    >>> fenced(row(Ink("a"), Ink("+", "operator"), Ink("b")), PRODUCT).left
    '('
    """
    return PAPER.fenced(box, needed)


def raised(base: Box, exponent: Box) -> Box:
    """A power, its base in brackets where it needs them.

    >>> raised(number(-3), number(2)).base.left
    '('
    """
    return PAPER.raised(base, exponent)


def number(text: object) -> Box:
    """A number as it is written; its sign becomes a true minus.

    >>> number(-2)
    Row(items=(Ink(text='−', kind='punct'), Ink(text='2', kind='number')))
    """
    digits = fmpz(text).str() if isinstance(text, int) else str(text)  # Python itself writes no more than 4,300 digits
    if digits.startswith(("-", "−")):
        return Row((Ink("−", "punct"), Ink(digits[1:], "number")))
    return Ink(digits, "number")


def times_ten(digits: str, power: int) -> Box:
    """Digits times a power of ten; the power alone where they are 1.

    >>> times_ten("1", 9).base, len(times_ten("-3.3", 24).items)
    (Ink(text='10', kind='number'), 4)
    """
    ten = Script(number(10), sup=number(power))
    return ten if digits == "1" else row(number(digits), Ink("·", "operator"), ten)


MANY_DIGITS, MANY_ZEROS = 10, 6  # a whole number that long, with so many zeros at its end, is shown as a power of ten


def whole(n: int) -> Box:
    """A whole number; what ends in many zeros as a power of ten, 3.12·10¹⁴.

    >>> whole(4096), len(whole(312 * 10**12).items)
    (Ink(text='4096', kind='number'), 3)
    """
    if n % 10**MANY_ZEROS or abs(n) < 10 ** (MANY_DIGITS - 1):
        return number(n)
    digits = fmpz(abs(n)).str()
    first, *rest = digits.rstrip("0")
    return row(Ink("−", "punct") if n < 0 else None, times_ten(first + ("." + "".join(rest) if rest else ""), len(digits) - 1))


def spaced(items: tuple[Box, ...]) -> list[Box]:
    """Boxes in a row with a blank beside a function's name, where a letter would run into it: sin a cos b.

    >>> len(spaced((Ink("sin", "upright"), Ink("a"), Ink("cos", "upright"), Fence("(", Ink("b"), ")"))))
    6
    """
    out: list[Box] = []
    for item in items:
        if out and ((_name(out[-1]) and not _opens(item)) or (_name(_first(item)) and _thing(out[-1]))):
            out.append(Ink("medium", "space"))
        out.append(item)
    return out


def _first(box: Box) -> Box:
    """What a box begins with: the name of the function in f(x)ᵀ."""
    base = box.base if isinstance(box, Script) else box
    return base.items[0] if isinstance(base, Row) and base.items else box


def _name(box: Box) -> bool:
    """Whether a box is a function's name, perhaps with scripts."""
    base = box.base if isinstance(box, Script) else box.body if isinstance(box, Stack) else box
    return isinstance(base, Ink) and base.kind == "upright" and len(base.text) > 1


def _opens(box: Box) -> bool:
    return isinstance(box, (Fence, Grid)) or (isinstance(box, Ink) and box.kind in ("punct", "operator", "relation", "space"))


def _thing(box: Box) -> bool:
    return not isinstance(box, Ink) or box.kind in ("number", "letter", "bold", "word", "upright")


# --- measure ---
# How wide a formula is on paper, in millimetres, near enough to decide where a line breaks.

EM = 3.85  # millimetres: 10.95 pt Latin Modern
LINE = 4.9  # millimetres from one line of writing to the next
SCRIPT = 0.74
SCALES = (1.0, 0.92, 0.83, 0.75)  # the sizes that a formula may be set at, from the page's own downwards
COLUMN = 2.95  # the room between two columns of a matrix
_SPACES = {"thin": 0.17, "medium": 0.25, "quad": 1.0, "qquad": 2.0}
_NARROW, _WIDE = frozenset("ijltf1,.;:()[]|'"), frozenset("mwMWQHNKXOGVDUAY")
_LETTER = {"letter": 0.56, "bold": 0.62, "upright": 0.5, "word": 0.5, "text": 0.48, "number": 0.5, "accent": 0.0}
_LETTER |= {"phantom": 0.5, "unit": 0.5}


def width(box: Box) -> float:
    """The width of *box* in millimetres of the usual page, set at the page's own size.

    >>> round(width(Ink("1234", "number")), 1)
    7.7
    >>> width(Frac(Ink("1", "number"), Ink("1234", "number"))) > width(Ink("1234", "number"))
    True
    """
    return in_print(_em(box) * EM)


_ZOOM: ContextVar[tuple[float, float, bool]] = ContextVar("zoom", default=(1.0, 1.0, True))


@contextmanager
def zoomed(line: float = 1.0, print_: float = 1.0, sizes: bool = True) -> Iterator[None]:
    """While this lasts, a page is laid out whose lines are so much shorter than the usual one's, its print so much larger:
    formulas count as so much wider, and all that is laid out keeps its measures. Without *sizes* nothing can be set smaller.

    >>> with zoomed(line=2.0):
    ...     round(width(Ink("1234", "number")), 1), on_paper(10.0)
    (15.4, 5.0)
    """
    before = _ZOOM.set((line, print_, sizes))
    try:
        yield
    finally:
        _ZOOM.reset(before)


def measures() -> tuple[float, float, bool]:
    """What is laid out now is measured by this: what was laid out with other measures may look otherwise.

    >>> measures() == (1.0, 1.0, True)
    True
    """
    return _ZOOM.get()


def in_print(length: float) -> float:
    """What millimetres of usual print take of the usual page.

    >>> with zoomed(line=2.0, print_=1.5):
    ...     in_print(10.0)
    30.0
    """
    line, print_, _ = measures()
    return length * line * print_


def scales() -> tuple[float, ...]:
    """How much smaller each of LaTeX's sizes is than the page's own, which is the first.

    >>> with zoomed(sizes=False):
    ...     scales()
    (1.0, 1.0, 1.0, 1.0)
    """
    return SCALES if measures()[2] else (1.0,) * len(SCALES)


def on_paper(length: float) -> float:
    """What millimetres of the usual page are on paper.

    >>> on_paper(10.0)
    10.0
    """
    return length / _ZOOM.get()[0]


def height(box: Box) -> float:
    """The height of *box* in millimetres, near enough to see whether working fills a page.

    >>> height(Grid(((Ink("1"),), (Ink("2"),)))) > height(Ink("1"))
    True
    """
    match box:
        case Row(items):
            return max(map(height, items), default=LINE)
        case Frac(top, bottom):
            return height(top) + height(bottom)
        case Grid(rows):
            return sum(max(map(height, r), default=LINE) for r in rows)
        case Fence(_, body, _) | Root(body, _) | Script(body, _, _):
            return height(body)
        case Stack(body, over, under):
            return height(body) + sum(SCRIPT * height(mark) for mark in (over, under) if mark and not isinstance(mark, Ink))
        case Boxed(body):
            return height(body) + 2
    return LINE


def _em(box: Box) -> float:
    match box:
        case Ink(text, kind):
            return _ink(text, kind)
        case Row(items):
            return sum(map(_em, items))
        case Frac(top, bottom):
            return max(_em(top), _em(bottom)) + 0.24
        case Script(base, sub, sup):
            scripts = [SCRIPT * _em(s) for s in (sub, sup) if s is not None]
            return _em(base) + max(scripts, default=0.0) + 0.05
        case Stack(body, over, under):
            return max([_em(body), *(SCRIPT * _em(mark) for mark in (over, under) if mark is not None)])
        case Root(body, _):
            return _em(body) + 0.84
        case Fence(left, body, right):
            return _em(body) + 0.5 * (bool(left) + bool(right))
        case Grid():
            return _grid(box, measures()[2])
        case Boxed(body):
            return _em(body) + 0.5


@lru_cache(4096)
def _ink(text: str, kind: str) -> float:
    if kind == "space":
        return _SPACES.get(text, 0.17)
    if kind == "relation":
        return 1.34
    if kind == "operator":
        return 1.22 if text in "+−×⊕" else 0.75
    if kind == "punct":
        return 0.78 if text == "−" else 0.45
    usual = _LETTER[kind]
    if kind in ("number", "phantom"):
        groups = grouped(text.partition(".")[0]).count(GROUP)
        return sum(0.28 if c in ".,/" else usual for c in text) + _SPACES["thin"] * groups
    wide = 0.95 if kind == "bold" else 0.82
    return sum(0.34 if c in _NARROW else wide if c in _WIDE else usual for c in text)


def _grid(grid: Grid, sizes: bool) -> float:
    if sizes not in grid.widths:
        shown = on_points(grid)
        columns = [max((_em(r[j]) for r in shown.rows if j < len(r)), default=0.0) for j in range(shown.columns)]
        between = (COLUMN / EM if sizes else 1.0) * max(0, len(columns) - 1)
        grid.widths[sizes] = sum(columns) + between + 0.45 * (bool(grid.left) + bool(grid.right)) + 0.3 * len(grid.rules)
    return grid.widths[sizes]
