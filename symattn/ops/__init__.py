"""The operations of the line language, one table: ``OPS``. Every file of this folder is read, so a new one is an entry."""

from symattn.ops.registry import OPS, Op, Slip, has

__all__ = ["OPS", "Op", "Slip", "has"]
