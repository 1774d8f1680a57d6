"""Sheets made up here: every kind of line, kind of attention, notation and language, with numbers that are hard to print.

``made(seed)`` is a sheet's text; what kind it is goes round with the seed, everything else is drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from symattn.files import languages
from symattn.notation.table import shipped
from symattn.sheet import loads
from symattn.sheet.variants import VARIANTS, variant

PLAIN = ("-3", "-2", "-1", "0", "1", "2", "3")
MIXED = (*PLAIN, "1/2", "-1/3", "0.5", "-0.25", "sqrt(2)", "-sqrt(3)", "1 + sqrt(2)", "sqrt(2) - 2", "log(2)", "-log(3)", "exp(-1)", "pi/2", "-5/7", "2 sqrt(3)", "1/(1 + sqrt(2))")
ABOVE = ("1", "2", "3", "1/2", "0.25", "sqrt(2)", "1 + sqrt(2)", "log(3)", "exp(1)", "5/7")  # more than 0
ONES = ("0", "1", "1")


class Draw:
    """Numbers and matrices by chance, as TOML."""

    def __init__(self, seed: int) -> None:
        self.by = Random(f"paper {seed}")
        self.seed = seed
        self.kinds = self.by.choice([PLAIN, MIXED, MIXED])

    def n(self, low: int = 2, high: int = 3) -> int:
        return self.by.randint(low, high)

    def grid(self, rows: int, columns: int, of: tuple[str, ...] = ()) -> str:
        return "[" + ", ".join("[" + ", ".join(f'"{self.by.choice(of or self.kinds)}"' for _ in range(columns)) + "]" for _ in range(rows)) + "]"


def question(steps: list[str], given: dict[str, str], more: str = "") -> str:
    """A question's text; *more* are tables of its own."""
    return (
        f"[[question]]\nprompt = 'x'\nsteps = [{', '.join(map(repr, steps))}]\n[question.given]\n"
        + "".join(f"{name} = {value}\n" for name, value in given.items())
        + more
    )


def softmaxes(d: Draw) -> str:
    n, m = d.n(2, 3), d.n(2, 4)
    steps = ["P = softmax(L)", "R = P - P * P", "G = P * (D - sum(D * P, axis=1))", "E = log(P)", "C = cross_entropy(L, y)"]
    return question(steps, {"L": d.grid(n, m), "D": d.grid(n, m), "y": "[" + ", ".join(f"[{d.by.randrange(m)}]" for _ in range(n)) + "]"})


def jacobians(d: Draw) -> str:
    n = d.n(2, 4)
    return question(["p = softmax(z)", "J = softmax_jacobian(p)", "g = u @ J", "G = J @ J"], {"z": d.grid(1, n), "u": d.grid(1, n)})


def weights(d: Draw) -> str:
    n = d.n(2, 3)
    steps = ["A = softmax(S)", "B = softmax(T)", "C = A @ B", "D = A * B", "Y = C @ V", "Z = A.T @ B - C", "F = -A", "G = 2 * (A - B)"]
    return question(d.by.sample(steps[:2], 2) + [s for s in steps[2:] if "C" not in s] + [steps[2], steps[4], steps[5]], {"S": d.grid(n, n), "T": d.grid(n, n), "V": d.grid(n, 2)})


def numbers(d: Draw) -> str:
    steps = ["b = a + 1", "c = 2 * b", "d = b * b", "f = -b", "g = 3 - b", "h = exp(a) * b", "k = a - b", "l = b / (a - 5)", "m = b ** 2", "n = b ** 3 - c", "o = -b ** 2", "p = 1 / b ** 2", "q = a * b - f * g", "r = sqrt(d) / 2", "s = a / b / 2"]
    return question(steps, {"a": f'"{d.by.choice(("-3", "-2", "sqrt(2)", "1/2", "-1/3", "4", "1 + sqrt(2)", "sqrt(2) - 3", "log(2)", "-log(3)", "exp(-1)"))}"'})


