"""The working of a line between its formula and its result; and that of softmax, row by row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from symattn.boxes import (
    BLANK,
    COMMA,
    EQUALS,
    NEARLY,
    PLUS,
    Box,
    Boxed,
    Boxes,
    Fence,
    Frac,
    Ink,
    Row,
    listed,
    number,
    row,
)
from symattn.boxes.measure import width
from symattn.errors import SymattnError, nearest
from symattn.exact.ball import fixed
from symattn.exact.decide import sign, sign_if_told
from symattn.exact.decimals import decimal
from symattn.exact.functions import exp
from symattn.exact.matrix import Blocked, Matrices, Matrix
from symattn.exact.number import Number, total
from symattn.exact.text import wordy
from symattn.notation.values import power_of_ten, rounded
from symattn.ops import OPS, has
from symattn.page import dots, found, layout, matrices, naming
from symattn.page.digits import adding_up, agreeing
from symattn.page.engine import Cell, Family, PageTable
from symattn.page.forms import (
    LIMIT,
    NAME,
    Link,
    fits,
    in_batch,
    matrix_forms,
    near_short,
    unnamed,
    value,
)
from symattn.page.in_rows import InRows, in_rows
from symattn.page.layout import Eq
from symattn.page.links import ledger
from symattn.page.matrices import ValueForm, ends, plain_number
from symattn.page.naming import SMALL, TINY, Name
from symattn.page.present import MatrixForms, Shown, linked, present
from symattn.page.work import Work, sizes
from symattn.plan import Line, Plan
from symattn.plan.derivation import solve
from symattn.records import frozen, replace
from symattn.said import Glossary, Integers, Strings
from symattn.tables import among, apart_from, filled, in_turn, placed

# --- softmax ---
# What a row of weights needs said: its gap or its sum, the names for small weights, one row in five lines, a table.

FAR = Number.of(
    10**5
)  # of a gap beyond it the exponential is nothing at any place that is printed: e^(−10⁹) of a mask
MANY = Number.of(10**6)  # from here on a value is shown as a power of ten
GAP = 45.0  # millimetres: a gap longer than this is shown in a table by its decimals alone
ROUGH = frozenset({(0, 0)})


@frozen
class Row5:
    """One softmax row in five lines, each with what it shows; its number, its head and the word whose query it is."""

    number: int
    head: str
    word: str
    lines: tuple[tuple[str, tuple[Link, ...]], ...]


@frozen
class Weights:
    """What the sentences around weights speak of.

    ``pairs`` and ``sums`` are the names that are defined here by their ``definitions``, ``gaps`` the gaps between two
    scores, ``line`` is "row" or "column", ``short`` says which rounded lines miss 1 (symbol, numbers, what they add up to).
    ``equal`` is what every score is given where those of each row are equal, or nothing where rows have not as many of them.
    ``alone`` says that there is one row or column, ``looks``, line by line, which word gives more than half of its weight, or
    all of it, to which word.
    """

    definitions: tuple[tuple[Eq, ...], ...]
    pairs: tuple[Name, ...]
    sums: tuple[Name, ...]
    gaps: Boxes
    line: str
    short: tuple[tuple[Box, Integers, Box], ...]
    one: Row5 | None
    table: PageTable | None
    whole: bool
    equal: tuple[Box, ...] | None = None
    alone: bool = False
    looks: tuple[tuple[Box, tuple[tuple[str, str, bool], ...]], ...] = ()


def explain(work: Work, family: Family) -> Weights:
    """The definitions of names that first appear here, and what the sentences around the weights speak of."""
    first = work.at(family.lines[0].name, on_the_way=True)
    names = [name for line in family.lines for name in work.naming.new.get(line.name, ())]
    pairs = tuple(n for n in names if n.kind == "weight")
    full = work.detail == "full" and not work.symbols
    decimals = (
        family.lines[0].name in work.answer.rounded and work.detail != "brief"
    )  # a row of exponentials says all
    return Weights(
        tuple((definition(first, name),) for name in names),
        pairs,
        tuple(n for n in names if n.kind == "sum"),
        tuple(dict.fromkeys(_gap(first, n.exponents[0]) for n in pairs)),
        _way(work, family),
        () if work.symbols else tuple(_short_rows(work, family)),
        _five(work, family) if full or decimals else None,
        _table(work, family) if full else None,
        _made_whole(work, family),
        _equal(work, family),
        all(1 in work.steps[line.name].value.shape for line in family.lines),
        tuple((work.symbol(line.name), _looks(work, line.name)) for line in family.lines),
    )


def _looks(work: Work, name: str) -> tuple[tuple[str, str, bool], ...]:
    """The words that give more than half of their weight to one word, as the page rounds it too, that word, and whether it has
    all of it; those that stand there twice with their places, “the (4)”. None where the weights are not of words for words."""
    weights = naming.by_rows(work.steps[name])[1]
    words = [
        f"{word} ({k})" if work.tokens.count(word) > 1 else word
        for k, word in enumerate(work.tokens, 1)
    ]
    if (
        work.symbols
        or work.notation.columns != naming.down(work.steps[name])
        or not work.of_tokens(name)
    ):
        return ()
    half = (1 + Number.of(1) / 10 ** work.at(name).places) / 2
    return tuple(
        (words[i], words[j], w == 1)
        for (i, j), w in placed(weights.values)
        if sign_if_told(w - half) == 1
    )


def _made_whole(work: Work, family: Family) -> bool:
    """Whether the weights are rational though the scores are not: logarithms, of which the exponentials say everything."""
    steps = [work.steps[line.name] for line in family.lines]
    return all(s.value.is_rational and not s.inputs[0].is_rational for s in steps)


def _equal(work: Work, family: Family) -> tuple[Box, ...] | None:
    """The weight that all scores of a family are given where those of each row are equal; none where rows differ in length."""
    found = [naming.equal_share(work.steps[line.name]) for line in family.lines]
    first = found[0]
    if first is None or None in found:
        return None
    same = first.terms and all(x == first for x in found)
    return (work.values.inline(first),) if same else ()


def _gap(work: Work, x: Number) -> Box:
    if wordy(x):
        return rounded(x, work.places)
    exact = work.values.inline(x)
    return exact if fits(exact, LIMIT / 3, 0) else rounded(x, work.places)


def definition(work: Work, name: Name) -> Eq:
    """What a name for small weights or for a sum stands for."""
    if name.kind == "weight":
        exact: Box = Frac(
            number(1),
            row(number(1), PLUS, work.values.exact(exp(name.exponents[0]))),
        )
    else:
        exact = work.values.exact(name.value)
    forms = [
        ValueForm(exact) if fits(exact, LIMIT - 40, 0) else None,
        ValueForm(near(work, name.value), ROUGH),
    ]
    return Eq(name.box, tuple(linked(ValueForm(name.box), forms)))


def near(work: Work, x: Number) -> Box:
    """A value in decimals; a small one with three or four significant digits and a power of ten."""
    if not x.is_rational and sign(x - SMALL) < 0 and sign(x) > 0:
        return power_of_ten(x, 4 if sign(x - TINY) < 0 else 3)
    if not x.is_rational and sign(x - MANY) > 0:
        return power_of_ten(x)
    return rounded(x, work.places)


def _short_rows(work: Work, family: Family) -> list[tuple[Box, Integers, Box]]:
    """The rows whose weights are shown rounded and miss 1: symbol, rows, and what each of these adds up to."""
    found: dict[tuple[Box, Box], list[int]] = {}
    for line in family.lines:
        forms = value(work, line.name)
        if all(form.exact for form in forms) or (
            forms[0].exact and work.value(line.name).is_rational
        ):  # 1/3 stands there
            continue
        weights, places = naming.by_rows(work.steps[line.name])[1], work.at(line.name).places
        for i, r in enumerate(weights.values):
            texts = [decimal(x, places) for x in r]
            units = sum(int(t.replace(".", "")) for t in texts)
            if units != 10**places and not _tiny_row(r):
                found.setdefault(
                    (work.symbol(line.name), number(fixed(units, places))), []
                ).append(i + 1)
    return [(symbol, tuple(rows), total) for (symbol, total), rows in found.items()]


def _tiny_row(r: tuple[Number, ...]) -> bool:
    return any(isinstance(rounded(x, 6), Row) for x in r if not x.is_rational)


def _way(work: Work, family: Family) -> str:
    """What adds up to 1 on the page."""
    return (
        "column" if all(naming.down(work.steps[line.name]) for line in family.lines) else "row"
    )


def _five(work: Work, family: Family) -> Row5 | None:
    """Scores, less the largest, exponentials, their sum, weights: the first row that is no plain rational."""
    scores, weights = naming.by_rows(work.steps[family.lines[0].name])
    i = next(
        (k for k in range(weights.rows) if not all(x.is_rational for x in weights.values[k])),
        None,
    )
    if i is None:
        return None
    live: list[Number] = [x for x in scores.cells()[i] if isinstance(x, Number)]
    largest = next((x for x in live if all(sign_if_told(x - y) != -1 for y in live)), live[0])
    gaps = [x - largest for x in live]
    powers = [exp(-FAR if sign_if_told(g + FAR) == -1 else g) for g in gaps]
    shares = [
        w
        for w, x in zip(weights.values[i], scores.cells()[i], strict=True)
        if not isinstance(x, Blocked)
    ]
    down = naming.down(work.steps[family.lines[0].name])
    row = _row_of_weights(work, family.lines[0].name, i)
    cells = [
        w
        for w, x in zip(row, scores.cells()[i], strict=False)
        if w is not None and not isinstance(x, Blocked)
    ]
    own, work = work.at(family.lines[0].name), work.at(family.lines[0].name, on_the_way=True)
    above, apart = work.places, work.places
    if work.answer.rounded:  # the gaps are the printed scores less the largest, the sum is that of the printed exponentials
        above = agreeing(work.places, lambda found: [x - max(found) for x in found], live, gaps)
        apart = adding_up(work.places, powers)
    return Row5(
        i + 1,
        _head(work, family),
        "" if down else _word(work, family.lines[0].name, i),
        tuple(
            (
                what,
                tuple(
                    linked(ValueForm(Ink(what, "text")), _line(exact, numbers, work, places))
                ),
            )
            for what, exact, numbers, places in (
                ("scores", [], live, above),
                ("minus largest", [], gaps, above),
                ("exponentials", [], powers, apart),
                ("their sum", [], [total(powers)], work.places),
                ("weights", cells, shares, own.places),
            )
        ),
    )


def _row_of_weights(work: Work, name: str, i: int) -> Sequence[Box | None]:
    """A row or column of weights in names, or in decimals as it stands in its line; nothing where it is neither."""
    named, down = work.naming.weights.get(name), naming.down(work.steps[name])
    if named is not None:
        return [matrices.write(w, work.values) for w in (named.T if down else named).values[i]]
    if not work.answer.rounded:
        return ()
    form, many = value(work, name)[-1], work.shapes[name][-2 if down else -1]
    return [form.cell(*((j, i) if down else (i, j))) for j in range(many)]


def _line(
    exact: list[Box], numbers: list[Number], work: Work, places: int
) -> list[ValueForm | None]:
    """The numbers of a line exactly, and rounded where they are not exact so; nothing that is too wide for the page."""
    plainly = [plain_number(x, places) for x in numbers]
    rough = frozenset((0, k) for k, x in enumerate(plainly) if not ends(x, places))
    if work.answer.rounded:
        boxes = [rounded(x, places, tiny=False) for x in plainly]
        (shown,) = [exact] if exact else matrices.evenly([boxes], rough)
        return [ValueForm(_tuple(shown), rough)]
    exact = exact or ([] if any(map(wordy, numbers)) else list(map(work.values.exact, numbers)))
    forms = [
        ValueForm(_tuple(exact)),
        ValueForm(_tuple([rounded(x, places) for x in plainly]), rough),
    ]
    if all(x.is_rational for x in plainly):
        forms = forms[1:] if not rough else forms[:1]
    return [form if fits(form.box, LIMIT - 40, 2) else None for form in forms[not exact :]]


def _tuple(items: Sequence[Box]) -> Box:
    if len(items) == 1:
        return items[0]
    return Fence("(", listed(items, COMMA, BLANK), ")")


def _word(work: Work, name: str, i: int) -> str:
    """The word that looks from a row of weights; empty where rows are no words."""
    looks = work.of_tokens(name) or (work.token_axes(name) or (False,))[0]
    return work.tokens[i] if looks and len(work.tokens) == work.shapes[name][-2] else ""


def _head(work: Work, family: Family) -> str:
    head = family.lines[0].head
    return (
        str(head + work.notation.names.shift)
        if head is not None and len(family.lines) > 1
        else ""
    )


def _table(work: Work, family: Family) -> PageTable | None:
    """All rows of a family with two scores each: head, query, gap, weights."""
    rows: list[tuple[Cell, ...]] = []
    for line in family.lines:
        named = work.naming.weights.get(line.name)
        step = work.steps[line.name]
        if named is None or step.value.cols != 2 or step.params.get("axis") == 0:
            return None
        for i in range(step.value.rows):
            own = work.at(line.name)
            rows.append(_table_row(own, line.name, step.inputs[0], step.value, i))
    if len(rows) < 3:
        return None
    looks = len(work.tokens) == 2 and all(work.of_tokens(line.name) for line in family.lines)
    return PageTable(work.tokens if looks else (), tuple(rows), "llrll")


def _table_row(
    work: Work, name: str, scores: Matrix, weights: Matrix, i: int
) -> tuple[Cell, ...]:
    a, b = scores.cells()[i]
    gap: Box = Ink("–", "text")
    if isinstance(a, Number) and isinstance(b, Number):
        g = b - a if sign_if_told(b - a) != -1 else a - b
        near_ = rounded(g, work.places)
        exact = near_ if wordy(g) else work.values.inline(g)
        is_exact = wordy(g) or ends(plain_number(g, work.places), work.places)
        if not is_exact:
            ledger(work).check([Eq(exact, (("≈", near_),))])
            exact = row(exact if fits(exact, GAP, 0) else None, NEARLY, near_)
        gap = exact
    return (
        work.symbol(name),
        _word(work, name, i) or str(i + 1),
        gap,
        *(near(work, x) for x in weights.values[i]),
    )


# --- working ---
# The working of a part: families of lines as equations, each line's chain in the order that its template asks for.

GRADIENT = "gradient"  # the template of lines of derivatives, whatever their operation
FRAMED = (
    110.0  # millimetres: exact and rounded value together in one frame, where they are no wider
)
PARTS: dict[str, Callable[[Shown, MatrixForms], ValueForm | None]] = {
    "formula": lambda shown, block: shown.formula if not block.place else None,
    "letters": lambda shown, block: shown.letters if not block.place else None,
    "numbers": lambda shown, block: block.numbers if block.place else shown.numbers,
    "within": lambda shown, block: shown.within if not block.place else None,
    "exact": lambda shown, block: next((form for form in block.forms if form.exact), None),
    "approx": lambda shown, block: next((form for form in block.forms if not form.exact), None),
}
"""What a chain may have behind a line's name, by the words that a template uses."""
WEIGHTS_IN_BATCH = "_weights_in_batch"
"""The template that tells how the weights of a batch of matrices come about."""
Lines = tuple[tuple[Eq, ...], ...]  # the equations of each line


