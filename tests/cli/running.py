"""How the tests of the command line run it: a small sound sheet, and a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

SOUND = "[[question]]\nsteps = ['A = X @ X']\ngiven.X = [[1, 2], [3, 4]]\n"
Run = Callable[..., tuple[int, str, str]]


def program(*args: str, **more: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "symattn", *args]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)  # type: ignore[call-overload,no-any-return]
