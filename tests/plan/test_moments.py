"""Expectations and variances: against every outcome of entries that are 1 or -1, and what cannot be told is refused."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

import symattn as sa
from symattn.errors import SheetError, SymattnError
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.text import pretty
from symattn.files import folder
from symattn.formats.text import flat
from symattn.notation import Notation
from symattn.ops.moments import Moments
from symattn.page import page
from symattn.page.asked import count_line
from symattn.plan import Plan
from symattn.plan.derivation import solve
from symattn.sheet import loads


def sheet(steps: list[str], shapes: str, sizes: str = "") -> str:
    wanted = ", ".join(f'"{step}"' for step in steps)
    return f"[[question]]\nsteps = [{wanted}]\n{sizes}\n[question.shapes]\n{shapes}\n"


CASES = {
    "a dot product": (["S = q @ k.T"], {"q": (1, 2), "k": (1, 2)}),
    "scaled": (["S = -(q @ k.T) / 3 * 2"], {"q": (1, 2), "k": (1, 2)}),
    "a product with weights": (["S = X @ W"], {"X": (2, 2), "W": (2, 1)}),
    "projected on both sides": (["Q = X @ A", "K = Z @ B", "S = Q @ K.T"], {"X": (1, 2), "A": (2, 2), "Z": (1, 2), "B": (2, 2)}),
    "sums": (["S = x + y - z"], {"x": (1, 2), "y": (1, 2), "z": (1, 2)}),
    "entry by entry": (["S = x * y"], {"x": (1, 2), "y": (1, 2)}),
    "a projected residual": (["H = X @ W", "R = X_0 + H", "S = R @ u.T"], {"X": (1, 2), "W": (2, 2), "X_0": (1, 2), "u": (1, 2)}),
}


@pytest.mark.sliced(2)
@pytest.mark.parametrize("case", CASES)
def test_every_outcome_has_this_mean_and_this_variance(case: str) -> None:
    steps, sizes = CASES[case]
    text = sheet([*steps, "m = expectation(S)", "v = variance(S)"], "\n".join(f"{n} = {list(s)}" for n, s in sizes.items()))
    table = loads(text).solve()["q1"].shapes
    assert table is not None
    plan, total, squares, count = Plan.read(steps), Fraction(0), Fraction(0), 0
    numbers = sum(rows * cols for rows, cols in sizes.values())
    for signs in product((1, -1), repeat=numbers):
        entries = iter(signs)
        given = {n: Matrix.of([[next(entries) for _ in range(c)] for _ in range(r)]) for n, (r, c) in sizes.items()}
        found = Fraction(str(solve(plan, given)["S"].values[0][0].rational))
        total, squares, count = total + found, squares + found**2, count + 1
    mean = total / count
    for name, right in (("m", mean), ("v", squares / count - mean**2)):
        number = table[name].number
        assert number is not None
        assert Fraction(str(number.rational)) == right


def test_the_variance_of_a_score_is_the_width_of_the_keys() -> None:
    text = sheet(
        ["S = q @ k.T", "L = S / sqrt(cols(k))", "v = variance(S)", "w = variance(L)"],
        'q = [1, "d_k"]\nk = [1, "d_k"]', "sizes = { d_k = 64 }",
    )  # fmt: skip
    table = loads(text).solve()["q1"].shapes
    assert table is not None
    assert [pretty(table[name].value) for name in "vw"] == ["d_k", "1"]  # type: ignore[arg-type]
    verdicts = {}
    for answer in ("d_k", "64", "8"):
        results = sa.check(loads(text), {"v": answer}).answers[0].questions[0].results
        verdicts[answer] = next(r.verdict for r in results if r.name == "v")
    assert verdicts["d_k"] == verdicts["64"] == "correct"
    assert verdicts["8"] not in ("correct", "follows", "imprecise")


def test_unit_vectors() -> None:
    """Bishop and Bishop, Exercise 12.8: entries of variance 1/D, and Var(a·b) = 1/D."""
    text = sheet(["a = x / sqrt(cols(x))", "b = y / sqrt(cols(y))", "v = variance(S)"], 'x = [1, "D"]\ny = [1, "D"]')
    text = text.replace('"v =', '"S = a @ b.T", "v =')
    table = loads(text).solve()["q1"].shapes
    assert table is not None
    assert pretty(table["v"].value) == "1/D"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("steps", "says"),
    [
        (["S = X @ X.T", "v = variance(S)"], "not independent"),
        (["A = softmax(X)", "v = variance(A)"], "no rule is known"),
        (["H = (X @ W) * Z", "S = H @ (U + V).T", "v = variance(S)"], "is not known"),
    ],
)
def test_what_hangs_together_is_refused(steps: list[str], says: str) -> None:
    shapes = "\n".join(f"{name} = [2, 2]" for name in "XWZUV")
    with pytest.raises(SymattnError, match=says):
        loads(sheet(steps, shapes)).solve()


@pytest.mark.parametrize("asked", ["variance(S)", "expectation(X)", "variance(X)", "covariance(X, X)", "expectation(X @ X.T)", "variance(-X)"])
def test_entries_that_are_numbers_are_not_random(asked: str) -> None:
    text = f'[[question]]\nsteps = ["S = X @ X.T", "v = {asked}"]\n[question.given]\nX = [[1, 2]]\n'
    with pytest.raises(SymattnError, match="numbers, not random"):
        loads(text).solve()


@pytest.mark.parametrize("language", ["", "de"])
def test_every_rule_has_its_words(language: str) -> None:
    from symattn.ops import OPS

    text = (folder("templates") / language / "words" / "moments.j2").read_text(encoding="utf-8")
    assert all(f"macro {name}(" in text or f"{name}" in text for name, op in OPS.items() if op.moments)


@pytest.mark.parametrize(("mean", "variance", "square"), [(0, 1, 1), (2, 0, 4), (-2, 3, 7), (1, 1, 2)])
def test_the_mean_of_a_square_is_the_variance_and_the_mean_squared(mean: int, variance: int, square: int) -> None:
    assert Moments(Number.of(mean), Number.of(variance), frozenset(), True, False).square == Number.of(square)


OUTCOMES = {  # name -> what an entry is, each as likely as the others
    "signs": (1, -1), "bits": (0, 1), "skew": (-1, -1, 2), "far": (3, 5),
}
STATED = {
    "a dot product": (["S = q @ k.T"], {"q": (1, 2), "k": (1, 2)}),
    "its square": (["T = q @ k.T", "S = T ** 2"], {"q": (1, 1), "k": (1, 1)}),
    "a square written twice": (["S = q * q"], {"q": (1, 1)}),
    "a norm": (["N = q * q", "S = sum(N)"], {"q": (1, 3)}),
    "a sum of all": (["S = sum(q)"], {"q": (1, 3)}),
    "a mean of all": (["S = mean(q)"], {"q": (2, 2)}),
    "a mean of a row": (["R = mean(q, axis=1)", "S = R.T @ k.T"], {"q": (1, 3), "k": (1, 1)}),
    "a number more": (["S = 3 * q - 2 * k + 1"], {"q": (1, 1), "k": (1, 1)}),
    "the square of a number more": (["R = q + 1 / 2", "S = R * k"], {"q": (1, 1), "k": (1, 1)}),
    "what shares a part": (["R = q + k", "S = 2 * R - q / 2"], {"q": (1, 1), "k": (1, 1)}),
    "a copy less itself": (["R = q", "S = R - q"], {"q": (1, 1)}),
    "weights behind a sum": (["R = q + k", "S = R @ w.T"], {"q": (1, 2), "k": (1, 2), "w": (1, 2)}),
}


def outcomes(steps: list[str], sizes: dict[str, tuple[int, int]], values: tuple[int, ...], names: tuple[str, ...]) -> list[list[Fraction]]:
    """The first entry of some names in every outcome."""
    plan, found = Plan.read(steps), []
    for drawn in product(values, repeat=sum(rows * cols for rows, cols in sizes.values())):
        entries = iter(drawn)
        given = {n: Matrix.of([[next(entries) for _ in range(c)] for _ in range(r)]) for n, (r, c) in sizes.items()}
        run = solve(plan, given)
        found.append([Fraction(str((given[n] if n in given else run[n]).values[0][0].rational)) for n in names])
    return found


@pytest.mark.parametrize("kind", OUTCOMES)
@pytest.mark.parametrize("case", STATED)
def test_stated_moments_go_through_lines_as_in_every_outcome(case: str, kind: str) -> None:
    steps, sizes = STATED[case]
    values = OUTCOMES[kind]
    mean = Fraction(sum(values), len(values))
    variance = Fraction(sum(x * x for x in values), len(values)) - mean**2
    first = next(iter(sizes))
    random = ", ".join(f'{n} = {{ mean = "{mean}", variance = "{variance}" }}' for n in sizes)
    shapes = ", ".join(f"{n} = {list(s)}" for n, s in sizes.items())
    found = outcomes(steps, sizes, values, ("S", first))
    total = [Fraction(sum(x), len(found)) for x in zip(*found, strict=True)]
    rights = {
        "expectation(S)": total[0], "variance(S)": Fraction(sum(s * s for s, _ in found), len(found)) - total[0] ** 2,
        f"covariance(S, {first})": Fraction(sum(s * q for s, q in found), len(found)) - total[0] * total[1],
    }  # fmt: skip
    for asked, right in rights.items():
        wanted = ", ".join(f'"{line}"' for line in [*steps, f"v = {asked}"])
        try:
            text = f"[[question]]\nsteps = [{wanted}]\nshapes = {{ {shapes} }}\nrandom = {{ {random} }}"
            table = loads(text).solve()["q1"].shapes
            assert table is not None
        except SymattnError:
            assert asked != "expectation(S)", case  # what takes more than means and variances is refused, and never wrong
            continue
        number = table["v"].number
        assert number is not None
        assert Fraction(str(number.rational)) == right, asked


@pytest.mark.parametrize(("steps", "random", "says"), [
    (["S = q @ k.T", "v = variance(S)"], "q = { independent = false }, k = { independent = false }", "is not known"),
    (["S = q ** 2", "v = variance(S)"], "q = {}", "is not known"), (["S = q ** 3", "v = expectation(S)"], "q = {}", "only of squares"),
    (["S = q.T + k.T", "v = covariance(S, q)"], "q = {}", "both made of q"), (["v = variance(q, k)"], "q = {}", "the name of one line"),
    (["v = covariance(q)"], "q = {}", "the names of two lines"), (["v = variance(q)"], "q = { variance = -1 }", "a variance below 0"),
    (["v = variance(q)"], "w = {}", "w has no shape"), (["v = variance(q)"], "q = { mean = [1] }", "where a number or letters belongs"),
    (["v = variance(q)"], "q = { mean = '1 +' }", "cannot read"), (["v = variance(q)"], "q = { uncorrelated = true }", "are uncorrelated"),
])  # fmt: skip
def test_what_is_not_known_of_random_givens_is_refused(steps: list[str], random: str, says: str) -> None:
    wanted = ", ".join(f'"{step}"' for step in steps)
    with pytest.raises(SymattnError, match=says):
        loads(f"[[question]]\nsteps = [{wanted}]\nshapes = {{ q = [1, 2], k = [1, 2] }}\nrandom = {{ {random} }}").solve()


@pytest.mark.parametrize(("steps", "place"), [
    (["u = q @ q.T", "m = expectation(u)"], "2:25"), (["a = k + k", "S = q ** 2", "m = expectation(S)", "v = variance(S)"], "2:59"),
])  # fmt: skip
def test_what_is_not_known_is_said_at_the_line_that_asks_for_it(steps: list[str], place: str) -> None:
    wanted = ", ".join(f'"{step}"' for step in steps)
    with pytest.raises(SheetError) as caught:
        loads(f"[[question]]\nsteps = [{wanted}]\nshapes = {{ q = [1, 2], k = [1, 2] }}\nrandom = {{ q = {{}} }}").solve()
    (problem,) = caught.value.problems
    assert (f"{problem.line}:{problem.column}", problem.path) == (place, "question.steps")


@pytest.mark.parametrize(("answer", "right"), [
    ("D*mu^2", True), ("Dμ²", True), ("D·μ²", True), ("$D \\mu^{2}$", True), ("mu**2 * D", True), ("D*mu", False), ("D", False),
])  # fmt: skip
def test_letters_of_moments_may_stand_in_answers(answer: str, right: bool) -> None:
    text = '[[question]]\nsteps = ["S = q @ k.T", "m = expectation(S)"]\nshapes = { q = [1, "D"], k = [1, "D"] }\n'
    text += 'random = { q = { mean = "mu", variance = "sigma**2" }, k = { mean = "mu" } }\n'
    results = sa.check(loads(text), {"m": answer}).answers[0].questions[0].results
    assert (next(r.verdict for r in results if r.name == "m") == "correct") is right


def test_letters_may_scale_what_is_random() -> None:
    """A number kept with probability q, and divided by q."""
    text = '[[question]]\nsteps = ["z = h * m / q", "E = expectation(z)", "V = variance(z)"]\nletters = { positive = ["q", "v"] }\n'
    text += 'shapes = { h = [1, "n"], m = [1, "n"] }\n'
    text += 'random = { h = { mean = "mu", variance = "v" }, m = { mean = "q", variance = "q*(1 - q)" } }\n'
    results = sa.check(loads(text), {"E": "mu", "V": "(v + mu^2)/q - mu^2"}).answers[0].questions[0].results
    assert [r.verdict for r in results if r.name in "EV"] == ["correct", "correct"]


@pytest.mark.parametrize(("language", "said"), [("en", ["how they hang together is not known", "expectations always add up"]),
                                                ("de", ["wie sie zusammenhängen, ist nicht bekannt", "Erwartungswerte addieren sich immer"])])  # fmt: skip
def test_nothing_is_said_of_variances_that_are_not_known(language: str, said: list[str]) -> None:
    text = f'language = "{language}"\n[[question]]\nsteps = ["S = q @ k.T", "m = expectation(S)"]\nshapes = {{ q = [1, "D"], k = [1, "D"] }}\n'
    text += "random = { q = { mean = 2, independent = false }, k = { mean = 3, independent = false } }\n"
    shown = " ".join(page(loads(text).solve(), "text").split())
    assert [words for words in said if words not in shown] == []
    assert "E[S] = D·2·3 = 6D" in shown
    assert "Var[xy]" not in shown


@pytest.mark.parametrize(
    ("line", "told"), [("sqrt(d) * E", "d = 512"), ("sum(E, axis=0) / n", "n"), ("E / sqrt(d)", "d")], ids=["root", "mean", "divided"]
)
def test_a_size_by_its_letter_is_a_factor(line: str, told: str) -> None:
    text = f"""[[question]]
