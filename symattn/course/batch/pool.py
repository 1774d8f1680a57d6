"""Work handed to any ``concurrent.futures.Executor``: in order, a few at a time, one failure never stops the rest."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent import futures
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from dataclasses import replace
from threading import Thread
from traceback import format_exception
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from symattn.errors import SymattnError, ToolError, exit_code, in_extension, internal
from symattn.records import frozen

if TYPE_CHECKING:
    from distributed import Client

T = TypeVar("T")
R = TypeVar("R")
Pool = Callable[[], Executor]
"""A way to get who does the work, called again when a worker has died."""
AHEAD = 64  # so many items are under way or waiting at once: memory stays flat however many there are
PATIENCE = 30  # seconds without any worker of a cluster before there is nothing left to wait for
MANY = 100  # items for which a further process is worth its start
LIVES = 3  # a pool whose worker died is set up anew so often before the item counts as failed


@frozen
class Outcome(Generic[T, R]):
    """What became of one item: its value, or the error it met, with the exit code that says of what kind it is.

    ``failure`` is the traceback of an error that nobody foresaw, for whoever asks for it with ``--debug``.
    """

    item: T
    value: R | None = None
    error: str = ""
    code: int = 0
    failure: str = ""


def failed(item: T, error: Exception) -> Outcome[T, Any]:
    """The outcome of an item that met an error.

    >>> failed("ada.toml", SymattnError("no")).code
    2
    """
    code = exit_code(error)
    if isinstance(error, SymattnError):
        return Outcome(item, error=str(error), code=code)
    failure = "".join([*format_exception(error), in_extension(error)])
    return Outcome(item, error=internal(error), code=code, failure=failure)


def taken_over(item: T, found: Outcome[Any, Any]) -> Outcome[T, Any]:
    """An outcome that came from a worker, put to its item: workers send none back, for an item may be large.

    >>> taken_over("ada.toml", Outcome(None, 3))
    Outcome(item='ada.toml', value=3, error='', code=0, failure='')
    """
    return replace(found, item=item)


@frozen
class Guarded(Generic[T, R]):
    """A function whose errors come back as outcomes, from any process, whether or not they can be pickled."""

    function: Callable[[T], R]

    def __call__(self, item: T) -> Outcome[None, R]:
        try:
            return Outcome(None, self.function(item))
        except Exception as error:
            return failed(None, error)


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
def executor(
    jobs: int = 1, cluster: str | None = None, items: int = 0
) -> Iterator[Pool]:
    """A way to get an executor: this process, *jobs* processes, for 0 one for each core as far as *items* are many, or the Dask
    cluster at an address such as ``tcp://host:8786``. Called again when a worker has died. Raises ToolError without Dask.

    >>> with executor() as pool:
    ...     [outcome.value for outcome in run(len, ["a", "bb"], pool)]
    [1, 2]
    """
    jobs = jobs or min(os.cpu_count() or 1, 1 + items // MANY)
    made: list[Executor] = []
    client = _client(cluster) if cluster else None

    def fresh() -> Executor:
        if client is not None:
            made.append(Cluster(client))
        else:
            made.append(
                Here()
                if jobs <= 1
                else futures.ProcessPoolExecutor(jobs, initializer=_worker)
            )
        return made[-1]

    try:
        yield fresh
    except BaseException:
        from multiprocessing import active_children

        for child in active_children():  # nobody waits for what they do any more
            child.terminate()
        raise
    finally:
        for pool in made:
            pool.shutdown(cancel_futures=True)


def _worker() -> None:
    """Ctrl-C is for the process that hands out the work; when that has ended, so does this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        signal.signal(name, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import (
        connection,
        parent_process,
    )  # a run in one process does not wait for their 20 ms

    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


class Cluster(Executor):
    """The executor of a Dask cluster, which says when there is nobody left to wait for."""

    def __init__(self, client: Client) -> None:
        self._client, self._executor = client, client.get_executor()
        self._alone = 0

    def submit(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        """Hand a call to the cluster."""
        future: Future[R] = self._executor.submit(fn, *args, **kwargs)
        return future

    def check(self) -> None:
        """Raise ToolError when no worker was seen so often in a row; workers may come back for a while."""
        self._alone = 0 if self._client.scheduler_info()["workers"] else self._alone + 1
        if self._alone >= PATIENCE:
            raise ToolError(
                "the cluster has no workers left; start one with: dask worker ADDRESS; then run this again"
            )

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Give up what is still waiting."""
        self._client.close()


def _client(address: str) -> Client:
    try:
        from distributed import Client
    except ImportError:
        raise ToolError(
            "a cluster needs Dask; install it with: pip install 'symattn[cluster]'"
        ) from None
    try:
        client = Client(address, timeout="10s")
    except (OSError, ValueError) as error:
        raise ToolError(
            f"no cluster answers at {address}: {error}; start one with: dask scheduler"
        ) from None
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        client.close()
        raise ToolError(
            f"the cluster at {address} has no workers; start one with: dask worker {address}"
        ) from None
    return client


def run(
    function: Callable[[T], R], items: Iterable[T], pool: Pool
) -> Iterator[Outcome[T, R]]:
    """function of every item, in the order of the items; an error is that item's outcome and the rest goes on."""
    line = UnderWay(Guarded(function), pool)
    for item in items:
        line.join(item)
        while line.is_due:
            yield line.first()
    while line.waiting:
        yield line.first()


class UnderWay(Generic[T, R]):
    """The items under way, in order, and the workers that have them."""

    def __init__(self, function: Guarded[T, R], pool: Pool) -> None:
        self._function, self._pool = function, pool
        self._workers = pool()
        self.waiting: deque[tuple[T, Future[Outcome[None, R]]]] = deque()

    @property
    def is_due(self) -> bool:
        """Whether the first item's outcome is to be taken before another item joins: it is there, or the line is full."""
        return bool(self.waiting) and (
            self.waiting[0][1].done() or len(self.waiting) >= AHEAD
        )

    def join(self, item: T) -> None:
        """Hand out one more item."""
        try:
            future = self._workers.submit(self._function, item)
        except BrokenExecutor:
            self._workers = self._pool()
            future = self._workers.submit(self._function, item)
        self.waiting.append((item, future))

    def first(self) -> Outcome[T, R]:
        """The outcome of the item that waits longest."""
        item, future = self.waiting.popleft()
        try:
            return taken_over(item, self._awaited(future))
        except BrokenExecutor:
            return self._alone(item)

    def _awaited(self, future: Future[Outcome[None, R]]) -> Outcome[None, R]:
        """What a future gives; raises ToolError when there is nobody left who could."""
        while isinstance(self._workers, Cluster):
            try:
                return future.result(timeout=1)
            except TimeoutError:
                self._workers.check()
        return future.result()

    def _alone(self, item: T) -> Outcome[T, R]:
        """An item whose worker died, tried by itself with new workers; then those behind it are handed out anew."""
        outcome: Outcome[T, R] = Outcome(
            item, error=f"its worker died {LIVES} times", code=3
        )
        for _ in range(LIVES - 1):
            self._workers = self._pool()
            try:
                found = self._awaited(self._workers.submit(self._function, item))
            except BrokenExecutor:
                continue
            outcome = taken_over(item, found)
            break
        else:
            self._workers = self._pool()
        behind = [item for item, _ in self.waiting]
        self.waiting.clear()
        for item in behind:
            self.join(item)
        return outcome
