"""What stands beside a line's chain: in full every entry of a product as the dot product it is, one of them shaded in the
matrices; the equation that a line solves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from symattn.binding import ATOM, PRODUCT
from symattn.boxes import PLUS, Box, Grid, Row, inked, listed, row
from symattn.boxes.paper import PAPER, fenced
from symattn.exact.in_letters import letters_of
from symattn.exact.matrix import Blocked
from symattn.exact.number import ZERO
from symattn.page import matrices
from symattn.page.chains import equation
from symattn.page.forms import LIMIT, LINED, entry_symbol, fits, put_in, rounded
from symattn.page.ink import parts
from symattn.page.layout import Eq, Eqs, link_width
from symattn.page.lettered import from_given, solved_for
from symattn.page.lettered import sought as seeking
from symattn.page.matrices import ValueForm
from symattn.page.shown import Shown
from symattn.page.work import Work
from symattn.plan.tree import Expr, Ref, has_trait, replaced
from symattn.tables import Place

Cell: TypeAlias = "tuple[Box, bool]"
"""An entry, and whether it is rounded."""
MOST = 24  # a product with more entries than this has only the shaded one written out


def solved(work: Work, shown: Shown) -> Eqs:
    """The equation that a line solves, with its own name for what is sought: 24·D·T₀ = 12·T₀²."""
    line, lines = shown.line, work.question.plan.by_name
    letter, worked = Ref(solved_for(work, line)), dict[str, Box]()
    if not letter.name:
        return ()

    def sought(part: object) -> object:
        if part == letter:
            return Ref(line.name)
        if not isinstance(part, Ref) or part.name not in lines.keys() - {line.name}:
            return part
        made = lines[part.name].tree
        if seeking(lines[part.name]):  # a limit stands as what it comes to
            if letter.name in letters_of(work.lettered.get(part.name, ZERO)):
                own_letter = {letter.name: work.symbol(line.name)}
                worked[part.name] = from_given(
                    work, work.lettered[part.name], work.symbol, own_letter
                )
            return part
        own = made.param("value") or made
        before, opened = len(worked), replaced(own, sought)
        return part if opened == own and len(worked) == before else opened

    left, right = (replaced(side, sought) for side in line.tree.args)
    alone = left.param("value") or left
    if isinstance(alone, Ref) and alone.name in lines.keys() - {line.name, *worked}:
        left, right = right, left  # 2·f = u, for u = 2·f would say again what u is
    return (
        Eq(
            work.notation.formula(left, instead=worked),
            (("=", work.notation.formula(right, instead=worked)),),
        ),
    )


def entries(work: Work, shown: Shown) -> tuple[Box | None, Eqs]:
    """The product with a row and a column shaded, and one equation for every entry that is no sum of zeros; nothing for other
    lines."""
    product = shown.line.tree
    if not has_trait(product, "product") or shown.name in work.question.stated:
        return None, ()
    if shown.numbers is not None and not any(
        isinstance(x, Grid) for x in parts(shown.numbers.box)
    ):
        return None, ()  # a number, the terms of which stand in its line
    left, right = (_factor(work, arg, shown.more) for arg in product.args)
    if not (isinstance(left.box, Grid) and isinstance(right.box, Grid)):
        return None, ()
    across, down = _rows(left), _rows(matrices.turned_form(right))
    met = {
        (i, j): [*zip(a, b, strict=True)]
        for i, a in enumerate(across)
        for j, b in enumerate(down)
    }
    told = [at for at, pairs in met.items() if not all(map(_is_nothing, pairs))]
    if not told:
        return None, ()
    last = [place for place in told if place[0] == told[-1][0]]
    pick = last[sum(map(ord, shown.name)) % len(last)]
    inner = range(left.box.columns)
    shaded = row(
        replace(left.box, used=frozenset((pick[0], k) for k in inner)),
        replace(right.box, used=frozenset((k, pick[1]) for k in inner)),
    )
    if not fits(shaded, LINED, 2):
        return None, ()
    carried = left.carried or right.carried
    lines = [
        _entry(work, shown, at, met[at], carried)
        for at in (told if len(met) <= MOST else [pick])
        if not isinstance(work.value(shown.name)[at], Blocked)
    ]
    if any(link_width(eq.chain[0]) > LIMIT - 20 for eq in lines):
        return None, ()
    return shaded, tuple(lines)


def _rows(form: ValueForm) -> list[list[Cell]]:
    """The entries of a matrix row by row."""
    rows = form.box.rows if isinstance(form.box, Grid) else ()
    return [
        [(box, (i, j) in form.rough) for j, box in enumerate(cells)]
        for i, cells in enumerate(rows)
    ]


def _is_nothing(factors: tuple[Cell, Cell]) -> bool:
    """Whether a term has a 0 in it, so that writing it out would show nothing."""
    return any(
        inked(box, "number") and not box.text.strip("0.") and not rough
        for box, rough in factors
    )


def _factor(work: Work, arg: Expr, more: int) -> ValueForm:
    """A factor as it is put in; no matrix where it is more than one that has a name."""
    turned = has_trait(arg, "transposes")
    of = arg.args[0] if turned else arg
    if not isinstance(of, Ref):
        return ValueForm(row())
    form = put_in(work, of.name, more)
    return matrices.turned_form(form) if turned else form


def _entry(
    work: Work,
    shown: Shown,
    at: Place,
    pairs: Sequence[tuple[Cell, Cell]],
    carried: bool,
) -> Eq:
    """(Q)₁₂ = 1(0.2) + 2(0.5) = 1.2; what is rounded in the row and the column makes it ≈."""
    terms = [
        row(fenced(a, ATOM if isinstance(a, Row) else PRODUCT), PAPER.bracketed(b))
        for (a, _), (b, _) in pairs
    ]
    rough = any(off for pair in pairs for _, off in pair)
    summed = ValueForm(
        listed(terms, PLUS), matrices.ROUGH if rough else frozenset(), carried
    )
    result = _result(work, shown, *at, rough)
    return equation(entry_symbol(shown.symbol, *at), [summed, result])


def _result(work: Work, shown: Shown, i: int, j: int, rough: bool) -> ValueForm:
    """The entry: exactly where its terms are exact, else its decimals."""
    forms = [
        form for form in shown.forms if not (rough and form.exact and not form.carried)
    ] or [rounded(work, shown.name)]
    for form in forms:
        if found := form.entry(i, j):
            return found
    named = work.named(shown.name) or work.value(shown.name)
    return ValueForm(matrices.cell(named[i, j], work.values))
