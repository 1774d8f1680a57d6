"""Help in steps, each asked for by itself: a hint, smaller questions on the way to an entry, that entry explained, the working of
a line, the solution: of a part that asks for several lines, that of the one line, with what nothing asks for on the way.

A hint says what to do and why, with numbers put in where the student has those already; questions and entry stand on the
student's own values (``own.py``). So no step but the last two gives away what an earlier line asks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from markupsafe import Markup

from symattn.boxes import Box, Boxes, Fence, Grid, Ink, Script
from symattn.course.feedback import Lines, Pages
from symattn.course.given_back import LineView
from symattn.errors import SymattnError
from symattn.exact.matrix import Matrices, Matrix
from symattn.exact.number import Number
from symattn.exact.tensor import Tensor
from symattn.marking.course import Course
from symattn.marking.results import QuestionReport, Result
from symattn.marking.sheet import Ready
from symattn.ops import has
from symattn.ops.record import Count
from symattn.page import choices, forms, random
from symattn.page.entry import Links
from symattn.page.entry import explained as entry_told
from symattn.page.layout import Eq
from symattn.page.links import ledger
from symattn.page.questions import question as question_view
from symattn.page.telling import first_links
from symattn.page.work import Work
from symattn.plan import Call, Line, Plan
from symattn.plan.derivation import PlanRun
from symattn.plan.shapes import SizeRelations
from symattn.plan.shapes.table import ShapeLine, ShapeTable
from symattn.plan.tree import Counted, Ref, RootOf, leading_to, parts, within
from symattn.practice.counted import of_numbers, of_shapes
from symattn.practice.own import (
    ByName,
    ExplainedEntry,
    Pieces,
    SmallWorking,
    explained,
    steps_of,
)
from symattn.records import frozen
from symattn.said import Fact, Named, Pairs, Said, Strings
from symattn.sheet import Part, Question
from symattn.sheet.shaping import ShapeReading
from symattn.tables import Place, grouped, of_type

STEPS = ("hint", "question", "entry", "working", "solution")
STEPS_FOR = {
    "matrix": STEPS, "shape": ("hint", "question", "why", "working", "solution"),
    "number": ("hint", "question", "working", "solution"),
    "choice": ("hint", "solution"),
}  # fmt: skip
"""Those that have something to say: of a number, or a shape that nothing explains, there is no entry, of a choice no working."""
FACTS = (
    "working",
    "shape",
    "whole",
    "open",
    "entry",
    "reason",
    "remark",
    "teaches",
    "told",
    "questions",
)
"""What the template of a step may find."""
PLACES = ("i", "j", "row", "column", "place", "first", "second", "late", "early")
"""Facts of a sentence that are rows or columns, or tokens in these."""
MATRICES = ("of", "by", "bias", "which")
"""Facts of a sentence that name matrices, which the page calls as the sheet does."""
HAD = ("correct", "follows", "imprecise")
"""Verdicts after which the numbers of a line may stand in the hint of another."""


def asked_in(part: Part) -> list[str]:
    """The lines, matrices and choices for which a part has a place to write."""
    return list(dict.fromkeys(part.names))


def is_one_of_several(question: Question, part: Part, name: str) -> bool:
    """Whether the solution of a part would give away others beside a line; choices are made together."""
    return (
        len(asked_in(part)) > 1
        and name in asked_in(part)
        and name not in question.unknown
    )


def before(question: Question) -> set[str]:
    """The lines that are found before others: those that are asked, and those that the sheet states."""
    return {*question.asked, *question.stated}


def steps_for(question: Question, part: Part, name: str, kind: str) -> Strings:
    """The steps of help with a line; the solution of one of several where it has more to say than the working."""
    led = leading_to([name], question.plan.lines, before(question))
    told = (
        len(led) > 1
        or (part.remark and name == asked_in(part)[-1])
        or not is_one_of_several(question, part, name)
    )
    return STEPS_FOR[kind] if told else STEPS_FOR[kind][:-1]


def put_in(line: Line) -> Strings:
    """The matrices and numbers that are put into a line's formula: those of which it only needs the size are not.

    >>> from symattn.plan import Plan
    >>> plan = Plan.read(["S = Q @ K.T", "L = S / sqrt(cols(K))"])
    >>> [put_in(line) for line in plan.lines]
    [('Q', 'K'), ('S',)]
    """
    return tuple(
        dict.fromkeys(
            (*(x.name for x in within(line.tree) if isinstance(x, Ref)), *line.scalars)
        )
    )


def for_students(said: Said, symbol: Callable[[str], Markup]) -> Said:
    """A sentence on an entry as students read it: rows and columns that count from 0 count from 1, and the sheet's symbols and
    formulas stand in the place of names.

    >>> said = Said("why", "matmul", (("of", "Q_2"), ("i", 0), ("by", Said("why", "entry", (("of", "S.1"), ("row", 2))))))
    >>> for_students(said, lambda name: Markup(name.lower())).facts
    (('of', Markup('q_2')), ('i', 1), ('by', Said(room='why', name='entry', facts=(('of', Markup('s.1')), ('row', 3)))))
    """
    own_words = any(
        key == "words" for key, _ in said.facts
    )  # of an operation without a template: plain text

    def told(key: str, fact: Fact) -> Fact:
        if isinstance(fact, Said):
            return for_students(fact, symbol)
        if key in PLACES and isinstance(fact, int):
            return fact + 1
        if isinstance(fact, str):
            return symbol(fact) if key in MATRICES and not own_words else fact
        if isinstance(fact, tuple):
            return tuple(
                told(key, one) if isinstance(one, Said | str) else one for one in fact
            )  # type: ignore[return-value]
        return fact

    return replace(
        said, facts=tuple((key, told(key, fact)) for key, fact in said.facts)
    )


def roles(plan: Plan, line: Line, masks: Collection[str]) -> Iterator[str]:
    """What a line's operations are there for, by which ``purposes`` in templates/words/practice.j2 says it: a role in attention
    where it has one, else the operation's name. What is added blocks only where it is one of the *masks*.

    >>> plan = Plan.read(["S = Q @ K.T", "A = softmax(S / sqrt(cols(K)))", "H = A @ V", "Y = H @ W"])
    >>> [list(roles(plan, line, ())) for line in plan.lines]
    [['transpose', 'scores'], ['scaling', 'weights'], ['mix'], ['product']]
    """
    calls = plan.by_out
    weights = [call for call in plan.calls if has(call.op, "weights")]
    for call in line.calls:
        if has(call.op, "weights"):
            yield (
                "weights"
                if dict(call.params).get("axis", 1) in (1, -1)
                else "weights_down"
            )
        elif has(call.op, "product"):
            mixes = any(one.out in call.args for one in weights)
            yield (
                "mix"
                if mixes
                else "scores"
                if call.out in {_scored(one, calls) for one in weights}
                else "product"
            )
        elif has(call.op, "scales"):
            yield (
                "scaling"
                if any(isinstance(value, RootOf) for _, value in call.params)
                else call.op
            )
        elif has(call.op, "blocks") or (
            has(call.op, "adds a mask") and not set(masks).isdisjoint(call.args)
        ):
            yield "blocking"
        else:
            yield "join" if has(call.op, "side by side") else call.op


def _scored(weights: Call, calls: Mapping[str, Call]) -> str:
    """The name of what weights were made of, before it was scaled and masked."""
    name = weights.args[0]
    while name in calls and has(calls[name].op, "keeps scores"):
        name = calls[name].args[0]
    return name


@frozen
class EntryView:
    """One entry explained: its name and chain, why it is so, and what it is made of, shaded in its matrices."""

    name: Box
    chain: Links
    sentence: Markup
    made_of: tuple[tuple[Box, Box], ...] = ()
    meets: tuple[tuple[str, int, Box, Box], ...] = ()
    mend: Boxes = ()


@frozen
class Questions:
    """Smaller questions on the way to one entry of a line, each a formula or a sentence, and where they go: a formula, or in
    words."""

    line: str
    row: int
    column: int
    name: Box
    asked: tuple[tuple[Box | None, Markup | None], ...]
    between: Box | None
    sentence: Markup | None
    mend: Boxes = ()


@frozen
class Helper:
    """Help with one question; ``report`` is what was found about the answers to it."""

    engine: Pages
    ready: Ready
    question: Question
    report: QuestionReport
    at: Place = (0, 0)

    @cached_property
    def lines(self) -> Lines:
        """The question's lines as a page shows them."""
        return Lines(
            self.engine, self.ready, self.question, self.report.results, "standard"
        )

    @property
    def work(self) -> Work:
        """The question solved."""
        return self.lines.work

    @property
    def _solved(self) -> PlanRun:
        """The lines as the sheet's own stated values have them."""
        return self.ready.answer(self.question).follow

    def step(self, name: str, wanted: str) -> Markup:
        """One step of help with a line; raises SymattnError for a step that there is not."""
        facts = {
            "hint": self.hint, "question": self.questions, "entry": self.entry, "why": self.entry,
            "working": self.working, "solution": self.solution,
        }  # fmt: skip
        if wanted not in facts:
            raise SymattnError(f"no such help: {wanted}", f"ask for {', '.join(facts)}")
        return self._told(wanted, facts[wanted](name))

    def _told(self, wanted: str, found: Named) -> Markup:
        return self.engine.render(
            "practice/help.j2", step=wanted, **{**dict.fromkeys(FACTS), **found}
        )

    def explain(self, name: str, i: int, j: int) -> Markup:
        """One entry of a line explained, rows and columns counted from 0."""
        return self._told("entry", self.shown(name, i, j))

    def hint(self, name: str) -> Named:
        """The formula, with the numbers to put in as far as the student has them; what is still to be found."""
        if name in self.question.unknown:
            parts = [part for part in self.question.parts if name in part.asks]
            held = (
                choices.conditions(self.engine, self.work, part, "choices_serve")[0]
                for part in parts
            )
            return {"working": Markup().join(held)}
        if name not in self.question.plan.names:
            return self._shape_hint(name)
        line = self.question.plan.line(name)
        open_ = [name for name in put_in(line) if name in self._wanting]
        shown = first_links(self.engine, self.work, line, not open_)
        still = [self.work.notation.symbol(name) for name in open_]
        masks = [
            name
            for name, value in self.question.given.items()
            if isinstance(value, Matrix) and value.blocked
        ]
        teaches = tuple(
            dict.fromkeys(roles(self.question.plan, line, masks))
        )  # two products: what to do is said once
        return {
            **self._in_words(name),
            "working": shown,
            "open": still,
            "teaches": teaches,
        }

    def _shape_hint(self, name: str) -> Named:
        """What a matrix or a number is made of; of a matrix that is given, the first line that reads it."""
        shapes = self.question.shapes
        lines = shapes.plan.lines if shapes else ()
        line = next(
            (line for line in lines if line.name == name or name in line.reads), None
        )
        if line is None:
            return {"shape": self._shape(name)}
        open_ = [
            other for other in put_in(line) if other in self._wanting and other != name
        ]
        symbols = [
            self.work.notation.symbol(other) for other in open_ if line.name == name
        ]
        found = shapes.table if shapes else ShapeTable({})
        kinds = dict.fromkeys(
            part.kind
            for part in parts(line.tree)
            if isinstance(part, Counted) and not part.random
        )
        rules = random.told(self.work.notation, [line], found, (), found.lines)
        told = (
            self.engine.told("steps/counts.j2", random=rules, displays=())
            if rules
            else None
        )
        teaches = tuple(kinds) if found[line.name].value is not None else ("shapes",)
        return {
            "shape": self._shape(line.name),
            "open": symbols,
            "working": told,
            "teaches": teaches,
        }

    @property
    def _plan(self) -> Plan:
        """The question's lines, about shapes or about values."""
        return self.shapes.plan if self.question.shapes else self.question.plan

    @property
    def shapes(self) -> ShapeReading:
        """The shapes of a question about shapes; of another one no more than how they are read."""
        return self.question.shapes or ShapeReading(
            self.question.plan, {}, SizeRelations()
        )

    def _asked(self, one: SmallWorking) -> Box | None:
        if one.place:
            return self._part(*one.place)
        return one.box if one.tree is None else self.work.notation.formula(one.tree)

    @property
    def _wanting(self) -> set[str]:
        """Lines that are asked and that the student does not have yet."""
        asked = set(self.question.asked)
        return asked - {
            result.name for result in self.report.results if result.verdict in HAD
        }

    @cached_property
    def had(self) -> Matrices:
        """The matrices that the student has: as they were written, and what is right in letters by what it is equal to."""
        exact = self.ready.key(self.question).exact.values
        right = {
            one.name: exact[one.name]
            for one in self.report.results
            if one.verdict == "correct" and one.name in exact
        }
        return {
            **of_type(right, Matrix),
            **self.lines.yours,
        }

    @cached_property
    def course(self) -> Course:
        """The lines run from what the student has."""
        return self.ready.key(self.question).bare[-1].exact.over(self.had)

    def found(self, name: str) -> ExplainedEntry | None:
        """The entry that help is about, from the student's own values, its links evaluated; None where what it needs is not
        there yet."""
        line = self.question.plan.line(name)
        if self._lacking(line):
            return None
        steps, (i, j) = steps_of(line, self.course), self.at
        if steps is None or not (
            i < steps[name].value.rows and j < steps[name].value.cols
        ):
            return None
        found = explained(
            steps,
            self.course,
            name,
            i,
            j,
            self.ready.key(self.question).rule_of(name).places,
        )
        ledger(self.work.unnamed).over({name: steps[name].value}).check(
            [Eq(self._place(name), found.chain)]
        )
        return found

    def _lacking(self, line: Line) -> list[str]:
        """The lines that a line is made of, that are asked, and for which the student has no values yet."""
        asked = set(self.question.asked) - self.had.keys()
        return [
            name
            for name in put_in(line)
            if name in asked and name in self.question.plan.names
        ]

    def entry(self, name: str) -> Named:
        """The entry where the student is, explained; the reason of a shape; nothing of a free choice."""
        if name in self.question.unknown:
            return {}
        if name not in self.question.plan.names:
            return {"reason": self._shape(name).reason}
        found = self.found(name)
        return (
            self._in_words(name)
            if found is None
            else {"entry": self._seen(name, found)}
        )

    def _seen(self, name: str, found: ExplainedEntry) -> EntryView:
        symbol = self.work.notation.symbol
        meets = tuple(
            (one.what, one.number, symbol(one.name), one.grid) for one in found.meets
        )
        return EntryView(
            self._place(name),
            found.chain,
            self._sentence(found.said),
            meets=meets,
            mend=self._mend(found),
        )

    def questions(self, name: str) -> Named:
        """What is smaller in the entry where the student is, piece by piece; where there is nothing smaller, what meets in it."""
        lacking = (
            self._lacking(self.question.plan.line(name))
            if name in self.question.plan.names
            else ()
        )
        if lacking:  # what has to be found first has smaller questions too
            return {
                **replace(self, at=(0, 0)).questions(lacking[0]),
                "open": [self.work.notation.symbol(one) for one in lacking],
            }
        pieces = self.smaller(name)
        if not pieces:
            return (
                {}
                if name in self.question.unknown or name not in self.question.plan.names
                else self._in_words(name)
            )
        asked = tuple(
            (self._asked(one), self._sentence(one.said) if one.said else None)
            for one in pieces
        )
        found = (
            None
            if any(one.tree or isinstance(one.value, ShapeLine) for one in pieces)
            else self.found(name)
        )
        if found is None:
            into = (
                self.work.notation.formula(self._plan.line(name).tree)
                if name in self._plan.names
                else None
            )
            return {
                "questions": Questions(
                    name, *self.at, self._box(name), asked, into, None
                )
            }
        mend = self._mend(found)
        return {
            "questions": Questions(
                name,
                *self.at,
                self._place(name),
                asked,
                found.between,
                self._sentence(found.said),
                mend,
            )
        }

    def _mend(self, found: ExplainedEntry) -> Boxes:
        """The student's own matrices that an entry is made of, and that are not right yet."""
        names = dict.fromkeys(
            one.name
            for one in found.meets
            if one.name in self.lines.yours and one.name in self._wanting
        )
        return tuple(map(self.work.notation.symbol, names))

    def smaller(self, name: str) -> Pieces:
        """What is asked on the way to a line, at the entry where the student is."""
        if name in self.question.unknown:
            return ()
        if self.question.shapes is not None:
            return tuple(of_shapes(self.question.shapes, name))
        line = self.question.plan.line(name)
        if has(line.calls[-1].op, "number"):
            known = {**self.question.given, **self.course.read}
            numbers = {
                key: x[0, 0] if isinstance(x, Matrix) else x
                for key, x in known.items()
                if isinstance(x, Matrix | Number)
            }
            return () if self._lacking(line) else tuple(of_numbers(line, numbers))  # type: ignore[arg-type]
        value = self._solved[name]
        if any(
            isinstance(self._solved.values.get(one), Tensor)
            for one in (name, *line.reads)
        ):
            whole = ShapeLine(name, "", (), value.shape, value.shape, None, Count())
            return (SmallWorking(whole, said=Said("why", "shape_of", (("of", name),))),)
        found = self.found(name)
        return found.pieces if found else ()

    def _in_words(self, name: str) -> Named:
        """An entry told without its numbers, which the student has to find first."""
        line = self.question.plan.line(name)
        steps = self._solved.by_name
        open_ = [self.work.notation.symbol(one) for one in self._lacking(line)]
        if not isinstance(steps[name].value, Matrix):
            return {"open": open_}
        return {
            "told": (
                self._place(name),
                self._sentence(entry_told(steps, name, *self.at, ByName)[0]),
            ),
            "open": open_,
        }

    def told(self, name: str, said: Said) -> Markup:
        """The entry where the student is, in words."""
        return self._told("entry", {"told": (self._place(name), self._sentence(said))})

    def _sentence(self, said: Said) -> Markup:
        return self.engine.words(for_students(said, self._symbol))

    def _place(self, name: str) -> Box:
        return self._part(name, *self.at)

    def _part(self, name: str, i: int, j: int) -> Box:
        """An entry of a matrix by its place, also of one that a line makes on the way."""
        return Script(
            Fence("(", self._box(name), ")"), sub=Ink(f"{i + 1},{j + 1}", "number")
        )

    def shown(self, name: str, i: int, j: int) -> Named:
        """One entry explained by the right values, what it is made of shaded: for who steps through a line that is solved."""
        steps = self._solved.by_name
        value = steps[name].value
        if not isinstance(value, Matrix):
            return {"whole": self.lines.worked(name).working}
        said, chain, parts = entry_told(steps, name, i, j, ByName)
        place = replace(self, at=(i, j))._place(name)
        used = grouped((of, (row, column)) for of, row, column in parts)
        ledger(self.work.unnamed).check([Eq(place, chain)])
        return {
            "entry": EntryView(
                place, chain, self._sentence(said), tuple(self._shaded(used))
            )
        }

    def _symbol(self, name: str) -> Markup:
        return self.engine.finalize(self._box(name))

    def _box(self, name: str) -> Box:
        """The symbol of a matrix, the formula of one that a line makes on the way."""
        return self.work.notation.formula(self._plan.tree(name))

    def _shaded(
        self, used: Mapping[str, Collection[Place]]
    ) -> Iterator[tuple[Box, Box]]:
        for name, places in used.items():
            if isinstance(self.work.array(name), Matrix):
                box = forms.put_in(self.work.unnamed, name).box
                if isinstance(box, Grid):
                    yield (
                        self.work.notation.symbol(name),
                        replace(box, used=frozenset(places)),
                    )

    def working(self, name: str) -> Named:
        """The line worked out; nothing of a free choice, which is in the solution."""
        if name in self.question.unknown:
            return {}
        if name in self.question.plan.names:
            return {"working": self.lines.worked(name).working}
        seen = self._shape(name)
        return {"working": seen.right.working, "reason": seen.reason}

    def solution(self, name: str) -> Named:
        """The part that asks for a line, or that has this label, as the key has it; of several lines this one alone."""
        for index, part in enumerate(self.question.parts):
            if name in (*part.names, part.label or f"part {index + 1}"):
                remark = self._view[index][1] if name not in asked_in(part)[:-1] else ""
                if not is_one_of_several(self.question, part, name):
                    return {"working": self._view[index][0], "remark": remark}
                if name not in self.question.plan.names:
                    return {**self.working(name), "remark": remark}
                lines = leading_to(
                    [name], self.question.plan.lines, before(self.question)
                )
                return {
                    "working": Markup().join(
                        self.lines.worked(line.name).working for line in lines
                    ),
                    "remark": remark,
                }
        raise SymattnError(f"no part asks for {name}")

    @cached_property
    def _view(self) -> Pairs:
        sheet, answer = self.ready.sheet, self.ready.answer(self.question)
        notation = self.ready.notations[self.question.id]
        seen = question_view(
            self.engine,
            sheet,
            answer,
            notation,
            sheet.decimals,
            "standard",
            True,
            1,
            apart=True,
        )
        return tuple((part.working, part.remark) for part in seen.parts)

    def _shape(self, name: str) -> LineView:
        """A line of a question about shapes: what it is made of, its shape or number, and why."""
        if self.question.shapes is None or name not in self.question.shapes.table.lines:
            raise SymattnError(f"{self.question.id} has no line {name}")
        return self.lines.shape(Result(name, "incorrect"))
