"""Lines that are numbers in the letters of given ones: the result in letters, where it says more than the line's own formula."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from symattn.boxes import Box, Ink, Root, Script, inked
from symattn.exact.decide import sign_if_told
from symattn.exact.form import Form
from symattn.exact.in_letters import letters_of, put_in
from symattn.exact.matrix import Matrix
from symattn.exact.number import Atom, Number
from symattn.exact.text import collected, form
from symattn.exact.zero import atoms, symbolic
from symattn.ops import has
from symattn.page import ink
from symattn.page.alike import how_many, in_any_order, letters_of_formula, storeys
from symattn.page.forms import LIMIT, fits
from symattn.page.matrices import ValueForm
from symattn.page.work import Work
from symattn.plan import Line
from symattn.plan.tree import Apply, RootOf
from symattn.records import replace
from symattn.tables import in_turn

MOST_TIMES = 5  # as many letters as its formula has a result in letters may have
MOST_TERMS = 3  # of a result in letters, unless its formula has as many


def sought(line: Line) -> bool:
    """Whether a line seeks a letter, by an equation or a limit."""
    return isinstance(line.tree, Apply) and line.tree.param("letter") is not None


def left_open(work: Work, name: str) -> bool:
    """Whether a line is, or is made of, a maximum or a minimum of which it is not known which side it is: it stands as
    max(2BDF/P, D/W), and not by √((a − b)²)."""
    return work.symbols and name in work.once("left open", "", lambda: _left_open(work))


def _left_open(work: Work) -> frozenset[str]:
    found = set[str]()
    for step in work.answer.exact.steps:
        name = step.call.out.partition(".")[0]
        before = [_roots(x) for x in step.inputs if isinstance(x, Matrix)]
        new = isinstance(step.value, Matrix) and _roots(step.value) - set(in_turn(before))
        if has(step.op, "of any number") and new:
            found.add(name)
    for line in work.question.plan.lines:
        value = work.array(line.name)
        if not found.isdisjoint(line.uses) and isinstance(value, Matrix) and _roots(value):
            found.add(line.name)
    return frozenset(found)


def _roots(value: Matrix) -> set[Atom]:
    numbers = (x for x in in_turn(value.values) if isinstance(x, Number) and symbolic(x))
    return {atom for x in numbers for atom in atoms(x) if atom.kind == "root"}


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
    line = work.question.plan.line(name) if name in work.question.plan.names else None
    return _in_given(
        work, work.lettered[name], written, letters, line is not None and sought(line)
    )


def _in_given(
    work: Work,
    value: Number,
    written: Callable[[str], Box] | None = None,
    letters: Mapping[str, Box] = MappingProxyType({}),
    solved: bool = False,
) -> Box:
    names = {
        part: (written or work.symbol)(part)
        for part in (*work.question.given, *work.lettered)
        if part in letters_of(value) and part not in work.question.letters
    }
    tree = collected(value, partial(_below_zero, work)) if solved else form(value)
    return replace(
        work.values, decimals=False, letters={**work.values.letters, **names, **letters}
    ).write(_in_order(tree, tuple(names)))


def _below_zero(work: Work, value: Number) -> bool:
    """Whether a number in letters is below 0 with what is given."""
    known = {name: x for name, x in work.question.given.items() if isinstance(x, Number)}
    return sign_if_told(put_in(value, known)) == -1


def _in_order(whole: Form, names: Sequence[str]) -> Form:
    """A form with the letters of its products in the order of the givens, and then its sums by the first letter of each: 2Lhdb,
    as a sheet names them."""
    items = [_in_order(part, names) for part in whole.items]
    if whole.kind == "mul":
        places = {name: k for k, name in enumerate(names)}
        items.sort(key=lambda part: -1 if part.kind == "int" else _place(part, places))
    return replace(whole, items=tuple(items))


def _place(part: Form, places: Mapping[str, int]) -> int:
    """Where a factor stands: by its letter, or behind all letters by the first of a sum."""
    last = len(places)
    if letter := _letter_of(part):
        return places.get(letter, last)
    return last + min((places.get(name, last) for name in _names_in(part)), default=last)


def _names_in(part: Form) -> Iterator[str]:
    """The letters in a form."""
    if part.kind == "sym":
        yield str(part.value)
    for item in part.items:
        yield from _names_in(item)


def _letter_of(part: Form) -> str:
    """The letter that a factor is, or a power of."""
    return (
        str(part.value)
        if part.kind == "sym"
        else _letter_of(part.items[0])
        if part.kind == "pow"
        else ""
    )
