"""Markdown to a Word document by pandoc, where it is installed: formulas become Word's own."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from pathlib import Path

from symattn.errors import ToolError
from symattn.later import pattern
from symattn.processes import run

SECONDS = 60
_AT = {"SOURCE_DATE_EPOCH": "315532800"}  # 1 January 1980, the first day of ZIP archives: the same page is the same document
READS = "commonmark+tex_math_dollars+pipe_tables+raw_attribute"
"""The Markdown that pages are written in, as pandoc calls it, and raw parts of a document in it."""
_NOT_OURS = pattern(r"(?<!^``)`\{=|(?<=^``)`\{=(?!openxml\}$)", re.M)
"""The beginning of a raw part anywhere but on a line of its own, as the template writes it and no text of an author's can."""
_PLACE = pattern(r"\\text\{((?:\\\[\d+\\\])+)\}")
"""The place of a matrix in a batch, whose brackets Markdown escapes and pandoc would lose in a formula."""
_FRAME = pattern(r"\\boxed\s*\{")
_BARE = pattern(r"(&\s*)(=|\\approx\b)|^(?=\s*&)", re.M)
"""What LibreOffice, and not Word, leaves out or has a question mark for: a frame in a formula, a sign with nothing before it,
a line with nothing on its left."""


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


def _plainer(page: str) -> str:
    """A page without what a Word document shall not have, or not every program shows."""
    page = _PLACE.sub(lambda place: re.sub(r"\\([\[\]])", r"\1", place[0]), _NOT_OURS.sub("` {=", _FRAME.sub("{", page)))
    return _BARE.sub(lambda found: (found[1] or "") + "\\text{\u200b}" + (found[2] or ""), page)


def docx(page: str, language: str) -> bytes:
    """The Word document of a page in Markdown; raises ToolError where pandoc is not installed, fails, or leaves a formula as it
    was written, LimitError after a minute."""
    tool = shutil.which("pandoc")
    if tool is None:
        raise ToolError(missing())
    with tempfile.TemporaryDirectory(prefix="symattn-", ignore_cleanup_errors=True) as folder:
        source, made = Path(folder, "page.md"), Path(folder, "page.docx")
        source.write_text(_plainer(page), encoding="utf-8")
        options = [f"--from={READS}", f"--metadata=lang={language or 'en'}", f"--output={made.name}", source.name]
        said = run([tool, *options], folder, SECONDS, {**os.environ, **_AT}).strip()
        if said or not made.exists():
            raise ToolError(f"pandoc could not make a Word document of the page: {said or 'it left no message'}")
        return made.read_bytes()
