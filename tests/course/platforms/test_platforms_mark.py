"""What platforms that mark by themselves make of right answers, roundings and known slips: their rules, written down here
from their documentation, run over what is exported."""

from __future__ import annotations

import html
import json
import re
import sys
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from lxml import etree
from markupsafe import Markup

from symattn.course.platforms import export, platforms, prairielearn
from symattn.course.platforms.blanks import Asked
from symattn.course.platforms.blanks import Blank as AskedBlank
from symattn.course.platforms.cloze import FILLER, ClozeSaid, terminating
from symattn.course.platforms.cloze import blank as written_blank
from symattn.course.platforms.markup import engine
from symattn.course.platforms.mistakes import Mistake, mistakes
from symattn.course.platforms.view import views
from symattn.errors import SymattnError
from symattn.exact.any_matrix import Blocked
from symattn.exact.decimals import decimal
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.tensor import flat
from symattn.files import shipped
from symattn.language import read
from symattn.marking import check
from symattn.sheet import Sheet, load, loads

sys.path.insert(0, str(Path(__file__).parents[2] / "platforms"))
from importers import canvas as of_canvas
from importers import converted
from qti import Grammar

sys.path.pop(0)

QTI = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"
SHEETS = ["two-heads-by-hand", "causal-mask", "softmax-step-by-step", "cross-attention", "gates"]


def sheet_of(name: str) -> Sheet:
    return load(shipped()[name])


def written(sheet: Sheet, places: int) -> dict[str, dict[str, list[list[str]]]]:
    """The right answers, rounded."""
    solution = sheet.solve()
    return {
        question.id: {
            name: [["-inf" if isinstance(x, Blocked) else decimal(x, places) for x in row] for row in solution[question.id][name].cells()]
            for part in question.parts
            for name in part.asks
        }
        for question in sheet.questions
    }


def cells(answers: dict[str, dict[str, list[list[str]]]], question: str) -> list[str]:
    return [x for rows in answers[question].values() for row in rows for x in row]


# ---- Moodle's cloze: {weight:TYPE:=right~%share%other#feedback}, cut as Moodle cuts it (its multianswer question type)

ANSWER = r".+?(?<!\\)(?<!&)(?=[~#}]|$)"
ALTERNATIVE = rf"(=|%(-?[0-9]+(?:[.,][0-9]*)?)%)?({ANSWER})(#(.*?(?<!\\)(?=[~}}]|$)))?"
BLANK = re.compile(
    r"\{([0-9]*):(NUMERICAL|SHORTANSWER):("
    + re.sub(r"\((?!\?)", "(?:", rf"({ALTERNATIVE})(~{ALTERNATIVE})*")
    + r")\}",
    re.DOTALL,
)


AT_FRONT = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?")


@dataclass(frozen=True)
class Blank:
    weight: int
    kind: str
    answers: tuple[tuple[Fraction, str, str], ...]

    def marked(self, typed: str) -> tuple[Fraction, str]:
        """The first answer that fits: its share, and what is said. Text fits a pattern with its stars, whatever the case; of a
        number's box Moodle takes what stands at the front (``apply_units``), with commas as thousands where the site is English."""
        number = AT_FRONT.match(typed.replace(" ", "").replace(",", ""))
        for share, answer, says in self.answers:
            if self.kind == "SHORTANSWER":
                pieces = (re.escape(piece.replace(r"\*", "*")) for piece in re.split(r"(?<!\\)\*", answer))
                fits = re.fullmatch(".*".join(pieces), typed.strip(), re.I) is not None
            else:
                value, _, tolerance = answer.partition(":")
                fits = number is not None and abs(Fraction(number[0]) - Fraction(value)) <= Fraction(tolerance)
            if fits:
                return share, says
        return Fraction(0), ""

    @property
    def width(self) -> int:
        """Characters of the longest answer as Moodle stores it: numbers with 14 digits."""
        kept = (f"{float(a.partition(':')[0]):.14G}" if self.kind == "NUMERICAL" else a for _, a, _ in self.answers)
        return max(map(len, kept))


def blanks(text: str) -> Iterator[Blank]:
    for weight, kind, body in BLANK.findall(text):
        answers = []
        while found := re.search(f"~?{ALTERNATIVE}", body, re.DOTALL):
            share = Fraction(1) if found[1] == "=" else Fraction(found[2] or 0) / 100
            answers.append((share, html.unescape(found[3]), html.unescape(html.unescape(found[5] or ""))))
            body = body.split(found[0], 1)[1]
        yield Blank(int(weight), kind, tuple(answers))


