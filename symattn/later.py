"""Modules that are loaded when something of theirs is used for the first time.

An import costs a millisecond or a tenth of a second, whether or not what it brings is needed. Modules stand at the top of a
file all the same, where a reader looks for them; what is seldom needed is named there with :func:`later`:

    if TYPE_CHECKING:
        from symattn.sheet import verifying
    else:
        verifying = later("symattn.sheet.verifying")

``verifying.verify(…)`` then loads it. mypy and the contract of the floors read the first line, Python the second.
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
