"""How a result shows itself: to SymPy's printers, in IPython and Jupyter, in lists too.

SymPy's printers and its ``init_printing`` look for the class Printable. A result gets it as a base as soon as SymPy
is there; as long as it is not, nothing here imports it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self, TypeVar

from symattn.exact.number import Number
from symattn.plan import Plan
from symattn.said import Integers, Strings

if TYPE_CHECKING:
    import numpy as np
    from sympy import Basic
    from sympy.printing.pretty.stringpict import prettyForm
    from sympy.printing.printer import Printer

Kind = TypeVar("Kind", bound="ShowsItself")

_PRINTABLE: dict[type, type] = {}


class ShowsItself:
    """What shows itself by its ``_shown()``, a SymPy object."""

    def __new__(cls, *args: object, **options: object) -> Self:
        """An instance that is Printable when SymPy is already at hand."""
        return object.__new__(printable(cls) if "sympy" in sys.modules else cls)

    def _shown(self) -> Basic:
        raise NotImplementedError

    def _sympy_(self) -> Basic:
        """What SymPy's own functions take it for."""
        return self._shown()

    def _joined(self) -> Self:
        """Itself, made Printable."""
        self.__class__ = printable(type(self))
        return self

    def _latex(self, printer: Printer) -> str:
        return printer._print(self._shown())  # type: ignore[no-any-return]

    def _pretty(self, printer: Printer) -> prettyForm:
        return printer._print(self._shown())

    def _sympystr(self, printer: Printer) -> str:
        return printer._print(self._shown())  # type: ignore[no-any-return]

    _sympyrepr = _sympystr

    def _repr_latex_(self) -> str:
        from sympy import latex

        return f"$\\displaystyle {latex(self._joined())}$"

    def __str__(self) -> str:
        from sympy import sstr

        return sstr(self._joined())  # type: ignore[no-any-return]


class Valued(ShowsItself):
    """What stands for one matrix: NumPy and SymPy take it for that, ``np.array(d, dtype=float)``, ``sympy.Matrix(d)``."""

    _iterable = False  # to SymPy: lambdify(a, d) is that of the matrix, not of what iterating gives

    def __array__(
        self, *args: object, **options: object
    ) -> np.ndarray[Integers, np.dtype[np.object_]]:
        """Its matrix for NumPy, and for SymPy's ``Matrix``."""
        return self._shown().__array__(*args, **options)  # type: ignore[no-any-return]


def planned(lines: Strings, givens: Mapping[str, object]) -> Plan:
    """The plan of lines on these givens, of which those that are numbers count as such; raises LineError.

    >>> planned(("B = A @ A",), {"A": [[2]]}).names
    ('B',)
    """
    numbers = frozenset(name for name, x in givens.items() if isinstance(x, Number))
    return _read(lines, numbers, frozenset(givens) - numbers)


_read = lru_cache(maxsize=64)(Plan.read)
"""The plans of the lines read last: a kind of attention has the same lines whatever its numbers are."""


class LinesOnGivens(ShowsItself, Mapping[str, Any]):
    """What lines come to, asked by name as a mapping is: ``d["A_1"]``, ``"A_1" in d``, ``d.items()``, ``dict(d)``.

    >>> from symattn.console.calls import derive
    >>> d = derive(["S = X @ X"], X=[[2]])
    >>> list(d.items()), d.get("S"), d.get("T")
    ([('X', Matrix([[2]])), ('S', Matrix([[4]]))], Matrix([[4]]), None)
    """

    recipe: Strings
    plan: Plan
    givens: Mapping[str, Any]
    _iterable = False  # to SymPy, as what stands for one matrix

    @property
    def names(self) -> Strings:
        """The names that can be asked for: givens, then lines, in order."""
        return (*self.givens, *self.plan.names)

    @property
    def output(self) -> Basic:
        """The last line's value."""
        return self[self.plan.names[-1]]

    @property
    def free_symbols(self) -> set[Basic]:
        """The symbols that stand in the givens, and the matrices that are known by name."""
        return set().union(*(self[name].free_symbols for name in self.givens))

    def _shown(self) -> Basic:
        return self.output

    def _key(self) -> tuple[object, ...]:
        """What it was made of."""
        return self.recipe, self.givens

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LinesOnGivens) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.recipe, *sorted(self.givens)))

    def keys(self) -> Strings:  # type: ignore[override]
        """The names, as they are asked for."""
        return self.names

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def _ipython_key_completions_(self) -> list[str]:
        """What IPython offers after ``d["``."""
        return list(self.names)


def printable(cls: type[Kind]) -> type[Kind]:
    """The class with SymPy's Printable among its bases.

    >>> from sympy.core.basic import Printable
    >>> issubclass(printable(ShowsItself), Printable)
    True
    """
    from sympy.core.basic import Printable

    if issubclass(cls, Printable):
        return cls
    if cls not in _PRINTABLE:
        same = {
            key: getattr(cls, key) for key in ("__module__", "__qualname__", "__doc__")
        }
        _PRINTABLE[cls] = type(cls.__name__, (cls, Printable), same)
    return _PRINTABLE[cls]


def pretty_lines(drawing: str) -> prettyForm:
    """Text of several lines for SymPy's pretty printer, which would centre every line of its own accord.

    >>> str(pretty_lines("a\\nbcd"))
    'a  \\nbcd'
    """
    from sympy.printing.pretty.stringpict import prettyForm

    lines = drawing.split("\n")
    wide = max(map(len, lines))
    return prettyForm("\n".join(line.ljust(wide) for line in lines))
