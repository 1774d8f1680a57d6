"""A product with the name of another line, which may be an equation of each: m = 2.5 v = 1.67."""

from __future__ import annotations

from collections.abc import Iterator

from symattn.exact.units import at_end
from symattn.later import pattern
from symattn.marking.answers.grids import shortened
from symattn.marking.answers.line_names import Meaning, line_of
from symattn.marking.answers.naming import QuestionNames
from symattn.marking.answers.values import is_of_information
from symattn.marking.answers.written import WrittenAnswer
from symattn.marking.said import reading

_NEXT_NAME = pattern(
    r"(?P<number>[-−]?\.?\d[\d.,]*)[ \t]+(?P<name>[^\W\d_]\w*)\s*[=≈:\[\d]"
)  # m = 2.5 v = 1.67: a product, or two equations
_NAMES = pattern(r"(?<=[\d)\]][ \t])[ \t]*([^\W\d_]\w*)[ \t]*(?:[=≈:]|(?=[\[(.\d−-]))")


def of_two_lines(
    answer: WrittenAnswer, meaning: Meaning, naming: QuestionNames
) -> tuple[str, frozenset[str]]:
    """Why a person looks at a product with another line, where it is not right: m = 2.5 v = 1.67 may be an equation of each,
    and so may mean = 2.5 spread = 1.67, where one number is not the other; and the lines that may stand in it."""
    before, _, behind = answer.whole.partition(answer.label)
    stands = (behind if answer.label else before).strip()  # q1 m = 2.5 v = 1.67
    after = _NEXT_NAME.match(stands)
    other = naming.parsed(after["name"]) if after else None
    if after is None:
        return "", frozenset()
    if other is None:
        number = naming.shapes.get(line_of(meaning)) == (1, 1)
        apart = after["number"] != answer.text if answer.scalar else number
        parted = apart and (after[0][-1] in "=≈" or not answer.scalar)
        unit = is_of_information(after["name"])
        found = parted and not unit and at_end(f"1 {after['name']}") is None
    else:
        found = other.stem != meaning.stem
    if not found:
        return "", frozenset()
    said = reading("unaccounted", text=shortened(stands, 60), line=answer.place.line)
    return said, frozenset([line_of(meaning), *_inside(stands, naming)])


def _inside(stands: str, naming: QuestionNames) -> Iterator[str]:
    """The lines that are named behind numbers, by words or where there are several; one symbol may be a factor."""
    names = _NAMES.findall(stands)
    for name in names:
        lines = {line_of(one) for one in naming.meanings(name)}
        named = len(names) > 1 or naming.parsed(name) is None
        if named and len(lines) == 1 and lines <= {*naming.lines}:
            yield from lines
