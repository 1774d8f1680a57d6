"""The functions a Python user calls: attention with one head, with several, or by lines of one's own."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import TypeAlias

from symattn.console.convert import given_from, matrix_from, plain, whole
from symattn.console.derived import Derivation
from symattn.console.formula import Formula, derived, is_formula, sizes
from symattn.console.shown import planned
from symattn.errors import SymattnError
from symattn.exact.number import Number
from symattn.exact.text import text
from symattn.exact.zero import symbolic
from symattn.plan.tree import GIVEN_MASK, is_reserved
from symattn.sheet.variants import Option, plan_of
from symattn.tables import in_each, not_none, only

MatrixLike: TypeAlias = object
"""What may be a matrix: SymPy's, nested lists of ints, texts, Fractions or Decimals, NumPy or Torch integer arrays; as ``object``
because nobody's class has to be imported for it."""
NumberLike: TypeAlias = object
"""What may be a number: int, text, Fraction, Decimal, or SymPy's."""
LETTERS = ("W_Q", "W_K", "W_V")


def attention(
    X: MatrixLike,
    W_Q: MatrixLike,
    W_K: MatrixLike,
    W_V: MatrixLike,
    W_O: MatrixLike = None,
    *,
    memory: MatrixLike = None,
    mask: str | MatrixLike = None,
    scale: bool | NumberLike = True,
) -> Derivation | Formula:
    """Scaled dot-product attention with one head, every line exact: Q, K, V, S, L, A, H and, with W_O, Y.

    X is n×d (a token in each row), W_Q and W_K are d×d_k, W_V is d×d_v, W_O is d_v×d_o. Keys and values come from
    *memory* if it is given. *mask* is None, "causal" or an n×n matrix of 1 (keep) and 0 (block); *scale* is True
    (divide the scores by √d_k), False, or the number to divide by. Matrices may be SymPy's, nested lists of ints,
    texts, Fractions or Decimals, or NumPy integer arrays. Raises SymattnError for binary floats and ShapeError
    for shapes that do not fit. (Vaswani et al., 2017, section 3.2.1)

    >>> d = attention([[1, 0], [0, 1]], [[1, 2], [0, 1]], [[1, 0], [1, 1]], [["1/3"], ["sqrt(2)"]])
    >>> d.decimals("H", 4)
    (('1.2028',), ('1.0573',))
    """
    given = {"X": X, "W_Q": W_Q, "W_K": W_K, "W_V": W_V, "W_O": W_O, "memory": memory}
    return _attention("attention", {}, given, mask, scale)


def multi_head_attention(
    X: MatrixLike,
    W_Q: Sequence[MatrixLike],
    W_K: Sequence[MatrixLike],
    W_V: Sequence[MatrixLike],
    W_O: MatrixLike = None,
    *,
    first: int = 1,
    memory: MatrixLike = None,
    mask: str | MatrixLike = None,
    scale: bool | NumberLike = True,
) -> Derivation | Formula:
    """Multi-head attention: W_Q, W_K, W_V are sequences with one matrix per head, numbered from *first*.

    The lines are Q_1, K_1, V_1, S_1, L_1, A_1, H_1 and so on for every head, then H, the heads side by side, and
    with W_O their projection Y. The rest is as in ``attention``. (Vaswani et al., 2017, section 3.2.2)

    >>> eye = [[1, 0], [0, 1]]
    >>> d = multi_head_attention(eye, [eye, eye], [eye, eye], [eye, eye], first=0)
    >>> [step.name for step in d.steps if step.op == "softmax"]
    ['A_0', 'A_1']
    """
    number = whole(first)
    if number is None or number < 0:
        raise SymattnError(
            f"first is {first!r}; write the first head's number, a whole number from 0"
        )
    heads = {
        name: _per_head(x, name)
        for name, x in zip(LETTERS, (W_Q, W_K, W_V), strict=True)
    }
    counts = in_each(len, heads)
    if len(set(counts.values())) > 1:
        raise SymattnError(
            "as many heads everywhere: "
            + ", ".join(f"{name} has {n}" for name, n in counts.items())
        )
    given = {"X": X}
    for i in range(counts["W_Q"]):
        given |= {f"{name}_{i + number}": heads[name][i] for name in LETTERS}
    given |= {"W_O": W_O, "memory": memory}
    return _attention(
        "multi-head-attention",
        {"heads": counts["W_Q"], "first": number},
        given,
        mask,
        scale,
    )


