"""Files: how they are opened, written and locked, and where the project's own lie."""

from __future__ import annotations

import json
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import TypeAlias

from symattn import extensions
from symattn.during import during
from symattn.errors import LimitError, SymattnError, nearest
from symattn.later import pattern
from symattn.said import Glossary, Strings

# --- files ---
# The one place where files are opened, written and locked.
#
# What is read may come from strangers: only ordinary files are opened, never a pipe or a device that would block, and
# never more of them than a stated number of bytes. What is written is written whole or not at all.
#
# There are two doors. `contents` is for a path that the user of symattn named. `open_inside` is for a name that somebody else
# wrote, in a sheet, a list or a folder of answers: it leads to what lies in that folder, and nowhere by a link. What symattn
# keeps for itself lies where nobody else can put anything, see `own_folder`.

try:
    import fcntl
    import grp
    import pwd
except ImportError:  # a system without them: two runs in one folder are not told apart there, and folders are not looked at
    fcntl = None  # type: ignore[assignment]


class FileError(SymattnError):
    """A file that cannot be read: ``file`` as it is shown, and ``why``.

    >>> str(FileError("a.toml", "no such file or directory"))
    'a.toml: no such file or directory'
    """

    def __init__(self, file: str, why: str) -> None:
        self.file, self.why = file, why
        super().__init__(file, why)

    def __str__(self) -> str:
        return f"{self.file}: {self.why}"


class MissingFile(FileError):
    """A file that is not there."""


class LinkedFile(FileError):
    """A link, or a file behind one, where links are not followed."""

    def __init__(self, link: Path) -> None:
        self.link = link
        super().__init__(
            shown(link),
            "a link, and links are not followed here; put the file itself there",
        )


MISSING = (FileNotFoundError, NotADirectoryError)
UNREADABLE, LINK = "unreadable", "link"
"""What is noted in place of a digest where a file cannot be read, or is a link that is not followed."""
Noted = dict[str, str]
Files: TypeAlias = dict[str, bytes]
"""The bytes of some files by their places."""
Where: TypeAlias = str | os.PathLike[str]
"""A file as a caller says it."""
_noting: ContextVar[Noted | None] = ContextVar("noting", default=None)


@contextmanager
def noted() -> Iterator[Noted]:
    """Note what is read while the block runs: each file with its digest, one that is not there with an empty text.

    What was made from files is up to date as long as every one of them, read again, has the digest that was noted.

    >>> with noted() as found, tempfile.TemporaryDirectory() as folder:
    ...     is_folder(Path(folder) / "templates")
    False
    >>> list(found.values()), all(is_as_noted(path, digest, 100) for path, digest in found.items())
    ([''], True)
    """
    found: Noted = {}
    with during(_noting, found):
        yield found


def note(files: Glossary) -> None:
    """Note what was read, by a worker say, if anything is noted here; a file's first digest stays, so that a change is seen."""
    if (noting := _noting.get()) is not None:
        noting.update({**files, **noting})


def is_as_noted(path: str, digest: str, most: int) -> bool:
    """Whether a file is still as it was when ``noted`` wrote down its digest.

    >>> is_as_noted("nowhere/mine.toml", "", 100), is_as_noted("nowhere/mine.toml", sha256(b"a").hexdigest(), 100)
    (True, False)
    """
    if digest == LINK:
        return os.path.islink(path)
    try:
        return sha256(contents(path, most)).hexdigest() == digest
    except MissingFile:
        return not digest
    except SymattnError:
        return digest == UNREADABLE


def is_folder(path: Path) -> bool:
    """Whether a folder is there; raises FileError where the system does not tell."""
    try:
        return stat.S_ISDIR(path.stat().st_mode)
    except MISSING:
        note({os.fspath(path): ""})
        return False
    except (OSError, ValueError) as error:
        raise FileError(shown(path), reason(error)) from None


