"""The static folder on which students practise: pages, the engine, and nothing from anywhere else."""

from __future__ import annotations

import ast
import gzip
import io
import json
import re
import tarfile
import tomllib
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path, PurePosixPath

from symattn.course.feedback import Pages
from symattn.course.platforms.packed import packed
from symattn.errors import SymattnError
from symattn.exact.growth import told
from symattn.exact.number import Number
from symattn.exact.tensor import flat
from symattn.exact.zero import symbolic
from symattn.files import (
    Files,
    contents,
    distinct,
    folder,
    open_inside,
    package,
    shown,
    write_all,
)
from symattn.formats.trust import beside
from symattn.limits import LARGEST_SHEET, LARGEST_TEMPLATE
from symattn.marking.sheet import Ready
from symattn.notation import table as notations
from symattn.notation.table import NotationLike
from symattn.ops import has
from symattn.practice.assets import ASSETS, SYMPY, Asset, cache, gathered
from symattn.practice.compiled import compiled, opened, snapshot
from symattn.practice.desk import Desk
from symattn.records import frozen
from symattn.said import Glossary, Strings
from symattn.sheet import Sheet, load
from symattn.sheet.source import decoded
from symattn.tables import apart_from, in_each
from symattn.tex.signs import GREEK
from symattn.version import VERSION

ROOMS = ("html", "text", "words", "steps", "practice")
"""The folders of templates that a page in the browser needs, and those of every language."""
LEFT_OUT = ("cli", "console", "testing")
"""Rooms of symattn that no page calls; so SymPy is in the browser only for sheets with a limit that it alone finds."""
NO_LIMITS = {
    "physics", "stats", "crypto", "diffgeom", "vector", "liealgebras", "categories", "holonomic", "benchmarks", "testing",
    "codegen", "_compilation", "data", "unify", "sandbox", "autolev", "latex", "c", "fortran", "autowrap.py", "codegen.py",
    "llvmjitcode.py", "theanocode.py", "aesaracode.py", "resolvent_lookup.py", "intpoly.py", "subresultants_qq_zz.py",
    "matchpy_connector.py", "RECORD", "manualintegrate.py", "heurisch.py", "risch.py", "prde.py", "rde.py",
    "array_expressions.py", "from_array_to_matrix.py", "from_indexed_to_array.py", "arrayexpr_derivatives.py", "fp_groups.py",
    "coset_table.py", "fortran.py", "rust.py", "c.py", "cxx.py",
}  # fmt: skip
"""Rooms and modules of SymPy that limits never enter and ``import sympy`` does not load."""
ELSEWHERE = {
    "curses", "dbm", "ensurepip", "ftplib", "idlelib", "imaplib", "mailbox", "poplib", "pydoc_data", "smtplib",
    "sqlite3", "tkinter", "turtle", "turtledemo", "venv", "wsgiref", "xmlrpc", "_pyrepl", "bdb", "cProfile", "cmd", "code",
    "compileall", "doctest", "modulefinder", "multiprocessing", "netrc", "optparse", "pdb", "pickletools", "plistlib", "profile",
    "pstats", "pydoc", "rlcompleter", "socketserver", "trace", "unittest", "wave", "webbrowser", "zipapp", "_pydatetime",
    "_pyio", "antigravity", "filecmp", "fileinput", "getpass", "pty", "pyclbr", "sched", "shelve", "symtable", "tabnanny", "this",
}  # fmt: skip
"""Modules of Python's own that need a terminal, a window, a mail server or another process, stand in for machine code that is
there, or serve no page."""
UNDOCUMENTED = b'def __getattr__(name):\n    return ""\n'
"""In the place of mpmath's documentation, which is a module of texts."""
ENCODINGS = {
    "__init__",
    "aliases",
    "ascii",
    "cp1252",
    "cp437",
    "idna",
    "latin_1",
    "raw_unicode_escape",
    "unicode_escape",
}
"""What of Python's tables of letters goes to the browser, besides all of Unicode's own: texts come there as UTF-8."""
NO_FLINT = {
    "showgood", "_gr", "acb_series", "arb_series", "fmpq_series", "fmpz_series", "nmod_series", "fmpz_mod_mpoly", "nmod_mpoly",
    "fq_default", "fq_default_poly",
}  # fmt: skip
"""Parts of FLINT that neither symattn nor SymPy nor any other part of it asks for: series, fields of prime powers."""
LIBRARY = "python_stdlib.zip"
"""Python's own modules."""
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", LIBRARY)
"""What is taken of the package pyodide; scripts end in .js in the folder, which every web server knows."""
LINKER = "pyodide.asm.mjs"
"""The script of Emscripten's that links libraries."""
PACKED = (LINKER, "pyodide.asm.wasm", LIBRARY)
"""The largest of them. They lie in the folder packed by gzip under the ending .bin, and the page unpacks them: a file that ends
in .gz is sent as it is by some web servers and unpacked by others."""
LINKING = (
    (b"var GOT={};", b"var GOT={},OPEN={};"),
    (b"rtn=GOT[symName]=new", b"rtn=OPEN[symName]=GOT[symName]=new"),
    (b"of Object.entries(GOT)){", b"of Object.entries(OPEN)){delete OPEN[symName];"),
)
"""With each library it goes through all symbols that there are; those that are still open are enough."""
LATE = """

def __getattr__(name):
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, own = _HOMES[name]
    globals()[name] = found = getattr(__import__("importlib").import_module(f"{__name__}.{module}"), own)
    return found
"""
"""How a package finds a name with its first use."""
Members = Iterator[tuple[str, bytes]]
"""What is in an archive: names, each with its bytes."""
ENGINE = ("pyodide.js", *(f"{name}.bin" for name in PACKED), "flint.bin", "symattn.bin")
"""The files of the folder ``engine`` that every page needs; sheets with a limit that SymPy alone finds take sympy.bin besides."""
MOST = 30_000_000
"""Bytes of a folder beyond which its size report says so."""


