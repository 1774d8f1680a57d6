"""How a line is shown: its formula, its numbers, its value in the forms of ``forms``, each with what in it is rounded.

The page, the notebook and the console read what ``present`` returns.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import cast

from symattn.binding import PRODUCT
from symattn.boxes import (
    DOT,
    MINUS,
    PLUS,
    Box,
    Fence,
    Grid,
    Root,
    Row,
    Script,
    inked,
    items_of,
    number,
    row,
)
from symattn.boxes.measure import height, width
from symattn.boxes.paper import PAPER
from symattn.exact.any_matrix import Places
from symattn.exact.ball import as_of, onward
from symattn.exact.in_letters import letters_of
from symattn.exact.matrix import Matrix
from symattn.exact.tensor import Tensor, block_at
from symattn.exact.units import BARE
from symattn.exact.zero import symbolic
from symattn.formats.text import flat
from symattn.notation.entries import meets
from symattn.notation.lines import LineStyle
from symattn.notation.values import in_unit as with_unit
from symattn.notation.values import unhandy, unreadable
from symattn.ops import OPS, has
from symattn.page import ink, matrices, naming, worth
from symattn.page.alike import (
    but_for_dots,
    in_any_order,
    letters_of_formula,
    multiplied_out,
)
from symattn.page.forms import (
    LINED,
    Forms,
    block_place,
    evident,
    fits,
    in_unit,
    matrix_forms,
    on_the_way,
    put_in,
    shares,
    value,
)
from symattn.page.held import held_by_line, held_to
from symattn.page.layout import terms
from symattn.page.lettered import by_entries, in_given, left_open, letters, sought
from symattn.page.matrices import ValueForm, turned_form
from symattn.page.room import shortened, upright
from symattn.page.shown import MatrixForms, Shown
from symattn.page.taken import (
    FEW_ENTRIES,
    about_mean,
    joins_worked,
    of_values,
    with_taken,
)
from symattn.page.work import Work
from symattn.plan import Line
from symattn.plan.tree import SIGNS, Num, Ref, applies, has_trait
from symattn.plan.tree import matrices as read_in
from symattn.records import replace
from symattn.said import Integers, Strings
from symattn.tables import in_turn, only

HIGHEST = 216.0  # what one page has room for, in millimetres
MOST_MORE = 4  # digits more than the page shows that rounded numbers put in may have
FEW_PLACES = 2  # of what is made whole


def present(work: Work, line: Line) -> Shown:
    """How a line is shown; worked out once for each line."""
    return work.once("shown", line.name, lambda: _present(work, line))


def _present(work: Work, line: Line) -> Shown:
    symbol, name = work.symbol(line.name), line.name
    formula = _formula(work, line)
    names = tuple(work.naming.new.get(name, ()))
    if (by_name := by_entries(work, line)) or is_batch(work, line):
        blocks, more = _blocks(work, line, by_name)
        return Shown(
            line,
            work.steps[name],
            symbol,
            formula,
            None,
            None,
            blocks,
            names,
            more=more,
        )
    formula, forms = _each_once(work, line, formula, value(work, name))
    told = _is_told(work, line, formula)
    numbers, more = (None, 0) if told else _numbers(work, line)
    within, digits = (None, more) if told else _within(work, line, numbers, more)
    if within is not None and numbers is not None:
        numbers, within, more = _leading_to(work, line, numbers, within, (more, digits))
    if numbers is not None and not numbers.exact and name in work.answer.rounded:
        forms = tuple(
            replace(form, carried=True) for form in forms
        )  # what ends comes of rounded numbers all the same
    rough = numbers is None or not numbers.exact
    if (
        rough
        and work.detail != "full"
        and any(form.exact and not form.carried for form in forms)
    ):
        more = (
            0  # rounded numbers stand before no exact form, and are put in nowhere else
        )
    if rough != forms[0].exact and _are_alike(numbers, forms[0]):
        numbers = None  # 1/50257 once, however it is set
    if work.is_number(name) and not work.asked_exactly(name):
        forms, numbers = _told_once(work, line, forms, numbers, formula)
        formula = None if forms[0] == formula else formula
    box = numbers.box if numbers else None
    in_places = isinstance(
        getattr(box, "base", box), Grid
    )  # a row as a column, turned, too
    entries = in_places and numbers is not None and numbers.exact
    long = not entries and not work.is_number(name) and _too_long(work, name)
    return Shown(
        line,
        work.steps[name],
        symbol,
        formula,
        letters(work, line),
        numbers,
        (MatrixForms("", forms),),
        names,
        None if in_places else _if_new(within, numbers, forms[0]),
        long,
        more,
    )


def _formula(work: Work, line: Line) -> ValueForm | None:
    """The formula of a line; none where it has no symbol of its own, or is what an equation is solved for."""
    solved = has_trait(line.tree, "of an equation") and work.is_number(line.name)
    if solved or work.notation.names.unnamed(line.name):
        return None
    return ValueForm(work.notation.formula(line.tree))


def _if_new(
    within: ValueForm | None, numbers: ValueForm | None, form: ValueForm
) -> ValueForm | None:
    """What stands *within* a function, where neither the numbers before it say so already nor the form of the value behind it."""
    said = numbers is not None and _are_alike(within, numbers, in_order=True)
    return None if said or _are_alike(within, form) else within


def _each_once(
    work: Work, line: Line, formula: ValueForm | None, forms: Forms
) -> tuple[ValueForm | None, Forms]:
    """The formula of a line and the forms of its value, without the one of them that says the same as the other."""
    if forms[0].exact and _are_alike(formula, forms[0], in_order=not work.symbols):
        formula = None  # 1/√C once, and N·d + N² without its dot
    if formula and work.symbols and but_for_dots(formula.box, forms[0].box):
        formula = None  # [√2q₁q₂] once, as it goes into the next line
    if (
        formula
        and work.symbols
        and not line.reads
        and isinstance(formula.box, Grid)
        and letters_of_formula(formula.box) <= letters_of_formula(forms[0].box)
    ):
        forms, formula = (formula,), None  # [sin(ω·p) cos(ω·p)] as it is written
    return formula, forms


def _is_told(work: Work, line: Line, formula: ValueForm | None) -> bool:
    """Whether a line stands without numbers put in: the sheet says it, and not how it comes about, or places are compared."""
    if line.name in work.question.stated and line.name not in work.answer.carried:
        return True
    compared = formula is not None and isinstance(formula.box, Fence)
    return compared and meets(line.tree, work.shapes)  # [j < lᵢ]


def _within(
    work: Work, line: Line, numbers: ValueForm | None, more: int
) -> tuple[ValueForm | None, int]:
    """A function of the value that it is taken of, and what is made whole as the decimals that it is, ⌈7.06⌉ behind ⌈112.9/16⌉;
    and how many digits more rounded numbers need to come to these. None where that is no work, or whole already."""
    tree = line.tree
    measured = work.question.measures.dims.get(line.name)
    (arg, *_) = tree.args or (Ref(""),)
    if not has(tree.op, "makes whole"):
        summed = numbers and has(tree.op, "product") and work.is_number(line.name)
        return (None, more) if summed else _of_value(work, line, more)
    number_alone = isinstance(arg, Ref) or isinstance(arg.param("value"), Num | Ref)
    if work.symbols or measured or number_alone or numbers is None:
        return None, more
    inner = work.on_the_way(work.steps[line.name].args[0])
    own = work.at(line.name, on_the_way=True)
    ending = next(
        (
            k
            for k in range(own.places + 1)
            if all(matrices.ends(x, k) for x in in_turn(inner.values))
        ),
        min(own.places, FEW_PLACES) or -1,
    )  # 15.625 in full
    if not ending:
        return None, more
    first = as_of(own.places, max(ending, 0))
    for places in onward(first, own.places + MOST_MORE + 1):
        closer = work.to(places)
        form = closer.rounded(inner)
        if any(
            flat(form.cell(*at) or form.box).rstrip("0").endswith(".")
            for at in form.rough
        ):
            continue  # 0.9999 is not 1.00
        box = (matrices.bare(form) if inner.shape == (1, 1) else form).box
        style = replace(numeric(work, 0), atom=lambda *_, box=box: box)
        whole = ValueForm(style.write(replace(tree, args=(Ref(""),))), form.rough)
        held = held_by_line(work, line.name, whole)
        for digits in range(more, 2 * MOST_MORE + 1) if held and held.exact else ():
            made = ValueForm(numeric(work, digits).write(arg), matrices.ROUGH)
            if held_to(closer, "", made, inner, (form,)):
                return held, digits
    return None, more


def _leading_to(
    work: Work, line: Line, numbers: ValueForm, within: ValueForm, more: tuple[int, int]
) -> tuple[ValueForm, ValueForm | None, int]:
    """The numbers put in with as many digits *more* than the page shows as bring out the value that stands behind them, of which
    they have the first and that the second, then that value, and how many these are; no value where none bring it out."""
    least, digits = more
    for many in range(max(more), digits + MOST_MORE):
        closer = numbers if many == least else _numbers_to(work, line, many)
        held = closer and held_by_line(work, line.name, closer)
        if held and (
            within.exact
            or held_to(work, line.name, held, work.value(line.name), (within,))
        ):
            return held, within, many
    return numbers, within if within.exact or numbers.exact else None, least


def _are_alike(a: ValueForm | None, b: ValueForm, in_order: bool = False) -> bool:
    """Whether two forms say the same, their terms and factors in the same order or in any."""
    if a is None:
        return False
    return flat(a.box) == flat(b.box) or (
        not in_order and in_any_order(a.box) == in_any_order(b.box)
    )


def _told_once(
    work: Work,
    line: Line,
    forms: Forms,
    numbers: ValueForm | None,
    formula: ValueForm | None,
) -> tuple[Forms, ValueForm | None]:
    """The forms of a number's value, and the numbers that it is made of, without an exact value about as long as these, or beside
    rounded ones: (577/197)² ≈ 8.58. Before a letter a fraction that nobody reads is a decimal, 1.3·10⁻⁶T."""
    short, box, name = numbers or formula, forms[0].box, line.name
    if short and left_open(work, name):  # nothing stands behind it
        return (short,), None
    if short and short.exact and work.symbols and multiplied_out(box, short.box):
        return (short,), None
    made = numbers or (None if line.reads or line.scalars else formula)
    sizes = (width, lambda box: len(flat(box)))
    if made is None:
        return forms, numbers
    ((x,),) = work.value(name).values
    root = isinstance(box, Root) and inked(box.body, "number")
    read = root or (x.is_rational and not unhandy(x.rational))
    longer = any(5 * size(box) > 4 * size(made.box) for size in sizes) and not read
    if len(forms) > 1 and (longer if made.exact else not line.reads):
        return forms[1:], numbers
    value = work.value(name)
    if not symbolic(x) or work.question.measures.of_letters(name, value):
        return forms, numbers
    behind = work.question.measures.behind(name, value)
    bare = behind == BARE or work.letters_in_unit(name)
    if bare and not any(map(unhandy, x.terms.values())):
        return forms, numbers
    if rough := work.in_terms(name):
        return (rough,), numbers
    return ((numbers,), None) if numbers and numbers.exact else (forms, numbers)


def _numbers(work: Work, line: Line) -> tuple[ValueForm | None, int]:
    """The line with its numbers, or None where that shows nothing new or does not fit; rounded numbers have as many digits more
    than the page shows, which is told too, as make the line hold as it is printed. Where no such digits do they are left out."""
    name, step = line.name, work.steps[line.name]
    op = step.op
    worked = joins_worked(line.tree) or (has(op, "a choice") and work.is_number(name))
    if work.symbols and naming.are_shares(step):
        return shares(work, name), 0
    if not _freed(work, line) and (
        (has(op, "no numbers") and not worked)
        or (_is_read_off(line) and not has(op, "adds up", "in terms"))
    ):
        return None, 0
    before: ValueForm | None = None
    for more in range(MOST_MORE * (2 if work.answer.rounded else 1) + 1):
        found = _numbers_to(work, line, more)
        if found is None and left_open(work, name):  # else it would have no value
            found = ValueForm(
                numeric(work, 0).write(line.tree), _off(work, line.uses, 0)
            )
        if found is None or found == before:
            break
        known = found.exact or left_open(work, name)
        held = found if known else held_by_line(work, name, found)
        if held is not None:
            return held, more
        before = found
    return None, 0


def _numbers_to(
    work: Work, line: Line, more: int, most: int = FEW_ENTRIES
) -> ValueForm | None:
    """The numbers put in, rounded ones with so many digits more than the page shows. Sums of rows and columns of *most* entries
    stand with their terms, all others on the way by their values, and in the end all, where terms have no room."""
    if _freed(work, line) or letters(work, line):
        return _into_letters(work, line, more)
    tree, taken = with_taken(work, line, most)
    named = line.back is not None and line.name in work.answer.rounded
    style = replace(numeric(work, more), named=named)  # 1 − σ(−1) on the way back
    plainly = style.write(tree)
    formula = work.notation.formula(line.tree)
    summed = not taken and not worth.OVER_PLACES.keys().isdisjoint(ink.parts(formula))
    in_letters = work.symbols and summed
    entry = partial(_entry, work, more, letters=in_letters)
    whole = replace(style, entry=entry).write(tree)
    short = shortened(whole)
    ways = [(whole, 1), (upright(whole), 1), (short, 1), (upright(short), 1)]
    ways += [(whole, 2)] if most == 1 else []
    last = whole if in_letters else plainly
    box = next((box for box, size in ways if fits(box, LINED, size)), last)
    if box == plainly and most > 1:
        return _numbers_to(work, line, more, 1)
    if most and applies(line.tree, SIGNS["A / B"]) and not isinstance(box, Grid):
        found = _numbers_to(work, line, more, 0)
        if found is not None and isinstance(
            found.box, Grid
        ):  # a quotient in each place
            return found
    if flat(box) == flat(formula) or _plain(
        box, line
    ):  # nothing to put in, as in tril(ones(3, 3)), or the result
        return None
    if (
        (summed or _is_read_off(line)) and box == plainly and not isinstance(box, Grid)
    ):  # no terms
        return None
    rough = _rough(work, line, taken, more)
    carried = work.answer.parts(line.name) and any(
        name in work.question.stated or name in work.tainted for name in line.reads
    )
    if box not in (whole, upright(whole), plainly) and not held_by_line(
        work, line.name, ValueForm(whole, rough)
    ):
        return (
            ValueForm(whole, rough) if rough else None
        )  # nothing is left out; more digits do
    box = _with_lacking_unit(work, line, box)
    if _has_room(box, work.is_number(line.name)):
        return ValueForm(box, rough, carried)
    return _numbers_to(work, line, more, most // FEW_ENTRIES) if most else None


def _rough(work: Work, line: Line, taken: Strings, more: int) -> Places:
    """Where what is put into a line is rounded: what it reads, and what is *taken* by its value on the way."""
    parts = [
        put_in(work, name, more)
        for name in line.reads
        if isinstance(work.array(name), Matrix)
    ]
    parts += [_form(work, more, name) for name in taken]
    rough = frozenset(place for part in parts for place in part.rough)
    return rough | _off(work, line.uses, more)


def _has_room(box: Box, of_number: bool) -> bool:
    """Whether numbers put in have room on a page, those of one number perhaps on several lines."""
    lines = [box] if fits(box, LINED, 2) else []
    if not lines and isinstance(box, Row) and of_number:
        lines = terms(box, LINED)  # a long sum of numbers is broken before its signs
    fit = bool(lines) and all(fits(x, LINED, 3) for x in lines)
    return fit and sum(map(height, lines)) <= HIGHEST


def _into_letters(work: Work, line: Line, more: int) -> ValueForm | None:
    """The numbers put into the result in letters: 2D = 2·4096, without T; 4D/(4D + 3F), and no 4·4096²/(…)."""
    box = in_given(work, line, partial(_number, work, more))
    rough = _off(work, letters_of(work.lettered[line.name]), more)
    return ValueForm(box, rough) if box and fits(box, LINED) else None


def numeric(work: Work, more: int) -> LineStyle:
    """How lines are written with their numbers put in, rounded ones with so many digits *more*."""
    return LineStyle(
        work.notation,
        partial(_atom, work, more),
        partial(_number, work, more),
        work.size,
        numeric=True,
        shapes=work.shapes,
    )


def _number(work: Work, more: int, name: str) -> Box:
    """A number as it is put in; a maximum of letters as it stands on the page, max(2BDF/P, D/W)."""
    if left_open(work, name):
        return present(work, work.question.plan.line(name)).forms[0].box
    return work.put_in(name, more, exactly=_stands_exactly(work, name))


def _with_lacking_unit(work: Work, line: Line, box: Box) -> Box:
    """Numbers with the unit that is taken for theirs: 2·7·10⁹ B, 2 B/token·7·10⁹ tokens."""
    of = work.question.measures.lacking.get(line.name)
    if of is None:
        return box
    if of.dims == work.question.measures.dims[line.name]:
        return with_unit(PAPER.fenced(box, PRODUCT), of.text)
    first, *others = items_of(box)
    begins = items_of(work.notation.formula(line.tree))[:2] == (first, DOT)
    return row(with_unit(first, of.text), *others) if begins else box


def _of_value(work: Work, line: Line, more: int) -> tuple[ValueForm | None, int]:
    """A line with the values of what is made on the way, σ(Wx + b) as σ of these sums, σ(xW)V as a product with V; and how many
    digits more than the page shows that has. None where there is nothing of the kind."""
    whole, taken = of_values(line)
    read = [x for x in line.reads if isinstance(work.array(x), Matrix)]
    known = [put_in(work, x).box for x in read]
    equal = naming.equal_share(work.steps[line.name]) is not None
    told = work.symbols or equal  # that scores are equal is said
    if not told and any(on_the_way(work, x, 0).box not in known for x in taken):
        for digits in range(more, MOST_MORE + 1):
            box = numeric(work, digits).write(whole)
            rough = [_form(work, digits, x).rough for x in (*taken, *read)]
            if isinstance(box, Grid) and isinstance(box.rows[0][0], Fence):
                break  # |0.05| is 0.05
            form = ValueForm(box, frozenset().union(*rough))
            if fits(box, LINED) and (held := held_by_line(work, line.name, form)):
                return held, digits
    return None, more


def _freed(work: Work, line: Line) -> bool:
    """Whether the letters of a line are no longer in its value: it is worked out before numbers are put in."""
    gone = not {*line.scalars}.isdisjoint(work.question.letters)
    return (
        line.name in work.lettered
        and (gone or sought(line))
        and not work.value(line.name).lettered
    )


def _off(work: Work, names: Iterable[str], more: int) -> Places:
    """Whether one of the numbers of these *names* is rounded where it is put in, as the place of a line's one entry."""
    lines = [name for name in names if name in work.steps]
    amounts = [work.amount(name, more, _stands_exactly(work, name)) for name in lines]
    terms = any(
        work.value(name).lettered and not _stands_exactly(work, name)
        for name in lines
        if work.is_number(name)
    )
    off = terms or any(found and not found.exact for found in amounts)
    return matrices.ROUGH if off else frozenset()


