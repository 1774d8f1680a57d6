"""The JSON Schema that editors use says what the reader does."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

from symattn.cli import main
from symattn.errors import SheetError
from symattn.files import folder
from symattn.sheet import loads
from symattn.sheet.schema import json_schema
from symattn.sheet.variants import VARIANTS
from tests.html.headless_chromium import MODULES, node_module

SHEETS = [*sorted(folder("worksheets").glob("*.toml")), folder("worksheets") / "new" / "starter.toml"]
SOUND = "[[question]]\nvariant = 'attention'\ngiven.X = [[1, 0.5], ['1/3', 0]]\ngiven.W_Q = [[1, 0], [0, 1]]\ngiven.W_K = [[1, 0], [0, 1]]\ngiven.W_V = [[1, 0], [0, 2]]\n"
PART = "[[question.part]]\nasks = ['Q']\n"
DRAWN = "[[vary.draw]]\nnames = ['X']\nlow = 0\nhigh = 2\n"
SEEN = {
    "an unknown key": "titel = 'x'\n" + SOUND,
    "an unknown key of a question": SOUND + "promt = 'x'\n",
    "an unknown option": SOUND + "options.haeds = 2\n",
    "an unknown variant": SOUND.replace("attention", "atention"),
    "an unknown mask": SOUND + "options.mask = 'casual'\n",
    "a title that is no text": "title = 3\n" + SOUND,
    "another version": "schema = 2\n" + SOUND,
    "negative marks": SOUND + "[[question.part]]\nmarks = -1\n",
    "a list that is no matrix": SOUND.replace("[[1, 0], [0, 2]]", "[1, 2]"),
    "a matrix without rows": SOUND.replace("[[1, 0], [0, 2]]", "[]"),
    "a row without entries": SOUND.replace("[[1, 0], [0, 2]]", "[[]]"),
    "a name that is none": SOUND + "given.W-Q = [[1]]\n",
    "a line that is no text": SOUND + "steps = [3]\n",
    "no question": "title = 'x'\n",
    "digits below none": "decimals = -1\n" + SOUND,
    "digits as text": "decimals = '4'\n" + SOUND,
    "half a digit": "decimals = 4.5\n" + SOUND,
    "text where a list belongs": "tokens = 'a'\n" + SOUND,
    "paper that nobody makes": "paper = 'a0'\n" + SOUND,
    "three columns": "columns = 3\n" + SOUND,
    "frames in a word": "frames = 'no'\n" + SOUND,
    "a width without its unit": "width = 120\n" + SOUND,
    "a truth value for a matrix": SOUND.replace("[[1, 0.5], ['1/3', 0]]", "true"),
    "a part without its second bracket": SOUND + "[question.part]\nasks = ['Q']\n",
    "a question without its second bracket": SOUND.replace("[[question]]", "[question]"),
    "one line asked without brackets": SOUND + "[[question.part]]\nasks = 'Q'\n",
    "a number for a line": SOUND + "[[question.part]]\nasks = [3]\n",
    "room without its unit": SOUND + "[[question.part]]\nasks = ['Q']\nroom = 4\n",
    "a new page in a word": SOUND + "[[question.part]]\nasks = ['Q']\nnewpage = 'yes'\n",
    "two policies": "working = { decimals = 'A', carried = 'H' }\n" + SOUND,
    "no policy": "working = {}\n" + SOUND,
    "an unknown policy": "working = 'rounded'\n" + SOUND,
    "an unknown policy from a line": "working = { rounded = 'A' }\n" + SOUND,
    "a policy from a number": "working = { decimals = 3 }\n" + SOUND,
    "a policy of a question": SOUND + "working = { decimals = 'A', carried = 'H' }\n",
    "an unknown key of a part": SOUND + PART + "mark = 2\n",
    "marks below none in a table": SOUND + PART + "marks = { Q = -1 }\n",
    "marks as text": SOUND + PART + "marks = 'two'\n",
    "an unknown kind of letter": SOUND + "letters = { m = 'whole' }\n",
    "a letter without its kind": SOUND + "letters = { m = 3 }\n",
    "a gradient of nothing": SOUND + "gradient = { wrt = ['X'] }\n",
    "a gradient in a word": SOUND + "gradient = 'H'\n",
    "an unknown key of a gradient": SOUND + "gradient = { of = 'H', wrt = ['X'], up = 'dH' }\n",
    "an unknown way to show": SOUND + "show = { Q = { as = 'roman' } }\n",
    "digits of a line below none": SOUND + "show = { Q = { digits = -1 } }\n",
    "a figure in a word": SOUND + "figures = 'heat-map'\n",
    "a draw without names": SOUND + "[[vary.draw]]\nlow = 0\n",
    "a draw of half a number": SOUND + DRAWN.replace("low = 0", "low = 0.5"),
    "an unknown wish": SOUND + DRAWN + "[[vary.wish]]\nnames = ['S']\nnice = true\n",
    "a wish in a word": SOUND + DRAWN + "[[vary.wish]]\nnames = ['S']\nwhole = 'yes'\n",
    "a wish without lines": SOUND + DRAWN + "[[vary.wish]]\nwhole = true\n",
    "a spread below none": SOUND + DRAWN + "[vary.spread]\ndigits = -1\n",
    "an unknown spread": SOUND + DRAWN + "[vary.spread]\nlines = 1\n",
    "a language that is none": "language = 3\n" + SOUND,
    "a point of two signs": "point = '..'\n" + SOUND,
    "header that is no list": "header = 'Name'\n" + SOUND,
    "a choice without its shape": SOUND + "unknown = { q = { example = [[1]] } }\n",
    "a choice of no example": SOUND + "unknown = { q = { shape = [1, 1] } }\n",
    "stated as a word": SOUND + "stated = { A = 'x' }\n",
    "shapes of one number": "[[question]]\nsteps = ['S = X @ X.T']\nshapes = { X = 3 }\n",
    "random without a mean": SOUND + "random = { q = { spread = 1 } }\n",
    "sizes in words": "[[question]]\nsteps = ['S = X @ X.T']\nshapes = { X = ['n', 2] }\nsizes = { n = 'two' }\n",
    "heads below one": SOUND + "options = { heads = 0 }\n",
    "a scale in a list": SOUND + "options = { scale = [2] }\n",
    "a mask of twos": SOUND + "options = { mask = [[2]] }\n",
    "places from two": "places = 2\n" + SOUND,
    "a size in a number": "size = 12\n" + SOUND,
}


def test_the_schema_is_a_schema_and_can_be_had() -> None:
    jsonschema.Draft7Validator.check_schema(json_schema())
    assert json.loads(CliRunner().invoke(main, ["show", "schema.json"]).output) == json_schema()


@pytest.mark.sliced(18)
@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_a_shipped_sheet_follows_the_schema(path: Any) -> None:
    jsonschema.validate(tomllib.loads(path.read_text(encoding="utf-8")), json_schema())


def test_a_sound_sheet_follows_the_schema() -> None:
    for text in (SOUND, SOUND + PART, SOUND + DRAWN):
        jsonschema.validate(tomllib.loads(text), json_schema())
        assert loads(text).questions


@pytest.mark.sliced(10)
@pytest.mark.parametrize("text", SEEN.values(), ids=SEEN)
def test_the_schema_sees_what_the_reader_sees(text: str) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(tomllib.loads(text), json_schema())
    with pytest.raises(SheetError):
        loads(text)


@pytest.mark.exhaustive
@pytest.mark.skipif(not (MODULES / ".bin" / "taplo").exists() and not os.environ.get("CI"), reason="npm install --prefix tests/html")
def test_taplo_sees_the_same_in_an_editor(tmp_path: Path) -> None:
    """The program behind Even Better TOML and other editors: the shipped sheets are right, and each of the faults above is seen."""
    (tmp_path / "schema.json").write_text(json.dumps(json_schema()), encoding="utf-8")
    right = {path.stem: path.read_text(encoding="utf-8") for path in SHEETS} | {"sound": SOUND}
    wrong = {f"wrong{k}": text for k, text in enumerate(SEEN.values())}
    for name, text in (right | wrong).items():
        (tmp_path / f"{name}.toml").write_text(f"#:schema ./schema.json\n{text}", encoding="utf-8")
    command = [MODULES / ".bin" / "taplo", "check", "--colors", "never"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert set(re.findall(r"/([\w-]+)\.toml:\d+:\d+", done.stdout + done.stderr)) == set(wrong)


class Editor:
    """What an editor says to the language server, one thing after the other, and what it is answered."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.uri, self.versions = folder, (folder / "week3.toml").as_uri(), 0
        (folder / "schema.json").write_text(json.dumps(json_schema()), encoding="utf-8")
        course = {"uri": folder.as_uri(), "name": "course"}
        self.said: list[dict[str, Any]] = [
            {"asks": "initialize", "params": {"processId": None, "capabilities": {}, "rootUri": course["uri"], "workspaceFolders": [course]}},
            {"tells": "initialized", "params": {}},
        ]

    def text(self, *lines: str, waits: bool = False) -> None:
        """What stands in the window now; *waits* for what is marked in it."""
        self.versions += 1
        text, document = "\n".join(("#:schema ./schema.json", *lines, "")), {"uri": self.uri, "version": self.versions}
        opened = {"tells": "textDocument/didOpen", "params": {"textDocument": {**document, "languageId": "toml", "text": text}}}
        changed = {"tells": "textDocument/didChange", "params": {"textDocument": document, "contentChanges": [{"text": text}]}}
        self.said.append((changed if self.versions > 1 else opened) | {"waits": waits})

    def at(self, asks: str, line: int, character: int) -> None:
        """Something asked where the cursor stands."""
        params = {"textDocument": {"uri": self.uri}, "position": {"line": line, "character": character}}
        self.said.append({"asks": f"textDocument/{asks}", "params": params})

    def answers(self) -> list[Any]:
        """What was answered, behind the greeting."""
        done = subprocess.run(
            ["node", str(Path(__file__).with_name("editor.cjs"))], input="\n".join(map(json.dumps, self.said)), cwd=self.folder,
            env=os.environ | {"NODE_PATH": str(node_module("@taplo/lsp").parents[1])}, capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-2000:]
        return [json.loads(line) for line in done.stdout.splitlines()[1:]]


