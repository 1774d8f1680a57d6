"""What a folder of answers holds: files, folders and links, and the files of one submission. Whose they are is not asked here."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from symattn.errors import SymattnError
from symattn.files import is_hidden, reason
from symattn.limits import MOST_FILES
from symattn.marking.answers.formats import suffixes
from symattn.marking.said import reading

FORMS = (".csv", ".tsv")
"""What files are called that may be a form: a row for each student."""

REFUSED = frozenset(
    [".pdf", ".png", ".jpg", ".jpeg", ".heic", ".heif", ".gif", ".tif", ".tiff", ".bmp", ".webp", ".svg", ".doc", ".odt",
     ".rtf", ".pages", ".xlsx", ".xls", ".ods", ".ppt", ".pptx", ".one"]
)  # fmt: skip
"""Pictures and office files: no answers can be read from them, which is said and not passed over."""
LIST = "submission_metadata.yml"
"""Gradescope's list of submissions, beside their folders: whose they are, and no answer, though it is YAML."""
MARKS = ".marks.toml"
"""How a grader's file of marks may be called; among answers it is not one more student's."""


def is_folder_itself(path: Path) -> bool:
    """Whether a folder lies there and no link to one."""
    return path.is_dir() and not path.is_symlink()


def entries(folder: Path) -> list[Path]:
    """What lies in a folder of a class and may be somebody's: answers, folders, and links, which are reported; raises OSError."""
    return [
        path
        for path in sorted(folder.iterdir())
        if not _is_passed_over(path.name)
        and path.name != LIST
        and (
            path.is_symlink()
            or _is_answer(path)
            or (path.is_dir() and not _is_empty(path))
        )
    ]


def _is_empty(folder: Path) -> bool:
    try:
        return not any(folder.iterdir())
    except OSError:  # what keeps us out is said when it is read
        return False


def parts(folder: Path) -> list[Path]:
    """The files of a submission that is a folder, by name, also links and what cannot be read; raises SymattnError when there
    are too many or none."""
    found = sorted(
        path for path in _below(folder) if path.is_symlink() or _is_answer(path)
    )
    if len(found) > MOST_FILES:
        raise SymattnError(reading("most_files", count=len(found), most=MOST_FILES))
    if not found:
        raise SymattnError(reading("no_file", known=", ".join(suffixes())))
    return found


def _below(folder: Path) -> Iterator[Path]:
    """All files below a folder, and the links to other folders, into which nobody goes."""

    def no(error: OSError) -> None:
        raise SymattnError(reason(error))

    for place, folders, files in os.walk(folder, onerror=no):
        folders[:] = [name for name in folders if not _is_passed_over(name)]
        linked = [name for name in folders if os.path.islink(os.path.join(place, name))]
        yield from (
            Path(place, name) for name in (*linked, *files) if not _is_passed_over(name)
        )


def _is_answer(path: Path) -> bool:
    """Whether a file is meant to be an answer, readable or not."""
    return path.suffix.lower() in (*suffixes(), *REFUSED) and not path.is_dir()


def _is_passed_over(name: str) -> bool:
    return is_hidden(Path(name)) or name == "__MACOSX"
