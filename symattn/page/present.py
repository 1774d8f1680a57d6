"""How a line is shown: its formula, its numbers, its value, each with what in it is rounded. One function decides.

A value is shown by the first of the policies that has something to say: stated on the sheet, carried on from stated
values, with the reader's letters; else exactly (as a product of names, in names, or plainly, whatever fits first) and then
rounded. The page, the notebook and the console read what ``present`` returns; nobody else chooses between = and ≈.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import cast

from flint import arb_mat

from symattn.boxes import Box, Fence, Frac, Grid, Ink, Root, Row, Script, inked, number, rebuilt, row
from symattn.boxes.measure import height, scales, width
from symattn.exact.ball import MATRIX_BITS, ball, up, working
from symattn.exact.defined import BallMatrix
from symattn.exact.form import Form
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.tensor import Tensor, block_at
from symattn.exact.text import form, text, wordy
from symattn.formats.text import flat
from symattn.notation.lines import LineStyle
from symattn.notation.values import DOT, DOTS, KEPT, MINUS, PLUS, ValuePrinter, unhandy, unreadable
from symattn.ops import OPS, has
from symattn.ops.formula import MASKS
from symattn.page import arithmetic, matrices, naming, worth
from symattn.page.matrices import ValueForm, sign, turned_form
from symattn.page.naming import Name
from symattn.page.work import Work, boxed, join
from symattn.plan import Line
from symattn.plan.derivation import PlanStep
from symattn.plan.tree import Apply, Expr, Ref, has_trait, replaced
from symattn.records import frozen, replace
from symattn.sheet.measures import Show
from symattn.tables import every, in_turn, paired, placed

SHOWN = 70.0  # millimetres: an exact matrix wider than this is put in as decimals
ROOM = 128.0  # what a result may take on a line of its own, at a smaller size if need be
LIMIT, NAME = 149.0, 62.0  # a line of working; the part of it that a name may take
HIGHEST = 216.0  # what one page has room for, in millimetres
MOST_MORE = 4  # digits more than the page shows that rounded numbers may have where they are put in
PLAIN = ("letter", "number", "operator")
FEW_TERMS = 3  # of a sum of numbers that has no room
MOST_TERMS = 3  # of a result in letters, unless its formula has as many
LONGEST = 60  # signs: an exact entry of a batch longer than this is left to its decimals
Link = tuple[str, Box]
Forms = tuple[ValueForm, ...]


@frozen
class MatrixForms:
    """The forms of one matrix of a line; ``place`` is where it stands in a batch, empty for a matrix alone, and ``numbers``
    the line with the numbers of that place."""

    place: str
    forms: Forms
    numbers: ValueForm | None = None


@frozen
class Shown:
    """One line, ready for a page.

    ``formula`` is None where the line has no symbol of its own and its formula is its name, ``letters`` (the result in the
    letters of given numbers) and ``numbers`` where they show nothing new. ``names`` are those that appear here for the first
    time; ``long`` says that the exact value is too long to print, ``more`` how many digits more than the page's rounded numbers
    have that are put in.
    """

    line: Line
    step: PlanStep
    symbol: Box
    formula: ValueForm | None
    letters: ValueForm | None
    numbers: ValueForm | None
    blocks: tuple[MatrixForms, ...]
    names: tuple[Name, ...] = ()
    long: bool = False
    more: int = 0

    @property
    def name(self) -> str:
        """The line's name."""
        return self.line.name

    @property
    def op(self) -> str:
        """The last operation of the line."""
        return self.step.op

    @property
    def args(self) -> tuple[str, ...]:
        """The names of the matrices that the operation takes."""
        return self.step.args

    @property
    def inputs(self) -> tuple[Matrix | Tensor, ...]:
        """The matrices that the operation takes."""
        return tuple(self.step.inputs)

    @property
    def parameters(self) -> Mapping[str, object]:
        """The operation's parameters."""
        return self.step.params

    @property
    def value(self) -> Matrix | Tensor:
        """The line's value."""
        found: Matrix | Tensor = self.step.value
        return found

    @property
    def forms(self) -> Forms:
        """The forms of the value: exact where that fits, then rounded where it is not exact already."""
        return self.blocks[0].forms if len(self.blocks) == 1 and not self.blocks[0].place else ()

    @property
    def exact(self) -> ValueForm | None:
        """The exact form, where one is shown."""
        return next((form for form in self.forms if form.exact), None)

    @property
    def approx(self) -> ValueForm | None:
        """The rounded form, where one is shown."""
        return next((form for form in self.forms if not form.exact), None)


