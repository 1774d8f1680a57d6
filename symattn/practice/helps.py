"""Help in steps, each asked for by itself: a hint, one entry explained, the working of a line, the solution of its part.

A hint has the formula, with numbers put in where the student has those already: no step gives away what an earlier line asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property

from markupsafe import Markup

from symattn.boxes import Box, Fence, Grid, Ink, Script
from symattn.course.feedback import Lines, LineView, Pages
from symattn.errors import SymattnError
from symattn.exact.matrix import Matrix
from symattn.marking.results import QuestionReport, Result
from symattn.marking.sheet import Ready
from symattn.ops import has
from symattn.page import choices, present
from symattn.page.engine import Family
from symattn.page.entry import Links, explained
from symattn.page.layout import Eq
from symattn.page.links import ledger
from symattn.page.questions import question as question_view
from symattn.page.questions import width_of_keys
from symattn.page.work import Work
from symattn.page.working import begun, told
from symattn.plan import Line
from symattn.plan.derivation import Step
from symattn.plan.tree import Apply, Expr, Ref
from symattn.records import dataclass
from symattn.said import Fact, Said
from symattn.sheet import Question

STEPS = ("hint", "entry", "working", "solution")
FACTS = ("working", "shape", "whole", "open", "entry", "reason", "remark")
"""What the template of a step may find."""
PLACES = ("i", "j", "row", "column", "place", "first", "second", "late", "early")
"""Facts of a sentence that are rows or columns, or tokens in these."""
MATRICES = ("of", "by", "bias", "args")
"""Facts of a sentence that name matrices, which the page calls as the sheet does."""
HAD = ("correct", "follows", "imprecise")
"""Verdicts after which the numbers of a line may stand in the hint of another."""


def from_one(said: Said) -> Said:
    """A sentence whose rows and columns count from 0 as one in which they count from 1, as students count.

    >>> from_one(Said("why", "matmul", (("of", "X"), ("i", 0), ("by", Said("why", "entry", (("row", 2),)))))).facts
    (('of', 'X'), ('i', 1), ('by', Said(room='why', name='entry', facts=(('row', 3),))))
    """
    return replace(said, facts=tuple((key, _from_one(key, fact)) for key, fact in said.facts))


def _from_one(key: str, fact: Fact) -> Fact:
    if isinstance(fact, Said):
        return from_one(fact)
    if isinstance(fact, tuple):
        return tuple(from_one(one) if isinstance(one, Said) else one for one in fact)  # type: ignore[return-value]
    return fact + 1 if key in PLACES and isinstance(fact, int) else fact


def put_in(line: Line) -> tuple[str, ...]:
    """The matrices and numbers that are put into a line's formula: those of which it only needs the size are not.

    >>> from symattn.plan import Plan
    >>> plan = Plan.read(["S = Q @ K.T", "L = S / sqrt(cols(K))"])
    >>> [put_in(line) for line in plan.lines]
    [('Q', 'K'), ('S',)]
    """
    return tuple(dict.fromkeys((*_operands(line.tree), *line.scalars)))


def _operands(tree: Expr) -> Iterator[str]:
    if isinstance(tree, Ref):
        yield tree.name
    else:
        for arg in tree.args:
            yield from _operands(arg)


def in_symbols(said: Said, symbol: Callable[[Expr], Markup]) -> Said:
    """A sentence on an entry with the sheet's symbols in the place of names; a matrix that is read turned is one formula.

    >>> turned = Said("why", "result", (("op", "transpose"), ("args", ("K_2",))))
    >>> said = Said("why", "matmul", (("of", "Q_2"), ("by", turned), ("i", 1)))
    >>> in_symbols(said, lambda tree: Markup(type(tree).__name__)).facts
    (('of', Markup('Ref')), ('by', Markup('Apply')), ('i', 1))
    """

    own_words = any(key == "words" for key, _ in said.facts)  # of an operation without a template: plain text

    def called(fact: Fact) -> Fact:
        if isinstance(fact, str):
            return symbol(Ref(fact))
        if isinstance(fact, tuple):
            return tuple(called(one) for one in fact)  # type: ignore[return-value]
        if not isinstance(fact, Said) or fact.name != "result":
            return fact
        tree = _tree(fact)
        return in_symbols(fact, symbol) if tree is None else symbol(tree)

    def told(key: str, fact: Fact) -> Fact:
        if key in MATRICES and not own_words:
            return called(fact)
        return in_symbols(fact, symbol) if isinstance(fact, Said) else fact

    return replace(said, facts=tuple((key, told(key, fact)) for key, fact in said.facts))


def _tree(fact: Fact) -> Expr | None:
    """The formula of what a line does on the way; none where a number goes into it that the sentence does not know."""
    if isinstance(fact, str):
        return Ref(fact)
    facts = dict(fact.facts) if isinstance(fact, Said) else {}
    op, args = str(facts.get("op")), facts.get("args")
    if not isinstance(args, tuple) or has(op, "scales"):
        return None
    trees = [_tree(arg) for arg in args]
    return Apply(op, tuple(tree for tree in trees if tree is not None)) if None not in trees else None


@dataclass(frozen=True)
class EntryView:
    """One entry explained: its name and chain, why it is so, and what it is made of, shaded in its matrices."""

    name: Box
    chain: Links
    sentence: Markup
    made_of: tuple[tuple[Box, Box], ...]


@dataclass(frozen=True)
class Helper:
    """Help with one question; ``report`` is what was found about the answers to it."""

    engine: Pages
    ready: Ready
    question: Question
    report: QuestionReport

    @cached_property
    def lines(self) -> Lines:
        """The question's lines as a page shows them."""
        return Lines(self.engine, self.ready, self.question, self.report.results, "standard")

    @property
    def work(self) -> Work:
        """The question solved."""
        return self.lines.work

    def step(self, name: str, wanted: str) -> Markup:
        """One step of help with a line; raises SymattnError for a step that there is not."""
        facts = {"hint": self.hint, "entry": self.entry, "working": self.working, "solution": self.solution}
        if wanted not in facts:
            raise SymattnError(f"no such help: {wanted}", f"ask for {', '.join(STEPS)}")
        return self._told(wanted, facts[wanted](name))

    def _told(self, wanted: str, found: dict[str, object]) -> Markup:
        return self.engine.render("practice/help.j2", step=wanted, **{**dict.fromkeys(FACTS), **found})

    def explain(self, name: str, i: int, j: int) -> Markup:
        """One entry of a line explained, rows and columns counted from 0."""
        return self._told("entry", self.entry(name, i, j))

    def hint(self, name: str) -> dict[str, object]:
        """The formula, with the numbers to put in as far as the student has them; what is still to be found."""
        if name in self.question.unknown:
            parts = [part for part in self.question.parts if name in part.asks]
            return {"working": Markup().join(choices.conditions(self.engine, self.work, part)[0] for part in parts)}
        if name not in self.question.plan.names:
            return self._shape_hint(name)
        line = self.question.plan.line(name)
        open_ = [name for name in put_in(line) if name in self._wanting]
        work = self.work.unnamed
        width = width_of_keys(self.engine, work, told(work, Family((line,)), final=False))
        kept = begun(work, line, ("formula",) if open_ else ("formula", "numbers"))
        shown = width + self.engine.displayed(kept, ledger(work))
        return {"working": shown, "open": [work.notation.symbol(name) for name in open_]}

    def _shape_hint(self, name: str) -> dict[str, object]:
        """What a matrix or a number is made of; of a matrix that is given, the first line that reads it."""
        shapes = self.question.shapes
        lines = shapes.plan.lines if shapes else ()
        line = next((line for line in lines if line.name == name or name in line.reads), None)
        if line is None:
            return {"shape": self._shape(name)}
        open_ = [other for other in put_in(line) if other in self._wanting and other != name]
        symbols = [self.work.notation.symbol(other) for other in open_ if line.name == name]
        return {"shape": self._shape(line.name), "open": symbols}

    @property
    def _wanting(self) -> set[str]:
        """Lines that are asked and that the student does not have yet."""
        asked = set(self.question.asked)
        return asked - {result.name for result in self.report.results if result.verdict in HAD}

    def entry(self, name: str, i: int = 0, j: int = 0) -> dict[str, object]:
        """One entry explained, the first unless another is named; the reason of a shape; nothing of a free choice."""
        if name in self.question.unknown:
            return {}
        if name not in self.question.plan.names:
            return {"reason": self._shape(name).reason}
        steps: dict[str, Step] = {step.call.out: step for step in self.ready.answer(self.question).follow.steps}
        value = steps[name].value
        if not isinstance(value, Matrix):
            return {"whole": self.lines.worked(name).working}
        said, chain, parts = explained(steps, name, i, j)
        place = Script(Fence("(", self.work.notation.symbol(name), ")"), sub=Ink(f"{i + 1},{j + 1}", "number"))
        used: dict[str, set[tuple[int, int]]] = {}
        for of, row, col in parts:
            used.setdefault(of, set()).add((row, col))
        ledger(self.work.unnamed).check([Eq(place, chain)])
        sentence = self.engine.words(in_symbols(from_one(said), self._symbol))
        return {"entry": EntryView(place, chain, sentence, tuple(self._shaded(used)))}

    def _symbol(self, tree: Expr) -> Markup:
        return self.engine.finalize(self.work.notation.formula(tree))

    def _shaded(self, used: dict[str, set[tuple[int, int]]]) -> Iterator[tuple[Box, Box]]:
        for name, places in used.items():
            if isinstance(self.work.array(name), Matrix):
                box = present.put_in(self.work.unnamed, name).box
                if isinstance(box, Grid):
                    yield self.work.notation.symbol(name), replace(box, used=frozenset(places))

    def working(self, name: str) -> dict[str, object]:
        """The line worked out; nothing of a free choice, which is in the solution."""
        if name in self.question.unknown:
            return {}
        if name in self.question.plan.names:
            return {"working": self.lines.worked(name).working}
        seen = self._shape(name)
        return {"working": seen.right.working, "reason": seen.reason}

    def solution(self, name: str) -> dict[str, object]:
        """The part that asks for a line, or that has this label, as the key has it."""
        for index, part in enumerate(self.question.parts):
            if name in (*part.asks, *part.shapes, part.label or f"part {index + 1}"):
                view = self._view[index]
                return {"working": Markup(view[0]), "remark": view[1]}
        raise SymattnError(f"no part asks for {name}")

    @cached_property
    def _view(self) -> tuple[tuple[str, str], ...]:
        sheet, answer = self.ready.sheet, self.ready.answer(self.question)
        notation = self.ready.notations[self.question.id]
        seen = question_view(self.engine, sheet, answer, notation, sheet.decimals, "standard", True, 1, apart=True)
        return tuple((str(part.working), part.remark) for part in seen.parts)

    def _shape(self, name: str) -> LineView:
        """A line of a question about shapes: what it is made of, its shape or number, and why."""
        if self.question.shapes is None or name not in self.question.shapes.table.lines:
            raise SymattnError(f"{self.question.id} has no line {name}")
        return self.lines.shape(Result(name, "incorrect"), "wrong")
