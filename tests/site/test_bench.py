"""What runs behind the workshop, without a browser: pages, problems at their places, files, numbers, marks."""

from __future__ import annotations

import json
import re
import sys
import tomllib
import zlib
from base64 import b64decode, urlsafe_b64decode
from collections.abc import Callable
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from symattn.course.bank import Wish, entries, exam, pick
from symattn.course.delivery import Wanted, deliver
from symattn.files import bank, find, folder
from symattn.page import DETAILS
from symattn.practice.assets import EDITOR
from symattn.practice.site import ENGINE, pages
from symattn.sheet import loads
from symattn.site import bench
from symattn.site.bench import PLATFORMS, Session
from symattn.site.form import LARGEST, kinds
from symattn.site.workshop import FIRST, FORMATS, address, answered, known, modules, starts

SMALL = """title = "A mix"

[[question]]
steps = ["L = Q @ K.T", "A = softmax(L)"]  # two lines
given.Q = [[1, 2], [0, 1]]
given.K = [[1, 0], [2, 1]]
"""
VARIED = SMALL + '\n[[vary.draw]]\nnames = ["Q"]\nlow = 5\nhigh = 9\n'
BEYOND = """title = "How a softplus grows"

[[question]]
steps = ["P = log(1 + exp(S * x))", "G = P - x", "C = limit(G, x)"]
letters.x = "positive"
given.S = [[1]]
"""
Ask = Callable[..., dict[str, Any]]


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    session = Session(tmp_path)

    def answer(do: str, **facts: object) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(session.answer(json.dumps({"do": do, **facts})))
        return found

    return answer


@pytest.mark.parametrize("form", ["key", "blank"])
def test_a_page_is_the_one_that_the_command_line_makes(ask: Ask, form: str) -> None:
    found = ask("page", text=SMALL, form=form)
    made = deliver(loads(SMALL), Wanted("html", form)).decode()
    body = made[made.index("<body") :]
    assert found["html"].endswith(body)
    assert "data:font" not in found["html"]
    assert (found["problems"], found["title"], found["lines"]) == ([], "A mix", {"q1": ["L", "A"]})


@pytest.mark.parametrize("form", ["key", "blank"])
def test_what_stands_there_first_is_what_the_engine_answers(ask: Ask, form: str) -> None:
    assert json.loads(json.dumps(answered()[form])) == ask("page", text=starts()[FIRST], form=form)


@pytest.mark.parametrize(("had", "now", "line", "path", "says"), [
    ("softmax(L)", "sofmax(L)", 4, "question.steps", "softmax"),
    ("given.K", "given.k", 4, "question.steps", "K"),
    ("[0, 1]]", "[0]]", 5, "question.given.Q", "row"),
    ("[[question]]", "[[qestion]]", 3, "qestion", "question"),
    ('title = "A mix"', "title = A mix", 1, "", "write title = "),
])  # fmt: skip
def test_a_problem_has_its_place_and_what_to_write(ask: Ask, had: str, now: str, line: int, path: str, says: str) -> None:
    problem = ask("page", text=SMALL.replace(had, now), form="key")["problems"][-1]
    assert (problem["line"], problem["severity"]) == (line, "error")
    assert path in problem["path"]
    assert says in problem["what"] + problem["hint"]


def test_what_lint_finds_stands_beside_the_page(ask: Ask) -> None:
    found = ask("page", text=SMALL + "given.Z = [[1]]\n", form="key")
    assert "<h1>A mix</h1>" in found["html"]
    assert [(p["line"], p["severity"], p["what"]) for p in found["problems"]] == [(7, "warning", "no line uses it")]


@pytest.mark.sliced(9)
@pytest.mark.parametrize("form", [*FORMATS, *PLATFORMS])
def test_every_file_to_take_away_is_the_command_line_s(ask: Ask, form: str) -> None:
    for kind in ("key", "blank")[: 2 if form in FORMATS else 1]:
        found = ask("file", text=SMALL, form=form, kind=kind)
        data = b64decode(found["data"])
        assert found["name"].startswith("A-mix")
        if form in FORMATS:
            assert data.decode() == deliver(loads(SMALL), Wanted(form, kind)).decode()
        else:
            assert ZipFile(BytesIO(data)).testzip() is None


