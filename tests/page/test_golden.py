"""Pages and formulas to the last sign, as files to read: a change of either is seen in the difference.

``GOLDEN=1 pytest tests/page/test_golden.py`` writes them anew; every line that changes wants a reason.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from symattn.formats.text import flat
from symattn.notation import Notation
from symattn.notation.table import shipped as notations
from symattn.ops import OPS
from symattn.page import page
from symattn.plan.tree import Apply, Expr
from symattn.resources import shipped
from symattn.sheet import load

GOLDEN = Path(__file__).parents[1] / "golden"
PAGES = ("two-heads-by-hand", "stated-weights", "softmax-step-by-step", "thinking-machine", "positions")


def same_as(name: str, text: str) -> None:
    """The text is that of the golden file, which is written anew where GOLDEN is set."""
    if os.environ.get("GOLDEN"):
        (GOLDEN / name).write_text(text, encoding="utf-8")
    assert text == (GOLDEN / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_the_page_of_a_shipped_sheet(name: str) -> None:
    same_as(f"{name}.txt", page(load(shipped()[name]), "text"))


def operations(tree: Expr) -> Iterator[str]:
    """The operations of a line."""
    if isinstance(tree, Apply):
        yield tree.op
        for arg in tree.args:
            yield from operations(arg)


def lines() -> Iterator[tuple[str, str, Expr, dict[str, Expr]]]:
    """For every operation the first line of a shipped sheet that has it: the operation, the line, the trees beside it."""
    left = set(OPS)
    for _, path in sorted(shipped().items()):
        for question in load(path).questions:
            plan = question.shapes.plan if question.shapes else question.plan
            trees = {line.name: line.tree for line in plan.lines}
            for line in plan.lines:
                for op in sorted(left & set(operations(line.tree))):
                    left.discard(op)
                    yield op, line.text, line.tree, trees
    assert not left, f"no shipped sheet has a line with {', '.join(sorted(left))}"


def test_every_operation_in_every_notation() -> None:
    out = []
    for op, text, tree, trees in sorted(lines(), key=lambda item: item[0]):
        out.append(f"{op}: {text}")
        for name in sorted(notations()):
            own = Notation.load(name).of(trees)
            out.append(f"    {name:<18} {flat(own.formula(tree))}")
    same_as("formulas.txt", "\n".join(out) + "\n")
