"""What code does with batches and heads: reshape, swap two axes, cut into heads, join them, sum over an axis."""

from __future__ import annotations

from math import prod

from symattn.binding import ATOM, PRODUCT
from symattn.boxes import (
    Box,
    Fence,
    Ink,
    Script,
    applied,
    listed,
    number,
    row,
    with_above,
)
from symattn.boxes.paper import PAPER
from symattn.errors import ShapeError, how_many
from symattn.exact.tensor import AnyArray, arranged, built, flat, parts, reshaped
from symattn.ops import matmul
from symattn.ops.constructors import checked, placing_op
from symattn.ops.formula import (
    EntryFormula,
    Told,
    Writing,
    by_parameter,
    named,
    of,
    transposed,
)
from symattn.ops.record import (
    CodeRule,
    Use,
    defined,
    dialects,
    maths,
    shape_latex,
    size_latex,
)
from symattn.ops.registry import op
from symattn.ops.shapes import (
    Amount,
    AxisSize,
    Shape,
    Sizes,
    Whole,
    divided,
    multiplied,
    need_not,
    written,
)
from symattn.said import Facts
from symattn.tables import in_turn, only

# As many as a shape on a sheet may have.
MOST_AXES = 6
_SPLIT = """
def split_heads(a, h):
    *batch, n, d = a.shape
    return np.swapaxes(a.reshape(*batch, n, h, d // h), -2, -3)
"""
_SPLIT_IN_SYMPY = """
def split_heads(a, h):
    d = a.cols // h
    return [a[:, k * d : (k + 1) * d] for k in range(h)]
"""
_MERGE = """
def merge_heads(a):
    *batch, h, n, d_k = a.shape
    return np.swapaxes(a, -2, -3).reshape(*batch, n, h * d_k)
"""


def _refilled(a: Shape, *, shape: Shape) -> Shape:
    """The shape asked for, with what fills up in place of a -1."""
    if not 2 <= len(shape) <= MOST_AXES:
        raise ShapeError(
            how_many(len(shape), "size"), f"a shape has from 2 to {MOST_AXES}"
        )
    entries, named = multiplied(1, a), multiplied(1, [n for n in shape if n != -1])
    if shape.count(-1) > 1 or any(
        n != -1 and isinstance(n, int) and n < 1 for n in shape
    ):
        raise ShapeError(
            f"{written(shape)} is no shape", "write sizes above 0, and -1 at most once"
        )
    if -1 in shape:
        return tuple(divided(entries, named) if n == -1 else n for n in shape)
    if entries != named:
        do = "does" if entries == 1 else "do"
        what = (
            f"{written(a)} cannot become {written(shape)}: "
            f"{how_many(entries, 'entry', 'entries')} {do} not fill {how_many(named, 'place')}"
        )
        raise ShapeError(what, need_not(entries, named))
    return shape


def _why_reshaped(done: Use) -> Facts:
    before, after = done.inputs[0], done.out
    if before[:-2] == after[:-1]:
        whole = " \\cdot ".join(map(size_latex, before[-2:]))
        return ("how", "joined"), ("sizes", f"${whole} = {size_latex(after[-1])}$")
    if before[:-1] == after[:-2]:
        cut = " \\cdot ".join(map(size_latex, after[-2:]))
        return ("how", "cut"), ("sizes", f"${size_latex(before[-1])} = {cut}$")
    return ("how", "anew"), ("sizes", maths(multiplied(1, before)))


_RESHAPE = "{0}.reshape({shape})"


_RESHAPE_IN_SYMPY = """
def reshape(a, rows, cols):  # a size of -1 is what is left
    rows, cols = (len(a) // cols if rows == -1 else rows), (len(a) // rows if cols == -1 else cols)
    return a.reshape(rows, cols)
"""


def _of_matrices(use: Use) -> CodeRule | None:
    """SymPy's matrices have rows and columns alone."""
    if use.batch or len(use.params["shape"]) != 2:
        return None
    return CodeRule("reshape({0}, {shape})", helper=_RESHAPE_IN_SYMPY)


def _why_refilled(e: EntryFormula) -> Told:
    """The entry that comes as far down the rows as it does."""
    a, (*_, cols) = e.inputs[0], _refilled(e.inputs[0].shape, **e.params)
    e.at(0, *divmod(e.i * int(cols) + e.j, a.cols))
    return of(e), None


