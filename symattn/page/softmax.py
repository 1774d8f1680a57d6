"""What a row of weights needs said: its gap or its sum, the names for small weights, one row in five lines, a table."""

from __future__ import annotations

from dataclasses import dataclass

from symattn.boxes import Box, Fence, Frac, Ink, Row, number, row
from symattn.exact.decide import sign, sign_if_told
from symattn.exact.functions import exp
from symattn.exact.matrix import Blocked, Entry, Matrix
from symattn.exact.number import Number, total
from symattn.exact.text import decimal, fixed, wordy
from symattn.notation.values import power_of_ten, rounded
from symattn.page import matrices
from symattn.page.engine import Cell, Family, Table
from symattn.page.layout import Eq
from symattn.page.matrices import Form, ends, plain_number
from symattn.page.naming import SMALL, Name
from symattn.page.present import LIMIT, Link, fits, linked, value
from symattn.page.work import Work

MANY = Number.of(10**6)  # from here on a value is shown as a power of ten
GAP = 45.0  # millimetres: a gap longer than this is shown in a table by its decimals alone
ROUGH = frozenset({(0, 0)})
COMMA = row(Ink(",", "punct"), Ink("medium", "space"))


@dataclass(frozen=True)
class Row5:
    """One softmax row in five lines, each with what it shows; its number, its head and the word whose query it is."""

    number: int
    head: str
    word: str
    lines: tuple[tuple[str, tuple[Link, ...]], ...]


@dataclass(frozen=True)
class Weights:
    """What the sentences around weights speak of.

    ``pairs`` and ``sums`` are the names that are defined here by their ``definitions``, ``gaps`` the gaps between two
    scores, ``line`` is "row" or "column", ``short`` says which rounded lines miss 1 (symbol, number, what they add up to).
    ``looks`` says, line by line, which word gives more than half of its weight, or all of it, to which word.
    """

    definitions: tuple[tuple[Eq, ...], ...]
    pairs: tuple[Name, ...]
    sums: tuple[Name, ...]
    gaps: tuple[Box, ...]
    line: str
    short: tuple[tuple[Box, int, str], ...]
    one: Row5 | None
    table: Table | None
    looks: tuple[tuple[Box, tuple[tuple[str, str, bool], ...]], ...] = ()


def explain(work: Work, family: Family) -> Weights:
    """The definitions of names that first appear here, and what the sentences around the weights speak of."""
    names = [name for line in family.lines for name in work.naming.new.get(line.name, ())]
    pairs = tuple(n for n in names if n.kind == "weight")
    full = work.detail == "full" and not work.symbols
    return Weights(
        tuple((_definition(work, name),) for name in names),
        pairs,
        tuple(n for n in names if n.kind == "sum"),
        tuple(dict.fromkeys(_gap(work, n.exponents[0]) for n in pairs)),
        _way(work, family),
        () if work.symbols else tuple(_short_rows(work, family)),
        _five(work, family) if full else None,
        _table(work, family) if full else None,
        tuple((work.notation.symbol(line.name), _looks(work, line.name)) for line in family.lines),
    )


def _looks(work: Work, name: str) -> tuple[tuple[str, str, bool], ...]:
    """The words that give more than half of their weight to one word, that word, and whether it has all of it; none
    without words for all."""
    weights = _scores(work, name)[1]
    words = work.tokens
    if work.symbols or (weights.rows, weights.cols) != (len(words), len(words)) or work.notation.columns != _down(work, name):
        return ()
    half = Number.of(1) / 2
    return tuple(
        (words[i], words[j], w == 1)
        for i, r in enumerate(weights.values)
        for j, w in enumerate(r)
        if sign_if_told(w - half) == 1
    )


def _gap(work: Work, x: Number) -> Box:
    if wordy(x):
        return rounded(x, work.places)
    exact = work.values.inline(x)
    return exact if fits(exact, LIMIT / 3, 0) else rounded(x, work.places)


def _definition(work: Work, name: Name) -> Eq:
    if name.kind == "weight":
        exact: Box = Frac(number(1), row(number(1), Ink("+", "operator"), _e(work, name.exponents[0])))
    else:
        exact = work.values.exact(name.value)
    forms = [Form(exact) if fits(exact, LIMIT - 40, 0) else None, Form(near(work, name.value), ROUGH)]
    return Eq(name.box, tuple(linked(Form(name.box), forms)))


def _e(work: Work, x: Number) -> Box:
    return work.values.exact(exp(x))


def near(work: Work, x: Number) -> Box:
    """A value in decimals; a small one with three or four significant digits and a power of ten."""
    if not x.is_rational and sign(x - SMALL) < 0 and sign(x) > 0:
        return power_of_ten(x, 4 if sign(x - Number.of(1) / 10**6) < 0 else 3)
    if not x.is_rational and sign(x - MANY) > 0:
        return power_of_ten(x)
    return rounded(x, work.places)


def _short_rows(work: Work, family: Family) -> list[tuple[Box, int, str]]:
    """The rows whose weights are shown rounded and miss 1: symbol, row, and what they add up to."""
    found = []
    for line in family.lines:
        if all(form.exact for form in value(work, line.name)):
            continue
        weights = _scores(work, line.name)[1]
        for i, r in enumerate(weights.values):
            texts = [decimal(x, work.places) for x in r]
            units = sum(int(t.replace(".", "")) for t in texts)
            if units != 10**work.places and not _tiny_row(r):
                found.append((work.notation.symbol(line.name), i + 1, fixed(units, work.places)))
    return found