def letters(d: Draw) -> str:
    kind = d.by.choice(["real", "positive", "positive", "integer"])
    steps = ["s = a + b", "c = 2 * s", "d = s * s", "f = -s", "g = 3 - s", "h = a * s - b", "k = s * (a - b)", "m = exp(-a) * s", "n = (a - 2 * b) * (s - 1)"]
    more = ["P = softmax(X)", "R = X @ X.T", "F = 2 * X - R[0, 0] * X", "Q = rope(X, start=a)", "U = -X", "V = X * (a - b)", "W = X / (1 + a * a)"]
    text = f"letters = {{ a = '{kind}', b = '{d.by.choice(['real', 'positive'])}' }}\n"
    entries = ("a", "b", "-a", "a - b", "1", "0", "-2", "sqrt(2)", "2*a", "a*b", "1 - a")
    if d.by.random() < 0.5:
        return f"[[question]]\nprompt = 'x'\nsteps = [{', '.join(map(repr, steps))}]\n{text}"
    return f"[[question]]\nprompt = 'x'\nsteps = [{', '.join(repr(m) for m in more if '[0, 0]' not in m)}]\n{text}[question.given]\nX = {d.grid(1, 2, entries)}\n"


def gradients(d: Draw) -> str:
    n = d.n(2, 3)
    bodies = [
        (["Q = X @ W", "S = Q @ X.T", "P = softmax(S / sqrt(2))", "H = P @ X", "t = sum(H)"], "t", ["W", "X"], {"X": d.grid(n, 2, PLAIN), "W": d.grid(2, 2, PLAIN)}),
        (["U = X @ W", "R = relu(U)", "Y = R @ V", "t = sum(Y * Y)"], "t", ["V", "W", "X"], {"X": d.grid(n, 2), "W": d.grid(2, 2), "V": d.grid(2, 2)}),
        (["G = sigmoid(X)", "Y = G * X", "t = mean(Y)"], "t", ["G", "X"], {"X": d.grid(2, 2, ("0", "1", "-1", "log(2)", "-log(3)"))}),
        (["p = softmax(z)", "c = cross_entropy(z, y)", "t = sum(c)"], "t", ["z"], {"z": d.grid(2, 3), "y": "[[0], [2]]"}),
        (["A = softmax(L)", "H = A @ V"], "H", ["V", "A", "L"], {"L": d.grid(2, n), "V": d.grid(n, 2), "dH": d.grid(2, 2)}),
        (["T = tanh(X)", "E = exp(X)", "Y = T * E - X", "t = sum(Y)"], "t", ["X"], {"X": d.grid(1, 3, ("0", "1", "-1", "log(2)", "1/2"))}),
        (["N = layer_norm(X)", "Y = N * X"], "Y", ["X"], {"X": d.grid(1, 3, PLAIN), "dY": d.grid(1, 3, PLAIN)}),
    ]
    steps, of, wrt, given = d.by.choice(bodies)
    return question(steps, given, f"[question.gradient]\nof = '{of}'\nwrt = {wrt!r}\n" + (f"upstream = 'd{of}'\n" if f"d{of}" in given else ""))


def entrywise(d: Draw) -> str:
    n, m = d.n(1, 3), d.n(1, 3)
    steps = ["S = A + C", "D = A - C", "E = -A", "F = 3 * A - C", "G = A * C", "Z = A / G_1", "I = A ** 2", "J = A.T", "K = A @ C.T", "L = (A - C) * 2", "M = A / 3 - C / 2", "N = A - (C - A)", "T = abs(A - C)", "Q = relu(-A)", "R = (A + C) ** 3", "U = G_1 ** (-1)", "V = log(G_1)", "W = sqrt(G_1) * A", "X = sqrt(2) * A - sqrt(3) * C", "B = A - 2 * (A - C)"]
    return question(d.by.sample(steps, 8), {"A": d.grid(n, m), "C": d.grid(n, m), "G_1": d.grid(n, m, ABOVE)})