def _stands_exactly(work: Work, name: str) -> bool:
    """Whether an exact form of a number stands on the page; m ≈ 0.7071 is not put in as 1/√2."""
    if name not in work.steps or not work.is_number(name) or work.detail == "brief":
        return True
    forms = present(work, work.question.plan.line(name)).forms
    return any(form.exact for form in forms)


def _is_read_off(line: Line) -> bool:
    """Whether a line is taken from a matrix that stands on the page."""
    return has_trait(line.tree, "read off") and only(line.tree.args, Ref)


def _entry(
    work: Work, more: int, name: str, i: int, j: int, letters: bool = False
) -> Box | None:
    """An entry of a matrix as it is put in, where it is a number."""
    return _number_at(_form(work, more, name), i, j, letters)


def _number_at(form: ValueForm, i: int, j: int, letters: bool = False) -> Box | None:
    """An entry of a matrix that is put in so, where it is a number, or of *letters*."""
    found = form.cell(i, j) or form.box
    if not letters and not all(inked(x, "number", "punct") for x in ink.flat(found)):
        return None
    head, point, tail = flat(found).partition(".")  # e^0, not e^0.00
    bare = point and not tail.strip("0") and (i, j) not in form.rough
    return number(head) if bare else found


def _power_of_rows(box: Box) -> bool:
    """Whether a power has a row or a column below, or taken off above, where each of its entries has no room for its own."""
    match box:
        case Script(Grid(rows) as base, _, sup) if sup is not None:
            return 1 in (len(rows), base.columns) and inked(ink.flat(sup)[-1], "number")
        case Script(_, _, Row(items)):
            added = not {PLUS, MINUS}.isdisjoint(items)
            return added and any(isinstance(x, Grid) for x in items)
    return False


