"""Attention computed a second time, with mpmath and nothing of symattn's, rightly or with one slip at one line."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from mpmath import mp, mpf

Rows = list[list]
INF = mpf("-inf")


def T(a: Rows) -> Rows:
    return [list(c) for c in zip(*a, strict=True)]


def mul(a: Rows, b: Rows) -> Rows:
    assert len(a[0]) == len(b)
    return [[mp.fdot(zip(r, c, strict=True)) for c in zip(*b, strict=True)] for r in a]


def add(a: Rows, b: Rows) -> Rows:
    assert len(a[0]) == len(b[0])
    assert len(b) in (1, len(a))
    return [[x + y for x, y in zip(r, b[i % len(b)], strict=True)] for i, r in enumerate(a)]


def times(a: Rows, b: Rows) -> Rows:
    assert (len(a), len(a[0])) == (len(b), len(b[0]))
    return [[x * y for x, y in zip(r, s, strict=True)] for r, s in zip(a, b, strict=True)]


def over(a: Rows, c) -> Rows:
    return [[x / c for x in r] for r in a]


def ex(x):
    return mpf(0) if x == INF else mp.exp(x)


def soft(a: Rows) -> Rows:
    return [[ex(x) / mp.fsum(map(ex, r)) for x in r] for r in a]


@dataclass
class Setup:
    """One question: how many heads, which mask, which sizes."""

    heads: int = 1
    mask: str = "none"
    n: int = 3
    d: int = 4
    dk: int = 2
    bias: bool = False
    scale: bool = True
    whole: bool = True
    seed: int = 0
    numbers: tuple[int, ...] = field(init=False)
    given: dict[str, list[list[str]]] = field(init=False)

    def __post_init__(self) -> None:
        rng = Random(self.seed)
        self.numbers = tuple(range(1, self.heads + 1))

        def entry() -> str:
            return str(rng.choice([-3, -2, -1, 1, 2, 3])) if self.whole else f"{rng.uniform(-2, 2):.1f}"

        def rows(r: int, c: int) -> list[list[str]]:
            return [[entry() for _ in range(c)] for _ in range(r)]

        self.given = {"X": rows(self.n, self.d)}
        for s in self.suffixes:
            for x in "QKV":
                self.given[f"W_{x}{s}"] = rows(self.d, self.dk)
                if self.bias:
                    self.given[f"b_{x}{s}"] = rows(1, self.dk)
        self.given["W_O"] = rows(self.heads * self.dk, self.d)

    @property
    def suffixes(self) -> list[str]:
        return [""] if self.heads == 1 else [f"_{i}" for i in self.numbers]

    @property
    def sheet(self) -> str:
        kind = "attention" if self.heads == 1 else "multi-head-attention"
        mask = '"causal"' if self.mask == "causal" else '"none"' if self.mask == "none" else str(matrix_mask(self.n))
        lines = ["[[question]]", f'variant = "{kind}"', "[question.options]", f"mask = {mask}"]
        lines += [f"scale = {str(self.scale).lower()}", *([f"heads = {self.heads}"] if self.heads > 1 else [])]
        lines.append("[question.given]")
        lines += [f"{k} = [" + ", ".join("[" + ", ".join(r) + "]" for r in m) + "]" for k, m in self.given.items()]
        return "\n".join(lines) + "\n"

    def open(self, i: int, j: int) -> bool:
        if self.mask == "causal":
            return j <= i
        return self.mask == "none" or bool(matrix_mask(self.n)[i][j])


def matrix_mask(n: int) -> list[list[int]]:
    return [[int(i == j or (i + j) % 3 == 0) for j in range(n)] for i in range(n)]


def blocked(s: Setup, a: Rows, keep=None) -> Rows:
    keep = keep or s.open
    return [[x if keep(i, j) else INF for j, x in enumerate(r)] for i, r in enumerate(a)]


class Lines(dict):
    """The values of the lines, each changed as it is written down: rounded, or with a wrong number in it."""

    def __init__(self, change) -> None:
        self.change = change

    def __setitem__(self, name: str, value: Rows) -> None:
        super().__setitem__(name, value if name.startswith("_") else self.change(name, value))


def lines(s: Setup, slip: str = "", at: str | tuple[str, ...] = (), change=lambda name, value: value, given=None) -> dict[str, Rows]:
    """Every line's value, one slip made at one line; an AssertionError where the shapes do not allow it."""
    g = {k: [[mpf(x) for x in r] for r in m] for k, m in (given or s.given).items()}
    v = Lines(change)
    at = (at,) if isinstance(at, str) else at

    def product(name: str, a: Rows, b: Rows) -> Rows:
        if name not in at:
            return mul(a, b)
        if slip == "swapped-product":
            return mul(b, a)
        if slip == "added-not-multiplied":
            assert len(a) == len(b)
            return add(a, b)
        if slip == "weight-transposed" and name[0] in "QKVY":
            assert len(a[0]) == len(b[0])
            return mul(a, T(b))
        if slip == "weights-transposed" and name[0] == "H":
            return mul(T(a), b)
        if slip in ("no-projection", "output-projection-dropped"):
            return a
        return times(a, b) if slip == "entrywise-product" else mul(a, b)

    for h in s.suffixes:
        for x in "QKV":
            found = product(x + h, g["X"], g[f"W_{x}{h}"])
            biased = s.bias and not (x + h in at and slip == "bias-dropped")
            bias = over(g[f"b_{x}{h}"], -1 if slip == "bias-subtracted" and x + h in at else 1) if biased else []
            v[x + h] = add(found, bias) if biased else found
        _scores(s, v, h, slip, at, product)
        _weights(s, v, h, slip, at)
        V = v["V" + h]
        if "H" + h in at and slip == "wrong-operand":
            V = v["K" + h]
        v["H" + h] = product("H" + h, v["A" + h], V)
    if s.heads > 1:
        v["H"] = _joined(s, v, slip if "H" in at else "")
    if len(v["H"][0]) == len(g["W_O"]):  # heads stacked or added cannot go on
        v["Y"] = product("Y", v["H"], g["W_O"])
    return v


