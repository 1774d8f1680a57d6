"""Templates and the sentences in them."""

from __future__ import annotations

import sys
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from types import CodeType
from typing import Any, ClassVar

import jinja2
from jinja2 import (
    ChoiceLoader,
    DictLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    Template,
    TemplateError,
    TemplateNotFound,
    Undefined,
)
from jinja2.bccache import Bucket, BytecodeCache
from jinja2.environment import TemplateModule
from jinja2.loaders import split_template_path
from jinja2.runtime import Context
from markupsafe import Markup

from symattn import extensions, formats
from symattn.boxes import (
    Box,
    Boxed,
    Fence,
    Frac,
    Grid,
    Ink,
    Root,
    Row,
    Script,
    Stack,
    pointed,
    renamed,
)
from symattn.errors import LimitError, SymattnError, nearest
from symattn.files import (
    FileError,
    MissingFile,
    folder,
    kept,
    language_folders,
    languages,
    open_inside,
    own_folder,
    shown,
    write_whole,
)
from symattn.formats import trust
from symattn.formats.sandbox import Sandbox, where
from symattn.limits import LARGEST_TEMPLATE, MOST_TEMPLATE_STEPS
from symattn.ops import OPS
from symattn.said import Fact, Pair, Said, Sentence
from symattn.version import VERSION
from symattn.wording import SIGNS

# --- templates ---
# The one environment of templates: a format's writer, the shipped folder of templates, and folders of one's own before it.
#
# Whatever a template prints is a box (a formula), markup, or text that is escaped. What a template reads and calls, and how much
# work it may make, stands in ``sandbox.py``; whose templates are used at all, in ``trust.py``.

DIGEST = sha256().digest_size
EDITION = "2"
"""How templates are compiled: what was compiled otherwise is not taken."""
BOXES = (Ink, Row, Frac, Script, Stack, Root, Fence, Grid, Boxed)


class Compiled(BytecodeCache):
    """The shipped templates as they were compiled once, kept in the user's cache: where symattn is installed nothing is written.

    To compile its templates takes a page longer than to fill them in. A template that was changed is compiled again, for what
    is kept is known by a checksum of its text; templates of one's own are compiled every time. Where Python writes no
    bytecode, where there is no cache or it cannot be written to, nothing is kept in files; a process holds what it has read
    or compiled all the same, so that its second page does neither. What is kept is run, so a folder that somebody else owns
    or can write to is left alone.

    >>> Compiled().get_cache_key("steps/exp.j2", "/tmp/templates/steps/exp.j2")
    ''
    """

    held: ClassVar[dict[Pair, CodeType]] = {}

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """The name under which a template is kept; the empty text for a template that is not."""
        is_shipped = filename is not None and Path(filename).is_relative_to(
            folder("templates")
        )
        return f"{name} {EDITION}" if is_shipped else ""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take what is kept, if it was made from the same text; its own digest is compared before anything in it is looked at."""
        bucket.code = self.held.get((bucket.key, bucket.checksum))
        if bucket.code or not bucket.key or self.place is None:
            return
        try:
            data = (self.place / _kept_as(bucket)).read_bytes()
        except OSError:  # not kept yet
            return
        digest, code = data[:DIGEST], data[DIGEST:]
        if (
            digest == sha256(code).digest()
        ):  # else it was cut or spoilt: compiled again, and kept in its place
            bucket.bytecode_from_string(code)
            self._hold(bucket)

    @cached_property
    def place(self) -> Path | None:
        """Where templates are kept, looked at once for all of a page."""
        return _kept_in()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template that was compiled just now."""
        self._hold(bucket)
        if (
            not bucket.key
            or sys.dont_write_bytecode
            or (place := _kept_at(bucket, made=True)) is None
        ):
            return
        try:
            code = bucket.bytecode_to_string()
            write_whole(place, sha256(code).digest() + code)
        except OSError:  # a full disk: the page is the same, only later
            return

    def _hold(self, bucket: Bucket) -> None:
        if bucket.key and bucket.code:
            self.held[bucket.key, bucket.checksum] = bucket.code


def _kept_at(bucket: Bucket, made: bool) -> Path | None:
    """The file in which a compiled template is kept; None where there is no folder for it that is the user's alone."""
    place = _kept_in(made)
    return place and place / _kept_as(bucket)


def _kept_in(made: bool = False) -> Path | None:
    if (cache := kept()) is None:
        return None
    made_by = f"{VERSION}-jinja2-{jinja2.__version__}-{sys.implementation.cache_tag}"  # another's may not run here
    names = ("templates", made_by)
    return (
        own_folder(cache, *names) if made or cache.joinpath(*names).is_dir() else None
    )


def _kept_as(bucket: Bucket) -> str:
    return sha256(f"{bucket.key} {bucket.checksum}".encode()).hexdigest()


