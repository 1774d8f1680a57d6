"""CONTRIBUTING.md: each of its eight files is whole, and does what is said where it stands."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

import symattn
from symattn import formats
from symattn.boxes import Ink
from symattn.exact.interval import IntervalMatrix
from symattn.exact.matrix import BLOCKED, Matrix
from symattn.formats.templates import plain
from symattn.marking import check
from symattn.marking.quick import Quick
from symattn.notation import Notation
from symattn.ops import OPS
from symattn.ops.record import Use
from symattn.ops.registry import Op
from symattn.page import page
from symattn.plan.shapes.table import reason
from symattn.sheet import load, loads, variants

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
FILES = {path: text for path, _, text in re.findall(r"^`(\S+)`, a new file:\n\n(`{3,})\w+\n(.*?)\2\n", TEXT, re.S | re.M)}
"""What stands on the page: the path of each file, and its text."""
SCORES = "[[question]]\nsteps = ['A = softmax(S)']\ngiven.S = [[1, 2], [3, 1]]\n"


def example(folder: str) -> tuple[str, str]:
    """The name of the one file that belongs into a folder, and its text."""
    ((path, text),) = [(path, text) for path, text in FILES.items() if path.rpartition("/")[0] == folder]
    return Path(path).stem, text


def run(path: str, tmp_path: Path) -> ModuleType:
    """A file of Python, carried out as a file of its folder would be."""
    file = tmp_path / Path(path).name
    file.write_text(FILES[path], encoding="utf-8")
    spec = spec_from_file_location(file.stem, file)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_all_are_there() -> None:
    assert len(FILES) == 8
    assert {path.rpartition("/")[0] for path in FILES} == set(re.findall(r"^\| [a-z ]+ \| `(\S+)/` \|", TEXT, re.M))


@pytest.fixture
def operation(tmp_path: Path) -> Iterator[Op]:
    """The operation, entered, and taken out again."""
    run("symattn/ops/softplus.py", tmp_path)
    yield OPS["softplus"]
    del OPS["softplus"]


def test_the_operation_is_a_whole_record(operation: Op) -> None:
    assert not operation.lacks()
    assert operation.spelling == "softplus(A)"
    assert set(operation.slips) == {"softplus-without-one"}


def test_the_operation_holds_for_every_kind_of_entry(operation: Op) -> None:
    scores = Matrix.of([[0, 2, BLOCKED]])
    exact = operation.run(scores)
    assert exact.decimals(4) == (("0.6931", "2.1269", "0.0000"),)
    for kind in (IntervalMatrix.from_exact, Quick.of):
        found = operation.run(kind(scores))
        spans = found.spans() if isinstance(found, Quick) else found
        assert all(all(row) for row in spans.overlaps(exact))


def test_the_operation_says_why_its_shape_stays(operation: Op) -> None:
    assert plain(reason((Use(((2, 2),), (2, 2), {}, operation.name),))) == "every entry on its own, the shape stays"


def test_the_slip_is_named(tmp_path: Path) -> None:
    before = dict(OPS["softmax"].slips)
    try:
        run("symattn/ops/softmax_of_squares.py", tmp_path)
        answers = {"A": [["0.2000", "0.8000"], ["0.9000", "0.1000"]]}
        (result,) = check(loads(SCORES), answers).answers[0].questions[0].results
    finally:
        OPS["softmax"].slips.clear()
        OPS["softmax"].slips.update(before)
    assert result.slip
    assert result.slip.id == "squares-normalised"
    assert "squares of the scores" in result.message


def test_a_slip_in_a_file_of_its_own_is_found(tmp_path: Path) -> None:
    """In a copy of the package with that one file more, by whoever asks for the operation."""
    name = "symattn/ops/softmax_of_squares.py"
    shutil.copytree(Path(symattn.__file__).parent, tmp_path / "symattn", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / name).write_text(FILES[name], "utf-8")
    code = "from symattn.ops import OPS, relu; print(*OPS['softmax'].slips)"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "squares-normalised" in done.stdout.split()


def test_the_kind_of_attention_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name, text = example("symattn/sheet/variants")
    (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    monkeypatch.setitem(variants.KINDS, name, tmp_path / f"{name}.toml")
    monkeypatch.setattr(variants, "VARIANTS", (name,))
    shapes = dict.fromkeys(["X", *(f"W_{letter}_{i}" for letter in "QKVG" for i in (1, 2))], (2, 2))
    assert variants.variant(name).options == ("heads", "first", "mask", "scale")
    assert variants.plan_of(name, {"mask": "causal"}, shapes).names[-3:] == ("G_2", "H_2", "H")


def test_the_notation_joins_by_a_double_bar(tmp_path: Path) -> None:
    name, text = example("worksheets/notations")
    (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    own = Notation.load(f"{name}.toml", tmp_path)
    assert formats.writer("tex").write(own.joined([Ink("A"), Ink("B")])) == r"A\|B"
    assert formats.writer("text").write(own.symbol("W_Q_1")) == "W_Q⁽¹⁾"


def test_the_format_is_known_by_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name, text = example("symattn/formats")
    (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.setattr(formats, "__path__", [*formats.__path__, str(tmp_path)])
    formats.own.cache_clear()
    try:
        assert name in formats.names()
        assert import_module(f"symattn.formats.{name}").TEMPLATES
        shown = page(loads(SCORES.replace("steps", "prompt = 'Weigh $S$.'\nsteps")), name)
    finally:
        formats.own.cache_clear()
        sys.modules.pop(f"symattn.formats.{name}", None)
    assert "Weigh $`S`$." in shown
    assert "```math\n" in shown
    assert "$$" not in shown


def test_the_platform_has_a_card_for_every_line(tmp_path: Path) -> None:
    made = run("symattn/course/platforms/cards.py", tmp_path).files(loads(SCORES), SCORES)
    assert made == {"cards.txt": b"#separator:tab\nq1: A\t0.2689 0.7311; 0.8808 0.1192\n"}


def test_the_format_of_answers_is_the_shipped_one() -> None:
    name, text = example("symattn/marking/answers/formats")
    assert (ROOT / "symattn" / "marking" / "answers" / "formats" / f"{name}.py").read_text(encoding="utf-8") == text


def test_the_worksheet_is_sound_and_has_its_figure(tmp_path: Path) -> None:
    name, text = example("worksheets")
    (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    sheet = load(tmp_path / f"{name}.toml")
    assert sheet.solve()["q1"]["A"].decimals(4)[0] == ("1.0000", "0.0000", "0.0000")
    assert "<svg" in page(sheet, "html", key=False)
