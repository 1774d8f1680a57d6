"""A visitor of a public practice page: no file of the author's, no graded numbers, no neighbour's storage."""

from __future__ import annotations

import io
import json
import os
import re
import zipfile
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from symattn.course.batch import executor
from symattn.course.batch.roster import Student
from symattn.course.batch.variants import Order, produce, secret_of
from symattn.course.delivery import Wanted
from symattn.course.platforms import export, export_class, prairielearn
from symattn.course.vary import seed_of
from symattn.errors import SymattnError
from symattn.files import find
from symattn.formats.trust import beside
from symattn.practice.session import Session
from symattn.practice.site import names, pages
from symattn.sheet import load

SHEET = 'title = "Week"\n[[question]]\nsteps = ["B = A @ A"]\n[question.given]\nA = [[2]]\n'
TEMPLATE = SHEET.replace("[[2]]", "[[1, 2], [3, 4]]") + "[vary]\ndraw = [{ names = ['A'], low = -1000, high = 1000 }]\n"
SECRET = "TOP SECRET"

# ---- what is published


def archive(files: dict[str, bytes], name: str) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(files[f"sheets/{name}.zip"])) as found:
        return {one: found.read(one) for one in found.namelist()}


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A sheet with a notation and a template of its own, among much that is nobody's business."""
    here = tmp_path / "course"
    for room in ("templates/html", "templates/words", "notes", "keys"):
        (here / room).mkdir(parents=True)
    (here / "week.toml").write_text('notation = "mine.toml"\n' + SHEET, "utf-8")
    (here / "mine.toml").write_text('base = "other.toml"\n', "utf-8")
    (here / "other.toml").write_text('base = "paper"\n', "utf-8")
    (here / "templates" / "words" / "x.j2").write_text("my words", "utf-8")
    (tmp_path / "secret").write_text(SECRET, "utf-8")
    (tmp_path / "private").mkdir()
    (tmp_path / "private" / "y.j2").write_text(SECRET, "utf-8")
    for place in ("notes/marks.csv", "keys/week.toml", ".env", "templates/html/backup.txt", "templates/id_rsa", "week.toml~"):
        (here / place).write_text(SECRET, "utf-8")
    return here


def test_what_lies_beside_the_sheet_is_not_published(course: Path) -> None:
    found = archive(pages([course / "week.toml"]), "week")
    assert {"week.toml", "mine.toml", "other.toml"} <= set(found)
    assert set(found) <= {"week.toml", "mine.toml", "other.toml", "templates/words/x.j2"}
    assert SECRET.encode() not in b"".join(found.values())


LINKS = {
    "a template": ("templates/words/z.j2", "secret"),
    "a folder of templates": ("templates/html/more", "private"),
    "the notation": ("mine.toml", "secret"),
    "what a notation is based on": ("other.toml", "secret"),
}


@pytest.mark.parametrize(("place", "target"), LINKS.values(), ids=LINKS)
def test_links_lead_nowhere(course: Path, tmp_path: Path, place: str, target: str) -> None:
    """They are refused, or passed over; what they lead to is in no file of the site."""
    (course / place).unlink(missing_ok=True)
    os.symlink(tmp_path / target, course / place)
    try:
        made = pages([course / "week.toml"])
    except SymattnError as error:
        assert SECRET not in str(error)
        return
    assert SECRET.encode() not in b"".join([*made.values(), *archive(made, "week").values()])


def test_a_folder_of_templates_that_is_a_link_is_not_published(course: Path, tmp_path: Path) -> None:
    (course / "templates").rename(tmp_path / "mine")
    (tmp_path / "mine" / "words" / "x.j2").write_text(SECRET, "utf-8")
    (course / "templates").symlink_to(tmp_path / "mine")
    if not beside(course / "week.toml"):
        assert set(archive(pages([course / "week.toml"]), "week")) == {"week.toml", "mine.toml", "other.toml"}
        return
    with pytest.raises(SymattnError):
        pages([course / "week.toml"])


def test_the_logo_goes_along(course: Path) -> None:
    """Else the page says that it is not there."""
    picture = b"\x89PNG\r\n\x1a\n....IEND...."
    (course / "crest.png").write_bytes(picture)
    (course / "week.toml").write_text('logo = "crest.png"\n' + SHEET, "utf-8")
    assert archive(pages([course / "week.toml"]), "week")["crest.png"] == picture


# ---- what the pages are called

NAMES = ["index", "Index", "INDEX", "a#b", "a?b", "a b", "a%2fb", "a&b", "javascript:alert(1)", "data:text,x", "..x", ".hidden", "_private", "-rf", "…",
         "Übung 3", "<b>", '"', "'", "$x$", "sw", "sw.js", "style", "engine", "a\\b", "\u202eabc", "CON", "练习", "a" * 200, "~", "x.html", "{{x}}"]  # fmt: skip


