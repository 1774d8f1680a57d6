"""What is as large as can be is read, and what is larger by one is refused, with the limit said: to the byte, the sign, the row."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from functools import partial
from importlib import import_module
from io import BytesIO

import pytest

from symattn import toml
from symattn.errors import LimitError
from symattn.exact import decimals
from symattn.exact.matrix import Matrix
from symattn.marking.answers import about, prose, rows, statements
from symattn.marking.answers.cells import closed
from symattn.marking.answers.formats import csv, docx, html, ipynb, yaml
from symattn.marking.answers.latex import flatten
from symattn.marking.answers.table_rows import of_questions
from symattn.marking.answers.tables import MOST_HEADS, walk
from symattn.ops import OPS

IDS = frozenset(["q1"])
WORD = '<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>A = 1</w:t></w:r></w:p></w:body></w:document>'
ROWS = "name,row,column,value\nA,1,1,1\nA,1,2,2\nA,1,3,2\n"
YAML = "A: [[1, 2]]\n"
CELLS = json.dumps({"nbformat": 4, "metadata": {}, "cells": [{"cell_type": "markdown", "source": ["A = 1"]}]})


def packed(text: str) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr("word/document.xml", text)
    return out.getvalue()


LIMITS: dict[str, tuple[Callable[[], object], int]] = {  # module and limit -> what is read there, how much of it there is
    "marking.answers.formats.docx.LARGEST_DOCUMENT": (partial(docx.read, packed(WORD), IDS), len(WORD)),
    "marking.answers.formats.docx.MOST_TAGS": (partial(docx.read, packed(WORD), IDS), WORD.count("<")),
    "marking.answers.formats.csv.MOST_ROWS": (partial(csv.read, ROWS.encode(), IDS), ROWS.count("\n") - 1),
    "marking.answers.formats.ipynb.MOST_TEXT": (partial(ipynb.read, CELLS.encode(), IDS), len("A = 1")),
    "marking.answers.formats.yaml.LONGEST_YAML": (partial(yaml.read, YAML.encode(), IDS), len(YAML)),
    "marking.answers.formats.yaml.MOST_YAML_DEPTH": (partial(yaml.read, YAML.encode(), IDS), 4),
    "marking.answers.formats.html.MOST_TAGS": (partial(html.read, b"<p>A = 1</p><p>B = 2</p>", IDS), 4),
    "marking.answers.markup.MOST_MARKUP_DEPTH": (partial(html.read, b"<math><mfrac><mn>1</mn><mrow><mn>2</mn></mrow></mfrac></math>", IDS), 3),
    "marking.answers.prose.MOST_TEXT": (partial(prose.read, "A = [1 2]\n"), 10),
    "toml.MOST_KEYS": (partial(toml.bounded, "a = 1\nb = 2\n"), 2),
    "exact.decimals.MOST_PLACES": (partial(decimals.check_places, 7), 7),
    "ops.determinant.MOST_MINOR_ROWS": (partial(OPS["det"].run, Matrix.of([[1, 2, 3], [4, 5, 6], [7, 8, 10]])), 3),
    "ops.positional_encoding.MOST_MADE_ENTRIES": (partial(OPS["positional_encoding"].run, n=3, d=4), 12),
}


@pytest.mark.parametrize("limit", LIMITS)
def test_as_much_as_can_be_is_read_and_one_more_refused(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, _, name = f"symattn.{limit}".rpartition(".")
    read, much = LIMITS[limit]
    monkeypatch.setattr(import_module(module), name, much)
    read()
    monkeypatch.setattr(import_module(module), name, much - 1)
    with pytest.raises(LimitError):
        read()


def test_heads_within_heads_are_one() -> None:
    """Else each level would multiply all below it: four levels of 32 heads are no million, and the answers are of the outer heads."""
    record: object = {"heads": [7, 8], "Q": [[1, 2]]}
    for _ in range(4):
        record = {"heads": [*range(1, MOST_HEADS + 1)], "answers": record}
    found = [answer.place.head for answer in walk(record, IDS)]
    assert found == [*range(1, MOST_HEADS + 1)]
    assert not [answer for answer in walk({"heads": [*range(MOST_HEADS + 1)], "Q": [[1, 2]]}, IDS) if answer.place.head]


def test_rows_that_all_begin_a_table_of_questions_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(rows, "of_questions", lambda at: asked.append(at.k) or of_questions(at))
    with about.about([], ["Q"], True, asked=2):
        list(rows.blocks(["   Q1   Q2"] * 50))
    assert asked == [0]



def test_each_piece_of_a_bracket_that_is_not_closed_is_looked_at_once() -> None:
    looked: list[str] = []

    class Counted(str):
        __slots__ = ()

        def count(self, *args: object) -> int:
            looked.append(self)
            return super().count(*args)  # type: ignore[arg-type]

    pieces = [Counted("[")] * 500
    assert closed(pieces, "[]", ";") == pieces
    assert len(looked) == 2 * len(pieces)


@pytest.mark.parametrize("most", [1, 2, 3, 4])
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_so_many_letters_of_a_hand_in_stand_for_what_it_says_they_are(monkeypatch: pytest.MonkeyPatch, most: int, between: str) -> None:
    """A number in more of them is not read, and said to be none."""
    monkeypatch.setattr("symattn.marking.answers.statements.MOST_DEFINED", most)
    lines = [f"ε_{k} = {k}/{100 + most}" for k in range(1, 4)] + ["B = [ε_1 ε_2 ε_3]"]
    *defined, last = prose.read(between.join(lines) + "\n").answers
    assert [answer.label for answer in defined] == ["ε_1", "ε_2", "ε_3"]
    assert bool(last.cells) == (most >= 3)
    assert last.error.partition(":")[0] == ("" if most >= 3 else f"row 1, column {most + 1}, 'ε_{most + 1}'")


@pytest.mark.parametrize("value", ["0.5", "[4 10; 10 24]"])
def test_marks_in_brackets_behind_a_value_are_no_part_of_it_however_many_there_are(value: str) -> None:
    (answer,) = prose.read(f"A = {value}{'   [2]' * 1_500}\n").answers
    assert answer.text == value
    assert not answer.error


def test_a_matrix_of_a_chain_is_as_much_work_wherever_it_stands(counted: Callable[..., tuple[object, int]]) -> None:
    """A name that the chain has had is looked for among so many signs before it, not in all of the chain."""
    work = [counted(lambda many=many: statements.read(flatten("A = [1 2] " * many)))[1] for many in (80, 80, 120, 160)]  # the first warms up
    _, first, second, third = work
    assert third - second < 1.1 * (second - first)