def present(work: Work, line: Line) -> Shown:
    """How a line is shown; worked out once for each line."""
    return work.once("shown", line.name, lambda: _present(work, line))


def _present(work: Work, line: Line) -> Shown:
    symbol, name = work.symbol(line.name), line.name
    formula = None if work.notation.names.unnamed(name) else ValueForm(work.notation.formula(line.tree))
    names = tuple(work.naming.new.get(name, ()))
    if is_batch(work, line):
        return Shown(line, work.steps[name], symbol, formula, None, None, _blocks(work, line), names)
    forms = value(work, name)
    if formula is not None and forms[0].exact and (
        flat(formula.box) == flat(forms[0].box) or (work.symbols and _sorted(formula.box) == _sorted(forms[0].box))
    ):
        formula = None  # 1/√C once, and N·d + N² without its dot
    told = name in work.question.stated and name not in work.answer.carried  # the sheet says it, and not how it comes about
    numbers, more = (None, 0) if told else _numbers(work, line)
    if numbers is not None and not numbers.exact and name in work.answer.rounded:
        forms = tuple(replace(form, carried=True) for form in forms)  # what ends comes of rounded numbers all the same
    if work.detail != "full" and any(form.exact and not form.carried for form in forms):
        more = 0  # rounded numbers stand before no exact form, and are put in nowhere else
    if numbers is not None and numbers.exact and (
        flat(numbers.box) == flat(forms[0].box) or _sorted(numbers.box) == _sorted(forms[0].box)
    ):
        numbers = None  # 1/50257 once, however it is set
    letters, long = _letters(work, line), _too_long(work, name)
    return Shown(line, work.steps[name], symbol, formula, letters, numbers, (MatrixForms("", forms),), names, long, more)


def _letters(work: Work, line: Line) -> ValueForm | None:
    """The result in letters, where it is another formula than the line's own."""
    found = work.lettered.get(line.name)
    if found is None or found.is_rational or (work.symbols and found.key == work.value(line.name).values[0][0].key):
        return None  # nothing, or what stands behind it anyway
    box = _from_given(work, line.name)
    grown = any(isinstance(x, Root) or (isinstance(x, Script) and not isinstance(x.sup, Ink | None)) for x in worth.parts(box))
    if grown and any(name in work.lettered for name in line.scalars):  # 20·√(C/120), as it is made, and no √(30C)/3
        style = LineStyle(lambda name, _: work.symbol(name), partial(_from_given, work), work.size)
        box = work.notation.numeric(style).write(_made_of(work, line.name))
    own = work.notation.formula(line.tree)
    told = _sorted(box) != _sorted(own) and _many(box) <= max(_many(own), MOST_TERMS)  # N·b is not multiplied out into five terms
    same = _many(box) <= _many(own) and _letters_in(box) >= _letters_in(own)
    if same and not any(name in work.steps for name in line.scalars):
        return None  # (s/p)² is in the letters of the sheet already
    return ValueForm(box) if told and fits(box, LIMIT - 14, 1) else None