def _stacked(w: Writing) -> Box:
    """With its sizes below, reshape₂ₓ₃(A); of a turned matrix in one column vec(A), the columns of A below one another."""
    of, shape = w.inner(0, "transposes"), w.param("shape")
    column = (
        isinstance(shape, tuple)
        and len(shape) == 2
        and getattr(shape[1], "text", "") == "1"
    )
    if of and column:
        return transposed(applied("vec", of.plain(0)), w.turned)
    whole, left = w.shape(0), number(-1)
    sizes = [*w.parameters()]
    known = [int(x.text) for x in sizes if isinstance(x, Ink) and x.text.isdecimal()]
    if whole and left in sizes and len(known) == len(sizes) - 1 and only(whole, int):
        sizes[sizes.index(left)] = number(
            divided(multiplied(1, whole), multiplied(1, known))
        )
    if left in sizes:
        return named(w)
    name = Script(Ink(w.word, "upright"), sub=listed(sizes, Ink("×", "punct")))
    return transposed(applied(name, w.plain(0)), w.turned)


@placing_op(
    "reshape",
    _refilled,
    dialects(_RESHAPE, _RESHAPE, _of_matrices),
    formula=_stacked,
    why=_why_refilled,
    reason=_why_reshaped,
    masked="carried",
    native=True,
    traits=("refilled",),
)
def reshape(a: AnyArray, *, shape: Sizes) -> AnyArray:
    """Put the same entries, row by row, into another shape; -1 stands for the size that is left, as in NumPy.

    >>> from symattn.exact.matrix import Matrix
    >>> reshape.run(Matrix.of([[1, 2, 3, 4]]), shape=(2, 1, -1))
    Tensor([[[1, 2]], [[3, 4]]])
    """
    return reshaped(a, _refilled(a.shape, shape=shape))


def _axes(a: Shape, i: int, j: int) -> tuple[int, int]:
    for axis in (i, j):
        if not -len(a) <= axis < len(a):
            raise ShapeError(
                f"{written(a)} has no axis {axis}", f"its axes are 0 to {len(a) - 1}"
            )
    return i % len(a), j % len(a)


def _swapped(a: Shape, *, axis1: int, axis2: int) -> Shape:
    i, j = _axes(a, axis1, axis2)
    out = list(a)
    out[i], out[j] = out[j], out[i]
    return tuple(out)


def _why_swapped(done: Use) -> Facts:
    i, j = (int(done.params[key]) % len(done.out) for key in ("axis1", "axis2"))
    last = {i, j} == {len(done.out) - 2, len(done.out) - 1}
    return ("first", min(i, j)), ("second", max(i, j)), ("last", last)


def _why_exchanged(e: EntryFormula) -> Told:
    i, j = _axes(e.inputs[0].shape, int(e.params["axis1"]), int(e.params["axis2"]))
    e.at(0, *((e.i, e.j) if i == j else (e.j, e.i)))
    return of(e), None


def _exchanged(w: Writing) -> Box:
    """As a function; of rows and columns, the last two axes, as a transpose."""
    shape = w.shape(0)
    axes = [int(str(w.param(key))) for key in ("axis1", "axis2")]
    last = {axis % len(shape) for axis in axes} if shape else set()
    if last == {len(shape) - 1, len(shape) - 2}:
        return w.arg(0, turned=not w.turned)
    return named(w)


@placing_op(
    "swap",
    _swapped,
    dialects(
        "np.swapaxes({0}, {axis1}, {axis2})",
        "torch.swapaxes({0}, {axis1}, {axis2})",
        None,
    ),
    formula=_exchanged,
    why=_why_exchanged,
    reason=_why_swapped,
    masked="carried",
    native=True,
)
def swap(a: AnyArray, *, axis1: Whole, axis2: Whole) -> AnyArray:
    """Exchange two axes, counted from 0: no number changes, only where it is looked up.

    >>> from symattn.exact.matrix import Matrix
    >>> swap.run(Matrix.of([[1, 2]]), axis1=0, axis2=1)
    Matrix([[1], [2]])
    """
    i, j = _axes(a.shape, axis1, axis2)
    shape = _swapped(a.shape, axis1=i, axis2=j)
    steps = [_step(a.shape, axis) for axis in range(len(shape))]
    steps[i], steps[j] = steps[j], steps[i]
    places = [0]
    for size, step in zip(shape, steps, strict=True):
        places = [place + k * step for place in places for k in range(size)]
    entries = flat(a)
    return arranged(parts(a)[1][0], shape, [entries[place] for place in places])


def _step(shape: Shape, axis: int) -> int:
    """How far apart neighbours along an axis stand."""
    step = multiplied(1, shape[axis + 1 :])
    assert isinstance(step, int)
    return step


def _cut(a: Shape, *, heads: Amount) -> Shape:
    if isinstance(heads, int) and heads < 1:
        raise ShapeError(f"{heads} heads", "write 1 or more")
    return (*a[:-2], heads, a[-2], divided(a[-1], heads))


