"""What ``solve`` and ``blank`` write as JSON, in full: masked, stated, counted, in letters, of shapes alone, and what is made on the way.

All values are worked out by hand: S/√2, the softmax of (−√2/4, √6/2), and B from the weights as the sheet states them.
"""

from __future__ import annotations

import json
from typing import Any

from symattn.sheet import loads
from symattn.sheet.json import blank_json, to_json

SHEET = """title = "All kinds of lines"
decimals = 3
[[question]]
id = "q1"
steps = ["L = mask(S / sqrt(2), M)", "A = softmax(L)", "B = A @ V.T", "n = numbers(V)", "r = n / 4"]
given.S = [[1, 2], ["-1/2", "sqrt(3)"]]
given.M = [[1, 0], [1, 1]]
given.V = [[1, 2], [3, "0.5"], [0, -1]]
[question.stated]
A = [["1.00", "0.00"], ["0.17", "0.83"]]
[[question.part]]
label = "a"
prompt = "Compute $A$."
asks = ["L", "A"]
marks = 3
[[question.part]]
prompt = "Say why."
answer = "Because."
marks = 0.5
[[question.part]]
asks = ["B", "n", "r"]
[[question]]
id = "letters"
steps = ["P = x @ y.T", "h = P / 2"]
given.x = [["t", 1]]
given.y = [[2, "t + 1"], [1, 3]]
letters.t = "real"
[[question]]
id = "shapes"
steps = ["Y = X @ W", "c = numbers(W)"]
sizes = { d = 8, k = 2 }
shapes.X = ["n", "d"]
shapes.W = ["d", "k"]
"""
SOLVED = """
q1
- divide S 2×2: sqrt(2)/2 sqrt(2); -sqrt(2)/4 sqrt(6)/2 | 0.707 1.414; -0.354 1.225
L mask L.1 M 2×2: sqrt(2)/2 -inf; -sqrt(2)/4 sqrt(6)/2 | 0.707 -inf; -0.354 1.225
A softmax L 2×2: 1 0; 1/(1+exp((2*sqrt(6)+sqrt(2))/4)) exp((2*sqrt(6)+sqrt(2))/4)/(1+exp((2*sqrt(6)+sqrt(2))/4)) | 1.000 0.000; 0.171 0.829 | 1.00 0.00; 0.17 0.83
- transpose V 2×3: 1 3 0; 2 1/2 -1 | 1.000 3.000 0.000; 2.000 0.500 -1.000
B matmul A B.1 2×3: 1 3 0; 183/100 37/40 -83/100 | 1.000 3.000 0.000; 1.830 0.925 -0.830
n scalar 1×1: 6 | 6
r scalar 1×1: 3/2 | 1.500
letters
- transpose y 2×2: 2 1; t+1 3 | 2.000 1.000; t+1 3.000
P matmul x P.1 1×2: 3*t+1 t+3 | 3*t+1 t+3
h divide P 1×2: (3*t+1)/2 (t+3)/2 | (3*t+1)/2 (t+3)/2
shapes
Y matmul X W n×k:
c scalar 1×1: d*k | 16
"""


def rows(entries: list[list[str]]) -> str:
    return "; ".join(" ".join(entry.replace(" ", "") for entry in row) for row in entries)


def step(one: dict[str, Any]) -> str:
    """A step in one line: its name, operation, operands and shape, then what it comes to: exactly, as decimals, as the sheet states it."""
    assert [*one][:4] == ["name", "op", "args", "shape"]
    values = " | ".join(rows(one[key]) for key in ("exact", "decimal", "stated") if key in one)
    return f"{' '.join([one['name'] or '-', one['op'], *one['args']])} {'×'.join(map(str, one['shape']))}: {values}".strip()


def test_what_is_solved_is_written_in_full() -> None:
    sheet = loads(SHEET)
    text = to_json(sheet.solve(), 3)
    found = json.loads(text)
    assert text.endswith("}\n")
    assert [found["schema"], found["title"], [*found]] == [1, "All kinds of lines", ["schema", "title", "questions"]]
    assert [line for question in found["questions"] for line in (question["id"], *map(step, question["steps"]))] == SOLVED.split("\n")[1:-1]


def test_what_is_given_and_asked_is_written_in_full() -> None:
    asked = [("a", "Compute $A$.", ["L", "A"], 3), ("", "Say why.", [], 0.5), ("", "", ["B", "n", "r"], 3)]
    parts = [dict(zip(("label", "prompt", "asks", "marks"), part, strict=True)) for part in asked]
    whole = {"label": "", "prompt": "", "asks": ["P", "h"], "marks": 2}
    first, letters, shapes = json.loads(blank_json(loads(SHEET)))["questions"]
    given = {"S": [["1", "2"], ["-1/2", "sqrt(3)"]], "M": [["1", "0"], ["1", "1"]], "V": [["1", "2"], ["3", "0.5"], ["0", "-1"]]}
    assert first == {"id": "q1", "prompt": "", "given": given, "parts": parts}
    assert letters == {"id": "letters", "prompt": "", "given": {"x": [["t", "1"]], "y": [["2", "t + 1"], ["1", "3"]]}, "parts": [whole]}
    assert shapes == {"id": "shapes", "prompt": "", "given": {}, "sizes": {"d": 8, "k": 2}, "where": [], "parts": [{**whole, "asks": ["Y", "c"]}]}
