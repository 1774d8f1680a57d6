"""Notebooks as Jupyter reads them (nbformat 4.5): Markdown cells, code cells, what they print."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import Any, ClassVar

from symattn.files import dumped
from symattn.records import frozen
from symattn.said import Keyed


@frozen
class NotebookCell:
    """A cell of a notebook: its text, what it prints, and what programs note of it."""

    text: str
    output: str | None = None
    metadata: Keyed = field(default_factory=dict)
    kind: ClassVar[str]


class Markdown(NotebookCell):
    """A cell of text.

    >>> Markdown("# Title").text
    '# Title'
    """

    kind = "markdown"


class Raw(NotebookCell):
    """A cell that no kernel and no reader looks at, for programs that make notebooks of notebooks.

    >>> Raw("# BEGIN QUESTION").text
    '# BEGIN QUESTION'
    """

    kind = "raw"


class Code(NotebookCell):
    """A cell of code with what it prints; ``output`` is None where it has not been run.

    >>> Code("print(1)", "1\\n").output
    '1\\n'
    """

    kind = "code"


def notebook(cells: Iterable[NotebookCell]) -> str:
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


def _cell(cell: NotebookCell, name: str, runs: int) -> dict[str, Any]:
    source = cell.text.strip("\n").splitlines(keepends=True)
    made: dict[str, Any] = {
        "id": name,
        "metadata": {**cell.metadata},
        "source": source,
        "cell_type": cell.kind,
    }
    if isinstance(cell, Code):
        lines = (cell.output or "").splitlines(keepends=True)
        printed = {"name": "stdout", "output_type": "stream", "text": lines}
        made["execution_count"] = None if cell.output is None else runs
        made["outputs"] = [printed] if lines else []
    return dict(sorted(made.items()))