class OwnTemplates(FileSystemLoader):
    """Templates of one's own: read as every file is that comes with a sheet, so that a page knows what it was made from.

    No link is followed, and no name leads out of the folder. A file that is there and cannot be read is an error, never a
    reason to take the shipped template in its place.
    """

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        """The text of a template, its file, and that it is up to date; raises TemplateNotFound, and SymattnError."""
        for place in map(Path, self.searchpath):
            name = Path(*split_template_path(template))
            path = place / name
            try:
                data = open_inside(place, name, LARGEST_TEMPLATE)
                if not trust.is_as_trusted(place, name, data):
                    raise FileError(shown(path), trust.CHANGED)
                text = data.decode("utf-8-sig")
            except MissingFile:
                continue
            except FileError as error:
                raise FileError(f"template {error.file}", error.why) from None
            except (LimitError, UnicodeDecodeError) as error:
                why = (
                    "not UTF-8; save the file as UTF-8 text"
                    if isinstance(error, UnicodeDecodeError)
                    else str(error)
                )
                raise FileError(f"template {shown(path)}", why) from None
            return text, str(path), lambda: True
        raise TemplateNotFound(template)

    def has(self, template: str) -> bool:
        """Whether there is such a template."""
        try:
            self.get_source(Environment(), template)
        except TemplateNotFound:
            return False
        return True


SHIPPED = "/"
"""What stands before the name of a template where the shipped one is meant, whoever has one of that name: the English one."""


class Telling(Template):
    """A template that others ask for its macros and texts: what it does not have, the shipped one of its name has."""

    def make_module(
        self,
        vars: dict[str, Any] | None = None,
        shared: bool = False,
        locals: Mapping[str, Any] | None = None,
    ) -> TemplateModule:
        """What it tells where it is told these things."""

        def shipped() -> TemplateModule:
            one = self.environment.get_template(f"{SHIPPED}{self.name}")
            return TemplateModule(one, one.new_context(vars, shared, locals))

        return Answering(self, self.new_context(vars, shared, locals), shipped)


class Answering(TemplateModule):
    """What a template tells; ``vars`` of it are what it tells itself."""

    def __init__(
        self, of: Template, context: Context, shipped: Callable[[], TemplateModule]
    ) -> None:
        super().__init__(of, context)
        self._shipped = shipped

    def __getattr__(self, name: str) -> Any:
        """What is not there, as the shipped template has it."""
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return getattr(self._shipped(), name)
        except TemplateNotFound:
            raise AttributeError(name) from None


PLAIN = "steps/_display.j2"
"""What is printed of a step whose operation has no template of its own: the working, without a sentence."""


