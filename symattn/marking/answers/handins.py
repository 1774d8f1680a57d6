"""What a folder of answers holds: files of one student each, or a folder for every student, as platforms pack them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path

from symattn.errors import SymattnError
from symattn.files import contents, is_hidden
from symattn.marking.answers.formats import suffixes

DEEPEST = 4  # folders in folders
MOST_FILES = 200  # of one submission
REFUSED = frozenset(
    [".pdf", ".png", ".jpg", ".jpeg", ".heic", ".heif", ".gif", ".tif", ".tiff", ".bmp", ".webp", ".svg", ".doc", ".odt",
     ".rtf", ".pages", ".xlsx", ".xls", ".ods", ".ppt", ".pptx", ".one"]
)  # fmt: skip
"""Pictures and office files: no answers can be read from them, which is said and not passed over."""
_ONE = re.compile(r"submission_\d+\Z|.*_assignsubmission_", re.IGNORECASE)  # as Gradescope and Moodle name a student's folder
_METADATA = "submission_metadata.yml"
_RECORD = re.compile(r"(?P<folder>submission_\d+):\s*\Z|\s+:?(?P<key>sid|email):\s*['\"]?(?P<value>[^'\"\n]+)['\"]?\s*\Z")


def handins(folder: Path, depth: int = 0) -> Iterator[Path]:
    """The submissions in a folder: its files, and those of its folders that are one student's; raises OSError."""
    for path in sorted(folder.iterdir()):
        if is_hidden(path) or path.name == "__MACOSX":
            continue
        if not path.is_dir():
            if path.suffix.lower() in suffixes() or path.suffix.lower() in REFUSED:
                yield path
        elif _ONE.match(path.name) or any(_answer(file) for file in path.iterdir()):
            yield path
        elif depth < DEEPEST:
            yield from handins(path, depth + 1)


def _answer(path: Path) -> bool:
    return path.suffix.lower() in (*suffixes(), *REFUSED) and not is_hidden(path) and not path.is_dir()


def parts(folder: Path) -> list[Path]:
    """The files of a submission that is a folder, by name; raises SymattnError when there are too many or none."""
    every = (path for path in sorted(folder.rglob("*")) if "__MACOSX" not in path.parts and not path.is_symlink())
    found = [path for path in every if _answer(path)]
    if len(found) > MOST_FILES:
        raise SymattnError(f"{len(found)} files; at most {MOST_FILES} are read as one submission")
    if not found:
        raise SymattnError(f"no answer file in it; answers are read from {', '.join(suffixes())}")
    readable = [path for path in found if path.suffix.lower() in suffixes()]
    return readable or found


def student(path: Path, known: Collection[str]) -> str | None:
    """The student whose id stands in the name of a file or of the folders it lies in; None when none or several do.

    >>> student(Path("s01_Ada_late.tex"), ["s01", "s02"]), student(Path("in/Ada (s02)/hw.tex"), ["s01", "s02"])
    ('s01', 's02')
    """
    if path.stem in known:
        return path.stem
    names = [path.stem if path.suffix else path.name, *(parent.name for parent in list(path.parents)[:2])]
    names += _recorded(path)
    for name in names:
        found = [one for one in known if re.search(rf"(?<![A-Za-z0-9]){re.escape(one)}(?![A-Za-z0-9])", name, re.IGNORECASE)]
        if len(found) == 1:
            return found[0]
    return None


def _recorded(path: Path) -> list[str]:
    """What Gradescope's list of submissions says of the student of a folder."""
    try:
        lines = contents(path.parent / _METADATA, 5_000_000).decode("utf-8", "replace").split("\n")
    except SymattnError:
        return []
    found, folder = [], ""
    for line in lines:
        record = _RECORD.match(line)
        if record and record["folder"]:
            folder = record["folder"]
        elif record and folder == path.name:
            found.append(record["value"].strip())
    return found