def axes(d: Draw) -> str:
    n, m = d.n(2, 3), d.n(2, 3)
    steps = [f"{name[0]}_{name[1:]}{k} = {name}(A{', axis=' + str(k) if k < 2 else ''})" for name in ("sum", "mean", "max", "min", "var", "argmax") for k in (0, 1, 2)]
    steps += ["S0 = softmax(A, axis=0)", "N = layer_norm(A)", "M = rms_norm(A)", "D = A - mean(A, axis=1)", "F = (A - mean(A, axis=1)) / sqrt(var(A, axis=1) + 1)", "U = G_1 / sum(G_1, axis=1)", "W = normalize(G_1)"]
    given = {"A": d.grid(n, m), "G_1": d.grid(n, m, ABOVE)}
    return question(d.by.sample(steps, 8), given)


def joined(d: Draw) -> str:
    steps = ["C = concat(A, B)", "D = stack(A, B)", "E = C[:, 0:2]", "F = D[1:3, :]", "G = A[:, [0]]", "R = repeat(A, 2)", "I = eye(2) - A", "J = tril(A) + triu(B)", "K = diag(A[0, :])", "L = C @ D", "M = ones(2, 2) * A", "N = A @ B - B @ A", "Z = det(A)"]
    return question(steps, {"A": d.grid(2, 2), "B": d.grid(2, 2)})


def masks(d: Draw) -> str:
    n = d.n(2, 4)
    block = "[" + ", ".join("[" + ", ".join("1" if i == j else d.by.choice("011") for j in range(n)) + "]" for i in range(n)) + "]"
    steps = d.by.choice([
        ["L = causal_mask(S)", "A = softmax(L)", "Y = A @ V"], ["L = mask(S / sqrt(3), M)", "A = softmax(L)", "Y = A @ V"],
        ["L = window_mask(S, 2)", "A = softmax(L)", "Y = A @ V"], ["B = alibi(S, 1/2)", "L = causal_mask(B)", "A = softmax(L)", "Y = A @ V"], ["L = top_k(S, 2)", "A = softmax(L)", "Y = A @ V"],
    ])  # fmt: skip
    given = {"S": d.grid(n, n), "V": d.grid(n, 2)} | ({"M": block} if "M" in steps[0] else {})
    return question(steps, given)


def turned(d: Draw) -> str:
    return question(["R = rope(X, start=1)", "S = R @ R.T", "P = positional_encoding(2, 4, base=100)", "Y = X + P"], {"X": d.grid(2, 4)})


def batches(d: Draw) -> str:
    n = d.n(2, 3)
    steps = ["Q = split_heads(X, 2)", "S = Q @ Q.T", "A = softmax(S / sqrt(2))", "H = A @ Q", "Y = merge_heads(H)"]
    return question(steps, {"X": d.grid(n, 4)})


def counts(d: Draw) -> str:
    sizes = f"sizes = {{ n = {d.n(2, 2000)}, d = {d.n(2, 900)} }}\n" if d.by.random() < 0.6 else ""
    steps = ["Q = X @ W", "S = Q @ Q.T", "A = softmax(S)", "p = numbers(W)", "m = multiplications(Q, S)", "a = additions(Q)", "f = flops(Q, S)", "x = exponentials(A)", "t = 3 * p + m", "r = f / p", "u = f - 2 * m"]
    return f"[[question]]\nprompt = 'x'\nsteps = [{', '.join(map(repr, steps))}]\n{sizes}[question.shapes]\nX = ['n', 'd']\nW = ['d', '4*d']\n"


def stated(d: Draw) -> str:
    given = {"X": d.grid(2, 2, PLAIN)} | {f"W_{k}": d.grid(2, 2, PLAIN) for k in "QKVO"}
    text = kind("attention", {}, given)
    rows = [list(row) for row in loads(text).solve().answers[0].exact["A"].decimals(2)]
    return text + f"[question.stated]\nA = {rows}\n"


