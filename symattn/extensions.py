"""What comes from outside the package: modules that other installed distributions list, and files that the user named or trusted.

An extension is one file. A distribution lists it as an entry point of one of the ``GROUPS``; a file of Python lies in a folder of
templates that is used, beside a sheet or elsewhere. What it is follows from what it has, see ``HAS``; operations and slips enter
themselves when their module is loaded. Each room asks here for what there is besides its own folder.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable
from functools import _lru_cache_wrapper, cache
from hashlib import sha256
from importlib.abc import ExecutionLoader
from importlib.util import find_spec, module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from symattn.errors import EXTENSION, SymattnError, line_of_extension

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUPS = {
    "operations": "operations and slips: a module that enters them with @op, and with @softmax.slip",
    "formats": "a format of keys and sheets: a module with Writer and TEMPLATES",
    "answers": "a format of answer files: a module with SUFFIXES and read",
    "platforms": "a platform: a module with files",
    "attention": "a kind of attention: NAME.toml in the folder of the module that is named",
    "notations": "a notation: NAME.toml there",
    "languages": "a language: the folder NAME there, with words, steps and notebook",
    "worksheets": "a worksheet: NAME.toml there",
}
"""What an entry point may bring: ``[project.entry-points."symattn.notations"]``, ``NAME = "module"``."""
HAS = {
    "formats": ("Writer", "TEMPLATES"),
    "answers": ("SUFFIXES", "read"),
    "platforms": ("files",),
}
"""What a module has that is one; every other module is one of operations."""
Cached = TypeVar("Cached", bound="_lru_cache_wrapper[Any]")
_taken: dict[Path, ModuleType] = {}
"""Files of Python that are loaded, by the places that they lie at, however these were spelled."""
_leaving: list[Callable[[str], None]] = []
_lying: dict[str, dict[str, Path]] = {}
_named: set[Path] = set()


class _Told(ExecutionLoader):
    """Loads a module from a text that was read before, so that what was looked at is what runs."""

    def __init__(self, text: str, place: str) -> None:
        self.text, self.place = text, place

    def get_source(self, fullname: str) -> str:
        return self.text

    def get_filename(self, fullname: str) -> str:
        """What tracebacks name, and is compiled under."""
        return self.place


def modules(group: str) -> dict[str, ModuleType]:
    """The modules of Python that are extensions of this kind, by their names.

    >>> modules("formats")
    {}
    """
    listed = {
        name: module for name, module in _installed(group).items() if _is(module, group)
    }
    return listed | {
        Path(module.__name__).suffix[1:]: module
        for module in _taken.values()
        if _is(module, group)
    }


def files(group: str, ending: str = ".toml") -> dict[str, Path]:
    """The files, or with an empty *ending* the folders, that distributions bring and that lie in trusted folders, by their names.

    >>> files("notations")
    {}
    """
    found = {**_lying.get(group, {})}
    for point in _points(group):
        home = _home(point.value)
        if home is not None and (place := home / f"{point.name}{ending}").exists():
            found[point.name] = place
        else:
            _warn(point, f"there is no {point.name}{ending} in {point.value}")
    return found


def lies(place: Path, named: bool = False) -> None:
    """Have a language's folder used by its name, which the user trusted, or *named* for this run, and then before others."""
    known = _lying.setdefault("languages", {})
    before = known.get(place.stem)
    if named:
        _named.add(place)
    elif before in _named:
        return
    if before != place:
        known[place.stem] = place
        _gone("")


def run_ends() -> None:
    """What was named for a run is no longer before what lies beside a sheet."""
    _named.clear()


