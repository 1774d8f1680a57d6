"""The kinds of attention: options and givens in, a plan out. A new kind is a new list of lines."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Any

from symattn.errors import SymattnError, nearest
from symattn.plan import Plan
from symattn.sheet.variants import attention, multi_head
from symattn.sheet.variants.common import Setup

VARIANTS: dict[str, Callable[[Setup], list[str]]] = {
    "attention": attention.lines,
    "multi-head-attention": multi_head.lines,
    "fused-multi-head-attention": multi_head.fused_lines,
}
Names = tuple[str, ...]
OPTIONS = ("heads", "first", "mask", "scale")


def plan_of(variant: str, options: Mapping[str, Any], shapes: Mapping[str, tuple[int, int]]) -> Plan:
    """The plan of a kind of attention for its options and the shapes of its givens; raises SymattnError.

    A mask that is a matrix is expected among the givens under the name ``mask_matrix``.

    >>> plan_of("attention", {"mask": "causal"}, dict.fromkeys(["X", "W_Q", "W_K", "W_V"], (2, 2))).names
    ('Q', 'K', 'V', 'S', 'L', 'A', 'H')
    """
    if variant not in VARIANTS:
        hint = nearest(variant, VARIANTS) or "one of " + ", ".join(VARIANTS)
        raise SymattnError(f"there is no variant {variant!r}; {hint}")
    mask = options.get("mask", "none")
    setup = Setup(
        names=tuple(shapes),
        widths=tuple((name, shape[1]) for name, shape in shapes.items()) if variant.startswith("fused") else (),
        heads=options.get("heads"),
        first=options.get("first"),
        mask=mask if isinstance(mask, str) else "matrix",
        scale=_scale(options.get("scale", True)),
    )
    return _plan(variant, setup)


def _scale(scale: Any) -> str:
    return {True: "true", False: "false"}[scale] if isinstance(scale, bool) else str(scale)


@lru_cache(maxsize=256)
def _plan(variant: str, setup: Setup) -> Plan:
    return Plan.read(VARIANTS[variant](setup))


def givens_of(variant: str, options: Mapping[str, Any], names: Collection[str] = ()) -> tuple[Names, Names]:
    """The names a kind of attention needs, and those it may have.

    >>> givens_of("attention", {})[0]
    ('X', 'W_Q', 'W_K', 'W_V')
    """
    setup = Setup(names=tuple(names), heads=options.get("heads"), first=options.get("first"))
    indexed = variant == "multi-head-attention"
    suffixes = [f"_{i}" for i in setup.numbers(indexed=True)] if indexed else [""]
    needed = ["X", *(f"W_{letter}{suffix}" for suffix in suffixes for letter in "QKV")]
    optional = ["W_O", "memory", *(f"b_{letter}{suffix}" for suffix in suffixes for letter in "QKV"), "b_O"]
    return tuple(needed), tuple(optional)
