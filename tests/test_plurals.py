"""One of a thing has no s: numbers in sentences, of messages and of the catalogues."""

from __future__ import annotations

import re

import pytest

from symattn.files import folder, languages
from symattn.formats.templates import plain
from symattn.said import Said
from symattn.sheet import SheetError, loads

MESSAGES = [  # a line with its givens, and what is said of it
    ("A @ B", ([[1], [2]], [[3], [4]]), "1 column of the first meets 2 rows of the second\n  B needs 1 row, one for each column of A"),
    ("A @ B", ([[1, 2]], [[3, 4]]), "2 columns of the first meet 1 row of the second\n  B needs 2 rows, one for each column of A"),
    ("A @ B.T", ([[1]], [[3, 4], [5, 6]]), "1 column of the first meets 2 rows of the second\n  B needs 1 column, as many as A"),
    ("top_k(A, 2) + B", ([[1]], [[3]]), "the 2 largest of 1 score\n"),
    ("top_places(A, 4) + B", ([[1, 2, 3]], [[3]]), "the 4 largest of 3 entries\n"),
    ("top_places(A, 2) + B", ([[1]], [[3]]), "the 2 largest of 1 entry\n"),
    ("reshape(A, 1, 2) + B", ([[1]], [[3]]), "1 entry does not fill 2 places\n"),
    ("reshape(A, 1, 1) + B", ([[1, 2]], [[3]]), "2 entries do not fill 1 place\n"),
]


@pytest.mark.parametrize(("line", "given", "says"), MESSAGES)
def test_a_message_counts_one_as_one(line: str, given: tuple[list[list[int]], list[list[int]]], says: str) -> None:
    with pytest.raises(SheetError) as told:
        loads(f"[[question]]\nsteps = ['C = {line}']\ngiven = {{ A = {given[0]}, B = {given[1]} }}\n").solve()
    assert says in f"{told.value}\n"


SENTENCES: dict[tuple[str, str], tuple[dict[str, object], dict[str, tuple[str, str]]]] = {  # facts in which N is counted: of one, of three
    ("reasons", "role"): ({"meets": "N", "rest": ("k",)}, {
        "en": ("its 1 row meets one column,", "its 3 rows meet as many columns,"), "de": ("ihre 1 Zeile trifft auf eine Spalte,", "ihre 3 Zeilen treffen auf ebenso viele Spalten,"),
        "fr": ("sa ligne rencontre une colonne,", "ses 3 lignes rencontrent autant de colonnes,")}),
    ("reasons", "kron"): ({"rows": "N", "columns": "N"}, {
        "en": ("1 row and 1 column", "3 rows and 3 columns"), "de": ("1 Zeile und 1 Spalte", "3 Zeilen und 3 Spalten"), "fr": ("1 ligne et 1 colonne", "3 lignes et 3 colonnes")}),
    ("reasons", "split_heads"): ({"columns": "N", "heads": "N", "width": 1}, {
        "en": ("the 1 column is cut into 1 head of 1", "the 3 columns are cut into 3 heads of 1"),
        "de": ("die 1 Spalte wird in 1 Kopf zu je 1", "die 3 Spalten werden in 3 Köpfe zu je 1"),
        "fr": ("la colonne est découpée en 1 tête de 1", "les 3 colonnes sont découpées en 3 têtes de 1")}),
    ("reasons", "repeat_heads"): ({"heads": "N", "many": 6}, {
        "en": ("of the one head stand", "of each of the 3 heads stand"), "de": ("des einen Kopfes stehen", "jedes der 3 Köpfe stehen"),
        "fr": ("de la seule tête se", "de chacune des 3 têtes se")}),
    ("reasons", "merge_heads"): ({"columns": "N"}, {"en": ("1 column", "3 columns"), "de": ("1 Spalte", "3 Spalten"), "fr": ("1 colonne", "3 colonnes")}),
    ("reasons", "reshape"): ({"how": "anew", "sizes": "N"}, {
        "en": ("the same number,", "the same 3 numbers,"), "de": ("dieselbe Zahl,", "dieselben 3 Zahlen,"), "fr": ("le même nombre,", "les mêmes 3 nombres,")}),
    ("links", "told"): ({"evaluated": 1, "total": "N", "reasons": ()}, {
        "en": ("1 of 1 link evaluated", "1 of 3 links evaluated"), "de": ("1 von 1 Gleichung ausgewertet", "1 von 3 Gleichungen ausgewertet"), "fr": ("sur 1", "sur 3")}),
    ("reading", "more"): ({"count": "N"}, {
        "en": ("1 more that was not used", "3 more that were not used"), "de": ("1 weitere, die nicht verwendet wurde;", "3 weitere, die nicht verwendet wurden;"),
        "fr": ("1 de plus qui n’a pas été utilisé", "3 de plus qui n’ont pas été utilisés")}),
    ("overview", "marks"): ({"of": "N"}, {"en": ("1 mark", "3 marks"), "de": ("1 Punkt", "3 Punkte"), "fr": ("1 point", "3 points")}),
    ("why", "top_k"): ({"kept": 1, "k": "N"}, {
        "en": ("is the largest of", "is among the 3 largest of"), "de": ("ist der größte seiner", "ist unter den 3 größten seiner"),
        "fr": ("est le plus grand de", "est parmi les 3 plus grands de")}),
    ("why", "keep_top_k"): ({"kept": 0, "k": "N"}, {
        "en": ("is not the largest of", "is not among the 3 largest of"), "de": ("ist nicht die größte ihrer", "ist nicht unter den 3 größten ihrer"),
        "fr": ("n’est pas la plus grande de", "n’est pas parmi les 3 plus grandes de")}),
}  # fmt: skip


@pytest.mark.parametrize("language", sorted(languages()))
@pytest.mark.parametrize("sentence", SENTENCES, ids="-".join)
def test_a_sentence_counts_one_as_one(sentence: tuple[str, str], language: str) -> None:
    facts, says = SENTENCES[sentence]
    for n, counted in zip(("1", "3"), says[language], strict=True):
        for number in {"reasons": (f"${n}$", int(n)), "links": (int(n),), "reading": (int(n),)}.get(sentence[0], (n,)):
            named = tuple((key, number if value == "N" else value) for key, value in facts.items())
            told = re.sub(r"\s", " ", plain(Said(*sentence, named), language=language).replace("$", ""))  # type: ignore[arg-type]
            assert counted in f"{told};"


def test_what_a_template_prints_on_a_condition_has_something_else_to_print() -> None:
    printed = [
        (path.name, inner)
        for path in sorted(folder("templates").rglob("*.j2"))
        for inner in re.findall(r"<<(.*?)>>", path.read_text(encoding="utf-8"), re.DOTALL)
    ]
    assert len(printed) > 1000
    assert not [x for x in printed if len(re.findall(r"\bif\b", x[1])) > len(re.findall(r"\belse\b", x[1]))]  # nothing is no text
