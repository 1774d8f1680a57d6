"""LaTeX to PDF by whichever TeX is installed, with files and the shell closed to it and a time limit."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from symattn.errors import LimitError, SymattnError, ToolError
from symattn.processes import run

INSTALL = "sudo apt-get install texlive-latex-extra texlive-pictures lmodern latexmk"
SECONDS = 120
_OPTIONS = ["-interaction=nonstopmode", "-halt-on-error", "-file-line-error", "-no-shell-escape"]
TOOLS: dict[str, list[str]] = {
    "latexmk": ["latexmk", "-norc", "-pdf", *_OPTIONS, "page.tex"],
    "pdflatex": ["pdflatex", *_OPTIONS, "page.tex"],
    "tectonic": ["tectonic", "--untrusted", "page.tex"],
}
"""What makes a PDF, the first that is installed. LuaTeX is not among them: a prompt's Lua may read, write and remove
any file there, and what its --safer closes is not enough."""


def tool() -> str | None:
    """The first TeX that is installed.

    >>> tool() in (None, *TOOLS)
    True
    """
    return next((name for name in TOOLS if shutil.which(name)), None)


def missing() -> str:
    """What to say where no TeX is installed.

    >>> missing().split(" (")[0]
    'no TeX found'
    """
    return f"no TeX found (looked for {', '.join(TOOLS)}); install it with: {INSTALL}"


def pdf(source: str) -> bytes:
    """The PDF of a page; raises ToolError where no TeX is installed, SymattnError with TeX's first complaint,
    LimitError when it does not come to an end."""
    name = tool()
    if name is None:
        raise ToolError(missing())
    return compiled(source, name)[0]


def compiled(source: str, name: str) -> tuple[bytes, str]:
    """The PDF and the log of one run of a TeX tool in an empty folder of its own."""
    with tempfile.TemporaryDirectory(prefix="symattn-", ignore_cleanup_errors=True) as folder:
        Path(folder, "page.tex").write_text(source, encoding="utf-8")
        for _ in range(2 if name == "pdflatex" else 1):  # latexmk and tectonic see for themselves
            output = _run(TOOLS[name], folder)
        made = Path(folder, "page.pdf")
        log = Path(folder, "page.log")
        text = log.read_text(encoding="utf-8", errors="replace") if log.exists() else output
        if "TeX capacity exceeded" in text:
            raise LimitError("the page is more than TeX can hold; fewer tokens or heads, --detail brief, or --format html")
        if not made.exists():
            raise SymattnError(f"{name} could not typeset the page: {_complaint(text or output)}")
        return made.read_bytes(), text


def _run(command: list[str], folder: str) -> str:
    """Run a tool with files outside its folder and the shell closed to it; raises LimitError with a hint."""
    environment = {
        **os.environ, "openin_any": "p", "openout_any": "p", "SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1",
        "TEXMFOUTPUT": folder, "shell_escape": "f",
    }  # fmt: skip
    try:
        return run(command, folder, SECONDS, environment)
    except LimitError as error:
        raise LimitError(f"{error}; is there an endless macro in a prompt?") from None


def _complaint(log: str) -> str:
    lines = log.splitlines()
    for k, line in enumerate(lines):
        if line.startswith("!") or (":" in line and "page.tex:" in line and "error" not in line.lower()[:8]):
            return " ".join(part.strip() for part in lines[k : k + 3])
    return lines[-1] if lines else "it left no message"
