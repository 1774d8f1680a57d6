"""How a result shows itself: to SymPy's printers, in IPython and Jupyter, in lists too.

SymPy's printers and its ``init_printing`` look for the class Printable. A result gets it as a base as soon as SymPy
is there; as long as it is not, nothing here imports it.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import Any


class Shown:
    """What shows itself by its ``_shown()``, a SymPy object."""

    def __new__(cls, *args: Any, **options: Any) -> Any:
        """An instance that is Printable when SymPy is already at hand."""
        kind: Any = cls
        return object.__new__(printable(kind) if "sympy" in sys.modules else kind)

    def _shown(self) -> Any:
        raise NotImplementedError

    def _sympy_(self) -> Any:
        """What SymPy's own functions take it for."""
        return self._shown()

    def _joined(self) -> Any:
        """Itself, made Printable."""
        kind: Any = type(self)
        self.__class__ = printable(kind)
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


@cache
def printable(cls: Any) -> Any:
    """The class with SymPy's Printable among its bases.

    >>> from sympy.core.basic import Printable
    >>> issubclass(printable(Shown), Printable)
    True
    """
    from sympy.core.basic import Printable

    if issubclass(cls, Printable):
        return cls
    same = {key: getattr(cls, key) for key in ("__module__", "__qualname__", "__doc__")}
    return type(cls.__name__, (cls, Printable), same)


def pretty_lines(text: str) -> Any:
    """Text of several lines for SymPy's pretty printer, which would centre every line of its own accord.

    >>> str(pretty_lines("a\\nbcd"))
    'a  \\nbcd'
    """
    from sympy.printing.pretty.stringpict import prettyForm

    lines = text.split("\n")
    wide = max(map(len, lines))
    return prettyForm("\n".join(line.ljust(wide) for line in lines))
