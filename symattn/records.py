"""Frozen records, made quickly: there are hundreds of classes of them, and each is made anew whenever the program starts."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from operator import attrgetter
from typing import TYPE_CHECKING, Any

_REFUSED = "cannot assign to field {!r}"


def _set_once(self: Any, name: str, value: object) -> None:
    if name in self.__dict__ or name not in self.__dataclass_fields__:
        raise FrozenInstanceError(_REFUSED.format(name))
    self.__dict__[name] = value


def _never_deleted(self: Any, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _shown(self: Any) -> str:
    fields = (f"{f.name}={getattr(self, f.name)!r}" for f in dataclasses.fields(self) if f.repr)
    return f"{type(self).__qualname__}({', '.join(fields)})"


def _frozen(cls: type) -> type:
    written = {name for name, of in cls.__dict__.items() if of is not None}
    made: type = dataclasses.dataclass(eq=False, repr=False)(cls)
    names = [f.name for f in dataclasses.fields(made) if f.compare]
    key: Callable[[Any], object] = attrgetter(*names) if names else lambda _: ()

    def equal(self: Any, other: object) -> Any:
        return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: Any) -> int:
        return hash(key(self))

    of_all = {"__setattr__": _set_once, "__delattr__": _never_deleted, "__repr__": _shown, "__eq__": equal, "__hash__": hashed}
    for name, function in of_all.items():
        if name not in written:
            setattr(made, name, function)
    return made


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls: type | None = None, /, *, frozen: bool = False, **options: bool) -> Any:
        """As `dataclasses.dataclass`; frozen classes share what it would generate for each of them anew.

        >>> @dataclass(frozen=True)
        ... class Size:
        ...     rows: int
        ...     columns: int = 1
        >>> Size(2), Size(2) == Size(2, 1), Size(2) == Size(3), len({Size(2), Size(2, 1)})
        (Size(rows=2, columns=1), True, False, 1)
        """
        make: Callable[[type], type] = _frozen if frozen and not options else dataclasses.dataclass(frozen=frozen, **options)
        return make if cls is None else make(cls)
