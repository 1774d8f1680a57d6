"""Every operation of the table as a line of a sheet: with irrational and negative entries, and over the values of its parameters."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

from symattn.errors import ReadError, ShapeError, SymattnError
from symattn.exact.matrix import Matrix
from symattn.exact.tensor import Tensor
from symattn.language import read
from symattn.ops import OPS
from symattn.ops.shapes import MANY
from symattn.plan import Plan
from symattn.plan.derivation import solve

ENTRIES = {
    "mixed": ("-sqrt(3)", "1/2", "sqrt(2) - 2", "-2", "log(2)", "1 + sqrt(2)", "-1/3", "3", "-log(3)", "exp(-1)", "0", "-1"),
    "above": ("1 + sqrt(2)", "1/3", "log(3)", "2", "sqrt(2)", "exp(1)", "5/7", "1", "2 sqrt(3)", "exp(-1)", "3", "1/2"),
    "places": ("0", "1", "0", "1"),
    "kept": ("1", "1", "0", "1", "1"),
    "weights": ("1/2", "1/4", "1/4", "0", "1/3", "2/3"),
    "letters": ("1/(1 + exp(-t))", "exp(-t)", "1 - exp(-2*t)", "3"),
}
SHAPES = ((2, 3), (2, 2), (3, 2), (1, 3), (2, 1), (3, 1), (1, 4), (2, 4), (4, 4))
BATCH = (2, 2, 3)
VALUES = {
    "scalar": ("2", "3", "-1", "1/2", "sqrt(2)"),
    "size": ("2", "3"),
    "sizes": ("(4, -1)", "(1, -1)"),
    "axis": ("0", "1"),
    "places": ("0", "1", "3"),
    "count": ("1", "4"),
    "whole": ("0", "1"),
    "origin": ("0",),  # a sheet says from where places are counted, not a line
}
SIGNS = {
    "merge_heads": ("merge_heads(split_heads(A, 2))",),  # batches are made by lines
    "tensordot": ("tensordot(A, B)",),
    "select": ("A[0:1, :]", "A[:, [1, 0]]", "A[1, 0:2]"),
    "scalar": ("(3/4)", "-sqrt(2)", "2 - sqrt(3)"),
    "limit": ("limit(A, t)",),
    "solve": ("solve(A*t == B, t)",),
}
FACTORS = ("2", "3", "(-1)", "(-1/2)", "sqrt(2)", "(1 - sqrt(2))")
FACTORS_OF = {"power": ("2", "3", "(-1)"), "number_power": ("2", "3", "sqrt(2)")}  # what any entry may be raised to, and raised


def expressions(name: str) -> Iterator[str]:
    """What the right side of a line may be that uses an operation alone."""
    op = OPS[name]
    if name in SIGNS:
        yield from SIGNS[name]
    elif "c" in op.written:
        yield from (op.written.replace("c", c) for c in FACTORS_OF.get(name, FACTORS))
    elif op.written:
        yield op.written
    else:
        count = 2 if op.signature.matrices == MANY else op.signature.matrices
        needed = [VALUES[kind] for _, kind in op.signature.positional]
        for chosen in product(*needed):
            yield f"{name}({', '.join([*'ABC'[:count], *chosen])})"
        first = [values[0] for values in needed]
        for option, kind in op.signature.options:
            for value in VALUES[kind]:
                yield f"{name}({', '.join([*'ABC'[:count], *first, f'{option}={value}'])})"


@cache
def array(kind: str, shape: tuple[int, ...]) -> Any:
    """A matrix or a batch of the shape, as it is computed with."""
    lead = shape[:-2]
    blocks = [Matrix.of([[read(x).number for x in row] for row in block]) for block in cells(kind, shape)]
    return Tensor(tuple(lead), blocks) if lead else blocks[0]


def cells(kind: str, shape: tuple[int, ...]) -> list[list[list[str]]]:
    """The entries of its matrices, as they are written."""
    *lead, rows, cols = shape
    row = ENTRIES[kind]
    return [[[row[(k * 5 + i * cols + j) % len(row)] for j in range(cols)] for i in range(rows)] for k in range(lead[0] if lead else 1)]


def given(kind: str, shape: tuple[int, ...]) -> str:
    """The same in a sheet."""
    blocks = ["[" + ", ".join("[" + ", ".join(f'"{x}"' for x in row) + "]" for row in block) + "]" for block in cells(kind, shape)]
    return blocks[0] if len(shape) == 2 else "[" + ", ".join(blocks) + "]"


def steps(text: str) -> list[str]:
    """A line that has an operation alone, and one in which it stands behind a minus and a number."""
    alone = f"Z = {text}"
    return [alone] if text.startswith(("limit", "solve", "mask", "causal_mask", "window_mask", "top_", "alibi")) else [alone, f"W = 2 * ({text}) - ({text})"]


def fitting(text: str, many: int = 2) -> list[dict[str, str]]:
    """Givens with which a line has a value, as a sheet has them: of different kinds or shapes."""
    if text.startswith("limit"):
        return [{"A": given("letters", (1, 4))}]
    if text.startswith("solve"):
        return [{"A": given("above", (2, 2)), "B": given("weights", (2, 2))[:-5] + '"2"]]'}]
    plan = Plan.read(steps(text))
    out: list[dict[str, str]] = []
    for shapes in product((*SHAPES, BATCH), repeat=len(plan.givens)):
        for chosen in product(list(ENTRIES)[:-1], repeat=len(plan.givens)):
            try:
                solve(plan, {n: array(k, s) for n, k, s in zip(plan.givens, chosen, shapes)})
            except ShapeError:
                break
            except (SymattnError, ReadError):
                continue
            out.append({n: given(k, s) for n, k, s in zip(plan.givens, chosen, shapes)})
            if len(out) == many or not plan.givens:
                return out
            break  # another shape
    return out


def sheet(name: str) -> str:
    """A sheet of an operation: a question for each way to write it."""
    out = [f"title = '{name}'\n"]
    for text in dict.fromkeys(expressions(name)):
        for givens in fitting(text):
            letters = "letters = { t = 'positive' }\n" if name in ("limit", "solve") else ""
            lines = "".join(f"{n} = {x}\n" for n, x in givens.items())
            out.append(f"[[question]]\nprompt = 'x'\nsteps = {steps(text)!r}\n{letters}[question.given]\n{lines}")
    return "".join(out)
