"""What Canvas and ILIAS make of an export, written down from their own import code, rule by rule; and what they then give for answers.

    python tests/platforms/importers.py FOLDER TREE [SHEET …]

holds that against the code itself. Where TREE is Canvas's converter (instructure/QTIMigrationTool), it exports sheets for Canvas, has
``migrate.py`` make QTI 2.1 of them, and says how many questions read as :func:`converted` makes them here. Where CANVAS names a source
tree of Canvas, what comes out goes through its importer and its marking too, in Ruby (``canvas.rb`` beside this
file), and answers have to earn what :func:`on_canvas` gives. Where TREE is a source tree of
ILIAS 5.1, whose parser, import and marking of cloze questions run in PHP (``ilias.php`` beside this file), it says how many questions
come out as :func:`ilias` has them, and what ILIAS then gives for right and wrong answers. It ends with 1 where anything differs.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from lxml import etree, html

from symattn.course.platforms import export
from symattn.course.platforms.blanks import INFINITE
from symattn.errors import SymattnError
from symattn.files import shipped
from symattn.sheet import load

ASI = "{http://www.imsglobal.org/xsd/ims_qtiasiv1p2}"
QTI = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"


@dataclass
class Quiz:
    """A question as a site has it after the import: its text, what is right in each blank, its points, the comment."""

    type: str
    text: str
    points: float
    comment: str
    right: dict[str, list[str]] = field(default_factory=dict)
    bounds: dict[str, tuple[float, float]] = field(default_factory=dict)
    worth: dict[str, float] = field(default_factory=dict)


# --- Canvas: QTI 1.2 to 2.1 (QTIMigrationTool), then gems/plugins/qti_exporter/lib/qti


def converted(source: Path) -> tuple[list[etree._Element], list[tuple[int, float, list[str]]]]:
    """The items of a package as the converter writes them, and its groups: how many are picked, for how many points, of which."""
    with ZipFile(source) as archive:
        manifest = etree.fromstring(archive.read("imsmanifest.xml"))
        (resource,) = (one for one in manifest.iter("{*}resource") if one.get("type") == "imsqti_xmlv1p2")
        (place,) = (one.get("href") for one in resource.iter("{*}file"))
        root = etree.fromstring(archive.read(place))
    items = [_item(one) for one in root.iter(f"{ASI}item")]
    groups = [
        (
            int(section.findtext(f"{ASI}selection_ordering/{ASI}selection/{ASI}selection_number") or 0),
            float(section.findtext(f".//{ASI}points_per_item") or 0),
            [one.get("ident") for one in section.findall(f"{ASI}item")],
        )
        for section in root.iter(f"{ASI}section")
    ]
    return items, [group for group in groups if group[2]]


def _item(one: etree._Element) -> etree._Element:
    made = etree.Element(f"{QTI}assessmentItem", identifier=one.get("ident"), title=one.get("title"))
    meta = etree.SubElement(made, f"{QTI}instructureMetadata")
    for data in one.iter(f"{ASI}qtimetadatafield"):
        etree.SubElement(meta, f"{QTI}instructureField", name=data.findtext(f"{ASI}fieldlabel"), value=data.findtext(f"{ASI}fieldentry"))
    body = etree.SubElement(made, f"{QTI}itemBody")
    for part in one.find(f"{ASI}presentation"):
        if part.tag == f"{ASI}material":
            body.append(_material(part.find(f"{ASI}mattext")))
        elif part.tag == f"{ASI}response_lid":
            choices = etree.SubElement(body, f"{QTI}choiceInteraction", responseIdentifier=part.get("ident"))
            for label in part.iter(f"{ASI}response_label"):
                etree.SubElement(choices, f"{QTI}simpleChoice", identifier=label.get("ident")).append(_material(label.find(f".//{ASI}mattext")))
    for said in one.findall(f"{ASI}itemfeedback"):
        etree.SubElement(made, f"{QTI}modalFeedback", identifier=said.get("ident")).append(_material(said.find(f".//{ASI}mattext")))
    return made


def _material(text: etree._Element) -> etree._Element:
    made = etree.Element(f"{QTI}div", {"class": "html" if text.get("texttype") == "text/html" else "text"})
    made.text = text.text
    return made


def canvas(item: etree._Element) -> Quiz:
    """A question out of an item of QTI 2.1: ``AssessmentItemConverter.create_instructure_question`` and ``FillInTheBlank``."""
    said = {one.get("name"): one.get("value") for one in item.iter(f"{QTI}instructureField")}
    body = item.find(f"{QTI}itemBody")
    nodes = [one for one in body if one.tag in (f"{QTI}div", f"{QTI}p")]  # itemBody > div, itemBody > p
    nodes = [one for one in nodes if "".join(one.itertext()).strip() and one.find(f".//{QTI}choiceInteraction") is None]
    text = "\n<br/>\n".join("".join(one.itertext()) for one in nodes)
    made = Quiz(said["question_type"], text, float(said["points_possible"]), "")
    for choices in item.iter(f"{QTI}choiceInteraction"):  # process_canvas
        blank = choices.get("responseIdentifier").removeprefix("response_")
        made.right[blank] = ["".join(one.itertext()).strip() for one in choices.iter(f"{QTI}simpleChoice")]
    for fed in item.iter(f"{QTI}modalFeedback"):  # get_feedback
        if re.search("general_|_all", fed.get("identifier"), re.I):
            made.comment = "".join(fed.itertext()).strip()
    return made


def on_canvas(quiz: Quiz, typed: dict[str, str]) -> float:
    """The points for what is typed: ``FillInMultipleBlanksQuestion.correct_answer_parts``, the right share of the blanks."""
    same = [typed.get(blank, "").strip().lower() in [one.strip().lower() for one in right] for blank, right in quiz.right.items()]
    return quiz.points * sum(same) / len(same)


# --- ILIAS: components/ILIAS/QTI, TestQuestionPool/classes/import/qti12/class.assClozeTestImport.php


def ilias(source: Path) -> list[Quiz]:
    """The questions of a pool: ``ilQTIParser`` reads the order of texts and gaps, ``assClozeTestImport`` makes gaps of them."""
    folder = source.stem  # buildImportDirectoriesFromImportFile
    with ZipFile(source) as archive:
        pool = etree.fromstring(archive.read(f"{folder}/{folder}.xml"))
        root = etree.fromstring(archive.read(f"{folder}/{folder.replace('qpl', 'qti')}.xml"))
    assert root.tag == "questestinterop"
    items = root.findall("item")
    assert [one.get("QRef") for one in pool.iter("Question")] == [one.get("ident") for one in items]
    return [_cloze(one) for one in items]


def _cloze(item: etree._Element) -> Quiz:
    data = {one.findtext("fieldlabel"): one.findtext("fieldentry") for one in item.iter("qtimetadatafield")}
    assert data["AUTHOR"]  # isComplete
    assert data["identicalScoring"] == "1"
    first, texts, made = "", [], Quiz(data["QUESTIONTYPE"], "", 0, "")
    for entry in item.find("presentation/flow"):
        if entry.tag == "material":
            text = "".join(one.text or "" for one in entry.iter("mattext"))
            if not first:
                first = text
            else:
                texts.append(text)
        else:
            name, box = entry.get("ident"), entry.find("render_fib")
            texts.append(f"<<{name}>>")
            made.right[name] = []
            if box.get("fibtype") == "Decimal":
                made.bounds[name] = float(box.get("minnumber")), float(box.get("maxnumber"))
            assert box.get("maxchars") == "20"  # the box's width, else as wide as its answer
    for condition in item.findall("resprocessing/respcondition"):
        for variable in condition.findall("setvar"):
            equal = condition.findall("conditionvar/varequal")[-1]
            made.right[equal.get("respident")].append(equal.text)
            made.worth[equal.get("respident")] = float(variable.text)
    made.text = first + "".join(texts)
    made.points = sum(made.worth.values())
    said = {one.get("ident"): "".join(one.itertext()).strip() for one in item.findall("itemfeedback")}
    assert said["response_allcorrect"] == said["response_onenotcorrect"]
    made.comment = said["response_allcorrect"]
    return made


def in_ilias(quiz: Quiz, typed: dict[str, str]) -> float:
    """The points for what is typed: ``fetchSolutionSubmit``, ``getNumericgapPoints``, ``getTextgapPoints``."""
    earned = 0.0
    for gap, right in quiz.right.items():
        value = typed.get(gap, "").strip()
        if gap in quiz.bounds:
            value = value.replace(",", ".")
            low, high = quiz.bounds[gap]
            if re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", value, re.I | re.A) and low <= float(value) <= high:  # is_numeric
                earned += quiz.worth[gap]
        elif value.lower() in [one.lower() for one in right]:
            earned += quiz.worth[gap]
    return earned


def blanks(quiz: Quiz) -> list[str]:
    """The blanks as they stand in the text."""
    return [name for pair in re.findall(r"\[(\w+)\]|<<(\w+)>>", quiz.text) for name in pair if name in quiz.right]


# --- the code itself


def _from_canvas(place: Path, tool: str, places: int) -> bool:
    with ZipFile(place / "canvas.zip") as archive:
        archive.extractall(place / "package")
    command = [sys.executable, f"{tool}/migrate.py", "--ucvars", "--nogui", "--overwrite", f"--cpout={place}/converted", f"{place}/package"]
    subprocess.run(command, check=True, capture_output=True)
    items, _ = converted(place / "canvas.zip")
    theirs = [etree.parse(place / "converted/assessmentItems" / f"{item.get('identifier')}.xml").getroot() for item in items]
    ours = [canvas(one) for one in theirs]
    same = sum(canvas(one) == other for one, other in zip(items, ours, strict=True))
    print(f"{place.name}: {same} of {len(items)} questions as Canvas's converter has them, {sum(len(one.right) for one in ours)} blanks")
    if not os.environ.get("CANVAS"):
        return same == len(items)
    files = [str(place / "converted/assessmentItems" / f"{item.get('identifier')}.xml") for item in items]
    return same == len(items) and _in_canvas_itself(place.name, files, ours, places)


def _in_canvas_itself(name: str, files: list[str], ours: list[Quiz], places: int) -> bool:
    """Whether Canvas's importer makes of the items what is written down here, and its marking gives what answers are worth."""
    tried = [(number, *one) for number, quiz in enumerate(ours) for one in _tried_on_canvas(quiz, places)]
    asked = json.dumps({"items": files, "typed": [(number, typed) for number, _, typed, _ in tried]})
    command = ["ruby", str(Path(__file__).with_name("canvas.rb")), os.environ["CANVAS"]]
    theirs = json.loads(subprocess.run(command, check=True, capture_output=True, text=True, input=asked).stdout)
    same = sum(_as_canvas_has_it(one) == _bare(other) for one, other in zip(theirs["questions"], ours, strict=True))
    off = [one for one, points in zip(tried, theirs["points"], strict=True) if abs(points - one[3]) > 1e-9]
    print(f"{name}: {same} of {len(ours)} questions as Canvas's importer has them; tried: {dict(Counter(kind for _, kind, _, _ in tried))}")
    for number, kind, typed, points in off[:20]:
        print(f"  question {number}, {kind}: {typed if len(typed) == 1 else '…'} was to earn {points}")
    return same == len(ours) and not off