@frozen
class Site:
    """A written folder: its files with their sizes in bytes, and the pages of its sheets."""

    folder: Path
    sizes: Mapping[str, int]
    pages: Strings

    @property
    def size(self) -> int:
        """The size of the whole folder in bytes."""
        return sum(self.sizes.values())

    def __str__(self) -> str:
        rooms: dict[str, int] = {}
        for name, size in self.sizes.items():
            room = {"engine": "engine", "sheets": "sheets"}.get(
                PurePosixPath(name).parts[0], "pages"
            )
            rooms[room] = rooms.get(room, 0) + size
        rooms |= {"together": self.size}
        lines = [f"{room:<10}{size / 1e6:7.2f} MB" for room, size in rooms.items()]
        if self.size > MOST:
            return "\n".join(
                [*lines, f"more than {MOST / 1e6:.0f} MB: write two sites"]
            )
        own = self.own / len(self.pages)
        fitting = (MOST - self.size) / own + len(self.pages)
        return "\n".join(
            [
                *lines,
                f"{own / 1e3:.0f} kB for each sheet: {MOST / 1e6:.0f} MB hold {fitting:,.0f}",
            ]
        )

    @property
    def own(self) -> int:
        """The bytes of what is there for single sheets: their pages, and what they are worked out from."""
        return sum(
            size
            for name, size in self.sizes.items()
            if name in self.pages or name.startswith("sheets/")
        )


def not_of_others(target: Path) -> None:
    """Refuse a folder whose front page is not one of symattn's: somebody's site lies there. Raises SymattnError.

    >>> not_of_others(Path("no such folder"))
    """
    front = target / "index.html"
    if (
        front.is_file()
        and b'<meta name="generator" content="symattn' not in front.read_bytes()
    ):
        raise SymattnError(
            f"{shown(front)} is there, and symattn did not make it",
            "write into a folder of its own",
        )


def site(sheets: Sequence[Path], target: Path, own: Path | None = None) -> Site:
    """Write the folder for some sheets; packages come from a folder of one's *own*, else as ``assets.gathered`` has them.

    Raises SymattnError; ToolError where packages cannot be had.

    What lies in the folder already stays, unless it has the name of one of its files; a front page that another program made is
    not written over.
    """
    not_of_others(target)
    if len({path.stem for path in sheets}) < len(sheets):
        raise SymattnError(
            "two of the sheets have the same file name; write a site for each"
        )
    written = pages(sheets)
    assets = gathered(own, assets=needed(map(load, sheets)))
    files = at_once(
        {
            **engine(
                assets, first=(folder("worksheets") / "new" / "heads.toml").read_bytes()
            ),
            **written,
        }
    )
    return Site(
        target, put(files, target), tuple(f"{name}.html" for name in names(sheets))
    )


def put(files: Files, target: Path) -> dict[str, int]:
    """Write the files of a site, with what keeps them for use without a network; all of them with their sizes."""
    files["sw.js"] = worker(files)
    write_all(target, files)
    return in_each(len, files)


