"""A worksheet file as TOML whose places are known: where each key stands, the cursor that reads it, and the file itself."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import field
from pathlib import Path
from typing import Any

from symattn import toml
from symattn.errors import LimitError, Problem, SheetError, SymattnError, odd_sign
from symattn.files import FileError, contents, shown
from symattn.later import pattern
from symattn.limits import (
    LARGEST_SHEET,
    LONGEST_MENDED,
    MOST_PROBLEMS,
    MOST_SLIPS,
    MOST_TOML_DIGITS,
)
from symattn.records import frozen, replace
from symattn.said import Strings
from symattn.sheet.mistaken import escaped, mistaken

# --- positions ---
# Where every key and value of a TOML text stands: tomllib reads the values but keeps no positions.

KeyPath = tuple[str | int, ...]
Position = tuple[int, int]  # a line and a column
"""The keys and list indices that lead to a value, such as ``("question", 0, "given", "X")``."""

_SPACE = pattern(r"(?:[ \t\n]|#[^\n]*)*")
_KEY = pattern(r"[A-Za-z0-9_-]+")
_STRING = pattern(
    r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?!"")(?:[^"\\\n]|\\.)*"|\'(?!\'\')[^\'\n]*\'',
    re.S,
)
_BARE = pattern(r"[^\s,\]}#=\[{'\"][^,\]}\n#]*")
# Every level is a call within a call: what is deeper would end in a RecursionError.
_DEEPEST = 100


class _Stop(Exception):
    """The text is no TOML from here on."""


class Positions:
    """Line and column (counted from 1) of every key and value of a TOML text, which is walked through once.

    ``bare`` has every value without quotes or brackets, ``quoted`` every text between double quotes, as they are written;
    ``tables`` are the paths of tables in brackets. A text that is not TOML is followed as far as it goes; tomllib says what is
    wrong with it.

    >>> at = Positions('title = "Heads"\\n[[question]]\\ngiven.X = [[1, 2], [3, 4]]\\n')
    >>> at.key(("title",)), at.value(("question", 0, "given", "X", 1, 0))
    ((1, 1), (3, 21))
    >>> at.quoted, Positions("a = 0.10 # ten").bare
    ({('title',): '"Heads"'}, {('a',): '0.10'})
    """

    def __init__(self, text: str) -> None:
        self._source, self._here = text, 0
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._keys: dict[KeyPath, int] = {}
        self._values: dict[KeyPath, int] = {(): 0}
        self.bare: dict[KeyPath, str] = {}
        self.quoted: dict[KeyPath, str] = {}
        self.tables: set[KeyPath] = set()
        self._repeated: list[tuple[KeyPath, int]] = []
        self._begun: dict[KeyPath, bool] = {}
        self._lists: dict[KeyPath, int] = {}
        self._run()

    def key(self, path: KeyPath) -> Position:
        """Where the key of *path* is written, or that of the nearest table around it.

        >>> Positions("a = 1").key(("a", 7))
        (1, 1)
        """
        return self._nearest(self._keys, path)

    def value(self, path: KeyPath) -> Position:
        """Where the value of *path* begins."""
        return self._nearest(self._values, path)

    def row(self, line: int) -> str:
        """A line of the text, counted from 1.

        >>> Positions("a = 1\\nb = 2").row(2)
        'b = 2'
        """
        start = self._starts[line - 1] if line <= len(self._starts) else 0
        return self._source[start : start + 10_000].split("\n", 1)[0]

    def line(self, path: KeyPath) -> str:
        """The rest of the line on which the value of *path* begins.

        >>> Positions("a = [1, 2] # b").line(("a",))
        '[1, 2] # b'
        """
        start = self._values.get(path, 0)
        return self._source[start:].split("\n", 1)[0]

    def inside(self, path: KeyPath, text: str, offset: int) -> Position:
        """Where a character of the text under *path* is written; where the value begins if the file has escapes there.

        >>> Positions("a = 'b $c'").inside(("a",), "b $c", 2)
        (1, 8)
        >>> Positions("a = '5% &'").inside(("a",), r"5\\% &", 4)  # a sign for per cent is taken as one
        (1, 9)
        """
        source, start = self._source, self._values.get(path, 0)
        begins = start + (3 if source[start : start + 3] in ("'''", '"""') else 1)
        begins += source[begins : begins + 1] == "\n" and not text.startswith("\n")
        before = re.escape(text[:offset]).replace(r"\\%", r"\\?%")
        found = re.compile(before).match(source, begins)
        return self._place(found.end()) if found else self.value(path)

    def end(self) -> Position:
        """Where what is no TOML begins, or the text ends.

        >>> Positions("a = 1\\nb = ]").end()
        (2, 5)
        """
        return self._place(self._here)

    def has(self, path: KeyPath) -> bool:
        """Whether something is written under a path."""
        return path in self._values

    def repeated(self) -> Iterator[tuple[KeyPath, Position, int]]:
        """Every key written a second time: its path, where it stands, and the line of the first.

        >>> list(Positions("a = 1\\na = 2").repeated())
        [(('a',), (2, 1), 1)]
        """
        for path, offset in self._repeated:
            yield path, self._place(offset), self.key(path)[0]

    def begun(self) -> Iterator[tuple[KeyPath, Position, bool]]:
        """Every list of tables that something stands above: its path, where that is, and whether it is the table in single
        brackets, or only what belongs into one.

        >>> list(Positions("[a]\\n[[a]]").begun()), list(Positions("[[a.b]]\\n[[a]]").begun())
        ([(('a',), (1, 2), True)], [(('a',), (1, 3), False)])
        """
        for path, is_table in self._begun.items():
            yield path, self.key(path), is_table

    def at(self, line: int, column: int) -> KeyPath:
        """The last key that begins at or before a place: what a syntax error is about."""
        offset = self._starts[min(line, len(self._starts)) - 1] + column - 1
        before = [
            (start, path) for path, start in self._keys.items() if start <= offset
        ]
        return max(before, key=lambda item: item[0])[1] if before else ()

    def also(self, path: KeyPath, other: KeyPath) -> None:
        """Let what stands under a path be found under another one too.

        >>> at = Positions("aa.b = 1")
        >>> at.also(("aa",), ("a",))
        >>> at.value(("a", "b"))
        (1, 8)
        """
        for table in (self._keys, self._values):
            table |= {
                other + own[len(path) :]: start
                for own, start in table.items()
                if own[: len(path)] == path
            }

    def _nearest(self, table: dict[KeyPath, int], path: KeyPath) -> Position:
        while path and path not in table:
            path = path[:-1]
        return self._place(table.get(path, 0))

    def _place(self, offset: int) -> Position:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    # --- the walk ---

    def _run(self) -> None:
        base: KeyPath = ()
        with suppress(_Stop):
            while not self._done():
                if self._next("["):
                    base = self._header()
                else:
                    self._pair(base)

    def _done(self) -> bool:
        self._match(_SPACE)
        return self._here >= len(self._source)

    def _next(self, mark: str) -> bool:
        self._match(_SPACE)
        if not self._source.startswith(mark, self._here):
            return False
        self._here += len(mark)
        return True

    def _match(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self._source, self._here)
        if found is None:
            raise _Stop
        self._here = found.end()
        return found.group()

    @property
    def _at_quote(self) -> bool:
        return self._source.startswith(("'", '"'), self._here)

    def _name(self) -> str:
        if self._at_quote:
            try:
                return str(tomllib.loads(f"k = {self._match(_STRING)}")["k"])
            except tomllib.TOMLDecodeError:
                raise _Stop from None
        return self._match(_KEY)

    def _names(self, base: KeyPath) -> list[tuple[KeyPath, int]]:
        """A dotted key: the path of each of its names and where it begins."""
        found: list[tuple[KeyPath, int]] = []
        while not found or self._next("."):
            self._match(_SPACE)
            start, base = self._here, (*base, self._name())
            found.append((base, start))
            if base in self._lists:
                base = (*base, self._lists[base])
            if len(base) > _DEEPEST:
                raise _Stop
        return found

    def _note(self, names: list[tuple[KeyPath, int]]) -> None:
        for path, start in names:
            self._keys.setdefault(path, start)
            self._values.setdefault(path, start)

    def _header(self) -> KeyPath:
        """``[table]`` or ``[[list of tables]]``; the path that the following pairs belong to."""
        is_list = self._source.startswith("[", self._here)
        self._here += is_list
        names = self._names(())
        if not self._next("]]" if is_list else "]"):
            raise _Stop
        path, start = names[-1]
        self._note(names)
        if is_list:
            if path not in self._lists and (
                path in self.tables or self._keys[path] < start
            ):
                self._begun[path] = (
                    path in self.tables
                )  # else a table within it has begun already
            self._lists[path] = self._lists.get(path, -1) + 1
            path = (*path, self._lists[path])
            self._note([(path, start)])
        elif path in self.tables:
            self._repeated.append((path, start))
        self.tables.add(path)
        return path

    def _pair(self, base: KeyPath, depth: int = 0) -> None:
        names = self._names(base)
        path, start = names[-1]
        if path in self._keys:
            self._repeated.append((path, start))
        self._note(names)
        if not self._next("="):
            raise _Stop
        self._value(path, depth)

    def _value(self, path: KeyPath, depth: int) -> None:
        self._match(_SPACE)
        self._values[path] = self._here
        if depth > _DEEPEST:
            raise _Stop
        if self._next("["):
            self._items("]", lambda index: self._value((*path, index), depth + 1))
        elif self._next("{"):
            self._items("}", lambda _: self._pair(path, depth + 1))
        elif self._at_quote:
            written = self._match(_STRING)
            if written.startswith('"'):
                self.quoted[path] = written
        else:
            self.bare[path] = self._match(_BARE).strip()

    def _items(self, end: str, item: Callable[[int], object]) -> None:
        index = 0
        while not self._next(end):
            item(index)
            index += 1
            if not self._next(","):
                if self._next(end):
                    return
                raise _Stop