def _as_canvas_has_it(one: dict[str, Any]) -> Quiz:
    right: dict[str, list[str]] = {}
    for answer in one["answers"]:
        assert answer["weight"] == 100
        right.setdefault(answer["blank_id"], []).append(answer["text"])
    comment = one.get("neutral_comments_html", one["neutral_comments"])
    return _bare(Quiz(one["question_type"], one["question_text"], one["points_possible"], comment, right))


def _bare(quiz: Quiz) -> Quiz:
    """A question whose texts are what a browser shows of them: Canvas takes some attributes and the outermost element away."""
    text, comment = ("".join("".join(html.fragment_fromstring(one, create_parent=True).itertext()).split()) for one in (quiz.text, quiz.comment))
    return replace(quiz, text=text, comment=comment)


def _tried_on_canvas(quiz: Quiz, places: int) -> Iterator[tuple[str, dict[str, str], float]]:
    """What is typed into a question, what is tried by it, and the points that are right for it."""
    right = {blank: spellings[0] for blank, spellings in quiz.right.items()}
    worth = quiz.points / len(right)
    yield "right", right, quiz.points
    yield "empty", {}, 0
    for blank, spellings in quiz.right.items():
        for spelling in spellings:
            yield "spelling", {blank: spelling}, worth
        if spellings[0] in INFINITE:
            continue
        for by in (1, -1):
            yield "beside", {blank: _rounded(spellings[0], places, by)}, 0
        for behind in BEHIND:
            if behind != ",5" or "." in spellings[0]:
                yield "right beginning", {blank: spellings[0] + behind}, 0


