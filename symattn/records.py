"""Frozen records, made quickly: there are hundreds of classes of them, and each is made anew whenever the program starts."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


def _never_set(self: Any, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _never_deleted(self: Any, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _shown(self: Any) -> str:
    fields = (f"{f.name}={getattr(self, f.name)!r}" for f in dataclasses.fields(self) if f.repr)
    return f"{type(self).__qualname__}({', '.join(fields)})"


def _begun(made: type) -> Callable[..., None]:
    """What fills a new record: as `dataclasses` would write it, but for all classes in the same words."""
    fields = dataclasses.fields(made)
    names = [f.name for f in fields]
    defaults = {f.name: f.default for f in fields if f.default is not MISSING}
    factories = [(f.name, f.default_factory) for f in fields if f.default_factory is not MISSING]
    most = len(names)

    def begin(self: Any, *given: object, **named: object) -> None:
        values = self.__dict__
        if len(given) == most and not named:  # as most of them are made
            values.update(zip(names, given))
            return
        if defaults:
            values.update(defaults)
        values.update(zip(names, given))
        if named:
            values.update(named)
        for name, make in factories:
            if name not in values:
                values[name] = make()
        if len(values) != most or len(given) > most or (named and not named.keys().isdisjoint(names[: len(given)])):
            raise TypeError(f"{made.__qualname__} takes {', '.join(names)}; not {', '.join([*map(repr, given), *named])}")

    return begin


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def frozen(cls: type[T]) -> type[T]:
    """A class of records: as a frozen dataclass, but they all share what `dataclasses` would generate for each of them anew.

    >>> @frozen
    ... class Size:
    ...     rows: int
    ...     columns: int = 1
    >>> Size(2), Size(2) == Size(2, 1), Size(2) == Size(3), len({Size(2), Size(2, 1)})
    (Size(rows=2, columns=1), True, False, 1)
    """
    written = {name for name, of in cls.__dict__.items() if of is not None}
    cls.__doc__ = cls.__doc__ or cls.__name__  # or it would be made of the signature
    made: Any = dataclasses.dataclass(eq=False, repr=False, init=False)(cls)  # the class itself
    names = [f.name for f in dataclasses.fields(made) if f.compare]
    key: Callable[[Any], object] = attrgetter(*names) if names else lambda _: ()

    def equal(self: Any, other: object) -> Any:
        return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: Any) -> int:
        return hash(key(self))

    of_all = {"__setattr__": _never_set, "__delattr__": _never_deleted, "__repr__": _shown, "__eq__": equal, "__hash__": hashed}
    for name, function in {**of_all, "__init__": _begun(made)}.items():
        if name not in written:
            setattr(cls, name, function)
    return cls