def is_there(path: Path) -> bool:
    """Whether an ordinary file is there, or the system does not tell: why it does not is said when the file is read."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (*MISSING, ValueError):  # ValueError: a zero byte in the name
        note({os.fspath(path): ""})
        return False
    except OSError:
        return True


def contents(path: Where, most: int) -> bytes:
    """The bytes of an ordinary file; raises FileError, and LimitError for more than *most* bytes.

    >>> contents("/dev/zero", 10)
    Traceback (most recent call last):
        ...
    symattn.files.FileError: /dev/zero: a pipe or a device; only ordinary files are read
    """
    return _noted(path, most, lambda: os.open(path, READ))


def open_inside(root: Path, name: Where, most: int) -> bytes:
    """The bytes of an ordinary file in a folder, by a name that somebody else wrote; raises FileError, and LimitError for more
    than *most* bytes.

    The name leads to no other folder, neither by itself nor by a link at any place of it; *root* is the user's word, and may
    lie behind links.

    >>> open_inside(folder("worksheets"), "../secret.toml", 10)
    Traceback (most recent call last):
        ...
    symattn.files.FileError: ../secret.toml: lies outside the folder that it was to be in
    """
    return _noted(root / name, most, lambda: _inside(root, Path(name)))


_STEERS = pattern(
    r"[\x7f-\x9f\u202a-\u202e\u2066-\u2069]"
)  # of what a terminal obeys, that which JSON does not escape itself
_OBEYED = pattern(
    r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]"
)  # the last ones turn the direction of writing
READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def _inside(root: Path, name: Path) -> int:
    """The handle of a file, got from folder to folder, so that none of them can be exchanged for a link meanwhile."""
    if name.anchor or not name.parts or ".." in name.parts:
        raise FileError(shown(name), "lies outside the folder that it was to be in")
    places = [
        root.joinpath(*name.parts[:depth]) for depth in range(1, len(name.parts) + 1)
    ]
    if (
        os.open not in os.supports_dir_fd
    ):  # a system whose links need rights that students do not have
        for place in places:
            if place.is_symlink():
                raise LinkedFile(place)
        return os.open(places[-1], READ)
    handle = os.open(root, READ | os.O_DIRECTORY)
    for place in places:
        outer = handle
        try:
            handle = os.open(
                place.name,
                READ
                | os.O_NOFOLLOW
                | (os.O_DIRECTORY if place is not places[-1] else 0),
                dir_fd=outer,
            )
        except OSError:
            if place.is_symlink():
                raise LinkedFile(place) from None
            raise
        finally:
            os.close(outer)
    return handle


def _noted(path: Where, most: int, opened: Callable[[], int]) -> bytes:
    """What is in a file, with its digest noted, or why there is none."""
    try:
        data = _read(path, most, opened)
    except SymattnError as error:
        if isinstance(error, LinkedFile):
            note({os.fspath(error.link): LINK})
        else:
            note(
                {os.fspath(path): "" if isinstance(error, MissingFile) else UNREADABLE}
            )
        raise
    if _noting.get() is not None:
        note({os.fspath(path): sha256(data).hexdigest()})
    return data


def _read(path: Where, most: int, opened: Callable[[], int]) -> bytes:
    try:
        handle = opened()
    except MISSING as error:
        raise MissingFile(shown(path), reason(error)) from None
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        raise FileError(shown(path), reason(error)) from None
    try:
        mode = os.fstat(handle).st_mode
        if stat.S_ISDIR(mode):
            raise FileError(shown(path), "is a directory")
        if not stat.S_ISREG(mode):
            raise FileError(
                shown(path), "a pipe or a device; only ordinary files are read"
            )
        with os.fdopen(handle, "rb", closefd=False) as file:
            data = file.read(most + 1)
    except OSError as error:
        raise FileError(shown(path), reason(error)) from None
    finally:
        os.close(handle)
    if len(data) > most:
        raise LimitError(f"larger than {most:,} bytes")
    return data


def reason(error: Exception) -> str:
    """What the system says against a file, in a few words.

    >>> reason(FileNotFoundError(2, "No such file or directory"))
    'no such file or directory'
    """
    return (getattr(error, "strerror", None) or str(error)).lower()


def unwritten(error: OSError, target: Path) -> str:
    """That something cannot be written, by the name of the file where the system says it, and why; of a file that lies elsewhere
    only what it was.

    >>> unwritten(OSError(28, "No space left on device", "out/setup.sh"), Path("out"))
    'cannot write out/setup.sh: no space left on device'
    >>> unwritten(FileNotFoundError(2, "No such file or directory", "/usr/bin/npm"), Path("out"))
    '/usr/bin/npm: no such file or directory'
    """
    place, wanted = (
        Path(os.fsdecode(error.filename or target)).absolute(),
        target.absolute(),
    )
    within = place.is_relative_to(wanted) or wanted.is_relative_to(place)
    return f"{'cannot write ' if within else ''}{shown(error.filename or target)}: {reason(error)}"


def shown(path: Where) -> str:
    r"""A path as it can be printed anywhere: bytes of its name that are no UTF-8, and signs that a terminal would obey, become
    question marks in diamonds.

    >>> shown(os.fsdecode(b"M\xfcller.toml")), shown("a\x1b[2J.toml")
    ('M�ller.toml', 'a�[2J.toml')
    """
    return inert(os.fsencode(path).decode("utf-8", "replace"))


def inert(text: str) -> str:
    """A text without the signs that a terminal would obey.

    >>> inert("a\x1b[2J\x9b1m")
    'a�[2J�1m'
    """
    return _OBEYED.sub("\N{REPLACEMENT CHARACTER}", text)


def dumped(value: object) -> str:
    """A value as JSON, whose strings may go to a terminal as they are.

    >>> dumped("é\u202e")
    '"é\\\\u202e"'
    """
    return _STEERS.sub(
        lambda found: f"\\u{ord(found[0]):04x}",
        json.dumps(value, ensure_ascii=False, indent=1),
    )


def distinct(names: Iterable[str]) -> Iterator[str]:
    """Names for files, each another also where upper and lower case are one: what two would share gets a number behind it.

    >>> list(distinct(["s01", "S01", "s02", "s01"]))
    ['s01', 'S01-2', 's02', 's01-3']
    """
    taken: set[str] = set()
    for name in names:
        one = next(
            one
            for k in count(1)
            if (one := name if k == 1 else f"{name}-{k}").casefold() not in taken
        )
        taken.add(one.casefold())
        yield one


def is_hidden(path: Path) -> bool:
    """Whether a file is one that editors and systems keep for themselves: ``._ada.toml``, ``.#week3.toml``, ``a.toml~``.

    >>> is_hidden(Path("in/._ada.toml")), is_hidden(Path("ada.toml"))
    (True, False)
    """
    return path.name.startswith((".", "~$")) or path.name.endswith("~")


def write_whole(target: Path, data: bytes | Iterable[bytes]) -> None:
    """Write a file beside its place, then move it there: a reader sees the old file or the new one; raises OSError.

    The data may come piece by piece.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_whole(Path(folder) / "b.txt", b"text")
    ...     (Path(folder) / "b.txt").read_bytes()
    b'text'
    """
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:50]}.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines([data] if isinstance(data, bytes) else data)
        os.chmod(name, _mode(target))
        os.replace(name, target)
    except BaseException as error:
        os.unlink(name)
        if isinstance(error, OSError):
            error.filename = str(target)  # what the file is called in the end
        raise


def write_all(folder: Path, files: Files) -> None:
    """Write files by their places in a folder, each whole; raises OSError, SymattnError.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_all(Path(folder), {"a/b.txt": b"text"})
    ...     (Path(folder) / "a" / "b.txt").read_bytes()
    b'text'
    """
    for name, data in files.items():
        made_folder((folder / name).parent)
        write_whole(folder / name, data)


def made_folder(folder: Path) -> None:
    """Make a folder, unless it is there; raises SymattnError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SymattnError(
            f"cannot make the folder {shown(folder)}: {reason(error)}"
        ) from None


