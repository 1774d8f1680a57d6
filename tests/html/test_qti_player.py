"""Items of QTI 3.0 in a player that is not ours, @citolab/qti-components: typed into, sent, and what comes of it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from headless_chromium import Chromium, node_module

from symattn.course.platforms import export
from symattn.files import shipped
from symattn.sheet import load

sys.path.insert(0, str(Path(__file__).parents[1] / "platforms"))
from expected import of_sheet

ROUNDED = 0.01  # the player adds with three decimals
SENT = """(async () => {
  const place = document.querySelector("item-container");
  place.itemXML = %s;
  const soon = () => new Promise(done => setTimeout(done, 20));
  while (!place.shadowRoot || !place.shadowRoot.querySelector("qti-assessment-item")) await soon();
  const item = place.shadowRoot.querySelector("qti-assessment-item");
  await item.updateComplete;
  const gaps = [...item.querySelectorAll("qti-text-entry-interaction")];
  while (!gaps.at(-1).shadowRoot || !gaps.at(-1).shadowRoot.querySelector("input")) await soon();
  const found = [];
  for (const typed of %s) {
    gaps.forEach((gap, k) => {
      const box = gap.shadowRoot.querySelector("input");
      box.value = typed[k];
      box.dispatchEvent(new KeyboardEvent("keyup", {bubbles: true}));
      box.dispatchEvent(new Event("change", {bubbles: true}));
    });
    item.processResponse();
    await item.updateComplete;
    const said = [...item.querySelectorAll("qti-feedback-block")].filter(block => block.showStatus === "on");
    const worked = item.querySelector("qti-modal-feedback");
    found.push([Number(item.getOutcome("SCORE").value), said.map(block => block.textContent), worked.showStatus]);
  }
  return found;
})()"""


def sent(chromium: Chromium, item: Path, answers: list[list[str]], place: Path) -> list[tuple[float, list[str], str]]:
    """What each answer earns in the player, what is shown for it, and whether the worked solution is."""
    script = node_module("@citolab/qti-components") / "cdn" / "index.global.js"
    page = place / "player.html"
    page.write_text(
        f'<!doctype html><meta charset="utf-8"><script src="{script.as_uri()}"></script>'
        "<qti-item><item-container></item-container></qti-item>", "utf-8"
    )  # fmt: skip
    chromium.open(page)
    found: list[tuple[float, list[str], str]] = chromium.run(SENT % (json.dumps(item.read_text("utf-8")), json.dumps(answers)))
    return found


@pytest.mark.exhaustive
def test_right_answers_earn_all_and_each_slip_is_told(chromium: Chromium, tmp_path: Path) -> None:
    sheet = load(shipped()["causal-mask"])
    export("qti", sheet, tmp_path)
    for number, wanted in enumerate(of_sheet(sheet).values(), 1):
        right: list[str] = wanted["cells"]
        spelled: list[list[str]] = wanted["spellings"]
        slips: list[dict[str, Any]] = wanted["slips"]
        tries = [right, [""] * len(right), *wanted["beside"], *spelled, *(slip["cells"] for slip in slips)]
        found = iter(sent(chromium, tmp_path / f"qti3/items/{number}.xml", tries, tmp_path))
        score, said, worked = next(found)
        assert (score, said, worked) == (pytest.approx(wanted["marks"], abs=ROUNDED), [], "on")
        assert next(found)[:2] == [0, []]
        for _ in wanted["beside"]:
            assert next(found)[0] <= wanted["beside_most"] + ROUNDED
        for _ in spelled:
            assert next(found)[0] == pytest.approx(wanted["marks"], abs=ROUNDED)
        for slip in slips:
            score, said, _ = next(found)
            assert slip["least"] - ROUNDED <= score <= slip["marks"] + ROUNDED, slip
            assert any(slip["says"] in " ".join(text.split()) for text in said), (slip, said)
        assert next(found, None) is None
