"""``%load_ext symattn``: a cell that starts with ``%%attention`` holds lines, and shows their derivation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symattn.console import display
from symattn.console.calls import derive
from symattn.console.derived import Derivation
from symattn.console.formula import Formula
from symattn.errors import ReadError, SymattnError
from symattn.language import Value
from symattn.language import read as read_value
from symattn.later import pattern
from symattn.plan.tree import is_reserved

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

NAME = pattern(r"(?<![\w.])[A-Za-z]\w*")
HELP = "write lines such as S = Q @ K.T below %%attention; givens such as K = [[1, 2]] too, or they are the notebook's variables"


def register(shell: InteractiveShell) -> None:
    """Make ``%%attention`` known to an IPython shell."""

    def attention(line: str, cell: str) -> Derivation | Formula | None:
        """Lines of matrices, run exactly: %%attention [--tex] [name for the result].

        Givens are written in the cell, as in ``X = [[1, "1/2"], [0, 1]]``, or taken from the notebook's variables. With
        --tex the cell shows the working as LaTeX for a paper.
        """
        return run(line, cell, shell.user_ns)

    shell.register_magic_function(attention, "cell", "attention")  # type: ignore[arg-type]  # IPython takes functions too
    display.register(shell)


def run(
    line: str, cell: str, variables: dict[str, object]
) -> Derivation | Formula | None:
    """The derivation of a cell's lines, stored under the name behind ``%%attention``, and ``_`` as for any cell.

    >>> run("d", "S = X @ X", {"X": [[2]]}).decimals("S", 0)
    (('4',),)
    """
    sources = [source for source in _statements(cell) if source.strip()]
    read_as = [(source, *_given(source)) for source in sources]
    given = {name: value for _, name, value in read_as if value is not None}
    lines = [source for source, _, value in read_as if value is None]
    if not lines:
        raise SymattnError(HELP)
    sides = [source.partition("=") for source in lines]
    defined = {name.strip() for name, _, _ in sides}
    read = (
        {
            name
            for _, _, right in sides
            for name in NAME.findall(right)
            if not is_reserved(name)
        }
        - defined
        - given.keys()
    )
    found = derive(
        lines,
        **given,
        **{name: variables[name] for name in sorted(read) if name in variables},
    )
    options = line.split()
    name = _name(options)
    if name:
        variables[name] = found
    if "--tex" in options:
        if isinstance(found, Formula):
            raise SymattnError(
                "--tex writes the working of entries; here a matrix is known by its name and shape only"
            )
        print(found.fragment())
        return None
    return found


def _name(options: list[str]) -> str:
    """The name behind ``%%attention``, for the result; raises SymattnError for what is neither that nor ``--tex``.

    >>> _name(["--tex", "d"]), _name([])
    ('d', '')
    """
    names = [word for word in options if word != "--tex"]
    wrong = [name for name in names if not name.isidentifier()] or names[1:]
    if wrong:
        raise SymattnError(
            f"%%attention: {wrong[0]!r} is neither --tex nor one name for the result",
            "write %%attention --tex d, one of them, or nothing",
        )
    return "".join(names)


def _statements(cell: str) -> list[str]:
    """The lines of a cell without their comments; one whose brackets stay open goes on in the next.

    >>> _statements("# givens\\nX = [[1,  # one [\\n 2]]\\nS = X @ X.T  # scores")
    ['', 'X = [[1, 2]]', 'S = X @ X.T']
    >>> _statements("A = softmax(\\n  S)")
    ['A = softmax( S)']
    """
    out: list[str] = []
    for whole in cell.splitlines():
        text = whole.partition("#")[0].rstrip()  # no line and no given has the sign
        if out and _is_open(out[-1]):
            out[-1] += " " + text.strip()
        else:
            out.append(text)
    return out


def _is_open(text: str) -> bool:
    """Whether a bracket stays open in a text."""
    return any(text.count(left) > text.count(right) for left, right in ("[]", "()"))


def _given(source: str) -> tuple[str, Value | None]:
    """A name and its value where a line gives one: numbers alone, in brackets or not; else None for the value.

    Raises SymattnError for brackets that hold something else, since no line of an operation begins with one.
    """
    name, _, right = source.partition("=")
    try:
        return name.strip(), read_value(right.strip().replace('"', "").replace("'", ""))
    except ReadError as error:
        if right.lstrip()[:1] == "[":
            hint = "a matrix with letters is one of the notebook's variables: make it in a cell before"
            raise SymattnError(f"{name.strip()}: {error}", hint) from None
        return name.strip(), None
