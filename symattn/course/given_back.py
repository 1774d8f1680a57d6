"""What a student gets back, as data: of every line its sign and look, what was understood, what is wrong, what it should be."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from markupsafe import Markup

from symattn.boxes import Box, Boxes
from symattn.formats.text import flat
from symattn.marking.answers.written import Unused
from symattn.marking.results import Result, Sums, total
from symattn.records import frozen
from symattn.said import Strings
from symattn.tables import Place

KINDS = {
    "correct": "right", "follows": "right", "imprecise": "nearly", "undecided": "open", "by-hand": "open",
    "unreadable": "open", "missing": "missing",
}  # fmt: skip
"""What a line's sign and look are; every other verdict is wrong, unless the line has lost nothing by it."""
SIGNS = {"right": "✓", "nearly": "≈", "wrong": "✗", "open": "?", "missing": "–"}
MOST_PLACES = 6  # wrong entries that are named one by one
NOTHING = Markup("")


def kind_of(result: Result) -> str:
    """The sign and look of a line: nothing is crossed out that is open, or that has earned all its marks.

    >>> kind_of(Result("A", "unreadable")), kind_of(Result("A", "incorrect"))
    ('open', 'wrong')
    >>> kind_of(Result("A", "slip", marks=Fraction(1), of=Fraction(1)))
    'nearly'
    """
    kind = KINDS.get(result.verdict, "wrong")
    return "nearly" if kind == "wrong" and result.marks == result.of > 0 else kind


@frozen
class FeedbackWorking:
    """Working on the page, and the names whose width it is set by."""

    working: Markup = NOTHING
    names: Boxes = ()

    def __bool__(self) -> bool:
        return bool(self.working)


@frozen
class LineView:
    """One line of a student's page.

    ``wrong`` are the places, counted from 1, of the entries that are wrong, or of those with too few digits where that is
    all; ``own`` is what the line would be from the student's answers before it, whose symbols are ``own_of``; ``right`` what
    it should be, ``worked`` whether that is the working in full.
    """

    result: Result
    kind: str
    symbol: Box
    formula: Box | None = None
    mine: Box | None = None
    wrong: tuple[Place, ...] = ()
    all_wrong: bool = False
    own: FeedbackWorking = FeedbackWorking()
    own_of: Boxes = ()
    right: FeedbackWorking = FeedbackWorking()
    worked: bool = False
    said: Markup = NOTHING
    reason: Markup = NOTHING
    sizes: bool = False  # the entries are the sizes of a shape

    @property
    def called(self) -> str:
        """The line's symbol in plain signs: a screen reader leaves formulas out of a heading's name."""
        return flat(self.symbol)

    @property
    def apart(self) -> str:
        """Whether it is told of with those that were not handed in, or with those that a person marks; else with the others."""
        verdict = self.result.verdict
        return (
            verdict
            if verdict in ("missing", "by-hand") and not self.result.graded
            else ""
        )

    @property
    def is_choice(self) -> bool:
        """Whether a choice is told what it does not come to: then the wrong places are those that this depends on."""
        return any(said.name.startswith("choice_") for said in self.result.said)

    @property
    def few(self) -> bool:
        """Whether the wrong places are short enough to be named one by one."""
        return 0 < len(self.wrong) <= MOST_PLACES


@frozen
class FeedbackQuestion(Sums):
    """One question of a student's page, or one part of it: what was handed in, what was not, what a person marks, what was not
    used; and the ``parts`` one after the other, as the sheet has them."""

    label: str
    views: tuple[LineView, ...]
    unused: tuple[Unused, ...] = ()
    parts: tuple[FeedbackQuestion, ...] = ()

    @property
    def _each(self) -> Iterator[Result]:
        return (line.result for line in self.views)

    def _told(self, apart: str) -> tuple[LineView, ...]:
        return tuple(line for line in self.views if line.apart == apart)

    @property
    def lines(self) -> tuple[LineView, ...]:
        """What was handed in."""
        return self._told("")

    @property
    def missing(self) -> tuple[LineView, ...]:
        """What was not handed in."""
        return self._told("missing")

    @property
    def by_hand(self) -> tuple[LineView, ...]:
        """What a person marks."""
        return self._told("by-hand")

    @property
    def lost(self) -> Fraction:
        """The marks that what was not handed in has cost."""
        return total(line.result.of - line.result.marks for line in self.uncounted)

    @property
    def counted(self) -> tuple[LineView, ...]:
        """What was not handed in and counts in full, since a later answer shows it."""
        return tuple(
            line for line in self.missing if line.result.marks == line.result.of > 0
        )

    @property
    def unsure(self) -> tuple[LineView, ...]:
        """What was not handed in and a person decides on."""
        return tuple(line for line in self.missing if line.result.open)

    @property
    def uncounted(self) -> tuple[LineView, ...]:
        """What was not handed in and has cost marks."""
        spared = (*self.counted, *self.unsure)
        return tuple(line for line in self.missing if line not in spared)


@frozen
class StudentView:
    """One student's page."""

    student: str
    marks: Fraction
    of: Fraction
    open: Fraction
    notes: Strings
    error: str
    questions: tuple[FeedbackQuestion, ...]
