"""The plan of lines on what is given, so that a derivation can be run again with other matrices."""

from __future__ import annotations

from collections.abc import Mapping

from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.tensor import Tensor
from symattn.plan import Plan
from symattn.said import Named, Strings

Givens = Mapping[str, Matrix | Number | Tensor]


def planned(lines: Strings, givens: Named) -> Plan:
    """The plan of lines on these givens, of which those that are numbers count as such; raises LineError.

    >>> planned(("B = A @ A",), {"A": Matrix.of([[2]])}).names
    ('B',)
    """
    numbers = [name for name, x in givens.items() if isinstance(x, Number)]
    return Plan.read(lines, numbers, givens.keys() - {*numbers})
