"""The browser's Python modules compiled when the site is written: a page then starts in half the time.

Only the Python of the browser can do it, so Node.js runs that; it came with npm. Without it the modules go as they are.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from symattn.files import folder, made_folder, write_whole

PATIENCE = 600
"""Seconds that Node.js may take; it needs ten."""
LOCK = {"info": {"abi_version": "2026_0", "arch": "wasm32", "platform": "emscripten_5_0_3", "python": "3.14.2"}, "packages": {}}
"""What Pyodide is told of packages of its own: there are none."""


def compiled(archives: Mapping[str, bytes], pyodide: Mapping[str, bytes], kept: Path) -> dict[str, bytes]:
    """The archives with their modules compiled, which are *kept* for the next site; as they are where Node.js is missing.

    *pyodide* are the files of the package, by their names there.
    """
    script = (folder("templates") / "practice" / "compile.mjs").read_bytes()
    parts = (script, *pyodide.values(), *archives.values())
    digest = sha256(b"".join(sha256(part).digest() for part in parts)).hexdigest()[:32]
    places = {name: kept / f"compiled-{len(archives)}-{digest}-{name}" for name in archives}
    if not all(place.is_file() for place in places.values()):
        made = _made(archives, pyodide, script)
        if made is None:
            return dict(archives)
        made_folder(kept)
        for old in kept.glob(f"compiled-{len(archives)}-*"):
            if old not in places.values():  # another run may be at the same
                old.unlink(missing_ok=True)
        for name, data in made.items():
            write_whole(places[name], data)
        return made
    return {name: place.read_bytes() for name, place in places.items()}


def _made(archives: Mapping[str, bytes], pyodide: Mapping[str, bytes], script: bytes) -> dict[str, bytes] | None:
    """The archives after Node.js ran the script; None where it does not run."""
    node = shutil.which("node")
    if node is None:
        return None
    with tempfile.TemporaryDirectory(prefix="symattn-") as aside:
        place = Path(aside)
        for name, data in {**pyodide, **archives, "compile.mjs": script, "lock.json": json.dumps(LOCK).encode()}.items():
            (place / name).write_bytes(data)
        try:
            subprocess.run([node, "compile.mjs", aside], cwd=place, capture_output=True, timeout=PATIENCE, check=True)
        except (OSError, subprocess.SubprocessError):  # a Node.js too old for it: the page is the same, only later
            return None
        return {name: (place / name).read_bytes() for name in archives}
