"""How an operation is written in a line, read off its value rule: how many matrices, which parameters, which defaults."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum, auto
from typing import Any

MANY = -1
Axis = int  # 1 for each row, 0 for each column; -1 and -2 count from the end
Places = int  # decimal places
Whole = int  # any whole number
Count = Any  # any whole number, or a number that a name or a letter stands for
AxisSize = int  # how long an axis is: a number, a letter, rows(A), or worked out from such
Sizes = tuple[Any, ...]  # all that are left, each the size of an axis
Index = tuple[Any, ...]  # which rows or columns: a slice, a place or a list of places


class Kind(StrEnum):
    """How a parameter is written."""

    AXIS = auto()
    PLACES = auto()
    WHOLE = auto()
    COUNT = auto()
    SIZE = auto()
    SIZES = auto()
    INDEX = auto()
    SCALAR = auto()

    __repr__ = str.__repr__


KINDS = {
    "Axis": Kind.AXIS,
    "Places": Kind.PLACES,
    "Whole": Kind.WHOLE,
    "Count": Kind.COUNT,
    "AxisSize": Kind.SIZE,
    "Sizes": Kind.SIZES,
    "Index": Kind.INDEX,
    "Number": Kind.SCALAR,
}
"""What the annotation of a parameter says about how it is written."""


@dataclass(frozen=True)
class Signature:
    """How many matrices an operation takes (MANY: one or more), and its parameters by name with their kinds.

    ``positional`` must be written, ``options`` have ``defaults``. A kind is one of KINDS: ``scalar`` (any scalar
    expression), ``whole``, ``count`` (a whole number, or a letter or given number), ``axis`` (0 or 1, or counted from the
    end), ``places`` (0 to 1,000), ``size`` (of one axis),
    ``sizes`` (all that are left), ``index``.
    """

    matrices: int = 1
    positional: tuple[tuple[str, str], ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    defaults: Mapping[str, Any] = field(default_factory=dict)

    @property
    def kinds(self) -> dict[str, str]:
        """Every parameter's kind, in the order in which they are written."""
        return dict((*self.positional, *self.options))

    @property
    def written_defaults(self) -> dict[str, str]:
        """Every option's default as one writes it."""
        return {key: str(getattr(default, "rational", default)) for key, default in self.defaults.items()}

    def written(self, name: str) -> str:
        """The call as one writes it, with the defaults of its options.

        >>> Signature(1, (), (("axis", "axis"),), {"axis": 1}).written("softmax")
        'softmax(A, axis=1)'
        """
        matrices = ["A", "B", "…"] if self.matrices == MANY else list("ABC"[: self.matrices])
        options = (f"{key}={default}" for key, default in self.written_defaults.items() if default != "None")
        return f"{name}({', '.join([*matrices, *(key for key, _ in self.positional), *options])})"


def signature(run: Callable[..., Any]) -> Signature:
    """The signature of a value rule: its matrices by position, its parameters by keyword, annotated with their kinds.

    Raises TypeError for a parameter whose annotation is not one of KINDS.

    >>> def shifted(a: Matrix, *, by: Number, axis: Axis = 1) -> Matrix: ...
    >>> signature(shifted).kinds
    {'by': 'scalar', 'axis': 'axis'}
    """
    found = inspect.signature(run).parameters.values()
    many = any(p.kind is p.VAR_POSITIONAL for p in found)
    matrices = MANY if many else sum(p.kind is p.POSITIONAL_OR_KEYWORD for p in found)
    params = [p for p in found if p.kind is p.KEYWORD_ONLY]
    for p in params:
        if p.annotation not in KINDS:
            raise TypeError(f"{run.__name__}: annotate {p.name} as one of {', '.join(KINDS)}, not {p.annotation!r}")
    needed = tuple((p.name, KINDS[p.annotation]) for p in params if p.default is p.empty)
    options = tuple((p.name, KINDS[p.annotation]) for p in params if p.default is not p.empty)
    return Signature(matrices, needed, options, {p.name: p.default for p in params if p.default is not p.empty})
