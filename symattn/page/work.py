"""One solved question as the page sees it: its notation, its values and the names in them, how numbers and sizes are written."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cached_property
from itertools import accumulate
from typing import TypeVar

from flint import fmpq

from symattn.binding import PRODUCT
from symattn.boxes import Box, Grid, Ink, Script, Stack, inside, number
from symattn.boxes.latex import read
from symattn.boxes.paper import PAPER
from symattn.exact.ball import MATRIX_BITS, as_of, ball
from symattn.exact.form import of_letters
from symattn.exact.matrix import Matrix
from symattn.exact.number import ONE, Number, Numbers
from symattn.exact.tensor import Tensor, flat
from symattn.exact.text import form
from symattn.exact.units import PERCENT, of_base
from symattn.exact.zero import symbolic
from symattn.notation import Notation
from symattn.notation.values import (
    HANDY,
    KEPT,
    MOST_PLACES,
    ValuePrinter,
    before,
    digits,
    fixed_point,
    in_unit,
    places_of,
    read_decimal,
    significant,
    unhandy,
    unreadable,
)
from symattn.ops import OPS, has, named_by
from symattn.ops.formula import summed
from symattn.ops.shapes import Shape
from symattn.page import ink, matrices
from symattn.page.arithmetic import Value
from symattn.page.ink import Items
from symattn.page.matrices import ValueForm, is_plain, plain
from symattn.page.naming import Naming, name_weights
from symattn.page.worth import Reader
from symattn.page.written import (
    amount_in,
    as_written,
    boxed,
    is_decimal,
    most_decimals,
    of_hundred,
    texts_of,
)
from symattn.plan import Plan
from symattn.plan.derivation import PlanStep, shapes_of
from symattn.plan.tree import Expr, SizeOf, line_of, parts
from symattn.records import frozen, replace
from symattn.said import Integers, Pair, Strings
from symattn.sheet import Answer, Question
from symattn.sheet.measures import POWERS, Amount
from symattn.sheet.working import in_letters, keeping, shown_places, vanishes
from symattn.tables import apart_from


def sizes(tree: Expr) -> list[SizeOf]:
    """The numbers of rows and columns that stand in a line's scalars."""
    return [size for size in parts(tree) if isinstance(size, SizeOf)]


def letters_of(box: Box) -> str:
    """The letters of a symbol without its scripts.

    >>> letters_of(Script(Ink("Q"), sub=Ink("1")))
    'Q'
    """
    if isinstance(box, Ink):
        return box.text
    inner = inside(box)
    return "".join(
        map(letters_of, inner[:1] if isinstance(box, Script | Stack) else inner)
    )


def reader(notation: Notation, plan: Plan) -> Reader:
    """What reads formulas in a notation: by the sign between matrices side by side, where there is one, and with the operations
    of a plan by the words that stand for them on the page."""
    table, ops = notation.table, {call.op for line in plan.lines for call in line.calls}
    joins = (op for op in ops if "…" in table.join and has(op, "side by side"))
    ones = named_by("all ones")  # of A ⊗ 𝟏
    own = {OPS[ones].word: ones} | {word: op for op, word in table.words.items()}
    called = [table.words.get(op, OPS[op].word) for op in ops]
    alike = {word for word in called if called.count(word) > 1}  # top₂, blocked or 0
    own |= {word: op for op, word in zip(ops, called, strict=True) if word not in alike}
    own |= {table.join.partition("…")[0][:-1]: op for op in joins}
    sign = Ink("∣") if table.join == "[A | B]" else read(table.join)
    sign = Ink(sign.text, "operator") if isinstance(sign, Ink) else sign
    join = None if "…" in table.join else sign
    return Reader({}, own, join, notation.columns, notation.first)


MOST_BESIDE = (
    100  # no larger number stands in an exact value that has decimals beside it
)

Kept = TypeVar("Kept")
SAID = ("said", "width", "links")
"""Under what a page keeps what it has said, and which names it has defined."""