BEHIND: dict[str, Callable[[Fraction], Fraction] | None] = {
    "/3": lambda x: x / 3,
    "+1": lambda x: x + 1,
    "-1": lambda x: x - 1,
    "^2": lambda x: x * abs(x),  # a minus before a power is the power's
    "*2": lambda x: 2 * x,
    "(2)": lambda x: 2 * x,
    "e3": lambda x: 1000 * x,
    ",5": lambda x: x / 2,  # 2.5 and then .5, a product without a sign
} | dict.fromkeys((" apple", "exp(3)", "√2", "sqrt(2)", "·2", "pi", "="))
"""What is written behind a right number, and what the whole is worth where ILIAS 5.1, which reads formulas, can say so."""


def _tried(quiz: Quiz, places: int) -> Iterator[tuple[str, dict[int, str], float]]:
    """What is typed into a question, what is tried by it, and the points that are right for it."""
    rows = list(quiz.right)
    said = [quiz.right[gap][0] if gap not in quiz.bounds else _rounded(quiz.right[gap][0], places) for gap in rows]
    numbers = [k for k, gap in enumerate(rows) if gap in quiz.bounds]
    yield "right", dict(enumerate(said)), quiz.points
    yield "empty", {}, 0
    for word in INFINITE if len(numbers) < len(rows) else ():
        yield "minus infinity", {k: cell if k in numbers else word for k, cell in enumerate(said)}, quiz.points
    for k in numbers:
        cell, (low, high), worth = said[k], quiz.bounds[rows[k]], quiz.worth[rows[k]]
        for spelling in (cell.replace(".", ","), cell + "00", cell.replace("0.", ".", 1) if cell.lstrip("-").startswith("0.") else cell):
            yield "spelling", {k: spelling}, worth
        for by in (1, -1):
            yield "beside", {k: _rounded(cell, places, by)}, 0
        for behind, value in BEHIND.items():
            if Fraction(cell) or value is not None:
                whole = value(Fraction(cell)) if value else None
                yield "right beginning", {k: cell + behind}, worth if whole is not None and Fraction(low) <= whole <= Fraction(high) else 0


