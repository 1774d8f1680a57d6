"""The working precision of balls: FLINT keeps one for the whole process, so one thread at a time may change it."""

from __future__ import annotations

from threading import RLock
from types import TracebackType

from flint import ctx

_LOCK = RLock()


class working:
    """Compute with so many bits inside a ``with``; the precision before is put back, whatever other threads do.

    >>> with working(100):
    ...     ctx.prec
    100
    >>> ctx.prec
    53
    """

    __slots__ = ("_before", "bits")

    def __init__(self, bits: int) -> None:
        self.bits = bits

    def __enter__(self) -> None:
        _LOCK.acquire()
        self._before = ctx.prec
        ctx.prec = self.bits

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        ctx.prec = self._before
        _LOCK.release()
