"""Which axes of a line, its rows and its columns, are the tokens: those that grow with a token more."""

from __future__ import annotations

from symattn.ops import has
from symattn.ops.shapes import Shape, Shapes
from symattn.page.work import Work
from symattn.plan.derivation import shapes, shapes_of, sizes_of


def of_tokens(work: Work, name: str) -> bool:
    """Whether both axes of weights are the named tokens: a token more in X would be a row and a column more, as it would not
    be of three experts for three tokens; or X does not tell, and the scores were blocked by the order of tokens."""
    grow = token_axes(work, name)
    there = work.steps[name].value.shape == (len(work.tokens),) * 2
    return there and (grow == (True, True) or (grow is None and _in_order(work, name)))


def may_look(work: Work, name: str) -> bool:
    """Whether rows and columns may be the same tokens: there are as many, and X says nothing else."""
    shape: Shape = work.steps[name].value.shape
    return shape[-1] == shape[-2] and token_axes(work, name) in (None, (True, True))


def token_axes(work: Work, name: str) -> tuple[bool, bool] | None:
    """Which axes of a line, its rows and its columns, are the tokens of X: those that are longer with one token more in X,
    and in the masks. None where that cannot be told: there is no X, the line does not come from it, or scores are given."""
    before = work.shapes[name][-2:]
    after = work.once("grown", "X", lambda: _with_a_token_more(work)).get(name, ())[-2:]
    if (
        way_of_scores(work, name)[0] in work.question.given
        or len(before) != 2
        or len(after) != 2
        or before == after
    ):
        return None
    return after[0] == before[0] + 1, after[1] == before[1] + 1


def _with_a_token_more(work: Work) -> Shapes:
    """The shapes of the lines if X had a token more, and the masks with it; nothing where there is no X."""
    q, axis = work.question, int(work.notation.columns)
    given = shapes_of(q.given)
    if len(given.get("X", ())) != 2:
        return {}
    return _shapes_of(work, given | {"X": axis_grown(given["X"], axis)})


def with_a_word_more(work: Work) -> Shapes:
    """The shapes of the lines with a row more in a table of words, where there is no X; worked out once."""
    return work.once("grown", "words", lambda: _with_a_word_more(work))


def _with_a_word_more(work: Work) -> Shapes:
    """The same where there is no X, but a table of words, of their keys or of their values, with a row for each token:
    then rows and columns of as many numbers as there are tokens have one for each too."""
    n, axis = len(work.tokens), int(work.notation.columns)
    given = shapes_of(work.question.given)
    tables = [
        key for key in "EKV" if len(given.get(key, ())) == 2 and given[key][axis] == n
    ]
    if "X" in given or not tables:
        return {}
    more = {key: axis_grown(given[key], axis) for key in tables}
    lists = {
        key: shape
        for key, shape in given.items()
        if shape in ((1, n), (n, 1)) and n > 1
    }
    longer = {key: axis_grown(shape, shape.index(n)) for key, shape in lists.items()}
    found = (_shapes_of(work, given | more), _shapes_of(work, given | more | longer))
    return found[
        len(found[0]) <= len(found[1])
    ]  # vectors of as many numbers are no lists


def _shapes_of(work: Work, given: dict[str, Shape]) -> Shapes:
    """The shapes of the lines if the givens had these, and masks those of what they block."""
    q = work.question
    for call in q.plan.calls:
        if has(call.op, "takes a mask") and call.args[1] in given:
            # a mask is as large as its scores
            found = shapes(q.plan, given, sizes_of(q.given))[0].get(call.args[0])
            given[call.args[1]] = found or given[call.args[1]]
    return shapes(q.plan, given, sizes_of(q.given))[0]


def _in_order(work: Work, name: str) -> bool:
    """Whether an operation blocked scores by the order of tokens, on both axes, before weights were made of them."""
    return any(
        has(op, "blocks") and not has(op, "takes a mask")
        for op in way_of_scores(work, name)[1]
    )


def way_of_scores(work: Work, name: str) -> tuple[str, list[str]]:
    """What the scores of a line were before anything was scaled, blocked or made weights, and the operations from there."""
    calls, ops = work.question.plan.by_out, list[str]()
    while name in calls and has(calls[name].op, "keeps scores", "weights"):
        ops.append(calls[name].op)
        name = calls[name].args[0]
    return name, ops


def axis_grown(shape: Shape, axis: int) -> Shape:
    """A shape of matrices with one row (axis 0) or one column more.

    >>> axis_grown((2, 3), 1)
    (2, 4)
    """
    return tuple(n + (k == axis) for k, n in enumerate(shape))
