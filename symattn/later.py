"""A module that is loaded when something of it is used for the first time: the door to SymPy, which takes longest of all.

Whatever else symattn needs is imported at the top of a file. What is behind the door is named there with :func:`later`:

    if TYPE_CHECKING:
        import sympy
    else:
        sympy = later("sympy")

``sympy.latex(…)`` then loads it. mypy and the contract of the floors read the first line, Python the second.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


class Later(ModuleType):
    """A module that is not loaded yet: asked for a name of it, it is."""

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):  # asked by tools that look at every module; it loads nothing
            raise AttributeError(name)
        return getattr(import_module(self.__name__), name)


def later(name: str) -> Later:
    """The module of that name, to be loaded with its first use; raises ImportError then where there is none.

    >>> later("fractions").Fraction(1, 2)
    Fraction(1, 2)
    """
    return Later(name)
