"""A line as it is shown: what of it stands on the page, each with what in it is rounded."""

from __future__ import annotations

from symattn.boxes import Box
from symattn.exact.matrix import Matrix
from symattn.exact.tensor import Tensor
from symattn.page.forms import Forms
from symattn.page.matrices import ValueForm
from symattn.page.naming import Name
from symattn.plan import Line
from symattn.plan.derivation import PlanStep
from symattn.records import frozen
from symattn.said import Named, Strings


@frozen
class MatrixForms:
    """The forms of one matrix of a line; ``place`` is where it stands in a batch, empty for a matrix alone, and ``numbers``
    the line with the numbers of that place."""

    place: str
    forms: Forms
    numbers: ValueForm | None = None


@frozen
class Shown:
    """One line, ready for a page.

    ``formula`` is None where the line has no symbol of its own and its formula is its name, ``letters`` (the result in the
    letters of given numbers) and ``numbers`` where they show nothing new; ``within`` is the function of the value that it is
    taken of, σ of the sums before it. ``names`` are those that appear here for the first time; ``long`` says that the exact
    value is too long to print, ``more`` how many digits more than the page's rounded numbers have that are put in.
    """

    line: Line
    step: PlanStep
    symbol: Box
    formula: ValueForm | None
    letters: ValueForm | None
    numbers: ValueForm | None
    blocks: tuple[MatrixForms, ...]
    names: tuple[Name, ...] = ()
    within: ValueForm | None = None
    long: bool = False
    more: int = 0

    @property
    def name(self) -> str:
        """The line's name."""
        return self.line.name

    @property
    def op(self) -> str:
        """The last operation of the line."""
        return self.step.op

    @property
    def args(self) -> Strings:
        """The names of the matrices that the operation takes."""
        return self.step.args

    @property
    def inputs(self) -> tuple[Matrix | Tensor, ...]:
        """The matrices that the operation takes."""
        return tuple(self.step.inputs)

    @property
    def parameters(self) -> Named:
        """The operation's parameters."""
        return self.step.params

    @property
    def value(self) -> Matrix | Tensor:
        """The line's value."""
        found: Matrix | Tensor = self.step.value
        return found

    @property
    def forms(self) -> Forms:
        """The forms of the value: exact where that fits, then rounded where it is not exact already."""
        first = self.blocks[0]
        return () if first.place else first.forms

    @property
    def exact(self) -> ValueForm | None:
        """The exact form, where one is shown."""
        return next((form for form in self.forms if form.exact), None)
