"""How every operation of the table is written in a line."""

from __future__ import annotations

from symattn.plan.functions import FUNCTIONS, MANY, Function

SIGNS = {
    "matmul": "A @ B",
    "transpose": "A.T",
    "add": "A + B",
    "subtract": "A - B",
    "negate": "-A",
    "multiply": "A * c",
    "divide": "A / c",
    "select": "A[0:2, :]",
    "copy": "A",
}


def spelling(op: str) -> str:
    """A line's right side with that operation alone; raises KeyError.

    >>> spelling("rope"), spelling("mask"), spelling("matmul")
    ('rope(A, base=…, start=…)', 'mask(A, B)', 'A @ B')
    """
    if op in SIGNS:
        return SIGNS[op]
    name, function = next((name, f) for name, f in FUNCTIONS.items() if f.op == op)
    return f"{name}({', '.join(_arguments(function))})"


def _arguments(f: Function) -> list[str]:
    matrices = ["A", "B", "…"] if f.matrices == MANY else list("ABC"[: f.matrices])
    return [*matrices, *(key for key, _ in f.positional), *(f"{key}=…" for key, _ in f.options)]
