"""``symattn check``: answers marked against a sheet."""

from __future__ import annotations

from pathlib import Path

import click

from symattn.cli.output import write
from symattn.resources import find

FORMATS = ["text", "json", "csv", "gradescope", "html", "tex"]


@click.command()
@click.argument("sheet", metavar="SHEET")
@click.argument("answers", metavar="ANSWERS…", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option("-o", "--output", "out", metavar="FILE", help='Where the report goes; "-" is the screen.')
@click.option("-j", "--jobs", type=click.IntRange(1, 64), default=1, help="Processes to mark with.")
@click.pass_context
def command(ctx: click.Context, sheet: str, answers: tuple[Path, ...], form: str, out: str | None, jobs: int) -> None:
    """Mark answer files against a worksheet.

    ANSWERS are .toml, .json, .tex, .md, .txt, .ipynb or .csv files. Exit code 1 when anything is not right, 2 when the
    sheet cannot be read, 3 when a file was stopped at a limit.
    """
    from symattn.check.checking import check_files
    from symattn.check.output import to_json
    from symattn.check.sheet import Ready
    from symattn.worksheet import load

    missing = [file for file in answers if not file.is_file()]
    if missing:
        raise click.UsageError(f"no such file: {missing[0]}")
    report = check_files(Ready(load(find(sheet))), answers)
    write(to_json(report).encode(), None if out in (None, "-") else Path(out))
    if any(answer.limit for answer in report.answers):
        ctx.exit(3)
    if not report.right:
        ctx.exit(1)
