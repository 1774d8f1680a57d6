"""What a worksheet file says, checked and exact: the sheet, its questions, their parts, free choices; and its solution."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from symattn.errors import (
    LimitError,
    LineError,
    Problem,
    SheetError,
    SymattnError,
    nearest,
)
from symattn.exact.any_matrix import Blocked, Entry
from symattn.exact.ball import as_of, up
from symattn.exact.budget import Spent, budget
from symattn.exact.decide import decision, sign
from symattn.exact.matrix import Matrices, Matrix
from symattn.exact.number import Number, Numbers
from symattn.exact.tensor import flat
from symattn.limits import MOST_SHEET_WORK
from symattn.notation.table import NotationLike
from symattn.ops.shapes import written
from symattn.plan import LEFT, RIGHT, Plan
from symattn.plan.derivation import FEWER, PlanRun, PlanStep, derive
from symattn.plan.derivation import solve as work_out
from symattn.records import declared, frozen
from symattn.said import Keyed, Strings
from symattn.sheet import proving
from symattn.sheet.cells import Value, Written, WrittenCells
from symattn.sheet.heading import Around, Heading, LogoFile, Room
from symattn.sheet.measures import Measures
from symattn.sheet.source import Place, Positions, short
from symattn.sheet.working import Carrying, Rounded, Working
from symattn.tables import paired, without

if TYPE_CHECKING:
    from symattn.plan.shapes import ShapeTable
    from symattn.sheet.logo import Logo
    from symattn.sheet.proofs import Checked, Claim
    from symattn.sheet.schema import AcceptKeys, UnknownKeys
    from symattn.sheet.shaping import ShapeReading
    from symattn.sheet.varying import Vary


# --- choices ---
# Free choices: matrices that the student chooses, and the conditions under which a choice is right, decided by proof.


@frozen
class Condition:
    """When a choice is right: a line is near some values, or equal to them, or two expressions are equal.

    ``near`` and ``equals`` are matrices of the line's shape, ``within`` how far each entry may be off, ends included.
    """

    line: str = ""
    near: Matrix | None = None
    within: Number | None = None
    equals: Matrix | None = None
    check: str = ""

    @property
    def names(self) -> Strings:
        """The names that the condition speaks of."""
        return self.plan.givens if self.check else (self.line,)

    @property
    def plan(self) -> Plan:
        """Both sides of the check as lines; raises LineError."""
        return Plan.of_check(self.check)


@frozen
class ChoiceHeld:
    """What a choice comes to: whether a condition holds ("equal" where it is proved), the first place where it does not with what
    is there and what should be, and all such places."""

    condition: Condition
    decision: str
    place: tuple[int, int] | None = None
    value: Entry | None = None
    wanted: Entry | None = None
    places: tuple[tuple[int, int], ...] = ()


DECIDED = ("equal", "undecided", "different")


def held(condition: Condition, run: PlanRun) -> ChoiceHeld:
    """Whether a condition holds for the lines of a run, by proof.

    >>> run = work_out(Plan.read(["A = softmax(q)"]), {"q": Matrix.of([[5, 5]])})
    >>> half = Number.of(1) / 2
    >>> [held(Condition("A", equals=Matrix.of([row])), run).decision for row in ([half, half], [1, 0])]
    ['equal', 'different']
    """
    try:
        found, wanted = sides(condition, run)
        if found.shape != wanted.shape:
            return ChoiceHeld(condition, "different")
        told = [
            (_entry(x, y, condition.within if condition.near else None), at, x, y)
            for at, x, y in paired(found.cells(), wanted.cells())
        ]
        decided, at, x, y = max(told, key=lambda one: DECIDED.index(one[0]))
        places = tuple(at for said, at, *_ in told if said == decided)
        return (
            ChoiceHeld(condition, decided)
            if decided == "equal"
            else ChoiceHeld(condition, decided, at, x, y, places)
        )
    except LimitError:
        return ChoiceHeld(condition, "undecided")
    except SymattnError:
        return ChoiceHeld(condition, "different")


def sides(condition: Condition, run: PlanRun) -> tuple[Matrix, Matrix]:
    """What a condition compares: a line and what it should be, or both sides of a check."""
    if not condition.check:
        wanted = condition.near or condition.equals
        assert wanted is not None
        return run[condition.line], wanted
    known = {**run.givens, **run.values}
    found = work_out(
        condition.plan, {name: known[name] for name in condition.plan.givens}
    )
    return found[LEFT], found[RIGHT]


def _entry(x: Entry, y: Entry, within: Number | None) -> str:
    if isinstance(x, Blocked) or isinstance(y, Blocked):
        return "equal" if x is y else "different"
    if within is None:
        return decision(x, y)
    try:
        return (
            "equal"
            if sign(within - (x - y)) >= 0 and sign(within + (x - y)) >= 0
            else "different"
        )
    except LimitError:
        return "undecided"


def unknowns_of(
    tables: Mapping[str, UnknownKeys | None], given: Iterable[str], at: Place
) -> dict[str, WrittenCells | None]:
    """The examples of what the student chooses, None for one that cannot be read; what does not fit is reported at its place."""
    found: dict[str, WrittenCells | None] = {}
    names = set(given)
    for name, table in tables.items():
        example, shape = (table.example, table.shape) if table else (None, None)
        if name in names:
            (at / name).misnamed(
                f"{name} is given as well",
                "leave it out under given: the student chooses it",
            )
        else:
            found[name] = example
            if (
                shape
                and example
                and isinstance(example.value, Matrix)
                and example.value.shape != tuple(shape)
            ):
                said = list(map(written, (example.value.shape, shape)))
                (at / name / "example").wrong(
                    f"the example is {said[0]}, but {name} is {said[1]}"
                )
                found[name] = None
    return found


def conditions_of(
    tables: Iterable[AcceptKeys | None], names: Iterable[str], at: Place
) -> tuple[Condition, ...]:
    """The conditions of a part; what cannot be read is reported at its place."""
    return tuple(
        _condition(table, tuple(names), at / k)
        for k, table in enumerate(tables)
        if table is not None
    )


def _condition(table: AcceptKeys, names: Strings, at: Place) -> Condition:
    near, equals, within = table.near, table.equals, table.within
    line, check = table.line, table.check
    kinds = [key for key in ("near", "equals", "check") if key in table]
    if len(kinds) != 1:
        at.misnamed(
            "a condition has one of near, equals and check",
            'write { line = "A", near = [[1, 0]], within = "0.01" }',
        )
    if near and not within:
        at.misnamed(
            'the key "within" is missing',
            'how far each entry may be off, such as "0.01"',
        )
    if not check and line not in names:
        hint = nearest(line, names, "the lines are")
        (at / "line" if line else at).misnamed(
            f"no line defines {short(line)}" if line else 'the key "line" is missing',
            hint,
        )
    found = Condition(line, _matrix(near), _number(within), _matrix(equals), check)
    if check:
        _readable(found, names, at / "check")
    return found


def _readable(condition: Condition, names: Strings, at: Place) -> None:
    try:
        unknown = without(condition.plan.givens, names)
    except LineError as error:
        at.wrong(
            error.what, error.hint or "write two sides with == between them: A @ B == C"
        )
        return
    for name in unknown:
        at.wrong(f"{name} is neither given nor defined by a line", nearest(name, names))


def _matrix(cells: WrittenCells | None) -> Matrix | None:
    return cells.value if cells and isinstance(cells.value, Matrix) else None


def _number(cells: WrittenCells | None) -> Number | None:
    return cells.value if cells and isinstance(cells.value, Number) else None


# --- sheet ---
# What a worksheet file says, checked and exact: the sheet, its questions, their parts.

FigureLike: TypeAlias = str | Keyed
"""A figure as the file names it: its name, or a table with its name and what the author sets."""


@frozen
class Part:
    """What is asked in one part of a question: a label, LaTeX text, the lines' names and the marks.

    ``marks`` are those of the whole part, ``shares`` those of each line it asks (see symattn/sheet/question.py).
    ``accept`` are the conditions for what the student chooses. ``answer`` is one in words, ``proof`` the claims of a proof,
    ``shapes`` the names whose shapes are asked. ``room``, ``newpage`` and ``samepage`` say how it stands on the students' sheet.
    """

    label: str = ""
    prompt: str = ""
    asks: Strings = ()
    marks: Fraction = Fraction(0)
    shares: Mapping[str, Fraction] = field(default_factory=dict)
    remark: str = ""
    answer: str = ""
    proof: tuple[Claim, ...] = ()
    figures: tuple[FigureLike, ...] = ()
    shapes: Strings = ()
    form: str = ""
    accept: tuple[Condition, ...] = ()
    room: Room | None = None
    newpage: bool = False
    samepage: bool = False

    @property
    def names(self) -> Strings:
        """The lines that are asked, and the names whose shapes are."""
        return self.asks + self.shapes


@frozen
class About:
    """What a bank knows of a question; the chief topic comes first, ``published`` are lines as the source prints them."""

    topics: Strings
    level: int
    minutes: int
    source: str
    published: Mapping[str, WrittenCells] = field(default_factory=dict)


@frozen
class Question:
    """One computation: its plan, the exact given values, and what is asked.

    ``given_text`` and ``stated_text`` keep the cells as the file writes them, for the page. ``options`` are those of
    the variant; ``letters`` may stand in the values, and are given as numbers; of ``unknown`` matrices, which the student
    chooses, ``given`` has the examples; places are counted from ``first``; ``measures`` are the units of quantities and how lines
    are shown; ``beside`` says that the sheet says how many decimals there are; ``place`` is where the question stands in its
    file. A question about ``shapes`` has lines of its own, and none in ``plan``.
    """

    id: str
    plan: Plan
    given: Mapping[str, Value]
    given_text: Mapping[str, Written]
    prompt: str = ""
    variant: str | None = None
    options: Keyed = field(default_factory=dict)
    stated: Matrices = field(default_factory=dict)
    stated_text: Mapping[str, Written] = field(default_factory=dict)
    notation: NotationLike = None
    parts: tuple[Part, ...] = ()
    shapes: ShapeReading | None = None
    figures: tuple[FigureLike, ...] = ()
    letters: Numbers = field(default_factory=dict)
    unknown: Strings = ()
    working: Working = field(default_factory=Working)
    first: int = 0
    beside: bool = False
    measures: Measures = field(default_factory=Measures)
    about: About | None = None
    place: Place = field(default=Place(Positions("")), repr=False, compare=False)

    def __repr__(self) -> str:
        return f"Question({self.id!r}, lines {', '.join(self.reading.names) or 'none'})"

    @property
    def reading(self) -> Plan:
        """Its lines, whether they are computed or are about shapes."""
        return self.shapes.plan if self.shapes else self.plan

    @cached_property
    def shares(self) -> dict[str, Fraction]:
        """What each asked line earns, over all parts; a line nobody asks for earns nothing."""
        found: dict[str, Fraction] = {}
        for part in self.parts:
            for name, marks in part.shares.items():
                found[name] = found.get(name, Fraction(0)) + marks
        return found

    @property
    def asked(self) -> Strings:
        """The lines and shapes that are asked, over all parts, each once."""
        return tuple(dict.fromkeys(name for part in self.parts for name in part.names))

    @property
    def marks(self) -> Fraction:
        """The marks of all parts together."""
        return sum((part.marks for part in self.parts), Fraction(0))


TEXT, BETWEEN, INDENT = 170, 8, 21
"""Millimetres: the usual width of a page's text; what parts two columns; what a line of working gives to its indent."""
LARGE = 1.32  # 14.4 points over 10.95


