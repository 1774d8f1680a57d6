"""The sheet as a picture: every line with the matrices it is made of beside it, a product laid out so that row and column meet
where the entry stands. It shows what is given and what the student wrote, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from symattn.boxes import Box
from symattn.exact.matrix import Matrix
from symattn.exact.text import text, wordy
from symattn.notation import Notation
from symattn.page.entry import Part
from symattn.plan import Line
from symattn.plan.derivation import PlanRun
from symattn.plan.tree import Ref, has_trait
from symattn.practice.cells import Rows
from symattn.practice.own import ByName
from symattn.records import frozen
from symattn.said import Said
from symattn.sheet import Question

MOST = 12
"""Rows or columns of a matrix beyond which it is drawn by its symbol alone."""
LONGEST = 12
"""Signs of an entry that are drawn."""
Texts = Mapping[str, Rows]


@frozen
class PictureEntry:
    """One entry: whose it is, counted from 0, and what stands in it."""

    of: str
    row: int
    column: int
    text: str


@frozen
class PictureMatrix:
    """A matrix: its symbol, its cells row by row, none where it is too large."""

    symbol: Box
    rows: tuple[tuple[PictureEntry, ...], ...]


@frozen
class PictureLine:
    """A line: its formula, its matrix, and what it is made of; a product has its two operands left of it and above it."""

    name: str
    formula: Box
    result: PictureMatrix
    left: PictureMatrix | None = None
    above: PictureMatrix | None = None
    others: tuple[PictureMatrix, ...] = ()


@frozen
class Picture:
    """One question with what a student wrote for its lines."""

    question: Question
    notation: Notation
    solved: PlanRun
    written: Texts

    def stages(self) -> Iterator[PictureLine]:
        """The lines one by one, those that are matrices."""
        for line in self.question.plan.lines:
            if isinstance(self.solved.values.get(line.name), Matrix):
                yield self._stage(line)

    def _stage(self, line: Line) -> PictureLine:
        formula, result = self.notation.formula(line.tree), self._drawn(line.name)
        if meeting := self._meeting(line):
            return PictureLine(line.name, formula, result, *meeting)
        others = tuple(
            self._drawn(name)
            for name in line.reads
            if isinstance(self._value(name), Matrix)
        )
        return PictureLine(line.name, formula, result, others=others)

    def _meeting(self, line: Line) -> tuple[PictureMatrix, PictureMatrix] | None:
        """The two matrices of a product, the first left of the result and the second above it; None for any other line."""
        tree = line.tree
        if not has_trait(tree, "product") or tree.params:
            return None
        found = []
        for arg in tree.args:
            turned = has_trait(arg, "transposes")
            inner = arg.args[0] if turned else arg
            if not isinstance(inner, Ref) or not isinstance(
                self._value(inner.name), Matrix
            ):
                return None
            found.append(
                self._turned(inner.name, self.notation.formula(arg))
                if turned
                else self._drawn(inner.name)
            )
        return (found[0], found[1]) if len(found) == 2 else None

    def _value(self, name: str) -> object:
        return self.solved.values.get(name, self.question.given.get(name))

    def _drawn(self, name: str) -> PictureMatrix:
        symbol, value = self.notation.symbol(name), self._value(name)
        if not isinstance(value, Matrix) or max(value.shape) > MOST:
            return PictureMatrix(symbol, ())
        texts = self._texts(name, value)
        rows = (
            tuple(PictureEntry(name, i, j, _at(texts, i, j)) for j in range(value.cols))
            for i in range(value.rows)
        )
        return PictureMatrix(symbol, tuple(rows))

    def _turned(self, name: str, symbol: Box) -> PictureMatrix:
        drawn = self._drawn(name)
        return replace(drawn, symbol=symbol, rows=tuple(zip(*drawn.rows, strict=True)))

    def _texts(self, name: str, value: Matrix) -> Rows:
        """What stands in a matrix: as it is given, else as the student wrote it."""
        if name in self.question.given and name not in self.question.unknown:
            return value.shown(
                lambda x: "…" if wordy(x) else text(x).replace("-", "−"), "−∞"
            )
        return self.written.get(name, ())

    def made_of(self, name: str, i: int, j: int) -> tuple[Said, tuple[Part, ...]]:
        """Why an entry is what it is, without a number, and the entries that it is made of."""
        steps = self.solved.by_name
        seen = ByName(steps, steps[name], i, j)
        said, _ = seen.told()
        return said, tuple(dict.fromkeys(seen.parts))


def _at(texts: Rows, i: int, j: int) -> str:
    """An entry as it was written, cut where it is long; nothing where there is none."""
    found = texts[i][j].strip() if i < len(texts) and j < len(texts[i]) else ""
    return found if len(found) <= LONGEST else f"{found[: LONGEST - 1]}…"
