"""Lists whose items are counted: what a page prints before an item is put there, as whoever types a list writes it."""

from __future__ import annotations

import re

from symattn.later import pattern

_FIRST = pattern(r"\d{1,3}")
_LETTERS = pattern(r"\\[aA]lph|(?<![\w\\])[aA](?!\w)")
_OTHER = pattern(r"\\[rR]oman|(?<![\w\\])[iI](?!\w)|\bnone\b")
LAST = (
    26  # items that have letters; what LaTeX prints for the next ones it calls an error
)


class Lists:
    """The lists that are open, each with the number of its last item.

    >>> lists = Lists()
    >>> lists.begun(""), lists.item(), lists.begun(""), lists.item(), lists.item(), lists.ended(), lists.item()
    (None, '1. ', None, '(a) ', '(b) ', None, '2. ')
    >>> lists.begun(None), lists.item()
    (None, '')
    """

    def __init__(self) -> None:
        self._open: list[tuple[str, int]] = []

    def __bool__(self) -> bool:
        return bool(self._open)

    def begun(self, counted: str | None) -> None:
        """A list begins; *counted* is what is said of how its items are counted, None of one whose items have bullets.

        >>> lists = Lists()
        >>> lists.begun("start=3"), lists.item(), lists.begun(r"label=(\\alph*)"), lists.item()
        (None, '3. ', None, '(a) ')
        """
        if counted is None or _OTHER.search(counted):
            self._open.append(("", 0))
            return
        outer = sum(kind != "" for kind, _ in self._open)
        lettered = _LETTERS.search(counted) is not None or (
            outer > 0 and not re.search(r"\\arabic|(?<!\w)1", counted)
        )
        first = _FIRST.search(counted.partition("start")[2])
        self._open.append(("a" if lettered else "1", int(first[0]) - 1 if first else 0))

    def ended(self) -> None:
        """The last list that began ends."""
        if self._open:
            self._open.pop()

    def item(self) -> str:
        """What is printed before one more item."""
        if not self._open:
            return ""
        kind, last = self._open[-1]
        self._open[-1] = kind, last + 1
        if kind == "a":
            return f"({chr(ord('a') + last)}) " if last < LAST else ""
        return f"{last + 1}. " if kind else ""
