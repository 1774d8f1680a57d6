"""One answer as it stands in a file, before anyone knows which line it is meant for, and what in a file was not used."""

from __future__ import annotations

from dataclasses import dataclass, field

from symattn.marking.answers.flat import FlatGrid
from symattn.marking.answers.grids import Cells
from symattn.marking.answers.ledger import AnswerText
from symattn.records import frozen, replace
from symattn.said import Glossary, Strings

FORMULA = "a formula, not a value"


@frozen
class AnswerPlace:
    """Where in a file something stands: its line, the question, the part and the head that its headings name.

    >>> AnswerPlace(3, question="2").line
    3
    """

    line: int = 0
    question: str | None = None
    part: str | None = None
    head: int | None = None
    sure: bool = (
        True  # the question is named by the file's own structure, not by a heading
    )

    def moved(self, by: int) -> AnswerPlace:
        """The place so many lines further down.

        >>> AnswerPlace(3, question="2").moved(-3).line
        0
        """
        return replace(self, line=self.line + by) if by else self


START = AnswerPlace()


@frozen
class Side:
    """One side of a chain of equations: its text, its line, its entries, or what is wrong; ``formula`` where it has no value.

    >>> Side("X W", 1, formula=True).cells
    ()
    """

    text: str
    line: int
    cells: Cells = ()
    error: str = ""
    formula: bool = False
    matrices: tuple[FlatGrid, ...] = field(default=(), repr=False)
    grid: FlatGrid | None = field(
        default=None, repr=False
    )  # the matrix that it is, with nothing around it but a list's T
    scalar: bool = False
    unit: str = ""  # the word behind a number that says what it counts
    others: tuple[Cells, ...] = field(
        default=(), repr=False
    )  # what it may be read as too
    doubtful: tuple[Cells, ...] = field(default=(), repr=False)  # and more doubtfully


@frozen
class WrittenAnswer:
    """What stands for one name: the name or label, the entries or an error, and where.

    ``also`` are further names in the same chain (S_1 = S_2 = …), ``beside`` those in a list before it (Q, K, V ∈ …: of shapes),
    ``earlier`` the values before the last. ``loose`` answers come
    from prints and programs, where names that mean nothing here are no mistake.
    ``made`` is what a program gave its names, ``listed`` says that the value is a list of a file, no table.
    ``assigned`` says that a program gave its value to its name, and not where one number is to be a whole matrix: Q <- 0.
    ``number`` is what ends the chain of a matrix without brackets: the answer where one number is asked.
    ``headed`` are the words before a colon that its line begins with: attention: 4 matrices: 4d² = 64.
    ``said`` is what its line says before its sign, ``each`` that it says behind the value that this is of every head.
    ``inside`` are matrices of which values in its chain are a multiple: 1/2 [1 2] = [0.5 1].
    ``spoken`` says that it is one of the numbers of a sentence, in their order.
    ``guessed`` says that words name it which may mean something else: where it is not right, a person looks at it.
    Where the name stands on a line of its own ``above`` and may be no name, that is what there is to say of the matrix otherwise.
    """

    label: str
    cells: Cells = ()
    error: str = ""
    place: AnswerPlace = START
    loose: bool = False
    text: str = ""
    also: Strings = ()
    beside: Strings = ()
    earlier: tuple[Side, ...] = ()
    others: tuple[Cells, ...] = field(
        default=(), repr=False
    )  # what it may be read as too, or is in another unit
    doubtful: tuple[Cells, ...] = field(
        default=(), repr=False
    )  # what it may be if its unit is another than its line's
    number: Side | None = None
    scalar: bool = False
    listed: bool = False
    assigned: bool = False
    guessed: bool = False
    spoken: bool = False
    headed: str = ""
    said: str = field(default="", compare=False, repr=False)
    each: bool = False
    inside: tuple[FlatGrid, ...] = field(default=(), compare=False, repr=False)
    above: Unused | None = None
    made: Glossary = field(default_factory=dict, compare=False, repr=False)
    grid: FlatGrid | None = field(
        default=None, compare=False, repr=False
    )  # the matrix that the value is, as it is written
    whole: str = field(
        default="", compare=False, repr=False
    )  # the equation from its name to its value, for the ledger

    def moved(self, by: int) -> WrittenAnswer:
        """The answer so many lines further down.

        >>> WrittenAnswer("A", place=AnswerPlace(2)).moved(3).place.line
        5
        """
        earlier = tuple(replace(one, line=one.line + by) for one in self.earlier)
        above = self.above and self.above.moved(by)
        return replace(self, place=self.place.moved(by), earlier=earlier, above=above)


@frozen
class Unused:
    """A matrix of a file that is no answer: its text, its line, and why.

    >>> Unused("[1 2]", 3, "no name stands before it").line
    3
    """

    text: str
    line: int
    why: str
    question: str | None = None
    grid: FlatGrid | None = field(default=None, compare=False, repr=False)
    whole: str = field(
        default="", compare=False, repr=False
    )  # the text in full, for the ledger
    part: str | None = field(
        default=None, compare=False, repr=False
    )  # of the question, as headings say

    def moved(self, by: int) -> Unused:
        """The matrix so many lines further down.

        >>> Unused("[1 2]", 3, "no name stands before it").moved(2).line
        5
        """
        return replace(self, line=self.line + by) if by else self


@dataclass
class Contents:
    """Everything found in a file: what stands for names, and the matrices that stand for none.

    >>> Contents().answers
    []
    """

    answers: list[WrittenAnswer] = field(default_factory=list)
    unused: list[Unused] = field(default_factory=list)
    who: str = ""
    limit: str = ""  # why reading stopped, where it did for this student alone
    end: AnswerPlace = START  # where the headings have led to
    headed: list[AnswerPlace] = field(
        default_factory=list
    )  # and where each of them leads, from its line on
    sources: list[AnswerText] = field(default_factory=list)
    notes: list[str] = field(
        default_factory=list
    )  # what there is to say where a line is missing
    told: list[str] = field(default_factory=list)  # what there is to say in any case

    @property
    def whole(self) -> str:
        """All that its sources say: what was cut between two lines as it was, else with a blank between.

        >>> Contents(sources=[AnswerText("1\\n"), AnswerText("2"), AnswerText("3")]).whole
        '1\\n2 3'
        """
        text = "".join(
            source.text if source.text.endswith("\n") else f"{source.text} "
            for source in self.sources
        )
        return text.removesuffix(" ")
