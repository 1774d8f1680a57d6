"""An operation as code: a template, how tightly it binds, and the helper function it calls."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from symattn.ops.shapes import Shape

ANY, SUM, PRODUCT, UNARY, ATOM = range(5)  # how tightly a piece of code binds
_DEFINED = re.compile(r"^def (\w+)\(", re.M)


@dataclass(frozen=True)
class Rule:
    """One operation as code: ``template`` has {0}, {1} … for matrices, {all} for all of them, {name} for parameters.

    ``level`` is how tightly the code binds, ``needs`` how tightly each matrix must, else it stands in brackets.
    ``helper`` is the text of a function that the program must define before.

    >>> Rule("{0} + {1}", SUM, (SUM, PRODUCT)).template
    '{0} + {1}'
    """

    template: str
    level: int = ATOM
    needs: tuple[int, ...] = (ANY, ANY, ANY)
    helper: str = ""

    @property
    def helper_name(self) -> str:
        """The name of the function that the helper defines; empty where there is none."""
        found = _DEFINED.search(self.helper)
        return found[1] if found else ""


@dataclass(frozen=True)
class Use:
    """One call for which code is written: its parameters as the line has them, and the shapes of its matrices."""

    params: Mapping[str, Any]
    shapes: tuple[Shape, ...]

    @property
    def batch(self) -> bool:
        """Whether some matrix has axes before its rows and columns."""
        return any(len(shape) > 2 for shape in self.shapes)

    @property
    def spread(self) -> bool:
        """Whether the shapes differ, so that a row or a column is repeated."""
        return len(set(self.shapes)) > 1


Code = Rule | Callable[[Use], Rule]  # a rule, or which rule for this use


def rule_of(code: Code, use: Use) -> Rule:
    """The rule for one use.

    >>> rule_of(Rule("-{0}"), Use({}, ((2, 2),))).template
    '-{0}'
    """
    return code if isinstance(code, Rule) else code(use)
