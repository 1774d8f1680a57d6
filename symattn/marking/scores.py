"""Where scores come from: the width of the keys, the width of the model, and whether they were divided yet."""

from __future__ import annotations

from symattn.marking.course import Course
from symattn.ops import has
from symattn.plan import Call
from symattn.records import frozen


@frozen
class Sizes:
    """What is known at a call: ``d_k``, ``d_model``, whether the scores it reads were scaled (None: no scores)."""

    d_k: int | None = None
    d_model: int | None = None
    scaled: bool | None = None
    is_product: bool = False


def sizes_of(course: Course, call: Call) -> Sizes:
    """The sizes at one call, found by following the scores back to the product with a transposed matrix.

    >>> from symattn.exact.matrix import Matrix
    >>> from symattn.plan import Plan
    >>> plan = Plan.read(["S = Q @ K.T", "A = softmax(S)"])
    >>> sizes_of(Course(plan, {"Q": Matrix.of([[1, 2]]), "K": Matrix.of([[3, 4]])}), plan.calls[-1]).d_k
    2
    """
    if is_scores(course, call):
        return Sizes(is_product=True)
    scaled, at = False, course.calls.get(call.args[0]) if call.args else None
    while at is not None and has(at.op, "keeps scores"):
        scaled = scaled or has(at.op, "scales")
        at = course.calls.get(at.args[0])
    if at is None or not is_scores(course, at):
        return Sizes()
    shared = (
        "cols" if not turned(course, at.args[0]) else "rows"
    )  # of Q Kᵀ; where tokens are columns it is Kᵀ Q
    query = at.args[0] if shared == "cols" else at.args[1]
    return Sizes(
        getattr(course.read.get(query), shared, None),
        _model_width(course, query, shared),
        scaled,
    )


def is_scores(course: Course, call: Call) -> bool:
    """Whether a call multiplies queries with transposed keys."""
    return has(call.op, "product") and any(turned(course, name) for name in call.args)


def turned(course: Course, name: str) -> bool:
    """Whether a name stands for a transposed matrix."""
    found = course.calls.get(name)
    return found is not None and has(found.op, "transposes")


def _model_width(course: Course, name: str, width: str) -> int | None:
    """The width of what queries are projected from: the columns of X, its rows where tokens are columns."""
    while (call := course.calls.get(name)) is not None:
        if has(call.op, "product") or not call.args:
            source = call.args[0 if width == "cols" else -1] if call.args else ""
            return getattr(course.read.get(source), width, None)
        name = call.args[0]
    return None


def weight_of(course: Course, call: Call) -> int | None:
    """Which operand of a product is a given weight matrix: 0 or 1, None where neither is."""
    given = [k for k, name in enumerate(call.args) if name in course.givens]
    if not has(call.op, "product") or not given:
        return None
    return next((k for k in given if call.args[k].startswith("W")), given[-1])


def branch_of(course: Course, call: Call) -> int | None:
    """Which operand of a sum comes from the other one, as the branch beside a residual does; None where neither does."""
    if len(call.args) != 2:
        return None
    behind = [
        {name for before in course.before(arg) for name in before.args}
        for arg in call.args
    ]
    return next((k for k in (0, 1) if call.args[1 - k] in behind[k]), None)
