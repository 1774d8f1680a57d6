"""mpmath with enough digits for every test here."""

import sys
from pathlib import Path

import pytest
from mpmath import mp

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(autouse=True)
def _digits():
    with mp.workdps(80):
        yield
