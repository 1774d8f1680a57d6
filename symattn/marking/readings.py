"""What an answer may be read as beside the likeliest: right in another reading, it is meant so, or a person looks at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from symattn.errors import LimitError, SymattnError
from symattn.exact.matrix import Matrix
from symattn.marking.answers.fitting import in_shape
from symattn.marking.answers.grids import Cells, shortened
from symattn.marking.answers.written import WrittenAnswer
from symattn.marking.handed import Handed
from symattn.marking.judging import CORRECT, IMPRECISE, Right, against, worst
from symattn.marking.said import reading
from symattn.marking.sheet import Ready
from symattn.said import Integers
from symattn.sheet import Question


def entries_of(one: WrittenAnswer, shape: Integers) -> Cells:
    """The entries of a value as a line's shape has it; none where these may be read in two ways.

    >>> from symattn.marking.answers.tables import of_text
    >>> len(entries_of(of_text("p", "[1, 2]"), (2, 1)))
    2
    """
    try:
        return in_shape(one, shape, turned=False)[0].cells
    except SymattnError:
        return ()


def is_right(cells: Cells, right: Right, *also: str) -> bool:
    """Whether some entries are right, each with the digits asked, or as the other verdicts have it.

    >>> from symattn.exact.matrix import Matrix
    >>> from symattn.marking.answers.tables import of_text
    >>> from symattn.exact.number import Number
    >>> from symattn.marking.rule import Rule
    >>> right = Right(Matrix.of([[Number.of(2)]]), Rule())
    >>> is_right(of_text("p", "4/2").cells, right), is_right((), right)
    (True, False)
    """
    try:
        return worst(against(Handed("", cells), [right])) in (CORRECT, *also)
    except SymattnError:
        return False


def as_meant(
    here: Mapping[str, Handed], right: Callable[[str], Right]
) -> dict[str, Handed]:
    """The answers that are right in another reading, or in the other of two units, which is the one meant; for a person where
    the unit may be another than the line's."""
    found = dict[str, Handed]()
    for name, one in here.items():
        others = [(cells, True) for cells in one.others]
        others += [(cells, False) for cells in one.doubtful]
        if not others or is_right(one.cells, right(name)):
            continue
        for cells, sure in others:
            said = WrittenAnswer("", cells, text=one.text)
            meant = entries_of(said, right(name).value.shape)
            if is_right(meant, right(name), *(() if sure else (IMPRECISE,))):
                doubt = reading("unaccounted", text=shortened(one.text), line=one.line)
                as_read = replace(one, open=one.open or doubt)
                found[name] = replace(one, cells=meant) if sure else as_read
                break
    return found


Found = dict[str, dict[str, Handed]]
"""What stands for the lines of each question."""


def for_parts(ready: Ready, found: Found) -> Iterator[tuple[str, str, Handed]]:
    """The lines whose name is the label of another question's part as well, a 49152, where the value is not right for them and
    is for that part's line, which is missing: both are for a person."""
    parts = [
        (question, part.label, part.asks[0])
        for question in ready.sheet.questions
        for part in question.parts
        if part.label and len(part.asks) == 1
    ]
    for question in ready.sheet.questions:
        for other, label, line in parts:
            one = found.get(question.id, {}).get(label)
            known = not question.shapes and label in question.plan.names
            free = other.id != question.id and line not in found.get(other.id, {})
            if one is None or not (known and free):
                continue
            mine, theirs = _right(ready, question, label), _right(ready, other, line)
            if mine is None or theirs is None:
                continue
            if is_right(one.cells, theirs) and not is_right(one.cells, mine):
                doubt = reading("unaccounted", text=shortened(one.text), line=one.line)
                yield question.id, label, replace(one, open=one.open or doubt)
                unread = Handed(one.written, (), doubt, (), one.text, line=one.line)
                yield other.id, line, unread


def _right(ready: Ready, question: Question, name: str) -> Right | None:
    """The right value of a line that is a matrix; None of another, and where it is beyond a limit."""
    try:
        key = ready.key(question)
    except LimitError:
        return None
    return key.rights[name][0] if isinstance(key.exact[name], Matrix) else None
