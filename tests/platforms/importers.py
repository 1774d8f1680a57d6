"""What Canvas and ILIAS make of an export, written down from their own import code, rule by rule; and what they then give for answers.

    python tests/platforms/importers.py FOLDER QTIMIGRATIONTOOL [SHEET …]

exports sheets for Canvas, has Canvas's converter (``migrate.py`` of instructure/QTIMigrationTool) make QTI 2.1 of them, and says where
what it writes reads otherwise than what :func:`converted` makes of them here.
"""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from zipfile import ZipFile

from lxml import etree

from symattn.course.platforms import export
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


def main(folder: str, tool: str, *names: str) -> None:
    """Export, convert with the real converter, compare."""
    for name in names or shipped():
        place = Path(folder) / name
        try:
            export("canvas", load(shipped()[name]), place, 2, "secret")
        except SymattnError as error:
            print(f"{name}: {error}")
            continue
        with ZipFile(place / "canvas.zip") as archive:
            archive.extractall(place / "package")
        command = [sys.executable, f"{tool}/migrate.py", "--ucvars", "--nogui", "--overwrite", f"--cpout={place}/converted", f"{place}/package"]
        subprocess.run(command, check=True, capture_output=True)
        items, _ = converted(place / "canvas.zip")
        theirs = [etree.parse(place / "converted/assessmentItems" / f"{item.get('identifier')}.xml").getroot() for item in items]
        same = sum(canvas(one) == canvas(other) for one, other in zip(items, theirs, strict=True))
        print(f"{name}: {same} of {len(items)} questions as Canvas's converter has them, {sum(len(canvas(one).right) for one in theirs)} blanks")


if __name__ == "__main__":
    main(*sys.argv[1:])