@pytest.mark.exhaustive
def test_every_name_of_a_sheet_gives_a_page_that_its_link_leads_to(tmp_path: Path) -> None:
    for number, name in enumerate(NAMES):
        (tmp_path / f"{name}.toml").write_text(SHEET.replace("Week", f"Sheet {number}"), "utf-8")
    sheets = [tmp_path / f"{name}.toml" for name in NAMES]
    files = pages(sheets)
    site = "https://example.org/site/"
    led = []
    for link in re.findall(r'<li><a href="([^"]*)"', files["index.html"].decode()):
        place = urlsplit(urljoin(site, link))
        assert (place.scheme, place.netloc, place.query, place.fragment) == ("https", "example.org", "", ""), link
        led.append(unquote(place.path.removeprefix("/site/")))
    assert len(led) == len(set(map(str.casefold, led))) == len(NAMES)
    for number, page in enumerate(led):
        text = files[page].decode()
        assert f"<title>Sheet {number}</title>" in text
        about = json.loads(re.search(r'<script id="about"[^>]*>(.*?)</script>', text)[1])  # type: ignore[index]
        assert page == f"{about['sheet']}.html"
        assert f"{about['sheet']}.toml" in archive(files, about["sheet"])
    assert len([name for name in files if name.endswith(".html")]) == len(NAMES) + 1


@pytest.mark.parametrize("name", NAMES)
def test_a_sheet_alone_is_the_page_and_the_index(tmp_path: Path, name: str) -> None:
    path = tmp_path / f"{name}.toml"
    path.write_text(SHEET, "utf-8")
    (called,) = names([path])
    assert re.fullmatch(r"\w[\w.-]*", called)
    files = pages([path])
    assert files["index.html"] == files[f"{called}.html"]


def test_ordinary_names_stay_as_they_are() -> None:
    assert names([Path("week-3.toml"), Path("Blatt_1.toml"), Path("v1.2.toml")]) == ["week-3", "Blatt_1", "v1.2"]


# ---- whose numbers


def drawn(folder: Path, seed: int, *students: str, **more: str) -> dict[str, str]:
    with executor() as pool:
        order = Order(TEMPLATE, "week.toml", seed, Wanted("text", detail="brief"), **more)
        assert all(not one.error for one in produce(order, [Student(id_) for id_ in students], folder, pool))
    return {id_: (folder / "sheets" / f"{id_}.toml").read_text("utf-8") for id_ in students}


def opened(folder: Path, seed: object, student: str = "") -> dict[str, object]:
    session = Session(folder)
    first = json.loads(session.answer(json.dumps({"do": "open", "sheet": str(folder / "week.toml"), "seed": seed, "student": student})))
    return first if "error" in first else json.loads(session.answer('{"do": "givens"}'))


def entry(text: str) -> str:
    return re.search(r"A = \[\[(.*)\]\]", text)[1]  # type: ignore[index]


@pytest.mark.parametrize("seed", [0, 1, 7, 2026, -3, 10**17])
def test_no_address_of_practice_gives_a_graded_variant(tmp_path: Path, seed: int) -> None:
    (tmp_path / "week.toml").write_text(TEMPLATE, "utf-8")
    graded = {entry(text) for text in drawn(tmp_path / "class", seed, "01", "s02").values()}
    (tmp_path / "open").mkdir()
    for asked in ("", "01", "s02"):
        (tmp_path / "week.toml").write_text(TEMPLATE, "utf-8")
        found = opened(tmp_path, str(seed), asked)
        assert "], [".join(map(", ".join, found["q1"]["givens"]["A"])) not in graded  # type: ignore[index]


def test_without_the_secret_nobody_draws_a_neighbours_numbers(tmp_path: Path) -> None:
    mine = drawn(tmp_path / "class", 2026, "s01", "s02")
    again = drawn(tmp_path / "guess", 2026, "s01", "s02")
    assert all(entry(mine[id_]) != entry(again[id_]) for id_ in mine)
    assert len({entry(text) for text in [*mine.values(), *again.values()]}) == 4


def test_with_the_secret_the_same_bytes_come_again(tmp_path: Path) -> None:
    mine = drawn(tmp_path / "class", 2026, "s01", "s02")
    before = (tmp_path / "class" / "manifest.json").read_bytes()
    assert drawn(tmp_path / "class", 2026, "s01", "s02") == mine, "into the same folder"
    assert (tmp_path / "class" / "manifest.json").read_bytes() == before
    for place in ("class", "class/manifest.json"):
        assert drawn(tmp_path / place.replace("/", "-"), 2026, "s01", "s02", secret=secret_of(tmp_path / place)) == mine
    (tmp_path / "secret.txt").write_text(json.loads(before)["secret"] + "\n", "utf-8")
    assert drawn(tmp_path / "by file", 2026, "s02", secret=secret_of(tmp_path / "secret.txt"))["s02"] == mine["s02"]
    with pytest.raises(SymattnError, match="from another secret"):
        drawn(tmp_path / "class", 2026, "s01", secret="not the one of this class")


