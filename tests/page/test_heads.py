"""The head of a page: a logo that is what its name says, and titles that do not break beside free space."""

from __future__ import annotations

import re
import subprocess
import zlib
from base64 import b64decode
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from struct import pack

import pytest

from symattn import page as pages
from symattn.course.delivery import Marked, Wanted, bound, deliver, leaf
from symattn.course.feedback import give_back
from symattn.course.preview import Preview
from symattn.course.vary import carried
from symattn.errors import SheetError
from symattn.formats import pdf
from symattn.limits import LARGEST_LOGO
from symattn.marking import check
from symattn.marking.sheet import Ready
from symattn.sheet import Sheet, load, loads

BODY = "[[question]]\nid = 'q'\nsteps = ['B = A @ A']\ngiven.A = [[1, 2], [0, 1]]\n"


def chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))


PNG = (
    b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", pack(">IIBBBBB", 7, 5, 8, 2, 0, 0, 0))
    + chunk(b"IDAT", zlib.compress((b"\0" + b"\xa0\x10\x30" * 7) * 5)) + chunk(b"IEND", b"")
)  # fmt: skip
JPG = b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAABAAEBAREA"
    "/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJico"
    "KSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx"
    "8vP09fb3+Pn6/9oACAEBAAA/APfq/9k="
)
PDF = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 80 40]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj\n"
    b"4 0 obj<</Length 38>>stream\nBT /F 20 Tf 5 10 Td (CREST) Tj ET     \nendstream endobj\n"
    b"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
)
PICTURES = {"crest.png": PNG, "Crest-2.JPG": JPG, "crest_3.jpeg": JPG, "crest.pdf": PDF}
Written = Callable[..., Path]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """A sheet with this logo, in a folder with these pictures."""

    def make(logo: str, pictures: dict[str, bytes] = PICTURES) -> Path:
        for name, data in pictures.items():
            (tmp_path / name).write_bytes(data)
        (tmp_path / "week3.toml").write_text(f"title = 'Heads'\nlogo = '{logo}'\n{BODY}", encoding="utf-8")
        return tmp_path / "week3.toml"

    return make


REFUSED = {
    "that is not there": ("none.png", {}, "none.png: no such file"),
    "in another folder": ("../crest.png", {}, "no picture in the folder of the sheet"),
    "below the folder": ("a/crest.png", {}, "no picture in the folder of the sheet"),
    "by its whole path": ("/etc/crest.png", {}, "no picture in the folder of the sheet"),
    "of another kind": ("crest.gif", {"crest.gif": b"GIF89a"}, "no picture in the folder of the sheet"),
    "with commands in its name": ("a}\\input b.png", {}, "no picture in the folder of the sheet"),
    "of the name that TeX writes": ("page.pdf", {"page.pdf": PDF}, "no picture in the folder of the sheet"),
    "that is a text": ("crest.png", {"crest.png": b"hello"}, "crest.png is no PNG"),
    "of another name": ("crest.png", {"crest.png": JPG}, "it is a JPG: name it so"),
    "cut short": ("crest.png", {"crest.png": PNG[:-9]}, "crest.png ends before the picture does"),
    "too large": ("crest.png", {"crest.png": PNG + b"\0" * LARGEST_LOGO}, f"crest.png: larger than {LARGEST_LOGO:,} bytes"),
    "as a damaged address": ("data:image/png;base64,iVBO===", {}, "no picture in the folder of the sheet"),
    "as an address of something else": ("data:text/html;base64,aGFsbG8=", {}, "no picture in the folder of the sheet"),
    "as an address too long": (f"data:image/png;base64,{'A' * (2 * LARGEST_LOGO)}", {}, f"a logo of more than {LARGEST_LOGO:,} bytes"),
}


@pytest.mark.parametrize(("logo", "pictures", "says"), REFUSED.values(), ids=REFUSED)
def test_a_picture_is_refused_with_its_place(logo: str, pictures: dict[str, bytes], says: str, written: Written) -> None:
    with pytest.raises(SheetError) as raised:
        load(written(logo, pictures))
    assert str(raised.value).split("\n")[0].partition("week3.toml:2:8: logo: ")[1]
    assert says in str(raised.value)


def test_a_folder_is_no_picture(written: Written, tmp_path: Path) -> None:
    (tmp_path / "crest.png").mkdir()
    with pytest.raises(SheetError, match=r"2:8: logo: crest\.png: is a directory"):
        load(written("crest.png", {}))


def reports(sheet: Sheet) -> list[Marked]:
    return [Marked(Ready(sheet), check(sheet, {"B": [[1, 4], [0, 2]]}).answers[0], "Ada")]


