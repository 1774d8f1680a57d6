"""Where a matrix in letters goes when one of them grows: a softmax that becomes colder and colder, or hotter."""

from __future__ import annotations

from symattn.binding import ATOM, PRODUCT
from symattn.boxes import Box, Ink, Script, row
from symattn.errors import SymattnError
from symattn.exact import growth
from symattn.exact.any_matrix import Mat
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.zero import symbolic
from symattn.ops.formula import Writing, from_entry, transposed
from symattn.ops.record import CodeOfUse, CodeRule, Use, dialects, entrywise, nothing
from symattn.ops.registry import op
from symattn.ops.shapes import same

_NUMPY = """
def limit(a):
    # Numbers go nowhere: a limit is found in letters, not in floats.
    return np.full_like(a, np.nan, dtype=float)
"""
_TORCH = """
def limit(a):
    # Numbers go nowhere: a limit is found in letters, not in floats.
    return torch.full_like(a, torch.nan)
"""
_SYMPY = entrywise(
    "lambda _: limit(_, {letter}, END)"
)  # no letter and no given is called so


def _code(written: str, helper: str) -> CodeOfUse:
    """The call, where the letter is one; a matrix stays as it is where a number stands in its place."""

    def rule(use: Use) -> CodeRule:
        lettered = hasattr(use.params["letter"], "name")
        end = "{to}" if "to" in use.params else "oo"
        return (
            CodeRule(written.replace("END", end), helper=helper)
            if lettered
            else CodeRule("{0}", needs=(ATOM,))
        )

    return rule


def _formula(w: Writing) -> Box:
    end = w.amount("to") if w.param("to") is not None else Ink("∞")
    below = row(w.amount("letter"), Ink("→", "relation"), end)
    return transposed(
        row(Script(Ink("lim", "upright"), sub=below), w.arg(0, PRODUCT, turned=False)),
        w.turned,
    )


@op(
    "limit",
    same,
    columns="kept",
    count=nothing,
    formula=_formula,
    reason="every entry on its own",
    why=from_entry,
    code=dialects(
        _code("limit({0})", _NUMPY),
        _code("limit({0})", _TORCH),
        _code(_SYMPY.template, _SYMPY.helper),
    ),
    units="of the first",
    lettered="limit(A + 1 / t, t)",
    masked="refused",
    traits=("SymPy", "of numbers"),
    reserved=False,
)
def limit(a: Mat, *, letter: Number, to: Number = None) -> Mat:  # type: ignore[assignment]
    """Let a letter grow beyond all bounds, or come down to a number: the limit of every entry.

    Raises SymattnError where an entry has no limit, or goes to infinity.

    >>> from symattn.language.letters import letter
    >>> t = letter("t", "positive")
    >>> limit.run(Matrix.of([[t, 0]]).weights(), letter=t)
    Matrix([[1, 0]])
    >>> limit.run(Matrix.of([[t, 0]]).weights(), letter=t, to=Number.of(0))
    Matrix([[1/2, 1/2]])
    """
    if not symbolic(letter) or not isinstance(a, Matrix):
        return a  # nothing depends on a number

    def gone(x: Number) -> Number:
        found = growth.goes(x, letter, to)
        if found is None:
            raise SymattnError(
                "an entry has no limit that is a number",
                "take the limit of weights or outputs",
            )
        return found

    return a.map(gone)
