"""The catalogue: every operation has its spelling, sentence, example, template and a worksheet; every slip an operation."""

from __future__ import annotations

import doctest
from functools import cache

import pytest
from click.testing import CliRunner

import symattn.ops
from symattn.cli import main
from symattn.ops import OPS
from symattn.ops.slips import ORDER
from symattn.plan import Plan
from symattn.plan.catalogue import spelling
from symattn.resources import folder, shipped
from symattn.sheet import load

EXAMPLES = {
    example
    for module in vars(symattn.ops).values()
    if getattr(module, "__name__", "").startswith("symattn.ops.")
    for test in doctest.DocTestFinder(exclude_empty=True).find(module)
    for example in [test.docstring or ""]
}


@cache
def shown() -> frozenset[str]:
    """The operations that some shipped worksheet carries out."""
    questions = [question for path in shipped().values() for question in load(path).questions]
    plans = [question.shapes.plan if question.shapes else question.plan for question in questions]
    return frozenset(call.op for plan in plans for call in plan.calls)


@pytest.mark.parametrize("name", OPS)
def test_an_operation_is_complete(name: str) -> None:
    op = OPS[name]
    assert op.says.endswith("."), "one sentence"
    assert (folder("templates") / "steps" / f"{name}.j2").is_file()
    assert ">>> " in (op.run.__doc__ or "") or any(f"{name}.run" in example for example in EXAMPLES)
    assert name in shown(), "a shipped worksheet shows it"


@pytest.mark.parametrize("name", [name for name in OPS if "…" not in spelling(name)])
def test_the_spelling_is_read_as_the_operation(name: str) -> None:
    text = spelling(name).replace("(A, shape)", "(A, (2, 2))").replace("axis1, axis2", "0, 1").replace("(A, heads)", "(A, 2)")
    text = text.replace("places", "2") if name == "round" else text
    line = Plan.read([f"Z = {text}"], scalars=["c"]).lines[0]
    assert line.calls[-1].op == name


def test_every_slip_belongs_to_an_operation() -> None:
    assert {slip for op in OPS.values() for slip in op.slips} >= set(ORDER) - {"wrong-operand", "sign"}


def test_the_command_prints_it() -> None:
    printed = CliRunner().invoke(main, ["ops"]).output
    assert all(op.says in printed for op in OPS.values())
    assert "slip softmax-columns: normalised down the columns" in printed