def cloze(name: str, place: Path) -> Iterator[tuple[str, list[Blank]]]:
    export("moodle", sheet_of(name), place)
    root = ElementTree.parse(place / "cloze.xml").getroot()
    for question, element in zip(sheet_of(name).questions, root.findall("question[@type='cloze']"), strict=True):
        yield question.id, list(blanks(element.findtext("questiontext/text") or ""))


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", SHEETS)
def test_moodle_accepts_the_right_rounding_and_refuses_its_neighbour(name: str, tmp_path: Path) -> None:
    sheet = sheet_of(name)
    answers = written(sheet, sheet.decimals)
    for question, found in cloze(name, tmp_path):
        typed = cells(answers, question)
        assert [blank.marked(x)[0] for blank, x in zip(found, typed, strict=True)] == [1] * len(found)
        unit = Fraction(1, 10**sheet.decimals)
        for blank, x in zip(found, typed, strict=True):
            if x != "-inf":
                for beside in (2, -2):
                    near = float(Fraction(x) + beside * unit)
                    assert blank.marked(f"{near:.{sheet.decimals}f}")[0] < 1


VALUES = ("0", "1", "-1", "2", "10", "1/2", "-1/4", "1/3", "2/3", "-5/7", "sqrt(2)", "3*sqrt(2)", "2*exp(3)", "-7/2", "12/25", "1/10000", "40000000", "4294967296", "50001/99999", "199/99", "sqrt(2)/2000+1")
"""Values of every kind that a blank holds: whole, ending and endless decimals, irrational ones that begin with a number, 0, large, and such whose rounding ends in zeros."""


@pytest.mark.parametrize("places", [0, 2, 4])
@pytest.mark.parametrize("value", VALUES)
def test_a_blank_takes_a_number_in_every_spelling_and_nothing_that_only_begins_so(value: str, places: int) -> None:
    x = read(value, "text").number
    slips = tuple(Mistake(str(k), Matrix.of([[k]]), f"slip {k}", Fraction(1, 2), Fraction(1, 2)) for k in (1, 2, 3, 5))
    asked = Asked(1, "Q", Markup("Q"), Matrix.of([[x]]), Fraction(1), places, slips)
    (found,) = blanks(written_blank(AskedBlank(asked, 0, 0), 3, ClozeSaid("few digits", "or", "decimals alone"), Fraction(3, 4)))
    right = decimal(x, places)
    longer = decimal(x, places + 3)
    assert found.weight == 3
    assert found.width == len(FILLER)
    spellings = {right, f"{right} ", longer, right.removeprefix("0") or "0"} if places else {right, longer}
    if not right.startswith("-"):
        spellings.add(f"+{right}")
    assert {spelling: found.marked(spelling)[0] for spelling in spellings} == dict.fromkeys(spellings, 1)
    unit = Fraction(1, 10**places)
    for beside in (Fraction(2), Fraction(-2), Fraction(6, 10) if value in ("1", "-1", "1/2") and places == 4 else Fraction(3)):
        near = decimal(Number.of(Fraction(right) + beside * unit), places + 1)
        assert found.marked(near)[0] < 1
        assert not Fraction(near) or found.marked(f"{float(near):.{len(near.replace('.', '').lstrip('-0')) - 1}e}")[0] < 1
    digits = len(right.replace(".", "").lstrip("-0"))
    powers = [f"{float(right):.{more}e}" for more in (digits - 1, digits + 1)] if 0 < digits < 12 else []
    if terminating(x, places) is not None and digits < 12:  # as a program prints a number that ends: 1e+00
        mantissa, power = f"{float(right):.{max(digits - 1, 0)}e}".split("e")
        powers.append(f"{mantissa.rstrip('0').rstrip('.') if '.' in mantissa else mantissa}e{power}")
    if not right.startswith("-"):
        powers.append(f"+{right.replace('.', ',')}")
    for typed in (right.replace(".", ","), longer.replace(".", ","), right.replace("-", "−"), longer.replace("-", "−"), *powers):
        assert found.marked(typed)[0] == 1, typed
    for behind in ("/3", "exp(3)", "√2", "+1", "-1", " apple", "^2", "*2", "sqrt(2)", "e3", "pi", "·2", "×2", "x", "(2)"):
        for front in {right, longer if places else right}:
            assert found.marked(front + behind) in ((0, "decimals alone"), (0, "")), front + behind
    for front in {one for one in (right, longer) if "." in one}:  # a second mark, as where a number is typed twice
        for twice in (front + ".5", front + ",5", front + front, front.replace(".", ",") + ".5"):
            assert found.marked(twice) in ((0, "decimals alone"), (0, "")), twice
    if "/" in value:
        assert found.marked(value)[1] in ("decimals alone", "")  # called no slip


