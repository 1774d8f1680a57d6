"""A solved sheet as a Jupyter notebook: prompts, NumPy code with what it prints, the exact values beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from markupsafe import Markup

from symattn.exact.ball import up
from symattn.exact.budget import budget
from symattn.exact.decimals import decimal
from symattn.exact.matrix import Matrix
from symattn.formats.ipynb import Code, Markdown, notebook
from symattn.limits import MOST_PAGE_WORK
from symattn.notation import Notation
from symattn.ops import has
from symattn.page.asked import asked
from symattn.page.chains import equation
from symattn.page.engine import Engine
from symattn.page.forms import in_batch
from symattn.page.layout import Eq, in_a_row
from symattn.page.links import ledger
from symattn.page.naming import has_sums
from symattn.page.partings import overflowing, underflows, vanished
from symattn.page.pictures import picture
from symattn.page.present import present
from symattn.page.questions import label
from symattn.page.shown import Shown
from symattn.page.source import program_of
from symattn.page.wanted import wanted
from symattn.page.weights import definition
from symattn.page.work import Work
from symattn.plan.code import DIALECTS, Program, ProgramCell, outputs, printing
from symattn.plan.tree import leading_to
from symattn.records import frozen
from symattn.said import Glossary
from symattn.sheet import Answer, Part, Sheet, SolvedSheet
from symattn.sheet.sheet import FigureLike, bounded
from symattn.tables import in_turn

NUMPY = DIALECTS["numpy"]
Cells = list[Markdown | Code]


def page(
    solution: SolvedSheet,
    key: bool = True,
    decimals: int | None = None,
    templates: Sequence[Path] = (),
) -> str:
    """The notebook of a solved sheet; the students' one has the givens and empty cells.

    *templates* are folders that are looked in before the shipped ones. Raises SymattnError for a program that fails.
    """
    sheet = solution.sheet
    places = sheet.digits(decimals)
    engine = Engine.of(sheet, "md", templates)
    sums = has_sums(step for answer in solution.answers for step in answer.exact.steps)
    books = [
        _Book.of(engine, sheet, answer, places, key, number, sums)
        for number, answer in enumerate(solution.answers, 1)
    ]
    head = _head([book.made for book in books], key)
    cells: Cells = [_words(engine, "title", sheet=sheet.heading), Code(head)]
    with budget(MOST_PAGE_WORK):
        for book in books:
            with bounded(sheet, book.answer.question, "its page", MOST_PAGE_WORK):
                cells += book.cells()
    if sheet.note.strip():
        cells.insert(
            len(cells) if key else 1, Markdown(str(engine.prose(sheet.note)))
        )  # it may speak of how to work
    return notebook(_run(engine, cells) if key else cells)


@frozen
class Task:
    """A part of a question in an assignment: its words, the program that answers it, and what its lines are called there."""

    words: str
    code: str
    called: Glossary


@frozen
class Assignment:
    """A question as an assignment: its words, imports and givens, functions of one's own that the answers use, the parts."""

    id: str
    words: str
    givens: str
    helpers: str
    tasks: tuple[Task, ...]

    @property
    def called(self) -> Glossary:
        """What the lines asked are called in the program."""
        return {name: own for task in self.tasks for name, own in task.called.items()}

    def program(self, number: int) -> str:
        """The answer to a part, counted from 1; the functions stand in the first."""
        return "\n\n\n".join(
            filter(
                None, (self.helpers if number == 1 else "", self.tasks[number - 1].code)
            )
        )


def assignments(solution: SolvedSheet) -> list[Assignment]:
    """The questions of a solved sheet whose lines are computed, for platforms that hand out notebooks and run them.

    >>> from symattn.sheet import loads
    >>> sheet = loads("[[question]]\\nsteps = ['A = 2 * X']\\ngiven.X = [[1, 2]]\\n")
    >>> [task.code for task in assignments(sheet.solve())[0].tasks]
    ['A = X * 2']
    """
    sheet = solution.sheet
    engine, found = Engine.of(sheet, "md"), []
    for number, answer in enumerate(solution.answers, 1):
        if answer.question.shapes:
            continue
        book = _Book.of(engine, sheet, answer, sheet.decimals, True, number, False)
        shown: set[str] = set()
        tasks = tuple(
            book.task(part, shown) for part in answer.question.parts if part.asks
        )
        givens = "\n".join(
            [NUMPY.head.strip(), "", *(cell.code for cell in book.made.givens)]
        )
        helpers = book.made.head.removeprefix(NUMPY.head).strip()
        if tasks:
            found.append(
                Assignment(
                    answer.question.id, book.words().text, givens, helpers, tasks
                )
            )
    return found


