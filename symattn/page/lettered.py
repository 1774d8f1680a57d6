"""Lines that are numbers in the letters of given ones: the result in letters, where it says more than the line's own formula."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from symattn.boxes import Box, Ink, Root, Script, inked
from symattn.exact.form import Form
from symattn.exact.in_letters import letters_of
from symattn.exact.number import Number
from symattn.exact.text import form
from symattn.page import ink
from symattn.page.alike import how_many, in_any_order, letters_of_formula, storeys
from symattn.page.forms import LIMIT, fits
from symattn.page.matrices import ValueForm
from symattn.page.work import Work
from symattn.plan import Line
from symattn.plan.tree import Apply, RootOf
from symattn.records import replace

MOST_TIMES = 5  # as many letters as its formula has a result in letters may have
MOST_TERMS = 3  # of a result in letters, unless its formula has as many


def sought(line: Line) -> bool:
    """Whether a line seeks a letter, by an equation or a limit."""
    return isinstance(line.tree, Apply) and line.tree.param("letter") is not None


def _is_root(line: Line) -> bool:
    return isinstance(line.tree, Apply) and isinstance(line.tree.param("value"), RootOf)


def in_given(work: Work, line: Line, written: Callable[[str], Box] | None = None) -> Box:
    """The result of a line in the letters of given ones, or with these as they are *written*."""
    box = from_given(work, line.name, written)
    if not _is_root(line) or not _grown(box) or line.name not in work.lettered:
        return box
    found = work.lettered[line.name]
    return Root(_in_given(work, found * found, written))  # √(2n/3), and no √6·√n/3


def letters(work: Work, line: Line) -> ValueForm | None:
    """The result in letters, where a letter is sought or it is simpler than the line's own formula: 4D/(4D + 3F) of givens, D/2
    of T₀/4. Then numbers are put into it; a line goes on from the names of earlier ones else, 80/(34 + 80).
    """
    found = work.lettered.get(line.name)
    if (
        found is None
        or not (work.question.working.policy == "letters" or sought(line))
        or found.is_rational
        or (work.symbols and found.key == work.value(line.name).values[0][0].key)
    ):
        return None  # nothing, or what stands behind it anyway
    box, own = in_given(work, line), work.notation.formula(line.tree)
    signs = (inked(x, "upright") or getattr(x, "left", "") == "|" for x in ink.parts(box))
    if not isinstance(box, Root) and any(signs):
        return None  # the logarithm of a product, a minimum by an absolute value
    many, before = letters_of_formula(box), letters_of_formula(own)
    if not sought(line):
        read = any(name in work.steps for name in line.scalars)
        if many > before or (many == before and not (read and how_many(box) <= how_many(own))):
            return None  # (s/p)² is in the letters of the sheet already, and (2 + K)Ψ
        if read and _grown(box) and not _is_root(line):
            return None
    told = in_any_order(box) != in_any_order(own) and how_many(box) <= max(
        how_many(own), MOST_TERMS
    )
    if storeys(box) > max(1, storeys(own)) or many > MOST_TIMES * before:
        return None
    return ValueForm(box) if told and fits(box, LIMIT - 14, 1) else None


def _grown(box: Box) -> bool:
    """Whether roots or powers with more than one sign above have come into a formula."""
    return any(
        isinstance(x, Root) or (isinstance(x, Script) and not isinstance(x.sup, Ink | None))
        for x in ink.parts(box)
    )


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
    return replace(
        work.values, decimals=False, letters={**work.values.letters, **names, **letters}
    ).write(_in_order(form(value), tuple(names)))


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
