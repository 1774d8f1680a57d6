"""What is said of files, folders and sheets that a class's commands cannot take: the sentence whole, with what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from symattn.course.batch.roster import roster
from symattn.course.batch.variants import Order, produce, secret_of
from symattn.course.cohort.handed import handed, students
from symattn.course.delivery import Wanted
from symattn.course.platforms import export, export_class
from symattn.course.vary import secret_in
from symattn.course.vary.dice import seed_of
from symattn.errors import SymattnError
from symattn.figures import build
from symattn.figures.context import Context
from symattn.practice.site import site
from symattn.sheet import load, loads

SHEET = "[[question]]\nsteps = ['B = 2 * A']\ngiven.A = [[1]]\n"
FILES = {
    "s.toml": SHEET,
    "again/s.toml": SHEET,
    "words.toml": "[[question]]\n[[question.part]]\nprompt = 'Why?'\nmarks = 1\nanswer = 'So.'\n",
    "letters.toml": "[[question]]\nsteps = ['B = 2 * A']\ngiven.A = [['m']]\nletters.m = 'real'\n",
    "powers.toml": f"{SHEET}show.B = {{ as = 'scientific', digits = 2 }}\n",
    "class/manifest.json": "{}",
    "broken/manifest.json": "[",
    "mine/sheet.toml": "mine",
    "notes/README.md": "mine",
    "r.csv": "id,name\n1,Ada\n",
    "empty.csv": "",
    "short.txt": "x",
}
BYTES = {"picture.csv": b"\x89PNG\x81\x8d\x8f\x90\x9d", "bytes.txt": b"\xff\xfe\x00"}
ELSEWHERE = "choose gradescope or prairielearn, where symattn marks"
NUMBERS = "no question of this sheet asks for numbers, and this platform takes nothing else; choose another"
SECRET = "no secret; it has 16 or more letters and digits on one line"


def growing(n: int) -> int:
    return n**30


def ones(n: int):
    return loads(f"[[question]]\nsteps = ['B = ones({n}, {n})']\n[question.given]\n").solve()["q1"]["B"]


REFUSED = {
    "a roster beside a manifest": (lambda at: handed(at / "class/manifest.json", [], at / "r.csv", None),
                                   "the manifest says who is in the class; leave --roster out"),
    "no manifest": (lambda at: students(at / "class/manifest.json"), "class/manifest.json: no manifest of `symattn vary`, or a damaged one; name a worksheet"),
    "half a manifest": (lambda at: students(at / "broken/manifest.json"), "broken/manifest.json: no manifest of `symattn vary`, or a damaged one; name a worksheet"),
    "variants into another's folder": (lambda at: list(produce(Order(SHEET, "s.toml", 3, Wanted()), [], at / "broken", None)),
                                       "broken/manifest.json: no manifest of variants, or a damaged one; name another folder"),
    "a class for Moodle": (lambda at: export_class("moodle", at / "class/manifest.json", at / "o"),
                           "moodle draws numbers or takes variants by itself; export the template, not class/manifest.json"),
    "an export onto a worksheet": (lambda at: export("gradescope", load(at / "s.toml"), at / "mine"),
                                   "mine/sheet.toml: a worksheet lies there already; name another folder for the export"),
    "an export onto notes": (lambda at: export("moodle", load(at / "s.toml"), at / "notes"),
                             "notes/README.md: a file lies there already; name another folder for the export"),
    "words for Moodle": (lambda at: export("moodle", load(at / "words.toml"), at / "o"), NUMBERS),
    "words for a notebook": (lambda at: export("nbgrader", load(at / "words.toml"), at / "o"), NUMBERS),
    "words for PrairieLearn": (lambda at: export("prairielearn", load(at / "words.toml"), at / "o"), NUMBERS.replace("numbers", "a line")),
    "letters for Moodle": (lambda at: export("moodle", load(at / "letters.toml"), at / "o"),
                           f"q1: B has letters in it, and this platform asks for numbers; {ELSEWHERE}"),
    "letters for a notebook": (lambda at: export("otter", load(at / "letters.toml"), at / "o"),
                               f"q1: B has letters in it, and this platform asks for numbers; {ELSEWHERE}"),
    "powers of ten for Moodle": (lambda at: export("moodle", load(at / "powers.toml"), at / "o"),
                                 f"q1: B is asked with digits of its own, and this platform has the sheet's alone; {ELSEWHERE}"),
    "a seed in words": (lambda at: seed_of("three"), "seed 'three': no whole number of at most 18 digits, such as 3"),
    "a long seed": (lambda at: seed_of("9" * 99), f"seed '{'9' * 18}…': no whole number of at most 18 digits, such as 3"),
    "a short secret": (lambda at: secret_in(at / "short.txt"), f"short.txt: {SECRET}"),
    "a secret of bytes": (lambda at: secret_in(at / "bytes.txt"), f"bytes.txt: {SECRET}"),
    "a folder without a secret": (lambda at: secret_of(at / "class"), "class: holds no secret of `symattn vary`"),
    "a picture for a roster": (lambda at: roster(at / "picture.csv"), "picture.csv:1:1: file: is neither UTF-8, UTF-16 nor Windows-1252; save the roster as CSV, UTF-8"),
    "no roster": (lambda at: roster(at / "none.csv"), "none.csv:1:1: file: no such file or directory; name a CSV file"),
    "two sheets of one name": (lambda at: site([at / "s.toml", at / "again/s.toml"], at / "o"), "two of the sheets have the same file name; write a site for each"),
    "growth of nothing": (lambda at: build("growth", Context(symbol=str)),
                          "figure 'growth': no number is known for a letter; write line = \"w\", letter = \"n\" and sizes"),
    "growth beyond a table": (lambda at: build("growth", Context(symbol=str, line="w", letter="n", amount=lambda line, letter, n: growing(n), sizes={"n": 1024})),
                              "figure 'growth': these numbers are too long for a table; start from a smaller number"),
    "growth of no amount": (lambda at: build("growth", Context(symbol=str, line="w", letter="n", amount=lambda *asked: None, sizes={"n": 2})),
                            "figure 'growth': w is no amount whose letters all have numbers; write sizes = { n = 1024 }"),
    "a large heat map": (lambda at: build("heat-map", Context(symbol=str, line="A", values={"A": ones(20)})),
                         "figure 'heat-map': A is 20×20; draw at most 16×16, a slice of it for instance"),
    "a mask of many tokens": (lambda at: build("causal-mask", Context(symbol=str, tokens=("a",) * 20)),
                              "figure 'causal-mask': 20 tokens do not fit on a page; draw it for at most 16"),
}  # fmt: skip


@pytest.fixture
def at(tmp_path: Path) -> Path:
    for name, data in {**{name: text.encode() for name, text in FILES.items()}, **BYTES}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    return tmp_path


@pytest.mark.parametrize(("ask", "said"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_taken_is_told_with_what_to_do(at: Path, ask, said: str) -> None:
    with pytest.raises(SymattnError) as raised:
        ask(at)
    assert str(raised.value).replace(f"{at}/", "").replace("\n  ", "; ") == said
    assert not (at / "o").exists()
