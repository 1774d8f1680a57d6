"""The forms of a value on a page, exact and rounded, by the first of the policies that has something to say.

Stated on the sheet, carried on from stated values, with the reader's letters; else exactly (as a product of names, in names, or
plainly, whatever fits first) and then rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from flint import fmpq

from symattn.boxes import (
    INFINITE,
    Box,
    Fence,
    Grid,
    Ink,
    Script,
    number,
    row,
    with_above,
)
from symattn.boxes.measure import scales, width
from symattn.boxes.paper import PAPER
from symattn.exact.ball import up
from symattn.exact.decide import proved_equal
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.tensor import Tensor, place_of
from symattn.exact.text import text, wordy
from symattn.exact.zero import is_zero
from symattn.notation.values import (
    KEPT,
    UNHANDY,
    digits,
    fractions_of,
    places_of,
    read_decimal,
    unhandy,
)
from symattn.ops import OPS, has, named_by
from symattn.ops.formula import summed
from symattn.page import matrices, naming
from symattn.page.matrices import ValueForm
from symattn.page.work import Work
from symattn.page.written import boxed
from symattn.plan.tree import GIVEN_MASK, line_of
from symattn.records import replace
from symattn.said import Integers
from symattn.sheet.measures import Show
from symattn.tables import Place, every, in_turn, paired, placed

SHOWN = 70.0  # millimetres: an exact matrix wider than this is put in as decimals
ROOM = (
    128.0  # what a result may take on a line of its own, at a smaller size if need be
)
LIMIT, NAME = 149.0, 62.0  # a line of working; the part of it that a name may take
LINED = LIMIT - 14  # what a short name and its sign leave of it
LONGEST = (
    60  # signs: an exact entry of a batch longer than this is left to its decimals
)
FEW_WEIGHTS = 6  # in letters, that are written with their exponentials
Forms = tuple[ValueForm, ...]
Link = tuple[str, Box]
Policy = Callable[[Work, str], ValueForm | None]


def value(work: Work, name: str) -> Forms:
    """The forms of a line's value."""
    return work.once("forms", name, lambda: _fitting(work, name, _value(work, name)))


def _fitting(work: Work, name: str, forms: Forms) -> Forms:
    """The forms of a line as what it is: one number stands without brackets, parts below each other are parted."""
    if under := work.rules(name)[1]:
        return tuple(
            replace(f, box=replace(f.box, under=under))
            if isinstance(f.box, Grid)
            else f
            for f in forms
        )
    return tuple(bare(work, name, form) for form in forms)


def bare(work: Work, name: str, form: ValueForm) -> ValueForm:
    """The form of a line, of one number without brackets."""
    return matrices.bare(form) if work.is_number(name) else form


def _value(work: Work, name: str) -> Forms:
    in_letters = Work.letters_in_unit, _lettered
    alone = in_unit, _stated, _carried, *in_letters, _in_decimals
    if (only := _first(work, name, alone)) is not None:
        return (only,)
    exactly = _first(work, name, EXACTLY)
    decimals = rounded(work, name)
    of_quantities = (
        bool(work.question.measures.given)
        and work.is_number(name)
        and not decimals.exact
    )
    if (
        exactly is None
        or (decimals.exact and not work.value(name).is_rational)
        or of_quantities
    ):
        return (decimals,)
    if (
        not _in_decimals_too(work, name)
        or decimals.exact
        or decimals.box == exactly.box
    ):
        return (exactly,)
    return exactly, decimals


def _first(work: Work, name: str, policies: Iterable[Policy]) -> ValueForm | None:
    """The form by the first policy that has something to say."""
    found = (policy(work, name) for policy in policies)
    return next((form for form in found if form is not None), None)


