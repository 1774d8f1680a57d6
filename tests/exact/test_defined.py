"""Values that are held by their definition: deep plans stay cheap, their decimals certified, their equality proved or open."""

import pickle
import random
from fractions import Fraction
from functools import cache

import mpmath
import pytest
import sympy

import symattn as sa
from symattn.errors import LimitError, SymattnError
from symattn.exact.decide import compare, sign
from symattn.exact.defined import digest_of
from symattn.exact.functions import cos, exp, log, root, sin, symbol
from symattn.exact.matrix import Matrix
from symattn.exact.number import PI, Number
from symattn.exact.text import text
from symattn.page import page
from symattn.plan import Plan
from symattn.plan.derivation import solve
from symattn.sheet import loads
from symattn.sheet import solve as solve_sheet
from symattn.sheet.json import to_json


def numbers(rng, rows, cols):
    return [[Fraction(rng.randint(-9, 9), 10) for _ in range(cols)] for _ in range(rows)]


def blocks(tokens, width, count, seed=0):
    """Pre-norm blocks of a transformer, one after the other, with random weights of one decimal."""
    rng, lines, x = random.Random(seed), [], "X"
    given = {"X": numbers(rng, tokens, width)}
    for k in range(count):
        lines += [
            f"N{k} = layer_norm({x})",
            f"S{k} = (N{k} @ Q{k}) @ (N{k} @ K{k}).T / sqrt(cols(K{k}))",
            f"A{k} = softmax(S{k})",
            f"R{k} = {x} + A{k} @ (N{k} @ V{k}) @ O{k}",
            f"M{k} = layer_norm(R{k})",
            f"Y{k} = R{k} + relu(M{k} @ W{k}) @ U{k}",
        ]
        given |= {f"{name}{k}": numbers(rng, width, width) for name in "QKVO"}
        given |= {f"W{k}": numbers(rng, width, 2 * width), f"U{k}": numbers(rng, 2 * width, width)}
        x = f"Y{k}"
    return lines, given


def stacked(tokens, width, count, seed=0):
    """Layers of plain attention, one after the other."""
    rng, lines, x = random.Random(seed), [], "X"
    given = {"X": numbers(rng, tokens, width)}
    for k in range(count):
        lines += [f"A{k} = softmax(({x} @ Q{k}) @ ({x} @ K{k}).T / sqrt(cols(K{k})))", f"H{k} = A{k} @ ({x} @ V{k})"]
        given |= {f"{name}{k}": numbers(rng, width, width) for name in "QKV"}
        x = f"H{k}"
    return lines, given


def run(lines, given):
    exact = {name: Matrix.of(m) for name, m in given.items()}
    return solve(Plan.read(lines, (), exact), exact)


class Reference:
    """The same lines in mpmath's numbers, written for these tests."""

    def __init__(self, given):
        self.given = {name: [[mpmath.mpf(x.numerator) / x.denominator for x in row] for row in m] for name, m in given.items()}

    def __getitem__(self, name):
        return self.given[name]

    @staticmethod
    def times(a, b):
        return [[mpmath.fdot(row, column) for column in zip(*b, strict=True)] for row in a]

    @staticmethod
    def plus(a, b):
        return [[x + y for x, y in zip(r, s, strict=True)] for r, s in zip(a, b, strict=True)]

    @staticmethod
    def norm(a):
        out = []
        for row in a:
            mean = sum(row) / len(row)
            deviation = mpmath.sqrt(sum((x - mean) ** 2 for x in row) / len(row))
            out.append([(x - mean) / deviation for x in row])
        return out

    def attended(self, x, k):
        queries, keys = self.times(x, self[f"Q{k}"]), self.times(x, self[f"K{k}"])
        scores = self.times(queries, list(zip(*keys, strict=True)))
        powers = [[mpmath.exp(s / mpmath.sqrt(len(keys[0]))) for s in row] for row in scores]
        weights = [[p / sum(row) for p in row] for row in powers]
        return self.times(weights, self.times(x, self[f"V{k}"]))

    def blocks(self, count):
        x = self["X"]
        for k in range(count):
            x = self.plus(x, self.times(self.attended(self.norm(x), k), self[f"O{k}"]))
            inner = self.times(self.norm(x), self[f"W{k}"])
            x = self.plus(x, self.times([[max(y, 0) for y in row] for row in inner], self[f"U{k}"]))
        return x

    def stacked(self, count):
        x = self["X"]
        for k in range(count):
            x = self.attended(x, k)
        return x


def agree(shown, reference, places):
    rows = zip(shown, reference, strict=True)
    return all(abs(mpmath.mpf(a) - b) <= mpmath.mpf(10) ** -places for r, s in rows for a, b in zip(r, s, strict=True))


