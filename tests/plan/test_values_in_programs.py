"""Exact values in a program are the values of the sheet: powers over numbers, roots of every order, letters that have a library's names."""

from __future__ import annotations

import builtins
import re
import subprocess
import sys
from types import SimpleNamespace

import pytest
import sympy

from symattn.language import read
from symattn.ops import OPS
from symattn.ops.record import Use
from symattn.plan.code import DIALECTS, program, text_of
from symattn.sheet import loads
from symattn.sheet.verifying import verify

ENTRIES = (
    "a**2/3", "2**(1/3)/5", "a*b/4", "1/(3*a**2)", "a**(2/3)", "exp(a**2/3)", "-a**2/3", "2/(3*a)", "a**(1/2)/2", "5**(1/3)*a**2/7",
    "(a + b)**2/9", "(a - b)/(2*a)", "3*exp(-2*a/5)/4", "log(a)/2", "sin(b)/3", "1 - a**3/8", "-1/3", "sqrt(2)/3", "7/11", "pi/2",
)  # fmt: skip
WRITTEN = {
    "numpy": {"2**(1/3)/5": "2**(1/3)/5", "sqrt(2)/3": "np.sqrt(2)/3", "-7/11": "-7/11", "0.10": "0.10", "exp(2/3)*4/5": "4*np.exp(2/3)/5"},
    "torch": {"sqrt(2)/3": "math.sqrt(2)/3", "pi/2": "math.pi/2"},
    "sympy": {"2**(1/3)/5": "2**Rational(1, 3)/5", "-7/11": "-Rational(7, 11)", "0.10": 'Rational("0.10")', "exp(2/3)*4/5": "4*exp(Rational(2, 3))/5"},
}


@pytest.mark.parametrize(("name", "value", "code"), [(name, *pair) for name, table in WRITTEN.items() for pair in table.items()])
def test_a_value_in_a_librarys_words(name: str, value: str, code: str) -> None:
    assert DIALECTS[name].number(read(value).number, value) == code


@pytest.mark.exhaustive
@pytest.mark.parametrize("letters", ["ab", "NQ", "IS"])
def test_sympy_is_given_the_values_of_the_sheet(letters: str) -> None:
    first, second = letters
    entries = [x.translate({ord("a"): first, ord("b"): second}) if "exp" not in x and "sin" not in x and "log" not in x else x for x in ENTRIES]
    entries = [x for x in entries if letters == "ab" or not set("ab") & set(x)]
    text = f'[[question]]\nsteps = ["B = 2 * X"]\nletters = {{ {first} = "positive", {second} = "real" }}\n[question.given]\nX = {[entries]!r}\n'
    found = verify(loads(text.replace("'", '"')).solve(), "sympy")
    assert found.holds, str(found)


def test_what_sympys_programs_use_of_sympy_is_no_lines_name() -> None:
    letter = SimpleNamespace(name="t")
    dialect, used = DIALECTS["sympy"], set()
    for op in OPS.values():
        for shape in ((2, 2), (2, 2, 2)):
            rule = dialect.rule(op.name, Use((shape, shape), shape, {key: letter if key == "letter" else ("list", ()) for key in op.signature.kinds}))
            if rule is not None:
                used |= set(re.findall(r"(?<![.\w\"'])[A-Za-z_]\w*", re.sub(r"\{\w+\}", "", rule.template) + re.sub("#.*", "", rule.helper)))
    used &= set(vars(sympy)) - set(vars(builtins))
    assert used
    assert {name for name in used if dialect.called(name) == name} == set()


LINES = {
    "numbers": ('steps = ["N = 2 * a", "S = N + 1", "E = exp(S)", "I = N * E", "O = I - S", "Q = N / O", "C = floor(Q)", "T = log2(C + 9)", "D = maximum(T, N)"]', "given = { a = 3 }"),
    "matrices": ('steps = ["N = exp(X)", "S = top_p(softmax(N), 0.9)", "I = argsort(S)", "E = top_k(X, 1)", "Q = N @ X", "O = tanh(Q)"]', "given = { X = [[1, 2], [3, 4]] }"),
    "letters": ('steps = ["T = solve(24*N*C == 12*C**2, C)", "z = limit(1/C, C)", "S = limit(softmax(C * X), C)"]', 'letters = { C = "positive" }\ngiven = { N = 3, X = [[1, 2]] }'),
}  # fmt: skip


@pytest.mark.exhaustive
@pytest.mark.parametrize("lines", LINES.values(), ids=LINES)
def test_lines_may_have_the_names_that_sympy_has(lines: tuple[str, str]) -> None:
    (question,) = loads("[[question]]\n" + "\n".join(lines)).questions
    code = text_of(program(question.plan, question.given, DIALECTS["sympy"], question.given_text))
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count(" =") == len(question.plan.lines)
