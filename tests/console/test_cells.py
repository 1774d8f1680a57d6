"""Sixty cells as a SymPy user types them, in plain Python, in IPython and in a Jupyter kernel, each with its output."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

SECONDS = 240
# what is typed, and what stands in the output (all parts of it)
CELLS: list[tuple[str, tuple[str, ...]]] = [
    ("import symattn as sa", ()),
    ("import sympy as sp", ()),
    ("from sympy import symbols, sqrt, exp, log, oo, E, Rational, Matrix, MatrixSymbol, eye, Function", ()),
    ("a, b, t = symbols('a b t')", ()),
    ("I2, X = [[1, 0], [0, 1]], [[1, 2], [3, 4]]", ()),
    ("d = sa.attention(X, I2, I2, [['1/3', 0], ['sqrt(2)', 1]])", ()),
    ("d['S']", ("[ 5, 11]", "[11, 25]")),
    ("d['A'][0, 0]", ("1/(1 + exp(3*sqrt(2)))",)),
    ("d.decimals('A', 6)[0]", ("('0.014166', '0.985834')",)),
    ("d['A'][0, :]", ("Matrix([[1/(1 + exp(3*sqrt(2))), exp(3*sqrt(2))/(1 + exp(3*sqrt(2)))]])",)),
    ("isinstance(d['A'], sp.ImmutableMatrix)", ("True",)),
    ("d['A'].is_symmetric()", ("False",)),
    ("sum(d['A'][1, :]).equals(1)", ("True",)),
    ("sa.equal(sum(d['A'][0, :]), 1)", ("Verdict(decision='equal', reason='both are 1')",)),
    ("second = sa.attention(d['H'], I2, I2, I2)", ()),
    ("second.decimals('A', 3)", ("0.423",)),
    ("sa.derive(['S = H @ H.T'], H=d['H']).exact is not None", ("True",)),
    ("sa.attention(X, I2, I2, I2, mask='causal')['L'][0, 1]", ("-oo",)),
    ("sa.attention(X, eye(2), eye(2), sp.Identity(2))['V'] == Matrix(X)", ("True",)),
    ("s = sa.attention([[a, 1], [0, b]], I2, I2, I2)", ()),
    ("s['S']", ("a**2 + 1",)),
    ("sorted(map(str, s.free_symbols))", ("['a', 'b']",)),
    ("s.subs({a: 1, b: 2})['S']", ("[2, 2]", "[2, 4]")),
    ("hot = sa.attention(X, I2, I2, I2, scale=symbols('T', positive=True))", ()),
    ("hot['L'][0, 0]", ("5/T",)),
    ("hot['A'].limit(symbols('T', positive=True), oo)", ("[1/2, 1/2]",)),
    ("s['S'].diff(a)", ("[2*a, 0]",)),
    ("m = d.domain_matrix('A')", ()),
    ("m.rank()", ("2",)),
    ("m * m.inv() == m.eye(2, sa.EXACT)", ("True",)),
    ("m * m == m", ("False",)),
    ("sa.to_domain([[E, exp(Rational(1, 2))], [exp(Rational(1, 2)), 1]]).rank()", ("1",)),
    ("sa.EXACT.unify(sp.QQ)", ("EXACT",)),
    ("m.det() * sa.EXACT(E) / sa.EXACT(E) == m.det()", ("True",)),
    ("Matrix([[log(6), log(2) + log(3)], [1, 1]]).to_DM(sa.EXACT).rank()", ("1",)),
    ("d.verify()", ("7 lines proved equal to what SymPy's matrices give",)),
    ("f = sa.derive(['S = Q @ Q.T', 'A = softmax(S)'], Q=MatrixSymbol('Q', 2, 2))", ()),
    ("f['A']", ("softmax(Q*Q.T)",)),
    ("f['A'].subs(MatrixSymbol('Q', 2, 2), Matrix(X)).doit()[0, 0]", ("1/(1 + exp(6))",)),
    ("f['A'].diff(MatrixSymbol('Q', 2, 2)).shape", ("(2, 2, 2, 2)",)),
    ("batch = sa.derive(['S = X @ X.T'], X=[[[1, 2]], [[3, 4]]])", ()),
    ("sa.equal(batch['S'], [[[5]], [[25]]]).decision", ("'equal'",)),
    ("sa.rational([[0.1, 0.25]])", ("Matrix([[1/10, 1/4]])",)),
    ("sa.equal(sp.GoldenRatio, '(1+sqrt(5))/2').decision", ("'equal'",)),
    ("sa.equal(Function('exp')(1), E).decision", ("'undecided'",)),
    ("print(d.why('S', 0, 1))", ("S[0, 1]: row 0 of Q times column 1 of K.T", "= 11")),
    ("print(d.slip('L', 'unscaled'))", ("L: unscaled", "[ 5.0000  11.0000]")),
    ("d.replace('A', [['1/2', '1/2'], [0, 1]])['H'][0, 0].equals((2*sqrt(2) + 4*sqrt(2))/2 + Rational(4, 6))", ("True",)),
    ("print(d.fragment('S'))", (r"\begin{aligned}", r"S=QK^{\mathsf T}")),
    ("sheet = sa.worksheet('two-heads-by-hand')", ()),
    ("sheet.ids", ("('q1',)",)),
    ("sheet.solve().verify('mpmath')", ("16 lines equal to 30 digits",)),
    ("sheet.solve()['q1']['S_1']", ("[ 4, 10]", "[10, 24]")),
    ("sa.check(sheet, {'L_1': [[4, 10], [10, 24]]}).answers[0].questions[0].results[4].slip.id", ("'unscaled'",)),
    ("[name for name in dir(sa) if name[0].islower()]", ("'attention'", "'to_domain'", "'worksheet'")),
    ("sp.sympify(sa.read('1/3')) + symbols('x')", ("x + 1/3",)),
    ("d == sa.attention(X, I2, I2, [['1/3', 0], ['sqrt(2)', 1]])", ("True",)),
]
MAGIC: list[tuple[str, tuple[str, ...]]] = [
    ("%load_ext symattn", ()),
    ("from IPython.core.completer import provisionalcompleter", ()),
    ("def offered(text):\n    with provisionalcompleter():\n        return [x.text for x in get_ipython().Completer.completions(text, len(text))]", ()),
    ("offered('sa.')", ("'attention'", "'to_domain'", "'worksheet'")),
    ("offered('d[\"')", ("'A'", "'W_Q'", "'X'")),
    ("offered('d.dec')", ("'decimals'",)),
    ("%%attention z\nX = [[1, '1/2'],\n     [0, 1]]\nS = X @ X.T", ("5/4",)),
    ("z['S'][0, 0]", ("5/4",)),
    ("%%attention --tex\nX = [[1, 2]]\nS = X @ X.T", (r"\begin{aligned}",)),
]
KERNEL: list[tuple[str, str, tuple[str, ...]]] = [
    ("d", "text/latex", (r"\begin{matrix}",)),
    ("[d, (d['A'], d['L'])]", "text/latex", (r"\left[ \left[\begin{matrix}", r"\left(")),
    ("d.show('S')", "text/markdown", (r"\begin{aligned}", r"S=QK^{\mathsf T}")),
    ("d.why('S', 0, 1)", "text/markdown", ("row 0 of Q times column 1", r"\begin{aligned}")),
    ("d.slip('L', 'unscaled')", "text/markdown", ("| right | wrong |", r"\begin{bmatrix}3.5355")),
    ("sa.check(sheet, {'L_1': [[4, 10], [10, 24]]})", "text/markdown", ("| q1 L_1 | slip |",)),
    ("sheet", "text/markdown", ("# Multi-head self-attention by hand", r"\mathbf{W}")),
    ("sheet.solve()", "text/markdown", (r"\begin{aligned}",)),
    ("sa.equal('1/2', '0.5')", "text/markdown", ("**equal**: both are 1/2",)),
    ("d['A']", "text/latex", (r"\begin{matrix}",)),
    ("[sa.equal('1/2', '0.5'), sa.equal(1, 2)]", "text/markdown", ("- **equal**: both are 1/2", "- **different**: they differ by 1")),
    ("(d.why('S', 0, 1), d.slip('L', 'unscaled'))", "text/markdown", ("row 0 of Q", "\n---\n", "| right | wrong |")),
    ("[sheet, sheet.solve(), sa.check(sheet, {'L_1': [[4, 10], [10, 24]]})]", "text/markdown", ("# Multi-head", r"\begin{aligned}", "| q1 L_1 | slip |")),
    ("(d.verify(), d['S'])", "text/markdown", ("7 lines proved equal", r"\begin{matrix}5 & 11")),
    ("d.steps", "text/latex", (r"\left( Q = \left[\begin{matrix}1 & 2", r"\text{transpose} =")),
    ("d.domain_matrix('S')", "text/latex", (r"\begin{matrix}5 & 11",)),
    ("f.show('A')", "text/markdown", (r"\operatorname{softmax}\left(Q Q^{T}\right) \qquad 2 \times 2",)),
]

PLAIN = """
import code, contextlib, io, json, sys
cells, out = json.load(sys.stdin), []
python = code.InteractiveInterpreter({})
for cell in cells:
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        python.runsource(cell, symbol="single")
    out.append(said.getvalue())
