"""``symattn list``: the shipped worksheets."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import click

from symattn.files import shipped


@click.command()
def command() -> None:
    """Name the shipped worksheets.

    One a line: the name, the title, and the kinds of its questions.
    """
    sheets = shipped()
    width = max(map(len, sheets))
    for name, path in sheets.items():
        click.echo(f"{name:<{width}}  {about(path)}")


def about(path: Path) -> str:
    """A worksheet's title, and in brackets what kinds of question it holds, each once.

    >>> about(shipped()["causal-mask"])
    'A head that cannot look ahead (attention)'
    """
    sheet = tomllib.loads(path.read_text(encoding="utf-8"))
    kinds = dict.fromkeys(kind for question in sheet["question"] for kind in _kinds(question))
    template = ["template"] if "vary" in sheet else []
    return f"{sheet.get('title', '')} ({', '.join([*template, *kinds])})"


def _kinds(question: dict[str, Any]) -> list[str]:
    """What a question is about: the kind of attention, or what is done in place of one."""
    found = [question["variant"]] if "variant" in question else []
    found += [kind for kind in ("shapes", "gradient", "unknown", "letters") if kind in question]
    parts = question.get("part", [])
    found += ["proof"] * any("proof" in part for part in parts)
    found += ["figure"] * bool(question.get("figures") or any(part.get("figures") for part in parts))
    return found or ["lines" if "steps" in question else "words"]
