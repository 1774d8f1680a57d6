"""What comes from outside the package: entry points of distributions, files in trusted templates, and the kit that tries them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner

import symattn as sa
from symattn import extensions, testing
from symattn.cli import main
from symattn.course.delivery import Marked, Wanted
from symattn.course.feedback import give_back
from symattn.course.vary import carried
from symattn.errors import SymattnError
from symattn.files import find, folder, languages
from symattn.formats import trust
from symattn.formats.templates import plain
from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.ops import OPS
from symattn.page import page
from symattn.practice import site
from symattn.said import Said
from symattn.sheet import load, loads
from symattn.testing import files, operations, tried
from symattn.testing.__main__ import command

ROOT = Path(__file__).parent.parent
FILES = {
    path: text
    for path, _, text in re.findall(
        r"^`(\S+)`, a new file:\n\n(`{3,})\w+\n(.*?)\2\n", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.S | re.M
    )
}
"""What stands in CONTRIBUTING.md: the path of each file, and its text."""
KIND = FILES["symattn/sheet/variants/gated-attention.toml"]
SOFTPLUS = FILES["symattn/ops/softplus.py"]
SHEET = "[[question]]\nsteps = ['A = softplus(S)']\ngiven.S = [[0, 1]]\n"
GATED = """[[question]]
variant = "gated-attention.toml"
[question.given]
X = [[1, 0], [0, 1]]
W_Q_1 = [[1, 0], [1, 1]]
W_K_1 = [[1, 1], [0, 1]]
W_V_1 = [[2, 0], [0, 2]]
W_G_1 = [["1/2", 0], [0, 1]]
"""
LISTED = """
[symattn.operations]
softplus = mine.softplus
broken = mine.nothing
[symattn.formats]
gitlab = mine.gitlab
[symattn.platforms]
flat = mine.flat
[symattn.answers]
plain = mine.plain
[symattn.attention]
gated-attention = mine
[symattn.notations]
bars = mine
[symattn.worksheets]
who-looks-where = mine
[symattn.languages]
nl = mine
"""
FLAT = "def files(sheet, source, many=0, secret=''):\n    return {'a.txt': (sheet.title or '-').encode()}\n"
PLAIN = """
from symattn.marking.answers import tables

SUFFIXES = {".answers": "lines of names and rows"}


def read(data, ids):
    table = dict(line.split(":", 1) for line in data.decode().splitlines())
    return [tables.contents({name.strip(): rows.strip() for name, rows in table.items()}, ids, text=data.decode())]
"""


@pytest.fixture
def taken() -> Iterator[None]:
    """Whatever a test takes in goes out again."""
    yield
    for place in [Path(str(module.__file__)) for module in extensions._taken.values()]:
        extensions.leave(place)
    extensions._lying.clear()


@pytest.fixture(scope="module")
def distribution(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of packages with one distribution that lists something of every kind."""
    home = tmp_path_factory.mktemp("site")
    package, about = home / "mine", home / "mine-1.0.dist-info"
    package.mkdir()
    about.mkdir()
    for path, text in FILES.items():
        (package / Path(path).name).write_text(text, encoding="utf-8")
    shutil.copytree(folder("templates") / "de", package / "nl")
    for name, text in {"__init__.py": "", "flat.py": FLAT, "plain.py": PLAIN}.items():
        (package / name).write_text(text, encoding="utf-8")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(LISTED, encoding="utf-8")
    return home


