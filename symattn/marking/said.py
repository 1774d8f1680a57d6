"""Something to be said, as data: which sentence, and what it tells of. The words stand in ``templates/words/``, a macro for
each sentence, so that a page of another language, or in the sheet's symbols, says the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias, Union

from markupsafe import Markup

from symattn.errors import SymattnError
from symattn.formats.templates import Templates
from symattn.ops import OPS

Fact: TypeAlias = Union[str, int, tuple[str, ...], tuple[int, ...], "Said"]
Facts: TypeAlias = tuple[tuple[str, Fact], ...]


@dataclass(frozen=True)
class Said:
    """One sentence, or a part of one: its name in its room, a file of templates/words, and its facts by name.

    >>> str(plain(Said("marking", "follows", (("names", ("Q_1", "K_1")),))))
    'Right from your Q_1 and K_1.'
    """

    room: str
    name: str
    facts: Facts = ()


def told(name: str, /, **facts: Fact) -> Said:
    """A sentence of templates/words/marking.j2.

    >>> plain(told("wrong", count=1, total=4))
    '1 of 4 entries is wrong.'
    """
    return Said("marking", name, tuple(facts.items()))


def quoted(text: str) -> tuple[Said, ...]:
    """Words that come from elsewhere, a grader's or a reader's, as they are; nothing for none.

    >>> plain(*quoted("row 1 is short"))
    'row 1 is short'
    """
    return (told("quoted", text=text),) if text else ()


class Words:
    """Says things by the templates of a format and a language.

    ``its`` gives a line's name or a given's as it is to be called, ``formula`` what the sheet says that a line is, from its
    name and its text in the sheet; ``sign`` sets √d_k and the like.
    """

    def __init__(
        self, templates: Templates, its: Callable[[str], object], formula: Callable[[str, str], object],
        sign: Callable[[str], object],
    ) -> None:  # fmt: skip
        self.environment, self.text = templates.environment, templates.text
        self.environment.globals.update(its=its, formula=formula, sign=sign)

    def __call__(self, said: Said) -> Markup:
        """A sentence; raises SymattnError where the templates have none for it."""
        module = self.environment.get_template(f"words/{said.room}.j2").module
        facts = dict(said.facts)
        stem = said.name.replace("-", "_")
        for name in (f"{stem}__{facts.get('op')}", stem, f"{stem}_"):  # a macro may not be called as a function is
            macro = getattr(module, name, None)
            if macro is not None and hasattr(macro, "arguments"):
                known = {key: self(x) if isinstance(x, Said) else x for key, x in facts.items() if key in macro.arguments}
                return Markup(macro(**known))
        own = _of_the_record(said.name, facts.get("op")) if said.room == "slips" else ""
        if own:
            return self.text(own)
        raise SymattnError(f"templates/words/{said.room}.j2 has no macro {stem}; write one")


def _of_the_record(slip: str, op: object) -> str:
    """The words that a slip brings along, where the templates have none."""
    slips = OPS[op].slips if isinstance(op, str) and op in OPS else {}
    return slips[slip].says if slip in slips else ""


@cache
def _plain(language: str) -> Words:
    return Words(Templates("text", language=language), str, lambda name, text: text, str)


def plain(*sentences: Said, language: str = "") -> str:
    """Sentences as plain text, lines called as in the worksheet: for JSON, gradebooks and the terminal."""
    return joined(map(_plain(language), sentences))


def joined(sentences: Iterable[str]) -> str:
    """Sentences one after the other, empty ones left out."""
    return " ".join(str(sentence) for sentence in sentences if sentence)