def _why_cut(done: Use) -> Facts:
    shape, (*_, heads, _, width) = done.inputs[0], done.out
    return (
        ("columns", maths(shape[-1])),
        ("heads", maths(heads)),
        ("width", maths(width)),
    )


@placing_op(
    "split_heads",
    _cut,
    defined(
        "split_heads({0}, {heads})",
        _SPLIT,
        _SPLIT.replace("np.", "torch."),
        _SPLIT_IN_SYMPY,
    ),
    symbol="split",
    formula=by_parameter("heads"),
    reason=_why_cut,
    masked="carried",
    native=True,
)
def split_heads(a: AnyArray, *, heads: AxisSize) -> AnyArray:
    """Cut the columns into equal heads and put the heads before the rows: n×(h·d_k) becomes h×n×d_k.

    >>> from symattn.exact.matrix import Matrix
    >>> split_heads.run(Matrix.of([[1, 2], [3, 4]]), heads=2)
    Tensor([[[1], [3]], [[2], [4]]])
    """
    *lead, _, rows, width = _cut(a.shape, heads=heads)
    return swap.run(reshaped(a, (*lead, rows, heads, width)), axis1=-3, axis2=-2)  # type: ignore[no-any-return]


@split_heads.slip("heads-interleaved")
def _interleaved(a: AnyArray, *, heads: AxisSize) -> AnyArray:
    *lead, _, rows, width = _cut(a.shape, heads=heads)
    apart = swap.run(reshaped(a, (*lead, rows, width, heads)), axis1=-3, axis2=-1)
    return swap.run(apart, axis1=-2, axis2=-1)  # type: ignore[no-any-return]


def _refuse_without_heads(a: Shape) -> None:
    if len(a) < 3:
        raise ShapeError(
            f"{written(a)} has no axis of heads", "split_heads(A, h) makes one"
        )


def _joined(a: Shape) -> Shape:
    _refuse_without_heads(a)
    return (*a[:-3], a[-2], a[-3] * a[-1])


def _why_joined(done: Use) -> Facts:
    *_, heads, _, width = done.inputs[0]
    whole = size_latex(done.out[-1])
    made = f"{size_latex(heads)} \\cdot {size_latex(width)}"
    return (("columns", f"${made} = {whole}$" if made != whole else f"${made}$"),)


@placing_op(
    "merge_heads",
    _joined,
    dialects(
        CodeRule("merge_heads({0})", helper=_MERGE),
        CodeRule("merge_heads({0})", helper=_MERGE.replace("np.", "torch.")),
        "Matrix.hstack(*{0})",
    ),
    symbol="merge",
    reason=_why_joined,
    masked="carried",
    native=True,
    traits=("layout",),
)
def merge_heads(a: AnyArray) -> AnyArray:
    """Put the heads side by side again: h×n×d_k becomes n×(h·d_k).

    >>> from symattn.exact.matrix import Matrix
    >>> merge_heads.run(split_heads.run(Matrix.of([[1, 2], [3, 4]]), heads=2))
    Matrix([[1, 2], [3, 4]])
    """
    shape = _joined(a.shape)
    return reshaped(swap.run(a, axis1=-3, axis2=-2), shape)


def _many(a: Shape, *, k: AxisSize) -> Shape:
    _refuse_without_heads(a)
    *lead, heads, rows, cols = a
    checked(k, multiplied(1, a))
    return (*lead, heads * k, rows, cols)


def _why_many(done: Use) -> Facts:
    (*_, heads, _, _), (*_, many, _, _) = done.inputs[0], done.out
    return ("heads", maths(heads)), ("many", maths(many))


@placing_op(
    "repeat_heads",
    _many,
    dialects(
        "np.repeat({0}, {k}, axis=-3)",
        "torch.repeat_interleave({0}, {k}, dim=-3)",
        "[a for a in {0} for _ in range({k})]",
    ),
    symbol="repeat",
    formula=by_parameter("k"),
    reason=_why_many,
    masked="carried",
    native=True,
)
def repeat_heads(a: AnyArray, *, k: AxisSize) -> AnyArray:
    """Repeat each head k times, as heads of queries that share it read keys and values: h×n×d_k becomes (h·k)×n×d_k.

    The copies of a head stand side by side (Ainslie et al., 2023).

    >>> from symattn.exact.matrix import Matrix
    >>> repeat_heads.run(split_heads.run(Matrix.of([[1, 2]]), heads=2), k=2)
    Tensor([[[1]], [[1]], [[2]], [[2]]])
    """
    _many(a.shape, k=k)
    lead, blocks = parts(a)
    return built(
        (*lead[:-1], lead[-1] * k), [block for block in blocks for _ in range(k)]
    )


