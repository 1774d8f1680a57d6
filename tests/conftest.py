"""What all tests share: tools that may be missing, except in CI; of cross products a slice."""

from __future__ import annotations

import gc
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from cProfile import Profile
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import is_hypothesis_test, settings
from hypothesis.internal.conjecture import providers

TOOLS = {"tex": ("pdflatex", "pdftotext"), "browser": ("chromium",), "firefox": ("firefox-esr",)}

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # what one process of the tests compiles serves all that come after it
sys.dont_write_bytecode = False


settings.register_profile("few", max_examples=10, deadline=None, derandomize=True)  # the same examples in every run, on however slow a machine
settings.register_profile("many", settings.get_profile("few"), max_examples=100)
settings.register_profile("thorough", settings.get_profile("few"), max_examples=300)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="with -m exhaustive, before a release: hundreds of draws where a dozen are made")
    parser.addoption("--part", metavar="K/N", default="0/1", help="of N parts of the tests, which are about as long, the one numbered K: 0/N to N-1/N")


def pytest_configure(config: pytest.Config) -> None:
    """How many examples a test draws that does not say so itself."""
    settings.load_profile("few" if config.getoption("markexpr") != "exhaustive" else "thorough" if config.getoption("--thorough") else "many")
    if hasattr(providers, "is_local_module_file"):  # or numbers are drawn that stand in whatever of our modules a process has loaded
        providers.is_local_module_file = lambda path: False  # it reads 400 of them for these, in each process


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Tests of one file stay together, whose fixtures are made once; an idle worker takes some of a busy one."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log) if config.getoption("dist") == "load" else None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[object]:
    """What is collected stays to the end: a million objects that no search for garbage goes through, neither now nor later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Iterator[None]:
    """The tests' own files are searched for tests alone: what their docstrings show is none."""
    found = yield
    return [made for made in found if not isinstance(made, DoctestModule)]  # type: ignore[return-value, attr-defined]


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> Iterator[None]:
    """Of what is ``sliced(n)`` leave a slice, the same in every run, the rest to ``-m exhaustive``; that draws examples in both.

    Of other cross products as many are left as it takes to see every value of each parameter. Cases that the run leaves out are not
    made: making twelve thousand of them in each process takes seconds.
    """
    yield
    cases, definition, wanted = metafunc._calls, metafunc.definition, metafunc.config.getoption("markexpr")
    whole = bool(definition.get_closest_marker("exhaustive")) or (wanted == "exhaustive" and is_hypothesis_test(metafunc.function))
    sliced = definition.get_closest_marker("sliced")
    if sliced and sliced.kwargs.get("pairs") and wanted:
        cases[:] = chosen(cases, definition.name, 2)
    plain = [] if whole else [case for case in cases if all(mark.name != "exhaustive" for mark in case.marks)]
    if plain and wanted:
        plain = slice_of(plain, definition.name, sliced.args[0]) if sliced else chosen(plain, definition.name, 1)
    if wanted == "not exhaustive":
        cases[:] = plain or cases[:1]  # of none that is run one is left, to be counted as left out
    elif wanted == "exhaustive":
        kept = {case.id for case in plain}
        cases[:] = [case for case in cases if case.id not in kept] or cases[:1]
        for case in cases:
            if case.id not in kept:
                case.marks.append(pytest.mark.exhaustive.mark)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Random tests draw in an exhaustive run too. Of parts one is run. What needs a missing tool is skipped; in CI it runs and fails."""
    if config.getoption("markexpr") == "exhaustive":
        for item in items:
            if is_hypothesis_test(getattr(item, "function", None)):
                item.add_marker("exhaustive")
    k, n = map(int, config.getoption("part").split("/"))
    if others := [item for item in items if crc32(item.nodeid.encode()) % n != k]:
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if crc32(item.nodeid.encode()) % n == k]
    if os.environ.get("CI"):
        return
    for mark, programs in TOOLS.items():
        missing = [program for program in programs if shutil.which(program) is None]
        for item in items:
            if missing and item.get_closest_marker(mark):
                item.add_marker(pytest.mark.skip(reason=f"{' and '.join(missing)} not installed"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """In CI nothing is left out for a library that is missing either, but for PyTorch, whose tests have a run of their own there."""
    report = yield
    why = str(report.longrepr) if report.skipped else ""  # type: ignore[attr-defined]
    if os.environ.get("CI") and not item.get_closest_marker("torch") and ("could not import" in why or "not installed" in why):
        report.outcome = "failed"  # type: ignore[attr-defined]
    return report


def slice_of(cases: list[Any], name: str, n: int) -> list[Any]:
    """One case in n; of a cross product those that together have as many different values of each parameter as can be."""
    return chosen(cases, name, 1, -(-len(cases) // n))


def chosen(cases: list[Any], name: str, size: int, most: int | None = None) -> list[Any]:
    """So many cases, in which as many values of each parameter stand as can be (``size`` 1), or every two of two of them beside
    each other (2); without a number as few as have them all."""
    mixed = sorted(cases, key=lambda case: crc32(f"{name}[{case.id}]".encode()))
    kept: dict[str, Any] = {}
    seen: set[tuple[tuple[str, int], ...]] = set()
    for new in range(len(cases[0].indices) ** size, 0 if most is None else -1, -1):
        for case in mixed:
            found = set(combinations(sorted(case.indices.items()), size))
            if case.id not in kept and len(found - seen) >= new and (most is None or len(kept) < most):
                kept[case.id] = case
                seen |= found
    return [case for case in cases if case.id in kept]


@pytest.fixture(scope="session")
def counted() -> Callable[[Callable[[], Any]], tuple[Any, int]]:
    """What a function returns, and how many functions were called for it: its work, the same on a machine that is slow or busy."""

    def measured(work: Callable[[], Any]) -> tuple[Any, int]:
        before, profile = sys.getprofile(), Profile()
        profile.enable()
        try:
            found = work()
        finally:
            profile.disable()
            sys.setprofile(before)
        return found, sum(function.callcount for function in profile.getstats())

    return measured


@cache
def _loaded(path: Path) -> Any:
    from symattn.sheet import load

    return load(path)


@pytest.fixture
def bank_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The files of the bank as they were read before: all of them take a second, and nobody changes a sheet."""
    monkeypatch.setattr("symattn.course.bank.load", _loaded)


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
