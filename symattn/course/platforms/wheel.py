"""symattn itself as a wheel, for platforms that run it on machines where it is not installed.

The format is that of PEP 427: a zip archive of the package, its metadata, and a list of digests.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, distribution

from symattn.course.platforms.packed import packed
from symattn.errors import SymattnError
from symattn.files import package
from symattn.said import Strings
from symattn.version import VERSION

NAME = f"symattn-{VERSION}-py3-none-any.whl"
_WHEEL = (
    "Wheel-Version: 1.0\nGenerator: symattn\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
)
_NEEDS = "Requires-Dist: "
_OF_CHECKOUTS = "Requires-Dist: editables"  # what an editable install of a checkout needs, and nobody else
_ENTRY = "[console_scripts]\nsymattn = symattn.cli:run\n"


def wheel() -> bytes:
    """The wheel of the symattn that is running, with its templates and worksheets; the same bytes for the same files.

    Raises SymattnError where symattn runs without being installed: then nobody knows what it needs.

    >>> from io import BytesIO
    >>> from zipfile import ZipFile
    >>> "symattn/templates/words/page.j2" in ZipFile(BytesIO(wheel())).namelist()
    True
    """
    info = f"symattn-{VERSION}.dist-info"
    files = {place: path.read_bytes() for place, path in sorted(package())}
    about = {
        "METADATA": "".join(_metadata()),
        "WHEEL": _WHEEL,
        "entry_points.txt": _ENTRY,
    }
    files |= {f"{info}/{name}": text.encode() for name, text in about.items()}
    record = [
        f"{place},sha256={_digest(data)},{len(data)}" for place, data in files.items()
    ]
    files[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", ""]).encode()
    return packed(files)


def needed() -> Strings:
    """What symattn needs beside itself, as pip reads it.

    >>> any(one.startswith("sympy") for one in needed())
    True
    """
    wanted = (line.rstrip() for line in _metadata() if line.startswith(_NEEDS))
    return tuple(line.removeprefix(_NEEDS) for line in wanted if "extra ==" not in line)


def _metadata() -> list[str]:
    """What is said of symattn where it is installed, line by line."""
    try:
        text = distribution("symattn").read_text("METADATA") or ""
    except PackageNotFoundError:
        raise SymattnError(
            "symattn runs here without being installed; install it with pip to export it along"
        ) from None
    lines = text.splitlines(keepends=True)
    return [line for line in lines if not line.startswith(_OF_CHECKOUTS)]


def _digest(data: bytes) -> str:
    return urlsafe_b64encode(sha256(data).digest()).rstrip(b"=").decode()
