"""Scripts with one slip that is followed through to the end: random sheets of ten kinds, worked out with NumPy alone.

``python tests/marking/simulated.py 400`` marks so many and tells how many right lines were called wrong, how many that follow
were not seen to, how many slips were named and how many by a wrong name.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np

KINDS = ("single", "unscaled", "heads", "causal", "masked", "cross", "bias", "block", "weights", "jacobian")
HANDED_IN = ("without the slip's line", "the last three", "the last")
STYLES = ("all", "all", "all", *HANDED_IN, "rounded on the way")
HARDER = (*STYLES, *(f"rounded on the way, {part}" for part in HANDED_IN))
SOFTMAX = ("softmax-columns", "softmax-all", "not-normalised", "base-two", "hardmax", "sigmoid-weights", "log-weights", "negated-scores")
SCALES = ("unscaled", "scaled-by-width", "scaled-by-model-width", "scaled-twice", "root-rounded", "scaled-by-tokens", "multiplied-by-root")
BACK = ("outer-dropped", "outer-added", "diagonal", "diagonal-dropped", "forgotten", "unweighted", "negated", "columns")
MASKS = ("unmasked", "mask-zero", "mask-flipped")
Array = Any
Values = dict[str, Array]


def soft(x: Array, axis: int = 1) -> Array:
    top = np.max(x, axis=axis, keepdims=True)
    powers = np.exp(x - np.where(np.isfinite(top), top, 0))
    return powers / powers.sum(axis=axis, keepdims=True)


def only_largest(x: Array) -> Array:
    largest = x == x.max(1, keepdims=True)
    return largest * 1.0 if (largest.sum(1) == 1).all() else largest * np.nan


WEIGHTS: dict[str, Callable[[Array], Array]] = {
    "softmax-columns": lambda x: soft(x, 0),
    "softmax-all": lambda x: np.exp(x) / np.exp(x).sum(),
    "not-normalised": np.exp,
    "normalised-scores": lambda x: x / x.sum(1, keepdims=True),
    "base-two": lambda x: 2.0**x / (2.0**x).sum(1, keepdims=True),
    "hardmax": only_largest,
    "sigmoid-weights": lambda x: 1 / (1 + np.exp(-x)),
    "log-weights": lambda x: np.log(soft(x)),
    "negated-scores": lambda x: soft(-np.where(np.isfinite(x), x, np.inf)),
    "sums-misaligned": lambda x: np.exp(x) / np.exp(x).sum(1)[None, :],
}


@dataclass
class Case:
    """One random sheet: its lines, its givens, which slips can be made at which of its lines."""

    kind: str
    seed: int
    given: Values = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.chance = Random(f"{self.kind} {self.seed}")
        pick = self.chance.choice
        self.n = self.m = pick([3, 4]) if self.kind in ("causal", "masked") else pick([2, 3, 4])
        self.d, self.dk = pick([2, 3, 4]), pick([2, 3])
        if self.kind == "block":
            self.d = self.dk = pick([2, 4])
        if self.kind == "cross":
            self.m = pick([size for size in (2, 3, 4) if size != self.n])
        self.heads = ["_1", "_2"] if self.kind == "heads" else [""]
        self.source = {"Q": "X", "K": "C" if self.kind == "cross" else "X", "V": "C" if self.kind == "cross" else "X"}
        getattr(self, f"_{self.kind}", self._projected)()

    def _random(self, rows: int, columns: int, most: int = 3) -> Array:
        return np.array([[self.chance.randint(-most, most) / self.chance.choice([1, 1, 2]) for _ in range(columns)] for _ in range(rows)])

    def _projected(self) -> None:
        self.given["X"] = self._random(self.n, self.d)
        if self.kind == "cross":
            self.given["C"] = self._random(self.m, self.d)
        for name in [x + head for head in self.heads for x in "QKV"]:
            self.given[f"W_{name}"] = self._random(self.d, self.dk, 2)
            if self.kind == "bias":
                self.given[f"b_{name}"] = self._random(1, self.dk, 2)
        self.given["W_O"] = self._random(self.dk * len(self.heads), self.d, 2)

    def _masked(self) -> None:
        self._projected()
        mask = np.array([[float(i == j or self.chance.random() < 0.6) for j in range(self.n)] for i in range(self.n)])
        mask[0, -1] = 0
        self.given["M"] = mask

    def _weights(self) -> None:
        self.given.update({x: self._random(self.n if x == "Q" else self.m, self.dk) for x in "QKV"})

    def _jacobian(self) -> None:
        self.given.update(S=self._random(self.n, self.n, 2), V=self._random(self.n, self.dk), dH=self._random(self.n, self.dk))

    @property
    def steps(self) -> list[str]:
        if self.kind == "jacobian":
            return ["A = softmax(S)", "H = A @ V"]
        found = []
        wrapped = {"causal": "causal_mask({})", "masked": "mask({}, M)"}.get(self.kind, "{}")
        for h in self.heads:
            for x in "QKV" if self.kind != "weights" else "":
                found.append(f"{x}{h} = {self.source[x]} @ W_{x}{h}" + (f" + b_{x}{h}" if self.kind == "bias" else ""))
            found.append(f"S{h} = Q{h} @ K{h}.T")
            if self.kind != "unscaled":
                found.append(f"L{h} = " + wrapped.format(f"S{h} / sqrt(cols(K{h}))"))
            found += [f"A{h} = softmax({'S' if self.kind == 'unscaled' else 'L'}{h})", f"H{h} = A{h} @ V{h}"]
        found += ["H = concat(H_1, H_2)"] if len(self.heads) > 1 else []
        found += ["Y = H @ W_O"] if self.kind != "weights" else []
        return found + (["R = X + Y", "N = layer_norm(R)"] if self.kind == "block" else [])

    @property
    def names(self) -> list[str]:
        return [*(step.partition(" =")[0] for step in self.steps), *(["dA", "dS"] if self.kind == "jacobian" else [])]

    @property
    def toml(self) -> str:
        rows = {name: json.dumps([[int(x) if x == int(x) else x for x in row] for row in m.tolist()]) for name, m in self.given.items()}
        back = '[question.gradient]\nof = "H"\nwrt = ["A", "S"]\n' if self.kind == "jacobian" else ""
        given = "".join(f"{name} = {text}\n" for name, text in rows.items())
        return f'[[question]]\nid = "q1"\nsteps = {json.dumps(self.steps)}\n{back}[question.given]\n{given}'

    def slips(self) -> list[tuple[str, str]]:
        """What can be done wrong here, and at which line."""
        if self.kind == "jacobian":
            return [(f"jacobian-{one}", "dS") for one in BACK] + [(one, "A") for one in SOFTMAX[:5]]
        masked = self.kind in ("causal", "masked")
        kinds = [(one, "L") for one in (SCALES if self.kind != "unscaled" else ())] + [(one, "A") for one in SOFTMAX]
        kinds += [("scaled", "A")] * (self.kind == "unscaled") + [("normalised-scores", "A")] * (not masked)
        kinds += [("not-transposed", "S")] * (self.m == self.dk)
        kinds += [("scores-transposed", "S"), ("weights-transposed", "H"), ("sums-misaligned", "A")] * (self.n == self.m)
        kinds += [(one, "L") for one in MASKS * masked] + [("mask-after-softmax", "A"), ("base-two", "A"), ("log-weights", "A")] * (3 * masked)
        kinds += [(one, x) for one in ("bias-dropped", "bias-subtracted") for x in "QKV" if self.kind == "bias"]
        kinds += [("weight-transposed", x) for x in "QKV" if self.dk == self.d and self.kind != "weights"]
        found = [(one, at + head) for one, at in kinds for head in self.heads]
        found += [("residual-dropped", "R"), ("sample-deviation", "N")] * (self.kind == "block")
        return found + [("heads-swapped", "H")] * (3 * (self.kind == "heads"))

    def values(self, slip: str = "", at: str = "", places: int | None = None) -> Values:
        """Every line, one of them with a slip, each rounded on the way to so many places."""
        with np.errstate(all="ignore"):
            run = _Run(self, slip, at, places)
            run.back() if self.kind == "jacobian" else run.forward()
        return {name: run.found[name] for name in self.names}


@dataclass
class _Run:
    case: Case
    slip: str
    at: str
    places: int | None
    found: Values = field(default_factory=dict)

    def put(self, name: str, value: Array) -> Array:
        finite = np.isfinite(value)
        short = value if self.places is None else np.where(finite, np.round(np.where(finite, value, 0), self.places), value)
        self.found[name] = short
        return short

    def here(self, slip: str, name: str) -> bool:
        return (slip, name) == (self.slip, self.at)

    def back(self) -> None:
        g = self.case.given
        A = self.put("A", WEIGHTS[self.slip](g["S"]) if self.at == "A" else soft(g["S"]))
        self.put("H", A @ g["V"])
        G = self.put("dA", g["dH"] @ g["V"].T)
        mean = (G * A).sum(1, keepdims=True)
        wrong = {
            "jacobian-outer-dropped": A * G, "jacobian-diagonal": A * (1 - A) * G, "jacobian-forgotten": G,
            "jacobian-unweighted": A * (G - G.sum(1, keepdims=True)), "jacobian-negated": A * (mean - G),
            "jacobian-diagonal-dropped": -A * mean, "jacobian-outer-added": A * (G + mean),
            "jacobian-columns": A * (G - (G * A).sum(0, keepdims=True)),
        }  # fmt: skip
        self.put("dS", wrong.get(self.slip, A * (G - mean)))

    def forward(self) -> None:
        g, kind = self.case.given, self.case.kind
        for h in self.case.heads:
            for x in "QKV" if kind != "weights" else "":
                self._projection(x, h)
            q, k, v = ((g if kind == "weights" else self.found)[x + h] for x in "QKV")
            turned = self.here("scores-transposed", "S" + h)
            scores = self.put("S" + h, k @ q.T if turned else q @ k if self.here("not-transposed", "S" + h) else q @ k.T)
            a = self._weights(h, scores)
            self.put("H" + h, (a.T if self.here("weights-transposed", "H" + h) else a) @ v)
        if kind == "heads":
            one, two = self.found["H_1"], self.found["H_2"]
            self.put("H", np.hstack([two, one] if self.here("heads-swapped", "H") else [one, two]))
        if kind != "weights":
            self.put("Y", self.found["H"] @ g["W_O"])
        if kind == "block":
            r = self.put("R", self.found["Y"] + (0 if self.slip == "residual-dropped" else g["X"]))
            off = r - r.mean(1, keepdims=True)
            count = self.case.d - (self.slip == "sample-deviation")
            self.put("N", off / np.sqrt((off**2).sum(1, keepdims=True) / count))

    def _projection(self, x: str, h: str) -> None:
        g = self.case.given
        weight = g[f"W_{x}{h}"].T if self.here("weight-transposed", x + h) else g[f"W_{x}{h}"]
        sign = 0 if self.here("bias-dropped", x + h) else -1 if self.here("bias-subtracted", x + h) else 1
        self.put(x + h, g[self.case.source[x]] @ weight + sign * g.get(f"b_{x}{h}", 0))

    def _weights(self, h: str, scores: Array) -> Array:
        case, kind, wrong = self.case, self.case.kind, self.slip if self.at == "L" + h else ""
        seen = np.tril(np.ones((case.n, case.m))) > 0 if kind == "causal" else case.given.get("M", np.ones((case.n, case.m))) > 0
        root = np.sqrt(case.dk)
        plain = logits = scores
        if kind != "unscaled":
            model = len(case.given[f"W_Q{h}"]) if kind != "weights" else case.dk
            by = {
                "unscaled": 1, "scaled-by-width": case.dk, "scaled-by-model-width": np.sqrt(model), "scaled-twice": case.dk,
                "root-rounded": round(root), "scaled-by-tokens": np.sqrt(case.m), "multiplied-by-root": 1 / root,
            }  # fmt: skip
            plain = scores / by.get(wrong, root)
            flipped = seen.T if kind == "causal" else ~seen
            masks = {"unmasked": seen | True, "mask-flipped": flipped}
            logits = np.where(masks.get(wrong, seen), plain, 0 if wrong == "mask-zero" else -np.inf)
            logits = self.put("L" + h, logits)
        if self.at != "A" + h:
            return self.put("A" + h, soft(logits))
        if self.slip == "mask-after-softmax":
            return self.put("A" + h, np.where(seen, soft(plain), 0))
        return self.put("A" + h, soft(logits / root) if self.slip == "scaled" else WEIGHTS[self.slip](logits))


@dataclass
class Script:
    """A script: what was done at which line, what is handed in, what would be right."""

    case: Case
    slip: str
    at: str
    style: str
    handed: dict[str, list[list[str]]]
    right: dict[str, list[list[str]]]


def written(m: Array) -> list[list[str]]:
    return [["-inf" if x == -np.inf else f"{x:.4f}" for x in row] for row in m.tolist()]


def is_tame(values: Values) -> bool:
    return all((np.isfinite(m) | (m == -np.inf)).all() and (np.abs(np.where(np.isfinite(m), m, 0)) < 1e6).all() for m in values.values())


def scripts(count: int, seed: int = 0, styles: tuple[str, ...] = STYLES) -> Iterator[Script]:
    """So many scripts whose slip shows somewhere in what is handed in."""
    made = 0
    while made < count:
        case = Case(KINDS[made % len(KINDS)], seed)
        seed += 1
        slip, at = case.chance.choice(case.slips())
        style = case.chance.choice(styles)
        right, wrong = case.values(), case.values(slip, at, 4 if style.startswith("rounded") else None)
        if not (is_tame(right) and is_tame(wrong)):
            continue
        names = next((case.names[-many:] for part, many in (("the last three", 3), ("the last", 1)) if style.endswith(part)), case.names)
        names = [name for name in names if not style.endswith("without the slip's line") or name != at]
        handed, key = {name: written(wrong[name]) for name in names}, {name: written(m) for name, m in right.items()}
        if handed and written(wrong[at]) != key[at] and any(handed[name] != key[name] for name in names):
            made += 1
            yield Script(case, slip, at, style, handed, key)


SAME = {"scaled-twice": "scaled-by-width", "scaled-by-width": "scaled-twice"}


@dataclass
class Tally:
    """What marking came to, and what is wrong about it."""

    scripts: int = 0
    right: int = 0
    called_wrong: list[str] = field(default_factory=list)
    following: int = 0
    lost: list[str] = field(default_factory=list)
    named: int = 0
    silent: list[str] = field(default_factory=list)
    misnamed: list[str] = field(default_factory=list)

    def take(self, script: Script, results: dict[str, Any]) -> None:
        """Add one script's results by their lines."""
        about = f"{script.case.kind} {script.case.seed}: {script.slip} at {script.at}, {script.style}"
        self.scripts += 1
        for name, rows in script.handed.items():
            verdict = results[name].verdict
            if rows == script.right[name]:
                self.right += 1
                self.called_wrong += [f"{about}: {name} {verdict}"] * (verdict != "correct")
            elif name != script.at and script.at in script.handed:
                self.following += 1
                self.lost += [f"{about}: {name} {verdict}"] * (verdict not in ("follows", "correct", "slip"))
        names = [self._fits(script, result.slip) for result in results.values() if result.slip]
        self.named += bool(names) and all(names)
        self.silent += [] if names else [about]
        self.misnamed += [] if all(names) else [about]

    @staticmethod
    def _fits(script: Script, slip: Any) -> bool:
        """Whether a slip that is named was made, or comes to the very same in everything that is handed in."""
        if slip.second:
            return False
        if {script.slip, SAME.get(script.slip)} & {slip.id, *slip.others}:
            return True
        try:
            other = script.case.values(slip.id, slip.at, 4 if script.style.startswith("rounded") else None)
        except KeyError:
            return False
        return all(written(other[name]) == rows for name, rows in script.handed.items())


def tally(count: int, seed: int = 0, styles: tuple[str, ...] = STYLES) -> Tally:
    """So many scripts, marked."""
    from symattn.marking import check
    from symattn.sheet import loads

    found = Tally()
    for script in scripts(count, seed, styles):
        report = check(loads(script.case.toml), script.handed).answers[0]
        assert not report.failures
        found.take(script, {result.name: result for question in report.questions for result in question.results})
    return found


if __name__ == "__main__":
    import sys

    found = tally(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    print(f"{found.scripts} scripts: {found.right} right lines, {len(found.called_wrong)} not called right; {found.following} that follow,")
    print(f"{len(found.lost)} not seen to; {found.named} slips named, {len(found.silent)} not, {len(found.misnamed)} by a wrong name")
    print(*found.called_wrong, *found.lost, *found.misnamed, *found.silent, sep="\n")
