"""The functions of the line language: which operation each stands for, how many matrices it takes, which parameters."""

from __future__ import annotations

from dataclasses import dataclass

MANY = -1


@dataclass(frozen=True)
class Function:
    """One function: its operation, how many matrices it takes (MANY: one or more), scalars by position, options.

    Each parameter is ``scalar`` (any scalar expression), ``whole`` (a whole number), ``axis`` (0 or 1, or counted
    from the end, -1 or -2), ``places`` (0 to 1,000) or ``sizes`` (all that are left).
    """

    op: str
    matrices: int = 1
    positional: tuple[tuple[str, str], ...] = ()
    options: tuple[tuple[str, str], ...] = ()


FUNCTIONS = {
    "softmax": Function("softmax", options=(("axis", "axis"),)),
    "causal_mask": Function("causal_mask"),
    "mask": Function("mask", 2),
    "concat": Function("concat", MANY),
    "stack": Function("stack", MANY),
    "exp": Function("exp"),
    "normalize": Function("normalize"),
    "round": Function("round", positional=(("places", "places"),)),
    "rope": Function("rope", options=(("base", "scalar"), ("start", "whole"))),
    "positional_encoding": Function(
        "positional_encoding", 0, (("n", "scalar"), ("d", "scalar")), (("base", "scalar"),)
    ),
    "relu": Function("relu"),
    "layer_norm": Function("layer_norm", options=(("eps", "scalar"),)),
    "norm_scale": Function("norm_scale", 3),
}
TENSORS = {  # the functions of batches and heads; they came later, so that a matrix may still be called swap
    "reshape": Function("reshape", positional=(("shape", "sizes"),)),
    "swap": Function("swap", positional=(("axis1", "whole"), ("axis2", "whole"))),
    "split_heads": Function("split_heads", positional=(("heads", "scalar"),)),
    "merge_heads": Function("merge_heads"),
    "tensordot": Function("tensordot", 2),
}
FUNCTIONS.update(TENSORS)
SCALARS = ("sqrt", "rows", "cols")
RESERVED = (frozenset(FUNCTIONS) | frozenset(SCALARS)) - frozenset(TENSORS)
