"""Where every key and value of a TOML text stands: tomllib reads the values but keeps no positions."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Callable, Iterator

Path = tuple[str | int, ...]
"""The keys and list indices that lead to a value, such as ``("question", 0, "given", "X")``."""

_SPACE = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_KEY = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.S)
_BARE = re.compile(r"[^\s,\]}#=\[{'\"][^,\]}\n#]*")
_DEEPEST = 100


class Positions:
    """Line and column (counted from 1) of every key and value of a TOML text.

    A text that is not TOML is followed as far as it goes; tomllib says what is wrong with it.

    >>> at = Positions('title = "Heads"\\n[[question]]\\ngiven.X = [[1, 2], [3, 4]]\\n')
    >>> at.key(("title",)), at.value(("question", 0, "given", "X", 1, 0))
    ((1, 1), (3, 21))
    """

    def __init__(self, text: str) -> None:
        self._lines = [0, *(match.end() for match in re.finditer("\n", text))]
        self._scan = _Scanner(text)
        self._scan.run()

    def key(self, path: Path) -> tuple[int, int]:
        """Where the key of *path* is written, or that of the nearest table around it.

        >>> Positions("a = 1").key(("a", 7))
        (1, 1)
        """
        return self._nearest(self._scan.keys, path)

    def value(self, path: Path) -> tuple[int, int]:
        """Where the value of *path* begins."""
        return self._nearest(self._scan.values, path)

    def has(self, path: Path) -> bool:
        """Whether something is written under a path."""
        return path in self._scan.values

    def repeated(self) -> Iterator[tuple[Path, tuple[int, int], int]]:
        """Every key written a second time: its path, where it stands, and the line of the first.

        >>> list(Positions("a = 1\\na = 2").repeated())
        [(('a',), (2, 1), 1)]
        """
        for path, offset in self._scan.repeated:
            yield path, self._place(offset), self.key(path)[0]

    def bare(self) -> Iterator[tuple[Path, str]]:
        """Every value without quotes or brackets, as it is written.

        >>> list(Positions("a = 0.10 # ten").bare())
        [(('a',), '0.10')]
        """
        yield from self._scan.bare.items()

    def at(self, line: int, column: int) -> Path:
        """The last key that begins at or before a place: what a syntax error is about."""
        offset = self._lines[min(line, len(self._lines)) - 1] + column - 1
        before = [(start, path) for path, start in self._scan.keys.items() if start <= offset]
        return max(before, key=lambda item: item[0])[1] if before else ()

    def _nearest(self, table: dict[Path, int], path: Path) -> tuple[int, int]:
        while path and path not in table:
            path = path[:-1]
        return self._place(table.get(path, 0))

    def _place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1


class _Stop(Exception):
    """The text is no TOML from here on."""


class _Scanner:
    """Walks through the text once and notes offsets."""

    def __init__(self, source: str) -> None:
        self.source, self.here = source, 0
        self.keys: dict[Path, int] = {}
        self.values: dict[Path, int] = {(): 0}
        self.bare: dict[Path, str] = {}
        self.repeated: list[tuple[Path, int]] = []
        self._tables: set[Path] = set()
        self._lists: dict[Path, int] = {}

    def run(self) -> None:
        base: Path = ()
        try:
            while not self._done():
                if self._next("["):
                    base = self._header()
                else:
                    self._pair(base)
        except _Stop:
            pass

    def _done(self) -> bool:
        self._match(_SPACE)
        return self.here >= len(self.source)

    def _next(self, mark: str) -> bool:
        self._match(_SPACE)
        if not self.source.startswith(mark, self.here):
            return False
        self.here += len(mark)
        return True

    def _match(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.source, self.here)
        if found is None:
            raise _Stop
        self.here = found.end()
        return found.group()

    def _name(self) -> str:
        if self.source[self.here : self.here + 1] in ("'", '"'):
            try:
                return str(tomllib.loads(f"k = {self._match(_STRING)}")["k"])
            except tomllib.TOMLDecodeError:
                raise _Stop from None
        return self._match(_KEY)

    def _names(self, base: Path) -> list[tuple[Path, int]]:
        """A dotted key: the path of each of its names and where it begins."""
        found: list[tuple[Path, int]] = []
        while not found or self._next("."):
            self._match(_SPACE)
            start, base = self.here, (*base, self._name())
            found.append((base, start))
            if base in self._lists:
                base = (*base, self._lists[base])
            if len(base) > _DEEPEST:
                raise _Stop
        return found

    def _note(self, names: list[tuple[Path, int]]) -> None:
        for path, start in names:
            self.keys.setdefault(path, start)
            self.values.setdefault(path, start)

    def _header(self) -> Path:
        """``[table]`` or ``[[list of tables]]``; the path that the following pairs belong to."""
        is_list = self.source.startswith("[", self.here)
        self.here += is_list
        names = self._names(())
        if not self._next("]]" if is_list else "]"):
            raise _Stop
        path, start = names[-1]
        self._note(names)
        if is_list:
            self._lists[path] = self._lists.get(path, -1) + 1
            path = (*path, self._lists[path])
            self._note([(path, start)])
        elif path in self._tables:
            self.repeated.append((path, start))
        self._tables.add(path)
        return path

    def _pair(self, base: Path, depth: int = 0) -> None:
        names = self._names(base)
        path, start = names[-1]
        if path in self.keys:
            self.repeated.append((path, start))
        self._note(names)
        if not self._next("="):
            raise _Stop
        self._value(path, depth)

    def _value(self, path: Path, depth: int) -> None:
        self._match(_SPACE)
        self.values[path] = self.here
        if depth > _DEEPEST:
            raise _Stop
        if self._next("["):
            self._items("]", lambda index: self._value((*path, index), depth + 1))
        elif self._next("{"):
            self._items("}", lambda _: self._pair(path, depth + 1))
        elif self.source[self.here : self.here + 1] in ("'", '"'):
            self._match(_STRING)
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