def _plain(box: Box, line: Line) -> bool:
    """Whether a box is one matrix of entries, as where rows are picked out or a matrix is turned: the result says as much, but
    not where each entry is worked out in its place; or has a power that nobody would write."""
    if any(map(_power_of_rows, ink.parts(box))):
        return True
    if (
        not isinstance(box, Grid)
        or has(line.calls[-1].op, "in places", "of a line")
        or any(has(call.op, "adds up", "in terms") for call in line.calls)
    ):
        return False
    cells = [*in_turn(box.rows)]
    worked = any(
        isinstance(x, Row) and not {PLUS, MINUS, DOT}.isdisjoint(x.items) for x in cells
    )
    return not worked and not any(isinstance(cell, Grid) for cell in cells)


def _form(work: Work, more: int, name: str) -> ValueForm:
    """A matrix as it is put in, one that a line has on the way among them."""
    return (on_the_way if "." in name else put_in)(work, name, more)


def _atom(work: Work, more: int, name: str, turned: bool) -> Box:
    if left_open(work, name) and work.is_number(name):
        return _number(work, more, name)
    form = _form(work, more, name)
    return turned_form(form).box if turned else form.box


def _too_long(work: Work, name: str) -> bool:
    """Whether a page should say that the exact entries of a line are too long to print."""
    if (
        name in work.answer.rounded
        or name in work.question.stated
        or name in work.tainted
        or evident(work, name)
    ):
        return False
    if in_unit(work, name) is not None:
        return False
    named = work.named(name)
    tiny = named is not None and naming.all_tiny(work.naming, named)
    entries = [*in_turn(work.value(name).values)]
    return (
        not work.value(name).is_rational
        and not tiny
        and (any(map(unreadable, entries)) or not any(map(work.unreadable, entries)))
        and not any(form.exact for form in value(work, name))
    )


