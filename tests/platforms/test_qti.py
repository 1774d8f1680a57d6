"""Packages of QTI against a grammar of what is written of it; tests/course/platforms does so with every shipped sheet.

The published schemas are on no registry, and may not be copied along: ``qti.py`` beside this file takes them by path.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from lxml import etree

from symattn.course.platforms import export
from symattn.sheet import load

sys.path.insert(0, str(Path(__file__).parent))
from qti import PLACES, Grammar, broken

sys.path.pop(0)

SHEET = """
[[question]]
steps = ["L = causal_mask(S) / 2"]
given = { S = [["1/3", 2], [3, 4]] }
"""
REFUSED = {
    2: ["itemBody ahead", "responseDeclaration/identifier away", "correctResponse away", "mapEntry/mappedValue with words", "mapping ahead",
        "tbody away", "feedbackBlock/showHide away", "textEntryInteraction/responseIdentifier renamed", "responseIf away", "isNull away",
        "baseValue/baseType away", "modalFeedback/identifier away", "mtd renamed", "math renamed"],
    3: ["qti-item-body ahead", "qti-response-declaration/base-type renamed", "qti-content-body away", "qti-map-entry/map-key away",
        "qti-text-entry-interaction/response-identifier away", "qti-response-if doubled", "qti-variable renamed"],
}  # fmt: skip


@pytest.mark.exhaustive
@pytest.mark.parametrize("version", PLACES)
def test_a_broken_item_is_refused(version: int, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(SHEET, "utf-8")
    export("qti", load(tmp_path / "a.toml"), tmp_path)
    grammar, item = Grammar(version), etree.parse(tmp_path / PLACES[version] / "1.xml").getroot()
    assert not grammar.fault(item)
    refused = {what for what, one in broken(item) if grammar.fault(one)}
    assert set(REFUSED[version]) <= refused
    assert Grammar(5 - version).fault(item)
