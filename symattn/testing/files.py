"""What is tried on everything else that is one file: notations, kinds of attention, worksheets, formats, platforms, languages."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from inspect import getsource
from pathlib import Path, PurePosixPath
from random import Random
from types import ModuleType
from typing import Any

from symattn import formats
from symattn.boxes import Ink
from symattn.course.delivery import Wanted, deliver
from symattn.course.vary import carried
from symattn.errors import SymattnError, line_of_extension
from symattn.files import find, folder, language_folders
from symattn.formats.templates import Templates
from symattn.marking import check
from symattn.marking.answers.catalogue import CATALOGUE, words_of
from symattn.marking.answers.formats import own as shipped_readers
from symattn.marking.answers.formulas import of_lines
from symattn.marking.answers.naming import QuestionNames
from symattn.marking.answers.written import Contents
from symattn.notation import Notation
from symattn.plan import Plan
from symattn.said import Glossary
from symattn.sheet import Sheet, load, loads
from symattn.sheet.lint import findings
from symattn.sheet.source import short, text_of
from symattn.sheet.variants import VARIANTS, Variant, kind_of, take_beside
from symattn.tables import in_each, without
from symattn.testing.samples import not_as_shown

HEAD = (
    "Q = X @ W_Q",
    "K = X @ W_K",
    "V = X @ W_V",
    "S = Q @ K.T",
    "L = S / sqrt(cols(K))",
    "A = softmax(L)",
    "H = A @ V",
)
TRIED = ("two-heads-by-hand", "causal-mask")
"""Shipped sheets on which a format and a platform are tried."""
ENTRIES = ("1", "2", "0", "-1", "1/2", "3", "sqrt(2)", "-2/3")
FORMS = ("tex", "html", "md", "text")


def notation(path: Path) -> Iterator[str]:
    """Every symbol of a notation, of one head and of two, is read back as its line."""
    yield from dict.fromkeys(_misread(path))


def _misread(path: Path) -> Iterator[str]:
    own = Notation.load(path.name, path.parent)
    for heads in ((), (1, 2), (0, 1)):
        lines = [_numbered(line, head) for head in heads for line in HEAD] or list(HEAD)
        joined = (
            [f"H = concat({', '.join(f'H_{head}' for head in heads)})"] if heads else []
        )
        plan = Plan.read([*lines, *joined, "Y = H @ W_O"])
        bound = own.of(plan.trees, {})
        known = of_lines(
            {line.name: line.text for line in plan.lines}, plan.trees, bound
        )
        naming = QuestionNames(
            plan.names, tuple(plan.givens), bound.names, formulas=known, typeset=True
        )
        symbols = {
            name: formats.writer("tex").write(bound.symbol(name))
            for name in (*plan.names, *plan.givens)
        }
        parsed = in_each(naming.parsed, symbols)
        by = (
            naming.shift(
                {
                    found.head
                    for found in parsed.values()
                    if found and found.head is not None
                },
                symbols=True,
            )
            or 0
        )
        for name, symbol in symbols.items():
            found = parsed[name]
            read = found and (
                found.stem if found.head is None else f"{found.stem}{found.head + by}"
            )
            if not read:
                key = name if name in own.table.names else re.sub(r"_\d+$", "_i", name)
                shown = own.table.names.get(key, symbol)
                yield f"{shown}, the symbol of {key}, cannot be read; write it as symattn help notation shows"
            elif read != name:
                yield f"{symbol}, which stands for {name}, is read back as {read}; give one of the two another symbol"


def _numbered(line: str, head: int) -> str:
    """The line for one head: every name but X with its number."""
    return re.sub(r"\b(?:W_)?[QKVSLAH]\b(?!\()", lambda name: f"{name[0]}_{head}", line)


def attention(path: Path) -> Iterator[str]:
    """A kind of attention runs with every mask, scaled or not, with every choice, with entries that are no whole numbers; its
    pages hold and its key is read back."""
    kind = kind_of(path.stem, text_of(path))
    if path.stem not in VARIANTS:
        take_beside(path.parent, path.name)
    if not kind.says.endswith("."):
        yield 'says = "…" is no sentence; end it with a full stop'
    words = [word for table in kind.choices.values() for word in table.values()]
    read = set(re.findall(r"\w+", "\n".join([*kind.lines, *words])))
    for number in without(kind.scalars, read):
        yield f"numbers has {number}, which no line reads; take it out, or write it in a line"
    named = path.stem if path.stem in VARIANTS else path.name
    for options in _options(kind):
        shown = (
            ", ".join(f"{key} = {value}" for key, value in options.items())
            or "no options"
        )
        texts = [
            _sheet(kind, named, number, options) for number in ('"1/2"', "1")
        ]  # where a number is a size, it is whole
        try:
            sheet = _first(texts, str(path.parent / "worksheet.toml"))
            yield from (
                f"with {shown}: {fault}"
                for fault in _shown(sheet, FORMS if not options else ("md",))
            )
        except SymattnError as error:
            yield f"with {shown}: {error}"
            if not options:
                return  # every option would be told the same


def _first(texts: Sequence[str], place: str) -> Sheet:
    """The first of the texts that is a worksheet with a solution, else what is wrong with the last."""
    for text in texts[:-1]:
        with suppress(SymattnError):
            sheet = loads(text, place)
            sheet.solve()
            return sheet
    return loads(texts[-1], place)


def _options(kind: Variant) -> Iterator[dict[str, str]]:
    """No options, and each of its own with every word that it takes."""
    yield {}
    words = {"mask": ('"causal"',), "scale": ("false", '"3"'), "heads": ("2",)}
    words |= in_each(lambda table: tuple(f'"{word}"' for word in table), kind.choices)
    for name in kind.options:
        for word in words.get(name, ()):
            yield {name: word}


def _sheet(kind: Variant, name: str, number: str, options: Glossary) -> str:
    """A sheet of the kind, with all that it may have given, square but for what is added to rows."""
    asked = in_each(
        lambda value: int(value) if value.isdigit() else value.strip('"'), options
    )
    needed, optional = kind.givens(asked)
    given, chance = [], Random(1)
    single = kind.given_numbers(asked)
    for given_name in (*needed, *(one for one in optional if one != "memory")):
        if given_name in single:
            given.append(f"{given_name} = {number}")
            continue
        rows = 1 if given_name[:2] in ("b_", "c_", "g_") or given_name == "x" else 2
        of_head = {f"{given_name[:-2]}_i", f"{given_name[:-2]}_j"} & {
            *kind.reads[0],
            *kind.reads[1],
        }
        cols = (
            1 if "heads" in options and of_head else 2
        )  # two of them side by side are as wide as one
        entries = [[chance.choice(ENTRIES) for _ in range(cols)] for _ in range(rows)]
        given.append(f"{given_name} = {str(entries).replace(chr(39), chr(34))}")
    chosen = ", ".join(f"{key} = {value}" for key, value in options.items())
    return (
        f'[[question]]\nvariant = "{name}"\noptions = {{ {chosen} }}\n[question.given]\n'
        + "\n".join(given)
        + "\n"
    )


def worksheet(path: Path) -> Iterator[str]:
    """A worksheet solves, has nothing that lint finds, and its pages hold; its key is read back as right."""
    sheet = load(path)
    yield from map(str, findings(sheet))
    yield from _shown(sheet, FORMS)


def _shown(sheet: Sheet, forms: Sequence[str]) -> Iterator[str]:
    solution = sheet.solve()
    for form in forms:
        deliver(sheet, Wanted(form, "key", "full"), solution)
        deliver(sheet, Wanted(form, "blank"), solution)
    with tempfile.TemporaryDirectory() as place:
        key = Path(place) / "key.md"
        key.write_bytes(deliver(sheet, Wanted("md", "key"), solution))
        for question in check(sheet, key).answers[0].questions:
            for result in question.results:
                if result.verdict not in ("correct", "by-hand"):
                    yield f"{question.id}.{result.name} of its own key is told {result.verdict}: {result.message}"


def format_of_pages(name: str) -> Iterator[str]:
    """A format has key and students' sheet of shipped worksheets, in which the one says more than the other."""
    for shipped in TRIED:
        sheet = load(find(shipped))
        key, blank = (
            deliver(sheet, Wanted(name, form=which)).decode()
            for which in ("key", "blank")
        )
        if not len(key) > len(blank) > 0:
            yield f"the key of {shipped} says no more than the students' sheet"
        if "Thinking" in (sheet.tokens or ()) and "Thinking" not in key:
            yield f"the tokens of {shipped} are not on its key"
    writer = formats.writer(name)
    if not writer.inline(Ink("Q")).strip():
        yield "inline writes nothing where a formula stands in a sentence"
    for odd in ("a & b", "50 % of <b>", "$x_1$ {y}", "\\input{z}", "# *c* `d`"):
        writer.escape(odd)
        writer.prose(
            odd.replace("\\input{z}", "z")
            .replace("%", "\\%")
            .replace("&", "\\&")
            .replace("#", "\\#")
        )