def take(place: Path, data: bytes) -> ModuleType:
    """Load a file of Python, which was read before; once, as long as it stays the same. Raises SymattnError with its line.

    >>> take(Path("twice.py"), b"def files(*wanted): return {}").__name__
    'symattn_extensions.twice'
    >>> list(modules("platforms"))
    ['twice']
    >>> leave(Path("twice.py"))
    """
    key, name = str(place), f"symattn_extensions.{place.stem}"
    at, digest = place.resolve(), sha256(data).hexdigest()
    if (known := _taken.get(at)) is not None and known.__dict__[EXTENSION] == digest:
        return known
    other = next(
        (
            module.__file__
            for own, module in _taken.items()
            if own != at and module.__name__ == name
        ),
        None,
    )
    if other is not None:
        raise SymattnError(
            f"{key}: {other} is called {place.stem} too", "name one of them otherwise"
        )
    leave(place)
    try:
        spec = spec_from_loader(name, _Told(data.decode("utf-8-sig"), key), origin=key)
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        module.__file__, module.__dict__[EXTENSION] = key, digest
        sys.modules[name] = _taken[at] = module
        spec.loader.exec_module(module)
    except Exception as error:  # whatever a stranger's program may raise
        leave(place)
        line = line_of_extension(error)
        if isinstance(error, SyntaxError) and error.filename == key:
            line = f"{key}, line {error.lineno}"
        raise SymattnError(f"{line or key}: {type(error).__name__}: {error}") from error
    return module


def leave(place: Path) -> None:
    """Take a file out again, and whatever it entered."""
    module = _taken.pop(place.resolve(), None)
    if module is not None:
        sys.modules.pop(module.__name__, None)
        _gone(module.__name__)


def _gone(module: str) -> None:
    """Have every room take out what a module entered, and forget what it remembers."""
    for leave_room in _leaving:
        leave_room(module)


def when_left(room: Callable[[str], None]) -> None:
    """Have a room called when an extension goes: with the name of the module, whose entries it takes out."""
    _leaving.append(room)


def forgetting(cached: Cached) -> Cached:
    """Have a function with a cache, which depends on what extensions there are, begin anew when one goes or a file comes."""
    _leaving.append(lambda module: cached.cache_clear())
    return cached


def load_operations() -> None:
    """Load the operations and slips of distributions, which enter themselves."""
    _installed("operations")


def _is(module: ModuleType, group: str) -> bool:
    return all(hasattr(module, part) for part in HAS[group])


@cache
def _installed(group: str) -> dict[str, ModuleType]:
    """The modules of a group that distributions list; one that cannot be loaded is a warning that names it."""
    found = {}
    for point in _points(group):
        try:
            found[point.name] = point.load()
            vars(sys.modules[point.module])[EXTENSION] = point.name
        except (
            Exception
        ) as error:  # a distribution that is broken keeps nobody from working
            _warn(point, f"{type(error).__name__}: {error}")
    return found


def _points(group: str) -> list[EntryPoint]:
    """What distributions list of a group."""
    return [point for point in _every_point() if point.group == f"symattn.{group}"]


@cache
def _every_point() -> tuple[EntryPoint, ...]:
    """What distributions list for symattn. Most machines have none, and then nothing more is loaded to find that."""
    if not any(map(_mentions, dict.fromkeys(sys.path))):
        return ()
    from importlib import metadata

    found = (
        point
        for one in metadata.distributions()
        for point in one.entry_points
        if point.group.startswith("symattn.")
    )
    return tuple({(point.group, point.name): point for point in found}.values())


def _mentions(folder: str) -> bool:
    """Whether any distribution of a folder lists something for symattn."""
    try:
        with os.scandir(folder or ".") as inside:
            listed = [
                entry.path
                for entry in inside
                if entry.name.endswith((".dist-info", ".egg-info"))
            ]
    except OSError:
        return False
    return any(b"[symattn." in _listed(f"{place}/entry_points.txt") for place in listed)


def _listed(path: str) -> bytes:
    try:
        with open(
            path, "rb", buffering=0
        ) as file:  # of all distributions, at every start
            return file.read()
    except OSError:
        return b""


def _home(module: str) -> Path | None:
    """The folder of a module, which is not loaded; None where there is none."""
    try:
        spec = find_spec(module)
    except (ImportError, ValueError):
        return None
    return Path(spec.origin).parent if spec and spec.origin else None


def _warn(point: EntryPoint, why: str) -> None:
    whose = point.dist.name if point.dist else "a distribution"
    warnings.warn(
        f"{whose}: {point.group} {point.name} is not used: {why}", stacklevel=2
    )
