"""What a row of weights needs said: its gap or its sum, the names for small weights, one row in five lines, a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from symattn.boxes import (
    BLANK,
    COMMA,
    NEARLY,
    PLUS,
    Box,
    Boxes,
    Fence,
    Frac,
    Ink,
    Row,
    listed,
    number,
    row,
)
from symattn.exact.ball import as_of, fixed
from symattn.exact.decide import sign, sign_if_told
from symattn.exact.decimals import decimal
from symattn.exact.functions import exp
from symattn.exact.matrix import Blocked
from symattn.exact.number import Number, total
from symattn.exact.text import wordy
from symattn.notation.values import power_of_ten, rounded
from symattn.page import matrices, naming
from symattn.page.axes import of_tokens, token_axes
from symattn.page.chains import equation, linked
from symattn.page.digits import adding_up, agreeing
from symattn.page.engine import Cell, Family, PageTable
from symattn.page.forms import (
    LIMIT,
    Link,
    fits,
    value,
)
from symattn.page.layout import Eq, Eqs
from symattn.page.links import ledger
from symattn.page.matrices import ROUGH, ValueForm, ends, plain_number
from symattn.page.naming import SMALL, TINY, Name
from symattn.page.work import Work
from symattn.plan.derivation import PlanStep
from symattn.records import frozen
from symattn.said import Integers
from symattn.tables import placed

FAR = Number.of(
    10**5
)  # of a gap beyond it the exponential is nothing at any place that is printed: e^(−10⁹) of a mask
MANY = Number.of(10**6)  # from here on a value is shown as a power of ten
GAP = 45.0  # millimetres: a gap longer than this is shown in a table by its decimals alone


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
    ``equal`` is what every score is given where those of each row are equal, or nothing where rows have not as many of them;
    ``blocked`` says that a mask leaves not all of them.
    ``alone`` says that there is one row or column, ``longer`` that one has more scores than two, ``looks``, line by line, which
    word gives more than half of its weight, or all of it, to which word.
    """

    definitions: tuple[Eqs, ...]
    pairs: tuple[Name, ...]
    sums: tuple[Name, ...]
    gaps: Boxes
    line: str
    short: tuple[tuple[Box, Integers, Box], ...]
    one: Row5 | None
    table: PageTable | None
    whole: bool
    equal: tuple[Box, ...] | None = None
    blocked: bool = False
    alone: bool = False
    longer: bool = False
    looks: tuple[tuple[Box, tuple[tuple[str, str, bool], ...]], ...] = ()


def explain(work: Work, family: Family) -> Weights:
    """The definitions of names that first appear here, and what the sentences around the weights speak of."""
    first = work.at(family.lines[0].name, on_the_way=True)
    names = [
        name for line in family.lines for name in work.naming.new.get(line.name, ())
    ]
    pairs = tuple(n for n in names if n.kind == "weight")
    full = work.detail == "full" and not work.symbols
    sums = tuple(n for n in names if n.kind == "sum")
    decimals = work.detail != "brief" and (  # a row of exponentials says all
        family.lines[0].name in work.answer.rounded
        or not (work.symbols or all(_spelled(first, n) for n in sums))
    )
    equal = _equal(work, family)
    return Weights(
        tuple((definition(first, name),) for name in names),
        pairs,
        sums,
        tuple(dict.fromkeys(_gap(first, n.exponents[0]) for n in pairs)),
        _way(work, family),
        () if work.symbols else tuple(_short_rows(work, family)),
        _five(work, family) if full or decimals else None,
        _table(work, family) if full else None,
        _made_whole(work, family),
        equal,
        equal is not None
        and any(work.steps[x.name].inputs[0].blocked for x in family.lines),
        all(1 in work.steps[line.name].value.shape for line in family.lines),
        any(_is_longer(work.steps[line.name]) for line in family.lines),
        tuple(
            (work.symbol(line.name), _looks(work, line.name)) for line in family.lines
        ),
    )


def _is_longer(step: PlanStep) -> bool:
    """Whether a row, or a column that adds up to 1, has more scores than two."""
    scores = naming.by_rows(step)[0]
    return any(
        sum(isinstance(x, Number) for x in those) > 2 for those in scores.cells()
    )


