"""Every error symattn raises: one family, and every message says where, what is wrong and what to write instead."""

from __future__ import annotations

import re
import traceback
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import field
from difflib import get_close_matches
from pathlib import Path

from symattn.records import frozen
from symattn.said import Pair, Said, Sentence, Worded


class SymattnError(Exception):
    """The base of every exception symattn raises: ``what`` is wrong, and as a ``hint`` what to write instead.

    >>> raise SymattnError("X: no rows", "write at least one row")
    Traceback (most recent call last):
        ...
    symattn.errors.SymattnError: X: no rows; write at least one row
    """

    def __init__(self, what: str | Worded = "", hint: str = "") -> None:
        self.words = what, hint
        super().__init__(what, hint)

    @property
    def _parts(self) -> Pair:
        what, hint = self.words
        return what.parts if isinstance(what, Worded) else (what, hint)

    @property
    def what(self) -> str:
        """What is wrong."""
        return self._parts[0]

    @property
    def hint(self) -> str:
        """What to write instead."""
        return self._parts[1]

    @property
    def message(self) -> str:
        """What is wrong and what to write instead, without the place.

        >>> LineError("nested too deep", line=3, hint="split the line").message
        'nested too deep; split the line'
        """
        if isinstance(self.words[0], Worded):
            return self.words[0].text
        what, hint = self._parts
        return (
            f"{what}; {hint}" if what and hint else what or hint
        )  # one alone as it is: it may know what it says

    def __str__(self) -> str:
        return self.message

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def _render_traceback_(self) -> list[str]:
        """What IPython and Jupyter show: the refusal, and the reader's own line that led to it.

        >>> SymattnError("X: no rows", "write at least one row")._render_traceback_()
        ['SymattnError: X: no rows; write at least one row']
        """
        here = str(Path(__file__).parent)
        frames = [
            one
            for one in traceback.extract_tb(self.__traceback__)
            if not one.filename.startswith(here)
        ]
        own = next(
            (
                one
                for one in reversed(frames)
                if one.line and "site-packages" not in one.filename
            ),
            None,
        )
        return [
            f"{type(self).__name__}: {self}",
            *([f"    in line {own.lineno}: {own.line}"] if own else []),
        ]


class ReadError(SymattnError):
    """A text that is no number and no matrix; ``position`` counts characters from 0.

    >>> ReadError("two numerals side by side", "12 3", 3, "write * between them").position
    3
    """

    def __init__(
        self, what: str | Worded, text: str = "", position: int = 0, hint: str = ""
    ) -> None:
        super().__init__(what, hint)
        self.args = what, text, position, hint
        self.text, self.position = text, position

    def __str__(self) -> str:
        start = max(0, self.position - 20)
        near = self.text[start : self.position + 20]
        if not near:
            return self.message
        place, worded = self.position + 1, self.words[0]
        text = f"character {place}: {self.message} (near {near!r})"
        if not isinstance(worded, Worded):
            return text
        facts = ("place", place), ("said", worded.said), ("near", repr(near))
        return Sentence(text, Said(worded.said.room, "at_character", facts))


class ShapeError(SymattnError):
    """Two shapes that do not fit; the message names both and the line.

    >>> str(ShapeError("S: Q is 2×3 but K is 2×2"))
    'S: Q is 2×3 but K is 2×2'
    """


class LineError(SymattnError):
    """A line of ``steps`` that cannot be read; ``line`` and ``column`` count from 0.

    >>> str(LineError("expected a name", line=1, column=4)), LineError("expected a name", line=1, column=4).column
    ('line 2, column 5: expected a name', 4)
    """

    def __init__(
        self, what: str | Worded, line: int = 0, column: int = 0, hint: str = ""
    ) -> None:
        super().__init__(what, hint)
        self.args = what, line, column, hint
        self.line, self.column = line, column

    def __str__(self) -> str:
        return f"line {self.line + 1}, column {self.column + 1}: {self.message}"


class LimitError(SymattnError):
    """Work that was begun and stopped at a stated limit (exit code 3).

    >>> str(LimitError("no sign after 100,000 bits"))
    'no sign after 100,000 bits'
    """


class FalseLink(SymattnError):
    """Sides of chains that a page was about to show and that do not hold, a sentence each: a fault of symattn (exit code 3).

    >>> str(FalseLink("week3.toml", ["q1: c = 2·a + b is not equal"])).splitlines()[0]
    'week3.toml: q1: c = 2·a + b is not equal; nothing is written, for it would be false; please report it'
    """

    def __init__(self, place: str, faults: Iterable[str]) -> None:
        self.place, self.faults = place, tuple(faults)
        lines = "\n".join(
            f"{place}: {fault}" if place else fault for fault in self.faults
        )
        super().__init__(
            lines, "nothing is written, for it would be false; please report it"
        )
        self.args = place, self.faults


