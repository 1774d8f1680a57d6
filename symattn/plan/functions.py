"""The functions and signs of the line language, read off the table of operations."""

from __future__ import annotations

from symattn.ops import OPS

FUNCTIONS = {op.name: op.signature for op in OPS.values() if not op.written}
"""Every function with what it takes."""

SIGNS = {op.written: op.name for op in OPS.values() if op.written}
"""The operation behind every sign, by how it is written: "A @ B", "A.T", a bare "A"."""

SCALARS = ("sqrt", "rows", "cols")
RESERVED = frozenset(name for name in FUNCTIONS if OPS[name].reserved) | frozenset(SCALARS)
"""The names that no matrix may have."""
