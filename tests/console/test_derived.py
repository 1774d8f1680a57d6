"""What a derivation is to a Python user: values, steps, decimals, symbols, what-if, printing."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Mapping

import pytest
import sympy as sp
from sympy.core.basic import Printable

import symattn as sa
from symattn.console.derived import Derivation

EYE = [[1, 0], [0, 1]]
X = [[1, 2], [3, 4]]
a, b = sp.symbols("a b")


def one_head(**options):
    return sa.attention(X, EYE, EYE, [["1/3", 0], ["sqrt(2)", 1]], **options)


def by_sympy(x, w_q, w_k, w_v):
    """Attention as a SymPy user writes it."""
    q, k, v = x * w_q, x * w_k, x * w_v
    scores = (q * k.T / sp.sqrt(w_k.cols)).applyfunc(sp.exp)
    weights = sp.Matrix(scores.rows, scores.cols, lambda i, j: scores[i, j] / sum(scores[i, :]))
    return weights * v


def test_values_are_immutable_sympy_matrices():
    d = one_head()
    assert isinstance(d["A"], sp.ImmutableMatrix)
    assert d["S"] == sp.ImmutableMatrix([[5, 11], [11, 25]])
    assert d["A"][0, 0] == 1 / (1 + sp.exp(3 * sp.sqrt(2)))
    assert d.output == d["H"]
    assert hash(d["A"])


def test_a_blocked_score_is_minus_infinity():
    d = one_head(mask="causal")
    assert d["L"][0, 1] == -sp.oo
    assert d["A"].row(0) == sp.Matrix([[1, 0]])
    assert d.decimals("L", 2)[0] == ("3.54", "-inf")


def test_the_lines_of_two_heads_stand_in_the_contracts_order():
    d = sa.multi_head_attention(X, [EYE] * 2, [EYE] * 2, [EYE] * 2, [[1], [0], [0], [1]], first=0)
    lines = [f"{letter}_{i}" for i in (0, 1) for letter in "QKVSLAH"]
    assert [step.name for step in d.steps if step.name] == [*lines, "H", "Y"]
    assert d["Y"].shape == (2, 1)


def test_steps_say_what_was_done():
    d = one_head()
    step = next(step for step in d.steps if step.name == "A")
    assert (step.op, step.args) == ("softmax", ("L",))
    assert step.value == d["A"]
    assert isinstance(d.steps, tuple)


def test_decimals_are_text_correctly_rounded():
    d = one_head()
    exact = d["A"][0, 0].evalf(60)
    (first, *_), *_ = d.decimals("A", 40)
    assert abs(sp.Float(first, 60) - exact) <= sp.Float("0.5e-40", 60)
    assert d.decimals("A", 2) == (("0.01", "0.99"), ("0.00", "1.00"))


def test_symbols_stay_and_agree_with_sympys_own():
    x = sp.Matrix([[a, 0], [1, b]])
    d = sa.attention(x, sp.eye(2), sp.eye(2), sp.eye(2))
    own = by_sympy(x, sp.eye(2), sp.eye(2), sp.eye(2))
    assert d.free_symbols == {a, b}
    for at in ({a: 2, b: -1}, {a: sp.Rational(1, 3), b: 5}):
        gap = (d.output - own).subs(at).evalf(40)
        assert max(abs(x) for x in gap) < sp.Float("1e-35")


def test_subs_gives_the_derivation_of_the_numbers():
    d = sa.attention(sp.Matrix([[a, 2], [3, b]]), EYE, EYE, EYE)
    assert d.subs({a: 1, b: 4}) == sa.attention(X, EYE, EYE, EYE)
    assert d.subs(a, 1).free_symbols == {b}


def test_two_symbols_of_one_name_are_told_apart():
    p = sp.Symbol("a", positive=True)
    d = sa.derive(["Y = X @ W"], X=[[a, p]], W=[[1], [1]])
    assert d.output[0, 0] == a + p


def test_subs_of_a_float_is_refused():
    with pytest.raises(sa.SymattnError, match="binary float"):
        sa.attention(sp.Matrix([[a, 2]]), EYE, EYE, EYE).subs(a, 0.5)


def test_evalf_has_as_many_digits_as_asked_for():
    d = one_head()
    assert d.evalf(30)[0, 0] == d.output[0, 0].evalf(30)


WRONG = {
    "a shape that does not fit names both": (
        lambda: sa.attention([[1, 2, 3]], EYE, EYE, EYE), sa.ShapeError, "X is 1×3, W_Q is 2×2"),
    "every misfit is said": (lambda: sa.attention([[1, 2, 3]], EYE, EYE, EYE), sa.ShapeError, "V = X @ W_V"),
    "heads that do not agree": (
        lambda: sa.multi_head_attention(X, [EYE], [EYE] * 2, [EYE]), sa.SymattnError, "W_Q has 1, W_K has 2"),
    "one matrix in place of a sequence": (
        lambda: sa.multi_head_attention(X, sp.eye(2), [EYE], [EYE]), sa.SymattnError, "W_Q: write a sequence"),
    "a nested list in place of a sequence": (
        lambda: sa.multi_head_attention(X, EYE, EYE, EYE), sa.SymattnError, "W_Q: one matrix stands here"),
    "an unknown mask": (lambda: one_head(mask="casual"), sa.SymattnError, '"causal"'),
    "a row that is blocked entirely": (lambda: one_head(mask=[[0, 0], [1, 1]]), sa.SymattnError, "row 1 is blocked"),
    "a mask of other numbers": (lambda: one_head(mask=[[2, 1], [1, 1]]), sa.SymattnError, "write 1 (keep) or 0"),
    "a float scale": (lambda: one_head(scale=0.5), sa.SymattnError, "scale: 0.5 is a binary float"),
    "a name that nobody gave": (lambda: sa.derive(["Q = X @ W"], X=X), sa.SymattnError, "not given: W"),
    "a line that cannot be read": (lambda: sa.derive(["Q = X @@ W"], X=X), sa.LineError, "line 1, column 8"),
    "a given that is defined again": (lambda: sa.derive(["X = X @ X"], X=X), sa.SymattnError, "X is"),
    "an unknown line": (lambda: one_head()["AA"], sa.SymattnError, 'did you mean "A"?'),
    "an unknown given": (lambda: one_head().with_(W_q=EYE), sa.SymattnError, 'did you mean "W_Q"?'),
    "a replacement of another shape": (lambda: one_head().replace("A", [[1]]), sa.ShapeError, "A is 2×2"),
    "a given replaced": (lambda: one_head().replace("X", X), sa.SymattnError, "with_"),
    "an unknown slip": (lambda: one_head().slip("L", "scaled"), sa.SymattnError, "there are unscaled"),
    "negative places": (lambda: one_head().decimals("A", -1), sa.SymattnError, "0 or more"),
    "a place outside": (lambda: one_head().why("A", 2, 0), sa.SymattnError, "A is 2×2"),
    "an unknown level of detail": (lambda: one_head().show(detail="ful"), sa.SymattnError, '"full"'),
}  # fmt: skip


@pytest.mark.parametrize(("call", "kind", "says"), WRONG.values(), ids=WRONG)
def test_errors_name_what_is_wrong(call, kind, says):
    with pytest.raises(kind) as caught:
        call()
    assert says in str(caught.value)


def test_an_unknown_line_is_a_key_error_too():
    with pytest.raises(KeyError):
        one_head()["AA"]


# ---- what if


def test_with_runs_again_from_other_givens():
    assert one_head().with_(X=EYE) == sa.attention(EYE, EYE, EYE, [["1/3", 0], ["sqrt(2)", 1]])


def test_replace_goes_on_from_the_students_matrix():
    d = one_head().replace("A", [["1/2", "1/2"], [0, 1]])
    assert d["A"] == one_head()["A"]  # what the line itself gives
    assert d["H"] == sp.Matrix([["1/2", "1/2"], [0, 1]]) * d["V"]


def test_slip_shows_the_wrong_path_beside_the_right_one():
    c = one_head().slip("L", "unscaled")
    right, wrong = c["L"]
    assert wrong == one_head()["S"]
    assert right == wrong / sp.sqrt(2)
    assert c.differs == ("L", "A", "H")
    assert "right" in str(c)
    assert "5.0000" in str(c)
    assert "3.5355" in str(c)


# ---- showing itself


@pytest.mark.exhaustive
def test_sympys_printers_show_the_result_in_lists_too():
    d = one_head()
    assert isinstance(d, Printable)
    assert sp.latex(d) == sp.latex(d.output)
    assert sp.pretty([d]) == sp.pretty([d.output])
    assert sp.sstr(d) == sp.sstr(d.output) == str(d)
    assert d._repr_latex_() == f"$\\displaystyle {sp.latex(d.output)}$"
    assert repr(d).startswith("H = Matrix([[")


def test_a_large_result_is_named_by_its_shape():
    assert repr(sa.derive(["Y = X @ X.T"], X=[[1]] * 9)) == "Y = 9×9 matrix"


def test_show_prints_the_working(capsys):
    one_head().show()
    whole = capsys.readouterr().out
    assert "softmax" in whole
    assert "0.0142" in whole
    one_head().show("S", detail="full")
    part = capsys.readouterr().out
    assert "1(1) + 2(2) = 5" in part
    assert "softmax" not in part


def test_pages_are_whole_documents():
    d = one_head()
    assert d.latex().rstrip().endswith(r"\end{document}")
    page = d.html()
    assert page.startswith("<!DOCTYPE html>")
    assert "<math" in page


WHY = {
    "a product": ("S", 0, 1, ["row 0 of Q times column 1 of K.T", "= 1·3 + 2·4", "= 11"]),
    "a weight": ("A", 1, 0, ["over the sum of that for row 1 of L", "= 1/(1 + e^(7√2))", "≈ 0.0001"]),
    "a scaled score": ("L", 1, 1, ["over the square root of the width", "25/√2", "≈ 17.6777"]),
    "a given": ("X", 1, 0, ["it is given", "= 3"]),
    "a negative index counts from the end": ("X", -1, -2, ["X[1, 0] = 3"]),
}


@pytest.mark.parametrize(("name", "i", "j", "says"), WHY.values(), ids=WHY)
def test_why(name, i, j, says):
    text = str(one_head().why(name, i, j))
    for words in says:
        assert words in text


REPEATED = {"a row": [[10, 20]], "a column": [[30], [40]], "one entry": [[50]], "a whole matrix": [[1, 2], [3, 4]]}
SIGNS = {"+": "{} + {}", "-": "{} − {}", "*": "{}·{}", "/": "{}/{}"}


@pytest.mark.parametrize("b", REPEATED.values(), ids=REPEATED)
@pytest.mark.parametrize("sign", SIGNS)
def test_why_of_what_is_repeated_names_the_entry_that_was_taken(sign, b):
    given, d = [[5, 6], [7, 8]], sa.derive([f"S = X {sign} b"], X=[[5, 6], [7, 8]], b=b)
    for i in (0, 1):
        for j in (0, 1):
            at = (i if len(b) > 1 else 0, j if len(b[0]) > 1 else 0)
            found = d.why("S", i, j)
            assert f"= {SIGNS[sign].format(given[i][j], b[at[0]][at[1]])}" in str(found)
            assert found.parts == (("X", i, j), ("b", *at))


def test_why_of_masked_joined_and_hidden_values():
    d = sa.multi_head_attention(X, [EYE] * 2, [EYE] * 2, [EYE, [[2, 0], [0, 2]]], mask="causal")
    assert "token 1 comes after token 0" in str(d.why("L_1", 0, 1))
    assert "gets no weight" in str(d.why("A_1", 0, 1))
    assert "the mask lets it stand" in str(d.why("L_1", 1, 0))
    assert "column 1 of H_2" in str(d.why("H", 0, 3))
    assert d.why("S_1", 0, 1).parts == (("Q_1", 0, 0), ("K_1", 1, 0), ("Q_1", 0, 1), ("K_1", 1, 1))
    assert r"\frac" in d.why("A_2", 1, 0)._repr_latex_()


# ---- as a Python object


@pytest.mark.parametrize("again", [lambda d: pickle.loads(pickle.dumps(d)), copy.copy, copy.deepcopy])
def test_copies_are_equal_and_hash_alike(again):
    for d in (one_head(), one_head().replace("A", EYE), sa.derive(["Y = X * c"], X=[[a]], c="1/3")):
        other = again(d)
        assert other == d
        assert hash(other) == hash(d)
        assert other.output == d.output
        assert isinstance(other, Derivation)


def test_others_differ():
    assert one_head() != one_head(mask="causal")
    assert one_head() != one_head().replace("A", EYE)
    assert len({one_head(), one_head(), one_head(mask="causal")}) == 2


def test_a_derivation_is_a_mapping_of_its_values():
    d = sa.derive(["S = Q @ K.T", "T = S * c"], Q=[[1, 2]], K=[[3, 4]], c="1/2")
    assert list(d) == ["Q", "K", "c", "S", "T"]
    assert dict(d)["T"] == sp.Matrix([[sp.Rational(11, 2)]])
    assert d["c"] == sp.Rational(1, 2)
    assert "S" in d
    assert "S.1" not in d


# ---- matrices known by name and shape only

n, m, k = sp.symbols("n d d_k", positive=True, integer=True)


def test_matrix_symbols_give_formula_and_shapes():
    x = sp.MatrixSymbol("X", n, m)
    w_q, w_k, w_v = (sp.MatrixSymbol(name, m, k) for name in ("W_Q", "W_K", "W_V"))
    f = sa.attention(x, w_q, w_k, w_v)
    assert f["S"] == (x * w_q) * (x * w_k).T
    assert f.shapes["A"] == (n, n)
    assert f.shapes["H"] == (n, k)
    assert f["L"] == f["S"] / sp.sqrt(k)
    assert "softmax" in str(f)
    assert sp.latex(f).startswith(r"\operatorname{softmax}")
    assert repr(f).splitlines()[0] == "Q = X @ W_Q   n×d_k"


def test_matrix_symbols_that_do_not_fit_name_both_shapes():
    with pytest.raises(sa.ShapeError, match="X is n×d, W_Q is d_k×d"):
        sa.attention(*(sp.MatrixSymbol(s, *size) for s, size in zip("XQKV", [(n, m), (k, m), (m, k), (m, k)], strict=True)))


def test_symbols_and_numbers_may_be_mixed():
    f = sa.derive(["S = X @ W", "A = softmax(S)"], X=sp.MatrixSymbol("X", 2, 2), W=EYE)
    assert f["S"].shape == (2, 2)
    assert f["A"].doit().shape == (2, 2)


# ---- worksheets


def test_a_worksheet_is_solved_by_question_and_line():
    solution = sa.worksheet("two-heads-by-hand").solve()
    assert solution["q1"]["A_1"][0, 0] == 1 / (1 + sp.exp(3 * sp.sqrt(2)))
    assert list(solution) == ["q1"]
    with pytest.raises(sa.SymattnError, match='did you mean "q1"'):
        solution["q2"]


def test_later_lines_go_on_from_stated_values():
    solution = sa.worksheet("stated-weights").solve()
    assert solution[next(iter(solution))].output == sp.Matrix([[4, 0], [2, 1]])


def test_an_unknown_worksheet_names_the_nearest():
    with pytest.raises(sa.SymattnError, match='did you mean "two-heads-by-hand"'):
        sa.worksheet("two-heads")


# ---- symbols on the page


def with_symbols():
    return sa.attention(sp.Matrix([[a, 1], [0, sp.Symbol("x_1")]]), EYE, EYE, EYE, mask="causal")


@pytest.mark.parametrize("detail", ["brief", "standard", "full"])
def test_the_working_of_symbols_has_letters_and_no_decimals(capsys, detail):
    with_symbols().show(detail=detail)
    text = capsys.readouterr().out
    assert "x₁" in text
    assert "≈" not in text


def test_the_pages_of_symbols_are_written():
    d = with_symbols()
    assert "<msub><mi>x</mi><mn>1</mn></msub>" in d.html()
    assert "x_{1}" in d.latex(detail="full")
    assert "≈" not in str(d.why("A", 1, 0))


def test_decimals_of_symbols_say_what_to_do():
    with pytest.raises(sa.SymattnError, match=r"symbols stand in it \(a, x_1\); put numbers in first"):
        with_symbols().decimals("A", 3)


def test_a_replaced_line_is_shown_as_it_was_written(capsys):
    one_head().replace("A", [["1/2", "1/2"], [0, 1]]).show("A")
    text = capsys.readouterr().out
    assert "⎡1/2  1/2⎤" in text
    assert "ε" not in text.split("Beside")[0].replace("ε₁ =", "").split("A =")[1]


def test_programs_compute_the_same():
    import numpy as np

    d = one_head()
    names: dict[str, object] = {}
    exec(d.code("numpy"), names)
    assert np.allclose(names["H"], np.array(d.output.evalf(), dtype=float))
    exec(d.code("sympy"), names)
    assert sp.Matrix(names["S"]) == d["S"]
    with pytest.raises(sa.SymattnError, match='"numpy"'):
        d.code("nunpy")


# ---- every shipped worksheet

from symattn.files import shipped  # noqa: E402


@pytest.mark.sliced(72)
@pytest.mark.parametrize("name", shipped())
def test_every_shipped_worksheet_opens_and_shows_itself(name):
    solution = sa.worksheet(name).solve()
    for question in solution:
        assert repr(solution[question])
        assert all(solution[question][name] is not None for name in solution[question])


def test_a_question_about_shapes_gives_its_shapes():
    shapes = sa.worksheet("seven-steps").solve()["q1"]
    assert [str(size) for size in shapes["S"]] == ["h", "n", "n"]


# ---- batches


def test_heads_may_be_an_axis():
    d = sa.derive(["P = split_heads(X, 2)", "S = P @ P.T", "H = merge_heads(S)"], X=[[1, 2, 3, 4], [5, 6, 7, 8]])
    assert d["P"].shape == (2, 2, 2)
    assert d["S"][0, 0, 1] == 1 * 5 + 2 * 6
    assert d["H"].shape == (2, 4)
    assert d.decimals("S", 0)[1] == (("25", "53"), ("53", "113"))


def test_a_batch_may_be_given_as_a_nested_list_or_an_array():
    import numpy as np

    listed = sa.derive(["Y = X @ W"], X=[[[1, 2]], [["1/2", 4]]], W=[[1], [1]])
    assert sp.flatten(listed.output.tolist()) == [3, sp.Rational(9, 2)]
    assert sa.derive(["Y = X @ W"], X=np.array([[[1, 2]], [[3, 4]]]), W=[[1], [1]])["Y"][1, 0, 0] == 7
    assert pickle.loads(pickle.dumps(listed)) == listed
    with pytest.raises(sa.ShapeError, match="parts 1 and 2 of a batch are 1×2 and 1×1"):
        sa.derive(["Y = X @ W"], X=[[[1, 2]], [[3]]], W=[[1], [1]])


@pytest.mark.parametrize("x", [3, sp.Symbol("a")])
@pytest.mark.parametrize("n", [1, 2, 3])
def test_a_slip_of_a_batch_is_shown_matrix_by_matrix(n, x):
    """In decimals and in symbols, as text and as mathematics: what stands there of one matrix stands there of each of n like it."""
    one, batch = (sa.derive(["L = X @ X.T / sqrt(2)"], X=x).slip("L", "unscaled") for x in ([[x, 1], [1, 2]], [[[x, 1], [1, 2]]] * n))
    assert batch.differs == ("L",)
    for places in (0, 2):
        rows = [set(re.findall(r"[^][\s]+", c.table(places))) for c in (one, batch)]
        assert rows[0] == rows[1]
        assert batch.table(places).count("[") == n * one.table(places).count("[")
    for cell in re.findall(r"\\begin.*?\\end", one._repr_markdown_()):
        assert batch._repr_markdown_().count(cell) == n


def test_the_program_of_a_batch():
    d = sa.derive(["Y = X @ W"], X=[[["1/3", 2]], [[3, 4]]], W=[[1], [1]])
    assert "X = np.array([[[1/3, 2]], [[3, 4]]])" in d.code()
    assert "Y = [X[_k] * W for _k in range(2)]" in d.code("sympy")
    deep = sa.derive(["Y = X + X"], X=[[[[1]], [[2]]]])
    with pytest.raises(sa.SymattnError, match="X: sympy code has lists of matrices only, no batches of batches; write --code numpy"):
        deep.code("sympy")


def test_a_derivation_is_asked_as_a_mapping_is():
    d = one_head()
    assert list(d) == list(d.keys()) == ["X", "W_Q", "W_K", "W_V", "Q", "K", "V", "S", "L", "A", "H"]
    assert dict(d.items())["H"] == d["H"] == list(d.values())[-1]
    assert ("A", d["A"]) in d.items()
    assert d.get("T") is None
    assert d.get("T", 0) == 0
    assert isinstance(d, Mapping)
    assert not isinstance(d.steps[0], Mapping)
    match d:
        case {"A": weights}:
            assert weights == d["A"]
        case _:
            pytest.fail("a pattern with keys does not take it")


@pytest.mark.parametrize("masked", [None, "causal"])
def test_what_is_computed_from_lines_equals_lines_by_proof(masked):
    d = one_head(mask=masked)
    assert d["A"] * d["V"] == d["A"] @ d["V"] == d["H"]
    assert sp.ImmutableMatrix(d["A"]) * sp.ImmutableMatrix(d["V"]) == d["H"]
    assert d["Q"] * d["K"].T == d["S"]
    assert d["H"] + d["H"] - d["H"] == 2 * d["H"] / 2 == d["H"]
    assert -d["H"] == d["H"] * -1
    assert d["A"] != d["A"] * 2
    assert d["A"] != d["A"].T
    assert d["A"] != sp.Matrix([[1, 2, 3]])
    assert d["S"] == sp.Matrix([[5, 11], [11, 25]])


def test_what_has_no_exact_value_is_left_to_sympy():
    d = one_head()
    assert (d["S"] * 0.5)[0, 0] == 2.5
    assert (d["S"] * sp.Symbol("t"))[0, 1] == 11 * sp.Symbol("t")
    with pytest.raises(sp.matrices.exceptions.ShapeError):
        d["S"] * sp.ones(3, 3)
    with pytest.raises(sp.matrices.exceptions.ShapeError):
        d["S"] + d["S"][0, :]
    assert d["S"] != d["S"] * 0.5


def test_what_cannot_be_told_equal_is_said():
    d = sa.derive(["S = X * 1"], X=sp.Matrix([[sp.Function("f")((a + 1) ** 2)]]))
    e = sa.derive(["S = X * 1"], X=sp.Matrix([[sp.Function("f")(a**2 + 2 * a + 1)]]))
    with pytest.warns(UserWarning, match=r"row 1, column 1; symattn\.equal says what is known"):
        assert d["S"] != e["S"]


@pytest.mark.parametrize("power", ["2", "3", "(1/2)"])
def test_why_says_to_which_power_what_has_no_name_was_raised(power: str) -> None:
    d = sa.derive([f"m = mean((Y - N)**{power})"], Y=[[1, 2], [3, 4]], N=[[0, 1], [1, 1]])
    assert str(d.why("m", 0, 0)).splitlines()[0] == f"m[0, 0]: the mean of all entries of ((Y − N) ** {power})"


@pytest.mark.parametrize(("line", "said"), [
    ("1 / (1 + exp(-X))", "the entry of 1 over that of (1 + exp(−X))"),
    ("softmax(X / sqrt(2))", "e to its score, over the sum of that for row 0 of (X / sqrt(2))"),
    ("softmax(X @ X.T * 3)", "e to its score, over the sum of that for row 0 of ((X @ X.T) * 3)"),
    ("exp(X - 1) * X", "the entries of exp(X − 1) and X, multiplied"),
    ("X / (2/3) + X", "the entries of (X / (2/3)) and X, added"),  # and no (X / 2/3), which is X / 6
    ("X + X / (-2) + 1/2", "the entries of (X + (X / (-2))) and 1/2, added"),
    ("exp((X + X).T) * X", "the entries of exp((X + X).T) and X, multiplied"),
])  # fmt: skip
def test_why_says_what_has_no_name_as_one_would_write_it(line: str, said: str) -> None:
    d = sa.derive([f"Y = {line}"], X=[[1, 2], [3, 4]])
    assert d.why("Y", 0, 1).sentence == said


def test_why_puts_the_numbers_into_a_line_of_one_number() -> None:
    d = sa.derive(["P = 2 * layers * n", "C = P / 3 + 1"], layers=32, n=10)
    assert str(d.why("C", 0, 0)) == "C[0, 0]: what P / 3 + 1 comes to\nC[0, 0] = 640/3 + 1\n        = 643/3"
    assert str(d.why("P", 0, 0)).splitlines()[1] == "P[0, 0] = 2·32·10"


WITH_PARAMETERS = [
    "softmax(A, axis=0)", "top_k(A, 2)", "round(A / 3, 1)", "A ** 3", "2 ** A", "causal_mask(A, axis=0)", "cumsum(A, axis=0)", "window_mask(A, 1)", "alibi(A, 2)",
    "rope(A, base=100)", "rope(A, start=2)", "repeat(A, 2)", "layer_norm(A, eps=1)", "layer_norm(A, axis=0)", "logsumexp(A, axis=0)", "rms_norm(A, eps=2)", "sum(A, axis=0)",
    "max(A, axis=0)", "var(A, axis=0)", "argmax(A, first=1)", "argsort(A, first=1)", "top_places(A, 2)", "A[0:2, [1, 3]]", "A * 3", "A / 7", "A ** 2 + 1",
]  # fmt: skip


@pytest.mark.sliced(4)
@pytest.mark.parametrize("line", WITH_PARAMETERS)
def test_a_formula_of_a_matrix_keeps_its_parameters_where_numbers_come_in(line: str) -> None:
    A, numbers = sp.MatrixSymbol("A", 3, 4), sp.Matrix([[1, -2, 3, 0], [2, 1, -1, 4], [5, 2, 2, 1]])
    formula = sa.derive([f"Z = {line}"], A=A)["Z"]
    assert formula.subs(A, numbers).doit() == sa.derive([f"Z = {line}"], A=numbers)["Z"]
