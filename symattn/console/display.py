"""What a notebook shows in place of printed text: Markdown with mathematics; and lists of results as mathematics."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

BREAK = "\n\n"


def shell() -> InteractiveShell | None:
    """The IPython shell this runs in, or None; asking does not import IPython.

    >>> shell() is None or hasattr(shell(), "user_ns")
    True
    """
    module = sys.modules.get("IPython")
    return module.get_ipython() if module is not None and hasattr(module, "get_ipython") else None


def say(written: Callable[[str], str]) -> None:
    """Show what is written as "md" in a notebook; print what is written as "text" elsewhere.

    >>> say(lambda form: f"written as {form}")
    written as text
    """
    if not hasattr(shell(), "kernel"):
        print(written("text"))
        return
    from IPython.display import Markdown, display

    display(Markdown(written("md")))  # type: ignore[no-untyped-call]


def fragment(markdown: str) -> str:
    r"""Markdown with mathematics as LaTeX for a paper: needs amsmath and nothing else.

    >>> print(fragment("$K$ has **2** columns.\n\n$$\nx = 1\n$$"))
    $K$ has \textbf{2} columns.
    <BLANKLINE>
    \[
    x = 1
    \]
    """
    parts = markdown.split("$$")
    out = [rf"\[{part}\]" if k % 2 else re.sub(r"\*\*(.+?)\*\*", r"\\textbf{\1}", part) for k, part in enumerate(parts)]
    return re.sub(r"\n{3,}", BREAK, "".join(out))


def mathematics(x: Sequence[object]) -> str | None:
    """A list or tuple of results as one line of LaTeX; None where something else stands in it, which is left to others.

    >>> mathematics([1, 2]) is None
    True
    """
    found = [_latex(part) for part in x]
    if not found or None in found or not any(hasattr(part, "_repr_latex_") for part in x):
        return None
    left, right = ("[", "]") if isinstance(x, list) else ("(", ")")
    inner = r",\quad ".join(str(part) for part in found)
    return rf"$\displaystyle \left{left} {inner} \right{right}$"


def _latex(x: object) -> str | None:
    if isinstance(x, (list, tuple)):
        inner = mathematics(x)
        return None if inner is None else _bare(inner)
    if hasattr(x, "_repr_latex_"):
        found = x._repr_latex_()
        return None if found is None else _bare(found)
    return None


def _bare(text: str) -> str:
    return text.strip("$").removeprefix(r"\displaystyle ")


def register(shell: InteractiveShell) -> None:
    """Lists and tuples of results are shown as mathematics in this shell."""
    known = shell.display_formatter
    if known is None:
        return
    formatter = known.formatters["text/latex"]
    for kind in (list, tuple):
        formatter.for_type(kind, mathematics)
