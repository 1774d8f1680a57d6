"""Notebooks as Jupyter reads them (nbformat 4.5): Markdown cells, code cells, what they print."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import Any, TypeAlias

from symattn.files import dumped
from symattn.records import frozen
from symattn.said import Keyed


@frozen
class Markdown:
    """A cell of text.

    >>> Markdown("# Title").text
    '# Title'
    """

    text: str
    metadata: Keyed = field(default_factory=dict)


@frozen
class Raw:
    """A cell that no kernel and no reader looks at, for programs that make notebooks of notebooks.

    >>> Raw("# BEGIN QUESTION").text
    '# BEGIN QUESTION'
    """

    text: str


@frozen
class Code:
    """A cell of code with what it prints; ``output`` is None where it has not been run.

    >>> Code("print(1)", "1\\n").output
    '1\\n'
    """

    text: str
    output: str | None = None
    metadata: Keyed = field(default_factory=dict)


Cell: TypeAlias = "Markdown | Raw | Code"


def notebook(cells: Iterable[Cell]) -> str:
    """The notebook file of some cells.

    >>> notebook([Code("print(1)", "1\\n")]).count('"execution_count": 1')
    1
    """
    made: list[dict[str, Any]] = []
    runs = 0
    for number, cell in enumerate(cells, 1):
        runs += isinstance(cell, Code) and cell.output is not None
        made.append(_cell(cell, f"cell-{number}", runs))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    data = {"cells": made, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return dumped(data) + "\n"


def _cell(cell: Cell, name: str, runs: int) -> dict[str, Any]:
    source = _lines(cell.text.strip("\n"))
    if isinstance(cell, Raw):
        return {"cell_type": "raw", "id": name, "metadata": {}, "source": source}
    if isinstance(cell, Markdown):
        return {
            "cell_type": "markdown",
            "id": name,
            "metadata": {**cell.metadata},
            "source": source,
        }
    outputs = (
        [{"name": "stdout", "output_type": "stream", "text": _lines(cell.output)}]
        if cell.output
        else []
    )
    return {
        "cell_type": "code",
        "execution_count": runs if cell.output is not None else None,
        "id": name,
        "metadata": {**cell.metadata},
        "outputs": outputs,
        "source": source,
    }


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)
