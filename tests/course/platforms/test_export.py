"""Exports for learning platforms, each held against the strictest check that runs without the platform."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from base64 import urlsafe_b64encode
from fractions import Fraction
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

from symattn.course.platforms import export, export_class, platforms
from symattn.course.platforms.wheel import wheel
from symattn.errors import SymattnError
from symattn.exact.decide import compare
from symattn.files import folder, shipped
from symattn.language import read
from symattn.sheet import load

SHEETS = ["two-heads-by-hand", "causal-mask", "two-heads-template"]


def made(platform: str, name: str, place: Path) -> Path:
    export(platform, load(folder("worksheets") / f"{name}.toml"), place, many=2)
    return place


@pytest.mark.exhaustive
def test_stack_holds_the_exact_form(tmp_path: Path) -> None:
    root = ElementTree.parse(made("moodle", "two-heads-by-hand", tmp_path) / "stack.xml").getroot()
    solution = load(folder("worksheets") / "two-heads-by-hand.toml").solve()
    variables = "".join(question.findtext("questionvariables/text") or "" for question in root.findall("question"))
    inputs = [element.findtext("name") for element in root.findall("question/input")]
    assert inputs == [f"ans{n}" for n in range(1, len(inputs) + 1)]
    last = dict(re.findall(r"(ta\d+): (.*);", variables))[f"ta{len(inputs)}"]
    value = read(last.replace("matrix([", "Matrix([[").replace("])", "]])"), "text")
    for ours, theirs in zip(solution["q1"]["Y"].values, value.matrix.values, strict=True):
        assert all(compare(a, b).decision == "equal" for a, b in zip(ours, theirs, strict=True))


class Autograder:
    """Gradescope's folders: what was uploaded, what a student handed in, who that is, and the results."""

    def __init__(self, root: Path, sheet: Path) -> None:
        self.root = root
        if sheet.suffix == ".json":
            export_class("gradescope", sheet, root / "source")
        else:
            export("gradescope", load(sheet), root / "source")

    def __call__(self, files: dict[str, str], **user: object) -> dict[str, Any]:
        """The results of a submission, by the contract's one entry, ``run_autograder``."""
        shutil.rmtree(self.root / "submission", ignore_errors=True)
        for name, text in files.items():
            place = self.root / "submission" / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, "utf-8")
        metadata = {"id": 1, "assignment": {"title": "Attention"}, "users": [user], "previous_submissions": []}
        (self.root / "submission_metadata.json").write_text(json.dumps(metadata), "utf-8")
        environment = {**os.environ, "AUTOGRADER_ROOT": str(self.root), "PYTHON": sys.executable}
        subprocess.run([str(self.root / "source" / "run_autograder")], check=True, env=environment, cwd=self.root)
        results: dict[str, Any] = json.loads((self.root / "results" / "results.json").read_text("utf-8"))
        assert set(results) <= {"score", "output", "output_format", "tests"}
        *tests, worked = results.get("tests") or [None]
        for test in tests:
            assert set(test) == {"name", "score", "max_score", "status", "output", "output_format"}
            assert 0 <= test["score"] <= test["max_score"]
        assert worked is None or set(worked) == {"name", "output", "output_format", "visibility"}
        return results


on_linux = pytest.mark.skipif(os.name != "posix", reason="the autograder runs on Linux")


@pytest.mark.exhaustive
@on_linux
def test_the_gradescope_autograder_marks_all_files_as_one_submission(tmp_path: Path) -> None:
    mark = Autograder(tmp_path, shipped()["two-heads-by-hand"])
    results = mark({
        "README.md": "# How to run\n\nOpen `part1.toml`.\n",
        "part1.toml": "Q_1 = [[1, 2], [2, 4]]\n",
        "more/part2.tex": r"$K_1 = \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}$",
    })  # fmt: skip
    found = {test["name"]: test["output"] for test in results["tests"]}
    assert results["score"] == pytest.approx(sum(test.get("score", 0) for test in results["tests"]))
    assert [found[f"q1: {name}"].startswith("missing") for name in ("Q_1", "K_1", "V_1")] == [False, False, True]
    assert results["tests"][-1]["visibility"] == "after_published"
    assert "softmax" in results["tests"][-1]["output"]


@pytest.mark.exhaustive
@on_linux
def test_a_submission_without_answers_is_told_so(tmp_path: Path) -> None:
    mark = Autograder(tmp_path, shipped()["two-heads-by-hand"])
    assert (none := mark({"main.c": "int main() { return 0; }"}))["score"] == 0
    assert "No answer file" in none["output"] or "no answer file" in none["output"]
    assert mark({"README.md": "hello"})["score"] == 0


