"""One entry explained: what it is made of, with the numbers put in, down to its decimals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symattn.boxes import Box, Ink, row
from symattn.console.convert import whole
from symattn.console.page import solution_of
from symattn.console.shown import pretty_lines
from symattn.errors import SymattnError
from symattn.exact.any_matrix import show
from symattn.exact.matrix import Matrix
from symattn.formats.templates import plain
from symattn.formats.tex import Writer
from symattn.formats.text import flat
from symattn.notation import Notation
from symattn.ops import has
from symattn.page.entry import Links, Part, explained, result
from symattn.page.layout import Eq
from symattn.page.links import by_value
from symattn.page.present import present
from symattn.page.work import Work
from symattn.records import frozen
from symattn.said import Said

if TYPE_CHECKING:
    from sympy.printing.pretty.stringpict import prettyForm
    from sympy.printing.printer import Printer

    from symattn.console.derived import Derivation

PLACES = 4  # decimals of what is put in
_SIGNS = {"=": "=", "≈": r"\approx"}


@frozen
class Explained:
    """Why an entry is what it is: a sentence, the links of its chain, and the entries it is made of.

    Printing gives text, Jupyter shows the chain as mathematics.
    """

    name: Box
    said: Said
    chain: tuple[tuple[str, Box], ...]
    parts: tuple[Part, ...]
    language: str

    @property
    def sentence(self) -> str:
        """What is said of it, in its language."""
        return plain(self.said, language=self.language)

    def __str__(self) -> str:
        first, *rest = [f"{sign} {flat(box)}" for sign, box in self.chain]
        lhs = flat(self.name)
        return "\n".join(
            [
                f"{lhs}: {self.sentence}",
                f"{lhs} {first}",
                *(f"{' ' * len(lhs)} {link}" for link in rest),
            ]
        )

    __repr__ = __str__

    def _pretty(self, printer: Printer) -> prettyForm:
        return pretty_lines(str(self))

    def _repr_markdown_(self) -> str:
        math = self._repr_latex_().strip("$")
        return f"{flat(self.name)}: {self.sentence}\n\n$${math}$$"

    def _repr_latex_(self) -> str:
        write = Writer().write
        body = r" \\ ".join(
            rf"&{_SIGNS[sign]} {write(box)}" for sign, box in self.chain
        )
        return rf"$\displaystyle \begin{{aligned}}{write(self.name)} {body}\end{{aligned}}$"


def why(d: Derivation, name: str, i: int, j: int, language: str = "") -> Explained:
    """The entry in row i, column j (from 0) of a line or a given; raises SymattnError for a place outside, FalseLink where what
    would be shown does not come to the entry.

    >>> from symattn.console.calls import derive
    >>> print(derive(["S = X @ X"], X=[[1, 2], [3, 4]]).why("S", 0, 1))
    S[0, 1]: row 0 of X times column 1 of X
    S[0, 1] = 1·2 + 2·4
            = 10
    """
    value = d.value(name)
    if not isinstance(value, Matrix):
        raise SymattnError(
            f"{name} is no single matrix; entries are explained in matrices of rows and columns"
        )
    i, j = (
        _inside(k, size, name, value) for k, size in ((i, value.rows), (j, value.cols))
    )
    steps = d.exact.by_name
    symbol = row(_symbol(name), Ink(f"[{i}, {j}]", "text"))
    if name not in steps:
        return Explained(
            symbol, Said("why", "given"), tuple(result(value[i, j])), (), language
        )
    said, chain, parts = explained(steps, name, i, j)
    if has(steps[name].op, "number"):
        said, chain = _number(d, name, said, chain)
    by_value(flat(symbol), symbol, value.select([i], [j])).check([Eq(symbol, chain)])
    return Explained(symbol, said, chain, parts, language)


def _number(d: Derivation, name: str, said: Said, chain: Links) -> tuple[Said, Links]:
    """What a line that is a number says, and that with its numbers put in before its value."""
    line = d.plan.line(name)
    written = line.text.partition("=")[2].strip()
    (answer,) = solution_of(d).answers
    work = Work.of(answer, Notation.load(None), PLACES, "standard")
    numbers = present(work, line).numbers
    if numbers is not None and numbers.exact:
        chain = (("=", numbers.box), *chain)
    return Said("why", said.name, (*said.facts, ("line", written))), chain


def _inside(k: int, size: int, name: str, value: Matrix) -> int:
    place = whole(k)
    if place is None or not -size <= place < size:
        raise SymattnError(
            f"{name} is {show(value)}; there is no row or column {k!r}, they count from 0"
        )
    return place % size


def _symbol(name: str) -> Box:
    return Ink(name, "text")