def _looks(work: Work, name: str) -> tuple[tuple[str, str, bool], ...]:
    """The words that give more than half of their weight to one word, as the page rounds it too, that word, and whether it has
    all of it; those that stand there twice with their places, “the (4)”. None where the weights are not of words for words."""
    if work.symbols or not of_tokens(work, name):
        return ()
    if work.notation.columns != naming.down(work.steps[name]):
        return ()
    weights = naming.by_rows(work.steps[name])[1]
    many = Counter(work.tokens)
    words = [
        f"{word} ({k})" if many[word] > 1 else word
        for k, word in enumerate(work.tokens, 1)
    ]
    half = (1 + Number.of(1) / 10 ** work.at(name).places) / 2
    return tuple(
        (words[i], words[j], w == 1)
        for (i, j), w in placed(weights.values)
        if sign_if_told(w - half) == 1
    )


def _made_whole(work: Work, family: Family) -> bool:
    """Whether the weights are rational though the scores are not: logarithms, of which the exponentials say everything, unless
    each row has one score, whose weight is 1 whatever it is."""
    steps = [work.steps[line.name] for line in family.lines]
    return all(
        s.value.is_rational and not s.inputs[0].is_rational for s in steps
    ) and any(w not in (0, 1) for s in steps for _, w in placed(s.value.values))


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
    exact = _spelled(work, name)
    forms = [
        None if exact is None else ValueForm(exact),
        ValueForm(near(work, name.value), ROUGH),
    ]
    return equation(name.box, forms)


def _spelled(work: Work, name: Name) -> Box | None:
    """What a name stands for in exponentials, or None where these are too long for a line."""
    if name.kind == "weight":
        below = row(number(1), PLUS, work.values.exact(exp(name.exponents[0])))
        exact: Box = Frac(number(1), below)
    else:
        exact = work.values.exact(name.value)
    return exact if fits(exact, LIMIT - 40, 0) else None


def near(work: Work, x: Number) -> Box:
    """A value in decimals; a small one with three or four significant digits and a power of ten."""
    if not x.is_rational and sign(x - SMALL) < 0 and sign(x) > 0:
        return power_of_ten(x, as_of(work.places, 4 if sign(x - TINY) < 0 else 3))
    if not x.is_rational and sign(x - MANY) > 0:
        return power_of_ten(x, as_of(work.places, 4))
    return rounded(x, work.places)


def _short_rows(work: Work, family: Family) -> list[tuple[Box, Integers, Box]]:
    """The rows whose weights are shown rounded and miss 1: symbol, rows, and what each of these adds up to."""
    found: dict[tuple[Box, Box], list[int]] = {}
    for line in family.lines:
        forms = value(work, line.name)
        if all(form.exact for form in forms):
            continue
        if forms[0].exact and work.value(line.name).is_rational:  # 1/3 stands there
            continue
        weights = naming.by_rows(work.steps[line.name])[1]
        places = work.at(line.name).places
        for i, r in enumerate(weights.values):
            texts = [decimal(x, places) for x in r]
            units = sum(int(t.replace(".", "")) for t in texts)
            if units != 10**places and not _tiny_row(r):
                added = number(fixed(units, places))
                found.setdefault((work.symbol(line.name), added), []).append(i + 1)
    return [(symbol, tuple(rows), total) for (symbol, total), rows in found.items()]


def _tiny_row(r: tuple[Number, ...]) -> bool:
    return any(isinstance(rounded(x, 6), Row) for x in r if not x.is_rational)


def _way(work: Work, family: Family) -> str:
    """What adds up to 1 on the page."""
    down = all(naming.down(work.steps[line.name]) for line in family.lines)
    return "column" if down else "row"


def _five(work: Work, family: Family) -> Row5 | None:
    """Scores, less the largest, exponentials, their sum, weights: the first row that is no plain rational."""
    name = family.lines[0].name
    scores, weights = naming.by_rows(work.steps[name])
    irrational = [
        k
        for k, line in enumerate(weights.values)
        if not all(x.is_rational for x in line)
    ]
    if not irrational:
        return None
    i = irrational[0]
    line = scores.cells()[i]
    live: list[Number] = [x for x in line if isinstance(x, Number)]
    largest = next(
        (x for x in live if all(sign_if_told(x - y) != -1 for y in live)), live[0]
    )
    gaps = [x - largest for x in live]
    powers = [exp(-FAR if sign_if_told(g + FAR) == -1 else g) for g in gaps]
    shares = [
        w
        for w, x in zip(weights.values[i], line, strict=True)
        if not isinstance(x, Blocked)
    ]
    cells = [
        w
        for w, x in zip(_row_of_weights(work, name, i), line, strict=False)
        if w is not None and not isinstance(x, Blocked)
    ]
    own = work.at(name)
    work = work.at(name, on_the_way=True)
    word = "" if naming.down(work.steps[name]) else _word(work, name, i)
    above, apart = work.places, work.places
    if work.answer.rounded:  # the gaps are the printed scores less the largest, the sum is that of the printed exponentials
        above = agreeing(
            work.places, lambda found: [x - max(found) for x in found], live, gaps
        )
        apart = adding_up(work.places, powers)
    lines = (
        ("scores", _line([], live, work, above)),
        ("minus largest", _line([], gaps, work, above)),
        ("exponentials", _line([], powers, work, apart)),
        ("their sum", _line([], [total(powers)], work, work.places)),
        ("weights", _line(cells, shares, work, own.places)),
    )
    shown = tuple((what, tuple(linked(forms))) for what, forms in lines)
    if not any(links for what, links in shown if what != "their sum"):
        return None  # the sum alone, where nothing that is added up has room
    return Row5(i + 1, _head(work, family), word, shown)


