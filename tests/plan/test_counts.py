"""Counts: parameters, work and what is made of them, in numbers and in letters, on the page, in programs and marked."""

from __future__ import annotations

import json
import re
from fractions import Fraction

import pytest

from symattn.course.delivery import Wanted, deliver
from symattn.errors import SheetError, SymattnError
from symattn.exact.decide import compare
from symattn.exact.functions import symbol
from symattn.exact.number import Number
from symattn.files import folder, shipped
from symattn.language import read
from symattn.marking import check
from symattn.marking.shaping import amount_of
from symattn.page import page
from symattn.plan import Plan
from symattn.plan.code import DIALECTS, program
from symattn.plan.derivation import solve
from symattn.plan.shapes import SizeRelations
from symattn.sheet import load, loads
from symattn.sheet.json import to_json

GIVENS = {"X": "[[1, 2], [3, 4], [5, 6]]", "W": "[[1, 2, 3, 4], [5, 6, 7, 8]]", "b": "[[1, 1, 1, 1]]"}
LINES = ["Q = X @ W + b", "S = Q @ Q.T", "A = softmax(S)", "N = layer_norm(Q)", "M = layer_norm(Q, eps=1, axis=0)",
         "R = rms_norm(Q)", "T = rms_norm(Q, eps=1, axis=0)", "V = normalize(S)"]  # fmt: skip


def value(line: str, **scalars: int) -> Fraction:
    matrices = {name: read(text).matrix for name, text in GIVENS.items()}
    plan = Plan.read([*LINES, line], scalars)
    found = solve(plan, {**matrices, **{name: Number.of(n) for name, n in scalars.items()}}).output.values[0][0].rational
    return Fraction(int(found.p), int(found.q))


@pytest.mark.sliced(3)
@pytest.mark.parametrize(("line", "number"), [
    ("P = numbers(W)", 8), ("P = numbers(W, b)", 12), ("P = numbers(X, W, b, S)", 6 + 8 + 4 + 9),
    ("P = multiplications(Q)", 3 * 2 * 4), ("P = multiplications(Q, S)", 24 + 36), ("P = multiplications(A)", 0),
    ("P = additions(Q)", 3 * 4 * 1 + 12), ("P = additions(S)", 9 * 3), ("P = additions(A)", 3 * 2),
    ("P = divisions(A)", 9), ("P = exponentials(A)", 9), ("P = exponentials(S)", 0),
    ("P = flops(S)", 2 * 36), ("P = flops(Q)", 2 * 24 + 12), ("P = flops(A)", 9), ("P = flops(Q, S, A)", 48 + 12 + 72 + 9),
    # Q is 3×4; along n entries a layer norm takes a mean, a variance, one root and n quotients, an RMS norm no mean
    ("P = divisions(N)", 3 * (4 + 2)), ("P = multiplications(N)", 3 * 4), ("P = additions(N)", 3 * (3 + 4 + 3)),
    ("P = divisions(M)", 4 * (3 + 2)), ("P = multiplications(M)", 4 * 3), ("P = additions(M)", 4 * (2 + 3 + 2 + 1)),
    ("P = divisions(R)", 3 * (4 + 1)), ("P = multiplications(R)", 3 * 4), ("P = additions(R)", 3 * 3),
    ("P = divisions(T)", 4 * (3 + 1)), ("P = multiplications(T)", 4 * 3), ("P = additions(T)", 4 * (2 + 1)),
    ("P = divisions(V)", 9), ("P = additions(V)", 3 * 2), ("P = multiplications(V)", 0),
    ("P = 2 * numbers(W) + n * numbers(b)", 16 + 20), ("P = numbers(W) / numbers(b)", 2), ("P = n ** 2 / 2 - 1", Fraction(23, 2)),
    ("P = rows(X) * cols(W)", 12), ("P = 6 * 13e9 * 2e12", 156 * 10**21),
])  # fmt: skip
def test_what_is_counted(line: str, number: Fraction) -> None:
    assert value(line, n=5) == number


def test_a_number_is_a_scalar_for_the_lines_after_it() -> None:
    plan = Plan.read(["d = cols(X) * 2", "S = X / sqrt(d)", "P = d * numbers(S) + 1"])
    found = solve(plan, {"X": read("[[2, 4]]").matrix})
    assert str(found["S"]) == "Matrix([[1, 2]])"
    assert str(found["P"]) == "Matrix([[9]])"


@pytest.mark.parametrize("line", ["P = numbers(X @ W)", "P = numbers()", "P = flops(3)", "P = numbers(Z)", "numbers = X @ W"])
def test_what_cannot_be_counted_is_said(line: str) -> None:
    with pytest.raises(SymattnError):
        value(line)


SHAPES = """
[[question]]
steps = [STEPS]
sizes = { n = 10, d = 512, h = 8 }
where = ["d = h*d_k"]
[question.shapes]
X = ["n", "d"]
W_Q = ["d", "d"]
W_K = ["d", "d"]
b = [1, "d"]
"""


def shaped(*steps: str):
    return loads(SHAPES.replace("STEPS", ", ".join(f'"{step}"' for step in steps)))