@pytest.mark.exhaustive
def test_moodle_says_which_slip_it_was_and_gives_what_the_marker_gives(tmp_path: Path) -> None:
    ((question, found),) = list(cloze("two-heads-by-hand", tmp_path))
    sheet = sheet_of("two-heads-by-hand")
    answers = written(sheet, 6)
    names = [(name, i, j) for name, rows in answers[question].items() for i, row in enumerate(rows) for j in range(len(row))]
    slipped = {"L_1": [["4", "10"], ["10", "24"]]}
    (report,) = check(sheet, slipped).answers
    result = next(r for r in report.questions[0].results if r.name == "L_1")
    assert result.slip is not None
    assert result.slip.id == "unscaled"
    for blank, (name, i, j) in zip(found, names, strict=True):
        if name == "L_1":
            assert blank.marked(slipped["L_1"][i][j]) == (Fraction(1, 2), result.message)  # as the report gives it
    share, says = next(blank for blank, (name, _, _) in zip(found, names, strict=True) if name == "P_1" or name == "A_1").marked("0.01")
    assert (share, "few digits" in says) == (Fraction(3, 4), True)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["two-heads-by-hand", "causal-mask", "linear-attention"])
def test_moodle_boxes_are_of_one_width(name: str, tmp_path: Path) -> None:
    for _, found in cloze(name, tmp_path):
        assert len({blank.width for blank in found}) == 1


@pytest.mark.exhaustive
def test_moodle_shows_a_worked_solution_in_latex(tmp_path: Path) -> None:
    export("moodle", sheet_of("two-heads-by-hand"), tmp_path)
    for file in ("cloze.xml", "stack.xml"):
        text = (tmp_path / file).read_text("utf-8")
        assert "<math" not in text
        solutions = [e.text or "" for e in ElementTree.fromstring(text).findall("question/generalfeedback/text")]
        assert all(r"\begin{aligned}" in solution for solution in solutions)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", SHEETS)
def test_moodle_s_page_may_break_between_givens_and_scrolls_what_is_wider(name: str, tmp_path: Path) -> None:
    sheet = sheet_of(name)
    export("moodle", sheet, tmp_path)
    texts = {file: (tmp_path / file).read_text("utf-8") for file in ("cloze.xml", "stack.xml")}
    for question in ElementTree.fromstring(texts["cloze.xml"]).findall("question[@type='cloze']"):
        body = question.findtext("questiontext/text") or ""
        rows = re.findall(r'<div class="symattn">(<span .*?)</div>', body, re.S)
        formulas = [one for row in rows for one in re.findall(r'<span class="nolink">(.*?)</span>', row, re.S)]
        (asked,) = (one for one in sheet.questions if (question.findtext("name/text") or "").endswith(f": {one.id}"))
        assert len(formulas) == len(asked.given)
        assert all(one.count("=") == 1 for one in formulas)
    for question in ElementTree.fromstring(texts["stack.xml"]).findall("question[@type='stack']"):
        body = question.findtext("questiontext/text") or ""
        blocks = "".join(re.findall(r'<div class="symattn">(.*?)</div>', body, re.S))
        assert body.count("[[input:") == blocks.count("[[input:") > 0
        assert (question.findtext("generalfeedback/text") or "").startswith('<div class="symattn">')


def stack(name: str, place: Path, many: int = 1) -> list[ElementTree.Element]:
    export("moodle", sheet_of(name), place, many)
    return ElementTree.parse(place / "stack.xml").getroot().findall("question[@type='stack']")


