"""Nothing that is written or asked for takes long, takes much memory or ends the process; every limit is stated and used."""

from __future__ import annotations

import ast
import resource
import subprocess
import sys
from functools import cache
from pathlib import Path
from threading import Thread

import pytest
from flint import ctx

import symattn
from symattn import derive, limits
from symattn.equality import equal
from symattn.errors import LimitError, ReadError
from symattn.exact.decimals import decimal, scientific
from symattn.exact.functions import cos, exp, root, symbol
from symattn.exact.matrix import Matrix
from symattn.exact.number import PI, Number, total
from symattn.exact.text import pretty, text
from symattn.language import read

MEMORY, SECONDS = 1 << 30, 5  # address space, of which Python and FLINT take a part; of processor time
FAR = {
    "one score far from the others": "sa.derive(['A = softmax(S)'], S=[[0, 0, 3, 10**8]]).decimals('A', 4)",
    "a denominator of small and large exponents": "sa.read('1/(1+2*e^.001+e^99999)')",
    "a root of small and large exponents": "sa.read('sqrt(1+e^.1+e^999999)')",
    "exponents of eight decimals": "sa.read('1/(2+e^.12345671+e^.98765432)')",
    "a quotient of very many terms": "sa.read('(1-e^9)/(1-e^.00000001)')",
    "a repeated word with two decimals": (
        "X = [['0.31', '0.42'], ['0.77', '-0.15'], ['0.9', '0.13'], ['0.05', '0.66'], ['0.31', '0.42']]\n"
        "W = [['0.12', '0.95'], ['-0.41', '0.33']]\n"
        "sa.attention(X, W, W, W).decimals('A', 4)"
    ),
    "add and norm with two decimals": (
        "X = [['0.31', '0.42'], ['0.77', '-0.15'], ['0.9', '0.13']]\n"
        "W = [['0.12', '0.95'], ['-0.41', '0.33']]\n"
        "d = sa.derive(['Q = X @ W', 'A = softmax(Q @ X.T / sqrt(2))', 'R = X + A @ X', 'N = layer_norm(R)'], X=X, W=W)\n"
        "d.decimals('N', 4)"
    ),
    "logarithms of sums of logarithms, twelve deep": (
        "lines = ['A1 = X @ X'] + [f'A{k + 1} = log(A{k} ** 2 + 1) + A{k}' for k in range(1, 12)]\n"
        "sa.derive(lines, X=[['1/3', '1/7'], ['-1/5', '2/3']]).decimals('A12', 4)"
    ),
    "lines that square what stands before them, and functions inside each other": (
        "square = lambda rule: ['A0 = X @ X'] + [f'A{k} = ' + rule.replace('A', f'A{k - 1}') for k in range(1, 40)]\n"
        "scalars = lambda first: ['X0 = X', f's0 = {first}'] + [f's{k} = s{k - 1} * s{k - 1}' for k in range(1, 60)]\n"
        "for lines in square('A @ A'), square('A * A'), scalars('3'), scalars('3 + sqrt(2) + sqrt(5) + e'):\n"
        "    try: sa.derive(lines, X=[[1, 2], [3, 'sqrt(2)']])\n"
        "    except sa.SymattnError as error: assert '1,000,000' in str(error) or '10,000 terms' in str(error), error\n"
        "    else: assert False, 'no end'\n"
        "sa.derive(square('(A @ A.T) @ A')[:9], X=[['pi', 'log(2)'], ['log(3)', 'sqrt(2)']])\n"
        "sa.derive(['Y = ' + 'sigmoid(' * 30 + 'X' + ')' * 30], X=[[1, 2]])"
    ),
    "a transformer block, norms before, 8 tokens of width 16": (
        "import random; dice = random.Random(1)\n"
        "m = lambda r, c: [[str(dice.randint(-9, 9) / 10) for _ in range(c)] for _ in range(r)]\n"
        "lines = ['N = layer_norm(X)', 'Q = N @ W_Q', 'K = N @ W_K', 'V = N @ W_V', 'A = softmax(Q @ K.T / 4)', 'R = X + A @ V',\n"
        "         'M = layer_norm(R)', 'F = relu(M @ W_1)', 'Y = R + F @ W_2']\n"
        "d = sa.derive(lines, X=m(8, 16), **{w: m(16, 16) for w in ('W_Q', 'W_K', 'W_V', 'W_1', 'W_2')})\n"
        "d.decimals('Y', 4)"
    ),
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("program", FAR.values(), ids=FAR)
def test_far_exponents_cost_nothing(program):
    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))

    run = subprocess.run([sys.executable, "-c", f"import symattn as sa\n{program}"], preexec_fn=bounded, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_what_is_found_far_apart_is_right():
    value = 1 / (1 + 2 * exp(Number.of(1) / 1000) + exp(300))
    assert scientific(value, 4) == ("5.148", -131)
    assert equal("(1-e^9.98)*(1+e^123.45)/(1-e^9.98)", "1+e^123.45").decision == "equal"
    assert equal("(e^99999-1)*(e^.003+1)/(e^99999-1)", "e^.003+1").decision == "equal"
    assert equal("sqrt(1+2*e^1000000+e^2000000)", "1+e^1000000").decision == "equal"


def test_layer_norm_after_attention_is_proved():
    d = derive(
        ["A = softmax(X @ X.T / sqrt(2))", "R = X + A @ X", "N = layer_norm(R)"],
        X=[["1/10", "3/10", "-2/10"], ["7/10", "2/10", "5/10"]],
    )
    for row in d["N"].exact.values:
        assert total(row) == 0
        assert total(x * x for x in row) == 3


@pytest.mark.exhaustive
def test_a_long_text_is_refused_after_a_second_of_work():
    with pytest.raises(ReadError, match="40,000 steps"):
        read("+".join(f"sqrt(1+e^.{i}+e^{i})" for i in range(1, 3001)))


def test_a_tower_of_powers_is_refused_before_it_is_written_out():
    """Each power of 92 has the exponent twice, with log 2 and with log 23: the terms double with every storey."""
    assert read("92**-" * 3 + "sqrt(2)").to_sympy() is not None
    with pytest.raises(ReadError, match="written out it has more than 40,000 terms"):
        read("92**-" * 50 + "sqrt(2)")


def test_decimals_have_a_bound():
    for ask in (lambda n: decimal(root(2), n), lambda n: Matrix.of([[root(2)]]).decimals(n)):
        with pytest.raises(LimitError, match="100,000 decimals"):
            ask(limits.MOST_PLACES + 1)


def test_a_gap_beyond_all_balls_is_found_over_its_denominator():
    weight = 1 / (1 + exp(-90_000 * root(2)))
    assert scientific(1 - weight, 3) == ("2.17", -55277)
    assert scientific(weight - 1, 3) == ("-2.17", -55277)


def test_a_cosine_is_written_as_itself():
    assert [text(cos(PI / n)) for n in (5, 7, 8, 16)] == ["cos(pi/5)", "cos(pi/7)", "cos(pi/8)", "cos(pi/16)"]
    assert text(1 / cos(PI / 8)) == "1/cos(pi/8)"
    assert text(cos(3 * PI / 8)) == "sin(pi/8)"


@pytest.mark.parametrize("many", [5, 20, 21, 40])
def test_a_long_value_in_letters_is_said_as_it_begins(many):
    letters = total(symbol(f"a{k:02}") for k in range(many))
    whole = "+".join(f"a{k:02}" for k in range(many))
    assert pretty(letters) == (whole if len(whole) <= 80 else f"{whole[:80]}…")
    assert equal(letters, letters).decision == "equal"


def test_threads_leave_the_precision_as_it_was():
    before = ctx.prec
    found: list[str] = []
    work = [Thread(target=lambda n=n: found.append(decimal(exp(root(2)), 400 + 50 * n)[:8])) for n in range(12)]
    for thread in work:
        thread.start()
    for thread in work:
        thread.join()
    assert found == ["4.113250"] * 12
    assert ctx.prec == before


def names() -> dict[str, str | None]:
    """Every limit, with the text that stands below it."""
    body = ast.parse(Path(limits.__file__).read_text(encoding="utf-8")).body
    out: dict[str, str | None] = {}
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            said = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            out[node.targets[0].id] = after.value.value if said else None
    return out


@cache
def others() -> list[str]:
    """The text of every module but that of the limits."""
    package = Path(symattn.__file__).parent
    return [path.read_text(encoding="utf-8") for path in package.rglob("*.py") if path != package / "limits.py"]


@pytest.mark.sliced(4)
@pytest.mark.parametrize("name", names())
def test_a_limit_is_explained_and_used(name):
    assert names()[name]
    assert any(name in text for text in others())
