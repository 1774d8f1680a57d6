"""How an operation is written in mathematics: its formula, and one entry explained."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from symattn.binding import ATOM, CIRCLED, PRODUCT, SUM
from symattn.boxes import (
    COMMA,
    DOTS,
    INFINITE,
    NEGATIVE,
    THIN,
    Box,
    Boxes,
    Fence,
    Grid,
    Ink,
    Row,
    Script,
    applied,
    listed,
    rebuilt,
    row,
)
from symattn.boxes.latex import read
from symattn.boxes.paper import PAPER, fenced, is_call
from symattn.exact.any_matrix import Blocked
from symattn.exact.any_matrix import Entry as Value
from symattn.exact.decide import sign_if_told
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.ops.shapes import Shape
from symattn.said import Facts, Glossary, Keyed, Said
from symattn.tables import Place, without

# --- formula ---
# What a formula rule is given, and the ways of writing that several operations share.
#
# A rule gets a ``Writing``: the operation as it stands in a line, with its matrices already written, each in brackets where it
# binds less tightly than the rule needs (``symattn.binding``). It gives a box; how tightly that binds is seen in it.


class Writing(Protocol):
    """One operation of a line on its way to a formula.

    ``turned`` says that its transpose is to be written, ``columns`` that tokens are columns, ``numeric`` that numbers
    stand in place of symbols, ``named`` that a function of these is not spelled out. ``word`` is what the notation calls the
    operation, ``product``, ``scores_product`` and ``join`` are the notation's signs.
    """

    @property
    def turned(self) -> bool: ...
    @property
    def columns(self) -> bool: ...
    @property
    def numeric(self) -> bool: ...
    @property
    def named(self) -> bool: ...
    @property
    def brackets(self) -> str:
        """The two around a matrix."""
        ...

    @property
    def word(self) -> str: ...
    @property
    def words(self) -> Glossary:
        """The notation's own names of operations, by those that they have here."""
        ...

    @property
    def product(self) -> str: ...
    @property
    def scores_product(self) -> str: ...
    @property
    def join(self) -> str: ...
    @property
    def count(self) -> int:
        """How many matrices it takes."""
        ...

    def arg(self, k: int, level: int = 0, turned: bool | None = None) -> Box:
        """The k-th matrix, in brackets where it binds less tightly than *level*; turned round as the whole is."""
        ...

    def plain(self, k: int) -> Box:
        """The k-th matrix as it stands, whether the whole is turned or not."""
        ...

    def is_same(self, k: int) -> bool:
        """Whether the k-th matrix is what this operation gave once before: 2 · 3 · A."""
        ...

    def is_transpose(self, k: int) -> bool:
        """Whether the k-th matrix is a transpose."""
        ...

    def inner(self, k: int, trait: str) -> Writing | None:
        """The k-th matrix, where it is made on the way by an operation of a trait."""
        ...

    def shape(self, k: int) -> Shape:
        """The shape of the k-th matrix; no sizes where it is not known."""
        ...

    def terms(self, *ks: int) -> list[Box]:
        """What is added up, with its numbers: the entries of the k-th matrix, or those of a row, each times that of a column;
        nothing where they are many, or more than numbers."""
        ...

    def lines(self, k: int, axis: int | None, symbols: bool = False) -> list[list[Box]]:
        """The same entries row by row (axis 1), column by column (axis 0) or all together; by their *symbols* in a formula
        without numbers too."""
        ...

    def general(self, k: int) -> tuple[list[Box], Box] | None:
        """The letters of a place, and the entry there of the k-th matrix: k and pₖ log(pₖ). Nothing where that is made of more
        than the entries in its place, or numbers stand in it."""
        ...

    def meets(self) -> bool:
        """Whether a row meets a column on the way, entry by entry."""
        ...

    def entry(self) -> tuple[list[Box], Box] | None:
        """The same of what the operation itself gives."""
        ...

    def is_number(self, k: int) -> bool:
        """Whether the k-th of them is a number: a sum of all entries, or what is made of such."""
        ...

    def line_of(self, op: str) -> Box | None:
        """The symbol of a line before this one in which another operation runs along the same of the first matrix: its mean."""
        ...

    def is_taken(self, box: Box) -> bool:
        """Whether a box is the symbol of a name: s_1 is no entry of s where a line has that symbol."""
        ...

    def is_unnamed_mask(self, k: int) -> bool:
        """Whether the k-th matrix is the mask of the question's options, which has no symbol."""
        ...

    def is_family(self) -> bool:
        """Whether all its matrices are names of one stem: H_1, H_2, …"""
        ...

    def amount(self, key: str, level: int = 0) -> Box:
        """A parameter, in brackets where it binds less tightly than *level*."""
        ...

    def has(self, key: str) -> bool:
        """Whether the operation has a parameter of that name."""
        ...

    def param(self, key: str) -> object:
        """A parameter as the line has it, None where it is left out."""
        ...

    def default(self, key: str) -> object:
        """What a parameter is where the line says nothing of it; None for one that must be written."""
        ...

    def parameters(self) -> Sequence[Box]:
        """The parameters that are shown: those that must be written, and options that differ from their default; no axis."""
        ...


