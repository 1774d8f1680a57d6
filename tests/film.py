"""The film at the head of the README: a sheet, its key, and an answer that is marked, as a terminal shows them; an SVG that moves.

``python tests/film.py`` writes it again. Everything in it is what the program says now; a test compares.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner

from symattn.cli import main
from symattn.files import folder

FILM = folder("worksheets") / "guide" / "film.svg"
COLS, ROWS, WIDE, HIGH = 80, 24, 8.4, 17
SHEET = """title = "Two words"

[[question]]
variant = "attention"
[question.given]
X = [[1, 0], [0, 1]]
W_Q = [[1, 2], [0, 1]]
W_K = [[1, 0], [1, 1]]
W_V = [["1/3", 0.5], ["sqrt(2)", 1]]
"""
ANSWER = """The scores, S = [1 3; 0 1]
The logits, L = [1 3; 0 1]
The weights, A = [0.119 0.881; 0.269 0.731]
"""
SCENES = (  # what is typed, the first line of what it says that is shown, how many lines, how many seconds it stands
    ("cat first.toml", "title", 10, 4),
    ("symattn solve first.toml", "    S =", 20, 6),
    ("cat ada.txt", "The", 3, 3),
    ("symattn check first.toml ada.txt", "4", 10, 7),
)
FILES = {"first.toml": SHEET, "ada.txt": ANSWER}
STYLE = """
text { font: 14px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #e6e6e6; white-space: pre; }
.typed { fill: #9cc3ee; font-weight: bold; } .good { fill: #8fd6a5; } .bad { fill: #ffb0a6; }
g { opacity: 0; }
@media (prefers-reduced-motion: reduce) { g { animation: none !important; } #scene4 { opacity: 1; } }
"""


def said(command: str) -> list[str]:
    """What a command says, run in the folder of the film's files."""
    program, *args = command.split()
    if program == "cat":
        return FILES[args[0]].split("\n")
    done = CliRunner().invoke(main, args)
    assert done.exit_code in (0, 1), done.output
    return done.stdout.split("\n")


def shown(command: str, begins: str, most: int) -> list[str]:
    """The lines of a scene, from the one that begins so."""
    lines = said(command)
    first = next(k for k, line in enumerate(lines) if line.startswith(begins))
    return lines[first : first + most]


def drawn(line: str, row: int, kind: str = "") -> str:
    """A line of the terminal, each sign in its own place, whatever the font has."""
    if not line.strip():
        return ""
    places = " ".join(f"{WIDE * (k + 2):g}" for k in range(len(line)))
    return f'<text x="{places}" y="{HIGH * (row + 2):g}"{f" class={kind!r}" if kind else ""}>{escape(line)}</text>\n'.replace("'", '"')


def scenes() -> Iterator[str]:
    """Each scene as a group that shows for its share of the time."""
    whole = sum(seconds for *_, seconds in SCENES)
    begun = 0
    for k, (command, begins, most, seconds) in enumerate(SCENES, 1):
        start, end = 100 * begun / whole, 100 * (begun + seconds) / whole
        begun += seconds
        yield f"<style>@keyframes s{k} {{ 0%, {max(0, start - 0.01):.2f}% {{ opacity: 0 }} {start:.2f}%, {end - 0.01:.2f}% {{ opacity: 1 }} {end:.2f}%, 100% {{ opacity: 0 }} }}\n"
        yield f"#scene{k} {{ animation: s{k} {whole}s step-end infinite; }}</style>\n"
        yield f'<g id="scene{k}">\n' + drawn(f"$ {command}", 0, "typed")
        for row, line in enumerate(shown(command, begins, most), 2):
            kind = {"✓": "good", "✗": "bad"}.get(line.strip()[:1], "")
            yield drawn(line, row, kind)
        yield "</g>\n"


def film() -> str:
    """The SVG."""
    width, height = round(WIDE * (COLS + 4)), HIGH * (ROWS - 1)
    about = "A sheet of nine lines; its key, exact and in decimals; an answer without the root, marked: the line and the slip are named."
    back = os.getcwd()
    with TemporaryDirectory() as place:
        os.chdir(place)
        try:
            for name, text in FILES.items():
                Path(name).write_text(text, encoding="utf-8")
            moving = "".join(scenes())
        finally:
            os.chdir(back)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-label="{about}">\n'
    return f'{head}<title>{about}</title>\n<style>{STYLE}</style>\n<rect width="100%" height="100%" rx="8" fill="#15181c"/>\n{moving}</svg>\n'


if __name__ == "__main__":
    FILM.write_text(film(), encoding="utf-8")
