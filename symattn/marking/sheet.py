"""A sheet made ready for marking: its keys, its names, its rule, its digest."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager
from fractions import Fraction
from functools import cached_property
from typing import cast

from symattn.exact.matrix import Matrix
from symattn.exact.number import Number, ratio
from symattn.exact.tensor import Tensor
from symattn.exact.units import reading as units_read
from symattn.exact.zero import symbolic
from symattn.language.letters import known
from symattn.marking.answers.about import about
from symattn.marking.answers.entry_names import entries, entry_of
from symattn.marking.answers.formulas import of_lines
from symattn.marking.answers.naming import QuestionNames
from symattn.marking.answers.numerals import country
from symattn.marking.course import Known
from symattn.marking.key import Key, Newest
from symattn.marking.results import Result
from symattn.marking.rule import Rule
from symattn.notation import Notation
from symattn.notation.symbols import Key as SymbolKey
from symattn.notation.symbols import Symbol, symbol, typed
from symattn.notation.values import unhandy
from symattn.ops import has
from symattn.plan.derivation import shapes as shapes_of
from symattn.plan.derivation import sizes_of
from symattn.records import MadeOnce, frozen, replace
from symattn.said import Integers
from symattn.sheet import Question, Sheet
from symattn.sheet.schema import of_sheet
from symattn.sheet.sheet import Answer, solve_question
from symattn.tables import grouped, in_turn

_IN_LETTERS = str.maketrans("0123456789", "ABCDEFGHIJ")


def _spelled(letters: dict[str, Number]) -> dict[str, Number]:
    """Letters under what programs call them too, where lambda is a word of the language."""
    here = letters.get("lambda")
    return (
        {**dict.fromkeys(("lam", "lamb", "lamda", "lmbda", "lambd"), here), **letters}
        if here is not None
        else letters
    )


def in_few_digits(value: object) -> bool:
    """Whether a line is one number with letters, before which stand fractions that nobody reads."""
    if not isinstance(value, Matrix) or value.shape != (1, 1):
        return False
    ((x,),) = value.values
    return symbolic(x) and any(map(unhandy, x.terms.values()))


@frozen
class Ready:
    """A sheet whose right values are worked out once for all its students."""

    sheet: Sheet
    newest: int = 0  # runs from a student's own values that are kept, for who marks one student again and again

    @contextmanager
    def reading(self) -> Iterator[None]:
        """While this lasts, answers are read as the sheet's: with its letters, and decimals as its language writes them."""
        stated = of_sheet(self.sheet.questions)
        named, worth = self._entries
        letters = _spelled({**worth, **stated})
        units = units_read(self._measured, letters)
        with (
            known(letters),
            entries(named),
            country(self.sheet.language),
            units,
            self._about,
        ):
            yield

    @cached_property
    def _entries(self) -> tuple[dict[SymbolKey, str], dict[str, Number]]:
        """Symbols that stand for letters in answers, z₁ and the entries of weights by whose names the key tells their Jacobian,
        ŷ₁ for the first of ŷ: the letter of each, and what these letters are."""
        named: dict[SymbolKey, str] = {}
        worth: dict[str, Number] = {}
        stated = of_sheet(self.sheet.questions)
        said: list[tuple[Symbol | None, Number]] = [
            (symbol(name), x) for name, x in stated.items()
        ]
        for question in self.sheet.questions if stated else ():
            for call in question.plan.calls:
                if (
                    has(call.op, "by entries")
                    and (of := call.args[0]) in question.plan.names
                ):
                    value = self.answer(question).exact[of]
                    shown = symbol(typed(self.notations[question.id].names.symbol(of)))
                    cells = in_turn(value.values) if isinstance(value, Matrix) else ()
                    for k, x in enumerate(cells, 1):
                        worth[f"{of}_{k}"] = x
                        each = (shown, shown and shown._replace(face=""), symbol(of))
                        said += [(found and entry_of(found, k), x) for found in each]
        for found, x in said:
            if found is not None and found.scripts and found.key not in named:
                letter = named[found.key] = "own" + str(len(named)).translate(
                    _IN_LETTERS
                )
                worth[letter] = x
        return named, worth

    @property
    def _about(self) -> AbstractContextManager[None]:
        """What its answers are about."""
        questions = self.sheet.questions
        names = (
            name
            for question in questions
            for name in (*question.plan.names, *question.asked)
        )
        shapes = any(question.shapes for question in questions)
        shaped = grouped(
            (name, shape)
            for naming in self.namings.values()
            for name, shape in naming.shapes.items()
        )
        single = [
            name for name, known in shaped.items() if {x[:-1] for x in known} == {(1,)}
        ]
        numbers = [name for name, known in shaped.items() if {*known} == {(1, 1)}]
        sizes = (
            letter
            for question in questions
            if question.shapes
            for letter in question.shapes.size_letters
        )
        count = len(self.namings)
        return about(self.sheet.tokens, names, shapes, count, single, sizes, numbers)

    @cached_property
    def _measured(self) -> frozenset[str] | None:
        """The names that are no units on this sheet; None where it has no quantities."""
        measured = [question for question in self.sheet.questions if question.measures]
        return (
            frozenset(
                name
                for question in measured
                for name in (*question.given, *question.plan.names)
            )
            if measured
            else None
        )

    @cached_property
    def keys(self) -> MadeOnce[str, Key]:
        """The right values of each question, worked out when they are first asked for; raises SymattnError."""
        return MadeOnce(lambda id: self._key(self.sheet[id]))

    def key(self, question: Question) -> Key:
        """The right values of one question; raises SymattnError."""
        return self.keys[question.id]

    def answer(self, question: Question) -> Answer:
        """One question solved, when it is first asked for; raises SymattnError."""
        return self._answers[question.id]

    @cached_property
    def _answers(self) -> MadeOnce[str, Answer]:
        return MadeOnce(lambda id: solve_question(self.sheet, self.sheet[id]))

    def _key(self, question: Question) -> Key:
        found = self.answer(question)
        rule, letters = Rule.of(self.sheet), question.letters
        stated = found.question.stated  # what is carried on is among them
        rules: dict[str, Rule] = {}
        measures, decimals = question.measures, self.sheet.decimals
        for name in question.plan.names:
            value = found.exact[name]
            if not isinstance(value, Matrix):
                continue
            if in_few_digits(value):  # as the key shows 3.407·10⁻⁷B
                rules[name] = replace(
                    rule, significant=max(decimals, 3), coefficients=True
                )
            if (of_letters := measures.of_letters(name, value)) is not None:
                of = measures.shows[name].unit
                worth = ratio(of.factor) if of else Fraction(1)
                lettered = rule.of_line(of_letters, value, decimals, worth)
                rules[name] = replace(lettered, coefficients=True)
            if (show := measures.show(name, value)) is not None:
                worth = measures.factor(name, value)
                rules[name] = rule.of_line(show, value, decimals, worth)
        newest = Newest(self.newest)
        return Key(
            question.plan,
            cast(Known, question.given),
            found.exact,
            found.follow,
            stated,
            rule,
            letters,
            newest,
            rules,
        )

    @cached_property
    def right(self) -> dict[str, dict[Hashable, Result]]:
        """What is right by itself: of each question the verdicts on lines, by their names and values."""
        return {}

    @cached_property
    def diagnosed(self) -> dict[str, dict[Hashable, dict[str, Result]]]:
        """What was found out about answers to each question, by their values."""
        return {}

    @cached_property
    def notations(self) -> dict[str, Notation]:
        """The notation of every question."""
        beside = self.sheet.path.parent
        base = Notation.load(self.sheet.notation, beside)
        return {
            one.id: base.over(one.notation, beside).of(
                one.plan.trees, one.given, one.letters
            )
            for one in self.sheet.questions
        }

    @cached_property
    def namings(self) -> dict[str, QuestionNames]:
        """The names of every question."""
        return {
            question.id: self._naming(question) for question in self.sheet.questions
        }

    def _naming(self, question: Question) -> QuestionNames:
        shapes, notation = question.shapes, self.notations[question.id]
        known: dict[str, Integers] = {}
        asked = None
        if shapes:
            plan, lines = shapes.plan, tuple(shapes.table.lines)
            givens = tuple(name for name in shapes.sizes if name not in lines)
            asked = frozenset(name for part in question.parts for name in part.shapes)
        else:
            plan, lines = question.plan, (*question.unknown, *question.plan.names)
            givens = tuple(
                name for name in question.given if name not in question.unknown
            )
            given = {
                name: value.shape
                for name, value in question.given.items()
                if isinstance(value, (Matrix, Tensor))
            }
            found = shapes_of(plan, given, sizes_of(question.given))[0]
            known = {name: tuple(found[name]) for name in lines if name in found}
        columns = {name: shape[-1] for name, shape in known.items() if shape}
        formulas = of_lines(
            {line.name: line.text for line in plan.lines},
            plan.trees,
            notation,
            columns or None,
        )
        words = tuple(by_hand(question))
        return QuestionNames(
            lines,
            givens,
            notation.names,
            words,
            formulas,
            self.sheet.decimals,
            known,
            asked,
        )

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the sheet's file, of its name when it has none; raises OSError where the file cannot be read."""
        path = self.sheet.path
        return hashlib.sha256(
            path.read_bytes() if path.is_file() else str(path).encode()
        ).hexdigest()


def by_hand(question: Question) -> dict[str, Fraction]:
    """The parts a person marks, proofs, drawings and words, with their marks.

    >>> from symattn.sheet import loads
    >>> sheet = loads('[[question]]\\n[[question.part]]\\nlabel = "a"\\nprompt = "Why?"\\nanswer = "So."\\nmarks = 2')
    >>> by_hand(sheet.questions[0])
    {'a': Fraction(2, 1)}
    """
    return {
        part.label or f"part {number}": part.marks
        for number, part in enumerate(question.parts, 1)
        if not part.asks and not part.shapes
    }
