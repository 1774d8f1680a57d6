"""CONTRIBUTING.md: each of its files is whole, and does what is said where it stands."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

import symattn
from symattn import extensions, formats, testing
from symattn.boxes import Ink
from symattn.errors import SymattnError
from symattn.exact import functions
from symattn.exact.ball import ball
from symattn.exact.decide import sign
from symattn.exact.interval import IntervalMatrix
from symattn.exact.matrix import BLOCKED, Matrix
from symattn.exact.number import Number
from symattn.formats.templates import plain
from symattn.language import read
from symattn.marking import check
from symattn.marking.quick import Quick
from symattn.notation import Notation
from symattn.ops import OPS
from symattn.ops.record import Use
from symattn.ops.registry import Op
from symattn.page import page
from symattn.plan import Plan
from symattn.plan.derivation import solve
from symattn.plan.gradients import backward
from symattn.plan.shapes.table import reason
from symattn.sheet import load, loads, variants
from symattn.testing import operations

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
    assert len(FILES) == TEXT.count(", a new file:\n") == 9
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


@pytest.fixture
def huber(tmp_path: Path) -> Iterator[Path]:
    """The file of the operation with a number, taken in as an extension, and out again."""
    path = tmp_path / "huber.py"
    path.write_text(FILES["symattn/ops/huber.py"], encoding="utf-8")
    extensions.take(path.resolve(), path.read_bytes())
    yield path
    extensions.leave(path.resolve())


@pytest.mark.exhaustive
def test_the_operation_with_a_number_holds(huber: Path) -> None:
    looks = [*(title for title in operations.CHECKS if title != "code"), *(f"code in {dialect}" for dialect in operations.SHOWN)]
    assert {one.what: one.faults for one in testing.tried(huber)} == dict.fromkeys(looks, ())


@pytest.mark.parametrize(("call", "delta"), [("huber(A)", "1"), ("huber(A, delta=1)", "1"), ("huber(A, delta=5/2)", "5/2"), ("huber(A, delta=sqrt(2))", "sqrt(2)")])
def test_the_operation_with_a_number_has_pieces(huber: Path, call: str, delta: str) -> None:
    """Its value, in every kind of entry, and its derivative, which names the number where the line leaves it out too."""
    entries = [-3, Fraction(1, 2), 2, 0]
    number = read(delta).number
    whole = Plan.read([f"B = {call}"])
    whole = Plan((*whole.lines, *backward(whole, "B", ["A"], {"A": (1, 4), "B": (1, 4)}, upstream="up")))
    found = solve(whole, {"A": Matrix.of([entries]), "up": Matrix.of([[1, 2, 3, 4]])})
    near = [sign(abs(x) - number) <= 0 for x in entries]
    assert found["B"] == Matrix.of([[Number.of(x * x) / 2 if low else number * (abs(x) - number / 2) for x, low in zip(entries, near)]])
    assert found["dA"] == Matrix.of([[up * (Number.of(x) if low else number * (1 if x > 0 else -1)) for up, x, low in zip((1, 2, 3, 4), entries, near)]])
    for kind in (IntervalMatrix.from_exact, Quick.of):
        spans = OPS["huber"].run(kind(Matrix.of([entries])), delta=number)
        assert all(all(row) for row in (spans.spans() if isinstance(spans, Quick) else spans).overlaps(found["B"]))


@pytest.mark.parametrize(("call", "default", "written"), [
    ("huber(A)", "UNIT", "up * A"), ("huber(A)", "UNIT * 3 / 2", "up * A ** (3 / 2)"), ("huber(A)", "UNIT / -2", "up * A ** (-1 / 2)"),
    ("huber(A, delta=7)", "UNIT * 3 / 2", "up * A ** 7"), ("huber(A, delta=c/2)", "UNIT", "up * A ** (c / 2)"),
])
def test_the_way_back_has_the_number_or_its_default(tmp_path: Path, call: str, default: str, written: str) -> None:
    text = FILES["symattn/ops/huber.py"].replace("Number = UNIT", f"Number = {default}").replace("G * clip(A, -delta, delta)", "G * A ** delta")
    path = (tmp_path / "huber.py").resolve()
    extensions.take(path, text.encode())
    try:
        plan = Plan.read([f"B = {call}"], ("c",))
        (line,) = backward(plan, "B", ["A"], {"A": (1, 4), "B": (1, 4)}, upstream="up")
    finally:
        extensions.leave(path)
    assert line.text == f"dA = {written}"


@pytest.mark.parametrize("delta", ["0", "-1/2"])
def test_the_operation_with_a_number_refuses_what_is_none_of_its_numbers(huber: Path, delta: str) -> None:
    with pytest.raises(SymattnError, match="write a number above 0"):
        solve(Plan.read([f"B = huber(A, delta={delta})"]), {"A": Matrix.of([[1, 2]])})


GUIDE = (ROOT / "worksheets" / "guide" / "extensions.md").read_text(encoding="utf-8")
CALLED = re.findall(r"^\| [^|]+ \| (`.+`) \| (`.+`) \| `([a-z.]+)` \|$", GUIDE, re.M)
"""What a rule may call: for exact values, for balls, and where it is imported from."""


def test_what_a_rule_may_call_is_all_there() -> None:
    told = {word for exact, _, _ in CALLED for word in re.findall(r"\w+(?=\()", exact)}
    assert told >= {name for name, made in vars(functions).items() if getattr(made, "__module__", "") == functions.__name__ and name[0] != "_"} - {"symbol", "Function"}


@pytest.mark.parametrize(("exact", "in_balls", "place"), CALLED, ids=[row[0] for row in CALLED])
def test_what_a_rule_may_call_is_the_same_in_balls(tmp_path: Path, exact: str, in_balls: str, place: str) -> None:
    pairs = list(zip(exact.strip("`").split("`, `"), in_balls.strip("`").split("`, `"), strict=True))
    names = set(re.findall(r"[A-Za-z]\w+", f"{exact} {in_balls}")) & set(vars(import_module(place)))
    imports = f"from {place} import {', '.join(sorted(names))}\n" if names else ""
    lines = "".join(f"    (lambda x, y, delta: {one}, lambda x, y, delta: {other}),\n" for one, other in pairs)
    rest = "from symattn.exact.number import Number, UNIT\nfrom flint import arb, ctx\n"
    (tmp_path / "called.py").write_text(f"{rest}{imports}PAIRS = [\n{lines}]\n", encoding="utf-8")
    spec = spec_from_file_location("called", tmp_path / "called.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    for one, other in module.PAIRS:
        for x, y in ((2, 3), (Fraction(7, 2), Fraction(1, 3)), (5, 5)):
            given = Number.of(x), Number.of(y)
            value = Number.of(one(*given, given[0]))
            assert other(*(ball(number, 64) for number in given), given[0]).overlaps(ball(value, 64))


def test_the_keys_and_signs_of_a_kind_of_attention_are_told(tmp_path: Path) -> None:
    part = GUIDE.partition("## The file of a kind of attention")[2].partition("\n## ")[0]
    text = "says = 'Mine.'\nlines = ['H = A']\nnumbers = ['a']\none_head = true\n[options.feature]\npre = 'A'\n"
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    keys = set(variants.table_of(tmp_path, "mine.toml")) - {"name"}
    assert keys == {word.partition(".")[0] for word in re.findall(r"^\| `\[?([\w.]+)\]?` \| ", part.partition("| in a line")[0], re.M)}
    assert all(sign in part for sign in (*variants.MARKS.values(), "cut(", "?", "|", "_*", ": "))


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
