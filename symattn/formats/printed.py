"""An HTML page to PDF by whichever Chromium is installed: what is left where there is no TeX."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from symattn.errors import ToolError
from symattn.processes import run

BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "chrome",
)
QUIET = (
    "--headless", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-extensions",
)  # fmt: skip
SECONDS = 60  # a page takes four, of which most is the browser's start


def browser() -> str | None:
    """The first Chromium that is installed.

    >>> browser() in (None, *BROWSERS)
    True
    """
    return next((name for name in BROWSERS if shutil.which(name)), None)


def flags(profile: str) -> list[str]:
    """The options for a Chromium without a window, without network chatter, with an empty profile of its own.

    >>> "--user-data-dir=/tmp/p" in flags("/tmp/p")
    True
    """
    root = (
        ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    )  # root has no sandbox to use
    return [*QUIET, *root, f"--user-data-dir={profile}"]


def missing() -> str:
    """What to say where no Chromium is installed.

    >>> missing().split(" (")[0]
    'no browser to print with'
    """
    return f"no browser to print with (looked for {', '.join(BROWSERS)})"


def printed(page: str) -> bytes:
    """The PDF of a page; raises ToolError where no Chromium is installed or it fails, LimitError after a minute."""
    name = browser()
    if name is None:
        raise ToolError(missing())
    with tempfile.TemporaryDirectory(
        prefix="symattn-", ignore_cleanup_errors=True
    ) as folder:
        source, made = Path(folder, "page.html"), Path(folder, "page.pdf")
        source.write_text(page, encoding="utf-8")
        options = [
            f"--print-to-pdf={made}",
            "--no-pdf-header-footer",
            "--generate-pdf-document-outline",
            source.as_uri(),
        ]
        output = run([name, *flags(f"{folder}/profile"), *options], folder, SECONDS)
        if not made.exists():
            raise ToolError(
                f"{name} could not print the page: {output.strip().splitlines()[-1:] or 'no message'}"
            )
        return made.read_bytes()