def _in_decimals_too(work: Work, name: str) -> bool:
    """Whether decimals stand beside an exact value: not where fractions are asked, and of one that ends only where the sheet
    says how many, or two long numbers stand in it."""
    value = work.value(name)
    if not value.is_rational:
        return True
    if work.notation.table.numbers == "fractions" or work.question.measures.exactly(
        name
    ):
        return False
    if not all(_ends(x.rational) for x in in_turn(value.values)):
        return work.beside or _unhandy(value)
    fractions = [x.rational for x in in_turn(value.values) if unhandy(x.rational)]
    long = not work.values.decimals and any(
        min(abs(q.p), q.q) >= UNHANDY for q in fractions
    )
    return bool(fractions) and (long or work.question.beside)


def _unhandy(value: Matrix) -> bool:
    """Whether a value is shown rounded beside its fractions."""
    return any(unhandy(x.rational) for x in in_turn(value.values))


def _ends(q: fmpq) -> bool:
    """Whether the decimals of a number end, however many they are."""
    return places_of(q, int(q.q).bit_length()) is not None


def _mixed(value: Matrix) -> bool:
    """Whether the decimals of some fractions in a value end, and those of others do not; of an exponent nobody sees in a fraction
    how large it is, e^(−4999999/1000000)."""
    fractions = [q for x in in_turn(value.values) for q in fractions_of(x)]
    read = value.is_rational or not any(
        unhandy(q) for q in fractions if places_of(q) is not None
    )
    return read and len({places_of(q) is not None for q in fractions}) > 1


def in_unit(work: Work, name: str, more: int = 0) -> ValueForm | None:
    """In its unit, with the digits that are asked of it; a value that the sheet states stands as it is stated."""
    question, kept = work.question, name in work.answer.carried
    if name in question.stated and not kept:
        return None
    value = question.stated[name] if kept else work.value(name)
    show = question.measures.show(name, value)
    if show is None:
        return None
    carried = work.answer.parts(name) and (kept or name in work.tainted)
    form = measured(show, value, work.places, work.notation.brackets, more)
    cut = kept and _off(work, name)  # what is carried on is less than what came out
    return replace(
        form, carried=carried, rough=form.rough | matrices.ROUGH if cut else form.rough
    )


def measured(
    show: Show, value: Matrix, places: int, brackets: str, more: int
) -> ValueForm:
    """A matrix entry by entry as a line is shown, with so many digits *more*."""
    found = value.shown(lambda x: show.amount(x, places, more), None)
    rough = frozenset(at for at, amount in placed(found) if amount and not amount.exact)
    shown = every(lambda amount: boxed(amount) if amount else INFINITE, found)
    return ValueForm(Grid(shown, *brackets), rough)


def _stated(work: Work, name: str) -> ValueForm | None:
    """As the sheet states it, or as it is rounded and carried on."""
    if name not in work.question.stated:
        return None
    stated = work.question.stated[name]
    grid = _written(work, name) or work.exact(stated)
    if name not in work.answer.carried:
        return ValueForm(grid, carried=True)
    return ValueForm(grid, _off(work, name), carried=work.answer.parts(name))


def _off(work: Work, name: str) -> frozenset[Place]:
    """Where the stated value of a line is not proved to be its exact one: 1 for a weight of 1 − 10⁻¹⁰⁰⁰⁰⁰⁰⁰⁰."""
    pairs = paired(work.value(name).cells(), work.question.stated[name].cells())
    return frozenset(at for at, x, y in pairs if not proved_equal(x, y))


def _carried(work: Work, name: str) -> ValueForm | None:
    """From stated values: with their decimals where the value ends there."""
    if name not in work.tainted:
        return None
    value, places = work.value(name), work.tainted[name]
    if all(matrices.ends(x, places) for x in in_turn(value.cells())):
        grid = matrices.fixed(value, places, work.notation.brackets)
        return ValueForm(grid, carried=work.answer.parts(name))
    return replace(work.rounded(value), carried=work.answer.parts(name))


def _lettered(work: Work, name: str) -> ValueForm | None:
    """With the reader's letters there is only the exact value, but for a number without them that nobody can read."""
    value = work.value(name)
    bare = work.is_number(name) and not value.lettered
    read = not bare or (value.is_rational and not _unhandy(value))
    return ValueForm(_exact_grid(work, name)) if work.symbols and read else None


