"""What explains an entry comes to that entry as it stands, and no bracket stands around what is in brackets already."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from table import SHAPES, array, expressions

from symattn.boxes import Box, Fence, Frac, Grid, Ink, Root, Row, Script
from symattn.errors import SymattnError
from symattn.exact.matrix import Matrix
from symattn.formats.text import flat
from symattn.ops import OPS
from symattn.page.entry import explained
from symattn.page.layout import Eq
from symattn.page.links import PlaceNames
from symattn.plan import Plan
from symattn.plan.derivation import solve

KINDS = ("mixed", "above", "places")


def steps(text: str, many: int = 2) -> Iterator[dict[str, Any]]:
    """The steps of a line that has an operation alone, on givens for which it has a value."""
    plan = Plan.read([f"Z = {text}"])
    for shape in SHAPES:
        for kind in KINDS:
            fitting = zip(plan.givens, (shape, shape[::-1] if "@" in text else shape, shape), strict=False)
            try:
                found = solve(plan, {name: array(kind, one) for name, one in fitting}).steps
            except (SymattnError, ArithmeticError):
                continue
            if isinstance(found[-1].value, Matrix):
                yield {step.call.out: step for step in found}
                many -= 1
                if not many:
                    return


def twice(box: Box) -> bool:
    """Whether brackets stand right inside brackets, or around the whole of what a root, a bar or a script holds."""
    match box:
        case Fence(_, Fence("(", _, ")"), _) | Root(Fence("(", _, ")")) | Frac(Fence("(", _, ")")) | Frac(_, Fence("(", _, ")")):
            return True
        case Script(base, sub, sup):
            return isinstance(sup, Fence) or any(map(twice, filter(None, (base, sub, sup))))
        case Row(items):
            return any(map(twice, items))
        case Frac(a, b):
            return twice(a) or twice(b)
        case Root(body) | Fence(_, body, _):
            return twice(body)
        case Grid(rows):
            return any(twice(x) for r in rows for x in r)
    return False


@pytest.mark.sliced(14)
@pytest.mark.parametrize("name", [name for name in OPS if name != "limit"])
def test_what_explains_an_entry_comes_to_it(name: str) -> None:
    for text in dict.fromkeys(expressions(name)):
        for found in steps(text):
            value = found["Z"].value
            for i in range(min(2, value.rows)):
                for j in range(value.cols):
                    _, links, _ = explained(found, "Z", i, j)
                    names = PlaceNames(f"{text} at {i}, {j}")
                    names.check([Eq(Ink("Z", "text"), links)])
                    assert not any(twice(box) for _, box in links), [flat(box) for _, box in links]


TELLS_OF_MORE = {  # the sentence says which row or which mask decides, and none of its entries
    "argmax", "argsort", "cross_entropy", "keep_top_k", "keep_top_p", "mask", "merge_heads", "sort", "top_k", "top_p", "top_places",
}
COMPARES = {  # an entry that is looked at need not count: it is smaller, blocked, or stands before a factor of 0
    "causal_mask", "clip", "eigenvalues", "entropy", "equal_nothing", "heaviside", "keep_top_k", "keep_top_p", "layer_norm", "logsumexp", "mask", "max",
    "maximum", "min", "minimum", "onehot", "rank", "relu", "rope", "sign", "top_k", "top_p", "trace", "tril", "triu", "where",
}
SHARES = {"normalize", "rms_norm", "softmax", "var"}  # of a line of one entry they are what they are whatever it is
PLACES = {"gather": ((2, 3), (3, 2), (2, 1), (1, 2), (1, 1)), "cross_entropy": ((2, 1), (1, 2), (3, 1)), "lookup": ((2, 3), (1, 2))}
TRIED = ((2, 3), (3, 2), (3, 1), (1, 3), (2, 2))


def givens(name: str, plan: Plan) -> Iterator[dict[str, Any]]:
    """Matrices that one after the other may take: of one shape, turned, a row or a column for every row, places of every shape."""
    for shape in TRIED:
        others = PLACES.get(name, (shape, shape[::-1], (1, shape[1]), (shape[0], 1)))
        for other in dict.fromkeys(others) if len(plan.givens) > 1 else ():
            for kind in ("places",) if name in PLACES else ("mixed", "kept"):
                first, *rest = plan.givens
                yield {first: array("mixed", shape), **{one: array(kind, other) for one in rest}}
        if len(plan.givens) == 1:
            yield from ({plan.givens[0]: array(kind, shape)} for kind in ("mixed", "above", "weights", "places"))


def valued(name: str, text: str) -> Iterator[tuple[Plan, dict[str, Any], list[Any]]]:
    """The first of these with a value: of one for each shape that is tried, or each two shapes."""
    plan, seen = Plan.read([f"Z = {text}"]), set()
    for given in givens(name, plan):
        shapes = tuple(a.shape for a in given.values())
        try:
            found = solve(plan, given).steps
        except (SymattnError, ArithmeticError):
            continue
        if shapes not in seen and isinstance(found[-1].value, Matrix):
            seen.add(shapes)
            yield plan, given, found


def made_of(plan: Plan, given: dict[str, Any], value: Matrix, steps_of_change: tuple[Any, ...]) -> dict[tuple[int, int], set[tuple[str, int, int]]]:
    """The entries of the givens by each entry of the value that becomes another when they are changed."""
    found: dict[tuple[int, int], set[tuple[str, int, int]]] = {}
    for name, a in given.items():
        for r, c, by in ((r, c, by) for r in range(a.rows) for c in range(a.cols) for by in steps_of_change):
            other = Matrix.of([[x + by if (i, j) == (r, c) else x for j, x in enumerate(row)] for i, row in enumerate(a.values)])
            try:
                moved = solve(plan, {**given, name: other}).steps[-1].value
            except (SymattnError, ArithmeticError):
                continue
            for i, j in ((i, j) for i in range(value.rows) for j in range(value.cols) if moved.shape == value.shape):
                if moved[i, j] != value[i, j]:
                    found.setdefault((i, j), set()).add((name, r, c))
    return found


@pytest.mark.parametrize("name", [name for name in OPS if name not in ("limit", "solve")])
def test_the_entries_that_an_explanation_names_are_those_that_it_is_made_of(name: str) -> None:
    for text in list(dict.fromkeys(expressions(name)))[:3]:
        for plan, given, found in valued(name, text):
            value, steps = found[-1].value, {step.call.out: step for step in found}
            true = made_of(plan, given, value, (1, -1) if name in PLACES else (Fraction(37, 7),))
            for i, j in ((i, j) for i in range(value.rows) for j in range(value.cols)):
                told = {part for part in explained(steps, "Z", i, j)[2] if part[0] in given}
                at, shapes = true.get((i, j), set()), {one: a.shape for one, a in given.items()}
                assert at <= told or name in TELLS_OF_MORE, (text, shapes, i, j, at - told)
                assert told <= at or name in COMPARES or (name in SHARES and 1 in value.shape), (text, shapes, i, j, told - at)
