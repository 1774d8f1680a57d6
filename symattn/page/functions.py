"""A function on the page as its operation: what it is taken of, and the parameters in its brackets or below its name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flint import fmpq

from symattn.boxes import COMMA, NEGATIVE, SLASH, Box, Frac, Ink
from symattn.exact.defined import BallMatrix
from symattn.exact.number import Number
from symattn.notation.values import read_decimal
from symattn.ops import OPS, has
from symattn.ops.shapes import MANY, UNSHOWN, ParameterKind
from symattn.page.arithmetic import Unread, Value, as_matrix, as_number, made
from symattn.page.ink import Items, flat, split
from symattn.records import frozen
from symattn.said import Strings

OF_TWO = {OPS[name].word: name for name in OPS if has(name, "of any number")}
OPTIONS = {"ε": "eps"}
"""Options by the signs that stand for them."""
FALLING = "↓"


@frozen
class Arguments:
    """How the arguments of a function stand on the page, where that is known, the last by the names of ``options``; and its
    ``word``."""

    texts: Sequence[Items]
    options: Strings
    word: str


def run(
    name: str,
    args: Sequence[Value],
    how: Arguments,
    params: Mapping[str, object],
    also: Value | None,
) -> Value:
    """The value of an operation; where a matrix more is needed than stands there, of what is *also* named."""
    signature, found = OPS[name].signature, dict(params)
    sizes = ParameterKind.SIZES in signature.kinds.values()  # reshape₃ₓ₂(A)
    keys = [key for key, kind in signature.kinds.items() if kind not in UNSHOWN]
    needed = sum(key not in signature.defaults for key in keys) + len(how.options)
    end = signature.matrices if sizes else len(args) - needed
    matrices = list(args[:end])
    if (
        0 < len(matrices) - signature.matrices <= len(keys)
        and signature.matrices != MANY
    ):
        del matrices[signature.matrices :]  # round₂(S)
    left = [*args[len(matrices) :]]
    texts = [*(how.texts or [()] * len(args))][len(matrices) :]
    if len(matrices) < signature.matrices and also is not None:
        matrices.append(also)
    if sizes:
        found[keys[0]] = tuple(whole_number(x, how.word) for x in left)
    else:
        keys = [*keys[: len(left) - len(how.options)], *how.options]
        for key, x, text in zip(keys, left, texts, strict=False):
            exact = (
                _exact(text)
                if signature.kinds.get(key) == ParameterKind.SCALAR
                else None
            )
            found[key] = (
                whole_number(x, how.word) if exact is None else Number.of(exact)
            )
    value = made(lambda: OPS[name].run(*map(as_matrix, matrices), **found))
    whole = not matrices or any(isinstance(x, BallMatrix) for x in matrices)
    return value if whole else as_number(value)


def of_two(name: str, a: Value, b: Value) -> Value:
    """An operation of two, of numbers a number."""
    found = made(lambda: OPS[name].run(as_matrix(a), as_matrix(b)))
    return (
        found
        if isinstance(a, BallMatrix) or isinstance(b, BallMatrix)
        else as_number(found)
    )


def listed_below(below: Box) -> list[Items]:
    """What stands below the name of a function: 3×2 are two sizes.

    >>> from symattn.boxes import Ink, Row
    >>> len(listed_below(Row((Ink("3", "number"), Ink("×", "punct"), Ink("2", "number")))))
    2
    """
    by = Ink("×", "punct")
    return [
        size for part in split(flat(below), (COMMA,)) for size in split(part, (by,))
    ]


def _exact(items: Items) -> fmpq | None:
    """A number as it is written, or a share of two."""
    match items:
        case (Ink(text, "number"),) if text.replace(".", "", 1).isdecimal():
            return read_decimal(text)
        case (sign, *rest) if sign == NEGATIVE:
            found = _exact(tuple(rest))
            return None if found is None else -found
        case (Frac(top, bottom),):
            shares = [_exact(flat(top)), _exact(flat(bottom))]
        case (top, by, bottom) if by == SLASH:
            shares = [_exact((top,)), _exact((bottom,))]
        case _:
            return None
    above, below = shares
    return None if above is None or not below else above / below


def whole_number(x: Value, word: str) -> int:
    """A parameter, where it is a whole number.

    >>> from flint import arb
    >>> from symattn.exact.defined import BallMatrix
    >>> whole_number(BallMatrix([[arb(3)]]), "top")
    3
    """
    whole = as_number(x).unique_fmpz()
    if whole is None or not as_number(x).is_exact():
        raise Unread("parameter", word=word)
    return int(whole)