@frozen
class Sheet(Around):
    """A worksheet: what stands around the questions, and the questions."""

    path: Path = field(kw_only=True)
    questions: tuple[Question, ...] = field(kw_only=True)
    logo: Logo | None = None
    point: str = ""
    notation: NotationLike = None
    frames: bool = True
    marking: Keyed = field(default_factory=dict)
    vary: Vary | None = None

    def __getitem__(self, question: str) -> Question:
        for found in self.questions:
            if found.id == question:
                return found
        raise KeyError(question)

    def zoom(self, usual: int = TEXT, printed: bool = True) -> tuple[float, float]:
        """How many times as long as this sheet's lines of working the usual ones are, whose text is 170 mm wide, and how many
        times as large as usual its print is; 21 mm of each line go to its indent. *usual* is how wide the text is where the
        sheet does not say so; what is not *printed* on paper has one column.

        >>> from symattn.sheet import loads
        >>> loads('width = "95.5mm"\\n[[question]]\\nsteps = ["B = A"]\\ngiven.A = [[1]]').zoom()
        (1.9866666666666666, 1.0)
        """
        text = self.width or usual
        column = (text - BETWEEN) / 2 if self.columns == 2 and printed else text
        return (TEXT - INDENT) / (
            column - INDENT
        ), LARGE if self.size == "large" else 1.0

    @property
    def cuts(self) -> bool:
        """Whether decimals are cut, and not rounded."""
        return not up(self.decimals)

    def digits(self, wanted: int | None) -> int:
        """The digits behind the point that are *wanted*, or those of the sheet, cut where the sheet cuts them."""
        return self.decimals if wanted is None else as_of(self.decimals, wanted)

    @property
    def heading(self) -> Heading:
        """What templates get of the sheet."""
        own = self.logo
        logo = LogoFile(own.name, own.address, own.shown) if own else None
        as_there = {name: getattr(self, name) for name in declared(Around) or ()}
        return Heading(
            **as_there, name=self.path.stem, varies=self.vary is not None, logo=logo
        )

    def solve(self) -> SolvedSheet:
        """Every line of every question, exactly; raises SheetError for a line without a value, LimitError."""
        return solve(self)