def kind(name: str, options: dict[str, str], given: dict[str, str], more: str = "") -> str:
    return (
        f"[[question]]\nprompt = 'x'\nvariant = '{name}'\noptions = {{ {', '.join(f'{k} = {v}' for k, v in options.items())} }}\n[question.given]\n"
        + "".join(f"{g} = {value}\n" for g, value in given.items())
        + more
    )


def attention(d: Draw) -> str:
    """A kind of attention of the table, with some of what is optional."""
    name = VARIANTS[d.seed // len(KINDS) % len(VARIANTS)]
    needed, optional = variant(name).givens({})
    given, single = {}, variant(name).given_numbers({})
    columns = d.by.random() < 0.3 and name not in ("alibi-attention", "expert-routing")
    n = 2 if columns else d.n(2, 3)
    for g in (*needed, *(o for o in optional if d.by.random() < 0.3)):
        row = g[:2] in ("b_", "c_", "g_") or g == "x"
        if g in single:
            given[g] = str(d.n(1, 2))
            continue
        if row and columns:
            given[g] = d.grid(2, 1)
            continue
        given[g] = d.grid(1 if row else n if g in ("X", "memory", "K_cache", "V_cache") else 2, 2, PLAIN if d.by.random() < 0.5 else ())
    options = {}
    if name in ("attention", "multi-head-attention") and d.by.random() < 0.6 and "memory" not in given:
        options["mask"] = "'causal'"
    if name == "linear-attention":
        options["feature"] = f"'{d.by.choice(['relu', 'exp', 'elu+1', 'none'])}'"
    if name == "transformer-block":
        options = {"order": f"'{d.by.choice(['pre', 'post'])}'", "norm": f"'{d.by.choice(['layer', 'rms'])}'", "activation": f"'{d.by.choice(['relu', 'silu'])}'"}
    return ("# 'columns'\n" if columns else "") + kind(name, options, given)


def heads(d: Draw) -> str:
    n, m = d.n(2, 3), d.n(1, 2)
    columns = d.by.random() < 0.3
    wide = (lambda a, b: (b, a)) if columns else (lambda a, b: (a, b))
    given = {"X": d.grid(*wide(n, 2))} | {f"W_{k}_{i}": d.grid(*wide(2, m), PLAIN) for i in (1, 2) for k in "QKV"}
    if d.by.random() < 0.7:
        given["W_O"] = d.grid(*wide(2 * m, 2))
    return ("# 'columns'\n" if columns else "") + kind("multi-head-attention", {"mask": d.by.choice(["'causal'", "'none'"]), "scale": d.by.choice(["true", "false", "'3'", "'sqrt(5)'"])}, given)


KINDS: tuple[Callable[[Draw], str], ...] = (
    softmaxes, jacobians, weights, numbers, letters, gradients, entrywise, axes, joined, masks, turned, batches, counts, stated, attention, heads, gradients, letters, heads, attention,
)  # fmt: skip


class Made(NamedTuple):
    """A sheet made up, and what its reader is told beside the page: its language, its columns, that values are stated."""

    kind: str
    text: str
    language: str
    columns: bool
    stated: bool


def made(seed: int) -> Made:
    d = Draw(seed)
    make = KINDS[seed % len(KINDS)]
    body = make(d)
    notations = list(shipped())
    notation = d.by.choice([x for x in notations if x != "columns"])
    if "'columns'" in body:
        notation, body = "columns", body.replace("# 'columns'\n", "")
    language = d.by.choice(list(languages()))
    head = f"title = 'Made up {seed}'\ndecimals = {d.by.choice([2, 3, 4, 6])}\nnotation = '{notation}'\nlanguage = '{language}'\n"
    return Made(make.__name__, head + body, language, notation == "columns", make is stated)
