"""What a sheet says that bears on how its answers are written: the words that rows stand for, names of lines, shapes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import NamedTuple

from symattn.during import during
from symattn.later import pattern
from symattn.said import Strings
from symattn.tex.signs import ON_THE_LINE

_SIGNS = pattern(r"[\s_^{}()*`$\\]")


class SheetWords(NamedTuple):
    """The words of a sheet's tokens, in small letters, its lines' names without signs, whether it asks for shapes, how many
    questions it has, which of the lines have one row, the letters of its shapes, and which lines are one number."""

    tokens: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    shapes: bool = False
    asked: int = 1
    single: frozenset[str] = frozenset()
    sizes: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()


_NOW: ContextVar[SheetWords] = ContextVar("about", default=SheetWords())  # noqa: B039


@contextmanager
def about(
    tokens: Iterable[str],
    names: Iterable[str],
    shapes: bool,
    asked: int = 1,
    single: Iterable[str] = (),
    sizes: Iterable[str] = (),
    numbers: Iterable[str] = (),
) -> Iterator[None]:
    """While this lasts, answers are those to a sheet with such tokens and lines, some of a *single* row or single *numbers*, so
    many questions, and shapes in such letters.

    >>> with about(["Thinking"], ["K_1"], False):
    ...     is_token("thinking"), is_name("$K^{1}$"), is_name("K₁"), is_name("k1")
    (True, True, True, False)
    """
    now = SheetWords(
        frozenset(map(str.lower, tokens)),
        _all_bare(tuple(names)),
        shapes,
        asked,
        _all_bare(tuple(single)),
        _all_bare(tuple(sizes)),
        _all_bare(tuple(numbers)),
    )
    with during(_NOW, now):
        yield


def now() -> SheetWords:
    """All of it.

    >>> now()  # doctest: +ELLIPSIS
    SheetWords(tokens=frozenset(), names=frozenset(), shapes=False, asked=1, ...)
    """
    return _NOW.get()


def has_heads() -> bool:
    """Whether a sheet has lines of a first and a second head.

    >>> with about([], ["Q_1", "Q_2", "H"], False):
    ...     has_heads()
    True
    """
    return _numbered(now().names)


@lru_cache(maxsize=64)  # of a sheet, for each equation in its files
def _numbered(names: frozenset[str]) -> bool:
    return any(name[-1:] == "1" and f"{name[:-1]}2" in names for name in names)


@lru_cache(maxsize=64)  # of a sheet, for each of its files
def _all_bare(names: Strings) -> frozenset[str]:
    return frozenset(map(_bare, names))


def _bare(name: str) -> str:
    return _SIGNS.sub("", name.translate(ON_THE_LINE))


def is_token(word: str) -> bool:
    """Whether a word is one that a row of the sheet stands for."""
    return word.strip("*`_ '\"„“").lower() in _NOW.get().tokens


def is_name(text: str) -> bool:
    """Whether a text is the name of a line, however its number is raised or lowered."""
    return _bare(text) in _NOW.get().names


def is_single(text: str) -> bool:
    """Whether a text is the name of a line of one row.

    >>> with about([], ["r", "Q"], False, single=["r"]):
    ...     is_single("r"), is_single("Q")
    (True, False)
    """
    return _bare(text) in _NOW.get().single


def of_sizes(word: str) -> bool:
    """Whether a word is letters of shapes side by side, nd and ndk.

    >>> with about([], [], True, sizes=["n", "d", "d_k"]):
    ...     of_sizes("nd"), of_sizes("dkn"), of_sizes("and")
    (True, True, False)
    """
    sizes = _NOW.get().sizes
    return bool(sizes) and _are_sizes(word, sizes)


@lru_cache(maxsize=2_000)
def _are_sizes(word: str, sizes: frozenset[str]) -> bool:
    ends = [True] + [False] * len(word)  # up to where a word is letters
    for k in range(1, len(word) + 1):
        ends[k] = any(word[:k].endswith(size) and ends[k - len(size)] for size in sizes)
    return ends[-1]


def is_number(text: str) -> bool:
    """Whether a text is the name of a line that is one number.

    >>> with about([], ["r", "Q"], False, numbers=["r"]):
    ...     is_number("r"), is_number("Q")
    (True, False)
    """
    return _bare(text) in _NOW.get().numbers


def is_headed(text: str) -> bool:
    """Whether a text is the name of a line of every head, without the number.

    >>> with about([], ["K_1", "H"], False):
    ...     is_headed("K"), is_headed("H")
    (True, False)
    """
    return is_name(f"{text}0") or is_name(f"{text}1")