steps = ["Y = {line}", "v = variance(Y)"]
sizes = {{ d = 512 }}
[question.random]
E = {{ mean = 0, variance = 1 }}
[question.shapes]
E = ["n", "d"]
"""
    assert told in page(loads(text), "text").split("Var[Y]")[1]


@pytest.mark.parametrize(
    ("line", "random", "shown"),
    [
        ("variance(q @ k.T)", "", "D·1·1 = D"),
        ("variance(q @ k.T)", 'k = { variance = "1/D" }', "D·1·1/D = 1"),
        ("variance(q @ k.T)", 'q = { mean = "mu" }, k = { mean = "mu" }', "D·(μ² + 1)² − D·μ⁴ = 2Dμ² + D"),
        ("expectation(q @ k.T)", 'q = { mean = "mu" }, k = { mean = 2 }', "D·μ·2 = 2Dμ"),
        ("variance((q @ k.T) / sqrt(D))", "", "1/D·D·1·1 = 1"),
        ("variance(2 * q - 5)", "q = { variance = 3 }", "4·3 = 12"),
        ("expectation(2 * q + 3 * k + 5)", 'q = { mean = "mu" }, k = { mean = 4 }', "2·μ + 3·4 + 5 = 2μ + 17"),
        ("variance(2 * q + 3 * k + 5)", "k = { variance = 4 }", "4·1 + 9·4 = 40"),
        ("variance(q + k)", "k = { variance = 3 }", "1 + 3 = 4"),
        ("variance(q / 2 + k / 4 - r / 4)", "k = { variance = 3 }", "1/4·1 + 1/16·3 + 1/16·1 = 1/2"),
        ("variance(sum(q))", "q = { variance = 3 }", "D·3 = 3D"),
        ("variance(mean(q))", "q = { variance = 3 }", "1/D²·3D = 3/D"),
        ("variance(q * k)", "q = { variance = 3 }", "3·1 = 3"),
        ("expectation(q ** 2)", 'q = { mean = "mu" }', "1 + μ² = μ² + 1"),
    ],
)
def test_an_expectation_or_a_variance_is_shown_as_the_operation_makes_it(line: str, random: str, shown: str) -> None:
    kind, inner = line.split("(", 1)
    shapes = 'shapes = { q = [1, "D"], k = [1, "D"]' + ', r = [1, "D"]' * ("r /" in line) + " }\n"
    sheet = loads(f'[[question]]\nsteps = ["S = {inner[:-1]}", "v = {kind}(S)"]\n{shapes}random = {{ {random} }}\n')
    question, answer = sheet.questions[0], sheet.solve().answers[0]
    own = Notation.load("paper").of(question.shapes.plan.trees, question.shapes.givens)
    chain = [flat(box) for _, box in count_line(own, question, answer.shapes, "v", "").chain]
    assert chain == [f"{'Var' if kind == 'variance' else 'E'}[S]", *shown.split(" = ")]


@pytest.mark.parametrize(("kind", "answer", "right"), [("real", "d mu^2", True), ("real", "d*mu**2 + 1", False), ("positive", "μ²d", True), ("real", "d|mu|", False)])
def test_an_answer_has_the_letters_that_a_question_declares(kind: str, answer: str, right: bool) -> None:
    text = sheet(["s = q @ k.T", "m = expectation(s)"], 'q = [1, "d"]\nk = [1, "d"]', f'letters.mu = "{kind}"\nrandom.q.mean = "mu"\nrandom.k.mean = "mu"')
    results = sa.check(loads(text), {"m": answer}).answers[0].questions[0].results
    assert [result.verdict == "correct" for result in results if result.name == "m"] == [right]