@pytest.mark.exhaustive
def test_an_editor_completes_keys_and_kinds_says_what_they_are_for_and_marks_what_is_wrong(tmp_path: Path) -> None:
    """As VS Code asks the server of Even Better TOML."""
    editor = Editor(tmp_path)
    editor.text("title = 3", "", "[[question]]", 'variant = "atention"', waits=True)
    editor.text('title = "Week 3"', "", "[[question]]", "", "prompt = 'x'")
    editor.at("completion", 4, 0)
    editor.at("hover", 1, 2)
    editor.text('title = "Week 3"', "", "[[question]]", "variant = ", "prompt = 'x'")
    editor.at("completion", 4, 10)
    editor.text("", "[[question]]", "prompt = 'x'")
    editor.at("completion", 1, 0)
    wrong, keys, title, kinds, above = editor.answers()
    schema = json_schema()
    assert {fault["range"]["start"]["line"] for fault in wrong} == {1, 4}
    assert {key["label"] for key in keys} >= set(schema["properties"]["question"]["items"]["properties"]) - {"prompt"}
    assert [key["label"] for key in keys + above if not key.get("documentation")] == []
    assert title["contents"]["value"].strip() == schema["properties"]["title"]["description"]
    assert {kind["label"].strip('"') for kind in kinds} >= set(VARIANTS)
    assert {key["label"] for key in above} >= set(schema["properties"]) - {"question"}
