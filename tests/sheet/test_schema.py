"""The JSON Schema that editors use says what the reader does."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

from symattn.cli import main
from symattn.errors import SheetError
from symattn.files import folder
from symattn.sheet import loads
from symattn.sheet.schema import json_schema

SHEETS = [*sorted(folder("worksheets").glob("*.toml")), folder("worksheets") / "new" / "starter.toml"]
SOUND = "[[question]]\nvariant = 'attention'\ngiven.X = [[1, 0.5], ['1/3', 0]]\n"
SEEN = {
    "an unknown key": "titel = 'x'\n" + SOUND,
    "an unknown key of a question": SOUND + "promt = 'x'\n",
    "an unknown option": SOUND + "options.haeds = 2\n",
    "an unknown variant": SOUND.replace("attention", "atention"),
    "an unknown mask": SOUND + "options.mask = 'casual'\n",
    "a title that is no text": "title = 3\n" + SOUND,
    "another version": "schema = 2\n" + SOUND,
    "negative marks": SOUND + "[[question.part]]\nmarks = -1\n",
    "a list that is no matrix": SOUND + "given.W_Q = [1, 2]\n",
    "a matrix without rows": SOUND + "given.W_Q = []\n",
    "a row without entries": SOUND + "given.W_Q = [[]]\n",
    "a name that is none": SOUND + "given.W-Q = [[1]]\n",
    "a line that is no text": SOUND + "steps = [3]\n",
    "no question": "title = 'x'\n",
}


def test_the_schema_is_a_schema_and_can_be_had() -> None:
    jsonschema.Draft7Validator.check_schema(json_schema())
    assert json.loads(CliRunner().invoke(main, ["show", "schema.json"]).output) == json_schema()


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_a_shipped_sheet_follows_the_schema(path: Any) -> None:
    jsonschema.validate(tomllib.loads(path.read_text(encoding="utf-8")), json_schema())


def test_a_sound_sheet_follows_the_schema() -> None:
    jsonschema.validate(tomllib.loads(SOUND), json_schema())


@pytest.mark.parametrize("text", SEEN.values(), ids=SEEN)
def test_the_schema_sees_what_the_reader_sees(text: str) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(tomllib.loads(text), json_schema())
    with pytest.raises(SheetError):
        loads(text)
