"""``%load_ext symattn``: a cell that starts with ``%%attention`` holds lines, and shows their derivation."""

from __future__ import annotations

import re
from typing import Any

from symattn.console.calls import derive
from symattn.errors import SymattnError
from symattn.plan.functions import RESERVED

NAME = re.compile(r"(?<![\w.])[A-Za-z]\w*")
HELP = "write lines such as S = Q @ K.T below %%attention; what they read is taken from the notebook's variables"


def register(shell: Any) -> None:
    """Make ``%%attention`` known to an IPython shell."""

    def attention(line: str, cell: str) -> Any:
        """Lines of matrices, run exactly on the notebook's variables: %%attention [name for the result]."""
        return run(line, cell, shell.user_ns)

    shell.register_magic_function(attention, "cell", "attention")


def run(line: str, cell: str, variables: dict[str, Any]) -> Any:
    """The derivation of a cell's lines, stored under the name behind ``%%attention``, and ``_`` as for any cell.

    >>> run("d", "S = X @ X", {"X": [[2]]}).decimals("S", 0)
    (('4',),)
    """
    lines = [text for text in cell.splitlines() if text.strip() and not text.strip().startswith("#")]
    if not lines:
        raise SymattnError(HELP)
    defined = {text.partition("=")[0].strip() for text in lines}
    read = {name for text in lines for name in NAME.findall(text.partition("=")[2])} - defined - RESERVED
    found = derive(lines, **{name: variables[name] for name in sorted(read) if name in variables})
    if line.strip():
        variables[line.strip()] = found
    return found