# --- place ---
# A place in a worksheet file: the cursor with which every key is read and every problem is reported.


class Enough(Exception):
    """So much is wrong in a file that nobody reads on."""


@frozen
class Place:
    """A key path in a file; all places of a file share its list of problems.

    >>> top = Place(Positions("title = 3"))
    >>> (top / "title").wrong("a number where text belongs", "write it between quotes")
    >>> str(top.problems[0])
    '1:9: title: a number where text belongs\\n  write it between quotes'
    """

    positions: Positions
    path: KeyPath = ()
    problems: list[Problem] = field(default_factory=list)

    def __truediv__(self, name: str | int) -> Place:
        return self.below(name)

    def below(self, *names: str | int) -> Place:
        """A place within this one."""
        return replace(self, path=(*self.path, *names))

    @property
    def top(self) -> Place:
        """The whole file."""
        return replace(self, path=())

    @property
    def unheard(self) -> Place:
        """The same place, where nobody misses the problems that are reported."""
        return replace(self, problems=[])

    def __str__(self) -> str:
        return dotted(self.path) or "file"

    def line(self) -> str:
        """The line on which the value that stands here begins, from there on."""
        return self.positions.line(self.path)

    def wrong(self, what: str, *hints: str) -> None:
        """Report a problem with the value that stands here, with what to write instead."""
        self._report(self.positions.value(self.path), what, hints)

    def wrong_in(self, text: str, offset: int, what: str, *hints: str) -> None:
        """Report a problem with a character of the text that stands here."""
        self._report(self.positions.inside(self.path, text, offset), what, hints)

    @contextmanager
    def heard(self) -> Iterator[None]:
        """What is wrong with something that is done meanwhile is reported here, and the rest of it left undone."""
        try:
            yield
        except SymattnError as error:
            self.wrong(error.what, error.hint)

    def called(self, name: str) -> None:
        """What is said of a key of that name beside it is said here."""
        self.positions.also(self.path, (*self.path[:-1], name))

    def misnamed(self, what: str, *hints: str) -> None:
        """Report a problem with the key that stands here, with what to write instead."""
        self._report(self.positions.key(self.path), what, hints)

    def _report(self, where: Position, what: str, hints: Strings) -> None:
        odd = odd_sign(what) or odd_sign(str(self.path[-1]) if self.path else "")
        hints = (*hints, f"{odd} stands there" if odd else "")
        source = self.positions.row(where[0])
        self.problems.append(
            Problem(*where, str(self), what, "\n  ".join(filter(None, hints)), source)
        )
        if len(self.problems) >= MOST_PROBLEMS:
            raise Enough


