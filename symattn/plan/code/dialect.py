"""What one way of writing programs knows: its imports, a template per operation, helpers, and how numbers are written."""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from keyword import iskeyword

from symattn.exact.matrix import Blocked, Entry
from symattn.exact.text import text

ANY, SUM, PRODUCT, UNARY, ATOM = range(5)  # how tightly a piece of code binds
_NUMERAL = re.compile(r"[+-]?(0|[1-9]\d*)(\.\d*)?|[+-]?\.\d+")
_WORD = re.compile(r"\b(sqrt|exp|log|sin|cos|pi)\b")


@dataclass(frozen=True)
class Rule:
    """One operation as code: ``template`` has {0}, {1} … for matrices and {name} for parameters.

    ``needs`` is how tightly each matrix must bind, else it stands in brackets; ``helper`` a function that must be
    defined before. ``many`` joins all matrices into {all}.
    """

    template: str
    level: int = ATOM
    needs: tuple[int, ...] = (ANY, ANY, ANY)
    helper: str = ""


@dataclass(frozen=True)
class Dialect:
    """A library and how plans are written in it; operations without a rule cannot be."""

    name: str
    head: str
    rules: Mapping[str, Rule]
    helpers: Mapping[str, str]
    matrix: str
    minus_infinity: str
    word: Callable[[str], str]
    fraction: Callable[[str], str] = str
    sizes: Mapping[str, str] = field(default_factory=dict)
    taken: frozenset[str] = frozenset()
    shape: str = "{0}.shape"

    def called(self, name: str) -> str:
        """A line's name as the program writes it: Python's own words and the library's get a _ behind.

        >>> from symattn.plan.code.in_numpy import NUMPY
        >>> NUMPY.called("lambda"), NUMPY.called("print"), NUMPY.called("Q_1")
        ('lambda_', 'print_', 'Q_1')
        """
        return f"{name}_" if iskeyword(name) or hasattr(builtins, name) or name in self.taken else name

    def number(self, value: Entry, written: str = "") -> str:
        """A number as code: the sheet's own digits where they are a numeral, else its exact form."""
        if isinstance(value, Blocked):
            return self.minus_infinity
        if _NUMERAL.fullmatch(written):
            return self.fraction(written)
        return self.fraction(_WORD.sub(lambda found: self.word(found[1]), text(value)))