def pages(sheets: Sequence[Path]) -> Files:
    """Everything but the engine, and but what keeps it for use without a network; raises SymattnError."""
    opened = {
        name: load(path) for name, path in zip(names(sheets), sheets, strict=True)
    }
    files = {f"{name}.html": page(sheet, name) for name, sheet in opened.items()}
    files["index.html"] = (
        next(iter(files.values())) if len(files) == 1 else index(opened)
    )
    kept = {
        f"sheets/{name}.zip": packed(_of_sheet(sheet, name))
        for name, sheet in opened.items()
    }
    languages = {sheet.language for sheet in opened.values()}
    words = {
        f"words-{language or 'en'}.js": _rendered("words.j2", language)
        for language in languages
    }
    return {**scripts(), **words, **files, **kept}


def names(sheets: Sequence[Path]) -> list[str]:
    """What the pages of some sheets are called: as their files, but for signs that mean something in an address.

    >>> names([Path(name) for name in ("week-3.toml", "index.toml", "a#b.toml", "a?b.toml", "javascript:x.toml")])
    ['week-3', 'index-2', 'a-b', 'a-b-2', 'javascript-x']
    """
    stems = (
        re.sub(r"[^\w.-]+", "-", path.stem).strip("._-") or "sheet"
        for path in sheets  # servers hide what begins with . or _
    )
    return list(distinct(["index", *stems]))[1:]  # which is the list of sheets


def previewed() -> Callable[[Path], Files]:
    """What ``symattn preview`` shows of a sheet's page: the engine is made with the first, and nothing is kept by the browser."""
    made: dict[tuple[Asset, ...], Files] = {}

    def files(path: Path) -> Files:
        assets = needed([load(path)])
        if assets not in made:
            made[assets] = engine(gathered(assets=assets))
        return {**made[assets], **pages([path])}

    return files


def needs_sympy(sheet: Sheet) -> bool:
    """Whether a limit of the sheet is one that SymPy alone finds.

    >>> from symattn.files import find
    >>> needs_sympy(load(find("temperature"))), needs_sympy(load(find("causal-mask")))
    (False, False)
    """
    if not any(
        has(call.op, "SymPy")
        for question in sheet.questions
        for call in question.plan.calls
    ):
        return False
    try:
        steps = [
            step
            for answer in sheet.solve().answers
            for step in answer.follow.steps
            if has(step.op, "SymPy")
        ]
        for step in steps:
            for x in flat(step.inputs[0]) if symbolic(step.params["letter"]) else ():
                assert isinstance(x, Number)  # of a masked entry there is no limit
                told(x, step.params["letter"], step.params.get("to"))
    except SymattnError:
        return True
    return False


def needed(sheets: Iterable[Sheet]) -> tuple[Asset, ...]:
    """The packages that some sheets need in the browser."""
    return ASSETS + SYMPY if any(map(needs_sympy, sheets)) else ASSETS


def page(sheet: Sheet, name: str) -> bytes:
    """The page of a sheet, as it stands before the engine has come: typeset, with no answer in it."""
    desk = Desk(Ready(sheet), Path(), beside(sheet.path))
    return _rendered(
        "page.j2",
        sheet.language,
        sheet=sheet.heading,
        main=desk.html(),
        version=VERSION,
        name=name,
        digest=desk.ready.digest,
        letters=_letters(sheet),
        moves=any(question.plan.lines for question in sheet.questions),
        needs=["sympy"] if needs_sympy(sheet) else [],
    )


def _letters(sheet: Sheet) -> Glossary:
    """The letters that stand in a sheet's numbers, each with its name for a keyboard that lacks it: λ is typed lambda too."""
    return {
        GREEK.get(name, name): name
        for name in sorted(
            {name for question in sheet.questions for name in question.letters}
        )
    }


def index(sheets: Mapping[str, Sheet]) -> bytes:
    """The list of sheets, each with the name of its page."""
    headings = {name: sheet.heading for name, sheet in sheets.items()}
    return _rendered("index.j2", next(iter(sheets.values())).language, sheets=headings)


def _rendered(template: str, language: str = "", **facts: object) -> bytes:
    """A template of the practice page."""
    engine = Pages("html", (), language)
    return engine.render(f"practice/{template}", **facts).encode()


