"""The key book: every student's final answers on a few pages, made from the manifest alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from symattn.exact.matrix import Matrix
from symattn.formats import writer
from symattn.said import Keyed
from symattn.sheet import SolvedSheet
from symattn.sheet.json import exact
from symattn.sheet.measures import Show
from symattn.tables import in_turn

Finals = dict[str, dict[str, dict[str, Any]]]


def finals(solution: SolvedSheet) -> Finals:
    """What the last part of every question asks: question id → line → exact value, decimals, a quantity as pages show it."""
    found: Finals = {}
    for answer in solution.answers:
        question = answer.question
        asks = question.parts[-1].asks if question.parts else question.plan.names[-1:]
        found[question.id] = {
            name: _final(
                question.measures.show(name, answer[name]),
                answer[name],
                solution.sheet.decimals,
            )
            for name in asks
            if name in answer.follow.values
        }
    return found


def _final(show: Show | None, value: Matrix, places: int) -> dict[str, Any]:
    """The value of a line; the entries as pages show them where they are shown otherwise."""
    table = {"exact": exact(value), "decimal": value.decimals(places)}
    if show:
        table["shown"] = value.shown(lambda x: str(show.amount(x, places)), "-inf")
    return table


def book(head: Keyed, records: Iterable[Keyed]) -> Iterator[str]:
    """The key book as Markdown, student by student: a heading, the final matrices as tables of decimals.

    >>> record = {"id": "01", "name": "<b>Ada", "finals": {"q1": {"Y": {"decimal": [["1.00", "2.00"]]}}}}
    >>> print("".join(book({"template": "a.toml", "seed": 3}, [record])))
    # Key book of a.toml, seed 3
    <BLANKLINE>
    ## \\<b\\>Ada (01)
    <BLANKLINE>
    q1, Y:
    <BLANKLINE>
        1.00  2.00
    <BLANKLINE>
    <BLANKLINE>
    """
    plain = writer("md").escape
    yield f"# Key book of {plain(' '.join(head['template'].split()))}, seed {head['seed']}\n\n"
    for record in records:
        name = record.get("name")
        lines = [
            f"## {plain(name)} ({record['id']})" if name else f"## {record['id']}",
            "",
        ]
        for question, values in record["finals"].items():
            for line, value in values.items():
                lines += [
                    f"{question}, {line}:",
                    "",
                    *_table(value.get("shown") or value["decimal"]),
                    "",
                ]
        yield "\n".join(lines) + "\n"


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Decimals below each other, the points in line."""
    width = max(map(len, in_turn(rows)))
    return ["    " + "  ".join(cell.rjust(width) for cell in row) for row in rows]
