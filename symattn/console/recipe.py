"""How a derivation came about, so that it can be run again with other matrices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from symattn.errors import SymattnError
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.tensor import Tensor
from symattn.plan import Plan

Givens = Mapping[str, Matrix | Number | Tensor]


@dataclass(frozen=True)
class Recipe:
    """A kind of attention with its options, or lines of one's own.

    >>> Recipe.of_lines(["B = A @ A"], {"A": Matrix.of([[2]])}).plan({"A": Matrix.of([[2]])}).names
    ('B',)
    """

    variant: str
    options: tuple[tuple[str, Any], ...]
    lines: tuple[str, ...]

    @staticmethod
    def of_variant(variant: str, options: Mapping[str, Any]) -> Recipe:
        """A kind of attention by its name."""
        return Recipe(variant, tuple(options.items()), ())

    @staticmethod
    def of_lines(lines: Iterable[str], givens: Givens) -> Recipe:
        """Lines of one's own; a name that is given is not to be defined again."""
        found = Recipe("", (), tuple(line.strip() for line in lines))
        twice = [name for name in found.plan(givens).names if name in givens]
        if twice:
            raise SymattnError(f"{twice[0]} is given and defined by a line as well; give the line another name")
        return found

    def plan(self, givens: Givens) -> Plan:
        """The plan for these givens; raises LineError, SymattnError."""
        numbers = [name for name, x in givens.items() if isinstance(x, Number)]
        if not self.variant:
            return Plan.read(self.lines, numbers, givens.keys() - {*numbers})
        from symattn.sheet.variants import plan_of

        shapes = {name: x.shape for name, x in givens.items() if isinstance(x, Matrix)}
        plan = plan_of(self.variant, dict(self.options), shapes)
        return Plan.read([line.text.strip() for line in plan.lines], numbers, shapes) if numbers else plan  # a scale with letters