@pytest.mark.exhaustive
def test_stack_has_a_node_and_a_test_for_every_slip(tmp_path: Path) -> None:
    found = stack("two-heads-by-hand", tmp_path)
    assert len(found) == len([p for q in sheet_of("two-heads-by-hand").questions for p in q.parts if p.asks])
    seen = 0
    for question in found:
        variables = dict(re.findall(r"(ta\w+): (.*);", question.findtext("questionvariables/text") or ""))
        assert len(question.findall("input")) <= 8
        for prt in question.findall("prt"):
            own = dict(re.findall(r"(\w+): (.*);", prt.findtext("feedbackvariables/text") or ""))
            nodes = prt.findall("node")
            for k, node in enumerate(nodes):
                assert {node.findtext("sans"), node.findtext("tans")} <= {*own, "0"}
                assert node.findtext("falsenextnode") == (str(k + 1) if k + 1 < len(nodes) else "-1")
                assert bool(node.findtext("truefeedback/text")) == (0 < k < len(nodes) - 1)
            slips = [value for name, value in own.items() if re.fullmatch(r"tn\d+", name)]
            assert all(re.search(r"far\((\w+)\)", value)[1] in variables for value in slips)  # type: ignore[index]
            seen += len(slips)
        tests = question.findall("qtest")
        assert [int(test.findtext("testcase") or 0) for test in tests] == list(range(int(tests[0].findtext("testcase") or 0), int(tests[-1].findtext("testcase") or 0) + 1))
        assert len(tests) > len([name for name in variables if re.fullmatch(r"ta\d+s\d+", name)])
        for test in tests:
            assert all(value.text in variables for value in test.findall("testinput/value"))
            assert all(note.text and note.text.endswith("-T") for note in test.findall("expected/expectedanswernote"))
    assert seen > 10


@pytest.mark.exhaustive
def test_stack_has_a_seed_for_every_variant_and_chooses_by_it(tmp_path: Path) -> None:
    first, *_ = stack("rational-weights-template", tmp_path, 3)
    assert [seed.text for seed in first.findall("deployedseed")] == ["1", "2", "3"]
    variables = dict(re.findall(r"(\w+): (.*);", first.findtext("questionvariables/text") or ""))
    assert variables["v"] == "mod(stack_seed-1,3)+1"
    assert re.fullmatch(r"\[matrix\(.*\),matrix\(.*\),matrix\(.*\)\]\[v\]", variables["ta1"])
    for place in ("questiontext", "generalfeedback"):
        text = first.findtext(f"{place}/text") or ""
        assert [text.count(f'test="v={number}"') for number in (1, 2, 3, 4)] == [1, 1, 1, 0]
        assert text.count("[[if ") == text.count("[[/if]]") == 1
    assert (first.findtext("questiontext/text") or "").count("[[input:ans1]]") == 3


def test_a_part_that_demands_exact_answers_takes_no_decimals(tmp_path: Path) -> None:
    text = "[[question]]\nsteps = ['A = X / 3']\ngiven.X = [[1, 2]]\n[[question.part]]\nasks = ['A']\nform = 'exact'\n"
    (tmp_path / "a.toml").write_text(text, "utf-8")
    export("moodle", load(tmp_path / "a.toml"), tmp_path / "out")
    (question,) = ElementTree.parse(tmp_path / "out" / "stack.xml").getroot().findall("question[@type='stack']")
    assert question.findtext("input/forbidfloat") == "1"
    assert "rounded" not in [test.findtext("description") for test in question.findall("qtest")]


