"""What a Python, IPython or Jupyter user touches."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from symattn.console.calls import attention, derive, multi_head_attention
from symattn.console.convert import rational, to_domain

if TYPE_CHECKING:
    from symattn.console.sheets import check, worksheet

__all__ = [
    "attention",
    "check",
    "derive",
    "multi_head_attention",
    "rational",
    "to_domain",
    "worksheet",
]


def __getattr__(name: str) -> object:
    if name not in ("check", "worksheet"):
        raise AttributeError(f"module 'symattn.console' has no attribute {name!r}")
    return getattr(import_module("symattn.console.sheets"), name)
