"""The operations of the line language, one table: ``OPS``."""

from symattn.ops import heads, linear, mask, norm, position, softmax, tensor
from symattn.ops.registry import OPS, Op, Slip

__all__ = ["OPS", "Op", "Slip", "heads", "linear", "mask", "norm", "position", "softmax", "tensor"]
