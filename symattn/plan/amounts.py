"""The value of a scalar in a line: of a numeral, a given number, a size, and what is made of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symattn.exact.functions import root
from symattn.exact.number import Number
from symattn.language.evaluate import operated
from symattn.plan.tree import Func, Num, Ref, Root, Size, Sum


def worked(value: object, known: Mapping[str, Any]) -> Any:
    """The value of a scalar, its names looked up in *known*; raises SymattnError where it has none.

    >>> from symattn.plan.tree import Ref, Root
    >>> worked(Root(Ref("c")), {"c": Number.of(8)})
    Number([2^1/2]*2)
    """
    match value:
        case Num(_, number):
            return number
        case Ref(name):
            return known[name]
        case Size(axis, of):
            matrix = known[of.name]
            return Number.of(matrix.rows if axis == "rows" else matrix.cols)
        case Root(of):
            return root(worked(of, known))
        case Func(name, args):
            return operated(name, [worked(arg, known) for arg in args])
        case Sum(sign, left, right):
            return joined(sign, worked(left, known), worked(right, known))
    raise TypeError(f"{value!r} is no scalar")


def joined(sign: str, a: Any, b: Any) -> Any:
    """Two values under a sign; raises SymattnError for a division by 0 and for a power that grows too long.

    >>> joined("^", Number.of(2), Number.of(-3))
    Number(1/8)
    """
    match sign:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "/":
            return a / b
    return operated("power", [a, b])