def run(distribution: Path, *args: str, cwd: Path, **more: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | more | {"PYTHONPATH": os.pathsep.join([str(distribution), str(Path(sa.__file__).parent.parent)])}
    return subprocess.run([sys.executable, "-m", *args], cwd=cwd, env=env, capture_output=True, encoding="utf-8", check=False)


@pytest.mark.exhaustive
def test_what_a_distribution_lists_is_there(distribution: Path, tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(f'notation = "bars"\nlanguage = "nl"\n{SHEET}', encoding="utf-8")
    (tmp_path / "g.toml").write_text(GATED.replace(".toml", ""), encoding="utf-8")
    (tmp_path / "ada.answers").write_text("A: [[0.6931, 1.3133]]\n", encoding="utf-8")
    key = run(distribution, "symattn", "solve", "s.toml", "g.toml", "--format", "gitlab", "-o", "out", cwd=tmp_path)
    assert key.returncode == 0, key.stderr
    assert "symattn.operations broken is not used: ModuleNotFoundError" in key.stderr
    assert "\\operatorname{softplus}(S)" in (text := (tmp_path / "out" / "s.gitlab").read_text(encoding="utf-8"))
    assert "Aufgabe 1" in text
    assert "XW_{1}^{G}" in (tmp_path / "out" / "g.gitlab").read_text(encoding="utf-8")
    report = run(distribution, "symattn", "check", "s.toml", "ada.answers", "--format", "json", cwd=tmp_path)
    assert [r["verdict"] for r in json.loads(report.stdout)["answers"][0]["questions"][0]["results"]] == ["correct"], report.stderr
    assert run(distribution, "symattn", "export", "flat", "who-looks-where", "-o", "flat", cwd=tmp_path).returncode == 0
    assert (tmp_path / "flat" / "a.txt").read_text(encoding="utf-8") == "Who looks where"
    assert "who-looks-where" in run(distribution, "symattn", "list", cwd=tmp_path).stdout


def test_without_that_distribution_none_of_it_is(tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(SHEET, encoding="utf-8")
    with pytest.raises(SymattnError, match="no function softplus"):
        load(tmp_path / "s.toml")


def test_code_beside_a_sheet_runs_once_it_was_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: None) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    own = tmp_path / "course" / "templates"
    own.mkdir(parents=True)
    (own / "softplus.py").write_text(SOFTPLUS, encoding="utf-8")
    sheet = own.parent / "s.toml"
    sheet.write_text(SHEET, encoding="utf-8")
    with pytest.raises(SymattnError, match="no function softplus"):
        load(sheet)
    assert "templates and extensions are not used" in trust.untrusted(sheet)
    trust.trust(own.parent)
    assert load(sheet).solve()["q1"]["A"].decimals(4) == (("0.6931", "1.3133"),)
    (own / "softplus.py").write_text(SOFTPLUS.replace("UNIT + exp(x)", "exp(x)"), encoding="utf-8")
    extensions.leave(own / "softplus.py")
    with pytest.raises(SymattnError, match="no function softplus"):
        load(sheet)


def test_a_language_beside_a_sheet_is_spoken_once_it_was_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: None) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    own = tmp_path / "course" / "templates"
    shutil.copytree(folder("templates") / "de", own / "nl")
    sheet = own.parent / "s.toml"
    sheet.write_text('language = "nl"\n' + SHEET.replace("softplus", "exp"), encoding="utf-8")
    with pytest.raises(SymattnError, match='unknown language "nl"'):
        load(sheet)
    trust.trust(own.parent)
    assert "Aufgabe 1" in page(load(sheet), "text")
    assert faults(own / "nl") == []
    words = own / "nl" / "words" / "page.j2"
    words.write_text(words.read_text(encoding="utf-8").replace("Aufgabe", "Opgave"), encoding="utf-8")
    with pytest.raises(SymattnError, match="changed since it was trusted"):
        page(load(sheet), "text")
    trust.trust(own.parent)
    assert "Opgave 1" in page(load(sheet), "text")


@pytest.mark.parametrize("said", ["words/page.j2", "steps/exp.j2"])
@pytest.mark.parametrize("first", [True, False], ids=["option first", "sheet first"])
@pytest.mark.parametrize("trusted", [True, False])
def test_a_language_in_the_folder_that_is_named_is_before_that_beside_the_sheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, first: bool, trusted: bool, taken: None
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    course, named = tmp_path / "course", tmp_path / "named"
    for home, word in ((course / "templates", "naast"), (named, "genoemd")):
        shutil.copytree(folder("templates") / "de", home / "nl")
        (home / "nl" / said).write_text(
            f"<% macro question(label) %>{word}<% endmacro %>" if "page" in said else f"<% call fmt.say() %>{word}<% endcall %>", encoding="utf-8"
        )
    sheet = course / "s.toml"
    sheet.write_text('language = "nl"\n' + SHEET.replace("softplus", "exp"), encoding="utf-8")
    if trusted:
        trust.trust(course)
    option = ["--templates", str(named)]
    args = [*option, str(sheet)] if first else [str(sheet), *option]
    run = CliRunner().invoke(main, ["solve", *args, "--format", "text"], catch_exceptions=False)
    assert run.exit_code == 0, run.output
    assert ("genoemd" in run.output, "naast" in run.output) == (True, False)
    if trusted:
        assert "naast" in page(load(sheet), "text")


def test_a_language_beside_a_trusted_sheet_brings_the_words_of_its_students(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: None) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    own = tmp_path / "course" / "templates"
    shutil.copytree(folder("templates") / "de", own / "nl")
    words = own / "nl" / "words" / "called.toml"
    words.write_text(words.read_text(encoding="utf-8").replace('exp = [', 'exp = ["machten", '), encoding="utf-8")
    sheet, answers = own.parent / "s.toml", tmp_path / "ada.txt"
    text = "[[question]]\nsteps = ['A = exp(S)', 'B = abs(S)']\ngiven.S = [[0, 1]]\n"
    sheet.write_text(f'language = "nl"\n{text}', encoding="utf-8")
    answers.write_text("Machten = [1,0000 2,5000]\n", encoding="utf-8")
    before = verdicts(loads(text), answers)
    trust.trust(own.parent)
    assert before == {"A": "unreadable", "B": "missing"}  # numbers that nobody knows the name of are a person's
    assert verdicts(load(sheet), answers) == {"A": "undecided", "B": "missing"}  # named by words alone, and not right


SAID = {
    "nothing": ("", ("", "")),
    "a text": ('<% set exact = "Alles klopt." %>', ("Every value on this page is exact, every decimal correctly rounded.", "Alles klopt.")),
    "a macro": ("<% macro question(label) %>Vraag << label >><% endmacro %>", ("Question 1", "Vraag 1")),
}  # fmt: skip


@pytest.mark.parametrize("form", ["text", "md", "html", "tex"])
@pytest.mark.parametrize("said", SAID)
def test_what_a_language_does_not_say_is_said_in_english(tmp_path: Path, form: str, said: str, taken: None) -> None:
    text, (english, own) = SAID[said]
    language = spoken(tmp_path, {path.name: text for path in (folder("templates") / "words").glob("*.j2")})
    sheet = replace(load(find("two-heads-by-hand")), title="")
    keys = [give(page(replace(sheet, language=of), form)) for of, give in (("en", lambda key: key), (language, without_tag))]
    assert keys[1] == keys[0].replace(english, own)


@pytest.mark.parametrize("form", ["text", "html", "tex"])
def test_what_a_language_does_not_say_of_answers_is_said_in_english(tmp_path: Path, form: str, taken: None) -> None:
    answers = tmp_path / "ada.txt"
    answers.write_text("A = [[1, 1]]\nB = [[1, 2]]\nC = 1/0\n", encoding="utf-8")
    text = "[[question]]\nsteps = ['A = exp(S)', 'B = softmax(S)', 'C = S @ S.T']\ngiven.S = [[0, 1]]\n"
    language = spoken(tmp_path, {"marking.j2": "", "feedback.j2": "<% set answer = 'Antwoord' %>", "reading.j2": "", "reasons.j2": ""})
    backs = []
    for of in ("en", language):
        ready = Ready(replace(loads(text), language=of))
        backs.append(give_back([Marked(ready, check_file(ready, answers)[0])], Wanted(form, "feedback")).decode())
    assert without_tag(backs[1]) == backs[0]


def test_what_a_language_says_of_a_slip_is_before_what_english_says_of_it_for_an_operation(tmp_path: Path, taken: None) -> None:
    language = spoken(tmp_path, {"slips.j2": "<% macro softmax_columns() %>per kolom<% endmacro %>"})
    said = [plain(Said("slips", name, (("op", op),)), language=language) for name, op in (
        ("softmax-columns", "softmax"), ("softmax-columns", "normalize"), ("normalised-scores", "exp"),
    )]  # fmt: skip
    assert said == ["per kolom", "per kolom", "took no exponentials"]


def spoken(home: Path, words: dict[str, str]) -> str:
    """A language that says these things and no other."""
    for name, text in words.items():
        (home / "nl" / "words").mkdir(parents=True, exist_ok=True)
        (home / "nl" / "words" / name).write_text(text, encoding="utf-8")
    extensions.lies(home / "nl")
    return "nl"


def without_tag(text: str) -> str:
    """A page, its language called English in what a browser or a reader of PDF reads."""
    return text.replace('lang="nl"', 'lang="en"').replace("/Lang (nl)", "/Lang (en)")


def verdicts(sheet: sa.Sheet, answers: Path) -> dict[str, str]:
    (report,) = check_file(Ready(sheet), answers)
    return {result.name: result.verdict for question in report.questions for result in question.results}


def test_what_changes_is_taken_in_again(tmp_path: Path, taken: None) -> None:
    place = tmp_path / "softplus.py"
    first = extensions.take(place, SOFTPLUS.encode())
    assert extensions.take(place, SOFTPLUS.encode()) is first
    extensions.take(place, SOFTPLUS.replace("reason=", "symbol='sp', reason=").encode())
    assert OPS["softplus"].word == "sp"
    extensions.leave(place)
    assert "softplus" not in OPS


SLIPS = {
    "an operation": "",
    "a slip of another": "\n\nfrom symattn.ops import OPS\n\n@OPS['exp'].slip('exp-as-it-was', 'took the entry itself')\ndef _itself(a):\n    return a\n",
    "a slip on the way back through another": "\n\nfrom symattn.ops import OPS\nOPS['exp'].slip_backward('exp-as-it-was', lambda went: ('G',), 'passed on')\n",
}


@pytest.mark.parametrize("more", SLIPS.values(), ids=SLIPS)
def test_what_goes_out_takes_nothing_of_others_along(tmp_path: Path, taken: None, more: str) -> None:
    def entered() -> dict[str, tuple[list[str], list[str]]]:
        return {name: (list(record.slips), list(record.backward_slips)) for name, record in OPS.items()}

    before = entered()
    extensions.take(tmp_path / "softplus.py", (SOFTPLUS + more).encode())
    within = entered()
    assert within["softplus"] == (["softplus-without-one"], [])
    assert (within["exp"] == before["exp"]) == (not more)
    extensions.leave(tmp_path / "softplus.py")
    assert entered() == before


FROM = "from functools import partial\nfrom symattn.ops import OPS\nfrom symattn.ops.record import always\n"
TAKEN_IDS = {
    "of a function": ("softmax", "base-two", "@OPS['softmax'].slip('base-two', 'took others')\ndef _wrong(a, *, axis=1):\n    return -a\n"),
    "of a function without a name": ("transpose", "not-transposed", "OPS['transpose'].slip('not-transposed')(lambda a: -a)\n"),
    "of a part of a function": ("concat", "heads-added", "OPS['concat'].slip('heads-added')(partial(max))\n"),
    "on the way back": ("relu", "gate-forgotten", "OPS['relu'].slip_backward('gate-forgotten', always('-G'))\n"),
}


@pytest.mark.parametrize(("name", "id", "text"), TAKEN_IDS.values(), ids=TAKEN_IDS)
def test_a_slip_that_another_file_has_stays_that_one(tmp_path: Path, taken: None, name: str, id: str, text: str) -> None:
    def entered() -> dict[str, object]:
        return {name: (dict(record.slips), dict(record.backward_slips)) for name, record in OPS.items()}

    before = entered()
    with pytest.raises(SymattnError) as told:
        extensions.take(tmp_path / "mine.py", (FROM + text).encode())
    assert f"{tmp_path / 'mine.py'}, line 4: " in str(told.value)
    assert f"there is a slip {id} of {name} already, in symattn.ops." in str(told.value)
    assert "give this one another id" in str(told.value)
    assert entered() == before
    own = text.replace(id, "mine-alone")
    extensions.take(tmp_path / "mine.py", (FROM + own).encode())
    module = extensions.take(tmp_path / "mine.py", (FROM + own + "\n").encode())  # it changed, and is taken in again
    exec(FROM + own, module.__dict__)  # and once more as the same module
    with pytest.raises(SymattnError, match=r"there is a slip mine-alone of \w+ already, in symattn_extensions\.mine;"):
        extensions.take(tmp_path / "other.py", (FROM + own).encode())
    extensions.leave(tmp_path / "mine.py")
    assert entered() == before


SAME = "from symattn.errors import SymattnError\nfrom symattn.ops import OPS\n\ndef bare(a, **more):\n    if not hasattr(a, 'blocked') or a.blocked:\n        raise SymattnError('no')\n    return a - a\n\n"
OF_ONE_VALUE = {
    "one of softmax": ("softmax", "OPS['softmax'].slip('mine', 'did so')(OPS['softmax'].slips['negated-scores'].run)", ["mine gives the value that negated-scores gives"]),
    "another of softmax": ("softmax", "OPS['softmax'].slip('mine', 'did so')(lambda a, *, axis=1: OPS['softmax'].slips['base-two'].run(a, axis=axis))", ["mine gives the value that base-two gives"]),
    "that of relu": ("relu", "OPS['relu'].slip('mine', 'did so')(OPS['relu'].slips['relu-dropped'].run)", ["mine gives the value that relu-dropped gives"]),
    "two of one file": ("exp", "OPS['exp'].slip('mine', 'did so')(bare)\nOPS['exp'].slip('other', 'did so')(bare)", ["other gives the value that mine gives"]),
    "the right one": ("softmax", "OPS['softmax'].slip('mine', 'did so')(lambda a, *, axis=1: OPS['softmax'].run(a, axis=axis))", ["mine gives the right value"]),
    "the right one, where it has any": ("exp", "OPS['exp'].slip('mine', 'did so')(lambda a: OPS['exp'].run(bare(a) + a))", ["mine gives the right value"]),
    "where another does not happen": ("softmax", "OPS['softmax'].slip('mine', 'did so', when='scaled')(OPS['softmax'].slips['negated-scores'].run)", []),
    "for one axis alone": ("mean", "OPS['mean'].slip('mine', 'did so')(lambda a, *, axis=None: OPS['sum'].run(a, axis=None))", []),
    "for one eps alone": ("layer_norm", "OPS['layer_norm'].slip('mine', 'did so')(lambda a, *, eps=0, axis=1: OPS['layer_norm'].run(a, axis=axis))", []),
}


@pytest.mark.parametrize(("name", "text", "says"), OF_ONE_VALUE.values(), ids=OF_ONE_VALUE)
def test_the_kit_finds_a_slip_with_the_value_of_another_or_the_right_one(tmp_path: Path, name: str, text: str, says: list[str], taken: None) -> None:
    (tmp_path / "mine.py").write_text(SAME + text + "\n", encoding="utf-8")
    found = faults(tmp_path / "mine.py")
    assert len(found) == len(says), found
    assert all(one in fault for one, fault in zip(says, found, strict=True)), found


@pytest.mark.parametrize("missing", [("numpy",), ("torch",), ("numpy", "torch"), ("numpy", "torch", "sympy"), ()], ids=" ".join)
def test_the_kit_says_which_code_it_could_not_try(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: None, missing: tuple[str, ...]) -> None:
    there = {dialect for dialect in ("numpy", "torch", "sympy") if dialect not in missing and find_spec(dialect)}
    monkeypatch.setattr(operations, "find_spec", lambda name: name in there)
    monkeypatch.setattr(operations, "CHECKS", {title: operations.CHECKS[title] for title in ("shape", "code")})
    for text, wrong in ((SOFTPLUS, False), (SOFTPLUS.replace("np.log1p(np.exp({0}))", "np.log(np.exp({0}))"), "numpy" in there)):
        (tmp_path / "softplus.py").write_text(text, encoding="utf-8")
        told = CliRunner().invoke(command, [str(tmp_path / "softplus.py")])
        for dialect in ("numpy", "torch", "sympy"):
            holds = "NOT" if wrong and dialect == "numpy" else "ok " if dialect in there else "not tried:"
            assert f"{holds} operation softplus: code in {dialect}\n" in told.output
            assert (f"      {dialect} is not installed\n" in told.output) == (dialect not in there)
        assert "ok  operation softplus: shape\n" in told.output
        untried = 3 - len(there)
        end = "1 of these does not hold" if wrong else f"the rest holds, {untried} not tried" if untried else "everything holds"
        assert told.output.splitlines()[-1] == end
        assert told.exit_code == wrong
        extensions.leave((tmp_path / "softplus.py").resolve())
    assert list(operations.code("transpose", dialects=missing)) == []


WRONG = {
    "a line that is no Python": ("x = = 1", "line 1: SyntaxError"),
    "an error on the way": ("x = 1\ny = x / 0", "line 2: ZeroDivisionError"),
    "a sign that no program has": ("x = 1\0", "mine.py: SyntaxError"),
    "a program in it that is none": ("x = 1\nexec('1 1')", "mine.py, line 2: SyntaxError"),
    "a call without an end": ("def f():\n    f()\nf()", "mine.py, line 2: RecursionError"),
    "a name that is there already": (SOFTPLUS.replace('"softplus",', '"softmax",'), "there is an operation softmax already"),
    "a trait that there is not": (SOFTPLUS.replace('masked="read"', 'masked="read", traits=("soft",)'), "there is no trait soft"),
}


@pytest.mark.parametrize(("text", "says"), WRONG.values(), ids=WRONG)
def test_a_file_that_cannot_be_loaded_is_told_with_its_line(tmp_path: Path, text: str, says: str, taken: None) -> None:
    before = dict(OPS)
    with pytest.raises(SymattnError) as told:
        extensions.take(tmp_path / "mine.py", text.encode())
    assert says in str(told.value)
    assert str(tmp_path / "mine.py") in str(told.value)
    assert dict(OPS) == before


FAILING = {
    "a value that cannot be had": ("return a.each(SOFTPLUS)", "return a.eech(SOFTPLUS)", "AttributeError: 'Matrix' object has no attribute 'eech'"),
    "a function that is called wrongly": ("exact=lambda x: log(UNIT + exp(x)),", "exact=lambda x: log(abs(x)),", "TypeError: bad operand type for abs(): 'Number'"),
    "a function of symattn's that is called wrongly": ("return a.each(SOFTPLUS)", "return a.each(3)", "AttributeError: 'int' object has no attribute"),
    "a shape rule that fails": ("    same,", "    lambda a: [][3],", "IndexError: list index out of range"),
}


@pytest.mark.parametrize(("old", "new", "says"), FAILING.values(), ids=FAILING)
def test_an_error_in_an_extension_is_told_as_its_own_with_its_line(tmp_path: Path, old: str, new: str, says: str) -> None:
    home, place = Path(sa.__file__).parent.parent, Path("own", "softplus.py")
    (tmp_path / "own").mkdir()
    (tmp_path / place).write_text(SOFTPLUS.replace(old, new), encoding="utf-8")
    (tmp_path / "s.toml").write_text(SHEET, encoding="utf-8")
    line = 1 + SOFTPLUS[: SOFTPLUS.index(old)].count("\n")
    solved = run(home, "symattn", "solve", "s.toml", "--templates", "own", cwd=tmp_path)
    told = solved.stderr.splitlines()
    assert (solved.returncode, len(told)) == (2, 1), solved.stderr
    assert told[0].startswith(f"{place}, line {line}: {says}")
    kit = run(home, "symattn.testing", str(place), cwd=tmp_path)
    told = [text for text in kit.stdout.splitlines() if text.startswith("      ") and says in text and "softplus.py, line" in text]
    assert (kit.returncode, len(told)) == (1, 1), kit.stdout
    assert told[0].startswith(f"      {tmp_path / place}, line {line}: {says}")


BACK = {
    "G * transpos(A)": "there is no function transpos",
    "G * (A": "expected ')' for the '('",
    "G * B": "B is nothing here",
    "G * delta": "delta is nothing here",
}


@pytest.mark.parametrize(("text", "kept"), [*((text, "") for text in BACK), ("G * B", "@__import__('functools').cache\n")])
def test_a_gradient_that_cannot_be_read_names_the_operation_with_its_line_and_what_it_writes(
    tmp_path: Path, text: str, kept: str, taken: None
) -> None:
    own = SOFTPLUS.replace("import dialects, each", "import always, dialects, each").replace('masked="read"', f'masked="read", gradient=always("{text}")')
    own = own.replace("def softplus", f"{kept}def softplus")
    extensions.take(tmp_path / "softplus.py", own.encode())
    with pytest.raises(SymattnError) as told:
        loads("[[question]]\nsteps = ['A = softplus(S)', 'L = sum(A)']\ngiven.S = [[0, 1]]\ngradient = { of = 'L', wrt = ['S'] }\n")
    line = 1 + own[: own.index("@op(")].count("\n")
    assert f"softplus.py, line {line}: softplus: '{text}' on its way back cannot be read: {BACK[text]}" in str(told.value)


NAMED = {
    "solve": ["solve", "s.toml"], "blank": ["blank", "s.toml"], "lint": ["lint", "s.toml"], "check": ["check", "s.toml", "a.txt"],
    "read": ["read", "s.toml", "a.txt"], **{platform: ["export", platform, "s.toml", "-o", "out"] for platform in ("moodle", "qti", "gradescope", "nbgrader")},
}  # fmt: skip


@pytest.mark.parametrize("command", NAMED)
def test_every_command_that_reads_a_sheet_takes_a_folder_of_extensions_for_one_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: None, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own").mkdir()
    Path("own", "softplus.py").write_text(SOFTPLUS, encoding="utf-8")
    Path("s.toml").write_text(SHEET, encoding="utf-8")
    Path("a.txt").write_text("A = [log(2) log(1 + e)]\n", encoding="utf-8")
    alone = CliRunner().invoke(main, NAMED[command])
    assert "there is no function softplus" in f"{alone.exception}{alone.output}"
    named = CliRunner().invoke(main, [*NAMED[command], "--templates", "own"])
    assert named.exit_code == 0, named.output


MARKING = {
    "a slip": ("softplus.py", SOFTPLUS.replace("    return a\n", "    return a.nothing\n"), "AttributeError: ", "ada.txt"),
    "a reader": ("plain.py", "SUFFIXES = {'.plain': 'lines'}\n\n\ndef read(data, ids):\n    return [][1]\n", "IndexError: ", "ada.plain"),
}


@pytest.mark.parametrize(("file", "text", "says", "answers"), MARKING.values(), ids=MARKING)
def test_what_an_extension_cannot_mark_is_for_a_person_and_told_to_who_marks(tmp_path: Path, file: str, text: str, says: str, answers: str) -> None:
    home, own = Path(sa.__file__).parent.parent, tmp_path / "own"
    own.mkdir()
    (own / "softplus.py").write_text(SOFTPLUS, encoding="utf-8")
    (own / file).write_text(text, encoding="utf-8")
    (tmp_path / "s.toml").write_text(SHEET, encoding="utf-8")
    (tmp_path / answers).write_text("A = [[0.5, 1.4]]\n", encoding="utf-8")
    line = 1 + next(k for k, one in enumerate(text.splitlines()) if one in ("    return a.nothing", "    return [][1]"))
    done = run(home, "symattn", "check", "s.toml", answers, "--templates", "own", "--format", "json", cwd=tmp_path)
    (told,) = done.stderr.splitlines()
    assert f"could not be marked: own/{file}, line {line}: {says}" in told
    verdicts = [one["verdict"] for question in json.loads(done.stdout)["answers"][0]["questions"] for one in question["results"]]
    assert (done.returncode, verdicts) == (3, ["undecided"])
    assert f"own/{file}" not in done.stdout


@pytest.mark.parametrize(("body", "lines"), [("return data.nothing", [2]), ("return [][1] if data[:2] != b'[[' else data + 1", [2, 2]), ("x = data.decode()\n    return int(x)", [3, 2])])
def test_the_kit_tells_each_error_of_a_reader_once_with_its_line(tmp_path: Path, body: str, lines: list[int], taken: None) -> None:
    place = tmp_path / "plain.py"
    place.write_text(f"def read(data, ids):\n    {body}\n\n\nSUFFIXES = {{'.plain': 'lines'}}\n", encoding="utf-8")
    told = [fault for fault in faults(place) if "raise SymattnError" in fault]
    assert [int(line) for fault in told for line in re.findall(rf"{place}, line (\d+): \w+Error: ", fault)] == lines


def test_an_error_in_what_a_distribution_lists_is_told_as_its_own(distribution: Path, tmp_path: Path) -> None:
    shutil.copytree(distribution, tmp_path / "site")
    (tmp_path / "site" / "mine" / "flat.py").write_text("def files(sheet, source, many=0, secret=''):\n    return 1 / 0\n", encoding="utf-8")
    told = run(tmp_path / "site", "symattn", "export", "flat", "causal-mask", "-o", "out", cwd=tmp_path)
    assert (told.returncode, "flat.py, line 2: ZeroDivisionError: division by zero" in told.stderr) == (2, True), told.stderr
    assert "something in symattn failed" not in told.stderr


def cli(*args: str) -> str:
    """What a command says beside what it makes, which has gone well."""
    done = CliRunner().invoke(main, args, standalone_mode=False)
    assert done.exception is None, done.output
    return done.stderr


LEFT = ("softplus ({0}/softplus.py)", "softminus ({0}/softminus.py)")
GOES = {"canvas": False, "gradescope": True, "ilias": False, "moodle": False, "nbgrader": True, "numbas": False, "otter": True, "prairielearn": True, "qti": False}


@pytest.mark.parametrize("platform", GOES)
@pytest.mark.parametrize("count", [0, 1, 2])
def test_an_export_that_symattn_reads_says_which_extensions_have_to_go_along(tmp_path: Path, platform: str, count: int, taken: None) -> None:
    for name in ("softplus", "softminus")[:count]:
        extensions.take(tmp_path / f"{name}.py", SOFTPLUS.replace("softplus", name).encode())
    steps = ["A = exp(S)", "B = softplus(A)", "C = softminus(softplus(S))"][: count + 1]
    (tmp_path / "s.toml").write_text(f"[[question]]\nsteps = {steps}\ngiven.S = [[0, 1]]\n", encoding="utf-8")
    said = cli("export", platform, str(tmp_path / "s.toml"), "-o", str(tmp_path / "out"))
    left = ", ".join(LEFT[:count]).format(tmp_path)
    told = f"{tmp_path}/s.toml: no code goes along: install {left} where symattn reads the sheet, or it is refused there\n"
    assert said == (told if count and GOES[platform] else "")


@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_site_to_practise_on_says_which_operations_it_cannot_read(tmp_path: Path, count: int, monkeypatch: pytest.MonkeyPatch, taken: None) -> None:
    monkeypatch.setattr(site, "gathered", lambda *_, **__: {})
    monkeypatch.setattr(site, "engine", lambda *_, **__: {"engine/python.js": b"//"})
    for name in ("softplus", "softminus")[:count]:
        extensions.take(tmp_path / f"{name}.py", SOFTPLUS.replace("softplus", name).encode())
    steps = ["A = exp(S)", "B = softplus(A)", "C = softminus(softplus(S))"][: count + 1]
    (tmp_path / "s.toml").write_text(f"[[question]]\nsteps = {steps}\ngiven.S = [[0, 1]]\n", encoding="utf-8")
    left = ", ".join(LEFT[:count]).format(tmp_path)
    told = f"{tmp_path}/s.toml: no code goes along: the page has symattn's own operations alone, and cannot read a sheet with {left}"
    said = cli("practice", str(tmp_path / "s.toml"), "-o", str(tmp_path / "out")).splitlines()
    assert [line for line in said if "no code" in line] == ([told] if count else [])


def test_every_operation_of_symattn_s_own_is_known_as_that() -> None:
    assert {name for name, record in OPS.items() if not record.run.__module__.startswith("symattn.")} == set()


@pytest.mark.parametrize(("file", "name"), [("wiki", "gitlab"), ("gitlab", "wiki"), ("wiki", "wiki")])
def test_a_format_s_file_and_writer_may_be_called_differently(tmp_path: Path, file: str, name: str, taken: None) -> None:
    text = FILES["symattn/formats/gitlab.py"]
    extensions.take(tmp_path / "gitlab.py", text.encode())
    sheet = loads(SHEET.replace("softplus", "exp"))
    wanted = page(sheet, "gitlab")
    extensions.leave(tmp_path / "gitlab.py")
    place = tmp_path / f"{file}.py"
    place.write_text(text.replace('"gitlab"', f'"{name}"').replace("gitlab/", f"{name}/"), encoding="utf-8")
    assert faults(place) == []
    assert page(sheet, file) == wanted


def test_two_files_of_one_name_are_told(tmp_path: Path, taken: None) -> None:
    extensions.take(tmp_path / "a" / "mine.py", b"")
    with pytest.raises(SymattnError, match=r"b/mine\.py: .*a/mine\.py is called mine too"):
        extensions.take(tmp_path / "b" / "mine.py", b"")


@pytest.mark.parametrize("other", ["course/templates/softplus.py", "course/../course/templates/softplus.py", "link/templates/softplus.py"])
def test_one_file_under_two_spellings_of_its_place_is_one_file(tmp_path: Path, other: str, monkeypatch: pytest.MonkeyPatch, taken: None) -> None:
    place = tmp_path / "course" / "templates" / "softplus.py"
    place.parent.mkdir(parents=True)
    (tmp_path / "link").symlink_to("course")
    monkeypatch.chdir(tmp_path)
    first = extensions.take(place, SOFTPLUS.encode())
    assert extensions.take(Path(other), SOFTPLUS.encode()) is first
    changed = extensions.take(Path(other), SOFTPLUS.replace("reason=", "symbol='sp', reason=").encode())
    assert (changed is first, OPS["softplus"].word) == (False, "sp")
    extensions.leave(place)
    assert "softplus" not in OPS


@pytest.mark.parametrize("spelled", ["{0}/course/templates", "course/../course/templates", "course/templates"])
def test_templates_beside_a_sheet_may_be_named_as_well_however_they_are_spelled(tmp_path: Path, spelled: str) -> None:
    own = tmp_path / "course" / "templates"
    own.mkdir(parents=True)
    (own / "softplus.py").write_text(SOFTPLUS, encoding="utf-8")
    (own.parent / "s.toml").write_text(SHEET, encoding="utf-8")
    env = {"XDG_STATE_HOME": str(tmp_path / "state")}
    home = Path(sa.__file__).parent.parent
    assert run(home, "symattn", "trust", "course", cwd=tmp_path, **env).returncode == 0
    solved = run(home, "symattn", "solve", "course/s.toml", "--templates", spelled.format(tmp_path), cwd=tmp_path, **env)
    assert (solved.returncode, solved.stderr) == (0, "")


def test_a_kind_of_attention_beside_a_sheet_needs_no_trust_and_goes_along(tmp_path: Path) -> None:
    name = "gated-attention"
    (tmp_path / "g.toml").write_text(GATED, encoding="utf-8")
    with pytest.raises(SymattnError, match=f"no kind of attention {name}.toml lies beside the sheet"):
        load(tmp_path / "g.toml")
    (tmp_path / f"{name}.toml").write_text(KIND, encoding="utf-8")
    here = load(tmp_path / "g.toml")
    assert here.questions[0].plan.names[-2:] == ("H_1", "H")
    elsewhere = loads(carried(GATED, tmp_path / "g.toml"))
    assert elsewhere.solve()["q1"]["H"] == here.solve()["q1"]["H"]


BAD_KINDS = {
    "no TOML": ("says = ", "gated-attention.toml: "),
    "no sentence": ("lines = ['H = X @ X']", "needs says"),
    "numbers for lines": ("says = 'It.'\nlines = [1]", "lines are texts"),
    "a line that cannot be read": ("says = 'It.'\nlines = ['H = X @']", "a line of gated-attention.toml cannot be read"),
    "a key that is misspelt": ("says = 'It.'\nlines = ['H = X / tau']\nnubmers = ['tau']", 'gated-attention.toml:3:1: unknown key "nubmers"\n  did you mean "numbers"?'),
    "a table that is misspelt": ("says = 'It.'\nlines = ['H = f(X)']\n[optoins.f]\nrelu = 'relu(A)'", 'gated-attention.toml:3:2: unknown key "optoins"\n  did you mean "options"?'),
    "a key that is like none": ("colour = 1\nsays = 'It.'\nlines = ['H = X @ X']", 'gated-attention.toml:1:1: unknown key "colour"\n  the keys of a kind of attention are says, lines'),
    "options without words": ("says = 'It.'\nlines = ['H = X @ X']\noptions = { f = 3 }", "an option is a table of words"),
}


@pytest.mark.parametrize(("text", "says"), BAD_KINDS.values(), ids=BAD_KINDS)
def test_a_kind_that_is_none_is_told(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "g.toml").write_text(GATED, encoding="utf-8")
    (tmp_path / "gated-attention.toml").write_text(text, encoding="utf-8")
    with pytest.raises(SymattnError) as told:
        load(tmp_path / "g.toml")
    assert says in str(told.value)


@pytest.mark.parametrize(("text", "says"), [BAD_KINDS[name] for name in BAD_KINDS if "key" in name])
def test_the_kit_refuses_what_a_sheet_refuses_in_a_kind(tmp_path: Path, text: str, says: str) -> None:
    place = tmp_path / "gated-attention.toml"
    place.write_text(text, encoding="utf-8")
    (told,) = faults(place)
    assert says.replace("\n  ", "; ") in told


@pytest.mark.parametrize("numbers", ["'tau'", "'tau', 'sigma'"])
def test_the_kit_tells_of_numbers_that_no_line_reads(tmp_path: Path, numbers: str) -> None:
    place = tmp_path / "mean.toml"
    place.write_text(f"says = 'The mean.'\nlines = ['H = mean(X / sigma, axis=0)']\nnumbers = ['sigma', {numbers}]", encoding="utf-8")
    assert faults(place) == ["mean: numbers has tau, which no line reads; take it out, or write it in a line"]


def test_a_kind_in_a_sheet_has_known_keys_too() -> None:
    kind = 'variant = { name = "mean", says = "It.", lines = ["H = mean(X, axis=0)"], numbres = ["tau"] }'
    with pytest.raises(SymattnError, match=r'(?s)mean.*unknown key "numbres".*did you mean "numbers"'):
        loads(f"[[question]]\n{kind}\ngiven.X = [[1, 2]]\n")


def faults(path: Path) -> list[str]:
    return [f"{one.what}: {fault}" for one in tried(path) for fault in one.faults]


@pytest.mark.exhaustive
@pytest.mark.sliced(9)
@pytest.mark.parametrize("path", FILES)
def test_the_kit_finds_nothing_in_what_contributing_shows(path: str, tmp_path: Path, taken: None) -> None:
    file = tmp_path / Path(path).name
    file.write_text(FILES[path], encoding="utf-8")
    assert faults(file) == []


PLANTED = {
    "a derivative": ("gradient", 'masked="read"', 'masked="read", gradient=always("G")', "the derivative of softplus(A) by A"),
    "code": ("code", "np.log1p(np.exp({0}))", "np.log(np.exp({0}))", "its code in numpy prints another value"),
    "what a mask does": ("masks", 'masked="read"', 'masked="carried"', "softplus does not carry minus infinity on"),
    "work": ("work", "exponentials=1, additions=1, logarithms=1", "exponentials=-1", "its work on these shapes is"),
    "an explanation": ("explained", 'row(Ink("log", "upright"), x)', "x", "this is not what it comes to"),
    "a ball": ("kinds", "(1 + x.exp()).log()", "x.exp()", "the balls of softplus(A) do not hold"),
    "a function that rises and says that it falls": ("ranges", "    rising=1,", "    rising=-1,", "does not hold its value for"),
    "a function of which some entries rise and some fall": ("ranges", "exact=lambda x: log(UNIT + exp(x)),\n    ball=lambda x: (1 + x.exp()).log(),", "exact=lambda x: x * x,\n    ball=lambda x: x * x,", "does not hold its value for"),
    "a function whose ball is that of its middle": ("ranges", "ball=lambda x: (1 + x.exp()).log(),  # holds every value on the ball\n    rising=1,", "ball=lambda x: (1 + x.mid().exp()).log(),\n", "does not hold its value for"),
    "columns": ("columns", 'columns="kept"', 'columns="relu"', "with tokens as columns Z = relu(A) is not the transpose"),
    "a slip that is right": ("slips", "    return a\n", "    return softplus.run(a)\n", "softplus-without-one gives the right value"),
    "no words": ("slips", ', "took the entry itself, without the 1 in the logarithm"', "", "softplus-without-one says nothing"),
    "a page of roots": ("pages", "return a.each(SOFTPLUS)", "return a.each(SOFTPLUS) if all(getattr(x, 'is_rational', True) for row in a.values for x in row) else nothing", "nothing"),
    "no example": ("record", ">>> ", "", "the value rule of softplus has no example"),
}


@pytest.mark.sliced(4)
@pytest.mark.parametrize(("title", "old", "new", "says"), PLANTED.values(), ids=PLANTED)
def test_the_kit_finds_what_is_wrong(tmp_path: Path, title: str, old: str, new: str, says: str, taken: None) -> None:
    assert old in SOFTPLUS
    text = SOFTPLUS.replace(old, new).replace("import dialects, each", "import always, dialects, each")
    extensions.take(tmp_path / "softplus.py", text.encode())
    assert any(says in fault for fault in testing.faults(partial(operations.CHECKS[title], "softplus")))


YAML = FILES["symattn/marking/answers/formats/yaml.py"]
OWN = YAML.replace('".yaml": "YAML", ".yml": "YAML"', '".mine": "mine"')
EXAMPLE = YAML[YAML.index('    >>> read(b"q1') : YAML.index("    \"\"\"\n    text = decoded")]
SHIPPED_SUFFIX = "symattn reads {} itself and never asks this one; take another suffix"
NO_EXAMPLE = "no example of read reads an answer; write one below its first sentence"
HOLDING_LESS = {
    "a reader of nothing": ("formats/yaml.py", OWN.replace(" [tables.contents(tree, ids, text=text)]", " []"), ["IndexError: list index out of range"]),
    "a reader of nothing, whose example shows it": ("formats/yaml.py", OWN.replace("return [tables.contents(tree, ids, text=text)]", "return []").replace(EXAMPLE, "    >>> read(b'[]', frozenset())\n    []\n"), [NO_EXAMPLE]),
    "a reader without an example": ("formats/yaml.py", OWN.replace(EXAMPLE, ""), [NO_EXAMPLE]),
    "a reader whose example is of a file that is none": ("formats/yaml.py", OWN.replace(EXAMPLE, "    >>> read(b'[]', frozenset())[0].answers\n    []\n"), [NO_EXAMPLE]),
    "a reader whose example shows otherwise": ("formats/yaml.py", OWN.replace("    '0.50'\n", "    '0.5'\n"), ["Expected:\n    '0.5'\nGot:\n    '0.50'"]),
    "a reader of its own": ("formats/yaml.py", OWN, []),
    "a reader of what symattn reads": ("formats/yaml.py", YAML.replace('".yaml": "YAML"', '".toml": "TOML"'), [SHIPPED_SUFFIX.format(".toml"), SHIPPED_SUFFIX.format(".yml")]),
    "a reader that fails at length": ("formats/yaml.py", OWN.replace("    text = decoded(data, strict=True)\n", "    text = decoded(data, strict=True)\n    if data[:1] in (b'[', b''):\n        raise ValueError(data * 9)\n"), ["ValueError: b'[[[[[[[["]),
    "a platform of nothing": ("platforms/cards.py", FILES["symattn/course/platforms/cards.py"].replace('{"cards.txt": "\\n".join([*cards, ""]).encode()}', "{}"), ["nothing is exported of two-heads-by-hand; give at least one file"]),
    "a format that writes no formula": ("formats/gitlab.py", FILES["symattn/formats/gitlab.py"].replace('f"$`{self.write(box)}`$"', '""'), ["inline writes nothing where a formula stands in a sentence"]),
}


@pytest.mark.sliced(4)
@pytest.mark.parametrize(("name", "text", "says"), HOLDING_LESS.values(), ids=HOLDING_LESS)
def test_the_kit_asks_what_a_reader_a_platform_and_a_format_are_for(tmp_path: Path, name: str, text: str, says: list[str], taken: None) -> None:
    assert text not in FILES.values()
    file = tmp_path / Path(name).name
    file.write_text(text, encoding="utf-8")
    found = faults(file)
    assert bool(found) == bool(says)
    for one in says:
        assert any(one in fault for fault in found), found
    assert "at length" not in name or max(map(len, found)) < 300


MISSPELT = {"a function": ("softmax(", "sofmax("), "a sign": ("K_i.T", "K_i.t"), "an end": ("@ V_i)", "@)")}
SCALED = {"true": "", "false": "", '"3"': "", '"sqrt(2)"': "", r"'\sqrt{2}'": "scores cannot be divided by this", r"'\frac{1}{2}'": "scores cannot be divided by this"}


@pytest.mark.parametrize("scale", SCALED)
@pytest.mark.parametrize("wrong", ["", *MISSPELT])
def test_what_cannot_be_read_of_a_kind_is_its_line_or_the_scale(tmp_path: Path, wrong: str, scale: str) -> None:
    old, new = MISSPELT.get(wrong, ("", ""))
    (tmp_path / "gated-attention.toml").write_text(KIND.replace(old, new), encoding="utf-8")
    (tmp_path / "g.toml").write_text(GATED.replace("[question.given]", f"options = {{ scale = {scale} }}\n[question.given]"), encoding="utf-8")
    says = "a line of gated-attention.toml cannot be read" if wrong else SCALED[scale]
    if not says:
        assert load(tmp_path / "g.toml").solve()
        return
    with pytest.raises(SymattnError, match=says) as told:
        load(tmp_path / "g.toml")
    assert ("scores" in str(told.value)) == (not wrong)


@pytest.mark.parametrize("wrong", MISSPELT)
def test_the_kit_tells_once_of_a_line_that_cannot_be_read(tmp_path: Path, wrong: str) -> None:
    old, new = MISSPELT[wrong]
    file = tmp_path / "mine.toml"
    file.write_text(KIND.replace(old, new), encoding="utf-8")
    (found,) = faults(file)
    assert "with no options: " in found
    assert "a line of mine.toml cannot be read" in found


UNREAD = {
    "a bracket left open": ("Q = '(Q'", ["(Q, the symbol of Q, cannot be read"]),
    "one of every head": ("A_i = '\\{A^{(i)}\\}'", [r"\{A^{(i)}\}, the symbol of A_i, cannot be read"]),
    "two": ("S = '+'\nV_i = '\\sum V^{(i)}'", ["+, the symbol of S, cannot be read", r"\sum V^{(i)}, the symbol of V_i, cannot be read"]),
    "one that another line has": ("Q = 'K'", ["K, which stands for Q, is read back as K; give one of the two another symbol"]),
    "a command that there is not": ("Q_i = '\\foo Q^{(i)}'", ["NotationError: notation \"mine.toml\": names.Q_i: no command \\foo is known here"]),
}


@pytest.mark.parametrize(("names", "says"), UNREAD.values(), ids=UNREAD)
def test_the_kit_tells_once_of_a_symbol_that_cannot_be_read(tmp_path: Path, names: str, says: list[str]) -> None:
    (tmp_path / "mine.toml").write_text(f"title = 'Mine'\n[names]\n{names}\n", encoding="utf-8")
    found = faults(tmp_path / "mine.toml")
    assert len(found) == len(says), found
    assert all(fault.startswith(f"mine: {one}") for fault, one in zip(sorted(found), sorted(says))), found


STRETCHED = """
from __future__ import annotations

from symattn.binding import PRODUCT
from symattn.boxes.paper import PAPER
from symattn.exact.any_matrix import Mat
from symattn.exact.matrix import Matrix
from symattn.exact.number import UNIT, Number
from symattn.ops.formula import named, pointwise
from symattn.ops.record import CodeRule, dialects, each
from symattn.ops.registry import op
from symattn.ops.shapes import Places, Whole, same


@op(
    "stretched",
    same,
    columns="kept",
    count=each(multiplications=1),
    reason="every entry on its own",
    formula=named,
    why=pointwise(lambda x, e: PAPER.joined("·", e.written(Number.of(e.params.get("by", 1))), x), "{of} stretched"),
    code=dialects(
        CodeRule("{0} * {by}", PRODUCT, (PRODUCT,)),
        CodeRule("{0} * {by}", PRODUCT, (PRODUCT,)),
        CodeRule("{0} * {by} * 1", PRODUCT, (PRODUCT,)),
    ),
    masked="carried",
    gradient=lambda went: ("G * by" if "by" in went.params else "G",),
    back="times what it is stretched by.",
)
def stretched(a: Mat, *, by: Number = UNIT) -> Mat:
    \"\"\"Multiply every entry by a number.

    >>> stretched.run(Matrix.of([[1, 2]]))
    Matrix([[1, 2]])
    \"\"\"
    return a.scaled(Number.of(by))
"""
PARAMETERS = {"a number": "Number = UNIT", "a whole number": "Whole = 1", "places": "Places = 1", "a number that must be written": "Number"}
AT_ONE_VALUE_ALONE = {
    "a derivative": ("gradient", '("G * by" if "by" in went.params else "G",)', '("G * ONE",)', "the derivative of stretched(A"),
    "code in NumPy": ("code", 'CodeRule("{0} * {by}", PRODUCT', 'CodeRule("{0} * ONE", PRODUCT', "its code in numpy prints another value than stretched(A"),
    "code in SymPy": ("code", '"{0} * {by} * 1"', '"{0} * ONE * 1"', "its code in sympy prints another value than stretched(A"),
    "an explanation": ("explained", 'Number.of(e.params.get("by", 1))', "(Number.of(3) / 4 if ONE < 1 else UNIT)", "this is not what it comes to"),
    "a formula": ("formula", "formula=named", "formula=lambda w: w.plain(0)", "its parameter by is not on the page"),
    "intervals": ("kinds", "a.scaled(Number.of(by))", "a.scaled(Number.of(by) if isinstance(a, Matrix) else Number.of(3) / 4 if ONE < 1 else UNIT)", "of stretched(A"),
}


def with_parameter(text: str, kind: str) -> str:
    """In the lines of a derivative a Number goes by its name, other parameters stand as they are."""
    by = '"G * by"' if kind.startswith("Number") else "f\"G * {went.params['by']}\""
    return text.replace('"G * by"', by).replace("Number = UNIT", kind)


@pytest.mark.parametrize("kind", PARAMETERS.values(), ids=PARAMETERS)
def test_the_kit_finds_nothing_wrong_with_a_parameter_at_any_value(tmp_path: Path, kind: str, taken: None) -> None:
    extensions.take(tmp_path / "stretched.py", with_parameter(STRETCHED, kind).encode())
    found = {title: testing.faults(partial(check, "stretched")) for title, check in operations.CHECKS.items() if title not in ("record", "pages")}
    assert {title: faults for title, faults in found.items() if faults} == {}


@pytest.mark.sliced(4)
@pytest.mark.parametrize("kind", PARAMETERS.values(), ids=PARAMETERS)
@pytest.mark.parametrize(("title", "old", "new", "says"), AT_ONE_VALUE_ALONE.values(), ids=AT_ONE_VALUE_ALONE)
def test_the_kit_tries_a_parameter_at_more_than_one_value(tmp_path: Path, title: str, old: str, new: str, says: str, kind: str, taken: None) -> None:
    """What is right for the value that a line without it has, or that the first line has, and for no other."""
    assert old in STRETCHED
    text = STRETCHED.replace(old, new.replace("ONE", "3/4" if kind == "Number" else "1"))
    extensions.take(tmp_path / "stretched.py", with_parameter(text, kind).encode())
    faults = testing.faults(partial(operations.CHECKS[title], "stretched"))
    assert any(says in fault for fault in faults), faults
    assert not any(fault.startswith(f"{says})") for fault in faults)


@pytest.mark.parametrize("kind", ["notations", "languages", pytest.param("attention", marks=pytest.mark.exhaustive)])
def test_the_kit_finds_nothing_in_what_is_shipped(kind: str) -> None:
    places = {
        "notations": sorted((folder("worksheets") / "notations").glob("*.toml")),
        "languages": [folder("templates") / "de", folder("templates") / "fr"],
        "attention": sorted((Path(sa.__file__).parent / "sheet" / "variants").glob("*.toml")),
    }[kind]
    assert places
    assert {path.name: found for path in places if (found := faults(path))} == {}


TAKEN_OUT = {
    "a text": ("words/page.j2", '<% set key_behind_title = "Musterlösung" %>', "", "key_behind_title", ""),
    "a text for TeX": ("words/page.j2", '<% set hyphens = "ngerman" %>', "", "hyphens", ""),
    "a macro": ("words/page.j2", "<% macro question(label) %>", "<% macro asked(label) %>", "question", ""),
    "another fact": ("words/page.j2", "<% macro question(label) %>", "<% macro question(name) %>", "", "has no macro question with"),
    "a macro as a text": ("words/page.j2", "<% macro question(label) %>Aufgabe << label >><% endmacro %>", "<% set question = 1 %>", "",
                          "has no macro question with"),
    "part of a table": ("words/page.j2", '"full":', '"fully":', "", "the table details is taken whole, and lacks full"),
    "a word of students": ("words/called.toml", "\nexp = [", "\nexpo = [", ".exp", ""),
    "a file": ("steps/softmax.j2", None, "", "steps/softmax.j2", ""),
    "a file of words": ("words/slips.j2", None, "", "words/slips.j2", ""),
}  # fmt: skip


@pytest.mark.parametrize(("name", "old", "new", "note", "fault"), TAKEN_OUT.values(), ids=TAKEN_OUT)
def test_the_kit_tells_what_a_language_leaves_to_english(
    tmp_path: Path, name: str, old: str | None, new: str, note: str, fault: str, taken: None
) -> None:
    shutil.copytree(folder("templates") / "de", tmp_path / "nl")
    file = tmp_path / "nl" / name
    text = file.read_text(encoding="utf-8")
    if old is None:
        file.unlink()
    else:
        assert old in text
        file.write_text(text.replace(old, new), encoding="utf-8")
    (found,) = tried(tmp_path / "nl")
    assert [note in one for one in found.notes] == [True] * bool(note)
    assert [fault in one for one in found.faults] == [True] * bool(fault)


@pytest.mark.parametrize("language", ["de", "fr"])
def test_a_shipped_language_leaves_nothing_to_english(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    real = files.words_of
    monkeypatch.setattr(files, "words_of", lambda home: {} if home.name == language else real(home))
    (found,) = tried(folder("templates") / language)
    assert [one[:50] for one in found.faults] == ["words/called.toml does not say what students call "]
    assert found.notes == ()


@pytest.mark.parametrize("inside", ["", "templates", "templates/nl/words", "templates/nl/steps", "empty"])
def test_a_folder_that_is_no_language_is_refused_in_a_sentence(tmp_path: Path, inside: str) -> None:
    shutil.copytree(folder("templates") / "de", tmp_path / "templates" / "nl")
    (tmp_path / "empty").mkdir()
    before = set(languages())
    with pytest.raises(SymattnError, match="is no language, for it has no folder words; name the folder of a language") as told:
        list(tried(tmp_path / inside))
    assert str(told.value).startswith(str(tmp_path / inside))
    assert set(languages()) == before


@pytest.mark.exhaustive
def test_the_command_says_what_holds_and_what_not(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("title = 'Mine'\n[names]\nQ = 'K'\n", encoding="utf-8")
    (tmp_path / "none.py").write_text("x = 1\n", encoding="utf-8")
    home = Path(sa.__file__).parent.parent
    wrong = run(home, "symattn.testing", "mine.toml", cwd=tmp_path)
    assert (wrong.returncode, wrong.stdout.splitlines()[-1]) == (1, "1 of these does not hold"), wrong.stdout
    none = run(home, "symattn.testing", "none.py", cwd=tmp_path)
    assert none.returncode == 2
    assert "holds no operation, slip, format or platform" in none.stderr