def test_nothing_that_is_handed_out_holds_the_secret(tmp_path: Path) -> None:
    drawn(tmp_path / "class", 2026, "s01")
    secret = secret_of(tmp_path / "class").encode()
    told = [str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file() and secret in path.read_bytes()]
    assert told == ["class/manifest.json"]


@pytest.mark.parametrize("text", ["", "short", "x" * 5000, "two\nlines of what may be anything", "äöü" * 20, "\x00" * 40])
def test_what_is_no_secret_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "secret.txt").write_text(text, "utf-8")
    with pytest.raises(SymattnError, match=r"secret\.txt"):
        secret_of(tmp_path / "secret.txt")


@pytest.mark.parametrize("text", ["9" * 4_301, "-" + "9" * 19, "1" * 19, "1e3", "0x10", "٣", "1 2", "", "--1", "½", "1_000", "nan", "9" * 100_000])
def test_a_seed_that_is_none_is_refused_plainly(tmp_path: Path, text: str) -> None:
    with pytest.raises(SymattnError, match="no whole number of at most 18 digits") as caught:
        seed_of(text)
    assert len(str(caught.value)) < 100
    (tmp_path / "week.toml").write_text(TEMPLATE, "utf-8")
    found = opened(tmp_path, text)
    assert "no whole number" in str(found["error"])
    assert "failed" not in found


def test_a_sheet_for_all_has_no_other_numbers(tmp_path: Path) -> None:
    found = json.loads(Session(tmp_path).answer(json.dumps({"do": "open", "sheet": str(find("causal-mask")), "seed": "7"})))
    assert "[vary]" in found["error"]
    assert load(find("causal-mask")).vary is None


# ---- what is exported


@pytest.mark.exhaustive
@pytest.mark.parametrize("platform", ["moodle", "numbas", "qti", "prairielearn"])
def test_who_has_the_template_does_not_have_the_variants_of_an_export(platform: str, tmp_path: Path) -> None:
    """Each export draws with a secret of its own, which lies there and nowhere in what students are given."""
    (tmp_path / "week.toml").write_text(TEMPLATE, "utf-8")
    sheet = load(tmp_path / "week.toml")
    first, second, again = (export(platform, sheet, tmp_path / name, 2) for name in ("first", "second", "first"))
    drawn = [{path.relative_to(tmp_path / name): path.read_bytes() for path in paths}
             for name, paths in (("first", first), ("second", second), ("first", again))]  # fmt: skip
    assert drawn[0] == drawn[2] != drawn[1]
    secret = drawn[0][Path("secret.txt")].strip()
    assert len(secret) == 32
    assert {path.name for path, data in drawn[0].items() if secret in data} == {"secret.txt"}
    export(platform, sheet, tmp_path / "other", 2, secret.decode())
    assert all((tmp_path / "other" / path).read_bytes() == data for path, data in drawn[0].items())


@pytest.mark.exhaustive
def test_prairielearn_draws_with_the_secret_of_the_question(tmp_path: Path) -> None:
    (tmp_path / "week.toml").write_text(TEMPLATE, "utf-8")
    seen = []
    for name in ("first", "second"):
        export("prairielearn", load(tmp_path / "week.toml"), tmp_path / name)
        (question,) = (tmp_path / name).glob("questions/*/*/sheet.toml")
        data = {"variant_seed": "7", "params": {}, "correct_answers": {}}
        prairielearn.generate(data, str(question.parent), "q1")
        seen.append(data["params"]["sheet"])
    assert seen[0] != seen[1]


@pytest.mark.exhaustive
def test_an_autograder_holds_no_secret(course_of_two: Path, tmp_path: Path) -> None:
    secret = secret_of(course_of_two / "manifest.json").encode()
    paths = export_class("gradescope", course_of_two / "manifest.json", tmp_path / "grader")
    assert not [path for path in paths if secret in path.read_bytes()]


@pytest.fixture
def course_of_two(tmp_path: Path) -> Path:
    """A template's folder as ``symattn vary`` makes it for two students."""
    order = Order(TEMPLATE, "week.toml", seed_of("1"), Wanted("text"), False, "")
    with executor(1, None) as pool:
        assert all(not made.error for made in produce(order, [Student("ada", "Ada"), Student("bob", "Bob")], tmp_path / "class", pool))
    return tmp_path / "class"
