"""``symattn check``: answers marked against a sheet."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import click

import symattn
from symattn.cli.answers import OnAnswers
from symattn.cli.deliver import progress, work_options
from symattn.cli.output import write
from symattn.course.batch import executor
from symattn.course.batch.ledger import Journal
from symattn.course.batch.scripts import Reports, Script, marked, ready
from symattn.errors import SymattnError
from symattn.files import contents, locked, shown
from symattn.marking import overrides
from symattn.marking.answers.formats import suffixes
from symattn.marking.answers.handins import handins, student
from symattn.marking.overrides import Marks
from symattn.marking.reports import AUTOGRADED, FORMATS, written
from symattn.marking.results import AnswerReport, Report
from symattn.resources import find

LARGEST_MANIFEST = 1_000_000_000  # bytes


@click.command(cls=OnAnswers)
@click.argument("sheet", metavar="SHEET")
@click.argument("answers", metavar="ANSWERS…", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option("-o", "--output", "out", metavar="FILE", help='Where the report goes; "-" is the screen.')
@click.option("--marks", metavar="FILE-OR-FOLDER", type=click.Path(path_type=Path), help="A grader's own marks, as TOML.")
@work_options
def command(
    sheet: str, answers: tuple[Path, ...], form: str, out: str | None, marks: Path | None, jobs: int, cluster: str | None
) -> int:
    """Mark answer files against a worksheet.

    ANSWERS are FORMATS files, or folders of them, also as Gradescope and Moodle pack them; nothing in them is run. SHEET may be
    the manifest.json of `symattn vary`: then each file is marked against the sheet of the student whose id is in its name.
    With -o a run that is interrupted goes on where it stopped. Exit code 1 when anything is not right, 2 when the sheet
    or a file cannot be read or is of nobody in the class, 3 when a file was stopped at a limit.
    """
    found, grader = find(sheet), _grader(marks, form)
    files, trouble = _files(answers)
    sheets, lost = _sheets(found, files)
    trouble += lost
    if not sheets:
        raise click.UsageError("\n".join(trouble))
    for line in trouble:
        click.echo(line, err=True)
    target = None if out in (None, "-") else Path(str(out))
    _spare(target, [found, *files])
    scripts = [Script(str(file), str(own)) for file, own in sheets.items()]
    key = ready(scripts[0].sheet)  # a bad sheet is said at once
    with _marked(scripts, target, grader, jobs, cluster) as reports:
        code = max(2 if trouble else 0, _said(reports, grader))
        report = Report(key.sheet.title, key.digest, symattn.__version__, reports)
        options = {"colour": True} if form == "text" and target is None and _has_colours() else {}
        write(written(report, form, **options).encode("utf-8", "replace"), target)
    return code


def _has_colours() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _grader(marks: Path | None, form: str) -> Marks | None:
    if marks is not None and form in AUTOGRADED:
        raise click.UsageError(f"--marks is not for {form}: the platform has a place of its own for a grader's marks")
    return None if marks is None else Marks.read(marks)


def _files(answers: tuple[Path, ...]) -> tuple[list[Path], list[str]]:
    """The answer files meant, folders as what is in them, by name, and what is to be said of others; raises
    click.UsageError when there is none."""
    found: list[Path] = []
    trouble: list[str] = []
    for path in answers:
        if path.is_dir():
            try:
                kept = list(handins(path))
            except OSError as error:
                trouble.append(f"{shown(path)}: {(error.strerror or str(error)).lower()}")
                continue
            if not kept:
                trouble.append(f"no answer file in {shown(path)}; answers are read from {', '.join(suffixes())}")
            found += kept
        elif not os.path.lexists(path):
            trouble.append(f"no such file: {shown(path)}")
        else:
            found.append(path)
    if not found:
        raise click.UsageError("\n".join(trouble))
    return found, trouble


def _sheets(sheet: Path, answers: list[Path]) -> tuple[dict[Path, Path], list[str]]:
    """The sheet of every answer file; for a manifest that of the student, and what is to be said of other files."""
    if sheet.suffix != ".json":
        return dict.fromkeys(answers, sheet), []
    try:
        records = json.loads(contents(sheet, LARGEST_MANIFEST))["variants"]
        known = {record["id"]: record["files"][f"sheets/{record['id']}.toml"] for record in records}
    except (ValueError, KeyError, TypeError):
        raise SymattnError(f"{shown(sheet)}: no manifest of `symattn vary`, or a damaged one; name a worksheet") from None
    found: dict[Path, Path] = {}
    said: list[str] = []
    for file in answers:
        who = student(file, known)
        own = sheet.parent / "sheets" / f"{who}.toml"
        if who is None:
            said.append(f"{shown(file)}: no student {shown(file.stem)!r} in {shown(sheet)}; name the file after the student's id")
        elif not own.is_file() or sha256(own.read_bytes()).hexdigest() != known[who]:
            said.append(f"{shown(file)}: {shown(own)} is not the sheet that was handed out; put that one back, or run vary again")
        else:
            found[file] = own
    return found, said


def _spare(target: Path | None, inputs: list[Path]) -> None:
    """Refuse a report in the place of a sheet or an answer: an existing file is replaced only if it is a report."""
    if target is None or not target.is_file():
        return
    if any(path.exists() and target.samefile(path) for path in inputs):
        raise click.UsageError(f"{shown(target)} is an answer file or the sheet itself; name another file for the report")
    try:
        data = target.read_bytes()
    except OSError:
        return
    if data and b"symattn" not in data and not data.startswith(b"id,name,marks,of"):
        raise click.UsageError(f"{shown(target)} is there and is no report of symattn's; name another file for the report")


@contextmanager
def _marked(
    scripts: list[Script], target: Path | None, grader: Marks | None, jobs: int, cluster: str | None
) -> Iterator[Reports]:
    """All scripts marked, with progress on a terminal; what is marked is kept beside the report until that is written."""
    with tempfile.TemporaryDirectory(prefix="symattn-") as aside:
        place = Path(aside) / "marked.jsonl"
        if target is not None and target.parent.is_dir() and (target.is_file() or not target.exists()):
            place = target.with_name(f"{target.name}.jsonl")
        try:
            place.touch()
        except OSError as error:
            raise click.UsageError(f"cannot write {shown(place)}: {(error.strerror or str(error)).lower()}") from None
        try:
            with locked(place):
                journal = Journal(place)
                reports = Reports(journal, grader)
                with executor(jobs, cluster) as pool:
                    for outcome in progress(marked(scripts, journal, pool), len(scripts), "marking"):
                        reports.take(outcome)
                yield reports
                place.write_bytes(b"")  # the report is written
        finally:
            if place.exists() and not place.stat().st_size:
                place.unlink()


def _said(reports: Reports, grader: Marks | None) -> int:
    """Say where marking stopped and what of the grader's marks does not fit; the exit code so far."""
    code, students = 0, []
    for report in reports:
        code = max(code, 0 if report.right else 1)
        students.append(overrides.student(report.file))
        for line in _stopped(report):
            code = 3
            click.echo(line, err=True)
    for line in reports.wrong:
        code = max(code, 2)
        click.echo(line, err=True)
    unused = grader.unused(students) if grader is not None else []
    if unused:
        names = ", ".join(unused[:10]) + (" …" if len(unused) > 10 else "")
        click.echo(f"marks for {names}, of whom there is no script here", err=True)
    return code


def _stopped(answer: AnswerReport) -> Iterator[str]:
    """Where marking one submission stopped at a limit or symattn failed, with the traceback when it is asked for."""
    if answer.limit:
        yield answer.error
    debug = click.get_current_context().find_root().params.get("debug")
    for place, failure in answer.failures.items():
        yield f"{answer.file}: {place} could not be marked: {failure.strip().splitlines()[-1]}"
        if debug:
            yield failure