class ToolError(SymattnError):
    """A program that is not installed is needed (exit code 4).

    >>> str(ToolError("no TeX found"))
    'no TeX found'
    """


class TypesetError(SymattnError):
    """A page that LaTeX cannot set; ``before`` is what it had read of a line when it stopped.

    >>> TypesetError("Undefined control sequence.", r"Let $\\foo").before
    'Let $\\\\foo'
    """

    def __init__(self, complaint: str, before: str = "") -> None:
        self.complaint, self.before = complaint, before
        super().__init__(complaint, before)

    def __str__(self) -> str:
        near = self.before.removeprefix(r"\relax").strip()[-40:]
        at = f" at '{near}'" if near else ""
        return f"LaTeX cannot set the page{at}: {self.complaint}"

    def place_in(self, text: str) -> str:
        """Line and column of a text at which the most of what was read ends, as a message has them; "" where it is not found.

        >>> TypesetError("Double subscript.", "So let $X_1_").place_in("prompt = 'Let'\\nprompt = 'let $X_1_2$'")
        ':2:19'
        """
        read = [
            self.before[start:]
            for start in range(max(0, len(self.before) - 200), len(self.before) - 1)
        ]
        for known in [*re.findall(r"`([^'.]+)\.\w+' not found", self.complaint), *read]:
            for written in (known, known.replace("\\", "\\\\")):
                if written in text:
                    end = text.index(written) + len(written)
                    return f":{1 + text.count(chr(10), 0, end)}:{end - text.rfind(chr(10), 0, end) - 1}"
        return ""


def exit_code(error: BaseException) -> int:
    """The exit code that says what kind of error it is: 2 bad input, 3 a limit or something in symattn, 4 a missing tool.

    >>> exit_code(LimitError("no sign after 100,000 bits")), exit_code(SymattnError("no")), exit_code(ValueError())
    (3, 2, 3)
    """
    if isinstance(error, ToolError):
        return 4
    if isinstance(error, (LimitError, FalseLink)):
        return 3
    return 2 if isinstance(error, SymattnError) or in_extension(error) else 3


@frozen
class Problem:
    """One thing wrong in a file: where it stands, its key path, what is wrong and what to write instead.

    >>> str(Problem(14, 12, "question.given.W_O", "3 rows, but H has 4 columns", "W_O needs 4 rows"))
    '14:12: question.given.W_O: 3 rows, but H has 4 columns\\n  W_O needs 4 rows'
    """

    line: int
    column: int
    path: str
    what: str
    hint: str = ""
    source: str = field(default="", compare=False, repr=False)

    def pointed(self) -> str:
        """The problem, and below it its line with a caret at the place; a hint that has one already is enough.

        >>> print(Problem(1, 5, "X", "no comma", source="X = 1 2").pointed())
        1:5: X: no comma
          X = 1 2
              ^
        """
        at = self.column - 1
        if not self.source.strip() or self.hint.rstrip().endswith("^"):
            return str(self)
        start = max(0, at - 60)
        shown = "".join(
            sign if sign.isprintable() else " " for sign in self.source[start : at + 60]
        )
        return f"{self}\n  {shown.rstrip()}\n  {' ' * (at - start)}^"

    def __str__(self) -> str:
        tail = f"\n  {self.hint}" if self.hint else ""
        return f"{self.line}:{self.column}: {self.path}: {self.what}{tail}"


MOST_SAID = 200
"""Problems of one file that are written out; of more the number is said."""


class SheetError(SymattnError):
    """Everything that is wrong in one file, in the order of its lines; ``unfinished`` where so much was that looking ended.

    >>> SheetError("a.toml", [Problem(1, 1, "title", "is not text")]).problems[0].path
    'title'
    """

    def __init__(
        self, file: str, problems: Iterable[Problem], unfinished: bool = False
    ) -> None:
        self.file, self.unfinished = file, unfinished
        self.problems = tuple(sorted(problems, key=lambda p: (p.line, p.column)))
        super().__init__(file)
        self.args = file, self.problems, unfinished

    def __str__(self) -> str:
        return self._listed(str)

    def pointed(self) -> str:
        """All problems, each with its line and a caret at the place, as a terminal shows them."""
        return self._listed(Problem.pointed)

    def _listed(self, written: Callable[[Problem], str]) -> str:
        over = len(self.problems) - MOST_SAID
        more = (
            [f"{self.file}: and {over:,} more{' at least' if self.unfinished else ''}"]
            if over > 0
            else []
        )
        return "\n".join(
            [*(f"{self.file}:{written(p)}" for p in self.problems[:MOST_SAID]), *more]
        )


def pointed(error: SymattnError) -> str:
    """What an error says to somebody at a terminal: problems of a sheet with their lines.

    >>> pointed(SymattnError("no"))
    'no'
    """
    return error.pointed() if isinstance(error, SheetError) else str(error)


LOOKALIKE = frozenset("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονυ")
"""Greek letters that nobody tells from Latin ones."""