@frozen
class Told:
    """Lines that are told of together, by the template of their operation: one family, or neighbours of one operation."""

    op: str
    families: tuple[Family, ...]
    shown: tuple[Shown, ...]
    divisor: tuple[Box, int] | None
    tiny: (
        tuple[Box, int, Boxes] | None
    )  # the largest gap, right to how many places, of which lines if not of all
    weights: Weights | None

    @property
    def definitions(self) -> Lines:
        """The equations that define names which appear here for the first time."""
        return self.weights.definitions if self.weights else ()

    @property
    def quiet(self) -> bool:
        """Whether nothing is to be said about the lines."""
        said = (
            self.divisor or self.tiny or self.weights or any(line.long for line in self.shown)
        )
        return self.op not in (GRADIENT, WEIGHTS_IN_BATCH) and not said


def _divisor(work: Work, line: Line) -> tuple[Box, int] | None:
    """The keys whose width stands in a line, and how wide they are."""
    found = [
        size.of.name
        for size in sizes(line.tree)
        if work.notation.is_width(size.axis, size.of.name)
    ]
    return (
        (work.symbol(found[0]), work.shapes[found[0]][-2 if work.notation.columns else -1])
        if found
        else None
    )


def by_width(work: Work, family: Family) -> list[Family]:
    """A family as families of one width of keys each, which has one letter on a page."""
    groups = [
        list(group)
        for _, group in groupby(
            family.lines, lambda line: (_divisor(work, line) or (None, 0))[1]
        )
    ]
    marks = [""] * (len(groups) - 1) + [family.mark]
    return [
        replace(family, lines=tuple(group), mark=mark)
        for group, mark in zip(groups, marks, strict=True)
    ]


