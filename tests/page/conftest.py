"""mpmath with enough digits for the smallest weight on a shipped sheet."""

import sys
from pathlib import Path

import pytest
from mpmath import mp

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(autouse=True)
def _digits():
    with mp.workdps(400):
        yield
