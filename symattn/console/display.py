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
    return (
        module.get_ipython()
        if module is not None and hasattr(module, "get_ipython")
        else None
    )


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
    out = [
        rf"\[{part}\]" if k % 2 else re.sub(r"\*\*(.+?)\*\*", r"\\textbf{\1}", part)
        for k, part in enumerate(parts)
    ]
    return re.sub(r"\n{3,}", BREAK, "".join(out))


def mathematics(x: Sequence[object]) -> str | None:
    """A list or tuple of results as one line of LaTeX; None where something else stands in it, which is left to others.

    Whole numbers may stand among the results, as in a list of eigenvalues with their multiplicities.

    >>> mathematics([1, 2]) is None
    True
    """
    found = _line(x)
    return (
        rf"$\displaystyle {found}$"
        if found is not None and _shows(x, "_repr_latex_")
        else None
    )


def told(x: Sequence[object]) -> str | None:
    """A list or tuple as Markdown where one of its parts shows itself so: a report, a key, a verdict, a reason, a slip.

    >>> from symattn.equality import equal
    >>> print(told([equal("1/2", "0.5"), equal(1, 2)]))
    - **equal**: both are 1/2
    - **different**: they differ by 1
    """
    if not _shows(x, "_repr_markdown_"):
        return None
    parts = [_markdown(part) for part in x]
    if None in parts:
        return None
    texts = [str(part).strip("\n") for part in parts]
    short = not any("\n" in text for text in texts)
    return (
        "\n".join(f"- {text}" for text in texts)
        if short
        else f"{BREAK}---{BREAK}".join(texts)
    )


def _shows(x: Sequence[object], how: str) -> bool:
    """Whether a part, or a part of a part, shows itself in a way."""
    return any(
        _shows(part, how) if isinstance(part, (list, tuple)) else hasattr(part, how)
        for part in x
    )


def _line(x: object) -> str | None:
    """The LaTeX of one part: of a list, of a result, of a whole number."""
    if isinstance(x, (list, tuple)):
        parts = [_line(part) for part in x]
        left, right = ("[", "]") if isinstance(x, list) else ("(", ")")
        inner = r",\quad ".join(str(part) for part in parts)
        return (
            None
            if not parts or None in parts
            else rf"\left{left} {inner} \right{right}"
        )
    if hasattr(x, "_repr_latex_"):
        found = x._repr_latex_()
        return (
            None if found is None else found.strip("$").removeprefix(r"\displaystyle ")
        )
    return str(x) if isinstance(x, int) and not isinstance(x, bool) else None


def _markdown(x: object) -> str | None:
    """The Markdown of one part, its LaTeX where it has none."""
    if isinstance(x, (list, tuple)):
        return told(x) or mathematics(x)
    for how in ("_repr_markdown_", "_repr_latex_"):
        if hasattr(x, how):
            found: str | None = getattr(x, how)()
            return found
    return f"${x}$" if isinstance(x, int) and not isinstance(x, bool) else None


def register(shell: InteractiveShell) -> None:
    """Lists and tuples of results are shown as mathematics in this shell."""
    known = shell.display_formatter
    if known is None:
        return
    for kind in (list, tuple):
        known.formatters["text/latex"].for_type(kind, mathematics)
        known.formatters["text/markdown"].for_type(kind, told)
