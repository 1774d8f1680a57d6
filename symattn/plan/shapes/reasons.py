"""Why a line has its shape, in one sentence: LaTeX prose, as authors write it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from symattn.ops.registry import Shape
from symattn.ops.sizes import Size, product


@dataclass(frozen=True)
class Done:
    """One operation on shapes, each size as it is shown: what went in, its parameters, what came out."""

    op: str
    inputs: tuple[Shape, ...]
    out: Shape
    params: Mapping[str, Any]


def size_latex(size: object) -> str:
    """A size in LaTeX.

    >>> size_latex(Size.letter("h") * Size.letter("d_k")), size_latex(Size.letter("d_model"))
    ('h \\\\cdot d_k', 'd_{\\\\text{model}}')
    """
    if not isinstance(size, Size):
        return str(size)
    words = size.written(" * ").replace("+", " + ").replace("-", " - ").split(" ")
    return " ".join("\\cdot" if word == "*" else _letter(word) for word in words).strip()


def shape_latex(shape: Shape) -> str:
    """A shape in LaTeX, in round brackets.

    >>> shape_latex((4, Size.letter("d_k")))
    '(4, d_k)'
    """
    return "(" + ", ".join(map(size_latex, shape)) + ")"


def reason(done: tuple[Done, ...]) -> str:
    """Why a line of these operations has its shape: what changes shapes, else what the last one does.

    >>> reason((Done("softmax", ((2, 2),), (2, 2), {}),))
    'every row becomes weights, the shape stays'
    """
    changing = [d for k, d in enumerate(done) if d.op in _CHANGES and not _shown_by_product(done, k)]
    said = [_CHANGES[d.op](d) for d in changing]
    if not said:
        said = [_KEEPS.get(done[-1].op, "every entry on its own") + ", the shape stays"]
    return "; then ".join(dict.fromkeys(said))


def _shown_by_product(done: tuple[Done, ...], k: int) -> bool:
    """Whether a transpose is part of a product that names its shape anyway."""
    return done[k].op == "transpose" and any(later.op == "matmul" for later in done[k + 1 :])


def _letter(word: str) -> str:
    base, _, power = word.partition("^")
    stem, _, sub = base.partition("_")
    below = f"_{sub}" if len(sub) == 1 else f"_{{\\text{{{sub.replace('_', ' ')}}}}}" if sub else ""
    return stem + below + (f"^{power}" if power else "")


def _math(size: object) -> str:
    return f"${size_latex(size)}$"


def _product(done: Done) -> str:
    a, b = done.inputs
    carried = " and ".join(_math(size) for size in done.out[:-2])
    more = f", {carried} {'stay' if len(done.out) > 3 else 'stays'}" if carried else ""
    return f"${shape_latex(a)} \\times {shape_latex(b)}$: the inner {_math(a[-1])} cancels{more}"


def _dotted(done: Done) -> str:
    a, b = done.inputs
    return f"${shape_latex(a)} \\times {shape_latex(b)}$: the shared {_math(a[-1])} cancels"


def _added(done: Done) -> str:
    a, b = done.inputs
    if a == b:
        return "entry by entry, the shape stays"
    return f"${shape_latex(min(a, b, key=_repeats))}$ is added to every row, the shape stays"


def _repeats(shape: Shape) -> tuple[int, int]:
    return len(shape), -sum(n == 1 for n in shape)


def _cut(done: Done) -> str:
    shape, (*_, heads, _, width) = done.inputs[0], done.out
    cut = f"the {_math(shape[-1])} columns are cut into {_math(heads)} heads of {_math(width)}"
    return f"{cut}, the head axis goes before the rows"


def _merged(done: Done) -> str:
    *_, heads, _, width = done.inputs[0]
    whole = size_latex(done.out[-1])
    made = f"{size_latex(heads)} \\cdot {size_latex(width)}"
    equals = f"${made} = {whole}$" if made != whole else f"${made}$"
    return f"the heads stand side by side again: {equals} columns"


def _filled(done: Done) -> str:
    before, after = done.inputs[0], done.out
    if before[:-2] == after[:-1]:
        joined = " \\cdot ".join(map(size_latex, before[-2:]))
        return f"the last two axes become one, ${joined} = {size_latex(after[-1])}$"
    if before[:-1] == after[:-2]:
        cut = " \\cdot ".join(map(size_latex, after[-2:]))
        return f"the last axis is cut, ${size_latex(before[-1])} = {cut}$"
    return f"the same {_math(product(1, before))} numbers, laid out anew"


def _swapped(done: Done) -> str:
    i, j = (int(done.params[key]) % len(done.out) for key in ("axis1", "axis2"))
    return f"axes {min(i, j)} and {max(i, j)} (counted from 0) change places, no number changes"


def _beside(done: Done) -> str:
    widths = " + ".join(size_latex(shape[-1]) for shape in done.inputs)
    return f"side by side: the rows stay, the columns add up, ${widths}$"


def _on_top(done: Done) -> str:
    heights = " + ".join(size_latex(shape[-2]) for shape in done.inputs)
    return f"on top of each other: the columns stay, the rows add up, ${heights}$"


def _picked(done: Done) -> str:
    return f"{_math(done.out[-2])} rows and {_math(done.out[-1])} columns are cut out"


_CHANGES: dict[str, Callable[[Done], str]] = {
    "matmul": _product,
    "tensordot": _dotted,
    "transpose": lambda done: "rows become columns",
    "add": _added,
    "subtract": _added,
    "split_heads": _cut,
    "merge_heads": _merged,
    "reshape": _filled,
    "swap": _swapped,
    "concat": _beside,
    "stack": _on_top,
    "select": _picked,
}
_KEEPS = {
    "softmax": "every row becomes weights",
    "causal_mask": "entries are only blocked",
    "mask": "entries are only blocked",
    "multiply": "every entry is multiplied by the same number",
    "divide": "every entry is divided by the same number",
    "normalize": "every row is divided by its sum",
    "layer_norm": "every row is centred and scaled",
    "rope": "every row is turned",
    "copy": "nothing changes",
}
