r"""Exact, step-by-step attention: solved, typeset, and marked by proof.

>>> import symattn as sa
>>> d = sa.attention(X=[[1, 0], [0, 1]], W_Q=[[1, 2], [0, 1]], W_K=[[1, 0], [1, 1]], W_V=[["1/3"], ["sqrt(2)"]])
>>> d["S"], d.decimals("A", 4)
(Matrix([
[1, 3],
[0, 1]]), (('0.1956', '0.8044'), ('0.3302', '0.6698')))

What else is public (``help(sa.NAME)`` tells more, ``help(d)`` what a derivation can be asked):

>>> eye = [[1, 0], [0, 1]]
>>> sa.multi_head_attention(eye, [eye, eye], [eye, eye], [eye, eye])["H"].shape     # several heads
(2, 4)
>>> sa.derive(["S = X @ X.T", "A = softmax(S)"], X=[[1], [0]]).decimals("A", 2)     # lines of one's own
(('0.73', '0.27'), ('0.50', '0.50'))
>>> sa.equal("e^2/(1 + e^2)", "1/(1 + e^-2)").decision                              # the same value, by proof?
'equal'
>>> sa.read(r"\frac{1}{2}").to_sympy(), sa.rational(0.3333333333)                   # what people and floats write
(1/2, 1/3)
>>> sa.to_domain([["e", "sqrt(e)"], ["sqrt(e)", 1]]).rank(), sa.EXACT(1, 2)         # SymPy's DomainMatrix, by proof
(1, EXACT(1/2))
>>> sheet = sa.worksheet("two-heads-by-hand")                                       # a sheet, solved and marked
>>> sheet.solve()["q1"].decimals("A_1", 2), sa.check(sheet, {"S_1": [[4, 10], [10, 24]]}).answers[0].marks
((('0.01', '0.99'), ('0.00', '1.00')), Fraction(3, 1))

Whatever is wrong is a ``SymattnError``: ``ReadError`` for a text, ``LineError`` for a line, ``SheetError`` for a sheet,
``LimitError`` for work that stopped at a stated limit, ``ToolError`` for a program that is not installed.

Everything is brought in with its first use: ``import symattn`` alone loads neither SymPy nor FLINT.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from symattn.version import VERSION

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

    from symattn.console import (
        attention,
        check,
        derive,
        multi_head_attention,
        rational,
        to_domain,
        worksheet,
    )
    from symattn.equality import equal
    from symattn.errors import (
        LimitError,
        LineError,
        ReadError,
        SheetError,
        SymattnError,
        ToolError,
    )
    from symattn.errors import ShapeError as ShapeError
    from symattn.exact.domain import EXACT
    from symattn.language import read

__version__ = VERSION
__all__ = [
    "EXACT", "LimitError", "LineError", "ReadError", "SheetError", "SymattnError", "ToolError",
    "attention", "check", "derive", "equal", "multi_head_attention", "rational", "read", "to_domain", "worksheet",
]  # fmt: skip

_HOMES = {
    **{
        name: "symattn.errors" if name.endswith("Error") else "symattn.console"
        for name in __all__
    },
    "ShapeError": "symattn.errors",  # not in __all__: SymPy has one of the same name
    "EXACT": "symattn.exact.domain",
    "equal": "symattn.equality",
    "read": "symattn.language",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(
            f"module 'symattn' has no attribute {name!r}{_instead(name)}"
        )
    return getattr(import_module(_HOMES[name]), name)


def _instead(name: str) -> str:
    """What to write for a name that there is not; nothing for those that Python and its tools try by themselves."""
    if name.startswith("_"):
        return ""
    if name in ("solve", "solution", "key"):
        return '; a sheet is solved by symattn.worksheet("two-heads-by-hand").solve()'
    near = import_module("symattn.errors").nearest(name, _HOMES)
    return f"; {near or 'help(symattn) tells what there is'}"


def __dir__() -> list[str]:
    return sorted([*__all__, "ShapeError", "__version__"])


def load_ipython_extension(shell: InteractiveShell) -> None:
    """``%load_ext symattn``: a ``%%attention`` cell takes lines and shows the derivation."""
    import_module("symattn.console.magic").register(shell)
