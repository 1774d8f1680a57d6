"""Many worksheets at once: what ``solve`` and ``blank`` do with folders, several processes or a cluster."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from symattn.course.batch import Outcome
    from symattn.course.batch.pages import Page


def sheets_in(paths: Iterable[Path]) -> list[Path]:
    """The sheets meant: files as they are, folders as the worksheets in them, by name; raises click.UsageError.

    A notation that lies beside the sheets of a folder is none of them.
    """
    found: list[Path] = []
    for path in paths:
        inside = sorted(file for file in path.glob("*.toml") if not _is_notation(file)) if path.is_dir() else [path]
        if not inside:
            raise click.UsageError(f"no worksheet, which is a .toml file, in {path}")
        found += inside
    return found


def _is_notation(path: Path) -> bool:
    """Whether a file has what only notations have, and no question."""
    text = path.read_text("utf-8", errors="replace")
    return re.search(r"^\s*(\[names\]|base\s*=)", text, re.M) is not None and "question" not in text


def pages(paths: list[Path], form: str, suffix: str, **wanted: Any) -> Iterator[Page]:
    """One page for each sheet, read when its turn comes; raises click.UsageError for two sheets with the same name."""
    from symattn.course.batch.pages import Page

    stems = [path.stem + ("" if wanted["key"] else "-blank") for path in paths]
    if len(set(stems)) < len(stems):
        raise click.UsageError("two of the sheets have the same file name; give them names of their own")
    return (
        Page(str(path), path.read_bytes(), form, stem + suffix, **wanted)
        for path, stem in zip(paths, stems, strict=True)
    )


def make_all(wanted: Iterable[Page], total: int, folder: Path, jobs: int, cluster: str | None) -> int:
    """Make all pages; the exit code is 0, or 2 when a sheet could not be solved."""
    from symattn.course.batch import executor
    from symattn.course.batch.pages import produce

    with executor(jobs, cluster) as pool:
        return report(produce(wanted, folder, pool), total, f"pages in {folder}", 2)


def report(outcomes: Iterable[Outcome[Any, Any]], total: int, what: str, failed: int) -> int:
    """Show progress on a terminal, say what went wrong, and give the exit code: *failed* when anything did."""
    bad, screen = 0, sys.stderr
    with click.progressbar(outcomes, length=total, label=what, file=screen, hidden=not screen.isatty()) as bar:
        for outcome in bar:
            if outcome.error:
                bad += 1
                click.echo(outcome.error, err=True)
    click.echo(f"{total - bad} of {total} {what}", err=True)
    return failed if bad else 0