def told(work: Work, family: Family) -> Told:
    """What is to be told of a family of lines."""
    shown = tuple(present(work, line) for line in family.lines)
    if work.detail != "brief":
        shown = tuple(
            replace(line, more=max(line.more, in_rows(work, line).more)) for line in shown
        )
    divisor = _divisor(work, family.lines[0])
    batch = any(block.place for line in shown for block in line.blocks)
    shares = all(naming.are_shares(line.step) for line in shown)
    weights = explain(work, family) if shares and not batch else None
    close = [
        line.name
        for line in shown
        if line.name not in work.tainted and near_short(work, line.name)
    ]
    gap = naming.tiny_error(
        work.naming, ((work.value(name), work.naming.values[name]) for name in close)
    )
    which = tuple(work.symbol(name) for name in close) if len(close) < len(shown) else ()
    tiny = (*gap, which) if gap is not None else None
    usual_op = GRADIENT if family.lines[0].back is not None else teller(work, shown[0]).op
    if batch or any(not line.forms for line in shown):
        usual_op = WEIGHTS_IN_BATCH if shares else "batch"
    return Told(usual_op, (family,), shown, divisor, tiny, weights)


def teller(work: Work, shown: Shown) -> Shown:
    """A line by the step that tells how it comes about: its own, or that of the norm which it goes on from."""
    norms = [call for call in shown.line.calls[:-1] if has(call.op, "tells its way")]
    alone = len(norms) == 1 and not has(shown.op, "weights")
    return replace(shown, step=work.answer.follow.by_name[norms[0].out]) if alone else shown


