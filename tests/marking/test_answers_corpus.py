"""Nothing in an answer file is lost in silence, and no answer is invented: a corpus of files by format."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from symattn.files import find
from symattn.marking.answers import latex, naming, prose, rows, signs, submissions
from symattn.marking.answers.about import about
from symattn.marking.answers.blocks import PARTS, ElementRule
from symattn.marking.answers.calls import FORMS
from symattn.marking.answers.drawings import DRAWN, Drawing
from symattn.marking.answers.formats import formats
from symattn.marking.answers.formats.html import _Page
from symattn.marking.answers.naming import READINGS, NameRule, QuestionNames
from symattn.marking.answers.plain import SIGNS
from symattn.marking.answers.programs import REWRITINGS, Rewriting
from symattn.marking.answers.prose import DRESS, SHAPES, WHOLE
from symattn.marking.answers.rows import BLOCKS, Layout
from symattn.marking.answers.signs import BEGINS, ENDS, RELATIONS
from symattn.marking.answers.taken import taken_out
from symattn.marking.sheet import Ready
from symattn.notation.names import Names
from symattn.sheet import load
from tests.marking.answers_corpus import CASES, Case
from tests.marking.small_rules import NAMES, SENTENCES, SMALL, WORDS
from tests.marking.told import expected, told

HERE = Path(__file__).parent


@cache
def ready(sheet: str = "two-heads-by-hand") -> Ready:
    return Ready(load(find(sheet)))


def values(rows: str) -> list[list[Fraction]]:
    return [[Fraction(x) for x in row.split()] for row in rows.split(";")]


def test_the_corpus_is_large_and_has_every_format_it_can_be_written_in() -> None:
    assert len(CASES) >= 150
    assert len({name for name, *_ in CASES}) == len(CASES)
    elsewhere = {suffix for suffix, made in formats().items() if (HERE / f"test_{made.__name__.rpartition('.')[2]}.py").is_file()}
    missing = set(formats()) - {suffix for _, suffix, *_ in CASES} - elsewhere - {".docx", ".htm"}
    assert not missing, f"write cases for {missing} in answers_corpus.py, or a test of their own: tests/marking/test_FORMAT.py"


@pytest.mark.sliced(9)
@pytest.mark.parametrize("case", CASES, ids=[name for name, *_ in CASES])
def test_every_matrix_is_accounted_for(tmp_path: Path, case: Case) -> None:
    _, suffix, text, used, unused = case
    file = tmp_path / f"answers{suffix}"
    file.write_text(text, encoding="utf-8")
    (found,) = submissions(file, ready().namings)
    assert not found.error
    here = {name: handed for name, handed in found.answers["q1"].items() if handed.cells}
    read = {
        name: [[Fraction(str(cell.number.rational)) for cell in row] for row in handed.cells] for name, handed in here.items()
    }
    assert read == {name: values(rows) for name, rows in used.items()}  # none lost, none invented
    assert len(found.unused) == unused, [(one.text, one.why) for one in found.unused]
    assert all(one.why for one in found.unused)


def test_everything_is_told_of_a_file(tmp_path: Path) -> None:
    """Of files in which the branches of all readers show, told.txt has every word."""
    files = {name: (suffix, text) for name, suffix, text, *_ in CASES}
    found = {name: told(ready(), tmp_path / f"answers{files[name][0]}", files[name][1]) for name in expected("corpus")}
    assert found == expected("corpus")


def test_a_comment_behind_a_line_of_latex_takes_no_line_with_it() -> None:
    for name, suffix, text, *_ in CASES:
        if suffix in (".tex", ".md") and "%" not in text:
            commented = "\n".join(f"{line} % so, {number}" for number, line in enumerate(text.split("\n")))
            plain, other = latex.flatten(text), latex.flatten(commented)
            assert [line.split() for line in other.text.strip().split("\n")] == [line.split() for line in plain.text.strip().split("\n")], name
            assert [grid.entries for grid in other.grids] == [grid.entries for grid in plain.grids], name


@pytest.mark.parametrize("rule", [*WHOLE, *SIGNS, *SHAPES, *DRESS, *REWRITINGS, *FORMS], ids=lambda rule: ascii(rule.gives))
def test_every_rewriting_makes_what_its_example_says(rule: Rewriting) -> None:
    assert rule.sign in rule.example
    assert rule.example != rule.gives
    assert rule.pattern.sub(rule.made, rule.example) == rule.gives


RULES = [*(("relates", rule.example, rule.gives) for rule in RELATIONS), *(("ends", rule.example, rule.gives) for rule in ENDS),
         *(("begins", rule.example, rule.gives) for rule in BEGINS)]


@pytest.mark.parametrize(("kind", "example", "gives"), RULES, ids=[f"{kind} {example}" for kind, example, _ in RULES])
def test_every_rule_reads_what_its_example_says(kind: str, example: str, gives: tuple[str, ...]) -> None:
    found = [text for answer in prose.read(example).answers for text in (answer.label, answer.text)]
    assert tuple(found) == gives


@pytest.mark.parametrize("side", ["{}", "1/2 {}", "P - {}", "{} - P", "{}^T P", "{} W P", "{{{}}}^{{T}} P", "2 ({} - P)"])
@pytest.mark.parametrize("compared", ["[y_i = j]", "(y_i = j)", "[y_{i}=j]"])
@pytest.mark.parametrize("relation", ["=", "≈"])
def test_a_relation_in_brackets_that_are_part_of_a_formula_names_nothing(side: str, compared: str, relation: str) -> None:
    for line in (f"T = {side.format(compared)} {relation} [1 0; 0 1], B = 2", f"T = {side.format(compared)}\n {relation} [1 0; 0 1]\nB = 2"):
        assert [(answer.label, answer.text) for answer in prose.read(line).answers] == [("T", "[1 0; 0 1]"), ("B", "2")]


@pytest.mark.parametrize("number", range(len(ENDS)), ids=[rule.example for rule in ENDS])
def test_no_end_of_a_value_is_idle(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signs, "ENDS", ENDS[:number] + ENDS[number + 1 :])
    monkeypatch.setattr(prose, "_passage", prose._passage.__wrapped__)  # nothing is remembered
    found = [text for answer in prose.read(ENDS[number].example).answers for text in (answer.label, answer.text)]
    assert tuple(found) != ENDS[number].gives


@pytest.mark.parametrize("rule", [*DRAWN, *BLOCKS], ids=lambda rule: rule[0].__name__)
def test_rows_below_each_other_give_what_their_rule_says(rule: Drawing | Layout) -> None:
    with about(["like"], ["Q", "K"], shapes=False):
        assert " and ".join(grid.text for grid in taken_out(rule.example)[1]) == rule.gives


@pytest.mark.parametrize("number", range(len(BLOCKS)), ids=[rule.finds.__name__ for rule in BLOCKS])
def test_no_layout_is_read_without_its_rule(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    monkeypatch.setattr(rows, "BLOCKS", BLOCKS[:number] + BLOCKS[number + 1 :])
    with about(["like"], ["Q", "K"], shapes=False):
        assert " and ".join(grid.text for grid in taken_out(BLOCKS[number].example)[1]) != BLOCKS[number].gives


NAMING = QuestionNames(
    ("Q_1", "Q_2", "L_1", "R_h", "H"), (), Names({}), formulas={"L_1": ("Q_1 K_1^T + mask",)},
    shapes={"Q_1": (2, 2), "Q_2": (2, 2), "L_1": (2, 2), "R_h": (2, 2, 2), "H": (2, 2)},
)  # fmt: skip


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.example)
def test_what_stands_round_an_element_is_as_its_example_says(part: ElementRule) -> None:
    page = _Page()
    page.feed(part.example)
    assert page.blocks.text == part.gives


@pytest.mark.parametrize("rule", latex.RULES, ids=lambda rule: rule.example)
def test_a_command_leaves_what_its_example_says(rule: latex.CommandRule) -> None:
    assert latex.flatten(rule.example).text == rule.gives


def test_small_rules_make_what_they_say_of_themselves() -> None:
    with about(WORDS, NAMES, shapes=False):
        found = [(rule.__name__, *given, rule(*given)) for rule, given, _ in SMALL]
    assert found == [(rule.__name__, *given, gives) for rule, given, gives in SMALL]


def test_a_value_ends_where_the_next_name_begins_and_nowhere_else() -> None:
    assert {text: [(answer.label, answer.text) for answer in prose.read(text).answers] for text in SENTENCES} == SENTENCES


@pytest.mark.parametrize("rule", READINGS, ids=lambda rule: rule.means.__name__)
def test_a_name_means_what_its_rule_says_and_nothing_without_it(rule: NameRule, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = rule.example
    assert NAMING.meanings(asked.label, asked.head, asked.shape, asked.masked)[:1] == [rule.gives]
    monkeypatch.setattr(naming, "READINGS", tuple(one for one in READINGS if one is not rule))
    monkeypatch.delitem(vars(NAMING), "_said", raising=False)  # what it remembers
    assert NAMING.meanings(asked.label, asked.head, asked.shape, asked.masked)[:1] != [rule.gives]


@pytest.mark.parametrize("number", range(len(BEGINS)), ids=[rule.example for rule in BEGINS])
def test_no_beginning_of_a_name_is_idle(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signs, "BEGINS", BEGINS[:number] + BEGINS[number + 1 :])
    monkeypatch.setattr(prose, "_passage", prose._passage.__wrapped__)
    found = [text for answer in prose.read(BEGINS[number].example).answers for text in (answer.label, answer.text)]
    assert tuple(found) != BEGINS[number].gives