Formula = Callable[[Writing], Box]


def only_line(shape: Shape, usual: int | None) -> int | None:
    """What a function runs along where nothing is written below its name: the only row or column, else what is *usual*.

    >>> only_line((1, 3), None), only_line((3, 1), 1), only_line((2, 3), 1)
    (1, 0, 1)
    """
    alone = [k for k, size in enumerate(shape[-2:]) if size == 1]
    return 1 - alone[0] if len(alone) == 1 else usual


def called(w: Writing) -> Box:
    """The operation's name, with what it runs along below where a line that says nothing of it would run otherwise: the only row
    or column, else rows, or columns as tokens are. Of a single number nothing is written below: it is the same along both."""
    given, usual, name = w.param("axis"), w.default("axis"), Ink(w.word, "upright")
    axis = given if isinstance(given, int) else usual
    natural = only_line(w.shape(0), None if usual is None else int(not w.columns))
    if not isinstance(axis, int) or axis == natural or w.shape(0)[-2:] == (1, 1):
        return name
    return Script(name, sub=Ink("rows" if axis else "columns", "text"))


def named(w: Writing, first: int = 0) -> Box:
    """The operation as a function of its matrices, from the *first* on, and parameters: what is written unless an operation says
    otherwise."""
    parts = (*map(w.plain, range(first, w.count)), *w.parameters())
    return transposed(applied(called(w) if w.has("axis") else w.word, *parts), w.turned)


def by_parameter(key: str) -> Formula:
    """The operation as a function with a parameter below its name: top₂(A)."""

    def write(w: Writing) -> Box:
        name = Script(Ink(w.word, "upright"), sub=w.amount(key))
        parts = list(map(w.plain, range(w.count)))
        return transposed(applied(name, *parts), w.turned)

    return write


SUM_OVER = Ink("∑", "punct")


def runs_along(w: Writing) -> object:
    """What an operation runs along, as a line says or leaves to it; None for all entries."""
    return w.default("axis") if w.param("axis") is None else w.param("axis")


def over_places(w: Writing, axis: object) -> tuple[list[Box], Box, list[Box]] | None:
    """The letters of the places that an operation runs along, the entry there and the letters beside them: j, Aᵢⱼ and i of each
    row, k and sₖ of one alone, j, (QKᵀ)ᵢⱼ and i. Nothing where numbers stand in it, or an axis has one place."""
    shape = w.shape(0)[-2:]  # of each matrix
    long = [k for k, size in enumerate(shape) if size != 1]
    if w.numeric or len(shape) != 2 or axis not in (None, *long) or not long:
        return None
    found = w.general(0)
    if found is None:
        free = [
            x
            for x in map(Ink, "ijlm" if len(long) > 1 else "kijlm")
            if not w.is_taken(x)
        ]
        letters: list[Box] = [*free[: len(long)]]
        whole = w.plain(0)
        if len(letters) < len(long) or PAPER.binding(whole) == ATOM:
            return None
        found = letters, Script(Fence("(", whole, ")"), sub=listed(letters, COMMA))
    letters, entry = found
    over = [letters[long.index(axis)]] if axis in long else letters
    return over, entry, without(letters, over)