@frozen
class Work:
    """A solved question with everything the page asks of it."""

    question: Question
    answer: Answer
    notation: Notation
    places: int
    detail: str
    tokens: Strings = ()
    sums: bool = False  # softmax is told by sums on the whole sheet, for another question has rows that need them
    may_name: bool = True  # weights may get names; not where a line stands by itself, far from what defines them
    order: Strings = ()  # the lines as the page has them from the top down, where that is not the plan's order
    _known: dict[Pair, object] = field(default_factory=dict, compare=False, repr=False)

    @staticmethod
    def of(
        answer: Answer,
        notation: Notation,
        places: int,
        detail: str,
        tokens: Strings = (),
        sums: bool = False,
        order: Strings = (),
    ) -> Work:
        """The work of a solved question; *notation* is the sheet's, the question's own goes over it."""
        q = answer.question
        bound = notation.of(q.reading.trees, q.given, q.letters)
        shapes = shapes_of({**q.given, **answer.exact.values})
        return Work(
            q,
            answer,
            replace(bound, known=shapes, first=q.first),
            places,
            detail,
            tokens,
            sums,
            order=order,
        )

    @cached_property
    def values(self) -> ValuePrinter:
        """How exact values are written: decimals where the sheet gives decimals, in its lines too."""
        style = self.notation.table.numbers
        lines = " ".join(line.text for line in self.question.plan.lines)
        written = style == "auto" and (
            any("." in t for t in texts_of(self.question.given_text))
            or re.search(r"\d\.\d", lines) is not None
        )
        sums = (
            style == "auto"
            and set(self.question.plan.names) <= self.question.plan.numbers
        )  # of numbers alone: 9/4 is 2.25
        decimals = style == "decimals" or bool(self.question.working) or written or sums
        e = Ink("e") not in self.notation.taken
        letters = {name: self.symbol(name) for name in self.question.letters}
        letters |= self.naming.letters
        order = tuple(self.question.letters) if self.symbols else ()
        return ValuePrinter(
            decimals, letters, self.notation.table.words, e=e, order=order
        )

    @cached_property
    def beside(self) -> bool:
        """Whether decimals stand beside fractions that do not end: the sheet says how many or gives some, and has no fractions
        itself."""
        given = texts_of(self.question.given_text)
        return (self.question.beside or self.pointed) and all(map(is_decimal, given))

    @cached_property
    def pointed(self) -> bool:
        """Whether some of the numbers that a sheet gives are written as decimals."""
        return any("." in text for text in texts_of(self.question.given_text))

    def unreadable(self, x: Number) -> bool:
        """Whether nobody reads an exact value, or it is a fraction that says little where the sheet asks decimals."""
        fraction = self.beside and x.is_rational and places_of(x.rational) is None
        tells = (
            fraction and abs(x.rational) * 10**self.places >= 10
        )  # of 1/972 little is left in 0.001
        if self.beside and not x.is_rational:
            return unreadable(x, MOST_BESIDE)  # 250/√15015
        odd = (
            self.values.decimals and tells and x.rational.q > HANDY
        )  # 14/31 among decimals
        return unreadable(x) or odd or (tells and unhandy(x.rational))

    @cached_property
    def naming(self) -> Naming:
        """The names for weights; none where the sheet states the weights or the results are all that is shown."""
        q = self.question
        if (
            self.detail == "brief"
            or not self.may_name
            or self.symbols
            or self.answer.rounded
        ):
            return Naming()
        names = map(
            letters_of, (self.notation.symbol(n) for n in (*q.plan.names, *q.given))
        )
        lines = " ".join(line.text for line in q.plan.lines)
        signs = (
            word for op, word in self.notation.table.words.items() if f"{op}(" in lines
        )
        taken = frozenset(
            "".join((*names, *(sign for sign in signs if len(sign) == 1)))
        )
        return name_weights(
            q.plan,
            q.given,
            self.answer.exact.steps,
            taken,
            self.sums,
            self.notation.names.counted,
            self.order,
        )

    def alone(self, name: str) -> Work:
        """The work of a line that is read without those before it: it defines every name in its weights, another has none."""
        if name not in self.naming.weights:
            return self.unnamed
        found, own = replace(self, _known={}), self.naming
        vars(found)["naming"] = replace(
            own, new={**own.new, name: own.symbols(own.weights[name])}
        )
        return found

    def anew(self) -> Work:
        """The same work for a text that is read by itself: on it nothing has been said yet."""
        found = replace(
            self,
            _known={
                key: value for key, value in self._known.items() if key[0] not in SAID
            },
        )
        vars(found).update(apart_from(vars(self), vars(found)))
        return found

    @cached_property
    def unnamed(self) -> Work:
        """The same work without names for weights, which what is read by itself would have to define each time."""
        return replace(self, may_name=False, _known={})

    @cached_property
    def symbols(self) -> bool:
        """Whether letters without a value stand in the givens or lines, and not in proofs alone: then nothing has decimals."""
        q, free = self.question, self.question.letters.keys()
        if any(not free.isdisjoint(line.scalars) for line in q.plan.lines):
            return True
        given = (m for name, m in q.given.items() if name not in free)
        entries = (x for m in given for x in flat(m))
        return any(isinstance(x, Number) and symbolic(x) for x in entries)

    @cached_property
    def lettered(self) -> Numbers:
        """Lines that are numbers, in the letters of the given ones, where the sheet is worked so."""
        return in_letters(
            self.question.working, self.question.plan, self.question.given
        )

    @cached_property
    def kept(self) -> frozenset[str]:
        """The lines whose small numbers are never put in as 0, for something is divided by them, or their logarithm taken, or
        nothing would be left of them."""
        known = {**self.question.given, **self.answer.follow.values}
        return keeping(self.question.plan, self.answer.rounded, known, self.places)

    @cached_property
    def steps(self) -> Mapping[str, PlanStep]:
        """The step that gives each line its value."""
        return {step.name: step for step in self.answer.follow.steps if step.name}

    @cached_property
    def tainted(self) -> Mapping[str, int]:
        """The lines that follow from stated values, each with the decimals of those."""
        found: dict[str, int] = {}
        for line in self.question.plan.lines:
            stated = [
                most_decimals(self.question.stated_text[n])
                for n in line.reads
                if n in self.question.stated
            ]
            places = stated + [found[n] for n in line.reads if n in found]
            if places:
                found[line.name] = max(places)
        return found

    def value(self, name: str) -> Matrix:
        """The value of a line or a given, stated values carried on; what is a short decimal is written as one."""
        found = self.array(name)
        assert isinstance(found, Matrix), name
        return self.once(
            "value", name, lambda: found if self.symbols else plain(found, self.places)
        )

    def array(self, name: str) -> Matrix | Tensor | Number:
        """The value of a line or a given as it is: a matrix, a batch of matrices, a given number."""
        found: Matrix | Tensor | Number = (
            self.steps[name].value if name in self.steps else self.question.given[name]
        )
        return found

    def is_number(self, name: str) -> bool:
        """Whether a line or a given is one number, which no brackets stand around, however it comes about: a row times a column,
        the loss of one word."""
        found = self.array(name)
        return isinstance(found, Matrix) and found.shape == (1, 1)

    def asked_exactly(self, name: str) -> bool:
        """Whether the exact value of a line is asked."""
        asked = any(part.form and name in part.asks for part in self.question.parts)
        return asked or self.question.measures.exactly(name)

    def named(self, name: str) -> Matrix | None:
        """The value of a line in names, where names stand in it."""
        found = self.naming.values.get(name)
        return None if found is None or self.value(name).is_rational else found

    @cached_property
    def reader(self) -> Reader:
        """What reads the formulas of the question as they stand on the page."""
        return reader(self.notation, self.question.plan)

    @cached_property
    def weights(self) -> Mapping[Items, Value]:
        """The names of small weights and of sums, by their boxes."""
        return {
            ink.flat(name.box): ball(name.value, MATRIX_BITS)
            for name in self.naming.names.values()
        }

    def on_the_way(self, name: str) -> Matrix:
        """The value of what a line has on the way."""
        found = self.answer.follow.by_name[name].value
        assert isinstance(found, Matrix), name
        return found

    def rules(self, name: str) -> tuple[Integers, Integers]:
        """The columns and rows after which the parts of a matrix meet: joined heads, the blocks of a Kronecker product. None
        where every part is a single number, or all are columns, in which a rule would look like a bar above a number, nor in a
        derivative, which has zeros where nothing came back."""
        columns, rows = self._seams(name)
        back = (line.name for line in self.question.plan.lines if line.back is not None)
        if (not columns and not rows) or line_of(name) in back:
            return (), ()
        height, width = self.answer.follow.by_name[name].value.shape
        single = len(columns) + 1 == width and len(rows) + 1 == height
        return ((), ()) if single or width == 1 else (columns, rows)

    def _seams(self, name: str) -> tuple[Integers, Integers]:
        """After which columns and rows the parts of a line meet; of matrices made of joined ones both, where all meet there."""
        step = self.answer.follow.by_name.get(name)
        if step is None or not all(
            isinstance(x, Matrix) for x in (*step.inputs, step.value)
        ):
            return (), ()
        if has(step.op, "in blocks"):
            block = step.inputs[1]
            return tuple(range(block.cols, step.value.cols, block.cols)), tuple(
                range(block.rows, step.value.rows, block.rows)
            )
        across = has(step.op, "side by side")
        down = has(step.op, "one below the other")
        if not across and not down:
            return (), ()
        own = tuple(accumulate(m.cols if across else m.rows for m in step.inputs[:-1]))
        inner = {self._seams(arg)[1 if across else 0] for arg in step.args}
        other = inner.pop() if len(inner) == 1 else ()
        return (own, other) if across else (other, own)

    def once(self, what: str, name: str, make: Callable[[], Kept]) -> Kept:
        """Worked out once for each line."""
        if (what, name) not in self._known:
            self._known[what, name] = make()
        found: Kept = self._known[what, name]  # type: ignore[assignment]
        return found

    def put_in(
        self, name: str, more: int = 0, percent: bool = False, exactly: bool = True
    ) -> Box:
        """A given number, or a line of one, as it is put in: with its unit where it has one, and where it is rounded, or does not
        stand there *exactly*, with so many digits *more* than are shown; 0.4 for 40 %, which stands so among the givens, with
        *percent*."""
        text = self.question.given_text.get(name)
        given = (
            self.question.given[name]
            if name in self.question.given
            else self.value(name).values[0][0]
        )
        assert isinstance(given, Number), name
        if (
            isinstance(text, str)
            and (of := self.question.measures.given.get(name)) is not None
        ):
            own = text.removesuffix(of.text).rstrip()
            if of == PERCENT and is_plain(own) and not percent:
                return number(of_hundred(own))
            return in_unit(
                self._number_as_written(own, given / Number.of(of.factor)), of.text
            )
        if (
            name in self.steps
            and (found := self.amount(name, more, exactly)) is not None
        ):
            plainly = found.unit == PERCENT and found.power is None
            return number(of_hundred(found.digits)) if plainly else boxed(found)
        if isinstance(text, str):
            return self._number_as_written(text, given)
        ends = (
            given.is_rational
            and unhandy(given.rational)
            and matrices.ends(given, self.places)
        )
        values = replace(
            self.values, decimals=self.values.decimals or ends
        )  # 0.21, as it stands there
        terms = None if exactly else self.in_terms(name, more)
        terms = terms or self.letters_in_unit(name)
        return terms.box if terms else values.exact(given, built=True)

    def letters_in_unit(self, name: str) -> ValueForm | None:
        """The value of a line with letters and a unit, (18.5B + 34) GB, where the numbers before the letters end in it, or with
        these as the line is asked for, 6.25·10¹⁰·T."""
        measures, value = self.question.measures, self.array(name)
        asked = measures.of_letters(name, value)
        found = self.in_terms(name) if asked or measures.behind(name, value) else None
        return found if found and (found.exact or asked) else None

    def in_terms(self, name: str, more: int = 0) -> ValueForm | None:
        """The value of a line with letters, each term with a decimal before them, 1.313·10⁻⁶T, and its unit behind it; what does
        not end has as many significant digits as the page has places, but three at least, and so many *more*."""
        measures = self.question.measures
        value = self.array(name)
        if not (isinstance(value, Matrix) and value.lettered and value.shape == (1, 1)):
            return None
        dims = measures.behind(name, value)
        unit = ""
        asked = measures.of_letters(name, value)
        if dims:
            made_of = (name, *self.question.plan.line(name).uses)
            units = [
                measures.shows[part].unit
                if part in measures.shows
                else measures.given.get(part)
                for part in made_of
            ]
            of = next((of for of in units if of and of.dims == dims), of_base(dims))
            value, unit = value.scaled(1 / Number.of(of.factor)), of.text
        ((x,),) = value.values
        most, terms, rough = (
            as_of(self.places, max(self.places, 3)) + more,
            list[Box](),
            False,
        )
        for letters, q in sorted(x.terms.items(), key=lambda term: term[0] == ONE):
            part = Number({letters: fmpq(1)})
            by = None if letters == ONE else self.values.exact(part)
            ends = places_of(q) is not None
            if not ((ends and dims) or by is None or of_letters(form(part))):
                return None
            if asked:
                shown = asked.amount(Number.of(q), self.places, more)
                ends, first = shown.exact, boxed(shown)
            else:
                first = (
                    number(fixed_point(q, places_of(q) or 0))
                    if ends
                    else significant(q, most)
                )
            rough = rough or not ends
            terms.append(by if q == 1 and by is not None else before(first, by))
        box = PAPER.fenced(summed(terms), PRODUCT) if unit else summed(terms)
        return ValueForm(
            in_unit(box, unit) if unit else box,
            matrices.ROUGH if rough else frozenset(),
        )

    def _number_as_written(self, text: str, x: Number) -> Box:
        """A number as the sheet writes it, where ``as_written`` has it so, or as exact values are written."""
        found = as_written(text, shares=self.notation.table.numbers != "decimals")
        return self.values.exact(x, built=True) if found is None else found

    def amount(self, name: str, more: int = 0, exactly: bool = True) -> Amount | None:
        """The value of a line of one number as it is shown in its unit, or rounded where the sheet is worked in decimals or
        nobody can read it, or it does not stand there *exactly*, with so many digits *more*; None for others."""
        carried = name in self.answer.carried
        value = self.question.stated[name] if carried else self.value(name)
        show = self.question.measures.show(name, value)
        if value.shape != (1, 1):
            return None
        x = value.values[0][0]
        if show is not None:
            return show.amount(x, self.places, more)
        if carried:
            return amount_in(
                digits(MOST_PLACES, KEPT)(x)
            )  # what is computed with from here on
        short = exactly or (
            x.is_rational
            and (places_of(x.rational) is not None or not unhandy(x.rational))
        )
        readable = (self.symbols and not x.is_rational) or (
            not self.unreadable(x) and short
        )
        if name not in self.answer.rounded and readable:
            return None
        places = self.shown_places(name) if name in self.answer.rounded else self.places
        text = digits(places + more, KEPT + more if name in self.kept else 0)(x)
        return amount_in(text, exact=x.is_rational and read_decimal(text) == x.rational)

    def places_of(self, name: str) -> int:
        """How many digits behind the point a line is shown with; where they are significant ones its numbers tell themselves."""
        show = (
            self.question.measures.show(name, self.value(name))
            if name in self.steps
            else None
        )
        return (
            show.places(self.places)
            if show and show.style in ("", "decimal")
            else self.shown_places(name)
        )

    def significant(self, name: str) -> int:
        """How many significant digits a line is shown with; 0 where so many behind the point are."""
        if name not in self.steps:
            return 0
        show = self.question.measures.show(name, self.array(name))
        return show.places(self.places) if show and show.style in POWERS else 0

    def shown_places(self, name: str) -> int:
        """The digits behind the point of a line without a unit; on a page in decimals two digits are left of a number."""
        rounded = name in self.answer.rounded
        return shown_places(self.array(name), self.places) if rounded else self.places

    def at(self, name: str, on_the_way: bool = False) -> Work:
        """The same with the digits of a line in place of the sheet's, for what is told of it alone; of a percentage what it is
        as a number has two more. What stands *on_the_way* to the line has no fewer than the sheet."""
        of = self.question.measures
        show = of.show(name, self.array(name)) if name in self.steps else None
        own = self.places if show is None else show.behind_the_point(self.places)
        return self if on_the_way and own < self.places else self.to(own)

    def to(self, places: int) -> Work:
        """The same with so many digits in place of the sheet's."""
        if places == self.places:
            return self
        return self.once(
            "to", str(places), lambda: replace(self, places=places, _known={})
        )

    @cached_property
    def shapes(self) -> dict[str, Shape]:
        """The shape of every matrix, those of hidden steps too."""
        givens = shapes_of(self.question.given)
        return givens | {
            step.call.out: step.value.shape for step in self.answer.follow.steps
        }

    def symbol(self, name: str) -> Box:
        """How a line or a given is written."""
        return self.notation.symbol(name)

    def exact(
        self, matrix: Matrix, name: str = "", decimals: bool | None = None
    ) -> Grid:
        """A matrix exactly, in the notation's brackets, with rules where the parts of the line *name* meet; *decimals* says
        whether what ends is written as a decimal, where it is not as the sheet gives numbers."""
        values = (
            self.values if decimals is None else replace(self.values, decimals=decimals)
        )
        return matrices.exact(
            matrix, values, self.notation.brackets, self.rules(name)[0]
        )

    def rounded(self, matrix: Matrix, name: str = "", tiny: bool = False) -> ValueForm:
        """The same rounded to the places of the page, but with two digits where those would leave it one or none, all to the
        places of the largest while these are few; with *tiny* no weight becomes 0 or 1."""
        brackets, rules, places = (
            self.notation.brackets,
            self.rules(name)[0],
            self.places,
        )
        gone = not tiny and vanishes(matrix, places)
        if not tiny:
            places = shown_places(matrix, places)
        if gone:
            zeros = name in self.answer.rounded and name not in self.kept
            keeps = KEPT if places == self.places and not zeros else 0
            return matrices.in_digits(matrix, places, brackets, rules, keeps)
        return matrices.approximate(matrix, places, brackets, rules, tiny)

    def size(self, axis: str, name: str) -> Box:
        """A number of rows or columns as it is put in."""
        return number(self.shapes[name][-2 if axis == "rows" else -1])