def _in_decimals(work: Work, name: str) -> ValueForm | None:
    """Rounded alone, where the sheet is worked in decimals from here on: what is nothing to its digits is 0.00."""
    if name not in work.answer.rounded or work.question.measures.exactly(name):
        return None
    return work.rounded(work.value(name), name)


def _outer(work: Work, name: str) -> ValueForm | None:
    """A rounded matrix less a column of tiny weights times a row."""
    named = work.named(name)
    if (
        named is None
        or work.detail == "brief"
        or has(work.steps[name].op, "side by side")
    ):
        return None
    box = naming.outer(
        work.naming, named, replace(work.values, decimals=True), work.notation.brackets
    )
    return ValueForm(box) if box is not None else None


def _plainly(work: Work, name: str) -> ValueForm | None:
    """The exact matrix, in names where there are some: rationals in blocks if need be, other entries where they fit."""
    named = work.named(name) or work.value(name)
    if (
        naming.endless(named, ROOM)
        or evident(work, name)
        or (
            any(map(work.unreadable, in_turn(named.values)))
            and not work.asked_exactly(name)
        )
    ):
        return None
    grid = _exact_grid(work, name)
    form = ValueForm(grid)
    if work.value(name).is_rational:
        return form if naming.short(grid) else None
    return form if fits(form.box, room(work, name), 1) else None


EXACTLY = _outer, _plainly


def rounded(work: Work, name: str) -> ValueForm:
    """The decimals of a line; what differs from a short decimal by a tiny weight alone is shown as that decimal."""
    value, named = work.value(name), work.named(name)
    if named is not None and near_short(work, name):
        grid = work.exact(named.map(work.naming.restored), name, decimals=True)
        rough = frozenset(at for at, x in placed(named.values) if not x.is_rational)
        return ValueForm(grid, rough)
    if named is not None:
        value = naming.settled(value, named)
    weights = name in work.steps and has(work.steps[name].op, "weights")
    return work.rounded(value, name, weights or work.is_number(name))


def near_short(work: Work, name: str) -> bool:
    """Whether a line differs from short decimals by tiny weights alone; weights themselves are told otherwise."""
    named = (
        work.named(name) if up(work.places) else None
    )  # what is cut is one less than a short decimal just below it
    if (
        named is None
        or name in work.naming.weights
        or not naming.all_tiny(work.naming, named)
    ):
        return False
    return all(
        matrices.ends(work.naming.restored(x), work.places)
        for x in in_turn(named.values)
    )


def unnamed(work: Work, name: str) -> Forms:
    """The value with no names in it, and its decimals; nothing where it does not fit."""
    value = work.value(name)
    if naming.endless(value, ROOM):
        return ()
    form = ValueForm(work.exact(value, name))
    decimals = rounded(work, name)
    forms = (
        (form, *([] if decimals.exact else [decimals]))
        if fits(form.box, room(work, name), 1)
        else ()
    )
    return _fitting(work, name, forms)


def put_in(work: Work, name: str, more: int = 0) -> ValueForm:
    """A matrix as it is put into a line: as the sheet writes it, stated, in names, exact, or rounded where that is too wide,
    to so many digits *more* than the page shows."""
    return work.once(f"put {more}", name, lambda: _whole(work, name, more))


def _whole(work: Work, name: str, more: int) -> ValueForm:
    """A line as it is put in: without the rules where its parts meet, which stand where it is joined."""
    form = bare(work, name, _put_in(work, name, more))
    if isinstance(form.box, Grid):
        return replace(form, box=replace(form.box, rules=(), under=()))
    return form