# --- solution ---
# A solved worksheet: for every question its lines, from the stated values and without them.


@frozen
class Answer:
    """A question's lines with their values; ``answer["A_1"]`` is one.

    ``follow`` is the solution: a line with a stated value shows its own exact value, and later lines use the stated
    one. ``exact`` has the same lines computed without any stated value. ``shapes`` are the lines of a question about
    shapes, ``proofs`` the checks of the claims, part by part. ``rounded`` are the lines that a key in decimals rounds; where they
    are ``carried`` on, the question has them among its stated values. ``pages`` is what its pages have worked out, where that is
    kept.
    """

    question: Question
    follow: PlanRun
    exact: PlanRun
    shapes: ShapeTable | None = None
    proofs: tuple[tuple[Checked, ...], ...] = ()
    rounded: frozenset[str] = frozenset()
    pages: dict[object, object] | None = field(default=None, compare=False, repr=False)

    def __getitem__(self, name: str) -> Matrix:
        return self.follow[name]

    @property
    def carried(self) -> frozenset[str]:
        """The lines whose rounded values are carried on; the sheet states none of them."""
        return (
            self.rounded if self.question.working.policy == "carried" else frozenset()
        )

    def parts(self, name: str) -> bool:
        """Whether a line is written otherwise than it would be without stated values, or without rounding on the way."""
        own = self.follow.values.get(name)
        if own is None or not self.question.stated:
            return False
        both = (self.question.stated.get(name, own), self.exact[name])
        ours, exact = (
            [x if isinstance(x, Blocked) else x.key for x in flat(a)] for a in both
        )
        return ours != exact


