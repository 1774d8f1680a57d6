"""The guide: its topics, those that are made of tables, and all of them as pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape, unescape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from symattn.errors import ToolError
from symattn.files import folder
from symattn.formats.templates import plain
from symattn.later import Match
from symattn.ops import OPS
from symattn.plan.tree import COUNTS, MOMENTS
from symattn.said import Glossary, Said
from symattn.sheet.explained import listed
from symattn.sheet.reference import card, reference, tables

if TYPE_CHECKING:
    from markdown_it import MarkdownIt


class MadeTopic(NamedTuple):
    """A topic that is made of the tables behind it: what it is about, what prints it, and the same in Markdown for a page."""

    about: str
    printed: Callable[[], str]
    paged: Callable[[], str] | None


class Section(NamedTuple):
    """A part of a page under one heading: its anchor, what it is called, and its words."""

    anchor: str
    title: str
    words: str


def topics() -> dict[str, Path]:
    """The written pages of the guide by their names."""
    return {
        path.stem: path
        for path in sorted((folder("worksheets") / "guide").glob("*.md"))
    }


def keys() -> str:
    """Every key of the format, in Markdown.

    >>> "`decimals`: digits shown" in keys()
    True
    """
    out = ["# Every key of a worksheet file"]
    for head, table in tables():
        out.append(f"## `{head}`" if head else "## Above every table")
        for name, key in table.keys.items():
            needed = " (needed)" if key.required else ""
            out.append(
                f"`{name}`{needed}: {key.about}"
                + (f"\n\n```toml\n{name} = {key.example}\n```" if key.example else "")
            )
    return "\n\n".join(out)


def operations() -> str:
    """Every operation of the line language with its slips, in Markdown.

    >>> "- `softmax-columns`: " in operations()
    True
    """
    out = ["# Every operation, and its slips"]
    for op in sorted(OPS.values(), key=lambda op: op.name):
        out += [f"## `{op.spelling}`", _words(op.says)]
        for id in (*op.slips, *op.backward_slips):
            out.append(
                f"- `{id}`: {_words(plain(Said('slips', id, (('op', op.name),))))}"
            )
    out += [
        f"## `{name}(A)`\n\n{_words(says)}"
        for name, says in {**COUNTS, **MOMENTS}.items()
    ]
    return "\n\n".join(out)


def _words(text: str) -> str:
    """Text in which no sign is Markdown's."""
    return re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", text)


MADE = {
    "format": MadeTopic(
        "Every key of a worksheet file, with an example", reference, keys
    ),
    "card": MadeTopic(
        "The same on one page to be printed: symattn help card > card.html", card, None
    ),
    "problems": MadeTopic(
        "What lint says of a sheet, explained, with a wrong and a right example",
        listed,
        listed,
    ),
}


def paged(commands: str) -> Glossary:
    """All pages of the guide in Markdown by their names, with a reference of *commands* beside what the tables here give."""
    written = {
        name: path.read_text(encoding="utf-8") for name, path in topics().items()
    }
    made = {name: made.paged() for name, made in MADE.items() if made.paged}
    return {**written, **made, "operations": operations(), "commands": commands}


def reader() -> MarkdownIt:
    """What makes HTML of Markdown; raises ToolError where it is not installed."""
    try:
        from markdown_it import MarkdownIt
    except ImportError:
        raise ToolError(
            "the guide's pages need markdown-it-py", "pip install markdown-it-py"
        ) from None
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def html(markdown: str, pages: Glossary) -> tuple[str, list[Section]]:
    """A page of the guide as HTML with an anchor at every heading, and its sections.

    What it names of the repository and lies on no page is its name alone; a link to another page is one.
    """
    text = reader().render(markdown)
    text = re.sub(
        r'<a href="([^"]*)">(.*?)</a>',
        lambda link: _link(link[1], link[2], pages),
        text,
        flags=re.S,
    )
    text = re.sub(
        r"<table>.*?</table>",
        r'<div class="scroll" tabindex="0">\g<0></div>',
        text,
        flags=re.S,
    )
    text = text.replace("<pre>", '<pre tabindex="0">').replace(
        "<th></th>", "<td></td>"
    )  # an empty cell heads nothing
    anchors: dict[str, int] = {}

    def anchored(heading: Match) -> str:
        name = (
            re.sub(r"\W+", "-", unescape(_bare(heading[2])).lower()).strip("-")
            or "section"
        )
        anchors[name] = anchors.get(name, 0) + 1
        name += f"-{anchors[name]}" if anchors[name] > 1 else ""
        return f'<h{heading[1]} id="{escape(name)}">{heading[2]}</h{heading[1]}>'

    text = re.sub(r"<h(\d)>(.*?)</h\1>", anchored, text, flags=re.S)
    return text, list(_sections(text))


def _link(target: str, words: str, pages: Glossary) -> str:
    if re.match(r"https?:|#", target):
        return f'<a href="{target}">{words}</a>'
    page, _, anchor = target.partition("#")
    if Path(page).stem in pages and page.endswith(".md"):
        return (
            f'<a href="{Path(page).stem}.html{"#" * bool(anchor)}{anchor}">{words}</a>'
        )
    return words


def _sections(text: str) -> Iterator[Section]:
    heads = list(re.finditer(r'<h[12] id="([^"]*)">(.*?)</h[12]>', text, re.S))
    for k, head in enumerate(heads):
        end = heads[k + 1].start() if k + 1 < len(heads) else len(text)
        words = " ".join(unescape(_bare(text[head.start() : end])).lower().split())
        yield Section(head[1], " ".join(unescape(_bare(head[2])).split()), words)


def _bare(text: str) -> str:
    return re.sub(r"<[^>]*>", " ", text)
