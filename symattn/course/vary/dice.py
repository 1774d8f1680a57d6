"""Draws that are the same on every machine and in every version: a hash counted up, no library's generator."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from symattn.errors import LimitError, SymattnError
from symattn.files import FileError, contents, shown
from symattn.limits import LONGEST_SECRET, MOST_SEED, SHORTEST_SECRET

T = TypeVar("T")


class Dice:
    """A stream of draws fixed by a secret, a seed and a student's id.

    Seeds are small and ids known, so a class's numbers are drawn with a secret, of which the seed is but a name; without one
    whoever has the template can draw the same.

    >>> [Dice(1, "ada").between(1, 6) for _ in range(2)]
    [3, 3]
    >>> dice = Dice(1, "ada")
    >>> [dice.between(1, 6) for _ in range(6)]
    [3, 2, 5, 2, 3, 2]
    >>> dice = Dice(1, "ada", "a secret")
    >>> [dice.between(1, 6) for _ in range(6)]
    [3, 3, 3, 6, 1, 5]
    """

    def __init__(self, seed: int, student: str, secret: str = "") -> None:
        self._name = f"{secret}\0{seed}\0{student}" if secret else f"{seed}\0{student}"
        self._bytes = self._stream()

    def _stream(self) -> Iterator[int]:
        count = 0
        while True:
            yield from sha256(f"{self._name}\0{count}".encode()).digest()
            count += 1

    def below(self, n: int) -> int:
        """A whole number from 0 to n − 1, each equally likely."""
        size = (n.bit_length() + 7) // 8 + 1
        limit = 256**size - 256**size % n
        while True:
            drawn = int.from_bytes(bytes(next(self._bytes) for _ in range(size)), "big")
            if drawn < limit:
                return drawn % n

    def between(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return low + self.below(high - low + 1)

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in an order drawn at random."""
        out = list(items)
        for i in range(len(out) - 1, 0, -1):
            j = self.below(i + 1)
            out[i], out[j] = out[j], out[i]
        return out


def seed_of(text: str) -> int:
    """A seed as it is written; raises SymattnError for what is no whole number, or a longer one than anybody needs.

    >>> seed_of("2026"), seed_of("-7")
    (2026, -7)
    """
    digits = text.strip().removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= MOST_SEED):
        seen = text if len(text) <= MOST_SEED else f"{text[:MOST_SEED]}…"
        raise SymattnError(
            f"seed {seen!r}: no whole number of at most {MOST_SEED} digits, such as 3"
        )
    return int(text)


def secret_in(place: Path) -> str:
    """The secret that a file holds; raises SymattnError.

    >>> secret_in(Path("/nowhere/secret.txt"))
    Traceback (most recent call last):
        ...
    symattn.errors.SymattnError: /nowhere/secret.txt: no such file or directory; leave --secret out: the first run makes a secret
    """
    try:
        found = contents(place, LONGEST_SECRET).decode().strip()
    except FileError as error:
        raise SymattnError(
            str(error), "leave --secret out: the first run makes a secret"
        ) from None
    except (UnicodeDecodeError, LimitError):
        found = ""
    if len(found) < SHORTEST_SECRET or not (found.isascii() and found.isprintable()):
        raise SymattnError(
            f"{shown(place)}: no secret",
            f"it has {SHORTEST_SECRET} or more letters and digits on one line",
        )
    return found
