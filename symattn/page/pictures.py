"""Figures on the page: what a figure needs, taken from a solved question, and the figure in the page's format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from markupsafe import Markup

from symattn import figures
from symattn.errors import SymattnError
from symattn.exact.matrix import Matrix
from symattn.figures import Context, Figure
from symattn.page.engine import Engine
from symattn.page.work import Work

DRAWN = {"tex": "tikz", "html": "svg", "platforms": "svg", "qti": "svg"}  # the other formats say what a figure shows


def picture(engine: Engine, work: Work, wanted: str | Mapping[str, Any], key: bool) -> Markup:
    """A figure for the page: a figure's name, or a table with the name and what the author sets.

    ``hide = []`` gives the whole figure on the blank too, ``hide = ["shapes"]`` takes only the shapes away. Raises
    SymattnError for an unknown figure or option, naming the nearest.
    """
    table = {"name": wanted} if isinstance(wanted, str) else dict(wanted)
    problems = figures.wrong(table)
    if problems:
        raise SymattnError("\n".join(f"figure: {option}: {what}; {hint}" for option, what, hint in problems))
    drawing = figures.builder(table["name"])(context(work, table, engine.language))
    hide = table.get("hide")
    return engine.render(
        f"{engine.form}/figure.j2", key=key, full=_view(engine, drawing.key()), bare=_view(engine, drawing.blank(hide))
    )


def _view(engine: Engine, figure: Figure) -> Mapping[str, object]:
    form = DRAWN.get(engine.form)
    drawing = Markup(figures.write(figure, form)) if form else ""
    return {"drawing": drawing, "description": figure.description}


def context(work: Work, table: Mapping[str, Any], language: str = "") -> Context:
    """What the figure is drawn from: the question's notation, heads, values and mask, and the author's own settings."""
    values = {name: value for name, value in _values(work).items() if isinstance(value, Matrix)}
    numbers = work.notation.heads
    blocked = next((value.blocked for value in values.values() if value.blocked), frozenset[tuple[int, int]]())
    if work.notation.columns:  # what a figure knows of a mask is which token may not look at which
        blocked = frozenset((i, j) for j, i in blocked)
    n = max((i for i, _ in blocked), default=-1) + 2
    triangle = frozenset((i, j) for i in range(n) for j in range(i + 1, n))
    first = table.get("first", numbers[0] if numbers else 1)
    return Context.of_sheet(
        work.notation,
        heads=table.get("heads", len(numbers) or 1),
        first=first,
        head=table.get("head", first if numbers else None),
        line=table.get("line", ""),
        tokens=tuple(table.get("tokens", work.tokens)),
        values=values,
        shapes=_shapes(work, values, table),
        number=work.values.exact,
        places=work.places,
        causal=bool(table.get("causal", blocked and blocked == triangle)),
        masked=blocked,
        memory="memory" in values,
        output=bool(table.get("output", not values or "W_O" in values)),
        language=language,
        letter=table.get("letter", ""),
        sizes=work.question.shapes.letters.numbers if work.question.shapes else {},
        amount=lambda name, letter, n: _amount(work, name, letter, n),
    )


def _amount(work: Work, name: str, letter: str, n: int) -> Fraction | None:
    """The amount that a line of a question about shapes is for another number of a letter."""
    reading = work.question.shapes
    if reading is None or name not in reading.plan.names:
        return None
    letters = replace(reading.letters, numbers={**reading.letters.numbers, letter: n})
    found = replace(reading, letters=letters).table[name].number
    return Fraction(str(found.rational)) if found is not None and found.is_rational else None


def _values(work: Work) -> Mapping[str, object]:
    return {**work.question.given, **{name: step.value for name, step in work.steps.items()}}


def _shapes(work: Work, values: Mapping[str, Matrix], table: Mapping[str, Any]) -> Mapping[str, tuple[int | str, ...]]:
    """The shapes of the values, of a question about shapes, and the author's own."""
    found: dict[str, tuple[int | str, ...]] = {name: value.shape for name, value in values.items()}
    if work.answer.shapes is not None:
        for name, line in work.answer.shapes.lines.items():
            found[name] = tuple(size if isinstance(size, int) else str(size) for size in line.shape)
    return {**found, **{name: tuple(shape) for name, shape in table.get("shapes", {}).items()}}
