"""Matrices known by name and shape only: SymPy's MatrixSymbols give the formula and the shapes."""

from __future__ import annotations

from typing import Any


def is_formula(x: Any) -> bool:
    """Whether x is a matrix known by its name and shape only: SymPy's MatrixSymbol or what is made of it.

    >>> is_formula([[1, 2]])
    False
    """
    return any(c.__name__ == "MatrixExpr" and c.__module__.startswith("sympy.") for c in type(x).__mro__)
