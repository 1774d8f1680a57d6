"""The plan as a program: the same lines in NumPy, PyTorch or SymPy."""

from symattn.code.program import DIALECTS, Cell, Program, printing, program, text_of
from symattn.code.running import outputs
from symattn.code.shaped import shape_program

__all__ = ["DIALECTS", "Cell", "Program", "outputs", "printing", "program", "shape_program", "text_of"]