def dotted(path: KeyPath) -> str:
    """The keys of a path as TOML writes them, without the places in lists.

    >>> dotted(("question", 0, "given", "X"))
    'question.given.X'
    """
    return ".".join(short(name) for name in path if isinstance(name, str))


def short(text: str) -> str:
    """A text quoted in a message: on one line and not too long.

    >>> short("a\\nb"), len(short("a" * 1000))
    ('a\\\\nb', 61)
    """
    text = text if text.isprintable() else repr(text)[1:-1]
    return text if len(text) <= 60 else text[:60] + "…"


def describe(value: object) -> str:
    """What kind of TOML value this is, in words.

    >>> [describe(x) for x in (True, 3, "a", [], {})]
    ['true or false', 'a number', 'text', 'a list', 'a table']
    """
    words = {
        bool: "true or false",
        int: "a number",
        str: "text",
        list: "a list",
        dict: "a table",
    }
    if isinstance(value, bool) or type(value) in words:
        return words[type(value)]
    return "a number" if hasattr(value, "as_tuple") else "a date or time"


# --- source ---
# From a file to a TOML tree: what is no file, no UTF-8 and no TOML is said with its place.

_RIGHT = "a worksheet is short; is this the right file?"
_START = "`symattn new FILE` writes a sheet to start from"
_HINTS = {  # what tomllib says -> what to write instead
    "Unescaped": r"LaTeX goes between single quotes: 'Compute $\mathbf{M}$'",
    "Unterminated": "end the text with the quote it begins with",
    "Expected '='": "write KEY = VALUE, or [TABLE] for what follows",
    "Cannot declare": "write each table once; [[question]], in two brackets, begins one more question",
    "Cannot mutate": "write each table once, all its keys together",
    "Cannot overwrite": "write each key once",
    "Unclosed inline": "close every { with a }, all on one line",
    "": 'close every bracket and quote; text and fractions stand between quotes: "1/3"',
}


