"""What a worksheet file says, checked and exact: the sheet, its questions, their parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.plan import Plan
from symattn.sheet.cells import Value, Written
from symattn.sheet.choices import Condition
from symattn.sheet.logo import Logo
from symattn.sheet.place import Place
from symattn.sheet.positions import Positions

if TYPE_CHECKING:
    from symattn.sheet.proofs import Claim
    from symattn.sheet.shaping import ShapeReading
    from symattn.sheet.solution import Solution
    from symattn.sheet.varying import Vary

NotationLike: TypeAlias = str | Mapping[str, Any] | None
"""A notation as the file names it: a shipped one or a path, a table, or nothing."""
FigureLike: TypeAlias = str | Mapping[str, Any]
"""A figure as the file names it: its name, or a table with its name and what the author sets."""


@dataclass(frozen=True)
class Part:
    """What is asked in one part of a question: a label, LaTeX text, the lines' names and the marks.

    ``marks`` are those of the whole part, ``shares`` those of each line it asks (see symattn/sheet/marks.py).
    ``accept`` are the conditions for what the student chooses. ``answer`` is one in words, ``proof`` the claims of a proof,
    ``shapes`` the names whose shapes are asked.
    """

    label: str = ""
    prompt: str = ""
    asks: tuple[str, ...] = ()
    marks: Fraction = Fraction(0)
    shares: Mapping[str, Fraction] = field(default_factory=dict)
    remark: str = ""
    answer: str = ""
    proof: tuple[Claim, ...] = ()
    figures: tuple[FigureLike, ...] = ()
    shapes: tuple[str, ...] = ()
    form: str = ""
    accept: tuple[Condition, ...] = ()


@dataclass(frozen=True)
class Question:
    """One computation: its plan, the exact given values, and what is asked.

    ``given_text`` and ``stated_text`` keep the cells as the file writes them, for the page. ``options`` are those of
    the variant; ``letters`` may stand in the values, and are given as numbers; of ``unknown`` matrices, which the student
    chooses, ``given`` has the examples; ``place`` is where the question stands in its file. A question about ``shapes`` has
    lines of its own there, and none in ``plan``.
    """

    id: str
    plan: Plan
    given: Mapping[str, Value]
    given_text: Mapping[str, Written]
    prompt: str = ""
    variant: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    stated: Mapping[str, Matrix] = field(default_factory=dict)
    stated_text: Mapping[str, Written] = field(default_factory=dict)
    notation: NotationLike = None
    parts: tuple[Part, ...] = ()
    shapes: ShapeReading | None = None
    figures: tuple[FigureLike, ...] = ()
    letters: Mapping[str, Number] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()
    place: Place = field(default=Place(Positions("")), repr=False, compare=False)

    @cached_property
    def shares(self) -> dict[str, Fraction]:
        """What each asked line earns, over all parts; a line nobody asks for earns nothing."""
        found: dict[str, Fraction] = {}
        for part in self.parts:
            for name, marks in part.shares.items():
                found[name] = found.get(name, Fraction(0)) + marks
        return found

    @property
    def marks(self) -> Fraction:
        """The marks of all parts together."""
        return sum((part.marks for part in self.parts), Fraction(0))


@dataclass(frozen=True)
class Sheet:
    """A worksheet: what stands around the questions, and the questions."""

    path: Path
    questions: tuple[Question, ...]
    title: str = ""
    course: str = ""
    logo: Logo | None = None
    header: tuple[str, ...] = ()
    student: str = ""
    paper: str = "a4"
    language: str = ""
    preamble: str = ""
    intro: str = ""
    note: str = ""
    tokens: tuple[str, ...] = ()
    notation: NotationLike = None
    decimals: int = 4
    marking: Mapping[str, Any] = field(default_factory=dict)
    vary: Vary | None = None

    def __getitem__(self, question: str) -> Question:
        for found in self.questions:
            if found.id == question:
                return found
        raise KeyError(question)

    def solve(self) -> Solution:
        """Every line of every question, exactly; raises SheetError for a line without a value, LimitError."""
        from symattn.sheet.solution import solve

        return solve(self)