@pytest.mark.sliced(2)
@pytest.mark.parametrize("name", PICTURES)
def test_html_holds_the_picture_whole(name: str, written: Written) -> None:
    sheet = load(written(name))
    made = [deliver(sheet, Wanted("html", form)).decode() for form in ("key", "blank")] + [give_back(reports(sheet), Wanted("html")).decode()]
    for page in made:
        images = re.findall(r'<img class="logo" src="([^"]*)"', page)
        assert images == ([] if name.endswith("pdf") else [sheet.logo.address if sheet.logo else ""])
    assert "logo" not in pages.page(sheet, "tex", whole="fragment")
    assert all("crest" not in pages.page(sheet, form).lower() for form in ("md", "text"))


def images(made: bytes, place: Path) -> int:
    """How many times pages of a PDF show a picture of dots, or the word of the picture that is a PDF."""
    (place / "made.pdf").write_bytes(made)
    dots = subprocess.run(["pdfimages", "-list", place / "made.pdf"], capture_output=True, check=True).stdout
    words = subprocess.run(["pdftotext", place / "made.pdf", "-"], capture_output=True, check=True).stdout
    return len(re.findall(rb"^ +\d+ +\d+ +image", dots, re.MULTILINE)) + words.count(b"CREST")


@pytest.mark.exhaustive
@pytest.mark.tex
@pytest.mark.parametrize("name", PICTURES)
def test_a_pdf_shows_the_picture_in_the_same_bytes_twice(name: str, written: Written, tmp_path: Path) -> None:
    sheet = load(written(name))
    made = deliver(sheet, Wanted("pdf"))
    assert images(made, tmp_path) == 1
    assert deliver(sheet, Wanted("pdf")) == made


@pytest.mark.exhaustive
@pytest.mark.tex
def test_blank_feedback_booklet_and_a_variant_show_it_too(written: Written, tmp_path: Path) -> None:
    path = written("crest.png")
    sheet = load(path)
    wanted = Wanted("pdf", "blank")
    elsewhere = loads(carried(path.read_text("utf-8"), path), "/nowhere/ada.toml")
    assert elsewhere.logo is not None
    assert elsewhere.logo.data == PNG
    assert images(deliver(elsewhere, wanted), tmp_path) == 1
    assert images(give_back(reports(sheet), Wanted("pdf", "feedback")), tmp_path) == 1
    leaves = [leaf(sheet, wanted)] * 2
    assert images(bound(leaves, sheet, wanted), tmp_path) == 2
    assert leaves[0].shared != leaf(loads(BODY), wanted).shared


@pytest.mark.exhaustive
@pytest.mark.tex
def test_a_page_needs_no_file_but_tex_lives(written: Written) -> None:
    """The .tex alone, moved elsewhere, is set without the picture."""
    made, log = pdf.compiled(deliver(load(written("crest.png")), Wanted("tex")).decode(), "pdflatex")
    assert made
    assert "crest.png does not lie beside this page" in log


def test_what_is_carried_elsewhere_says_where_the_picture_is_missing(written: Written) -> None:
    path = written("none.png", {})
    text = carried(path.read_text("utf-8"), path)
    with pytest.raises(SheetError, match=r"week3\.toml:2:8: logo: none\.png: no such file"):
        loads(text, str(path))


def test_a_new_picture_makes_the_preview_anew(written: Written, tmp_path: Path) -> None:
    path = written("crest.png")
    preview = Preview(path)
    (tmp_path / "crest.png").write_bytes(PNG + b"\0")
    assert preview.look()


def test_a_drawing_that_the_sheet_names_is_watched_and_its_own_pages_are_not(tmp_path: Path) -> None:
    path = tmp_path / "sheet.toml"
    path.write_text(f'logo = "crest.pdf"\n{BODY}', encoding="utf-8")
    (tmp_path / "crest.pdf").write_bytes(b"%PDF-1.5")
    preview = Preview(path)
    (tmp_path / "key.pdf").write_bytes(b"%PDF-1.5")
    assert not preview.look()
    (tmp_path / "crest.pdf").write_bytes(b"%PDF-1.5 ")
    assert preview.look()


TITLES = [
    ("Two heads", "CS 335", ["Name", "ID"]),
    ("Two heads, two words, and a title that is rather long for one line", "CS 335, Habib University, School of Science and Engineering", ["Name", "ID"]),
    ("A title that says so much that no line of this paper holds it, and then it goes on with nothing", "", ["Name, first and middle", "Student number", "Section"]),
    ("Short", "A course of so long a name that it fills the whole line, and more: introduction to large language models, second part", ["Name"]),
    ("Multi-head self-attention by hand", "CS 335: Introduction to Large Language Models, Habib University", ["Name", "ID", "Group", "Seat"]),
]  # fmt: skip
WIDTH = 595.3 - 2 * 20 / 25.4 * 72