def _rounded(cell: str, places: int, by: int = 0) -> str:
    """A value to so many decimals, or so many last places beside."""
    units = round(Fraction(cell) * 10**places) + by
    return f"{'-' if units < 0 else ''}{abs(units) // 10**places}.{abs(units) % 10**places:0{places}}"


def _from_ilias(place: Path, tree: str, places: int) -> bool:
    package = next(place.glob("*.zip"))
    with ZipFile(package) as archive:
        archive.extractall(place)
    ours = ilias(package)
    tried = [(number, *one) for number, quiz in enumerate(ours) for one in _tried(quiz, places)]
    command = ["php", str(Path(__file__).with_name("ilias.php")), tree, str(place / package.stem / f"{package.stem.replace('qpl', 'qti')}.xml")]
    typed = json.dumps([(number, gaps) for number, _, gaps, _ in tried])
    theirs = json.loads(subprocess.run(command, check=True, capture_output=True, text=True, input=typed).stdout)
    same = sum(_as_ilias_has_it(one) == _as_written(other) for one, other in zip(theirs["questions"], ours, strict=True))
    kinds = Counter(kind for _, kind, _, _ in tried)
    off = [one for one, points in zip(tried, theirs["points"], strict=True) if abs(points - one[3]) > 1e-9]
    print(f"{place.name}: {same} of {len(ours)} questions, {sum(len(quiz.right) for quiz in ours)} gaps as ILIAS has them; tried: {dict(kinds)}")
    for number, kind, gaps, points in off[:20]:
        print(f"  question {number}, {kind}: {gaps if len(gaps) == 1 else '…'} was to earn {points}")
    return same == len(ours) and not off and theirs["found"] == ["CLOZE QUESTION"] * len(ours)


def _as_ilias_has_it(one: dict[str, Any]) -> Any:
    text = re.sub(r"\[gap\].*?\[/gap\]", "[gap]", one["question"].removeprefix("&nbsp;") + one["text"], flags=re.S)
    gaps = [
        (gap["size"], [a[0] for a in gap["answers"]], [a[1] for a in gap["answers"]], [[float(x) for x in a[2:]] for a in gap["answers"] if gap["type"] == "number"])
        for gap in one["gaps"]
    ]
    return one["complete"], text, gaps, one["said"]["0"].strip(), one["said"]["1"].strip()


def _as_written(quiz: Quiz) -> Any:
    gaps = [
        ("20", right, [quiz.worth[gap]] * len(right), [[*quiz.bounds[gap]]] if gap in quiz.bounds else [])
        for gap, right in quiz.right.items()
    ]
    return True, re.sub(r"<<\w+>>", "[gap]", quiz.text), gaps, quiz.comment, quiz.comment


def main(folder: str, tree: str, *names: str) -> int:
    """Export, import with the real code, compare."""
    platform, held = ("canvas", _from_canvas) if Path(tree, "migrate.py").exists() else ("ilias", _from_ilias)
    wrong = 0
    for name in names or shipped():
        place = Path(folder) / name
        sheet = load(shipped()[name])
        try:
            export(platform, sheet, place, 2, "secret")
        except SymattnError as error:
            print(f"{name}: {error}")
            continue
        wrong += not held(place, tree, sheet.decimals)
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
