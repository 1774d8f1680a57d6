"""What is made ready when it is used for the first time: SymPy and PyYAML, which few runs need, and patterns, which are many.

Whatever else symattn needs is imported at the top of a file. What is behind this door is named there with :func:`later`; that
stands in two files, `exact/sympy.py`, through which everything of SymPy goes, and the reader of YAML:

    if TYPE_CHECKING:
        import sympy
    else:
        sympy = later("sympy")

``sympy.latex(…)`` then loads it. mypy and the contract of the floors read the first line, Python the second.
"""

from __future__ import annotations

import re
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, AnyStr, Generic, TypeAlias

Match: TypeAlias = re.Match[str]
"""What a pattern found."""


class Later(ModuleType):
    """A module that is not loaded yet: asked for a name of it, it is."""

    def __getattr__(self, name: str) -> object:
        if name.startswith(
            "__"
        ):  # asked by tools that look at every module; it loads nothing
            raise AttributeError(name)
        return getattr(import_module(self.__name__), name)


def later(name: str) -> Later:
    """The module of that name, to be loaded with its first use; raises ImportError then where there is none.

    >>> later("fractions").Fraction(1, 2)
    Fraction(1, 2)
    """
    return Later(name)


class Pattern(Generic[AnyStr]):
    """A pattern that is not compiled yet: what is asked of it for the first time is kept, as ``re.Pattern`` has it."""

    def __init__(self, looks: AnyStr, flags: int) -> None:
        self.pattern: AnyStr = looks
        self._flags = flags

    def __reduce__(self) -> tuple[object, ...]:
        return Pattern, (self.pattern, self._flags)

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        found: object = getattr(re.compile(self.pattern, self._flags), name)
        self.__dict__[name] = found
        return found


if TYPE_CHECKING:
    pattern = re.compile
else:

    def pattern(looks: AnyStr, flags: int = 0) -> Pattern[AnyStr]:
        """As `re.compile`, for the patterns of a module: of hundreds a run needs few, and all take a tenth of its start.

        >>> number = pattern("[0-9]+")
        >>> number.findall("12 and 345"), number.pattern
        (['12', '345'], '[0-9]+')
        """
        return Pattern(looks, flags)