def _put_in(work: Work, name: str, more: int) -> ValueForm:
    own: Policy = partial(in_unit, more=more) if name in work.steps else _as_given
    if (only := _first(work, name, (own, _stated, _carried, _lettered))) is not None:
        carried = name in work.answer.carried  # it is what is computed with
        return replace(only, rough=frozenset()) if carried else only
    value = work.value(name)
    if name in work.answer.rounded:
        keeps = KEPT + more if name in work.kept else 0
        return matrices.in_digits(
            value,
            work.shown_places(name) + more,
            work.notation.brackets,
            work.rules(name)[0],
            keeps,
        )
    named = work.named(name) or value
    if not naming.endless(named, ROOM) and not any(
        map(work.unreadable, in_turn(named.values))
    ):
        grid = _exact_grid(work, name)
        if naming.short(grid) if value.is_rational else width(grid) <= SHOWN:
            return ValueForm(grid)
    places = work.places + more
    if name in work.kept and any(
        not is_zero(x) and not read_decimal(digits(places)(x))
        for x in in_turn(value.values)
        if isinstance(x, Number)
    ):
        brackets, rules = work.notation.brackets, work.rules(name)[0]
        return matrices.in_digits(value, places, brackets, rules, KEPT + more)
    return rounded(work.to(places), name)


def _as_given(work: Work, name: str) -> ValueForm | None:
    """As the sheet writes it, where it does so in plain decimals."""
    grid = _written(work, name)
    return None if grid is None else ValueForm(grid)


def given(work: Work, name: str) -> ValueForm:
    """A given matrix as the sheet gives it: always exactly, or nobody could work with it. A mask without a name is what is added
    to the scores, S + mask: 0 where it keeps one and minus infinity where it blocks one."""
    if name == GIVEN_MASK:
        keep = work.value(name)
        grid: Box = work.exact(OPS[named_by("takes a mask")].run(keep - keep, keep))
    else:
        grid = _written(work, name) or _exact_grid(work, name)
    return _fitting(work, name, (ValueForm(grid),))[0]


def given_batch(work: Work, name: str) -> tuple[tuple[str, Box], ...]:
    """The matrices of a given batch, exactly, each with its place."""
    found = work.array(name)
    assert isinstance(found, Tensor)
    grids = map(work.exact, found.blocks)
    return tuple((block_place(found.lead, k), grid) for k, grid in enumerate(grids))


def on_the_way(work: Work, name: str, more: int) -> ValueForm:
    """A matrix that a line has on the way, exactly where that is short, else rounded to so many digits *more*; in a line that is
    a number one entry is one."""
    own = work.at(line_of(name), on_the_way=True)
    found, closer = work.on_the_way(name), own.to(own.places + more)
    forms: tuple[ValueForm, ...] = (closer.rounded(found),)
    if not work.beside or not any(map(work.unreadable, in_turn(found.values))):
        forms = matrix_forms(closer, found)
    form = forms[0] if forms[0].exact and width(forms[0].box) <= SHOWN else forms[-1]
    alone = found.shape == (1, 1) and work.is_number(line_of(name))
    return matrices.bare(form) if alone else form


def _written(work: Work, name: str) -> Grid | None:
    """A matrix as the sheet writes it, where it writes plain decimals."""
    texts = work.question.stated_text.get(name) or work.question.given_text.get(name)
    powers = name in work.answer.carried
    return (
        matrices.written(texts, work.notation.brackets, powers)
        if texts and not isinstance(texts, str)
        else None
    )


def _exact_grid(work: Work, name: str) -> Grid:
    """The exact matrix, in names where there are some."""
    named = work.named(name) or work.value(name)
    if (
        work.is_number(name) and named.lettered
    ):  # BD/7 alone is built up as its formula is
        return Grid(every(work.values.exact, named.values), *work.notation.brackets)
    ends = (
        named.is_rational
        and work.notation.table.numbers != "fractions"
        and _unhandy(named)
        and all(matrices.ends(x, work.places) for x in in_turn(named.values))
    )  # 0.496, not 62/125
    as_written = work.pointed and not named.is_rational  # √2 beside the sheet's 0.5
    mixed = work.values.decimals and not as_written and _mixed(named)  # 1/2, 1/3
    return work.once(
        "exact",
        name,
        lambda: work.exact(named, name, ends or (False if mixed else None)),
    )


def evident(work: Work, name: str) -> bool:
    """Whether the exact value only repeats the factor before the matrix: in decimals, 2.1/√3 says no more than (1/√3)·2.1."""
    step = work.steps.get(name)
    inner = step.inputs[0] if step is not None and has(step.op, "scales") else None
    rational = work.value(name).is_rational
    return (
        work.values.decimals
        and work.detail != "brief"
        and inner is not None
        and inner.is_rational
        and not rational
    )


