"""A static site: the shipped sheets as a gallery, and the guide, with search; one folder, nothing from anywhere else."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from markupsafe import Markup

from symattn.course.bank import Entry, entries, said
from symattn.course.bank import topics as bank_topics
from symattn.course.delivery import DETAILS, Wanted, deliver
from symattn.course.feedback import Pages
from symattn.errors import SymattnError
from symattn.files import Files, bank, contents, folder, write_all
from symattn.limits import LARGEST_SHEET
from symattn.practice.site import names, not_of_others, worker
from symattn.records import frozen
from symattn.said import Glossary, Strings
from symattn.sheet import Sheet, load
from symattn.site.guide import html, paged
from symattn.site.shared import shared_font
from symattn.site.workshop import FIRST, address, answered, known, modules, starts
from symattn.site.workshop import workshop as write_workshop

PICTURES = (".png", ".svg")


@frozen
class SiteWanted:
    """What is wanted of a site: its language, a PDF of each page to print, and links to the pages in the folder ``practice``:
    those on which sheets are worked on, and the workshop."""

    language: str = ""
    pdf: bool = False
    practice: bool = False
    workshop: bool = False


def site(
    sheets: Sequence[Path], target: Path, commands: str, asked: SiteWanted
) -> list[Path]:
    """Write the folder, with a reference of the *commands* in Markdown; its files.

    Raises SymattnError, also where another program's site lies there; ToolError where something that a page is made by is not
    installed.
    """
    not_of_others(target)
    files = pages(sheets, commands, asked)
    files["sw.js"] = worker(
        {name: data for name, data in files.items() if not name.endswith(".pdf")}
    )
    write_all(target, files)
    return [target / name for name in files]


def pages(sheets: Sequence[Path], commands: str, asked: SiteWanted) -> Files:
    """All files of a site but what keeps it for use without a network."""
    opened = dict(zip(names(sheets), sheets, strict=True))
    made = SiteFrame(asked)
    files = made.shared()
    loaded: dict[str, Sheet] = {}
    for name, path in opened.items():
        loaded[name] = load(path)
        files |= made.sheet(name, path, loaded[name])
    files["gallery.html"] = made.gallery(loaded)
    files["bank.html"] = made.bank(bank_entries())
    files |= made.guide(paged(commands))
    files["index.html"] = made.page("front", "", sheets=len(loaded))
    return files


def workshop(
    sheets: Sequence[Path], target: Path, asked: SiteWanted, own: Path | None
) -> dict[str, int]:
    """Write the folder ``practice`` of a site: the workshop, and pages to practise on if they are wanted; sizes of its files.

    Raises as ``site`` does; packages come from a folder of one's *own*, else as ``assets.gathered`` has them.
    """
    made = SiteFrame(asked)
    page = made.page(
        "workshop",
        "../",
        known=known(),
        modules=modules(),
        starts=starts(),
        first={"name": FIRST, "pages": answered()},
        topics=bank_topics(bank_entries()),
    )
    script = (folder("templates") / "site" / "workshop.js").read_bytes()
    style = made.shared()["style.css"]
    files = {"workshop.html": page, "workshop.js": script, "workshop.css": style}
    return write_workshop(
        sheets if asked.practice else (), target / "practice", files, own
    )


class SiteFrame:
    """What all pages of a site have around them, and what is in them."""

    def __init__(self, asked: SiteWanted) -> None:
        self.asked, self.engine = asked, Pages("html", (), asked.language)

    def page(self, kind: str, up: str, **facts: object) -> bytes:
        """A page of a kind; ``up`` leads from its folder to the site's."""
        return self.engine.render(
            f"site/{kind}.j2", up=up, asked=self.asked, **facts
        ).encode()

    def shared(self) -> Files:
        """Script, style, font and the guide's pictures."""
        own = folder("templates")
        pictures = [
            path
            for path in (folder("worksheets") / "guide").iterdir()
            if path.suffix in PICTURES
        ]
        return {
            "style.css": self.engine.render("site/style.css").encode(),
            "site.js": (own / "site" / "site.js").read_bytes(),
            "font.woff2": (own / "html" / "latin-modern-math.woff2").read_bytes(),
            **{f"guide/{path.name}": path.read_bytes() for path in sorted(pictures)},
        }

    def sheet(self, name: str, path: Path, sheet: Sheet) -> Files:
        """A sheet: its own page, the students' sheet, its key at each level, its file."""
        solution = sheet.solve().for_pages
        wanted = {"blank.html": Wanted("html", "blank")}
        wanted |= {
            f"{detail}.html": Wanted("html", detail=detail) for detail in DETAILS
        }
        if self.asked.pdf:
            wanted |= {"sheet.pdf": Wanted("pdf", "blank"), "key.pdf": Wanted("pdf")}
        made = {file: deliver(sheet, each, solution) for file, each in wanted.items()}
        files = {
            file: data
            if file.endswith(".pdf")
            else shared_font(data, "../../font.woff2")
            for file, data in made.items()
        }
        files[f"{name}.toml"] = contents(path, LARGEST_SHEET)
        text = files[f"{name}.toml"].decode()
        files["index.html"] = self.page(
            "sheet",
            "../../",
            details=DETAILS,
            name=name,
            sheet=sheet.heading,
            topics=topics(sheet),
            text=text,
            address=address(text),
        )
        return {f"sheets/{name}/{file}": data for file, data in files.items()}

    def gallery(self, sheets: Mapping[str, Sheet]) -> bytes:
        """All sheets, to be searched by topic and by word."""
        about = {
            name: (sheet.heading, topics(sheet), words(sheet))
            for name, sheet in sheets.items()
        }
        known = sorted({topic for sheet in sheets.values() for topic in topics(sheet)})
        return self.page("gallery", "", sheets=about, topics=known)

    def bank(self, entries: Sequence[Entry]) -> bytes:
        """Every question of the bank, to be searched by topic and by word."""
        about = [(entry.question, entry.about, said(entry)) for entry in entries]
        return self.page("bank", "", questions=about, topics=bank_topics(entries))

    def guide(self, markdown: Glossary) -> Files:
        """The guide's pages and the list of all their sections, to be searched."""
        files, listed = Files(), {}
        for name, text in markdown.items():
            body, sections = html(text, markdown)
            if not sections:
                raise SymattnError(f"the guide's page {name} has no heading")
            listed[name] = sections
            files[f"guide/{name}.html"] = self.page(
                "guide", "../", title=sections[0].title, body=Markup(body)
            )
        return {**files, "guide.html": self.page("contents", "", pages=listed)}


@cache
def bank_entries() -> tuple[Entry, ...]:
    """The questions of the shipped bank, read once in a process."""
    return entries(bank().values())


def topics(sheet: Sheet) -> Strings:
    """What the questions of a sheet are about."""
    return tuple(
        dict.fromkeys(
            topic
            for question in sheet.questions
            if question.about
            for topic in question.about.topics
        )
    )


def words(sheet: Sheet) -> str:
    """The words by which a sheet is found."""
    texts = [sheet.title, sheet.intro, *topics(sheet)]
    for question in sheet.questions:
        texts += [
            question.prompt,
            *(part.prompt for part in question.parts),
            *(call.op for call in question.plan.calls),
        ]
    return " ".join(re.sub(r"[$\\{}^_]", " ", " ".join(texts)).lower().split())
