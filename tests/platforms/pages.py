"""Quizzes of a real Moodle in Chromium, as students have them: typed into and sent, in English and German, on a phone and a wide screen.

    python tests/platforms/pages.py FOLDER PHP ADDRESS [SHEET …]

FOLDER is where ``tests/platforms/moodle.sh`` made its site, which is served at ADDRESS; PHP what runs a script of it. Each sheet is
imported in English and in German, asked in a quiz called softmax, and answered by 71 spellings. What the pages then say is counted;
pictures of them lie in ``FOLDER/pictures``. It ends with 1 where anything is not as it should be.
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
from collections.abc import Callable
from pathlib import Path
from typing import Any

from expected import BEHIND, of_sheet

from symattn.course.platforms import export
from symattn.course.platforms.blanks import INFINITE
from symattn.files import shipped
from symattn.sheet import load

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "html"))
from headless_chromium import Chromium

sys.path.pop(0)

HERE = Path(__file__).resolve().parent
SIZES = {"phone": (375, 740), "wide": (1280, 900)}


def bare(cell: str) -> str:
    """A decimal as short as it can be written."""
    return cell.rstrip("0").rstrip(".")


def comma(cell: str) -> str:
    return cell.replace(".", ",")


def headless(cell: str) -> str:
    return re.sub(r"^(-?)0(?=\.)", r"\1", cell)


def printed(cell: str) -> str:
    return cell.replace("-", "−")


def signed(cell: str) -> str:
    return cell if cell.startswith("-") else f"+{cell}"


def power(cell: str) -> str:
    """A decimal as NumPy prints it."""
    digits = len(cell.replace(".", "").lstrip("-0").rstrip("0"))
    return f"{float(cell):.{digits - 1}e}" if digits else cell


RIGHT: list[Callable[[str], str]] = [
    str, comma, headless, lambda c: comma(headless(c)), signed, lambda c: comma(signed(c)), lambda c: c + "0", lambda c: comma(c) + "00",
    lambda c: c + "000", lambda c: f" {c}", lambda c: f"{c} ", printed, lambda c: printed(comma(c)), lambda c: printed(headless(c)),
    lambda c: printed(c) + "0", power,
]  # fmt: skip
WRONG: list[Callable[[str], str]] = [
    *[lambda c, b=behind: c + b for behind in BEHIND],
    *[lambda c, b=behind: bare(c) + b for behind in BEHIND],
    lambda c: f"x{c}", lambda c: f"={c}", lambda c: f"~{c}", lambda c: f"--{c}", lambda c: c + c, lambda c: f"{c};", lambda c: f"{c}?",
    lambda c: "1e400", lambda c: "abc", lambda c: "0x1", lambda c: "1/2", lambda c: "1/3", lambda c: "NaN", lambda c: "∞",
]  # fmt: skip
ATTEMPTS = 8
"""Of every student: plainly right, five times all right in other spellings, all wrong, one slip."""


def typed(cells: list[str], number: int) -> list[str]:
    """What an attempt types into the boxes."""
    if number == 0:
        return cells
    kinds = RIGHT if number < 6 else WRONG
    return [
        INFINITE[(3 * k + number - 1) % len(INFINITE)] if cell == "-inf" and kinds is RIGHT
        else "inf" if cell == "-inf" else kinds[(k + 7 * number) % len(kinds)](cell)
        for k, cell in enumerate(cells)
    ]  # fmt: skip


class Site:
    """The site as one student has it."""

    def __init__(self, address: str, browser: Chromium, pictures: Path) -> None:
        self.address, self.browser, self.pictures = address, browser, pictures

    def enter(self, language: str) -> None:
        self.browser.call("Network.clearBrowserCookies")
        self.browser.go(f"{self.address}/login/index.php", SIZES["wide"])
        self.browser.run(f"document.querySelector('#username').value = 'student-{language}'; document.querySelector('#password').value = 'Student-1!'")
        self.sent("document.querySelector('#loginbtn').form.submit()", "login/index.php")

    def sent(self, script: str, before: str) -> None:
        """Run what leaves a page, and wait for the next."""
        self.browser.run(script)
        for _ in range(240):
            time.sleep(0.25)
            try:
                if self.browser.run(f"document.readyState === 'complete' && !location.href.includes('{before}')"):
                    return
            except (AssertionError, KeyError):
                continue
        raise TimeoutError(before)

    def attempt(self, place: str) -> None:
        """The page of an attempt, ready to be typed into."""
        self.browser.go(f"{self.address}/{place}", SIZES["phone"])
        for _ in range(240):
            if self.browser.run("!!document.querySelector('#responseform')"):
                return
            time.sleep(0.25)
        raise TimeoutError(f"{place}: {self.browser.run('document.body.innerText')[:500]}")

    def shown(self, place: str, name: str) -> dict[str, dict[str, Any]]:
        """A page at both sizes: a picture of each, how far it reaches, how wide the boxes are."""
        found = {}
        for size, (width, height) in SIZES.items():
            self.browser.go(f"{self.address}/{place}", (width, height))
            for _ in range(60):  # MathJax is loaded by the page itself
                if self.browser.run("!!document.querySelector('.que mjx-container')"):
                    break
                time.sleep(0.25)
            time.sleep(1)
            found[size] = self.browser.run("""(() => {
                const boxes = [...document.querySelectorAll('.que .formulation input[type=text]')].map(x => x.getBoundingClientRect());
                const page = document.scrollingElement, question = document.querySelector('.que'), reaches = page.scrollWidth;
                const own = document.querySelector('.que .formulation').getBoundingClientRect();
                question.style.display = 'none';
                const without = page.scrollWidth; // what Moodle's own page takes
                question.style.display = '';
                return {over: reaches - without, widths: [...new Set(boxes.map(b => Math.round(b.width)))],
                        out: [...document.querySelectorAll('.que .formulation input[type=text]')].filter(x => {
                            const scroller = x.closest('tr').cells.length > 3 ? x.closest('.symattn') : x; // a 3×3 fits, wider is scrolled
                            return scroller.getBoundingClientRect().right > own.right + 1 ||
                                scroller !== x && getComputedStyle(scroller).overflowX !== 'auto'; }).length, boxes: boxes.length,
                        links: document.querySelectorAll('.que a.autolink').length,
                        broken: document.querySelectorAll('.que .nolink a, .que mjx-container a, .que mjx-merror').length,
                        formulas: document.querySelectorAll('.que mjx-container').length}})()""")
            height = min(int(self.browser.run("document.scrollingElement.scrollHeight")), 6000)
            self.browser.look((width, height))
            (self.pictures / f"{name}-{size}.png").write_bytes(self.browser.picture())
        return found


def tried(site: Site, name: str, wanted: dict[str, Any], language: str, quiz: dict[str, Any], n: Counter[str]) -> list[str]:
    """One student's attempts at one question: what was counted, and what is wrong."""
    wrong: list[str] = []

    def holds(what: str, whether: bool, why: object = "") -> None:
        n[what] += whether
        if not whether:
            wrong.append(f"{name}, {language}: {what}: {why}")
            print(wrong[-1], flush=True)

    cells, site_of = wanted["cells"], quiz["cmid"]
    giving = {cell for cell in cells if len(bare(cell).lstrip("-0.")) >= 4}
    for number, attempt in enumerate(quiz["attempts"]):
        page = f"mod/quiz/attempt.php?attempt={attempt}&cmid={site_of}"
        if number == 0:
            for size, seen in site.shown(page, f"{name}-{language}-attempt").items():
                holds(f"{size}: boxes of one width", len(seen["widths"]) == 1 and seen["boxes"] == len(cells), seen)
                holds(f"{size}: nothing hangs out", seen["over"] <= 0 and not seen["out"], seen)
                holds(f"{size}: no formula is a link or broken", seen["formulas"] > 0 and not seen["broken"], seen)
                n["formulas"] += seen["formulas"]
            source = site.browser.run("document.documentElement.outerHTML")
            holds("gives nothing away", not any(cell in source for cell in giving), [cell for cell in giving if cell in source])
        site.attempt(page)
        answers = typed(cells, number) if number < ATTEMPTS - 1 else (wanted["slips"][0]["cells"] if wanted["slips"] else cells)
        site.browser.run(f"""(() => {{ const said = {json.dumps(answers)};
            document.querySelectorAll('.que .formulation input[type=text]').forEach((box, k) => {{ box.value = said[k]; }});
            const form = document.querySelector('#responseform'), end = document.createElement('input');
            end.type = 'hidden'; end.name = 'finishattempt'; end.value = 1; form.append(end); }})()""")
        site.sent("HTMLFormElement.prototype.submit.call(document.querySelector('#responseform'))", "attempt.php?attempt")
        mark, right, text = site.browser.run("""[document.querySelector('.que .grade')?.textContent ?? '',
            [...document.querySelectorAll('.que .formulation input[type=text]')].map(x => /(^| )correct/.test(x.className)),
            document.documentElement.outerHTML]""")
        earned = [float(x.replace(",", ".")) for x in re.findall(r"\d+[.,]\d+", mark)]
        if number < 6:
            n["spellings of right answers"] += sum(right)
            holds("all right earns all", all(right) and len(earned) == 2 and earned[0] == earned[1], (mark, [a for a, r in zip(answers, right, strict=False) if not r]))
        elif number == 6:
            n["right beginnings refused"] += right.count(False)
            holds("all wrong earns nothing", not any(right) and earned[0] == 0, (mark, [a for a, r in zip(answers, right, strict=False) if r]))
        elif wanted["slips"]:
            said = " ".join(wanted["slips"][0]["says"].split())
            holds("a slip is told", said in re.sub(r"\s+", " ", site.browser.run("(() => { const d = new DOMParser(); const t = x => d.parseFromString(x, 'text/html').body.textContent; return t(t(document.documentElement.outerHTML.replaceAll('<', ' &lt;'))); })()")) or said in re.sub(r"\s+", " ", text), said)
            holds("a slip earns less", earned[0] < earned[1], mark)
        if number in (0, ATTEMPTS - 1):
            for size, seen in site.shown(f"mod/quiz/review.php?attempt={attempt}&cmid={site_of}", f"{name}-{language}-review-{number}").items():
                holds(f"{size}: no formula is a link or broken", seen["formulas"] > 0 and not seen["broken"], seen)
                holds(f"{size}: nothing hangs out", seen["over"] <= 0 and not seen["out"], seen)
                n["formulas"] += seen["formulas"]
    return wrong


