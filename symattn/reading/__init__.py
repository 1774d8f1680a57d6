"""What people write: text, LaTeX and printed arrays become exact values, or an error that says where."""

from symattn.reading.precision import Precision
from symattn.reading.reader import cell, entry, read
from symattn.reading.value import Cell, Value

__all__ = ["Cell", "Precision", "Value", "cell", "entry", "read"]
