r"""What lint says, explained: of each problem a short name, why it is one, and a wrong and a right way to write it.

One table, ``explained.toml``. ``symattn lint --explain`` prints an entry, ``symattn help problems`` all of them; the tests put
every example into a sheet and look whether lint says of it what the entry is about, and nothing of the right one.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from symattn.errors import SymattnError, closest
from symattn.said import Strings


class ExplainedProblem(NamedTuple):
    """A problem: its name, what is said of it, why it is one, the line of ``sheet`` that both examples stand in place of."""

    name: str
    says: str
    why: str
    line: str
    wrong: str
    right: str
    sheet: str

    def written(self, example: str) -> str:
        r"""The whole sheet with an example in it.

        >>> table()[0].written("decimals: 4").count("decimals")
        1
        """
        return re.sub(
            rf"(?m)^{re.escape(self.line)}.*$", lambda _: example, self.sheet, count=1
        )

    def told(self) -> str:
        """The entry as Markdown."""
        shown = [
            f"```toml\n{example}\n```"
            for example in (f"# wrong\n{self.wrong}", f"# right\n{self.right}")
        ]
        return "\n\n".join([f"## {self.name}", self.why, *shown])


def table() -> tuple[ExplainedProblem, ...]:
    """All entries, in the order in which they are tried."""
    return _read(Path(__file__).with_suffix(".toml"))


@cache
def _read(path: Path) -> tuple[ExplainedProblem, ...]:
    tree = tomllib.loads(path.read_text(encoding="utf-8"))
    entries = []
    for one in tree["problem"]:
        says = one["says"].replace("\n|", "|")
        why = " ".join(one["why"].split("\n"))
        sheet = tree[one.get("sheet", "lines")]
        entries.append(
            ExplainedProblem(
                one["name"],
                says,
                why,
                one["line"],
                one["wrong"].strip(),
                one["right"].strip(),
                sheet,
            )
        )
    return tuple(entries)


def explained(asked: str) -> ExplainedProblem:
    """The entry of that name, or the one whose problem a sentence of lint's is about.

    >>> explained("colon").name, explained("week3.toml:4:1: decimals: a colon where = belongs").name
    ('colon', 'colon')
    """
    for entry in table():
        if asked.strip() == entry.name:
            return entry
    found = of(asked)
    if found is None:
        near = closest(asked, [entry.name for entry in table()])
        hint = f'did you mean "{near}"?' if near else "`symattn help problems` has all"
        raise SymattnError(f'nothing is explained under "{asked[:80]}"', hint)
    return found


def of(said: str) -> ExplainedProblem | None:
    """The entry that something said is about: the one whose words begin first in it, for a message begins with what is wrong."""
    found = [
        (match.start(), k)
        for k, entry in enumerate(table())
        if (match := re.search(entry.says, said))
    ]
    return table()[min(found)[1]] if found else None


def names(said: Iterable[str]) -> Strings:
    """The names of what was said, each once, in their order.

    >>> names(["1:1: W: no line uses it", "2:1: V: no line uses it"])
    ('unused-given',)
    """
    return tuple(dict.fromkeys(entry.name for one in said if (entry := of(one))))


def listed() -> str:
    """All entries as a page of the guide."""
    head = (
        "# Problems, explained",
        "What `symattn lint` says of a sheet, and every other command with it. `symattn lint --explain NAME` prints one of",
        "these, and takes a sentence of lint's as well.",
    )
    return "\n\n".join(
        [head[0], " ".join(head[1:]), *map(ExplainedProblem.told, table())]
    )
