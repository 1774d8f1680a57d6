"""What cannot be read, with where and why: refusals.txt, read line by line by eye."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from symattn.errors import LineError, ReadError

HERE = Path(__file__).parent


def expected(section: str) -> dict[str, str]:
    """The texts of a section, § at the place that is told, and what is said there."""
    part = (HERE / "refusals.txt").read_text("utf-8").partition(f"[{section}]\n")[2].partition("\n\n")[0].strip("\n")
    lines = [line for line in part.split("\n") if not line.startswith("#")]
    return {text: said.removeprefix("    ") for text, said in zip(lines[::2], lines[1::2], strict=True)}


def told(text: str, read: Callable[[str], object]) -> tuple[str, str]:
    """A text with § at the place of its refusal, and what is said there; the text and nothing where it is read."""
    try:
        read(text)
    except (ReadError, LineError) as error:
        place = (error.column or 0) if isinstance(error, LineError) else error.position
        return f"{text[:place]}§{text[place:]}", error.message
    return text, ""


def refused(section: str, read: Callable[[str], object]) -> dict[str, str]:
    """What is said of the texts of a section."""
    return dict(told(text.replace("§", ""), read) for text in expected(section))
