"""Things said by templates: the sentence for what is given as data, in a format, a language and somebody's symbols."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property
from pathlib import Path

from jinja2 import Environment
from markupsafe import Markup

from symattn.errors import SymattnError
from symattn.formats.templates import Templates
from symattn.ops import OPS
from symattn.said import Fact, Said, Sentence


class Words:
    """Says things by the templates of a format and a language.

    ``its`` gives a line's name or a given's as it is to be called, ``formula`` what the sheet says that a line is, from its
    name and its text in the sheet; ``sign`` sets √d_k and the like. What a folder of a language or of one's own does not say
    is said in English.
    """

    def __init__(
        self, templates: Templates, its: Callable[[str], object], formula: Callable[[str, str], object],
        sign: Callable[[str], object],
    ) -> None:  # fmt: skip
        self.form, self.environment, self.text = templates.form, templates.environment, templates.text
        self.calls = {"its": its, "formula": formula, "sign": sign}
        self.environment.globals.update(self.calls)

    def __call__(self, said: Said) -> Markup:
        """A sentence; raises SymattnError where no template has it."""
        facts = dict(said.facts)
        stem = said.name.replace("-", "_")
        names = (f"{stem}__{facts.get('op')}", stem, f"{stem}_")  # a macro may not be called as a function is
        for environment in (self.environment, self._shipped):
            module = environment.get_template(f"words/{said.room}.j2").module
            for name in names:
                macro = getattr(module, name, None)
                if macro is not None and hasattr(macro, "arguments"):
                    known = {key: self._fact(x) for key, x in facts.items() if key in macro.arguments}
                    return Markup(macro(**known))
        if brought := _brought(said):
            return self.text(brought)
        raise SymattnError(f"templates/words/{said.room}.j2 has no macro {stem}; write one")

    def _fact(self, x: Fact) -> object:
        if isinstance(x, Said):
            return self(x)
        return tuple(self(one) if isinstance(one, Said) else one for one in x) if isinstance(x, tuple) else x

    @cached_property
    def _shipped(self) -> Environment:
        """English, as it is shipped."""
        found = Templates(self.form).environment
        found.globals.update(self.calls)
        return found


def _brought(said: Said) -> str:
    """The words that a slip or an operation brings along in its record, where the templates have none."""
    facts = dict(said.facts)
    of = OPS.get(str(facts.get("op")))
    if said.room == "slips" and of and (slip := of.slips.get(said.name) or of.backward_slips.get(said.name)):
        return slip.says
    if said.room == "why":
        return str(facts.get("words", "")).format(of=facts.get("of", ""))
    reason = OPS[said.name].reason if said.room == "reasons" and said.name in OPS else None
    return reason if isinstance(reason, str) else ""


def plainly(own: Sequence[Path] = (), language: str = "") -> Words:
    """Words as plain text, lines called as in the worksheet."""
    return Words(Templates("text", own, language), str, lambda name, text: text, str)


_known = cache(plainly)


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
    return plain(text.said, language=language) if language and isinstance(text, Sentence) else text


def joined(sentences: Iterable[str]) -> str:
    """Sentences one after the other, empty ones left out.

    >>> joined(["One.", "", "Two."])
    'One. Two.'
    """
    return " ".join(str(sentence) for sentence in sentences if sentence)
