"""The table of operations: which there are, and each one's record, loaded when it is asked for.

A sheet of two heads does not wait for RoPE. What there is is read off the files of this folder: the decorator that enters an
operation is ``@op("softmax", …)``, or one made for several like ones, as ``@reduction_op("mean", …)``; it begins with the name,
and says ``written="A @ B"`` where the operation has a sign of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, MutableMapping
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symattn.ops.registry import Op

_ENTERED = re.compile(r'^@(?:\w+_)?op\(\s*"(\w+)"(.*?)^def ', re.M | re.S)
_SLIP = re.compile(r"^@(\w+)\.slip\(", re.M)
_SIGN = re.compile(r'\bwritten="([^"]+)"')


class Operations(MutableMapping[str, "Op"]):
    """Every operation by its name; a record that was not looked at yet is imported when it is.

    >>> table = Operations()
    >>> "softmax" in table, table.signs["A @ B"], table.homes["mean"]
    (True, 'matmul', 'reductions')
    """

    def __init__(self) -> None:
        self._entered: dict[str, Op] = {}
        self._whole: set[str] = set()  # those whose own file and whose slips' files have been imported

    @cached_property
    def _files(self) -> dict[str, str]:
        """The sources of the folder, by stem."""
        return {file.stem: file.read_text("utf-8") for file in sorted(Path(__file__).parent.glob("*.py"))}

    @cached_property
    def _found(self) -> list[tuple[str, str, str]]:
        """Every operation of the folder: its name, its file, its sign or nothing."""
        heads = ((stem, head) for stem, text in self._files.items() for head in _ENTERED.finditer(text))
        return [(head[1], stem, sign[1] if (sign := _SIGN.search(head[2])) else "") for stem, head in heads]

    @cached_property
    def slips(self) -> dict[str, list[str]]:
        """The files that bring a slip of an operation of another file, ``@softmax.slip("…")``, by the operation."""
        found: dict[str, list[str]] = {}
        for stem, text in self._files.items():
            for name in dict.fromkeys(_SLIP.findall(text)):
                if self.homes.get(name, stem) != stem:
                    found.setdefault(name, []).append(stem)
        return found

    @cached_property
    def homes(self) -> dict[str, str]:
        """The file of every operation of this folder."""
        return {name: stem for name, stem, _ in self._found}

    @cached_property
    def signs(self) -> dict[str, str]:
        """The operation behind every sign, by how it is written: "A @ B", "A.T", a bare "A"."""
        return {sign: name for name, _, sign in self._found if sign}

    @property
    def functions(self) -> tuple[str, ...]:
        """The operations that are written by name."""
        return tuple(name for name in self if name not in self.signs.values())

    def __getitem__(self, name: str) -> Op:
        if name not in self._whole and name in self.homes:
            self._whole.add(name)  # its file may have been imported by another one, which brings no slips of other files
            for stem in (self.homes[name], *self.slips.get(name, ())):
                import_module(f"{__package__}.{stem}")
        return self._entered[name]

    def __setitem__(self, name: str, record: Op) -> None:
        self._entered[name] = record

    def __delitem__(self, name: str) -> None:
        del self._entered[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.homes | dict.fromkeys(self._entered, ""))

    def __len__(self) -> int:
        return len(self.homes | dict.fromkeys(self._entered, ""))

    def __contains__(self, name: object) -> bool:
        return name in self.homes or name in self._entered
