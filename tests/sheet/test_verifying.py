"""The second proof: every shipped sheet agrees with SymPy's matrices and mpmath's numbers, and a wrong line does not."""

from __future__ import annotations

import json

import pytest
import sympy
from click.testing import CliRunner

import symattn as sa
from symattn.cli import main
from symattn.course.vary import variant, written
from symattn.files import folder
from symattn.sheet import load, loads, solve, verifying
from symattn.sheet.verifying import ENGINES, verify

SHEETS = sorted(folder("worksheets").glob("*.toml"))
EYE = [[1, 0], [0, 1]]


@pytest.mark.exhaustive
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_every_shipped_sheet_is_computed_again(path, engine):
    solution = solve(load(path))
    found = verify(solution, engine)
    assert found.holds, str(found)
    computed = {(line.question, line.line) for line in found.lines} | {(id, "") for id, _ in found.passed}
    expected = {(a.question.id, name) for a in solution.answers for name in a.question.plan.names}
    assert {(q, line if (q, "") not in computed else "") for q, line in expected} == computed
    lettered = {question.id for question in solution.sheet.questions if question.letters}
    assert {id for id, _ in found.passed} <= (lettered if engine == "mpmath" else set())


def test_what_sympy_cannot_write_is_named():
    found = sa.derive(["Y = swap(X, 0, 1)"], X=[[[1, 2]], [[3, 4]]]).verify()
    assert [id for id, _ in found.passed] == ["1"]
    assert "1: not computed again: Y: sympy code has no swap" in str(found)