@pytest.mark.parametrize("detail", DETAILS)
def test_a_file_has_the_detail_that_was_asked_for(ask: Ask, detail: str) -> None:
    data = b64decode(ask("file", text=SMALL, form="text", detail=detail)["data"])
    assert data.decode() == deliver(loads(SMALL), Wanted("text", "key", detail)).decode()


@pytest.mark.parametrize(("text", "low", "high"), [(SMALL, -2, 3), (VARIED, 5, 9)], ids=["as usual", "as the sheet says"])
def test_numbers_are_drawn_again_and_all_else_stays(ask: Ask, text: str, low: int, high: int) -> None:
    drawn = {seed: ask("draw", text=text, seed=seed)["text"] for seed in ("1", "2", "3")}
    assert len(set(drawn.values())) == 3
    for made in drawn.values():
        assert "# two lines" in made
        had, now = tomllib.loads(text), tomllib.loads(made)
        numbers = now["question"][0]["given"]["Q"]
        assert all(low <= x <= high for row in numbers for x in row)
        now["question"][0]["given"] = had["question"][0]["given"]
        assert now == had
        assert ask("page", text=made, form="key")["problems"] == []
    assert ask("draw", text=text, seed="1")["text"] == drawn["1"]


def test_numbers_quantities_and_sizes_are_drawn_again_where_the_sheet_says_how(ask: Ask) -> None:
    text = "[[question]]\nsteps = ['M = n * b']\ngiven = { n = 8, b = '2 B' }  # of a cache\n"
    text += "[[vary.draw]]\nnames = ['n']\nlow = 20\nhigh = 99\n[[vary.draw]]\nnames = ['b']\namong = ['4 B', '8 bit']\n"
    made = ask("draw", text=text, seed="2")["text"]
    given = tomllib.loads(made)["question"][0]["given"]
    assert 20 <= given["n"] <= 99
    assert given["b"] in ("4 B", "8 bit")
    assert "# of a cache" in made
    assert tomllib.loads(made)["vary"] == tomllib.loads(text)["vary"]
    unsaid = text.partition("[[vary")[0]
    assert ask("draw", text=unsaid, seed="2")["text"].strip() == unsaid.strip()


def test_a_key_is_set_and_left_out_and_all_else_stays(ask: Ask) -> None:
    set_ = ask("change", text=SMALL, key="language", value="de")["text"]
    assert tomllib.loads(set_) == {**tomllib.loads(SMALL), "language": "de"}
    assert "# two lines" in set_
    assert "Musterlösung" in ask("page", text=set_, form="key")["html"]
    assert ask("change", text=set_, key="language", value="")["text"].split() == SMALL.split()
    for key, value, says in (("language", "de", "de"), ("language", "en", ""), ("notation", "paper", "paper"), ("decimals", "4", "")):
        found = ask("page", text=f"{key} = {value if key == 'decimals' else repr(value)}\n{SMALL}", form="key")
        assert found["notation" if key == "decimals" else key] == says
    assert "error" in ask("change", text="title = ", key="language", value="de")


@pytest.mark.sliced(6)
@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("kind", kinds())
def test_a_sheet_is_made_of_a_kind_and_its_sizes(ask: Ask, kind: str, causal: bool) -> None:
    sizes = {"words": 3, "numbers": 2, "width": 2, "heads": 2}
    made = ask("make", kind=kind, sizes=sizes, causal=causal, seed="1")["text"]
    found = ask("page", text=made, form="key")
    assert found["problems"] == []
    (question,) = found["fields"]
    assert len(question["given"]["X"]) == 3
    assert [len(rows[0]) for name, rows in question["given"].items() if name != "W_O"] == [2] * (len(question["given"]) - ("W_O" in question["given"]))
    assert ("Y" in question["lines"]) == kinds()[kind]
    assert ("causal" in made) == causal
    assert made != ask("make", kind=kind, sizes=sizes, causal=causal, seed="2")["text"]


