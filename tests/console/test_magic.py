"""A cell of ``%%attention``: whose matrices it takes, what is a line of it, and what it leaves in the notebook."""

from __future__ import annotations

from typing import Any

import pytest

from symattn.console.derived import Derivation
from symattn.console.magic import HELP, run
from symattn.errors import SymattnError

CELLS: list[tuple[str, dict[str, Any], dict[str, str]]] = [  # what is typed, the notebook's variables, entries that come out
    ("S = X @ X", {"X": [[2]]}, {"S": "4"}),
    ("X = [[3]]\nS = X @ X", {"X": [[2]]}, {"S": "9"}),  # the cell's own comes before the notebook's
    ("X = [[3]]\nS = X @ Y", {"X": [[2]], "Y": [[5]]}, {"S": "15"}),
    ("S = X + 1\nT = S * 2", {"X": [[2]], "S": [[7]]}, {"S": "3", "T": "6"}),
    ("# S = X * 5\n\n  # and so on\nS = X * 3", {"X": [[2]]}, {"S": "6"}),
    ("X = [[1],\n     [2]]\nS = X.T @ X", {}, {"S": "5"}),
    ("S = X * T", {"X": [[2]], "T": [[4]], "softmax": "mine"}, {"S": "8"}),
    ("S = softmax(X)", {"X": [[2]], "softmax": [[5]]}, {"S": "1"}),
    ('X = [["1/2"]]\nS = X * 4', {}, {"S": "2"}),
]


@pytest.mark.parametrize(("cell", "variables", "entries"), CELLS)
@pytest.mark.parametrize("name", ["", "mine"])
def test_what_a_cell_gives(cell: str, variables: dict[str, Any], entries: dict[str, str], name: str) -> None:
    known = dict(variables)
    found = run(name, cell, known)
    assert isinstance(found, Derivation)
    assert {line: found.decimals(line, 0)[0][0] for line in entries} == entries
    assert known == variables | ({name: found} if name else {})


@pytest.mark.parametrize("cell", ["", "\n\n", "# nothing", "X = [[1, 2]]"])
def test_a_cell_without_a_line_is_told_what_to_write(cell: str) -> None:
    with pytest.raises(SymattnError) as error:
        run("", cell, {})
    assert str(error.value) == HELP


@pytest.mark.parametrize("line", ["--tex", "--tex d", "d --tex"])
def test_the_working_for_a_paper_is_printed_and_its_name_kept(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    known: dict[str, Any] = {}
    assert run(line, "X = [[3]]\nS = X @ X", known) is None
    assert r"\begin{" in capsys.readouterr().out
    assert list(known) == [word for word in line.split() if word != "--tex"]
