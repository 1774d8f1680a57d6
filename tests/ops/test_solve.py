"""For which value of a letter two sides are equal: linear, quadratic and pure powers, in letters and numbers; what is refused."""

from __future__ import annotations

import re

import pytest

import symattn as sa
from symattn.errors import SheetError, SymattnError
from symattn.page import page
from symattn.sheet import loads

LETTERS = '{ D = "positive", T = "positive", x = "real" }'


def sheet(line: str, more: str = ""):
    return loads(f'working = "letters"\n[[question]]\nsteps = ["A = {line}"]\nletters = {LETTERS}\n{more}')


@pytest.mark.parametrize(("line", "right"), [
    ("solve(24*D*T == 12*T**2, T)", "2*D"), ("solve(24*D*T, 12*T**2, T)", "2*D"), ("solve(T / D == 3, T)", "3*D"), ("solve(5 / T == D, T)", "5/D"),
    ("solve(2 * T ** 2 == 3 * D, T)", "sqrt(3*D/2)"), ("solve(T**2 + T == D * D, T)", "(sqrt(1 + 4*D**2) - 1)/2"),
    ("solve(T ** 3 == 8 * D**3, T)", "2*D"), ("solve(2*x + 1 == D, x)", "(D - 1)/2"), ("solve(T * (T - D) == T * 3, T)", "D + 3"),
    ("solve(sqrt(2) * T == D, T)", "D/sqrt(2)"), ("solve(D * x == exp(2), x)", "exp(2)/D"),
    ("solve(sqrt(T) == 2 * D, T)", "4*D**2"), ("solve(T ** -0.5 == T * D ** -1.5, T)", "D"), ("solve(3 * sqrt(T) == T, T)", "9"),
    ("solve(T - sqrt(T) == 6, T)", "9"),
    ("solve(1 / (1 + T) == D, T)", "(1 - D)/D"), ("solve(T / (T + D) == 9/10, T)", "9*D"), ("solve(6/(T + 3) == 1/T, T)", "3/5"),
])  # fmt: skip
def test_the_solution_is_found_and_makes_both_sides_equal(line, right):
    found = sheet(line).solve()["q1"]["A"]
    with_letters = sheet(f"solve(T == {right}, T)" if "x" not in right else line).solve()["q1"]["A"]
    assert sa.equal(found, with_letters).decision == "equal"


@pytest.mark.parametrize(("line", "what"), [
    ("solve(x**2 == D, x)", "degree 2"), ("solve(T == T, T)", "whatever the letter is"), ("solve(T == 2 * T, T)", "no solution but 0"),
    ("solve(T**2 + D == 0, T)", "no solution that is a positive number"), ("solve(exp(T) == D, T)", "stands under"), ("solve(sqrt(x**2 + 1) == D, x)", "stands under"), ("solve(sqrt(T) == -1, T)", "the letter is positive"),
    ("solve(1 / (1 - T) == T / (1 - T), T)", "divides by zero"), ("solve(T**3 + T == D, T)", "degree 3"), ("solve(T**2 + D == D * T, T)", "not known"),
    ("solve(T + D == 0, T)", "the letter is positive"), ("solve(3 * T + 1 == 0, T)", "the letter is positive"),
    ("exp(T == D)", "is not known"), ("maximum(T == D)", "takes"),
])  # fmt: skip
def test_what_has_no_solution_of_its_own_is_refused(line, what):
    with pytest.raises(SymattnError, match=what):
        sheet(line).solve()


def test_letters_stand_first_and_numbers_last():
    text = page(loads("""working = "letters"
[[question]]
steps = ["T_0 = solve(24*D*T == 12*T**2, T)", "u = T_0 / 4", "r = limit(D / (D + T), T)"]
letters = { T = "positive" }
given = { D = 1024 }""").solve(), "text")  # fmt: skip
    assert " ".join(text.split()).count("24·D·T₀ = 12·T₀² T₀ = 2D = 2·1024 = 2048") == 1
    assert "u = ── = ─ = ──── = 512" in text


