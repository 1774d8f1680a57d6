"""Random quantities of a question about shapes: mean and variance of the entries of a given, and how they hang together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from symattn import language
from symattn.errors import ReadError, SymattnError, nearest
from symattn.exact.decide import sign_if_told
from symattn.exact.functions import symbol
from symattn.exact.number import UNIT, ZERO, Number
from symattn.exact.zero import symbolic
from symattn.language.letters import known
from symattn.language.text import CONSTANTS
from symattn.language.tree import FUNCTIONS
from symattn.later import pattern
from symattn.ops.moments import Moments, stated
from symattn.plan import Plan
from symattn.plan.tree import Counted, replaced
from symattn.sheet.kinds import (
    Flag,
    KeyOf,
    Keys,
    Schema,
    Table,
    TableOf,
    instead,
    is_number,
)
from symattn.sheet.lettered import NAME
from symattn.sheet.source import Place, short

_LETTER = pattern(r"[A-Za-z][A-Za-z0-9_]*")


class Moment:
    """A number, or text with letters in it, such as "mu" or "1/d"."""

    def read(self, value: object, at: Place) -> Number:
        """The exact value; raises SymattnError."""
        if is_number(value):
            return Number.of(value)
        if not isinstance(value, str):
            raise instead(
                value,
                "a number or letters",
                'write a number, such as 1, or text, such as "mu" or "1/d"',
            )
        names = {
            name
            for name in _LETTER.findall(value)
            if name not in FUNCTIONS and name not in CONSTANTS
        }
        try:
            with known({name: symbol(name) for name in names}):
                found = language.cell(value)
        except ReadError as error:
            raise SymattnError(
                f'cannot read "{short(value)}", character {error.position + 1}: {error.what}',
                error.hint,
            ) from None
        return found

    def schema(self) -> Schema:
        """A number or text."""
        return {"type": ["number", "string"]}


class RandomKeys(Keys):
    """What is known of the entries of a given."""

    mean = KeyOf(Moment(), "the mean of an entry; 0 unless written", '"mu"')
    variance = KeyOf(Moment(), "the variance of an entry; 1 unless written", '"1/d"')
    independent = KeyOf(
        Flag(),
        "whether the entries are independent of one another; true unless written",
        "false",
    )
    uncorrelated = KeyOf(
        Flag(),
        "whether no two entries correlate though they are not independent, as in a unit vector",
        "true",
    )


RANDOM = TableOf(Table(RandomKeys), NAME)
"""The table ``random`` of a question."""


def stated_of(
    tables: Mapping[str, RandomKeys | None], names: Iterable[str], at: Place
) -> dict[str, Moments]:
    """What is stated of random givens; what cannot be is reported at its place."""
    found: dict[str, Moments] = {}
    names = tuple(names)
    for name, table in tables.items():
        if name not in names:
            hint = (
                nearest(name, names)
                or f'write {name} = ["n", "d"] under [question.shapes]'
            )
            (at / name).misnamed(f"{name} has no shape", hint)
        elif table is not None:
            mean = ZERO if table.mean is None else table.mean
            variance = UNIT if table.variance is None else table.variance
            if not symbolic(variance) and sign_if_told(variance) == -1:
                (at / name / "variance").wrong("a variance below 0", "write 0 or more")
            free = table.independent is not False
            if free and table.uncorrelated:
                (at / name / "uncorrelated").wrong(
                    "independent entries are uncorrelated",
                    "leave it out, or independent = false",
                )
            found[name] = stated(name, mean, variance, free, bool(table.uncorrelated))
    return found


def with_stated(plan: Plan, moments: Mapping[str, Moments]) -> Plan:
    """The plan whose expectations, variances and covariances know what is stated of the givens."""
    told = tuple(moments.items())

    def known_to(part: object) -> object:
        return (
            replace(part, stated=told)
            if isinstance(part, Counted) and part.random
            else part
        )

    lines = (replace(line, tree=replaced(line.tree, known_to)) for line in plan.lines)
    return replace(plan, lines=tuple(lines)) if told else plan
