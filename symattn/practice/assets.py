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
from symattn.records import frozen

PATIENCE = 300
"""Seconds that npm or pip may take for one package."""
PYTHON = "3.14"
"""The Python that runs in the browser."""
BROWSER, ANY = "pyemscripten_2026_0_wasm32", "manylinux_2_17_x86_64"
"""The platform that FLINT is built for; and one whose wheel of markupsafe has the pure Python that serves in its place."""


@frozen
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
            return [
                shutil.which("npm") or "npm",
                "pack",
                f"{self.name}@{self.version}",
                "--silent",
                "--pack-destination",
                folder,
            ]
        target = (
            ["--platform", self.platform, "--implementation", "cp", "--abi", "cp314"]
            if self.platform
            else []
        )
        pip = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "--quiet",
            "--disable-pip-version-check",
            "--no-deps",
        ]
        named = f"{self.name}=={self.version}"
        return [
            *pip,
            "--only-binary",
            ":all:",
            "--python-version",
            PYTHON,
            *target,
            "--dest",
            folder,
            named,
        ]


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
"""What sheets with a limit that SymPy alone finds take besides."""
EDITOR = tuple(
    Asset(
        "npm",
        name,
        version,
        f"{name.removeprefix('@').replace('/', '-')}-{version}.tgz",
        digest,
    )
    for name, version, digest in (
        (
            "@codemirror/autocomplete",
            "6.20.4",
            "40b9657b137284426bcd829cdee7dc78a748337de997a12b10b5c725f67aa0d0",
        ),
        (
            "@codemirror/commands",
            "6.11.1",
            "f477f46d8c00278e1b387baebd53bd6556fd5f3c7401ebe2a05543600fcbff0f",
        ),
        (
            "@codemirror/language",
            "6.13.1",
            "e711ec28da046f6c163e777c5466d8ac805ee9ef5f51c511e8729c6789be7f83",
        ),
        (
            "@codemirror/legacy-modes",
            "6.5.5",
            "ca845d375f3fb240ca6adc737fe77f30b19ef208e4fcf93d0e25cc492d8ca125",
        ),
        (
            "@codemirror/lint",
            "6.9.8",
            "637290fb6a6633a1a08f44c721afb75e0387d86c9b7c42d723a00a974811aae8",
        ),
        (
            "@codemirror/state",
            "6.7.6",
            "91d75acc955ceeaf86af9396c11cda7694fe6222aac8427fa033d89eff5ac839",
        ),
        (
            "@codemirror/streamparser",
            "6.0.0",
            "b4888c5ab40350e7a1747d765948a8fa45cfd127c479dd4cdef8097046efe14a",
        ),
        (
            "@codemirror/view",
            "6.43.15",
            "f0d5921406f841d211fa0887aabf10626c47676bfc63a4abed2a4d207e27c5ac",
        ),
        (
            "@lezer/common",
            "1.5.5",
            "ed93cee36403124f51eae638b8a032d6694914c19704de7610db7f2a9441c963",
        ),
        (
            "@lezer/highlight",
            "1.2.5",
            "e349eec1ff4382439c1e6286ae937e0203a8349c5192e2e133863391775ac7ff",
        ),
        (
            "@marijn/find-cluster-break",
            "1.0.4",
            "5d12b770b64d46632c84fcd18e1d4c09f195ed0f5dbc71f94a41f0af333eaeae",
        ),
        (
            "crelt",
            "1.0.7",
            "3542299c0278fdc26aceb2b13d31bffbcb89d7367706bbc457130e3fd103c03e",
        ),
        (
            "style-mod",
            "4.1.5",
            "c4a44844213a141da55c51a2f81d701acdb9944465328b4a2a6b9626c6d9fc39",
        ),
        (
            "w3c-keyname",
            "2.2.8",
            "05d21484026d1f2dd842c843181e391e66d60f1d5dff292d562c3f40302dab36",
        ),
    )
)
"""The editor of the workshop, CodeMirror and what it is made of, all under the MIT license."""


def cache() -> Path:
    """The folder in which fetched packages are kept, in the user's cache; raises ToolError where the user has none."""
    if (place := files.own_folder(files.kept(), "practice")) is None:
        raise ToolError(
            "there is no folder to keep packages in that nobody but the user can write to",
            "set HOME",
        )
    return place


def gathered(
    own: Path | None = None, kept: Path | None = None, assets: Sequence[Asset] = ASSETS
) -> dict[str, Path]:
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
        raise ToolError(
            "practice in a browser needs packages that cannot be had:\n  "
            + "\n  ".join(missing),
            hint,
        )
    return found


def _is(path: Path, asset: Asset) -> bool:
    """Whether a file is there and is the package, byte for byte."""
    return (
        path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == asset.digest
    )


def _fetched(asset: Asset, kept: Path) -> Path:
    """Fetch a package into the cache; raises ToolError."""
    made_folder(kept)
    with tempfile.TemporaryDirectory(prefix="symattn-") as aside:
        try:
            done = subprocess.run(
                asset.order(aside),
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                check=False,
                cwd=aside,
            )
        except OSError as error:
            program = "npm" if asset.source == "npm" else sys.executable
            raise ToolError(
                f"{asset}: {program} does not run: {reason(error)}"
            ) from None
        except subprocess.TimeoutExpired:
            raise ToolError(f"{asset}: nothing came in {PATIENCE} seconds") from None
        path = Path(aside) / asset.file
        if done.returncode or not path.is_file():
            raise ToolError(
                f"{asset}: {_last(done.stderr) or _last(done.stdout) or 'nothing came'}"
            )
        if not _is(path, asset):
            raise ToolError(
                f"{asset}: what came is not what is expected (its SHA-256 is another)"
            )
        write_whole(kept / asset.file, path.read_bytes())
    return kept / asset.file


def _last(output: str) -> str:
    """The last line that a program printed, which is where it says what went wrong."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return lines[-1] if lines else ""


if __name__ == "__main__":
    for path in gathered(
        kept=Path(sys.argv[1]).absolute(), assets=ASSETS + SYMPY + EDITOR
    ).values():
        print(path)
