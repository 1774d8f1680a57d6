"""The operations of the line language, one table: ``OPS``. Every file of this folder is read, so a new one is an entry."""

from importlib import import_module
from pathlib import Path

from symattn.ops.registry import OPS, Op, Slip, has

for _file in sorted(Path(__file__).parent.glob("*.py")):
    if _file.stem != "__init__":
        import_module(f"{__name__}.{_file.stem}")

__all__ = ["OPS", "Op", "Slip", "has"]
