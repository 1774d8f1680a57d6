"""A solved sheet as a Jupyter notebook: prompts, NumPy code with what it prints, the exact values beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from symattn.exact.decimals import decimal
from symattn.exact.matrix import Matrix
from symattn.formats.ipynb import Code, Markdown, notebook
from symattn.formats.md import Writer
from symattn.notation import Notation
from symattn.ops import has
from symattn.page.asked import asked
from symattn.page.beside import exact, words
from symattn.page.engine import Engine
from symattn.page.partings import overflowing, underflows, vanished
from symattn.page.pictures import picture
from symattn.page.work import Work
from symattn.plan.code import DIALECTS, Program, outputs, printing, program, shape_program

NUMPY = DIALECTS["numpy"]
Cells = list[Markdown | Code]
_NOT_RUN = "NumPy was not installed where this notebook was made, so the cells have not been run. Run them to see the arrays."


def page(solution: Any, key: bool = True, decimals: int | None = None) -> str:
    """The notebook of a solved sheet; the students' one has the givens and empty cells.

    Raises SymattnError for a program that fails.
    """
    sheet = solution.sheet
    places = sheet.decimals if decimals is None else decimals
    books = [_Book.of(sheet, answer, places, key) for answer in solution.answers]
    head = _head([book.made for book in books], key)
    cells: Cells = [_title(sheet), Code(head), *(cell for book in books for cell in book.cells())]
    if sheet.note.strip():
        cells.append(Markdown(Writer().prose(sheet.note)))
    return notebook(_run(cells) if key else cells)


def _run(cells: Cells) -> Cells:
    """The cells with what they print, or a remark that they have not been run."""
    codes = [cell.text for cell in cells if isinstance(cell, Code)]
    printed = outputs(codes)
    if printed is None:
        return [cells[0], Markdown(_NOT_RUN), *cells[1:]]
    results = iter(printed)
    return [replace(cell, output=next(results)) if isinstance(cell, Code) else cell for cell in cells]


def _title(sheet: Any) -> Markdown:
    prose = Writer().prose
    lines = [f"# {Writer().escape(sheet.title or 'Worksheet')}", Writer().escape(sheet.course), prose(sheet.intro)]
    return Markdown("\n\n".join(line for line in lines if line.strip()))


def _head(programs: Sequence[Program], key: bool) -> str:
    """The imports, and on the key every helper once."""
    if not key:
        return NUMPY.head
    parts = (part.strip() for made in programs for part in made.head.removeprefix(NUMPY.head).split("\n\n\n"))
    return "\n\n\n".join([NUMPY.head.strip(), *(part for part in dict.fromkeys(parts) if part)])


@dataclass(frozen=True)
class _Book:
    """One question on its way into the notebook."""

    work: Work
    answer: Any
    made: Program
    key: bool
    shaped: bool

    @staticmethod
    def of(sheet: Any, answer: Any, places: int, key: bool) -> _Book:
        """The question of an answer with its program."""
        q = answer.question
        above = sheet.path.parent
        own = Notation.load(sheet.notation, above).over(q.notation, above)
        work = Work.of(answer, own, places, "standard", tuple(sheet.tokens))
        if q.shapes:
            letters = q.shapes.letters
            made = shape_program(q.shapes.plan, q.shapes.givens, letters.names, letters.numbers, NUMPY)
        else:
            made = program(q.plan, q.given, NUMPY, {**q.given_text, **q.stated_text}, q.stated)
        return _Book(work, answer, made, key, bool(q.shapes))

    def cells(self) -> Iterator[Markdown | Code]:
        """The question: its prompt, the givens, its parts."""
        q, prose = self.answer.question, Writer().prose
        engine = Engine("md")
        drawn = [str(picture(engine, self.work, figure, self.key)) for figure in q.figures]
        yield Markdown("\n\n".join([f"## Question {words(q.id)}", prose(q.prompt), *drawn]))
        if self.made.givens:
            matrices = [cell.name for cell in self.made.givens if not cell.op]
            yield Code("\n".join([*(cell.code for cell in self.made.givens), *self._prints(matrices)]))
        shown: set[str] = set()
        for index, part in enumerate(q.parts):
            yield from self._part(engine, index, part, shown)

    def _part(self, engine: Engine, index: int, part: Any, shown: set[str]) -> Iterator[Markdown | Code]:
        label = f"**({words(part.label)})** " if part.label else ""
        drawn = [str(picture(engine, self.work, figure, self.key)) for figure in part.figures]
        text = "\n\n".join(piece for piece in [label + Writer().prose(part.prompt), *drawn] if piece.strip())
        if text:
            yield Markdown(text)
        asks = part.shapes or part.asks
        lines = self._needed(asks, shown)
        if not self.key:
            yield Code("# " + ", ".join(asks) if asks else "# your answer")
            return
        if lines:
            yield Code("\n".join(piece for cell in lines for piece in self._statements(cell)))
            if not self.shaped:
                yield from self._beside([cell.name for cell in lines if cell.op != "stated"])
        more = str(asked(engine, self.work.notation, self.answer, index)).strip()
        remark = f"*Remark.* {Writer().prose(part.remark)}" if part.remark.strip() else ""
        if more or remark:
            yield Markdown("\n\n".join(piece for piece in (more, remark) if piece))

    def _needed(self, asks: Sequence[str], shown: set[str]) -> list[Any]:
        """The lines a part asks for and those they need, as far as no earlier part has them; in the plan's order."""
        plan = self.answer.question.shapes.plan if self.shaped else self.answer.question.plan
        queue = [name for name in asks if name in plan.names]
        wanted: set[str] = set()
        while queue:
            name = queue.pop()
            if name not in shown | wanted:
                wanted.add(name)
                queue += [n for n in (*plan.line(name).reads,) if n in plan.names]
        shown |= wanted
        return [cell for cell in self.made.lines if cell.name in wanted]

    def _statements(self, cell: Any) -> list[str]:
        name = NUMPY.called(cell.name)
        if cell.op == "stated":
            return [cell.code]
        if self.shaped:
            return [cell.code, f'print("{cell.name}:", {name}.shape)']
        if has(cell.op, "weights"):
            return [cell.code, f'print("{cell.name} =")', f"print(np.round({name}, {self.work.places}))"]
        extra = [f'print("{cell.name}.shape =", {name}.shape)'] if has(cell.op, "layout") else []
        return [cell.code, *printing(NUMPY, cell.name), *extra]

    def _prints(self, names: Sequence[str]) -> list[str]:
        return [] if self.shaped else [line for name in names for line in printing(NUMPY, name)]

    def _beside(self, names: Sequence[str]) -> Iterator[Markdown | Code]:
        """The exact values of lines, and where what is printed is not what is true."""
        values = {name: self.answer.follow[name] for name in names}
        yield Markdown(exact(self.work, values))
        for name, value in values.items():
            if isinstance(value, Matrix) and has(self.work.answer.question.plan.line(name).calls[-1].op, "weights"):
                yield from self._parting(name, value)

    def _parting(self, name: str, weights: Matrix) -> Iterator[Markdown | Code]:
        found = list(vanished(weights, self.work.places))
        if found:
            i, j, digit, true = next((f for f in found if f[2] == "0."), found[0])
            zero = " Some are so small that even the float itself is 0." if underflows(weights) else ""
            yield Markdown(
                f"**Floats and exact values part here.** NumPy prints {digit} in row {i + 1}, column {j + 1} of "
                f"`{name}`, but no weight of an open score is 0 or 1: it is about ${true}$.{zero}"
            )
        scores = self._scores(name)
        largest = overflowing(scores) if scores is not None else None
        if largest is not None:
            yield from _overflow(self.answer.question.plan.line(name).reads[0], name, decimal(largest, 2))

    def _scores(self, name: str) -> Matrix | None:
        """What softmax was taken of, where it has a name."""
        step = self.answer.follow.of(name)[-1]
        found = step.inputs[0]
        return found if isinstance(found, Matrix) and not step.args[0].count(".") else None


def _overflow(scores: str, weights: str, largest: str) -> Iterator[Markdown | Code]:
    yield Markdown(
        f"**Why the largest score is subtracted first.** `{scores}` reaches {largest}, and $e^x$ is beyond the largest "
        f"double for $x > 709.78$. Without the shift NumPy divides infinity by infinity:"
    )
    name = NUMPY.called(scores)
    yield Code(
        'with np.errstate(over="ignore", invalid="ignore"):\n'
        f"    unshifted = np.exp({name}) / np.exp({name}).sum(axis=-1, keepdims=True)\n"
        f'print("without the shift, {weights} =")\nprint(unshifted)'
    )
    yield Markdown("A shift of a whole row changes no weight: the factor $e^{-\\max}$ stands above and below and cancels.")
