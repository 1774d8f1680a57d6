"""What all tests share: tools that may be missing, except in CI."""

from __future__ import annotations

import os
import shutil

import pytest

TOOLS = {"tex": ("pdflatex", "pdftotext"), "browser": ("chromium",)}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs a missing tool; in CI it runs and fails."""
    if os.environ.get("CI"):
        return
    for mark, programs in TOOLS.items():
        missing = [program for program in programs if shutil.which(program) is None]
        for item in items:
            if missing and item.get_closest_marker(mark):
                item.add_marker(pytest.mark.skip(reason=f"{' and '.join(missing)} not installed"))
