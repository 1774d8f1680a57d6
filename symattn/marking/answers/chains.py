"""Where a chain of equalities breaks: between two values that differ by more than their own rounding."""

from __future__ import annotations

from itertools import pairwise

from symattn.exact.matrix import Blocked
from symattn.marking.answers.fitting import shape_of
from symattn.marking.answers.grids import Cells, shortened
from symattn.marking.answers.written import WrittenAnswer
from symattn.marking.handed import Handed
from symattn.marking.said import told
from symattn.said import Said
from symattn.tables import paired


def is_same(first: Cells, second: Cells) -> bool:
    """Whether the entries of one value may be those of another, as far as their rounding goes.

    >>> from symattn.marking.answers.tables import of_text
    >>> [is_same(of_text("c", "1/3").cells, of_text("c", text).cells) for text in ("0.33", "0.4", "[1 2]")]
    [True, False, False]
    """
    a, b = Handed("", first), Handed("", second)
    return a.shape == b.shape and all(
        isinstance(x.number, Blocked) == isinstance(y.number, Blocked)
        and a.span(x).overlaps(b.span(y))
        for _, x, y in paired(first, second)
    )


def chain_breaks(answer: WrittenAnswer) -> list[Said]:
    """Between which two values a chain of equalities breaks: they differ by more than their own rounding.

    >>> from symattn.marking.answers.tables import of_text
    >>> len(chain_breaks(of_text("A", "[1 2] = [1 3]"))), chain_breaks(of_text("A", "[1/3 1] = [0.33 1]"))
    (1, [])
    >>> from symattn.marking.answers.written import Side
    >>> from symattn.records import replace
    >>> column = of_text("c", "[0.5; 1]")
    >>> chain_breaks(replace(column, earlier=(Side("(1/2, 1)", 1, of_text("c", "[1/2, 1]").cells),)))
    []
    """
    if not answer.earlier or not answer.cells:
        return []
    chain = [(e.text, e.cells) for e in answer.earlier] + [(answer.text, answer.cells)]
    for (said, first), (then, second) in pairwise(chain):
        if 1 in shape_of(first) and shape_of(first)[::-1] == shape_of(second):
            first = tuple(
                zip(*first, strict=True)
            )  # a list that the line has as a column
        a, b = Handed("", first), Handed("", second)
        if a.shape != b.shape:
            return [
                told(
                    "chain_shapes",
                    first=shortened(said),
                    then=shortened(then),
                    a=a.shape,
                    b=b.shape,
                )
            ]
        for (i, j), x, y in paired(first, second):
            blocked = [isinstance(cell.number, Blocked) for cell in (x, y)]
            if (x.unit is None) != (y.unit is None):
                apart = False  # a bare number is one of the unit that the sheet shows, which is not known here
            elif any(blocked):
                apart = not all(blocked)
            else:
                apart = x.number is not y.number and not a.span(x).overlaps(b.span(y))
            if apart:
                ends = {"first": shortened(said), "then": shortened(then)}
                return [told("chain", **ends, i=i + 1, j=j + 1, x=x.text, y=y.text)]
    return []
