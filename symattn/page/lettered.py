"""Lines that are numbers in the letters of given ones: the result in letters, where it says more than the line's own formula."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from symattn.boxes import Box, Ink, Root, Script, inked
from symattn.exact.form import Form
from symattn.exact.in_letters import letters_of
from symattn.exact.number import Number
from symattn.exact.text import form
from symattn.notation.lines import LineStyle
from symattn.page import ink
from symattn.page.alike import how_many, in_any_order, letters_of_formula, storeys
from symattn.page.forms import LIMIT, fits
from symattn.page.matrices import ValueForm
from symattn.page.work import Work
from symattn.plan import Line
from symattn.plan.tree import Apply, Expr, Ref, RootOf, replaced
from symattn.records import replace

MOST_TIMES = 5  # as many letters as its formula has a result in letters may have
MANY_LETTERS = 6  # more of them are not brought together: (h + k)/(3hk) is
MOST_TERMS = 3  # of a result in letters, unless its formula has as many


def sought(line: Line) -> bool:
    """Whether a line seeks a letter, by an equation or a limit."""
    return isinstance(line.tree, Apply) and line.tree.param("letter") is not None


def letters(work: Work, line: Line) -> ValueForm | None:
    """The result in letters, where it is another formula than the line's own."""
    found = work.lettered.get(line.name)
    if (
        found is None
        or not (work.question.working.policy == "letters" or sought(line))
        or found.is_rational
        or (work.symbols and found.key == work.value(line.name).values[0][0].key)
    ):
        return None  # nothing, or what stands behind it anyway
    box = from_given(work, line.name)
    grown = any(
        isinstance(x, Root) or (isinstance(x, Script) and not isinstance(x.sup, Ink | None))
        for x in ink.parts(box)
    )
    own, most = work.notation.formula(line.tree), MOST_TIMES
    if grown and isinstance(line.tree, Apply) and isinstance(line.tree.param("value"), RootOf):
        box = Root(_in_given(work, found * found))  # √(2n/3), and no √6·√n/3
    elif any(inked(x, "upright") or getattr(x, "left", "") == "|" for x in ink.parts(box)):
        return None  # the logarithm of a product, a minimum by an absolute value
    elif any(name in work.lettered for name in line.scalars) and not sought(line):
        style = LineStyle(
            lambda name, _: work.symbol(name), partial(from_given, work), work.size
        )
        made = work.notation.numeric(style).write(_made_of(work, line.name))
        many = letters_of_formula(box)
        longer = how_many(own) == 1 and many > letters_of_formula(made)
        below = storeys(made) > storeys(box) and many <= MANY_LETTERS
        if grown or (longer and not below):  # as it is made: 20·√(C/120) and no √(30C)/3
            box, most = made, MOST_TIMES if grown else 2  # 2·(c + r)·T, and no 2cT + 2rT
    told = in_any_order(box) != in_any_order(own) and how_many(box) <= max(
        how_many(own), MOST_TERMS
    )  # N·b is not multiplied out into five terms
    same = letters_of_formula(box) >= letters_of_formula(own) and not sought(line)
    if same and not any(name in work.steps for name in line.scalars):
        return None  # (s/p)² is in the letters of the sheet already, and (2 + K)Ψ
    if storeys(box) > max(1, storeys(own)) or letters_of_formula(
        box
    ) > most * letters_of_formula(own):
        return None
    return ValueForm(box) if told and fits(box, LIMIT - 14, 1) else None


def from_given(
    work: Work,
    name: str,
    written: Callable[[str], Box] | None = None,
    letters: Mapping[str, Box] = MappingProxyType({}),
) -> Box:
    """A number in the letters of given ones, or with these as they are *written*; free *letters* may have other symbols."""
    if name not in work.lettered:
        return work.symbol(name)
    return _in_given(work, work.lettered[name], written, letters)


def _in_given(
    work: Work,
    value: Number,
    written: Callable[[str], Box] | None = None,
    letters: Mapping[str, Box] = MappingProxyType({}),
) -> Box:
    names = {
        part: (written or work.symbol)(part)
        for part in (*work.question.given, *work.lettered)
        if part in letters_of(value) and part not in work.question.letters
    }
    return replace(work.values, decimals=False, letters={**names, **letters}).write(
        _in_order(form(value), tuple(names))
    )


def _in_order(whole: Form, names: Sequence[str]) -> Form:
    """A form with the letters of its products in the order of the givens: 2Lhdb, as a sheet names them."""
    items = [_in_order(part, names) for part in whole.items]
    if whole.kind == "mul":
        places = {name: k for k, name in enumerate(names)}
        items.sort(
            key=lambda part: (
                -1 if part.kind == "int" else places.get(_letter_of(part), len(names))
            )
        )
    return replace(whole, items=tuple(items))


def _letter_of(part: Form) -> str:
    """The letter that a factor is, or a power of."""
    return (
        str(part.value)
        if part.kind == "sym"
        else _letter_of(part.items[0])
        if part.kind == "pow"
        else ""
    )


def _made_of(work: Work, name: str) -> Expr:
    """A line of numbers with the formulas of those before it in place of their names."""

    def formula(part: object) -> object:
        tree = (
            _made_of(work, part.name)
            if isinstance(part, Ref) and part.name in work.lettered
            else None
        )
        return tree.param("value") or part if isinstance(tree, Apply) else part

    return replaced(work.question.plan.line(name).tree, formula)  # type: ignore[return-value]