def together(work: Work, found: Sequence[Told]) -> list[Told]:
    """Neighbours of one operation with nothing to say between them as one."""
    runs = filled(
        found,
        lambda run: (
            work.detail != "full" and all(one.quiet and one.op == run[0].op for one in run)
        ),
    )
    return [
        replace(
            run[0],
            families=tuple(in_turn(one.families for one in run)),
            shown=tuple(in_turn(one.shown for one in run)),
        )
        for run in runs
    ]


def usual(detail: str) -> Strings:
    """The order of a chain where a template asks for none."""
    return (
        ("exact", "approx")
        if detail == "brief"
        else ("formula", "letters", "numbers", "within", "exact", "approx")
    )


def equations(work: Work, found: Told, order: Sequence[str] = ()) -> tuple[Lines, ...]:
    """The equations of every family; raises SymattnError for a part of a chain that there is not."""
    for part in order:
        if part not in PARTS:
            hint = nearest(part, PARTS, "write")
            raise SymattnError(f"a chain has no part {part!r}; {hint}")
    out = []
    for family in found.families:
        last = work.question.plan.lines[-1].name
        lines = [
            _equations(work, present(work, line), family, order, line.name == last)
            for line in family.lines
        ]
        out.append(_marked(_merged(work, family, lines), family.mark))
    return tuple(out)


