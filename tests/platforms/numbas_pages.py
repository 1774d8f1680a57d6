"""Exports for Numbas in its own runtime in Chromium: what stands above the boxes, what right decimals earn, what is revealed.

    python tests/platforms/numbas_pages.py FOLDER TREE MATHJAX [SHEET …]

TREE is a source tree of Numbas, whose compiler makes pages in FOLDER; MATHJAX the unpacked package mathjax@4, as the pages have no
network. It ends with 1 where a part is not called as the sheet calls it, a right decimal earns less than all, or a page shows as the right
answer what is no decimal with the digits asked for.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from symattn.course.platforms import export
from symattn.course.platforms.markup import engine
from symattn.course.platforms.view import views
from symattn.errors import SymattnError
from symattn.exact.any_matrix import Blocked
from symattn.exact.decimals import decimal
from symattn.files import shipped
from symattn.sheet import Sheet, load
from symattn.tables import in_turn

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "html"))
from headless_chromium import Chromium

sys.path.pop(0)

ROOT = "document.querySelector('numbas-exam')"
WHOLE = f"[...{ROOT}.shadowRoot.children].map(x => x.innerText ?? '').join(' ')"


def wanted(sheet: Sheet) -> Iterator[list[tuple[str, list[str]]]]:
    """By the question, what its parts are called and the right decimals, in the order of the page."""
    for view in views(sheet.solve(), engine(sheet.language)):
        yield [
            (
                f"({part.label}) {line.name}" if part.label else line.name,
                ["-inf" if isinstance(x, Blocked) else decimal(x, sheet.decimals) for x in in_turn(line.value.cells())],
            )
            for part in view.sections for line in part.asked
        ]  # fmt: skip


def until(browser: Chromium, what: str) -> None:
    for _ in range(400):
        if browser.run(what):
            return
        time.sleep(0.25)
    raise TimeoutError(what)


def tried(browser: Chromium, page: Path, sheet: Sheet, name: str, pictures: Path, n: Counter[str]) -> list[str]:
    """One exam: what is wrong with it."""
    wrong = []
    browser.go(page.as_uri(), (1280, 900))
    start = f"[...{ROOT}?.shadowRoot?.querySelectorAll('button') ?? []].find(x => x.innerText.trim() === 'Start')"
    until(browser, f"!!{start} && !!{ROOT}.exam")
    browser.run(f"{start}.click()")
    for number, parts in enumerate(wanted(sheet)):
        until(browser, f"!!{ROOT}.exam.questionList?.[{number}] && !!{ROOT}.exam.display")
        browser.run(f"{number} && {ROOT}.exam.tryChangeQuestion({number})")
        until(browser, f"{ROOT}.exam.currentQuestion?.number === {number} && {WHOLE}.includes({json.dumps(parts[0][0])})")
        time.sleep(1)
        found = browser.run(f"""(() => {{ const said = {json.dumps(parts)};
            const asked = {ROOT}.exam.currentQuestion.parts.filter(p => p.type !== 'information');
            return asked.map((part, k) => {{
                const boxes = said[k][1], gaps = part.type === 'gapfill' ? part.gaps : [];
                gaps.forEach((gap, j) => gap.storeAnswer(boxes[j]));
                if (!gaps.length) {{
                    const wide = part.settings.numColumns ?? part.studentAnswerColumns, rows = [];
                    for (let i = 0; i < boxes.length; i += Number(wide)) rows.push(boxes.slice(i, i + Number(wide)));
                    part.storeAnswer(rows);
                }}
                part.setStudentAnswer(); part.submit();
                return [part.name, part.marks, part.score]; }}) }})()""")
        for (called, _), (shown, marks, score) in zip(parts, found, strict=True):
            n["parts"] += 1
            n["called as the sheet calls them"] += called == shown
            n["right decimals earn all"] += abs(marks - score) < 1e-9
            if called != shown or abs(marks - score) >= 1e-9:
                wrong.append(f"{name}: {called} is called {shown} and earns {score} of {marks}")
        browser.run(f"{ROOT}.exam.currentQuestion.revealAnswer(true)")
        time.sleep(2)
        revealed = browser.run(WHOLE)
        n["questions whose page says the decimals that are asked for"] += f"{sheet.decimals} decimals" in revealed
        expected = re.findall(r"Expected answer[^\n]*\n?[^\n]*", revealed)
        n["expected answers shown"] += len(expected)
        wrong += [f"{name}: {one}" for one in expected if re.search(r"\d\s*/\s*\d", one)]
        browser.look((1280, 3000))
        (pictures / f"{name}-{number}.png").write_bytes(browser.picture())
    return wrong


def main(folder: str, tree: str, mathjax: str, *names: str) -> int:
    """Export, compile, open, count."""
    wrong: list[str] = []
    n: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as profile:
        browser = Chromium(Path(profile))
        for name in names or shipped():
            sheet, place = load(shipped()[name]), Path(folder).resolve() / name
            try:
                export("numbas", sheet, place, 1, "secret")
            except SymattnError as error:
                print(f"{name}: {error}")
                continue
            command = [sys.executable, f"{tree}/bin/numbas.py", "-p", tree, "--mathjax-4-url", Path(mathjax).resolve().as_uri(), "-o", place / "page", place / "sheet.exam"]
            subprocess.run(command, check=True, capture_output=True)
            wrong += tried(browser, place / "page/index.html", sheet, name, Path(folder), n)
            print(name, dict(n), len(wrong), "wrong so far", flush=True)
        browser.close()
    print(*wrong, sep="\n")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