def _mode(target: Path) -> int:
    """The permissions of the file that is replaced, else those any new file gets."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


@contextmanager
def locked(place: Path) -> Iterator[None]:
    """Hold a folder, or a file, for one run alone; raises SymattnError where another run holds it.

    The system gives it back when the process ends, however it ends; nothing is left on the disk. A folder that was
    removed or moved meanwhile is said at the end: what was written there is not where it was to be.
    """
    handle = os.open(place, os.O_RDONLY)
    try:
        _lock(handle, shown(place))
        yield
        if not _is_at(handle, place):
            raise SymattnError(
                f"{shown(place)}: was removed or moved while the run was at work; run it again"
            )
    finally:
        os.close(handle)


def _lock(handle: int, called: str) -> None:
    if fcntl is None:
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise SymattnError(
            f"{called}: another run is at work here; wait until it has ended"
        ) from None
    except OSError:  # a file system without locks, as some over a network are: two runs are not told apart there either
        pass


def _is_at(handle: int, place: Path) -> bool:
    """Whether what is open under a handle is what lies at that place."""
    try:
        there, here = place.lstat(), os.fstat(handle)
    except OSError:
        return False
    return (there.st_ino, there.st_dev) == (here.st_ino, here.st_dev)


@contextmanager
def held(place: Path, called: str) -> Iterator[None]:
    """Hold a file of symattn's own for one run alone, made unless it is there; raises SymattnError, OSError.

    Who holds it, and nobody else, may remove it. *called* is what the run is at work on, in the words of who started it.
    """
    while True:
        handle = os.open(
            place, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600
        )
        try:
            _lock(handle, called)
            if fcntl is not None and not _is_at(
                handle, place
            ):  # who held it has removed it since it was opened
                continue
            yield
            return
        finally:
            os.close(handle)


# --- the user's own ---
# What symattn keeps between two runs lies in folders of the user's alone: never beside what was handed in or downloaded.


def own_folder(base: Path | None, *names: str) -> Path | None:
    """A folder of symattn's below the user's *base*, made where it is missing; None where somebody else could put a file into
    it, or a link into its place.

    >>> with tempfile.TemporaryDirectory() as base:
    ...     found = own_folder(Path(base), "symattn", "check")
    ...     os.chmod(base, 0o777)
    ...     found is not None, own_folder(Path(base), "symattn", "check") if fcntl else None
    (True, None)
    """
    if base is None:
        return None
    place = base.joinpath(*names)
    try:
        for folder in (*reversed(place.parents), place):
            if not folder.exists():
                folder.mkdir(mode=0o700, exist_ok=True)
        return place if fcntl is None or (place.is_dir() and _is_own(place)) else None
    except OSError:
        return None


# Links behind links, lest they lead in a circle.
MOST_LINKS = 8


def _is_own(place: Path, links: int = 0) -> bool:
    """Whether nobody but the user and the system can change what lies at a place; raises OSError."""
    for at in (*reversed(place.parents), place):
        about = at.lstat()
        if about.st_uid not in (0, os.geteuid()):
            return False
        if stat.S_ISLNK(about.st_mode):
            if links == MOST_LINKS or not _is_own(
                at.parent / os.readlink(at), links + 1
            ):
                return False
        elif _is_shared(about) and (
            at == place or not about.st_mode & stat.S_ISVTX
        ):  # in a sticky one each keeps what is theirs
            return False
    return True


def _is_shared(about: os.stat_result) -> bool:
    """Whether others can write into a folder."""
    return bool(
        about.st_mode & stat.S_IWOTH
        or (about.st_mode & stat.S_IWGRP and not _is_mine_alone(about.st_gid))
    )


def _is_mine_alone(group: int) -> bool:
    """Whether a group is the one that many systems make for each user."""
    try:
        me, them = pwd.getpwuid(os.geteuid()), grp.getgrgid(group)
    except KeyError:
        return False
    return them.gr_name == me.pw_name and not set(them.gr_mem) - {me.pw_name}


# --- resources ---
# Where the project's templates and worksheets lie: inside the installed package, or beside it in a checkout.


@cache
def folder(name: str) -> Path:
    """The folder *name*, ``templates`` or ``worksheets``.

    >>> folder("worksheets").name
    'worksheets'
    """
    package = Path(__file__).parent
    inside = package / name
    return inside if inside.is_dir() else package.parent / name


def package() -> Iterator[tuple[str, Path]]:
    """Every file of symattn by its place in a wheel: code, templates, worksheets; none that is hidden, or that Python keeps.

    >>> {"symattn/files.py", "symattn/templates/words/page.j2"} <= dict(package()).keys()
    True
    """
    rooms = ("templates", "worksheets")
    for room, root in (
        ("", Path(__file__).parent),
        *((name, folder(name)) for name in rooms),
    ):
        for path in sorted(root.rglob("*")):
            parts = path.relative_to(root).parts
            unseen = any(
                part == "__pycache__" or part.startswith(".") for part in parts
            )
            if path.is_file() and not unseen and (room or parts[0] not in rooms):
                yield "/".join(filter(None, ("symattn", room, *parts))), path


def kept() -> Path | None:
    """The folder for what can be made again, the user's cache as the system has it; None where there is none of the user's own.

    >>> found = kept()
    >>> found is None or (found.name, found.is_absolute())
    ('symattn', True)
    """
    return _of_user("XDG_CACHE_HOME", "~/.cache", "~/Library/Caches")


def state() -> Path | None:
    """The folder for what the next run goes on from, as the system has it; None where there is none of the user's own."""
    return _of_user("XDG_STATE_HOME", "~/.local/state", "~/Library/Application Support")