def _scores(s: Setup, v: dict[str, Rows], h: str, slip: str, at: tuple[str, ...], product) -> None:
    Q, K = v["Q" + h], v["K" + h]
    here = slip if "S" + h in at else ""
    if here == "not-transposed":
        v["S" + h] = mul(Q, K)
    elif here == "scores-transposed":
        v["S" + h] = mul(K, T(Q))
    elif here == "wrong-operand":
        v["S" + h] = mul(Q, T(v["V" + h]))
    else:
        v["S" + h] = product("S" + h, Q, T(K))
    here = slip if "L" + h in at else ""
    root = mp.sqrt(s.dk)
    by = {"unscaled": 1, "scaled": root, "scaled-by-width": s.dk, "scaled-by-model-width": mp.sqrt(s.d), "scaled-twice": s.dk,
          "scaled-by-tokens": mp.sqrt(s.n), "multiplied-by-root": 1 / root}
    scaled = over(v["S" + h], by.get(here, root if s.scale else 1))
    n = s.n
    masks = {
        "unmasked": lambda: scaled,
        "mask-zero": lambda: [[x if s.open(i, j) else mpf(0) for j, x in enumerate(r)] for i, r in enumerate(scaled)],
        "mask-flipped": lambda: blocked(s, scaled, (lambda i, j: j >= i) if s.mask == "causal" else lambda i, j: not s.open(i, j)),
        "mask-strict": lambda: blocked(s, scaled, lambda i, j: s.open(i, j) and i != j),
    }
    v["L" + h] = masks[here]() if here in masks else blocked(s, scaled)
    v["_open" + h] = scaled
    assert len(v["S" + h]) == n


def _weights(s: Setup, v: dict[str, Rows], h: str, slip: str, at: tuple[str, ...]) -> None:
    L = v["L" + h]
    here = slip if "A" + h in at else ""
    if here == "softmax-columns":
        assert all(any(x != INF for x in c) for c in T(L))
        v["A" + h] = T(soft(T(L)))
    elif here == "softmax-all":
        total = mp.fsum(ex(x) for r in L for x in r)
        v["A" + h] = [[ex(x) / total for x in r] for r in L]
    elif here == "not-normalised":
        v["A" + h] = [[ex(x) for x in r] for r in L]
    elif here == "normalised-scores":
        kept = [[mpf(0) if x == INF else x for x in r] for r in L]
        assert all(abs(mp.fsum(r)) > mpf("1e-9") for r in kept)
        v["A" + h] = [[x / mp.fsum(r) for x in r] for r in kept]
    elif here == "negated-scores":
        v["A" + h] = soft([[x if x == INF else -x for x in r] for r in L])
    elif here == "base-two":
        v["A" + h] = soft([[x if x == INF else x * mp.log(2) for x in r] for r in L])
    elif here == "sigmoid-weights":
        v["A" + h] = [[ex(x) / (1 + ex(x)) for x in r] for r in L]
    elif here == "hardmax":
        v["A" + h] = [[mpf(x == max(r)) for x in r] for r in L]
    elif here == "scaled-after-softmax":
        v["A" + h] = over(soft(over(L, 1 / mp.sqrt(s.dk))), mp.sqrt(s.dk))
    elif here == "mask-after-softmax":
        v["A" + h] = [[x if s.open(i, j) else mpf(0) for j, x in enumerate(r)] for i, r in enumerate(soft(v["_open" + h]))]
    else:
        assert all(any(x != INF for x in r) for r in L)
        v["A" + h] = soft(L)


