"""What broke once, as it was reported: each case by itself, beside the generators that look for its sisters."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
import sympy as sp
from click.testing import CliRunner

import symattn as sa
from symattn.cli import main
from symattn.course.platforms import export
from symattn.errors import SymattnError
from symattn.formats import pdf
from symattn.sheet import load, loads

ROOT = Path(__file__).parents[2]
SHEET = '[[question]]\nid = "q1"\nsteps = ["Q = X @ X"]\ngiven.X = [[1, 2], [3, 4]]\n[[question.part]]\nasks = ["Q"]\nmarks = 2\n'
PARTLY = "[q1]\nQ = [[7, 10], [15, 0]]\n"

NUMBERS = {  # a root of a product with a negative logarithm
    "its square is the positive one": ("sqrt(log(log(2))*(1-e))^2", "log(log(2))*(1-e)", "equal"),
    "and not the other": ("sqrt(log(log(2))*(1-e))^2", "log(log(2))*(e-1)", "different"),
    "the logarithm of less than 1": ("sqrt(-log(1-2/e)*(1+e))^2", "log(1-2/e)*(1+e)", "different"),
}


@pytest.mark.parametrize(("a", "b", "decision"), NUMBERS.values(), ids=NUMBERS)
def test_a_root_takes_its_sign_from_the_whole_radicand(a: str, b: str, decision: str) -> None:
    assert sa.equal(a, b).decision == decision


def laws(x: sp.Symbol, y: sp.Symbol) -> list[tuple[sp.Expr, sp.Expr]]:
    """Laws of logarithms and irrational powers that hold for positive numbers alone."""
    return [
        (sp.log(x * y), sp.log(x) + sp.log(y)), (sp.log(x**2), 2 * sp.log(x)), (sp.log(1 / x), -sp.log(x)),
        ((1 / x) ** sp.sqrt(2), x ** (-sp.sqrt(2))), ((x**2) ** sp.sqrt(2), x ** (2 * sp.sqrt(2))),
        ((x * y) ** sp.sqrt(2), x ** sp.sqrt(2) * y ** sp.sqrt(2)),
    ]  # fmt: skip


def test_laws_of_positive_numbers_hold_for_symbols_that_are_assumed_positive_alone() -> None:
    for assumed in ({}, {"real": True}):
        assert all(sa.equal(a, b).decision != "equal" for a, b in laws(*sp.symbols("x y", **assumed)))
    assert all(sa.equal(a, b).decision == "equal" for a, b in laws(*sp.symbols("x y", positive=True)))


def test_equal_has_an_answer_for_long_sums_of_symbols() -> None:
    long = sum(sp.symbols("a0:30"))
    assert sa.equal(long, long).decision == "equal"
    a = sp.Matrix([[long, 1], [sp.Symbol("b"), long**2]])
    assert sa.equal(a, a).decision == "equal"


def masked(line: str) -> sa.Derivation:
    return sa.derive(["S = X @ X.T", "M = causal_mask(S)", line], X=[[1, 2], [3, 4]])


def test_relu_attention_does_not_read_behind_its_mask() -> None:
    assert masked("A = normalize(relu(M))")["A"] == sp.Matrix([[1, 0], [sp.Rational(11, 36), sp.Rational(25, 36)]])


@pytest.mark.parametrize("line", ["A = layer_norm(M)", "A = rope(M)", "A = norm_scale(M, X, X)", "A = M * -1", "A = M * 0"])
def test_what_has_no_value_behind_a_mask_is_refused(line: str) -> None:
    with pytest.raises(SymattnError, match="infinity"):
        masked(line)


def test_places_are_encoded_in_a_plan_with_a_batch() -> None:
    d = sa.derive(["H = split_heads(X, 2)", "P = positional_encoding(rows(X), 2)"], X=[[1, 2], [3, 4]])
    assert d["P"] == sp.Matrix([[0, 1], [sp.sin(1), sp.cos(1)]])


LONG = {
    "a sum of roots": "+".join(f"sqrt(1+e^.{i}+e^{i})" for i in range(1, 3001)),
    "products of sums": "*".join(f"(1+sqrt({p})+e^{p})" for p in range(2, 400)),
    "a tower of powers": "92**-" * 60 + "sqrt(2)",
    "a quotient of far exponents": "1/(1+2*e^.001+e^99999)",
    "a root of far exponents": "sqrt(1+e^.1+e^999999)",
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_a_text_is_read_or_refused_in_little_work(text: str, counted: Callable[..., tuple[object, int]]) -> None:
    def read() -> None:
        with suppress(sa.SymattnError):
            sa.read(text)

    assert counted(read)[1] < 10_000_000


def test_marks_beside_a_form_are_no_marks(tmp_path: Path) -> None:
    (tmp_path / "sheet.toml").write_text(SHEET, "utf-8")
    (tmp_path / "form.csv").write_text('who,Q\nbob,"[[7, 10], [15, 0]]"\n', "utf-8")
    (tmp_path / "form.marks.toml").write_text("[q1]\nQ = { marks = 1000 }\n[bob.q1]\nQ = { marks = 2 }\n", "utf-8")
    done = CliRunner().invoke(main, ["check", str(tmp_path / "sheet.toml"), str(tmp_path / "form.csv"), "--format", "json"])
    assert [answer["marks"] for answer in json.loads(done.stdout)["answers"]] == [0.75]


@pytest.mark.exhaustive
@pytest.mark.skipif(os.name != "posix", reason="the autograder runs on Linux")
def test_a_folder_of_a_submission_brings_no_marks_along(tmp_path: Path) -> None:
    (tmp_path / "sheet.toml").write_text(SHEET, "utf-8")
    export("gradescope", load(tmp_path / "sheet.toml"), tmp_path / "source")
    place = tmp_path / "submission" / "0.toml"
    place.mkdir(parents=True)
    (tmp_path / "results").mkdir()
    (place / "x.toml").write_text(PARTLY, "utf-8")
    (place / "x.marks.toml").write_text("[q1]\nQ = { marks = 20 }\n", "utf-8")
    (tmp_path / "submission_metadata.json").write_text(json.dumps({"id": 1, "users": [], "previous_submissions": []}), "utf-8")
    environment = {**os.environ, "AUTOGRADER_ROOT": str(tmp_path), "PYTHON": sys.executable}
    subprocess.run([str(tmp_path / "source" / "run_autograder")], check=True, env=environment, cwd=tmp_path)
    assert json.loads((tmp_path / "results" / "results.json").read_text("utf-8")).get("score", 0) <= 1.5


def test_where_luatex_alone_is_installed_there_is_no_tex(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("lualatex", "luatex", "latexmk"):
        (tmp_path / name).write_text("#!/bin/sh\ntouch started\n", "utf-8")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert shutil.which("lualatex")
    assert pdf.tool() is None
    with pytest.raises(SymattnError, match="no TeX found"):
        pdf.pdf("\\directlua{}")
    assert not (tmp_path / "started").exists()


@pytest.mark.exhaustive
def test_nothing_is_unpickled_from_a_file() -> None:
    """What is pickled and loaded in the memory of one process (for a cache's key, for a worker) comes from nobody else."""
    loading = re.compile(r"^\s*(?:import|from) (?:marshal|shelve|dill|cloudpickle)\b|\bpickle\.load\(|from pickle import .*\bload\b|cache=True", re.M)
    assert not [path for path in (ROOT / "symattn").rglob("*.py") if loading.search(path.read_text("utf-8"))]


def test_lowest_versions_are_a_job_and_the_font_s_licence_is_shipped() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert all(re.fullmatch(r"[a-z0-9-]+>=[0-9.]+", need) for need in project["dependencies"]), "the job reads them so"
    assert "click>=8.2" in {need[:10] for need in project["dependencies"]}
    assert "the lowest versions that the wheel asks for" in (ROOT / ".ci" / "run").read_text("utf-8")
    assert any("FONT" in name and (ROOT / name).exists() for name in project["license-files"])


def test_the_limits_stand_in_a_document() -> None:
    said = (ROOT / "SECURITY.md").read_text("utf-8") + (ROOT / "README.md").read_text("utf-8")
    for limit in ("5 MB", "10 MB", "60 parts", "10,000 steps", "40,000 steps", "100,000 characters", "10,000 entries", "40,000 terms"):
        assert limit in said, limit


@pytest.mark.exhaustive
def test_a_sheet_of_many_wrong_keys_says_some_of_them() -> None:
    with pytest.raises(SymattnError) as found:
        loads(SHEET + "".join(f"k{n} = 1\n" for n in range(20_000)))
    assert len(str(found.value)) < 100_000
    assert str(found.value).endswith("and 300 more at least")