def begun(work: Work, line: Line, parts: Sequence[str]) -> tuple[Eq, ...]:
    """A line's equation as far as some parts of its chain, of work without names for weights: what a hint shows."""
    families = equations(work, told(work, Family((line,))), parts)
    eqs = list(in_turn(in_turn(families)))
    return tuple(replace(eq, chain=eq.chain[: len(parts)]) for eq in eqs[:1])


def _equations(
    work: Work, shown: Shown, family: Family, order: Sequence[str], final: bool
) -> tuple[Eq, ...]:
    again = (
        has(shown.op, "another name")
        and not family.asked
        and shown.formula is not None
        and not shown.blocks[0].place
    )
    if family.worked and not order:
        order = usual("brief")
    order = order or (("formula",) if again and work.detail != "full" else usual(work.detail))
    eqs: list[Eq] = []
    rows = in_rows(work, shown) if "numbers" in order else InRows()
    extra = rows.eqs
    blocks = (
        shown.blocks if shown.blocks[0].place == "" else (MatrixForms("", ()), *shown.blocks)
    )
    for block in blocks:
        parts = [PARTS[part](shown, block) for part in order]
        if rows.eqs or rows.column:
            parts = [rows.column if part is shown.numbers else part for part in parts]
        elif work.detail == "full" and "numbers" in order and shown.numbers is not None:
            shaded, extra = dots.entries(work, shown)
            parts = [
                replace(p, box=shaded) if shaded is not None and p is shown.numbers else p
                for p in parts
            ]
        symbol = in_batch(shown.symbol, block.place)
        lhs = symbol
        if parts and parts[0] is shown.formula and shown.formula is not None:
            whole = row(symbol, EQUALS, shown.formula.box)
            if width(whole) <= NAME:
                lhs, parts = whole, parts[1:]
        count = sum(part is not None and part in block.forms for part in parts)
        links = linked(ValueForm(symbol), parts)
        opening, result = links[: len(links) - count], links[len(links) - count :]
        words = None if block.place or not count else found.named(work, shown.name)
        result = _finished(work, shown, result, family.framed, final)
        eqs.append(Eq(lhs, (*opening, *result, *([("", words)] if words else []))))
    return (*dots.solved(work, shown), *eqs, *extra)