def _joined(s: Setup, v: dict[str, Rows], slip: str) -> Rows:
    heads = [v["H" + h] for h in s.suffixes]
    if slip == "heads-stacked":
        return [r for m in heads for r in m]
    if slip == "heads-added":
        return [[mp.fsum(xs) for xs in zip(*rows, strict=True)] for rows in zip(*heads, strict=True)]
    if slip == "heads-interleaved":
        return [[head[i][k] for k in range(s.dk) for head in heads] for i in range(s.n)]
    if slip == "heads-swapped":
        heads = heads[::-1]
    return [[x for r in rows for x in r] for rows in zip(*heads, strict=True)]


PLACES = {  # each slip, the line where it is made ("h" is the head), what the question must have
    "unscaled": ("Lh", "scale"), "scaled": ("Lh", "unscaled"), "scaled-by-width": ("Lh", "scale"),
    "scaled-by-model-width": ("Lh", "scale"), "scaled-twice": ("Lh", "scale"),
    "not-transposed": ("Sh", ""), "scores-transposed": ("Sh", ""), "swapped-product": ("Qh Kh Vh Sh Hh Y", ""),
    "added-not-multiplied": ("Qh Kh Vh Sh Hh Y", ""), "entrywise-product": ("Qh Kh Vh Sh Hh Y", ""),
    "softmax-columns": ("Ah", ""), "softmax-all": ("Ah", ""), "not-normalised": ("Ah", ""), "normalised-scores": ("Ah", ""),
    "unmasked": ("Lh", "mask"), "mask-zero": ("Lh", "mask"), "mask-after-softmax": ("Ah", "mask"),
    "mask-flipped": ("Lh", "mask"), "mask-strict": ("Lh", "mask"),
    "heads-swapped": ("H", "heads"), "heads-stacked": ("H", "heads"), "heads-added": ("H", "heads"),
    "bias-dropped": ("Qh Kh Vh", "bias"), "wrong-operand": ("Sh Hh", ""), "scaled-by-tokens": ("Lh", "scale"),
    "multiplied-by-root": ("Lh", "scale"), "scaled-after-softmax": ("Ah", "scale"), "base-two": ("Ah", ""), "hardmax": ("Ah", ""),
    "sigmoid-weights": ("Ah", ""), "negated-scores": ("Ah", ""), "weights-transposed": ("Hh", ""), "weight-transposed": ("Qh Kh Vh Y", ""),
    "no-projection": ("Qh Kh Vh", ""), "output-projection-dropped": ("Y", ""), "bias-subtracted": ("Qh Kh Vh", "bias"),
    "heads-interleaved": ("H", "heads"),
}  # fmt: skip


def places(s: Setup, slip: str) -> list[str]:
    """The lines of a question where a slip can be made."""
    at, needs = PLACES[slip]
    has = {"": True, "scale": s.scale, "unscaled": not s.scale, "mask": s.mask != "none", "heads": s.heads > 1, "bias": s.bias}
    if not has[needs]:
        return []
    return [p.replace("h", h) for p in at.split() for h in (s.suffixes if "h" in p else [""])]


def decimals(m: Rows, places: int = 4) -> list[list[str]]:
    """The entries rounded to so many places."""
    return [["-inf" if x == INF else _fixed(x, places) for x in r] for r in m]


def rounded(m: Rows, places: int) -> Rows:
    """The entries as someone goes on with them who writes so many places."""
    return [[x if x == INF else mpf(_fixed(x, places)) for x in r] for r in m]


def _fixed(x, places: int) -> str:
    n = int(mp.floor(abs(x) * mpf(10) ** places + mpf("0.5")))
    digits = str(n).rjust(places + 1, "0")
    return ("-" if x < 0 and n else "") + digits[:-places] + "." + digits[-places:]
