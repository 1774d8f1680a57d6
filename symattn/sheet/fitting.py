"""Whether the matrices of a question fit together, before anything is computed: what does not, where, and what would."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symattn.ops import has
from symattn.plan import Call, Line, Plan
from symattn.plan.derivation import NOTHING, shapes
from symattn.sheet.place import Place
from symattn.sheet.planning import MASK

Shapes = Mapping[str, tuple[Any, ...]]


def check_shapes(plan: Plan, given: Shapes, at: Place, sizes: Mapping[str, int] = NOTHING) -> Shapes:
    """The shape of every line; what does not fit is reported at the line, or at the given matrix of a variant.

    *sizes* are the given numbers that may be sizes of axes.
    """
    found, problems = shapes(plan, given, sizes)
    for line, what in problems:
        call = next(call for call in line.calls if call.out not in found and all(name in found for name in call.args))
        _place_of(line, call, plan, given, at).wrong(what, _hint(call, line, found))
    return found


def _place_of(line: Line, call: Call, plan: Plan, given: Shapes, at: Place) -> Place:
    """Where a line that does not fit is mended: at the line, or at the given matrix that a variant's line reads."""
    steps = at / "steps" / plan.lines.index(line)
    if at.positions.has(steps.path):
        return steps
    name = _offending(plan, call, given)
    return at / "options" / "mask" if name == MASK else at / "given" / name


def _offending(plan: Plan, call: Call, given: Shapes) -> str:
    """The last given matrix that went into a call: in Q Kᵀ it is W_K."""
    makers = {made.out: made for made in plan.calls}
    name = call.args[-1]
    while name not in given:
        name = makers[name].args[-1]
    return name


def _hint(call: Call, line: Line, found: Shapes) -> str:
    """What the right matrix of a product would have to be like."""
    if not has(call.op, "product"):
        return ""
    left, right = call.args
    turned = next((made.args[0] for made in line.calls if made.out == right and has(made.op, "transposes")), None)
    if "." in left or (turned or right).count("."):
        return ""
    if turned:
        return f"{turned} needs {found[left][1]} columns, as many as {left}"
    return f"{right} needs {found[left][1]} rows, one for each column of {left}"