def of_places(
    w: Writing, sign: Ink, axis: object, change: Callable[[Box], Box] | None = None
) -> Box | None:
    """A sign before the entries that an operation runs along, or what they are *change*d to: ∑ₖ pₖ, argmaxⱼ Aᵢⱼ; nothing where no
    letters tell them."""
    found = over_places(w, axis)
    if found is None:
        return None
    entry = change(found[1]) if change else found[1]
    box = row(Script(sign, sub=listed(found[0], COMMA)), PAPER.fenced(entry, PRODUCT))
    return box if axis is None else transposed(box, w.turned)


def with_letters(box: Box, letters: Mapping[Box, Box]) -> Box:
    """A formula with other letters.

    >>> with_letters(Script(Ink("A"), sub=Ink("j")), {Ink("j"): Ink("k")}).sub.text
    'k'
    """
    return (
        letters[box]
        if box in letters
        else rebuilt(box, lambda x: with_letters(x, letters))
    )


def placed_at(of: Box, *places: Box) -> Box:
    """What stands at places of a matrix, below its symbol: Aᵢⱼ, a row Aᵢ,: of it, (A − B)ᵢ,:.

    >>> from symattn.boxes import Ink
    >>> placed_at(Ink("A"), Ink("i"), Ink(":")).sub.items[0].text
    'i'
    """
    match of:
        case Ink():
            return Script(of, sub=listed(places, COMMA))
        case Script(base, Ink() as sub, None):  # p₁,ₖ, but (p_{T=5})ₖ
            return Script(base, sub=listed([sub, *places], COMMA))
    return Script(Fence("(", of, ")"), sub=listed(places, COMMA))


def falling(w: Writing) -> Box | None:
    """An order of what has the other sign, which begins with the largest: argsort↓(s) of argsort(-s)."""
    of = w.inner(0, "a negative")
    word = Ink(f"{w.word}↓", "upright")
    return transposed(applied(word, of.plain(0)), w.turned) if of else None


def transposed(box: Box, turned: bool) -> Box:
    """A whole expression, with a sign of transposition where it is to be turned.

    >>> transposed(Ink("A"), True).sup.text
    'ᵀ'
    """
    if not turned:
        return box
    return Script(
        box if isinstance(box, Row) and is_call(box.items) else fenced(box, ATOM),
        sup=Ink("ᵀ"),
    )


def written_out(w: Writing, rows: Iterable[Boxes]) -> Box:
    """A matrix by its entries, turned round as the whole is."""
    return Grid(tuple(zip(*rows, strict=True) if w.turned else rows), *w.brackets)


def turned_below(w: Writing, box: Box) -> Box:
    """What stands below a name, K₁:₂,:, turned round as the whole is, with the notation's sign of transposition."""
    name = w.arg(0)
    if (
        w.turned
        and isinstance(box, Script)
        and isinstance(name, Script)
        and name.base == box.base
    ):
        return Script(box.base, box.sub, name.sup)
    return transposed(box, w.turned)


def between(sign: Ink) -> Formula:
    """Two matrices with a sign between."""

    def write(w: Writing) -> Box:
        return row(w.arg(0, SUM), sign, w.arg(1, CIRCLED))

    return write


def quotients(w: Writing, alike: Callable[[Writing], bool] = bool) -> list[Writing]:
    """A quotient of quotients, all of them *alike*: the innermost first, and what it is divided by one after the other."""
    return repeated(w, "fraction", alike)


def repeated(
    w: Writing, trait: str, alike: Callable[[Writing], bool] = bool
) -> list[Writing]:
    """An operation of a trait on what the same one gave, all of them *alike*, the innermost first: 2·(3·A)."""
    found, kind = [w], alike(w)
    while w.is_same(0) and (inner := w.inner(0, trait)) and alike(inner) == kind:
        w = inner
        found.append(w)
    return found[::-1]


def itself(w: Writing) -> Box:
    """The matrix alone: the operation has no sign."""
    return w.arg(0)


