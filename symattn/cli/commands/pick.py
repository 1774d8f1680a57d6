"""``symattn pick``: an exam from the bank of questions."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import click

from symattn.cli import offered_topics
from symattn.cli.deliver import write
from symattn.course.bank import QUARTERS, Wish, entries, exam, pick
from symattn.course.vary import seed_of
from symattn.errors import how_many
from symattn.files import bank
from symattn.limits import MOST_EXAM_MARKS, MOST_EXAM_MINUTES
from symattn.said import Integers, Strings

USUAL = Fraction(20)  # marks, where neither marks nor minutes are said


def marks_of(
    ctx: click.Context, param: click.Parameter, text: str | None
) -> Fraction | None:
    """The marks as they are written, in quarters; raises click.BadParameter."""
    if text is None:
        return None
    try:
        marks = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise click.BadParameter(f"{text!r} is no number") from None
    if not 0 < marks <= MOST_EXAM_MARKS or (marks * QUARTERS).denominator > 1:
        raise click.BadParameter(
            f"{text} is not from 0.25 to {MOST_EXAM_MARKS} in quarters"
        )
    return marks


@click.command()
@click.option(
    "--topic",
    "wanted",
    metavar="T",
    multiple=True,
    shell_complete=offered_topics,
    help="What it is about; may stand several times.",
)
@click.option(
    "--level",
    "levels",
    type=click.IntRange(1, 3),
    multiple=True,
    help="How hard; may stand several times.",
)
@click.option("--marks", callback=marks_of, metavar="N", help="How many marks it has.")
@click.option(
    "--minutes",
    type=click.IntRange(1, MOST_EXAM_MINUTES),
    metavar="N",
    help="How long it takes, or a little less.",
)
@click.option(
    "--seed",
    default="1",
    show_default=True,
    metavar="NUMBER",
    help="A whole number for this choice: the same one gives the same exam.",
)
@click.option(
    "-o",
    "--output",
    "out",
    metavar="FILE",
    required=True,
    type=click.Path(path_type=Path),
    help="Where to.",
)
def command(
    wanted: Strings,
    levels: Integers,
    marks: Fraction | None,
    minutes: int | None,
    seed: str,
    out: Path,
) -> None:
    """Put an exam together from the bank of questions.

    The questions are drawn by the seed, and so are their numbers where the bank varies them; none occurs twice. Without
    marks and minutes it has 20 marks. FILE is an ordinary worksheet; `symattn list --topic T` names the questions.
    """
    named = seed_of(seed)
    marks = USUAL if marks is None and minutes is None else marks
    picked = pick(entries(bank().values()), Wish(wanted, levels, marks, minutes), named)
    write(exam(picked, named).encode(), out)
    total, length = (
        sum(entry.question.marks for entry in picked),
        sum(entry.about.minutes for entry in picked),
    )
    size = [
        how_many(len(picked), "question"),
        how_many(f"{float(total):g}", "mark"),
        how_many(length, "minute"),
    ]
    click.echo(f"{out}: {', '.join(size)}; `symattn solve {out}` solves it")