@pytest.mark.exhaustive
@pytest.mark.parametrize("engine", ENGINES)
def test_batches_are_computed_again_matrix_by_matrix(engine):
    lines = ["S = X @ X.T / sqrt(cols(X)) + c", "A = softmax(causal_mask(S))", "H = merge_heads(A @ X)", "Z = split_heads(H, 2) @ X.T", "T = relu(-X) - X"]
    d = sa.derive(lines, X=[[[1, 2], [3, 4]], [[5, 6], [7, "1/3"]]], c="1/2")
    found = d.verify(engine)
    assert found.holds
    assert len(found.lines) == 5
    assert [line.line for line in d.slip("A", "not-normalised").wrong.verify(engine).failed] == ["A", "H", "Z"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("slip", ["unscaled", "scaled-by-width"])
def test_a_wrong_line_is_found(slip, engine):
    d = sa.attention([[1, 2, 0], [3, 4, 1]], [[1, 0], [0, 1], [1, 1]], [[1, 0], [0, 1], [1, 1]], [[1], [0], [2]])
    assert d.verify(engine).holds
    found = d.slip("L", slip).wrong.verify(engine)
    assert [line.line for line in found.failed] == ["L", "A", "H"]
    assert "1: L: different: row 1, column 1" in str(found)


@pytest.mark.exhaustive
@pytest.mark.parametrize("engine", ENGINES)
def test_minus_infinity_and_masks(engine):
    d = sa.attention([[1, 2], [3, 4]], EYE, EYE, [["1/3", 0], ["sqrt(2)", "log(2)"]], mask="causal")
    assert d.verify(engine).holds
    assert not d.slip("L", "unmasked").wrong.verify(engine).holds


@pytest.mark.exhaustive
def test_symbols_are_proved_equal_too():
    a, t = sympy.Symbol("a"), sympy.Symbol("t", positive=True)
    d = sa.attention([[a, 1], [0, t]], EYE, EYE, EYE)
    assert str(d.verify()) == "7 lines proved equal to what SymPy's matrices give; decimals and the working shown are not compared"
    assert str(d.verify("mpmath")) == "1: not computed again: numbers only, and a, t stand in it"
    assert [line.line for line in d.slip("L", "unscaled").wrong.verify().failed] == ["L", "A", "H"]


@pytest.mark.exhaustive
def test_a_letter_called_x_is_not_the_entry_that_a_function_is_taken_of():
    sheet = loads(
        '[[question]]\nsteps = ["A = softmax(w)", "Z = limit(A, x)", "P = w ** x"]\n[question.letters]\nx = "positive"\n[question.given]\nw = [["x", 2]]\n', "s.toml"
    )
    found = verify(solve(sheet), "sympy")
    assert found.holds, str(found)
    assert [line.line for line in found.lines] == ["A", "Z", "P"]


def test_a_derivation_of_nothing_and_an_unknown_engine():
    empty = solve(load(folder("worksheets") / "attention-laws.toml"))
    said = str(verify(empty)).splitlines()
    assert said[0] == "no line has values to compute again"
    assert said[1:] == [f"q{n}: not compared: its proofs, each checked by itself" for n in range(1, len(said))]
    with pytest.raises(sa.SymattnError, match="no engine 'sympi'"):
        verify(empty, "sympi")


@pytest.mark.exhaustive
def test_the_command_says_so_and_ends_with_0():
    done = CliRunner().invoke(main, ["solve", "two-heads-by-hand", "--verify", "sympy", "-o", "-"], standalone_mode=False)
    assert done.return_value == 0
    assert "16 lines proved equal to what SymPy's matrices give" in done.stderr
    assert "1 + e^(7√2)" in done.stdout


@pytest.mark.exhaustive
def test_the_command_names_the_line_and_ends_with_3(monkeypatch):
    real = verifying.outputs

    def wrong(pieces, library):
        printed = real(pieces, library)
        rows = json.loads(printed[4])
        rows[0][0] = f"Add({rows[0][0]}, Rational(1, 1000))"
        return [*printed[:4], json.dumps(rows), *printed[5:]]

    monkeypatch.setattr(verifying, "outputs", wrong)
    done = CliRunner().invoke(main, ["solve", "two-heads-by-hand", "--verify", "sympy", "-o", "-"], standalone_mode=False)
    assert done.return_value == 3
    assert "q1: S_1: different: row 1, column 1: they differ by 1/1000" in done.stderr


TEMPLATES = [path for path in SHEETS if "\n[vary]" in path.read_text("utf-8")]


@pytest.mark.exhaustive
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_variants_are_computed_again(path, engine):
    template = load(path)
    for student in ("ada", "blaise", "carl"):
        sheet = loads(written(path.read_text("utf-8"), variant(template, student, 1)), str(path))
        found = verify(solve(sheet), engine)
        assert found.holds, str(found)
        assert not found.passed


@pytest.mark.exhaustive
@pytest.mark.parametrize("format", ["text", "md", "html", "tex"])
def test_a_key_says_that_two_libraries_agree(format):
    done = CliRunner().invoke(main, ["solve", "causal-mask", "--verify", "sympy", "--format", format])
    assert done.exit_code == 0
    assert "computed a second time from its formula, by SymPy" in " ".join(done.stdout.split())
    plain = CliRunner().invoke(main, ["solve", "causal-mask", "--format", format])
    assert "a second time" not in plain.stdout


@pytest.mark.exhaustive
def test_a_key_does_not_say_it_of_what_was_not_computed_again():
    done = CliRunner().invoke(main, ["solve", "temperature", "--verify", "mpmath"])
    assert done.exit_code == 0
    assert "a second time" not in done.stdout


@pytest.mark.exhaustive
def test_what_was_not_compared_is_named_and_no_page_says_otherwise(tmp_path):
    text = (
        "[[question]]\nsteps = ['P = softmax(S)', 't = sum(P @ V)']\ngiven = { S = [[0, 1]], V = [[1], [3]] }\n"
        "gradient = { of = 't', wrt = ['S'] }\n[[question]]\nsteps = ['N = numbers(W)']\nshapes = { W = ['d', 'd'] }\n"
    )
    found = verify(solve(loads(text)))
    assert found.holds
    assert found.left == (("q1", "whether dP, dS are derivatives; their formulas were computed again"),
                          ("q2", "its shapes and counts"))  # fmt: skip
    (tmp_path / "sheet.toml").write_text(text, encoding="utf-8")
    done = CliRunner().invoke(main, ["solve", str(tmp_path / "sheet.toml"), "--verify", "sympy"])
    assert "q2: not compared: its shapes and counts" in done.stderr
    assert "a second time" not in done.stdout  # counts of the second question were not computed again


NUMBERS = ["r = round(z / 3, 1)", "r = round(log10(z), 2)", "r = round(-z / 4, 0)", "r = log10(z)", "r = onehot(z, 9)", "r = -1 / (onehot(z, 9) + 1)"]


@pytest.mark.parametrize("line", NUMBERS)
def test_what_is_made_of_numbers_is_computed_again(line):
    found = verify(loads(f'[[question]]\nsteps = ["{line}"]\n[question.given]\nz = 7\n').solve(), "sympy")
    assert found.holds, str(found)
    assert [one.line for one in found.lines] == ["r"]
