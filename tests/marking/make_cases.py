"""``python tests/marking/make_cases.py`` writes tests/cases/marking.json anew: answers worked out with mpmath, in every form.

The expected verdicts are those of the contract, not what symattn says: a slip made is a slip found.
"""

from __future__ import annotations

import json
from pathlib import Path

from by_hand import PLACES, Setup, decimals, lines, places
from mpmath import mp

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


def cases():
    """Every case: its sheet, an answer file, the verdicts expected."""
    turn = 0
    for label, setup in SETUPS.items():
        right = {n: decimals(m) for n, m in lines(setup).items() if not n.startswith("_")}
        for suffix in SUFFIXES:
            yield f"right: {label}{suffix}", setup, right, suffix, {n: {"verdict": ["correct"]} for n in right}
        for slip in PLACES:
            for at in places(setup, slip)[:2]:
                try:
                    values = {n: decimals(m) for n, m in lines(setup, slip, at).items() if not n.startswith("_")}
                except AssertionError:
                    continue
                last = list(values)[-1]
                for target in dict.fromkeys((at, last)):
                    if values[target] != right[target]:
                        expected = {target: {"verdict": ["slip"], "slip": [slip, *ALIKE.get(slip, ())]}}
                        turn += 1
                        yield f"{slip} at {at}, {target} handed in: {label}", setup, {target: values[target]}, SUFFIXES[turn % 5], expected
                if values[at] != right[at]:
                    expected = {n: {"verdict": ["correct", "follows"]} for n in values} | {at: {"verdict": ["slip"]}}
                    yield f"{slip} at {at}, everything handed in: {label}", setup, values, SUFFIXES[turn % 5], expected


ALIKE = {"scaled-twice": ("scaled-by-width", "scaled-by-model-width"), "scaled-by-model-width": ("scaled-by-width",),
         "entrywise-product": ("added-not-multiplied",), "wrong-operand": ("swapped-product",),
         "bias-dropped": ("unscaled",), "mask-after-softmax": ("unmasked",)}  # fmt: skip

if __name__ == "__main__":
    mp.dps = 40
    table = [
        {"id": id, "sheet": setup.sheet, "suffix": suffix, "answers": written(values, suffix), "expected": expected}
        for id, setup, values, suffix, expected in cases()
    ]
    path = Path(__file__).parents[1] / "cases" / "marking.json"
    path.write_text(json.dumps({"cases": table}, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    print(len(table), path)
