"""``--against``: what changed of a sheet since it was handed out, said beside what a command does."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from symattn.cli import Decorated
from symattn.cli.deliver import path_option, tell
from symattn.files import is_folder, shown
from symattn.sheet.changed import changes, facts_in, unchanged


def against_option(command: Decorated) -> Decorated:
    """The option that names what was handed out."""
    says = "Say what changed since: the sheet that was handed out, its JSON, or a folder of `symattn vary`."
    return path_option("--against", "OLD", says, exists=True)(command)


def say_changes(sheets: list[Path], against: Path | None) -> None:
    """Say what changed of sheets, once for all of whom it is true; raises SymattnError."""
    if against is None:
        return
    pairs = [(new, old) for path in sheets for new, old in _pairs(path, against)]
    if not pairs:
        raise click.UsageError(
            f"{shown(against)}: no sheet of the same name lies there"
        )
    said: Counter[str] = Counter()
    for new, old in pairs:
        before = facts_in(old)
        said.update(changes(before, facts_in(new)) or [unchanged(before)])
    of_all = f" (of {len(pairs)} sheets)"
    tell(
        f"{shown(against)}: {line}{f' ({n} of {len(pairs)} sheets)' if n < len(pairs) else of_all if n > 1 else ''}"
        for line, n in said.items()
    )


def _pairs(path: Path, against: Path) -> list[tuple[Path, Path]]:
    """Sheets with what was handed out of each: of a class by their names."""
    own, others = _sheets(path), _sheets(against)
    new = [path] if own is None else sorted(own.glob("*.toml"))
    if others is None:
        return [(one, against) for one in new]
    return [(one, old) for one in new if (old := others / one.name).is_file()]


def _sheets(place: Path) -> Path | None:
    """Where the sheets of a class lie: beside its manifest, in its folder, or the folder itself; None for a sheet."""
    folder = place.parent if place.name == "manifest.json" else place
    if folder == place and not is_folder(place):
        return None
    return folder / "sheets" if (folder / "sheets").is_dir() else folder
