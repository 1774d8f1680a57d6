"""Work handed to any ``concurrent.futures.Executor``: in order, a few at a time, one failure never stops the rest."""

from __future__ import annotations

import signal
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from symattn.errors import SymattnError, ToolError

T = TypeVar("T")
R = TypeVar("R")
AHEAD = 64  # so many items are under way or waiting at once: memory stays flat however many there are
LIVES = 3  # a pool whose worker died is set up anew so often before the item counts as failed


@dataclass(frozen=True)
class Outcome(Generic[T, R]):
    """What became of one item: its value, or the message of the error it met; ``failure`` is the traceback where
    symattn itself failed."""

    item: T
    value: R | None = None
    error: str = ""
    failure: str = ""


class Here(Executor):
    """An executor that works in this process, one item after the other.

    >>> Here().submit(len, "abc").result()
    3
    """

    def submit(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        """Call at once; the error, if there is one, waits in the future."""
        future: Future[R] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def executor(jobs: int = 1, cluster: str | None = None) -> Iterator[Callable[[], Executor]]:
    """A way to get an executor: this process, *jobs* processes, or the Dask cluster at an address such as
    ``tcp://host:8786``. It can be called again when a worker has died. Raises ToolError without Dask.

    >>> with executor() as pool:
    ...     [outcome.value for outcome in run(len, ["a", "bb"], pool)]
    [1, 2]
    """
    made: list[Executor] = []
    client = _client(cluster) if cluster else None

    def fresh() -> Executor:
        if client is not None:
            made.append(client.get_executor())
        else:
            made.append(Here() if jobs <= 1 else ProcessPoolExecutor(jobs, initializer=_quiet))
        return made[-1]

    try:
        yield fresh
    finally:
        if client is not None:
            client.close()  # gives up what is still waiting; Dask's executors know no cancel_futures
        else:
            for pool in made:
                pool.shutdown(cancel_futures=True)


def _quiet() -> None:
    """Ctrl-C is for the process that hands out the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _client(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise ToolError("a cluster needs Dask; install it with: pip install 'symattn[cluster]'") from None
    try:
        return Client(address, timeout="10s")
    except (OSError, ValueError) as error:
        raise ToolError(f"no cluster answers at {address}: {error}; start one with: dask scheduler") from None


def run(function: Callable[[T], R], items: Iterable[T], pool: Callable[[], Executor]) -> Iterator[Outcome[T, R]]:
    """function of every item, in the order of the items; an error is that item's outcome and the rest goes on."""
    line = Line(function, pool)
    for item in items:
        line.join(item)
        while line.is_due:
            yield line.first()
    while line.waiting:
        yield line.first()


class Line(Generic[T, R]):
    """The items under way, in order, and the workers that have them."""

    def __init__(self, function: Callable[[T], R], pool: Callable[[], Executor]) -> None:
        self._function, self._pool = function, pool
        self._workers = pool()
        self.waiting: deque[tuple[T, Future[R]]] = deque()

    @property
    def is_due(self) -> bool:
        """Whether the first item's outcome is to be taken before another item joins: it is there, or the line is full."""
        return bool(self.waiting) and (self.waiting[0][1].done() or len(self.waiting) >= AHEAD)

    def join(self, item: T) -> None:
        """Hand out one more item."""
        try:
            self.waiting.append((item, self._workers.submit(self._function, item)))
        except BrokenExecutor:
            self._workers = self._pool()
            self.waiting.append((item, self._workers.submit(self._function, item)))

    def first(self) -> Outcome[T, R]:
        """The outcome of the item that waits longest."""
        item, future = self.waiting.popleft()
        try:
            return Outcome(item, future.result())
        except BrokenExecutor:
            return self._alone(item)
        except Exception as error:
            return _failed(item, error)

    def _alone(self, item: T) -> Outcome[T, R]:
        """An item whose worker died, tried by itself with new workers; then those behind it are handed out anew."""
        died = f"its worker died {LIVES} times"
        outcome: Outcome[T, R] = Outcome(item, error=died, failure=died)
        for _ in range(LIVES - 1):
            self._workers = self._pool()
            try:
                outcome = Outcome(item, self._workers.submit(self._function, item).result())
            except BrokenExecutor:
                continue
            except Exception as error:
                outcome = _failed(item, error)
            break
        else:
            self._workers = self._pool()
        behind = [item for item, _ in self.waiting]
        self.waiting.clear()
        for item in behind:
            self.join(item)
        return outcome


def _failed(item: T, error: Exception) -> Outcome[T, Any]:
    if isinstance(error, SymattnError):
        return Outcome(item, error=str(error))
    return Outcome(item, error=f"{type(error).__name__}: {error}", failure="".join(traceback.format_exception(error)))
