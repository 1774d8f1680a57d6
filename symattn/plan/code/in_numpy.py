"""Plans in NumPy."""

from __future__ import annotations

from symattn.plan.code.dialect import ATOM, PRODUCT, SUM, UNARY, Dialect, Rule

HELPERS = {
    "softmax": '''
def softmax(scores, axis=-1):
    # The largest score is subtracted first: the weights stay the same, and exp cannot overflow.
    shifted = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return shifted / shifted.sum(axis=axis, keepdims=True)
''',
    "causal_mask": '''
def causal_mask(scores):
    return np.where(np.tri(*scores.shape[-2:], dtype=bool), scores, -np.inf)
''',
    "normalize": '''
def normalize(a):
    return a / a.sum(axis=-1, keepdims=True)
''',
    "round_half_up": '''
def round_half_up(a, places):  # np.round takes halves to the even digit
    return np.sign(a) * np.floor(np.abs(a) * 10**places + 0.5) / 10**places
''',
    "rope": '''
def rope(a, base=10000, start=0):
    n, d = a.shape[-2:]
    angles = np.outer(np.arange(start, start + n), base ** (-np.arange(0, d, 2) / d))
    x, y = a[..., 0::2], a[..., 1::2]
    turned = (x * np.cos(angles) - y * np.sin(angles), x * np.sin(angles) + y * np.cos(angles))
    return np.stack(turned, axis=-1).reshape(a.shape)
''',
    "positional_encoding": '''
def positional_encoding(n, d, base=10000):
    j = np.arange(d)
    angles = np.outer(np.arange(n), 1 / base ** (2 * (j // 2) / d))
    return np.where(j % 2 == 0, np.sin(angles), np.cos(angles))
''',
    "layer_norm": '''
def layer_norm(a, eps=0):
    centred = a - a.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + eps)
''',
    "split_heads": '''
def split_heads(a, h):
    *batch, n, d = a.shape
    return np.swapaxes(a.reshape(*batch, n, h, d // h), -2, -3)
''',
    "merge_heads": '''
def merge_heads(a):
    *batch, h, n, d_k = a.shape
    return np.swapaxes(a, -2, -3).reshape(*batch, n, h * d_k)
''',
}

RULES = {
    "matmul": Rule("{0} @ {1}", PRODUCT, (PRODUCT, UNARY)),
    "transpose": Rule("{0}.T", ATOM, (ATOM,)),
    "transpose_batch": Rule("np.swapaxes({0}, -1, -2)"),
    "add": Rule("{0} + {1}", SUM, (SUM, PRODUCT)),
    "subtract": Rule("{0} - {1}", SUM, (SUM, PRODUCT)),
    "negate": Rule("-{0}", UNARY, (UNARY,)),
    "multiply": Rule("{0} * {by}", PRODUCT, (PRODUCT,)),
    "divide": Rule("{0} / {by}", PRODUCT, (PRODUCT,)),
    "select": Rule("{0}[{rows}, {cols}]", ATOM, (ATOM,)),
    "select_lists": Rule("{0}[np.ix_({rows}, {cols})]", ATOM, (ATOM,)),
    "softmax": Rule("softmax({0})", helper="softmax"),
    "softmax_columns": Rule("softmax({0}, axis=-2)", helper="softmax"),
    "causal_mask": Rule("causal_mask({0})", helper="causal_mask"),
    "mask": Rule("np.where({1} == 1, {0}, -np.inf)", needs=(0, SUM)),
    "concat": Rule("np.concatenate(({all}), axis=-1)"),
    "stack": Rule("np.concatenate(({all}), axis=-2)"),
    "exp": Rule("np.exp({0})"),
    "normalize": Rule("normalize({0})", helper="normalize"),
    "round": Rule("round_half_up({0}, {places})", helper="round_half_up"),
    "copy": Rule("{0}.copy()", ATOM, (ATOM,)),
    "rope": Rule("rope({0}, base={base}, start={start})", helper="rope"),
    "positional_encoding": Rule("positional_encoding({n}, {d}, base={base})", helper="positional_encoding"),
    "relu": Rule("np.maximum({0}, 0)"),
    "layer_norm": Rule("layer_norm({0}, eps={eps})", helper="layer_norm"),
    "norm_scale": Rule("{0} * {1} + {2}", SUM, (PRODUCT, UNARY, PRODUCT)),
    "reshape": Rule("{0}.reshape({shape})", ATOM, (ATOM,)),
    "swap": Rule("np.swapaxes({0}, {axis1}, {axis2})"),
    "split_heads": Rule("split_heads({0}, {heads})", helper="split_heads"),
    "merge_heads": Rule("merge_heads({0})", helper="merge_heads"),
    "tensordot": Rule("np.tensordot({0}, {1}, axes=1)"),
}

NUMPY = Dialect(
    name="numpy",
    head="import numpy as np\n",
    rules=RULES,
    helpers=HELPERS,
    matrix="np.array({rows})",
    minus_infinity="-np.inf",
    word=lambda word: f"np.{word}",
    sizes={"rows": "{0}.shape[-2]", "cols": "{0}.shape[-1]", "root": "np.sqrt({0})"},
    taken=frozenset({"np", *HELPERS}),
)