@frozen
class SolvedSheet:
    """A sheet with the answers to all its questions; ``solution["q1"]`` is one."""

    sheet: Sheet
    answers: tuple[Answer, ...]

    def __getitem__(self, question: str) -> Answer:
        for answer in self.answers:
            if answer.question.id == question:
                return answer
        raise KeyError(question)

    @property
    def for_pages(self) -> SolvedSheet:
        """The same for several pages: what one of them works out is kept for the next; a key and a blank show much alike.

        >>> from symattn.sheet import loads
        >>> found = loads('[[question]]\\nsteps = ["B = 2 * A"]\\ngiven = { A = [[1, 2]] }\\n').solve()
        >>> found.for_pages == found, found.answers[0].pages, found.for_pages.answers[0].pages
        (True, None, {})
        """
        return replace(
            self, answers=tuple(replace(answer, pages={}) for answer in self.answers)
        )


def solve(sheet: Sheet) -> SolvedSheet:
    """The answers to all questions of a sheet; raises SheetError for a line that has no value, LimitError."""
    with budget(MOST_SHEET_WORK):
        return SolvedSheet(
            sheet,
            tuple(solve_question(sheet, question) for question in sheet.questions),
        )


def solve_question(sheet: Sheet, question: Question) -> Answer:
    """Every line of a question, exactly; raises SheetError for a line that has no value, LimitError."""
    exact = _run(sheet, question)
    follow = _run(sheet, question, yours=question.stated) if question.stated else exact
    rounded = Rounded(
        question.working, question.plan, sheet.decimals, question.measures
    )
    if question.working.policy == "carried":
        question, follow = _carried(sheet, question, rounded)
    else:
        for step in follow.steps if question.working else ():
            if step.name:
                rounded.takes(step.line, step.value)
    shapes = _table(sheet, question.shapes, question.place) if question.shapes else None
    with bounded(sheet, question, "proving its claims", MOST_SHEET_WORK):
        proofs = tuple(tuple(map(proving.run, part.proof)) for part in question.parts)
    return Answer(question, follow, exact, shapes, proofs, frozenset(rounded.names))