def _from_given(work: Work, name: str) -> Box:
    """A number in the letters of given ones."""
    if name not in work.lettered:
        return work.symbol(name)
    names = {given: work.symbol(given) for given, x in work.question.given.items() if isinstance(x, Number)}
    return replace(work.values, decimals=False, letters=names).write(_in_order(form(work.lettered[name]), tuple(names)))


def _in_order(whole: Form, names: Sequence[str]) -> Form:
    """A form with the letters of its products in the order of the givens: 2Lhdb, as a sheet names them."""
    items = [_in_order(part, names) for part in whole.items]
    if whole.kind == "mul":
        places = {name: k for k, name in enumerate(names)}
        items.sort(key=lambda part: -1 if part.kind == "int" else places.get(_letter_of(part), len(names)))
    return replace(whole, items=tuple(items))


def _letter_of(part: Form) -> str:
    """The letter that a factor is, or a power of."""
    return str(part.value) if part.kind == "sym" else _letter_of(part.items[0]) if part.kind == "pow" else ""


def _made_of(work: Work, name: str) -> Expr:
    """A line of numbers with the formulas of those before it in place of their names."""

    def formula(part: object) -> object:
        tree = _made_of(work, part.name) if isinstance(part, Ref) and part.name in work.lettered else None
        return tree.param("value") or part if isinstance(tree, Apply) else part

    return replaced(work.question.plan.line(name).tree, formula)  # type: ignore[return-value]


def _terms(box: Box) -> list[list[Box]]:
    """The terms of a sum, the factors of each as they stand, a minus sign before them."""
    found: list[list[Box]] = [[]]
    for item in worth.flat(box):
        if item in (PLUS, MINUS):
            found.append([])
        if item not in (PLUS, DOT):
            found[-1].append(item)
    return found


def _sorted(box: Box) -> list[list[str]]:
    """What stands in a formula, and not in which order its terms and factors do, nor whether there are dots between these."""
    plain = all(isinstance(x, Script | Frac) or inked(x, *PLAIN) for x in worth.flat(box))
    terms = [[str((_sorted(x.top), _sorted(x.bottom))) if isinstance(x, Frac) else repr(x) for x in term] for term in _terms(box)]
    return sorted(map(sorted, terms)) if plain else terms


