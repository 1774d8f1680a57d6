"""Two paths side by side: the right one, and the one in which a line was computed with a known slip."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from symattn.console.convert import Given
from symattn.console.shown import ShowsItself, pretty_lines
from symattn.errors import SymattnError
from symattn.exact.any_matrix import Blocked, Entry
from symattn.exact.decide import compare
from symattn.exact.in_letters import apart
from symattn.exact.matrix import Matrix
from symattn.exact.tensor import Tensor, flat
from symattn.exact.text import text
from symattn.said import Strings, Texts
from symattn.tables import in_turn

if TYPE_CHECKING:
    from sympy import ImmutableMatrix, Tuple
    from sympy.printing.pretty.stringpict import prettyForm
    from sympy.printing.printer import Printer

    from symattn.console.derived import Derivation


WIDE = 60  # signs of a row, up to which right and wrong stand beside each other
Sides = tuple[list[str], list[str]]
OPEN = "? it cannot be told whether these are the same for all that their symbols stand for"


def alike(a: Given, b: Given) -> bool | None:
    """Whether two values are the same: by proof, in symbols also by numbers in their places; None where neither is shown.

    >>> alike(Matrix.of([[1, 2]]), Matrix.of([[1, 2]])), alike(Matrix.of([[1]]), Matrix.of([[2]]))
    (True, False)
    """
    found = [_alike(x, y) for x, y in zip(flat(a), flat(b), strict=True)]
    return False if False in found else None if None in found else True


def _blocks(a: Given) -> Sequence[Matrix]:
    """The matrices of a batch, or the one that there is."""
    if isinstance(a, Tensor):
        return a.blocks
    return (a if isinstance(a, Matrix) else Matrix.of([[a]]),)


def _alike(x: Entry, y: Entry) -> bool | None:
    if isinstance(x, Blocked) or isinstance(y, Blocked):
        return x is y
    found = compare(x, y).decision
    return found == "equal" if found != "undecided" else False if apart(x, y) else None


class Compared(ShowsItself):
    """``right`` and ``wrong`` are derivations; ``c["A"]`` is the pair of their values; printing shows where they part.

    >>> from symattn.console.calls import attention
    >>> c = attention([[2, 0]], [[1], [0]], [[1], [0]], [[1], [0]]).slip("S", "added-not-multiplied")
    >>> c["S"]
    (Matrix([[4]]), Matrix([[4]]))
    """

    def __init__(self, right: Derivation, wrong: Derivation, what: str) -> None:
        self.right, self.wrong, self.what = right, wrong, what

    def __reduce__(self) -> tuple[object, ...]:
        return Compared, (self.right, self.wrong, self.what)

    def __getitem__(self, name: str) -> tuple[ImmutableMatrix, ImmutableMatrix]:
        return self.right[name], self.wrong[name]

    @property
    def output(self) -> tuple[ImmutableMatrix, ImmutableMatrix]:
        """The last line's two values."""
        return self.right.output, self.wrong.output

    @property
    def differs(self) -> Strings:
        """The lines whose values part, in order, those too of which that cannot be told (they are in ``open``)."""
        return tuple(self._titles)

    @property
    def open(self) -> Strings:
        """The lines of which it cannot be told whether their values part: symbols stand in them."""
        return tuple(name for name, same in self._alike.items() if same is None)

    @cached_property
    def _alike(self) -> dict[str, bool | None]:
        return {
            name: alike(self.right.value(name), self.wrong.value(name))
            for name in self.right.plan.names
        }

    @property
    def _titles(self) -> dict[str, str]:
        """The lines whose values part, each as it is called in a table."""
        return {
            name: f"{name}?" if same is None else name
            for name, same in self._alike.items()
            if not same
        }

    def show(self, places: int = 4) -> None:
        """Print every line in which the two part, the right value on the left."""
        print(self.table(places))

    def table(self, places: int = 4) -> str:
        """The lines in which the two part, as text in two columns."""
        if not self.differs:
            return f"{self.what}: no line differs"
        blocks = [
            (title, (_rows(self.right, name, places), _rows(self.wrong, name, places)))
            for name, title in self._titles.items()
        ]
        wide = max(len(row) for _, sides in blocks for row in sides[0])
        below = wide > WIDE  # in symbols: the wrong one stands below the right one
        lines = [] if below else _beside([("", (["right"], ["wrong"])), *blocks])
        for name, (right, wrong) in blocks if below else ():
            lines += [f"{name} right", *right, f"{name} wrong", *wrong]
        return "\n".join([self.what, *lines, *([OPEN] if self.open else [])])

    def _repr_markdown_(self) -> str:
        """The table with matrices as mathematics."""
        head = f"**{self.what}**"
        if not self.differs:
            return f"{head}: no line differs"
        rows = [
            f"| {title} | ${_grid(self.right, name)}$ | ${_grid(self.wrong, name)}$ |"
            for name, title in self._titles.items()
        ]
        below = ["", OPEN] if self.open else []
        return "\n".join(
            [head, "", "|  | right | wrong |", "|---|---|---|", *rows, *below]
        )

    def _ipython_key_completions_(self) -> list[str]:
        return list(self.right.names)

    def _shown(self) -> Tuple:
        from sympy import Tuple

        return Tuple(*self.output)

    def __repr__(self) -> str:
        return self.table()

    __str__ = __repr__

    def _pretty(self, printer: Printer) -> prettyForm:
        return pretty_lines(str(self))


def _beside(blocks: list[tuple[str, Sides]]) -> list[str]:
    """Names, right and wrong rows in three columns."""
    rows = [
        (name if k == 0 else "", *pair)
        for name, sides in blocks
        for k, pair in enumerate(zip(*sides, strict=False))
    ]
    widths = [max(len(row[k]) for row in rows) for k in range(2)]
    return [f"{a:<{widths[0]}}  {b:<{widths[1]}}  {c}".rstrip() for a, b, c in rows]


def _grid(d: Derivation, name: str) -> str:
    """A line's decimals as LaTeX that may stand in a table, the matrices of a batch beside each other; in symbols it is exact."""
    try:
        tables = [block.decimals(4) for block in _blocks(d.value(name))]
    except SymattnError:
        from sympy import latex

        return str(latex(d[name]))
    rows = [r" \\ ".join(map(" & ".join, table)) for table in tables]
    shown = r",\ ".join(rf"\begin{{bmatrix}}{of_one}\end{{bmatrix}}" for of_one in rows)
    return shown.replace("-inf", r"-\infty")


def _rows(d: Derivation, name: str, places: int) -> list[str]:
    """A line's rows, the matrices of a batch below each other with an empty row between."""
    tables = [_decimals(block, places) for block in _blocks(d.value(name))]
    wide = max(len(x) for table in tables for x in in_turn(table))
    shown = [
        ["[" + "  ".join(x.rjust(wide) for x in r) + "]" for r in table]
        for table in tables
    ]
    return [row for rows in shown for row in ("", *rows)][1:]


def _decimals(block: Matrix, places: int) -> Texts:
    """A matrix's entries in decimals; in symbols they are exact."""
    try:
        return block.decimals(places)
    except SymattnError:
        return block.shown(text, "-inf")