@pytest.mark.exhaustive
def test_a_template_s_variants_are_a_category_for_random_questions(tmp_path: Path) -> None:
    export("moodle", sheet_of("rational-weights-template"), tmp_path, 3)
    sheet, category, *drawn = ElementTree.parse(tmp_path / "cloze.xml").getroot().findall("question")
    assert sheet.findtext("category/text") == "$course$/top/Weights that come out as fractions"
    assert category.findtext("category/text") == "$course$/top/Weights that come out as fractions/q1"
    assert len({question.findtext("questiontext/text") for question in drawn}) == 3
    assert [str(question.findtext("name/text"))[-4:] for question in drawn] == [" (1)", " (2)", " (3)"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", [*SHEETS, "backward-through-a-head", "thinking-machine", "gated-block", "transformer-block"])
def test_no_known_mistake_earns_all_where_lines_are_marked_one_by_one(name: str) -> None:
    """Weights that were divided by d_k are right but for an earlier line that nobody handed in: here they are wrong."""
    found = [(line.name, mistake) for view in views(sheet_of(name).solve(), engine()) for part in view.sections for line in part.asked for mistake in line.mistakes]
    assert found
    assert [(line, mistake.id) for line, mistake in found if mistake.share >= 1 or mistake.entry >= 1] == []


def test_what_only_an_earlier_line_could_excuse_is_no_full_mark() -> None:
    sheet = loads("[[question]]\nvariant = 'attention'\ngiven = { X = [[1, 0], [1, 1]], W_Q = [[1, 2], [3, 4]], W_K = [[1, 0], [2, 1]], W_V = [[2, 0], [0, 2]] }\n[[question.part]]\nasks = ['L', 'A']\n")
    (answer,) = sheet.solve().answers
    shares = {mistake.id: mistake.share for mistake in mistakes(sheet, answer, "A", answer["A"])}
    assert shares
    assert set(shares.values()) == {Fraction(1, 2)}


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("point", ["", ".", ","])
def test_decimals_are_asked_for_and_read_with_the_sheet_s_own_mark(language: str, point: str, tmp_path: Path) -> None:
    own = point or {"en": "."}.get(language, ",")
    head = f"language = '{language}'\n" + (f"point = '{point}'\n" if point else "")
    text = f"{head}decimals = 1\n[[question]]\nid = 'q1'\nsteps = ['A = X / 4']\ngiven.X = [[1, 2]]\n[[question.part]]\nasks = ['A']\nmarks = 1.5\n"
    (tmp_path / "a.toml").write_text(text, "utf-8")
    for platform in ("moodle", "canvas", "ilias"):
        export(platform, load(tmp_path / "a.toml"), tmp_path / platform)
    cloze_, stack_ = ((tmp_path / f"moodle/{kind}.xml").read_text("utf-8") for kind in ("cloze", "stack"))
    (mark,) = re.findall("<decimals>(.*)</decimals>", stack_)
    assert mark == own
    for shown in (cloze_, (tmp_path / "ilias/1__0__qpl_1/1__0__qti_1.xml").read_text("utf-8"), "".join(quiz.text for quiz in map(of_canvas, converted(tmp_path / "canvas/canvas.zip")[0]))):
        assert f"-0{own}5" in shown
        assert not re.search("1 (decimals|Nachkommastellen|décimales)", shown)
    assert "- q1: 1.5\n" in (tmp_path / "moodle/README.md").read_text("utf-8")


@pytest.mark.parametrize("drawn", [False, True])
def test_every_question_for_moodle_stands_alone_too_to_be_imported_as_a_new_version(drawn: bool, tmp_path: Path) -> None:
    one = "[[question]]\nid = '{}'\nsteps = ['A = X / 3']\ngiven.X = [[1, 2]]\n"
    vary = "[[vary.draw]]\nquestion = '1 a'\nnames = ['X']\nlow = 0\nhigh = 99\n" if drawn else ""
    (tmp_path / "a.toml").write_text(one.format("1 a") + one.format("1-A") + vary, "utf-8")
    export("moodle", load(tmp_path / "a.toml"), tmp_path / "out", 2, "secret")
    for kind in ("cloze", "stack"):
        whole = ElementTree.parse(tmp_path / f"out/{kind}.xml").getroot().findall(f"question[@type='{kind}']")
        alone = [list(ElementTree.parse(file).getroot()) for file in sorted((tmp_path / "out/versions" / kind).iterdir())]
        assert len(alone) == (4 if drawn and kind == "cloze" else 2)
        assert all(len(questions) == 1 for questions in alone)  # the plugin takes one, and a category counts
        assert sorted(map(ElementTree.tostring, whole)) == sorted(ElementTree.tostring(question) for (question,) in alone)


# ---- QTI: response processing as the specification has it, for the few rules that are used


def declared_most(item: ElementTree.Element) -> str:
    (most,) = [d for d in item.iter(f"{QTI}outcomeDeclaration") if d.get("identifier") == "MAXSCORE"]
    return most.findtext(f".//{QTI}value") or ""


def processed(item: ElementTree.Element, typed: dict[str, str]) -> tuple[float, set[str]]:
    declared = {d.get("identifier"): d for d in item.findall(f"{QTI}responseDeclaration")}
    score, said = 0.0, set()

    def holds(rule: ElementTree.Element) -> bool:
        fits = []
        for low, high in zip(rule.iter(f"{QTI}gte"), rule.iter(f"{QTI}lte"), strict=True):
            name = low.find(f"{QTI}variable").get("identifier")  # type: ignore[union-attr]
            least, most = (Fraction(side.findtext(f"{QTI}baseValue") or "") for side in (low, high))
            fits.append(name in typed and least <= Fraction(typed[name or ""]) <= most)
        return all(fits)

    def add(rule: ElementTree.Element) -> None:
        nonlocal score
        for outcome in rule.iter(f"{QTI}setOutcomeValue"):
            value = outcome.findtext(f".//{QTI}baseValue") or ""
            if outcome.get("identifier") == "SCORE":
                score += float(value)
            else:
                said.add(value)

    for rule in item.find(f"{QTI}responseProcessing") or ():
        if rule.find(f".//{QTI}gt") is not None:  # never more than the question is worth
            score = min(score, float(declared_most(item)))
            continue
        if rule.get("identifier") == "WORKED":  # the worked solution is shown after any answer
            continue
        if rule.tag == f"{QTI}setOutcomeValue":
            name = rule.find(f".//{QTI}mapResponse").get("identifier")  # type: ignore[union-attr]
            mapping = {e.get("mapKey"): e.get("mappedValue") for e in declared[name].iter(f"{QTI}mapEntry")}
            score += float(mapping.get(typed.get(name or "", ""), 0) or 0)
            continue
        for branch in rule:
            if holds(branch):
                add(branch)
                break
    return score, said


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", SHEETS)
def test_qti_gives_full_marks_to_the_right_rounding_and_none_to_nothing(name: str, tmp_path: Path) -> None:
    sheet = sheet_of(name)
    export("qti", sheet, tmp_path)
    answers = written(sheet, sheet.decimals)
    manifest = ElementTree.parse(tmp_path / "imsmanifest.xml").getroot()
    places = [e.get("href") for e in manifest.iter("{http://www.imsglobal.org/xsd/imscp_v1p1}file")]
    for question, place in zip(sheet.questions, places, strict=True):
        item = ElementTree.parse(tmp_path / str(place)).getroot()
        gaps = [e.get("responseIdentifier") or "" for e in item.iter(f"{QTI}textEntryInteraction")]
        score, said = processed(item, dict(zip(gaps, cells(answers, question.id), strict=True)))
        assert (round(score, 3), said) == (float(question.marks), set())
        assert processed(item, {}) == (0, set())
        assert not [e for e in item.iter() if not e.tag.startswith("{")]
        assert flattened(item) == flattened(ElementTree.parse(tmp_path / "qti3" / str(place)).getroot())


def flattened(element: ElementTree.Element) -> list[object]:
    """An item as nested lists, one of QTI 3.0 under the names of 2.1: without prefix and hyphens, its wrappers opened."""
    space, _, name = element.tag[1:].partition("}")
    if space.startswith("http://www.imsglobal.org/"):
        name = name.removeprefix("qti-").replace("-", "").lower()
    inner = [piece for child in element for piece in [flattened(child), (child.tail or "").strip()] if piece]
    if name == "contentbody":
        return [(element.text or "").strip(), *inner]
    facts = {key.replace("-", "").lower(): value for key, value in element.attrib.items() if not key.startswith("{")}
    opened = [piece for one in inner for piece in (one if isinstance(one, list) and not isinstance(one[0], tuple) else [one])]
    return [(name, sorted(facts.items())), *[piece for piece in [(element.text or "").strip(), *opened] if piece]]


FIGURES = """
title = "Figures"
[[question]]
prompt = 'Look & see.'
variant = "attention"
options = { mask = "causal" }
given = { X = [[1, 0], [0, 1]], W_Q = [[1, 2], [3, 4]], W_K = [[1, 0], [2, 1]], W_V = [[2, 0], [0, 2]] }
figures = [{ name = "single-head", hide = ["shapes"] }]
[[question.part]]
asks = ["L", "A"]
figures = [{ name = "causal-mask", causal = true }]
"""


@pytest.mark.exhaustive
def test_figures_go_along_as_pictures_with_what_they_show_beside_them(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(FIGURES, "utf-8")
    sheet = load(tmp_path / "a.toml")
    for platform in platforms():
        export(platform, sheet, tmp_path / platform)
    for version in (".", "qti3"):
        root = tmp_path / "qti" / version
        shown = [e for e in ElementTree.parse(root / "items/1.xml").iter() if e.tag.endswith("}img")]
        files = {e.get("href") for e in ElementTree.parse(root / "imsmanifest.xml").iter() if e.tag.endswith("}file")}
        assert {f"items/{e.get('src')}" for e in shown} == files - {"items/1.xml"}
        for image in shown:
            drawing = ElementTree.parse(root / "items" / str(image.get("src"))).getroot()
            assert drawing.findtext("{http://www.w3.org/2000/svg}desc") == image.get("alt")
    for name in ("cloze", "stack"):
        (question,) = ElementTree.parse(tmp_path / "moodle" / f"{name}.xml").getroot().findall(f"question[@type='{name}']")
        for place in ("questiontext", "generalfeedback"):
            found = question.find(place)
            assert found is not None
            addresses = re.findall(r'<img src="@@PLUGINFILE@@/([^"]+)" alt="[^"]', found.findtext("text") or "")
            kept = {file.get("name"): b64decode(file.text or "") for file in found.findall("file")}
            assert set(addresses) == set(kept)
            assert len(kept) == 2
            assert all(data.startswith(b"<svg") for data in kept.values())
    text = (tmp_path / "numbas/sheet.exam").read_text("utf-8")
    assert len(re.findall(r'<img src=\\"data:image/svg\+xml;base64,', text)) == 4
    data: dict[str, Any] = {"params": {}, "correct_answers": {}, "variant_seed": 1}
    prairielearn.generate(data, str(next((tmp_path / "prairielearn/questions").glob("*/*"))), "q1")
    assert [data["params"][where].count('<img src="data:image/svg+xml;base64,') for where in ("html", "solution")] == [2, 2]


@pytest.mark.exhaustive
def test_qti_says_which_slip_it_was(tmp_path: Path) -> None:
    export("qti", sheet_of("two-heads-by-hand"), tmp_path)
    item = ElementTree.parse(tmp_path / "items/1.xml").getroot()
    answers = written(sheet_of("two-heads-by-hand"), 4)["q1"]
    number = 1 + list(answers).index("L_1")
    unscaled = dict(zip((f"M{number}_{i}_{j}" for i in (1, 2) for j in (1, 2)), ("4", "10", "10", "24"), strict=True))
    _, said = processed(item, unscaled)
    says = {e.get("identifier"): "".join(e.itertext()) for e in item.iter(f"{QTI}feedbackBlock")}
    assert any("did not divide by √d" in says[name] for name in said)


# ---- Numbas


def exam(name: str, place: Path) -> dict[str, object]:
    export("numbas", sheet_of(name), place)
    first, _, rest = (place / "sheet.exam").read_text("utf-8").partition("\n")
    assert first.startswith("// Numbas version: ")
    found: dict[str, object] = json.loads(rest)
    return found


def numbers(part: Any) -> list[str]:
    return re.findall(r"-?[\d.]+", part["correctAnswer"])


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", SHEETS)
def test_numbas_has_the_right_matrices_marks_and_slips(name: str, tmp_path: Path) -> None:
    sheet = sheet_of(name)
    answers = written(sheet, 8)
    (group,) = exam(name, tmp_path)["question_groups"]  # type: ignore[misc]
    for question, found in zip(sheet.questions, group["questions"], strict=True):
        parts = [part for part in found["parts"] if part["type"] != "information"]
        assert len(parts) == len(answers[question.id])
        labels = [f"({part.label}) {line}" if part.label else line for part in question.parts for line in part.asks]
        assert [part["customName"] for part in parts] == labels  # else Numbas counts letters of its own, the prompts among them
        assert all(part["useCustomName"] for part in found["parts"])
        for part, rows in zip(parts, answers[question.id].values(), strict=True):
            if part["type"] == "gapfill":
                assert any(gap["type"] == "patternmatch" for gap in part["gaps"])
                assert len(part["gaps"]) == len([x for row in rows for x in row])
                for gap, x in zip(part["gaps"], [x for row in rows for x in row], strict=True):
                    if gap["type"] == "patternmatch":
                        assert re.fullmatch(gap["answer"], x)
                        assert not re.fullmatch(gap["answer"], "0")
                        assert "\\" not in gap["answer"]  # Numbas' flag u allows \- nowhere, and what is no pattern fits anything
                    else:
                        low, high = (Fraction(gap[k].replace(" ", "").partition("+" if k == "maxValue" else "-0.")[0] or "0") for k in ("minValue", "maxValue"))
                        assert abs(low - Fraction(x)) < 1
                        assert abs(high - Fraction(x)) < 1
                continue
            values = [[Fraction(x) for x in row] for row in json.loads(re.sub(r"(-?[\d.]+)", r'"\1"', f"[{part['correctAnswer'][7:-1]}]"))]
            assert all(abs(a - Fraction(b)) < Fraction(1, 10**7) for r, s in zip(values, rows, strict=True) for a, b in zip(r, s, strict=True))
            assert (part["numRows"], part["numColumns"]) == (len(rows), len(rows[0]))
            assert all(other["alternativeFeedbackMessage"] and other["marks"] <= part["marks"] for other in part["alternatives"])
            for other in part["alternatives"]:  # which Numbas goes by only where it gives more than the cells that are right do
                right = sum(a == b for a, b in zip(numbers(other), numbers(part), strict=True))
                assert not right or other["marks"] > part["marks"] * right / len(numbers(part))
        marks = sum(p["marks"] + sum(g["marks"] for g in p.get("gaps", ())) for p in parts)
        assert marks == pytest.approx(float(question.marks))
        assert r"\begin{aligned}" in found["advice"]


@pytest.mark.parametrize("decimals", [0, 1, 3, 9])
def test_numbas_takes_what_is_half_a_last_digit_off_and_no_more(decimals: int, tmp_path: Path) -> None:
    text = f"decimals = {decimals}\n[[question]]\ngiven.S = [[1, 2]]\nsteps = ['A = softmax(S)']\n"
    (tmp_path / "a.toml").write_text(text, "utf-8")
    export("numbas", load(tmp_path / "a.toml"), tmp_path / "out")
    part = json.loads((tmp_path / "out/sheet.exam").read_text("utf-8").partition("\n")[2])["question_groups"][0]["questions"][0]["parts"][-1]
    assert Fraction(part["tolerance"]) == Fraction(1, 2) / 10**decimals


def test_braces_and_dollars_of_a_text_are_no_expressions_of_numbas(tmp_path: Path) -> None:
    text = r"""
[[question]]
prompt = 'Take \{1, 2\}, from \$3 to \$5, of $\{x\}$.'
steps = ["A = 2 * X"]
given = { X = [[1, 2]] }
part = [{ asks = ["A"], prompt = '\{y\}' }]
"""
    (tmp_path / "a.toml").write_text(text, "utf-8")
    export("numbas", load(tmp_path / "a.toml"), tmp_path / "out")
    (question,) = json.loads((tmp_path / "out/sheet.exam").read_text("utf-8").partition("\n")[2])["question_groups"][0]["questions"]
    texts = [question["statement"], question["advice"], *(part["prompt"] for part in question["parts"])]
    assert all(element.startswith('<div nosubvars="nosubvars">') for element in texts)
    assert "Take &#123;1, 2}, from <span>$</span>3 to <span>$</span>5, of" in question["statement"]


# ---- every sheet, every platform


GRAMMARS = {False: Grammar(2), True: Grammar(3)}


@pytest.mark.exhaustive
@pytest.mark.parametrize("platform", sorted(platforms()))
@pytest.mark.parametrize("name", sorted(shipped()))
def test_every_sheet_is_written_or_refused_with_the_reason(platform: str, name: str, tmp_path: Path) -> None:
    sheet = sheet_of(name)
    marks_by_itself = platform in ("canvas", "ilias", "moodle", "numbas", "qti")
    numbers_alone = marks_by_itself or platform in ("nbgrader", "otter")
    try:
        paths = export(platform, sheet, tmp_path, many=2)
    except SymattnError as error:
        assert re.search("asks for numbers|asks for a line|chosen freely", str(error))
        assert numbers_alone or not any(question.shares for question in sheet.questions)
        assert not list(tmp_path.iterdir())
        values = any(isinstance(cell, Number) for answer in sheet.solve().answers for step in answer.follow.steps for cell in flat(step.value))
        assert not values or any(question.letters or question.unknown for question in sheet.questions) or not any(q.shares for q in sheet.questions)
        return
    assert not (marks_by_itself and any(question.letters for question in sheet.questions))
    for file in paths:
        match file.suffix:
            case ".xml":
                tree = etree.parse(file)
                assert platform != "qti" or not GRAMMARS["qti3" in file.parts].fault(tree), file
            case ".json":
                json.loads(file.read_text("utf-8"))
            case ".py":
                compile(file.read_text("utf-8"), str(file), "exec")
            case ".toml":
                load(file)
