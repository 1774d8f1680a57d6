"""STACK's questions of a real Moodle in Chromium: typed into until STACK has said what it reads, sent in, and their reviews read.

    python tests/platforms/stack_pages.py FOLDER PHP ADDRESS [SHEET …]

FOLDER, PHP and ADDRESS are as for ``pages.py``. Each sheet, and one with STACK's own brackets in its words and formulas, is imported in
English and in German. What is typed into every box of a question: exact values, decimals with the language's own mark and with the other,
powers of ten, the printed minus, minus infinity, a known slip, and what only begins with a right number. What cannot be read has to be told
on the page before it is sent in; it ends with 1 where anything is not as it should be.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pages import HERE, Chromium, Site, printed

from symattn.course.platforms import export
from symattn.course.platforms.blanks import Asked
from symattn.course.platforms.markup import engine
from symattn.course.platforms.stack import maxima
from symattn.course.platforms.view import ViewPart, views
from symattn.exact.any_matrix import Blocked
from symattn.exact.decimals import decimal
from symattn.exact.matrix import Entry, Matrix
from symattn.files import shipped
from symattn.sheet import Sheet, load
from symattn.tables import in_turn

TRAPS = ("{@1+1@}", "{#1+1#}", "[[input:ans9]]")
"""What STACK would evaluate, or make a box of, if it stood bare in a text."""
SHEET = r"""
title = "Brackets of STACK"
[[question]]
prompt = 'Words: \{@1+1@\} \{\#1+1\#\} [[input:ans9]]. Formulas: $x_{@1+1@}$ and $y_{\#1+1\#}$.'
steps = ["A = X / 3", "S = X / sqrt(2)", "P = softmax(S)", "N = -1 * P"]
given.X = [[1, 2]]
[[question.part]]
label = "a"
prompt = 'Compute $A$, $S$ and $N$, with $z_{@1+1@}$.'
asks = ["A", "S", "N"]
marks = { A = 2, S = 3, N = 1.5 }
"""


def exact(x: Entry, _: int, __: str) -> str:
    """A value as a student of STACK writes it."""
    return "-inf" if isinstance(x, Blocked) else str(maxima(Matrix.of([[x]])))[8:-2].replace("%pi", "pi")


def marked(mark: Callable[[str], str], change: Callable[[str], str] = str, masked: str = "-inf") -> Callable[[Entry, int, str], str]:
    """A decimal with the mark of its language, or the other one; *masked* is what is typed for minus infinity."""

    def spell(x: Entry, places: int, point: str) -> str:
        return masked if isinstance(x, Blocked) else change(decimal(x, places)).replace(".", mark(point))

    return spell


def power(cell: str) -> str:
    return re.sub(r"e\+?(-?)0*(\d)", r"e\1\2", f"{float(cell):.{max(len(cell.replace('.', '').lstrip('-0')) - 1, 0)}e}")


def own(point: str) -> str:
    return point


def other(point: str) -> str:
    return "," if point == "." else "."


KINDS: dict[str, tuple[Callable[[Entry, int, str], str], bool]] = {
    "exact": (exact, True),
    "decimals of the language": (marked(own), True),
    "powers of ten": (marked(own, power), True),
    "the printed minus": (marked(own, printed), True),
    "the other mark": (marked(other), True),
    "/3 behind": (marked(own, lambda c: f"{c}/3" if float(c) else f"{c}+1/3", "inf"), False),
    "√2 behind": (marked(own, lambda c: f"{c}√2" if float(c) else f"{c}+√2", "inf"), False),
    "words behind": (marked(own, lambda c: f"{c} apple", "inf"), False),
}
"""What is typed, by what it is called; whether it is right where it can be read at all."""
MUST = ("exact", "decimals of the language")
"""What has to be read."""


def asked(sheet: Sheet) -> Iterator[tuple[str, ViewPart]]:
    """By the name of each STACK question what it asks."""
    for view in views(sheet.solve(), engine(sheet.language), apart=True):
        for section in view.sections:
            if section.asked:
                yield f"{sheet.title}: {view.id}" + (f" ({section.label})" if section.label else ""), section


def slip(lines: tuple[Asked, ...], places: int) -> tuple[int, Matrix, str] | None:
    """A known slip whose every number is far from right: the line's number, what it comes to, what is said."""
    for line in lines:
        for mistake in line.mistakes:
            pairs = [p for a, b in zip(line.value.cells(), mistake.value.cells(), strict=True) for p in zip(a, b, strict=True)]
            if not mistake.value.blocked and any(isinstance(a, Blocked) or abs(float(decimal(a, 9)) - float(decimal(b, 9))) > 3 * 10**-places for a, b in pairs):
                return line.number, mistake.value, str(mistake.says)
    return None