@repeat_heads.slip("heads-in-turn")
def _in_turn(a: AnyArray, *, k: AxisSize) -> AnyArray:
    lead, blocks = parts(a)
    heads = [blocks[i : i + lead[-1]] for i in range(0, len(blocks), lead[-1])]
    return built((*lead[:-1], lead[-1] * k), [*in_turn(group * k for group in heads)])


def _one_less(a: Shape, *, place: int, behind: int = 0) -> Shape:
    if len(a) < 3 + behind:
        raise ShapeError(
            f"{written(a)} has no axis before its rows",
            "write rows and columns, A[0:1, :]",
        )
    many = a[behind]
    if isinstance(many, int) and not -many <= place < many:
        axis = f"axis {behind}" if behind else "the first axis"
        raise ShapeError(f"place {place} is outside the {many} of {axis}")
    return (*a[:behind], *a[behind + 1 :])


def _numbered(w: Writing) -> Box:
    """A with its place in brackets above, from 1, behind axes that are kept whole: A⁽:⁾⁽¹⁾."""
    place = int(str(w.param("place")))
    behind = int(str(w.param("behind") or 0))
    many = (*w.shape(0), 0, 0)[behind]
    above = place if place >= 0 or not isinstance(many, int) else many + place
    kept = [Fence("(", Ink(":", "punct"), ")")] * behind
    whole = w.arg(0, ATOM)
    of = row(*kept, Fence("(", number(above + 1), ")"))
    return transposed(with_above(whole, of), w.turned)


def _placed(use: Use) -> CodeRule:
    behind = use.params.get("behind")
    return CodeRule(
        "{0}[" + ":, " * (behind if isinstance(behind, int) else 0) + "{place}]"
    )


@placing_op(
    "slab",
    _one_less,
    dialects(_placed, _placed, _placed),
    written="A[0, :, :]",
    formula=_numbered,
    reason=lambda done: tuple(
        (key, int(done.params.get(key, 0)) + 1) for key in ("place", "behind")
    ),
    masked="carried",
    native=True,
    traits=("read off",),
)
def slab(a: AnyArray, *, place: Whole, behind: Whole = 0) -> AnyArray:
    """Take what stands at one place of an axis of a batch, the first or behind others, counted from 0: of h×n×d_k a head.

    >>> from symattn.exact.matrix import Matrix
    >>> slab.run(split_heads.run(Matrix.of([[1, 2], [3, 4]]), heads=2), place=1)
    Matrix([[2], [4]])
    """
    _one_less(a.shape, place=place, behind=behind)
    lead, blocks = parts(a)
    each, many = prod(lead[behind + 1 :]), lead[behind]
    taken = [x for k, x in enumerate(blocks) if k // each % many == place % many]
    return built((*lead[:behind], *lead[behind + 1 :]), taken)


def _contracted(a: Shape, b: Shape) -> Shape:
    if a[-1] != b[0]:
        what = f"the last axis of the first, {a[-1]}, meets the first of the second, {b[0]}"
        raise ShapeError(
            f"{written(a)} times {written(b)}: {what}", need_not(a[-1], b[0])
        )
    return (*a[:-1], *b[1:])


def _formula(w: Writing) -> Box:
    left, right = (w.arg(k, PRODUCT) for k in (0, 1))
    if w.product and not w.numeric:
        return row(left, Ink(w.product, "operator"), right)
    return PAPER.joined("*", left, right)  # 2 · 3, and no 23


def _why_contracted(done: Use) -> Facts:
    a, b = done.inputs
    return ("a", shape_latex(a)), ("b", shape_latex(b)), ("inner", maths(a[-1]))


@op(
    "tensordot",
    _contracted,
    count=matmul.work,
    formula=_formula,
    reason=_why_contracted,
    why=matmul._why,
    code=dialects(
        "np.tensordot({0}, {1}, axes=1)", "torch.tensordot({0}, {1}, dims=1)", None
    ),
    masked="refused",
    native=True,
    reserved=False,
    traits=("product",),
)
def tensordot(a: AnyArray, b: AnyArray) -> AnyArray:
    """Sum over the last axis of the first and the first axis of the second: n×d times d×h×d_k is n×h×d_k.

    >>> from symattn.exact.matrix import Matrix
    >>> tensordot.run(Matrix.of([[1, 2]]), reshape.run(Matrix.of([[3, 4]]), shape=(2, 1, 1)))
    Tensor([[[11]]])
    """
    shape = _contracted(a.shape, b.shape)
    shared = a.shape[-1]
    left = reshape.run(a, shape=(-1, shared))
    right = reshape.run(b, shape=(shared, -1))
    return reshaped(left @ right, shape)
