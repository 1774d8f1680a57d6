"""A sheet has one page: whatever was solved before it in the process, and however the process hashes names."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

GIVEN = "given = { p = 8, r = 0.05, b = 30, c = 80 }"
EQUATIONS = ["n / p + n / b == 1", "n / b + n / p == 1", "r * (n + p) == b + c", "(b + p) * n == c - b", "(p + b) * n == c - b", "n * r == b * c + p * c"]
LINES = ["1 / ({0} + {1})", "x / ({0} + {1}) + {1} / ({1} + {0}) ** 2", "exp({0} * {1}) / sqrt({1} + {0})", "({0} + 1) / ({1} + 1) - {1} / {0}"]
PAIRS = [("p", "b"), ("b", "p"), ("a", "p")]
SHEETS = {
    **{f"{policy}: {equation}": f'working = "{policy}"\n[[question]]\nsteps = ["m = solve({equation}, n)"]\nletters.n = "positive"\n{GIVEN}'
       for policy in ("letters", "exact") for equation in EQUATIONS},
    **{f"{line} of {a}, {b}": f'[[question]]\nsteps = ["s = {line.format(a, b)}"]\nletters = {{ x = "real", {a} = "positive", {b} = "positive" }}'
       for line in LINES for a, b in PAIRS},
    **{f"{line} of numbers {a}, {b}": f'[[question]]\nsteps = ["s = {line.format(a, b)}"]\ngiven = {{ x = 2, {a} = "sqrt(2)", {b} = "log(3) + e" }}'
       for line in LINES for a, b in PAIRS},
    **{f"softmax of {a}, {b}": f'[[question]]\nsteps = ["A = softmax(S)"]\nletters = {{ {a} = "real", {b} = "real" }}\ngiven.S = [["{a}", "{b}", "{a} + {b}"]]'
       for a, b in PAIRS},
}  # fmt: skip
SOLVE = """
import json, sys
from symattn.page import page
from symattn.sheet import loads
print(json.dumps([page(loads(text).solve(), "md") for text in json.load(sys.stdin)]))
"""


def pages(names: list[str], seed: int) -> dict[str, str]:
    """The pages of sheets solved one after the other in a process of their own."""
    texts = json.dumps([SHEETS[name] for name in names])
    done = subprocess.run([sys.executable, "-c", SOLVE], input=texts, capture_output=True, text=True, check=True,
                          env=os.environ | {"PYTHONHASHSEED": str(seed)})  # fmt: skip
    return dict(zip(names, json.loads(done.stdout), strict=True))


@pytest.fixture(scope="module")
def batches() -> list[dict[str, str]]:
    """All sheets, in both orders and in turn, in a process each."""
    names = list(SHEETS)
    return [pages(order, seed) for seed, order in enumerate((names, names[::-1], names[::2] + names[1::2]), 1)]


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_solved_among_others_has_the_page_that_it_has_alone(name: str, batches: list[dict[str, str]]) -> None:
    alone = pages([name], 7)[name]
    assert [batch[name] == alone for batch in batches] == [True] * len(batches)