@pytest.mark.exhaustive
@on_linux
def test_everybody_is_marked_against_the_sheet_of_their_own(tmp_path: Path) -> None:
    sheets = tmp_path / "class" / "sheets"
    sheets.mkdir(parents=True)
    for id, number in (("ada", 2), ("bob", 3)):
        (sheets / f"{id}.toml").write_text(f"[[question]]\nsteps = ['A = {number} * X']\ngiven.X = [[1, 2]]\n", "utf-8")
    records = [
        {"id": id, "name": name, "files": {f"sheets/{id}.toml": sha256((sheets / f"{id}.toml").read_bytes()).hexdigest()}}
        for id, name in (("ada", "Ada Lovelace"), ("bob", "Bob"))
    ]
    manifest = tmp_path / "class" / "manifest.json"
    manifest.write_text(json.dumps({"variants": records}), "utf-8")
    mark = Autograder(tmp_path / "autograder", manifest)
    hers, his = {"a.toml": "A = [[2, 4]]\n"}, {"a.toml": "A = [[3, 6]]\n"}
    status = [
        mark(files, email=email, id=1, name=name)["tests"][0]["status"]
        for files, email, name in [
            (hers, "ada@example.com", "x"), (his, "ada@example.com", "x"), (his, "BOB@example.com", "x"),
        ]
    ]  # fmt: skip
    assert status == ["passed", "failed", "passed"]
    for name in ("Eve", "Ada Lovelace"):  # anybody may be called so
        stranger = mark(hers, email="eve@example.com", id=1, name=name)
        assert stranger["score"] == 0
        assert "not in the list" in stranger["output"]


@pytest.mark.exhaustive
def test_the_list_of_a_wheel_has_every_file_with_its_digest_and_length() -> None:
    with ZipFile(BytesIO(wheel())) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    (record,) = (name for name in files if name.endswith("/RECORD"))
    told = {name: [f"sha256={urlsafe_b64encode(sha256(data).digest()).decode().rstrip('=')}", str(len(data))] for name, data in files.items()}
    assert {name: rest for name, *rest in csv.reader(files[record].decode().splitlines())} == told | {record: ["", ""]}


