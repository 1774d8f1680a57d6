"""The operations of the line language, one table: ``OPS``. Every file of this folder is imported, so a new one is an entry.

Those of other distributions come after them; see ``symattn/extensions.py``.
"""

from importlib import import_module
from pkgutil import iter_modules

from symattn.extensions import load_operations
from symattn.ops.registry import INSTEAD, OPS, Op, Slip, has, named_by

__all__ = ["INSTEAD", "OPS", "Op", "Slip", "has", "named_by"]

for _file in iter_modules(__path__):
    import_module(f"{__name__}.{_file.name}")
load_operations()
