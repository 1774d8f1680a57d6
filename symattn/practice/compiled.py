"""The browser's Python modules compiled when the site is written: a page then starts in half the time.

Only the Python of the browser can do it, so Node.js runs that; it came with npm. Without it the modules go as they are.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from symattn.files import folder, made_folder, write_whole

PATIENCE = 600
"""Seconds that Node.js may take; it needs ten."""
LOCK = {"info": {"abi_version": "2026_0", "arch": "wasm32", "platform": "emscripten_5_0_3", "python": "3.14.2"}, "packages": {}}
"""What Pyodide is told of packages of its own: there are none."""


def compiled(archives: Mapping[str, bytes], pyodide: Mapping[str, bytes], kept: Path) -> dict[str, bytes]:
    """The archives with their modules compiled, each *kept* for the next site; as they are where Node.js is missing.

    *pyodide* are the files of the package, by their names there.
    """
    script = (folder("templates") / "practice" / "compile.mjs").read_bytes()
    shared = b"".join(sha256(part).digest() for part in (script, *pyodide.values()))
    digests = {name: sha256(shared + sha256(data).digest()).hexdigest()[:32] for name, data in archives.items()}
    places = {name: kept / f"compiled-{digest}-{name}" for name, digest in digests.items()}
    found = {name: place.read_bytes() for name, place in places.items() if place.is_file()}
    made = _made([name for name in archives if name not in found], archives, pyodide, script)
    if made is None:
        return dict(archives)
    for name, data in made.items():
        made_folder(kept)
        for old in kept.glob(f"compiled-*-{name}"):
            old.unlink(missing_ok=True)  # another run may be at the same
        write_whole(places[name], data)
    return {name: (found | made)[name] for name in archives}


def _made(
    names: Sequence[str], archives: Mapping[str, bytes], pyodide: Mapping[str, bytes], script: bytes
) -> dict[str, bytes] | None:
    """Some of the archives after Node.js ran the script; None where it does not run."""
    if not names:
        return {}
    node = shutil.which("node")
    if node is None:
        return None
    with tempfile.TemporaryDirectory(prefix="symattn-") as aside:
        place = Path(aside)
        for name, data in {**pyodide, **archives, "compile.mjs": script, "lock.json": json.dumps(LOCK).encode()}.items():
            (place / name).write_bytes(data)
        try:
            subprocess.run([node, "compile.mjs", aside, *names], cwd=place, capture_output=True, timeout=PATIENCE, check=True)
        except (OSError, subprocess.SubprocessError):  # a Node.js too old for it: the page is the same, only later
            return None
        return {name: (place / name).read_bytes() for name in names}