@pytest.mark.parametrize(("steps", "polynomial", "number"), [
    (["P = numbers(W_Q, W_K, b)"], "2*d**2 + d", 2 * 512**2 + 512),
    (["Q = X @ W_Q", "P = flops(Q)"], "2*d**2*n", 2 * 512**2 * 10),
    (["Q = X @ W_Q", "S = Q @ Q.T", "P = multiplications(S) / multiplications(Q)"], "n/d", Fraction(10, 512)),
    (["Q = X @ W_Q", "A = softmax(Q @ Q.T)", "P = exponentials(A)"], "n**2", 100),
    (["P = 2 * numbers(W_Q) + n"], "2*d**2 + n", 2 * 512**2 + 10),
    (["B = 2 * numbers(X)", "P = B * h"], "2*d*h*n", 2 * 10 * 512 * 8),
    (["Q = split_heads(X @ W_Q, h)", "S = Q @ Q.T", "P = multiplications(S)"], "d*n**2", 512 * 100),
])  # fmt: skip
def test_shapes_give_polynomials_and_their_number(steps: list[str], polynomial: str, number: Fraction) -> None:
    solution = shaped(*steps).solve()
    line = solution.answers[0].shapes["P"]
    in_json = json.loads(to_json(solution, 4))["questions"][0]["steps"][-1]
    assert in_json["exact"] == [[polynomial]]
    assert compare(line.number, Number.of(number)).decision == "equal"


def test_a_letter_without_a_number_leaves_the_polynomial_alone() -> None:
    line = loads('[[question]]\nsteps = ["P = numbers(X)"]\n[question.shapes]\nX = ["n", "d"]\n').solve().answers[0].shapes["P"]
    assert line.number is None
    assert line.value is not None


RIGHT = ["2d^2 + d", "2*d**2 + d", "d(2d+1)", "d + 2 d d", "524800", "524,800", "525k", "0.525M", "5.25*10^5", r"5.25 \times 10^5",
         r"$2d^{2} + d$", "524 800", "sqrt(524800^2)", "2·d² + d", "≈ 525 k", "h d_k (2 d + 1)"]  # fmt: skip
WRONG = ["2d^2", "524801", "526k", "0.53", "d", "2d^3 + d", "1048576", "5.24*10^5"]
UNREADABLE = ["two", "2d^", "", "x@y", "1e999999999"]


@pytest.mark.parametrize("text", RIGHT)
def test_the_polynomial_in_any_form_and_the_number_are_right(text: str) -> None:
    (result,) = check(shaped("P = numbers(W_Q, W_K, b)"), {"q1": {"P": text}}).answers[0].questions[0].results
    assert result.verdict == "correct", result.message


@pytest.mark.parametrize("text", WRONG)
def test_another_amount_is_wrong(text: str) -> None:
    (result,) = check(shaped("P = numbers(W_Q, W_K, b)"), {"q1": {"P": text}}).answers[0].questions[0].results
    assert result.verdict == "incorrect"


@pytest.mark.parametrize("text", UNREADABLE)
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(SymattnError):
        amount_of(text, SizeRelations())


SHARE = """[[question]]
steps = ["N = 2 * numbers(A)", "p = N / numbers(W)", "B = 2 * N"]
shapes = { W = ["d", "d"], A = ["r", "d"] }
sizes = { d = 4096, r = 8 }
show = { p = { as = "percent", digits = 2 }, N = { as = "scientific", digits = 3 } }
"""


@pytest.mark.parametrize(
    ("text", "verdict"), [("0.39 %", "correct"), (r"0.39\%", "correct"), ("0.0039", "correct"), ("3.9 %", "incorrect")]
)
def test_a_count_is_shown_and_read_as_asked(text: str, verdict: str) -> None:
    sheet = loads(SHARE)
    shown = " ".join(page(sheet, "text").split())
    assert "Give N to 3 significant digits and p in % to 2 decimals." in shown
    assert "N = 2·r·d = 2dr ≈ 6.55·10⁴" in shown
    assert "≈ 0.39 %" in shown
    result = check(sheet, {"q1": {"p": text}}).answers[0].questions[0].results[1]
    assert (result.name, result.verdict) == ("p", verdict)


def test_gpt2_small_has_its_published_number_of_parameters() -> None:
    assert load(shipped()["counting-gpt2"]).solve().answers[0].shapes["total"].number.rational == 124_439_808


def test_the_page_works_the_count_out() -> None:
    text = page(shaped("P = numbers(W_Q, W_K, b)").solve(), "text")
    assert "2·d·d + d = 2d² + d = 524800" in text
    assert "524800" not in page(shaped("P = numbers(W_Q, W_K, b)").solve(), "text", key=False)