sys.__stdout__.write(json.dumps(out))
"""
IPYTHON = """
import contextlib, io, json, sys
from IPython.core.interactiveshell import InteractiveShell
cells, out = json.load(sys.stdin), []
shell = InteractiveShell.instance()
for cell in cells:
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        shell.run_cell(cell, store_history=True)
    out.append(said.getvalue())
sys.__stdout__.write(json.dumps(out))
"""


def ran(script: str, cells: list[str]) -> list[str]:
    """What each cell prints, typed into a session of its own."""
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", script], input=json.dumps(cells), capture_output=True, text=True, timeout=SECONDS,
        check=False, encoding="utf-8",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout[done.stdout.index('["') :] if '["' in done.stdout else done.stdout)


def unmet(cells: Any, outputs: list[str]) -> list[str]:
    """The cells whose output lacks what is expected, and those that say something where nothing is."""
    pairs = zip(cells, outputs, strict=True)
    return [
        f"{cell}\n  expected {part!r}\n  got {said!r}"
        for (cell, expected), said in pairs
        for part in expected or ("",)
        if (part not in said if expected else "Error" in said)
    ]


@pytest.mark.exhaustive
def test_in_plain_python():
    assert unmet(CELLS, ran(PLAIN, [cell for cell, _ in CELLS])) == []


@pytest.mark.exhaustive
def test_in_ipython():
    pytest.importorskip("IPython")
    cells = CELLS + MAGIC
    assert unmet(cells, ran(IPYTHON, [cell for cell, _ in cells])) == []


@pytest.mark.exhaustive
def test_in_a_kernel():
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    sources = [cell for cell, _ in CELLS + MAGIC] + [cell for cell, _, _ in KERNEL]
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in sources])
    nbclient.NotebookClient(book, timeout=SECONDS, kernel_name="python3").execute()
    outputs = [cell.outputs for cell in book.cells]
    plain = ["".join(out.get("text", "") + out.get("data", {}).get("text/plain", "") for out in cell) for cell in outputs]
    assert unmet(CELLS + MAGIC, plain[: len(CELLS) + len(MAGIC)]) == []
    rich = [{kind: text for out in cell for kind, text in out.get("data", {}).items()} for cell in outputs[-len(KERNEL) :]]
    missing = [
        (cell, part, data)
        for (cell, kind, parts), data in zip(KERNEL, rich, strict=True)
        for part in parts
        if part not in data.get(kind, "")
    ]
    assert missing == []