class Answers:
    """The boxes of the one question on a page."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def type(self, said: dict[str, str]) -> dict[str, str]:
        """Type into the boxes, and wait until STACK has said what it reads; what stands beside each matrix then."""
        self.site.browser.run(f"""(() => {{ const said = {json.dumps(said)};
            for (const [name, value] of Object.entries(said)) {{
                const box = document.querySelector(`.que input[name$="_${{name}}"]`);
                box.value = value; box.dispatchEvent(new Event('input', {{bubbles: true}})); }} }})()""")
        for _ in range(600):
            time.sleep(0.3)
            found: dict[str, str] = self.site.browser.run("""(() => { const all = [...document.querySelectorAll('.que .stackinputfeedback')];
                if (all.some(x => x.matches('.waiting, .loading') || !x.textContent.trim())) return {};
                return Object.fromEntries(all.map(x => [x.id.replace(/.*_(ans\\d+)_val$/, '$1'), x.textContent.trim()])); })()""")
            if found:
                return found
        raise TimeoutError("STACK's validation")

    def send(self) -> tuple[list[float], str]:
        """Finish the attempt: the mark and what it was of (0 where nothing was marked), and all that the review says."""
        self.site.browser.run("""(() => { const form = document.querySelector('#responseform'), end = document.createElement('input');
            end.type = 'hidden'; end.name = 'finishattempt'; end.value = 1; form.append(end); })()""")
        self.site.sent("HTMLFormElement.prototype.submit.call(document.querySelector('#responseform'))", "attempt.php?attempt")
        mark, text = self.site.browser.run("[document.querySelector('.que .grade')?.textContent ?? '', document.querySelector('.que').textContent]")
        marks = [float(x.replace(",", ".")) for x in re.findall(r"\d+[.,]\d+", mark)]
        return [0.0, *marks][-2:], re.sub(r"\s+", " ", text)


def told(text: str) -> bool:
    """Whether STACK says of an input that it is not read."""
    return bool(re.search(r"invalid|not valid|nicht (gültig|zulässig)|ungültig", text, re.I))


def tried(site: Site, name: str, section: ViewPart, sheet: Sheet, quiz: dict[str, Any], n: Counter[str]) -> list[str]:
    """One student's attempts at one question: what was counted, and what is wrong."""
    wrong: list[str] = []
    point = engine(sheet.language, point=sheet.point).point

    def holds(what: str, whether: bool, why: object = "") -> None:
        n[what] += whether
        if not whether:
            wrong.append(f"{name}, {sheet.language}: {what}: {why}")
            print(wrong[-1], flush=True)

    def cells(spell: Callable[[Entry, int, str], str], places: int = sheet.decimals) -> dict[str, str]:
        return {
            f"ans{line.number}_sub_{i}_{j}": spell(x, places, point)
            for line in section.asked for i, row in enumerate(line.value.cells()) for j, x in enumerate(row)
        }  # fmt: skip

    known = slip(section.asked, sheet.decimals)
    for attempt, kind in zip(quiz["attempts"], [*KINDS, "a slip"], strict=True):
        place = f"mod/quiz/attempt.php?attempt={attempt}&cmid={quiz['cmid']}"
        if kind == "exact":
            _looks(site, place, f"{name}-{sheet.language}-stack", section, holds)
        site.attempt(place)
        answers = cells(KINDS[kind][0] if kind in KINDS else exact)
        if kind == "a slip":
            if known is None:
                continue
            answers |= {f"ans{known[0]}_sub_{i}_{j}": marked(own)(x, sheet.decimals + 1, point) for i, row in enumerate(known[1].cells()) for j, x in enumerate(row)}
        said = Answers(site).type(answers)
        unread = [one for one, text in said.items() if told(text)]
        earned, review = Answers(site).send()
        shown = (earned, list(answers.values()), said)
        if kind == "a slip":
            holds("a slip is told", " ".join(known[2].split()) in review, review[-1500:])
            holds("a slip earns less", 0 <= earned[0] < earned[1], shown)
        elif not KINDS[kind][1]:
            holds("what only begins with a right number earns nothing", earned[0] == 0, shown)
            n[f"told before it is sent: {kind}, {len(unread)} of {len(said)}"] += 1
        elif unread:
            holds("what cannot be read is told before it is sent", kind not in MUST and bool(unread), shown)
            n[f"not read, and told: {kind}, {sheet.language}"] += len(unread)
            n[f"read: {kind}, {sheet.language}"] += len(said) - len(unread)
        else:
            holds(f"right earns all: {kind}", len(earned) == 2 and earned[0] == earned[1], shown)
        if kind in ("exact", "a slip"):
            site.shown(f"mod/quiz/review.php?attempt={attempt}&cmid={quiz['cmid']}", f"{name}-{sheet.language}-stack-{'slip' if known and kind != 'exact' else 'right'}")
    return wrong


