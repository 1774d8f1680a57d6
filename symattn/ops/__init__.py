"""The operations of the line language, one table: ``OPS``. Every file of this folder is read, so a new one is an entry."""

from symattn.ops.registry import INSTEAD, OPS, Op, Slip, has

__all__ = ["INSTEAD", "OPS", "Op", "Slip", "has"]
