"""What people write: text, LaTeX and printed arrays become exact values, or an error that says where."""

from symattn.language.reader import Cell, Value, cell, entry, read
from symattn.language.tree import Precision

__all__ = ["Cell", "Precision", "Value", "cell", "entry", "read"]
