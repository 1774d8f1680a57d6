"""The marker's page is in the sheet's language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from symattn.cli import main
from symattn.formats.templates import Templates

SHEET = 'language = "{}"\ntitle = "Wurzeln"\n[[question]]\nid = "q1"\nsteps = ["B = A"]\ngiven = {{ A = [["sqrt(8)"], ["1/8"]] }}\n'
WORDS = {"en": ("The class, for the marker", "Submissions", "3 incorrect"), "de": ("Die Klasse, für die Korrektur", "Abgaben", "3 falsch")}


def said(language: str) -> dict[str, object]:
    return dict(Templates("html", (), language).environment.get_template("words/class.j2").module.say)


def test_every_language_has_every_word() -> None:
    assert said("de").keys() == said("en").keys()
    assert said("de")["is_"].keys() == said("en")["is_"].keys()


@pytest.mark.parametrize("language", WORDS)
def test_the_page_is_in_the_language_of_the_sheet(tmp_path: Path, language: str) -> None:
    sheet, out = tmp_path / "sheet.toml", tmp_path / "out"
    sheet.write_text(SHEET.format(language), encoding="utf-8")
    files = [tmp_path / f"s{k}.txt" for k in range(3)]
    for k, file in enumerate(files):
        file.write_text(f"B = [2.8284; 0.{k + 2}]\n", encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["check", str(sheet), *map(str, files), "--format", "html", "-o", str(out)])
    page = (out / "index.html").read_text(encoding="utf-8")
    assert f'<html lang="{language}">' in page
    text = re.sub(r"<style>.*?</style>|<[^>]*>", " ", page, flags=re.S)
    assert all(word in text for word in WORDS[language]), text
    other = WORDS["de" if language == "en" else "en"]
    assert not any(word in text for word in other), text