@pytest.mark.parametrize("policy", ["letters", "decimals", "exact"])
@pytest.mark.parametrize(("line", "shown"), [
    ("limit(a * n / (n + 1), n)", "a = 7"), ("limit(a * (1 - n**b) / (1 - n), n, 1)", "ab = 7·3 = 21"), ("solve(n / b == 2 * a, n)", "2ab = 2·7·3 = 42"),
    ("2 * a\", \"z = solve(3 * n * n == y, n)", "√(y/3) = √(14/3) ≈ 2.1602"),
])  # fmt: skip
def test_where_a_letter_goes_stands_in_letters_and_then_in_numbers(policy, line, shown):
    sheet = f'working = "{policy}"\n[[question]]\nsteps = ["y = {line}"]\nletters = {{ n = "positive" }}\ngiven = {{ a = 7, b = 3 }}'
    assert f" = {shown} " in " ".join(page(loads(sheet), "text").split())


def test_a_solution_is_marked():
    for answer, right in (("2*D", True), ("D + D", True), ("D", False), ("12*D", False)):
        results = sa.check(sheet("solve(24*D*T == 12*T**2, T)"), {"A": answer}).answers[0].questions[0].results
        assert (results[0].verdict == "correct") is right


@pytest.mark.parametrize("given", ["", "given = { L = 80 }"])
def test_the_refusal_of_a_letter_says_the_short_way(given):
    with pytest.raises(SymattnError, match=r"for a number given = \{ d = 80 \}"):
        loads(f'[[question]]\nsteps = ["M = 2 * d"]\n{given}')
    with pytest.raises(SymattnError, match=r"given = \{ L = 80 \} for numbers"):
        loads('[[question]]\nsteps = ["M = 2 * d"]\nsizes = { d = 80 }')


SIDES = """working = "letters"
[[question]]
steps = ["T_0 = solve(2*L*d*b*T == {right}, T)"]
letters = {{ T = "positive" }}
given = {{ L = 32, d = 4096, b = "2 B", N = "6.7e9" }}
"""


def test_sides_of_an_equation_may_be_quantities_of_one_kind() -> None:
    solution = loads(SIDES.format(right="N*b")).solve()
    assert str(solution["q1"].exact["T_0"].values[0][0].rational) == "26171875/1024"
    assert "T₀ = ─── = ───────── ≈ 25558.4717  " in page(solution, "text")  # the ratio in letters
    with pytest.raises(SymattnError, match="solve of B² and B"):
        loads(SIDES.format(right="N*b + T"))


@pytest.mark.parametrize("line", ["x = solve(24*D*T == 12*T**2, T)", "T = solve(24*D*T == 12*T**2, T)", "x = solve(D == T, T)"])
def test_what_is_sought_is_declared(line: str) -> None:
    sheet = f"[[question]]\nsteps = ['{line}', 'C = 6 * D']\ngiven = {{ D = 4 }}\nshow = {{ C = {{ digits = 2 }} }}\n"
    with pytest.raises(SheetError) as raised:
        loads(sheet)
    (problem,) = raised.value.problems  # a line that stands there is not said to be missing
    assert "T is no letter here" in problem.what
    assert 'letters = { T = "positive" }' in problem.hint


@pytest.mark.parametrize("call", ["solve(A, A*2, {})", "solve(A == A*2, letter={})", "limit(A, {})", "limit(A, letter={}, to=0)"])
@pytest.mark.parametrize("place", ["3", "-1/3", "sqrt(2)", "2*t", "rows(A)", "B"])
def test_what_stands_in_the_place_of_a_letter_is_one(call: str, place: str) -> None:
    line = call.format(place)
    with pytest.raises(SheetError, match=r"letter|has a number here") as raised:
        loads(f"[[question]]\nsteps = ['Z = {line}']\ngiven = {{ A = [[2]], B = [[1, 2], [3, 4]] }}\nletters = {{ t = 'positive' }}")
    assert any("letters = {" in problem.hint for problem in raised.value.problems)


def test_nothing_to_solve_is_told() -> None:
    with pytest.raises(SheetError, match=r"solve takes"):
        loads("[[question]]\nsteps = ['x = solve()']\n")


def test_a_quotient_has_no_sign_before_it_that_its_divisor_can_take():
    text = page(loads("""working = "letters"
[[question]]
steps = ["n = solve(2*x*a / (x + a) == R, x)"]
letters = { x = "positive" }
given = { a = 10, R = 3 }""").solve(), "text")  # fmt: skip
    assert "aR 10·3 n = ────── = ──────── ≈ 1.7647 " in " ".join(text.split())


