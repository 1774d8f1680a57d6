"""Another language is another folder: every template with words has its counterpart, and no English is left on a page."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

import symattn
from symattn.course.delivery import FEEDBACK, Marked, Wanted, deliver
from symattn.course.feedback import give_back
from symattn.figures import FIGURES
from symattn.files import folder, languages
from symattn.formats.templates import Templates
from symattn.marking import check
from symattn.marking.answers import submissions
from symattn.marking.sheet import Ready
from symattn.marking.understood import WRITERS, understood
from symattn.ops import OPS
from symattn.page import page
from symattn.plan.tree import COUNTS
from symattn.sheet import Sheet, loads

ROOMS = ("words", "steps", "notebook")
OTHERS = [language for language in languages() if language != "en"]
TAGS = re.compile(r"<#.*?#>|<%.*?%>|<<.*?>>", re.S)
SHEET = """
title = "Blatt"
language = "de"
tokens = ["Katze", "Hund"]
[[question]]
variant = "multi-head-attention"
options = { mask = "causal" }
[question.given]
X = [[1, 2], [3, 4]]
W_Q_1 = [[1, 0], [0, 1]]
W_K_1 = [[0, 1], [1, 0]]
W_V_1 = [[1, 0], ["1/3", 1]]
W_Q_2 = [[1, 1], [0, 1]]
W_K_2 = [[0, 1], [1, 0]]
W_V_2 = [[1, 2], [0, 1]]
[[question.part]]
label = "a"
asks = ["Q_1", "K_1", "S_1", "L_1", "A_1", "H_1", "H"]
marks = 7
[[question.part]]
label = "b"
prompt = "Warum?"
answer = "Darum."
marks = 2
[[question]]
steps = ["Y = layer_norm(X)", "P = positional_encoding(2, 2)", "R = rope(X)"]
given = { X = [[1, 2], [3, 5]] }
"""
SHAPES = """
language = "de"
[[question]]
steps = ["Q = X @ W", "A = softmax(Q)", "C = concat(A, A)", "R = relu(C)", "Z = R + R"]
[question.shapes]
X = ["n", "d"]
W = ["d", "k"]
"""
ANSWERS = {
    "q1": {"Q_1": [[1, 2], [3, 5]], "S_1": [[4, 10], [11, 27]], "L_1": [[4, 10], [11, 27]], "A_1": [[1, 0], [1, 0]]},
    "q2": {"Y": [[1, 0]]},
}
ENGLISH = frozenset((
    "the", "and", "of", "is", "are", "was", "row", "rows", "column", "columns", "question", "questions", "part", "marks",
    "mark", "entry", "entries", "wrong", "right", "with", "from", "each", "answer", "answers", "given", "working",
    "weights", "its", "largest", "sum", "every", "shape", "heads", "because", "which", "what", "handed", "page", "value",
    "values", "exact", "step", "steps", "digits", "line", "lines", "why", "where",
))  # fmt: skip


def literals(template: Path) -> list[str]:
    """The pieces of a template that are printed as they stand and have three words at least."""
    found = (" ".join(piece.split()) for piece in TAGS.split(template.read_text("utf-8")))
    return [piece for piece in found if len(re.findall(r"[A-Za-z]{2,}", piece)) >= 3 and not piece.startswith("$")]


def worded() -> list[str]:
    """The shipped templates that hold words of a language."""
    places = (path for room in ROOMS for path in sorted((folder("templates") / room).glob("*.j2")))
    return [f"{path.parent.name}/{path.name}" for path in places if path.parent.name == "words" or literals(path)]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", worded())
def test_every_template_with_words_has_its_counterpart(language: str, name: str) -> None:
    other = folder("templates") / language / name
    assert other.is_file(), f"templates/{language}/{name} is missing: the words of templates/{name} are English"
    assert not set(literals(folder("templates") / name)) & set(literals(other))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", [name for name in worded() if name.startswith("words/")])
def test_every_language_says_everything(language: str, name: str) -> None:
    """The same macros and texts, and the same facts in each."""
    modules = [vars(Templates("text", language=spoken).environment.get_template(name).module) for spoken in ("en", language)]
    told = [{key: getattr(x, "arguments", None) for key, x in module.items() if not key.startswith("_")} for module in modules]
    assert told[0] == told[1]


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return loads(SHEET)


def words(text: str) -> set[str]:
    text = re.sub(r"(?s)<style>.*?</style>|<script>.*?</script>|^%.*?$|.*\\begin\{document\}", " ", text)
    return {word.lower() for word in re.findall(r"(?<![\\\w{.-])[A-Za-zÄÖÜäöüß]{2,}(?![\w=}])", re.sub(r"<[^>]*>|\\[A-Za-z]+", " ", text))}


@pytest.mark.sliced(18)
@pytest.mark.parametrize("form", ["text", "html", "tex", "md"])
@pytest.mark.parametrize("kind", ["key", "blank"])
@pytest.mark.parametrize("detail", ["standard", "full"])
def test_no_english_stands_on_a_german_page(sheet: Sheet, form: str, kind: str, detail: str) -> None:
    text = deliver(sheet, Wanted(form, kind, detail)).decode()
    assert "Aufgabe 1" in text
    assert not words(text) & ENGLISH


@pytest.mark.sliced(3)
@pytest.mark.parametrize("form", FEEDBACK)
def test_no_english_stands_on_german_feedback(sheet: Sheet, form: str) -> None:
    text = give_back([Marked(Ready(sheet), check(sheet, ANSWERS).answers[0])], Wanted(form, "feedback")).decode()
    assert "Punkt" in text
    assert "Sie haben" in text
    assert not words(text) & ENGLISH


UNREADABLE = """1
Q_1 = [9 9; 9 9]
K_1 = [[1, 2], [3, 4]
ZZ = [1 2; 3 4]

[5 6; 7 8]
V_1 = [1 2; 3 4]/0
S_1 = [1 2; 3 4] + [1 2]
A_1 = [1 2; 3]
Q_1 = [1 2; 3 4]
"""


@pytest.mark.parametrize("form", ["text", "html", "json"])
def test_what_cannot_be_read_is_said_in_german(sheet: Sheet, form: str, tmp_path: Path) -> None:
    ready, file = Ready(sheet), tmp_path / "a.txt"
    file.write_text(UNREADABLE, "utf-8")
    found = [understood(ready, one) for one in submissions(file, ready.namings)]
    text = WRITERS[form](found, sheet.title)
    assert all(part in text for part in ("Zeile 2 hat 1 Eintrag", "nicht geschlossen", "unbekannter Name", "kein Name steht davor"))
    keys = {"question", "questions", "line", "lines", "why", "answer", "was", "what", "given"}  # of JSON, and German
    assert not words(text) & (ENGLISH - keys)


def test_feedback_on_what_cannot_be_read_is_german(sheet: Sheet, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(UNREADABLE, "utf-8")
    text = give_back([Marked(Ready(sheet), check(sheet, tmp_path / "a.txt").answers[0])], Wanted("text", "feedback")).decode()
    assert "nicht geschlossen" in text
    assert not words(text) & (ENGLISH - {"was"})


def test_why_no_file_of_several_could_be_read_is_german(sheet: Sheet, tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"x")
    (tmp_path / "b.json").write_text("7", "utf-8")
    ready, place = Ready(sheet), tmp_path / "submission_1"
    place.mkdir()
    for file in ("a.jpg", "b.json"):
        (tmp_path / file).rename(place / file)
    text = WRITERS["text"]([understood(ready, one) for one in submissions(tmp_path, ready.namings)], sheet.title)
    assert "b.json" in text
    assert "das Bild einer Antwort kann nicht gelesen werden" in " ".join(text.split())
    assert "keine Antworten" in text
    assert not words(text) & (ENGLISH - {"was"})


def test_what_machines_read_is_german_too(sheet: Sheet) -> None:
    from symattn.marking.reports import written

    data = json.loads(written(check(sheet, ANSWERS), "json"))
    results = {r["name"]: r for r in data["answers"][0]["questions"][0]["results"]}
    assert results["Q_1"]["message"].startswith("1 von 4 Einträgen ist falsch.")
    assert results["H"]["message"] == "Nichts abgegeben."
    assert "q1" not in results  # names stay what they are


@pytest.mark.parametrize("language", languages())
def test_every_operation_says_why_it_has_its_shape(language: str) -> None:
    """In templates, or in its record, whose words serve in every language."""
    module = Templates("text", language=language).environment.get_template("words/reasons.j2").module
    silent = [name for name in OPS if not hasattr(getattr(module, name, None), "arguments")]
    assert [name for name in silent if not isinstance(OPS[name].reason, str)] == []


def test_reasons_and_amounts_are_german(sheet: Sheet) -> None:
    text = deliver(loads(SHAPES), Wanted("text", detail="full")).decode()
    assert "das innere d hebt sich weg" in text
    assert "Multiplikationen" in text
    assert not words(text) & ENGLISH


GROWING = """
language = "de"
[[question]]
steps = ["S = Q @ K.T", "w = multiplications(S)"]
sizes = { n = 1024, k = 64 }
figures = [{ name = "growth", line = "w", letter = "n" }]
[question.shapes]
Q = ["n", "k"]
K = ["n", "k"]
"""


@pytest.mark.sliced(6)
@pytest.mark.parametrize("name", FIGURES)
def test_figures_are_german(name: str) -> None:
    """Captions and the words in the drawing; a mask and an output layer bring all of them."""
    question = SHEET.partition("[[question.part]]")[0].replace("[question.given]", f'figures = ["{name}"]\n[question.given]')
    text = GROWING if name == "growth" else question + "W_O = [[1, 0], [0, 1], [1, 1], [0, 2]]\n"
    drawn = deliver(loads(text), Wanted("html")).decode()
    (figure,) = re.findall(r"<figure.*?</figure>", drawn, re.S)
    assert not words(re.sub(r"<title>.*?</title>|head", "", figure)) & (ENGLISH | {"input", "output", "mask"})


SAYING = frozenset(["fail", "unread", "undefined", "worded", "said", "too_large"])
"""What is called with the name of a sentence of words/numbers.j2 and its facts."""
PLACED = frozenset(["text", "position"])  # of a ReadError, handed over by place


def sentences() -> list[tuple[str, frozenset[str], str]]:
    """Every sentence on numbers that the package says: its name, the facts it is given, and where; also those in tables of hints."""
    found = []
    for file in sorted(Path(symattn.__file__).parent.rglob("*.py")):
        text = file.read_text("utf-8")
        if file.name == "wording.py" or ("symattn.wording" not in text and file.parent.name != "language"):
            continue
        for node in ast.walk(ast.parse(text)):
            called = getattr(node, "func", None)
            name = getattr(called, "attr", getattr(called, "id", ""))
            if isinstance(node, ast.Call) and name in SAYING:
                names = [x.value for x in ast.walk(node.args[0]) if isinstance(x, ast.Constant) and isinstance(x.value, str)]
                facts = {str(word.arg) for word in node.keywords} | ({"most"} if name == "too_large" else set())
                found += [(one, frozenset(facts), file.name) for one in names]
            elif isinstance(node, ast.Assign | ast.AnnAssign) and ast.unparse(getattr(node, "target", None) or node.targets[0]) in ("_HINTS", "_SIGNS", "hint"):
                found += [
                    (x.value, frozenset(), file.name)
                    for value in (node.value.values if isinstance(node.value, ast.Dict) else [node.value])
                    for x in ([value] if isinstance(value, ast.Constant) else value.args[1:] if isinstance(value, ast.Call) else [])
                    if isinstance(x, ast.Constant) and isinstance(x.value, str)
                ]
    return found


@pytest.mark.exhaustive
def test_every_reason_why_a_text_is_no_number_is_a_sentence() -> None:
    """Each that the code says is a macro of English with the facts that it is given, and each macro is said or part of one."""
    module = Templates("text").environment.get_template("words/numbers.j2").module
    known = {name: macro for name, macro in vars(module).items() if hasattr(macro, "arguments")}
    said = sentences()
    assert len({name for name, _, _ in said}) > 100
    for name, facts, file in said:
        assert name in known, f"{file}: templates/words/numbers.j2 has no {name}"
        optional = {"latex"} if name == "two_exponents" else set()
        assert facts | optional == set(known[name].arguments) | optional, f"{file}: {name}"
    parts = {"at_character", "smaller", "form_of_line", "no_factor", "no_operand"}  # of other sentences, and in the grammars
    assert set(known) == {name for name, _, _ in said} | parts


@pytest.mark.exhaustive
def test_no_reader_of_answers_says_anything_in_words_of_its_own() -> None:
    """What is raised or noted where answers are read is a sentence of a template: no text of three words is handed over."""
    found = []
    for file in sorted((Path(symattn.__file__).parent / "marking" / "answers").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            name = getattr(getattr(node, "func", None), "id", "")
            if isinstance(node, ast.Call) and name in ("SymattnError", "LimitError", "ReadError", "Unused", "Written", "Grid"):
                handed = [*node.args, *(word.value for word in node.keywords if word.arg != "text")]
                said = [x for x in handed if isinstance(x, ast.Constant | ast.JoinedStr)]
                found += [f"{file.name}:{node.lineno}" for x in said if len(re.findall(r"[A-Za-z]{2,}", ast.unparse(x))) >= 3]
    assert found == []


def test_blocks_of_large_matrices_are_named_in_the_language_of_the_sheet() -> None:
    wide, tall = [[j % 10 for j in range(40)]] * 2, [[i] for i in range(50)]
    text = f'language = "de"\n[[question]]\nsteps = ["Y = X + X", "Z = W + W"]\ngiven = {{ X = {wide}, W = {tall} }}\n'
    for key in (True, False):
        printed = page(loads(text), format="tex", key=key)
        assert re.findall("(columns|rows) [0-9]", printed) == []
        assert set(re.findall("(Spalten|Zeilen) [0-9]+ bis [0-9]+:", printed)) == {"Spalten", "Zeilen"}


COUNTED = {
    "de": {
        "numbers": "Zahlen", "multiplications": "Multiplikationen", "additions": "Additionen", "divisions": "Divisionen",
        "exponentials": "Exponentialwerte", "flops": "flops",
    },
    "fr": {
        "numbers": "nombres", "multiplications": "multiplications", "additions": "additions", "divisions": "divisions",
        "exponentials": "exponentielles", "flops": "flops",
    },
}  # fmt: skip


@pytest.mark.sliced(2)
@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("form", ["text", "md", "tex", "html"])
@pytest.mark.parametrize("where", ["shapes", "values"])
def test_what_is_counted_is_named_in_the_language_of_the_sheet(language: str, form: str, where: str, tmp_path: Path) -> None:
    """In formulas of values, alone and in a fraction, a name for every kind; with shapes sizes stand in its place; and the key
    handed in is right in every line."""
    assert set(COUNTED[language]) == set(COUNTS)
    given = {"shapes": '[question.shapes]\nX = ["n", "d"]\nW = ["d", "d"]\n', "values": "[question.given]\nX = [[1, 2]]\nW = [[1, 0], [0, 1]]\n"}
    counted = ", ".join(f'"C{k} = {kind}({"W" if kind == "numbers" else "A"}) / 10"' for k, kind in enumerate(COUNTS))
    sheet = loads(f'language = "{language}"\n[[question]]\nsteps = ["Q = X @ W", "A = softmax(Q)", {counted}]\n{given[where]}')
    printed = deliver(sheet, Wanted(form)).decode()
    for kind, name in COUNTED[language].items():
        assert bool(re.search(rf"(?<![A-Za-z]){name}(?![a-z])", printed.partition("<script")[0])) == (where == "values")
        assert name == kind or not re.search(rf"(?<![A-Za-z]){kind}(?![a-z])", printed)
    handed = tmp_path / f"key.{'txt' if form == 'text' else form}"
    handed.write_text(printed, encoding="utf-8")
    (answer,) = check(sheet, [handed]).answers
    assert [result.verdict for question in answer.questions for result in question.results] == ["correct"] * (len(COUNTS) + 2)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("fact", [0, 2])
def test_no_reason_has_english_in_it(language: str, fact: int) -> None:
    """Every sentence on numbers, filled in."""
    module = Templates("text", language=language).environment.get_template("words/numbers.j2").module
    filled = {name: macro(*[fact] * len(macro.arguments)) for name, macro in vars(module).items() if hasattr(macro, "arguments")}
    assert [name for name, text in filled.items() if words(text) & (ENGLISH - {"was"})] == []


UNREAD = {
    "1,2,3": "Komma", "12 3": "nebeneinander", "1e": "Exponent", "017": "mit einer Null", "1/0": "Division durch null", "2_000": "Trennzeichen",
    "log(-1)": "nicht positiv", "1/2 sqrt(2)": "heißen", "sinh 2": "braucht Klammern", "sqr(2)": 'meinten Sie "sqrt"', "9^9^9^9": "Ziffern",
    "3 = 4": "ein Wert", "1 +": "das Ende", "(1": "erwartet wird ')'", "(-1)^(1/2)": "negative Basis", "nan": "gemeint war", "5!": "Fakultät",
    r"\frac{1}{x}": "wird nicht gelesen", r"2\frac12": "gemischte Zahl", r"\sqrt": "braucht ein Argument", "1.2.3": "Dezimalpunkt",
}  # fmt: skip


@pytest.mark.sliced(3)
@pytest.mark.parametrize("text", UNREAD)
def test_why_an_entry_is_no_number_is_said_in_the_language_of_the_sheet(sheet: Sheet, text: str) -> None:
    report = check(sheet, {"q1": {"Q_1": [[text, 1], [2, 3]]}})
    page = give_back([Marked(Ready(sheet), report.answers[0])], Wanted("text", "feedback")).decode()
    assert UNREAD[text] in " ".join(page.split())
    assert not words(page) & (ENGLISH - {"was"})
    with pytest.raises(symattn.ReadError) as raised:
        symattn.read(text)
    assert words(str(raised.value)) & (ENGLISH | {"by", "write", "beyond", "expected", "no", "not"})  # the library speaks English


def test_that_all_entries_are_wrong_is_said_once(sheet: Sheet) -> None:
    report = check(sheet, {"q1": {"Q_1": [["51", "52"], ["53", "57"]]}})
    text = " ".join(give_back([Marked(Ready(sheet), report.answers[0])], Wanted("text", "feedback")).decode().split())
    assert "4 von 4 Einträgen sind falsch" in text
    assert "Alle Einträge sind falsch" not in text


def test_an_unknown_language_is_told() -> None:
    from symattn.errors import SheetError

    with pytest.raises(SheetError, match=r'did you mean "de"|write one of'):
        loads('language = "dd"\n' + SHEET.replace('language = "de"', ""))
