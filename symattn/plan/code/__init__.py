"""The plan as a program: the same lines in NumPy, PyTorch or SymPy."""

from symattn.plan.code.dialect import DIALECTS
from symattn.plan.code.program import Program, ProgramCell, printing, program, text_of
from symattn.plan.code.running import outputs
from symattn.plan.code.shaped import shape_program

__all__ = [
    "DIALECTS",
    "Program",
    "ProgramCell",
    "outputs",
    "printing",
    "program",
    "shape_program",
    "text_of",
]
