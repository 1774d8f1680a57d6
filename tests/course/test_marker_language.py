"""The marker's page and the terminal's summary of a class are in the sheet's language, their decimals too."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from symattn.cli import main
from symattn.formats.templates import Templates

SHEET = 'language = "{}"\ntitle = "Wurzeln"\n[[question]]\nid = "q1"\nsteps = ["B = A"]\ngiven = {{ A = [["sqrt(8)"], ["1/8"]] }}\n'
WORDS = {"en": ("The class, for the marker", "Submissions", "3 incorrect", "0.25"), "de": ("Die Klasse, für die Korrektur", "Abgaben", "3 falsch", "0,25")}
TOLD = {
    "en": ("3 submissions, 0 with full marks", "mean 0.25", "What explains wrong lines", "(0.25 of 1)", "Lines: facility", "3 incorrect"),
    "de": ("3 Abgaben, 0 mit voller Punktzahl", "Mittelwert 0,25", "Was falsche Antworten erklärt", "(0,25 von 1)", "Antworten: Schwierigkeit", "3 falsch"),
}


def said(language: str) -> dict[str, object]:
    return dict(Templates("html", (), language).environment.get_template("words/class.j2").module.say)


def test_every_language_has_every_word() -> None:
    assert said("de").keys() == said("en").keys()
    assert said("de")["is_"].keys() == said("en")["is_"].keys()
    told = [vars(Templates("text", (), language).environment.get_template("words/overview.j2").module).keys() for language in WORDS]
    assert told[0] == told[1]


def marked(folder: Path, language: str, *options: str) -> None:
    """Mark three wrong answers."""
    sheet = folder / "sheet.toml"
    sheet.write_text(SHEET.format(language), encoding="utf-8")
    files = [folder / f"s{k}.txt" for k in range(3)]
    for k, file in enumerate(files):
        file.write_text(f"B = [2.8284; 0.{k + 2}]\n", encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["check", str(sheet), *map(str, files), *options])


@pytest.mark.sliced(2)
@pytest.mark.parametrize("language", WORDS)
def test_the_page_is_in_the_language_of_the_sheet(tmp_path: Path, language: str) -> None:
    out = tmp_path / "out"
    marked(tmp_path, language, "--format", "html", "-o", str(out))
    page = (out / "index.html").read_text(encoding="utf-8")
    assert f'<html lang="{language}">' in page
    text = re.sub(r"<style>.*?</style>|<[^>]*>", " ", page, flags=re.S)
    assert all(word in text for word in WORDS[language]), text
    other = WORDS["de" if language == "en" else "en"]
    assert not any(word in text for word in other), text


@pytest.mark.parametrize("language", TOLD)
def test_the_terminal_is_in_the_language_of_the_sheet(tmp_path: Path, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    marked(tmp_path, language)
    text = capsys.readouterr().out
    assert all(words in text for words in TOLD[language]), text
    assert not any(words in text for words in TOLD["de" if language == "en" else "en"]), text


SAYS = {  # what explains a group, a file that is nobody's, a file that cannot be read: on the page and among the groups
    "en": ("Handed in and not readable", "of nobody on the list of the class", "The file could not be read: a picture of an answer cannot be read"),
    "de": ("Abgegeben und nicht lesbar", "von niemandem auf der Liste des Kurses", "Die Datei konnte nicht gelesen werden: das Bild einer Antwort kann nicht gelesen werden"),
    "fr": ("Rendu et illisible", "de personne sur la liste de la classe", "Le fichier n’a pas pu être lu\u202f: l’image d’une réponse ne peut pas être lue"),
}  # fmt: skip


@pytest.mark.sliced(3)
@pytest.mark.parametrize("language", SAYS)
def test_groups_and_files_of_nobody_have_sentences_in_the_language_of_the_sheet(tmp_path: Path, language: str) -> None:
    sheet, hand, groups = tmp_path / "sheet.toml", tmp_path / "in", tmp_path / "groups.toml"
    hand.mkdir()
    sheet.write_text(SHEET.format(language), encoding="utf-8")
    (tmp_path / "class.csv").write_text("id,name\ns1,Ada\ns2,Bo\n", encoding="utf-8")
    (hand / "s1.txt").write_text("B = [?; 0.2]\n", encoding="utf-8")
    (hand / "s2.pdf").write_bytes(b"%PDF-1.4")
    (hand / "zoe.txt").write_text("B = [?; 0.2]\n", encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["check", str(sheet), str(hand), "--roster", str(tmp_path / "class.csv"), "--format", "html", "-o", str(tmp_path / "out"),
              "--groups", str(groups)])  # fmt: skip
    habit, nobody_s, file = (re.sub(r"[\s\u202f\u00a0]+", " ", words) for words in SAYS[language])
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    text = re.sub(r"[\s\u202f\u00a0]+", " ", re.sub(r"<style>.*?</style>|<[^>]*>", " ", page, flags=re.S))
    assert all(words in text for words in (habit, nobody_s, file)), text
    written = re.sub(r"[\s\u202f\u00a0]+", " ", groups.read_text(encoding="utf-8"))
    assert all(f"# {words}" in written for words in (habit, file)), written
