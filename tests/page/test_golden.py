"""Pages and formulas to the last sign, as files to read: a change of either is seen in the difference.

``GOLDEN=1 pytest tests/page/test_golden.py`` writes them anew; every line that changes wants a reason.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from symattn.errors import LineError
from symattn.files import shipped
from symattn.formats.text import flat
from symattn.notation import Notation
from symattn.ops import OPS
from symattn.page import page
from symattn.plan import Plan
from symattn.plan.tree import Expr
from symattn.sheet import load

GOLDEN = Path(__file__).parents[1] / "golden"
PAGES = ("two-heads-by-hand", "stated-weights", "softmax-step-by-step", "thinking-machine", "positions")


def same_as(name: str, text: str) -> None:
    """The text is that of the golden file, which is written anew where GOLDEN is set."""
    if os.environ.get("GOLDEN"):
        (GOLDEN / name).write_text(text, encoding="utf-8")
    assert text == (GOLDEN / name).read_text(encoding="utf-8")


@pytest.mark.sliced(6)
@pytest.mark.parametrize("name", PAGES)
def test_the_page_of_a_shipped_sheet(name: str) -> None:
    same_as(f"{name}.txt", page(load(shipped()[name]), "text"))


NOTATIONS = ("columns", "course-concat", "illustrated", "paper", "superscript-heads")


def lines() -> Iterator[tuple[str, str, Expr]]:
    """The line of every operation that the golden file has; where it is written anew, the bare spelling of the others too."""
    golden = (GOLDEN / "formulas.txt").read_text(encoding="utf-8")
    known = dict(re.findall(r"^(\w+): (.+)$", golden, re.MULTILINE))
    if os.environ.get("GOLDEN"):
        known = {op: f"Z = {record.spelling}" for op, record in OPS.items()} | known
    for op, text in sorted(known.items()):
        yield op, text, tree(text)


def tree(text: str) -> Expr:
    """A line's tree; where its small letters cannot be matrices they are numbers."""
    try:
        return Plan.read([text]).lines[0].tree
    except LineError:
        return Plan.read([text], scalars=re.findall(r"\b[a-z]\b(?!_|\()", text)).lines[0].tree


@pytest.mark.exhaustive
def test_every_operation_in_every_notation() -> None:
    out = []
    for op, text, found in lines():
        out.append(f"{op}: {text}")
        out += [f"    {name:<18} {flat(Notation.load(name).of({}).formula(found))}" for name in NOTATIONS]
    same_as("formulas.txt", "\n".join(out) + "\n")