def format_of_answers(module: ModuleType) -> Iterator[str]:
    """A format of answer files has suffixes of its own, reads what its example shows, and refuses what is none of its files with
    SymattnError, whatever stands in it."""
    for suffix in module.SUFFIXES:
        built_in: Any = shipped_readers().get(suffix)
        if built_in is not None and getsource(built_in) != getsource(module):
            yield f"symattn reads {suffix} itself and never asks this one; take another suffix"
        if not suffix.startswith(".") or suffix != suffix.lower():
            yield f"the suffix {suffix!r} is none; write it with its point, in small letters: .ods"
    yield from _read_as_shown(module)
    met: dict[str, str] = {}
    chance = Random(1)
    for size in (0, 1, 7, 100, 5000):
        for data in (
            bytes(size),
            chance.randbytes(size),
            b"[[" * size,
            b"A = [[1, 2]]\n" * size,
        ):
            try:
                module.read(data, frozenset(["q1"]))
            except SymattnError:
                pass
            except Exception as error:
                place = ": ".join(
                    filter(None, [line_of_extension(error), type(error).__name__])
                )
                what = f"end in {place}: {short(str(error))}; raise SymattnError"
                met[place] = f"{size} bytes of something else {what}"
    yield from met.values()


def _read_as_shown(module: ModuleType) -> Iterator[str]:
    """The example of a reader holds, and an answer is read in it."""
    found: list[Contents] = []

    def read(data: bytes, ids: frozenset[str]) -> Sequence[Contents]:
        each: Sequence[Contents] = module.read(data, ids)
        found.extend(each)
        return each

    fault = not_as_shown(module.read.__doc__, {**vars(module), "read": read}, "read")
    if fault:
        yield fault
    elif not any(one.answers for one in found):
        call = '>>> read(b"…", frozenset(["q1"]))[0].answers[0].cells[0][0].text'
        yield f"no example of read reads an answer; write one below its first sentence: {call}"


