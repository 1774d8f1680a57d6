"""CONTRIBUTING.md: its example is a whole operation as it stands."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from symattn.exact.interval import IntervalMatrix
from symattn.exact.matrix import BLOCKED, Matrix
from symattn.marking.quick import Quick
from symattn.ops import OPS
from symattn.ops.registry import Op

TEXT = (Path(__file__).parent.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")


@pytest.fixture
def example(tmp_path: Path) -> Iterator[Op]:
    """The operation of the first block of Python, entered as a file of the folder would be, and taken out again."""
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.S)
    file = tmp_path / "softplus.py"
    file.write_text(textwrap.dedent(code), encoding="utf-8")
    spec = spec_from_file_location("softplus", file)
    assert spec
    assert spec.loader
    spec.loader.exec_module(module_from_spec(spec))
    yield OPS["softplus"]
    del OPS["softplus"]


def test_the_example_is_a_whole_record(example: Op) -> None:
    assert not example.lacks()
    assert example.spelling == "softplus(A)"
    assert set(example.slips) == {"softplus-without-one"}


def test_the_example_holds_for_every_kind_of_entry(example: Op) -> None:
    scores = Matrix.of([[0, 2, BLOCKED]])
    exact = example.run(scores)
    assert exact.decimals(4) == (("0.6931", "2.1269", "0.0000"),)
    for kind in (IntervalMatrix.from_exact, Quick.of):
        found = example.run(kind(scores))
        spans = found.spans() if isinstance(found, Quick) else found
        assert all(all(row) for row in spans.overlaps(exact))
