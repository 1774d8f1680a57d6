"""Markdown to a Word document by pandoc, where it is installed: formulas become Word's own."""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path

from symattn.errors import ToolError
from symattn.processes import run

SECONDS = 60
READS = "commonmark+tex_math_dollars+pipe_tables+raw_attribute"
"""The Markdown that pages are written in, as pandoc calls it, and raw parts of a document in it."""

_NOT_OURS = re.compile(r"(?<!^``)`\{=|(?<=^``)`\{=(?!openxml\}$)", re.M)
"""The beginning of a raw part anywhere but on a line of its own, as the template writes it and no text of an author's can."""


def missing() -> str:
    """What to say where pandoc is not installed.

    >>> missing()
    'no pandoc found, which makes Word documents; install it with: sudo apt-get install pandoc'
    """
    return "no pandoc found, which makes Word documents; install it with: sudo apt-get install pandoc"


def there() -> bool:
    """Whether pandoc is installed.

    >>> there() in (True, False)
    True
    """
    return shutil.which("pandoc") is not None


def docx(page: str, language: str) -> bytes:
    """The Word document of a page in Markdown; raises ToolError where pandoc is not installed, fails, or leaves a formula as it
    was written, LimitError after a minute."""
    tool = shutil.which("pandoc")
    if tool is None:
        raise ToolError(missing())
    with tempfile.TemporaryDirectory(prefix="symattn-", ignore_cleanup_errors=True) as folder:
        source, made = Path(folder, "page.md"), Path(folder, "page.docx")
        source.write_text(_NOT_OURS.sub("` {=", page), encoding="utf-8")
        options = [f"--from={READS}", f"--metadata=lang={language or 'en'}", f"--output={made.name}", source.name]
        said = run([tool, *options], folder, SECONDS).strip()
        if said or not made.exists():
            raise ToolError(f"pandoc could not make a Word document of the page: {said or 'it left no message'}")
        return made.read_bytes()
