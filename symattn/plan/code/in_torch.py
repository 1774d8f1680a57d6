"""Plans in PyTorch, in double precision."""

from __future__ import annotations

from symattn.plan.code.dialect import ATOM, Dialect, Rule
from symattn.plan.code.in_numpy import HELPERS as NUMPY_HELPERS
from symattn.plan.code.in_numpy import RULES as NUMPY_RULES

HELPERS = {
    "causal_mask": '''
def causal_mask(scores):
    later = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)
    return scores.masked_fill(later, -torch.inf)
''',
    "round_half_up": '''
def round_half_up(a, places):  # torch.round takes halves to the even digit
    return torch.sign(a) * torch.floor(torch.abs(a) * 10**places + 0.5) / 10**places
''',
    "rope": '''
def rope(a, base=10000, start=0):
    n, d = a.shape[-2:]
    places = torch.arange(start, start + n, dtype=a.dtype)
    angles = torch.outer(places, base ** (-torch.arange(0, d, 2, dtype=a.dtype) / d))
    x, y = a[..., 0::2], a[..., 1::2]
    turned = (x * torch.cos(angles) - y * torch.sin(angles), x * torch.sin(angles) + y * torch.cos(angles))
    return torch.stack(turned, dim=-1).reshape(a.shape)
''',
    "positional_encoding": '''
def positional_encoding(n, d, base=10000):
    j = torch.arange(d)
    angles = torch.outer(torch.arange(n, dtype=torch.float64), 1 / base ** (2 * (j // 2) / d).double())
    return torch.where(j % 2 == 0, torch.sin(angles), torch.cos(angles))
''',
    "normalize": '''
def normalize(a):
    return a / a.sum(dim=-1, keepdim=True)
''',
    "layer_norm": '''
def layer_norm(a, eps=0):
    return torch.nn.functional.layer_norm(a, a.shape[-1:], eps=eps)
''',
    "split_heads": NUMPY_HELPERS["split_heads"].replace("np.swapaxes", "torch.swapaxes"),
    "merge_heads": NUMPY_HELPERS["merge_heads"].replace("np.swapaxes", "torch.swapaxes"),
}

RULES = {
    **NUMPY_RULES,
    "transpose": Rule("{0}.mT", ATOM, (ATOM,)),
    "transpose_batch": Rule("{0}.mT", ATOM, (ATOM,)),
    "select_lists": Rule("{0}[{rows}][:, {cols}]", ATOM, (ATOM,)),
    "softmax": Rule("torch.softmax({0}, dim=-1)"),
    "softmax_columns": Rule("torch.softmax({0}, dim=-2)"),
    "mask": Rule("{0}.masked_fill({1} == 0, -torch.inf)", ATOM, (ATOM, 1)),
    "concat": Rule("torch.cat(({all}), dim=-1)"),
    "stack": Rule("torch.cat(({all}), dim=-2)"),
    "exp": Rule("torch.exp({0})"),
    "copy": Rule("{0}.clone()", ATOM, (ATOM,)),
    "relu": Rule("torch.relu({0})"),
    "swap": Rule("torch.swapaxes({0}, {axis1}, {axis2})"),
    "tensordot": Rule("torch.tensordot({0}, {1}, dims=1)"),
}

TORCH = Dialect(
    name="torch",
    head="import math\n\nimport torch\n\ntorch.set_printoptions(precision=8)\n",
    rules=RULES,
    helpers=HELPERS,
    matrix="torch.tensor({rows}, dtype=torch.float64)",
    minus_infinity="-torch.inf",
    word=lambda word: f"math.{word}",
    sizes={"rows": "{0}.shape[-2]", "cols": "{0}.shape[-1]", "root": "math.sqrt({0})"},
    taken=frozenset({"torch", "math", *HELPERS}),
    shape="tuple({0}.shape)",
)
