"""What stands at the places that a line finds: the words, where it is known that these are what it looks among, else the entries
by their symbols, whose rows and columns are counted from 1; of a table written as one row its row and its column."""

from __future__ import annotations

from collections.abc import Sequence

from symattn.boxes import BLANK, COMMA, Box, Fence, Ink, Script, listed, number, row
from symattn.exact.matrix import Matrix
from symattn.notation.entries import below
from symattn.ops import OPS, has
from symattn.page.axes import token_axes, with_a_word_more
from symattn.page.forms import LIMIT, NAME, fits
from symattn.page.work import Work
from symattn.plan import Line
from symattn.plan.tree import SIGNS
from symattn.said import Strings, Texts
from symattn.tables import in_turn


def places(
    work: Work, lines: Sequence[Line]
) -> tuple[tuple[Box, tuple[tuple[str, Strings], ...]], ...]:
    """The words at the places that lines find, row by row, where they do not stand behind these: the number of a row, and the
    words of its places. Nothing for a line of which it is not known that it looks among the words."""
    told = (
        (work.symbol(line.name), _words_at(work, line.name))
        for line in lines
        if named(work, line.name) is None
    )
    return tuple(
        (symbol, tuple((str(i + 1), words) for i, words in enumerate(rows)))
        for symbol, rows in told
        if rows
    )


def named(work: Work, name: str) -> Box | None:
    """The words at the places of one row or one column, as they stand behind them."""
    if not isinstance(work.array(name), Matrix):
        return None
    rows = _words_at(work, name)
    words = rows[0] if len(rows) == 1 else tuple(in_turn(rows))
    many = len(tuple(in_turn(work.value(name).values)))
    if len(words) == many:
        told = [Ink(word, "text") for word in words]
        box = row(BLANK, Fence("(", listed(told, COMMA, BLANK), ")"))
    elif entries := _entries_at(work, name):
        box = row(BLANK, Ink("→", "relation"), BLANK, listed(entries, COMMA, BLANK))
    else:
        return None
    alone = min(work.value(name).shape) == 1
    return box if alone and fits(box, LIMIT - NAME, 0) else None


def _entries_at(work: Work, name: str) -> list[Box]:
    """The symbols of the entries at the places that a line finds, p₂ of place 1, J₂,₃ or J₂,cat of place 5 of a table that was
    written as one row; nothing where the places themselves say as much, or what they are of has no symbol."""
    calls = work.question.plan.by_out
    call, value = calls.get(name), work.value(name)
    while call is not None and call.op == SIGNS["A[0:2, :]"] and value.rows == 1:
        call = calls.get(call.args[0])
    table = call.args[0] if call is not None and has(call.op, "places") else ""
    shape = work.shapes.get(table, ())
    if call is None or len(shape) != 2:
        return []
    axis = dict(call.params).get(
        "axis", None if "axis" in OPS[call.op].signature.kinds else 1
    )
    cols, of = shape[1], table
    while (made := calls.get(of)) is not None and (
        has(made.op, "refilled")
        or (has(made.op, "a negative") and of not in work.steps)
    ):
        of = made.args[0]
    long, first = work.shapes.get(of, ()), work.question.first
    names = {*work.question.plan.names, *work.question.given}
    if of not in names or len(long) != 2 or (first and 1 in long and 1 in shape):
        return []
    found = list[Box]()
    for i, line in enumerate(value.values):
        for j, x in enumerate(line):
            place = int(x.rational.p) - first
            at = (
                place
                if axis is None
                else i * cols + place
                if axis
                else place * cols + j
            )
            found += _entry(work, of, *divmod(at, long[1]))
    return found if len(found) == value.rows * value.cols else []


def _entry(work: Work, of: str, i: int, j: int) -> list[Box]:
    """The symbol of one entry, by the words of its row and its column where these are known."""
    symbol, sizes = work.symbol(of), work.shapes[of]
    places = [
        Ink(work.tokens[at], "text") if _among_words(work, of, axis) else number(at + 1)
        for axis, at in ((0, i), (1, j))
        if sizes[axis] != 1
    ]
    if isinstance(symbol, Script) and len(places) > 1:
        return [Script(Fence("(", symbol, ")"), sub=listed(places, COMMA))]
    box = below(symbol, places, work.notation.taken)
    return [] if box is None or box in work.notation.taken else [box]


def _words_at(work: Work, name: str) -> Texts:
    """The words at the places that a line finds, row by row; of places in columns a row for each column."""
    step = work.steps[name]
    if not has(step.op, "places") and not _points(work, name):
        return ()
    if _points(work, name):
        found = step.value.map(lambda x: x - work.question.first).values
        return tuple(
            tuple(work.tokens[int(x.rational.p)] for x in row) for row in found
        )
    array = step.inputs[0]
    axis = step.params.get(
        "axis", None if "axis" in OPS[step.op].signature.kinds else 1
    )
    if axis is None and 1 in array.shape:
        axis = int(array.shape[0] == 1)
    if axis is None or not _among_words(work, step.call.args[0], int(axis)):
        return ()
    value, lines = (step.value, array) if axis else (step.value.T, array.T)
    alike = has(
        step.op, "of a line"
    )  # of equal ones the first is the place, and all are named
    return tuple(
        tuple(
            "/".join(
                word
                for word, y in zip(work.tokens, line, strict=True)
                if y.key == line[place].key and (alike or word == work.tokens[place])
            )
            for place in (int(x.rational.p) - work.question.first for x in row)
        )
        for row, line in zip(value.values, lines.values, strict=True)
    )


def _points(work: Work, name: str) -> bool:
    """Whether a line reads places from one that found them among the words, as pointers back are followed."""
    of = work.question.plan.line(name).calls[0].args[:1]
    return has(work.steps[name].op, "at places") and any(
        one in work.steps
        and has(work.steps[one].op, "places")
        and bool(_words_at(work, one))
        for one in of
    )


def _among_words(work: Work, name: str, axis: int) -> bool:
    """Whether an axis of a line is the named tokens: by X, or by a table of words, of their keys or values; where there is none
    of these, what has one entry for each word."""
    if not work.tokens or work.shapes[name][axis - 2] != len(work.tokens):
        return False
    grow = token_axes(work, name)
    if grow is not None:
        return grow[axis]
    more = with_a_word_more(work)
    known = more.get(name, (0, 0))[axis - 2] == len(work.tokens) + 1
    return known if more else "X" not in work.question.given