def scripts() -> Files:
    """Scripts, styles and the font, which all pages share."""
    own = folder("templates") / "practice"
    files = {
        name: (own / name).read_bytes()
        for name in ("practice.js", "worker.js", "link.js")
    }
    files["style.css"] = _rendered("style.css")
    files["font.woff2"] = (
        folder("templates") / "html" / "latin-modern-math.woff2"
    ).read_bytes()
    return files


def engine(
    assets: Mapping[str, Path],
    kept: Path | None = None,
    more: Files | None = None,
    first: bytes = b"",
) -> Files:
    """Python, FLINT and symattn as the browser loads them, and *more* archives; what Node.js makes of them is *kept* in the
    user's cache unless told. With a *first* sheet also a picture of the memory in which it has been solved."""
    kept = kept or cache()
    pyodide: Files = {}
    with tarfile.open(assets["pyodide"]) as archive:
        for name in PYODIDE:
            found = archive.extractfile(f"package/{name}")
            assert found is not None, name
            pyodide[name] = found.read()
    pyodide[LINKER] = opened(pyodide[LINKER])
    for old, new in LINKING:
        assert pyodide[LINKER].count(old) == 1, old
        pyodide[LINKER] = pyodide[LINKER].replace(old, new)
    library = packed(dict(_library(pyodide.pop(LIBRARY))))
    pure = {
        name: data
        for package in ("jinja2", "markupsafe", "tomlkit")
        for name, data in _wheel(assets[package])
    }
    archives = {
        "flint.zip": packed(dict(_late(_wheel(assets["python-flint"])))),
        "symattn.zip": packed({**pure, **dict(_own())}),
        LIBRARY: library,
    }
    if "sympy" in assets:
        sympy = {
            name: data
            for name, data in _wheel(assets["sympy"])
            if not NO_LIMITS & set(PurePosixPath(name).parts)
        }
        mpmath = {
            **dict(_wheel(assets["mpmath"])),
            "mpmath/function_docs.py": UNDOCUMENTED,
        }
        archives["sympy.zip"] = packed({**sympy, **mpmath})
    made = compiled(archives, pyodide, kept)
    if not made:
        made = in_each(_solid, archives) | {LIBRARY: _loose(library)}
    pyodide[LIBRARY] = made.pop(LIBRARY)
    made |= in_each(_solid, more or {})
    files = {name.replace(".zip", ".bin"): data for name, data in made.items()}
    if first:
        files |= snapshot(
            first,
            apart_from(made, ("sympy.zip",)),
            pyodide,
            kept,
        )
    files |= pyodide
    files |= {
        f"{name}.bin": gzip.compress(files.pop(name), 9, mtime=0) for name in PACKED
    }
    files["pyodide.js"] = files.pop("pyodide.mjs")
    return {f"engine/{name}": data for name, data in files.items()}


def _late(wheel: Members) -> Members:
    """FLINT with each of its forty parts loaded with its first use: a browser works on linking them longer than on a check."""
    for name, data in wheel:
        if PurePosixPath(name).name.partition(".")[0] not in NO_FLINT:
            yield name, late(data) if name == "flint/__init__.py" else data


def late(package: bytes) -> bytes:
    """A package that imports what it consists of, as one that does so name by name, when it is asked for that; only what comes
    first comes so still, on which all the others rest.

    >>> print(late(b"from .base import ctx\\nfrom .types.arb import arb\\n__version__ = '0.9'").decode().partition("\\n\\n")[0])
    from .base import ctx
    __version__ = '0.9'
    _HOMES = {'arb': ('types.arb', 'arb')}
    """
    body = ast.parse(package).body
    _, *others = [node for node in body if isinstance(node, ast.ImportFrom)]
    homes = {
        alias.asname or alias.name: (node.module, alias.name)
        for node in others
        for alias in node.names
    }
    rest = ast.Module([node for node in body if node not in others], [])
    return f"{ast.unparse(rest)}\n_HOMES = {homes!r}\n{LATE}".encode()


def _loose(archive: bytes) -> bytes:
    """A zip archive with its files as they are: packed as a whole it is smaller, and Python has nothing to unpack."""
    loose = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(archive)) as found,
        zipfile.ZipFile(loose, "w") as written,
    ):
        for name in found.namelist():
            written.writestr(zipfile.ZipInfo(name), found.read(name))
    return loose.getvalue()


