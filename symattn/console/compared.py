"""Two paths side by side: the right one, and the one in which a line was computed with a known slip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symattn.console.shown import Shown, pretty_lines

if TYPE_CHECKING:
    from sympy import ImmutableMatrix, Tuple
    from sympy.printing.pretty.stringpict import prettyForm
    from sympy.printing.printer import Printer

    from symattn.console.derived import Derivation


class Compared(Shown):
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
    def differs(self) -> tuple[str, ...]:
        """The lines whose values part, in order."""
        names = self.right.exact.plan.names
        return tuple(name for name in names if self.right.value(name) != self.wrong.value(name))

    def show(self, places: int = 4) -> None:
        """Print every line in which the two part, the right value on the left."""
        print(self.table(places))

    def table(self, places: int = 4) -> str:
        """The lines in which the two part, as text in two columns."""
        if not self.differs:
            return f"{self.what}: no line differs"
        rows = [("", "right", "wrong")]
        for name in self.differs:
            pair = zip(_rows(self.right, name, places), _rows(self.wrong, name, places), strict=False)
            rows += [(name if k == 0 else "", left, right) for k, (left, right) in enumerate(pair)]
        widths = [max(len(r[k]) for r in rows) for k in range(2)]
        lines = [f"{a:<{widths[0]}}  {b:<{widths[1]}}  {c}".rstrip() for a, b, c in rows]
        return "\n".join([self.what, *lines])

    def _repr_markdown_(self) -> str:
        """The table with matrices as mathematics."""
        head = f"**{self.what}**"
        if not self.differs:
            return f"{head}: no line differs"
        sides = [[f"${_grid(d, name)}$" for d in (self.right, self.wrong)] for name in self.differs]
        rows = [f"| {name} | {right} | {wrong} |" for name, (right, wrong) in zip(self.differs, sides, strict=True)]
        return "\n".join([head, "", "|  | right | wrong |", "|---|---|---|", *rows])

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


def _grid(d: Derivation, name: str) -> str:
    """A line's decimals as LaTeX that may stand in a table."""
    rows = r" \\ ".join(" & ".join(x.replace("-inf", r"-\infty") for x in row) for row in d.decimals(name, 4))
    return rf"\begin{{bmatrix}}{rows}\end{{bmatrix}}"


def _rows(d: Derivation, name: str, places: int) -> list[str]:
    table = d.decimals(name, places)
    wide = max(len(x) for r in table for x in r)
    return ["[" + "  ".join(x.rjust(wide) for x in r) + "]" for r in table]
