"""``symattn vary``: a sheet with other numbers for every student."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from symattn.cli import KnownChoice, sheet_argument
from symattn.cli.deliver import (
    folder_option,
    path_option,
    report,
    tell,
    tell_untrusted,
    templates_option,
    work_options,
)
from symattn.course.batch import executor
from symattn.course.batch import roster as students_of
from symattn.course.batch.variants import Order, produce, secret_of, shared
from symattn.course.delivery import DETAILS, Wanted, check_tools, formats_known
from symattn.course.vary import carried, seed_of
from symattn.files import find, shown
from symattn.formats.tex import unsettable
from symattn.sheet import load
from symattn.sheet.lint import said
from symattn.sheet.source import text_of

if TYPE_CHECKING:
    from symattn.course.batch.ledger import Record
    from symattn.course.batch.roster import Student


@click.command()
@sheet_argument()
@click.option(
    "--count",
    type=click.IntRange(1, 100_000),
    help="How many students, numbered 01, 02, …",
)
@path_option(
    "--roster", "CSV", "The students: columns id and name, or a platform's list."
)
@click.option(
    "--seed",
    required=True,
    metavar="NUMBER",
    help="A whole number for this draw: in one folder the same one gives the same sheets.",
)
@path_option("--secret", "FILE", "Draw as for another folder: it, or a file.")
@folder_option
@click.option(
    "--format",
    "form",
    type=KnownChoice(formats_known),
    default="tex",
    show_default=True,
    help="Of the pages.",
)
@click.option(
    "--detail", type=click.Choice(DETAILS), default="standard", show_default=True
)
@templates_option
@work_options
@click.option(
    "--anonymous",
    is_flag=True,
    help="Keep names out of jobs, files and the manifest: ids only.",
)
def command(
    sheet: str,
    count: int | None,
    roster: Path | None,
    seed: str,
    secret: Path | None,
    out: Path,
    form: str,
    detail: str,
    templates: str | None,
    jobs: int,
    cluster: str | None,
    anonymous: bool,
) -> int:
    """Give every student the sheet with numbers of their own.

    SHEET needs a [vary] table: `symattn show two-heads-template` is one. DIR receives sheets, blanks, keys, a key
    book and manifest.json, which `symattn check` reads. What is recorded there stays as it was handed out: a run that
    was interrupted goes on where it stopped, students may be added, another seed or template is refused.

    The numbers are drawn with a secret, made with the first run and kept in manifest.json: nobody else can draw a
    neighbour's. `--secret week3`, or a FILE with a secret, draws the same numbers into another folder.
    """
    if (count is None) == (roster is None):
        raise click.UsageError(
            "say for whom: --count N or --roster CSV, one of the two"
        )
    named, path = seed_of(seed), find(sheet)
    tell_untrusted([path], templates)
    template = load(path)
    if template.vary is None:
        raise click.UsageError(
            f"{sheet} has no [vary] table; `symattn show two-heads-template` shows one"
        )
    students = (
        students_of.counted(count) if count else students_of.roster(roster or Path())
    )
    wanted = Wanted(form, detail=detail, templates=templates or "")
    check_tools(wanted)
    students = [_settable(student, wanted) for student in students]
    text = carried(text_of(path), path)
    order = Order(
        text, shown(path), named, wanted, anonymous, secret_of(secret) if secret else ""
    )
    records: list[Record] = []

    def keep(record: Record) -> None:
        if "distinct" in record:  # what tells the students' final matrices apart
            records.append({"id": record["id"], "distinct": record["distinct"]})

    with executor(jobs, cluster, len(students)) as pool:
        code = report(
            produce(order, students, out, pool),
            len(students),
            f"variants in {shown(out)}",
            keep,
        )
    tell([*shared(records), *said(template)])
    return code


def _settable(student: Student, wanted: Wanted) -> Student:
    """A student whose name the format can show; where it cannot the id stands alone on the page, and that is said."""
    if wanted.format not in ("tex", "pdf") or student.name.isascii():
        return student
    letters = unsettable(student.name)
    if not letters:
        return student
    said = f"{student.name} ({student.id}): LaTeX has no letters here for {letters}; the id stands alone, html shows the name"
    click.echo(said, err=True)
    return replace(student, printable=False)
