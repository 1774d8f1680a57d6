"""``symattn check``: answers marked against a sheet."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from symattn.cli import sheet_argument
from symattn.cli.against import against_option, say_changes
from symattn.cli.answers import OnAnswers
from symattn.cli.deliver import (
    path_option,
    progress,
    target_of,
    tell_untrusted,
    templates_option,
    work_options,
    write,
)
from symattn.course.batch import executor
from symattn.course.batch.ledger import kept_for
from symattn.course.batch.scripts import STRANGER, Reports, marked, ready
from symattn.course.cohort.beside import beside
from symattn.course.cohort.facts import Facts, facts, whose
from symattn.course.cohort.handed import HandedIn, handed
from symattn.course.cohort.overview import Overview, overview
from symattn.course.cohort.pages import symbols, write_pages
from symattn.course.cohort.proposal import propose
from symattn.course.cohort.view import language_of, sentences, text
from symattn.course.delivery import DETAILS, FEEDBACK, Marked, Wanted
from symattn.course.feedback import give_back
from symattn.files import find, made_folder, shown
from symattn.formats.templates import spoken
from symattn.marking import overrides
from symattn.marking.overrides import GraderMarks
from symattn.marking.reports import (
    AUTOGRADED,
    ENDS,
    FORMATS,
    TABLES,
    Report,
    is_ours,
    written,
)
from symattn.marking.reports.text import painted
from symattn.marking.results import AnswerReport
from symattn.said import Glossary
from symattn.version import VERSION

BEGINS = 4000  # bytes of a file in the report's place that are looked at
REPORTS = tuple(dict.fromkeys((*FORMATS, *FEEDBACK)))


@click.command(cls=OnAnswers)
@sheet_argument()
@click.argument(
    "answers",
    metavar="ANSWERS…",
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path, readable=False),
)
@click.option(
    "--format", "form", type=click.Choice(REPORTS), default="text", show_default=True
)
@click.option(
    "--detail",
    type=click.Choice(DETAILS),
    default="standard",
    help="How much of a wrong line is worked out.",
)
@click.option(
    "-o",
    "--output",
    "out",
    metavar="FILE",
    help='Where the report goes; "-" is the screen. For html also a folder: a page for each student, and the marker\'s.',
)
@path_option(
    "--roster", "CSV", "Who is in the class: columns id and name, or a platform's list."
)
@path_option("--marks", "FILE-OR-FOLDER", "A grader's own marks, as TOML.")
@path_option(
    "--groups",
    "FILE",
    "Where a proposal of marks goes, a group for each explanation: edit it, then give it to --marks.",
)
@against_option
@templates_option
@work_options
def command(
    sheet: str,
    answers: tuple[Path, ...],
    form: str,
    detail: str,
    out: str | None,
    roster: Path | None,
    marks: Path | None,
    groups: Path | None,
    against: Path | None,
    templates: str | None,
    jobs: int,
    cluster: str | None,
) -> int:
    """Mark answer files against a worksheet.

    ANSWERS are FORMATS files, or folders of them, also as Gradescope, Moodle and Canvas pack them; nothing in them is run. SHEET
    may be the manifest.json of `symattn vary`: then each file is marked against the sheet of the student whose id is in its
    name. With that, or with --roster, several files of one student are one submission, and the absent are listed.
    With -o a run that is interrupted goes on where it stopped. Exit code 1 when anything is not right or an answer file
    cannot be read, 2 when the sheet cannot be read or a file is not there or is of nobody in the class, 3 when a file was
    stopped at a limit.
    """
    found, grader = find(sheet), _grader(marks, form)
    tell_untrusted([found], templates)
    say_changes([found], against)
    hand = _handed(found, answers, roster, marks)
    target, folder = _places(out, form, groups, [found, *hand.files])
    key = ready(hand.scripts[0].sheet)  # a bad sheet is said at once
    if folder:
        made_folder(folder)
    with _marked(hand, target, grader, form == "json", jobs, cluster) as reports:
        alone = form in TABLES and groups is None and grader is None
        code, scripts = _said(reports, grader, alone)
        absent = hand.roll.absent(
            [*hand.refused, *(script.student for script in scripts)]
        )
        report = Report(
            key.sheet.title, key.digest, VERSION, reports, absent, hand.unmarked
        )
        nobody = _of_nobody(hand, scripts, report)
        told = [] if alone else scripts
        seen = overview(told, absent, hand.finals, reports.wrong, nobody)
        if groups is not None:
            _proposed(seen, groups, language_of(report))
        wanted = Wanted(form, "feedback", detail, templates=templates or "")
        if folder:
            pages = (
                give_back([one], wanted)
                for one in _scripts(reports, form, several=False)
            )
            beside_groups = beside(seen.groups, scripts, hand.scripts, key)
            write_pages(
                folder, seen, report, symbols(key), pages, wanted.own, beside_groups
            )
        else:
            made = _made(report, reports, seen, wanted)
            in_colour = form == "text" and target is None and _has_colours()
            write(painted(made.decode()).encode() if in_colour else made, target)
    return max(2 if hand.trouble else 0, code)


def _proposed(seen: Overview, groups: Path, language: str) -> None:
    added = propose(seen, groups, sentences(seen, language))
    click.echo(
        f"{added} new group{'' if added == 1 else 's'} in {shown(groups)}", err=True
    )


def _handed(
    sheet: Path, answers: Sequence[Path], roster: Path | None, marks: Path | None
) -> HandedIn:
    """What was handed in; what is wrong with it is told, and where nothing is right it is an error."""
    hand = handed(sheet, answers, roster, marks)
    if not hand.scripts:
        raise click.UsageError("\n".join(map(str, hand.trouble)))
    for trouble in (*filter(None, [hand.said]), *hand.trouble):
        click.echo(trouble, err=True)
    return hand


def _places(
    out: str | None, form: str, groups: Path | None, read: list[Path]
) -> tuple[Path | None, Path | None]:
    """Where the report goes, and the folder where it is one of pages; what is *read* is spared."""
    target = target_of(out)
    _spare(target, read)
    _own_place(groups, read)
    return target, target if target is not None and form == "html" and _is_folder(
        str(out), target
    ) else None


def _of_nobody(hand: HandedIn, scripts: Iterable[Facts], report: Report) -> Glossary:
    """The files that are of nobody in the class, and why that is known."""
    unread = {file: why for file, (_, why) in hand.unmarked.items()}
    stranger = spoken(STRANGER, language_of(report))
    return unread | {
        script.file: stranger
        for script in scripts
        if hand.roll.is_stranger(script.student)
    }


def _has_colours() -> bool:
    return (
        sys.stdout.isatty()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") != "dumb"
    )


def _is_folder(out: str, target: Path) -> bool:
    """Whether -o names a folder: one that is there, one written with a slash, a new name without a suffix."""
    return (
        target.is_dir()
        or out.endswith(("/", os.sep))
        or (not target.suffix and not target.exists())
    )


def _made(report: Report, reports: Reports, seen: Overview, wanted: Wanted) -> bytes:
    """The report in one piece; for a class the terminal and JSON have what there is to say about it as a whole."""
    form, is_class = wanted.format, len(seen.scripts) > 1 or bool(seen.absent)
    if form not in FEEDBACK:
        options = {"about": seen.data()} if form == "json" and is_class else {}
        return written(report, form, **options).encode("utf-8", "replace")
    made = give_back(_scripts(reports, form, len(reports) > 1), wanted)
    if form == "text":
        about = [
            "",
            *([text(seen, wanted.own, language_of(report))] if is_class else []),
        ]
        made += "\n\n".join(
            [*about, f"symattn {report.version}, sheet {report.digest[:12]}\n"]
        ).encode("utf-8", "replace")
    return made


def _scripts(reports: Reports, form: str, several: bool) -> Iterator[Marked]:
    """What students get back; in the terminal several scripts are told apart by their files."""
    for sheet, report in zip(reports.sheets, reports, strict=True):
        yield Marked(
            ready(sheet),
            report,
            report.file if form == "text" and several else _called(report, several),
        )


def _called(report: AnswerReport, several: bool) -> str:
    """How a page calls its student: by name and id, by the id alone where there are several."""
    return (
        f"{report.name} ({report.student})"
        if report.name
        else report.student
        if several
        else ""
    )


def _grader(marks: Path | None, form: str) -> GraderMarks | None:
    if marks is not None and form in AUTOGRADED:
        raise click.UsageError(
            f"--marks is not for {form}: the platform has a place of its own for a grader's marks"
        )
    return None if marks is None else GraderMarks.read(marks)


def _spare(target: Path | None, inputs: list[Path]) -> None:
    """Refuse a report in the place of a sheet or an answer: an existing file is replaced only if it is a report."""
    if target is not None and target.is_symlink() and not target.exists():
        raise click.UsageError(
            f"{shown(target)} is a link to nothing; name the file itself for the report"
        )
    if target is None or not target.is_file():
        return
    _own_place(target, inputs)
    try:
        with target.open("rb") as file:
            begins = file.read(BEGINS)
            file.seek(-min(ENDS, len(begins)), os.SEEK_END)
            ends = file.read()
    except OSError:
        return
    if begins and not is_ours(begins, ends):
        raise click.UsageError(
            f"{shown(target)} is there and is no report of symattn's; name another file for the report"
        )


def _own_place(target: Path | None, inputs: list[Path]) -> None:
    if (
        target is not None
        and target.exists()
        and any(path.exists() and target.samefile(path) for path in inputs)
    ):
        raise click.UsageError(
            f"{shown(target)} is an answer file or the sheet itself; name another file for the report"
        )


@contextmanager
def _marked(
    hand: HandedIn,
    target: Path | None,
    grader: GraderMarks | None,
    ledgers: bool,
    jobs: int,
    cluster: str | None,
) -> Iterator[Reports]:
    """All scripts marked, with progress on a terminal; what is marked is kept until the report is written, which has *ledgers* or
    has none."""
    with kept_for(target) as journal:
        reports = Reports(journal, grader, hand.roll, ledgers)
        with executor(jobs, cluster, len(hand.scripts)) as pool:
            for outcome in progress(
                marked(hand.scripts, journal, pool), len(hand.scripts), "marking"
            ):
                reports.take(outcome)
        reports.settle()
        yield reports


def _said(
    reports: Reports, grader: GraderMarks | None, alone: bool
) -> tuple[int, list[Facts]]:
    """Say where marking stopped and what of the grader's marks does not fit; the exit code so far, and what the class needs to
    know of each script, or whose it is where each stands *alone*."""
    code = 0
    scripts: list[Facts] = []
    for number, report in enumerate(reports):
        code = max(code, 0 if report.right else 1)
        scripts.append((whose if alone else facts)(report, reports.job(number)))
        for line in _stopped(report):
            code = 3
            click.echo(line, err=True)
    for line in (*reports.conflicts, *reports.wrong):
        code = max(code, 2)
        click.echo(line, err=True)
    if grader is not None:
        _unused(grader, scripts)
    return code, scripts


def _unused(grader: GraderMarks, scripts: list[Facts]) -> None:
    """Say which decisions of the grader's are about nobody and nothing here."""
    students = grader.unused(
        script.student or overrides.student(script.file) for script in scripts
    )
    explanations = grader.unmet(
        name
        for script in scripts
        for found in script.findings
        for name in (found.name, found.wider)
    )
    for found, why in (
        (students, "of whom there is no script here"),
        (explanations, "which explains no script here"),
    ):
        if found:
            names = ", ".join(found[:10]) + (" …" if len(found) > 10 else "")
            click.echo(f"marks for {names}, {why}", err=True)


def _stopped(answer: AnswerReport) -> Iterator[str]:
    """Where marking one submission stopped at a limit or symattn failed, with the traceback when it is asked for."""
    if answer.limit:
        yield answer.error
    debug = click.get_current_context().find_root().params.get("debug")
    for place, failure in answer.failures.items():
        yield f"{answer.file}: {place} could not be marked: {failure.strip().splitlines()[-1]}"
        if debug:
            yield failure
