"""Every link of a chain, evaluated as it is written before the page is: what does not hold is a fault of symattn, and no page.

A ``PageNames`` follows one question down its page: it knows the names that have been defined so far, and compares every side of a
chain with the value of the line that the chain is about. Letters have sample values of their kinds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

from symattn.boxes import COLON, Box, Boxed, Fence, Ink, Script, inked, items_of, row
from symattn.boxes.latex import read
from symattn.errors import FalseLink, SymattnError
from symattn.exact.ball import MATRIX_BITS, ball, working
from symattn.exact.defined import BallMatrix
from symattn.exact.in_letters import letters_of, put_in, samples
from symattn.exact.matrix import Matrices, Matrix
from symattn.exact.number import Number, Numbers
from symattn.exact.tensor import Tensor
from symattn.exact.tensor import flat as entries
from symattn.exact.zero import symbolic
from symattn.formats import text
from symattn.formats.templates import plain
from symattn.notation import Notation
from symattn.notation.values import symbol
from symattn.ops.shapes import Shape
from symattn.page import arithmetic, digits, ink
from symattn.page.arithmetic import Unread, Value
from symattn.page.forms import Link, block_place, in_batch
from symattn.page.ink import Items
from symattn.page.layout import Eq
from symattn.page.work import Work, reader
from symattn.page.worth import Misread, Reader
from symattn.plan.tree import has_trait
from symattn.said import Said
from symattn.sheet.measures import POWERS, Show
from symattn.sheet.proofs import Claim
from symattn.tables import in_turn


@dataclass
class Tally:
    """How many links were evaluated, and why others were not.

    >>> print(Tally(3, Counter([Unread("words").said])))
    3 of 4 links evaluated; not evaluated: 1 (words)
    """

    evaluated: int = 0
    passed: Counter[Said] = field(default_factory=Counter)

    @staticmethod
    def all(parts: Iterable[Tally]) -> Tally:
        """What several come to together.

        >>> print(Tally.all([Tally(3), Tally(4)]))
        7 of 7 links evaluated
        """
        out = Tally()
        for part in parts:
            out.evaluated += part.evaluated
            out.passed.update(part.passed)
        return out

    def told(self, language: str = "") -> str:
        """Both as a sentence of a language, the most frequent reason first.

        >>> Tally(3, Counter([Unread("batch").said])).told("de")
        '3 von 4 Gleichungen ausgewertet; nicht ausgewertet: 1 (ein Stapel von Matrizen)'
        """
        reasons = tuple(
            Said("links", "passed", (("count", count), ("reason", why)))
            for why, count in self.passed.most_common()
            if count
        )
        facts = (
            ("evaluated", self.evaluated),
            ("total", self.evaluated + self.passed.total()),
            ("reasons", reasons),
        )
        return plain(Said("links", "told", facts), language=language)

    __str__ = told


def opened(eq: Eq) -> Iterator[Link]:
    """The links of an equation, those that share a frame or a name one by one.

    >>> eq = Eq(Ink("A"), (("=", Boxed(row(Ink("1"), Ink("≈", "relation"), Ink("2")))),))
    >>> [(sign, box.text) for sign, box in opened(eq)]
    [('', 'A'), ('=', '1'), ('≈', '2')]
    """
    for sign, box in (("", eq.lhs), *eq.chain):
        inner = box.body if isinstance(box, Boxed) else box
        part: list[Box] = []
        for item in items_of(inner):
            if inked(item, "relation") and item.text in "=≈":
                yield sign, row(*part)
                sign, part = item.text, []
            else:
                part.append(item)
        yield sign, row(*part)


@dataclass
class PlaceNames:
    """What is called by name at one place of a sheet with so many ``places``; FalseLink is raised where a link does not hold
    under these names."""

    place: str
    defined: dict[Items, Value] = field(default_factory=dict)
    tally: Tally = field(default_factory=Tally)
    places: int = 0
    reader: Reader = field(default_factory=partial(Reader, {}))
    shows: Mapping[Items, Show] = field(default_factory=dict)  # of lines by their names

    def check(self, eqs: Iterable[Eq]) -> None:
        """Evaluate every link of some equations, in the order in which they stand on the page."""
        with working(MATRIX_BITS):
            faults = [fault for eq in eqs for fault in self._faults(list(opened(eq)))]
        if faults:
            raise FalseLink("", faults)

    def _faults(self, links: list[Link]) -> Iterator[str]:
        """What does not hold in a chain."""
        meant: Value | None = None
        head = links[0][1]
        rough, first = False, head
        for sign, box in links:
            if not sign and box is not head:
                continue  # what stands at the places that were found
            rough = rough or sign == "≈"
            try:
                value = self._worth(box, rough, head, getattr(meant, "shape", ()))
                _told(value)
                if meant is None:
                    meant, first = value, box
                    continue
                if not self._agree(head, meant, value, rough):
                    raise Misread("this is not what it comes to")
                self.tally.evaluated += 1
            except Unread as reason:
                self.tally.passed[reason.said] += bool(sign)
            except Misread as fault:
                self.tally.evaluated += bool(sign)
                before = f"{text.flat(first)} {sign} " if sign else ""
                yield f"{self.place}: {before}{text.flat(box)}: {fault}"

    def _worth(
        self, box: Box, rough: bool, head: Box | None = None, shape: Shape = ()
    ) -> Value:
        """The value of one side of a chain that begins with a *head* of a *shape*."""
        return replace(
            self.reader,
            names=self.defined,
            rough=rough,
            off=digits.off(self.places),
            significant=self._significant(head),
            shape=shape,
        ).worth(box)

    def _significant(self, head: Box | None) -> int:
        """How many digits the numbers of what a chain begins with have; 0 where so many behind the point are shown."""
        show = None if head is None else self.shows.get(ink.flat(head))
        return show.places(self.places) if show and show.style in POWERS else 0

    def _agree(self, head: Box, meant: Value, value: Value, rough: bool) -> bool:
        """Whether a side comes to what the first one does; a whole number that is rounded has no point to tell by."""
        show, places = self.shows.get(ink.flat(head)), self.places
        if show and show.style in ("", "decimal"):
            slack = digits.half_a_unit(show.places(places))
        else:
            slack = digits.half_a_unit(places) if places else arithmetic.NOTHING
        return arithmetic.close(meant, value, slack if rough else arithmetic.NOTHING)


class PageNames(PlaceNames):
    """The names of one question as they are defined on its page, and what they stand for."""

    def __init__(self, work: Work) -> None:
        super().__init__(work.question.id, places=work.places, reader=work.reader)
        self.work = work
        self._wide = 0
        self._own: Matrices = {}
        with working(MATRIX_BITS):
            self.defined.update(
                self._symbols({**self.work.question.given, **self.work.question.stated})
            )
            self.defined.update(self._letters)
            self.defined.update((box, self._value(x)) for box, x in self.blocks.items())

    def over(self, own: Matrices) -> PageNames:
        """The same names for who has values of their own for some lines, as a student has."""
        found = copy(self)
        found.defined, found._own = dict(self.defined), own
        return found

    def _faults(self, links: list[Link]) -> Iterator[str]:
        """What does not hold in a chain, or is used before it is said what it is; its names are defined from here on."""
        head = links[0][1]
        alone = any(
            ink.flat(head) in names
            for names in (self.lines, self.work.weights, self.blocks)
        )
        if (
            isinstance(head, Script)
            and isinstance(head.base, Fence)
            and head.sub is not None
        ):
            alone = True  # (e)₁₂ is of that line, whatever its letter
            if ink.flat(head.base.body) in self.lines:
                self._define(self.lines[ink.flat(head.base.body)])
        sides = [] if alone else [box for _, box in links]
        for part in in_turn(map(ink.parts, sides)):
            sought = self.lines.get(ink.flat(part))
            if (
                sought is not None
            ):  # 24·D·T₀ = 12·T₀² has what is sought, whatever is carried on of it
                self._define(sought)
                if has_trait(
                    self.work.question.plan.line(sought).tree, "of an equation"
                ):
                    self.defined[ink.flat(part)] = self._value(self._array(sought))
        if ink.flat(head) == self._width and not self.work.notation.width_named:
            # d_k = 3 is what the page says it is, from here on
            self.defined[self._width] = self._worth(links[1][1], rough=False)
        for name in dict.fromkeys(
            name for _, box in links for name in self._too_early(box)
        ):
            yield f"{self.place}: {text.flat(name)} stands in a formula before anything says what it is"
        yield from super()._faults(links)
        for items in (ink.flat(box) for _, box in links):
            if items in self.lines:
                self._define(self.lines[items])
            elif items in self.work.weights:
                self.defined[items] = self.work.weights[items]

    def _worth(
        self, box: Box, rough: bool, head: Box | None = None, shape: Shape = ()
    ) -> Value:
        """The value of one side: of a line by its name, of anything else as it is read; a line that the head is computed from is
        what is carried on of it."""
        items = ink.flat(box)
        if items in self.lines:
            name = self.lines[items]
            of = self.lines.get(ink.flat(head or box), "")
            carried = not of or name in self.work.question.plan.line(of).reads  # 2x = f
            return self._value(self._carried(name) if carried else self._array(name))
        if items in self.work.weights:
            return self.work.weights[items]
        if items in self.blocks:
            return self._value(self.blocks[items])
        return super()._worth(box, rough, head, shape)

    def _significant(self, head: Box | None) -> int:
        return 0 if head is None else self.work.significant(self._line_of(head))

    def _line_of(self, head: Box) -> str:
        """The line of which a chain's beginning is the symbol, that of an entry, (Z)₁₂, or that of a row."""
        whole = head
        if isinstance(head, Script) and head.sub is not None:
            if isinstance(head.base, Fence):
                whole = head.base.body
            elif COLON in ink.flat(head.sub):
                whole = head.base
        return self.lines.get(ink.flat(whole), "")

    def _agree(self, head: Box, meant: Value, value: Value, rough: bool) -> bool:
        """Whether a side comes to what the line does; a stated value is the sheet's own, and is written as it is."""
        name = self._line_of(head)
        slack = (
            digits.half_a_unit(self.work.places_of(name))
            if rough
            else arithmetic.NOTHING
        )
        if arithmetic.close(meant, value, slack):
            return True
        stated = self.work.question.stated.get(name)
        return (
            rough
            and stated is not None
            and arithmetic.close(self._value(stated), value)
        )

    # --- names ---

    def is_news(self, wide: int) -> bool:
        """Whether the width of keys is another than was said last."""
        before, self._wide = self._wide, wide
        return before != wide

    def _too_early(self, box: Box) -> Iterator[Box]:
        """The names in a formula that are not defined yet; a name alone is what is defined."""
        if ink.flat(box) in self.work.weights:
            return
        for part in ink.parts(box):
            if (
                isinstance(part, (Ink, Script))
                and (part,) in self._late
                and (part,) not in self.defined
            ):
                yield part

    @cached_property
    def _width(self) -> Items:
        return ink.flat(read(self.work.notation.table.width))

    @cached_property
    def _late(self) -> frozenset[Items]:
        """What a page has to say before it uses it."""
        return frozenset((*self.work.weights, self._width)) - self.lines.keys()

    @cached_property
    def lines(self) -> Mapping[Items, str]:
        """The names of lines that have a symbol, by its boxes."""
        notation = self.work.notation
        return {
            ink.flat(notation.symbol(n)): n
            for n in self.work.question.plan.names
            if not notation.names.unnamed(n)
        }

    @cached_property
    def blocks(self) -> Mapping[Items, Matrix]:
        """The matrices of batches, by the symbol of the line and the place."""
        found = (
            (self.work.symbol(n), self.work.array(n))
            for n in self.work.question.plan.names
        )
        return {
            ink.flat(in_batch(box, block_place(array.lead, k))): block
            for box, array in found
            if isinstance(array, Tensor)
            for k, block in enumerate(array.blocks)
            if isinstance(block, Matrix)
        }

    def _define(self, name: str) -> None:
        """From here on the symbol of a line stands for its value, a stated one where the sheet states it."""
        with suppress(Unread):
            self.defined[ink.flat(self.work.symbol(name))] = self._value(
                self._carried(name)
            )

    def _carried(self, name: str) -> Matrix | Tensor | Number:
        """What is computed with where a line is read."""
        stated = None if name in self._own else self.work.question.stated.get(name)
        return self._array(name) if stated is None else stated

    def _array(self, name: str) -> Matrix | Tensor | Number:
        return self._own[name] if name in self._own else self.work.array(name)

    def _symbols(
        self, values: Mapping[str, Matrix | Tensor | Number]
    ) -> Iterator[tuple[Items, Value]]:
        for name, value in values.items():
            with suppress(Unread):
                yield ink.flat(self.work.symbol(name)), self._value(value)

    @cached_property
    def _samples(self) -> Numbers:
        """Numbers for the letters of the question, of their kinds."""
        given = self.work.question.given.values()
        cells = (x for value in given for x in entries(value))
        lettered = (
            cell for cell in cells if isinstance(cell, Number) and symbolic(cell)
        )
        return next(
            samples(
                {name: x for cell in lettered for name, x in letters_of(cell).items()}
            )
        )

    @cached_property
    def _letters(self) -> Mapping[Items, Value]:
        own = self.work.question.letters
        return {
            ink.flat(self.work.symbol(name) if name in own else symbol(name)): ball(
                x, MATRIX_BITS
            )
            for name, x in self._samples.items()
        }

    def _value(self, x: Matrix | Tensor | Number) -> Value:
        return _ball(x, self._samples)


