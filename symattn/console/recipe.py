"""How a derivation came about, so that it can be run again with other matrices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from symattn.errors import SymattnError
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.tensor import Tensor
from symattn.plan import Plan
from symattn.plan.derivation import NOTHING
from symattn.records import frozen
from symattn.said import Named, Strings
from symattn.sheet import variants

Givens = Mapping[str, Matrix | Number | Tensor]
Shapes = Mapping[str, tuple[Any, ...]]  # numbers, or SymPy's letters for them


@frozen
class Recipe:
    """A kind of attention with its options, or lines of one's own.

    >>> Recipe.of_lines(["B = A @ A"], {"A": Matrix.of([[2]])}).plan({"A": Matrix.of([[2]])}).names
    ('B',)
    """

    variant: str
    options: tuple[tuple[str, object], ...]
    lines: Strings

    @staticmethod
    def of_variant(variant: str, options: Named) -> Recipe:
        """A kind of attention by its name."""
        return Recipe(variant, tuple(options.items()), ())

    @staticmethod
    def of_lines(lines: Iterable[str], givens: Givens, also: Shapes = NOTHING) -> Recipe:
        """Lines of one's own; a name that is given is not to be defined again."""
        found = Recipe("", (), tuple(line.strip() for line in lines))
        twice = [
            name for name in found.plan(givens, also).names if name in givens or name in also
        ]
        if twice:
            raise SymattnError(
                f"{twice[0]} is given and defined by a line as well; give the line another name"
            )
        return found

    def plan(self, givens: Givens, also: Shapes = NOTHING) -> Plan:
        """The plan for these givens, and matrices of which the shape is known, *also*; raises LineError, SymattnError."""
        numbers = [name for name, x in givens.items() if isinstance(x, Number)]
        if not self.variant:
            return Plan.read(self.lines, numbers, (givens.keys() | also.keys()) - {*numbers})
        shapes = {name: x.shape for name, x in givens.items() if isinstance(x, Matrix)} | dict(
            also
        )
        plan = variants.plan_of(self.variant, dict(self.options), shapes)
        return (
            Plan.read([line.text.strip() for line in plan.lines], numbers, shapes)
            if numbers
            else plan
        )  # a scale with letters