@pytest.mark.parametrize(("lines", "shown"), [
    ('"l = A / N + B * N", "m = solve(dN == 0, N)"', "m = √(A/B) "), ('"l = A / N + 6 * B * N", "m = solve(6 * B == A / N**2, N)"', "m = √(A/(6B)) "),
])  # fmt: skip
def test_where_a_derivative_is_0_is_found(lines, shown):
    text = page(loads(f'[[question]]\nsteps = [{lines}]\nletters.positive = ["A", "B", "N"]\ngradient = {{ of = "l", wrt = ["N"] }}'), "text")
    assert shown in " ".join(text.split())


@pytest.mark.parametrize(("lines", "at"), [
    ('"T_0 = K[0, 1]", "x = solve(T == 2, T_0)"', "steps"), ('"x = solve(T == K[0, 1], q)"', "given.q"), ('"x = solve(T == 2, K)"', "steps"),
])  # fmt: skip
def test_what_is_no_letter_is_not_solved_for(lines, at):
    with pytest.raises(SheetError) as raised:
        loads(f'[[question]]\nsteps = [{lines}]\nletters.T = "positive"\ngiven = {{ K = [[1, 2]], q = [[3]] }}')
    assert f"question.{at}" in {problem.path for problem in raised.value.problems}


@pytest.mark.parametrize(("equation", "shown"), [
    ("I_0 == P", "2B₀ = P "), ("3 * I_0 + 1 == P", "3·2B₀ + 1 = P "), ("I_0 / k == I_0**2", "2B₀ ─── = (2B₀)² k "), ("P == J", "P = 2B₀ + k "),
    ("H / 2 == P", "max(B₀, 3·B₀) ───────────── = P 2 "), ("G * 2 == P", "cB₀·2 = P "),
])  # fmt: skip
@pytest.mark.parametrize("policy", ["exact", "letters", "decimals"])
def test_a_limit_stands_in_an_equation_as_what_it_comes_to(equation, shown, policy):
    text = page(loads(f"""working = "{policy}"
[[question]]
steps = ["I = 2*B*D/(B + D)", "I_0 = limit(I, D)", "J = I_0 + k", "H = max(B, 3 * B)", "G = limit(c * B * D / (D + 1), D)", "B_0 = solve({equation}, B)"]
letters.positive = ["B", "D"]
given = {{ P = 486, k = 3, c = 7 }}""").solve(), "text")
    assert "Apply" not in text
    assert shown in " ".join(text.split())


@pytest.mark.parametrize("r", ["0.05", '"5 %"', '"1/20"'])
@pytest.mark.parametrize("policy", ["letters", "decimals", "exact"])
@pytest.mark.parametrize(("equation", "letters", "numbers"), [
    ("p - 1 == r * (n + p - 1)", r"\frac(p−1)(1−r)r", r"\frac(8−1)(1−R)R"), ("r == (p - 1) / (n + p - 1)", r"\frac(p−1)(1−r)r", r"\frac(8−1)(1−R)R"),
    ("r * (n + p) == b + c", r"\fracb+cr−p", r"\frac30+80R−8"), ("n * r == b * c + p * c", r"\fracc(b+p)r", r"\frac80(30+8)R"),
    ("(r + p) * n == c - b", r"\fracc−bp+r", r"\frac80−308+R"), ("n / p + n / b == 1", r"\fracpbb+p", r"\frac8·3030+8"),
    ("n * (1 - p) == b * (1 - c)", r"\fracb(1−c)1−p", r"\frac30(1−80)1−8"),
])  # fmt: skip
def test_a_solution_stays_in_factors_and_over_one_denominator_and_numbers_go_into_that_form(equation, letters, numbers, policy, r):
    text = page(loads(f"""working = "{policy}"
[[question]]
steps = ["m = solve({equation}, n)"]
letters = {{ n = "positive" }}
given = {{ p = 8, r = {r}, b = 30, c = 80 }}""").solve(), "md")
    found = re.sub(r"\\(?:left|right)|[ &{}\n]|\\\\", "", text.replace(r"\cdot", "·")).replace("-", "−")
    given = "1/20" if "/" in r else "0.05"
    assert letters in found
    assert numbers.replace("R", given).replace("1−1/20", r"1−\frac120") in found.replace(r"8+\frac120", "8+1/20")


