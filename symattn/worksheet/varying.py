"""What makes a sheet a template: which givens vary and how, and what every variant must keep to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from symattn.worksheet.cells import Cell
from symattn.worksheet.kinds import Flag, Text, Whole
from symattn.worksheet.options import Choice
from symattn.worksheet.tables import Key, ListOf, Table

KINDS = ("integers", "decimals", "permutation", "logarithms")

DRAW = Table(
    {
        "question": Key(Text(), "the question's id; needed when the sheet has several"),
        "names": Key(ListOf(Text()), "the givens that vary in this way", required=True),
        "kind": Key(Choice(KINDS), '"integers" (default), "decimals", "permutation" or "logarithms"'),
        "low": Key(Whole(-1000, 1000), "the smallest number drawn"),
        "high": Key(Whole(-1000, 1000), "the largest number drawn"),
        "places": Key(Whole(0, 6), "decimal places of decimals"),
        "factor": Key(Whole(1, 1000), "logarithms: each entry is factor · log(n)"),
        "zeros": Key(Whole(0, 10_000), "at least so many entries are 0"),
    }
)

WISH = Table(
    {
        "question": Key(Text(), "the question's id; needed when the sheet has several"),
        "names": Key(ListOf(Text()), "the lines that are to keep to it", required=True),
        "whole": Key(Flag(), "every entry is a whole number"),
        "rational": Key(Flag(), "every entry is rational"),
        "at_most": Key(Cell(), "no entry is larger"),
        "at_least": Key(Cell(), "no entry is smaller"),
        "visible": Key(Whole(1, 20), "no entry rounds to 0 or 1 at so many places (a masked 0 may)"),
        "row_sums_differ": Key(Flag(), "no two rows add up to the same"),
        "rows_differ": Key(Flag(), "no two rows are the same"),
    }
)

SPREAD = Table(
    {
        "operations": Key(Whole(0, 10**6), "how far the count of multiplications may be from the sheet's own"),
        "digits": Key(Whole(0, 10**6), "how far the count of digits may be from the sheet's own"),
        "exponentials": Key(Whole(0, 10**6), "how far the count of different exponentials may be from the sheet's own"),
    }
)

VARY = Table(
    {
        "draw": Key(ListOf(DRAW, "write [[vary.draw]], in two brackets"), "which givens vary, and how", required=True),
        "wish": Key(ListOf(WISH, "write [[vary.wish]], in two brackets"), "what every variant keeps to"),
        "distinct": Key(ListOf(Text()), "lines no two students share; with several questions, QUESTION.LINE"),
        "spread": Key(SPREAD, "how far a variant's difficulty may be from the sheet's own"),
        "tries": Key(Whole(1, 10**7), "how many draws are tried for one student; 20000 unless written"),
    }
)


@dataclass(frozen=True)
class Vary:
    """The checked ``[vary]`` table: draws and wishes as (question id, names, settings), and what holds for all."""

    draws: tuple[tuple[str, tuple[str, ...], Mapping[str, Any]], ...]
    wishes: tuple[tuple[str, tuple[str, ...], Mapping[str, Any]], ...] = ()
    distinct: tuple[tuple[str, str], ...] = ()
    spread: Mapping[str, int] = field(default_factory=dict)
    tries: int = 20_000
