"""Everything that is told of a file: its lines with what was read and why, what was not used, what became of every number."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from symattn.marking.checking import check_file
from symattn.marking.reports.json import shown
from symattn.marking.results import AnswerReport, Result
from symattn.marking.sheet import Ready

HERE = Path(__file__).parent


def expected(family: str) -> dict[str, str]:
    """What is told of the files of a family, by their names: told.txt, read line by line by eye."""
    part = (HERE / "told.txt").read_text("utf-8").partition(f"\n=== {family}\n")[2].partition("\n=== ")[0]
    cases = (case.partition("\n") for case in f"\n{part}".split("\n-- ")[1:])
    return {name: text.strip("\n") for name, _, text in cases}


def told(ready: Ready, file: Path, text: str) -> str:
    """Everything that is told of a text that is handed in as this file."""
    file.write_text(text, encoding="utf-8")
    (report,) = check_file(ready, file)
    return "\n".join(line.rstrip() for line in _lines(report))


def one_line(text: str) -> str:
    """A text as the name of its case."""
    return text.strip("\n").replace("\n", "⏎")


def _lines(report: AnswerReport) -> Iterator[str]:
    yield from (f"! {note}" for note in report.remarks)
    for question in report.questions:
        for result in question.results:
            if result.verdict != "missing" or result.marks:
                yield from _result(f"{question.id}." * (len(report.questions) > 1) + result.name, result)
        yield from (f"unused {one.line}: {one.text} | {one.why}" for one in question.unused)
    yield from (f"{one.line}: {one.text} | {one.kind} {one.what}" for one in report.ledger)


def _result(name: str, result: Result) -> Iterator[str]:
    slip = f" ({', '.join(one.id for one in result.slips)})" * bool(result.slip)
    yield f"{name} = {shown(result.written)} {result.verdict}{slip} {result.marks}/{result.of}".replace("=  ", "= ")
    if {entry for row in result.entries for entry in row} > {result.verdict}:
        yield "    " + "; ".join(" ".join(row) for row in result.entries)
    if result.message:
        yield f"    {result.message}"
