"""Where in a file the parts of its questions begin, for what stands there without a name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from symattn.later import pattern
from symattn.marking.answers.catalogue import spoken
from symattn.marking.answers.ledger import AnswerText
from symattn.marking.answers.written import AnswerPlace, Contents

_DASHED = pattern(r"[ \t]*[-–−][ \t]+(?:[\d.√π]|e\b|ln\b|log\b|sqrt)")
LONGEST = 300  # characters of a line of shapes
FAR = 40  # characters before a value that may deny it
_LABEL = spoken(  # (a), b., 1c), 2 (d) before whatever stands on a line
    r"[\s>*#•-]*(?:\\item\[)?(?:(?:Q|«question»|«part»)\.?[ \t]*)?"
    r"(?:(\d{1,2})[ \t]*[.):]?[ \t]*)?(?P<part>\([a-h]\)|[a-h][).:](?!\w)|[a-h](?=\s|\Z))",
    re.IGNORECASE,
)

_SHAPE = r"(?:[\w*·]+(?:(?:[ \t]+x[ \t]+|[ \t]*×[ \t]*)[\w*·]+)+|\([\w*·]+(?:,[ \t]*[\w*·]+)+\))"
_SHAPES = pattern(
    rf"(?:[^=:]*?[a-h][).:]|[\W_]*)[ \t]*({_SHAPE}(?:[,;][ \t]*{_SHAPE})*)[ \t.]*"
)  # a) n x d, n x d


def parts_of(content: Contents) -> list[AnswerPlace]:
    """Where parts begin, by headings and by labels before whatever stands on a line, each with its line.

    >>> from symattn.marking.answers.ledger import AnswerText
    >>> found = parts_of(Contents(headed=[AnswerPlace(1, "2")], sources=[AnswerText("Question 2\\n(a) K = 1\\n3b) so [2]\\n")]))
    >>> [(place.line, place.question, place.part) for place in found]
    [(1, '2', None), (2, '2', 'a'), (3, '2', 'b')]
    >>> [place.part for place in parts_of(Contents(sources=[AnswerText("2a proj. 5\\na 3\\nb n = 4\\nd 5\\nc\\n")]))]
    ['a', 'b', 'c']
    """
    found = {place.line: place for place in content.headed}
    named = any(place.question for place in content.headed)
    for source in content.sources:
        last = " "
        for k, line in _lines(source):
            if not (m := _LABEL.match(line)):
                continue
            part = m["part"].strip("().:").lower()
            bare = m["part"].isalpha() and not m[1]  # b n² = 16 behind 2a, or b alone
            if bare and line.strip() != m["part"] and ord(part) != ord(last) + 1:
                continue
            place = found.get(k, AnswerPlace(k, None if named else m[1]))
            found[k], last = replace(place, part=part), part
    places, question = list[AnswerPlace](), None
    for place in map(found.__getitem__, sorted(found)):
        question = place.question or question
        places.append(replace(place, question=question))
    return places


def _lines(source: AnswerText) -> Iterator[tuple[int, str]]:
    """The lines of a source that has some, each with its number."""
    if not source.cell:
        yield from enumerate(source.text.split("\n"), source.above + 1)


def shapes_of(content: Contents) -> Iterator[tuple[int, str]]:
    """The shapes that lines list, with nothing but a part's label before them, each with its line.

    >>> from symattn.marking.answers.ledger import AnswerText
    >>> list(shapes_of(Contents(sources=[AnswerText("a) d x d, n × d\\nso n x d\\n")])))
    [(1, 'd x d'), (1, 'n × d')]
    """
    for source in content.sources:
        for k, line in _lines(source):
            if len(line) < LONGEST and (listed := _SHAPES.fullmatch(line)):
                yield from ((k, shape) for shape in re.findall(_SHAPE, listed[1]))


def dashed(content: Contents, line: int, count: int) -> bool:
    """Whether so many numbers stand behind dashes near a line, each with a blank between: they are items of a list, or below 0.

    >>> from symattn.marking.answers.ledger import AnswerText
    >>> found = Contents(sources=[AnswerText("V:\\n- 2\\n- 1\\nK:\\n* 2\\n* 1")])
    >>> dashed(found, 1, 2), dashed(found, 4, 2)
    (True, False)
    """
    lines = [one for source in content.sources for one in source.text.split("\n")]
    at = next(
        (
            k
            for k in range(max(line - 1, 0), line + 2)
            if _DASHED.match("".join(lines[k : k + 1]))
        ),
        0,
    )
    items = lines[at : at + count]
    return len(items) == count and all(map(_DASHED.match, items))


def said_before(content: Contents, line: int, text: str) -> str:
    """What a file says on a line right before a text, or at its beginning where that does not stand so there.

    >>> from symattn.marking.answers.ledger import AnswerText
    >>> said_before(Contents(sources=[AnswerText("so\\nit is not 0.5 but 1\\n")]), 2, "0.5")
    'it is not '
    """
    for source in content.sources:
        lines = source.text.split("\n")
        if not source.cell and 0 < line - source.above <= len(lines):
            said = lines[line - source.above - 1]
            return (
                said[max(0, at - FAR) : at]
                if (at := said.find(text)) >= 0
                else said[:FAR]
            )
    return ""
