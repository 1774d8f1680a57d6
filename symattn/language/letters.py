"""Letters of a question, m or λ: while they are known here, texts of every format may have them in their numbers.

Reading goes through many hands, from a cell of a sheet to an entry in a student's notebook; a letter means the same to
all of them, so it is known for a stretch of the program (as the precision of ``decimal.localcontext`` is), not handed on.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from types import MappingProxyType

from symattn.during import during
from symattn.exact import sympy
from symattn.exact.number import Number, Numbers
from symattn.later import pattern
from symattn.tex.signs import spelled

KINDS = ("integer", "positive", "real")
"""What a sheet may say of a letter: any whole number, any number above 0, any real number."""
ROWS = ONE_HOT, ADDING_UP = "onehot", "distribution"
"""What a sheet may say of a matrix that is known by its shape alone: in each row (of a column: in it) one entry is 1 and all
others 0, or the entries add up to 1."""
NEAR = 50  # signs of a word that are looked at one inside the other
SIGNS = 3  # of a letter as it is written that are not in its name: \x_{1}
_NOTHING: Numbers = MappingProxyType({})
_KNOWN: ContextVar[Numbers] = ContextVar("letters", default=_NOTHING)
_BAR = pattern(r"\\(?:left|right|bigl?|bigr)\s*\||\\[lr]vert(?![A-Za-z])|\|")


def letter(name: str, kind: str) -> Number:
    """A letter of a kind as an exact value; its SymPy symbol has the same assumption.

    >>> from symattn.exact.zero import known_positive
    >>> known_positive(letter("lambda", "positive")), known_positive(letter("t", "real"))
    (True, False)
    """
    return sympy.lettered(name, kind)


@contextmanager
def known(letters: Numbers) -> Iterator[None]:
    """While this lasts, numbers may have these letters in them.

    >>> from symattn.language import cell
    >>> with known({"m": letter("m", "integer")}):
    ...     print(cell("2m + 1"))
    1+[sym(m)^1]*2
    """
    with during(_KNOWN, letters):
        yield


def any_known() -> bool:
    """Whether texts may have letters in their numbers now.

    >>> any_known()
    False
    """
    return bool(_KNOWN.get())


def value_of(name: str) -> Number | None:
    """The letter of that name, where it is known now.

    >>> value_of("m") is None
    True
    """
    return _KNOWN.get().get(name)


def name_of(written: str) -> str:
    """The name of a letter written as a sign, a LaTeX command or with a script; "" where no such letter is known now.

    >>> with known({"lambda": letter("lambda", "positive"), "x_1": letter("x_1", "real")}):
    ...     print(name_of("λ"), name_of("\\\\lambda"), name_of("x_{1}"))
    lambda lambda x_1
    """
    if not (letters := _KNOWN.get()):
        return ""
    plain = spelled(written)
    return plain if plain in letters else ""


def may_be_letter(written: str) -> bool:
    """Whether a sign may be a letter that is known now: x may be meant for x_0, whose script was left out.

    >>> with known({"x_0": letter("x_0", "real")}):
    ...     print(may_be_letter("x"), may_be_letter("X"), may_be_letter("times"))
    True False False
    """
    plain = spelled(written) if (letters := _KNOWN.get()) else ""
    return any(plain in (name, name.partition("_")[0]) for name in letters)


def first_of(word: str) -> str:
    """The letter that a word begins with where all of it are letters side by side, as in mn and te; "" for other words.

    >>> with known({"t": letter("t", "real")}):
    ...     print(first_of("te"), first_of("tan") or "nothing")
    t nothing
    """
    names = frozenset(_KNOWN.get())
    if not names:
        return ""
    for behind in range(len(word) - NEAR, 0, -NEAR):  # so that none goes deep
        _first_of(word[behind:], names)
    return _first_of(word, names)


@lru_cache(maxsize=2_000)
def _first_of(word: str, names: frozenset[str]) -> str:
    longest = max(map(len, names)) + SIGNS
    for k in range(min(len(word) - 1, longest), 0, -1):
        rest = word[k:]
        if spelled(word[:k]) in names and (
            rest in ("e", "pi", "π")
            or (len(rest) <= longest and spelled(rest) in names)
            or _first_of(rest, names)
        ):
            return word[:k]
    return ""


def with_bars(text: str, latex: bool) -> str:
    """|x| as the function it means, where letters are known now: a number's sign is known without it.

    >>> with known({"t": letter("t", "real")}):
    ...     print(with_bars("2|t| + 1", False), with_bars("|t|/2", False))
    2abs(t) + 1 abs(t)/2
    """
    if not _KNOWN.get() or not _BAR.search(text):
        return text
    bars = iter(range(len(text)))
    name = "\\abs(" if latex else "abs("
    return _BAR.sub(lambda found: name if next(bars) % 2 == 0 else ")", text)


def longest() -> int:
    """How many signs the longest name has that is known now; 0 where there are no letters.

    >>> longest()
    0
    """
    return max(map(len, _KNOWN.get()), default=0)
