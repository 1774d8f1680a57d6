"""Other programs, started so that nothing is left of them: not after a time limit, and not when symattn is killed.

A small watcher stands between: it starts the program in a group of processes of its own, and waits for its standard
input to end, which it does when symattn ends in any way. Then it ends the whole group and removes the folder.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from symattn.errors import LimitError
from symattn.said import Glossary

LARGEST_FILE = 64_000_000  # bytes a program may write into one file
SAID = "said.txt"
_WATCH = """
import os, resource, shutil, signal, subprocess, sys, threading
folder, largest, *command = sys.argv[1:]
resource.setrlimit(resource.RLIMIT_FSIZE, (int(largest), int(largest)))
tool = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)
def watch():
    while os.read(0, 1): pass
    watcher.ends = True
    try: os.killpg(tool.pid, signal.SIGKILL)
    except ProcessLookupError: pass
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(1)
watcher = threading.Thread(target=watch, daemon=True)
watcher.ends = False
watcher.start()
code = tool.wait()
if watcher.ends: watcher.join()
os._exit(code if code >= 0 else 128 - code)
"""


def run(
    command: Sequence[str],
    folder: str,
    seconds: float,
    environment: Glossary | None = None,
) -> str:
    """Run a program in a folder made for it alone; what it says, the end of it when that is long.

    Raises LimitError when it does not end in time; nothing of it runs on, whatever happens to this process.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     run([sys.executable, "-c", "print('done')"], folder, 20)
    'done\\n'
    """
    watcher = [
        sys.executable,
        "-I",
        "-S",
        "-c",
        _WATCH,
        folder,
        str(LARGEST_FILE),
        *command,
    ]
    mine, theirs = os.pipe()
    said = Path(folder, SAID)
    try:
        with said.open("wb") as output:
            process = subprocess.Popen(
                watcher,
                cwd=folder,
                env=environment,
                stdin=mine,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
    finally:
        os.close(mine)
    try:
        process.wait(timeout=seconds)
        return _end(said)
    except subprocess.TimeoutExpired:
        raise LimitError(
            f"{Path(command[0]).name} did not finish within {seconds:g} seconds"
        ) from None
    finally:  # on Ctrl-C too
        os.close(theirs)
        process.wait()


def _end(said: Path) -> str:
    with said.open("rb") as output:
        output.seek(max(0, said.stat().st_size - 100_000))
        return output.read().decode("utf-8", "replace")