def _per_head(x: object, name: str) -> list[object]:
    if (
        isinstance(x, Mapping)
        or not hasattr(x, "__iter__")
        or isinstance(x, str)
        or hasattr(x, "is_Matrix")
    ):
        raise SymattnError(
            f"{name}: write a sequence with one matrix per head: [{name}_1, {name}_2, …]"
        )
    heads = list(x)
    if not heads:
        raise SymattnError(f"{name}: no heads; write one matrix per head")
    if any(map(_is_row, heads)):
        raise SymattnError(
            f"{name}: one matrix stands here; write a list with one matrix per head: [{name}_1, {name}_2, …]"
        )
    return heads


def _is_row(x: object) -> bool:
    """Whether a head is only a row of numbers: then a single matrix was given."""
    if isinstance(x, (list, tuple)):
        return bool(x) and not any(
            hasattr(part, "__iter__") and not isinstance(part, str) for part in x
        )
    return getattr(x, "ndim", None) == 1


def _attention(
    variant: str,
    options: dict[str, object],
    given: dict[str, object],
    mask: object,
    scale: object,
) -> Derivation | Formula:
    given = not_none(given)
    mask = None if mask is False else mask
    by = scale if isinstance(scale, bool) else _scale(scale)
    options[Option.MASK] = (
        "none" if mask is None else mask if isinstance(mask, str) else "matrix"
    )
    if mask is not None and not isinstance(mask, str):
        given[GIVEN_MASK] = _of_truths(mask)
    given = in_each(plain, given)
    found = {
        name: x
        if is_formula(x)
        else matrix_from(x, name.removesuffix("_matrix"), flat=False)
        for name, x in given.items()
    }
    shapes = {name: sizes(x) for name, x in found.items()}
    named = ""
    if isinstance(by, Number) and symbolic(by):
        taken = plan_of(variant, {**options, Option.SCALE: True}, shapes)
        named = _name_of(scale, {*given, *taken.names})
    options[Option.SCALE] = named or (text(by) if isinstance(by, Number) else by)
    lines = tuple(line.text.strip() for line in plan_of(variant, options, shapes).lines)
    return derived(lines, {**found, named: by} if named else found)


def _scale(scale: object) -> Number:
    found = given_from(scale, "scale")
    if not isinstance(found, Number):
        raise SymattnError("scale: a matrix; write True, False or a number above 0")
    if not found.terms:
        raise SymattnError(
            "scale: scores cannot be divided by 0; write True to divide by √d_k, False not to divide, or a number above 0"
        )
    return found


def _of_truths(mask: object) -> object:
    """A mask with 1 for what is kept and 0 for what is blocked, where truth values say it."""
    if hasattr(mask, "astype") and str(getattr(mask, "dtype", "")) == "bool":
        return mask.astype(int)
    if isinstance(mask, (list, tuple)):
        return [_of_truths(part) for part in mask]
    return int(mask) if isinstance(mask, bool) else mask


def _name_of(scale: object, taken: Container[str]) -> str:
    """What a scale with symbols in it is called in the lines: as the symbol, where it is one alone and nothing else is called so,
    else c."""
    name = str(scale)
    free = getattr(scale, "is_Symbol", False) and name.isidentifier() and name.isascii()
    return name if free and name not in taken and not is_reserved(name) else "c"


def derive(lines: Iterable[str] | str, /, **givens: object) -> Derivation | Formula:
    """Lines of one's own, each ``NAME = EXPRESSION``, run on the givens; raises LineError, ShapeError.

    >>> derive(["Q = X @ W_Q", "S = Q @ Q.T"], X=[[1, 2]], W_Q=[[1, 0], [0, 1]]).output
    Matrix([[5]])
    """
    given = (
        lines.splitlines()
        if isinstance(lines, str)
        else lines
        if isinstance(lines, Iterable)
        else ()
    )
    texts = [
        line.strip() if isinstance(line, str) else line
        for line in given
        if not isinstance(line, str) or line.strip()
    ]
    if not texts or not only(texts, str):
        raise SymattnError(
            'derive takes lines of text, as in ["Q = X @ W_Q", "S = Q @ Q.T"]'
        )
    known = {
        name: x if is_formula(x) else given_from(x, name)
        for name, x in in_each(plain, givens).items()
    }
    lines = tuple(texts)
    twice = [name for name in planned(lines, known).names if name in known]
    if twice:
        raise SymattnError(
            f"{twice[0]} is given and defined by a line as well; give the line another name"
        )
    return derived(lines, known)
