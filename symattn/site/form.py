"""A sheet without TOML: made from a kind of attention and its sizes, its numbers entered one by one, what is asked ticked."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import tomlkit
from tomlkit.items import Array

from symattn.errors import SymattnError
from symattn.exact.matrix import Matrix
from symattn.exact.text import text
from symattn.sheet import Sheet
from symattn.sheet.variants import VARIANTS, Option, variant

SHAPES = {
    "X": ("words", "numbers"), "W_O": ("joined", "numbers"),
    "W_Q": ("numbers", "width"), "W_K": ("numbers", "width"), "W_V": ("numbers", "width"),
}  # fmt: skip
"""The matrices that the form knows the shapes of; kinds that need others are written in TOML."""
LARGEST = {"words": 8, "numbers": 12, "width": 12, "heads": 4}
"""The largest sizes of a sheet that is worked out by hand."""


def kinds() -> dict[str, bool]:
    """The kinds of attention that the form makes, and whether they have several heads.

    >>> kinds()["attention"], kinds()["multi-head-attention"], "transformer-block" in kinds()
    (False, True, False)
    """
    found = {name: variant(name) for name in VARIANTS}
    return {
        name: Option.HEADS in kind.options
        for name, kind in found.items()
        if not (kind.scalars or kind.choices or kind.cuts)
        and {_stem(given) for given in kind.reads[0]} <= set(SHAPES)
    }


def made(kind: str, sizes: Mapping[str, int], causal: bool, seed: int) -> str:
    """A sheet of a kind with whole numbers drawn by a seed; raises SymattnError for sizes that no sheet by hand has.

    >>> print(made("attention", {"words": 2, "numbers": 1, "width": 1, "heads": 1}, True, 1).partition("[question.given]")[0])
    [[question]]
    id = "q1"
    variant = "attention"
    options.mask = "causal"
    <BLANKLINE>
    <BLANKLINE>
    """
    if kind not in kinds():
        raise SymattnError(f"the form makes no {kind}", "write it in TOML")
    for name, most in LARGEST.items():
        if not 1 <= sizes[name] <= most:
            raise SymattnError(
                f"{name}: {sizes[name]} is not between 1 and {most}",
                "write a larger sheet in TOML",
            )
    several, found = kinds()[kind], variant(kind)
    options: dict[str, object] = {Option.HEADS: sizes["heads"]} if several else {}
    needed, optional = found.givens(options)
    draw = Random(seed)
    lengths = {**sizes, "joined": sizes["width"] * (sizes["heads"] if several else 1)}
    lines = ["[[question]]", 'id = "q1"', f'variant = "{kind}"']
    if causal and Option.MASK in found.options:
        lines.append('options.mask = "causal"')
    lines += ["", "[question.given]"]
    for name in (*needed, *(["W_O"] if several and "W_O" in optional else [])):
        rows, columns = (lengths[size] for size in SHAPES[_stem(name)])
        lines.append(
            f"{name} = {[[draw.randint(-2, 3) for _ in range(columns)] for _ in range(rows)]}"
        )
    return "\n".join(lines) + "\n"


def fields(sheet: Sheet) -> list[dict[str, object]]:
    """What the form shows of a sheet, for each question: its numbers, its lines, and which of them each part asks."""
    return [
        {
            "id": question.id,
            "given": {
                name: value.shown(text, "-inf")
                for name, value in question.given.items()
                if isinstance(value, Matrix)
            },
            "lines": question.plan.names,
            "parts": [
                {"label": part.label, "asks": part.asks} for part in question.parts
            ],
        }
        for question in sheet.questions
    ]


def entered(
    document: tomlkit.TOMLDocument,
    question: int,
    name: str,
    row: int,
    column: int,
    value: str,
) -> None:
    """Another number at a place of a given matrix that is written as rows; raises SymattnError."""
    rows = document["question"][question]["given"][name]
    if not isinstance(rows, Array):
        raise SymattnError(
            f"{name} is not written as rows of numbers", "change it in the sheet itself"
        )
    number: int | str = (
        int(value) if value.strip().lstrip("-").isdecimal() else value.strip()
    )
    rows[row][column] = number


def asked(
    document: tomlkit.TOMLDocument, question: int, part: int, names: list[str]
) -> None:
    """Which lines a part of a question asks; a question without parts gets one."""
    table = document["question"][question]
    if "part" not in table:
        table["part"] = tomlkit.aot()
        table["part"].append(tomlkit.table())
    table["part"][part]["asks"] = names


def _stem(name: str) -> str:
    """A given's name without its head.

    >>> _stem("W_Q_1"), _stem("W_K_j"), _stem("X")
    ('W_Q', 'W_K', 'X')
    """
    stem, _, ending = name.rpartition("_")
    return stem if stem and (ending.isdecimal() or ending in ("i", "j")) else name
