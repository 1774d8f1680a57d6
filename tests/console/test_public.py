"""The package's names: what importing them costs, and that they shadow nothing."""

from __future__ import annotations

import inspect
import pydoc
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
import sympy as sp

import symattn as sa


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_import_alone_loads_neither_sympy_nor_flint_nor_jinja():
    code = "import sys, symattn; print([m for m in ('sympy', 'flint', 'jinja2') if m in sys.modules])"
    assert run(code) == "[]"


def test_import_alone_loads_no_module_of_its_own():
    code = "import sys, symattn; print([m for m in sys.modules if m.startswith('symattn.')])"
    assert run(code) == "['symattn.version']"


@pytest.mark.exhaustive
def test_exact_derivation_and_decimals_do_not_load_sympy():
    code = """
        import sys
        import symattn as sa
        d = sa.attention([[1, 2], [3, 4]], *[[["1/2", 0], [0, "0.1"]]] * 3)
        print(d.decimals("A", 3), [m for m in ("sympy", "matplotlib") if m in sys.modules])
    """
    assert run(code) == "(('0.406', '0.594'), ('0.247', '0.753')) []"


def test_star_import_after_sympy_shadows_nothing():
    sympy_names: dict[str, object] = {}
    exec("from sympy import *", sympy_names)
    assert len(sympy_names) > 900
    assert set(sa.__all__).isdisjoint(sympy_names)


def test_star_import_brings_every_public_name():
    names: dict[str, object] = {}
    exec("from symattn import *", names)
    assert set(sa.__all__) <= set(names)
    assert callable(names["attention"])


@pytest.mark.exhaustive
def test_a_function_stays_callable_when_the_package_of_its_name_is_imported():
    code = """
        import symattn as sa
        import symattn.sheet
        from symattn.sheet import Sheet
        print(sa.worksheet("two-heads-by-hand").ids, symattn.sheet.Sheet is Sheet)
    """
    assert run(code) == "('q1',) True"


def test_help_shows_every_public_name_with_an_example():
    for name in sa.__all__:
        assert ">>> " in (inspect.getdoc(getattr(sa, name)) or ""), name
        assert name in (sa.__doc__ or "") or name == "SymattnError", name
    told = pydoc.render_doc(sa, renderer=pydoc.plaintext)
    assert told.index("sa.multi_head_attention(") < told.index("PACKAGE CONTENTS")


def test_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'attentoin'"):
        sa.attentoin  # noqa: B018
    assert "attention" in dir(sa)


def test_a_sheet_needs_no_file() -> None:
    text = "[[question]]\nsteps = ['B = A @ A']\ngiven.A = [[2, '1/2'], [0, 1]]\n"
    keys = {"question": [{"steps": ["B = A @ A"], "given": {"A": sp.Matrix([[2, sp.Rational(1, 2)], [0, 1]])}}]}
    assert sa.worksheet(text).solve()["q1"]["B"] == sa.worksheet(keys).solve()["q1"]["B"] == sp.Matrix([[4, sp.Rational(3, 2)], [0, 1]])
    with pytest.raises(sa.SheetError, match=r"question\.given\.A"):
        sa.worksheet({"question": [{"steps": ["B = A"], "given": {"A": [[1], [1, 2]]}}]})
    with pytest.raises(sa.SymattnError, match=r"^A: 0\.5 is a binary float"):
        sa.worksheet({"question": [{"steps": ["B = A"], "given": {"A": [[0.5]]}}]})


def test_a_sheet_without_a_title_is_called_as_its_file(tmp_path: Path) -> None:
    file = tmp_path / "plain.toml"
    file.write_text("[[question]]\nsteps = ['B = A + A']\ngiven.A = [[1]]\n[[question]]\nid = 'last'\nsteps = ['C = A + A']\ngiven.A = [[2]]\n", "utf-8")
    assert repr(sa.worksheet(file)) == "Worksheet('plain.toml', questions q1, last)"
    assert repr(sa.worksheet('title = "Doubled"\n' + file.read_text("utf-8"))) == "Worksheet('Doubled', questions q1, last)"


def test_a_step_is_its_value_and_says_its_line() -> None:
    step = sa.derive(["B = A @ A.T"], A=[[1, 2]]).steps[-1]
    assert (str(step), repr(step)) == ("B = A @ A.T = Matrix([[5]])", "Step('B = A @ A.T', 1×1)")
    assert sp.latex(step) == sp.latex(step.value)
    assert sp.Matrix(step) == step.value
    assert sa.derive(["C = B"], B=step)["C"] == step.value


def test_a_name_that_there_is_not_is_answered_with_what_to_write() -> None:
    d = sa.derive(["H = A @ A"], A=[[1]])
    for asked, said in ((lambda: d.H, "d['H']"), (lambda: d.T, r"d['H'].T"), (lambda: sa.atention, '"attention"'), (lambda: sa.solve, ".solve()")):
        with pytest.raises(AttributeError, match=re.escape(said)):
            asked()


def test_what_is_seen_at_the_prompt_is_short() -> None:
    sheet = sa.worksheet("batched-shapes")
    shown = [repr(sa.read("[[1, 1/2]]")), repr(sheet), repr(sheet["q1"]), repr(sheet.solve())]
    assert shown[0] == "Value(Matrix([[1, 1/2]]))"
    assert all(len(text) < 120 for text in shown)