def is_batch(work: Work, line: Line) -> bool:
    """Whether a line takes or gives more than one matrix."""
    return any(
        isinstance(x, Tensor)
        for step in work.answer.follow.of(line.name)
        for x in (step.value, *step.inputs)
    )


def _blocks(
    work: Work, line: Line, by_name: Box | None
) -> tuple[tuple[MatrixForms, ...], int]:
    """The matrices of a batch, each with its place, and how many digits more than the page shows its numbers have; a Jacobian
    in letters as it is written *by_name*."""
    found = work.array(line.name)
    if by_name is not None:
        return (MatrixForms("", (ValueForm(by_name),)),), 0
    if not isinstance(found, Tensor):
        return (MatrixForms("", matrix_forms(work, work.value(line.name))),), 0
    blocks = list(found.blocks)
    forms = [matrix_forms(work, block) for block in blocks]
    for more in range(MOST_MORE + 1):
        own = [
            _block_numbers(work, line, found.lead, k, more) for k in range(len(blocks))
        ]
        held = [
            x and (x if x.exact else held_to(work, "", x, y, z))
            for x, y, z in zip(own, blocks, forms, strict=True)
        ]
        if held.count(None) == own.count(None):
            break
    else:
        held, more = [one if one and one.exact else None for one in own], 0
    places = (block_place(found.lead, k) for k in range(len(blocks)))
    return tuple(map(MatrixForms, places, forms, held)), more


