"""The workshop: the page on which sheets are written in a browser, beside the engine that the pages to practise on run."""

from __future__ import annotations

import json
import tarfile
import tempfile
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from symattn.course.delivery import DETAILS
from symattn.course.platforms.packed import packed
from symattn.files import Files, bank, folder, languages, package
from symattn.notation import table as notations
from symattn.practice.assets import ASSETS, EDITOR, SYMPY, gathered
from symattn.practice.session import Json
from symattn.practice.site import (
    ENGINE,
    Members,
    at_once,
    engine,
    is_wanted,
    not_of_others,
    pages,
    put,
    scripts,
)
from symattn.said import Glossary, Named
from symattn.sheet.kinds import Choice
from symattn.sheet.reference import tables
from symattn.sheet.variants import VARIANTS
from symattn.site.bench import PLATFORMS, Session
from symattn.site.form import LARGEST, kinds

FORMATS = ("tex", "html", "md", "text", "ipynb", "json")
"""The formats of pages to take away; a PDF is made of LaTeX or printed."""
ELSEWHERE = ("site", "class", "check")
"""Rooms of templates that no sheet in the workshop needs, beside those that the engine has anyway."""
FIRST = "heads"
"""The sheet that stands there first."""
PART = {"@codemirror/legacy-modes": "mode/toml"}
"""What is taken of a package in place of its main module."""


def workshop(
    sheets: Sequence[Path], target: Path, own_pages: Files, own: Path | None
) -> dict[str, int]:
    """Write the folder of the workshop, its *own_pages* and one to practise on for each sheet; all its files with their sizes.

    Raises SymattnError; ToolError where packages cannot be had.
    """
    not_of_others(target)
    assets = gathered(own, assets=ASSETS + SYMPY + EDITOR)
    made = engine(
        assets,
        more={"workshop.zip": packed(dict(_more()))},
        first=starts()[FIRST].encode(),
    )
    files = at_once(
        {**made, **scripts(), **(pages(sheets) if sheets else {}), **own_pages}
    )
    for asset in EDITOR:
        files |= _module(asset.name, assets[asset.name])
    files.setdefault("index.html", own_pages["workshop.html"])
    return put(files, target)


def starts() -> Glossary:
    """The sheets with which one may begin, by their names."""
    return {
        path.stem: path.read_text(encoding="utf-8")
        for path in sorted((folder("worksheets") / "new").glob("*.toml"))
    }


def answered() -> dict[str, Json]:
    """Key and blank of the sheet that stands there first, as the engine answers: they are shown before it has come.

    >>> sorted(answered())
    ['blank', 'key']
    """
    with tempfile.TemporaryDirectory(prefix="symattn-") as aside:
        session = Session(Path(aside))
        return {form: session.page(starts()[FIRST], form) for form in ("key", "blank")}


def address(text: str) -> str:
    """What behind the workshop's address opens a sheet there: its text, which no server is sent.

    >>> address("title = 'A'")
    '#sheet=K8ksyUlVsFVQd1QHAA'
    """
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packer.compress(text.encode()) + packer.flush()
    return "#sheet=" + urlsafe_b64encode(data).decode().rstrip("=")


def _more() -> Members:
    """What pages to practise on do not need: templates of other formats, and the bank."""
    for place, path in package():
        _, room, *parts = place.split("/")
        if room == "templates" and parts[0] not in ELSEWHERE and not is_wanted(parts):
            yield place, path.read_bytes()
    for name, path in bank().items():
        yield f"symattn/worksheets/{name}.toml", path.read_bytes()


def _module(name: str, package: Path) -> Files:
    """A package of the editor: its module as it was published, and its license."""
    with tarfile.open(package) as archive:

        def file(place: str) -> bytes:
            found = archive.extractfile(f"package/{PurePosixPath(place)}")
            assert found is not None, (name, place)
            return found.read()

        about = json.loads(file("package.json"))
        return {
            f"editor/{place_of(name)}": file(
                f"{PART[name]}.js"
                if name in PART
                else about.get("module", about["main"])
            ),
            f"editor/LICENSE-{place_of(name).removesuffix('.js')}.txt": file("LICENSE"),
        }


def place_of(name: str) -> str:
    """The file of a module in the folder.

    >>> place_of("@codemirror/view"), place_of("crelt")
    ('codemirror-view.js', 'crelt.js')
    """
    return f"{name.removeprefix('@').replace('/', '-')}.js"


def modules() -> Glossary:
    """Under which names the modules of the editor ask for each other, as an import map has it."""
    return {
        "/".join(
            filter(None, [asset.name, PART.get(asset.name)])
        ): f"./editor/{place_of(asset.name)}"
        for asset in EDITOR
    }


def known() -> Named:
    """What the page knows before the engine has come: every table of the format with its keys, and the words that some take."""
    words = {
        "notation": sorted(notations.shipped()),
        "variant": sorted(VARIANTS),
        "language": list(languages()),
    }
    found: dict[str, dict[str, dict[str, object]]] = {}
    for head, table in tables():
        keys = found.setdefault(head.strip("[]"), {})
        for name, key in table.keys.items():
            own = (
                list(key.kind.words)
                if isinstance(key.kind, Choice)
                else words.get(name, [])
            )
            keys[name] = {
                "about": key.about,
                "example": key.example or "",
                "words": own,
            }
    return {
        "tables": found,
        "notations": words["notation"],
        "languages": words["language"],
        "details": DETAILS,
        "formats": FORMATS,
        "platforms": PLATFORMS,
        "kinds": kinds(),
        "largest": LARGEST,
        "engine": [f"engine/{name}" for name in ENGINE],
    }