@frozen
class Source:
    """A worksheet file as TOML: its tree of keys, and the place from which problems are reported."""

    file: str
    tree: dict[str, Any]
    place: Place


def read_source(path: Path) -> Source:
    """Read a TOML file; raises SheetError with the place of what is wrong.

    >>> read_source(Path("/nowhere/sheet.toml"))
    Traceback (most recent call last):
        ...
    symattn.errors.SheetError: /nowhere/sheet.toml:1:1: file: no such file or directory
    """
    text = _text(path)
    return parse(text, str(path))


def parse(text: str, file: str) -> Source:
    """Read a TOML text; *file* names it in messages.

    >>> parse("title = 'Heads'", "heads.toml").tree
    {'title': 'Heads'}
    """
    try:
        positions = Positions(toml.bounded(text))
    except LimitError as error:
        raise SheetError(file, [Problem(1, 1, "file", str(error), _RIGHT)]) from None
    place = Place(positions)
    for where, written in positions.bare.items():
        if len(written) > MOST_TOML_DIGITS:
            what = f"a number of {len(written):,} characters"
            place.below(*where).wrong(
                what, f"a number may have at most {MOST_TOML_DIGITS:,} digits"
            )
    for where, written in positions.quoted.items():
        if command := escaped(written):
            what = f"between double quotes TOML reads the \\{command[1]} of {command} as one character"
            shown = (
                "Compute $\\mathbf{M}$"
                if "'" in written or '"""' in written
                else short(written[1:-1])
            )
            place.below(*where).wrong(
                what, f"LaTeX goes between single quotes: '{shown}'"
            )
    if any(
        problem.what.startswith("a number of") for problem in place.problems
    ):  # of more digits than Python reads
        raise SheetError(file, place.problems)
    problems, mended = place.problems, text
    for _ in range(MOST_SLIPS):
        try:
            tree = tomllib.loads(mended, parse_float=toml.exact)
            break
        except tomllib.TOMLDecodeError as error:
            problem, mended = _syntax(str(error), mended, positions)
            if any(problem.line == one.line for one in problems):
                break
            problems += list(_repeated(positions)) or [problem]
        except RecursionError:
            deep = f"more than {_DEEPEST} brackets or tables inside each other"
            problems, mended = (
                [Problem(*positions.end(), "file", deep, "write it flatter")],
                "",
            )
        if not mended or len(mended) > LONGEST_MENDED:
            break
        positions = Positions(mended)
    if problems:
        raise SheetError(file, sorted(problems, key=lambda one: (one.line, one.column)))
    return Source(file, tree, place)


