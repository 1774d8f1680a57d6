"""``symattn vary``: a sheet with other numbers for every student."""

from __future__ import annotations

from pathlib import Path

import click

from symattn.cli.deliver import report, work_options
from symattn.course.delivery import DETAILS, Wanted, check_tools, formats_known
from symattn.resources import find


@click.command()
@click.argument("sheet", metavar="SHEET")
@click.option("--count", type=click.IntRange(1, 100_000), help="How many students, numbered 01, 02, …")
@click.option("--roster", metavar="CSV", type=click.Path(path_type=Path), help="The students: columns id and name.")
@click.option("--seed", type=int, required=True, help="The same seed gives the same sheets, always.")
@click.option("-o", "--output", "out", metavar="DIR", required=True, type=click.Path(path_type=Path), help="Where to.")
@click.option("--format", "form", type=click.Choice(formats_known()), default="tex", show_default=True, help="Of the pages.")
@click.option("--detail", type=click.Choice(DETAILS), default="standard", show_default=True)
@work_options
@click.option("--anonymous", is_flag=True, help="Keep names out of jobs, files and the manifest: ids only.")
def command(
    sheet: str, count: int | None, roster: Path | None, seed: int, out: Path, form: str, detail: str, jobs: int,
    cluster: str | None, anonymous: bool,
) -> int:  # fmt: skip
    """Give every student the sheet with numbers of their own.

    SHEET needs a [vary] table: `symattn show two-heads-template` is one. DIR receives sheets, blanks, keys, a key
    book and manifest.json, which `symattn check` reads. A run that was interrupted goes on where it stopped.
    """
    from symattn.course.batch import executor
    from symattn.course.batch import roster as students_of
    from symattn.course.batch.variants import Order, produce
    from symattn.sheet import load

    if (count is None) == (roster is None):
        raise click.UsageError("say for whom: --count N or --roster CSV, one of the two")
    path = find(sheet)
    template = load(path)
    if template.vary is None:
        raise click.UsageError(f"{sheet} has no [vary] table; `symattn show two-heads-template` shows one")
    students = students_of.counted(count) if count else students_of.roster(roster or Path())
    wanted = Wanted(form, detail=detail)
    check_tools(wanted)
    order = Order(path.read_text("utf-8"), str(path), seed, wanted, anonymous)
    with executor(jobs, cluster) as pool:
        return report(produce(template, order, students, out, pool), len(students), f"variants in {out}", 3)