NAMED = {  # a line of A = d² and B = d·r -> what stands behind its formula, for these sizes
    "L * (A + B)": lambda d, r, L: f"{L}·({d * d} + {d * r}) = {L * (d * d + d * r)} ", "A / P": lambda d, r, L: f"{d * d} ",
    "L * A + numbers(b)": lambda d, r, L: f"L·A + d = {L}·{d * d} + {d} = {L * d * d + d} ", "numbers(b)": lambda d, r, L: f" = d = {d} ",
    "numbers(b, W)": lambda d, r, L: f" = d + d·d = d² + d = {d + d * d} ", "A / d": lambda d, r, L: f" = d = {d} ",
    "2 * numbers(b) + B": lambda d, r, L: f"2·d + B = 2·{d} + {d * r} = {2 * d + d * r} ",
}  # fmt: skip


@pytest.mark.parametrize(("d", "r", "L"), [(768, 16, 12), (64, 2, 3), (5, 3, 7)])
@pytest.mark.parametrize("line", NAMED)
def test_a_line_goes_on_from_the_numbers_of_lines(line: str, d: int, r: int, L: int) -> None:
    steps = ["A = numbers(W)", "B = numbers(V)", f"N = {line}"] + ["p = 2 / P"] * ("P" not in line)
    text = page(loads(f"""[[question]]
steps = {steps}
sizes = {{ d = {d}, r = {r}, L = {L} }}
given = {{ P = 124441346 }}
[question.shapes]
W = ["d", "d"]
V = ["d", "r"]
b = [1, "d"]""".replace(f", L = {L}" if "L" not in line else "~", "")).solve(), "text")  # fmt: skip
    assert NAMED[line](d, r, L) in " ".join(text.split())
    assert "1·d" not in text
    assert "A = d·d = d² = " in " ".join(text.split())


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_program_has_the_number(dialect: str) -> None:
    plan = Plan.read([*LINES, "P = flops(S) + n"], ["n"])
    given = {**{name: read(text).matrix for name, text in GIVENS.items()}, "n": Number.of(5)}
    assert program(plan, given, DIALECTS[dialect]).lines[-1].code == "P = 72 + n"


def test_a_name_that_is_counted_has_to_stand_before() -> None:
    with pytest.raises(SheetError, match="before it is defined"):
        loads('[[question]]\nsteps = ["P = numbers(Q)", "Q = X @ X"]\n[question.given]\nX = [[1]]\n')


RATIOS = {  # a line of N = k n² and D = k n -> what it is
    "N / D": lambda n, k: n, "D / N": lambda n, k: 1 / n, "(N + D) / 2": lambda n, k: (k * n + k * n * n) / 2,
    "N / (D + 1)": lambda n, k: k * n * n / (1 + k * n), "N / D / D": lambda n, k: 1 / k, "N ** 2 / D": lambda n, k: k * n * n * n,
}  # fmt: skip


@pytest.mark.parametrize("sizes", [{}, {"n": 6}, {"n": 6, "k": 2}], ids=len)
@pytest.mark.parametrize(("line", "right"), RATIOS.items(), ids=RATIOS)
def test_a_quotient_of_counts_has_a_value_in_letters_and_a_number_where_the_sizes_have(line, right, sizes) -> None:
    steps = ["S = Q @ K.T", "N = multiplications(S)", "D = numbers(Q)", f"r = {line}"]
    known = f"sizes = {{ {', '.join(f'{letter} = {n}' for letter, n in sizes.items())} }}" if sizes else ""
    sheet = loads(f"[[question]]\nsteps = {steps}\n{known}\nshapes = {{ Q = ['n', 'k'], K = ['n', 'k'] }}\n")
    found = sheet.solve().answers[0].shapes["r"]
    assert compare(found.value, right(symbol("n"), symbol("k"))).decision == "equal"
    if len(sizes) == 2:
        assert found.number == Number.of(right(Fraction(6), Fraction(2)))


@pytest.mark.parametrize(
    ("form", "kind"),
    [(form, kind) for form in ("text", "md", "tex", "html", "ipynb") for kind in ("page", "blank")] + [("json", "blank")],
)
def test_sizes_stand_on_the_sheet_as_givens_do(form: str, kind: str) -> None:
    sheet = loads(
        "[[question]]\nsteps = ['N = numbers(W)']\nwhere = ['d = 2*d_k']\nsizes = { d = 31416 }\nshapes = { W = ['d', 'd_k'] }\n"
    )
    said = deliver(sheet, Wanted(form, kind)).decode()
    assert re.search(r"d\W+(?:\w+\W+)*?31\W*(?:thin\W*|nbsp\W*)?416", re.sub(r"<[^>]*>|\\,", " ", said))


@pytest.mark.sliced(2)
@pytest.mark.parametrize("kind", ["counts", "gradients", "heads", "proof", "shapes"])
def test_the_numbers_of_a_starters_sizes_stand_on_its_students_sheet(kind: str) -> None:
    sheet = load(folder("worksheets") / "new" / f"{kind}.toml")
    text = page(sheet.solve(), "text", key=False)
    for question in sheet.questions:
        for name, n in (question.shapes.sizes if question.shapes else {}).items():
            assert f"{spelled_out(name)} = {n}" in text


def spelled_out(name: str) -> str:
    return name.replace("_k", "ₖ").replace("_v", "ᵥ")
