"""The catalogue: every operation has its spelling, sentence, example, template and a worksheet; every slip an operation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from symattn import formats
from symattn.cli import main
from symattn.files import folder
from symattn.ops import OPS
from symattn.ops.registry import Op
from symattn.ops.slips import ORDER, rank
from symattn.plan import Plan

WRITTEN = {"size": "2", "sizes": "(2, 2)", "whole": "0", "places": "2", "scalar": "c"}


@pytest.mark.parametrize("name", OPS)
def test_an_operation_is_complete(name: str) -> None:
    op = OPS[name]
    assert not op.lacks(), "\n".join(op.lacks())
    assert ">>> " in (op.run.__doc__ or ""), f"give the value rule of {name} an example"


def test_a_writer_is_a_format() -> None:
    """A module with a writer is known as a format only where its templates are found."""
    writers = {path.stem for path in Path(formats.__file__).parent.glob("*.py") if re.search(r"^class Writer\b(?!\(Protocol)", path.read_text("utf-8"), re.M)}
    lost = [f"symattn/formats/{name}.py has no templates: write TEMPLATES = {{…}} in it, or templates/{name}/page.j2" for name in writers - {*formats.names()}]
    assert not lost, "\n".join(lost)


def test_every_template_of_a_step_is_that_of_an_operation() -> None:
    others = {"shapes", "proof", "words", "counts", "choice", "gradient", "derivation"}  # of what is asked besides
    steps = {path.stem for path in (folder("templates") / "steps").glob("[!_]*.j2")}
    assert steps - others <= set(OPS)


@pytest.mark.parametrize("name", OPS)
def test_the_spelling_is_read_as_the_operation(name: str) -> None:
    text = OPS[name].spelling.replace(", …", "")
    for key, kind in OPS[name].signature.positional:
        text = text.replace(f"{key})", f"{WRITTEN.get(kind)})").replace(f"{key},", f"{WRITTEN.get(kind)},")
    line = Plan.read([f"Z = {text}"], scalars=["c"]).lines[0]
    assert line.calls[-1].op == name


ANYWHERE = (
    "wrong-operand", "sign", "result-transposed", "one-entry", "given-misread", "result-negated", "rows-exchanged", "columns-exchanged",
)  # fmt: skip
"""Slips that can happen at every operation; all others stand beside theirs."""


def test_every_slip_belongs_to_an_operation() -> None:
    """No id that was shipped is lost; a new one beside its operation is whole, and is named after those of the order."""
    entered = {slip for op in OPS.values() for slip in (*op.slips, *op.backward_slips)}
    assert set(ORDER) - set(ANYWHERE) <= entered
    assert not entered & set(ANYWHERE)
    assert all(rank(slip) == (ORDER.index(slip) if slip in ORDER else len(ORDER)) for slip in entered)


def recorded(op: Op) -> str:
    """What a record says in words: how it is spelled, called and reserved, its units, what becomes of minus infinity and of columns."""
    return " | ".join([op.spelling, op.symbol, op.called, op.units, "reserved" * op.reserved, f"minus infinity {op.masked}", f"columns {op.columns}"])


def slips_of(op: Op) -> list[str]:
    """The slips of an operation, each with where it can happen."""
    return [*(slip.id + f" ({slip.when})" * bool(slip.when) for slip in op.slips.values()), *(f"{slip} (on the way back)" for slip in op.backward_slips)]


def test_no_operation_and_no_slip_is_lost() -> None:
    """Those that were shipped are there as they were; there may be others."""
    for line in (Path(__file__).parent / "golden" / "operations.txt").read_text(encoding="utf-8").splitlines():
        name, record, *slips = line.split(": ", 2)
        assert recorded(OPS[name]) == record
        assert {one for listed in slips for one in listed.split(", ")} <= {*slips_of(OPS[name])}, name


@pytest.mark.parametrize("language", ["", "de"])
@pytest.mark.parametrize("name", [name for name, op in OPS.items() if op.gradient])
def test_the_way_back_through_an_operation_has_its_words(name: str, language: str) -> None:
    text = (folder("templates") / language / "words" / "backward.j2").read_text(encoding="utf-8")
    there = OPS[name].back or f"macro {name}(place)" in text or re.search(rf"set [a-z_, ]*\b{name}\b", text)
    assert there, f"{name} says nothing of the way back: write back= in its record, or a macro in templates/words/backward.j2"


def test_the_command_prints_it() -> None:
    result = CliRunner().invoke(main, ["ops"])
    assert result.exit_code == 0, result.output
    printed = result.output
    assert all(op.says in printed and op.spelling in printed for op in OPS.values())
    assert "slip softmax-columns: normalised down the columns" in printed
