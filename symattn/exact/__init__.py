"""Exact values: numbers, certified balls, matrices, and the decision whether two of them are equal.

The modules stand in floors, none of which imports a higher one: the ring of values (``number``), quotients in lowest terms
(``quotients``), the proof that a value is zero (``zero``), division and ``==`` by that proof (``roots``, ``decide``), matrices,
and the door to SymPy. Only ``/``, ``==`` and SymPy's functions, which a value has as any number has, reach upwards: that one
knot is tied here, when the package is imported.
"""

from __future__ import annotations

from symattn.exact import sympy
from symattn.exact.decide import same_value
from symattn.exact.number import ABOVE
from symattn.exact.roots import divided

ABOVE.divided, ABOVE.same_value, ABOVE.to_sympy = (
    divided,
    same_value,
    lambda x: sympy.to_sympy(x),
)
