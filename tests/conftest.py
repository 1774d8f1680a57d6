"""What all tests share: tools that may be missing, except in CI."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

import pytest

TOOLS = {"tex": ("pdflatex", "pdftotext"), "browser": ("chromium",)}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of a cross product that is ``sliced(n)`` leave about one case in n, the same ones in every run, the rest to ``-m exhaustive``.

    Skip what needs a missing tool; in CI it runs and fails.
    """
    for item in items:
        sliced = item.get_closest_marker("sliced")
        if sliced and hasattr(item, "callspec") and crc32(item.name.encode()) % sliced.args[0]:
            item.add_marker("exhaustive")
    if os.environ.get("CI"):
        return
    for mark, programs in TOOLS.items():
        missing = [program for program in programs if shutil.which(program) is None]
        for item in items:
            if missing and item.get_closest_marker(mark):
                item.add_marker(pytest.mark.skip(reason=f"{' and '.join(missing)} not installed"))


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