@pytest.mark.exhaustive
@pytest.mark.tex
@pytest.mark.parametrize("key", [True, False], ids=["key", "blank"])
@pytest.mark.parametrize("logo", ["", "crest.png"], ids=["bare", "with a logo"])
def test_no_title_breaks_beside_free_space(key: bool, logo: str, tmp_path: Path) -> None:
    """Where a title or a course goes on to another line, its next word had no room; and nothing stands out of the page."""
    (tmp_path / "crest.png").write_bytes(PNG)
    named = f"logo = '{logo}'\n" if logo else ""
    sheets = [loads(f"title = '{t}'\ncourse = '{c}'\nheader = {h}\n{named}{BODY}", str(tmp_path / "a.toml")) for t, c, h in TITLES]
    wanted = Wanted("pdf", "key" if key else "blank")
    (tmp_path / "a.pdf").write_bytes(bound([leaf(sheet, wanted) for sheet in sheets], sheets[0], wanted))
    boxes = subprocess.run(["pdftotext", "-bbox", tmp_path / "a.pdf", "-"], capture_output=True, check=True, text=True).stdout
    found = boxes.split("<page ")[1:]
    assert len(found) == len(TITLES)
    for (title, course, header), page in zip(TITLES, found, strict=True):
        words = [(*map(float, at), text) for *at, text in re.findall(r'xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)</word>', page)]
        assert max(word[2] for word in words) < 595.3 - 20 / 25.4 * 72 + 2  # a comma hangs into the margin
        if not key:
            assert all(blank.split()[0] in [word[4] for word in words] for blank in header)
        for line in (title, course):
            first = next((k for k in range(len(words)) if [w[4] for w in words[k : k + len(line.split())]] == line.split()), None)
            assert first is not None, f"{line!r} stands whole"
            at = words[first : first + len(line.split())]
            left = min((word[0] for word in at), default=0.0)
            for one, two in pairwise(at):
                if two[1] > one[1] + 3:
                    assert one[2] - left + two[2] - two[0] + 3 > WIDTH - (left - 20 / 25.4 * 72), f"{two[4]} had room"


@pytest.mark.parametrize("form", ["text", "md", "html", "tex"])
@pytest.mark.parametrize("key", [True, False], ids=["key", "blank"])
def test_the_foot_of_a_sheet_stands_in_every_format(form: str, key: bool) -> None:
    assert "Hand in at noon" in pages.page(loads("foot = 'Hand in at noon'\n" + BODY).solve(), form, key=key)


@pytest.mark.exhaustive
@pytest.mark.tex
@pytest.mark.parametrize("columns", [1, 2])
@pytest.mark.parametrize(("head", "foot"), [("", ""), ("Week 3 & 4", ""), ("", "Hand in at noon"), ("Week 3 & 4", "Hand in at noon")])
def test_head_and_foot_of_printed_pages(head: str, foot: str, columns: int, tmp_path: Path) -> None:
    """The title stands over both columns, the head on every page from the second on, the foot on each."""
    part = "[[question.part]]\nprompt = 'Compute.'\nasks = ['B']\nroom = '200mm'\nnewpage = true\n"
    long = BODY.replace("'B = A @ A'", "'B = A @ A', 'C = B @ A', 'D = C @ A', 'E = D @ A', 'F = E @ A'")
    parts = "".join(part.replace("B", name) for name in "BCDEF")
    sheet = loads(f"title = '{TITLES[1][0]}'\nhead = '{head}'\nfoot = '{foot}'\ncolumns = {columns}\n{long}{parts}")
    (tmp_path / "a.pdf").write_bytes(deliver(sheet, Wanted("pdf", "blank")))
    text = subprocess.run(["pdftotext", "-layout", tmp_path / "a.pdf", "-"], capture_output=True, check=True, text=True).stdout
    found = text.split("\f")[:-1]
    assert len(found) > 1
    assert TITLES[1][0] in found[0], "in one line, over both columns"
    for number, page in enumerate(found, start=1):
        lines = [line.strip() for line in page.strip().splitlines()]
        assert re.fullmatch(rf"{foot}\s*{number}\s?/\s?{len(found)}", lines[-1])
        assert (lines[0].startswith(head or TITLES[1][0])) or number == 1
