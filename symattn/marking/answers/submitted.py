"""What is kept of what one student handed in, whatever the file: the answers of each question, and what is to be said of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from symattn.language import Cell
from symattn.marking.answers.ledger import LedgerEntry
from symattn.marking.answers.written import Unused, WrittenAnswer
from symattn.marking.handed import Handed
from symattn.said import Pair, Strings


@dataclass
class Submission:
    """One student's answers: question → line → what may be meant, and what is to be said about the file.

    A label in words may mean several lines: then ``answers`` has it under the likeliest and ``instead`` names the others.
    ``unknown`` are those of the notes that tell of something nobody knows. ``unused`` are the matrices that stand for no
    line, each with the reason, ``unread`` the files beside that nothing can be read from.
    """

    file: str
    answers: dict[str, dict[str, Handed]] = field(default_factory=dict)
    instead: dict[Pair, Strings] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    unused: list[Unused] = field(default_factory=list)
    error: str = ""
    unread: list[str] = field(default_factory=list)
    ledger: list[LedgerEntry] = field(default_factory=list)
    nameless: list[WrittenAnswer] = field(
        default_factory=list
    )  # values without a name of the sheet, each at its question
    strange: list[WrittenAnswer] = field(
        default_factory=list
    )  # matrices under names that are no line's, each at its question
    rest: list[tuple[str | None, Cell]] = field(
        default_factory=list
    )  # numbers that are no answer's, in turn, each with its question where that is known
    limit: bool = False  # the error is a limit at which reading stopped: nobody loses marks for it in silence

    def nobody_knows(self, note: str) -> None:
        """Take a note on a name, a question or contents that nobody knows."""
        self.notes.append(note)
        self.unknown.append(note)
