"""One browser of each kind for all tests of pages, and every shipped worksheet as a page."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import pytest

from symattn.files import folder
from symattn.page import page as written_page
from symattn.sheet import load

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def chromium(tmp_path_factory):
    """A Chromium without a window."""
    from headless_chromium import Chromium

    found = Chromium(tmp_path_factory.mktemp("profile"))
    yield found
    found.close()


@pytest.fixture(scope="session")
def firefox(tmp_path_factory):
    """A Firefox without a window."""
    from headless_firefox import Firefox

    found = Firefox(tmp_path_factory.mktemp("profile"))
    yield found
    found.close()


@pytest.fixture(scope="session", params=["chromium", pytest.param("firefox", marks=pytest.mark.firefox)])
def either(request):
    """The one browser, then the other."""
    return request.getfixturevalue(request.param)


@pytest.fixture(scope="session")
def pages(tmp_path_factory):
    """A function from a sheet's name to its page; each is made once."""
    made: dict[tuple[str, bool, str], Path] = {}
    solved = cache(lambda sheet: load(folder("worksheets") / f"{sheet}.toml").solve())
    place = tmp_path_factory.mktemp("pages")

    def page(sheet: str, *, key: bool = True, detail: str = "standard") -> Path:
        if (sheet, key, detail) not in made:
            path = place / f"{sheet}-{'key' if key else 'blank'}-{detail}.html"
            path.write_text(written_page(solved(sheet), format="html", key=key, detail=detail), encoding="utf-8")
            made[sheet, key, detail] = path
        return made[sheet, key, detail]

    return page
