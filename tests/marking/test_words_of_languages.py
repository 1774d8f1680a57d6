"""What students call their matrices in the sheet's language, or in another one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from symattn.files import find, folder, language_folders
from symattn.marking.answers.catalogue import spoken, words_of
from symattn.marking.answers.formats import csv
from symattn.marking.answers.headings import heading
from symattn.marking.answers.prose import read
from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.sheet import load

VALUES = {  # of the first head, on a shipped sheet
    "Q": "[1 2; 3 4]", "K": "[2 1; 4 3]", "V": "[1 -2; 3 -4]", "S": "[4 10; 10 24]", "L": "[2{p}8284 7{p}0711; 7{p}0711 16{p}9706]",
    "A": "[0{p}0142 0{p}9858; 0{p}0001 0{p}9999]", "H": "[2{p}9717 -3{p}9717; 2{p}9999 -3{p}9999]",
}  # fmt: skip
SAID = {
    "en": ("Head 1", {"Q": "Queries", "K": "Keys", "V": "Values", "S": "Scores", "L": "Scaled scores", "A": "Attention weights", "H": "Head output"}),
    "de": ("Kopf 1", {"Q": "Anfragen", "K": "Schlüssel", "V": "Werte", "S": "Skalarprodukte", "L": "Skalierte Scores", "A": "Gewichte", "H": "Ausgabe Kopf"}),
    "fr": ("Tête 1", {"Q": "Requêtes", "K": "Clés", "V": "Valeurs", "S": "Produits scalaires", "L": "Scores divisés par √d_k", "A": "Poids", "H": "Sortie de la tête"}),
}  # fmt: skip


@pytest.mark.sliced(4)
@pytest.mark.parametrize("sign", ["=", ":"])
@pytest.mark.parametrize("sheet_in", ["", "own"])
@pytest.mark.parametrize("language", SAID)
def test_words_of_every_language_name_the_lines(tmp_path: Path, language: str, sheet_in: str, sign: str) -> None:
    sheet = load(find("two-heads-by-hand"))
    spoken = language if sheet_in else "en"
    head, words = SAID[language]
    point = "," if sheet_in and language != "en" else "."
    text = "\n".join(f"{words[name]} {sign} {value.format(p=point)}" for name, value in VALUES.items())
    file = tmp_path / "answers.md"
    file.write_text(f"## {head}\n\n{text}\n", encoding="utf-8")
    (report,) = check_file(Ready(replace(sheet, language=spoken)), file)
    found = {result.name: result.verdict for question in report.questions for result in question.results}
    assert {name: found[f"{name}_1"] for name in VALUES} == dict.fromkeys(VALUES, "correct")


@pytest.mark.parametrize("said", [
    "Q has rows (1, 2) and (3, 4)", "Q hat die Zeilen (1, 2) und (3, 4)", "Q a les lignes (1, 2) et (3, 4)",
    "Q: first row 1 and 2, second row 3 and 4", "Q: erste Zeile 1 und 2, zweite Zeile 3 und 4", "Q: première ligne 1 et 2, deuxième ligne 3 et 4",
])  # fmt: skip
def test_rows_are_told_in_every_language(said: str) -> None:
    (found,) = read(said).answers
    assert [[cell.text for cell in row] for row in found.cells] == [["1", "2"], ["3", "4"]]


@pytest.mark.parametrize(("line", "question", "head"), [
    ("Solution 2", "2", None), ("Lösung 2", "2", None), ("Réponse 2", "2", None), ("second head", None, 2), ("Kopf zwei", None, 2),
    ("deuxième tête", None, 2), ("Zweiter Kopf", None, 2),
])  # fmt: skip
def test_headings_are_read_in_every_language(line: str, question: str | None, head: int | None) -> None:
    found = heading(line)
    assert found is not None
    assert (found.question, found.head) == (question, head)


def test_every_language_says_what_students_call_things_and_nothing_is_called_by_no_word() -> None:
    things = words_of(folder("templates"))
    for home in language_folders().values():
        assert words_of(home).keys() == things.keys()
    for name in things:
        assert spoken(f"«{name}»").match("") is None, name


@pytest.mark.parametrize("title", ["Student number", "Matrikelnummer", "Numéro d'étudiant", "E-mail", "Prénom"])
def test_a_table_says_whose_it_is_in_every_language(title: str) -> None:
    found = csv.form(f'A_1,"{title}"\n"[[1, 2]]",ada\n"[[3, 4]]",ben\n'.encode(), frozenset())
    assert [one.who for one in found] == ["ada", "ben"]