def odd_sign(text: str) -> str:
    """The first character of a text that is invisible, or looks like another one, by its code point and name; else nothing.

    >>> odd_sign("W_\u200bQ"), odd_sign("\u0425"), odd_sign("W_Q")
    ('U+200B (zero width space)', 'U+0425 (cyrillic capital letter ha)', '')
    """
    for sign in text if not (text.isascii() and text.isprintable()) else "":
        alike = (
            unicodedata.name(sign, "").startswith(
                ("CYRILLIC", "FULLWIDTH", "HALFWIDTH", "MATHEMATICAL")
            )
            or sign in LOOKALIKE
        )
        if alike or (sign not in " \n\t" and unicodedata.category(sign)[0] in "CZ"):
            return code_point(sign)
    return ""


def code_point(sign: str) -> str:
    """A character by its code point and name.

    >>> code_point("−"), code_point(chr(13))
    ('U+2212 (minus sign)', 'U+000D (a carriage return alone, no line end)')
    """
    names = {"\r": "a carriage return alone, no line end"}
    return f"U+{ord(sign):04X} ({names.get(sign) or unicodedata.name(sign, 'a control character').lower()})"


def closest(word: str, known: Iterable[str]) -> str:
    """The known word nearest to *word* in any case, or nothing.

    >>> closest("Maks", ["mask", "scale"]), closest("self-attention", ["sink-attention", "attention"])
    ('mask', 'attention')
    """
    table = {name.lower(): name for name in known}
    low = word.lower()
    whole = sorted((name for name in table if len(name) > 4 and name in low), key=len)
    # nearly letter for letter first, then a known word within it, then whatever is like it
    like = [name for name in table if 2 * len(name) >= len(low)]
    found = (
        get_close_matches(low, table, n=1, cutoff=0.85)
        or whole[-1:]
        or get_close_matches(low, like, n=1, cutoff=0.5)
    )
    return table[found[0]] if found else ""


def how_many(n: object, one: str, several: str = "") -> str:
    """Things with their number before them, one of them without the s of several.

    >>> how_many(1, "row"), how_many(3, "row"), how_many("d", "row"), how_many(1, "entry", "entries")
    ('1 row', '3 rows', 'd rows', '1 entry')
    """
    return f"{n} {one if str(n) == '1' else several or f'{one}s'}"


def nearest(word: str, known: Iterable[str], all_are: str = "") -> str:
    """The known word nearest to *word* as a hint; where none is near all of them behind *all_are*, or nothing.

    >>> nearest("Maks", ["mask", "scale"]), nearest("heads", ["mask", "scale"], "write one of")
    ('did you mean "mask"?', 'write one of mask, scale')
    """
    known = [*known]
    if found := closest(word, known):
        return f'did you mean "{found}"?'
    return all_are and f"{all_are} {', '.join(known)}"


EXTENSION = "__symattn_extension__"
"""What a module has among its names that came from outside the package, so that its errors are told as its own."""


def line_of_extension(error: BaseException) -> str:
    """The innermost line of an extension that an error came through; the empty text where it came through none.

    >>> line_of_extension(ValueError("no"))
    ''
    """
    told = ""
    for frame, line in traceback.walk_tb(error.__traceback__):
        if EXTENSION in frame.f_globals:
            told = f"{frame.f_code.co_filename}, line {line}"
    return told


def place_in_extension(function: Callable[..., object]) -> str:
    """Where a function of an extension begins, with a colon behind it; the empty text for one of symattn's own.

    >>> place_in_extension(line_of_extension)
    ''
    """
    while inner := getattr(function, "__wrapped__", None):  # @cache, @wraps
        function = inner
    code, names = (getattr(function, name, ()) for name in ("__code__", "__globals__"))
    if not code or EXTENSION not in names:
        return ""
    return f"{code.co_filename}, line {code.co_firstlineno}: "


def in_extension(error: BaseException) -> str:
    """An error that nobody foresaw, with the line of an extension in which it came up; the empty text where none had a part in
    it, or all that there is was used up.

    >>> in_extension(ValueError("no"))
    ''
    """
    line = line_of_extension(error)
    is_used_up = isinstance(error, (MemoryError, RecursionError))
    return f"{line}: {type(error).__name__}: {error}" if line and not is_used_up else ""


def internal(error: BaseException) -> str:
    """What to say of an exception that nobody foresaw: that something in symattn or in an extension failed, and where.

    >>> internal(ValueError("no")).split(":")[0]
    'something in symattn failed'
    """
    if isinstance(error, (MemoryError, RecursionError)):
        return "stopped: more memory or deeper nesting is needed than there is"
    if told := in_extension(error):
        return f"{told}; --debug shows more"
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "symattn" in frame.filename] or frames
    where = (
        f" in {Path(ours[-1].filename).name}, line {ours[-1].lineno}" if ours else ""
    )
    return f"something in symattn failed{where}: {type(error).__name__}: {error}; --debug shows more"
