"""What people write: text, LaTeX and printed arrays become exact values, or an error that says where."""

from symattn.language.precision import Precision
from symattn.language.reader import cell, entry, read
from symattn.language.value import Cell, Value

__all__ = ["Cell", "Precision", "Value", "cell", "entry", "read"]
