"""The functions and signs of the line language, read off the table of operations."""

from __future__ import annotations

from symattn.ops import OPS

FUNCTIONS = {op.name: op.signature for op in OPS.values() if not op.written}
"""Every function with what it takes."""

SIGNS = {op.written: op.name for op in OPS.values() if op.written}
"""The operation behind every sign, by how it is written: "A @ B", "A.T", a bare "A"."""

COUNTS = {
    "numbers": "how many numbers lines or givens hold: the parameters of weights, what a cache keeps",
    "multiplications": "the multiplications of computing lines; m×k times k×n takes m·n·k",
    "additions": "the additions of computing lines; m×k times k×n takes m·n·(k − 1)",
    "divisions": "the divisions of computing lines; softmax takes one for each weight",
    "exponentials": "the exponentials of computing lines; softmax takes one for each score",
    "flops": "floating-point operations: 2·m·n·k for m×k times k×n, 1 for every entry computed otherwise",
}
"""What is counted of lines, and how; as Kaplan et al., 2020, section 2.1, count a model's parameters and work."""

SCALARS = ("sqrt", "rows", "cols", *COUNTS)
RESERVED = frozenset(name for name in FUNCTIONS if OPS[name].reserved) | frozenset(SCALARS)
"""The names that no matrix may have."""