def _finished(
    work: Work, shown: Shown, result: list[Link], frame: bool, final: bool
) -> list[Link]:
    """The result; where it is in names, in full as well if that is asked or is the question's last line and shorter."""
    named = (
        work.named(shown.name)
        if shown.name not in work.naming.weights and shown.name not in work.tainted
        else None
    )
    if (
        named is not None
        and result
        and result[0][0] == "="
        and not naming.all_tiny(work.naming, named)
    ):
        asked = work.question.measures.exactly(shown.name) or (final and work.detail == "full")
        whole = unnamed(work, shown.name) if asked or final else ()
        if whole and (asked or width(whole[0].box) <= width(result[0][1])):
            in_full = linked(ValueForm(shown.symbol), whole)
            return [*([result[0]] if asked else []), *(boxed(in_full) if frame else in_full)]
    return boxed(result) if frame else result


def on_the_way(work: Work, shown: Shown, words: Glossary) -> tuple[Eq, ...]:
    """What the record of a line's operation shows between formula and result, each part with its words.

    Raises SymattnError for a name that the record has not.
    """
    if shown.line.back is not None:
        found = _on_the_way_back(work, shown.line)
        words = among(words, found)
    else:
        working = OPS[shown.op].working if shown.op in OPS else None
        matrices = [x for x in shown.inputs if isinstance(x, Matrix)]
        if working is None or len(matrices) < len(shown.inputs):
            return ()
        found = working(*matrices, **shown.parameters)
        told = _told_before(work, shown, found)
        found, words = apart_from(found, told), apart_from(words, told)
        if not found:  # of these inputs there is none
            return ()
        for name in words.keys() - found.keys():
            raise SymattnError(
                f"template steps/{shown.op}.j2: {name!r} is no part of the working; write {', '.join(found)}"
            )
    heads, own = (
        {name: Ink(text, "text") for name, text in words.items()},
        work.at(shown.name, True),
    )
    return tuple(
        Eq(head, tuple(linked(ValueForm(head), matrix_forms(own, found[name]))))
        for name, head in heads.items()
    )


