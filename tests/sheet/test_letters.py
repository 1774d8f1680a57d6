"""Letters in values: read, kept, decided, written, marked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import symattn as sa
from symattn.cli import main
from symattn.errors import SheetError
from symattn.page import page
from symattn.sheet import loads
from symattn.sheet.json import to_json

SHEET = """
[[question]]
steps = ["Q = rope(q, start=m)", "K = rope(k, start=n)", "S = Q @ K.T", "R = relu(X)", "A = softmax(L + c * ones(1, 2))"]
[question.letters]
m = "integer"
n = "integer"
c = "real"
t = "real"
lambda = "positive"
[question.given]
q = [[1, 2]]
k = [["3", "1/2"]]
X = [["t", "2*t + 1", "-lambda"]]
L = [["lambda", 0]]
"""
VALUES = {
    "Q": [["cos(m) - 2*sin(m)", "2*cos(m) + sin(m)"]],
    "S": [["(8*cos(m - n) - 11*sin(m - n))/2"]],
    "R": [["(t + abs(t))/2", "(2*t + 1 + abs(2*t + 1))/2", "0"]],
    "A": [["1/(1 + exp(-lambda))", "exp(-lambda)/(1 + exp(-lambda))"]],
}


def test_everything_stays_in_letters() -> None:
    steps = json.loads(to_json(loads(SHEET).solve(), 4))["questions"][0]["steps"]
    found = {step["name"]: step for step in steps if step["name"]}
    assert {name: found[name]["exact"] for name in VALUES} == VALUES
    assert {name: found[name]["decimal"] for name in VALUES} == VALUES | {"R": [[*VALUES["R"][0][:2], "0.0000"]]}


RIGHT = {
    "S": ["4cos(m-n) - 5.5 sin(m-n)", "4 cos(n - m) + 11 sin(n-m)/2", r"$4\cos m\cos n + 4\sin m \sin n - \frac{11}{2}\sin(m-n)$"],
    "R": ["[(t+|t|)/2, (2t+1+|2t+1|)/2, 0]", "[[(t + abs(t))/2, t + 1/2 + abs(t + 1/2), 0]]"],
    "A": [r"$\begin{bmatrix}\frac{e^\lambda}{1+e^{\lambda}} & \frac{1}{e^{\lambda}+1}\end{bmatrix}$", "[e^λ, 1] / (1 + e^λ)"],
}


@pytest.mark.parametrize(("name", "written"), [(name, text) for name, texts in RIGHT.items() for text in texts])
def test_any_form_of_the_value_is_right(name: str, written: str, tmp_path: Path) -> None:
    file = tmp_path / ("a.tex" if "$" in written else "a.txt")
    file.write_text(f"{name} = {written}" if "$" not in written else f"${name} = {written[1:]}")
    (result,) = (r for r in sa.check(loads(SHEET), file).answers[0].questions[0].results if r.name == name)
    assert result.verdict == "correct", result.said


WRONG = {
    "S": ("[[4*cos(m + n)]]", "incorrect"),
    "R": ("[[t, 2*t + 1, -lambda]]", "slip"),
    "A": ("[[exp(lambda + c), exp(c)]]", "slip"),
    "Q": ("[[cos(m), sin(m), 1]]", "shape"),
}


@pytest.mark.sliced(2)
@pytest.mark.parametrize("name", WRONG)
def test_what_is_not_so_for_all_letters_is_wrong(name: str) -> None:
    written, verdict = WRONG[name]
    (result,) = (r for r in sa.check(loads(SHEET), {name: written}).answers[0].questions[0].results if r.name == name)
    assert result.verdict == verdict, result.said


def test_a_line_right_from_a_wrong_one_follows() -> None:
    answers = {"Q": "[[cos(m), sin(m)]]", "K": "[[3*cos(n) - sin(n)/2, 3*sin(n) + cos(n)/2]]", "S": "[[3*cos(m-n) + sin(m-n)/2]]"}
    found = {r.name: r.verdict for r in sa.check(loads(SHEET), answers).answers[0].questions[0].results}
    assert (found["Q"], found["K"], found["S"]) == ("incorrect", "correct", "follows")


@pytest.mark.exhaustive
@pytest.mark.parametrize("format", ["json", "text", "md", "tex", "html", "ipynb"])
@pytest.mark.parametrize("name", ["positions-in-letters", "temperature"])
def test_a_key_reads_back(name: str, format: str, tmp_path: Path) -> None:
    key = tmp_path / f"key.{ {'text': 'txt'}.get(format, format) }"
    assert CliRunner().invoke(main, ["solve", name, "--format", format, "-o", str(key)]).exit_code == 0
    results = [r for q in sa.check(name, key).answers[0].questions for r in q.results if r.verdict != "by-hand"]
    assert [r.name for r in results if r.verdict not in ("correct", "missing")] == []
    assert sum(r.verdict == "correct" for r in results) >= 7


@pytest.mark.sliced(3)
@pytest.mark.parametrize("dialect", ["numpy", "torch", "sympy"])
def test_a_program_knows_the_letters(dialect: str) -> None:
    said = CliRunner().invoke(main, ["solve", "temperature", "--code", dialect]).output
    assert ("lambda_ = Symbol('lambda', positive=True)" if dialect == "sympy" else "lambda_ = 5/7  # any other positive") in said


CLAIMS = {
    "rope(a, start=m) @ rope(b, start=n).T == rope(a, start=m-n) @ b.T": "equal",
    "rope(a, start=m) @ rope(a, start=m).T == a @ a.T": "equal",
    "rope(a, start=m) @ rope(b, start=n).T == rope(a, start=m+n) @ b.T": "different",
    "softmax(a + ones(1, 4) * c) == softmax(a)": "equal",
    "softmax(a * lambda) == softmax(a)": "different",
}


@pytest.mark.parametrize("check", CLAIMS)
def test_claims_hold_for_all_letters(check: str) -> None:
    proof = f'[[question.part]]\n[[question.part.proof]]\nclaim = "So."\ncheck = "{check}"\nsizes = {{ a = [1, 4], b = [1, 4] }}\n'
    ((found,),) = loads(SHEET + proof).solve()["q1"].proofs
    assert found.decision == CLAIMS[check], found.says


BAD = {
    'm = "whole"': 'is no kind of letter',
    'e = "real"': "means something else already",
    'softmax = "real"': "means something else already",
    'q = "real"': "is given as well",
    '"2x" = "real"': "is no name",
}


@pytest.mark.parametrize("line", BAD)
def test_letters_that_cannot_be(line: str) -> None:
    with pytest.raises(SheetError, match=BAD[line]):
        loads(SHEET.replace('m = "integer"', line, 1))


def test_a_letter_that_is_not_declared_is_refused() -> None:
    with pytest.raises(SheetError, match="'u' is not known here"):
        loads(SHEET.replace('"2*t + 1"', '"2*u + 1"'))
    with pytest.raises(sa.ReadError):
        sa.read("t")


def test_signs_of_letters_that_are_open() -> None:
    steps = '[[question]]\nsteps = ["B = max(X, axis=1)", "C = abs(X)"]\nletters = { t = "real", u = "real" }\ngiven = { X = [["t", "u"]] }'
    found = loads(steps).solve()["q1"]
    assert [str(found[name].values[0][0]) != "" for name in "BC"] == [True, True]
    assert sa.equal(found["C"] @ found["C"].T, "[[1]]").decision != "equal"


def test_several_letters_are_declared_in_one_go() -> None:
    sheet = loads('[[question]]\nsteps = ["R = relu(X)"]\nletters = { real = ["t", "u"], positive = ["a"] }\ngiven.X = [["a", "-a*a", "t*t", "u"]]\n')
    steps = json.loads(to_json(sheet.solve(), 4))["questions"][0]["steps"]
    assert steps[-1]["exact"] == [["a", "0", "t**2", "(u + abs(u))/2"]]


@pytest.mark.parametrize(("letters", "says"), [
    ('{ real = ["t", "2u"] }', '"2u" is no name'), ('{ real = ["pi"] }', "pi means something else"), ('{ realy = ["t"] }', "is no kind of letter"),
    ('{ positive = ["softmax"] }', "softmax means something else"),
])  # fmt: skip
def test_what_is_wrong_with_one_of_several_letters_is_told(letters: str, says: str) -> None:
    with pytest.raises(SheetError) as raised:
        loads(f"[[question]]\nsteps = ['R = relu(X)']\nletters = {letters}\ngiven.X = [[1]]\n")
    assert says in str(raised.value)


@pytest.mark.parametrize("line", ["g = limit(D / (D + x), D)", "g = solve(24*D*x == 12*x**2, D)"])
def test_what_has_a_number_is_not_sought(line: str) -> None:
    with pytest.raises(SheetError) as refused:
        loads(f'[[question]]\nsteps = ["{line}"]\nletters = {{ x = "positive" }}\ngiven = {{ D = 512 }}')
    assert "question.given.D: D has a number here" in str(refused.value)
    assert 'write letters = { D = "positive" }' in str(refused.value)
    assert loads(f'[[question]]\nsteps = ["{line}"]\nletters = {{ positive = ["x", "D"] }}').questions


@pytest.mark.parametrize(
    ("line", "entries", "said"),
    [
        ("sqrt(z)", '"t", 1', "t ∈ ℝ t ≥ 0"),
        ("log(z)", '"t", 1', "t ∈ ℝ t > 0"),
        ("1 / sqrt(z)", '"2*t - 1", 1', "t ∈ ℝ 2t − 1 > 0"),
        ("sqrt(z) * log(z)", '"t", 1', "t ∈ ℝ t > 0"),
        ("exp(sqrt(z))", '"t", 1', "t ∈ ℝ t ≥ 0"),
        ("rms_norm(z)", '"t", 1', "t ∈ ℝ z"),
        ("layer_norm(z)", '"t", 0, 1', "t ∈ ℝ z"),
        ("log(softmax(z))", '"t", 1', "t ∈ ℝ z"),
        ("z * log(t - 1)", "1, 2", "t ∈ ℝ t − 1 > 0 z"),
        ("z * log(9 * t - 9)", "1, 2", "t ∈ ℝ t − 1 > 0 z"),
        ("sqrt(1000 + z)", '"t", 1', "t ∈ ℝ t + 1000 ≥ 0"),
        ("log(z ** 2)", '"t - 1", 1', "t ∈ ℝ t − 1 ≠ 0"),
        ("log(z ** 2 + z + 1)", '"t", 1', "t ∈ ℝ z"),
        ("log(z ** 2) / log(z)", '"t", 3', "t ∈ ℝ t > 0 z"),
    ],
)
def test_what_letters_have_to_keep_to_is_said_beside_them(line: str, entries: str, said: str) -> None:
    sheet = loads(f'[[question]]\nprompt = "x"\nsteps = ["A = {line}"]\nletters = {{ t = "real" }}\ngiven = {{ z = [[{entries}]] }}')
    for key in (True, False):
        assert said in " ".join(page(sheet, "text", key=key).split())