class Templates:
    """Templates of one format; ``own`` are folders that are looked in before the shipped templates, and so is the folder of
    a ``language`` among these; raises SymattnError for a language that there is not. Decimals have the language's mark,
    unless a ``point`` is given.

    >>> Templates("tex").text("a & <b>")
    Markup('a \\\\& \\\\textless{}b\\\\textgreater{}')
    """

    def __init__(
        self,
        form: str,
        own: Sequence[Path] = (),
        language: str = "",
        writer: formats.Writer | None = None,
        point: str = "",
    ) -> None:
        spoken, shipped = _spoken(language), folder("templates")
        self.form, self.writer = form, writer or formats.writer(form)
        self.own = (*own, *(place for place in spoken if place.parent != shipped))
        self.mine, self.shipped = (
            OwnTemplates(self.own),
            FileSystemLoader([*(set(spoken) - set(self.own)), shipped]),
        )
        self.brought = {} if writer else formats.own_templates(form)
        self.environment = Sandbox(
            MOST_TEMPLATE_STEPS if self.own else None,
            loader=ChoiceLoader(
                [
                    PrefixLoader({"": FileSystemLoader(shipped)}, SHIPPED),
                    self.mine,
                    self.shipped,
                    DictLoader(self.brought),
                ]
            ),
            **SIGNS,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            undefined=StrictUndefined,
            autoescape=True,
            finalize=self.finalize,
            auto_reload=False,
            bytecode_cache=Compiled(),
        )
        self.environment.template_class = Telling
        self._given_point = point
        self.environment.globals.update(
            math=self.math, prose=self.prose, embedded=embedded, instead="; "
        )
        self.environment.globals["colon"] = self._stop(language, "colon", ":")
        self.environment.globals["semicolon"] = self._stop(language, "semicolon", ";")

    def _stop(self, language: str, name: str, plain: str) -> str:
        """A colon or a semicolon behind words of a language, with the blank before it that some have."""
        if language in ("", "en"):
            return plain
        return str(getattr(self._words, name))

    def finalize(self, value: object) -> Markup:
        """A box as a formula in the sentence, text escaped, markup as it is; anything else is a mistake."""
        made = self.environment.made
        if isinstance(value, Markup):
            return made(value)
        if isinstance(value, BOXES):
            return made(Markup(self.writer.inline(self.spoken(value))))
        if isinstance(value, (str, int)) and not isinstance(value, bool):
            return made(self.text(str(value)))
        if isinstance(value, Undefined):
            str(value)  # raises, and says which name
        raise SymattnError(
            f"a template prints a {type(value).__name__}, which is neither box nor text"
        )

    def text(self, text: str) -> Markup:
        """Plain text, escaped."""
        return Markup(self.writer.escape(text))

    def math(self, box: Box) -> Markup:
        """A formula without what marks it as one."""
        return Markup(self.writer.write(self.spoken(box)))

    @cached_property
    def point(self) -> str:
        """What stands between a decimal's whole part and its digits."""
        return self._given_point or str(self._words.point)

    @cached_property
    def _words(self) -> Any:
        with self.filling("words/page.j2"):
            return self.environment.get_template("words/page.j2").module

    def spoken(self, box: Box) -> Box:
        """A formula as the page's language has it: its decimals, and the names of what is counted.

        >>> Templates("text", language="de").spoken(Ink("divisions", "upright")), Templates("text").spoken(Ink("0.5", "number"))
        (Ink(text='Divisionen', kind='upright'), Ink(text='0.5', kind='number'))
        """
        return renamed(pointed(box, self.point), self._words.functions)

    def prose(self, latex: str) -> Markup:
        """An author's LaTeX text; it is never read as a template."""
        return Markup(self.writer.prose(latex))

    def has(self, template: str) -> bool:
        """Whether there is such a template, one's own or shipped.

        >>> Templates("tex").has("tex/fragment.j2"), Templates("md").has("md/fragment.j2")
        (True, False)
        """
        is_shipped = template in self.brought or any(
            Path(place, template).is_file() for place in self.shipped.searchpath
        )
        return is_shipped or self.mine.has(template)

    def render(self, *templates: str, **context: object) -> Markup:
        """The first of these templates that there is, filled in.

        Raises SymattnError for a mistake in a template of one's own, with its place, and LimitError for one without an end.
        """
        with self.filling(templates[0]):
            return Markup(self.environment.select_template(templates).render(**context))

    @contextmanager
    def filling(self, template: str) -> Iterator[None]:
        """Have templates do something, their work counted as a whole: what goes wrong in one of one's own is told."""
        try:
            with self.environment.page():
                yield
        except Exception as error:
            place = where(error)
            is_own = place is not None and any(
                Path(place.file).is_relative_to(folder) for folder in self.own
            )
            is_told = isinstance(error, SymattnError) and (
                type(error) is not SymattnError or str(error).startswith("template ")
            )
            lacks = place is not None and _lacks_macro(error)
            if is_told or not (
                is_own or (self.own and (isinstance(error, TemplateError) or lacks))
            ):
                raise
            at = place if is_own or lacks else f"template {_place(error, template)}"
            what = error.message if isinstance(error, TemplateError) else str(error)
            if isinstance(error, TemplateNotFound):
                what = f"no template {error.name!r} in this folder or among the shipped ones"
            kind = (
                ""
                if isinstance(error, (TemplateError, SymattnError))
                else f"{type(error).__name__}: "
            )
            hint = self._own_macros() if lacks else ""
            raise SymattnError(
                f"{at}: {kind}{what or type(error).__name__}{hint}"
            ) from None

    def _own_macros(self) -> str:
        """Where to look when a shipped template calls a macro that one's own template has as a text, or with other facts."""
        found = [
            file.relative_to(place).as_posix()
            for place in map(Path, self.own)
            for file in sorted(place.rglob("*.j2"))
        ]
        return f"; a macro is called here, see your own {', '.join(found[:5])}"


def _lacks_macro(error: Exception) -> bool:
    """Whether a template called as a macro what is none, or with other facts than it takes."""
    told = str(error)
    return isinstance(error, TypeError) and (
        told.endswith("is not callable") or told.startswith("macro ")
    )


def _spoken(language: str) -> tuple[Path, ...]:
    """The folder of a language; English needs none."""
    if language in ("", "en"):
        return ()
    if language not in languages():
        near = nearest(language, languages(), "write one of")
        raise SymattnError(
            f"language {language!r}: no templates are written in it; {near}"
        )
    return (language_folders()[language],)


def _place(error: Exception, template: str) -> str:
    """Where a template is wrong, as far as Jinja2 says it."""
    name, line = (
        getattr(error, "filename", None) or template,
        getattr(error, "lineno", None),
    )
    return f"{name}:{line}" if line else str(name)


FONTS = frozenset({"html/latin-modern-math.woff2"})
"""The files among the shipped templates that a page may hold."""