def _row_of_weights(work: Work, name: str, i: int) -> Sequence[Box | None]:
    """A row or column of weights in names, which are those of the exact scores, or in decimals as it stands in its line; nothing
    where it is neither."""
    named = None if name in work.tainted else work.naming.weights.get(name)
    down = naming.down(work.steps[name])
    if named is not None:
        rows = (named.T if down else named).values
        return [matrices.write(w, work.values) for w in rows[i]]
    if not work.answer.rounded:
        return ()
    form = value(work, name)[-1]
    form = matrices.turned_form(form) if down else form
    return [form.cell(i, j) for j in range(work.shapes[name][-2 if down else -1])]


def _line(
    exact: list[Box], numbers: list[Number], work: Work, places: int
) -> list[ValueForm | None]:
    """The numbers of a line exactly, and rounded where they are not exact so; nothing that is too wide for the page."""
    plainly = [plain_number(x, places) for x in numbers]
    rough = frozenset((0, k) for k, x in enumerate(plainly) if not ends(x, places))
    if work.answer.rounded:
        boxes = [rounded(x, places, tiny=False) for x in plainly]
        (shown,) = [exact] if exact else matrices.evenly([boxes])
        return [ValueForm(_tuple(shown), rough)]
    if not exact and not any(map(wordy, numbers)):
        exact = list(map(work.values.exact, numbers))
    forms = [
        ValueForm(_tuple(exact)),
        ValueForm(_tuple([rounded(x, places) for x in plainly]), rough),
    ]
    if all(x.is_rational for x in plainly):
        forms = forms[:1] if rough else forms[1:]
    if not exact:
        forms = forms[1:]
    return [form if fits(form.box, LIMIT - 40, 2) else None for form in forms]


def _tuple(items: Sequence[Box]) -> Box:
    if len(items) == 1:
        return items[0]
    return Fence("(", listed(items, COMMA, BLANK), ")")


def _word(work: Work, name: str, i: int) -> str:
    """The word that looks from a row of weights; empty where rows are no words."""
    looks = of_tokens(work, name) or (token_axes(work, name) or (False,))[0]
    return work.tokens[i] if looks and len(work.tokens) == work.shapes[name][-2] else ""


def _head(work: Work, family: Family) -> str:
    head = family.lines[0].head
    if head is None or len(family.lines) == 1:
        return ""
    return str(head + work.notation.names.shift)


def _table(work: Work, family: Family) -> PageTable | None:
    """All rows of a family with two scores each: head, query, gap, weights."""
    rows: list[tuple[Cell, ...]] = []
    for name in (line.name for line in family.lines):
        named = work.naming.weights.get(name)
        step = work.steps[name]
        if named is None or step.value.cols != 2 or step.params.get("axis") == 0:
            return None
        own = work.at(name)
        scores, weights = step.inputs[0].cells(), step.value.values
        for i, ((a, b), shares) in enumerate(zip(scores, weights, strict=True)):
            gap: Box = Ink("–", "text")
            if isinstance(a, Number) and isinstance(b, Number):
                g = b - a if sign_if_told(b - a) != -1 else a - b
                near_ = rounded(g, own.places)
                gap = near_ if wordy(g) else own.values.inline(g)
                if not wordy(g) and not ends(plain_number(g, own.places), own.places):
                    ledger(own).check([Eq(gap, (("≈", near_),))])
                    gap = row(gap if fits(gap, GAP, 0) else None, NEARLY, near_)
            looking = _word(own, name, i) or str(i + 1)
            rows.append(
                (own.symbol(name), looking, gap, *(near(own, x) for x in shares))
            )
    if len(rows) < 3:
        return None
    looks = len(work.tokens) == 2 and all(
        of_tokens(work, line.name) for line in family.lines
    )
    return PageTable(work.tokens if looks else (), tuple(rows), "llrll")