def _of_user(variable: str, usual: str, on_mac: str) -> Path | None:
    systems = {"win32": ("LOCALAPPDATA", "~/AppData/Local"), "darwin": ("", on_mac)}
    variable, usual = systems.get(sys.platform, (variable, usual))
    places = (os.environ.get(variable, ""), os.path.expanduser(usual))
    return next(
        (Path(place) / "symattn" for place in places if os.path.isabs(place)), None
    )


def languages() -> Strings:
    """The languages that pages are written in: English, and every folder of templates that has words of its own.

    >>> "en" in languages()
    True
    """
    return ("en", *sorted({*language_folders()}))


def language_folders() -> dict[str, Path]:
    """The folder of every language but English, which is everywhere underneath.

    >>> "de" in language_folders()
    True
    """
    return extensions.files("languages", "") | {
        place.parent.name: place.parent for place in folder("templates").glob("*/words")
    }


def shipped() -> dict[str, Path]:
    """Every shipped worksheet: its name and its file.

    >>> all(path.suffix == ".toml" for path in shipped().values())
    True
    """
    here = {
        path.stem: path
        for path in sorted(
            folder("worksheets").glob("*.toml"), key=lambda path: path.stem
        )
    }
    return extensions.files("worksheets") | here


def bank() -> dict[str, Path]:
    """The shipped bank of questions: a worksheet for each topic, by its name, ``bank/softmax``.

    >>> bank()["bank/softmax"].name
    'softmax.toml'
    """
    found = (folder("worksheets") / "bank").glob("*.toml")
    return {
        f"bank/{path.stem}": path for path in sorted(found, key=lambda path: path.stem)
    }