def _told_before(work: Work, shown: Shown, found: Matrices) -> frozenset[str]:
    """What is the value of an earlier line that is made of the same: the means of X, where they have a name."""
    names = work.question.plan.names
    before = work.question.plan.lines[: names.index(shown.name)]
    alike = [
        line
        for line in before
        if line.reads == shown.line.reads and line.tree != shown.line.tree
    ]
    values = [work.array(line.name) for line in alike]
    return frozenset(
        name
        for name, x in found.items()
        for y in values
        if isinstance(y, Matrix) and x.is_rational and y.is_rational and x == y
    )


def _on_the_way_back(work: Work, line: Line) -> Matrices:
    """What the records of the operations show on the way back through them."""
    known = {**work.answer.follow.givens, **work.answer.follow.values}
    between = line.back.between if line.back is not None else ()
    return {
        name: solve(Plan((Line(name, name, tree),)), known).output for name, tree in between
    }


def boxed(links: list[Link]) -> list[Link]:
    """The links of a result in one frame, exact and rounded value together."""
    if not links:
        return []
    if sum(map(layout.link_width, links)) > FRAMED:
        return [*links[:-1], (links[-1][0], Boxed(links[-1][1]))]
    inner: list[Box | None] = [links[0][1]]
    for relation, box in links[1:]:
        inner += [Ink(relation, "relation"), box]
    return [(links[0][0], Boxed(row(*inner)))]


def _merged(work: Work, family: Family, lines: list[tuple[Eq, ...]]) -> list[tuple[Eq, ...]]:
    """Heads that come to the same working share a line: P¹ = P² = …"""
    first = lines[0]
    same = len(lines) > 1 and all(
        len(eqs) == 1 and eqs[0].chain and eqs[0].chain == first[0].chain for eqs in lines
    )
    if any(
        line.name in work.answer.rounded for line in family.lines
    ):  # what is rounded alike need not be the same
        same = same and all(
            work.array(line.name) == work.array(family.lines[0].name) for line in family.lines
        )
    if not same:
        return lines
    whole = listed((work.symbol(line.name) for line in family.lines), EQUALS)
    formula = work.notation.formula(family.lines[0].tree)
    opened = first[0].lhs == row(work.symbol(family.lines[0].name), EQUALS, formula)
    chain = (("=", formula), *first[0].chain) if opened else first[0].chain
    return [(replace(first[0], lhs=whole, chain=chain),)] if width(whole) <= NAME else lines


def _marked(lines: list[tuple[Eq, ...]], mark: str) -> Lines:
    """The family's mark at the end of its last line."""
    if not lines or not mark:
        return tuple(lines)
    last = lines[-1]
    return (*lines[:-1], (*last[:-1], replace(last[-1], mark=mark)))
