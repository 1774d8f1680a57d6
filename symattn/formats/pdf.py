"""LaTeX to PDF by whichever TeX is installed, with files and the shell closed to it and a time limit.

What stands above the mark ``OWN`` in a page's source is the same for a whole class. pdfTeX reads it once a process, and
keeps what it has read then as a format, which every page starts from: that is two thirds of the time of a page.
"""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
import tempfile
from functools import cache, lru_cache
from pathlib import Path

from symattn.errors import LimitError, ToolError, TypesetError
from symattn.files import Files
from symattn.later import pattern
from symattn.processes import run
from symattn.said import Strings

INSTALL = "sudo apt-get install texlive-latex-extra texlive-pictures lmodern"
SECONDS = 120  # for one page: it takes four or five with all its runs on two cores, and more where many are set at once
NOTHING: Files = {}  # stays so
EACH = 1
"""Seconds that TeX may take for a page, and for each further sheet of a booklet."""
RUNS = 4
"""As often as a page is set at most, until its page numbers and references have settled."""
OWN = "% ---- of this sheet alone\n"
_OPTIONS = [
    "-interaction=nonstopmode",
    "-halt-on-error",
    "-file-line-error",
    "-no-shell-escape",
]
TOOLS: dict[str, list[str]] = {
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


def pdf(source: str, sheets: int = 1, beside: Files = NOTHING) -> bytes:
    """The PDF of a page, or of a booklet of so many sheets, with the files that lie beside it; raises ToolError where no
    TeX is installed, TypesetError with TeX's first complaint, LimitError when it does not come to an end."""
    name = tool()
    if name is None:
        raise ToolError(missing())
    return compiled(source, name, SECONDS + EACH * (sheets - 1), beside)[0]


class _Shared:
    """What the pages of a class share: the commands above a page's own as a format of pdfTeX, and what the last page left.

    A page of the same class has nearly always as many pages and the same references, so it is settled in one run when it
    starts from those of the last; it is run until it leaves what it has read.
    """

    def __init__(self, source: str) -> None:
        self.left = b""
        self.format = b""
        with tempfile.TemporaryDirectory(
            prefix="symattn-", ignore_cleanup_errors=True
        ) as folder:
            Path(folder, "shared.tex").write_text(
                source + "\n\\dump\n", encoding="utf-8"
            )
            _run(["pdflatex", "-ini", *_OPTIONS, "&pdflatex", "shared.tex"], folder)
            made = Path(folder, "shared.fmt")
            if made.exists():
                self.format = _loose(
                    made.read_bytes()
                )  # some 19 MB; nothing where this TeX cannot make one


def _loose(format: bytes) -> bytes:
    """A format as it is in TeX's memory: TeX reads that as well, and unpacking it for each page takes a fifth of a page's time.

    >>> _loose(gzip.compress(b"W2TX")), _loose(b"W2TX")
    (b'W2TX', b'W2TX')
    """
    return gzip.decompress(format) if format.startswith(b"\x1f\x8b") else format


_shared = lru_cache(maxsize=4)(_Shared)


def compiled(
    source: str, name: str, seconds: float | None = None, beside: Files = NOTHING
) -> tuple[bytes, str]:
    """The PDF and the log of a TeX tool, in a folder of its own that holds nothing but the files *beside* the page; raises
    TypesetError with TeX's first complaint."""
    above, mark, own = source.partition(OWN if OWN in source else "\\begin{document}")
    shared = _shared(above) if mark and name == "pdflatex" else None
    command = TOOLS[name]
    with tempfile.TemporaryDirectory(
        prefix="symattn-", ignore_cleanup_errors=True
    ) as place:
        folder = Path(place)
        for file, data in beside.items():
            (folder / file).write_bytes(data)
        if shared and shared.format:
            (folder / "shared.fmt").write_bytes(shared.format)
            (folder / "page.aux").write_bytes(shared.left)
            source = (
                "%\n" * above.count("\n") + mark + own
            )  # lines keep the numbers that TeX's complaints name
            command = [name, "-fmt=shared", *command[1:]]
        (folder / "page.tex").write_text(source, encoding="utf-8")
        made, log = _settled(command, folder, seconds)
        if shared and made:
            shared.left = _left(folder)
        if "TeX capacity exceeded" in log:
            raise LimitError(
                "the page is more than TeX can hold; fewer tokens or heads, --detail brief, or --format html"
            )
        if not made:
            raise _complaint(log)
        return made, log


def _settled(
    command: list[str], folder: Path, seconds: float | None
) -> tuple[bytes, str]:
    """The PDF, if there is one, and the log, after as many runs as page numbers and references need."""
    for _ in range(RUNS):
        before = _left(folder)
        output = _run(command, str(folder), seconds)
        made, log = folder / "page.pdf", folder / "page.log"
        if not made.exists() or _left(folder) == before:
            break
    text = log.read_text(encoding="utf-8", errors="replace") if log.exists() else output
    return (made.read_bytes() if made.exists() else b""), text


def _left(folder: Path) -> bytes:
    """What a page has left for its next run: page numbers and references."""
    left = folder / "page.aux"
    return left.read_bytes() if left.exists() else b""


BOXED = (
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/texmf", "/etc/alternatives", "/etc/ld.so.cache", "/var/lib/texmf",
    "/nix/store", "/gnu/store",
)  # fmt: skip
"""What TeX sees of the machine where there is a namespace for it: programs and TeX Live, and nobody's files."""
_OF_USERS = pattern(
    r"TEX|BIB|BST|MPINPUTS|MFINPUTS|AFMFONTS|T1FONTS|TTFONTS|VF|TFM|openin|openout|shell_escape"
)


def _run(command: list[str], folder: str, seconds: float | None = None) -> str:
    """Run a tool with files outside its folder and the shell closed to it; raises LimitError with a hint.

    pdfTeX has no home and no trees of the user's, and where the machine has bubblewrap it sees no file of anybody's at all.
    """
    environment = {
        "openin_any": "p", "openout_any": "p", "SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1", "TEXMFOUTPUT": folder,
        "shell_escape": "f",
    }  # fmt: skip
    users = {**os.environ}
    if command[0] == "pdflatex":
        users = {
            name: value for name, value in users.items() if not _OF_USERS.match(name)
        }
        none = os.path.join(folder, "none")
        environment |= {
            "HOME": folder,
            **dict.fromkeys(("TEXMFHOME", "TEXMFVAR", "TEXMFCONFIG"), none),
        }
        command = [*_box(folder), *command]
    environment = {**users, **environment}
    try:
        return run(command, folder, seconds or SECONDS, environment)
    except LimitError as error:
        raise LimitError(f"{error}; is there an endless macro in a prompt?") from None


def _box(folder: str) -> list[str]:
    """What makes a namespace for a command that sees this folder, programs and TeX Live; nothing where there is none."""
    return (
        [*_boxed(), "--bind", folder, folder, "--chdir", folder, "--"]
        if _boxed()
        else []
    )


@cache
def _boxed() -> Strings:
    """How bubblewrap is called here; the empty tuple where it is missing, forbidden, or TeX is not found in it."""
    tool, where = shutil.which("bwrap"), shutil.which("pdflatex")
    if tool is None or where is None:
        return ()
    tree = (
        Path(where).resolve().parent.parent.parent
    )  # TeX Live in a folder of its own: …/texlive/2026/bin/x86_64-linux
    own = [str(tree)] if not tree.is_relative_to("/usr") and len(tree.parts) > 2 else []
    seen = [
        part
        for place in (*BOXED, *own)
        if os.path.exists(place)
        for part in ("--ro-bind", place, place)
    ]
    made = (
        tool,
        "--unshare-all",
        "--die-with-parent",
        "--dev",
        "/dev",
        "--tmpfs",
        "/tmp",
        *seen,
    )
    try:
        asked = [
            *made,
            "--",
            "kpsewhich",
            "-progname=pdflatex",
            "exam.cls",
            "tikz.sty",
            "lmodern.sty",
            "pdftex.map",
        ]
        found = subprocess.run(
            asked,
            capture_output=True,
            timeout=20,
            stdin=subprocess.DEVNULL,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ()
    return made if found.returncode == 0 and len(found.stdout.split()) == 4 else ()


def _complaint(log: str) -> TypesetError:
    """TeX's first complaint, and what it had read of the line before it stopped.

    >>> error = _complaint("./page.tex:7: Double subscript.\\nl.7 Let $X_1_\\n            2$ be")
    >>> str(error), error.before
    ("LaTeX cannot set the page at 'Let $X_1_': Double subscript.", 'Let $X_1_')
    """
    found = re.search(r"^(?:! |[^\s:]*page\.tex:\d+: )(.*)", log, re.M)
    at = re.search(r"^l\.\d+ (.*)", log[found.end() :], re.M) if found else None
    says = found[1] if found else (log.splitlines() or ["it left no message"])[-1]
    return TypesetError(says.strip(), at[1].strip() if at else "")