def _ball(x: Matrix | Tensor | Number, samples: Numbers) -> Value:
    """An exact value as a ball, its letters at their samples."""
    try:
        if isinstance(x, Number):
            return ball(put_in(x, samples), MATRIX_BITS)
        if isinstance(x, Tensor):
            raise Unread("batch")
        return BallMatrix.lifted(x.map(lambda y: put_in(y, samples)) if samples else x)
    except SymattnError:
        raise Unread("no_sample") from None


def of_claim(
    place: str, notation: Notation, claim: Claim, tally: Tally | None
) -> PlaceNames:
    """The names in the check of a claim, whose matrices have numbers in place of their letters."""
    own = reader(notation, claim.plan)
    names = PlaceNames(place, tally=Tally() if tally is None else tally, reader=own)
    with (
        working(MATRIX_BITS),
        suppress(SymattnError),
    ):  # no numbers are known for which all of it has a value
        for name, value in claim.sampled().items():
            with suppress(Unread):
                names.defined[ink.flat(notation.symbol(name))] = _ball(value, {})
    return names


def by_value(place: str, symbol: Box, value: Matrix, places: int = 0) -> PlaceNames:
    """The one name of a line that stands by itself with a value of its own, as it is from what a student handed in."""
    names = PlaceNames(place, places=places)
    with working(MATRIX_BITS), suppress(Unread):
        names.defined[ink.flat(symbol)] = _ball(value, {})
    return names


def ledger(work: Work) -> PageNames:
    """The ledger of a question: one for all its parts."""
    return work.once("links", "", lambda: PageNames(work))


def _told(value: Value) -> None:
    """Raise Unread where a ball says too little to compare it with anything."""
    rows = value.values if isinstance(value, BallMatrix) else [[value]]
    if not all(x.is_finite() for x in in_turn(rows)):
        raise Unread("precision")