@pytest.mark.parametrize("size", LARGEST)
def test_sizes_that_no_sheet_by_hand_has_are_refused(ask: Ask, size: str) -> None:
    for number in (0, -1, LARGEST[size] + 1):
        sizes = {"words": 1, "numbers": 1, "width": 1, "heads": 1, size: number}
        assert f"{size}: {number} is not between 1 and" in ask("make", kind="multi-head-attention", sizes=sizes, causal=False, seed="1")["error"]
    assert "makes no transformer-block" in ask("make", kind="transformer-block", sizes={}, causal=False, seed="1")["error"]


@pytest.mark.sliced(2)
@pytest.mark.parametrize(("value", "written"), [("7", 7), ("-3", -3), ("1/2", "1/2"), ("sqrt(2)", "sqrt(2)")])
def test_a_number_is_entered_at_its_place_and_all_else_stays(ask: Ask, value: str, written: object) -> None:
    now = ask("enter", text=SMALL, question=0, name="Q", row=1, column=0, value=value)["text"]
    assert "# two lines" in now
    wanted = tomllib.loads(SMALL)
    wanted["question"][0]["given"]["Q"][1][0] = written
    assert tomllib.loads(now) == wanted
    assert ask("page", text=now, form="key")["fields"][0]["given"]["Q"][1][0] == value


def test_a_matrix_that_is_not_written_as_rows_is_changed_in_the_sheet(ask: Ask) -> None:
    text = SMALL.replace("[[1, 2], [0, 1]]", '"[1 2; 0 1]"')
    assert "change it in the sheet itself" in ask("enter", text=text, question=0, name="Q", row=0, column=0, value="1")["error"]


@pytest.mark.parametrize("parts", [False, True], ids=["question", "part"])
def test_what_is_asked_is_ticked(ask: Ask, parts: bool) -> None:
    text = SMALL + ("\n[[question.part]]\nlabel = 'a'\nasks = ['L', 'A']\n" if parts else "")
    now = ask("asks", text=text, question=0, part=0, names=["A"])["text"]
    assert [part["asks"] for part in ask("page", text=now, form="key")["fields"][0]["parts"]] == [["A"]]
    assert "# two lines" in now


def test_a_page_to_practise_on_is_what_the_command_writes(ask: Ask, tmp_path: Path) -> None:
    ask("page", text=SMALL, form="key")
    (tmp_path / "engine").mkdir()
    for name in ENGINE:
        (tmp_path / "engine" / name).write_bytes(name.encode())
    found = ask("practice", text=SMALL)
    assert found["name"] == "A-mix-practice.zip"
    with ZipFile(BytesIO(b64decode(found["data"]))) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    made = pages([tmp_path / "sheet.toml"])
    assert set(files) == {*made, "sw.js", *(f"engine/{name}" for name in ENGINE)}
    assert {name: files[name] for name in made} == made
    assert [name for name in files if name != "sw.js" and f'"{name}"' not in files["sw.js"].decode()] == []


def test_an_answer_is_marked_as_check_marks_it(ask: Ask) -> None:
    right = ask("mark", text=SMALL, answer="L = [1 4; 0 1]\nA = [0.0474 0.9526; 0.2689 0.7311]")["html"]
    assert "2 / 2" in right or "2 of 2" in right
    slip = ask("mark", text=SMALL, answer="A = [0.7311 0.9526; 0.2689 0.0474]")["html"]
    assert "2 of 2" not in slip
    assert "data:font" not in slip


ENDINGS = re.findall(r'value="(\w+)"', (folder("templates") / "site" / "workshop.j2").read_text(encoding="utf-8").partition('id="ending"')[2].partition("</select>")[0])