def _run(engine: Engine, cells: Cells) -> Cells:
    """The cells with what they print, or a remark that they have not been run."""
    codes = [cell.text for cell in cells if isinstance(cell, Code)]
    printed = outputs(codes)
    if printed is None:
        return [cells[0], _words(engine, "not_run"), *cells[1:]]
    results = iter(printed)
    return [
        replace(cell, output=next(results)) if isinstance(cell, Code) else cell
        for cell in cells
    ]


def _words(engine: Engine, what: str, **facts: object) -> Markdown:
    """A cell of words, from a template."""
    text = str(engine.render(f"notebook/{what}.j2", **facts))
    return Markdown(re.sub(r"\n{3,}", "\n\n", text).strip())


def _head(programs: Sequence[Program], key: bool) -> str:
    """The imports, and on the key every helper once."""
    if not key:
        return NUMPY.head
    parts = (
        part.strip()
        for made in programs
        for part in made.head.removeprefix(NUMPY.head).split("\n\n\n")
    )
    return "\n\n\n".join(
        [NUMPY.head.strip(), *(part for part in dict.fromkeys(parts) if part)]
    )


@frozen
class _Book:
    """One question on its way into the notebook."""

    engine: Engine
    work: Work
    answer: Answer
    made: Program
    key: bool
    label: str

    @property
    def shaped(self) -> bool:
        """Whether the question is about shapes alone."""
        return bool(self.answer.question.shapes)

    @staticmethod
    def of(
        engine: Engine,
        sheet: Sheet,
        answer: Answer,
        places: int,
        key: bool,
        number: int,
        sums: bool,
    ) -> _Book:
        """The question of an answer with its program."""
        q = answer.question
        above = sheet.path.parent
        own = Notation.load(sheet.notation, above).over(q.notation, above)
        work = Work.of(answer, own, places, "standard", tuple(sheet.tokens), sums)
        givens = q.shapes.givens if q.shapes else q.given
        called = {
            name: work.notation.names.counted(name)
            for name in (*q.reading.names, *givens)
        }  # heads as on the page
        made = program_of(q, replace(NUMPY, renamed=called))
        return _Book(engine, work, answer, made, key, label(q.id, number, sheet))

    def cells(self) -> Iterator[Markdown | Code]:
        """The question: its prompt, the givens, its parts."""
        q = self.answer.question
        yield self.words()
        givens = [
            cell for cell in self.made.givens if self.key or cell.name not in q.unknown
        ]
        if givens:
            matrices = [cell.name for cell in givens if not cell.op]
            prints = (
                []
                if self.shaped
                else in_turn(printing(self.made.dialect, name) for name in matrices)
            )
            yield Code("\n".join([*(cell.code for cell in givens), *prints]))
        shown: set[str] = set()
        for index, part in enumerate(q.parts):
            yield from self._part(index, part, shown)

    def words(self) -> Markdown:
        """What stands above the question."""
        q = self.answer.question
        about = wanted(self.engine, self.work)
        return _words(
            self.engine,
            "question",
            label=self.label,
            question=q,
            figures=self._drawn(q.figures),
            wanted=about,
        )

    def task(self, part: Part, shown: set[str]) -> Task:
        """A part, with the statements of its lines that no earlier part has."""
        code = "\n".join(cell.code for cell in self._needed(part.asks, shown))
        return Task(
            self._words_of(part).text,
            code,
            {name: self.made.dialect.called(name) for name in part.asks},
        )

    def _words_of(self, part: Part) -> Markdown:
        return _words(self.engine, "part", part=part, figures=self._drawn(part.figures))

    def _drawn(self, figures: Sequence[FigureLike]) -> list[Markup]:
        return [picture(self.engine, self.work, figure, self.key) for figure in figures]

    def _part(
        self, index: int, part: Part, shown: set[str]
    ) -> Iterator[Markdown | Code]:
        text = self._words_of(part)
        if text.text:
            yield text
        asks = part.shapes or part.asks
        lines = self._needed(asks, shown)
        if not self.key:
            yield Code(
                "# " + ", ".join(map(self.made.dialect.said, asks))
                if asks
                else "# your answer"
            )
            return
        if lines:
            yield Code(
                "\n".join(piece for cell in lines for piece in self._statements(cell))
            )
            if not self.shaped:
                yield from self._beside(
                    [cell.name for cell in lines if cell.op != "stated"]
                )
        more = _words(
            self.engine,
            "more",
            more=asked(self.engine, self.work.notation, self.answer, index)[0],
            part=part,
        )
        if more.text:
            yield more

    def _needed(self, asks: Sequence[str], shown: set[str]) -> list[ProgramCell]:
        """The lines a part asks for and those they need, as far as no earlier part has them; in the plan's order."""
        wanted = {
            line.name
            for line in leading_to(
                set(asks) - shown, self.answer.question.reading.lines, shown
            )
        }
        shown |= wanted
        return [cell for cell in self.made.lines if cell.name in wanted]

    def _statements(self, cell: ProgramCell) -> list[str]:
        name, said = (
            self.made.dialect.called(cell.name),
            self.made.dialect.said(cell.name),
        )
        if cell.op == "stated":
            return [cell.code]
        if has(cell.op, "number"):
            return [cell.code, *printing(self.made.dialect, cell.name)]
        if self.shaped:
            return [cell.code, f'print("{said}:", {name}.shape)']
        if has(cell.op, "weights"):
            places = self.work.at(cell.name).places
            cut = f"np.trunc(np.round({name} * 10**{places}, 6)) / 10**{places}"
            shown = f"np.round({name}, {places})" if up(places) else cut
            return [cell.code, f'print("{said} =")', f"print({shown})"]
        extra = (
            [f'print("{said}.shape =", {name}.shape)'] if has(cell.op, "layout") else []
        )
        return [cell.code, *printing(self.made.dialect, cell.name), *extra]

    def _beside(self, names: Sequence[str]) -> Iterator[Markdown | Code]:
        """The exact values of lines, and where what is printed is not what is true."""
        shown = [
            present(self.work, self.work.question.plan.line(name)) for name in names
        ]
        eqs = [eq for line in shown for eq in self._chains(line)]
        ledger(self.work).check(eqs)
        rounded = any(
            not any(form.exact for form in block.forms)
            for line in shown
            for block in line.blocks
        )
        yield _words(
            self.engine, "exact", chains=list(map(in_a_row, eqs)), rounded=rounded
        )
        for line in shown:
            weights = self.answer.follow[line.name]
            if isinstance(weights, Matrix) and has(line.op, "shares of exponentials"):
                yield from self._parting(line.name, weights)

    def _chains(self, line: Shown) -> Iterator[Eq]:
        """What a line comes to, the names in it first."""
        yield from (definition(self.work, name) for name in line.names)
        for block in line.blocks:
            head = in_batch(line.symbol, block.place)
            yield equation(head, block.forms)

    def _parting(self, name: str, weights: Matrix) -> Iterator[Markdown | Code]:
        if self.work.symbols:
            return
        found = list(vanished(weights, self.work.at(name).places))
        if found:
            i, j, digit, true = next((f for f in found if f[2] == "0."), found[0])
            facts = {
                "digit": digit,
                "row": i + 1,
                "column": j + 1,
                "value": true,
                "zero": underflows(weights),
            }
            yield _words(
                self.engine, "parting", name=self.made.dialect.said(name), **facts
            )
        scores = self._scores(name)
        largest = overflowing(scores) if scores is not None else None
        if largest is not None:
            yield from self._overflow(
                self.work.question.plan.line(name).reads[0], name, decimal(largest, 2)
            )

    def _overflow(
        self, scores: str, weights: str, largest: str
    ) -> Iterator[Markdown | Code]:
        dialect = self.made.dialect
        name = dialect.called(scores)
        down = self.answer.follow.of(weights)[-1].params.get("axis") == 0
        yield _words(
            self.engine, "overflow", scores=dialect.said(scores), largest=largest
        )
        yield Code(
            'with np.errstate(over="ignore", invalid="ignore"):\n'
            f"    unshifted = np.exp({name}) / np.exp({name}).sum(axis={-2 if down else -1}, keepdims=True)\n"
            f'print("without the shift, {dialect.said(weights)} =")\nprint(unshifted)'
        )
        yield _words(self.engine, "shift", down=down)

    def _scores(self, name: str) -> Matrix | None:
        """What softmax was taken of, where it has a name."""
        step = self.answer.follow.of(name)[-1]
        found = step.inputs[0]
        return (
            found if isinstance(found, Matrix) and not step.args[0].count(".") else None
        )