def _many(box: Box) -> int:
    """How many terms there are, of a fraction half of those above and below its bar, which stand in two rows."""
    fractions = ([x for x in term if isinstance(x, Frac)] for term in _terms(box))
    return sum(max([(_many(x.top) + _many(x.bottom)) // 2 for x in found], default=1) for found in fractions)


def _letters_in(box: Box) -> int:
    """How many letters stand in a formula, each as often as it does."""
    return sum(inked(part, "letter", "word") for part in worth.parts(box))


def linked(first: ValueForm, parts: Sequence[ValueForm | None]) -> list[Link]:
    """A chain after its first form: no rounded form before an exact one of the same value, and every sign true.

    >>> from symattn.boxes import Ink
    >>> rough = ValueForm(Ink("2"), frozenset({(0, 0)}))
    >>> [sign for sign, _ in linked(ValueForm(Ink("A")), [rough, None, ValueForm(Ink("B")), rough])]
    ['=', '≈']
    """
    found = [part for part in parts if part is not None]
    kept = [part for k, part in enumerate(found) if part.exact or not any(p.exact and not p.carried for p in found[k + 1 :])]
    return [(sign(before, part), part.box) for before, part in zip([first, *kept], kept, strict=False)]


def value(work: Work, name: str) -> Forms:
    """The forms of a line's value."""
    return work.once("forms", name, lambda: _fitting(work, name, _value(work, name)))


def _fitting(work: Work, name: str, forms: Forms) -> Forms:
    """The forms of a line as what it is: one number stands without brackets, parts below each other are parted."""
    under = work.under(name)
    if under:
        return tuple(replace(f, box=replace(f.box, under=under)) if isinstance(f.box, Grid) else f for f in forms)
    return tuple(map(matrices.bare, forms)) if work.is_number(name) else forms


def _value(work: Work, name: str) -> Forms:
    for policy in (_measured, _stated, _carried, _lettered, _in_decimals):
        only = policy(work, name)
        if only is not None:
            return (only,)
    exactly = next((form for policy in EXACTLY if (form := policy(work, name)) is not None), None)
    decimals = rounded(work, name)
    of_quantities = bool(work.question.measures.given) and work.is_number(name) and not decimals.exact
    if exactly is None or (decimals.exact and not work.value(name).is_rational) or of_quantities:
        return (decimals,)
    handy = work.value(name).is_rational and not _unhandy(work.value(name))
    return (exactly,) if handy or decimals.exact else (exactly, decimals)


def _unhandy(value: Matrix) -> bool:
    """Whether a value is shown rounded beside its fractions."""
    return any(unhandy(x.rational) for x in in_turn(value.values))


def _measured(work: Work, name: str, more: int = 0) -> ValueForm | None:
    """In its unit, with the digits that are asked of it; a value that the sheet states stands as it is stated."""
    question = work.question
    if name in question.stated and name not in work.answer.carried:
        return None
    value = question.stated[name] if name in work.answer.carried else work.value(name)
    show = question.measures.show(name, value)
    if show is None:
        return None
    carried = name in work.tainted or name in work.answer.carried
    form = measured(show, value, work.places, work.notation.brackets, more)
    cut = name in work.answer.carried and value != work.value(name)  # what is carried on is less than what came out
    return replace(form, carried=carried, rough=form.rough | ({(0, 0)} if cut else set()))


def measured(show: Show, value: Matrix, places: int, brackets: str, more: int = 0) -> ValueForm:
    """A matrix entry by entry as a line is shown, with so many digits *more*."""
    found = [[show.amount(x, places, more) for x in row if isinstance(x, Number)] for row in value.cells()]
    rough = frozenset(at for at, amount in placed(found) if not amount.exact)
    return ValueForm(Grid(every(boxed, found), *brackets), rough)


def _stated(work: Work, name: str) -> ValueForm | None:
    """As the sheet states it, or as it is rounded and carried on."""
    if name not in work.question.stated:
        return None
    stated = work.question.stated[name]
    grid = _written(work, name) or work.exact(stated)
    if name not in work.answer.carried:
        return ValueForm(grid, carried=True)
    off = (at for at, x, y in paired(work.value(name).cells(), stated.cells()) if x != y)
    return ValueForm(grid, frozenset(off), carried=True)


def _carried(work: Work, name: str) -> ValueForm | None:
    """From stated values: with their decimals where the value ends there."""
    if name not in work.tainted:
        return None
    value, places = work.value(name), work.tainted[name]
    if all(matrices.ends(x, places) for x in in_turn(value.cells())):
        return ValueForm(matrices.fixed(value, places, work.notation.brackets), carried=True)
    return replace(work.rounded(value), carried=True)


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
    if named is None or work.detail == "brief" or has(work.steps[name].op, "side by side"):
        return None
    box = naming.outer(work.naming, named, replace(work.values, decimals=True), work.notation.brackets)
    return ValueForm(box) if box is not None else None


def _plainly(work: Work, name: str) -> ValueForm | None:
    """The exact matrix, in names where there are some: rationals in blocks if need be, other entries where they fit."""
    named = work.named(name) or work.value(name)
    if naming.endless(named, ROOM) or _evident(work, name) or any(map(unreadable, in_turn(named.values))):
        return None
    grid = _exact_grid(work, name)
    form = ValueForm(grid)
    if work.value(name).is_rational:
        return form if naming.short(grid) else None
    return form if fits(form.box, room(work, name), 1) else None


EXACTLY: tuple[Callable[[Work, str], ValueForm | None], ...] = (_outer, _plainly)


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
    named = work.named(name) if up(work.places) else None  # what is cut is one less than a short decimal just below it
    if named is None or name in work.naming.weights or not naming.all_tiny(work.naming, named):
        return False
    return all(matrices.ends(work.naming.restored(x), work.places) for x in in_turn(named.values))


def unnamed(work: Work, name: str) -> Forms:
    """The value with no names in it, and its decimals; nothing where it does not fit."""
    value = work.value(name)
    if naming.endless(value, ROOM):
        return ()
    form = ValueForm(work.exact(value, name))
    decimals = rounded(work, name)
    forms = (form, *([] if decimals.exact else [decimals])) if fits(form.box, room(work, name), 1) else ()
    return _fitting(work, name, forms)


def put_in(work: Work, name: str, more: int = 0) -> ValueForm:
    """A matrix as it is put into a line: as the sheet writes it, stated, in names, exact, or rounded where that is too wide,
    to so many digits *more* than the page shows."""
    return work.once(f"put {more}", name, lambda: _fitting(work, name, (_put_in(work, name, more),))[0])


def _put_in(work: Work, name: str, more: int) -> ValueForm:
    if name not in work.steps:
        grid = _written(work, name)
        if grid is not None:
            return ValueForm(grid)
    elif work.is_number(name) and (amount := _measured(work, name, more)) is not None:
        return replace(amount, rough=frozenset()) if name in work.answer.carried else amount
    for policy in (_stated, _carried, _lettered):
        only = policy(work, name)
        if only is not None:
            return replace(only, rough=frozenset()) if name in work.answer.carried else only  # it is what is computed with
    value = work.value(name)
    if name in work.answer.rounded:
        keeps = KEPT + more if name in work.kept else 0
        return matrices.in_digits(value, work.places + more, work.notation.brackets, work.rules(name), keeps)
    if not naming.endless(work.named(name) or value, ROOM):
        grid = _exact_grid(work, name)
        if naming.short(grid) if value.is_rational else width(grid) <= SHOWN:
            return ValueForm(grid)
    return rounded(replace(work, places=work.places + more, _known={}) if more else work, name)


def given(work: Work, name: str) -> ValueForm:
    """A given matrix as the sheet gives it: always exactly, or nobody could work with it."""
    grid = _written(work, name)
    return _fitting(work, name, (ValueForm(grid if grid is not None else _exact_grid(work, name)),))[0]


def given_batch(work: Work, name: str) -> tuple[tuple[str, Box], ...]:
    """The matrices of a given batch, exactly, each with its place."""
    found = work.array(name)
    assert isinstance(found, Tensor)
    grids = map(work.exact, found.blocks)
    return tuple((block_place(found.lead, k), grid) for k, grid in enumerate(grids))


def _numbers(work: Work, line: Line) -> tuple[ValueForm | None, int]:
    """The line with its numbers, or None where that shows nothing new or does not fit; rounded numbers have as many digits more
    than the page shows, which is told too, as make the line hold as it is printed. Where no such digits do they are left out."""
    op = work.steps[line.name].op
    if has(op, "no numbers") or (_is_read_off(line) and not (has(op, "adds up") or has(op, "in terms"))):
        return None, 0
    before: ValueForm | None = None
    for more in range(MOST_MORE * (2 if work.answer.rounded else 1) + 1):
        found = _numbers_to(work, line, more)
        if found is None or found == before:
            break
        if found.exact or _holds(work, line.name, found):
            return found, more
        before = found
    return None, 0


def _numbers_to(work: Work, line: Line, more: int, settled: bool = False) -> ValueForm | None:
    """The numbers put in, rounded ones with so many digits more than the page shows; *settled* puts sums on the way in by their
    values, where their terms have no room."""
    scalar = partial(work.put_in, more=more)
    tree, taken = _with_taken(work, line, settled)
    style = work.notation.numeric(LineStyle(partial(_atom, work, more), scalar, work.size, shapes=work.shapes))
    plainly = style.write(tree)
    whole = replace(style, entry=partial(_entry, work, more)).write(tree)
    box = next((box for box in (whole, _shortened(whole)) if fits(box, LIMIT - 14, 1)), plainly)
    if box == work.notation.formula(line.tree) or _plain(box, line):  # nothing to put in, as in tril(ones(3, 3)), or the result
        return None
    if box == plainly and _is_read_off(line) and not isinstance(box, Grid):  # no terms
        return None
    parts = [put_in(work, name, more) for name in line.reads if isinstance(work.array(name), Matrix)]
    parts += [_on_the_way(work, name, more) for name in taken]
    rough = frozenset(place for part in parts for place in part.rough)
    amounts = [work.amount(name, more) for name in (*line.reads, *line.scalars) if name in work.steps]
    rough |= {(0, 0)} if any(amount and not amount.exact for amount in amounts) else set()
    carried = any(name in work.question.stated or name in work.tainted for name in line.reads)
    if box not in (whole, plainly) and not _holds(work, line.name, ValueForm(whole, rough)):
        return None  # of what is left out the page says nothing
    if fits(box, LIMIT - 14, 2) and height(box) <= HIGHEST:
        return ValueForm(box, rough, carried)
    return None if settled else _numbers_to(work, line, more, settled=True)


def _shortened(box: Box) -> Box:
    """A formula in which long sums have their first terms and their last, as one writes a + b + ⋯ + z.

    >>> len(_shortened(row(*[Ink("x"), PLUS] * 8, Ink("x"))).items)
    7
    """
    if isinstance(box, Row):
        starts = [k for k, item in enumerate(box.items) if item in (PLUS, MINUS)]
        if len(starts) > FEW_TERMS:
            box = row(*box.items[: starts[1]], PLUS, DOTS, *box.items[starts[-1] :])
    return rebuilt(box, _shortened)


def _is_read_off(line: Line) -> bool:
    """Whether a line is taken from a matrix that stands on the page."""
    tree = line.tree
    return has_trait(tree, "read off") and not any(isinstance(x, Apply) for x in tree.args)


def _entry(work: Work, more: int, name: str, i: int, j: int) -> Box | None:
    """An entry of a matrix as it is put in, where it is a number."""
    form = _on_the_way(work, name, more) if "." in name else put_in(work, name, more)
    found = form.cell(i, j) or (form.box if work.shapes[name] == (1, 1) else None)
    plain = found is not None and all(inked(x, "number", "punct") for x in worth.flat(found))
    return found if plain else None


def _holds(work: Work, name: str, numbers: ValueForm) -> bool:
    """Whether the numbers as they are printed come to what is printed behind them; also where that is more than arithmetic."""
    names = worth.known((one.box, ball(one.value, MATRIX_BITS)) for one in work.naming.names.values())
    exact = work.value(name)
    if exact.blocked:  # what the page calls the mask is 0, and minus infinity where the line is
        mask = BallMatrix(arb_mat(*exact.shape), exact.blocked)
        names |= worth.known((box, mask) for box in MASKS.values())
    off = worth.ROUNDED if up(work.places) else worth.LEFT_OUT
    reader = worth.Reader(names, work.words, join(work.notation), work.notation.columns, off=off)
    try:
        with working(MATRIX_BITS):
            half = worth.half_a_unit(work.places_of(name))
            result = replace(reader, rough=True, whole=half).worth(value(work, name)[-1].box)
            told = name in work.question.stated or exact.lettered  # then what is printed is not held to the exact value
            near = told or arithmetic.close(BallMatrix.lifted(exact), replace(reader, rough=True).worth(numbers.box), half)
            return near and arithmetic.close(reader.worth(numbers.box), result)
    except (arithmetic.Unread, worth.Misread):
        return True


def _plain(box: Box, line: Line) -> bool:
    """Whether a box is one matrix of entries, as where rows are picked out or a matrix is turned: the result says as much, but
    not where each entry is worked out in its place."""
    if not isinstance(box, Grid) or has(line.calls[-1].op, "in places"):
        return False
    return not any(isinstance(cell, Grid) for cell in in_turn(box.rows))


def _with_taken(work: Work, line: Line, all_taken: bool) -> tuple[Expr, tuple[str, ...]]:
    """The line's tree, and what is put into it by its value: what is taken of rows, columns or all entries of a matrix on
    the way, as a variance or the sums of rows are. Sums and means of few numbers stand with their terms, unless *all_taken*."""
    calls, found = {call.out: call for call in line.calls}, list[str]()

    def tree(name: str, settled: bool = False) -> Expr:
        call = calls.get(name)
        if call is None:
            return Ref(name)
        one = work.shapes[name] == (1, 1)
        in_terms = one and not all_taken and has(call.op, "adds up")
        if settled or (name != line.name and has(call.op, "of a line") and not in_terms):
            found.append(name)
            return Ref(name)
        return Apply(call.op, tuple(tree(arg, has(call.op, "of shares")) for arg in call.args), call.params)

    return (line.tree, ()) if work.symbols else (tree(line.name), tuple(found))


def _on_the_way(work: Work, name: str, more: int) -> ValueForm:
    """A matrix that a line has on the way, exactly where that is short, else rounded to so many digits *more*."""
    forms = matrix_forms(replace(work, places=work.places + more, _known={}), work.on_the_way(name))
    return forms[0] if forms[0].exact and width(forms[0].box) <= SHOWN else forms[-1]


def _atom(work: Work, more: int, name: str, turned: bool) -> Box:
    form = _on_the_way(work, name, more) if "." in name else put_in(work, name, more)
    return turned_form(form).box if turned else form.box


def _written(work: Work, name: str) -> Grid | None:
    """A matrix as the sheet writes it, where it writes plain decimals."""
    texts = work.question.stated_text.get(name) or (work.question.given_text.get(name) if name not in work.steps else None)
    powers = name in work.answer.carried
    return matrices.written(texts, work.notation.brackets, powers) if texts and not isinstance(texts, str) else None


def _exact_grid(work: Work, name: str) -> Grid:
    """The exact matrix, in names where there are some."""
    named = work.named(name) or work.value(name)
    if work.is_number(name) and named.lettered:  # BD/7 alone is built up as its formula is
        return Grid(every(work.values.exact, named.values), *work.notation.brackets)
    return work.once("exact", name, lambda: work.exact(named, name))


def _evident(work: Work, name: str) -> bool:
    """Whether the exact value only repeats the factor before the matrix: in decimals, 2.1/√3 says no more than (1/√3)·2.1."""
    step = work.steps.get(name)
    inner = step.inputs[0] if step is not None and has(step.op, "scales") else None
    rational = work.value(name).is_rational
    return work.values.decimals and work.detail != "brief" and inner is not None and inner.is_rational and not rational


def _too_long(work: Work, name: str) -> bool:
    """Whether a page should say that the exact entries of a line are too long to print."""
    if name in work.answer.rounded or name in work.question.stated or name in work.tainted or _evident(work, name):
        return False
    if _measured(work, name) is not None:
        return False
    named = work.named(name)
    tiny = named is not None and naming.all_tiny(work.naming, named)
    return not work.value(name).is_rational and not tiny and not any(form.exact for form in value(work, name))


def room(work: Work, name: str) -> float:
    """What is left of a line behind the name, in millimetres."""
    return min(ROOM, LIMIT - min(NAME, width(work.symbol(name))) - 6)


def fits(box: Box, room: float, smallest: int = 1) -> bool:
    """Whether a box fits into so many millimetres at one of the first sizes (0: only the page's own)."""
    return width(box) <= room / scales()[smallest]


def is_batch(work: Work, line: Line) -> bool:
    """Whether a line takes or gives more than one matrix."""
    return any(isinstance(x, Tensor) for step in work.answer.follow.of(line.name) for x in (step.value, *step.inputs))


def _blocks(work: Work, line: Line) -> tuple[MatrixForms, ...]:
    """The matrices of a batch, each with its place."""
    found = work.array(line.name)
    if not isinstance(found, Tensor):
        return (MatrixForms("", matrix_forms(work, work.value(line.name))),)
    places = ((block_place(found.lead, k), block) for k, block in enumerate(found.blocks))
    numbers = (_block_numbers(work, line, found.lead, k) for k in range(len(found.blocks)))
    return tuple(MatrixForms(place, matrix_forms(work, block), own) for (place, block), own in zip(places, numbers, strict=True))


def _block_numbers(work: Work, line: Line, lead: tuple[int, ...], number: int) -> ValueForm | None:
    """The line with the numbers of one place of its batch, where it is worked place by place and they are exact."""
    if any(OPS[call.op].native or has(call.op, "no numbers") for call in line.calls):
        return None
    forms: dict[str, ValueForm] = {}
    for name in line.reads:
        array = work.array(name)
        if not isinstance(array, Number):
            block = block_at(array, lead, number)
            own = put_in(work, name) if isinstance(array, Matrix) else matrix_forms(work, cast(Matrix, block))[0]
            if own.rough:
                return None
            forms[name] = own

    def atom(name: str, turned: bool) -> Box:
        return turned_form(forms[name]).box if turned else forms[name].box

    box = work.notation.numeric(LineStyle(atom, work.put_in, work.size, shapes=work.shapes)).write(line.tree)
    plain = box == work.notation.formula(line.tree) or _plain(box, line)
    return ValueForm(box) if not plain and fits(box, LIMIT - 14, 2) else None


def matrix_forms(work: Work, value: Matrix) -> Forms:
    """The forms of a matrix without a name: exactly if its entries are short, then rounded; of one entry without brackets."""
    forms = _matrix_forms(work, value if work.symbols else matrices.plain(value, work.places))
    return tuple(map(matrices.bare, forms)) if value.shape == (1, 1) else forms


def _matrix_forms(work: Work, value: Matrix) -> Forms:
    if any(map(wordy, in_turn(value.values))):
        return (work.rounded(value, tiny=True),)
    if work.question.working and not work.symbols:
        return (work.rounded(value),)
    plainly = ValuePrinter(work.values.decimals, words=work.values.words)
    exactly = ValueForm(matrices.exact(value, plainly, work.notation.brackets))
    if work.symbols:
        return (exactly,)
    decimals = work.rounded(value, tiny=True)
    long = any(len(text(x)) > LONGEST for x in in_turn(value.values))
    return (decimals,) if long else (exactly,) if value.is_rational or decimals.exact else (exactly, decimals)


def block_place(lead: tuple[int, ...], number: int) -> str:
    """Where a matrix stands in its batch, counted from 1 along each axis.

    >>> block_place((2, 3), 5)
    '(2)(3)'
    """
    places: list[int] = []
    for size in reversed(lead):
        number, place = divmod(number, size)
        places.insert(0, place)
    return "".join(f"({place + 1})" for place in places)


def in_batch(symbol: Box, place: str) -> Box:
    """The symbol of a matrix at its place in a batch, S⁽¹⁾; without a place the symbol alone.

    >>> flat(in_batch(Script(Ink("S"), sub=Ink("h")), "(2)(3)")), flat(in_batch(Ink("S"), ""))
    ('Sₕ⁽²⁾⁽³⁾', 'S')
    """
    if not place:
        return symbol
    told = row(*(Fence("(", number(k), ")") for k in place.strip("()").split(")(")))
    return Script(symbol.base, symbol.sub, row(symbol.sup, told)) if isinstance(symbol, Script) else Script(symbol, sup=told)
