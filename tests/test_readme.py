"""The README: its commands keep their shape, its example sheet solves, its links lead somewhere; the table of places is true."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import symattn
from symattn.files import shipped
from symattn.sheet import loads
from symattn.sheet.lint import findings
from tests.film import film
from tests.gallery import KEYS

ROOT = Path(symattn.__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8") if (ROOT / "README.md").exists() else ""
LINKS = re.findall(r"\]\(([^)]+)\)", README)
pytestmark = pytest.mark.skipif(not README, reason="an installed package has no README beside it")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_the_first_two_commands_are_one_line_each() -> None:
    install, test = blocks("sh")[:2]
    assert install.count("\n") == test.count("\n") == 1
    assert re.search(r"pip install .*&& .*symattn solve (\S+)$", install.strip())
    assert re.search(r"pip install .*\[test\].*&& .*pytest", test)


def test_the_first_command_solves_a_shipped_sheet() -> None:
    assert blocks("sh")[0].split()[-1] in shipped()


def test_the_first_sheet_of_one_s_own_is_ten_lines_and_solves() -> None:
    text = blocks("toml")[0]
    assert len(text.splitlines()) <= 10
    sheet = loads(text)
    assert findings(sheet) == []
    assert sheet.solve()["q1"]["H"].shape == (2, 2)


def test_the_sheets_it_names_are_shipped() -> None:
    assert "two-heads-by-hand" in shipped()
    guide = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "worksheets" / "guide").glob("*.md"))
    for name in re.findall(r"`symattn show ([a-z0-9-]+)`", README + guide):
        assert name in shipped()


def test_it_is_two_screens_and_its_links_lead_somewhere() -> None:
    assert len(README.splitlines()) <= 100
    assert [link for link in LINKS if "://" not in link and not (ROOT / link).is_file()] == []
    assert {Path(link).stem for link in LINKS if link.endswith(".md")} >= {path.stem for path in (ROOT / "worksheets/guide").glob("*.md")}
    assert all(picture.stat().st_size < 200_000 for picture in (ROOT / "worksheets/guide").glob("*.png"))


def test_the_film_shows_what_the_program_says_now() -> None:
    shown = (ROOT / "worksheets" / "guide" / "film.svg").read_text(encoding="utf-8")
    assert shown == film(), "python tests/film.py makes it again"
    assert len(shown) < 300_000
    assert "worksheets/guide/film.svg" in README.split("```")[0], "on the first screen"


def test_addresses_are_those_of_the_package() -> None:
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    assert [link for link in LINKS if "://" in link] == [urls["Issues"]]
    assert ("placeholder" in README) == urls["Issues"].startswith("https://symattn.example/")
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "CONTRIBUTING.md", *(ROOT / "worksheets/guide").glob("*.md"))]
    assert not any(url in text for text in texts for url in urls.values())


def test_the_gallery_is_of_shipped_sheets() -> None:
    assert set(KEYS) <= set(shipped())
    assert "Ten of the shipped keys" in README
    assert len(KEYS) == 10


def test_what_lives_where_is_there() -> None:
    table = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("## Where does X live?")[1].split("\n## ")[0]
    places = re.findall(r"`((?:symattn|templates|worksheets|tests)/[^`]*)`", table)
    assert [place for place in places if not (ROOT / place).exists()] == []
    folders = {f"symattn/{path.name}/" for path in (ROOT / "symattn").iterdir() if (path / "__init__.py").exists()}
    assert folders - set(places) == set(), "every package has its line"
    rows = [[cell.strip() for cell in row.split("|")[1:4]] for row in table.splitlines() if row.startswith("| ")][1:]
    for _, room, holds in rows:  # what is called by its name alone lies in the row's own room
        folder = ROOT / room.split("`")[1]
        assert [name for name in re.findall(r"`(\w+/|\w+\.py)`", holds) if folder.is_dir() and not (folder / name).exists()] == [], room
    told = {room.split("`")[1].removesuffix("/").removesuffix(".py").replace("/", "."): floor for floor, room, _ in rows if floor.isdecimal()}
    (contract,) = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    layers = [re.findall(r"symattn\.\w+", layer) for layer in reversed(contract["layers"])]
    assert told == {room: str(floor) for floor, layer in enumerate(layers) for room in layer}, "the floors are those that lint-imports checks"
