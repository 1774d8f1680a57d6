"""Plans in SymPy, exact: matrices only."""

from __future__ import annotations

import re

from symattn.plan.code.dialect import ATOM, PRODUCT, SUM, UNARY, Dialect, Rule

_FRACTION = re.compile(r"(?<![\w.])(\d+)/(\d+)(?![\w.])")
_DECIMAL = re.compile(r"[+-]?\d*\.\d*")

HELPERS = {
    "normalize": '''
def normalize(a):
    return Matrix.vstack(*[a.row(i) / sum(a.row(i)) for i in range(a.rows)])
''',
    "softmax": '''
def softmax(scores):
    weights = scores.applyfunc(exp)
    return Matrix.vstack(*[weights.row(i) / sum(weights.row(i)) for i in range(weights.rows)])
''',
    "causal_mask": '''
def causal_mask(scores):
    return Matrix(scores.rows, scores.cols, lambda i, j: scores[i, j] if j <= i else -oo)
''',
    "mask": '''
def mask(scores, keep):
    return Matrix(scores.rows, scores.cols, lambda i, j: scores[i, j] if keep[i, j] == 1 else -oo)
''',
    "plus": '''
def plus(a, b):  # a single row or column is added to every one
    rows, cols = max(a.rows, b.rows), max(a.cols, b.cols)
    return Matrix(rows, cols, lambda i, j: a[i % a.rows, j % a.cols] + b[i % b.rows, j % b.cols])
''',
    "layer_norm": '''
def layer_norm(a, eps=0):
    def standardized(row):
        centred = row - ones(1, row.cols) * (sum(row) / Integer(row.cols))
        return centred / sqrt(sum(x**2 for x in centred) / Integer(row.cols) + eps)
    return Matrix.vstack(*[standardized(a.row(i)) for i in range(a.rows)])
''',
    "norm_scale": '''
def norm_scale(a, gain, bias):
    return Matrix(a.rows, a.cols, lambda i, j: a[i, j] * gain[i % gain.rows, j % gain.cols] + bias[i % bias.rows, j % bias.cols])
''',
    "round_half_up": '''
def round_half_up(a, places):
    return a.applyfunc(lambda x: sign(x) * floor(abs(x) * 10**places + Rational(1, 2)) / 10**places)
''',
    "rope": '''
def rope(a, base=10000, start=0):
    def entry(i, j):
        angle = (i + start) * Integer(base) ** (-Rational(j - j % 2, a.cols))
        x, y = a[i, j - j % 2], a[i, j - j % 2 + 1]
        return x * sin(angle) + y * cos(angle) if j % 2 else x * cos(angle) - y * sin(angle)
    return Matrix(a.rows, a.cols, entry)
''',
    "positional_encoding": '''
def positional_encoding(n, d, base=10000):
    def entry(pos, j):
        angle = pos * Integer(base) ** (-Rational(j - j % 2, d))
        return cos(angle) if j % 2 else sin(angle)
    return Matrix(n, d, entry)
''',
}

RULES = {
    "matmul": Rule("{0} * {1}", PRODUCT, (PRODUCT, UNARY)),
    "transpose": Rule("{0}.T", ATOM, (ATOM,)),
    "add": Rule("{0} + {1}", SUM, (SUM, PRODUCT)),
    "add_row": Rule("plus({0}, {1})", helper="plus"),
    "subtract": Rule("{0} - {1}", SUM, (SUM, PRODUCT)),
    "subtract_row": Rule("plus({0}, -{1})", needs=(0, UNARY), helper="plus"),
    "negate": Rule("-{0}", UNARY, (UNARY,)),
    "multiply": Rule("{0} * {by}", PRODUCT, (PRODUCT,)),
    "divide": Rule("{0} / {by}", PRODUCT, (PRODUCT,)),
    "select": Rule("{0}[{rows}, {cols}]", ATOM, (ATOM,)),
    "select_lists": Rule("{0}.extract({rows}, {cols})", ATOM, (ATOM,)),
    "softmax": Rule("softmax({0})", helper="softmax"),
    "softmax_columns": Rule("softmax({0}.T).T", ATOM, (ATOM,), helper="softmax"),
    "causal_mask": Rule("causal_mask({0})", helper="causal_mask"),
    "mask": Rule("mask({0}, {1})", helper="mask"),
    "concat": Rule("Matrix.hstack({all})"),
    "stack": Rule("Matrix.vstack({all})"),
    "exp": Rule("{0}.applyfunc(exp)", ATOM, (ATOM,)),
    "normalize": Rule("normalize({0})", helper="normalize"),
    "round": Rule("round_half_up({0}, {places})", helper="round_half_up"),
    "copy": Rule("{0}.copy()", ATOM, (ATOM,)),
    "rope": Rule("rope({0}, base={base}, start={start})", helper="rope"),
    "positional_encoding": Rule("positional_encoding({n}, {d}, base={base})", helper="positional_encoding"),
    "relu": Rule("{0}.applyfunc(lambda x: Max(x, 0))", ATOM, (ATOM,)),
    "layer_norm": Rule("layer_norm({0}, eps={eps})", helper="layer_norm"),
    "norm_scale": Rule("norm_scale({0}, {1}, {2})", helper="norm_scale"),
}


def _exact(written: str) -> str:
    """Fractions and decimals as Rationals, so that nothing is rounded.

    >>> _exact("1/3 + 2*sqrt(2)"), _exact("0.10")
    ('Rational(1, 3) + 2*sqrt(2)', 'Rational("0.10")')
    """
    if _DECIMAL.fullmatch(written):
        return f'Rational("{written}")'
    return _FRACTION.sub(r"Rational(\1, \2)", written)


SYMPY = Dialect(
    name="sympy",
    head="from sympy import *\n",
    rules=RULES,
    helpers=HELPERS,
    matrix="Matrix({rows})",
    minus_infinity="-oo",
    word=str,
    fraction=_exact,
    sizes={"rows": "{0}.rows", "cols": "{0}.cols", "root": "sqrt({0})"},
    taken=frozenset(
        {"Matrix", "Rational", "Integer", "exp", "sqrt", "log", "pi", "oo", "ones", "zeros", "sin", "cos", "Max", "sign", "floor"}
        | set(HELPERS)
    ),
)