def room(work: Work, name: str) -> float:
    """What is left of a line behind the name, in millimetres.

    >>> from types import SimpleNamespace
    >>> from symattn.boxes import Ink
    >>> [round(room(SimpleNamespace(symbol=lambda name: Ink(name, "word")), "H" * n)) for n in (1, 5, 15, 20, 40)]
    [128, 127, 96, 81, 81]
    """
    return min(ROOM, LIMIT - min(NAME, width(work.symbol(name))) - 6)


def fits(box: Box, room: float, smallest: int = 1) -> bool:
    """Whether a box fits into so many millimetres at one of the first sizes (0: only the page's own)."""
    return width(box) <= room / scales()[smallest]


def matrix_forms(work: Work, value: Matrix) -> Forms:
    """The forms of a matrix without a name: exactly if its entries are short, then rounded; of one entry without brackets."""
    forms = _matrix_forms(
        work, value if work.symbols else matrices.plain(value, work.places)
    )
    return tuple(map(matrices.bare, forms)) if value.shape == (1, 1) else forms


def _matrix_forms(work: Work, value: Matrix) -> Forms:
    if any(map(wordy, in_turn(value.values))):
        return (work.rounded(value, tiny=True),)
    if work.question.working and not work.symbols:
        return (work.rounded(value),)
    plainly = replace(work.values, letters={})
    exactly = ValueForm(matrices.exact(value, plainly, work.notation.brackets))
    if work.symbols:
        return (exactly,)
    decimals = work.rounded(value, tiny=True)
    long = any(len(text(x)) > LONGEST for x in in_turn(value.values))
    return (
        (decimals,)
        if long
        else (exactly,)
        if value.is_rational or decimals.exact
        else (exactly, decimals)
    )


def shares(work: Work, name: str) -> ValueForm | None:
    """Weights of few scores in letters, each exponential over the sum of all of its row or column."""
    scores = naming.by_rows(work.steps[name])[0].cells()
    if Ink("e") in work.notation.taken or len(scores) * len(scores[0]) > FEW_WEIGHTS:
        return None
    rows = list[tuple[Box, ...]]()
    for row_ in scores:
        live = [x for x in row_ if isinstance(x, Number)]
        powers = [PAPER.raised(Ink("e"), work.values.inline(x)) for x in live]
        if len(live) < len(row_):
            return None
        rows.append(tuple(PAPER.over(power, summed(powers)) for power in powers))
    if naming.down(work.steps[name]):
        rows = list(zip(*rows, strict=True))
    box = Grid(tuple(rows), *work.notation.brackets)
    return ValueForm(box) if fits(box, LINED, 2) else None


def block_place(lead: Integers, number: int) -> str:
    """Where a matrix stands in its batch, counted from 1 along each axis.

    >>> block_place((2, 3), 5)
    '(2)(3)'
    """
    return "".join(f"({place + 1})" for place in place_of(lead, number))


def entry_symbol(symbol: Box, i: int, j: int) -> Box:
    """The symbol of an entry at places from 0, (Q)₁₂.

    >>> entry_symbol(Ink("Q"), 0, 9).sub.text
    '1,10'
    """
    places = f"{i + 1}{j + 1}" if max(i, j) < 9 else f"{i + 1},{j + 1}"
    return Script(Fence("(", symbol, ")"), sub=number(places))


def in_batch(symbol: Box, place: str) -> Box:
    """The symbol of a matrix at its place in a batch, S⁽¹⁾; without a place the symbol alone.

    >>> from symattn.formats.text import flat
    >>> flat(in_batch(Script(Ink("S"), sub=Ink("h")), "(2)(3)")), flat(in_batch(Ink("S"), ""))
    ('Sₕ⁽²⁾⁽³⁾', 'S')
    """
    if not place:
        return symbol
    told = row(*(Fence("(", number(k), ")") for k in place.strip("()").split(")(")))
    return with_above(symbol, told)
