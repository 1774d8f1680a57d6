"""The only door to SymPy: exact values become SymPy's expressions, and expressions of known kinds become exact values.

Expressions are walked, node by node, never parsed and never simplified; SymPy is imported with the first use.
``symattn.exact.sympy_out`` and ``symattn.exact.sympy_in`` do the work, ``symattn.exact.sympy_matrix`` is a SymPy matrix and
``symattn.exact.domain`` a SymPy domain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard, cast

from symattn.errors import SymattnError
from symattn.exact.any_matrix import Blocked
from symattn.exact.matrix import Matrix
from symattn.exact.number import Atom, Number
from symattn.exact.number import letter as letter_of
from symattn.exact.tensor import Tensor
from symattn.exact.zero import Letter
from symattn.later import later
from symattn.records import frozen
from symattn.said import Glossary

if TYPE_CHECKING:
    import sympy as sympy
    from sympy import Basic

    from symattn.exact import domain as domain
    from symattn.exact import sympy_in, sympy_matrix, sympy_out
else:  # the one late door: what is behind it imports SymPy
    ours = (
        f"symattn.exact.{behind}"
        for behind in ("domain", "sympy_in", "sympy_matrix", "sympy_out")
    )
    sympy, domain, sympy_in, sympy_matrix, sympy_out = (
        later(module) for module in ("sympy", *ours)
    )

Value = Number | Blocked | Matrix | Tensor


@frozen
class Assumed:
    """A letter of a kind where there is no SymPy: what is true of it as of SymPy's symbol with that assumption.

    >>> Assumed("m", "integer").is_real, Assumed("m", "integer").is_positive, str(Assumed("m", "integer"))
    (True, None, 'm')
    """

    name: str
    kind: str
    is_real = True

    @property
    def is_integer(self) -> bool | None:
        """Whether it is a whole number; None where that is not known."""
        return self.kind == "integer" or None

    @property
    def is_positive(self) -> bool | None:
        """Whether it is more than 0; None where that is not known."""
        return self.kind == "positive" or None

    is_nonzero = is_positive

    def __str__(self) -> str:
        return self.name


def is_sympy(x: object) -> TypeGuard[Basic]:
    """Whether x is one of SymPy's objects; asking does not import SymPy.

    >>> is_sympy(1)
    False
    """
    return any(
        (c.__module__ or "").startswith("sympy.") for c in type(x).__mro__
    )  # an undefined function has none


def to_sympy(x: Value) -> Basic:
    """A number as a SymPy expression, a matrix as an ImmutableMatrix, a batch as an array; minus infinity is -oo.

    The entries of a matrix are written when they are looked at.

    >>> from symattn.exact.functions import exp, root
    >>> to_sympy(1 / (1 + exp(3 * root(2)))), to_sympy(Matrix.of([[1, Blocked()]]))
    (1/(1 + exp(3*sqrt(2))), Matrix([[1, -oo]]))
    """
    if isinstance(x, Tensor):
        return sympy_out.array(x)
    return (
        sympy_matrix.ExactMatrix.of(x) if isinstance(x, Matrix) else sympy_out.entry(x)
    )


def written_alike(a: object, b: object) -> bool:
    """Whether two of SymPy's objects are the same tree, made of exact and finite numbers.

    >>> import sympy
    >>> written_alike(sympy.exp(1), sympy.E), written_alike(sympy.nan, sympy.nan)
    (True, False)
    """
    return type(a) is type(b) and sympy_in.is_exact(a) and bool(a == b)


def from_sympy(x: Basic) -> Value:
    """A SymPy number, expression, matrix or array as an exact value; raises SymattnError naming what has none here.

    >>> import sympy
    >>> from_sympy(sympy.sqrt(8) / 3), from_sympy(sympy.Matrix([[1, -sympy.oo]]))
    (Number([2^1/2]*2/3), Matrix([[1, -inf]]))
    """
    return sympy_in.value(x)


def limit_of(x: Number, letter: Number, to: Number | None) -> Number | None:
    """Where a value in letters goes as one of them goes to a number from above, or to infinity; None where that is no number.

    SymPy finds it (Gruntz, 1996).

    >>> t = lettered("t", "positive")
    >>> limit_of(1 / (1 + t), t, None), limit_of(t, t, None)
    (Number(0), None)
    """
    try:
        end, at, value = (
            sympy.oo if to is None else to_sympy(to),
            to_sympy(letter),
            to_sympy(x),
        )
        # what is kept of a value may be of a letter of this name and another kind: to SymPy another one
        own = value.xreplace(
            {one: at for one in value.free_symbols if str(one) == str(at)}
        )
        found = sympy.limit(own, at, end)
    except ImportError:  # as in a browser
        raise SymattnError(
            "SymPy would have to find this limit, and it is not here"
        ) from None
    except (NotImplementedError, ValueError) as error:
        raise SymattnError(f"SymPy finds no limit: {error}") from error
    if found.is_finite is False or found.has(
        sympy.oo, sympy.zoo, sympy.nan, sympy.AccumBounds, sympy.Limit
    ):
        return None
    limit = from_sympy(found)
    return limit if isinstance(limit, Number) else None


def written_by_srepr(text: str) -> Basic:
    """The SymPy expression that ``srepr`` wrote so, built node by node of the kinds that have exact values; never evaluated.

    Raises SymattnError for anything else.

    >>> written_by_srepr("Add(Integer(1), exp(Rational(1, 2)))")
    1 + exp(1/2)
    """
    return sympy_in.from_srepr(text)


def lettered(name: str, kind: str) -> Number:
    """A letter of a kind ("integer", "positive" or "real") as an exact value, with SymPy's symbol of that assumption.

    >>> lettered("m", "integer")._sympy_().is_integer
    True
    """
    try:
        from sympy import Symbol
    except ImportError:  # as in a browser, where everything but limits goes without it
        symbol = cast("Basic", Assumed(name, kind))
    else:
        symbol = Symbol(name, **{kind: True})
    return letter_of(Atom("sym", Letter(symbol)))


def written_symbols(x: Basic) -> Glossary:
    """The symbols of a SymPy object by name, each as ``srepr`` writes it, assumptions and all.

    >>> from sympy import Symbol
    >>> written_symbols(2 * Symbol("a", positive=True))
    {'a': "Symbol('a', positive=True)"}
    """
    return {str(symbol): sympy.srepr(symbol) for symbol in x.free_symbols}
