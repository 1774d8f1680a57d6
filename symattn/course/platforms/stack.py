"""STACK questions for Moodle: exact answers, roundings, known mistakes as nodes, variants by seed, and tests for all of these.

A variant is chosen by ``stack_seed``, which STACK's documentation has for questions whose variants are listed ("Deploying
variants systematically"); what stands in the text is chosen by it too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import count

from markupsafe import Markup

from symattn.course.platforms.blanks import FEW, GUARD, Asked, far
from symattn.course.platforms.markup import titled
from symattn.course.platforms.view import View
from symattn.exact.any_matrix import Blocked
from symattn.exact.decimals import decimal
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.text import text
from symattn.page.engine import Engine
from symattn.records import frozen
from symattn.said import Named
from symattn.sheet import Sheet
from symattn.tables import in_turn

# Maxima writes other decimals with an exponent, which STACK's tests do not read
SMALL = Fraction(1, 1000)
PLAIN = 10**7
MINF = "minf"  # minus infinity in Maxima's language
LONGEST = 120  # characters of an exact entry; a longer one, which nobody types, keeps Maxima busy beyond STACK's time


@frozen
class StackSlip:
    """A known mistake: its value in every variant, what is said to it, and the share of the line's marks it earns."""

    id: str
    values: tuple[Matrix, ...]
    says: Markup
    share: Fraction


@frozen
class StackMatrix:
    """A matrix that is ``asked``, as it is in the first variant: its value in every one, and the mistakes known in all of them.

    ``exact`` says that decimals are not taken, else numbers are compared, within half a unit of the last place asked for;
    ``whole`` whether the right value is written exactly; ``rounded`` whether its rounding is a test; ``few`` whether two
    decimals tell right from wrong in every variant.
    """

    asked: Asked
    values: tuple[Matrix, ...]
    slips: tuple[StackSlip, ...]
    exact: bool
    whole: bool
    rounded: bool
    few: bool


@frozen
class StackQuestion:
    """One STACK question: a part of a question of the sheet, with what depends on the variant chosen by its seed."""

    id: str
    name: str
    body: Markup
    solution: Markup
    lines: tuple[StackMatrix, ...]
    variants: int


def questions(
    sheet: Sheet, shown: Sequence[Sequence[View]], made: Engine, known: Named
) -> dict[str, Markup]:
    """STACK's questions by what they are called in the sheet, from the views of every variant; *known* is what is said of it."""
    made.environment.globals.update(
        maxima=maxima, decimals=decimals, tried=tried, chosen=chosen
    )
    parts = [part for views in shown for part in _parts(sheet, views, made)]
    more = {"few_digits": FEW, "guard": GUARD}
    return {
        part.id: made.render(
            "moodle/stack.j2", part=part, tests=count(1).__next__, **more, **known
        )
        for part in parts
    }


def _parts(
    sheet: Sheet, views: Sequence[View], made: Engine
) -> Iterable[StackQuestion]:
    for k, section in enumerate(views[0].sections):
        if not section.asked:
            continue
        sections = [view.sections[k] for view in views]
        about = sheet.heading
        bodies = [
            made.render(
                "moodle/stack_body.j2",
                question=view,
                part=view.sections[k],
                sheet=about,
            )
            for view in views
        ]
        label = Markup(" ({})").format(section.label) if section.label else ""
        yield StackQuestion(
            f"{views[0].id}/{section.label}" if section.label else views[0].id,
            Markup("{}: {}{}").format(made.text(titled(sheet)), views[0].id, label),
            cases(bodies),
            cases([Markup(one.solution) for one in sections]),
            tuple(
                _line([one.asked[n] for one in sections], section.form == "exact")
                for n in range(len(section.asked))
            ),
            len(views),
        )