@pytest.mark.exhaustive
@on_linux
def test_setup_looks_for_a_python_that_symattn_runs_on(tmp_path: Path) -> None:
    """On a machine whose python3 is too old, the newer one that is there is taken; its pip gets the wheel beside the script."""
    export("gradescope", load(shipped()["causal-mask"]), tmp_path / "source")
    (tmp_path / "bin").mkdir()
    says = {
        "python3": "exit 1",  # 3.10: what the script asks of it fails
        "python3.12": 'case "$1" in -c) exit 0;; -m) mkdir -p "$3/bin"; for x in pip symattn; do printf "#!/bin/sh\necho $x \\"\\$@\\"" > "$3/bin/$x"; '
        'chmod +x "$3/bin/$x"; done;; esac',
        **{f"python3.{minor}": "exit 1" for minor in (11, 13, 14)},
    }
    for name, text in says.items():
        (tmp_path / "bin" / name).write_text(f"#!/bin/sh\n{text}\n", "utf-8")
        (tmp_path / "bin" / name).chmod(0o755)
    environment = {"PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin", "AUTOGRADER_ROOT": str(tmp_path)}
    ran = subprocess.run(["bash", str(tmp_path / "source" / "setup.sh")], check=True, env=environment, capture_output=True, text=True)
    (wheel,) = (tmp_path / "source").glob("symattn-*.whl")
    assert ran.stdout.split("\n")[:2] == [f"pip install {wheel}", "symattn --version"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("platform", platforms())
def test_the_same_sheet_gives_the_same_bytes(platform: str, tmp_path: Path) -> None:
    one, other = made(platform, "causal-mask", tmp_path / "a"), made(platform, "causal-mask", tmp_path / "b")
    names = sorted(path.relative_to(one) for path in one.rglob("*") if path.is_file())
    assert names
    assert all((one / name).read_bytes() == (other / name).read_bytes() for name in names)


@pytest.mark.sliced(8)
@pytest.mark.parametrize(("platform", "what"), [("moodle", "numbers"), ("prairielearn", "a line")])
def test_a_sheet_that_asks_for_nothing_is_refused(platform: str, what: str, tmp_path: Path) -> None:
    with pytest.raises(SymattnError, match=f"asks for {what}"):
        made(platform, "attention-laws", tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_free_choice_is_refused_where_one_answer_alone_would_be_right(tmp_path: Path) -> None:
    with pytest.raises(SymattnError, match="chosen freely"):
        made("moodle", "designs", tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("label", ["{@1+1@}", "{#1#}", "{1:SHORTANSWER:=x}"])
def test_a_label_is_no_command_of_moodle_s(tmp_path: Path, label: str) -> None:
    (tmp_path / "a.toml").write_text(
        f"[[question]]\nsteps = ['A = X @ X']\ngiven.X = [[1, 2], [3, 4]]\n[[question.part]]\nlabel = '{label}'\nasks = ['A']\n", "utf-8"
    )
    export("moodle", load(tmp_path / "a.toml"), tmp_path / "out")
    for name in ("cloze.xml", "stack.xml"):
        assert label not in (tmp_path / "out" / name).read_text("utf-8")


BLOCK = "[[javascript]]x[[include src='u'/]]"


def test_no_text_is_a_block_of_stack_s(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(
        f'intro = "{BLOCK}"\nnote = "{BLOCK}"\ntokens = ["{BLOCK}", "y"]\n[[question]]\nprompt = "{BLOCK} $a{BLOCK}$ \\\\emph{{[}}{BLOCK[1:]}"\n'
        f'steps = ["A = X @ X"]\ngiven.X = [[1, 2], [3, 4]]\n[[question.part]]\nlabel = "{BLOCK}"\nprompt = "{BLOCK}"\nasks = ["A"]\n', "utf-8"
    )  # fmt: skip
    export("moodle", load(tmp_path / "a.toml"), tmp_path / "out")
    found = re.findall(r"\[\[\W*(\w+)", (tmp_path / "out" / "stack.xml").read_text("utf-8"))
    assert "input" in found
    assert not {"javascript", "include"} & set(found)


CONTROL = r"a\u0001\u0007\u001b[31m\ufffeb"


@pytest.mark.sliced(2)
@pytest.mark.parametrize("platform", ["canvas", "ilias", "moodle", "qti", "numbas", "prairielearn"])
def test_control_characters_in_any_text_spoil_no_file(platform: str, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(
        f'title = "{CONTROL}"\ncourse = "{CONTROL}"\nintro = "{CONTROL}"\nnote = "{CONTROL}"\ntokens = ["{CONTROL}", "y"]\n'
        f'[[question]]\nprompt = "{CONTROL}"\nsteps = ["A = X @ X"]\ngiven.X = [[1, 2], [3, 4]]\n'
        f'[[question.part]]\nlabel = "{CONTROL}"\nprompt = "{CONTROL}"\nasks = ["A"]\n', "utf-8"
    )  # fmt: skip
    export(platform, load(tmp_path / "a.toml"), tmp_path / "out")
    files = [path for path in (tmp_path / "out").rglob("*") if path.suffix in (".xml", ".html", ".exam", ".json")]
    assert files
    for path in files:
        assert not set(path.read_bytes()) & {1, 7, 27}, path
        if path.suffix == ".xml":
            ElementTree.parse(path)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["two-heads-by-hand", "causal-mask", "heads-in-batches"])
def test_the_weights_of_blanks_are_the_marks_of_the_sheet(name: str, tmp_path: Path) -> None:
    root = ElementTree.parse(made("moodle", name, tmp_path) / "cloze.xml").getroot()
    sheet = load(folder("worksheets") / f"{name}.toml")
    for question, element in zip(sheet.questions, root.findall("question[@type='cloze']"), strict=True):
        weights = [int(w) for w in re.findall(r"\{(\d+):(?:NUMERICAL|SHORTANSWER)", element.findtext("questiontext/text") or "")]
        solution = sheet.solve()[question.id]
        unit = Fraction(sum(weights)) / question.marks
        at = 0
        for line, marks in question.shares.items():
            cells = len(re.findall(r'"[^"]*"', json.dumps(solution[line].decimals(1))))
            assert sum(weights[at : at + cells]) == marks * unit
            at += cells
        assert at == len(weights)
        assert float(element.findtext("defaultgrade") or 0) == float(question.marks)


@pytest.mark.parametrize("platform", ["nbgrader", "otter", "prairielearn"])
def test_no_question_s_folder_is_another_s(platform: str, tmp_path: Path) -> None:
    ids = ["1 a", "1-a", "1-A", "ä", "/"]
    text = "".join(f"[[question]]\nid = '{id}'\nsteps = ['A = X / 3']\ngiven.X = [[1, 2]]\n" for id in ids)
    (tmp_path / "a.toml").write_text(text, "utf-8")
    export(platform, load(tmp_path / "a.toml"), tmp_path / "out")
    if platform == "otter":
        (book,) = (tmp_path / "out").rglob("*.ipynb")
        cells = ["".join(cell["source"]) for cell in json.loads(book.read_text("utf-8"))["cells"]]
        named = [cell.partition("name: ")[2] for cell in cells if cell.startswith("# BEGIN QUESTION")]
    else:
        named = [str(file) for file in (tmp_path / "out").rglob("*.ipynb" if platform == "nbgrader" else "server.py")]
    assert len({name.casefold() for name in named}) == len(ids)
