"""A process that runs symattn's commands, each in a fork of its own, with one moment of the file system going wrong.

It reads one line of JSON a command and answers with one: ``{"args": […], "at": 3, "what": "full"}`` runs the command with
its third touch of the file system failing as a full disk does, or with the end of the process there (``"kill"``), or at a
moment of the clock (``"after"``: seconds). The answer says the exit code, what was said, and how often files were touched.
"""

from __future__ import annotations

import errno
import io
import json
import mmap
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
from contextlib import redirect_stderr, suppress
from pathlib import Path
from typing import Any

from symattn.cli import run

sys.path.insert(0, str(Path(__file__).parent))
from attack import SHEET

COURSE = SHEET + "[vary]\ndraw = [{ names = ['X'], low = 1, high = 9 }]\n"
SECRET = "drawn by everybody alike"  # two folders hold the same bytes only when they are drawn with the same one
FAULTS = {"full": errno.ENOSPC, "broken": errno.EIO, "shut": errno.EACCES, "read-only": errno.EROFS, "many": errno.EMFILE}
TOUCHES = frozenset(["open", "os.rename", "os.chmod", "os.remove", "os.mkdir", "os.listdir", "os.scandir", "os.truncate", "fcntl.flock"])


def armed(job: dict[str, Any], count: mmap.mmap) -> None:
    """From now on the wanted touch of a file below the current folder fails, or is the last one."""
    here, touched = os.getcwd(), [0]
    what, at = job.get("what", ""), job.get("at", 0)

    def hook(event: str, args: tuple[Any, ...]) -> None:
        if event not in TOUCHES:
            return
        place = args[0] if args else ""
        if isinstance(place, (str, bytes, os.PathLike)):
            path = os.path.abspath(os.fsdecode(place))
            if not path.startswith(here + os.sep) and path != here:
                return
        elif event != "fcntl.flock":
            return
        touched[0] += 1
        count.seek(0)
        count.write(touched[0].to_bytes(8, "little"))
        if touched[0] == at:
            if what == "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            raise OSError(FAULTS[what], os.strerror(FAULTS[what]), place if isinstance(place, str) else None)

    sys.addaudithook(hook)


def child(job: dict[str, Any], said: int, count: mmap.mmap) -> None:
    """Run one command and end."""
    os.chdir(job["cwd"])
    os.dup2(said, 1)
    os.dup2(said, 2)
    sys.stdout, sys.stderr = (os.fdopen(number, "w", encoding="utf-8", closefd=False) for number in (1, 2))
    if "largest" in job:  # a write beyond so many bytes fails: a disk that is full in the middle of a file
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (job["largest"], job["largest"]))
    armed(job, count)
    sys.argv = ["symattn", *job["args"]]
    code = 70
    try:
        run()
    except SystemExit as stopped:
        code = int(stopped.code or 0)
    except BaseException:
        traceback.print_exc()
        raise
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(code)


def answered(job: dict[str, Any]) -> dict[str, Any]:
    """What became of one command."""
    count = mmap.mmap(-1, 8)
    theirs, mine = os.pipe()
    began = time.monotonic()
    pid = os.fork()
    if pid == 0:
        child(job, mine, count)
    os.close(mine)
    if "after" in job:
        time.sleep(job["after"])
        os.kill(pid, signal.SIGKILL)
    with os.fdopen(theirs, "rb") as said:
        text = said.read().decode("utf-8", "replace")
    _, status = os.waitpid(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    return {"code": code, "said": text, "touched": int.from_bytes(count[:8], "little"), "took": time.monotonic() - began}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:  # everything is loaded once, for all forks
        place = Path(folder)
        (place / "sheet.toml").write_text(COURSE, "utf-8")
        (place / "ada.toml").write_text("[q1]\nQ = [[0, 2], [3, 4]]\n", "utf-8")
        for args in (["vary", f"{place}/sheet.toml", "--count", "1", "--seed", "1", "--format", "text", "-o", f"{place}/out"],
                     ["check", f"{place}/sheet.toml", f"{place}/ada.toml", "--format", "json", "-o", f"{place}/report.json"]):
            with suppress(SystemExit), redirect_stderr(io.StringIO()):
                sys.argv = ["symattn", *args]
                run()
    for signal_ in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(signal_, signal.SIG_DFL)
    for line in sys.stdin:
        print(json.dumps(answered(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
