"""``symattn check``: answers marked against a sheet."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import click

from symattn.cli.deliver import work_options
from symattn.cli.output import write
from symattn.resources import find

if TYPE_CHECKING:
    from symattn.course.batch.pool import Outcome
    from symattn.marking.results import AnswerReport, Report
    from symattn.marking.sheet import Ready

FORMATS = ["text", "json", "csv", "gradescope", "html", "tex"]
Job = tuple[str, str]  # the sheet's file, the answer file


@click.command()
@click.argument("sheet", metavar="SHEET")
@click.argument("answers", metavar="ANSWERS…", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option("-o", "--output", "out", metavar="FILE", help='Where the report goes; "-" is the screen.')
@work_options
def command(
    sheet: str, answers: tuple[Path, ...], form: str, out: str | None, jobs: int, cluster: str | None
) -> int:
    """Mark answer files against a worksheet.

    ANSWERS are .toml, .json, .tex, .md, .txt, .ipynb or .csv files, or folders of them; nothing in them is run. SHEET may be the
    manifest.json of `symattn vary`: then each file is marked against the sheet of the student it is named after.
    Exit code 1 when anything is not right, 2 when the sheet
    cannot be read or a file is of nobody in the class, 3 when a file was stopped at a limit.
    """
    from symattn.marking.reports import written

    found, files = find(sheet), _files(answers)
    strangers = _strangers(found, files)
    report = _report(list(_jobs(found, files)), jobs, cluster)
    target = None if out in (None, "-") else Path(str(out))
    options = {"colour": True} if form == "text" and target is None and sys.stdout.isatty() else {}
    write(written(report, form, **options).encode(), target)
    stopped = [line for answer in report.answers for line in _stopped(answer)]
    for line in stopped:
        click.echo(line, err=True)
    if stopped:
        return 3
    return 2 if strangers else 0 if report.right else 1


def _stopped(answer: AnswerReport) -> Iterator[str]:
    """Where marking one submission stopped at a limit or symattn failed, with the traceback when it is asked for."""
    if answer.limit:
        yield answer.error
    debug = click.get_current_context().find_root().params.get("debug")
    for place, failure in answer.failures.items():
        yield f"{answer.file}: {place} could not be marked: {failure.strip().splitlines()[-1]}"
        if debug:
            yield failure


def _files(answers: tuple[Path, ...]) -> list[Path]:
    """The answer files meant: files as they are, folders as what is in them, by name; raises click.UsageError."""
    from symattn.marking.answers.formats import suffixes
    from symattn.marking.overrides import SUFFIX

    found: list[Path] = []
    for path in answers:
        if not path.exists():
            raise click.UsageError(f"no such file: {path}")
        inside = sorted(path.iterdir()) if path.is_dir() else []
        kept = [file for file in inside if file.suffix.lower() in suffixes() and not file.name.endswith(SUFFIX)]
        if path.is_dir() and not kept:
            raise click.UsageError(f"no answer file in {path}; answers are read from {', '.join(suffixes())}")
        found += kept or [path]
    return found


def _jobs(sheet: Path, answers: list[Path]) -> Iterator[Job]:
    """Every answer file with the sheet it is marked against."""
    if sheet.suffix != ".json":
        yield from ((str(sheet), str(file)) for file in answers)
        return
    for file in answers:
        own = _own(sheet, file)
        if own.is_file():
            yield str(own), str(file)


def _own(manifest: Path, file: Path) -> Path:
    """The sheet of the student an answer file is named after."""
    return manifest.parent / "sheets" / f"{file.stem}.toml"


def _strangers(sheet: Path, answers: list[Path]) -> list[Path]:
    """The answer files of nobody in the class, each said; raises click.UsageError when there is no other."""
    lost = [file for file in answers if sheet.suffix == ".json" and not _own(sheet, file).is_file()]
    said = [f"{file}: no student {file.stem!r} in {sheet}; name the file after the student's id" for file in lost]
    if len(lost) == len(answers):
        raise click.UsageError("\n".join(said))
    for line in said:
        click.echo(line, err=True)
    return lost


def _report(jobs: list[Job], processes: int, cluster: str | None) -> Report:
    """Every file marked, in order, with progress on a terminal when there are many."""
    import symattn
    from symattn.course.batch import executor
    from symattn.course.batch.pool import run
    from symattn.marking.results import Report

    ready = _ready(jobs[0][0])  # a bad sheet is said at once
    found: list[AnswerReport] = []
    screen = sys.stderr
    with executor(processes, cluster) as pool:
        outcomes = run(_checked, jobs, pool)
        hidden = not screen.isatty() or len(jobs) < 3
        with click.progressbar(outcomes, length=len(jobs), label="marking", file=screen, hidden=hidden) as bar:
            for outcome in bar:
                found += outcome.value or [_unmarked(_ready(outcome.item[0]), outcome)]
    return Report(ready.sheet.title, ready.digest, symattn.__version__, tuple(found))


def _unmarked(ready: Ready, outcome: Outcome[Job, list[AnswerReport]]) -> AnswerReport:
    """The report on a file that gave none: a mistake in the file is said there, a failure of symattn's only to who runs it."""
    from symattn.marking.checking import broken

    if outcome.failure or not outcome.error:
        said = broken(ready, outcome.item[1], "This file could not be marked by machine; a person looks at it.", "undecided")
        return replace(said, failure=outcome.failure or "no report")
    return broken(ready, outcome.item[1], outcome.error)


def _checked(job: Job) -> list[AnswerReport]:
    from symattn.marking.checking import check_file

    return list(check_file(_ready(job[0]), Path(job[1])))


@lru_cache(maxsize=8)
def _ready(sheet: str) -> Ready:
    from symattn.marking.sheet import Ready
    from symattn.sheet import load

    return Ready(load(sheet))
