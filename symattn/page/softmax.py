"""What a row of weights needs said: its gap or its sum, the names for small weights, one row in five lines, a table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from symattn.boxes import Box, Fence, Frac, Ink, Row, number, row
from symattn.exact.decide import sign
from symattn.exact.decimals import decimal, fixed
from symattn.exact.functions import exp
from symattn.exact.matrix import Blocked, Entry, Matrix
from symattn.exact.number import Number, total
from symattn.notation.values import power_of_ten, rounded
from symattn.page import linear
from symattn.page.layout import LIMIT, Eq, fits
from symattn.page.naming import SMALL, Name
from symattn.page.parts import Family
from symattn.page.work import Work

MANY = Number.of(10**6)  # from here on a value is shown as a power of ten
COMMA = row(Ink(",", "punct"), Ink("medium", "space"))


@dataclass(frozen=True)
class Row5:
    """One softmax row in five lines, with the words for which row it is."""

    title: str
    eqs: tuple[Eq, ...]


@dataclass(frozen=True)
class Table:
    """A table: what stands above the columns, and the rows, each a text or a box."""

    head: tuple[Any, ...]
    rows: tuple[tuple[Any, ...], ...]
    align: str
    tall: bool = False


def explain(work: Work, family: Family) -> tuple[tuple[tuple[Eq, ...], ...], dict[str, Any]]:
    """The definitions of names that first appear here, and the facts for the sentences around the weights."""
    names = [name for line in family.lines for name in work.naming.new.get(line.name, ())]
    facts: dict[str, Any] = {
        "pairs": [n for n in names if n.kind == "weight"],
        "sums": [n for n in names if n.kind == "sum"],
        "gaps": _listed([_gap(work, n.exponents[0]) for n in names if n.kind == "weight"]),
        "line": _way(work, family),
        "short_rows": [] if work.symbols else _short_rows(work, family),
        "row5": None,
        "table": None,
    }
    if work.detail == "full" and not work.symbols:
        facts["row5"] = _five(work, family)
        facts["table"] = _table(work, family)
    return tuple((_definition(work, name),) for name in names), facts


def _gap(work: Work, x: Number) -> Box:
    exact = work.values.inline(x)
    return exact if fits(exact, LIMIT / 3, 0) else rounded(x, work.places)


def _definition(work: Work, name: Name) -> Eq:
    if name.kind == "weight":
        exact: Box = Frac(number(1), row(number(1), Ink("+", "operator"), _e(work, name.exponents[0])))
    else:
        exact = work.values.exact(name.value)
    links = (("=", exact), ("≈", near(work, name.value)))
    return Eq(name.box, links if fits(exact, LIMIT - 40, 0) else links[1:])


def _e(work: Work, x: Number) -> Box:
    return work.values.exact(exp(x))


def near(work: Work, x: Number) -> Box:
    """A value in decimals; a small one with three or four significant digits and a power of ten."""
    if not x.is_rational and sign(x - SMALL) < 0 and sign(x) > 0:
        return power_of_ten(x, 4 if sign(x - Number.of(1) / 10**6) < 0 else 3)
    if not x.is_rational and sign(x - MANY) > 0:
        return power_of_ten(x)
    return rounded(x, work.places)


def _listed(boxes: list[Box]) -> list[Box]:
    seen: list[Box] = []
    for box in boxes:
        if box not in seen:
            seen.append(box)
    return seen


def _short_rows(work: Work, family: Family) -> list[tuple[Box, int, str]]:
    """The rows whose rounded weights miss 1: symbol, row, and what they add up to."""
    found = []
    for line in family.lines:
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
    largest = next(x for x in live if all(sign(x - y) >= 0 for y in live))
    gaps = [x - largest for x in live]
    powers = [exp(g) for g in gaps]
    shares = [w for w, x in zip(weights.values[i], scores.cells()[i], strict=True) if not isinstance(x, Blocked)]
    values = work.values
    named = work.naming.weights.get(family.lines[0].name)
    if named is not None and _down(work, family.lines[0].name):
        named = named.T
    cells = _named_row(work, named, i, scores.cells()[i]) if named is not None else None
    eqs = [
        _line("scores", [values.exact(x) for x in live], live, work),
        _line("minus largest", [values.exact(x) for x in gaps], gaps, work),
        _line("exponentials", [values.exact(x) for x in powers], powers, work),
        Eq(Ink("their sum", "text"), (("=", values.exact(total(powers))), ("≈", rounded(total(powers), work.places)))),
        _line("weights", cells or [values.exact(x) for x in shares], shares, work),
    ]
    kept = [_shortened(eq) for eq in eqs]
    return Row5(_title(work, family, i), tuple(eq for eq in kept if eq.chain))


def _shortened(eq: Eq) -> Eq:
    """The line without what is too wide for the page."""
    return replace(eq, chain=tuple(link for link in eq.chain if fits(link[1], LIMIT - 40, 2)))


def _named_row(work: Work, named: Matrix, i: int, scores: tuple[Entry, ...]) -> list[Box]:
    return [linear.write(w, work.values) for w, x in zip(named.values[i], scores, strict=True) if not isinstance(x, Blocked)]


def _line(label: str, exact: list[Box], values: list[Number], work: Work) -> Eq:
    links = [("=", _tuple(exact))]
    near_ = [rounded(x, work.places) for x in values]
    if any(not x.is_rational for x in values):
        links.append(("≈", _tuple(near_)))
    return Eq(Ink(label, "text"), tuple(links))


def _tuple(items: list[Box]) -> Box:
    parts: list[Box | None] = []
    for item in items:
        parts += [COMMA if parts else None, item]
    return Fence("(", row(*parts), ")")


def _title(work: Work, family: Family, i: int) -> str:
    head = f" of head {_head(work, family)}" if _head(work, family) else ""
    tokens = () if _down(work, family.lines[0].name) else work.tokens
    who = f" (the query “{tokens[i]}”)" if i < len(tokens) else ""
    return f"{_way(work, family).title()} {i + 1}{head}{who}"


def _head(work: Work, family: Family) -> str:
    digits = family.lines[0].name.rpartition("_")[2]
    return str(int(digits) + work.notation.names.shift) if digits.isdigit() and len(family.lines) > 1 else ""


def _table(work: Work, family: Family) -> Table | None:
    """All rows of a family with two scores each: head, query, gap, weights."""
    rows: list[tuple[Any, ...]] = []
    for line in family.lines:
        named = work.naming.weights.get(line.name)
        step = work.steps[line.name]
        if named is None or step.value.cols != 2 or step.params.get("axis") == 0:
            return None
        for i in range(step.value.rows):
            rows.append(_table_row(work, line.name, step.inputs[0], step.value, i))
    if len(rows) < 3:
        return None
    who = work.tokens if len(work.tokens) == 2 else ("column 1", "column 2")
    return Table(("weights", "row", "gap", f"on {who[0]}", f"on {who[1]}"), tuple(rows), "llrll")


def _table_row(work: Work, name: str, scores: Matrix, weights: Matrix, i: int) -> tuple[Any, ...]:
    a, b = scores.cells()[i]
    gap: Box = Ink("–", "text")
    if isinstance(a, Number) and isinstance(b, Number):
        g = b - a if sign(b - a) >= 0 else a - b
        gap = row(work.values.inline(g), Ink("≈", "relation"), rounded(g, work.places))
    token = work.tokens[i] if i < len(work.tokens) else str(i + 1)
    return (work.notation.symbol(name), token, gap, *(near(work, x) for x in weights.values[i]))