def _looks(site: Site, place: str, name: str, section: ViewPart, holds: Callable[..., None]) -> None:
    """The page before anything is typed."""
    for size, seen in site.shown(place, name).items():
        holds(f"{size}: no formula is a link or broken", seen["formulas"] > 0 and not seen["broken"], seen)
        holds(f"{size}: nothing hangs out", seen["over"] <= 0 and not seen["out"], seen)
        holds(f"{size}: a box for every entry", seen["boxes"] == sum(line.rows * line.cols for line in section.asked), seen)
        holds(f"{size}: boxes of one width", len(seen["widths"]) == 1, seen)
    text, source = site.browser.run("[document.querySelector('.que').textContent, document.documentElement.outerHTML]")
    if "Words:" in text:
        holds("STACK's own brackets stand as they were written", all(one in text for one in TRAPS), text[:600])
    typed = (decimal(x, 4).lstrip("-") for line in section.asked for x in in_turn(line.value.cells()) if not isinstance(x, Blocked))
    giving = {cell for cell in typed if not cell.endswith("0")}
    holds("gives nothing away", not any(cell in source for cell in giving), giving)


def main(folder: str, php: str, address: str, *names: str) -> int:
    """Import, ask, answer, count."""
    pictures = Path(folder) / "pictures"
    pictures.mkdir(exist_ok=True)
    n: Counter[str] = Counter()
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as profile:
        site = Site(address, Chromium(Path(profile)), pictures)
        for name in ("brackets", *names):
            for language in ("en", "de"):
                place = pictures / f"{name}-{language}"
                place.mkdir(exist_ok=True)
                source = SHEET if name == "brackets" else shipped()[name].read_text("utf-8")
                titled = re.sub(r'(?m)^title = "', f'title = "{language}: ', source, count=1)
                (place / "sheet.toml").write_text(f'language = "{language}"\n{titled}', "utf-8")
                sheet = load(place / "sheet.toml")
                export("moodle", sheet, place / "export")
                subprocess.run([*shlex.split(php), HERE / "moodle/import.php", place / "export/stack.xml"], check=True)
                for question, section in asked(sheet):
                    marks = sum(line.marks for line in section.asked)
                    said = subprocess.run(
                        [*shlex.split(php), HERE / "moodle/quiz.php", question, str(len(KINDS) + 1), str(float(marks)), "stack"],
                        check=True, capture_output=True, text=True,
                    ).stdout  # fmt: skip
                    site.enter(language)
                    label = re.sub(r"\W+", "-", question.rpartition(": ")[2]).strip("-")
                    wrong += tried(site, f"{name}-{label}", section, sheet, json.loads(said)[question][language], n)
                    print(question, dict(n), len(wrong), "wrong so far", flush=True)
        site.browser.close()
    for what, count in sorted(n.items()):
        print(f"{what}: {count}")
    print(len(wrong), "wrong")
    return bool(wrong)


if __name__ == "__main__":
    assert os.environ.get("MOODLE"), "MOODLE is the folder of the installed site"
    sys.exit(main(*sys.argv[1:]))