def platform(module: ModuleType) -> Iterator[str]:
    """A platform's export is files by their places inside a folder, the same whenever it is made."""
    for shipped in TRIED:
        sheet = load(find(shipped))
        source = carried(text_of(sheet.path), sheet.path)
        first, again = (module.files(sheet, source, 2, "") for _ in range(2))
        if first != again:
            yield f"two exports of {shipped} differ; take nothing from the clock or from chance"
        if not first:
            yield f"nothing is exported of {shipped}; give at least one file"
        for place, data in first.items():
            if (
                not isinstance(data, bytes)
                or PurePosixPath(place).is_absolute()
                or ".." in PurePosixPath(place).parts
            ):
                yield f"{place!r} is no place in the folder with bytes"


class Note(str):
    """What is told of something tried, and is no fault of it."""

    __slots__ = ()


class Untried(Note):
    """Why something could not be tried."""

    __slots__ = ()


def language(path: Path) -> Iterator[str]:
    """A language has every template with words, every macro and text in it, the same facts in each, and what students call
    things. What one from outside lacks is told, for it is said in English; a shipped one lacks nothing."""
    here = path.resolve()
    if language_folders()[path.name] != here:
        yield f"there is a language {path.name} already"
        return
    shipped = folder("templates")
    lacking = str if here.parent == shipped else Note
    if gone := words_of(shipped).keys() - words_of(path).keys():
        yield lacking(
            f"{CATALOGUE.as_posix()} does not say what students call {_listed(gone)}"
        )
    every = {
        file.relative_to(words.parent).as_posix()
        for words in shipped.glob("*/words")
        for file in words.parent.rglob("*.j2")
    }
    there = {name for name in every if (path / name).is_file()}
    if every != there:
        yield lacking(f"said in English, for it is missing: {_listed(every - there)}")
    for name in sorted(there):
        if name.startswith("words/"):
            yield from _words(path.name, name, lacking)


def _words(language: str, name: str, lacking: Callable[[str], str]) -> Iterator[str]:
    """What a file of words lacks, and what it has otherwise than the English one."""
    own, theirs = (
        {
            key: told
            for key, told in vars(
                Templates("text", language=one).environment.get_template(name).module
            ).items()
            if not key.startswith("_")
        }
        for one in (language, "en")
    )
    if gone := theirs.keys() - own.keys():
        yield lacking(f"{name}: said in English, for it is missing: {_listed(gone)}")
    for key in sorted(theirs.keys() & own.keys()):
        mine, told = own[key], theirs[key]
        facts = getattr(told, "arguments", None)
        if getattr(mine, "arguments", None) != facts:
            what = "text" if facts is None else "macro"
            yield f"{name} has no {what} {key} with the facts that the English one has"
        elif isinstance(told, dict) and not (
            isinstance(mine, dict) and told.keys() <= mine.keys()
        ):
            gone = told.keys() - (mine.keys() if isinstance(mine, dict) else ())
            yield f"{name}: the table {key} is taken whole, and lacks {_listed(gone)}"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))