def main(folder: str, php: str, address: str, *names: str) -> int:
    """Import, ask, answer, count."""
    pictures = Path(folder) / "pictures"
    pictures.mkdir(exist_ok=True)
    run = [*shlex.split(php)]
    n: Counter[str] = Counter()
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as profile:
        site = Site(address, Chromium(Path(profile)), pictures)
        for name in names or ("causal-mask",):
            for language in ("en", "de"):
                place = pictures / f"{name}-{language}"
                place.mkdir(exist_ok=True)
                source = shipped()[name].read_text("utf-8")
                (place / "sheet.toml").write_text(f'language = "{language}"\n' + re.sub(r'(?m)^title = "', f'title = "{language}: ', source, count=1), "utf-8")
                sheet = load(place / "sheet.toml")
                export("moodle", sheet, place / "export")
                subprocess.run([*run, HERE / "moodle/import.php", place / "export/cloze.xml"], check=True)
                for question, wanted in of_sheet(sheet).items():
                    said = subprocess.run([*run, HERE / "moodle/quiz.php", question, str(ATTEMPTS), str(wanted["marks"])], check=True, capture_output=True, text=True).stdout
                    site.enter(language)
                    wrong += tried(site, f"{name}-{question.rpartition(': ')[2]}", wanted, language, json.loads(said)[question][language], n)
                    print(f"{question}: {dict(n)}", flush=True)
        site.browser.close()
    print(f"spellings: {len(RIGHT)} of right decimals, {len(INFINITE)} of minus infinity, {len(WRONG)} wrong, most with a right beginning")
    for what, count in sorted(n.items()):
        print(f"{what}: {count}")
    print(len(wrong), "wrong")
    return bool(wrong)


if __name__ == "__main__":
    assert os.environ.get("MOODLE"), "MOODLE is the folder of the installed site"
    sys.exit(main(*sys.argv[1:]))
