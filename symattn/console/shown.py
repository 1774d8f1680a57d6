"""How a result shows itself: to SymPy's printers, in IPython and Jupyter, in lists too.

SymPy's printers and its ``init_printing`` look for the class Printable. A result gets it as a base as soon as SymPy
is there; as long as it is not, nothing here imports it.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import Any


class Shown:
    """What shows itself by its ``_shown()``, a SymPy object."""

    def __new__(cls, *args: Any, **options: Any) -> Any:
        """An instance that is Printable when SymPy is already at hand."""
        return object.__new__(printable(cls) if "sympy" in sys.modules else cls)

    def _shown(self) -> Any:
        raise NotImplementedError

    def _joined(self) -> Any:
        """Itself, made Printable."""
        self.__class__ = printable(type(self))
        return self

    def _latex(self, printer: Any) -> str:
        return printer._print(self._shown())  # type: ignore[no-any-return]

    def _pretty(self, printer: Any) -> Any:
        return printer._print(self._shown())

    def _sympystr(self, printer: Any) -> str:
        return printer._print(self._shown())  # type: ignore[no-any-return]

    _sympyrepr = _sympystr

    def _repr_latex_(self) -> str:
        from sympy import latex

        return f"$\\displaystyle {latex(self._joined())}$"

    def __str__(self) -> str:
        from sympy import sstr

        return sstr(self._joined())  # type: ignore[no-any-return]


@lru_cache(maxsize=32)
def printable(cls: type) -> type:
    """The class with SymPy's Printable among its bases.

    >>> from sympy.core.basic import Printable
    >>> issubclass(printable(Shown), Printable)
    True
    """
    from sympy.core.basic import Printable

    if issubclass(cls, Printable):
        return cls
    return type(cls.__name__, (cls, Printable), {"__module__": cls.__module__, "__qualname__": cls.__qualname__, "__doc__": cls.__doc__})