# ---- cheap and certified


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("made", "reference", "size", "most"),
    [
        (blocks, Reference.blocks, (8, 16, 2), 6_000_000),
        (stacked, Reference.stacked, (8, 8, 3), 6_000_000),
        (blocks, Reference.blocks, (3, 4, 3), 6_000_000),
        (stacked, Reference.stacked, (2, 2, 6), 20_000_000),
    ],
    ids=["two blocks of 8×16", "three layers of 8×8", "three blocks of 3×4", "six layers of 2×2"],
)
def test_deep_plans_take_counted_work_and_their_decimals_are_right(made, reference, size, most, counted):
    lines, given = made(*size)
    done, calls = counted(lambda: run(lines, given))
    assert calls < most
    assert done.output.held
    with mpmath.workdps(80):
        wanted = reference(Reference(given), size[2])
        assert agree(done.output.decimals(40), wanted, 40)


@pytest.mark.exhaustive
def test_the_first_block_is_exact_as_before():
    lines, given = blocks(8, 16, 2)
    done = run(lines, given)
    assert [name for name in done.plan.names if not done[name].held][:6] == ["N0", "S0", "A0", "R0", "M0", "Y0"]


def test_shallow_values_are_no_letters():
    lines, given = blocks(2, 2, 1)
    assert not run(lines, given).output.held


@pytest.mark.exhaustive
@pytest.mark.parametrize("layers", [6, pytest.param(100, marks=pytest.mark.exhaustive)])
def test_many_layers_do_not_exhaust_the_stack(layers):
    lines = [f"X{k + 1} = layer_norm(X{k} + softmax(X{k} @ X{k}.T) @ X{k})" for k in range(layers)]
    d = run(lines, {"X0": [[Fraction(1), Fraction(2), Fraction(5)], [Fraction(3), Fraction(1), Fraction(0)]]})
    first, second = d.output.decimals(3), d.output.decimals(60)
    assert all(abs(Fraction(a) - Fraction(b)) <= Fraction(1, 1000) for r, s in zip(first, second) for a, b in zip(r, s))
    assert str(d.output.values[0][0])  # its name is made without recursion too


# ---- equality


DEEP = [f"X{k + 1} = layer_norm(X{k} + softmax(X{k} @ X{k}.T) @ X{k})" for k in range(3)]
START = [[Fraction(1), Fraction(2), Fraction(5)], [Fraction(3), Fraction(1), Fraction(0)], [Fraction(2), Fraction(7), Fraction(1)]]


@pytest.mark.exhaustive
def test_the_same_derivation_gives_equal_values_and_another_different_ones():
    first, again = run(DEEP, {"X0": START}), run(DEEP, {"X0": START})
    other = run(DEEP, {"X0": [START[0], START[1], [Fraction(2), Fraction(7), Fraction(1) + Fraction(1, 10**60)]]})
    assert first["X3"] == again["X3"]
    assert first["X3"].values[0][0] == pickle.loads(pickle.dumps(again["X3"])).values[0][0]
    assert compare(first["X3"].values[0][0], other["X3"].values[0][0]).decision == "different"
    assert compare(first["X3"].values[0][0], first["X3"].values[0][1]).decision == "different"


@pytest.mark.exhaustive
def test_a_sum_that_is_zero_for_a_reason_that_is_not_seen_is_undecided():
    row = run(DEEP, {"X0": START})["X3"].values[0]
    assert compare(row[0] + row[1] + row[2], Number.of(0)).decision in ("equal", "undecided")
    held = run([*DEEP, "Z = layer_norm(X3 + X3 @ X3.T @ X3)"], {"X0": START})["Z"].values[0]
    verdict = compare(held[0] + held[1] + held[2], Number.of(0))
    assert verdict.decision != "different"
    if verdict.decision == "undecided":
        with pytest.raises(LimitError):
            sign(held[0] + held[1] + held[2])


@pytest.mark.exhaustive
def test_roots_and_logarithms_of_letters_know_their_sign():
    deep = run([*DEEP, "Z = layer_norm(X3 + X3 @ X3.T @ X3)"], {"X0": START})["Z"]
    for x in (x for row in deep.values for x in row):
        assert root(x * x) * sign(x) == x
        assert sign(log(x * x) - 2 * log(x * sign(x))) == 0
        assert (1 / x) * x == Number.of(1)


@pytest.mark.exhaustive
def test_a_divisor_that_may_be_zero_is_refused():
    lines, given = blocks(3, 4, 2)
    flat = [[Fraction(1)] * 4 for _ in range(4)]
    with pytest.raises(SymattnError, match=r"all entries are equal|zero|certified"):
        run([*lines, "C = layer_norm(A1 @ (Y1 @ F))"], given | {"F": flat})


# ---- how they are shown