def joined(parts: list[Box], how: str) -> Box:
    """Matrices side by side in the notation's way: a sign as LaTeX writes it, a word with brackets, or bars in brackets.

    >>> joined([Ink("A"), Ink("B")], "[A | B]").items[2]
    Ink(text='∣', kind='operator')
    >>> joined([Ink("A"), Ink("B")], r"\\Vert").items[1]
    Ink(text='‖', kind='operator')
    """
    if how == "[A | B]":
        return row(
            Ink("[", "punct"), listed(parts, Ink("∣", "operator")), Ink("]", "punct")
        )
    if "…" in how:
        word, _, right = how.partition("…")
        inner = listed(parts, COMMA, THIN)
        return row(Ink(word[:-1], "upright"), Fence(word[-1], inner, right))
    sign = read(how)
    return listed(parts, Ink(sign.text, "operator") if isinstance(sign, Ink) else sign)


def stacked(parts: list[Box]) -> Box:
    """Matrices on top of each other.

    >>> stacked([Ink("A"), Ink("B")]).columns
    1
    """
    return Grid(tuple((part,) for part in parts))


def is_word(box: Box, end: int) -> bool:
    """Whether a name of several letters stands at an *end* of a box, 0 or −1: beside another QKV would be no Q · KV.

    >>> is_word(row(Ink("Q"), Script(Ink("KV", "word"), sup=Ink("T"))), -1), is_word(Ink("Q"), 0)
    (True, False)
    """
    while isinstance(box, Row | Script):
        box = box.items[end] if isinstance(box, Row) else box.base
    return isinstance(box, Ink) and box.kind == "word"


MOST_TERMS = 12  # products of numbers of one digit fill 133 of a line's 158 mm then; longer ones go over several lines


def summed(terms: list[Box]) -> Box:
    """Terms added up; of many the first ones and the last.

    >>> len(summed([Ink("x")] * 20).items)
    23
    """
    if len(terms) > MOST_TERMS:
        terms = [*terms[: MOST_TERMS - 2], DOTS, terms[-1]]
    whole = terms[0]
    for term in terms[1:]:
        items = term.items if isinstance(term, Row) else ()
        rest = row(*items[1:]) if items[:1] == (NEGATIVE,) and len(items) > 2 else term
        less = (
            rest != term and PAPER.binding(rest) == PRODUCT
        )  # a − b·c, and no a + (−b·c)
        whole = (
            PAPER.joined("-", whole, rest) if less else PAPER.joined("+", whole, term)
        )
    return whole


# --- why ---
# What explains one entry: the facts of a sentence, and the entry spelled out with its numbers.
#
# A rule gets an ``Entry``: the place, and the entries of the matrices that went in. It gives the facts of the sentence, which is
# the macro of the operation's name in ``templates/words/why.j2``, and a box, None where nothing is spelled out.

Told = tuple[Facts, "Box | None"]
MASKS: Mapping[str, Box] = {
    way: Script(Ink("mask", "text"), sub=Ink(way, "text"))
    if way
    else Ink("mask", "text")
    for way in ("", "rows", "columns")
}
"""What is added to scores to block some, as a page writes it: as its notation has the tokens, or said which way round."""


class EntryFormula(Protocol):
    """The entry in row ``i``, column ``j`` of what an operation gave."""

    @property
    def i(self) -> int: ...
    @property
    def j(self) -> int: ...
    @property
    def inputs(self) -> tuple[Matrix, ...]: ...
    @property
    def params(self) -> Keyed: ...
    @property
    def value(self) -> Value: ...

    def name(self, k: int) -> str | Said:
        """The k-th matrix as one would call it."""
        ...

    def at(self, k: int, i: int, j: int) -> Value:
        """An entry of the k-th matrix, a single row or column repeated."""
        ...

    def here(self, k: int) -> Value:
        """The entry of the k-th matrix in the same place."""
        ...

    def inner(self, k: int) -> tuple[Said, Box]:
        """The same entry of the k-th matrix, told and spelled out where that is something done on the way."""
        ...

    def written(self, x: Value) -> Box:
        """A value, minus infinity too."""
        ...

    def root_of(self, key: str) -> str:
        """What a parameter stands in the line as the root of: a "size", a "number", or nothing."""
        ...


Why = Callable[[EntryFormula], Told]
Asked = Iterable[tuple[Said, Value]]
Asks = Callable[[EntryFormula], Asked]


def pointwise(write: Callable[[Box, EntryFormula], Box], says: str = "") -> Why:
    """An operation on every entry by itself: *write* spells the entry out; ``of`` is what the sentence calls the matrix.

    *says* are the words where templates/words/why.j2 has none, with "{of}" for the matrix.
    """

    def why(e: EntryFormula) -> Told:
        x = e.here(0)
        words: Facts = (("words", says),) if says else ()
        return (*of(e), *words), INFINITE if isinstance(x, Blocked) else write(
            e.written(x), e
        )

    return why