def _block_numbers(
    work: Work, line: Line, lead: Integers, number: int, more: int
) -> ValueForm | None:
    """The line with the numbers of one place of its batch, where it is worked place by place; sums with their terms where these
    have room."""
    if any(OPS[call.op].native or has(call.op, "no numbers") for call in line.calls):
        return None
    tree = about_mean(work, line, line.tree) or line.tree
    names = {*line.reads, *(name for name in read_in(tree) if name in work.shapes)}
    forms = {name: _of_block(work, name, lead, number, more) for name in names}

    def atom(name: str, turned: bool) -> Box:
        return turned_form(forms[name]).box if turned else forms[name].box

    style = replace(numeric(work, more), atom=atom, scalar=work.put_in)
    in_terms = replace(
        style,
        shapes={name: shape[-2:] for name, shape in work.shapes.items()},
        entry=lambda name, i, j: _number_at(forms[name], i, j),
    )
    rough = frozenset(place for form in forms.values() for place in form.rough)
    for way in (in_terms, style):
        box = way.write(tree)
        plain = box == work.notation.formula(line.tree) or _plain(box, line)
        if not plain and fits(box, LINED, 2):
            return ValueForm(box, rough)
    return None


def _of_block(
    work: Work, name: str, lead: tuple[int, ...], number: int, more: int
) -> ValueForm:
    """A matrix as it is put into a line at one place of a batch."""
    array = work.array(name)
    if not isinstance(array, Tensor):
        return put_in(work, name, more)
    block = cast(Matrix, block_at(array, lead, number))
    if name not in work.steps:
        return ValueForm(work.exact(block))
    form, *_ = matrix_forms(work, block)
    digits = (work.places + more, work.notation.brackets, (), 0)
    return matrices.in_digits(block, *digits) if form.rough else form
