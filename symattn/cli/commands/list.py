"""``symattn list``: the shipped worksheets, and the questions of the bank."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import click

from symattn.cli import offered_topics
from symattn.errors import how_many, nearest
from symattn.files import bank, is_in, shipped
from symattn.said import Keyed

if TYPE_CHECKING:
    from symattn.course.bank import Entry

LONGEST = 60  # letters of a prompt that are shown beside the name


@click.command()
@click.option(
    "--topic",
    metavar="T",
    help="Sheets and questions of the bank on a topic.",
    shell_complete=offered_topics,
)
@click.option(
    "--search",
    metavar="WORDS",
    help="Sheets and questions of the bank in which these words occur.",
)
def command(topic: str | None, search: str | None) -> None:
    """Name the shipped worksheets, or what is about a topic.

    One a line: the name, the title, and the kinds of its questions. With a topic or words to search for, those sheets and the
    questions of the bank: the file and the question's name, its level, minutes and marks, and how it begins.
    """
    texts = {name: path.read_text(encoding="utf-8") for name, path in shipped().items()}
    sheets = {
        name: about(text)
        for name, text in texts.items()
        if _is_on(text, topic) and is_in(search or "", f"{name} {text}")
    }
    width = max(map(len, sheets), default=0)
    for name, said in sheets.items():
        click.echo(f"{name:<{width}}  {said}")
    if topic is not None or search is not None:
        _questions(topic, search)


def _is_on(text: str, topic: str | None) -> bool:
    """Whether a question of a worksheet is about a topic."""
    if topic is None:
        return True
    return any(
        topic in question.get("about", {}).get("topics", ())
        for question in tomllib.loads(text)["question"]
    )


def _questions(topic: str | None, words: str | None) -> None:
    """The questions of the bank that are wanted, a line for each; raises click.UsageError for a topic that no question has."""
    from symattn.course.bank import (
        entries,
        found,
        topics,
    )  # `symattn list` alone comes without the heavy libraries

    every = entries(bank().values())
    known = topics(every)
    if topic is not None and topic not in known:
        raise click.UsageError(
            f'no topic "{topic}"; {nearest(topic, known, "the topics are")}'
        )
    wanted = {
        f"bank/{entry.sheet.path.stem}: {entry.question.id}": entry
        for entry in found(every, topic, words)
    }
    width = max(map(len, wanted), default=0)
    for name, entry in wanted.items():
        click.echo(f"{name:<{width}}  {_line(entry)}")


def _line(entry: Entry) -> str:
    """Level, minutes, marks and how the question begins."""
    marks = how_many(f"{float(entry.question.marks):g}", "mark")
    return f"level {entry.about.level}, {entry.about.minutes} min, {marks}: {entry.opening(LONGEST)}"


def about(text: str) -> str:
    """A worksheet's title, and in brackets what kinds of question it holds, each once.

    >>> about('title = "One head"\\n[[question]]\\nvariant = "attention"')
    'One head (attention)'
    """
    sheet = tomllib.loads(text)
    kinds = dict.fromkeys(
        kind for question in sheet["question"] for kind in _kinds(question)
    )
    template = ["template"] if "vary" in sheet else []
    return f"{sheet.get('title', '')} ({', '.join([*template, *kinds])})"


def _kinds(question: Keyed) -> list[str]:
    """What a question is about: the kind of attention, or what is done in place of one."""
    found = [question["variant"]] if "variant" in question else []
    found += [
        kind
        for kind in ("shapes", "gradient", "unknown", "letters")
        if kind in question
    ]
    parts = question.get("part", [])
    found += ["proof"] * any("proof" in part for part in parts)
    found += ["figure"] * bool(
        question.get("figures") or any(part.get("figures") for part in parts)
    )
    return found or ["lines" if "steps" in question else "words"]
