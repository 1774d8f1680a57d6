"""Answers in Jupyter notebooks: printed arrays, assigned literals and Markdown. Nothing in them is ever run."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace

from symattn.errors import LimitError, SymattnError
from symattn.marking.answers import prose
from symattn.marking.answers.formats import decoded
from symattn.marking.answers.grids import cells_of
from symattn.marking.answers.written import Contents, Place, Unused, Written
from symattn.marking.said import reading

ORDER = 50
SUFFIXES = {".ipynb": "Jupyter notebook"}
MOST_CELLS = 2_000
LONGEST = 300_000  # characters of all cells
_CALLS = r"(?:\.(?:round|numpy|evalf|tolist|detach|cpu|item|n)\([^()]*\))*"
_NAME = re.compile(rf"\s*(?:print|display)?\s*\(?\s*(?:np\.round\(\s*)?([A-Za-z_]\w*){_CALLS}\s*(?:,\s*\d+\s*\))?\s*\)?\s*;?\s*")

_PRINTED = re.compile(
    r"(?:print|display)\(\s*([A-Za-z_]\w*)\s*(?:\.round\(\s*\d*\s*\))?\s*\)|(?:print|display)\(\s*np\.round\(\s*([A-Za-z_]\w*)\s*,\s*\d+\s*\)\s*\)"
)
_COMMENT = re.compile(r"#[^\n]*")


def read(data: bytes, ids: frozenset[str]) -> Sequence[Contents]:
    """The answers of a notebook, cell by cell; raises SymattnError when it is none.

    >>> cell = {"cell_type": "code", "source": "", "outputs": [{"text": "Q_1:\\n [[1. 2.]]"}]}
    >>> [answer.label for answer in read(json.dumps({"cells": [cell]}).encode(), frozenset())[0].answers]
    ['Q_1']
    """
    try:
        tree = json.loads(decoded(data))
        cells = tree["cells"][:MOST_CELLS]
        if not all(isinstance(cell, dict) for cell in cells):
            raise TypeError("a cell is no table")
        if not all(isinstance(cell.get("outputs") or [], list) for cell in cells):
            raise TypeError("the outputs of a cell are no list")
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise SymattnError(reading("no_such", what="notebook", error=str(error))) from None
    found, place, size = Contents(), Place(), 0
    for number, cell in enumerate(cells, 1):
        source = _joined(cell.get("source"))
        size += len(source) + sum(map(_length, cell.get("outputs") or ()))
        if size > LONGEST:
            raise LimitError(reading("long_cells", most=f"{LONGEST:,}"))
        parts = []
        if cell.get("cell_type") == "markdown":
            parts.append(prose.read(source, ids, start=place))
        elif cell.get("cell_type") == "code":
            parts.append(_program(source, ids, place))
            parts += [_output(out, source, ids, place) for out in cell.get("outputs") or [] if isinstance(out, dict)]
        for part in parts:
            found.answers += [replace(answer, place=replace(answer.place, line=number)) for answer in part.answers]
            found.unused += [replace(unused, line=number) for unused in part.unused]
            found.sources += [replace(source, cell=number) for source in part.sources]
            place = part.end
    return [found]


def _length(output: object) -> int:
    return len(_shown(output)) if isinstance(output, dict) else 0


def _shown(output: dict[str, object]) -> str:
    """The text of an output of a cell."""
    data = output.get("data")
    plain = data.get("text/plain") if isinstance(data, dict) else None
    return _joined(plain if plain is not None else output.get("text"))


def _joined(text: object) -> str:
    return "".join(map(str, text)) if isinstance(text, list) else str(text or "")


def _program(source: str, ids: frozenset[str], place: Place) -> Contents:
    """Names that a program gives a literal array; what it computes is not known here."""
    found = prose.read(_COMMENT.sub("", source), ids)
    answers = [
        replace(a, loose=True, place=replace(place, line=0))
        for a in found.answers
        if a.cells and not a.scalar and a.label.isidentifier()
    ]
    return Contents(answers, end=place, sources=[replace(one, code=True) for one in found.sources])


def _output(output: dict[str, object], source: str, ids: frozenset[str], place: Place) -> Contents:
    text = _shown(output)
    if isinstance(output.get("data"), dict):
        named = _NAME.fullmatch(_COMMENT.sub("", source.strip().rpartition("\n")[2]).rstrip("; \t").rpartition(";")[2])
        if named:
            text = f"{named[1]} = {text}"
    found = prose.read(text, ids, printed=True, start=place)
    _name_prints(found, source, place)
    found.answers = [replace(answer, loose=True) for answer in found.answers]
    return found


def _name_prints(found: Contents, source: str, place: Place) -> None:
    """Arrays printed without a label: those of print(Q), print(K) in this order, where no loop runs over them."""
    bare = [unused for unused in found.unused if unused.grid is not None]
    calls = [match[1] or match[2] for match in _PRINTED.finditer(_COMMENT.sub("", source))]
    if not bare or len(bare) != len(calls) or re.search(r"^\s*(?:for|while)\b", source, re.MULTILINE):
        return
    for name, unused in zip(calls, bare, strict=True):
        answer = _printed(name, unused, place)
        if answer is not None:
            found.answers.append(answer)
            found.unused.remove(unused)


def _printed(name: str, unused: Unused, place: Place) -> Written | None:
    assert unused.grid is not None
    try:
        return Written(name, cells_of(unused.grid), place=replace(place, line=unused.line), text=unused.text, printed=True)
    except SymattnError:
        return None