@pytest.mark.parametrize("policy", ["exact", "letters"])
@pytest.mark.parametrize("numbers", [True, False])
@pytest.mark.parametrize("word", ["max", "min"])
@pytest.mark.parametrize("line", ["{}(a, b)", "2 * {}(a, b)", "{}(a, b) / a"])
def test_a_maximum_of_letters_stands_as_the_maximum_of_its_lines(line, word, numbers, policy):
    given = 'given = { P = "3.94e14", W = "8.1e11" }\n' if numbers else ""
    letters = ["B", *(["P", "W"] if not numbers else [])]
    text = page(loads(f"""working = "{policy}"
[[question]]
steps = ["a = 9000*B/P", "b = (B + 7)/W", "T = {line.format(word)}", "U = 3*T + 1", "S = max(B, 4*B)"]
letters.positive = {letters}
{given}""").solve(), "text")  # fmt: skip
    words = " ".join(text.split())
    assert [sign for sign in "√|≥" if sign in text] == []
    assert "S = max(B, 4·B) = 4B" in words
    assert text.count(f"{word}⎜") >= 2  # in T, and in U


POWERS = (
    ("x**a == b", "b^(1/a)", "5^(1/3)"), ("b == x**a", "b^(1/a)", "5^(1/3)"), ("x**a == 2", "2^(1/a)", "2^(1/3)"), ("2 * x**a == 3", "(3/2)^(1/a)", "(3/2)^(1/3)"),
    ("c * x**a == b", "(b/c)^(1/a)", "(5/2)^(1/3)"), ("c * x**a == b + 1", "((b + 1)/c)^(1/a)", "((5 + 1)/2)^(1/3)"), ("x**(a + 1) == b", "b^(1/(a + 1))", "5^(1/(3 + 1))"),
    ("x**a * c == x**b", "c^(1/(b − a))", "2^(1/(5 − 3))"), ("c * x**(a/2) == b", "(b/c)^(2/a)", "(5/2)^(2/3)"), ("2 * (b/x)**h == 1", "b·2^(1/h)", "5·2^(1/0.28)"),
    ("b/x**h == c*(a*x/6)**k", "(6/a)^(k/(h + k))(b/c)^(1/(h + k))", "(6/3)^(0.34/(0.28 + 0.34))(5/2)^(1/(0.28 + 0.34))"),
    ("x**0.28 == b", "b^(1/0.28)", "5^(1/0.28)"), ("2 * (b/x)**0.34 == 1", "b·2^(1/0.34)", "5·2^(1/0.34)"), ("x**5 == b", "b^(1/5)", "5^(1/5)"), ("x**2.5 == b", "b^(1/2.5)", "5^(1/2.5)"),
    ("x**0.5 == b", "b²", "5²"), ("x**3 == b", "∛b", "∛5"), ("x**(1/2) == a", "a²", "3²"),
)  # fmt: skip


@pytest.mark.sliced(4, pairs=True)
@pytest.mark.parametrize("policy", ["letters", "exact", "decimals", "carried"])
@pytest.mark.parametrize("name", ["f", "N_2"])
@pytest.mark.parametrize(("equation", "letters", "numbers"), POWERS)
def test_an_exponent_may_be_a_letter_or_a_decimal(equation, letters, numbers, name, policy):
    known = {"a": 3, "b": 5, "c": 2, "h": 0.28, "k": 0.34}
    given = ", ".join(f"{key} = {value}" for key, value in known.items() if key in equation)
    solution = loads(f"""working = "{policy}"
[[question]]
steps = ["{name} = solve({equation}, x)", "u = 2 * {name}"]
letters = {{ x = "positive" }}
given = {{ {given} }}""").solve()
    assert sa.equal(solution["q1"].exact[name].values[0][0], numbers.replace("∛5", "5^(1/3)")).decision == "equal"
    text = " ".join(page(solution, "text").split())
    assert f" = {letters} = {numbers} " in text


