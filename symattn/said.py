"""Something to be said, as data: which sentence, and what it tells of. The words stand in ``templates/words/``, a macro for
each sentence, so that a page of another language, or in the sheet's symbols, says the same (``symattn.formats.sentences``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, Union

Fact: TypeAlias = Union[str, int, tuple[int, ...], "Said", "tuple[Said | str, ...]"]
Facts: TypeAlias = tuple[tuple[str, Fact], ...]


@dataclass(frozen=True)
class Said:
    """One sentence, or a part of one: its name in its room, a file of templates/words, and its facts by name.

    >>> Said("marking", "follows", (("names", ("Q_1", "K_1")),)).name
    'follows'
    """

    room: str
    name: str
    facts: Facts = ()
