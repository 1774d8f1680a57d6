"""What a browser would do each time a page is opened, done once when the site is written: Python's modules compiled, and for a
whole site a picture of Python's memory with symattn in it.

Only the Python of the browser can do it, so Node.js runs that; it came with npm. Without it the modules go as they are.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from symattn.files import Files, folder, made_folder, write_whole

PATIENCE = 600
"""Seconds that Node.js may take; it needs ten, for a picture of the memory thirty."""
LOCK = {
    "info": {
        "abi_version": "2026_0",
        "arch": "wasm32",
        "platform": "emscripten_5_0_3",
        "python": "3.14.2",
    },
    "packages": {},
}
"""What Pyodide is told of packages of its own: there are none."""


SNAPSHOT = ("snapshot.bin", "snapshot.json")
"""A picture of Python's memory, and where its libraries lie."""
OPENED = {
    "var getMemory=size=>{": (
        "var getMemory=size=>Module.placing?Module.placing(size,ownMemory):ownMemory(size);var ownMemory=size=>{"
    ),
    "API.restoreSnapshot=function(t){": "API.restoreSnapshot=function(t){t=globalThis.beforeSnapshot(Module);",
    "HEAP32[(__PyRuntime+offset)/4>>>0]=ptr": "HEAP32[Module.trampoline=(__PyRuntime+offset)/4>>>0]=ptr",
}
"""Three doors in Pyodide's script: who says where a library lies, what is done before a picture of the memory is taken over, and
where Python looks for the one function that not every browser has."""


def opened(script: bytes) -> bytes:
    """Pyodide's script with the three doors.

    >>> opened(" ".join(OPENED).encode()).decode() == " ".join(OPENED.values())
    True
    """
    text = script.decode()
    for had, now in OPENED.items():
        assert text.count(had) == 1, had
        text = text.replace(had, now)
    return text.encode()


def compiled(archives: Files, pyodide: Files, kept: Path) -> Files:
    """The archives with their modules compiled and packed, each *kept* for the next site; none where Node.js is missing.

    *pyodide* are the files of the package, by their names there.
    """
    shared = _digest(*map(_script, ("compile.mjs", "pack.mjs")), *pyodide.values())
    digests = {name: _digest(shared, data) for name, data in archives.items()}
    places = {
        name: kept / f"compiled-{digest.hex()[:32]}-{name}"
        for name, digest in digests.items()
    }
    return _kept(
        places,
        lambda missing: _made("compile.mjs", missing, {**pyodide, **archives}, missing),
    )


def snapshot(sheet: bytes, archives: Files, pyodide: Files, kept: Path) -> Files:
    """The picture of the memory in which symattn has solved the *sheet*, *kept* for the next site; none where Node.js is missing.

    *archives* are packed ones, all that it needs.
    """
    files = {**pyodide, **archives, "first.toml": sheet}
    digest = _digest(
        *map(_script, ("snapshot.mjs", "pack.mjs", "link.js")), *files.values()
    ).hex()[:32]
    places = {name: kept / "-".join([digest, *archives, name]) for name in SNAPSHOT}
    return _kept(
        places,
        lambda missing: _made(
            "snapshot.mjs", ["first.toml", *archives], files, missing and SNAPSHOT
        ),
    )


def _script(name: str) -> bytes:
    return (folder("templates") / "practice" / name).read_bytes()


def _digest(*parts: bytes) -> bytes:
    return sha256(b"".join(sha256(part).digest() for part in parts)).digest()


def _kept(
    places: Mapping[str, Path], make: Callable[[Sequence[str]], Files | None]
) -> Files:
    """What is kept at its place, and what is made of the rest, which is kept instead of an earlier one; empty without that."""
    found = {
        name: place.read_bytes() for name, place in places.items() if place.is_file()
    }
    made = make([name for name in places if name not in found])
    if made is None:
        return {}
    for name, data in made.items():
        made_folder(places[name].parent)
        for old in places[name].parent.glob(
            re.sub("[0-9a-f]{32}", "*", places[name].name)
        ):
            old.unlink(missing_ok=True)  # another run may be at the same
        write_whole(places[name], data)
    return {name: (found | made)[name] for name in places}


def _made(
    script: str, words: Sequence[str], files: Files, wanted: Sequence[str]
) -> Files | None:
    """Files that Node.js makes of others by a script, which is told some words; None where it does not run."""
    if not wanted:
        return {}
    node = shutil.which("node")
    if node is None:
        return None
    with tempfile.TemporaryDirectory(prefix="symattn-") as aside:
        place = Path(aside)
        own = {name: _script(name) for name in (script, "pack.mjs")}
        own |= {"link.mjs": _script("link.js"), "lock.json": json.dumps(LOCK).encode()}
        for name, data in {**files, **own}.items():
            (place / name).write_bytes(data)
        try:
            subprocess.run(
                [node, script, aside, *words],
                cwd=place,
                capture_output=True,
                timeout=PATIENCE,
                check=True,
            )
        except (
            OSError,
            subprocess.SubprocessError,
        ):  # a Node.js too old for it: the page is the same, only later
            return None
        return {name: (place / name).read_bytes() for name in wanted}
