"""Change an entry and see what moves: widgets where ipywidgets is installed, else a table of what each entry moves."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

from symattn.console.compared import alike, entries
from symattn.console.display import shell
from symattn.errors import SymattnError
from symattn.exact.any_matrix import Blocked
from symattn.exact.matrix import Matrix, Tensor
from symattn.exact.number import Number
from symattn.exact.text import text

if TYPE_CHECKING:
    from ipywidgets import Widget

    from symattn.console.derived import Derivation


@dataclass(frozen=True)
class Moves:
    """What a line becomes when one entry of a given grows by 1, entry by entry; ``rows`` are place, lines that move, value.

    >>> from symattn.console.calls import derive
    >>> print(moves(derive(["S = X @ X"], X=[[2]]), "X", "S"))
    X[0, 0] + 1    S    S = [9.0000]
    """

    rows: tuple[tuple[str, tuple[str, ...], str], ...]

    def __str__(self) -> str:
        wide = max(len(place) for place, _, _ in self.rows)
        across = max(len(" ".join(lines)) for _, lines, _ in self.rows)
        return "\n".join(f"{place:<{wide}}    {' '.join(lines):<{across}}    {value}" for place, lines, value in self.rows)

    __repr__ = __str__

    def _repr_markdown_(self) -> str:
        rows = [f"| {place} | {' '.join(lines)} | {value} |" for place, lines, value in self.rows]
        return "\n".join(["| change | what moves | becomes |", "|---|---|---|", *rows])


def explore(d: Derivation, given: str, line: str) -> Moves | Widget:
    """Fields for the entries of a given and what a line becomes; without ipywidgets or a notebook, a table."""
    _matrix(d, given)
    if find_spec("ipywidgets") is not None and hasattr(shell(), "kernel"):
        return fields(d, given, line)
    return moves(d, given, line)


def _matrix(d: Derivation, given: str) -> Matrix:
    value = d.givens.get(given)
    if isinstance(value, Tensor):
        raise SymattnError(f"{given} is a batch", "explore one matrix of it, with derive(…)")
    if not isinstance(value, Matrix):
        raise SymattnError(f"{given!r} is no given matrix; given are {', '.join(d.givens)}")
    return value


def moves(d: Derivation, given: str, line: str) -> Moves:
    """The table: each entry of a given in turn, 1 larger."""
    cells = _matrix(d, given).cells()
    rows = []
    for i, row in enumerate(cells):
        for j, x in enumerate(row):
            if isinstance(x, Blocked):
                continue
            changed = [[y if (k, m) != (i, j) else x + 1 for m, y in enumerate(own)] for k, own in enumerate(cells)]
            again = d.with_(**{given: changed})
            rows.append((f"{given}[{i}, {j}] + 1", _moved(d, again), f"{line} = {_shown(again, line)}"))
    return Moves(tuple(rows))


def _moved(d: Derivation, again: Derivation) -> tuple[str, ...]:
    """The lines that change; with a question mark where symbols leave that open."""
    found = {name: alike(d.value(name), again.value(name)) for name in d.exact.plan.names}
    return tuple(f"{name}?" if same is None else name for name, same in found.items() if not same)


def _shown(d: Derivation, line: str) -> str:
    rows = entries(d, line, 4)
    return "[" + "; ".join("  ".join(row) for row in rows) + "]"


def fields(d: Derivation, given: str, line: str) -> Widget:
    """A grid of text fields for the entries, and below what the line becomes, exactly and in decimals."""
    import ipywidgets as widgets
    from sympy import latex

    cells = _matrix(d, given).cells()
    texts = [[text(x) if isinstance(x, Number) else "-inf" for x in row] for row in cells]
    boxes = [[widgets.Text(x, layout={"width": "7em"}) for x in row] for row in texts]
    shown = widgets.HTMLMath()

    def again(_: object = None) -> None:
        try:
            moved = d.with_(**{given: [[field.value for field in row] for row in boxes]})
            names = _moved(d, moved)
            decimals = r" \\ ".join(" & ".join(x.replace("-inf", r"-\infty") for x in row) for row in moved.decimals(line))
            exact = f"{line} = {latex(moved[line])}"
            rounded = rf"\begin{{bmatrix}}{decimals}\end{{bmatrix}}"
            shown.value = rf"$${exact} \approx {rounded}$$ what moves: {', '.join(names) or 'nothing'}"
        except SymattnError as error:
            shown.value = str(error).replace("<", "&lt;")

    for row in boxes:
        for field in row:
            field.observe(again, "value")
    again()
    return widgets.VBox([*(widgets.HBox(row) for row in boxes), shown])