def _tiny_row(r: tuple[Number, ...]) -> bool:
    return any(isinstance(rounded(x, 6), Row) for x in r if not x.is_rational)


def _down(work: Work, name: str) -> bool:
    """Whether the softmax runs down the columns of its line."""
    return work.steps[name].params.get("axis") == 0


def _way(work: Work, family: Family) -> str:
    """What adds up to 1 on the page."""
    return "column" if _down(work, family.lines[0].name) else "row"


def _scores(work: Work, name: str) -> tuple[Matrix, Matrix]:
    """Scores and weights, turned so that every row of weights adds up to 1."""
    step = work.steps[name]
    return (step.inputs[0].T, step.value.T) if _down(work, name) else (step.inputs[0], step.value)


def _five(work: Work, family: Family) -> Row5 | None:
    """Scores, less the largest, exponentials, their sum, weights: the first row that is no plain rational."""
    scores, weights = _scores(work, family.lines[0].name)
    i = next((k for k in range(weights.rows) if not all(x.is_rational for x in weights.values[k])), None)
    if i is None:
        return None
    live: list[Number] = [x for x in scores.cells()[i] if isinstance(x, Number)]
    largest = next((x for x in live if all(sign_if_told(x - y) != -1 for y in live)), live[0])
    gaps = [x - largest for x in live]
    powers = [exp(g) for g in gaps]
    shares = [w for w, x in zip(weights.values[i], scores.cells()[i], strict=True) if not isinstance(x, Blocked)]
    named = work.naming.weights.get(family.lines[0].name)
    if named is not None and _down(work, family.lines[0].name):
        named = named.T
    cells = _named_row(work, named, i, scores.cells()[i]) if named is not None else None
    head, who = _whose(work, family, i)
    return Row5(
        i + 1,
        head,
        who,
        tuple(
            (what, tuple(linked(Form(Ink(what, "text")), _line(exact, numbers, work))))
            for what, exact, numbers in (
                ("scores", [], live),
                ("minus largest", [], gaps),
                ("exponentials", [], powers),
                ("their sum", [], [total(powers)]),
                ("weights", cells or [], shares),
            )
        ),
    )


def _named_row(work: Work, named: Matrix, i: int, scores: tuple[Entry, ...]) -> list[Box]:
    return [matrices.write(w, work.values) for w, x in zip(named.values[i], scores, strict=True) if not isinstance(x, Blocked)]


def _line(exact: list[Box], numbers: list[Number], work: Work) -> list[Form | None]:
    """The numbers of a line exactly, and rounded where they are not exact so; nothing that is too wide for the page."""
    plainly = [plain_number(x, work.places) for x in numbers]
    rough = frozenset((0, k) for k, x in enumerate(plainly) if not ends(x, work.places))
    exact = exact or ([] if any(map(wordy, numbers)) else list(map(work.values.exact, numbers)))
    forms = [Form(_tuple(exact)), Form(_tuple([rounded(x, work.places) for x in plainly]), rough)]
    if all(x.is_rational for x in plainly):
        forms = forms[1:] if not rough else forms[:1]
    return [form if fits(form.box, LIMIT - 40, 2) else None for form in forms[not exact :]]


def _tuple(items: list[Box]) -> Box:
    if len(items) == 1:
        return items[0]
    parts: list[Box | None] = []
    for item in items:
        parts += [COMMA if parts else None, item]
    return Fence("(", row(*parts), ")")


def _whose(work: Work, family: Family, i: int) -> tuple[str, str]:
    """The head that a row belongs to, and the word whose query it is; empty where there is none."""
    tokens = () if _down(work, family.lines[0].name) else work.tokens
    return _head(work, family), tokens[i] if i < len(tokens) else ""


def _head(work: Work, family: Family) -> str:
    head = family.lines[0].head
    return str(head + work.notation.names.shift) if head is not None and len(family.lines) > 1 else ""


def _table(work: Work, family: Family) -> Table | None:
    """All rows of a family with two scores each: head, query, gap, weights."""
    rows: list[tuple[Cell, ...]] = []
    for line in family.lines:
        named = work.naming.weights.get(line.name)
        step = work.steps[line.name]
        if named is None or step.value.cols != 2 or step.params.get("axis") == 0:
            return None
        for i in range(step.value.rows):
            rows.append(_table_row(work, line.name, step.inputs[0], step.value, i))
    if len(rows) < 3:
        return None
    return Table(work.tokens if len(work.tokens) == 2 else (), tuple(rows), "llrll")


def _table_row(work: Work, name: str, scores: Matrix, weights: Matrix, i: int) -> tuple[Cell, ...]:
    a, b = scores.cells()[i]
    gap: Box = Ink("–", "text")
    if isinstance(a, Number) and isinstance(b, Number):
        g = b - a if sign_if_told(b - a) != -1 else a - b
        near_ = rounded(g, work.places)
        exact = near_ if wordy(g) else work.values.inline(g)
        is_exact = wordy(g) or ends(plain_number(g, work.places), work.places)
        gap = exact if is_exact else row(exact if fits(exact, GAP, 0) else None, Ink("≈", "relation"), near_)
    token = work.tokens[i] if i < len(work.tokens) else str(i + 1)
    return (work.notation.symbol(name), token, gap, *(near(work, x) for x in weights.values[i]))
