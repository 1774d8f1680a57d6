"""What explains an entry comes to that entry as it stands, and no bracket stands around what is in brackets already."""

from __future__ import annotations

from collections.abc import Iterator
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