def _text(path: Path) -> str:
    try:
        data = contents(path, LARGEST_SHEET)
    except FileError as error:
        raise SheetError(shown(path), [Problem(1, 1, "file", error.why)]) from None
    except LimitError as error:
        raise SheetError(
            shown(path), [Problem(1, 1, "file", str(error), _RIGHT)]
        ) from None
    return decoded(data, str(path))


def text_of(path: Path) -> str:
    """The text of a worksheet's file; raises SymattnError.

    >>> from symattn.files import find
    >>> text_of(find("causal-mask")).splitlines()[0]
    '#:schema ./schema.json'
    """
    return decoded(contents(path, LARGEST_SHEET), shown(path))


def decoded(data: bytes, file: str) -> str:
    """The text of a worksheet file's bytes; raises SheetError for what is no text, not UTF-8 or empty.

    >>> decoded(b"title = 'a'", "a.toml")
    "title = 'a'"
    """

    def no(what: str, hint: str = "", line: int = 1, column: int = 1) -> SheetError:
        return SheetError(file, [Problem(line, column, "file", what, hint)])

    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig", "replace").split("\n")
        hint = "save the file as UTF-8 text; or is this the right file?"
        raise no(
            f"byte 0x{data[error.start]:02x} is not UTF-8",
            hint,
            len(before),
            len(before[-1]) + 1,
        ) from None
    if "\0" in text:
        raise no(
            "a binary file, not text",
            "a worksheet is a TOML file; is this the right file?",
        )
    if not text.strip():
        raise no("the file is empty", _START)
    return text


def _repeated(positions: Positions) -> list[Problem]:
    """What is written twice, of a table that is the table alone; tables in single brackets that are lists below."""
    single = "in one bracket here, and in two below", "write [[{}]], in two brackets"
    early = (
        "stands above the first [[{}]]",
        "write it below the [[{}]] to which it belongs",
    )
    found = [
        (path, at, *(single if is_table else early))
        for path, at, is_table in positions.begun()
    ]
    twice = set[KeyPath]()
    for path, at, first in positions.repeated():
        if path[:-1] not in twice:
            twice.add(path)
            of_table = "write each table once; [[{}]], in two brackets, begins one more"
            once = of_table if path in positions.tables else "write each key once"
            found.append((path, at, f"written twice, first in line {first}", once))
    return [
        Problem(
            *at,
            name := dotted(path),
            what.format(name),
            hint.format(name),
            positions.row(at[0]),
        )
        for path, at, what, hint in found
    ]


def _syntax(message: str, source: str, positions: Positions) -> tuple[Problem, str]:
    """What tomllib says, with its place and a hint; and the source without it, "" where it cannot be told how that would be."""
    found = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", message)
    lines = source.split("\n")
    line, column = (
        (int(found[1]), int(found[2]))
        if found and found[1]
        else (len(lines), len(lines[-1]) + 1)
    )
    what = message[: found.start()] if found else message
    hint = next(hint for start, hint in _HINTS.items() if what.startswith(start))
    what = what[:1].lower() + what[1:]
    odd = toml.odd_at(message, source)
    if odd:
        hint = f"{odd} stands there; write letters, digits, _ and signs of plain ASCII, and end lines as usual"
    reached = positions.at(line, column)
    begun, first = positions.key(reached) if reached else (line, 1)
    mended = ""
    for row, start in (
        (begun, 1),
        (line, 1),
        (begun, first),
    ):  # its statement, the line it stopped at, a key within braces
        matrix = len(reached) > 1 and reached[-2] in ("given", "stated")
        offset = sum(len(one) + 1 for one in lines[: row - 1]) + start - 1
        known = mistaken(source, offset, matrix)
        if known:
            mended = known.over(source, offset)
            reached = positions.at(
                row, max(start, len(lines[row - 1]) - len(lines[row - 1].lstrip()) + 1)
            )
            line, column = (
                (line, column)
                if line == row
                else max((row, start), positions.value(reached))
            )
            what, hint = known.what, f"write {known.instead}" if known.instead else hint
            break
    return Problem(
        line, column, dotted(reached) or "file", what, hint, positions.row(line)
    ), mended
