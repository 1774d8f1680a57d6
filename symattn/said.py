"""Something to be said, as data: which sentence, and what it tells of. The words stand in ``templates/words/``, a macro for
each sentence, so that a page of another language, or in the sheet's symbols, says the same (``symattn.formats.templates``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, Union

from symattn.records import frozen

Fact: TypeAlias = Union[str, int, "Integers", "Said", "tuple[Said | str, ...]"]
Facts: TypeAlias = tuple[tuple[str, Fact], ...]
Strings: TypeAlias = tuple[str, ...]
"""Texts in an order, such as the names of lines."""
Integers: TypeAlias = tuple[int, ...]
"""Whole numbers in an order, such as the sizes of a shape."""
Texts: TypeAlias = tuple[Strings, ...]
"""Rows of texts, such as the entries of a matrix as they are written."""
Pair: TypeAlias = tuple[str, str]
"""Two texts, such as a name with what it stands for."""
Pairs: TypeAlias = tuple[Pair, ...]
Glossary: TypeAlias = Mapping[str, str]
"""Texts, each by what it stands for."""
Named: TypeAlias = Mapping[str, object]
"""What is known by its name: the facts of a sentence, the keys of a table."""
Keyed: TypeAlias = Mapping[str, Any]
"""The same where whoever takes it knows what stands under each: parameters, a table whose keys were looked at."""


@frozen
class Said:
    """One sentence, or a part of one: its name in its room, a file of templates/words, and its facts by name.

    >>> Said("marking", "follows", (("names", ("Q_1", "K_1")),)).name
    'follows'
    """

    room: str
    name: str
    facts: Facts = ()


class Sentence(str):
    """A text in English that knows what it says, so that it can be said in another language; else a text like any other.

    >>> Sentence("no rows", Said("reading", "no_rows")).said.name
    'no_rows'
    """

    said: Said

    def __new__(cls, text: str, said: Said) -> Sentence:
        """The English, and what it says."""
        found = super().__new__(cls, text)
        found.said = said
        return found

    def __reduce__(self) -> tuple[type[Sentence], tuple[str, Said]]:
        return Sentence, (str(self), self.said)


@frozen
class Worded:
    """What an error says: a sentence, and who fills it in when the error is asked for its text.

    >>> Worded(Said("numbers", "two_points"), lambda said: ("two decimal points", "write one")).text
    'two decimal points; write one'
    """

    said: Said
    fill: Callable[[Said], Strings]

    @property
    def parts(self) -> tuple[str, str]:
        """What is wrong, and what to write instead, in English."""
        what, *hint = self.fill(self.said)
        return what, "".join(hint)

    @property
    def text(self) -> Sentence:
        """Both in one sentence."""
        return Sentence("; ".join(self.fill(self.said)), self.said)
