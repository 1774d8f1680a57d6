"""What all tests share: tools that may be missing, except in CI; of cross products a slice."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any
from zlib import crc32

import pytest
from hypothesis import is_hypothesis_test, settings

TOOLS = {"tex": ("pdflatex", "pdftotext"), "browser": ("chromium",)}

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # what one process of the tests compiles serves all that come after it
sys.dont_write_bytecode = False


settings.register_profile("few", max_examples=10, deadline=None, derandomize=True)  # the same examples in every run, on however slow a machine
settings.register_profile("many", settings.get_profile("few"), max_examples=300)


def pytest_configure(config: pytest.Config) -> None:
    """How many examples a test draws that does not say so itself."""
    settings.load_profile("many" if config.getoption("markexpr") == "exhaustive" else "few")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of what is ``sliced(n)`` leave a slice, the same in every run, the rest to ``-m exhaustive``; that draws examples in both.

    Skip what needs a missing tool; in CI it runs and fails.
    """
    if config.getoption("markexpr") == "exhaustive":
        for item in items:
            if is_hypothesis_test(getattr(item, "function", None)):
                item.add_marker("exhaustive")
    cases: dict[tuple[object, int], list[pytest.Item]] = {}
    for item in items:
        if (sliced := item.get_closest_marker("sliced")) and hasattr(item, "callspec") and not item.get_closest_marker("exhaustive"):
            cases.setdefault((item.function, sliced.args[0]), []).append(item)  # type: ignore[attr-defined]
    for (_, n), those in cases.items():
        kept = set(slice_of(those, n))
        for item in those:
            if item not in kept:
                item.add_marker("exhaustive")
    if os.environ.get("CI"):
        return
    for mark, programs in TOOLS.items():
        missing = [program for program in programs if shutil.which(program) is None]
        for item in items:
            if missing and item.get_closest_marker(mark):
                item.add_marker(pytest.mark.skip(reason=f"{' and '.join(missing)} not installed"))


def slice_of(cases: list[pytest.Item], n: int) -> list[pytest.Item]:
    """One case in n; of a cross product those that together have as many different values of each parameter as can be."""
    mixed = sorted(cases, key=lambda item: crc32(item.name.encode()))
    kept: dict[pytest.Item, None] = {}
    seen: set[tuple[str, int]] = set()
    for new in range(len(mixed[0].callspec.indices), -1, -1):  # type: ignore[attr-defined]
        for item in mixed:
            values = set(item.callspec.indices.items())  # type: ignore[attr-defined]
            if item not in kept and len(values - seen) >= new and len(kept) * n < len(cases):
                kept[item] = None
                seen |= values
    return list(kept)


@pytest.fixture(scope="session")
def counted() -> Callable[[Callable[[], Any]], tuple[Any, int]]:
    """What a function returns, and how many functions were called for it: its work, the same on a machine that is slow or busy."""

    def measured(work: Callable[[], Any]) -> tuple[Any, int]:
        calls = 0

        def count(frame: FrameType, event: str, arg: object) -> None:
            nonlocal calls
            calls += event in ("call", "c_call")

        before = sys.getprofile()
        sys.setprofile(count)
        try:
            found = work()
        finally:
            sys.setprofile(before)
        return found, calls

    return measured


@pytest.fixture(scope="session", autouse=True)
def _state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder of the tests' own for what symattn keeps between two runs, also for those that a test starts."""
    before, place = os.environ.get("XDG_STATE_HOME"), tmp_path_factory.mktemp("state")
    os.environ["XDG_STATE_HOME"] = str(place)
    yield place
    if before is None:
        del os.environ["XDG_STATE_HOME"]
    else:
        os.environ["XDG_STATE_HOME"] = before