@pytest.mark.parametrize("ending", ENDINGS)
def test_an_answer_is_read_as_what_it_is_said_to_be_written_in(ask: Ask, ending: str) -> None:
    """Lines that are no TOML are said to be none, and so of JSON; as text, LaTeX or Markdown they are lines."""
    found = ask("mark", text=SMALL, answer="L = [1 4; 0 1]\nA = [0.0474 0.9526; 0.2689 0.7311]", ending=ending)["html"]
    assert ("2 of 2" in found, "plain text" in found, "Expecting value" in found) == (ending != "json", ending == "toml", ending == "json")


def test_a_question_of_the_bank_is_taken_by_its_id(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    few = entries([bank()["bank/blocks"]])[:3]
    monkeypatch.setattr(bench, "entries", lambda files: few)
    for entry in few:
        alone = tomllib.loads(ask("question", id=entry.question.id)["text"])
        assert [q["id"] for q in alone["question"]] == [entry.question.id]
    assert "did you mean" in ask("question", id=few[0].question.id[:-1])["error"]


@pytest.mark.exhaustive
@pytest.mark.usefixtures("bank_read_once")
def test_a_question_and_an_exam_come_from_the_bank(ask: Ask) -> None:
    alone = ask("question", id="blocks-residual-stream")["text"]
    assert [q["id"] for q in tomllib.loads(alone)["question"]] == ["blocks-residual-stream"]
    assert "did you mean" in ask("question", id="blocks-residual-strea")["error"]
    made = ask("pick", topic="gradients", level="2", marks="12", minutes="", seed="7")["text"]
    assert made == exam(pick(entries(bank().values()), Wish(("gradients",), (2,), Fraction(12)), 7), 7)
    made = ask("pick", topic="", level="", marks="", minutes="30", seed="7")["text"]
    assert made == exam(pick(entries(bank().values()), Wish(minutes=30), 7), 7)
    assert ask("page", text=made, form="key")["html"]
    for marks in ("0", "-1", "x", "9999", ""):
        assert "number of marks" in ask("pick", topic="", level="", marks=marks, minutes="", seed="7")["error"]
    assert "number of minutes" in ask("pick", topic="", level="", marks="", minutes="601", seed="7")["error"]


def test_an_address_of_python_is_one_of_the_page() -> None:
    packed = address(SMALL).removeprefix("#sheet=")
    assert zlib.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -15).decode() == SMALL


def test_an_archive_that_is_not_there_is_asked_for(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "find_spec", lambda name: None)
    monkeypatch.setitem(sys.modules, "sympy", None)
    assert ask("page", text=BEYOND, form="key") == {"needs": ["sympy"]}
    for text in (SMALL, find("temperature").read_text(encoding="utf-8")):  # most limits are told by their fastest terms
        assert "html" in ask("page", text=text, form="key")


def test_a_request_of_the_practice_page_is_answered_too(ask: Ask) -> None:
    assert ask("sing")["error"] == "no such request: sing"
    assert ask("givens")["error"] == "no sheet is open"


def test_the_page_knows_every_table_and_every_module(tmp_path: Path) -> None:
    tables = known()["tables"]
    assert {"", "question", "question.part", "vary.draw"} <= set(tables)
    assert "causal" not in tables["question"]
    assert "multi-head-attention" in tables["question"]["variant"]["words"]
    asked = set((folder("templates") / "site" / "workshop.js").read_text(encoding="utf-8").split('from "')[1:])
    assert {line.split('"')[0] for line in asked} <= set(modules())
    assert len(modules()) == len(EDITOR)


@pytest.mark.parametrize(("text", "secret"), [(SMALL, 0), (VARIED, 32)], ids=["numbers that stand", "numbers that are drawn"])
def test_what_is_drawn_for_a_platform_has_its_secret_beside_it(ask: Ask, text: str, secret: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "MANY", 2)
    files = ZipFile(BytesIO(b64decode(ask("file", text=text, form="numbas", kind="key")["data"])))
    kept = [files.read(name).decode().strip() for name in files.namelist() if name.endswith("secret.txt")]
    assert [len(one) for one in kept] == [secret] * bool(secret)
