"""A sheet's own stated values, looked at as answers: a slip, rounding carried on, or simply wrong."""

from __future__ import annotations

from collections.abc import Iterator

from symattn.formats.templates import plain
from symattn.marking.answers.tables import of_value
from symattn.marking.handed import Handed
from symattn.marking.marking import Marking
from symattn.marking.sheet import Ready
from symattn.sheet import Sheet


def departures(sheet: Sheet) -> Iterator[str]:
    """How each stated value that does not hold came about, where that can be told: a slip, or rounding on the way.

    >>> from symattn.sheet import loads
    >>> text = '[[question]]\\nsteps = ["S = Q @ K.T", "L = S / sqrt(cols(K))"]\\n'
    >>> text += 'given = { Q = [[1, 2], [5, 7]], K = [[3, 4], [1, 9]] }\\n'
    >>> text += 'stated = { L = [["11", "19"], ["43", "68"]] }'
    >>> list(departures(loads(text)))
    ['q1: L: You did not divide by √d_k. The line is L = S / sqrt(cols(K)).']
    """
    ready = Ready(sheet)
    for question in sheet.questions:
        key = ready.keys[question.id]
        exact = type(key)(key.plan, key.givens, key.exact, key.exact, {}, key.rule)
        stated = {
            name: [list(row) for row in question.stated_text[name]]
            for name in question.stated
        }
        answers = {
            name: Handed(name, of_value(name, rows).cells)
            for name, rows in stated.items()
        }
        for name, result in Marking(exact, answers).results.items():
            if result.slip or result.rounded_on_the_way or result.verdict == "follows":
                yield f"{question.id}: {name}: {plain(*result.said)}"
