"""A context variable that has another value for a while."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")


@contextmanager
def during(variable: ContextVar[T], value: T) -> Iterator[T]:
    """While this lasts a variable has a value, and then again what it had, whatever happens.

    >>> depth = ContextVar("depth", default=0)
    >>> with during(depth, 1) as now:
    ...     now, depth.get()
    (1, 1)
    >>> depth.get()
    0
    """
    before = variable.set(value)
    try:
        yield value
    finally:
        variable.reset(before)