def of(e: EntryFormula) -> Facts:
    """The facts of a sentence that calls the matrix by its name, and a second one: ``of`` and ``by``."""
    return tuple(zip(("of", "by"), map(e.name, range(len(e.inputs))), strict=False))


def at(e: EntryFormula, **more: int) -> Facts:
    """The facts of a sentence that tells of a place too: ``i`` and ``j``, counted from 0."""
    return (*of(e), ("i", e.i), ("j", e.j), *more.items())


def along(e: EntryFormula, usual: int | None = None) -> Facts:
    """The facts of a sentence that tells of what an operation runs along: a ``row`` or a ``column`` by its number, or neither."""
    axis = e.params.get("axis", usual)
    return (
        *of(e),
        *(
            (("row", e.i) if axis else ("column", e.j),)
            if isinstance(axis, int)
            else ()
        ),
    )


def counted_along(e: EntryFormula, usual: int | None = None) -> Facts:
    """The same, and from where places are counted."""
    return (*along(e, usual), ("origin", e.params.get("first", 0)))


def two(sign: str) -> Why:
    """Two entries in the same place with a sign between, as ``symattn.binding`` names it."""

    def why(e: EntryFormula) -> Told:
        return of(e), PAPER.joined(sign, e.inner(0)[1], e.written(e.here(1)))

    return why


def taken_from(e: EntryFormula) -> list[tuple[Said, Value]]:
    """Where the entry stands among those that it is taken from: its column in a row, its row in a column, or both."""
    a, axis = e.inputs[0], e.params.get("axis")
    for i, j in on_line(e):
        if getattr(a[i, j], "key", None) == getattr(e.value, "key", None):
            found = (("row_of", i, a.rows, 1), ("column_of", j, a.cols, 0))
            return [
                (Said("why", what, of(e)), Number.of(n + 1))
                for what, n, size, fixed in found
                if size > 1 and axis != fixed
            ]
    return []


def apart(e: EntryFormula) -> Asked:
    """A question about an entry of which all that counts is how far its column is from its row."""
    return ((Said("why", "apart", (("i", e.i), ("j", e.j))), Number.of(e.j - e.i)),)


def above_nothing(e: EntryFormula) -> Asked:
    """A question about an entry that another sets by its sign."""
    x = e.inputs[0][e.i, e.j]
    found = None if isinstance(x, Blocked) else sign_if_told(x)
    return (
        ()
        if found is None
        else ((Said("why", "heaviside", of(e)), Number.of(int(found > 0))),)
    )


def from_row(e: EntryFormula) -> Told:
    """An entry made of a whole row, or of a whole column where it runs down them: nothing is spelled out."""
    a = e.inputs[0]
    for i, j in on_line(e, 1):
        if i < a.rows and j < a.cols:
            e.at(0, i, j)
    return of(e), None


def from_entry(e: EntryFormula) -> Told:
    """An entry made of the one in its place: nothing is spelled out."""
    e.here(0)
    return of(e), None


def alone(e: EntryFormula) -> Told:
    """An entry of which the sentence says everything."""
    return at(e), None


def of_line(e: EntryFormula, usual: int | None = None) -> Told:
    """The same of what an operation runs along, all of which it is made of."""
    for place in on_line(e, usual):
        e.at(0, *place)
    return along(e, usual), None


def of_row(e: EntryFormula) -> Told:
    """The same of an operation that runs along rows where a line says nothing else."""
    return of_line(e, 1)


def on_line(e: EntryFormula, usual: int | None = None) -> list[Place]:
    """The places that an entry is taken of: those of a row, of a column, or all."""
    a, axis = e.inputs[0], e.params.get("axis", usual)
    rows = range(a.rows) if axis in (0, None) else (e.i,)
    return [
        (i, j) for i in rows for j in (range(a.cols) if axis in (1, None) else (e.j,))
    ]


def power(e: EntryFormula, x: Value) -> Box:
    """e to a value."""
    return Script(Ink("e"), sup=e.written(x))
