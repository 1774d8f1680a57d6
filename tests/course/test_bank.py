"""The bank of questions: each is sound and reads back, and exams are put together from it as they were wished for."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from symattn.course.bank import Entry, Wish, entries, exam, found, pick, topics
from symattn.course.delivery import DETAILS, Wanted, deliver
from symattn.errors import SheetError, SymattnError
from symattn.exact.decimals import rounded
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.files import bank, folder, shipped
from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.notation import table as notations
from symattn.page import evaluated
from symattn.sheet import Sheet, load, loads
from symattn.sheet.lint import said
from symattn.sheet.schema import json_schema
from symattn.sheet.varying import drawable

FILES = bank()
IDS = [(name, q["id"]) for name, path in FILES.items() for q in tomllib.loads(path.read_text("utf-8"))["question"]]
ONE = """
[[question]]
id = "{id}"
about = {{ topics = [{topics}], level = {level}, minutes = {minutes}, source = "own" }}
prompt = 'Of {id}.'
steps = ["B = 2 * A"]
given = {{ A = [[{entry}]] }}
[[question.part]]
asks = ["B"]
marks = {marks}
"""


@cache
def whole() -> dict[str, Entry]:
    return {entry.question.id: entry for entry in entries(FILES.values())}


def alone(entry: Entry) -> Sheet:
    return replace(entry.sheet, questions=(entry.question,), vary=None)


# ---- the shipped questions


@pytest.mark.exhaustive
def test_every_question_of_the_bank_says_what_it_is_about_and_has_a_name_of_its_own() -> None:
    assert [id for _, id in IDS] == list(whole())
    assert len(set(whole())) == len(IDS)
    for entry in whole().values():
        assert entry.topic == entry.sheet.path.stem, entry.question.id
        assert entry.question.marks, entry.question.id
        assert not entry.question.about or entry.question.about.source


@pytest.mark.exhaustive
def test_every_shipped_sheet_says_its_topics_in_the_words_of_the_bank() -> None:
    for path in shipped().values():
        said_topics = [topic for question in load(path).questions if question.about for topic in question.about.topics]
        assert said_topics, path
        assert set(said_topics) <= set(topics(whole().values())), path


@pytest.mark.exhaustive
def test_the_guide_names_every_topic() -> None:
    page = (folder("worksheets") / "guide" / "bank.md").read_text("utf-8")
    listed = page.split("The topics are")[1].split(".\n")[0]
    assert re.findall("`([^`]+)`", listed) == list(topics(whole().values()))


@pytest.mark.sliced(7)
@pytest.mark.parametrize("path", FILES.values(), ids=FILES)
def test_a_bank_file_says_nothing_of_all_its_questions_that_an_exam_would_lose(path: Path) -> None:
    tree = tomllib.loads(path.read_text("utf-8"))
    jsonschema.validate(tree, json_schema())
    assert set(tree) <= {"title", "question", "notation", "working", "vary"}
    assert set(tree.get("vary", {})) <= {"draw", "wish", "distinct"}
    assert all("question" in rule for kind in ("draw", "wish") for rule in tree.get("vary", {}).get(kind, ()))


@pytest.mark.exhaustive
@pytest.mark.parametrize(("file", "id"), IDS, ids=[id for _, id in IDS])
def test_a_question_of_the_bank_is_sound(file: str, id: str, tmp_path: Path) -> None:
    sheet = alone(whole()[id])
    solution = sheet.solve()
    for detail in DETAILS:
        evaluated(solution, detail)
    is_sound(sheet, tmp_path / "key.tex")


def is_sound(sheet: Sheet, key: Path) -> None:
    """Lint has nothing to say of it, and its key reads back as right."""
    assert not said(sheet)
    key.write_bytes(deliver(sheet, Wanted("tex")))
    (report,) = check_file(Ready(sheet), key)
    assert not report.error
    assert not {r.name: (r.verdict, r.message) for q in report.questions for r in q.results if r.verdict not in ("correct", "by-hand")}


ROWS = [name for name in notations.shipped() if notations.load(name, Path()).tokens != "columns"]


@pytest.mark.sliced(30)
@pytest.mark.parametrize("notation", ROWS)
@pytest.mark.parametrize("path", FILES.values(), ids=FILES)
def test_the_bank_goes_with_every_notation_of_rows(path: Path, notation: str) -> None:
    text = re.sub("(?m)^notation = .*$", "", path.read_text("utf-8"), count=1)
    assert loads(f'notation = "{notation}"\n{text}').questions


@pytest.mark.exhaustive
@pytest.mark.parametrize(("policy", "language"), [("decimals", "de"), ("carried", "fr"), ("letters", "de")])
@pytest.mark.parametrize("path", FILES.values(), ids=FILES)
def test_the_bank_goes_with_every_way_of_working(path: Path, policy: str, language: str) -> None:
    head, first, rest = path.read_text("utf-8").partition("[[question]]")
    sheet = loads(f'working = "{policy}"\nlanguage = "{language}"\n' + head.replace('working = "letters"', "") + first + rest)
    for question in sheet.questions:
        evaluated(replace(sheet, questions=(question,), vary=None).solve(), "standard")


DRAWN = [(name, id) for name, path in FILES.items() for id in sorted({rule["question"] for rule in tomllib.loads(path.read_text("utf-8")).get("vary", {}).get("draw", ())})]


DRAWS = 10
STILL = {
    "counting-share-of-embeddings": "GPT-2 small has no other numbers",
    "embeddings-analogy": "its rows are such that one word comes out exactly",
    "experts-order-of-softmax": "its mask is made for its scores",
    "experts-finer": "its words count sets of experts",
    "masks-zero-is-no-mask": "its two rows of scores are one, right and wrong",
    "masks-prefix": "its mask is what is asked about, and all scores are 0",
    "norms-epsilon": "its rows are such that the roots come out",
    "positions-relative-bias": "its matrix has one number on each diagonal",
    "random-unit-vectors": "its words speak of 6 degrees",
    "scores-qk-norm": "its rows have whole lengths",
    "softmax-published-row": "a source prints other results for these scores",
}
"""What could be drawn and is not, with the reason."""


def cannot_be_drawn(entry: Entry) -> bool:
    """Whether a question has no numbers of its own: words, letters, what the student chooses, or what a source prints."""
    question = entry.question
    return bool(not drawable(question) or question.letters or question.unknown or entry.about.published)


@pytest.mark.exhaustive
def test_every_question_with_numbers_of_its_own_has_them_drawn_or_says_why_not() -> None:
    drawn = {id for _, id in DRAWN}
    still = {id for id, entry in whole().items() if id not in drawn and not cannot_be_drawn(entry)}
    assert still == set(STILL)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("file", "id"), DRAWN, ids=[id for _, id in DRAWN])
def test_a_question_with_other_numbers_is_as_sound(file: str, id: str, tmp_path: Path) -> None:
    own, seen = whole()[id].question, []
    for seed in range(DRAWS):
        sheet = loads(exam([whole()[id]], seed))
        evaluated(sheet.solve(), DETAILS[seed % len(DETAILS)])
        is_sound(sheet, tmp_path / "key.tex")
        now = sheet[id]
        seen.append((now.given, now.shapes and now.shapes.sizes))
    assert any(numbers != (own.given, own.shapes and own.shapes.sizes) for numbers in seen)
    assert any(numbers != seen[0] for numbers in seen)


PUBLISHED = [(name, q["id"]) for name, path in FILES.items() for q in tomllib.loads(path.read_text("utf-8"))["question"] if "published" in q["about"]]


@pytest.mark.parametrize(("file", "id"), PUBLISHED, ids=[id for _, id in PUBLISHED])
def test_a_published_number_is_what_comes_out_rounded_as_it_is_printed(file: str, id: str) -> None:
    entry = whole()[id]
    answer = alone(entry).solve()[id]
    for name, cells in entry.about.published.items():
        value = answer.shapes[name].number if answer.shapes and name in answer.shapes.lines else answer.exact[name]
        pairs = [(value, cells.value, cells.written)]
        if isinstance(cells.value, Matrix) and isinstance(value, Matrix):
            assert value.shape == cells.value.shape
            pairs = [(x, y, text) for *rows, texts in zip(value.cells(), cells.value.cells(), cells.written, strict=True) for x, y, text in zip(*rows, texts, strict=True)]
        for x, y, text in pairs:
            assert printed_as(x, y, str(text)), (name, text, str(x))


def printed_as(x: Any, y: Any, text: str) -> bool:
    """Whether a value is a printed one, up to half a unit of its last digit."""
    x, y = (Number.of(m.values[0][0]) if isinstance(m, Matrix) else Number.of(m) for m in (x, y))
    numeral = re.match(r"(-?\d*\.?\d*)(?:[eE]([+-]?\d+))?", text.replace("_", ""))
    assert numeral
    if numeral[0] == "" or "/" in text.split()[0] or not any(c in text for c in ".e "):
        return rounded(x - y, 20) == 0
    places = len(numeral[1].partition(".")[2]) - int(numeral[2] or 0)
    unit = y / Number.of(Fraction(numeral[0])) if Fraction(numeral[0]) else Number.of(1)
    off = (x - y) / unit * Number.of(Fraction(10) ** places)
    return abs(rounded(off, 6)) <= 500_000


# ---- exams


def mine(tmp_path: Path) -> tuple[Entry, ...]:
    """A bank of 24 questions on three topics."""
    for k, topic in enumerate(("masks", "norms", "scores")):
        rows = (
            ONE.format(id=f"{topic}-{n}", topics=f'"{topic}"' + ', "shared"' * (n == 3), level=1 + n % 3, minutes=4 + n + k, entry=n, marks=1 + n % 4)
            for n in range(8)
        )
        (tmp_path / f"{topic}.toml").write_text("".join(rows), "utf-8")
    return entries(sorted(tmp_path.glob("*.toml")))


@pytest.mark.sliced(6)
@pytest.mark.parametrize("seed", [1, 7, -3])
@pytest.mark.parametrize(
    "wish",
    [
        Wish(marks=Fraction(10)),
        Wish(minutes=60),
        Wish(topics=("scores", "masks"), marks=Fraction(12)),
        Wish(levels=(2,), marks=Fraction(9)),
        Wish(topics=("norms",), levels=(1, 3), marks=Fraction(8), minutes=30),
        Wish(marks=Fraction(20), minutes=70),
    ],
)
def test_an_exam_is_what_was_wished_for(wish: Wish, seed: int, tmp_path: Path) -> None:
    picked = pick(mine(tmp_path), wish, seed)
    names = [entry.question.id for entry in picked]
    assert len(set(names)) == len(names)
    assert all(not wish.topics or set(entry.about.topics) & set(wish.topics) for entry in picked)
    assert all(not wish.levels or entry.about.level in wish.levels for entry in picked)
    minutes = sum(entry.about.minutes for entry in picked)
    assert wish.marks is None or sum(entry.question.marks for entry in picked) == wish.marks
    assert wish.minutes is None or 0.9 * wish.minutes <= minutes <= wish.minutes
    order = list(wish.topics or ("masks", "norms", "scores"))
    places = [(order.index(entry.topic), entry.about.level) for entry in picked]
    assert places == sorted(places)
    assert [entry.question.id for entry in pick(list(reversed(mine(tmp_path))), wish, seed)] == names


def test_other_seeds_give_other_exams(tmp_path: Path) -> None:
    every = mine(tmp_path)
    exams = {tuple(entry.question.id for entry in pick(every, Wish(marks=Fraction(10)), seed)) for seed in range(10)}
    assert len(exams) > 7


def test_a_topic_beside_the_chief_one_is_found_too(tmp_path: Path) -> None:
    every = mine(tmp_path)
    assert [entry.question.id for entry in pick(every, Wish(("shared",), marks=Fraction(12)), 1)] == ["masks-3", "norms-3", "scores-3"]
    assert [entry.question.id for entry in found(every, "shared", "OF NORMS")] == ["norms-3"]
    assert [entry.question.id for entry in found(every, None, "masks-3")] == ["masks-3"]


@pytest.mark.sliced(2)
@pytest.mark.parametrize(
    ("wish", "told"),
    [
        (Wish(("mask",), marks=Fraction(3)), 'no topic "mask"; did you mean "masks"?'),
        (Wish(("masks",), (2,), Fraction(30)), "no exam of 30 marks: 3 questions on masks of level 2, 7 marks and 24 minutes in all; what comes nearest is 7 marks"),
        (Wish(minutes=1), "no exam of 1 minute: 24 questions, 60 marks and 204 minutes in all; ask for another topic or level"),
        (Wish(marks=Fraction(40), minutes=20), "no exam of 40 marks in 20 minutes"),
    ],
)  # fmt: skip
def test_what_cannot_be_had_is_told_with_what_there_is(wish: Wish, told: str, tmp_path: Path) -> None:
    with pytest.raises(SymattnError) as refused:
        pick(mine(tmp_path), wish, 1)
    assert told in "; ".join(filter(None, (refused.value.what, refused.value.hint)))


TEMPLATE = """notation = "columns"
working = "decimals"
[[question]]
id = "drawn"
about = { topics = ["scores"], level = 1, minutes = 5, source = "own", published = { H = [["2"]] } }
steps = ["H = V @ A"]
given = { V = [[1, 1]], A = [[1], [1]] }
[[question]]
id = "still"
about = { topics = ["scores"], level = 2, minutes = 5, source = "own", published = { B = [["2"]] } }
notation = "paper"
steps = ["B = 2 * A"]
given = { A = [[1]] }
[vary]
distinct = ["drawn.H"]
[[vary.draw]]
question = "drawn"
names = ["V"]
low = 10
high = 99
[[vary.wish]]
question = "drawn"
names = ["H"]
at_least = 30.5
[[vary.draw]]
question = "drawn"
names = ["A"]
among = [1.25, "2"]
"""


def test_an_exam_keeps_notation_and_working_draws_its_numbers_and_is_a_template_itself(tmp_path: Path) -> None:
    (tmp_path / "scores.toml").write_text(TEMPLATE, "utf-8")
    picked = pick(entries([tmp_path / "scores.toml"]), Wish(marks=Fraction(2)), 1)
    text = exam(picked, 5)
    assert text == exam(picked, 5) != exam(picked, 6)
    sheet = loads(text)
    drawn, still = sheet.questions
    assert (drawn.notation, still.notation) == ("columns", "paper")
    assert {question.working.policy for question in sheet.questions} == {"decimals"}
    assert drawn.given["V"] != picked[0].question.given["V"]
    assert still.given["A"] == picked[1].question.given["A"]
    assert drawn.about
    assert still.about
    assert not drawn.about.published
    assert still.about.published
    assert sheet.vary
    assert sheet.vary.distinct == (("drawn", "H"),)
    assert loads(exam(picked[1:], 5)).vary is None
    assert exam(picked[:1], 5).split("steps")[1].split("[vary")[0].split() == text.split("steps")[1].split("[[question]]")[0].split()


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", [1, 7])
def test_an_exam_of_the_shipped_bank_is_a_sheet_like_any_other(seed: int, tmp_path: Path) -> None:
    picked = pick(tuple(whole().values()), Wish(minutes=45), seed)
    (tmp_path / "exam.toml").write_text(exam(picked, seed), "utf-8")
    sheet = load(tmp_path / "exam.toml")
    assert [question.id for question in sheet.questions] == [entry.question.id for entry in picked]
    assert Counter(question.marks for question in sheet.questions) == Counter(entry.question.marks for entry in picked)


WRONG = {
    "level = 2": ("level = 4", "about.level"),
    "minutes = 5": ("minutes = 0", "about.minutes"),
    'topics = ["scores"]': ("topics = []", "no topic"),
    'source = "own"': ('sauce = "own"', "sauce"),
    "published = { B": ("published = { C", "no line defines C"),
}


def test_everything_that_is_wrong_with_what_a_question_is_about_is_told_in_one_go() -> None:
    text = "[[question]]" + TEMPLATE.split("[[question]]")[2].split("[vary]")[0]
    assert loads(text).questions[0].about
    for right, (wrong, _) in WRONG.items():
        assert right in text
        text = text.replace(right, wrong)
    with pytest.raises(SheetError) as refused:
        loads(text)
    for _, told in WRONG.values():
        assert told in str(refused.value)