@cache
def embedded(name: str) -> Markup:
    """A font among the shipped templates as an address that holds it whole; raises SymattnError for any other name.

    >>> embedded("html/latin-modern-math.woff2")[:23]
    Markup('data:font/woff2;base64,')
    """
    if name not in FONTS:
        raise SymattnError(
            f"a template embeds {name!r}; what can be embedded is {', '.join(sorted(FONTS))}"
        )
    data = b64encode((folder("templates") / name).read_bytes())
    return Markup(f"data:font/woff2;base64,{data.decode('ascii')}")


# --- sentences ---
# Things said by templates: the sentence for what is given as data, in a format, a language and somebody's symbols.


class Words:
    """Says things by the templates of a format and a language.

    ``its`` gives a line's name or a given's as it is to be called, ``formula`` what the sheet says that a line is, from its
    name and its text in the sheet; ``sign`` sets √d_k and the like; ``decimal`` writes a number's digits with the language's
    decimal sign. What a folder of a language or of one's own does not say
    is said in English.
    """

    def __init__(
        self,
        templates: Templates,
        its: Callable[[str], object],
        formula: Callable[[str, str], object],
        sign: Callable[[str], object],
    ) -> None:
        self.templates, self.form = templates, templates.form
        self.environment, self.text = templates.environment, templates.text
        self.calls = {
            "its": its,
            "formula": formula,
            "sign": sign,
            "decimal": self._decimal,
        }
        self.environment.globals.update(self.calls)

    def __call__(self, said: Said) -> Markup:
        """A sentence; raises SymattnError where no template has it."""
        facts = dict(said.facts)
        stem = said.name.replace("-", "_")
        names = (
            f"{stem}__{facts.get('op')}",
            stem,
            f"{stem}_",
        )  # a macro may not be called as a function is
        room = f"words/{said.room}.j2"
        with self.templates.filling(room):
            for of in (room, f"{SHIPPED}{room}"):
                own = vars(self.environment.get_template(of).module)
                for name in names:
                    macro = own.get(name)
                    if macro is not None and hasattr(macro, "arguments"):
                        known = {
                            key: self._fact(x)
                            for key, x in facts.items()
                            if key in macro.arguments
                        }
                        return Markup(macro(**known))
        brought = _brought(said)
        if brought or said.room == "because":
            return self.text(brought)
        raise SymattnError(
            f"templates/words/{said.room}.j2 has no macro {stem}; write one, or give the fact words"
        )

    def _decimal(self, digits: str) -> str:
        return digits.replace("-", "−").replace(".", self.templates.point)

    def _fact(self, x: Fact) -> object:
        if isinstance(x, tuple):
            return tuple(map(self._fact, x))
        return self(x) if isinstance(x, Said) else x


def _brought(said: Said) -> str:
    """The words that a slip or an operation brings along in its record, where the templates have none."""
    facts = dict(said.facts)
    of = OPS.get(str(facts.get("op")))
    if said.room == "because" and of and said.name in of.slips:
        return of.slips[said.name].because
    if (
        said.room == "slips"
        and of
        and (slip := of.slips.get(said.name) or of.backward_slips.get(said.name))
    ):
        return slip.says
    if said.room == "why":
        return str(facts.get("words", "")).format(of=facts.get("of", ""))
    reason = (
        OPS[said.name].reason if said.room == "reasons" and said.name in OPS else None
    )
    return reason if isinstance(reason, str) else ""


def plainly(own: Sequence[Path] = (), language: str = "", point: str = "") -> Words:
    """Words as plain text, lines called as in the worksheet."""
    return Words(
        Templates("text", own, language, point=point), str, lambda name, text: text, str
    )


_known = extensions.forgetting(cache(plainly))


def plain(*sentences: Said, language: str = "") -> str:
    """Sentences as plain text, lines called as in the worksheet: for JSON, gradebooks and the terminal.

    >>> plain(Said("marking", "follows", (("names", ("Q_1", "K_1")),)), language="de")
    'Folgerichtig aus Ihrem Q_1 und K_1.'
    """
    return joined(map(_known((), language), sentences))


def spoken(text: str, language: str) -> str:
    """A text in a language, where it knows what it says; any other as it is.

    >>> spoken(Sentence("no rows", Said("reading", "no_rows")), "de")
    'keine Zeilen; schreiben Sie [[1, 2], [3, 4]]'
    """
    return (
        plain(text.said, language=language)
        if language and isinstance(text, Sentence)
        else text
    )


def joined(sentences: Iterable[str]) -> str:
    """Sentences one after the other, empty ones left out.

    >>> joined(["One.", "", "Two."])
    'One. Two.'
    """
    return " ".join(str(sentence) for sentence in sentences if sentence)