def _solid(archive: bytes) -> bytes:
    """A zip archive as one stream that a browser unpacks by itself, many times faster than Python there does: how long the list
    of the files is, the list with their sizes, and all of them."""
    with zipfile.ZipFile(io.BytesIO(archive)) as found:
        files = {name: found.read(name) for name in found.namelist()}
    listed = json.dumps(in_each(len, files)).encode()
    return gzip.compress(
        b"".join([len(listed).to_bytes(4, "big"), listed, *files.values()]), 9, mtime=0
    )


def _library(archive: bytes) -> Members:
    """Python's own modules but those that nothing in a browser can use."""
    with zipfile.ZipFile(io.BytesIO(archive)) as found:
        for name in found.namelist():
            room = PurePosixPath(name).parts[0].removesuffix(".py")
            stem = PurePosixPath(name).stem
            table = room == "encodings" and not (
                stem in ENCODINGS or stem.startswith("utf_")
            )
            if not (name.endswith("/") or room in ELSEWHERE or table):
                yield name, found.read(name)


def _wheel(path: Path) -> Members:
    """What of a wheel the browser needs: neither tests nor types, nor parts built for another system."""
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            parts = PurePosixPath(name)
            foreign = parts.suffix == ".so" and "linux-gnu" in name
            unused = {"test", "tests"} & set(parts.parts) or parts.suffix in (
                ".pyi",
                ".c",
                ".pxd",
                ".pyx",
            )
            if not (foreign or unused or name.endswith("/")):
                yield name, archive.read(name)


def _own() -> Members:
    """symattn itself, with the templates and notations that pages need."""
    for place, path in package():
        _, room, *parts = place.split("/")
        if (
            is_wanted(parts)
            if room == "templates"
            else parts[0] == "notations"
            if room == "worksheets"
            else room not in LEFT_OUT and path.suffix in (".py", ".toml")
        ):
            yield place, path.read_bytes()


def is_wanted(parts: Sequence[str]) -> bool:
    """Whether a page needs a template.

    >>> is_wanted(["html", "page.j2"]), is_wanted(["tex", "page.j2"])
    (True, False)
    """
    languages = len(parts) > 1 and parts[1] in ("words", "steps")
    return (parts[0] in ROOMS or languages) and not parts[-1].endswith(
        (".woff2", ".js", ".txt", ".md")
    )


def _of_sheet(sheet: Sheet, name: str) -> Files:
    """A sheet as it is, with the notations, the logo and the templates beside it that are its own: what is named here is
    published, and nothing else, whatever lies there and wherever links lead."""
    path = sheet.path
    files = {f"{name}.toml": contents(path, LARGEST_SHEET)}
    for table in (sheet.notation, *(question.notation for question in sheet.questions)):
        files |= _notations(table, path.parent)
    logo = tomllib.loads(decoded(files[f"{name}.toml"], shown(path))).get("logo", "")
    if logo and not logo.startswith("data:"):
        files[logo] = open_inside(path.parent, logo, LARGEST_SHEET)
    for template in (one for own in beside(path) for one in sorted(own.rglob("*.j2"))):
        place = template.relative_to(path.parent)
        files[place.as_posix()] = open_inside(path.parent, place, LARGEST_TEMPLATE)
    return files


def _notations(notation: NotationLike, folder: Path, room: str = "") -> Files:
    """The files of a notation that lies in the sheet's folder, and of those it is based on."""
    name = notation.get("base") if isinstance(notation, Mapping) else notation
    if not isinstance(name, str) or name in notations.shipped():
        return {}
    place = PurePosixPath(room) / name
    data = open_inside(folder, Path(place), LARGEST_SHEET)
    return {
        place.as_posix(): data,
        **_notations(tomllib.loads(decoded(data, name)), folder, str(place.parent)),
    }


def at_once(files: Files) -> Files:
    """The files of a site whose engine begins from a picture of its memory, where there is one."""
    if "engine/snapshot.bin" in files:
        files["worker.js"] = files["worker.js"].replace(
            b"PICTURE = false", b"PICTURE = true"
        )
    return files


def worker(files: Files) -> bytes:
    """The service worker, which keeps every file for use without a network; it is another one when a file is."""
    digest = sha256(
        b"".join(
            name.encode() + sha256(data).digest()
            for name, data in sorted(files.items())
        )
    ).hexdigest()
    listed = json.dumps(["./", *sorted(files)])
    text = (folder("templates") / "practice" / "sw.js").read_text(encoding="utf-8")
    return (
        text.replace('"@version@"', json.dumps(digest[:16]))
        .replace('["@files@"]', listed)
        .encode()
    )