def _line(asked: Sequence[Asked], exact: bool) -> StackMatrix:
    first, slips, places = asked[0], list[StackSlip](), asked[0].places
    values = tuple(line.value for line in asked)
    known = [values]
    for mistake in first.mistakes:
        alike = [
            [m for m in line.mistakes if (m.id, m.share) == (mistake.id, mistake.share)]
            for line in asked
        ]
        if not all(alike):
            continue
        found = [first for first, *_ in alike]
        wrong = tuple(m.value for m in found)
        if exact or not (
            any(map(far, wrong)) or any(_taken(wrong, other, places) for other in known)
        ):
            known.append(wrong)
            says = cases([Markup(Markup.escape(m.says)) for m in found])
            slips.append(StackSlip(mistake.id, wrong, says, mistake.share))
    whole = exact or all(
        len(x) <= LONGEST
        for value in values
        for x in in_turn(value.shown(_exact, MINF))
    )
    rounded = not exact and all(
        x is None or abs(x) < PLAIN for value in values for x in _entries(value, 0)
    )
    few = (
        rounded
        and places > FEW
        and not any(_taken(values, other, places, FEW) for other in known)
    )
    return StackMatrix(
        first,
        values,
        tuple(slips),
        exact,
        whole,
        rounded,
        few,
    )


def _taken(
    typed: Sequence[Matrix],
    known: Sequence[Matrix],
    places: int,
    digits: int | None = None,
) -> bool:
    """Whether in some variant an answer, perhaps rounded to so many digits, is taken for another one: every entry fits."""
    pairs = [
        (_entries(a, digits or places + GUARD), _entries(b, places + GUARD))
        for a, b in zip(typed, known, strict=True)
    ]
    return any(
        all(_fits(x, y, places) for x, y in zip(a, b, strict=True)) for a, b in pairs
    )


def _entries(value: Matrix, places: int) -> list[Fraction | None]:
    return [
        None if isinstance(x, Blocked) else Fraction(decimal(x, places))
        for x in in_turn(value.cells())
    ]


def _fits(x: Fraction | None, y: Fraction | None, places: int) -> bool:
    return x is y if x is None or y is None else abs(x - y) * 10**places < 1


def cases(texts: Sequence[Markup]) -> Markup:
    """A text for every variant as one, chosen by the seed where they differ.

    >>> cases([Markup("a"), Markup("a")]), cases([Markup("a"), Markup("b")])
    (Markup('a'), Markup('[[if test="v=1"]]a[[elif test="v=2"]]b[[/if]]'))
    """
    if len(set(texts)) == 1:
        return texts[0]
    chosen = (
        Markup(f'if test="v={number}"]]') + one for number, one in enumerate(texts, 1)
    )
    return Markup("[[") + Markup("[[el").join(chosen) + Markup("[[/if]]")


def chosen(values: Sequence[Matrix], written: Callable[[Matrix], Markup]) -> Markup:
    """The value of the variant in Maxima's language.

    >>> chosen([Matrix.of([[1]]), Matrix.of([[2]])], maxima)
    Markup('[matrix([1]),matrix([2])][v]')
    """
    if len(values) == 1:
        return written(values[0])
    return Markup("[{}][v]").format(Markup(",").join(map(written, values)))


def maxima(m: Matrix) -> Markup:
    """The exact matrix in Maxima's language, as STACK's teacher's answer.

    >>> maxima(Matrix.of([[1, 2]]))
    Markup('matrix([1,2])')
    """
    return _matrix(m, _exact)


def decimals(places: int) -> Callable[[Matrix], Markup]:
    """A matrix in decimals, as a student may type it.

    >>> decimals(2)(Matrix.of([[1, Fraction(2, 3)]]))
    Markup('matrix([1.00,0.67])')
    """
    return lambda m: _matrix(m, lambda x: decimal(x, places))


def tried(places: int) -> Callable[[Matrix], Markup]:
    """A matrix in decimals for STACK's tests to type: small and large ones are fractions, which Maxima writes without exponent.

    >>> tried(4)(Matrix.of([[Fraction(2, 3), Fraction(-2, 9999)]]))
    Markup('matrix([0.6667,-2/10000])')
    """

    def entry(x: Number) -> str:
        typed = decimal(x, places)
        value = Fraction(typed)
        if not value or SMALL <= abs(value) < PLAIN:
            return typed
        return f"{int(value * 10**places)}/{10**places}"

    return lambda m: _matrix(m, entry)


def _matrix(m: Matrix, entry: Callable[[Number], str]) -> Markup:
    rows = map(",".join, m.shown(entry, MINF))
    return Markup(f"matrix({','.join(f'[{row}]' for row in rows)})")


def _exact(x: Number) -> str:
    return text(x).replace("**", "^").replace("pi", "%pi").replace(" ", "")