@pytest.mark.parametrize(("equation", "shown"), [
    ("x**a == 2", "= 2^(1/a) = 2^(1/3) = ∛2 ≈ 1.2599 "), ("x**a == 8", "= 8^(1/a) = 8^(1/3) = 2 "), ("x**a == 27", "= 27^(1/a) = 27^(1/3) = 3 "),
    ("x**a == 100", "= 100^(1/a) = 100^(1/3) = ∛100 "), ("x**(2*a) == 32", "= 32^(1/(2a)) = 32^(1/(2·3)) "), ("x**(a + 1) == 16", "= 16^(1/(a + 1)) = 16^(1/(3 + 1)) = 2 "),
    ("x**0.076 == 2", " f = 2^(1/0.076) ≈ 9139.4697 "),
    ("x**5 == 2", " f = 2^(1/5) ≈ 1.1487 "), ("x**7 == 8", " f = 2^(3/7) ≈ 1.3459 "), ("x**5 == D", " f = D^(1/5) "), ("x**a == D", "f = D^(1/a) = ∛D "),
])  # fmt: skip
def test_a_root_has_its_sign_up_to_the_fourth_and_is_a_power_above(equation, shown):
    given = "given = { a = 3 }" if "a" in equation else ""
    solution = loads(f"""[[question]]
steps = ["f = solve({equation}, x)"]
letters = {{ x = "positive"{', D = "positive"' if "D" in equation else ""} }}
{given}""").solve()
    assert shown in f"{' '.join(page(solution, 'text').split())} "


@pytest.mark.parametrize("equation", ["2 * x == u", "u == 2 * x", "x**2 == u", "x**a == u", "u == x**a", "u**a == x**3", "u / x**a == 1"])
def test_an_equation_of_carried_numbers_holds_as_it_stands(equation):
    text = page(loads(f"""working = "carried"
[[question]]
steps = ["u = sqrt(b)", "f = solve({equation}, x)", "v = f + u"]
letters.x = "positive"
given = {{ a = 2, b = 3 }}""").solve(), "text")
    assert "u = √b = √3 ≈ 1.7321 " in " ".join(text.split())
    assert text.count("\n    u = ") == 1
    assert re.search(r"f = .* ≈ (0.8661|1.3161|1.4423) ", " ".join(text.split()))


@pytest.mark.parametrize("policy", ["exact", "letters", "decimals", "carried"])
@pytest.mark.parametrize(("kind", "behind"), [("positive", "> 0"), ("real", "∈ ℝ")])
@pytest.mark.parametrize(("steps", "called"), [
    ('"f = solve(a * x == b, x)"', "f"), ('"N_2 = solve(x / a == b, x)", "f = 2 * N_2"', "N₂"), ('"f = solve(a * x == b, x)", "g = solve(x + 1 == b + f, x)"', "f, g"),
    ('"y = a * x", "f = solve(y == b, x)"', "x"), ('"f = solve(a * x == b, x)", "L = limit(a / x, x)"', "x"), ('"y = x + a"', "x"),
])  # fmt: skip
def test_of_a_letter_that_is_only_sought_it_is_said_under_the_name_it_has_on_the_page(steps, called, kind, behind, policy):
    given = "a = 2, b = 7" if "b" in steps else "a = 2"
    text = page(loads(f"""working = "{policy}"
[[question]]
steps = [{steps}]
letters = {{ x = "{kind}" }}
given = {{ {given} }}""").solve(), "text")
    assert f"    {called} {behind}\n" in text
    assert ("x" in re.sub(r"Beside.*", "", text.replace("exact", ""), flags=re.DOTALL)) is (called == "x")


@pytest.mark.parametrize(("more", "called"), [
    ('given = { K = [["x", 1]] }', "x"), ('given = { K = [["D", 1]] }', "f"), ("", "f"),
    ('[[question.part]]\nasks = ["f"]\n[[question.part]]\nproof = [{ claim = "c", because = "b", check = "x + x == 2*x" }]', "x"),
])  # fmt: skip
def test_a_letter_that_stands_elsewhere_too_keeps_its_own_name(more, called):
    line = '"f = solve(x == 2 * D, x)"' + (', "B = 2 * K"' if "K" in more else "")
    text = page(loads(f'[[question]]\nsteps = [{line}]\nletters = {{ x = "positive", D = "positive" }}\n{more}').solve(), "text")
    assert f"    {called}, D > 0\n" in text
