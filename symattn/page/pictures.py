"""Figures on the page: what a figure needs, taken from a solved question, and the figure in the page's format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from flint import arb
from markupsafe import Markup

from symattn import figures
from symattn.boxes.measure import zoomed
from symattn.errors import SymattnError
from symattn.exact.any_matrix import NOWHERE
from symattn.exact.ball import MATRIX_BITS, working
from symattn.exact.defined import BallMatrix
from symattn.exact.matrix import Matrices, Matrix
from symattn.figures import Context, Figure
from symattn.ops import has
from symattn.page.axes import of_tokens, token_axes, way_of_scores
from symattn.page.engine import Engine
from symattn.page.work import Work
from symattn.said import Keyed, Named
from symattn.sheet.sheet import FigureLike
from symattn.tables import in_each, in_turn, of_type

ONE = arb(1)
DRAWN = {
    "tex": "tikz",
    "html": "svg",
    "platforms": "svg",
    "qti": "svg",
}  # the other formats say what a figure shows


def picture(
    engine: Engine, work: Work, wanted: FigureLike, key: bool, asked: bool = True
) -> Markup:
    """A figure for the page: a figure's name, or a table with the name and what the author sets. Where no author has *asked* for
    it, nothing is said of a line that was not looked at.

    ``hide = []`` gives the whole figure on the blank too, ``hide = ["shapes"]`` takes only the shapes away. Raises
    SymattnError for an unknown figure or option, naming the nearest.
    """
    table = {"name": wanted} if isinstance(wanted, str) else dict(wanted)
    problems = figures.wrong(table)
    if problems:
        raise SymattnError(
            "\n".join(
                f"figure: {option}: {what}; {hint}" for option, what, hint in problems
            )
        )
    with zoomed():  # a drawing is scaled as a whole
        drawing = figures.build(
            table["name"], context(work, table, engine.language, asked)
        )
    hide = table.get("hide")
    return engine.render(
        f"{engine.form}/figure.j2",
        key=key,
        full=_view(engine, drawing.key()),
        bare=_view(engine, drawing.blank(hide)),
    )


def _view(engine: Engine, figure: Figure) -> Named:
    form = DRAWN.get(engine.form)
    drawing = Markup(figures.write(figure.pointed(engine.point), form)) if form else ""
    return {"drawing": drawing, "description": figure.description}


def context(
    work: Work, table: Keyed, language: str = "", asked: bool = True
) -> Context:
    """What the figure is drawn from: the question's notation, heads, values and mask, and the author's own settings."""
    values = of_type(_values(work), Matrix)
    numbers = work.notation.heads
    first = table.get("first", numbers[0] if numbers else 1)
    head = table.get("head", first if numbers else None)
    line = table.get("line", "") or ("A" if head is None else f"A_{head}")
    free = line not in work.steps  # a figure of what nothing was computed of
    scores = values.values() if free else _scores(work, line)
    blocked = next((value.blocked for value in scores if value.blocked), NOWHERE)
    if (
        work.notation.columns
    ):  # what a figure knows of a mask is which token may not look at which
        blocked = frozenset((i, j) for j, i in blocked)
    n = max((i for i, _ in blocked), default=-1) + 2
    triangle = frozenset((i, j) for i in range(n) for j in range(i + 1, n))
    notation = work.notation
    return Context(
        notation.symbol,
        notation.names.of_head,
        notation.turned,
        notation.joined,
        shift=notation.names.shift,
        columns=notation.columns,
        heads=table.get("heads", len(numbers) or 1),
        first=first,
        head=head,
        line=table.get("line", ""),
        looks=free or of_tokens(work, line) or (asked and _may_look(work, line)),
        shares=free or _adds_up(work, line),
        softened=_softened(work, line),
        scaled=free or any(has(op, "scales") for op in way_of_scores(work, line)[1]),
        tokens=tuple(table.get("tokens", work.tokens)),
        values=values,
        shapes=_shapes(work, values, table),
        number=None if line in work.answer.rounded else work.values.exact,
        places=work.at(line).places,
        causal=bool(table.get("causal", blocked and blocked == triangle)),
        masked=blocked,
        memory="memory" in values,
        output=bool(table.get("output", not values or "W_O" in values)),
        language=language,
        letter=table.get("letter", ""),
        sizes=work.question.shapes.letters.numbers if work.question.shapes else {},
        amount=lambda name, letter, n: _amount(work, name, letter, n),
    )


def _scores(work: Work, line: str) -> list[Matrix]:
    """What weights were made of, where a mask shows; a matrix by itself where it is none."""
    step = work.steps[line]
    found = step.inputs if has(step.op, "weights") else (step.value,)
    return [x for x in found if isinstance(x, Matrix)]


def _softened(work: Work, line: str) -> bool:
    """Whether a line is the softmax of scores over the tokens looked at, or the question computes nothing that says otherwise."""
    step = work.steps.get(line)
    if step is None:
        return not work.steps
    return has(step.op, "shares of exponentials") and step.params.get("axis", 1) == int(
        not work.notation.columns
    )


def _adds_up(work: Work, line: str) -> bool:
    """Whether a line is weights: nothing below 0, and every row or every column adds up to 1."""
    value = work.steps[line].value
    if not isinstance(value, Matrix) or value.lettered or value.blocked:
        return has(work.steps[line].op, "shares of exponentials")
    with working(MATRIX_BITS):
        table = BallMatrix.lifted(value).values
        full = any(
            all(sum(r).overlaps(ONE) for r in way)
            for way in (table, zip(*table, strict=True))
        )
        return full and all(x >= 0 or x.contains(0) for x in in_turn(table))


def _may_look(work: Work, line: str) -> bool:
    """Whether an author can mean tokens by rows and columns: X does not say that one of them is no token, unless it is memory."""
    grow = token_axes(work, line)
    return grow is None or all(grow) or "memory" in work.question.given


def _amount(work: Work, name: str, letter: str, n: int) -> Fraction | None:
    """The amount that a line of a question about shapes is for another number of a letter."""
    reading = work.question.shapes
    if reading is None or name not in reading.plan.names:
        return None
    letters = replace(reading.letters, numbers={**reading.letters.numbers, letter: n})
    found = replace(reading, letters=letters).table[name].number
    return (
        Fraction(str(found.rational))
        if found is not None and found.is_rational
        else None
    )


def _values(work: Work) -> Named:
    return {
        **work.question.given,
        **{name: step.value for name, step in work.steps.items()},
    }


def _shapes(
    work: Work, values: Matrices, table: Keyed
) -> Mapping[str, tuple[int | str, ...]]:
    """The shapes of the values, of a question about shapes, and the author's own."""
    found: dict[str, tuple[int | str, ...]] = {
        name: value.shape for name, value in values.items()
    }
    if work.answer.shapes is not None:
        for name, line in work.answer.shapes.lines.items():
            found[name] = tuple(
                size if isinstance(size, int) else str(size) for size in line.shape
            )
    return {**found, **in_each(tuple, table.get("shapes", {}))}