def resembling(path: Path, ending: str = "") -> str:
    """The file of that folder whose name is nearest to that of a *path* that is not there, as a hint; or nothing.

    >>> resembling(folder("worksheets") / "causal-mask", ".toml")
    'did you mean "causal-mask.toml"?'
    """
    try:
        return nearest(
            path.name,
            [
                found.name
                for found in path.parent.iterdir()
                if found.name.endswith(ending)
            ],
        )
    except (OSError, ValueError):  # no such folder, or a name that none can have
        return ""


def find(name: Where) -> Path:
    """The file of a worksheet: a path that exists, or the name of a shipped one; raises SymattnError.

    >>> find("two-heads")
    Traceback (most recent call last):
        ...
    symattn.errors.SymattnError: no worksheet "two-heads"; did you mean "two-heads-by-hand"?
    """
    path, known = Path(name), {**shipped(), **bank()}
    if (
        path.exists() or path.is_symlink()
    ):  # of a link that leads nowhere, its reader says why
        return path
    if str(name) in known:
        return known[str(name)]
    near = (
        resembling(path, ".toml")
        or nearest(path.stem, known)
        or "`symattn list` names the shipped ones"
    )
    what = "there is no such file; " if path.suffix or len(path.parts) > 1 else ""
    raise SymattnError(f'no worksheet "{name}"{": " if what else "; "}{what}{near}')


def is_in(words: str, text: str) -> bool:
    """Whether every word occurs in a text, large letters or small: how sheets and questions are looked for.

    >>> is_in("ROTARY angle", "Rotary positions: the angles"), is_in("rotary norm", "Rotary positions")
    (True, False)
    """
    lower = text.lower()
    return all(word in lower for word in words.lower().split())
