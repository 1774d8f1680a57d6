"""Frozen records, made quickly: there are hundreds of classes of them, and each is made anew whenever the program starts."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import MISSING, FrozenInstanceError
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

T = TypeVar("T")
K = TypeVar("K")


class MadeOnce(dict[K, T]):
    """A table whose values are made with their first use, each from its key.

    >>> squares = MadeOnce[int, int](lambda n: n * n)
    >>> squares[3], squares
    (9, {3: 9})
    """

    def __init__(self, make: Callable[[K], T]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, key: K) -> T:
        self[key] = made = self.make(key)
        return made


def _never_set(self: Any, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _never_deleted(self: Any, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _shown(self: Any) -> str:
    fields = (
        f"{f.name}={getattr(self, f.name)!r}"
        for f in dataclasses.fields(self)
        if f.repr
    )
    return f"{type(self).__qualname__}({', '.join(fields)})"


class _Asked:
    """The `__dataclass_fields__` of a class, made when somebody asks: few classes are asked for theirs, and all of them start."""

    def __init__(self, cls: type) -> None:
        self.cls = cls

    def __get__(self, one: object, owner: type | None = None) -> dict[str, Any]:
        made: Any = dataclasses.dataclass(eq=False, repr=False, init=False)(
            self.cls
        )  # the class itself, with fields now
        fields: dict[str, Any] = made.__dataclass_fields__
        return fields


def _declared(cls: type) -> dict[str, dataclasses.Field[Any]]:
    """The fields of a class, those of what it is made from first, each with what was said of it."""
    fields: dict[str, dataclasses.Field[Any]] = {}
    for base in cls.__mro__[:0:-1]:
        fields |= vars(base).get(_FIELDS, {})
    for name in (
        name
        for name, kind in vars(cls).get("__annotations__", {}).items()
        if "ClassVar" not in str(kind)
    ):
        default = vars(cls).get(name, MISSING)
        plain = _PLAIN if default is MISSING else dataclasses.field(default=default)
        fields[name] = default if isinstance(default, dataclasses.Field) else plain
    return fields


def _getter(names: list[str]) -> Callable[[Any], object]:
    return attrgetter(*names) if names else lambda _: ()


_FIELDS = "__declared__"
_PLAIN: dataclasses.Field[Any] = dataclasses.field()


def _begun(
    made: type, fields: Mapping[str, dataclasses.Field[Any]]
) -> Callable[..., None]:
    """What fills a new record: as `dataclasses` would write it, but for all classes in the same words."""
    names = list(fields)
    defaults = {
        name: f.default for name, f in fields.items() if f.default is not MISSING
    }
    factories = [
        (name, f.default_factory)
        for name, f in fields.items()
        if f.default_factory is not MISSING
    ]
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
        if (
            len(values) != most
            or len(given) > most
            or (named and not named.keys().isdisjoint(names[: len(given)]))
        ):
            raise TypeError(
                f"{made.__qualname__} takes {', '.join(names)}; not {', '.join([*map(repr, given), *named])}"
            )

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
    fields = _declared(cls)
    key = _getter([name for name, f in fields.items() if f.compare])
    hashes = _getter(
        [name for name, f in fields.items() if f.compare and f.hash is not False]
    )

    def equal(self: Any, other: object) -> Any:
        return (
            key(self) == key(other)
            if other.__class__ is self.__class__
            else NotImplemented
        )

    def hashed(self: Any) -> int:
        return hash(hashes(self))

    of_all: dict[str, object] = {
        "__setattr__": _never_set,
        "__delattr__": _never_deleted,
        "__repr__": _shown,
        "__eq__": equal,
    }
    of_all |= {
        "__hash__": hashed,
        "__init__": _begun(cls, fields),
        "__match_args__": tuple(fields),
    }
    for name, is_so in {
        **of_all,
        _FIELDS: fields,
        "__dataclass_fields__": _Asked(cls),
    }.items():
        if name not in written:
            setattr(cls, name, is_so)
    return cls


def declared(kind: type) -> Mapping[str, object] | None:
    """The names of the fields of a class of records; None for any other class.

    >>> declared(str), list(declared(frozen(type("Size", (), {"__annotations__": {"rows": "int"}}))))
    (None, ['rows'])
    """
    found: Mapping[str, object] | None = getattr(kind, _FIELDS, None)
    return found


if TYPE_CHECKING:
    from dataclasses import replace as replace
else:

    def replace(one: T, /, **changed: object) -> T:
        """A record with some fields changed, as `dataclasses.replace` makes it, at a fifth of the time.

        >>> @frozen
        ... class Size:
        ...     rows: int
        ...     columns: int = 1
        >>> replace(Size(2), columns=3)
        Size(rows=2, columns=3)
        """
        names = declared(type(one))
        if names is None:
            return dataclasses.replace(one, **changed)
        made, values = object.__new__(type(one)), one.__dict__
        if not names.keys() >= changed.keys():
            raise TypeError(
                f"{type(one).__qualname__} has {', '.join(names)}; not {', '.join(changed)}"
            )
        made.__dict__.update(
            values
            if len(values) == len(names)
            else {name: values[name] for name in names},
            **changed,
        )
        return made
