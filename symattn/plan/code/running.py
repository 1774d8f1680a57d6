"""What a program prints, by running it: in a Python of its own, one output for every piece."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec

from symattn.errors import SymattnError

# For all pieces of a sheet together, and for loading the library.
SECONDS = 120
_MARK = "\x1e"  # the record separator: no array prints it


def outputs(pieces: Sequence[str], library: str = "numpy") -> list[str] | None:
    """What each piece of a NumPy program prints, one after another; None where the library is not installed.

    Raises SymattnError when the program fails.

    >>> outputs(["x = 3", "print(x)"], library="json")
    ['', '3\\n']
    """
    if find_spec(library) is None:
        return None
    mark = f"print({_MARK!r}, end='')"
    text = "".join(f"{piece}\n{mark}\n" for piece in pieces)
    command = [sys.executable, "-I", "-X", "utf8", "-W", "ignore", "-c", text]
    try:
        done = subprocess.run(
            command, capture_output=True, encoding="utf-8", timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise SymattnError(
            f"the program of the sheet did not end within {SECONDS} s"
        ) from None
    if done.returncode:
        raise SymattnError(
            f"the program of the sheet failed: {done.stderr.strip().splitlines()[-1]}"
        )
    return done.stdout.split(_MARK)[:-1]