def _table(sheet: Sheet, found: ShapeReading, at: Place) -> ShapeTable:
    """Every line with its shape and its number; raises SheetError at the first line that has none, LimitError."""
    try:
        return found.table
    except LimitError:
        raise
    except SymattnError as error:
        lines = found.plan.lines
        first = next(
            k
            for k in range(len(lines))
            if _has_no_table(replace(found, plan=Plan(lines[: k + 1])))
        )
        place = (
            at / "steps" / sum(line.back is None for line in lines[:first])
        )  # lines of derivatives stand nowhere
        place = (
            place if at.positions.has(place.path) and lines[first].back is None else at
        )  # and those of variants
        raise SheetError(str(sheet.path), [_at(place, error)]) from None


def _has_no_table(found: ShapeReading) -> bool:
    try:
        return not found.table.lines
    except SymattnError:
        return True


def _carried(
    sheet: Sheet, question: Question, rounded: Rounded
) -> tuple[Question, PlanRun]:
    """A question with its rounded values as if it stated them, and its lines computed on from these."""
    carrying = Carrying(rounded, question.stated)
    found = _run(sheet, question, carrying.took, yours=carrying)
    written = {**carrying.texts, **question.stated_text}
    return replace(
        question, stated={name: carrying[name] for name in written}, stated_text=written
    ), found


@contextmanager
def bounded(sheet: Sheet, question: Question, what: str, most: int) -> Iterator[None]:
    """Work on a question within a budget; LimitError at the question's place where it goes beyond this or another limit."""
    line, column = question.place.positions.value(question.place.path)
    at = f"{sheet.path}:{line}:{column}: {question.place}"
    try:
        with budget(most):
            yield
    except LimitError as error:
        if error.what.startswith(f"{sheet.path}:"):
            raise
        raise LimitError(f"{at}: {error.what}", error.hint) from error
    except Spent:
        raise LimitError(
            f"{at}: {what} takes more work than {most:,} steps, the most there may be",
            FEWER,
        ) from None


def _run(
    sheet: Sheet,
    question: Question,
    took: Callable[[PlanStep], None] | None = None,
    **replaced: Keyed,
) -> PlanRun:
    steps: list[PlanStep] = []
    try:
        for step in derive(question.plan, question.given, **replaced):
            if took is not None:
                took(step)
            steps.append(step)
    except LimitError as error:
        at = _problem(question, len(steps), error)
        raise LimitError(
            f"{sheet.path}:{at.line}:{at.column}: {at.path}: {at.what}", at.hint
        ) from None
    except SymattnError as error:
        raise SheetError(
            str(sheet.path), [_problem(question, len(steps), error)]
        ) from None
    return PlanRun(question.plan, question.given, tuple(steps))


def _problem(question: Question, done: int, error: SymattnError) -> Problem:
    """The problem of the first call that has no value: it stands at its line, or at the variant."""
    calls = [
        number for number, line in enumerate(question.plan.lines) for _ in line.calls
    ]
    at = (
        question.place / "variant"
        if question.variant
        else question.place / "steps" / calls[done]
    )
    return _at(at, error)


def _at(place: Place, error: SymattnError) -> Problem:
    """What is wrong at a place of a sheet, with its line."""
    line, column = place.positions.value(place.path)
    return Problem(
        line, column, str(place), error.what, error.hint, place.positions.row(line)
    )
