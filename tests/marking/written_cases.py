"""Answer files of every suffix with the verdicts they should get: values worked out with mpmath, rightly or with one slip.

The expected verdicts are those of the contract, not what symattn says: a slip made is a slip found, unless it shows in an
entry or two only, which is too little to name it.
"""

from __future__ import annotations

import json
from zlib import crc32

from by_hand import Setup, decimals, lines, places
from mpmath import mpf

SETUPS = {
    "one head": Setup(1, seed=1, whole=False),
    "one head, causal, biases": Setup(1, "causal", 3, 3, 3, True, seed=1, whole=False),
    "two heads, not scaled": Setup(2, "none", 2, 4, 3, scale=False, whole=False, seed=2),
    "two heads, a mask of their own": Setup(2, "matrix", 3, 4, 2, True, whole=False, seed=4),
    "four heads, causal": Setup(4, "causal", 3, 3, 2, whole=False, seed=9),
}
SUFFIXES = (".toml", ".json", ".txt", ".tex", ".ipynb")


def written(values: dict[str, list[list[str]]], suffix: str) -> str:
    """Some matrices of decimals as an answer file."""
    if suffix == ".json":
        return json.dumps(values)
    if suffix == ".toml":
        return "".join(f"{name} = {json.dumps(rows)}\n" for name, rows in values.items())
    if suffix == ".tex":
        blank = {name: [[r"-\infty" if x == "-inf" else x for x in row] for row in rows] for name, rows in values.items()}
        body = {n: r" \\ ".join(" & ".join(row) for row in rows) for n, rows in blank.items()}
        return "".join(rf"\[ {name} \approx \begin{{bmatrix}} {rows} \end{{bmatrix}} \]" + "\n" for name, rows in body.items())
    plain = {name: "\n ".join("[" + " ".join(row) + "]" for row in rows) for name, rows in values.items()}
    if suffix == ".txt":
        return "".join(f"{name} =\n[{rows}]\n" for name, rows in plain.items())
    text = "".join(f"{name}:\n [{rows}]\n" for name, rows in plain.items())
    return json.dumps({"cells": [{"cell_type": "code", "source": "", "outputs": [{"output_type": "stream", "text": text}]}]})


def differing(wrong, right) -> int:
    """How many different numbers are further off than rounding on the way takes them; all entries in another shape."""
    if (len(wrong), len(wrong[0])) != (len(right), len(right[0])):
        return len(wrong) * len(wrong[0])
    pairs = ((x, y) for r, s in zip(wrong, right, strict=True) for x, y in zip(r, s, strict=True))
    off = [(x, y) for x, y in pairs if (x == "-inf") != (y == "-inf") or (x != "-inf" and abs(mpf(x) - mpf(y)) > mpf("0.001"))]
    masked = sum("-inf" in pair for pair in off)
    return masked + len({abs(mpf(x)) for x, y in off if "-inf" not in (x, y)})


def cases(label: str, slip: str):
    """Every case of a question and a slip, or of none: its name, an answer file, the verdicts expected."""
    setup = SETUPS[label]
    right = {n: decimals(m) for n, m in lines(setup).items() if not n.startswith("_")}
    if not slip:
        for suffix in SUFFIXES:
            yield f"right{suffix}", right, suffix, {n: {"verdict": ["correct"]} for n in right}
        return
    for at in places(setup, slip)[:2]:
        try:
            values = {n: decimals(m) for n, m in lines(setup, slip, at).items() if not n.startswith("_")}
        except AssertionError:
            continue
        for target in dict.fromkeys((at, list(values)[-1])):
            off = differing(values[target], right[target])
            if off:
                expected = {target: {"verdict": ["slip"] if off > 2 else ["slip", "incorrect"], "slip": [slip, *ALIKE.get(slip, ())]}}
                yield of_a_suffix(f"at {at}, {target} handed in", {target: values[target]}, expected)
        off = differing(values[at], right[at])
        if off:
            own = {at: {"verdict": ["slip"] if off > 2 else ["slip", "incorrect"]}}
            expected = {n: {"verdict": ["correct", "follows"]} for n in values} | own
            yield of_a_suffix(f"at {at}, everything handed in", values, expected)


def of_a_suffix(name: str, values: dict, expected: dict):
    """A case in one kind of file, which of them hanging on its numbers."""
    suffix = SUFFIXES[crc32(json.dumps(values).encode()) % len(SUFFIXES)]
    return name + suffix, values, suffix, expected


ALIKE = {"scaled-twice": ("scaled-by-width", "scaled-by-model-width"), "scaled-by-model-width": ("scaled-by-width",),
         "entrywise-product": ("added-not-multiplied",), "wrong-operand": ("swapped-product",),
         "bias-dropped": ("unscaled",), "mask-after-softmax": ("unmasked",)}  # fmt: skip
