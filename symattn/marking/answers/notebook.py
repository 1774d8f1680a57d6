"""Answers in Jupyter notebooks and printouts: labelled arrays and literals. Nothing in them is ever run."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from symattn.errors import SymattnError
from symattn.marking.answers.raw import Raw, of_text

MOST_CELLS = 2_000
MOST_ARRAYS = 2_000
_LITERAL = re.compile(
    r"^[ \t]*(?P<name>[A-Za-z]\w*)[ \t]*=[ \t]*"
    r"(?P<value>(?:(?:np|numpy|torch|sp|sympy)\.)?(?:array|asarray|matrix|tensor|Matrix)\s*\(|\[)",
    re.MULTILINE,
)
_ARRAY = re.compile(r"(?:(?:np\.)?array|tensor|Matrix)\(\s*\[|\[")
_LABEL_END = re.compile(r"[\s:=≈]+\Z")
_NAME = re.compile(r"\s*([A-Za-z]\w*)\s*\Z")


def from_notebook(text: str) -> list[Raw]:
    """The answers of a notebook file: its printed arrays, then the literals of its programs.

    >>> cell = {"cell_type": "code", "source": "", "outputs": [{"text": "Q_1:\\n [[1. 2.]]"}]}
    >>> [raw.label for raw in from_notebook(json.dumps({"cells": [cell]}))]
    ['Q_1']
    """
    try:
        cells = json.loads(text)["cells"][:MOST_CELLS]
        literals, prints = [], []
        for cell in cells:
            if isinstance(cell, dict) and cell.get("cell_type") == "code":
                source = _joined(cell.get("source"))
                literals += list(literal_arrays(source))
                for output in cell.get("outputs") or ():
                    prints += list(_printed(output, source)) if isinstance(output, dict) else []
            elif isinstance(cell, dict) and cell.get("cell_type") == "markdown":
                from symattn.marking.answers.equations import equations

                literals += equations(_joined(cell.get("source")))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise SymattnError(f"no notebook: {error}") from None
    return [*literals, *prints]


def _joined(text: Any) -> str:
    return "".join(map(str, text)) if isinstance(text, list) else str(text or "")


def _printed(output: Any, source: str) -> Iterator[Raw]:
    data = output.get("data")
    if isinstance(data, dict) and "text/plain" in data:
        last = source.strip().split("\n")[-1]
        named = _NAME.match(last)
        if named:
            yield of_text(named[1], _joined(data["text/plain"]), loose=True)
            return
        yield from printed_arrays(_joined(data["text/plain"]))
    if "text" in output:
        yield from printed_arrays(_joined(output["text"]))


def literal_arrays(source: str) -> Iterator[Raw]:
    """Names that a program gives a literal array: ``Q_1 = np.array([[1, 2]])``.

    >>> [raw.label for raw in literal_arrays("Q_1 = np.array([[1, 2],\\n [3, 4]])")]
    ['Q_1']
    """
    for found in _LITERAL.finditer(source):
        end = _balanced(source, found.start("value") + found["value"].find("(" if "(" in found["value"] else "["))
        text = re.sub(r"#.*", "", source[found.start("value") : end]).replace("sp.", "").replace("sympy.", "")
        raw = of_text(found["name"], text, loose=True)
        if raw.cells:
            yield raw


def printed_arrays(text: str) -> Iterator[Raw]:
    """Arrays in a print, each with the words before it as its label.

    >>> [(raw.label, raw.cells[0][1].text) for raw in printed_arrays("Head 1 - Q_1:\\n [[7.  8.]]")]
    [('Head 1 - Q_1', '8.')]
    """
    at, count = 0, 0
    while (found := _ARRAY.search(text, at)) and count < MOST_ARRAYS:
        end = _balanced(text, found.start() + found[0].find("(" if "(" in found[0] else "["))
        lines = [line for line in _LABEL_END.sub("", text[at : found.start()]).split("\n") if line.strip()]
        if lines:
            raw = of_text(lines[-1].strip(), text[found.start() : end], loose=True)
            if raw.cells or "]" in text[found.start() : end]:
                yield raw
        at, count = end, count + 1


def _balanced(text: str, start: int) -> int:
    """The end of the bracket that opens at *start*."""
    depth = 0
    for at in range(start, min(len(text), start + 200_000)):
        depth += (text[at] in "([") - (text[at] in ")]")
        if depth == 0:
            return at + 1
    return len(text)
