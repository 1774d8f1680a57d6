"""A variant as a worksheet file: the template's own text with the drawn numbers in place of its own."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import tomlkit

from symattn.course.vary.draws import Cells
from symattn.course.vary.search import Variant


def written(template: str, variant: Variant, about: Mapping[str, Any] = MappingProxyType({})) -> str:
    """The variant's worksheet: the template's text without ``[vary]``, its givens replaced, keys of *about* on top.

    >>> text = "[[question]]\\nid = 'q'\\n[question.given]\\nX = [[0]]\\n[vary]\\ntries = 1\\n"
    >>> print(written(text, Variant("a", {("q", "X"): (("2", "log(3)"),)}, {}, ())))
    [[question]]
    id = 'q'
    [question.given]
    X = [[2, "log(3)"]]
    <BLANKLINE>
    """
    document = tomlkit.parse(template)
    document.pop("vary", None)
    for key, value in about.items():
        document[key] = value
    for number, question in enumerate(document.get("question", []), start=1):
        for (where, name), rows in variant.given.items():
            if where == question.get("id", f"q{number}"):
                question["given"][name] = _array(rows)
    return tomlkit.dumps(document)


def _array(rows: Cells) -> Any:
    """The cells as TOML: numbers bare, everything else between quotes."""
    body = ", ".join("[" + ", ".join(_cell(cell) for cell in row) + "]" for row in rows)
    return tomlkit.parse(f"x = [{body}]")["x"]


def _cell(cell: str) -> str:
    digits = cell.lstrip("-").replace(".", "", 1)
    return cell if digits.isdigit() else f'"{cell}"'