@pytest.mark.exhaustive
def test_sympy_takes_them_for_real_constants():
    d = sa.derive([*DEEP, "Z = layer_norm(X3 + X3 @ X3.T @ X3)"], X0=[[1, 2, 5], [3, 1, 0], [2, 7, 1]])
    x = d["Z"][0, 0]
    assert x.is_real
    assert x.is_number
    assert str(x.evalf(20))[:20] == d.decimals("Z", 25)[0][0][:20]
    assert sa.equal(d["Z"], d["Z"]).decision == "equal"
    assert sa.equal(2 * x - x, x).decision == "equal"
    assert sa.equal(x, "1/3").decision == "different"
    assert str(x).startswith("Z[0, 0]") or x.has(sympy.Pow)


def sheet(repeated=False):
    lines, given = blocks(3, 4, 2)
    if repeated:
        given["X"][2] = given["X"][0]
    rows = {name: [[str(x) for x in row] for row in m] for name, m in given.items()}
    written = "\n".join(f"{name} = {m}" for name, m in rows.items())
    return loads(f'tokens = ["a", "b", "c"]\n[[question]]\nsteps = {lines}\n[question.given]\n{written}\n'.replace("'", '"'))


@cache
def solved(repeated):
    return solve_sheet(sheet(repeated))


@pytest.mark.exhaustive
@pytest.mark.parametrize("repeated", [False, True], ids=["other words", "a word twice"])
@pytest.mark.parametrize("form", ["text", "html", "tex"])
def test_a_page_shows_decimals_and_no_letters(form, repeated):
    shown = str(page(solved(repeated), form))
    assert "too long to print" in shown
    assert "Y1[" not in shown.replace("\\", "")
    assert "A1[" not in shown.replace("\\", "")


@pytest.mark.exhaustive
def test_json_has_decimals_and_no_exact_form():
    import json

    steps = json.loads(to_json(solved(False), 6))["questions"][0]["steps"]
    last = steps[-1]
    assert last["exact"] is None
    assert len(last["decimal"]) == 3
    assert steps[0]["exact"] is not None


@pytest.mark.exhaustive
def test_their_text_is_refused():
    lines, given = blocks(3, 4, 2)
    with pytest.raises(LimitError, match="exact form"):
        text(run(lines, given).output.values[0][0])
    assert repr(run(lines, given).output).startswith("Matrix([[about")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Y = repeat(X, 1000000)", "1000000×1 has more than 50,000 entries"),
        ("Y = floor(X * t)", "a letter has no decimals to be rounded"),
        ("Y = round(X * t, 2)", "a letter has no decimals to be rounded"),
    ],
)
def test_what_no_decimals_can_hold_says_why(line, words):
    with pytest.raises(LimitError, match=words):
        sa.derive([line], X=[[1]], t=sympy.Symbol("t", real=True))


def test_rows_are_repeated_as_far_as_the_entries_go():
    assert sa.derive(["Y = repeat(X, 300)"], X=[[1]])["Y"].shape == (300, 1)


X, Y = symbol("x"), symbol("y")
APART = [  # no two of these are the same value
    X, Y, -X, 2 * X, X / 2, X**2, X**3, 1 / X, root(X), root(X) * X, X * Y, X + Y, X - Y, X + 1, exp(X), exp(-X), exp(2 * X), exp(Y), exp(X * Y), exp(X) * X, exp(X) + 1,
    exp(X) * exp(Y), Number.of(2), Number.of(-2), Number.of(0), root(2), root(3), root(6), root(2, 3), root(2) * root(2, 3), exp(1), exp(2), exp(root(2)), exp(root(3)),
    exp(-root(2)), exp(1) * root(2), log(2), log(3), log(2) * log(3), log(2) ** 2, sin(1), cos(1), sin(2), sin(X), sin(exp(X)), PI, PI**2, exp(PI), 1 / (1 + exp(X)),
    1 / (1 + exp(-X)), 1 / (1 + exp(Y)), 1 / (2 + exp(X)), log(1 + exp(X)), exp(X) / (1 + exp(Y)), exp(exp(X)), exp(exp(Y)),
]


def test_no_two_values_have_one_name_and_every_value_has_one():
    assert len({digest_of(x, {}) for x in APART}) == len(APART)
    known = {}
    assert len({digest_of(x, known) for x in [*APART, *APART]}) == len(APART), "nor where what was looked at is remembered"


@pytest.mark.parametrize(("one", "other"), [(X + Y, Y + X), (X * Y, Y * X), (exp(X + Y), exp(Y) * exp(X)), (root(2) + root(3), root(3) + root(2)), (2 * X + Y - 1, Y - 1 + X + X)])
def test_a_value_has_its_name_in_whatever_order_its_terms_came(one, other):
    assert digest_of(one, {}) == digest_of(other, {})
