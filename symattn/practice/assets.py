"""What a browser needs to run Python and FLINT: packages of npm and PyPI, in fixed versions whose bytes are known.

They are fetched when a site is written, with npm and pip, so wherever those are told to look; they are kept in the user's
cache, and checked against their SHA-256 each time. ``python -m symattn.practice.assets DIR`` fetches them into a folder, which
``symattn practice --assets DIR`` takes where there is no network.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from symattn import files
from symattn.errors import ToolError
from symattn.files import made_folder, reason, write_whole
from symattn.records import dataclass

PATIENCE = 300
"""Seconds that npm or pip may take for one package."""
PYTHON = "3.14"
"""The Python that runs in the browser."""
BROWSER, ANY = "pyemscripten_2026_0_wasm32", "manylinux_2_17_x86_64"
"""The platform that FLINT is built for; and one whose wheel of markupsafe has the pure Python that serves in its place."""


@dataclass(frozen=True)
class Asset:
    """One package: where it comes from, its version, its file and the SHA-256 of that."""

    source: str
    name: str
    version: str
    file: str
    digest: str
    platform: str = ""

    def __str__(self) -> str:
        return f"{self.name} {self.version} from {self.source}"

    def order(self, folder: str) -> list[str]:
        """The command that brings the file into a folder.

        >>> Asset("npm", "pyodide", "1.0", "pyodide-1.0.tgz", "").order("here")[1:]
        ['pack', 'pyodide@1.0', '--silent', '--pack-destination', 'here']
        """
        if self.source == "npm":
            return [shutil.which("npm") or "npm", "pack", f"{self.name}@{self.version}", "--silent", "--pack-destination", folder]
        target = ["--platform", self.platform, "--implementation", "cp", "--abi", "cp314"] if self.platform else []
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        named = f"{self.name}=={self.version}"
        return [*pip, "--only-binary", ":all:", "--python-version", PYTHON, *target, "--dest", folder, named]


ASSETS = (
    Asset(
        "npm", "pyodide", "314.0.7", "pyodide-314.0.7.tgz",
        "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
    ),
    Asset(
        "PyPI", "python-flint", "0.9.0", "python_flint-0.9.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
        "b31f5c00e0e36040ab58d00b3025156e20869b990d776e4bf90f870b1ee11ad3", BROWSER,
    ),
    Asset(
        "PyPI", "jinja2", "3.1.6", "jinja2-3.1.6-py3-none-any.whl",
        "85ece4451f492d0c13c5dd7c13a64681a86afae63a5f347908daf103ce6d2f67",
    ),
    Asset(
        "PyPI", "markupsafe", "3.0.4",
        "markupsafe-3.0.4-cp314-cp314-manylinux2014_x86_64.manylinux_2_17_x86_64.manylinux_2_28_x86_64.whl",
        "a8e9f292fcda89b324f2f5c91d13f1424a153e40fc2756f38ee23b15835ff300", ANY,
    ),
    Asset(
        "PyPI", "tomlkit", "0.15.2", "tomlkit-0.15.2-py3-none-any.whl",
        "05562412163a3037b94497385fb7f9204c637bc605af7a48199e41cf2272f437",
    ),
)  # fmt: skip
SYMPY = (
    Asset(
        "PyPI", "sympy", "1.14.0", "sympy-1.14.0-py3-none-any.whl",
        "e091cc3e99d2141a0ba2847328f5479b05d94a6635cb96148ccb3f34671bd8f5",
    ),
    Asset(
        "PyPI", "mpmath", "1.3.0", "mpmath-1.3.0-py3-none-any.whl",
        "a0b2b9fe80bbcd81a6647ff13108738cfb482d481d826cc0e02f5b35e5c88d2c",
    ),
)  # fmt: skip
"""What sheets with an operation that needs SymPy take besides."""


def cache() -> Path:
    """The folder in which fetched packages are kept, in the user's cache; raises ToolError where the user has none."""
    if (place := files.own_folder(files.kept(), "practice")) is None:
        raise ToolError("there is no folder to keep packages in that nobody but the user can write to", "set HOME")
    return place


def gathered(own: Path | None = None, kept: Path | None = None, assets: Sequence[Asset] = ASSETS) -> dict[str, Path]:
    """Every package's file by its name: from a folder of one's *own*, else what is *kept* in the cache, else fetched.

    Raises ToolError that names all packages that cannot be had, and why.
    """
    kept = kept or cache()
    found: dict[str, Path] = {}
    missing: list[str] = []
    for asset in assets:
        places = [folder / asset.file for folder in (own, kept) if folder is not None]
        path = next((place for place in places if _is(place, asset)), None)
        try:
            found[asset.name] = path or _fetched(asset, kept)
        except ToolError as error:
            missing.append(str(error))
    if missing:
        hint = "or fetch them elsewhere with `python -m symattn.practice.assets DIR` and say --assets DIR"
        raise ToolError("practice in a browser needs packages that cannot be had:\n  " + "\n  ".join(missing), hint)
    return found


def _is(path: Path, asset: Asset) -> bool:
    """Whether a file is there and is the package, byte for byte."""
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == asset.digest


def _fetched(asset: Asset, kept: Path) -> Path:
    """Fetch a package into the cache; raises ToolError."""
    made_folder(kept)
    with tempfile.TemporaryDirectory(prefix="symattn-") as aside:
        try:
            done = subprocess.run(asset.order(aside), capture_output=True, text=True, timeout=PATIENCE, check=False, cwd=aside)
        except OSError as error:
            program = "npm" if asset.source == "npm" else sys.executable
            raise ToolError(f"{asset}: {program} does not run: {reason(error)}") from None
        except subprocess.TimeoutExpired:
            raise ToolError(f"{asset}: nothing came in {PATIENCE} seconds") from None
        path = Path(aside) / asset.file
        if done.returncode or not path.is_file():
            raise ToolError(f"{asset}: {_last(done.stderr) or _last(done.stdout) or 'nothing came'}")
        if not _is(path, asset):
            raise ToolError(f"{asset}: what came is not what is expected (its SHA-256 is another)")
        write_whole(kept / asset.file, path.read_bytes())
    return kept / asset.file


def _last(output: str) -> str:
    """The last line that a program printed, which is where it says what went wrong."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return lines[-1] if lines else ""


if __name__ == "__main__":
    for path in gathered(kept=Path(sys.argv[1]).absolute(), assets=ASSETS + SYMPY).values():
        print(path)
